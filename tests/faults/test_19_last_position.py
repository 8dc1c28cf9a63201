"""Fault 19: a shuffle that never puts a card last, so that the turned trump never changes.

Published: a Bura server in the wild: its loop ends one card too early, and the last card of the pack is the trump.

Here each seat draws its permutation with `random_permutation`, all positions included, and the deck is fair as soon
as one of them does: who leaves the last card where it lies moves nothing for the other. (`tests/hiding` has the large
samples; those here are small.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.shuffle import random_permutation
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.deal import turned_position
from bura_p2p.table.phases import Stage
from tests.faults.weakened import Edit, Weakened

N, TABLES, DECKS = 20, 5, 2_000
RULES = find_ruleset("georgian", match_to=0)

NEVER_LAST = Edit("crypto.shuffle", "for last in range(N - 1, 0, -1):", "for last in range(N - 2, 0, -1):")
TRUMP_STAYS = Weakened(
    "the last card of the deck is turned up, and no shuffle ever moves it",
    NEVER_LAST,
    Edit("rules.deal", "    return seats * ruleset.hand\n", "    return ruleset.deck - 1\n"),
    Edit(
        "rules.deal",
        "return (*range(turned + 1, ruleset.deck), turned)",
        "return tuple(range(seats * ruleset.hand, ruleset.deck))",
    ),
)


def trumps() -> list[Card]:
    """The card that is turned up, at some tables."""
    found = []
    for number in range(TABLES):
        hall = Hall(f"turned up {number}", ruleset=RULES)
        hall.run(lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()))
        found.append(hall.table.state.cards.turned)
    return found


def never_changes() -> None:
    """What a loop that ends too early gives to anybody: the trump, before any card is dealt."""
    assert {str(card) for card in trumps()} == {"AS"}


def test_a_trump_that_no_shuffle_moves() -> None:
    TRUMP_STAYS(__name__).never_changes()


def test_our_trump_changes() -> None:
    assert len(set(trumps())) >= TABLES - 1


Shuffler = Callable[[Tape], tuple[int, ...]]


def fair(tape: Tape) -> tuple[int, ...]:
    return random_permutation(N, tape)


def never_last(tape: Tape) -> tuple[int, ...]:
    """A rogue seat's: the last card stays."""
    return (*random_permutation(N - 1, tape), N - 1)


def still(_tape: Tape) -> tuple[int, ...]:
    """A rogue seat's: no card moves."""
    return tuple(range(N))


def distances(*shufflers: Shuffler) -> list[float]:
    """Chi-square, N − 1 degrees of freedom, of what lies last, and of what lies where the trump is turned up."""
    tape = Tape(" ".join(shuffler.__name__ for shuffler in shufflers))
    places = (N - 1, turned_position(RULES, 2))
    seen = {place: Counter[int]() for place in places}
    for _ in range(DECKS):
        order = tuple(range(N))
        for shuffler in shufflers:
            order = tuple(order[at] for at in shuffler(tape))
        for place in places:
            seen[place][order[place]] += 1
    usual = DECKS / N
    return [sum((count[card] - usual) ** 2 / usual for card in range(N)) for count in seen.values()]


LIMIT = 62.2
"""19 degrees of freedom exceed this once in 2,000,000 times."""


ONE_IS_FAIR = [(fair, fair), (fair, never_last), (never_last, fair), (fair, still), (still, fair)]


@pytest.mark.parametrize("shufflers", ONE_IS_FAIR)
def test_one_fair_seat_is_enough(shufflers: tuple[Shuffler, ...]) -> None:
    assert max(distances(*shufflers)) < LIMIT


def test_the_measure_sees_the_fault() -> None:
    last, _ = distances(never_last, never_last)
    assert last == (N - 1) * DECKS
