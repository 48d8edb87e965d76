"""Flags of a staged candidate: what a reviewer should know that is no reason to drop it."""

from __future__ import annotations

LANGUAGE_UNSURE = "language_unsure"
FOREIGN_WORD = "foreign_word"
"""A word of another language than the one that was asked for."""
UNKNOWN_WORD = "unknown_word"
"""A word that nobody writes in the language that was asked for."""
ROW_ADDRESSES_JUDGE = "row_addresses_judge"
"""The row itself speaks to a judge or disguises its letters, and so may its candidates."""
MARKERS = "markers"
"""A word that turns a request into another one stands on one side only."""
BOUNDARY_PAIR = "boundary_pair"
"""Nearly an utterance of a row that asks for something else."""

DOUBTS = {
    BOUNDARY_PAIR: "other_row",
    FOREIGN_WORD: "language",
    MARKERS: "markers",
    ROW_ADDRESSES_JUDGE: "attacks",
    UNKNOWN_WORD: "words",
}
"""Flags that keep a candidate from being clean, each with the check whose note says more."""
