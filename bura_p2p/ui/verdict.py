"""A stranger's verdict, for people and for programs.

Here: a `verify.Report` as lines of text and as one JSON object. Never: a check, or a conclusion that the report does
not hold; reading files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final

from ..crypto.group import provider_name
from ..errors import Code, Failed
from ..rules.ruleset import Ruleset
from ..table.events import HandOver
from ..verify import Culprit, Report, Verdict
from .chips import signed
from .faults import EQUATIONS, ONE_HASH, SHORT, cited, requirements, sentence
from .inert import WIDTH, columns, inert, wrapped
from .words import chips_word, claim_worth, joined, needed, not_played_out, player, points_word, rules_word

HEADLINES: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        Verdict.FAIR: "complete and fair",
        Verdict.UNSIGNED_RESULT: "decided, but the result is not signed by all",
        Verdict.OPEN: "open: the game has no end in this file",
        Verdict.FORKED: "forked: a signed entry follows a game that this file does not know",
        Verdict.FAULT: "somebody broke the protocol",
        Verdict.EQUIVOCATION: "somebody signed two different entries for one place",
        Verdict.VOID: "void: no result, and nobody is named",
        Verdict.MALFORMED: "not a readable game file; nobody is named",
        Verdict.UNSUPPORTED: "needs a newer version",
    }
)
"""A verdict's first line, after the name of the file."""

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "claim_right": "a right claim",
        "claim_wrong": "the other side's wrong claim",
        "declined": "a raise that was declined",
        "bura": "bura, a whole hand of trumps",
        "cards_out": "more points when the cards were out",
        "draw": "equal points when the cards were out",
        "resigned": "the other side's resignation",
        "void": "a void hand",
        "reached": "the points, reached first",
        "combination": "a whole hand of aces",
        "split": "equal points when the cards were out: the pot is shared",
        "dead": "no claim before the cards were out",
    }
)
"""Why a hand ended, by the reason's name in the registry."""

_UNWON: Final[Mapping[str, str]] = MappingProxyType({"claim_wrong": "a wrong claim", "resigned": "a resignation"})
"""The same where that has won nobody the hand."""

REASON_WIDTH: Final = 300
"""Columns of a reason; it is this program's own text."""

ALWAYS_UNKNOWN: Final = (
    "whether two keys are two people, and whether the players talked beside the table",
    "what any card was that never opened",
)
OTHER_END: Final = "whether more was played: a seat can sign both that it stops and that it goes on; two files tell"
CUT_UNKNOWN: Final = (
    "why the next entry is missing: somebody left, a line broke, or the file was cut",
    "whether more was played after the last entry here",
)
VOID_UNKNOWN: Final = "who broke the hand: whoever opens such a card, or shows such a key, may be the victim"
MEANT_UNKNOWN: Final = "whether it was meant, or a program failed"
ROW_UNKNOWN: Final = "which part of the proof is false: one hash stands for all of its equations"
WHICH_UNKNOWN: Final = "which of the two entries the other side saw first, or at all"
COUNTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hands": "hands",
        "keys": "hand keys",
        "shuffles": "shuffles",
        "shares": "shares",
        "openings": "openings",
        "mixes": "re-mixed hands",
        "statements": "proved statements",
    }
)
"""The counts that a person reads, and their words; one of them lacks the last letter."""


def reason_words(reason: str, *, won: bool = True) -> str:
    """Why a hand ended, as words that follow 'by' or 'for'; an unknown name comes back harmless.

    `won`: somebody has won it.
    """
    told = REASONS.get(reason, inert(reason.replace("_", " ")))
    return told if won else _UNWON.get(reason, told)


def seat_name(names: tuple[str, ...], seat: int) -> str:
    """`Anna (seat 0)`; a player without a usable name is `the host (seat 0)`. The name is made harmless."""
    return f"{player(names, seat)} (seat {seat})"


def hand_why(over: HandOver, rules: Ruleset | None) -> str:
    """Why a hand ended, as words that follow 'by' or 'for', and what a claim was worth."""
    words = reason_words(over.reason, won=over.winner is not None)
    if over.claimed is None:
        return words
    worth = claim_worth(over.claimed, right=over.reason in ("claim_right", "reached"))
    return f"{words} ({worth}{needed(rules)})"


