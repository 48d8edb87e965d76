"""Marker words, one table a language: meaning -> entries (see `markers` for how they are written and used).

A contributor adds a language with one file that has the keys of `en`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

TABLES: Mapping[str, Mapping[str, str]] = {
    name: importlib.import_module(f"{__name__}.{name}").WORDS
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__))
}
