"""How commands speak: results on stdout, talk on stderr."""

from __future__ import annotations

import sys
from datetime import UTC, datetime


def now() -> str:
    """The time as ISO 8601, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def out(text: str) -> None:
    """A result, on stdout."""
    if text:
        sys.stdout.write(text + "\n")


def err(text: str) -> None:
    """Talk, on stderr."""
    if text:
        sys.stderr.write(text + "\n")
