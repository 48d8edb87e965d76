"""What is left of a request without the words that only ask for it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polyphrase.framing import bare


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turn beach.mov into an mp4!", "turn beach.mov into an mp4"),
        ("could you please mute talk.mkv?", "mute talk.mkv"),
        ("I'd like to mute talk.mkv, please.", "mute talk.mkv"),
        ("¿puedes convertir beach.mov en mp4?", "convertir beach.mov en mp4"),
        ("quiero convertir beach.mov en mp4, por favor", "convertir beach.mov en mp4"),
        ("I want talk.mkv muted", "talk.mkv muted"),
        ("quiero que talk.mkv no tenga sonido", "talk.mkv no tenga sonido"),
        ("ich möchte, dass talk.mkv stumm wird", "talk.mkv stumm wird"),
        ("хочу, чтобы talk.mkv был без звука", "talk.mkv был без звука"),
        ("kannst du bitte talk.mkv stummschalten?", "talk.mkv stummschalten"),
        ("ich möchte talk.mkv stummschalten", "talk.mkv stummschalten"),
        ("tu peux couper le son de talk.mkv, s'il te plaît ?", "couper le son de talk.mkv"),
        ("puoi silenziare talk.mkv?", "silenziare talk.mkv"),
        ("você pode silenciar talk.mkv?", "silenciar talk.mkv"),
        ("kun je talk.mkv dempen?", "talk.mkv dempen"),
        ("czy możesz wyciszyć talk.mkv?", "wyciszyć talk.mkv"),
        ("можешь убрать звук из talk.mkv?", "убрать звук из talk.mkv"),
        ("можеш ли да заглушиш talk.mkv?", "заглушиш talk.mkv"),
        ("kan du tysta talk.mkv?", "tysta talk.mkv"),
        ("你能否将 beach.mov 转换为 mp4？", "将 beach.mov 转换为 mp4"),
        ("你能把talk.mkv静音吗？", "把talk.mkv静音"),
        ("我想要移除视频中的声音。", "移除视频中的声音"),
        ("beach.movをmp4に変換していただけますか？", "beach.movをmp4に変換して"),
    ],
)
def test_what_only_asks_is_left_out(text: str, expected: str) -> None:
    assert bare(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "mute talk.mkv",
        "how can I mute talk.mkv",
        "can I mute talk.mkv",
        "do not mute talk.mkv",
        "no quiero silenciar talk.mkv",
        "wie kann ich talk.mkv stummschalten",
        "怎么把talk.mkv静音",
        "文件都删除吗",
        "please",
        "?!",
        "copy a.mp4 to ..",
        "list files named data.???",
        "rename it to thanks",
        "rename it to please",
        "add the caption thank you",
        "能源报告.pdf转成docx",
        "能压缩的文件有哪些",
        "请柬.pdf 转成 png",
        "我要求删除a",
        "",
    ],
)
def test_what_says_more_stays(text: str) -> None:
    assert bare(text) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("你能做什么？", "我要做什吗"),
        ("copy a.mp4 to ..", "copy a.mp4 to ."),
        ("a.csv 超过100行吗？", "a.csv 超过100"),
        ("add the caption thank you", "add the caption please"),
    ],
)
def test_different_requests_stay_different(one: str, other: str) -> None:
    assert bare(one) != bare(other)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_something_is_left_of_any_text(text: str) -> None:
    assert bool(bare(text)) == bool(text)
    assert bare(text) in text
