"""Review: what waits for a person, and what the person said. The shells show the one and append the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from polyphrase.models import Action, Decision, Outcome, RejectReason, Row, Staged


class ReviewResult(NamedTuple):
    """What one session did, in candidates; `skipped` and `left` still wait, `left` were not reached."""

    accepted: int
    edited: int
    rejected: int
    split: int
    skipped: int
    left: int


def current(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """The decision that holds for each candidate id: the last word of those that were not taken back.

    Who takes back takes back their own last word, and what somebody else said holds again. Only one who never
    said anything of a candidate takes back somebody else's.
    """
    said: dict[str, list[Decision]] = {}
    spoke: set[tuple[str, str]] = set()
    for decision in decisions:
        words = said.setdefault(decision.id, [])
        if decision.action is not None:
            words.append(decision)
            spoke.add((decision.id, decision.by))
            continue
        theirs = (decision.id, decision.by) not in spoke
        found = [index for index, one in enumerate(words) if theirs or one.by == decision.by]
        if found:
            del words[found[-1]]
    return {id_: words[-1] for id_, words in said.items() if words}


def still_said(decisions: Iterable[Decision], said: Iterable[Decision], by: str) -> list[Decision]:
    """Those of `decisions` that are still the last thing `by` said of their candidates, newest first."""
    last = {one.id: one for one in said if one.by == by}
    return [one for one in reversed(list(decisions)) if last.get(one.id) == one]


def ordered(
    staged: Iterable[Staged], rows: Sequence[Row], *, doubtful: bool, riskiest_first: bool = False
) -> tuple[Staged, ...]:
    """Candidates row by row in the order of the corpus, decided or not; within a row clean ones first, as staged.

    Left out are those of a row that is not in `rows`, and unless `doubtful` is true those that are not `clean`.
    `riskiest_first`: the rows with the least sure candidate come first, and in each row that candidate.
    """
    order = {row.id: position for position, row in enumerate(rows)}
    shown = [item for item in staged if item.row_id in order and (doubtful or item.trust == "clean")]
    if not riskiest_first:
        return tuple(sorted(shown, key=lambda item: (order[item.row_id], item.trust != "clean")))
    least: dict[str, tuple[bool, float]] = {}
    for item in shown:
        least[item.row_id] = min(_sureness(item), least.get(item.row_id, _sureness(item)))
    return tuple(sorted(shown, key=lambda item: (least[item.row_id], order[item.row_id], _sureness(item))))


def _sureness(item: Staged) -> tuple[bool, float]:
    return item.trust == "clean", item.verdict.score


def resumed(items: Sequence[Staged], decisions: Iterable[Decision], by: str) -> tuple[Staged, ...]:
    """`items` from the one where `by` stopped; what was skipped before it comes last."""
    places = {item.id: index for index, item in enumerate(items)}
    own = [one for one in decisions if one.by == by and one.id in places]
    if not own:
        return tuple(items)
    # A bulk is said at one time, and passes by what waits between its first and its last.
    bulk = takewhile(lambda one: (one.at, one.action) == (own[-1].at, own[-1].action), reversed(own))
    start = min(places[one.id] for one in bulk) + (own[-1].action is not None)
    return (*items[start:], *items[:start])


def following(items: Sequence[Staged], decided: Mapping[str, Decision], id_: str) -> Staged | None:
    """The first that waits after the candidate `id_`; from the start where there is no such candidate."""
    start = next((index + 1 for index, item in enumerate(items) if item.id == id_), 0)
    return next((item for item in items[start:] if item.id not in decided), None)


def clean_ones(items: Iterable[Staged], decided: Mapping[str, Decision], row_id: str = "") -> list[Staged]:
    """The clean ones that wait, of one row or of all: what may be accepted in bulk."""
    return [
        item
        for item in items
        if item.trust == "clean" and item.id not in decided and item.row_id == (row_id or item.row_id)
    ]


def accept(item: Staged, by: str, at: str, lang: str | None = None) -> Decision:
    """The candidate goes into the corpus as it is. `lang`: what it is in, if not what was asked for."""
    # The person read it under the name of this language.
    return _decision(item, "accept", by, at, lang=lang or item.lang)


def edit(item: Staged, text: str, by: str, at: str, lang: str | None = None) -> Decision:
    """`text` goes into the corpus instead; the candidate's own text is an accept."""
    action: Action = "accept" if text == item.text else "edit"
    return _decision(item, action, by, at, text=text, lang=lang or item.lang)


def reject(item: Staged, by: str, at: str, reason: RejectReason | None = None, note: str = "") -> Decision:
    """The candidate does not go into the corpus; `reason` and `note` say why, and may be missing."""
    return _decision(item, "reject", by, at, reason=reason, note=note)


def split(item: Staged, outcome: Outcome, by: str, at: str, text: str | None = None) -> Decision:
    """The candidate asks for something else: it becomes a row of its own, in which `outcome` is right."""
    return _decision(item, "split", by, at, text=text or item.text, lang=item.lang, outcome=outcome)


def taken_back(decision: Decision, by: str, at: str) -> Decision:
    """What takes `decision` back."""
    nothing = {"action": None, "reason": None, "outcome": None, "note": ""}
    return decision.model_copy(update={**nothing, "by": by, "at": at})


