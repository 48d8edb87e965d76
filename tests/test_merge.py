"""Merging: what enters the corpus, which tags a row gains, what is refused, and how it is taken back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from doubles import corpus_bytes, row
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase import merge
from polyphrase.corpus import Corpus, parse
from polyphrase.errors import InputError
from polyphrase.generate import candidate_id
from polyphrase.merge import Merge, MergeRecord
from polyphrase.models import Action, Decision, Row, Staged, by_id, digest

AT = "2030-01-02T03:04:05+00:00"
TALK = row("talk", "mute talk.mkv", tags=("audio",), fixture="talk.mkv")
FILM = row("film", "shrink the film", "make the film smaller", outcome="clarify", tags=("clarify", "vague"))
ROWS = (TALK, FILM)
ENGLISH: Mapping[str, Sequence[str | None]] = {"talk": ("en",), "film": ("en", "en")}


def corpus(*rows: Row) -> Corpus:
    return parse(corpus_bytes(rows or ROWS), "data/eval.jsonl")


def staged(one: Row, text: str, lang: str = "es", **changes: Any) -> Staged:
    values = {
        "id": candidate_id(one.id, lang, text), "row_id": one.id, "text": text, "lang": lang, "detected": lang,
        "style": "neutral", "source": one.utterances[0], "trust": "clean", "checks": {}, "flags": (),
        "verdict": {"label": "equivalent", "score": 1.0, "reason": "same", "votes": {"equivalent": 2}},
        "model": "writer", "judge": "judge", "prompts": {"generate": "1"}, "row_utterances": len(one.utterances),
        "row_state": one.state(len(one.utterances)), "request_key": "key",
    }  # fmt: skip
    return Staged.model_validate(values | changes)


def decision(
    one: Staged, action: Action | None = "accept", text: str | None = None, **changes: Any
) -> Decision:
    return Decision(
        id=one.id, row_id=one.row_id, action=action, text=text or one.text, by="mia", at=AT, **changes
    )


def planned(
    lines: Sequence[Staged],
    *decisions: Decision,
    rows: Sequence[Row] = ROWS,
    languages: Mapping[str, Sequence[str | None]] = ENGLISH,
) -> Merge:
    """The merge of `lines`; without decisions, all of them are accepted."""
    said = decisions or [decision(one) for one in lines]
    return merge.plan(corpus(*rows), lines, {one.id: one for one in said}, languages, AT)


def rows_after(done: Merge) -> dict[str, Row]:
    return by_id(parse(done.data, "after").rows)


def test_accepted_texts_go_to_the_end_of_their_rows_in_staged_order_with_their_addresses() -> None:
    lines = [
        staged(TALK, "silencia talk.mkv"),
        staged(FILM, "achica la película"),
        staged(TALK, "把talk.mkv静音", "zh"),
    ]
    done = planned(lines)
    after = rows_after(done)
    assert after["talk"].utterances == ("mute talk.mkv", "silencia talk.mkv", "把talk.mkv静音")
    assert after["film"].utterances == ("shrink the film", "make the film smaller", "achica la película")
    assert [(one.row_id, one.idx, one.lang) for one in done.added] == [
        ("talk", 1, "es"),
        ("talk", 2, "zh"),
        ("film", 2, "es"),
    ]
    assert [after[one.row_id].utterances[one.idx] for one in done.added] == list(done.texts)
    assert [one.text_digest for one in done.added] == [digest(text) for text in done.texts]


def test_provenance_says_who_wrote_judged_and_decided_when() -> None:
    (one,) = planned([staged(TALK, "silencia talk.mkv")]).added
    assert (one.model, one.judge, one.prompts, one.by, one.at) == (
        "writer",
        "judge",
        {"generate": "1"},
        "mia",
        AT,
    )
    assert one.verdict.label == "equivalent"


@pytest.mark.parametrize("action", ["reject", None])
def test_only_accepted_and_edited_candidates_are_merged(action: Action | None) -> None:
    one, other = staged(TALK, "silencia talk.mkv"), staged(TALK, "quita el sonido de talk.mkv")
    done = planned([one, other], decision(one, action))
    assert (done.insertions, done.added, done.refused, done.notes) == ((), (), (), ())
    assert done.data == done.corpus.data


def test_an_edit_goes_in_as_the_person_wrote_it() -> None:
    one = staged(TALK, "silencia talk.mkv")
    done = planned([one], decision(one, "edit", 'silencia "talk.mkv", ¿sí?'))
    assert rows_after(done)["talk"].utterances[1] == 'silencia "talk.mkv", ¿sí?'
    assert done.added[0].text_digest == digest('silencia "talk.mkv", ¿sí?')


TAGS: list[tuple[tuple[str, ...] | None, tuple[str | None, ...], list[str | None], tuple[str, ...], bool]] = [
    # the row's tags, languages of its utterances, languages of what it gains, tags it gains, whether a note
    (("audio",), ("en",), ["es"], ("multilingual", "es"), False),
    (("audio",), ("en",), ["es", "es", "zh"], ("multilingual", "es", "zh"), False),
    (("audio", "multilingual", "de"), ("en", "de"), ["es"], ("es",), False),
    (("audio", "multilingual", "de"), ("en", "de"), ["de"], (), False),
    (("audio", "multilingual"), ("en",), ["es"], ("es",), False),
    (("audio",), ("en",), ["en"], (), False),
    (("audio",), ("en",), [None], (), False),
    (("audio",), ("en",), [None, "es"], ("multilingual", "es"), False),
    # A language that the detector cannot tell in the row's utterances, but a tag says.
    (("audio", "es"), (None,), ["es"], (), False),
    (("audio", "es"), (None,), ["zh"], ("multilingual", "zh"), False),
    # Nothing is known of the row's own language: it may be the one it gains.
    (("audio",), (None,), ["es"], (), True),
    # The first tag is the row's category, so rows without tags gain none.
    ((), ("en",), ["es"], (), True),
    (None, ("en",), ["es"], (), True),
    ((), ("en",), ["en"], (), False),
]


@pytest.mark.parametrize(("tags", "spoken", "gained", "expected", "noted"), TAGS)
def test_a_row_gains_a_tag_for_each_language_it_did_not_have(
    tags: tuple[str, ...] | None,
    spoken: tuple[str | None, ...],
    gained: list[str | None],
    expected: tuple[str, ...],
    noted: bool,
) -> None:
    fields = {} if tags is None else {"tags": tags}
    one = row("r", *(f"mute talk.mkv {n}" for n in range(len(spoken))), **fields)
    lines = [staged(one, f"text {n}", lang or "es", detected=lang) for n, lang in enumerate(gained)]
    done = planned(lines, rows=[one], languages={"r": spoken})
    assert done.tags.get("r", ()) == expected
    after = rows_after(done)["r"]
    assert after.tags == (tags if not expected else (*(tags or ()), *expected))
    assert bool(done.notes) == noted
    assert all("r" in note for note in done.notes)


@pytest.mark.parametrize(
    ("said", "lang", "gained"),
    [("pt", "pt", ("multilingual", "pt")), ("und", None, None), (None, "es", ("multilingual", "es"))],
)
def test_what_the_person_says_of_the_language_holds(
    said: str | None, lang: str | None, gained: tuple[str, ...] | None
) -> None:
    one = staged(TALK, "silencia talk.mkv", detected="es")
    done = planned([one], decision(one, lang=said))
    assert [added.lang for added in done.added] == [lang]
    assert done.tags.get("talk") == gained


def test_a_language_that_the_person_confirmed_tags() -> None:
    one = staged(TALK, "silencia talk.mkv", detected=None)
    assert planned([one], decision(one, lang="es")).tags == {"talk": ("multilingual", "es")}
    assert planned([one], decision(one)).tags == {}


def test_a_row_that_gains_nothing_gains_no_tags() -> None:
    done = planned([staged(TALK, "silencia talk.mkv")])
    assert list(done.tags) == ["talk"]
    assert done.corpus.data.split(b"\n")[1] == done.data.split(b"\n")[1]


GROWN = row("talk", *TALK.utterances, "hush talk.mkv", tags=("audio",), fixture="talk.mkv")


def test_a_row_that_only_grew_takes_the_candidate_at_its_new_end() -> None:
    done = planned([staged(TALK, "silencia talk.mkv")], rows=[GROWN], languages={"talk": ("en", "en")})
    assert [one.idx for one in done.added] == [2]
    assert rows_after(done)["talk"].utterances[-1] == "silencia talk.mkv"


@pytest.mark.parametrize(
    ("now", "why"),
    [
        (row("talk", "mute speech.mkv", tags=("audio",), fixture="talk.mkv"), "its row changed since"),
        (row("talk", "mute talk.mkv", tags=("audio",), fixture="other.mkv"), "its row changed since"),
        (row("talk", "mute talk.mkv", outcome="reject", tags=("audio",), fixture="talk.mkv"), "its row changed"),
        (
            row("talk", "mute talk.mkv", expected_tool="other", tags=("audio",), fixture="talk.mkv"),
            "its row changed since",
        ),
        (
            row("talk", "mute talk.mkv", tags=("audio",), fixture="talk.mkv", baseline={"command": "rm talk.mkv"}),
            "its row changed since",
        ),
        (row("speech", "mute talk.mkv"), "its row is gone from the corpus"),
        (
            row("talk", "mute talk.mkv", "Silencia talk.mkv!", tags=("audio",), fixture="talk.mkv"),
            "its row holds it, but for case and punctuation",
        ),
    ],
)  # fmt: skip
def test_a_candidate_is_refused_where_its_row_is_no_longer_what_it_was_checked_against(
    now: Row, why: str
) -> None:
    done = planned([staged(TALK, "silencia talk.mkv")], rows=[now], languages={now.id: ("en", None)})
    assert done.insertions == ()
    assert [(one.row_id, one.text, one.why[: len(why)]) for one in done.refused] == [
        ("talk", "silencia talk.mkv", why)
    ]


def test_a_new_tag_or_a_review_mark_changes_no_row() -> None:
    now = row("talk", "mute talk.mkv", tags=("audio", "new"), fixture="talk.mkv", reviewed=True)
    assert planned([staged(TALK, "silencia talk.mkv")], rows=[now]).refused == ()


def test_a_text_that_another_row_holds_by_now_is_refused() -> None:
    other = row("other", "Silencia talk.mkv.")
    done = planned([staged(TALK, "silencia talk.mkv")], rows=[TALK, other])
    assert [one.why for one in done.refused] == ["it is an utterance of other, but for case and punctuation"]


def test_two_edits_to_the_same_words_go_in_once() -> None:
    one, two = staged(TALK, "silencia talk.mkv"), staged(FILM, "achica la película")
    done = planned([one, two], decision(one), decision(two, "edit", "Silencia talk.mkv"))
    assert list(done.texts) == ["silencia talk.mkv"]
    assert [refused.id for refused in done.refused] == [two.id]


def test_what_was_merged_before_is_neither_merged_again_nor_refused() -> None:
    lines = [staged(TALK, "silencia talk.mkv")]
    first = planned(lines)
    again = merge.plan(
        parse(first.data, "x"), lines, {one.id: decision(one) for one in lines}, {"talk": ("en", "es")}, AT
    )
    assert (again.insertions, again.added, again.refused) == ((), (), ())


def test_one_refused_candidate_does_not_hold_back_the_others() -> None:
    lines = [
        staged(TALK, "silencia talk.mkv"),
        staged(row("gone", "x"), "y"),
        staged(FILM, "achica la película"),
    ]
    done = planned(lines)
    assert done.texts == ("silencia talk.mkv", "achica la película")
    assert [one.row_id for one in done.refused] == ["gone"]


def test_an_edit_to_nothing_is_an_error_and_not_an_empty_utterance() -> None:
    one = staged(TALK, "silencia talk.mkv")
    with pytest.raises(InputError, match="cannot be added to row"):
        planned([one], decision(one, "edit", "  "))


TEXT = st.text(min_size=1, max_size=12).filter(str.strip)
LINES = st.lists(st.tuples(st.sampled_from(ROWS), TEXT, st.sampled_from(["es", "zh"])), max_size=6)


@settings(max_examples=150, deadline=None)
@given(LINES)
def test_any_accepted_text_is_found_again_in_its_row_or_refused_and_undo_restores_every_byte(
    accepted: list[tuple[Row, str, str]],
) -> None:
    lines = list({one.id: one for one in (staged(*args) for args in accepted)}.values())
    done = planned(lines)
    after = rows_after(done)
    assert len(done.added) + len(done.refused) == len(lines)
    for provenance, text in zip(done.added, done.texts, strict=True):
        assert after[provenance.row_id].utterances[provenance.idx] == text
    for before in ROWS:
        kept = after[before.id].model_dump(exclude={"utterances", "tags"})
        assert kept == before.model_dump(exclude={"utterances", "tags"})
        assert after[before.id].utterances[: len(before.utterances)] == before.utterances
        assert (after[before.id].tags or ())[:1] == (before.tags or ())[:1]
    record = MergeRecord.model_validate_json(merge.record(done, "/c", AT).model_dump_json())
    assert merge.undo(done.data, record) == done.corpus.data


def test_untouched_bytes_stay_with_comments_crlf_and_odd_spacing() -> None:
    data = (
        b'\xef\xbb\xbf# ours\r\n\r\n{"utterances":["mute talk.mkv"] ,  "id":"talk","zz":1.50,'
        b'"expected_outcome":"plan","expected_tool":"edit_video","fixture":"talk.mkv","tags":["audio"]}\r\n'
        b'{"id": "film", "utterances": ["caf\\u00e9"], "expected_outcome": "reject"}'
    )
    one = staged(TALK, "silencia talk.mkv, señor")
    done = merge.plan(parse(data, "x"), [one], {one.id: decision(one)}, {"talk": ("en",)}, AT)
    text = json.dumps("silencia talk.mkv, señor").encode()
    expected = data.replace(b'["mute talk.mkv"]', b'["mute talk.mkv",' + text + b"]")
    expected = expected.replace(b'"tags":["audio"]', b'"tags":["audio","multilingual","es"]')
    assert done.data == expected


def record(before: str, after: str, path: str = "/c", **changes: Any) -> MergeRecord:
    return MergeRecord(corpus=path, before=before, after=after, insertions=(), added=(), at=AT, **changes)


ONE, TWO = record("0", "1"), record("1", "2")


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([], None),
        ([ONE], ONE),
        ([ONE, TWO], TWO),
        ([ONE, TWO, record("1", "2", undone=True)], ONE),
        ([ONE, TWO, record("1", "2", undone=True), record("0", "1", undone=True)], None),
        ([ONE, record("0", "1", undone=True), record("0", "3")], record("0", "3")),
        ([ONE, record("0", "9", "/other")], ONE),
        ([record("0", "9", "/other")], None),
        # An undoing that fits no merge is not one.
        ([ONE, record("7", "8", undone=True)], ONE),
    ],
)
def test_the_newest_merge_that_is_not_undone(
    records: list[MergeRecord], expected: MergeRecord | None
) -> None:
    assert merge.last(records, "/c") == expected


def test_undo_refuses_a_file_in_which_its_additions_do_not_stand_any_more() -> None:
    done = planned([staged(TALK, "silencia talk.mkv")])
    made = merge.record(done, "/c", AT)
    assert (made.before, made.after) == (merge.sha256(done.corpus.data), merge.sha256(done.data))
    for data in (done.corpus.data, b"", done.data.replace(b"silencia", b"enmudece")):
        with pytest.raises(InputError, match=r"changed after the merge of 2030.* of row \"talk\" changed"):
            merge.undo(data, made)
    old = made.model_copy(update={"places": ()})
    assert merge.undo(done.data, old) == done.corpus.data
    with pytest.raises(InputError, match="made by an older version"):
        merge.undo(done.data + b"\n", old)


def test_undo_leaves_what_others_changed() -> None:
    done = planned([staged(TALK, "silencia talk.mkv")])
    made = merge.record(done, "/c", AT)
    comment = b"# a comment\n"
    assert merge.undo(comment + done.data, made) == comment + done.corpus.data
    record = merge.undoing(made, comment + done.corpus.data, comment + done.data)
    assert record.ends == (merge.sha256(comment + done.data), merge.sha256(comment + done.corpus.data))
    assert merge.last([made, record], "/c") is None


def test_merges_stack_and_come_off_one_by_one() -> None:
    first = planned([staged(TALK, "silencia talk.mkv")])
    grown = parse(first.data, "x")
    line = staged(by_id(grown.rows)["talk"], "把talk.mkv静音", "zh")
    second = merge.plan(grown, [line], {line.id: decision(line)}, {"talk": ("en", "es")}, AT)
    assert second.tags == {"talk": ("zh",)}
    records = [merge.record(first, "/c", AT), merge.record(second, "/c", AT)]
    newest = merge.last(records, "/c")
    assert newest == records[1]
    data = merge.undo(second.data, newest)
    assert data == first.data
    oldest = merge.last([*records, newest.model_copy(update={"undone": True})], "/c")
    assert oldest == records[0]
    assert merge.undo(data, oldest) == corpus().data


@pytest.mark.parametrize(
    ("corpus_tags", "styles", "gained"),
    [
        (("typo",), ("typo", "typo"), ("typo",)),
        (("typo", "terse"), ("typo", "terse"), ("typo", "terse")),
        (("edge",), ("typo",), ()),  # the corpus uses no such tag
        (("neutral-ish",), ("neutral",), ()),
    ],
)
def test_a_style_tags_its_row_only_where_the_corpus_uses_such_a_tag(
    corpus_tags: tuple[str, ...], styles: tuple[str, ...], gained: tuple[str, ...]
) -> None:
    plain, other = row("r", "mute a.mp4", tags=("sound",)), row("s", "cut b.mp4", tags=corpus_tags)
    lines = [staged(plain, f"silence a.mp4 {n}", "en", style=style) for n, style in enumerate(styles)]
    done = planned(lines, rows=(plain, other), languages={"r": ("en",), "s": ("en",)})
    assert done.tags.get("r", ()) == gained
    assert rows_after(done)["r"].tags == ("sound", *gained)
