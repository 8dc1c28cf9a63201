"""A sealed sum is read by the winner of the trick, and by nobody else, whatever else they have.

What is tried: the other seats' keys, all points of the entry, small factors and their multiples, for every sum that
there can be; and whether bits of a sealed nothing differ from bits of a sealed deal. A giver with a short factor, one
that uses a factor twice, and one that seals without any are found by the same means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import IDENTITY, Element, G, multiply, multiply_base, weighted_sum
from bura_p2p.crypto.masking import CARD_POINTS, HandKey, MaskedCard, prove_sealed_points, read_sealed_points
from tests.crypto.hands import CTX, new_key, private_cards, proved
from tests.hiding.stats import chi_square, two_samples
from tests.hiding.test_simulator import counts

GIVER, WINNER, OTHERS = new_key("giver"), new_key("winner"), [new_key(f"other {seat}") for seat in range(4)]
KEY = proved(WINNER)
SUMS = range(121)
GIVES = [
    [Card.parse(word) for word in text.split()]
    for text in ("6C", "AS", "10H", "KC QD", "JS 7C", "AH 10S KD", "6D 7D 8D", "AC AD AH AS")
]
Seal = Callable[[Sequence[Card], Tape], MaskedCard]


def worth(cards: Sequence[Card]) -> int:
    return sum(CARD_POINTS[card.rank] for card in cards)


def by_the_package(cards: Sequence[Card], tape: Tape) -> MaskedCard:
    masked = private_cards(GIVER, cards)
    return MaskedCard.from_bytes(prove_sealed_points(CTX, GIVER, masked, cards, KEY, tape)[0])


def with_factor(r: int) -> Seal:
    return lambda cards, tape: MaskedCard(
        multiply_base(r), weighted_sum([worth(cards), r], [H_POINTS, WINNER.X])
    )


def without_a_factor(cards: Sequence[Card], tape: Tape) -> MaskedCard:
    """The second half is no mask at all."""
    r = int.from_bytes(tape(31), "big")
    return MaskedCard(multiply_base(r), weighted_sum([worth(cards)], [H_POINTS]))


def to_another(cards: Sequence[Card], tape: Tape) -> MaskedCard:
    """Under the key of a seat that did not win."""
    r = int.from_bytes(tape(31), "big")
    return MaskedCard(multiply_base(r), weighted_sum([worth(cards), r], [H_POINTS, OTHERS[0].X]))


def masks(C: MaskedCard) -> list[Element]:
    """What a mask could be for somebody with all other keys: own shares, sums of halves and keys, short factors."""
    keys = [key.X for key in (GIVER, WINNER, *OTHERS)]
    shares = [multiply(key.x, C.A) for key in OTHERS]
    near = [*shares, *keys, C.A, G, *[C.A + X for X in keys], *[C.A - X for X in keys], *[X + C.A for X in shares]]
    return [IDENTITY, *near, *[multiply(n, WINNER.X) for n in range(1, 200)]]


def read_by_others(C: MaskedCard) -> set[int]:
    """Every sum for which something that others have is the mask."""
    at = {(C.B - multiply(p, H_POINTS)).to_bytes()[1:]: p for p in SUMS}
    return {at[x] for mask in masks(C) if (x := mask.to_bytes()[1:]) in at}


@pytest.mark.parametrize("at", range(len(GIVES)))
def test_nobody_but_the_winner_reads_a_sum(at: int) -> None:
    for number in range(3):
        C = by_the_package(GIVES[at], Tape(f"sealed {at} {number}"))
        assert read_sealed_points(WINNER, C) == worth(GIVES[at])
        assert read_by_others(C) == set()
        assert {read_sealed_points(key, C) for key in (GIVER, *OTHERS)} == {None}


CARELESS: dict[str, Seal] = {
    "a short factor": with_factor(77),
    "no mask": without_a_factor,
    "another's key": to_another,
}


@pytest.mark.parametrize("name", CARELESS)
def test_a_careless_giver_is_read(name: str) -> None:
    for cards in GIVES:
        assert worth(cards) in read_by_others(CARELESS[name](cards, Tape(name)))


def related(sums: Sequence[MaskedCard]) -> bool:
    """Whether two sealed sums have a factor in common: their difference then tells by how much they differ."""
    steps = {multiply(p, H_POINTS) for p in range(-120, 121)}
    return any(
        one.A == two.A or (one.B - two.B) in steps for at, one in enumerate(sums) for two in sums[:at]
    )


def test_no_two_sums_have_a_factor_in_common() -> None:
    """Not of the same cards, not in the same place, and not where a generator repeats itself for other cards."""
    class Stuck:
        def __call__(self, n: int) -> bytes:
            return bytes(n)

    fresh = [by_the_package(cards, Tape(f"fresh {at}")) for at, cards in enumerate([*GIVES, *GIVES[:1] * 4])]
    stuck = [by_the_package(cards, Stuck()) for cards in GIVES]
    assert not related([*fresh, *stuck])
    assert related([with_factor(5)(cards, Tape("")) for cards in GIVES[:2]])


def test_nothing_and_much_are_sealed_alike() -> None:
    """Bits of both halves, of a sum of 0 and of one of 44, by the same giver and for the same place."""
    def halves(cards: Sequence[Card], label: str) -> list[list[int]]:
        tape = Tape(label)
        made = [by_the_package(cards, tape) for _ in range(240)]
        return [[int.from_bytes(half.to_bytes()[1:], "big") for half in column] for column in zip(*made, strict=True)]

    p = []
    for nothing, much in zip(halves(GIVES[6], "nothing"), halves(GIVES[7], "much"), strict=True):
        for shift in (0, 253):
            one, two = counts(nothing, shift), counts(much, shift)
            p += [two_samples(one, two)[1], chi_square(one)[1], chi_square(two)[1]]
    assert min(p) * len(p) > 0.01, sorted(p)[:3]


def test_a_winner_tells_its_total_and_no_part_of_it() -> None:
    """x·ΣC₁ becomes known by the total; no single x·C₁ does, but to who made that C itself."""
    sums = [by_the_package(cards, Tape(f"part {at}")) for at, cards in enumerate(GIVES[:3])]
    told = sum((C.B for C in sums), start=IDENTITY) - multiply(sum(map(worth, GIVES[:3])), H_POINTS)
    key: HandKey = WINNER
    assert told == multiply(key.x, sum((C.A for C in sums), start=IDENTITY))
    for C in sums:
        at = {(C.B - multiply(p, H_POINTS)).to_bytes()[1:] for p in SUMS}
        assert not {(told - mask).to_bytes()[1:] for mask in masks(C)} & at
        assert not {(told + mask).to_bytes()[1:] for mask in masks(C)} & at
