"""Fault 3: relations between the encodings of cards survive commutative encryption.

Published: the package `mentalpoker` on PyPI, from whose deck a passive observer reads 52 of 52 cards; two other
published encodings leak 27 and 33 of 52 at once. In all of them a card m becomes m^k (Shamir, Rivest and Adleman,
"Mental poker", 1979): the same map for every card, so that m_1·m_2 = m_3 is true of the ciphertexts too.

The cards of this project are full of relations (they are points on three axes: twice the six of clubs is the seven of
diamonds), so masking them by k·M would show all of them. Masked as they are, with a fresh factor each, no relation of
the kind is left between any two halves of any two cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import pytest

from bura_p2p.cards import Card
from bura_p2p.cards import deck as deck_of
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import ORDER, Element, G, multiply, total, weighted_sum
from bura_p2p.crypto.masking import card_point, cards_from_bytes, start_deck
from bura_p2p.crypto.shuffle import random_permutation
from bura_p2p.rules.builtin import CLASSIC
from bura_p2p.table.phases import Stage
from bura_p2p.wire.codec import decode_body
from tests.crypto.hands import new_key
from tests.faults.scenes import vector

DECK = deck_of(36)
HALF = pow(2, -1, ORDER)


def commutative(players: int) -> tuple[list[Card], list[Element]]:
    """The weak scheme: each player multiplies all cards by its key and shuffles. The hidden order, and the deck."""
    tape = Tape(f"commutative {players}")
    order, points = list(DECK), [card_point(card) for card in DECK]
    for player in range(players):
        key = new_key(f"commutative {player}").x
        permutation = random_permutation(36, tape)
        order = [order[at] for at in permutation]
        points = [multiply(key, points[at]) for at in permutation]
    return order, points


def observed(points: Sequence[Element]) -> list[Card] | None:
    """The whole deck, read by its relations alone; None where they do not hold."""
    known = set(points)
    twice = {point: double for point in points if (double := point + point) in known}
    # 6C, 7D = 2·6C, 9S = 4·6C: no other card doubles twice within the deck
    for first in (point for point, double in twice.items() if double in twice):
        for second in points:  # 6D, or not
            suit = second - first
            rank = first - suit
            for third in points:  # JC, or not
                worth = multiply(HALF, third - weighted_sum([5, 1], [rank, suit]))
                if not {first, rank + rank + suit, weighted_sum([9, 4, 11], [rank, suit, worth])} <= known:
                    continue
                guess = {total([weighted_sum(vector(card), [rank, suit, worth])]): card for card in DECK}
                if set(guess) == known:
                    return [guess[point] for point in points]
    return None


@pytest.mark.parametrize("players", [1, 2])
def test_an_observer_reads_36_of_36_cards_of_a_commutative_deck(players: int) -> None:
    order, points = commutative(players)
    assert observed(points) == order


@cache
def decks() -> tuple[tuple[MaskedCard, ...], ...]:
    """The start deck of a game of 36 cards, and what each honest shuffle made of it."""
    hall = Hall("no relations", ruleset=CLASSIC)
    hall.run(lambda hall: hall.table.stage is Stage.DEAL)
    bodies = [decode_body(entry.body) for entry in hall.entries()]
    shuffled = [cards_from_bytes(body.message().deck, 36) for body in bodies if body.type == 3]
    return (start_deck(DECK, hall.table.state.cards.joint), *shuffled)


@pytest.mark.parametrize("shuffles", [1, 2])
def test_an_observer_reads_no_card_of_ours(shuffles: int) -> None:
    deck, before = decks()[shuffles], decks()[shuffles - 1]
    for points in (
        [card.A for card in deck],
        [card.B for card in deck],
        [card.B - card.A for card in deck],
        [card.B - deck[0].B for card in deck[1:]],
        [card.B - old.B for card, old in zip(deck, before, strict=True)],
    ):
        assert observed(points) is None


def near(points: Sequence[Element]) -> set[bytes]:
    """a·C_1 ± C_2 for a of 1 to 3, up to the sign, C_1 and C_2 being any two of these."""
    multiples = [(point, point + point, point + point + point) for point in points]
    found = set()
    for one, two in combinations(range(len(points)), 2):
        for first, second in ((one, two), (two, one)):
            for multiple in multiples[first]:
                found |= {(multiple + points[second]).to_bytes()[1:], (multiple - points[second]).to_bytes()[1:]}
    return found


def test_no_two_halves_are_related() -> None:
    """Neither a card, a plain card, the key nor the identity is a·C_1 ± C_2 for any two halves of a deck."""
    start, first, _ = decks()
    joint = start[0].B - card_point(DECK[0])
    halves = [half for card in first[:18] for half in card]
    plain = [G, joint, *[card_point(card) for card in DECK], *[card.B for card in start]]
    related = near(halves)
    assert bytes(32) not in related
    assert not related & {point.to_bytes()[1:] for point in [*plain, *halves, *[half for c in first for half in c]]}


def test_the_search_finds_what_is_there() -> None:
    _, points = commutative(1)
    assert near(points[:18]) & {point.to_bytes()[1:] for point in points}
