"""A stranger's verdict, for people and for programs.

Here: a `verify.Report` as lines of text and as one JSON object. Never: a check, or a conclusion that the report does
not hold; reading files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final

from ..crypto.group import provider_name
from ..errors import Code, Failed
from ..rules.ruleset import Ruleset
from ..sentences import N_, NN_
from ..table.events import HandOver
from ..verify import Culprit, Report, Verdict
from .chips import signed
from .damage import plain
from .faults import EQUATIONS, ONE_HASH, SHORT, cited, requirements, sentence
from .inert import WIDTH, columns, inert, wrapped
from .paths import shown_path
from .tongue import local, t, tn
from .words import (
    chips_word,
    claim_worth,
    joined,
    named_rules,
    needed,
    not_played_out,
    player,
    points_word,
    rules_word,
)

HEADLINES: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        Verdict.FAIR: N_("complete and fair"),
        Verdict.UNSIGNED_RESULT: N_("decided, but the result is not signed by all"),
        Verdict.OPEN: N_("open: the game has no end in this file"),
        Verdict.FORKED: N_("forked: a signed entry follows a game that this file does not know"),
        Verdict.FAULT: N_("somebody broke the protocol"),
        Verdict.EQUIVOCATION: N_("somebody signed two different entries for one place"),
        Verdict.VOID: N_("void: no result, and nobody is named"),
        Verdict.MALFORMED: N_("not a readable game file; nobody is named"),
        Verdict.UNSUPPORTED: N_("made by another version of the program, earlier or later: this one cannot judge it"),
    }
)
"""A verdict's first line, after the name of the file."""

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "claim_right": N_("a right claim"),
        "claim_wrong": N_("the other side's wrong claim"),
        "declined": N_("a raise that was declined"),
        "bura": N_("bura, a whole hand of trumps"),
        "cards_out": N_("the higher count when all cards were played"),
        "draw": N_("equal points when the cards were out"),
        "resigned": N_("the other side's resignation"),
        "void": N_("a void hand"),
        "reached": N_("the points, reached first"),
        "combination": N_("a whole hand of aces"),
        "split": N_("equal points when the cards were out: the pot is shared"),
        "dead": N_("no claim before the cards were out"),
    }
)
"""Why a hand ended, by the reason's name in the registry."""

_UNWON: Final[Mapping[str, str]] = MappingProxyType(
    {"claim_wrong": N_("a wrong claim"), "resigned": N_("a resignation")}
)
"""The same where that has won nobody the hand."""

REASON_WIDTH: Final = 300
"""Columns of a reason; it is this program's own text."""

ALWAYS_UNKNOWN: Final = (
    N_("whether two keys are two people, and whether the players talked beside the table"),
    N_("what any card was that never opened"),
)
OTHER_END: Final = N_(
    "whether more was played: a seat can sign both that it stops and that it goes on; two files tell"
)
CUT_UNKNOWN: Final = (
    N_("why the next entry is missing: somebody left, a line broke, or the file was cut"),
    N_("whether more was played after the last entry here"),
    N_("whether the others heard the last words here: a seat can sign other ones in their place; two files tell"),
)
VOID_UNKNOWN: Final = N_("who broke the hand: whoever opens such a card, or shows such a key, may be the victim")
MEANT_UNKNOWN: Final = N_("whether it was meant, or a program failed")
ROW_UNKNOWN: Final = N_("which part of the proof is false: one hash stands for all of its equations")
WHICH_UNKNOWN: Final = N_("which of the two entries the other side saw first, or at all")
COUNTED: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "hands": NN_("{n} hand", "{n} hands"),
        "keys": NN_("{n} hand key", "{n} hand keys"),
        "shuffles": NN_("{n} shuffle", "{n} shuffles"),
        "shares": NN_("{n} share", "{n} shares"),
        "openings": NN_("{n} opening", "{n} openings"),
        "mixes": NN_("{n} re-mixed hand", "{n} re-mixed hands"),
        "statements": NN_("{n} proved statement", "{n} proved statements"),
    }
)
"""The counts that a person reads, and their words for one and for many."""


def reason_words(reason: str, *, won: bool = True) -> str:
    """Why a hand ended, as words that follow 'by' or 'for'; an unknown name comes back harmless.

    `won`: somebody has won it.
    """
    template = REASONS.get(reason) if won else _UNWON.get(reason, REASONS.get(reason))
    return inert(reason.replace("_", " ")) if template is None else t(template)


def seat_name(names: tuple[str, ...], seat: int) -> str:
    """`Anna (seat 0)`; a player without a usable name is `the host (seat 0)`. The name is made harmless."""
    return t("{name} (seat {seat})", name=player(names, seat), seat=seat)