def unknowns(report: Report) -> tuple[str, ...]:
    """What this check cannot know, one phrase each."""
    if report.verdict is Verdict.MALFORMED:
        return ("who made the file so",)
    if report.verdict is Verdict.UNSUPPORTED:
        return ("whether the game is fair: only a version that speaks its protocol can tell",)
    if report.verdict is Verdict.FAIR:
        return ALWAYS_UNKNOWN if report.winner is not None else (OTHER_END, *ALWAYS_UNKNOWN)
    if report.verdict is Verdict.FORKED:
        return ("which side's game is the true one, without the other side's file", *ALWAYS_UNKNOWN)
    if report.verdict in (Verdict.OPEN, Verdict.UNSIGNED_RESULT):
        return (*CUT_UNKNOWN, *ALWAYS_UNKNOWN)
    if report.verdict is Verdict.VOID:
        return (VOID_UNKNOWN, *ALWAYS_UNKNOWN)
    return (*_culprit_unknowns(report.culprit), *ALWAYS_UNKNOWN)


def _culprit_unknowns(culprit: Culprit | None) -> tuple[str, ...]:
    if culprit is not None and culprit.failed is not None and culprit.failed.equation in ONE_HASH:
        return (MEANT_UNKNOWN, ROW_UNKNOWN)
    if culprit is not None and culprit.code is Code.EQUIVOCATION:
        return (MEANT_UNKNOWN, WHICH_UNKNOWN)
    return (MEANT_UNKNOWN,)


def slow_note() -> str | None:
    """One sentence when the slow group provider is in use, else None."""
    if provider_name() != "pure":
        return None
    return (
        "This check was slow because the compiled library is not installed here: "
        "every sum was done in plain Python, with the same outcome."
    )


def report_json(report: Report, file: str) -> dict[str, Any]:
    """One JSON object for `file` (the name as the user gave it); bytes are lower-case hex, names are as signed."""
    return {
        "file": file,
        "verdict": report.verdict.label,
        "exit": report.exit_code,
        "reason": report.reason,
        "culprit": _culprit_json(report),
        "evidence": _evidence_json(report),
        "head": report.head.hex(),
        "table": report.table_id.hex(),
        "rounds": report.rounds,
        "ruleset": report.ruleset,
        "seats": _seats_json(report),
        "result": _result_json(report),
        "owing": list(report.owing),
        "waits_for": report.waits_for,
        "counts": asdict(report.counts) | {"given_closed": report.counts.given_closed},
        "unknown": list(unknowns(report)),
        "provider": provider_name(),
    }


def _seats_json(report: Report) -> list[dict[str, Any]]:
    names = report.names or ("",) * len(report.identities)
    return [
        {"seat": seat, "name": name, "key": key.hex()}
        for seat, (name, key) in enumerate(zip(names, report.identities, strict=False))
    ]


def _culprit_json(report: Report) -> dict[str, Any] | None:
    culprit = report.culprit
    if culprit is None:
        return None
    name = report.names[culprit.seat] if culprit.seat < len(report.names) else ""
    return {"seat": culprit.seat, "round": culprit.round, "code": culprit.code.label, "name": name}


def _evidence_json(report: Report) -> dict[str, Any] | None:
    """What convicts, for whoever checks it again: the rule, the equation with its values, the entries whole."""
    culprit = report.culprit
    if culprit is None:
        return None
    key = report.identities[culprit.seat].hex() if culprit.seat < len(report.identities) else None
    whole = [
        {"message": message, "body": one.body.hex(), "signature": one.signature.hex(), "key": key}
        for message, one in zip(culprit.messages, culprit.entries, strict=True)
    ]
    return {
        "sentence": _sentence(report, culprit),
        "detail": culprit.detail,
        "rules": [{"name": tag, "section": section} for tag, section in requirements(culprit.message, culprit.code)],
        "equation": None if culprit.failed is None else _equation_json(culprit.failed),
        "entries": whole,
        "differ": list(culprit.differ),
    }


def _equation_json(failed: Failed) -> dict[str, Any]:
    section, demands = EQUATIONS[failed.equation]
    return {
        "name": failed.equation,
        "section": section,
        "demands": demands,
        "item": failed.at,
        "values": dict(failed.values),
    }


def _result_json(report: Report) -> dict[str, Any]:
    hands = [
        {
            "hand": over.hand,
            "winner": over.winner,
            "reason": over.reason,
            "points": over.points,
            "totals": None if over.totals is None else list(over.totals),
            "claimed": None if over.claimed is None else list(over.claimed),
            "score": list(over.score),
            "chips": list(over.chips),
            "pot": over.pot,
            "left": list(over.left),
        }
        for over in report.hands
    ]
    return {
        "winner": report.winner,
        "match_to": None if report.rules is None else report.rules.match_to,
        "stopped": list(report.stopped),
        "score": list(report.score),
        "chips": list(report.chips),
        "hands": hands,
    }


