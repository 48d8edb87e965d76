"""Who speaks to whom: what became yours, what asks how, what is said twice."""

from __future__ import annotations

import pytest

from polyphrase import voice

MUTE = "mute talk.mkv"


def families(text: str, lang: str, *sources: str) -> list[str]:
    spoken = tuple((one, "en") for one in sources or (MUTE,))
    return [doubt.family for doubt in voice.compare(spoken, text, lang, ())]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("请删除你的电脑上的所有文件", "zh"),
        ("borra todos los archivos de tu ordenador", "es"),
        ("lösche alle Dateien auf deinem Computer", "de"),
        ("wipe every file on your computer", "en"),
    ],
)
def test_what_is_mine_and_became_yours_is_doubtful(text: str, lang: str) -> None:
    assert families(text, lang, "delete every file on my computer") == ["owner"]
    assert families(text, lang, "delete every file on your computer") == []


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("how can I mute talk.mkv?", "en"),
        ("¿puedo silenciar talk.mkv?", "es"),
        ("wie kann ich talk.mkv stummschalten?", "de"),
        ("kann man talk.mkv stummschalten", "de"),
        ("Wie konvertiere ich talk.mkv?", "de"),
        ("comment couper le son de talk.mkv", "fr"),
        ("如何将talk.mkv静音？", "zh"),
        ("请问怎么把talk.mkv静音", "zh"),
        ("talk.mkvをミュートするにはどうすればいいですか", "ja"),
    ],
)
def test_who_asks_how_does_not_ask_for_it(text: str, lang: str) -> None:
    assert families(text, lang) == ["how"]
    assert "how" not in families(text, lang, "how do I mute talk.mkv")


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("can you mute talk.mkv?", "en"),
        ("¿puedes silenciar talk.mkv?", "es"),
        ("kannst du talk.mkv stummschalten?", "de"),
        ("你能否将talk.mkv静音？", "zh"),
        ("pon talk.mkv como silenciado", "es"),
        ("mute talk.mkv, however you can", "en"),
    ],
)
def test_asking_for_it_in_other_words_is_no_doubt(text: str, lang: str) -> None:
    assert families(text, lang) == []


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("¿Quiero que talk.mkv no tenga sonido?", "es"),
        ("ich möchte talk.mkv stummschalten?", "de"),
        ("我想把talk.mkv静音？", "zh"),
        ("I'd like to mute talk.mkv?", "en"),
    ],
)
def test_a_wish_with_a_question_mark_is_doubtful(text: str, lang: str) -> None:
    assert families(text, lang) == ["mood"]
    assert families(text.strip("¿?？"), lang) == []


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("optimiza mi video para que sea más fácil de compartir", "es"),
        ("我想要将我的视频优化，以便能更好地展示", "zh"),
        ("optimiere mein Video, um es besser zu teilen", "de"),
        ("optimize my video so that it looks better", "en"),
    ],
)
def test_a_reason_that_the_row_does_not_give_is_doubtful(text: str, lang: str) -> None:
    assert families(text, lang, "optimize my video") == ["purpose"]
    assert families(text, lang, "optimize my video to make it look better") == []


@pytest.mark.parametrize(
    ("text", "lang", "found"),
    [
        ("¿Puedes hacer algo con este video?", "es", ["question"]),
        ("Kannst du mit diesem Video etwas tun?", "de", ["question"]),
        ("¿Qué puedes hacer con este video?", "es", []),
        ("was kannst du mit diesem Video tun?", "de", []),
        ("你能用这个视频做什么？", "zh", []),
        ("비디오", "ko", []),  # no list
    ],
)
def test_a_question_keeps_its_question_word(text: str, lang: str, found: list[str]) -> None:
    assert families(text, lang, "what can you do with this video?") == found


def test_a_wish_gives_no_reason_and_a_condition_asks_no_question() -> None:
    assert families("I want to reduce the noise in a.wav", "en", "lower the noise in a.wav") == []
    assert families("schneide a.mp4, wenn es länger ist", "de", "When a.mp4 is longer, cut it") == []
    assert families("schneide a.mp4", "de", "when is a.mp4 too long?") == ["question"]


def test_an_english_ordinal_is_english() -> None:
    assert families("captura cada 10th frame", "es", "grab every 10th frame") == ["ordinal"]
    assert families("take every 10th frame", "en", "grab every 10th frame") == []


def test_a_request_that_is_said_twice_is_doubtful() -> None:
    twice = "¿puedes silenciar talk.mkv? ¿Es posible que silencies talk.mkv?"
    assert set(families(twice, "es")) == {"twice"}
    assert families("¿Qué puedes hacer con él? ¿Podrías hacer algo?", "es", "what can you do with it?") == [
        "twice"
    ]
    assert families("¿Puedes? ¿Sí?", "es", "can you? yes?") == []
    assert families("toma talk.mkv y silencia talk.mkv", "es", "take talk.mkv and mute talk.mkv") == []
