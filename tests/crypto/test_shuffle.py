from __future__ import annotations

import hashlib
from collections import Counter
from io import BytesIO
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.cards import deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.evidence import SHUFFLE
from bura_p2p.crypto.group import ORDER, Element, G, multiply, multiply_base, using
from bura_p2p.crypto.masking import (
    MaskedCard,
    ProvedCards,
    card_at,
    cards_from_bytes,
    cards_to_bytes,
    start_deck,
)
from bura_p2p.crypto.shuffle import proof_size, random_permutation, shuffle, verify_shuffle
from bura_p2p.errors import Code, LocalError, PeerError
from tests.crypto.hands import CTX, masked_deck, new_key, other_contexts
from tests.crypto.refusals import POINT, refused, wrong_lengths, wrong_points, wrong_scalars

ONE, TWO = new_key("one"), new_key("two")
P = ONE.X + TWO.X
BAD = Code.SHUFFLE_PROOF
OTHER_POINT = multiply_base(77).to_bytes()

INPUTS = masked_deck(3, P)
OUTPUTS, PROOF = shuffle(Label.DECK, CTX, P, INPUTS, (2, 0, 1), ONE.x, Tape("shuffle"))
OUT = cards_to_bytes(OUTPUTS)


def check(
    outputs: bytes = OUT,
    proof: bytes = PROOF,
    *,
    label: Label = Label.DECK,
    ctx: bytes = CTX,
    key: Element = P,
    inputs: tuple[MaskedCard, ...] = INPUTS,
) -> ProvedCards:
    return verify_shuffle(label, ctx, key, inputs, outputs, proof, BAD)


def opened(cards: tuple[MaskedCard, ...]) -> list[object]:
    x = ONE.x + TWO.x
    return [card_at(card.B - multiply(x, card.A)) for card in cards]


@pytest.mark.parametrize("N", [2, 3, 4, 5, 20, 36])
def test_an_honest_shuffle_is_accepted(N: int) -> None:
    inputs = masked_deck(N, P)
    psi = random_permutation(N, Tape(f"order {N}"))
    outputs, proof = shuffle(Label.DECK, CTX, P, inputs, psi, ONE.x, Tape("honest"))
    assert len(proof) == proof_size(N) == 130 * N + 160
    proved = verify_shuffle(Label.DECK, CTX, P, inputs, cards_to_bytes(outputs), proof, BAD)
    assert isinstance(proved, ProvedCards)
    assert proved == outputs
    assert opened(outputs) == [opened(inputs)[j] for j in psi]
    assert not set(inputs) & set(outputs)


@pytest.mark.parametrize("N", [2, 3, 20, 36])
def test_the_start_deck_can_be_shuffled(N: int) -> None:
    inputs = start_deck(deck(36)[:N], P)
    psi = random_permutation(N, Tape("start"))
    outputs, proof = shuffle(Label.DECK, CTX, P, inputs, psi, ONE.x, Tape("start"))
    verify_shuffle(Label.DECK, CTX, P, inputs, cards_to_bytes(outputs), proof, BAD)
    assert opened(outputs) == [deck(36)[j] for j in psi]


def test_two_seats_shuffle_and_one_hand_is_mixed() -> None:
    second, proof = shuffle(Label.DECK, CTX, P, OUTPUTS, (1, 2, 0), TWO.x, Tape("second"))
    check(cards_to_bytes(second), proof, inputs=OUTPUTS)
    hand = tuple(MaskedCard(card.A, card.B - multiply(TWO.x, card.A)) for card in second)
    mixed, proof = shuffle(Label.HAND, CTX, ONE.X, hand, (0, 2, 1), ONE.x, Tape("mix"))
    check(cards_to_bytes(mixed), proof, label=Label.HAND, key=ONE.X, inputs=hand)
    assert [card_at(card.B - multiply(ONE.x, card.A)) for card in mixed] == [
        opened(second)[j] for j in (0, 2, 1)
    ]


def test_the_identity_permutation_is_a_shuffle() -> None:
    outputs, proof = shuffle(Label.DECK, CTX, P, INPUTS, (0, 1, 2), ONE.x, Tape("still"))
    check(cards_to_bytes(outputs), proof)
    assert not set(outputs) & set(INPUTS)


