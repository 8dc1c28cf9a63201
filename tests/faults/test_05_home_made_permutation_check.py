"""Fault 5: a home-made check of a permutation that accepts [x, y, w] for [x, y, z].

Published: 0xFable, pull request 8: the circuit compared Σ weightᵢ·inputᵢ with Σ weight'ᵢ·outputᵢ, and nothing bound
the prover's weights to be a permutation of the verifier's. Any w then has a weight with which the sums agree.

Here that is the verifier with t_4A and t_4B alone. The rest of the argument is what ties the u' to the u: t_3 to a
committed matrix, t_1 and t_2 with the t̂ to its being a permutation; each of them is also attacked alone in
`tests/crypto/test_shuffle_attacks.py` and, at the table, in `tests/cheats/test_hands.py` and `test_deck.py`.
"""

from __future__ import annotations

import pytest

from bura_p2p.conformance.stacked import cards
from bura_p2p.errors import Code
from bura_p2p.wire import messages as m
from tests.crypto.forge import identity
from tests.faults.scenes import BEST, HELD, SETTINGS, about_to_play, mixed_to, pays, play_of
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat
from tests.support.rogues import caught

SUMS_ONLY = Weakened(
    "weighted sums of inputs and outputs are compared, with weights of the prover's choice",
    Edit("crypto.shuffle", "(*c_hat, *t, *t_hat)", "t[3:]"),
)
ONE_OTHER = "AH JD QH"
"""[w, x, y] for [x, y, z]: of the hand that is held, two cards and the ace of trumps for the third."""


def another_hand(cheat: Cheat, wanted: str, count: int) -> m.Lead | m.Answer:
    """The prover's own weights: those that make the sums agree."""
    forgery = mixed_to(cheat, wanted, committed=identity(3))
    return play_of(cheat, forgery.statement.e_, forgery.proof, count)


def wins_by_free_weights(who: str, wanted: str, count: int) -> None:
    """What free weights are worth."""
    cheat = about_to_play(who)
    pays(cheat, another_hand(cheat, wanted, count))


def test_one_other_is_one_other() -> None:
    assert len(set(cards(ONE_OTHER)) - set(cards(HELD))) == 1


# who leads one card, leads the ace of trumps; who must answer three, needs three
CASES = [("A", ONE_OTHER, 1), ("A", BEST, 3), ("B", BEST, 3)]


@pytest.mark.parametrize(("who", "wanted", "count"), CASES)
def test_free_weights_make_another_hand(who: str, wanted: str, count: int) -> None:
    SUMS_ONLY(__name__).wins_by_free_weights(who, wanted, count)


@pytest.mark.parametrize(("who", "wanted", "count"), CASES)
def test_weights_are_a_permutation(who: str, wanted: str, count: int) -> None:
    caught(SETTINGS[who], lambda cheat: another_hand(cheat, wanted, count), Code.MIX_PROOF)
