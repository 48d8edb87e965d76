"""What the commands print: plain text for people, computed from values. Model text passes `text.visible`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from polyphrase.models import Cell, Decision, Dropped, Row, Staged
from polyphrase.pipeline import Models, Result
from polyphrase.tags import TagFinding
from polyphrase.text import visible
from polyphrase.traps import Caught

_BACKTICKS = re.compile("`+")
_PIPE = re.compile(r"(\\*)\|")


def staged_text(staged: Sequence[Staged], rows: Mapping[str, Row]) -> str:
    """Staged phrasings under the utterance they were made from."""
    lines: list[str] = []
    for row_id, group in groupby(staged, key=lambda one: one.row_id):
        row = rows[row_id]
        lines.append(f"{row_id}  {row.expected_outcome}  {visible(row.utterances[0])}")
        for one in group:
            notes = [note for note in (one.trust, *one.flags) if note != "clean"]
            mark = f"  ({', '.join(notes)})" if notes else ""
            lines.append(f"  {one.lang:<3} {visible(one.text)}{mark}")
    return "\n".join(lines)


def counts(staged: Iterable[Staged], dropped: Iterable[Dropped]) -> dict[str, Any]:
    """How many are staged by language and trust, and dropped by reason."""
    staged, dropped = list(staged), list(dropped)
    return {
        "staged": len(staged),
        "clean": sum(one.trust == "clean" for one in staged),
        "doubtful": sum(one.trust == "doubtful" for one in staged),
        "staged_by_language": dict(sorted(Counter(one.lang for one in staged).items())),
        "dropped": len(dropped),
        "dropped_by_reason": dict(Counter(one.reason for one in dropped).most_common()),
    }


def counts_text(found: Mapping[str, Any]) -> str:
    """The counts in two lines."""
    languages = ", ".join(f"{lang} {number}" for lang, number in found["staged_by_language"].items())
    reasons = ", ".join(f"{reason} {number}" for reason, number in found["dropped_by_reason"].items())
    return (
        f"staged  {found['staged']}: {found['clean']} clean, {found['doubtful']} doubtful"
        f"{f' ({languages})' if languages else ''}\n"
        f"dropped {found['dropped']}{f': {reasons}' if reasons else ''}"
    )


def judges_text(models: Models, calibrated: Sequence[bool]) -> str:
    """What a person should know about who judges, before the run."""
    lines = []
    if models.generator in models.judges:
        lines.append(
            f"note: {models.generator} judges what it wrote itself, and models are lenient with their own; "
            "--judge names another"
        )
    lines += (
        f"note: {name} is not calibrated with this prompt, so its yes is taken at its word; "
        "see `polyphrase calibrate`"
        for name, known in zip(models.judges, calibrated, strict=True)
        if not known
    )
    return "\n".join(lines)


def traps_text(caught: Caught) -> str:
    """How the judge did on pairs whose answer is known."""
    if not caught.wrong + caught.right:
        return ""
    said = (
        f"traps   the judge let {caught.accepted} of {caught.wrong} wrong pairs pass as clean, "
        f"and threw away {caught.dropped} of {caught.right} right ones"
    )
    return f"{said}\nThat is too many: nothing of this run is called clean." if caught.failed else said


def calibration_text(found: Mapping[str, Any]) -> str:
    """What was measured, as tables."""
    lines = [
        f"{found['n']} pairs: {found['right']} equivalent, {found['wrong']} not"
        + (f"; judge {found['judge']}" if found["judge"] else "; checks alone"),
        f"false accept {_range(found, 'false_accept')}   not equivalent, and called clean",
        f"false reject {_range(found, 'false_reject')}   equivalent, and thrown away",
        f"right, clean {_percent(found['right_clean']):>7}",
        f"doubtful     {_percent(found['doubtful']):>7}",
    ]
    if found["judge"]:
        ranking = f"AUC {found['auc']:.3f}; " if found["auc"] is not None else ""
        turned = f"{_percent(found['order_flips'])} of {found['judged']} verdicts"
        lines.append(f"{ranking}the order of the texts turns {turned}")
    speed = f"{found['per_second']:.1f} pairs a second"
    lines.append(f"{speed}, {found['tokens_per_pair']:.0f} tokens a pair" if found["judge"] else speed)
    if found["unjudged"]:
        lines.append(f"{found['unjudged']} pairs got no verdict that can be read, and are left out")
    for name, group in (("kind", "by_kind"), ("language", "by_language"), ("outcome", "by_outcome")):
        lines += ("", f"{name:<28}{'pairs':>6}{'false accept':>14}{'right, clean':>14}{'false reject':>14}")
        lines += (
            f"{visible(key):<28}{one['n']:>6}"
            + "".join(
                f"{_percent(one[share]):>14}" for share in ("false_accept", "right_clean", "false_reject")
            )
            for key, one in found[group].items()
        )
    if (chosen := found["chosen"]) is not None:
        limits = chosen["thresholds"]
        lines += (
            "",
            f"chosen: clean from {limits['clean']:.3f} ({limits['across']:.3f} for texts in two languages), "
            f"dropped below {limits['doubtful']:.3f}; of these pairs "
            f"{_percent(chosen['false_accept'])} false accepts (under {_percent(chosen['bound'])} "
            f"with {chosen['confidence']:.0%} confidence), "
            f"{_percent(chosen['right_clean'])} of the right ones clean",
        )
    return "\n".join(lines)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _range(found: Mapping[str, Any], name: str) -> str:
    low, high = found[f"{name}_interval"]
    return f"{_percent(found[name]):>7} ({low:.1%} to {high:.1%})"


def failures_text(result: Result) -> str:
    """Cells and glosses without an answer, grouped by why."""
    lines = []
    for why, number in Counter(failure.why for failure in result.failures).items():
        lines.append(f"{number} cell{'s' if number > 1 else ''} got no answer: {visible(why)}")
    if result.unjudged:
        lines.append(f"{result.unjudged} of the dropped were never judged; the same command tries them again")
    for why, number in Counter(result.unglossed).items():
        lines.append(f"{number} of the staged got no gloss: {visible(why)}; the same command asks again")
    return "\n".join(lines)


def decided(staged: Iterable[Staged], decisions: Mapping[str, Decision]) -> dict[str, int]:
    """How many of the staged candidates were accepted, edited, rejected, split off, or wait."""
    actions = Counter(
        decision.action if (decision := decisions.get(one.id)) is not None else "waiting" for one in staged
    )
    return {str(name): actions[name] for name in ("accept", "edit", "reject", "split", "waiting")}


def tags_text(found: Sequence[TagFinding], path: str) -> str:
    """A line for each row whose tags are not those of its utterances."""
    lines = []
    for one in found:
        said = [f"lacks {' '.join(one.missing)}"] if one.missing else []
        if one.unshown:
            said.append(f"no utterance is in {' '.join(one.unshown)}")
        if one.missing and not one.takes:
            said.append("the row has no tags, and the first one is yours to choose")
        spoken = " ".join(lang or "?" for lang in one.told)
        lines.append(f"{path}:{one.line}: {visible(one.row_id)}: {'; '.join(said)} (utterances: {spoken})")
    return "\n".join(lines)


def slices_text(changed: Mapping[str, tuple[int, int]]) -> str:
    """Which slices of a report by tag change: rows before and after."""
    width = max(map(len, changed))
    lines = [f"{tag:<{width}}  {before:>5} -> {after}" for tag, (before, after) in changed.items()]
    return "\n".join(["rows by tag:", *lines])


class Calls(NamedTuple):
    """How many calls a run takes: to write, `recorded` of them done already, and at most to judge and to gloss."""

    written: int
    recorded: int
    judged: int
    glossed: int


def plan_text(cells: Sequence[Cell], rows: Mapping[str, Row], calls: Calls, tokens: int, cost: str) -> str:
    """What the first round of `expand` would do, before anything is spent."""
    wanted = Counter[str]()
    count = Counter[str]()
    for cell in cells:
        count[cell.lang] += 1
        wanted[cell.lang] += cell.wanted
    lines = [f"{'language':<10}{'cells':>8}{'phrasings':>11}"]
    lines += [f"{lang:<10}{count[lang]:>8}{wanted[lang]:>11}" for lang in sorted(count)]
    lines.append(
        f"{len({cell.row_id for cell in cells})} of {len(rows)} rows; {calls.written} calls to write "
        f"({calls.recorded} of them in the journal), at most {calls.judged} to judge"
        f"{f', at most {calls.glossed} to gloss' if calls.glossed else ''}"
    )
    lines.append(f"at most {tokens:,} tokens; cost: {cost}")
    return "\n".join(lines)
