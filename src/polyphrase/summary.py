"""What a run says at its end: how its cells stand, what one more round takes, how distinct the phrasings are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from polyphrase import similarity
from polyphrase.literals import names
from polyphrase.models import Row, Staged
from polyphrase.rounds import Standing
from polyphrase.text import visible


def cells(standings: Sequence[Standing]) -> dict[str, Any]:
    """Cells by state, those with at least one clean phrasing, and why the last answers of the others were dropped.

    `one_more_round`: calls to write, and the tokens that these took the last time, judging not counted.
    """
    states = Counter(one.state for one in standings)
    unfilled = [one for one in standings if one.state in ("open", "saturated")]
    still = [one for one in standings if one.open]
    return {
        "cells": len(standings),
        **{state: states[state] for state in ("filled", "saturated", "failed", "open")},
        "with_one_clean": sum(one.clean > 0 for one in standings),
        "with_two_clean": sum(one.clean > 1 for one in standings),
        "dropped_last": dict(Counter(reason for one in unfilled for reason in one.reasons).most_common()),
        "one_more_round": {"calls": len(still), "tokens": sum(one.tokens for one in still)},
    }


def cells_text(found: Mapping[str, Any]) -> str:
    """The states of the cells, and what one more round would cost."""
    lines = [
        f"cells   {found['cells']}: {found['filled']} filled, {found['saturated']} saturated, "
        f"{found['failed']} failed, {found['open']} open; {found['with_one_clean']} have a clean phrasing"
    ]
    if found["dropped_last"]:
        reasons = ", ".join(f"{reason} {number}" for reason, number in found["dropped_last"].items())
        lines.append(f"        last dropped in those that are not filled: {reasons}")
    if (more := found["one_more_round"])["calls"]:
        lines.append(
            f"        one more round (--rounds): {more['calls']} calls to write, about {more['tokens']:,} tokens"
        )
    return "\n".join(lines)


def distinctness(
    staged: Iterable[Staged], rows: Mapping[str, Row], spoken: Mapping[str, Sequence[str | None]]
) -> dict[str, Any]:
    """How distinct a row's utterances in a language are, with what is staged: 0 (the same) to 1.

    By language: the mean over rows of their mean over pairs, and the closest pair of all; and by row.
    """
    added: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in staged:
        added[one.row_id, one.lang].append(one.text)
    by_language: dict[str, list[tuple[str, similarity.Distinctness]]] = defaultdict(list)
    for (row_id, lang), texts in added.items():
        row = rows[row_id]
        own = [text for text, said in zip(row.utterances, spoken[row_id], strict=True) if said == lang]
        if (measured := similarity.distinctness([*own, *texts], lang, names(row))) is not None:
            by_language[lang].append((row_id, measured))
    found = {}
    for lang, measures in sorted(by_language.items()):
        row_id, worst = min(measures, key=lambda one: one[1].worst)
        found[lang] = {
            "mean": fmean(one.mean for _, one in measures),
            "worst": worst.worst,
            "closest": {"row_id": row_id, "texts": list(worst.closest)},
            "rows": {name: {"mean": one.mean, "worst": one.worst} for name, one in measures},
        }
    return found


def distinctness_text(found: Mapping[str, Any]) -> str:
    """A line for each language: the mean, and the pair that is closest."""
    return "\n".join(
        f"distinct {lang:<3} {one['mean']:.2f} on average; closest {one['worst']:.2f} in "
        f"{one['closest']['row_id']}: {' | '.join(map(visible, one['closest']['texts']))}"
        for lang, one in found.items()
    )
