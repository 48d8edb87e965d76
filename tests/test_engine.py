"""The embedded engine: loaded once and only when it is needed; and a few small requests to the real one."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from asking import FOREIGN_WARNINGS, impatient, request
from distributions import silent

from polyphrase.adapters import weights
from polyphrase.adapters.engine import CONTEXT, Engine
from polyphrase.adapters.litellm_model import LiteLLMModel
from polyphrase.adapters.weights import EMBEDDED
from polyphrase.errors import InputError, ModelError
from polyphrase.models import Message, Reply, Request

pytestmark = FOREIGN_WARNINGS

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}


class FakeLlama(ModuleType):
    """Stands for the module xllamacpp: counts what is loaded, and answers with the seed it was given."""

    def __init__(self) -> None:
        super().__init__("xllamacpp")
        self.loaded: list[Any] = []
        self.bodies: list[dict[str, Any]] = []
        self.refusal: str | None = None
        self.broken: Exception | None = None
        fake = self

        class CommonParams(SimpleNamespace):
            def __init__(self) -> None:
                super().__init__(
                    model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace()
                )

        class Server:
            def __init__(self, parameters: Any) -> None:
                time.sleep(0.05)  # long enough for other threads to arrive
                fake.loaded.append(parameters)
                if fake.broken is not None:
                    raise fake.broken

            def handle_chat_completions(self, body: dict[str, Any]) -> dict[str, Any]:
                fake.bodies.append(body)
                if fake.refusal is not None:
                    return {"error": {"code": 400, "message": fake.refusal}}
                message = {"role": "assistant", "content": f"seed {body.get('seed')}"}
                return {
                    "id": "chatcmpl-1",
                    "object": "chat.completion",
                    "created": 1,
                    "model": "whatever the engine calls it",
                    "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                    "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15},
                }

        self.CommonParams = CommonParams
        self.Server = Server


@pytest.fixture
def llama(monkeypatch: pytest.MonkeyPatch) -> FakeLlama:
    fake = FakeLlama()
    monkeypatch.setitem(sys.modules, "xllamacpp", fake)
    return fake


@pytest.fixture
def model_name(folder: Path) -> str:
    """A file of our own, pinned by its hash; its path has slashes and a dot for litellm to stumble over."""
    (folder / "own.gguf").write_bytes(b"GGUF")
    return f"embedded:{folder}/own.gguf#sha256={hashlib.sha256(b'GGUF').hexdigest()}"


# With a double of the engine


def test_nothing_is_loaded_before_the_first_request(llama: FakeLlama, model_name: str) -> None:
    heard: list[str] = []
    model = impatient(progress=lambda what, done, total: heard.append(what))
    model._ready()
    assert (llama.loaded, heard) == ([], [])
    model.complete(request(model=model_name))
    assert len(llama.loaded) == 1
    assert heard == ["checking own.gguf", "loading the embedded model", "the embedded model is loaded"]


def test_many_threads_load_it_once_and_get_their_own_replies(llama: FakeLlama, model_name: str) -> None:
    model = impatient()
    gate = threading.Barrier(12)

    def ask(sample: int) -> str:
        gate.wait(20)
        return model.complete(request(model=model_name, sample=sample)).text

    with ThreadPoolExecutor(12) as executor:
        texts = list(executor.map(ask, range(12)))
    assert len(llama.loaded) == 1
    assert texts == [f"seed {n}" for n in range(12)]


def test_two_models_are_two_engines(llama: FakeLlama, model_name: str, folder: Path) -> None:
    (folder / "two.gguf").write_bytes(b"GGUF two")
    other = f"embedded:two.gguf#sha256={hashlib.sha256(b'GGUF two').hexdigest()}"
    model = impatient()
    for name in (model_name, other, model_name):
        model.complete(request(model=name))
    assert [Path(one.model.path).name for one in llama.loaded] == ["own.gguf", "two.gguf"]


def test_a_reply_of_the_embedded_model_is_free_and_names_it(llama: FakeLlama, model_name: str) -> None:
    got = impatient().complete(request(model=model_name, sample=3))
    assert got == Reply(
        text="seed 3", finish_reason="stop", model=model_name, input_tokens=11, output_tokens=4, cost=0.0
    )


def test_what_the_engine_is_asked(llama: FakeLlama, model_name: str) -> None:
    """The request and its schema, and nothing of litellm's own."""
    impatient().complete(request(model=model_name, sample=3, reply_schema=SCHEMA))
    assert llama.bodies == [
        {
            "messages": [one.model_dump() for one in request().messages],
            "max_tokens": 60,
            "temperature": 0.4,
            "seed": 3,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True},
            },
        }
    ]


def test_each_slot_has_its_own_context(llama: FakeLlama, model_name: str) -> None:
    Engine(model_name, 3, silent).chat({"messages": []})
    (parameters,) = llama.loaded
    assert parameters.n_parallel == 3
    assert parameters.n_ctx == 3 * CONTEXT
    assert parameters.cpuparams.n_threads >= 1


