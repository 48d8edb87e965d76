"""How well checks and judge tell right pairs from wrong ones, and how sure the judge has to be.

False accept: the share of the pairs that are not equivalent and come out clean. False reject: the share of the
equivalent ones that are thrown away. Intervals are exact (Clopper and Pearson, Biometrika 26, 1934). The
threshold is chosen by fixed-sequence testing (Bauer, Statistics in Medicine 10, 1991; "Learn then Test",
arXiv 2110.01052): from the strictest down, until one can no longer be shown to hold the target.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field

from polyphrase.judge import Thresholds
from polyphrase.models import Decision, Frozen, Outcome, Staged

Fate = Literal["clean", "doubtful", "dropped"]
CONFIDENCE = 0.95
LOST = 0.01
"""The largest share of the equivalent pairs that the judge may throw away: doubtful ones bother nobody."""


class Pair(BaseModel):
    """Two requests, and whether they are the same one: a line of a pairs file. Other keys are ignored.

    `lang_a` and `lang_b`: ISO 639-1 codes, where they are known. `kind`: in what way the pair is hard.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    a: str = Field(min_length=1)
    b: str = Field(min_length=1)
    label: Literal["equivalent", "not_equivalent", "unsure"]
    outcome: Outcome = "plan"
    lang_a: str | None = None
    lang_b: str | None = None
    kind: str | None = None

    @property
    def across(self) -> bool:
        """Whether the two are in two languages, or may be."""
        return self.lang_a is None or self.lang_a != self.lang_b


class Judged(NamedTuple):
    """What became of a pair. `scores`: of its two questions, None where no judge was asked.

    `found`: what the checks dropped it for, if they did; `doubts`: whether they keep it from being clean.
    """

    pair: Pair
    found: str | None
    doubts: bool
    scores: tuple[float, float] | None = None

    @property
    def is_right(self) -> bool:
        """Whether the pair is labelled equivalent."""
        return self.pair.label == "equivalent"


class Calibration(Frozen):
    """Thresholds of a judge with one prompt, and on what they rest: a line of a calibrations file.

    `false_accept`: the share found among `wrong` pairs; `bound`: its upper limit, with `confidence`.
    """

    judge: str
    prompt: str
    thresholds: Thresholds
    target: float
    confidence: float
    wrong: int
    right: int
    false_accept: float
    bound: float
    right_clean: float
    right_dropped: float


def upper_bound(count: int, total: int, confidence: float = CONFIDENCE) -> float:
    """The exact one-sided upper limit of a share of which `count` in `total` were seen."""
    if count >= total:
        return 1.0
    return _solve(lambda share: _at_most(count, total, share) - (1 - confidence))


