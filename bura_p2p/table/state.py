"""What every seat and every stranger knows of a game between two rounds.

Here: plain state. Never: checks, keys, "me", time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from ..errors import Code, LocalError
from ..rules.match import Match
from ..rules.outcome import Outcome
from ..rules.phases import actors
from ..rules.position import Position
from ..rules.ruleset import Ruleset
from ..rules.step import Draw
from ..wire import messages as m
from .deck import HandCards
from .phases import DUE, Speakers, Stage

T = TypeVar("T")


def need(value: T | None) -> T:
    """`value`, which this stage always has; `LocalError` when the caller broke the order."""
    if value is None:
        raise LocalError("The table was asked for something that this stage does not have.")
    return value


@dataclass(slots=True)
class Counts:
    """What has been checked so far; a report prints it."""

    hands: int = 0
    keys: int = 0
    shuffles: int = 0
    shares: int = 0
    openings: int = 0
    mixes: int = 0
    statements: int = 0
    given: int = 0
    given_opened: int = 0

    @property
    def given_closed(self) -> int:
        """Given cards that never opened."""
        return self.given - self.given_opened


@dataclass(slots=True)
class Commitment:
    """A seat's key commitment (32 bytes) and the context that its proof of ownership was made for."""

    commitment: bytes
    ctx: bytes


@dataclass(slots=True)
class State:
    """The table between rounds. `identities` are the seats' public keys, 32 bytes each, seat 0 first.

    `wanted_leader`: who is to lead first, where the hellos say so. `seated`: the playing places have been drawn, and
    `first_leader` leads the first hand whose keys are all shown. `won`: somebody has won a hand, and so leads or
    deals the next. `sealing`: who gave face down in the trick just taken, and has to tell its winner, `taker`, the
    points.
    """

    identities: tuple[bytes, ...]
    stage: Stage = Stage.HELLO
    table_id: bytes = bytes(32)
    names: tuple[str, ...] = ()
    ruleset: Ruleset | None = None
    wanted_leader: int | None = None
    match: Match | None = None
    first_leader: int | None = None
    seated: bool = False
    won: bool = False
    position: Position | None = None
    commitments: dict[int, Commitment] = field(default_factory=dict)
    cards: HandCards | None = None
    draws: tuple[Draw, ...] = ()
    sealing: tuple[int, ...] = ()
    taker: int | None = None
    outcome: Outcome | None = None
    next_match: Match | None = None
    void: Code | None = None
    counts: Counts = field(default_factory=Counts)

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return len(self.identities)

    @property
    def hand(self) -> int:
        """The number of the current hand, counted from 1; 0 before the first."""
        return 0 if self.match is None else self.match.hand

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats, ascending, that play on: all before the first hand, later those that have not left."""
        left = () if self.outcome is None else self.outcome.left
        order = range(self.seats) if self.match is None else self.match.order
        return tuple(sorted(seat for seat in order if seat not in left))

    def speakers(self) -> tuple[int, ...]:
        """The seats, ascending, that owe an entry in the open round."""
        match DUE[self.stage].speakers:
            case Speakers.ALL:
                return self.playing
            case Speakers.SHUFFLER:
                return (self.playing[need(self.cards).shuffles],)
            case Speakers.ACTORS:
                return actors(need(self.position))
            case Speakers.GIVERS:
                return self.sealing
            case Speakers.OWING:
                return tuple(s for s in self.playing if need(self.cards).owed_for(self.draws, s))
            case Speakers.NOBODY:
                return ()

    def expected_result(self, *, play_on: bool) -> m.Result:
        """The only result that a seat may sign in this round, but for its own word `play_on`."""
        outcome, following = need(self.outcome), need(self.next_match)
        paid = need(self.match).paid(outcome)
        return m.Result(
            hand=self.hand,
            winner=outcome.winner,
            reason=outcome.reason,
            points=outcome.points,
            score=following.score,
            chips=paid.chips,
            pot=paid.pot,
            next_leader=None if following.over else following.leader,
            play_on=play_on and not following.over,
        )
