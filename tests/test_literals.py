"""Literals: what is found in a text, what a row requires, and what a phrasing lost, added or changed."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from polyphrase.literals import Contract, compare, contract, extract, mask
from polyphrase.models import Row


def row(*utterances: str, fixture: str | None = None, command: str = "", outcome: str = "plan") -> Row:
    values: dict[str, Any] = {"id": "r", "utterances": utterances, "expected_outcome": outcome}
    if command:
        values["baseline"] = {"command": command}
    return Row(**values, fixture=fixture)


def of(*utterances: str) -> Contract:
    return contract(row(*utterances))


def found(text: str) -> list[tuple[str, str]]:
    return [(span.kind, span.text) for span in extract(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("把teaser.mkv压缩到480p", [("file", "teaser.mkv"), ("resolution", "480p")]),
        ("teaser.mkvを480pに", [("file", "teaser.mkv"), ("resolution", "480p")]),
        ("teaser.mkv의 소리", [("file", "teaser.mkv")]),
        ("lower teaser.mkv's volume", [("file", "teaser.mkv")]),
        ("der teaser.mkv-Container", [("file", "teaser.mkv")]),
        ("vídeo.mov, отпуск.mov", [("file", "vídeo.mov"), ("file", "отпуск.mov")]),
        ("clips/day1/a.mov C:\\in\\b.mov", [("file", "clips/day1/a.mov"), ("file", "C:\\in\\b.mov")]),
        ('open "summer party.mov"', [("file", "summer party.mov")]),
        ("take_7.raw2 and x.mp2", [("file", "take_7.raw2"), ("file", "x.mp2")]),
        ("all *.png, cut_??.mov", [("glob", "*.png"), ("glob", "cut_??.mov")]),
        ("n_%04d.jpg; **/*.tif", [("glob", "n_%04d.jpg"), ("glob", "**/*.tif")]),
        ("把*.png转成webp", [("glob", "*.png"), ("format", "webp")]),
        ("into holiday/ or ~/Films", [("folder", "holiday/"), ("folder", "~/Films")]),
        ("存到/srv/media里", [("folder", "/srv/media")]),
        ("read http://a.example/b?c=1. Now", [("url", "http://a.example/b?c=1")]),
        ("打开https://a.example/b。", [("url", "https://a.example/b")]),
        ("to zoe@mail.example, please", [("email", "zoe@mail.example")]),
        ("with --no-audio -c:v", [("flag", "--no-audio"), ("flag", "-c:v")]),
        ("title {who} of ${SHOW}", [("placeholder", "{who}"), ("placeholder", "${SHOW}")]),
        ("write „Prosit Neujahr“ on it", [("quoted", "Prosit Neujahr")]),
        ("「新年快樂」と書く", [("quoted", "新年快樂")]),
        ("use `teaser.mkv`", [("file", "teaser.mkv")]),
        ("shrink beach_2 now", [("name", "beach_2")]),
        ("as .xyz or HEVC or h 264", [("format", ".xyz"), ("format", "HEVC"), ("format", "h 264")]),
        ("für Telegram, 微信", [("platform", "Telegram"), ("platform", "微信")]),
        ("9:16 or 4:3 at 12:07", [("ratio", "9:16"), ("ratio", "4:3"), ("quantity", "12:07")]),
        ("1280 x 720, full HD", [("resolution", "1280 x 720"), ("resolution", "full HD")]),
        ("２０秒 ５０％", [("quantity", "２０秒"), ("quantity", "５０％")]),
        ("from 2-5 s at -3dB", [("quantity", "2"), ("quantity", "5 s"), ("quantity", "-3dB")]),
        ("Odsłoń and/or mp3/wav", [("format", "mp3"), ("format", "wav")]),
        ("the doc, two clips, ein Film, 一个", []),
    ],
)  # fmt: skip
def test_every_kind_is_found_also_beside_letters_of_scripts_without_spaces(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert found(text) == expected


def test_a_known_name_is_found_with_spaces_and_chinese_letters_in_it() -> None:
    known = ("my film.mov", "会议 记录.mp4")
    assert [s.text for s in extract("把会议 记录.mp4接到my film.mov后面", known)] == [known[1], known[0]]


def test_a_known_name_is_not_found_inside_a_longer_one() -> None:
    assert [s.text for s in extract("mute my-a.mov and a.mov.bak and a.mov", ("a.mov",))] == [
        "my-a.mov",
        "a.mov.bak",
        "a.mov",
    ]


SAME = [
    # time
    ("cut teaser.mkv at 90 s", "corta teaser.mkv en 1:30"),
    # degrees
    ("set the oven to 68 degrees Fahrenheit", "pon el horno a 68 °F"),
    ("set the oven to 68 degrees Fahrenheit", "把烤箱调到华氏68度"),
    ("cut teaser.mkv at 90 s", "teaser.mkvを00:01:30で切って"),
    ("cut teaser.mkv at 90 s", "обрежь teaser.mkv на 1,5 минуты"),
    ("timer for 90 seconds", "temporizador de un minuto y medio"),
    ("timer for 90 seconds", "タイマーを1分30秒に"),
    ("timer for 90 seconds", "таймер на полторы минуты"),
    ("timer for 30 minutes", "minuteur d'une demi-heure"),
    ("timer for 30 minutes", "таймер на полчаса"),
    ("timer for 25 minutes", "Timer auf fünfundzwanzig Minuten"),
    ("timer for 25 minutes", "timer di venticinque minuti"),
    ("timer for 45 minutes", "таймер за четиридесет и пет минути"),
    ("a 2-hour timer", "temporizador de duas horas"),
    ("a 2-hour timer", "两小时的计时器"),
    ("trim 500 ms", "trim 0.5 s"),
    ("from 2 to 3 minutes", "от 120 до 180 секунд"),
    ("from 2 to 3 minutes", "de 00:02:00 à 00:03:00"),
    ("the first 10 seconds", "from 0 to 10 s"),
    ("from 0 to 4 s", "auf 4 Sekunden kürzen"),
    ("at 7:30 pm", "um 19:30 Uhr"),
    ("at 7 pm", "à 19h"),
    ("at 2:30", "um halb drei"),
    ("at 7:30", "七点半"),
    # sizes and rates
    ("under 10 MB", "unter 10 Megabyte"),
    ("under 10 MB", "до 10 мегабайт"),
    ("under 10 MB", "１０ＭＢ以下"),
    ("under 10 MB", "moins de 10 Mo"),
    ("under 700 KB", "menos de 700 kb"),
    ("under 700 kB", "под 700 килобайта"),
    ("at 5 Mbps", "a 5 megabits por segundo"),
    ("at 30 fps", "每秒30帧"),
    ("at 30 fps", "30 кадров в секунду"),
    ("at 44.1 kHz", "mit 44.100 Hz"),
    # factors and percent
    ("at 2x", "twice as fast"),
    ("at 2x", "doppelt so schnell"),
    ("at 2x", "al doble de velocidad"),
    ("at 2x", "两倍速"),
    ("at 2x", "в 2 раза быстрее"),
    ("at 2x", "два пъти по-бързо"),
    ("at 2x", "2 times faster"),
    ("at 50 %", "at half"),
    ("at 50 %", "auf die Hälfte"),
    ("at 50 %", "наполовина"),
    ("at 50 %", "de moitié"),
    ("at 50 %", "at 0,5x"),
    ("at 50 %", "百分之五十"),
    ("at 50 %", "半分に"),
    ("at 40%", "al 40 por ciento"),
    # numbers
    ("gain 1.5", "gain 1,5"),
    ("1,000 files", "1.000 Dateien"),
    ("1,000 files", "1 000 fichiers"),
    ("3 copies", "tres copias"),
    ("3 copies", "复制三份"),
    ("crf 30", "quality „30“"),
    ("crf 30", "CRF30"),
    ("turn by 90°", "faire pivoter de quatre-vingt-dix degrés"),
    ("turn by 90 degrees", "на 90 градуса"),
    ("pages 1-2", "die ersten zwei Seiten"),
    ("pages 1, 3 and 5", "страницы 1,3 и 5"),
    ("on 2031-04-09", "am 09.04.2031"),
    # pictures
    ("to 720p", "auf 1280x720"),
    ("to 720p", "на 1280 × 720"),
    ("to 720p", "1280 by 720"),
    ("to 4K", "2160p"),
    ("to 4K", "3840x2160"),
    ("to full HD", "1080pに"),
    ("to 16:9", "16/9"),
    ("to 16:9", "16：9"),
    # formats, names and services
    ("to hevc", "als H.265"),
    ("with x264", "avec AVC"),
    ("to jpg", "em JPEG"),
    ("to matroska", "в MKV"),
    ("for YouTube", "для ютуба"),
    ("for WhatsApp", "ватсапу"),
    ("mute teaser.mkv", 'stumm: "teaser.mkv"'),
    ("mute teaser.mkv", "mute the MKV file teaser.mkv"),
    ("mute the MKV file teaser.mkv", "teaser.mkvを消音"),
    ('stamp "Top Secret"', "stempele «Top Secret»"),
    ('stamp "Top Secret"', "盖上Top Secret"),
    ("stamp Top Secret", 'stempele "Top Secret"'),
    ("move into holiday/", "verschiebe nach holiday"),
    ("join a.mov and b.mov", "une los 2 vídeos a.mov y b.mov"),
    ('play "my film.mov"', "play my film.mov"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_other_words_for_the_same_literals_are_no_difference_either_way(one: str, other: str) -> None:
    assert compare(of(one), other) == ()
    assert compare(of(other), one) == ()


CHANGED = [
    (
        "set the oven to 68 degrees Fahrenheit",
        "pon el horno a 68 grados",
        "lost 68 degrees Fahrenheit",
    ),
    ("mute teaser.mkv", "mute Teaser.mkv", "teaser.mkv became Teaser.mkv"),
    ("mute teaser.mkv", "把teaser2.mkv静音", "teaser.mkv became teaser2.mkv"),
    ("mute teaser.mkv", "mute teaser．mkv", "teaser.mkv became teaser．mkv"),
    ("mute teaser.mkv", "mute teaser\u200b.mkv", "lost teaser.mkv"),
    ("mute teaser.mkv", "silencia el vídeo", "lost teaser.mkv"),
    ("mute the video", "mute teaser.mkv", "added teaser.mkv"),
    ("turn a.mov into mp4", "convierte a.mov", "lost mp4"),
    ("turn a.mov into mp4", "a.mov in mkv umwandeln", "mp4 became mkv"),
    ("shrink a.mov", "shrink a.mov with h265", "added h265"),
    ("cut 5 s", "cut 3 s", "5 s became 3 s"),
    ("cut 3 s", "um fünf Sekunden kürzen", "3 s became fünf Sekunden"),
    ("cut five seconds", "um drei Sekunden kürzen", "five seconds became drei Sekunden"),
    ("double the volume", "音量を半分に", "double became 半分"),
    ("cut 5 s", "cut 5 minutes", "5 s became 5 minutes"),
    ("under 10 MB", "under 10 MiB", "10 MB became 10 MiB"),
    ("under 10 MB", "under 10 Mb", "lost 10 MB"),
    ("under 10 MB", "under 10 KB", "10 MB became 10 KB"),
    ("to 720p", "to 1080p", "720p became 1080p"),
    ("to 720p", "маленькое видео", "lost 720p"),
    ("make it small", "scale it to 1080p", "added 1080p"),
    ("to 16:9", "to 9:16", "16:9 became 9:16"),
    ("at 7 am", "at 7 pm", "7 am became 7 pm"),
    ("by 20 %", "um 30 Prozent", "20 % became 30 Prozent"),
    ("for WhatsApp", "用微信发", "WhatsApp became 微信"),
    ('stamp "Top Secret"', 'stempele "Streng geheim"', "Top Secret became Streng geheim"),
    ("stamp it", 'stamp "Hi" on it', "added Hi"),
    ("title {who}", "título {quien}", "{who} became {quien}"),
    ("use --fast", "use --slow", "--fast became --slow"),
    ("all *.png", "todos los archivos", "lost *.png"),
    ("mail zoe@a.example", "mail zoe@b.example", "zoe@a.example became zoe@b.example"),
    ("open http://a.example/x", "open http://a.example/y", "http://a.example/x became http://a.example/y"),
    ("set -5 °C", "set 5 °C", "-5 °C became 5 °C"),
    ("from 3 s, 3 s and 4 s", "from 3 s, 4 s and 4 s", "3 s became 4 s"),
    ("a.mov, b.mov, a.mov", "a.mov, b.mov, b.mov", "a.mov became b.mov"),
    ("use 2.1.3", "use 2.1.4", "2.1.3 became 2.1.4"),
    ("pages 1-3", "pages 1-4", "3 became 4"),
]


@pytest.mark.parametrize(("source", "text", "detail"), CHANGED)
def test_a_lost_added_or_changed_literal_is_named(source: str, text: str, detail: str) -> None:
    assert detail in [difference.detail for difference in compare(of(source), text)]


def test_one_pair_is_one_difference_and_not_two() -> None:
    (difference,) = compare(of("cut 5 s of a.mov"), "cut 8 s of a.mov")
    assert (difference.change, difference.literal.text) == ("changed", "5 s")


def test_required_is_what_all_utterances_share() -> None:
    shared = of("make a.mov fast, 2x", "a.mov doppelt so schnell", "speed up a.mov by 2x as mp4")
    assert [span.text for span in shared.required] == ["a.mov", "2x"]
    assert compare(shared, "acelera a.mov al doble") == ()
    assert compare(shared, "acelera a.mov al doble en mp4") == ()


def test_a_later_utterance_that_drops_the_file_of_the_fixture_excuses_nobody() -> None:
    rules = contract(row("mute a.mov", "mute it", fixture="a.mov"))
    assert [d.detail for d in compare(rules, "stumm schalten")] == ["lost a.mov"]
    without = contract(row("mute a.mov", "mute it"))
    assert compare(without, "stumm schalten") == ()


def test_numbers_and_outputs_of_the_baseline_are_known_but_not_allowed() -> None:
    command = "ffmpeg -y -i 'my film.mov' -vf scale=-2:480 -crf 23 -c:a copy small/out.mp4"
    rules = contract(row("shrink my film.mov", command=command))
    assert rules.known == ("my film.mov", "small/out.mp4")
    assert [span.text for span in rules.required] == ["my film.mov"]
    assert [d.detail for d in compare(rules, "shrink my film.mov to small/out.mp4, crf 23")] == [
        "added small/out.mp4",
        "added 23",
    ]


def test_a_vague_row_stays_vague() -> None:
    rules = contract(row("make the 4K video smaller", outcome="clarify"))
    assert [d.detail for d in compare(rules, "hazlo más pequeño: beach.mov, vídeo 4K")] == ["added beach.mov"]


def test_number_words_of_an_utterance_allow_digits_and_are_never_required_or_added() -> None:
    assert compare(of("split into two parts"), "split into 2 parts") == ()
    assert compare(of("split into two parts"), "split it") == ()
    assert compare(of("split it"), "teile es in eine Folge") == ()


def test_the_name_of_a_folder_with_a_slash_may_lose_it() -> None:
    assert [d.detail for d in compare(of("move into holiday/"), "mueve a vacaciones/")] == [
        "holiday/ became vacaciones/"
    ]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("把teaser.mkv压缩到480p", "把 压缩到480p"),
        ("cut 5 seconds of a.mov", "cut 5 seconds of  "),
        ('copy "a b.txt" to /tmp/x.pdf as PDF', 'copy " " to   as  '),
    ],
)
def test_mask_leaves_a_space_for_every_literal_but_quantities(text: str, masked: str) -> None:
    assert mask(text) == masked


PIECES = st.sampled_from(
    [
        *"0123456789 .,:-/'\"“”«»「」%{}*?_\\\0\n",
        *(
            " s",
            " min",
            "MB",
            "px",
            "x",
            "倍",
            "秒",
            "百分之",
            "半",
            "第",
            "の",
            "を",
            "一",
            "a.mov",
            ".mp4",
            "h264",
        ),
        *(
            " and ",
            " a half",
            " per second",
            " half ",
            "two",
            "vingt",
            "cinq",
            "pm",
            "K",
            "４",
            "½",
            "¥",
            "--x",
        ),
    ]
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=14).map("".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_spans_are_in_order_do_not_overlap_and_are_as_written(text: str) -> None:
    end = 0
    for span in extract(text):
        assert end <= span.start < span.end
        assert text[span.start : span.end] == span.text
        hash(span)
        end = span.end


@settings(max_examples=300, deadline=None)
@given(TEXTS.filter(str.strip))
def test_an_utterance_never_differs_from_its_own_row(text: str) -> None:
    assert compare(of(text), text) == ()


@settings(max_examples=100, deadline=None)
@given(st.lists(TEXTS.filter(str.strip), min_size=2, max_size=3))
def test_no_utterance_of_a_row_without_a_fixture_differs_from_it(texts: list[str]) -> None:
    rules = of(*texts)
    assert [compare(rules, text) for text in texts] == [()] * len(texts)


TEMPLATES = [
    "cut a7.mov from {} to {} seconds",
    "将a7.mov缩放到{}x{}",
    "очисти {} файла за {} минути",
    "passe a7.mov à {} % et {} Mo",
    "{}時{}分に起こして",
    "timer {:}h{}",
    "wake me at {}:{}",
    "crf {}, {},5 fps",
    "auf {} Grad und {} dB",
    "{}/{}, page{}",
]


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(TEMPLATES),
    st.lists(st.integers(10, 5999), min_size=3, max_size=3),
    st.data(),
)
def test_one_changed_digit_is_never_silent(template: str, numbers: list[int], data: st.DataObject) -> None:
    text = template.format(*numbers)
    at = data.draw(st.sampled_from([m.start() for m in re.finditer(r"\d", text)]))
    digit = data.draw(st.sampled_from("0123456789"))
    assume(digit != text[at])
    assert compare(of(text), text[:at] + digit + text[at + 1 :]) != ()


NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}\.(mov|mp4|pdf|jpg|txt)", fullmatch=True)


@settings(max_examples=200, deadline=None)
@given(NAMES, NAMES, st.sampled_from(["mute {}", "把{}静音", "{}を消音", "заглуши {}.", "« {} », vite"]))
def test_a_renamed_file_is_never_silent(name: str, other: str, template: str) -> None:
    assume(name != other)
    assert compare(of(template.format(name)), template.format(other)) != ()


def test_a_text_takes_well_under_a_millisecond() -> None:
    """About 0.15 ms on a laptop; the bound leaves room for a loaded machine."""
    rules = of("trim teaser.mkv from 00:00:02 to 00:00:05 and scale it to 720p with h264")
    text = "teaser.mkv von 2 bis 5 Sekunden schneiden und mit H.264 auf 1280x720 skalieren"
    compare(rules, text)
    begin = time.process_time()
    for _ in range(200):
        assert compare(rules, text) == ()
    assert (time.process_time() - begin) / 200 < 0.002


@pytest.mark.parametrize(
    ("utterance", "command", "translated"),
    [
        (
            "stamp URGENT on memo.mp4",
            "ffmpeg -i memo.mp4 -vf drawtext=text='URGENT' out.mp4",
            "pon URGENTE en memo.mp4",
        ),
        (
            "lock notes.pdf with the password willow",
            "qpdf -P willow notes.pdf",
            "bloquea notes.pdf con la clave sauce",
        ),
    ],
)
def test_an_ordinary_word_that_the_command_uses_as_a_value_survives(
    utterance: str, command: str, translated: str
) -> None:
    row = Row(id="r", utterances=(utterance,), expected_outcome="plan", baseline={"command": command})
    [difference] = compare(contract(row), translated)
    assert difference.change == "lost"
    assert not compare(contract(row), utterance)
