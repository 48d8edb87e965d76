"""Nothing in a test may reach the network or spend money: only loopback sockets connect."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")


class NetworkInTestError(RuntimeError):
    """A test tried to leave the machine."""


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guarded(real: Any) -> Any:
        def call(self: socket.socket, address: Any) -> Any:
            local = self.family == socket.AF_UNIX or str(address[0]).startswith(LOOPBACK)
            if not local:
                raise NetworkInTestError(f"a test tried to reach {address!r}")
            return real(self, address)

        return call

    monkeypatch.setattr(socket.socket, "connect", guarded(connect))
    monkeypatch.setattr(socket.socket, "connect_ex", guarded(connect_ex))


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """No provider's key of the developer reaches a test."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "MISTRAL_API_KEY", "GROQ_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder, so that no test writes into the checkout."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where the file goes; the folder is not there yet."""
    return tmp_path / "cache" / "models" / "tiny.gguf"


def shared(name: str) -> Path:
    """A file of the shared measuring data; skips the test where that is not laid out beside the checkout."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"needs ../shared/{name}, which is not beside this checkout")
    return path
