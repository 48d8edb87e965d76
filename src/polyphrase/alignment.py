"""Literals of two texts of a row side by side: which one stands for which, however each is written."""

from __future__ import annotations

from typing import NamedTuple

from polyphrase.literals import Contract, LiteralSpan, agree, scanned_for


class Pair(NamedTuple):
    """A literal of the source and the one that stands for it in the candidate; None where there is none."""

    source: LiteralSpan | None
    found: LiteralSpan | None


def aligned(contract: Contract, source: str, text: str) -> tuple[Pair, ...]:
    """Every literal of both texts once, in the order of `source`; then what only `text` has."""
    wanted, offered = scanned_for(contract, source), scanned_for(contract, text)
    free = [one.span for one in offered]
    partners: dict[int, LiteralSpan] = {}
    for exact in (True, False):
        for index, one in enumerate(wanted):
            fitting = (s for s in free if (s.value == one.span.value if exact else agree(one.span, s)))
            if index not in partners and (partner := next(fitting, None)) is not None:
                partners[index] = partner
                free.remove(partner)
    # A word for a number has other uses, too: without a partner it is no literal.
    in_words = {one.span for one in offered if one.in_words}
    kept = (
        Pair(one.span, partners.get(index))
        for index, one in enumerate(wanted)
        if index in partners or not one.in_words
    )
    return (*kept, *(Pair(None, span) for span in free if span not in in_words))
