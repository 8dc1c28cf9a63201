"""A hand between bots on the rules alone: a known deal, and for each seat no more than it may see of it.

Here: views of a known position, what is owed without a choice, `play_hand` with each thought timed. Never: the
mathematics of a real game, a network; the deals are anybody's to know, so let no person play so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ..bots import Bot
from ..cards import Card
from ..rules.actions import Action, Announce, Claim, Count, Open, Pass
from ..rules.calls import HEIGHT
from ..rules.match import Match
from ..rules.outcome import Outcome
from ..rules.phases import actors, apply, legal_actions
from ..rules.points import cards_points
from ..rules.position import ClosedGive, Position, deal_known
from ..rules.ruleset import Special
from ..table.phases import STAGE_OF_PHASE
from ..table.view import PLAYER_STAGES, View


@dataclass
class Seat:
    """A bot at the table: what it chose, how long its thoughts took, and whether it broke the rules."""

    bot: Bot
    moves: int = 0
    illegal: int = 0
    longest: float = 0.0
    policy: frozenset[Special] = field(default=frozenset())


def play_hand(match: Match, cards: Sequence[Card], seats: Sequence[Seat], clock: Callable[[], float]) -> Outcome:
    """The end of the hand that `cards`, by deck position, deal. A move that is not legal is counted, and the first
    legal one made instead. `seats` is changed.
    """
    position = deal_known(match, cards)
    for at, seat in enumerate(seats):
        seat.policy = seat.bot.policy(seat_view(position, at, match))
    while position.outcome is None:
        at = actors(position)[0]
        legal = legal_actions(position, at)
        action = _owed(position, legal, seats[at].policy)
        if action is None:
            action = _chosen(seats[at], seat_view(position, at, match), clock)
        position = apply(position, at, action).position
    return position.outcome


def _chosen(seat: Seat, view: View, clock: Callable[[], float]) -> Action:
    started = clock()
    action = seat.bot.choose(view)
    seat.longest = max(seat.longest, clock() - started)
    seat.moves += 1
    if action in view.legal:
        return action
    seat.illegal += 1
    return view.legal[0]


def _owed(position: Position, legal: Sequence[Action], policy: frozenset[Special]) -> Action | None:
    """What is done for a seat that has no choice: owed cards, a tally, what its policy announces; else None."""
    if STAGE_OF_PHASE[position.phase] in PLAYER_STAGES:
        return None
    told = [act for act in legal if isinstance(act, Announce) and (position.ruleset.instant or act.what in policy)]
    if told:
        return max(told, key=lambda action: HEIGHT[action.what])
    return next(action for action in legal if isinstance(action, Open | Count | Claim | Pass))


def seat_view(position: Position, seat: int, match: Match) -> View:
    """What `seat` may see of a known position."""
    stage = STAGE_OF_PHASE[position.phase]
    mine = [give for pile in position.piles for give in pile.closed if give.giver == seat]
    return View(
        seat=seat,
        stage=stage,
        names=tuple(f"seat {other}" for other in range(len(position.hands))),
        ruleset=position.ruleset,
        match=match,
        position=_seen(position, seat),
        held=tuple(sorted(filter(None, position.hands[seat]))),
        given=tuple(card for give in mine for card in give.known or ()),
        legal=legal_actions(position, seat) if stage in PLAYER_STAGES else (),
        owing=actors(position),
        outcome=position.outcome,
        round=0,
        head=bytes(32),
        own_points=_own_points(position, seat) if position.ruleset.points_shown else None,
        claiming=False,
    )


def _own_points(position: Position, seat: int) -> int:
    piles = [position.piles[ally] for ally in position.side(seat)]
    closed = [card for pile in piles for give in pile.closed for card in give.known or ()]
    return cards_points([*closed, *(card for pile in piles for card in pile.open)])


def _seen(position: Position, seat: int) -> Position:
    """The position without the cards that `seat` may not see, as a table's state has it."""
    hands = tuple(held if other == seat else (None,) * len(held) for other, held in enumerate(position.hands))
    stock = ((None,) * len(position.stock))[:-1] + position.stock[-1:]
    piles = tuple(replace(pile, closed=tuple(map(_unseen, pile.closed))) for pile in position.piles)
    trick = tuple(play if play.face_up else play._replace(cards=(None,) * len(play.cards)) for play in position.trick)
    return position.but(hands=hands, stock=stock, piles=piles, trick=trick)


def _unseen(give: ClosedGive) -> ClosedGive:
    return give if give.opened else replace(give, cards=(None,) * len(give.cards))
