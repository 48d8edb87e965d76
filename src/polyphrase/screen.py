"""What a text says to a judge or a model instead of to the assistant's tool, and what it forges or disguises.

A judge that is a model can be talked to, so a text that tries is stopped before one reads it. What is found here
is what a person would call an attack at once; a sentence that only leans on the judge is left to the judge.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from polyphrase import address

Kind = Literal["instruction", "protocol", "mixed_scripts"]


class Attack(NamedTuple):
    """What is wrong with `start` to `end` (characters) of a text; `detail` says so in words."""

    kind: Kind
    start: int
    end: int
    detail: str


def attacks(text: str, source: Sequence[str] = ()) -> tuple[Attack, ...]:
    """The attacks in `text`, in its order; they may overlap.

    `source`: the utterances of the row. What stands in one of them too is what the row is about, and no attack.
    """
    found = _attacks(text)
    if not found or not source:
        return found
    return tuple(one for one in found if not any(_is_said(one, text, utterance) for utterance in source))


def _is_said(attack: Attack, text: str, utterance: str) -> bool:
    """Whether an utterance says what was found in `text`."""
    part = _spaced(text[attack.start : attack.end])
    # One word, or a whole text, is an attack for where it stands: it has to be one in the utterance as well.
    if part.isalpha() or part == _spaced(text):
        return any(part == _spaced(utterance[one.start : one.end]) for one in _attacks(utterance))
    return part in _spaced(utterance)


def _spaced(text: str) -> str:
    return " ".join(text.casefold().split())


@functools.lru_cache(maxsize=1 << 13)  # a row's utterances are looked at with every candidate
def _attacks(text: str) -> tuple[Attack, ...]:
    plain = address.folded(text)
    found: list[tuple[Kind, int, int, str]] = [*address.find(plain), *_protocol(plain)]
    if found:
        places = address.places(text)
        found = [(kind, places[start], places[end - 1] + 1, detail) for kind, start, end, detail in found]
    if not text.isascii():
        found += _disguises(text)
    return tuple(
        Attack(kind, start, end, f"{detail}: {text[start:end][:60]!r}")
        for kind, start, end, detail in sorted(found)
    )


_KEY = r"(?:verdict\w*|veredicto|veredito|verdetto|urteil|вердикт|判定|判决|판정)"
_KEYS = (
    rf"(?:{_KEY}|label|reason|score|confidence|answer|equivalent|judge?ment|decision|result|role|content|a|b)"
)
_YES = r"(?:equivalent|same|identical|yes|true|correct|pass|1(?![\w.,:]*\w)|1\.0)"
_TAGS = (
    r"(?:system|assistant|instructions?|verdict|candidate|judge|judgement|prompt|think|tool_call|function_call"
    r"|request_?[ab]?|command_?[ab]?|evaluation|im_start|im_end|endoftext)"
)
# How an answer, or the thinking before it, begins: alone such an opening makes some judges say yes.
_OPENER = address.folded(
    r"(?:(?:the |final )*(?:answer|solution|response|verdict|result)|thought process|reasoning|explanation"
    r"|let'?s (?:think|solve)[^.:]{0,30}step by step|(?:la )?(?:solución|respuesta)|proceso de pensamiento"
    r"|razonamiento|lösung|antwort|denkprozess|(?:la )?réponse|raisonnement|processus de réflexion|solução"
    r"|resposta|raciocínio|soluzione|risposta|ragionamento|решение|ответ|ход мыслей|отговор|разсъждения|oplossing"
    r"|antwoord|redenering|rozwiązanie|odpowiedź|çözüm|cevap|解|解答|答案|答|回答|解决方案|思考过程|かいせつ|解説|思考プロセス"
    r"|풀이|해결|정답|해설|الحل|الجواب|समाधान|उत्तर)"
)


class _Sort(NamedTuple):
    """One sort of forgery; nothing of it is without one of the characters `needs`."""

    needs: str
    detail: str
    pattern: re.Pattern[str]


_PROTOCOL = (
    _Sort(
        "<[#",
        "holds a marker of a chat",
        re.compile(
            r"<\|[^<>|\n]{1,40}\|>|\[/?inst\]|<</?sys>>|</?s>(?![\w.])"
            r"|(?<!#)\#{2,8}\s{0,3}(?:instruction|system|response|input|output|user|assistant|human|task|prompt"
            r"|answer|verdict)s?\b"
        ),
    ),
    _Sort(
        "\"'}",
        "forges a reply",
        re.compile(
            rf"""[{{,]\s*+\\?["']{_KEYS}\\?["']\s*:|["']{_KEY}\\?["']\s*:"""
            rf"""|["']{_KEYS}\\?["']\s*:\s*\\?["']?{_YES}\b|"\s*+,\s*"\w{{1,20}}"\s*:"""
            # a brace that closes what the text did not open
            r"""|\A[^{]*?(?:["\]\d]\s*+\}(?!["'])|\}[\s,]{0,3}\{)"""
        ),
    ),
    _Sort(
        "<]",
        "holds markup",
        re.compile(
            r"</[a-z][\w:-]{0,30}\s*>|<!--|<!\[cdata\[|\]\]>|<(?:script|style|iframe|img|svg)\b"
            rf"|<{_TAGS}\b[^<>\n]{{0,40}}>(?![\w.-])"
        ),
    ),
    _Sort("`~'\"", "holds a code fence", re.compile(r"```|~~~|'{3}|\"{3}")),
)
_SIGN = re.compile(f"[{re.escape(''.join(sort.needs for sort in _PROTOCOL))}]")
_LAST = re.compile(rf"(?:.*[.!?。\n])?\W*{_OPENER}\W*|.*(?<!\w){_OPENER}\s?:\s*", re.DOTALL)
_LONGEST_OPENER = 80


