"""Whole merges and their undoing: a person decides, and whatever a crash left is finished or taken back."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from doubles import corpus_bytes, from_table, row
from running import GOOD, ROWS, Project, good_model, shared_detector

from polyphrase import commands
from polyphrase.adapters import files
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, EXIT_INPUT, InputError
from polyphrase.merge import MergeRecord
from polyphrase.models import digest
from polyphrase.plan import Filters

EARLIER_PROVENANCE = (
    b'{"row_id":"old","idx":3,"text_digest":"d","lang":null,"model":"m","judge":"j","prompts":{},"verdict":'
    b'{"label":"equivalent","score":1.0,"reason":"r","votes":{}},"by":"ada","at":"2030-01-01T00:00:00+00:00"}\n'
)


class KilledError(BaseException):
    """Stands for SIGKILL: nothing after it happens."""


@pytest.fixture
def project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Eight Spanish candidates are staged, nothing is decided."""
    for command in ("expand", "merge"):
        monkeypatch.setattr(f"polyphrase.commands.{command}.StatisticalDetector", shared_detector)
    monkeypatch.setattr("polyphrase.commands.merge.now", lambda: "2031-02-03T04:05:06+00:00")
    project = Project(folder)
    project.expand(good_model(), ("es",))
    return project


def state(project: Project) -> tuple[bytes, bytes]:
    """What a merge changes: the corpus, and the provenance beside it."""
    return (project.corpus.read_bytes(), project.read("provenance.jsonl"))


