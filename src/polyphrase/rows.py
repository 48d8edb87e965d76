"""One row from the text of its line, or everything that is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from pydantic import ValidationError

from polyphrase.jsonspans import elements, members, skip_space
from polyphrase.models import Row

# Readers and writers of JSON recurse, from stacks of any depth, so Python's own limit is no measure.
_DEPTH: Final = 100
_SHOWN: Final = 60
_LISTS: Final = ("utterances", "expected_tools", "tags")
_SURROGATE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a pair is one character
    r"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\."
)
_STRING_OR_BRACKET: Final = re.compile(
    r'"[^"\\]*(?:\\.[^"\\]*)*"?|(?P<open>[\[{])|(?P<close>[\]}])',
)
_INTEGER: Final = re.compile(r"-?[0-9]+(?![0-9.eE])")
_CONSTANT: Final = re.compile(r"NaN|-?Infinity")
_KINDS: Final = {
    str: "a string",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}
# By the start of the json module's message, which differs a little between versions of Python.
_REASONS: Final = {
    "Expecting value": "a value is missing here",
    "Expecting property name": "a key in double quotes is missing here",
    "Expecting ':'": "a colon is missing here",
    "Expecting ','": "a comma or a closing bracket is missing here",
    "Illegal trailing comma": "no comma may stand before a closing bracket",
    "Extra data": "something follows the end of the JSON value",
    "Unterminated string": "the string that starts here has no closing quote",
    "Invalid control character": "a string holds a raw control character",
    "Invalid \\escape": "a string holds a backslash escape that JSON does not have",
    "Invalid \\uXXXX": "`\\u` needs four hexadecimal digits after it",
}
# By pydantic's type of error.
_MESSAGES: Final = {
    "missing": "`{path}` is missing",
    "too_short": "`{path}` must not be empty",
    "string_too_short": "`{path}` must not be empty",
    "string_type": "`{path}` must be a string, not {kind}",
    "tuple_type": "`{path}` must be a list of strings, not {kind}",
    "dict_type": "`{path}` must be an object, not {kind}",
    "literal_error": "`{path}` must be {allowed}, not {shown}",
}

_Location: TypeAlias = tuple[int | str, ...]


class Found(NamedTuple):
    """A problem in a line: where it is, as an index into its characters, and what it is."""

    at: int
    message: str


class Reading(NamedTuple):
    """What a line holds: a row, or what is wrong with it. `row_id` may be known where there is no row."""

    row: Row | None
    row_id: str | None
    found: tuple[Found, ...]


def read(text: str, *, is_last: bool = False) -> Reading:
    """The row in `text`, a line without its end. `is_last`: no line feed follows, so it may be cut off.

    Bad JSON gives one problem, the first. A carriage return where none may stand is left to the caller.
    """
    found: list[Found] = []
    value = _load(text, is_last, found)
    if value is None:
        return Reading(None, None, tuple(found))
    row = _row(text, value, found)
    row_id = value.get("id")
    return Reading(None if found else row, row_id if isinstance(row_id, str) else None, tuple(found))


def place(text: str, key: str) -> int:
    """Where the value of the row's `key` starts; without one, where the row starts."""
    return _place(text, (key,))


def quoted(value: object) -> str:
    """A value of the file as JSON that is safe to print: short, nothing hidden, nothing a terminal obeys."""
    return _printable(json.dumps(value, ensure_ascii=False))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


# Both raise JSONDecodeError for what is no JSON; the first raises ValueError for what `_irregular` finds.
_STRICT: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse)
_LENIENT: Final = json.JSONDecoder(parse_int=float)


def _load(text: str, is_last: bool, found: list[Found]) -> dict[str, Any] | None:
    """The line's object, or None where there is none. Repeated keys and the like are found, and read."""
    start = skip_space(text, 0)
    deep = _deep(text)
    if deep is not None:
        found.append(Found(deep, f"the row is nested more than {_DEPTH} levels deep"))
        return None
    try:
        value = _decode(text, start, found)
    except json.JSONDecodeError as error:
        if not text.startswith("\r", error.pos):
            found.append(_bad_json(text, error, is_last))
        return None
    if not isinstance(value, dict):
        found.append(Found(start, f"a row must be a JSON object, not {_KINDS[type(value)]}"))
        return None
    if "\\u" in text:
        found += (
            Found(escape.start(), f"`{escape['lone']}` is half of a surrogate pair, which is no character")
            for escape in _SURROGATE.finditer(text)
            if escape["lone"]
        )
    return value


