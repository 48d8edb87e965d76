"""The gloss: asked for blind and only where it helps, read with suspicion, and deciding nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from doubles import (
    asked,
    from_table,
    glossed,
    is_glossing,
    is_judging,
    no_traps,
    phrasings,
    reply,
    row,
    verdict,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from running import CANDIDATES, CELLS, GOOD, Project, good_model, mixed_model, refusing_model, shared_detector
from test_pipeline import CELLS as FEW
from test_pipeline import GOOD as FEW_GOOD
from test_pipeline import MODELS, ROWS, SPOKEN, Script, Spaniard, random_answer, writing
from test_prompts import shipped

from polyphrase import commands, generate, gloss, pipeline
from polyphrase.adapters import litellm_model
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError, ModelError
from polyphrase.fill import upper_bound
from polyphrase.gloss import Glossing
from polyphrase.models import Cell, Reply, Request
from polyphrase.pipeline import Result
from polyphrase.plan import Filters

HOW = Glossing(shipped("gloss"), "translator")
GLOSSED = MODELS._replace(glossing=HOW)
LABEL = shipped("gloss").label


# --- what is asked, and of whom ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "spoken", "into"),
    [
        ("bg", ("en",), "English"),
        ("bg", ("en", "bg"), "English"),  # who wrote the row in English reviews it
        ("en", ("en", "bg"), None),
        ("en", ("zh", "en"), "Chinese (simplified characters)"),
        ("es", ("es",), None),
        ("es", (None,), "English"),  # as everywhere, a row that cannot be told is English
        ("en", (None,), None),
        ("es", (None, "de", "en"), "German"),
        ("de", (None, "de"), None),
    ],
)
def test_a_gloss_is_wanted_where_the_row_was_written_in_another_language(
    lang: str, spoken: tuple[str | None, ...], into: str | None
) -> None:
    request = gloss.request("един два", lang, spoken, HOW)
    assert (None if request is None else asked(request)["into"]) == into


def test_nobody_is_asked_where_nobody_wants_glosses() -> None:
    assert gloss.request("един два", "bg", ("en",), None) is None


@given(st.text(min_size=1))
def test_the_translator_sees_the_text_and_the_language_and_nothing_else(text: str) -> None:
    request = gloss.request(text, "bg", ("en",), HOW)
    assert request is not None
    *stable, last = request.messages
    assert json.loads(last.content) == {"text": text, "into": "English"}
    assert tuple(stable) == shipped("gloss").messages(None, text="", into="")[:-1], "one prefix for all"


def test_the_same_text_of_any_row_is_the_same_question() -> None:
    """Of the row's outcome, command or utterances nothing can leak where all rows ask alike."""
    cells = tuple(Cell(row_id=one, lang="es", wanted=1) for one in ("p", "c", "r"))
    rows = (
        row("p", "wipe it", baseline={"command": "rm it"}),
        row("c", "tidy up", outcome="clarify"),
        row("r", "erase it", outcome="reject"),
    )
    texts = {one.utterances[0]: [f"bórralo {one.id}"] for one in rows}

    def answer(request: Request) -> Reply:
        if is_judging(request):
            return reply(verdict("equivalent"))
        return reply("x" if is_glossing(request) else phrasings(texts[asked(request)["command"]]))

    script = Script(answer)
    spoken = dict.fromkeys(("p", "c", "r"), ("en",))
    pipeline.expand(rows, cells, spoken, GLOSSED, script, Spaniard(), bait=no_traps)
    sent = [[message.content for message in one.messages] for one in script.calls[-1][1]]
    assert len(sent) == 3
    assert len({tuple(one[:-1]) for one in sent}) == 1
    for one in rows:
        assert not [content for request in sent for content in request if one.utterances[0] in content]
        assert not [
            content for request in sent for content in request if one.command and one.command in content
        ]


def test_the_reply_has_room_for_its_text_and_no_more() -> None:
    short, long = (gloss.request(text, "bg", ("en",), HOW) for text in ("а" * 10, "а" * 100))
    assert short is not None
    assert long is not None
    assert long.max_tokens - short.max_tokens == 90 * shipped("gloss").max_tokens_each
    assert short.max_tokens < 100
    longest = gloss.request("а" * generate.LONGEST, "bg", ("en",), HOW)
    assert longest is not None
    assert longest.max_tokens < 1000


@pytest.mark.parametrize(
    ("judges", "who"),
    [(("writer",), "writer"), (("judge",), "judge"), (("writer", "b", "c"), "b"), (("a", "writer"), "a")],
)
def test_who_did_not_write_translates_back_if_there_is_one(judges: tuple[str, ...], who: str) -> None:
    assert gloss.translator("writer", judges) == who


