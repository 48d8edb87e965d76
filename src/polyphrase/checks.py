"""Deterministic checks of a candidate; no model. The first that fails drops it, with its reason and detail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from polyphrase import (
    codes,
    flags,
    language,
    literals,
    markers,
    neighbours,
    roles,
    similarity,
    spelling,
    voice,
)
from polyphrase.chatter import ASIDE, MARKER, OPENING, REFUSAL
from polyphrase.likelihood import Sibling
from polyphrase.models import DropReason, Row
from polyphrase.neighbours import Asks, asks
from polyphrase.ports import Detector
from polyphrase.screen import Attack, attacks
from polyphrase.text import hidden_characters, normal_form
from polyphrase.vocabulary import NUMBER_LANGUAGES

TYPO = "typo"  # the style whose phrasings are near to others, and misspelled, on purpose


class Finding(NamedTuple):
    """What a check has against a candidate: the drop reason and, in words, what exactly."""

    reason: DropReason
    detail: str


class Context(NamedTuple):
    """What a candidate is checked against.

    `lang`: the language asked for; `against`: languages it could be mistaken for, the row's own among them.
    `spoken`: the language of each utterance of the row, None where it cannot be told. `others`: normal form of
    every utterance of the other rows, with its row's id. `earlier`: normal forms of candidates of this row that
    came before. `variety`: the BCP 47 tag that was asked for where it says more than `lang`. `style`: that was
    asked for. `said`: candidates in this language that came before. `requests`: what a row asks for, by its id.
    `avoid`: where each text stands that must not be in the corpus, by its normal form.
    """

    row: Row
    contract: literals.Contract
    lang: str
    against: tuple[str, ...]
    spoken: tuple[str | None, ...]
    others: Mapping[str, str]
    earlier: frozenset[str]
    detector: Detector
    variety: str = ""
    style: str = "neutral"
    said: tuple[str, ...] = ()
    requests: Mapping[str, Asks] = {}
    avoid: Mapping[str, str] = {}


class Checked(NamedTuple):
    """The outcome of the checks: what each said (`ok`, or a note), the language found, flags, findings.

    With a flag in `flags.DOUBTS` the candidate is doubtful, whatever the judge says.
    """

    notes: Mapping[str, str]
    detected: str | None
    flags: tuple[str, ...]
    findings: tuple[Finding, ...]

    @property
    def doubts(self) -> bool:
        """Whether something keeps the candidate from being clean."""
        return not flags.DOUBTS.keys().isdisjoint(self.flags)

    def doubted(self, flag: str, note: str) -> Checked:
        """With one more of the flags in `DOUBTS`, and what its check says."""
        return self._replace(notes={**self.notes, flags.DOUBTS[flag]: note}, flags=(*self.flags, flag))


Check = Callable[[str, Context], Finding | None]


def _empty(text: str, _: Context) -> Finding | None:
    return None if normal_form(text) else Finding("empty", "nothing but white space and punctuation")


def _hidden_characters(text: str, _: Context) -> Finding | None:
    found = [(at, name) for at, name in hidden_characters(text) if text[at] != "\n"]
    if not found:
        return None
    return Finding("hidden_characters", ", ".join(f"{name} at {at + 1}" for at, name in found[:5]))


def _attacks(text: str, context: Context) -> Finding | None:
    # Phrasings of a row that is an attack are attacks of its sort; `ROW_ADDRESSES_JUDGE` says so of each.
    expected = _attack_reasons(context.row)
    for attack in attacks(text, context.row.utterances):
        reason = _attack_reason(attack)
        if reason not in expected:
            return Finding(reason, attack.detail)
    return None


def _attack_reasons(row: Row) -> frozenset[DropReason]:
    return frozenset(_attack_reason(attack) for utterance in row.utterances for attack in attacks(utterance))


def _attack_reason(attack: Attack) -> DropReason:
    return "mixed_scripts" if attack.kind == "mixed_scripts" else "injection"


def _too_long(text: str, context: Context) -> Finding | None:
    # Long-winded is a style, but nobody needs more than three times the longest sibling.
    limit = 60 + 3 * max(len(utterance) for utterance in context.row.utterances)
    return Finding("too_long", f"{len(text)} characters, over {limit}") if len(text) > limit else None


def _chatter(text: str, context: Context) -> Finding | None:
    if "\n" in text and not any("\n" in utterance for utterance in context.row.utterances):
        return Finding("chatter", "more than one line")
    for pattern in (OPENING, ASIDE):
        match = pattern.search(text)
        if match and not any(pattern.search(utterance) for utterance in context.row.utterances):
            return Finding("chatter", f"says {match[0].strip()!r}")
    marker = MARKER.match(text)
    # "2. Seite", "{name}.mp4": what the text needs is no marker.
    if marker and not literals.compare(context.contract, text[marker.end() :]):
        return Finding("chatter", f"starts with {marker[0].strip()!r}")
    return None


def _refusal(text: str, context: Context) -> Finding | None:
    match = REFUSAL.search(text)
    if match and not any(REFUSAL.search(utterance) for utterance in context.row.utterances):
        return Finding("refusal", f"says {match[0].strip()!r}")
    return None


def _echo(text: str, context: Context) -> Finding | None:
    if normal_form(text) == normal_form(context.row.utterances[0]):
        return Finding("echo", "the same as the utterance it was made from")
    return None


def _duplicate(text: str, context: Context) -> Finding | None:
    form = normal_form(text)
    for index, utterance in enumerate(context.row.utterances):
        if normal_form(utterance) == form:
            return Finding("duplicate", f"the same as {context.row.id}__{index}")
    if form in context.earlier:
        return Finding("duplicate", "the same as an earlier candidate of this row")
    return None


def _near_duplicate(text: str, context: Context) -> Finding | None:
    if context.style == TYPO:  # a typing error makes little difference, and is the point
        return None
    spoken = enumerate(zip(context.row.utterances, context.spoken, strict=True))
    own = [(index, one) for index, (one, lang) in spoken if lang in (None, context.lang)]
    texts = (*(one for _, one in own), *context.said)
    found = similarity.nearest(text, texts, context.lang, context.contract.known)
    if found is None or found.nearness < similarity.NEAR:
        return None
    there = f"{context.row.id}__{own[found.place][0]}" if found.place < len(own) else "an earlier candidate"
    return Finding("near_duplicate", f"nearly the same as {there}: {found.text}")


def _other_row(text: str, context: Context) -> Finding | None:
    form = normal_form(text)
    other = context.others.get(form)
    if other is not None:
        boundary = (
            "" if _is_same_request(other, context) else ", which asks for something else: a boundary pair"
        )
        return Finding("other_row", f"an utterance of {other}{boundary}")
    for near in neighbours.near(form, context.others):
        other = context.others[near]
        if other != context.row.id and _is_same_request(other, context):
            return Finding("other_row", f"nearly an utterance of {other}: {near}")
    return None


def _is_same_request(other: str, context: Context) -> bool:
    return context.requests.get(other, asks(context.row)) == asks(context.row)


def _leak(text: str, context: Context) -> Finding | None:
    form = normal_form(text)
    if (place := context.avoid.get(form)) is not None:
        return Finding("leak", f"it stands in {place}")
    for near in neighbours.near(form, context.avoid):
        return Finding("leak", f"nearly what stands in {context.avoid[near]}: {near}")
    return None


_LITERAL_REASONS: Mapping[str, DropReason] = {"lost": "literal_lost", "added": "literal_added"}


def _literals(text: str, context: Context) -> Finding | None:
    differences = literals.compare(context.contract, text)
    if not differences:
        return None
    first = differences[0]
    numbers = first.literal.kind in ("quantity", "resolution", "ratio")
    changed: DropReason = "number_changed" if numbers else "literal_lost"
    reason = _LITERAL_REASONS.get(first.change, changed)
    return Finding(reason, "; ".join(difference.detail for difference in differences))


CHECKS: tuple[tuple[str, Check], ...] = (
    ("empty", _empty),
    ("hidden_characters", _hidden_characters),
    ("attacks", _attacks),
    ("too_long", _too_long),
    ("chatter", _chatter),
    ("refusal", _refusal),
    ("echo", _echo),
    ("duplicate", _duplicate),
    ("other_row", _other_row),
    ("leak", _leak),
    ("literals", _literals),
    ("near_duplicate", _near_duplicate),
)
# Not whether a text can be the same request, but whether the corpus needs it.
_NEED = frozenset({"echo", "duplicate", "other_row", "leak", "near_duplicate"})
_SAME = tuple(pair for pair in CHECKS if pair[0] not in _NEED)


def same(text: str, context: Context) -> Checked:
    """Only what speaks for or against `text` as the same request: for pairs that nobody wants to merge."""
    return _marked(text, context, _checked(text, context, _SAME))


def run(text: str, context: Context) -> Checked:
    """Run the checks on one candidate until one fails; `findings` is empty when none does."""
    checked = _marked(text, context, _checked(text, context, CHECKS))
    return checked if checked.findings else _bounded(text, context, _worded(text, context, checked))


def _checked(text: str, context: Context, checks: Sequence[tuple[str, Check]]) -> Checked:
    notes: dict[str, str] = {}
    for check_name, check in checks:
        finding = check(text, context)
        if finding is not None:
            return Checked({**notes, check_name: finding.detail}, None, (), (finding,))
        notes[check_name] = "ok"
    notes["markers"] = "ok"  # until some are found
    return Checked(notes, None, (flags.ROW_ADDRESSES_JUDGE,) if _attack_reasons(context.row) else (), ())


def _marked(text: str, context: Context, checked: Checked) -> Checked:
    """With what the marker words say."""
    if checked.findings:
        return checked
    sources = tuple(zip(context.row.utterances, context.spoken, strict=True))
    known = context.contract.known
    doubts = (
        *markers.compare(sources, text, context.lang, known),
        *roles.compare(sources, text, context.lang, known),
        *voice.compare(sources, text, context.lang, known),
        *(
            markers.Doubt("amount", f"added {span.text}")
            for span in literals.added_in_words(context.contract, text)
        ),
        *(
            markers.Doubt("amount", f"lost {span.text}")
            for span in literals.lost_in_words(context.contract, text)
            if context.lang in NUMBER_LANGUAGES
        ),
    )
    said = "; ".join(f"{doubt.family}: {doubt.detail}" for doubt in doubts)
    return checked.doubted(flags.MARKERS, said) if said else checked


def _bounded(text: str, context: Context, checked: Checked) -> Checked:
    """With the rows that ask for something else in nearly the same words."""
    if checked.findings:
        return checked
    said = neighbours.boundary(normal_form(text), context.row.id, context.others)
    return checked.doubted(flags.BOUNDARY_PAIR, said) if said else checked


def _worded(text: str, context: Context, checked: Checked) -> Checked:
    """With the language and, in it, the words that nobody writes."""
    checked = _spoken(text, context, checked)
    if checked.findings or context.style == TYPO:
        return checked
    words = spelling.unknown(
        text, context.lang, context.row.utterances, context.detector, context.contract.known
    )
    return checked.doubted(flags.UNKNOWN_WORD, f"nobody writes {', '.join(words)}") if words else checked


def _spoken(text: str, context: Context, checked: Checked) -> Checked:
    """With the language that was found, which has to be the one asked for."""
    notes, raised = checked.notes, checked.flags
    asked = context.variety or context.lang
    told = language.verify(
        text,
        asked,
        context.against,
        context.detector,
        context.contract.known,
        map(Sibling, context.row.utterances, context.spoken),
    )
    if told.answer == "no":
        seen = codes.name(told.found) if told.found else "another language"
        other = "" if told.found == context.lang else f"{seen}, "  # else it is the writing that is wrong
        finding = Finding("language", f"{other}not {codes.name(asked)} ({told.why})")
        return Checked({**notes, "language": finding.detail}, told.found, raised, (finding,))
    if told.answer == "unsure":
        raised = (*raised, flags.LANGUAGE_UNSURE, *((flags.FOREIGN_WORD,) if told.foreign else ()))
        return Checked({**notes, "language": f"unsure: {told.why}"}, None, raised, ())
    return Checked({**notes, "language": "ok"}, context.lang, raised, ())
