"""The corpus file: its bytes, its rows and where each row stands; every problem of a bad file at once.

The file is UTF-8, one JSON object a line. Lines end at a line feed and nowhere else (U+2028 and its like may
stand raw in a string). Blank lines and lines that start with `#` are kept and hold no row.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import NamedTuple

from polyphrase.errors import CorpusError
from polyphrase.models import Problem, Row
from polyphrase.rows import Found, place, quoted, read


class Line(NamedTuple):
    """A line that holds a row.

    `number` counts from 1. `offset`: of the line's first byte in the file, after a byte order mark.
    `text`: the line as it is written, without its end.
    """

    row: Row
    number: int
    offset: int
    text: str


@dataclass(frozen=True)
class Corpus:
    """A corpus file: the path to show, all its bytes, and every line that holds a row, in file order."""

    name: str
    data: bytes
    lines: tuple[Line, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, in file order."""
        return tuple(line.row for line in self.lines)


def parse(data: bytes, name: str) -> Corpus:
    """The corpus in `data`. `name` is the path that messages show.

    Raises `CorpusError` with every problem of the file, in file order; of what is not UTF-8 or not JSON in a
    line, the first. Columns do not count a byte order mark.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise CorpusError(name, [Problem(1, 1, "the file is UTF-16; save it as UTF-8")])
    lines: list[Line] = []
    problems: list[Problem] = []
    first_lines: dict[str, int] = {}
    offset = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    for number, raw in enumerate(data[offset:].split(b"\n"), start=1):
        found: list[Found] = []
        is_last = offset + len(raw) == len(data)
        text = _decode(raw.removesuffix(b"\r"), is_last, found)
        if text and text.strip() and not text.lstrip().startswith("#"):
            reading = read(text, is_last=is_last)
            found += reading.found
            if reading.row is not None:
                lines.append(Line(reading.row, number, offset, text))
            if reading.row_id is not None:
                first = first_lines.setdefault(reading.row_id, number)
                if first != number:
                    message = f"`id` must be unique: line {first} has {quoted(reading.row_id)} already"
                    found.append(Found(place(text, "id"), message))
        found.sort(key=lambda one: one.at)
        problems += (Problem(number, one.at + 1, one.message) for one in found)
        offset += len(raw) + 1
    if problems:
        raise CorpusError(name, problems)
    return Corpus(name, data, tuple(lines))


def _decode(raw: bytes, is_last: bool, found: list[Found]) -> str | None:
    """The line as text, or None where it is not UTF-8."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = f"byte {error.start + 1} of the line (0x{raw[error.start]:02x})"
        cut = is_last and error.reason == "unexpected end of data"
        message = (
            f"the line is cut off inside a character, at {byte}" if cut else f"{byte} is not valid UTF-8"
        )
        found.append(Found(len(raw[: error.start].decode("utf-8")), message))
        return None
    if "\r" in text:
        message = "a carriage return stands alone inside the line, where other programs begin a new line"
        found.append(Found(text.index("\r"), message))
    return text
