"""The role-blind core: what every seat, and every stranger, computes from the same signed entries.

Here: the place of an entry, rounds and heads; content goes to `checks`, consequences to `closing`. Never: "me",
time, sending, anybody's secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..crypto import challenge
from ..crypto.identity import check_identity_key
from ..errors import Code, LocalError, PeerError
from ..log.entry import Entry
from ..log.log import Log
from ..wire import messages as m
from . import closing
from .checks import Checked, CheckedHello, Place, check
from .events import Event
from .phases import DUE, Stage
from .state import State


class Table:
    """One game at one table. `Table.apply` is the only way forward, for players and verifiers alike.

    `identities` are the seats' Ed25519 public keys (32 bytes each, 2 to 6 of them, seat 0 first). Raises
    `PeerError` (IDENTITY_KEY, IDENTITY_REPEATED) when they cannot sit at one table.
    """

    def __init__(self, identities: Sequence[bytes]) -> None:
        for identity in identities:
            check_identity_key(identity)
        if len(set(identities)) != len(identities):
            raise PeerError(Code.IDENTITY_REPEATED, "one identity in two seats")
        if not 2 <= len(identities) <= 6:
            raise LocalError("A table has two to six seats.")
        self.state = State(tuple(identities))
        self.log = Log(len(identities))
        self._open: dict[int, Checked] = {}

    @property
    def round(self) -> int:
        """The number of the open round, from 0."""
        return self.log.round

    @property
    def head(self) -> bytes:
        """The head before the open round, 32 bytes."""
        return self.log.head

    @property
    def stage(self) -> Stage:
        """What the open round waits for."""
        return self.state.stage

    @property
    def ended(self) -> bool:
        """Whether no entry can follow: the game is complete or void."""
        return not DUE[self.stage].types

    def owing(self) -> tuple[int, ...]:
        """The seats, ascending, that owe an entry in the open round and have not yet spoken."""
        return tuple(seat for seat in self.state.speakers() if seat not in self._open)

    def due_types(self) -> tuple[type[m.EntryMessage], ...]:
        """The types that each owing seat may choose from."""
        return DUE[self.stage].types

    def context(self, seat: int) -> bytes:
        """The context of `seat`'s place in the open round, hashed into every proof there."""
        return challenge.context(self.state.table_id, self.state.hand, self.round, seat, self.head)

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """Judge one authentic entry: place, form, turn, proof, rule; close the round when all have spoken.

        Returns what happened (nothing while the round is open, or for an entry already held). Raises
        `PeerError` with code, seat and round; then nothing has changed.
        """
        if not self.log.check(entry):
            return ()
        try:
            checked = self._check(entry)
        except PeerError as fault:
            raise fault.at(entry.body.seat, entry.body.round) from None
        self.log.add(entry)
        self._open[entry.body.seat] = checked
        return () if self.owing() else self._close()

    def _check(self, entry: Entry) -> Checked:
        seat, message = entry.body.seat, entry.body.message()
        if seat not in self.state.speakers():
            raise PeerError(Code.TYPE_NOT_DUE, "this seat owes nothing in this round")
        if type(message) not in self.due_types():
            raise PeerError(Code.TYPE_NOT_DUE, f"the table waits for {self.stage.value}")
        checked = check(self.state, Place(seat, self.context(seat)), message)
        if isinstance(checked, CheckedHello) and closing.terms_differ(self._open, checked):
            raise PeerError(Code.RULESET_DIFFERS, "the seats name different rulesets")
        return checked

    def _close(self) -> tuple[Event, ...]:
        """All have spoken: move the head, then apply the round."""
        entries = dict(sorted(self._open.items()))
        self._open = {}
        self.log.close()
        self.state.table_id = self.log.table_id
        return tuple(closing.close(self.state, entries))
