"""Keys, names and prices of models: what the environment lacks, what litellm does not know, what never leaks."""

from __future__ import annotations

from typing import Any

import pytest
from asking import FOREIGN_WARNINGS, answered, failed, impatient, request
from openai_server import failure, reply

from polyphrase.adapters.litellm_model import _first_line, import_litellm, is_embedded, price
from polyphrase.errors import ModelError
from polyphrase.fill import Price

pytestmark = FOREIGN_WARNINGS
KEY = "sk-harbour-lantern-4711"


@pytest.fixture(scope="module")
def litellm() -> Any:
    """litellm, imported once: it costs seconds."""
    return import_litellm()


def test_a_server_of_ones_own_needs_no_key(litellm: Any) -> None:
    _, server = answered(reply())
    assert server.received[0].headers["authorization"] == "Bearer not-needed"


def test_a_key_in_the_environment_is_used(litellm: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    got, server = answered(reply())
    assert server.received[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in got.model_dump_json()
    assert KEY not in request(server.api_base).model_dump_json()


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
def test_a_key_never_appears_in_an_error(litellm: Any, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """Not even where a provider repeats the whole key in its message."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    error, _ = failed(failure(status, f"Incorrect API key: {KEY}. Sent: Bearer {KEY}"))
    assert "Incorrect API key: $OPENAI_API_KEY." in error.problem
    assert KEY not in error.problem + error.hint + str(error) + repr(error)


def test_a_key_is_removed_before_a_long_message_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else its first half stays, unrecognised."""
    monkeypatch.setenv("OTHER_SERVICE_TOKEN", KEY)
    lines = [_first_line(Exception("x" * before + KEY + " is wrong")) for before in range(270, 310)]
    assert not any(KEY[:4] in line for line in lines)
    assert "$OTHER_SERVICE_TOKEN is" in lines[0]


@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("openai/test-model", "OPENAI_API_KEY"),
        ("gpt-4o-mini", "OPENAI_API_KEY"),
        ("anthropic/claude-x", "ANTHROPIC_API_KEY"),
        ("mistral/x", "MISTRAL_API_KEY"),
    ],
)
def test_without_a_key_or_an_address_the_error_names_the_variable(
    litellm: Any, model: str, variable: str
) -> None:
    with pytest.raises(ModelError) as caught:
        impatient().complete(request(None, model=model))
    error = caught.value
    assert (error.fatal, error.retryable) == (True, False), error.problem
    assert variable in error.problem
    assert f"export {variable}=" in error.hint
    assert "\n" not in error.problem + error.hint
    assert error.__cause__ is None, "our own error needs no translation, least of all into its own cause"


def test_ollama_needs_no_variable(litellm: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """litellm knows its address, so a missing OLLAMA_API_BASE is no missing key."""
    monkeypatch.delenv("OLLAMA_API_BASE", raising=False)
    arguments = impatient()._arguments(litellm, request(None, model="ollama/llama3"))
    assert "api_key" not in arguments


@pytest.mark.parametrize("model", ["nonsense", "nonsense/foo", ""])
@pytest.mark.parametrize("api_base", [None, "http://127.0.0.1:9/v1"])
def test_an_unknown_provider_is_fatal(litellm: Any, model: str, api_base: str | None) -> None:
    with pytest.raises(ModelError) as caught:
        impatient().complete(request(api_base, model=model))
    assert caught.value.fatal
    assert f"litellm knows no model `{model}`" in caught.value.problem
    assert "<provider>/<model>" in caught.value.hint


def test_a_providers_message_is_one_harmless_line(litellm: Any) -> None:
    """No terminal control, no lone surrogate, no second line, no page of text."""
    error, _ = failed(failure(400, "bad \x1b[31mred\u202e \ud800 " + "y" * 999 + "\nline two"))
    assert "<U+001B>[31mred<U+202E> <U+D800> yyy" in error.problem
    assert "line two" not in error.problem
    assert len(error.problem) < 500
    error.problem.encode()


# Prices


@pytest.mark.parametrize("model", ["gpt-4o-mini", "openai/gpt-4o-mini"])
def test_a_known_price_is_per_token(litellm: Any, model: str) -> None:
    known = price(model)
    assert known is not None
    assert 0 < known.input < known.output < 0.001


@pytest.mark.parametrize("model", ["openai/test-model", "nonsense", "", "ollama/llama2"])
def test_an_unknown_price_is_none(litellm: Any, model: str) -> None:
    assert price(model) is None


@pytest.mark.parametrize("model", ["embedded/qwen2.5-coder-1.5b", "embedded:/some/model.gguf"])
def test_the_embedded_model_is_free(model: str) -> None:
    assert is_embedded(model)
    assert price(model) == Price(0.0, 0.0)
