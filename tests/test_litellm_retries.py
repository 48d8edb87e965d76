"""The only retry layer: what is tried again, how often, and after which wait."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from asking import FOREIGN_WARNINGS, answered, failed, impatient, request
from openai_server import CLOSE, HANG, RESET, Behaviour, OpenAIServer, failure, raw, reply, truncated

from polyphrase.adapters.litellm_model import ATTEMPTS, LONGEST_WAIT, AgainError, LiteLLMModel, import_litellm
from polyphrase.errors import EXIT_INCOMPLETE, ModelError

pytestmark = FOREIGN_WARNINGS


@pytest.fixture(scope="module")
def litellm() -> Any:
    """litellm, imported once: it costs seconds."""
    return import_litellm()


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits that were chosen, none of them slept."""
    waits: list[float] = []
    monkeypatch.setattr("tenacity.nap.time", SimpleNamespace(sleep=waits.append))
    return waits


@pytest.mark.parametrize(
    "behaviour",
    [
        *(
            pytest.param(failure(status), id=str(status))
            for status in (408, 409, 429, 500, 502, 503, 504, 529)
        ),
        pytest.param(raw(b"<html>\nbad gateway", 502), id="502-html"),
        pytest.param(CLOSE, id="closed"),
        pytest.param(RESET, id="reset"),
        pytest.param(truncated(), id="truncated"),
        pytest.param(raw(b"{not json"), id="bad-json"),
        pytest.param(raw(b""), id="empty-body"),
    ],
)
def test_what_may_pass_is_tried_again(litellm: Any, behaviour: Behaviour) -> None:
    """Exactly ATTEMPTS requests: neither litellm nor its SDK multiplies them. One that gets through is enough."""
    error, requests = failed(behaviour)
    assert requests == ATTEMPTS
    assert (error.retryable, error.fatal, error.exit_code) == (True, False, EXIT_INCOMPLETE)
    assert f"failed {ATTEMPTS} times" in error.problem
    assert "again later" in error.hint
    got, server = answered(behaviour, behaviour, reply("at last"))
    assert got.text == "at last"
    assert len(server.received) == 3


def test_a_server_that_never_answers_is_a_timeout_and_tried_again(litellm: Any) -> None:
    started = time.monotonic()
    error, requests = failed(HANG, timeout=0.3)
    assert time.monotonic() - started < 12
    assert requests == ATTEMPTS
    assert error.retryable
    assert "Timeout" in error.problem


def test_a_server_that_is_not_there_is_tried_again(litellm: Any) -> None:
    with OpenAIServer() as server:
        gone = server.api_base
    with pytest.raises(ModelError) as caught:
        impatient().complete(request(gone))
    assert caught.value.retryable


@pytest.mark.parametrize(
    ("status", "fatal", "says"),
    [
        (400, False, "did not answer"),
        (401, True, "refused the key"),
        (403, True, "refused the key"),
        (404, True, "is not there"),
        (413, False, "did not answer"),
    ],
)
def test_what_cannot_pass_is_asked_once(litellm: Any, status: int, fatal: bool, says: str) -> None:
    error, requests = failed(failure(status, "no such luck"))
    assert requests == 1
    assert (error.fatal, error.retryable) == (fatal, False)
    assert says in error.problem
    assert "no such luck" in error.problem
    assert "`openai/test-model`" in error.problem


@pytest.mark.parametrize(
    "behaviour",
    [pytest.param(failure(422), id="422"), pytest.param(raw(b'{"choices": []}'), id="no-choices")],
)
def test_an_answer_without_choices_is_a_model_error(litellm: Any, behaviour: Behaviour) -> None:
    """litellm turns a 422 into None (after dropping parameters), and passes an empty list on."""
    error, _ = failed(behaviour)
    assert "gave no answer" in error.problem
    assert not error.fatal


def test_an_answer_that_does_not_fit_a_reply_is_a_model_error(litellm: Any) -> None:
    """Nothing but a ModelError leaves the adapter, whatever litellm lets through."""
    with pytest.raises(ModelError, match="did not answer"):
        impatient()._attempt(SimpleNamespace(completion=lambda **_: object()), request("http://127.0.0.1:9"))


def test_nine_429s_in_ten_still_end(litellm: Any) -> None:
    """Each request is bounded, alone or beside others; those that get through are answered."""
    script = ([failure(429)] * 9 + [reply("through")]) * 12
    with OpenAIServer(*script) as server:
        model = impatient()

        def outcome(sample: int) -> str:
            try:
                return model.complete(request(server.api_base, sample=sample)).text
            except ModelError as error:
                return "gave up" if error.retryable else "refused"

        with ThreadPoolExecutor(4) as executor:
            outcomes = list(executor.map(outcome, range(20)))
    assert set(outcomes) == {"through", "gave up"}
    assert len(server.received) <= 20 * ATTEMPTS
    assert outcomes.count("through") == len(server.received) // 10


@pytest.mark.parametrize(
    ("retry_after", "least", "most"),
    [
        ("3", 3.0, 3.0),
        ("12.5", 12.5, 12.5),
        ("3600", LONGEST_WAIT, LONGEST_WAIT),
        ("inf", LONGEST_WAIT, LONGEST_WAIT),
        ("0", 1.0, 2.0),
        ("-5", 1.0, 2.0),
        ("nan", 1.0, 2.0),
        ("soon", 1.0, 2.0),
        ("Wed, 21 Oct 2065 07:28:00 GMT", 1.0, 2.0),
        (None, 1.0, 2.0),
    ],
)
@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_honoured_and_capped(
    litellm: Any, slept: list[float], status: int, retry_after: str | None, least: float, most: float
) -> None:
    """The wait is what was asked, at least the backoff (1 s and up to 1 s of jitter), at most LONGEST_WAIT."""
    headers = {} if retry_after is None else {"Retry_After": retry_after}
    with OpenAIServer(failure(status, **headers), reply()) as server:
        assert LiteLLMModel(timeout=10.0).complete(request(server.api_base)).text == "hello"
    assert len(slept) == 1
    assert least <= slept[0] <= most


def test_the_backoff_grows_and_is_capped(litellm: Any, slept: list[float]) -> None:
    with OpenAIServer(failure(500)) as server, pytest.raises(ModelError):
        LiteLLMModel(timeout=10.0).complete(request(server.api_base))
    assert len(slept) == ATTEMPTS - 1
    assert all(2**n <= wait <= 2**n + 1 for n, wait in enumerate(slept))
    late = SimpleNamespace(
        attempt_number=30, outcome=SimpleNamespace(exception=lambda: AgainError("busy", None))
    )
    assert LiteLLMModel()._pause(late) == LONGEST_WAIT


def test_the_wait_hook_is_told_the_attempt(litellm: Any) -> None:
    attempts: list[int] = []

    def wait(attempt: int) -> float:
        attempts.append(attempt)
        return 0.0

    with OpenAIServer(failure(500, Retry_After="50")) as server, pytest.raises(ModelError):
        impatient(wait=wait).complete(request(server.api_base))
    # tenacity also asks after the last attempt, and then does not wait.
    assert attempts[: ATTEMPTS - 1] == list(range(1, ATTEMPTS))
