"""Models that think, that take no temperature or system role, that want another name for a limit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asking import FOREIGN_WARNINGS, answered, failed, impatient, request
from openai_server import OpenAIServer, failure, reply

from polyphrase.adapters import dialect
from polyphrase.adapters.litellm_model import import_litellm

pytestmark = FOREIGN_WARNINGS
ROOM = 60 + dialect.THINKING_ROOM


@pytest.fixture(scope="module")
def litellm() -> Any:
    """litellm, imported once: it costs seconds."""
    return import_litellm()


@pytest.mark.parametrize(
    ("model", "expected", "absent"),
    [
        ("openai/gpt-4o-mini", {"max_tokens": 60, "temperature": 0.4}, {"reasoning_effort"}),
        (
            "openai/gpt-5-mini",
            {"max_completion_tokens": ROOM, "reasoning_effort": "minimal"},
            {"max_tokens", "temperature"},
        ),
        (
            "openai/gpt-5.1",
            {"max_completion_tokens": ROOM, "reasoning_effort": "none", "temperature": 0.4},
            {"max_tokens"},
        ),
        ("openai/o1", {"max_completion_tokens": ROOM}, {"max_tokens", "temperature"}),
        ("openai/test-model", {"max_tokens": 60, "temperature": 0.4}, {"reasoning_effort"}),
    ],
)
def test_what_litellm_knows_of_a_model_reaches_the_server(
    litellm: Any, model: str, expected: dict[str, Any], absent: set[str]
) -> None:
    _, server = answered(reply(), model=model)
    body = server.received[0].body
    assert {name: body.get(name) for name in expected} == expected
    assert absent.isdisjoint(body)
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("model", "effort"),
    [
        ("gemini/gemini-2.5-flash", "none"),
        ("deepseek/deepseek-reasoner", "none"),
        ("anthropic/claude-sonnet-4-5", None),  # thinks only when asked to
        ("openai/gpt-4o-mini", None),
        ("mistral/magistral-small-2506", None),
        ("nobody/knows-this", None),
        ("nonsense", None),
    ],
)
def test_thinking_is_switched_off_where_it_can_be_and_never_on(
    litellm: Any, model: str, effort: str | None
) -> None:
    assert dialect.effort(litellm, model) == effort


# How servers word it: OpenAI, Azure, vLLM (pydantic), Google, Mistral's template.
REFUSALS = {
    "max_tokens": "Unsupported parameter: 'max_tokens' is not supported with this model. Use"
    " 'max_completion_tokens' instead.",
    "temperature": "Unsupported value: 'temperature' does not support 0.4 with this model. Only the default (1)"
    " value is supported.",
    "seed": "Unrecognized request argument supplied: seed",
    "system": "Developer instruction is not enabled for this model",
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_that_names_a_parameter_is_learned_from(litellm: Any, name: str) -> None:
    model = impatient()
    with OpenAIServer(failure(400, REFUSALS[name]), reply()) as server:
        for sample in (0, 1):
            assert model.complete(request(server.api_base, sample=sample)).text == "hello"
    first, second, third = (one.body for one in server.received)
    if name == "system":
        assert [one["role"] for one in first["messages"]] == ["system", "user"]
        assert (
            second["messages"]
            == third["messages"]
            == [{"role": "user", "content": "You rephrase.\n\ncrop Pier.mov → 4:3"}]
        )
        return
    assert name in first
    assert name not in second
    assert name not in third  # the next request does not run into it again
    assert ("max_completion_tokens" in third) is (name == "max_tokens")
    assert {**first, name: 0, "seed": 0} == {
        **{key: value for key, value in second.items() if key != "max_completion_tokens"}, name: 0, "seed": 0,
    }  # fmt: skip


def test_several_refusals_are_learned_one_after_the_other(litellm: Any) -> None:
    refusals = [failure(400, text) for text in REFUSALS.values()]
    got, server = answered(*refusals, reply())
    assert got.text == "hello"
    assert len(server.received) == 1 + len(REFUSALS)
    last = server.received[-1].body
    assert not {"max_tokens", "temperature", "seed"} & set(last)
    assert last["max_completion_tokens"] == 60


def test_a_judge_without_probabilities_votes(litellm: Any) -> None:
    message = "logprobs are not supported with reasoning models."
    got, server = answered(failure(400, message), reply("yes"), choices=("yes", "no"))
    assert got.text == "yes"
    assert got.choices is None
    assert not {"logprobs", "top_logprobs"} & set(server.received[1].body)


def test_a_schema_the_server_refuses_is_left_out(litellm: Any) -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    message = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    got, server = answered(
        failure(400, message), reply("{}"), model="openai/gpt-4o-mini", reply_schema=schema
    )
    assert got.text == "{}"
    assert "response_format" not in server.received[1].body


@pytest.mark.parametrize(
    "message",
    [
        "the prompt is too long",
        "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
        "this model's maximum context length is 8192 tokens, and 1000 in max_tokens are not allowed",
        "temperature 3 is invalid, must be <= 2",
        "Invalid schema for response_format 'reply'",
        "The system message is too long: not allowed",
        "temperature must be below 2",  # a value of ours that is wrong is no parameter that is not taken
        "invalid request",
        "'top_p' is not supported with this model",  # nothing that we send
    ],
)
def test_other_refusals_are_told_and_asked_once(litellm: Any, message: str) -> None:
    error, requests = failed(failure(400, message))
    assert requests == 1
    assert message in error.problem


@pytest.mark.parametrize(
    "message",
    [
        "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model.",
        "Budget 0 is invalid. This model only works in thinking mode.",
    ],
)
def test_a_model_that_cannot_think_so_little_is_asked_to_think_a_little_more(
    litellm: Any, message: str
) -> None:
    got, server = answered(failure(400, message), reply(), model="openai/gpt-5-mini")
    assert got.text == "hello"
    assert [one.body.get("reasoning_effort") for one in server.received] == ["minimal", "low"]
    _, server = answered(failure(400, message), failure(400, message), reply(), model="openai/gpt-5-mini")
    assert [one.body.get("reasoning_effort") for one in server.received] == ["minimal", "low", None]


def test_a_server_that_refuses_for_ever_is_asked_a_few_times(litellm: Any) -> None:
    error, requests = failed(failure(400, REFUSALS["temperature"]))
    assert requests == 2
    assert "temperature" in error.problem


@pytest.mark.parametrize("status", [401, 404, 500])
def test_only_a_bad_request_teaches(litellm: Any, status: int) -> None:
    _, requests = failed(failure(status, REFUSALS["temperature"]))
    assert requests != 2


def test_what_is_left_out_changes_nothing_else() -> None:
    arguments = {"messages": [{"role": "user", "content": "x"}], "temperature": 0, "seed": 1}
    assert json.dumps(dialect.without(arguments, ())) == json.dumps(arguments)
    assert dialect.refused("seed and temperature are not supported", arguments) == {"temperature"}
    assert dialect.refused("system messages are not supported", arguments) == frozenset()
