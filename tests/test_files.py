"""Files: whole or not at all, JSON lines with all their problems, and nothing left lying about."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.adapters import files
from polyphrase.errors import InputError
from polyphrase.models import Decision

OLD, NEW = b"old\n", b"new \xe2\x80\xa8 text\r\n"


def decision(number: int, text: str = "quita el sonido") -> Decision:
    return Decision(
        id=f"c{number}", row_id="row", action="accept", text=text, by="me", at="2031-02-03T04:05:06+00:00"
    )


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- write_atomically ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "eval.jsonl"
    path.write_bytes(OLD)
    path.chmod(mode)
    files.write_atomically(path, NEW)
    assert path.read_bytes() == NEW
    assert path.stat().st_mode & 0o7777 == mode
    assert names(tmp_path) == ["eval.jsonl"]


def test_a_new_file_can_be_read_by_others_and_gets_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "eval.jsonl"
    files.write_atomically(path, NEW)
    assert path.read_bytes() == NEW
    assert path.stat().st_mode & 0o777 == 0o644
    assert names(path.parent) == ["eval.jsonl"]


def test_a_symbolic_link_keeps_pointing_where_it_points(tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "real.jsonl"
    real.parent.mkdir()
    real.write_bytes(OLD)
    link = tmp_path / "eval.jsonl"
    link.symlink_to(real)
    files.write_atomically(link, NEW)
    assert link.is_symlink()
    assert real.read_bytes() == NEW
    assert names(tmp_path) == ["elsewhere", "eval.jsonl"]
    assert names(real.parent) == ["real.jsonl"]


@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_write_that_fails_leaves_the_old_bytes_and_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    path = tmp_path / "eval.jsonl"
    path.write_bytes(OLD)

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(os if step == "fsync" else Path, step, fail)
    expected = InputError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected) as caught:
        files.write_atomically(path, NEW)
    monkeypatch.undo()
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["eval.jsonl"]
    if isinstance(caught.value, InputError):
        assert caught.value.problem == f"cannot use {path}: No space left on device"


@pytest.mark.parametrize("use", [lambda path: files.write_atomically(path, NEW), files.read_bytes])
def test_a_path_that_cannot_be_used_is_an_input_error(tmp_path: Path, use: object) -> None:
    (tmp_path / "file").write_bytes(OLD)
    with pytest.raises(InputError, match="cannot use"):
        use(tmp_path / "file" / "eval.jsonl")  # type: ignore[operator]


def test_a_reader_sees_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    """A file that was opened before goes on to give the old bytes: it is replaced, not written over."""
    path = tmp_path / "eval.jsonl"
    path.write_bytes(OLD)
    with path.open("rb") as reader:
        files.write_atomically(path, NEW)
        assert reader.read() == OLD


# --- JSON lines ----------------------------------------------------------------------------------------------


def test_items_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    items = [decision(1, "a\u2028b\u0085c\r\nd"), decision(2, "把会议.mp4转成音频 🎬"), decision(3, "")]
    for one in items:
        files.append_item(path, one)
    assert files.read_items(path, Decision) == items
    assert path.read_bytes() == files.json_lines(items)
    assert path.read_bytes().count(b"\n") == len(items)


def test_a_missing_file_is_empty(tmp_path: Path) -> None:
    assert files.read_items(tmp_path / "decisions.jsonl", Decision) == []


def test_all_bad_lines_are_reported_at_once_with_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    good = files.json_lines([decision(1)])
    wrong = good.replace(b'"accept"', b'"maybe"')
    unknown = good.replace(b'"by"', b'"author"')
    broken = good.replace(b"sonido", b"s\xffnido")
    path.write_bytes(b"".join([good, wrong, b"not json\n", good, unknown, broken, good]))
    with pytest.raises(InputError) as caught:
        files.read_items(path, Decision)
    said = caught.value.problem.split("\n")
    assert [line.split(":")[1] for line in said[1:]] == ["2", "3", "5", "6"]
    assert said[0] == f"{path} cannot be read:"
    assert "action" in said[1]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_torn_last_line_is_left_out_and_the_next_item_starts_a_line(data: st.DataObject) -> None:
    items = [decision(1, "quita el vídeo"), decision(2, "把视频删掉"), decision(3)]
    whole = files.json_lines(items)
    cut = data.draw(st.integers(0, len(whole)))
    kept = items[: (whole[:cut] + b"\n").count(b"}\n")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.jsonl"
        path.write_bytes(whole[:cut])
        assert files.read_items(path, Decision) == kept
        files.append_item(path, decision(4))
        assert path.read_bytes() == files.json_lines([*kept, decision(4)])


def test_a_whole_last_line_without_its_line_end_is_read_like_any_other(tmp_path: Path) -> None:
    """An editor may leave the line end out; a mistake in that line must still be told."""
    path = tmp_path / "decisions.jsonl"
    data = files.json_lines([decision(1), decision(2)]).removesuffix(b"\n")
    path.write_bytes(data)
    assert files.read_items(path, Decision) == [decision(1), decision(2)]
    path.write_bytes(data.replace(b'"c2"', b"2"))
    with pytest.raises(InputError, match=r"decisions\.jsonl:2: id"):
        files.read_items(path, Decision)


def test_an_item_is_on_disk_when_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    path = tmp_path / "decisions.jsonl"
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(path.read_bytes()))
    files.append_item(path, decision(1))
    assert synced == [files.json_lines([decision(1)])]


def test_an_append_that_fails_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "decisions.jsonl").mkdir()
    with pytest.raises(InputError, match="cannot use"):
        files.append_item(tmp_path / "decisions.jsonl", decision(1))


def test_a_write_protected_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rename would get round the protection; root may write everywhere, hence the patched question."""
    path = tmp_path / "eval.jsonl"
    path.write_bytes(b"theirs")
    monkeypatch.setattr(os, "access", lambda place, mode: False)
    with pytest.raises(InputError, match="write-protected"):
        files.write_atomically(path, b"ours")
    assert path.read_bytes() == b"theirs"


