"""Prompts are data: one TOML file a task, with a version, `$name` variables and few-shot examples."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from string import Template
from typing import Any, get_args

from pydantic import Field, ValidationError

from polyphrase.errors import InputError
from polyphrase.models import Frozen, Message, Outcome, digest

GENERATE = frozenset({"payload", "cells", "note"})
CELL = frozenset({"language", "forms"})
JUDGE = frozenset({"a", "b"})
GLOSS = frozenset({"text", "into"})


class Example(Frozen):
    """One few-shot turn: what the user says and what a good model answers; for one outcome, or for all."""

    outcome: Outcome | None = None
    user: str
    assistant: str


class Prompt(Frozen):
    """What a model is told for one task.

    `max_tokens` and `max_tokens_each` bound the reply: a base, and so many for each item asked for, or for each
    character of a text to translate.
    `user` is a template: its `$name` variables are filled with JSON, and `$note`, where it is used, with the
    outcome's note. The examples of the row's outcome come after those for all, so that outcomes share a prefix.
    `cell`: a template of the line that asks for phrasings in one language; `$cells` in `user` is all of them.
    `styles`: what phrasings can be like, each as the model is told; the words before a bracket are its name there.
    `mix`: the styles of a run that names none. `spare`: so many phrasings more than are missing are asked for.
    """

    version: str = Field(min_length=1)
    temperature: float = Field(ge=0, le=2)
    max_tokens: int = Field(gt=0)
    max_tokens_each: int = Field(default=0, ge=0)
    system: str
    user: str
    cell: str = ""
    notes: Mapping[Outcome, str] = {}
    styles: Mapping[str, str] = {}
    mix: tuple[str, ...] = ()
    spare: int = Field(default=0, ge=0)
    examples: tuple[Example, ...] = ()

    @cached_property
    def label(self) -> str:
        """Version and a digest of the text, as written into staged lines: an edited prompt is seen there."""
        # Prompts without styles keep the label they had before there were any.
        unused = set() if self.styles else {"styles", "mix", "spare", "cell"}
        return f"{self.version}+{digest(self.model_dump(mode='json', exclude=unused))[:8]}"

    def messages(
        self, outcome: Outcome | None, plain: Mapping[str, str] = {}, **values: Any
    ) -> tuple[Message, ...]:
        """The chat for one request: system, examples, then `user` with its values as JSON, and `plain` as it is.

        What comes from a corpus or a model is never plain. `outcome` None: who is asked must not know the row's.
        """
        written = {name: json.dumps(value, ensure_ascii=False) for name, value in values.items()}
        written |= plain
        note = "" if outcome is None else self.notes.get(outcome, "")
        said = Template(self.user).substitute(written, note=note)
        return (*self._stable[outcome], Message(role="user", content=said.strip()))

    def cell_line(self, language: str, forms: Sequence[str]) -> str:
        """The line that asks for phrasings in one language."""
        return Template(self.cell).substitute(language=language, forms=", ".join(forms))

    @cached_property
    def _stable(self) -> dict[Outcome | None, tuple[Message, ...]]:
        """What every request for an outcome, or for none, begins with."""
        common = self._turns(None)
        return {None: common, **{outcome: common + self._turns(outcome) for outcome in get_args(Outcome)}}

    def _turns(self, outcome: Outcome | None) -> tuple[Message, ...]:
        turns = [Message(role="system", content=self.system.strip())] if outcome is None else []
        for example in self.examples:
            if example.outcome == outcome:
                turns.append(Message(role="user", content=example.user.strip()))
                turns.append(Message(role="assistant", content=example.assistant.strip()))
        return tuple(turns)


def parse(text: str, name: str, variables: frozenset[str]) -> Prompt:
    """Read a prompt file whose `user` uses exactly `variables`. Raises `InputError` naming what is wrong."""
    try:
        prompt = Prompt.model_validate(_tuples(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"{name} is not TOML: {error}", "mend the file; prompts/ of the project shows the form"
        ) from error
    except ValidationError as error:
        listed = "; ".join(
            f"`{'.'.join(str(part) for part in one['loc'])}`: {one['msg']}" for one in error.errors()
        )
        raise InputError(
            f"{name} is not a prompt: {listed}", "see prompts/ of the project for the form"
        ) from error
    missing = set(get_args(Outcome)) - set(prompt.notes)
    if missing and "note" in variables:
        raise InputError(
            f"{name} has no note for {' and '.join(sorted(missing))}", "add it below [notes]; it may be empty"
        )
    if "cells" in variables and (not prompt.mix or set(prompt.mix) - set(prompt.styles)):
        raise InputError(
            f"{name} names no style of its own in `mix`",
            "list names below [styles], such as mix = ['neutral']",
        )
    _uses(prompt.user, variables, f"`user` of {name}")
    if "cells" in variables:
        _uses(prompt.cell, CELL, f"`cell` of {name}")
    return prompt


def _uses(text: str, variables: frozenset[str], place: str) -> None:
    template = Template(text)
    if not template.is_valid() or set(template.get_identifiers()) != variables:
        listed = " and ".join(f"${one}" for one in sorted(variables))
        raise InputError(f"{place} must use exactly {listed}", "write a literal dollar sign as $$")


def _tuples(value: Any) -> Any:
    """TOML arrays as tuples, which is what strict, frozen models hold."""
    if isinstance(value, list):
        return tuple(_tuples(one) for one in value)
    if isinstance(value, dict):
        return {key: _tuples(one) for key, one in value.items()}
    return value
