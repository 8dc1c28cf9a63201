"""Targets of whole games: files, verdicts, sessions, links, and tables that get entries truly signed.

Here: one function a target, and how its inputs are changed. Never: a rule.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

import msgpack

from bura_p2p.crypto.identity import pae
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import Entry, SignedEntry, open_entry
from bura_p2p.log.file import MAGIC, MalformedFile, game_key, read_game, write_game
from bura_p2p.log.log import convicts
from bura_p2p.net.auth import Handshake, Role, greeting
from bura_p2p.session.effects import Effects
from bura_p2p.session.session import Session
from bura_p2p.table.phases import DUE
from bura_p2p.verify import Lent, Report, Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import Body, decode_body, decode_link, encode_link
from bura_p2p.wire.framing import FrameReader

from . import examples
from .halls import Tape, picture
from .mutation import Cut, bytes_changed, either, frames_changed, joined_frames, packed_changed, value_changed
from .prepared import Moment, Place, Short, identities, moments, places, shorts, sign
from .target import harmless, refused, target

CODES = tuple(Code)


# --- files -------------------------------------------------------------------------------------------------


@target("log.file", "wire.framing", examples=examples.files, longest=16_384)
def files(data: bytes) -> None:
    """A game file: read as it would be written, or malformed in one harmless sentence."""
    try:
        game = read_game(data)
    except MalformedFile as fault:
        harmless(str(fault))
        game_key(data)
        return
    assert game_key(data) == game.key
    assert write_game(game.identities, game.entries) == data


LIES, FOREIGN = 7, 6


def _done(short: Short, entries: list[SignedEntry], kind: int, at: int, cut: Cut) -> None:
    """One change of a list of entries. Only `LIES` makes a signature that its seat did not make, and seat 1's."""
    where = at % len(entries)
    entry = entries[where]
    match kind:
        case 0:
            del entries[where]
        case 1:
            entries.insert(cut.number() % (len(entries) + 1), entry)
        case 2:
            entries.insert(cut.number() % len(entries), entries.pop(where))
        case 3:
            entries[where] = replace(entry, body=_flipped(entry.body, cut))
        case 4:
            entries[where] = replace(entry, signature=_flipped(entry.signature, cut))
        case 5:
            entries[where] = replace(entry, seat=cut.number() % len(short.identities))
        case 6:
            entries.insert(where, short.others[cut.number() % len(short.others)])
        case _:
            body = _flipped(entry.body, cut)
            with suppress(PeerError):
                if decode_body(body).seat == 1:
                    entries.insert(where, sign(short.identities[1], 1, body))


def _flipped(data: bytes, cut: Cut) -> bytes:
    at = cut.number(2) % len(data)
    return data[:at] + bytes([data[at] ^ (cut.number() or 1)]) + data[at + 1 :]


@target("verify", "log.log", "log.entry", examples=examples.scripts, longest=64)
def verify(data: bytes) -> None:
    """A short game, its entries dropped, moved, damaged, mixed with genuine ones of another table, or lied about.

    A report comes back whatever it is; seat 1 alone may be named, and only where it has lied.
    """
    cut = Cut(data)
    short = shorts()[(0, 0, 1, 1, 2, 2, 0, 3)[cut.number() % 8]]
    others, entries, lied = max(cut.number() - 252, 0), list(short.entries), False
    while cut.left and 0 < len(entries) < 20:
        kind, at = cut.number() % 8, cut.number()
        lied |= kind == LIES
        _done(short, entries, kind, at, cut)
    if not entries:
        return
    identities_frame = msgpack.packb([identity.public for identity in short.identities])
    frames = [msgpack.packb((entry.seat, entry.body, entry.signature)) for entry in entries]
    file = MAGIC + joined_frames([identities_frame, *frames])
    lent: Sequence[bytes] | Lent = ((), [short.file], [short.file, file], [data])[others]
    report = verify_file(file, lent)
    assert isinstance(report, Report)
    harmless(report.reason)
    assert report.culprit is None or (lied and report.culprit.seat == 1), report
    assert report.verdict is not Verdict.FAIR or lied or others or set(entries) == set(short.entries)


# --- tables ------------------------------------------------------------------------------------------------


FREE = (
    m.Hello, m.Commit, m.Claim, m.Pass, m.Raise, m.Accept, m.Decline, m.Result, m.Resign, m.Cede,
)  # fmt: skip
"""What a seat can say in its place without any proof."""


