"""What the proofs ask of the group: how many multiplications, and through which calls."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bura_p2p.cards import Card, Suit
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import ORDER, load_provider, using
from bura_p2p.crypto.masking import (
    CARD_POINTS,
    cards_to_bytes,
    own_share,
    prove_own_key,
    prove_points,
    prove_sealed_points,
    prove_shares,
)
from bura_p2p.crypto.relation import prove
from bura_p2p.crypto.shuffle import shuffle, verify_shuffle
from bura_p2p.errors import Code
from tests.crypto.hands import CTX, masked_deck, new_key, private_cards, proved

KEY = new_key("owner")


class Recorder:
    """The compiled provider, and a list of the products that were asked of it."""

    name = "recorder"

    def __init__(self) -> None:
        self._inner = load_provider("compiled")
        self.secret: list[int] = []
        self.base: list[int] = []
        self.public: list[int] = []

    def decompress(self, compressed: bytes) -> bytes:
        return self._inner.decompress(compressed)

    def mul(self, scalar: int, point: bytes) -> bytes | None:
        self.secret.append(scalar)
        return self._inner.mul(scalar, point)

    def mul_base(self, scalar: int) -> bytes | None:
        self.base.append(scalar)
        return self._inner.mul_base(scalar)

    def mul_sum(self, points: Sequence[bytes], scalars: Sequence[int]) -> bytes | None:
        self.public += scalars
        return self._inner.mul_sum(points, scalars)

    def add(self, points: Sequence[bytes]) -> bytes | None:
        return self._inner.add(points)

    @property
    def products(self) -> int:
        return len(self.secret) + len(self.base) + len(self.public)


@pytest.mark.parametrize("N", [2, 3, 20])
def test_a_shuffle_costs_what_the_protocol_says(N: int) -> None:
    inputs = masked_deck(N, KEY.X)
    prover, verifier = Recorder(), Recorder()
    with using(prover):
        outputs, proof = shuffle(Label.HAND, CTX, KEY.X, inputs, range(N), KEY.x, Tape("cost"))
    with using(verifier):
        verify_shuffle(Label.HAND, CTX, KEY.X, inputs, cards_to_bytes(outputs), proof, Code.MIX_PROOF)
    # two to mask a card, 8N + 5 to prove
    assert prover.products == 2 * N + 8 * N + 5
    assert verifier.products == 9 * N + 8


def test_provers_use_constant_time_calls_only() -> None:
    cards = [Card.parse(word) for word in ("AS", "10S", "KS")]
    masked, owner = private_cards(KEY, cards), proved(new_key("winner"))
    points = [CARD_POINTS[card.rank] for card in cards]
    statement = statements.suit(CTX, KEY.X, masked, Suit.SPADES)
    claim = statements.points(CTX, KEY.X, masked, 25)
    recorder = Recorder()
    with using(recorder):
        shuffle(Label.HAND, CTX, KEY.X, masked, (2, 0, 1), KEY.x, Tape("time"))
        prove(statement, statements.suit_witness(KEY.x, cards, points), Tape("time"))
        prove(claim, statements.points_witness(KEY.x, cards), Tape("time"))
        prove_own_key(CTX, KEY, Tape("time"))
        prove_shares(Label.SHARE, CTX, KEY, masked, Tape("time"))
        prove_sealed_points(CTX, KEY, masked, cards, owner, Tape("time"))
        own_share(KEY.x, masked[0])
    assert recorder.public == []
    assert KEY.x in recorder.secret


def test_only_the_claim_itself_is_computed_in_public() -> None:
    # p is said aloud: its target may take the fast way, the witness may not
    cards = [Card.parse("AS")]
    recorder = Recorder()
    with using(recorder):
        prove_points(CTX, KEY, private_cards(KEY, cards), cards, Tape("claim"))
    assert recorder.public == [1, ORDER - 11]


def test_no_nonce_and_no_factor_is_used_twice() -> None:
    recorder = Recorder()
    with using(recorder):
        shuffle(Label.HAND, CTX, KEY.X, masked_deck(5, KEY.X), (4, 2, 0, 1, 3), KEY.x, Tape("once"))
    # each r' meets G and P, each u' its link, each ω' h, A', B' and its link, ω₄ G and P: never two meet G alike
    assert len(set(recorder.base)) == len(recorder.base)


def test_multiples_of_the_base_point_come_from_the_table() -> None:
    recorder = Recorder()
    with using(recorder):
        prove_own_key(CTX, KEY, Tape("table"))
    assert (len(recorder.base), recorder.secret, recorder.public) == (1, [], [])
