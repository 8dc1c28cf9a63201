"""The rules alone: how many hands a second one core plays, without any mathematics.

Here: hands of random legal play on positions that are known whole, with and without other processes' time. Never: a
session, a bot, a clock of its own choice (see `timing`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final

from ..cards import Card, deck
from ..rules.actions import Claim, Raise
from ..rules.builtin import RULESETS
from ..rules.match import Match
from ..rules.phases import actors, apply, legal_actions
from ..rules.position import deal_known
from ..rules.ruleset import Ruleset
from ..sentences import N_, Sentence
from .timing import CLOCK

HANDS: Final = 30
"""How many hands are played, one after the other, for one measurement."""

FLOORS: Final[Mapping[str, float]] = {"engine.classic-2_per_s": 1500}
"""Figures that should be reached."""

_LEFT_OUT: Final = (Claim, Raise)
"""Kinds that nobody chooses here, so that hands last; where nothing else is legal they are taken."""


def play_hand(match: Match, cards: Sequence[Card], chance: random.Random) -> int:
    """Deal `cards`, by deck position, and play them to the outcome; returns how many actions that took.

    Every turn asks for all legal actions and takes any of them but a claim or a raise; nobody resigns.
    """
    position, turns = deal_known(match, cards), 0
    while position.outcome is None:
        seat = actors(position)[0]
        legal = legal_actions(position, seat)
        action = legal[int(chance.random() * len(legal))]
        while type(action) in _LEFT_OUT and len(legal) > 1:
            action = legal[int(chance.random() * len(legal))]
        position = apply(position, seat, action).position
        turns += 1
    return turns


def tables() -> Iterator[tuple[str, Ruleset, int]]:
    """Every ruleset at every number of seats: its figure's name (`classic-2`), the ruleset, the seats."""
    for name, rules in RULESETS.items():
        for seats in range(rules.players[0], rules.players[1] + 1):
            yield f"{name}-{seats}", rules, seats


def hands_per_second(rules: Ruleset, seats: int, repetitions: int) -> tuple[float, float]:
    """Medians over `repetitions` measurements of the same `HANDS` shuffled deals: hands in a second of `CLOCK`, and
    in a second on the wall. Shuffling is not counted, dealing is.
    """
    chance = random.Random(seats)  # noqa: S311 - a benchmark's hands, the same each time
    match, packs = Match.start(rules, range(seats), 0), [list(deck(rules.deck)) for _ in range(HANDS)]
    for pack in packs:
        chance.shuffle(pack)
    own, wall = list[float](), list[float]()
    for _ in range(repetitions):
        started = CLOCK(), time.perf_counter()
        for pack in packs:
            play_hand(match, pack, chance)
        own.append(HANDS / (CLOCK() - started[0]))
        wall.append(HANDS / (time.perf_counter() - started[1]))
    return median(own), median(wall)


def engine_figures(repetitions: int) -> Iterator[tuple[str, dict[str, float]]]:
    """For each table its name, and `engine.NAME_per_s`, `engine.NAME_wall_per_s`."""
    for name, rules, seats in tables():
        own, wall = hands_per_second(rules, seats, repetitions)
        yield name, {f"engine.{name}_per_s": round(own, 1), f"engine.{name}_wall_per_s": round(wall, 1)}


def engine_rows(
    fresh: Mapping[str, Any], figures: Mapping[str, Any], say: Callable[[str], str] = str
) -> Iterator[str]:
    """The engine's rows that the `fresh` ones of the figures fill, its head before the first; `say` puts a sentence
    into the reader's language.
    """
    for at, (name, _, _) in enumerate(tables()):
        key = f"engine.{name}_per_s"
        if key not in fresh:
            continue
        if at == 0:
            yield f"{say(N_('engine, hands/s')):22}{say(figures['clock']):>9}{say(N_('wall')):>9}"
        line = f"{name:22}{fresh[key]:9.0f}{fresh[f'engine.{name}_wall_per_s']:9.0f}"
        if key in FLOORS:
            good, bad = N_("ok (target {target:g})"), N_("BELOW (target {target:g})")
            line += f"  {say(Sentence(good if fresh[key] >= FLOORS[key] else bad, target=FLOORS[key]))}"
        yield line
