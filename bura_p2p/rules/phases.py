"""Who may do what when: the phases of a hand as one table, and the four questions asked of it.

Here: the table, `actors`, `legal_kinds`, `legal_actions`, `apply`. Never: what an action does (`tricks`,
`stakes`, `claims`), or a condition that stands beside the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final

from ..errors import Code, PeerError
from .actions import (
    Accept,
    Action,
    Announce,
    Answer,
    Cede,
    Claim,
    Count,
    Decline,
    Give,
    Lead,
    Open,
    Pass,
    Raise,
    Resign,
)  # fmt: skip
from .calls import announcements, apply_announce, apply_cede, apply_silence, may_cede, silence, speakers
from .claims import (
    apply_claim,
    apply_count,
    apply_open,
    apply_pass,
    claims_anytime,
    counts,
    last_speaker,
    may_claim,
    opens,
)
from .position import Phase, Position
from .stakes import (
    apply_accept,
    apply_decline,
    apply_raise,
    apply_resign,
    may_raise,
    raised_against,
    raises,
    resigned,
)
from .step import Draw, Step, TrickResult
from .taking import apply_tally, goes_on, wins
from .tricks import answers, apply_answer, apply_give, apply_lead, follower, gives, leads, may_give

__all__ = [
    "PHASES", "Draw", "Kind", "Move", "Step", "TrickResult",
    "actors", "apply", "legal_actions", "legal_kinds", "resigned",
]  # fmt: skip

Kind = type[Action]
"""A kind of action: one of `actions.ACTIONS`."""


def _always(position: Position, seat: int) -> bool:
    return True


@dataclass(frozen=True)
class Move:
    """One kind of action in one phase: its effect, the choices, whether it is open, the refusal if not.

    `open` and `apply` look only at what everybody sees; `choices` needs the seat's own cards.
    """

    apply: Callable[[Position, int, Any], Step]
    choices: Callable[[Position, int], tuple[Action, ...]]
    open: Callable[[Position, int], bool] = _always
    refusal: Code = Code.TYPE_NOT_DUE


def _plain(*actions: Action) -> Callable[[Position, int], tuple[Action, ...]]:
    return lambda position, seat: actions


_CLAIM: Final = Move(apply_claim, _plain(Claim()), may_claim, Code.CLAIM_ILLEGAL)
_CLAIM_IN_TRICK: Final = Move(apply_claim, _plain(Claim()), may_claim)
_RAISE: Final = Move(apply_raise, raises, may_raise, Code.RAISE_ILLEGAL)
_RESIGN: Final = Move(apply_resign, _plain())


@dataclass(frozen=True)
class PhaseRule:
    """One phase: the seats that owe an action, and what they may do."""

    actors: Callable[[Position], tuple[int, ...]]
    moves: Mapping[Kind, Move]

    @cached_property
    def listed(self) -> tuple[Move, ...]:
        """The moves whose choices are listed: all but resigning, which is always open."""
        return tuple(move for kind, move in self.moves.items() if kind is not Resign)


PHASES: Final[Mapping[Phase, PhaseRule]] = {
    Phase.DEALING: PhaseRule(lambda position: position.order, {Resign: _RESIGN}),
    Phase.ANNOUNCE: PhaseRule(
        speakers,
        {Announce: Move(apply_announce, announcements), Pass: Move(apply_silence, silence), Resign: _RESIGN},
    ),
    Phase.LEAD: PhaseRule(
        lambda position: (position.leader,),
        {
            Lead: Move(apply_lead, leads),
            Cede: Move(apply_cede, _plain(Cede()), may_cede),
            Claim: _CLAIM,
            Raise: _RAISE,
            Resign: _RESIGN,
        },
    ),
    Phase.SEIZED: PhaseRule(
        lambda position: (position.leader,),
        {Lead: Move(apply_lead, leads), Claim: _CLAIM, Resign: _RESIGN},
    ),
    Phase.RAISED: PhaseRule(
        raised_against,
        {
            Accept: Move(apply_accept, _plain(Accept())),
            Decline: Move(apply_decline, _plain(Decline())),
            Raise: _RAISE,
            Resign: _RESIGN,
        },
    ),
    Phase.FOLLOW: PhaseRule(
        lambda position: (follower(position),),
        {
            Answer: Move(apply_answer, answers),
            Give: Move(apply_give, gives, lambda position, seat: may_give(position), Code.GIVE_ILLEGAL),
            Claim: _CLAIM_IN_TRICK,
            Resign: _RESIGN,
        },
    ),
    Phase.TALLY: PhaseRule(
        lambda position: (position.leader,),
        {
            Claim: Move(apply_tally, wins),
            Pass: Move(apply_tally, goes_on),
            Resign: _RESIGN,
        },
    ),
    Phase.LAST_WORD: PhaseRule(
        lambda position: (last_speaker(position),),
        {Claim: _CLAIM, Pass: Move(apply_pass, _plain(Pass())), Resign: _RESIGN},
    ),
    Phase.OPENING: PhaseRule(lambda position: position.owing, {Open: Move(apply_open, opens), Resign: _RESIGN}),
    Phase.COUNT: PhaseRule(lambda position: position.owing, {Count: Move(apply_count, counts), Resign: _RESIGN}),
    Phase.OVER: PhaseRule(lambda position: (), {}),
}
"""Every phase: what is not listed is refused with TYPE_NOT_DUE."""


def actors(position: Position) -> tuple[int, ...]:
    """The seats that owe an action now, ascending; none when the hand is over."""
    seats = PHASES[position.phase].actors(position)
    return seats if len(seats) < 2 else tuple(sorted(seats))


def legal_kinds(position: Position, seat: int) -> frozenset[Kind]:
    """The kinds of action that `seat` may try now, as everybody at the table can tell (no card is looked at).

    Empty for a seat that owes nothing. `Answer` is listed whether or not the hand can beat.
    """
    if seat not in actors(position):
        return frozenset()
    moves = PHASES[position.phase].moves
    return frozenset(kind for kind, move in moves.items() if move.open(position, seat))


def legal_actions(position: Position, seat: int) -> tuple[Action, ...]:
    """Every action that `seat` may take now but `Resign`, which is open to an actor at any time.

    Where cards are played, `seat`'s own cards must be known (else `LocalError`). What is owed of closed
    cards (`Open`, `Count`) is listed when the position knows them.
    """
    rule = PHASES[position.phase]
    if seat not in rule.actors(position):
        return ()
    choices = [move.choices(position, seat) for move in rule.listed if move.open(position, seat)]
    return tuple(chain.from_iterable(choices))


def apply(position: Position, seat: int, action: Action) -> Step:
    """The position after `seat` has acted, with the trick, draws and outcome that this brought about.

    Raises `PeerError`: TYPE_NOT_DUE when the seat owes nothing or the phase has no such action, else the
    refusal of that action (LEAD_, ANSWER_, GIVE_, CLAIM_, RAISE_, POINTS_ILLEGAL). Where a ruleset lets anybody
    claim at any time, a claim is applied out of turn too (it is listed only in the seat's own turn).
    """
    if isinstance(action, Claim) and claims_anytime(position, seat):
        return apply_claim(position, seat, action)
    rule = PHASES[position.phase]
    move = rule.moves.get(type(action))
    if move is None or seat not in rule.actors(position):
        raise PeerError(Code.TYPE_NOT_DUE, f"no {type(action).__name__.lower()} is due")
    if not move.open(position, seat):
        raise PeerError(move.refusal, f"no {type(action).__name__.lower()} is open now")
    return move.apply(position, seat, action)
