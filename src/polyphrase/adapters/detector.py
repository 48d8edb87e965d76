"""langdetect's language profiles, read without its sampling: the same text always gets the same answer."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any

# langdetect's own smoothing (its ALPHA_DEFAULT / BASE_FREQ).
_SMOOTHING = 0.5 / 10_000
_OWN_CODES = {"zh-cn": "zh", "zh-tw": "zh-tw"}
# n-grams of one text overlap, so their evidence is counted at a part of its weight.
_WEIGHT = 0.5


class LangdetectDetector:
    """Scores languages by the n-grams of langdetect's profiles; loads them (half a second) at first use."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._factory: Any = None
        self._index: dict[str, int] = {}

    def scores(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """Probability of each language of `among` that langdetect has a profile for; they sum to 1."""
        factory = self._loaded()
        langs = [lang for lang in among if lang in self._index]
        grams = _grams(factory, text)
        if not langs:
            return {}
        positions = [self._index[lang] for lang in langs]
        logs = [0.0] * len(langs)
        for gram in grams:
            probabilities = factory.word_lang_prob_map[gram]
            for place, position in enumerate(positions):
                logs[place] += math.log(_SMOOTHING + probabilities[position])
        top = max(logs)
        weights = [math.exp(_WEIGHT * (one - top)) for one in logs]
        total = sum(weights)
        return {lang: weight / total for lang, weight in zip(langs, weights, strict=True)}

    def _loaded(self) -> Any:
        with self._lock:
            if self._factory is None:
                from langdetect import PROFILES_DIRECTORY, DetectorFactory

                factory = DetectorFactory()
                factory.load_profile(PROFILES_DIRECTORY)
                self._index = {
                    _OWN_CODES.get(lang, lang): index for index, lang in enumerate(factory.langlist)
                }
                self._factory = factory
            return self._factory


def _grams(factory: Any, text: str) -> list[str]:
    """The n-grams of a text that any profile knows, as langdetect cuts them."""
    detector = factory.create()
    detector.append(text)
    grams: list[str] = detector._extract_ngrams()
    return grams
