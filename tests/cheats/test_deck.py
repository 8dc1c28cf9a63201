"""Lies about the deck: false outputs, proofs for something else, every field of the argument."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.cards import deck as deck_of
from bura_p2p.conformance.forge import Attack, forge
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import ORDER, G, multiply_base
from bura_p2p.crypto.masking import MaskedCard, cards_from_bytes, cards_to_bytes, start_deck
from bura_p2p.crypto.shuffle import proof_size, shuffle
from bura_p2p.errors import Code
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import Cheat, at, both, convicts, frame, judged

from .test_keys import bad_points

N = 20


def shuffled(cheat: Cheat, deck: list[MaskedCard], label: Label = Label.DECK, ctx: bytes | None = None) -> m.Shuffle:
    """An honest prover's shuffle of `deck`, which need not be the table's."""
    outputs, proof = shuffle(
        label, ctx or cheat.ctx, cheat.cards.joint, deck, range(len(deck)), cheat.secrets.key.x, cheat.entropy
    )
    return m.Shuffle(cards_to_bytes(outputs), proof)


@both
@pytest.mark.parametrize("attack", Attack, ids=lambda attack: attack.equation)
def test_each_equation_alone(seat: int, attack: Attack) -> None:
    """A false deck whose proof satisfies all of the verifier's equations but one."""
    cheat = at("shuffle", seat)
    forged = forge(attack, Label.DECK, cheat.ctx, cheat.cards.joint, cheat.cards.deck, cheat.entropy)
    assert forged.unsatisfied == {attack.equation}
    convicts(cheat, m.Shuffle(forged.data, forged.proof), Code.SHUFFLE_PROOF)


@both
def test_duplicate_card(seat: int) -> None:
    """One card twice, another dropped."""
    cheat = at("shuffle", seat)
    deck = list(cheat.cards.deck)
    deck[0] = deck[1]
    convicts(cheat, shuffled(cheat, deck), Code.SHUFFLE_PROOF)


@both
def test_foreign_point(seat: int) -> None:
    """A point that is no card in place of one."""
    cheat = at("shuffle", seat)
    deck = list(cheat.cards.deck)
    deck[0] = MaskedCard(deck[0].A, deck[0].B + G)
    convicts(cheat, shuffled(cheat, deck), Code.SHUFFLE_PROOF)


@both
@pytest.mark.parametrize("size", [1, N - 1, N + 1, 36])
def test_number_of_cards(seat: int, size: int) -> None:
    """A card dropped, one added; a deck of one and a deck of another game."""
    cheat = at("shuffle", seat)
    deck = (list(cheat.cards.deck) * 2)[:size]
    lie = shuffled(cheat, deck) if size > 1 else m.Shuffle(cards_to_bytes(deck), bytes(proof_size(1)))
    convicts(cheat, lie, Code.LENGTH)


@both
def test_proof_for_fewer_cards(seat: int) -> None:
    """The whole deck with a proof about 19 cards of it, and 19 cards with a proof about all."""
    for size, other in ((N, N - 1), (N - 1, N)):
        cheat = at("shuffle", seat)
        whole, part = (shuffled(cheat, list(cheat.cards.deck)[:count]) for count in (size, other))
        convicts(cheat, m.Shuffle(whole.deck, part.proof), Code.LENGTH)


@both
def test_proof_for_another_deck(seat: int) -> None:
    """A proof for a deck in another order, and for the same outputs swapped after it was made."""
    cheat = at("shuffle", seat)
    convicts(cheat, shuffled(cheat, list(reversed(cheat.cards.deck))), Code.SHUFFLE_PROOF)
    cheat = at("shuffle", seat)
    deck = cheat.withheld.deck
    convicts(cheat, replace(cheat.withheld, deck=deck[66:132] + deck[:66] + deck[132:]), Code.SHUFFLE_PROOF)


def test_second_shuffle_of_the_start_deck() -> None:
    """The last shuffler ignores the other's shuffle and starts anew from the open deck."""
    cheat = at("shuffle", 1)
    convicts(cheat, shuffled(cheat, list(start_deck(deck_of(N), cheat.cards.joint))), Code.SHUFFLE_PROOF)


def test_other_seats_shuffle_repeated() -> None:
    """The second shuffler sends the first one's deck and proof again."""
    cheat = at("shuffle", 1)
    theirs = decode_body(cheat.table.log.closed[-1][0].body).message()
    convicts(cheat, theirs, Code.SHUFFLE_PROOF)


@both
def test_proof_of_another_label_or_place(seat: int) -> None:
    """The right shuffle, proved as a hand; proved for the other seat's place."""
    cheat = at("shuffle", seat)
    convicts(cheat, shuffled(cheat, list(cheat.cards.deck), Label.HAND), Code.SHUFFLE_PROOF)
    cheat = at("shuffle", seat)
    elsewhere = cheat.table.context(1 - seat)
    convicts(cheat, shuffled(cheat, list(cheat.cards.deck), ctx=elsewhere), Code.SHUFFLE_PROOF)


@both
def test_masked_under_another_key(seat: int) -> None:
    """A deck re-masked for the cheat's own key alone, which the other seat could not open."""
    cheat = at("shuffle", seat)
    outputs, proof = shuffle(
        Label.DECK, cheat.ctx, cheat.secrets.key.X, cheat.cards.deck, range(N), cheat.secrets.key.x, cheat.entropy
    )
    convicts(cheat, m.Shuffle(cards_to_bytes(outputs), proof), Code.SHUFFLE_PROOF)


