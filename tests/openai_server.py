"""An OpenAI-compatible server on loopback that behaves as a script says, one behaviour a request."""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, NamedTuple
from unittest import mock


class Behaviour(NamedTuple):
    """What one request gets. `act` other than `answer` breaks the connection on purpose.

    truncate: the headers promise more bytes than come. close: nothing comes. reset: the same, with a TCP reset.
    hang: the connection stays open, and nothing comes before the server stops.
    """

    act: Literal["answer", "truncate", "close", "reset", "hang"] = "answer"
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = {}


CLOSE, RESET, HANG = Behaviour("close"), Behaviour("reset"), Behaviour("hang")


def reply(
    text: str | None = "hello",
    *,
    finish_reason: str | None = "stop",
    reasoning: str | None = None,
    model: str = "test-model-2030",
    usage: Mapping[str, int] | None = None,
    ascii_only: bool = True,
    logprobs: object = None,
) -> Behaviour:
    """A chat completion. With `ascii_only` a lone surrogate travels as its JSON escape."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if reasoning is not None:
        message["reasoning_content"] = reasoning
    answer: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": logprobs}],
        "usage": dict(usage or {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}),
    }
    return Behaviour(body=json.dumps(answer, ensure_ascii=ascii_only).encode())


def failure(status: int, message: str = "no", **headers: str) -> Behaviour:
    """An error in OpenAI's shape. `Retry_After="3"` becomes the header `Retry-After: 3`."""
    body = json.dumps({"error": {"message": message, "type": "test", "code": str(status)}}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Behaviour(status=status, body=body, headers=named)


def raw(body: bytes, status: int = 200) -> Behaviour:
    """Any bytes as the body."""
    return Behaviour(status=status, body=body)


def truncated() -> Behaviour:
    """A good reply that ends half-way."""
    return reply("x" * 400)._replace(act="truncate")


class Received(NamedTuple):
    """A request that reached the server."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


class OpenAIServer:
    """Runs on a free port while entered. Request n gets behaviour n; the last one repeats for ever."""

    def __init__(self, *script: Behaviour) -> None:
        self.received: list[Received] = []
        self._script = script or (reply(),)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        # A developer's proxy is not asked for loopback.
        self._no_proxy = mock.patch.dict(os.environ, NO_PROXY="127.0.0.1")
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def api_base(self) -> str:
        """What goes into `Request.api_base`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> OpenAIServer:
        self._no_proxy.start()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._no_proxy.stop()

    def next_behaviour(self, received: Received) -> Behaviour:
        """Note a request and give what the script has for it."""
        with self._lock:
            self.received.append(received)
            return self._script[min(len(self.received), len(self._script)) - 1]

    def wait_until_stopped(self) -> None:
        """Block a hanging request's thread."""
        self._stopping.wait(30)


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # so that server_close() waits for every request's thread

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is part of the script, not worth a traceback."""


def _handler(server: OpenAIServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            received = Received(self.path, dict(self.headers.items()), json.loads(content))
            behaviour = server.next_behaviour(received)
            self.close_connection = True
            if behaviour.act == "hang":
                server.wait_until_stopped()
            elif behaviour.act == "reset":
                # A zero linger time makes close() send RST instead of FIN.
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()
            elif behaviour.act != "close":
                self.answer(behaviour)

        def answer(self, behaviour: Behaviour) -> None:
            self.send_response(behaviour.status)
            for name, value in {"Content-Type": "application/json", **behaviour.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(behaviour.body)))
            self.end_headers()
            whole = behaviour.act == "answer"
            self.wfile.write(behaviour.body if whole else behaviour.body[: len(behaviour.body) // 2])

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the standard library's name
            """Tests need no access log."""

    return Handler
