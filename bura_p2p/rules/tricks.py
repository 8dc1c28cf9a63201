"""Leading, answering, giving.

Here: what may be put down, and where it goes. Never: stakes, claims, what a full trick brings about (`taking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ..cards import Card
from ..errors import Code, LocalError, PeerError
from .actions import Answer, Give, Lead
from .calls import check_lead, combination, lead_fault, wins_at_once
from .outcome import Reason
from .points import cards_points, set_beats
from .position import Hands, Phase, Play, Position
from .ruleset import Bura, GiveFace, Special
from .step import Step, TrickResult, check_sum, end_hand, take_closed, take_open, won_by
from .taking import take_trick


def held_cards(position: Position, seat: int) -> tuple[Card, ...]:
    """The cards in `seat`'s hand in card order; raises `LocalError` if any is unknown here."""
    cards = sorted(filter(None, position.hands[seat]))
    if len(cards) != len(position.hands[seat]):
        raise LocalError(f"The cards of seat {seat} are not known here.")
    return tuple(cards)


# --- lead --------------------------------------------------------------------------------------------------


def lead_sizes(position: Position) -> tuple[int, ...]:
    """How many cards may be led now: the ruleset's sizes, and never more than the shortest hand has."""
    sizes, shortest = position.ruleset.lead, position.shortest_hand
    return sizes if sizes[-1] <= shortest else tuple([size for size in sizes if size <= shortest])


def leads(position: Position, seat: int) -> tuple[Lead, ...]:
    """Every lead that `seat` can make: by size, then by card order."""
    held, whole, called = held_cards(position, seat), position.ruleset.hand, bool(position.announced)
    # Held cards are sorted: if the first and the last of some are of one suit, all are; and then they may be led,
    # unless something was announced.
    return tuple([
        Lead(cards)
        for size in lead_sizes(position)
        for cards in combinations(held, size)
        if (not called and cards[0].suit == cards[-1].suit)
        or ((called or size == whole) and lead_fault(position, cards) is None)
    ])  # fmt: skip


def apply_lead(position: Position, seat: int, action: Lead) -> Step:
    """Open the trick. Raises `PeerError(LEAD_ILLEGAL)`: wrong number, two suits, lower than what was announced,
    not in the hand.
    """
    if len(action.cards) not in lead_sizes(position):
        raise PeerError(Code.LEAD_ILLEGAL, f"{len(action.cards)} cards cannot be led now")
    check_lead(position, action.cards)
    hands = take_open(position, seat, action.cards, Code.LEAD_ILLEGAL)
    play = Play(seat, action.cards, face_up=True, beats=True)
    position = position.but(hands=hands, trick=(play,), phase=Phase.FOLLOW)
    what = combination(position, action.cards)
    if what is not None and wins_at_once(position, seat, what):
        reason = Reason.BURA if what == Special.BURA else Reason.COMBINATION
        return end_hand(position, won_by(position, seat, reason))
    return Step(position)


def is_bura(position: Position, led: Sequence[Card]) -> bool:
    """Whether this lead wins on the spot: a whole *full* hand of trumps (three in three-card bura)."""
    rules = position.ruleset
    if rules.bura is not Bura.WHOLE_HAND_ON_LEAD or len(led) != rules.hand:
        return False
    return all(card.suit == position.trump for card in led)


# --- answer and give ---------------------------------------------------------------------------------------


def follower(position: Position) -> int:
    """The seat whose turn it is in a trick that has been led."""
    order = position.order
    return order[(order.index(position.leader) + len(position.trick)) % len(order)]


def answers(position: Position, seat: int) -> tuple[Answer, ...]:
    """Every open answer in card order: all that beat; where gives are open, also those that do not."""
    standing = position.standing.shown
    sets = combinations(held_cards(position, seat), len(standing))
    any_set = position.ruleset.give_face is GiveFace.UP
    return tuple([Answer(cards) for cards in sets if any_set or set_beats(position.trump, cards, standing)])


def apply_answer(position: Position, seat: int, action: Answer) -> Step:
    """Put down open cards. Raises `PeerError(ANSWER_ILLEGAL)`: wrong number, not in the hand, or, where
    cards that do not beat go face down, not beating.
    """
    standing = position.standing.shown
    if len(action.cards) != len(standing):
        raise PeerError(Code.ANSWER_ILLEGAL, f"{len(standing)} cards are due")
    hands = take_open(position, seat, action.cards, Code.ANSWER_ILLEGAL)
    beats = set_beats(position.trump, action.cards, standing)
    if not beats and position.ruleset.give_face is GiveFace.DOWN:
        raise PeerError(Code.ANSWER_ILLEGAL, "cards that do not beat what stands are given face down")
    return _put_down(position, hands, Play(seat, action.cards, face_up=True, beats=beats))


def gives(position: Position, seat: int) -> tuple[Give, ...]:
    """Every give in card order, with its points where the table shows them."""
    shown = position.gives_tell
    sets = combinations(held_cards(position, seat), len(position.standing.cards))
    return tuple(Give(cards, cards_points(cards) if shown else None) for cards in sets)


def may_give(position: Position) -> bool:
    """Whether cards are given closed at all."""
    return position.ruleset.give_face is GiveFace.DOWN


def apply_give(position: Position, seat: int, action: Give) -> Step:
    """Put down closed cards; they never beat. Raises `PeerError`: GIVE_ILLEGAL (wrong number, not in the
    hand) or POINTS_ILLEGAL (points missing, not asked for, or impossible).
    """
    due = len(position.standing.cards)
    if len(action.cards) != due:
        raise PeerError(Code.GIVE_ILLEGAL, f"{due} cards are due")
    _check_points(position, action)
    hands = take_closed(position, seat, action.cards, Code.GIVE_ILLEGAL)
    return _put_down(position, hands, Play(seat, action.cards, face_up=False, beats=False, points=action.points))


def _check_points(position: Position, action: Give) -> None:
    if (action.points is not None) != position.gives_tell:
        raise PeerError(Code.POINTS_ILLEGAL, "a give carries points where the table shows them, and only there")
    if action.points is not None:
        check_sum(position, action.points, action.cards)


def _put_down(position: Position, hands: Hands, play: Play) -> Step:
    trick = (*position.trick, play)
    if len(trick) < position.seats:
        return Step(position.but(hands=hands, trick=trick))
    winner = play.seat if play.beats else position.standing.seat
    return take_trick(position, hands, TrickResult(winner, trick))
