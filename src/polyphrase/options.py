"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Langs = Annotated[
    str | None,
    typer.Option(
        "--lang", help="Languages to fill, such as es,zh. Without it: each row's own.", show_default=False
    ),
]
PerLang = Annotated[
    int | None,
    typer.Option(
        "--per-lang",
        help="Utterances a row should have in a language; those it has count. Default: 2.",
        show_default=False,
    ),
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