@settings(max_examples=12, deadline=None)
@given(st.permutations(range(5)), st.integers(0, 10**6))
def test_every_permutation_is_accepted(psi: list[int], tape: int) -> None:
    inputs = masked_deck(5, P)
    outputs, proof = shuffle(Label.DECK, CTX, P, inputs, psi, ONE.x, Tape(str(tape)))
    verify_shuffle(Label.DECK, CTX, P, inputs, cards_to_bytes(outputs), proof, BAD)


def test_both_providers_give_the_same_bytes_and_verdicts() -> None:
    with using("pure"):
        assert shuffle(Label.DECK, CTX, P, INPUTS, (2, 0, 1), ONE.x, Tape("shuffle")) == (OUTPUTS, PROOF)
        assert check() == OUTPUTS
        refused(BAD, check, OUT, PROOF[:-33] + PROOF[-66:-33])
    with using("pure"):
        inputs = masked_deck(20, P)
        made = shuffle(Label.DECK, CTX, P, inputs, range(19, -1, -1), ONE.x, Tape("twenty"))
    assert shuffle(Label.DECK, CTX, P, inputs, range(19, -1, -1), ONE.x, Tape("twenty")) == made


def test_the_bytes_do_not_change_between_versions() -> None:
    # made on a tape: any change of an encoding, a label, a purpose or an order of hashing shows here
    golden = "4c497898d55d113802cc01c17fbae8d80c1a2a76bac037005f515b5ccd942dc0"
    assert hashlib.sha256(OUT + PROOF).hexdigest() == golden


def test_lengths_are_refused_first() -> None:
    for data in wrong_lengths(PROOF, POINT):
        refused(Code.LENGTH, check, OUT, data)
    for data in wrong_lengths(PROOF, 130):
        refused(Code.LENGTH, check, OUT, data)
    for data in wrong_lengths(OUT, 66):
        refused(Code.LENGTH, check, data, PROOF)
    refused(Code.LENGTH, check, b"\xff" * 197, b"")


def test_the_number_of_cards_comes_from_the_table() -> None:
    # a whole, true proof for two of the three cards
    outputs, proof = shuffle(Label.DECK, CTX, P, INPUTS[:2], (1, 0), ONE.x, Tape("two"))
    verify_shuffle(Label.DECK, CTX, P, INPUTS[:2], cards_to_bytes(outputs), proof, BAD)
    refused(Code.LENGTH, check, cards_to_bytes(outputs), proof)


@pytest.mark.parametrize("N", [0, 1, 37])
def test_too_few_and_too_many_cards(N: int) -> None:
    inputs = (INPUTS * 13)[:N]
    with pytest.raises(LocalError):
        shuffle(Label.DECK, CTX, P, inputs, range(N), ONE.x, Tape("n"))
    proof = bytes(proof_size(N))
    refused(Code.LENGTH, verify_shuffle, Label.DECK, CTX, P, inputs, bytes(66 * N), proof, BAD)


def test_misuse_is_mine() -> None:
    for psi in ((0, 1), (0, 0, 1), (1, 2, 3), (0, 1, 2, 3)):
        with pytest.raises(LocalError):
            shuffle(Label.DECK, CTX, P, INPUTS, psi, ONE.x, Tape("misuse"))
    with pytest.raises(LocalError):
        shuffle(Label.SHARE, CTX, P, INPUTS, (0, 1, 2), ONE.x, Tape("misuse"))
    with pytest.raises(LocalError):
        check(label=Label.OPEN)


SCALARS = range(0, 32 * 11, 32)
POINTS = range(32 * 11, len(PROOF), 33)


def test_the_fields_are_all_of_the_proof() -> None:
    assert [*SCALARS][-1] + 32 == POINTS.start
    assert [*POINTS][-1] + 33 == len(PROOF) == 550
    assert (len(SCALARS), len(POINTS)) == (1 + 4 + 2 * 3, 2 * 3)


@pytest.mark.parametrize("at", SCALARS)
def test_every_scalar_counts(at: int) -> None:
    for data, code in wrong_scalars(PROOF, at, BAD):
        refused(code, check, OUT, data)


