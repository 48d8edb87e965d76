"""Language tags of rows: what the utterances are in, what the tags say, and what adding the missing ones changes.

A row's first tag is its category and stays where it is. English has a tag only in corpora that use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from polyphrase import language
from polyphrase.codes import is_code
from polyphrase.corpus import Line
from polyphrase.edit import Addition, takes_tags
from polyphrase.likelihood import Sibling
from polyphrase.literals import names
from polyphrase.models import Row
from polyphrase.ports import Detector

MULTILINGUAL = "multilingual"


class TagFinding(NamedTuple):
    """A row whose tags and utterances do not agree.

    `line` counts from 1. `told`: the language of each utterance that is sure, else None. `missing`: tags that the
    utterances call for. `unshown`: codes among the tags that no utterance is in, where all could be told.
    `takes`: whether tags can be added: not to a row without any, whose first one is a person's choice.
    """

    row_id: str
    line: int
    told: tuple[str | None, ...]
    missing: tuple[str, ...]
    unshown: tuple[str, ...]
    takes: bool


def candidates(rows: Iterable[Row], named: Iterable[str]) -> tuple[str, ...]:
    """The languages that a corpus may be in: those named, English, and all that its tags name."""
    tagged = sorted({tag for row in rows for tag in row.tags or () if is_code(tag)})
    return tuple(dict.fromkeys((*named, "en", *tagged)))


def told(row: Row, among: Sequence[str], detector: Detector) -> tuple[str | None, ...]:
    """The language of each utterance, where it is told from all others of `among` and verified, else None."""
    known = names(row)
    found = language.of_rows([row], among, detector)[row.id]
    siblings = [Sibling(*one) for one in zip(row.utterances, found, strict=True)]
    sure: list[str | None] = []
    for place, (text, lang) in enumerate(siblings):
        others = (*siblings[:place], *siblings[place + 1 :])
        verified = lang and language.verify(text, lang, among, detector, known, others).answer == "yes"
        sure.append(lang if verified else None)
    return tuple(sure)


def compare(lines: Iterable[Line], languages: Mapping[str, Sequence[str | None]]) -> tuple[TagFinding, ...]:
    """The rows whose tags lack a language of their utterances, or name one that none is in."""
    lines = tuple(lines)
    english = any("en" in (line.row.tags or ()) for line in lines)
    found = []
    for line in lines:
        row, langs = line.row, tuple(languages[line.row.id])
        shown = [lang for lang in dict.fromkeys(langs) if lang]
        wanted = [lang for lang in shown if english or lang != "en"]
        if len(shown) > 1:
            wanted.insert(0, MULTILINGUAL)
        tags = row.tags or ()
        missing = tuple(tag for tag in wanted if tag not in tags)
        unshown = () if None in langs else tuple(tag for tag in tags if is_code(tag) and tag not in shown)
        if missing or unshown:
            found.append(TagFinding(row.id, line.number, langs, missing, unshown, takes_tags(row)))
    return tuple(found)


def additions(found: Iterable[TagFinding]) -> tuple[Addition, ...]:
    """What adds the missing tags; nothing is ever taken away."""
    return tuple(Addition(one.row_id, (), one.missing) for one in found if one.missing and one.takes)


def slices(rows: Iterable[Row], added: Iterable[Addition]) -> dict[str, tuple[int, int]]:
    """How many rows each tag is on, before and after, for the tags that change; by tag."""
    before = Counter(tag for row in rows for tag in dict.fromkeys(row.tags or ()))
    gained = Counter(tag for one in added for tag in one.tags)
    return {tag: (before[tag], before[tag] + gained[tag]) for tag in sorted(gained)}
