"""What the terminal review shows, as `rich` renderables; foreign text is a `view.Piece` or passes `visible`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from polyphrase import view
from polyphrase.adapters.keys import KEYS
from polyphrase.models import Staged
from polyphrase.review import ReviewResult, Session
from polyphrase.text import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

MARKS: dict[view.Mark, str] = {
    "": "",
    "literal": "bold cyan underline",
    "lone": "bold yellow reverse",  # told from the literals without colours, too
    "hidden": "bold red reverse",
}
LABEL, WARNING, ADDED = "dim", "yellow", "green"
TRUST = {"clean": "green", "doubtful": "bold yellow"}
LABEL_WIDTH, COLUMN_GAP = 10, 2  # columns
LINES_AROUND = 9  # of a screen: header, row, note, keys and the line of the cursor
LEAST_UTTERANCES = 2
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


def body(card: view.Card, console: Console) -> RenderableType:
    """The row, the candidate below its siblings, and what is known about it; fits the height of `console`."""
    from rich.console import Group

    for with_change in (True, False):  # what does not fit is on the page of details
        about = Group(_candidate(card), _about_candidate(card, with_change=with_change))
        room = console.height - LINES_AROUND - len(console.render_lines(about))
        if room > LEAST_UTTERANCES:
            break
    return Group(_about_row(card, console, room), about)


def details(card: view.Card) -> RenderableType:
    """Everything that is known about the candidate, in as many lines as it takes."""
    from rich.console import Group
    from rich.text import Text

    grid = _grid()
    for one in card.utterances:
        grid.add_row("judged at" if one.judged else "utterance", drawn(one.pieces))
    passed = [name for name, said in card.item.checks.items() if said in view.PASSED]
    grid.add_row("passed", Text(visible(", ".join(passed)), overflow="fold"))
    scores = ", ".join(f"{score:.3f}" for score in card.item.verdict.scores)
    grid.add_row("judge", Text(f"{short(card.item.judge)}: {scores or 'no scores'}"))
    grid.add_row("written by", Text(short(f"{card.item.model}, {card.item.style}")))
    back = Text("\nAny key goes back.", LABEL)
    return Group(_candidate(card), _about_candidate(card, with_change=True), Text(), grid, back)


def drawn(pieces: Sequence[view.Piece], base: str = "") -> Text:
    """A text with its literals and its hidden characters marked."""
    from rich.text import Text

    shown = Text(style=base, overflow="fold")
    for piece in pieces:
        shown.append(piece.text, MARKS[piece.mark])
    return shown


def _about_row(card: view.Card, console: Console, room: int) -> Table:
    """The row and as many of its utterances as fit into `room` lines, but at least two."""
    from rich.text import Text

    row = card.row
    facts = [row.expected_outcome, ", ".join(card.tools), ", ".join(row.tags or ())]
    shown_facts = " · ".join(short(fact) for fact in facts if fact)
    grid = _grid()
    grid.add_row("row", Text.assemble((short(row.id), "bold"), "  ", shown_facts))
    for index, utterance in enumerate(card.utterances):
        line = drawn(utterance.pieces)
        line.truncate(LONG_TEXT, overflow="ellipsis")
        room -= len(line.wrap(console, console.width - LABEL_WIDTH - 2 * COLUMN_GAP))
        left = len(row.utterances) - index
        if index >= LEAST_UTTERANCES and room < (left > 1):  # all but the last leave a line for "and more"
            grid.add_row("", Text(f"and {left} more", LABEL))
            break
        grid.add_row("" if index else "utterances", line)
    return grid


def _candidate(card: view.Card) -> Table:
    """The candidate, with what it says where the person may not read its language."""
    from rich.text import Text

    grid = _grid()
    grid.add_row("", "")
    grid.add_row(Text("candidate", "not dim bold"), drawn(card.candidate.pieces, base="bold"))
    if card.item.gloss:
        grid.add_row("gloss", Text(short(card.item.gloss), "italic"))
    grid.add_row("", "")
    return grid


def _about_candidate(card: view.Card, *, with_change: bool) -> Table:
    from rich.text import Text

    item, verdict = card.item, card.item.verdict
    grid = _grid()
    grid.add_row("language", Text(language(item), "" if item.detected == item.lang else WARNING))
    if item.style != "neutral":
        grid.add_row("style", Text(short(item.style)))
    said = f": {verdict.label} {verdict.score:.2f}{f', {short(verdict.reason)}' if verdict.reason else ''}"
    grid.add_row("judge", Text.assemble((item.trust, TRUST[item.trust]), said))
    if len(card.row.utterances) > 1 and item.source != card.row.utterances[0]:
        grid.add_row("judged at", Text(short(item.source)))
    if card.passed:
        grid.add_row("checks", Text(f"{card.passed} of {len(item.checks)} passed"))
    for name, note in card.notes:
        grid.add_row("note", Text(f"{short(name)}: {short(note)}", WARNING))
    if item.flags:
        grid.add_row("flags", Text(short(", ".join(item.flags)), WARNING))
    if any(twin.differs for twin in card.twins):
        grid.add_row("literals", _twins(card.twins))
    for near in card.boundaries:
        grid.add_row(
            "boundary", Text(f"{near.row.expected_outcome} {short(near.row.id)}: {short(near.text)}")
        )
    if card.change.refused:
        grid.add_row("change", Text(f"merge would refuse it: {short(card.change.refused)}", WARNING))
    elif with_change:
        grid.add_row("change", change(card.change))
    return grid


def _twins(twins: Sequence[view.Twin]) -> Text:
    """How literals are written differently, and which stand alone."""
    from rich.text import Text

    line = Text(overflow="fold")
    for twin in filter(lambda one: one.differs, twins):
        line.append(" · " if line else "")
        if twin.source and twin.found:
            line.append(f"{short(twin.source)} = {short(twin.found)}")
        else:
            lone = f"{short(twin.source)} is missing" if twin.source else f"{short(twin.found)} is new"
            line.append(lone, MARKS["lone"])
    return line


def change(found: view.Change) -> Text:
    """The change to the file as a word diff: what is new stands in braces with plus signs, as git shows it."""
    from rich.text import Text

    line = Text(overflow="fold")
    for text, is_new in found.segments:
        if text == "\n":
            line.append("\n")
        else:
            shown = visible(text)
            line.append(f"{{+{shown}+}}" if is_new else shown, ADDED if is_new else LABEL)
    return line


def language(item: Staged) -> str:
    """Which language was asked for and which was found."""
    asked = short(item.lang)
    if item.detected is None:
        return f"asked for {asked}, not sure: a confirms it, l names another"
    return asked if item.detected == item.lang else f"asked for {asked}, found {short(item.detected)}"


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


def noted(note: str) -> RenderableType:
    """What the last key did."""
    from rich.text import Text

    return Text(f"\n{note}", "italic", no_wrap=True, overflow="ellipsis")


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
    names = ("accepted", "edited", "rejected", "split", "skipped")
    return ", ".join(f"{count} {name}" for name, count in zip(names, result, strict=False) if count)


def _clipped(text: str) -> str:
    return text if len(text) <= LONG_TEXT else text[:LONG_TEXT] + "…"


def short(text: str) -> str:
    """`text` on its way to the screen, clipped."""
    return visible(_clipped(text))


def _grid() -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, COLUMN_GAP, 0, 0))
    grid.add_column(style=LABEL, no_wrap=True, width=LABEL_WIDTH)
    grid.add_column(overflow="fold")
    return grid
