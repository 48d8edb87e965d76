"""The journal and the lock around it: a reply that was put is there after any crash."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from doubles import reply, request
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.adapters.files import folder_lock
from polyphrase.adapters.journal import FileJournal
from polyphrase.errors import BusyError, InputError
from polyphrase.models import Message, Request, digest

AWKWARD = (
    "plain",
    "Zeile\nzwei\r\ndrei",
    "eins\u2028zwei\u2029drei\u0085vier",
    "把会议.mp4转成音频",
    "👩‍👩‍👧 sehr gut 🎬",
    'quotes " and \\ and \x00 and \x1b[2J',
    "",
)


def now() -> str:
    return "2031-02-03T04:05:06+00:00"


def opened(path: Path) -> FileJournal:
    return FileJournal(path, now)


def filled(path: Path, number: int) -> list[Request]:
    """A journal with `number` replies."""
    requests = [request(f"question {index}") for index in range(number)]
    journal = opened(path)
    for index, one in enumerate(requests):
        journal.put(one, reply(f"answer {index} {AWKWARD[index % len(AWKWARD)]}"))
    journal.close()
    return requests


def test_a_reply_is_found_again_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "new" / "journal.jsonl"
    journal = opened(path)
    for number, text in enumerate(AWKWARD):
        journal.put(request(text, sample=number), reply(text, cost=0.25, finish_reason="length"))
        # On disk at once, before anything closes the file.
        assert len(opened(path)) == number + 1
    journal.close()
    again = opened(path)
    assert again.unreadable == 0
    for number, text in enumerate(AWKWARD):
        assert again.get(request(text, sample=number)) == reply(text, cost=0.25, finish_reason="length")
    assert again.get(request("never asked")) is None


def test_a_line_is_a_json_object_with_its_request(tmp_path: Path) -> None:
    """Whoever audits a run can read what was sent; nothing but a line feed ends a line."""
    path = tmp_path / "journal.jsonl"
    journal = opened(path)
    journal.put(request(AWKWARD[2]), reply(AWKWARD[2]))
    journal.close()
    line = path.read_bytes()
    assert line.count(b"\n") == 1
    entry = json.loads(line)
    assert entry["key"] == request(AWKWARD[2]).key
    assert Request.model_validate(entry["request"]).key == entry["key"]
    assert (entry["reply"]["text"], entry["at"]) == (AWKWARD[2], now())


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_file_cut_at_any_byte_keeps_its_whole_lines_and_can_be_written_on(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        requests = filled(path, 4)
        whole = path.read_bytes()
        cut = data.draw(st.integers(0, len(whole)))
        path.write_bytes(whole[:cut])
        # A line is whole with its last brace; the line feed after it says nothing more.
        kept = sum(cut >= end for end, byte in enumerate(whole) if byte == 10)
        journal = opened(path)
        assert len(journal) == kept
        assert [one for one in requests if journal.get(one) is not None] == requests[:kept]
        assert journal.unreadable == 0
        assert path.read_bytes() == whole[:cut], "reading changed the file"
        for one in (*requests[kept:], request("one more")):
            journal.put(one, reply("once more"))
        journal.close()
        again = opened(path)
        assert (len(again), again.unreadable) == (5, 0)
        assert path.read_bytes().startswith(whole[:cut][: whole[:cut].rfind(b"\n") + 1])
        assert path.read_bytes().count(b"\n") == 5


def test_a_last_line_that_lacks_only_its_line_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    requests = filled(path, 2)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    journal = opened(path)
    assert journal.get(requests[1]) is not None
    journal.put(request("third"), reply("answer"))
    journal.close()
    assert (len(opened(path)), opened(path).unreadable) == (3, 0)


def test_reading_does_not_touch_a_line_that_another_process_is_writing(tmp_path: Path) -> None:
    """`status` and `plan` take no lock, so what looks torn to them may be under way."""
    path = tmp_path / "journal.jsonl"
    filled(path, 2)
    half = path.read_bytes()[:-20]
    path.write_bytes(half)
    assert len(opened(path)) == 1
    assert path.read_bytes() == half


@pytest.mark.parametrize(
    "damage",
    [
        b"{}",
        b"not json",
        b"",
        b'{"key": 1}',
        b"\xff\xfe",
        b'{"key":"k","request":null,"reply":null,"at":"x"}',
    ],
)
def test_a_damaged_line_is_counted_and_left_where_it_is(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    requests = filled(path, 3)
    lines = path.read_bytes().split(b"\n")
    lines[1] = damage
    path.write_bytes(b"\n".join(lines))
    journal = opened(path)
    assert journal.unreadable == 1
    assert [journal.get(one) is not None for one in requests] == [True, False, True]
    journal.put(requests[1], reply("once more"))
    journal.close()
    assert path.read_bytes().split(b"\n")[:3] == lines[:3]
    assert [opened(path).get(one) is not None for one in requests] == [True] * 3


def test_a_reply_with_broken_bytes_is_damaged_not_a_reply(tmp_path: Path) -> None:
    """A flipped bit must not come back as an answer with a replacement character in it."""
    path = tmp_path / "journal.jsonl"
    journal = opened(path)
    journal.put(request("one"), reply("quita el vídeo"))
    journal.put(request("two"), reply("fine"))
    journal.close()
    path.write_bytes(path.read_bytes().replace("í".encode(), b"\xc3\x2d"))
    again = opened(path)
    assert (len(again), again.unreadable) == (1, 1)


def test_the_last_of_two_replies_to_one_request_holds(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = opened(path)
    journal.put(request("one"), reply("first"))
    journal.put(request("one"), reply("second"))
    journal.close()
    again = opened(path).get(request("one"))
    assert again is not None
    assert again.text == "second"


def test_a_journal_that_cannot_be_used_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").mkdir()
    with pytest.raises(InputError, match=r"cannot use .*journal\.jsonl"):
        opened(tmp_path / "journal.jsonl")


def test_a_disk_that_was_full_for_a_while_leaves_no_damage(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the write that meets it is cut short."""
    path = tmp_path / "journal.jsonl"
    journal = opened(path)
    journal.put(request("one"), reply("fine"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 100, limits[1]))
    try:
        with pytest.raises(InputError, match="cannot use"):
            journal.put(request("two"), reply("too much"))
        torn = path.stat().st_size
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert torn > len(path.read_bytes().split(b"\n")[0]) + 1, "the write left nothing half written"
    assert journal.get(request("two")) is None
    journal.put(request("two"), reply("fine again"))
    journal.close()
    again = opened(path)
    assert (len(again), again.unreadable) == (2, 0)
    assert path.read_bytes().count(b"\n") == 2


