"""`bura arena`: what it measures, for people and for programs.

Here: arguments, progress, the report. Never: a hand (`table`), a statistic (`figures`).
"""

from __future__ import annotations

import json as json_text
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from ..bots import check_bot
from ..errors import LocalError, UsageError
from ..rules.builtin import find_ruleset
from ..sentences import N_, Sentence
from .contest import Contest, Tally, cores, tallies
from .figures import Interval, mean_gain, share_gained, share_won

PATIENCE: Final = 0.5
"""Seconds between two words of progress."""

LONGEST: Final = 60.0
"""The most seconds that a bot may be given for a move."""


def arena(
    first: str,
    second: str,
    *,
    hands: int = 200,
    rules: str = "georgian",
    seconds: float = 0.1,
    worlds: int | None = None,
    jobs: int | None = None,
    json: bool = False,
    say: Callable[[str], str] = str,
    fit: Callable[[str], list[str]] = lambda line: [line],
) -> int:
    """Let two bots play `hands` hands, an even number, each deal twice with the two changing seats; print who wins.

    They think `seconds` of a processor of a move, or with `worlds` of so many imagined hands; `jobs` processes share
    the work. `say` puts a sentence into the reader's language, `fit` breaks a line. Raises `UsageError`, one
    sentence. The exit code 0.
    """
    contest = _contest((first, second), rules, seconds, worlds)
    if hands < 2 or hands % 2:
        raise UsageError(N_("Every deal is played from both seats: --hands is an even number, 2 at least."))
    if jobs is not None and jobs < 1:
        raise UsageError(N_("--jobs is a number of processes, 1 at least."))
    processes = min(jobs or cores(), max(1, hands // 8))
    tally, started, told = Tally(), time.monotonic(), 0.0
    for part in tallies(contest, hands // 2, processes):
        tally.add(part)
        if time.monotonic() - told > PATIENCE and sys.stderr is not None and sys.stderr.isatty():
            told = time.monotonic()
            _progress(2 * len(tally.deals), hands, told - started, say)
    if told:
        sys.stderr.write("\r\x1b[K")
    report = figures(contest, tally)
    people = [line for whole in text(contest, tally, say) for line in fit(whole)]
    lines = [json_text.dumps(report, separators=(",", ":"))] if json else people
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
        raise UsageError(Sentence("The {rules} rules are not for two; bots meet in twos here.", rules=ruleset.name))
    if not 0 < seconds <= LONGEST:
        raise UsageError(Sentence("--seconds is more than 0 and at most {most:g}.", most=LONGEST))
    if worlds is not None and worlds < 1:
        raise UsageError(N_("--worlds is a number of imagined hands, 1 at least."))
    return Contest(names, ruleset, seconds, worlds)


def _progress(done: int, hands: int, seconds: float, say: Callable[[str], str]) -> None:
    left = seconds / done * (hands - done)
    told = say(Sentence("{done} of {hands} hands, about {left:.0f} s to go", done=done, hands=hands, left=left))
    sys.stderr.write(f"\r\x1b[K{told}")
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


def text(contest: Contest, tally: Tally, say: Callable[[str], str] = str) -> list[str]:
    """The report for people, in the language of `say`."""
    hands = 2 * len(tally.deals)
    head = Sentence(
        "{rules}: {hands} hands, each deal from both seats (95 % intervals)", rules=contest.rules.name, hands=hands
    )
    lines, width = [say(head)], max(map(len, contest.names))
    for at, name in enumerate(contest.names):
        first, *rest = _player_lines(contest, tally, at)
        lines += [f"{name:{width}}  {say(first)}", *(f"{'':{width}}  {say(line)}" for line in rest)]
    nobody = sum(won == 0 for deal in tally.deals for won in deal.wins)
    return [*lines, say(Sentence("nobody won {hands}", hands=nobody))] if nobody else lines


def _player_lines(contest: Contest, tally: Tally, at: int) -> list[Sentence]:
    """What one of the two has made of it."""
    won = _percent(share_won(tally.deals, 1 - 2 * at))
    share = _percent(_turned(share_gained(tally.deals), at, 1.0))
    gain = _turned(mean_gain(tally.deals), at, 0.0)
    gained, gain_each = _GAINS[contest.rules.has_pot]
    values = {"illegal": tally.illegal[at], "moves": tally.moves[at], "longest": tally.longest[at]}
    lines = [
        Sentence(gained, won=won, share=share),
        Sentence(gain_each, gain=gain.value, low=gain.low, high=gain.high),
        Sentence("{illegal} of {moves} moves illegal; longest thought {longest:.3f} s", **values),
    ]
    fault = tally.failed[at]
    return lines if fault is None else [*lines, Sentence("failed, at first so: {fault}", fault=fault)]


_GAINS: Final = {
    False: (
        N_("hands won {won}, of all points {share}"),
        N_("points a hand {gain:+.3f} ({low:+.3f} to {high:+.3f})"),
    ),
    True: (
        N_("hands won {won}, of all chips {share}"),
        N_("chips a hand {gain:+.3f} ({low:+.3f} to {high:+.3f})"),
    ),
}
"""What is told of points, and of chips."""


def _percent(interval: Interval) -> Sentence:
    value, low, high = (100 * each for each in interval)
    return Sentence("{value:.1f} % ({low:.1f} to {high:.1f})", value=value, low=low, high=high)
