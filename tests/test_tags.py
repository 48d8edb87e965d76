"""Language tags against utterances: what `check` says, what it mends, and that nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import shared
from doubles import corpus_bytes, row
from hypothesis import given
from hypothesis import strategies as st

from polyphrase import commands, corpus, tags
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.models import Row
from polyphrase.settings import Settings

DETECTOR = StatisticalDetector()


@pytest.mark.parametrize(
    # the row's tags, the languages of its utterances, what it lacks, which codes nothing shows
    ("before", "told", "missing", "unshown"),
    [
        (("sound",), ("en", "en"), (), ()),
        (("sound",), ("en", "es"), ("multilingual", "es"), ()),
        (("sound", "multilingual", "es"), ("en", "es"), (), ()),
        (("sound", "es"), ("en", "es", "zh"), ("multilingual", "zh"), ()),
        (("sound",), ("es",), ("es",), ()),
        (("sound", "multilingual", "es"), ("es",), (), ()),
        (("sound", "fr"), ("en", "es"), ("multilingual", "es"), ("fr",)),
        # What cannot be told may be in French.
        (("sound", "fr"), ("en", None), (), ()),
        (("sound",), ("en", None), (), ()),
        (("sound",), (None, None), (), ()),
        (None, ("en", "es"), ("multilingual", "es"), ()),
    ],
)
def test_tags_are_compared_with_what_the_utterances_show(
    before: tuple[str, ...] | None,
    told: tuple[str | None, ...],
    missing: tuple[str, ...],
    unshown: tuple[str, ...],
) -> None:
    one = row("r", *(f"text {place}" for place in range(len(told))), tags=before)
    found = tags.compare(parsed(one).lines, {"r": told})
    if not missing and not unshown:
        assert found == ()
        return
    assert (found[0].missing, found[0].unshown) == (missing, unshown)
    assert (found[0].row_id, found[0].line, found[0].told) == ("r", 1, told)
    assert tags.additions(found) == (
        (tags.Addition("r", (), missing),) if missing and before else ()
    )  # the first tag of a row is a person's choice


def test_english_has_a_tag_only_where_the_corpus_uses_it() -> None:
    plain = row("a", "mute a.mp4", "silencia a.mp4", tags=("sound",))
    tagged = row("b", "mute b.mp4", tags=("sound", "en"))
    told = {"a": ("en", "es"), "b": ("en",)}
    assert tags.compare(parsed(plain).lines, told)[0].missing == ("multilingual", "es")
    assert tags.compare(parsed(plain, tagged).lines, told)[0].missing == ("multilingual", "en", "es")


def test_the_report_counts_the_rows_of_each_tag_that_changes() -> None:
    rows = [row("a", "x", tags=("sound",)), row("b", "y", tags=("es", "es")), row("c", "z")]
    added = [tags.Addition("a", (), ("multilingual", "es")), tags.Addition("c", (), ("zh",))]
    assert tags.slices(rows, added) == {"es": (1, 2), "multilingual": (0, 1), "zh": (0, 1)}


def test_candidates_are_the_languages_named_english_and_those_among_the_tags() -> None:
    rows = [row("a", "x", tags=("sound", "zh")), row("b", "y", tags=("es", "zh"))]
    assert tags.candidates(rows, ("de", "es")) == ("de", "es", "en", "zh")


def test_only_what_is_sure_is_told() -> None:
    one = row(
        "r",
        "mute the sound of teaser.mkv",
        "quita el sonido del vídeo teaser.mkv",
        "teaser.mkv 720p",
        "reduzir la resolución de teaser.mkv",
    )
    assert tags.told(one, ("en", "es", "fr"), DETECTOR) == ("en", "es", None, None)


def parsed(*rows: Row) -> corpus.Corpus:
    return corpus.parse(corpus_bytes(rows), "data/eval.jsonl")


# --- the command ----------------------------------------------------------------------------------------------

ROWS = (
    row("a", "mute the sound of teaser.mkv", "quita el sonido del vídeo teaser.mkv", tags=("sound",)),
    row("b", "crop the picture kit.png", tags=("picture", "es")),
    row("c", "make teaser.mkv smaller", "把teaser.mkv变小一点", tags=("size", "multilingual", "zh")),
    row("d", "open notes.txt please", "abre el archivo notes.txt, por favor"),
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "eval.jsonl").write_bytes(corpus_bytes(ROWS))
    return Settings(corpus=str(tmp_path / "eval.jsonl"), out=str(tmp_path / "out"))


def check(settings: Settings, *, fix: bool = False, dry_run: bool = False, as_json: bool = False) -> int:
    return commands.run_check(settings, [], fix=fix, dry_run=dry_run, as_json=as_json)


def test_what_does_not_agree_is_said_with_its_line_and_nothing_is_written(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path(settings.corpus).read_bytes()
    assert check(settings) == 0
    assert check(settings, fix=True, dry_run=True) == 0
    assert Path(settings.corpus).read_bytes() == before
    shown = capsys.readouterr()
    path = settings.corpus
    assert shown.out.splitlines()[:3] == [
        f"{path}:1: a: lacks multilingual es (utterances: en es)",
        f"{path}:2: b: no utterance is in es (utterances: en)",
        f"{path}:4: d: lacks multilingual es; the row has no tags, and the first one is yours to choose"
        " (utterances: en es)",
    ]
    assert "check --fix tags" in shown.err


def test_fixing_adds_tags_at_the_end_and_can_be_taken_back(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(settings.corpus)
    before = path.read_bytes()
    assert check(settings, fix=True) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines()[-3:] == [
        "rows by tag:",
        "es                1 -> 2",
        "multilingual      1 -> 2",
    ]
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [line.get("tags") for line in lines] == [
        ["sound", "multilingual", "es"],
        ["picture", "es"],
        ["size", "multilingual", "zh"],
        None,
    ]
    assert path.read_bytes().replace(b', "multilingual", "es"', b"", 1) == before
    assert check(settings, fix=True) == 0
    assert commands.run_merge(settings, dry_run=False, undo=True) == 0
    assert "took back" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_json_has_every_finding_and_every_slice(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    check(settings, fix=True, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert [one["row_id"] for one in said["findings"]] == ["a", "b", "d"]
    assert said["findings"][0] == {
        "row_id": "a", "line": 1, "told": ["en", "es"], "missing": ["multilingual", "es"], "unshown": [],
        "takes": True, "rule": "language_tags",
    }  # fmt: skip
    assert said["slices"] == {"es": [1, 2], "multilingual": [1, 2]}
    assert said["fixed"] == 1


def test_a_corpus_that_agrees_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "eval.jsonl").write_bytes(
        corpus_bytes([row("a", "mute the sound of a.mp4", tags=("sound",))])
    )
    check(Settings(corpus=str(tmp_path / "eval.jsonl"), out=str(tmp_path / "out")))
    shown = capsys.readouterr()
    assert shown.out.strip() == "the language tags say what the utterances are in"
    assert "name the languages it may be in with --lang" in shown.err


def test_on_the_real_corpus_no_wrong_code_is_added(tmp_path: Path) -> None:
    source = shared("corpora/knaif-ffmpeg/eval.jsonl").read_bytes()
    path = tmp_path / "eval.jsonl"
    path.write_bytes(source)
    settings = Settings(corpus=str(path), out=str(tmp_path / "out"))
    true: dict[str, set[str]] = {}
    for line in shared("benchmarks/languages_knaif.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        true.setdefault(one["id"], set()).add(one["lang"])
    check(settings, fix=True)
    right = 0
    for old, new in zip(source.splitlines(), path.read_bytes().splitlines(), strict=True):
        before, after = json.loads(old), json.loads(new)
        gained = after["tags"][len(before["tags"]) :]
        assert after | {"tags": before["tags"]} == before
        assert after["tags"][0] == before["tags"][0]
        assert set(gained) - {"multilingual"} <= true[after["id"]]
        right += len(set(gained) - {"multilingual"})
    assert right > 300
    assert commands.run_merge(settings, dry_run=False, undo=True) == 0
    assert path.read_bytes() == source


@given(
    st.lists(st.sampled_from(["sound", "es", "zh", "en", "multilingual"]), max_size=4, unique=True),
    st.lists(st.sampled_from(["en", "es", "zh", None]), min_size=1, max_size=4),
)
def test_after_adding_nothing_is_missing(before: list[str], told: list[str | None]) -> None:
    one = row("r", *(f"text {place}" for place in range(len(told))), tags=tuple(before) or None)
    found = tags.compare(parsed(one).lines, {"r": told})
    gained = [tag for addition in tags.additions(found) for tag in addition.tags]
    after = row("r", *one.utterances, tags=(*before, *gained) or None)
    again = tags.compare(parsed(after).lines, {"r": told})
    assert before == [] or not [tag for finding in again for tag in finding.missing]
