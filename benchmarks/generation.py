"""What writing costs: the shipped prompt and others, and a naive one that asks once a phrasing, on the same rows.

    python benchmarks/generation.py [--corpus FILE] [--rows N] [--lang es,zh,de] [--per-lang N] [--rounds N]
                                    [--prompts FOLDER ...] [--out FOLDER] [--json]

`--rows`: so many, spread over the corpus. `--prompts`: further folders with a `generate.toml` to compare. FOLDER
(a temporary one by default) keeps the replies, so that a second run costs nothing, and what was staged, to be
read, as `shipped.jsonl`, `naive.jsonl`. All figures come from one run.

one, two: of the cells (a row in a language), those with so many clean survivors of checks and judge. tokens:
read and written by the writing model for each clean survivor, judging not counted. yield: clean survivors for
1,000 tokens that it wrote. near: pairs of clean survivors of a cell that are near-duplicates. distinct: mean over
rows and languages of one minus the nearness of two phrasings.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from polyphrase import codes, language, pipeline, plan, prompts, similarity, summary
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.files import json_lines, write_atomically
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.asking import asking
from polyphrase.fill import Filled
from polyphrase.judge import Thresholds
from polyphrase.models import Message, Reply, Request, Staged, by_id
from polyphrase.pipeline import Ask, Models
from polyphrase.plan import Filters
from polyphrase.settings import Settings

NAIVE = 'Rephrase this command in {language}. Answer with JSON: {{"phrasings": ["..."]}}\n{command}'
SCHEMA = {
    "type": "object",
    "properties": {"phrasings": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 1}},
    "required": ["phrasings"],
}


class Counting:
    """An `ask` that counts what writing takes; if `naive`, it asks once for each phrasing, in a plain sentence."""

    def __init__(self, ask: Ask, *, naive: bool) -> None:
        self.calls = self.input_tokens = self.output_tokens = 0
        self._ask = ask
        self._naive = naive

    def __call__(self, what: str, requests: Sequence[Request]) -> Filled:
        if not what.startswith("writing"):
            return self._ask(what, requests)
        if not self._naive:
            filled = self._ask(what, requests)
            for reply in filled.replies.values():
                self._count(reply)
            return filled
        split = {request.key: singly(request) for request in requests}
        filled = self._ask(what, [one for each in split.values() for one in each])
        replies = {}
        for key, each in split.items():
            found = [filled.replies[one.key] for one in each if one.key in filled.replies]
            if found:
                replies[key] = together(found)
                for reply in found:
                    self._count(reply)
        return Filled(replies, {})

    def _count(self, reply: Reply) -> None:
        self.calls += 1
        self.input_tokens += reply.input_tokens
        self.output_tokens += reply.output_tokens


def singly(request: Request) -> list[Request]:
    """The naive requests in the place of one of ours, one a phrasing."""
    payload, wanted = request.messages[-1].content.split("\n")[:2]
    named, forms = wanted.removeprefix("Write ").split(": ", 1)
    said = NAIVE.format(language=named, command=json.loads(payload)["command"])
    return [
        Request(
            model=request.model,
            messages=(Message(role="user", content=said),),
            max_tokens=150,
            temperature=0.8,
            reply_schema=SCHEMA,
            api_base=request.api_base,
            sample=100 * request.sample + place,
        )
        for place in range(forms.count(", ") + 1)
    ]


def together(replies: Sequence[Reply]) -> Reply:
    """Several naive replies as one: what each says, in a list."""
    texts: list[Any] = []
    for reply in replies:
        try:
            texts += json.loads(reply.text)["phrasings"]
        except ValueError:
            texts.append(None)
    return replies[0].model_copy(update={"text": json.dumps({"phrasings": texts})})


def near_pairs(staged: Sequence[Staged]) -> int:
    """Pairs of phrasings of one row in one language that are near-duplicates."""
    cells: dict[tuple[str, str], list[str]] = {}
    for one in staged:
        cells.setdefault((one.row_id, one.lang), []).append(one.text)
    return sum(
        similarity.nearness(similarity.skeleton(one, lang), similarity.skeleton(other, lang))
        >= similarity.NEAR
        for (_, lang), texts in cells.items()
        for one, other in itertools.combinations(texts, 2)
    )


def measure(arguments: argparse.Namespace, out: Path) -> list[dict[str, Any]]:
    """Every arm on the same cells."""
    settings = Settings(corpus=arguments.corpus, out=str(out))
    space = Workspace(settings)
    corpus = space.corpus()
    step = max(1, len(corpus.rows) // arguments.rows)
    rows = corpus.rows[step // 2 :: step][: arguments.rows]
    asked = tuple(codes.variety(one) for one in arguments.lang.split(","))
    detector = StatisticalDetector()
    found = language.of_rows(rows, [one.code for one in asked], detector)
    judge_prompt = space.prompt("judge", prompts.JUDGE)
    calibrated = space.calibration(settings.model, judge_prompt)
    measured = []
    with asking(space, settings, (settings.model,)) as line:
        for name in ("shipped", *arguments.prompts, "naive"):
            folder = name if name in arguments.prompts else None
            writer = Workspace(Settings(prompts=folder)).prompt("generate", prompts.GENERATE)
            if name == "naive":
                writer = writer.model_copy(update={"spare": 0})
            models = Models(
                settings.model,
                writer,
                settings.judges,
                (calibrated.thresholds if calibrated else Thresholds(),),
                judge_prompt,
                shows_tried=False,
            )
            cells = plan.cells(plan.select(rows, Filters()), found, asked, arguments.per_lang, writer.mix)
            ask = Counting(line.ask, naive=name == "naive")
            result = pipeline.expand(
                corpus.rows,
                cells,
                found,
                models,
                ask,
                detector,
                bait=lambda _, __: (),
                rounds=arguments.rounds,
            )
            clean = [one for one in result.staged if one.trust == "clean"]
            states = summary.cells(result.cells)
            distinct = summary.distinctness(clean, by_id(rows), found)
            write_atomically(out / f"{Path(name).name}.jsonl", json_lines(result.staged))
            measured.append(
                {
                    "prompt": name if folder is None else f"{name} ({writer.label})",
                    "cells": len(cells),
                    "one": states["with_one_clean"] / len(cells),
                    "two": states["with_two_clean"] / len(cells),
                    "clean": len(clean),
                    "staged": len(result.staged),
                    "calls": ask.calls,
                    "tokens_per_clean": (ask.input_tokens + ask.output_tokens) / max(1, len(clean)),
                    "clean_per_1000_out": 1000 * len(clean) / max(1, ask.output_tokens),
                    "near": near_pairs(clean),
                    "distinct": statistics.fmean(one["mean"] for one in distinct.values())
                    if distinct
                    else None,
                    "states": {state: states[state] for state in ("filled", "saturated", "failed", "open")},
                    "dropped": dict(Counter(one.reason for one in result.dropped).most_common()),
                }
            )
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpus", default="data/eval.jsonl")
    parser.add_argument("--rows", type=int, default=10)
    parser.add_argument("--lang", default="es,zh,de")
    parser.add_argument("--per-lang", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--prompts", action="append", default=[])
    parser.add_argument("--out")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(arguments, Path(arguments.out or folder))
    if arguments.json:
        print(json.dumps(measured))
        return
    print(
        f"{'prompt':<12}{'cells':>6}{'one':>7}{'two':>7}{'clean':>7}{'calls':>7}{'tokens':>8}{'yield':>7}{'near':>6}"
        f"{'distinct':>10}"
    )
    for one in measured:
        print(
            f"{one['prompt']:<12}{one['cells']:>6}{one['one']:>7.0%}{one['two']:>7.0%}{one['clean']:>7}"
            f"{one['calls']:>7}{one['tokens_per_clean']:>8.0f}{one['clean_per_1000_out']:>7.1f}"
            f"{one['near']:>6}{one['distinct'] or 0:>10.2f}   "
            + ", ".join(f"{reason} {number}" for reason, number in one["dropped"].items())
        )


if __name__ == "__main__":
    main()
