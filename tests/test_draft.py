"""A split candidate becomes a row: its id, keys and tags, where it stands, and how it is taken back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import shared
from doubles import corpus_bytes, row
from hypothesis import given
from hypothesis import strategies as st
from test_merge import AT, ENGLISH, FILM, TALK, decision, planned, staged

from polyphrase import edit, merge
from polyphrase.corpus import Corpus, parse
from polyphrase.draft import draft
from polyphrase.errors import InputError
from polyphrase.models import Decision, Outcome, Staged, by_id

EVAL = Path(__file__).parents[1] / "data" / "eval.jsonl"


def corpus_of(*lines: str, end: str = "\n") -> Corpus:
    return parse("".join(line + end for line in lines).encode(), "eval.jsonl")


@pytest.mark.parametrize(
    ("ids", "source", "taken", "expected"),
    [
        (("media_001", "media_009"), "media_001", (), "media_010"),
        (("media_001", "media_009"), "media_001", ("media_010",), "media_011"),
        (("media_001", "hard_07"), "hard_07", (), "hard_08"),
        (("media_999",), "media_999", (), "media_1000"),
        (("media_001", "media_2b"), "media_2b", (), "media_2b_split_1"),
        (("a", "b_3"), "a", (), "b_4"),
        (("a", "b"), "a", ("a_split_1",), "a_split_2"),
        (("media_001",), "media_004", (), "media_005"),
    ],
)
def test_the_id_is_the_next_of_its_kind(
    ids: tuple[str, ...], source: str, taken: Sequence[str], expected: str
) -> None:
    corpus = parse(corpus_bytes([row(one, f"do {one}") for one in ids]), "eval.jsonl")
    assert draft(corpus, source, "do it", "clarify", None, taken).row.id == expected


# fmt: off
# ruff: noqa: E501
KNAIF = '{"id": "f_1", "utterances": ["fix it"], "expected_outcome": "clarify", "fixture": null, "baseline": null, "expected_tool": "clarify", "tolerances": {}, "tags": ["clarify", "vague"]}'
NEXT = '{"id": "f_2", "utterances": ["fix it again"], "expected_outcome": "clarify", "fixture": "a.mp4", "baseline": {"command": "x", "validated_by": "ann"}, "expected_tool": "clarify", "tolerances": {"x": 1.0}, "tags": ["speed", "clarify"], "note": "ours"}'


# fmt: on


@pytest.mark.parametrize(
    ("lines", "outcome", "expected"),
    [
        (
            [KNAIF, NEXT],
            "clarify",
            '{"id": "f_3", "utterances": ["jjé/"], "expected_outcome": "clarify", "fixture": null, "baseline": null, "expected_tool": "clarify", "tolerances": {}, "tags": ["clarify"]}',
        ),
        (
            ['{"id":"f_1","expected_outcome":"reject","utterances":["no"],"tags":["x"],"mine":["y"]}'],
            "reject",
            '{"id":"f_2","expected_outcome":"reject","utterances":["jjé/"],"tags":["x"],"mine":[]}',
        ),
        (
            ['{ "id" : "f_1", "utterances" : ["\\u00e9"], "expected_outcome" : "plan", "grade": "full" }'],
            "clarify",
            '{ "id" : "f_2", "utterances" : ["jj\\u00e9/"], "expected_outcome" : "clarify" }',
        ),
        (
            ['{"id": "f_1", "utterances": ["a\\/b"], "expected_outcome": "clarify", "expected_tool": null}'],
            "clarify",
            '{"id": "f_2", "utterances": ["jjé\\/"], "expected_outcome": "clarify", "expected_tool": null}',
        ),
    ],
)
def test_the_line_looks_as_the_rows_of_that_outcome_do(
    lines: list[str], outcome: Outcome, expected: str
) -> None:
    """A key is there if all of them have it; what only some say, and who validated, is not copied."""
    assert draft(corpus_of(*lines), "f_1", "jjé/", outcome, None).text == expected


@pytest.mark.parametrize(
    ("tags", "lang", "expected"),
    [
        (['["clarify"]'], "es", ["clarify", "es"]),
        (['["clarify"]'], "en", ["clarify"]),
        (['["clarify", "en"]'], "en", ["clarify", "en"]),
        (['["clarify"]'], None, ["clarify"]),
        (['["vague"]', '["vague"]', '["other"]'], "es", ["vague", "es"]),
    ],
)
def test_the_language_is_tagged_as_the_corpus_does(
    tags: list[str], lang: str | None, expected: list[str]
) -> None:
    lines = [
        f'{{"id": "f_{number}", "utterances": ["{number}"], "expected_outcome": "clarify", "tags": {one}}}'
        for number, one in enumerate(tags)
    ]
    assert json.loads(draft(corpus_of(*lines), "f_0", "x", "clarify", lang).text)["tags"] == expected


@pytest.mark.parametrize("outcome", ["clarify", "reject"])
def test_knaif_reads_a_drafted_row(tmp_path: Path, outcome: Outcome) -> None:
    from knaif.evalsuite.corpus import load_corpus

    corpus = parse(EVAL.read_bytes(), "eval.jsonl")
    made = draft(corpus, "media_003", "guarda el audio", outcome, "es")
    file = tmp_path / "eval.jsonl"
    file.write_bytes(corpus.data + made.text.encode() + b"\n")
    found = load_corpus(file)[-1]
    assert (found.id, found.utterances, found.expected_outcome) == ("media_041", ["guarda el audio"], outcome)
    assert (json.loads(made.text)["baseline"], made.row.expected_tool) == (
        None,
        "clarify" if outcome == "clarify" else None,
    )


def said(one: Staged, outcome: Outcome | None, **changes: Any) -> Decision:
    return decision(one, "split", outcome=outcome, **changes)


@pytest.mark.parametrize(
    ("outcome", "text", "why"),
    [
        ("plan", "quita el sonido", "as a plan row it needs a tool and a command"),
        (None, "quita el sonido", "as a plan row it needs a tool and a command"),
        ("clarify", "Mute talk.mkv!", "it is an utterance of talk, but for case and punctuation"),
        ("reject", "shrink the film", "it is an utterance of film"),
    ],
)
def test_what_cannot_become_a_row_is_refused_and_the_others_are_merged(
    outcome: Outcome | None, text: str, why: str
) -> None:
    lines = [staged(TALK, text), staged(TALK, "silencia talk.mkv")]
    done = planned(lines, said(lines[0], outcome), decision(lines[1]))
    assert done.refused[0].why.startswith(why)
    assert (done.rows, done.texts) == ((), ("silencia talk.mkv",))


def test_splits_become_rows_at_the_end_once_and_for_all() -> None:
    """Even if their first row is gone; merging again does nothing."""
    gone = row("gone_1", "convert it")
    lines = [staged(TALK, "quita el sonido"), staged(gone, "conviértelo"), staged(FILM, "borra todo")]
    decisions = [
        said(lines[0], "clarify", lang="es"), said(lines[1], "clarify"), said(lines[2], "reject", lang="und"),
    ]  # fmt: skip
    done = planned(lines, *decisions)
    after = parse(done.data, "after")
    assert done.data.startswith(done.corpus.data)
    assert [one.id for one in after.rows] == ["talk", "film", "talk_split_1", "gone_2", "film_split_1"]
    assert [one.utterances for one in after.rows[2:]] == [
        ("quita el sonido",),
        ("conviértelo",),
        ("borra todo",),
    ]
    assert [(one.origin.row_id, one.origin.idx, one.origin.lang, one.origin.by) for one in done.rows] == [
        ("talk_split_1", 0, "es", "mia"), ("gone_2", 0, "es", "mia"), ("film_split_1", 0, None, "mia"),
    ]  # fmt: skip
    again = merge.plan(after, lines, {one.id: one for one in decisions}, ENGLISH, AT)
    assert (again.insertions, again.refused) == ((), ())


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.sampled_from(["", "# the end", "  "]),
    st.booleans(),
)
def test_new_lines_are_read_back_and_taken_out_again(
    texts: list[str], end: str, final: bool, tail: str, marked: bool
) -> None:
    whole = [KNAIF, NEXT, *([tail] if tail else [])]
    data = (b"\xef\xbb\xbf" if marked else b"") + end.join([*whole, *([""] if final else [])]).encode()
    corpus = parse(data, "x")
    drafts = []
    for text in texts:
        drafts.append(draft(corpus, "f_1", text, "clarify", None, [one.row.id for one in drafts]))
    made = edit.appended(corpus.data, [(one.row.id, one.text) for one in drafts])
    after = edit.apply(data, made)
    rows = by_id(parse(after, "x").rows)
    assert [rows[one.row.id].utterances for one in drafts] == [(text,) for text in texts]
    assert after.endswith(b"\n") == final
    assert edit.revert(after, made) == data
    moved = (
        b"# a comment before all\n".join([data[:3], data[3:]])
        if marked
        else b"# a comment before all\n" + data
    )
    grown = edit.apply(moved, edit.appended(moved, [(one.row.id, one.text) for one in drafts]))
    if not marked:
        assert edit.revert(grown, edit.relocate(parse(grown, "x"), made)) == moved


def test_undo_after_other_edits_takes_the_new_row_out_or_says_what_is_in_the_way() -> None:
    lines = [staged(TALK, "quita el sonido"), staged(TALK, "silencia talk.mkv")]
    done = planned(lines, said(lines[0], "clarify"), decision(lines[1]))
    record = merge.record(done, "eval.jsonl", AT)
    more = done.data + corpus_bytes([row("mine", "another row")])
    assert merge.undo(done.data, record) == done.corpus.data
    assert merge.undo(more, record) == done.corpus.data + corpus_bytes([row("mine", "another row")])
    changed = more.replace(b'["quita el sonido"]', b'["quita el sonido", "y mas"]')
    with pytest.raises(InputError, match='row "talk_split_1", which it added, changed'):
        merge.undo(changed, record)


def test_a_hundred_decisions_on_a_real_corpus_only_add(tmp_path: Path) -> None:
    """Accepts, edits and splits; git sees additions alone; the patch gives the same bytes; undo restores."""
    from polyphrase import diffs

    data = shared("corpora/knaif-ffmpeg/eval.jsonl").read_bytes()
    corpus = parse(data, "eval.jsonl")
    chosen = corpus.rows[:100]
    lines = [staged(one, f"por favor {number}: {one.utterances[0]}") for number, one in enumerate(chosen)]
    decisions = {
        one.id: said(one, "clarify" if number % 3 else "reject", lang="es")
        if number % 10 == 0
        else decision(one, "edit" if number % 7 == 0 else "accept", f"{one.text} ya", lang="es")
        if number % 7 == 0
        else decision(one, lang="es")
        for number, one in enumerate(lines)
    }
    spoken = {one.id: ("en",) * len(one.utterances) for one in corpus.rows}
    done = merge.plan(corpus, lines, decisions, spoken, AT)
    assert (len(done.added), len(done.rows), done.refused) == (90, 10, ())
    file = tmp_path / "eval.jsonl"
    file.write_bytes(data)

    def git(*arguments: str, given: bytes | None = None) -> bytes:
        command = ["git", "-c", "user.name=x", "-c", "user.email=x", "-C", str(tmp_path), *arguments]
        return subprocess.run(command, check=True, capture_output=True, input=given).stdout

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "-m", "x")
    file.write_bytes(done.data)
    words = git(
        "diff", "--word-diff=porcelain", "--word-diff-regex=[[:alnum:]_]+|[^[:alnum:]_]", "--minimal"
    ).decode()
    assert not [line for line in words.split("\n")[5:] if line.startswith("-")]
    git("checkout", "--quiet", ".")
    git("apply", "--whitespace=nowarn", "-", given=diffs.diff_patch(done).encode())
    assert file.read_bytes() == done.data
    assert merge.undo(done.data, merge.record(done, "eval.jsonl", AT)) == data
