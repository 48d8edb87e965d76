"""Where a run's files are: the corpus, the prompts, and the folder of generated files."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from polyphrase import prompts
from polyphrase.adapters import files
from polyphrase.calibration import Calibration
from polyphrase.corpus import Corpus
from polyphrase.errors import InputError
from polyphrase.merge import MergeRecord, sha256
from polyphrase.models import Decision, Dropped, Provenance, Staged
from polyphrase.prompts import Prompt
from polyphrase.settings import Settings
from polyphrase.text import normal_form


class Workspace:
    """The files that settings name. Reading a missing generated file gives nothing."""

    def __init__(self, settings: Settings) -> None:
        self.corpus_path = Path(settings.corpus)
        self.out = Path(settings.out)
        self._prompts = settings.prompts
        self._avoid = settings.avoid
        self.journal = self.out / "journal.jsonl"
        self._staged = self.out / "staged.jsonl"
        self._dropped = self.out / "dropped.jsonl"
        self._decisions = self.out / "decisions.jsonl"
        self._calibrations = self.out / "calibrations.jsonl"
        self._merges = self.out / "merges.jsonl"
        self._provenance = self.out / "provenance.jsonl"

    def corpus(self) -> Corpus:
        """The corpus file. Raises `CorpusError` with all its problems."""
        return files.read_corpus(self.corpus_path)

    def avoid(self) -> dict[str, str]:
        """Where each text of the files to avoid stands, by its normal form. Raises `InputError`."""
        return {
            normal_form(text): place
            for name in self._avoid
            for text, place in files.read_texts(Path(name)).items()
        }

    def staged(self) -> list[Staged]:
        """Candidates that wait for a person."""
        return files.read_items(self._staged, Staged)

    def dropped(self) -> list[Dropped]:
        """Candidates that were thrown away."""
        return files.read_items(self._dropped, Dropped)

    def write_results(self, staged: Sequence[Staged], dropped: Sequence[Dropped]) -> None:
        """Replace both result files; each is whole at any moment."""
        files.write_atomically(self._staged, files.json_lines(staged))
        files.write_atomically(self._dropped, files.json_lines(dropped))

    def decisions(self) -> list[Decision]:
        """Everything people said, in order."""
        return files.read_items(self._decisions, Decision)

    def watched_decisions(self) -> files.Growing[Decision]:
        """The same, for one who asks again and again while others decide, too."""
        return files.Growing(self._decisions, Decision)

    def watched_staged(self) -> files.Growing[Staged]:
        """Candidates that wait for a person, as above."""
        return files.Growing(self._staged, Staged)

    def decide(self, *decisions: Decision) -> None:
        """Record decisions; they are on disk when this returns. Two processes may do so at once."""
        with files.append_lock(self._decisions):
            files.append_item(self._decisions, *decisions)

    def merges(self) -> list[MergeRecord]:
        """What was merged and undone, in order."""
        return files.read_items(self._merges, MergeRecord)

    def provenance(self) -> list[Provenance]:
        """Where merged utterances came from."""
        return files.read_items(self._provenance, Provenance)

    def write_merge(self, record: MergeRecord, data: bytes) -> None:
        """Carry out a merge or its undoing: the record first, so that a crash in between can be finished."""
        if sha256(files.read_bytes(self.corpus_path)) != record.ends[0]:
            raise InputError(
                f"{self.corpus_path} was saved by someone else just now", "run the command again"
            )
        files.append_item(self._merges, record)
        files.write_atomically(self.corpus_path, data)
        self.settle(record)

    def settle(self, record: MergeRecord) -> None:
        """Make `provenance.jsonl` say what `record` did; doing so twice changes nothing."""
        ours = {(one.row_id, one.idx) for one in record.added}  # a row has one utterance at an index
        before = self.provenance()
        others: Iterable[Provenance] = (one for one in before if (one.row_id, one.idx) not in ours)
        after = (*others, *(() if record.undone else record.added))
        if list(after) != before:
            files.write_atomically(self._provenance, files.json_lines(after, as_read=True))

    def prompt(self, task: str, variables: frozenset[str]) -> Prompt:
        """The prompt of a task: from --prompts, from ./prompts, or the one that ships with the package."""
        name = f"{task}.toml"
        if self._prompts is not None:
            path = Path(self._prompts) / name
            if not path.exists():
                raise InputError(f"there is no {path}", "name the folder that holds it with --prompts")
            return _parsed(files.read_bytes(path), str(path), variables)
        for place in (Path("prompts") / name, *_shipped(name)):
            if place.is_file():
                return _parsed(place.read_bytes(), str(place), variables)
        raise InputError(f"the prompt {name} is missing from this installation", "reinstall polyphrase")

    def calibration(self, judge: str, prompt: Prompt) -> Calibration | None:
        """The last one of a judge with a prompt: measured here, or else what ships with the package."""
        shipped = next((place for place in _shipped("calibrations.jsonl") if place.is_file()), None)
        lines = shipped.read_bytes().splitlines() if shipped is not None else ()
        known = [
            *(Calibration.model_validate_json(line) for line in lines),
            *files.read_items(self._calibrations, Calibration),
        ]
        wanted = judge, prompt.label
        return next((one for one in reversed(known) if (one.judge, one.prompt) == wanted), None)

    def calibrate(self, calibration: Calibration) -> None:
        """Record a calibration; the next run uses it."""
        files.append_item(self._calibrations, calibration)


def _shipped(name: str) -> tuple[Traversable, ...]:
    """Where a file of prompts/ may be: in the package, or in a checkout that is installed as editable."""
    return (
        importlib.resources.files("polyphrase") / "prompts" / name,
        Path(__file__).parents[3] / "prompts" / name,
    )


def _parsed(data: bytes, name: str, variables: frozenset[str]) -> Prompt:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not UTF-8: {error.reason} at byte {error.start}", "save it as UTF-8"
        ) from error
    return prompts.parse(text, name, variables)
