"""Games for the reader to judge: every ruleset, two to six seats, combinations, sums, sides, leaving.

Here: how each is played. Never: a verdict.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from bura_p2p.conformance.hall import Hall, Player, card_player, random_player
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import CLASSIC, KOZEL, RULESETS, RUSSIAN, TELEGRAM, WESTERN, find_ruleset
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table import events as e
from bura_p2p.table.view import View
from tests.support.rulesets import THREE
from tests.table.scripts import play_script

EVERY_TABLE = os.environ.get("BURA_SPEC_TABLES") == "all"
"""Whether all rulesets are played at all their tables, and longer."""


def patient(number: int) -> Player:
    """A player of chance that claims and resigns seldom."""
    chance, cards = random_player(number), card_player(number)

    def choose(view: View) -> a.Action:
        chosen = chance(view)
        return cards(view) if isinstance(chosen, a.Claim | a.Decline) and number % 3 else chosen

    return choose


def table(
    rules: Ruleset, seats: int = 2, *, player: Callable[[int], Player] = patient, hands: int = 1, label: str = ""
) -> Hall:
    players = [player(seat + 1) for seat in range(seats)]
    return Hall(f"spec {rules.name} {seats} {label}", ruleset=rules, seats=seats, players=players).run(hands=hands)


def left(rules: Ruleset, seats: int, leaver: int, *, hands: int = 2, deal: bool = True) -> Hall:
    """`leaver` gets up in the first hand, before or after the deal; the others play on."""
    hall = Hall(f"spec left {rules.name}", ruleset=rules, seats=seats, players=[patient(n) for n in range(seats)])
    if deal:
        hall.run(lambda each: any(isinstance(event, e.Dealt) for event in each.events[leaver]), hands=hands)
    else:
        hall.run(lambda each: each.sessions[leaver].table.round == 1, hands=hands)
    hall.note(leaver, hall.sessions[leaver].play(a.Resign()))
    return hall.run(hands=hands)


def scripted(rules: Ruleset, hands: list[str], turned: str, *script: str, draws: str = "") -> Callable[[], Hall]:
    return lambda: play_script(rules, hands, turned, draws, script)[0]


def option(name: str, **options: Any) -> Ruleset:
    return find_ruleset(name, **options)


GEORGIAN_HALLS: dict[str, Callable[[], Hall]] = {
    "random": lambda: Hall("spec random").run(hands=2 if EVERY_TABLE else 1),
    "to the last card": lambda: Hall("spec cards", players=[card_player(1), card_player(2)]).run(),
    "points shown": lambda: Hall("spec points", ruleset=option("georgian", points_shown=True)).run(),
    "a match": lambda: Hall("spec match", ruleset=option("georgian", match_to=3)).run(hands=9),
    "three seats": lambda: Hall("spec three", ruleset=THREE, seats=3).run(),
}

COMBINATIONS: dict[str, Callable[[], Hall]] = {
    "a bura led": scripted(
        CLASSIC, ["7S 9S 6C", "AD KD QD"], "6D", "A cede", "B lead AD KD QD", "A answer 7S 9S 6C",
    ),
    "a tie stays with the leader": scripted(
        CLASSIC, ["7S 9S 6S", "7C 9C 6C"], "6D", "A lead 7S 9S 6S", "B answer 7C 9C 6C", "A claim",
    ),
    "three aces over a molodka": scripted(
        RUSSIAN, ["8S 9D 6S", "7C 9C 6C", "AS AC AH"], "6H",
        "A cede", "C lead AS AC AH", "A answer 8S 9D 6S", "B answer 7C 9C 6C", "C claim",
    ),
    "a bura that is ceded to": scripted(RUSSIAN, ["8S 9D 6S", "7H 9H 6H", "AS AC 7D"], "8H", "A cede"),
    "three aces take the pot": scripted(
        option("russian", three_aces="takes_pot"), ["8S 9D 6S", "AS AC AH"], "8H", "A cede",
    ),
    "two buras": scripted(
        WESTERN, ["8S 9D 6S", "7H 9H 6H", "AH KH 10H"], "8H",
        "A cede", "B lead 7H 9H 6H", "C answer AH KH 10H", "A answer 8S 9D 6S",
    ),
    "molodka in the trick": scripted(
        option("western", special_sets="in_trick"), ["8S 9D 6S", "7C 9C 6C"], "8H",
        "A lead 8S", "B answer 7C", "A lead 9D", "B claim", draws="10H KH QH AH",
    ),
    "moscow": scripted(TELEGRAM, ["AS AC AD", "7H 9D 6H"], "8H"),
    "four trumps": scripted(KOZEL, ["AS AC AD AH", "7H 9H 6H 10H"], "8H"),
    "maliutka anytime": scripted(
        option("georgian", maliutka="anytime"), ["JS QC KD", "AS 10S KS"], "JH",
        "A cede", "B lead AS 10S KS", "A give JS QC KD", "B claim",
    ),
    "a side's piles": scripted(
        option("georgian-pairs", give_face="down"),
        ["AS 10S KS 6C 7C", "6D 7D 8D QD 9D", "AC 10C KC 8C 9C", "JD JC QC QS JS"], "6H",
        "A lead AS 10S KS", "B give 6D 7D QD", "C give 8C 9C 10C", "D give JD JC QC", "A claim",
    ),
}  # fmt: skip

TABLES: dict[str, Callable[[], Hall]] = {
    "georgian-5 2": lambda: table(RULESETS["georgian-5"]),
    "georgian-pairs 4": lambda: table(RULESETS["georgian-pairs"], 4, player=random_player),
    "classic 2": lambda: table(CLASSIC, hands=2, player=random_player),
    "russian-32 2": lambda: table(RULESETS["russian-32"], player=card_player),
    "kozel 2": lambda: table(KOZEL),
    "kozel 3": lambda: table(KOZEL, 3),
    "western 6": lambda: table(WESTERN, 6, player=random_player),
    "telegram 2": lambda: table(TELEGRAM),
    "telegram 3": lambda: table(TELEGRAM, 3),
    "russian 3, one leaves": lambda: left(RUSSIAN, 3, 1),
    "telegram 3, one leaves early": lambda: left(TELEGRAM, 3, 2, deal=False),
    "closed 2": lambda: table(RULESETS["closed"]),
    "closed 4": lambda: table(RULESETS["closed"], 4),
}


def all_tables() -> dict[str, Callable[[], Hall]]:
    """Every ruleset at every table, to the last card and by chance, and left by one seat."""
    found: dict[str, Callable[[], Hall]] = {}
    for rules in RULESETS.values():
        for seats in range(rules.players[0], rules.players[1] + 1):
            for player in (card_player, random_player, patient):
                name = f"{rules.name} {seats} {player.__name__}"
                found[name] = partial(table, rules, seats, player=player, hands=2, label="all")
            found[f"{rules.name} {seats} left"] = partial(left, rules, seats, seats - 1)
    return found


HALLS = {**GEORGIAN_HALLS, **COMBINATIONS, **TABLES, **(all_tables() if EVERY_TABLE else {})}

SELDOM = {
    "a match", "three seats", "a tie stays with the leader", "a bura that is ceded to", "two buras",
    "molodka in the trick", "four trumps", "three aces take the pot", "a side's piles", "telegram 2", "kozel 3",
    "russian-32 2", "closed 4", "telegram 3, one leaves early", "maliutka anytime", "points shown",
}  # fmt: skip
"""Games that the default run leaves out."""

USUAL = [name for name in HALLS if EVERY_TABLE or name not in SELDOM]


@lru_cache(maxsize=4)
def hall(name: str) -> Hall:
    return HALLS[name]()
