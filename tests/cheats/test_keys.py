"""Lies about hand keys: commitments, proofs of ownership, encodings of points and scalars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.crypto import masking
from bura_p2p.crypto.challenge import context
from bura_p2p.crypto.group import ORDER, Element, G, multiply, multiply_base
from bura_p2p.crypto.masking import HandKey
from bura_p2p.errors import Code, PeerError
from bura_p2p.session.effects import Effects
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import Cheat, at, both, convicts, frame, judged, refused_at_table

OFF_CURVE = next(
    bytes([2]) + x.to_bytes(32, "big")
    for x in range(1, 100)
    if pow(x**3 + 7, (2**256 - 2**32 - 977 - 1) // 2, 2**256 - 2**32 - 977) != 1
)
FIELD = 2**256 - 2**32 - 977
BAD_POINTS = {
    "identity": bytes(33),
    "off curve": OFF_CURVE,
    "x not reduced": bytes([2]) + FIELD.to_bytes(32, "big"),
    "uncompressed prefix": b"\x04" + G.to_bytes()[1:],
    "hybrid prefix": b"\x06" + G.to_bytes()[1:],
    "odd hybrid prefix": b"\x07" + G.to_bytes()[1:],
}
bad_points = pytest.mark.parametrize("point", BAD_POINTS.values(), ids=BAD_POINTS.keys())


def committed(seat: int, key: bytes, proof: bytes, ctx: bytes | None = None) -> Cheat:
    """A cheat that committed to `key` and `proof`, whatever they are, and is about to open this commitment."""
    cheat = at("commit", seat)
    nonce = cheat.entropy(32)
    cheat.goes_on(m.Commit(masking.key_commitment(ctx or cheat.ctx, key, proof, nonce)), Stage.REVEAL)
    cheat.session.withheld = m.Reveal(key, proof, nonce)
    return cheat


def committed_for(seat: int, ctx: bytes) -> Cheat:
    """A cheat that committed to a proof of ownership of its key made for another context."""
    key = at("commit", seat).secrets.key
    return committed(seat, key.X.to_bytes(), masking.prove_own_key(ctx, key, at("commit", seat).entropy))


@both
@pytest.mark.parametrize("field", ["key", "proof", "nonce"])
def test_opening_another_commitment(seat: int, field: str) -> None:
    """Each field of the opening differs from what was committed to."""
    cheat = at("reveal", seat)
    value = bytearray(getattr(cheat.withheld, field))
    value[-1] ^= 1
    convicts(cheat, replace(cheat.withheld, **{field: bytes(value)}), Code.COMMITMENT)


@both
def test_key_chosen_after_the_commitment(seat: int) -> None:
    """A fresh key with a good proof, but not the one committed to."""
    cheat = at("reveal", seat)
    key = HandKey.generate(cheat.entropy)
    proof = masking.prove_own_key(cheat.secrets.ctx, key, cheat.entropy)
    convicts(cheat, m.Reveal(key.X.to_bytes(), proof, cheat.secrets.nonce), Code.COMMITMENT)


@both
def test_mirrored_commitment(seat: int) -> None:
    """The other seat's commitment and opening, repeated: the context of another seat makes it another hash."""
    cheat = at("commit", seat)
    theirs = cheat.table.log.open[1 - seat]
    cheat.goes_on(decode_body(theirs.body).message(), Stage.REVEAL)
    convicts(cheat, decode_body(cheat.table.log.open[1 - seat].body).message(), Code.COMMITMENT)


@both
def test_rogue_key(seat: int) -> None:
    """yG − X of the other: the sum would be known to the cheat alone, but nobody can prove to own it."""
    other = at("commit", seat).honest._secrets.key.X
    y = HandKey.generate(at("commit", seat).entropy)
    X = y.X - other
    start = at("commit", seat)
    cheat = committed(seat, X.to_bytes(), masking.prove_own_key(start.ctx, y, start.entropy))
    convicts(cheat, cheat.withheld, Code.KEY_PROOF)


@both
def test_proof_for_another_seat(seat: int) -> None:
    """A proof of ownership made for the other seat's place."""
    convicts(cheat := committed_for(seat, at("commit", seat).table.context(1 - seat)), cheat.withheld, Code.KEY_PROOF)


