"""Who may talk to the review page: a browser on this machine that was given the link, and no other site in it."""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Not `no-referrer`: with it a browser calls the origin of a form `null`.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# A page of ours, so that the next request comes from us: a browser sends a strict cookie with no other.
WELCOME = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>polyphrase review</title>'
    '<link rel="icon" href="/static/icon.svg"><meta http-equiv="refresh" content="0;url=/">'
    '<p><a href="/">To the review</a></p></html>'
)
NO_LINK = (
    "This link does not open the review: it was opened before, or it is not the one that was printed.\n"
    "Stop `polyphrase review --web` with Ctrl-C, start it again, and open the link that it prints.\n"
)


class Guard:
    """Lets through what comes with the cookie that the one-time token in the link was exchanged for.

    The `Host` has to be ours, or another site's name could be pointed at this machine (DNS rebinding); what
    changes something has to come from a page of ours.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self._session = secrets.token_urlsafe(32)
        # Cookies do not know ports: two reviews at once must not throw each other out.
        self._cookie = f"polyphrase_{port}"
        self.token = secrets.token_urlsafe(32)
        self._spent = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, as ASGI says."""
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        answer = self._answer(scope) or self._app
        await answer(scope, receive, send_guarded)

    def _answer(self, scope: Scope) -> Response | None:
        """What to say instead of the page; None lets the request through."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host not in self._hosts:
            return PlainTextResponse("This is not the host of the review.\n", 421)
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        known = self._is_known(headers)
        if given:
            return self._welcome() if known or self._is_first_use(given) else PlainTextResponse(NO_LINK, 403)
        if not known:
            return PlainTextResponse(NO_LINK, 403)
        if scope["method"] not in ("GET", "HEAD") and not self._is_ours(headers, host):
            return PlainTextResponse("This did not come from the page of the review.\n", 403)
        return None

    def _is_known(self, headers: Headers) -> bool:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return False
        return found is not None and secrets.compare_digest(found.value.encode(), self._session.encode())

    def _is_first_use(self, given: str) -> bool:
        right = secrets.compare_digest(given.encode(), self.token.encode())
        first, self._spent = right and not self._spent, right or self._spent
        return first

    def _is_ours(self, headers: Headers, host: str) -> bool:
        return headers.get("origin") == f"http://{host}" and headers.get("sec-fetch-site", "same-origin") == (
            "same-origin"
        )

    def _welcome(self) -> Response:
        response = HTMLResponse(WELCOME)
        response.set_cookie(self._cookie, self._session, path="/", httponly=True, samesite="strict")
        return response
