"""Byte edits that only insert: tables for the style of what is inserted, properties for everything else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.corpus import Corpus, parse
from polyphrase.edit import Addition, Insertion, apply, insertions, relocate, revert, takes_tags
from polyphrase.errors import InputError

BOM = b"\xef\xbb\xbf"
OUTCOME = '"expected_outcome": "plan"'
SHARED_CORPUS = Path(__file__).parents[2] / "shared" / "corpora" / "knaif-ffmpeg" / "eval.jsonl"


def corpus(*lines: str) -> Corpus:
    return parse("\n".join(lines).encode("utf-8"), "eval.jsonl")


def edited(text: str, *utterances: str, tags: tuple[str, ...] = (), others: tuple[str, ...] = ()) -> str:
    """The line `text`, whose row is `r`, after the additions; `others` are the other lines of the file."""
    before = corpus(text, *others)
    after = apply(before.data, insertions(before, [Addition("r", utterances, tags)])).decode("utf-8")
    assert after.split("\n")[1:] == list(others)
    return after.split("\n")[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Two elements or more: what stands between the last two.
        ('"utterances": ["a", "b"]', '"utterances": ["a", "b", "x", "y"]'),
        ('"utterances": ["a","b"]', '"utterances": ["a","b","x","y"]'),
        ('"utterances": ["a", "b" ,\t"c"]', '"utterances": ["a", "b" ,\t"c" ,\t"x" ,\t"y"]'),
        ('"utterances":["a",  "b" ]', '"utterances":["a",  "b",  "x",  "y" ]'),
        # One element: as in the other arrays of the row, else as between its members.
        ('"utterances": ["a"]', '"utterances": ["a", "x", "y"]'),
        ('"utterances": [ "a" ]', '"utterances": [ "a", "x", "y" ]'),
        ('"utterances": ["a"], "z": [1,2]', '"utterances": ["a","x","y"], "z": [1,2]'),
        ('"utterances": ["a"], "z": [[1, 2],3]', '"utterances": ["a","x","y"], "z": [[1, 2],3]'),
        ('"utterances": ["a"], "z": {"k":1,"l":2}', '"utterances": ["a", "x", "y"], "z": {"k":1,"l":2}'),
        ('"utterances": ["a"],     "z": 1', '"utterances": ["a", "x", "y"],     "z": 1'),
        # A key that only looks like it, or does not look like it.
        (
            '"z": {"utterances": ["n"], "tags": ["n"]}, "utterances": ["a"]',
            '"z": {"utterances": ["n"], "tags": ["n"]}, "utterances": ["a", "x", "y"]',
        ),
        ('"utter\\u0061nces": ["a", "b"]', '"utter\\u0061nces": ["a", "b", "x", "y"]'),
        (
            '"z": "\\"utterances\\": [", "utterances": ["]"]',
            '"z": "\\"utterances\\": [", "utterances": ["]", "x", "y"]',
        ),
    ],
)
def test_utterances_go_to_the_end_of_the_list_in_its_own_spacing(before: str, after: str) -> None:
    row = '{"id": "r", ' + OUTCOME + ", %s}"
    assert edited(row % before, "x", "y") == row % after


@pytest.mark.parametrize(
    ("before", "separator"),
    [
        ('{"id": "r","utterances": ["a"], "expected_outcome": "plan", "z": 1}', ", "),
        ('{"id": "r","utterances": ["a"], "expected_outcome": "plan","z": 1}', ","),
        ('{"id": "r" ,"utterances": ["a"] ,"expected_outcome": "plan"}', ","),
        ('{"id": "r",\t"utterances": ["a"],\t"expected_outcome": "plan"}', ", "),
    ],
)
def test_a_lone_utterance_is_followed_by_the_separator_that_most_members_have(
    before: str, separator: str
) -> None:
    assert edited(before, "x") == before.replace('["a"', f'["a"{separator}"x"')


def test_a_compact_line_stays_compact() -> None:
    before = '{"id":"r","utterances":["a"],"expected_outcome":"plan"}'
    assert edited(before, "x") == before.replace('["a"]', '["a","x"]')


RAW = '{"id": "r", "utterances": ["é/"], ' + OUTCOME + "}"


@pytest.mark.parametrize(
    ("own", "added", "written"),
    [
        ('"é"', "ü😀", '"ü😀"'),
        ('"\\u00e9"', "ü😀", '"\\u00fc\\ud83d\\ude00"'),
        ('"\\u00E9"', "ü😀", '"\\u00FC\\uD83D\\uDE00"'),
        ('"é \\u00E9"', "ü\x1f", '"ü\\u001F"'),
        ('"\\u00e9 \\u00EA \\u00EB"', "ü", '"\\u00FC"'),
        ('"\\u00a1\\u00A1"', "ü", '"\\u00fc"'),
        ('"\\u0041"', "ü", '"ü"'),
        ('"a\\u001f"', "ü\x1f", '"ü\\u001f"'),
        ('"\\\\u00e9"', "ü", '"ü"'),
        ('"\\u00E9"', "\\u00e9", '"\\\\u00e9"'),
        ('"a"', "ü😀", '"ü😀"'),
        ('"a\\/b"', "c/ü", '"c\\/ü"'),
        ('"a/b"', "c/d", '"c/d"'),
        ('"a\\\\/b"', "c/d", '"c/d"'),
        ('"\\/a\\/b/"', "c/d", '"c\\/d"'),
        ('"a"', 'say "hi"\t\\ \x7f', '"say \\"hi\\"\\t\\\\ \x7f"'),
        ('"é"', "a\u2028b\u2029c\x85d", '"a\\u2028b\\u2029c\\u0085d"'),
        ('"\\u00e9"', "a\u2028b\u2029c\x85d", '"a\\u2028b\\u2029c\\u0085d"'),
    ],
)
def test_what_is_added_uses_the_escapes_of_its_line(own: str, added: str, written: str) -> None:
    before = '{"id": "r", "utterances": [' + own + "], " + OUTCOME + "}"
    assert edited(before, added) == before.replace(own, f"{own}, {written}")


@pytest.mark.parametrize(
    ("others", "written"),
    [
        ((), '"ü/😀"'),
        (("\\u00e9",), '"\\u00fc/\\ud83d\\ude00"'),
        (("\\u00E9\\/",), '"\\u00FC\\/\\uD83D\\uDE00"'),
        (("\\u00e9", "é"), '"ü/😀"'),
        (("\\u00e9", "é", "\\u00ea"), '"\\u00fc/\\ud83d\\ude00"'),
        (("\\/", "/"), '"ü/😀"'),
        (("\\/", "/", "\\/"), '"ü\\/😀"'),
    ],
)
def test_a_line_without_a_style_follows_the_majority_of_the_file(
    others: tuple[str, ...], written: str
) -> None:
    lines = tuple(
        f'{{"id": "{number}", "utterances": ["{text}"], {OUTCOME}}}' for number, text in enumerate(others)
    )
    before = '{"id": "r", "utterances": ["a"], ' + OUTCOME + "}"
    assert edited(before, "ü/😀", others=lines) == before.replace('"a"', f'"a", {written}')


def test_a_line_without_capitals_in_its_escapes_takes_those_of_the_file() -> None:
    other = RAW.replace('"r"', '"s"').replace("é/", "\\u00E9")
    assert '"\\u0414", "\\u00FC"' in edited(RAW.replace("é/", "\\u0414"), "ü", others=(other,))


def test_the_line_is_stronger_than_the_file() -> None:
    others = tuple(RAW.replace('"r"', f'"s{number}"').replace("é/", "\\u00E9\\/") for number in range(3))
    assert edited(RAW, "ü/", others=others) == RAW.replace('"é/"', '"é/", "ü/"')


@pytest.mark.parametrize(
    ("before", "after", "takes"),
    [
        ('"tags": ["light"]', '"tags": ["light", "lang:es"]', True),
        ('"tags": ["light","b"]', '"tags": ["light","b","lang:es"]', True),
        ('"tags": ["light", "lang:es"]', '"tags": ["light", "lang:es"]', True),
        ('"tags": []', '"tags": []', False),
        ('"tags": null', '"tags": null', False),
        ('"z": {"tags": ["light"]}', '"z": {"tags": ["light"]}', False),
    ],
)
def test_only_a_row_with_tags_takes_tags(before: str, after: str, takes: bool) -> None:
    row = '{"id": "r", "utterances": ["é", "b"], ' + OUTCOME + ", %s}"
    assert edited(row % before, tags=("lang:es",)) == row % after
    assert takes_tags(corpus(row % before).rows[0]) is takes


def test_what_the_row_has_is_not_added_again_nor_anything_twice() -> None:
    before = corpus('{"id": "r", "utterances": ["a", "A"], ' + OUTCOME + ', "tags": ["t"]}')
    additions = [Addition("r", ("b", "a", "b"), ("t", "u")), Addition("r", ("c", "b", "a "), ("u", "v"))]
    (row,) = parse(apply(before.data, insertions(before, additions)), "eval.jsonl").rows
    assert row.utterances == ("a", "A", "b", "c", "a ")
    assert row.tags == ("t", "u", "v")


def test_insertions_come_by_offset_in_bytes_of_the_original_file() -> None:
    first = '{"tags": ["é"], "utterances": ["é"], "id": "r", "expected_outcome": "plan"}'
    second = '{"id": "s", "utterances": ["a"], "expected_outcome": "plan"}'
    before = parse(BOM + f"# é\r\n{first}\r\n{second}".encode(), "eval.jsonl")
    found = insertions(before, [Addition("s", ("b",), ()), Addition("r", ("ü",), ("t",))])
    assert found == (
        Insertion(before.data.index(b'], "utt'), b', "t"', "r", "tags"),
        Insertion(before.data.index(b'], "id"'), ', "ü"'.encode(), "r", "utterances"),
        Insertion(before.data.index(b'], "exp'), b', "b"', "s", "utterances"),
    )


def test_nothing_to_add_is_no_insertion() -> None:
    assert insertions(corpus(RAW), []) == ()
    assert insertions(corpus(RAW), [Addition("r", (), ())]) == ()
    assert insertions(corpus("# no rows"), []) == ()


def test_all_rows_that_the_corpus_does_not_have_are_named_at_once() -> None:
    additions = [Addition(row_id, ("a",), ()) for row_id in ("gone", "r", "R", "gone")]
    with pytest.raises(InputError, match=r'^eval.jsonl has no row "gone", "R"$'):
        insertions(corpus(RAW), additions)


@pytest.mark.parametrize("addition", [("r", ("\ud83d",), ()), ("r", (" \n",), ()), ("r", (), ("\udc00",))])
def test_what_no_corpus_may_hold_is_refused(addition: tuple[str, tuple[str, ...], tuple[str, ...]]) -> None:
    with pytest.raises(InputError, match=r'cannot be added to row "r" of eval.jsonl'):
        insertions(corpus(RAW), [Addition(*addition)])


def test_apply_and_revert_work_in_any_order_of_insertions() -> None:
    made = (Insertion(3, b"Z"), Insertion(0, b"XY"))
    assert apply(b"abc", made) == b"XYabcZ"
    assert revert(b"XYabcZ", made) == b"abc"


@pytest.mark.parametrize("offset", [-1, 4])
def test_apply_refuses_an_offset_outside_of_the_file(offset: int) -> None:
    with pytest.raises(ValueError, match=f"offset {offset} is outside of 3 bytes"):
        apply(b"abc", [Insertion(offset, b"x")])


@pytest.mark.parametrize("data", [b"abc", b"XYabc", b"XYabcY", b"XabcZ", b" XYabcZ", b"XYabZ", b""])
def test_revert_refuses_what_apply_did_not_give(data: bytes) -> None:
    with pytest.raises(ValueError, match="not there any more"):
        revert(data, [Insertion(0, b"XY"), Insertion(3, b"Z")])


def test_revert_refuses_an_offset_before_the_file() -> None:
    with pytest.raises(ValueError, match="not there any more"):
        revert(b"abc", [Insertion(-1, b"c")])


# --- Legal files of every kind, written by hand so that nothing here leans on the code under test. ---


class Style(NamedTuple):
    """How a line is written. `outer`: between members, `inner`: between elements, `padding`: in arrays."""

    outer: str
    inner: str
    colon: str
    padding: str
    escapes: str
    slash: str


class File(NamedTuple):
    """A corpus file with the rows that are in it."""

    data: bytes
    rows: list[dict[str, Any]]


def text(value: str, style: Style) -> str:
    """`value` as a JSON string."""
    written = json.dumps(value, ensure_ascii=style.escapes != "raw").replace("/", style.slash)
    if style.escapes == "upper":
        # A backslash before is one that json.dumps doubled, so this is no escape.
        written = re.sub(r"(?<!\\)((?:\\\\)*\\u)(....)", lambda one: one[1] + one[2].upper(), written)
    return written


def render(value: Any, style: Style, keys: Callable[[str], str] = str, *, top: bool = True) -> str:
    """`value` as JSON in `style`; `keys` may disguise the keys on top."""
    if isinstance(value, dict):
        pairs = (
            (keys(text(key, style)) if top else text(key, style))
            + style.colon
            + render(one, style, top=False)
            for key, one in value.items()
        )
        return "{" + style.outer.join(pairs) + "}"
    if isinstance(value, list):
        inner = style.inner.join(render(one, style, top=False) for one in value)
        return f"[{style.padding}{inner}{style.padding}]"
    return text(value, style) if isinstance(value, str) else json.dumps(value)


def disguise(key: str) -> str:
    """The same key, with an escape for its first letter."""
    return f'"\\u{ord(key[1]):04x}{key[2:]}' if key[1:2].isalpha() and key[1].isascii() else key


CHARACTERS = st.one_of(
    st.characters(exclude_categories=["Cs"]),
    st.sampled_from('ab /\\"u,[]{}:\u2028\u2029\u0085\x1f\x7féЖ中😀\U0001d11e\u202e\u200b\ufeff#'),
)
TEXTS = st.text(CHARACTERS, max_size=8)
PHRASES = TEXTS.filter(str.strip)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False, width=16)
    | TEXTS
)
KEYS = TEXTS | st.sampled_from(["utterances", "tags", "id"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)
STYLES = st.builds(
    Style,
    outer=st.sampled_from([", ", ",", " ,  ", ",\t"]),
    inner=st.sampled_from([", ", ",", " , ", ",\t\t"]),
    colon=st.sampled_from([": ", ":", "\t:  "]),
    padding=st.sampled_from(["", " "]),
    escapes=st.sampled_from(["raw", "lower", "upper"]),
    slash=st.sampled_from(["/", "\\/"]),
)
KEY_STYLES: list[Callable[[str], str]] = [str, disguise]
IDS = [f"row_{number}" for number in range(4)]
OPTIONAL = {
    "tags": st.none() | st.lists(TEXTS, max_size=3),
    "expected_tool": st.none() | TEXTS,
    "fixture": st.none() | TEXTS,
    "baseline": st.none() | st.dictionaries(KEYS, VALUES, max_size=2),
    "grade": st.sampled_from(["full", "routing"]),
    "notes": VALUES,
    "é/": VALUES,
}


@st.composite
def rows(draw: st.DrawFn, row_id: str) -> dict[str, Any]:
    """A legal row with its keys in any order."""
    row: dict[str, Any] = {
        "id": row_id,
        "utterances": draw(st.lists(PHRASES, min_size=1, max_size=4)),
        "expected_outcome": draw(st.sampled_from(["plan", "clarify", "reject"])),
    }
    extra = draw(st.fixed_dictionaries({}, optional=OPTIONAL))
    return dict(draw(st.permutations(list((row | extra).items()))))


@st.composite
def files(draw: st.DrawFn) -> File:
    """A legal file: every line in a style of its own, with comments, blank lines and any line ends."""
    written = [draw(rows(row_id)) for row_id in draw(st.sets(st.sampled_from(IDS), min_size=1))]
    lines = []
    for row in written:
        keys = draw(st.sampled_from(KEY_STYLES))
        space = draw(st.sampled_from(["", " \t"]))
        lines.append(space + render(row, draw(STYLES), keys) + space)
        comment = st.text(CHARACTERS.filter(lambda one: one not in "\r\n"), max_size=8).map("#{}".format)
        lines += draw(st.lists(comment | st.sampled_from(["", "  ", '# {"id": "row_0"']), max_size=2))
    ends = [draw(st.sampled_from(["\n", "\r\n"])) for _ in lines]
    ends[-1] = draw(st.sampled_from(["\n", "\r\n", ""]))
    body = "".join(line + end for line, end in zip(lines, ends, strict=True)).encode("utf-8")
    return File(draw(st.sampled_from([b"", BOM])) + body, written)


@st.composite
def files_and_additions(draw: st.DrawFn) -> tuple[File, list[Addition]]:
    """Additions to rows of the file; some of them it has already."""
    file = draw(files())
    additions = []
    for row in draw(st.lists(st.sampled_from(file.rows), max_size=4)):
        phrases = st.lists(PHRASES | st.sampled_from(row["utterances"]), max_size=3)
        tags = st.lists(PHRASES | st.sampled_from(["lang:es", "lang:zh"]), max_size=2)
        additions.append(Addition(row["id"], tuple(draw(phrases)), tuple(draw(tags))))
    return file, additions


def expected(row: dict[str, Any], additions: list[Addition]) -> dict[str, Any]:
    """The row after the additions, with its keys in the same order."""
    grown = json.loads(json.dumps(row))
    for _, utterances, tags in (addition for addition in additions if addition.row_id == row["id"]):
        for key, values in (("utterances", utterances), ("tags", tags)):
            for value in values:
                if row.get(key) and value not in grown[key]:
                    grown[key].append(value)
    return dict(grown)


def json_lines(data: bytes) -> list[Any]:
    lines = data.removeprefix(BOM).decode("utf-8").split("\n")
    return [json.loads(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]


@settings(max_examples=150, deadline=None)
@given(files_and_additions())
def test_an_edit_only_inserts_and_can_be_taken_back(case: tuple[File, list[Addition]]) -> None:
    """Without what was inserted the file is the same, byte for byte, and so is every untouched line."""
    file, additions = case
    made = insertions(parse(file.data, "eval.jsonl"), additions)
    assert list(made) == sorted(made)
    after = apply(file.data, made)

    without = after
    for offset, inserted, *_ in made:  # each offset is right again once those before it are out
        assert without[offset : offset + len(inserted)] == inserted
        without = without[:offset] + without[offset + len(inserted) :]
    assert without == file.data
    assert revert(after, made) == file.data

    before_lines, after_lines = file.data.split(b"\n"), after.split(b"\n")
    assert len(before_lines) == len(after_lines)
    touched = {file.data[:offset].count(b"\n") for offset, *_ in made}
    for number, (one, two) in enumerate(zip(before_lines, after_lines, strict=True)):
        assert (one == two) is (number not in touched)


@settings(max_examples=150, deadline=None)
@given(files_and_additions(), st.data())
def test_an_edit_can_be_taken_back_from_a_file_that_was_changed_since(
    case: tuple[File, list[Addition]], data: st.DataObject
) -> None:
    """Somebody adds an utterance to any row and a comment: both stay, and nothing else does."""
    file, additions = case
    made = insertions(parse(file.data, "eval.jsonl"), additions)
    row_id = data.draw(st.sampled_from([row["id"] for row in file.rows]))
    hand = [Addition(row_id, ("by hand and of no other",), ())]
    after = apply(file.data, made)
    changed = apply(after, insertions(parse(after, "eval.jsonl"), hand))
    if data.draw(st.booleans()):
        changed += b"\n# a comment"
    found = revert(changed, relocate(parse(changed, "eval.jsonl"), made))
    only = apply(file.data, insertions(parse(file.data, "eval.jsonl"), hand))
    assert parse(found, "eval.jsonl").rows == parse(only, "eval.jsonl").rows


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"b"', '"B"'),  # changed by hand
        (', "b"', ', "b", "b"'),  # twice
        (', "b"', ""),  # gone
        ('"r"', '"q"'),  # the row has another name
        ('"utterances"', '"tags": ["t"], "utterances"'),
    ],
)
def test_an_addition_that_does_not_stand_any_more_is_named(old: str, new: str) -> None:
    before = corpus('{"id": "r", "utterances": ["a"], "expected_outcome": "plan"}')
    made = insertions(before, [Addition("r", ("b",), ())])
    data = apply(before.data, made).decode().replace(old, new, 1).encode()
    try:
        found = revert(data, relocate(parse(data, "eval.jsonl"), made))
    except ValueError as error:
        assert str(error) == 'utterances of row "r" changed'  # noqa: PT017 - two ways to be right
        assert "tags" not in new
    else:
        assert "tags" in new, "a change beside it does no harm"
        assert parse(found, "eval.jsonl").rows[0].utterances == ("a",)


@settings(max_examples=150, deadline=None)
@given(files_and_additions())
def test_an_edit_appends_and_changes_no_other_value(case: tuple[File, list[Addition]]) -> None:
    """Values, order of keys and indices stay; additions follow once; asking again adds nothing."""
    file, additions = case
    before = parse(file.data, "eval.jsonl")
    after = parse(apply(file.data, insertions(before, additions)), "eval.jsonl")
    wanted = [expected(row, additions) for row in file.rows]
    assert [json.dumps(row) for row in json_lines(after.data)] == [json.dumps(row) for row in wanted]
    for old, new, grown in zip(before.rows, after.rows, wanted, strict=True):
        assert new.utterances == tuple(grown["utterances"])
        assert new.utterances[: len(old.utterances)] == old.utterances
        assert new.model_dump(exclude={"utterances", "tags"}) == old.model_dump(
            exclude={"utterances", "tags"}
        )
    assert insertions(after, additions) == ()


ANCHOR = {"id": "anchor", "utterances": ["é/ê", "b"], "expected_outcome": "plan", "tags": ["a", "b"]}
PLAIN = PHRASES.filter(lambda one: not set(one) & set("\u2028\u2029\u0085"))


@settings(max_examples=150, deadline=None)
@given(rows("row_0"), STYLES, st.lists(PLAIN, max_size=4))
def test_in_a_file_of_one_style_the_result_is_as_if_it_had_been_written_so(
    row: dict[str, Any], style: Style, utterances: list[str]
) -> None:
    """Lists of one element have no separator to copy, so the row has two."""
    row["utterances"] = ["a", "b"]
    additions = [Addition("row_0", tuple(utterances), ("lang:es",))]
    if len(row.get("tags") or ()) == 1:
        row["tags"].append("lang:zh")
    before = "\n".join(render(one, style) for one in (ANCHOR, row)).encode("utf-8")
    after = "\n".join(render(one, style) for one in (ANCHOR, expected(row, additions))).encode("utf-8")
    assert apply(before, insertions(parse(before, "eval.jsonl"), additions)) == after


@given(files_and_additions(), st.binary(min_size=1, max_size=3), st.data())
@settings(max_examples=100, deadline=None)
def test_revert_never_takes_out_anything_but_what_was_inserted(
    case: tuple[File, list[Addition]], damage: bytes, data: st.DataObject
) -> None:
    """In a file that changed since, it gives back the original with that change, or refuses."""
    file, additions = case
    made = insertions(parse(file.data, "eval.jsonl"), additions)
    after = apply(file.data, made)
    place = data.draw(st.integers(0, len(after)))
    damaged = after[:place] + damage + after[place:]
    try:
        reverted = revert(damaged, made)
    except ValueError:
        return
    assert len(reverted) == len(file.data) + len(damage)
    assert apply(reverted, made) == damaged


@pytest.mark.skipif(not SHARED_CORPUS.exists(), reason="the shared knaif corpus is not beside this checkout")
def test_a_real_corpus_takes_an_utterance_and_a_tag_in_every_row() -> None:
    before = parse(SHARED_CORPUS.read_bytes(), SHARED_CORPUS.name)
    additions = [Addition(row.id, ("¿y ahora? 😀",), ("lang:xx",)) for row in before.rows]
    made = insertions(before, additions)
    after = parse(apply(before.data, made), SHARED_CORPUS.name)
    assert len(made) == 2 * 314
    assert all(row.utterances[-1] == "¿y ahora? 😀" and row.tags for row in after.rows)
    assert revert(after.data, made) == before.data
