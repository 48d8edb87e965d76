"""The terminal review as a process on a real pseudo-terminal."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from desks import Folder, candidates
from reviewing import HOSTILE, ITEMS, ROW, TEXTS, staged

from polyphrase import review
from polyphrase.adapters.workspace import Workspace
from polyphrase.models import Staged
from polyphrase.review import current
from polyphrase.settings import Settings

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

DRIVER = """
import fcntl, json, sys, termios
from pathlib import Path
from polyphrase import view
from polyphrase.adapters import terminal
from polyphrase.adapters.files import Growing
from polyphrase.models import Decision, Row, Staged
from polyphrase.review import Session

fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches this process
folder = Path(sys.argv[1])
row = Row.model_validate_json((folder / "row.json").read_text(encoding="utf-8"))
lines = (folder / "staged.jsonl").read_text(encoding="utf-8").split("\\n")
items = [Staged.model_validate_json(line) for line in lines if line]

said = Growing(folder / "decisions.jsonl", Decision)

def append(*decisions):
    with (folder / "decisions.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(one.model_dump_json() + "\\n" for one in decisions)

try:
    result = terminal.run(
        Session(items, "ann"),
        card=lambda item: view.card(item, row, [None] * len(row.utterances)),
        append=append,
        said=said.items,
        recheck=lambda item, text: () if "talk.mp4" in text else ("talk.mp4 is missing.",),
        now=lambda: "2030-05-01T10:00:00Z",
    )
except KeyboardInterrupt:
    sys.exit(130)
print("RESULT", json.dumps(result))
"""


class PseudoTerminal:
    """A process on a pseudo-terminal of 80 by 24, and what it wrote."""

    def __init__(self, folder: Path, items: Sequence[Staged]) -> None:
        (folder / "driver.py").write_text(DRIVER, encoding="utf-8")
        (folder / "row.json").write_text(ROW.model_dump_json(), encoding="utf-8")
        (folder / "staged.jsonl").write_text(
            "".join(item.model_dump_json() + "\n" for item in items), encoding="utf-8"
        )
        self.decisions_file = folder / "decisions.jsonl"
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.mode = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            [sys.executable, str(folder / "driver.py"), str(folder)],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm-256color", "PYTHONUTF8": "1", "INPUTRC": os.devnull},
        )
        self.output = b""
        self._seen = 0

    def wait_for(self, text: str) -> None:
        """Read until `text` comes, after what was waited for last; fail after 30 seconds."""
        deadline = time.monotonic() + 30
        while (found := self.output.find(text.encode(), self._seen)) < 0:
            assert time.monotonic() < deadline, f"no {text!r} in {self.output[self._seen :]!r}"
            self._read()
        self._seen = found + len(text.encode())

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Wait for the process to end, reading what it still writes; the exit code."""
        deadline = time.monotonic() + 30
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.output
            self._read()
        self._read()
        return self.process.returncode

    def decisions(self) -> list[tuple[str, str | None, str]]:
        if not self.decisions_file.exists():
            return []
        lines = self.decisions_file.read_text(encoding="utf-8").split("\n")
        return [(one["id"], one["action"], one["text"]) for one in map(json.loads, filter(None, lines))]

    def _read(self) -> None:
        while select.select([self.master], [], [], 0.05)[0]:
            self.output += os.read(self.master, 65536)


@contextmanager
def pseudo_terminal(folder: Path, items: Sequence[Staged]) -> Iterator[PseudoTerminal]:
    at = PseudoTerminal(folder, items)
    try:
        at.wait_for(f"1 of {len(items)}")
        at.wait_for("help")
        yield at
    finally:
        if at.process.poll() is None:
            at.process.kill()
            at.process.wait()
        os.close(at.master)
        os.close(at.slave)


def test_a_whole_session_on_a_terminal(tmp_path: Path) -> None:
    """a, e with a changed text, r, s, u, q: each decision is in the file when the next screen is there."""
    items = [*ITEMS, staged("5", "haz callar talk.mp4")]
    with pseudo_terminal(tmp_path, items) as at:
        at.press("a")
        at.wait_for("2 of 5")
        assert at.decisions() == [("1", "accept", TEXTS[0])]
        at.wait_for("help")
        at.press("e")
        at.wait_for("> ")
        at.wait_for(TEXTS[1])
        at.press(" 静か por favor\r")
        at.wait_for("3 of 5")
        at.press("r")
        at.wait_for("Another key cancels")
        at.press("m")
        at.wait_for("4 of 5")
        at.press("s")
        at.wait_for("5 of 5")
        at.press("u")
        at.wait_for("4 of 5")
        at.press("u")
        at.wait_for("3 of 5")
        at.press("q")
        assert at.end() == 0
        assert at.decisions() == [
            ("1", "accept", TEXTS[0]),
            ("2", "edit", TEXTS[1] + " 静か por favor"),
            ("3", "reject", TEXTS[2]),
            ("3", None, TEXTS[2]),
        ]
        assert b"RESULT [1, 1, 0, 0, 0, 3]" in at.output
        assert termios.tcgetattr(at.slave) == at.mode


def test_what_is_typed_ahead_counts_and_what_is_pasted_does_not(tmp_path: Path) -> None:
    """Three quick keys are three decisions; a paste full of letters, an arrow or a function key is none."""
    with pseudo_terminal(tmp_path, ITEMS) as at:
        at.wait_for("\x1b[?2004h")  # asks the terminal to mark pastes
        at.press("\x1b[200~a stray paste, already rather long\x1b[201~")
        at.wait_for("That key does nothing here")
        for key in ("\x1b[A", "\x1bOA", "\x1b[[A", "\x1b"):
            at.press(key)
            at.wait_for("That key does nothing here")
        at.press("é")
        at.wait_for("é does nothing here")
        assert at.decisions() == []
        at.press("arra")
        at.wait_for("4 of 4")
        at.press("\x04")
        assert at.end() == 0
        assert at.output.rindex(b"\x1b[?2004l") > at.output.rindex(b"\x1b[?2004h")
        assert [action for _, action, _ in at.decisions()] == ["accept", "reject", "accept"]


@pytest.mark.parametrize("before", ["", "e"])
def test_ctrl_c_restores_the_terminal_and_loses_nothing(tmp_path: Path, before: str) -> None:
    """Between two keys and in the line editor."""
    with pseudo_terminal(tmp_path, ITEMS) as at:
        at.press("a")
        at.wait_for("2 of 4")
        at.wait_for("help")
        if before:
            at.press(before)
            at.wait_for("> ")
            at.wait_for(TEXTS[1])
        at.press("\x03")
        assert at.end() == 130
        assert at.decisions() == [("1", "accept", TEXTS[0])]
        assert termios.tcgetattr(at.slave) == at.mode


def test_a_killed_review_has_lost_nothing(tmp_path: Path) -> None:
    """SIGKILL after n decisions leaves n lines."""
    with pseudo_terminal(tmp_path, ITEMS) as at:
        for position, key in enumerate(("a", "ru", "a"), start=2):
            at.press(key)
            at.wait_for(f"{position} of 4")
        at.process.send_signal(signal.SIGKILL)
        assert at.end() == -signal.SIGKILL
        assert [id_ for id_, _, _ in at.decisions()] == ["1", "2", "3"]


OWN_SEQUENCES = re.compile(
    r"\x1b\[[0-9;]*m"  # colours and weights
    r"|\x1b\[2J\x1b\[H|\x1b\[H\x1b\[2J"  # clear the screen
    r"|\x1b\[\?2004[hl]"  # mark pastes
    r"|\r\n"
)


def test_a_hostile_text_cannot_reach_the_terminal(tmp_path: Path) -> None:
    """Controls in candidate, judge's reason, check notes and flags are shown as markers, never sent."""
    hostile = staged(
        "1",
        HOSTILE,
        verdict={"label": "different", "score": 0.1, "reason": HOSTILE, "votes": {}},
        checks={"literals\x1b[2J": HOSTILE},
        flags=(HOSTILE,),
        style="\x1b]0;t\x07",
    )
    with pseudo_terminal(tmp_path, [hostile]) as at:
        at.press("rr")
        at.wait_for("All 1 seen")
        at.press("u")
        at.wait_for("1 of 1")
        at.press("q")
        assert at.end() == 0
        shown = OWN_SEQUENCES.sub("\n", at.output.decode())
    left = {one for one in shown if not one.isprintable()} - {"\n"}
    assert left == set()
    assert "<U+001B>]8;;http://example.org<U+0007>" in shown
    assert shown.count("语") > 20_000
    assert "[bold]x[/bold]" in shown


class Command(PseudoTerminal):
    """`polyphrase review` itself, in a folder with fifty candidates."""

    def __init__(self, folder: Folder) -> None:
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "polyphrase", "review", "--doubtful", "--by", "ann"],
            cwd=folder.path,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            env=os.environ | {"TERM": "xterm-256color", "PYTHONUTF8": "1", "INPUTRC": os.devnull},
        )
        self.output = b""
        self._seen = 0

    def decide(self, keys: str, then: str) -> None:
        """Keys after which this place of the walk is shown, with all its keys."""
        self.press(keys)
        self.wait_for(then)
        self.wait_for("help")