def fields() -> list[tuple[str, int, int]]:
    """Every field of a proof: name, offset, size."""
    names = ["k", *[f"s_{i}" for i in range(1, 5)], *[f"s_hat_{i}" for i in range(N)], *[f"s'_{i}" for i in range(N)]]
    scalars = [(name, 32 * at_, 32) for at_, name in enumerate(names)]
    names = [*[f"c_{i}" for i in range(N)], *[f"c_hat_{i}" for i in range(N)]]
    return scalars + [(name, 32 * len(scalars) + 33 * at_, 33) for at_, name in enumerate(names)]


FEW = [field for field in fields() if field[0].split("_")[-1] in ("k", "1", "2", "3", "4", "0", "19")]
some_fields = pytest.mark.parametrize("field", FEW, ids=[name for name, _, _ in FEW])


def changed(proof: bytes, field: tuple[str, int, int], value: bytes) -> bytes:
    """`proof` with another value in this field."""
    _, start, size = field
    return proof[:start] + value + proof[start + size :]


@some_fields
@both
def test_fields_of_the_proof(seat: int, field: tuple[str, int, int]) -> None:
    """A field replaced by another value of its kind."""
    cheat = at("shuffle", seat)
    other = multiply_base(7).to_bytes() if field[2] == 33 else bytes(31) + b"\x07"
    convicts(cheat, replace(cheat.withheld, proof=changed(cheat.withheld.proof, field, other)), Code.SHUFFLE_PROOF)


@pytest.mark.parametrize("value", [0, ORDER, 2**256 - 1], ids=["zero", "order", "largest"])
@pytest.mark.parametrize("field", [f for f in FEW if f[2] == 32], ids=[f[0] for f in FEW if f[2] == 32])
def test_scalars_of_the_proof(field: tuple[str, int, int], value: int) -> None:
    """A scalar set to zero, or shifted by the order."""
    cheat = at("shuffle", 1)
    proof = changed(cheat.withheld.proof, field, value.to_bytes(32, "big"))
    convicts(cheat, replace(cheat.withheld, proof=proof), Code.SCALAR if value else Code.SHUFFLE_PROOF)


@bad_points
@pytest.mark.parametrize("place", ["A", "B", "c_0", "c_hat_19"])
def test_encodings_in_deck_and_proof(point: bytes, place: str) -> None:
    """A point of the deck or of the proof that is none: identity, off the curve, other forms."""
    cheat = at("shuffle", 0)
    lie = cheat.withheld
    if place in ("A", "B"):
        start = 0 if place == "A" else 33
        lie = replace(lie, deck=lie.deck[:start] + point + lie.deck[start + 33 :])
    else:
        field = next(field for field in fields() if field[0] == place)
        lie = replace(lie, proof=changed(lie.proof, field, point))
    convicts(cheat, lie, Code.POINT)


@both
@pytest.mark.parametrize("cut", [1, 32, 33, 130], ids=str)
def test_length_of_the_proof(seat: int, cut: int) -> None:
    """A proof that is shortened, or lengthened."""
    for change in (lambda proof: proof[:-cut], lambda proof: proof + bytes(cut), lambda proof: proof[cut:]):
        cheat = at("shuffle", seat)
        convicts(cheat, replace(cheat.withheld, proof=change(cheat.withheld.proof)), Code.LENGTH)


@both
def test_length_of_the_deck(seat: int) -> None:
    """A deck that ends in the middle of a card."""
    cheat = at("shuffle", seat)
    convicts(cheat, replace(cheat.withheld, deck=cheat.withheld.deck[:-33]), Code.LENGTH)


@both
def test_unshuffled_deck_with_a_valid_proof_is_allowed(seat: int) -> None:
    """Not permuting at all hurts only oneself: the game goes on, and the file is fair."""
    cheat = at("shuffle", seat)
    cheat.hall.note(seat, cheat.session.say(shuffled(cheat, list(cheat.cards.deck))))
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    assert verify_file(cheat.hall.file(1 - seat)).verdict is Verdict.FAIR


def test_same_deck_sent_again_unmasked() -> None:
    """The second shuffler repeats the deck it got, with a proof for its own re-masking of it."""
    cheat = at("shuffle", 1)
    convicts(cheat, replace(cheat.withheld, deck=cards_to_bytes(cheat.cards.deck)), Code.SHUFFLE_PROOF)


@both
def test_one_card_exchanged_between_proof_and_deck(seat: int) -> None:
    """After the proof is made, one output is masked once more."""
    cheat = at("shuffle", seat)
    cards = list(cards_from_bytes(cheat.withheld.deck, N))
    cards[3] = MaskedCard(cards[3].A + G, cards[3].B + cheat.cards.joint)
    convicts(cheat, replace(cheat.withheld, deck=cards_to_bytes(cards)), Code.SHUFFLE_PROOF)


def test_the_refused_shuffle_is_all_that_was_lost() -> None:
    """The honest side's events tell of nothing but the refusal."""
    cheat = at("shuffle", 0)
    signed = cheat.signed(replace(cheat.withheld, proof=bytes(proof_size(N))))
    effects = cheat.honest.receive(frame(signed))
    assert effects.events == (e.Refused("point", 0, cheat.table.round, by_me=True),)
    assert judged(cheat, cheat.stored(effects), Verdict.FAULT).counts.shuffles == 0
