"""Targets of what comes over a network or a messenger beside the link: codes, words, announcements, routers.

Here: one function a target. Never: a socket.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from functools import cache
from ipaddress import ip_network
from random import Random

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net import limits
from bura_p2p.net.discovery import SERVICE, read_table
from bura_p2p.net.invite import PREFIX as INVITE
from bura_p2p.net.invite import Candidate, Invite, code_text
from bura_p2p.net.portmap import natpmp, pcp
from bura_p2p.net.portmap.gateways import parse_linux, parse_netstat
from bura_p2p.net.portmap.outcome import Failure, Way, failure_sentence, snag_of
from bura_p2p.net.portmap.upnp import _address
from bura_p2p.net.reply import PREFIX as REPLY
from bura_p2p.net.reply import Reply
from bura_p2p.net.socks import ProxyRefused, _NoSocks, conversation, reply_words
from bura_p2p.net.word_list import WORDS
from bura_p2p.net.words import GuestWords, HostWords
from bura_p2p.ui.machine import json_line
from bura_p2p.ui.nearby import _table_text, _table_values

from . import examples
from .halls import Tape
from .mutation import Cut, bytes_changed, either, packed_changed
from .target import harmless, refused, target


def _behind_a_byte(data: bytes, tape: Random) -> bytes:
    return data[:1] + packed_changed(data[1:], tape)


def _text_of(prefix: str, data: bytes) -> str:
    """A code: as text, or made of a payload with the right checksum."""
    if data[:1] == b"\0":
        return code_text(prefix, data[1:])
    return data[1:].decode("utf-8", "surrogateescape")


@target("net.invite", examples=examples.invites, change=either(_behind_a_byte, bytes_changed), longest=900)
def invites(data: bytes) -> None:
    """A pasted invite: read, and written as the same code, or one sentence."""
    text = _text_of(INVITE, data)
    try:
        invite = Invite.parse(text, now=1_000_000)
    except LocalError as fault:
        harmless(str(fault))
        return
    assert Invite.parse(invite.text(), now=1_000_000) == invite
    assert len(invite.candidates) <= limits.CANDIDATES
    _dialled(*invite.candidates)
    harmless(repr(invite))


@target("net.reply", examples=examples.replies, change=either(_behind_a_byte, bytes_changed), longest=900)
def replies(data: bytes) -> None:
    """A pasted reply code."""
    text = _text_of(REPLY, data)
    try:
        reply = Reply.parse(text, now=1_000_000)
    except LocalError as fault:
        harmless(str(fault))
        return
    assert Reply.parse(reply.text(), now=1_000_000) == reply
    assert reply.answers(examples.SECRET) == (Reply.to(examples.SECRET, reply.candidates, reply.expires) == reply)
    _dialled(*reply.candidates)


def _dialled(*candidates: Candidate) -> None:
    for candidate in candidates:
        harmless(str(candidate))
        assert " " not in candidate.host


# --- three words -------------------------------------------------------------------------------------------


@cache
def _sides() -> tuple[GuestWords, HostWords, bytes]:
    """A guest and a host that have a key, and the proof and the gift that belong to it."""
    three = WORDS[:3]
    guest = GuestWords(three, tls_bind=examples.BIND, table=bytes(4), entropy=Tape("fuzz guest"))
    host = HostWords(three, tls_bind=examples.BIND, table=bytes(4), entropy=Tape("fuzz host"))
    proof = guest.prove(host.answer(guest.ask()))
    return guest, host, proof


@target("net.words", examples=examples.words, change=either(packed_changed, bytes_changed), longest=300)
def words(data: bytes) -> None:
    """Any of the four messages to either side; on to the curve, where it takes its time, only some."""
    guest, host, proof = _sides()
    with suppress(PeerError):
        guest.open(data)
    try:
        host.check(data)
        assert data == proof
    except PeerError as fault:
        refused(fault, Code.LINK_MESSAGE, Code.AUTHENTICATION)
    if zlib.crc32(data) % 64:
        return
    fresh = HostWords(WORDS[:3], tls_bind=examples.BIND, table=bytes(4), entropy=Tape("fuzz host"))
    try:
        fresh.answer(data)
    except PeerError as fault:
        refused(fault, Code.LINK_MESSAGE, Code.POINT, Code.AUTHENTICATION)
    asking = GuestWords(WORDS[:3], tls_bind=examples.BIND, table=None, entropy=Tape("fuzz guest"))
    asking.ask()
    try:
        asking.prove(data)
    except PeerError as fault:
        refused(fault, Code.LINK_MESSAGE, Code.POINT)


# --- announcements -----------------------------------------------------------------------------------------


NEAR = (ip_network("192.168.1.0/24"), ip_network("fd00::/8"), ip_network("0.0.0.0/1"))


@target("net.discovery", "net.invite", examples=examples.records, longest=600)
def announced(data: bytes) -> None:
    """A record of the local network: a table whose every word is harmless where it is shown, or nothing."""
    cut = Cut(data)
    port, key = cut.number(2), cut.sized().decode("utf-8", "surrogateescape")
    text = {b"v": cut.sized(), b"id": cut.sized(), b"g": cut.sized() or None}
    addresses = []
    while cut.left and len(addresses) < 20:
        addresses.append(cut.sized().decode("utf-8", "surrogateescape"))
    table = read_table(f"{key}.{SERVICE}", port, text, addresses, NEAR[: len(key) % 4])
    if table is not None:
        assert 1 <= len(table.candidates) <= limits.CANDIDATES
        assert len(table.name.encode("utf-8", "replace")) <= limits.LAN_NAME
        _dialled(*table.candidates)
        harmless(_table_text(1, table), json_line(_table_values(1, table)))


# --- routers -----------------------------------------------------------------------------------------------


@target(
    "net.portmap.pcp", "net.portmap.natpmp", "net.portmap.gateways", "net.portmap.outcome", examples=examples.routers,
    longest=600,
)  # fmt: skip
def routers(data: bytes) -> None:
    """A datagram of a router, or what the system prints about routers: an answer, or nothing."""
    reader, rest = data[:1], data[1:]
    text = rest.decode("ascii", "replace")
    outside = None
    match reader[0] % 8 if reader else 0:
        case 0:
            answer = pcp.read_map(rest, examples.WISH)
            outside = None if answer is None else answer.external
            assert outside is None or 0 < answer.port < 2**16
        case 1:
            pcp.read_announce(rest)
        case 2:
            told = natpmp.read_address(rest)
            outside = None if told is None else told.external
        case 3:
            grant = natpmp.read_map(rest, 4000, 7200)
            assert grant is None or grant.result or (grant.port and grant.lifetime)
        case 7:
            outside = _address(text)
        case which:
            found = parse_netstat(text) if which == 6 else parse_linux(*(text, "")[:: 1 if which == 4 else -1])
            for gateway in found:
                assert gateway.version in (4, 6)
                harmless(gateway.host)
    if outside is not None and (snag := snag_of(outside)) is not None:
        harmless(failure_sentence(Failure(Way.PCP, "192.168.1.1", snag, outside), 4000))


# --- proxies -----------------------------------------------------------------------------------------------


@target("net.socks", examples=examples.proxies, longest=400)
def proxies(data: bytes) -> None:
    """What a proxy answers: a connection, a refusal in our own words, or no proxy; never more read than is told."""
    cut, read = Cut(data), 0
    talk = conversation(("192.168.1.5", "fd00::1", "example.org", "x" * 56 + ".onion")[cut.number() % 4], 4000)
    try:
        _, size = next(talk)
        while cut.left:
            read += size
            _, size = talk.send(cut.raw(size).ljust(size, b"\0"))
    except StopIteration:
        pass
    except _NoSocks as fault:
        harmless(str(fault))
    except ProxyRefused as fault:
        harmless(reply_words(fault.code))
    assert read <= 264
