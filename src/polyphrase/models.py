"""The words of polyphrase as types: one per concept, frozen, the same in code, files and command line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

Outcome = Literal["plan", "clarify", "reject"]
Label = Literal["equivalent", "different", "unjudged"]
Trust = Literal["clean", "doubtful"]
Action = Literal["accept", "edit", "reject", "split"]
"""`split`: the candidate is good, but asks for something else; it becomes a row of its own."""
RejectReason = Literal["meaning", "literal", "language", "unnatural", "repeated", "other"]
"""Why a person rejects a candidate: another request, something lost or changed, not the language, nobody would say
it so, the row has it already, or what the note says."""
DropReason = Literal[
    "reply_shape",
    "refusal",
    "chatter",
    "empty",
    "echo",
    "duplicate",
    "near_duplicate",
    "other_row",
    "leak",
    "literal_lost",
    "literal_added",
    "number_changed",
    "language",
    "hidden_characters",
    "injection",
    "mixed_scripts",
    "too_long",
    "different",
    "unjudged",
]


def digest(*parts: object) -> str:
    """SHA-256 (hex) of `parts` as canonical JSON: the same on every machine and Python."""
    canonical = json.dumps(parts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


class Frozen(BaseModel):
    """A value: never changed after it is made, no unknown fields, no silent conversions."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Problem(NamedTuple):
    """What is wrong in a corpus file and where: `line` and `column` count from 1, in characters."""

    line: int
    column: int
    message: str


class Row(BaseModel):
    """One line of the corpus: an intent with all its utterances. Keys we do not know are kept.

    The format is the one knaif uses (`knaif.evalsuite.corpus`).
    """

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    id: str = Field(min_length=1)
    utterances: tuple[str, ...] = Field(min_length=1)
    expected_outcome: Outcome
    expected_tool: str | None = None
    expected_tools: tuple[str, ...] | None = None
    fixture: str | None = None
    baseline: dict[str, Any] | None = None
    success_criteria: dict[str, Any] | None = None
    tolerances: dict[str, Any] | None = None
    tags: tuple[str, ...] | None = None
    grade: Literal["full", "routing"] = "full"

    @property
    def command(self) -> str:
        """The baseline command, or an empty string."""
        command = (self.baseline or {}).get("command")
        return command if isinstance(command, str) else ""

    def state(self, utterances: int) -> str:
        """Digest of what gives the row its meaning, with its first `utterances` utterances.

        A row that only gained utterances since a candidate was staged still has the state it had then;
        tags and review marks do not count.
        """
        return digest(
            self.id,
            self.utterances[:utterances],
            self.expected_outcome,
            self.expected_tool,
            self.expected_tools,
            self.fixture,
            self.command,
            self.success_criteria,
            self.grade,
        )


class Cell(Frozen):
    """The unit of work: `wanted` more phrasings of one row in one language.

    `variety`: the BCP 47 tag that was asked for where it says more than the language. `styles`: what the phrasings
    are to be like, in turn; names of the generator's prompt.
    """

    row_id: str
    lang: str
    variety: str = ""
    styles: tuple[str, ...] = ("neutral",)
    wanted: int

    @property
    def key(self) -> tuple[str, str]:
        """What identifies the cell in its run."""
        return (self.row_id, self.lang)

    @property
    def lines(self) -> frozenset[tuple[str, str, str]]:
        """Row, language and style of the staged and dropped lines that belong to the cell."""
        return frozenset((self.row_id, self.lang, style) for style in self.styles)


class Message(Frozen):
    """One chat message."""

    role: Literal["system", "user", "assistant"]
    content: str