def _decision(
    item: Staged,
    action: Action,
    by: str,
    at: str,
    *,
    text: str | None = None,
    lang: str | None = None,
    reason: RejectReason | None = None,
    outcome: Outcome | None = None,
    note: str = "",
) -> Decision:
    return Decision(
        id=item.id,
        row_id=item.row_id,
        action=action,
        text=item.text if text is None else text,
        lang=lang,
        reason=reason,
        outcome=outcome,
        note=note,
        by=by,
        at=at,
    )


class Step(NamedTuple):
    """What one key did: at which item, and what was said. A skip says nothing."""

    position: int
    decisions: tuple[Decision, ...]


class Session:
    """One walk through a queue. Each command moves to the next item that waits; `undo` takes one command back.

    What commands return is to be appended. They raise `IndexError` past the end, and `undo` at the start.
    `by` is who decides; `at` an ISO 8601 time; `decisions` what was said before, by anybody.
    """

    def __init__(self, items: Sequence[Staged], by: str, decisions: Iterable[Decision] = ()) -> None:
        self.items = tuple(items)
        self.by = by
        self._said = list(decisions)
        self._decided = current(self._said)
        self._history: list[Step] = []
        self._skipped: set[str] = set()
        self.position = 0
        """The index of the item to decide now; `len(items)` at the end."""
        self._go_on(0)

    @property
    def item(self) -> Staged | None:
        """The item to decide now, or None at the end."""
        return self.items[self.position] if self.position < len(self.items) else None

    @property
    def can_undo(self) -> bool:
        """Whether this session has done anything yet."""
        return bool(self._history)

    @property
    def latest(self) -> tuple[Decision, ...]:
        """What the command that `undo` would take back said; nothing if that was a skip, or if there is none."""
        return self._history[-1].decisions if self._history else ()

    def hear(self, decisions: Sequence[Decision]) -> int:
        """Take over everything that was said by now, also by others; how many items that took from this walk."""
        before = self._decided
        self._said = list(decisions)
        self._decided = current(self._said)
        self._go_on(self.position)
        return sum(item.id in self._decided and item.id not in before for item in self.items)

    def accept(self, at: str, lang: str | None = None) -> Decision:
        """See `review.accept`."""
        return self._say(accept(self._item(), self.by, at, lang))

    def edit(self, text: str, at: str) -> Decision:
        """See `review.edit`."""
        return self._say(edit(self._item(), text, self.by, at))

    def reject(self, note: str, at: str, reason: RejectReason | None = None) -> Decision:
        """See `review.reject`."""
        return self._say(reject(self._item(), self.by, at, reason, note))

    def split(self, outcome: Outcome, at: str) -> Decision:
        """See `review.split`."""
        return self._say(split(self._item(), outcome, self.by, at))

    def clean_ones(self, *, row: bool) -> list[Staged]:
        """What `accept_clean` would accept: the clean ones from here on, of this row or of all; none skipped."""
        found = clean_ones(self.items[self.position :], self._decided, self._item().row_id if row else "")
        return [one for one in found if one.id not in self._skipped]

    def accept_clean(self, at: str, *, row: bool) -> tuple[Decision, ...]:
        """Accept all `clean_ones`; one `undo` takes them all back."""
        return self._do(tuple(accept(one, self.by, at) for one in self.clean_ones(row=row)))

    def skip(self) -> None:
        """Leave the item undecided; it waits for another day."""
        self._skipped.add(self._item().id)
        self._history.append(Step(self.position, ()))
        self._go_on(self.position)

    def undo(self, at: str) -> tuple[Decision, ...]:
        """Go back to where the last command was given and take back what it said; nothing if that was a skip.

        What the same person decided again since, as in another window, is left so.
        """
        step = self._history.pop()
        if not step.decisions:
            self._skipped.remove(self.items[step.position].id)
        found = tuple(taken_back(one, self.by, at) for one in still_said(step.decisions, self._said, self.by))
        self._said += found
        self._decided = current(self._said)
        self._go_on(step.position)
        return found

    def result(self) -> ReviewResult:
        """What this session did so far."""
        said = [one.action for step in self._history for one in step.decisions]
        waiting = {item.id for item in self.items if item.id not in self._decided}
        return ReviewResult(
            accepted=said.count("accept"),
            edited=said.count("edit"),
            rejected=said.count("reject"),
            split=said.count("split"),
            skipped=len(waiting & self._skipped),
            left=len(waiting - self._skipped),
        )

    def _item(self) -> Staged:
        return self.items[self.position]

    def _say(self, decision: Decision) -> Decision:
        self._do((decision,))
        return decision

    def _do(self, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
        if decisions:
            self._history.append(Step(self.position, decisions))
            self._said += decisions
            self._decided = current(self._said)
            self._go_on(self.position)
        return decisions

    def _go_on(self, position: int) -> None:
        """To the first item that waits and was not skipped, from `position` on; then to one that came back."""
        passed = self._decided.keys() | self._skipped
        places = (*range(position, len(self.items)), *range(position))
        self.position = next((one for one in places if self.items[one].id not in passed), len(self.items))
