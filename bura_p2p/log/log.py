"""The log of one table: closed rounds, the head, the entries of the open round.

Here: whether an authentic entry fits its place, and the chaining of rounds. Never: signatures (an `Entry`
has been opened), who must speak (the caller closes a round), or what an entry means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ..errors import Code, LocalError, PeerError
from .entry import ZERO_HASH, Entry, SignedEntry, next_head, table_id

NOISE: Final = frozenset(
    {
        Code.SIGNATURE,
        Code.ENCODING,
        Code.TABLE_WRONG,
        Code.ROUND_WRONG,
        Code.SEAT_WRONG,
        Code.PREV_WRONG,
    }
)
"""Refusals of entries that do not stand well: they prove nothing against anybody."""


def convicts(fault: PeerError) -> bool:
    """Whether a refusal, made with its place, proves a fault of the seat that signed.

    Two bodies for one place do; so does a body that stands well and is refused. Nothing of round 0: a hello names no
    table, and other software may say what this one does not know.
    """
    return fault.seat is not None and bool(fault.round) and fault.code not in NOISE


class Log:
    """Entries by round and seat. Rounds count from 0; the open round is the one after the last closed one."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.head = ZERO_HASH
        """The head before the open round, 32 bytes."""
        self.table_id = ZERO_HASH
        """The table's id, 32 bytes; zero bytes until round 0 is closed."""
        self._heads = [ZERO_HASH]
        self._closed: list[Mapping[int, SignedEntry]] = []
        self._open: dict[int, SignedEntry] = {}

    @property
    def round(self) -> int:
        """The number of the open round."""
        return len(self._closed)

    @property
    def open(self) -> Mapping[int, SignedEntry]:
        """The entries of the open round so far, by seat."""
        return MappingProxyType(self._open)

    @property
    def closed(self) -> tuple[tuple[SignedEntry, ...], ...]:
        """The closed rounds, each with its entries by seat ascending."""
        return tuple(tuple(entries.values()) for entries in self._closed)

    def head_before(self, round: int) -> bytes:  # noqa: A002
        """The head before a round that is open or closed here, 32 bytes. `LocalError` for a round still to come."""
        if not 0 <= round <= self.round:
            raise LocalError("This round is still to come.")
        return self._heads[round]

    def held(self, round: int) -> tuple[SignedEntry, ...]:  # noqa: A002
        """The entries of one round, by seat; none for a round still to come."""
        if round == self.round:
            return tuple(self._open[seat] for seat in sorted(self._open))
        return tuple(self._closed[round].values()) if 0 <= round < self.round else ()

    def find(self, round: int, seat: int) -> SignedEntry | None:  # noqa: A002
        """The entry held for a place, or None."""
        if 0 <= round < self.round:
            return self._closed[round].get(seat)
        return self._open.get(seat) if round == self.round else None

    def entries(self) -> Iterator[SignedEntry]:
        """Every entry held, by (round, seat): what is stored and exported."""
        for entries in (*self._closed, self._open):
            for seat in sorted(entries):
                yield entries[seat]

    def check(self, entry: Entry) -> bool:
        """Whether `entry` is new here: True for a new one in the open round, False for one already held.

        Raises `PeerError` with the place, in this order: SEAT_WRONG (no such seat), ROUND_WRONG (a round
        still to come), TABLE_WRONG, EQUIVOCATION (another body for a place that is taken, whatever its
        prev), ROUND_WRONG (a closed round in which the seat did not speak), PREV_WRONG. Only EQUIVOCATION
        is proof against the signer. A second hello is TABLE_WRONG, never EQUIVOCATION: hellos name no table
        yet, and an honest player signs a new one for every table, so any of them could be brought here to
        frame it.
        """
        code = self._fault(entry)
        if code is not None:
            raise PeerError(code, seat=entry.body.seat, round=entry.body.round)
        return self.find(entry.body.round, entry.body.seat) is None

    def _fault(self, entry: Entry) -> Code | None:
        body = entry.body
        if body.seat >= self.seats:
            return Code.SEAT_WRONG
        if body.round > self.round:
            return Code.ROUND_WRONG
        if body.table_id != (ZERO_HASH if body.round == 0 else self.table_id):
            return Code.TABLE_WRONG
        held = self.find(body.round, body.seat)
        if held is not None:
            if held.body == entry.signed.body:
                return None
            return Code.EQUIVOCATION if body.round else Code.TABLE_WRONG
        if body.round < self.round:
            return Code.ROUND_WRONG
        return None if body.prev == self.head else Code.PREV_WRONG

    def add(self, entry: Entry) -> bool:
        """Takes an entry into the open round; False when its body is held already. Raises as `check` does."""
        new = self.check(entry)
        if new:
            self._open[entry.body.seat] = entry.signed
        return new

    def close(self) -> bytes:
        """Closes the open round over the entries that it holds and gives the new head, 32 bytes.

        The caller knows that all who had to speak have spoken. Raises `LocalError` when nobody has.
        """
        if not self._open:
            raise LocalError("A round without entries cannot be closed.")
        entries = {seat: self._open[seat] for seat in sorted(self._open)}
        self.head = next_head(self.head, [signed.body for signed in entries.values()])
        if self.round == 0:
            self.table_id = table_id(self.head)
        self._heads.append(self.head)
        self._closed.append(MappingProxyType(entries))
        self._open = {}
        return self.head
