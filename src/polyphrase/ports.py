"""What the pure parts ask of the world. Adapters implement these; so do the doubles in the tests."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
    """What is known of languages from large collections of text. Codes are ISO 639-1; scores are in nats."""

    def letters(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """Log-likelihood of the letters of `text`, up to a constant, for each of `among` that is known."""

    @property
    def listed(self) -> frozenset[str]:
        """The languages that `words` has a list for."""

    def words(self, lang: str) -> Mapping[str, float]:
        """Natural logarithm of the frequency of each common word, in small letters."""

    def spelled(self, lang: str) -> Collection[str]:
        """Every word that is written more than now and then, in small letters; empty where nobody counted."""

    def second_opinion(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """The same as `letters`, from another source; asked where those leave a doubt."""
