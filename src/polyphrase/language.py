"""Languages: codes, scripts, and telling which language a short command is in.

A script rule decides where it can; a statistical detector decides between languages of one script, on text
whose literals are masked. Unsure is an answer. Codes are ISO 639-1.
"""

from __future__ import annotations

import difflib
import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from polyphrase.errors import InputError
from polyphrase.literals import mask, names
from polyphrase.models import Row
from polyphrase.ports import Detector

# Name in English and scripts, by code. Scripts are the first word of a character's Unicode name.
_LANGUAGES: dict[str, tuple[str, frozenset[str]]] = {
    code: (name, frozenset(scripts.split()))
    for code, name, scripts in (
        ("af", "Afrikaans", "LATIN"),
        ("ar", "Arabic", "ARABIC"),
        ("bg", "Bulgarian", "CYRILLIC"),
        ("bn", "Bengali", "BENGALI"),
        ("ca", "Catalan", "LATIN"),
        ("cs", "Czech", "LATIN"),
        ("cy", "Welsh", "LATIN"),
        ("da", "Danish", "LATIN"),
        ("de", "German", "LATIN"),
        ("el", "Greek", "GREEK"),
        ("en", "English", "LATIN"),
        ("es", "Spanish", "LATIN"),
        ("et", "Estonian", "LATIN"),
        ("eu", "Basque", "LATIN"),
        ("fa", "Persian", "ARABIC"),
        ("fi", "Finnish", "LATIN"),
        ("fr", "French", "LATIN"),
        ("ga", "Irish", "LATIN"),
        ("gl", "Galician", "LATIN"),
        ("gu", "Gujarati", "GUJARATI"),
        ("he", "Hebrew", "HEBREW"),
        ("hi", "Hindi", "DEVANAGARI"),
        ("hr", "Croatian", "LATIN"),
        ("hu", "Hungarian", "LATIN"),
        ("id", "Indonesian", "LATIN"),
        ("is", "Icelandic", "LATIN"),
        ("it", "Italian", "LATIN"),
        ("ja", "Japanese", "HIRAGANA KATAKANA CJK"),
        ("ko", "Korean", "HANGUL"),
        ("lt", "Lithuanian", "LATIN"),
        ("lv", "Latvian", "LATIN"),
        ("mk", "Macedonian", "CYRILLIC"),
        ("ml", "Malayalam", "MALAYALAM"),
        ("mr", "Marathi", "DEVANAGARI"),
        ("ms", "Malay", "LATIN"),
        ("nl", "Dutch", "LATIN"),
        ("no", "Norwegian", "LATIN"),
        ("pa", "Punjabi", "GURMUKHI"),
        ("pl", "Polish", "LATIN"),
        ("pt", "Portuguese", "LATIN"),
        ("ro", "Romanian", "LATIN"),
        ("ru", "Russian", "CYRILLIC"),
        ("sk", "Slovak", "LATIN"),
        ("sl", "Slovenian", "LATIN"),
        ("sq", "Albanian", "LATIN"),
        ("sr", "Serbian", "CYRILLIC LATIN"),
        ("sv", "Swedish", "LATIN"),
        ("sw", "Swahili", "LATIN"),
        ("ta", "Tamil", "TAMIL"),
        ("te", "Telugu", "TELUGU"),
        ("th", "Thai", "THAI"),
        ("tl", "Tagalog", "LATIN"),
        ("tr", "Turkish", "LATIN"),
        ("uk", "Ukrainian", "CYRILLIC"),
        ("ur", "Urdu", "ARABIC"),
        ("vi", "Vietnamese", "LATIN"),
        ("zh", "Chinese (simplified characters)", "CJK"),
    )
}
_ALIASES = {"iw": "he", "in": "id", "nb": "no", "nn": "no", "fil": "tl", "cmn": "zh"}

# Languages a short command is easily taken for: they compete even where nobody asked for them.
_SIBLINGS: dict[str, tuple[str, ...]] = {
    "es": ("pt", "it", "fr", "ca"),
    "pt": ("es", "it", "fr"),
    "ca": ("es", "fr", "pt"),
    "it": ("es", "pt", "fr"),
    "fr": ("es", "it"),
    "ru": ("bg", "uk"),
    "uk": ("ru", "bg"),
    "bg": ("ru", "mk"),
    "mk": ("bg", "ru"),
    "da": ("no", "sv"),
    "no": ("da", "sv"),
    "sv": ("da", "no"),
    "de": ("nl",),
    "nl": ("de", "af"),
    "cs": ("sk",),
    "sk": ("cs",),
    "hr": ("sl", "sr"),
    "sr": ("hr", "ru", "bg", "mk"),
    "ar": ("fa", "ur"),
    "fa": ("ar", "ur"),
    "ur": ("fa", "ar"),
    "hi": ("mr",),
    "mr": ("hi",),
}

# What models fall back on when they miss the language they were asked for: these compete too.
_FALLBACKS = ("de", "es", "fr", "it", "nl", "pt", "tr")

# A word left in Latin letters, in small ones as codecs and acronyms seldom are: `save talk.mkv 的前 30 秒`.
_LATIN_WORD = re.compile(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])")

SURE = 0.9
"""Probability from which the detector is believed."""
UNLIKELY = 0.001
"""Probability down to which a text is not thrown away for a language that nobody asked for."""
_CJK_WEIGHT = 3
"""A Chinese character says about as much as three letters."""


