"""The keyboard of a terminal: one key at a time, and lines that begin with a text to change."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import sys
from collections.abc import Iterator

from polyphrase.errors import InputError

ESCAPE = "\x1b"
END_OF_INPUT = "\x04"  # Ctrl-D, as a key
ESCAPE_SECONDS = 0.05  # what arrives this soon after an escape belongs to it

# With bracketed paste a terminal marks what is pasted. Without it a stray paste would be twenty decisions.
_PASTE_ON, _PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
_PASTE_BEGIN, _PASTE_END = b"[200~", b"\x1b[201~"


class Keyboard:
    """Standard input as keys. Use it through `opened`, which restores the terminal whatever happens.

    Not `typer.getchar`: on a Unix terminal that throws away what was typed while the screen was drawn, hands
    out several keys as one, and echoes what comes between two calls.
    """

    def __init__(self) -> None:
        self._input = sys.stdin.fileno()
        self._marks_pastes = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self._listening = False
        if sys.platform != "win32":
            import termios

            self._found = termios.tcgetattr(self._input)

    def key(self) -> str:
        """The next key as one character; empty at the end of input.

        `ESCAPE` stands for every key that sends more than a character, and for anything pasted.
        Raises KeyboardInterrupt on Ctrl-C.
        """
        if sys.platform == "win32":
            import typer

            try:
                return typer.getchar()[:1]
            except EOFError:
                return ""
        self._listen()
        try:
            character = self._character()
            if character == ESCAPE:
                self._swallow()
        except OSError:  # the terminal went away
            return ""
        return "" if character == END_OF_INPUT else character

    def line(self, text: str) -> str | None:
        """A line typed by the person, who starts from `text`; None if the person gave up (Ctrl-D)."""
        self.restore()
        try:
            with _prefilled(text):
                typed = input("> ")
        except (EOFError, UnicodeDecodeError):
            return None
        # Bytes that are no text in the terminal's encoding must not reach a file of ours.
        return typed.encode(errors="surrogateescape").decode(errors="replace")

    def restore(self) -> None:
        """Leave the terminal as it was found."""
        if sys.platform == "win32" or not self._listening:
            return
        import termios

        self._listening = False
        self._mark_pastes(_PASTE_OFF)
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._found)

    def _listen(self) -> None:
        if sys.platform == "win32":
            return
        import termios
        import tty

        # Before every key: the shell may have changed the mode while this process was stopped with Ctrl-Z.
        with contextlib.suppress(termios.error):
            tty.setcbreak(self._input, termios.TCSANOW)
        if not self._listening:
            self._listening = True
            self._mark_pastes(_PASTE_ON)

    def _mark_pastes(self, control: str) -> None:
        if self._marks_pastes:
            with contextlib.suppress(OSError):
                sys.stdout.write(control)
                sys.stdout.flush()

    def _character(self) -> str:
        decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace")
        while byte := os.read(self._input, 1):
            if character := decoder.decode(byte):
                return character
        return ""

    def _swallow(self) -> None:
        """Read what belongs to an escape: the rest of a key's sequence, or a paste up to its end mark."""
        rest = b""
        while (rest.startswith(_PASTE_BEGIN) and _PASTE_END not in rest) or select.select(
            [self._input], [], [], ESCAPE_SECONDS
        )[0]:
            chunk = os.read(self._input, 1024)
            if not chunk:
                return
            rest += chunk


@contextlib.contextmanager
def opened() -> Iterator[Keyboard]:
    """The keyboard, for as long as the block lasts. Raises `InputError` if there is no terminal."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise InputError(
            "review asks a person, and standard input is not a terminal",
            "run it in a terminal; a script can take every clean candidate with --accept-all",
        )
    keyboard = Keyboard()
    try:
        yield keyboard
    finally:
        keyboard.restore()


@contextlib.contextmanager
def _prefilled(text: str) -> Iterator[None]:
    """Let `input` begin with `text`, where the system has readline."""
    try:
        import readline
    except ImportError:
        yield
        return
    readline.set_startup_hook(lambda: readline.insert_text(text))
    readline.set_auto_history(False)
    try:
        yield
    finally:
        readline.set_startup_hook(None)
        readline.set_auto_history(True)
