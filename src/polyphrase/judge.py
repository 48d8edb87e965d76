"""The equivalence judge: one question in both orders, a probability for each, and a veto.

The order of two texts flips one verdict in five of a small model, so every question is asked both ways and the
smaller probability counts. Of several judges each has a veto. A verdict that cannot be read is no verdict. How
sure a judge has to be is measured (see `calibration`), for its probabilities are no promises.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from polyphrase.framing import bare
from polyphrase.models import Frozen, Reply, Request, Row, Trust, Verdict
from polyphrase.prompts import Prompt
from polyphrase.replies import THINKING

_CHOICES = ("yes", "no")
# The verdict is the first word of a plain text. A reason before it made the small model less right (AUC .82 where
# this has .91), and JSON around it twice as slow; with the verdict first, no token limit can cut it off.
_ANSWER = re.compile(r"(yes|no)\b\W*(.*)", re.IGNORECASE | re.DOTALL)


class Thresholds(Frozen):
    """How sure a judge has to be, 0 to 1.

    A candidate is clean when both orders reach `clean`, or `across` where the two texts are in two languages
    (judges are surer of translations, right and wrong; None: as `clean`). It is thrown away when neither order
    reaches `doubtful`. The defaults are for a judge that nobody measured: it decides by what it says.
    """

    clean: float = 0.5
    across: float | None = None
    doubtful: float = 0.5

    def least(self, *, across: bool) -> float:
        """What both orders have to reach."""
        return self.across if across and self.across is not None else self.clean


class Ballot(NamedTuple):
    """One readable answer of a judge; `score`: the probability (0 to 1) that both texts are one request."""

    same: bool
    difference: str
    score: float


class Ruling(NamedTuple):
    """The judges' verdict, and how far a candidate with it can be trusted; None where it is thrown away."""

    verdict: Verdict
    trust: Trust | None


def requests(
    row: Row, source: str, text: str, prompt: Prompt, model: str, api_base: str | None
) -> tuple[Request, Request]:
    """Is `text` the same request as `source`, an utterance of the row? In both orders, without courtesies."""
    source, text = bare(source), bare(text)
    first, second = (
        Request(
            model=model,
            messages=prompt.messages(row.expected_outcome, a=a, b=b),
            max_tokens=prompt.max_tokens,
            temperature=prompt.temperature,
            api_base=api_base,
            choices=_CHOICES,
        )
        for a, b in ((source, text), (text, source))
    )
    return first, second


def ballot(reply: Reply) -> Ballot | None:
    """What one reply says, or None when it does not begin with one of the two verdicts."""
    match = _ANSWER.match(THINKING.sub("", reply.text).strip())
    if match is None:
        return None
    same = match[1].casefold() == "yes"
    told = reply.choices or {}
    return Ballot(same, " ".join(match[2].split())[:160], told.get("yes", float(same)))


def rule(
    replies: Sequence[Sequence[Reply]], thresholds: Sequence[Thresholds], *, across: bool = False
) -> Ruling:
    """The verdict of all judges: for each, its replies to the two questions, and its thresholds.

    `across`: whether the two texts are in two languages, or may be.

    A judge whose answers are missing or unreadable leaves the candidate unjudged, unless another throws it away.
    """
    ballots = [[one for one in map(ballot, both) if one is not None] for both in replies]
    cast = [one for both in ballots for one in both]
    scores = tuple(one.score for one in cast)
    votes = {"equivalent": sum(one.same for one in cast), "different": sum(not one.same for one in cast)}
    score = min(scores, default=0.0)
    against = next((one.difference for one in cast if not one.same and one.difference), "")
    complete = [both for both in zip(ballots, thresholds, strict=True) if len(both[0]) == 2]
    if any(max(one.score for one in both) < limits.doubtful for both, limits in complete):
        return Ruling(
            Verdict(label="different", score=score, reason=against, votes=votes, scores=scores), None
        )
    if not complete or len(complete) < len(ballots):
        unread = next((reply.text for both in replies for reply in both if ballot(reply) is None), "")
        reason = f"not a verdict: {unread[:80]!r}"
        return Ruling(Verdict(label="unjudged", score=0.0, reason=reason, votes=votes, scores=scores), None)
    clean = all(one.score >= limits.least(across=across) for both, limits in complete for one in both)
    verdict = Verdict(label="equivalent", score=score, reason=against, votes=votes, scores=scores)
    return Ruling(verdict, "clean" if clean else "doubtful")
