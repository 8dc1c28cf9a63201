"""From the events of a table to the record of the game, as anybody at the table, or a stranger, can write it down.

Here: following events. Never: text, a card that the table did not see, a judgement (what the table lets pass is
right).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from ..rules import actions as a
from ..rules.notation import parse_action
from ..rules.outcome import Reason
from ..rules.record import Drawn, GameEnd, GameRecord, HandEnd, HandRecord, Item, Move, Taken
from ..rules.ruleset import Ruleset
from ..table import events as e


class Recorder:
    """Events in, a `GameRecord` out at any time.

    `ruleset` are the rules in force; events name them only, so that whoever feeds them says them too.
    """

    def __init__(self, ruleset: Ruleset | None = None) -> None:
        self.ruleset = ruleset
        self._names: tuple[str, ...] = ()
        self._hands: list[HandRecord] = []
        self._items: list[Item] = []
        self._end: GameEnd | None = None

    def hear(self, event: e.Event) -> None:
        """Take in the next event; those that are no part of a written game pass by."""
        kind = type(event)
        if kind in _ACTIONS or kind in _FACTS:
            self._hand()
            self._items.append(_FACTS[kind](event) if kind in _FACTS else _moved(event))
        elif kind in _HEARD:
            _HEARD[kind](self, event)

    def record(self) -> GameRecord | None:
        """The game so far; None before the table has opened, or while the rules are not known."""
        if self.ruleset is None or not self._names:
            return None
        hands = self._hands
        if hands:
            hands = [*hands[:-1], replace(hands[-1], items=tuple(self._items))]
        return GameRecord(self._names, self.ruleset, tuple(hands), self._end)

    def _hand(self) -> None:
        """A hand is on; one that is given up before it has begun begins with that."""
        if not self._hands or self._hands[-1].end is not None:
            self._next(HandRecord(len(self._hands) + 1))

    def _next(self, hand: HandRecord) -> None:
        if self._hands:
            self._hands[-1] = replace(self._hands[-1], items=tuple(self._items))
        self._hands.append(hand)
        self._items = []

    def _chips(self, chips: tuple[int, ...]) -> tuple[int, ...]:
        return chips if self.ruleset is not None and self.ruleset.has_pot else ()

    def _pot(self, pot: int) -> int | None:
        return pot if self.ruleset is not None and self.ruleset.has_pot else None

    # --- events that are neither a move nor a fact ----------------------------------------------------------

    def opened(self, event: e.TableOpened) -> None:
        """Who plays."""
        self._names = event.names

    def begun(self, event: e.HandBegun) -> None:
        """A hand begins."""
        pot = self._pot(event.pot)
        self._next(HandRecord(event.hand, (), event.order, event.leader, event.dealer, pot))

    def dealt(self, event: e.Dealt) -> None:
        """The trump is turned up."""
        self._hands[-1] = replace(self._hands[-1], trump=event.trump)

    def hand_over(self, event: e.HandOver) -> None:
        """A hand ends."""
        self._hand()
        end = HandEnd(
            event.winner, Reason[event.reason.upper()], event.points, event.claimed, event.totals, event.score,
            self._chips(event.chips), self._pot(event.pot), event.left,
        )  # fmt: skip
        self._hands[-1] = replace(self._hands[-1], end=end)

    def game_over(self, event: e.GameOver) -> None:
        """The game ends."""
        self._end = GameEnd(event.winner, event.score, self._chips(event.chips), event.stopped)

    def voided(self, event: e.Voided) -> None:
        """The game is void."""
        self._end = GameEnd(void=event.code)


def _moved(event: Any) -> Move:
    return Move(event.seat, _ACTIONS[type(event)](event))


_ACTIONS: Final[Mapping[type[e.Event], Callable[[Any], a.Action]]] = {
    e.Led: lambda event: a.Lead(event.cards),
    e.Answered: lambda event: a.Answer(event.cards),
    e.Gave: lambda event: a.Give((None,) * event.count, event.points),
    e.Raised: lambda event: a.Raise(event.to),
    e.Accepted: lambda event: a.Accept(),
    e.Declined: lambda event: a.Decline(),
    e.Claimed: lambda event: a.Claim(),
    e.Reached: lambda event: a.Claim(event.points),
    e.Passed: lambda event: a.Pass(),
    e.Announced: lambda event: parse_action(f"announce {event.what}"),
    e.Ceded: lambda event: a.Cede(),
    e.PileOpened: lambda event: a.Open(event.cards),
    e.Counted: lambda event: a.Count(tuple(points for _, points in event.sums)),
    e.Resigned: lambda event: a.Resign(),
}
"""The action that an event tells of."""

_FACTS: Final[Mapping[type[e.Event], Callable[[Any], Item]]] = {
    e.TrickTaken: lambda event: Taken(event.seat, event.shown),
    e.Drew: lambda event: Drawn(event.seat, event.count, event.turned),
}
"""What an event tells to follow from the moves before it."""

_HEARD: Final[Mapping[type[e.Event], Callable[[Recorder, Any], None]]] = {
    e.TableOpened: Recorder.opened,
    e.HandBegun: Recorder.begun,
    e.Dealt: Recorder.dealt,
    e.HandOver: Recorder.hand_over,
    e.GameOver: Recorder.game_over,
    e.Voided: Recorder.voided,
}
"""Who hears the other events."""

UNWRITTEN: Final[frozenset[type[e.Event]]] = frozenset({e.Shuffled, e.PointsSealed, e.Held, e.Halted, e.Refused})
"""Events that are no part of a written game: proofs without a move, and what only one seat hears.

A test sees that every event is in exactly one of these lists.
"""
