"""Claiming points, opening closed cards for a claim, and counting at the end of the cards.

Here: how piles decide a hand. Never: how they were won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..cards import Card
from ..errors import Code, LocalError, PeerError
from .actions import Claim, Count, Open, Pass
from .outcome import Outcome, Reason
from .points import cards_points
from .position import Phase, Pile, Position
from .step import Step, check_cards, end_hand, lost_by
from .tricks import check_sum


def may_claim(position: Position, seat: int) -> bool:
    """Whether `seat`, whose turn it is to lead or to say a last word, has just won a trick.

    A trick's winner leads next, so the leader has just won one unless the hand's first lead is due.
    """
    return any(position.tricks_won)


def apply_claim(position: Position, seat: int, action: Claim) -> Step:
    """Settle at once if what the table can see decides it; else the givers into that pile must open.

    Cards of the pile that stay closed count at least the deck's lowest values and at most its highest.
    """
    low, high = position.piles[seat].points(position.ruleset.deck)
    position = replace(position, claimant=seat)
    if low < _target(position) <= high:
        return Step(replace(position, phase=Phase.OPENING, owing=position.piles[seat].givers))
    return _settle_claim(position)


def _target(position: Position) -> int:
    if position.ruleset.target is None:
        raise LocalError("These rules have no points to claim.")
    return position.ruleset.target


def _claimant(position: Position) -> int:
    if position.claimant is None:
        raise LocalError("Nobody has claimed.")
    return position.claimant


def _settle_claim(position: Position) -> Step:
    """A right claim wins the accepted stake, a wrong one loses the hand at it."""
    claimant = _claimant(position)
    claimed = position.piles[claimant].points(position.ruleset.deck)
    if claimed[0] >= _target(position):
        return end_hand(position, Outcome(claimant, Reason.CLAIM_RIGHT, position.stake, claimed=claimed))
    return end_hand(position, lost_by(position, claimant, Reason.CLAIM_WRONG, claimed))


# --- opening -----------------------------------------------------------------------------------------------


def opens(position: Position, seat: int) -> tuple[Open, ...]:
    """The one opening that `seat` owes, if its closed cards are known here."""
    cards = [card for give in position.piles[_claimant(position)].of(seat) for card in give.cards]
    known = tuple(card for card in cards if card is not None)
    return (Open(known),) if len(known) == len(cards) else ()


def apply_open(position: Position, seat: int, action: Open) -> Step:
    """Show `seat`'s closed cards in the claimant's pile. Raises `PeerError(POINTS_ILLEGAL)`."""
    claimant = _claimant(position)
    pile = position.piles[claimant]
    cards = [card for give in pile.of(seat) for card in give.cards]
    if len(action.cards) != len(cards):
        raise PeerError(Code.POINTS_ILLEGAL, f"{len(cards)} closed cards are to be opened")
    if any(card not in (None, shown) for card, shown in zip(cards, action.cards, strict=True)):
        raise PeerError(Code.POINTS_ILLEGAL, "other cards were given")
    check_cards(position, action.cards, Code.POINTS_ILLEGAL)
    piles = list(position.piles)
    piles[claimant] = _opened(pile, seat, action.cards)
    owing = tuple(other for other in position.owing if other != seat)
    position = replace(position, piles=tuple(piles), owing=owing)
    return Step(position) if owing else _settle_claim(position)


def _opened(pile: Pile, giver: int, cards: Sequence[Card]) -> Pile:
    shown = iter(cards)
    closed = [
        replace(give, cards=tuple(next(shown) for _ in give.cards), opened=True) if give.giver == giver else give
        for give in pile.closed
    ]
    return replace(pile, closed=tuple(closed))


# --- the last word and the count ---------------------------------------------------------------------------


def apply_pass(position: Position, seat: int, action: Pass) -> Step:
    """No claim in the last word: the points decide, after a count where closed cards keep them unknown."""
    owing = tuple(sorted({giver for pile in position.piles for giver in pile.givers}))
    if owing:
        return Step(replace(position, phase=Phase.COUNT, owing=owing))
    return _most_points(position)


def counts(position: Position, seat: int) -> tuple[Count, ...]:
    """The one count that `seat` owes, if its closed cards are known here."""
    gives = [pile.of(seat) for pile in position.piles if pile.of(seat)]
    known = [[card for give in closed for card in give.known or ()] for closed in gives]
    complete = all(give.known is not None for closed in gives for give in closed)
    return (Count(tuple(map(cards_points, known))),) if complete else ()


def apply_count(position: Position, seat: int, action: Count) -> Step:
    """Tell what `seat`'s closed cards are worth, pile by pile. Raises `PeerError(POINTS_ILLEGAL)`."""
    piles = list(position.piles)
    owners = [owner for owner, pile in enumerate(piles) if pile.of(seat)]
    if len(action.sums) != len(owners):
        raise PeerError(Code.POINTS_ILLEGAL, f"{len(owners)} piles are to be counted")
    for owner, points in zip(owners, action.sums, strict=True):
        check_sum(position, points, [card for give in piles[owner].of(seat) for card in give.cards])
        piles[owner] = replace(piles[owner], sums=(*piles[owner].sums, (seat, points)))
    owing = tuple(other for other in position.owing if other != seat)
    position = replace(position, piles=tuple(piles), owing=owing)
    return Step(position) if owing else _most_points(position)


def _most_points(position: Position) -> Step:
    """The highest pile wins the accepted stake; equal best piles are a draw."""
    totals = tuple(pile.points(position.ruleset.deck)[0] for pile in position.piles)
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if len(best) > 1:
        return end_hand(position, Outcome(None, Reason.DRAW, 0, totals))
    return end_hand(position, Outcome(best[0], Reason.CARDS_OUT, position.stake, totals))
