"""Words that nobody writes: a small model makes them up ("upscaleren"), or leaves its neighbour's ("Subtitel").

A word is known if a large list of its language has it, with another ending, in two parts, or without an umlaut.
The endings are the usual ones of verbs and nouns: a list has "komprimieren" and not "komprimiere".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from polyphrase.ports import Detector
from polyphrase.reading import read

_SHORTEST = 4
"""Letters of a word that is looked at, of a stem, and of a part of a compound."""
_LONGEST_ENDING = 3
_ENDINGS: Mapping[str, tuple[str, ...]] = {
    lang: ("", *endings.split())
    for lang, endings in {
        "ca": "ar ir er a o e es",
        "cs": "at it ovat uj a y u e i ý",
        "de": "en e st t er es em n",
        "en": "e ing ed s er",
        "es": "ar er ir a o e as os es an en",
        "fi": "a ä n t ssa",
        "fr": "er ir re e es é ée és s ez",
        "it": "are ere ire a o e i",
        "nl": "en e t s",
        "pl": "ać ić yć ować a y e u i ę uj",
        "pt": "ar er ir a o e as os es am em",
        "ru": "ть ать ить овать уй а ы у е и ой й ов",
        "sv": "a ar er en et n",
        "uk": "ти ати ити а и у і ий",
    }.items()
}
_COMPOUNDS = frozenset({"de", "fi", "nl", "sv"})
_SPELLINGS = {
    "de": (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("ß", "ss")),
    "nl": (("aa", "a"), ("ee", "e"), ("oo", "o"), ("uu", "u")),
}
_CLITICS = {
    "es": re.compile(r"(?<=[áéíóúaei])(?:me|te|se|nos)?(?:l[oae]s?)?$"),
    "it": re.compile(r"(?<=[aei])(?:me|ce|te)?(?:l[oaie])$|(?<=[aei])(?:mi|ti|ci)$"),
}
_NO_ACCENTS = str.maketrans("áéíóú", "aeiou")


def unknown(
    text: str, lang: str, utterances: Iterable[str], detector: Detector, known: Collection[str] = ()
) -> tuple[str, ...]:
    """The words of `text` that `lang` does not have, and no utterance of its row either.

    Empty for a language without endings here, or without a large list. `known`: names of files and folders.
    """
    endings = _ENDINGS.get(lang)
    listed = detector.spelled(lang) if endings else ()
    if not endings or not listed:
        return ()
    found = read(text, known)
    theirs = {word for one in utterances for word in read(one, known).words}
    return tuple(
        word
        for word in found.words
        if len(word) >= _SHORTEST
        and word.isalpha()
        and word not in theirs
        and word not in found.strange
        and not _known(word, lang, endings, listed, detector)
    )


def _known(
    word: str, lang: str, endings: Collection[str], listed: Collection[str], detector: Detector
) -> bool:
    if word in listed:
        return True
    if (shorter := _bare_verb(word, lang)) != word and _known(shorter, lang, endings, listed, detector):
        return True
    if any(_known(word.replace(*pair), lang, endings, listed, detector) for pair in _respelled(word, lang)):
        return True
    stems = (word[:-cut] for cut in range(1, _LONGEST_ENDING + 1))
    if any(len(stem) >= _SHORTEST and stem + ending in listed for stem in stems for ending in endings):
        return True
    if lang not in _COMPOUNDS:
        return False
    common = detector.words(lang)
    parts = ((word[:at], word[at:]) for at in range(_SHORTEST, len(word) - _SHORTEST + 1))
    return any(
        end in common and (start in common or start.removesuffix("s") in common) for start, end in parts
    )


def _bare_verb(word: str, lang: str) -> str:
    """Without the pronouns that Spanish and Italian hang on an imperative, and the accent that they need."""
    found = _CLITICS[lang].search(word) if lang in _CLITICS else None
    return word[: found.start()].translate(_NO_ACCENTS) if found else word


def _respelled(word: str, lang: str) -> Iterable[tuple[str, str]]:
    return (pair for pair in _SPELLINGS.get(lang, ()) if pair[0] in word)
