"""How fast the review page is with thousands of candidates: opening it, and a key until the next one is drawn.

Run: python benchmarks/review.py [--candidates 5000] [--keys 40] [--corpus data/eval.jsonl]. Needs chromium.
Prints a table and writes review.json beside it. Seconds depend on the machine; what counts is that they hardly
grow with the number of candidates.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from polyphrase.adapters.files import json_lines, read_corpus
from polyphrase.models import Staged

# From the key until the frame in which the next candidate is drawn.
TIMER = """() => {
  window.taken = []; let pressed = 0;
  document.addEventListener("keydown", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => requestAnimationFrame(() => {
    if (pressed) { window.taken.push(performance.now() - pressed); pressed = 0; }
  })).observe(document.body, { childList: true });
}"""


def staged(corpus: Path, count: int) -> list[Staged]:
    """So many candidates, the rows in turn, in eight languages."""
    rows = read_corpus(corpus).rows
    langs = ("es", "de", "zh", "ru", "bg", "fr", "pt", "it")
    return [
        Staged(
            id=f"{number:016x}",
            row_id=row.id,
            text=f"{row.utterances[0]} ({number})",
            lang=langs[number % len(langs)],
            detected=langs[number % len(langs)],
            style="neutral",
            source=row.utterances[0],
            trust="clean" if number % 4 else "doubtful",
            checks=dict.fromkeys("abcdefghijklmn", "ok"),
            verdict={"label": "equivalent", "score": 0.9, "reason": "", "votes": {}},
            flags=(),
            model="m",
            judge="j",
            prompts={},
            row_utterances=len(row.utterances),
            row_state=row.state(len(row.utterances)),
            request_key="",
            gloss=row.utterances[0],
        )
        for number in range(count)
        for row in [rows[number % len(rows)]]
    ]


def measure(corpus: Path, count: int, keys: int) -> dict[str, float]:
    """Milliseconds to open the page, and the median and the worst key."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "staged.jsonl").write_bytes(json_lines(staged(corpus, count)))
        command = [sys.executable, "-m", "polyphrase", "--corpus", str(corpus), "--out", folder]
        running = subprocess.Popen(
            [*command, "review", "--web", "--doubtful", "--by", "x"], stderr=subprocess.PIPE, text=True
        )
        assert running.stderr is not None
        try:
            link = running.stderr.readline().split()[1]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
                    args=["--no-sandbox"],
                )
                page = browser.new_page()
                page.goto("about:blank")
                started = time.perf_counter()
                page.goto(link)
                page.wait_for_selector("html.script main h1")
                opened = 1000 * (time.perf_counter() - started)
                taken = _press(page, keys)
                browser.close()
        finally:
            running.terminate()
            running.wait()
            running.stderr.close()
    return {"candidates": count, "open": opened, "key": statistics.median(taken), "worst key": max(taken)}


def _press(page: Page, keys: int) -> list[float]:
    page.evaluate(TIMER)
    for number in range(keys):
        page.keyboard.press("s" if number % 4 == 3 else "a")
        while page.evaluate("window.taken.length") <= number:
            time.sleep(0.005)
    taken: list[float] = page.evaluate("window.taken")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=int, nargs="+", default=[50, 5000])
    parser.add_argument("--keys", type=int, default=40)
    parser.add_argument("--corpus", type=Path, default=Path("data/eval.jsonl"))
    arguments = parser.parse_args()
    found = [measure(arguments.corpus, count, arguments.keys) for count in arguments.candidates]
    print(f"{'candidates':>10}{'open ms':>10}{'key ms':>10}{'worst key ms':>14}")
    for one in found:
        print(f"{one['candidates']:>10.0f}{one['open']:>10.0f}{one['key']:>10.0f}{one['worst key']:>14.0f}")
    Path("review.json").write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