def decided(number: int) -> Decision:
    return Decision(
        id=str(number), row_id="r", action="accept", text="t\u2028" * (number % 50), by="ann", at="now"
    )


def test_a_growing_file_is_read_on_and_another_one_anew(tmp_path: Path) -> None:
    """A torn line is not there yet; a shorter file, or another one, is read from its start."""
    path = tmp_path / "decisions.jsonl"
    growing = files.Growing(path, Decision)
    assert growing.items() == ()
    files.append_item(path, decided(1), decided(2))
    assert growing.items() == [decided(1), decided(2)]
    line = files.json_lines([decided(3)])
    with path.open("ab") as file:
        file.write(line[:20])
    assert len(growing.items()) == 2
    with path.open("ab") as file:
        file.write(line[20:])
    assert growing.items() == [decided(1), decided(2), decided(3)]
    files.write_atomically(path, files.json_lines([decided(4), decided(5), decided(6), decided(7)]))
    assert growing.items() == [decided(number) for number in (4, 5, 6, 7)]
    path.write_bytes(files.json_lines([decided(8)]))
    assert growing.items() == [decided(8)]
    path.unlink()
    assert growing.items() == ()


def test_a_file_that_took_the_place_of_a_shorter_one_under_its_number_is_read_anew(tmp_path: Path) -> None:
    """A system gives the number of a file that is gone to a new one, and an editor writes over a file."""
    path = tmp_path / "staged.jsonl"
    growing = files.Growing(path, Decision)
    files.append_item(path, decided(1), decided(2))
    growing.items()
    with path.open("r+b") as file:
        file.write(files.json_lines([decided(number) for number in (13, 14, 15, 16)]))
    assert growing.items() == [decided(number) for number in (13, 14, 15, 16)]


def test_a_last_line_without_its_end_counts_once_it_is_whole(tmp_path: Path) -> None:
    """As in a file that a person wrote; what is appended after it does not count it twice."""
    path = tmp_path / "decisions.jsonl"
    growing = files.Growing(path, Decision)
    path.write_bytes(files.json_lines([decided(1), decided(2)])[:-1])
    assert growing.items() == files.read_items(path, Decision) == [decided(1), decided(2)]
    files.append_item(path, decided(3))
    assert growing.items() == files.read_items(path, Decision) == [decided(1), decided(2), decided(3)]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["append", "tear", "replace", "write over", "remove"]), st.integers(0, 99))
    )
)
def test_a_growing_file_says_what_reading_it_anew_would(steps: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.jsonl"
        growing = files.Growing(path, Decision)
        for time, (step, number) in enumerate(steps):
            line = files.json_lines([decided(number)])
            if step == "append":
                files.append_item(path, decided(number))
            elif step == "tear":
                files.mend_last_line(path)
                with path.open("ab") as file:
                    file.write(line[: number + 1])
            elif step == "replace":
                files.write_atomically(path, line * (number % 4))
            elif step == "write over":
                path.write_bytes(line * (number % 4))
            else:
                path.unlink(missing_ok=True)
            if path.exists():
                os.utime(path, (time, time))  # two writes within one tick of the clock look alike
            assert list(growing.items()) == files.read_items(path, Decision)
            assert growing.items() is growing.items()


def test_a_bad_line_of_a_growing_file_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    growing = files.Growing(path, Decision)
    files.append_item(path, decided(1))
    growing.items()
    with path.open("ab") as file:
        file.write(b'{"id": 3}\n')
    with pytest.raises(InputError, match=r"decisions\.jsonl:2: "):
        growing.items()


def test_two_processes_that_decide_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each appends 300 lines, long and short, one by one."""
    code = """
import sys
from polyphrase.adapters.workspace import Workspace
from polyphrase.models import Decision
from polyphrase.settings import Settings
space = Workspace(Settings(out=sys.argv[1]))
for number in range(300):
    text = "语" * (number * 37 % 4000)
    space.decide(Decision(id=str(number), row_id="r", action="accept", text=text, by=sys.argv[2], at="now"))
"""
    started = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name]) for name in ("ann", "ben")]
    assert [one.wait(60) for one in started] == [0, 0]
    found = files.read_items(tmp_path / "decisions.jsonl", Decision)
    assert [[one.id for one in found if one.by == name] for name in ("ann", "ben")] == [
        [str(number) for number in range(300)]
    ] * 2