def _reseated(data: bytes, tape: Random) -> bytes:
    """An honest body that stands in another's place, or a field of it changed there."""
    at = int.from_bytes(data[:2], "big") % len(places())
    try:
        _, _, _, _, _, number, payload = msgpack.unpackb(data[2:], use_list=False)
    except (ValueError, TypeError):
        return examples_of_place(tape.randrange(len(places())))
    if tape.random() < 0.25:
        at = min(max(at + tape.choice((-9, -2, -1, 1, 2, 9)), 0), len(places()) - 1)
    right: Body = places()[at].body
    if tape.random() < 0.3:
        other = places()[tape.randrange(len(places()))].body
        number, payload = other.type, other.payload
    if tape.random() < 0.6:
        payload = value_changed(payload, tape)
    outer = [1, right.table_id, right.round, right.seat, right.prev, number]
    if tape.random() < 0.1:
        part = tape.randrange(6)
        outer[part] = value_changed(outer[part], tape)
    try:
        return at.to_bytes(2, "big") + msgpack.packb((*outer, payload))
    except (ValueError, OverflowError, TypeError):
        return data


def examples_of_place(number: int) -> bytes:
    """The honest entry of a place, in the form of `apply`."""
    return number.to_bytes(2, "big") + places()[number].entry.body


def _damaged(data: bytes, tape: Random) -> bytes:
    return data[:2] + bytes_changed(data[2:], tape)


@target(
    "table.table", "table.checks", "table.closing", "log.log", "wire.fields",
    examples=examples.signed, change=either(_reseated, _reseated, _reseated, _damaged), longest=8192,
)  # fmt: skip
def apply(data: bytes) -> None:
    """A body signed by the seat that it names, at a table that waits for another one.

    It is refused with a code, a seat and a round, and the table is what it was; or it is something that this seat
    was free to say. Nothing that needs a proof is accepted but the very bytes that the honest seat made.
    """
    place = places()[int.from_bytes(data[:2], "big") % len(places())]
    body, seat = data[2:], place.entry.seat
    with suppress(PeerError):
        seat = min(decode_body(body).seat, len(place.identities) - 1)
    try:
        entry = open_entry(sign(place.identities[seat], seat, body), place.identities[seat].public)
    except PeerError as fault:
        refused(fault, Code.ENCODING, Code.SHAPE, Code.SEAT_WRONG)
        return
    try:
        place.live.apply(entry)
    except PeerError as fault:
        refused(fault, *CODES)
        _unchanged(place, entry, fault)
    else:
        _accepted(place, entry.body.message(), body)
        place.renew()


def _unchanged(place: Place, entry: Entry, fault: PeerError) -> None:
    body = entry.body
    assert (fault.seat, fault.round) == (body.seat, body.round)
    assert not convicts(fault) or fault.code is Code.EQUIVOCATION or body.prev == place.first.head
    assert (place.live.round, place.live.head, place.live.owing()) == place.waits
    if zlib.crc32(entry.signed.body) % 4 == 0:  # everything else takes its time
        assert picture(place.live) == place.picture


def _accepted(place: Place, message: m.EntryMessage, body: bytes) -> None:
    held = place.first.log.find(decode_body(body).round, decode_body(body).seat)
    if held is not None:
        assert held.body == body
        return
    assert type(message) in DUE[place.first.stage].types
    needs_none = isinstance(message, m.Give) and not any((message.hand, message.mix_proof, message.points_proof))
    own = decode_body(body).payload == place.body.payload
    assert own or needs_none or isinstance(message, FREE), type(message)


# --- sessions ----------------------------------------------------------------------------------------------


def _resigned(data: bytes, tape: Random) -> bytes:
    """A frame with the body of its entry changed and signed again by its seat; another frame changed anyhow."""
    try:
        message = decode_link(data)
    except PeerError:
        return packed_changed(data, tape)
    if not isinstance(message, m.EntryFrame):
        return packed_changed(data, tape)
    body = packed_changed(message.body, tape)
    moment = tape.choice(moments())
    for each in (moment, *moments()):
        if message.seat < len(each.identities):
            owner = each.identities[message.seat]
            with suppress(PeerError):
                open_entry(SignedEntry(message.seat, message.body, message.signature), owner.public)
                signed = sign(owner, message.seat, body)
                with suppress(LocalError):
                    return encode_link(m.EntryFrame(signed.seat, signed.body, signed.signature))
    return packed_changed(data, tape)


