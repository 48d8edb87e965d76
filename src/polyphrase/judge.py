"""The equivalence judge: one question in both orders, a reason before each verdict, and a veto.

The order of two texts flips one verdict in five of a small model, so a candidate is clean only when both orders
call it equivalent. When they disagree it is doubtful; when both call it different it is thrown away. A verdict
that cannot be read is no verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from polyphrase.models import Reply, Request, Row, Trust, Verdict
from polyphrase.prompts import Prompt
from polyphrase.replies import ReplyShapeError, json_object

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "reason": {"type": "string", "maxLength": 160},
        "verdict": {"enum": ["equivalent", "different"]},
    },
    "required": ["reason", "verdict"],
    "additionalProperties": False,
}


class Vote(NamedTuple):
    """One readable answer of the judge."""

    reason: str
    verdict: Literal["equivalent", "different"]


def requests(
    row: Row, text: str, prompt: Prompt, model: str, api_base: str | None
) -> tuple[Request, Request]:
    """Is `text` the same request as the row's first utterance? Asked in both orders."""
    source = row.utterances[0]
    first, second = (
        Request(
            model=model,
            messages=prompt.messages(row.expected_outcome, a=a, b=b),
            max_tokens=prompt.max_tokens,
            temperature=prompt.temperature,
            reply_schema=_SCHEMA,
            api_base=api_base,
        )
        for a, b in ((source, text), (text, source))
    )
    return first, second


def vote(reply: Reply) -> Vote | None:
    """What one reply says, or None when that is not a reason and one of the two verdicts."""
    try:
        answer = json_object(reply)
    except ReplyShapeError:
        return None
    reason, verdict = answer.get("reason"), answer.get("verdict")
    if not isinstance(reason, str) or verdict not in ("equivalent", "different"):
        return None
    return Vote(reason.strip(), verdict)


def verdict(replies: Sequence[Reply]) -> Verdict:
    """The verdict of the two replies; the label is `unjudged` unless both are there and readable.

    `score` is the share of votes for equivalent; the reason is that of the vote against, if there is one.
    """
    votes = [one for one in map(vote, replies) if one is not None]
    against = [one for one in votes if one.verdict == "different"]
    counted = {"equivalent": len(votes) - len(against), "different": len(against)}
    if len(votes) < 2:
        unreadable = next((reply.text for reply in replies if vote(reply) is None), "")
        return Verdict(
            label="unjudged", score=0.0, reason=f"not a verdict: {unreadable[:80]!r}", votes=counted
        )
    return Verdict(
        label="different" if len(against) == len(votes) else "equivalent",
        score=1 - len(against) / len(votes),
        reason=(against or votes)[0].reason,
        votes=counted,
    )


def trust(verdict: Verdict) -> Trust:
    """Clean only when nothing speaks against it."""
    return "clean" if verdict.label == "equivalent" and verdict.score == 1 else "doubtful"
