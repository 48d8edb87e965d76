"""The words round a request that only ask for it: "could you ... please?", "I would like to ...".

Judges compare what is asked for. A small one calls a command and the same command as a question two requests in
one order of the two, and even stumbles over an exclamation mark; without the frame it does not. A contributor
adds a language with a line. Questions how something is done are no frame: they ask for something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_OPENINGS: Mapping[str, str] = {
    "en": r"(?:can|could|would|will) (?:you|u) (?:please |kindly )?|i(?:['’]d like| would like| want| need| wish)"
    r" (?:(?:you )?to )?|(?:please|pls|plz|kindly),? ",
    "de": r"(?:kannst|könntest|würdest) du (?:bitte |mir |mal )*|(?:können|könnten|würden) sie (?:bitte |mir )*"
    r"|ich (?:möchte|will|würde gerne?|hätte gerne?)(?: gerne?| bitte)?,? (?:dass )?|bitte ",
    "es": r"(?:t[uú] )?(?:me )?(?:puedes|podrías|puede|podría|podés) (?:usted )?(?:por favor )?"
    r"|(?:quiero|quería|quisiera|deseo|me gustaría|necesito) (?:que )?|por favor,? ",
    "fr": r"(?:est-ce que )?(?:tu peux|vous pouvez|tu pourrais|vous pourriez|peux-tu|pourrais-tu|pouvez-vous"
    r"|pourriez-vous) (?:me )?|(?:je (?:veux|voudrais|souhaite|souhaiterais|désire)|j['’]aimerais)"
    r" (?:que |qu['’])?|(?:s['’]il (?:te|vous) plaît|stp|svp),? ",
    "it": r"(?:mi )?(?:puoi|potresti|può|potrebbe) |(?:vorrei|voglio|desidero) (?:che )?"
    r"|per (?:favore|piacere),? ",
    "pt": r"(?:você |tu )?(?:pode|poderia|podes|podias) (?:me )?(?:por favor )?"
    r"|(?:quero|queria|gostaria de|desejo|preciso) (?:que )?|por favor,? ",
    "nl": r"(?:kun|kan|zou) (?:je|u) (?:alsjeblieft |even )*|ik (?:wil|zou) (?:graag )?(?:dat )?|alsjeblieft,? ",
    "pl": r"czy (?:możesz|mógłbyś|mogłabyś|może pan|może pani) |chc(?:ę|iałbym|iałabym),? (?:żeby )?|proszę,? ",
    "ru": r"(?:ты |вы )?(?:можешь|можете|мог бы ты|не мог(?:ли)? бы (?:ты|вы)) |я? ?хо(?:чу|тел бы|тела бы)"
    r",? (?:чтобы )?|пожалуйста,? ",
    "uk": r"(?:ти |ви )?(?:можеш|можете|чи можеш|чи можете) |я? ?хо(?:чу|тів би|тіла б),? (?:щоб )?"
    r"|будь ласка,? ",
    "bg": r"(?:можеш|можете|бихте|би) ли (?:да )?|(?:искам|бих искала?) да |моля(?: те| ви)?,? ",
    "sv": r"(?:kan|skulle) du (?:kunna )?|jag (?:vill|skulle vilja) (?:att )?|snälla,? ",
    "zh": r"(?:请问)?(?:[你您]?(?:能不能|能否|可不可以|可否|是否可以|是否能)|[你您](?:能够|能|可以)"
    r"|(?:能够|能(?![源量力])|可以)(?=.*[吗嗎]$))(?:请|請)?(?:[帮幫](?:我|忙)|给我)?"
    r"|我(?:想要|想(?![法象])|要(?!求)|希望|需要)[你您]?(?:能)?(?:[帮幫]我)?"
    r"|[请請](?![求柬帖假教问問客])(?:[你您])?(?:[帮幫]我)?|麻[烦煩](?:[你您])?(?:[帮幫]我)?",
}
# Thanks stand after a mark, or they may be what is to be written: "add the caption thank you".
_CLOSINGS: Mapping[str, str] = {
    "en": r"(?<!\bto)(?<!\bas)(?<!named)(?<!called)(?<!caption)(?<!text)(?<!title),? (?:please|pls|plz)"
    r"|[,.!?] (?:thanks|thank you)|,? thx",
    "de": r",? bitte|[,.!?] danke",
    "es": r",? (?:por favor|porfa)|[,.!?] gracias",
    "fr": r",? (?:s['’]il (?:te|vous) plaît|stp|svp)|[,.!?] merci",
    "it": r",? per (?:favore|piacere)|[,.!?] grazie",
    "pt": r",? por favor|[,.!?] obrigad[oa]",
    "nl": r",? (?:alsjeblieft|alstublieft|graag)|[,.!?] dank je",
    "pl": r",? proszę|[,.!?] dzięki",
    "ru": r",? пожалуйста|[,.!?] спасибо",
    "uk": r",? будь ласка|[,.!?] дякую",
    "bg": r",? моля|[,.!?] благодаря",
    "sv": r",? snälla|[,.!?] tack",
    "zh": r"[，,]?(?:谢谢|謝謝|好[吗嗎]|可以[吗嗎]|(?<![\d一二两三四五六七八九十百千万几])行[吗嗎])",
    "ja": r"(?<=[てで])(?:もらえますか|もらえませんか|いただけますか|いただけませんか|くれますか|くれませんか"
    r"|ください|下さい|ほしいです|ほしい|欲しい)|(?:を|、)?お願いします",
}
# "Can you ... ?" ends so in Chinese; without the opening it asks whether something is so.
_ASKED = re.compile(r"[吗嗎]$")
# Not a pattern ("data.???"), nor a folder ("copy it to ..").
_MARKS = re.compile(r"(?<=[\w)\]}»”\"'’%])(?:\.{1,3}|[ \u00a0\u202f]?[!?…。！？؟।]+)$")
_OPENING = tuple(re.compile(rf"[¿¡]?\s*(?:{one})", re.IGNORECASE) for one in _OPENINGS.values())
_CLOSING = re.compile(rf"(?:{'|'.join(_CLOSINGS.values())})$", re.IGNORECASE)


def bare(text: str) -> str:
    """`text` without final marks and without the words that only ask for it, in any of the languages known.

    >>> bare("¿Puedes convertir beach.mov en mp4, por favor?")
    'convertir beach.mov en mp4'
    """
    rest = _MARKS.sub("", text.strip(" "))
    rest = _MARKS.sub("", _CLOSING.sub("", rest).strip(" "))
    # Whichever language says most of it: "можеш ли да" is Bulgarian, "можеш" Ukrainian.
    opened = max((found.end() for found in (one.match(rest) for one in _OPENING) if found), default=0)
    if opened:
        rest = _ASKED.sub("", rest[opened:]).strip(" ")
    return rest or text
