"""Which cells a run fills: rows by filters, languages by what the rows already hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from polyphrase.codes import Variety
from polyphrase.errors import InputError
from polyphrase.models import Cell, Row


class Filters(NamedTuple):
    """Which rows a run is about; an empty filter lets every row pass.

    `rows`: globs of row ids. A row passes when each filter that is not empty holds one thing it has.
    """

    rows: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()

    def take(self, row: Row) -> bool:
        """Whether a row passes."""
        tools = {row.expected_tool, *(row.expected_tools or ())}
        return (
            (not self.rows or any(fnmatchcase(row.id, glob) for glob in self.rows))
            and (not self.tags or bool(set(self.tags) & set(row.tags or ())))
            and (not self.tools or bool(set(self.tools) & tools))
            and (not self.outcomes or row.expected_outcome in self.outcomes)
        )


def select(rows: Iterable[Row], filters: Filters) -> tuple[Row, ...]:
    """The rows that pass, in corpus order. Raises `InputError` when none does."""
    chosen = tuple(row for row in rows if filters.take(row))
    if not chosen:
        said = ", ".join(f"{key} {' '.join(value)}" for key, value in filters._asdict().items() if value)
        raise InputError(
            f"no row of the corpus passes the filters ({said})" if said else "the corpus holds no row",
            "row filters are globs of row ids, such as 'media_00*'; quote them for the shell",
        )
    return chosen


def own_language(found: Sequence[str | None]) -> str:
    """The language a row was first written in: of its first utterance that can be told, else English."""
    return next((lang for lang in found if lang is not None), "en")


def cells(
    rows: Iterable[Row],
    found: Mapping[str, Sequence[str | None]],
    langs: Sequence[Variety],
    per_lang: int,
    styles: tuple[str, ...] = ("neutral",),
) -> tuple[Cell, ...]:
    """The cells that still want phrasings, in corpus order.

    `found`: the language of every utterance, by row id. `langs`: empty means each row's own language.
    `per_lang`: how many utterances a row should have in a language in the end; those it has count. `styles`: of
    the new ones, in turn.
    """
    planned = []
    for row in rows:
        spoken = found[row.id]
        for asked in langs or (Variety(own_language(spoken)),):
            wanted = per_lang - sum(one == asked.code for one in spoken)
            if wanted > 0:
                variety = asked.tag if asked.tag != asked.code else ""
                planned.append(
                    Cell(row_id=row.id, lang=asked.code, variety=variety, styles=styles, wanted=wanted)
                )
    return tuple(planned)
