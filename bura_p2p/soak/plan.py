"""Which games a soak plays, one after another: all drawn from one number.

Here: a game as data. Never: playing it, or what is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from random import Random
from typing import Any, Final

from ..conformance.runner.cases import Case, described
from ..conformance.runner.line import FAULTS, Fault
from ..conformance.runner.live import live_cases
from ..net.auth import Role
from ..rules.builtin import RULESETS
from ..rules.ruleset import Ruleset


class Kind(StrEnum):
    """What is done to the peers of a game."""

    STAY = "stay"
    """Both live on in this process, game after game: what they leave behind would add up."""
    KILL = "kill"
    """Two processes, which are killed in the middle of the game and take it up again."""
    LIE = "lie"
    """One process, and a peer that tests it by one case of the conformance suite; mostly by a lie."""


ORDER: Final = (Kind.STAY, Kind.LIE, Kind.KILL, Kind.LIE)
"""The kinds of games, in turn."""

BOTS: Final = ("lively", "random", "greedy", "beginner")
"""Those that need no time to think; most of them try whatever the rules allow."""

LATEST: Final = 30
"""Lines of a player's output after the table has opened among which it is killed: a hand has about as many."""

TABLE: Final = 4_000
"""Bytes of a connection after which both sides have a table."""

TABLES: Final[tuple[Ruleset, ...]] = tuple(rules for rules in RULESETS.values() if rules.seats_allowed(2))
"""The rulesets that are played: all that two can play."""


@dataclass(frozen=True, slots=True)
class Kill:
    """The program of `seat` is killed when it has said so many lines since its table opened."""

    seat: int
    lines: int


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. `kills` are those of a KILL, in order; `case` and `role` (of the one under test) those of a LIE."""

    number: int
    index: int
    kind: Kind
    rules: Ruleset
    line: Fault
    bots: tuple[str, str]
    kills: tuple[Kill, ...] = ()
    case: Case | None = None
    role: Role | None = None

    @property
    def label(self) -> str:
        """A name for folders, and for whatever else is drawn from the number."""
        return f"{self.index:05d}-{self.kind}"

    @property
    def draw(self) -> int:
        """The number from which this game's own chance is drawn."""
        return self.number * 1_000_003 + self.index

    def described(self) -> dict[str, Any]:
        """The game as JSON."""
        line = {"id": self.line.id, "about": self.line.about, "breaks": list(self.line.breaks)}
        told: dict[str, Any] = {"number": self.number, "game": self.index, "kind": self.kind.value}
        if self.case is not None and self.role is not None:
            return told | {"case": described(self.case), "role": self.role.name.lower()}
        told |= {"rules": self.rules.name, "line": line, "bots": list(self.bots)}
        return told | {"kills": [[kill.seat, kill.lines] for kill in self.kills]} if self.kills else told


def games(number: int, start: int = 0) -> Iterator[Game]:
    """The games of this number without an end, from the one with index `start` on."""
    cases = [(case, role) for role in Role for case in live_cases(role)]
    Random(number).shuffle(cases)  # noqa: S311  a schedule that can be played again
    for index in count(start):
        yield _game(number, index, cases)


def _game(number: int, index: int, cases: list[tuple[Case, Role]]) -> Game:
    kind, round_ = ORDER[index % len(ORDER)], index // len(ORDER)
    chance = Random(f"{number} {index}")  # noqa: S311  as above
    case, role = cases[(2 * round_ + index % len(ORDER) // 2) % len(cases)] if kind is Kind.LIE else (None, None)
    shift = 4 if kind is Kind.KILL else 0  # so that a round has two rulesets
    return Game(
        number=number, index=index, kind=kind, rules=TABLES[(round_ + shift) % len(TABLES)], line=_line(chance),
        bots=(chance.choice(BOTS), chance.choice(BOTS)), case=case, role=role,
        kills=_kills(chance) if kind is Kind.KILL else (),
    )  # fmt: skip


def _line(chance: Random) -> Fault:
    """One of the lines that there are, or one that breaks off anywhere, once there is a table: before that a friend
    takes the invite once more.
    """
    if chance.random() < 0.6:
        return chance.choice(FAULTS)
    breaks = (chance.randrange(TABLE, 16_000), *(chance.randrange(1, 12_000) for _ in range(chance.randint(0, 4))))
    return Fault(
        id="drawn", about="Late, in pieces, and broken off anywhere.", breaks=breaks,
        delay=chance.choice((0.0, 0.01, 0.05)), piece=chance.choice((65_536, 1_000, 100)),
    )  # fmt: skip


def _kills(chance: Random) -> tuple[Kill, ...]:
    """One to three deaths, of one of both or of both."""
    return tuple(Kill(chance.randrange(2), chance.randrange(LATEST)) for _ in range(chance.randint(1, 3)))