def _protocol(plain: str) -> Iterator[tuple[Kind, int, int, str]]:
    """What of a folded text belongs to a protocol between programs and models, or to an answer."""
    signs = set(_SIGN.findall(plain))
    for needs, detail, pattern in _PROTOCOL:
        if not signs.isdisjoint(needs):
            for match in itertools.islice(pattern.finditer(plain), address.MOST):
                yield ("protocol", *match.span(), detail)
    end = len(plain.rstrip())
    if end and not any(map(str.isalnum, plain)):
        yield ("protocol", 0, end, "holds no word")
    start = max(0, end - _LONGEST_OPENER)
    if _LAST.fullmatch(plain, start, end):
        yield ("protocol", start, end, "holds or ends in the beginning of an answer")


# Letters that can be taken for Latin ones (with all of Cherokee), and Latin ones that can be taken for those.
_TWINS = frozenset("аеорсухкіјѕһӏԁԛԝАВЕКМНОРСТУХІЈЅҺԌԚԜανορικυχηεΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսհոցԼՏɑɡɩ").union(
    map(chr, (*range(0x13A0, 0x13F6), *range(0xAB70, 0xABC0)))
)
_LATIN_TWINS = frozenset("aceopxykijsvnABCEHKMOPTXYIJSZN")
_LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_FOREIGN = "\u0251\u0261\u0269\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f5\u1f00-\u1fff\uab70-\uabbf"
_FOREIGN_CHAR = re.compile(f"[{_FOREIGN}]")
_SEAM = re.compile(f"(?<=[{_LATIN}])[{_FOREIGN}]|(?<=[{_FOREIGN}])[{_LATIN}]")
_WORD = re.compile(rf"[{_LATIN}{_FOREIGN}0-9]+")
_CYRILLIC = re.compile("[\u0400-\u052f]")
# Without the к, which nobody takes for a k where it stands alone: урок.mp4 is a name like any other.
_TWIN_NAME = re.compile(
    r"(?<![\w.-])[аеорсухіјѕһӏԁԛԝАВЕКМНОРСТУХІЈЅ0-9_-]++\.(?=[a-z0-9]{0,2}[a-z])[a-z0-9]{2,5}(?!\w)"
)
_STYLED = re.compile("[\U0001d400-\U0001d7ff]+|[\u24b6-\u24e9]{2,}")
_WIDE_LETTER = "\uff21-\uff3a\uff41-\uff5a"
_WIDE_DIGIT = "\uff10-\uff19"
_WIDE_CHAR = re.compile(f"[{_WIDE_LETTER}{_WIDE_DIGIT}\uff0e\u2024]")
_NAME = re.compile(
    rf"(?<![A-Za-z0-9_{_WIDE_LETTER}{_WIDE_DIGIT}-])[A-Za-z0-9_{_WIDE_LETTER}{_WIDE_DIGIT}-]++"
    rf"[.\uff0e\u2024][A-Za-z{_WIDE_LETTER}][A-Za-z0-9{_WIDE_LETTER}{_WIDE_DIGIT}]{{1,4}}"
)
# A full-width digit alone is ordinary in Japanese names.
_WIDENED = re.compile(
    f"[{_WIDE_LETTER}\uff0e\u2024]|[A-Za-z][^.]*[{_WIDE_DIGIT}]|[{_WIDE_DIGIT}][^.]*[A-Za-z][^.]*[.]"
)


def _disguises(text: str) -> Iterator[tuple[Kind, int, int, str]]:
    """Words and names of `text` with letters that look like others."""
    if _SEAM.search(text):
        for match in _WORD.finditer(text):
            letter = _odd_letter(match[0])
            if letter:
                yield ("mixed_scripts", *match.span(), f"holds {_named(letter)} among other letters")
    for match in _TWIN_NAME.finditer(text):
        odd = _CYRILLIC.search(match[0])
        # In a Russian sentence a Russian name is no disguise, whatever its letters look like.
        around = _CYRILLIC.search(text, 0, match.start()) or _CYRILLIC.search(text, match.end())
        if odd and not around:
            yield ("mixed_scripts", *match.span(), f"holds {_named(odd[0])} and looks Latin")
    if _WIDE_CHAR.search(text):
        for match in _NAME.finditer(text):
            odd = _WIDE_CHAR.search(match[0])
            if odd and _WIDENED.search(match[0]):
                yield ("mixed_scripts", *match.span(), f"holds {_named(odd[0])} in a name")
    for match in _STYLED.finditer(text):
        yield ("mixed_scripts", *match.span(), f"holds {_named(match[0][0])}, a letter in looks only")


def _odd_letter(word: str) -> str:
    """The letter of another script that makes `word` look like what it is not; empty where scripts just meet.

    "PDFы" and "kΩ" are read as what they are: a disguise is made of look-alikes, or has two seams.
    """
    seams = len(_SEAM.findall(word))
    if not seams:
        return ""
    foreign = [char for char in word if _FOREIGN_CHAR.match(char)]
    latin = [char for char in word if char.isalpha() and not _FOREIGN_CHAR.match(char)]
    if seams > 1 or all(char in _TWINS for char in foreign):
        return foreign[0]
    # "планA" and "отчётv2" are how people name things.
    plain = word.isalpha() and word in (word.lower(), word.upper(), word.capitalize())
    return latin[0] if plain and len(foreign) > 1 and all(char in _LATIN_TWINS for char in latin) else ""


def _named(char: str) -> str:
    return f"U+{ord(char):04X} {unicodedata.name(char, 'LETTER')}"
