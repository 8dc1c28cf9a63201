"""Fault 2: the verifier loops over a list whose length the prover chose, so that an empty list verifies.

Published: strand (its shuffle proof's `t_hats`), pbmx (sub-proofs), swanky issue 41, tss-ecdsa issue 72: `zip` over
the prover's list and the statement's, and what is not there is not checked.

With no t̂ at all, the last ĉ can be made up to please t_2, and nothing asks any more whether the u' are a permutation
of the u: a hand becomes any other with the same sum of ranks, suits and points. A list of shares cut short leaves
the other side with cards that it cannot read. Here N comes from the table's state, exact lengths come before anything
is decoded, the challenge is sent instead of the commitments, and every `zip` is strict.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.crypto.group import ORDER
from bura_p2p.errors import Code
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from tests.crypto.forge import Secrets, product
from tests.faults.scenes import SAME_SUM, SETTINGS, about_to_play, believed, mixed_to, pays, play_of
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, convicts
from tests.support.rogues import caught

PROVERS_LENGTH = Weakened(
    "as many links of the chain are checked as the prover answers for",
    Edit("crypto.shuffle", " or len(proof) != proof_size(N):", ":"),
    Edit("crypto.shuffle", "edge = 32 * (5 + 2 * N)", "edge = len(data) - 66 * N"),
    Edit("crypto.shuffle", "scalars[5 : 5 + N], scalars[5 + N :]", "scalars[5:-N], scalars[-N:]"),
    Edit("crypto.shuffle", "zip(s_hat, s_, pairwise(chain), strict=True)", "zip(s_hat, s_, pairwise(chain))"),
)
FEWER_SHARES = Weakened(
    "as many shares are checked as were given",
    Edit("crypto.masking", "if len(shares) != 33 * len(cards):", "if False:"),
    Edit("crypto.statements", "if not points_A or len(points_A) != len(shares_D):", "if not points_A:"),
    Edit("crypto.statements", "zip(points_A, shares_D, strict=True)", "zip(points_A, shares_D)"),
    Edit("table.deck", "zip(positions, shares, strict=True)", "zip(positions, shares)"),
)


def make_up_the_end(secrets: Secrets, u: list[int]) -> None:
    """The last link multiplies by what the product of the u' lacks."""
    factor = product(u) * pow(product(secrets.u_), -1, ORDER) * secrets.u_[-1]
    secrets.broken = (len(u) - 1, factor % ORDER)


def same_sum(cheat: Cheat) -> m.Lead | m.Answer:
    """Three trumps from a diamond, a heart and a spade, proved without a single t̂."""
    forgery = mixed_to(cheat, SAME_SUM, adjust=make_up_the_end, links=0)
    assert len(forgery.proof) == 130 * 3 + 160 - 3 * 32
    return play_of(cheat, forgery.statement.e_, forgery.proof)


def wins_with_an_empty_list(who: str) -> None:
    """What the missing list is worth."""
    cheat = about_to_play(who)
    pays(cheat, same_sum(cheat))


def one_share(cheat: Cheat) -> m.Deal:
    """The first share that is owed at the deal, rightly proved, and no other."""
    owed = cheat.cards.owed_at_deal(cheat.seat)
    return m.Deal(*cheat.maker._shares(cheat.secrets, owed[:1]))


def voids_by_a_short_list(seat: int) -> None:
    """What the missing shares are worth: the trump opens to nothing, the hand is void, and nobody is to blame."""
    cheat = at("deal", seat)
    assert e.Voided("deck_broken") in believed(cheat, one_share(cheat))
    assert cheat.table.stage is Stage.VOID


@pytest.mark.parametrize("who", SETTINGS)
def test_an_empty_list_makes_another_hand(who: str) -> None:
    PROVERS_LENGTH(__name__).wins_with_an_empty_list(who)


@pytest.mark.parametrize("who", SETTINGS)
def test_an_empty_list_is_refused(who: str) -> None:
    caught(SETTINGS[who], same_sum, Code.LENGTH)


@both
@pytest.mark.parametrize("left", [0, 1, 19])
def test_so_is_any_shorter_one_for_the_deck(seat: int, left: int) -> None:
    """The answers for all links of the chain but the first `left` are cut out of an honest proof."""
    cheat = at("shuffle", seat)
    front, behind = 32 * (5 + left), 32 * (5 + 20)
    proof = cheat.withheld.proof[:front] + cheat.withheld.proof[behind:]
    convicts(cheat, replace(cheat.withheld, proof=proof), Code.LENGTH)


@both
def test_a_short_list_of_shares_voids_the_hand(seat: int) -> None:
    FEWER_SHARES(__name__).voids_by_a_short_list(seat)


@both
def test_a_short_list_of_shares_is_refused(seat: int) -> None:
    cheat = at("deal", seat)
    convicts(cheat, one_share(cheat), Code.LENGTH)
