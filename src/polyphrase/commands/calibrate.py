"""`calibrate`: how well checks and judge do on labelled pairs, and how sure the judge has to be."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

from polyphrase import calibration, checks, judge, language, literals, pipeline, prompts, review, show
from polyphrase.adapters import files
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.workspace import Workspace
from polyphrase.calibration import Calibration, Judged, Pair
from polyphrase.checks import Checked
from polyphrase.commands.asking import asking
from polyphrase.commands.talk import err, out
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError
from polyphrase.judge import Thresholds
from polyphrase.models import Row
from polyphrase.pipeline import Ask
from polyphrase.ports import Detector, Model
from polyphrase.prompts import Prompt
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
    detector = StatisticalDetector()
    checked = [check(pair, detector) for pair in pairs]
    judged = [_judged(pair, one, None) for pair, one in zip(pairs, checked, strict=True)]
    thresholds, tokens, chosen = Thresholds(), 0, None
    name = settings.judges[0] if stage == "judge" else None
    if name is not None:
        if len(settings.judges) != 1:
            raise InputError("one judge is measured at a time", "name one with --judge, and then the next")
        prompt = space.prompt("judge", prompts.JUDGE)
        with asking(space, settings, (name,), model=model) as line:
            judged, tokens = _ask(line.ask, pairs, checked, prompt, name, settings.api_base)
    seconds = time.perf_counter() - started
    if name is not None:
        known = space.calibration(name, prompt)
        thresholds = known.thresholds if known else Thresholds()
        chosen = _choose(judged, name, prompt.label, target)
        if chosen is not None and sample is None:
            _keep(space, chosen, known, replace=replace)
    unjudged = len(pairs) - len(judged)
    found = {
        "judge": name,
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


def as_row(pair: Pair) -> Row:
    """A row of one utterance, so that everything in it is required."""
    return Row(id="pair", utterances=(pair.a,), expected_outcome=pair.outcome)


def check(pair: Pair, detector: Detector) -> Checked:
    """What the checks say of a pair, as of a candidate of a row with one utterance."""
    row = as_row(pair)
    spoken, lang = (
        given or language.identify(text, TABLES, detector)
        for given, text in ((pair.lang_a, pair.a), (pair.lang_b, pair.b))
    )
    context = checks.Context(
        row, literals.contract(row), lang or "", (), (spoken,), {}, frozenset(), detector
    )
    return checks.same(pair.b, context)


def _ask(
    ask: Ask,
    pairs: Sequence[Pair],
    checked: Sequence[Checked],
    prompt: Prompt,
    name: str,
    api_base: str | None,
) -> tuple[list[Judged], int]:
    """The pairs with the judge's scores, without those that got no readable verdict; and the tokens it took."""
    asked = [
        () if one.findings else judge.requests(as_row(pair), pair.a, pair.b, prompt, name, api_base)
        for pair, one in zip(pairs, checked, strict=True)
    ]
    replies = pipeline.read(ask, [request for both in asked for request in both]).replies
    judged = []
    for pair, one, both in zip(pairs, checked, asked, strict=True):
        ballots = [judge.ballot(replies[request.key]) for request in both if request.key in replies]
        scores = [ballot.score for ballot in ballots if ballot is not None]
        if len(scores) == len(both):
            judged.append(_judged(pair, one, (scores[0], scores[1]) if both else None))
    return judged, sum(one.input_tokens + one.output_tokens for one in replies.values())


def _keep(space: Workspace, chosen: Calibration, known: Calibration | None, *, replace: bool) -> None:
    """Store thresholds, unless those in force rest on more."""
    if known is not None and chosen.wrong < known.wrong and not replace:
        err(
            f"the thresholds in force rest on {known.wrong} pairs that are not equivalent, these on fewer, "
            "and are not kept; --replace keeps them"
        )
    else:
        space.calibrate(chosen)


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
    accepted = calibration.counts(judged, thresholds)[False, "clean"]
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
