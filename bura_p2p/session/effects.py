"""What a session wants done, as values.

Here: `Effects` and the list that it is gathered in. Never: doing it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import PeerError
from ..log.entry import SignedEntry
from ..table.events import Event
from ..wire import messages as m
from .secrets import Stored


@dataclass(frozen=True, slots=True)
class Effects:
    """What follows from one call. The caller commits `entries`, `secrets` and `erase` *before* it sends `send`.

    `entries`: new in the log, own and received, in the order of their acceptance. `secrets`: (hand, kind,
    value) to store. `erase`: hands whose secrets must go. `send`: link messages for every other seat. `fault`: why
    the link must be closed, where it must; the game stays as it is.
    """

    entries: tuple[SignedEntry, ...] = ()
    secrets: tuple[Stored, ...] = ()
    erase: tuple[int, ...] = ()
    send: tuple[m.LinkMessage, ...] = ()
    events: tuple[Event, ...] = ()
    fault: PeerError | None = None

    def __repr__(self) -> str:
        kinds = [type(event).__name__ for event in self.events]
        return f"Effects({len(self.entries)} entries, {len(self.secrets)} secrets, {len(self.send)} to send, {kinds})"


@dataclass(slots=True)
class Gathered:
    """Effects in the making."""

    entries: list[SignedEntry] = field(default_factory=list)
    secrets: list[Stored] = field(default_factory=list)
    erase: list[int] = field(default_factory=list)
    send: list[m.LinkMessage] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    fault: PeerError | None = None

    def __repr__(self) -> str:
        return f"Gathered({len(self.entries)} entries)"

    def take(self) -> Effects:
        """The effects so far; the list starts anew."""
        effects = Effects(
            entries=tuple(self.entries),
            secrets=tuple(self.secrets),
            erase=tuple(self.erase),
            send=tuple(self.send),
            events=tuple(self.events),
            fault=self.fault,
        )
        for part in (self.entries, self.secrets, self.erase, self.send, self.events):
            part.clear()
        self.fault = None
        return effects