def _decode(text: str, start: int, found: list[Found]) -> Any:
    """The JSON value of the line. Raises JSONDecodeError."""
    try:
        return _STRICT.decode(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        value = _LENIENT.decode(text)
        found += _irregular(text, start)
        return value


def _deep(text: str) -> int | None:
    """Where a container is one too deep."""
    if text.count("{") + text.count("[") <= _DEPTH:
        return None
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        depth += bool(token["open"]) - bool(token["close"])
        if depth > _DEPTH:
            return token.start()
    return None


def _bad_json(text: str, error: json.JSONDecodeError, is_last: bool) -> Found:
    """What the json module says, in plain words."""
    reason = next((words for said, words in _REASONS.items() if error.msg.startswith(said)), error.msg)
    if text.startswith("\ufeff", error.pos):
        reason = "a byte order mark may only stand at the start of the file"
    # A line that was cut off cannot have too much, and starts like a row.
    is_cut = is_last and text.lstrip().startswith("{") and not error.msg.startswith("Extra data")
    return Found(error.pos, f"{'the line is cut off' if is_cut else 'bad JSON'}: {reason}")


def _irregular(text: str, start: int) -> Iterator[Found]:
    """What the strict decoder refuses, at any depth: repeated keys, NaN and its like, endless integers."""
    pending = [start]
    while pending:
        index = pending.pop()
        if text[index] == "{":
            keys = set()
            for member in members(text, index):
                if member.key in keys:
                    key_end = _LENIENT.raw_decode(text, member.key_start)[1]
                    key = _printable(text[member.key_start : key_end])
                    yield Found(member.key_start, f"the key {key} stands more than once in its object")
                keys.add(member.key)
                pending.append(member.start)
        elif text[index] == "[":
            pending += (element.start for element in elements(text, index))
        elif constant := _CONSTANT.match(text, index):
            yield Found(index, f"{constant[0]} is not a JSON value")
        elif (integer := _INTEGER.match(text, index)) and _is_endless(integer[0]):
            yield Found(index, f"the number has {len(integer[0])} digits, more than Python reads")


def _is_endless(digits: str) -> bool:
    try:
        int(digits)
    except ValueError:
        return True
    return False


def _row(text: str, value: dict[str, Any], found: list[Found]) -> Row | None:
    """The row in `value`, or None where it has no row's shape. Finds everything that is wrong with it."""
    row = None
    wrong = list(_contradictions(value))
    try:
        row = Row.model_validate({key: _frozen(key, one) for key, one in value.items()})
    except ValidationError as error:
        details = error.errors(include_url=False)
        # Not Unicode: a lone surrogate, found already.
        wrong += ((one["loc"], _explain(one)) for one in details if one["type"] != "string_unicode")
    found += (Found(_place(text, loc), message) for loc, message in wrong)
    return row


def _frozen(key: str, value: object) -> object:
    """`value` with the type that a strict row wants."""
    return tuple(value) if key in _LISTS and isinstance(value, list) else value


def _explain(detail: Mapping[str, Any]) -> str:
    """What pydantic found, in plain words."""
    path = _path(detail["loc"])
    message = _MESSAGES.get(detail["type"])
    if message is None:
        return f"`{path}`: {detail['msg']}"
    return message.format(
        path=path,
        kind=_KINDS.get(type(detail["input"])),
        shown=quoted(detail["input"]),
        allowed=str(detail.get("ctx", {}).get("expected")).replace("'", '"'),
    )


def _contradictions(value: dict[str, Any]) -> Iterator[tuple[_Location, str]]:
    """What the types of a row cannot say."""
    utterances = value.get("utterances")
    for index, utterance in enumerate(utterances if isinstance(utterances, list) else ()):
        if isinstance(utterance, str) and not utterance.strip():
            yield ("utterances", index), f"`utterances[{index}]` must not be blank"
    tool, tools = value.get("expected_tool"), value.get("expected_tools")
    if isinstance(tool, str) and isinstance(tools, list) and tools and tools[0] != tool:
        message = f"`expected_tools[0]` must be the `expected_tool` {quoted(tool)}, not {quoted(tools[0])}"
        yield ("expected_tools", 0), message


def _path(loc: _Location) -> str:
    """`loc` as a person writes it: `utterances[1]`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


def _place(text: str, loc: _Location) -> int:
    """Where the value at `loc` starts; of a missing one, where the row starts."""
    start = skip_space(text, 0)
    starts = {member.key: member.start for member in members(text, start)}
    if loc[0] not in starts:
        return start
    index = starts[str(loc[0])]
    if len(loc) > 1 and isinstance(loc[1], int):
        return elements(text, index)[loc[1]].start
    return index


def _printable(source: str) -> str:
    """The start of `source` with everything that a terminal would obey or hide written as an escape."""
    printable = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in source[:_SHOWN])
    return printable + "…" if len(source) > _SHOWN else printable
