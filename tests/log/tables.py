"""A small table's signed rounds, made honestly."""

from __future__ import annotations

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.log.entry import Entry, SignedEntry, open_entry, sign_entry
from bura_p2p.log.log import Log
from bura_p2p.wire.codec import encode_body
from bura_p2p.wire.messages import Claim, Commit, EntryMessage, Hello, Pass

IDENTITIES = [Identity.generate(Tape(f"identity {seat}")) for seat in range(3)]


def hello(seat: int, nonce: int = 0, seats: int = 2) -> Hello:
    return Hello(IDENTITIES[seat].public, bytes([nonce]) * 32, (1,), (), seats, b"rules", f"player {seat}")


def signed(log: Log, seat: int, message: EntryMessage) -> SignedEntry:
    """An entry that fits the log as it stands."""
    body = encode_body(1, log.table_id, log.round, seat, log.head, message)
    return sign_entry(IDENTITIES[seat], body, seat)


def opened(entry: SignedEntry) -> Entry:
    return open_entry(entry, IDENTITIES[entry.seat].public)


def speak(log: Log, seat: int, message: EntryMessage) -> SignedEntry:
    entry = signed(log, seat, message)
    assert log.add(opened(entry))
    return entry


def played(rounds: int = 3) -> Log:
    """Two seats: hellos, commits, a pass of seat 1, then claims of seat 0."""
    log = Log(2)
    for number in range(rounds):
        seats = (0, 1) if number < 2 else (1,) if number == 2 else (0,)
        for seat in reversed(seats):
            said: list[EntryMessage] = [hello(seat), Commit(bytes([seat]) * 32), Pass(), Claim()]
            speak(log, seat, said[min(number, 3)])
        log.close()
    return log
