"""Putting the weights together: in order, once, atomically, checked; and what a person sees of it."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from distributions import PARTS, WHOLE, install, known, left_in, silent

from polyphrase.adapters import weights
from polyphrase.adapters.progress import ProgressDisplay
from polyphrase.adapters.weights import assemble, check
from polyphrase.errors import InputError


def test_parts_are_joined_in_order(site: Path, target: Path) -> None:
    install(site, PARTS)
    assemble(known(), target, silent)
    assert target.read_bytes() == WHOLE
    assert left_in(target) == {"tiny.gguf"}
    assert not [name for name in sys.modules if name.startswith("polyphrase_fake")]


@pytest.mark.skipif(os.name == "nt", reason="POSIX modes")
def test_the_file_may_be_read_by_others(site: Path, target: Path) -> None:
    install(site, PARTS)
    assemble(known(), target, silent)
    assert target.stat().st_mode & 0o777 == 0o644


def test_progress_is_monotone_and_reaches_the_size(site: Path, target: Path) -> None:
    install(site, PARTS)
    events: list[tuple[str, int, int]] = []
    assemble(known(), target, lambda *event: events.append(event))
    done = [event[1] for event in events]
    assert done == sorted(done)
    assert done[-1] == len(WHOLE)
    assert {(what, total) for what, _, total in events} == {("putting tiny.gguf together", len(WHOLE))}
    events.clear()
    check(target, known().sha256, lambda *event: events.append(event))
    assert [event[1] for event in events] == [weights.CHUNK, len(WHOLE)]
    assert {(what, total) for what, _, total in events} == {("checking tiny.gguf", len(WHOLE))}


def test_a_file_that_is_there_is_left_alone(site: Path, target: Path) -> None:
    install(site, PARTS)
    target.parent.mkdir(parents=True)
    target.write_bytes(b"already")
    assemble(known(), target, lambda *event: pytest.fail(f"did {event}"))
    assert target.read_bytes() == b"already"


def test_a_wrong_hash_leaves_nothing(site: Path, target: Path) -> None:
    swapped = (PARTS[1], PARTS[0], *PARTS[2:])
    install(site, swapped)
    with pytest.raises(InputError) as caught:
        assemble(known(), target, silent)
    assert known().sha256 in caught.value.problem
    assert hashlib.sha256(b"".join(swapped)).hexdigest() in caught.value.problem
    assert "--force-reinstall" in caught.value.hint
    assert left_in(target) == set()


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_exception_half_way_leaves_nothing(site: Path, target: Path, error: type[BaseException]) -> None:
    install(site, PARTS)

    def stop(what: str, done: int, total: int) -> None:
        if done > total // 2:
            raise error("stop")

    with pytest.raises(error):
        assemble(known(), target, stop)
    assert left_in(target) == set()
    assemble(known(), target, silent)
    assert target.read_bytes() == WHOLE


def test_the_target_appears_whole_or_not_at_all(
    site: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the last rename makes it: where that fails, there is nothing."""

    def fail(self: Path, other: Path) -> Path:
        raise OSError(28, "No space left on device")

    install(site, PARTS)
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(InputError, match="No space left on device"):
        assemble(known(), target, silent)
    assert left_in(target) == set()


ASSEMBLE = """
import sys, time
from pathlib import Path
sys.path[:0] = [{tests!r}, {site!r}]
import distributions
from polyphrase.adapters.weights import assemble

def progress(what, done, total):
    print(what, done, flush=True)
    {then}

print("ready", flush=True)
sys.stdin.readline()
assemble(distributions.known(), Path({target!r}), progress)
"""


def assembling(site: Path, target: Path, then: str) -> subprocess.Popen[str]:
    """A process that is ready to assemble, and does so when it is sent a line."""
    code = ASSEMBLE.format(tests=str(Path(__file__).parent), site=str(site), target=str(target), then=then)
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_a_kill_half_way_leaves_no_target_and_the_next_run_mends_it(site: Path, target: Path) -> None:
    install(site, PARTS)
    with assembling(site, target, then="if done > total // 2: time.sleep(60)") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        while int(process.stdout.readline().split()[-1]) <= len(WHOLE) // 2:
            pass
        process.kill()
    assert not target.exists()
    assert left_in(target), "the kill came too late to show anything"
    assemble(known(), target, silent)
    assert target.read_bytes() == WHOLE
    assert left_in(target) == {"tiny.gguf"}


def test_two_processes_at_once_write_once(site: Path, target: Path) -> None:
    install(site, PARTS)
    with (
        assembling(site, target, then="time.sleep(0.02)") as one,
        assembling(site, target, then="time.sleep(0.02)") as other,
    ):
        for process in (one, other):
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        printed = [process.communicate(timeout=30)[0] for process in (one, other)]
        assert [process.returncode for process in (one, other)] == [0, 0]
    assert sorted(map(bool, printed)) == [False, True]
    assert target.read_bytes() == WHOLE


def test_many_threads_at_once_write_once(site: Path, target: Path) -> None:
    install(site, PARTS)
    gate = threading.Barrier(6)
    finished: list[int] = []

    def work(_: int) -> None:
        gate.wait(10)
        assemble(known(), target, lambda what, done, total: finished.append(done))

    with ThreadPoolExecutor(6) as executor:
        list(executor.map(work, range(6)))
    assert finished.count(len(WHOLE)) == 1
    assert target.read_bytes() == WHOLE


def test_a_folder_that_cannot_be_made_is_an_input_error(site: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file", encoding="utf-8")
    with pytest.raises(InputError, match="cannot use"):
        assemble(known(), tmp_path / "cache" / "models" / "tiny.gguf", silent)


def test_off_a_terminal_progress_is_a_few_lines_on_stderr(
    site: Path, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first and the last, not one a chunk; nothing on stdout."""
    install(site, PARTS)
    with ProgressDisplay() as display:
        assemble(known(), target, display.bytes)
        display.bytes("loading the embedded model", 0, 0)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines() == [
        "putting tiny.gguf together: 0/1 MB",
        "putting tiny.gguf together: 1/1 MB",
        "loading the embedded model",
    ]


def test_a_files_name_is_not_markup_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with ProgressDisplay() as display:
        display.bytes("checking [bold]a[/x].gguf", 1, 5_000_000)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "checking [bold]a[/x].gguf" in captured.err
