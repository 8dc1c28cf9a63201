"""Every statement of section 11.8, and equal keys: made by the package, judged from the text."""

from __future__ import annotations

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import elgamal, masking, relation, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import multiply, multiply_base
from bura_p2p.errors import Code
from bura_p2p.log.entry import sign_entry
from bura_p2p.log.file import write_game
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body

from . import judge
from .curve import decode
from .proofs import ACE, G, linear, masked, of_one_suit, of_rank, of_suit, sealed_points, sealed_total
from .reader import Refused

CTX = bytes(85)
KEY = masking.HandKey.generate(Tape("spec proofs"))
OWNER = masking.HandKey.generate(Tape("spec owner"))
ACES = tuple(Card.parse(text) for text in ("AC", "AH", "AS"))
HEARTS = tuple(Card.parse(text) for text in ("6H", "QH", "10H"))


def private(cards: tuple[Card, ...]) -> tuple[masking.MaskedCard, ...]:
    """The cards under KEY alone: a start deck of it is one."""
    return masking.start_deck(cards, KEY.X)


def points(*elements) -> list:
    return [decode(element.to_bytes()) for element in elements]


def one_hot(base, at: int, count: int) -> list:
    return [base if index == at else "-" for index in range(count)]


X, X_W = points(KEY.X, OWNER.X)


def as_bytes(cards) -> list:
    """The same cards as the reader has them: bytes, not objects, go over."""
    return masked(masking.cards_to_bytes(cards))


def test_combinations():
    hearts, aces = private(HEARTS), private(ACES)
    worth = [masking.CARD_POINTS[card.rank] for card in HEARTS]
    suited = statements.suit(CTX, KEY.X, hearts, HEARTS[0].suit), statements.suit_witness(KEY.x, HEARTS, worth)
    ranked = statements.rank(CTX, KEY.X, aces, ACES[0].rank, 11), statements.rank_witness(KEY.x, ACES)
    alike = statements.one_suit(CTX, KEY.X, hearts), statements.one_suit_witness(KEY.x, HEARTS, worth)
    h, c = as_bytes(hearts), as_bytes(aces)
    for (statement, witness), judge_it in (
        (suited, lambda ctx, proof: of_suit(ctx, X, h, 2, proof)),
        (ranked, lambda ctx, proof: of_rank(ctx, X, c, ACE, proof)),
        (alike, lambda ctx, proof: of_one_suit(ctx, X, h, proof)),
    ):
        proof = relation.prove(statement, witness, Tape("spec combinations"))
        judge_it(CTX, proof)
        for ctx, data in ((bytes(84) + b"\1", proof), (CTX, proof[:-32]), (CTX, proof[:-1] + bytes([proof[-1] ^ 1]))):
            with pytest.raises(Refused):
                judge_it(ctx, data)


def test_sealed_points():
    cards = private(HEARTS)
    sealed, proof = masking.prove_sealed_points(CTX, KEY, cards, HEARTS, proved(OWNER), Tape("spec sealed"))
    sealed_points(CTX, X, as_bytes(cards), X_W, sealed, proof)
    with pytest.raises(Refused):
        sealed_points(CTX, X, as_bytes(cards)[:2], X_W, sealed, proof)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_sealed_totals(count):
    cards = private(HEARTS[:count])
    made = [
        masking.prove_sealed_points(CTX, KEY, [card], [face], proved(OWNER), Tape(f"spec total {face}"))[0]
        for card, face in zip(cards, HEARTS, strict=False)
    ]
    pairs = [elgamal.MaskedCard.from_bytes(each) for each in made]
    p, proof = masking.prove_sealed_total(CTX, OWNER, pairs, Tape("spec total"))
    listed = [masked(each)[0] for each in made]
    sealed_total(CTX, X_W, listed, p, proof)
    for others, points_ in ((listed, p + 1), (listed + listed[:1], p)):
        with pytest.raises(Refused):
            sealed_total(CTX, X_W, others, points_, proof)


def test_a_sealed_total_whose_factors_cancel():
    """Givers in league can bring the identity about; it is hashed, and no base of any T (11.8)."""
    pair = elgamal.MaskedCard(multiply_base(7), multiply(7, OWNER.X))
    pairs = [pair, elgamal.MaskedCard(-pair.A, -pair.B)]
    p, proof = masking.prove_sealed_total(CTX, OWNER, pairs, Tape("spec cancel"))
    sealed_total(CTX, X_W, as_bytes(pairs), p, proof)
    assert p == 0


def proved(key: masking.HandKey) -> masking.ProvedKey:
    return masking.verify_own_key(CTX, key.X.to_bytes(), masking.prove_own_key(CTX, key, Tape("spec own")))


def test_shares_of_both_labels():
    cards = private(ACES)
    for label in (Label.SHARE, Label.OPEN):
        shares, proof = masking.prove_shares(label, CTX, KEY, cards, Tape("spec shares"))
        a = points(*[card.A for card in cards])
        d = [decode(shares[at : at + 33]) for at in range(0, len(shares), 33)]
        linear(label.value, CTX, [(X, [G]), *[(y, [base]) for y, base in zip(d, a, strict=True)]], proof, "x")


def test_equal_keys_void_the_table():
    """Two seats in league commit to one key: nobody is named, and both verifiers say so."""
    hall = Hall("spec equal keys").run(lambda hall: hall.table.round == 1)
    entries = list(hall.entries()[:2])
    table = judge.Table(tuple(identity.public for identity in hall.identities))
    for entry in entries:
        table.judge(entry.seat, entry.body, entry.signature)
    proofs = [masking.prove_own_key(table.ctx(seat), KEY, Tape("spec equal")) for seat in (0, 1)]
    key = KEY.X.to_bytes()
    ctxs = [table.ctx(seat) for seat in (0, 1)]
    for kind in ("commit", "reveal"):
        for seat in (0, 1):
            commit = m.Commit(masking.key_commitment(ctxs[seat], key, proofs[seat], bytes(32)))
            message = commit if kind == "commit" else m.Reveal(key, proofs[seat], bytes(32))
            body = encode_body(1, table.table_id, len(table.closed), seat, table.head, message)
            entries.append(sign_entry(hall.identities[seat], body, seat))
        for entry in entries[-2:]:
            table.judge(entry.seat, entry.body, entry.signature)
    assert table.stage == "void"
    report = verify_file(write_game([identity.public for identity in hall.identities], entries))
    assert (report.verdict.label, report.culprit) == ("void", None)
    assert Code.KEYS_EQUAL.label in report.reason
