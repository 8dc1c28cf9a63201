"""Two sides meet again: how far each has come, and what the other lacks.

Here: the word that both say first, and what follows from the other's. Never: signing, sending, judging an entry.
After the Lightning Network's BOLT 2, `channel_reestablish`: say what you have, wait for the other's word, then send
again the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import Code, LocalError, PeerError
from ..log.entry import ZERO_HASH, SignedEntry
from ..log.log import Log
from ..sentences import Sentence
from ..wire import messages as m
from ..wire.codec import decode_body


def rounds_told(round_: int) -> Iterator[int]:
    """The rounds whose heads a word names, the open one first: 1, 2, 4 … before it, and round 0."""
    yield round_
    step = 1
    while step < round_:
        yield round_ - step
        step *= 2
    if round_:
        yield 0


def word(log: Log) -> m.Resume:
    """How far this side has come."""
    held = tuple(m.HeldEntry(entry.seat, _hash(entry)) for entry in log.held(log.round))
    heads = tuple(log.head_before(round_) for round_ in rounds_told(log.round))
    return m.Resume(log.table_id, log.round, heads, held)


def _hash(entry: SignedEntry) -> bytes:
    return hashlib.sha256(entry.body).digest()


@dataclass(frozen=True, slots=True)
class Difference:
    """What the other side's word says of the two logs.

    `send`: what it lacks, in the order of the log; where the two differ, everything from the last common round on, so
    that the other can judge. `forked`: they differ. `behind`: the round up to which this side lacks entries.
    """

    send: tuple[SignedEntry, ...]
    forked: bool
    behind: int


def compare(log: Log, theirs: m.Resume) -> Difference:
    """Compare this log with the other side's word.

    Raises `PeerError`: TABLE_WRONG for another game, LENGTH for a word that does not name the heads that it must.
    """
    told = list(rounds_told(theirs.round))
    if ZERO_HASH not in (log.table_id, theirs.table_id) and log.table_id != theirs.table_id:
        raise PeerError(Code.TABLE_WRONG, "another game")
    if (theirs.table_id, theirs.round) == (ZERO_HASH, 0) and _other_hello(log, theirs):
        raise PeerError(Code.TABLE_WRONG, "another game, which begins with another hello")
    if len(theirs.heads) != len(told):
        raise PeerError(Code.LENGTH, "one head for each round that a word names")
    known = [(round_, head) for round_, head in zip(told, theirs.heads, strict=True) if round_ <= log.round]
    common = next((round_ for round_, head in known if log.head_before(round_) == head), 0)
    forked = bool(known) and common != known[0][0]
    first = common if forked or theirs.round <= log.round else log.round + 1
    held = {(entry.seat, entry.body_hash) for entry in theirs.held} if not forked else set()
    send = tuple(
        entry
        for round_ in range(first, log.round + 1)
        for entry in log.held(round_)
        if round_ != theirs.round or (entry.seat, _hash(entry)) not in held
    )
    return Difference(send, forked, theirs.round)


def _other_hello(log: Log, theirs: m.Resume) -> bool:
    """Whether the other side holds a hello for a seat that is not the one held here."""
    mine = {entry.seat: _hash(entry) for entry in log.held(0)}
    return any(mine.get(told.seat, told.body_hash) != told.body_hash for told in theirs.held)


def level(log: Log, theirs: m.Resume, seat: int) -> bool:
    """Whether this log has come as far as the other side's word says, as to the entries of the own `seat`."""
    if log.round < theirs.round:
        return False
    held = {(entry.seat, _hash(entry)) for entry in log.held(theirs.round)}
    return all((entry.seat, entry.body_hash) in held for entry in theirs.held if entry.seat == seat)


@dataclass(slots=True)
class Meeting:
    """Where a session stands with the other side since the last new link.

    `suspended`: nothing is signed yet; `theirs`: the other side's word, once heard; `moved`: the store was moved or
    copied; `lost`: it has been said that the hand's secrets are gone.
    """

    suspended: bool = False
    moved: bool = False
    lost: bool = False
    theirs: m.Resume | None = None


def own_hello(entries: Sequence[SignedEntry], seat: int) -> m.Hello:
    """The hello that `seat` signed for this game. Raises `LocalError` where there is none: no game has begun."""
    for signed in entries:
        if signed.seat == seat:
            message = decode_body(signed.body).message()
            if isinstance(message, m.Hello):
                return message
    raise LocalError(Sentence("This game was broken off before it began; begin a new one."))
