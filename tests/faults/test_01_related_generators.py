"""Fault 1: generators with a known relation, so that whoever ran the set-up can change cards.

Published: the Swiss Post e-voting system (Lewis, Pereira and Teague 2019: the trapdoor of its commitments);
geometryxyz/mental-poker, issue 5; LibTMCG before 1.1.1, whose generators came from the leader of the game.

A commitment c_j = r_jG + Σ M_ij·h_i binds to M only while nobody knows how G and the h_i depend on each other. Who
chose them as multiples of G answers for any u' afterwards (t_3), and, knowing h too, for any product (t_2). So the
hand mix, whose equation t_4 any three wanted cards can be made to satisfy, becomes a way to hold any three cards. And
who chose the axes of the cards can say any number of points. Here all of them are hashed from public labels
(`tests/crypto/test_registry.py` derives every one again), no message carries one, and no caller can name one.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.crypto import statements
from bura_p2p.crypto.generators import H_POINTS, H_RANK, SHUFFLE_BASES, SHUFFLE_H
from bura_p2p.crypto.group import ORDER, multiply, multiply_base
from bura_p2p.crypto.masking import cards_from_bytes
from bura_p2p.crypto.relation import prove
from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.rules.points import cards_points, points_range
from bura_p2p.table import events as e
from bura_p2p.wire import messages as m
from tests.crypto.forge import Secrets, dot, identity, product
from tests.faults.scenes import BEST, SETTINGS, about_to_play, believed, mixed_to, pays, play_of
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, convicts
from tests.support.rogues import caught

SET_UP = [pow(2, -1, ORDER), *range(1001, 1037)]
"""The logarithms that the one who ran the set-up has kept, of h and of h_1 … h_36."""

CHOSEN_BASES = Weakened(
    "the bases of the shuffle argument are multiples of G that somebody chose",
    Edit(
        "crypto.generators",
        "SHUFFLE_H, *_numbered = (Element.from_bytes(bytes.fromhex(line)) for line in _BASES)",
        "from .group import ORDER, multiply_base\n"
        "SHUFFLE_H, *_numbered = map(multiply_base, [pow(2, -1, ORDER), *range(1001, 1037)])",
    ),
)
CHOSEN_AXES = Weakened(
    "the axes of the cards are multiples of one another",
    Edit(
        "crypto.generators",
        "H_RANK, H_SUIT, H_POINTS = (Element.from_bytes(bytes.fromhex(line)) for line in _AXES)",
        "from .group import multiply\n"
        "H_RANK, H_SUIT, _ = (Element.from_bytes(bytes.fromhex(line)) for line in _AXES)\n"
        "H_POINTS = multiply(1001, H_RANK)",
    ),
)


def by_trapdoor(secrets: Secrets, u: list[int]) -> None:
    """c commits to the cards as they lay; what the u' would need instead is put into r̃ and r°."""
    h, *h_i = SET_UP[: len(u) + 1]
    secrets.r_tilde += dot(h_i, [u_i - u_i_ for u_i, u_i_ in zip(u, secrets.u_, strict=True)])
    secrets.end = h * (product(secrets.u_) - product(u))


def any_three_cards(cheat: Cheat) -> m.Lead | m.Answer:
    """The three best trumps, out of a hand that holds none of them but the queen."""
    forgery = mixed_to(cheat, BEST, committed=identity(3), adjust=by_trapdoor)
    return play_of(cheat, forgery.statement.e_, forgery.proof)


def wins_by_any_three_cards(who: str) -> None:
    """What the trapdoor is worth at a table with chosen bases."""
    assert [SHUFFLE_H, *SHUFFLE_BASES] == [multiply_base(log) for log in SET_UP]
    cheat = about_to_play(who)
    pays(cheat, any_three_cards(cheat))


def other_points(cheat: Cheat) -> m.Give:
    """A card is given as if it were a jack (a jack: an ace); the difference moves to the axis of ranks."""
    card = max(cheat.losers(1), key=cards_points)
    honest = cheat.message(a.Give(card))
    given = cards_from_bytes(honest.hand, 3)[:1]
    least, most = points_range(cheat.table.state.ruleset.deck, 1)
    said = least if honest.points > least else most
    x, alpha, beta = statements.points_witness(cheat.secrets.key.x, card)
    statement = statements.points(cheat.ctx, cheat.secrets.key.X, given, said)
    proof = prove(statement, [x, alpha + 1001 * (honest.points - said), beta], cheat.entropy)
    return replace(honest, points=said, points_proof=proof)


def says_other_points(seat: int) -> None:
    """What related axes are worth: the opponent's pile is told to hold what it does not."""
    assert multiply(1001, H_RANK) == H_POINTS
    cheat = at("follow shown", seat)
    lie = other_points(cheat)
    assert e.Gave(seat, 1, lie.points) in believed(cheat, lie)


@pytest.mark.parametrize("who", SETTINGS)
def test_whoever_chose_the_bases_holds_what_it_wants(who: str) -> None:
    CHOSEN_BASES(__name__).wins_by_any_three_cards(who)


@pytest.mark.parametrize("who", SETTINGS)
def test_with_hashed_bases_there_is_no_trapdoor(who: str) -> None:
    caught(SETTINGS[who], any_three_cards, Code.MIX_PROOF)


@both
def test_whoever_chose_the_axes_says_what_points_it_wants(seat: int) -> None:
    CHOSEN_AXES(__name__).says_other_points(seat)


@both
def test_with_hashed_axes_points_stay_points(seat: int) -> None:
    cheat = at("follow shown", seat)
    convicts(cheat, other_points(cheat), Code.STATEMENT_PROOF)
