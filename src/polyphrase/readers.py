"""Reading numbers off a text: one reader for each way to write them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from fractions import Fraction

from polyphrase.measures import unit_after, with_unit
from polyphrase.numerals import SPACE, Reading, Token, Units, bare, clock, decimal_values, han_value, joined
from polyphrase.units import UNITS
from polyphrase.vocabulary import (
    AMOUNTS,
    FACTORS,
    HAN_DIGITS,
    HAN_FACTORS,
    HAN_HALVES,
    HAN_TENS,
    NUMBERS,
    ORDINALS,
    STARTS,
    UNSPACED,
)

_LETTER = rf"[^\W\d_{UNSPACED}]"
# Widths that go with a height when it is not the plain 16:9 one.
_WIDTHS = {240: (320, 424), 360: (480,), 480: (640, 720, 848, 852), 576: (720, 768), 2160: (4096,)}
_NAMED_HEIGHTS = {
    "2k": (1080, 1440),
    "4k": (2160,),
    "5k": (2880,),
    "6k": (3160, 3384),
    "8k": (4320,),
    "16k": (8640,),
}
_NAMED_HEIGHTS |= {"fullhd": (1080,), "fhd": (1080,), "qhd": (1440,), "uhd": (2160,), "ultrahd": (2160,)}

_NUMERIC = re.compile(
    rf"""
    (?P<date>(?<!\d)(?:\d{{4}}([-./])\d{{1,2}}\2\d{{1,2}}|\d{{1,2}}([-./])\d{{1,2}}\3\d{{4}})(?!\d))
    |(?P<size>(?<![\d.,])\d{{1,5}}(?:[xX×✕*хХ]|{SPACE}[xX×✕хХ]{SPACE})\d{{1,5}}(?![\d.,]*\d)
        |(?<![\d.,])\d{{3,5}}{SPACE}?(?:by|por|par|per|mal|auf|op|na|на|乘以?|かける){SPACE}?\d{{3,5}}(?!\d))
    |(?P<height>(?<![\d.,])(?:\d{{3,4}}{SPACE}?[pPрРпi](?!{_LETTER})
        |(?:2|4|5|6|8|16){SPACE}?[kKкК](?!{_LETTER}|\d)))
    |(?P<named>(?<![A-Za-z0-9])(?:full[ -]?hd|fhd|uhd|qhd|ultra[ -]?hd)(?![A-Za-z0-9]))
    |(?P<timecode>\d{{1,3}}:\d{{2}}(?::\d{{2}}){{0,2}}(?:[.,]\d{{1,3}})?(?![:\d]))
    |(?P<ratio>\d+(?:\.\d+)?{SPACE}?:{SPACE}?[1-9]\d*(?:\.\d+)?|\d+/[1-9]\d*(?![/\d]))
    |(?P<number>(?<![\d.,])\d{{1,3}}(?:{SPACE}\d{{3}})+(?![\d.,:/xXp×])|(?:(?<!\w)[.])?\d+(?:[.,]\d+)*|[½¼¾])
    |(?P<han>百分之|{"|".join(sorted((*HAN_FACTORS, *HAN_HALVES), key=len, reverse=True))}
        |[{"".join((*HAN_DIGITS, *HAN_TENS))}]+)
    |(?P<word>{_LETTER}+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Aspect ratios that look like a time.
_TALL = {(Fraction(one), Fraction(other)) for one, other in ((9, 16), (16, 10), (9, 21), (9, 18), (10, 16))}
_HALF_DAY = re.compile(rf"{SPACE}?([ap])\.?{SPACE}?m\.?(?!{_LETTER})", re.IGNORECASE)
_HALF_HOUR = re.compile(rf"(?:half|halb){SPACE}(past{SPACE})?({_LETTER}+)", re.IGNORECASE)
_ARTICLE = re.compile(
    rf"{SPACE}(?:of{SPACE})?(?:an?|une?|una|uma|ein|eine|einer)(?!{_LETTER})", re.IGNORECASE
)
_SPACES = re.compile(SPACE)
_DIGITS = re.compile(r"\d+")
_BEFORE_MINUS = re.compile(rf"[\s(=:{UNSPACED}]")
_TIMES = re.compile(rf"(?<!{_LETTER})(?<!\d)[xX×✕хХ]")
_MULTIPLE = re.compile(r"(.{2,})(?:mal|fach\w{0,2})", re.IGNORECASE)
_JOIN_WORDS = re.compile(rf"{SPACE}|-|-et-|{SPACE}(?:and|y|e|et|и|en|und){SPACE}", re.IGNORECASE)


def read_tokens(text: str) -> list[Token]:
    """Every numeral of `text`, in digits or in words, with the unit behind it."""
    tokens: list[Token] = []
    at = 0
    while match := _NUMERIC.search(text, at):
        at = match.end()
        before = tokens[-1] if tokens else None
        for token in _READERS[match.lastgroup or ""](text, match, before):
            if before is not None and token.start == before.start:
                tokens.pop()
            tokens.append(token)
            at = max(at, token.end)
    return tokens


def _read_number(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    start, end = match.span()
    written = match[0]
    numbers = decimal_values(written)
    if not numbers:  # a version such as 1.2.3, or a list such as 1,2,3
        if "." not in written:
            for part in _DIGITS.finditer(written):
                yield Token(
                    start + part.start(),
                    start + part.end(),
                    start + part.end(),
                    frozenset({Fraction(part[0])}),
                )
            return
        yield Token(start, end, end, frozenset(), readings=frozenset({("version", written)}))
        return
    sign_at = start - 1
    if _is_negative(text, sign_at, before):
        start = sign_at
        numbers = frozenset(-number for number in numbers)
    parts = tuple(map(bare, written.split(","))) if re.fullmatch(r"\d+,\d+", written) else ()
    token = Token(start, end, end, numbers, parts=parts)
    # $20, and %50 as Turkish writes it
    is_free = start > (before.end if before else 0)
    currency = UNITS.word(text[start - 1]) if is_free and text[start - 1] in "$€£¥%" else None
    times = is_free and _TIMES.match(text, start - 1)
    half_day = _HALF_DAY.match(text, end)
    if currency or times:
        yield replace(token, start=start - 1, units=currency or (("factor", Fraction(1)),))
    elif half_day:
        hour = {Fraction((number % 12) * 60 + (720 if half_day[1] in "pP" else 0)) for number in numbers}
        yield replace(token, end=half_day.end(), readings=frozenset(("clock", minute) for minute in hour))
    elif text.endswith("百分之", 0, start):
        yield replace(token, units=(("factor", Fraction(1, 100)),))
    else:
        token = with_unit(text, token)
        # With a unit it is a decimal number and no list of two.
        yield replace(token, parts=()) if token.units else token


def _is_negative(text: str, at: int, before: Token | None) -> bool:
    """Whether the character at `at` is a minus sign, rather than a hyphen or the dash of a range."""
    if at < 0 or text[at] not in "-−":
        return False
    if before is not None and not text[before.end : at].strip():
        return False
    return at == 0 or _BEFORE_MINUS.match(text, at - 1) is not None


def _read_date(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    for part in _DIGITS.finditer(match[0]):
        start, end = match.start() + part.start(), match.start() + part.end()
        yield Token(start, end, end, frozenset({Fraction(part[0])}))


def _read_size(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    width, height = (int(number) for number in _DIGITS.findall(match[0]))
    start, end = match.span()
    yield Token(
        start,
        end,
        end,
        frozenset(),
        shape="resolution",
        readings=frozenset({("size", (width, height))}),
        parts=(bare(width), bare(height)),
    )


def _read_height(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    start, end = match.span()
    name = re.sub(r"[\s-]", "", match[0].casefold().replace("к", "k"))
    heights = _NAMED_HEIGHTS.get(name) or (int(_DIGITS.findall(name)[0]),)
    readings: set[Reading] = set()
    for height in heights:
        wide = Fraction(16 * height, 9)
        even = 2 * round(wide / 2)
        widths = (math.floor(wide), math.ceil(wide), even, *_WIDTHS.get(height, ()))
        readings |= {("size", (width, height)) for width in widths} | {("pixel", Fraction(height))}
    numbers = frozenset(map(Fraction, heights)) if name not in _NAMED_HEIGHTS else frozenset()
    yield Token(start, end, end, numbers, shape="resolution", readings=frozenset(readings))


def _read_timecode(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    start, end = match.span()
    parts = [Fraction(part) for part in match[0].replace(",", ".").split(":")]
    if len(parts) == 4:  # hours, minutes, seconds and frames
        yield Token(start, end, end, frozenset(), readings=frozenset({("time", tuple(parts))}))
        return
    seconds = Fraction(0)
    for part in parts:
        seconds = seconds * 60 + part
    token = Token(start, end, end, frozenset({seconds}), readings=frozenset({("time", seconds)}))
    if len(parts) == 3:
        yield token
        return
    first, second = parts
    half_day = _HALF_DAY.match(text, end)
    found = unit_after(text, end)
    in_hours = found is not None and {("time", Fraction(3600)), ("clock", Fraction(60))} & set(found[0])
    if half_day:
        minute = (first % 12) * 60 + second + (720 if half_day[1] in "pP" else 0)
        yield replace(token, end=half_day.end(), readings=frozenset({("clock", minute)}))
        return
    readings: set[Reading] = {("time", seconds)}
    if second.denominator == 1 and second < 60:
        readings |= {("clock", minute) for minute in clock(seconds)}
    if found and found[0][0][0] in ("time", "clock"):
        end = found[1]
    if in_hours:
        readings.add(("time", seconds * 60))
    if second and first:
        readings.add(("ratio", first / second))
    is_ratio = (first, second) in _TALL
    yield replace(token, end=end, readings=frozenset(readings), shape="ratio" if is_ratio else "quantity")


def _read_ratio(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    start, end = match.span()
    first, second = (Fraction(number) for number in re.split("[:/]", _SPACES.sub("", match[0])))
    value: Hashable = first / second if first else (first, second)
    readings: set[Reading] = {("ratio", value)}
    if "/" in match[0]:
        readings.add(("factor", value))
    numbers = frozenset({first / second}) if first and "/" in match[0] else frozenset()
    yield Token(
        start,
        end,
        end,
        numbers,
        shape="ratio",
        readings=frozenset(readings),
    )


def _read_han(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    start, end = match.span()
    word = match[0]
    if word == "百分之":
        return
    if word in HAN_FACTORS or word in HAN_HALVES:
        factor = Fraction(HAN_FACTORS.get(word, 0)) or Fraction(1, 2)
        yield _factor(text, Token(start, end, end, frozenset({factor}), in_words=True))
        return
    token = Token(start, end, end, frozenset({han_value(word)}), in_words=True)
    if text.endswith("百分之", 0, start):
        yield replace(token, units=(("factor", Fraction(1, 100)),))
    else:
        yield with_unit(text, token)


def _factor(text: str, token: Token) -> Token:
    """A factor word: alone it multiplies, before a unit it is an amount (half a minute).

    Before an hour it is a time: "half past two", but "halb drei" for the same.
    """
    hour = _HALF_HOUR.match(text, token.start)
    if hour and (number := NUMBERS.word(hour[2])) is not None and 0 < number < 13:
        past = number + Fraction(1, 2) if hour[1] else number - Fraction(1, 2)
        units: Units = (("clock", Fraction(60)),)
        return replace(token, end=hour.end(), numbers=frozenset({past}), units=units)
    article = _ARTICLE.match(text, token.end)
    found = unit_after(text, article.end() if article else token.end)
    if found and found[0][0][0] in ("time", "byte", "metre"):
        return replace(token, units=found[0], end=found[1])
    return replace(token, units=(("factor", Fraction(1)),))


def _read_word(text: str, match: re.Match[str], before: Token | None) -> Iterator[Token]:
    start, end = match.span()
    word = match[0]
    number = NUMBERS.word(word)
    if number is not None:
        if before is not None and before.composable and _JOIN_WORDS.fullmatch(text, before.number_end, start):
            together = joined(next(iter(before.numbers)), number)
            if together is not None:
                number, start = together, before.start
        token = Token(start, end, end, frozenset({number}), in_words=True)
        token = with_unit(text, token)
        yield replace(token, composable=not token.units)
    elif factors := FACTORS.word(word):
        yield _factor(text, Token(start, end, end, frozenset(factors), in_words=True))
    elif amount := AMOUNTS.word(word):
        number, unit = amount
        yield Token(start, end, end, frozenset({number}), (unit,), in_words=True)
    elif ordinal := ORDINALS.word(word):
        yield Token(start, end, end, frozenset({ordinal}), in_words=True)
    elif STARTS.word(word):
        yield Token(start, end, end, frozenset({Fraction(0), Fraction(1)}), in_words=True)
    elif (times := _MULTIPLE.fullmatch(word)) and (count := NUMBERS.word(times[1])) is not None:
        yield Token(start, end, end, frozenset({count}), (("factor", Fraction(1)),), in_words=True)


_READERS: dict[str, Callable[[str, re.Match[str], Token | None], Iterator[Token]]] = {
    "date": _read_date,
    "size": _read_size,
    "height": _read_height,
    "named": _read_height,
    "timecode": _read_timecode,
    "ratio": _read_ratio,
    "number": _read_number,
    "han": _read_han,
    "word": _read_word,
}
