"""Files: the lock of a folder, atomic writes, and JSON lines with every problem reported at once."""

from __future__ import annotations

import io
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import filelock
import jsonlines
from pydantic import BaseModel, ValidationError

from polyphrase import corpus
from polyphrase.errors import BusyError, InputError

AnyModel = TypeVar("AnyModel", bound=BaseModel)


def _dumps(item: BaseModel | dict[str, object], *, as_read: bool) -> str:
    # jsonlines tries its encoder on an empty object first.
    return item.model_dump_json(exclude_unset=as_read) if isinstance(item, BaseModel) else "{}"


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the only lock of `folder` (made if missing). The system frees it when the process dies."""
    lock = filelock.FileLock(folder / ".lock", timeout=0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        raise BusyError(
            f"another polyphrase process is working in {folder}",
            "wait until it ends, or give this run its own folder with --out",
        ) from None
    except OSError as error:
        raise unusable(folder, error) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def append_lock(path: Path) -> Iterator[None]:
    """Wait until nobody else appends to `path`: mending its last line must not meet half a line of another."""
    lock = filelock.FileLock(path.with_name(f".{path.name}.lock"), timeout=10)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        raise BusyError(f"another process keeps {path} locked", "end it and decide again") from None
    except OSError as error:
        raise unusable(path, error) from error
    try:
        yield
    finally:
        lock.release()


def unusable(path: Path, error: OSError) -> InputError:
    """The error for a file or folder the system does not let us use."""
    return InputError(
        f"cannot use {path}: {error.strerror or error}", "check that it exists and may be read and written"
    )


def read_bytes(path: Path) -> bytes:
    """All bytes of a file that the user named. Raises `InputError`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise unusable(path, error) from error


def read_corpus(path: Path) -> corpus.Corpus:
    """Read and check a corpus file. Raises `CorpusError` with all its problems."""
    return corpus.parse(read_bytes(path), str(path))


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that a reader (or a crash) sees the old bytes or the new ones, nothing between.

    A symbolic link keeps pointing where it points, and the file keeps its mode.
    """
    path = path.resolve()
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"{path} is write-protected", "make it writable, if it is meant to change")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise unusable(path, error) from error
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o644)
        beside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise unusable(path, error) from error
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` survive a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def json_lines(items: Iterable[BaseModel], *, as_read: bool = False) -> bytes:
    """Items as JSON lines: one canonical form, so that equal items are equal bytes.

    `as_read`: without the fields that an item of an older version did not have.
    """
    buffer = io.StringIO()
    jsonlines.Writer(buffer, dumps=partial(_dumps, as_read=as_read)).write_all(items)
    return buffer.getvalue().encode()


def read_items(path: Path, kind: type[AnyModel]) -> list[AnyModel]:
    """Read a JSON lines file of ours; a missing file is empty. Raises `InputError` naming every bad line.

    A torn last line (a crash while it was written) is not an item yet and is left out.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unusable(path, error) from error
    return _items(lines, path, kind)


def _items(lines: list[bytes], path: Path, kind: type[AnyModel], before: int = 0) -> list[AnyModel]:
    """The items of `lines`, which end with what follows the last line end; `before`: lines above them."""
    items: list[AnyModel] = []
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        try:
            items.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            if number == len(lines) and first["type"] == "json_invalid":
                break  # torn, or the nothing after the last line end
            where = ".".join(str(part) for part in first["loc"])
            problems.append(f"\n  {path}:{before + number}: {where + ': ' if where else ''}{first['msg']}")
    if problems:
        raise InputError(
            f"{path} cannot be read:{''.join(problems)}", "mend or remove these lines; nothing was changed"
        )
    return items


NOTHING = (0, 0, 0)
"""What is seen of a file that is missing."""


class Growing(Generic[AnyModel]):
    """A JSON lines file of ours that others write to while it is read; asked again, it reads what is new."""

    def __init__(self, path: Path, kind: type[AnyModel]) -> None:
        self._path, self._kind = path, kind
        self._items: Sequence[AnyModel] = ()
        self._seen = NOTHING
        # Of the lines that were written to their end: how many, how many bytes, and the last one.
        self._whole, self._end, self._last = 0, 0, b""

    def items(self) -> Sequence[AnyModel]:
        """Every item by now; not a line that is being written. Raises `InputError`.

        The same list as before, where nothing changed.
        """
        try:
            found = self._path.stat()
        except FileNotFoundError:
            if self._seen != NOTHING:
                self._forget()
            return self._items
        except OSError as error:
            raise unusable(self._path, error) from error
        seen = (found.st_ino, found.st_size, found.st_mtime_ns)
        if seen == self._seen:
            return self._items
        try:
            with self._path.open("rb") as file:
                file.seek(self._end - len(self._last))
                # Another file can have the old one's number, or be longer than it.
                if found.st_ino != self._seen[0] or file.read(len(self._last)) != self._last:
                    self._forget()
                    file.seek(0)
                data = file.read()
        except OSError as error:
            raise unusable(self._path, error) from error
        before = self._items[: self._whole]
        new = _items(data.split(b"\n"), self._path, self._kind, self._whole)
        # A new list: who has the old one may be reading it.
        self._items, self._seen = [*before, *new], seen
        end = data.rfind(b"\n") + 1
        if end:
            self._whole += data.count(b"\n")
            self._end += end
            self._last = data[data.rfind(b"\n", 0, end - 1) + 1 : end]
        return self._items

    def _forget(self) -> None:
        self._items, self._seen = (), NOTHING
        self._whole, self._end, self._last = 0, 0, b""


def read_texts(path: Path) -> dict[str, str]:
    """Every string with a space in a JSON lines or YAML file, at any depth, with the place where it stands.

    Raises `InputError`.
    """
    import yaml

    text = read_bytes(path).decode("utf-8-sig", "replace")
    try:
        if path.suffix.lower() in (".yaml", ".yml"):
            return dict.fromkeys(_strings(yaml.safe_load(text)), str(path))
        found: dict[str, str] = {}
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip() and not line.lstrip().startswith("//"):
                found |= dict.fromkeys(_strings(json.loads(line)), f"{path}:{number}")
        return found
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        raise InputError(
            f"{path} cannot be read: {' '.join(str(error).split())[:200]}",
            "files to avoid are JSON lines, or YAML if their name says so",
        ) from error


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if " " in value.strip() or not value.isascii():
            yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def append_item(path: Path, *items: BaseModel) -> None:
    """Append a JSON line for each item; all are on disk when this returns."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mend_last_line(path)
        with path.open("ab") as file:
            file.write(json_lines(items))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise unusable(path, error) from error


def mend_last_line(path: Path) -> None:
    """Make a file end with a line end: a torn last line is cut off unless it is whole but for that.

    Only a crash in the middle of a write leaves such a line, and then the write was never confirmed.
    """
    if not path.exists() or not (size := path.stat().st_size):
        return
    with path.open("r+b") as file:
        file.seek(size - 1)
        if file.read(1) == b"\n":
            return
        file.seek(0)
        data = file.read()
        keep = data.rfind(b"\n") + 1
        try:
            jsonlines.Reader([data[keep:].decode()]).read()
        except (jsonlines.InvalidLineError, EOFError, UnicodeDecodeError):
            file.truncate(keep)
        else:
            file.seek(size)
            file.write(b"\n")
        file.flush()
        os.fsync(file.fileno())
