"""The unit that stands behind a number."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from polyphrase.numerals import SPACE, Token, Units
from polyphrase.units import UNITS
from polyphrase.vocabulary import UNSPACED

_LETTER = rf"[^\W\d_{UNSPACED}]"
_BEFORE_UNIT = re.compile(
    rf"(?:(?:st|nd|rd|th)(?!{_LETTER})|-(?:й|я|е|го|т[иао]|[вм]а|р[иа]|ия|ият)(?!{_LETTER})"
    rf"|[ºª]|\.(?={SPACE}[A-ZÄÖÜ]))?"
    rf"(?:[-‐‑]|{SPACE}{{0,2}})[个個]?"
)
_UNIT_WORD = re.compile(rf"o['’]clock|°{SPACE}?[CF](?!{_LETTER})|[%°℃℉×✕€£$¥]|{_LETTER}+", re.IGNORECASE)
_PER_SECOND = re.compile(
    rf"{SPACE}?(?:/|(?:per|pro|par|por|al|a|в|на|/){SPACE})"
    rf"(?:s|sec|sek|с|сек|second\w{{0,2}}|sekund\w{{0,2}}|segundo|секунд\w{{0,2}}|秒)(?!{_LETTER})",
    re.IGNORECASE,
)
_HALF_UNITS: Units = (("factor", Fraction(1)), ("clock", Fraction(60)))
_AND_A_HALF = re.compile(
    rf"{SPACE}?(?:and a half|y medi[ao]|e mei[ao]|e mezz[ao]|et demie?|с половиной|и половина|半)"
    rf"(?!{_LETTER})"
)
_NEXT_WORD = re.compile(rf"{SPACE}({_LETTER}{{1,9}})")
_FIRST_OF_TWO = frozenset({"per", "por", "pour", "на"})
_FRAMES = re.compile("[帧幀フコ]")
_THOUSANDS = re.compile(rf"[kKкКM](?!{_LETTER}|\d)")
_SPACES = re.compile(SPACE)
# Which degrees they are is said behind the unit, or, in Chinese and Japanese, before the number.
_FAHRENHEIT = re.compile(
    rf"{SPACE}(?:°?F(?!{_LETTER})|fahrenheit|фаренгейт\w{{0,3}}|華氏|华氏)", re.IGNORECASE
)
_BEFORE_FAHRENHEIT = ("华氏", "華氏", "カ氏", "화씨", "화씨 ")


def unit_after(text: str, at: int) -> tuple[Units, int] | None:
    """The unit that follows a number that ends at `at`, and where the unit ends."""
    gap = _BEFORE_UNIT.match(text, at)
    assert gap is not None
    start = gap.end()
    found: tuple[Units, int] | None = UNITS.prefix(text, start)
    if found is None:
        word = _UNIT_WORD.match(text, start)
        if word is None:
            return None
        name = _SPACES.sub("", word[0]).replace("’", "'")
        second = _NEXT_WORD.match(text, word.end()) if name.casefold() in _FIRST_OF_TWO else None
        if second and (units := UNITS.word(f"{name} {second[1]}")):
            found = units, second.end()
        elif units := UNITS.word(name):
            # Cyrillic s is also the preposition "with": only glued to its number is it a unit.
            found = None if name == "с" and start > at else (units, word.end())
    if found is None:
        return None
    units, end = found
    rate = _PER_SECOND.match(text, end)
    names = {"byte": "byte rate", "frame": "frame rate"}
    if rate and units[0][0] in (*names, "bit"):
        return tuple((names.get(dimension, dimension), size) for dimension, size in units), rate.end()
    return None if units[0][0] == "frame" else (units, end)


def with_unit(text: str, token: Token) -> Token:
    """`token` with the unit behind it, if there is one; `48k` is also 48,000."""
    found = unit_after(text, token.end)
    if found is None:
        half = _AND_A_HALF.match(text, token.end)
        if half:  # half past that hour, or that many times and a half
            numbers = frozenset(number + Fraction(1, 2) for number in token.numbers)
            return replace(token, end=half.end(), numbers=numbers, units=_HALF_UNITS)
        if text.startswith(("每秒", "毎秒"), token.start - 2) and _FRAMES.match(text, token.end):
            return replace(token, units=(("frame rate", Fraction(1)),))
        suffix = _THOUSANDS.match(text, token.end)
        if suffix is None:
            return token
        scale = 10**6 if suffix[0] == "M" else 1000
        return replace(token, end=token.end + 1, numbers=token.numbers | {n * scale for n in token.numbers})
    units, end = found
    if units[0][0] == "degree":
        named = _FAHRENHEIT.match(text, end)
        if named or text.endswith(_BEFORE_FAHRENHEIT, 0, token.start):
            units, end = (("fahrenheit", Fraction(1)),), named.end() if named else end
    numbers = token.numbers
    half = _AND_A_HALF.match(text, end)
    if half and units[0][0] == "time":
        end, numbers = half.end(), frozenset(number + Fraction(1, 2) for number in numbers)
    return replace(token, end=end, units=units, numbers=numbers)
