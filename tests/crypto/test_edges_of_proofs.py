"""What a refused proof shows, what a prover refuses itself, and how chance is drawn, to the byte."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bura_p2p.cards import deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import masking, sswu, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.curve import FIELD
from bura_p2p.crypto.evidence import LINEAR, POINTS_RANGE
from bura_p2p.crypto.group import G
from bura_p2p.crypto.relation import prove, verify
from bura_p2p.crypto.shuffle import random_permutation
from bura_p2p.crypto.sswu import map_to_curve
from bura_p2p.errors import Code, LocalError, PeerError

from .hands import CTX, new_key, private_cards, proved

KEY = new_key("edges")


class Bytes:
    """Entropy of these numbers, four bytes each, then of zeros; counts what is asked for."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.rest = b"".join(number.to_bytes(4, "big") for number in numbers)
        self.asked: list[int] = []

    def __call__(self, count: int) -> bytes:
        self.asked.append(count)
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken.ljust(count, b"\0")


@pytest.mark.parametrize("N", [1, 2, 3, 5, 20, 36])
def test_a_permutation_takes_one_draw_for_every_place_but_the_first(N: int) -> None:
    entropy = Bytes()
    assert sorted(random_permutation(N, entropy)) == list(range(N))
    assert entropy.asked == [4] * (N - 1)


@pytest.mark.parametrize("N", range(2, 37))
def test_what_would_tilt_the_first_choice_is_drawn_again(N: int) -> None:
    limit = 2**32 - 2**32 % N
    for drawn in {limit, min(limit + 1, 2**32 - 1), 2**32 - 1} - {2**32}:
        again = drawn >= limit
        entropy = Bytes([drawn, N - 1])
        order = random_permutation(N, entropy)
        assert len(entropy.asked) == N - 1 + again
        assert order[-1] == (N - 1 if again else drawn % N)
    entropy = Bytes([limit - 1])
    random_permutation(N, entropy)
    assert len(entropy.asked) == N - 1


def test_a_sum_beyond_the_cards_is_refused_before_its_proof() -> None:
    cards = private_cards(KEY, deck(36)[:2])
    for p in (-1, 23, 24):
        with pytest.raises(PeerError) as caught:
            masking.verify_points(CTX, proved(KEY), cards, p, bytes(128))
        assert caught.value.code is Code.STATEMENT_PROOF
        assert caught.value.failed is not None
        assert caught.value.failed.equation == POINTS_RANGE
        assert caught.value.failed.values == (("p", str(p)), ("k", "2"))
    for p in (0, 22):
        with pytest.raises(PeerError) as caught:
            masking.verify_points(CTX, proved(KEY), cards, p, bytes(128))
        assert caught.value.failed is not None
        assert caught.value.failed.equation == LINEAR


def test_a_proof_that_does_not_hold_shows_its_equation() -> None:
    statement = statements.own_key(CTX, KEY.X)
    proof = prove(statement, [KEY.x + 1], Tape("edges"))
    with pytest.raises(PeerError) as caught:
        verify(statement, proof, Code.KEY_PROOF)
    failed = caught.value.failed
    assert failed is not None
    values = dict(failed.values)
    assert (failed.equation, values["S"]) == (LINEAR, statement.to_bytes().hex())
    assert values["Y_1"] == KEY.X.to_bytes().hex()
    assert values["e"] == values["left"] == proof[:32].hex() != values["right"]
    assert values["z_1"] == proof[32:].hex()


@pytest.mark.parametrize("count", [0, 2, 3])
def test_a_proof_takes_one_scalar_for_every_witness(count: int) -> None:
    with pytest.raises(LocalError):
        prove(statements.own_key(CTX, KEY.X), [KEY.x] * count, Tape("edges"))


def test_as_many_shares_as_cards() -> None:
    for cards, shares in (([], []), ([G], []), ([], [G]), ([G], [G, G]), ([G, G], [G])):
        with pytest.raises(PeerError) as caught:
            statements.shares(Label.SHARE, CTX, KEY.X, cards, shares)
        assert caught.value.code is Code.LENGTH


def test_the_exceptional_input_of_the_map_to_the_curve() -> None:
    """RFC 9380, section 6.6.2: where Z²u⁴ + Zu² is 0, x is B / (Z·A)."""
    x, y = sswu._map_to_isogenous(0)
    assert x * sswu._Z * sswu._A % FIELD == sswu._B
    assert y * y % FIELD == (x**3 + sswu._A * x + sswu._B) % FIELD
    assert y % 2 == 0
    assert len({map_to_curve(u) for u in range(4)}) == 4
