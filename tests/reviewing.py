"""A row, candidates and checks for the tests of the terminal review."""

from __future__ import annotations

from collections.abc import Sequence

from polyphrase import view
from polyphrase.models import Row, Staged

AT = "2030-05-01T10:00:00Z"
ROW = Row(
    id="audio_7",
    utterances=("mute talk.mp4", "take the sound out of talk.mp4"),
    expected_outcome="plan",
    expected_tool="mute_video",
    tags=("mute", "en"),
)
TEXTS = (
    "quita el sonido de talk.mp4",
    "silencia talk.mp4",
    "deja talk.mp4 sin audio",
    "talk.mp4 en silencio",
)
HOSTILE = (
    "silencia\x1b[2J\x1b[1;1H talk.mp4 \x1b]8;;http://example.org\x07aquí\x1b]8;;\x1b\\ \x9b31m\x9d0;t\x9c"
    " \u202e4pm.klat\u202c [bold]x[/bold] :bomb: \a\b\r\n\t\u2028\x7f" + "语" * 20_000
)


def staged(id_: str, text: str, **changes: object) -> Staged:
    values: dict[str, object] = {
        "id": id_,
        "row_id": ROW.id,
        "text": text,
        "lang": "es",
        "detected": "es",
        "style": "neutral",
        "source": "mute talk.mp4",
        "trust": "clean",
        "checks": {"literals": "ok"},
        "verdict": {"label": "equivalent", "score": 0.9, "reason": "Same file.", "votes": {}},
        "flags": (),
        "model": "m",
        "judge": "j",
        "prompts": {},
        "row_utterances": 2,
        "row_state": "state",
        "request_key": "key",
    }
    return Staged.model_validate(values | changes)


def recheck(item: Staged, text: str) -> Sequence[str]:
    return () if "talk.mp4" in text else ("talk.mp4 is missing.",)


def card(item: Staged, row: Row = ROW, change: view.Change | None = None) -> view.Card:
    return view.card(item, row, ["en"] * len(row.utterances), change=change or view.Change())


ITEMS = tuple(staged(str(number), text) for number, text in enumerate(TEXTS, start=1))
