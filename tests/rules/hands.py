"""Positions for the tests: rulesets as literals, constructed deals, hands played by a tape."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bura_p2p.cards import Card, deck
from bura_p2p.rules.actions import Action, Claim, Give
from bura_p2p.rules.builtin import GEORGIAN, find_ruleset
from bura_p2p.rules.deal import deal_order
from bura_p2p.rules.match import Match
from bura_p2p.rules.notation import parse_action
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Pile, Position, begin_hand, deal_known, turn_up
from bura_p2p.rules.ruleset import GiveFace, NoRaise, Ruleset, ShortStock
from bura_p2p.rules.step import Step

FIVE_CARD = replace(
    GEORGIAN, name="five-card", deck=36, hand=5, target=61, lead=(1, 2, 3, 4, 5), give_face=GiveFace.UP
)
"""Five-card bura of the Georgian tables, for two."""

TABLE = replace(GEORGIAN, name="table", players=(2, 6), deck=36, raises=(), no_raise=NoRaise.NEVER)
"""Closed gives and var for up to six, each for themselves."""

NO_DRAW = replace(TABLE, name="no-draw", short_stock=ShortStock.NO_DRAW)
SHOWN = find_ruleset("georgian", points_shown=True)

GAMES: tuple[tuple[Ruleset, int], ...] = (
    (GEORGIAN, 2),
    (SHOWN, 2),
    (FIVE_CARD, 2),
    (NO_DRAW, 2),
    *((TABLE, seats) for seats in range(2, 7)),
    *((NO_DRAW, seats) for seats in (3, 5)),
)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def start(rules: Ruleset = GEORGIAN, seats: int = 2, leader: int = 0) -> Match:
    return Match.start(rules, range(seats), leader)


def dealt(*hands: str, turned: str, stock: str = "", rules: Ruleset = GEORGIAN, leader: int = 0) -> Position:
    """A known deal: a hand per seat, the turned trump, the first draws; the rest of the stock in card order."""
    held = [list(cards(hand)) for hand in hands]
    first = [held[seat].pop(0) for seat in deal_order(rules, range(len(hands)), leader)]
    known = [*first, *cards(turned), *cards(stock)]
    rest = [card for card in deck(rules.deck) if card not in known]
    return deal_known(start(rules, len(hands), leader), [*known, *rest])


def play(position: Position, *moves: str) -> Step:
    """Each move is `seat action`, such as `0 lead AS`; the last step."""
    step = Step(position)
    for move in moves:
        seat, _, action = move.partition(" ")
        step = apply(step.position, int(seat), parse_action(action))
    return step


def blind(action: Action) -> Action:
    """The action as the others see it."""
    return Give((None,) * len(action.cards), action.points) if isinstance(action, Give) else action


@dataclass(frozen=True)
class Moment:
    """One step of a hand played twice: with every card known, and as a stranger follows it."""

    known: Position
    public: Position
    seat: int
    action: Action
    step: Step
    public_step: Step


def play_hand(rules: Ruleset, seats: int, number: int, claims: float = 0.15) -> Iterator[Moment]:
    """A random hand of tape `number`; the claims that are open are made with this probability."""
    tape = random.Random(number)
    order = tape.sample(range(seats), seats)
    match = Match.start(rules, order, tape.randrange(seats))
    pack = list(deck(rules.deck))
    tape.shuffle(pack)
    known = deal_known(match, pack)
    public = turn_up(begin_hand(match), known.trump_card or pack[0])
    while actors(known):
        seat = tape.choice(actors(known))
        action = _choose(tape, legal_actions(known, seat), claims)
        step, public_step = apply(known, seat, action), apply(public, seat, blind(action))
        yield Moment(known, public, seat, action, step, public_step)
        known, public = step.position, public_step.position


def _choose(tape: random.Random, actions: tuple[Action, ...], claims: float) -> Action:
    rest = [action for action in actions if not isinstance(action, Claim)]
    claiming = len(rest) < len(actions) and tape.random() < claims
    return Claim() if claiming else tape.choice(rest)


def with_points(position: Position, *points: int) -> Position:
    """The same position with piles of these points, as if counted, and a trick won by the leader."""
    piles = tuple(Pile(sums=((seat, value),)) for seat, value in enumerate(points))
    won = tuple(int(seat == position.leader) for seat in range(position.seats))
    return replace(position, piles=piles, tricks_won=won)


def all_cards(position: Position) -> list[Card]:
    """Every card of a known position, wherever it is."""
    slots = [card for hand in position.hands for card in hand] + list(position.stock)
    slots += [card for played in position.trick for card in played.cards]
    for pile in position.piles:
        slots += [*pile.open, *(card for give in pile.closed for card in give.cards)]
    return sorted(card for card in slots if card is not None)