def kill_at(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Die instead of the file write number `step`, counted from 0."""
    left = step

    def counted(write: Callable[..., None]) -> Callable[..., None]:
        def call(*arguments: Any) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise KilledError
            write(*arguments)

        return call

    for name in ("append_item", "write_atomically"):
        monkeypatch.setattr(files, name, counted(getattr(files, name)))


# --- a person decides ----------------------------------------------------------------------------------------


def test_nothing_is_merged_without_a_decision(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    before = project.corpus.read_bytes()
    assert project.merge() == EXIT_DONE
    assert project.corpus.read_bytes() == before
    assert "nothing to merge" in capsys.readouterr().out
    assert not (project.generated / "merges.jsonl").exists()


def test_only_what_a_person_accepted_is_merged_and_in_the_words_of_the_edit(project: Project) -> None:
    accepted, edited, rejected, taken_back, *_ = project.staged
    project.decide("reject", accepted)
    project.decide("accept", accepted)
    project.decide("edit", edited, text="quita todo el sonido de harbor.mp4")
    project.decide("reject", rejected)
    project.decide("accept", taken_back)
    project.decide(None, taken_back)
    project.merge()
    rows = project.rows()
    assert rows["sound_1"].utterances == (
        *ROWS[0].utterances,
        accepted.text,
        "quita todo el sonido de harbor.mp4",
    )
    assert [rows[one.id].utterances for one in ROWS[1:]] == [one.utterances for one in ROWS[1:]]


def test_a_merge_touches_utterances_and_tags_and_nothing_else(project: Project) -> None:
    project.edit_row("unsafe_1", lambda one: one.update(validated_by="eve", notes=["keep"]))
    before = {line["id"]: line for line in map(json.loads, project.corpus.read_bytes().splitlines())}
    project.accept_all()
    project.merge()
    after = {line["id"]: line for line in map(json.loads, project.corpus.read_bytes().splitlines())}
    assert list(after) == list(before)
    for row_id, line in after.items():
        old = before[row_id]
        assert {**line, "utterances": 0, "tags": 0} == {**old, "utterances": 0, "tags": 0}
        assert line["utterances"][: len(old["utterances"])] == old["utterances"]
        assert line["tags"] == [*old["tags"], "multilingual", "es"]
    assert [row_id for row_id, line in after.items() if "validated_by" in line] == ["unsafe_1"]


def test_a_row_whose_own_language_cannot_be_told_gains_no_tags_but_a_note(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no words outside file names."""
    unsure = row("unsure_1", "castle.png → castle.jpg", tags=("picture",))
    project.corpus.write_bytes(corpus_bytes([*ROWS, unsure]))
    texts = ("convierte la imagen castle.png en castle.jpg",)
    table = from_table({(unsure.utterances[0], "es"): texts})
    project.expand(table, ("es",), Filters(rows=("unsure_1",)))
    project.decide("accept", *(one for one in project.staged if one.row_id == "unsure_1"))
    capsys.readouterr()
    project.merge()
    assert project.rows()["unsure_1"].utterances == (*unsure.utterances, *texts)
    assert project.rows()["unsure_1"].tags == ("picture",)
    assert "unsure_1 gained no es" in capsys.readouterr().err


def test_provenance_says_who_decided_and_where_it_stands(project: Project) -> None:
    project.accept_all()
    project.merge()
    rows = project.rows()
    provenance = project.space.provenance()
    assert len(provenance) == 8
    assert {one.by for one in provenance} == {"ada"}
    for one in provenance:
        assert digest(rows[one.row_id].utterances[one.idx]) == one.text_digest


def test_merging_again_changes_nothing(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.accept_all()
    project.merge()
    before = (state(project), project.read("merges.jsonl"))
    capsys.readouterr()
    assert project.merge() == EXIT_DONE
    assert (state(project), project.read("merges.jsonl")) == before
    assert "nothing to merge" in capsys.readouterr().out


def test_a_dry_run_writes_nothing(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.accept_all()
    before = {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()}
    project.merge(dry_run=True)
    assert {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()} == before
    assert project.staged[0].text in capsys.readouterr().out


# --- the row changed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one["utterances"].__setitem__(0, "mute harbor.mp4 completely"),
        lambda one: one["utterances"].insert(1, "make harbor.mp4 silent"),
        lambda one: one["utterances"].pop(),
        lambda one: one.update(expected_tool="convert"),
        lambda one: one.update(fixture="harbor.mp4"),
        lambda one: one.update(baseline={"command": "mute harbor.mp4 out.mp4"}),
        lambda one: one.update(id="sound_0"),
    ],
    ids=["reworded", "in between", "shorter", "tool", "fixture", "command", "gone"],
)
def test_a_row_that_changed_is_refused_and_the_others_are_merged(
    project: Project, capsys: pytest.CaptureFixture[str], change: Callable[[dict[str, Any]], object]
) -> None:
    project.accept_all()
    project.edit_row("sound_1", change)
    before = project.corpus.read_bytes().split(b"\n")[0]
    capsys.readouterr()
    assert project.merge() == EXIT_INCOMPLETE, "finished, but not all of it"
    assert project.corpus.read_bytes().split(b"\n")[0] == before
    assert len(project.space.provenance()) == 6
    said = capsys.readouterr().err
    assert said.count("not merged: sound_1") == 2
    assert "its row" in said


def test_a_row_that_only_grew_or_was_tagged_is_merged(project: Project) -> None:
    project.accept_all()
    project.edit_row("sound_1", lambda one: one["utterances"].append("make harbor.mp4 silent"))
    project.edit_row("sound_1", lambda one: one.update(tags=["sound", "checked"], validated_by="eve"))
    project.merge()
    assert len(project.rows()["sound_1"].utterances) == 5
    assert {one.idx for one in project.space.provenance() if one.row_id == "sound_1"} == {3, 4}


def test_what_another_row_holds_by_now_is_refused(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.accept_all()
    text = project.staged[0].text
    project.edit_row("picture_1", lambda one: one["utterances"].append(f"{text.upper()}!"))
    project.merge()
    assert "it is an utterance of picture_1" in capsys.readouterr().err
    assert text not in project.rows()["sound_1"].utterances
    assert len(project.space.provenance()) == 7


# --- undo ----------------------------------------------------------------------------------------------------


def test_undo_restores_the_corpus_and_the_provenance_byte_for_byte(project: Project) -> None:
    (project.generated / "provenance.jsonl").write_bytes(EARLIER_PROVENANCE)
    before = state(project)
    project.accept_all()
    project.merge()
    assert all(new != old for new, old in zip(state(project), before, strict=True))
    assert project.merge(undo=True) == EXIT_DONE
    assert state(project) == before


def test_undo_restores_a_file_in_a_style_of_its_own(project: Project) -> None:
    """Byte order mark, CRLF, comments, blank lines, escapes, and no line end at the end."""
    lines = [json.dumps(json.loads(line)) for line in project.corpus.read_bytes().splitlines()]
    lines[1] = lines[1].replace(": ", ":").replace("lighthouse", "l\\u0069ghthouse")
    written = "\r\n".join(["# a comment", *lines[:2], "", "  # another", *lines[2:]])
    project.corpus.write_bytes(b"\xef\xbb\xbf" + written.encode())
    before = project.corpus.read_bytes()
    project.accept_all()
    project.merge()
    after = project.corpus.read_bytes()
    assert len(project.space.provenance()) == 8
    assert after.startswith(b"\xef\xbb\xbf# a comment\r\n")
    assert after.count(b"\r\n") == before.count(b"\r\n")
    assert after.isascii() == before.isascii()
    project.merge(undo=True)
    assert project.corpus.read_bytes() == before


def test_merges_are_taken_back_one_by_one(project: Project) -> None:
    states = [state(project)]
    for one in project.staged[:3]:
        project.decide("accept", one)
        project.merge()
        states.append(state(project))
    assert len(set(states)) == 4
    for earlier in reversed(states[:-1]):
        project.merge(undo=True)
        assert state(project) == earlier
    with pytest.raises(InputError, match="there is no merge"):
        project.merge(undo=True)
    # The decisions still hold, so everything can be merged once more.
    project.merge()
    assert state(project)[0] == states[-1][0]
    project.merge(undo=True)
    assert state(project) == states[0]


def test_undo_after_another_edit_takes_back_only_its_own(project: Project) -> None:
    before = project.rows()
    project.accept_all()
    project.merge()
    project.edit_row("vague_1", lambda one: one.update(grade="routing"))
    assert project.merge(undo=True) == EXIT_DONE
    after = project.rows()
    assert after["vague_1"].grade == "routing"
    assert {id_: one.utterances for id_, one in after.items()} == {
        id_: one.utterances for id_, one in before.items()
    }
    assert project.space.provenance() == []
    with pytest.raises(InputError, match="there is no merge"):
        project.merge(undo=True)
    assert project.merge() == EXIT_INCOMPLETE, "all but the row that changed can be merged once more"
    assert len(project.space.provenance()) == 6


def test_undo_after_an_edit_of_what_it_added_refuses_and_changes_nothing(project: Project) -> None:
    project.accept_all()
    project.merge()
    project.edit_row("vague_1", lambda one: one["utterances"].pop())
    before = (state(project), project.read("merges.jsonl"))
    with pytest.raises(InputError) as caught:
        project.merge(undo=True)
    assert (state(project), project.read("merges.jsonl")) == before
    assert 'utterances of row "vague_1" changed' in caught.value.problem


def test_a_refused_undo_is_two_lines_and_exit_code_1(project: Project) -> None:
    project.accept_all()
    project.merge()
    project.edit_row("vague_1", lambda one: one["utterances"].pop())
    where = ["--corpus", str(project.corpus), "--out", str(project.generated)]
    done = subprocess.run(
        [sys.executable, "-m", "polyphrase", *where, "merge", "--undo"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == EXIT_INPUT
    assert done.stdout == ""
    error, hint = done.stderr.splitlines()
    assert error.startswith(f"error: {project.corpus} changed after the merge of 2031-02-03")
    assert hint.startswith("hint: ")


def test_undo_is_of_this_corpus_file_only(project: Project) -> None:
    """One output folder may serve two corpora."""
    project.accept_all()
    project.merge()
    other = project.settings.model_copy(update={"corpus": str(project.folder / "other.jsonl")})
    (project.folder / "other.jsonl").write_bytes(project.corpus.read_bytes())
    with pytest.raises(InputError, match="there is no merge"):
        commands.run_merge(other, dry_run=False, undo=True)


# --- crashes -------------------------------------------------------------------------------------------------

STEPS = ("before the record", "before the corpus", "before the provenance")


@pytest.mark.parametrize("step", range(3), ids=STEPS)
def test_a_merge_that_was_killed_is_finished_by_the_next(
    project: Project, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    (project.generated / "provenance.jsonl").write_bytes(EARLIER_PROVENANCE)
    before = state(project)
    project.accept_all()
    with monkeypatch.context() as patch:
        kill_at(step, patch)
        with pytest.raises(KilledError):
            project.merge()
    assert project.merge() == EXIT_DONE
    assert len(project.space.provenance()) == 9
    assert sum(len(one.utterances) for one in project.rows().values()) == 13
    assert project.merge(undo=True) == EXIT_DONE
    assert state(project) == before
    with pytest.raises(InputError, match="there is no merge"):
        project.merge(undo=True)


@pytest.mark.parametrize("step", range(3), ids=STEPS)
def test_a_merge_that_was_killed_leaves_the_ones_before_it_to_undo(
    project: Project, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    states = [state(project)]
    first, second, *_ = project.staged
    project.decide("accept", first)
    project.merge()
    states.append(state(project))
    project.decide("accept", second)
    with monkeypatch.context() as patch:
        kill_at(step, patch)
        with pytest.raises(KilledError):
            project.merge()
    if step == 2:  # the corpus holds it: it is the merge to take back
        project.merge(undo=True)
        assert state(project) == states[1]
    project.merge(undo=True)
    assert state(project) == states[0]


@pytest.mark.parametrize("step", range(3), ids=STEPS)
def test_an_undo_that_was_killed_can_be_repeated(
    project: Project, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    before = state(project)
    project.accept_all()
    project.merge()
    merged = state(project)
    with monkeypatch.context() as patch:
        kill_at(step, patch)
        with pytest.raises(KilledError):
            project.merge(undo=True)
    if step == 2:
        with pytest.raises(InputError, match="there is no merge"):
            project.merge(undo=True)
    else:
        assert state(project) == merged
        project.merge(undo=True)
    assert state(project) == before


@pytest.mark.parametrize("step", range(3), ids=STEPS)
def test_a_merge_after_an_undo_that_was_killed_is_whole(
    project: Project, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The decisions still hold, so a merge brings everything back, once."""
    project.accept_all()
    project.merge()
    merged = state(project)
    with monkeypatch.context() as patch:
        kill_at(step, patch)
        with pytest.raises(KilledError):
            project.merge(undo=True)
    project.merge()
    assert state(project) == merged


def test_what_was_staged_before_a_merge_still_fits_the_rows_that_have_grown(project: Project) -> None:
    """Spanish is merged first, then Chinese, which was staged before that."""
    project.expand(from_table(GOOD), ("zh",))
    for lang in ("es", "zh"):
        project.decide("accept", *(one for one in project.staged if one.lang == lang))
        project.merge()
    assert {len(one.utterances) for one in project.rows().values()} == {5, 6}
    assert {one.tags[-3:] for one in project.rows().values() if one.tags} == {("multilingual", "es", "zh")}


def test_a_changed_success_criterion_refuses_the_merge(project: Project) -> None:
    project.accept_all()
    project.edit_row("sound_1", lambda one: one.update(success_criteria={"max_height": 480}))
    assert project.merge() == EXIT_INCOMPLETE
    assert {one.row_id for one in project.space.provenance()} == {"picture_1", "vague_1", "unsafe_1"}


def test_merging_again_after_the_corpus_was_restored_by_hand_keeps_one_line_an_utterance(
    project: Project,
) -> None:
    before = project.corpus.read_bytes()
    project.accept_all()
    project.merge()
    merged = len(project.space.provenance())
    project.corpus.write_bytes(before)
    project.merge()
    assert len(project.space.provenance()) == merged
    project.merge(undo=True)
    assert project.corpus.read_bytes() == before
    assert project.space.provenance() == []


def test_a_corpus_that_was_saved_meanwhile_is_not_overwritten(project: Project) -> None:
    project.accept_all()
    change = project.corpus.read_bytes() + b"# a note\n"
    record = MergeRecord(corpus="x", before="0" * 64, after="1" * 64, insertions=(), added=(), at="now")
    project.corpus.write_bytes(change)
    with pytest.raises(InputError, match="saved by someone else"):
        project.space.write_merge(record, b"")
    assert project.corpus.read_bytes() == change
    assert project.space.merges() == []
