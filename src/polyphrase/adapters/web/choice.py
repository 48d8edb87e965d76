"""Which candidates the page shows and how, as its address says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from polyphrase.models import Row, Staged

FILTERS = {"lang": "Language", "outcome": "Outcome", "tool": "Tool", "flag": "Reason", "trust": "Trust"}
"""What candidates can be filtered by, with titles."""
ORDERS = {"corpus": "As in the corpus", "risk": "Riskiest first"}

Values = tuple[tuple[str, ...], ...]
"""What one candidate has of each of `FILTERS`."""
Options = Mapping[str, Sequence[tuple[str, int]]]
"""For each filter the values that there are, with how many candidates have them."""


def values(item: Staged, row: Row) -> Values:
    """What a candidate has of each filter."""
    tools = tuple(filter(None, (row.expected_tool, *(row.expected_tools or ()))))
    return (item.lang,), (row.expected_outcome,), tools or ("none",), item.flags or ("none",), (item.trust,)


class Choice(NamedTuple):
    """A value for each of `FILTERS` (empty: any), and one of `ORDERS`."""

    lang: str = ""
    outcome: str = ""
    tool: str = ""
    flag: str = ""
    trust: str = ""
    order: str = "corpus"

    def takes(self, has: Values) -> bool:
        """Whether a candidate with these values passes every filter."""
        return all(not wanted or wanted in own for wanted, own in zip(self, has, strict=False))

    def query(self, **more: object) -> str:
        """The address that says so, and `more`."""
        # "Any" is said, too, where the command line may have asked for clean ones only.
        said = {name: value for name, value in self._asdict().items() if value or name == "trust"}
        return urlencode(said | {name: value for name, value in more.items() if value})


def read(given: Mapping[str, str], usual: Choice) -> Choice:
    """The choice that an address names; an order that there is not is as usual."""
    found = {name: given.get(name, getattr(usual, name)) for name in Choice._fields}
    return Choice(**(found | {"order": found["order"] if found["order"] in ORDERS else usual.order}))


def options(candidates: Iterable[Values]) -> Options:
    """For each filter its values with how many candidates have them, the most first."""
    counted: list[dict[str, int]] = [{} for _ in FILTERS]
    for has in candidates:
        for numbers, own in zip(counted, has, strict=True):
            for value in own:
                numbers[value] = numbers.get(value, 0) + 1
    return {
        name: sorted(numbers.items(), key=lambda one: (-one[1], one[0]))
        for name, numbers in zip(FILTERS, counted, strict=True)
    }
