"""Imagined hands of the others, and how a trick may go on from a move.

Here: dealing what is unseen, playing the running trick to its end by the rules with plain replies. Never: a card
that the seat may not see (see `memory`), a trick after this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from ..cards import Card, Rank, Suit
from ..rules.actions import Action, Answer, Give, Lead
from ..rules.calls import is_a
from ..rules.phases import apply, legal_actions
from ..rules.points import card_points, cards_points, set_beats
from ..rules.position import Phase, Position
from ..rules.ruleset import GiveFace, Instant, Maliutka, Special
from ..rules.step import Step
from ..rules.tricks import follower, held_cards
from .chance import Entropy, sample
from .memory import Memory

PLAYED: Final = 0.7
"""How much of a card's cost counts when it is put on a trick."""


def imagine(memory: Memory, count: int, entropy: Entropy) -> list[Position]:
    """`count` positions that look the same from here, the other hands filled in."""
    return [_imagined(memory, entropy) for _ in range(count)]


def _imagined(memory: Memory, entropy: Entropy) -> Position:
    position = memory.position
    wanted = {seat: len(position.hands[seat]) for seat in position.order if seat != memory.seat}
    held: dict[int, list[Card]] = {seat: [] for seat in wanted}
    turned = memory.at_large
    free = [*memory.unseen] if turned is None else [*memory.unseen, turned]
    for seat, what in position.announced:
        if wanted.get(seat) == position.ruleset.hand:
            held[seat] = _announced_hand(position, what, free, entropy)
            free = [card for card in free if card not in held[seat]]
    if turned is not None and turned in free:
        free.remove(turned)
        takers = [seat for seat, count in wanted.items() if len(held[seat]) < count]
        for seat in sample(takers, 1, entropy):
            held[seat].append(turned)
    pool = iter(sample(free, sum(wanted.values()) - sum(map(len, held.values())), entropy))
    for seat, cards in held.items():
        cards += [card for _, card in zip(range(wanted[seat] - len(cards)), pool, strict=False)]
    hands = [held.get(seat, cards) for seat, cards in enumerate(position.hands)]
    return position.but(hands=tuple(map(tuple, hands)))


def _announced_hand(
    position: Position, what: Special | Instant, free: Sequence[Card], entropy: Entropy
) -> list[Card]:
    """A whole hand that is what was announced, or nothing where no such hand is possible."""
    size, suits = position.ruleset.hand, list(Suit)
    if position.ruleset.maliutka is Maliutka.ANYTIME:
        suits.remove(position.trump)
    groups = [[card for card in free if card.suit == suit] for suit in suits]
    groups.append([card for card in free if card.rank is Rank.ACE])
    groups = [group for group in groups if len(group) >= size and is_a(position.trump, group, what)]
    return [card for group in sample(groups, 1, entropy) for card in sample(group, size, entropy)]


def finish(world: Position, seat: int, action: Action) -> Step:
    """`seat` does `action`, and the trick that follows goes on to its end, or the hand to its own."""
    step = apply(world, seat, action)
    while step.trick is None and step.outcome is None:
        position = step.position
        if position.phase is Phase.FOLLOW:
            seat = follower(position)
            step = apply(position, seat, reply(position, seat))
            continue
        leads = [lead for lead in legal_actions(position, position.leader) if isinstance(lead, Lead)]
        if position.phase is not Phase.SEIZED or not leads:
            return step
        step = apply(position, position.leader, leads[0])
    return step


def reply(position: Position, seat: int) -> Action:
    """What a plain player puts down: cards that beat, and bring most; an ally's play it does not beat; else those
    that bring the others least, or an ally most.
    """
    standing, held = position.standing, held_cards(position, seat)
    friendly = standing.seat in position.side(seat)

    def rather(card: Card) -> float:
        return PLAYED * card_cost(position, card) - card_points(card)

    def rather_give(card: Card) -> float:
        return PLAYED * card_cost(position, card) + card_points(card)

    if not friendly:
        for cards in combinations(sorted(held, key=rather), len(standing.cards)):
            if set_beats(position.trump, cards, standing.shown):
                return Answer(cards)
    given = sorted(held, key=rather if friendly else rather_give)
    return put_away(position, tuple(given[: len(standing.cards)]))


def card_cost(position: Position, card: Card) -> float:
    """What it costs to part with a card, beside its points: trumps win tricks, aces hold a suit."""
    if card.suit == position.trump:
        return (3.0 if position.stock else 1.0) + card.rank / 2
    return 1.5 if card.rank is Rank.ACE else 0.0


def put_away(position: Position, cards: tuple[Card, ...]) -> Action:
    """To give these cards, open or closed as the rules want it."""
    if position.ruleset.give_face is GiveFace.UP:
        return Answer(cards)
    return Give(cards, cards_points(cards) if position.gives_tell else None)
