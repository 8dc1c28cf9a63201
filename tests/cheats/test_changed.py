"""Honest games of every kind with one entry changed and signed anew: refused, with the right seat, or a free choice.

Each entry is changed where it stands: a byte of its payload; a field that is one more or less, nothing, another kind.
A table that is asked raises `PeerError` and nothing else, names nobody but the signer, and is what it was before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgpack
import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.crypto.identity import pae
from bura_p2p.errors import PeerError
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, open_entry
from bura_p2p.log.log import NOISE
from bura_p2p.rules.builtin import CLOSED, KOZEL
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table.table import Table
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import SEALING, SEIZING, claimer, fork, picture

FREE = {m.Hello: {1, 6}, m.Commit: {0}, m.Result: {8}}
"""Fields that a seat may fill otherwise: nonce and name; a commitment that it will not open; its word."""

GAMES: dict[str, tuple[Ruleset, int, set[type]]] = {
    "sealed": (SEALING, 3, {m.Give, m.Points, m.Win}),
    "announced": (SEIZING, 2, {m.Announce, m.Cede, m.Give}),
    "held": (replace(KOZEL, name="held", deck=20, players=(2, 4)), 3, {m.Pass, m.Answer, m.Shares}),
    "claimed": (replace(CLOSED, name="claimed", deck=20), 3, {m.Give, m.Claim, m.Open}),
}
"""Rules, seats, and the types that the game must hold."""


@cache
def honest(name: str) -> Hall:
    rules, seats, wanted = GAMES[name]
    for number in range(100):
        players = [(claimer if name == "claimed" else card_player)(number + seat) for seat in range(seats)]
        hall = Hall(f"{name} {number}", ruleset=rules, seats=seats, players=players).run()
        if wanted <= {type(decode_body(entry.body).message()) for entry in hall.entries()}:
            return hall
    raise LookupError(f"no tape plays a game with {wanted}")


def others(value: Any) -> list[Any]:
    """What could stand in the place of a field."""
    match value:
        case bool():
            return [not value, 1]
        case int():
            return [value + 1, max(value - 1, 0), -1, 2**53 - 1, None]
        case None:
            return [0, b"", False]
        case bytes():
            return [value[:-1], value + b"\0", bytes(len(value)), b"", value[::-1], 0]
        case str():
            return [0, value.encode()]
        case _:
            return [value[1:], (*value, *value[-1:]), value[::-1], (), 0]


def changed(entry: SignedEntry, tape: Random) -> Iterator[tuple[int, bytes]]:
    """(field, body) for bodies in which one field, or one byte of one, is another."""
    *outer, payload = msgpack.unpackb(entry.body, use_list=False)
    for at, value in enumerate(payload):
        options = [other for other in others(value) if other != value or type(other) is not type(value)]
        for other in tape.sample(options, min(2, len(options))):
            yield at, msgpack.packb((*outer, (*payload[:at], other, *payload[at + 1 :])))
        if isinstance(value, bytes) and value:
            where = tape.randrange(len(value))
            flipped = value[:where] + bytes([value[where] ^ 1 << tape.randrange(8)]) + value[where + 1 :]
            yield at, msgpack.packb((*outer, (*payload[:at], flipped, *payload[at + 1 :])))


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_every_entry(name: str) -> None:
    """The state of each game before each entry: new types always, of the others every third."""
    hall, tape, told = honest(name), Random(name), 0
    table = Table([identity.public for identity in hall.identities])
    for number, entry in enumerate(hall.entries()):
        kind = decode_body(entry.body).type
        if kind >= 18 or kind in (14, 16) or number % 3 == 0:
            for field, body in changed(entry, tape):
                judge(hall, table, SignedEntry(entry.seat, body, sign(hall, entry.seat, body)), kind, field)
                told += 1
        table.apply(open_entry(entry, hall.identities[entry.seat].public))
    assert table.ended
    assert told > 50


def sign(hall: Hall, seat: int, body: bytes) -> bytes:
    return hall.identities[seat].sign(pae(MEDIA_TYPE, body))


def judge(hall: Hall, table: Table, lie: SignedEntry, kind: int, field: int) -> None:
    """Refused and without a trace; or one of the few fields that are the seat's own."""
    twin, place = fork(table), (lie.seat, table.round)
    before = picture(twin)
    try:
        twin.apply(open_entry(lie, hall.identities[lie.seat].public))
    except PeerError as fault:
        named = None if fault.code in NOISE else (fault.seat, fault.round)
    else:
        assert field in FREE.get(m.ENTRY_MESSAGES[kind], ()), (m.ENTRY_MESSAGES[kind], field)
        return
    assert named in (None, (None, None), place)
    assert picture(twin) == before
