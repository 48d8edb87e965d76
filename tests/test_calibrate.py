"""`calibrate`: what it prints, what it stores, and that the next run uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from doubles import ScriptedModel, asked, reply
from running import Project, good_model

from polyphrase import commands
from polyphrase.calibration import Calibration
from polyphrase.errors import EXIT_DONE, EXIT_INCOMPLETE, InputError
from polyphrase.models import Decision, Reply, Request
from polyphrase.prompts import JUDGE
from polyphrase.settings import DEFAULT_MODEL

KEYS = {"n", "false_accept", "false_reject", "doubtful", "auc", "per_second", "tokens_per_pair"}
GROUPS = {"by_kind", "by_language", "by_outcome"}


@pytest.fixture
def project(folder: Path) -> Project:
    return Project(folder)


def pairs_file(folder: Path, wrong: int, right: int) -> str:
    """Pairs without literals or markers: the judge alone decides."""
    lines = [
        {"a": f"show the {word} of item", "b": f"show the {word} of thing", "label": label, "kind": kind}
        for label, kind, count in (("not_equivalent", "other", wrong), ("equivalent", "typo", right))
        for word in (
            f"{label[:3]}x{'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10 % 10]}{'uvwxyz'[n // 100]}"
            for n in range(count)
        )
    ]
    lines.append({"a": "x", "b": "y", "label": "unsure"})
    path = folder / "pairs.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def sure_judge(request: Request) -> Reply:
    """Says yes to everything, and is surer where it is right."""
    yes = 0.9 if "equx" in asked(request)["a"] else 0.6
    return reply("yes", choices={"yes": yes, "no": 1 - yes})


def calibrate(
    project: Project, path: str | None, capsys: pytest.CaptureFixture[str], **options: Any
) -> dict[str, Any]:
    given = {"stage": "judge", "target": 0.05, "sample": None, "seed": 1, **options}
    model = ScriptedModel(sure_judge)
    code = commands.run_calibrate(project.settings, path, as_json=True, model=model, **given)
    assert code == EXIT_DONE
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    found["calls"] = model.calls
    return found


def test_the_object_has_what_it_promises(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    found = calibrate(project, pairs_file(project.folder, 100, 20), capsys)
    assert set(found) >= KEYS | GROUPS
    assert found["n"] == 120  # unsure ones are left out
    assert found["calls"] == 240
    assert (found["false_accept"], found["false_reject"], found["auc"]) == (1.0, 0.0, 1.0)
    assert found["by_kind"]["typo"]["right"] == 20


def test_thresholds_are_stored_and_used_by_the_next_measurement_and_the_next_run(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    path = pairs_file(project.folder, 100, 20)
    first = calibrate(project, path, capsys)
    chosen = Calibration.model_validate_json(json.dumps(first["chosen"]))
    assert chosen.thresholds.clean == pytest.approx(0.9)
    second = calibrate(project, path, capsys)
    assert (second["false_accept"], second["right_clean"], second["calls"]) == (0.0, 1.0, 0)
    assert second["thresholds"] == first["chosen"]["thresholds"]

    def unsure(request: Request) -> Reply:
        answer = good_model()._answer(request)
        assert isinstance(answer, str)
        return reply(answer, choices={"yes": 0.89, "no": 0.11} if request.choices else None)

    assert project.expand(unsure) == EXIT_DONE
    assert not project.staged  # no right pair was so unsure
    assert {one.reason for one in project.space.dropped()} == {"different"}


def test_fewer_pairs_do_not_replace_what_more_have_shown(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    calibrate(project, pairs_file(project.folder, 100, 20), capsys)
    kept = (project.generated / "calibrations.jsonl").read_bytes()
    few = pairs_file(project.folder, 80, 20)
    calibrate(project, few, capsys)
    assert (project.generated / "calibrations.jsonl").read_bytes() == kept
    calibrate(project, few, capsys, replace=True)
    assert (project.generated / "calibrations.jsonl").read_bytes() != kept


@pytest.mark.parametrize("options", [{"stage": "checks"}, {"sample": 10}, {"target": 0.0001}])
def test_nothing_is_stored_where_nothing_was_shown(
    project: Project, capsys: pytest.CaptureFixture[str], options: dict[str, Any]
) -> None:
    found = calibrate(project, pairs_file(project.folder, 30, 5), capsys, **options)
    assert found["n"] == options.get("sample", 35)
    assert found["calls"] == (0 if options.get("stage") == "checks" else 2 * found["n"])
    assert not (project.generated / "calibrations.jsonl").exists()


def test_a_sample_is_the_same_for_the_same_seed(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    path = pairs_file(project.folder, 60, 60)
    one, same, other = (
        calibrate(project, path, capsys, stage="checks", sample=20, seed=seed) for seed in (1, 1, 2)
    )
    assert (one["wrong"], one["n"]) == (same["wrong"], same["n"])
    assert other["n"] == 20


def test_an_unreadable_verdict_leaves_its_pair_out(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    path = pairs_file(project.folder, 2, 2)
    model = ScriptedModel(lambda request: "perhaps" if "notx" in asked(request)["a"] else "yes")
    code = commands.run_calibrate(
        project.settings, path, stage="judge", target=0.02, sample=None, seed=1, as_json=True, model=model
    )
    assert code == EXIT_INCOMPLETE
    found = json.loads(capsys.readouterr().out)
    assert (found["n"], found["unjudged"], found["wrong"]) == (2, 2, 0)


def test_decisions_become_labelled_pairs(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert project.expand(good_model()) == EXIT_DONE
    staged = project.staged
    assert len(staged) >= 8
    reasons = (None, "meaning", "literal", "unnatural", "language", "repeated", "other")
    said = [("accept", None), *(("reject", reason) for reason in reasons)]
    for one, (action, reason) in zip(staged, said, strict=False):
        project.space.decide(
            Decision(
                id=one.id,
                row_id=one.row_id,
                action=action,
                reason=reason,
                text=one.text,
                by="ada",
                at="2030-01-01",
            )
        )
    capsys.readouterr()
    found = calibrate(project, None, capsys, stage="checks")
    assert (found["right"], found["wrong"]) == (1, 3), "a phrasing can be right and still not be wanted"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (None, "there is no"),
        ("", "has no labelled pairs"),
        ('{"a": "x", "b": "y", "label": "unsure"}\n', "has no labelled pairs"),
        ('{"a": "x", "b": "y", "label": "same"}\n{"a": 1}\n', "jsonl:2: a"),
        ("not json\n", "jsonl:1"),
    ],
)
def test_a_bad_file_is_two_lines_and_never_a_traceback(
    project: Project, text: str | None, problem: str
) -> None:
    path = project.folder / "bad.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        commands.run_calibrate(
            project.settings, str(path), stage="checks", target=0.02, sample=None, seed=1, as_json=False
        )
    assert problem in caught.value.problem
    assert caught.value.hint


def test_the_table_is_for_people(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    commands.run_calibrate(
        project.settings,
        pairs_file(project.folder, 4, 4),
        stage="checks",
        target=0.02,
        sample=None,
        seed=1,
        as_json=False,
    )
    said = capsys.readouterr().out
    assert "8 pairs: 4 equivalent, 4 not; checks alone" in said
    assert "false accept  100.0%" in said


def test_the_calibration_that_ships_fits_the_judge_prompt_that_ships(project: Project) -> None:
    """A changed prompt needs a new measurement: see CONTRIBUTING."""
    prompt = project.space.prompt("judge", JUDGE)
    shipped = project.space.calibration(DEFAULT_MODEL, prompt)
    assert shipped is not None
    assert shipped.bound <= shipped.target
    assert shipped.thresholds.doubtful <= shipped.thresholds.clean
