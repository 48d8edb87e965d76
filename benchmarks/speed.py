"""What polyphrase itself costs: start-up against litellm's import, and the CPU of a whole run without a model.

    python benchmarks/speed.py [CORPUS.jsonl] [--json]

Prints ratios and CPU seconds of one run on this machine; compare within a run only.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from polyphrase import commands
from polyphrase.models import Reply, Request
from polyphrase.plan import Filters
from polyphrase.settings import Settings

PREFIX = {
    "Spanish": (
        "por favor quiero que hagas esto lo antes posible: ",
        "necesito con urgencia que realices lo siguiente: ",
    ),
    "Chinese": (
        "请帮我尽快处理下面这个任务，具体的要求已经写在后面了：",
        "麻烦你现在就按照后面所写的内容来完成这件事情，谢谢：",
    ),
}


class InstantModel:
    """Answers at once; its phrasings keep every literal, so that nearly all of them reach the judge."""

    def __init__(self) -> None:
        self.calls = 0

    def complete(self, request: Request) -> Reply:
        self.calls += 1
        asked = request.messages[-1].content
        if '"language"' in asked:
            payload = json.loads(asked.splitlines()[0])
            starts = PREFIX[re.split(r"\W", payload["language"])[0]]
            answer = {"phrasings": [start + payload["command"] for start in starts[: payload["count"]]]}
        else:
            answer = {"reason": "both ask for the same", "verdict": "equivalent"}
        return Reply(
            text=json.dumps(answer, ensure_ascii=False),
            finish_reason="stop",
            model="instant",
            input_tokens=100,
            output_tokens=30,
            cost=0.0,
        )


def seconds(*arguments: str) -> float:
    """Best of three runs of a Python command, in CPU seconds of the child."""
    best = float("inf")
    for _ in range(3):
        before = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        best = min(best, time.perf_counter() - before)
    return best


def main() -> None:
    arguments = [one for one in sys.argv[1:] if one != "--json"]
    corpus = arguments[0] if arguments else "data/eval.jsonl"
    start_up = seconds("-m", "polyphrase", "--help") / seconds("-c", "import litellm")
    model = InstantModel()
    with tempfile.TemporaryDirectory() as out:
        settings = Settings(corpus=corpus, out=out, model="openai/instant", concurrency=4)
        stdout, sys.stdout = sys.stdout, sys.stderr
        before = time.process_time()
        commands.run_expand(settings, Filters(), ["es", "zh"], model=model, as_json=True)
        cpu = time.process_time() - before
        sys.stdout = stdout
        staged = sum(1 for _ in (Path(out) / "staged.jsonl").open())
    found = {
        "help_to_litellm_import": round(start_up, 3),
        "expand_cpu_seconds": round(cpu, 2),
        "calls": model.calls,
        "staged": staged,
    }
    if "--json" in sys.argv:
        print(json.dumps(found))
    else:
        print(f"`polyphrase --help` costs {start_up:.1%} of `import litellm`")
        print(f"expand --lang es,zh on {corpus}: {cpu:.2f} s of CPU for {model.calls} calls, {staged} staged")


if __name__ == "__main__":
    main()
