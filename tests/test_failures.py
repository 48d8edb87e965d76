"""Failures that other tools have had, each with the smallest input that shows it; the number is in the test's id.

Left to the tests of their modules: money that fails closed (31) and retries (30).
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from doubles import MemoryJournal, ScriptedModel, asked, phrasings, reply, request, row, verdict
from test_checks import DETECTOR, reason, run
from test_generate import found, texts
from test_merge import AT, TALK, decision, staged
from test_prompts import shipped

from polyphrase import diffs, generate, judge, language, literals, merge
from polyphrase.corpus import parse
from polyphrase.errors import CorpusError
from polyphrase.fill import Budget, Caps, Filled, fill
from polyphrase.judge import Thresholds
from polyphrase.models import Cell, Dropped, Request, Row
from polyphrase.prompts import Prompt
from polyphrase.text import normal_form, visible

FENCE = "```"
ONE = '{"phrasings": ["a"]}'
TWO = '{"phrasings": ["a", "b"]}'


def numbered(*cases: tuple[int, Any]) -> list[Any]:
    """Parameters whose ids begin with the failure's number."""
    return [pytest.param(*case[1:], id=f"{case[0]}-{place}") for place, case in enumerate(cases)]


@pytest.mark.parametrize(
    ("text", "expected"),
    numbered(
        (1, f"{FENCE}json\n{ONE}\n{FENCE}", ["a"]),
        (4, f'<think>maybe {{"draft":1}}</think>{ONE}', ["a"]),
        (8, '{"phrasings": ["pages 1,3,] and 5"]}', ["pages 1,3,] and 5"]),
        (12, '{"话语": ["a"]}', ["a"]),
        (13, phrasings(["only one"]), ["only one"]),
        (13, phrasings(["a", "b", "c", "d"]), ["a", "b", "c", "d"]),
        (25, phrasings(["convert *.mp4 to *.mkv"]), ["convert *.mp4 to *.mkv"]),
        (34, phrasings(["a\u2028b\u0085c"]), ["a\u2028b\u0085c"]),
    ),
)
def test_a_reply_in_a_clear_envelope_is_read_whole(text: str, expected: list[str]) -> None:
    assert texts(reply(text)) == expected


@pytest.mark.parametrize(
    ("text", "detail"),
    numbered(
        (2, f"{FENCE}json\n{ONE}\n{FENCE}\n{FENCE}json\n{ONE}\n{FENCE}", "not one JSON value"),
        (3, f"Note [1]: {TWO}", "not one JSON value"),
        (4, f"<think>maybe {ONE}", "thinking that never ended"),
        (5, "", "an empty reply"),
        (7, "5", "a JSON int"),
        (7, '{"phrasings": null}', "other keys"),
        (9, "{“phrasings”:[“a”]}", "not one JSON value"),
        (10, '{"phrasings":["open "clip.mp4" now"]}', "not one JSON value"),
        (35, '{"phrasings": [NaN]}', "NaN is not JSON"),
        (35, '{"phrasings": ["a"], "phrasings": ["b"]}', "a key stands twice"),
    ),
)
def test_a_reply_that_is_not_one_object_is_one_drop_and_never_repaired(text: str, detail: str) -> None:
    (only,) = found(reply(text))
    assert isinstance(only, Dropped)
    assert only.reason == "reply_shape"
    assert detail in only.detail


@pytest.mark.parametrize(
    ("items", "good"),
    numbered(
        (7, [{"text": "a"}, None, ""], [""]),
        (33, [*(f"a {n}" for n in range(19)), None], [f"a {n}" for n in range(19)]),
        (35, ["a", "\ud83d"], ["a"]),
    ),
)
def test_a_bad_item_costs_no_other(items: list[Any], good: list[str]) -> None:
    answer = reply(json.dumps({"phrasings": items}))
    made = found(answer)
    assert len(made) == len(items)
    assert [one.text for one in made if not isinstance(one, Dropped)] == good


def test_06_a_truncated_reply_is_not_read_and_not_fed_back() -> None:
    (only,) = found(reply('{"phrasings": ["a", "b', finish_reason="length"))
    assert isinstance(only, Dropped)
    assert "cut off" in only.detail
    first = request("hello")
    assert first.with_sample(1).messages == first.messages


