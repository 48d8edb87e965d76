"""Pairs with a known answer, put to the judge beside a run's candidates: is it awake today?

They are made from the rows of the run by means that need no language: a number plus one, two files exchanged, the
name of another file, one more request appended, another request altogether; and, as pairs that are the same,
two utterances of one row, or an utterance with a capital letter. They skip the checks, which would stop most.
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
    wrong = itertools.islice(_wrong(rows), wanted)
    right = itertools.islice(filter(None, map(_sibling, rows)), wanted)
    return [*wrong, *right]


def _wrong(rows: Sequence[Row]) -> Iterator[Trap]:
    """Wrong pairs, one of each kind in turn; made only as far as they are wanted."""
    kinds = [filter(None, itertools.starmap(make_one, _neighbours(rows))) for make_one in _WRONG]
    for turn in itertools.zip_longest(*kinds):
        yield from filter(None, turn)


def _neighbours(rows: Sequence[Row]) -> Iterator[tuple[Row, Row | None]]:
    """Each row with the next, where that one asks for something else; the first follows the last."""
    for row, other in zip(rows, (*rows[1:], *rows[:1]), strict=True):
        is_other = normal_form(row.utterances[0]) != normal_form(other.utterances[0])
        yield row, other if is_other else None


_DIGITS = re.compile(r"(?<![\w.:/-])\d{1,4}(?![\d.:/])")


def _number(row: Row, _: Row | None) -> Trap | None:
    text = row.utterances[0]
    amounts = (span for span in literals.extract(text) if span.kind == "quantity")
    digits = next(filter(None, (_DIGITS.match(text, span.start) for span in amounts)), None)
    if digits is None:
        return None
    changed = f"{text[: digits.start()]}{int(digits[0]) + 1}{text[digits.end() :]}"
    return Trap(row, changed, False, "number")


def _files(text: str) -> list[literals.LiteralSpan]:
    return [span for span in literals.extract(text) if span.kind == "file"]


def _swapped(row: Row, _: Row | None) -> Trap | None:
    text = row.utterances[0]
    files = _files(text)
    if len(files) != 2 or files[0].text == files[1].text:
        return None
    one, other = files
    changed = text[: one.start] + other.text + text[one.end : other.start] + one.text + text[other.end :]
    return Trap(row, changed, False, "swap")


def _other_file(row: Row, _: Row | None) -> Trap | None:
    text = row.utterances[0]
    files = _files(text)
    if not files:
        return None
    stem, dot, ending = files[0].text.rpartition(".")
    return Trap(row, text.replace(files[0].text, f"{stem}_old{dot}{ending}"), False, "file name")


def _appended(row: Row, other: Row | None) -> Trap | None:
    return Trap(row, f"{row.utterances[0]}; {other.utterances[0]}", False, "added step") if other else None


def _other_request(row: Row, other: Row | None) -> Trap | None:
    return Trap(row, other.utterances[0], False, "other request") if other else None


_WRONG = (_appended, _other_request, _number, _swapped, _other_file)


def _sibling(row: Row) -> Trap | None:
    text = row.utterances[0]
    if len(row.utterances) > 1:
        return Trap(row, row.utterances[1], True, "sibling")
    capital = text[:1].swapcase() + text[1:]
    begins_with_a_literal = any(span.start == 0 for span in literals.extract(text))
    if capital == text or begins_with_a_literal:
        return None
    return Trap(row, capital, True, "capital letter")
