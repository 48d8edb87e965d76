"""Traps: pairs with known answers, put to the judge in every run."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from doubles import row
from hypothesis import given, settings
from hypothesis import strategies as st
from test_pipeline import CELLS, MODELS, ROWS, SPOKEN, Script, Spaniard, is_judging, phrasings, reply

from polyphrase import literals, pipeline, traps
from polyphrase.models import Reply, Request, Row
from polyphrase.traps import Caught

NUMBER = row("n", "trim a.mp4 to 5 s")
SWAP = row("s", "put a.png on b.png", "lay a.png over b.png")
PLAIN = row("p", "make it nicer")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((NUMBER,), {("number", "trim a.mp4 to 6 s"), ("file name", "trim a_old.mp4 to 5 s")}),
        ((SWAP,), {("swap", "put b.png on a.png"), ("file name", "put a_old.png on b.png")}),
        (
            (PLAIN, SWAP),
            {
                ("added step", "make it nicer; put a.png on b.png"),
                ("added step", "put a.png on b.png; make it nicer"),
                ("other request", "put a.png on b.png"),
                ("other request", "make it nicer"),
                ("swap", "put b.png on a.png"),
                ("file name", "put a_old.png on b.png"),
            },
        ),
        ((PLAIN,), set()),
    ],
)
def test_wrong_pairs_are_made_without_knowing_the_language(
    rows: Sequence[Row], expected: set[tuple[str, str]]
) -> None:
    assert {(one.kind, one.text) for one in traps.make(rows, 200) if not one.same} == expected


def test_right_pairs_are_siblings_or_differ_in_a_capital_letter() -> None:
    right = [one for one in traps.make((PLAIN, SWAP), 1) if one.same]
    assert [(one.row.id, one.text) for one in right] == [
        ("p", "Make it nicer"),
        ("s", "lay a.png over b.png"),
    ]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([NUMBER, SWAP, PLAIN]), max_size=3, unique_by=id), st.integers(0, 500))
def test_there_are_few_traps_and_the_same_each_time(rows: list[Row], candidates: int) -> None:
    made = traps.make(rows, candidates)
    assert made == traps.make(rows, candidates)
    each = max(traps.LEAST, round(traps.SHARE * candidates))
    assert len(made) <= 2 * each
    assert not made or candidates
    for one in made:
        if one.same:
            assert not literals.compare(literals.contract(one.row), one.text)


@pytest.mark.parametrize(
    ("caught", "failed"),
    [
        (Caught(), False),
        (Caught(4, 2, 4, 4), False),
        (Caught(4, 3, 4, 0), True),
        (Caught(1, 1, 0, 0), True),
    ],
)
def test_a_judge_that_accepts_most_traps_has_failed(caught: Caught, failed: bool) -> None:
    assert caught.failed is failed


def run(agreeable: bool) -> pipeline.Result:
    def answer(request: Request) -> Reply:
        if not is_judging(request):
            return reply(phrasings(["silencia talk.mkv", "quita el sonido de talk.mkv"]))
        text = request.messages[-1].content
        return reply(
            "yes" if agreeable or ("talk.mkv" in text and "old" not in text and ";" not in text) else "no"
        )

    return pipeline.expand(ROWS, CELLS[:1], SPOKEN, MODELS, Script(answer), Spaniard())


def test_a_judge_that_agrees_to_everything_makes_nothing_clean() -> None:
    result = run(agreeable=True)
    assert result.staged
    assert result.caught.failed
    assert {one.trust for one in result.staged} == {"doubtful"}
    assert all(pipeline.JUDGE_UNRELIABLE in one.flags for one in result.staged)


def test_a_judge_that_is_awake_makes_candidates_clean() -> None:
    result = run(agreeable=False)
    assert (result.caught.wrong > 0, result.caught.accepted) == (True, 0)
    assert {one.trust for one in result.staged} == {"clean"}
