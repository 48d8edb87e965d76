"""How the tests of the litellm adapter ask a scripted server."""

from __future__ import annotations

from typing import Any

import pytest
from openai_server import Behaviour, OpenAIServer

from polyphrase.adapters.litellm_model import LiteLLMModel
from polyphrase.errors import ModelError
from polyphrase.models import Message, Reply, Request

# litellm hushes this one of pydantic's when it is imported; pytest undoes that after each test.
FOREIGN_WARNINGS = pytest.mark.filterwarnings("ignore:.*using the `ReadOnly` qualifier:UserWarning")


def request(api_base: str | None = None, model: str = "openai/test-model", **changed: Any) -> Request:
    fields: dict[str, Any] = {
        "model": model,
        "messages": (
            Message(role="system", content="You rephrase."),
            Message(role="user", content="crop Pier.mov → 4:3"),
        ),
        "max_tokens": 60,
        "temperature": 0.4,
        "api_base": api_base,
    }
    return Request(**(fields | changed))


def impatient(**options: Any) -> LiteLLMModel:
    """The adapter without its waits."""
    fields: dict[str, Any] = {"timeout": 10.0, "wait": lambda attempt: 0.0}
    return LiteLLMModel(**(fields | options))


def answered(*script: Behaviour, **changed: Any) -> tuple[Reply, OpenAIServer]:
    """The reply to one request, and the server that saw it."""
    with OpenAIServer(*script) as server:
        return impatient().complete(request(server.api_base, **changed)), server


def failed(*script: Behaviour, timeout: float = 10.0, **changed: Any) -> tuple[ModelError, int]:
    """How one request failed, and how many times it reached the server."""
    with OpenAIServer(*script) as server:
        with pytest.raises(ModelError) as caught:
            impatient(timeout=timeout).complete(request(server.api_base, **changed))
        return caught.value, len(server.received)
