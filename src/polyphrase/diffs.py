"""What a merge changes, as text, markdown, patch, JSON, a note for the commit, and a word diff."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Mapping
from itertools import groupby

from polyphrase.merge import Merge
from polyphrase.text import visible

_BACKTICKS = re.compile("`+")
_PIPE = re.compile(r"(\\*)\|")
CONTEXT = 40
"""Characters of a line that are shown on each side of what is added to it."""


def diff_text(merge: Merge) -> str:
    """The merge row by row: what each gains."""
    rows = {row.id: row for row in merge.corpus.rows}
    lines: list[str] = []
    texts = iter(merge.texts)
    for row_id, group in groupby(merge.added, key=lambda one: one.row_id):
        lines.append(f"{row_id}  {visible(rows[row_id].utterances[0])}")
        for one in group:
            lines.append(f"  + {one.lang or '?':<3} {visible(next(texts))}   [{one.row_id}__{one.idx}]")
        if merge.tags.get(row_id):
            lines.append(f"  + tags {', '.join(merge.tags[row_id])}")
    for new in merge.rows:
        row = new.draft.row
        lines.append(f"{row.id}  new {row.expected_outcome} row, split off {new.origin_row}")
        lines.append(f"  + {new.origin.lang or '?':<3} {visible(row.utterances[0])}   [{row.id}__0]")
        if row.tags:
            lines.append(f"  + tags {', '.join(row.tags)}")
    return "\n".join(lines)


def diff_markdown(merge: Merge) -> str:
    """The merge as a table for a pull request."""
    texts = iter(merge.texts)
    lines = ["| row | language | new utterance |", "|---|---|---|"]
    for one in merge.added:
        lines.append(
            f"| {_code(f'{one.row_id}__{one.idx}')} | {one.lang or '?'} | {_code(visible(next(texts)))} |"
        )
    for new in merge.rows:
        row, lang = new.draft.row, new.origin.lang or "?"
        what = f"{_code(f'{row.id}__0')} (new, {row.expected_outcome})"
        lines.append(f"| {what} | {lang} | {_code(visible(row.utterances[0]))} |")
    return "\n".join(lines)


def _code(text: str) -> str:
    """A code span for a table's cell: nothing in it is markup, so that `*.mp4` keeps its star."""
    fence = "`" * (1 + max(map(len, _BACKTICKS.findall(text)), default=0))
    gap = " " if text[:1] in "` " or text[-1:] in "` " else ""
    # A table takes the backslash before a pipe away; one that stood there already has to be doubled for that.
    escaped = _PIPE.sub(r"\1\1\\|", text)
    return f"{fence}{gap}{escaped}{gap}{fence}"


def diff_patch(merge: Merge) -> str:
    """The merge as a patch that `git apply` takes in the folder that the corpus' name is relative to."""
    old, new = (_lines(data.decode()) for data in (merge.corpus.data, merge.data))
    name = merge.corpus.name.lstrip("/")
    lines = []
    for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
        lines.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(lines)


def _lines(text: str) -> list[str]:
    """Lines as git sees them: a line feed ends one, nothing else does."""
    return [line + "\n" for line in text.split("\n")[:-1]] + [tail for tail in text.split("\n")[-1:] if tail]


def diff_json(merge: Merge) -> str:
    """The merge as one JSON object: what each row gains, and what is refused."""
    rows = {row.id: row for row in merge.corpus.rows}
    added = list(zip(merge.added, merge.texts, strict=True))
    found = {
        "rows": [
            {
                "row_id": row_id,
                "source": rows[row_id].utterances[0],
                "utterances": [{"idx": one.idx, "lang": one.lang, "text": text} for one, text in group],
                "tags": list(merge.tags.get(row_id, ())),
            }
            for row_id, group in groupby(added, key=lambda pair: pair[0].row_id)
        ],
        "new_rows": [
            {"row": json.loads(one.draft.text), "lang": one.origin.lang, "from": one.origin_row}
            for one in merge.rows
        ],
        "refused": [one._asdict() for one in merge.refused],
        "notes": list(merge.notes),
    }
    return json.dumps(found, ensure_ascii=False)


def merge_text(merge: Merge) -> str:
    """What a merge did, ready for the commit message."""
    if not merge.added and not merge.tags and not merge.rows:
        return ""
    rows = {row.id: row for row in merge.corpus.rows}
    by_lang = Counter(one.lang or "language not sure" for one in merge.added)
    by_tag = Counter((rows[one.row_id].tags or ("none",))[0] for one in merge.added)
    touched = list(dict.fromkeys(one.row_id for one in merge.added))
    baseline = [*touched, *(one.draft.row.id for one in merge.rows)]
    lines: list[str] = []
    if touched:
        lines += (
            f"{len(merge.added)} utterances added to {len(touched)} rows ({_counted(by_lang)})",
            f"by first tag: {_counted(by_tag)}",
        )
    tagged = [f"{row_id} +{' +'.join(tags)}" for row_id, tags in merge.tags.items() if tags]
    if tagged:
        lines.append(f"tags: {visible('; '.join(tagged))}")
    if merge.rows:
        outcomes = Counter(str(one.draft.row.expected_outcome) for one in merge.rows)
        lines.append(f"{len(merge.rows)} new row{'s' if len(merge.rows) > 1 else ''} ({_counted(outcomes)})")
    if baseline:
        lines.append(
            f"new baseline for {visible(', '.join(baseline))}; "
            f"the other {len(rows) - len(touched)} rows compare with earlier runs"
        )
    return "\n".join(lines)


def words(merge: Merge) -> list[tuple[str, bool]]:
    """The touched lines as a word diff: (text, is it new) in the order of the file, with `…` for what is left out.

    A segment of its own, a line feed, stands between two lines.
    """
    data = merge.corpus.data
    segments: list[tuple[str, bool]] = []
    position, line_end = 0, -1
    for one in merge.insertions:
        if not one.key:
            segments += [("\n", False)] if segments else []
            segments.append((one.text.decode().strip("\r\n"), True))
            continue
        if one.offset > line_end:  # another line begins
            if segments:
                segments += [(_head(data[position:line_end].decode()), False), ("\n", False)]
            position = data.rfind(b"\n", 0, one.offset) + 1
            line_end = data.find(b"\n", one.offset)
            line_end = len(data) if line_end < 0 else line_end
            segments.append((_tail(data[position : one.offset].decode()), False))
        else:
            segments.append((_middle(data[position : one.offset].decode()), False))
        segments.append((one.text.decode(), True))
        position = one.offset
    if line_end >= 0 and merge.insertions[-1].key:
        segments.append((_head(data[position:line_end].decode().rstrip("\r")), False))
    return [segment for segment in segments if segment[0]]


def _head(text: str) -> str:
    return text if len(text) <= CONTEXT else f"{text[:CONTEXT]}…"


def _tail(text: str) -> str:
    return text if len(text) <= CONTEXT else f"…{text[-CONTEXT:]}"


def _middle(text: str) -> str:
    return text if len(text) <= 2 * CONTEXT else f"{text[:CONTEXT]}…{text[-CONTEXT:]}"


def _counted(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{visible(name)} {number}" for name, number in sorted(numbers.items()))
