"""The terminal review in this process: scripted keys, and what is shown."""

from __future__ import annotations

import errno
import io
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from reviewing import AT, HOSTILE, ITEMS, ROW, TEXTS, card, recheck, staged

from polyphrase import view
from polyphrase.adapters import screen, terminal
from polyphrase.errors import InputError
from polyphrase.models import Decision, Row, Staged
from polyphrase.review import ReviewResult, Session, reject


class Person:
    """Presses the given keys and types the given lines; then the input ends."""

    def __init__(self, keys: str, lines: Sequence[str | None] = ()) -> None:
        self.keys, self.lines = list(keys), list(lines)
        self.offered: list[str] = []

    def key(self) -> str:
        key = self.keys.pop(0) if self.keys else ""
        if key == "\x03":
            raise KeyboardInterrupt
        return key

    def line(self, text: str) -> str | None:
        self.offered.append(text)
        return self.lines.pop(0)


def desk(
    person: Person,
    items: Sequence[Staged],
    append: Callable[[Decision], None],
    shown: io.StringIO,
    row: Row = ROW,
    **console: Any,
) -> terminal.Desk:
    """A desk at which `person` sits, with a console of 80 by 24 that writes into `shown`."""
    from rich.console import Console

    log: list[Decision] = []

    def record(*decisions: Decision) -> None:
        for one in decisions:
            append(one)
            log.append(one)

    return terminal.Desk(
        session=Session(items, "ann"),
        card=lambda item: card(item, row),
        append=record,
        said=lambda: log,
        recheck=recheck,
        now=lambda: AT,
        read_key=person.key,
        read_line=person.line,
        console=Console(file=shown, width=80, height=24, **console),
    )


def review(
    person: Person, items: Sequence[Staged], row: Row = ROW, **console: Any
) -> tuple[ReviewResult, list[Decision], str]:
    """Result, appended decisions and everything shown."""
    appended: list[Decision] = []
    shown = io.StringIO()
    result = desk(person, items, appended.append, shown, row, **console).run()
    return result, appended, shown.getvalue()


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine that runs the tests says about colours must not matter."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("keys", "lines", "said"),
    [
        ("", [], []),
        ("q", [], []),
        ("aA", [], [("1", "accept", TEXTS[0], ""), ("2", "accept", TEXTS[1], "")]),
        ("rrs", [], [("1", "reject", TEXTS[0], "")]),
        ("r\n", [], [("1", "reject", TEXTS[0], "")]),
        ("r", [], []),
        ("rq", [], []),
        ("rxrm", [], [("1", "reject", TEXTS[0], "")]),
        ("cq", [], [(one.id, "accept", one.text, "") for one in ITEMS]),
        (
            "acu",
            [],
            [(one.id, "accept", one.text, "") for one in ITEMS]
            + [(one.id, None, one.text, "") for one in ITEMS[:0:-1]],
        ),
        ("by", [], [(one.id, "accept", one.text, "") for one in ITEMS]),
        ("bna", [], [("1", "accept", TEXTS[0], "")]),
        ("ppa", [], [("1", "split", TEXTS[0], ""), ("2", "accept", TEXTS[1], "")]),
        ("pxa", [], [("1", "accept", TEXTS[0], "")]),
        ("dqa", [], [("1", "accept", TEXTS[0], "")]),
        ("n", ["wrong file"], [("1", "reject", TEXTS[0], "wrong file")]),
        ("n", [None], []),
        ("e", ["calla talk.mp4 "], [("1", "edit", "calla talk.mp4", "")]),
        ("e", [TEXTS[0]], [("1", "accept", TEXTS[0], "")]),
        ("e", [""], []),
        ("e", [None], []),
        ("ea", ["calla"], [("1", "edit", "calla", "")]),
        ("ex", ["calla"], []),
        ("e", ["calla"], []),
        ("ee", ["calla", "calla talk.mp4"], [("1", "edit", "calla talk.mp4", "")]),
        ("au", [], [("1", "accept", TEXTS[0], ""), ("1", None, TEXTS[0], "")]),
        ("sua", [], [("1", "accept", TEXTS[0], "")]),
        ("u", [], []),
        ("?aa", [], [("1", "accept", TEXTS[0], "")]),
        ("zé\x1b\ta", [], [("1", "accept", TEXTS[0], "")]),
        ("sssau", [], [("4", "accept", TEXTS[3], ""), ("4", None, TEXTS[3], "")]),
        ("ssssa", [], []),
    ],
)
def test_keys_become_decisions(
    keys: str, lines: list[str | None], said: list[tuple[str, str | None, str, str]]
) -> None:
    """Each key does what the help says; at the end of the input the review ends."""
    _, appended, _ = review(Person(keys, lines), ITEMS)
    assert [(one.id, one.action, one.text, one.note) for one in appended] == said
    assert all((one.by, one.at, one.row_id) == ("ann", AT, ROW.id) for one in appended)


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("m", "meaning"),
        ("l", "literal"),
        ("w", "language"),
        ("u", "unnatural"),
        ("d", "repeated"),
        ("r", None),
    ],
)
def test_a_second_key_says_why_a_candidate_is_rejected(key: str, reason: str | None) -> None:
    _, appended, shown = review(Person(f"r{key}u"), ITEMS)
    assert [(one.action, one.reason) for one in appended] == [("reject", reason), (None, None)]
    assert f"{key} {reason or 'no reason'}   " in shown
    assert f"Rejected{f' ({reason})' if reason else ''}: {TEXTS[0]}" in shown


