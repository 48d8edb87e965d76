"""A folder with candidates to review, and the page of a review as a process, for the tests of the page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from polyphrase.adapters.files import json_lines, read_corpus, read_items
from polyphrase.models import Decision, Row, Staged

EVAL = Path(__file__).parents[1] / "data" / "eval.jsonl"
LANGS = ("es", "de", "zh")
WORDS = {"es": "hazlo ya", "de": "bitte sofort", "zh": "请马上做"}


def staged(row: Row, number: int, **changes: Any) -> Staged:
    """The candidate with this number, of a row of data/eval.jsonl."""
    lang = LANGS[number % len(LANGS)]
    values: dict[str, Any] = {
        "id": f"{number:016x}",
        "row_id": row.id,
        "text": f"{row.utterances[0]}, {WORDS[lang]}, {'x' * (number % 7)}{number}",
        "lang": lang,
        "detected": lang,
        "style": "neutral",
        "source": row.utterances[0],
        "trust": "clean",
        "checks": {"literals": "ok", "language": "ok"},
        "verdict": {"label": "equivalent", "score": 0.5 + (number % 50) / 100, "reason": "", "votes": {}},
        "flags": (),
        "model": "writer",
        "judge": "judge",
        "prompts": {},
        "row_utterances": len(row.utterances),
        "row_state": row.state(len(row.utterances)),
        "request_key": "key",
        "gloss": f"{row.utterances[0]}, do it now",
    }
    return Staged.model_validate(values | changes)


def candidates(count: int, per_row: int = 5) -> list[Staged]:
    """So many candidates, five a row; every eighth is doubtful, every sixth of an unsure language."""
    rows = read_corpus(EVAL).rows
    return [
        staged(
            rows[number // per_row % len(rows)],
            number,
            trust="doubtful" if number % 8 == 7 else "clean",
            **({"detected": None, "flags": ("language_unsure",)} if number % 6 == 5 else {}),
        )
        for number in range(count)
    ]


class Folder:
    """A folder in which `polyphrase review` finds a corpus and candidates."""

    def __init__(self, path: Path, items: Sequence[Staged]) -> None:
        self.path = path
        (path / "data").mkdir(parents=True)
        (path / "generated").mkdir()
        (path / "data" / "eval.jsonl").write_bytes(EVAL.read_bytes())
        (path / "generated" / "staged.jsonl").write_bytes(json_lines(items))

    def decisions(self) -> list[Decision]:
        """What is in decisions.jsonl now; every line of it can be read."""
        return read_items(self.path / "generated" / "decisions.jsonl", Decision)

    def said(self) -> list[tuple[int, str | None]]:
        """The number of the candidate and the action, of each decision."""
        return [(int(one.id, 16), one.action) for one in self.decisions()]


class Page:
    """A running `polyphrase review --web`."""

    def __init__(self, folder: Folder, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "polyphrase", "review", "--web", "--by", "ann", *options],
            cwd=folder.path,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUTF8": "1"},
        )
        assert self.process.stderr is not None
        said = self.process.stderr.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+))/\?token=(\S+)", said)
        assert found, said + self.process.stderr.read()
        self.link, self.origin, self.port, self.token = found[0], found[1], int(found[2]), found[3]

    def stop(self, number: int = signal.SIGINT) -> int:
        """Send a signal and wait; the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(20)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@contextmanager
def page(folder: Folder, *options: str) -> Iterator[Page]:
    """A running page that is stopped in the end."""
    running = Page(folder, *options)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop(signal.SIGKILL)
