"""Pairs with a known answer, put to the judge beside a run's candidates: is it awake today?

They are made from the rows of the run by means that need no language: a number plus one, two files exchanged, the
name of another file, one more request appended, another request altogether; and, as pairs that are the same,
two utterances of one row, or an utterance with other punctuation. They skip the checks, which would stop most.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from polyphrase import literals
from polyphrase.models import Row
from polyphrase.text import normal_form

SHARE = 0.05
"""Of what the judge sees, so many are traps of each sort; see LEAST."""
LEAST = 4
"""So few of each sort at least, where the rows give them: fewer say nothing."""
LIMIT = 0.5
"""A judge that calls more than this share of the wrong pairs clean has nothing called clean."""


class Trap(NamedTuple):
    """A row and a text of which it is known whether it is the same request."""

    row: Row
    text: str
    same: bool
    kind: str


class Caught(NamedTuple):
    """How a judge did: wrong pairs shown and called clean, right pairs shown and thrown away."""

    wrong: int = 0
    accepted: int = 0
    right: int = 0
    dropped: int = 0

    @property
    def failed(self) -> bool:
        """Whether the judge accepts too much for its word to count."""
        return self.accepted > LIMIT * self.wrong


def make(rows: Sequence[Row], candidates: int) -> list[Trap]:
    """Traps for a run in which `candidates` go to the judge; the same ones for the same rows."""
    if not candidates:
        return []
    wanted = max(LEAST, round(SHARE * candidates))
    kinds = [[trap for row in rows if (trap := make_one(row, rows)) is not None] for make_one in _WRONG]
    wrong = itertools.islice(_round_robin(kinds), wanted)
    right = itertools.islice((trap for row in rows if (trap := _sibling(row)) is not None), wanted)
    return [*wrong, *right]


def _round_robin(lists: Sequence[Sequence[Trap]]) -> Iterator[Trap]:
    for round_ in itertools.zip_longest(*lists):
        yield from (trap for trap in round_ if trap is not None)


_DIGITS = re.compile(r"(?<![\w.:/-])\d{1,4}(?![\d.:/])")


def _number(row: Row, _: Sequence[Row]) -> Trap | None:
    text = row.utterances[0]
    found = [s for s in literals.extract(text) if s.kind == "quantity" and _DIGITS.match(text, s.start)]
    if not found:
        return None
    start = found[0].start
    digits = _DIGITS.match(text, start)
    assert digits is not None
    changed = f"{text[:start]}{int(digits[0]) + 1}{text[digits.end() :]}"
    return Trap(row, changed, False, "number")


def _swapped(row: Row, _: Sequence[Row]) -> Trap | None:
    text = row.utterances[0]
    files = [span for span in literals.extract(text) if span.kind == "file"]
    if len(files) != 2 or files[0].text == files[1].text:
        return None
    one, other = files
    changed = text[: one.start] + other.text + text[one.end : other.start] + one.text + text[other.end :]
    return Trap(row, changed, False, "swap")


def _other_file(row: Row, _: Sequence[Row]) -> Trap | None:
    text = row.utterances[0]
    files = [span for span in literals.extract(text) if span.kind == "file"]
    if not files:
        return None
    stem, dot, ending = files[0].text.rpartition(".")
    return Trap(row, text.replace(files[0].text, f"{stem}_old{dot}{ending}"), False, "file name")


def _next(row: Row, rows: Sequence[Row]) -> Row | None:
    """Another row, with another first utterance: the next in the list."""
    if len(rows) < 2:
        return None
    other = rows[(rows.index(row) + 1) % len(rows)]
    return other if normal_form(other.utterances[0]) != normal_form(row.utterances[0]) else None


def _appended(row: Row, rows: Sequence[Row]) -> Trap | None:
    other = _next(row, rows)
    return Trap(row, f"{row.utterances[0]}; {other.utterances[0]}", False, "added step") if other else None


def _other_request(row: Row, rows: Sequence[Row]) -> Trap | None:
    other = _next(row, rows)
    return Trap(row, other.utterances[0], False, "other request") if other else None


_WRONG = (_appended, _other_request, _number, _swapped, _other_file)


def _sibling(row: Row) -> Trap | None:
    if len(row.utterances) > 1:
        return Trap(row, row.utterances[1], True, "sibling")
    return Trap(row, row.utterances[0].rstrip(".!?") + "!", True, "punctuation")
