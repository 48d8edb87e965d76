"""The reader of replies: exactly one JSON object, perhaps in an envelope; nothing searched, nothing repaired."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from doubles import reply
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.replies import ReplyShapeError, json_object

FENCE = "```"
OBJECT = '{"u": ["a"]}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (OBJECT, {"u": ["a"]}),
        (f"\n\t {OBJECT}\r\n", {"u": ["a"]}),
        (f"{FENCE}json\n{OBJECT}\n{FENCE}", {"u": ["a"]}),
        (f"{FENCE}\n{OBJECT}\n{FENCE}\n", {"u": ["a"]}),
        (f"{FENCE}JSON \r\n{OBJECT}\r\n{FENCE}", {"u": ["a"]}),
        (f"<think>maybe {{'draft': 1}}</think>{OBJECT}", {"u": ["a"]}),
        (f" <think>\n\n</think>\n\n{FENCE}json\n{OBJECT}\n{FENCE}", {"u": ["a"]}),
        ("{}", {}),
        ('{"u": ["pages 1,3,] and 5", "x,}"]}', {"u": ["pages 1,3,] and 5", "x,}"]}),
        ('{"u": "a\u2028b\u0085c"}', {"u": "a\u2028b\u0085c"}),
        ('{"u": "\\ud83c\\udfac"}', {"u": "🎬"}),
        ('{"u": "<think>no</think>"}', {"u": "<think>no</think>"}),
    ],
)
def test_one_object_is_read_also_from_a_fence_and_after_thinking(text: str, expected: dict[str, Any]) -> None:
    assert json_object(reply(text)) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty reply"),
        (" \n ", "an empty reply"),
        ("<think>only thoughts</think>", "an empty reply"),
        (f"<think>no end {OBJECT}", "not one JSON object"),
        (f"so <think>x</think>{OBJECT}", "not one JSON object"),
        (f"{FENCE}json\n{OBJECT}\n{FENCE}\n{FENCE}json\n{OBJECT}\n{FENCE}", "not one JSON object"),
        (f"{FENCE}json\n{OBJECT}", "not one JSON object"),
        (f"Here you are: {OBJECT}", "not one JSON object"),
        (f"Note [1]: {OBJECT}", "not one JSON object"),
        (f"{OBJECT}\nHope this helps!", "not one JSON object"),
        (f"{OBJECT}{OBJECT}", "not one JSON object"),
        ("{“u”:[“a”]}", "not one JSON object"),
        ("{'u': ['a']}", "not one JSON object"),
        ('{"u": ["a",]}', "not one JSON object"),
        ('{"u": ["a"],}', "not one JSON object"),
        ('{"u":"open "clip.mp4" now"}', "not one JSON object"),
        ('{"u": NaN}', "NaN is not JSON"),
        ('{"u": [-Infinity]}', "-Infinity is not JSON"),
        ('{"u": ["a"], "u": ["b"]}', "a key stands twice"),
        ('{"u": ["a"', "not one JSON object"),
        ('{"u": "a\nb"}', "not one JSON object"),
        ('["a"]', "a JSON list instead of an object"),
        ('"a"', "a JSON str instead of an object"),
        ("5", "a JSON int instead of an object"),
        ("null", "a JSON NoneType instead of an object"),
        ("1" * 5000, "not one JSON object"),
        ("[" * 100_000, "not one JSON object"),
        ('{"a":' * 100_000, "not one JSON object"),
    ],
)
def test_anything_else_is_refused_in_a_few_words(text: str, why: str) -> None:
    with pytest.raises(ReplyShapeError) as caught:
        json_object(reply(text))
    assert why in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("text", [OBJECT, '{"u": ["a", "b'])
def test_a_reply_that_was_cut_off_is_never_read(text: str) -> None:
    with pytest.raises(ReplyShapeError, match="cut off after 10 tokens"):
        json_object(reply(text, finish_reason="length"))


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from('{}[]":,`\n\\ua1tn<>/hik'), max_size=60))
def test_any_text_is_an_object_or_the_one_error(text: str) -> None:
    with suppress(ReplyShapeError):
        assert isinstance(json_object(reply(text)), dict)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.text(), st.text()), st.sampled_from(["{}", "```json\n{}\n```", "<think>{{</think>{}"])
)
def test_what_is_written_is_what_is_read(value: dict[str, str], envelope: str) -> None:
    """Unless a string holds a fence of its own, which makes the envelope unclear."""
    written = json.dumps(value, ensure_ascii=False)
    text = envelope.replace("{{", "{").replace("{}", written)
    if "```" in written and envelope.startswith("`"):
        with pytest.raises(ReplyShapeError):
            json_object(reply(text))
    else:
        assert json_object(reply(text)) == value
