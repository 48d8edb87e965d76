"""What a run leaves of what earlier runs staged and dropped: one test for each rule."""

from __future__ import annotations

from typing import Any

import pytest
from doubles import row
from hypothesis import given
from hypothesis import strategies as st

from polyphrase.models import Action, Cell, Decision, Dropped, Staged, by_id
from polyphrase.staging import join_dropped, join_staged

ROWS = by_id([row("b", "mute b.mov"), row("a", "mute a.mov", "silencia a.mov ya")])


def staged(
    id_: str, row_id: str = "a", lang: str = "es", *, seen: int | None = None, style: str = "neutral"
) -> Staged:
    """A staged line whose text is made of its id; `seen`: how many utterances its row had then."""
    utterances = len(ROWS[row_id].utterances) if seen is None and row_id in ROWS else seen or 1
    return Staged.model_validate(
        {
            "id": id_, "row_id": row_id, "text": f"text {id_}", "lang": lang, "detected": lang, "style": style,
            "source": "s", "trust": "clean", "checks": {}, "flags": (), "model": "m", "judge": "j", "prompts": {},
            "verdict": {"label": "equivalent", "score": 1.0, "reason": "r", "votes": {}},
            "row_utterances": utterances, "row_state": "x", "request_key": "k",
        }
    )  # fmt: skip


def dropped(id_: str, row_id: str = "a", lang: str = "es") -> Dropped:
    return Dropped(
        id=id_,
        row_id=row_id,
        text="t",
        lang=lang,
        style="neutral",
        reason="echo",
        detail="d",
        request_key="k",
    )


def glossed(one: Staged) -> Staged:
    return one.model_copy(update={"gloss": f"says {one.id}", "prompts": {"gloss": "1"}})


def decision(one: Staged, action: Action | None, text: str | None = None) -> Decision:
    return Decision(
        id=one.id, row_id=one.row_id, action=action, text=text or one.text, by="me", at="2030-01-01T00:00:00Z"
    )


PLANNED = (Cell(row_id="a", lang="es", wanted=2),)


def joined(
    earlier: list[Staged], new: list[Staged], *decisions: Decision, planned: tuple[Cell, ...] = PLANNED
) -> list[str]:
    by_candidate = {one.id: one for one in decisions}
    return [one.id for one in join_staged(earlier, new, planned, ROWS, by_candidate)]


def test_a_run_replaces_what_its_cells_held() -> None:
    assert joined([staged("1"), staged("2")], [staged("3")]) == ["3"]


def test_a_run_that_found_nothing_empties_its_cells() -> None:
    assert joined([staged("1")], []) == []


@pytest.mark.parametrize(
    "other", [staged("1", lang="zh"), staged("1", row_id="b"), staged("1", style="terse")]
)
def test_other_cells_are_left_alone(other: Staged) -> None:
    assert set(joined([other], [staged("3")])) == {"1", "3"}


def test_the_same_candidate_again_is_the_new_line_once() -> None:
    new = staged("1").model_copy(update={"model": "newer"})
    (only,) = join_staged([staged("1")], [new], PLANNED, ROWS, {})
    assert only.model == "newer"


def test_what_a_run_leaves_alone_keeps_its_gloss() -> None:
    other = glossed(staged("1", lang="zh"))
    assert other in join_staged([other], [staged("3")], PLANNED, ROWS, {})


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ({}, "says 1"),
        ({"gloss": "newer", "prompts": {"gloss": "2"}}, "newer"),
        ({"text": "text 1!"}, ""),  # the same candidate, in other signs
        ({"source": "another"}, ""),  # perhaps in another language
        ({"id": "2"}, ""),
    ],
    ids=["the same", "its own", "another text", "another source", "another candidate"],
)
def test_a_new_line_without_a_gloss_takes_over_the_earlier_one_of_its_text(
    changed: dict[str, Any], kept: str
) -> None:
    """So `--no-gloss`, or a translator that is away, throws none away."""
    new = staged("1").model_copy(update={"model": "newer", **changed})
    (only,) = join_staged([glossed(staged("1"))], [new], PLANNED, ROWS, {})
    assert (only.model, only.gloss) == ("newer", kept)
    assert ("gloss" in only.prompts) == bool(kept)


@pytest.mark.parametrize(
    ("action", "kept"), [("accept", True), ("edit", True), ("reject", False), (None, False)]
)
def test_what_a_person_accepted_stays_until_it_is_merged(action: Action | None, kept: bool) -> None:
    one = staged("1")
    assert joined([one], [], decision(one, action, "other words")) == (["1"] if kept else [])


def test_what_was_staged_before_the_row_grew_stays() -> None:
    """Its cell is asked for more then, not again."""
    assert joined([staged("1", seen=1), staged("2", seen=2)], [staged("3")]) == ["1", "3"]


def test_a_line_whose_row_is_gone_is_finished() -> None:
    assert joined([staged("1", row_id="gone")], [], planned=()) == []


def test_a_line_whose_text_the_row_holds_by_now_is_finished() -> None:
    merged = staged("1", seen=1).model_copy(update={"text": "silencia a.mov ya"})
    assert joined([merged], [], planned=()) == []


def test_a_line_that_was_merged_in_other_words_is_finished() -> None:
    one = staged("1", seen=1)
    assert joined([one], [], decision(one, "edit", "silencia a.mov ya"), planned=()) == []
    assert joined([one], [], decision(one, "edit", "otra cosa"), planned=()) == ["1"]


def test_lines_stand_in_the_order_of_the_corpus_then_of_language_and_style() -> None:
    lines = [
        staged("1", "a", "zh"),
        staged("2", "a", "es", style="terse"),
        staged("3", "b", "zh"),
        staged("4", "b", "es"),
    ]
    assert joined(lines, [staged("5", "a", "es")], planned=()) == ["4", "3", "5", "2", "1"]


def test_drops_of_planned_cells_are_replaced_and_others_kept() -> None:
    earlier = [dropped("1"), dropped("2", lang="zh"), dropped("3", "b"), dropped("4", "gone")]
    assert [one.id for one in join_dropped(earlier, [dropped("5")], PLANNED, ROWS)] == ["3", "5", "2"]


LINES = st.lists(
    st.builds(
        lambda made, *cell, seen: made(staged(*cell, seen=seen)),
        st.sampled_from([glossed, lambda one: one]),
        st.sampled_from("123456"),
        st.sampled_from("ab"),
        st.sampled_from(["es", "zh"]),
        seen=st.integers(1, 2),
    ),
    max_size=6,
    unique_by=lambda one: one.id,
)


@given(LINES, LINES)
def test_joining_the_same_run_twice_changes_nothing_and_loses_no_new_line(
    earlier: list[Staged], new: list[Staged]
) -> None:
    planned = tuple(Cell(row_id=one.row_id, lang=one.lang, wanted=1) for one in new)
    once = join_staged(earlier, new, planned, ROWS, {})
    assert join_staged(once, new, planned, ROWS, {}) == once
    assert {one.id for one in new} <= {one.id for one in once} <= {one.id for one in (*earlier, *new)}
    assert len({one.id for one in once}) == len(once)
