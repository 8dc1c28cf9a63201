"""Leading, answering, giving, taking a trick, refilling.

Here: what becomes of cards while they are played. Never: stakes, claims, who may act (`phases`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ..cards import Card
from ..errors import Code, LocalError, PeerError
from .actions import Answer, Give, Lead
from .outcome import Outcome, Reason
from .points import cards_points, points_range, set_beats
from .position import ClosedGive, Phase, Pile, Play, Position, Slot
from .ruleset import Bura, GiveFace, ShortStock
from .step import Draw, Step, TrickResult, end_hand, take_closed, take_open


def held_cards(position: Position, seat: int) -> tuple[Card, ...]:
    """The cards in `seat`'s hand in card order; raises `LocalError` if any is unknown here."""
    cards = [card for card in position.hands[seat] if card is not None]
    if len(cards) != len(position.hands[seat]):
        raise LocalError(f"The cards of seat {seat} are not known here.")
    return tuple(sorted(cards))


# --- lead --------------------------------------------------------------------------------------------------


def lead_sizes(position: Position) -> tuple[int, ...]:
    """How many cards may be led now: the ruleset's sizes, and never more than the shortest hand has."""
    return tuple(size for size in position.ruleset.lead if size <= position.shortest_hand)


def leads(position: Position, seat: int) -> tuple[Lead, ...]:
    """Every lead that `seat` can make: by size, then by card order."""
    held = held_cards(position, seat)
    sets = (cards for size in lead_sizes(position) for cards in combinations(held, size))
    return tuple(Lead(cards) for cards in sets if len({card.suit for card in cards}) == 1)


def apply_lead(position: Position, seat: int, action: Lead) -> Step:
    """Open the trick. Raises `PeerError(LEAD_ILLEGAL)`: wrong number, two suits, not in the hand."""
    if len(action.cards) not in lead_sizes(position):
        raise PeerError(Code.LEAD_ILLEGAL, f"{len(action.cards)} cards cannot be led now")
    if len({card.suit for card in action.cards}) != 1:
        raise PeerError(Code.LEAD_ILLEGAL, "a lead is of one suit")
    position = take_open(position, seat, action.cards, Code.LEAD_ILLEGAL)
    play = Play(seat, action.cards, face_up=True, beats=True)
    position = replace(position, trick=(play,), phase=Phase.FOLLOW)
    if is_bura(position, action.cards):
        return end_hand(position, Outcome(seat, Reason.BURA, position.stake))
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
    return position.turn[len(position.trick)]


def answers(position: Position, seat: int) -> tuple[Answer, ...]:
    """Every open answer in card order: all that beat; where gives are open, also those that do not."""
    standing = position.standing.shown
    sets = combinations(held_cards(position, seat), len(standing))
    any_set = position.ruleset.give_face is GiveFace.UP
    return tuple(Answer(cards) for cards in sets if any_set or set_beats(position.trump, cards, standing))


def apply_answer(position: Position, seat: int, action: Answer) -> Step:
    """Put down open cards. Raises `PeerError(ANSWER_ILLEGAL)`: wrong number, not in the hand, or, where
    cards that do not beat go face down, not beating.
    """
    standing = position.standing.shown
    if len(action.cards) != len(standing):
        raise PeerError(Code.ANSWER_ILLEGAL, f"{len(standing)} cards are due")
    position = take_open(position, seat, action.cards, Code.ANSWER_ILLEGAL)
    beats = set_beats(position.trump, action.cards, standing)
    if not beats and position.ruleset.give_face is GiveFace.DOWN:
        raise PeerError(Code.ANSWER_ILLEGAL, "cards that do not beat what stands are given face down")
    return _put_down(position, Play(seat, action.cards, face_up=True, beats=beats))


def gives(position: Position, seat: int) -> tuple[Give, ...]:
    """Every give in card order, with its points where the table shows them."""
    shown = position.ruleset.points_shown
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
    position = take_closed(position, seat, action.cards, Code.GIVE_ILLEGAL)
    return _put_down(position, Play(seat, action.cards, face_up=False, beats=False, points=action.points))


def _check_points(position: Position, action: Give) -> None:
    if (action.points is not None) != position.ruleset.points_shown:
        raise PeerError(Code.POINTS_ILLEGAL, "a give carries points where the table shows them, and only there")
    if action.points is not None:
        check_sum(position, action.points, action.cards)


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


# --- the end of a trick ------------------------------------------------------------------------------------


def _put_down(position: Position, play: Play) -> Step:
    position = replace(position, trick=(*position.trick, play))
    if len(position.trick) < position.seats:
        return Step(position)
    return _take_trick(position)


def _take_trick(position: Position) -> Step:
    """The trick goes to whoever played the cards that stand; the winner leads next, after the refill."""
    result = TrickResult(position.standing.seat, position.trick)
    piles, won = list(position.piles), list(position.tricks_won)
    piles[result.winner] = _grown(piles[result.winner], position.trick)
    won[result.winner] += 1
    position = replace(position, piles=tuple(piles), tricks_won=tuple(won), trick=(), leader=result.winner)
    position, draws = refill(position)
    # A hand without cards can neither lead nor answer, so no lead is legal any more (when the stock is short at
    # a larger table, other hands may still hold some: they stay closed and count for nobody).
    phase = Phase.LEAD if position.shortest_hand else Phase.LAST_WORD
    return Step(replace(position, phase=phase), result, draws)


def _grown(pile: Pile, trick: Sequence[Play]) -> Pile:
    opened = tuple(card for play in trick for card in play.shown)
    closed = tuple(ClosedGive(play.seat, play.cards, play.points) for play in trick if not play.face_up)
    return replace(pile, open=pile.open + opened, closed=pile.closed + closed)


def refill(position: Position) -> tuple[Position, tuple[Draw, ...]]:
    """Hands are filled from the stock one card at a time in turn order from the trick's winner (now the
    leader).
    """
    full = position.ruleset.hand
    hands = [list(held) for held in position.hands]
    wanted = sum(full - len(held) for held in hands)
    if position.ruleset.short_stock is ShortStock.NO_DRAW and wanted > len(position.stock):
        return position, ()
    drawn = min(wanted, len(position.stock))
    draws: list[Draw] = []
    while len(draws) < drawn:
        for seat in position.turn:
            if len(hands[seat]) < full and len(draws) < drawn:
                hands[seat].append(position.stock[len(draws)])
                draws.append(Draw(seat, position.stock_positions[len(draws)]))
    position = replace(
        position,
        hands=tuple(tuple(held) for held in hands),
        stock=position.stock[drawn:],
        stock_positions=position.stock_positions[drawn:],
    )
    return position, tuple(draws)
