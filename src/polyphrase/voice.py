"""Who speaks to whom in a phrasing, and how: what the judge of equivalence does not look at.

A user who types "my computer" does not become one who hears "your computer"; whoever asks *how* something is done
does not ask for it, and whoever asks *what* does not ask whether; nobody puts a wish as a question ("I want
...?"), gives a reason that the row does not give, or says a request twice. Such phrasings are doubtful, not wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from polyphrase.framing import bare
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
# "So that it is easier to share": a reason is one more thing to get right.
_PURPOSE: Mapping[str, re.Pattern[str]] = {
    lang: re.compile(pattern, re.IGNORECASE)
    for lang, pattern in {
        "en": r"\bso (?:that|as to|i|it|we|they)\b|\bin order to\b|\bto (?:avoid|be|fit|free|get|keep|make|post"
        r"|print|reduce|save|see|send|share|show|store|upload|use|watch)\b",
        "es": r"\bpara que\b|\ba fin de\b|\bcon el fin\b",
        "de": r"\bdamit (?:ich|du|er|sie|es|wir|man|das|der|die)\b|\bum .{1,60} zu \w+en\b",
        "fr": r"\b(?:pour|afin) qu[e'’]|\bafin d[e'’]",
        "it": r"\baffinché\b|\bin modo (?:da|che)\b|\bal fine di\b",
        "pt": r"\bpara que\b|\ba fim de\b|\bde modo que\b",
        "nl": r"\b(?:zodat|opdat)\b|\bom .{1,60} te \w+en\b",
        "ru": r"\bдля того,? чтобы\b",
        "zh": r"以便|以使|从而|好让|以供",
        "ja": r"できるように|ために",
    }.items()
}
_QUESTION_WORD: Mapping[str, re.Pattern[str]] = {
    lang: re.compile(pattern, re.IGNORECASE)
    for lang, pattern in {
        "en": r"\b(?:what|which|whose?|where|when|how|why)\b",
        "es": r"\b(?:qu[eé]|cu[aá]l(?:es)?|qui[eé]n|d[oó]nde|cu[aá]ndo|c[oó]mo|cu[aá]nt[oa]s?)\b",
        "de": r"\b(?:was|welche[rsnm]?|wer|wo|wann|wie|wieviel|warum)\b",
        "fr": r"\bqu[e'’]|\b(?:quoi|quel(?:le)?s?|qui|où|quand|comment|pourquoi|combien)\b",
        "it": r"\b(?:che|cosa|qual[ei]?|chi|dove|quando|come|perché|quant[oaie])\b",
        "pt": r"\b(?:qu[eê]|qua(?:l|is)|quem|onde|quando|como|quant[oa]s?)\b",
        "nl": r"\b(?:wat|welke?|wie|waar|wanneer|hoe|waarom)\b",
        "ru": r"\b(?:что|чего|чем|как(?:ой|ие|ая|ое)?|кто|где|когда|сколько|почему)\b",
        "zh": r"什么|哪|谁|怎|如何|几|多少|何",
        "ja": r"何|なに|どの|どれ|どこ|どう|いつ|誰|いくつ|いくら",
    }.items()
}
# "When a.mp4 is longer than 10 s, cut it."
_ALSO_CONDITIONS = frozenset(
    ("when", "where", "cuando", "donde", "quand", "où", "quando", "dove", "onde", "wanneer", "waar", "когда")
)
_ENGLISH_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\b", re.IGNORECASE)
_QUESTION_MARK = re.compile(r"[?？؟]")
_SAID_ONCE = frozenset({"url", "email", "file", "glob", "folder"})


_ADDED = (("owner", _YOURS), ("how", _ASKS_HOW), ("mood", _WISH_ASKED))
"""What makes a phrasing doubtful where no utterance of the row has it."""


def compare(
    sources: Sequence[tuple[str, str | None]], text: str, lang: str, known: Collection[str]
) -> tuple[Doubt, ...]:
    """What speaks against `text` in `lang`, beside `sources`: the row's utterances and their languages.

    `known`: names of files and folders (see `spans.extract`).
    """
    doubts = [
        Doubt(family, f"added {found[:60]}")
        for family, table in _ADDED
        if (found := _found(table, text, lang)) and not any(_found(table, *one) for one in sources)
    ]
    # "I want to save ..." gives no reason.
    reason = _found(_PURPOSE, bare(text), lang)
    if reason and not any(_found(_PURPOSE, bare(one), spoken) for one, spoken in sources):
        doubts.append(Doubt("purpose", f"added {reason[:60]}"))
    if word := _lost_question(*sources[0], text, lang):
        doubts.append(Doubt("question", f"lost {word}"))
    if lang != "en" and (ordinal := _ENGLISH_ORDINAL.search(text)):
        doubts.append(Doubt("ordinal", f"{ordinal[0]} is English"))
    names = _names(text, known)
    usual = [_names(utterance, known) for utterance, _ in sources]
    questions = [len(_QUESTION_MARK.findall(one)) for one, _ in sources]
    if len(_QUESTION_MARK.findall(text)) > max(1, *questions):
        doubts.append(Doubt("twice", "asks two questions"))
    twice = [name for name, number in names.items() if all(number > max(1, one[name]) for one in usual)]
    return (*doubts, *(Doubt("twice", f"says {name} twice") for name in twice[:1]))


def _lost_question(source: str, spoken: str | None, text: str, lang: str) -> str:
    """The question word with which the row begins, if nothing in `text` asks for it; else empty."""
    asks = _QUESTION_WORD.get(spoken or "en")
    word = asks.match(source.lstrip("¿ ")) if asks else None
    if word is not None and word[0].casefold() in _ALSO_CONDITIONS and "?" not in source:
        return ""
    if word is None or lang not in _QUESTION_WORD or _found(_QUESTION_WORD, text, lang):
        return ""
    return word[0]


def _found(table: Mapping[str, re.Pattern[str]], text: str, lang: str | None) -> str:
    pattern = table.get(lang or "en")
    match = pattern.search(text) if pattern else None
    return match[0] if match else ""


def _names(text: str, known: Collection[str]) -> Counter[str]:
    return Counter(span.text for span in extract(text, known) if span.kind in _SAID_ONCE)
