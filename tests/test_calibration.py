"""Calibration: exact limits, thresholds that hold a target, and the report."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase import calibration
from polyphrase.calibration import Judged, Pair, choose, interval, shares, upper_bound
from polyphrase.judge import Thresholds


def pair(right: bool, **fields: str) -> Pair:
    values = {
        "a": "mute it",
        "b": "silence it",
        "label": "equivalent" if right else "not_equivalent",
        **fields,
    }
    return Pair.model_validate(values)


def judged(right: bool, *scores: float, found: str | None = None, doubts: bool = False) -> Judged:
    return Judged(pair(right), found, doubts, (scores[0], scores[-1]) if scores else None)


@pytest.mark.parametrize(
    ("count", "total", "expected"),
    [
        (0, 300, 0.0099),  # the rule of three, nearly
        (0, 10, 0.2589),
        (1, 10, 0.3942),
        (5, 50, 0.1990),  # tables of Clopper and Pearson, one-sided 95 %
        (10, 10, 1.0),
    ],
)
def test_the_upper_bound_is_the_exact_one(count: int, total: int, expected: float) -> None:
    assert upper_bound(count, total) == pytest.approx(expected, abs=0.0002)


def test_the_interval_is_the_exact_one() -> None:
    assert interval(5, 50) == pytest.approx((0.0333, 0.2181), abs=0.0002)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 20)[0] == 0.0
    assert interval(20, 20)[1] == 1.0


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 400).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_a_bound_lies_above_what_was_seen_and_falls_with_confidence(seen: tuple[int, int]) -> None:
    count, total = seen
    low, high = interval(count, total)
    assert low <= count / total <= high
    assert upper_bound(count, total, 0.8) <= upper_bound(count, total, 0.99)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (judged(True, 0.9, 0.8), "clean"),
        (judged(True, 0.9, 0.5), "doubtful"),
        (judged(True, 0.9, 0.9, doubts=True), "doubtful"),
        (judged(True, 0.1, 0.2), "dropped"),
        (judged(True, 0.1, 0.2, doubts=True), "dropped"),
        (judged(True, found="literal_lost"), "dropped"),
        (judged(True), "clean"),
        (judged(True, doubts=True), "doubtful"),
    ],
)
def test_where_a_pair_ends(one: Judged, expected: str) -> None:
    assert calibration.fate(one, Thresholds(clean=0.7, doubtful=0.3)) == expected


def test_the_threshold_is_the_laxest_that_holds_the_target() -> None:
    wrong = [judged(False, score / 1000) for score in range(400)]
    right = [judged(True, 0.2 + score / 500) for score in range(400)]
    found = choose([*wrong, *right], 0.02)
    assert found is not None
    accepted = sum(min(one.scores) >= found.clean for one in wrong if one.scores)
    assert upper_bound(accepted, 400) <= 0.02 < upper_bound(accepted + 1, 400)
    assert shares(right, found).false_reject == pytest.approx(0.01, abs=0.003)
    assert found.doubtful <= found.clean


def test_pairs_in_one_language_and_in_two_get_a_threshold_each() -> None:
    def group(lang_b: str, height: float) -> list[Judged]:
        scores = [(label, height * place / 400) for label in (False, True) for place in range(400)]
        return [
            Judged(pair(right, lang_a="en", lang_b=lang_b), None, False, (score + right * 0.4, 1.0))
            for right, score in scores
        ]

    found = choose([*group("en", 0.3), *group("es", 0.6)], 0.02)
    assert found is not None
    assert found.across is not None
    assert found.clean == pytest.approx(0.3, abs=0.02)
    assert found.across == pytest.approx(0.6, abs=0.02)


def test_a_laxer_threshold_for_one_group_may_not_spoil_both() -> None:
    """Too few translations to show anything for them alone, and most of what is accepted is among them."""

    def wrong(lang_b: str, *scores: float) -> list[Judged]:
        lang = {"lang_a": "en", "lang_b": lang_b}
        return [Judged(pair(False, **lang), None, False, (score, score)) for score in scores]

    within = wrong("en", *[0.1] * 370, *[0.4] * 3)
    across = wrong("es", *[0.1] * 20, *[0.8] * 3)
    found = choose([*within, *across], 0.021)
    assert found is not None
    seen = shares([*within, *across], found)
    accepted = round((seen.false_accept or 0) * seen.wrong)
    assert upper_bound(accepted, seen.wrong) <= 0.021
    assert (found.clean, found.across) == (0.8, 0.8)


def test_too_few_wrong_pairs_show_nothing() -> None:
    assert choose([judged(False, 0.0)] * 20 + [judged(True, 1.0)] * 20, 0.02) is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.02, 0.2))
def test_a_chosen_threshold_always_holds_its_target(seed: int, target: float) -> None:
    generator = random.Random(seed)
    pairs = [
        judged(generator.random() < 0.5, generator.random(), doubts=generator.random() < 0.1)
        for _ in range(generator.randint(1, 300))
    ]
    found = choose(pairs, target)
    if found is not None:
        seen = shares(pairs, found)
        accepted = round((seen.false_accept or 0) * seen.wrong)
        assert upper_bound(accepted, seen.wrong) <= target
        assert (seen.false_reject or 0) <= calibration.LOST


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ([1.0], [0.0], 1.0),
        ([0.0], [1.0], 0.0),
        ([0.5], [0.5], 0.5),
        ([], [1.0], None),
        ([0.9, 0.1], [0.5], 0.5),
    ],
)
def test_auc(right: list[float], wrong: list[float], expected: float | None) -> None:
    assert calibration.auc(right, wrong) == expected


def test_the_report_counts_by_kind_language_and_outcome() -> None:
    pairs = [
        Judged(pair(False, kind="swap", lang_a="en", lang_b="es"), None, False, (0.9, 0.9)),
        Judged(pair(True, kind="typo", lang_a="es", lang_b="en"), None, False, (0.9, 0.2)),
        Judged(pair(False, kind="swap", outcome="reject"), "literal_lost", False, None),
    ]
    found = calibration.report(pairs, Thresholds())
    assert (found["n"], found["false_accept"], found["false_reject"]) == (3, 0.5, 0.0)
    assert found["doubtful"] == pytest.approx(1 / 3)
    assert (found["order_flips"], found["judged"]) == (0.5, 2)
    assert found["by_kind"]["swap"]["false_accept"] == 0.5
    assert found["by_kind"]["typo"]["false_accept"] is None
    assert found["by_language"]["en-es"]["n"] == 2
    assert set(found["by_outcome"]) == {"plan", "reject"}