def _changed_word(data: bytes, tape: Random) -> bytes:
    """A word of `resume` with other heads, rounds and held entries, taken from anywhere."""
    try:
        message = decode_link(data)
    except PeerError:
        message = None
    if not isinstance(message, m.Resume):
        return _resigned(data, tape)
    log = tape.choice(moments()).session.table.log
    round_ = min(max(message.round + tape.choice((-3, -1, 0, 0, 1, 5)), 0), 2**32 - 1)
    heads = [tape.choice((head, log.head, bytes(32))) if tape.random() < 0.2 else head for head in message.heads]
    heads = heads[: len(heads) - tape.choice((0, 0, 0, 1))] or heads
    held = message.held[: tape.choice((0, 1, 6))]
    return encode_link(m.Resume(tape.choice((message.table_id, log.table_id)), round_, tuple(heads), held))


@target(
    "session.session", "session.resume", "session.agreement", "session.ahead", examples=examples.links_to_sessions,
    change=frames_changed(either(_resigned, _changed_word)), longest=4000,
)  # fmt: skip
def sessions(data: bytes) -> None:
    """Frames to one who sits at a table: nothing is raised, nothing is forgotten, nothing is signed twice."""
    cut = Cut(data)
    moment = moments()[cut.number() % len(moments())]
    session: Session | None = None
    with suppress(PeerError):  # what frames and messages may raise, the targets below this one ask
        for payload in FrameReader(16_384).feed(cut.rest())[:6]:
            message = decode_link(payload)
            if message is not None:
                session = session or moment.twin()
                _received(moment, session, message)


def _received(moment: Moment, session: Session, message: m.LinkMessage) -> None:
    before, closed = session.entries(), session.closed
    if isinstance(message, m.Have):
        effects = session.receive_have(moment.sender, message)
    else:
        effects = session.receive(message, moment.sender)
    after = session.entries()
    if after != before:
        _only_added(before, after)
    assert not closed or effects == Effects() or isinstance(message, m.Resume)
    for sent in effects.send:
        assert len(encode_link(sent)) <= 66_048
    assert len(effects.send) <= len(after) + len(effects.entries) + 3


def _only_added(before: Sequence[SignedEntry], after: Sequence[SignedEntry]) -> None:
    """Nothing is gone, and no place has a second entry."""
    assert set(before) < set(after)
    assert len({(decode_body(entry.body).round, entry.seat) for entry in after}) == len(after)


# --- the exchange at the door ------------------------------------------------------------------------------


@target("net.auth", examples=examples.handshakes, change=frames_changed(packed_changed), longest=1500)
def handshakes(data: bytes) -> None:
    """Greeting and proof, as they came or with their secret's mark made right; nobody else gets a word."""
    cut = Cut(data)
    head = cut.number()
    role = (Role.HOST, Role.GUEST)[head % 2]
    me, other = identities() if role is Role.GUEST else identities()[::-1]
    side = Handshake(
        role, me, tls_bind=examples.BIND, secret=examples.SECRET, entropy=Tape(f"fuzz {role.name}"),
        expected=other.public if role is Role.GUEST else None,
    )  # fmt: skip
    assert bool(side.start()) is (role is Role.GUEST)
    try:
        for payload in FrameReader().feed(cut.rest())[:3]:
            given = _made_right(side, role, payload) if head & 2 else payload
            said = side.receive(given)
            assert len(said) <= 1
            assert all(decode_link(each) for each in said)
    except PeerError as fault:
        refused(fault, *CODES[: CODES.index(Code.ENCODING)], Code.VERSION, Code.FEATURE, Code.IDENTITY_REPEATED)
        assert len(side.parting) <= 1
    if side.agreed is not None:
        assert role is Role.GUEST or head & 2 or side.agreed.peer == other.public


def _made_right(side: Handshake, role: Role, payload: bytes) -> bytes:
    """The same message with the HMAC that somebody who holds the invite would send."""
    message = decode_link(payload)
    if isinstance(message, m.Greet):
        return encode_link(greeting(role.other, message, tls_bind=examples.BIND, secret=examples.SECRET))
    if isinstance(message, m.Auth):
        return encode_link(replace(message, mac=side._mac(pae(role.other.value, side._signed))))
    return payload


