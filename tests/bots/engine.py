"""Hands played on the rules alone: a known deal, and for each seat the view that it may have of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from bura_p2p.cards import Card, deck
from bura_p2p.rules.actions import Action, Announce, Claim, Count, Open, Pass
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.calls import HEIGHT
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.position import ClosedGive, Pile, Play, Position, deal_known
from bura_p2p.rules.ruleset import Ruleset, Special
from bura_p2p.table.phases import STAGE_OF_PHASE
from bura_p2p.table.view import PLAYER_STAGES, View

Choose = Callable[[View], Action]

TABLES: tuple[tuple[Ruleset, int], ...] = tuple(
    (rules, seats) for rules in RULESETS.values() for seats in range(rules.players[0], rules.players[1] + 1)
)
TABLE_NAMES = [f"{rules.name}-{seats}" for rules, seats in TABLES]


def new_match(*, match_to: int = 0, points_shown: bool = False, leader: int = 0) -> Match:
    ruleset = find_ruleset("georgian", match_to=match_to, points_shown=points_shown)
    return Match.start(ruleset, (0, 1), leader)


def table_match(rules: Ruleset, seats: int, number: int = 0) -> Match:
    """Hand `number` of a match, the seats taking the lead in turn."""
    return replace(Match.start(rules, range(seats), number % seats), hand=number)


def deal(number: int, match: Match | None = None) -> Position:
    match = match or new_match(leader=number % 2)
    cards = list(deck(match.ruleset.deck))
    Random(number).shuffle(cards)
    return deal_known(match, cards)


def view_of(
    position: Position, seat: int, *, masked: bool = True, match: Match | None = None, own_points: int | None = None
) -> View:
    """What `seat` may see; `masked=False` leaves the cards in the position that a bot must not read.

    `own_points` stand in for the true ones where the rules show them.
    """
    told = truth(position, seat) if own_points is None else own_points
    given = [
        card
        for pile in position.piles
        for give in pile.closed
        if give.giver == seat
        for card in give.known or ()
    ]
    stage = STAGE_OF_PHASE[position.phase]
    return View(
        seat=seat,
        stage=stage,
        names=("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")[: len(position.hands)],
        ruleset=position.ruleset,
        match=match or Match.start(position.ruleset, position.order, position.leader),
        position=hidden(position, seat) if masked else position,
        held=tuple(sorted(card for card in position.hands[seat] if card is not None)),
        given=tuple(given),
        legal=legal_actions(position, seat) if stage in PLAYER_STAGES else (),
        owing=actors(position),
        outcome=position.outcome,
        round=9,
        head=bytes(32),
        own_points=told if position.ruleset.points_shown else None,
        claiming=False,
    )


def truth(position: Position, seat: int) -> int:
    """What the piles of `seat`'s side hold."""
    piles = [position.piles[ally] for ally in position.side(seat)]
    closed = [card for pile in piles for give in pile.closed for card in give.known or ()]
    return cards_points([*closed, *(card for pile in piles for card in pile.open)])


def hidden(position: Position, seat: int) -> Position:
    """The position with everything unknown that `seat` may not see, as a table's state has it."""
    hands = tuple(
        held if other == seat else (None,) * len(held) for other, held in enumerate(position.hands)
    )
    stock = ((None,) * len(position.stock))[:-1] + position.stock[-1:]
    piles = tuple(replace(pile, closed=tuple(map(_closed, pile.closed))) for pile in position.piles)
    trick = tuple(
        play if play.face_up else play._replace(cards=(None,) * len(play.cards)) for play in position.trick
    )
    return replace(position, hands=hands, stock=stock, piles=piles, trick=trick)


def _closed(give: ClosedGive) -> ClosedGive:
    return give if give.opened else replace(give, cards=(None,) * len(give.cards))


def reshuffled(position: Position, seat: int, number: int) -> Position:
    """The same position for `seat`, with all cards that it cannot see dealt anew."""
    slots = list(_hidden_cards(position, seat))
    Random(number).shuffle(slots)
    pool = iter(slots)

    def fresh(cards: Sequence[Card | None]) -> tuple[Card | None, ...]:
        return tuple(next(pool) for _ in cards)

    hands = tuple(held if other == seat else fresh(held) for other, held in enumerate(position.hands))
    stock = fresh(position.stock[:-1]) + position.stock[-1:]
    piles = tuple(
        Pile(
            pile.open,
            tuple(give if _known_to(give, seat) else replace(give, cards=fresh(give.cards)) for give in pile.closed),
            pile.sums,
        )
        for pile in position.piles
    )
    trick = tuple(play if play.face_up else play._replace(cards=fresh(play.cards)) for play in position.trick)
    return replace(position, hands=hands, stock=stock, piles=piles, trick=trick)


def _known_to(give: ClosedGive, seat: int) -> bool:
    return give.opened or give.giver == seat


def _hidden_cards(position: Position, seat: int) -> Iterator[Card | None]:
    for other, held in enumerate(position.hands):
        if other != seat:
            yield from held
    yield from position.stock[:-1]
    for pile in position.piles:
        for give in pile.closed:
            if not _known_to(give, seat):
                yield from give.cards
    for play in position.trick:
        if not play.face_up:
            yield from play.cards


def forced(position: Position, legal: Sequence[Action], policy: frozenset[Special]) -> Action | None:
    """What is done for a seat without a choice of its own: owed cards, the tally, what its policy announces."""
    if STAGE_OF_PHASE[position.phase] in PLAYER_STAGES:
        return None
    told = [x for x in legal if isinstance(x, Announce) and (position.ruleset.instant or x.what in policy)]
    if told:
        return max(told, key=lambda action: HEIGHT[action.what])
    plain = [action for action in legal if isinstance(action, Open | Count | Claim | Pass)]
    return plain[0]


def play_hand(
    position: Position,
    choosers: Sequence[Choose],
    *,
    masked: bool = True,
    match: Match | None = None,
    policies: Sequence[frozenset[Special]] = (frozenset(Special),) * 6,
) -> tuple[Outcome, list[Action]]:
    """Play a known position to its end; what is owed without a choice is paid by itself."""
    actions: list[Action] = []
    while position.outcome is None:
        seat = actors(position)[0]
        legal = legal_actions(position, seat)
        action = forced(position, legal, policies[seat])
        if action is None:
            action = choosers[seat](view_of(position, seat, masked=masked, match=match))
            assert action in legal
        actions.append(action)
        position = apply(position, seat, action).position
    return position.outcome, actions


__all__ = [
    "TABLES", "TABLE_NAMES", "Play", "deal", "forced", "hidden", "new_match", "play_hand", "reshuffled",
    "table_match", "truth", "view_of",
]  # fmt: skip
