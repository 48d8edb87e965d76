"""Record the replies that tests replay: `make recorded` runs the README's `expand` with the embedded model.

What is there already is kept, so only changed requests are asked again; then replies nobody needs are left out.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from polyphrase import commands
from polyphrase.adapters.files import json_lines, read_items, write_atomically
from polyphrase.adapters.journal import Entry, FileJournal
from polyphrase.models import Reply, Request, Staged
from polyphrase.plan import Filters
from polyphrase.settings import Settings

RECORDED = Path(__file__).parent / "recorded" / "journal.jsonl"
ROWS = "media_00*"
LANGS = ("es", "zh")


def main() -> int:
    """Ask for what is missing and write the journal."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.jsonl"
        if RECORDED.exists():
            journal.write_bytes(RECORDED.read_bytes())
        settings = Settings(out=folder)
        code = commands.run_expand(settings, Filters(rows=(ROWS,)), LANGS)
        needed = _needed(settings)
        entries = [one for one in read_items(journal, Entry) if one.key in needed]
        write_atomically(RECORDED, json_lines(sorted(entries, key=lambda one: one.at)))
        print(f"{len(entries)} replies in {RECORDED}", file=sys.stderr)
        print(f"{len(read_items(Path(folder) / 'staged.jsonl', Staged))} staged", file=sys.stderr)
    return code


def _needed(settings: Settings) -> set[str]:
    """The keys that a replay of the same run asks the journal for."""
    asked: set[str] = set()
    plain = FileJournal.get

    def remember(self: FileJournal, request: Request) -> Reply | None:
        asked.add(request.key)
        return plain(self, request)

    FileJournal.get = remember  # type: ignore[method-assign]
    try:
        commands.run_expand(settings, Filters(rows=(ROWS,)), LANGS, replay=True)
    finally:
        FileJournal.get = plain  # type: ignore[method-assign]
    return asked


if __name__ == "__main__":
    sys.exit(main())
