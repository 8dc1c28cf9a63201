"""A hand played in memory by two sessions with all the mathematics, for measuring.

Here: the sessions, the mail between them, players that pick at random among what is legal, a meter round each seat.
Never: a shortcut round the real code; a socket, a disk. The entropy is a numbered generator, so that a number always
plays the same hand: never let a person play so.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ..crypto.identity import Identity
from ..errors import LocalError
from ..log.file import write_game
from ..rules import actions as a
from ..rules.builtin import find_ruleset
from ..rules.ruleset import Ruleset
from ..session.effects import Effects
from ..session.session import Session
from ..table.events import Dealt, Event, HandOver
from ..table.view import View
from ..wire import messages as m
from ..wire.codec import decode_body
from .timing import Meter

SEATS: Final = 2

HUMAN: Final[tuple[type[m.EntryMessage], ...]] = (
    m.Lead,
    m.Answer,
    m.Give,
    m.Claim,
    m.Pass,
    m.Raise,
    m.Accept,
    m.Decline,
    m.Resign,
)
"""Entries that a person's move becomes; every other type is sent automatically."""

Choice = Callable[[View, random.Random], a.Action]
"""Picks one of `view.legal`."""


def any_action(view: View, chance: random.Random) -> a.Action:
    """Any legal action."""
    return chance.choice(view.legal)


def cards_only(view: View, chance: random.Random) -> a.Action:
    """A play with cards wherever there is one: no claim, no raise, so that a hand lasts to its last card."""
    plays = [action for action in view.legal if isinstance(action, a.Lead | a.Answer | a.Give | a.Pass)]
    return chance.choice(plays or view.legal)


class Play:
    """Game number `number`: two sessions at one table, one hand long; of the Georgian rules where none are named.

    `meters` time what each seat computes. `moves` counts the actions chosen by players.
    """

    def __init__(
        self,
        number: int,
        choice: Choice = cards_only,
        meters: Sequence[Meter] | None = None,
        rules: Ruleset | None = None,
    ) -> None:
        self.chance = random.Random(number)  # noqa: S311 - a benchmark's hand, the same each time
        self.meters = list(meters or [Meter() for _ in range(SEATS)])
        self.number = number
        self.moves = 0
        self.events: list[Event] = []
        self._choice = choice
        self._mail: deque[tuple[int, m.LinkMessage]] = deque()
        identities = [Identity.generate(self.chance.randbytes) for _ in range(SEATS)]
        self.identities = [identity.public for identity in identities]
        rules = rules or find_ruleset("georgian", match_to=0)
        self.sessions = [
            Session(
                seat=seat,
                identity=identity,
                identities=self.identities,
                ruleset=rules,
                name=f"seat {seat}",
                entropy=self.chance.randbytes,
            )
            for seat, identity in enumerate(identities)
        ]
        for seat, session in enumerate(self.sessions):
            session.play_on = False
            self._note(seat, session.start())

    def _note(self, seat: int, effects: Effects) -> None:
        if seat == 0:
            self.events += effects.events
        self._mail += [(1 - seat, message) for message in effects.send]

    def until(self, kind: type[Event]) -> Play:
        """Go on until an event of this kind. Raises `LocalError` if the game ends without one."""
        while not any(isinstance(event, kind) for event in self.events):
            if not self._step():
                raise LocalError("The game ended before that.")
        while self._mail and kind is not Dealt:
            self._step()
        return self

    def _step(self) -> bool:
        if self._mail:
            seat, message = self._mail.popleft()
            with self.meters[seat]:
                effects = self.sessions[seat].receive(message)
            self._note(seat, effects)
            return True
        for seat, session in enumerate(self.sessions):
            view = session.view()
            if view.legal and not session.closed:
                self._move(seat, self._choice(view, self.chance))
                return True
        return False

    def _move(self, seat: int, action: a.Action) -> None:
        self.moves += 1
        with self.meters[seat]:
            effects = self.sessions[seat].play(action)
        self._note(seat, effects)

    def file(self) -> bytes:
        """The game file."""
        return write_game(self.identities, self.sessions[0].entries())

    @property
    def reason(self) -> str | None:
        """Why the hand ended; None while it has not."""
        return next((event.reason for event in self.events if isinstance(event, HandOver)), None)

    def human_entries(self) -> int:
        """How many signed entries of the log are of the kinds that people send."""
        bodies = [decode_body(signed.body) for signed in self.sessions[0].entries()]
        return sum(isinstance(body.message(), HUMAN) for body in bodies)


LAST_CARD: Final = ("cards_out", "draw", "dead")
"""Why a hand ends that lasts until the last card."""


def whole_hands(rules: Ruleset | None = None) -> Iterator[Play]:
    """Hands that last, with cards only, until the last card; each has another number, the first that do."""
    plays = (Play(number, rules=rules).until(HandOver) for number in range(1, 1000))
    return (play for play in plays if play.reason in LAST_CARD)


def whole_hand() -> int:
    """The number of the first such hand of the Georgian rules."""
    return next(whole_hands()).number
