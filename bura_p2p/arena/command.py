"""`bura arena`: what it measures, for people and for programs.

Here: arguments, progress, the report. Never: a hand (`table`), a statistic (`figures`).
"""

from __future__ import annotations

import json as json_text
import sys
import time
from typing import Annotated, Any, Final

from cyclopts import Parameter

from ..bots import check_bot
from ..errors import LocalError, UsageError
from ..rules.builtin import find_ruleset
from .contest import Contest, Tally, cores, tallies
from .figures import Interval, mean_gain, share_gained, share_won

PATIENCE: Final = 0.5
"""Seconds between two words of progress."""

LONGEST: Final = 60.0
"""The most seconds that a bot may be given for a move."""


def arena(
    first: Annotated[str, Parameter(name="BOT")],
    second: Annotated[str, Parameter(name="BOT")],
    /,
    *,
    hands: int = 200,
    rules: str = "georgian",
    seconds: float = 0.1,
    worlds: int | None = None,
    jobs: int | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Let two bots play many hands, on the rules alone: who wins more of them, and more by them.

    Each deal is played twice, the two changing seats. Intervals hold in 95 of 100 such measurements.
    A bot of your own is named MODULE:CLASS.

    Parameters
    ----------
    hands
        How many hands, an even number.
    seconds
        How long a bot may think of a move, in seconds of a processor; those that need no time take none.
    worlds
        Instead of seconds: how many imagined hands a bot may think of, so that the same bots play the same again.
    jobs
        How many processes share the work; as many as there are cores if nothing is said.
    """
    contest = _contest((first, second), rules, seconds, worlds)
    if hands < 2 or hands % 2:
        raise UsageError("Every deal is played from both seats: --hands is an even number, 2 at least.")
    if jobs is not None and jobs < 1:
        raise UsageError("--jobs is a number of processes, 1 at least.")
    processes = min(jobs or cores(), max(1, hands // 8))
    tally, started, told = Tally(), time.monotonic(), 0.0
    for part in tallies(contest, hands // 2, processes):
        tally.add(part)
        if time.monotonic() - told > PATIENCE and sys.stderr is not None and sys.stderr.isatty():
            told = time.monotonic()
            _progress(2 * len(tally.deals), hands, told - started)
    if told:
        sys.stderr.write("\r\x1b[K")
    report = figures(contest, tally)
    lines = [json_text.dumps(report, separators=(",", ":"))] if json else text(contest, tally)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def _contest(names: tuple[str, str], rules: str, seconds: float, worlds: int | None) -> Contest:
    try:
        for name in names:
            check_bot(name)
        ruleset = find_ruleset(rules)
    except LocalError as fault:
        raise UsageError(*fault.args) from None
    if not ruleset.seats_allowed(2):
        raise UsageError(f"The {ruleset.name} rules are not for two; bots meet in twos here.")
    if not 0 < seconds <= LONGEST:
        raise UsageError(f"--seconds is more than 0 and at most {LONGEST:g}.")
    if worlds is not None and worlds < 1:
        raise UsageError("--worlds is a number of imagined hands, 1 at least.")
    return Contest(names, ruleset, seconds, worlds)


def _progress(done: int, hands: int, seconds: float) -> None:
    left = seconds / done * (hands - done)
    sys.stderr.write(f"\r\x1b[K{done} of {hands} hands, about {left:.0f} s to go")
    sys.stderr.flush()


def _unit(contest: Contest) -> str:
    return "chips" if contest.rules.has_pot else "points"


def figures(contest: Contest, tally: Tally) -> dict[str, Any]:
    """The report for programs: shares from 0 to 1 and means, each as [value, low, high]."""
    players = []
    for at, name in enumerate(contest.names):
        sign = 1 - 2 * at
        players.append({
            "bot": name,
            "won": _rounded(share_won(tally.deals, sign)),
            "gain": _rounded(_turned(mean_gain(tally.deals), at, 0.0)),
            "share": _rounded(_turned(share_gained(tally.deals), at, 1.0)),
            "moves": tally.moves[at],
            "illegal": tally.illegal[at],
            "longest_s": round(tally.longest[at], 4),
            "failed": tally.failed[at],
        })  # fmt: skip
    return {
        "ruleset": contest.rules.name,
        "hands": 2 * len(tally.deals),
        "unit": _unit(contest),
        "seconds": None if contest.worlds is not None else contest.seconds,
        "worlds": contest.worlds,
        "players": players,
        "ends": {reason: tally.ends[reason] for reason in sorted(tally.ends)},
    }


def _turned(interval: Interval, at: int, whole: float) -> Interval:
    """The same for the other player, where both together have `whole`."""
    return Interval(whole - interval.value, whole - interval.high, whole - interval.low) if at else interval


def _rounded(interval: Interval) -> list[float]:
    return [round(value, 4) for value in interval]


def text(contest: Contest, tally: Tally) -> list[str]:
    """The report for people."""
    hands, unit = 2 * len(tally.deals), _unit(contest)
    lines = [f"{contest.rules.name}: {hands} hands, each deal from both seats (95 % intervals)"]
    width = max(map(len, contest.names))
    for at, name in enumerate(contest.names):
        won = share_won(tally.deals, 1 - 2 * at)
        share = _turned(share_gained(tally.deals), at, 1.0)
        gain = _turned(mean_gain(tally.deals), at, 0.0)
        lines += [
            f"{name:{width}}  hands won {_percent(won)}, of all {unit} {_percent(share)}",
            f"{'':{width}}  {unit} a hand {gain.value:+.3f} ({gain.low:+.3f} to {gain.high:+.3f}); "
            f"{tally.illegal[at]} of {tally.moves[at]} moves illegal; longest thought {tally.longest[at]:.3f} s",
        ]
        if tally.failed[at] is not None:
            lines.append(f"{'':{width}}  failed, at first so: {tally.failed[at]}")
    nobody = sum(won == 0 for deal in tally.deals for won in deal.wins)
    return [*lines, f"nobody won {nobody}"] if nobody else lines


def _percent(interval: Interval) -> str:
    return f"{100 * interval.value:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"
