"""A stream that is cut at any byte: from every entry boundary one entry is lost on its way; the game is the same.

BURA_TESTS=all cuts after every byte of a whole hand; the default run cuts at every header and at random bytes. Both
sessions are copied at each boundary, so a cut costs one entry and not a game.
"""

from __future__ import annotations

import copy
import gc
import os
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from types import MappingProxyType

import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import Element
from bura_p2p.crypto.proved import ProvedCards, ProvedKey, ProvedShares
from bura_p2p.session.session import Session
from bura_p2p.wire import limits
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_link, encode_link
from bura_p2p.wire.framing import FrameReader, encode_frame

HEADER = 6
"""Bytes of a frame's length and of the array that follows it: where a cut is most likely to be misread."""
RANDOM_BYTES = 1000


@dataclass
class Boundary:
    """Both sessions before one frame of `sender` is delivered, and what is on its way to each."""

    sessions: list[Session]
    mail: list[list[m.LinkMessage]]
    sender: int
    frame: bytes


SHARED = (Element, MaskedCard, ProvedCards, ProvedKey, ProvedShares, MappingProxyType)
"""What never changes: copies hold the same."""


def shared() -> dict[int, object]:
    return {id(found): found for found in gc.get_objects() if isinstance(found, SHARED)}


@lru_cache
def shared_by_boundaries() -> dict[int, object]:
    boundaries()
    return shared()


@lru_cache
def boundaries() -> tuple[Boundary, ...]:
    """Every boundary of one whole hand."""
    hall = Hall("cuts", players=[card_player(1), card_player(2)])
    found: list[Boundary] = []

    def note(hall: Hall) -> bool:
        link = next((link for link, queue in hall.mail.items() if queue), None)
        if link is not None and all(session.table.round for session in hall.sessions):
            frame = encode_frame(encode_link(hall.mail[link][0]))
            mail = [list(hall.mail[1, 0]), list(hall.mail[0, 1])]
            found.append(Boundary(copy.deepcopy(hall.sessions, shared()), mail, link[0], frame))
        return False

    hall.run(note)
    assert hall.sessions[0].table.ended
    return tuple(found)


def exchange(sessions: list[Session], mail: list[list[m.LinkMessage]]) -> None:
    """Carry everything over fresh streams, frame by frame, until nobody has anything to say."""
    readers = [FrameReader(limits.MAX_FRAME) for _ in sessions]
    while any(mail):
        receiver = 0 if mail[0] else 1
        message = mail[receiver].pop(0)
        for payload in readers[receiver].feed(encode_frame(encode_link(message))):
            effects = sessions[receiver].receive(decode_link(payload))
            mail[1 - receiver] += effects.send


def state_of(sessions: list[Session]) -> list[tuple]:
    return [(session.table.round, session.table.head, session.table.owing()) for session in sessions]


@lru_cache
def expected(at: int) -> tuple:
    """Where the two stand when everything that was under way at this boundary has arrived."""
    boundary = boundaries()[at]
    sessions = copy.deepcopy(boundary.sessions, dict(shared_by_boundaries()))
    exchange(sessions, [list(queue) for queue in boundary.mail])
    return tuple(state_of(sessions)), tuple(tuple(session.entries()) for session in sessions)


def cut(at: int, byte: int) -> None:
    """Deliver so many bytes of the frame; then the link is gone, and a new one comes."""
    boundary = boundaries()[at]
    sessions = copy.deepcopy(boundary.sessions, dict(shared_by_boundaries()))
    reader = FrameReader(limits.MAX_FRAME)
    arrived = list(reader.feed(boundary.frame[:byte]))
    for payload in arrived:
        sessions[1 - boundary.sender].receive(decode_link(payload))  # its answer is lost as well
    assert len(arrived) == (byte == len(boundary.frame))
    exchange(sessions, [[sessions[1].meet_again()], [sessions[0].meet_again()]])
    state, entries = expected(at)
    assert tuple(state_of(sessions)) == state
    if not arrived or boundary.sender == 0:
        assert {entry.body for entry in sessions[0].entries()} >= {entry.body for entry in entries[0][:-2]}
    held = [{(entry.seat, entry.body) for entry in session.entries()} for session in sessions]
    assert held[0] == held[1]


def cuts() -> list[tuple[int, int]]:
    every = [(at, byte) for at, boundary in enumerate(boundaries()) for byte in range(len(boundary.frame) + 1)]
    if os.environ.get("BURA_TESTS") == "all":
        return every
    ends = [(at, len(boundary.frame)) for at, boundary in enumerate(boundaries())]
    headers = [(at, byte) for at, byte in every if byte < HEADER]
    return sorted({*ends, *headers, *Random(4).sample(every, RANDOM_BYTES)})


@pytest.mark.parametrize("part", range(4))
def test_a_cut_at_any_byte_costs_nothing(part: int) -> None:
    for at, byte in cuts()[part::4]:
        cut(at, byte)
