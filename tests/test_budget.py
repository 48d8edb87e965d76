"""Money fails closed: caps hold with calls in flight, and what nobody counted costs the most it can."""

from __future__ import annotations

import pytest
from doubles import reply, request, run_fill
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.errors import ModelError
from polyphrase.fill import Budget, Caps, Price, Spent, actual, upper_bound
from polyphrase.models import Reply, Request

MANY = [request(f"question {number}") for number in range(12)]
PRICE = Price(input=0.00001, output=0.00003)

CALLS = st.lists(
    st.tuples(
        st.integers(0, 300),  # bytes of the prompt
        st.integers(1, 200),  # max_tokens
        st.floats(0, 1),  # tokens read, as a share of the prompt's bytes
        st.floats(0, 1),  # tokens written, as a share of max_tokens
        st.sampled_from(["counted", "priced", "silent", "fails"]),
    ),
    min_size=1,
    max_size=40,
)


@settings(max_examples=80, deadline=None)
@given(
    kinds=CALLS,
    calls=st.none() | st.integers(0, 30),
    tokens=st.none() | st.integers(0, 6000),
    cost=st.none() | st.floats(0, 0.03),
)
def test_no_cap_is_passed_with_sixteen_calls_in_flight(
    kinds: list[tuple[int, int, float, float, str]], calls: int | None, tokens: int | None, cost: float | None
) -> None:
    """What calls really took is counted here, also where the provider is silent or the call fails."""
    requests = [
        request("é" * (length // 2), max_tokens=most, sample=number)
        for number, (length, most, *_) in enumerate(kinds)
    ]
    really: list[Spent] = []

    def answer(one: Request) -> Reply | ModelError:
        length, _, read, written, kind = kinds[one.sample]
        used = int(read * length), int(written * one.max_tokens)
        price = used[0] * PRICE.input + used[1] * PRICE.output
        really.append(Spent(1, sum(used), price))
        if kind == "fails":
            return ModelError("cut off", "try again")
        if kind == "silent":
            return reply("x", input_tokens=0, output_tokens=0)
        billed = price if kind == "priced" else None
        return reply("x", input_tokens=used[0], output_tokens=used[1], cost=billed)

    caps = Caps(calls, tokens, cost)
    budget = Budget(caps, {"scripted": PRICE})
    filled, model = run_fill(requests, answer, at_once=16, budget=budget)
    total = Spent()
    for one in really:
        total = total.plus(one)
    assert total.within(caps)
    assert budget.spent.within(caps)
    assert budget.capped == (len(filled.replies) + len(filled.failures) < len(requests))
    assert model.calls == len(filled.replies) + len(filled.failures)


@pytest.mark.parametrize("caps", [Caps(calls=0), Caps(tokens=10), Caps(cost=0.0001)])
def test_a_cap_that_fits_no_call_stops_before_the_first(caps: Caps) -> None:
    budget = Budget(caps, {"scripted": PRICE})
    filled, model = run_fill(MANY, lambda one: "x", budget=budget)
    assert (filled.replies, model.calls, budget.capped) == ({}, 0, True)


def test_a_cap_that_is_just_enough_is_not_a_stop() -> None:
    budget = Budget(Caps(calls=len(MANY)))
    filled, _ = run_fill(MANY, lambda one: "x", budget=budget)
    assert (len(filled.replies), budget.capped) == (len(MANY), False)


def test_what_calls_leave_of_their_reservation_is_free_for_others() -> None:
    """The upper bounds of all calls together are over the cap; what they take is far below it."""
    bound = upper_bound(MANY[0], None).tokens
    budget = Budget(Caps(tokens=bound + 30 * len(MANY)))
    filled, _ = run_fill(MANY, lambda one: reply("x", input_tokens=20, output_tokens=10), budget=budget)
    assert len(filled.replies) == len(MANY)
    assert not budget.capped
    assert budget.spent == Spent(len(MANY), 30 * len(MANY), 0.0)


def test_one_budget_holds_over_several_fills() -> None:
    budget = Budget(Caps(calls=8))
    run_fill(MANY[:5], lambda one: "x", budget=budget)
    assert not budget.capped
    _, model = run_fill(MANY[5:], lambda one: "x", budget=budget)
    assert (model.calls, budget.capped) == (3, True)


def test_the_schema_counts_as_prompt() -> None:
    """Providers bill the reply's schema as input."""
    schema = {"type": "object", "properties": {"phrasings": {"type": "array"}}}
    bare = upper_bound(request("hello"), PRICE)
    assert upper_bound(request("hello", reply_schema=schema), PRICE).tokens >= bare.tokens + 60


def test_the_upper_bound_counts_bytes_because_a_token_is_at_least_one() -> None:
    assert upper_bound(request("把视频静音"), PRICE).tokens >= len("把视频静音".encode()) + 50


@pytest.mark.parametrize(
    ("answer", "cost"),
    [
        (reply("x", input_tokens=100, output_tokens=10, cost=0.5), 0.5),
        (reply("x", input_tokens=100, output_tokens=10), 100 * PRICE.input + 10 * PRICE.output),
        (reply("x", input_tokens=0, output_tokens=0), 9.0),
        (reply("x", input_tokens=0, output_tokens=0, cost=0.0), 9.0),
    ],
)
def test_a_call_that_nobody_counted_costs_its_upper_bound(answer: Reply, cost: float) -> None:
    assert actual(answer, Spent(1, 1000, 9.0), PRICE).cost == pytest.approx(cost)
