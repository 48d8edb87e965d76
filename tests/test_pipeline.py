"""The whole line with a scripted `ask`: nothing vanishes, and the order of answers does not matter."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

import pytest
from doubles import asked, is_judging, no_traps, phrasings, reply, row, verdict
from hypothesis import given, settings
from hypothesis import strategies as st
from test_prompts import shipped

from polyphrase import generate, pipeline
from polyphrase.errors import ModelError
from polyphrase.fill import Filled
from polyphrase.judge import Thresholds
from polyphrase.models import Candidate, Cell, Reply, Request, Row, Staged
from polyphrase.pipeline import Models, Result

MODELS = Models("writer", shipped("generate"), ("judge",), (Thresholds(),), shipped("judge"))
ROWS = (
    row("a", "mute talk.mkv"),
    row("b", "silence the film", "mach den Film stumm", outcome="clarify"),
    row("c", "wipe the disk", outcome="reject"),
)
SPOKEN: Mapping[str, Sequence[str | None]] = {"a": ("en",), "b": ("en", "de"), "c": (None,)}
CELLS = (
    Cell(row_id="a", lang="es", wanted=2),
    Cell(row_id="a", lang="zh", wanted=2),
    Cell(row_id="b", lang="es", wanted=2),
)

Answer = Callable[[Request], "Reply | ModelError | None"]


class Script:
    """An `ask` that answers from a function; None means not asked. Remembers what was asked, call by call."""

    def __init__(self, answer: Answer, shuffle: int | None = None) -> None:
        self.calls: list[tuple[str, list[Request]]] = []
        self._answer = answer
        self._shuffle = shuffle

    def __call__(self, what: str, requests: Sequence[Request]) -> Filled:
        self.calls.append((what, list(requests)))
        order = list(requests)
        if self._shuffle is not None:
            random.Random(self._shuffle).shuffle(order)
        answers = {one.key: self._answer(one) for one in order}
        return Filled(
            {key: one for key, one in answers.items() if isinstance(one, Reply)},
            {key: one for key, one in answers.items() if isinstance(one, ModelError)},
        )


class Spaniard:
    """A detector to which everything is Spanish."""

    listed = frozenset({"en"})

    def letters(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        return {lang: 0.0 if lang == "es" else -100.0 for lang in among}

    def words(self, lang: str) -> Mapping[str, float]:
        return {}

    def spelled(self, lang: str) -> Collection[str]:
        return ()

    def second_opinion(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        raise AssertionError("everything is clear to a Spaniard")


def expand(
    answer: Answer, cells: Sequence[Cell] = CELLS, rows: Sequence[Row] = ROWS
) -> tuple[Result, Script]:
    script = Script(answer)
    return pipeline.expand(rows, cells, SPOKEN, MODELS, script, Spaniard(), bait=no_traps), script


def writing(texts: Mapping[tuple[str, str], Sequence[object]], judge: str = "equivalent") -> Answer:
    """Phrasings by command and language; one verdict for everything."""

    def answer(request: Request) -> Reply:
        payload = asked(request)
        if is_judging(request):
            return reply(verdict(judge))
        return reply(phrasings(texts.get((payload["command"], payload["language"]), ["?"])))

    return answer


GOOD = {
    ("mute talk.mkv", "Spanish"): ["silencia talk.mkv", "quita el sonido de talk.mkv"],
    ("mute talk.mkv", "Chinese (simplified characters)"): ["把talk.mkv静音", "去掉talk.mkv的声音"],
    ("silence the film", "Spanish"): ["silencia la película", "quita el sonido de la película"],
}


def test_good_phrasings_are_staged_in_the_order_of_cells_and_replies() -> None:
    result, script = expand(writing(GOOD))
    assert [one.text for one in result.staged] == [text for texts in GOOD.values() for text in texts]
    assert (result.dropped, result.failures, result.unjudged) == ((), (), 0)
    assert [(what, len(requests)) for what, requests in script.calls] == [
        ("writing phrasings", 3),
        ("judging", 12),
    ]


def test_a_staged_line_says_where_it_comes_from_and_which_row_it_was_checked_against() -> None:
    result, script = expand(writing(GOOD))
    one = result.staged[4]
    assert one.request_key == script.calls[0][1][2].key
    assert (one.row_id, one.lang, one.detected, one.style) == ("b", "es", "es", "neutral")
    assert one.source == "silence the film"
    assert one.id == generate.candidate_id("b", "es", one.text)
    assert (one.trust, one.verdict.label, one.verdict.votes) == (
        "clean",
        "equivalent",
        {"equivalent": 2, "different": 0},
    )
    assert (one.model, one.judge) == ("scripted-1", "judge")
    assert one.prompts == {"generate": shipped("generate").label, "judge": shipped("judge").label}
    assert (one.row_utterances, one.row_state) == (2, ROWS[1].state(2))
    assert set(one.checks.values()) == {"ok"}


def test_a_judge_that_always_says_different_drops_everything_with_its_reason() -> None:
    result, _ = expand(writing(GOOD, judge="different"))
    assert result.staged == ()
    assert {(one.reason, one.detail) for one in result.dropped} == {("different", "another request")}
    assert len(result.dropped) == 6


def test_what_the_checks_doubt_is_doubtful_however_sure_the_judge_is() -> None:
    texts = {("mute talk.mkv", "Spanish"): ["silencia talk.mkv y gíralo", "silencia talk.mkv"]}
    result, _ = expand(writing(texts), CELLS[:1])
    trust = {one.text: one.trust for one in result.staged}
    assert trust == {"silencia talk.mkv y gíralo": "doubtful", "silencia talk.mkv": "clean"}


def test_a_translation_is_held_to_the_threshold_for_two_languages() -> None:
    strict = MODELS._replace(thresholds=(Thresholds(clean=0.5, across=0.9, doubtful=0.1),))
    answer = writing(GOOD)

    def fairly_sure(request: Request) -> Reply | ModelError | None:
        found = answer(request)
        if is_judging(request) and isinstance(found, Reply):
            return found.model_copy(update={"choices": {"yes": 0.8, "no": 0.2}})
        return found

    found = {
        spoken: {
            one.trust
            for one in pipeline.expand(
                ROWS, CELLS, {row.id: (spoken,) * len(row.utterances) for row in ROWS}, strict,
                Script(fairly_sure), Spaniard(), bait=no_traps,
            ).staged
            if one.lang == "es"
        }
        for spoken in ("en", "es", None)
    }  # fmt: skip
    assert found == {"en": {"doubtful"}, "es": {"clean"}, None: {"doubtful"}}


def test_a_candidate_is_judged_beside_an_utterance_in_its_own_language() -> None:
    rows = (row("a", "mute talk.mkv", "talk.mkv stummschalten", "pon talk.mkv en silencio"),)
    spoken = {"a": ("en", "de", "es")}
    asked_about: set[str] = set()

    def fairly_sure(request: Request) -> Reply | ModelError | None:
        if not is_judging(request):
            return reply(phrasings(["silencia talk.mkv"]))
        asked_about.update(asked(request).values())
        return reply("yes", choices={"yes": 0.6, "no": 0.4})

    models = MODELS._replace(thresholds=(Thresholds(clean=0.5, across=0.9, doubtful=0.1),))
    cells = (Cell(row_id="a", lang="es", wanted=2),)
    result = pipeline.expand(rows, cells, spoken, models, Script(fairly_sure), Spaniard(), bait=no_traps)
    assert asked_about == {"pon talk.mkv en silencio", "silencia talk.mkv"}
    assert [one.trust for one in result.staged] == ["clean"], "the threshold within a language holds"
    assert result.staged[0].source == "mute talk.mkv"


def test_orders_that_disagree_are_doubtful() -> None:
    def answer(request: Request) -> Reply:
        if not is_judging(request):
            return writing(GOOD)(request)  # type: ignore[return-value]
        source_first = asked(request)["a"] in {one.utterances[0] for one in ROWS}
        return reply(verdict("equivalent" if source_first else "different", "b says more"))

    result, _ = expand(answer)
    assert {one.trust for one in result.staged} == {"doubtful"}
    assert {(one.verdict.score, one.verdict.reason) for one in result.staged} == {(0.0, "b says more")}


@pytest.mark.parametrize(
    ("texts", "reasons"),
    [
        (["silencia talk.mkv", "Silencia talk.mkv."], ["duplicate"]),
        (["silencia talk.mkv", None], ["reply_shape"]),
        (["mute talk.mkv", "silencia talk.mkv"], ["echo"]),
        (["silence the film", "silencia talk.mkv"], ["other_row"]),
        (["silencia Talk.mkv", "silencia talk.mkv", ""], ["literal_lost", "empty"]),
        (["silencia talk.mkv"] * 4, ["duplicate"] * 3),
    ],
)
def test_one_bad_item_costs_no_other(texts: list[object], reasons: list[str]) -> None:
    result, _ = expand(writing({("mute talk.mkv", "Spanish"): texts}), CELLS[:1])
    assert [one.text for one in result.staged] == ["silencia talk.mkv"]
    assert [one.reason for one in result.dropped] == reasons


def test_duplicates_are_found_across_the_cells_of_a_row_and_across_rows() -> None:
    film = row("d", "silence that film", outcome="clarify")
    cells = (
        Cell(row_id="b", lang="es", wanted=1),
        Cell(row_id="b", lang="de", wanted=1),
        Cell(row_id="d", lang="es", wanted=1),
    )
    answer = writing(
        {
            (text, language): ["silencia la película"]
            for text in ("silence the film", "silence that film")
            for language in ("Spanish", "German")
        }
    )
    script = Script(answer)
    spoken = {**SPOKEN, "d": ("en",)}
    result = pipeline.expand((*ROWS, film), cells, spoken, MODELS, script, Spaniard(), bait=no_traps)
    assert [(one.row_id, one.lang) for one in result.staged] == [("b", "es")]
    assert [(one.row_id, one.reason, one.detail) for one in result.dropped] == [
        ("b", "duplicate", "the same as an earlier candidate of this row"),
        ("d", "other_row", "an utterance of b"),
    ]


def test_a_dropped_candidate_does_not_block_the_same_words_for_another_row() -> None:
    """Only what passed the checks counts as said."""
    wave = row("w", "mute talk.wav")
    cells = (Cell(row_id="a", lang="es", wanted=1), Cell(row_id="w", lang="es", wanted=1))
    answer = writing(
        {(text, "Spanish"): ["silencia talk.wav"] for text in ("mute talk.mkv", "mute talk.wav")}
    )
    script = Script(answer)
    result = pipeline.expand(
        (ROWS[0], wave), cells, {"a": ("en",), "w": ("en",)}, MODELS, script, Spaniard(), bait=no_traps
    )
    assert [one.row_id for one in result.staged] == ["w"]
    assert [one.reason for one in result.dropped] == ["literal_lost"]


def test_a_cell_without_an_answer_is_a_failure_that_says_why_and_costs_no_other() -> None:
    def answer(request: Request) -> Reply | ModelError | None:
        if not is_judging(request) and asked(request)["language"] != "Spanish":
            return ModelError("the server is away", "try later")
        if not is_judging(request) and "film" in asked(request)["command"]:
            return None
        return writing(GOOD)(request)

    result, _ = expand(answer)
    assert [one.row_id for one in result.staged] == ["a", "a"]
    assert [(failure.cell, "the server is away" in failure.why) for failure in result.failures] == [
        (CELLS[1], True),
        (CELLS[2], False),
    ]
    assert result.failures[1].why == "not asked: the run was stopped or reached its limit"


@pytest.mark.parametrize(
    ("second", "staged", "detail"),
    [
        ("equivalent", 1, ""),
        ("nonsense", 0, "not a verdict: 'nonsense"),
        ("missing", 0, "not a verdict: 'hm'"),
    ],
)
def test_a_verdict_that_cannot_be_read_is_asked_for_once_more_and_only_it(
    second: str, staged: int, detail: str
) -> None:
    def answer(request: Request) -> Reply | None:
        if not is_judging(request):
            return reply(phrasings(["silencia talk.mkv"]))
        if request.sample == 1:
            return {"missing": None, "nonsense": reply("nonsense")}.get(second, reply(verdict(second)))
        return reply("hm" if asked(request)["a"] == "mute talk.mkv" else verdict("equivalent"))

    result, script = expand(answer, CELLS[:1])
    assert [what for what, _ in script.calls] == ["writing phrasings", "judging", "judging once more"]
    (again,) = script.calls[2][1]
    assert again.sample == 1
    assert again.with_sample(0).key == script.calls[1][1][0].key
    assert again.messages == script.calls[1][1][0].messages
    assert len(result.staged) == staged
    assert [one.detail[: len(detail)] for one in result.dropped] == ([detail] if detail else [])
    assert result.unjudged == 1 - staged


def test_a_question_to_the_judge_that_failed_leaves_the_candidate_unjudged_with_the_cause() -> None:
    def answer(request: Request) -> Reply | ModelError | None:
        if is_judging(request):
            return ModelError("too many requests", "wait") if asked(request)["a"] == "mute talk.mkv" else None
        return reply(phrasings(["silencia talk.mkv"]))

    result, script = expand(answer, CELLS[:1])
    (only,) = result.dropped
    assert only.reason == "unjudged"
    assert "too many requests" in only.detail
    assert len(script.calls) == 2


def test_no_cells_ask_nothing_and_make_nothing() -> None:
    result, script = expand(writing(GOOD), ())
    assert result == Result((), (), ())
    assert script.calls == []


TEXTS = st.sampled_from(
    [
        *("silencia talk.mkv", "Silencia talk.mkv!", "quita el sonido de talk.mkv", "把talk.mkv静音"),
        *(
            "silencia la película",
            "mach den Film stumm",
            "wipe the disk",
            "silencia Talk.mkv",
            "borra el disco",
        ),
        *(
            "",
            "\u202ex",
            "1. silencia talk.mkv",
            "I'm sorry, I can't help with that",
            None,
            7,
            ["x"],
            "\ud83d",
        ),
    ]
)
WRITTEN = st.one_of(
    st.lists(TEXTS, max_size=5).map(phrasings), st.sampled_from(["", "sorry", '{"phrasings": 1}', "[]"])
)
VERDICTS = st.sampled_from([verdict("equivalent"), verdict("different"), "?", ""])


def random_answer(data: st.DataObject) -> Answer:
    """Any reply, error or silence to any question; the same one when asked again."""
    said: dict[str, Reply | ModelError | None] = {}

    def answer(request: Request) -> Reply | ModelError | None:
        if request.key not in said:
            text = data.draw(VERDICTS if is_judging(request) else WRITTEN)
            length = data.draw(st.sampled_from(["stop", "stop", "stop", "length"]))
            said[request.key] = data.draw(
                st.sampled_from([*([reply(text, finish_reason=length)] * 8), ModelError("no", "never"), None])
            )
        return said[request.key]

    return answer


@settings(max_examples=120, deadline=None)
@given(st.data(), st.integers(0, 9))
def test_every_candidate_is_staged_or_dropped_and_the_order_of_answers_does_not_matter(
    data: st.DataObject, seed: int
) -> None:
    answer = random_answer(data)
    result, script = expand(answer)
    proposed: Counter[tuple[str, str, str]] = Counter()
    for cell, request in zip(CELLS, script.calls[0][1], strict=True):
        written, key = answer(request), request.key
        if isinstance(written, Reply) and generate.cut_off(written):
            longer = request.with_room(pipeline.MORE_ROOM * request.max_tokens)
            if isinstance(more := answer(longer), Reply):
                written, key = more, longer.key
        if isinstance(written, Reply):
            for one in generate.candidates(
                written, generate.forms([generate.Asked(cell)], MODELS.generator_prompt), key
            ):
                text = one.text if isinstance(one, Candidate) else ""
                proposed[cell.row_id, cell.lang, text] += 1
        else:
            assert cell in [failure.cell for failure in result.failures]
    lines = [*result.staged, *result.dropped]
    assert Counter((one.row_id, one.lang, one.text) for one in lines) == proposed
    assert len({one.id for one in result.staged}) == len(result.staged)
    assert all(one.detail for one in result.dropped)
    shuffled = Script(answer, shuffle=seed)
    assert pipeline.expand(ROWS, CELLS, SPOKEN, MODELS, shuffled, Spaniard(), bait=no_traps) == result


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_only_two_votes_for_it_make_a_candidate_clean(data: st.DataObject) -> None:
    answer = random_answer(data)
    result, _ = expand(answer)
    by_id = {one.id: one for one in ROWS}

    def votes(one: Staged) -> list[str]:
        said = []
        for request in pipeline.judge_requests(by_id[one.row_id], one.source, one.text, MODELS):
            for asked_again in (request, request.with_sample(1)):
                found = answer(asked_again)
                text = found.text if isinstance(found, Reply) else ""
                if text in (verdict("equivalent"), verdict("different")):
                    said.append("yes" if text == verdict("equivalent") else "no")
                    break
        return said

    for one in result.staged:
        expected = ["yes", "yes"] if one.trust == "clean" or one.flags else ["no", "yes"]
        assert sorted(votes(one)) == expected
