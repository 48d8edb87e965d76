"""What a model does not take: known from litellm's tables, or learned from its refusals.

litellm leaves out or renames what its tables say a model cannot take. A deployment with a name of its own is in
no table, so a refusal that names a parameter is learned from: that parameter is left out, or said in its newer
name, from then on.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from typing import Any

EFFORTS = ("none", "minimal", "low")
"""How much a model thinks before it answers, least first: rewording and judging gain nothing by it."""
THINKING_ROOM = 1024
"""Tokens on top of `max_tokens` for a model that may think all the same: thoughts count as part of the reply."""

SYSTEM = "system"
_NEWER = {"max_tokens": "max_completion_tokens"}
_TELLS_LIKELIHOOD = ("logprobs", "top_logprobs")
# What may be left out without changing what is asked; more than one word goes together.
_SPARED = (
    ("temperature",),
    ("seed",),
    ("reasoning_effort",),
    ("response_format",),
    _TELLS_LIKELIHOOD,
)
_NAMES = (*_NEWER, *(name for together in _SPARED for name in together))
_REFUSED = re.compile(
    r"not support|unsupported|unrecogni[sz]ed|unknown|unexpected|not (?:allowed|permitted|enabled)"
    r"|extra inputs|deprecated|must alternate",
    re.IGNORECASE,
)
# A value that is wrong once is no parameter that is not taken.
_WRONG_VALUE = re.compile(
    r"\btoo (?:large|long|high|many|big)\b|context length|valid range|schema for|exceed"
    r"|must be (?:<|>|at|less|greater|below|between)",
    re.IGNORECASE,
)
_THINKS_ALWAYS = re.compile(r"thinking mode|\bbudget\b.{0,40}\binvalid\b", re.IGNORECASE)
_SYSTEM = re.compile(
    r"\b(?:system|developer) (?:role|messages?|instructions?|prompts?)|roles? must alternate", re.I
)


class Dialects:
    """How each model wants to be asked; a model is its name and where it is served."""

    def __init__(self) -> None:
        self._efforts: dict[str, str | None] = {}
        self._refused: dict[tuple[str, str | None], frozenset[str]] = {}
        self._lock = threading.Lock()

    def told(self, litellm: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a completion as their model takes them, with as little thinking as it can."""
        said, model = dict(arguments), arguments["model"]
        if model not in self._efforts:
            self._efforts[model] = effort(litellm, model)
        if (level := self._efforts[model]) is not None:
            said["reasoning_effort"] = level
            said["max_tokens"] += THINKING_ROOM
        return without(said, self._refused.get(_place(arguments), ()))

    def learn(self, message: str, told: Mapping[str, Any]) -> bool:
        """Whether a provider's refusal of `told` says how to ask instead, which `told` does from now on."""
        found = refused(message, told)
        with self._lock:
            level = told.get("reasoning_effort")
            if "reasoning_effort" in found and level in EFFORTS[:-1]:
                # A little more thinking, before it thinks as much as it likes.
                self._efforts[told["model"]] = EFFORTS[EFFORTS.index(level) + 1]
                return True
            known = self._refused.get(_place(told), frozenset())
            self._refused[_place(told)] = known | found
        return bool(found)


def _place(arguments: Mapping[str, Any]) -> tuple[str, str | None]:
    return arguments["model"], arguments.get("api_base")


def effort(litellm: Any, model: str) -> str | None:
    """The least thinking that litellm can ask a reasoning model for; None where there is nothing to say.

    None also for a model that thinks only when it is asked to.
    """
    try:
        if not litellm.supports_reasoning(model=model):
            return None
        name, provider, *_ = litellm.get_llm_provider(model)
        plain = _mapped(litellm, name, provider, None)
        for level in EFFORTS:
            said = _mapped(litellm, name, provider, level)
            if said != plain:
                return None if _turns_on(said) else level
    except Exception:  # noqa: BLE001 - litellm raises many kinds; each means: it does not know the model
        return None
    return None


def _mapped(litellm: Any, model: str, provider: str, level: str | None) -> dict[str, Any]:
    """What litellm would send that provider."""
    said: dict[str, Any] = litellm.get_optional_params(
        model=model,
        custom_llm_provider=provider,
        drop_params=True,
        **({"reasoning_effort": level} if level else {}),
    )
    return said


def _turns_on(said: Mapping[str, Any]) -> bool:
    thinking = said.get("thinking")
    return isinstance(thinking, Mapping) and thinking.get("type") != "disabled"


def refused(message: str, arguments: Mapping[str, Any]) -> frozenset[str]:
    """What of `arguments` a provider's message says that it does not take: names of parameters, or `SYSTEM`."""
    if "reasoning_effort" in arguments and _THINKS_ALWAYS.search(message):
        return frozenset({"reasoning_effort"})
    if not _REFUSED.search(message) or _WRONG_VALUE.search(message):
        return frozenset()
    named = [name for name in _NAMES if name in arguments and re.search(rf"\b{name}\b", message)]
    if named:
        return frozenset(next((one for one in _SPARED if named[0] in one), (named[0],)))
    roles = [one["role"] for one in arguments["messages"]]
    return frozenset({SYSTEM}) if "system" in roles and _SYSTEM.search(message) else frozenset()


def without(arguments: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """`arguments` as a model takes them that refused `names`."""
    said = dict(arguments)
    for name in names:
        if name == SYSTEM:
            said["messages"] = _merged(said["messages"])
        elif name in said:
            value = said.pop(name)
            if name in _NEWER:
                said[_NEWER[name]] = value
    return said


def _merged(messages: Iterable[Mapping[str, str]]) -> list[dict[str, str]]:
    """The system's words at the head of the user's first."""
    told = [one["content"] for one in messages if one["role"] == "system"]
    rest = [dict(one) for one in messages if one["role"] != "system"]
    rest[0]["content"] = "\n\n".join((*told, rest[0]["content"]))
    return rest
