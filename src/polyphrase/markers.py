"""Marker words: what turns a request into another one while every literal stays.

Left for right, first for last, at most for at least, without, mute for louder, one more step. Each language has a
table of words (`words`). An entry is a word or several (`_` is a blank), and a trailing `*` stands for any ending.
A word may have several meanings, and two words agree when they share one. Words under `none` mean nothing and hide
the shorter ones in them; those under `weak` mean what they mean only sometimes.

Markers only speak against a candidate: two texts with the same markers can still be different requests.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from polyphrase.spans import Scanned, scan
from polyphrase.vocabulary import UNSPACED
from polyphrase.words import TABLES

Rule = Literal["opposed", "either", "presence", "steps"]


class Family(NamedTuple):
    """Meanings that are compared with each other, and when a difference counts.

    `opposed`: one text has one meaning and the other another. `either`: also one that stands in one text
    alone. `presence`: as `either`, but all meanings agree with each other. `steps`: one alone, where every
    utterance has a word of the family; there, weak words agree with others, and nobody misses them.
    """

    name: str
    rule: Rule
    meanings: frozenset[str]


def _family(name: str, rule: Rule, meanings: str) -> Family:
    return Family(name, rule, frozenset(meanings.split()))


FAMILIES = (
    _family("side", "either", "right left"),
    _family("axis", "either", "horizontal vertical landscape portrait"),
    _family("edge", "either", "top bottom"),
    _family("layer", "opposed", "over under"),
    _family("way", "opposed", "forward backward"),
    _family("place", "opposed", "first middle last"),
    _family("neighbour", "opposed", "next previous"),
    _family("age", "opposed", "newest oldest"),
    _family("extent", "opposed", "largest smallest"),
    _family("order", "opposed", "ascending descending"),
    _family("time", "opposed", "before after"),
    _family("bound", "opposed", "at_least at_most exactly about"),
    _family("level", "either", "high medium low"),
    _family("change", "opposed", "more less"),
    _family("negation", "presence", "not except"),
    _family("scope", "opposed", "all any only"),
    _family("switch", "opposed", "on off"),
    _family("door", "opposed", "open close lock unlock"),
    _family("run", "opposed", "start stop pause resume"),
    _family("view", "opposed", "show hide"),
    _family("answer", "opposed", "accept decline"),
    _family("transfer", "opposed", "upload download"),
    _family("crypt", "opposed", "encrypt decrypt"),
    _family("pack", "opposed", "zip unzip"),
    _family(
        "action",
        "steps",
        "join split trim crop remove mute unmute keep extract rotate flip reverse boomerang resize compress loop"
        " blur sharpen stabilize normalize fade grayscale watermark rename copy move overwrite add replace send"
        " reply print upload download encrypt zip unzip translate summarize sort undo convert pace open close lock"
        " unlock",
    ),
    _family(
        "object",
        "opposed",
        "sound effects noise subtitles metadata background volume speed brightness contrast quality bitrate rows"
        " columns width height",
    ),
)
"""Every family, in the order in which differences are told."""


class Marker(NamedTuple):
    """A marker word at `start` to `end` (characters) of a text, with all that it may mean.

    `weak`: it often means nothing of this ("turn into a png", "play it backwards").
    """

    text: str
    start: int
    end: int
    meanings: frozenset[str]
    weak: bool


class Doubt(NamedTuple):
    """A difference between the markers of a row and of a candidate, in words."""

    family: str
    detail: str


def find(text: str, lang: str | None, known: Collection[str] = ()) -> tuple[Marker, ...]:
    """The markers of `text` outside its literals. `lang` None: in any language; one without a table: none."""
    return _find(text, lang, tuple(known)) if lang is None or lang in TABLES else ()


def compare(
    sources: Sequence[tuple[str, str | None]], text: str, lang: str | None, known: Collection[str] = ()
) -> tuple[Doubt, ...]:
    """What the markers of `text` have that no source has, and lack that all sources have.

    `sources`: the utterances of the row with their languages, or None. A language without a table says nothing.
    """
    known_languages = (None, *TABLES)
    theirs = [find(source, spoken, known) for source, spoken in sources if spoken in known_languages]
    if not theirs or lang not in known_languages:
        return ()
    ours = find(text, lang, known)
    present = frozenset[str]().union(*(one.meanings for markers in (ours, *theirs) for one in markers))
    families = [family for family in FAMILIES if not present.isdisjoint(family.meanings)]
    return tuple(doubt for family in families for doubt in _doubts(family, theirs, ours))


def _doubts(family: Family, theirs: Sequence[Sequence[Marker]], ours: Sequence[Marker]) -> Iterator[Doubt]:
    mine = _of(family, ours)
    others = [_of(family, markers) for markers in theirs]
    allowed = [marker for markers in others for marker in markers]
    is_steps = family.rule == "steps"
    added = [one for one in mine if not (is_steps and one.weak) and not _agrees(one, allowed, family)]
    lost = [
        one
        for one in others[0]
        if not (is_steps and one.weak)
        and not _agrees(one, mine, family)
        and all(_agrees(one, markers, family) for markers in others[1:])
    ]
    if not added and not lost:
        return
    if added and lost:
        yield Doubt(family.name, f"{lost[0].text} became {added[0].text}")
    elif family.rule != "opposed" and (not is_steps or all(others)):
        yield Doubt(family.name, f"added {added[0].text}" if added else f"lost {lost[0].text}")


def _of(family: Family, markers: Iterable[Marker]) -> list[Marker]:
    return [one for one in markers if one.meanings & family.meanings]


def _agrees(one: Marker, others: Iterable[Marker], family: Family) -> bool:
    wanted = family.meanings if family.rule == "presence" else one.meanings & family.meanings
    return any(wanted & other.meanings for other in others)


_TOKEN = re.compile(rf"[^\W\d_{UNSPACED}]+(?:'t(?!\w))?|~|[{UNSPACED}]")
_UNSPACED_CHAR = re.compile(f"[{UNSPACED}]")
_GAP = re.compile(r"[\s'/&-]+")
_PARTS = re.compile(r"[_/&-]|'(?!t\b)")
_LONGEST_ENDING = 8


class _Entry(NamedTuple):
    words: tuple[str, ...]
    meanings: frozenset[str]


_WEAK = "weak"


class _Lexicon:
    """The entries of some languages, found by the first word, or by the first character without spaces."""

    def __init__(self, languages: Iterable[str]) -> None:
        meanings: dict[str, set[str]] = {}
        for language in languages:
            for meaning, entries in TABLES[language].items():
                for entry in entries.split():
                    meanings.setdefault(entry.lower(), set()).add(meaning)
        self._spaced: dict[str, list[_Entry]] = {}
        self._unspaced: dict[str, list[tuple[str, frozenset[str]]]] = {}
        for entry, found in meanings.items():
            if _UNSPACED_CHAR.match(entry):
                name = entry.replace("_", " ").rstrip("*")
                self._unspaced.setdefault(name[0], []).append((name, frozenset(found)))
            else:
                words = tuple(_PARTS.split(entry))
                self._spaced.setdefault(words[0], []).append(_Entry(words, frozenset(found)))
        for listed in self._unspaced.values():
            listed.sort(key=lambda pair: -len(pair[0]))
        self._heads = {head[:2] for head in self._spaced if head.endswith("*")}

    def at(self, text: str, tokens: Sequence[re.Match[str]], place: int) -> tuple[int, frozenset[str]] | None:
        """The longest entry that begins with token `place`: how many tokens, and what it means."""
        token = tokens[place][0]
        start = tokens[place].start()
        for name, meanings in self._unspaced.get(token[0], ()):
            if text.startswith(name, start):
                count = sum(
                    start <= other.start() < start + len(name) for other in tokens[place : place + len(name)]
                )
                return count, meanings
        best, found, weak = (0, 0), frozenset[str](), 0
        for head in self._forms(token):
            for entry in self._spaced.get(head, ()):
                size = len(entry.words)
                if size > 1 and not self._follows(entry.words, text, tokens, place):
                    continue
                rank = size, len(head.rstrip("*"))
                if _WEAK in entry.meanings:
                    weak = max(weak, size)
                if entry.meanings != {_WEAK} and rank >= best:
                    found = entry.meanings if rank > best else found | entry.meanings
                    best = rank
        if not found:
            return None
        return best[0], found | {_WEAK} if weak >= best[0] else found

    def _forms(self, word: str) -> Iterator[str]:
        yield word
        if word[:2] in self._heads or word[:1] + "*" in self._heads:
            for length in range(len(word), max(len(word) - _LONGEST_ENDING, 1) - 1, -1):
                yield word[:length] + "*"

    def _follows(self, words: Sequence[str], text: str, tokens: Sequence[re.Match[str]], place: int) -> bool:
        for offset, word in enumerate(words):
            if place + offset >= len(tokens):
                return False
            token = tokens[place + offset]
            if offset and not _GAP.fullmatch(text, tokens[place + offset - 1].end(), token.start()):
                return False
            if word.endswith("*"):
                if not token[0].startswith(word[:-1]) or len(token[0]) - len(word) + 1 > _LONGEST_ENDING:
                    return False
            elif token[0] != word:
                return False
        return True


@functools.lru_cache(maxsize=64)
def _lexicon(lang: str | None) -> _Lexicon:
    return _Lexicon(TABLES if lang is None else (lang,))


@functools.lru_cache(maxsize=1 << 13)  # a row's utterances are compared with every candidate
def _find(text: str, lang: str | None, known: tuple[str, ...]) -> tuple[Marker, ...]:
    folded = _bare(text, scan(text, known))
    lexicon = _lexicon(lang)
    tokens = list(_TOKEN.finditer(folded))
    found: list[Marker] = []
    place = 0
    while place < len(tokens):
        entry = lexicon.at(folded, tokens, place)
        if entry is None:
            place += 1
            continue
        count, meanings = entry
        start, end = tokens[place].start(), tokens[place + count - 1].end()
        weak = _WEAK in meanings or (count == 1 and _UNSPACED_CHAR.match(folded, start) is not None)
        found.append(Marker(text[start:end], start, end, meanings, weak))
        place += count
    return tuple(found)


def _bare(text: str, scanned: Iterable[Scanned]) -> str:
    """`text` in lower case, character by character, with NUL for its literals."""
    folded = [char.lower() if len(char.lower()) == 1 else char for char in text.replace("’", "'")]
    for one in scanned:
        if not one.in_words:
            folded[one.span.start : one.span.end] = "\0" * (one.span.end - one.span.start)
    return "".join(folded)
