"""Two bots against each other over many deals, on as many cores as wanted.

Here: one deal from both seats, deals in a row, deals spread over processes. Never: what the results mean, output.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from ..bots import OwnBot, make_bot
from ..bots.thought import Thought
from ..cards import deck
from ..rules.match import Match
from ..rules.outcome import Outcome, Reason
from ..rules.ruleset import Ruleset
from .figures import Deal
from .table import Seat, play_hand

CLOCK: Final = time.process_time if time.get_clock_info("process_time").resolution <= 1e-5 else time.perf_counter
"""Seconds of this process's own work, where the system counts them finely: other work takes nobody's time."""


@dataclass(frozen=True)
class Contest:
    """Which bots play by which rules; each thinks at most `seconds` a move or, with `worlds`, of so many hands."""

    names: tuple[str, str]
    rules: Ruleset
    seconds: float
    worlds: int | None = None

    def thought(self) -> Thought:
        """What a bot may spend on a move."""
        if self.worlds is not None:
            return Thought(self.worlds)
        return Thought.of(self.seconds, CLOCK)


@dataclass
class Tally:
    """What some deals brought. `moves`, `illegal`, `longest` (seconds) by player; `failed`: what went wrong first
    with a bot of somebody's own, for which the cheapest move was made then.
    """

    deals: list[Deal] = field(default_factory=list)
    moves: list[int] = field(default_factory=lambda: [0, 0])
    illegal: list[int] = field(default_factory=lambda: [0, 0])
    longest: list[float] = field(default_factory=lambda: [0.0, 0.0])
    ends: dict[str, list[int]] = field(default_factory=dict)
    failed: list[str | None] = field(default_factory=lambda: [None, None])

    def add(self, other: Tally) -> None:
        """Take in other deals."""
        self.deals += other.deals
        for player in (0, 1):
            self.moves[player] += other.moves[player]
            self.illegal[player] += other.illegal[player]
            self.longest[player] = max(self.longest[player], other.longest[player])
            self.failed[player] = self.failed[player] or other.failed[player]
        for reason, counts in other.ends.items():
            mine = self.ends.setdefault(reason, [0, 0, 0])
            self.ends[reason] = [own + more for own, more in zip(mine, counts, strict=True)]


def play_deal(contest: Contest, number: int) -> Tally:
    """Deal number `number` twice, the players changing seats: the same cards and the same leader for either."""
    chance = random.Random(number)  # noqa: S311 - a measurement's deals, the same each time
    cards = list(deck(contest.rules.deck))
    chance.shuffle(cards)
    match, tally = Match.start(contest.rules, (0, 1), number % 2), Tally()
    gains, wins = [0.0, 0.0], [0, 0]
    for flip in (0, 1):
        seats = [Seat(make_bot(contest.names[at ^ flip], chance.randbytes, contest.thought())) for at in (0, 1)]
        outcome = play_hand(match, cards, seats, CLOCK)
        gains[flip], wins[flip] = _gain(match, outcome, flip), _won(outcome, flip)
        counts = tally.ends.setdefault(outcome.reason.label, [0, 0, 0])
        counts[{1: 0, -1: 1, 0: 2}[wins[flip]]] += 1
        for at, seat in enumerate(seats):
            tally.add(_of_one(at ^ flip, seat))
    tally.deals.append(Deal((gains[0], gains[1]), (wins[0], wins[1])))
    return tally


def _of_one(player: int, seat: Seat) -> Tally:
    """What one seat's play adds to the tally of its player."""
    tally, own = Tally(), seat.bot if isinstance(seat.bot, OwnBot) else None
    tally.moves[player], tally.longest[player] = seat.moves, seat.longest
    tally.illegal[player] = seat.illegal + (0 if own is None else own.faults)
    tally.failed[player] = None if own is None else own.first
    return tally


def _gain(match: Match, outcome: Outcome, seat: int) -> float:
    """Match points, or chips: the pot goes to a winner, and who claims wrongly pays as much."""
    if match.ruleset.has_pot:
        payments = match.payments(outcome)
        return float(payments.get(seat, 0) - payments.get(1 - seat, 0))
    if outcome.winner is None:
        return 0.0
    return float(outcome.points if outcome.winner == seat else -outcome.points)


def _won(outcome: Outcome, seat: int) -> int:
    """1, or -1; 0 when nobody won. A wrong claim for a pot is a hand lost, though nobody gets the pot."""
    if outcome.winner is not None:
        return 1 if outcome.winner == seat else -1
    if outcome.reason is Reason.CLAIM_WRONG:
        return -1 if outcome.payers == (seat,) else 1
    return 0


def play_deals(contest: Contest, numbers: range) -> Tally:
    """These deals, one after the other. What bots keep in memory is not looked through while somebody thinks."""
    tally = Tally()
    for number in numbers:
        tally.add(play_deal(contest, number))
        gc.freeze()
    return tally


def cores() -> int:
    """The processors that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return os.cpu_count() or 1 if allowed is None else len(allowed(0))


def tallies(contest: Contest, deals: int, jobs: int) -> Generator[Tally, None, None]:
    """All deals, in pieces as they are done. Leaving early ends the processes."""
    pieces = [range(at, min(at + _piece(deals, jobs), deals)) for at in range(0, deals, _piece(deals, jobs))]
    if jobs == 1:
        yield from (play_deals(contest, piece) for piece in pieces)
        return
    yield from _spread(contest, pieces, jobs)


def _piece(deals: int, jobs: int) -> int:
    return max(1, min(5, deals // (4 * jobs)))


def _spread(contest: Contest, pieces: list[range], jobs: int) -> Iterator[Tally]:
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)
    try:
        waiting = [pool.submit(play_deals, contest, piece) for piece in pieces]
        for future in waiting:
            yield future.result()
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is the first process's affair; without that one, this one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
