"""Three or more seats: nobody shows a share before all have told the same head.

Here: who has told what, and the frames held back until then. Otherwise a last shuffler with two proved decks
could read a hand. With two seats every frame leaves at once, and nothing is kept. Never: signing, proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..wire import messages as m

WINDOW = 32
"""Rounds before and after the open one whose heads are remembered; nobody honest is further away."""


@dataclass(slots=True)
class Agreement:
    """What the other seats have said about heads; `seat` is ours, `seats` how many there are, `playing` those of
    them that have not left: nobody waits for, or listens to, one that has.

    `dissent` is the round for which a seat has told another head than ours, or two heads. That proves nothing against
    the teller: any seat may have signed two things.
    """

    seat: int
    seats: int
    playing: Sequence[int] = ()
    newest: int = 0
    heads: dict[int, bytes] = field(default_factory=dict)
    heard: dict[int, dict[int, bytes]] = field(default_factory=dict)
    held_back: list[tuple[int, m.EntryFrame]] = field(default_factory=list)
    dissent: int | None = None

    def __repr__(self) -> str:
        return f"Agreement(seat={self.seat}, round={self.newest}, {len(self.held_back)} frames held back)"

    def arrived(self, round_: int, head: bytes) -> list[m.LinkMessage]:
        """This table opened `round_` on `head`: what to tell the others."""
        if self.seats == 2:
            return []
        self.newest = round_
        self.heads = {known: kept for known, kept in self.heads.items() if self._near(known)} | {round_: head}
        self.heard = {known: kept for known, kept in self.heard.items() if self._near(known)}
        heard = self.heard.get(round_, {})
        if any(told != head for seat, told in heard.items() if seat in self.playing):
            self.dissent = round_
        return [m.Have(round_, head)]

    def told(self, seat: int, round_: int, head: bytes) -> None:
        """Another seat opened `round_` on `head`."""
        if self.seats == 2 or not self._near(round_) or seat not in self.playing:
            return
        first = self.heard.setdefault(round_, {}).setdefault(seat, head)
        if first != head or self.heads.get(round_, head) != head:
            self.dissent = round_

    def queue(self, round_: int, frame: m.EntryFrame, *, needs_all: bool) -> list[m.LinkMessage]:
        """The frames that may leave now, `frame` of `round_` among them if nothing holds it back."""
        if self.seats == 2 or not needs_all:
            return [frame]
        self.held_back.append((round_, frame))
        return self.released()

    def released(self) -> list[m.LinkMessage]:
        """Held frames that all others' heads now allow; none once somebody dissents."""
        if self.dissent is not None:
            return []
        free = [frame for round_, frame in self.held_back if self._agreed(round_)]
        self.held_back = [(round_, frame) for round_, frame in self.held_back if not self._agreed(round_)]
        return list(free)

    def _agreed(self, round_: int) -> bool:
        heard = self.heard.get(round_, {})
        others = [seat for seat in self.playing if seat != self.seat]
        return all(heard.get(seat) == self.heads.get(round_) for seat in others)

    def _near(self, round_: int) -> bool:
        return abs(round_ - self.newest) <= WINDOW
