"""From the text of spec.md, 9.32, 9.33, 13.4: what a seat of two does on a new link to a game that has begun.

Here: its `resume`, its judgment of the other's, what it sends, when it may sign, what it finds out. The entries are
judged by a table of `judge.py`. Imports nothing of the package. Never: an entry signed, a socket.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .judge import Table
from .link import NUMBER, frame
from .reader import Refused, fields, need, next_head, rows, sha, strict

Entry = tuple[int, bytes, bytes]
NAME = {number: name for name, number in NUMBER.items()}
CODE = {row[1]: int(row[0]) for row in rows("refusals")}
GOODBYE = {row[1]: int(row[0]) for row in rows("goodbyes")}
ENDINGS = ("complete", "void")
HELD_BACK = ("entry_frame", "refuse")
"""J3: what closes the link before the other's `resume`."""


class Closed(Exception):  # noqa: N818
    """The link is closed with `code`; the game's record does not change."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def named(r: int) -> list[int]:
    """9.32: the rounds whose heads a `resume` with round r tells, in its order."""
    steps = [0] + [2**power for power in range(33)]
    return [r - step for step in steps if step < r] + [0]


@dataclass(frozen=True)
class Word:
    """What the other's `resume` says: its round, its heads by round, (seat, hash) of what it holds of that round."""

    round: int
    heads: dict[int, bytes]
    held: set[tuple[int, bytes]]


class Seat:
    """One seat with its store: the table that it has computed, and the stored entries by their bodies."""

    def __init__(self, own: int, table: Table, stored: list[Entry]) -> None:
        """`stored`: the entries that `table` has accepted, and no other."""
        self.own = own
        self.table = table
        self.stored = {body: (seat, body, signature) for seat, body, signature in stored}
        self.word: Word | None = None
        self.refused = False  # has sent or received a `refuse`: E17
        self.went_back = False
        self.told_all = False
        """The other side has everything: J7."""

    # --- what is held --------------------------------------------------------------------------------------

    @property
    def round(self) -> int:
        return len(self.table.closed)

    def heads(self) -> list[bytes]:
        """The head before each round that is open or closed here."""
        found = [bytes(32)]
        for spoken in self.table.closed:
            found.append(next_head(found[-1], [spoken[seat] for seat in sorted(spoken)]))
        return found

    def entries_from(self, first: int) -> list[Entry]:
        """Held, of rounds from `first` on: by round, then seat."""
        rounds = [*self.table.closed, self.table.open]
        return [self.stored[spoken[seat]] for spoken in rounds[first:] for seat in sorted(spoken)]

    # --- a new link ----------------------------------------------------------------------------------------

    def new_link(self) -> bytes:
        """The first frame after `auth`."""
        self.word = None
        heads = self.heads()
        held = tuple((seat, sha(body)) for seat, body in sorted(self.table.open.items()))
        return frame("resume", self.table.table_id, self.round, tuple(heads[at] for at in named(self.round)), held)

    def receive(self, payload: bytes) -> list[bytes]:
        """The frames that go back. Raises `Closed`."""
        name, message = self.read(payload)
        if name in ("offer", "greet", "auth") or (self.word is None and name in HELD_BACK):
            raise Closed("link_order")
        if self.refused:  # J7, E20
            return []
        if name == "resume":
            return self.take_word(**message)
        if name == "have":
            self.told_all |= self.ended and message == {"round": self.round, "head": self.table.head}
        if name == "entry_frame":
            return self.take_entry(*message.values())
        if name == "refuse":
            self.refused = True
            return [frame("bye", GOODBYE["fault"])]
        return []

    def read(self, payload: bytes) -> tuple[str, dict[str, Any]]:
        try:
            outer = fields(strict(payload), "frame")
            number = outer["type"]
            need(number in NAME or number % 2 == 1, "link_message")
            return (NAME[number], fields(outer["payload"], f"link {NAME[number]}")) if number in NAME else ("", {})
        except Refused:
            raise Closed("link_message") from None

    def take_word(self, table_id: bytes, round: int, heads: tuple[bytes, ...], held: Any) -> list[bytes]:  # noqa: A002
        if self.word is not None:
            raise Closed("link_order")
        if any(table_id) and any(self.table.table_id) and table_id != self.table.table_id:
            raise Closed("table_wrong")
        if not any(table_id) and not round and any(self.hash_at(0, seat) not in (None, told) for seat, told in held):
            raise Closed("table_wrong")
        if len(heads) != len(named(round)):
            raise Closed("length")
        self.word = Word(round, dict(zip(named(round), heads, strict=True)), set(held))
        self.went_back |= self.lacks_own()
        return [frame("entry_frame", *entry) for entry in self.wanted(self.word)] + self.farewell()

    @property
    def ended(self) -> bool:
        return self.table.stage in ENDINGS

    def farewell(self) -> list[bytes]:
        """J7: what is said behind everything else when the table has ended here."""
        return [frame("have", self.round, self.table.head)] if self.ended else []

    def wanted(self, word: Word) -> list[Entry]:
        """J5."""
        mine = self.heads()
        same = {at: mine[at] == head for at, head in word.heads.items() if at <= self.round}
        c = max((at for at, is_same in same.items() if is_same), default=0)
        if word.round == c:
            has = [self.spoken(c, seat) for seat in range(self.table.n) if (seat, self.hash_at(c, seat)) in word.held]
            return [entry for entry in self.entries_from(c) if entry[1] not in has]
        if any(at > c for at, is_same in same.items() if not is_same):
            return self.entries_from(c)
        return []

    def spoken(self, at: int, seat: int) -> bytes | None:
        """The body held for a place."""
        rounds = [*self.table.closed, self.table.open]
        return rounds[at].get(seat) if at < len(rounds) else None

    def hash_at(self, at: int, seat: int) -> bytes | None:
        body = self.spoken(at, seat)
        return None if body is None else sha(body)

    # --- J4 ------------------------------------------------------------------------------------------------

    def lacks_own(self) -> bool:
        """An entry of this seat is there and not here, as the other's word shows already."""
        word = self.word
        if word is None:
            return False
        owed = self.own in self.table.speakers() and self.own not in self.table.open
        told = {hashed for seat, hashed in word.held if seat == self.own}
        return (word.round > self.round and owed) or bool(told - {self.hash_at(word.round, self.own)})

    def may_sign(self) -> bool:
        """Whether this seat may sign what it owes."""
        word = self.word
        return word is not None and not self.refused and word.round <= self.round and not self.lacks_own()

    # --- entries -------------------------------------------------------------------------------------------

    def take_entry(self, seat: int, body: bytes, signature: bytes) -> list[bytes]:
        if self.ended:
            return []
        try:
            new = self.table.judge(seat, body, signature)
        except Refused as fault:
            self.refused = True
            code = CODE[fault.code.removesuffix("_later")]
            return [frame("refuse", self.place(seat, body, signature), seat, code), frame("bye", GOODBYE["fault"])]
        if new:
            self.stored[body] = (seat, body, signature)
            self.went_back |= seat == self.own
        return self.farewell()

    def place(self, seat: int, body: bytes, signature: bytes) -> int:
        """L12: the round of the body, if E8 was passed."""
        from .verdict import authentic

        found = authentic(self.table, seat, body, signature) if seat < self.table.n else None
        return self.round if found is None else int(found["round"])

    def sign(self, body: bytes, signature: bytes) -> None:
        """An entry of this seat is stored; it must be free to sign it."""
        if not self.may_sign():
            raise ValueError("signed too early")
        if not self.table.judge(self.own, body, signature):
            raise ValueError("signed twice")
        self.stored[body] = (self.own, body, signature)
