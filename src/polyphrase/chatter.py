"""How assistants talk about their answer instead of giving it, and how they refuse, in many languages."""

from __future__ import annotations

import re

# How assistants begin when they talk about their answer instead of giving it. Anchored at the start, so that a
# command that merely holds such a word is safe; "here are a.mp4 and b.mp4" is how people begin, too.
OPENING = re.compile(
    r"""\A\s*(?:
      (?:sure|certainly|of\ course|okay|here\ (?:is|are|you\ go))\s*[,:!(]
    | (?:note|translation|output|answer|paraphrase)\s*[,:!(]
    | here(?:['’]s|\ (?:is|are))\ [^.,:\d]{0,40}\b
      (?:phrasing|translation|rephrasing|paraphrase|option|variant|variation|version|alternative|wording|way)s?\b
    | (?:claro|por\ supuesto|aquí\ (?:está|tienes)|nota|traducción)\s*[,:!(]
    | aquí\ (?:están|tienes)\ [^.,:\d]{0,40}\b(?:opciones|variantes|traducci|formas|versiones)
    | (?:natürlich|gerne|hier\ (?:ist|sind)|hinweis|übersetzung)\s*[,:!(]
    | hier\ sind\ [^.,:\d]{0,40}\b(?:varianten|möglichkeiten|übersetzung|formulierung|vorschläge)
    | (?:bien\ sûr|voici|remarque|traduction)\s*[,:!(]
    | voici\ [^.,:\d]{0,40}\b(?:options|variantes|traduction|formulations|propositions|façons)
    | (?:aqui\ (?:está|estão)|tradução)\s*[,:!(]
    | (?:конечно|вот|примечание|перевод)\s*[,:!(]
    | (?:当然|好的|以下是|注意|翻译|译文)\s*[,:!(，：！（]
    | 以下是.{0,12}(?:翻译|说法|选项|版本)
    | (?:もちろん|以下は|注意|翻訳)\s*[,:!(、：！（]
    | how\ (?:can|may)\ i\ (?:help|assist)
    | ¿?(?:en\ qué|cómo)\ (?:te\ |le\ )?puedo\ ayudar
    | (?:wie|womit|wobei)\ kann\ ich\ (?:dir\ |ihnen\ |euch\ )?(?:bei\ .{0,40})?(?:helfen|behilflich)
    | comment\ puis-je\ (?:vous\ |t['’])?aider
    | (?:em\ que|como)\ posso\ (?:te\ |lhe\ )?ajudar
    | (?:come|in\ cosa)\ posso\ aiutar
    | чем\ (?:я\ )?(?:могу|мога)\ .{0,12}помо
    | (?:有什么|我能|我可以).{0,6}(?:帮助?|为)[您你]
    | 何かお手伝い
    )""",
    re.VERBOSE | re.IGNORECASE,
)

# A remark after the phrasing.
ASIDE = re.compile(
    r"[(（\[]\s*(?:note|nota|hinweis|anmerkung|remarque|примечание|забележка|注意?|備考)\s*[:：]",
    re.IGNORECASE,
)

# List markers, and what opens a fence, a list or an object.
MARKER = re.compile(r"""\s*(?:\d{1,2}[.)]\s|[-*•]\s|["'`]{3}|[{\[])""")

_APOLOGY = r"""
      \bsorry\b | \bapologi[sz]e\b | \bregret\b | \blo\ siento\b | \blamento\b | \bdisculp[ae]\b
    | \btut\ mir\ leid\b | \bentschuldig | \bdésolée?\b | \bdesculpe\b | \bsinto\ muito\b
    | \bmi\ dispiace\b | \bspiacente\b | извините | простите | съжалявам
    | 抱歉 | 对不起 | 申し訳 | すみません | 죄송
"""
_INABILITY = r"""
      \bcan(?:no|['’])t\b | \bunable\b | \bnot\ (?:able|possible|allowed)\b | \bw(?:on['’]t|ill\ not)\b
    | \bdecline\b | \bno\ (?:puedo|podemos|(?:me\ )?es\ posible)\b | \bkann\ .{0,20}nicht\b | \bnicht\ möglich\b
    | \bne\ (?:peux|puis)\b | \bpas\ possible\b | \bnão\ (?:posso|consigo|é\ possível)\b
    | \bnon\ (?:posso|è\ possibile)\b | не\ (?:могу|можем|мога) | невозможно
    | 不能 | 无法 | 不可以 | できません | できない | かねます | 수\ 없
"""
# An apology alone is good manners ("sorry, could you trim ..."); a refusal also says that it will not.
REFUSAL = re.compile(
    rf"""
      (?:{_APOLOGY}) .{{0,80}}? (?:{_INABILITY})
    | \bi\ (?:can(?:no|['’])t|am\ (?:not\ able|unable)\ to|won['’]t|will\ not)
      \ (?:help|assist|do\ that|comply|provide|fulfil)
    | \bas\ an\ ai\b | \bi\ must\ decline\b
    | \bno\ puedo\ (?:ayudar|hacer\ eso|cumplir|asistir)
    | \b(?:kann\ ich|ich\ kann)\ (?:(?:das|dir|ihnen|dabei|leider)\ )*nicht\ (?:helfen|tun|machen)
    | \bje\ ne\ peux\ pas\ (?:vous\ |t['’])?(?:aider|faire)
    | \bnão\ posso\ (?:ajudar|fazer\ isso)
    | \bnon\ posso\ aiutar
    | не\ могу\ .{{0,12}}помочь | не\ мога\ .{{0,12}}помогна
    | 我(?:不能|无法)(?:帮|协助|提供|满足)
    | お手伝い(?:できません|することはできません) | 도와드릴\ 수\ 없
    """,
    re.VERBOSE | re.IGNORECASE,
)
