"""What the terminal and the page review with: the files as they are by now, and what is computed from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from polyphrase import checks, diffs, language, literals, merge, neighbours, review, view
from polyphrase.adapters.workspace import Workspace
from polyphrase.flags import DOUBTS
from polyphrase.models import Decision, Outcome, Row, Staged, by_id
from polyphrase.ports import Detector

SIMILAR_MOST = 2
"""Utterances of rows with another outcome that are shown beside a candidate."""


class Bench:
    """One corpus and its candidates under review, by one person. `now` gives the time as ISO 8601.

    The corpus is read once; candidates and decisions as often as their files change, for others work on them too.
    """

    def __init__(self, space: Workspace, by: str, detector: Detector, now: Callable[[], str]) -> None:
        self.corpus = space.corpus()
        self.rows: Mapping[str, Row] = by_id(self.corpus.rows)
        self.by = by
        self.now = now
        self._space = space
        self._detector = detector
        self._staged = space.watched_staged()
        self._decisions = space.watched_decisions()
        # Nobody waits at a key for what did not change since the last one.
        self._heard: Sequence[Decision] | None = None
        self._holding: Mapping[str, Decision] = {}
        self._named: tuple[Sequence[Staged], tuple[str, ...]] = ((), ())
        self._avoid = space.avoid()
        self._owners = neighbours.owners(self.corpus.rows)
        self._requests = {row.id: neighbours.asks(row) for row in self.corpus.rows}
        self._spoken: dict[tuple[str, tuple[str, ...]], tuple[str | None, ...]] = {}

    def staged(self) -> Sequence[Staged]:
        """The candidates by now."""
        return self._staged.items()

    def decisions(self) -> Sequence[Decision]:
        """Everything that anybody said by now, in order."""
        return self._decisions.items()

    def decided(self) -> Mapping[str, Decision]:
        """The decision that holds for each candidate by now."""
        said = self.decisions()
        if said is not self._heard:
            self._heard, self._holding = said, review.current(said)
        return self._holding

    def decide(self, *decisions: Decision) -> None:
        """Put decisions on disk."""
        if decisions:
            self._space.decide(*decisions)

    def card(self, item: Staged) -> view.Card:
        """The candidate with all that helps to decide on it."""
        row = self.rows[item.row_id]
        texts = filter(None, (item.text, item.source, item.gloss))
        return view.card(
            item,
            row,
            self.spoken(row),
            neighbours.across(texts, row.expected_outcome, self.corpus.rows, SIMILAR_MOST),
            self.change(item, review.accept(item, self.by, self.now())),
        )

    def change(self, item: Staged, decision: Decision) -> view.Change:
        """What merging `decision` alone would do to the corpus file."""
        row = self.rows[item.row_id]
        planned = merge.plan(self.corpus, [item], {item.id: decision}, {row.id: self.spoken(row)}, self.now())
        if planned.refused:
            return view.Change(refused=planned.refused[0].why)
        return view.Change(diffs.words(planned))

    def draft(self, item: Staged, outcome: Outcome) -> view.Change:
        """The row that splitting `item` off would add."""
        return self.change(item, review.split(item, outcome, self.by, self.now()))

    def spoken(self, row: Row) -> tuple[str | None, ...]:
        """The language of each of a row's utterances."""
        staged = self.staged()
        if staged is not self._named[0]:
            self._named = (staged, tuple(sorted({item.lang for item in staged})))
        named = self._named[1]
        key = (row.id, named)
        if key not in self._spoken:
            self._spoken[key] = language.of_rows([row], named, self._detector)[row.id]
        return self._spoken[key]

    def recheck(self, item: Staged, text: str) -> Sequence[str]:
        """What the checks have against a text that a person wrote instead, in plain sentences."""
        row = self.rows[item.row_id]
        context = checks.Context(
            row,
            literals.contract(row),
            item.lang,
            ("en",),
            language.of_rows([row], (item.lang,), self._detector)[row.id],
            self._owners,
            frozenset(),
            self._detector,
            style=item.style,
            requests=self._requests,
            avoid=self._avoid,
        )
        checked = checks.run(text, context)
        said = [f"{finding.reason}: {finding.detail}" for finding in checked.findings]
        notes = (checked.notes.get(DOUBTS.get(flag, ""), "ok") for flag in checked.flags)
        return [*said, *(note for note in notes if note not in view.PASSED)]