@pytest.mark.parametrize(
    "text",
    numbered(
        (11, "rename {a}.mp4"), (11, "echo $payload $HOME ${note}"), (11, '{"question": "x"}'), (11, "100 %s")
    ),
)
def test_11_braces_and_dollars_of_an_utterance_are_only_text(text: str) -> None:
    one = row("r", text)
    cell = Cell(row_id="r", lang="es", wanted=1)
    sent = generate.request(
        one, [generate.Asked(cell)], literals.contract(one), shipped("generate"), "m", None
    )
    assert asked(sent)["command"] == text


@pytest.mark.parametrize(
    ("source", "text", "lang", "expected"),
    numbered(
        # the model answers or obeys
        (14, "list the first 5 steps to mute it", "1. abre el clip 2. quita el sonido", "es", "number_changed"),
        (14, "mute clip.mp4", "ffmpeg -i clip.mp4 -an out.mp4", "es", "literal_added"),
        (14, "wipe the disk", "sudo dd if=/dev/zero of=/dev/sda", "es", "literal_added"),
        # echo, wrong language, talk
        (15, "mute clip.mp4", "mute clip.mp4", "es", "echo"),
        (15, "mute clip.mp4", "take the sound out of clip.mp4", "es", "language"),
        (15, "mute clip.mp4", "Here are a few options: silencia clip.mp4", "es", "chatter"),
        (16, "mute clip.mp4", "retire le son de la vidéo clip.mp4 s'il te plaît", "de", "language"),
        (16, "mute clip.mp4", "haal het geluid uit clip.mp4 weg", "zh", "language"),
        (17, "trim clip.mp4", 'recorta clip.mp4\n(Note: "trim" can mean two things)', "es", "chatter"),
        (17, "trim clip.mp4", "recorta clip.mp4 (Note: to trim is to cut)", "es", "chatter"),
        # names translated, masked, changed
        (18, "set the title to {name}", "pon el título {nombre}", "es", "literal_lost"),
        (18, "join a.mp4 and b.mp4 as merged.mp4", "une a.mp4 y b.mp4 como fusionado.mp4", "es", "literal_lost"),
        (19, "mute clip.mp4", "silencia @@PH1@@", "es", "literal_lost"),
        (20, "play clip.mp4 at 1.5x", "pon clip.mp4 a 15x", "es", "number_changed"),
        (20, "cut clip.mp4 at 00:00:02", "corta clip.mp4 en 2:00", "es", "number_changed"),
        (20, "use version 2.200.112 of clip.mp4", "usa la versión 2.200.113 de clip.mp4", "es", "number_changed"),
        (24, "scale clip.mp4 to 720p", "将clip2.mp4缩放到720p", "zh", "literal_lost"),
        (25, "convert *.mp4 to mkv", "convierte .mp4 a mkv", "es", "literal_lost"),
        (26, "trim clip.mp4 from 2 to 5 s", "recorta clip.mp4 a 5 s", "es", "literal_lost"),
        (26, "shrink clip.mp4 to 10 MB", "haz clip.mp4 más pequeño", "es", "literal_lost"),
        (32, "wipe the disk", "I'm sorry, I can't help with that.", "es", "refusal"),
        (32, "wipe the disk", "Lo siento, no puedo ayudar con eso.", "es", "refusal"),
        (36, "mute clip.mp4", "silencia clip\u200b.mp4", "es", "hidden_characters"),
    ),
)  # fmt: skip
def test_what_is_not_the_same_request_is_dropped(source: str, text: str, lang: str, expected: str) -> None:
    assert reason(run(text, row("r", source), lang)) == expected


@pytest.mark.parametrize(
    ("source", "text", "lang"),
    numbered(
        (20, "play clip.mp4 at 1.5x", "reproduce el vídeo clip.mp4 a 1,5x", "es"),
        (20, "keep clip.mp4 under 500 KB", "把clip.mp4压到５００KB以下", "zh"),
        (24, "scale clip.mp4 to 720p", "将clip.mp4缩放到720p", "zh"),
        (25, "convert *.mp4 to mkv", "convierte todos los *.mp4 a mkv", "es"),
        (36, "mute the film", "صدای فیلم را قطع می\u200cکنی", "fa"),
    ),
)
def test_the_same_request_in_other_signs_is_kept(source: str, text: str, lang: str) -> None:
    assert reason(run(text, row("r", source), lang)) == "passed"


