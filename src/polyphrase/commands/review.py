"""`review`: decide on what is staged, key by key in a terminal or a page, or all clean ones at once."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

from polyphrase import codes, plan, review
from polyphrase.adapters import terminal
from polyphrase.adapters.bench import Bench
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.talk import err, now, out
from polyphrase.errors import EXIT_DONE, InputError
from polyphrase.models import Decision, Staged
from polyphrase.plan import Filters
from polyphrase.settings import Settings


def run_review(
    settings: Settings,
    filters: Filters,
    langs: Sequence[str],
    *,
    doubtful: bool,
    riskiest_first: bool,
    accept_all: bool,
    by: str | None,
    web: bool = False,
    port: int = 0,
) -> int:
    """Decide on what is staged and passes the filters: key by key, in a page, or all clean ones at once."""
    bench = Bench(Workspace(settings), by or _login(), StatisticalDetector(), now)
    chosen = plan.select(bench.corpus.rows, filters)
    wanted = {codes.code(lang) for lang in langs}

    def passing() -> list[Staged]:
        return [one for one in bench.staged() if not wanted or one.lang in wanted]

    def items(*, doubtful: bool) -> tuple[Staged, ...]:
        return review.ordered(passing(), chosen, doubtful=doubtful, riskiest_first=riskiest_first)

    def waiting(*, doubtful: bool) -> list[Staged]:
        decided = bench.decided()
        return [one for one in items(doubtful=doubtful) if one.id not in decided]

    if accept_all:
        found = [accepted(one, bench.by, now()) for one in waiting(doubtful=doubtful)]
        bench.decide(*found)
        out(f"accepted {len(found)} candidates in the name of {bench.by}")
        return EXIT_DONE
    if web:
        from polyphrase.adapters import web as page

        page.serve(
            bench,
            lambda riskiest: review.ordered(passing(), chosen, doubtful=True, riskiest_first=riskiest),
            doubtful=doubtful,
            riskiest_first=riskiest_first,
            port=port,
        )
        return EXIT_DONE
    said = bench.decisions()
    queue = review.resumed(items(doubtful=doubtful), said, bench.by)
    decided = bench.decided()
    terminal.run(
        review.Session([one for one in queue if one.id not in decided], bench.by, said),
        card=bench.card,
        append=bench.decide,
        said=bench.decisions,
        recheck=bench.recheck,
        now=now,
    )
    hidden = len(waiting(doubtful=True)) - len(waiting(doubtful=False))
    if hidden and not doubtful:
        err(f"{hidden} doubtful candidates are not shown; `polyphrase review --doubtful` shows them")
    return EXIT_DONE


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError) as error:  # a user without a name, as in some containers
        raise InputError("the system does not say who you are", "name who decides with --by") from error


def accepted(one: Staged, by: str, at: str) -> Decision:
    """The decision that accepts a candidate unseen; nobody confirmed its language."""
    return Decision(
        id=one.id, row_id=one.row_id, action="accept", text=one.text, note="accept-all", by=by, at=at
    )
