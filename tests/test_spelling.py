"""Words that nobody writes, and those that a list lacks and people write all the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pytest
from running import shared_detector

from polyphrase import spelling
from polyphrase.flags import DOUBTS, UNKNOWN_WORD


def unknown(text: str, lang: str, *utterances: str) -> tuple[str, ...]:
    return spelling.unknown(text, lang, utterances, shared_detector())


# What the embedded model wrote.
MADE_UP = [
    ("kannst du einen Clip auf 8K upscaleren?", "de", "upscaleren"),
    ("Füge Subtitel aus subtitle.srt zu clip.mp4 hinzu", "de", "subtitel"),
    ("alle meine originalen Videofilen löschen", "de", "videofilen"),
    ("Kannst du den Clip ausclippen?", "de", "ausclippen"),
    ("rescale clip_4k.mp4 auf 720p", "de", "rescale"),
    ("reencode clip.mp4 con CRF 18", "es", "reencode"),
]


@pytest.mark.parametrize(("text", "lang", "word"), MADE_UP)
def test_a_word_that_nobody_writes_is_found(text: str, lang: str, word: str) -> None:
    assert unknown(text, lang) == (word,)
    assert unknown(text, lang, f"{word} it") == (), "a word of the row is the row's own affair"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("komprimiere clip.mp4 und skaliere es verlustlos", "de"),  # imperatives that no list has
        ("Zwei Videodateien zusammenfuegen", "de"),  # a compound, and an umlaut in two letters
        ("ein Bildschirmfoto größer machen", "de"),
        ("redimensiona y concatena los vídeos, que se concatenen bien", "es"),
        ("comprímelo, recórtalo y redimensióname la foto", "es"),
        ("ridimensionamelo e comprimilo", "it"),
        ("comprimeer de video", "nl"),
        ("перекодируй видео", "ru"),
        ("zkomprimuj video", "cs"),
        ("comprime la vidéo et extrais le son", "fr"),
        ("comprimi il video ed estrai l'audio", "it"),
        ("comprima o vídeo e extraia o áudio", "pt"),
        ("сожми видео и извлеки звук", "ru"),
        ("skompresuj plik i wytnij dźwięk", "pl"),
        ("draai de video om en verklein hem", "nl"),
        ("将视频压缩", "zh"),  # no spaces, no words
        ("वीडियो को छोटा करो", "hi"),  # no large list
        ("clip_zzqx.mp4 zu qqzzt.mkv", "de"),  # names of files are no words
    ],
)
def test_what_people_write_is_known(text: str, lang: str) -> None:
    assert unknown(text, lang) == ()


class Wordless:
    """A detector without any list."""

    listed: frozenset[str] = frozenset()

    def letters(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        return {}

    def words(self, lang: str) -> Mapping[str, float]:
        return {}

    def spelled(self, lang: str) -> Collection[str]:
        return ()

    def second_opinion(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        return {}


def test_nothing_is_known_of_a_language_that_nobody_counted() -> None:
    assert spelling.unknown("upscaleren", "de", (), Wordless()) == ()


def test_such_a_word_is_a_doubt() -> None:
    assert DOUBTS[UNKNOWN_WORD] == "words"
