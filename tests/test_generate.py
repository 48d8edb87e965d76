"""From a cell to a request, and from whatever comes back to candidates and drops."""

from __future__ import annotations

import json
from typing import Any

import pytest
from doubles import asked, phrasings, reply, row
from hypothesis import given, settings
from hypothesis import strategies as st
from test_prompts import shipped

from polyphrase import generate, literals
from polyphrase.models import Candidate, Cell, Dropped, Reply, Request, Row
from polyphrase.prompts import Prompt

CELL = Cell(row_id="r", lang="es", style="terse", wanted=2)
ROW = row("r", "cut talk.mkv at 90 s", "trim talk.mkv at 1:30", outcome="plan")


def request_for(one: Row = ROW, cell: Cell = CELL, model: str = "m") -> Request:
    return generate.request(one, cell, literals.contract(one), shipped("generate"), model, None)


def found(answer: Reply) -> list[Candidate | Dropped]:
    return generate.candidates(answer, CELL, "key")


def texts(answer: Reply) -> list[str]:
    """The text of each candidate; for a drop, its detail in angle brackets."""
    return [one.text if isinstance(one, Candidate) else f"<{one.detail}>" for one in found(answer)]


def test_a_request_shows_the_row_what_must_survive_and_how_many_are_wanted() -> None:
    assert asked(request_for()) == {
        "command": "cut talk.mkv at 90 s",
        "other_wordings": ["trim talk.mkv at 1:30"],
        "keep": ["talk.mkv", "90 s"],
        "language": "Spanish",
        "count": 2,
    }
    assert "other_wordings" not in asked(request_for(row("r", "cut talk.mkv")))


def test_a_literal_said_twice_is_shown_once() -> None:
    assert asked(request_for(row("r", "join a.mov and a.mov")))["keep"] == ["a.mov"]


def test_the_reply_must_hold_exactly_the_wanted_number_of_strings() -> None:
    schema: Any = request_for(cell=CELL.model_copy(update={"wanted": 5})).reply_schema
    assert schema["properties"]["phrasings"]["minItems"] == 5
    assert schema["properties"]["phrasings"]["maxItems"] == 5
    assert schema["additionalProperties"] is False


def test_the_reply_may_be_longer_for_more_phrasings() -> None:
    more = request_for(cell=CELL.model_copy(update={"wanted": 7}))
    assert more.max_tokens - request_for().max_tokens == 5 * shipped("generate").max_tokens_each


def test_the_note_is_that_of_the_outcome() -> None:
    notes = shipped("generate").notes
    vague = request_for(row("r", "shrink my film", outcome="clarify"))
    assert vague.messages[-1].content.endswith(notes["clarify"])
    assert request_for().messages[-1].content.endswith(notes["plan"])


def test_whatever_changes_the_request_changes_its_key() -> None:
    keys = {
        request_for().key,
        request_for().with_sample(1).key,
        request_for(model="n").key,
        request_for(row("r", "cut talk.mkv at 91 s")).key,
        request_for(cell=CELL.model_copy(update={"lang": "de"})).key,
        request_for(cell=CELL.model_copy(update={"wanted": 3})).key,
        generate.request(
            ROW,
            CELL,
            literals.contract(ROW),
            Prompt.model_validate({**shipped("generate").model_dump(), "system": "x"}),
            "m",
            None,
        ).key,
    }
    assert len(keys) == 7
    assert request_for().key == request_for().key


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (phrasings(["a", "b"]), ["a", "b"]),
        (phrasings([" a \n", "\u3000b"]), ["a", "b"]),
        (phrasings(["only one"]), ["only one"]),
        (phrasings(["a", "b", "c", "d"]), ["a", "b", "c", "d"]),
        (phrasings(["a", "a", "A."]), ["a", "a", "A."]),
        (phrasings(["", " "]), ["", ""]),
        (phrasings(["a\u2028b"]), ["a\u2028b"]),
        ('```json\n{"phrasings": ["a"]}\n```', ["a"]),
        ('<think>["no"]</think>{"phrasings": ["a"]}', ["a"]),
        ('{"phrasings": ["pages 1,3,] and 5"]}', ["pages 1,3,] and 5"]),
        ('{"phrasings": ["rename {a}.mp4", "echo $HOME"]}', ["rename {a}.mp4", "echo $HOME"]),
        ('{"thoughts": "…", "phrasings": ["a"]}', ["a"]),
        (phrasings(["a", None, "b"]), ["a", "<item 2 is NoneType>", "b"]),
        (phrasings([5, {"text": "a"}, ["a"], True]), [f"<item {n} is {k}>" for n, k in (
            (1, "int"), (2, "dict"), (3, "list"), (4, "bool"))]),
        ('{"phrasings": ["a", "\\ud83d"]}', ["a", "<item 2 is a broken string>"]),
        ('{"phrasings": []}', ["<an empty list of phrasings>"]),
        ('{"phrasings": "a"}', ["<no list under the key `phrasings`>"]),
        ('{"phrasings": {"0": "a"}}', ["<no list under the key `phrasings`>"]),
        ('{"utterances": ["a"]}', ["<no list under the key `phrasings`>"]),
        ('{"话语": ["a"]}', ["<no list under the key `phrasings`>"]),
        ("{}", ["<no list under the key `phrasings`>"]),
        ('["a", "b"]', ["<a JSON list instead of an object>"]),
        ("", ["<an empty reply>"]),
    ],
)  # fmt: skip
def test_each_item_of_a_reply_becomes_one_candidate_or_one_drop(answer: str, expected: list[str]) -> None:
    assert texts(reply(answer)) == expected


