"""From a cell to a request for phrasings, and from the reply to candidates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from polyphrase import codes
from polyphrase.literals import Contract
from polyphrase.models import Candidate, Cell, Dropped, Reply, Request, Row, digest
from polyphrase.prompts import Prompt
from polyphrase.replies import CutOffError, ReplyShapeError, json_value
from polyphrase.text import normal_form

LONGEST = 300
"""Characters of one phrasing that a schema-following model may write; real commands are under 150."""
SHOWN = 4
"""So many of what was dropped are shown when a cell is asked for again: a small model repeats what it reads."""
OTHER_WORDINGS = 2
"""So many further utterances of the row are shown: each costs as much as a phrasing."""


class Tried(NamedTuple):
    """What earlier rounds made of a cell.

    `have`: what was staged. `wrong`: what was dropped, with why. `styles`: of
    all that was written. `missing`: how many phrasings the cell still wants; None: all of them.
    """

    have: tuple[str, ...] = ()
    wrong: tuple[tuple[str, str], ...] = ()
    styles: tuple[str, ...] = ()
    missing: int | None = None
    sample: int = 0


NOTHING = Tried()


class Asked(NamedTuple):
    """A cell in a request, with what earlier rounds made of it."""

    cell: Cell
    tried: Tried = NOTHING


class Form(NamedTuple):
    """One phrasing that is asked for: the reply's key for it, how the prompt describes it, its style and cell."""

    key: str
    told: str
    style: str
    cell: Cell


def forms(cells: Sequence[Asked], prompt: Prompt) -> tuple[Form, ...]:
    """What to ask for: for each cell what it is missing and the prompt's spare, in the cell's styles in turn.

    The styles that were written least come first. Raises `KeyError` for a style that the prompt does not know.
    """
    return tuple(form for one in cells for form in _forms(one, prompt))


def _forms(asked: Asked, prompt: Prompt) -> Iterator[Form]:
    cell, tried = asked
    language = _language(cell)
    made = Counter(tried.styles)
    now: Counter[str] = Counter()
    missing = cell.wanted if tried.missing is None else tried.missing
    for _ in range(missing + prompt.spare):
        style = min(cell.styles, key=lambda one: (made[one], cell.styles.index(one)))
        made[style] += 1
        now[style] += 1
        name = prompt.styles[style].partition(" (")[0]
        numbered = name if now[style] == 1 else f"{name} {now[style]}"
        told = prompt.styles[style] if now[style] == 1 else numbered
        yield Form(f"{language} {numbered}", told, style, cell)


def _language(cell: Cell) -> str:
    return codes.name(cell.variety or cell.lang)


def request(
    row: Row, cells: Sequence[Asked], contract: Contract, prompt: Prompt, model: str, api_base: str | None
) -> Request:
    """Ask for phrasings of one row in one language or several, showing what must survive and what was tried."""
    wanted = forms(cells, prompt)
    payload: dict[str, Any] = {"command": row.utterances[0]}
    if row.utterances[1:]:
        payload["other_wordings"] = list(row.utterances[1 : 1 + OTHER_WORDINGS])
    if keep := list(dict.fromkeys(literal.text for literal in contract.required)):
        payload["keep"] = keep
    if have := [text for one in cells for text in one.tried.have]:
        payload["have"] = have
    if wrong := [pair for one in cells for pair in one.tried.wrong[-SHOWN:]]:
        payload["wrong"] = dict(wrong)
    lines = [
        prompt.cell_line(_language(one.cell), [form.told for form in wanted if form.cell == one.cell])
        for one in cells
    ]
    return Request(
        model=model,
        # Languages and forms in quotes, a small model takes for literals.
        messages=prompt.messages(row.expected_outcome, payload=payload, plain={"cells": "\n".join(lines)}),
        max_tokens=prompt.max_tokens + prompt.max_tokens_each * len(wanted),
        temperature=prompt.temperature,
        reply_schema=_schema([form.key for form in wanted]),
        api_base=api_base,
        sample=max(one.tried.sample for one in cells),
    )


def _schema(keys: Sequence[str]) -> dict[str, Any]:
    item = {"type": "string", "maxLength": LONGEST}
    return {
        "type": "object",
        "properties": dict.fromkeys(keys, item),
        "required": list(keys),
        "additionalProperties": False,
    }


