"""Every command in the README is run, in its order, in a copy of the project with recorded replies."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from conftest import ROOT
from openai_server import OpenAIServer, reply

from polyphrase import cli

README = (ROOT / "README.md").read_text(encoding="utf-8")
RECORDED = ROOT / "tests" / "recorded" / "journal.jsonl"
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
OURS = [command for command in COMMANDS if command.startswith("polyphrase ")]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder such as a clone gives, with the recorded replies in its journal."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("benchmarks", "data", "prompts"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "generated").mkdir()
    shutil.copy(RECORDED, folder / "generated" / "journal.jsonl")
    return folder


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a README command as its reader would; `polyphrase` is this checkout's."""
    arguments = [sys.executable, "-m", "polyphrase", *shlex.split(command)[1:]]
    # A home without a model: a reply that is not recorded fails at once instead of loading a gigabyte.
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "no-cache"), "HF_HUB_OFFLINE": "1"}
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        environment.pop(name, None)
    return subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def review_on_a_terminal(folder: Path, keys: bytes) -> int:
    """Press keys in `polyphrase review`; gives its exit code."""
    process, terminal = pty.fork()
    if process == 0:  # pragma: no cover - the child becomes the command
        os.chdir(folder)
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, "-m", "polyphrase", "review"])
    os.write(terminal, keys)
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:  # the child has closed its side
        pass
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def open_the_page(folder: Path, command: str) -> int:
    """Open the link of `polyphrase review --web`, then press Ctrl-C; gives its exit code."""
    arguments = [sys.executable, "-m", "polyphrase", *shlex.split(command)[1:]]
    with subprocess.Popen(arguments, cwd=folder, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        shown = httpx.get(running.stderr.readline().split()[1])
        assert "To the review" in shown.text
        running.send_signal(signal.SIGINT)
        return running.wait(20)


def test_the_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", README)
    assert pictures
    assert [one for one in pictures if not (ROOT / one).is_file()] == []


def test_every_command_of_the_readme_is_one_we_know() -> None:
    assert COMMANDS
    assert [one for one in COMMANDS if not one.startswith(("polyphrase ", "make "))] == []


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.startswith("make ")])
def test_a_make_command_of_the_readme_has_its_target(command: str) -> None:
    """`make` itself runs in .ci/run; here it only says what it would do."""
    subprocess.run([*shlex.split(command), "--dry-run"], cwd=ROOT, check=True, capture_output=True)


def test_the_readme_commands_work_in_their_order(clone: Path) -> None:
    before = (clone / "data" / "eval.jsonl").read_bytes()
    printed: dict[str, str] = {}
    for command in OURS:
        if "--model" in command:
            continue  # the next two tests
        if command == "polyphrase review":
            assert review_on_a_terminal(clone, b"aaarmq") == 0
            continue
        if "--web" in command:
            assert open_the_page(clone, command) == 0
            continue
        ran = run(command, clone)
        printed[command] = ran.stdout
        assert (command, ran.returncode, ran.stderr) == (command, 0, ran.stderr)
        assert "Traceback" not in ran.stderr
        if command == "polyphrase merge":
            assert (clone / "data" / "eval.jsonl").read_bytes() != before
    assert (clone / "data" / "eval.jsonl").read_bytes() == before, "the README ends with --undo"
    staged = printed["polyphrase expand --lang es,zh --rows 'media_00*'"]
    assert re.search(r"^  es  ", staged, re.MULTILINE)
    assert re.search(r"^  zh  ", staged, re.MULTILINE)
    assert "3 utterances added" in printed["polyphrase merge"]
    assert "+++ b/data/eval.jsonl" in printed["polyphrase diff --format patch"]


def test_the_readme_shows_a_staged_line_as_it_is_written(clone: Path) -> None:
    """The replay of the README's `expand` writes it; numbers are rounded there, digests and checks cut short."""
    [block] = re.findall(r"```json\n(\{\n.*?)```", README, re.DOTALL)
    shown = json.loads(block)
    command = "polyphrase --out shown expand --lang es,zh --rows 'media_00*' --replay"
    (clone / "shown").mkdir()
    shutil.copy(RECORDED, clone / "shown" / "journal.jsonl")
    assert run(command, clone).returncode == 0
    lines = map(json.loads, (clone / "shown" / "staged.jsonl").read_text(encoding="utf-8").splitlines())
    [written] = [one for one in lines if one["id"] == shown["id"]]
    assert list(shown) == list(written)
    assert shown["checks"].items() <= written["checks"].items()
    for digest in ("row_state", "request_key"):
        assert written[digest].startswith(shown.pop(digest).rstrip("…"))
    for rounded in (shown["verdict"], written["verdict"]):
        rounded["score"] = round(rounded["score"], 2)
        rounded["scores"] = [round(one, 2) for one in rounded["scores"]]
    assert shown == {**{name: written[name] for name in shown}, "checks": shown["checks"]}


def test_the_readme_command_for_a_remote_model_names_the_missing_key(clone: Path) -> None:
    [command] = [one for one in OURS if "gpt-4o-mini" in one]
    ran = run(command.replace("polyphrase", "polyphrase --out remote", 1), clone)
    assert ran.returncode == 3
    assert "OPENAI_API_KEY" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_readme_command_for_a_server_of_ones_own_reaches_it(clone: Path) -> None:
    [command] = [one for one in OURS if "--api-base" in one]
    with OpenAIServer(
        reply('{"phrasings": ["wandle beach.mov in eine mp4 um", "mach aus beach.mov eine mp4-Datei"]}'),
        reply("yes"),
    ) as server:
        theirs = command.replace("http://127.0.0.1:8080/v1", server.api_base)
        ran = run(theirs.replace("polyphrase", "polyphrase --out server", 1), clone)
        asked = len(server.received)
    assert ran.returncode == 0, ran.stderr
    assert asked == 1 + 2 * 4 + 2  # two candidates and two traps, each in both orders; and two glosses
    assert "nothing of this run is called clean" in ran.stderr
    assert "wandle beach.mov in eine mp4 um" in ran.stdout


def test_the_readme_shows_every_command_and_every_command_has_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = [
        command.name or command.callback.__name__
        for command in cli.app.registered_commands
        if command.callback
    ]
    for name in names:
        assert f"polyphrase {name}" in README
        with pytest.raises(SystemExit) as left:
            cli.app([name, "--help"])
        assert left.value.code == 0
        assert len(capsys.readouterr().out) > 200
