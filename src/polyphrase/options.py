"""Options that several commands share, and what becomes of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from polyphrase.errors import InputError, UsageError

if TYPE_CHECKING:
    from polyphrase.plan import Filters
    from polyphrase.settings import Settings

CONFIG = "polyphrase.toml"

CorpusFile = Annotated[
    str | None, typer.Option(help="The corpus file. Default: data/eval.jsonl.", show_default=False)
]
OutFolder = Annotated[
    str | None,
    typer.Option(help="Folder for the journal and what a run makes. Default: generated.", show_default=False),
]
PromptsFolder = Annotated[
    str | None,
    typer.Option(
        help="Folder with your own prompts. Default: prompts, else the built-in ones.", show_default=False
    ),
]
ConfigFile = Annotated[
    str | None, typer.Option(help=f"Settings file. Default: {CONFIG}, if it is there.", show_default=False)
]
Langs = Annotated[
    str | None,
    typer.Option(
        "--lang", help="Languages to fill, such as es,zh. Without it: each row's own.", show_default=False
    ),
]
CorpusLangs = Annotated[
    str | None,
    typer.Option(
        "--lang",
        help="Languages the corpus may be in, beside English and those its tags name.",
        show_default=False,
    ),
]
Fix = Annotated[
    str | None,
    typer.Option("--fix", help="What to mend: tags (adds missing language tags).", show_default=False),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the change and write nothing.")]
PerLang = Annotated[
    int | None,
    typer.Option(
        "--per-lang",
        help="Utterances a row should have in a language; those it has count. Default: 2.",
        show_default=False,
    ),
]
Styles = Annotated[
    str | None,
    typer.Option(
        "--style",
        help="What the phrasings should be like, in turn, such as terse,typo. Default: a mix.",
        show_default=False,
    ),
]
Avoid = Annotated[
    list[str] | None,
    typer.Option("--avoid", help="A jsonl or yaml file whose texts must not come in. Repeatable."),
]
Gloss = Annotated[
    bool | None,
    typer.Option(
        "--gloss/--no-gloss",
        help="Have staged candidates translated back, blind, for who reviews them. Default: yes.",
        show_default=False,
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option("--rounds", help="Ask at most so often for a cell. Default: 3.", show_default=False),
]
Rows = Annotated[
    list[str] | None, typer.Option("--rows", help="Only rows whose id matches this glob. Repeatable.")
]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="Only rows with this tag. Repeatable.")]
Tools = Annotated[
    list[str] | None, typer.Option("--tool", help="Only rows that expect this tool. Repeatable.")
]
Outcomes = Annotated[
    list[str] | None, typer.Option("--outcome", help="Only plan, clarify or reject rows. Repeatable.")
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model", help="Who writes: any litellm model. Default: the embedded one.", show_default=False
    ),
]
JudgeNames = Annotated[
    list[str] | None,
    typer.Option(
        "--judge",
        help="Who judges; of several, each has a veto. Default: the model that writes.",
        show_default=False,
    ),
]
ApiBase = Annotated[
    str | None, typer.Option("--api-base", help="URL of an OpenAI-compatible server.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
ModelCalls = Annotated[
    int | None,
    typer.Option("--max-calls", help="Stop before this many model calls.", show_default=False),
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        "--concurrency",
        help="Calls at once. Default: as many as cores, or 8 for a remote model.",
        show_default=False,
    ),
]
Cost = Annotated[
    float | None,
    typer.Option("--max-cost", help="Stop before this many US dollars.", show_default=False),
]
Tokens = Annotated[
    int | None,
    typer.Option("--max-tokens", help="Stop before this many tokens.", show_default=False),
]
Pairs = Annotated[
    str | None,
    typer.Argument(
        metavar="[PAIRS.jsonl]",
        help="Labelled pairs: a, b and label in each line; outcome, lang_a, lang_b and kind if known.",
        show_default=False,
    ),
]
Replace = Annotated[
    bool,
    typer.Option("--replace", help="Keep the thresholds even if those in force rest on more wrong pairs."),
]
Sample = Annotated[
    int | None,
    typer.Option(
        "--sample", min=1, help="Measure so many pairs only; nothing is stored.", show_default=False
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Which pairs --sample takes.")]
Stage = Annotated[str, typer.Option("--stage", help="checks: no model. judge: checks, then the judge.")]
Target = Annotated[
    float,
    typer.Option(
        "--target-false-accept",
        min=0.0001,
        max=0.5,
        help="Largest share of wrong pairs to be called clean.",
    ),
]


def settings_of(context: typer.Context, **options: Any) -> Settings:
    """The settings of a command: from its options and the settings file. Raises `InputError`."""
    from polyphrase import settings

    named: str | None = context.obj["config"]
    path = Path(named or CONFIG)
    if named is not None and not path.exists():
        raise InputError(f"there is no settings file {path}", "mend --config, or leave it out")
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", "it must be a UTF-8 text file") from error
    return settings.parse(text, str(path), {**context.obj["options"], **options})


def filters(
    rows: list[str] | None, tags: list[str] | None, tools: list[str] | None, outcomes: list[str] | None
) -> Filters:
    """Which rows a command is about. Raises `UsageError`."""
    from polyphrase.plan import Filters

    unknown = sorted(set(outcomes or ()) - {"plan", "clarify", "reject"})
    if unknown:
        raise UsageError(f"there is no outcome `{unknown[0]}`", "outcomes are plan, clarify and reject")
    return Filters(*(tuple(split(given)) for given in (rows, tags, tools, outcomes)))


def split(given: list[str] | None) -> list[str]:
    """The parts of options that are lists with commas."""
    return [part.strip() for one in given or () for part in one.split(",") if part.strip()]
