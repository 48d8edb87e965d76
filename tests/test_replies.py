"""The reader of replies: exactly one JSON object, perhaps in an envelope; nothing searched, nothing repaired."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from doubles import reply
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.replies import CutOffError, ReplyShapeError, json_value

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
        (f"so {{1}}</think>{OBJECT}", {"u": ["a"]}),
        (f"Here you are:\n{FENCE}json\n{OBJECT}\n{FENCE}\nGood luck!", {"u": ["a"]}),
        ('["a"]', ["a"]),
        ("5", 5),
        ("null", None),
    ],
)
def test_one_value_is_read_also_from_a_fence_and_after_thinking(text: str, expected: Any) -> None:
    assert json_value(reply(text)) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty reply"),
        (" \n ", "an empty reply"),
        ("<think>only thoughts</think>", "an empty reply"),
        (f"<think>no end {OBJECT}", "thinking that never ended"),
        (f"{FENCE}json\n{OBJECT}\n{FENCE}\n{FENCE}json\n{OBJECT}\n{FENCE}", "not one JSON value"),
        (f"{FENCE}json\n{OBJECT}", "not one JSON value"),
        (f"Here you are: {OBJECT}", "not one JSON value"),
        (f"Note [1]: {OBJECT}", "not one JSON value"),
        (f"{OBJECT}\nHope this helps!", "not one JSON value"),
        (f"{OBJECT}{OBJECT}", "not one JSON value"),
        ("{“u”:[“a”]}", "not one JSON value"),
        ("{'u': ['a']}", "not one JSON value"),
        ('{"u": ["a",]}', "not one JSON value"),
        ('{"u": ["a"],}', "not one JSON value"),
        ('{"u":"open "clip.mp4" now"}', "not one JSON value"),
        ('{"u": NaN}', "NaN is not JSON"),
        ('{"u": [-Infinity]}', "-Infinity is not JSON"),
        ('{"u": ["a"], "u": ["b"]}', "a key stands twice"),
        ('{"u": ["a"', "not one JSON value"),
        ('{"u": "a\nb"}', "not one JSON value"),
        ("1" * 5000, "not one JSON value"),
        ("[" * 100_000, "not one JSON value"),
        ('{"a":' * 100_000, "not one JSON value"),
    ],
)
def test_anything_else_is_refused_in_a_few_words(text: str, why: str) -> None:
    with pytest.raises(ReplyShapeError) as caught:
        json_value(reply(text))
    assert why in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("text", ["", "<think>so", f"{FENCE}json\n{OBJECT}", '{"u": ["a", "b'])
def test_a_reply_that_was_cut_off_is_never_read(text: str) -> None:
    with pytest.raises(CutOffError, match="cut off after 10 tokens"):
        json_value(reply(text, finish_reason="length"))


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from('{}[]":,`\n\\ua1tn<>/hik'), max_size=60))
def test_any_text_is_a_value_or_the_one_error(text: str) -> None:
    with suppress(ReplyShapeError):
        json.dumps(json_value(reply(text)))


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
            json_value(reply(text))
    else:
        assert json_value(reply(text)) == value
