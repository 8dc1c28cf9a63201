"""Distinguishers against plays: how often they are right, and how often chance alone would be.

Here: the plays of a run, the score of every distinguisher, the table. Never: a distinguisher. Four questions:

- *which draw*: which input of the mix is the card that was asked? Where every input came from is told, so that to
  know the input is to know the draw. Chance: one in as many as were held; only hands of two and more.
- *which rank* has a given card? Every earlier given card of the hand is told. Chance: as many of the cards that it
  may still be as have that rank (where the points of a card are told, of those with such points).
- *which is lower*, the first of several given cards or the last, where their ranks differ? Chance: one half.
- *which is older*: was the first of several cards played held before the last, or drawn before it? Chance: one half.

If nothing leaks, each guess is right with exactly that chance, whatever went before in the same hand. So the number
of right guesses, less the sum of the chances, over its deviation, is normal; p is the chance of so many or so few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import sqrt
from random import Random
from statistics import NormalDist

from bura_p2p.session.makers import Maker
from tests.hiding import distinguishers as d
from tests.hiding.plays import Game, Play, hands
from tests.hiding.stats import interval, normal_p

TRACED, READ, LOWER, OLDER = "which draw", "which rank", "which is lower", "which is older"

@dataclass(frozen=True)
class Guess:
    """Whether something was `found` to guess by, whether it was `right`, and the chance of that."""

    found: bool
    right: bool
    chance: float


@dataclass(frozen=True)
class Row:
    """One distinguisher on one question."""

    question: str
    name: str
    tries: int
    found: int
    right: int
    chance: float
    deviation: float
    """Of the number of right guesses, if all is chance."""
    p: float

    def seen_from(self, limit: float) -> float:
        """How much the rate must lie above chance for p to fall below `limit`, one time in two: what was excluded."""
        return -NormalDist().inv_cdf(limit / 2) * self.deviation / self.tries

    def __str__(self) -> str:
        low, high = interval(self.right, self.tries)
        return (
            f"{self.question:14}  {self.name:21} {self.tries:6} {self.found:6} {self.right:6}"
            f"  {self.right / self.tries:.4f}  {self.chance:.4f}  {low:.4f} - {high:.4f}  {self.p:8.1e}"
        )


HEAD = (
    f"{'question':14}  {'distinguisher':21} {'tries':>6} {'found':>6} {'right':>6}"
    f"  {'rate':6}  {'chance':6}  {'95 % interval':15}  {'p':>8}"
)


def row(question: str, name: str, guesses: Iterable[Guess]) -> Row:
    """Of guesses whose outcome is not certain."""
    told = [guess for guess in guesses if guess.chance < 1]
    right, usual = sum(guess.right for guess in told), sum(guess.chance for guess in told)
    deviation = sqrt(sum(guess.chance * (1 - guess.chance) for guess in told))
    p = normal_p((right - usual) / deviation)
    found = sum(guess.found for guess in told)
    return Row(question, name, len(told), found, right, usual / len(told), deviation, p)


def best(weights: d.Weights, lot: Random) -> int:
    """The heaviest, by lot among equals."""
    return lot.choice([at for at, weight in enumerate(weights) if weight == max(weights)])


def traced(plays: Iterable[Play], tracer: d.Tracer, lot: Random) -> Iterator[Guess]:
    """One guess a play."""
    for play in plays:
        weights = tracer(play)
        right = best(weights, lot) == play.truth.slots[play.asked]
        yield Guess(len(set(weights)) > 1, right, 1 / len(play.inputs))


def read(games: Iterable[Game], reader: d.Reader, lot: Random) -> Iterator[Guess]:
    """One guess a given card, of the hands in which a give says nothing of its cards but what it tells."""
    for game in games:
        left = sorted(game.unseen)
        for play in game.plays:
            for place, face in enumerate(play.truth.faces if play.clean else ()):
                may_be = [card for card in left if play.may_be(card)]
                if play.readable:
                    weights = reader(play, play.truth.faces[:place], may_be)
                    rank = may_be[best(weights, lot)].rank
                    chance = sum(card.rank == rank for card in may_be) / len(may_be)
                    yield Guess(len(set(weights)) > 1, face.rank == rank, chance)
                left.remove(face)


def in_order(pairs: Iterable[tuple[Play, int, int]], sorter: Callable[[Play], bool]) -> Iterator[Guess]:
    """One guess a play of several: does the first come before the last?"""
    for play, first, last in pairs:
        yield Guess(found=True, right=sorter(play) == (first < last), chance=1 / 2)


def ranks(games: Iterable[Game]) -> list[tuple[Play, int, int]]:
    """Gives that say nothing of their cards, with the ranks of the first and the last, where they differ."""
    pairs = [(play, play.truth.faces[0].rank, play.truth.faces[-1].rank) for play in all_of(games) if play.clean]
    return [pair for pair in pairs if pair[1] != pair[2]]


def ages(games: Iterable[Game]) -> list[tuple[Play, int, int]]:
    """Plays of several, with the places in the hand of the first and the last."""
    return [(play, play.truth.slots[0], play.truth.slots[-1]) for play in all_of(games) if play.count > 1]


def collect(label: str, plays: int, maker: type[Maker] | None = None, *, clean: bool = False) -> list[Game]:
    """Hands of a run until so many plays from two cards and more are there; `clean`: gives that say nothing only."""
    count = 0

    def short(game: Game) -> bool:
        nonlocal count
        enough = count >= plays
        count += len(mixed([game]))
        return not enough

    return list(takewhile(short, hands(label, maker, step=2 if clean else 1)))


def all_of(games: Iterable[Game]) -> list[Play]:
    return [play for game in games for play in game.plays]


def mixed(games: Iterable[Game]) -> list[Play]:
    return [play for play in all_of(games) if len(play.inputs) > 1]


def sizes(games: Sequence[Game]) -> str:
    """How many of what."""
    plays = mixed(games)
    given = sum(play.given for play in plays)
    cards = sum(play.count for play in all_of(games) if play.clean)
    return (
        f"{len(games)} hands, {len(plays)} plays from two cards and more ({len(plays) - given} open, {given} given);"
        f" {cards} cards given whatever they were"
    )


def contest(games: Sequence[Game]) -> list[Row]:
    """Every distinguisher on every question; the learned ones learn from the first half, and guess the second."""
    known, rest = games[: len(games) // 2], games[len(games) // 2 :]
    known_gives = [play for play in all_of(known) if play.clean]
    tracers = [(name, tracer, games) for name, tracer in d.TRACERS.items()]
    tracers += [(name, learn(mixed(known)), rest) for name, learn in d.LEARNED_TRACERS.items()]
    readers = [(name, reader, games) for name, reader in d.READERS.items()]
    readers += [(name, learn(known_gives), rest) for name, learn in d.LEARNED_READERS.items()]
    rows = [
        *[row(TRACED, name, traced(mixed(part), tracer, Random(name))) for name, tracer, part in tracers],
        *[row(READ, name, read(part, reader, Random(name))) for name, reader, part in readers],
        *[row(LOWER, name, in_order(ranks(games), sorter)) for name, sorter in d.SORTERS.items()],
        *[row(OLDER, name, in_order(ages(games), sorter)) for name, sorter in d.SORTERS.items()],
    ]
    d.forget()
    return rows


def table(rows: Iterable[Row]) -> str:
    """For people."""
    return "\n".join([HEAD, *map(str, rows)])


def resolution(rows: Sequence[Row], limit: float) -> dict[str, float]:
    """By question: the least advantage over chance that these plays would have shown, corrected as `corrected` is."""
    return {
        question: min(each.seen_from(limit / len(rows)) for each in rows if each.question == question)
        for question in dict.fromkeys(each.question for each in rows)
    }


def corrected(rows: Sequence[Row], question: str | None = None) -> float:
    """The least p of a question, times the number of its rows (Bonferroni)."""
    found = [each.p for each in rows if question in (None, each.question)]
    return min(1.0, min(found) * len(found))
