"""How many wrong pairs the checks and the judge let through, and how many right ones they lose.

    python benchmarks/judge.py PAIRS.jsonl [--sample N] [--seed S] [--judge MODEL] [--out FOLDER] [--json]

PAIRS: one object a line with `a`, `b`, `label` (equivalent, not_equivalent, or unsure, which is left out) and
`outcome`. Prints, for the literal check alone and for the check followed by the judge, the share of wrong pairs
that come out clean (false accept) and of right pairs that are thrown away (false reject). Replies are kept in
FOLDER (a temporary one by default), so that a second run costs nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from polyphrase import commands, judge, literals, prompts
from polyphrase.adapters.files import folder_lock
from polyphrase.adapters.journal import FileJournal
from polyphrase.adapters.litellm_model import LiteLLMModel
from polyphrase.adapters.progress import ProgressDisplay
from polyphrase.adapters.workspace import Workspace
from polyphrase.fill import Budget, Caps, fill
from polyphrase.models import Row
from polyphrase.settings import DEFAULT_MODEL, Settings


def read(path: str, sample: int | None, seed: int) -> list[dict[str, Any]]:
    """The labelled pairs; with `sample`, so many of each label."""
    pairs = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").split("\n") if line.strip()]
    groups = [[one for one in pairs if one["label"] == label] for label in ("equivalent", "not_equivalent")]
    if sample is not None:
        groups = [random.Random(seed).sample(group, min(sample, len(group))) for group in groups]
    return [one for group in groups for one in group]


def as_row(pair: dict[str, Any]) -> Row:
    """A row of one utterance, so that everything in it is required."""
    return Row(id="pair", utterances=(pair["a"],), expected_outcome=pair.get("outcome", "plan"))


def rates(pairs: Sequence[dict[str, Any]], clean: Sequence[bool], kept: Sequence[bool]) -> dict[str, float]:
    """Shares of the wrong pairs that are clean, and of the right ones that are clean and that are lost."""
    right = [one["label"] == "equivalent" for one in pairs]
    wrong = right.count(False) or 1
    good = right.count(True) or 1
    return {
        "false_accept": sum(c and not r for c, r in zip(clean, right, strict=True)) / wrong,
        "right_clean": sum(c and r for c, r in zip(clean, right, strict=True)) / good,
        "false_reject": sum(not k and r for k, r in zip(kept, right, strict=True)) / good,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the checks and the judge on labelled pairs.")
    parser.add_argument("pairs")
    parser.add_argument("--sample", type=int, help="so many pairs of each label")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", default=DEFAULT_MODEL)
    parser.add_argument("--out")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        found = measure(given, Path(given.out or temporary))
    if given.json:
        print(json.dumps(found))
        return
    print(f"{found['n']} pairs, {found['seconds_per_judged_pair']:.1f} s a judged pair")
    print(f"{'':<16}{'false accept':>14}{'right, clean':>14}{'false reject':>14}")
    for name in ("checks", "checks_and_judge"):
        row = found[name]
        print(
            f"{name:<16}"
            + "".join(f"{row[key]:>14.1%}" for key in ("false_accept", "right_clean", "false_reject"))
        )


def measure(given: argparse.Namespace, out: Path) -> dict[str, Any]:
    """Both stages on the same pairs."""
    pairs = read(given.pairs, given.sample, given.seed)
    rows = [as_row(pair) for pair in pairs]
    passed = [
        not literals.compare(literals.contract(row), pair["b"]) for row, pair in zip(rows, pairs, strict=True)
    ]
    prompt = Workspace(Settings()).prompt("judge", prompts.JUDGE)
    asked = [
        judge.requests(row, pair["b"], prompt, given.judge, None) if ok else ()
        for row, pair, ok in zip(rows, pairs, passed, strict=True)
    ]
    with folder_lock(out), ProgressDisplay() as progress, ThreadPoolExecutor(2) as executor:
        journal = FileJournal(out / "journal.jsonl", commands.now)
        started = time.monotonic()
        filled = fill(
            [request for both in asked for request in both],
            journal,
            LiteLLMModel(progress=progress.bytes),
            executor=executor,
            at_once=2,
            budget=Budget(Caps()),
            progress=lambda done, total: progress.requests("judging", done, total),
        )
        seconds = time.monotonic() - started
    clean, kept = [], []
    for both in asked:
        verdict = judge.verdict([filled.replies[one.key] for one in both if one.key in filled.replies])
        clean.append(bool(both) and judge.trust(verdict) == "clean")
        kept.append(bool(both) and verdict.label == "equivalent")
    return {
        "n": len(pairs),
        "checks": rates(pairs, passed, passed),
        "checks_and_judge": rates(pairs, clean, kept),
        "seconds_per_judged_pair": seconds / max(1, sum(map(bool, asked))),
    }


if __name__ == "__main__":
    main()
