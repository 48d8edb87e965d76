"""Language codes: BCP 47 in, ISO 639-1 out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polyphrase import codes
from polyphrase.errors import InputError


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("es", "es"),
        (" ES ", "es"),
        ("spa", "es"),
        ("es-419", "es"),
        ("zh-Hans", "zh"),
        ("zh-cn", "zh"),
        ("zh_TW", "zh"),
        ("cmn-Hans-CN", "zh"),
        ("yue", "zh"),
        ("pt-BR", "pt"),
        ("pt-br", "pt"),
        ("no", "no"),
        ("nb", "no"),
        ("nn-NO", "no"),
        ("iw", "he"),
        ("in", "id"),
        ("ji", "yi"),
        ("sh", "sr"),
        ("mo", "ro"),
        ("fil", "tl"),
        ("sr-Latn-RS", "sr"),
    ],
)
def test_codes(written: str, expected: str) -> None:
    assert codes.code(written) == expected
    assert codes.is_code(expected)
    assert codes.name(expected)


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("spanish", "did you mean `es`?"),
        ("German", "did you mean `de`?"),
        ("portugese", "did you mean `pt`?"),
        ("chinese", "did you mean `zh`?"),
        ("spanisch", "did you mean `es`?"),
        ("jp", "did you mean `ja`?"),
        ("CZ", "did you mean `cs`?"),
        ("gr", "did you mean `el`?"),
        ("xx", "known codes: af am"),
        ("zz", "known codes: af am"),
        ("tlh", "known codes"),
        ("", "known codes"),
        ("-", "known codes"),
        ("e", "known codes"),
        ("en US", "known codes"),
        ("en-US-", "known codes"),
        ("en_US.UTF-8", "known codes"),
    ],
)
def test_what_is_no_code_is_refused_with_the_nearest(written: str, nearest: str) -> None:
    with pytest.raises(InputError) as caught:
        codes.code(written)
    assert caught.value.problem == f"there is no language `{written}` here"
    assert caught.value.hint.startswith(nearest)


@pytest.mark.parametrize(
    ("written", "tag", "asked_for"),
    [
        ("es", "es", "Spanish"),
        ("zh", "zh", "Chinese (simplified characters)"),
        ("zh-hans", "zh-Hans", "Chinese (simplified characters)"),
        ("zh-CN", "zh-Hans-CN", "Chinese (simplified characters, as written in CN)"),
        ("zh-TW", "zh-Hant-TW", "Chinese (traditional characters, as written in TW)"),
        ("zh-HK", "zh-Hant-HK", "Chinese (traditional characters, as written in HK)"),
        ("zh-Hant", "zh-Hant", "Chinese (traditional characters)"),
        ("pt-BR", "pt-BR", "Portuguese (as written in BR)"),
        ("sr", "sr", "Serbian"),
        ("sr-Latn", "sr-Latn", "Serbian (Latin script)"),
        ("sr-Cyrl-RS", "sr-RS", "Serbian (as written in RS)"),
        ("en-Latn", "en", "English"),
        ("hi-Latn", "hi-Latn", "Hindi (Latin script)"),
    ],
)
def test_a_variety_keeps_its_script_and_region_for_the_model(written: str, tag: str, asked_for: str) -> None:
    variety = codes.variety(written)
    assert variety.tag == tag
    assert codes.name(tag) == asked_for
    assert codes.parts(tag) == (variety.code, variety.script)


@pytest.mark.parametrize(
    ("tag", "scripts"),
    [
        ("ru", ("CYRILLIC",)),
        ("ru-Latn", ("LATIN",)),
        ("sr", ("CYRILLIC", "LATIN")),
        ("sr-Cyrl", ("CYRILLIC",)),
        ("zh-Hant", ("CJK",)),
        ("pt-BR", ("LATIN",)),
    ],
)
def test_the_scripts_of_a_language_are_those_of_the_variety(tag: str, scripts: tuple[str, ...]) -> None:
    assert codes.scripts(tag) == scripts


@given(st.text(alphabet="abzhHnsTW-_ ñ1", max_size=12))
def test_any_text_is_a_language_or_an_error_in_two_lines(written: str) -> None:
    try:
        found = codes.variety(written)
    except InputError:
        return
    assert found.code in codes.ALL
    assert codes.variety(found.tag) == found
