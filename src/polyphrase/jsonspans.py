"""Where the parts of a JSON text stand, as indices into its characters. The text must be valid."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

# Only spans matter here, and `float` reads an integer of any length.
_DECODER: Final = json.JSONDecoder(parse_int=float)
_SPACE: Final = re.compile(r"[ \t\n\r]*")


class Span(NamedTuple):
    """A value: `text[start:end]`."""

    start: int
    end: int


class Member(NamedTuple):
    """One member of an object: its decoded key, where the key starts, and its value `text[start:end]`."""

    key: str
    key_start: int
    start: int
    end: int


def skip_space(text: str, index: int) -> int:
    """The first index from `index` on that holds no JSON white space."""
    space = _SPACE.match(text, index)
    return space.end() if space else index


def members(text: str, start: int) -> tuple[Member, ...]:
    """The members of the object that starts at `start`, in order; a repeated key is there twice."""
    found = []
    index = skip_space(text, start + 1)
    while text[index] != "}":
        key_start = index
        key, key_end = _value(text, key_start)
        value_start = skip_space(text, skip_space(text, key_end) + 1)
        _, value_end = _value(text, value_start)
        found.append(Member(key, key_start, value_start, value_end))
        index = _next(text, value_end)
    return tuple(found)


def elements(text: str, start: int) -> tuple[Span, ...]:
    """The elements of the array that starts at `start`, in order."""
    found = []
    index = skip_space(text, start + 1)
    while text[index] != "]":
        _, end = _value(text, index)
        found.append(Span(index, end))
        index = _next(text, end)
    return tuple(found)


def _value(text: str, index: int) -> tuple[Any, int]:
    """The value that starts at `index`, and where it ends."""
    return _DECODER.raw_decode(text, index)


def _next(text: str, index: int) -> int:
    """Past the comma that follows a value, or at the bracket that closes the container."""
    index = skip_space(text, index)
    return skip_space(text, index + 1) if text[index] == "," else index
