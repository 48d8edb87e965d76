"""langdetect's language profiles, read without its sampling: the same text always gets the same answer."""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

# langdetect's own smoothing (its ALPHA_DEFAULT / BASE_FREQ).
_SMOOTHING = 0.5 / 10_000
_PROFILES = {"zh": "zh-cn"}
_OWN_CODES = {profile: lang for lang, profile in _PROFILES.items()}
# n-grams of one text overlap, so their evidence is counted at a part of its weight.
_WEIGHT = 0.5


class LangdetectDetector:
    """Scores languages by the n-grams of langdetect's profiles, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: frozenset[str] = frozenset()
        self._factory: Any = None

    def scores(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """Probability of each language of `among` that langdetect has a profile for; they sum to 1."""
        factory = self._with(among)
        index = {_OWN_CODES.get(lang, lang): place for place, lang in enumerate(factory.langlist)}
        langs = [lang for lang in among if lang in index]
        if not langs:
            return {}
        grams = _grams(factory, text)
        rows = [_log_row(tuple(factory.word_lang_prob_map[gram])) for gram in grams]
        logs = [sum(row[index[lang]] for row in rows) for lang in langs]
        top = max(logs)
        weights = [math.exp(_WEIGHT * (one - top)) for one in logs]
        total = sum(weights)
        return {lang: weight / total for lang, weight in zip(langs, weights, strict=True)}

    def _with(self, among: Sequence[str]) -> Any:
        """A factory that holds the profiles of `among`; all 55 would take half a second to load."""
        with self._lock:
            if not self._loaded.issuperset(among):
                from langdetect import PROFILES_DIRECTORY, DetectorFactory

                self._loaded |= frozenset((*among, "en", "es"))  # langdetect wants two profiles or more
                factory = DetectorFactory()
                paths = (
                    Path(PROFILES_DIRECTORY) / _PROFILES.get(lang, lang) for lang in sorted(self._loaded)
                )
                factory.load_json_profile(
                    [path.read_text(encoding="utf-8") for path in paths if path.exists()]
                )
                self._factory = factory
            return self._factory


@functools.lru_cache(maxsize=1 << 15)
def _log_row(probabilities: tuple[float, ...]) -> tuple[float, ...]:
    """Logarithms of one n-gram's probability in each language."""
    return tuple(math.log(_SMOOTHING + one) for one in probabilities)


def _grams(factory: Any, text: str) -> list[str]:
    """The n-grams of a text that any profile knows, as langdetect cuts them."""
    detector = factory.create()
    detector.append(text)
    grams: list[str] = detector._extract_ngrams()
    return grams