class Request(BaseModel):
    """Exactly what is sent to a model, plus the number of the sample.

    `reply_schema`: the JSON schema the reply must follow. `temperature`: 0 to 2. `max_tokens`: of the reply.
    `choices`: words of which the reply holds one; how likely each was is wanted too.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float
    reply_schema: dict[str, Any] | None = None
    api_base: str | None = None
    sample: int = 0
    choices: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        """SHA-256 of the whole request; nothing that cannot change the answer is in it."""
        # Journals are older than `choices`: a request without them keeps the key it had.
        return digest(self.model_dump(mode="json", exclude=None if self.choices else {"choices"}))

    def with_sample(self, sample: int) -> Request:
        """The same request asked once more. (`model_copy` would keep the cached key of the first.)"""
        return Request.model_validate({**self.model_dump(), "sample": sample})

    def with_room(self, max_tokens: int) -> Request:
        """The same request with another limit for its reply."""
        return Request.model_validate({**self.model_dump(), "max_tokens": max_tokens})


class Reply(Frozen):
    """What a model answered. `cost` is in US dollars and None where the price is unknown.

    `choices`: the probability of each of the request's choices (0 to 1, summing to 1), where the provider tells.
    `reasoning`: what the provider sent beside an empty text. `cached_tokens`: of the input, what a cache had.
    """

    text: str
    finish_reason: str
    model: str
    input_tokens: int
    output_tokens: int
    cost: float | None = None
    choices: Mapping[str, float] | None = None
    reasoning: str = ""
    cached_tokens: int = 0


class Candidate(Frozen):
    """One proposed phrasing of a row, as the model wrote it (outer white space removed)."""

    row_id: str
    lang: str
    style: str
    text: str
    id: str
    request_key: str


class Verdict(Frozen):
    """The judges' answer.

    `scores`: for each question put to a judge, the probability (0 to 1) that both texts are one request; 0 or 1
    from judges that do not tell. `score`: the smallest of them. `votes` counts the answers in words.
    """

    label: Label
    score: float
    reason: str
    votes: Mapping[str, int]
    scores: tuple[float, ...] = ()


class Staged(Frozen):
    """A candidate that waits for a person: one line of `staged.jsonl`.

    `lang` is the language that was asked for, `detected` the one that was found (None: unsure).
    `gloss`: what the text says in the language of `source`, translated back by a model that saw nothing else.
    `row_utterances` and `row_state` say which row the candidate was checked against (see `Row.state`).
    """

    id: str
    kind: Literal["utterance"] = "utterance"
    row_id: str
    text: str
    lang: str
    detected: str | None
    style: str
    source: str
    trust: Trust
    checks: Mapping[str, str]
    verdict: Verdict
    flags: tuple[str, ...]
    model: str
    judge: str
    prompts: Mapping[str, str]
    row_utterances: int
    row_state: str
    request_key: str
    gloss: str = ""


class Dropped(Frozen):
    """A candidate that was thrown away, and why: one line of `dropped.jsonl`.

    A reply that held no readable candidate is one line with an empty text and the reason `reply_shape`.
    """

    id: str
    row_id: str
    text: str
    lang: str
    style: str
    reason: DropReason
    detail: str
    request_key: str


UNDETERMINED = "und"
"""BCP 47 for a language that cannot be told."""


class Decision(Frozen):
    """What a person said of a staged candidate: one line of `decisions.jsonl`.

    `action` None takes the earlier decision back (undo). `text` is what goes into the corpus. `lang` is the
    language the person confirmed by accepting, `und` where it cannot be told; None leaves it to what was
    detected. `reason`: of a reject, if the person said one. `outcome`: of a split, what a good planner does with
    the row that `text` becomes.
    """

    id: str
    row_id: str
    action: Action | None
    text: str
    lang: str | None = None
    reason: RejectReason | None = None
    outcome: Outcome | None = None
    note: str = ""
    by: str
    at: str


class Provenance(Frozen):
    """Where a merged utterance came from: one line of `provenance.jsonl`, committed beside the corpus."""

    row_id: str
    idx: int
    text_digest: str
    lang: str | None
    model: str
    judge: str
    prompts: Mapping[str, str]
    verdict: Verdict
    by: str
    at: str


def by_id(rows: Sequence[Row]) -> dict[str, Row]:
    """Rows addressed by their id."""
    return {row.id: row for row in rows}
