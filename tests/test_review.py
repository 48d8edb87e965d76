"""The queue, the word that holds, and a session's commands and their undoing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polyphrase.models import Decision, Row, Staged, Trust, Verdict
from polyphrase.review import ReviewResult, Session, current, queue

AT = "2030-05-01T10:00:00Z"
ROWS = tuple(Row(id=id_, utterances=(f"do {id_}",), expected_outcome="plan") for id_ in ("c", "a", "b"))


def staged(id_: str, row_id: str, trust: Trust = "clean") -> Staged:
    return Staged(
        id=id_,
        row_id=row_id,
        text=f"candidate {id_}",
        lang="es",
        detected="es",
        style="neutral",
        source=f"do {row_id}",
        trust=trust,
        checks={},
        verdict=Verdict(label="equivalent", score=1.0, reason="same", votes={}),
        flags=(),
        model="m",
        judge="j",
        prompts={},
        row_utterances=1,
        row_state="state",
        request_key="key",
    )


STAGED = (
    staged("1", "a"),
    staged("2", "gone"),
    staged("3", "c"),
    staged("4", "a", "doubtful"),
    staged("5", "b"),
    staged("6", "c"),
)


def decided(id_: str, action: str | None) -> Decision:
    return Decision.model_validate(
        {"id": id_, "row_id": "a", "action": action, "text": "t", "by": "ann", "at": AT}
    )


@pytest.mark.parametrize(
    ("words", "holding"),
    [
        ([], {}),
        ([("1", "accept")], {"1": "accept"}),
        ([("1", "accept"), ("2", "reject"), ("1", "reject")], {"1": "reject", "2": "reject"}),
        ([("1", "accept"), ("1", None)], {}),
        ([("1", "accept"), ("1", None), ("1", "edit")], {"1": "edit"}),
    ],
)
def test_the_last_word_holds(words: list[tuple[str, str | None]], holding: dict[str, str]) -> None:
    """A decision taken back is no decision."""
    found = current(decided(id_, action) for id_, action in words)
    assert {id_: decision.action for id_, decision in found.items()} == holding


@pytest.mark.parametrize(
    ("words", "doubtful", "waiting"),
    [
        ([], False, "3 6 1 5"),
        ([], True, "3 6 1 4 5"),
        ([("6", "reject"), ("1", "edit")], True, "3 4 5"),
        ([("3", "accept"), ("3", None)], False, "3 6 1 5"),
    ],
)
def test_the_queue_holds_what_is_undecided_row_by_row(
    words: list[tuple[str, str | None]], doubtful: bool, waiting: str
) -> None:
    """Order of the corpus, then as staged; no candidate of a row that is gone."""
    found = queue(STAGED, [decided(*word) for word in words], ROWS, doubtful=doubtful)
    assert " ".join(item.id for item in found) == waiting


def test_the_clean_ones_of_a_row_are_accepted_at_once_and_taken_back_one_by_one() -> None:
    found = queue(STAGED, [], ROWS, doubtful=True)
    session = Session(found, "ann")
    assert [one.id for one in session.accept_row(AT)] == ["3", "6"], "and not those of the next row"
    assert [one.id for one in session.accept_row(AT)] == ["1"], "and not the doubtful one"
    assert session.accept_row(AT) == [], "which a person decides on alone"
    assert session.position == 3
    undone = session.undo(AT)
    assert undone is not None
    assert (undone.id, undone.action, session.position) == ("1", None, 2)


def test_the_riskiest_rows_come_first_and_in_them_the_riskiest_candidate() -> None:
    def scored(id_: str, row_id: str, score: float, trust: Trust = "clean") -> Staged:
        one = staged(id_, row_id, trust)
        return one.model_copy(update={"verdict": one.verdict.model_copy(update={"score": score})})

    lines = (
        scored("1", "a", 0.9),
        scored("2", "b", 0.7),
        scored("3", "c", 0.8),
        scored("4", "c", 0.95, "doubtful"),
        scored("5", "b", 0.6),
    )

    def ids(*, doubtful: bool) -> str:
        return " ".join(one.id for one in queue(lines, [], ROWS, doubtful=doubtful, riskiest_first=True))

    assert ids(doubtful=True) == "4 3 5 2 1"
    assert ids(doubtful=False) == "5 2 3 1"


def test_within_a_row_the_clean_ones_come_first() -> None:
    lines = (staged("1", "a", "doubtful"), staged("2", "a"), staged("3", "a"))
    assert [one.id for one in queue(lines, [], ROWS, doubtful=True)] == ["2", "3", "1"]


def test_each_command_says_what_to_append_and_moves_on() -> None:
    """Accept and reject keep the candidate's text, an edit has its own, a skip appends nothing.

    Who accepts or edits confirms the language that was asked for.
    """
    session = Session(queue(STAGED, [], ROWS, doubtful=False), "ann")
    accepted, edited, rejected = session.accept(AT), session.edit("better", AT), session.reject("no file", AT)
    session.skip()
    said = {"row_id": "c", "lang": session.items[0].lang, "by": "ann", "at": AT}
    assert accepted == Decision(id="3", action="accept", text="candidate 3", **said)
    assert edited == Decision(id="6", action="edit", text="better", **said)
    assert (rejected.action, rejected.text, rejected.lang, rejected.note) == (
        "reject",
        "candidate 1",
        None,
        "no file",
    )
    assert session.item is None
    assert session.result() == ReviewResult(accepted=1, edited=1, rejected=1, skipped=1, left=0)


def test_an_edit_that_changes_nothing_is_an_accept() -> None:
    """What is in the corpus then is what the model wrote."""
    session = Session(STAGED, "ann")
    assert session.edit("candidate 1", AT).action == "accept"


def test_undo_goes_back_one_and_takes_a_decision_back_but_not_a_skip() -> None:
    """The decision to append names the candidate, who takes it back and when."""
    session = Session(STAGED[:2], "ann")
    session.reject("a note", AT)
    session.skip()
    assert session.undo(AT) is None
    assert session.position == 1
    taken_back = session.undo("later")
    assert taken_back == Decision(
        id="1", row_id="a", action=None, text="candidate 1", note="", by="ann", at="later"
    )
    assert session.item == STAGED[0]


@pytest.mark.parametrize("command", ["accept", "reject", "edit", "skip"])
def test_past_the_end_nothing_can_be_decided(command: str) -> None:
    """A shell that asks anyway has a bug, and must not record a decision."""
    session = Session([], "ann")
    arguments = {"accept": (AT,), "reject": ("", AT), "edit": ("text", AT), "skip": ()}[command]
    with pytest.raises(IndexError):
        getattr(session, command)(*arguments)
    assert session.position == 0


def test_undo_at_the_start_raises() -> None:
    """Decisions of earlier sessions are not this session's to take back."""
    with pytest.raises(IndexError):
        Session(STAGED, "ann").undo(AT)


