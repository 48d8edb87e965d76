"""Telling the language of a short command: is it the one that was asked for, or which one is it?

Commands have three words and a file name, so most of the work is in leaving things out: literals are masked, the
script decides where it can, and other languages compete only if the letters fit them nearly as well. What decides
then is the likelihood of the letters plus that of the words. Unsure is an answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from polyphrase import codes, markers, reading
from polyphrase.codes import is_code
from polyphrase.likelihood import RARE, Fit, Sibling
from polyphrase.literals import names
from polyphrase.models import Row
from polyphrase.ports import Detector
from polyphrase.reading import Reading

# All margins are in nats: a text fits one language e to this power better than another.
REQUESTED = 3.0
"""What a text needs against the row's own language and against others that were asked for."""
OTHERS = -3.0
"""What it needs against languages that nobody asked for."""
CLEAR = 1.5
"""What decides between languages where none of them was asked for more than the others."""
UNLIKELY = -7.0
"""Where it is thrown away for the row's own language or another one that was asked for."""
VERY_UNLIKELY = -10.0
"""Where it is thrown away for a language that nobody asked for."""
_CLOSE_CALL = 8.0
"""Below it there is a second opinion, which may not be against by more than `_AGAINST`."""
_AGAINST = 1.5
_FEW_WORDS_KNOWN = 10.0
"""What a text needs if the language has half of its words, or more, in no list."""
_NOT_RARE = -12.2
"""A word is foreign where its language's list has it not, and another uses it so often: 5 in a million."""
_LONG_WORD = 4
_ENGLISH = 3.0
"""A word leans to English where English uses it 20 times as often."""
_MIXED = 0.2
"""With so large a share of its letters in the right script, a text is not thrown away for the others."""

# Where a writer slips into a neighbour's word though the letters of the whole are plainly his own.
_NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    "ca": ("es",),
    "cs": ("sk",),
    "da": ("no", "sv"),
    "de": ("nl",),
    "es": ("pt", "it"),
    "gl": ("es", "pt"),
    "it": ("es",),
    "nl": ("de",),
    "no": ("da", "sv"),
    "pt": ("es",),
    "sk": ("cs",),
    "sv": ("da", "no"),
}


class Finding(NamedTuple):
    """Whether a text is in a language.

    `found`: what it is in (None: cannot be told); `why` in a few words. `score`: the smallest margin, in nats,
    by which it fits the language better than another one; None where something else decided. `foreign`: a word
    of another language in it.
    """

    answer: Literal["yes", "no", "unsure"]
    found: str | None
    why: str
    score: float | None = None
    foreign: str | None = None


def identify(
    text: str,
    among: Iterable[str],
    detector: Detector,
    known: Collection[str] = (),
    siblings: Iterable[Sibling] = (),
) -> str | None:
    """The language of `text` out of `among`, or None when unsure.

    Unsure is also what fits a language outside of `among` far better. `known`: file names to mask.
    """
    fit = Fit(reading.read(text, known), detector, siblings, known)
    return _identify(fit, tuple(dict.fromkeys(among)))


def verify(
    text: str,
    lang: str,
    against: Iterable[str],
    detector: Detector,
    known: Collection[str] = (),
    siblings: Iterable[Sibling] = (),
) -> Finding:
    """Whether `text` is in `lang`, a code or the tag of a variety, and not in another language.

    `against`: the row's own language and others that were asked for; English is always among them. All other
    languages compete, too, but less is asked against them. `known`: file names to mask.
    """
    code, script = codes.parts(lang)
    read = reading.read(text, known)
    fit = Fit(read, detector, siblings, known)
    rivals = tuple(dict.fromkeys(one for one in (*against, "en") if one != code))
    if read.script is None:
        return Finding("unsure", None, "no words outside file names and values")
    if read.script not in codes.scripts(lang):
        if any(read.shares.get(one, 0.0) > _MIXED for one in codes.scripts(lang)):
            return Finding("unsure", None, "in two scripts")
        found = _identify(fit, rivals)
        return Finding("no", found, f"the script is not that of {codes.name(lang)}")
    against_it = (_written(read, code, script) if code in ("ja", "zh") else None) or _mixed(fit)
    if against_it:
        return against_it
    if code in ("ja", "zh") or fit.group == (code,):
        return Finding("yes", code, "the script tells")
    letters = fit.letters((code, *rivals))
    if code not in letters:
        found = _identify(fit, rivals)
        return Finding("no" if found else "unsure", found, f"no detector knows {codes.name(lang)}")
    near = fit.near(letters, (code, *rivals), letters[code])
    competing = (*(one for one in rivals if one in letters), *near)
    scores = fit.scores((code, *competing), letters)
    others = OTHERS if fit.has_list(code) else 0.0  # letters alone are not let off so lightly
    needed = {one: others if one in near else REQUESTED for one in competing}
    margins = {one: scores[code] - scores[one] for one in competing}
    score, told = None, "no other language is near"
    alone = len(letters) < 2  # Hebrew, where no detector knows Yiddish: the words have to tell
    if alone and not fit.has_list(code):
        return Finding("unsure", None, "nothing to compare the text with")
    if margins:
        nearest = min(margins, key=lambda one: margins[one] - needed[one])
        score = margins[nearest]
        first, second = (code, nearest) if score >= 0 else (nearest, code)
        told = f"{codes.name(first)} before {codes.name(second)} by {abs(score):.1f}"
        if score < (VERY_UNLIKELY if nearest in near else UNLIKELY):
            return Finding("no", nearest, told, score)
        if score < needed[nearest]:
            return Finding("unsure", None, told, score)
    doubt = _doubt(fit, code, rivals, {code: 0.0} if alone else margins)
    if doubt:
        return Finding("unsure", None, doubt, score)
    foreign = _foreign(fit, code, rivals)
    if foreign:
        word, other = foreign
        return Finding("unsure", None, f"{word!r} is {codes.name(other)}", score, word)
    return Finding("yes", code, told, score)


