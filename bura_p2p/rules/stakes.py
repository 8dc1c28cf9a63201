"""Raising the stake, and what resigning costs.

Here: raise, accept, decline, resign. Never: cards.
"""

from __future__ import annotations

from ..errors import Code, LocalError, PeerError
from .actions import Accept, Decline, Raise, Resign
from .outcome import Outcome, Reason
from .position import Phase, Position
from .step import Step, end_hand, lost_by


def next_stake(position: Position, seat: int) -> int | None:
    """What `seat`, whose turn it is, may raise to: by one step, never twice in a row by one side."""
    if not position.raises_allowed or position.announced:
        return None
    to = (position.raise_to or position.stake) + 1
    again = position.last_raiser is not None and position.last_raiser in position.side(seat)
    return None if again or to not in position.ruleset.raises else to


def may_raise(position: Position, seat: int) -> bool:
    """Whether `seat`, whose turn it is to speak, may raise."""
    return next_stake(position, seat) is not None


def raises(position: Position, seat: int) -> tuple[Raise, ...]:
    """The raise that is open to `seat`, if any."""
    to = next_stake(position, seat)
    return () if to is None else (Raise(to),)


def apply_raise(position: Position, seat: int, action: Raise) -> Step:
    """Offer a higher stake. Raising back accepts the offer that it answers: that is then the stake to be lost.

    Source: "If he answers 'se', the stake goes to 3 and you must answer: accept, decline and lose 2". Raises
    `PeerError(RAISE_ILLEGAL)`.
    """
    if action.to != next_stake(position, seat):
        raise PeerError(Code.RAISE_ILLEGAL, f"a raise to {action.to} is not open now")
    stake = position.raise_to or position.stake
    return Step(position.but(stake=stake, raise_to=action.to, last_raiser=seat, phase=Phase.RAISED))


def raised_against(position: Position) -> tuple[int, ...]:
    """The seat that must answer the open raise: the first from the leader on that is not of the raiser's side."""
    raiser = position.leader if position.last_raiser is None else position.last_raiser
    return next((seat,) for seat in position.turn if seat not in position.side(raiser))


def apply_accept(position: Position, seat: int, action: Accept) -> Step:
    """The offered stake holds; the leader goes on, and may raise again if the other side raised last."""
    stake = position.raise_to or position.stake
    return Step(position.but(stake=stake, raise_to=None, phase=Phase.LEAD))


def apply_decline(position: Position, seat: int, action: Decline) -> Step:
    """The hand is lost at the stake before the offer."""
    return end_hand(position, lost_by(position, seat, Reason.DECLINED))


def apply_resign(position: Position, seat: int, action: Resign) -> Step:
    """One seat gives the hand up."""
    return end_hand(position, resigned(position, frozenset({seat})))


def resigned(position: Position, seats: frozenset[int]) -> Outcome:
    """How the hand ends when these seats resign in one round.

    All sides at once: void. One of two sides: the other wins the accepted stake or the pot (against an open raise
    it is a decline). Of a larger table: nobody wins, who resigned pays the pot once more and has left. Raises
    `LocalError` for no seats, or seats that do not play.
    """
    if not seats or not seats <= set(position.order):
        raise LocalError("Only seats of this table can resign.")
    sides = {position.side(seat) for seat in seats}
    if len(sides) == len({position.side(seat) for seat in position.order}):
        return Outcome(None, Reason.VOID, 0)
    if position.other_side(min(seats)) is not None:
        asked = position.phase is Phase.RAISED and raised_against(position)[0] in position.side(min(seats))
        return lost_by(position, min(seats), Reason.DECLINED if asked else Reason.RESIGNED)
    left = tuple(sorted(seats))
    return Outcome(None, Reason.RESIGNED, 0, payers=left if position.ruleset.has_pot else (), left=left)
