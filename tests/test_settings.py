"""Settings: defaults, the file, the command line, and everything that may be wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from polyphrase.errors import InputError
from polyphrase.settings import DEFAULT_MODEL, Settings, parse


def test_nothing_said_is_the_defaults() -> None:
    assert parse("", "p.toml", {}) == Settings()
    assert Settings().model == DEFAULT_MODEL
    assert Settings().judge == ()


@pytest.mark.parametrize(
    ("text", "options", "key", "expected"),
    [
        ('model = "openai/x"', {}, "model", "openai/x"),
        ('model = "openai/x"', {"model": "mistral/y"}, "model", "mistral/y"),
        ('model = "openai/x"', {"model": None}, "model", "openai/x"),
        ("per_lang = 5", {"per_lang": 1}, "per_lang", 1),
        ("timeout = 60", {}, "timeout", 60.0),
        ("timeout = 0.5", {}, "timeout", 0.5),
        ("max_cost = 1", {}, "max_cost", 1.0),
        ("max_cost = 0", {}, "max_cost", 0.0),
        ("max_cost = 1", {"max_cost": 0.25}, "max_cost", 0.25),
        ("max_calls = 0", {}, "max_calls", 0),
        ("concurrency = 256", {}, "concurrency", 256),
        ("# nothing\n\n", {"corpus": "x.jsonl"}, "corpus", "x.jsonl"),
        ('api_base = "http://127.0.0.1:1"', {}, "api_base", "http://127.0.0.1:1"),
    ],
)
def test_what_is_said_holds_and_the_command_line_wins(
    text: str, options: dict[str, Any], key: str, expected: object
) -> None:
    found = getattr(parse(text, "p.toml", options), key)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("modle = 'x'", {}, "`modle` in p.toml: extra inputs are not permitted"),
        ("[expand]\nmodel = 'x'", {}, "`expand` in p.toml: extra inputs are not permitted"),
        ("model = 5", {}, "`model` in p.toml: input should be a valid string"),
        ("model = ''", {}, "`model` in p.toml: string should have at least 1 character"),
        ("per_lang = 0", {}, "`per_lang` in p.toml: input should be greater than or equal to 1"),
        ("per_lang = 51", {}, "`per_lang` in p.toml: input should be less than or equal to 50"),
        ("per_lang = '2'", {}, "`per_lang` in p.toml: input should be a valid integer"),
        ("per_lang = 2.0", {}, "`per_lang` in p.toml: input should be a valid integer"),
        ("per_lang = true", {}, "`per_lang` in p.toml: input should be a valid integer"),
        ("timeout = 0", {}, "`timeout` in p.toml: input should be greater than 0"),
        ("timeout = true", {}, "`timeout` in p.toml: input should be a valid number"),
        ("timeout = nan", {}, "`timeout` in p.toml: input should be a finite number"),
        ("max_cost = nan", {}, "`max_cost` in p.toml: input should be a finite number"),
        ("max_cost = inf", {}, "`max_cost` in p.toml: input should be a finite number"),
        ("max_cost = -1", {}, "`max_cost` in p.toml: input should be greater than or equal to 0"),
        ("", {"per_lang": 0}, "--per-lang: input should be greater than or equal to 1"),
        ("", {"max_cost": -0.5}, "--max-cost: input should be greater than or equal to 0"),
        ("max_calls = -1", {"max_tokens": -1}, "--max-tokens"),
        ("max_calls = -1", {"max_tokens": -1}, "`max_calls` in p.toml"),
        ("concurrency = 0", {}, "`concurrency` in p.toml"),
        ("model = ", {}, "p.toml is not TOML"),
        ("model = 'a'\nmodel = 'b'", {}, "p.toml is not TOML"),
    ],
)
def test_everything_that_is_wrong_is_said_with_its_place(
    text: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "p.toml", options)
    assert said in caught.value.problem
    assert caught.value.hint


def test_a_wrong_option_hides_no_right_one_of_the_file() -> None:
    """A value of the file that the command line replaces is not checked: it is not used."""
    assert parse("per_lang = 999", "p.toml", {"per_lang": 3}).per_lang == 3


def test_an_unknown_key_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError) as caught:
        parse("modle = 'x'", "p.toml", {})
    assert "model, judge" in caught.value.hint
