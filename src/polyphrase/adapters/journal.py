"""The journal: every reply ever paid for, on disk before anything looks at it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, ValidationError

from polyphrase.adapters.files import json_lines, mend_last_line, unusable
from polyphrase.models import Reply, Request


class Entry(BaseModel):
    """One line of `journal.jsonl`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    request: Request
    reply: Reply
    at: str


class FileJournal:
    """An append-only JSON lines file. One process at a time: hold `folder_lock` around it.

    A torn last line is forgotten, and cut off by the next `put`; reading changes nothing, because who only reads
    needs no lock. A damaged line further up is counted in `unreadable` and left where it is; its request is asked
    again. `now` gives the time as ISO 8601.
    """

    def __init__(self, path: Path, now: Callable[[], str]) -> None:
        self.path = path
        self.unreadable = 0
        self._now = now
        self._replies: dict[str, Reply] = {}
        self._file: BinaryIO | None = None
        if path.exists():
            self._load()

    def _load(self) -> None:
        try:
            with self.path.open("rb") as file:
                for line in file:
                    try:
                        entry = Entry.model_validate_json(line)
                    except ValidationError:
                        self.unreadable += line.endswith(b"\n")
                    else:
                        self._replies[entry.key] = entry.reply
        except OSError as error:
            raise unusable(self.path, error) from error

    def __len__(self) -> int:
        return len(self._replies)

    def get(self, request: Request) -> Reply | None:
        """The recorded reply, or None."""
        return self._replies.get(request.key)

    def put(self, request: Request, reply: Reply) -> None:
        """Record a reply; it is on disk when this returns. Call from one thread."""
        entry = Entry(key=request.key, request=request, reply=reply, at=self._now())
        try:
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                mend_last_line(self.path)
                self._file = self.path.open("ab")
            self._file.write(json_lines([entry]))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            self.close()  # the next `put` cuts off what a full disk left half written
            raise unusable(self.path, error) from error
        self._replies[entry.key] = reply

    def close(self) -> None:
        """Close the file; `put` opens it again."""
        if self._file is not None:
            file, self._file = self._file, None
            with suppress(OSError):  # what did not reach the disk, `put` has told
                file.close()
