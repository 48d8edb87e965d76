"""Review in a terminal: one candidate a screen, one key a decision.

Whatever a corpus or a model wrote passes `text.visible` on its way to the screen and is never read as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from polyphrase import codes, view
from polyphrase.adapters import hints, keyboard, screen
from polyphrase.adapters.keys import NO_REASON, OUTCOMES, REASONS
from polyphrase.errors import InputError
from polyphrase.models import UNDETERMINED, Decision, Staged
from polyphrase.review import ReviewResult, Session
from polyphrase.text import visible, without_hidden

if TYPE_CHECKING:
    from rich.console import Console

LATE = "It was decided elsewhere while you looked at it, and is left so. Here is the next one."


def run(
    session: Session,
    *,
    card: Callable[[Staged], view.Card],
    append: Callable[..., None],
    said: Callable[[], Sequence[Decision]],
    recheck: Callable[[Staged, str], Sequence[str]],
    now: Callable[[], str],
) -> ReviewResult:
    """Walk a person through `session` on this process' terminal.

    `card` gives what is known of a candidate. `append` puts decisions on disk, before the next screen is drawn;
    `said` gives all that are there by now, by anybody. `recheck` says in plain sentences what the checks have
    against an edited text. `now` gives the time as ISO 8601. Raises `InputError` if there is no terminal, and
    `KeyboardInterrupt` on Ctrl-C, with the terminal restored and every decision so far appended.
    """
    from rich.console import Console

    with keyboard.opened() as keys:
        return Desk(
            session=session,
            card=card,
            append=append,
            said=said,
            recheck=recheck,
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
    card: Callable[[Staged], view.Card]
    append: Callable[..., None]
    said: Callable[[], Sequence[Decision]]
    recheck: Callable[[Staged, str], Sequence[str]]
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
        return self._record(lambda: self.session.accept(self.now()))

    def accept_row(self) -> str:
        """All that is clean in this row is right."""
        if self._is_late():
            return LATE
        if self.session.items[self.session.position].trust != "clean":
            return "This one is doubtful: decide on it alone."
        return self._accept_clean(row=True)

    def accept_all(self) -> str:
        """All that is clean is right, from here on."""
        clean = self.session.clean_ones(row=False)
        if not clean:
            return "None of those that wait is clean: decide on each alone."
        self.console.print(hints.bulk_hint(len(clean), len({one.row_id for one in clean})))
        if self.read_key().lower() != "y":
            return "Nothing was changed."
        if self._is_late() or self.session.clean_ones(row=False) != clean:
            return "Others decided meanwhile, so it is not what you saw. Nothing was changed."
        return self._accept_clean(row=False)

    def _accept_clean(self, *, row: bool) -> str:
        decisions = self.session.accept_clean(self.now(), row=row)
        self.append(*decisions)
        return f"Accepted {len(decisions)}; u takes them all back."

    def accept_in_another_language(self) -> str:
        """The candidate is right, but not in the language that was asked for."""
        self.console.print(hints.language_hint(self.session.items[self.session.position]))
        typed = self.read_line("")
        if typed is None:
            return "Nothing was changed."
        try:
            lang = codes.code(typed) if typed.strip() else UNDETERMINED
        except InputError as error:
            return f"{visible(error.problem)}. Nothing was changed."
        return self._record(lambda: self.session.accept(self.now(), lang))

    def edit(self) -> str:
        """The person writes what is right; the checks have a word, the person has the last one."""
        item = self.session.items[self.session.position]
        text = item.text
        while True:
            start = without_hidden(text)  # the line editor would send them to the terminal
            self.console.print(hints.edit_hint(cleaned=start != text))
            typed = self.read_line(start)
            if typed is None or not typed.strip():
                return "Nothing was changed."
            text = typed.strip()
            complaints = self.recheck(item, text) if text != item.text else ()
            if complaints:
                self.console.print(hints.complaints(text, complaints))
                key = self.read_key().lower()
                if key == "e":
                    continue
                if key != "a":
                    return "Nothing was changed."
            return self._record(partial(self.session.edit, text, self.now()))

    def reject(self) -> str:
        """The candidate is wrong; one more key says why."""
        self.console.print(hints.reason_hint())
        key = self.read_key().lower()
        if key not in REASONS and key not in NO_REASON:
            return "Nothing was changed."
        return self._record(lambda: self.session.reject("", self.now(), REASONS.get(key)))

    def reject_with_note(self) -> str:
        """The candidate is wrong, and the person says why."""
        self.console.print("\nWhy? Enter alone rejects without a note, Ctrl-D cancels.")
        note = self.read_line("")
        if note is None:
            return "Nothing was changed."
        said = note.strip()
        return self._record(lambda: self.session.reject(said, self.now(), "other" if said else None))

    def split(self) -> str:
        """The candidate is good, but another request."""
        self.console.print(hints.outcome_hint())
        outcome = OUTCOMES.get(self.read_key().lower())
        if outcome is None:
            return "Nothing was changed."
        return self._record(lambda: self.session.split(outcome, self.now()))

    def skip(self) -> str:
        """The candidate waits for another day."""
        self.session.skip()
        return "Skipped. It waits for the next review."

    def undo(self) -> str:
        """One step back."""
        if not self.session.can_undo:
            return "Nothing to undo."
        self.session.hear(self.said())
        latest = self.session.latest
        decisions = self.session.undo(self.now())
        self.append(*decisions)
        if not latest:
            return "Back at the one you skipped."
        if len(decisions) < len(latest):
            left = len(latest) - len(decisions)
            return f"Taken back: {len(decisions)}. Decided again elsewhere since, and left so: {left}."
        return view.recorded(decisions[0]) if len(latest) == 1 else f"Taken back: {len(latest)} decisions."

    def details(self) -> str:
        """All there is to know."""
        self.console.clear()
        self.console.print(screen.details(self.card(self.session.items[self.session.position])))
        self.read_key()
        return ""

    def help(self) -> str:
        """What the keys do."""
        self.console.clear()
        self.console.print(screen.help_text())
        self.read_key()
        return ""

    def _sum_up(self) -> None:
        self.console.print()
        self.console.print(screen.summary(self.session.result()))

    def _record(self, decide: Callable[[], Decision]) -> str:
        if self._is_late():
            return LATE
        decision = decide()
        self.append(decision)
        return view.recorded(decision)

    def _is_late(self) -> bool:
        """Whether the item on the screen was decided while the person looked at it."""
        shown = self.session.item
        self.session.hear(self.said())
        return self.session.item is not shown

    def _show(self, note: str) -> None:
        elsewhere = self.session.hear(self.said())
        if elsewhere:
            note = f"{elsewhere} decided by somebody else meanwhile. {note}".strip()
        self.console.clear()
        item = self.session.item
        self.console.print(screen.header(self.session))
        if item:
            self.console.print(screen.body(self.card(item), self.console))
        if note:
            self.console.print(screen.noted(note))
        self.console.print(screen.keys(at_end=item is None))


COMMANDS: dict[str, Callable[[Desk], str]] = {
    "a": Desk.accept,
    "c": Desk.accept_row,
    "b": Desk.accept_all,
    "l": Desk.accept_in_another_language,
    "e": Desk.edit,
    "r": Desk.reject,
    "n": Desk.reject_with_note,
    "p": Desk.split,
    "s": Desk.skip,
    "u": Desk.undo,
    "d": Desk.details,
    "?": Desk.help,
}
