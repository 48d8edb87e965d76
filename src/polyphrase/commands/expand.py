"""`plan` and `expand`: from cells to staged candidates."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from polyphrase import language, literals, pipeline, plan, prompts, review, show, staging
from polyphrase.adapters import files, litellm_model
from polyphrase.adapters.detector import LangdetectDetector
from polyphrase.adapters.journal import FileJournal
from polyphrase.adapters.progress import ProgressDisplay
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.talk import err, now, out
from polyphrase.corpus import Corpus
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError, ModelError
from polyphrase.fill import Budget, Caps, Filled, Price, fill, upper_bound
from polyphrase.models import Cell, Reply, Request, Row, by_id
from polyphrase.pipeline import Models
from polyphrase.plan import Filters
from polyphrase.ports import Model
from polyphrase.settings import Settings


class Work(NamedTuple):
    """What `plan` and `expand` start from."""

    corpus: Corpus
    rows: Mapping[str, Row]
    found: Mapping[str, tuple[str | None, ...]]
    cells: tuple[Cell, ...]
    models: Models


class ReplayModel:
    """The model of `--replay`: every answer has to be in the journal."""

    def complete(self, request: Request) -> Reply:
        """Refuse. Raises `ModelError`."""
        raise ModelError(
            "--replay answers from the journal alone, and the journal lacks some answers",
            "run the same command without --replay",
            fatal=True,
        )


def _work(settings: Settings, filters: Filters, langs: Sequence[str], detector: LangdetectDetector) -> Work:
    space = Workspace(settings)
    corpus = space.corpus()
    wanted = tuple(dict.fromkeys(language.code(lang) for lang in langs))
    chosen = plan.select(corpus.rows, filters)
    found = language.of_rows(chosen, wanted, detector)
    models = Models(
        generator=settings.model,
        generator_prompt=space.prompt("generate", prompts.GENERATE),
        judge=settings.judge or settings.model,
        judge_prompt=space.prompt("judge", prompts.JUDGE),
        api_base=settings.api_base,
    )
    return Work(
        corpus, by_id(corpus.rows), found, plan.cells(chosen, found, wanted, settings.per_lang), models
    )


def run_plan(settings: Settings, filters: Filters, langs: Sequence[str]) -> int:
    """Cells, calls, tokens and cost of `expand` with the same options; nothing is spent, no network."""
    work = _work(settings, filters, langs, LangdetectDetector())
    journal = FileJournal(Workspace(settings).journal, now)
    contracts = {cell.row_id: literals.contract(work.rows[cell.row_id]) for cell in work.cells}
    requests = pipeline.generation_requests(work.cells, work.rows, contracts, work.models)
    prices = {name: litellm_model.price(name) for name in {work.models.generator, work.models.judge}}
    recorded = {request.key for request in requests if journal.get(request) is not None}
    tokens, cost = 0, 0.0
    for cell, request in zip(work.cells, requests, strict=True):
        judged = pipeline.judge_requests(
            work.rows[cell.row_id], work.rows[cell.row_id].utterances[0], work.models
        )
        asked = () if request.key in recorded else (request,)
        for one, times in (*((one, 1) for one in asked), *((one, cell.wanted) for one in judged)):
            bound = upper_bound(one, prices[one.model])
            tokens += bound.tokens * times
            cost += bound.cost * times
    unknown = sorted(name for name, price in prices.items() if price is None)
    said = f"unknown (no price for {', '.join(unknown)})" if unknown else f"${cost:.4f} at most"
    out(show.plan_text(work.cells, work.rows, tokens, said, len(recorded)))
    return EXIT_DONE


def run_expand(
    settings: Settings,
    filters: Filters,
    langs: Sequence[str],
    *,
    replay: bool = False,
    as_json: bool = False,
    model: Model | None = None,
) -> int:
    """Fill cells, check and judge what comes back, and stage the survivors. `model`: for tests."""
    space = Workspace(settings)
    detector = LangdetectDetector()
    work = _work(settings, filters, langs, detector)
    budget = _budget(settings, work.models)
    at_once = _at_once(settings, work.models)
    with files.folder_lock(space.out), ProgressDisplay() as progress:
        journal = FileJournal(space.journal, now)
        if journal.unreadable:
            progress.say(
                f"{space.journal}: {journal.unreadable} damaged lines are left alone and asked again"
            )
        if model is None:
            model = (
                ReplayModel()
                if replay
                else litellm_model.LiteLLMModel(
                    timeout=settings.timeout, slots=at_once, progress=progress.bytes
                )
            )
        if not work.cells:
            progress.say(
                f"every cell is full: --per-lang {settings.per_lang} counts what the rows have already"
            )
        earlier = space.staged(), space.dropped()
        with ThreadPoolExecutor(at_once) as executor:

            def ask(what: str, requests: Sequence[Request]) -> Filled:
                return fill(
                    requests,
                    journal,
                    model,
                    executor=executor,
                    at_once=at_once,
                    budget=budget,
                    progress=lambda done, total: progress.requests(what, done, total),
                )

            try:
                result = pipeline.expand(work.corpus.rows, work.cells, work.found, work.models, ask, detector)
            except KeyboardInterrupt:
                progress.say(
                    "interrupted: every reply so far is in the journal; the same command goes on from there"
                )
                raise
            finally:
                journal.close()
        decisions = review.current(space.decisions())
        staged, dropped = staging.join(earlier, result, work.cells, work.rows, decisions)
        space.write_results(staged, dropped)
    counted = show.counts(result.staged, result.dropped)
    incomplete = bool(result.failures or result.unjudged)
    if as_json:
        out(json.dumps({**counted, "failed_cells": len(result.failures), "unjudged": result.unjudged}))
    else:
        out(show.staged_text(result.staged, work.rows))
        out(show.counts_text(counted))
        err(show.failures_text(result))
        if result.staged:
            err("next: `polyphrase review`, then `polyphrase diff` and `polyphrase merge`")
    if budget.capped:
        err("a limit (--max-cost, --max-calls or --max-tokens) stopped the run; what it has is kept")
    return EXIT_INCOMPLETE if incomplete or budget.capped else EXIT_DONE


def _budget(settings: Settings, models: Models) -> Budget:
    caps = Caps(settings.max_calls, settings.max_tokens, settings.max_cost)
    prices: dict[str, Price] = {}
    if caps.cost is not None:
        for name in (models.generator, models.judge):
            known = litellm_model.price(name)
            if known is None:
                raise InputError(
                    f"--max-cost cannot hold: the price of `{name}` is unknown",
                    "use --max-calls or --max-tokens instead",
                )
            prices[name] = known
    return Budget(caps, prices)


def _at_once(settings: Settings, models: Models) -> int:
    if settings.concurrency is not None:
        return settings.concurrency
    local = any(litellm_model.is_embedded(name) for name in (models.generator, models.judge))
    return min(4, os.cpu_count() or 1) if local else 8
