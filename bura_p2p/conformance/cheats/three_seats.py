"""Lies at larger tables: one word to one seat and another to the next.

The seats tell each other their heads before a share is shown, find two of them, and stop without naming anybody; two
of their files together name who signed twice.
"""

from __future__ import annotations

from collections.abc import Callable

from ...errors import Code
from ...rules import actions as a
from ...table.phases import Stage
from ...verify import Verdict
from ...wire import messages as m
from ..cheat import Chapter, Layer, Scene
from ..pens import OTHER_HASH, deck_shuffled
from ..rogue import Rogue
from ..scenes import THREE
from .sealed import GIVEN, sealing

THREE_SEATS = Chapter(Layer.THREE_SEATS)

Two = Callable[[Rogue], tuple[m.EntryMessage, m.EntryMessage]]


def split(message: str, scene: Scene, line: str = "one entry to one peer and another to the next") -> Callable[[Two],
                                                                                                               Two]:
    """Write down two words for one place, each told to a part of the table."""

    def note(make: Two) -> Two:
        THREE_SEATS.add(f"{message}.second", make.__name__.replace("_", "-"), make.__doc__ or "", scene,
                        Code.EQUIVOCATION,
                        line, make, verdict=Verdict.EQUIVOCATION, split=True)  # fmt: skip
        return make

    return note


def _scene(stage: Stage) -> Scene:
    return Scene(f"{stage.value} of three", stage, (THREE,),
                 last=stage is not Stage.LEAD and stage is not Stage.SHUFFLE)


@split("Commit", _scene(Stage.COMMIT))
def two_commitments(liar: Rogue) -> tuple[m.EntryMessage, m.EntryMessage]:
    """Two commitments, so that the liar can choose its key once it has seen the others'."""
    return liar.honest(m.Commit), m.Commit(OTHER_HASH)


@split("Commit", _scene(Stage.COMMIT))
def leaving_and_staying(liar: Rogue) -> tuple[m.EntryMessage, m.EntryMessage]:
    """To one seat the liar leaves, with another it plays on."""
    return m.Resign(), liar.honest(m.Commit)


@split("Shuffle",
       Scene("last shuffle of three", Stage.SHUFFLE, (THREE,), lambda liar: liar.cards.shuffles == 2, from_seat=2),
       "two proved decks to two peers before the shares")  # fmt: skip
def two_decks(liar: Rogue) -> tuple[m.EntryMessage, m.EntryMessage]:
    """The last to shuffle proves two decks, to have shares of both and read a hand."""
    return liar.honest(m.Shuffle), deck_shuffled(liar, liar.cards.deck)


@split("Deal", _scene(Stage.DEAL))
def shares_and_a_resignation(liar: Rogue) -> tuple[m.EntryMessage, m.EntryMessage]:
    """One seat is given its shares, to another the liar gives up."""
    return liar.honest(m.Deal), m.Resign()


@split("Lead", _scene(Stage.LEAD))
def two_leads(liar: Rogue) -> tuple[m.EntryMessage, m.EntryMessage]:
    """One card is led to one seat, and another to the next."""
    leads = [act for act in liar.legal if isinstance(act, a.Lead)]
    return liar.message(m.Lead, leads[0]), liar.message(m.Lead, leads[-1])


@split("Points", GIVEN)
def two_sealed_sums(liar: Rogue) -> tuple[m.EntryMessage, m.EntryMessage]:
    """One sealed sum for the winner, and another for the third: each is true."""
    return sealing(liar, 10, r=5), sealing(liar, 10, r=6)