def hand_why(over: HandOver, rules: Ruleset | None) -> str:
    """Why a hand ended, as words that follow 'by' or 'for', and what a claim was worth."""
    words = reason_words(over.reason, won=over.winner is not None)
    if over.claimed is None:
        return words
    worth = claim_worth(over.claimed, right=over.reason in ("claim_right", "reached"))
    return f"{words} ({worth}{needed(rules)})"


def unknowns(report: Report) -> tuple[str, ...]:
    """What this check cannot know, one phrase each."""
    return tuple(map(t, _unknowns(report)))


def _unknowns(report: Report) -> tuple[str, ...]:
    if report.verdict is Verdict.MALFORMED:
        return () if report.other else (N_("who made the file so"),)
    if report.verdict is Verdict.UNSUPPORTED:
        return (N_("whether the game is fair: only a version that speaks its protocol can tell"),)
    if report.verdict is Verdict.FAIR:
        return ALWAYS_UNKNOWN if report.winner is not None else (OTHER_END, *ALWAYS_UNKNOWN)
    if report.verdict is Verdict.FORKED:
        return (N_("which side's game is the true one, without the other side's file"), *ALWAYS_UNKNOWN)
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
    return t(
        "This check was slow because the compiled library is not installed here: every sum was done in plain Python, "
        "with the same outcome."
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
    headline = t(HEADLINES[report.verdict])
    name = shown_path(file)
    first = f"{name}: {headline}"
    lines = [first] if columns(first) <= WIDTH else [f"{name}:", f"  {headline}"]
    lines += [f"  {line}" for line in report_lines(report)]
    return "\n".join(part for line in lines for part in wrapped(line, indent="    ", whole=True))


def report_lines(report: Report) -> list[str]:
    """What follows the verdict, a line for each thing; as long as it may be, for whoever wraps it himself."""
    lines = _in_words(report)
    if report.ruleset is not None:
        players = joined([seat_name(report.names, seat) for seat in range(len(report.identities))])
        lines.append(t("{rules}, played by {players}", rules=_rules_name(report), players=players))
    lines += [_hand_line(report, over) for over in report.hands]
    lines += _score_lines(report)
    if report.rounds:
        lines.append(t("checked: {counts}", counts=_counts_line(report)))
        lines.append(
            tn("head after {n} round: {head}", "head after {n} rounds: {head}", report.rounds, head=report.head.hex())
        )
    lines += [t("cannot be known: {what}", what=phrase) for phrase in unknowns(report)]
    note = slow_note()
    return [*lines, note] if note else lines


def findings(report: Report) -> dict[str, Any]:
    """The same as plain data, for a face that lays it out: `told` is the sentence under the verdict, `culprit` who
    signed what, None where nobody is named, `parts` the lines about each thing, by its word. All text is harmless.
    """
    told, *proof = _in_words(report)
    checked = [*_counted(report), _given_closed(report)] if report.rounds else []
    parts = {
        "proof": proof[1:],  # who signed what stands in `culprit`
        "rules": [] if report.ruleset is None else [_rules_name(report)],
        "players": [seat_name(report.names, seat) for seat in range(len(report.identities))],
        "hands": [*(_hand_line(report, over) for over in report.hands), *_score_lines(report)],
        "checked": checked,
        "unknown": list(unknowns(report)),
        "head": [report.head.hex()] if report.rounds else [],
        "note": [note] if (note := slow_note()) else [],
    }
    return {"told": told, "culprit": _found_culprit(report), "parts": {key: of for key, of in parts.items() if of}}


def _found_culprit(report: Report) -> dict[str, Any] | None:
    culprit = report.culprit
    if culprit is None:
        return None
    return {
        "seat": culprit.seat,
        "name": seat_name(report.names, culprit.seat),
        "code": culprit.code.label,
        "round": culprit.round,
        "entry": _signed_words(culprit),
    }


def _rules_name(report: Report) -> str:
    return named_rules(report.ruleset or "") if report.rules is None else rules_word(report.rules)


def _in_words(report: Report) -> list[str]:
    if report.culprit is not None:
        return _culprit_words(report, report.culprit)
    if report.owing and report.waits_for is not None:
        owing = joined([seat_name(report.names, seat) for seat in report.owing])
        values = {"names": owing, "what": _waits_for(report.waits_for)}
        if not report.rounds:
            return [t("Before anything was played the game waits for {names}: {what}.", **values)]
        return [t("After round {round} the game waits for {names}: {what}.", round=report.rounds - 1, **values)]
    return [inert(plain(report.reason), REASON_WIDTH)]


_WAITS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hello": N_("hello"),
        "commit": N_("the promise of a key for the hand"),
        "reveal": N_("the key that was promised for the hand"),
        "shuffle": N_("the shuffle"),
        "deal": N_("the deal"),
        "shares": N_("the shares of the cards drawn"),
        "announce": N_("an announcement, or none"),
        "lead": N_("a lead"),
        "seized": N_("the lead of what was announced"),
        "raised": N_("an answer to the raise"),
        "follow": N_("an answer to the lead"),
        "points": N_("the points of what was given"),
        "tally": N_("the count of what was taken"),
        "opening": N_("the cards that were given, opened"),
        "last_word": N_("the last word"),
        "count": N_("the count of the piles"),
        "result": N_("the signature of the result"),
    }
)
"""What a table can wait for, by the stage's name."""


