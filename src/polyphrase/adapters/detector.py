"""langdetect's language profiles, read without its sampling: the same text always gets the same answer."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path

# langdetect's own smoothing (its ALPHA_DEFAULT / BASE_FREQ).
_SMOOTHING = 0.5 / 10_000
_PROFILES = {"zh": "zh-cn"}
_OWN_CODES = {profile: lang for lang, profile in _PROFILES.items()}
# n-grams of one text overlap, so their evidence is counted at a part of its weight.
_WEIGHT = 0.5


class _Profiles:
    """Loaded profiles: n-grams to the logarithms of their probability, in the order of `index`."""

    def __init__(self, langs: frozenset[str]) -> None:
        from langdetect import PROFILES_DIRECTORY, DetectorFactory

        self.langs = langs
        paths = (Path(PROFILES_DIRECTORY) / _PROFILES.get(lang, lang) for lang in sorted(langs))
        self._factory = DetectorFactory()
        self._factory.load_json_profile([path.read_text(encoding="utf-8") for path in paths if path.exists()])
        self.index = {_OWN_CODES.get(lang, lang): place for place, lang in enumerate(self._factory.langlist)}
        self._logs: dict[str, tuple[float, ...]] = {}

    def logs(self, text: str) -> list[tuple[float, ...]]:
        """A row for each n-gram of `text` that any profile knows, as langdetect cuts them."""
        detector = self._factory.create()
        detector.append(text)
        rows = []
        for gram in detector._extract_ngrams():
            row = self._logs.get(gram)
            if row is None:
                known = self._factory.word_lang_prob_map[gram]
                row = self._logs[gram] = tuple(math.log(_SMOOTHING + one) for one in known)
            rows.append(row)
        return rows


class LangdetectDetector:
    """Scores languages by the n-grams of langdetect's profiles, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._profiles: _Profiles | None = None

    def scores(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """Probability of each language of `among` that langdetect has a profile for; they sum to 1."""
        profiles = self._with(among)
        langs = [lang for lang in among if lang in profiles.index]
        if not langs:
            return {}
        rows = profiles.logs(text)
        logs = [sum(map(itemgetter(profiles.index[lang]), rows)) for lang in langs]
        top = max(logs)
        weights = [math.exp(_WEIGHT * (one - top)) for one in logs]
        total = sum(weights)
        return {lang: weight / total for lang, weight in zip(langs, weights, strict=True)}

    def _with(self, among: Sequence[str]) -> _Profiles:
        """Profiles that hold at least those of `among`; all 55 would take half a second to load."""
        with self._lock:
            if self._profiles is None or not self._profiles.langs.issuperset(among):
                loaded = self._profiles.langs if self._profiles is not None else frozenset()
                self._profiles = _Profiles(loaded | {*among, "en", "es"})  # langdetect wants two or more
            return self._profiles