# --- what is read --------------------------------------------------------------------------------------------

TEXT = "заглуши talk.mkv"
MOST = gloss.LONGEST * len(TEXT) + gloss.ROOM
READ: list[tuple[str, str]] = [
    ("mute talk.mkv", "mute talk.mkv"),
    ("  mute talk.mkv\n", "mute talk.mkv"),
    ('"mute talk.mkv"', "mute talk.mkv"),
    ("<think>hm</think>mute talk.mkv", "mute talk.mkv"),
    ("<think>mute talk.mkv", ""),
    ("", ""),
    ("  \n", ""),
    ('""', ""),
    (TEXT, ""),
    (f"{TEXT.upper()}.", ""),  # the text once more says nothing
    ("mute talk.mkv\n\nThis means that ...", ""),
    ("Sure, mute talk.mkv", ""),
    ("Translation: mute talk.mkv", ""),
    ("mute talk.mkv (note: talk.mkv is a file)", ""),
    ("I'm sorry, but I can't assist with that.", ""),
    ("mute Talk.mkv", ""),  # another file
    ("mute the talk", ""),
    ("mute talk.mkv as quiet.mkv", ""),
    ("mute talk.mkv for 10 seconds", ""),
    ('mute talk.mkv and stamp "Top" on it', ""),
    ("mute " * 100, ""),
    (f"{'m' * (MOST - 9)} talk.mkv", f"{'m' * (MOST - 9)} talk.mkv"),
    (f"{'m' * (MOST - 8)} talk.mkv", ""),
    (
        "mute\u202e ta\u200blk.mkv \x1b now",
        "mute\u202e ta\u200blk.mkv \x1b now",
    ),  # review shows them as markers
]


@pytest.mark.parametrize(("said", "kept"), READ)
def test_what_is_no_translation_is_no_gloss(said: str, kept: str) -> None:
    assert gloss.read(reply(said), TEXT) == kept


def test_a_gloss_that_was_cut_off_is_none() -> None:
    assert gloss.read(reply("mute talk", finish_reason="length"), TEXT) == ""


def test_a_text_of_two_lines_may_have_a_gloss_of_two_lines() -> None:
    assert gloss.read(reply("one\ntwo"), "един\nдва") == "one\ntwo"


@given(st.text(), st.text(), st.sampled_from(["stop", "length"]))
def test_any_reply_is_a_bounded_gloss_or_none(said: str, text: str, finished: str) -> None:
    found = gloss.read(reply(said, finish_reason=finished), text)
    assert found in said
    assert len(found) <= gloss.LONGEST * len(text) + gloss.ROOM


# --- in the line ---------------------------------------------------------------------------------------------


def expand(answer: Any, models: pipeline.Models = GLOSSED) -> tuple[Result, Script]:
    script = Script(answer)
    return pipeline.expand(ROWS, FEW, SPOKEN, models, script, Spaniard(), bait=no_traps), script


def translating(answer: Any) -> Any:
    """The same answers, and glosses."""

    def both(request: Request) -> Reply | ModelError | None:
        if is_glossing(request):
            return reply(glossed(**asked(request)))
        found: Reply | ModelError | None = answer(request)
        return found

    return both


def without(result: Result) -> Result:
    """A result as it would be without glosses."""
    lines = [
        one.model_copy(
            update={"gloss": "", "prompts": {k: v for k, v in one.prompts.items() if k != "gloss"}}
        )
        for one in result.staged
    ]
    return result._replace(staged=tuple(lines), unglossed=())


def test_each_staged_line_has_its_gloss_and_names_the_prompt() -> None:
    result, script = expand(translating(writing(FEW_GOOD)))
    assert [what for what, _ in script.calls] == ["writing phrasings", "judging", "translating back"]
    assert [one.gloss for one in result.staged] == [f"{one.text} in English" for one in result.staged]
    assert {one.prompts["gloss"] for one in result.staged} == {LABEL}
    assert {request.model for request in script.calls[-1][1]} == {"translator"}
    assert result.unglossed == ()


def test_what_is_dropped_is_not_glossed() -> None:
    def some(request: Request) -> Reply:
        if is_judging(request) and "película" in "".join(asked(request).values()):
            return reply(verdict("different"))
        texts = {**FEW_GOOD, ("mute talk.mkv", "Spanish"): ["silencia Talk.mkv", "silencia talk.mkv"]}
        found = writing(texts)(request)
        assert isinstance(found, Reply)
        return found

    result, script = expand(translating(some))
    assert {one.reason for one in result.dropped} == {"literal_lost", "different"}
    assert [asked(one)["text"] for one in script.calls[-1][1]] == [one.text for one in result.staged]
    assert len(result.staged) == 3


