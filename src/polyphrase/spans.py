"""Spans of a text that are literals: what a request must keep as written or in value, in any language.

Formats and platforms are words, so they keep their meaning under other names (hevc is h265); quantities keep
their amount (see `quantities`); all other kinds are kept character by character.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from polyphrase.formats import DOMAINS, EXTENSIONS, FORMATS, PLATFORM, PLATFORMS, SHY_FORMATS
from polyphrase.quantities import Quantity, find_quantities
from polyphrase.vocabulary import UNSPACED

Kind = Literal[
    "url", "email", "file", "glob", "folder", "flag", "placeholder", "quoted", "name",
    "quantity", "resolution", "ratio", "format", "platform",
]  # fmt: skip


class LiteralSpan(NamedTuple):
    """A literal as written at `start` to `end` (characters) of a text; `value` compares its meaning."""

    kind: Kind
    text: str
    start: int
    end: int
    value: str | Quantity


# One character for one, so that offsets hold: full-width forms and the digits of other scripts.
_TO_ASCII = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in "，？！；（）"}
_TO_ASCII |= {
    zero + digit: ord("0") + digit for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xE50) for digit in range(10)
}
_TO_ASCII |= {0x3000: ord(" "), 0x66B: ord("."), 0x66A: ord("%"), 0x2215: ord("/"), 0x2236: ord(":")}
_BLANK = "\0"

_QUOTES = (
    ('"', '"'), ("“", "“”\""), ("„", "“”\"‟"), ("«", "»"), ("»", "«"), ("‹", "›"), ("`", "`"),
    ("「", "」"), ("『", "』"), ("《", "》"),
)  # fmt: skip
_SINGLE = rf"(?<![^\W{UNSPACED}])['‘](?=\S)[^'‘’\n]{{1,120}}(?<=\S)['’](?![^\W{UNSPACED}])"
_QUOTED = re.compile(
    "|".join(f"{re.escape(opening)}[^{re.escape(opening + closing)}\n]{{1,200}}[{re.escape(closing)}]"
             for opening, closing in _QUOTES) + f"|{_SINGLE}"
)  # fmt: skip

_ENDINGS = "|".join(sorted((end for end in EXTENSIONS if end.isalnum()), key=len, reverse=True))
_FORMAT_NAMES = "|".join(sorted(map(re.escape, FORMATS), key=len, reverse=True))
# Letters of scripts with spaces may stand in a name; the others only where nothing else can be the stem.
_LETTER = rf"[^\W{UNSPACED}]"
_LATIN = "[A-Za-z0-9_\u00c0-\u024f]"
_STEM = rf"(?:(?:[A-Za-z]:|~|\.{{1,2}})?[\\/])?{_LETTER}(?:{_LETTER}|[-.+@#\\/])*"
# What stands before an ending in Chinese and Japanese without being a name: "将.mov转换成.mp4" names no file.
_PARTICLE = "[将將把从從用由以和与與或及是为為成到を]"
_MADE_INTO = "[换換变變改转轉存][成为為]"
_ENDED = r"(?![A-Za-z0-9_])(?!\.[a-z0-9]{1,4}(?![A-Za-z0-9]))"
_GLOB = re.compile(
    r"(?=.*[*?%\[])(?:.*\*.*[._/\\].*|.*[._/\\].*\*.*|.*\?.*\.\w.*|.*%0?\d*d.*|.*\[[\w-]+\].*\.\w+)"
)
# In the order in which they are looked for: what an earlier kind took is not there for a later one. Without one
# of the characters named first a pattern cannot match, which spares most texts most of the patterns.
_PATTERNS: tuple[tuple[str, Kind, str], ...] = (
    (":.", "url", r"(?i:[a-z][a-z0-9+.-]*://|www\.)[!-~]+(?<![.,;:!?)\]}'\">])"),
    ("@", "email", r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"),
    ("*?%[", "glob", r"[A-Za-z0-9_.*?/\\%{},\[\]-]*[*?%\[][A-Za-z0-9_.*?/\\%{},\[\]-]*(?<![,.?])"),
    (
        "{$%<",
        "placeholder",
        r"\{\{[^{}\s\0][^{}\n\0]*\}\}|\$?\{[^{}\s\0][^{}\n\0]*\}|\$[A-Z_]{2,}|%\(\w+\)[sd]|<[a-z_]+>",
    ),
    (".", "file", rf"(?i:{_STEM}\.(?:{_ENDINGS}){_ENDED})"),
    (".", "url", rf"(?<![\w.@-])(?:[a-z0-9-]+\.)+(?:{DOMAINS})(?![\w-])(?:/[!-~]*)?(?<![.,;:!?)])"),
    (".", "file", r"(?<![\w.])[A-Za-z0-9]*[0-9_-][A-Za-z0-9_-]*\.[a-z][a-z0-9]{1,3}(?![A-Za-z0-9_.])"
        r"|(?<![\w.])[A-Za-z]+\.[a-z]{2,3}[0-9](?![A-Za-z0-9_.])"),
    (".", "file", rf"(?i:(?!{_PARTICLE}\.)[{UNSPACED}][\w-]*(?<!{_MADE_INTO})\.(?:{_ENDINGS}){_ENDED})"),
    (
        "/\\~",
        "folder",
        rf"(?<!{_LETTER})(?<![<*/])(?:[A-Za-z]:|~|\.{{1,2}})?(?:[/\\]{_LETTER}(?:{_LETTER}|[.-])*(?<!\.))+[/\\]?|~/|\./"
        rf"|(?<!{_LETTER})(?<!/)(?![wW]/){_LETTER}(?:{_LETTER}|[-.])*(?:/(?:{_LETTER}|[-.])+)*/(?!{_LETTER}|/)",
    ),
    (
        "-",
        "flag",
        rf"(?<![^\s{UNSPACED}(])(?:--[A-Za-z][A-Za-z0-9_-]*|-[A-Za-z][A-Za-z0-9_]*(?::[a-z](?![a-z]))?)(?!-)",
    ),
    ("_", "name", r"(?<![A-Za-z0-9_-])(?=[A-Za-z0-9-]*_)(?=_*[A-Za-z0-9])[A-Za-z0-9_-]*[A-Za-z0-9]"),
    ("", "format", rf"(?<!{_LATIN})(?i:\.?(?:{_FORMAT_NAMES}|[hx][ .-]?26[456]))(?:'?s)?(?!{_LATIN})"),
    (".", "format", r"(?<![\w.])\.[a-z][a-z0-9]{1,4}(?!\w)"),
)  # fmt: skip
_COMPILED = tuple(
    (re.compile(f"[{re.escape(needed)}]" if needed else ""), kind, re.compile(pattern))
    for needed, kind, pattern in _PATTERNS
)
_WORD = re.compile(rf"[^\W_{UNSPACED}]+|[{UNSPACED}]")
_TWO_WORDS = re.compile(rf"[^\W_{UNSPACED}]+ [^\W_{UNSPACED}]+")
# A folder that may also be written without its slash.
_PLAIN_FOLDER = re.compile(r"[^/\\]+/")
_PART_OF_NAME = re.compile(rf"{_LETTER}|[.\\/-]")
_WORD_ENDED = re.compile(rf"(?!{_LETTER})")
_FILE_WITH_SPACES = re.compile(rf"[^\n/\\:*?<>|]*[^\s./\\:*?<>|]\.(?:{_ENDINGS})", re.IGNORECASE)


def extract(text: str, known: Collection[str] = ()) -> tuple[LiteralSpan, ...]:
    """The literals of `text`, in its order and without overlap.

    `known`: names of files and folders, found as they are even with spaces in them or letters beside them.
    Numbers in words are not literals, for an article may be one.
    """
    return tuple(span for span, in_words, *_ in scan(text, known) if not in_words)


class Scanned(NamedTuple):
    """A literal with what only the comparison needs to know."""

    span: LiteralSpan
    in_words: bool = False
    opens_range: bool = False


def scan(
    text: str, known: Collection[str] = (), phrases: Collection[str] = (), plain: Sequence[str] = ()
) -> list[Scanned]:
    """The literals of `text` and its numbers in words.

    `phrases`: quoted texts of the row, found also without their quotes. `plain`: texts in which words stand
    unquoted: quotes round these words mean nothing.
    """
    return list(
        _scan(text, tuple(known), tuple(phrases), tuple(plain) if plain and _has_quotes(text) else ())
    )


@functools.lru_cache(maxsize=1 << 13)
def _has_quotes(text: str) -> bool:
    return _QUOTED.search(text.translate(_TO_ASCII)) is not None


# The contract, the comparison and the mask for the language each ask for the same text.
@functools.lru_cache(maxsize=1 << 13)
def _scan(
    text: str, known: tuple[str, ...], phrases: tuple[str, ...], plain: tuple[str, ...]
) -> tuple[Scanned, ...]:
    named, rest = _named(text, known, phrases, plain)
    found = list(named)
    for one in find_quantities(rest):
        span = LiteralSpan(one.shape, text[one.start : one.end], one.start, one.end, one.quantity)
        found.append(Scanned(span, one.in_words, one.opens_range))
    return tuple(sorted(found, key=lambda scanned: scanned.span.start))


@functools.lru_cache(maxsize=1 << 13)
def _named(
    text: str, known: tuple[str, ...], phrases: tuple[str, ...], plain: tuple[str, ...]
) -> tuple[tuple[Scanned, ...], str]:
    """The literals other than quantities, in the order of the text, and the text without them."""
    found = _Findings(text)
    found.names(known)
    found.quotes(phrases, plain)
    found.patterns()
    for start, end, value in list(_platforms(found.rest)):
        found.take("platform", start, end, value)
    return tuple(sorted(found.spans, key=lambda scanned: scanned.span.start)), found.rest


class _Findings:
    """The literals found so far, and the rest of the text with NUL characters in their place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rest = text.translate(_TO_ASCII).replace(_BLANK, " ")
        self.spans: list[Scanned] = []

    def take(self, kind: Kind, start: int, end: int, value: str | Quantity) -> None:
        self.spans.append(Scanned(LiteralSpan(kind, self.text[start:end], start, end, value)))
        self.rest = self.rest[:start] + _BLANK * (end - start) + self.rest[end:]

    def names(self, known: Collection[str]) -> None:
        """The names in `known`, the longest first; a folder also without its slash."""
        for name in sorted(known, key=len, reverse=True):
            for start in _places(self.rest, name.translate(_TO_ASCII)):
                if self.text.startswith(name, start):
                    self.take(_kind_of(name), start, start + len(name), name)
        for name in filter(_PLAIN_FOLDER.fullmatch, known):
            for start in _places(self.rest, name[:-1], _WORD_ENDED):
                self.take("folder", start, start + len(name) - 1, name[:-1])

    def quotes(self, phrases: Collection[str], plain: Sequence[str]) -> None:
        """Quoted texts; quoted file names may hold spaces, and quotes round other literals mean nothing."""
        for match in _QUOTED.finditer(self.rest):
            start, end = match.start() + 1, match.end() - 1
            content = self.text[start:end].strip()
            if content in phrases:
                self.take("quoted", start, end, content)
            elif (
                _BLANK in self.rest[start:end] or _is_literal(content) or any(content in one for one in plain)
            ):
                continue
            elif _FILE_WITH_SPACES.fullmatch(content):
                start += self.text[start:end].index(content)
                self.take("file", start, start + len(content), content)
            else:
                self.take("quoted", start, end, content)
        for phrase in sorted(phrases, key=len, reverse=True):
            for start in _places(self.rest, phrase.translate(_TO_ASCII), _WORD_ENDED):
                self.take("quoted", start, start + len(phrase), phrase)

    def patterns(self) -> None:
        """What is told by its form alone."""
        for needed, kind, pattern in _COMPILED:
            if not needed.search(self.rest):
                continue
            for match in pattern.finditer(self.rest):
                value = _VALUES.get(kind, _as_written)(self.text[match.start() : match.end()])
                if value:
                    self.take(kind, *match.span(), value)


