"""Settings of a run: what `polyphrase.toml` and the command line say, checked before anything starts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic import Field, ValidationError

from polyphrase.errors import InputError
from polyphrase.models import Frozen

DEFAULT_MODEL = "embedded/qwen2.5-coder-1.5b"


class Settings(Frozen):
    """All settings with their defaults. `timeout`: seconds for one attempt of a model call.

    No `judge` means: the model that writes also judges; of several, each has a veto. No `style` means: the mix
    of the generator's prompt. `rounds`: how often a cell is asked for at most. `languages_per_call`: languages
    of a row that are asked for at once; None means: one for the embedded model, else four. `avoid`: files with
    texts that must not come into the corpus. `gloss`: whether staged candidates are said in the row's language,
    too. `concurrency` None means: as many calls at once as the machine has cores for the embedded model, else 8.
    """

    corpus: str = "data/eval.jsonl"
    out: str = "generated"
    prompts: str | None = None
    model: str = Field(default=DEFAULT_MODEL, min_length=1)
    judge: tuple[str, ...] = ()
    api_base: str | None = None
    per_lang: int = Field(default=2, ge=1, le=50)
    style: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    gloss: bool = True
    rounds: int = Field(default=3, ge=1, le=10)
    languages_per_call: int | None = Field(default=None, ge=1, le=20)
    concurrency: int | None = Field(default=None, ge=1, le=256)
    timeout: float = Field(default=120.0, gt=0, allow_inf_nan=False)
    max_cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    max_calls: int | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=0)

    @property
    def judges(self) -> tuple[str, ...]:
        """The models that judge, each once."""
        return tuple(dict.fromkeys(self.judge or (self.model,)))


def parse(text: str, name: str, options: Mapping[str, Any]) -> Settings:
    """Settings from a TOML text and the command line's options, which win where they are not None.

    Raises `InputError` naming everything that is wrong.
    """
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f"{name} is not TOML: {error}", "mend the file, or name another with --config"
        ) from error
    given = {key: value for key, value in options.items() if value is not None}
    for key in ("timeout", "max_cost"):  # TOML writes 60 where we hold 60.0
        if type(written.get(key)) is int:
            written[key] = float(written[key])
    for key in ("judge", "style", "avoid"):
        if isinstance(one := written.get(key), str):
            written[key] = (one,)
        elif isinstance(one, list):
            written[key] = tuple(one)
    try:
        return Settings.model_validate({**written, **given})
    except ValidationError as error:
        listed = "; ".join(_explain(one, name, given) for one in error.errors())
        known = ", ".join(Settings.model_fields)
        raise InputError(f"wrong settings: {listed}", f"the settings are: {known}") from error


def _explain(error: Any, name: str, given: Mapping[str, Any]) -> str:
    key = str(error["loc"][0])
    place = "--" + key.replace("_", "-") if key in given else f"`{key}` in {name}"
    return f"{place}: {error['msg'].lower()}"
