"""Language codes: BCP 47 in (`zh-TW`, `pt_BR`, `iw`), ISO 639-1 out for tags; names and scripts.

Scripts are named by the first word of a character's Unicode name.
"""

from __future__ import annotations

import difflib
import functools
from typing import Final, NamedTuple

from polyphrase.errors import InputError

_TABLE: Final = {
    "LATIN": """af Afrikaans, az Azerbaijani, br Breton, bs Bosnian, ca Catalan, cs Czech, cy Welsh, da Danish,
        de German, en English, eo Esperanto, es Spanish, et Estonian, eu Basque, fi Finnish, fr French,
        fy Western Frisian, ga Irish, gd Scottish Gaelic, gl Galician, ha Hausa, hr Croatian, ht Haitian Creole,
        hu Hungarian, id Indonesian, ig Igbo, is Icelandic, it Italian, jv Javanese, ku Kurdish, la Latin,
        lb Luxembourgish, ln Lingala, lt Lithuanian, lv Latvian, mg Malagasy, mi Maori, ms Malay, mt Maltese,
        nl Dutch, no Norwegian, oc Occitan, om Oromo, pl Polish, pt Portuguese, qu Quechua, ro Romanian,
        rw Kinyarwanda, sk Slovak, sl Slovenian, so Somali, sq Albanian, sv Swedish, sw Swahili, tl Tagalog,
        tr Turkish, uz Uzbek, vi Vietnamese, xh Xhosa, yo Yoruba, zu Zulu""",
    "CYRILLIC": """be Belarusian, bg Bulgarian, kk Kazakh, ky Kyrgyz, mk Macedonian, mn Mongolian, ru Russian,
        tg Tajik, tt Tatar, uk Ukrainian""",
    "CYRILLIC LATIN": "sr Serbian",
    "ARABIC": "ar Arabic, fa Persian, ps Pashto, ug Uyghur, ur Urdu",
    "HEBREW": "he Hebrew, yi Yiddish",
    "DEVANAGARI": "hi Hindi, mr Marathi, ne Nepali, sa Sanskrit",
    "BENGALI": "as Assamese, bn Bengali",
    "ETHIOPIC": "am Amharic, ti Tigrinya",
    "TIBETAN": "bo Tibetan, dz Dzongkha",
    "GREEK": "el Greek",
    "GUJARATI": "gu Gujarati",
    "GURMUKHI": "pa Punjabi",
    "ORIYA": "or Odia",
    "TAMIL": "ta Tamil",
    "TELUGU": "te Telugu",
    "KANNADA": "kn Kannada",
    "MALAYALAM": "ml Malayalam",
    "SINHALA": "si Sinhala",
    "THAI": "th Thai",
    "LAO": "lo Lao",
    "MYANMAR": "my Burmese",
    "KHMER": "km Khmer",
    "GEORGIAN": "ka Georgian",
    "ARMENIAN": "hy Armenian",
    "THAANA": "dv Dhivehi",
    "HANGUL": "ko Korean",
    "CJK": "zh Chinese",
    "HIRAGANA KATAKANA CJK": "ja Japanese",
}
_LANGUAGES: Final = {
    entry.split()[0]: (" ".join(entry.split()[1:]), tuple(scripts.split()))
    for scripts, entries in _TABLE.items()
    for entry in entries.split(",")
}
ALL: Final = tuple(sorted(_LANGUAGES))
"""Every code there is here."""

# Tags name one of these by another code.
_ALIASES: Final = {"nb": "no", "nn": "no", "fil": "tl", "cmn": "zh", "yue": "zh"}

# What a script subtag is called, and which of the scripts above it is.
_SUBTAGS: Final = {
    "Hans": ("simplified characters", "CJK"),
    "Hant": ("traditional characters", "CJK"),
    "Latn": ("Latin script", "LATIN"),
    "Cyrl": ("Cyrillic script", "CYRILLIC"),
    "Arab": ("Arabic script", "ARABIC"),
    "Deva": ("Devanagari script", "DEVANAGARI"),
}


class Variety(NamedTuple):
    """A language as somebody asked for it. `script`: an ISO 15924 code, or empty where the tag says none."""

    code: str
    script: str = ""
    region: str = ""

    @property
    def tag(self) -> str:
        """The BCP 47 tag."""
        return "-".join(part for part in self if part)


def variety(written: str) -> Variety:
    """What a BCP 47 tag such as `zh-Hans`, `zh_TW` or `pt-BR` asks for. Raises `InputError`.

    A region that is known for a script of its own names that script too: `zh-TW` is `zh-Hant-TW`.
    """
    from langcodes import Language  # its tables take a while to load
    from langcodes.tag_parser import LanguageTagError

    tidy = written.strip()
    try:
        tag = Language.get(tidy)
        full = tag.maximize()
    except LanguageTagError:
        raise _unknown(written) from None
    code = _ALIASES.get(tag.language or "", tag.language or "")
    if code not in _LANGUAGES:
        raise _unknown(written)
    usual = Language.get(code).maximize().script or ""
    # Everybody knows what "es" is written in; the script matters where it is not the one expected.
    told = tag.script or (full.script if tag.territory and code == "zh" else "") or ""
    return Variety(code, "" if told == usual and code != "zh" else told, tag.territory or "")


def code(written: str) -> str:
    """The ISO 639-1 code for a BCP 47 tag, as corpora are tagged with it. Raises `InputError`."""
    return variety(written).code


@functools.cache
def name(tag: str) -> str:
    """The English name of a language, as a model is asked for it: `zh`, or a tag of `Variety.tag`."""
    code, *subtags = tag.split("-")
    if code == "zh" and not subtags:
        subtags = ["Hans"]  # what most people who say Chinese expect; a text in either is Chinese
    told = [_SUBTAGS[one][0] if one in _SUBTAGS else f"as written in {one}" for one in subtags]
    return f"{_LANGUAGES[code][0]} ({', '.join(told)})" if told else _LANGUAGES[code][0]


def is_code(text: str) -> bool:
    """Whether a tag of a row is a language code."""
    return text in _LANGUAGES


@functools.cache
def parts(tag: str) -> tuple[str, str]:
    """The code of a `Variety.tag`, and the script it asks for, or an empty string."""
    code, *subtags = tag.split("-")
    return code, next((one for one in subtags if one in _SUBTAGS), "")


@functools.cache
def scripts(tag: str) -> tuple[str, ...]:
    """The scripts that texts of a language, or of a `Variety.tag`, may be in."""
    code, script = parts(tag)
    return (_SUBTAGS[script][1],) if script else _LANGUAGES[code][1]


def _unknown(written: str) -> InputError:
    near = _nearest(written.strip().lower())
    nearest = f"did you mean `{near}`? " if near else ""
    return InputError(f"there is no language `{written}` here", f"{nearest}known codes: {' '.join(ALL)}")


def _nearest(written: str) -> str | None:
    """The code that was most likely meant: by its English name, or by a country of the language (`jp`, `cz`)."""
    from langcodes import Language

    names = {name.lower(): one for one, (name, _) in _LANGUAGES.items()}
    near = difflib.get_close_matches(written, names)
    if near:
        return names[near[0]]
    if len(written) == 2 and written.isascii() and written.isalpha():
        spoken = Language.get(f"und-{written}").maximize().language
        return spoken if spoken != "en" and spoken in _LANGUAGES else None
    return None
