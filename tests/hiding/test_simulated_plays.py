"""Whole entries made up from what the rules show, without a key, a card or a permutation: all that an entry can tell.

Where `test_simulator.py` makes up proofs of given statements, here the statements are made up as well. A simulator
gets the public key, the ciphertexts that all have, and what the rules show of the entry: the face of an opened card,
the points that are told, the name of a combination; for shares also the faces that their receiver is to read. What it
makes is judged by the package's own equations under the programmed challenge.

That the cards nobody sees are drawn as any points, instead of being the old ones masked anew, is the one step that
nobody can notice unless decisional Diffie-Hellman is easy on the curve. All else is exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bura_p2p.cards import Card, Rank, Suit
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import relation, shuffle, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.elgamal import MaskedCard, cards_from_bytes, cards_to_bytes
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import Element, Entropy, Scalar, multiply, multiply_base
from bura_p2p.crypto.masking import (
    card_at,
    card_point,
    own_share,
    private,
    prove_shares,
    read_sealed_points,
    start_deck,
    unmask,
)
from bura_p2p.wire import messages as m
from tests.crypto.hands import CTX, new_key, private_cards
from tests.hiding.simulator import (
    Programmed,
    points,
    relation_holds,
    scalars,
    shuffle_holds,
    simulated_relation,
    simulated_shuffle,
)
from tests.hiding.stats import chi_square, two_samples
from tests.hiding.test_simulator import columns, counts

OWNER, READER = new_key("owner"), new_key("reader")
X = OWNER.X
FACES = [Card.parse(word) for word in ("AS", "KS", "7S")]
HELD = private_cards(OWNER, FACES)
OTHERS = [Card.parse(word) for word in ("6C", "10H", "AD")]
"""Faces that the owner does not hold: a simulator can show these as well."""


class World:
    """The programmed challenges of both arguments, and a simulator's chance. Nothing of the owner's is in it."""

    def __init__(self, label: str) -> None:
        self.tape: Entropy = Tape(label)
        self.linear, self.mixes = Programmed(relation._challenge), Programmed(shuffle._challenge)

    def unseen(self, count: int) -> list[MaskedCard]:
        drawn = points(self.tape, 2 * count)
        return list(map(MaskedCard, drawn[:count], drawn[count:]))

    def shown(self, faces: Sequence[Card]) -> tuple[list[MaskedCard], list[Element]]:
        """Cards that open to these faces under X, and the openings."""
        r = scalars(self.tape, len(faces))
        D = [multiply(r_i, X) for r_i in r]
        masks = zip(r, faces, D, strict=True)
        return [MaskedCard(multiply_base(r_i), card_point(face) + D_i) for r_i, face, D_i in masks], D

    def mix(self, held: Sequence[MaskedCard], outputs: Sequence[MaskedCard]) -> bytes:
        statement = shuffle._Statement(Label.HAND, CTX, X, tuple(held), tuple(outputs))
        return simulated_shuffle(statement, self.mixes, self.tape)

    def proof(self, statement: relation.Statement) -> bytes:
        return simulated_relation(statement, self.linear, self.tape)

    def lead(self, held: Sequence[MaskedCard], faces: Sequence[Card]) -> m.Lead:
        cards, D = self.shown(faces)
        outputs = [*cards, *self.unseen(len(held) - len(faces))]
        opened = statements.shares(Label.OPEN, CTX, X, [card.A for card in cards], D)
        openings = b"".join(D_i.to_bytes() for D_i in D)
        return m.Lead(cards_to_bytes(outputs), self.mix(held, outputs), openings, self.proof(opened))

    def give(self, held: Sequence[MaskedCard], count: int, told: int) -> m.Give:
        outputs = self.unseen(len(held))
        proof = self.proof(statements.points(CTX, X, outputs[:count], told))
        return m.Give(cards_to_bytes(outputs), self.mix(held, outputs), told, proof)

    def holds(self, statement: relation.Statement, proof: bytes) -> bool:
        return relation_holds(statement, proof, self.linear)

    def mixed(self, held: Sequence[MaskedCard], hand: bytes, proof: bytes) -> tuple[MaskedCard, ...]:
        outputs = cards_from_bytes(hand, len(held))
        statement = shuffle._Statement(Label.HAND, CTX, X, tuple(held), outputs)
        assert shuffle_holds(statement, proof, self.mixes)
        assert not shuffle_holds(statement, proof, shuffle._challenge)
        return outputs


def points_of(data: bytes) -> list[Element]:
    return [Element.from_bytes(data[at : at + 33]) for at in range(0, len(data), 33)]


@pytest.mark.parametrize("faces", [FACES[:1], FACES, OTHERS[:1], OTHERS[:2], OTHERS])
def test_a_lead_shows_its_faces(faces: Sequence[Card]) -> None:
    """Of cards that are held, and of others: nothing in the entry depends on what lies in the hand."""
    world = World(f"lead {len(faces)} {faces[0]}")
    entry = world.lead(HELD, faces)
    outputs, D = world.mixed(HELD, entry.hand, entry.mix_proof), points_of(entry.openings)
    A = [card.A for card in outputs[: len(faces)]]
    assert world.holds(statements.shares(Label.OPEN, CTX, X, A, D), entry.proof)
    assert [card_at(unmask(card, [D_i])) for card, D_i in zip(outputs, D, strict=False)] == list(faces)


@pytest.mark.parametrize(("count", "told"), [(1, 11), (1, 0), (2, 13), (3, 30), (3, 1)])
def test_a_give_shows_its_points(count: int, told: int) -> None:
    world = World(f"give {count} {told}")
    entry = world.give(HELD, count, told)
    outputs = world.mixed(HELD, entry.hand, entry.mix_proof)
    assert world.holds(statements.points(CTX, X, outputs[:count], told), entry.points_proof)


def test_a_next_play_is_made_up_from_a_made_up_one() -> None:
    """Play after play from a hand that nobody holds, with cards drawn between; then all that was given is counted."""
    world, held, given = World("chain"), HELD, list[MaskedCard]()
    for face in OTHERS:
        lead = world.lead(held, [face])
        outputs = world.mixed(held, lead.hand, lead.mix_proof)
        held = (*outputs[1:], world.unseen(1)[0])
        give = world.give(held, 1, 4)
        outputs = world.mixed(held, give.hand, give.mix_proof)
        given.append(outputs[0])
        held = (*outputs[1:], world.unseen(1)[0])
    summed = statements.points(CTX, X, given, 12)
    assert world.holds(summed, world.proof(summed))


def test_shares_show_their_receiver_its_faces() -> None:
    """To who has the other key any faces can be dealt; to all others the shares are points like any."""
    world, joint = World("deal"), X + READER.X
    deck = [MaskedCard(a.A + b.A, a.B + b.B) for a, b in zip(start_deck(OTHERS, joint), world.unseen(3), strict=True)]
    D = [card.B - own_share(READER.x, card) - card_point(face) for card, face in zip(deck, OTHERS, strict=True)]
    statement = statements.shares(Label.SHARE, CTX, X, [card.A for card in deck], D)
    assert world.holds(statement, world.proof(statement))
    mine = [private(card, [D_i]) for card, D_i in zip(deck, D, strict=True)]
    assert [card_at(unmask(card, [own_share(READER.x, card)])) for card in mine] == OTHERS


def test_a_sealed_sum_shows_its_winner_the_sum() -> None:
    world, given = World("sealed"), World("given").unseen(2)
    for p in (0, 14, 22):
        (r,) = scalars(world.tape, 1)
        C = MaskedCard(multiply_base(r), multiply(p, H_POINTS) + multiply(r, READER.X))
        statement = statements.sealed_points(CTX, X, given, READER.X, C)
        assert world.holds(statement, world.proof(statement))
        assert read_sealed_points(READER, C) == p
    statement = statements.sealed_points(CTX, X, given, READER.X, world.unseen(1)[0])
    assert world.holds(statement, world.proof(statement))  # to who is not the winner


def test_an_announcement_shows_its_name() -> None:
    """Of the very hand that all have, whatever it is: of three spades also that they are aces, or all hearts."""
    world = World("announced")
    for statement in (
        statements.suit(CTX, X, HELD, Suit.HEARTS),
        statements.suit(CTX, X, HELD, Suit.SPADES),
        statements.rank(CTX, X, HELD, Rank.ACE, 11),
        statements.one_suit(CTX, X, HELD),
    ):
        assert world.holds(statement, world.proof(statement))


# --- and they look like real ones ----------------------------------------------------------------------------


def numbers(entry: m.Lead) -> dict[str, int]:
    """Every point and every scalar of a lead of one card of three."""
    edge = 32 * (5 + 2 * 3)
    parts = [entry.hand[at : at + 33] for at in range(0, len(entry.hand), 33)]
    parts += [entry.mix_proof[at : at + 32] for at in range(0, edge, 32)]
    parts += [entry.mix_proof[at : at + 33] for at in range(edge, len(entry.mix_proof), 33)]
    parts += [entry.openings, entry.proof[:32], entry.proof[32:]]
    return {f"part {at}": int.from_bytes(part[-32:], "big") for at, part in enumerate(parts)}


def real_lead(psi: Sequence[int], tape: Tape) -> m.Lead:
    outputs, mix = shuffle.shuffle(Label.HAND, CTX, X, HELD, psi, OWNER.x, tape)
    return m.Lead(cards_to_bytes(outputs), mix, *prove_shares(Label.OPEN, CTX, OWNER, outputs[:1], tape))


def least(real: dict[str, list[int]], made: dict[str, list[int]]) -> float:
    """The least p of all parts, real against made up and each against chance, times how many there are."""
    found = []
    for name, values in real.items():
        for shift in (0, 253):
            one, two = counts(values, shift), counts(made[name], shift)
            found += [two_samples(one, two)[1], chi_square(one)[1], chi_square(two)[1]]
    return min(found) * len(found)


PLAYS = 160


def test_real_leads_and_made_up_ones_look_alike() -> None:
    """Always the same card of the same hand, by the same permutation, against leads of a card that is not held."""
    tape, world = Tape("real leads"), World("made leads")
    real = columns([numbers(real_lead((2, 0, 1), tape)) for _ in range(PLAYS)])
    made = columns([numbers(world.lead(HELD, OTHERS[:1])) for _ in range(PLAYS)])
    assert least(real, made) > 0.01


def test_the_comparison_sees_a_hand_that_is_not_masked_anew() -> None:
    def bare(tape: Tape) -> m.Lead:
        lead = real_lead((2, 0, 1), tape)
        return m.Lead(cards_to_bytes([HELD[2], HELD[0], HELD[1]]), lead.mix_proof, lead.openings, lead.proof)

    tape, world = Tape("bare leads"), World("made leads")
    real = columns([numbers(bare(tape)) for _ in range(PLAYS)])
    made = columns([numbers(world.lead(HELD, FACES[2:])) for _ in range(PLAYS)])
    assert least(real, made) < 1e-20


def test_no_secret_enters_a_simulator() -> None:
    """It has the public key and ciphertexts only: for another owner's key it makes entries just as well."""
    other = [card._replace(B=card.B + multiply_base(Scalar(5))) for card in HELD]
    world = World("junk")
    entry = world.lead(other, OTHERS[:1])
    assert world.mixed(other, entry.hand, entry.mix_proof)
