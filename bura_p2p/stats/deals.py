"""What a seat was dealt, as numbers, and what chance deals: the cards held when a hand begins.

Here: counting a dealt hand, when a view shows one, and the exact odds beside it. Never: cards drawn later (how many
somebody draws depends on the play, so that no simple odds belong to them), a store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from ..cards import Card, Rank, Suit, deck
from ..store import DealRow
from ..table.view import View

COMBINATIONS: Final = ("trumps", "aces", "one_suit")
"""What a whole hand may be, the highest first; whatever a ruleset calls it, or makes of it."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """How a hand was dealt: a deck of `deck` cards, `hand` to each seat, and then `turned` lay face up for trump."""

    deck: int
    hand: int
    turned: Card

    def others(self, rank: Rank) -> int:
        """How many cards of a rank may be in a hand: all but the turned one."""
        return 4 - (self.turned.rank == rank)


def combination_of(cards: Sequence[Card], trump: Suit) -> str:
    """What a whole hand is: one of `COMBINATIONS`, or nothing."""
    suits = {card.suit for card in cards}
    if suits == {trump}:
        return "trumps"
    if {card.rank for card in cards} == {Rank.ACE}:
        return "aces"
    return "one_suit" if len(suits) == 1 else ""


def count_deal(game: int, hand: int, cards: Sequence[Card], trump: Suit) -> DealRow:
    """The numbers of a dealt hand."""
    return DealRow(
        game=game,
        hand=hand,
        dealt=len(cards),
        trumps=sum(card.suit == trump for card in cards),
        aces=sum(card.rank is Rank.ACE for card in cards),
        tens=sum(card.rank is Rank.TEN for card in cards),
        combination=combination_of(cards, trump),
    )


def dealt_in(view: View) -> tuple[int, Suit] | None:
    """The hand's number and trump suit, if what the seat holds in this view is what it was dealt.

    It is until the seat's first play. A game that is taken up again in its first trick still shows it.
    """
    position, match = view.position, view.match
    if position is None or match is None or view.outcome is not None or position.trump_card is None:
        return None
    played = any(position.tricks_won) or any(play.seat == view.seat for play in position.trick)
    if played or len(view.held) != position.ruleset.hand:
        return None
    return match.hand, position.trump


# --- what chance deals ------------------------------------------------------------------------------------------


@cache
def odds_of_combination(dealing: Dealing) -> Fraction:
    """How likely a dealt hand is one of `COMBINATIONS`, once the turned card is known."""
    suits = [sum(card.suit == suit and card != dealing.turned for card in deck(dealing.deck)) for suit in Suit]
    ways = sum(comb(suit, dealing.hand) for suit in suits)
    if dealing.hand > 1:  # one ace alone is of one suit, and counted
        ways += comb(dealing.others(Rank.ACE), dealing.hand)
    return Fraction(ways, comb(dealing.deck - 1, dealing.hand))
