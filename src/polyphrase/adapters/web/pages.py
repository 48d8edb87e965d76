"""The pages as HTML, from templates that escape everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from polyphrase import codes, review, view
from polyphrase.adapters.bench import Bench
from polyphrase.adapters.keys import KEYS, OUTCOMES, REASONS
from polyphrase.adapters.web.choice import FILTERS, ORDERS, Choice, Options
from polyphrase.errors import PolyphraseError
from polyphrase.models import UNDETERMINED, Decision, Staged
from polyphrase.text import visible

END = "end"
"""In the place of a candidate: all were seen."""
PER_PAGE = 100


class Pile(NamedTuple):
    """The candidates that pass the filters, decided or not, and what was decided by now.

    `options`: for each filter its values, with how many of all candidates have them.
    """

    choice: Choice
    items: Sequence[Staged]
    decided: Mapping[str, Decision]
    options: Options

    def find(self, id_: str) -> Staged | None:
        """The candidate with this id."""
        return next((one for one in self.items if one.id == id_), None)


class Place(NamedTuple):
    """Where a tab is: its last step, what to say of it, and whether there is something to undo."""

    step: int
    note: str
    can_undo: bool


class Edited(NamedTuple):
    """A text that a person wrote, and what the checks say of it."""

    text: str
    complaints: tuple[str, ...]


def one(bench: Bench, pile: Pile, item: Staged | None, place: Place, edited: Edited | None = None) -> str:
    """A candidate beside its row; without one, the end."""
    more: dict[str, Any] = {"card": None, "edited": edited}
    if item is not None:
        of_row = [one for one in pile.items if one.row_id == item.row_id]
        more |= {
            "card": bench.card(item),
            "said": pile.decided.get(item.id),
            "of_row": [(one, pile.decided.get(one.id)) for one in of_row],
            "number": 1 + next(index for index, one in enumerate(pile.items) if one.id == item.id),
            "clean_row": len(review.clean_ones(of_row, pile.decided)),
            "draft": bench.draft(item, "clarify"),
        }
    return _render("one.html", bench, pile, place, more)


def many(bench: Bench, pile: Pile, page: int, place: Place) -> str:
    """The candidates that wait, a hundred a page, row by row."""
    waiting = [one for one in pile.items if one.id not in pile.decided]
    pages = max(1, -(-len(waiting) // PER_PAGE))
    page = min(max(page, 1), pages)
    shown = waiting[(page - 1) * PER_PAGE : page * PER_PAGE]
    groups = [
        (bench.rows[row_id], list(group)) for row_id, group in groupby(shown, key=lambda one: one.row_id)
    ]
    more = {"groups": groups, "page": page, "pages": pages, "waiting": len(waiting), "plain": view.plain}
    return _render("many.html", bench, pile, place, more)


def failed(error: PolyphraseError) -> str:
    """An expected error: what is wrong, and what to do."""
    return _environment().get_template("failed.html").render(problem=error.problem, hint=error.hint)


def _render(name: str, bench: Bench, pile: Pile, place: Place, more: Mapping[str, Any]) -> str:
    actions = Counter(found.action for one in pile.items if (found := pile.decided.get(one.id)))
    clean = review.clean_ones(pile.items, pile.decided)
    return (
        _environment()
        .get_template(name)
        .render(
            by=bench.by,
            choice=pile.choice,
            filters=FILTERS,
            orders=ORDERS,
            options=pile.options,
            place=place,
            total=len(pile.items),
            decided=sum(actions.values()),
            actions=actions,
            clean_all=len(clean),
            clean_rows=len({one.row_id for one in clean}),
            reasons=REASONS,
            outcomes=OUTCOMES,
            keys=KEYS,
            done=view.DONE,
            passed=view.PASSED,
            END=END,
            **more,
        )
    )


def _language_name(code: str | None) -> str:
    if code is None or code == UNDETERMINED:
        return "not sure"
    return codes.name(code) if codes.is_code(code) else code


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("polyphrase.adapters.web"),
        autoescape=True,  # whatever the file is called
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"visible": visible, "language": _language_name}
    return environment
