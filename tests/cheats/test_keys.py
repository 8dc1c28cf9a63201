"""Hand keys that are no lie and still no game: equal ones, such as cancel each other."""

from __future__ import annotations

import pytest

from bura_p2p.conformance.pens import BAD_POINTS
from bura_p2p.crypto import masking
from bura_p2p.crypto.group import ORDER, Element, G, multiply, multiply_base
from bura_p2p.crypto.masking import HandKey
from bura_p2p.errors import Code, PeerError
from bura_p2p.session.effects import Effects
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict
from bura_p2p.wire import messages as m
from tests.support.cheat import Cheat, at, both, frame, judged, refused_at_table


def committed(seat: int, key: bytes, proof: bytes, ctx: bytes | None = None) -> Cheat:
    """A cheat that committed to `key` and `proof`, whatever they are, and is about to open this commitment."""
    cheat = at("commit", seat)
    nonce = cheat.entropy(32)
    cheat.goes_on(m.Commit(masking.key_commitment(ctx or cheat.ctx, key, proof, nonce)), Stage.REVEAL)
    cheat.session.withheld = m.Reveal(key, proof, nonce)
    return cheat


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
    for _, data in BAD_POINTS.values():
        with pytest.raises(PeerError):
            Element.from_bytes(data)
    assert multiply(2, G) == multiply_base(2)
