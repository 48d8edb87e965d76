"""The line of DESIGN: cells → requests → candidates → checks → requests → verdicts → staged and dropped.

Pure: `ask` fills requests from the journal or a model, and everything else is computed from what it answers.
Same inputs give the same lines in the same order, however the answers came in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from polyphrase import checks, generate, judge, literals
from polyphrase.checks import Checked
from polyphrase.fill import Filled
from polyphrase.literals import Contract
from polyphrase.models import (
    Candidate,
    Cell,
    Dropped,
    DropReason,
    Reply,
    Request,
    Row,
    Staged,
    Verdict,
    by_id,
)
from polyphrase.ports import Detector
from polyphrase.prompts import Prompt
from polyphrase.text import normal_form

Ask = Callable[[str, Sequence[Request]], Filled]
"""Called with what the requests are about (for a person) and the requests."""


class Models(NamedTuple):
    """Who writes and who judges, each with what it is told."""

    generator: str
    generator_prompt: Prompt
    judge: str
    judge_prompt: Prompt
    api_base: str | None = None

    @property
    def prompts(self) -> dict[str, str]:
        """The labels that staged lines carry."""
        return {"generate": self.generator_prompt.label, "judge": self.judge_prompt.label}


class Failure(NamedTuple):
    """A cell that got no answer, and why."""

    cell: Cell
    why: str


class Result(NamedTuple):
    """All that a run made: every candidate is either staged or dropped."""

    staged: tuple[Staged, ...]
    dropped: tuple[Dropped, ...]
    failures: tuple[Failure, ...]

    @property
    def unjudged(self) -> int:
        """Candidates that nobody judged."""
        return sum(one.reason == "unjudged" for one in self.dropped)


class Survivor(NamedTuple):
    """A candidate that passed the checks, on its way to the judge."""

    candidate: Candidate
    row: Row
    checked: Checked
    model: str


def generation_requests(
    cells: Sequence[Cell], rows: Mapping[str, Row], contracts: Mapping[str, Contract], models: Models
) -> list[Request]:
    """One request for each cell, in order."""
    return [
        generate.request(
            rows[cell.row_id],
            cell,
            contracts[cell.row_id],
            models.generator_prompt,
            models.generator,
            models.api_base,
        )
        for cell in cells
    ]


def judge_requests(row: Row, text: str, models: Models) -> tuple[Request, Request]:
    """Both questions about one candidate."""
    return judge.requests(row, text, models.judge_prompt, models.judge, models.api_base)


def expand(
    all_rows: Sequence[Row],
    cells: Sequence[Cell],
    languages: Mapping[str, Sequence[str | None]],
    models: Models,
    ask: Ask,
    detector: Detector,
) -> Result:
    """Fill cells. `languages`: of the present utterances, by row id."""
    rows = by_id(all_rows)
    contracts = {row_id: literals.contract(rows[row_id]) for row_id in {cell.row_id for cell in cells}}
    requests = generation_requests(cells, rows, contracts, models)
    written = ask("writing phrasings", requests)
    failures = tuple(
        Failure(cell, _why(written, request))
        for cell, request in zip(cells, requests, strict=True)
        if request.key not in written.replies
    )
    dropped: list[Dropped] = []
    survivors: list[Survivor] = []
    others = checks.owners(all_rows)
    earlier: dict[str, frozenset[str]] = {}
    asked = tuple(dict.fromkeys(cell.lang for cell in cells))
    for cell, request in zip(cells, requests, strict=True):
        reply = written.replies.get(request.key)
        if reply is None:
            continue
        row = rows[cell.row_id]
        spoken = (lang for lang in languages[row.id] if lang)
        against = tuple(dict.fromkeys((*asked, *spoken)))
        for found in generate.candidates(reply, cell, request.key):
            if isinstance(found, Dropped):
                dropped.append(found)
                continue
            seen = earlier.get(row.id, frozenset())
            context = checks.Context(row, contracts[row.id], cell.lang, against, others, seen, detector)
            checked = checks.run(found.text, context)
            if checked.findings:
                dropped.append(_drop(found, checked.findings[0].reason, checked.findings[0].detail))
                continue
            form = normal_form(found.text)
            earlier[row.id] = seen | {form}
            others.setdefault(form, row.id)
            survivors.append(Survivor(found, row, checked, reply.model))
    staged, judged_away = _judge(survivors, models, ask)
    order = {request.key: place for place, request in enumerate(requests)}
    dropped = sorted((*dropped, *judged_away), key=lambda one: order[one.request_key])
    return Result(tuple(staged), tuple(dropped), failures)


def _judge(survivors: Sequence[Survivor], models: Models, ask: Ask) -> tuple[list[Staged], list[Dropped]]:
    asked = [judge_requests(one.row, one.candidate.text, models) for one in survivors]
    filled = ask("judging", [request for both in asked for request in both])
    unread = [
        request.with_sample(1)
        for both in asked
        for request in both
        if (reply := filled.replies.get(request.key)) is not None and judge.vote(reply) is None
    ]
    # A verdict that cannot be read is asked for once more; then it is unjudged.
    again = ask("judging once more", unread) if unread else Filled({}, {})
    staged: list[Staged] = []
    dropped: list[Dropped] = []
    for one, both in zip(survivors, asked, strict=True):
        replies = [_readable(filled, again, request) for request in both]
        missing = next((r for r, reply in zip(both, replies, strict=True) if reply is None), None)
        verdict = judge.verdict([reply for reply in replies if reply is not None])
        if verdict.label == "unjudged":
            why = _why(filled, missing) if missing is not None else verdict.reason
            dropped.append(_drop(one.candidate, "unjudged", why))
        elif verdict.label == "different":
            dropped.append(_drop(one.candidate, "different", verdict.reason))
        else:
            staged.append(_stage(one, verdict, models))
    return staged, dropped


def _readable(filled: Filled, again: Filled, request: Request) -> Reply | None:
    first = filled.replies.get(request.key)
    if first is None or judge.vote(first) is not None:
        return first
    return again.replies.get(request.with_sample(1).key, first)


def _why(filled: Filled, request: Request) -> str:
    failure = filled.failures.get(request.key)
    if failure is None:
        return "not asked: the run was stopped or reached its limit"
    return f"{failure.problem}; {failure.hint}"


def _drop(candidate: Candidate, reason: DropReason, detail: str) -> Dropped:
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


def _stage(one: Survivor, verdict: Verdict, models: Models) -> Staged:
    candidate, row = one.candidate, one.row
    return Staged(
        id=candidate.id,
        row_id=row.id,
        text=candidate.text,
        lang=candidate.lang,
        detected=one.checked.detected,
        style=candidate.style,
        source=row.utterances[0],
        trust=judge.trust(verdict),
        checks=one.checked.notes,
        verdict=verdict,
        flags=one.checked.flags,
        model=one.model,
        judge=models.judge,
        prompts=models.prompts,
        row_utterances=len(row.utterances),
        row_state=row.state(len(row.utterances)),
        request_key=candidate.request_key,
    )