def of_rows(
    rows: Iterable[Row], wanted: Sequence[str], detector: Detector
) -> dict[str, tuple[str | None, ...]]:
    """The language of every utterance of every row, by row id; None where it cannot be told.

    Candidates are the wanted languages, English and the language codes among the row's tags. Utterances that
    are told alone help to tell the others.
    """
    found = {}
    for row in rows:
        among, known = (*wanted, "en", *filter(is_code, row.tags or ())), names(row)
        alone = [identify(text, among, detector, known) for text in row.utterances]
        siblings = [Sibling(*one) for one in zip(row.utterances, alone, strict=True)]
        found[row.id] = tuple(
            lang or identify(text, among, detector, known, siblings) for text, lang in siblings
        )
    return found


def _identify(fit: Fit, among: Sequence[str]) -> str | None:
    possible = [lang for lang in among if lang in fit.group]
    if fit.read.script is None or not possible:
        return None
    best = possible[0]
    if len(fit.group) > 1:
        letters = fit.letters(possible)
        possible = [lang for lang in possible if lang in letters]
        if not possible:
            return None
        near = fit.near(letters, possible, max(letters[lang] for lang in possible))
        scores = fit.scores((*possible, *near), letters)
        best = max(possible, key=lambda lang: scores[lang])
        margins = {lang: scores[best] - score for lang, score in scores.items() if lang != best}
        if any(margin < (OTHERS if lang in near else CLEAR) for lang, margin in margins.items()):
            return None
        if _knows_few_words(fit, best, margins):
            return None
    # Chinese characters alone may be in either language, unless one of them has some of its own.
    doubtful = best == "ja" and not fit.read.kana
    return None if doubtful or (best == "zh" and reading.japanese(fit.read.bare)) else best


def _written(read: Reading, code: str, script: str) -> Finding | None:
    """What Chinese characters have against a text of the right script."""
    simplified, traditional = reading.simplified(read.bare), reading.traditional(read.bare)
    if code == "ja" and not read.kana:
        if simplified:
            return Finding("no", "zh", f"{simplified[0]} is Chinese")
        return Finding("unsure", None, "Chinese characters only")
    if code == "zh":
        japanese = reading.japanese(read.bare)
        if japanese:
            return Finding("unsure", None, f"{japanese[0]} is Japanese")
        if simplified and traditional:
            return Finding("unsure", None, f"simplified {simplified[0]} beside traditional {traditional[0]}")
        wrong = {"Hans": traditional, "Hant": simplified}.get(script, "")
        if wrong:
            return Finding("no", "zh", f"{wrong[0]} is {'traditional' if traditional else 'simplified'}")
    return None


def _mixed(fit: Fit) -> Finding | None:
    """What words in another script have against a text."""
    read = fit.read
    # One word that is no command may be a name: `把 docs 文件夹打包成 zip`.
    english = fit.detector.words("en")
    commands = [word for word in read.strange if word in english and markers.find(word, "en")]
    if commands or len(read.strange) > 1 or read.starts_strange:
        word = (commands or read.strange)[0]
        return Finding("unsure", None, f"also holds the word {word!r}", foreign=word)
    return None


def _doubt(fit: Fit, code: str, rivals: Sequence[str], margins: Mapping[str, float]) -> str:
    """What keeps a text from being in a language for sure though the scores say so; empty if nothing does."""
    read = fit.read
    copied = () if code == "en" else fit.copied(code)
    if copied and 2 * len(copied) >= len(read.words):
        return f"{', '.join(copied)} as in English"
    close = [one for one in rivals if margins.get(one, _CLOSE_CALL) < _CLOSE_CALL]
    if close:
        opinion = fit.detector.second_opinion(read.bare, (code, *close))
        for one in close:
            if code in opinion and opinion.get(one, opinion[code]) - opinion[code] > _AGAINST:
                return f"a second detector says {codes.name(one)}"
    if _knows_few_words(fit, code, margins):
        return f"{codes.name(code)} is known for few of the words"
    return ""


def _knows_few_words(fit: Fit, code: str, margins: Mapping[str, float]) -> bool:
    """Whether a close call is about words of which the language has fewer than half in its list."""
    if not fit.has_list(code) or min(margins.values(), default=_FEW_WORDS_KNOWN) >= _FEW_WORDS_KNOWN:
        return False
    found = fit.frequencies(code)
    return 2 * sum(one > RARE for one in found) < len(found)


def _foreign(fit: Fit, code: str, rivals: Sequence[str]) -> tuple[str, str] | None:
    """A word of another language, and which: of one that was asked for or a neighbour, or of much English."""
    if not fit.has_list(code):
        return None
    words, own = fit.read.words, fit.frequencies(code)
    if "en" in rivals and fit.read.script == "LATIN":
        both = zip(words, fit.frequencies("en"), own, strict=True)
        english = [word for word, there, here in both if len(word) > 1 and there - here > _ENGLISH]
        if len(english) > 1 and 4 * len(english) >= len(words):
            return english[0], "en"
    others = [one for one in dict.fromkeys((*rivals, *_NEIGHBOURS.get(code, ()))) if fit.has_list(one)]
    for word, here in zip(words, own, strict=True):
        if here > RARE or len(word) < _LONG_WORD or word in fit.read.strange:
            continue
        for one in others:
            if fit.detector.words(one).get(word, RARE) > _NOT_RARE:
                return word, one
    return None
