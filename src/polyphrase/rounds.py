"""What a run remembers between its rounds: of each cell how it stands, and of each row what was said already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from polyphrase import checks, neighbours
from polyphrase.checks import Checked
from polyphrase.generate import NOTHING, Asked, Tried
from polyphrase.literals import Contract
from polyphrase.models import Candidate, Cell, Dropped, DropReason, Reply, Row, Staged, by_id
from polyphrase.ports import Detector
from polyphrase.text import normal_form

State = Literal["filled", "saturated", "failed", "open"]
SAID_BEFORE = frozenset({"echo", "duplicate", "near_duplicate"})
"""Reasons that say: this cell has no more to give."""


class Survivor(NamedTuple):
    """A candidate that passed the checks, on its way to the judge.

    `source`: the utterance beside which it is judged. `across`: whether that is in another language, or may be.
    """

    candidate: Candidate
    row: Row
    source: str
    checked: Checked
    across: bool
    model: str


@dataclass
class Standing:
    """How a cell stands: filled when it has as many clean survivors as it wants.

    `tokens`: what writing its last reply took, input and output. `reasons`: why its last candidates were dropped.
    """

    cell: Cell
    clean: int = 0
    failed: bool = False
    saturated: bool = False
    tokens: int = 0
    reasons: tuple[DropReason, ...] = ()
    tried: Tried = NOTHING

    @property
    def state(self) -> State:
        """`failed` lacks an answer or a verdict, `saturated` got nothing new, `open` may be asked once more."""
        if self.clean >= self.cell.wanted:
            return "filled"
        if self.failed:
            return "failed"
        return "saturated" if self.saturated else "open"

    @property
    def open(self) -> bool:
        """Whether another round may ask for more."""
        return self.state == "open"

    @property
    def asked(self) -> Asked:
        """What the next request asks for."""
        return Asked(self.cell, self.tried)

    @property
    def asked_unshown(self) -> Asked:
        """The same, without showing what there is and what was wrong."""
        return Asked(self.cell, self.tried._replace(have=(), wrong=()))

    def start(self, reply: Reply | None, shared_by: int) -> None:
        """A reply came that so many cells share, or none."""
        self.failed = reply is None
        if reply is not None:
            self.tokens = (reply.input_tokens + reply.output_tokens) // shared_by

    def finish(self, staged: Iterable[Staged], dropped: Iterable[Dropped]) -> None:
        """A round is over: learn from what became of the cell's candidates (lines of other cells are left out)."""
        if self.failed:
            return
        kept = [one for one in staged if (one.row_id, one.lang) == self.cell.key]
        lost = [one for one in dropped if (one.row_id, one.lang) == self.cell.key]
        self.reasons = tuple(one.reason for one in lost)
        self.failed = "unjudged" in self.reasons  # the judge, not the writer, is to be asked again
        self.clean += sum(one.trust == "clean" for one in kept)
        self.saturated = not kept and bool(lost) and SAID_BEFORE.issuperset(self.reasons)
        self.tried = Tried(
            have=(*self.tried.have, *(one.text for one in kept)),
            wrong=(*self.tried.wrong, *((one.text, _told(one)) for one in lost if one.text)),
            styles=(*self.tried.styles, *(one.style for one in kept), *(one.style for one in lost)),
            missing=self.cell.wanted - self.clean,
            sample=self.tried.sample + 1,
        )


def _told(one: Dropped) -> str:
    """Why a candidate was dropped, in words for the model that wrote it."""
    detail = one.detail.split(" (")[0]
    return f"another request: {detail}" if one.reason == "different" else detail


class Sieve:
    """Runs the checks, and knows what was said before: utterances, survivors, and other rows' survivors."""

    def __init__(
        self,
        rows: Sequence[Row],
        contracts: Mapping[str, Contract],
        languages: Mapping[str, Sequence[str | None]],
        asked: tuple[str, ...],
        detector: Detector,
        avoid: Mapping[str, str],
    ) -> None:
        self._rows = by_id(rows)
        self._contracts = contracts
        self._languages = languages
        self._asked = asked
        self._detector = detector
        self._others = neighbours.owners(rows)
        self._requests = {row.id: neighbours.asks(row) for row in rows}
        self._avoid = avoid
        self._forms: dict[str, frozenset[str]] = {}
        self._said: dict[tuple[str, str], tuple[str, ...]] = {}
        self._now: dict[tuple[str, str], tuple[str, ...]] = {}

    def sift(self, found: Candidate, cell: Cell, model: str) -> Survivor | Dropped:
        """Check one candidate against its row, the other rows, and what came before it."""
        row, spoken = self._rows[cell.row_id], tuple(self._languages[cell.row_id])
        forms = self._forms.get(row.id, frozenset())
        context = checks.Context(
            row=row,
            contract=self._contracts[row.id],
            lang=cell.lang,
            against=tuple(dict.fromkeys((*self._asked, *filter(None, spoken)))),
            spoken=spoken,
            others=self._others,
            earlier=forms,
            detector=self._detector,
            variety=cell.variety,
            style=found.style,
            said=(*self._said.get(cell.key, ()), *self._now.get(cell.key, ())),
            requests=self._requests,
            avoid=self._avoid,
        )
        checked = checks.run(found.text, context)
        if checked.findings:
            return drop(found, checked.findings[0].reason, checked.findings[0].detail)
        form = normal_form(found.text)
        self._forms[row.id] = forms | {form}
        self._now[cell.key] = (*self._now.get(cell.key, ()), found.text)
        self._others.setdefault(form, row.id)
        # Within a language judges see more than across two.
        place = spoken.index(cell.lang) if cell.lang in spoken else 0
        return Survivor(found, row, row.utterances[place], checked, spoken[place] != cell.lang, model)

    def keep(self, staged: Iterable[Staged]) -> None:
        """A round is over: what the judge threw away may be said in other words."""
        self._now.clear()
        for one in staged:
            key = (one.row_id, one.lang)
            self._said[key] = (*self._said.get(key, ()), one.text)


def drop(candidate: Candidate, reason: DropReason, detail: str) -> Dropped:
    """A candidate's line among the dropped."""
    return Dropped(
        id=candidate.id,
        row_id=candidate.row_id,
        text=candidate.text,
        lang=candidate.lang,
        style=candidate.style,
        reason=reason,
        detail=detail,
        request_key=candidate.request_key,
    )
