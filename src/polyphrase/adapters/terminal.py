"""Review in a terminal: one candidate a screen, one key a decision.

Whatever a corpus or a model wrote passes `text.visible` on its way to the screen and is never read as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from polyphrase import codes
from polyphrase.adapters import keyboard, screen
from polyphrase.errors import InputError
from polyphrase.models import UNDETERMINED, Decision, Row, Staged
from polyphrase.review import ReviewResult, Session
from polyphrase.text import visible, without_hidden

if TYPE_CHECKING:
    from rich.console import Console


def run(
    session: Session,
    rows: Mapping[str, Row],
    *,
    append: Callable[[Decision], None],
    recheck: Callable[[Staged, str], Sequence[str]],
    highlight: screen.Highlight,
    now: Callable[[], str],
) -> ReviewResult:
    """Walk a person through `session` on this process' terminal.

    `append` puts a decision on disk, before the next screen is drawn. `recheck` says in plain sentences what
    the checks have against an edited text. `highlight` gives the (start, end) offsets of the literals in a
    text of a row. `now` gives the time as ISO 8601. Raises `InputError` if there is no terminal, and
    `KeyboardInterrupt` on Ctrl-C, with the terminal restored and every decision so far appended.
    """
    from rich.console import Console

    with keyboard.opened() as keys:
        return Desk(
            session=session,
            rows=rows,
            append=append,
            recheck=recheck,
            highlight=highlight,
            now=now,
            read_key=keys.key,
            read_line=keys.line,
            console=Console(markup=False, highlight=False, emoji=False),
        ).run()


@dataclass(frozen=True)
class Desk:
    """A session with all it needs to be shown, answered and recorded; see `run` for the fields.

    `read_key` gives a character, or an empty string at the end of input; `read_line` takes the text to begin
    with and gives the changed one, or None if the person gave up.
    """

    session: Session
    rows: Mapping[str, Row]
    append: Callable[[Decision], None]
    recheck: Callable[[Staged, str], Sequence[str]]
    highlight: screen.Highlight
    now: Callable[[], str]
    read_key: Callable[[], str]
    read_line: Callable[[str], str | None]
    console: Console

    def run(self) -> ReviewResult:
        """Show, ask and record until the person quits or nothing is left."""
        if not self.session.items:
            self.console.print("Nothing waits for review.")
            return self.session.result()
        note = ""
        try:
            while True:
                self._show(note)
                key = self.read_key().lower()
                # At the end the last decision can still be undone; any other key leaves.
                if key in {"", "q"} or (self.session.item is None and key != "u"):
                    break
                command = COMMANDS.get(key)
                note = command(self) if command else screen.unknown_key(key)
        except KeyboardInterrupt:
            self._sum_up()
            raise
        self._sum_up()
        return self.session.result()

    def accept(self) -> str:
        """The candidate is right."""
        return self._record(self.session.accept(self.now()))

    def accept_row(self) -> str:
        """All that is clean in this row is right."""
        decisions = self.session.accept_row(self.now())
        for one in decisions:
            self._record(one)
        return f"Accepted {len(decisions)}." if decisions else "This one is doubtful: decide on it alone."

    def accept_in_another_language(self) -> str:
        """The candidate is right, but not in the language that was asked for."""
        self.console.print(screen.language_hint(self.session.items[self.session.position]))
        typed = self.read_line("")
        if typed is None:
            return "Nothing was changed."
        try:
            lang = codes.code(typed) if typed.strip() else UNDETERMINED
        except InputError as error:
            return f"{visible(error.problem)}. Nothing was changed."
        return self._record(self.session.accept(self.now(), lang))

    def edit(self) -> str:
        """The person writes what is right; the checks have a word, the person has the last one."""
        item = self.session.items[self.session.position]
        text = item.text
        while True:
            start = without_hidden(text)  # the line editor would send them to the terminal
            self.console.print(screen.edit_hint(cleaned=start != text))
            typed = self.read_line(start)
            if typed is None or not typed.strip():
                return "Nothing was changed."
            text = typed.strip()
            complaints = self.recheck(item, text) if text != item.text else ()
            if complaints:
                self.console.print(screen.complaints(text, complaints))
                key = self.read_key().lower()
                if key == "e":
                    continue
                if key != "a":
                    return "Nothing was changed."
            return self._record(self.session.edit(text, self.now()))

    def reject(self) -> str:
        """The candidate is wrong; one more key says why."""
        self.console.print(screen.reason_hint())
        key = self.read_key().lower()
        if key not in screen.REASONS and key not in screen.NO_REASON:
            return "Nothing was changed."
        return self._record(self.session.reject("", self.now(), screen.REASONS.get(key)))

    def reject_with_note(self) -> str:
        """The candidate is wrong, and the person says why."""
        self.console.print("\nWhy? Enter alone rejects without a note, Ctrl-D cancels.")
        note = self.read_line("")
        if note is None:
            return "Nothing was changed."
        return self._record(self.session.reject(note.strip(), self.now(), "other" if note.strip() else None))

    def skip(self) -> str:
        """The candidate waits for another day."""
        self.session.skip()
        return "Skipped. It waits for the next review."

    def undo(self) -> str:
        """One step back."""
        if not self.session.position:
            return "Nothing to undo."
        decision = self.session.undo(self.now())
        return self._record(decision) if decision else "Back at the one you skipped."

    def help(self) -> str:
        """What the keys do."""
        self.console.clear()
        self.console.print(screen.help_text())
        self.read_key()
        return ""

    def _sum_up(self) -> None:
        self.console.print()
        self.console.print(screen.summary(self.session.result()))

    def _record(self, decision: Decision) -> str:
        self.append(decision)
        return screen.recorded(decision)

    def _show(self, note: str) -> None:
        self.console.clear()
        item = self.session.item
        self.console.print(screen.header(self.session))
        if item:
            row = self.rows[item.row_id]
            self.console.print(screen.body(item, row, self.highlight, self.console))
        if note:
            self.console.print(screen.noted(note))
        self.console.print(screen.keys(at_end=item is None))


COMMANDS: dict[str, Callable[[Desk], str]] = {
    "a": Desk.accept,
    "c": Desk.accept_row,
    "l": Desk.accept_in_another_language,
    "e": Desk.edit,
    "r": Desk.reject,
    "n": Desk.reject_with_note,
    "s": Desk.skip,
    "u": Desk.undo,
    "?": Desk.help,
}