class Finding(NamedTuple):
    """Whether a text is in a language. `found`: what it is in (None: cannot be told); `why` in a few words."""

    answer: Literal["yes", "no", "unsure"]
    found: str | None
    why: str


def code(written: str) -> str:
    """The ISO 639-1 code for a BCP 47 tag such as `zh-Hans` or `pt-BR`. Raises `InputError`."""
    primary = written.strip().lower().replace("_", "-").split("-")[0]
    known = _ALIASES.get(primary, primary)
    if known in _LANGUAGES:
        return known
    names = {name.lower(): one for one, (name, _) in _LANGUAGES.items()}
    near = difflib.get_close_matches(written.lower(), [*_LANGUAGES, *names], n=1, cutoff=0.5)
    nearest = f"did you mean `{names.get(near[0], near[0])}`? " if near else ""
    raise InputError(
        f"there is no language `{written}` here", f"{nearest}known codes: {' '.join(sorted(_LANGUAGES))}"
    )


def name(lang: str) -> str:
    """The English name of a language, as a model is asked for it."""
    return _LANGUAGES[lang][0]


def is_code(text: str) -> bool:
    """Whether a tag is a language code."""
    return text in _LANGUAGES


def identify(text: str, among: Iterable[str], detector: Detector, known: Collection[str] = ()) -> str | None:
    """The language of `text` out of `among`, or None when unsure. `known`: file names to mask."""
    bare = mask(text, known)
    return _most_likely(bare, _by_script(bare, tuple(dict.fromkeys(among)))[0], detector)


def verify(
    text: str, lang: str, against: Iterable[str], detector: Detector, known: Collection[str] = ()
) -> Finding:
    """Whether `text` is in `lang`, and not in one of `against` or in a close sibling of `lang`."""
    rivals = tuple(dict.fromkeys(one for one in (*against, "en") if one != lang))
    near = dict.fromkeys((*_SIBLINGS.get(lang, ()), *_FALLBACKS))
    siblings = tuple(one for one in near if one != lang and one not in rivals)
    bare = mask(text, known)
    possible, scripted = _by_script(bare, (lang, *rivals, *siblings))
    if not scripted:
        return Finding("unsure", None, "no words outside file names and values")
    if lang not in possible:
        found = _most_likely(bare, possible, detector)
        return Finding("no", found, f"the script is not that of {name(lang)}")
    foreign = None if "LATIN" in _LANGUAGES[lang][1] else _LATIN_WORD.search(bare)
    if foreign:
        return Finding("unsure", None, f"also holds the word {foreign[0]!r}")
    if len(possible) == 1:
        return Finding("yes", lang, "the script tells")
    scores = detector.scores(bare, possible)
    if lang not in scores:
        return Finding("unsure", None, f"the detector does not know {name(lang)}")
    best = max(scores, key=lambda one: scores[one])
    # Siblings nobody asked for only have to be less likely, all together; languages that were asked for, far less.
    asked = scores[lang] / (scores[lang] + sum(scores.get(rival, 0.0) for rival in rivals))
    if scores[lang] > 0.5 and asked >= SURE:
        return Finding("yes", lang, f"{asked:.2f}")
    # Nobody asked for a sibling: it has to be far more likely before a text is thrown away for it. Where
    # several siblings share what is likely, `lang` has to be as unlikely as that leaves it.
    needed = SURE if best in rivals else 1 - UNLIKELY
    if best != lang and (scores[best] >= needed or scores[lang] <= UNLIKELY):
        return Finding("no", best, f"{name(best)} {scores[best]:.2f}")
    other = max((one for one in scores if one != lang), key=lambda one: scores[one])
    return Finding("unsure", None, f"{name(lang)} {scores[lang]:.2f}, {name(other)} {scores[other]:.2f}")


def of_rows(
    rows: Iterable[Row], wanted: Sequence[str], detector: Detector
) -> dict[str, tuple[str | None, ...]]:
    """The language of every utterance of every row, by row id; None where it cannot be told.

    Candidates are the wanted languages, English and the language codes among the row's tags.
    """
    found = {}
    for row in rows:
        among, known = (*wanted, "en", *filter(is_code, row.tags or ())), names(row)
        found[row.id] = tuple(identify(utterance, among, detector, known) for utterance in row.utterances)
    return found


def _most_likely(bare: str, possible: Sequence[str], detector: Detector) -> str | None:
    """Which of `possible` a masked text is in, or None when unsure."""
    if len(possible) < 2:
        return possible[0] if possible else None
    scores = detector.scores(bare, possible)
    best = max(possible, key=lambda lang: scores.get(lang, 0.0))
    return best if scores.get(best, 0.0) >= SURE else None


@functools.cache
def _script(char: str) -> str:
    return unicodedata.name(char, "").split(" ")[0]


def _by_script(text: str, among: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """The languages written in the script of `text`, and whether it has letters at all."""
    counts: Counter[str] = Counter()
    for char in text:
        if char.isalpha():
            script = _script(char)
            counts[script] += _CJK_WEIGHT if script == "CJK" else 1
    if not counts:
        return (), False
    kana = counts["HIRAGANA"] + counts["KATAKANA"]
    if kana:
        counts["HIRAGANA"] += counts.pop("CJK", 0)  # Chinese characters among kana are Japanese
    main = counts.most_common(1)[0][0]
    return tuple(one for one in among if main in _LANGUAGES[one][1] and not (one == "ja" and not kana)), True
