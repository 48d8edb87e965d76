"""Byte edits of a corpus file that only insert: utterances and tags at the end of a row's lists.

What is inserted looks as the line does: same separators, same escapes.
"""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from polyphrase.corpus import Corpus, Line
from polyphrase.errors import InputError
from polyphrase.jsonspans import Member, elements, members, skip_space
from polyphrase.models import Row
from polyphrase.rows import quoted

_ESCAPE: Final = re.compile(r"\\(?:u(?P<hex>[0-9a-fA-F]{4})|(?P<char>.))")
# JSON allows them raw, but programs that split lines as Unicode does would cut the row in two.
_LINE_BREAKS: Final = str.maketrans({char: f"\\u{ord(char):04x}" for char in "\u0085\u2028\u2029"})


class Addition(NamedTuple):
    """Utterances and tags for one row."""

    row_id: str
    utterances: tuple[str, ...]
    tags: tuple[str, ...]


class Insertion(NamedTuple):
    """Bytes to insert before the byte `offset` of the original file.

    That is the end of the list `key` of a row, or the end of the file where the row is new and `key` empty.
    """

    offset: int
    text: bytes
    row_id: str = ""
    key: str = ""


class Style(NamedTuple):
    """How strings are written: each is for it above zero, against it below, and unknown at zero."""

    escapes: int
    upper_case: int
    escapes_slash: int


def takes_tags(row: Row) -> bool:
    """Whether tags can be added. The first tag is the row's category, so a row without tags gets none."""
    return bool(row.tags)


def insertions(corpus: Corpus, additions: Sequence[Addition]) -> tuple[Insertion, ...]:
    """What to insert, by offset, so that each row has its additions; what it has already is left out.

    Raises `InputError` for a row that the corpus does not have and for a text that no corpus may hold.
    """
    lines = {line.row.id: line for line in corpus.lines}
    _check(corpus.name, lines, additions)
    styles = [style_of(line.text) for line in corpus.lines] if additions else []
    file_style = Style(*(sum(votes) for votes in zip(*styles, strict=True))) if styles else Style(0, 0, 0)
    by_row: dict[str, list[Addition]] = {}
    for addition in additions:
        by_row.setdefault(addition.row_id, []).append(addition)
    found: list[Insertion] = []
    for row_id, own in by_row.items():
        line = lines[row_id]
        wanted = {"utterances": _new(line.row.utterances, (one.utterances for one in own))}
        if takes_tags(line.row):
            wanted["tags"] = _new(line.row.tags or (), (one.tags for one in own))
        found += _line_insertions(line, wanted, file_style)
    return tuple(sorted(found))


def apply(data: bytes, insertions: Iterable[Insertion]) -> bytes:
    """`data` with every insertion. Raises `ValueError` for an offset outside of it."""
    pieces = []
    position = 0
    for offset, text, *_ in sorted(insertions, key=_offset):
        if not 0 <= offset <= len(data):
            raise ValueError(f"offset {offset} is outside of {len(data)} bytes")
        pieces += [data[position:offset], text]
        position = offset
    return b"".join([*pieces, data[position:]])


def revert(data: bytes, insertions: Iterable[Insertion]) -> bytes:
    """The file that `apply` turned into `data`.

    Raises `ValueError` when the inserted bytes do not stand where they should.
    """
    pieces = []
    position = inserted = 0
    for offset, text, *_ in sorted(insertions, key=_offset):
        start = offset + inserted
        if start < position or not data.startswith(text, start):
            raise ValueError(f"the {len(text)} bytes inserted at offset {offset} are not there any more")
        pieces.append(data[position:start])
        position = start + len(text)
        inserted += len(text)
    return b"".join([*pieces, data[position:]])


def appended(data: bytes, lines: Iterable[tuple[str, str]]) -> tuple[Insertion, ...]:
    """New lines (row id, text) at the end of a file, with its line ends; a missing last one stays missing."""
    end = b"\r\n" if b"\r\n" in data[-4096:] else b"\n"
    ends = not data or data.endswith(b"\n")
    texts = ((row_id, text.encode()) for row_id, text in lines)
    return tuple(Insertion(len(data), text + end if ends else end + text, row_id) for row_id, text in texts)


def _offset(one: Insertion) -> int:
    """What insertions are sorted by; new lines, all at the end, keep their order."""
    return one.offset


def relocate(corpus: Corpus, made: Iterable[Insertion]) -> tuple[Insertion, ...]:
    """Insertions that `revert` takes out of `corpus`, though the file changed since they were made.

    Raises `ValueError` naming a row where one does not stand any more, or more than once.
    """
    lines = {line.row.id: line for line in corpus.lines}
    found = sorted((_place(lines.get(one.row_id), one), one) for one in made)
    before = 0
    placed = []
    for at, one in found:
        placed.append(one._replace(offset=at - before))
        before += len(one.text)
    return tuple(placed)


