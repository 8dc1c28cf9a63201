"""Dealers, fair ones and others, and the hands that they deal to one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from bura_p2p.cards import Card, Rank, deck
from bura_p2p.stats.deals import Dealing, count_deal
from bura_p2p.stats.luck import Dealt

Dealer = Callable[[list[Card], int, Random], list[Card]]
"""A shuffled deck, the number of cards in a hand and chance, to the deck as it is dealt: own hand, other, turned."""


def fair(cards: list[Card], hand: int, chance: Random) -> list[Card]:
    return cards


def swapping(good: Callable[[Card, Card], bool], odds: float, *, to: int = 0) -> Dealer:
    """With these odds one card of a hand (0 the own one, 1 the other) is swapped for a good one from the stock."""

    def deal(cards: list[Card], hand: int, chance: Random) -> list[Card]:
        turned, first = cards[2 * hand], to * hand
        stock = [at for at in range(2 * hand + 1, len(cards)) if good(cards[at], turned)]
        bad = [at for at in range(first, first + hand) if not good(cards[at], turned)]
        if stock and bad and chance.random() < odds:
            one, other = stock[0], bad[0]
            cards[one], cards[other] = cards[other], cards[one]
        return cards

    return deal


def trump(card: Card, turned: Card) -> bool:
    return card.suit == turned.suit


def plain(card: Card, turned: Card) -> bool:
    return card.suit != turned.suit


def ace(card: Card, turned: Card) -> bool:
    return card.rank == Rank.ACE


def deals(number: int, count: int, dealer: Dealer = fair, *, size: int = 36, hand: int = 3) -> list[Dealt]:
    """So many hands as the own seat sees them."""
    chance, found = Random(number), []
    for at in range(count):
        cards = list(deck(size))
        chance.shuffle(cards)
        cards = dealer(cards, hand, chance)
        turned, own = cards[2 * hand], cards[:hand]
        found.append(Dealt(Dealing(size, hand, turned), count_deal(at // 4 + 1, at % 4 + 1, own, turned.suit)))
    return found


def turns(number: int, count: int) -> Sequence[bool]:
    """Who led first, game by game."""
    chance = Random(number)
    return [chance.random() < 0.5 for _ in range(count)]
