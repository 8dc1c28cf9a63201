"""Everything that is played once, before the first input: tables at every place, sessions in the middle of a game.

Here: places and sessions, each to be copied before it is used. Never: an input, or what may come of one.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from bura_p2p.crypto.identity import Identity, pae
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, open_entry
from bura_p2p.rules.builtin import CLOSED, KOZEL, find_ruleset
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.session.session import Session
from bura_p2p.table.events import Event
from bura_p2p.table.phases import Stage
from bura_p2p.table.table import Table
from bura_p2p.table.view import View
from bura_p2p.wire.codec import Body, decode_body, encode_link
from bura_p2p.wire.messages import LinkMessage

from .halls import SEALING, SEIZING, Hall, Player, Tape, again, card_player, claimer, fork, given_up, picture, raiser

OPEN_MATCH = find_ruleset("georgian", match_to=0)

GAMES: dict[str, tuple[Ruleset, int, Callable[[int], Player], int]] = {
    "raised": (OPEN_MATCH, 2, raiser, 0),
    "counted": (find_ruleset("georgian", match_to=1, points_shown=True), 2, card_player, 0),
    "announced": (SEIZING, 2, card_player, 3),
    "sealed": (SEALING, 3, card_player, 0),
    "held": (replace(KOZEL, name="held", deck=20, players=(2, 4)), 3, card_player, 0),
    "claimed": (replace(CLOSED, name="claimed", deck=20), 3, claimer, 1),
    "classic": (find_ruleset("classic"), 2, card_player, 0),
}
"""Rules, seats, who plays, and the number of a tape that plays a game with much in it."""


@cache
def identities() -> tuple[Identity, ...]:
    """Two keys whose secrets are known."""
    return tuple(Identity.generate(Tape(f"fuzz identity {seat}")) for seat in range(2))


@cache
def played(name: str) -> Hall:
    """One of `GAMES`, one hand of it."""
    rules, seats, player, number = GAMES[name]
    players = [player(number + seat) for seat in range(seats)]
    return Hall(f"fuzz {name} {number}", ruleset=rules, seats=seats, players=players).run()


def sign(identity: Identity, seat: int, body: bytes) -> SignedEntry:
    """Any bytes as an entry of `seat`, truly signed."""
    return SignedEntry(seat, body, identity.sign(pae(MEDIA_TYPE, body)))


# --- tables ------------------------------------------------------------------------------------------------


@dataclass
class Place:
    """A table that waits for `entry`. `live` is asked, `first` is never touched."""

    identities: Sequence[Identity]
    first: Table
    entry: SignedEntry
    body: Body
    picture: Any = field(repr=False)
    live: Table = field(repr=False)

    @cached_property
    def waits(self) -> tuple[int, bytes, tuple[int, ...]]:
        """Which round is open on which head, and who owes an entry."""
        return self.first.round, self.first.head, self.first.owing()

    def renew(self) -> None:
        """After an entry has been accepted."""
        self.live = fork(self.first)


@cache
def places() -> tuple[Place, ...]:
    """Every place of every game, in order."""
    return tuple(place for name in GAMES for place in _places(played(name)))


def _places(hall: Hall) -> list[Place]:
    table, found = Table([identity.public for identity in hall.identities]), []
    for entry in hall.entries():
        first = fork(table)
        found.append(
            Place(hall.identities, first, entry, decode_body(entry.body), picture(first), fork(first))
        )
        table.apply(open_entry(entry, hall.identities[entry.seat].public))
    return found


# --- short games -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Short:
    """A game of few entries, another of the same identities, and the file of the first."""

    identities: Sequence[Identity]
    entries: tuple[SignedEntry, ...]
    others: tuple[SignedEntry, ...]
    file: bytes


@cache
def shorts() -> tuple[Short, ...]:
    """Games that one seat gives up: before the deck is shuffled, and after."""
    stages = [(Stage.COMMIT,), (Stage.COMMIT, Stage.COMMIT), (Stage.COMMIT,), (Stage.REVEAL,)]
    found = []
    for number, each in enumerate(stages):
        seats = 3 if number == 2 else 2
        rules = SEALING if seats == 3 else OPEN_MATCH
        hall = given_up(Hall(f"fuzz short {number}", ruleset=rules, seats=seats), each)
        other = given_up(again(hall, f"fuzz other {number}"), (Stage.COMMIT,))
        found.append(Short(hall.identities, hall.entries(), other.entries(), hall.file()))
    return tuple(found)


# --- sessions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A session in the middle of a game, and what is on its way to it, from which seat."""

    session: Session
    identities: Sequence[Identity]
    sender: int
    waiting: tuple[LinkMessage, ...]

    def twin(self) -> Session:
        """A session of one's own."""
        session = fork(self.session)
        session._meeting = copy.copy(self.session._meeting)
        session._ahead = copy.deepcopy(self.session._ahead)
        return session


@cache
def moments() -> tuple[Moment, ...]:
    """Sessions of three games at many moments, as they are and as they are when a new link has come about."""
    return tuple(
        moment for name in ("raised", "counted", "sealed") for moment in _moments(name)
    )


def _moments(name: str) -> list[Moment]:
    rules, seats, player, number = GAMES[name]
    players = [player(number + seat) for seat in range(seats)]
    hall, found, step = Hall(f"fuzz {name} {number}", ruleset=rules, seats=seats, players=players), [], 0
    while hall.step():
        step += 1
        if step % (5 * seats) and not 12 < step < 16:
            continue
        at = step % seats
        sender = (at + 1) % seats
        waiting = tuple(hall.mail[sender, at])
        found.append(Moment(fork(hall.sessions[at]), hall.identities, sender, waiting))
        if seats == 2:
            back, other = Moment(hall.sessions[at], hall.identities, sender, ()).twin(), hall.sessions[sender]
            back.meet_again()
            said = Moment(other, hall.identities, at, ()).twin().meet_again()
            found.append(Moment(back, hall.identities, sender, (said, *waiting)))
    return found


def stream(moment: Moment) -> list[bytes]:
    """The payloads that are on their way."""
    return [encode_link(message) for message in moment.waiting]


# --- faces -------------------------------------------------------------------------------------------------


@cache
def shown() -> tuple[tuple[int, tuple[Event, ...], View], ...]:
    """Seat, events and view after each thing that happened, at two tables."""
    found: list[tuple[int, tuple[Event, ...], View]] = []

    class Watched(Hall):
        def note(self, seat: int, effects: Effects) -> None:
            super().note(seat, effects)
            if effects.events and seat == 0:
                found.append((seat, effects.events, self.sessions[seat].view()))

    for name in ("announced", "raised", "sealed"):
        rules, seats, player, number = GAMES[name]
        players = [player(number + seat) for seat in range(seats)]
        Watched(f"fuzz {name} {number}", ruleset=rules, seats=seats, players=players).run()
    return tuple(found)
