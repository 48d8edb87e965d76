"""How a run's results join what earlier runs staged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from polyphrase.models import Cell, Decision, Dropped, Row, Staged
from polyphrase.pipeline import Result

AnyLine = TypeVar("AnyLine", Staged, Dropped)


def _line(one: Staged | Dropped) -> tuple[str, str, str]:
    """What tells the cell of a line (see `Cell.lines`)."""
    return (one.row_id, one.lang, one.style)


def _lines(cells: Iterable[Cell]) -> frozenset[tuple[str, str, str]]:
    return frozenset().union(*(cell.lines for cell in cells))


def join(
    earlier: tuple[Iterable[Staged], Iterable[Dropped]],
    result: Result,
    planned: Iterable[Cell],
    rows: Mapping[str, Row],
    decisions: Mapping[str, Decision],
) -> tuple[tuple[Staged, ...], tuple[Dropped, ...]]:
    """What is staged and dropped after a run, from what was (`earlier`) and what the run made.

    A cell that got no answer, or that nobody could judge, has nothing to put in the place of what earlier runs
    staged; and what one of them judged does not become unjudged.
    """
    failed = {failure.cell.key for failure in result.failures}
    failed |= {(one.row_id, one.lang) for one in result.dropped if one.reason == "unjudged"}
    answered = [cell for cell in planned if cell.key not in failed]
    staged = join_staged(earlier[0], result.staged, answered, rows, decisions)
    dropped = join_dropped(earlier[1], result.dropped, answered, rows)
    waiting = {one.id for one in staged}
    return staged, tuple(one for one in dropped if one.reason != "unjudged" or one.id not in waiting)


def join_staged(
    earlier: Iterable[Staged],
    new: Sequence[Staged],
    planned: Collection[Cell],
    rows: Mapping[str, Row],
    decisions: Mapping[str, Decision],
) -> tuple[Staged, ...]:
    """New lines, and of the earlier ones those that this run did not replace, in corpus order.

    A run recomputes its cells. It leaves alone: other cells; what a person decided on; and what was staged
    before the row grew (its cell is then asked for more, not again). Lines of rows that are gone, or whose text
    the row holds by now, are finished. A new line without a gloss takes over the one that its text had.
    """
    keys = _lines(planned)
    before = {one.id: one for one in earlier}
    new = [_with_gloss(one, before.get(one.id)) for one in new]
    fresh = {one.id for one in new}
    kept = []
    for one in before.values():
        row = rows.get(one.row_id)
        if one.id in fresh or row is None or one.text in row.utterances:
            continue
        decision = decisions.get(one.id)
        accepted = decision is not None and decision.action in ("accept", "edit", "split")
        if accepted and decision is not None and decision.text in row.utterances:
            continue
        grown = one.row_utterances != len(row.utterances)
        if _line(one) not in keys or accepted or grown:
            kept.append(one)
    return _ordered((*kept, *new), rows)


def _with_gloss(one: Staged, before: Staged | None) -> Staged:
    """`one` with its earlier gloss where it has none: --no-gloss makes none, and throws none away."""
    if before is None or one.gloss or (before.text, before.source) != (one.text, one.source):
        return one
    told = {name: label for name, label in before.prompts.items() if name == "gloss"}
    return one.model_copy(update={"gloss": before.gloss, "prompts": {**one.prompts, **told}})


def join_dropped(
    earlier: Iterable[Dropped], new: Sequence[Dropped], planned: Collection[Cell], rows: Mapping[str, Row]
) -> tuple[Dropped, ...]:
    """New drops, and the earlier ones of cells that this run did not plan."""
    keys = _lines(planned)
    kept = [one for one in earlier if _line(one) not in keys and one.row_id in rows]
    return _ordered((*kept, *new), rows)


def _ordered(lines: Sequence[AnyLine], rows: Mapping[str, Row]) -> tuple[AnyLine, ...]:
    places = {row_id: place for place, row_id in enumerate(rows)}
    return tuple(sorted(lines, key=lambda one: (places[one.row_id], one.lang, one.style)))
