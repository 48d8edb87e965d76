"""What each step of judging is worth: zero-shot, few-shot, checks alone, and the whole ladder, on labelled pairs.

    python benchmarks/judge.py [PAIRS.jsonl] [--sample N] [--seed S] [--judge MODEL] [--out FOLDER] [--json]

PAIRS: as for `polyphrase calibrate`; without it, `benchmarks/pairs_held_back.jsonl`, which only the thresholds
have seen.
`--sample`: so many pairs of each label. Replies are kept in FOLDER (a temporary one by default), so that a second
run costs nothing. All figures of one table come from one run on the same pairs.

clean: of the pairs that are not equivalent (false accept) and of those that are; lost: equivalent, thrown away.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from polyphrase import calibration, judge, pipeline, prompts
from polyphrase.adapters import files
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.workspace import Workspace
from polyphrase.calibration import Judged, Pair
from polyphrase.commands.asking import asking
from polyphrase.commands.calibrate import as_row, check
from polyphrase.judge import Thresholds
from polyphrase.models import Request
from polyphrase.settings import DEFAULT_MODEL, Settings

HELD_BACK = Path(__file__).with_name("pairs_held_back.jsonl")
WORD = Thresholds(clean=0.5, doubtful=0.5)
"""The judge is taken at its word."""


def read(path: str | Path, sample: int | None, seed: int) -> list[Pair]:
    """The labelled pairs; with `sample`, so many of each label."""
    pairs = files.read_items(Path(path), Pair)
    groups = [[one for one in pairs if one.label == label] for label in ("equivalent", "not_equivalent")]
    if sample is not None:
        groups = [random.Random(seed).sample(group, min(sample, len(group))) for group in groups]
    return [one for group in groups for one in group]


def measure(pairs: Sequence[Pair], name: str, out: Path) -> dict[str, Any]:
    """Every step on the same pairs: its shares, and how many calls it makes for a pair."""
    settings = Settings(out=str(out))
    space = Workspace(settings)
    few = space.prompt("judge", prompts.JUDGE)
    zero = few.model_copy(update={"examples": ()})
    calibrated = space.calibration(name, few)
    limits = calibrated.thresholds if calibrated else WORD
    rows = [as_row(pair) for pair in pairs]
    detector = StatisticalDetector()
    checked = [check(pair, detector) for pair in pairs]
    asked: dict[str, list[tuple[Request, Request]]] = {
        task: [
            judge.requests(row, pair.a, pair.b, prompt, name, None)
            for row, pair in zip(rows, pairs, strict=True)
        ]
        for task, prompt in (("zero", zero), ("few", few))
    }
    with asking(space, settings, (name,)) as line:
        wanted = [first for first, _ in asked["zero"]] + [one for both in asked["few"] for one in both]
        replies = pipeline.read(line.ask, wanted).replies

    def score(request: Request) -> float:
        ballot = judge.ballot(replies[request.key]) if request.key in replies else None
        return ballot.score if ballot else 0.0

    def judged(task: str, orders: int, *, with_checks: bool) -> list[Judged]:
        found = []
        for pair, one, both in zip(pairs, checked, asked[task], strict=True):
            scores = score(both[0]), score(both[orders - 1])
            dropped = one.findings[0].reason if with_checks and one.findings else None
            found.append(Judged(pair, dropped, with_checks and one.doubts, None if dropped else scores))
        return found

    alone = [
        Judged(pair, one.findings[0].reason if one.findings else None, one.doubts)
        for pair, one in zip(pairs, checked, strict=True)
    ]
    passed = sum(not one.findings for one in checked) / len(checked)
    steps: list[tuple[str, list[Judged], Thresholds, float]] = [
        ("zero-shot", judged("zero", 1, with_checks=False), WORD, 1),
        ("few-shot", judged("few", 1, with_checks=False), WORD, 1),
        ("few-shot, both orders", judged("few", 2, with_checks=False), WORD, 2),
        ("checks alone", alone, WORD, 0),
        ("checks, then both orders, calibrated", judged("few", 2, with_checks=True), limits, 2 * passed),
    ]
    return {
        "judge": name,
        "n": len(pairs),
        "steps": {
            title: {**calibration.report(found, thresholds), "calls_per_pair": calls}
            for title, found, thresholds, calls in steps
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what each step of judging is worth.")
    parser.add_argument("pairs", nargs="?", default=HELD_BACK)
    parser.add_argument("--sample", type=int, help="so many pairs of each label")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", default=DEFAULT_MODEL)
    parser.add_argument("--out")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        pairs = read(given.pairs, given.sample, given.seed)
        found = measure(pairs, given.judge, Path(given.out or temporary))
    if given.json:
        print(json.dumps(found))
        return
    print(f"{found['n']} pairs, {found['judge']}\n")
    print("| step | false accept | right, clean | right, lost | calls a pair |")
    print("|---|---|---|---|---|")
    for title, one in found["steps"].items():
        shares = (one["false_accept"], one["right_clean"], one["false_reject"])
        cells = " | ".join("-" if share is None else f"{share:.1%}" for share in shares)
        print(f"| {title} | {cells} | {one['calls_per_pair']:.1f} |")


if __name__ == "__main__":
    main()