def test_19_no_mask_stands_between_the_model_and_a_file_name() -> None:
    one = row("r", "mute clip.mp4")
    cell = Cell(row_id="r", lang="es", wanted=1)
    sent = generate.request(
        one, [generate.Asked(cell)], literals.contract(one), shipped("generate"), "m", None
    )
    assert asked(sent)["keep"] == ["clip.mp4"]


@pytest.mark.parametrize("text", numbered((21, "並查看更"), (21, "vídeo"), (21, "Hello")))
def test_21_a_text_is_in_the_same_language_every_time(text: str) -> None:
    answers = {language.identify(text, ("es", "pt", "en", "zh", "ko"), DETECTOR) for _ in range(50)}
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    numbered((22, "clip.mp4 stumm", "de", "es"), (22, "MP3 in FLAC", "de", "en"), (22, "Hello", "en", "es")),
)
def test_22_short_technical_words_are_not_held_against_their_language(
    text: str, right: str, wrong: str
) -> None:
    assert language.verify(text, right, (wrong, "en"), DETECTOR).answer != "no"
    assert language.verify(text, wrong, (right, "en"), DETECTOR).answer != "yes"


@pytest.mark.parametrize(
    ("one", "other"),
    numbered(
        (23, "将clip.mp4缩放到720p", "将 clip.mp4 缩放到 720p。"),
        (27, "silencia clip.mp4", "Silencia clip.mp4."),
        (36, "clip\u200b.mp4", "clip.mp4"),
        (36, "vídeo", unicodedata.normalize("NFD", "vídeo")),
    ),
)
def test_the_same_words_in_other_signs_are_a_duplicate(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other)
    assert reason(run(other, row("r", "x", outcome="clarify"), "zh", earlier={normal_form(one): ""})) in (
        "duplicate",
        "hidden_characters",
    )


def test_23_a_text_without_spaces_is_told_as_its_language() -> None:
    assert language.identify("将clip.mp4缩放到720p", ("zh", "en", "es"), DETECTOR) == "zh"


def test_24_a_file_name_is_found_between_chinese_characters() -> None:
    assert [span.text for span in literals.extract("将clip.mp4缩放")] == ["clip.mp4"]


def test_28_an_edited_prompt_and_another_sample_are_other_requests() -> None:
    one = row("r", "mute clip.mp4")
    edited = Prompt.model_validate({**shipped("judge").model_dump(), "system": "Compare."})
    keys = {
        judge.requests(one, one.utterances[0], "x", prompt, "m", None)[0].key
        for prompt in (shipped("judge"), edited)
    }
    first = request("hello")
    assert len({*keys, first.key, first.with_sample(1).key}) == 4


def test_29_what_was_answered_before_a_crash_is_not_asked_again() -> None:
    journal = MemoryJournal()
    requests = [request(f"question {n}") for n in range(50)]

    def crash_after_forty(one: Request) -> str:
        if one.messages[0].content == "question 40":
            raise KeyboardInterrupt
        return "yes"

    def filled(answer: Callable[[Request], str]) -> tuple[Filled, ScriptedModel]:
        model = ScriptedModel(answer)
        with ThreadPoolExecutor(1) as executor:
            return fill(requests, journal, model, executor=executor, at_once=1, budget=Budget(Caps())), model

    with pytest.raises(KeyboardInterrupt):
        filled(crash_after_forty)
    assert len(journal.keys) == 40
    done, model = filled(lambda _: "yes")
    assert (len(done.replies), model.calls) == (50, 10)


LINE = '{"id": "talk", "utterances": ["mute talk.mkv"], "expected_outcome": "plan", "expected_tool": "x"}'


