"""Progress on stderr: bars on a terminal, a line now and then elsewhere; never on stdout."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Any

MEGABYTE = 1_000_000
QUIET = 10.0
"""Seconds between two lines where there is no terminal."""


class ProgressDisplay:
    """Shows requests with their rate and the time left, and what the embedded model loads."""

    def __init__(self) -> None:
        import rich.console
        import rich.progress as bars

        self._console = rich.console.Console(stderr=True)
        self._bars = bars.Progress(
            bars.TextColumn("{task.description}", markup=False),
            bars.BarColumn(bar_width=24),
            bars.TextColumn("{task.fields[count]}"),
            bars.TimeElapsedColumn(),
            bars.TextColumn("{task.fields[rate]}"),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._lock = threading.Lock()
        self._tasks: dict[str, Any] = {}
        self._started: dict[str, float] = {}
        self._last_line = 0.0

    def __enter__(self) -> ProgressDisplay:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()

    def requests(self, what: str, done: int, total: int) -> None:
        """`done` of `total` requests are answered by the model."""
        seconds = time.monotonic() - self._started.setdefault(what, time.monotonic())
        rate = ""
        if done and seconds > 0.5:
            left = seconds / done * (total - done)
            rate = f"{seconds / done:.1f} s each, {_clock(left)} left"
        self._show(what, done, total, f"{done}/{total} requests", rate)

    def bytes(self, what: str, done: int, total: int) -> None:
        """`done` of `total` bytes of a file; a total of 0 or 1 is a step without a size."""
        if total <= 1:
            self._show(what, total and done, total or None, "", "")
        else:
            self._show(what, done, total, f"{done // MEGABYTE}/{total // MEGABYTE} MB", "")

    def say(self, line: str) -> None:
        """One line for the person."""
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def _show(self, what: str, done: int, total: int | None, count: str, rate: str) -> None:
        with self._lock:
            if self._bars.disable:
                now = time.monotonic()
                first = what not in self._tasks
                self._tasks[what] = None
                if first or done == total or now - self._last_line >= QUIET:
                    self._last_line = now
                    self.say(" ".join(part for part in (f"{what}:", count, rate) if part).removesuffix(":"))
                return
            if what not in self._tasks:
                self._tasks[what] = self._bars.add_task(what, total=total, count=count, rate=rate)
            self._bars.update(self._tasks[what], completed=done, total=total, count=count, rate=rate)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
