"""The review page in Debian's chromium: by keyboard alone, in two tabs, on a phone, and against hostile texts."""

from __future__ import annotations

import http.server
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from desks import Folder, candidates, page, staged

from polyphrase.adapters.files import read_corpus
from polyphrase.review import current

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium (apt-get install chromium)")

ROW = read_corpus(Path(__file__).parents[1] / "data" / "eval.jsonl").rows[0]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Tab:
    """A tab in which keys are pressed, each of which is waited for."""

    def __init__(self, context: Any) -> None:
        self.page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", self._note)
        self.page.on("dialog", lambda dialog: self.trouble.append(dialog.message))

    def _note(self, message: Any) -> None:
        # That a form was refused (400) is said by the page.
        if message.type == "error" and "400 (Bad Request)" not in message.text:
            self.trouble.append(message.text)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_selector("html.script main h1")

    def press(self, keys: str) -> None:
        """Keys that open something or move: nothing is recorded."""
        for key in keys:
            self.page.keyboard.press(key)

    def decide(self, key: str) -> None:
        """A key after which another page is there."""
        self.page.evaluate("document.querySelector('main').dataset.old = '1'")
        self.page.keyboard.press(key)
        self.page.wait_for_selector("main:not([data-old])")
        self.page.wait_for_selector("body:not([aria-busy])")

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    @property
    def number(self) -> int:
        """The number of the candidate that is shown; -1 at the end."""
        field = self.page.query_selector("#decide input[name=id]")
        return int(field.get_attribute("value"), 16) if field else -1


@contextmanager
def tabs(chromium: Any, link: str, count: int = 1, **options: Any) -> Iterator[list[Tab]]:
    context = chromium.new_context(**options)
    found = [Tab(context) for _ in range(count)]
    for index, one in enumerate(found):
        one.open(link if index == 0 else link.split("?", maxsplit=1)[0])
    yield found
    assert [one.trouble for one in found] == [[] for _ in found]
    context.close()


def test_fifty_candidates_by_keyboard_alone(chromium: Any, tmp_path: Path) -> None:
    """Accept, edit, reject with a reason, split, skip, undo, bulk, reload in the middle, two tabs at once."""
    folder = Folder(tmp_path / "w", candidates(50))
    expected: list[tuple[int, str | None]] = []

    def said(*decisions: tuple[int, str | None]) -> None:
        expected.extend(decisions)
        assert folder.said() == expected

    with page(folder, "--doubtful") as at, tabs(chromium, at.link, 2) as (tab, other):
        assert tab.number == 0
        tab.decide("a")
        said((0, "accept"))
        tab.press("r")
        tab.decide("m")
        said((1, "reject"))
        assert folder.decisions()[-1].reason == "meaning"
        tab.press("e")
        tab.page.keyboard.press("Control+a")
        tab.type("请把 beach.mov 转成 mp4")
        tab.decide("Enter")
        said((2, "edit"))
        tab.press("e")
        tab.type(" 720p")
        tab.decide("Enter")
        assert "literal" in tab.page.inner_text("[role=alert] li"), "the checks have a word"
        said()
        tab.decide("Enter")
        said((3, "edit"))
        tab.press("p")
        tab.decide("c")
        said((4, "split"))
        assert folder.decisions()[-1].outcome == "clarify"
        tab.decide("s")
        said()
        assert tab.number == 6
        tab.press("l")
        tab.type("pt")
        tab.decide("Enter")
        said((6, "accept"))
        assert folder.decisions()[-1].lang == "pt"
        tab.press("n")
        tab.type("not what they asked")
        tab.decide("Enter")
        said((8, "reject"))
        assert folder.decisions()[-1].note == "not what they asked"
        tab.page.reload()
        tab.page.wait_for_selector("main h1")
        assert tab.number == 9, "the same place"
        tab.decide("u")
        said((8, None))
        assert tab.number == 8
        tab.decide("u")
        said((6, None))
        tab.decide("u")
        said()
        assert tab.number == 5, "back at the one that was skipped"
        # The other tab was opened before anything was decided.
        assert other.number == 0
        other.press("r")
        said()


