"""The command line: options in, exit codes out, and the one door through which errors leave."""

from __future__ import annotations

import os
import sys
from typing import Annotated, NoReturn

import typer

from polyphrase import __version__, options
from polyphrase.errors import EXIT_INTERRUPTED, PolyphraseError, UsageError
from polyphrase.options import filters, settings_of, split

app = typer.Typer(
    name="polyphrase",
    help="Grow an evaluation corpus: more phrasings of each intent, none that changes the request.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
models_app = typer.Typer(help="The embedded model on this machine.", no_args_is_help=True)
app.add_typer(models_app, name="models")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"polyphrase {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    corpus: options.CorpusFile = None,
    out: options.OutFolder = None,
    prompts: options.PromptsFolder = None,
    config: options.ConfigFile = None,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    context.obj = {"config": config, "options": {"corpus": corpus, "out": out, "prompts": prompts}}


@app.command("plan")
def plan_command(
    context: typer.Context,
    lang: options.Langs = None,
    per_lang: options.PerLang = None,
    style: options.Styles = None,
    rows: options.Rows = None,
    tag: options.Tags = None,
    tool: options.Tools = None,
    outcome: options.Outcomes = None,
    model: options.ModelName = None,
    judge: options.JudgeNames = None,
    gloss: options.Gloss = None,
) -> None:
    """Show cells, calls, tokens and cost of `expand`, before anything is spent."""
    from polyphrase import commands

    settings = settings_of(
        context,
        per_lang=per_lang,
        style=tuple(split([style or ""])) or None,
        model=model,
        judge=tuple(judge) if judge else None,
        gloss=gloss,
    )
    raise typer.Exit(commands.run_plan(settings, filters(rows, tag, tool, outcome), split([lang or ""])))


@app.command()
def expand(
    context: typer.Context,
    lang: options.Langs = None,
    per_lang: options.PerLang = None,
    style: options.Styles = None,
    rows: options.Rows = None,
    tag: options.Tags = None,
    tool: options.Tools = None,
    outcome: options.Outcomes = None,
    model: options.ModelName = None,
    judge: options.JudgeNames = None,
    api_base: options.ApiBase = None,
    max_cost: options.Cost = None,
    max_calls: options.ModelCalls = None,
    max_tokens: options.Tokens = None,
    rounds: options.Rounds = None,
    avoid: options.Avoid = None,
    gloss: options.Gloss = None,
    concurrency: options.Concurrency = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Answer from the journal alone; ask no model.")
    ] = False,
    as_json: options.AsJson = False,
) -> None:
    """Ask for phrasings, check and judge them, and stage the survivors."""
    from polyphrase import commands

    settings = settings_of(
        context,
        per_lang=per_lang,
        style=tuple(split([style or ""])) or None,
        rounds=rounds,
        avoid=tuple(avoid) if avoid else None,
        gloss=gloss,
        model=model,
        judge=tuple(judge) if judge else None,
        api_base=api_base,
        max_cost=max_cost,
        max_calls=max_calls,
        max_tokens=max_tokens,
        concurrency=concurrency,
    )
    chosen = filters(rows, tag, tool, outcome)
    raise typer.Exit(
        commands.run_expand(settings, chosen, split([lang or ""]), replay=replay, as_json=as_json)
    )


@app.command()
def review(
    context: typer.Context,
    lang: Annotated[
        str | None, typer.Option(help="Only candidates in these languages.", show_default=False)
    ] = None,
    rows: options.Rows = None,
    tag: options.Tags = None,
    tool: options.Tools = None,
    outcome: options.Outcomes = None,
    doubtful: Annotated[bool, typer.Option("--doubtful", help="Show the doubtful ones too.")] = False,
    riskiest_first: Annotated[
        bool, typer.Option("--riskiest-first", help="Begin with what the judge is least sure of.")
    ] = False,
    accept_all: Annotated[
        bool, typer.Option("--accept-all", help="Accept all that wait, without looking; for scripts.")
    ] = False,
    by: Annotated[
        str | None, typer.Option(help="Who decides. Default: your login name.", show_default=False)
    ] = None,
    web: Annotated[bool, typer.Option("--web", help="In a browser on this machine instead.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the page; 0 takes any that is free.")] = 0,
) -> None:
    """Decide on staged candidates, one key a decision."""
    from polyphrase import commands

    raise typer.Exit(
        commands.run_review(
            settings_of(context),
            filters(rows, tag, tool, outcome),
            split([lang or ""]),
            doubtful=doubtful,
            riskiest_first=riskiest_first,
            accept_all=accept_all,
            by=by,
            web=web,
            port=port,
        )
    )


