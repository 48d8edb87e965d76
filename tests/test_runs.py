"""Whole runs of `expand`: nothing vanishes, nothing is asked twice, and the same inputs give the same bytes."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from doubles import Answer, ScriptedModel, asked, from_table, is_judging, row
from running import (
    CANDIDATES,
    CELLS,
    GOOD,
    MIXED,
    REASONS,
    ROWS,
    UNREADABLE,
    Project,
    good_model,
    mixed_model,
    refusing_model,
    shared_detector,
)

from polyphrase import commands
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError, ModelError
from polyphrase.models import DropReason, Request
from polyphrase.plan import Filters


@pytest.fixture
def project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    for command in ("expand", "merge"):
        monkeypatch.setattr(f"polyphrase.commands.{command}.StatisticalDetector", shared_detector)
    return Project(folder)


# --- nothing vanishes ----------------------------------------------------------------------------------------


def test_every_item_of_every_reply_is_staged_or_dropped(project: Project) -> None:
    assert project.expand(mixed_model()) == EXIT_DONE
    staged, dropped = project.staged, project.dropped
    proposed: Counter[tuple[str, str]] = Counter()
    ids = {one.utterances[0]: one.id for one in ROWS}
    for (command, lang), texts in MIXED.items():
        shown = [text if isinstance(text, str) else "" for text in texts]
        for text in [""] if (command, lang) == UNREADABLE else shown:
            proposed[ids[command], text] += 1
    assert Counter((one.row_id, one.text) for one in (*staged, *dropped)) == proposed
    assert len({one.id for one in staged}) == len(staged)


def test_every_drop_has_a_reason_of_the_closed_set_and_a_detail(project: Project) -> None:
    project.expand(mixed_model())
    counted = Counter(str(one.reason) for one in project.dropped)
    assert counted == REASONS
    assert set(counted) <= set(get_args(DropReason))
    assert all(one.detail.strip() for one in project.dropped)


def test_the_outcome_of_the_judge_decides_what_is_staged_and_how(project: Project) -> None:
    """Equivalent in both orders is clean, in one order doubtful, in none dropped."""

    def judge(a: str, b: str) -> str:
        if "quita" in a + b:
            return "different"
        return "different" if "recorta lighthouse" in a else "equivalent"

    assert project.expand(ScriptedModel(from_table(GOOD, judge)), ("es",)) == EXIT_DONE
    trust = {one.text: one.trust for one in project.staged}
    assert trust["recorta lighthouse.png en forma de cuadrado"] == "doubtful"
    assert Counter(trust.values()) == {"clean": 6, "doubtful": 1}
    assert [(one.text, one.reason, one.detail) for one in project.dropped] == [
        ("quita el sonido de harbor.mp4", "different", "another request")
    ]


@pytest.mark.parametrize(
    ("answer", "calls", "detail"),
    [
        (lambda request: "I think they are equal.", 3, "not a verdict"),
        (lambda request: ModelError("the server is tired", "wait"), 2, "the server is tired"),
    ],
    ids=["unreadable", "failed"],
)
def test_a_candidate_that_nobody_judged_is_dropped_as_unjudged(
    project: Project, answer: Answer, calls: int, detail: str
) -> None:
    """An unreadable verdict is asked for once more, no more often."""
    table = from_table(GOOD)
    text = "quita el sonido de harbor.mp4"

    def judge(request: Request) -> object:
        payload = asked(request)
        broken = is_judging(request) and payload["b"] == text
        return answer(request) if broken else table(request)

    model = ScriptedModel(judge)  # type: ignore[arg-type]
    assert project.expand(model, ("es",)) == EXIT_INCOMPLETE
    assert [(one.text, one.reason) for one in project.dropped] == [(text, "unjudged")]
    assert detail in project.dropped[0].detail
    assert sum(is_judging(one) and text in asked(one).values() for one in model.requests) == calls
    assert len(project.staged) == 7


def test_what_was_unjudged_is_judged_by_the_next_run(project: Project) -> None:
    table = from_table(GOOD)
    tired = ModelError("the server is tired", "wait")
    project.expand(lambda request: tired if is_judging(request) else table(request), ("es",))
    assert (project.staged, len(project.dropped)) == ([], 8)
    model = good_model()
    assert project.expand(model, ("es",)) == EXIT_DONE
    assert (model.written, model.judged) == (0, 16)
    assert (len(project.staged), project.dropped) == (8, [])


def test_a_failing_cell_is_reported_and_the_others_go_on(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    table = from_table(GOOD)

    def answer(request: Request) -> str | Exception:
        vague = not is_judging(request) and asked(request)["command"] == "tidy up my recording"
        return ModelError("the server is tired", "wait") if vague else table(request)

    assert project.expand(answer) == EXIT_INCOMPLETE
    assert len(project.staged) == CANDIDATES - 4
    assert "2 cells got no answer: the server is tired" in capsys.readouterr().err


def test_a_run_that_fails_keeps_what_an_earlier_one_staged(project: Project) -> None:
    """Another model with a wrong key must not cost the candidates that wait for a person."""
    project.expand(mixed_model())
    before = project.results
    assert project.expand(refusing_model(), model="scripted/another") == EXIT_INCOMPLETE
    assert project.results == before


# --- nothing is paid for twice -------------------------------------------------------------------------------


@pytest.mark.parametrize("concurrency", [1, 16])
def test_the_journal_alone_gives_the_same_bytes(project: Project, concurrency: int) -> None:
    project.expand(mixed_model())
    before = project.results
    assert all(before)
    assert project.expand(refusing_model(), concurrency=concurrency) == EXIT_DONE
    assert project.results == before
    for name in ("staged.jsonl", "dropped.jsonl"):
        (project.generated / name).unlink()
    assert project.expand(refusing_model(), concurrency=concurrency) == EXIT_DONE
    assert project.results == before


def test_the_order_in_which_answers_come_does_not_matter(project: Project) -> None:
    """Sixteen calls at once, each as slow as chance has it, write what one at a time writes."""
    pauses = random.Random(11)
    table = mixed_model()

    def answer(request: Request) -> str:
        time.sleep(pauses.random() / 100)
        return table.complete(request).text

    project.expand(mixed_model(), concurrency=1)
    before = project.results
    (project.generated / "journal.jsonl").unlink()
    project.expand(answer, concurrency=16)
    assert project.results == before


def test_replay_without_an_answer_says_what_to_do(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.run_expand(project.settings, Filters(), ("es",), replay=True) == EXIT_INCOMPLETE
    assert "--replay answers from the journal alone" in capsys.readouterr().err


def test_editing_the_judge_prompt_asks_only_the_judge_again(project: Project) -> None:
    project.expand(good_model())
    before = {one.prompts["judge"] for one in project.staged}
    project.edit_prompt("judge", version="two", says="Look twice. ")
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert (model.written, model.judged) == (0, 2 * CANDIDATES)
    assert before.isdisjoint(one.prompts["judge"] for one in project.staged)


def test_a_new_version_of_the_same_text_asks_nothing_and_is_written_down(project: Project) -> None:
    """What is sent has not changed, so neither can the answer."""
    project.expand(good_model())
    project.edit_prompt("judge", version="two")
    assert project.expand(refusing_model()) == EXIT_DONE
    assert {one.prompts["judge"].split("+")[0] for one in project.staged} == {"two"}
    assert len(project.staged) == CANDIDATES


def test_another_judge_model_asks_only_the_judge_again(project: Project) -> None:
    project.expand(good_model())
    model = good_model()
    project.expand(model, judge=("scripted/stricter",))
    assert (model.written, model.judged) == (0, 2 * CANDIDATES)
    assert {one.model for one in model.requests} == {"scripted/stricter"}


def test_a_new_row_asks_only_for_itself(project: Project) -> None:
    project.expand(good_model())
    before = project.staged
    new = row("sound_2", "make chapel.wav louder", tags=("sound",))
    with project.corpus.open("ab") as file:
        file.write(new.model_dump_json(exclude_unset=True).encode() + b"\n")
    texts = ("sube el volumen de chapel.wav", "haz que chapel.wav suene más fuerte")
    model = ScriptedModel(from_table({("make chapel.wav louder", "es"): texts}))
    assert project.expand(model, ("es",)) == EXIT_DONE
    assert (model.written, model.judged) == (1, 4)
    assert {text for one in model.requests for text in asked(one).values() if isinstance(text, str)} == {
        "make chapel.wav louder",
        *texts,
        "Spanish",
    }
    assert [one for one in project.staged if one.row_id != "sound_2"] == before


def test_runs_for_two_languages_keep_both_results(project: Project) -> None:
    project.expand(mixed_model(), ("es",))
    spanish = (project.staged, project.dropped)
    project.expand(mixed_model(), ("zh",))
    assert [one for one in project.staged if one.lang == "es"] == spanish[0]
    assert [one for one in project.dropped if one.lang == "es"] == spanish[1]
    assert {one.lang for one in project.staged} == {"es", "zh"}


def test_one_row_at_a_time_keeps_the_other_rows(project: Project) -> None:
    for one in ROWS:
        project.expand(mixed_model(), filters=Filters(rows=(one.id,)))
    piecemeal = project.results
    project.expand(refusing_model())
    assert project.results == piecemeal


# --- people --------------------------------------------------------------------------------------------------


def test_decisions_survive_a_run_that_writes_something_else(project: Project) -> None:
    """Accepted and edited candidates stay staged; of the others, what the new run brings replaces the old."""
    project.expand(good_model(), ("es",))
    first, second, third, *_ = project.staged
    project.decide("accept", first)
    project.decide("edit", second, text="quita todo el sonido de harbor.mp4")
    project.decide("reject", third)
    other = {("mute harbor.mp4", "es"): ("deja mudo el vídeo harbor.mp4, por favor",)}
    project.expand(ScriptedModel(from_table({**GOOD, **other})), ("es",), model="scripted/another")
    staged = project.staged
    assert [one for one in staged if one.id in (first.id, second.id)] == [first, second]
    new = [one.text for one in staged if one.row_id == "sound_1" and one.id not in (first.id, second.id)]
    assert new == list(*other.values())
    assert third.text in {one.text for one in staged}, "the new run wrote it too"
    assert len(project.space.decisions()) == 3


def test_a_decision_that_was_taken_back_protects_nothing(project: Project) -> None:
    project.expand(good_model(), ("es",))
    first = project.staged[0]
    project.decide("accept", first)
    project.decide(None, first)
    other = {("mute harbor.mp4", "es"): ("deja mudo el vídeo harbor.mp4, por favor",)}
    project.expand(ScriptedModel(from_table({**GOOD, **other})), ("es",), model="scripted/another")
    assert first.id not in {one.id for one in project.staged}


def test_what_waits_for_a_person_stays_when_its_row_has_grown(project: Project) -> None:
    """One of two was accepted and merged: the cell asks for one more, and the other one still waits."""
    project.expand(good_model(), ("es",))
    accepted, waiting = (one for one in project.staged if one.row_id == "sound_1")
    project.decide("accept", accepted)
    project.merge()
    other = {**GOOD, ("mute harbor.mp4", "es"): ("enmudece el vídeo harbor.mp4",)}
    model = ScriptedModel(from_table(other, lambda a, b: "equivalent"))
    assert project.expand(model, ("es",)) == EXIT_DONE
    assert model.written == 1
    assert asked(model.requests[0])["forms"] == ["command", "question"], "one, and one to spare"
    texts = [one.text for one in project.staged if one.row_id == "sound_1"]
    assert sorted(texts) == sorted([waiting.text, "enmudece el vídeo harbor.mp4"])


def test_a_review_can_be_of_some_rows_and_languages(project: Project) -> None:
    project.expand(good_model())
    options = {"doubtful": False, "riskiest_first": True, "accept_all": True, "by": "ada"}
    commands.run_review(project.settings, Filters(rows=("sound_*", "vague_*")), ("zh",), **options)  # type: ignore[arg-type]
    decided = {one.id for one in project.space.decisions()}
    accepted = [one for one in project.staged if one.id in decided]
    assert {(one.row_id, one.lang) for one in accepted} == {("sound_1", "zh"), ("vague_1", "zh")}
    assert len(decided) == 4


def test_a_full_cell_is_not_asked_and_keeps_what_waits(project: Project) -> None:
    project.expand(good_model(), ("es",))
    project.accept_all()
    project.merge()
    model = good_model()
    assert project.expand(model, ("es",)) == EXIT_DONE
    assert (model.calls, project.staged) == (0, [])


def test_a_remote_model_is_asked_for_the_languages_of_a_row_at_once(project: Project) -> None:
    singly, together = good_model(), good_model()
    assert project.expand(singly) == EXIT_DONE
    texts = [(one.row_id, one.lang, one.text) for one in project.staged]
    (project.generated / "journal.jsonl").unlink()
    assert project.expand(together, languages_per_call=None) == EXIT_DONE
    assert [(one.row_id, one.lang, one.text) for one in project.staged] == texts
    assert (singly.written, together.written) == (2 * len(ROWS), len(ROWS))


def test_the_corpus_is_never_written_by_a_run(project: Project) -> None:
    before = project.corpus.read_bytes()
    project.expand(mixed_model())
    assert project.corpus.read_bytes() == before


def test_a_run_that_cannot_judge_replaces_nothing(project: Project) -> None:
    """Another judge that is out of reach must not empty what the first one let through."""
    project.expand(good_model())
    before = [one.id for one in project.staged]
    assert project.expand(refusing_model(), judge=("scripted/other",)) == EXIT_INCOMPLETE
    assert [one.id for one in project.staged] == before
    assert not {one.id for one in project.dropped} & set(before)


def test_a_style_that_the_prompt_does_not_know_is_refused_with_those_it_knows(project: Project) -> None:
    with pytest.raises(InputError, match="there is no style `rude`") as caught:
        project.expand(good_model(), style=("terse", "rude"))
    assert "neutral, question, wish, terse" in caught.value.hint
    assert project.staged == []


def test_the_styles_of_a_run_are_asked_for_in_turn_and_kept_with_the_candidates(project: Project) -> None:
    project.expand(good_model(), ("es",), style=("terse", "colloquial"))
    assert {one.style for one in project.staged} == {"terse", "colloquial"}


def test_what_stands_in_a_file_to_avoid_does_not_come_in(project: Project) -> None:
    text = GOOD["mute harbor.mp4", "es"][1]
    train = project.folder / "train.jsonl"
    train.write_text(f'{{"utterance": "{text}"}}\n', encoding="utf-8")
    project.expand(good_model(), ("es",), avoid=(str(train),))
    assert text not in {one.text for one in project.staged}
    (leak,) = [one for one in project.dropped if one.reason == "leak"]
    assert (leak.text, leak.detail) == (text, f"it stands in {train}:1")


def test_a_run_asks_again_in_later_rounds_and_replays_them_from_the_journal(project: Project) -> None:
    model = mixed_model()
    project.expand(model, rounds=3)
    assert model.written > CELLS
    before = project.results
    assert project.expand(refusing_model(), rounds=3) == EXIT_DONE
    assert project.results == before
