"""Telling languages: raw langdetect and ours on the same labelled texts, in one run.

    python benchmarks/language.py [FILE.jsonl] [--json]

FILE: one object a line, `text` and `lang` (any BCP 47 tag; `und` is left out); without it, 482 hand-made commands
in 54 languages (`benchmarks/languages.jsonl`), which were looked at, but not tuned on.

macro: `identify` among the languages of the file, unsure counted as wrong, averaged over languages.
yes, unsure, no: of texts that are in the language asked for, where English is the row's own and one other language
of the file is requested beside it, each in turn.
precision: of what is called yes where as many texts in another language are offered as the asked one: English
(own; ours where the file has none), the other requested language (requested), or one that nobody asked for
(neither). all: yes where every language of the file is requested at once.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from polyphrase import codes, language
from polyphrase.adapters import files
from polyphrase.adapters.detector import StatisticalDetector
from polyphrase.errors import InputError
from polyphrase.models import UNDETERMINED

OWN = Path(__file__).with_name("languages.jsonl")
SURE = 0.9
"""Probability from which raw langdetect is believed, one way or the other."""

Verify = Callable[[str, str, Sequence[str]], str]
Identify = Callable[[str, Sequence[str]], str | None]


class Text(NamedTuple):
    """One labelled text."""

    text: str
    lang: str


def read(path: Path) -> list[Text]:
    """The texts of a file whose language is known."""
    texts = []
    for number, line in enumerate(files.read_bytes(path).decode("utf-8").splitlines(), start=1):
        try:
            item = json.loads(line)
            if item["lang"] != UNDETERMINED:
                texts.append(Text(item["text"], codes.code(item["lang"])))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"line {number} of {path}: {error!r}", "each line is an object with `text` and `lang`"
            ) from error
    return texts


def raw() -> tuple[Identify, Verify]:
    """langdetect as it comes, seeded."""
    from langdetect import DetectorFactory, LangDetectException, detect_langs

    DetectorFactory.seed = 0
    seen: dict[str, tuple[str | None, float]] = {}

    def best(text: str) -> tuple[str | None, float]:
        if text not in seen:
            try:
                top = detect_langs(text)[0]
                seen[text] = top.lang.split("-")[0], top.prob
            except LangDetectException:
                seen[text] = None, 0.0
        return seen[text]

    def identify(text: str, among: Sequence[str]) -> str | None:
        return best(text)[0]

    def verify(text: str, lang: str, against: Sequence[str]) -> str:
        found, sure = best(text)
        return "unsure" if found is None or sure < SURE else "yes" if found == lang else "no"

    return identify, verify


def ours(detector: StatisticalDetector) -> tuple[Identify, Verify]:
    """`language.identify` and `language.verify`."""

    def identify(text: str, among: Sequence[str]) -> str | None:
        return language.identify(text, among, detector)

    def verify(text: str, lang: str, against: Sequence[str]) -> str:
        return language.verify(text, lang, against, detector).answer

    return identify, verify


def measure(
    texts: Sequence[Text], english: Sequence[str], identify: Identify, verify: Verify
) -> dict[str, Any]:
    """All figures of one way of telling languages. `english`: offered where `texts` holds none."""
    langs = sorted({one.lang for one in texts})
    by_lang: dict[str, list[str]] = defaultdict(list)
    for text, lang in texts:
        by_lang[lang].append(text)
    right = {
        lang: sum(identify(text, langs) == lang for text in group) / len(group)
        for lang, group in by_lang.items()
    }
    offers = {"en": english} | by_lang
    true: Counter[str] = Counter()
    own: Counter[str] = Counter()
    other: Counter[str] = Counter()
    neither: Counter[str] = Counter()
    confused: Counter[tuple[str, str]] = Counter()
    asked = 0
    started = time.perf_counter()
    for lang, rival in permutations(offers, 2):
        answers = [verify(text, lang, ("en", rival)) for text in by_lang.get(lang, ())]
        true.update(answers)
        offered = [verify(text, lang, ("en", rival)) for text in offers[rival]]
        (own if rival == "en" else other).update(offered)
        asked += len(answers) + len(offered)
        if rival != "en":
            unnamed = [verify(text, lang, ("en",)) for text in offers[rival]]
            neither.update(unnamed)
            confused[lang, rival] += unnamed.count("yes")
            asked += len(unnamed)
    seconds = time.perf_counter() - started
    every = Counter(verify(text, lang, langs) for text, lang in texts)
    share = {answer: true[answer] / max(true.total(), 1) for answer in ("yes", "unsure", "no")}
    return {
        "n": len(texts),
        "macro_accuracy": sum(right.values()) / len(right),
        "verify": {
            **share,
            "precision_own": _precision(share["yes"], own),
            "precision_requested": _precision(share["yes"], other),
            "precision_neither": _precision(share["yes"], neither),
            "yes_all_requested": every["yes"] / every.total(),
        },
        "per_second": asked / seconds,
        "by_language": right,
        "confused": [
            {"asked": lang, "is": rival, "yes": times}
            for (lang, rival), times in confused.most_common(5)
            if times
        ],
    }


def _precision(yes: float, offered: Counter[str]) -> float | None:
    """Of as many texts in the language as out of it: the share of what is called yes that is in it."""
    if not offered.total() or not yes:
        return None
    return yes / (yes + offered["yes"] / offered.total())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", type=Path, default=OWN)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args()
    try:
        texts = read(options.file)
        if {one.lang for one in texts} <= {"en"}:
            raise InputError(
                f"{options.file} has no text in another language than English",
                "there is nothing to tell apart",
            )
        english = [one.text for one in read(OWN) if one.lang == "en"]
    except InputError as error:
        sys.exit(f"error: {error.problem}\nhint: {error.hint}")
    detector = StatisticalDetector()
    started = time.perf_counter()
    language.verify("corta clip.mp4 por la mitad", "es", ("en",), detector)
    loading = time.perf_counter() - started
    for lang in detector.listed:  # what a long run has loaded in the end
        detector.words(lang)
    found = {
        "langdetect": measure(texts, english, *raw()),
        "polyphrase": measure(texts, english, *ours(detector)) | {"loading_seconds": loading},
    }
    if options.json:
        print(json.dumps(found["polyphrase"] | {"langdetect": found["langdetect"]}))
        return
    print(f"{len(texts)} texts in {len(found['polyphrase']['by_language'])} languages")
    print(
        f"{'':12}{'macro':>8}{'yes':>8}{'unsure':>8}{'no':>8}{'own':>9}{'requested':>11}{'neither':>9}{'all':>8}"
    )
    for name, one in found.items():
        verified = one["verify"]
        print(
            f"{name:12}{one['macro_accuracy']:8.1%}"
            + "".join(f"{verified[answer]:8.1%}" for answer in ("yes", "unsure", "no"))
            + "".join(
                f"{'-' if verified[key] is None else format(verified[key], '.2%'):>{width}}"
                for key, width in (
                    ("precision_own", 9),
                    ("precision_requested", 11),
                    ("precision_neither", 9),
                )
            )
            + f"{verified['yes_all_requested']:8.1%}"
        )
    mine = found["polyphrase"]
    print(f"{mine['per_second']:,.0f} verifications a second after {loading:.2f} s of loading")
    print(
        "taken for the language asked for, of one that nobody named: "
        + (", ".join(f"{one['is']} for {one['asked']} {one['yes']}" for one in mine["confused"]) or "none")
    )


if __name__ == "__main__":
    main()
