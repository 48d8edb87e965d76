"""`fill`: each request is asked once, and no reply that was paid for is lost, whatever ends the run."""

from __future__ import annotations

import threading

import pytest
from doubles import MemoryJournal, ScriptedModel, reply, request, run_fill

from polyphrase.errors import InputError, ModelError
from polyphrase.fill import Budget, Caps
from polyphrase.models import Reply, Request

MANY = [request(f"question {number}") for number in range(12)]


def echo(one: Request) -> str:
    return f"answer to {one.messages[0].content}"


def test_every_request_is_asked_once_and_its_answer_is_found_under_its_key() -> None:
    journal = MemoryJournal()
    filled, model = run_fill(MANY, echo, journal=journal)
    assert {key: one.text for key, one in filled.replies.items()} == {one.key: echo(one) for one in MANY}
    assert sorted(one.key for one in model.requests) == sorted(one.key for one in MANY)
    assert sorted(journal.keys) == sorted(one.key for one in MANY)
    assert not filled.failures


def test_equal_requests_are_asked_once() -> None:
    filled, model = run_fill([MANY[0], request("question 0"), MANY[1], MANY[0]], echo)
    assert model.calls == 2
    assert set(filled.replies) == {MANY[0].key, MANY[1].key}


def test_the_journal_answers_first_and_what_it_answers_costs_nothing() -> None:
    journal = MemoryJournal({one.key: reply("recorded") for one in MANY[:9]})
    seen: list[tuple[int, int]] = []
    filled, model = run_fill(
        MANY,
        echo,
        journal=journal,
        budget=Budget(Caps(calls=3)),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert {one.key for one in model.requests} == {one.key for one in MANY[9:]}
    assert [filled.replies[one.key].text for one in MANY[:9]] == ["recorded"] * 9
    assert seen[-1] == (3, 3)


def test_nothing_to_ask_asks_nothing() -> None:
    filled, model = run_fill([], echo)
    assert (filled.replies, filled.failures, model.calls) == ({}, {}, 0)


@pytest.mark.parametrize("at_once", [1, 3])
def test_at_most_so_many_calls_are_in_flight(at_once: int) -> None:
    _, model = run_fill(MANY, ScriptedModel(echo, pause=0.01), at_once=at_once)
    assert model.most_at_once == at_once


@pytest.mark.parametrize("seed", range(4))
def test_the_result_does_not_depend_on_which_call_ends_first(seed: int) -> None:
    """Each call ends only when its turn in a shuffled order has come."""
    turns = sorted(range(len(MANY)), key=lambda number: (number * 7919 + seed * 104729) % 31)
    done = [threading.Event() for _ in MANY]
    places = {MANY[number].key: place for place, number in enumerate(turns)}

    def answer(one: Request) -> str:
        place = places[one.key]
        if place:
            assert done[place - 1].wait(5)
        done[place].set()
        return echo(one)

    journal = MemoryJournal()
    filled, _ = run_fill(MANY, answer, journal=journal, at_once=len(MANY))
    in_order, _ = run_fill(MANY, echo, at_once=1)
    assert filled.replies == in_order.replies
    assert journal.keys != [one.key for one in MANY]


# --- failures ------------------------------------------------------------------------------------------------


def test_a_failed_call_is_reported_and_the_others_go_on() -> None:
    journal = MemoryJournal()
    wrong = ModelError("too long for the model", "shorten it")
    filled, model = run_fill(MANY, lambda one: wrong if one is MANY[3] else echo(one), journal=journal)
    assert filled.failures == {MANY[3].key: wrong}
    assert len(filled.replies) == len(journal.keys) == len(MANY) - 1
    assert model.calls == len(MANY)


def test_a_fatal_failure_stops_asking_and_keeps_what_is_under_way() -> None:
    seen = threading.Event()

    def answer(one: Request) -> str | ModelError:
        if one is MANY[0]:
            return ModelError("wrong key", "check it", fatal=True)
        assert seen.wait(5)
        return echo(one)

    journal = MemoryJournal()
    budget = Budget(Caps())
    model = ScriptedModel(answer)
    filled, _ = run_fill(
        MANY,
        model,
        journal=journal,
        at_once=4,
        budget=budget,
        progress=lambda done, total: seen.set(),
    )
    assert model.calls == 4
    assert set(filled.failures) == {MANY[0].key}
    assert set(journal.keys) == set(filled.replies) == {one.key for one in MANY[1:4]}
    assert not budget.capped


def test_a_bug_in_a_model_ends_the_run_after_everything_under_way_is_recorded() -> None:
    """Two calls break in ways that nobody expects; the four others that were under way are kept."""
    together = threading.Barrier(6)

    def answer(one: Request) -> str | Exception:
        together.wait(5)
        return ZeroDivisionError(one.messages[0].content) if one in MANY[:2] else echo(one)

    journal = MemoryJournal()
    with pytest.raises(ZeroDivisionError):
        run_fill(MANY[:6], answer, journal=journal, at_once=6)
    assert set(journal.keys) == {one.key for one in MANY[2:6]}


def test_an_input_error_of_a_model_is_raised_as_it_is() -> None:
    """Weights that are not there, for example."""
    with pytest.raises(InputError, match="no weights"):
        run_fill(MANY, lambda one: InputError("no weights", "install them"), at_once=2)


def test_ctrl_c_keeps_what_was_under_way_and_starts_nothing_more() -> None:
    release = threading.Event()
    started = threading.Barrier(4)

    def answer(one: Request) -> str:
        started.wait(5)
        if one is not MANY[0]:
            assert release.wait(5)
        return echo(one)

    def interrupt(done: int, total: int) -> None:
        if not release.is_set():
            threading.Timer(0.05, release.set).start()
            raise KeyboardInterrupt

    journal = MemoryJournal()
    model = ScriptedModel(answer)
    with pytest.raises(KeyboardInterrupt):
        run_fill(MANY, model, journal=journal, at_once=4, progress=interrupt)
    assert sorted(journal.keys) == sorted(one.key for one in MANY[:4])
    assert model.calls == 4


def test_ctrl_c_cancels_calls_that_wait_for_a_thread() -> None:
    """Two threads for six calls: those that had not started are never asked, so nothing is lost with them."""
    release = threading.Event()

    def answer(one: Request) -> str:
        if one is not MANY[0]:
            assert release.wait(5)
        return echo(one)

    def interrupt(done: int, total: int) -> None:
        if not release.is_set():
            threading.Timer(0.05, release.set).start()
            raise KeyboardInterrupt

    journal = MemoryJournal()
    model = ScriptedModel(answer)
    with pytest.raises(KeyboardInterrupt):
        run_fill(MANY, model, journal=journal, at_once=6, workers=2, progress=interrupt)
    assert sorted(journal.keys) == sorted(one.key for one in model.requests)
    assert model.calls < 6


def test_ctrl_c_while_a_reply_is_recorded_does_not_lose_it() -> None:
    class Interrupted(MemoryJournal):
        """Ctrl-C arrives just before the first reply is written."""

        pressed = False

        def put(self, request: Request, reply: Reply) -> None:
            if not self.pressed:
                self.pressed = True
                raise KeyboardInterrupt
            super().put(request, reply)

    journal = Interrupted()
    model = ScriptedModel(echo)
    with pytest.raises(KeyboardInterrupt):
        run_fill(MANY, model, journal=journal)
    assert sorted(journal.keys) == sorted(one.key for one in model.requests)


def test_the_main_thread_alone_writes_the_journal() -> None:
    class Watched(MemoryJournal):
        threads: set[int] = set()  # noqa: RUF012 - one instance

        def put(self, request: Request, reply: Reply) -> None:
            self.threads.add(threading.get_ident())
            super().put(request, reply)

    journal = Watched()
    run_fill(MANY, echo, journal=journal)
    assert journal.threads == {threading.get_ident()}


def test_a_reply_is_recorded_before_anything_else_happens_to_it() -> None:
    """The progress display never counts a reply that the journal does not hold."""
    journal = MemoryJournal()
    counted: list[bool] = []
    run_fill(
        MANY,
        echo,
        journal=journal,
        progress=lambda done, total: counted.append(len(journal.keys) >= done),
    )
    assert counted
    assert all(counted)