@pytest.mark.parametrize("at", POINTS)
def test_every_point_counts(at: int) -> None:
    for data, code in wrong_points(PROOF, at, BAD, OTHER_POINT):
        refused(code, check, OUT, data)


@pytest.mark.parametrize("at", range(0, len(OUT), 33))
def test_every_output_point_counts(at: int) -> None:
    for data, code in wrong_points(OUT, at, BAD, OTHER_POINT):
        refused(code, check, data, PROOF)


def test_all_zero_scalars_are_refused() -> None:
    for zeroed in (range(32, 352), range(160, 256), range(256, 352)):
        data = bytes(0 if at in zeroed else byte for at, byte in enumerate(PROOF))
        refused(BAD, check, OUT, data)


def test_fields_cannot_change_places() -> None:
    for offset, size, count in ((32, 32, 4), (160, 32, 3), (256, 32, 3), (352, 33, 3), (451, 33, 3)):
        for i in range(count - 1):
            at = offset + i * size
            data = PROOF[:at] + PROOF[at + size : at + 2 * size] + PROOF[at : at + size] + PROOF[at + 2 * size :]
            refused(BAD, check, OUT, data)


@pytest.mark.parametrize("place", other_contexts())
def test_a_proof_holds_in_its_place_only(place: str) -> None:
    refused(BAD, check, OUT, PROOF, ctx=other_contexts()[place])


def test_a_proof_holds_for_its_label_key_and_cards_only() -> None:
    changes: list[dict[str, object]] = [
        {"label": Label.HAND},
        {"key": ONE.X},
        {"key": P + G},
        {"inputs": INPUTS[::-1]},
        {"inputs": masked_deck(3, P, "another")},
        {"inputs": OUTPUTS},
        {"inputs": (*INPUTS[:2], MaskedCard(INPUTS[2].A, INPUTS[2].B + G))},
    ]
    for changed in changes:
        refused(BAD, check, OUT, PROOF, **changed)
    refused(BAD, check, cards_to_bytes(OUTPUTS[::-1]), PROOF)
    refused(BAD, check, cards_to_bytes(INPUTS), PROOF)


def test_the_proof_of_another_deck_is_refused() -> None:
    outputs, proof = shuffle(Label.DECK, CTX, P, INPUTS, (2, 0, 1), ONE.x, Tape("other"))
    check(cards_to_bytes(outputs), proof)
    refused(BAD, check, OUT, proof)
    refused(BAD, check, cards_to_bytes(outputs), PROOF)


def test_the_code_is_the_callers() -> None:
    refused(Code.MIX_PROOF, verify_shuffle, Label.HAND, CTX, P, INPUTS, OUT, PROOF, Code.MIX_PROOF)


def test_a_refusal_carries_the_equation_with_its_values() -> None:
    with pytest.raises(PeerError) as caught:
        check(cards_to_bytes(OUTPUTS[::-1]), PROOF)
    failed = caught.value.failed
    assert failed is not None
    assert (failed.equation, failed.at) == (SHUFFLE, None)
    said = dict(failed.values)
    assert (said["ctx"], said["N"], said["P"]) == (CTX.hex(), "3", P.to_bytes().hex())
    assert (said["A'_1"], said["B_3"]) == (OUTPUTS[2].A.to_bytes().hex(), INPUTS[2].B.to_bytes().hex())
    assert said["left"] == said["k"]
    assert said["left"] != said["right"]


def test_factors_are_fresh_for_every_card_and_hedged() -> None:
    differences = [output.A - INPUTS[j].A for output, j in zip(OUTPUTS, (2, 0, 1), strict=True)]
    assert len(set(differences)) == 3

    def constant(n: int) -> bytes:
        return bytes(n)

    def factors(x: int, ctx: bytes, inputs: tuple[MaskedCard, ...]) -> frozenset[Element]:
        outputs, _ = shuffle(Label.DECK, ctx, P, inputs, (0, 1, 2), x, constant)  # type: ignore[arg-type]
        return frozenset(output.A - card.A for output, card in zip(outputs, inputs, strict=True))

    # a generator that repeats itself gives unrelated factors for another key, place or deck
    seen = [
        factors(ONE.x, CTX, INPUTS),
        factors(TWO.x, CTX, INPUTS),
        factors(ONE.x, other_contexts()["round"], INPUTS),
        factors(ONE.x, CTX, INPUTS[::-1]),
    ]
    assert factors(ONE.x, CTX, INPUTS) == seen[0]
    assert len(frozenset().union(*seen)) == 12


