"""From staged candidates and decisions to a change of the corpus file; and back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from polyphrase import draft, edit, neighbours
from polyphrase.codes import is_code
from polyphrase.corpus import Corpus, parse
from polyphrase.errors import InputError
from polyphrase.models import UNDETERMINED, Decision, Frozen, Provenance, Row, Staged, by_id, digest
from polyphrase.tags import MULTILINGUAL
from polyphrase.text import normal_form


class Refused(NamedTuple):
    """An accepted candidate that is not merged, and why."""

    id: str
    row_id: str
    text: str
    why: str


class NewRow(NamedTuple):
    """A row that a split candidate becomes, where its utterance comes from, and for which row that was made."""

    draft: draft.Draft
    origin: Provenance
    origin_row: str


class Merge(NamedTuple):
    """What a merge does: the insertions, where they come from, what is refused, and notes for the person.

    `added` and `texts` are the utterances of rows that are there; `rows` the new ones.
    """

    corpus: Corpus
    insertions: tuple[edit.Insertion, ...]
    added: tuple[Provenance, ...]
    texts: tuple[str, ...]
    tags: Mapping[str, tuple[str, ...]]
    refused: tuple[Refused, ...]
    notes: tuple[str, ...]
    rows: tuple[NewRow, ...] = ()

    @property
    def data(self) -> bytes:
        """The corpus file after the merge."""
        return edit.apply(self.corpus.data, self.insertions)


class MergeRecord(Frozen):
    """What undoes one merge: one line of `merges.jsonl`. `undone` closes an earlier record of the same `after`.

    `before` and `after` are the SHA-256 of the corpus file; `insertions` are byte offsets in the file before
    and the inserted text, `places` the row and the key of each. `added` is what the merge wrote into
    `provenance.jsonl`. `of`: where the file changed between a merge and its undoing, the `after` of the merge.
    """

    corpus: str
    before: str
    after: str
    insertions: tuple[tuple[int, str], ...]
    places: tuple[tuple[str, str], ...] = ()
    added: tuple[Provenance, ...]
    undone: bool = False
    of: str | None = None
    at: str

    @property
    def ends(self) -> tuple[str, str]:
        """SHA-256 of the corpus file before and after what this line says: the merge, or its undoing."""
        return (self.after, self.before) if self.undone else (self.before, self.after)


def sha256(data: bytes) -> str:
    """SHA-256 of a file's bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def plan(
    corpus: Corpus,
    staged: Sequence[Staged],
    decisions: Mapping[str, Decision],
    languages: Mapping[str, Sequence[str | None]],
    at: str,
    owners: Mapping[str, str] | None = None,
) -> Merge:
    """What merging the accepted candidates does to `corpus`, in staged order; those split off become new rows.

    `decisions`: the last word per candidate id. `languages`: of the rows' present utterances. A candidate whose
    row changed since it was staged, is gone, or holds its text by now is not merged; the others are. `owners`: see
    `neighbours.owners`; who asks often hands it in.
    """
    rows = by_id(corpus.rows)
    owners = dict(neighbours.owners(corpus.rows) if owners is None else owners)
    taken: dict[str, list[Provenance]] = {}
    texts: dict[str, list[str]] = {}
    styles: dict[str, list[str]] = {}
    refused: list[Refused] = []
    new_rows: list[NewRow] = []
    for candidate in staged:
        decision = decisions.get(candidate.id)
        if decision is not None and decision.action == "split":
            owner = owners.get(normal_form(decision.text))
            held = rows.get(owner or "")
            if held and held.expected_outcome == decision.outcome and decision.text in held.utterances:
                continue  # merged before
            if why := _no_row(decision, owner):
                refused.append(Refused(candidate.id, candidate.row_id, decision.text, why))
                continue
            made = _new_row(corpus, candidate, decision, [one.draft.row.id for one in new_rows], at)
            new_rows.append(made)
            owners[normal_form(decision.text)] = made.draft.row.id
        if decision is None or decision.action not in ("accept", "edit"):
            continue
        text = decision.text
        row = rows.get(candidate.row_id)
        if row is not None and text in row.utterances:
            continue  # merged before
        why = _objection(row, candidate, owners.get(normal_form(text)))
        if why or row is None:
            refused.append(Refused(candidate.id, candidate.row_id, text, why))
            continue
        owners[normal_form(text)] = row.id
        new = taken.setdefault(row.id, [])
        texts.setdefault(row.id, []).append(text)
        styles.setdefault(row.id, []).append(candidate.style)
        new.append(_provenance(candidate, decision, row, len(row.utterances) + len(new), at))
    tags, notes = _tags(rows, taken, languages)
    tags = _with_styles(rows, tags, styles)
    additions = [edit.Addition(row_id, tuple(texts[row_id]), tags.get(row_id, ())) for row_id in taken]
    return Merge(
        corpus=corpus,
        insertions=(
            *edit.insertions(corpus, additions),
            *edit.appended(corpus.data, [(one.draft.row.id, one.draft.text) for one in new_rows]),
        ),
        added=tuple(one for group in taken.values() for one in group),
        texts=tuple(text for group in texts.values() for text in group),
        tags=tags,
        refused=tuple(refused),
        notes=notes,
        rows=tuple(new_rows),
    )


def _no_row(decision: Decision, owner: str | None) -> str:
    """Why a candidate cannot become a row of its own; empty if it can."""
    if decision.outcome not in ("clarify", "reject"):
        return "as a plan row it needs a tool and a command, which are yours to choose: write the row by hand"
    return f"it is an utterance of {owner}, but for case and punctuation" if owner is not None else ""


