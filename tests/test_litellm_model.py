"""The litellm adapter against a scripted server: what is sent, what comes back, and when litellm is imported."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from asking import FOREIGN_WARNINGS, answered, failed, impatient, request
from openai_server import Behaviour, OpenAIServer, failure, raw, reply

from polyphrase.adapters.litellm_model import LiteLLMModel, import_litellm, price
from polyphrase.models import Reply

pytestmark = FOREIGN_WARNINGS
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"utterances": {"type": "array", "items": {"type": "string"}}},
    "required": ["utterances"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def litellm() -> Any:
    """litellm, imported once: it costs seconds."""
    return import_litellm()


# What comes back


def test_a_good_reply_has_all_fields(litellm: Any) -> None:
    got, server = answered(
        reply(
            '{"utterances": ["recorta Pier.mov a 4:3"]}', usage={"prompt_tokens": 21, "completion_tokens": 9}
        )
    )
    assert got == Reply(
        text='{"utterances": ["recorta Pier.mov a 4:3"]}',
        finish_reason="stop",
        model="test-model-2030",
        input_tokens=21,
        output_tokens=9,
        cost=None,
    )
    assert len(server.received) == 1


def test_a_known_model_has_the_cost_of_its_tokens(litellm: Any) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
    got, _ = answered(reply(model="gpt-4o-mini", usage=usage), model="openai/gpt-4o-mini")
    known = price("openai/gpt-4o-mini")
    assert known is not None
    assert got.cost == pytest.approx(known.input * 1000 + known.output * 100)


def test_a_price_of_zero_in_the_table_is_an_unknown_price(
    litellm: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = {
        "input_cost_per_token": 0.0,
        "output_cost_per_token": 0.0,
        "litellm_provider": "openai",
        "mode": "chat",
    }
    monkeypatch.setitem(litellm.model_cost, "free-lunch", entry)
    assert litellm.get_model_info("openai/free-lunch")["input_cost_per_token"] == 0.0
    got, _ = answered(reply(model="free-lunch"), model="openai/free-lunch")
    assert got.cost is None
    assert price("openai/free-lunch") is None


@pytest.mark.parametrize(
    ("behaviour", "text", "finish_reason"),
    [
        pytest.param(reply("cut sho", finish_reason="length"), "cut sho", "length", id="length"),
        pytest.param(reply("", reasoning="let me think"), "", "stop", id="only-reasoning"),
        pytest.param(reply(None, reasoning="let me think"), "", "stop", id="null-content"),
        pytest.param(reply(None, finish_reason="content_filter"), "", "content_filter", id="filtered"),
        pytest.param(reply("a\ud83d b"), "a\ufffd b", "stop", id="lone-high-surrogate"),
        pytest.param(reply("\udc00b"), "\ufffdb", "stop", id="lone-low-surrogate"),
        pytest.param(reply("shot 🎬"), "shot 🎬", "stop", id="escaped-pair"),
        pytest.param(reply("shot 🎬 鏡", ascii_only=False), "shot 🎬 鏡", "stop", id="utf-8"),
    ],
)
def test_what_the_text_and_finish_reason_become(
    litellm: Any, behaviour: Behaviour, text: str, finish_reason: str
) -> None:
    """Reasoning is not the answer, and no text holds what UTF-8 cannot."""
    got, server = answered(behaviour)
    assert (got.text, got.finish_reason) == (text, finish_reason)
    assert len(server.received) == 1
    got.model_dump_json().encode()


def tokens(*alternatives: dict[str, float]) -> dict[str, Any]:
    """Log-probabilities as OpenAI sends them: the first of the alternatives of each token was taken."""
    content = []
    for one in alternatives:
        top = [{"token": token, "logprob": value, "bytes": None} for token, value in one.items()]
        content.append({**top[0], "top_logprobs": top})
    return {"content": content}


@pytest.mark.parametrize(
    ("logprobs", "yes"),
    [
        (tokens({"yes": -0.2, "no": -1.7}), 0.82),
        (tokens({"no": -0.1, "Yes": -3.0, " yes": -3.0}), 0.10),  # spellings of one word count together
        (tokens({"\n": -0.1}, {"yes": 0.0, "maybe": -9.0}), 1.0),  # after white space
        (tokens({"perhaps": 0.0}), None),
        (tokens({"yes": -9999.0}), None),  # nonsense
        ({"content": None}, None),
        ({"content": []}, None),
        (None, None),
    ],
)
def test_how_likely_each_choice_was(litellm: Any, logprobs: object, yes: float | None) -> None:
    got, server = answered(reply("yes", logprobs=logprobs), choices=("yes", "no"))
    assert (got.choices and got.choices["yes"]) == (
        pytest.approx(yes, abs=0.005) if yes is not None else None
    )
    assert server.received[0].body["logprobs"] is True
    assert server.received[0].body["top_logprobs"] == 5


def test_a_request_without_choices_asks_for_no_probabilities(litellm: Any) -> None:
    got, server = answered(reply("yes", logprobs=tokens({"yes": -0.2})))
    assert got.choices is None
    assert "logprobs" not in server.received[0].body


def test_the_provider_names_its_model_with_a_lone_surrogate(litellm: Any) -> None:
    got, _ = answered(reply(model="m\ud800"))
    assert got.model == "m\ufffd"


def test_a_reply_without_usage_counts_no_tokens(litellm: Any) -> None:
    body = b'{"choices": [{"index": 0, "message": {"role": "assistant", "content": "x"}}]}'
    got, _ = answered(raw(body))
    assert (got.text, got.input_tokens, got.output_tokens, got.model) == ("x", 0, 0, "openai/test-model")


def test_litellm_writes_nothing_between_our_lines(litellm: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """An odd finish reason, a failure and an unknown provider make litellm talk when it is allowed to."""
    answered(reply(finish_reason="banana"))
    failed(failure(400))
    failed(failure(401), model="nonsense")
    assert capfd.readouterr() == ("", "")


# What is sent


def test_what_reaches_the_server(litellm: Any) -> None:
    """Exactly the request, and nothing of retries or timeouts."""
    _, server = answered(reply(), sample=5)
    (received,) = server.received
    assert received.path == "/v1/chat/completions"
    assert received.body == {
        "model": "test-model",
        "messages": [
            {"role": "system", "content": "You rephrase."},
            {"role": "user", "content": "crop Pier.mov → 4:3"},
        ],
        "max_tokens": 60,
        "temperature": 0.4,
        "seed": 5,
    }


@pytest.mark.parametrize(
    ("model", "schema", "sent"),
    [
        ("openai/gpt-4o-mini", SCHEMA, True),
        ("openai/gpt-4o-mini", None, False),
        ("openai/test-model", SCHEMA, False),
        ("openai/test-model", None, False),
    ],
)
def test_a_schema_goes_only_to_a_provider_that_takes_schemas(
    litellm: Any, model: str, schema: dict[str, Any] | None, sent: bool
) -> None:
    _, server = answered(reply(), model=model, reply_schema=schema)
    body = server.received[0].body
    expected = {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True},
    }
    assert body.get("response_format") == (expected if sent else None)
    assert ("response_format" in body) is sent


def test_many_threads_share_one_adapter(litellm: Any) -> None:
    model = impatient()
    with OpenAIServer() as server, ThreadPoolExecutor(8) as executor:
        replies = list(executor.map(lambda n: model.complete(request(server.api_base, sample=n)), range(24)))
    assert [one.text for one in replies] == ["hello"] * 24
    assert sorted(one.body["seed"] for one in server.received) == list(range(24))


# Importing


def python(code: str, *folders: Path) -> str:
    """What a fresh interpreter prints."""
    lines = f"import sys\nsys.path[:0] = {[str(one) for one in folders]!r}\n{code}"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_adapter_imports_nothing_heavy() -> None:
    """And neither do asking whether a model is embedded, its price, or making the adapter."""
    code = (
        "from polyphrase.adapters import litellm_model as module\n"
        "module.LiteLLMModel(); module.is_embedded('x'); module.price('embedded/x')\n"
        "heavy = {'litellm', 'openai', 'tenacity', 'xllamacpp', 'huggingface_hub', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert python(code) == "[]\n"


@pytest.mark.parametrize("call", ["price('openai/x')", "LiteLLMModel()._ready()"])
def test_litellms_price_table_stays_at_home(tmp_path: Path, call: str) -> None:
    """The variable that stops its download is set before litellm is imported."""
    (tmp_path / "litellm.py").write_text(
        "import os\nprint(os.environ.get('LITELLM_LOCAL_MODEL_COST_MAP'))\nCustomLLM = object\n",
        encoding="utf-8",
    )
    code = (
        "import os\nos.environ.pop('LITELLM_LOCAL_MODEL_COST_MAP', None)\n"
        f"from polyphrase.adapters.litellm_model import *\n{call}"
    )
    assert python(code, tmp_path) == "True\n"


def test_litellm_is_imported_at_the_first_call_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many threads at once: one import, one provider, and each gets the same module."""
    imports: list[str] = []
    gate = threading.Barrier(8)

    def counted() -> Any:
        imports.append("litellm")
        return SimpleNamespace(CustomLLM=object)

    monkeypatch.setattr("polyphrase.adapters.litellm_model.import_litellm", counted)
    model = LiteLLMModel()
    assert imports == []

    def ready(_: int) -> Any:
        gate.wait(10)
        return model._ready()

    with ThreadPoolExecutor(8) as executor:
        modules = list(executor.map(ready, range(8)))
    assert imports == ["litellm"]
    assert all(module is modules[0] for module in modules)
