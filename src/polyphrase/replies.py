"""One strict reader for what models answer. It never looks for JSON inside prose and never repairs strings."""

from __future__ import annotations

import json
import re
from typing import Any

from polyphrase.models import Reply

# A reasoning model's wrapper, closed, before everything else: a defined envelope, not prose.
THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
FENCE = re.compile(r"\A```(?:json)?[ \t]*\r?\n(.*)\n[ \t]*```\Z", re.DOTALL | re.IGNORECASE)


class ReplyShapeError(ValueError):
    """A reply that is not exactly one JSON object; the text says in a few words what it is instead."""


def json_object(reply: Reply) -> dict[str, Any]:
    """The one JSON object a reply holds, fenced or not. Raises `ReplyShapeError`."""
    if reply.finish_reason == "length":
        raise ReplyShapeError(f"cut off after {reply.output_tokens} tokens")
    text = THINKING.sub("", reply.text).strip()
    if not text:
        raise ReplyShapeError("an empty reply")
    fenced = FENCE.match(text)
    if fenced and "```" not in fenced[1]:
        text = fenced[1]
    try:
        value = json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise ReplyShapeError(f"not one JSON object ({error}): {text[:80]!r}") from error
    if not isinstance(value, dict):
        raise ReplyShapeError(f"a JSON {type(value).__name__} instead of an object")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
