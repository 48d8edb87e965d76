"""`plan` and `expand`: from cells to staged candidates."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from polyphrase import (
    codes,
    gloss,
    language,
    literals,
    pipeline,
    plan,
    prompts,
    review,
    show,
    staging,
    summary,
    traps,
)
from polyphrase.adapters import litellm_model
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.journal import FileJournal
from polyphrase.adapters.workspace import Workspace
from polyphrase.codes import Variety
from polyphrase.commands.asking import asking
from polyphrase.commands.talk import err, now, out
from polyphrase.corpus import Corpus
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError
from polyphrase.fill import upper_bound
from polyphrase.gloss import Glossing
from polyphrase.judge import Thresholds
from polyphrase.models import Cell, Row, by_id
from polyphrase.pipeline import Bait, Models
from polyphrase.plan import Filters
from polyphrase.ports import Model
from polyphrase.settings import Settings

LANGUAGES_PER_CALL = 4
"""Of a row, for a model that is not embedded: one call then costs the row, the rules and the examples once."""


class Work(NamedTuple):
    """What `plan` and `expand` start from."""

    corpus: Corpus
    rows: Mapping[str, Row]
    found: Mapping[str, tuple[str | None, ...]]
    cells: tuple[Cell, ...]
    models: Models
    calibrated: tuple[bool, ...]


def _work(settings: Settings, filters: Filters, langs: Sequence[str], detector: StatisticalDetector) -> Work:
    space = Workspace(settings)
    corpus = space.corpus()
    asked = _varieties(langs)
    wanted = tuple(one.code for one in asked)
    chosen = plan.select(corpus.rows, filters)
    found = language.of_rows(chosen, wanted, detector)
    generator_prompt = space.prompt("generate", prompts.GENERATE)
    judge_prompt = space.prompt("judge", prompts.JUDGE)
    known = [space.calibration(name, judge_prompt) for name in settings.judges]
    embedded = litellm_model.is_embedded(settings.model)
    models = Models(
        generator=settings.model,
        generator_prompt=generator_prompt,
        judges=settings.judges,
        thresholds=tuple(one.thresholds if one else Thresholds() for one in known),
        judge_prompt=judge_prompt,
        api_base=settings.api_base,
        # Measured: shown what there is, it copies that into every form.
        shows_tried=not embedded,
        languages_per_call=settings.languages_per_call or (1 if embedded else LANGUAGES_PER_CALL),
        glossing=_glossing(space, settings) if settings.gloss else None,
    )
    styles = settings.style or generator_prompt.mix
    if unknown := [one for one in styles if one not in generator_prompt.styles]:
        raise InputError(
            f"there is no style `{unknown[0]}`", f"styles are {', '.join(generator_prompt.styles)}"
        )
    cells = plan.cells(chosen, found, asked, settings.per_lang, styles)
    return Work(corpus, by_id(corpus.rows), found, cells, models, tuple(map(bool, known)))


def _glossing(space: Workspace, settings: Settings) -> Glossing:
    translator = gloss.translator(settings.model, settings.judges)
    return Glossing(space.prompt("gloss", prompts.GLOSS), translator, settings.api_base)


def _varieties(langs: Sequence[str]) -> tuple[Variety, ...]:
    asked: dict[str, Variety] = {}
    for one in map(codes.variety, langs):
        first = asked.setdefault(one.code, one)
        if first != one:
            raise InputError(
                f"{first.tag} and {one.tag} are both `{one.code}` in tags, and cannot be counted apart",
                "ask for one of them in a run",
            )
    return tuple(asked.values())


def run_plan(settings: Settings, filters: Filters, langs: Sequence[str]) -> int:
    """Cells, calls, tokens and cost of `expand` with the same options; nothing is spent, no network."""
    work = _work(settings, filters, langs, StatisticalDetector())
    journal = FileJournal(Workspace(settings).journal, now)
    contracts = {cell.row_id: literals.contract(work.rows[cell.row_id]) for cell in work.cells}
    requests = pipeline.generation_requests(work.cells, work.rows, contracts, work.models)
    prices = {name: litellm_model.price(name) for name in {work.models.generator, *work.models.judges}}
    recorded = {request.key for request in requests if journal.get(request) is not None}
    tokens, cost = 0, 0.0
    spare = work.models.generator_prompt.spare
    first = {row.id: row.utterances[0] for row in work.rows.values()}
    judged = [
        (one, cell.wanted + spare)
        for cell in work.cells
        for one in pipeline.judge_requests(
            work.rows[cell.row_id], first[cell.row_id], first[cell.row_id], work.models
        )
    ]
    glossed = [
        (one, cell.wanted + spare)
        for cell in work.cells
        if (
            one := gloss.request(first[cell.row_id], cell.lang, work.found[cell.row_id], work.models.glossing)
        )
    ]
    asked = ((one, 1) for one in requests if one.key not in recorded)
    for one, times in (*asked, *judged, *glossed):
        bound = upper_bound(one, prices[one.model])
        tokens += bound.tokens * times
        cost += bound.cost * times
    unknown = sorted(name for name, price in prices.items() if price is None)
    said = f"unknown (no price for {', '.join(unknown)})" if unknown else f"${cost:.4f} at most"
    calls = show.Calls(
        len(requests), len(recorded), sum(times for _, times in judged), sum(times for _, times in glossed)
    )
    out(show.plan_text(work.cells, work.rows, calls, tokens, said))
    return EXIT_DONE


def run_expand(
    settings: Settings,
    filters: Filters,
    langs: Sequence[str],
    *,
    replay: bool = False,
    as_json: bool = False,
    model: Model | None = None,
    bait: Bait = traps.make,
) -> int:
    """Fill cells, check and judge what comes back, and stage the survivors. `model` and `bait`: for tests."""
    space = Workspace(settings)
    detector = StatisticalDetector()
    avoid = space.avoid()
    work = _work(settings, filters, langs, detector)
    models = work.models
    with asking(space, settings, (models.generator, *models.judges), replay=replay, model=model) as line:
        line.progress.say(show.judges_text(models, work.calibrated))
        if not work.cells:
            line.progress.say(
                f"every cell is full: --per-lang {settings.per_lang} counts what the rows have already"
            )
        earlier = space.staged(), space.dropped()
        result = pipeline.expand(
            work.corpus.rows,
            work.cells,
            work.found,
            models,
            line.ask,
            detector,
            bait,
            settings.rounds,
            avoid,
        )
        decisions = review.current(space.decisions())
        staged, dropped = staging.join(earlier, result, work.cells, work.rows, decisions)
        space.write_results(staged, dropped)
    counted = show.counts(result.staged, result.dropped)
    incomplete = bool(result.failures or result.unjudged)
    if as_json:
        failed = {
            "failed_cells": len(result.failures),
            "unjudged": result.unjudged,
            "unglossed": len(result.unglossed),
        }
        filled = summary.cells(result.cells)
        distinct = summary.distinctness(result.staged, work.rows, work.found)
        out(
            json.dumps(
                {
                    **counted,
                    **failed,
                    "cells": filled,
                    "distinctness": distinct,
                    "traps": result.caught._asdict(),
                }
            )
        )
    else:
        out(show.staged_text(result.staged, work.rows))
        out(show.counts_text(counted))
        if result.cells:
            out(summary.cells_text(summary.cells(result.cells)))
        out(summary.distinctness_text(summary.distinctness(result.staged, work.rows, work.found)))
        err(show.traps_text(result.caught))
        err(show.failures_text(result))
        if result.staged:
            err("next: `polyphrase review`, then `polyphrase diff` and `polyphrase merge`")
    if line.budget.capped:
        err("a limit (--max-cost, --max-calls or --max-tokens) stopped the run; what it has is kept")
    return EXIT_INCOMPLETE if incomplete or line.budget.capped else EXIT_DONE
