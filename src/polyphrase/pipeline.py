"""The line of DESIGN: cells → requests → candidates → checks → requests → verdicts → staged and dropped.

Pure: `ask` fills requests from the journal or a model, and everything else is computed from what it answers.
Same inputs give the same lines in the same order, however the answers came in.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from polyphrase import generate, gloss, judge, literals, traps
from polyphrase.fill import Filled
from polyphrase.gloss import Glossing
from polyphrase.judge import Ruling, Thresholds
from polyphrase.literals import Contract
from polyphrase.models import Cell, Dropped, Reply, Request, Row, Staged, Verdict, by_id
from polyphrase.ports import Detector
from polyphrase.prompts import Prompt
from polyphrase.rounds import Sieve, Standing, Survivor, drop
from polyphrase.traps import Caught, Trap

JUDGE_UNRELIABLE = "judge_unreliable"
"""Flag: the judge called too many wrong pairs clean in this run."""

NOTHING_TO_AVOID: Mapping[str, str] = {}
MORE_ROOM = 4
"""So many times the tokens, for a reply that was cut off."""

Ask = Callable[[str, Sequence[Request]], Filled]
"""Called with what the requests are about (for a person) and the requests."""

Bait = Callable[[Sequence[Row], int], Sequence[Trap]]
"""Makes traps from the rows of a run and the number of candidates that go to the judge."""


class Models(NamedTuple):
    """Who writes and who judges, each with what it is told.

    `thresholds`: how sure each of `judges` has to be, in their order. `shows_tried`: whether a later round shows
    what there is and what was wrong; else it asks in other styles alone. `languages_per_call`: how many languages
    of a row are asked for at once. `glossing`: how staged lines get their glosses; None: they get none.
    """

    generator: str
    generator_prompt: Prompt
    judges: tuple[str, ...]
    thresholds: tuple[Thresholds, ...]
    judge_prompt: Prompt
    api_base: str | None = None
    shows_tried: bool = True
    languages_per_call: int = 1
    glossing: Glossing | None = None

    @property
    def prompts(self) -> dict[str, str]:
        """The labels that staged lines carry."""
        return {"generate": self.generator_prompt.label, "judge": self.judge_prompt.label}


class Failure(NamedTuple):
    """A cell that got no answer, and why."""

    cell: Cell
    why: str


class Result(NamedTuple):
    """All that a run made: every candidate is either staged or dropped.

    `unglossed`: why, for each staged candidate that wants a gloss and got no answer.
    """

    staged: tuple[Staged, ...]
    dropped: tuple[Dropped, ...]
    failures: tuple[Failure, ...]
    caught: Caught = Caught()
    cells: tuple[Standing, ...] = ()
    unglossed: tuple[str, ...] = ()

    @property
    def unjudged(self) -> int:
        """Candidates that nobody judged."""
        return sum(one.reason == "unjudged" for one in self.dropped)


def generation_requests(
    cells: Sequence[Cell], rows: Mapping[str, Row], contracts: Mapping[str, Contract], models: Models
) -> list[Request]:
    """What the first round asks for, in the order of the cells: one request for so many languages of a row."""
    groups = _groups([Standing(cell) for cell in cells], models.languages_per_call)
    return [_request(group, rows, contracts, models) for group in groups]


def _groups(standings: Sequence[Standing], most: int) -> list[list[Standing]]:
    """Cells that are asked for together: of one row, at most so many."""
    return [
        list(batch)
        for _, same_row in itertools.groupby(standings, key=lambda one: one.cell.row_id)
        for batch in _batched(list(same_row), most)
    ]


def _batched(standings: Sequence[Standing], most: int) -> Iterator[Sequence[Standing]]:
    for start in range(0, len(standings), most):
        yield standings[start : start + most]


def _request(
    group: Sequence[Standing], rows: Mapping[str, Row], contracts: Mapping[str, Contract], models: Models
) -> Request:
    row_id = group[0].cell.row_id
    asked = [one.asked if models.shows_tried else one.asked_unshown for one in group]
    prompt, model = models.generator_prompt, models.generator
    return generate.request(rows[row_id], asked, contracts[row_id], prompt, model, models.api_base)


def judge_requests(row: Row, source: str, text: str, models: Models) -> tuple[Request, ...]:
    """Every question about one candidate, beside an utterance of its row: two for each judge."""
    return tuple(
        request
        for name in models.judges
        for request in judge.requests(row, source, text, models.judge_prompt, name, models.api_base)
    )


def expand(
    all_rows: Sequence[Row],
    cells: Sequence[Cell],
    languages: Mapping[str, Sequence[str | None]],
    models: Models,
    ask: Ask,
    detector: Detector,
    bait: Bait = traps.make,
    rounds: int = 1,
    avoid: Mapping[str, str] = NOTHING_TO_AVOID,
) -> Result:
    """Fill cells, asking at most `rounds` times for each; a later round shows what the earlier ones made.

    `languages`: of the present utterances, by row id. `bait`: makes the judge's traps, in the first round.
    `avoid`: where each text stands that must not come into the corpus, by its normal form.
    """
    rows = by_id(all_rows)
    contracts = {row_id: literals.contract(rows[row_id]) for row_id in {cell.row_id for cell in cells}}
    langs = tuple(dict.fromkeys(cell.lang for cell in cells))
    sieve = Sieve(all_rows, contracts, languages, langs, detector, avoid)
    standings = [Standing(cell) for cell in cells]
    staged: list[Staged] = []
    dropped: list[Dropped] = []
    failures: list[Failure] = []
    caught = Caught()
    for turn in range(rounds):
        asked = [one for one in standings if one.open]
        if not asked or caught.failed:  # with a judge that accepts all, nothing will be clean
            break
        groups = _groups(asked, models.languages_per_call)
        written, requests = _write(ask, [_request(group, rows, contracts, models) for group in groups])
        survivors: list[Survivor] = []
        thrown: list[Dropped] = []
        for group, request in zip(groups, requests, strict=True):
            reply = written.replies.get(request.key)
            for one in group:
                one.start(reply, len(group))
            if reply is None:
                failures += (Failure(one.cell, _why(written, request)) for one in group)
                continue
            wanted = generate.forms([one.asked for one in group], models.generator_prompt)
            cells_by_key = {one.cell.key: one.cell for one in group}
            for found in generate.candidates(reply, wanted, request.key):
                if isinstance(found, Dropped):
                    thrown.append(found)
                    continue
                passed = sieve.sift(found, cells_by_key[found.row_id, found.lang], reply.model)
                (thrown if isinstance(passed, Dropped) else survivors).append(passed)  # type: ignore[arg-type]
        judged = list({one.cell.row_id: rows[one.cell.row_id] for one in asked}.values())
        baits = bait(judged, len(survivors)) if turn == 0 else ()
        passed_judge, judged_away, caught = _judge(survivors, models, ask, baits, caught)
        order = {request.key: place for place, request in enumerate(requests)}
        thrown = sorted((*thrown, *judged_away), key=lambda line: order[line.request_key])
        for one in asked:
            one.finish(passed_judge, thrown)
        sieve.keep(passed_judge)
        staged += passed_judge
        dropped += thrown
    places = {cell.key: place for place, cell in enumerate(cells)}
    staged.sort(key=lambda one: places[one.row_id, one.lang])  # what rounds made of a cell stands together
    dropped.sort(key=lambda one: places[one.row_id, one.lang])
    glossed, unglossed = _gloss(staged, languages, models.glossing, ask)
    return Result(glossed, tuple(dropped), tuple(failures), caught, tuple(standings), unglossed)


def _write(ask: Ask, requests: list[Request]) -> tuple[Filled, list[Request]]:
    """Fill the generator's requests. One whose reply was cut off is asked again, as it was, with more room."""
    filled = ask("writing phrasings", requests)
    cut = {
        request.key: request.with_room(MORE_ROOM * request.max_tokens)
        for request in requests
        if (reply := filled.replies.get(request.key)) is not None and generate.cut_off(reply)
    }
    if not cut:
        return filled, requests
    again = ask("writing with more room", list(cut.values()))
    answered = {key: request for key, request in cut.items() if request.key in again.replies}
    replies = {**filled.replies, **again.replies}
    return Filled(replies, filled.failures), [answered.get(request.key, request) for request in requests]


