"""Fault 9: weak Fiat–Shamir: the challenge hashes the prover's commitments, but not what is to be proved.

Published: Bernhard, Pereira and Warinschi, "How not to prove yourself: pitfalls of the Fiat–Shamir heuristic and
applications to Helios" (2012): the statement can be chosen after the challenge is known.

At a card table: whoever knows the u before its outputs picks all but one of the cards as it likes, and makes the last
one whatever the sums want; whoever knows e before its shares gives shares of nothing. Here the whole statement is
hashed before anything of the prover's.
"""

from __future__ import annotations

import pytest

from bura_p2p.conformance.stacked import cards
from bura_p2p.crypto import relation, statements
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label, nonces
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import ORDER, G, multiply, multiply_base, scalar_to_bytes, weighted_sum
from bura_p2p.crypto.masking import card_point, own_share
from bura_p2p.errors import Code
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from tests.crypto.forge import Secrets, commit, dot, forge, identity, statement_of
from tests.faults.scenes import HELD, RULES, SETTINGS, believed, pays, play_of
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, convicts
from tests.support.rogues import Setting, caught, liar

OUTPUTS_LEFT_OUT = Weakened(
    "the u are hashed from the inputs, not from the outputs",
    Edit("crypto.shuffle", "for card in (*self.e, *self.e_):", "for card in self.e:"),
)
STATEMENT_LEFT_OUT = Weakened(
    "a linear relation's challenge is hashed from its commitments and place",
    Edit("crypto.relation", "        return vec(*parts)\n", "        return vec(*parts[:2])\n"),
)

TWO_TRUMPS = "AH 10H"
TO_FOLLOW = Setting(RULES, ("AC KC QS", HELD), "KH", Stage.FOLLOW, "B", script=("A lead AC KC",))
WHERE = {"A": SETTINGS["A"], "B": TO_FOLLOW}


def two_trumps(cheat: Cheat) -> m.Lead | m.Answer:
    """The two best trumps, made up, and for the third card whatever makes the sums agree."""
    held, x, X = cheat.ciphers, cheat.secrets.key.x, cheat.secrets.key.X
    r = nonces(b"r" * 32, 3)
    c = commit(identity(3), r)
    chosen = [
        MaskedCard(multiply_base(1000 + i), card_point(card) + multiply((1000 + i) * x, G))
        for i, card in enumerate(cards(TWO_TRUMPS))
    ]
    before = statement_of(X, held, held, ctx=cheat.ctx)
    u = argument._u(argument._digest(before, c), 3)
    weights = [value * pow(u[2], -1, ORDER) for value in (*u, -u[0], -u[1])]
    # u_2·e'_2 = Σ u_j·e_j − u_0·e'_0 − u_1·e'_1
    rest = [weighted_sum(weights, [card[half] for card in (*held, *chosen)]) for half in (0, 1)]

    def know(u: list[int]) -> Secrets:
        return Secrets(u, sum(r), dot(r, u), 0, 0)

    forgery = forge(statement_of(X, held, [*chosen, MaskedCard(*rest)], ctx=cheat.ctx), c, know)
    return play_of(cheat, forgery.statement.e_, forgery.proof, 2)


def wins_with_two_trumps(who: str) -> None:
    """What outputs that nobody hashes are worth."""
    cheat = liar(WHERE[who])
    pays(cheat, two_trumps(cheat))


def no_share(cheat: Cheat) -> m.Deal:
    """Shares for the deal, of which the first is another point, solved for after the challenge."""
    key, owed = cheat.secrets.key, cheat.cards.owed_at_deal(cheat.seat)
    masked = [cheat.cards.deck[position] for position in owed]
    D = [own_share(key.x, card) for card in masked]
    A = [card.A for card in masked]
    statement = statements.shares(Label.SHARE, cheat.ctx, key.X, A, D).to_bytes()
    w, other = nonces(b"w" * 32, 2)
    T = [multiply_base(w), multiply(other, A[0]), *[multiply(w, A_i) for A_i in A[1:]]]
    challenge = relation._challenge(statement, T)
    z = (w + challenge * key.x) % ORDER
    D[0] = multiply((z - other) * pow(challenge, -1, ORDER), A[0])
    return m.Deal(b"".join(D_i.to_bytes() for D_i in D), scalar_to_bytes(challenge) + scalar_to_bytes(z))


def leaves_an_unreadable_card(seat: int) -> None:
    """What a statement that nobody hashes is worth: the other's first card is no card, and nobody can be named."""
    cheat = at("deal", seat)
    happened = believed(cheat, no_share(cheat), mute=Stage.LEAD)
    assert any(isinstance(event, e.Dealt) for event in happened)
    assert happened[-1] == e.Refused("deck_broken", None, cheat.honest.table.round, by_me=True)


@pytest.mark.parametrize("who", WHERE)
def test_outputs_chosen_after_the_challenge_win(who: str) -> None:
    OUTPUTS_LEFT_OUT(__name__).wins_with_two_trumps(who)


@pytest.mark.parametrize("who", WHERE)
def test_outputs_are_hashed(who: str) -> None:
    caught(WHERE[who], two_trumps, Code.MIX_PROOF)


@both
def test_a_share_chosen_after_the_challenge_is_none(seat: int) -> None:
    STATEMENT_LEFT_OUT(__name__).leaves_an_unreadable_card(seat)


@both
def test_shares_are_hashed(seat: int) -> None:
    cheat = at("deal", seat)
    convicts(cheat, no_share(cheat), Code.SHARE_PROOF)