def _waits_for(stage: str) -> str:
    return t(_WAITS[stage]) if stage in _WAITS else stage.replace("_", " ")


def _sentence(report: Report, culprit: Culprit) -> str:
    said = sentence(culprit.message, culprit.code, player(report.names, culprit.seat))
    return t("Round {round}: {what}.", round=culprit.round, what=said)


def _culprit_words(report: Report, culprit: Culprit) -> list[str]:
    """For a player; then for whoever wants to check it, as phrases."""
    detail = f": {inert(local(culprit.detail))}" if culprit.detail else ""
    seat, entry = seat_name(report.names, culprit.seat), _signed_words(culprit)
    lines = [
        _sentence(report, culprit),
        t("signed by: {seat}, {entry} (code {code})", seat=seat, entry=entry, code=culprit.code.label),
        t("breaks: {rules} of spec.md", rules=cited(culprit.message, culprit.code)) + detail,
    ]
    if culprit.failed is not None:
        lines.append(_equation_words(culprit.failed))
    return lines


def _signed_words(culprit: Culprit) -> str:
    """What the entry is; of two what they are, and where they differ."""
    told = joined([f"'{message}'" for message in culprit.messages]) or t("unknown")
    if culprit.differ:
        return t("entries {entries}, which differ in {fields}", entries=told, fields=joined(culprit.differ))
    return t("entry {entry}", entry=told)


def _equation_words(failed: Failed) -> str:
    section, demands = EQUATIONS[failed.equation]
    shown = ", ".join(f"{name} {value}" for name, value in failed.values)
    values = shown if failed.equation in SHORT else t("--json tells the values")
    told = t("{equation}, section {section}, {demands}; {values}", equation=failed.equation, section=section,
             demands=demands, values=values)  # fmt: skip
    if failed.at is None:
        return t("does not hold: {equation}", equation=told)
    return t("does not hold for item {item} of its list: {equation}", item=failed.at + 1, equation=told)


def _hand_line(report: Report, over: HandOver) -> str:
    why = hand_why(over, report.rules)
    if over.winner is None:
        told = t("hand {hand}: nobody wins, for {reason}", hand=over.hand, reason=why)
        return f"{told}; {t('the pot holds {chips}', chips=chips_word(over.pot))}" if over.pot else told
    values = {"hand": over.hand, "name": seat_name(report.names, over.winner), "reason": why}
    if _has_pot(report):
        return t("hand {hand}: {name} wins the pot by {reason}", **values)
    return t("hand {hand}: {name} wins {points} by {reason}", points=points_word(over.points), **values)


def _has_pot(report: Report) -> bool:
    return report.rules is not None and report.rules.has_pot


def _score_lines(report: Report) -> list[str]:
    if not report.score:
        return []
    if _has_pot(report):
        score = t("chips: {chips}", chips=":".join(map(signed, report.chips)))
    else:
        score = t("score: {score}", score=":".join(map(str, report.score)))
    if report.winner is not None and report.verdict is Verdict.FAIR:
        score += f"; {t('{name} wins the match', name=seat_name(report.names, report.winner))}"
    if report.stopped:
        score += f"; {stopped_words([seat_name(report.names, seat) for seat in report.stopped], report.rules)}"
    return [score]


def stopped_words(names: Sequence[str], rules: Ruleset | None) -> str:
    """Who plays no further hand, and what is not played out for that."""
    who, out = joined(names), not_played_out(rules)
    told = (
        t("{name} plays no further hand", name=who)
        if len(names) == 1
        else t("{names} play no further hand", names=who)
    )
    return t("{told}, so {out}", told=told, out=out) if out else told


def _counts_line(report: Report) -> str:
    return f"{', '.join(_counted(report))}; {_given_closed(report)}"


def _counted(report: Report) -> list[str]:
    counts = asdict(report.counts)
    return [tn(one, many, counts[key]) for key, (one, many) in COUNTED.items()]


def _given_closed(report: Report) -> str:
    closed, given = report.counts.given_closed, report.counts.given
    return tn(
        "{closed} of {n} given card stays closed", "{closed} of {n} given cards stay closed", given, closed=closed
    )
