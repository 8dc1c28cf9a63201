"""Whole tables with a plain screen and a JSON face at every seat, in memory.

Here: what each seat reads, and moves that are typed. Never: a move that a person could not type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from bura_p2p.cards import Card, deck
from bura_p2p.conformance.hall import Hall, Player
from bura_p2p.conformance.stacked import stack, turn
from bura_p2p.net.driver import Play, SetPolicy, Update
from bura_p2p.rules import actions as a
from bura_p2p.rules.notation import format_action, parse_action
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.table import events as e
from bura_p2p.table.view import View
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.inert import columns
from bura_p2p.ui.machine import MachineScreen
from bura_p2p.ui.plain import Answer, PlainScreen


class Tables(Hall):
    """A hall where everybody sits at a screen; `read` is what each has read, line by line."""

    def __init__(self, label: str, rules: Ruleset, players: Sequence[Player]) -> None:
        seats = range(len(players))
        self.plain = [PlainScreen(seat, Faces()) for seat in seats]
        self.machine = [MachineScreen(seat) for seat in seats]
        self.read: list[list[str]] = [[] for _ in seats]
        self.told: list[list[str]] = [[] for _ in seats]
        self.updates = [0 for _ in seats]
        self.seen: list[set[Card]] = [set() for _ in seats]
        super().__init__(label, ruleset=rules, seats=len(players), players=players)

    def note(self, seat: int, effects: Effects) -> None:
        """As a driver does: an update where something has happened."""
        super().note(seat, effects)
        if effects.events:
            self.updates[seat] += 1
            update = Update(self.updates[seat], effects.events, self.sessions[seat].view())
            self.seen[seat] = shown_to(self.seen[seat], effects.events)
            self._read(seat, [*self.plain[seat].show(update), *self.plain[seat].idle()])
            self.told[seat] += self.machine[seat].show(update)

    def type(self, seat: int, line: str) -> Answer:
        """Type a line; a command of it is followed, as a driver does."""
        answer = self.plain[seat].typed(line)
        self._read(seat, answer.lines)
        session = self.sessions[seat]
        match answer.command:
            case Play(action):
                self.plays.append((seat, action))
                self.note(seat, session.play(action))
            case SetPolicy(announced):
                session.policy = announced
        return answer

    def _read(self, seat: int, lines: Sequence[str]) -> None:
        """Every line is narrow and harmless, and names no card that this seat has not seen."""
        for line in lines:
            assert columns(line) <= 80, line
            assert line.isprintable()
            assert _cards(line) <= self.seen[seat], line
        self.read[seat] += lines

    def text(self, seat: int) -> str:
        """Everything that `seat` has read, on one line."""
        return " ".join(line.strip() for line in self.read[seat])


def shown_to(before: set[Card], events: Iterable[e.Event]) -> set[Card]:
    """The cards of this hand that a seat may know."""
    for event in events:
        match event:
            case e.HandBegun():
                before = set()
            case e.Dealt(trump):
                before = before | {trump}
            case e.Held(cards) | e.Led(_, cards) | e.Answered(_, cards) | e.PileOpened(_, _, cards):
                before = before | set(cards)
    return before


def _cards(line: str) -> set[Card]:
    """The cards that a line names."""
    words = {word.strip(".,;:") for word in line.replace("'", " ").split()}
    return {card for card in deck(36) if str(card) in words}


T = TypeVar("T", bound=Tables)


class Typist:
    """A player whose every move is typed: the screen reads it back as the same legal action."""

    def __init__(self, choose: Player, seat: int) -> None:
        self.choose, self.seat = choose, seat
        self.tables: Tables | None = None

    def __call__(self, view: View) -> a.Action:
        action = self.choose(view)
        assert self.tables is not None
        for screen in (self.tables.plain[self.seat], self.tables.machine[self.seat]):
            answer = screen.typed(format_action(action))
            assert answer.command == Play(action), (answer.lines, format_action(action))
            assert action in view.legal
        return action


def at_tables(label: str, rules: Ruleset, choosers: Sequence[Player], kind: type[T] = Tables) -> T:  # type: ignore[assignment]
    """Tables where `choosers` choose and everything is typed."""
    typists = [Typist(choose, seat) for seat, choose in enumerate(choosers)]
    tables = kind(label, rules, typists)
    for typist in typists:
        typist.tables = tables
    return tables


def scripted(
    rules: Ruleset, hands: Sequence[str], turned: str, draws: str = "", script: Sequence[str] = ()
) -> tuple[Tables, dict[str, int]]:
    """One hand as `tests.table.scripts` plays it, typed at screens and not run yet; gives the letters' seats too.

    When the lines are used up, the first of the legal actions is taken.
    """
    lines: list[list[a.Action]] = [[] for _ in hands]
    choosers = [lambda view, own=own: own.pop(0) if own else view.legal[0] for own in lines]
    tables = at_tables("scripted", rules, choosers)
    stack(tables, hands, turned, draws)
    seat_of = dict(zip("ABCDEF", turn(tables), strict=False))
    for line in script:
        who, _, said = line.partition(" ")
        action = parse_action(said)
        if isinstance(action, a.Lead | a.Answer | a.Give):
            action = replace(action, cards=tuple(sorted(action.cards)))
        lines[seat_of[who]].append(action)
    return tables, seat_of
