"""The gloss: a candidate said in the language of its row, for a reviewer who does not read the candidate's own.

It is blind: the model sees the candidate alone. One that knew the row, or only what kind of row it is, would read
that into the text, and a reviewer would see what should be there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from polyphrase import codes, literals
from polyphrase.chatter import ASIDE, OPENING, REFUSAL
from polyphrase.models import Reply, Request, Row, Staged
from polyphrase.plan import own_language
from polyphrase.prompts import Prompt
from polyphrase.replies import THINKING, UNFINISHED
from polyphrase.text import normal_form, unquoted, without_hidden

LONGEST = 5
"""So many times its text a gloss may be long: what Chinese says in 10 signs takes 40 letters."""
ROOM = 40
"""Characters that the gloss of even the shortest text may have on top."""


class Glossing(NamedTuple):
    """How glosses are made: what is asked, and who."""

    prompt: Prompt
    model: str
    api_base: str | None = None


def translator(writer: str, judges: Sequence[str]) -> str:
    """Who glosses: the first judge that did not write, else the writer.

    The writer would be as blind, but it takes its own odd words for what it meant by them; another model reads
    what stands there.
    """
    return next((name for name in judges if name != writer), writer)


def request(text: str, lang: str, spoken: Sequence[str | None], how: Glossing | None) -> Request | None:
    """What asks for the gloss of a text in `lang`; None where it needs none, or nobody wants glosses.

    `spoken`: the languages of its row's utterances, None where one cannot be told. The row was written in the
    first, and that is all of the row that matters here.
    """
    into = own_language(spoken)
    if how is None or into == lang:
        return None
    return Request(
        model=how.model,
        messages=how.prompt.messages(None, text=text, into=codes.name(into)),
        max_tokens=how.prompt.max_tokens + how.prompt.max_tokens_each * len(text),
        temperature=how.prompt.temperature,
        api_base=how.api_base,
    )


def read(reply: Reply, text: str) -> str:
    """The gloss of `text` that a reply holds, as the model wrote it; empty where it holds none.

    None is better than a wrong one: a reply that was cut off, talks about itself, refuses, repeats the text, loses
    or adds a literal, or is far too long for a translation is no gloss.
    """
    if reply.finish_reason == "length" or UNFINISHED.match(reply.text):
        return ""
    said = unquoted(THINKING.sub("", reply.text).strip())
    if len(said) > LONGEST * len(text) + ROOM or ("\n" in said and "\n" not in text):
        return ""
    if any(pattern.search(said) for pattern in (OPENING, ASIDE, REFUSAL)):
        return ""
    # A reviewer who saw another file or number in it would blame the candidate. The literals are the text's own:
    # the row's would be no blind eye.
    own = literals.contract(Row(id="text", utterances=(text,), expected_outcome="plan"))
    if not said or normal_form(said) == normal_form(text) or literals.compare(own, without_hidden(said)):
        return ""
    return said


def put(one: Staged, reply: Reply | None, how: Glossing) -> Staged:
    """The staged line with the gloss that `reply` holds, and its prompt's label; without one, as it was."""
    said = read(reply, one.text) if reply is not None else ""
    if not said:
        return one
    return one.model_copy(update={"gloss": said, "prompts": {**one.prompts, "gloss": how.prompt.label}})
