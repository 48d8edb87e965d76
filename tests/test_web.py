"""The review page without a browser: who may talk to it, what forms do, and what no form of ours sends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from desks import Folder, Page, candidates, page

from polyphrase import review
from polyphrase.adapters.web.guard import HEADERS
from polyphrase.adapters.workspace import Workspace
from polyphrase.review import current
from polyphrase.settings import Settings

ITEMS = candidates(20)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Folder, Page]]:
    folder = Folder(tmp_path_factory.mktemp("web") / "w", ITEMS)
    with page(folder, "--doubtful") as at:
        yield folder, at


@pytest.fixture(scope="module")
def browser(running: tuple[Folder, Page]) -> Iterator[httpx.Client]:
    """Who opened the link; like a browser it says where its forms come from."""
    _, at = running
    with httpx.Client(base_url=at.origin, headers={"Origin": at.origin}) as client:
        assert client.get(at.link).status_code == 200
        yield client


def number_of(html: str) -> int:
    """The candidate that a page shows."""
    found = re.search(r'name="id" value="(\w+)"', html)
    assert found, html
    return int(found[1], 16)


def post(client: httpx.Client, **fields: Any) -> httpx.Response:
    return client.post("/decide", data={"q": "trust=", "step": "0"} | fields, follow_redirects=True)


FORGED: list[tuple[str, dict[str, str], int]] = [
    ("another site's name for this machine", {"Host": "evil.example"}, 421),
    ("that name with our port", {"Host": "evil.example:PORT"}, 421),
    ("another port", {"Host": "127.0.0.1:1"}, 421),
    ("no port", {"Host": "127.0.0.1"}, 421),
    ("no cookie", {"Cookie": ""}, 403),
    ("a made-up cookie", {"Cookie": "polyphrase_PORT=x"}, 403),
    ("a cookie that is none", {"Cookie": "polyphrase_PORT=\xff; ===;;"}, 403),
    ("a form of another site", {"Origin": "https://evil.example"}, 403),
    ("a form of a file or a sandbox", {"Origin": "null"}, 403),
    ("a form of another port", {"Origin": "http://127.0.0.1:1"}, 403),
    ("a form of nobody knows where", {"Origin": ""}, 403),
    ("what the browser calls cross-site", {"Sec-Fetch-Site": "cross-site"}, 403),
    ("what the browser calls same-site", {"Sec-Fetch-Site": "same-site"}, 403),
]


@pytest.mark.parametrize(("headers", "code"), [one[1:] for one in FORGED], ids=[one[0] for one in FORGED])
def test_what_does_not_come_from_our_page_changes_nothing(
    running: tuple[Folder, Page], browser: httpx.Client, headers: dict[str, str], code: int
) -> None:
    folder, at = running
    before = folder.decisions()
    sent = {name: value.replace("PORT", str(at.port)).encode("latin-1") for name, value in headers.items()}
    fields = {"id": ITEMS[0].id, "action": "accept", "q": "", "step": "0"}
    answer = browser.post("/decide", data=fields, headers=sent)
    assert answer.status_code == code
    assert ITEMS[0].text not in answer.text
    assert folder.decisions() == before
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("token", ["", "x", "TOKEN", "TOKENx", "\u00e9", "0" * 100_000])
def test_the_link_opens_the_page_once_and_no_other_does(
    running: tuple[Folder, Page], browser: httpx.Client, token: str
) -> None:
    """The right token was spent by `browser`; a second browser with it gets nothing either."""
    _, at = running
    answer = httpx.get(f"{at.origin}/", params={"token": token.replace("TOKEN", at.token)[:60_000]})
    assert answer.status_code in (403, 400)
    assert "set-cookie" not in answer.headers
    assert "candidate" not in answer.text.lower()


def test_the_cookie_is_not_for_scripts_and_not_for_other_sites(tmp_path: Path) -> None:
    with page(Folder(tmp_path / "w", ITEMS)) as at:
        answer = httpx.get(at.link)
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=strict" in answer.headers["set-cookie"]
        assert at.token not in answer.text
        assert "'unsafe" not in answer.headers["content-security-policy"]


BROKEN: list[dict[str, Any]] = [
    {},
    {"action": "accept"},
    {"action": "accept", "id": "no such"},
    {"action": "nonsense", "id": ITEMS[0].id},
    {"action": "split", "id": ITEMS[0].id},
    {"action": "split", "id": ITEMS[0].id, "outcome": "x"},
    {"action": "language", "id": ITEMS[0].id, "lang": "klingon!"},
    {"action": "bulk_all", "count": "1"},
    {"action": "bulk_row", "id": ITEMS[0].id, "count": "-1"},
    {"action": "accept", "id": ITEMS[0].id, "note": "x" * 2_000_000},
    {"action": "accept", "id": ["a"] * 20_000},
]


@pytest.mark.parametrize("fields", BROKEN, ids=[str(one)[:60] for one in BROKEN])
def test_a_form_that_is_none_of_ours_gets_two_lines_and_records_nothing(
    running: tuple[Folder, Page], browser: httpx.Client, fields: dict[str, Any]
) -> None:
    folder, _ = running
    before = folder.decisions()
    answer = post(browser, **fields)
    assert answer.status_code == 400
    assert "<h1" in answer.text
    assert "Traceback" not in answer.text
    assert folder.decisions() == before


@pytest.mark.parametrize(
    "address",
    [
        "/?item=x",
        "/?step=99999999999",
        "/?order=x&trust=x",
        "/?lang=%00%1b",
        "/list?page=-1",
        "/list?page=999",
    ],
)
def test_an_odd_address_shows_something(browser: httpx.Client, address: str) -> None:
    assert browser.get(address).status_code == 200


@pytest.mark.parametrize(
    "address", ["/static/../app.py", "/static/%2e%2e/guard.py", "/etc/passwd", "/decide"]
)
def test_nothing_else_is_served(browser: httpx.Client, address: str) -> None:
    assert browser.get(address).status_code in (404, 405)


def test_forms_decide_and_undo_one_after_the_other(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "w", ITEMS)
    with (
        page(folder, "--doubtful") as at,
        httpx.Client(base_url=at.origin, headers={"Origin": at.origin}) as client,
    ):
        client.get(at.link)

        def act(answer: httpx.Response, **fields: Any) -> httpx.Response:
            step = re.search(r'name="step" value="(\d+)"', answer.text)
            shown = re.search(r'name="id" value="(\w+)"', answer.text)
            assert step
            fields = {"id": shown[1] if shown else ""} | fields
            return post(client, step=step[1], **fields)

        first = client.get("/?trust=")
        assert number_of(first.text) == 0
        second = act(first, action="accept")
        third = act(second, action="reject", reason="m")
        assert (number_of(second.text), number_of(third.text)) == (1, 2)
        fourth = act(third, action="skip")
        edited = act(fourth, action="edit", text="guarda beach.mov como mp4")
        complained = act(edited, action="edit", text="hazlo en 720p")
        assert "literal" in complained.text, "the checks have a word"
        assert number_of(complained.text) == 4
        insisted = act(complained, action="edit", text="hazlo en 720p", seen="hazlo en 720p")
        split = act(insisted, action="split", outcome="c")
        named = act(split, action="language", lang="pt-BR")
        bulk = act(named, action="bulk_all", count="12")
        assert "clean candidates wait by now" not in bulk.text
        assert [action for _, action in folder.said()].count("accept") == 2 + 12
        for _ in range(8):
            bulk = act(bulk, action="undo")
        last = folder.decisions()
        assert current(last) == {}, "undone to the start"
        assert act(bulk, action="undo").status_code == 200
        assert folder.decisions() == last, "and not beyond"
        assert at.stop() == 0


def test_another_person_in_the_terminal_is_seen_at_once(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "w", ITEMS)
    space = Workspace(
        Settings(corpus=str(folder.path / "data/eval.jsonl"), out=str(folder.path / "generated"))
    )
    with (
        page(folder, "--doubtful") as at,
        httpx.Client(base_url=at.origin, headers={"Origin": at.origin}) as client,
    ):
        client.get(at.link)
        assert number_of(client.get("/").text) == 0
        space.decide(review.reject(ITEMS[0], "ben", "2030-01-01T00:00:00Z", "meaning"))
        assert number_of(client.get("/").text) == 1
        shown = client.get(f"/?trust=&item={ITEMS[0].id}").text
        assert "Rejected by" in shown
        assert "What you say now is the last word" in shown
        post(client, id=ITEMS[0].id, action="accept")
        assert [(one.by, one.action) for one in folder.decisions()] == [("ben", "reject"), ("ann", "accept")]


def test_a_killed_page_has_lost_nothing(tmp_path: Path) -> None:
    """SIGKILL while forms come in: what was answered is on disk, and the file can be read."""
    folder = Folder(tmp_path / "w", ITEMS)
    answered: list[str] = []
    with page(folder, "--doubtful") as at:

        def send() -> None:
            with httpx.Client(base_url=at.origin, headers={"Origin": at.origin}) as client:
                client.get(at.link)
                for one in ITEMS:
                    try:
                        answer = client.post("/decide", data={"q": "", "id": one.id, "action": "accept"})
                    except httpx.HTTPError:
                        return
                    if answer.status_code == 303:
                        answered.append(one.id)

        sender = threading.Thread(target=send)
        sender.start()
        while len(answered) < 5:
            pass
        assert at.stop(signal.SIGKILL) == -signal.SIGKILL
        sender.join()
    found = [one.id for one in folder.decisions()]
    assert found[: len(answered)] == answered
    assert len(found) <= len(answered) + 1


def test_a_port_that_is_taken_is_an_error_of_two_lines(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "w", ITEMS)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "polyphrase", "review", "--web", "--by", "ann", "--port", port]
        ran = subprocess.run(
            command, cwd=folder.path, capture_output=True, text=True, timeout=60, check=False
        )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[0].startswith(f"error: port {port} of this machine cannot be used")
    assert ran.stderr.splitlines()[1].startswith("hint: ")
