"""What happened at a table, as values for faces, logs and replays.

Here: one frozen record per event and their JSON form. Never: a card that the rules do not show, a key, a proof.
`Held` alone is private: a session makes it for its own seat.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any

from ..cards import Card


@dataclass(frozen=True, slots=True)
class Event:
    """Base of every event; seats count from 0, cards print as `AS`."""


@dataclass(frozen=True, slots=True)
class TableOpened(Event):
    """Every seat has said hello. `names` are text from peers: make them harmless before showing."""

    names: tuple[str, ...]
    ruleset: str
    table_id: bytes


@dataclass(frozen=True, slots=True)
class HandBegun(Event):
    """Keys are shown; `leader` will lead first, `order` is the turn order.

    `dealer` is None where the ruleset has none; `pot` holds the antes of this hand too, 0 where there is no pot.
    """

    hand: int
    leader: int
    order: tuple[int, ...]
    dealer: int | None = None
    pot: int = 0


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """This seat's shuffle passed its proof."""

    seat: int


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Every seat holds `cards` cards; `trump` lies face up under the stock."""

    trump: Card
    cards: int


@dataclass(frozen=True, slots=True)
class Led(Event):
    """A lead, face up."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """An answer, face up."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Gave(Event):
    """`count` cards given face down; `points` only where the ruleset shows them."""

    seat: int
    count: int
    points: int | None


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """`seat` took a trick: `shown` card points lie open in it, `closed` cards are face down."""

    seat: int
    shown: int
    closed: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """`seat` drew `count` cards; `turned` is true when the turned trump is one of them."""

    seat: int
    count: int
    turned: bool


@dataclass(frozen=True, slots=True)
class Raised(Event):
    """`seat` raised to `to`; the other side must answer."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """`seat` accepted; the hand is now played for `stake`."""

    seat: int
    stake: int


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """`seat` declined the raise."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """`seat` claimed the target; `settled` is false while closed cards must be opened first."""

    seat: int
    settled: bool


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """`seat` had nothing to say where it had to speak: see `stage`.

    `announce`: no combination before the lead; `tally`: its pile has not reached the target; `last_word`: no claim.
    """

    seat: int
    stage: str = "last_word"


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """`seat` proved that its whole hand is the combination `what`; no card was shown."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Ceded(Event):
    """`seat` left the lead to the combination that `to` announced."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class PointsSealed(Event):
    """`seat` proved the points of what it has just given to `owner`, who alone can read them."""

    seat: int
    owner: int


@dataclass(frozen=True, slots=True)
class Reached(Event):
    """`seat` has reached the target: its closed cards are proved to be worth `points` together."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class PileOpened(Event):
    """`seat` opened the cards that it had given into `owner`'s pile."""

    seat: int
    owner: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """`seat` proved the points of its given cards: one (owner, points) per pile. No card was shown."""

    seat: int
    sums: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """`seat` gave the hand up."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandOver(Event):
    """A hand ended: `winner` (None: nobody), `reason` by its registry name, `points` won, the new match score.

    `totals` are the piles' points where they were counted; `claimed` the least and the most that the claimant's pile
    can hold, as everybody could see it, where a claim was settled. `chips` by seat and `pot` are what this hand left,
    before new antes; `left` are the seats that play no further hand.
    """

    hand: int
    winner: int | None
    reason: str
    points: int
    totals: tuple[int, ...] | None
    score: tuple[int, ...]
    claimed: tuple[int, int] | None = None
    chips: tuple[int, ...] = ()
    pot: int = 0
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """All signed the last result; `winner` is the match winner, None where nobody has won it.

    `stopped` are the seats that said they play no further hand; empty where the match is won. `chips` by seat, a pot
    that nobody has won shared out.
    """

    winner: int | None
    score: tuple[int, ...]
    stopped: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Voided(Event):
    """The hand and the table are void and nobody is named; `code` says why."""

    code: str


@dataclass(frozen=True, slots=True)
class Held(Event):
    """Private to one seat: the cards that it now holds, by suit and rank. `repr` tells how many."""

    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"Held({len(self.cards)} cards)"


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """Private to one seat: it signs nothing more in this hand; `reason` says why.

    `secrets_lost`: this store has gone back to an earlier state, and the hand's key is gone; it can only be given up.
    `store_moved`: this store was moved or copied, and nobody has shown that it knows the latest entries of this seat.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """An entry was refused, by this side or by the other, and nothing more will be signed here.

    `seat` is whose fault it is; None where nobody can be named (noise, a fork).
    """

    code: str
    seat: int | None
    round: int
    by_me: bool


def event_name(event: Event) -> str:
    """The event's name in JSON: its class in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()


def to_json(event: Event) -> dict[str, Any]:
    """A flat JSON object: `event` names it, cards are text, bytes are lower-case hex."""
    return {"event": event_name(event)} | {f.name: plain(getattr(event, f.name)) for f in fields(event)}


def plain(value: object) -> Any:
    """`value` in JSON types: cards as text, bytes as hex, enums as lower-case names, tuples as lists."""
    match value:
        case Card():
            return str(value)
        case bytes():
            return value.hex()
        case IntEnum():
            return value.name.lower()
        case tuple() | list():
            return [plain(item) for item in value]
        case _:
            return value
