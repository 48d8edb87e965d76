"""The queue, the word that holds, and a session's commands and their undoing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polyphrase.models import Decision, Row, Staged, Trust, Verdict
from polyphrase.review import ReviewResult, Session, current, ordered, reject, resumed, still_said

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


def queue(
    lines: Sequence[Staged], said: Iterable[Decision], *, doubtful: bool, riskiest_first: bool = False
) -> tuple[Staged, ...]:
    """What waits, in its order."""
    decided = current(said)
    found = ordered(lines, ROWS, doubtful=doubtful, riskiest_first=riskiest_first)
    return tuple(one for one in found if one.id not in decided)


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
    found = queue(STAGED, [decided(*word) for word in words], doubtful=doubtful)
    assert " ".join(item.id for item in found) == waiting


def test_the_clean_ones_of_a_row_are_accepted_and_taken_back_at_once() -> None:
    session = Session(queue(STAGED, [], doubtful=True), "ann")
    assert [one.id for one in session.accept_clean(AT, row=True)] == ["3", "6"], (
        "and not those of the next row"
    )
    assert [one.id for one in session.accept_clean(AT, row=True)] == ["1"], "and not the doubtful one"
    assert session.accept_clean(AT, row=True) == (), "which a person decides on alone"
    assert session.position == 3
    assert [(one.id, one.action) for one in session.undo(AT)] == [("1", None)]
    assert session.position == 2
    assert [(one.id, one.action) for one in session.undo(AT)] == [("6", None), ("3", None)]
    assert session.position == 0


def test_a_bulk_of_all_leaves_the_doubtful_and_the_place() -> None:
    items = queue(STAGED, [], doubtful=True)
    session = Session(items, "ann")
    session.accept(AT)
    session.skip()
    assert [one.id for one in session.accept_clean(AT, row=False)] == ["1", "5"], "from here on"
    assert session.item == items[3], "the doubtful one"
    assert session.result() == ReviewResult(3, 0, 0, 0, 1, 1)


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
        return " ".join(one.id for one in queue(lines, [], doubtful=doubtful, riskiest_first=True))

    assert ids(doubtful=True) == "4 3 5 2 1"
    assert ids(doubtful=False) == "5 2 3 1"


def test_within_a_row_the_clean_ones_come_first() -> None:
    lines = (staged("1", "a", "doubtful"), staged("2", "a"), staged("3", "a"))
    assert [one.id for one in queue(lines, [], doubtful=True)] == ["2", "3", "1"]


def test_each_command_says_what_to_append_and_moves_on() -> None:
    """Accept and reject keep the candidate's text, an edit has its own, a skip appends nothing.

    Who accepts or edits confirms the language that was asked for.
    """
    session = Session(queue(STAGED, [], doubtful=False), "ann")
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
    assert session.result() == ReviewResult(accepted=1, edited=1, rejected=1, split=0, skipped=1, left=0)


def test_an_edit_that_changes_nothing_is_an_accept() -> None:
    """What is in the corpus then is what the model wrote."""
    session = Session(STAGED, "ann")
    assert session.edit("candidate 1", AT).action == "accept"


def test_undo_goes_back_one_and_takes_a_decision_back_but_not_a_skip() -> None:
    """The decision to append names the candidate, who takes it back and when."""
    session = Session(STAGED[:2], "ann")
    session.reject("a note", AT)
    session.skip()
    assert session.undo(AT) == ()
    assert session.position == 1
    taken_back = Decision(id="1", row_id="a", action=None, text="candidate 1", note="", by="ann", at="later")
    assert session.undo("later") == (taken_back,)
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
    if (not session.can_undo) if command == "undo" else (session.item is None):
        return
    if command == "skip":
        session.skip()
        return
    act: dict[str, Callable[[], Sequence[Decision]]] = {
        "accept": lambda: (session.accept(AT),),
        "edit": lambda: (session.edit("other words", AT),),
        "reject": lambda: (session.reject("why", AT),),
        "split": lambda: (session.split("clarify", AT),),
        "row": lambda: session.accept_clean(AT, row=True),
        "all": lambda: session.accept_clean(AT, row=False),
        "undo": lambda: session.undo(AT),
    }
    log += act[command]()


COMMANDS = st.sampled_from(["accept", "edit", "reject", "split", "skip", "row", "all", "undo"])


@given(st.lists(COMMANDS, max_size=25))
def test_the_log_alone_tells_what_still_waits(commands: list[str]) -> None:
    """After any commands, a new queue holds exactly what the session skipped or did not reach."""
    items = queue(STAGED, [], doubtful=True)
    session, log = Session(items, "ann"), list[Decision]()
    for command in commands:
        press(session, command, log)
    result = session.result()
    waiting = queue(STAGED, log, doubtful=True)
    assert waiting == tuple(item for item in items if item.id not in current(log))
    assert len(waiting) == result.left + result.skipped
    assert waiting[result.skipped :] == tuple(one for one in items[session.position :] if one in waiting)
    assert len(current(log)) == result.accepted + result.edited + result.rejected + result.split


@given(st.lists(COMMANDS, max_size=12), st.lists(COMMANDS.filter(lambda one: one != "undo"), max_size=6))
def test_undo_is_the_inverse_of_any_commands(before: list[str], after: list[str]) -> None:
    """Undoing as many steps as were made leaves the session and the standing decisions as they were."""
    session, log = Session(queue(STAGED, [], doubtful=True), "ann"), list[Decision]()
    for command in before:
        press(session, command, log)
    position, result, holding = session.position, session.result(), current(log)
    steps = 0
    for command in after:
        done = (len(log), session.position)
        press(session, command, log)
        steps += done != (len(log), session.position)
    for _ in range(steps):
        press(session, "undo", log)
    assert (session.position, session.result(), current(log)) == (position, result, holding)


def own(log: Sequence[Decision], by: str) -> dict[str, Decision]:
    """What holds of all that one person said, as if the other had never been there."""
    return current(one for one in log if one.by == by)


@given(st.lists(st.tuples(st.sampled_from(["ann", "ben"]), COMMANDS | st.just("hear")), max_size=40))
def test_two_sessions_over_one_log_lose_nothing(commands: list[tuple[str, str]]) -> None:
    """Each hears of the other now and then only, and at any moment.

    Nobody's word is taken away by the other, the last word that stands holds, and in the end nothing waits but
    what both of them skipped.
    """
    items = queue(STAGED, [], doubtful=True)
    sessions = {by: Session(items, by) for by in ("ann", "ben")}
    log: list[Decision] = []

    def do(by: str, command: str) -> None:
        before, other = len(log), "ben" if by == "ann" else "ann"
        others_words = own(log, other)
        if command == "hear":
            sessions[by].hear(log)
        else:
            press(sessions[by], command, log)
        said = log[before:]
        assert {one.by for one in said} <= {by}
        assert own(log, other) == others_words
        holding = current(log)
        assert all(holding[one.id] == one for one in said if one.action)
        assert holding.keys() == own(log, "ann").keys() | own(log, "ben").keys()
        assert all(own(log, one.by)[id_] == one for id_, one in holding.items())

    for by, command in commands:
        do(by, command)
    for _ in range(2):  # what one of them ends with may be news for the other
        for by, session in sessions.items():
            do(by, "hear")
            while session.item is not None:
                do(by, "accept")
    waiting = [one for one in items if one.id not in current(log)]
    for by, session in sessions.items():
        do(by, "hear")
        assert session.item is None
        assert (session.result().left, session.result().skipped) == (0, len(waiting))


def test_what_the_other_takes_back_comes_again_and_is_not_counted_as_decided_elsewhere() -> None:
    items = queue(STAGED, [], doubtful=True)
    ann, ben = Session(items, "ann"), Session(items, "ben")
    log = [ben.accept(AT)]
    assert ann.hear(log) == 1
    ann.skip()
    assert (ann.position, ann.hear([*log, *ben.undo(AT)])) == (2, 0)
    log += [ann.accept(AT), ann.accept(AT), ann.accept(AT)]
    assert ann.item == items[0], "after the last one it goes on with what came back"
    assert [one.id for one in ann.clean_ones(row=True)] == [items[0].id], "and not with what was skipped"
    ann.accept(AT)
    assert ann.item is None
    assert ann.result() == ReviewResult(4, 0, 0, 0, 1, 0)


def test_undo_leaves_what_the_same_person_decided_again_in_another_window() -> None:
    """Taking back the newer word would let the older one hold again."""
    session = Session(STAGED[:3], "ann")
    log = list(session.accept_clean(AT, row=False))
    log.append(reject(STAGED[0], "ann", "later"))
    session.hear(log)
    assert session.latest == tuple(log[:3])
    log += session.undo(AT)
    assert {id_: one.action for id_, one in current(log).items()} == {"1": "reject"}
    assert [one.id for one in still_said(log, log, "ann")] == ["2", "3", "1"]
    assert still_said(log, log, "ben") == []


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ([], "1 2 3 4"),
        ([("ann", "2", "accept")], "3 4 1 2"),
        ([("ann", "2", "accept"), ("ben", "3", "reject")], "3 4 1 2"),
        ([("ann", "2", "accept"), ("ann", "2", None)], "2 3 4 1"),
        ([("ann", "9", "accept")], "1 2 3 4"),
        ([("ann", "4", "accept")], "1 2 3 4"),
        ([("ann", "1", "accept later"), ("ann", "2", "accept"), ("ann", "4", "accept")], "3 4 1 2"),
        ([("ann", "4", None), ("ann", "2", None)], "2 3 4 1"),
        ([("ann", "3", "accept"), ("ann", "1", "reject")], "2 3 4 1"),
    ],
)
def test_a_review_goes_on_where_the_same_person_stopped(
    words: list[tuple[str, str, str | None]], order: str
) -> None:
    """Words of one kind, said at one time, are a bulk: it stopped where that began."""
    items = [staged(id_, "a") for id_ in "1234"]
    said = [
        decided(id_, action and action.split()[0]).model_copy(
            update={"by": by, "at": "later" if action and "later" in action else AT}
        )
        for by, id_, action in words
    ]
    assert " ".join(one.id for one in resumed(items, said, "ann")) == order


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ([("ann", "accept"), ("ben", "reject"), ("ben", None)], ("ann", "accept")),
        ([("ann", "accept"), ("ben", "reject"), ("ann", None)], ("ben", "reject")),
        ([("ann", "accept"), ("ben", None)], None),
        ([("ben", "accept"), ("ann", "reject"), ("ann", None), ("ann", None)], ("ben", "accept")),
        ([("ann", "accept"), ("ann", "reject"), ("ann", None)], ("ann", "accept")),
        ([("ben", None), ("ann", "accept")], ("ann", "accept")),
    ],
)
def test_who_takes_back_takes_back_their_own_word(
    words: list[tuple[str, str | None]], holds: tuple[str, str] | None
) -> None:
    found = current(decided("1", action).model_copy(update={"by": by}) for by, action in words)
    assert [(one.by, one.action) for one in found.values()] == ([holds] if holds else [])
