"""The corpus file: what is kept, and every problem at its line and column."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.corpus import Corpus, parse
from polyphrase.errors import CorpusError
from polyphrase.models import Problem
from polyphrase.rows import read

GOOD = {"id": "lamp_1", "utterances": ["dim the lamp"], "expected_outcome": "plan"}
BOM = b"\xef\xbb\xbf"
OTHER_LINE_BREAKS = "a\u2028b\u2029c\u0085d"
SHARED_CORPUS = Path(__file__).parents[2] / "shared" / "corpora" / "knaif-ffmpeg" / "eval.jsonl"


def line(**changes: Any) -> str:
    """A good row with `changes`, as the json module writes it."""
    return json.dumps(GOOD | changes, ensure_ascii=False)


def problems(data: bytes | str) -> tuple[Problem, ...]:
    """What `parse` finds; nothing for a good file."""
    try:
        parse(data.encode("utf-8") if isinstance(data, str) else data, "eval.jsonl")
    except CorpusError as error:
        return error.problems
    return ()


def rest(text: str, problem: Problem) -> str:
    """What the problem's column points to."""
    return text[problem.column - 1 :]


# A row before its last member, then values for it: (member, what the column points to, message).
MEMBERS = [
    ('"id": 7', "7}", "`id` must be a string, not a number"),
    ('"id": ""', '""}', "`id` must not be empty"),
    ('"id": "\\ud83d"', "\\ud83d", "`\\ud83d` is half of a surrogate pair, which is no character"),
    ('"id": null', "null}", "`id` must be a string, not null"),
    ('"utterances": "dim it"', '"dim it"}', "`utterances` must be a list of strings, not a string"),
    ('"utterances": null', "null}", "`utterances` must be a list of strings, not null"),
    ('"utterances": {"0": "a"}', '{"0"', "`utterances` must be a list of strings, not an object"),
    ('"utterances": []', "[]}", "`utterances` must not be empty"),
    ('"utterances": ["a", 5]', "5]}", "`utterances[1]` must be a string, not a number"),
    ('"utterances": ["a", ["b"]]', '["b"]', "`utterances[1]` must be a string, not a list"),
    ('"utterances": ["a", true]', "true]}", "`utterances[1]` must be a string, not a boolean"),
    ('"utterances": ["a", ""]', '""]}', "`utterances[1]` must not be blank"),
    ('"utterances": [ " \\t\\u3000", "a"]', '" \\t', "`utterances[0]` must not be blank"),
    (
        '"expected_outcome": "refuse"',
        '"refuse"}',
        '`expected_outcome` must be "plan", "clarify" or "reject", not "refuse"',
    ),
    (
        '"expected_outcome": ["plan"]',
        '["plan"]}',
        '`expected_outcome` must be "plan", "clarify" or "reject", not ["plan"]',
    ),
    ('"grade": "half"', '"half"}', '`grade` must be "full" or "routing", not "half"'),
    ('"grade": null', "null}", '`grade` must be "full" or "routing", not null'),
    ('"expected_tool": ["dim"]', '["dim"]}', "`expected_tool` must be a string, not a list"),
    ('"expected_tools": "dim"', '"dim"}', "`expected_tools` must be a list of strings, not a string"),
    ('"fixture": 1.5', "1.5}", "`fixture` must be a string, not a number"),
    ('"baseline": "dim -n 3"', '"dim -n', "`baseline` must be an object, not a string"),
    ('"success_criteria": []', "[]}", "`success_criteria` must be an object, not a list"),
    ('"tolerances": 3', "3}", "`tolerances` must be an object, not a number"),
    ('"tags": "light"', '"light"}', "`tags` must be a list of strings, not a string"),
    ('"tags": ["light", null]', "null]}", "`tags[1]` must be a string, not null"),
    (
        '"expected_tool": "dim", "expected_tools": [ "glow", "dim"]',
        '"glow"',
        '`expected_tools[0]` must be the `expected_tool` "dim", not "glow"',
    ),
    ('"weight": 1' + "0" * 5000 + '.5, "height": NaN', "NaN}", "NaN is not a JSON value"),
    ('"weight": NaN', "NaN}", "NaN is not a JSON value"),
    ('"tolerances": {"level": [0, -Infinity]}', "-Infinity]", "-Infinity is not a JSON value"),
    ('"note": "a", "note": "b"', '"note": "b"', 'the key "note" stands more than once in its object'),
    (
        '"x": [{"a": {"b": 1, "c": [], "\\u0062": 2}}]',
        '"\\u0062"',
        'the key "\\u0062" stands more than once in its object',
    ),
    ('"note": "ab\\ud83d"', "\\ud83d", "`\\ud83d` is half of a surrogate pair, which is no character"),
    (
        '"note": "\\\\ud83d \\uDE00"',
        "\\uDE00",
        "`\\uDE00` is half of a surrogate pair, which is no character",
    ),
    (
        '"note": "\\ud83d\\ud83d\\ude00"',
        "\\ud83d\\ud83d",
        "`\\ud83d` is half of a surrogate pair, which is no character",
    ),
    ('"x": {"\\udc00": 1}', "\\udc00", "`\\udc00` is half of a surrogate pair, which is no character"),
    (
        '"utterances": ["a \\ud83d"]',
        "\\ud83d",
        "`\\ud83d` is half of a surrogate pair, which is no character",
    ),
    ('"big": 1' + "0" * 5000, "10", "the number has 5001 digits, more than Python reads"),
]