def cut_off(reply: Reply) -> bool:
    """Whether a reply ended at its limit, unfinished: it is asked for again with more room."""
    try:
        json_value(reply)
    except CutOffError:
        return True
    except ReplyShapeError:
        pass
    return False


def candidates(reply: Reply, wanted: Sequence[Form], request_key: str) -> list[Candidate | Dropped]:
    """What a reply holds, in its order: a candidate for each readable item, a drop for each other one.

    A reply that cannot be read at all is one drop for each cell; one bad item never costs its neighbours.
    """
    named = {form.key: form for form in wanted}
    try:
        items = _items(json_value(reply), wanted)
    except ReplyShapeError as error:
        firsts = {form.cell.key: form for form in reversed(wanted)}.values()
        return [_unreadable(form, request_key, 0, str(error)) for form in reversed(firsts)]
    found: list[Candidate | Dropped] = []
    for position, (key, item) in enumerate(items):
        form = named[key]
        if isinstance(item, str) and not any("\ud800" <= char <= "\udfff" for char in item):
            found.append(
                Candidate(
                    row_id=form.cell.row_id,
                    lang=form.cell.lang,
                    style=form.style,
                    text=item.strip(),
                    id=candidate_id(form.cell.row_id, form.cell.lang, item),
                    request_key=request_key,
                )
            )
        else:
            kind = "a broken string" if isinstance(item, str) else type(item).__name__
            found.append(_unreadable(form, request_key, position, f"item {position + 1} is {kind}"))
    return found


def _items(value: Any, wanted: Sequence[Form]) -> list[tuple[str, Any]]:
    """The phrasings of a reply, each with the key of its form.

    Expected: an object with the forms' keys. Models without a schema also translate the keys, or give a list,
    bare or under one key of their own; then the order tells the form. Raises `ReplyShapeError`.
    """
    keys = [form.key for form in wanted]
    if isinstance(value, Mapping) and (nested := _by_language(value, keys)):
        return nested
    if isinstance(value, Mapping):
        lists = [one for one in value.values() if isinstance(one, list)]
        if not value.keys() & set(keys) and len(lists) == 1:
            value = lists[0]
        elif value.keys() & set(keys) or (len(value) == len(keys) and not lists):
            return _by_key(value, keys)
        else:
            raise ReplyShapeError(f"an object with other keys than asked for: {', '.join(value)[:80]!r}")
    if not isinstance(value, list):
        raise ReplyShapeError(f"a JSON {type(value).__name__} instead of an object")
    if not value:
        raise ReplyShapeError("an empty list of phrasings")
    return list(zip(_endless(keys), value, strict=False))


def _by_key(value: Mapping[str, Any], keys: Sequence[str]) -> list[tuple[str, Any]]:
    """Each phrasing with its form's key; one with a key of its own takes the next form that is not answered."""
    others = _endless([key for key in keys if key not in value] or list(keys))
    named = [(key if key in keys else next(others), item) for key, item in value.items()]
    return [(key, one) for key, item in named for one in (item if isinstance(item, list) else [item])]


def _by_language(value: Mapping[str, Any], keys: Sequence[str]) -> list[tuple[str, Any]]:
    """The phrasings of a reply that has an object or a list for each language; empty for another reply."""
    found: list[tuple[str, Any]] = []
    for language, inner in value.items():
        own = [key for key in keys if key.startswith(f"{language} ")]
        if not own or not isinstance(inner, dict | list):
            return []
        if isinstance(inner, dict):
            found += _by_key({f"{language} {name}": item for name, item in inner.items()}, own)
        else:
            found += zip(_endless(own), inner, strict=False)
    return found


def _endless(keys: Sequence[str]) -> Iterator[str]:
    """The keys, and then the last one for ever: for models that write more than was asked for."""
    yield from keys
    while True:
        yield keys[-1]


def candidate_id(row_id: str, lang: str, text: str) -> str:
    """Digest of row, language and normal form: the same phrasing is the same candidate in every run."""
    return digest(row_id, lang, normal_form(text))[:16]


def _unreadable(form: Form, request_key: str, position: int, detail: str) -> Dropped:
    return Dropped(
        id=digest(request_key, form.cell.lang, position)[:16],
        row_id=form.cell.row_id,
        text="",
        lang=form.cell.lang,
        style=form.style,
        reason="reply_shape",
        detail=detail,
        request_key=request_key,
    )
