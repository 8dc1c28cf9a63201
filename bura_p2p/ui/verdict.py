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
from ..errors import Code
from ..rules.ruleset import Ruleset
from ..table.events import HandOver
from ..verify import Culprit, Report, Verdict
from .chips import signed
from .inert import WIDTH, columns, inert, wrapped
from .words import begun, chips_word, claim_worth, joined, needed, not_played_out, player, points_word, rules_word

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

FAULTS: Final[Mapping[Code, str]] = MappingProxyType(
    {
        Code.EQUIVOCATION: "signed two different entries for one place",
        Code.TYPE_NOT_DUE: "spoke out of turn, or of the wrong thing",
        Code.SEAT_WRONG: "spoke in a round in which it owed nothing",
        Code.LENGTH: "sent a field of the wrong length",
        Code.POINT: "sent bytes that are no point of the group",
        Code.SCALAR: "sent a number that is out of range",
        Code.COMMITMENT: "showed another key than the one that it had committed to",
        Code.KEY_PROOF: "did not prove that it owns its hand key",
        Code.SHUFFLE_PROOF: "did not prove that its deck is a shuffle of the deck before",
        Code.SHARE_PROOF: "gave a share of a card that is not proved right",
        Code.OPEN_PROOF: "opened a card as something that it is not proved to be",
        Code.MIX_PROOF: "did not prove that its re-mixed hand is the hand that it held",
        Code.STATEMENT_PROOF: "said something about its cards that its proof does not bear out",
        Code.LEAD_ILLEGAL: "led what the rules do not allow",
        Code.ANSWER_ILLEGAL: "answered with what the rules do not allow",
        Code.GIVE_ILLEGAL: "gave what the rules do not allow",
        Code.CLAIM_ILLEGAL: "claimed when the rules do not allow it",
        Code.RAISE_ILLEGAL: "raised, or answered a raise, as the rules do not allow",
        Code.POINTS_ILLEGAL: "told points as the rules do not allow",
        Code.RESULT_WRONG: "signed another result than the one that follows",
    }
)
"""What a seat did, in words, for the codes that a file can convict of; others are told by their name."""

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

ALWAYS_UNKNOWN: Final = (
    "whether two keys are two people, and whether the players talked beside the table",
    "what any card was that never opened",
)
OTHER_END: Final = "whether more was played: a seat can sign both that it stops and that it goes on; two files tell"
CUT_UNKNOWN: Final = (
    "why the next entry is missing: somebody left, a line broke, or the file was cut",
    "whether more was played after the last entry here",
)
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
    if report.verdict in (Verdict.MALFORMED, Verdict.UNSUPPORTED):
        return ("who made the file so",)
    if report.verdict is Verdict.FAIR:
        return ALWAYS_UNKNOWN if report.winner is not None else (OTHER_END, *ALWAYS_UNKNOWN)
    if report.verdict is Verdict.FORKED:
        return ("which side's game is the true one, without the other side's file", *ALWAYS_UNKNOWN)
    if report.verdict in (Verdict.OPEN, Verdict.UNSIGNED_RESULT):
        return (*CUT_UNKNOWN, *ALWAYS_UNKNOWN)
    return ALWAYS_UNKNOWN


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
    lines.append(f"  {_in_words(report)}")
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


def _in_words(report: Report) -> str:
    if report.culprit is not None:
        return _culprit_words(report, report.culprit)
    if report.owing and report.waits_for is not None:
        owing = joined([seat_name(report.names, seat) for seat in report.owing])
        when = f"After round {report.rounds - 1}" if report.rounds else "Before anything was played"
        return f"{when} the game waits for {owing}: {report.waits_for.replace('_', ' ')}."
    return inert(report.reason)


def _culprit_words(report: Report, culprit: Culprit) -> str:
    did = FAULTS.get(culprit.code, f"was refused ({culprit.code.label})")
    who = begun(seat_name(report.names, culprit.seat))
    return f"{who} {did}, in round {culprit.round} (code {culprit.code.label})."


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