@pytest.mark.parametrize(("member", "pointed", "message"), MEMBERS)
def test_a_wrong_member_is_found_where_its_value_stands(member: str, pointed: str, message: str) -> None:
    key = json.loads('"' + member.split('"')[1] + '"')
    others = json.dumps({one: value for one, value in GOOD.items() if one != key})
    text = f'  {others[:-1]},\t"größe": "😀", {member}}}'
    (problem,) = problems("# one\n" + text + "\n")
    assert (problem.line, problem.message) == (2, message)
    assert rest(text, problem).startswith(pointed)


@pytest.mark.parametrize("key", GOOD)
def test_a_missing_key_is_found_at_the_start_of_the_row(key: str) -> None:
    text = json.dumps({one: value for one, value in GOOD.items() if one != key})
    assert problems(f" \t{text}\n") == (Problem(1, 3, f"`{key}` is missing"),)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("[]", "a list"), ('"a"', "a string"), ("5", "a number"), ("null", "null"), ("true", "a boolean")],
)
def test_a_line_that_is_no_object_is_a_problem(text: str, kind: str) -> None:
    assert problems(f" {text}\n") == (Problem(1, 2, f"a row must be a JSON object, not {kind}"),)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ('{"id": }', 8, "a value is missing here"),
        ("nonsense", 1, "a value is missing here"),
        ('{"id" "a"}', 7, "a colon is missing here"),
        ('{"id": "a" "b"}', 12, "a comma or a closing bracket is missing here"),
        ("{'id': 1}", 2, "a key in double quotes is missing here"),
        ('{"id": "ä"} {', 13, "something follows the end of the JSON value"),
        ('{"id": "ä}', 8, "the string that starts here has no closing quote"),
        ('{"id": "ä\t"}', 10, "a string holds a raw control character"),
        ('{"id": "ä\\x"}', 10, "a string holds a backslash escape that JSON does not have"),
        ("\ufeff{}", 1, "a byte order mark may only stand at the start of the file"),
        ('{"a": 1, "a": 2, "b"}', 21, "a colon is missing here"),
    ],
)
def test_bad_json_says_why_in_plain_words(text: str, column: int, reason: str) -> None:
    (problem,) = problems(f"{line()}\n{text}\n")
    assert problem == Problem(2, column, f"bad JSON: {reason}")


def test_bad_json_in_a_unicode_escape_says_why() -> None:
    """The column is not pinned: versions of Python differ by one."""
    (problem,) = problems('{"id": "\\u12"}\n')
    assert problem.message == "bad JSON: `\\u` needs four hexadecimal digits after it"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ('{"id": "lamp_2", "utter', 18, "the string that starts here has no closing quote"),
        ('{"id": "lamp_2", "utterances": [', 33, "a value is missing here"),
        ('{"id": "lamp_2"', 16, "a comma or a closing bracket is missing here"),
    ],
)
def test_a_torn_last_line_is_said_to_be_cut_off(text: str, column: int, reason: str) -> None:
    assert problems(f"{line()}\r\n{text}") == (Problem(2, column, f"the line is cut off: {reason}"),)


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("{}}", 3, "something follows the end of the JSON value"),
        ("the end", 1, "a value is missing here"),
    ],
)
def test_a_last_line_that_is_no_torn_row_is_not_said_to_be_cut_off(
    text: str, column: int, reason: str
) -> None:
    assert problems(text) == (Problem(1, column, f"bad JSON: {reason}"),)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'# ok\n{"\xc3\xa4": "\xff"}\n', Problem(2, 8, "byte 9 of the line (0xff) is not valid UTF-8")),
        (BOM + b"# gr\xfc\xdfe\n", Problem(1, 5, "byte 5 of the line (0xfc) is not valid UTF-8")),
        (b'"\xc3\n# end', Problem(1, 2, "byte 2 of the line (0xc3) is not valid UTF-8")),
        (b'"\xed\xa0\xbd"\n', Problem(1, 2, "byte 2 of the line (0xed) is not valid UTF-8")),
        (
            b'{"id": "\xf0\x9f',
            Problem(1, 9, "the line is cut off inside a character, at byte 9 of the line (0xf0)"),
        ),
        ("{}\n".encode("utf-16"), Problem(1, 1, "the file is UTF-16; save it as UTF-8")),
    ],
)
def test_bytes_that_are_not_utf8_are_found(data: bytes, problem: Problem) -> None:
    assert problems(data) == (problem,)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("# one\r# two\n", 6),
        (line().replace(", ", ",\r", 1) + "\n", 17),
        (line().replace("dim the", "dim\rthe") + "\n", 37),
        (line() + "\r\r\n", len(line()) + 1),
    ],
)
def test_a_lone_carriage_return_is_one_problem(text: str, column: int) -> None:
    message = "a carriage return stands alone inside the line, where other programs begin a new line"
    assert problems(text) == (Problem(1, column, message),)


