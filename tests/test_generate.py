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
from polyphrase.generate import Asked
from polyphrase.models import Candidate, Cell, Dropped, Reply, Request, Row
from polyphrase.prompts import Prompt

CELL = Cell(row_id="r", lang="es", styles=("terse", "typo"), wanted=2)
ROW = row("r", "cut talk.mkv at 90 s", "trim talk.mkv at 1:30", outcome="plan")


def request_for(one: Row = ROW, cell: Cell = CELL, model: str = "m") -> Request:
    return generate.request(one, [Asked(cell)], literals.contract(one), shipped("generate"), model, None)


FORMS = generate.forms([Asked(CELL)], shipped("generate"))


def found(answer: Reply) -> list[Candidate | Dropped]:
    return generate.candidates(answer, FORMS, "key")


def texts(answer: Reply) -> list[str]:
    """The text of each candidate; for a drop, its detail in angle brackets."""
    return [one.text if isinstance(one, Candidate) else f"<{one.detail}>" for one in found(answer)]


def test_a_request_shows_the_row_what_must_survive_and_how_many_are_wanted() -> None:
    wanted = [
        "terse (as few words as possible)",
        "typo (one or two typing errors in ordinary words and none in an item of keep)",
        "terse 2",
    ]
    assert asked(request_for()) == {
        "command": "cut talk.mkv at 90 s",
        "other_wordings": ["trim talk.mkv at 1:30"],
        "keep": ["talk.mkv", "90 s"],
        "language": "Spanish",
        "forms": wanted,
        "cells": {"Spanish": wanted},
    }
    assert "other_wordings" not in asked(request_for(row("r", "cut talk.mkv")))


def test_a_literal_said_twice_is_shown_once() -> None:
    assert asked(request_for(row("r", "join a.mov and a.mov")))["keep"] == ["a.mov"]


def test_the_reply_must_hold_a_string_for_each_form_and_nothing_else() -> None:
    schema: Any = request_for(cell=CELL.model_copy(update={"wanted": 4})).reply_schema
    keys = ["Spanish terse", "Spanish typo", "Spanish terse 2", "Spanish typo 2", "Spanish terse 3"]
    assert list(schema["properties"]) == schema["required"] == keys
    assert schema["additionalProperties"] is False


def test_a_later_round_asks_for_what_is_missing_in_the_styles_written_least() -> None:
    tried = generate.Tried(
        have=("corta talk.mkv",),
        wrong=tuple((f"text {n}", f"lost {n}") for n in range(9)),
        styles=("terse",),
        missing=1,
        sample=2,
    )
    again = generate.request(
        ROW, [Asked(CELL, tried)], literals.contract(ROW), shipped("generate"), "m", None
    )
    payload = asked(again)
    assert [one.split(" (")[0] for one in payload["forms"]] == ["typo", "terse"]
    assert payload["have"] == ["corta talk.mkv"]
    assert payload["wrong"] == {f"text {n}": f"lost {n}" for n in range(5, 9)}
    assert again.sample == 2
    assert again.messages[:-1] == request_for().messages[:-1], "the stable part comes first"


def test_the_mix_of_the_prompt_asks_in_three_forms() -> None:
    cell = CELL.model_copy(update={"styles": shipped("generate").mix})
    assert [one.style for one in generate.forms([Asked(cell)], shipped("generate"))] == [
        "neutral",
        "question",
        "wish",
    ]


GERMAN = Cell(row_id="r", lang="de", styles=("neutral",), wanted=1)


def both() -> tuple[Request, tuple[generate.Form, ...]]:
    """A request for Spanish, of which one phrasing is there, and German."""
    tried = generate.Tried(have=("corta talk.mkv",), styles=("terse",), missing=1, sample=1)
    cells = [Asked(CELL, tried), Asked(GERMAN, generate.Tried(sample=1))]
    prompt = shipped("generate")
    return generate.request(ROW, cells, literals.contract(ROW), prompt, "m", None), generate.forms(
        cells, prompt
    )


def test_several_languages_of_a_row_share_a_request() -> None:
    sent, forms = both()
    assert asked(sent)["cells"] == {
        "Spanish": [shipped("generate").styles["typo"], "terse (as few words as possible)"],
        "German": ["command", "command 2"],
    }
    assert asked(sent)["have"] == ["corta talk.mkv"]
    schema: Any = sent.reply_schema
    assert schema["required"] == [form.key for form in forms]
    assert schema["required"] == ["Spanish typo", "Spanish terse", "German command", "German command 2"]
    assert sent.max_tokens == shipped("generate").max_tokens + 4 * shipped("generate").max_tokens_each
    assert sent.sample == 1


def test_each_phrasing_goes_to_the_language_of_its_key() -> None:
    def told(text: str) -> list[tuple[str, str, str]]:
        return [(one.lang, one.style, one.text) for one in generate.candidates(reply(text), both()[1], "key")]

    assert told('{"German command": "schneide", "Spanish typo": "crota", "Spanish terse": "corta"}') == [
        ("de", "neutral", "schneide"),
        ("es", "typo", "crota"),
        ("es", "terse", "corta"),
    ]
    assert told('["crota", "corta", "schneide", "kürze"]') == [
        ("es", "typo", "crota"),
        ("es", "terse", "corta"),
        ("de", "neutral", "schneide"),
        ("de", "neutral", "kürze"),
    ]
    assert told('{"German": {"command": "schneide"}, "Spanish": {"typo": "crota", "breve": "corta"}}') == [
        ("de", "neutral", "schneide"),
        ("es", "typo", "crota"),
        ("es", "terse", "corta"),
    ]
    assert told('{"Spanish": ["crota"], "German": ["schneide", "kürze"]}') == [
        ("es", "typo", "crota"),
        ("de", "neutral", "schneide"),
        ("de", "neutral", "kürze"),
    ]
    assert told('{"Spanish typo": "crota", "Spanish terse": "corta", "Befehl": "schneide"}')[-1] == (
        "de",
        "neutral",
        "schneide",
    )
    assert told("no JSON at all") == [("es", "typo", ""), ("de", "neutral", "")], "a drop for each language"
    assert told('{"Spanish typo": null, "German command": "schneide"}') == [
        ("es", "typo", ""),
        ("de", "neutral", "schneide"),
    ]


