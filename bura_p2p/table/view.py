"""What one seat may see of a table: the input of every face and every bot.

Here: a frozen picture made of public state and the seat's own cards. Never: a key, a ciphertext, another seat's
hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card
from ..rules.actions import Action
from ..rules.match import Match
from ..rules.outcome import Outcome
from ..rules.phases import legal_actions
from ..rules.position import Position, with_hand
from ..rules.ruleset import Ruleset
from .phases import Stage
from .table import Table

PLAYER_STAGES = frozenset({Stage.LEAD, Stage.SEIZED, Stage.RAISED, Stage.FOLLOW, Stage.LAST_WORD})
"""Stages in which a person decides; in every other one the content is forced."""


@dataclass(frozen=True, slots=True)
class View:
    """A seat's picture. `position` has the seat's own cards filled in; `legal` is empty when it need not act.

    `names` are text from peers. `given` are this seat's own face-down cards of this hand. `owing` are the seats
    that the table waits for. `outcome` is set from the end of a hand until the next begins. `own_points` are the
    exact points of the own side's piles where the rules show them to their owner, else None. `claiming`: a claim was
    made and waits, unseen by the others, for this seat's next place. `first_leader`: who led the first hand whose
    keys were all shown; None before. `wanted_leader`: who is to lead first, where the hellos say so.
    """

    seat: int
    stage: Stage
    names: tuple[str, ...]
    ruleset: Ruleset | None
    match: Match | None
    position: Position | None
    held: tuple[Card, ...]
    given: tuple[Card, ...]
    legal: tuple[Action, ...]
    owing: tuple[int, ...]
    outcome: Outcome | None
    round: int
    head: bytes
    own_points: int | None
    claiming: bool
    first_leader: int | None = None
    wanted_leader: int | None = None

    def __repr__(self) -> str:
        """Where the seat stands; its cards and choices never stand in a log or a traceback."""
        return f"View(seat={self.seat}, {self.stage.value}, round={self.round}, {self.position!r})"

    @property
    def my_turn(self) -> bool:
        """Whether this seat has to choose."""
        return bool(self.legal)


def view_of(
    table: Table,
    seat: int,
    held: Sequence[Card],
    given: Sequence[Card] = (),
    *,
    sealed: int | None = None,
    claiming: bool = False,
) -> View:
    """The view of `seat`, which holds `held` (empty while it holds nothing or the hand is settled).

    `sealed`: the points that the givers of its pile sealed for it, None unless it can tell all of them.
    """
    state = table.state
    position = state.position
    legal: tuple[Action, ...] = ()
    # While shares of drawn cards are on their way, the hand has slots that the seat cannot read yet; and a session
    # that has stopped in mid-hand has forgotten its cards, and has no more choices.
    if position is not None and len(held) == len(position.hands[seat]):
        position = with_hand(position, seat, tuple(held))
        if table.stage in PLAYER_STAGES:  # one seat's turn; the others have nothing to choose from
            legal = legal_actions(position, seat)
    return View(
        seat=seat,
        stage=table.stage,
        names=state.names,
        ruleset=state.ruleset,
        match=state.next_match or state.match,
        position=position,
        held=tuple(held),
        given=tuple(given),
        legal=legal,
        owing=table.owing(),
        outcome=state.outcome,
        round=table.round,
        head=table.head,
        own_points=None if position is None or state.outcome is not None else _own_points(position, seat, sealed),
        claiming=claiming,
        first_leader=state.first_leader,
        wanted_leader=state.wanted_leader,
    )


def _own_points(position: Position, seat: int, sealed: int | None) -> int | None:
    if not position.ruleset.points_shown or seat not in position.order:
        return None
    piles = [position.piles[ally] for ally in position.side(seat)]
    if any(pile.unknown for pile in piles) and sealed is None:
        return None
    return sum(pile.exact for pile in piles) + (sealed or 0)
