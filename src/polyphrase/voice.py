"""Who speaks to whom in a phrasing, and how: what the judge of equivalence does not look at.

A user who types "my computer" does not become one who hears "your computer"; whoever asks *how* something is done
does not ask for it; nobody puts a wish as a question ("I want ...?") or says a request twice. Such phrasings are
doubtful, not wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from polyphrase.markers import Doubt
from polyphrase.spans import extract

_YOURS: Mapping[str, re.Pattern[str]] = {
    lang: re.compile(pattern, re.IGNORECASE)
    for lang, pattern in {
        "en": r"\byours?\b",
        "es": r"\b(?:tus?|tuy[oa]s?|vuestr[oa]s?)\b",
        "de": r"\b(?:dein|eur)(?:e[rmns]?)?\b",
        "fr": r"\b(?:ton|ta|tes|votre|vos)\b",
        "pt": r"\b(?:teus?|tuas?)\b",
        "it": r"\b(?:tuo|tua|tuoi|tue)\b",
        "nl": r"\b(?:jouw|uw)\b",
        "ru": r"\b(?:твой|твоя|тво[её]|твои|твоих|твоём|твоем|ваш|ваша|ваше|ваши|ваших|вашем)\b",
        "zh": r"[你您]的",
        "ja": r"あなたの",
        "ko": r"당신의",
    }.items()
}
# "How can I ...", "can I ...", at the start. Not "can it be ...", which asks for it politely.
_ASKS_HOW: Mapping[str, re.Pattern[str]] = {
    lang: re.compile(rf"\A[¿¡]?\s*(?:{pattern})", re.IGNORECASE)
    for lang, pattern in {
        "en": r"how (?:can|do|could|would|should|might) (?:i|we|you)\b|how to\b|(?:can|could|may) i\b",
        "es": r"c[oó]mo\b|(?:yo )?puedo\b|cu[aá]ndo\b",
        "de": r"(?:wie|wann) (?:lässt|man|\w+ (?:ich|man))\b|(?:kann|könnte|darf) (?:ich|man)\b",
        "fr": r"comment\b|puis-je\b|(?:est-ce que )?je peux\b",
        "pt": r"como (?:posso|faço|eu)\b|(?:eu )?posso\b",
        "it": r"come (?:posso|si|faccio)\b|posso\b",
        "nl": r"hoe (?:kan|moet|zou)\b|(?:kan|mag) ik\b",
        "pl": r"jak\b|czy mogę\b",
        "ru": r"как\b|могу (?:ли )?я\b",
        "uk": r"як\b|чи можу я\b",
        "bg": r"как\b|мога ли\b",
        "sv": r"hur (?:kan|gör)\b|(?:kan|får) jag\b",
        "zh": r"(?:请问)?(?:我)?(?:如何|怎么|怎樣|怎样)|我(?:能|可以)",
        "ja": r".*(?:どうすれば|どうやって)",
        "ko": r".*어떻게",
    }.items()
}
# "I want ...?": two forms in one.
_WISH_ASKED: Mapping[str, re.Pattern[str]] = {
    lang: re.compile(rf"\A[¿¡]?\s*(?:{pattern}).*[?？؟]\s*\Z", re.IGNORECASE | re.DOTALL)
    for lang, pattern in {
        "en": r"i(?:['’]d| would) like\b|i (?:want|need|wish)\b",
        "es": r"(?:yo )?(?:quiero|quería|quisiera|necesito|deseo|me gustaría)\b",
        "de": r"ich (?:möchte|will|würde gern|hätte gern|wünsche|brauche)",
        "fr": r"je (?:veux|voudrais|souhaite|désire)|j['’]aimerais\b",
        "it": r"(?:io )?(?:vorrei|voglio|desidero)\b",
        "pt": r"(?:eu )?(?:quero|queria|gostaria|desejo|preciso)\b",
        "nl": r"ik (?:wil|zou graag)\b",
        "pl": r"chc(?:ę|iałbym|iałabym)\b",
        "ru": r"я? ?хо(?:чу|тел(?:а)? бы)\b",
        "uk": r"я? ?хо(?:чу|тів би|тіла б)\b",
        "bg": r"(?:искам|бих искала?)\b",
        "sv": r"jag (?:vill|skulle vilja)\b",
        "zh": r"我(?:想|要|希望|需要)",
    }.items()
}
_SAID_ONCE = frozenset({"url", "email", "file", "glob", "folder"})


def compare(
    sources: Sequence[tuple[str, str | None]], text: str, lang: str, known: Collection[str]
) -> tuple[Doubt, ...]:
    """What speaks against `text` in `lang`, beside `sources`: the row's utterances and their languages.

    `known`: names of files and folders (see `spans.extract`).
    """
    doubts = [
        Doubt(family, f"added {found[:60]}")
        for family, table in (("owner", _YOURS), ("how", _ASKS_HOW), ("mood", _WISH_ASKED))
        if (found := _found(table, text, lang)) and not any(_found(table, *one) for one in sources)
    ]
    names = _names(text, known)
    usual = [_names(utterance, known) for utterance, _ in sources]
    twice = [name for name, number in names.items() if all(number > max(1, one[name]) for one in usual)]
    return (*doubts, *(Doubt("twice", f"says {name} twice") for name in twice[:1]))


def _found(table: Mapping[str, re.Pattern[str]], text: str, lang: str | None) -> str:
    pattern = table.get(lang or "en")
    match = pattern.search(text) if pattern else None
    return match[0] if match else ""


def _names(text: str, known: Collection[str]) -> Counter[str]:
    return Counter(span.text for span in extract(text, known) if span.kind in _SAID_ONCE)
