"""The review in a browser: a page on this machine, for who has the link."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from polyphrase.adapters.bench import Bench
from polyphrase.errors import InputError
from polyphrase.models import Staged

HOST = "127.0.0.1"


def serve(
    bench: Bench,
    items: Callable[[bool], Sequence[Staged]],
    *,
    doubtful: bool,
    riskiest_first: bool,
    port: int,
) -> None:
    """Serve the page until Ctrl-C. `items` gives the candidates, in the riskiest-first order if called with True.

    Prints the link on stderr. `port` 0 takes any that is free. Raises `InputError` where `port` is taken.
    """
    import uvicorn

    from polyphrase.adapters.web.app import Desk
    from polyphrase.adapters.web.choice import Choice
    from polyphrase.adapters.web.guard import Guard

    # The protocol is named because asyncio turns the 40 ms of Nagle's algorithm off only where it is.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise InputError(
                f"port {port} of this machine cannot be used: {error.strerror}",
                "name another with --port, or leave it out",
            ) from error
        listening.listen()
        port = listening.getsockname()[1]
        usual = Choice(trust="" if doubtful else "clean", order="risk" if riskiest_first else "corpus")
        guard = Guard(Desk(bench, items, usual).app(), port)
        warm_up(bench, items)
        sys.stderr.write(
            f"Open http://{HOST}:{port}/?token={guard.token}\n"
            "The link works once. Ctrl-C ends the review; every decision is saved when it is made.\n"
        )
        sys.stderr.flush()
        config = uvicorn.Config(
            guard, log_level="error", access_log=False, lifespan="off", ws="none", server_header=False
        )
        with suppress(KeyboardInterrupt):  # how it is meant to end
            uvicorn.Server(config).run(sockets=[listening])


def warm_up(bench: Bench, items: Callable[[bool], Sequence[Staged]]) -> None:
    """Load what the first page needs, so that the first page does not wait for it."""
    for item in items(False)[:1]:
        if item.row_id in bench.rows:
            bench.card(item)
