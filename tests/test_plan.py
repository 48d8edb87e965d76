"""Planning: which rows a run is about, and which cells they leave to fill."""

from __future__ import annotations

from typing import Any

import pytest
from doubles import row
from hypothesis import given
from hypothesis import strategies as st

from polyphrase.codes import Variety
from polyphrase.errors import InputError
from polyphrase.models import Cell
from polyphrase.plan import Filters, cells, own_language, select

ROWS = (
    row("media_001", "a", expected_tool="cut", tags=("cut", "es")),
    row("media_002", "b", expected_tools=("cut", "mute"), expected_tool="cut", tags=("chain",)),
    row("audio_1", "c", outcome="clarify", expected_tool="clarify", tags=("cut",)),
    row("Audio_2", "d", outcome="reject"),
)
FILTERS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["media_001", "media_002", "audio_1", "Audio_2"]),
    ({"rows": ("media_*",)}, ["media_001", "media_002"]),
    ({"rows": ("media_00[2-9]", "audio_1")}, ["media_002", "audio_1"]),
    ({"rows": ("audio_*",)}, ["audio_1"]),
    ({"rows": ("*",)}, ["media_001", "media_002", "audio_1", "Audio_2"]),
    ({"tags": ("cut",)}, ["media_001", "audio_1"]),
    ({"tags": ("es", "chain")}, ["media_001", "media_002"]),
    ({"tools": ("mute",)}, ["media_002"]),
    ({"tools": ("cut",)}, ["media_001", "media_002"]),
    ({"outcomes": ("clarify", "reject")}, ["audio_1", "Audio_2"]),
    ({"tags": ("cut",), "outcomes": ("plan",)}, ["media_001"]),
]


@pytest.mark.parametrize(("filters", "expected"), FILTERS)
def test_a_row_passes_when_every_filter_holds_one_thing_it_has(
    filters: dict[str, Any], expected: list[str]
) -> None:
    assert [one.id for one in select(ROWS, Filters(**filters))] == expected


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        ({"rows": ("photo_*", "x")}, "no row of the corpus passes the filters (rows photo_* x)"),
        (
            {"tags": ("es",), "outcomes": ("reject",)},
            "no row of the corpus passes the filters (tags es, outcomes reject)",
        ),
        ({"tools": ("None",)}, "no row of the corpus passes the filters (tools None)"),
    ],
)
def test_no_row_at_all_is_an_error_that_repeats_the_filters(filters: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        select(ROWS, Filters(**filters))
    assert caught.value.problem == said


def test_an_empty_corpus_is_an_error_of_its_own() -> None:
    with pytest.raises(InputError, match="the corpus holds no row"):
        select((), Filters())


@pytest.mark.parametrize(
    ("found", "expected"), [((), "en"), ((None,), "en"), (("zh", "en"), "zh"), ((None, "de", "en"), "de")]
)
def test_a_row_s_own_language_is_that_of_its_first_utterance_that_can_be_told(
    found: tuple[str | None, ...], expected: str
) -> None:
    assert own_language(found) == expected


CELLS: list[tuple[tuple[str | None, ...], tuple[str, ...], int, list[tuple[str, int]]]] = [
    # languages of the row's utterances, languages asked for, how many of each, what is still wanted
    (("en",), ("es", "zh"), 2, [("es", 2), ("zh", 2)]),
    (("en", "es"), ("es", "zh"), 2, [("es", 1), ("zh", 2)]),
    (("en", "es", "es"), ("es",), 2, []),
    (("en", "es", "es", "es"), ("es", "en"), 2, [("en", 1)]),
    (("en", None), ("es",), 1, [("es", 1)]),
    (("en",), (), 3, [("en", 2)]),
    (("zh", "en"), (), 3, [("zh", 2)]),
    ((None,), (), 2, [("en", 2)]),
    (("en", "en"), (), 2, []),
]


@pytest.mark.parametrize(("found", "langs", "per_lang", "wanted"), CELLS)
def test_a_cell_wants_what_is_missing_of_its_language(
    found: tuple[str | None, ...], langs: tuple[str, ...], per_lang: int, wanted: list[tuple[str, int]]
) -> None:
    planned = cells((row("r", "a"),), {"r": found}, tuple(map(Variety, langs)), per_lang)
    assert [(cell.lang, cell.wanted) for cell in planned] == wanted


def test_cells_come_in_the_order_of_the_rows_and_then_of_the_languages_asked_for() -> None:
    rows = (row("b", "x"), row("a", "y"))
    planned = cells(rows, {"a": ("en",), "b": ("en",)}, (Variety("zh"), Variety("es")), 1)
    assert [cell.key for cell in planned] == [
        ("b", "zh"),
        ("b", "es"),
        ("a", "zh"),
        ("a", "es"),
    ]


def test_a_variety_stays_with_its_cell_and_counts_as_its_language() -> None:
    rows = (row("a", "x"), row("b", "y"))
    planned = cells(rows, {"a": ("zh",), "b": ("en",)}, (Variety("zh", "Hant", "TW"), Variety("es")), 1)
    assert [(cell.row_id, cell.lang, cell.variety) for cell in planned] == [
        ("a", "es", ""),
        ("b", "zh", "zh-Hant-TW"),
        ("b", "es", ""),
    ]


@given(
    st.lists(st.sampled_from(["en", "es", "zh", None]), max_size=6),
    st.lists(st.sampled_from(["en", "es", "zh"]), unique=True, min_size=1),
    st.integers(1, 6),
)
def test_when_every_cell_is_filled_nothing_is_left_to_plan(
    found: list[str | None], langs: list[str], per_lang: int
) -> None:
    rows = (row("r", "a"),)
    asked = [*map(Variety, langs)]
    planned: tuple[Cell, ...] = cells(rows, {"r": found}, asked, per_lang)
    filled = [*found, *(cell.lang for cell in planned for _ in range(cell.wanted))]
    assert cells(rows, {"r": filled}, asked, per_lang) == ()
    assert all(filled.count(lang) == max(per_lang, found.count(lang)) for lang in langs)
