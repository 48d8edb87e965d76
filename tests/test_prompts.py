"""Prompt files: they parse, say what they need, pass corpus text on as JSON, and have a version for each text."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from doubles import reply, row
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase import generate, judge, literals, similarity
from polyphrase.errors import InputError
from polyphrase.models import Cell, Outcome
from polyphrase.prompts import GENERATE, GLOSS, JUDGE, Prompt, parse
from polyphrase.text import normal_form

FOLDER = ROOT / "prompts"
VARIABLES = {"generate": GENERATE, "judge": JUDGE, "gloss": GLOSS}

# What each version of each prompt says. A changed text needs a new version and a new line here.
DIGESTS = {
    ("generate", "1"): "c69244f6",
    ("generate", "2"): "68170243",
    ("generate", "3"): "680d2643",
    ("judge", "1"): "32b9c6c6",
    ("judge", "2"): "91ab358a",
    ("gloss", "1"): "c763f700",
}

SIMPLE = frozenset({"payload", "note"})
"""The variables of `SMALL`."""
SMALL = """
version = "7"
temperature = 0.5
max_tokens = 9
system = "Be brief."
user = "$payload $note"
[notes]
plan = "p"
clarify = "c"
reject = ""
"""


@functools.cache
def shipped(task: str) -> Prompt:
    return parse((FOLDER / f"{task}.toml").read_text(encoding="utf-8"), f"{task}.toml", VARIABLES[task])


def test_every_prompt_file_has_a_task_and_every_task_a_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(VARIABLES)


@pytest.mark.parametrize("task", VARIABLES)
@pytest.mark.parametrize("outcome", ["plan", "clarify", "reject"])
def test_a_shipped_prompt_renders_with_its_variables_and_nothing_left_open(
    task: str, outcome: Outcome
) -> None:
    prompt = shipped(task)
    values: dict[str, Any] = {name: f"<{name}>" for name in VARIABLES[task] - {"note", "cells"}}
    plain = {name: f"<{name}>" for name in VARIABLES[task] & {"cells"}}
    messages = prompt.messages(outcome, plain, **values)
    turns = sum(one.outcome in (None, outcome) for one in prompt.examples)
    assert [one.role for one in messages] == ["system", *("user", "assistant") * turns, "user"]
    said = messages[-1].content
    assert all(json.dumps(value) in said for value in values.values())
    assert all(value in said for value in plain.values())
    assert said.endswith(prompt.notes.get(outcome, ""))
    assert not re.search(r"\$\w", said)


@pytest.mark.parametrize("task", VARIABLES)
def test_a_changed_prompt_has_a_new_version(task: str) -> None:
    prompt = shipped(task)
    assert prompt.label == f"{prompt.version}+{DIGESTS[task, prompt.version]}"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("max_tokens = 9", "max_tokens = 9\nmodel = 'x'", "`model`: Extra inputs"),
        ("temperature = 0.5", "temperature = 5.0", "`temperature`"),
        ("temperature = 0.5", "temperature = '0.5'", "`temperature`"),
        ("max_tokens = 9", "max_tokens = 0", "`max_tokens`"),
        ('version = "7"', "version = 7", "`version`"),
        ('version = "7"', 'version = ""', "`version`"),
        ('system = "Be brief."', "", "`system`: Field required"),
        ('clarify = "c"', "", "no note for clarify"),
        ('clarify = "c"\nreject = ""', "", "no note for clarify and reject"),
        ('clarify = "c"', 'clarify = "c"\nperhaps = "?"', "`notes.perhaps"),
        ("$note", "", "must use exactly $note and $payload"),
        ("$note", "$note $c", "must use exactly $note and $payload"),
        ("$note", "$note $", "must use exactly $note and $payload"),
        ("[notes]", "[[examples]]\nuser = 'only'\n[notes]", "`examples.0.assistant`: Field required"),
        ("[notes]", "[notes", "is not TOML"),
        ("system", "\x00", "is not TOML"),
    ],
)
def test_a_bad_prompt_file_is_refused_by_name_and_reason(old: str, new: str, said: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError, match=r"small\.toml") as caught:
        parse(SMALL.replace(old, new), "small.toml", SIMPLE)
    assert said in caught.value.problem
    assert caught.value.hint


def test_two_dollar_signs_are_one_and_the_label_follows_the_text() -> None:
    prompt = parse(SMALL.replace("$note", "costs $$5 $note"), "small.toml", SIMPLE)
    assert prompt.messages("plan", payload=1)[-1].content == "1 costs $5 p"
    assert prompt.label.startswith("7+")
    assert prompt.label != parse(SMALL, "small.toml", SIMPLE).label


def test_a_prompt_without_notes_needs_none_and_refuses_to_be_asked_for_one() -> None:
    text = SMALL.split("[notes]", maxsplit=1)[0]
    assert (
        parse(text.replace("$payload $note", "$a $b"), "s", JUDGE).messages("plan", a=1, b=2)[-1].content
        == "1 2"
    )
    with pytest.raises(InputError, match="no note for clarify and plan and reject"):
        parse(text, "s", SIMPLE)


def test_examples_of_one_outcome_come_after_those_for_all_and_only_for_it() -> None:
    examples = """