def test_a_doubtful_candidate_is_not_accepted_with_its_row() -> None:
    _, appended, shown = review(Person("cc"), [ITEMS[0], staged("2", TEXTS[1], trust="doubtful")])
    assert [one.id for one in appended] == ["1"]
    assert "Accepted 1; u takes them all back." in shown
    assert "This one is doubtful: decide on it alone." in shown


def test_a_bulk_asks_and_passes_the_doubtful_by() -> None:
    items = [ITEMS[0], staged("2", TEXTS[1], trust="doubtful"), *ITEMS[2:]]
    _, appended, shown = review(Person("by"), items)
    assert [one.id for one in appended] == ["1", "3", "4"]
    assert "Accept 3 clean candidates of 1 rows without looking?" in shown
    assert shown.count("2 of 4") == 1, "the doubtful one is what is left"


def test_a_bulk_of_nothing_says_so() -> None:
    _, appended, shown = review(Person("b"), [staged("1", TEXTS[0], trust="doubtful")])
    assert not appended
    assert "None of those that wait is clean" in shown


@pytest.mark.parametrize(("key", "outcome"), [("c", "clarify"), ("r", "reject"), ("p", "plan")])
def test_a_second_key_says_what_is_right_for_a_row_of_its_own(key: str, outcome: str) -> None:
    _, appended, shown = review(Person(f"p{key}u"), ITEMS)
    assert [(one.action, one.outcome) for one in appended] == [("split", outcome), (None, None)]
    assert f"Split off ({outcome}): {TEXTS[0]}" in shown


def test_what_somebody_else_decides_meanwhile_is_passed_by_and_said() -> None:
    appended: list[Decision] = []
    shown = io.StringIO()
    scripted = desk(Person("aa"), ITEMS, appended.append, shown)
    other = reject(ITEMS[1], "ben", AT)
    replace(scripted, said=lambda: [*appended, *([other] if appended else [])]).run()
    assert [one.id for one in appended] == ["1", "3"]
    assert "1 decided by somebody else meanwhile." in shown.getvalue()


@pytest.mark.parametrize("keys", ["a", "ea", "rm", "n", "pc", "l", "c"])
def test_a_key_that_comes_too_late_decides_nothing(keys: str) -> None:
    """Somebody decides while the person looks at the candidate, or types: neither word is lost or overruled."""
    appended: list[Decision] = []
    heard = [0]
    other = reject(ITEMS[0], "ben", AT)

    def said() -> list[Decision]:
        heard[0] += 1
        return [*appended, *([other] if heard[0] > 1 else [])]

    shown = io.StringIO()
    replace(desk(Person(f"{keys}q", ["pt"]), ITEMS, appended.append, shown), said=said).run()
    assert appended == []
    assert "It was decided elsewhere while you looked at it" in shown.getvalue()
    assert shown.getvalue().count("2 of 4") == 1


def test_a_bulk_is_what_was_counted_or_nothing() -> None:
    """Not what somebody else rejected between the question and the answer."""
    appended: list[Decision] = []
    person = Person("byby")
    others: list[Decision] = []

    def key() -> str:
        if len(person.keys) == 3:
            others.append(reject(ITEMS[2], "ben", AT))
        return person.key()

    shown = io.StringIO()
    scripted = desk(person, ITEMS, appended.append, shown)
    replace(scripted, said=lambda: [*appended, *others], read_key=key).run()
    assert [one.id for one in appended] == ["1", "2", "4"]
    assert "Others decided meanwhile, so it is not what you saw. Nothing was changed." in shown.getvalue()
    assert "Accept 3 clean candidates of 1 rows" in shown.getvalue()


