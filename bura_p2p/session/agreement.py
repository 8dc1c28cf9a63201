"""Three or more seats: nobody shows a share before all have told the same head.

Here: who has told what, and the frames held back until then. Otherwise a last shuffler with two proved decks
could read a hand. With two seats every frame leaves at once. Never: signing, proofs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..wire import messages as m


@dataclass(slots=True)
class Agreement:
    """What the other seats have said about heads; `seat` is ours, `seats` how many there are."""

    seat: int
    seats: int
    heads: dict[int, bytes] = field(default_factory=dict)
    heard: dict[int, dict[int, bytes]] = field(default_factory=dict)
    held_back: list[tuple[int, m.EntryFrame]] = field(default_factory=list)

    def arrived(self, round_: int, head: bytes) -> list[m.LinkMessage]:
        """This table opened `round_` on `head`: what to tell the others."""
        if self.seats == 2:
            return []
        self.heads[round_] = head
        return [m.Have(round_, head)]

    def told(self, seat: int, round_: int, head: bytes) -> bool:
        """Another seat opened `round_` on `head`; False when it is on another head than we are, or were."""
        known = self.heard.setdefault(round_, {})
        if known.setdefault(seat, head) != head:
            return False
        return self.heads.get(round_, head) == head

    def queue(self, round_: int, frame: m.EntryFrame, *, needs_all: bool) -> list[m.LinkMessage]:
        """The frames that may leave now, `frame` of `round_` among them if nothing holds it back."""
        if self.seats == 2 or not needs_all:
            return [frame]
        self.held_back.append((round_, frame))
        return self.released()

    def released(self) -> list[m.LinkMessage]:
        """Held frames that all others' heads now allow."""
        free = [frame for round_, frame in self.held_back if self._agreed(round_)]
        self.held_back = [(round_, frame) for round_, frame in self.held_back if not self._agreed(round_)]
        return list(free)

    def _agreed(self, round_: int) -> bool:
        heard = self.heard.get(round_, {})
        others = [seat for seat in range(self.seats) if seat != self.seat]
        return all(heard.get(seat) == self.heads.get(round_) for seat in others)
