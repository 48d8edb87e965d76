"""What the terminal review shows, as `rich` renderables. Every foreign text passes `text.pieces` first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from polyphrase.models import UNDETERMINED, Decision, RejectReason, Row, Staged
from polyphrase.review import ReviewResult, Session
from polyphrase.text import pieces, visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

Highlight = Callable[[Row, str], Sequence[tuple[int, int]]]

LITERAL, HIDDEN, LABEL = "bold cyan underline", "bold red reverse", "dim"
TRUST = {"clean": "green", "doubtful": "bold yellow"}
KEYS = {
    "a": ("accept", "The candidate goes into the corpus as it is."),
    "c": ("row", "Accept this and all other clean candidates of the row that come after it."),
    "l": ("language", "Accept it in another language than the one asked for, or in none that can be told."),
    "e": ("edit", "Change the candidate first. The checks look at it again."),
    "r": ("reject", "It does not go into the corpus. One more key says why."),
    "n": ("", "Reject it, and note why in words."),
    "s": ("skip", "Decide another day."),
    "u": ("undo", "Take the last decision of this session back, or go back to the one skipped."),
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
DONE = {"accept": "Accepted", "edit": "Edited", "reject": "Rejected", None: "Taken back"}
PASSED = frozenset(("", "ok", "passed"))
LABEL_WIDTH, COLUMN_GAP = 10, 2  # columns
LINES_AROUND = 8  # of a screen: header, row, note, keys and the line of the cursor
LONG_TEXT = 160  # characters; a candidate is always shown whole, the rest is clipped here


def header(session: Session) -> RenderableType:
    """Where we are, and what was done so far."""
    from rich.console import Group
    from rich.rule import Rule
    from rich.table import Table
    from rich.text import Text

    total = len(session.items)
    where = f"{session.position + 1} of {total}" if session.item else f"All {total} seen"
    line = Table.grid(expand=True)
    line.add_column()
    line.add_column(justify="right")
    line.add_row(Text(where, "bold"), Text(_counts(session.result()), LABEL))
    return Group(line, Rule(style=LABEL))


def body(item: Staged, row: Row, highlight: Highlight, console: Console) -> RenderableType:
    """The row, the candidate below its siblings, and what is known about it; fits the height of `console`."""
    from rich.console import Group
    from rich.text import Text

    candidate = _grid()
    candidate.add_row("", "")
    candidate.add_row(
        Text("candidate", "not dim bold"), marked(item.text, highlight(row, item.text), base="bold")
    )
    candidate.add_row("", "")
    about = Group(candidate, _about_candidate(item))
    room = console.height - LINES_AROUND - len(console.render_lines(about))
    return Group(_about_row(row, highlight, console, room), about)


def marked(text: str, spans: Sequence[tuple[int, int]], base: str = "") -> Text:
    """`text` with its literals and its hidden characters marked. `spans`: (start, end) offsets in `text`."""
    from rich.text import Text

    literal = {offset for start, end in spans for offset in range(start, end)}
    styled = [
        (HIDDEN if piece != text[offset] else LITERAL if offset in literal else "", piece)
        for offset, piece in enumerate(pieces(text))
    ]
    shown = Text(style=base, overflow="fold")
    for style, run in groupby(styled, key=itemgetter(0)):
        shown.append("".join(piece for _, piece in run), style)
    return shown


def _about_row(row: Row, highlight: Highlight, console: Console, room: int) -> Table:
    """The row and as many of its utterances as fit into `room` lines, but at least two."""
    from rich.text import Text

    tools = row.expected_tools or ((row.expected_tool,) if row.expected_tool else ())
    facts = [row.expected_outcome, ", ".join(tools), ", ".join(row.tags or ())]
    shown_facts = " · ".join(_short(fact) for fact in facts if fact)
    grid = _grid()
    grid.add_row("row", Text.assemble((_short(row.id), "bold"), "  ", shown_facts))
    for index, utterance in enumerate(row.utterances):
        clipped = _clipped(utterance)
        line = marked(clipped, highlight(row, clipped))
        room -= len(line.wrap(console, console.width - LABEL_WIDTH - 2 * COLUMN_GAP))
        left = len(row.utterances) - index
        if index >= 2 and room < (left > 1):  # all but the last leave a line for "and more"
            grid.add_row("", Text(f"and {left} more", LABEL))
            break
        grid.add_row("" if index else "utterances", line)
    return grid


def _about_candidate(item: Staged) -> Table:
    from rich.text import Text

    grid = _grid()
    grid.add_row("language", Text(language(item), "" if item.detected == item.lang else "yellow"))
    if item.style != "neutral":
        grid.add_row("style", Text(_short(item.style)))
    grid.add_row("trust", Text(item.trust, TRUST[item.trust]))
    verdict = item.verdict
    reason = f": {_short(verdict.reason)}" if verdict.reason else ""
    grid.add_row("judge", Text(f"{verdict.label} {verdict.score:.2f}{reason}"))
    passed = sum(said in PASSED for said in item.checks.values())
    if passed:
        grid.add_row("checks", Text(f"{passed} of {len(item.checks)} passed"))
    for name, said in item.checks.items():
        if said not in PASSED:
            grid.add_row("note", Text(f"{_short(name)}: {_short(said)}", "yellow"))
    if item.flags:
        grid.add_row("flags", Text(_short(", ".join(item.flags)), "yellow"))
    return grid


def language(item: Staged) -> str:
    """Which language was asked for and which was found."""
    asked = _short(item.lang)
    if item.detected is None:
        return f"asked for {asked}, not sure: a confirms it, l names another"
    return asked if item.detected == item.lang else f"asked for {asked}, found {_short(item.detected)}"


def keys(*, at_end: bool) -> Text:
    """The keys that do something now, on one line."""
    from rich.text import Text

    line = Text("\n")
    for key, (name, _) in KEYS.items():
        if name and (not at_end or key in "uq"):
            line.append(key, "bold").append(f" {name}  ")
    return line


def help_text() -> RenderableType:
    """What each key does, with room for long sentences."""
    from rich.console import Group
    from rich.text import Text

    grid = _grid()
    for key, (name, meaning) in KEYS.items():
        grid.add_row(Text.assemble((key, "not dim bold"), f" {name}"), Text(meaning))
    return Group(grid, Text("\nAny key goes back.", LABEL))


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


def language_hint(item: Staged) -> Text:
    """What to do with the line that follows."""
    from rich.text import Text

    return Text(
        f"\nWhich language, if not {_short(item.lang)}? A code such as pt, then Enter. "
        "Enter alone accepts it in no language that can be told, Ctrl-D cancels.",
        LABEL,
    )


def complaints(text: str, sentences: Sequence[str]) -> RenderableType:
    """What the checks have against an edited text, and what can be done about it."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    found = [Text(f"- {_short(sentence)}", "yellow") for sentence in sentences]
    choice = Text.assemble(
        ("e", "bold"), " edit again   ", ("a", "bold"), " accept anyway   ", "any other key cancels"
    )
    return Group(Padding(marked(text, (), base="bold"), (1, 2)), Text("The checks say:"), *found, choice)


