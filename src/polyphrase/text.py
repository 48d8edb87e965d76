"""Text as a person sees it: which characters are hidden, how to show them, and when two texts are the same.

Sources: Unicode 16 properties `Default_Ignorable_Code_Point` and `Extended_Pictographic`; RFC 5892 appendix A
for the joiners; UTS #51 for emoji sequences.
"""

from __future__ import annotations

import functools
import re
import unicodedata

ZERO_WIDTH_NON_JOINER = "\u200c"
ZERO_WIDTH_JOINER = "\u200d"
EMOJI_SELECTOR = "\ufe0f"
KEYCAP = "\u20e3"

# Drawn as nothing, or as empty space, though their category says letter, mark or symbol.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

# Emoji, and planes of ideographs, that are newer than the tables of the running Python: unknown, not hidden.
_NEWER = re.compile("[\U0001f000-\U0001faff\U0001fc00-\U0001fffd\U00020000-\U0003fffd]")

# What may begin an emoji; wider than the standard's list by a few arrows and signs, which does no harm.
_EMOJI = re.compile(
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)

# The first word of a character's Unicode name, for scripts in which a joiner changes how a word is written.
_INDIC = frozenset(
    (
        "BENGALI",
        "DEVANAGARI",
        "GUJARATI",
        "GURMUKHI",
        "KANNADA",
        "MALAYALAM",
        "ORIYA",
        "SINHALA",
        "TAMIL",
        "TELUGU",
    )
)
_JOINED = _INDIC | {"ARABIC"}
_VIRAMA = 9  # canonical combining class

# Characters of categories that have no names of their own.
_NAMELESS = {
    "Cc": "CONTROL CHARACTER",
    "Cn": "UNASSIGNED CHARACTER",
    "Co": "PRIVATE-USE CHARACTER",
    "Cs": "LONE SURROGATE",
}
_CONTROLS = {
    "\0": "NULL",
    "\a": "BELL",
    "\b": "BACKSPACE",
    "\t": "TAB",
    "\n": "LINE FEED",
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
    "\x85": "NEXT LINE",
    "\x9b": "CONTROL SEQUENCE INTRODUCER",
    "\x9d": "OPERATING SYSTEM COMMAND",
}

_QUOTES = frozenset(
    ('""', "''", "``", "“”", "„“", "„”", "””", "‘’", "‚‘", "«»", "»«", "‹›", "›‹", "「」", "『』")
)
# After NFKC, which has made the full-width forms and the ellipsis plain.
_FINAL = ".!?。؟।"
_OPENING = "¿¡"
# Writing a space between an ideograph and a Latin word, or not, is a matter of taste.
_WIDE = "\u2e80-\u303f\u3040-\u30ff\u31c0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
_SPACE_AT_WIDE = re.compile(f"(?<=[{_WIDE}]) | (?=[{_WIDE}])")


def hidden_characters(text: str) -> tuple[tuple[int, str], ...]:
    """What a reader of `text` cannot see: offsets, with names such as `U+200B ZERO WIDTH SPACE`.

    These are controls (tab and line ends too), format characters such as zero-width spaces, bidi controls
    and tags, separators of lines and paragraphs, variation selectors, blank letters, lone surrogates,
    unassigned and private-use characters. Not those that carry meaning where they stand: a zero-width
    non-joiner inside an Arabic-script or Indic word, a zero-width joiner in an emoji sequence or an Indic
    conjunct, and the emoji selector after an emoji or in a keycap.
    """
    if text.isascii() and text.isprintable():
        return ()
    return tuple((offset, _name(text[offset])) for offset in range(len(text)) if _is_hidden(text, offset))


def marker(character: str) -> str:
    """What to show for a hidden character, such as `<U+200B>`."""
    return f"<U+{ord(character):04X}>"


def visible(text: str) -> str:
    """`text` with a marker such as `<U+200B>` for every hidden character; safe to print on a terminal."""
    hidden = {offset for offset, _ in hidden_characters(text)}
    return "".join(
        marker(character) if offset in hidden else character for offset, character in enumerate(text)
    )