def test_a_repeated_id_names_the_first_line() -> None:
    """A row with other problems still has its id."""
    text = f"# c\n{line()}\n\n{line(grade='half', id='lamp_1')}\n{line(utterances=['b'])}\n"
    repeated = '`id` must be unique: line 2 has "lamp_1" already'
    assert problems(text) == (
        Problem(4, 8, repeated),
        Problem(4, 87, '`grade` must be "full" or "routing", not "half"'),
        Problem(5, 8, repeated),
    )


def test_all_problems_of_a_file_come_at_once_in_file_order() -> None:
    text = "\n".join(
        [
            '{"grade": 1, "utterances": ["", 2, " "], "id": "a", "x": [NaN], "y": "\\udfff"}',
            line(),
            "[1]",
            '{"expected_outcome": "plan", "utterances"',
        ]
    )
    found = problems(BOM + text.encode("utf-8"))
    assert [one[:2] for one in found] == [
        *((1, column) for column in (1, 11, 29, 33, 36, 59, 71)),
        (3, 1),
        (4, 42),
    ]


def test_the_error_shows_the_name_of_the_file_with_each_problem() -> None:
    with pytest.raises(CorpusError) as caught:
        parse(b"[]\n{}\n", "data/eval.jsonl")
    assert caught.value.problem.splitlines()[:2] == [
        "data/eval.jsonl has 4 problems:",
        "  data/eval.jsonl:1:1: a row must be a JSON object, not a list",
    ]


def test_a_message_holds_nothing_that_a_terminal_obeys_or_hides() -> None:
    (problem,) = problems(line(grade="\x9b31m\u202e\u200b" + "x" * 99) + "\n")
    assert problem.message.isprintable()
    assert problem.message.endswith('not "\\x9b31m\\u202e\\u200b' + "x" * 53 + "…")


@pytest.mark.parametrize(
    "text",
    ["[" * 200_000, '{"a":' * 200_000 + "1" + "}" * 200_000, line(x=[]).replace("[]", "[" * 100 + "]" * 100)],
)
def test_deep_nesting_is_a_problem_at_the_bracket_that_is_too_much(text: str) -> None:
    (problem,) = problems(text + "\n")
    assert problem.message == "the row is nested more than 100 levels deep"
    until = text[: problem.column]
    assert until.count("[") + until.count("{") - until.count("]") == 101
    assert until[-1] in "[{"


def test_brackets_in_a_string_without_an_end_are_not_nested() -> None:
    (problem,) = problems('{"a": "' + "[" * 200 + "\n")
    assert problem == Problem(1, 7, "bad JSON: the string that starts here has no closing quote")


def test_a_line_with_a_problem_has_no_row_but_may_have_an_id() -> None:
    reading = read(line(note="?").replace("?", "\\ud83d"))
    assert (reading.row, reading.row_id, len(reading.found)) == (None, "lamp_1", 1)


def test_what_is_nested_as_deep_as_allowed_and_brackets_in_strings_are_accepted() -> None:
    deep = line(x=[], note='[{"' * 500).replace(": []", ": " + "[" * 99 + "]" * 99)
    assert problems(deep + "\n") == ()


ACCEPTED = {
    "a byte order mark": BOM + line().encode() + b"\n",
    "CRLF": f"# c\r\n{line()}\r\n\r\n".encode(),
    "mixed line ends": f"\r\n# c\n{line()}\r\n".encode(),
    "no final newline": line().encode(),
    "a final carriage return": f"{line()}\r".encode(),
    "comments and blank lines": f'\n  # {{"id"\n \t \n#\n{line()}\n# end'.encode(),
    "line breaks of Unicode": f"# {OTHER_LINE_BREAKS}\n{line(note=OTHER_LINE_BREAKS)}\n".encode(),
    "unknown keys": line(outputs=["a"], x={"utterances": 5, "id": []}, model_config=1, state=2).encode(),
    "big integers": line(x=[10**400, -(2**70)]).encode(),
    "big floats": line().replace("}", ', "x": 1e999}').encode(),
    "null where a value may be missing": line(
        expected_tool=None,
        expected_tools=None,
        fixture=None,
        baseline=None,
        success_criteria=None,
        tolerances=None,
        tags=None,
    ).encode(),
    "tools that agree": line(expected_tool="dim", expected_tools=["dim", "glow"]).encode(),
    "tools without a first choice": line(expected_tool=None, expected_tools=["glow"]).encode(),
    "no tools": line(expected_tool="dim", expected_tools=[]).encode(),
    "surrogate pairs": line().replace("dim", "\\uD83D\\ude00 \\\\ud83d").encode(),
    "the same key in two objects": line(x=[{"id": 1}, {"id": 2}], y={"id": {"id": 3}}).encode(),
    "space around": f"\t {line()} \t\n".encode(),
}


