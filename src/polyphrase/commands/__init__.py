"""What each command does, one file a command: plain values in, an exit code out."""

from polyphrase.commands.calibrate import run_calibrate
from polyphrase.commands.check import run_check
from polyphrase.commands.expand import run_expand, run_plan
from polyphrase.commands.merge import DIFFS, run_diff, run_merge
from polyphrase.commands.review import run_review
from polyphrase.commands.status import run_models_list, run_models_path, run_models_pull, run_status
from polyphrase.commands.talk import now

__all__ = [
    "DIFFS",
    "now",
    "run_calibrate",
    "run_check",
    "run_diff",
    "run_expand",
    "run_merge",
    "run_models_list",
    "run_models_path",
    "run_models_pull",
    "run_plan",
    "run_review",
    "run_status",
]