@both
def test_proof_for_another_hand_round_head_table(seat: int) -> None:
    """Proofs of ownership made for another hand, round, head and table."""
    table = at("commit", seat).table
    id_, head, other = table.state.table_id, table.head, bytes(32)
    places = ((id_, 2, 1, head), (id_, 1, 2, head), (id_, 1, 1, other), (other, 1, 1, head))
    for table_id, hand, round_, prev in places:
        cheat = committed_for(seat, context(table_id, hand, round_, seat, prev))
        convicts(cheat, cheat.withheld, Code.KEY_PROOF)


@both
def test_proof_for_another_key(seat: int) -> None:
    """The other seat's key, which the cheat does not own, under its own proof."""
    start = at("commit", seat)
    theirs = start.honest._secrets.key.X.to_bytes()
    cheat = committed(seat, theirs, masking.prove_own_key(start.ctx, start.secrets.key, start.entropy))
    convicts(cheat, cheat.withheld, Code.KEY_PROOF)


@both
def test_zero_proof(seat: int) -> None:
    """Challenge and response 0: scalars that are allowed, and prove nothing."""
    cheat = committed(seat, at("commit", seat).secrets.key.X.to_bytes(), bytes(64))
    convicts(cheat, cheat.withheld, Code.KEY_PROOF)


@both
@pytest.mark.parametrize("at_byte", [0, 32], ids=["challenge", "response"])
@pytest.mark.parametrize("value", [0, ORDER, 2**256 - 1], ids=["zero", "order", "largest"])
def test_scalars_of_the_proof(seat: int, at_byte: int, value: int) -> None:
    """Each scalar of the proof set to zero, or shifted by the order."""
    honest = at("commit", seat)
    proof = honest.secrets.proof[:at_byte] + value.to_bytes(32, "big") + honest.secrets.proof[at_byte + 32 :]
    cheat = committed(seat, honest.secrets.key.X.to_bytes(), proof)
    convicts(cheat, cheat.withheld, Code.SCALAR if value else Code.KEY_PROOF)


@both
@bad_points
def test_encodings_of_the_key(seat: int, point: bytes) -> None:
    """A key that was committed to and is no point: identity, off the curve, other forms."""
    cheat = committed(seat, point, bytes(64))
    convicts(cheat, cheat.withheld, Code.POINT)


def void(cheat: Cheat, reveal: m.Reveal) -> Effects:
    """The reveal stands, and the hand is void: both close, nobody is named."""
    signed = cheat.signed(reveal)
    effects = cheat.honest.receive(frame(signed))
    assert effects.send == ()
    assert effects.events == (e.Voided("keys_equal"),)
    assert cheat.honest.closed
    assert cheat.honest.table.stage is Stage.VOID
    report = judged(cheat, cheat.stored(effects), Verdict.VOID)
    assert report.culprit is None
    return effects


@both
def test_equal_keys(seat: int) -> None:
    """Two seats that share a secret show one key: void, for nobody can tell who copied it."""
    start = at("commit", seat)
    key = start.honest._secrets.key
    cheat = committed(seat, key.X.to_bytes(), masking.prove_own_key(start.ctx, key, start.entropy))
    void(cheat, cheat.withheld)


@both
def test_keys_that_cancel(seat: int) -> None:
    """The negative of the other's key, from its secret: the joint key would be the identity."""
    start = at("commit", seat)
    key = HandKey(ORDER - start.honest._secrets.key.x)
    cheat = committed(seat, key.X.to_bytes(), masking.prove_own_key(start.ctx, key, start.entropy))
    void(cheat, cheat.withheld)


def test_nothing_follows_a_void_hand() -> None:
    """After a void hand no seat may speak: what a cheat adds is refused, and convicts it alone."""
    start = at("commit", 0)
    key = start.honest._secrets.key
    cheat = committed(0, key.X.to_bytes(), masking.prove_own_key(start.ctx, key, start.entropy))
    before = cheat.stored(Effects())
    signed = cheat.signed(cheat.withheld)
    cheat.honest.receive(frame(signed))
    late = cheat.signed(m.Resign(), round=cheat.honest.table.round, prev=cheat.honest.table.head)
    assert cheat.honest.receive(frame(late)) == Effects()
    refused_at_table(cheat, late, Code.TYPE_NOT_DUE)
    assert judged(cheat, [*before, signed, late], Verdict.FAULT).culprit.seat == 0


def test_bad_points_are_bad() -> None:
    """The list above holds what it says."""
    for data in BAD_POINTS.values():
        with pytest.raises(PeerError):
            Element.from_bytes(data)
    assert multiply(2, G) == multiply_base(2)
