"""Hands played on the rules alone: a known deal, and for each seat the view that it may have of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from bura_p2p.cards import Card, deck
from bura_p2p.rules.actions import Action, Count, Open
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.position import ClosedGive, Pile, Play, Position, deal_known
from bura_p2p.table.phases import STAGE_OF_PHASE
from bura_p2p.table.view import PLAYER_STAGES, View

Choose = Callable[[View], Action]


def new_match(*, match_to: int = 0, points_shown: bool = False, leader: int = 0) -> Match:
    ruleset = find_ruleset("georgian", match_to=match_to, points_shown=points_shown)
    return Match.start(ruleset, (0, 1), leader)


def deal(number: int, match: Match | None = None) -> Position:
    cards = list(deck(20))
    Random(number).shuffle(cards)
    return deal_known(match or new_match(leader=number % 2), cards)


def view_of(position: Position, seat: int, *, masked: bool = True, match: Match | None = None) -> View:
    """What `seat` may see; `masked=False` leaves the cards in the position that a bot must not read."""
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
        names=("Ann", "Ben"),
        ruleset=position.ruleset,
        match=match or new_match(leader=position.leader),
        position=hidden(position, seat) if masked else position,
        held=tuple(sorted(card for card in position.hands[seat] if card is not None)),
        given=tuple(given),
        legal=legal_actions(position, seat) if stage in PLAYER_STAGES else (),
        owing=actors(position),
        outcome=position.outcome,
        round=9,
        head=bytes(32),
        own_points=_worth(position.piles[seat]) if position.ruleset.points_shown else None,
    )


def _worth(pile: Pile) -> int:
    return cards_points(pile.open) + sum(cards_points(give.known or ()) for give in pile.closed)


def hidden(position: Position, seat: int) -> Position:
    """The position with everything unknown that `seat` may not see, as a table's state has it."""
    hands = tuple(
        held if other == seat else (None,) * len(held) for other, held in enumerate(position.hands)
    )
    stock = ((None,) * len(position.stock))[:-1] + position.stock[-1:]
    piles = tuple(replace(pile, closed=tuple(map(_closed, pile.closed))) for pile in position.piles)
    trick = tuple(
        play if play.face_up else replace(play, cards=(None,) * len(play.cards)) for play in position.trick
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
    return replace(position, hands=hands, stock=stock, piles=piles)


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


def play_hand(position: Position, choosers: Sequence[Choose], *, masked: bool = True) -> tuple[Outcome, list[Action]]:
    """Play a known position to its end; what is owed without a choice is paid by itself."""
    actions: list[Action] = []
    while position.outcome is None:
        seat = actors(position)[0]
        legal = legal_actions(position, seat)
        if isinstance(legal[0], Open | Count):
            action = legal[0]
        else:
            action = choosers[seat](view_of(position, seat, masked=masked))
            assert action in legal
        actions.append(action)
        position = apply(position, seat, action).position
    return position.outcome, actions


__all__ = ["Play", "deal", "hidden", "new_match", "play_hand", "reshuffled", "view_of"]
