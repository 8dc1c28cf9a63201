"""Claiming points, opening closed cards for a claim, and counting at the end of the cards.

Here: how piles decide a hand. Never: how they were won.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..cards import Card
from ..errors import Code, LocalError, PeerError
from .actions import Claim, Count, Open, Pass
from .deal import turn_order
from .outcome import Outcome, Reason
from .points import cards_points
from .position import Phase, Pile, Position, Slot
from .ruleset import Exhausted, Tie, Win, Wrong
from .step import Step, check_cards, check_sum, end_hand, lost_by, won_by

_LIVE: frozenset[Phase] = frozenset({Phase.ANNOUNCE, Phase.LEAD, Phase.SEIZED, Phase.FOLLOW, Phase.LAST_WORD})


def may_claim(position: Position, seat: int) -> bool:
    """Whether `seat`, whose turn it is, may claim: at any time, or having just won a trick.

    A trick's winner leads next, so the leader has just won one unless the hand's first lead is due.
    """
    rules = position.ruleset
    if rules.win is Win.VAR_AFTER_OWN_TRICK:
        return any(position.tricks_won) and position.phase in {Phase.LEAD, Phase.LAST_WORD}
    return rules.win is Win.CLAIM_ANYTIME and position.phase in _LIVE


def claims_anytime(position: Position, seat: int) -> bool:
    """Whether `seat` may claim out of its turn: the rule texts say "at any point".

    A table gives the claim a place of the seat's own (before its lead, instead of its answer, the last word);
    since a pile grows only by winning a trick, nobody is overtaken by that.
    """
    return position.ruleset.win is Win.CLAIM_ANYTIME and position.phase in _LIVE and seat in position.order


def apply_claim(position: Position, seat: int, action: Claim) -> Step:
    """Settle at once if what the table can see decides it; else the givers into that pile must open.

    Cards of the pile that stay closed count at least the deck's lowest values and at most its highest. Cards of
    a running trick are nobody's. The piles of a side count together. Raises `PeerError(POINTS_ILLEGAL)` for a claim
    that names points.
    """
    if action.points is not None:
        raise PeerError(Code.POINTS_ILLEGAL, "a claim says no number here")
    position = position.but(claimant=seat)
    low, high = position.side_points(seat)
    if low < _target(position) <= high:
        givers = {giver for ally in position.side(seat) for giver in position.piles[ally].givers}
        return Step(position.but(phase=Phase.OPENING, owing=tuple(sorted(givers))))
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
    """A right claim wins the stake or the pot; a wrong one loses the hand, or pays the pot once more."""
    claimant = _claimant(position)
    claimed = position.side_points(claimant)
    if claimed[0] >= _target(position):
        return end_hand(position, won_by(position, claimant, Reason.CLAIM_RIGHT, claimed))
    if position.ruleset.wrong is Wrong.LOSE_HAND and position.other_side(claimant) is not None:
        return end_hand(position, lost_by(position, claimant, Reason.CLAIM_WRONG, claimed))
    return end_hand(position, Outcome(None, Reason.CLAIM_WRONG, 0, claimed=claimed, payers=(claimant,)))


# --- opening -----------------------------------------------------------------------------------------------


def _closed_by(position: Position, seat: int) -> list[Slot]:
    """`seat`'s closed cards in the piles of the claimant's side: by owner's seat, in pile order."""
    owners = position.side(_claimant(position))
    return [card for owner in owners for give in position.piles[owner].of(seat) for card in give.cards]


def opens(position: Position, seat: int) -> tuple[Open, ...]:
    """The one opening that `seat` owes, if its closed cards are known here."""
    cards = _closed_by(position, seat)
    known = tuple(card for card in cards if card is not None)
    return (Open(known),) if len(known) == len(cards) else ()


def apply_open(position: Position, seat: int, action: Open) -> Step:
    """Show `seat`'s closed cards in the piles of the claimant's side. Raises `PeerError(POINTS_ILLEGAL)`."""
    cards = _closed_by(position, seat)
    if len(action.cards) != len(cards):
        raise PeerError(Code.POINTS_ILLEGAL, f"{len(cards)} closed cards are to be opened")
    if any(card not in (None, shown) for card, shown in zip(cards, action.cards, strict=True)):
        raise PeerError(Code.POINTS_ILLEGAL, "other cards were given")
    check_cards(position, action.cards, Code.POINTS_ILLEGAL)
    piles, shown = list(position.piles), iter(action.cards)
    for owner in position.side(_claimant(position)):
        piles[owner] = _opened(piles[owner], seat, shown)
    owing = tuple(other for other in position.owing if other != seat)
    position = position.but(piles=tuple(piles), owing=owing)
    return Step(position) if owing else _settle_claim(position)


def _opened(pile: Pile, giver: int, shown: Iterator[Card]) -> Pile:
    due = pile.of(giver)
    closed = [
        replace(give, cards=tuple(next(shown) for _ in give.cards), opened=True) if give in due else give
        for give in pile.closed
    ]
    return replace(pile, closed=tuple(closed))


# --- the last word and the count ---------------------------------------------------------------------------


def last_speaker(position: Position) -> int:
    """Who has the last word now: the last trick's winner, and with claims at any time all others after it."""
    return position.turn[position.spoken]


def apply_pass(position: Position, seat: int, action: Pass) -> Step:
    """No claim in the last word; when all who have it have passed, the cards are out."""
    position = position.but(spoken=position.spoken + 1)
    if position.ruleset.win is Win.CLAIM_ANYTIME and position.spoken < position.seats:
        return Step(position)
    return cards_out(position)


def cards_out(position: Position) -> Step:
    """Nobody has won by playing: the hand is dead, or the points decide, after a count where closed cards keep
    them unknown.
    """
    if position.ruleset.exhausted is not Exhausted.MOST_POINTS:
        return end_hand(position, Outcome(None, Reason.DEAD, 0))
    owing = tuple(sorted({giver for pile in position.piles for giver in pile.givers}))
    if owing:
        return Step(position.but(phase=Phase.COUNT, owing=owing))
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
    position = position.but(piles=tuple(piles), owing=owing)
    return Step(position) if owing else _most_points(position)


def _most_points(position: Position) -> Step:
    """The side with most points wins the stake or the pot; equal best ones draw, or split the pot."""
    totals = tuple(pile.points(position.ruleset.deck)[0] for pile in position.piles)
    by_side = {position.side(seat): position.side_points(seat)[0] for seat in position.order}
    best = [side for side, total in by_side.items() if total == max(by_side.values())]
    if len(best) > 1:
        if position.ruleset.tie is Tie.SPLIT_POT:
            sharers = tuple(sorted(seat for side in best for seat in side))
            return end_hand(position, Outcome(None, Reason.SPLIT, 0, totals, sharers=sharers))
        return end_hand(position, Outcome(None, Reason.DRAW, 0, totals))
    winner = next(seat for seat in turn_order(position.order, position.first) if seat in best[0])
    return end_hand(position, Outcome(winner, Reason.CARDS_OUT, position.worth, totals))
