"""Who does what to whom: the order of names, of steps, of opposites and of plain words.

Files exchanged (`put a.png on b.png`), steps in another order (`crop, then resize`), from and to exchanged: all
literals and all markers are the same, and only their order tells. Languages order words differently, so a
difference is a doubt and no proof.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from polyphrase.markers import FAMILIES, Doubt, Marker, find
from polyphrase.quantities import Quantity
from polyphrase.spans import Kind, Scanned, scan
from polyphrase.text import normal_form
from polyphrase.vocabulary import UNSPACED

_NAMES: tuple[frozenset[Kind], ...] = (
    frozenset({"file", "glob", "folder", "name"}),
    frozenset({"quoted"}),
    frozenset({"url", "email"}),
    frozenset({"placeholder"}),
)
# A capital or a digit in it, and not the first word: a proper name in most languages.
_PROPER = re.compile(rf"[^\W_{UNSPACED}]*[A-ZÀ-ÖØ-ÞА-Я0-9][^\W_{UNSPACED}]*")
# No sentence begins here.
_CONTINUES = re.compile(r"[\w,;'’)\"]\s$")
_CAPITALIZED = frozenset(
    (
        *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        *("January", "February", "March", "April", "May", "June", "July", "August"),
        *("September", "October", "November", "December", "Christmas", "Easter"),
        *(
            "English",
            "Spanish",
            "French",
            "German",
            "Italian",
            "Portuguese",
            "Russian",
            "Chinese",
            "Japanese",
        ),
        *("Korean", "Dutch", "Polish", "Turkish", "Bulgarian", "Ukrainian", "Swedish"),
    )
)
_WORD = re.compile(rf"[^\W_{UNSPACED}]+|[{UNSPACED}]")
# Before a time (the NUL), or behind it: at that moment; and: that long. "A frame at 3 s" is not "3 s of frames".
_AT = re.compile(
    r"(?:\bat(?: the)?|\bbei(?: sekunde)?|\bна|\bà(?: la)?|第) ?\0|\0(?:处|處|時点|の時点|地点)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"(?:\bde|\bof|\bvon|\bdi|\bdurant|\bdurante|\bfor|\bdurch) \0|(?<!第)\0(?:的|の)(?!地|位|时|時|处)",
    re.IGNORECASE,
)
_ORDERED = next(family for family in FAMILIES if family.rule == "steps")
_TIME = next(family for family in FAMILIES if family.name == "time")


def compare(
    sources: Sequence[tuple[str, str | None]], text: str, lang: str | None, known: Collection[str] = ()
) -> tuple[Doubt, ...]:
    """What stands in another order in `text` than in every one of the `sources` (texts with their languages)."""
    each = [tuple(_doubts(source, spoken, text, lang, known)) for source, spoken in sources]
    # One utterance of the row in the same order is enough.
    ordered = () if not all(each) else each[0]
    if "de" in (lang, *(spoken for _, spoken in sources)):
        return ordered  # German writes every noun with a capital
    return (*ordered, *_renamed([source for source, _ in sources], text, lang, known))


def _doubts(
    source: str, spoken: str | None, text: str, lang: str | None, known: Collection[str]
) -> Iterator[Doubt]:
    theirs, ours = scan(source, known), scan(text, known)
    for kinds in _NAMES:
        if swapped := _exchanged(_values(theirs, kinds), _values(ours, kinds)):
            yield Doubt("names", f"{swapped[0]} and {swapped[1]} change places")
    for name, group in (("formats", _formats), ("amounts", _amounts)):
        if swapped := _exchanged(group(theirs), group(ours)):
            yield Doubt(name, f"{swapped[0]} and {swapped[1]} change places")
    if "de" not in (spoken, lang) and (swapped := _exchanged(_proper(source, theirs), _proper(text, ours))):
        yield Doubt("names", f"{swapped[0]} and {swapped[1]} change places")
    before, after = find(source, spoken, known), find(text, lang, known)
    for family in FAMILIES if min(len(before), len(after)) > 1 else ():
        if family.rule != "steps" and (
            swapped := _exchanged(_single(before, family.meanings), _single(after, family.meanings))
        ):
            yield Doubt(family.name, f"{swapped[0]} and {swapped[1]} change places")
    if _steps_reversed(before, after):
        yield Doubt("steps", "the steps come in another order")
    if (moment := _moment(source, theirs, _AT)) and _moment(text, ours, _LASTING):
        yield Doubt("time", f"at {moment} became {moment} long")
    if spoken == lang and source != text and _same_words(source, text):
        yield Doubt("order", "the same words in another order")


def _moment(text: str, scanned: Sequence[Scanned], words: re.Pattern[str]) -> str | None:
    """The only time in a text, where `words` stand before it, or (without spaces) behind it."""
    times = [
        one.span
        for one in scanned
        if isinstance(one.span.value, Quantity) and "time" in one.span.value.dimensions
    ]
    if len(times) != 1:
        return None
    span = times[0]
    said = f"{text[max(0, span.start - 12) : span.start]}\0{text[span.end : span.end + 2]}"
    return span.text if words.search(said) else None


def _renamed(sources: Sequence[str], text: str, lang: str | None, known: Collection[str]) -> Iterator[Doubt]:
    """Proper names in another case, that no source has, or that all sources have and `text` has not."""
    is_latin = not any(map(_is_han_or_cyrillic, sources))
    theirs = [_WORD.findall(source) for source in sources]
    folded = {word.casefold(): word for words in theirs for word in words}
    for match in _plain_words(text, scan(text, known)):
        word = match[0]
        if any(word in words for words in theirs):
            continue
        other = folded.get(word.casefold())
        if other is None:
            if is_latin and lang is not None and _stands_as_name(text, match):
                yield Doubt("names", f"added {word}")
        elif _is_name(other) != _is_name(word) and not _begins((*sources, text), (other, word)):
            yield Doubt("case", f"{other} became {word}")
    if lang is None or not is_latin or _is_han_or_cyrillic(text):
        return
    mine = {word.casefold() for word in _WORD.findall(text)}
    for match in _plain_words(sources[0], scan(sources[0], known)):
        is_shared = all(match[0] in words for words in theirs)
        if is_shared and match[0].casefold() not in mine and _stands_as_name(sources[0], match):
            yield Doubt("names", f"lost {match[0]}")


def _plain_words(text: str, scanned: Iterable[Scanned]) -> Iterator[re.Match[str]]:
    """The words of a text outside its literals and numbers."""
    spans = [(one.span.start, one.span.end) for one in scanned]
    for match in _WORD.finditer(text):
        if not any(start <= match.start() < end for start, end in spans):
            yield match


def _stands_as_name(text: str, match: re.Match[str]) -> bool:
    """Whether a word has a capital without beginning a sentence, and is none that always has one."""
    within = _CONTINUES.search(text, 0, match.start()) is not None
    return _is_name(match[0]) and within and match[0] not in _CAPITALIZED


def _begins(texts: Sequence[str], words: tuple[str, ...]) -> bool:
    """Whether one of the texts begins with one of the words, and so may have its capital from there."""
    return any(text.startswith(words) for text in texts)


def _is_name(word: str) -> bool:
    """Whether a word is written like a name: one capital, and small letters."""
    return len(word) > 2 and word[0].isupper() and word[1:].islower()


def _is_han_or_cyrillic(text: str) -> bool:
    """Whether a name may be written in other letters there."""
    return any(char.isalpha() and char > "\u036f" for char in text)


def _values(scanned: Iterable[Scanned], kinds: frozenset[Kind]) -> list[str]:
    return [str(one.span.value) for one in scanned if one.span.kind in kinds]


def _formats(scanned: Iterable[Scanned]) -> list[str]:
    return _values(scanned, frozenset({"format", "platform"}))


def _amounts(scanned: Iterable[Scanned]) -> list[str]:
    """Bare numbers and amounts, by the smallest number in each; amounts of different units may change places."""
    found = [one.span.value for one in scanned if isinstance(one.span.value, Quantity) and not one.in_words]
    values = [value for value in found if value.numbers]
    if len({value.dimensions for value in values}) != 1:
        return []
    return [str(min(value.numbers)) for value in values]


def _proper(text: str, scanned: Iterable[Scanned]) -> list[str]:
    words = _plain_words(text, scanned)
    return [match[0] for match in words if match.start() and _PROPER.fullmatch(match[0])]


def _single(markers: Iterable[Marker], meanings: frozenset[str]) -> list[str]:
    """The markers of a family that have one meaning in it, by that meaning."""
    found = [one.meanings & meanings for one in markers]
    return [next(iter(one)) for one in found if len(one) == 1]


def _exchanged(theirs: Sequence[str], ours: Sequence[str]) -> tuple[str, str] | None:
    """Two things that both texts name, each once, in opposite orders."""
    shared = [one for one in theirs if theirs.count(one) == 1 and ours.count(one) == 1]
    for first, second in itertools.pairwise(shared):
        if ours.index(first) > ours.index(second):
            return first, second
    return None


def _steps_reversed(theirs: Sequence[Marker], ours: Sequence[Marker]) -> bool:
    """Whether two steps are exchanged, and no word such as "before" or "after" may explain it."""
    if any(one.meanings & _TIME.meanings for one in (*theirs, *ours)):
        return False
    strong = [
        [one for one in markers if not one.weak and one.meanings & _ORDERED.meanings]
        for markers in (theirs, ours)
    ]
    for first, second in itertools.pairwise(strong[0]):
        if first.meanings & second.meanings & _ORDERED.meanings:
            continue
        places = [
            [place for place, one in enumerate(strong[1]) if one.meanings & step.meanings & _ORDERED.meanings]
            for step in (first, second)
        ]
        if len(places[0]) == len(places[1]) == 1 and places[0][0] > places[1][0]:
            return True
    return False


def _same_words(source: str, text: str) -> bool:
    """Whether both have the same words, and more than one block of them moved: "from A to B", "from B to A"."""
    one, other = (_WORD.findall(normal_form(each)) for each in (source, text))
    if one == other or sorted(one) != sorted(other):
        return False
    start = next(place for place, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
    end = next(
        place for place, pair in enumerate(zip(one[::-1], other[::-1], strict=True)) if pair[0] != pair[1]
    )
    left, right = one[start : len(one) - end], other[start : len(other) - end]
    moved = any(left[cut:] + left[:cut] == right for cut in range(2, len(left) - 1))
    return not moved
