"""Rounds: a cell that is not full is asked again, and learns; one that is full, saturated or failed is not."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest
from doubles import asked, is_judging, no_traps, phrasings, reply, row, verdict
from test_pipeline import MODELS, Answer, Script, Spaniard

from polyphrase import pipeline, summary
from polyphrase.errors import ModelError
from polyphrase.models import Cell, Reply, Request, Row
from polyphrase.pipeline import Result
from polyphrase.traps import Trap

ROW = row("a", "mute talk.mkv")
CELL = Cell(row_id="a", lang="es", styles=("neutral", "question"), wanted=2)
GOOD, BETTER, BAD = "silencia talk.mkv", "quita el sonido de talk.mkv", "silencia el vídeo"


def expand(
    *replies: Sequence[str], rounds: int = 3, different: Sequence[str] = (), cells: Sequence[Cell] = (CELL,)
) -> tuple[Result, Script]:
    """A run in which round n gets reply n, and the judge calls `different` so."""

    def answer(request: Request) -> Reply | ModelError | None:
        if is_judging(request):
            texts = set(asked(request).values())
            return reply(verdict("different" if texts & set(different) else "equivalent"))
        return reply(phrasings(replies[request.sample])) if request.sample < len(replies) else None

    return run(answer, rounds, cells)


def run(answer: Answer, rounds: int = 3, cells: Sequence[Cell] = (CELL,)) -> tuple[Result, Script]:
    script = Script(answer)
    result = pipeline.expand(
        (ROW,), cells, {"a": ("en",)}, MODELS, script, Spaniard(), bait=no_traps, rounds=rounds
    )
    return result, script


def written(script: Script) -> list[Request]:
    return [one for what, requests in script.calls if what == "writing phrasings" for one in requests]


def states(result: Result) -> list[str]:
    return [one.state for one in result.cells]


def test_a_full_cell_is_not_asked_again() -> None:
    result, script = expand([GOOD, BETTER])
    assert states(result) == ["filled"]
    assert len(written(script)) == 1


def test_a_cell_that_is_not_full_is_asked_for_what_is_missing_and_told_what_there_is_and_what_was_wrong() -> (
    None
):
    result, script = expand([GOOD, BAD], [BETTER])
    first, second = written(script)
    payload = asked(second)
    assert (first.sample, second.sample) == (0, 1)
    assert payload["have"] == [GOOD]
    assert payload["wrong"] == {BAD: "lost talk.mkv"}
    assert payload["forms"] == ["command", "question"], (
        "one is missing, one is spare, the lacking style first"
    )
    assert [one.text for one in result.staged] == [GOOD, BETTER]
    assert states(result) == ["filled"]


def test_what_the_judge_threw_away_is_told_and_may_be_said_in_nearly_the_same_words() -> None:
    result, script = expand(["silencia el talk.mkv"], [GOOD], different=["silencia el talk.mkv"], rounds=2)
    assert asked(written(script)[1])["wrong"] == {"silencia el talk.mkv": "another request: another request"}
    assert [one.text for one in result.staged] == [GOOD]


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_there_are_no_more_rounds_than_allowed(rounds: int) -> None:
    result, script = expand([BAD], [BAD + " ya"], [BAD + " hoy"], rounds=rounds)
    assert len(written(script)) == rounds
    assert states(result) == ["open"]
    assert len(result.dropped) == rounds


@pytest.mark.parametrize(
    "again", [[GOOD], ["Silencia talk.mkv!"], ["por favor, silencia el talk.mkv"], [GOOD, "mute talk.mkv"]]
)
def test_a_cell_whose_last_answers_say_nothing_new_is_saturated(again: Sequence[str]) -> None:
    result, script = expand([GOOD], again, [BETTER])
    assert states(result) == ["saturated"]
    assert len(written(script)) == 2


def test_a_cell_without_an_answer_failed_and_keeps_what_it_has() -> None:
    result, script = expand([GOOD])
    assert states(result) == ["failed"]
    assert [one.text for one in result.staged] == [GOOD]
    assert len(result.failures) == 1
    assert len(written(script)) == 2


def test_a_doubtful_phrasing_does_not_fill_a_cell_but_is_not_asked_for_twice() -> None:
    doubtful = "silencia talk.mkv y gíralo"
    result, script = expand([doubtful, GOOD], [doubtful, BETTER])
    assert [one.text for one in result.staged] == [doubtful, GOOD, BETTER]
    assert [one.reason for one in result.dropped] == ["duplicate"]
    assert asked(written(script)[1])["have"] == [doubtful, GOOD]


def test_a_reply_that_was_cut_off_is_asked_again_as_it_was_with_more_room() -> None:
    def answer(request: Request) -> Reply:
        if is_judging(request):
            return reply(verdict("equivalent"))
        short = request.max_tokens < 1000
        text = '{"Spanish command": "silen' if short else phrasings([GOOD, BETTER])
        return reply(text, finish_reason="length" if short else "stop")

    result, script = run(answer)
    (_, (first,)), (what, (second,)) = script.calls[:2]
    assert what == "writing with more room"
    assert second.max_tokens == pipeline.MORE_ROOM * first.max_tokens
    assert second.messages == first.messages
    assert {one.request_key for one in result.staged} == {second.key}
    assert (len(result.staged), result.dropped) == (2, ())


def test_a_reply_that_is_cut_off_with_more_room_too_is_one_drop() -> None:
    result, _ = run(lambda request: reply("[", finish_reason="length"), rounds=1)
    assert [one.detail for one in result.dropped] == ["cut off after 10 tokens"]


def test_near_duplicates_of_a_row_are_dropped_within_a_language_and_named() -> None:
    result, _ = expand([GOOD, "silencia el archivo talk.mkv, por favor"], rounds=1)
    (only,) = result.dropped
    assert (only.reason, only.detail) == (
        "near_duplicate",
        f"nearly the same as an earlier candidate: {GOOD}",
    )


def test_a_typing_error_is_near_on_purpose() -> None:
    typo = CELL.model_copy(update={"styles": ("typo",)})
    result, _ = expand([GOOD, "silencai talk.mkv"], rounds=1, cells=(typo,))
    assert [one.text for one in result.staged] == [GOOD, "silencai talk.mkv"]


def test_the_summary_counts_cells_and_what_one_more_round_takes() -> None:
    result, _ = expand([GOOD, BAD], rounds=1)
    found: Mapping[str, object] = summary.cells(result.cells)
    assert found == {
        "cells": 1,
        "filled": 0,
        "saturated": 0,
        "failed": 0,
        "open": 1,
        "with_one_clean": 1,
        "with_two_clean": 0,
        "dropped_last": {"literal_lost": 1},
        "one_more_round": {"calls": 1, "tokens": 30},
    }
    assert "1 calls to write, about 30 tokens" in summary.cells_text(found)


def test_distinctness_is_told_by_language_with_the_closest_pair() -> None:
    result, _ = expand([GOOD, BETTER])
    found = summary.distinctness(result.staged, {"a": ROW}, {"a": ("en",)})
    assert found["es"]["closest"] == {"row_id": "a", "texts": [GOOD, BETTER]}
    assert 0.25 < found["es"]["worst"] == found["es"]["mean"] <= 1
    assert summary.distinctness_text(found).endswith(f"{GOOD} | {BETTER}")


def test_a_judge_that_takes_wrong_pairs_for_right_ones_ends_the_rounds() -> None:
    def answer(request: Request) -> Reply:
        return reply(verdict("equivalent") if is_judging(request) else phrasings([GOOD]))

    def bait(rows: Sequence[Row], candidates: int) -> list[Trap]:
        return [Trap(ROW, "delete talk.mkv", False, "other request")]

    script = Script(answer)
    result = pipeline.expand((ROW,), (CELL,), {"a": ("en",)}, MODELS, script, Spaniard(), bait=bait, rounds=3)
    assert len(written(script)) == 1
    assert [one.trust for one in result.staged] == ["doubtful"]


def test_a_model_that_copies_what_it_sees_is_asked_in_other_styles_alone() -> None:
    replies = [[GOOD, BAD], [BETTER]]

    def answer(request: Request) -> Reply:
        return reply(verdict("equivalent") if is_judging(request) else phrasings(replies[request.sample]))

    script = Script(answer)
    models = MODELS._replace(shows_tried=False)
    result = pipeline.expand(
        (ROW,), (CELL,), {"a": ("en",)}, models, script, Spaniard(), bait=no_traps, rounds=3
    )
    payload = asked(written(script)[1])
    assert not {"have", "wrong"} & set(payload)
    assert payload["forms"] == ["command", "question"]
    assert states(result) == ["filled"]


LANGUAGES = {"Spanish": [GOOD, BETTER], "German": ["schalte talk.mkv stumm", "nimm den Ton aus talk.mkv"]}


def many(at_once: int, failing: int | None = None) -> tuple[Result, Script]:
    """A run for Spanish and German; the first round has a bad German reply, and round `failing` none at all."""

    def answer(request: Request) -> Reply | ModelError | None:
        if is_judging(request):
            return reply(verdict("equivalent"))
        if request.sample == failing:
            return ModelError("the server is gone", "wait")
        cells = asked(request)["cells"]
        texts = {
            f"{language} {told}": "?"
            if (language, request.sample) == ("German", 0)
            else LANGUAGES[language][place]
            for language, forms in cells.items()
            for place, told in enumerate(forms[:2])
        }
        return reply(json.dumps(texts))

    script = Script(answer)
    cells = [CELL, CELL.model_copy(update={"lang": "de"})]
    result = pipeline.expand(
        (ROW,),
        cells,
        {"a": ("en",)},
        MODELS._replace(languages_per_call=at_once),
        script,
        Polyglot(),
        bait=no_traps,
        rounds=2,
    )
    return result, script


class Polyglot(Spaniard):
    """A detector to which what Germans say is German, and everything else Spanish."""

    def letters(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        own = "de" if {"schalte", "nimm"} & set(text.split()) else "es"
        return {lang: 0.0 if lang == own else -100.0 for lang in among}


def test_languages_that_share_a_call_are_filled_apart() -> None:
    result, script = many(2)
    assert [len(asked(one)["cells"]) for one in written(script)] == [2, 1], "German alone is asked for again"
    assert states(result) == ["filled", "filled"]
    assert [one.text for one in result.staged] == [text for texts in LANGUAGES.values() for text in texts]
    apart, singly = many(1)
    assert len(written(singly)) == 3
    assert [(one.lang, one.text) for one in apart.staged] == [(one.lang, one.text) for one in result.staged]


def test_languages_that_share_a_call_share_its_tokens_and_its_failure() -> None:
    result, _ = many(2, failing=0)
    assert [one.cell.lang for one in result.failures] == ["es", "de"]
    assert states(result) == ["failed", "failed"]
    result, _ = many(2, failing=1)
    assert states(result) == ["filled", "failed"]
    whole = reply("").input_tokens + reply("").output_tokens
    assert [one.tokens for one in result.cells] == [whole // 2, whole // 2]