def press(session: Session, command: str, log: list[Decision]) -> None:
    """Do what a shell does: ignore what makes no sense here, append what is to be appended."""
    if (session.position == 0) if command == "undo" else (session.item is None):
        return
    if command == "skip":
        session.skip()
        return
    act: dict[str, Callable[[], Decision | None]] = {
        "accept": lambda: session.accept(AT),
        "edit": lambda: session.edit("other words", AT),
        "reject": lambda: session.reject("why", AT),
        "undo": lambda: session.undo(AT),
    }
    if decision := act[command]():
        log.append(decision)


COMMANDS = st.sampled_from(["accept", "edit", "reject", "skip", "undo"])


@given(st.lists(COMMANDS, max_size=25))
def test_the_log_alone_tells_what_still_waits(commands: list[str]) -> None:
    """After any commands, a new queue holds exactly what the session skipped or did not reach."""
    items = queue(STAGED, [], ROWS, doubtful=True)
    session, log = Session(items, "ann"), list[Decision]()
    for command in commands:
        press(session, command, log)
    result = session.result()
    waiting = queue(STAGED, log, ROWS, doubtful=True)
    assert waiting == tuple(item for item in items if item.id not in current(log))
    assert waiting[len(waiting) - result.left :] == items[session.position :]
    assert len(waiting) == result.left + result.skipped
    assert len(current(log)) == result.accepted + result.edited + result.rejected


@given(st.lists(COMMANDS, max_size=12), st.lists(COMMANDS.filter(lambda one: one != "undo"), max_size=6))
def test_undo_is_the_inverse_of_any_commands(before: list[str], after: list[str]) -> None:
    """Undoing as many steps as were made leaves the session and the standing decisions as they were."""
    session, log = Session(queue(STAGED, [], ROWS, doubtful=True), "ann"), list[Decision]()
    for command in before:
        press(session, command, log)
    position, result, holding = session.position, session.result(), current(log)
    for command in after:
        press(session, command, log)
    while session.position > position:
        press(session, "undo", log)
    assert (session.position, session.result(), current(log)) == (position, result, holding)
