"""What language a short command is in, and what it is not."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import shared
from doubles import row
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase import codes, language
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.likelihood import RARE, Sibling

DETECTOR = StatisticalDetector()
BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "language.py"


YES = [
    # Bulgarian, Russian, Ukrainian, Macedonian
    ("убери фон с фотографии kit.png", "ru", ("en", "bg", "uk")),
    ("удали папку backups и всё внутри", "ru", ("en", "bg", "uk")),
    ("премахни фона от снимката kit.png", "bg", ("en", "ru", "uk")),
    ("изтрий папката backups и всичко в нея", "bg", ("en", "ru")),
    ("прибери тло з фотографії kit.png", "uk", ("en", "ru", "bg")),
    ("исечи го видеото clip.mp4 на 10 секунди", "mk", ("en", "bg", "sr")),
    # Spanish, Portuguese, Catalan, Galician, Italian
    ("quita el sonido del vídeo teaser.mkv", "es", ("en", "pt", "gl")),
    ("corta el vídeo clip.mp4 por la mitad", "es", ("en", "pt", "ca", "gl")),
    ("tira o som do vídeo teaser.mkv", "pt", ("en", "es")),
    ("corta o vídeo clip.mp4 ao meio e guarda as duas partes", "pt", ("en", "es", "gl")),
    ("quítalle o son ao vídeo clip.mp4", "gl", ("en", "es", "pt")),
    ("treu el so del vídeo clip.mp4", "ca", ("en", "es", "pt")),
    ("togli tutto l'audio dal video teaser.mkv", "it", ("en", "es")),
    # Danish, Norwegian, Swedish
    ("gør billedet foto.png mindre", "da", ("en", "no")),
    ("gjør bildet foto.png mindre", "no", ("en", "da")),
    ("klipp bort de första tio sekunderna av clip.mp4", "sv", ("en", "da", "no")),
    # Serbian in both scripts
    ("исеци првих десет секунди снимка clip.mp4 и сачувај остатак", "sr", ("en", "ru")),
    ("iseci prvih deset sekundi snimka clip.mp4 i sačuvaj ostatak", "sr", ("en",)),
    # German without umlauts; Spanish, French and Portuguese without accents
    ("drehe das Bild fuer mich um 90 Grad und speichere es", "de", ("en", "nl")),
    ("schneide die ersten fuenf Sekunden weg", "de", ("en", "nl")),
    ("sube el volumen de la musica mas rapido, por favor", "es", ("en", "pt")),
    ("anade un titulo al principio del video", "es", ("en",)),
    ("enleve le son des cinq premieres secondes", "fr", ("en",)),
    ("aumenta o volume da musica, nao mexas no resto", "pt", ("en", "es")),
    # Chinese in both writings, Japanese
    ("把视频clip.mp4转换为竖屏", "zh", ("en", "ja")),
    ("把影片clip.mp4轉換為直式", "zh", ("en", "ja")),
    ("把影片clip.mp4轉換為直式", "zh-Hant-TW", ("en",)),
    ("把视频clip.mp4转换为竖屏", "zh-Hans", ("en",)),
    ("音量最大", "zh-Hant", ("en",)),
    ("将teaser.mkv静音", "zh", ("en", "ja")),
    ("把 docs 文件夹打包成 zip", "zh", ("en",)),
    ("teaser.mkvを消音にして", "ja", ("en", "zh")),
    # Others
    ("enlève le son de la vidéo teaser.mkv", "fr", ("en", "es")),
    ("mach teaser.mkv kleiner", "de", ("en",)),
    ("teaser.mkv bitte stumm schalten", "de", ("en",)),
    ("clip.mp4 mit CRF 30 komprimieren und speichern", "de", ("en",)),
    ("mute the sound of teaser.mkv", "en", ("es",)),
    ("teaser.mkv 소리를 없애 줘", "ko", ("en",)),
    ("backups 폴더를 삭제해 줘", "ko", ("en",)),
    ("κόψε το teaser.mkv", "el", ("en",)),
    ("השתק את teaser.mkv", "he", ("en",)),
    ("ปิดเสียง teaser.mkv", "th", ("en",)),
    ("ezabatu karpeta osoa eta barruan dagoen guztia", "eu", ("en", "es")),
]


@pytest.mark.parametrize(("text", "lang", "against"), YES)
def test_the_right_language_is_known(text: str, lang: str, against: tuple[str, ...]) -> None:
    finding = language.verify(text, lang, against, DETECTOR, ("backups",))
    assert finding[:2] == ("yes", codes.code(lang)), finding
    assert language.identify(text, (codes.code(lang), *against), DETECTOR, ("backups",)) == codes.code(lang)


NO = [
    ("вырежи первые десять секунд clip.mp4 и сохрани остаток", "bg", ("en", "ru"), "ru"),
    ("вырежи первые десять секунд clip.mp4 и сохрани остаток", "sr", ("en",), "ru"),
    ("премахни звука от teaser.mkv", "ru", ("en", "bg"), "bg"),
    ("quita el sonido del vídeo teaser.mkv", "pt", ("en", "es"), "es"),
    ("tira o som do vídeo teaser.mkv", "es", ("en", "pt"), "pt"),
    ("gjør bildet foto.png mindre", "da", ("en", "no"), "no"),
    ("mute the sound of teaser.mkv", "es", ("en",), "en"),
    ("mute the sound of teaser.mkv", "zh", ("en",), "en"),
    ("teaser.mkvを消音にして", "zh", ("en", "ja"), "ja"),
    ("teaser.mkvを消音にして", "zh", ("en",), None),
    ("将teaser.mkv静音", "ja", ("en", "zh"), "zh"),
    ("将teaser.mkv静音", "es", ("en", "zh"), "zh"),
    ("убери звук из teaser.mkv", "en", ("ru",), "ru"),
    # The other writing than the one that was asked for.
    ("把视频clip.mp4转换为竖屏", "zh-Hant", ("en",), "zh"),
    ("把影片clip.mp4轉換為直式", "zh-Hans", ("en",), "zh"),
    ("исеци првих десет секунди снимка clip.mp4", "sr-Latn", ("en",), None),
    # English stays a rival even where nobody named it.
    ("mute the sound of teaser.mkv", "de", (), "en"),
    # No detector knows Maori, but this is English.
    ("reduce the size of clip.mp4 by half", "mi", ("en",), "en"),
    # Languages that nobody named.
    ("entferne bitte den Ton aus teaser.mkv", "fr", ("en",), "de"),
    ("coupe le son de la vidéo teaser.mkv", "de", ("en",), "fr"),
    ("teaser.mkv dosyasının sesini kapat", "de", ("en",), "tr"),
    ("صدای فیلم teaser.mkv را قطع کن", "ar", ("en",), "fa"),
    # Romanised Russian, Hindi and Chinese, where their own scripts were asked for.
    ("sdelay eto video gromche, pozhaluysta", "ru", ("en",), None),
    ("is video ki awaaz band kar do", "hi", ("en",), None),
    ("qing ba zhe ge shipin de shengyin guandiao", "zh", ("en",), None),
]


@pytest.mark.parametrize(("text", "lang", "against", "found"), NO)
def test_the_wrong_language_is_known_and_named(
    text: str, lang: str, against: tuple[str, ...], found: str | None
) -> None:
    finding = language.verify(text, lang, against, DETECTOR)
    assert finding[:2] == ("no", found), finding


NOT_YES = [
    ("quita el sonido del vídeo teaser.mkv", "pl"),
    ("clip.mp4 stumm", "en"),
    # Romanised, and taken for a language of Latin letters.
    *(
        (text, lang)
        for text in (
            "sdelay eto video gromche, pozhaluysta",
            "uberi zvuk iz video",
            "is video ki awaaz band kar do",
            "qing ba zhe ge shipin de shengyin guandiao",
        )
        for lang in ("en", "es", "de", "fr", "it")
    ),
    # Romanised, and asked for like that: no detector can tell.
    ("is video ki awaaz band kar do", "hi-Latn"),
    # Languages of a script that is not theirs alone, and no detector knows.
    ("כבה דעם טאָן אין clip.mp4 און מאַך עס קלענער", "yi"),
    ("clip.mp4 ཆུང་དུ་གཏོང", "bo"),
    ("clip.mp4 ཆུང་དུ་གཏོང", "dz"),
    ("whakaitia te rahi o clip.mp4", "mi"),
    # Mixed
    ("pon el video at half speed please", "es"),
    ("bitte mach das video faster und smaller", "de"),
    ("fade out the music und dann speichern", "de"),
    ("trim le début de clip.mp4 and keep the rest", "fr"),
    ("crop la imagen y ponla in the middle", "es"),
    ("把这个视频 convert 成 mp4", "zh"),
    ("save talk.mkv 的前 30 秒", "zh"),
    ("убери sound из clip.mp4", "ru"),
    ("加蘋果 到 my shopping list", "en"),
    ("加蘋果 到 my shopping list", "zh"),
    ("把视频clip.mp4轉換為直式", "zh"),
    ("動画変換", "zh"),
    ("音量最大", "ja"),
    # A neighbour's word
    ("reduzir la resolución de clip.mp4", "es"),
    ("colle clip.mov y clip.mp4 en ese orden", "es"),
    ("re-encode clip.mp4", "es"),
]


@pytest.mark.parametrize(("text", "lang"), NOT_YES)
def test_what_is_not_all_in_the_language_is_never_taken_for_it(text: str, lang: str) -> None:
    assert language.verify(text, lang, ("en",), DETECTOR).answer != "yes"


@pytest.mark.parametrize(
    ("text", "lang", "word"),
    [
        ("reduzir la resolución de clip.mp4", "es", "reduzir"),
        ("colle clip.mov y clip.mp4 en ese orden", "es", "colle"),
        ("bitte mach das Video faster", "de", "faster"),
        ("fade out the music und dann speichern", "de", "out"),
        ("把这个视频 convert 成 mp4", "zh", "convert"),
        ("docs 文件夹打包成 zip", "zh", "docs"),
        ("baja el volumen de clip.mp4", "es", None),
    ],
)
def test_a_word_of_another_language_is_named(text: str, lang: str, word: str | None) -> None:
    finding = language.verify(text, lang, ("en",), DETECTOR)
    assert finding.foreign == word
    assert word is None or (finding.answer == "unsure" and word in finding.why)


@pytest.mark.parametrize(
    ("text", "lang", "against"),
    [
        ("convertir teaser.mp4 en mkv", "fr", ("en", "es")),
        ("convertir teaser.mp4 en mkv", "es", ("en", "fr")),
        ("fjern lyden fra clip.mp4", "da", ("en", "no")),
        ("fjern lyden fra clip.mp4", "no", ("en", "da")),
        ("mute teaser.mp4", "en", ("es", "fr")),
        ("clip.mp4 stumm", "de", ("en",)),
        ("MP3 in FLAC", "de", ("en",)),
        ("video teaser.mp4", "es", ("en",)),
        ("audio mono", "it", ("en", "es")),
        ("Lautstaerke erhoehen", "de", ("en",)),
        ("音量最大", "ja", ("en",)),
        ("backups 폴더 삭제", "ko", ("en",)),
    ],
)
def test_short_and_shared_words_are_never_held_against_the_right_language(
    text: str, lang: str, against: tuple[str, ...]
) -> None:
    assert language.verify(text, lang, against, DETECTOR).answer != "no"


@pytest.mark.parametrize(
    "text", ["", "  ", "teaser.mkv", "teaser.mkv 720p", "10 MB", "16:9 → 4:3", "1:30", "*.png"]
)
@pytest.mark.parametrize("lang", ["es", "zh", "ru"])
def test_no_words_outside_literals_is_unsure(text: str, lang: str) -> None:
    finding = language.verify(text, lang, ("en",), DETECTOR)
    assert finding[:3] == ("unsure", None, "no words outside file names and values")
    assert language.identify(text, (lang, "en"), DETECTOR) is None


def test_a_file_name_in_another_script_says_nothing() -> None:
    text = "mute 会议记录会议记录会议记录.mp4 please and save it"
    assert language.verify(text, "en", ("zh",), DETECTOR, ("会议记录会议记录会议记录.mp4",)).answer == "yes"


def test_the_score_is_the_margin_over_the_nearest_other_language() -> None:
    sure = language.verify("quita el sonido del vídeo teaser.mkv", "es", ("en", "pt"), DETECTOR)
    short = language.verify("quita teaser.mkv", "es", ("en", "pt"), DETECTOR)
    assert sure.score is not None
    assert short.score is not None
    assert sure.score > short.score
    assert language.verify("将teaser.mkv静音", "zh", ("en",), DETECTOR).score is None


def test_unsure_is_what_is_not_enough_or_outside_of_the_choice() -> None:
    assert language.identify("video teaser.mp4", ("it", "es", "en"), DETECTOR) is None
    assert language.identify("girar teaser.mp4", ("es", "pt", "en"), DETECTOR) is None
    assert language.identify("mach es kleiner", (), DETECTOR) is None
    assert language.identify("teaser.mkv dosyasının sesini kapat", ("en", "es"), DETECTOR) is None
    assert language.identify("视频静音", ("ja", "en"), DETECTOR) is None
    assert language.identify("動画変換", ("zh", "en"), DETECTOR) is None


def test_names_and_writings_do_not_matter_for_what_is_there_already() -> None:
    assert language.identify("logsフォルダをtgzに圧縮して", ("ja", "en"), DETECTOR) == "ja"
    assert language.identify("把视频clip.mp4轉換為直式", ("zh", "en"), DETECTOR) == "zh"


SIBLINGS = (Sibling("change clip.mp4 to mkv", "en"), Sibling("convertir clip.mp4 a mkv", "es"))


def test_siblings_of_a_known_language_are_evidence() -> None:
    text = "convertir clip.mp4 en mkv"
    alone = language.verify(text, "es", ("en", "fr"), DETECTOR)
    among = language.verify(text, "es", ("en", "fr"), DETECTOR, (), SIBLINGS)
    assert alone.answer == "unsure"
    assert alone.score is not None
    assert among.score is not None
    assert among.score > alone.score
    other = language.verify(text, "fr", ("en", "es"), DETECTOR, (), SIBLINGS)
    assert other.score is not None
    assert other.score < 0


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ("letterbox clip.mp4 normal", "letterbox"),
        ("pon letterbox normal en clip.mp4", "letterbox, normal"),
        ("pon bandas negras en clip.mp4 para el formato normal de televisión", None),
    ],
)
def test_half_of_the_words_copied_from_the_english_seed_is_no_translation(
    text: str, copied: str | None
) -> None:
    siblings = (Sibling("letterbox clip.mp4 to normal size", "en"),)
    finding = language.verify(text, "es", ("en",), DETECTOR, (), siblings)
    assert (finding.answer == "yes") == (copied is None)
    if copied and finding.answer == "unsure":
        assert "English" in finding.why


def test_the_languages_of_rows_are_those_wanted_english_and_their_tags() -> None:
    rows = [
        row("a", "mute the sound of teaser.mkv", "将teaser.mkv静音", tags=("audio", "zh")),
        row("b", "将teaser.mkv静音", "mach teaser.mkv kleiner"),
    ]
    assert language.of_rows(rows, ["es"], DETECTOR) == {"a": ("en", "zh"), "b": (None, None)}
    assert language.of_rows(rows, ["de", "zh"], DETECTOR) == {"a": ("en", "zh"), "b": ("zh", "de")}


def test_utterances_that_are_told_alone_help_to_tell_the_others() -> None:
    alone = row("a", "recorta foto.png")
    helped = row("a", "recorta la imagen foto.png, por favor", "recorta foto.png")
    assert language.of_rows([alone], ["es", "it"], DETECTOR) == {"a": (None,)}
    assert language.of_rows([helped], ["es", "it"], DETECTOR) == {"a": ("es", "es")}


def answers(detector: StatisticalDetector) -> list[object]:
    return [
        language.verify(text, lang, against, detector)
        for text, lang, against in (*YES, *(one[:3] for one in NO))
    ]


def test_the_same_text_gets_the_same_answer_in_any_thread() -> None:
    """Detectors that sample differ from run to run, and shared ones from thread to thread."""
    expected = answers(DETECTOR)
    shared = StatisticalDetector()
    with ThreadPoolExecutor(8) as executor:
        waiting = [executor.submit(answers, shared) for _ in range(6)]
        assert all(future.result() == expected for future in waiting)


@pytest.mark.parametrize("ask", ["letters", "second_opinion"])
def test_what_was_asked_before_does_not_change_a_score(ask: str) -> None:
    """Profiles are loaded when they are first asked for, so the order of questions must not matter."""
    fresh, used = StatisticalDetector(), StatisticalDetector()
    getattr(used, ask)("hola", ("fr", "pl", "ja", "zh"))
    assert getattr(used, ask)("guten Tag", ("de", "nl")) == getattr(fresh, ask)("guten Tag", ("de", "nl"))


def test_norwegian_and_serbian_have_the_words_that_packages_know_by_other_names() -> None:
    assert {"no", "sr", "hr", "tl", "en", "zh"} <= DETECTOR.listed
    assert not {"gl", "eu", "nb"} & DETECTOR.listed
    assert "ikke" in DETECTOR.words("no")
    assert DETECTOR.words("en")["the"] > DETECTOR.words("en")["mute"] > RARE


@settings(max_examples=100, deadline=None)
@given(
    st.text(max_size=50),
    st.lists(st.sampled_from(["en", "es", "zh", "gl", "ar", "mi"]), max_size=4, unique=True),
)
def test_letters_are_scored_for_languages_that_are_known(text: str, among: list[str]) -> None:
    assert set(DETECTOR.letters(text, among)) == set(among) - {"mi"}
    assert set(DETECTOR.second_opinion(text, among)) == set(among) - {"mi", "gl"}


@settings(max_examples=300, deadline=None)
@given(
    st.text(max_size=50) | st.text(alphabet="aeñ ы视変ñ.1 éß", max_size=30),
    st.sampled_from(["es", "zh", "ja", "ru", "sr", "sr-Latn", "zh-Hant", "ar", "gl", "mi", "he", "bo"]),
    st.lists(st.sampled_from(["en", "es", "zh", "ru"]), max_size=3),
)
def test_any_text_gets_one_of_three_answers_that_fits_what_was_found(
    text: str, lang: str, against: list[str]
) -> None:
    finding = language.verify(text, lang, against, DETECTOR)
    assert finding.answer != "yes" or finding.found == codes.code(lang)
    assert finding.answer != "unsure" or finding.found is None
    assert finding.why


@pytest.mark.parametrize(
    ("name", "yes", "no", "macro"), [("languages_knaif", 0.93, 0.003, 0.96), ("languages_home", 0.94, 1, 0)]
)
def test_real_texts_are_told_as_well_as_the_project_promises(
    name: str, yes: float, no: float, macro: float
) -> None:
    found = benchmark(str(shared(f"benchmarks/{name}.jsonl")))
    assert found["verify"]["yes"] >= yes
    assert found["verify"]["no"] <= no
    assert found["verify"]["precision_own"] >= 0.995
    assert found["verify"]["precision_requested"] >= 0.995
    assert found["macro_accuracy"] >= macro
    assert found["n"] > 800
    assert found["per_second"] > 0


def test_the_benchmark_reads_our_own_commands_and_refuses_others_in_two_lines(tmp_path: Path) -> None:
    own = benchmark()
    assert own["verify"]["precision_own"] >= 0.995
    assert own["langdetect"]["macro_accuracy"] < own["macro_accuracy"]
    for content, problem in (
        ('{"text": "a"}\n', "line 1 of "),
        ('{"text": "a", "lang": "spanish"}\n', "there is no language `spanish` here"),
        ("", "no text in another language than English"),
    ):
        (tmp_path / "bad.jsonl").write_text(content, encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, BENCHMARK, tmp_path / "bad.jsonl"], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 1
        assert problem in ran.stderr
        assert len(ran.stderr.strip().splitlines()) == 2


def benchmark(*args: str) -> dict[str, Any]:
    ran = subprocess.run(
        [sys.executable, BENCHMARK, *args, "--json"], capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(ran.stdout)
    return found
