"""Short games, played by chance by rules of every kind, with lies told on the way.

Here: games whose keys are known. Never: a change of their files, a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import msgpack

from bura_p2p.conformance.hall import Hall, Player, card_player, claimer, raiser, random_player
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import PeerError
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.log.file import MAGIC
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.ruleset import Ruleset, decode_ruleset
from bura_p2p.table.view import View

from .unlawful import Lie, by_scene, told_here, trial, written

OFTEN = 0.3
"""How often a step of a game is looked at for a lie."""

VARIANTS: Sequence[Ruleset] = (
    *RULESETS.values(), *RULESETS.values(),
    *(find_ruleset("georgian", **options) for options in (
        {"match_to": 0}, {"match_to": 1}, {"match_to": 3}, {"maliutka": "anytime"}, {"points_shown": True},
    )),
    find_ruleset("georgian-pairs", give_face="down"), find_ruleset("western", special_sets="in_trick"),
    find_ruleset("russian", three_aces="takes_pot"), find_ruleset("russian", ante=1000),
)  # fmt: skip

SELDOM: Mapping[int, Sequence[str]] = {
    2: ("players 3 3", "players 2 3", "players 3 4"), 3: ("deck 20", "deck 32"), 4: ("hand 1", "hand 2", "hand 4"),
    5: ("target 1", "target 11", "target 120"), 6: ("lead 1", "lead 1 2"),
    9: ("specials molodka", "specials three_aces bura", "specials bura molodka"),
    14: ("instant bura", "instant moscow", "instant four_aces"), 20: ("first_lead right_of_dealer",),
    21: ("raises 2", "raises 2 3"), 22: ("match_to 7", "match_to 11"),
    25: ("teams 0 1", "teams 1 0", "teams 0 1,2", "teams 0,1 2,3", "teams 0,3 1,2"), 26: ("clock 3600",),
    27: ("ante 3",),
}  # fmt: skip
"""Answers that no variant has, by line."""

ANSWERS = [
    sorted({each.canonical_bytes().decode("ascii").splitlines()[at] for each in VARIANTS} | set(SELDOM.get(at, ())))
    for at in range(28)
]
"""To each line of the canonical form, all that some variant has there, and more."""


@dataclass(frozen=True)
class Game:
    """A game, and the keys of all its seats."""

    rules: Ruleset
    identities: tuple[Identity, ...]
    entries: tuple[SignedEntry, ...]
    lies: tuple[Lie, ...] = ()

    @property
    def publics(self) -> list[bytes]:
        return [identity.public for identity in self.identities]

    def sign(self, body: bytes, seat: int) -> SignedEntry:
        return sign_entry(self.identities[seat % len(self.identities)], body, seat)


@dataclass(frozen=True)
class Case:
    """A file, and those that lend to it; `what` says what was done."""

    what: str
    data: bytes
    others: tuple[bytes, ...] = ()


# --- files -------------------------------------------------------------------------------------------------


def framed(payloads: Sequence[bytes]) -> bytes:
    return MAGIC + b"".join(len(payload).to_bytes(4, "big") + payload for payload in payloads)


def payloads(publics: Sequence[bytes], entries: Sequence[SignedEntry]) -> list[bytes]:
    return [msgpack.packb(publics), *(msgpack.packb((entry.seat, entry.body, entry.signature)) for entry in entries)]


def file_of(game: Game, entries: Sequence[SignedEntry]) -> bytes:
    return framed(payloads(game.publics, entries))


# --- games -------------------------------------------------------------------------------------------------


def restless(number: int) -> Player:
    """A player of chance of some kind, that gives up now and then."""
    random = Random(number)
    player = random.choice((random_player, random_player, card_player, claimer, raiser))(number)
    if player.__module__ and random.random() < 0.3:
        player = random_player(number)

    def choose(view: View) -> a.Action:
        try:
            chosen = player(view)
        except (PeerError, TypeError, AttributeError, LookupError):
            chosen = random_player(number)(view)
        return a.Resign() if random.random() < 0.04 else chosen

    return choose


def made_up(random: Random) -> Ruleset:
    """Rules that nobody plays: those of a variant with some questions answered anew, so that they make a game.

    Mostly with a deck of twenty, for shuffles are most of what a check costs.
    """
    rules = random.choice(VARIANTS)
    rules = answered_anew(rules, {1: "name made-up"}) or rules
    for _ in range(random.choice((10, 40, 160))):
        at = random.sample(range(2, len(ANSWERS)), random.choice((1, 1, 2)))  # many answers need another with them
        rules = answered_anew(rules, {each: random.choice(ANSWERS[each]) for each in at}) or rules
    return (answered_anew(rules, {3: "deck 20"}) if random.random() < 0.8 else None) or rules


def answered_anew(rules: Ruleset, answers: Mapping[int, str]) -> Ruleset | None:
    """The rules with these lines of the canonical form, if they make a game."""
    lines = rules.canonical_bytes().decode("ascii").splitlines()
    for at, answer in answers.items():
        lines[at] = answer
    try:
        return decode_ruleset(joined(lines))
    except PeerError:
        return None


def joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def played(label: str, random: Random) -> Game:
    """One hand of some rules, seldom two, with two seats more often than more."""
    rules = made_up(random) if random.random() < 0.7 else random.choice(VARIANTS)
    fewest, most = rules.players
    seats = fewest if random.random() < 0.7 else random.randint(fewest, min(most, 4 if random.random() < 0.9 else 6))
    players = [restless(random.randrange(2**32)) for _ in range(seats)]
    hall = Hall(label, ruleset=rules, seats=seats, players=players)
    hall.hands_wanted = random.choice((1, 1, 1, 2))
    lies: list[Lie] = []
    while hall.step():
        if random.random() < OFTEN:
            lies += told_here(hall, random)
    return Game(rules, tuple(hall.identities), hall.entries(), tuple(lies))


def caught(random: Random) -> Game:
    """A table at which a lie of the catalogue comes, with all lies that can be told there."""
    cheats = random.choice(list(by_scene().values()))
    trials = [trial(cheat) for cheat in random.sample(cheats, min(len(cheats), 8))]
    lies = [Lie(each.cheat.id, entries[:-1], entries[-1]) for each in trials for entries in written(each)]
    hall = trials[0].hall
    return Game(hall.ruleset, tuple(hall.identities), tuple(hall.entries(hall.liar.others[0])), tuple(lies))