# --- keys ----------------------------------------------------------------------------------------------------

BASE = request("hello", reply_schema={"type": "object"}, api_base="http://localhost:1")
CHANGES: tuple[dict[str, Any], ...] = (
    {"model": "another"},
    {"messages": (Message(role="user", content="hello "),)},
    {"messages": (Message(role="system", content="hello"),)},
    {"messages": (*BASE.messages, Message(role="assistant", content=""))},
    {"max_tokens": 51},
    {"temperature": 0.1},
    {"reply_schema": {"type": "array"}},
    {"reply_schema": None},
    {"api_base": None},
    {"sample": 1},
    {"choices": ("yes", "no")},
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_the_key_changes_with_every_field(change: dict[str, Any]) -> None:
    changed = Request.model_validate({**BASE.model_dump(), **change})
    assert changed.key != BASE.key
    assert Request.model_validate_json(changed.model_dump_json()).key == changed.key


def test_every_field_of_a_request_is_in_that_table() -> None:
    assert {field for change in CHANGES for field in change} == set(Request.model_fields)


def test_a_request_without_choices_keeps_the_key_it_had_before_there_were_choices() -> None:
    assert request("hello").key == digest(request("hello").model_dump(mode="json", exclude={"choices"}))


def test_the_key_does_not_depend_on_the_order_of_a_schema() -> None:
    one, two = ({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert request("x", reply_schema=one).key == request("x", reply_schema=two).key


def test_another_sample_never_keeps_the_cached_key() -> None:
    first = request("hello")
    key = first.key
    second = first.with_sample(1)
    assert len({key, second.key, second.with_sample(2).key}) == 3
    assert second.with_sample(0).key == key
    assert second.messages == first.messages


# --- the lock ------------------------------------------------------------------------------------------------

HOLD = """
import sys
from pathlib import Path
from polyphrase.adapters.files import folder_lock
with folder_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_turned_away_until_the_first_ends_or_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "generated"
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(BusyError, match="another polyphrase process") as caught, folder_lock(folder):
                pass
            assert str(folder) in caught.value.problem
            assert "--out" in caught.value.hint
            with folder_lock(tmp_path / "another"):
                pass
        finally:
            holder.send_signal(signal.SIGKILL)
            holder.wait(10)
    with folder_lock(folder):
        pass
    with folder_lock(folder):
        pass


def test_an_error_inside_the_lock_is_not_taken_for_one_of_the_lock(tmp_path: Path) -> None:
    """A closed pipe (`| head`) is an OSError too."""
    with pytest.raises(BrokenPipeError), folder_lock(tmp_path):
        raise BrokenPipeError
    with folder_lock(tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match="cannot use"), folder_lock(tmp_path / "file" / "generated"):
        pass
