"""Hidden characters, what is shown for them, and the form in which two utterances are the same."""

import re
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.text import hidden_characters, normal_form, visible, without_hidden

# Texts that meet the rules: joiners, selectors, controls, scripts and spaces next to each other.
tricky = st.text(
    st.one_of(
        st.sampled_from(
            "aA1# .!?\"'“”¿…\t\n\r\x1b\x9b\x07\x08\u200b\u200c\u200d\ufe0f\u20e3\u202e\u2028\u00ad"
        ),
        st.sampled_from("میह्क्षക്ක්රেé\u0301❤👩🏽🚀将カ。！\u3164\u034f\U000e0061\U000e0100\ue000\uffff\ud83d"),
        st.characters(exclude_categories=()),
    ),
    max_size=20,
)


@pytest.mark.parametrize(
    ("text", "offset", "name"),
    [
        ("clip\u200b.mp4", 4, "U+200B ZERO WIDTH SPACE"),
        ("open \u202e4pm.pilc", 5, "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("a\u2066b", 1, "U+2066 LEFT-TO-RIGHT ISOLATE"),
        ("\ufeffcut it", 0, "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("vi\u00addeo", 2, "U+00AD SOFT HYPHEN"),
        ("go\U000e0061", 2, "U+E0061 TAG LATIN SMALL LETTER A"),
        ("a\ufe0f", 1, "U+FE0F VARIATION SELECTOR-16"),
        ("葛\U000e0100", 1, "U+E0100 VARIATION SELECTOR-17"),
        ("stop\x1b[2J", 4, "U+001B ESCAPE"),
        ("stop\x9b2J", 4, "U+009B CONTROL SEQUENCE INTRODUCER"),
        ("a\x01", 1, "U+0001 CONTROL CHARACTER"),
        ("a\tb", 1, "U+0009 TAB"),
        ("a\nb", 1, "U+000A LINE FEED"),
        ("a\u2028b", 1, "U+2028 LINE SEPARATOR"),
        ("a\u2029b", 1, "U+2029 PARAGRAPH SEPARATOR"),
        ("a\u2060b", 1, "U+2060 WORD JOINER"),
        ("a\u3164b", 1, "U+3164 HANGUL FILLER"),
        ("a\u034fb", 1, "U+034F COMBINING GRAPHEME JOINER"),
        ("a\ue000", 1, "U+E000 PRIVATE-USE CHARACTER"),
        ("a\u0378", 1, "U+0378 UNASSIGNED CHARACTER"),
        ("a\ud83d", 1, "U+D83D LONE SURROGATE"),
        ("cut\u200cit", 3, "U+200C ZERO WIDTH NON-JOINER"),
        ("فیلم\u200c", 4, "U+200C ZERO WIDTH NON-JOINER"),
        ("clip.mp4\u200cرا", 8, "U+200C ZERO WIDTH NON-JOINER"),
        ("cut\u200dit", 3, "U+200D ZERO WIDTH JOINER"),
        ("👩\u200d", 1, "U+200D ZERO WIDTH JOINER"),
        ("کا\u200dر", 2, "U+200D ZERO WIDTH JOINER"),
    ],
)
def test_a_hidden_character_is_found_named_and_shown(text: str, offset: int, name: str) -> None:
    """The offset counts characters of the text; the marker holds the code point."""
    assert hidden_characters(text) == ((offset, name),)
    assert visible(text) == text[:offset] + f"<{name.partition(' ')[0]}>" + text[offset + 1 :]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "turn clip.mp4 into a 720p copy",
        "vídeo à l’envers, « vite »",
        "ویدیو را کوچک\u200cتر کن",  # Persian: without the joiner it is another spelling
        "می\u200cخواهم فایل\u200cها را ببُرم",
        "क्\u200dष और क्\u200cष",  # Devanagari: half form, and visible virama
        "ශ්\u200dරී",  # Sinhala conjunct
        "র\u200d্যাব",  # Bengali: joiner before the virama
        "രാജ്\u200cകുമാർ",
        "👩\u200d👩\u200d👧 in the clip",
        "👩🏽\u200d🚀",
        "❤\ufe0f\u200d🔥",
        "press ▶\ufe0f then 3\ufe0f\u20e3",
        "将 clip.mp4 缩放到 720p。",
        "動画を「速く」して",
        "영상을 잘라 줘",
        "a\u00a0b\u202fc\u3000d",  # spaces of other widths are seen
        "\U0001fae8\U0001fadf",  # emoji newer than some Pythons
        "\U000323b0",  # an ideograph newer than some Pythons
    ],
)
def test_characters_that_are_seen_or_carry_meaning_are_not_hidden(text: str) -> None:
    """Persian, Indic and emoji sequences keep their joiners."""
    assert hidden_characters(text) == ()
    assert visible(text) == text
    assert without_hidden(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("clip\u200b.mp4", "clip.mp4"),
        ("cut\tit\nnow", "cut it now"),
        ("\x1b]8;;http://example.org\x07here", "]8;;http://example.orghere"),
        ("کوچک\u200cتر\u202e", "کوچک\u200cتر"),
    ],
)
def test_without_hidden_leaves_one_line_of_what_is_seen(text: str, expected: str) -> None:
    """Line ends and tabs separate words, so they become spaces."""
    assert without_hidden(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cut clip.mp4", "cut  clip.mp4."),
        ("cut clip.mp4 ?!", "cut clip.mp4"),
        ("cut clip.mp4…", "cut clip.mp4"),
        ("clip\u200b.mp4 to mkv", "clip.mp4 to mkv"),
        ("vídeo", "vi\u0301deo"),
        ("vi\u200b\u0301deo", "vídeo"),
        ("cut\tit\u2028now", "cut it now"),
        ("cut\u00a0it\u3000now", "cut it now"),
        ("“cut it”", "cut it"),
        ("«cut it»", "cut it"),
        ("「動画を切る」", "動画を切る"),
        ('"Cut it."', "cut it"),
        ("¿Puedes cortarlo?", "puedes cortarlo"),
        ("STRASSE", "straße"),
        ("ＭＰ４に変換！", "mp4に変換"),
        ("将 clip.mp4 缩放到 720p。", "将clip.mp4缩放到720p"),
        ("合并 ａ.mp4 和 b.mp4", "合并a.mp4和b.mp4"),
        ("کوچک\u200cتر", "کوچکتر"),
        ("क्\u200dष", "क्ष"),
        ("❤\ufe0f", "❤"),
        ("इसे काटो।", "इसे काटो"),
    ],
)
def test_texts_that_are_the_same_utterance(one: str, other: str) -> None:
    """Case, width, composition, spaces, hidden characters, outer quotes and final marks do not count."""
    assert normal_form(one) == normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cut clip.mp4", "cut clip.mkv"),
        ("cut a.mp4 b.mp4", "cut a.mp4b.mp4"),
        ('stamp "DRAFT" on it', "stamp DRAFT on it"),
        ("cut 1.5 s", "cut 15 s"),
        ("año", "ano"),
        ("합쳐 줘", "합쳐줘"),
        ('"a.mp4" and "b.mp4"', 'a.mp4" and "b.mp4'),
    ],
)
def test_texts_that_are_not_the_same_utterance(one: str, other: str) -> None:
    """Accents, inner quotes, inner points and spaces between words count."""
    assert normal_form(one) != normal_form(other)


