"""Thinking ahead: a tree over what the own seat can know, grown by imagined hands played to their ends.

Here: information-set Monte-Carlo tree search with UCB (Cowling, Powley, Whitehouse, "Information Set Monte Carlo
Tree Search", 2012) for the own seat; the other one plays by habit, with what it sees, as in partially observed
planning (Silver, Veness, "Monte-Carlo Planning in Large POMDPs", 2010). Never: a clock of its own, or a card that may
not be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from random import Random
from typing import Final

from .bits import beating
from .habits import KEEN, PLAIN, habit, play_out
from .quick import ANSWER, CLAIM, FOLLOWING, GIVE, KIND, LEADING, OVER, RAISE, Quick

CURIOSITY: Final = 0.5
"""How much a move that was seldom tried is worth a try, beside one that has done well."""

WIDER: Final = 6
"""After so many tries of each move that was looked at, another one is."""

ROUND: Final = 25
"""After so many imagined hands, moves that fall behind are left out."""

DOUBT: Final = 1.7
"""How far behind, in errors of a sum of as many hands."""

FIRST: Final = 10
"""After so many imagined hands it is tried to raise."""

CLEAR: Final = 1.5
"""What is clear about a raise, in such errors."""

EXPERIENCE: Final = 300
"""How many imagined hands it takes to know as much of a move as has been learned beforehand."""

WORTHWHILE: Final = 0.02
"""What a raise must bring more than the play without it."""


class Node:
    """A moment at which the own seat chooses: to each move how often it was open, tried, and what it brought."""

    __slots__ = ("moves",)

    def __init__(self) -> None:
        self.moves: dict[int, list[float]] = {}

    def pick(self, legal: Sequence[int], usual: int, chance: Random) -> int:
        """The `usual` move at first, and for as long as few have been tried; else the one with the best prospects."""
        moves, fresh, tries, tried_moves = self.moves, [], 0.0, 0
        for move in legal:
            record = moves.get(move)
            if record is None:
                moves[move] = record = [0.0, 0.0, 0.0]
            record[0] += 1
            if record[1]:
                tries += record[1]
                tried_moves += 1
            else:
                fresh.append(move)
        if usual in fresh:
            return usual
        if fresh and tries >= WIDER * tried_moves:
            return fresh[int(chance.random() * len(fresh))]
        best, most = usual if usual in moves else legal[0], -1e9
        for move in legal:
            opened, tried, total = moves[move]
            if tried:
                value = total / tried + CURIOSITY * sqrt(log(opened) / tried)
                if value > most:
                    best, most = move, value
        return best


def think(
    deal: Callable[[], Quick], moves: Sequence[int], seat: int, worth: Callable[[Quick], float], chance: Random,
    more: Callable[[], bool], *, offers: bool = False, known: Mapping[int, float] | None = None,
) -> dict[int, float]:  # fmt: skip
    """What each move brings on average, after hands imagined while `more()`; moves that fall behind are left out.

    `deal` imagines a hand, in which each move is tried; `worth` values its end, about -1 to 1. With `offers`, what it
    brings to raise before the best of the moves is found out too. What is `known` of the moves beforehand counts as
    much as so many hands (`EXPERIENCE`).
    """
    totals, alive, nodes = dict.fromkeys(moves, 0.0), list(moves), dict[tuple[int, ...], Node]()
    played, raised, offered, before = 0, 0.0, 0, EXPERIENCE if known else 0
    for move, value in (known or {}).items():
        totals[move] = EXPERIENCE * value
    while more():
        world = deal()
        values = {move: _descend(nodes, world.copy(), (move,), seat, worth, chance) for move in alive}
        for move, value in values.items():
            totals[move] += value
        played += 1
        if offers and played > FIRST:
            best = max(alive, key=totals.__getitem__)
            raised += _descend(nodes, world, (RAISE, best), seat, worth, chance) - values[best]
            offered += 1
        if played % ROUND == 0 and len(alive) > 1:
            alive = _leading(totals, alive, before + played)
        if len(alive) == 1 < len(moves) and (not offers or abs(raised) > CLEAR * sqrt(offered + ROUND)):
            break
    found = {move: totals[move] / max(1, before + played) for move in alive}
    if offered:
        found[RAISE] = max(found.values()) + raised / offered - WORTHWHILE
    return found


def _leading(totals: dict[int, float], alive: list[int], played: int) -> list[int]:
    """The moves that may still be the best."""
    best = max(totals[move] for move in alive)
    return [move for move in alive if best - totals[move] <= DOUBT * sqrt(played)]


def _descend(
    nodes: dict[tuple[int, ...], Node], quick: Quick, moves: tuple[int, ...], seat: int,
    worth: Callable[[Quick], float], chance: Random,
) -> float:  # fmt: skip
    """One hand: `moves` at the first own choices, by the tree as far as it goes and one moment further, then by
    habit.
    """
    path: list[list[float]] = []
    players = (KEEN, PLAIN) if seat == 0 else (PLAIN, KEEN)
    key: tuple[int, ...] = ()
    move, then = moves[0], moves[1:]
    while True:
        quick.act(move)
        seen = [move]
        while quick.phase != OVER and quick.actor != seat:
            move = habit(quick, PLAIN)
            quick.act(move)
            seen.append(GIVE if move & KIND == GIVE else move)
        if quick.phase == OVER:
            break
        key = (*key, *seen)
        if then and quick.phase == LEADING:
            move, then = then[0], ()
            continue
        node = nodes.get(key)
        if node is None:
            nodes[key] = Node()
            play_out(quick, players)
            break
        move = node.pick(_choices(quick, seat), habit(quick, KEEN), chance)
        path.append(node.moves[move])
    value = worth(quick)
    for record in path:
        record[1] += 1
        record[2] += value
    return value


def _choices(quick: Quick, seat: int) -> list[int]:
    """The moves that are looked at further down: of gives only the cheapest, no claim that cannot be right."""
    legal = quick.legal()
    if quick.phase == FOLLOWING:
        give = KEEN.replies(quick.hands[seat], quick.led, quick.drawn < len(quick.stock))[1]
        if quick.asked.up:
            return _answers(quick, legal, give)
        legal = [move for move in legal if move & KIND != GIVE or move == GIVE | give]
    if quick.asked.claims and quick.shown[seat] + 11 * quick.closed[seat] < quick.asked.target:
        return [move for move in legal if move != CLAIM]
    return legal


def _answers(quick: Quick, legal: list[int], give: int) -> list[int]:
    held = quick.hands[1 - quick.leader]
    return [ANSWER | cards for cards in {*beating(held, quick.led), give}]
