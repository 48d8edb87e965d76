"""What a row's phrasings must keep and may hold, and how a new phrasing differs from that.

The row is the oracle: what all its utterances share is required, what any of them says is allowed, and the
numbers and output names of its baseline command, which no user ever said, are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from polyphrase.models import Frozen, Row
from polyphrase.quantities import Quantity
from polyphrase.spans import Kind, LiteralSpan, Scanned, extract, mask, scan

__all__ = [
    "Contract",
    "Difference",
    "Kind",
    "LiteralSpan",
    "compare",
    "contract",
    "extract",
    "mask",
    "names",
]

_NAMED: frozenset[Kind] = frozenset({"file", "glob", "folder"})
_TOKEN = re.compile(r"\"([^\"]*)\"|'([^']*)'|(\S+)")
_VALUE = re.compile(
    r"""\btext=(?:'([^']+)'|([^:,'"\s]+))|\s(?:-P|--password)[ =](?:'([^']+)'|"([^"]+)"|([^\s'"]+))"""
)
_FILTER_CHARS = re.compile(r"[=\[\]();,|<>]")
# What may stand between a format and the file it describes: "the MP4 file clip.mp4".
_DESCRIPTION_GAP = re.compile(r"[\s-]*[^\W\d]{0,12}[\s'\"“„«「-]*")


class Contract(Frozen):
    """What a phrasing of a row must keep and may hold.

    `required`: each has to be in it, in any of its forms; a literal that is said twice is there twice.
    `spoken`: numbers in words with a unit that all utterances share: not required, for a language may have no
    word for them that is known here, but not to be contradicted.
    `allowed`: literals, and numbers in words, of all utterances. `known`: names found as they are.
    `utterances`: the texts themselves, for words that a phrasing puts in quotes.
    """

    required: tuple[LiteralSpan, ...]
    spoken: tuple[LiteralSpan, ...]
    allowed: tuple[LiteralSpan, ...]
    known: tuple[str, ...]
    utterances: tuple[str, ...]


class Difference(NamedTuple):
    """One literal that a phrasing lost, added or changed; `detail` says so in words."""

    change: Literal["lost", "added", "changed"]
    literal: LiteralSpan
    detail: str


def contract(row: Row) -> Contract:
    """What the phrasings of `row` must keep and may hold, whatever its outcome."""
    named = names(row)
    seen = [span for utterance in row.utterances for span in extract(utterance, named)]
    known = dict.fromkeys((*named, *(span.text for span in seen if span.kind in _NAMED)))
    phrases = (*_phrases(seen), *_values(row))
    scans = [scan(utterance, known, phrases, row.utterances) for utterance in row.utterances]
    required: list[LiteralSpan] = []
    spoken: list[LiteralSpan] = []
    for index, scanned in enumerate(scans):
        shared = []
        for one in scanned:
            if _is_optional(one, scanned, row.utterances[index]):
                continue
            insisted = index == 0 and one.span.kind in _NAMED and one.span.text in named
            if not insisted and not all(_is_kept(one.span, other, known) for other in scans):
                continue
            if not one.in_words:
                shared.append(one.span)
            elif _dimensions(one.span):
                spoken.append(one.span)
        required += [s for s in shared if not any(agree(s, r) for r in required)] if index else shared
    return Contract(
        required=tuple(required),
        spoken=tuple(spoken),
        allowed=tuple(one.span for scanned in scans for one in scanned),
        known=tuple(known),
        utterances=row.utterances,
    )


def compare(contract: Contract, text: str) -> tuple[Difference, ...]:
    """How the literals of `text` differ from `contract`; empty when nothing is lost and nothing added."""
    scanned = scanned_for(contract, text)
    written = [one for one in scanned if not one.in_words]
    lost = [s for s in contract.required if not _is_kept(s, scanned, contract.known)]
    added = _by_value(one.span for one in written if not _is_allowed(one, contract))
    unsaid = [s for s in contract.spoken if not _is_kept(s, scanned, contract.known)]
    if not lost and not added and not unsaid:
        return tuple(_swapped(contract, [one.span for one in written]))
    in_words = [
        one.span
        for one in scanned
        if one.in_words and _dimensions(one.span) and not _is_allowed(one, contract)
    ]
    differences = []
    for literal in _by_value((*lost, *unsaid)):
        partner = next((s for s in (*added, *in_words) if _comparable(literal, s)), None)
        if partner is not None:
            differences.append(Difference("changed", literal, f"{literal.text} became {partner.text}"))
            if partner in added:
                added.remove(partner)
        elif literal in lost:
            differences.append(Difference("lost", literal, f"lost {literal.text}"))
    differences += (Difference("added", literal, f"added {literal.text}") for literal in added)
    return tuple(differences)


def scanned_for(contract: Contract, text: str) -> list[Scanned]:
    """The literals of `text`, and its numbers in words, as far as a phrasing of the row has them."""
    return scan(text, contract.known, _phrases(contract.allowed), contract.utterances)


def added_in_words(contract: Contract, text: str) -> tuple[LiteralSpan, ...]:
    """Amounts with a unit that `text` says in words, and that no utterance says in any form.

    No proof, because words for numbers have other uses, too; see `Contract.spoken`.
    """
    scanned = scanned_for(contract, text)
    return tuple(
        one.span
        for one in scanned
        if one.in_words and _dimensions(one.span) and not _is_one(one.span) and not _is_allowed(one, contract)
    )


def lost_in_words(contract: Contract, text: str) -> tuple[LiteralSpan, ...]:
    """Amounts that all utterances say in words, and `text` in no form: no proof, as above."""
    scanned = scanned_for(contract, text)
    return tuple(s for s in contract.spoken if not _is_one(s) and not _is_kept(s, scanned, contract.known))


def _is_one(literal: LiteralSpan) -> bool:
    """Whether the number may be an article ("une heure")."""
    return isinstance(literal.value, Quantity) and 1 in literal.value.numbers


def names(row: Row) -> tuple[str, ...]:
    """The files and folders that the fixture and the baseline command name, without options and filters."""
    tokens = ["".join(groups) for groups in _TOKEN.findall(row.command)]
    if row.fixture:
        tokens.append(row.fixture)
    names = []
    for token in tokens:
        if token.startswith("-") or _FILTER_CHARS.search(token):
            continue
        spans = extract(f'"{token}"')
        if len(spans) == 1 and spans[0].kind in _NAMED and spans[0].text == token:
            names.append(token)
    return tuple(dict.fromkeys(names))


def _values(row: Row) -> tuple[str, ...]:
    """Ordinary words that are values: the text that the baseline command stamps, the password it sets."""
    found = (next(filter(None, groups)) for groups in _VALUE.findall(row.command))
    return tuple(value for value in found if any(value in utterance for utterance in row.utterances))


def _phrases(spans: Iterable[LiteralSpan]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(s.value for s in spans if s.kind == "quoted" and isinstance(s.value, str)))


def agree(one: LiteralSpan, other: LiteralSpan) -> bool:
    """Whether two literals have the same meaning."""
    if isinstance(one.value, Quantity):
        return isinstance(other.value, Quantity) and one.value.meets(other.value)
    if isinstance(other.value, Quantity) or one.kind != other.kind:
        return False
    if one.kind in ("folder", "url"):
        return one.value.rstrip("/\\") == other.value.rstrip("/\\")
    return one.value == other.value


def _is_kept(literal: LiteralSpan, scanned: Sequence[Scanned], known: Iterable[str]) -> bool:
    """Whether `literal` is among what a text holds, in one of its forms."""
    spans = [one.span for one in scanned]
    if any(agree(literal, other) for other in spans):
        return True
    if isinstance(literal.value, Quantity):
        return _holds(literal.value, spans) or _counts_files(literal.value, spans)
    if literal.kind == "name":
        return any(s.kind == "file" and s.text in known and _stem(s.text) == literal.text for s in spans)
    return False


def _is_allowed(one: Scanned, contract: Contract) -> bool:
    """Whether an utterance of the row says the same, or says it in another way."""
    literal, allowed = one.span, contract.allowed
    if any(agree(literal, other) for other in allowed):
        return True
    if isinstance(literal.value, Quantity):
        return _holds(literal.value, allowed) or _is_zero_start(one) or _counts_files(literal.value, allowed)
    files = {s.text for s in allowed if s.kind in _NAMED}
    bare_names = {s.text for s in allowed if s.kind == "name"}
    folder = literal.text.rstrip("/\\")
    return {
        "format": any(literal.value == _ending(name) for name in files),
        "name": any(_stem(name) == literal.text for name in files),
        "folder": any(folder in utterance for utterance in contract.utterances),
        "file": literal.text in contract.known and _stem(literal.text) in bare_names,
    }.get(literal.kind, False)


def _holds(quantity: Quantity, spans: Sequence[LiteralSpan]) -> bool:
    """Whether a composite is given part by part, or is a part of a composite."""
    values = [s.value for s in spans if isinstance(s.value, Quantity)]
    if quantity.parts:
        free = [value for value in values if not value.parts]
        for part in dict.fromkeys(quantity.parts):
            partner = next((value for value in free if part.meets(value)), None)
            if partner is None:
                return False
            free.remove(partner)
        return True
    return any(quantity.meets(part) for value in values for part in value.parts)


def _counts_files(quantity: Quantity, spans: Sequence[LiteralSpan]) -> bool:
    """Whether it is a bare number that says how many files are named beside it."""
    count = len({s.text for s in spans if s.kind == "file"})
    return count > 1 and not quantity.readings and count in quantity.numbers


def _is_zero_start(one: Scanned) -> bool:
    """Whether it is the 0 of "from 0 to 4 seconds", which "to 4 seconds" leaves out."""
    return one.opens_range and isinstance(one.span.value, Quantity) and one.span.value.numbers == {0}


def _is_optional(one: Scanned, scanned: Sequence[Scanned], text: str) -> bool:
    """Whether a literal says only what is plain without it: a start at 0, the format of a file beside it."""
    if _is_zero_start(one):
        return True
    return one.span.kind == "format" and any(
        other.span.kind in _NAMED
        and other.span.start >= one.span.end
        and _ending(other.span.text) == one.span.value
        and _DESCRIPTION_GAP.fullmatch(text, one.span.end, other.span.start)
        for other in scanned
    )


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _ending(name: str) -> str | None:
    """The format that a file name or glob ends in."""
    spans = extract("." + name.rpartition(".")[2])
    value = spans[0].value if len(spans) == 1 and spans[0].kind == "format" else None
    return value if isinstance(value, str) else None


def _dimensions(literal: LiteralSpan) -> frozenset[str]:
    return literal.value.dimensions if isinstance(literal.value, Quantity) else frozenset()


def _comparable(lost: LiteralSpan, found: LiteralSpan) -> bool:
    """Whether one may stand in the place of the other, as a change of its value."""
    if isinstance(lost.value, Quantity) and isinstance(found.value, Quantity):
        one, other = _dimensions(lost), _dimensions(found)
        return not one or not other or not one.isdisjoint(other)
    return lost.kind == found.kind


def _by_value(spans: Iterable[LiteralSpan]) -> list[LiteralSpan]:
    """One literal of each value, in order."""
    return list({(s.kind, s.value): s for s in reversed(list(spans))}.values())[::-1]


def _swapped(contract: Contract, written: Sequence[LiteralSpan]) -> Iterator[Difference]:
    """A literal said less often than required where another is said more often: 3, 3, 4 became 3, 4, 4."""
    missing = [s for s in _unmatched(contract.required, written) if any(agree(s, one) for one in written)]
    surplus = [
        s for s in _unmatched(written, contract.allowed) if any(agree(s, one) for one in contract.allowed)
    ]
    for literal in missing:
        partner = next((s for s in surplus if _comparable(literal, s)), None)
        if partner is not None:
            surplus.remove(partner)
            yield Difference("changed", literal, f"{literal.text} became {partner.text}")


def _unmatched(wanted: Sequence[LiteralSpan], offered: Sequence[LiteralSpan]) -> list[LiteralSpan]:
    """Those of `wanted` left over when each takes one of `offered`, equal values first."""
    left, free = list(wanted), list(offered)
    for exact in (True, False):
        for literal in tuple(left):
            partner = next(
                (s for s in free if (s.value == literal.value if exact else agree(literal, s))), None
            )
            if partner is not None:
                left.remove(literal)
                free.remove(partner)
    return left
