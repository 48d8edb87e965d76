"""What stands elsewhere: other rows, exactly and nearly, boundary pairs, and files to avoid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import shared
from doubles import row
from test_checks import DETECTOR

from polyphrase import literals, neighbours
from polyphrase.adapters import files
from polyphrase.checks import Checked, Context, run
from polyphrase.errors import InputError
from polyphrase.models import Row
from polyphrase.text import normal_form

ROW = row("a", "shorten the long interview talk.mkv to 30 seconds", tags=("trim",))
SAID = "cut the long interview talk.mkv down to 30 seconds"
NEARLY = "Cut that long interview talk.mkv down to 30 seconds!"
OTHER_TIME = "cut the long interview talk.mkv down to 31 seconds"


def checked(text: str, *others: Row, avoid: dict[str, str] | None = None) -> Checked:
    rows = (ROW, *others)
    context = Context(
        row=ROW,
        contract=literals.contract(ROW),
        lang="en",
        against=("en",),
        spoken=("en",),
        others=neighbours.owners(rows),
        earlier=frozenset(),
        detector=DETECTOR,
        requests={one.id: neighbours.asks(one) for one in rows},
        avoid={normal_form(text): place for text, place in (avoid or {}).items()},
    )
    return run(text, context)


def other(text: str, **fields: Any) -> Row:
    return row("b", text, **fields)


def test_an_utterance_of_another_row_is_dropped_and_named() -> None:
    (found,) = checked(SAID, other(SAID)).findings
    assert (found.reason, found.detail) == ("other_row", "an utterance of b")


@pytest.mark.parametrize("kind", [{"outcome": "clarify"}, {"expected_tool": "another"}])
def test_the_same_words_in_a_row_that_asks_for_something_else_are_a_boundary_pair(
    kind: dict[str, Any],
) -> None:
    (found,) = checked(SAID, other(SAID, **kind)).findings
    assert found.reason == "other_row"
    assert found.detail.endswith("asks for something else: a boundary pair")


def test_nearly_the_same_words_are_dropped_where_the_other_row_asks_for_the_same() -> None:
    (found,) = checked(SAID, other(NEARLY)).findings
    assert found.reason == "other_row"
    assert found.detail.startswith("nearly an utterance of b: cut that long")


@pytest.mark.parametrize("kind", [{"outcome": "reject"}, {"expected_tool": "another"}])
def test_nearly_the_same_words_are_never_dropped_across_outcomes_but_shown(kind: dict[str, Any]) -> None:
    found = checked(SAID, other(NEARLY, **kind))
    assert not found.findings
    assert "boundary_pair" in found.flags
    assert found.doubts
    assert found.notes["other_row"].startswith("nearly an utterance of b, which asks for something else")


def test_other_literals_make_another_request() -> None:
    assert checked(SAID, other(OTHER_TIME)).flags == ()
    assert not checked(SAID, other(OTHER_TIME)).findings
    assert not checked(SAID, avoid={OTHER_TIME: "train.jsonl:1"}).findings


@pytest.mark.parametrize(
    ("text", "detail"),
    [(SAID, "it stands in train.jsonl:7"), (NEARLY, "nearly what stands in train.jsonl:7: cut")],
)
def test_what_stands_in_a_file_to_avoid_is_a_leak(text: str, detail: str) -> None:
    (found,) = checked(SAID, avoid={text: "train.jsonl:7"}).findings
    assert found.reason == "leak"
    assert found.detail.startswith(detail)


def test_the_hold_out_rule_of_the_corpus_is_contained() -> None:
    """Lower case, white space folded, final `.!?` dropped."""
    (found,) = checked(f"  {SAID.upper().replace('TALK.MKV', 'talk.mkv')} !?", avoid={SAID: "x"}).findings
    assert found.reason == "leak"


def test_every_text_of_a_file_to_avoid_is_read_with_its_place(tmp_path: Path) -> None:
    lines = tmp_path / "train.jsonl"
    lines.write_text(
        '{"utterance": "mute a.mp4", "plan": [{"why": "so it is"}], "tag": "sound"}\n\n// a comment\n'
        '{"utterance": "把a.mp4静音\u2028"}\n',
        encoding="utf-8",
    )
    assert files.read_texts(lines) == {
        "mute a.mp4": f"{lines}:1",
        "so it is": f"{lines}:1",
        "把a.mp4静音\u2028": f"{lines}:4",
    }
    tools = tmp_path / "tools.YAML"
    tools.write_text("tools:\n- name: mute\n  examples: [mute b.mp4, 5]\n", encoding="utf-8")
    assert files.read_texts(tools) == {"mute b.mp4": str(tools)}


@pytest.mark.parametrize(("name", "text"), [("a.jsonl", '{"a": '), ("a.yaml", "a: [b"), ("a.yml", "\x00")])
def test_a_file_to_avoid_that_cannot_be_read_is_two_lines(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read") as caught:
        files.read_texts(path)
    assert "\n" not in caught.value.problem
    with pytest.raises(InputError):
        files.read_texts(tmp_path / "missing.jsonl")


def test_the_train_and_safety_files_of_the_real_corpus_are_read() -> None:
    folder = shared("corpora/knaif-ffmpeg/train.jsonl").parent
    assert "Make video.mp4 ready for YouTube." in files.read_texts(folder / "train.jsonl")
    assert "Format my external drive." in files.read_texts(folder / "safety_test.jsonl")
    assert files.read_texts(folder / "tools.yaml")
