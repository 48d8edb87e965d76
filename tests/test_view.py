"""What a reviewer sees: aligned literals, hidden characters, boundary rows; and what a bench computes."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import EVAL, Folder, staged
from doubles import row
from hypothesis import given
from hypothesis import strategies as st
from running import shared_detector

from polyphrase import literals, review, view
from polyphrase.adapters.bench import Bench
from polyphrase.adapters.files import read_corpus
from polyphrase.adapters.workspace import Workspace
from polyphrase.alignment import aligned
from polyphrase.models import Decision
from polyphrase.neighbours import across
from polyphrase.settings import Settings
from polyphrase.text import visible

AT = "2030-05-01T10:00:00Z"
ROW = read_corpus(EVAL).rows[0]


@pytest.mark.parametrize(
    ("source", "text", "twins"),
    [
        ("cut clip.mp4 at 90 seconds", "corta clip.mp4 en 1:30", "clip.mp4=clip.mp4 90 seconds=1:30"),
        ("play clip.mp4 twice as fast", "clip.mp4 al doble de velocidad", "clip.mp4=clip.mp4 twice=doble"),
        ("play clip.mp4 at 2x", "将clip.mp4以两倍速播放", "clip.mp4=clip.mp4 2x=两倍速"),
        ("mute clip.mp4", "silencia clip.mp4 a 720p", "clip.mp4=clip.mp4 =720p"),
        ("turn clip.mov into mp4", "convierte clip.mov", "clip.mov=clip.mov mp4="),
        ("join a.mp4 and b.mp4", "une b.mp4 y a.mp4", "a.mp4=a.mp4 b.mp4=b.mp4"),
        ("put a.mp4 after a.mp4", "pon a.mp4 tras sí mismo", "a.mp4=a.mp4 a.mp4="),
        ("mute it", "silencia los dos", ""),
    ],
)
def test_literals_stand_beside_what_stands_for_them(source: str, text: str, twins: str) -> None:
    pairs = aligned(literals.contract(row("r", source)), source, text)
    found = [
        f"{one.source.text if one.source else ''}={one.found.text if one.found else ''}" for one in pairs
    ]
    assert " ".join(found) == twins


@given(st.text(max_size=60), st.booleans())
def test_the_pieces_of_a_text_are_the_text_and_nothing_in_them_is_hidden(text: str, judged: bool) -> None:
    item = staged(ROW, 0, text=f"beach.mov {text} mp4")
    card = view.card(item, ROW, ["en"] * len(ROW.utterances))
    assert "".join(piece.text for piece in card.candidate.pieces) == visible(item.text)
    assert all((piece.mark == "hidden") == bool(piece.name) for piece in card.candidate.pieces)
    assert "".join(piece.text for piece in view.plain(text)) == visible(text)


def test_pairs_have_numbers_and_what_stands_alone_is_marked() -> None:
    item = staged(ROW, 0, text="beach.mov en 720p")
    card = view.card(item, ROW, ["en"])
    marks = {piece.text: (piece.mark, piece.pair) for piece in card.candidate.pieces if piece.mark}
    assert marks["beach.mov"][0] == "literal"
    assert marks["720p"][0] == "lone"
    own = {piece.text: (piece.mark, piece.pair) for piece in card.utterances[0].pieces if piece.mark}
    assert own["beach.mov"] == marks["beach.mov"]
    assert own["mp4"][0] == "lone"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rotate clip.mp4 by 90 degrees", ["c"]),
        ("turn clip.mp4", ["c"]),
        ("completely different words in here", []),
    ],
)
def test_rows_with_another_outcome_that_sound_alike_stand_beside(text: str, expected: list[str]) -> None:
    rows = [
        row("p", "rotate clip.mp4 by 90 degrees"),
        row("c", "rotate clip.mp4", "turn clip.mp4", outcome="clarify"),
        row("x", "wipe the disk", outcome="reject"),
    ]
    assert [one.row.id for one in across([text], "plan", rows)] == expected


def bench(folder: Folder) -> Bench:
    space = Workspace(
        Settings(corpus=str(folder.path / "data/eval.jsonl"), out=str(folder.path / "generated"))
    )
    return Bench(space, "ann", shared_detector(), lambda: AT)


def test_a_bench_says_what_a_decision_would_change_and_hears_others(tmp_path: Path) -> None:
    item = staged(ROW, 0, text="convierte beach.mov a mp4", gloss="convert beach.mov to mp4")
    stale = staged(ROW, 1, text="pasa beach.mov a mp4", row_state="another")
    folder = Folder(tmp_path / "w", [item, stale])
    at, other = bench(folder), bench(folder)
    card = at.card(item)
    assert (', "convierte beach.mov a mp4"', True) in card.change.segments
    assert (', "multilingual", "es"', True) in card.change.segments
    assert "its row changed" in at.card(stale).change.refused
    draft = at.draft(item, "clarify").segments
    assert [is_new for _, is_new in draft] == [True]
    assert '"id": "media_041"' in draft[0][0]
    assert at.decisions() == ()
    other.decide(review.reject(item, "ben", AT))
    at.decide(review.accept(item, "ann", AT), review.accept(stale, "ann", AT))
    assert [(one.by, one.action) for one in at.decisions()] == [
        ("ben", "reject"), ("ann", "accept"), ("ann", "accept"),
    ]  # fmt: skip
    assert at.decisions() == other.decisions() == folder.decisions()
    assert at.decisions() is at.decisions(), "read once while nothing changes"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("convierte beach.mov a mp4", ""),
        ("convierte beach.mov", "lost mp4"),
        ("convierte beach.mov a mp4 de 720p", "added 720p"),
        ("turn beach.mov into an mp4", "utterance"),
    ],
)
def test_a_bench_checks_what_a_person_writes(tmp_path: Path, text: str, complaint: str) -> None:
    item = staged(ROW, 0, text="pasa beach.mov a mp4")
    said = bench(Folder(tmp_path / "w", [item])).recheck(item, text)
    assert bool(said) == bool(complaint)
    assert complaint in " ".join(said)


def test_a_line_says_what_was_recorded() -> None:
    item = staged(ROW, 0, text="x" * 200 + "\x1b")
    decided: list[tuple[Decision, str]] = [
        (review.accept(item, "a", AT), "Accepted as es: "),
        (review.accept(item, "a", AT, "und"), "Accepted in no language that can be told: "),
        (review.reject(item, "a", AT, "meaning"), "Rejected (meaning): "),
        (review.split(item, "clarify", "a", AT), "Split off (clarify): "),
        (review.taken_back(review.split(item, "clarify", "a", AT), "a", AT), "Taken back: "),
    ]
    for decision, start in decided:
        assert view.recorded(decision) == f"{start}{'x' * view.NOTED}…"
