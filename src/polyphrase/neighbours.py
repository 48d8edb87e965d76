"""What stands elsewhere: in other rows, and in files whose texts must not come into the corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from polyphrase.models import Row
from polyphrase.similarity import near_as_written
from polyphrase.spans import extract
from polyphrase.text import normal_form

Asks = tuple[str, tuple[str, ...]]
"""The outcome and the tools of a row: where they differ, the same words cannot serve both rows."""


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


def _literals(form: str) -> list[str]:
    return sorted(repr((span.kind, span.value)) for span in extract(form))