def report_text(report: Report, file: str) -> str:
    """Lines for a person, the verdict first; no line at the end is empty.

    At most 80 columns wide, but for a path or a head that has no room: it stands whole on its own line.
    """
    headline = HEADLINES[report.verdict]
    first = f"{inert(file)}: {headline}"
    lines = [first] if columns(first) <= WIDTH else [f"{inert(file)}:", f"  {headline}"]
    lines += [f"  {line}" for line in _in_words(report)]
    if report.ruleset is not None:
        players = joined([seat_name(report.names, seat) for seat in range(len(report.identities))])
        named = f"{inert(report.ruleset)} rules" if report.rules is None else rules_word(report.rules)
        lines.append(f"  {named}, played by {players}")
    lines += [f"  {_hand_line(report, over)}" for over in report.hands]
    lines += _score_lines(report)
    if report.rounds:
        lines += [f"  checked: {_counts_line(report)}", f"  head after {report.rounds} rounds: {report.head.hex()}"]
    lines += [f"  cannot be known: {phrase}" for phrase in unknowns(report)]
    note = slow_note()
    lines += [f"  {note}"] if note else []
    return "\n".join(part for line in lines for part in wrapped(line, indent="    ", whole=True))


def _in_words(report: Report) -> list[str]:
    if report.culprit is not None:
        return _culprit_words(report, report.culprit)
    if report.owing and report.waits_for is not None:
        owing = joined([seat_name(report.names, seat) for seat in report.owing])
        when = f"After round {report.rounds - 1}" if report.rounds else "Before anything was played"
        return [f"{when} the game waits for {owing}: {report.waits_for.replace('_', ' ')}."]
    return [inert(report.reason, REASON_WIDTH)]


def _sentence(report: Report, culprit: Culprit) -> str:
    said = sentence(culprit.message, culprit.code, player(report.names, culprit.seat))
    return f"Round {culprit.round}: {said}."


def _culprit_words(report: Report, culprit: Culprit) -> list[str]:
    """For a player; then for whoever wants to check it, as phrases."""
    detail = f": {inert(culprit.detail)}" if culprit.detail else ""
    lines = [
        _sentence(report, culprit),
        f"signed by: {seat_name(report.names, culprit.seat)}, {_signed_words(culprit)} (code {culprit.code.label})",
        f"breaks: {cited(culprit.message, culprit.code)} of spec.md{detail}",
    ]
    if culprit.failed is not None:
        lines.append(_equation_words(culprit.failed))
    return lines


def _signed_words(culprit: Culprit) -> str:
    """What the entry is; of two what they are, and where they differ."""
    told = joined([f"'{message}'" for message in culprit.messages]) or "unknown"
    return f"entries {told}, which differ in {joined(culprit.differ)}" if culprit.differ else f"entry {told}"


def _equation_words(failed: Failed) -> str:
    section, demands = EQUATIONS[failed.equation]
    item = "" if failed.at is None else f" for item {failed.at + 1} of its list"
    shown = ", ".join(f"{name} {value}" for name, value in failed.values)
    values = shown if failed.equation in SHORT else "--json tells the values"
    return f"does not hold{item}: {failed.equation}, section {section}, {demands}; {values}"


def _hand_line(report: Report, over: HandOver) -> str:
    why = hand_why(over, report.rules)
    if over.winner is None:
        left = f"; the pot holds {chips_word(over.pot)}" if over.pot else ""
        return f"hand {over.hand}: nobody wins, for {why}{left}"
    won = "the pot" if _has_pot(report) else points_word(over.points)
    return f"hand {over.hand}: {seat_name(report.names, over.winner)} wins {won} by {why}"


def _has_pot(report: Report) -> bool:
    return report.rules is not None and report.rules.has_pot


def _score_lines(report: Report) -> list[str]:
    if not report.score:
        return []
    if _has_pot(report):
        score = f"  chips: {':'.join(map(signed, report.chips))}"
    else:
        score = f"  score: {':'.join(map(str, report.score))}"
    if report.winner is not None and report.verdict is Verdict.FAIR:
        score += f"; {seat_name(report.names, report.winner)} wins the match"
    if report.stopped:
        who, out = joined([seat_name(report.names, seat) for seat in report.stopped]), not_played_out(report.rules)
        verb = "plays" if len(report.stopped) == 1 else "play"
        score += f"; {who} {verb} no further hand{out and ', so '}{out}"
    return [score]


def _counts_line(report: Report) -> str:
    counts = asdict(report.counts)
    parts = [f"{counts[key]} {word[:-1] if counts[key] == 1 else word}" for key, word in COUNTED.items()]
    return ", ".join(parts) + f"; {report.counts.given_closed} of {report.counts.given} given cards stay closed"