[[examples]]
outcome = "reject"
user = "r"
assistant = "R"
[[examples]]
user = "all"
assistant = "ALL"
"""
    prompt = parse(SMALL + examples, "s", SIMPLE)
    said = {
        outcome: [one.content for one in prompt.messages(outcome, payload=1)][1:-1]
        for outcome in ("plan", "reject")
    }
    assert said == {"plan": ["all", "ALL"], "reject": ["all", "ALL", "r", "R"]}


HOSTILE = (
    "rename {a}.mp4 to {b}.mp4",
    "print $HOME, $payload and ${note}",
    'stamp "Top" on it',
    "two\nlines\\n",
    "percent %s %(a)s {0} {}",
    "```json\n{}\n```",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_corpus_text_reaches_the_model_as_one_json_string(text: str) -> None:
    said = parse(SMALL, "s", SIMPLE).messages("reject", payload={"command": text})
    assert json.loads(said[-1].content) == {"command": text}


@settings(max_examples=100, deadline=None)
@given(st.text(), st.text())
def test_any_two_texts_come_out_of_the_message_as_they_went_in(a: str, b: str) -> None:
    content = shipped("judge").messages("plan", a=a, b=b)[-1].content
    assert json.loads(content) == {"a": a, "b": b}


def example_texts(task: str) -> list[str]:
    """Every command in the few-shot examples of a task."""
    found: list[str] = []
    for example in shipped(task).examples:
        user = json.loads(example.user.strip().split("\n")[0])
        if "command" in user:
            found += [user["command"], *json.loads(example.assistant).values()]
        elif "text" in user:
            found += [user["text"], example.assistant]
        else:
            found += [user["a"], user["b"]]
    return found


def data_rows() -> list[dict[str, object]]:
    lines = (ROOT / "data" / "eval.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("task", VARIABLES)
def test_examples_hold_no_sentence_and_no_file_of_the_corpus(task: str) -> None:
    sentences, files = set(), set()
    for one in data_rows():
        texts = [str(text) for text in list(one["utterances"])]  # type: ignore[call-overload]
        sentences |= {normal_form(text) for text in texts}
        files |= {
            span.text
            for text in texts
            for span in literals.extract(text)
            if span.kind in ("file", "glob", "folder", "url")
        }
    assert len(files) > 30
    prompt = shipped(task)
    said = " ".join((prompt.system, prompt.user, *prompt.notes.values(), *example_texts(task)))
    assert not [name for name in files if name in said]
    assert not sentences & {normal_form(text) for text in example_texts(task)}


def test_the_generator_s_examples_do_what_they_preach() -> None:
    """Their replies are readable, as many as asked, with every literal kept, and no two alike."""
    for example in shipped("generate").examples:
        user = json.loads(example.user.strip().split("\n")[0])
        contract = literals.contract(row("r", user["command"]))
        cell = Cell(row_id="r", lang="fr", styles=shipped("generate").mix, wanted=2)
        forms = generate.forms([generate.Asked(cell)], shipped("generate"))
        written = prompt_line(forms)
        assert example.user.strip().endswith(written)
        assert list(json.loads(example.assistant)) == [form.key for form in forms]
        texts = [one.text for one in generate.candidates(reply(example.assistant), forms, "k")]
        assert similarity.distinctness(texts, "fr", user["keep"]).worst > 1 - similarity.NEAR  # type: ignore[union-attr]
        assert user["keep"] == list(dict.fromkeys(span.text for span in contract.required))
        assert [literals.compare(contract, text) for text in texts] == [()] * len(forms)


def prompt_line(forms: Sequence[generate.Form]) -> str:
    """How the shipped prompt asks for `forms` in French."""
    return f"Write French: {', '.join(form.told for form in forms)}"


def test_the_controlled_list_of_styles() -> None:
    assert list(shipped("generate").styles) == [
        *("neutral", "question", "wish", "terse", "polite", "indirect", "typo", "colloquial"),
        *("long-winded", "word-order"),
    ]
    names = [told.partition(" (")[0] for told in shipped("generate").styles.values()]
    assert len(set(names)) == len(names), "a reply's keys tell the styles apart"


@pytest.mark.parametrize("cell", ["", "Write $language", "Write $language: $forms $payload", "100 $"])
def test_the_line_for_a_language_uses_exactly_language_and_forms(cell: str) -> None:
    text = SMALL.replace("$payload", "$payload $cells").replace(
        "temperature", f'mix = ["neutral"]\ncell = "{cell}"\ntemperature'
    )
    with pytest.raises(InputError, match=r"`cell` of small.toml must use exactly \$forms and \$language"):
        parse(text + '[styles]\nneutral = "order"\n', "small.toml", GENERATE)


@pytest.mark.parametrize("mix", ['mix = ["rude"]', "mix = []", ""])
def test_a_generator_s_prompt_names_its_mix(mix: str) -> None:
    text = SMALL.replace("$payload", "$payload $cells").replace("temperature", f"{mix}\ntemperature")
    with pytest.raises(InputError, match="names no style of its own in `mix`"):
        parse(text + '[styles]\nneutral = "order"\n', "small.toml", GENERATE)


def test_the_judge_s_examples_are_readable_and_show_both_verdicts_in_balance() -> None:
    ballots = [judge.ballot(reply(example.assistant)) for example in shipped("judge").examples]
    said = [one.same for one in ballots if one is not None]
    assert len(said) == len(ballots)
    assert 0.3 <= said.count(True) / len(said) <= 0.7
    assert all(bool(one.difference) != one.same for one in ballots if one)


def test_prompt_text_is_only_in_the_prompt_files() -> None:
    """No module holds a sentence of the system prompts."""
    sentences = [
        line.strip()
        for task in VARIABLES
        for line in shipped(task).system.strip().split(". ")
        if len(line) > 40
    ]
    sources = [path.read_text(encoding="utf-8") for path in Path(ROOT / "src").rglob("*.py")]
    assert sentences
    assert not [one for one in sentences for source in sources if one in source]