def test_bulk_and_two_tabs(chromium: Any, tmp_path: Path) -> None:
    """Both tabs record; the last word holds; a bulk is one step to undo; at the end nothing waits."""
    folder = Folder(tmp_path / "w", candidates(50))
    with page(folder, "--doubtful") as at, tabs(chromium, at.link, 2) as (one, two):
        one.decide("a")
        two.press("r")
        two.decide("w")
        assert folder.said() == [(0, "accept"), (0, "reject")]
        assert two.number == 1
        two.decide("c")
        assert folder.said()[2:] == [(number, "accept") for number in (1, 2, 3, 4)]
        one.page.reload()
        one.page.wait_for_selector("main h1")
        assert "Accepted by" in one.page.inner_text(".candidate .warning"), "what the other tab said"
        one.press("b")
        one.decide("y")
        clean = [number for number in range(5, 50) if number % 8 != 7]
        assert folder.said()[6:] == [(number, "accept") for number in clean]
        one.decide("u")
        assert len(current(folder.decisions())) == 5
        two.open(two.page.url)
        two.press("b")
        two.decide("y")
        two.decide("v")
        assert two.page.inner_text("main h1") == "6 wait"
        two.press("x")
        two.page.keyboard.press("Tab")
        for box in two.page.query_selector_all(".group input[type=checkbox]"):
            box.focus()
            two.page.keyboard.press("Space")
        two.page.evaluate("document.activeElement.blur()")
        two.decide("r")
        assert two.page.inner_text("main h1") == "0 wait"
        holding = current(folder.decisions())
        assert len(holding) == 50
        assert [one.action for one in holding.values()].count("reject") == 7
        assert at.stop() == 0


def test_a_killed_server_is_said_and_loses_nothing(chromium: Any, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "w", candidates(10))
    context = chromium.new_context()
    with page(folder) as at:
        tab = Tab(context)
        tab.open(at.link)
        tab.decide("a")
        at.stop(signal.SIGKILL)
        tab.press("a")
        tab.page.wait_for_selector("#trouble:not(:empty)")
        assert "was not recorded" in tab.page.inner_text("#trouble")
    assert folder.said() == [(0, "accept")]
    context.close()


HOSTILE = {
    "script": "convert beach.mov to mp4 <script>document.title='pwned'</script><img src=x onerror=\"alert(1)\">",
    "attribute": '" onmouseover="alert(1)" autofocus onfocus=alert(1) x=" \'><svg/onload=alert(1)> beach.mov',
    "template": "{{ 7 * 7 }} {% include 'x' %} ${alert(1)} </textarea></script><form action=//evil.example> mp4",
    "terminal": "beach.mov \x1b]0;pwned\x07\x1b[2J\x9b31m to mp4\x00",
    "bidi": "convert \u202e4pm.vom\u202c beach.mov\u2066 to\u200b mp4",
    "long": "beach.mov " + "长" * 100_000,
}


def test_hostile_candidates_are_text(chromium: Any, tmp_path: Path) -> None:
    items = [
        staged(
            ROW,
            number,
            text=text,
            gloss=text,
            flags=(text[:50],),
            checks={"literals": text, text[:30]: text},
            verdict={"label": "equivalent", "score": 0.9, "reason": text, "votes": {}},
            model=text[:80],
        )
        for number, text in enumerate(HOSTILE.values())
    ]
    folder = Folder(tmp_path / "w", items)
    with page(folder, "--doubtful") as at, tabs(chromium, at.link) as (tab,):
        for name, text in HOSTILE.items():
            assert tab.page.title() == "media_001 · polyphrase", name
            assert tab.page.evaluate("document.scripts.length") == 1
            assert tab.page.evaluate("document.images.length") == 0
            assert tab.page.evaluate(
                "[...document.forms].every((one) => one.getAttribute('action').startsWith('/'))"
            )
            shown = tab.page.inner_text(".wording")
            assert not set(shown) & set("\x1b\x07\x9b\x00\u202e\u202c\u2066\u200b")
            if name in ("script", "attribute", "template"):
                assert " ".join(shown.split()) == " ".join(text.split())
            if name == "bidi":
                assert "<U+202E>" in shown
            tab.press("e")
            tab.page.keyboard.press("Escape")
            tab.decide("a")
        assert [one.text for one in folder.decisions()] == list(HOSTILE.values())