def test_what_is_in_the_row_s_own_language_is_not_glossed() -> None:
    spoken = {"a": ("es",), "b": ("es", "de"), "c": (None,)}
    script = Script(translating(writing(FEW_GOOD)))
    result = pipeline.expand(ROWS, FEW, spoken, GLOSSED, script, Spaniard(), bait=no_traps)
    assert {(one.lang, bool(one.gloss)) for one in result.staged} == {("es", False), ("zh", True)}
    assert all(("gloss" in one.prompts) == bool(one.gloss) for one in result.staged)
    assert {asked(one)["into"] for one in script.calls[-1][1]} == {"Spanish"}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (ModelError("the server is away", "try later"), "the server is away; try later"),
        (None, "not asked: the run was stopped or reached its limit"),
        (reply("Sure! What is it?"), None),
        (reply("mute", finish_reason="length"), None),
    ],
    ids=["failed", "not asked", "no translation", "cut off"],
)
def test_a_gloss_that_cannot_be_had_costs_nothing_else(
    said: Reply | ModelError | None, why: str | None
) -> None:
    plain, _ = expand(writing(FEW_GOOD), MODELS)
    result, _ = expand(lambda one: said if is_glossing(one) else writing(FEW_GOOD)(one))
    assert result._replace(unglossed=()) == plain
    assert result.unglossed == ((why,) * len(plain.staged) if why else ())


@settings(max_examples=80, deadline=None)
@given(st.data(), st.integers(0, 9))
def test_glosses_change_nothing_else_and_the_order_of_answers_does_not_change_them(
    data: st.DataObject, seed: int
) -> None:
    answer = random_answer(data)
    plain, _ = expand(lambda one: None if is_glossing(one) else answer(one), MODELS)
    result, _ = expand(answer)
    assert without(result) == plain
    shuffled = Script(answer, shuffle=seed)
    assert pipeline.expand(ROWS, FEW, SPOKEN, GLOSSED, shuffled, Spaniard(), bait=no_traps) == result


# --- in whole runs -------------------------------------------------------------------------------------------


@pytest.fixture
def project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setattr("polyphrase.commands.expand.StatisticalDetector", shared_detector)
    project = Project(folder)
    project.settings = project.settings.model_copy(update={"gloss": True})
    return project


def test_a_run_glosses_what_it_stages(project: Project) -> None:
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert (model.written, model.judged, model.glossed) == (CELLS, 2 * CANDIDATES, CANDIDATES)
    assert {one.model for one in model.requests if is_glossing(one)} == {"scripted/judge"}
    assert [one.gloss for one in project.staged] == [glossed(one.text, "English") for one in project.staged]


def test_a_run_that_glosses_stages_and_drops_what_one_that_does_not_does(project: Project) -> None:
    project.expand(mixed_model(), gloss=False)
    plain, dropped = project.staged, project.dropped
    model = mixed_model()
    assert project.expand(model) == EXIT_DONE
    assert (model.calls, model.glossed) == (len(plain), len(plain)), "the rest is in the journal"
    assert project.dropped == dropped
    assert without(Result(tuple(project.staged), (), ())).staged == tuple(plain)


@pytest.mark.parametrize("concurrency", [1, 16])
def test_the_journal_alone_gives_the_same_glosses(project: Project, concurrency: int) -> None:
    project.expand(mixed_model())
    before = project.results
    for name in ("staged.jsonl", "dropped.jsonl"):
        (project.generated / name).unlink()
    assert project.expand(refusing_model(), concurrency=concurrency) == EXIT_DONE
    assert project.results == before


def test_an_edited_prompt_asks_for_the_glosses_alone_again(project: Project) -> None:
    project.expand(good_model())
    before = {one.prompts["gloss"] for one in project.staged}
    project.edit_prompt("gloss", version="two", says="Look twice. ")
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert (model.calls, model.glossed) == (CANDIDATES, CANDIDATES)
    assert before.isdisjoint(one.prompts["gloss"] for one in project.staged)


