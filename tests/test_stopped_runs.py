"""Whole runs of `expand` that a cap, a kill, Ctrl-C or another process stops: the next one goes on from there."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from doubles import ScriptedModel, from_table, is_judging, reply
from running import CALLS, CELLS, GOOD, Project, good_model, mixed_model, shared_detector

from polyphrase.adapters import litellm_model
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, BusyError, InputError
from polyphrase.fill import Price, upper_bound
from polyphrase.models import Request
from polyphrase.plan import Filters


@pytest.fixture
def project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    for command in ("expand", "merge"):
        monkeypatch.setattr(f"polyphrase.commands.{command}.StatisticalDetector", shared_detector)
    return Project(folder)


# --- money ---------------------------------------------------------------------------------------------------


def test_a_cap_on_calls_stops_the_run_and_the_next_goes_on(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    model = good_model()
    assert project.expand(model, max_calls=3, concurrency=16) == EXIT_INCOMPLETE
    assert model.calls == 3
    assert "--max-calls" in capsys.readouterr().err
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert model.calls == CALLS - 3


def test_a_run_capped_again_and_again_ends_with_the_same_bytes(project: Project) -> None:
    project.expand(mixed_model())
    before = project.results
    (project.generated / "journal.jsonl").unlink()
    codes = [project.expand(mixed_model(), max_calls=7, concurrency=16) for _ in range(10)]
    assert codes[0] == EXIT_INCOMPLETE
    assert codes[-1] == EXIT_DONE
    assert project.results == before


@pytest.mark.parametrize(("more", "calls"), [(-1, 0), (0, 1)])
def test_a_cap_on_tokens_counts_the_most_that_a_call_can_take(
    project: Project, more: int, calls: int
) -> None:
    first = good_model()
    project.expand(first, filters=Filters(rows=("sound_1",)), max_calls=1)
    bound = upper_bound(first.requests[0], None).tokens
    (project.generated / "journal.jsonl").unlink()
    model = good_model()
    assert project.expand(model, max_tokens=bound + more) == EXIT_INCOMPLETE
    assert model.calls == calls


def test_a_cap_on_cost_stops_before_the_first_call_where_the_price_is_unknown(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        litellm_model, "price", lambda model: None if "judge" in model else Price(0.000001, 0.000001)
    )
    model = good_model()
    with pytest.raises(InputError, match="price of `scripted/judge` is unknown"):
        project.expand(model, max_cost=1000.0)
    assert model.calls == 0


@pytest.mark.parametrize(("most", "calls"), [(0.0, 0), (0.01, 5), (1.0, CALLS)])
def test_a_cap_on_cost_holds(
    project: Project, monkeypatch: pytest.MonkeyPatch, most: float, calls: int
) -> None:
    """Every reply is billed 0.001 dollars; no call can take over 0.0055."""
    monkeypatch.setattr(litellm_model, "price", lambda model: Price(0.000001, 0.000001))
    table = from_table(GOOD)
    model = ScriptedModel(lambda request: reply(table(request), cost=0.001))
    code = project.expand(model, max_cost=most, concurrency=16)
    assert code == (EXIT_DONE if model.calls == CALLS else EXIT_INCOMPLETE)
    assert model.calls >= calls
    assert 0.001 * model.calls <= most


# --- crashes -------------------------------------------------------------------------------------------------

DRIVER = """
import sys
sys.path.insert(0, sys.argv[1])
from doubles import no_traps
from running import EVERY_ROW, good_model
from polyphrase import commands
from polyphrase.settings import Settings
settings = Settings.model_validate_json(sys.argv[2])
commands.run_expand(settings, EVERY_ROW, ["es", "zh"], model=good_model(pause=0.02), bait=no_traps)
"""


def started(project: Project) -> subprocess.Popen[bytes]:
    tests = str(Path(__file__).parent)
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER, tests, project.settings.model_dump_json()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def wait_for_replies(project: Project, number: int) -> None:
    until = time.monotonic() + 20
    while project.read("journal.jsonl").count(b"\n") < number:
        assert time.monotonic() < until, "the run wrote no replies"
        time.sleep(0.002)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    project = Project(tmp_path_factory.mktemp("uninterrupted"))
    project.expand(good_model())
    return project.results


@pytest.mark.parametrize("replies", random.Random(5).sample(range(1, CALLS - 4), 3))
def test_a_killed_run_asks_only_for_what_is_missing(
    project: Project, uninterrupted: tuple[bytes, bytes], replies: int
) -> None:
    """SIGKILL at any reply: what was recorded is never asked again, and the end is the same."""
    with started(project) as process:
        wait_for_replies(project, replies)
        process.send_signal(signal.SIGKILL)
    recorded = project.read("journal.jsonl").count(b"\n")
    assert replies <= recorded < CALLS
    assert not (project.generated / "staged.jsonl").exists()
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert model.calls == CALLS - recorded
    assert project.results == uninterrupted


def test_ctrl_c_keeps_the_replies_under_way_and_says_how_to_go_on(
    project: Project, uninterrupted: tuple[bytes, bytes]
) -> None:
    with started(project) as process:
        wait_for_replies(project, 6)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read().decode()
    assert "interrupted: every reply so far is in the journal" in said
    whole = project.read("journal.jsonl")
    assert whole.endswith(b"\n")
    # A reply that was being written when Ctrl-C came may stand there twice.
    recorded = len({json.loads(line)["key"] for line in whole.split(b"\n")[:-1]})
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert model.calls == CALLS - recorded
    assert project.results == uninterrupted


def test_a_second_run_on_the_same_folder_is_turned_away(project: Project) -> None:
    """Its caller pays for nothing, and the first run goes on."""
    inside = threading.Event()
    leave = threading.Event()
    table = from_table(GOOD)

    def answer(request: Request) -> str:
        inside.set()
        assert leave.wait(10)
        return table(request)

    codes: list[int] = []
    first = threading.Thread(target=lambda: codes.append(project.expand(answer, ("es",))))
    first.start()
    try:
        assert inside.wait(10)
        model = good_model()
        with pytest.raises(BusyError):
            project.expand(model, ("es",))
        assert model.calls == 0
    finally:
        leave.set()
        first.join(10)
    assert codes == [EXIT_DONE]


def test_a_bug_in_a_model_loses_no_reply(project: Project) -> None:
    """Whatever a model raises, the replies so far are in the journal and the result files stay as they were."""
    table = from_table(GOOD)

    def answer(request: Request) -> str | Exception:
        return ZeroDivisionError("a bug") if is_judging(request) else table(request)

    with pytest.raises(ZeroDivisionError):
        project.expand(answer)
    assert project.read("journal.jsonl").count(b"\n") == CELLS
    assert project.results == (b"", b"")
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert model.calls == CALLS - CELLS


def test_damage_in_the_journal_is_told_and_asked_again(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.expand(good_model())
    before = project.results
    lines = project.read("journal.jsonl").split(b"\n")
    lines[3] = lines[3][:100]
    (project.generated / "journal.jsonl").write_bytes(b"\n".join(lines))
    capsys.readouterr()
    model = good_model()
    assert project.expand(model) == EXIT_DONE
    assert model.calls == 1
    assert "1 damaged line" in capsys.readouterr().err
    assert project.results == before
    assert project.read("journal.jsonl").startswith(b"\n".join(lines))