@pytest.mark.parametrize("data", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_a_legal_file_is_accepted_and_each_row_is_found_again(data: bytes) -> None:
    corpus = parse(data, "eval.jsonl")
    (only,) = corpus.lines
    assert corpus.data == data
    assert corpus.rows == (only.row,)
    assert only.row.id == "lamp_1"
    assert data[only.offset :].startswith(only.text.encode("utf-8"))
    assert data[: only.offset].count(b"\n") == only.number - 1
    assert json.loads(only.text)["utterances"] == list(only.row.utterances)


@pytest.mark.parametrize("data", [b"", BOM, b"\n\n", b"# nothing yet\n"])
def test_a_file_without_rows_is_legal(data: bytes) -> None:
    assert parse(data, "eval.jsonl") == Corpus("eval.jsonl", data, ())


def test_unknown_keys_and_big_integers_keep_their_values() -> None:
    (row,) = parse(line(x=10**400, y={"z": None}).encode(), "eval.jsonl").rows
    assert row.model_extra == {"x": 10**400, "y": {"z": None}}


def test_the_offset_counts_bytes_and_the_byte_order_mark() -> None:
    data = BOM + f"# größe\r\n{line()}\n".encode()
    (only,) = parse(data, "eval.jsonl").lines
    assert (only.number, only.offset, only.text) == (2, 3 + 11, line())


# Pieces that reach further into the parser than random bytes do.
JSON_TOKENS = rb"""{ } [ ] , : " \ \u \ud83d NaN 1e9 - true null""".split()
ROW_TOKENS = b'''# "id" "utterances" "expected_outcome" "plan" "tags" "expected_tools"'''.split()
PIECES = st.sampled_from(
    [
        *JSON_TOKENS,
        *ROW_TOKENS,
        b" ",
        b"\n",
        b"\r",
        BOM,
        b"\xff",
        b"[" * 150,
        b"9" * 4400,
        line().encode(),
        line().encode()[:-1],
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.binary(max_size=80), st.lists(PIECES, max_size=24).map(b"".join)))
def test_no_bytes_raise_anything_but_a_corpus_error(data: bytes) -> None:
    """And problems come in file order, inside of the file, with words that a terminal can show."""
    found = problems(data)
    places = [one[:2] for one in found]
    assert places == sorted(places)
    assert all(1 <= one.line <= data.count(b"\n") + 1 and one.column >= 1 for one in found)
    assert all(one.message.isprintable() for one in found)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from([*GOOD, "tags", "expected_tool", "expected_tools", "grade"]), JSON))
def test_each_problem_of_a_wrong_row_points_at_a_value_or_at_the_row(changes: dict[str, Any]) -> None:
    text = line(**changes)
    for problem in problems(text):
        value, _ = json.JSONDecoder().raw_decode(text, problem.column - 1)
        assert value == json.loads(text) if "is missing" in problem.message else value in _values(changes)


def _values(changes: dict[str, Any]) -> list[Any]:
    lists = [one for value in changes.values() if isinstance(value, list) for one in value]
    return [*changes.values(), *lists]


def test_parsing_is_fast() -> None:
    """160 kB in 314 rows: under 60 ms, the best of five."""
    rows = (line(id=f"lamp_{number}", note="x" * 400, x={"y": [1, 2, 3]}) for number in range(314))
    data = "\n".join(rows).encode()
    assert len(data) > 150_000
    assert min(_seconds(data) for _ in range(5)) < 0.06


def _seconds(data: bytes) -> float:
    start = time.perf_counter()
    parse(data, "eval.jsonl")
    return time.perf_counter() - start


@pytest.mark.skipif(not SHARED_CORPUS.exists(), reason="the shared knaif corpus is not beside this checkout")
def test_a_real_corpus_is_read_whole() -> None:
    data = SHARED_CORPUS.read_bytes()
    corpus = parse(data, SHARED_CORPUS.name)
    assert len(corpus.rows) == 314
    assert sum(len(row.utterances) for row in corpus.rows) == 847
    assert all(data[one.offset :].startswith(one.text.encode("utf-8") + b"\n") for one in corpus.lines)