def test_a_style_of_the_reply_is_that_of_its_key_and_else_that_of_its_place() -> None:
    def styles(text: str) -> list[str]:
        return [one.style for one in found(reply(text))]

    assert styles('{"Spanish typo": "crota talk.mkv", "Spanish terse": "corta"}') == ["typo", "terse"]
    assert styles('["corta talk.mkv", "crota talk.mkv"]') == ["terse", "typo"]
    assert styles('{"话语": ["corta talk.mkv", "crota talk.mkv"]}') == ["terse", "typo"]
    assert styles('{"es breve": "a", "es errata": "b", "es breve 2": "c"}') == ["terse", "typo", "terse"]


def test_the_reply_may_be_longer_for_more_phrasings() -> None:
    more = request_for(cell=CELL.model_copy(update={"wanted": 7}))
    assert more.max_tokens - request_for().max_tokens == 5 * shipped("generate").max_tokens_each


def test_the_note_is_that_of_the_outcome() -> None:
    notes = shipped("generate").notes
    vague = request_for(row("r", "shrink my film", outcome="clarify"))
    assert vague.messages[-1].content.endswith(notes["clarify"])
    assert request_for().messages[-1].content.endswith("terse 2")
    assert not notes["plan"]


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
            [Asked(CELL)],
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
        ('{"Spanish terse": "a", "Spanish typo": "b", "Spanish terse 2": "c"}', ["a", "b", "c"]),
        ('{"Spanish terse": "a", "Spanish typo": ["b", "c"]}', ["a", "b", "c"]),
        ('{"Spanish terse": null, "Spanish typo": "b"}', ["<item 1 is NoneType>", "b"]),
        ('Here you are:\n```json\n{"Spanish terse": "a"}\n```\nMore?', ["a"]),
        ('note {1}</think>{"Spanish terse": "a"}', ["a"]),
        (phrasings(["a", None, "b"]), ["a", "<item 2 is NoneType>", "b"]),
        (phrasings([5, {"text": "a"}, ["a"], True]), [f"<item {n} is {k}>" for n, k in (
            (1, "int"), (2, "dict"), (3, "list"), (4, "bool"))]),
        ('{"phrasings": ["a", "\\ud83d"]}', ["a", "<item 2 is a broken string>"]),
        ('{"phrasings": []}', ["<an empty list of phrasings>"]),
        ('{"phrasings": "a"}', ["<an object with other keys than asked for: 'phrasings'>"]),
        ('{"phrasings": {"0": "a"}}', ["<an object with other keys than asked for: 'phrasings'>"]),
        ('{"a": ["a"], "b": ["b"]}', ["<an object with other keys than asked for: 'a, b'>"]),
        ('{"utterances": ["a"]}', ["a"]),
        ('{"话语": ["a"]}', ["a"]),
        ("{}", ["<an object with other keys than asked for: ''>"]),
        ('["a", "b"]', ["a", "b"]),
        ("[]", ["<an empty list of phrasings>"]),
        ("5", ["<a JSON int instead of an object>"]),
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


def test_thinking_that_never_ended_is_one_drop() -> None:
    (only,) = found(reply('<think>maybe {"phrasings": ["draft"]}'))
    assert isinstance(only, Dropped)
    assert only.detail == "thinking that never ended"


@pytest.mark.parametrize(
    ("reasoning", "expected"),
    [
        ('{"Spanish terse": "a"}', ["a"]),
        ('The user wants {"Spanish terse": "a"}', ["<an empty reply; all of it is reasoning>"]),
    ],
)
def test_an_answer_beside_an_empty_text_counts_if_it_is_one_json_value(
    reasoning: str, expected: list[str]
) -> None:
    assert texts(reply("", reasoning=reasoning)) == expected


def test_only_what_ended_at_its_limit_unfinished_is_cut_off() -> None:
    assert generate.cut_off(reply('{"Spanish terse": "a', finish_reason="length"))
    assert generate.cut_off(reply("<think>so", finish_reason="length"))
    assert not generate.cut_off(reply('{"Spanish terse": "a"}', finish_reason="length"))
    assert not generate.cut_off(reply('{"Spanish terse": "a'))


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
        assert (one.row_id, one.lang, one.request_key) == ("r", "es", "key")
        assert one.style in CELL.styles
        if isinstance(one, Candidate):
            assert one.text == item.strip()
        one.model_dump_json()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80) | ITEMS.map(json.dumps) | st.text(st.sampled_from('{}[]":,`\n\\"phrasings')))
def test_any_text_gives_candidates_and_drops_and_never_an_exception(text: str) -> None:
    made = found(reply(text))
    assert made
    assert all(isinstance(one, Candidate | Dropped) for one in made)
