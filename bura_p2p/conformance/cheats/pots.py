"""Lies about chips and pots at a table of three: who has won how much, and who pays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ...errors import Code
from ...rules.builtin import RUSSIAN, WESTERN
from ...table.phases import Stage
from ...wire import limits
from ...wire import messages as m
from ..cheat import Chapter, Deal, Layer, Make, Scene
from ..rogue import Rogue
from .combinations import dealt

POTS = Chapter(Layer.GAME)

OPEN: Final = replace(RUSSIAN, name="open", deck=20, ante=5)
STAYS: Final = replace(WESTERN, name="stays", deck=20, ante=5)
HANDS: Final = ("AD JS QS", "10S KH JC", "10H KC QH")

RIGHT: Final = dealt(
    "the pot is won", OPEN, Stage.RESULT,
    Deal(HANDS, "JD", "B", ("A lead AD", "B answer 10S", "C answer 10H", "A claim"))
)
"""A has won the pot of fifteen with 31 points; B signs."""
WRONG: Final = dealt(
    "the pot is paid once more", STAYS, Stage.RESULT, Deal(HANDS, "JD", "B", ("A lead AD", "B answer JC", "C claim"))
)
"""C claimed in vain, and paid the pot of fifteen once more; B signs."""


def moved(chips: tuple[int, ...], seat: int, step: int) -> tuple[int, ...]:
    """The chips of all, with `step` more for one seat."""
    return tuple(held + step * (at == seat) for at, held in enumerate(chips))


Change = Callable[[Rogue, m.Result], dict[str, Any]]


def _told(change: Change) -> Make:
    def make(liar: Rogue) -> m.Result:
        honest = liar.honest(m.Result)
        return replace(honest, **change(liar, honest))

    return make


def _taken(liar: Rogue, r: m.Result) -> dict[str, Any]:
    chips = moved(tuple(-5 for _ in r.chips), liar.seat, 15)
    return {"winner": liar.seat, "chips": chips}


def _paid_by_another(liar: Rogue, r: m.Result) -> dict[str, Any]:
    payer = min(range(len(r.chips)), key=lambda seat: r.chips[seat])
    other = next(seat for seat in liar.others if seat != payer)
    return {"chips": moved(moved(r.chips, payer, 15), other, -15)}


_CHANGES: dict[str, tuple[str, str, Scene, Change]] = {
    "chip-more": ("chips", "The liar has a chip more than it has.", RIGHT, lambda liar,
                  r: {"chips": moved(r.chips, liar.seat, 1)}),
    "chip-less": ("chips", "Another seat has a chip less than it has.", RIGHT,
                  lambda liar, r: {"chips": moved(r.chips, liar.others[0], -1)}),
    "chip-moved": ("chips", "A chip of another seat's is the liar's.", RIGHT,
                   lambda liar, r: {"chips": moved(moved(r.chips, liar.seat, 1), liar.others[0], -1)}),
    "chip-from-the-pot": ("pot", "A chip of the pot is the liar's.", WRONG,
                          lambda liar, r: {"chips": moved(r.chips, liar.seat, 1), "pot": r.pot - 1}),
    "largest-pot": ("pot", "The pot is the largest that there can be.", WRONG, lambda liar,
                    r: {"pot": limits.MAX_POT}),
    "no-chips": ("chips", "Nobody has won or lost anything.", RIGHT, lambda liar, r: {"chips": (0,) * 3, "pot": 0}),
    "seat-too-few": ("chips", "The chips of two seats, where three sit.", RIGHT, lambda liar,
                     r: {"chips": r.chips[:2]}),
    "largest-numbers": ("chips", "The largest numbers that chips can be.", RIGHT,
                        lambda liar, r: {"chips": (limits.MAX_UINT, -limits.MAX_UINT, 0)}),
    "seats-exchanged": ("chips", "Each seat has the chips of the next one.", RIGHT,
                        lambda liar, r: {"chips": (*r.chips[1:], r.chips[0])}),
    "antes-of-the-next-hand": ("pot", "The antes of the next hand are in the pot already.", WRONG,
                               lambda liar, r: {"chips": tuple(held - 5 for held in r.chips), "pot": r.pot + 15}),
    "pot-taken": ("winner", "The liar gives itself the pot that another has won.", RIGHT, _taken),
    "claim-paid-by-another": ("chips", "Another than the claimant pays for the wrong claim.", WRONG,
                              _paid_by_another),
}  # fmt: skip
for _name, (_field, _lie, _scene, _change) in _CHANGES.items():
    POTS.add(f"Result.{_field}", f"pot-{_name}", _lie, _scene, Code.RESULT_WRONG, "false score", _told(_change))
