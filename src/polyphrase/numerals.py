"""What numerals say: digits with their marks, number words, Chinese characters, times on a clock."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from polyphrase.vocabulary import HAN_DIGITS, HAN_TENS

SPACE = "[ \t\u00a0\u2009\u202f]"
_DAY = 24 * 60
_SPACES = re.compile(SPACE)
_NO_DIGITS = dict.fromkeys(map(ord, "0123456789"))
_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_THREE_DIGITS = re.compile(r"(?!0)\d{1,3}[.,]\d{3}")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?")

# A numeral, an amount of time or a word for one of them; several where a unit has two meanings.
Units = tuple[tuple[str, Fraction], ...]
Shape = Literal["quantity", "resolution", "ratio"]
Reading = tuple[str, Hashable]


@dataclass(frozen=True, slots=True)
class Token:
    """A numeral at `start` to `end` with what its unit or shape says; its number ends at `number_end`."""

    start: int
    end: int
    number_end: int
    numbers: frozenset[Fraction]
    units: Units = ()
    shape: Shape = "quantity"
    readings: frozenset[Reading] = frozenset()
    parts: tuple[Token, ...] = ()
    in_words: bool = False
    composable: bool = False
    opens_range: bool = False


def clock(minutes: Fraction) -> set[Fraction]:
    """Minutes of the day that a time on a clock may mean: up to 12:59 also in the afternoon."""
    if minutes > _DAY:
        return set()
    return {minutes % _DAY, (minutes + _DAY // 2) % _DAY} if minutes < 13 * 60 else {minutes % _DAY}


def decimal_values(written: str) -> frozenset[Fraction]:
    """The values that a decimal numeral may have: a comma or point is a decimal mark or groups thousands."""
    compact = _SPACES.sub("", written)
    values = set()
    if compact.isdigit():
        values.add(Fraction(compact))
    elif compact in _VULGAR:
        values.add(_VULGAR[compact])
    else:
        if _GROUPED.fullmatch(compact):
            mark = compact.translate(_NO_DIGITS)
            decimal = mark[-1] if len(set(mark)) > 1 else ""
            plain = compact.replace(mark[0], "")
            values.add(Fraction(plain.replace(decimal, ".") if decimal else plain))
        if compact.count(".") + compact.count(",") == 1 and (_THREE_DIGITS.fullmatch(compact) or not values):
            values.add(Fraction(compact.replace(",", ".")))
    return frozenset(values)


def han_value(word: str) -> Fraction:
    """The value of Chinese number characters: 两百五十 is 250, 二〇二四 is 2024."""
    total = section = 0
    for char in word:
        if char in HAN_DIGITS:
            section = section * (10 if section else 0) + HAN_DIGITS[char]
        else:
            total, section = total + (section or 1) * HAN_TENS[char], 0
    return Fraction(total + section)


def joined(first: Fraction, second: Fraction) -> Fraction | None:
    """The number that two number words make together (eighty five, quatre-vingt, two hundred), if any."""
    if (
        first >= 20
        and first % 10 == 0
        and 0 < second < (1000 if first >= 1000 else 100 if first >= 100 else 10)
    ):
        return first + second
    if first in (60, 80) and 10 <= second < 20:
        return first + second
    if (first == 4 and second == 20) or (1 < first < 10 and second == 100) or (first > 1 and second == 1000):
        return first * second
    return None


def bare(value: str | int | Fraction) -> Token:
    """A number without a unit and a place, as a part of another."""
    return Token(0, 0, 0, frozenset({Fraction(value)}))
