"""`diff` and `merge`: what accepted candidates change in the corpus file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from polyphrase import diffs, language, merge, review
from polyphrase.adapters import files
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.review import accepted
from polyphrase.commands.talk import err, now, out
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError
from polyphrase.settings import Settings
from polyphrase.text import visible


def _merge(space: Workspace, *, all_clean: bool = False) -> merge.Merge:
    corpus = space.corpus()
    staged = space.staged()
    decisions = review.current(space.decisions())
    if all_clean:
        clean = (one for one in staged if one.trust == "clean")
        decisions = {one.id: accepted(one, "nobody", now()) for one in clean} | decisions
    touched = {one.row_id for one in staged}
    rows = [row for row in corpus.rows if row.id in touched]
    named = {one.lang for one in staged} | {one.lang for one in decisions.values() if one.lang}
    found = language.of_rows(rows, sorted(named), StatisticalDetector())
    return merge.plan(corpus, staged, decisions, found, now())


DIFFS: Mapping[str, Callable[[merge.Merge], str]] = {
    "text": diffs.diff_text,
    "markdown": diffs.diff_markdown,
    "patch": diffs.diff_patch,
    "json": diffs.diff_json,
}


def run_diff(settings: Settings, form: str, *, all_clean: bool) -> int:
    """Exactly what merge would write; with `all_clean`, as if every clean candidate were accepted."""
    change = _merge(Workspace(settings), all_clean=all_clean)
    text = DIFFS[form](change)
    if form == "patch":
        sys.stdout.write(text)
    else:
        out(text or "nothing to merge: no accepted candidate is new to the corpus")
    _say_refused(change)
    return EXIT_DONE


def _say_refused(change: merge.Merge) -> None:
    for one in change.refused:
        err(f"not merged: {one.row_id} {visible(one.text)!r}: {one.why}")
    for note in change.notes:
        err(note)


def run_merge(settings: Settings, *, dry_run: bool, undo: bool) -> int:
    """Write accepted candidates into the corpus file, or take the last merge back."""
    space = Workspace(settings)
    with files.folder_lock(space.out):
        path = str(space.corpus_path.resolve())
        present = merge.sha256(files.read_bytes(space.corpus_path))
        records = merge.carried_out(space.merges(), path, present)
        if records and records[-1].ends[1] == present:
            # This finishes a merge, or its undoing, that was killed between its two files.
            space.settle(records[-1])
        if undo:
            return _undo(space, merge.last(records, path), dry_run=dry_run)
        change = _merge(space)
        _say_refused(change)
        if not change.insertions:
            out("nothing to merge: no accepted candidate is new to the corpus")
            return _code(change)
        if dry_run:
            out(diffs.diff_text(change))
            return _code(change)
        space.write_merge(merge.record(change, path, now()), change.data)
    out(diffs.merge_text(change))
    err("`polyphrase merge --undo` takes this back")
    return _code(change)


def _code(change: merge.Merge) -> int:
    return EXIT_INCOMPLETE if change.refused else EXIT_DONE


def _undo(space: Workspace, latest: merge.MergeRecord | None, *, dry_run: bool) -> int:
    if latest is None:
        raise InputError(f"there is no merge of {space.corpus_path} to undo", "merges are recorded in --out")
    present = files.read_bytes(space.corpus_path)
    data = merge.undo(present, latest)
    if not dry_run:
        space.write_merge(merge.undoing(latest, data, present), data)
    out(
        f"{'would take' if dry_run else 'took'} back the merge of {latest.at}: "
        f"{f'{len(latest.added)} utterances' if latest.added else 'tags'}"
    )
    return EXIT_DONE
