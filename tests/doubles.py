"""Doubles that several test files share: a scripted model, an in-memory journal, rows and corpus bytes.

    model = ScriptedModel(lambda request: verdict("equivalent") if is_judging(request) else phrasings(["a", "b"]))
    model = ScriptedModel(from_table({("mute a.mp4", "es"): ["silencia a.mp4"]}))      # judge says equivalent

Nothing here reaches the network, and the model is safe to call from several threads.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from polyphrase import codes
from polyphrase.fill import Budget, Caps, Filled, fill
from polyphrase.framing import bare
from polyphrase.models import Message, Outcome, Reply, Request, Row
from polyphrase.traps import Trap

Answer = Callable[[Request], "str | Reply | BaseException"]
"""What a scripted model says to a request: a text, a whole reply, or an exception to raise."""


def reply(text: str, *, input_tokens: int = 20, output_tokens: int = 10, **fields: Any) -> Reply:
    """A finished reply with `text`; `fields` overrides finish_reason, model or cost."""
    values = {"finish_reason": "stop", "model": "scripted-1", **fields}
    return Reply(text=text, input_tokens=input_tokens, output_tokens=output_tokens, **values)


class ScriptedModel:
    """A `ports.Model` made from a function. Thread-safe; remembers what it was asked.

    `requests`: every request, in the order of asking. `most_at_once`: the most calls ever under way together.
    `pause`: seconds that each call takes.
    """

    def __init__(self, answer: Answer, *, pause: float = 0.0) -> None:
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._answer = answer
        self._pause = pause
        self._under_way = 0
        self._lock = threading.Lock()

    @property
    def calls(self) -> int:
        """How many calls were made."""
        return len(self.requests)

    @property
    def judged(self) -> int:
        """How many of the calls asked the judge."""
        return sum(map(is_judging, self.requests))

    @property
    def glossed(self) -> int:
        """How many of the calls asked for a gloss."""
        return sum(map(is_glossing, self.requests))

    @property
    def written(self) -> int:
        """How many of the calls asked for phrasings."""
        return self.calls - self.judged - self.glossed

    def complete(self, request: Request) -> Reply:
        with self._lock:
            self.requests.append(request)
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            time.sleep(self._pause)
            answer = self._answer(request)
        finally:
            with self._lock:
                self._under_way -= 1
        if isinstance(answer, BaseException):
            raise answer
        return reply(answer) if isinstance(answer, str) else answer


def phrasings(texts: Iterable[Any]) -> str:
    """The generator's reply that holds `texts`."""
    return json.dumps({"phrasings": list(texts)}, ensure_ascii=False)


def verdict(label: str, reason: str = "another request") -> str:
    """The judge's reply."""
    return "yes" if label == "equivalent" else f"no: {reason}"


def is_judging(request: Request) -> bool:
    """Whether a request asks the judge, not the generator."""
    return request.choices == ("yes", "no")


def is_glossing(request: Request) -> bool:
    """Whether a request asks for a gloss."""
    return request.messages[-1].content.startswith('{"text": ')


def glossed(text: str, into: str) -> str:
    """The translator's reply."""
    return f"{text} in {into}"


def asked(request: Request) -> dict[str, Any]:
    """The payload of a request: `a` and `b` for the judge, `text` and `into` for a gloss; else command, keep and,
    of each language, its forms.

    `language` and `forms` are those of the first language.
    """
    first, *rest = request.messages[-1].content.split("\n")
    payload: dict[str, Any] = json.loads(first)
    if cells := dict(wanted.groups() for line in rest if (wanted := re.match(r"Write ([^:]+): (.+)$", line))):
        payload["cells"] = {language: forms.split(", ") for language, forms in cells.items()}
        payload["language"], payload["forms"] = next(iter(payload["cells"].items()))
    return payload


def from_table(
    table: Mapping[tuple[str, str], Sequence[Any]], judge: Callable[[str, str], str] | None = None
) -> Answer:
    """A script: phrasings by (first utterance, language code), and the judge's label by the two texts.

    Without `judge` what the table has is equivalent, and nothing else: so the run's traps find the judge awake.
    What the table lacks is answered with a text that is not JSON.
    """
    named = {(command, codes.name(lang)): texts for (command, lang), texts in table.items()}
    commands: dict[str, set[str]] = {}
    for (command, _), texts in table.items():
        for text in (command, *map(str, texts)):
            commands.setdefault(bare(text), set()).add(command)

    def by_table(a: str, b: str) -> str:
        return "equivalent" if commands.get(a, set()) & commands.get(b, set()) else "different"

    def answer(request: Request) -> str:
        payload = asked(request)
        if is_judging(request):
            return verdict((judge or by_table)(payload["a"], payload["b"]))
        if is_glossing(request):
            return glossed(payload["text"], payload["into"])
        found = {language: named.get((payload["command"], language)) for language in payload["cells"]}
        if None in found.values():
            return "nothing to say"
        if len(found) == 1:
            return phrasings(next(iter(found.values())) or ())
        return json.dumps(
            {
                f"{language} {told.partition(' (')[0]}": text
                for language, texts in found.items()
                for told, text in zip(payload["cells"][language], texts or (), strict=False)
            }
        )

    return answer


def request(text: str = "hello", *, max_tokens: int = 50, **fields: Any) -> Request:
    """A small request that says `text`."""
    values = {"model": "scripted", "temperature": 0.0, **fields}
    return Request(messages=(Message(role="user", content=text),), max_tokens=max_tokens, **values)


def no_traps(rows: Sequence[Row], candidates: int) -> list[Trap]:
    """For runs whose calls are counted: the judge sees candidates alone."""
    return []


class MemoryJournal:
    """A `ports.Journal` in memory. `keys`: of what was put, in order."""

    def __init__(self, replies: Mapping[str, Reply] | None = None) -> None:
        self.replies = dict(replies or {})
        self.keys: list[str] = []

    def get(self, request: Request) -> Reply | None:
        return self.replies.get(request.key)

    def put(self, request: Request, reply: Reply) -> None:
        self.replies[request.key] = reply
        self.keys.append(request.key)


def run_fill(
    requests: list[Request],
    answer: Answer | ScriptedModel,
    *,
    journal: MemoryJournal | None = None,
    at_once: int = 4,
    workers: int = 16,
    budget: Budget | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Filled, ScriptedModel]:
    """`fill` with a scripted model on `workers` threads; without a journal, nothing is recorded yet."""
    model = answer if isinstance(answer, ScriptedModel) else ScriptedModel(answer)
    with ThreadPoolExecutor(workers) as executor:
        filled = fill(
            requests,
            MemoryJournal() if journal is None else journal,
            model,
            executor=executor,
            at_once=at_once,
            budget=budget or Budget(Caps()),
            progress=progress,
        )
    return filled, model


def row(id_: str, *utterances: str, outcome: Outcome = "plan", **fields: Any) -> Row:
    """A row; `fields` are further keys of the corpus format. A plan row gets a tool where none is named."""
    if outcome == "plan" and not {"expected_tool", "expected_tools"} & set(fields):
        fields["expected_tool"] = "edit_video"
    return Row.model_validate({"id": id_, "utterances": utterances, "expected_outcome": outcome, **fields})


def corpus_bytes(rows: Iterable[Row]) -> bytes:
    """A corpus file with `rows`, one line each, with the keys that they were made with."""
    lines = [json.dumps(one.model_dump(mode="json", exclude_unset=True), ensure_ascii=False) for one in rows]
    return "".join(f"{line}\n" for line in lines).encode()
