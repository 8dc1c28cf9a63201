"""The rules said a second time, slowly and from the words of the texts: what tests compare the engine with.

Here: values, beating by every matching and by sorting, who takes a trick, who draws. Never: a call of the engine's
arithmetic (`bura_p2p.rules.points`, `taking`), speed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Final

from bura_p2p.cards import Card, Suit, deck

WEAK_TO_STRONG: Final = ["6", "7", "8", "9", "J", "Q", "K", "10", "A"]
"""Source: "The full order from weakest to strongest is 6, 7, 8, 9, jack, queen, king, 10, ace." """

VALUES: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
"""Sources: "Aces: eleven points", "10s: ten points", "Kings: four points", "Queens: three points", "Jacks: two
points"; the others are worth nothing."""

STRENGTH: Final = {rank: strength for strength, rank in enumerate(WEAK_TO_STRONG)}


_VALUE_OF: Final = {card: VALUES.get(card.rank.text, 0) for card in deck(36)} | {None: 0}


def value(cards: Iterable[Card | None]) -> int:
    """What known cards are worth together."""
    return sum(map(_VALUE_OF.__getitem__, cards))


def covers(trump: Suit, card: Card, led: Card) -> bool:
    """Source: "either a higher card of the same suit or a trump" (and a trump only by a higher trump)."""
    if card.suit == led.suit:
        return STRENGTH[card.rank.text] > STRENGTH[led.rank.text]
    return card.suit == trump


def by_matching(trump: Suit, cards: Sequence[Card], standing: Sequence[Card]) -> bool:
    """Whether in some order of `cards` each covers the standing card beside it.

    Source: "the opponent must play cards that would beat each of the cards led if a trick was composed of only
    those two cards".
    """
    return len(cards) == len(standing) and any(
        all(covers(trump, card, led) for card, led in zip(order, standing, strict=True))
        for order in permutations(cards)
    )


def by_sorting(trump: Suit, cards: Sequence[Card], standing: Sequence[Card]) -> bool:
    """Both sides by (trump, rank), then compared in order: the same where all that stands is of one suit or trump.

    After three aces (three suits of one rank) the order of what stands means nothing, so this says nothing there.
    """

    def strength(card: Card) -> tuple[bool, int]:
        return card.suit == trump, STRENGTH[card.rank.text]

    ordered = zip(sorted(cards, key=strength), sorted(standing, key=strength), strict=True)
    return all(covers(trump, card, led) for card, led in ordered)


def is_standing(trump: Suit, cards: Sequence[Card]) -> bool:
    """Whether such cards can stand in a trick: all of one suit, or of it and the trump."""
    return len({card.suit for card in cards if card.suit != trump}) <= 1


def taker(trump: Suit, plays: Sequence[tuple[int, Sequence[Card]]]) -> int:
    """Who takes a trick of these open plays (closed cards: none), the lead first: each later one must beat what
    stands then (source: "the set that is winning right now").
    """
    seat, standing = plays[0]
    for other, cards in plays[1:]:
        if cards and by_matching(trump, cards, standing):
            seat, standing = other, cards
    return seat


def drawers(sizes: Sequence[tuple[int, int]], full: int, stock: int, draw_rest: bool) -> list[int]:
    """The seats in the order in which they draw: `sizes` are (seat, cards held) from the trick's winner clockwise.

    Sources: "one card at a time, the trick winner first, until hands are full or the stock is empty"; or: "If there
    will not be enough cards left in the stock to replenish the hands, the players do not draw at all".
    """
    rounds = [[seat for seat, held in sizes if held + turn < full] for turn in range(full)]
    wanted = [seat for seats in rounds for seat in seats]
    if stock < len(wanted):
        return wanted[:stock] if draw_rest else []
    return wanted