def interval(count: int, total: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The exact two-sided interval of a share; (0, 1) where nothing was seen."""
    if not total:
        return 0.0, 1.0
    each = 1 - (1 - confidence) / 2
    return 1 - upper_bound(total - count, total, each), upper_bound(count, total, each)


def _solve(falling: Callable[[float], float]) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):  # halves: beyond what a double holds
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def _at_most(count: int, total: int, share: float) -> float:
    """The probability of at most `count` in `total`, each with probability `share`."""
    if share <= 0:
        return 1.0
    if share >= 1:
        return 0.0
    return sum(
        math.exp(
            math.lgamma(total + 1)
            - math.lgamma(one + 1)
            - math.lgamma(total - one + 1)
            + one * math.log(share)
            + (total - one) * math.log1p(-share)
        )
        for one in range(count + 1)
    )


def auc(right: Sequence[float], wrong: Sequence[float]) -> float | None:
    """The probability that a right pair scores above a wrong one; a tie counts half. None without both."""
    if not right or not wrong:
        return None
    above = sum((one > other) + 0.5 * (one == other) for one in right for other in wrong)
    return above / (len(right) * len(wrong))


def fate(judged: Judged, thresholds: Thresholds) -> Fate:
    """Where the pair ends. One that no judge saw (`--stage checks`) is judged by the checks alone."""
    if judged.found is not None:
        return "dropped"
    if judged.scores is not None and max(judged.scores) < thresholds.doubtful:
        return "dropped"
    least = thresholds.least(across=judged.pair.across)
    if judged.doubts or (judged.scores is not None and min(judged.scores) < least):
        return "doubtful"
    return "clean"


def choose(pairs: Sequence[Judged], target: float, confidence: float = CONFIDENCE) -> Thresholds | None:
    """The laxest thresholds that hold `target`; None if none can be shown to hold it.

    Pairs in one language and in two get a threshold each, where both together hold the target as well.
    `doubtful` is the largest that throws away at most LOST of the right pairs.
    """
    joint = _laxest(pairs, target, confidence)
    if joint is None:
        return None
    within, across = ([one for one in pairs if one.pair.across is side] for side in (False, True))
    clean, other = (_laxest(group, target, confidence) or joint for group in (within, across))
    wrong = sum(not one.is_right for one in pairs)
    accepted = _accepted(within, clean) + _accepted(across, other)
    if upper_bound(accepted, wrong, confidence) > target:
        clean = other = joint
    right = [one for one in pairs if one.is_right]
    tops = sorted(max(one.scores) for one in right if one.found is None and one.scores is not None)
    spare = math.floor(LOST * len(right))
    doubtful = math.floor(tops[spare] * 1000) / 1000 if spare < len(tops) else clean
    return Thresholds(clean=clean, across=other, doubtful=min(clean, other, doubtful))


def _laxest(pairs: Sequence[Judged], target: float, confidence: float) -> float | None:
    """The smallest threshold that can be shown to hold `target`: tested from the strictest down."""
    wrong = sum(not one.is_right for one in pairs)
    clean: float | None = None
    scores = {round(min(one.scores), 3) for one in pairs if _is_open(one) and one.scores}
    for threshold in sorted({1.0, *scores}, reverse=True):
        if upper_bound(_accepted(pairs, threshold), wrong, confidence) > target:
            break
        clean = threshold
    return clean


def _accepted(pairs: Iterable[Judged], threshold: float) -> int:
    """How many wrong pairs a threshold calls clean."""
    return sum(
        not one.is_right and min(one.scores) >= threshold for one in pairs if _is_open(one) and one.scores
    )


def _is_open(one: Judged) -> bool:
    """Whether the judge decides it."""
    return one.found is None and not one.doubts


def counts(pairs: Iterable[Judged], thresholds: Thresholds) -> Counter[tuple[bool, Fate]]:
    """How many pairs end where, by whether they are right."""
    return Counter((one.is_right, fate(one, thresholds)) for one in pairs)


class Shares(NamedTuple):
    """Counts of a group of pairs."""

    n: int
    wrong: int
    right: int
    false_accept: float | None
    false_reject: float | None
    right_clean: float | None
    doubtful: float | None


def shares(pairs: Iterable[Judged], thresholds: Thresholds) -> Shares:
    """What became of a group; a share of nothing is None."""
    ends = counts(pairs, thresholds)
    wrong, right = (sum(ends[side, end] for end in get_args(Fate)) for side in (False, True))
    return Shares(
        n=ends.total(),
        wrong=wrong,
        right=right,
        false_accept=_share(ends[False, "clean"], wrong),
        false_reject=_share(ends[True, "dropped"], right),
        right_clean=_share(ends[True, "clean"], right),
        doubtful=_share(ends[False, "doubtful"] + ends[True, "doubtful"], ends.total()),
    )


def _share(count: int, total: int) -> float | None:
    return count / total if total else None


def report(pairs: Sequence[Judged], thresholds: Thresholds) -> dict[str, Any]:
    """All that is measured, as one JSON object; groups by kind, language pair and outcome have the same shares."""
    whole, ends = shares(pairs, thresholds), counts(pairs, thresholds)
    asked = [one for one in pairs if one.scores is not None]
    flips = sum((one.scores[0] >= 0.5) != (one.scores[1] >= 0.5) for one in asked if one.scores)
    return {
        **whole._asdict(),
        "false_accept_interval": interval(ends[False, "clean"], whole.wrong),
        "false_reject_interval": interval(ends[True, "dropped"], whole.right),
        "auc": auc(
            [_final(one) for one in pairs if one.is_right], [_final(one) for one in pairs if not one.is_right]
        ),
        "order_flips": _share(flips, len(asked)),
        "judged": len(asked),
        "thresholds": thresholds.model_dump(),
        "by_kind": _groups(pairs, thresholds, lambda pair: pair.kind or "-"),
        "by_language": _groups(pairs, thresholds, _languages),
        "by_outcome": _groups(pairs, thresholds, lambda pair: pair.outcome),
    }


def _final(one: Judged) -> float:
    """The score by which pairs are ranked: what the checks stop comes last, what they doubt is below the rest."""
    if one.found is not None:
        return -1.0
    score = min(one.scores) if one.scores is not None else 0.5
    return score - 1 if one.doubts else score


def _languages(pair: Pair) -> str:
    one, other = sorted((pair.lang_a or "?", pair.lang_b or "?"))
    return one if one == other else f"{one}-{other}"


def _groups(
    pairs: Sequence[Judged], thresholds: Thresholds, key: Callable[[Pair], str]
) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[Judged]] = {}
    for one in pairs:
        groups.setdefault(key(one.pair), []).append(one)
    return {name: shares(group, thresholds)._asdict() for name, group in sorted(groups.items())}


_SAYS_NOTHING_OF_MEANING = frozenset({"language", "unnatural", "repeated", "other"})


def from_decisions(staged: Iterable[Staged], decisions: Mapping[str, Decision]) -> list[Pair]:
    """Labelled pairs from what people said in review.

    Accepted: the source and the text are equivalent. Split off: they are not. Rejected: they are not, unless it
    was for another reason than what is asked for. An edit says what the right text is, and nothing of why the
    first one was not.
    """
    pairs = []
    for one in staged:
        decision = decisions.get(one.id)
        if decision is None or decision.action is None or decision.reason in _SAYS_NOTHING_OF_MEANING:
            continue
        label: Literal["equivalent", "not_equivalent"] = (
            "not_equivalent" if decision.action in ("reject", "split") else "equivalent"
        )
        pairs.append(Pair(a=one.source, b=decision.text or one.text, label=label, lang_b=one.detected))
    return pairs