def _judge(
    survivors: Sequence[Survivor], models: Models, ask: Ask, baits: Sequence[Trap], before: Caught
) -> tuple[list[Staged], list[Dropped], Caught]:
    asked = [judge_requests(one.row, one.source, one.candidate.text, models) for one in survivors]
    shown = [judge_requests(one.row, one.row.utterances[0], one.text, models) for one in baits]
    replies = read(ask, [request for each in (*asked, *shown) for request in each])
    caught = _caught(baits, [_rule(each, replies.replies, models, across=False) for each in shown])
    caught = caught if baits else before
    staged: list[Staged] = []
    dropped: list[Dropped] = []
    for one, each in zip(survivors, asked, strict=True):
        missing = next((request for request in each if request.key not in replies.replies), None)
        ruling = _rule(each, replies.replies, models, across=one.across)
        if ruling.verdict.label == "unjudged":
            why = _why(replies, missing) if missing is not None else ruling.verdict.reason
            dropped.append(drop(one.candidate, "unjudged", why))
        elif ruling.trust is None:
            dropped.append(drop(one.candidate, "different", _said(ruling.verdict)))
        else:
            staged.append(_stage(one, ruling, caught, models))
    return staged, dropped, caught


def _rule(
    requests: Sequence[Request], replies: Mapping[str, Reply], models: Models, *, across: bool
) -> Ruling:
    """The ruling on one candidate from the replies to its questions."""
    found = [replies.get(request.key) for request in requests]
    pairs = [[reply for reply in found[at : at + 2] if reply is not None] for at in range(0, len(found), 2)]
    return judge.rule(pairs, models.thresholds, across=across)


