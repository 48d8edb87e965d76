"""What tells the language of a text: its letters and words, without literals; and the script they are in."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from polyphrase.literals import mask
from polyphrase.units import UNITS

_WEIGHTS = {"CJK": 3, "HANGUL": 3, "HIRAGANA": 2, "KATAKANA": 2}
"""So many letters of an alphabet say as much as one character."""

# What no mask of literals takes, as it need not stay as it is, though no language is told by it: tags, and
# whatever has a digit, a slash, an underscore, or a dot inside; a number with the short word that follows it.
_NO_WORDS = re.compile(
    r"<[^<>]*>|\d[\d.,:]*(?:[a-zA-Z]{1,3}(?![A-Za-z])|[ -]?(?P<unit>[^\W\d_]{1,3})(?!\w))?"
    r"|[A-Za-z0-9-]*(?:[.@](?=[A-Za-z0-9])|[/\\_\d])[A-Za-z0-9_./\\@-]*"
)
_MICRO = "μ"
_ACRONYM = re.compile(r"(?<![^\W_])[A-Z]{2,5}(?![^\W_])")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# A word in Latin letters, in small ones as codecs and acronyms seldom are: `save talk.mkv 的前 30 秒`.
_LATIN_WORD = re.compile(r"(?<![A-Za-z])[a-z]{3,}(?![A-Za-z])")


class Reading(NamedTuple):
    """A text as a language is told from it.

    `bare`: without literals. `shares`: of each script in its letters, 0 to 1; a script is named by the first
    word of the Unicode names of its letters. `script`: the one of most letters; None without any letter.
    `kana`: whether it holds any. `strange`: words in another script. `starts_strange`: whether it starts with
    one. `words`: in small letters.
    """

    bare: str
    shares: Mapping[str, float]
    script: str | None
    kana: bool
    strange: tuple[str, ...]
    starts_strange: bool
    words: tuple[str, ...]


def read(text: str, known: Collection[str] = ()) -> Reading:
    """What tells the language of `text`; `known`: file names that a mask of literals would not see."""
    return _read(text, tuple(known))


# A row's utterances are read again with each candidate.
@functools.lru_cache(maxsize=1 << 13)
def _read(text: str, known: tuple[str, ...]) -> Reading:
    bare = _NO_WORDS.sub(_left, mask(text, known))
    if not bare.isupper():
        bare = _ACRONYM.sub(" ", bare)
    bare = unicodedata.normalize("NFKC", " ".join(bare.split()))
    counts = _letters_by_script(bare)
    kana = counts.pop("HIRAGANA", 0) + counts.pop("KATAKANA", 0)
    if kana:  # Chinese characters among kana are Japanese
        counts["HIRAGANA"] = kana + counts.pop("CJK", 0)
    shares = {script: count / counts.total() for script, count in counts.items()}
    script = max(shares, key=lambda one: shares[one], default=None)
    strange = _strange(bare, script)
    words = tuple(_WORD.findall(bare.lower()))
    starts = bool(strange) and bare.lower().startswith(strange[0].lower())
    return Reading(bare, shares, script, bool(kana), strange, starts, words)


def _left(match: re.Match[str]) -> str:
    """What is left of something without words: the word after a number, unless it is a symbol for a unit."""
    word = match["unit"]
    return " " if word is None or (word.isascii() and UNITS.word(word)) else f" {word}"


@functools.cache
def script_of(char: str) -> str:
    """The script of a letter, or of a vowel sign: the first word of its Unicode name; else empty."""
    if not char.isalpha() and unicodedata.category(char) != "Mc":
        return ""
    return unicodedata.name(char, "").split(" ")[0]


def simplified(text: str) -> str:
    """The characters of `text` that only simplified Chinese has."""
    return "".join(char for char in text if _in(char, "gb2312") and not _in(char, "big5hkscs"))


def traditional(text: str) -> str:
    """The characters of `text` that traditional Chinese has and simplified Chinese has not."""
    return "".join(char for char in text if _in(char, "big5") and not _in(char, "gb2312"))


def japanese(text: str) -> str:
    """The characters of `text` that only Japanese has: `圧`, `変`."""
    return "".join(
        char
        for char in text
        if _in(char, "shift_jis") and not _in(char, "gb2312") and not _in(char, "big5hkscs")
    )


@functools.cache
def _in(char: str, encoding: str) -> bool:
    """Whether a Chinese character is in the set that an encoding was made for."""
    try:
        return script_of(char) == "CJK" and bool(char.encode(encoding))
    except UnicodeEncodeError:
        return False


def _letters_by_script(bare: str) -> Counter[str]:
    """How much of a text is in which script, counted in letters of an alphabet."""
    if bare.isascii():
        return Counter({"LATIN": 1}) if any(map(str.isalpha, bare)) else Counter()
    counts: Counter[str] = Counter()
    for char, times in Counter(bare).items():
        script = script_of(char)
        if script:
            counts[script] += times * _WEIGHTS.get(script, 1)
    return counts


def _strange(bare: str, script: str | None) -> tuple[str, ...]:
    """Words in another script than `script`; where that is not Latin, Latin ones in small letters only."""
    if script is None or bare.isascii():
        return ()
    if script != "LATIN":
        return tuple(_LATIN_WORD.findall(bare))
    return tuple(
        word
        for word in _WORD.findall(bare)
        if len(word) > 1 and script_of(word[0]) != script and word[0] != _MICRO
    )