def _new_row(corpus: Corpus, candidate: Staged, decision: Decision, taken: Sequence[str], at: str) -> NewRow:
    lang = None if decision.lang == UNDETERMINED else decision.lang
    outcome = decision.outcome or "clarify"
    made = draft.draft(corpus, candidate.row_id, decision.text, outcome, lang, taken)
    return NewRow(made, _provenance(candidate, decision, made.row, 0, at), candidate.row_id)


def _objection(row: Row | None, candidate: Staged, owner: str | None) -> str:
    if row is None:
        return "its row is gone from the corpus"
    if row.state(candidate.row_utterances) != candidate.row_state:
        return "its row changed since it was staged; run expand again"
    if owner is not None:
        where = "its row holds it" if owner == row.id else f"it is an utterance of {owner}"
        return f"{where}, but for case and punctuation"
    return ""


def _provenance(candidate: Staged, decision: Decision, row: Row, idx: int, at: str) -> Provenance:
    return Provenance(
        row_id=row.id,
        idx=idx,
        text_digest=digest(decision.text),
        lang=None if decision.lang == UNDETERMINED else decision.lang or candidate.detected,
        model=candidate.model,
        judge=candidate.judge,
        prompts=candidate.prompts,
        verdict=candidate.verdict,
        by=decision.by,
        at=at,
    )


def _tags(
    rows: Mapping[str, Row],
    taken: Mapping[str, Sequence[Provenance]],
    languages: Mapping[str, Sequence[str | None]],
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The tags each row gains: a code for each language it had no utterance in, and `multilingual`.

    Only a language that was found tags. The row's first tag stays first; a row without tags gets none.
    """
    tags: dict[str, tuple[str, ...]] = {}
    notes = []
    for row_id, new in taken.items():
        row = rows[row_id]
        had = {lang for lang in languages[row_id] if lang} | set(filter(is_code, row.tags or ()))
        gained = [lang for lang in dict.fromkeys(one.lang for one in new) if lang and lang not in had]
        if not gained:
            continue
        if not had:
            notes.append(
                f"{row_id} gained no {' '.join(gained)}: the language of its own utterances cannot be told"
            )
        elif edit.takes_tags(row):
            tags[row_id] = tuple(tag for tag in (MULTILINGUAL, *gained) if tag not in (row.tags or ()))
        else:
            notes.append(
                f"{row_id} has no tags, so it gained no {' '.join(gained)}: the first tag is yours to choose"
            )
    return tags, tuple(notes)


def _with_styles(
    rows: Mapping[str, Row], tags: Mapping[str, tuple[str, ...]], styles: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """With the styles that each row gains, as far as the corpus uses a tag of that name."""
    used = {tag for row in rows.values() for tag in row.tags or ()}
    found = dict(tags)
    for row_id, gained in styles.items():
        row = rows[row_id]
        new = [one for one in dict.fromkeys(gained) if one in used and one not in (row.tags or ())]
        if new and edit.takes_tags(row):
            found[row_id] = (*found.get(row_id, ()), *new)
    return found


def record(merge: Merge, path: str, at: str) -> MergeRecord:
    """The record that undoes `merge`."""
    return MergeRecord(
        corpus=path,
        before=sha256(merge.corpus.data),
        after=sha256(merge.data),
        insertions=tuple((one.offset, one.text.decode()) for one in merge.insertions),
        places=tuple((one.row_id, one.key) for one in merge.insertions),
        added=(*merge.added, *(one.origin for one in merge.rows)),
        at=at,
    )


def carried_out(records: Iterable[MergeRecord], path: str, now: str) -> list[MergeRecord]:
    """The records of a corpus file that did happen, in order; `now` is the SHA-256 of the file.

    A record is written before the file. Where the file still stands as it stood before, a crash came between.
    """
    own = [one for one in records if one.corpus == path]
    following = [*(one.ends[0] for one in own), now][1:]
    return [one for one, start in zip(own, following, strict=True) if one.ends[0] != start]


def last(records: Iterable[MergeRecord], path: str) -> MergeRecord | None:
    """The newest merge of a corpus file that is not undone yet."""
    stack: list[MergeRecord] = []
    for one in records:
        if one.corpus != path:
            continue
        if not one.undone:
            stack.append(one)
        elif stack and stack[-1].after == (one.of or one.after):
            stack.pop()
    return stack[-1] if stack else None


def undo(data: bytes, one: MergeRecord) -> bytes:
    """The corpus file without what a merge added: byte for byte as it was before, if nothing else changed.

    Raises `InputError` when something else did and an addition does not stand in its row any more.
    """
    made = [edit.Insertion(offset, text.encode()) for offset, text in one.insertions]
    if sha256(data) == one.after:
        return edit.revert(data, made)
    try:
        if made and not one.places:
            raise ValueError("it was made by an older version")
        placed = [
            inserted._replace(row_id=row_id, key=key)
            for inserted, (row_id, key) in zip(made, one.places, strict=True)
        ]
        return edit.revert(data, edit.relocate(parse(data, one.corpus), placed))
    except ValueError as error:
        raise InputError(
            f"{one.corpus} changed after the merge of {one.at}, which cannot be taken back: {error}",
            "undo those edits first (git stash, for example), or remove the utterances by hand",
        ) from error


def undoing(one: MergeRecord, data: bytes, now: bytes) -> MergeRecord:
    """The record of taking a merge back, which turned `now` into `data`."""
    if sha256(now) == one.after:
        return one.model_copy(update={"undone": True})
    changed = {"undone": True, "before": sha256(data), "after": sha256(now), "of": one.after}
    return one.model_copy(update=changed)