def _said(verdict: Verdict) -> str:
    return verdict.reason or f"probably another request ({verdict.score:.2f})"


def _caught(baits: Sequence[Trap], rulings: Sequence[Ruling]) -> Caught:
    """How the judge did on its traps; one that it did not answer does not count."""
    pairs = [
        (bait.same, ruling.trust)
        for bait, ruling in zip(baits, rulings, strict=True)
        if ruling.verdict.label != "unjudged"
    ]
    wrong, right = ([trust for same, trust in pairs if same is side] for side in (False, True))
    return Caught(len(wrong), wrong.count("clean"), len(right), right.count(None))


def read(ask: Ask, requests: Sequence[Request]) -> Filled:
    """Fill the judge's requests. A verdict that cannot be read is asked for once more."""
    filled = ask("judging", requests)
    unread = [
        request.with_sample(1)
        for request in requests
        if (reply := filled.replies.get(request.key)) is not None and judge.ballot(reply) is None
    ]
    again = ask("judging once more", unread) if unread else Filled({}, {})
    replies = {
        request.key: again.replies.get(request.with_sample(1).key, reply)
        for request in requests
        if (reply := filled.replies.get(request.key)) is not None
    }
    return Filled(replies, filled.failures)


def _gloss(
    staged: Sequence[Staged], languages: Mapping[str, Sequence[str | None]], how: Glossing | None, ask: Ask
) -> tuple[tuple[Staged, ...], tuple[str, ...]]:
    """The lines with their glosses, and why some got no answer. It comes last, for a gloss decides nothing."""
    wanted = [gloss.request(one.text, one.lang, languages[one.row_id], how) for one in staged]
    asked = [request for request in wanted if request is not None]
    if how is None or not asked:
        return tuple(staged), ()
    filled = ask("translating back", asked)
    lines = (
        gloss.put(one, filled.replies.get(request.key), how) if request is not None else one
        for one, request in zip(staged, wanted, strict=True)
    )
    return tuple(lines), tuple(_why(filled, one) for one in asked if one.key not in filled.replies)


def _why(filled: Filled, request: Request) -> str:
    failure = filled.failures.get(request.key)
    if failure is None:
        return "not asked: the run was stopped or reached its limit"
    return f"{failure.problem}; {failure.hint}"


def _stage(one: Survivor, ruling: Ruling, caught: Caught, models: Models) -> Staged:
    candidate, row = one.candidate, one.row
    flags = (*one.checked.flags, *((JUDGE_UNRELIABLE,) if caught.failed else ()))
    return Staged(
        id=candidate.id,
        row_id=row.id,
        text=candidate.text,
        lang=candidate.lang,
        detected=one.checked.detected,
        style=candidate.style,
        source=row.utterances[0],
        trust="doubtful" if one.checked.doubts or caught.failed else ruling.trust or "doubtful",
        checks=one.checked.notes,
        verdict=ruling.verdict,
        flags=flags,
        model=one.model,
        judge=" + ".join(models.judges),
        prompts=models.prompts,
        row_utterances=len(row.utterances),
        row_state=row.state(len(row.utterances)),
        request_key=candidate.request_key,
    )