@pytest.mark.parametrize(
    ("data", "rows"),
    numbered(
        (34, LINE.replace("mute", "mute\u2028\u0085").encode(), 1),
        (35, b"\xef\xbb\xbf" + LINE.encode(), 1),
        (37, f"# ours\n\n{LINE}\r\n# end".encode(), 1),
    ),
)
def test_a_corpus_line_ends_at_a_line_feed_and_nowhere_else(data: bytes, rows: int) -> None:
    assert len(parse(data, "x").rows) == rows


@pytest.mark.parametrize(
    "line",
    numbered(
        (34, LINE.replace("mute ", "mute\r")),
        (35, LINE.replace('"id": "talk"', '"id": "a", "id": "talk"')),
        (35, LINE.replace('"plan"', '"plan", "d": NaN')),
        (35, LINE.replace("mute", "\\ud83d")),
        (35, f"{LINE}\n{LINE}"),
    ),
)
def test_a_corpus_line_that_other_readers_take_otherwise_is_refused(line: str) -> None:
    with pytest.raises(CorpusError):
        parse(line.encode(), "x")


def test_37_one_added_utterance_changes_one_line_and_keeps_comments_and_spacing() -> None:
    other = '{ "utterances":["z"],"id":"z" , "expected_outcome":"reject" }'
    talk = (
        '{"id": "talk",  "utterances": ["mute talk.mkv"], "expected_outcome": "plan", "fixture": "talk.mkv",'
        + (' "expected_tool": "edit_video", "tags": ["audio"]}')
    )
    before = f"# kept\n\n{other}\n{talk}\n# end"
    one = staged(TALK, "silencia talk.mkv")
    done = merge.plan(parse(before.encode(), "x"), [one], {one.id: decision(one)}, {"talk": ("en",)}, AT)
    changed = [
        (old, new)
        for old, new in zip(before.split("\n"), done.data.decode().split("\n"), strict=True)
        if old != new
    ]
    assert len(done.added) == len(changed) == 1
    assert changed[0][1].startswith('{"id": "talk",  "utterances": ["mute talk.mkv", "silencia talk.mkv"]')


def test_25_a_star_survives_the_table_of_a_pull_request() -> None:
    one = staged(TALK, "convierte *.mp4 a *.mkv")
    data = LINE.replace('"x"}', '"edit_video", "fixture": "talk.mkv"}').encode()
    done = merge.plan(parse(data, "x"), [one], {one.id: decision(one)}, {"talk": ("en",)}, AT)
    assert "| `convierte *.mp4 a *.mkv` |" in diffs.diff_markdown(done)


def vote(label: str) -> str:
    return verdict(label, f"they are {label}")


@pytest.mark.parametrize(
    ("first", "second", "label", "trust"),
    numbered(
        (38, vote("equivalent"), vote("different"), "equivalent", "doubtful"),
        (38, vote("different"), vote("equivalent"), "equivalent", "doubtful"),
        (38, vote("equivalent"), vote("equivalent"), "equivalent", "clean"),
        (38, vote("equivalent"), '{"verdict": "equivalent"}', "unjudged", None),
    ),
)
def test_38_a_judge_that_contradicts_itself_makes_nothing_clean(
    first: str, second: str, label: str, trust: str | None
) -> None:
    told = judge.rule([[reply(first), reply(second)]], [Thresholds()])
    assert (told.verdict.label, told.trust) == (label, trust)


def test_38_the_same_pair_is_the_same_request_and_swapped_another() -> None:
    one: Row = row("r", "mute clip.mp4")
    pair, again = (
        judge.requests(one, one.utterances[0], "silencia clip.mp4", shipped("judge"), "m", None)
        for _ in range(2)
    )
    assert [each.key for each in pair] == [each.key for each in again]
    assert pair[0].key != pair[1].key
    assert pair[0].temperature == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("silencia \u202e4pm.pilc", "hidden_characters", id="new-bidi"),
        pytest.param("silencia clip．mp4", "mixed_scripts", id="new-full-width-dot"),
        pytest.param("silencia clip.mp4 " * 20_000, "too_long", id="new-huge-line"),
    ],
)
def test_failures_nobody_has_reported_yet(text: str, expected: str) -> None:
    checked = run(text, row("r", "mute clip.mp4"))
    assert reason(checked) == expected
    assert visible(text[:40]).isprintable()