def test_a_translator_that_is_away_is_no_failure_of_the_run_and_the_next_one_asks_again(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    table = from_table(GOOD)
    away = ModelError("the server is away", "wait")
    assert project.expand(lambda one: away if is_glossing(one) else table(one)) == EXIT_DONE
    assert f"{CANDIDATES} of the staged got no gloss: the server is away; wait" in capsys.readouterr().err
    assert {one.gloss for one in project.staged} == {""}
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert (model.calls, model.glossed) == (CANDIDATES, CANDIDATES)
    assert all(one.gloss for one in project.staged)


@pytest.mark.parametrize("glosses", [0, 1, 5])
def test_a_cap_holds_and_the_next_run_goes_on_where_it_stopped(
    project: Project, capsys: pytest.CaptureFixture[str], glosses: int
) -> None:
    model = good_model()
    most = CELLS + 2 * CANDIDATES + glosses
    assert project.expand(model, max_calls=most) == EXIT_INCOMPLETE
    assert model.calls == most
    said = capsys.readouterr().err
    assert "(--max-cost, --max-calls or --max-tokens) stopped the run" in said
    assert f"{CANDIDATES - glosses} of the staged got no gloss: not asked" in said
    assert [bool(one.gloss) for one in project.staged].count(True) == glosses
    assert len(project.staged) == CANDIDATES
    rest = good_model()
    assert project.expand(rest) == EXIT_DONE
    assert (rest.calls, rest.glossed) == (CANDIDATES - glosses, CANDIDATES - glosses)
    assert all(one.gloss for one in project.staged)


def test_without_glosses_none_is_asked_for_and_none_is_lost(project: Project) -> None:
    """A gloss is paid for, and its text says what it said: a run without --gloss keeps it."""
    project.expand(good_model())
    before = project.results
    assert project.expand(refusing_model(), gloss=False) == EXIT_DONE
    assert project.results == before
    (project.generated / "staged.jsonl").unlink()
    assert project.expand(refusing_model(), gloss=False) == EXIT_DONE
    assert {(one.gloss, "gloss" in one.prompts) for one in project.staged} == {("", False)}


def test_without_glosses_no_prompt_for_them_is_needed(project: Project) -> None:
    (project.folder / "prompts" / "gloss.toml").unlink()
    assert project.expand(good_model(), gloss=False) == EXIT_DONE
    with pytest.raises(InputError, match=r"there is no .*gloss\.toml"):
        project.expand(good_model())


def planned(project: Project, capsys: pytest.CaptureFixture[str], **changes: Any) -> tuple[str, int]:
    """What `plan` says of calls, and of tokens."""
    capsys.readouterr()
    chosen = project.settings.model_copy(update=changes)
    assert commands.run_plan(chosen, Filters(rows=("sound_*",)), ("es", "en")) == EXIT_DONE
    *_, calls, tokens = capsys.readouterr().out.strip().split("\n")
    return calls, int(tokens.split(" ")[2].replace(",", ""))


def test_the_plan_counts_the_glosses_of_other_languages(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two Spanish phrasings and a spare one; English is full, and would need no gloss."""
    with_them, most = planned(project, capsys)
    without_them, least = planned(project, capsys, gloss=False)
    assert with_them.endswith("at most 6 to judge, at most 3 to gloss")
    assert without_them.endswith("at most 6 to judge")
    one = gloss.request("mute harbor.mp4", "es", ("en",), HOW)
    assert one is not None
    assert most - least == 3 * upper_bound(one, None).tokens
    english, _ = planned(project, capsys, per_lang=3)
    assert english.endswith("at most 12 to judge, at most 4 to gloss")


def test_the_option_stands_in_the_settings_and_on_the_command_line(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from polyphrase import cli

    heard: list[bool] = []
    for name in ("run_expand", "run_plan"):
        monkeypatch.setattr(commands, name, lambda settings, *_, **__: heard.append(settings.gloss) or 0)
    config = project.folder / "polyphrase.toml"
    for written, options, expected in (
        ("", [], True),
        ("", ["--no-gloss"], False),
        ("gloss = false", [], False),
        ("gloss = false", ["--gloss"], True),
    ):
        config.write_text(written)
        for command in ("expand", "plan"):
            with pytest.raises(SystemExit) as left:
                cli.app([command, *options])
            assert left.value.code == 0
            assert heard.pop() is expected, (written, options, command)


# --- with the real engine ------------------------------------------------------------------------------------


@pytest.mark.embedded
def test_the_embedded_model_says_a_command_in_english() -> None:
    from polyphrase.adapters import weights
    from polyphrase.adapters.weights import EMBEDDED

    pytest.importorskip("xllamacpp")
    if not weights.cache_file().exists() and not weights.installed_parts(EMBEDDED):
        pytest.skip("needs the `embedded` extra")
    how = HOW._replace(model=f"embedded/{EMBEDDED.name}")
    text = "guarda solo los primeros 30 segundos de talk.mkv"
    request = gloss.request(text, "es", ("en",), how)
    assert request is not None
    said = gloss.read(litellm_model.LiteLLMModel(timeout=120.0, slots=1).complete(request), text)
    assert "first 30 seconds" in said
    assert "talk.mkv" in said
