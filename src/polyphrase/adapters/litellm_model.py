"""Any model litellm knows, and the embedded one, behind `ports.Model`.

litellm is the provider layer and tenacity the only retry layer: litellm's own retries and its SDK's are off.
Importing litellm costs seconds and would fetch a price table, so it happens at the first real call.
"""

from __future__ import annotations

import logging
import math
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from polyphrase.adapters import dialect, weights
from polyphrase.adapters.dialect import THINKING_ROOM, Dialects
from polyphrase.adapters.engine import Engine
from polyphrase.errors import ModelError, PolyphraseError
from polyphrase.fill import Price
from polyphrase.models import Reply, Request
from polyphrase.text import visible

EMBEDDED_PREFIXES = ("embedded/", "embedded:")
ATTEMPTS = 6
LONGEST_WAIT = 60.0
"""Seconds: no single wait is longer, whatever Retry-After says."""
TOP_LOGPROBS = 5
"""Alternatives asked for at each token: the most that every provider with log-probabilities gives."""
AGAIN = (408, 409, 425, 429)
"""Statuses that another attempt may mend, beside every 5xx."""
FATAL = {
    401: ("refused the key", "check the provider's key"),
    403: ("refused the key", "check the provider's key"),
    404: ("is not there", "check the name and --api-base"),
}
"""What each status means for every other request too, and what to do. litellm's classes do not tell:
403 has its own for some providers only."""


def is_embedded(model: str) -> bool:
    """Whether the model runs in this process."""
    return model.startswith(EMBEDDED_PREFIXES)


def import_litellm() -> Any:
    """Import litellm without its network call, its banners and its retries."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.suppress_debug_info = True
    litellm.drop_params = True  # a parameter the provider does not know is left out, not an error
    litellm.num_retries = 0
    logging.getLogger("LiteLLM").setLevel(logging.ERROR)  # its warnings would land between our lines
    return litellm


class LiteLLMModel:
    """Completes requests through litellm.

    `timeout`: seconds for one attempt. `slots`: requests the embedded engine runs side by side. `progress`
    hears what the embedded model does before its first answer. `wait`: seconds before attempt n + 1.
    """

    def __init__(
        self,
        *,
        timeout: float = 120.0,
        slots: int = 2,
        progress: weights.Progress = lambda what, done, total: None,
        wait: Callable[[int], float] | None = None,
    ) -> None:
        self._timeout = timeout
        self._slots = slots
        self._progress = progress
        self._wait = wait
        self._lock = threading.Lock()
        self._engines: dict[str, Engine] = {}
        self._litellm: Any = None
        self._dialects = Dialects()

    def complete(self, request: Request) -> Reply:
        """Answer `request`, trying again where that can help. Raises `ModelError` or `InputError`."""
        import tenacity

        litellm = self._ready()
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception(lambda error: isinstance(error, AgainError)),
            stop=tenacity.stop_after_attempt(ATTEMPTS),
            wait=self._pause,
            reraise=True,
        )
        try:
            reply: Reply = retrying(self._attempt, litellm, request)
        except AgainError as last:
            raise ModelError(
                f"`{request.model}` failed {ATTEMPTS} times: {last}",
                "run the same command again later: what is done is kept",
                retryable=True,
            ) from last
        return reply

    def _ready(self) -> Any:
        with self._lock:
            if self._litellm is None:
                self._litellm = import_litellm()
                self._litellm.custom_provider_map = [
                    {"provider": "embedded", "custom_handler": _provider(self._litellm, self._engine)}
                ]
            return self._litellm

    def _engine(self, model: str) -> Engine:
        with self._lock:
            return self._engines.setdefault(model, Engine(model, self._slots, self._progress))

    def _pause(self, state: Any) -> float:
        if self._wait is not None:
            return self._wait(state.attempt_number)
        import tenacity

        asked = getattr(state.outcome.exception(), "seconds", None)
        backoff: float = tenacity.wait_exponential_jitter(initial=1, max=LONGEST_WAIT)(state)
        return min(LONGEST_WAIT, max(asked or 0.0, backoff))

    def _attempt(self, litellm: Any, request: Request) -> Reply:
        while True:
            told: dict[str, Any] = {}
            try:
                told = self._arguments(litellm, request)
                if not is_embedded(request.model):
                    told = self._dialects.told(litellm, told)
                return _reply(litellm, request, litellm.completion(**told))
            except PolyphraseError:
                raise
            except Exception as error:
                refused = bool(told) and getattr(error, "status_code", None) == 400
                if not (refused and self._dialects.learn(str(error), told)):
                    raise _translated(request.model, error) from error

    def _arguments(self, litellm: Any, request: Request) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": request.model,
            "messages": [message.model_dump() for message in request.messages],
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "seed": request.sample,
            "timeout": self._timeout,
            "max_retries": 0,
            "num_retries": 0,
        }
        if is_embedded(request.model):
            # litellm splits provider and model at the first slash; `embedded:/a/b.gguf` keeps its own.
            arguments["model"] = "embedded/" + request.model
        elif request.api_base is not None:
            arguments["api_base"] = request.api_base
            if _missing_keys(litellm, request.model):
                arguments["api_key"] = "not-needed"  # a server of one's own rarely asks for one
        elif missing := _missing_keys(litellm, request.model):
            raise ModelError(
                f"no key for `{request.model}`: {' and '.join(missing)} not set in the environment",
                f"export {missing[0]}=..., or name another model with --model",
                fatal=True,
            )
        if request.choices:
            arguments |= {"logprobs": True, "top_logprobs": TOP_LOGPROBS}
        if request.reply_schema is not None and (
            is_embedded(request.model) or litellm.supports_response_schema(model=request.model)
        ):
            named = {"name": "reply", "schema": request.reply_schema, "strict": True}
            arguments["response_format"] = {"type": "json_schema", "json_schema": named}
        return arguments


class AgainError(Exception):
    """An attempt that may succeed when repeated; `seconds` is the provider's Retry-After, if it gave one."""

    def __init__(self, reason: str, seconds: float | None) -> None:
        super().__init__(reason)
        self.seconds = seconds


