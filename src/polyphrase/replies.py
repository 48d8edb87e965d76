"""One strict reader for what models answer. It never looks for JSON inside prose and never repairs strings."""

from __future__ import annotations

import json
import re
from typing import Any

from polyphrase.models import Reply

# A reasoning model's wrapper before everything else: a defined envelope, not prose. Some chat templates write the
# opening tag themselves, so that only the closing one comes back.
THINKING = re.compile(r"\A\s*(?:<think>|(?![\s{\[`])).*?</think>", re.DOTALL)
UNFINISHED = re.compile(r"\A\s*<think>(?!.*</think>)", re.DOTALL)
FENCE = re.compile(r"```(?:json)?[ \t]*\r?\n(.*)\n[ \t]*```", re.DOTALL | re.IGNORECASE)


class ReplyShapeError(ValueError):
    """A reply that is not exactly one JSON value; the text says in a few words what it is instead."""


class CutOffError(ReplyShapeError):
    """A reply that ended at its token limit, unfinished."""


def json_value(reply: Reply) -> Any:
    """The one JSON value a reply holds: bare, or in its only fence.

    Where the text is empty, the provider may have put the answer beside it, as reasoning: that counts if it is one
    JSON value and nothing else. Raises `ReplyShapeError`.
    """
    if UNFINISHED.match(reply.text):
        raise _error(reply, "thinking that never ended")
    text = THINKING.sub("", reply.text).strip()
    if not text and reply.reasoning:
        try:
            return _value(reply.reasoning.strip())
        except (ValueError, RecursionError):
            raise _error(reply, "an empty reply; all of it is reasoning") from None
    if not text:
        raise _error(reply, "an empty reply")
    fenced = FENCE.search(text)
    if fenced and text.count("```") == 2:
        text = fenced[1]
    try:
        return _value(text)
    except (ValueError, RecursionError) as error:
        raise _error(reply, f"not one JSON value ({error}): {text[:80]!r}") from error


def json_object(reply: Reply) -> dict[str, Any]:
    """The one JSON object a reply holds. Raises `ReplyShapeError`."""
    value = json_value(reply)
    if not isinstance(value, dict):
        raise ReplyShapeError(f"a JSON {type(value).__name__} instead of an object")
    return value


def _error(reply: Reply, why: str) -> ReplyShapeError:
    """Why a reply cannot be read; of one that was cut off, that."""
    if reply.finish_reason == "length":
        return CutOffError(f"cut off after {reply.output_tokens} tokens")
    return ReplyShapeError(why)


def _value(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
