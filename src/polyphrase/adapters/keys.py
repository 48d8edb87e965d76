"""The keys of a review: the same in the terminal and in the page."""

from __future__ import annotations

from polyphrase.models import Outcome, RejectReason

KEYS = {
    "a": ("accept", "The candidate goes into the corpus as it is."),
    "c": ("row", "Accept this and all other clean candidates of the row that come after it."),
    "b": ("bulk", "Accept all clean candidates from here on, in all rows; asks first."),
    "l": ("language", "Accept it in another language than the one asked for, or in none that can be told."),
    "e": ("edit", "Change the candidate first. The checks look at it again."),
    "r": ("reject", "It does not go into the corpus. One more key says why."),
    "n": ("", "Reject it, and note why in words."),
    "p": (
        "split",
        "It asks for something else, and well: it becomes a row of its own. One more key says which.",
    ),
    "s": ("skip", "Decide another day."),
    "u": ("undo", "Take back what the last key did, or go back to the one skipped."),
    "d": ("details", "All utterances, checks and literals, and the exact change to the row."),
    "q": ("quit", "Stop here. Every decision is saved already; Ctrl-C does the same."),
    "?": ("help", "This page."),
}
REASONS: dict[str, RejectReason] = {
    "m": "meaning",
    "l": "literal",
    "w": "language",
    "u": "unnatural",
    "d": "repeated",
}
"""Keys that say why, after a reject."""
NO_REASON = frozenset("r\r\n")
OUTCOMES: dict[str, Outcome] = {"c": "clarify", "r": "reject", "p": "plan"}
"""Keys that say what is right for the row that a split makes."""
