"""What a face and a driver say to each other: commands in, numbered updates out.

Here: plain frozen values. Never: what a driver does with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..rules.actions import Action
from ..rules.ruleset import Special
from ..table.events import Event
from ..table.view import View


@dataclass(frozen=True, slots=True)
class Play:
    """Command: play `action` now."""

    action: Action

    def __repr__(self) -> str:
        """No cards: a card given face down stands in no log and no traceback."""
        return f"Play({type(self.action).__name__})"


@dataclass(frozen=True, slots=True)
class StopAfterHand:
    """Command: the word for the next result is that no more hands are played (or, with False, that they are)."""

    stop: bool = True


@dataclass(frozen=True, slots=True)
class SetPolicy:
    """Command: of the cards drawn from now on, announce these combinations before another's lead."""

    announced: frozenset[Special]


@dataclass(frozen=True, slots=True)
class Say:
    """Command: a line of chat, 1 to 280 bytes in UTF-8."""

    text: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Command: close the link; the game stays open in the store."""


@dataclass(frozen=True, slots=True)
class OfferEnd:
    """Command: tell the other side, whom the table waits for, that one would rather end the hand."""


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Command: give the other side, whom the table waits for, `timers.MORE_TIME` seconds more."""


Command = Play | StopAfterHand | SetPolicy | Say | OfferEnd | GiveTime | Leave
"""What a face may ask of a driver."""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A line of chat. `text` is as the peer sent it: make it harmless before showing."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class NotDone(Event):
    """A command could not be followed, and nothing has changed; `sentence` says why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class PeerGone(Event):
    """The link has ended: `reason` is `closed`, `connection`, `silent`, or the label of a refusal code."""

    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PeerAway(Event):
    """The link is down and the game waits: `reason` is `closed` (the other side left), `connection` or `silent`."""

    reason: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PeerBack(Event):
    """The other side is there again, and both have said how far they have come."""


@dataclass(frozen=True, slots=True)
class ClockSet(Event):
    """`seat` has `seconds` for its move, or more now than before."""

    seat: int
    seconds: int


@dataclass(frozen=True, slots=True)
class TimeOut(Event):
    """The time of `seat` is out. Its own program plays for it; another side can wait, offer an end, or leave."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndOffered(Event):
    """`seat` would rather end the hand; who owes a move can give it up, or play on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Update:
    """What a face shows next: `number` counts from 1 without gaps, `view` is what the seat sees after `events`."""

    number: int
    events: tuple[Event, ...]
    view: View

    def __repr__(self) -> str:
        """The names of the events only: one of them tells the cards that the seat holds."""
        return f"Update({self.number}, {[type(event).__name__ for event in self.events]})"


class Ending(Enum):
    """Why a driver has ended."""

    OVER = "over"
    LEFT = "left"
    LOST = "lost"