def test_another_site_in_the_same_browser_can_do_nothing(chromium: Any, tmp_path: Path) -> None:
    """It posts forms and frames the page, in a browser that has the cookie."""
    folder = Folder(tmp_path / "w", candidates(10))
    with page(folder) as at, tabs(chromium, at.link) as (tab,):
        attack = f"""<!doctype html><iframe src="{at.origin}/" name="frame"></iframe>
        <form id="f" method="post" action="{at.origin}/decide">
        <input name="id" value="{candidates(1)[0].id}"><input name="action" value="accept"></form>
        <script>
        fetch("{at.origin}/decide", {{method: "POST", mode: "no-cors", credentials: "include",
              body: new URLSearchParams({{id: "{candidates(1)[0].id}", action: "accept"}})}})
          .finally(() => document.getElementById("f").submit());
        </script>"""

        class Evil(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.end_headers()
                self.wfile.write(attack.encode())

            def log_message(self, *_: Any) -> None:
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Evil)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        evil = tab.page.context.new_page()
        # `localhost` is another site than 127.0.0.1, as another name that is pointed here would be.
        evil.goto(f"http://localhost:{server.server_port}/")
        evil.wait_for_url(f"{at.origin}/decide")
        assert "did not come from the page" in evil.content() or "does not open" in evil.content()
        assert folder.decisions() == []
        server.shutdown()
        server.server_close()
        tab.decide("a")
        assert folder.said() == [(0, "accept")]


def test_everything_works_without_scripts_by_mouse(chromium: Any, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "w", candidates(10))
    context = chromium.new_context(java_script_enabled=False)
    with page(folder) as at:
        shown = context.new_page()
        shown.goto(at.link)
        shown.click("button[value=accept]")
        shown.click("#menu-reject button >> text=meaning")
        shown.fill("#menu-edit textarea", "请把 beach.mov 转成 mp4")
        shown.click("#menu-edit button")
        shown.click("#menu-split button >> text=clarify")
        shown.click("button[value=undo]")
        assert folder.said() == [(0, "accept"), (1, "reject"), (2, "edit"), (3, "split"), (3, None)]
    context.close()


def test_filters_narrow_what_is_shown_and_counted(chromium: Any, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "w", candidates(48))
    with page(folder, "--doubtful") as at, tabs(chromium, at.link) as (tab,):
        tab.page.click(".filters summary")
        for name, value, count in (
            ("lang", "zh", 16),
            ("trust", "clean", 14),
            ("flag", "language_unsure", 6),
        ):
            tab.page.evaluate("document.querySelector('main').dataset.old = '1'")
            tab.page.select_option(f"select[name={name}]", value)
            tab.page.wait_for_selector("main:not([data-old])")
            assert f"0 of {count} decided" in tab.page.inner_text(".counts")
        tab.page.evaluate("document.querySelector('main').dataset.old = '1'")
        tab.page.select_option("select[name=order]", "risk")
        tab.page.wait_for_selector("main:not([data-old])")
        assert tab.number == 5
        tab.decide("a")
        assert "1 of 6 decided" in tab.page.inner_text(".counts")


SCREENS: dict[str, Callable[[Tab], None]] = {
    "card": lambda tab: None,
    "reject": lambda tab: tab.press("r"),
    "edit": lambda tab: tab.press("e"),
    "split": lambda tab: tab.press("p"),
    "bulk": lambda tab: tab.press("b"),
    "details and help": lambda tab: tab.press("d?"),
    "list": lambda tab: tab.decide("v"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    chromium: Any, tmp_path: Path, scheme: str, width: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    folder = Folder(tmp_path / "w", candidates(10))
    size = {"width": width, "height": 800}
    with (
        page(folder, "--doubtful") as at,
        tabs(chromium, at.link, viewport=size, color_scheme=scheme, bypass_csp=True) as (tab,),
    ):
        for name, go in SCREENS.items():
            tab.open(at.link.split("?")[0] + "?trust=&item=" + f"{5:016x}")
            go(tab)
            found = axe.Axe().run(tab.page).response["violations"]
            assert [(name, one["id"], one["nodes"][0]["html"]) for one in found] == []
            assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, name
