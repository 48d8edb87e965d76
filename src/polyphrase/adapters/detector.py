"""What installed packages know of languages: py3langid, the word lists of wordfreq, the profiles of langdetect.

All of it is tables: the same text always gets the same answer. Each is loaded when it is first asked for.
"""

from __future__ import annotations

import copy
import functools
import gzip
import importlib.util
import math
import threading
from collections.abc import Collection, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# Our codes for a language that a package has under another name, or with others in one list.
_PY3LANGID = {"nn": "no"}
_WORDFREQ = {"no": "nb", "tl": "fil", "hr": "sh", "bs": "sh", "sr": "sh"}
_LANGDETECT = {"zh": "zh-cn"}
_OWN_CODES = {profile: lang for lang, profile in _LANGDETECT.items()}

# Centibels: rarer "words" are slips and names.
_RAREST = 780
# langdetect's own smoothing (its ALPHA_DEFAULT / BASE_FREQ).
_SMOOTHING = 0.5 / 10_000
# n-grams of one text overlap, so their evidence is counted at a part of its weight.
_WEIGHT = 0.5


class StatisticalDetector:
    """Scores languages by letters, by words, and by letters once more; see `ports.Detector`."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._identifiers: dict[tuple[str, ...], LanguageIdentifier] = {}
        self._words: dict[str, Mapping[str, float]] = {}
        self._spelled: dict[str, frozenset[str]] = {}
        self._profiles: _Profiles | None = None

    def letters(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """py3langid: log-likelihood of `text`, in nats up to a constant, for each language it knows."""
        scores: dict[str, float] = {}
        for label, score in self._identifier(tuple(among)).rank(text):  # best first
            scores.setdefault(_PY3LANGID.get(label, label), score)
        return scores

    @functools.cached_property
    def listed(self) -> frozenset[str]:
        """The languages that wordfreq has a list for."""
        lists = {path.name.split(".")[0].removeprefix("small_") for path in _word_lists().glob("small_*")}
        renamed = {lang for lang, other in _WORDFREQ.items() if other in lists}
        return frozenset(lists - set(_WORDFREQ.values()) | renamed)

    def words(self, lang: str) -> Mapping[str, float]:
        """wordfreq: the natural logarithm of the frequency of each word used once in a million or more."""
        found = self._words.get(lang)
        if found is None:
            with self._lock:
                path = _word_lists() / f"small_{_WORDFREQ.get(lang, lang)}.msgpack.gz"
                found = self._words[lang] = _unpacked(path.read_bytes())
        return found

    def spelled(self, lang: str) -> Collection[str]:
        """wordfreq's large list, where it has one: words used 16 times in a billion, or more often."""
        found = self._spelled.get(lang)
        if found is None:
            with self._lock:
                path = _word_lists() / f"large_{_WORDFREQ.get(lang, lang)}.msgpack.gz"
                listed = _unpacked(path.read_bytes(), _RAREST) if path.exists() else {}
                found = self._spelled[lang] = frozenset(listed)
        return found

    def second_opinion(self, text: str, among: Sequence[str]) -> Mapping[str, float]:
        """langdetect, without its sampling: as `letters`, for the languages that it has a profile for."""
        profiles = self._with(among)
        langs = [lang for lang in among if lang in profiles.index]
        if not langs:
            return {}
        rows = profiles.logs(text)
        return {lang: _WEIGHT * sum(map(itemgetter(profiles.index[lang]), rows)) for lang in langs}

    def _identifier(self, langs: tuple[str, ...]) -> LanguageIdentifier:
        """py3langid cut down to some languages: the fewer, the faster."""
        found = self._identifiers.get(langs)
        if found is None:
            with self._lock:
                whole = _whole_identifier()
                found = copy.copy(whole)
                found.set_languages(one for one in whole.labels if _PY3LANGID.get(one, one) in langs)
                self._identifiers[langs] = found
        return found

    def _with(self, among: Sequence[str]) -> _Profiles:
        """Profiles that hold at least those of `among`; all 55 would take half a second to load."""
        with self._lock:
            if self._profiles is None or not self._profiles.langs.issuperset(among):
                loaded = self._profiles.langs if self._profiles is not None else frozenset()
                self._profiles = _Profiles(loaded | {*among, "en", "es"})  # langdetect wants two or more
            return self._profiles


@functools.cache
def _whole_identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE)


@functools.cache
def _word_lists() -> Path:
    """Where the lists of wordfreq are. Importing it takes longer than reading them, for a tokenizer not needed."""
    spec = importlib.util.find_spec("wordfreq")
    (folder,) = (spec.submodule_search_locations if spec else None) or ("",)
    return Path(folder) / "data"


def _unpacked(packed: bytes, rarest: int | None = None) -> Mapping[str, float]:
    """wordfreq's cBpack: after a header, one list of words for each centibel below probability 1.

    `rarest`: the last of these lists that is wanted.
    """
    import msgpack

    header, *by_centibel = msgpack.unpackb(gzip.decompress(packed))
    if header != {"format": "cB", "version": 1}:
        raise RuntimeError(f"a word list of another version of wordfreq: {header}")
    step = math.log(10) / 100
    return {word: -step * place for place, words in enumerate(by_centibel[:rarest]) for word in words}


class _Profiles:
    """Loaded profiles of langdetect: n-grams to the logarithms of their probability, in the order of `index`."""

    def __init__(self, langs: frozenset[str]) -> None:
        from langdetect import PROFILES_DIRECTORY, DetectorFactory

        self.langs = langs
        paths = (Path(PROFILES_DIRECTORY) / _LANGDETECT.get(lang, lang) for lang in sorted(langs))
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
