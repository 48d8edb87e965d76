"""How near two phrasings of one request are, in any script, and how distinct those of a row.

Nearness is one minus the edit distance over characters (Levenshtein, from rapidfuzz) as a share of the longer
text, after `skeleton` took away what makes no phrasing new. Characters, because words mean nothing in Chinese or
Thai; an edit distance and no bag of n-grams, because another word order is another phrasing.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Collection, Sequence
from statistics import fmean
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from polyphrase.fillers import without_fillers
from polyphrase.spans import extract
from polyphrase.text import normal_form, unquoted

NEAR = 0.75
"""From here on two phrasings of a row are near-duplicates. Two utterances that people wrote for one row of a real
corpus reach it in 1 of 60 pairs, and then differ in a typo."""
NEAR_AS_WRITTEN = 0.92
"""The same for texts with their literals: one character in twelve."""

_FIRST_STAND_IN = 0x25A0  # geometric shapes, which no normal form touches
_STAND_INS = 0x60
_NO_WORD = re.compile(r"[^\w\s\u25a0-\u25ff]|_")


@functools.lru_cache(maxsize=1 << 14)
def skeleton(text: str, lang: str | None, known: tuple[str, ...] = ()) -> str:
    """`text` in its normal form, without punctuation, quotes and fillers, one sign in the place of each literal.

    `known`: names of files and folders (see `spans.extract`).
    """
    text = unquoted(text.strip())
    signs: dict[str, str] = {}
    pieces: list[str] = []
    at = 0
    for span in extract(text, known):
        sign = signs.setdefault(span.text.casefold(), chr(_FIRST_STAND_IN + len(signs) % _STAND_INS))
        pieces += (text[at : span.start], f" {sign} ")
        at = span.end
    words = _NO_WORD.sub(" ", normal_form("".join((*pieces, text[at:]))))
    return " ".join(without_fillers(words, lang).split())


def nearness(one: str, other: str) -> float:
    """Of two skeletons, or of two texts in their normal form: 0 (nothing in common) to 1 (the same)."""
    return Levenshtein.normalized_similarity(one, other)


class Nearest(NamedTuple):
    """The text that is nearest to another, where it stands in its list, and how near it is (0 to 1)."""

    text: str
    place: int
    nearness: float


def nearest(
    text: str, others: Sequence[str], lang: str | None, known: Collection[str] = ()
) -> Nearest | None:
    """Of `others`, all of which are phrasings in `lang`, the one that is nearest to `text`; None of none."""
    names = tuple(known)
    own = skeleton(text, lang, names)
    found = (
        Nearest(other, place, nearness(own, skeleton(other, lang, names)))
        for place, other in enumerate(others)
    )
    return max(found, key=lambda one: one.nearness, default=None)


def near_as_written(form: str, others: Collection[str]) -> list[str]:
    """Of `others`, those near to `form`, literals and all; all are normal forms. The nearest comes first."""
    # A tuple: of a mapping, `extract` would compare the values.
    texts, scorer = tuple(others), Levenshtein.normalized_similarity
    found = process.extract(form, texts, scorer=scorer, score_cutoff=NEAR_AS_WRITTEN, limit=5)
    return [other for other, *_ in found]


class Distinctness(NamedTuple):
    """Of all pairs of some phrasings: `mean` and `worst` of one minus nearness (0 to 1), and the worst pair."""

    pairs: int
    mean: float
    worst: float
    closest: tuple[str, str]


def distinctness(texts: Sequence[str], lang: str | None, known: Collection[str] = ()) -> Distinctness | None:
    """How distinct the phrasings of one row in one language are; None of fewer than two."""
    names = tuple(known)
    measured = [
        (1 - nearness(skeleton(one, lang, names), skeleton(other, lang, names)), (one, other))
        for one, other in itertools.combinations(texts, 2)
    ]
    if not measured:
        return None
    worst, pair = min(measured, key=lambda one: one[0])
    return Distinctness(len(measured), fmean(value for value, _ in measured), worst, pair)
