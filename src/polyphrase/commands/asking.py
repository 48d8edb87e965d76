"""How a command talks to models: one lock, one journal, one budget, some threads."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from polyphrase.adapters import files, litellm_model
from polyphrase.adapters.journal import FileJournal
from polyphrase.adapters.progress import ProgressDisplay
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.talk import now
from polyphrase.errors import InputError, ModelError
from polyphrase.fill import Budget, Caps, Filled, Price, fill
from polyphrase.models import Reply, Request
from polyphrase.pipeline import Ask
from polyphrase.ports import Model
from polyphrase.settings import Settings


class Line(NamedTuple):
    """What `asking` opens: `ask` fills requests, `budget` counts them, `progress` speaks to the person."""

    ask: Ask
    budget: Budget
    progress: ProgressDisplay


class ReplayModel:
    """The model of `--replay`: every answer has to be in the journal."""

    def complete(self, request: Request) -> Reply:
        """Refuse. Raises `ModelError`."""
        raise ModelError(
            "--replay answers from the journal alone, and the journal lacks some answers",
            "run the same command without --replay",
            fatal=True,
        )


@contextmanager
def asking(
    space: Workspace,
    settings: Settings,
    names: Sequence[str],
    *,
    replay: bool = False,
    model: Model | None = None,
) -> Iterator[Line]:
    """Hold the folder, and ask the models `names` from journal or network. `model`: for tests."""
    budget = _budget(settings, names)
    at_once = _at_once(settings, names)
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
                yield Line(ask, budget, progress)
            except KeyboardInterrupt:
                progress.say(
                    "interrupted: every reply so far is in the journal; the same command goes on from there"
                )
                raise
            finally:
                journal.close()


def _budget(settings: Settings, names: Sequence[str]) -> Budget:
    caps = Caps(settings.max_calls, settings.max_tokens, settings.max_cost)
    prices: dict[str, Price] = {}
    if caps.cost is not None:
        for name in names:
            known = litellm_model.price(name)
            if known is None:
                raise InputError(
                    f"--max-cost cannot hold: the price of `{name}` is unknown",
                    "use --max-calls or --max-tokens instead",
                )
            prices[name] = known
    return Budget(caps, prices)


def _at_once(settings: Settings, names: Sequence[str]) -> int:
    if settings.concurrency is not None:
        return settings.concurrency
    return min(4, os.cpu_count() or 1) if any(map(litellm_model.is_embedded, names)) else 8
