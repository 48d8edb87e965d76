"""Languages: codes, scripts, and what a short command is in."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from doubles import row
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase import language
from polyphrase.adapters.detector import LangdetectDetector
from polyphrase.errors import InputError

DETECTOR = LangdetectDetector()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("es", "es"),
        (" ES ", "es"),
        ("zh-Hans", "zh"),
        ("zh_TW", "zh"),
        ("cmn-Hans-CN", "zh"),
        ("pt-BR", "pt"),
        ("nb", "no"),
        ("nn-NO", "no"),
        ("iw", "he"),
        ("in", "id"),
        ("fil", "tl"),
        ("sr-Latn-RS", "sr"),
    ],
)
def test_codes(written: str, expected: str) -> None:
    assert language.code(written) == expected
    assert language.is_code(expected)
    assert language.name(expected)


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("spanish", "did you mean `es`?"),
        ("German", "did you mean `de`?"),
        ("portugese", "did you mean `pt`?"),
        ("xx", "known codes: af ar"),
        ("", "known codes"),
        ("-", "known codes"),
        ("en US", "known codes"),
    ],
)
def test_what_is_no_code_is_refused_with_the_nearest(written: str, nearest: str) -> None:
    with pytest.raises(InputError) as caught:
        language.code(written)
    assert caught.value.problem == f"there is no language `{written}` here"
    assert nearest in caught.value.hint


YES = [
    ("убери звук из teaser.mkv", "ru", ("en", "bg")),
    ("премахни звука от teaser.mkv", "bg", ("en", "ru")),
    ("прибери звук із teaser.mkv, будь ласка", "uk", ("en", "ru")),
    ("quita el sonido del vídeo teaser.mkv", "es", ("en", "pt")),
    ("tira o som do vídeo teaser.mkv", "pt", ("en", "es")),
    ("togli tutto l'audio dal video teaser.mkv", "it", ("en", "es")),
    ("enlève le son de la vidéo teaser.mkv", "fr", ("en", "es")),
    ("mach teaser.mkv kleiner", "de", ("en",)),
    ("teaser.mkv bitte stumm schalten", "de", ("en",)),
    ("teaser.mkv drehen und speichern", "de", ("en",)),
    ("mute the sound of teaser.mkv", "en", ("es",)),
    ("teaser.mkvを消音にして", "ja", ("en", "zh")),
    ("将teaser.mkv静音", "zh", ("en", "ja")),
    ("将 teaser.mkv 导出为 MP4 格式", "zh", ("en",)),
    ("teaser.mkv 소리를 없애 줘", "ko", ("en",)),
    ("κόψε το teaser.mkv", "el", ("en",)),
    ("השתק את teaser.mkv", "he", ("en",)),
    ("ปิดเสียง teaser.mkv", "th", ()),
]


@pytest.mark.parametrize(("text", "lang", "against"), YES)
def test_the_right_language_is_known(text: str, lang: str, against: tuple[str, ...]) -> None:
    assert language.verify(text, lang, against, DETECTOR)[:2] == ("yes", lang)
    assert language.identify(text, (lang, *against), DETECTOR) == lang


NO = [
    ("убери звук из teaser.mkv", "bg", ("en", "ru"), "ru"),
    ("премахни звука от teaser.mkv", "ru", ("en", "bg"), "bg"),
    ("quita el sonido del vídeo teaser.mkv", "pt", ("en", "es"), "es"),
    ("tira o som do vídeo teaser.mkv", "es", ("en", "pt"), "pt"),
    ("mute the sound of teaser.mkv", "es", ("en",), "en"),
    ("mute the sound of teaser.mkv", "zh", ("en",), "en"),
    ("teaser.mkvを消音にして", "zh", ("en", "ja"), "ja"),
    ("teaser.mkvを消音にして", "zh", ("en",), None),
    ("将teaser.mkv静音", "ja", ("en", "zh"), "zh"),
    ("将teaser.mkv静音", "ja", ("en",), None),
    ("将teaser.mkv静音", "es", ("en", "zh"), "zh"),
    ("убери звук из teaser.mkv", "en", ("ru",), "ru"),
    # English stays a rival even where nobody named it.
    ("mute the sound of teaser.mkv", "de", (), "en"),
]


@pytest.mark.parametrize(("text", "lang", "against", "found"), NO)
def test_the_wrong_language_is_known_and_named(
    text: str, lang: str, against: tuple[str, ...], found: str | None
) -> None:
    assert language.verify(text, lang, against, DETECTOR)[:2] == ("no", found)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("entferne bitte den Ton aus teaser.mkv", "fr"),
        ("coupe le son de la vidéo teaser.mkv", "de"),
        ("quita el sonido del vídeo teaser.mkv", "pl"),
        ("teaser.mkv dosyasının sesini kapat", "de"),
        ("убери звук из teaser.mkv", "sr"),
        ("صدای فیلم teaser.mkv را قطع کن", "ar"),
        ("clip.mp4 stumm", "en"),
    ],
)
def test_a_language_nobody_named_is_never_taken_for_the_one_that_was_asked_for(text: str, lang: str) -> None:
    assert language.verify(text, lang, ("en",), DETECTOR).answer != "yes"


@pytest.mark.parametrize(
    ("text", "lang", "against"),
    [
        ("convertir teaser.mp4 en mkv", "fr", ("en", "es")),
        ("convertir teaser.mp4 en mkv", "es", ("en", "fr")),
        ("mute teaser.mp4", "en", ("es", "fr")),
        ("clip.mp4 stumm", "de", ("en",)),
        ("MP3 in FLAC", "de", ("en",)),
        ("video teaser.mp4", "es", ("en",)),
        ("audio mono", "it", ("en", "es")),
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
    assert finding == ("unsure", None, "no words outside file names and values")
    assert language.identify(text, (lang, "en"), DETECTOR) is None


def test_a_file_name_in_another_script_says_nothing() -> None:
    text = "mute 会议记录会议记录会议记录.mp4 please and save it"
    assert language.verify(text, "en", ("zh",), DETECTOR, ("会议记录会议记录会议记录.mp4",)).answer == "yes"


@pytest.mark.parametrize("lang", ["gl", "eu", "sr", "ga"])
def test_a_language_without_a_profile_is_unsure_and_not_wrong(lang: str) -> None:
    finding = language.verify("corta o vídeo teaser.mkv polo medio", lang, ("en",), DETECTOR)
    assert finding.answer == "unsure"
    assert finding.why == f"the detector does not know {language.name(lang)}"


def test_what_was_asked_for_is_not_enough_to_be_found() -> None:
    """Of all languages that compete, none is returned below the threshold."""
    assert language.identify("clip.mp4 stumm", ("de", "en"), DETECTOR) is None
    assert language.identify("mach es kleiner", (), DETECTOR) is None


def test_the_languages_of_rows_are_those_wanted_english_and_their_tags() -> None:
    rows = [
        row("a", "mute the sound of teaser.mkv", "将teaser.mkv静音", tags=("audio", "zh")),
        row("b", "将teaser.mkv静音", "mach teaser.mkv kleiner"),
    ]
    assert language.of_rows(rows, ["es"], DETECTOR) == {"a": ("en", "zh"), "b": (None, "en")}
    assert language.of_rows(rows, ["de", "zh"], DETECTOR) == {"a": ("en", "zh"), "b": ("zh", "de")}


def answers() -> list[object]:
    detector = LangdetectDetector()
    return [language.verify(text, lang, against, detector) for text, lang, against in YES] + [
        language.verify(text, lang, against, detector) for text, lang, against, _ in NO
    ]


def test_the_same_text_gets_the_same_answer_fifty_times_in_any_thread() -> None:
    """Detectors that sample differ from run to run, and shared ones from thread to thread."""
    expected = answers()
    with ThreadPoolExecutor(8) as executor:
        assert all(future.result() == expected for future in [executor.submit(answers) for _ in range(6)])
    texts = ["並查看更", "vídeo", "clip.mp4 stumm"]
    shared = LangdetectDetector()

    def once(_: int) -> list[object]:
        return [shared.scores(text, ("es", "pt", "zh", "ko", "de")) for text in texts]

    with ThreadPoolExecutor(8) as executor:
        seen = list(executor.map(once, range(50)))
    assert all(one == seen[0] for one in seen)


def test_more_languages_loaded_before_do_not_change_a_score() -> None:
    """Profiles are loaded when they are first asked for, so the order of questions must not matter."""
    fresh, used = LangdetectDetector(), LangdetectDetector()
    used.scores("hola", ("fr", "pl", "ja", "zh"))
    assert used.scores("guten Tag", ("de", "nl")) == fresh.scores("guten Tag", ("de", "nl"))


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=50), st.lists(st.sampled_from(["en", "es", "zh", "gl", "ar"]), max_size=4, unique=True)
)
def test_scores_are_probabilities_of_known_languages(text: str, among: list[str]) -> None:
    scores = DETECTOR.scores(text, among)
    assert set(scores) == set(among) - {"gl"}
    if scores:
        assert sum(scores.values()) == pytest.approx(1)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=50), st.sampled_from(["es", "zh", "ja", "ru", "sr", "ar", "gl"]))
def test_any_text_gets_one_of_three_answers_that_fits_what_was_found(text: str, lang: str) -> None:
    finding = language.verify(text, lang, ("en", "es"), DETECTOR)
    assert (finding.answer == "yes") == (finding.found == lang)
    assert finding.answer != "unsure" or finding.found is None
