"""What the pure parts ask of the world. Adapters implement these; so do the doubles in the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from polyphrase.models import Reply, Request


class Model(Protocol):
    """A language model behind one method; called from several threads at once."""

    def complete(self, request: Request) -> Reply:
        """Answer `request`. Raises `ModelError`, and nothing else, when that fails for good."""


class Journal(Protocol):
    """Every reply ever paid for, by the key of its request."""

    def get(self, request: Request) -> Reply | None:
        """The recorded reply, or None."""

    def put(self, request: Request, reply: Reply) -> None:
        """Record a reply; it is on disk when this returns."""


class Detector(Protocol):
    """A statistical language identifier."""

    def scores(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """Probability of each language of `among` (ISO 639-1) that the detector knows; they sum to 1."""
