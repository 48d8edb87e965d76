"""What stands elsewhere: in other rows, and in files whose texts must not come into the corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from polyphrase.models import Row
from polyphrase.similarity import near_as_written
from polyphrase.spans import extract
from polyphrase.text import normal_form

Asks = tuple[str, tuple[str, ...]]
"""The outcome and the tools of a row: where they differ, the same words cannot serve both rows."""

ALIKE = 65.0
"""Percent of the letters, words sorted: from here on a reviewer should see both of two rows' utterances."""


class Boundary(NamedTuple):
    """An utterance of a row with another outcome that is much like a text under review."""

    row: Row
    text: str
    alike: float


def asks(row: Row) -> Asks:
    """What a row asks for."""
    return row.expected_outcome, tuple(filter(None, (row.expected_tool, *(row.expected_tools or ()))))


def owners(rows: Iterable[Row]) -> dict[str, str]:
    """The row of every utterance, by its normal form; what `Context.others` is made of."""
    return {normal_form(text): row.id for row in rows for text in row.utterances}


def near(form: str, others: Collection[str]) -> list[str]:
    """Of `others`, those nearly the same as `form` and with its literals; all are normal forms. Nearest first."""
    return [other for other in near_as_written(form, others) if _literals(other) == _literals(form)]


def boundary(form: str, row_id: str, others: Mapping[str, str]) -> str:
    """Which rows, other than `row_id`, say nearly the same though they ask for something else; empty if none does.

    `others`: the row of every utterance, by its normal form.
    """
    return "; ".join(
        f"nearly an utterance of {others[one]}, which asks for something else: {one}"
        for one in near(form, others)
        if others[one] != row_id
    )


def across(texts: Iterable[str], outcome: str, rows: Iterable[Row], most: int = 2) -> tuple[Boundary, ...]:
    """Utterances like one of `texts` in rows whose outcome is not `outcome`: the `most` likest, one a row."""
    others = [(row, text) for row in rows if row.expected_outcome != outcome for text in row.utterances]
    forms = [normal_form(text) for _, text in others]
    found: dict[str, Boundary] = {}
    for form in map(normal_form, texts):
        alike: Sequence[tuple[str, float, int]] = process.extract(
            form, forms, scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE, limit=2 * most
        )
        for _, score, index in alike:
            row, text = others[index]
            if row.id not in found or score > found[row.id].alike:
                found[row.id] = Boundary(row, text, score)
    return tuple(sorted(found.values(), key=lambda one: -one.alike)[:most])


def _literals(form: str) -> list[str]:
    return sorted(repr((span.kind, span.value)) for span in extract(form))