def test_undo_says_what_was_decided_again_elsewhere() -> None:
    appended: list[Decision] = []
    again = reject(ITEMS[1], "ann", "later")
    shown = io.StringIO()
    scripted = desk(Person("cu"), ITEMS, appended.append, shown)
    replace(scripted, said=lambda: [*appended[:4], *([again] if appended else []), *appended[4:]]).run()
    assert [one.id for one in appended[4:]] == ["4", "3", "1"]
    assert "Taken back: 3. Decided again elsewhere since, and left so: 1." in shown.getvalue()


def test_the_change_to_the_row_is_a_word_diff_and_a_refusal_is_said() -> None:
    from rich.console import Console

    for change, expected in (
        (view.Change((('["mute"', False), (', "silencia"', True), ("]", False))), '["mute"{+, "silencia"+}]'),
        (view.Change(refused="its row changed"), "merge would refuse it: its row changed"),
    ):
        console = Console(file=io.StringIO(), width=80, height=24)
        with console.capture() as shown:
            console.print(screen.body(card(ITEMS[0], change=change), console))
        assert expected in shown.get()


def test_a_note_is_a_reason_of_its_own() -> None:
    _, appended, _ = review(Person("nn", ["the clip is theirs", ""]), ITEMS)
    assert [(one.reason, one.note) for one in appended] == [("other", "the clip is theirs"), (None, "")]


@pytest.mark.parametrize(
    ("typed", "lang", "note"),
    [
        ("pt", "pt", "Accepted"),
        (" pt-BR ", "pt", "Accepted"),
        ("", "und", "in no language that can be told"),
        ("spanish", None, "there is no language `spanish` here. Nothing was changed."),
        (None, None, "Nothing was changed."),
    ],
)
def test_one_key_accepts_in_another_language_or_in_none(
    typed: str | None, lang: str | None, note: str
) -> None:
    _, appended, shown = review(Person("l", [typed]), ITEMS)
    assert [one.lang for one in appended] == ([lang] if lang else [])
    assert all(one.action == "accept" for one in appended)
    assert note in shown
    assert "Which language, if not es?" in shown


def test_accepting_confirms_the_language_that_was_asked_for() -> None:
    unsure = staged("1", TEXTS[0], detected=None, flags=("language_unsure",))
    _, appended, _ = review(Person("a"), [unsure])
    assert [one.lang for one in appended] == ["es"]


def test_the_result_counts_and_the_summary_says_so() -> None:
    """Skipped and unseen candidates are told apart."""
    result, _, shown = review(Person("arrsq"), ITEMS)
    assert result == ReviewResult(accepted=1, edited=0, rejected=1, split=0, skipped=1, left=1)
    assert "Review: 1 accepted, 1 rejected, 1 skipped; 1 not seen." in shown


def test_a_decision_is_appended_before_the_next_screen() -> None:
    """When the disk is full, the person is not shown the next candidate."""
    shown = io.StringIO()

    def full(decision: Decision) -> None:
        raise OSError(errno.ENOSPC, "no space")

    with pytest.raises(OSError, match="no space"):
        desk(Person("a"), ITEMS, full, shown).run()
    assert TEXTS[1] not in shown.getvalue()
    assert "1 accepted" not in shown.getvalue()


def test_an_empty_queue_says_so_and_asks_nothing() -> None:
    """No key is read."""
    result, appended, shown = review(Person("\x03"), [])
    assert result == ReviewResult(0, 0, 0, 0, 0, 0)
    assert not appended
    assert shown == "Nothing waits for review.\n"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "audio_7  plan · mute_video · mute, en"),
        ({}, "take the sound out of talk.mp4"),
        ({}, "1 of 1"),
        ({}, "language    es\n"),
        ({"detected": None}, "asked for es, not sure: a confirms it, l names another"),
        ({"detected": "pt"}, "asked for es, found pt"),
        ({"style": "terse"}, "style       terse"),
        ({"trust": "doubtful"}, "judge       doubtful: equivalent 0.90, Same file."),
        ({"gloss": "take the sound away"}, "gloss       take the sound away\n"),
        ({"text": "corta talk.mp4 a 720p"}, "literals    720p is new\n"),
        ({"text": "silencia"}, "literals    talk.mp4 is missing\n"),
        ({"source": "take the sound out of talk.mp4"}, "judged at   take the sound out of talk.mp4"),
        ({"checks": {"literals": "ok", "number": "2 s, or the 2nd?"}}, "number: 2 s, or the 2nd?"),
        ({"checks": {"literals": "ok", "number": "ok"}}, "2 of 2 passed"),
        ({"flags": ("boundary: audio_8",)}, "flags       boundary: audio_8"),
        ({"text": "开[red]静音[/red] :bomb: talk.mp4"}, "开[red]静音[/red] :bomb: talk.mp4"),
        ({"text": "silencia\u200b talk.mp4"}, "silencia<U+200B> talk.mp4"),
    ],
)
def test_the_screen_shows_what_a_reviewer_needs(changes: dict[str, object], expected: str) -> None:
    """The row, the candidate as it is, and everything known about it."""
    _, _, shown = review(Person("q"), [staged("1", str(changes.pop("text", TEXTS[0])), **changes)])
    assert expected in re.sub(" +\n", "\n", shown)