@pytest.mark.parametrize(
    "answer",
    [
        '```json\n["a"]\n```\n```json\n["b"]\n```',
        'Note [1]: {"phrasings": ["a", "b"]}',
        '<think>maybe {"phrasings": ["draft"]}',
        "{“phrasings”: [“a”]}",
        '{"phrasings": ["a", "b",]}',
        '{"phrasings": ["open "talk.mkv" now"]}',
        '{"phrasings": [NaN]}',
        '{"phrasings": ["a"], "phrasings": ["b"]}',
        "I'm sorry, I can't help with that.",
        "corta talk.mkv",
    ],
)
def test_a_reply_that_cannot_be_read_is_one_drop_that_shows_its_beginning(answer: str) -> None:
    (only,) = found(reply(answer))
    assert isinstance(only, Dropped)
    assert (only.reason, only.text, only.request_key) == ("reply_shape", "", "key")
    assert repr(answer[:80]) in only.detail


def test_a_reply_that_was_cut_off_is_one_drop() -> None:
    (only,) = found(reply('{"phrasings": ["a", "b', finish_reason="length"))
    assert isinstance(only, Dropped)
    assert only.detail == "cut off after 10 tokens"


def test_one_bad_item_among_twenty_keeps_nineteen() -> None:
    items: list[Any] = [f"corta talk.mkv, forma {n}" for n in range(20)]
    items[7] = None
    made = found(reply(phrasings(items)))
    assert [type(one) for one in made] == [Candidate] * 7 + [Dropped] + [Candidate] * 12
    assert len({one.id for one in made}) == 20


def test_a_candidate_s_id_is_that_of_its_words_not_of_its_reply() -> None:
    assert generate.candidate_id("r", "es", "Corta  talk.mkv.") == generate.candidate_id(
        "r", "es", "corta talk.mkv"
    )
    others = {("r", "pt", "corta talk.mkv"), ("s", "es", "corta talk.mkv"), ("r", "es", "corta talk.mp4")}
    ids = {generate.candidate_id(*one) for one in others} | {
        generate.candidate_id("r", "es", "corta talk.mkv")
    }
    assert len(ids) == 4


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=()))
    | st.just("\ud83d")
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)
ITEMS = st.lists(VALUES, min_size=1, max_size=8)


@settings(max_examples=200, deadline=None)
@given(ITEMS)
def test_no_item_vanishes_whatever_it_is(items: list[Any]) -> None:
    made = found(reply(json.dumps({"phrasings": items})))
    assert len(made) == len(items)
    for item, one in zip(items, made, strict=True):
        assert (one.row_id, one.lang, one.style, one.request_key) == ("r", "es", "terse", "key")
        if isinstance(one, Candidate):
            assert one.text == item.strip()
        one.model_dump_json()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80) | ITEMS.map(json.dumps) | st.text(st.sampled_from('{}[]":,`\n\\"phrasings')))
def test_any_text_gives_candidates_and_drops_and_never_an_exception(text: str) -> None:
    made = found(reply(text))
    assert made
    assert all(isinstance(one, Candidate | Dropped) for one in made)
