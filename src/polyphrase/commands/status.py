"""`status` and `models`: what is there."""

from __future__ import annotations

import json

from polyphrase import review, show
from polyphrase.adapters import weights
from polyphrase.adapters.journal import FileJournal
from polyphrase.adapters.progress import ProgressDisplay
from polyphrase.adapters.workspace import Workspace
from polyphrase.commands.talk import now, out
from polyphrase.errors import EXIT_DONE
from polyphrase.settings import Settings


def run_status(settings: Settings, *, as_json: bool) -> int:
    """Counts per stage, language and drop reason."""
    space = Workspace(settings)
    staged, dropped = space.staged(), space.dropped()
    journal = FileJournal(space.journal, now)
    counted = {
        "replies": len(journal),
        **show.counts(staged, dropped),
        "decisions": show.decided(staged, review.current(space.decisions())),
        "merged": len(space.provenance()),
    }
    if as_json:
        out(json.dumps(counted))
    else:
        decided = ", ".join(f"{name} {number}" for name, number in counted["decisions"].items())
        out(f"replies {counted['replies']} in the journal")
        out(show.counts_text(counted))
        out(f"decided {decided}\nmerged  {counted['merged']}")
    return EXIT_DONE


def run_models_list() -> int:
    """The models at hand: the embedded one, and where others come from."""
    there = weights.cache_file().exists()
    parts = bool(weights.installed_parts(weights.EMBEDDED))
    state = "ready" if there else "installed, not put together yet" if parts else "not on this machine"
    out(f"embedded/{weights.EMBEDDED.name}  {state}")
    out("any litellm model string, such as openai/gpt-4o-mini (its key comes from the environment)")
    out("embedded:/path/model.gguf#sha256=<hash>  a GGUF file of your own")
    return EXIT_DONE


def run_models_pull() -> int:
    """Put the embedded model's file together, or check the one that is there."""
    with ProgressDisplay() as progress:
        path = weights.resolve(f"embedded/{weights.EMBEDDED.name}", progress.bytes)
    out(f"{path}  SHA-256 {weights.EMBEDDED.sha256} is right")
    return EXIT_DONE


def run_models_path() -> int:
    """Where the embedded model's file is kept."""
    out(str(weights.cache_file()))
    return EXIT_DONE
