"""Fault 6: no proof of the shuffle at all, so that a player swaps cards for junk, or for others, unnoticed.

Published: kripod/mental-poker, issue 6 (H. Stamer): in Lee's cascaded shuffle any player can put undefined points mG
in place of cards, disturb the game and stay undetected. The last one to shuffle can do better: lay the whole deck.

Here every seat's deck comes with the argument of `bura_p2p/crypto/shuffle.py`, judged by every table and every
stranger before the next seat goes on.
"""

from __future__ import annotations

from bura_p2p.conformance.stacked import cards, deck_for
from bura_p2p.crypto.group import G, Scalar, multiply, multiply_base
from bura_p2p.crypto.masking import (
    MaskedCard,
    card_at,
    card_point,
    cards_from_bytes,
    cards_to_bytes,
    own_share,
    unmask,
)
from bura_p2p.errors import Code
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from tests.faults.scenes import believed
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, convicts

NO_PROOF = Weakened(
    "whatever comes as a shuffled deck is one",
    Edit("crypto.shuffle", "if not _holds(statement, _Proof.from_bytes(proof, N), _challenge):", "if False:"),
)
MINE, THEIRS, TURNED = "AH 10H QH", "JC QC JD", "JH"


def junk(cheat: Cheat) -> m.Shuffle:
    """The honest deck and its proof, but for the first card, which is mG, masked."""
    _, *others = cards_from_bytes(cheat.withheld.deck, 20)
    first = MaskedCard(multiply_base(5), multiply_base(7) + multiply(5, cheat.cards.joint))
    return m.Shuffle(cards_to_bytes([first, *others]), cheat.withheld.proof)


def laid(cheat: Cheat) -> m.Shuffle:
    """A deck made from nothing, in which every card lies where the cheat wants it."""
    match = cheat.table.state.match
    hands = (MINE, THEIRS) if match.leader == cheat.seat else (THEIRS, MINE)
    P = cheat.cards.joint
    factors = range(1001, 1021)
    deck = [
        MaskedCard(multiply_base(r), card_point(card) + multiply(r, P))
        for r, card in zip(factors, deck_for(match, hands, TURNED), strict=True)
    ]
    return m.Shuffle(cards_to_bytes(deck), cheat.withheld.proof)


def faces(cheat: Cheat) -> list[object]:
    """What lies in the deck, read with both secrets; None for what is no card."""
    keys: list[Scalar] = [session._secrets.key.x for session in cheat.hall.sessions]
    return [card_at(unmask(card, [own_share(x, card) for x in keys])) for card in cheat.cards.deck]


def swaps_a_card_for_junk(seat: int) -> None:
    """What a missing proof lets either seat do; nobody notices before the card is to be read."""
    cheat = at("shuffle", seat)
    honest_deck = cheat.cards.deck
    believed(cheat, junk(cheat), mute=Stage.DEAL)
    assert cheat.table.stage is Stage.DEAL
    assert cheat.cards.deck != honest_deck
    assert faces(cheat).count(None) == 1


def lays_the_deck() -> None:
    """What it lets the last one do: hold what it wants, and know what the other holds."""
    cheat = at("shuffle", 1)
    believed(cheat, laid(cheat))
    assert set(cheat.held) == set(cards(MINE))
    assert set(cheat.honest.view().held) == set(cards(THEIRS))


@both
def test_without_a_proof_a_card_becomes_junk(seat: int) -> None:
    NO_PROOF(__name__).swaps_a_card_for_junk(seat)


def test_without_a_proof_the_last_one_lays_the_deck() -> None:
    NO_PROOF(__name__).lays_the_deck()


@both
def test_junk_is_refused(seat: int) -> None:
    cheat = at("shuffle", seat)
    convicts(cheat, junk(cheat), Code.SHUFFLE_PROOF)


@both
def test_a_laid_deck_is_refused(seat: int) -> None:
    cheat = at("shuffle", seat)
    convicts(cheat, laid(cheat), Code.SHUFFLE_PROOF)


def test_junk_is_junk() -> None:
    assert card_at(multiply_base(7)) is None
    assert card_at(G) is None