def mask(text: str, known: Collection[str] = ()) -> str:
    """`text` with a space for every literal that is not a quantity, as it is left when its language is told."""
    named, _ = _named(text, tuple(known), (), ())
    kept: list[str] = []
    at = 0
    for span, *_ in named:
        kept += (text[at : span.start], " ")
        at = span.end
    return "".join((*kept, text[at:]))


def _as_written(written: str) -> str:
    return written


def _glob(written: str) -> str | None:
    return written if _GLOB.fullmatch(written) else None


def _format(written: str) -> str | None:
    """The format that a name stands for; names that are also ordinary words count in capitals only."""
    for name in (written, written.removesuffix("s").removesuffix("'")):
        folded = name.lstrip(".").casefold()
        value = FORMATS.get(folded) or FORMATS.get(re.sub("[ .-]", "", folded))
        if value:
            shy = folded in SHY_FORMATS and not name.startswith(".") and not name.isupper()
            return None if shy else value
    return written[1:]


_VALUES: dict[Kind, Callable[[str], str | None]] = {"glob": _glob, "format": _format}


def _kind_of(name: str) -> Kind:
    if _glob(name):
        return "glob"
    return "folder" if name.endswith(("/", "\\")) else "file"


def _is_literal(content: str) -> bool:
    """Whether nothing but literals stands between two quotes."""
    rest = list(content)
    for span in extract(content):
        rest[span.start : span.end] = _BLANK * (span.end - span.start)
    return not any(char.isalnum() for char in rest)


def _places(text: str, name: str, ended: re.Pattern[str] = re.compile(_ENDED)) -> Iterator[int]:
    """Where `name` stands on its own in `text`, not as a part of a longer name or word."""
    start = text.find(name) if name else -1
    while start >= 0:
        end = start + len(name)
        if not _PART_OF_NAME.match(text[start - 1 : start]) and ended.match(text, end):
            yield start
            start = text.find(name, end)
        else:
            start = text.find(name, start + 1)


def _platforms(text: str) -> Iterator[tuple[int, int, str]]:
    if not PLATFORM.search(text):
        return
    at = 0
    while match := _WORD.search(text, at):
        start, at = match.span()
        found = PLATFORMS.prefix(text, start)
        if found is not None:
            yield start, found[1], found[0]
            at = found[1]
            continue
        pair = _TWO_WORDS.match(text, start)
        for end in (pair.end() if pair else at, at):
            name = PLATFORMS.word(text[start:end])
            if name is not None:
                yield start, end, name
                at = end
                break
