"""How near two phrasings are: what courtesies and fillers do not change, and what other words do."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict

import pytest
from conftest import shared
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.fillers import PARTS, WORDS
from polyphrase.similarity import NEAR, distinctness, nearest, nearness, skeleton
from polyphrase.words import TABLES


def near(lang: str, one: str, other: str) -> float:
    return nearness(skeleton(one, lang), skeleton(other, lang))


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("en", "please convert clip.mp4 to mkv", "convert clip.mp4 to mkv"),
        ("en", "Reduce the size of the video clip.mp4!", "“reduce the size of video clip.mp4”"),
        ("en", "cnvert clip.mp4 to mkv", "convert clip.mp4 to MKV format"),
        ("es", "convierte clip.mp4 a mkv", "convierte el archivo clip.mp4 en mkv, por favor"),
        ("es", "elimina el audio del intro.mp4", "elimina el audio de intro.mp4"),
        ("de", "konvertiere clip.mp4 in mkv", "Konvertiere bitte die Datei clip.mp4 zu mkv."),
        ("fr", "coupe la vidéo clip.mp4 à 10 s", "coupe clip.mp4 à 10 s, s'il te plaît"),
        ("pt", "converta o arquivo clip.mp4 para mkv", "converta clip.mp4 em mkv"),
        ("ru", "сожми video.mp4 до 10 МБ", "сожмите файл video.mp4 до 10 МБ, пожалуйста"),
        ("bg", "изрежи clip.mp4 от 2 до 7 секунди", "отрежи clip.mp4 от 2 до 7 секунди"),
        ("zh", "将clip.mp4转换为mkv", "请把clip.mp4转换成mkv格式"),
        ("ja", "clip.mp4を2倍速にして", "clip.mp4を2倍速にしてください"),
        ("th", "แปลง clip.mp4 เป็น mkv", "แปลง clip.mp4 เป็น mkv!"),
    ],
)
def test_what_makes_no_phrasing_new_leaves_it_near(lang: str, one: str, other: str) -> None:
    assert near(lang, one, other) >= NEAR


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("en", "convert clip.mp4 to mkv", "turn clip.mp4 into an mkv"),
        ("en", "for the train, turn clip.mp4 down", "turn clip.mp4 down for the train"),
        ("en", "clip.mp4: rotate 90 degrees", "rotate clip.mp4 by 90 degrees"),
        ("es", "quita el sonido de clip.mp4", "silencia clip.mp4"),
        ("es", "convierte clip.mp4 a mkv", "¿puedes pasar clip.mp4 a mkv?"),
        ("de", "mach clip.mp4 kleiner", "verkleinere clip.mp4"),
        ("de", "konvertiere clip.mp4 in mkv", "wandle clip.mp4 in mkv um"),
        ("ru", "сожми video.mp4 до 10 МБ", "уменьши video.mp4 до 10 МБ"),
        ("zh", "去掉clip.mp4的声音", "把clip.mp4静音"),
        ("zh", "将clip.mp4转换为mkv", "我想要clip.mp4的mkv版本"),
        ("ja", "clip.mp4を回転して", "clip.mp4の向きを変えて"),
    ],
)
def test_other_words_and_another_order_are_another_phrasing(lang: str, one: str, other: str) -> None:
    assert near(lang, one, other) < NEAR


def test_a_long_file_name_makes_no_two_texts_near() -> None:
    name = "interview_with_the_whole_team_final_version.mp4"
    assert near("en", f"mute {name}", f"shorten {name}") < NEAR


def test_another_literal_is_another_sign_and_the_same_one_in_capitals_is_not() -> None:
    assert skeleton("join a.mp4 and b.mp4", "en") != skeleton("join b.mp4 and a.mp4 and b.mp4", "en")
    assert near("en", "save clip.mp4 as mkv", "save clip.mp4 as MKV") == 1


def test_the_nearest_is_named_with_its_place() -> None:
    found = nearest("convert clip.mp4 to mkv", ("mute clip.mp4", "please convert clip.mp4 to mkv"), "en")
    assert found is not None
    assert (found.text, found.place, found.nearness) == ("please convert clip.mp4 to mkv", 1, 1.0)
    assert nearest("x", (), "en") is None


def test_distinctness_has_the_mean_and_the_worst_pair() -> None:
    texts = ("mute clip.mp4", "please mute clip.mp4", "take the sound out of clip.mp4")
    found = distinctness(texts, "en")
    assert found is not None
    assert (found.pairs, found.worst, found.closest) == (3, 0.0, texts[:2])
    assert 0 < found.mean < 1
    assert distinctness(texts[:1], "en") is None


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(["en", "zh", "de", "xx", None]))
def test_nearness_is_a_share_the_same_both_ways_and_one_of_a_text_and_itself(
    one: str, other: str, lang: str | None
) -> None:
    a, b = skeleton(one, lang), skeleton(other, lang)
    assert nearness(a, a) == 1
    assert 0 <= nearness(a, b) <= 1
    assert nearness(a, b) == nearness(b, a)


def test_every_language_with_marker_words_has_fillers() -> None:
    assert set(TABLES) <= {*WORDS, *PARTS}


def test_what_people_wrote_for_one_row_is_seldom_near() -> None:
    """Pairs of utterances of one row of the real corpus, in one language: a typo, a format in capitals."""
    rows: dict[tuple[str, str], list[str]] = defaultdict(list)
    lines = shared("benchmarks/languages_knaif.jsonl").read_text(encoding="utf-8").splitlines()
    for one in map(json.loads, lines):
        rows[one["id"], one["lang"]].append(one["text"])
    pairs = [(lang, *pair) for (_, lang), texts in rows.items() for pair in itertools.combinations(texts, 2)]
    found = [pair for pair in pairs if near(*pair) >= NEAR]
    assert len(pairs) > 150
    assert len(found) <= 0.04 * len(pairs), found
