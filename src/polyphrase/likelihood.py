"""How well languages fit the letters and the words of a text, in nats: differences are what counts."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from polyphrase import codes, reading
from polyphrase.ports import Detector
from polyphrase.reading import Reading

RARE = -13.8
"""Logarithm of the frequency of a word that a list does not have: one in a million."""
_REACH = 5.0
"""Languages that nobody asked for compete if the letters fit them better, or worse by no more than this."""
_NEAR = 6
"""So many of them at most."""
_SIBLING_WORD = 2.5
"""What a word counts that the row's other utterances have in one language only, at most three times over."""

# Languages that are written without spaces, so that words are not found.
_UNSPACED = frozenset(["ja", "ko", "lo", "km", "my", "th", "zh"])
# The list that Serbian has is in Latin letters.
_SERBIAN = dict(
    zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš", strict=True), љ="lj", њ="nj", џ="dž"
)
_TO_LATIN = str.maketrans(_SERBIAN)


class Sibling(NamedTuple):
    """Another utterance of the row, with its language (None: cannot be told)."""

    text: str
    lang: str | None


class Fit:
    """How well languages fit one text; `siblings` and `known` (file names to mask) are those of its row."""

    def __init__(
        self, read: Reading, detector: Detector, siblings: Iterable[Sibling] = (), known: Collection[str] = ()
    ) -> None:
        self.read = read
        self.detector = detector
        self._spoken: dict[str, set[str]] = {}
        for text, lang in siblings:
            if lang is not None:
                self._spoken.setdefault(lang, set()).update(reading.read(text, known).words)

    @property
    def group(self) -> tuple[str, ...]:
        """The languages that may be written in the script of the text."""
        return _group(self.read.script or "")

    def letters(self, wanted: Sequence[str]) -> Mapping[str, float]:
        """Log-likelihood of the letters for `wanted`, and for the other languages of the script with word lists.

        Those without a list do not compete: short texts look like Latin or Occitan more often than they are.
        """
        return self.detector.letters(self.read.bare, _field(self.group, tuple(wanted), self.detector.listed))

    def near(self, letters: Mapping[str, float], wanted: Collection[str], best: float) -> tuple[str, ...]:
        """The languages outside of `wanted` that the letters fit about as well as `best`, best first."""
        near = [one for one, score in letters.items() if one not in wanted and score > best - _REACH]
        return tuple(sorted(near, key=lambda one: -letters[one])[:_NEAR])

    def scores(self, among: Sequence[str], letters: Mapping[str, float]) -> dict[str, float]:
        """Letters, words and the row's evidence together, for each of `among`.

        A language without a list of words is taken to know them as well as the best of the others.
        """
        words = {lang: sum(self.frequencies(lang)) for lang in among if self.has_list(lang)}
        best = max(words.values(), default=0.0)
        said = self._evidence()
        return {lang: letters[lang] + words.get(lang, best) + said.get(lang, 0.0) for lang in among}

    def has_list(self, lang: str) -> bool:
        """Whether there is a list of words for the language."""
        return lang in self.detector.listed and lang not in _UNSPACED

    def frequencies(self, lang: str) -> list[float]:
        """The logarithm of the frequency of each word of the text; `lang` has a list."""
        listed = self.detector.words(lang)
        words: Iterable[str] = self.read.words
        if lang == "sr" and self.read.script == "CYRILLIC":
            words = (word.translate(_TO_LATIN) for word in words)
        return [listed.get(word, RARE) for word in words]

    def copied(self, code: str) -> tuple[str, ...]:
        """The words that an English utterance of the row has and none in the language `code` has."""
        english = self._spoken.get("en", set()) - self._spoken.get(code, set())
        return tuple(word for word in self.read.words if len(word) > 2 and word in english)

    def _evidence(self) -> dict[str, float]:
        """What the row's other utterances say for languages."""
        said: dict[str, float] = {}
        for word in set(self.read.words) if self._spoken else ():
            users = [lang for lang, words in self._spoken.items() if word in words]
            if len(users) == 1 and len(word) > 2:
                said[users[0]] = min(said.get(users[0], 0.0) + _SIBLING_WORD, 3 * _SIBLING_WORD)
        return said


@functools.cache
def _group(script: str) -> tuple[str, ...]:
    return tuple(lang for lang in codes.ALL if script in codes.scripts(lang))


@functools.cache
def _field(group: tuple[str, ...], wanted: tuple[str, ...], listed: frozenset[str]) -> tuple[str, ...]:
    return tuple(one for one in group if one in wanted or (one in listed and one not in _UNSPACED))
