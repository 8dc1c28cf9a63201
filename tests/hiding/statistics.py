"""All the counts at full size, from fresh chance: `python -m tests.hiding.statistics [plays] [decks]`.

Here: the tables, as they are printed, and one verdict for each. Never: a test of its own. The exit code is 1 when an
honest player or shuffler is told from chance, or one that is not honest is not. A corrected p below `LIMIT` counts;
so one run in five thousand ends in 1 although all is well (two honest verdicts, one in ten thousand each): then run
it again. `--tape NAME` plays one and the same chance again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.group import Entropy
from bura_p2p.crypto.shuffle import random_permutation
from tests.hiding import contest, uniform
from tests.hiding.stats import chi_square
from tests.hiding.weak import WEAK

LIMIT = 1e-4

Verdicts = Iterator[tuple[str, bool]]
"""What was found, and whether it is as it should be."""


def say(*lines: object) -> None:
    print(*lines, sep="\n", flush=True)


def plays(options: argparse.Namespace) -> Verdicts:
    """The honest player, then each weakened one, before all distinguishers."""
    for name, maker in [("honest", None), *WEAK.items()]:
        size = options.plays if maker is None else options.weak
        games = contest.collect(f"{options.tape} {name}", size, maker, clean=maker is not None)
        rows = contest.contest(games)
        say(f"\n{name}: {contest.sizes(games)}", contest.table(rows))
        told = ", ".join(f"{what} {rate:.3f}" for what, rate in contest.resolution(rows, LIMIT).items())
        say(f"an advantage that would show, one time in two: {told}")
        least = contest.corrected(rows)
        yield f"{name}: least p, corrected, {least:.1e}", (least > LIMIT) == (maker is None)


def decks(options: argparse.Namespace) -> Verdicts:
    """Fair ones in three ways, the seats, unfair ones."""
    say("", uniform.HEAD)
    fair = [found.corrected for found in (*_drawn(options), *_whole(options))]
    least = min(1.0, min(fair) * len(fair))
    yield f"fair decks: least p, corrected, {least:.1e}", least > LIMIT
    for name, shuffler in uniform.UNFAIR.items():
        entropy = chance(options, name)
        orders = (uniform.drawn(36, entropy, (shuffler,)) for _ in range(2 * options.decks))
        found = uniform.count(name, 36, uniform.turned_at(36), orders)
        say(found)
        yield f"{name}: corrected {found.corrected:.1e}", found.corrected < LIMIT


def chance(options: argparse.Namespace, name: str) -> Entropy:
    """The system's, or a tape where one is named."""
    return os.urandom if options.fresh else Tape(f"{options.tape} {name}")


def _drawn(options: argparse.Namespace) -> Iterator[uniform.Counted]:
    for N in uniform.RULES:
        for shufflers in (1, 2):
            name = f"drawn, {shufflers} of 2 shufflers"
            entropy, fair = chance(options, f"{name} {N}"), (random_permutation,) * shufflers
            yield _counted(name, N, options.decks, lambda N=N, e=entropy, f=fair: uniform.drawn(N, e, f))
    for seats in (2, 3, 4, 5, 6):
        entropy = chance(options, f"seats {seats}")
        orders = (uniform.seated(seats, entropy) for _ in range(options.decks))
        found = uniform.count(f"places of {seats} seats", seats, 0, orders)
        say(found)
        yield found


@dataclass(frozen=True)
class Odds:
    """How often each of some things that are as likely came."""

    name: str
    counts: list[int]

    @property
    def corrected(self) -> float:
        """Its one p."""
        return chi_square(self.counts)[1]

    def __str__(self) -> str:
        return f"    {self.name}: {self.counts}, p {self.corrected:.1e}"


def _whole(options: argparse.Namespace) -> Iterator[uniform.Counted | Odds]:
    entropy = chance(options, "masked")
    yield _counted("masked, proved and opened", 36, options.masked, lambda e=entropy: uniform.masked(36, e))
    for N in (20, 36):
        entropy = chance(options, f"played {N}")
        deals = [uniform.played(uniform.RULES[N], entropy) for _ in range(options.deals)]
        at = iter(deals)
        yield _counted("played by two sessions", N, options.deals, lambda at=at: next(at).order)
        leaders = [sum(deal.leader == seat for deal in deals) for seat in (0, 1)]
        suits = [sum(deal.order[deal.turned] * 4 // N == suit for deal in deals) for suit in range(4)]
        for what, counts in (("first leader", leaders), ("trump suit", suits)):
            found = Odds(what, counts)
            say(found)
            yield found


def _counted(name: str, N: int, number: int, one: Callable[[], uniform.Order]) -> uniform.Counted:
    found = uniform.count(name, N, uniform.turned_at(N), (one() for _ in range(number)))
    say(found)
    return found


def main() -> int:
    """Print all; 1 if something is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.hiding.statistics", description=__doc__)
    parser.add_argument("what", nargs="*", default=["plays", "decks"], help="plays, decks, or both")
    parser.add_argument("--plays", type=int, default=5_000, help="of the honest player")
    parser.add_argument("--weak", type=int, default=1_000, help="of each weakened player")
    parser.add_argument("--decks", type=int, default=20_000, help="by permutations alone")
    parser.add_argument("--masked", type=int, default=10_000, help="of two shuffles with proofs")
    parser.add_argument("--deals", type=int, default=300, help="by two sessions")
    parser.add_argument("--tape", help="the name of a chance that can be had again")
    options = parser.parse_args()
    options.fresh = options.tape is None
    options.tape = options.tape or os.urandom(8).hex()
    verdicts = [verdict for what in options.what for verdict in {"plays": plays, "decks": decks}[what](options)]
    say("", *[f"{'as it should be' if right else 'WRONG':16} {what}" for what, right in verdicts])
    return int(not all(right for _, right in verdicts))


if __name__ == "__main__":
    sys.exit(main())
