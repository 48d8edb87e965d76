"""`fill`: the only place that talks to a model. It answers each request from the journal or from the model.

The main thread alone writes the journal, on completion and before anything else happens to a reply. On every
way out (a cap, a fatal error, Ctrl-C) calls that have not started are cancelled, and those under way are waited
for and recorded: they are paid for.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from typing import NamedTuple

from polyphrase.errors import ModelError
from polyphrase.models import Reply, Request
from polyphrase.ports import Journal, Model


class Caps(NamedTuple):
    """Limits of one run; None is no limit. `cost` is in US dollars."""

    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None


class Spent(NamedTuple):
    """What calls took: of finished ones as the provider counted, of running ones at most."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0

    def plus(self, other: Spent) -> Spent:
        """Both together."""
        return Spent(self.calls + other.calls, self.tokens + other.tokens, self.cost + other.cost)

    def minus(self, other: Spent) -> Spent:
        """Without `other`."""
        return Spent(self.calls - other.calls, self.tokens - other.tokens, self.cost - other.cost)

    def within(self, caps: Caps) -> bool:
        """Whether no cap is passed."""
        return (
            (caps.calls is None or self.calls <= caps.calls)
            and (caps.tokens is None or self.tokens <= caps.tokens)
            and (caps.cost is None or self.cost <= caps.cost + 1e-12)
        )


class Price(NamedTuple):
    """US dollars per token. `thoughts`: tokens that the model may write on top of its reply."""

    input: float
    output: float
    thoughts: int = 0


def upper_bound(request: Request, price: Price | None) -> Spent:
    """The most that `request` can take. No token is shorter than a byte, so bytes bound the prompt's tokens.

    The schema counts: providers bill it as a part of the prompt.
    """
    prompt = sum(len(message.content.encode()) + 16 for message in request.messages)
    if request.reply_schema is not None:
        prompt += len(json.dumps(request.reply_schema))
    written = request.max_tokens + (price.thoughts if price else 0)
    cost = price.input * prompt + price.output * written if price else 0.0
    return Spent(1, prompt + written, cost)


def actual(reply: Reply, bound: Spent, price: Price | None) -> Spent:
    """What a finished call took; where the provider does not say, the most it can have taken."""
    tokens = reply.input_tokens + reply.output_tokens
    cost = reply.cost
    if not tokens:
        cost = cost or bound.cost
    elif cost is None:
        cost = price.input * reply.input_tokens + price.output * reply.output_tokens if price else 0.0
    return Spent(1, tokens or bound.tokens, cost)


class Budget:
    """Caps that hold with calls in flight: a call starts only if its upper bound still fits."""

    def __init__(self, caps: Caps, prices: Mapping[str, Price] | None = None) -> None:
        self.caps = caps
        self.prices = prices or {}
        self.spent = Spent()
        self.capped = False

    def take(self, request: Request) -> Spent | None:
        """Reserve the upper bound of a call, or None where it does not fit."""
        if self.caps == Caps():
            return Spent()  # nothing to hold
        bound = upper_bound(request, self.prices.get(request.model))
        if not self.spent.plus(bound).within(self.caps):
            return None
        self.spent = self.spent.plus(bound)
        return bound

    def settle(self, request: Request, bound: Spent, reply: Reply | None) -> None:
        """Replace a reservation by what the call took. A failed call may be billed: it keeps its bound."""
        if reply is not None:
            taken = actual(reply, bound, self.prices.get(request.model))
            self.spent = self.spent.minus(bound).plus(taken)


class Filled(NamedTuple):
    """Replies and failures by request key. A request in neither was not asked (a cap, or a fatal error)."""

    replies: Mapping[str, Reply]
    failures: Mapping[str, ModelError]


Progress = Callable[[int, int], None]
"""Called with (done, total) requests; total counts those the journal could not answer."""


def fill(
    requests: Sequence[Request],
    journal: Journal,
    model: Model,
    *,
    executor: Executor,
    at_once: int,
    budget: Budget,
    progress: Progress = lambda done, total: None,
) -> Filled:
    """Answer every request once. At most `at_once` calls are in flight; order does not change the result."""
    replies: dict[str, Reply] = {}
    failures: dict[str, ModelError] = {}
    waiting: deque[Request] = deque()
    for request in {request.key: request for request in requests}.values():
        recorded = journal.get(request)
        if recorded is None:
            waiting.append(request)
        else:
            replies[request.key] = recorded
    total, recorded_before = len(waiting), len(replies)
    running: dict[Future[Reply], tuple[Request, Spent]] = {}
    stopped = False

    def collect(future: Future[Reply]) -> None:
        """Take one finished call out of `running`, but only once its reply is recorded: Ctrl-C comes anywhere."""
        nonlocal stopped
        request, bound = running[future]
        error = None if future.cancelled() else future.exception()
        if error is None and not future.cancelled():
            reply = future.result()
            journal.put(request, reply)
            replies[request.key] = reply
            budget.settle(request, bound, reply)
        del running[future]
        if isinstance(error, ModelError):
            failures[request.key] = error
            stopped = stopped or error.fatal
        elif error is not None:
            raise error

    def finished() -> Iterable[Future[Reply]]:
        return wait(running, return_when=FIRST_COMPLETED).done

    try:
        while (waiting and not stopped) or running:
            while waiting and not stopped and len(running) < at_once:
                bound = budget.take(waiting[0])
                if bound is None:
                    break
                request = waiting.popleft()
                running[executor.submit(model.complete, request)] = (request, bound)
            if not running:
                budget.capped = bool(waiting)
                break
            for future in finished():
                collect(future)
            progress(len(replies) - recorded_before + len(failures), total)
    finally:
        for future in running:
            future.cancel()
        while running:
            for future in finished():
                # What ended the run is under way already; a second error must not cost the other replies.
                with suppress(Exception):
                    collect(future)
                running.pop(future, None)
    return Filled(replies, failures)