def test_a_refused_request_is_a_model_error_and_asked_once(llama: FakeLlama, model_name: str) -> None:
    """The next row may fit, so it is not fatal; the same row never will, so it is not tried again."""
    llama.refusal = "the prompt is longer than the context"
    with pytest.raises(ModelError, match="the prompt is longer than the context") as caught:
        impatient().complete(request(model=model_name))
    assert (caught.value.fatal, caught.value.retryable) == (False, False)
    assert len(llama.bodies) == 1


def test_a_model_that_cannot_be_loaded_is_an_input_error_and_tried_once(
    llama: FakeLlama, model_name: str
) -> None:
    """The other threads do not load gigabytes again only to fail the same way."""
    llama.broken = RuntimeError("not a GGUF file")
    model = impatient()

    def fail(sample: int) -> str:
        with pytest.raises(InputError) as caught:
            model.complete(request(model=model_name, sample=sample))
        return caught.value.problem

    with ThreadPoolExecutor(4) as executor:
        problems = set(executor.map(fail, range(8)))
    assert len(llama.loaded) == 1
    assert len(problems) == 1
    assert "own.gguf: not a GGUF file" in problems.pop()


def test_without_the_engine_the_error_has_the_three_ways(
    monkeypatch: pytest.MonkeyPatch, model_name: str
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(InputError, match="its engine, xllamacpp, is not installed") as caught:
        impatient().complete(request(model=model_name))
    for way in ("polyphrase[embedded]", "polyphrase[hub]", "--model"):
        assert way in caught.value.hint


def test_wrong_weights_never_reach_the_engine(llama: FakeLlama, folder: Path) -> None:
    (folder / "own.gguf").write_bytes(b"something else")
    with pytest.raises(InputError, match="is not the expected model"):
        impatient().complete(request(model="embedded:own.gguf"))
    assert llama.loaded == []


# With the real engine


@pytest.fixture(scope="module")
def embedded() -> LiteLLMModel:
    """The embedded model, loaded once."""
    pytest.importorskip("xllamacpp")
    if not weights.cache_file().exists() and not weights.installed_parts(EMBEDDED):
        pytest.skip("needs the `embedded` extra")
    return LiteLLMModel(timeout=120.0, slots=2, wait=lambda attempt: 0.0)


def small(question: str, **changed: Any) -> Request:
    """A request of about twenty tokens: two cores read some thirty a second."""
    messages = (Message(role="system", content="Be brief."), Message(role="user", content=question))
    fields: dict[str, Any] = {
        "model": f"embedded/{EMBEDDED.name}",
        "messages": messages,
        "temperature": 0.0,
        "max_tokens": 32,
    }
    return request(**(fields | changed))


@pytest.mark.embedded
def test_the_embedded_model_answers_two_threads_in_their_schemas(embedded: LiteLLMModel) -> None:
    """Words that no model would choose by itself: the grammar holds, and each thread has its own."""
    answers = (["aye", "nay"], ["hai", "iie"])
    schemas = [
        {
            "type": "object",
            "properties": {"a": {"enum": words}},
            "required": ["a"],
            "additionalProperties": False,
        }
        for words in answers
    ]
    with ThreadPoolExecutor(2) as executor:
        replies = list(
            executor.map(
                lambda schema: embedded.complete(small("Is ice cold?", reply_schema=schema)), schemas
            )
        )
    for reply, words in zip(replies, answers, strict=True):
        answer = json.loads(reply.text)
        assert list(answer) == ["a"]
        assert answer["a"] in words
        assert (reply.finish_reason, reply.cost) == ("stop", 0.0), reply
        assert reply.model == f"embedded/{EMBEDDED.name}"
        assert 5 < reply.input_tokens < 40
        assert 3 < reply.output_tokens < 32


@pytest.mark.embedded
def test_the_embedded_model_tells_how_likely_each_choice_was(embedded: LiteLLMModel) -> None:
    request = small("Is water wet? Answer yes or no.", choices=("yes", "no"))
    reply = embedded.complete(request)
    assert reply.choices is not None
    assert sum(reply.choices.values()) == pytest.approx(1.0)
    assert max(reply.choices, key=lambda word: reply.choices[word]) in reply.text.casefold()


@pytest.mark.embedded
def test_the_embedded_model_stops_at_max_tokens(embedded: LiteLLMModel) -> None:
    reply = embedded.complete(small("Count to ten.", max_tokens=3))
    assert (reply.finish_reason, reply.output_tokens) == ("length", 3)


@pytest.mark.embedded
def test_the_embedded_model_refuses_what_does_not_fit(embedded: LiteLLMModel) -> None:
    """At once, before it reads the prompt, and without a second try."""
    long = small("lighthouse " * 3 * CONTEXT)
    with pytest.raises(ModelError, match="refused a request"):
        embedded.complete(long)
