"""`review`: decide on what is staged, key by key, or all clean ones at once."""

from __future__ import annotations

import getpass
from collections.abc import Sequence

from polyphrase import checks, codes, language, literals, neighbours, plan, review
from polyphrase.adapters import terminal
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.talk import err, now, out
from polyphrase.errors import EXIT_DONE, InputError
from polyphrase.flags import DOUBTS
from polyphrase.models import Decision, Row, Staged, by_id
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
) -> int:
    """Decide on what is staged, as far as it passes the filters: key by key, or all clean ones at once."""
    space = Workspace(settings)
    corpus = space.corpus()
    rows = by_id(corpus.rows)
    staged = space.staged()
    chosen = plan.select(corpus.rows, filters)
    wanted = {codes.code(lang) for lang in langs}
    passing = [one for one in staged if not wanted or one.lang in wanted]
    waiting = review.queue(
        passing, space.decisions(), chosen, doubtful=doubtful, riskiest_first=riskiest_first
    )
    who = by or _login()
    if accept_all:
        for one in waiting:
            space.decide(accepted(one, who, now()))
        out(f"accepted {len(waiting)} candidates in the name of {who}")
        return EXIT_DONE
    detector = StatisticalDetector()
    others = neighbours.owners(corpus.rows)
    requests = {row.id: neighbours.asks(row) for row in corpus.rows}
    avoid = space.avoid()

    def recheck(one: Staged, text: str) -> Sequence[str]:
        row = rows[one.row_id]
        contract = literals.contract(row)
        spoken = language.of_rows([row], (one.lang,), detector)[row.id]
        context = checks.Context(
            row,
            contract,
            one.lang,
            ("en",),
            spoken,
            others,
            frozenset(),
            detector,
            style=one.style,
            requests=requests,
            avoid=avoid,
        )
        checked = checks.run(text, context)
        said = [f"{finding.reason}: {finding.detail}" for finding in checked.findings]
        notes = (checked.notes.get(DOUBTS.get(flag, ""), "ok") for flag in checked.flags)
        return [*said, *(note for note in notes if note != "ok")]

    def highlight(row: Row, text: str) -> Sequence[tuple[int, int]]:
        return [(span.start, span.end) for span in literals.extract(text, literals.contract(row).known)]

    terminal.run(
        review.Session(waiting, who), rows, append=space.decide, recheck=recheck, highlight=highlight, now=now
    )
    hidden = len(review.queue(passing, space.decisions(), chosen, doubtful=True)) - len(
        review.queue(passing, space.decisions(), chosen, doubtful=False)
    )
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
