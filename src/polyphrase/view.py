"""What a reviewer sees of one candidate, as values; the terminal and the page only draw it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from polyphrase import literals
from polyphrase.alignment import Pair, aligned
from polyphrase.models import UNDETERMINED, Decision, Row, Staged
from polyphrase.neighbours import Boundary
from polyphrase.text import hidden_characters, marker, visible

PASSED = frozenset(("", "ok", "passed"))
"""What a check says when it has nothing to say."""

LONGEST = 4_000
"""Characters of a text whose literals are looked for; no request is as long, and nobody waits for it."""
NOTED = 160
"""Characters of a text in a line that says what was recorded."""
DONE = {
    "accept": "Accepted",
    "edit": "Edited",
    "reject": "Rejected",
    "split": "Split off",
    None: "Taken back",
}

Mark = Literal["", "literal", "lone", "hidden"]
"""`lone`: a literal without a partner on the other side. `hidden`: a marker for what nobody sees."""


class Piece(NamedTuple):
    """A stretch of a text, safe to print. `pair`: the number of its literal, from 1. `name`: of what is hidden."""

    text: str
    mark: Mark = ""
    pair: int = 0
    name: str = ""


class Shown(NamedTuple):
    """A text in pieces. `lang`: what it is in, None where it cannot be told. `judged`: the candidate's source."""

    pieces: tuple[Piece, ...]
    lang: str | None
    judged: bool = False


class Twin(NamedTuple):
    """A literal as the source and as the candidate write it; empty where it is missing."""

    source: str
    found: str

    @property
    def differs(self) -> bool:
        """Whether there is anything to look at."""
        return self.source != self.found


class Change(NamedTuple):
    """What accepting would change: (text, is it new) in the order of the file; or why merge would refuse."""

    segments: Sequence[tuple[str, bool]] = ()
    refused: str = ""


class Card(NamedTuple):
    """A candidate with all that helps to decide on it."""

    item: Staged
    row: Row
    utterances: tuple[Shown, ...]
    candidate: Shown
    twins: tuple[Twin, ...]
    passed: int
    notes: tuple[tuple[str, str], ...]
    boundaries: tuple[Boundary, ...]
    change: Change

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that the row expects."""
        return tuple(filter(None, (self.row.expected_tool, *(self.row.expected_tools or ()))))


def card(
    item: Staged,
    row: Row,
    spoken: Sequence[str | None],
    boundaries: Sequence[Boundary] = (),
    change: Change = Change(),  # noqa: B008 (a value)
) -> Card:
    """`spoken`: the language of each of the row's utterances."""
    contract = literals.contract(row)
    pairs = aligned(contract, item.source, item.text) if len(item.text) <= LONGEST else ()
    # A text that is not the source has its literals marked, but nothing stands beside them.
    utterances = tuple(
        Shown(
            _pieces(text, pairs, 0) if text == item.source else _pieces(text, _alone(contract, text), 0),
            lang,
            text == item.source,
        )
        for text, lang in zip(row.utterances, spoken, strict=True)
    )
    return Card(
        item=item,
        row=row,
        utterances=utterances,
        candidate=Shown(_pieces(item.text, pairs, 1), item.detected or item.lang),
        twins=tuple(
            Twin(one.source.text if one.source else "", one.found.text if one.found else "") for one in pairs
        ),
        passed=sum(said in PASSED for said in item.checks.values()),
        notes=tuple((name, said) for name, said in item.checks.items() if said not in PASSED),
        boundaries=tuple(boundaries),
        change=change,
    )


def recorded(decision: Decision) -> str:
    """A line that says what was recorded."""
    lang = decision.lang if decision.action in ("accept", "edit") else None
    said = " in no language that can be told" if lang == UNDETERMINED else f" as {lang}" if lang else ""
    why = decision.reason or decision.outcome
    text = decision.text if len(decision.text) <= NOTED else f"{decision.text[:NOTED]}…"
    return visible(f"{DONE[decision.action]}{said}{f' ({why})' if why else ''}: {text}")


def plain(text: str) -> tuple[Piece, ...]:
    """A text of which only the hidden characters are marked."""
    return _pieces(text, (), 0)


def _alone(contract: literals.Contract, text: str) -> tuple[Pair, ...]:
    return tuple(Pair(span, span) for span in literals.extract(text, contract.known))


def _pieces(text: str, pairs: Sequence[Pair], side: int) -> tuple[Piece, ...]:
    """`text` in stretches; `side` says which of each pair stands in it."""
    # Runs, for a text can be long: where a literal begins and ends, and each hidden character with its name.
    names = dict(hidden_characters(text))
    marks: dict[int, tuple[Mark, int]] = {0: ("", 0)}
    for number, pair in enumerate(pairs, start=1):
        span = pair[side]
        if span is not None:
            marks[span.start] = ("lone" if None in pair else "literal", number)
            marks.setdefault(span.end, ("", 0))
    edges = sorted({*marks, *names, *(offset + 1 for offset in names), len(text)})
    shown: list[Piece] = []
    mark = marks[0]
    for start, end in pairwise(edges):
        mark = marks.get(start, mark)
        if start in names:
            shown.append(Piece(marker(text[start]), "hidden", 0, names[start]))
        else:
            shown.append(Piece(text[start:end], *mark))
    return tuple(shown)
