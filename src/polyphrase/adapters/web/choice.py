"""Which candidates the page shows and how, as its address says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from polyphrase.models import Row, Staged

Value = Callable[[Staged, Row], tuple[str, ...]]

FILTERS: Mapping[str, tuple[str, Value]] = {
    "lang": ("Language", lambda item, _: (item.lang,)),
    "outcome": ("Outcome", lambda _, row: (row.expected_outcome,)),
    "tool": (
        "Tool",
        lambda _, row: tuple(filter(None, (row.expected_tool, *(row.expected_tools or ())))) or ("none",),
    ),
    "flag": ("Reason", lambda item, _: item.flags or ("none",)),
    "trust": ("Trust", lambda item, _: (item.trust,)),
}
"""What candidates can be filtered by: the title, and the values that one has."""
ORDERS = {"corpus": "As in the corpus", "risk": "Riskiest first"}


class Choice(NamedTuple):
    """A value for each of `FILTERS` (empty: any), and one of `ORDERS`."""

    lang: str = ""
    outcome: str = ""
    tool: str = ""
    flag: str = ""
    trust: str = ""
    order: str = "corpus"

    def takes(self, item: Staged, row: Row) -> bool:
        """Whether a candidate passes every filter."""
        return all(
            not wanted or wanted in values(item, row)
            for (_, values), wanted in zip(FILTERS.values(), self, strict=False)
        )

    def query(self, **more: object) -> str:
        """The address that says so, and `more`."""
        # "Any" is said, too, where the command line may have asked for clean ones only.
        said = {name: value for name, value in self._asdict().items() if value or name == "trust"}
        return urlencode(said | {name: value for name, value in more.items() if value})


def read(given: Mapping[str, str], usual: Choice) -> Choice:
    """The choice that an address names; an order that there is not is as usual."""
    found = {name: given.get(name, getattr(usual, name)) for name in Choice._fields}
    return Choice(**(found | {"order": found["order"] if found["order"] in ORDERS else usual.order}))


def options(waiting: Iterable[Staged], rows: Mapping[str, Row]) -> dict[str, list[tuple[str, int]]]:
    """For each filter its values with how many candidates wait, the most first."""
    counted: dict[str, Counter[str]] = {name: Counter() for name in FILTERS}
    for item in waiting:
        for name, (_, values) in FILTERS.items():
            counted[name].update(values(item, rows[item.row_id]))
    return {name: sorted(found.items(), key=lambda one: (-one[1], one[0])) for name, found in counted.items()}


def chosen(items: Sequence[Staged], rows: Mapping[str, Row], choice: Choice) -> list[Staged]:
    """The candidates that pass, in their order."""
    return [item for item in items if choice.takes(item, rows[item.row_id])]
