"""What is left of a command for telling its language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polyphrase import reading


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("把teaser.mkv压缩到480p", "把 压缩到"),
        ("cut 5 seconds of a.mov", "cut seconds of"),
        ("cut 5s", "cut"),
        ("auf 10 MB", "auf"),
        ("5 de mayo", "de mayo"),
        ("in 1,5-facher Geschwindigkeit", "in -facher Geschwindigkeit"),
        ("переведи readme.rst в md", "переведи в md"),
        ("run build_all on src/main", "run on"),
        ("mit CRF 30 komprimieren", "mit komprimieren"),
        ("<b>fett</b> machen", "fett machen"),
        ("schreib an ana@mail.example", "schreib an"),
        ("1080x1080 letterbox", "letterbox"),
        ("8 GIORNI", "GIORNI"),
    ],
)
def test_literals_numbers_and_acronyms_are_left_out(text: str, bare: str) -> None:
    assert reading.read(text).bare == bare


@pytest.mark.parametrize(
    ("text", "script", "kana"),
    [
        ("clip.mp4", None, False),
        ("mute clip.mp4", "LATIN", False),
        ("убери звук", "CYRILLIC", False),
        ("音量最大", "CJK", False),
        ("動画を変換", "HIRAGANA", True),
        ("動画ファイル変換", "HIRAGANA", True),
        ("backups 폴더 삭제", "HANGUL", False),
        ("backups फ़ोल्डर हटा दो", "DEVANAGARI", False),
        ("send it to 王芳", "LATIN", False),
        ("ｍｕｔｅ　ｃｌｉｐ．ｍｐ４", "LATIN", False),
        ("ﾌｧｲﾙ ヲ 削除", "HIRAGANA", True),
    ],
)
def test_the_script_is_that_of_most_of_the_text(text: str, script: str | None, kana: bool) -> None:
    read = reading.read(text)
    assert (read.script, read.kana) == (script, kana)


@pytest.mark.parametrize(
    ("text", "strange", "starts"),
    [
        ("save talk.mkv 的前 30 秒", ("save",), True),
        ("把 docs 文件夹打包成 zip", ("docs",), False),
        ("убери фон с видео CRF 18", (), False),
        ("send it to 王芳", ("王芳",), False),
        ("10 µs delay", (), False),
        ("mute the sound", (), False),
    ],
)
def test_words_in_another_script_are_noticed(text: str, strange: tuple[str, ...], starts: bool) -> None:
    read = reading.read(text)
    assert (read.strange, read.starts_strange) == (strange, starts)


def test_words_are_in_small_letters_and_composed() -> None:
    assert reading.read("Re\u0301duis L'Image s’il te plaît").words == (
        "réduis",
        "l'image",
        "s’il",
        "te",
        "plaît",
    )


@pytest.mark.parametrize(
    ("text", "simplified", "traditional", "japanese"),
    [
        ("转换频道", "转换频", "", ""),
        ("轉換影片", "", "轉換", ""),
        ("音量最大", "", "", ""),
        ("変換", "", "換", "変"),
        ("abc", "", "", ""),
    ],
)
def test_characters_of_one_writing_only(text: str, simplified: str, traditional: str, japanese: str) -> None:
    assert reading.simplified(text) == simplified
    assert reading.traditional(text) == traditional
    assert reading.japanese(text) == japanese


@given(st.text(max_size=60), st.lists(st.text(max_size=8), max_size=2))
def test_any_text_can_be_read(text: str, known: list[str]) -> None:
    read = reading.read(text, known)
    assert (read.script is None) == (not read.shares)
    assert sum(read.shares.values()) == pytest.approx(1) or read.script is None
    assert all(word == word.lower() for word in read.words)
