"""Every card comes to every place as often, and every seat leads as often: p-values corrected for their number.

All is drawn from tapes, so that a run gives the same numbers each time and no fair shuffler fails by chance one day.
`python -m tests.hiding.statistics decks` counts fresh ones, and as many with masks and proofs.
"""

from __future__ import annotations

from collections import Counter

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.shuffle import random_permutation
from tests.hiding.stats import chi_square
from tests.hiding.uniform import (
    HEAD,
    RULES,
    UNFAIR,
    count,
    drawn,
    masked,
    played,
    sattolo,
    seated,
    turned_at,
)

DECKS = 20_000
LIMIT = 1e-4
"""A corrected p below this is found unfair; for a fair shuffler that happens once in ten thousand tapes."""


@pytest.mark.parametrize("N", [20, 36])
@pytest.mark.parametrize("shufflers", [1, 2])
def test_every_card_comes_to_every_place(N: int, shufflers: int) -> None:
    tape = Tape(f"places of {N} by {shufflers}")
    fair = (random_permutation,) * shufflers
    found = count("drawn", N, turned_at(N), (drawn(N, tape, fair) for _ in range(DECKS)))
    print(f"\n{HEAD}\n{found}")
    assert found.decks == DECKS
    assert found.corrected > LIMIT


def test_one_fair_shuffler_is_enough() -> None:
    """The other never moves the last card, first or last."""
    unfair = UNFAIR["never moves the last card"]
    for both in ((unfair, random_permutation), (random_permutation, unfair)):
        tape = Tape("one is fair")
        assert count("drawn", 20, 6, (drawn(20, tape, both) for _ in range(5_000))).corrected > LIMIT


@pytest.mark.parametrize("name", UNFAIR)
def test_an_unfair_shuffler_is_found(name: str) -> None:
    """By the same counts, where it alone shuffles."""
    decks = 30_000 if name == "takes the rest of one byte" else 2_500
    tape = Tape(name)
    found = count(name, 36, turned_at(36), (drawn(36, tape, (UNFAIR[name],)) for _ in range(decks)))
    print(f"\n{HEAD}\n{found}")
    assert found.corrected < LIMIT


def test_too_few_decks_are_not_counted() -> None:
    """With one expected of each, chi-square takes chance for a fault and a fault for chance."""
    found = count("few", 20, 6, (range(20) for _ in range(99)))
    with pytest.raises(ValueError, match="too few"):
        assert found.corrected


def test_what_never_puts_a_card_last_is_found_there() -> None:
    """A server in the wild: one and the same card last, so one and the same trump."""
    tape, unfair = Tape("never last"), UNFAIR["never moves the last card"]
    found = count("never last", 20, 6, (drawn(20, tape, (unfair, unfair)) for _ in range(300)))
    assert found.places[19] == Counter({19: 300})
    assert found.p_values["position 19"] < 1e-100


def test_a_cycle_is_no_permutation() -> None:
    """Sattolo's: no card ever stays, and the counts see just that."""
    tape = Tape("cycles")
    found = count("sattolo", 20, 6, (drawn(20, tape, (sattolo,)) for _ in range(2_000)))
    assert all(place[at] == 0 for at, place in enumerate(found.places))
    assert found.corrected < LIMIT


def test_decks_lie_as_the_permutations_say() -> None:
    """With masks and proofs, opened card by card (`masked` compares every card)."""
    tape = Tape("masked")
    found = count("masked", 20, 6, (masked(20, tape) for _ in range(30)))
    assert found.decks == 30
    masked(36, tape)


def test_sessions_deal_such_decks() -> None:
    """Two sessions, as they are: the deck is what their two stored permutations say, whoever is asked."""
    deals = [played(RULES[20], Tape(f"played {i}")) for i in range(8)]
    assert {deal.turned for deal in deals} == {6}
    assert {deal.leader for deal in deals} == {0, 1}
    assert len({tuple(deal.order) for deal in deals}) == len(deals)


@pytest.mark.parametrize(("seats", "fresh"), [(seats, fresh) for seats in (2, 3, 6) for fresh in range(seats)])
def test_every_seat_comes_to_every_place(seats: int, fresh: int) -> None:
    """The first leader is the first place; one fresh nonce is enough, whoever's it is."""
    tape = Tape(f"seats {seats} {fresh}")
    orders = [tuple(seated(seats, tape, fresh)) for _ in range(5_000)]
    found = count(f"places of {seats}", seats, 0, orders)
    print(f"\n{HEAD}\n{found}")
    assert found.corrected > LIMIT
    if seats < 6:
        seen = Counter(orders)
        assert len(seen) == {2: 2, 3: 6}[seats]
        assert chi_square(list(seen.values()))[1] > LIMIT