def held_out_form(text: str) -> str:
    """The corpus' own rule for rows that are held out of training."""
    return re.sub(r"\s+", " ", text.strip().lower()).rstrip(".!?")


@given(tricky)
@settings(max_examples=500)
def test_normal_form_is_idempotent_and_contains_the_held_out_rule(text: str) -> None:
    """A normal form is its own; what the held-out rule makes equal stays equal."""
    assert normal_form(normal_form(text)) == normal_form(text)
    assert normal_form(held_out_form(text)) == normal_form(text)


@given(tricky)
@settings(max_examples=500)
def test_nothing_a_terminal_obeys_is_ever_shown(text: str) -> None:
    """No controls, no separators, no format characters but the two joiners where they carry meaning."""
    shown = visible(text)
    assert hidden_characters(shown) == ()
    assert {one for one in shown if unicodedata.category(one) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}} <= {
        "\u200c",
        "\u200d",
    }


@given(tricky)
def test_without_hidden_keeps_what_is_seen(text: str) -> None:
    """Nothing that a reader sees is lost."""
    hidden = {offset for offset, _ in hidden_characters(text)}
    seen = [one for offset, one in enumerate(text) if offset not in hidden and one != " "]
    left = without_hidden(text)
    assert [one for one in left if one != " "] == seen
    assert hidden_characters(left) == ()


def test_every_character_alone_is_safe_and_has_a_stable_normal_form() -> None:
    """The two planes of living scripts and emoji, and the plane of tags and selectors."""
    for point in (*range(0x20000), *range(0xE0000, 0xE1000), sys.maxunicode):
        character = chr(point)
        shown = visible(character)
        assert shown.isprintable() or unicodedata.category(character) in {"Zs", "Cn"}, hex(point)
        assert normal_form(character.lower()) == normal_form(character), hex(point)
