"""The review page: what each address shows, and what each form does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import NamedTuple
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from polyphrase import codes, review, view
from polyphrase.adapters.bench import Bench
from polyphrase.adapters.keys import OUTCOMES, REASONS
from polyphrase.adapters.web import choice, pages
from polyphrase.adapters.web.choice import Choice
from polyphrase.errors import PolyphraseError, UsageError
from polyphrase.models import UNDETERMINED, Decision, Row, Staged
from polyphrase.text import visible

MAX_BODY = 1 << 20  # bytes; a form of ours is small
MAX_FIELDS = 10_000


class Form(NamedTuple):
    """What a form sent: the last value of each name, and all the candidates that were ticked."""

    values: Mapping[str, str]
    ids: tuple[str, ...]

    def __call__(self, name: str) -> str:
        """The value of a field; empty where it was not sent."""
        return self.values.get(name, "")


class Done(NamedTuple):
    """What one form did in a tab: at which candidate, with which decisions, and what was done before it."""

    id: str
    decisions: tuple[Decision, ...]
    before: Done | None


class Step(NamedTuple):
    """Where a tab is: what to say of its last form, and what it would undo."""

    note: str = ""
    done: Done | None = None


class Desk:
    """The page's side of a review; `items` gives the candidates that the command line asked for, in an order."""

    def __init__(self, bench: Bench, items: Callable[[bool], Sequence[Staged]], usual: Choice) -> None:
        self._bench = bench
        self._items = items
        self._usual = usual
        self._steps: dict[int, Step] = {}
        self._numbers = count(1)
        # Sorting and counting thousands of candidates takes longer than a key may; they seldom change.
        self._staged: Sequence[Staged] = ()
        self._piles: dict[Choice, tuple[list[Staged], choice.Options]] = {}

    def app(self) -> Starlette:
        """The page as an application, without its guard."""
        static = StaticFiles(packages=[("polyphrase.adapters.web", "static")])
        return Starlette(
            routes=[
                Route("/", self.show),
                Route("/list", self.show_list),
                Route("/decide", self.decide, methods=["POST"]),
                Mount("/static", static),
            ],
            exception_handlers={PolyphraseError: _failed},
        )

    async def show(self, request: Request) -> Response:
        """One candidate beside its row."""
        given = request.query_params
        pile = self._pile(choice.read(given, self._usual))
        item = pile.find(given.get("item", ""))
        if item is None and given.get("item") != pages.END:
            resumed = review.resumed(pile.items, self._bench.decisions(), self._bench.by)
            item = next((one for one in resumed if one.id not in pile.decided), None)
        number = _number(given.get("step", ""))
        return self._page(pile, item, number)

    async def show_list(self, request: Request) -> Response:
        """Many candidates at once, to accept or reject together."""
        given = request.query_params
        pile = self._pile(choice.read(given, self._usual))
        number = _number(given.get("step", ""))
        page = _number(given.get("page", ""))
        return HTMLResponse(pages.many(self._bench, pile, page, self._place(number)))

    async def decide(self, request: Request) -> Response:
        """Carry out one form; then the next candidate."""
        form = await _form(request)
        pile = self._pile(choice.read(dict(parse_qsl(form("q"), keep_blank_values=True)), self._usual))
        number = _number(form("step"))
        before, action = self._steps.get(number, Step()), form("action")
        if action == "undo":
            return self._undo(pile, before.done, form("back"))
        if action.startswith("bulk_"):
            return self._bulk(pile, form, before)
        item = pile.find(form("id"))
        if item is None:
            raise UsageError("this candidate is not staged any more", "go back to the review and reload it")
        if action == "skip":
            return self._do(pile, item, before, (), "Skipped. It waits for another day.")
        if action == "edit":
            text = " ".join(form("text").split())
            complaints = self._complaints(item, text)
            # The checks have a word, the person has the last one.
            if not text or (complaints and form("seen") != text):
                return self._page(pile, item, number, pages.Edited(text or item.text, complaints))
            decision = review.edit(item, text, self._bench.by, self._bench.now())
        else:
            decision = self._said(item, form)
        return self._do(pile, item, before, (decision,), view.recorded(decision))

    def _complaints(self, item: Staged, text: str) -> tuple[str, ...]:
        if not text:
            return ("the text is empty",)
        return tuple(self._bench.recheck(item, text)) if text != item.text else ()

    def _said(self, item: Staged, form: Form) -> Decision:
        by, at, action = self._bench.by, self._bench.now(), form("action")
        if action == "accept":
            return review.accept(item, by, at)
        if action == "language":
            typed = form("lang").strip()
            return review.accept(item, by, at, codes.code(typed) if typed else UNDETERMINED)
        if action == "reject":
            note = form("note").strip()
            reason = REASONS.get(form("reason")) or ("other" if note else None)
            return review.reject(item, by, at, reason, note)
        if action == "split" and form("outcome") in OUTCOMES:
            return review.split(item, OUTCOMES[form("outcome")], by, at)
        raise UsageError("there is no such action", "use the buttons of the page")

    def _bulk(self, pile: pages.Pile, form: Form, before: Step) -> Response:
        """Accept or reject many: the clean ones of a row or of the filter, or those that are ticked."""
        action, by, at = form("action"), self._bench.by, self._bench.now()
        item = pile.find(form("id"))
        if action in ("bulk_ticked", "bulk_reject"):
            ticked = filter(None, map(pile.find, form.ids))
            found = [one for one in ticked if one.id not in pile.decided]
        else:
            of_row = item.row_id if item is not None and action == "bulk_row" else ""
            found = review.clean_ones(pile.items, pile.decided, of_row)
            if form("count") != str(len(found)):
                raise UsageError(
                    f"{len(found)} clean candidates wait by now, not {form('count') or 'as many as you saw'}",
                    "go back, reload the page, and look again; nothing was recorded",
                )
        if action == "bulk_reject":
            reason = REASONS.get(form("reason"))
            decisions = tuple(review.reject(one, by, at, reason) for one in found)
        else:
            decisions = tuple(review.accept(one, by, at) for one in found)
        said = "Rejected" if action == "bulk_reject" else "Accepted"
        return self._do(pile, item, before, decisions, f"{said} {len(decisions)}.", form("back"))

    def _undo(self, pile: pages.Pile, done: Done | None, back: str) -> Response:
        """Take back what this tab did last, as far as the same person did not decide again since."""
        if done is None:
            return self._see(pile.choice, back, "", Step("Nothing to undo."))
        standing = review.still_said(done.decisions, self._bench.decisions(), self._bench.by)
        at = self._bench.now()
        self._bench.decide(*(review.taken_back(one, self._bench.by, at) for one in standing))
        note = f"Taken back: {len(standing)}."
        if not done.decisions:
            note = "Back at the one you skipped."
        elif len(standing) < len(done.decisions):
            note += f" Decided again since, and left so: {len(done.decisions) - len(standing)}."
        elif len(standing) == 1:
            note = f"Taken back: {visible(standing[0].text)}"
        return self._see(pile.choice, back, done.id, Step(note, done.before))

    def _do(
        self,
        pile: pages.Pile,
        item: Staged | None,
        before: Step,
        decisions: tuple[Decision, ...],
        note: str,
        back: str = "",
    ) -> Response:
        """Record; then on to the next that waits after `item`."""
        self._bench.decide(*decisions)
        id_ = item.id if item is not None else ""
        decided = self._bench.decided()
        if decisions and item is not None and id_ not in decided:
            following: Staged | None = item  # a bulk that left this one
        else:
            following = review.following(pile.items, decided, id_)
        done = Done(id_, decisions, before.done)
        return self._see(pile.choice, back, following.id if following else pages.END, Step(note, done))

    def _see(self, wanted: Choice, back: str, item: str, step: Step) -> Response:
        """Send the browser on, so that a reload does nothing twice."""
        number = next(self._numbers)
        self._steps[number] = step
        path = "/list" if back == "list" else "/"
        return RedirectResponse(f"{path}?{wanted.query(item=item, step=number)}", 303)

    def _pile(self, wanted: Choice) -> pages.Pile:
        staged = self._bench.staged()
        if staged is not self._staged:
            self._staged = staged
            self._piles.clear()
        if wanted not in self._piles:
            rows: Mapping[str, Row] = self._bench.rows
            items = self._items(wanted.order == "risk")
            has = [choice.values(one, rows[one.row_id]) for one in items]
            passing = [one for one, own in zip(items, has, strict=True) if wanted.takes(own)]
            self._piles[wanted] = (passing, choice.options(has))
        passing, options = self._piles[wanted]
        return pages.Pile(wanted, passing, self._bench.decided(), options)

    def _page(
        self, pile: pages.Pile, item: Staged | None, number: int, edited: pages.Edited | None = None
    ) -> Response:
        return HTMLResponse(pages.one(self._bench, pile, item, self._place(number), edited))

    def _place(self, number: int) -> pages.Place:
        step = self._steps.get(number, Step())
        return pages.Place(number, step.note, step.done is not None)


def _number(given: str) -> int:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


async def _form(request: Request) -> Form:
    """The fields of a form. Raises `UsageError` for what no form of ours sends."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BODY:
            raise UsageError("the form is too large", "send less at once")
    try:
        pairs = parse_qsl(data.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict")
    except ValueError as error:
        raise UsageError("the form cannot be read", "use the buttons of the page") from error
    return Form(dict(pairs), tuple(value for name, value in pairs if name == "ids"))


async def _failed(_: Request, error: Exception) -> Response:
    """An expected error, as the page shows it."""
    assert isinstance(error, PolyphraseError)
    return HTMLResponse(pages.failed(error), 400)
