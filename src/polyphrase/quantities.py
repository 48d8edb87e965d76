"""Numbers in a text with their units, as sets of possible readings in base units.

What is written can often be read in two ways (`1,500`, `5 m`, `7:30`), so a quantity is a set of readings
and two quantities agree when one reading is common to both.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from polyphrase.numerals import SPACE, Reading, Shape, Token, clock
from polyphrase.readers import read_tokens

_AND = re.compile(
    rf"{SPACE}*,?{SPACE}*(?:(?:and|und|y|et|e|i|a|en|og|och|ja|és|si|și|ve|và|и|та|й|і|και){SPACE})?{SPACE}*",
    re.IGNORECASE,
)
_TO = re.compile(
    rf"{SPACE}*(?:[-–—~〜～]|to|through|until|till|bis|als?|a|à|ao|até|до|по|到|至|から){SPACE}*",
    re.IGNORECASE,
)
_LIST = re.compile(rf"{SPACE}*(?:[,、]|and|or|und|oder|y|o|e|et|ou|и|или|和|と){SPACE}*", re.IGNORECASE)


class Quantity(NamedTuple):
    """What a number may mean.

    `readings`: (dimension, value in base units) where a unit says so; none for a bare number.
    `numbers`: the values as written, by which a bare number agrees with one that has a unit.
    `parts`: of a composite such as 1280x720 or 1 h 5 min, which may also be given one by one.
    """

    readings: frozenset[Reading]
    numbers: frozenset[Fraction]
    parts: tuple[Quantity, ...] = ()

    @property
    def dimensions(self) -> frozenset[str]:
        """Names of the dimensions it may be in; none for a bare number."""
        return frozenset(dimension for dimension, _ in self.readings)

    def meets(self, other: Quantity) -> bool:
        """Whether both may mean the same amount."""
        if self.readings and other.readings:
            return not self.readings.isdisjoint(other.readings)
        return not self.numbers.isdisjoint(other.numbers)


class Found(NamedTuple):
    """A quantity at `start` to `end`.

    `in_words`: no digit in it. `opens_range`: another quantity follows as the end of a range.
    """

    start: int
    end: int
    shape: Shape
    quantity: Quantity
    in_words: bool
    opens_range: bool = False


def find_quantities(text: str) -> list[Found]:
    """Every number of `text`, in digits or in words, with its unit, in text order.

    `text` has ASCII digits; spans that are no numbers (file names) are replaced by NUL characters.
    """
    return [_found(token) for token in _ranges(text, _compounds(text, read_tokens(text)))]


def _found(token: Token) -> Found:
    readings = set(token.readings)
    numbers = set(token.numbers)
    for number, (dimension, size) in itertools.product(token.numbers, token.units):
        if dimension == "clock":
            readings |= {("clock", minute) for minute in clock(number * 60)}
        else:
            readings.add((dimension, number * size))
        if dimension == "factor":
            numbers.add(number * size)
    parts = tuple(_found(part).quantity for part in token.parts)
    quantity = Quantity(frozenset(readings), frozenset(numbers), parts)
    return Found(
        token.start,
        token.end,
        token.shape,
        quantity,
        token.in_words,
        token.opens_range,
    )


def _compounds(text: str, tokens: list[Token]) -> Iterator[Token]:
    """Join amounts of time that add up: 1 min 30 s, 1h30, 一分三十秒."""
    current: Token | None = None
    for token in tokens:
        if current is not None:
            joined = _add_time(text, current, token)
            if joined is not None:
                current = joined
                continue
            yield current
        current = token
    if current is not None:
        yield current


def _time_size(token: Token) -> Fraction | None:
    return next((size for dimension, size in token.units if dimension == "time"), None)


def _add_time(text: str, first: Token, second: Token) -> Token | None:
    larger, smaller = _time_size(first), _time_size(second)
    if larger is None or larger < 60 or not _AND.fullmatch(text, first.end, second.start):
        return None
    if smaller is None and not second.units and not second.readings and first.end == second.start:
        smaller = larger / 60  # 1h30
    if smaller is None or smaller >= larger:
        return None
    sums = frozenset(
        one * larger + other * smaller for one, other in itertools.product(first.numbers, second.numbers)
    )
    readings: set[Reading] = {("time", total) for total in sums}
    if larger == 3600:
        readings |= {("clock", minute) for total in sums for minute in clock(total / 60)}
    return Token(
        first.start,
        second.end,
        second.number_end,
        frozenset(total / smaller for total in sums),
        (("time", smaller),),
        readings=frozenset(readings),
        parts=(*(first.parts or (first,)), second),
        in_words=first.in_words and second.in_words,
    )


def _ranges(text: str, tokens: Iterator[Token]) -> Iterator[Token]:
    """Give the first number of a range or list the unit of the last: 2 to 5 minutes."""
    following: Token | None = None
    result: list[Token] = []
    for token in reversed(list(tokens)):
        current = token
        if following is not None:
            opens = _TO.fullmatch(text, token.end, following.start) is not None
            is_bare = not token.units and not token.readings and not token.in_words
            shares = is_bare and (opens or _LIST.fullmatch(text, token.end, following.start))
            current = replace(token, opens_range=opens, units=following.units if shares else token.units)
        result.append(current)
        following = current
    return reversed(result)