def _missing_keys(litellm: Any, model: str) -> list[str]:
    missing = litellm.validate_environment(model=model).get("missing_keys") or ()
    return [name for name in missing if name != "OLLAMA_API_BASE"]  # litellm knows where ollama listens


def _translated(model: str, error: Exception) -> Exception:
    """Our error for a foreign one."""
    inner: BaseException | None = error
    while inner is not None:  # litellm wraps what our own provider raises
        if isinstance(inner, PolyphraseError):
            return inner
        inner = inner.__cause__ or inner.__context__
    reason = f"{type(error).__name__}: {_first_line(error)}"
    status = getattr(error, "status_code", None)
    if status in FATAL:
        what, hint = FATAL[status]
        return ModelError(f"`{model}` {what}: {reason}", hint, fatal=True)
    if isinstance(status, int) and (status in AGAIN or status >= 500):
        return AgainError(reason, _retry_after(error))
    if "LLM Provider NOT provided" in str(error):
        return ModelError(
            f"litellm knows no model `{model}`",
            "write it as <provider>/<model>, for example openai/gpt-4o-mini, or leave --model out",
            fatal=True,
        )
    return ModelError(f"`{model}` did not answer: {reason}", "see the provider's message; other rows go on")


def _first_line(error: Exception) -> str:
    """What the provider says: foreign text, so without hidden characters, or a key it may repeat."""
    line = (str(error).strip().splitlines() or [""])[0]
    for name, value in os.environ.items():
        if name.endswith(("_KEY", "_TOKEN")) and len(value) >= 8:
            line = line.replace(value, f"${name}")
    return visible(line[:300])


