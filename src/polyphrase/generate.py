"""From a cell to a request for phrasings, and from the reply to candidates."""

from __future__ import annotations

from typing import Any

from polyphrase import codes
from polyphrase.literals import Contract
from polyphrase.models import Candidate, Cell, Dropped, Reply, Request, Row, digest
from polyphrase.prompts import Prompt
from polyphrase.replies import ReplyShapeError, json_object
from polyphrase.text import normal_form

LONGEST = 300
"""Characters of one phrasing that a schema-following model may write; real commands are under 150."""


def request(
    row: Row, cell: Cell, contract: Contract, prompt: Prompt, model: str, api_base: str | None
) -> Request:
    """Ask for `cell.wanted` phrasings of one row in one language, showing what must survive."""
    payload: dict[str, Any] = {"command": row.utterances[0]}
    if row.utterances[1:]:
        payload["other_wordings"] = list(row.utterances[1:])
    payload["keep"] = list(dict.fromkeys(literal.text for literal in contract.required))
    payload["language"] = codes.name(cell.variety or cell.lang)
    payload["count"] = cell.wanted
    return Request(
        model=model,
        messages=prompt.messages(row.expected_outcome, payload=payload),
        max_tokens=prompt.max_tokens + prompt.max_tokens_each * cell.wanted,
        temperature=prompt.temperature,
        reply_schema=_schema(cell.wanted),
        api_base=api_base,
    )


def _schema(count: int) -> dict[str, Any]:
    item = {"type": "string", "maxLength": LONGEST}
    phrasings = {"type": "array", "items": item, "minItems": count, "maxItems": count}
    return {
        "type": "object",
        "properties": {"phrasings": phrasings},
        "required": ["phrasings"],
        "additionalProperties": False,
    }


def candidates(reply: Reply, cell: Cell, request_key: str) -> list[Candidate | Dropped]:
    """What a reply holds, in its order: a candidate for each readable item, a drop for each other one.

    A reply that cannot be read at all is one drop; one bad item never costs its neighbours.
    """
    try:
        items = json_object(reply).get("phrasings")
        if not isinstance(items, list):
            raise ReplyShapeError("no list under the key `phrasings`")
        if not items:
            raise ReplyShapeError("an empty list of phrasings")
    except ReplyShapeError as error:
        return [_unreadable(cell, request_key, 0, str(error))]
    found: list[Candidate | Dropped] = []
    for position, item in enumerate(items):
        if isinstance(item, str) and not any("\ud800" <= char <= "\udfff" for char in item):
            found.append(
                Candidate(
                    row_id=cell.row_id,
                    lang=cell.lang,
                    style=cell.style,
                    text=item.strip(),
                    id=candidate_id(cell.row_id, cell.lang, item),
                    request_key=request_key,
                )
            )
        else:
            kind = "a broken string" if isinstance(item, str) else type(item).__name__
            found.append(_unreadable(cell, request_key, position, f"item {position + 1} is {kind}"))
    return found


def candidate_id(row_id: str, lang: str, text: str) -> str:
    """Digest of row, language and normal form: the same phrasing is the same candidate in every run."""
    return digest(row_id, lang, normal_form(text))[:16]


def _unreadable(cell: Cell, request_key: str, position: int, detail: str) -> Dropped:
    return Dropped(
        id=digest(request_key, position)[:16],
        row_id=cell.row_id,
        text="",
        lang=cell.lang,
        style=cell.style,
        reason="reply_shape",
        detail=detail,
        request_key=request_key,
    )