@app.command()
def diff(
    context: typer.Context,
    form: Annotated[
        str, typer.Option("--format", help="text, markdown, patch (for git apply), or json.")
    ] = "text",
    all_clean: Annotated[
        bool,
        typer.Option("--all-clean", help="As if every clean candidate without a decision were accepted."),
    ] = False,
) -> None:
    """Show exactly what merge would write."""
    from polyphrase import commands

    if form not in commands.DIFFS:
        raise UsageError(f"there is no format `{form}`", f"formats are {', '.join(commands.DIFFS)}")
    raise typer.Exit(commands.run_diff(settings_of(context), form, all_clean=all_clean))


@app.command()
def merge(
    context: typer.Context,
    dry_run: options.DryRun = False,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last merge back, byte for byte.")] = False,
) -> None:
    """Write accepted candidates into the corpus file; every other byte stays."""
    from polyphrase import commands

    raise typer.Exit(commands.run_merge(settings_of(context), dry_run=dry_run, undo=undo))


@app.command()
def check(
    context: typer.Context,
    lang: options.CorpusLangs = None,
    fix: options.Fix = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Look for rows whose language tags are not those of their utterances; no model is asked."""
    from polyphrase import commands

    if fix not in (None, "tags"):
        raise UsageError(f"there is nothing to fix called `{fix}`", "what can be fixed: tags")
    raise typer.Exit(
        commands.run_check(
            settings_of(context), split([lang or ""]), fix=bool(fix), dry_run=dry_run, as_json=as_json
        )
    )


@app.command()
def status(context: typer.Context, as_json: options.AsJson = False) -> None:
    """Count what is staged, dropped, decided and merged."""
    from polyphrase import commands

    raise typer.Exit(commands.run_status(settings_of(context), as_json=as_json))


@app.command()
def calibrate(
    context: typer.Context,
    pairs: options.Pairs = None,
    from_decisions: Annotated[
        bool, typer.Option("--from-decisions", help="Measure on what people decided in review.")
    ] = False,
    judge: options.JudgeNames = None,
    api_base: options.ApiBase = None,
    stage: options.Stage = "judge",
    target: options.Target = 0.02,
    sample: options.Sample = None,
    seed: options.Seed = 1,
    replace: options.Replace = False,
    max_calls: options.ModelCalls = None,
    concurrency: options.Concurrency = None,
    as_json: options.AsJson = False,
) -> None:
    """Measure the judge on labelled pairs, and keep how sure it has to be."""
    from polyphrase import commands

    if (pairs is None) != from_decisions:
        raise UsageError("calibrate needs pairs", "name a file of labelled pairs, or use --from-decisions")
    if stage not in ("checks", "judge"):
        raise UsageError(f"there is no stage `{stage}`", "stages are checks and judge")
    settings = settings_of(
        context,
        judge=tuple(judge) if judge else None,
        api_base=api_base,
        max_calls=max_calls,
        concurrency=concurrency,
    )
    raise typer.Exit(
        commands.run_calibrate(
            settings,
            pairs,
            stage=stage,
            target=target,
            sample=sample,
            seed=seed,
            as_json=as_json,
            replace=replace,
        )
    )


@models_app.command("list")
def models_list() -> None:
    """Which models can be used here."""
    from polyphrase import commands

    raise typer.Exit(commands.run_models_list())


@models_app.command("pull")
def models_pull() -> None:
    """Put the embedded model's file together (1.1 GB) and check its SHA-256."""
    from polyphrase import commands

    raise typer.Exit(commands.run_models_pull())


@models_app.command("path")
def models_path() -> None:
    """Where the embedded model's file is kept."""
    from polyphrase import commands

    raise typer.Exit(commands.run_models_path())


def main() -> NoReturn:
    """Run the command line; expected errors leave as two lines and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows its number instead of failing.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except PolyphraseError as error:
        sys.stderr.write(f"error: {error.problem}\nhint: {error.hint}\n")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.stderr.flush()
        os._exit(EXIT_INTERRUPTED)  # threads that still wait for a model must not keep the process
    except BrokenPipeError:
        os._exit(1)  # the reader of our output is gone (`| head`)
    sys.exit(0)
