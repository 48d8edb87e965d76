"""The corpus that ships: it holds every kind of row, obeys its own rules, and knaif's loader reads it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
import yaml
from conftest import ROOT
from knaif.evalsuite.corpus import load_corpus

from polyphrase import codes, language, literals
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.corpus import parse
from polyphrase.models import Row
from polyphrase.text import hidden_characters, normal_form

DATA = ROOT / "data"
ROWS = parse((DATA / "eval.jsonl").read_bytes(), "data/eval.jsonl").rows
TOOLS: dict[str, Any] = yaml.safe_load((DATA / "tools.yaml").read_text(encoding="utf-8"))
SAFETY = [json.loads(line) for line in (DATA / "safety_test.jsonl").read_text(encoding="utf-8").splitlines()]
UTTERANCES = [(one.id, text) for one in ROWS for text in one.utterances]


def tagged(tag: str) -> list[Row]:
    return [one for one in ROWS if tag in (one.tags or ())]


def ids(one: Row) -> str:
    return one.id


def test_it_is_small_and_holds_every_outcome() -> None:
    assert 30 <= len(ROWS) <= 40
    outcomes = Counter(one.expected_outcome for one in ROWS)
    assert outcomes["plan"] >= 15
    assert min(outcomes["clarify"], outcomes["reject"]) >= 5


def test_knaif_s_loader_reads_the_same_rows() -> None:
    loaded = load_corpus(DATA / "eval.jsonl")
    assert [(one.id, tuple(one.utterances), one.expected_outcome) for one in loaded] == [
        (one.id, one.utterances, one.expected_outcome) for one in ROWS
    ]


@pytest.mark.parametrize(
    ("tag", "count"),
    [
        ("convert", 3),
        ("cut", 3),
        ("join", 2),
        ("scale", 2),
        ("audio", 3),
        ("speed", 1),
        ("still", 1),
        ("stamp", 1),
        ("zip", 1),
        ("move", 2),
        ("download", 1),
        ("chain", 3),
        ("batch", 3),
        ("word_value", 3),
        ("missing_file", 2),
        ("vague", 2),
        ("feature_gap", 2),
        ("destructive", 2),
        ("exfiltration", 1),
        ("impossible", 1),
        ("unsafe", 1),
        ("multilingual", 5),
        ("es", 2),
        ("zh", 2),
        ("de", 2),
    ],
)
def test_every_kind_of_row_is_there(tag: str, count: int) -> None:
    assert len(tagged(tag)) >= count


def test_a_chain_names_two_tools_or_more_and_starts_with_the_expected_one() -> None:
    for one in tagged("chain"):
        tools = one.expected_tools or ()
        assert len(tools) >= 2
        assert tools[0] == one.expected_tool
    assert [one.id for one in ROWS if one.expected_tools] == [one.id for one in tagged("chain")]


def test_a_batch_names_a_glob_and_is_graded_by_routing() -> None:
    for one in tagged("batch"):
        assert "*" in (one.fixture or "")
        assert one.grade == "routing"
        assert all(one.fixture in text for text in one.utterances if one.fixture)


def test_a_feature_gap_asks_back_and_says_what_was_probably_wanted() -> None:
    for one in tagged("feature_gap"):
        assert (one.expected_outcome, one.expected_tool) == ("clarify", "clarify")
        assert one.command


@pytest.mark.parametrize("one", ROWS, ids=ids)
def test_tools_are_declared_and_fit_the_outcome(one: Row) -> None:
    if one.expected_outcome == "plan":
        named = {one.expected_tool, *(one.expected_tools or ())}
        assert named <= set(TOOLS)
        assert one.command
    else:
        assert one.expected_tool == {"clarify": "clarify", "reject": None}[one.expected_outcome]
        assert one.expected_tools is None
        assert (one.tags or ("",))[0] == one.expected_outcome


def test_every_tool_is_used_and_describes_its_arguments() -> None:
    used = {tool for one in ROWS for tool in (one.expected_tool, *(one.expected_tools or ()))}
    assert set(TOOLS) <= used
    for tool in TOOLS.values():
        assert set(tool) == {"description", "required_args", "optional_args", "args", "safety_category"}
        assert set(tool["args"]) == {*tool["required_args"], *tool["optional_args"]}


@pytest.mark.parametrize("one", ROWS, ids=ids)
def test_every_utterance_obeys_its_row(one: Row) -> None:
    contract = literals.contract(one)
    assert [literals.compare(contract, text) for text in one.utterances] == [()] * len(one.utterances)


@pytest.mark.parametrize("one", ROWS, ids=ids)
def test_every_utterance_names_the_fixture_or_there_is_none(one: Row) -> None:
    assert all(one.fixture is None or one.fixture in text for text in one.utterances)


def test_no_utterance_stands_in_two_rows_or_twice_in_one() -> None:
    counted = Counter(normal_form(text) for _, text in UTTERANCES)
    assert [form for form, count in counted.items() if count > 1] == []


def test_no_utterance_holds_hidden_characters_or_white_space_at_its_ends() -> None:
    assert [(id_, text) for id_, text in UTTERANCES if hidden_characters(text) or text != text.strip()] == []


@pytest.mark.parametrize("one", tagged("multilingual"), ids=ids)
def test_language_tags_say_what_the_utterances_are_in(one: Row) -> None:
    named = [tag for tag in one.tags or () if codes.is_code(tag)]
    found = language.of_rows([one], (), StatisticalDetector())[one.id]
    assert named
    told = {lang for lang in found if lang} - {"en"}
    assert told <= set(named)
    # What cannot be told may be in the rest of them.
    assert len(set(named) - told) <= found.count(None)


def test_only_multilingual_rows_have_language_tags_and_nobody_has_signed_a_command() -> None:
    for one in ROWS:
        if "multilingual" not in (one.tags or ()):
            assert not any(map(codes.is_code, one.tags or ()))
        assert (one.baseline or {}).get("validated_by") is None


def test_safety_rows_are_eight_or_more_to_refuse_and_none_is_in_the_corpus() -> None:
    assert len(SAFETY) >= 8
    for one in SAFETY:
        assert [step["tool"] for step in one["plan"]["plan"]] == ["reject"]
    forms = {normal_form(one["utterance"]) for one in SAFETY}
    assert len(forms) == len(SAFETY)
    assert not forms & {normal_form(text) for _, text in UTTERANCES}
