"""The whole job on a real corpus: expand, accept all, merge, and knaif's own loader reads the result."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from conftest import shared
from doubles import ScriptedModel, asked, glossed, is_glossing, is_judging, no_traps, phrasings, verdict
from knaif.evalsuite.corpus import load_corpus

from polyphrase import commands
from polyphrase.adapters.workspace import Workspace
from polyphrase.models import Request
from polyphrase.plan import Filters
from polyphrase.ports import Model
from polyphrase.settings import Settings

# Long enough to be told as its language whatever command follows.
POLITE = {
    "Spanish": ("por favor quiero que hagas esto lo antes posible: ", "necesito que realices lo siguiente: "),
    "Chinese": (
        "请帮我尽快处理下面这个任务，具体的要求已经写在后面了：",
        "麻烦你现在就按照后面所写的内容来完成这件事情：",
    ),
}


def polite(request: Request) -> str:
    """Every literal is kept, so nearly all of it reaches the judge, who agrees."""
    payload = asked(request)
    if is_judging(request):
        return verdict("equivalent")
    if is_glossing(request):
        return glossed(payload["text"], payload["into"])
    starts = POLITE[payload["language"].split(" ")[0]][: len(payload["forms"]) - 1]
    return phrasings(start + payload["command"] for start in starts)


def grow(
    folder: Path, langs: list[str], rows: tuple[str, ...], model: Model | None
) -> tuple[bytes, bytes, int]:
    """Expand, accept all, merge; gives the corpus before and after, and the exit code of expand."""
    corpus = folder / "eval.jsonl"
    shutil.copy(shared("corpora/knaif-ffmpeg/eval.jsonl"), corpus)
    corpus.chmod(0o644)
    before = corpus.read_bytes()
    settings = Settings(corpus=str(corpus), out=str(folder / "out"), rounds=1)
    code = commands.run_expand(settings, Filters(rows=rows), langs, model=model, bait=no_traps)
    commands.run_review(
        settings, Filters(), (), doubtful=False, riskiest_first=False, accept_all=True, by="test"
    )
    assert commands.run_merge(settings, dry_run=False, undo=False) == 0
    after = corpus.read_bytes()
    staged = [one for one in Workspace(settings).staged() if one.trust == "clean"]
    assert only_gained(before, after) == {one.row_id for one in staged}
    assert len(load_corpus(corpus)) == 314
    assert commands.run_merge(settings, dry_run=False, undo=False) == 0
    assert corpus.read_bytes() == after
    assert commands.run_merge(settings, dry_run=False, undo=True) == 0
    assert corpus.read_bytes() == before
    return before, after, code


def only_gained(before: bytes, after: bytes) -> set[str]:
    """The ids of the lines that differ; each differs only by what was appended to utterances and tags."""
    old, new = before.split(b"\n"), after.split(b"\n")
    assert len(old) == len(new)
    touched = set()
    for one, other in zip(old, new, strict=True):
        if one == other:
            continue
        was, now = json.loads(one), json.loads(other)
        for key in ("utterances", "tags"):
            assert now[key][: len(was[key])] == was[key]
            now[key] = was[key]
        assert now == was
        touched.add(was["id"])
    return touched


def test_the_whole_corpus_grows_and_nothing_else_changes(folder: Path) -> None:
    model = ScriptedModel(polite)
    before, after, code = grow(folder, ["es", "zh"], (), model)
    assert code == 0
    assert model.written == 618
    assert len(after) > len(before)


@pytest.mark.embedded
def test_two_real_rows_with_the_real_model(folder: Path) -> None:
    """The real model on the real corpus; in full it is `expand --lang es --rows 'ffmpeg_00*'`."""
    _, _, code = grow(folder, ["es"], ("ffmpeg_00[27]",), None)
    assert code in (0, 3)
    settings = Settings(corpus=str(folder / "eval.jsonl"), out=str(folder / "out"))
    lines = [*Workspace(settings).staged(), *Workspace(settings).dropped()]
    assert len(lines) >= 4
    assert {one.row_id for one in lines} == {"ffmpeg_002", "ffmpeg_007"}
