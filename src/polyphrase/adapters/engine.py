"""The embedded model's engine: llama.cpp in this process (xllamacpp), several slots at once."""

from __future__ import annotations

import os
import threading
from typing import Any

from polyphrase.adapters import weights
from polyphrase.errors import InputError, ModelError

CONTEXT = 4096
"""Tokens of one slot: prompt and reply together. The longest prompts here are under 2,000."""


class Engine:
    """One model file, loaded once and only when the first request comes.

    `slots` requests run side by side. `progress` hears what is checked, put together or loaded.
    Calls release the interpreter lock, so threads really run at once.
    """

    def __init__(self, model: str, slots: int, progress: weights.Progress) -> None:
        self.model = model
        self._slots = slots
        self._progress = progress
        self._lock = threading.Lock()
        self._server: Any = None
        self._broken: InputError | None = None

    def chat(self, body: dict[str, Any]) -> dict[str, Any]:
        """Answer an OpenAI-style chat completion body. Raises `ModelError`, or `InputError` without weights."""
        reply: dict[str, Any] = self._loaded().handle_chat_completions(body)
        if "error" in reply:
            message = reply["error"].get("message", "no reason given")
            raise ModelError(
                f"`{self.model}` refused a request: {message}", "shorten the row, or use a larger model"
            )
        return reply

    def _loaded(self) -> Any:
        with self._lock:
            if self._broken is not None:
                raise self._broken
            if self._server is None:
                try:
                    self._server = self._load()
                except InputError as error:
                    self._broken = error
                    raise
            return self._server

    def _load(self) -> Any:
        try:
            import xllamacpp
        except ImportError:
            raise weights.missing(weights.EMBEDDED, "its engine, xllamacpp, is not installed") from None
        path = weights.resolve(self.model, self._progress)
        self._progress("loading the embedded model", 0, 0)
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(path)
        parameters.n_ctx = CONTEXT * self._slots
        parameters.n_parallel = self._slots
        parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = os.cpu_count() or 1
        parameters.warmup = False
        parameters.verbosity = -1  # the engine would write hundreds of lines to stderr
        try:
            server = xllamacpp.Server(parameters)
        except Exception as error:
            raise InputError(
                f"the engine cannot load {path}: {error}",
                "check that it is a GGUF model and that memory is free",
            ) from error
        self._progress("the embedded model is loaded", 1, 1)
        return server