def test_a_proof_with_repeated_entropy_gives_no_witness_away() -> None:
    # same entropy, same deck, another permutation: the challenge differs, and no response is a shift of the other
    def constant(n: int) -> bytes:
        return bytes(n)

    def hidden(psi: tuple[int, ...], outputs: tuple[MaskedCard, ...], proof: bytes) -> set[int]:
        """The nonces of the u', which who knows the permutation can take off."""
        fields = argument._Proof.from_bytes(proof, 3)
        statement = argument._Statement(Label.DECK, CTX, P, INPUTS, outputs)
        u = argument._u(argument._digest(statement, fields.c), 3)
        return {(s_i - fields.k * u[j]) % ORDER for s_i, j in zip(fields.s_, psi, strict=True)}

    one, other = (0, 1, 2), (1, 0, 2)
    outputs, first = shuffle(Label.DECK, CTX, P, INPUTS, one, ONE.x, constant)
    turned, second = shuffle(Label.DECK, CTX, P, INPUTS, other, ONE.x, constant)
    shared = {first[at : at + 33] for at in POINTS} & {second[at : at + 33] for at in POINTS}
    assert not shared
    assert len(hidden(one, outputs, first) | hidden(other, turned, second)) == 6


def test_nothing_of_the_witness_shows() -> None:
    """No point of the proof, alone or with another added or subtracted, is a point of the decks or their shift."""
    points = [Element.from_bytes(PROOF[at : at + 33]) for at in POINTS]
    decks = [element for card in (*INPUTS, *OUTPUTS) for element in card]
    shifts = {after[part] - before[part] for after, before in product(OUTPUTS, INPUTS) for part in (0, 1)}
    public = {*decks, *[-element for element in decks], *shifts, G, P}
    shown = {*points, *[a + b for a, b in product(points, points)], *[a - b for a, b in product(points, points)]}
    assert not public & {element for element in shown if not element.is_identity}
    scalars = [int.from_bytes(PROOF[at : at + 32], "big") for at in SCALARS]
    multiples = {multiply_base(a + sign * b) for a in scalars for b in (0, *scalars) for sign in (1, -1)}
    assert not public & {element for element in multiples if not element.is_identity}
    assert ONE.x not in scalars


def test_outputs_have_no_fixed_difference_to_inputs() -> None:
    # the difference of two outputs is not the difference of two inputs: factors are not shared
    for part in (0, 1):
        before = {a[part] - b[part] for a, b in product(INPUTS, INPUTS)}
        after = {a[part] - b[part] for a, b in product(OUTPUTS, OUTPUTS)}
        assert before & after == {G - G}


def test_permutations_are_uniform_and_reach_the_last_place() -> None:
    drawn = Counter(random_permutation(3, Tape(f"p{i}")) for i in range(1200))
    assert len(drawn) == 6
    assert all(130 <= count <= 270 for count in drawn.values())
    last = Counter(random_permutation(20, Tape(f"q{i}"))[-1] for i in range(1000))
    assert len(last) == 20
    assert max(last.values()) < 100
    assert sorted(random_permutation(36, Tape("r"))) == list(range(36))
    assert random_permutation(1, Tape("s")) == (0,)


def test_a_choice_that_would_tilt_is_drawn_again() -> None:
    # 2^32 − 1 is beyond the last whole multiple of three, 2^32 − 2 is the last number below it
    for drawn in ("ffffffff" "00000002" "00000001", "fffffffe" "00000001"):
        tape = BytesIO(bytes.fromhex(drawn))
        assert random_permutation(3, tape.read) == (0, 1, 2)
        assert tape.read() == b""


def test_outputs_are_decoded_by_the_one_door() -> None:
    assert cards_from_bytes(OUT, 3) == OUTPUTS
    for form in (b"\x04", b"\x06", b"\x07", b"\x00"):
        refused(Code.POINT, check, form + OUT[1:], PROOF)
