"""Review: what waits for a person, and what the person said. The shells show the one and append the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from polyphrase.models import Action, Decision, RejectReason, Row, Staged


class ReviewResult(NamedTuple):
    """What one session did, in candidates; `left` are those it did not reach."""

    accepted: int
    edited: int
    rejected: int
    skipped: int
    left: int


def current(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """The decision that holds for each candidate id: the last word wins, and one taken back is gone."""
    last = {decision.id: decision for decision in decisions}
    return {id_: decision for id_, decision in last.items() if decision.action is not None}


def queue(
    staged: Sequence[Staged],
    decisions: Iterable[Decision],
    rows: Sequence[Row],
    *,
    doubtful: bool,
    riskiest_first: bool = False,
) -> tuple[Staged, ...]:
    """What waits for a person, row by row in the order of the corpus; within a row clean ones first, as staged.

    A candidate of a row that is not in `rows` does not wait; one that is not `clean` waits only if `doubtful` is
    true. `riskiest_first`: the rows with the least sure candidate come first, and in each row that candidate.
    """
    decided = current(decisions)
    order = {row.id: position for position, row in enumerate(rows)}
    waiting = [
        item
        for item in staged
        if item.id not in decided and item.row_id in order and (doubtful or item.trust == "clean")
    ]
    if not riskiest_first:
        return tuple(sorted(waiting, key=lambda item: (order[item.row_id], item.trust != "clean")))
    least: dict[str, tuple[bool, float]] = {}
    for item in waiting:
        least[item.row_id] = min(_sureness(item), least.get(item.row_id, _sureness(item)))
    return tuple(sorted(waiting, key=lambda item: (least[item.row_id], order[item.row_id], _sureness(item))))


def _sureness(item: Staged) -> tuple[bool, float]:
    return item.trust == "clean", item.verdict.score


class Session:
    """One walk through a queue. Each command moves to the next item; `undo` moves back one.

    `accept`, `edit`, `reject` and `undo` return the decision to append (an undone skip has none). They raise
    `IndexError` past the end, and `undo` at the start. `by` is who decides; `at` an ISO 8601 time.
    """

    def __init__(self, items: Sequence[Staged], by: str) -> None:
        self.items = tuple(items)
        self.by = by
        # One entry for each item passed, so its length is the position; None is a skip.
        self._history: list[Decision | None] = []

    @property
    def position(self) -> int:
        """The index of the item to decide now; `len(items)` at the end."""
        return len(self._history)

    @property
    def item(self) -> Staged | None:
        """The item to decide now, or None at the end."""
        return self.items[self.position] if self.position < len(self.items) else None

    def accept(self, at: str, lang: str | None = None) -> Decision:
        """The candidate goes into the corpus as it is. `lang`: what it is in, if not what was asked for."""
        return self._decide("accept", self.items[self.position].text, "", at, lang)

    def accept_row(self, at: str) -> list[Decision]:
        """All clean candidates of this row go into the corpus, from this one on; none if this one is doubtful."""
        row_id = self.items[self.position].row_id
        done: list[Decision] = []
        while (item := self.item) is not None and (item.row_id, item.trust) == (row_id, "clean"):
            done.append(self.accept(at))
        return done

    def edit(self, text: str, at: str) -> Decision:
        """`text` goes into the corpus instead; the candidate's own text is an accept."""
        action: Action = "accept" if text == self.items[self.position].text else "edit"
        return self._decide(action, text, "", at)

    def reject(self, note: str, at: str, reason: RejectReason | None = None) -> Decision:
        """The candidate does not go into the corpus; `reason` and `note` say why, and may be missing."""
        decision = self._decide("reject", self.items[self.position].text, note, at)
        self._history[-1] = decision = decision.model_copy(update={"reason": reason})
        return decision

    def skip(self) -> None:
        """Leave the item undecided; it waits for the next session."""
        if self.item is None:
            raise IndexError("skip past the end")
        self._history.append(None)

    def undo(self, at: str) -> Decision | None:
        """Go back one item and take its decision back. None if it was skipped."""
        last = self._history.pop()
        return last and last.model_copy(update={"action": None, "reason": None, "note": "", "at": at})

    def result(self) -> ReviewResult:
        """What this session did so far."""
        actions = [decision and decision.action for decision in self._history]
        return ReviewResult(
            accepted=actions.count("accept"),
            edited=actions.count("edit"),
            rejected=actions.count("reject"),
            skipped=actions.count(None),
            left=len(self.items) - self.position,
        )

    def _decide(self, action: Action, text: str, note: str, at: str, lang: str | None = None) -> Decision:
        item = self.items[self.position]
        decision = Decision(
            id=item.id,
            row_id=item.row_id,
            action=action,
            text=text,
            # The person read it under the name of this language.
            lang=None if action == "reject" else lang or item.lang,
            note=note,
            by=self.by,
            at=at,
        )
        self._history.append(decision)
        return decision
