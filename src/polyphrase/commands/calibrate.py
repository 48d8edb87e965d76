"""`calibrate`: how well checks and judge do on labelled pairs, and how sure the judge has to be."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

from polyphrase import calibration, checks, judge, language, literals, pipeline, prompts, review, show
from polyphrase.adapters import files
from polyphrase.adapters.detector import LangdetectDetector
from polyphrase.adapters.workspace import Workspace
from polyphrase.calibration import Calibration, Judged, Pair
from polyphrase.checks import Checked
from polyphrase.commands.asking import asking
from polyphrase.commands.talk import err, out
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError
from polyphrase.judge import Thresholds
from polyphrase.models import Request, Row
from polyphrase.ports import Detector, Model
from polyphrase.settings import Settings
from polyphrase.words import TABLES


def run_calibrate(
    settings: Settings,
    path: str | None,
    *,
    stage: str,
    target: float,
    sample: int | None,
    seed: int,
    as_json: bool,
    replace: bool = False,
    model: Model | None = None,
) -> int:
    """Measure checks, or checks and judge, on the pairs of a file, or on what people decided (`path` None).

    `sample`: so many pairs at most, chosen by `seed`. `replace`: keep the thresholds even where those in force
    rest on more pairs. `model`: for tests.
    """
    space = Workspace(settings)
    pairs = _pairs(space, path, sample, seed)
    started = time.perf_counter()
    detector = LangdetectDetector()
    rows = [Row(id="pair", utterances=(pair.a,), expected_outcome=pair.outcome) for pair in pairs]
    checked = [check(pair, row, detector) for pair, row in zip(pairs, rows, strict=True)]
    seconds = time.perf_counter() - started
    judged = [_judged(pair, one, None) for pair, one in zip(pairs, checked, strict=True)]
    thresholds, tokens, unjudged, chosen = Thresholds(), 0, 0, None
    prompt = space.prompt("judge", prompts.JUDGE)
    names = tuple(dict.fromkeys(settings.judge or (settings.model,)))
    if stage == "judge":
        if len(names) != 1:
            raise InputError("one judge is measured at a time", "name one with --judge, and then the next")
        known = space.calibration(names[0], prompt)
        thresholds = known.thresholds if known else Thresholds()
        asked: list[tuple[Request, ...]] = [
            () if one.findings else judge.requests(row, pair.b, prompt, names[0], settings.api_base)
            for pair, row, one in zip(pairs, rows, checked, strict=True)
        ]
        with asking(space, settings, names, model=model) as line:
            filled = pipeline.read(line.ask, [request for both in asked for request in both])
        seconds = time.perf_counter() - started
        tokens = sum(one.input_tokens + one.output_tokens for one in filled.replies.values())
        scored = []
        for pair, one, both in zip(pairs, checked, asked, strict=True):
            ballots = [judge.ballot(filled.replies[r.key]) for r in both if r.key in filled.replies]
            scores = tuple(ballot.score for ballot in ballots if ballot is not None)
            if both and len(scores) < 2:
                unjudged += 1
                continue
            scored.append(_judged(pair, one, (scores[0], scores[1]) if both else None))
        judged = scored
        chosen = _choose(judged, names[0], prompt.label, target)
        weaker = chosen is not None and known is not None and chosen.wrong < known.wrong
        if chosen is not None and sample is None and (replace or not weaker):
            space.calibrate(chosen)
        elif known is not None and weaker:
            err(
                f"the thresholds in force rest on {known.wrong} pairs that are not equivalent, these on fewer, "
                "and are not kept; --replace keeps them"
            )
    found = {
        "judge": names[0] if stage == "judge" else None,
        "stage": stage,
        **calibration.report(judged, thresholds),
        "unjudged": unjudged,
        "per_second": len(pairs) / seconds if seconds else None,
        "tokens_per_pair": tokens / len(pairs),
        "chosen": chosen.model_dump() if chosen else None,
    }
    if as_json:
        out(json.dumps(found))
    else:
        out(show.calibration_text(found))
    if stage == "judge" and chosen is None:
        err(
            f"no threshold can be shown to keep false accepts under {target:.1%} with these pairs: "
            "more pairs that are not equivalent, another judge, or a higher --target-false-accept"
        )
    return EXIT_INCOMPLETE if unjudged else EXIT_DONE


def check(pair: Pair, row: Row, detector: Detector) -> Checked:
    """What the checks say of a pair, as of a candidate of a row with one utterance."""
    spoken, lang = (
        given or language.identify(text, TABLES, detector)
        for given, text in ((pair.lang_a, pair.a), (pair.lang_b, pair.b))
    )
    context = checks.Context(
        row, literals.contract(row), lang or "", (), (spoken,), {}, frozenset(), detector
    )
    return checks.same(pair.b, context)


def _pairs(space: Workspace, path: str | None, sample: int | None, seed: int) -> list[Pair]:
    if path is None:
        pairs = calibration.from_decisions(space.staged(), review.current(space.decisions()))
        source = "decisions.jsonl"
    else:
        if not Path(path).exists():
            raise InputError(f"there is no {path}", "name a JSON Lines file with a, b and label in each line")
        pairs, source = files.read_items(Path(path), Pair), path
    pairs = [pair for pair in pairs if pair.label != "unsure"]
    if not pairs:
        raise InputError(
            f"{source} has no labelled pairs",
            "label them equivalent or not_equivalent; unsure ones are left out",
        )
    if sample is not None and sample < len(pairs):
        pairs = random.Random(seed).sample(pairs, sample)  # noqa: S311 - a sample, not a secret
    return pairs


def _judged(pair: Pair, one: Checked, scores: tuple[float, float] | None) -> Judged:
    return Judged(pair, one.findings[0].reason if one.findings else None, one.doubts, scores)


def _choose(judged: Sequence[Judged], name: str, prompt: str, target: float) -> Calibration | None:
    thresholds = calibration.choose(judged, target)
    if thresholds is None:
        return None
    seen = calibration.shares(judged, thresholds)
    accepted = round((seen.false_accept or 0) * seen.wrong)
    return Calibration(
        judge=name,
        prompt=prompt,
        thresholds=thresholds,
        target=target,
        confidence=calibration.CONFIDENCE,
        wrong=seen.wrong,
        right=seen.right,
        false_accept=seen.false_accept or 0.0,
        bound=calibration.upper_bound(accepted, seen.wrong),
        right_clean=seen.right_clean or 0.0,
        right_dropped=seen.false_reject or 0.0,
    )