@pytest.mark.parametrize("count", [1, 2, 3, 11, 12, 13, 40])
def test_a_screen_fits_a_small_terminal(count: int) -> None:
    """80 by 24, with a note from the last key: at least two utterances, and the number of those left out."""
    from rich.cells import cell_len

    row = ROW.model_copy(update={"utterances": tuple(f"mute talk.mp4 now {one}" for one in range(count))})
    person = Person("sq")
    _, _, shown = review(person, [ITEMS[0], staged("2", "将 talk.mp4 的声音全部去掉" * 5)], row)
    second = shown[shown.index("2 of 2") : shown.index("\nReview:")].rstrip("\n").split("\n")
    assert len(second) <= 23
    assert all(cell_len(line) <= 80 for line in second)
    listed = sum("mute talk.mp4 now" in line for line in second)
    left_out = [int(found) for found in re.findall(r"and (\d+) more", "\n".join(second))]
    assert listed + sum(left_out) == count
    assert listed >= min(count, 2)


def test_literals_and_hidden_characters_are_marked_also_without_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """NO_COLOR leaves underline and reverse, so nothing is told by colour alone."""
    monkeypatch.setenv("NO_COLOR", "1")
    _, _, shown = review(
        Person("q"), [staged("1", "a\u200b talk.mp4")], force_terminal=True, color_system="truecolor"
    )
    assert "\x1b[1;4mtalk.mp4\x1b[0m" in shown
    assert "\x1b[1;7m<U+200B>\x1b[0m" in shown
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", shown)


def test_hidden_characters_are_not_offered_for_editing() -> None:
    """A line editor would send them to the terminal; Enter then records the clean text as an edit."""
    person = Person("e", ["silencia talk.mp4"])
    _, appended, shown = review(person, [staged("1", "silencia\u200b\x1b talk.mp4")])
    assert person.offered == ["silencia talk.mp4"]
    assert [one.action for one in appended] == ["edit"]
    assert "hidden characters are left out" in shown


def test_hidden_characters_typed_are_not_offered_again() -> None:
    """A second round of editing starts from what can be seen."""
    person = Person("ee", ["calla\u202e", "calla talk.mp4"])
    _, appended, _ = review(person, ITEMS)
    assert person.offered == [TEXTS[0], "calla"]
    assert [one.text for one in appended] == ["calla talk.mp4"]


def test_a_hostile_row_or_edit_cannot_reach_the_terminal() -> None:
    """Corpus text is foreign text too, and so is what a check says of what a person pasted."""
    row = Row(
        id="audio\x1b[2J",
        utterances=(HOSTILE, "mute\x07"),
        expected_outcome="plan",
        expected_tool="mute\x1b]0;t\x07",
        tags=("en\x9b31m", "\u202e"),
    )
    item = staged("1", TEXTS[0], row_id=row.id)
    person = Person("eau", ["calla\x1b[2J \u202e"])
    appended: list[Decision] = []
    shown = io.StringIO()
    scripted = desk(person, [item], appended.append, shown, row)
    replace(scripted, recheck=lambda item, text: (f"lost in {text}\x1b[2J",)).run()
    assert [one.action for one in appended] == ["edit", None]
    assert {one for one in shown.getvalue() if not one.isprintable()} == {"\n"}
    assert "- lost in calla<U+001B>[2J <U+202E>" in shown.getvalue()


def test_ctrl_c_reports_and_leaves_the_rest_to_the_caller() -> None:
    """KeyboardInterrupt passes on; what was decided before is appended."""
    appended: list[Decision] = []
    shown = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        desk(Person("a\x03"), ITEMS, appended.append, shown).run()
    assert len(appended) == 1
    assert "Review: 1 accepted; 3 not seen." in shown.getvalue()


def test_without_a_terminal_the_error_names_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe cannot be asked."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("a\n"))
    with pytest.raises(InputError) as caught:
        terminal.run(
            Session(ITEMS, "ann"),
            card=card,
            append=lambda *decisions: None,
            said=tuple,
            recheck=recheck,
            now=lambda: AT,
        )
    assert "--accept-all" in caught.value.hint