def noted(note: str) -> RenderableType:
    """What the last key did."""
    from rich.text import Text

    return Text(f"\n{note}", "italic", no_wrap=True, overflow="ellipsis")


def recorded(decision: Decision) -> str:
    """A line that says what was recorded."""
    lang = decision.lang if decision.action else None
    said = (
        " in no language that can be told" if lang == UNDETERMINED else f" as {_short(lang)}" if lang else ""
    )
    why = f" ({decision.reason})" if decision.reason else ""
    return f"{DONE[decision.action]}{said}{why}: {_short(decision.text)}"


def unknown_key(key: str) -> str:
    """A line for a key that has no meaning here."""
    return (
        f"{key} does nothing here; ? lists the keys." if key.isprintable() else "That key does nothing here."
    )


def summary(result: ReviewResult) -> Text:
    """What the session did, and what remains."""
    from rich.text import Text

    done = _counts(result) or "nothing decided"
    return Text(f"Review: {done}; {result.left} not seen." if result.left else f"Review: {done}.")


def _counts(result: ReviewResult) -> str:
    names = ("accepted", "edited", "rejected", "skipped")
    return ", ".join(f"{count} {name}" for name, count in zip(names, result, strict=False) if count)


def _clipped(text: str) -> str:
    return text if len(text) <= LONG_TEXT else text[:LONG_TEXT] + "…"


def _short(text: str) -> str:
    return visible(_clipped(text))


def _grid() -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, COLUMN_GAP, 0, 0))
    grid.add_column(style=LABEL, no_wrap=True, width=LABEL_WIDTH)
    grid.add_column(overflow="fold")
    return grid
