"""Entries that an honest session would not sign: any message, any place, the seat's own true signature.

Here: one pen. Never: a lie by itself (each test makes its own).
"""

from __future__ import annotations

from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.session.session import Session
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body


def forge_entry(session: Session, message: m.EntryMessage, **place: object) -> SignedEntry:
    """`message` signed by `session`'s seat; `place` overrides table_id, round, seat, prev."""
    table = session.table
    body = encode_body(
        m.PROTOCOL_VERSION,
        place.get("table_id", table.state.table_id),
        place.get("round", table.round),
        place.get("seat", session.seat),
        place.get("prev", table.head),
        message,
    )
    return sign_entry(session._identity, body, place.get("seat", session.seat))


def forge(session: Session, message: m.EntryMessage, **place: object) -> m.EntryFrame:
    """The same as a frame of a link."""
    signed = forge_entry(session, message, **place)
    return m.EntryFrame(signed.seat, signed.body, signed.signature)
