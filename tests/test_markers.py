"""Marker words and the order of things: what tells two requests apart whose literals are the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase import markers, roles
from polyphrase.codes import is_code
from polyphrase.spans import extract
from polyphrase.words import TABLES

EXTRA = {"none", "weak"}
LANGUAGES = sorted(TABLES)


def doubts(a: str, b: str, lang_a: str | None = "en", lang_b: str | None = "en") -> list[str]:
    sources = ((a, lang_a),)
    found = (*markers.compare(sources, b, lang_b), *roles.compare(sources, b, lang_b))
    return [doubt.family for doubt in found]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_table_has_the_same_meanings(lang: str) -> None:
    assert is_code(lang)
    known = set().union(*(family.meanings for family in markers.FAMILIES))
    assert known <= set(TABLES[lang]) <= known | EXTRA


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_entry_can_be_found(lang: str) -> None:
    """Written as a text of its own, an entry is found; no typing error makes it unreachable."""
    for meaning, entries in TABLES[lang].items():
        if meaning == "weak":  # it qualifies entries of other meanings
            continue
        for entry in entries.split():
            text = entry.replace("_", " ").replace("*", "")
            assert markers.find(text, lang) or extract(text), (meaning, entry)


@pytest.mark.parametrize(
    ("a", "b", "langs", "family"),
    [
        ("rotate a.png left", "rotate a.png clockwise", "en en", "side"),
        ("gira a.png a la izquierda", "a.png nach rechts drehen", "es de", "side"),
        ("flip a.png horizontally", "отрази a.png по вертикали", "en ru", "axis"),
        ("flip a.png", "flip a.png vertically", "en en", "axis"),
        ("drop the first page of a.pdf", "quita la última página de a.pdf", "en es", "place"),
        ("保留 a.mp4 的前 5 秒", "keep the last 5 seconds of a.mp4", "zh en", "place"),
        ("insère b.pdf au début", "insère b.pdf à la fin", "fr fr", "place"),
        ("keep a.mp4 under 10 MB", "mantén a.mp4 por encima, más de 10 MB", "en es", "bound"),
        ("komprimiere a.mp4 auf höchstens 20 MB", "compress a.mp4 to exactly 20 MB", "de en", "bound"),
        ("export a.pptx with notes", "export a.pptx without notes", "en en", "negation"),
        ("supprime les rendez-vous", "supprime les rendez-vous sauf vendredi", "fr fr", "negation"),
        ("turn the lamp on", "apaga la lámpara", "en es", "switch"),
        ("open the door", "close the door", "en en", "door"),
        ("sort by name ascending", "sort by name descending", "en en", "order"),
        ("compress a.mp4 to high quality", "compress a.mp4 to low quality", "en en", "level"),
        ("make a.mp3 louder", "rends a.mp3 moins fort, baisse-le", "en fr", "change"),
        ("rotate a.mp4", "rotate a.mp4 and compress it", "en en", "action"),
        ("convert a.odt to docx", "convert a.odt to docx and email it, then print it", "en en", "action"),
        ("recorta y comprime a.mp4", "recorta a.mp4", "es es", "action"),
        ("silencia a.mp4", "reverse a.mp4", "es en", "action"),
        ("remove the noise from a.mp3", "quita el volumen de a.mp3", "en es", "object"),
        ("put a.png on b.png", "put b.png on a.png", "en en", "names"),
        ("copy from /in to /out", "copia de /out a /in", "en es", "names"),
        ("convert it from mp4 to avi", "convert it from avi to mp4", "en en", "formats"),
        ("crop a.png, then rotate it", "rotate a.png, then crop it", "en en", "steps"),
        ("reenvía el correo de Marta a Pablo", "reenvía el correo de Pablo a Marta", "es es", "names"),
        ("copy Makefile to /srv", "copia makefile a /srv", "en es", "case"),
        ("send this to a friend", "send this to my friend Emre", "en en", "names"),
        ("take a picture of a.mp4 at 3 seconds", "saca una foto de a.mp4 de 3 segundos", "en es", "time"),
        ("take a picture of a.mp4 at 3 seconds", "从 a.mp4 中提取 3 秒的图片", "en zh", "time"),
        ("sort from oldest to newest", "sort from newest to oldest", "en en", "age"),
    ],
)
def test_another_request_with_the_same_literals_is_doubted(a: str, b: str, langs: str, family: str) -> None:
    lang_a, lang_b = langs.split()
    assert family in doubts(a, b, lang_a, lang_b)
    if family != "time":  # "of 3 seconds" may well be meant as "at 3 seconds"; the reverse is not
        assert doubts(b, a, lang_b, lang_a)


@pytest.mark.parametrize(
    ("a", "b", "langs"),
    [
        ("mute a.mp4", "quita el sonido de a.mp4", "en es"),
        ("mute a.mp4", "把a.mp4静音", "en zh"),
        ("mute a.mp4", "a.mp4 ohne Ton, bitte", "en de"),
        ("rotate a.png clockwise", "gira a.png a la derecha", "en es"),
        ("mirror a.png left to right", "a.png horizontal spiegeln", "en de"),
        ("drop the last page of a.pdf", "убери последнюю страницу a.pdf", "en ru"),
        ("delete all drafts except the newest", "borra todos los borradores menos el más nuevo", "en es"),
        ("keep a.mp4 under 10 MB", "让 a.mp4 不超过 10 MB", "en zh"),
        ("turn the lamp on", "enciende la lámpara", "en es"),
        ("could you reverse a.mp4?", "play a.mp4 backwards", "en en"),
        ("turn a.docx into a pdf", "convert a.docx to pdf", "en en"),
        ("in a.mov, mute the last 5 seconds", "mute the last 5 seconds in a.mov", "en en"),
        ("join a.mp4 and b.mp4", "junta a.mp4 y b.mp4", "en es"),
        ("trim a.mp4 to 5 s and compress it", "recorta a.mp4 a 5 s y comprímelo", "en es"),
        ("make a.mp4 twice as fast", "acelera a.mp4 al doble", "en es"),
        ("extract the audio from a.mp4", "提取 a.mp4 的音频", "en zh"),
        ("take a picture of a.mp4 at 3 seconds", "在 a.mp4 的第3秒处截图", "en zh"),
        ("capture a.mp4 at 3 seconds", "captura a.mp4 a los 3 segundos", "en es"),
        ("cut a.mp4 to 3 seconds", "deja 3 segundos de a.mp4", "en es"),
        ("left in a language nobody wrote a table for", "vänster", "xx sv"),
    ],
)
def test_the_same_request_is_not_doubted(a: str, b: str, langs: str) -> None:
    lang_a, lang_b = langs.split()
    assert doubts(a, b, lang_a, lang_b) == []
    assert doubts(b, a, lang_b, lang_a) == []


def test_what_one_utterance_of_the_row_says_may_be_said() -> None:
    sources = (("shrink a.mp4", "en"), ("shrink and compress a.mp4", "en"))
    assert not markers.compare(sources, "shrink, compress a.mp4", "en")
    assert not markers.compare(sources, "shrink a.mp4", "en")


def test_a_marker_inside_a_literal_is_none() -> None:
    assert doubts('put "left" on a.png', 'put "left" on a.png') == []
    assert [one.text for one in markers.find("rotate left.mp4 right", "en")] == ["rotate", "right"]


@pytest.mark.parametrize("lang", [*LANGUAGES, None])
@settings(max_examples=30, deadline=None)
@given(text=st.text(max_size=80))
def test_any_text_is_read_and_agrees_with_itself(lang: str | None, text: str) -> None:
    for one in markers.find(text, lang):
        assert text[one.start : one.end] == one.text
    assert doubts(text, text, lang, lang) == []


def test_a_phrasing_without_the_action_is_doubtful_where_every_utterance_has_one() -> None:
    row = (("trim clip.mp4 from 2 to 5 seconds", "en"),)
    assert [one.detail for one in markers.compare(row, "clip.mp4 von 2 bis 5 Sekunden", "de")] == [
        "lost trim"
    ]
    terse = (*row, ("clip.mp4 2s-5s", "en"))
    assert markers.compare(terse, "clip.mp4 von 2 bis 5 Sekunden", "de") == ()
