"""What the terminal review asks after a key that needs one more answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from polyphrase import view
from polyphrase.adapters.keys import OUTCOMES, REASONS
from polyphrase.adapters.screen import LABEL, WARNING, drawn, short
from polyphrase.models import Staged

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text


def edit_hint(*, cleaned: bool) -> Text:
    """What to do with the line that follows; `cleaned`: it begins without hidden characters."""
    from rich.text import Text

    cleaning = "The hidden characters are left out.\n" if cleaned else ""
    return Text(f"\n{cleaning}Change the text, then Enter. An empty line cancels.", LABEL)


def reason_hint() -> Text:
    """The keys that say why a candidate is rejected."""
    from rich.text import Text

    line = Text().append("\nWhy? Another key cancels.\n", LABEL)
    for key, reason in (*REASONS.items(), ("r", "no reason")):
        line.append(key, "bold").append(f" {reason}   ")
    return line


def outcome_hint() -> Text:
    """The keys that say what is right for the row that a split makes."""
    from rich.text import Text

    line = Text().append("\nA row of its own; what is right for it? Another key cancels.\n", LABEL)
    for key, outcome in OUTCOMES.items():
        line.append(key, "bold").append(f" {outcome}   ")
    return line.append("\nA plan row is only noted: its tool and its command are yours to write.", LABEL)


def bulk_hint(candidates: int, rows: int) -> Text:
    """What a bulk accept would do."""
    from rich.text import Text

    what = f"\nAccept {candidates} clean candidates of {rows} rows without looking? "
    return Text.assemble(what, ("y", "bold"), " yes   any other key cancels")


def language_hint(item: Staged) -> Text:
    """What to do with the line that follows."""
    from rich.text import Text

    return Text(
        f"\nWhich language, if not {short(item.lang)}? A code such as pt, then Enter. "
        "Enter alone accepts it in no language that can be told, Ctrl-D cancels.",
        LABEL,
    )


def complaints(text: str, sentences: Sequence[str]) -> RenderableType:
    """What the checks have against an edited text, and what can be done about it."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    found = [Text(f"- {short(sentence)}", WARNING) for sentence in sentences]
    choice = Text.assemble(
        ("e", "bold"), " edit again   ", ("a", "bold"), " accept anyway   ", "any other key cancels"
    )
    return Group(
        Padding(drawn(view.plain(text), base="bold"), (1, 2)), Text("The checks say:"), *found, choice
    )
