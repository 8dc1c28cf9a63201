"""Forged games: a prefix of an honest game, then one entry of it that is changed and signed again.

Here: changes by kind, deterministic. Never: a judgement; both verifiers are asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack

from bura_p2p.crypto.identity import Identity
from bura_p2p.log.entry import SignedEntry, sign_entry

WORDS = (
    (9, ()), (10, ()), (12, ()), (13, ()), (17, ()), (11, (2,)), (11, (3,)), (19, ()), (22, ()), (1, (bytes(32),)),
    *((18, (what, bytes(size))) for what in (0, 1, 2) for size in (64, 160, 192, 256)),
    (20, (bytes(66), bytes(192))), (21, (31, bytes(64))), (21, (0, bytes(64))),
)  # fmt: skip
"""(type, payload) of messages that need no secret."""


def flipped(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def others(value: Any, random: Random) -> Iterator[Any]:
    """Values near `value`."""
    match value:
        case bool():
            yield not value
        case int():
            yield from {value + 1, value - 1, -value, 255, 2**32, None}
        case bytes():
            yield from ([flipped(value, random) for _ in range(3)] if value else [])
            yield from (value[:-1], value + b"\0", b"", bytes(len(value)), b"\xff" * len(value))
            if len(value) >= 66:
                yield value[33:66] + value[:33] + value[66:]
                yield value[:-33]
        case str():
            yield from ("", value * 9, 0)
        case None:
            yield from (0, 1, b"")
        case tuple():
            yield (*value, *value[:1])
            yield value[:-1]
            for at, item in enumerate(value):
                for other in others(item, random):
                    yield (*value[:at], other, *value[at + 1 :])


def bodies(body: bytes, random: Random) -> Iterator[bytes]:
    """The body with one field changed, another form, or another message in its place."""
    fields = msgpack.unpackb(body, use_list=False)
    for other in others(fields, random):
        try:
            yield msgpack.packb(other)
        except (OverflowError, ValueError):
            continue
    for number, payload in WORDS:
        yield msgpack.packb((*fields[:5], number, payload))
    yield body + b"\0"
    yield flipped(body, random)


def forgeries(
    entries: tuple[SignedEntry, ...], identities: list[Identity], number: int
) -> Iterator[tuple[int, SignedEntry]]:
    """(place in the game, entry that takes it), all that this module knows."""
    random = Random(number)
    for at, entry in enumerate(entries):
        for body in bodies(entry.body, random):
            if body != entry.body:
                yield at, sign_entry(identities[entry.seat], body, entry.seat)
        for seat, identity in enumerate(identities):
            if seat != entry.seat:
                yield at, sign_entry(identity, entry.body, seat)
                fields = msgpack.unpackb(entry.body, use_list=False)
                yield at, sign_entry(identity, msgpack.packb((*fields[:3], seat, *fields[4:])), seat)
        yield at, SignedEntry(entry.seat, entry.body, flipped(entry.signature, random))
        if at:
            old = random.choice(entries[:at])
            yield at, old
            if old.seat == entry.seat:
                body = flipped(old.body, random)
                yield at, sign_entry(identities[old.seat], body, old.seat)
