"""A new row from a phrasing: written as the corpus writes its rows of that outcome."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from polyphrase.corpus import Corpus, Line
from polyphrase.edit import Style, style_of, written_as
from polyphrase.jsonspans import members, skip_space
from polyphrase.models import Outcome, Row
from polyphrase.tags import compare

_NUMBERED: Final = re.compile(r"(?P<prefix>.*?)(?P<number>[0-9]+)")
# What a new row without a fixture and a command has to say of each; anything else it leaves empty.
_ALWAYS: Final = ("id", "utterances", "expected_outcome")
_SHARED: Final = ("expected_tool", "grade")


class Draft(NamedTuple):
    """A row that is not in the corpus yet, and its line without a line end."""

    row: Row
    text: str


def draft(
    corpus: Corpus, source_id: str, text: str, outcome: Outcome, lang: str | None, taken: Collection[str] = ()
) -> Draft:
    """A row of `outcome` for one utterance that was made for the row `source_id`, which may be gone.

    Keys, their order and the way of writing are those of the corpus' last row with that outcome, or else of its
    last row; a key is there if all rows with that outcome have it. `lang`: of the text, None where it cannot be
    told; it becomes a tag if the corpus tags it. `taken`: ids of other new rows. Whether somebody validated the
    row is never said.
    """
    alike = [line for line in corpus.lines if line.row.expected_outcome == outcome]
    model = (alike or list(corpus.lines))[-1]
    values = {
        "id": _next_id(corpus, source_id, taken),
        "utterances": [text],
        "expected_outcome": outcome,
    }
    found = {
        key: values[key] if key in values else _value(key, [line.row for line in alike])
        for key in _keys(model, alike)
    }
    if tags := _tags(outcome, [line.row for line in alike]):
        found["tags"] = tags
        row = Row.model_validate_json(json.dumps(found))
        missing = compare(*_beside(corpus, model._replace(row=row), lang))
        found["tags"] = [*tags, *(tag for one in missing if one.row_id == row.id for tag in one.missing)]
    return Draft(Row.model_validate_json(json.dumps(found)), _line(found, model))


def _next_id(corpus: Corpus, source_id: str, taken: Collection[str]) -> str:
    """The number after the highest, with the source's prefix and as many digits."""
    # The source counts even if it is gone: an id of an earlier row stays that row's.
    known = {*(line.row.id for line in corpus.lines), *taken, source_id}
    last = corpus.lines[-1].row.id if corpus.lines else ""
    pattern = _NUMBERED.fullmatch(source_id) or _NUMBERED.fullmatch(last)
    if pattern is None:
        return next(one for number in count(1) if (one := f"{source_id}_split_{number}") not in known)
    prefix, width = pattern["prefix"], len(pattern["number"])
    numbers = [
        int(found["number"])
        for found in map(_NUMBERED.fullmatch, known)
        if found is not None and found["prefix"] == prefix
    ]
    return f"{prefix}{max(numbers, default=0) + 1:0{width}}"


def _keys(model: Line, alike: Sequence[Line]) -> list[str]:
    own = [member.key for member in members(model.text, skip_space(model.text, 0))]
    others = [line.row.model_fields_set for line in alike]
    shared = set(own).intersection(*others) if alike else set(_ALWAYS)
    return [*(key for key in own if key in shared), *(key for key in _ALWAYS if key not in shared)]


def _value(key: str, alike: Sequence[Row]) -> Any:
    """What rows of this outcome all say, where that is a rule of the corpus; else nothing, in the same shape."""
    values = [row.model_dump(mode="json").get(key) for row in alike]
    if key in _SHARED and values and all(one == values[0] for one in values):
        return values[0]
    shapes = {type(one) for one in values}
    return {} if shapes == {dict} else [] if shapes == {list} else None


def _tags(outcome: Outcome, alike: Sequence[Row]) -> list[str]:
    """The outcome, if rows of this outcome are tagged so; else the first tag that most of them have."""
    if any(outcome in (row.tags or ()) for row in alike):
        return [outcome]
    first = [row.tags[0] for row in alike if row.tags]
    return [max(sorted(set(first)), key=first.count)] if first else []


def _beside(
    corpus: Corpus, new: Line, lang: str | None
) -> tuple[tuple[Line, ...], dict[str, tuple[str | None, ...]]]:
    """The new row, and one that is tagged as English if the corpus does so: what the rule for tags looks at."""
    english = [line for line in corpus.lines if "en" in (line.row.tags or ())][:1]
    told = {line.row.id: (None,) * len(line.row.utterances) for line in english}
    return (*english, new), told | {new.row.id: (lang,)}


def _line(values: dict[str, Any], model: Line) -> str:
    """`values` as a line that has the spacing and the escapes of `model`."""
    text = model.text
    top = members(text, skip_space(text, 0))
    style, colon, comma = style_of(text), ": ", ", "
    if top:
        key = top[0]
        colon = text[key.key_start + len(json.dumps(key.key, ensure_ascii=False)) : key.start]
    if len(top) > 1:
        comma = text[top[0].end : top[1].key_start]
    start, end = (text[: top[0].key_start], text[top[-1].end :]) if top else ("{", "}")
    body = comma.join(
        f"{written_as(key, style)}{colon}{_json(one, style, comma)}" for key, one in values.items()
    )
    return f"{start}{body}{end}"


def _json(value: Any, style: Style, comma: str) -> str:
    if isinstance(value, str):
        return written_as(value, style)
    if isinstance(value, list):
        return f"[{comma.join(_json(one, style, comma) for one in value)}]"
    return json.dumps(value)
