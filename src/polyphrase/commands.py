"""What each command does: plain values in, an exit code out. Results go to stdout, talk to stderr."""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import NamedTuple

from polyphrase import checks, language, literals, merge, pipeline, plan, prompts, review, show, staging
from polyphrase.adapters import files, litellm_model, terminal, weights
from polyphrase.adapters.detector import LangdetectDetector
from polyphrase.adapters.journal import FileJournal
from polyphrase.adapters.progress import ProgressDisplay
from polyphrase.adapters.workspace import Workspace
from polyphrase.corpus import Corpus
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError, ModelError
from polyphrase.fill import Budget, Caps, Filled, Price, fill, upper_bound
from polyphrase.models import Cell, Decision, Reply, Request, Row, Staged, by_id
from polyphrase.pipeline import Models
from polyphrase.plan import Filters
from polyphrase.ports import Model
from polyphrase.settings import Settings
from polyphrase.text import normal_form


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


def now() -> str:
    """The time as ISO 8601, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def out(text: str) -> None:
    """A result, on stdout."""
    if text:
        sys.stdout.write(text + "\n")


def err(text: str) -> None:
    """Talk, on stderr."""
    if text:
        sys.stderr.write(text + "\n")


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
    tokens, cost = 0, 0.0
    for cell, request in zip(work.cells, requests, strict=True):
        judged = pipeline.judge_requests(
            work.rows[cell.row_id], work.rows[cell.row_id].utterances[0], work.models
        )
        asked = () if journal.get(request) is not None else (request,)
        for one, times in (*((one, 1) for one in asked), *((one, cell.wanted) for one in judged)):
            bound = upper_bound(one, prices[one.model])
            tokens += bound.tokens * times
            cost += bound.cost * times
    unknown = sorted(name for name, price in prices.items() if price is None)
    said = f"unknown (no price for {', '.join(unknown)})" if unknown else f"${cost:.4f} at most"
    recorded = sum(journal.get(request) is not None for request in requests)
    out(show.plan_text(work.cells, work.rows, tokens, said, recorded))
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
        earlier_staged, earlier_dropped = space.staged(), space.dropped()
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
        # A cell that got no answer has nothing to put in the place of what earlier runs staged.
        failed = {failure.cell.key for failure in result.failures}
        answered = [cell for cell in work.cells if cell.key not in failed]
        staged = staging.join_staged(earlier_staged, result.staged, answered, work.rows, decisions)
        dropped = staging.join_dropped(earlier_dropped, result.dropped, answered, work.rows)
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


def run_review(settings: Settings, *, doubtful: bool, accept_all: bool, by: str | None) -> int:
    """Decide on what is staged: key by key, or all clean ones at once."""
    space = Workspace(settings)
    corpus = space.corpus()
    rows = by_id(corpus.rows)
    staged = space.staged()
    waiting = review.queue(staged, space.decisions(), corpus.rows, doubtful=doubtful)
    who = by or getpass.getuser()
    if accept_all:
        for one in waiting:
            space.decide(_accepted(one, who, now()))
        out(f"accepted {len(waiting)} candidates in the name of {who}")
        return EXIT_DONE
    detector = LangdetectDetector()
    others = {normal_form(text): row.id for row in corpus.rows for text in row.utterances}

    def recheck(one: Staged, text: str) -> Sequence[str]:
        row = rows[one.row_id]
        contract = literals.contract(row)
        context = checks.Context(row, contract, one.lang, ("en",), others, frozenset(), detector)
        return [f"{finding.reason}: {finding.detail}" for finding in checks.run(text, context).findings]

    def highlight(row: Row, text: str) -> Sequence[tuple[int, int]]:
        return [(span.start, span.end) for span in literals.extract(text, literals.contract(row).known)]

    terminal.run(
        review.Session(waiting, who), rows, append=space.decide, recheck=recheck, highlight=highlight, now=now
    )
    hidden = sum(one.trust == "doubtful" for one in staged)
    if hidden and not doubtful:
        err(f"{hidden} doubtful candidates are not shown; `polyphrase review --doubtful` shows them")
    return EXIT_DONE


def _accepted(one: Staged, by: str, at: str) -> Decision:
    return Decision(
        id=one.id, row_id=one.row_id, action="accept", text=one.text, note="accept-all", by=by, at=at
    )


def _merge(space: Workspace, decide: Callable[[Staged], Decision | None] | None = None) -> merge.Merge:
    corpus = space.corpus()
    staged = space.staged()
    decisions = review.current(space.decisions())
    if decide is not None:
        for one in staged:
            supposed = decide(one)
            if supposed is not None:
                decisions.setdefault(one.id, supposed)
    touched = {one.row_id for one in staged}
    rows = [row for row in corpus.rows if row.id in touched]
    found = language.of_rows(rows, tuple({one.lang for one in staged}), LangdetectDetector())
    return merge.plan(corpus, staged, decisions, found, now())


DIFFS: Mapping[str, Callable[[merge.Merge], str]] = {
    "text": show.diff_text,
    "markdown": show.diff_markdown,
    "patch": show.diff_patch,
}


def run_diff(settings: Settings, form: str, *, all_clean: bool) -> int:
    """Exactly what merge would write; with `all_clean`, as if every clean candidate were accepted."""

    def suppose(one: Staged) -> Decision | None:
        return _accepted(one, "nobody", now()) if one.trust == "clean" else None

    change = _merge(Workspace(settings), suppose if all_clean else None)
    text = DIFFS[form](change)
    if form == "patch":
        sys.stdout.write(text)
    else:
        out(text or "nothing to merge: no accepted candidate is new to the corpus")
    _say_refused(change)
    return EXIT_DONE


def _say_refused(change: merge.Merge) -> None:
    for one in change.refused:
        err(f"not merged: {one.row_id} {one.text!r}: {one.why}")
    for note in change.notes:
        err(note)


def run_merge(settings: Settings, *, dry_run: bool, undo: bool) -> int:
    """Write accepted candidates into the corpus file, or take the last merge back."""
    space = Workspace(settings)
    with files.folder_lock(space.out):
        path = str(space.corpus_path.resolve())
        present = merge.sha256(files.read_bytes(space.corpus_path))
        records = merge.carried_out(space.merges(), path, present)
        if records and records[-1].ends[1] == present:
            space.settle(
                records[-1]
            )  # finishes a merge, or its undoing, that was killed between its two files
        if undo:
            return _undo(space, merge.last(records, path), dry_run=dry_run)
        change = _merge(space)
        _say_refused(change)
        if not change.insertions:
            out("nothing to merge: no accepted candidate is new to the corpus")
            return EXIT_DONE
        if dry_run:
            out(show.diff_text(change))
            return EXIT_DONE
        space.write_merge(merge.record(change, path, now()), change.data)
    out(show.merge_text(change))
    err("rows that gained utterances need a fresh baseline; `polyphrase merge --undo` takes this back")
    return EXIT_DONE


def _undo(space: Workspace, latest: merge.MergeRecord | None, *, dry_run: bool) -> int:
    if latest is None:
        raise InputError(f"there is no merge of {space.corpus_path} to undo", "merges are recorded in --out")
    data = merge.undo(files.read_bytes(space.corpus_path), latest)
    if not dry_run:
        space.write_merge(latest.model_copy(update={"undone": True}), data)
    out(
        f"{'would take' if dry_run else 'took'} back the merge of {latest.at}: {len(latest.added)} utterances"
    )
    return EXIT_DONE


def run_status(settings: Settings, *, as_json: bool) -> int:
    """Counts per stage, language and drop reason."""
    space = Workspace(settings)
    staged, dropped = space.staged(), space.dropped()
    journal = FileJournal(space.journal, now)
    counted = {
        "replies": len(journal),
        **show.counts(staged, dropped),
        "decisions": show.decided(staged, review.current(space.decisions())),
        "merged": len(space.provenance()),
    }
    if as_json:
        out(json.dumps(counted))
    else:
        decided = ", ".join(f"{name} {number}" for name, number in counted["decisions"].items())
        out(f"replies {counted['replies']} in the journal")
        out(show.counts_text(counted))
        out(f"decided {decided}\nmerged  {counted['merged']}")
    return EXIT_DONE


def run_models_list() -> int:
    """The models at hand: the embedded one, and where others come from."""
    there = weights.cache_file().exists()
    parts = bool(weights.installed_parts(weights.EMBEDDED))
    state = "ready" if there else "installed, not put together yet" if parts else "not on this machine"
    out(f"embedded/{weights.EMBEDDED.name}  {state}")
    out("any litellm model string, such as openai/gpt-4o-mini (its key comes from the environment)")
    out("embedded:/path/model.gguf#sha256=<hash>  a GGUF file of your own")
    return EXIT_DONE


def run_models_pull() -> int:
    """Put the embedded model's file together, or check the one that is there."""
    with ProgressDisplay() as progress:
        path = weights.resolve(f"embedded/{weights.EMBEDDED.name}", progress.bytes)
    out(f"{path}  SHA-256 {weights.EMBEDDED.sha256} is right")
    return EXIT_DONE


def run_models_path() -> int:
    """Where the embedded model's file is kept."""
    out(str(weights.cache_file()))
    return EXIT_DONE