def without_hidden(text: str) -> str:
    """`text` on one line without its hidden characters; tabs and line ends become spaces."""
    hidden = {offset for offset, _ in hidden_characters(text)}
    return "".join(
        character if offset not in hidden else " " if character.isspace() else ""
        for offset, character in enumerate(text)
    )


@functools.lru_cache(maxsize=1 << 16)  # a run compares every candidate with every utterance of its row
def normal_form(text: str) -> str:
    """The form in which two utterances are the same; not for showing, and not to be put into a corpus.

    NFKC, case folded, invisible characters removed (the joiners too), white space folded to one space and
    left out beside ideographs and kana, outer quotes, final punctuation and a leading `¿` or `¡` dropped.
    Two texts that differ only in case, white space and final `.!?` (the corpus' own rule for held-out rows)
    have the same normal form.
    """
    # Each step can make work for an earlier one (a dropped mark lets two characters compose), hence the loop.
    while (shorter := _shorter_form(text)) != text:
        text = shorter
    return text


def _shorter_form(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    if not text.isprintable() or _BLANK.search(text):
        text = "".join(character for character in text if character.isspace() or not _is_invisible(character))
    text = _SPACE_AT_WIDE.sub("", " ".join(text.split()))
    return unquoted(text).lstrip(_OPENING).rstrip(_FINAL)


def unquoted(text: str) -> str:
    """`text` without the quotes round the whole of it."""
    if len(text) > 1 and text[0] + text[-1] in _QUOTES and not set(text[1:-1]) & {text[0], text[-1]}:
        return text[1:-1]
    return text


def _is_invisible(character: str) -> bool:
    """Whether `character`, on its own, draws nothing."""
    if character.isprintable():
        return _BLANK.match(character) is not None
    category = unicodedata.category(character)
    return category != "Zs" and not (category == "Cn" and _NEWER.match(character))


def _is_hidden(text: str, offset: int) -> bool:
    """Whether the character at `offset` is invisible and carries no meaning where it stands."""
    character = text[offset]
    if not _is_invisible(character):
        return False
    before, after = text[max(0, offset - 2) : offset], text[offset + 1 : offset + 2]
    if character == ZERO_WIDTH_NON_JOINER:
        return not _is_within(_JOINED, before[-1:], after)
    if character == ZERO_WIDTH_JOINER:
        base = before[:-1] if before.endswith(EMOJI_SELECTOR) else before[-1:]
        in_emoji = _EMOJI.match(base) and _EMOJI.match(after)
        return not (in_emoji or _is_in_conjunct(before[-1:], after))
    if character == EMOJI_SELECTOR:
        in_keycap = before[-1:] in set("0123456789#*") and after == KEYCAP
        return not (in_keycap or _EMOJI.match(before[-1:]))
    return True


def _is_within(scripts: frozenset[str], before: str, after: str) -> bool:
    """Whether letters (or marks on letters) of one of `scripts` stand on both sides."""
    script = _script(before)
    return script in scripts and script == _script(after)


def _is_in_conjunct(before: str, after: str) -> bool:
    """Whether a joiner here shapes an Indic conjunct: after a virama, or between a letter and its virama."""
    if _is_virama(before):
        return _script(before) in _INDIC
    return _is_virama(after) and _is_within(_INDIC, before, after)


def _is_virama(character: str) -> bool:
    return bool(character) and unicodedata.combining(character) == _VIRAMA


def _script(character: str) -> str:
    """The first word of a letter's or a mark's name; empty for anything else and at the ends of a text."""
    if not character or unicodedata.category(character)[0] not in "LM":
        return ""
    return unicodedata.name(character, "").partition(" ")[0]


def _name(character: str) -> str:
    category = unicodedata.category(character)
    name = _CONTROLS.get(character) or unicodedata.name(character, "") or _NAMELESS[category]
    return f"U+{ord(character):04X} {name}"
