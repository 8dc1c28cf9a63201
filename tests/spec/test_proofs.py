"""Every statement of section 11.8, and equal keys: made by the package, judged from the text."""

from __future__ import annotations

import pytest

from bura_p2p.cards import Card
from bura_p2p.crypto import masking, relation, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.errors import Code
from bura_p2p.log.entry import sign_entry
from bura_p2p.log.file import write_game
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body
from tests.support.hall import Hall
from tests.support.tape import Tape

from . import judge
from .reader import H_POINTS, H_RANK, H_SUIT, G, Refused, combine, decode, linear, masked, minus

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


def suit_rows(cards, suit: int) -> list:
    k = len(cards)
    return [
        (X, [G, *"-" * (2 * k)]),
        *[
            (combine((1, b), (-(suit + 1), H_SUIT)), [a, *one_hot(H_RANK, i, k), *one_hot(H_POINTS, i, k)])
            for i, (a, b) in enumerate(cards)
        ],
    ]


def rank_rows(cards, rank: int, worth: int) -> list:
    k = len(cards)
    return [
        (X, [G, *"-" * k]),
        *[
            (combine((1, b), (-(rank + 1), H_RANK), (-worth, H_POINTS)), [a, *one_hot(H_SUIT, i, k)])
            for i, (a, b) in enumerate(cards)
        ],
    ]


def one_suit_rows(cards) -> list:
    (a_1, b_1), *rest = cards
    k = len(rest)
    return [
        (X, [G, *"-" * (2 * k)]),
        *[
            (minus(b_1, b), [minus(a_1, a), *one_hot(H_RANK, i, k), *one_hot(H_POINTS, i, k)])
            for i, (a, b) in enumerate(rest)
        ],
    ]


def test_combinations():
    hearts, aces = private(HEARTS), private(ACES)
    worth = [masking.CARD_POINTS[card.rank] for card in HEARTS]
    made = [
        ("suit", statements.suit(CTX, KEY.X, hearts, HEARTS[0].suit), statements.suit_witness(KEY.x, HEARTS, worth)),
        ("rank", statements.rank(CTX, KEY.X, aces, ACES[0].rank, 11), statements.rank_witness(KEY.x, ACES)),
        ("one-suit", statements.one_suit(CTX, KEY.X, hearts), statements.one_suit_witness(KEY.x, HEARTS, worth)),
    ]
    h = masked(masking.cards_to_bytes(shifted(hearts)))
    c = masked(masking.cards_to_bytes(shifted(aces)))
    lines = {"suit": suit_rows(h, 2), "rank": rank_rows(c, 8, 11), "one-suit": one_suit_rows(h)}
    for label, statement, witness in made:
        proof = relation.prove(statement, witness, Tape(f"spec {label}"))
        linear(label, CTX, lines[label], proof, "statement_proof")
        with pytest.raises(Refused):
            linear(label, bytes(84) + b"\1", lines[label], proof, "statement_proof")


def shifted(cards):
    """The same cards: only to show that bytes, not objects, go over."""
    return masking.cards_from_bytes(masking.cards_to_bytes(cards), len(cards))


def test_sealed_points():
    cards = private(HEARTS)
    sealed, proof = masking.prove_sealed_points(CTX, KEY, cards, HEARTS, proved(OWNER), Tape("spec sealed"))
    ((c_1, c_2),) = masked(sealed)
    flat = masked(masking.cards_to_bytes(cards))
    a, b = (combine(*[(1, card[side]) for card in flat]) for side in (0, 1))
    lines = [
        (X, [G, *"----"]),
        (c_1, ["-", G, *"---"]),
        (c_2, ["-", X_W, H_POINTS, *"--"]),
        (b, [a, "-", H_POINTS, H_RANK, H_SUIT]),
    ]
    linear("sealed-points", CTX, lines, proof, "statement_proof")


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
