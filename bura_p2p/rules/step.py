"""What an applied action brought about, and the three verbs that every phase uses to say so.

Here: `Step`, `TrickResult`, `Draw`, ending a hand, taking cards out of a hand. Never: whose turn it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import Card, deck_set
from ..errors import Code, PeerError
from .outcome import Outcome, Reason
from .points import cards_points, points_range
from .position import Hands, Phase, Play, Position, Slot, other_hand


class Draw(NamedTuple):
    """One card drawn: `seat` takes the card at `deck_position` of the deck."""

    seat: int
    deck_position: int


class TrickResult(NamedTuple):
    """A finished trick: who took it, and everything that was put down, the lead first."""

    winner: int
    plays: tuple[Play, ...]

    @property
    def points(self) -> int | None:
        """What the trick is worth, or None if closed cards keep it from being known here."""
        total = 0
        for play in self.plays:
            known = [card for card in play.cards if card is not None]
            if len(known) == len(play.cards):
                total += cards_points(known)
            elif play.points is not None:
                total += play.points
            else:
                return None
        return total


class Step(NamedTuple):
    """The position after an action, and what happened on the way. `draws` is in the order of drawing."""

    position: Position
    trick: TrickResult | None = None
    draws: tuple[Draw, ...] = ()
    outcome: Outcome | None = None


def end_hand(position: Position, outcome: Outcome) -> Step:
    """The hand is over with this outcome; nobody owes anything any more."""
    return Step(position.but(phase=Phase.OVER, owing=(), outcome=outcome), outcome=outcome)


def won_by(position: Position, seat: int, reason: Reason, claimed: tuple[int, int] | None = None) -> Outcome:
    """`seat` wins the hand for its side: the accepted stake, or the pot."""
    return Outcome(seat, reason, position.worth, claimed=claimed)


def lost_by(position: Position, seat: int, reason: Reason, claimed: tuple[int, int] | None = None) -> Outcome:
    """`seat` loses the hand: the other side wins the stake or pot; of several other sides, none wins."""
    winner = position.other_side(seat)
    return Outcome(winner, reason, 0 if winner is None else position.worth, claimed=claimed)


def check_cards(position: Position, cards: Sequence[Card], code: Code) -> None:
    """Raises `PeerError(code)` unless these are different cards of the deck, none of them shown before."""
    named = set(cards)
    if len(named) != len(cards):
        raise PeerError(code, "a card is named twice")
    if not named <= deck_set(position.ruleset.deck):
        raise PeerError(code, "a card is not of this deck")
    if position.has_shown(named):
        raise PeerError(code, "a card was seen elsewhere before")


def take_open(position: Position, seat: int, cards: Sequence[Card], code: Code) -> Hands:
    """All hands without these open cards: each leaves its known slot in `seat`'s hand, else an unknown one.

    Raises `PeerError(code)` for a card that the hand cannot hold.
    """
    check_cards(position, cards, code)
    slots: list[Slot] = list(position.hands[seat])
    for card in cards:
        if card in slots:
            slots.remove(card)
        elif None in slots:
            slots.remove(None)
        else:
            raise PeerError(code, "a card is not in the hand")
    return other_hand(position, seat, slots)


def take_closed(position: Position, seat: int, cards: Sequence[Slot], code: Code) -> Hands:
    """All hands without these closed cards of `seat`; if they are unknown, what stays in the hand is unknown too."""
    known = [card for card in cards if card is not None]
    if known:
        return take_open(position, seat, known, code)
    held = position.hands[seat]
    if len(cards) > len(held):
        raise PeerError(code, "more cards than the hand has")
    return other_hand(position, seat, (None,) * (len(held) - len(cards)))


def check_sum(position: Position, points: int, cards: Sequence[Slot]) -> None:
    """Raises `PeerError(POINTS_ILLEGAL)` unless these cards, as far as they are known, can be worth
    `points`.
    """
    known = [card for card in cards if card is not None]
    low, high = points_range(position.ruleset.deck, len(cards))
    if len(known) == len(cards):
        low = high = cards_points(known)
    if not low <= points <= high:
        raise PeerError(Code.POINTS_ILLEGAL, f"{len(cards)} closed cards cannot be worth {points}")