def _place(line: Line | None, one: Insertion) -> int:
    """The byte of the file at which the inserted bytes stand now."""
    written = one.text.decode("utf-8")
    if not one.key:
        if line is None or line.text != written.strip("\r\n"):
            raise ValueError(f"row {quoted(one.row_id)}, which it added, changed")
        lead = len(written) - len(written.lstrip("\r\n"))
        return line.offset - lead
    for member in members(line.text, skip_space(line.text, 0)) if line is not None else ():
        if (
            line is not None
            and member.key == one.key
            and line.text.count(written, member.start, member.end) == 1
        ):
            at = line.text.index(written, member.start)
            return line.offset + len(line.text[:at].encode("utf-8"))
    raise ValueError(f"{one.key} of row {quoted(one.row_id)} changed")


def _check(name: str, lines: Mapping[str, Line], additions: Iterable[Addition]) -> None:
    additions = tuple(additions)
    unknown = dict.fromkeys(one.row_id for one in additions if one.row_id not in lines)
    if unknown:
        raise InputError(
            f"{name} has no row {', '.join(quoted(row_id) for row_id in unknown)}",
            "the corpus changed since; stage again, or bring the row back",
        )
    for addition in additions:
        for text in (*addition.utterances, *addition.tags):
            if not text.strip() or not _is_unicode(text):
                raise InputError(
                    f"{quoted(text)} cannot be added to row {quoted(addition.row_id)} of {name}",
                    "it must not be blank, nor hold half of a surrogate pair",
                )


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _new(old: Iterable[str], groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """What the groups have and `old` does not, once each, in order."""
    has = set(old)
    return tuple(one for one in dict.fromkeys(text for group in groups for text in group) if one not in has)


def _line_insertions(
    line: Line, wanted: Mapping[str, Sequence[str]], file_style: Style
) -> Iterator[Insertion]:
    """The insertions for one row; `wanted` is by key, and the row has these keys' arrays, not empty."""
    text = line.text
    top = members(text, skip_space(text, 0))
    starts = {member.key: member.start for member in top}
    style = Style(*(own or all_lines for own, all_lines in zip(style_of(text), file_style, strict=True)))
    for key, values in wanted.items():
        if values:
            end = elements(text, starts[key])[-1].end
            separator = _separator(text, top, starts[key])
            added = "".join(separator + written_as(value, style) for value in values)
            offset = line.offset + len(text[:end].encode("utf-8"))
            yield Insertion(offset, added.encode("utf-8"), line.row.id, key)


def _separator(text: str, top: Sequence[Member], start: int) -> str:
    """What stands between two elements of the array at `start`, or would if it had two."""
    spans = elements(text, start)
    if len(spans) > 1:
        return text[spans[-2].end : spans[-1].start]
    arrays = [elements(text, member.start) for member in top if text[member.start] == "["]
    gaps = [text[one.end : two.start] for array in arrays for one, two in pairwise(array)]
    gaps = gaps or [text[one.end : two.key_start] for one, two in pairwise(top)]
    # Other gaps may be wide to line things up, so only whether there is a space counts.
    spaced = Counter(", " if gap[-1].isspace() else "," for gap in gaps)
    return spaced.most_common(1)[0][0]


@functools.lru_cache(maxsize=1 << 14)  # a review asks for every line at every key
def style_of(text: str) -> Style:
    """What the strings of a line say about its style."""
    raw = not text.isascii()
    if "\\" not in text:
        return Style(-raw, 0, -("/" in text))
    escapes = list(_ESCAPE.finditer(text))
    codes = [escape["hex"] for escape in escapes if escape["hex"]]
    slashes = sum(escape["char"] == "/" for escape in escapes)
    letters = "".join(codes)
    upper = sum(letter in "ABCDEF" for letter in letters)
    lower = sum(letter in "abcdef" for letter in letters)
    # Every style has escapes for control characters, and some for markup, so ASCII says nothing.
    return Style(
        escapes=-1 if raw else any(int(code, 16) > 0x7F for code in codes),
        upper_case=_sign(upper - lower),
        escapes_slash=_sign(2 * slashes - text.count("/")),
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def written_as(value: str, style: Style) -> str:
    """`value` as a JSON string in `style`."""
    written = json.dumps(value, ensure_ascii=style.escapes > 0).translate(_LINE_BREAKS)
    if style.upper_case > 0:
        written = _ESCAPE.sub(
            lambda escape: f"\\u{escape['hex'].upper()}" if escape["hex"] else escape[0], written
        )
    if style.escapes_slash > 0:
        written = written.replace("/", "\\/")
    return written
