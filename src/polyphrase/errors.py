"""Every error a user can meet.

PolyphraseError            expected: two lines and an exit code, never a traceback
├── InputError             a file or a value that the user can mend            exit 1
│   ├── UsageError         an option that cannot have this value               exit 2
│   └── CorpusError        all problems of one corpus file at once             exit 1
├── BusyError              another process works on the same folder            exit 1
└── ModelError             a model call that did not succeed                   exit 3
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from polyphrase.models import Problem

EXIT_DONE = 0
EXIT_INPUT = 1
EXIT_USAGE = 2
EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130


class PolyphraseError(Exception):
    """An expected failure: `problem` says what is wrong and where, `hint` what to do."""

    exit_code = EXIT_INPUT

    def __init__(self, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = hint


class InputError(PolyphraseError):
    """A file, option or setting is wrong."""


class UsageError(InputError):
    """An option has a value that it cannot have."""

    exit_code = EXIT_USAGE


class CorpusError(InputError):
    """A corpus file that cannot be used, with every problem found in it."""

    def __init__(self, path: str, problems: Sequence[Problem]) -> None:
        count = len(problems)
        listed = "".join(f"\n  {path}:{one.line}:{one.column}: {one.message}" for one in problems)
        super().__init__(
            f"{path} has {count} problem{'s' if count != 1 else ''}:{listed}",
            "mend these lines and run again; nothing was changed",
        )
        self.problems = tuple(problems)


class BusyError(PolyphraseError):
    """Another process holds the lock of the output folder."""


class ModelError(PolyphraseError):
    """A model call that failed for good.

    `retryable`: the same call may succeed later. `fatal`: every other call would fail the same way
    (a wrong key, an unknown model), so the run stops asking.
    """

    exit_code = EXIT_INCOMPLETE

    def __init__(self, problem: str, hint: str, *, retryable: bool = False, fatal: bool = False) -> None:
        super().__init__(problem, hint)
        self.retryable = retryable
        self.fatal = fatal
