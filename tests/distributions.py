"""Installed packages that hold the parts of a small model, and never let their code be imported."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from polyphrase.adapters import weights
from polyphrase.adapters.weights import Weights

# Twelve, so that part10 would come before part2 in a sorted list; one empty, one of more than a chunk.
PARTS = tuple(
    bytes([65 + n]) * (0 if n == 4 else weights.CHUNK + 5 if n == 6 else 1000 + n) for n in range(12)
)
WHOLE = b"".join(PARTS)


def known(content: bytes = WHOLE, count: int = len(PARTS)) -> Weights:
    return Weights(
        name="tiny",
        file="tiny.gguf",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        parts=tuple((f"polyphrase-fake-part{n}", f"part{n:02d}.bin") for n in range(1, count + 1)),
        hub_repository="nobody/tiny",
    )


def install(site: Path, parts: Sequence[bytes]) -> None:
    """Lay out distributions as pip does. Importing their code would raise."""
    for n, content in enumerate(parts, start=1):
        package = f"polyphrase_fake_part{n}"
        data = site / package / "data"
        data.mkdir(parents=True)
        (site / package / "__init__.py").write_text("raise RuntimeError('imported')\n", encoding="utf-8")
        (data / f"part{n:02d}.bin").write_bytes(content)
        info = site / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: polyphrase-fake-part{n}\nVersion: 1.0\n", encoding="utf-8"
        )
        names = (f"{package}/__init__.py", f"{package}/data/part{n:02d}.bin", f"{info.name}/METADATA")
        (info / "RECORD").write_text("".join(f"{name},,\n" for name in names), encoding="utf-8")


def silent(what: str, done: int, total: int) -> None:
    pass


def left_in(target: Path) -> set[str]:
    """What is in the target's folder besides the lock."""
    return {one.name for one in target.parent.iterdir()} - {"tiny.lock"}
