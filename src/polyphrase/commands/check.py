"""`check`: what is wrong in a corpus file, without any model; and what can be mended safely."""

from __future__ import annotations

import json
from collections.abc import Sequence

from polyphrase import codes, edit, show, tags
from polyphrase.adapters import files
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.talk import err, now, out
from polyphrase.errors import EXIT_DONE
from polyphrase.merge import MergeRecord, sha256
from polyphrase.settings import Settings


def run_check(settings: Settings, langs: Sequence[str], *, fix: bool, dry_run: bool, as_json: bool) -> int:
    """Compare language tags with the utterances; with `fix`, add those that are missing."""
    space = Workspace(settings)
    with files.folder_lock(space.out):
        corpus = space.corpus()
        detector = StatisticalDetector()
        among = tags.candidates(corpus.rows, [codes.code(lang) for lang in langs])
        languages = {row.id: tags.told(row, among, detector) for row in corpus.rows}
        found = tags.compare(corpus.lines, languages)
        added = tags.additions(found)
        changed = tags.slices(corpus.rows, added)
        written = fix and bool(added) and not dry_run
        if written:
            insertions = edit.insertions(corpus, added)
            data = edit.apply(corpus.data, insertions)
            record = MergeRecord(
                corpus=str(space.corpus_path.resolve()),
                before=sha256(corpus.data),
                after=sha256(data),
                insertions=tuple((one.offset, one.text.decode()) for one in insertions),
                added=(),
                at=now(),
            )
            space.write_merge(record, data)
    if as_json:
        rows = [one._asdict() | {"rule": "language_tags"} for one in found]
        out(json.dumps({"findings": rows, "slices": changed, "fixed": len(added) if written else 0}))
        return EXIT_DONE
    out(show.tags_text(found, str(space.corpus_path)) or "the language tags say what the utterances are in")
    if changed and fix:
        out(show.slices_text(changed))
    if written:
        err(f"tags were added to {len(added)} rows; `polyphrase merge --undo` takes this back")
    elif added and not fix:
        err("`polyphrase check --fix tags` adds the missing ones, and says which slices of a report change")
    if len(among) == 1:
        err("no tag of the corpus is a language code; name the languages it may be in with --lang")
    return EXIT_DONE