@contextmanager
def command(folder: Folder) -> Iterator[Command]:
    at = Command(folder)
    try:
        at.wait_for("1 of ")
        at.wait_for("help")
        yield at
    finally:
        if at.process.poll() is None:
            at.process.kill()
            at.process.wait()
        os.close(at.master)
        os.close(at.slave)


def test_fifty_candidates_by_keys_alone(tmp_path: Path) -> None:
    """Accept, edit, reject with a reason, split, skip, undo, bulk, quit and resume; somebody else in between."""
    items = candidates(50)
    folder = Folder(tmp_path / "w", items)
    space = Workspace(
        Settings(corpus=str(folder.path / "data/eval.jsonl"), out=str(folder.path / "generated"))
    )
    with command(folder) as at:
        at.decide("a", "2 of 50")
        at.decide("rm", "3 of 50")
        at.press("e")
        at.wait_for("> ")
        at.decide("\x01\x0b请把 beach.mov 转成 mp4\r", "4 of 50")
        at.decide("pc", "5 of 50")
        at.decide("s", "6 of 50")
        space.decide(review.reject(items[6], "ben", "2030-01-01T00:00:00Z", "meaning"))
        at.decide("a", "8 of 50")
        at.decide("u", "6 of 50")
        at.press("d")
        at.wait_for("Any key goes back")
        at.decide(" ", "6 of 50")
        at.press("q")
        assert at.end() == 0
    done = [(0, "accept"), (1, "reject"), (2, "edit"), (3, "split"), (6, "reject"), (5, "accept"), (5, None)]
    assert folder.said() == done
    with command(folder) as at:
        assert b"beach.mov" not in at.output, "it goes on at the sixth, which is of another row"
        at.decide("c", "4 of 45")
        at.press("b")
        at.wait_for("without looking")
        at.decide("y", "4 of 45")
        at.decide("u", "4 of 45")
        at.press("by")
        at.wait_for("of 45")
        at.process.send_signal(signal.SIGKILL)
        at.end()
    holding = current(folder.decisions())
    waiting = [number for number, one in enumerate(items) if one.id not in holding]
    assert waiting == [number for number in range(7, 50) if number % 8 == 7]
