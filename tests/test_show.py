"""What the commands print: a patch that git takes, a table that stays a table, and no raw model text."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest
from doubles import corpus_bytes, row
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from test_merge import AT, ENGLISH, FILM, ROWS, TALK, decision, planned, staged

from polyphrase import diffs, merge, show
from polyphrase.corpus import parse
from polyphrase.models import Cell, Dropped, Row, by_id
from polyphrase.pipeline import Failure, Result
from polyphrase.text import hidden_characters, visible


def data(*, end: bytes = b"\n", last: bool = True, lines: Sequence[bytes] = ()) -> bytes:
    """The corpus of the tests, with the line ends asked for and `lines` between its rows."""
    talk, film = corpus_bytes(ROWS).splitlines()
    return end.join([b"# ours", talk, *lines, film, *([b""] if last else [])])


SEPARATOR = '{"id": "sep", "utterances": ["one\u2028two\u0085three"], "expected_outcome": "reject"}'.encode()
FILES = {
    "LF": data(),
    "CRLF": data(end=b"\r\n"),
    "no final newline": data(last=False),
    "CRLF and no final newline": data(end=b"\r\n", last=False),
    "U+2028 in a string": data(lines=[SEPARATOR]),
    "a byte order mark": b"\xef\xbb\xbf" + data(),
    "blank lines": data(lines=[b"", b"  ", b""]),
    "two hundred lines between": data(lines=[b"# the same comment"] * 200),
}


@pytest.mark.parametrize("name", ["data/eval.jsonl", "eval.jsonl", "my data/é v.jsonl"])
@pytest.mark.parametrize("before", FILES.values(), ids=FILES)
def test_git_applies_the_patch_and_gets_what_merge_writes(tmp_path: Path, before: bytes, name: str) -> None:
    lines = [
        staged(TALK, "silencia talk.mkv"),
        staged(FILM, "achica\u2028la película"),
        staged(FILM, "缩小影片", "zh"),
        staged(TALK, "quita el sonido"),
        staged(TALK, "rompe todo"),
    ]
    said = {one.id: decision(one) for one in lines[:3]}
    said |= {one.id: decision(one, "split", outcome="clarify") for one in lines[3:]}
    done = merge.plan(parse(before, name), lines, said, ENGLISH, AT)
    assert (len(done.added), len(done.rows)) == (3, 2)
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(before)
    git = ["git", "-c", "core.autocrlf=false", "-c", "core.safecrlf=false"]
    subprocess.run([*git, "init", "--quiet", str(tmp_path)], check=True)
    applied = subprocess.run(
        [*git, "apply", "--whitespace=nowarn", "-"],
        input=diffs.diff_patch(done).encode(),
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (applied.returncode, applied.stderr) == (0, b"")
    assert file.read_bytes() == done.data


def test_nothing_to_merge_is_an_empty_patch_and_an_empty_text() -> None:
    done = planned([], decision(staged(TALK, "x")))
    assert (diffs.diff_patch(done), diffs.diff_text(done), diffs.merge_text(done)) == ("", "", "")


def test_the_text_shows_each_row_its_new_utterances_with_addresses_and_its_new_tags() -> None:
    lines = [
        staged(TALK, "silencia talk.mkv"),
        staged(FILM, "achícala"),
        staged(TALK, "talk.mkv ya", detected=None),
    ]
    assert diffs.diff_text(planned(lines)).split("\n") == [
        "talk  mute talk.mkv",
        "  + es  silencia talk.mkv   [talk__1]",
        "  + ?   talk.mkv ya   [talk__2]",
        "  + tags multilingual, es",
        "film  shrink the film",
        "  + es  achícala   [film__2]",
        "  + tags multilingual, es",
    ]


def test_the_commit_text_counts_by_language() -> None:
    lines = [
        staged(TALK, "silencia talk.mkv"),
        staged(FILM, "缩小影片", "zh"),
        staged(FILM, "xx", detected=None),
    ]
    assert diffs.merge_text(planned(lines)).split("\n") == [
        "3 utterances added to 2 rows (es 1, language not sure 1, zh 1)",
        "by first tag: audio 1, clarify 2",
        "tags: talk +multilingual +es; film +multilingual +zh",
        "new baseline for talk, film; the other 0 rows compare with earlier runs",
    ]


def test_the_json_says_what_each_row_gains_and_what_is_refused() -> None:
    lines = [
        staged(TALK, "silencia talk.mkv"),
        staged(TALK, "Mute talk.mkv."),
        staged(FILM, "缩小影片", "zh"),
    ]
    found = json.loads(diffs.diff_json(planned(lines)))
    assert found["rows"] == [
        {
            "row_id": "talk",
            "source": "mute talk.mkv",
            "utterances": [{"idx": 1, "lang": "es", "text": "silencia talk.mkv"}],
            "tags": ["multilingual", "es"],
        },
        {
            "row_id": "film",
            "source": "shrink the film",
            "utterances": [{"idx": 2, "lang": "zh", "text": "缩小影片"}],
            "tags": ["multilingual", "zh"],
        },
    ]
    assert [(one["row_id"], one["text"]) for one in found["refused"]] == [("talk", "Mute talk.mkv.")]
    assert found["notes"] == []


def cells(markdown: str) -> list[list[str]]:
    """The cells of the body of a Markdown table, as a page shows them; nothing in them but code spans."""
    page = MarkdownIt("commonmark").enable("table").render(markdown)
    rows = re.findall("<tr>(.*?)</tr>", page.split("<tbody>")[1], re.DOTALL)
    found = [re.findall("<td>(.*?)</td>", one, re.DOTALL) for one in rows]
    assert not re.search("<(?!/?code>)", "".join(cell for one in found for cell in one))
    return [[unescape(re.sub("</?code>", "", cell)) for cell in one] for one in found]


MARKUP = [
    "convert *.mkv and *.mov, _all_ of them",
    "a | b || c",
    "<img src=x onerror=alert(1)> <b>",
    "`code` and ```` more",
    "`",
    "![x](http://example.org/track.png) [link](http://example.org)",
    "&lt;b&gt; &amp; $x$ ~~no~~ # 1. - > @someone #12",
    "http://example.org www.example.org",
    "trailing backslash \\",
]


@pytest.mark.parametrize("text", MARKUP)
def test_a_text_stands_in_the_table_as_it_is_and_is_no_markup(text: str) -> None:
    assert cells(diffs.diff_markdown(planned([staged(TALK, text)]))) == [["talk__1", "es", text]]


def test_a_backslash_before_a_pipe_does_not_split_the_cell() -> None:
    """It shows doubled there: renderers differ in what they take away."""
    shown = diffs.diff_markdown(planned([staged(TALK, r"a \| b")]))
    assert cells(shown) == [["talk__1", "es", r"a \\| b"]]


HOSTILE = st.text(
    st.sampled_from(
        "ab|`<>&*_\\[]()~ \n\r\t\x1b\x9b\x07\x7f\0\u200b\u200d\u202e\u2066\u2028\u0085\ufeff\ufe0f👩語ä"
    ),
    min_size=1,
    max_size=12,
).filter(str.strip)


@settings(max_examples=150, deadline=None)
@given(st.lists(HOSTILE, min_size=1, max_size=3, unique=True))
def test_a_table_has_a_line_for_each_utterance_whatever_it_holds(texts: list[str]) -> None:
    done = planned([staged(TALK, text) for text in texts])
    found = cells(diffs.diff_markdown(done)) if done.added else []
    doubled = re.compile(r"(\\+)\|")
    assert [one[2].strip() for one in found] == [
        doubled.sub(r"\1\1|", visible(text)).strip() for text in done.texts
    ]


def raw(text: str) -> list[str]:
    """What a terminal or a reader could be fooled by."""
    return [name for at, name in hidden_characters(text) if text[at] != "\n"]


@settings(max_examples=150, deadline=None)
@given(HOSTILE, HOSTILE)
def test_no_output_for_people_holds_raw_model_text(text: str, why: str) -> None:
    nasty = row("nasty", f"x{why}", outcome="reject", tags=("t",))
    lines = [staged(nasty, text, source=why, model=why, flags=("language_unsure",))]
    done = planned(lines, rows=[nasty], languages={"nasty": ("en",)})
    cell = Cell(row_id="nasty", lang="es", wanted=1)
    outputs = {
        "staged": (show.staged_text(lines, {"nasty": nasty}), 2),
        "diff": (diffs.diff_text(done), 3 if done.added else 1),
        "markdown": (diffs.diff_markdown(done), 3 if done.added else 2),
        "merge": (diffs.merge_text(done), 4 if done.added else 1),
        "failures": (show.failures_text(Result((), (), (Failure(cell, why),))), 1),
    }
    for name, (output, count) in outputs.items():
        assert (name, raw(output)) == (name, [])
        assert (name, output.count("\n") + 1) == (name, count)
    control = set(diffs.diff_patch(done)) & {chr(code) for code in (*range(10), *range(11, 32), 127)}
    assert control <= {"\x7f"}  # in the patch the texts are JSON, byte for byte what merge writes


def test_staged_lines_stand_under_their_row_with_what_speaks_against_them() -> None:
    lines = [
        staged(TALK, "silencia talk.mkv"),
        staged(TALK, "talk.mkv静音", "zh", trust="doubtful", flags=("language_unsure",)),
        staged(FILM, "achícala", trust="doubtful"),
    ]
    assert show.staged_text(lines, by_id(ROWS)).split("\n") == [
        "talk  plan  mute talk.mkv",
        "  es  silencia talk.mkv",
        "  zh  talk.mkv静音  (doubtful, language_unsure)",
        "film  clarify  shrink the film",
        "  es  achícala  (doubtful)",
    ]


def drop(reason: str) -> Dropped:
    values = {"id": "1", "row_id": "talk", "text": "", "lang": "es", "style": "neutral", "reason": reason}
    return Dropped.model_validate({**values, "detail": "d", "request_key": "k"})


def test_counts_add_up_and_can_be_written_as_json() -> None:
    lines = [staged(TALK, "a"), staged(TALK, "b", "zh"), staged(TALK, "c", trust="doubtful")]
    found = show.counts(lines, [drop("echo"), drop("different"), drop("different")])
    assert json.loads(json.dumps(found)) == {
        "staged": 3,
        "clean": 2,
        "doubtful": 1,
        "staged_by_language": {"es": 2, "zh": 1},
        "dropped": 3,
        "dropped_by_reason": {"different": 2, "echo": 1},
    }
    assert show.counts_text(found).split("\n") == [
        "staged  3: 2 clean, 1 doubtful (es 2, zh 1)",
        "dropped 3: different 2, echo 1",
    ]
    assert show.counts_text(show.counts([], [])) == "staged  0: 0 clean, 0 doubtful\ndropped 0"


def test_cells_that_failed_for_one_reason_are_one_line() -> None:
    failures = [
        Failure(Cell(row_id="r", lang=lang, wanted=1), why)
        for lang, why in (("es", "x"), ("zh", "x"), ("de", "y"))
    ]
    text = show.failures_text(Result((), (drop("unjudged"), drop("echo")), tuple(failures)))
    assert text.split("\n") == [
        "2 cells got no answer: x",
        "1 cell got no answer: y",
        "1 of the dropped were never judged; the same command tries them again",
    ]


def test_decisions_are_counted_with_what_waits() -> None:
    lines = [staged(TALK, text) for text in "abcd"]
    said = {
        lines[0].id: decision(lines[0]),
        lines[1].id: decision(lines[1], "reject"),
        "old": decision(lines[2]),
    }
    assert show.decided(lines, said) == {"accept": 1, "edit": 0, "reject": 1, "split": 0, "waiting": 2}


def test_the_plan_counts_cells_phrasings_and_calls() -> None:
    planned_cells = [
        Cell(row_id="talk", lang="es", wanted=2),
        Cell(row_id="talk", lang="zh", wanted=1),
        Cell(row_id="film", lang="es", wanted=2),
    ]
    rows: dict[str, Row] = by_id((*ROWS, row("z", "x")))
    for glosses, said in ((0, ""), (8, ", at most 8 to gloss")):
        calls = show.Calls(written=2, recorded=1, judged=16, glossed=glosses)
        text = show.plan_text(planned_cells, rows, calls, 12345, "$0.10 at most")
        assert text.split("\n") == [
            "language     cells  phrasings",
            "es               2          4",
            "zh               1          1",
            f"2 of 3 rows; 2 calls to write (1 of them in the journal), at most 16 to judge{said}",
            "at most 12,345 tokens; cost: $0.10 at most",
        ]


def test_new_rows_are_in_every_form_of_a_diff() -> None:
    lines = [staged(TALK, "silencia talk.mkv"), staged(TALK, "quita el sonido")]
    done = planned(lines, decision(lines[0]), decision(lines[1], "split", outcome="clarify", lang="es"))
    new = done.rows[0].draft.row.id
    assert diffs.diff_text(done).split("\n")[-3:] == [
        f"{new}  new clarify row, split off talk",
        f"  + es  quita el sonido   [{new}__0]",
        "  + tags clarify, es",
    ]
    assert cells(diffs.diff_markdown(done))[-1] == [f"{new}__0 (new, clarify)", "es", "quita el sonido"]
    assert json.loads(diffs.diff_json(done))["new_rows"] == [
        {"row": json.loads(done.rows[0].draft.text), "lang": "es", "from": "talk"}
    ]
    assert diffs.merge_text(done).split("\n")[-2:] == [
        "1 new row (clarify 1)",
        f"new baseline for talk, {new}; the other 1 rows compare with earlier runs",
    ]


def test_the_words_of_a_diff_are_the_touched_lines_cut_down() -> None:
    """What is new is whole; what is old is enough to see where it stands."""
    lines = [staged(TALK, "silencia talk.mkv"), staged(FILM, "achica"), staged(TALK, "quita el sonido")]
    done = planned(
        lines, decision(lines[0]), decision(lines[1]), decision(lines[2], "split", outcome="clarify")
    )
    segments = diffs.words(done)
    new = [text for text, is_new in segments if is_new]
    assert new == [
        ', "silencia talk.mkv"',
        ', "multilingual", "es"',
        ', "achica"',
        ', "multilingual", "es"',
        done.rows[0].draft.text,
    ]
    assert segments.count(("\n", False)) == 2
    for text, is_new in segments:
        assert is_new or len(text) <= 2 * diffs.CONTEXT + 1
        for part in () if is_new else text.strip("\n").split("…"):
            assert part in done.corpus.data.decode()
