"""A table in memory: every seat a whole `Session` with all the mathematics, frames carried by hand.

Here: the seats, the mail between them, scripted or random play. Never: a shortcut round the real code.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from random import Random

from ..crypto.identity import Identity
from ..errors import LocalError
from ..log.entry import SignedEntry
from ..log.file import write_game
from ..rules import actions as a
from ..rules.builtin import find_ruleset
from ..rules.ruleset import Ruleset
from ..session.effects import Effects
from ..session.session import Session
from ..table.events import Event
from ..table.state import need
from ..table.table import Table
from ..table.view import View
from ..wire import messages as m
from .tape import Tape

Player = Callable[[View], a.Action]
"""Chooses among `view.legal`."""


def random_player(number: int) -> Player:
    """Picks evenly among the *kinds* of legal actions, then among the actions of that kind."""
    generator = Random(number)  # noqa: S311  chance that can be played again

    def choose(view: View) -> a.Action:
        kinds = sorted({type(action) for action in view.legal}, key=lambda kind: kind.__name__)
        kind = generator.choice(kinds)
        return generator.choice([action for action in view.legal if type(action) is kind])

    return choose


def card_player(number: int) -> Player:
    """Plays cards at random; never claims or raises, accepts every raise: most hands go to the last card."""
    generator = Random(number)  # noqa: S311  chance that can be played again

    def choose(view: View) -> a.Action:
        cards = [x for x in view.legal if isinstance(x, a.Lead | a.Answer | a.Give | a.Accept | a.Pass)]
        return generator.choice(cards or list(view.legal))

    return choose


def claimer(number: int) -> Player:
    """Plays cards; claims as soon as closed cards would decide it."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        low, high = need(view.position).piles[view.seat].points(need(view.ruleset).deck)
        return a.Claim() if a.Claim() in view.legal and low < 31 <= high else cards(view)

    return choose


def raiser(number: int) -> Player:
    """Plays cards; raises whenever that is open."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        return next((action for action in view.legal if isinstance(action, a.Raise)), cards(view))

    return choose


class Scripted:
    """Plays lines one by one, then as `then` would; refuses one that the rules do not list."""

    def __init__(self, who: str, then: Player | None = None) -> None:
        self.who = who
        self.lines: list[a.Action] = []
        self.then = then

    def __call__(self, view: View) -> a.Action:
        """The next line."""
        if self.lines:
            return self.lines.pop(0)
        if self.then is None:
            raise LocalError(f"{self.who} has nothing to say in {view.stage}, and may {view.legal}.")
        return self.then(view)


class Hall:
    """`seats` sessions round one table, all fed from tapes: the same label plays the same game byte for byte."""

    def __init__(
        self,
        label: str = "hall",
        *,
        ruleset: Ruleset | None = None,
        seats: int = 2,
        players: Sequence[Player] | None = None,
        mail_order: int | None = None,
        first_leader: int | None = None,
    ) -> None:
        """`mail_order`: a generator number; each link stays in order, the links overtake each other at random.
        `first_leader`: the seat that all hellos name.
        """
        self.first_leader = first_leader
        self.ruleset = ruleset or find_ruleset("georgian", match_to=0)
        self.identities = [Identity.generate(Tape(f"{label} identity {seat}")) for seat in range(seats)]
        publics = [identity.public for identity in self.identities]
        self.tapes = [Tape(f"{label} session {seat}") for seat in range(seats)]
        self.sessions = [self._sit(seat, publics) for seat in range(seats)]
        self.players = list(players or [random_player(seat) for seat in range(seats)])
        self.effects: list[list[Effects]] = [[] for _ in range(seats)]
        self.events: list[list[Event]] = [[] for _ in range(seats)]
        self.mail: defaultdict[tuple[int, int], deque[m.LinkMessage]] = defaultdict(deque)
        self.postman = None if mail_order is None else Random(mail_order)  # noqa: S311
        self.carried: list[tuple[int, int, m.LinkMessage]] = []
        self.hands_wanted = 1
        self.plays: list[tuple[int, a.Action]] = []
        self.started = False

    def _sit(self, seat: int, publics: Sequence[bytes]) -> Session:
        """The session of `seat`."""
        return Session(
            seat=seat,
            identity=self.identities[seat],
            identities=publics,
            ruleset=self.ruleset,
            name=f"player {seat}",
            entropy=self.tapes[seat],
            first_leader=self.first_leader,
        )

    @property
    def table(self) -> Table:
        """Seat 0's table."""
        return self.sessions[0].table

    def note(self, seat: int, effects: Effects) -> None:
        """Keep what `seat` wants done; put its messages into every other seat's mail."""
        self.effects[seat].append(effects)
        self.events[seat] += effects.events
        for message in effects.send:
            for other in range(len(self.sessions)):
                if other != seat:
                    self.mail[seat, other].append(message)

    def start(self) -> None:
        """Everybody says hello."""
        self.started = True
        for seat, session in enumerate(self.sessions):
            self.note(seat, session.start())

    def deliver_one(self, link: tuple[int, int] | None = None) -> None:
        """Carry one message, of `link` (sender, receiver) where it is named."""
        links = [link for link, queue in self.mail.items() if queue]
        sender, receiver = link or (links[0] if self.postman is None else self.postman.choice(links))
        message = self.mail[sender, receiver].popleft()
        self.carried.append((sender, receiver, message))
        session = self.sessions[receiver]
        for each in self.sessions:
            each.play_on = each.table.state.hand < self.hands_wanted
        if isinstance(message, m.Have):
            self.note(receiver, session.receive_have(sender, message))
        else:
            self.note(receiver, session.receive(message, sender))

    def step(self) -> bool:
        """One message, else one play; False when nothing is left to do."""
        if not self.started:
            self.start()
        if any(self.mail.values()):
            self.deliver_one()
            return True
        for seat, session in enumerate(self.sessions):
            view = session.view()
            if view.legal and not session.closed:
                action = self.players[seat](view)
                self.plays.append((seat, action))
                self.note(seat, session.play(action))
                return True
        return False

    def run(
        self, until: Callable[[Hall], bool] = lambda hall: False, *, hands: int = 1, steps: int = 100_000
    ) -> Hall:
        """Step until `until` holds (checked between steps) or nothing moves."""
        self.hands_wanted = hands
        for _ in range(steps):
            if until(self) or not self.step():
                return self
        raise RuntimeError("the game does not end")

    def entries(self, seat: int = 0) -> tuple[SignedEntry, ...]:
        """The log as `seat` holds it."""
        return self.sessions[seat].entries()

    def file(self, seat: int = 0, extra: Iterable[SignedEntry] = ()) -> bytes:
        """The game file of `seat`, with `extra` entries at its end."""
        publics = [identity.public for identity in self.identities]
        return write_game(publics, [*self.entries(seat), *extra])
