"""The house rules that can be checked: who may touch the world, what an import costs, how long a file is."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "polyphrase"
SHELLS = {"cli", "options", "__main__", "__init__"}
PURE = sorted(path for path in SOURCE.glob("*.py") if path.stem not in SHELLS)
# What pure modules may import from outside the project: values and computation, no files, clocks, or processes.
# langcodes is the table of BCP 47.
ALLOWED = {
    "__future__", "bisect", "codecs", "collections", "concurrent", "contextlib", "dataclasses",
    "difflib", "enum", "fnmatch", "fractions", "functools", "hashlib", "itertools", "json", "langcodes", "math",
    "operator", "pydantic", "rapidfuzz", "re", "statistics", "string", "tomllib", "types", "typing", "unicodedata",
}  # fmt: skip


def imports(path: Path, *, inside_functions: bool = True) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if inside_functions else ast.iter_child_nodes(tree)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.stem)
def test_a_pure_module_imports_only_pure_things(path: Path) -> None:
    foreign = {name for name in imports(path) if name.split(".")[0] not in ALLOWED | {"polyphrase"}}
    assert not foreign
    assert not {name for name in imports(path) if name.startswith("polyphrase.adapters")}


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.stem)
def test_a_pure_module_opens_and_prints_nothing(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "exec", "eval", "__import__"}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.stem)
def test_a_file_stays_small_enough_to_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 320


def modules_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(ran.stdout.split())


@pytest.mark.parametrize("module", ["polyphrase.cli", "polyphrase.commands"])
def test_importing_the_command_line_loads_nothing_heavy(module: str) -> None:
    loaded = modules_after(f"import {module}")
    assert not loaded & {
        "litellm",
        "xllamacpp",
        "langcodes",
        "langdetect",
        "msgpack",
        "numpy",
        "py3langid",
        "wordfreq",
        "huggingface_hub",
        "openai",
        "httpx",
        "tenacity",
    }


def test_help_needs_none_of_the_commands() -> None:
    loaded = modules_after("import polyphrase.cli")
    assert not loaded & {"polyphrase.commands", "polyphrase.literals", "pydantic"}


def test_no_prompt_text_in_code() -> None:
    """What a model is told lives in prompts/, not in Python."""
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert '"role": "system", "content": "' not in text
        assert "You are" not in text, path
