"""Taking a trick: the pile, what a combination or the points decide, the refill, who speaks next.

Here: everything from the last card of a trick to the next lead. Never: what may be put down (`tricks`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Code, LocalError, PeerError
from .actions import Action, Claim, Pass
from .calls import hand_winner, next_leader
from .claims import cards_out
from .outcome import Reason
from .points import cards_points
from .position import ClosedGive, Hands, Phase, Pile, Play, Position, before_lead
from .ruleset import ShortStock, Win
from .step import Draw, Step, TrickResult, check_sum, end_hand, won_by


def take_trick(position: Position, hands: Hands, result: TrickResult) -> Step:
    """The whole trick, after which `hands` are left, goes to its winner, who leads next, after the refill."""
    piles, won = list(position.piles), list(position.tricks_won)
    piles[result.winner] = _grown(piles[result.winner], result.plays)
    won[result.winner] += 1
    position = position.but(
        hands=hands, piles=tuple(piles), tricks_won=tuple(won), trick=(), leader=result.winner
    )  # fmt: skip
    bura = hand_winner(position, result.plays, result.winner)
    leader = next_leader(position, result.plays, result.winner)
    if bura is not None:
        step = end_hand(position, won_by(position, bura, Reason.BURA))
    elif position.ruleset.win is Win.AUTO:
        step = _reached(position)
    else:
        step = _go_on(position, leader)
    return Step(step.position, result, step.draws, step.outcome)


def _grown(pile: Pile, trick: Sequence[Play]) -> Pile:
    opened, closed = list(pile.open), list(pile.closed)
    for play in trick:
        opened += play.shown
        if not play.face_up:
            closed.append(ClosedGive(play.seat, play.cards, play.points))
    return Pile(tuple(opened), tuple(closed), pile.sums)


def _go_on(position: Position, leader: int) -> Step:
    """Refill from the trick's winner (now the leader), then `leader` leads; or the cards are out."""
    position, draws = refill(position)
    # A hand without cards can neither lead nor answer, so no lead is legal any more (when the stock is short at
    # a larger table, other hands may still hold some: they stay closed and count for nobody).
    if position.shortest_hand:
        return Step(before_lead(position, leader), draws=draws)
    if position.ruleset.win in {Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME}:
        return Step(position.but(phase=Phase.LAST_WORD, spoken=0, announced=()), draws=draws)
    return cards_out(position)._replace(draws=draws)


def refill(position: Position) -> tuple[Position, tuple[Draw, ...]]:
    """Hands are filled from the stock one card at a time in turn order from the trick's winner (now the
    leader).
    """
    full, turn = position.ruleset.hand, position.turn
    stock, positions = position.stock, position.stock_positions
    hands, missing = list(position.hands), [full - len(position.hands[seat]) for seat in turn]
    if position.ruleset.short_stock is ShortStock.NO_DRAW and sum(missing) > len(stock):
        return position, ()
    draws: list[Draw] = []
    for _ in range(max(missing) if stock else 0):
        for seat in turn:
            if len(hands[seat]) < full and len(draws) < len(stock):
                hands[seat] = (*hands[seat], stock[len(draws)])
                draws.append(Draw(seat, positions[len(draws)]))
    left, left_at = stock[len(draws) :], positions[len(draws) :]
    return position.but(hands=tuple(hands), stock=left, stock_positions=left_at), tuple(draws)


# --- points that win by themselves -------------------------------------------------------------------------


def _target(position: Position) -> int:
    if position.ruleset.target is None:
        raise LocalError("These rules have no points to reach.")
    return position.ruleset.target


def _reached(position: Position) -> Step:
    """Before any refill: the winner of the trick has the points, or has not, or is the one who can tell.

    Source: "As soon as a player reaches 31, the game is over."
    """
    low, high = position.side_points(position.leader)
    if low >= _target(position):
        return end_hand(position, won_by(position, position.leader, Reason.REACHED, (low, high)))
    if high < _target(position):
        return _go_on(position, position.leader)
    return Step(position.but(phase=Phase.TALLY))


def _has_reached(position: Position, seat: int) -> bool | None:
    """Whether `seat`'s pile holds the target, or None if its closed cards are not known here."""
    pile = position.piles[seat]
    total = pile.exact
    for give in pile.unknown:
        if give.known is None:
            return None
        total += cards_points(give.known)
    return total >= _target(position)


def tallies(position: Position, seat: int) -> tuple[Action, ...]:
    """What `seat` must say of its pile: that it holds the target, or not yet; both where it is not known."""
    return (*wins(position, seat), *goes_on(position, seat))


def wins(position: Position, seat: int) -> tuple[Action, ...]:
    """To say that the points are reached, unless they are known not to be."""
    return () if _has_reached(position, seat) is False else (Claim(),)


def goes_on(position: Position, seat: int) -> tuple[Action, ...]:
    """To say that they are not reached, unless they are known to be."""
    return () if _has_reached(position, seat) else (Pass(),)


def apply_tally(position: Position, seat: int, action: Claim | Pass) -> Step:
    """Win, or play on. Raises `PeerError(POINTS_ILLEGAL)` for the wrong one of the two, where that is known, and for
    proved points that the cards cannot have or that do not reach the target.
    """
    if _has_reached(position, seat) is isinstance(action, Pass):
        raise PeerError(Code.POINTS_ILLEGAL, "the pile holds other points")
    if isinstance(action, Pass):
        return _go_on(position, seat)
    held = position.side_points(seat)
    if action.points is not None:
        closed = [card for give in position.piles[seat].unknown for card in give.cards]
        check_sum(position, action.points, closed)
        exact = position.piles[seat].exact + action.points
        held = (exact, exact)
        if exact < _target(position):
            raise PeerError(Code.POINTS_ILLEGAL, "the points do not reach the target")
    return end_hand(position, won_by(position, seat, Reason.REACHED, held))
