"""Make the pictures of the review for the README: `make docs-images`.

The candidates are made up, and everything beside them is computed as in a review. The page needs chromium.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console

from polyphrase.adapters import screen
from polyphrase.adapters.bench import Bench
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.adapters.files import json_lines, read_corpus
from polyphrase.adapters.workspace import Workspace
from polyphrase.models import Staged
from polyphrase.review import Session, ordered
from polyphrase.settings import Settings

DOCS = Path(__file__).parent
CORPUS = DOCS.parent / "data" / "eval.jsonl"
CANDIDATES = (
    ("media_008", "bg", "махни звука от drone_01.mp4", "remove the sound from drone_01.mp4", "clean", 0.94),
    ("media_008", "de", "speichere drone_01.mp4 ohne Ton", "save drone_01.mp4 without sound", "clean", 0.97),
    ("media_008", "de", "Ton von drone_01.mp4 bitte weg", "sound of drone_01.mp4 please away", "doubtful", 0.61),
    ("media_010", "bg", "запази кадър от wedding.mp4 на 90-ата секунда като png", "", "clean", 0.9),
)  # fmt: skip


def staged(folder: Path) -> list[Staged]:
    """Write the candidates into `folder`."""
    rows = {row.id: row for row in read_corpus(CORPUS).rows}
    items = [
        Staged(
            id=f"{number:016x}",
            row_id=row_id,
            text=text,
            lang=lang,
            detected=lang,
            style="neutral",
            source=rows[row_id].utterances[0],
            trust="clean" if trust == "clean" else "doubtful",
            checks=dict.fromkeys(("attacks", "literals", "markers", "language"), "ok"),
            verdict={"label": "equivalent", "score": score, "reason": "", "votes": {}},
            flags=(),
            model="embedded/qwen2.5-coder-1.5b",
            judge="embedded/qwen2.5-coder-1.5b",
            prompts={},
            row_utterances=len(rows[row_id].utterances),
            row_state=rows[row_id].state(len(rows[row_id].utterances)),
            request_key="",
            gloss=gloss,
        )
        for number, (row_id, lang, text, gloss, trust, score) in enumerate(CANDIDATES)
    ]
    (folder / "staged.jsonl").write_bytes(json_lines(items))
    return items


def terminal(folder: Path) -> None:
    """The terminal as SVG, 80 columns wide."""
    bench = Bench(
        Workspace(Settings(corpus=str(CORPUS), out=str(folder))), "ann", StatisticalDetector(), lambda: ""
    )
    session = Session(ordered(staged(folder), bench.corpus.rows, doubtful=True), "ann")
    console = Console(record=True, width=80, height=24, force_terminal=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    console.print(screen.header(session))
    console.print(screen.body(bench.card(session.items[0]), console))
    console.print(screen.keys(at_end=False))
    picture = console.export_svg(title="polyphrase review", unique_id="review")
    # The fonts would come from a server; any font with fixed widths does.
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    lines = [line.rstrip() for line in picture.split("\n")]
    (DOCS / "review-terminal.svg").write_text("\n".join(lines), encoding="utf-8")


def page(folder: Path) -> None:
    """The page as PNG, light."""
    command = [sys.executable, "-m", "polyphrase", "--corpus", str(CORPUS), "--out", str(folder)]
    running = subprocess.Popen(
        [*command, "review", "--web", "--doubtful", "--by", "ann"], stderr=subprocess.PIPE, text=True
    )
    assert running.stderr is not None
    try:
        link = running.stderr.readline().split()[1]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"), args=["--no-sandbox"]
            )
            shown = browser.new_page(viewport={"width": 1100, "height": 560})
            shown.goto(link)
            shown.wait_for_selector("html.script main h1")
            shown.screenshot(path=DOCS / "review-page.png")
            browser.close()
    finally:
        running.terminate()
        running.wait()
        running.stderr.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        terminal(Path(name))
        page(Path(name))