def _retry_after(error: Exception) -> float | None:
    """Seconds of a Retry-After header. A date instead of a number is left to the usual backoff."""
    headers: Mapping[str, str] | None = getattr(getattr(error, "response", None), "headers", None)
    if headers is None:
        headers = getattr(error, "litellm_response_headers", None)
    try:
        return max(0.0, float((headers or {}).get("retry-after", "")))
    except ValueError:
        return None


def _reply(litellm: Any, request: Request, response: Any) -> Reply:
    model = request.model
    if response is None or not response.choices:  # None: how litellm tells of a 422
        raise ModelError(f"`{model}` gave no answer", "see whether it takes such requests; other rows go on")
    choice = response.choices[0]
    text = choice.message.content or ""
    usage = getattr(response, "usage", None)
    cost: float | None = 0.0
    if not is_embedded(model):
        try:
            # A price of zero in the table is a missing one, as in `price`.
            cost = litellm.completion_cost(completion_response=response, model=model) or None
        except Exception:  # noqa: BLE001 - litellm raises many kinds; each means: it does not know the price
            cost = None
    return Reply(
        text=_whole(text),
        finish_reason=choice.finish_reason or "",
        model=_whole(response.model or model),
        input_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        output_tokens=getattr(usage, "completion_tokens", 0) or 0,
        cost=cost,
        choices=_choices(request.choices, choice),
        # Some servers put the whole answer here; beside a text it is paid for, but not wanted.
        reasoning="" if text else _whole(getattr(choice.message, "reasoning_content", None) or ""),
        cached_tokens=getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None) or 0,
    )


def _choices(words: Sequence[str], choice: Any) -> dict[str, float] | None:
    """How likely each word was at the first token that is one of them; None where the provider does not tell.

    A word that is not among the alternatives is taken for impossible.
    """
    for token in getattr(getattr(choice, "logprobs", None), "content", None) or ():
        if _bare(token.token) not in words:
            continue
        told = {(one.token, one.logprob) for one in (token, *(token.top_logprobs or ()))}
        found = dict.fromkeys(words, 0.0)
        for text, logprob in told:
            if _bare(text) in words:
                found[_bare(text)] += math.exp(min(logprob, 0.0))
        total = sum(found.values())
        if not 0 < total < math.inf:  # a server that sends nonsense does not tell
            return None
        return {word: value / total for word, value in found.items()}
    return None


def _bare(token: str) -> str:
    return token.strip(' "\n').casefold()


def _whole(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced: what UTF-8 can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def price(model: str) -> Price | None:
    """US dollars per token, or None where litellm's own table does not know the model."""
    if is_embedded(model):
        return Price(0.0, 0.0)
    litellm = import_litellm()
    try:
        known = litellm.get_model_info(model)
    except Exception:  # noqa: BLE001 - as above
        return None
    costs = known.get("input_cost_per_token"), known.get("output_cost_per_token")
    if costs[0] is None or costs[1] is None or not any(costs):
        return None  # a table entry without a price is not a free model
    return Price(*costs, THINKING_ROOM if dialect.effort(litellm, model) else 0)


def _provider(litellm: Any, engine: Callable[[str], Engine]) -> Any:
    """The embedded model as a litellm custom provider."""

    class EmbeddedLLM(litellm.CustomLLM):  # type: ignore[misc]
        """Hands a completion to the engine of its model file."""

        def completion(self, *_: object, **call: Any) -> Any:
            """litellm's interface: keyword arguments in, a `ModelResponse` out."""
            allowed = ("max_tokens", "temperature", "seed", "response_format", "logprobs", "top_logprobs")
            options = {name: value for name, value in call["optional_params"].items() if name in allowed}
            answer = engine(call["model"]).chat({"messages": call["messages"], **options})
            answer["model"] = call["model"]
            return litellm.ModelResponse(**answer)

    return EmbeddedLLM()
