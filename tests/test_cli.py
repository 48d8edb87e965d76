"""The command line: its one error door, exit codes, and options that reach the commands."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from doubles import corpus_bytes, row

from polyphrase import __version__, commands
from polyphrase.errors import InputError
from polyphrase.plan import Filters
from polyphrase.settings import Settings


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "polyphrase", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def project(folder: Path) -> Path:
    shutil.copytree(ROOT / "data", folder / "data")
    return folder


def test_version(folder: Path) -> None:
    assert run("--version", folder=folder).stdout == f"polyphrase {__version__}\n"


BROKEN = '{"id": "a", "utterances": "no list", "expected_outcome": "plan"}\n{"id": "b"\n'

ERRORS = [
    (["--corpus", "none.jsonl", "expand"], 1, "cannot use none.jsonl", "check that it exists"),
    (["--corpus", "broken.jsonl", "expand"], 1, "broken.jsonl has 2 problems", "mend these lines"),
    (["--config", "none.toml", "status"], 1, "there is no settings file none.toml", "--config"),
    (["--config", "bad.toml", "status"], 1, "bad.toml is not TOML", "mend the file"),
    (["--config", "unknown.toml", "status"], 1, "`modle` in unknown.toml", "the settings are"),
    (["expand", "--lang", "xx"], 1, "no language `xx`", "known codes"),
    (["expand", "--lang", "spanish"], 1, "no language `spanish`", "did you mean `es`"),
    (["expand", "--rows", "nothing_*"], 1, "no row of the corpus passes", "globs of row ids"),
    (["expand", "--outcome", "maybe"], 2, "no outcome `maybe`", "plan, clarify and reject"),
    (["expand", "--per-lang", "0"], 1, "--per-lang", "the settings are"),
    (["--prompts", "nowhere", "expand"], 1, "there is no nowhere/generate.toml", "--prompts"),
    (["expand", "--model", "openai/unheard-of", "--max-cost", "1"], 1, "the price of", "--max-calls"),
    (["diff", "--format", "pdf"], 2, "no format `pdf`", "formats are"),
    (["merge", "--undo"], 1, "no merge of data/eval.jsonl to undo", "--out"),
    (["review"], 1, "terminal", "--accept-all"),
]


@pytest.mark.parametrize(
    ("arguments", "code", "problem", "hint"),
    ERRORS,
    ids=lambda one: " ".join(one)[:40] if isinstance(one, list) else "",
)
def test_an_expected_error_is_a_problem_a_hint_and_an_exit_code(
    project: Path, arguments: list[str], code: int, problem: str, hint: str
) -> None:
    (project / "broken.jsonl").write_text(BROKEN)
    (project / "bad.toml").write_text("model = ")
    (project / "unknown.toml").write_text('modle = "x"')
    ran = run(*arguments, folder=project)
    said = ran.stderr.strip().splitlines()
    assert ran.returncode == code
    assert said[0].startswith("error: ")
    assert said[-1].startswith("hint: ")
    assert problem in "\n".join(said[:-1])
    assert hint in said[-1]
    assert ran.stdout == ""


def test_all_problems_of_a_file_come_at_once_with_line_and_column(folder: Path) -> None:
    (folder / "broken.jsonl").write_text(BROKEN)
    said = run("--corpus", "broken.jsonl", "plan", folder=folder).stderr
    assert "broken.jsonl:1:27:" in said
    assert "broken.jsonl:2:" in said


def test_wrong_usage_is_exit_code_2(folder: Path) -> None:
    assert run("expand", "--no-such-option", folder=folder).returncode == 2
    assert run("no-such-command", folder=folder).returncode == 2


def test_plan_counts_and_asks_nobody(project: Path) -> None:
    ran = run("plan", "--lang", "es,zh", "--rows", "media_001", "--rows", "media_008", folder=project)
    assert ran.returncode == 0, ran.stderr
    assert "es               2          3" in ran.stdout  # media_008 has one Spanish utterance already
    assert "zh               2          4" in ran.stdout
    assert "$0.0000" in ran.stdout
    assert not (project / "generated").exists()


def test_replay_without_a_journal_fails_cells_and_says_how_to_go_on(project: Path) -> None:
    ran = run("expand", "--lang", "es", "--rows", "media_001", "--replay", folder=project)
    assert ran.returncode == 3
    assert "1 cell got no answer" in ran.stderr
    assert "without --replay" in ran.stderr


def test_status_of_an_empty_folder_is_zeros(project: Path) -> None:
    assert json.loads(run("status", "--json", folder=project).stdout)["staged"] == 0


def test_a_reader_that_goes_away_is_no_error(project: Path) -> None:
    script = f"{sys.executable} -m polyphrase plan --lang es,zh | head -c 1"
    ran = subprocess.run(["bash", "-c", script], cwd=project, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr


def test_a_terminal_that_cannot_show_chinese_shows_numbers(folder: Path) -> None:
    (folder / "corpus.jsonl").write_bytes(corpus_bytes([row("a", "把片段静音")]))
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "polyphrase",
            "--corpus",
            "corpus.jsonl",
            "expand",
            "--lang",
            "es",
            "--replay",
        ],
        cwd=folder,
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 3
    assert "Traceback" not in ran.stderr


def test_a_prompt_that_is_not_utf8_is_an_expected_error(project: Path) -> None:
    shutil.copytree(ROOT / "prompts", project / "mine")
    (project / "mine" / "judge.toml").write_bytes("# für\n".encode("latin-1"))
    ran = run("--prompts", "mine", "plan", folder=project)
    assert ran.returncode == 1
    assert "judge.toml is not UTF-8" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_user_without_a_name_is_asked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise KeyError("getpwuid(): uid not found: 4711")

    monkeypatch.setattr("getpass.getuser", nameless)
    settings = Settings(corpus=str(ROOT / "data" / "eval.jsonl"))
    with pytest.raises(InputError) as caught:
        commands.run_review(
            settings, Filters(), (), doubtful=False, riskiest_first=False, accept_all=True, by=None
        )
    assert "--by" in caught.value.hint


def test_a_review_is_of_the_rows_and_languages_that_are_named(project: Path) -> None:
    """Nothing is staged here, so that only the names are looked at."""
    done = run(
        "review", "--lang", "es,zh", "--rows", "media_00*", "--accept-all", "--by", "ada", folder=project
    )
    assert (done.returncode, done.stdout) == (0, "accepted 0 candidates in the name of ada\n")
    for options, said in (
        (("--lang", "spanish"), "there is no language `spanish`"),
        (("--rows", "nothing_*"), "no row of the corpus passes the filters"),
        (("--outcome", "maybe"), "there is no outcome `maybe`"),
    ):
        refused = run("review", *options, "--accept-all", "--by", "ada", folder=project)
        assert refused.returncode in (1, 2)
        assert said in refused.stderr
        assert "Traceback" not in refused.stderr
