"""One refusal of each proof that a table asks for, with its code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.wire import messages as m
from tests.support.cheat import Cheat, at, refused_at_table


def flipped(data: bytes, at_byte: int = -1) -> bytes:
    """One bit of the last scalar is another."""
    at_byte %= len(data)
    return data[:at_byte] + bytes([data[at_byte] ^ 1]) + data[at_byte + 1 :]


def withheld(field: str) -> Callable[[Cheat], m.EntryMessage]:
    """What the seat would say, with one bit of `field` changed."""
    return lambda cheat: replace(cheat.withheld, **{field: flipped(getattr(cheat.withheld, field))})


def played(kind: type[a.Action], field: str, at_byte: int = -1) -> Callable[[Cheat], m.EntryMessage]:
    """What the seat would play, with one bit of `field` changed."""

    def lie(cheat: Cheat) -> m.EntryMessage:
        message = cheat.message(cheat.action(kind))
        return replace(message, **{field: flipped(getattr(message, field), at_byte)})

    return lie


def counted(cheat: Cheat) -> m.EntryMessage:
    (points, proof), *rest = cheat.withheld.piles
    return replace(cheat.withheld, piles=(m.PileSum(points, flipped(proof)), *rest))


def another_result(cheat: Cheat) -> m.EntryMessage:
    return replace(cheat.withheld, points=cheat.withheld.points + 1)


K = 31
"""The last byte of the first scalar of a shuffle's proof; its points stand at the end."""

LIES = {
    "shuffle": (Code.SHUFFLE_PROOF, lambda cheat: replace(cheat.withheld, proof=flipped(cheat.withheld.proof, K))),
    "deal": (Code.SHARE_PROOF, withheld("proof")),
    "lead": (Code.MIX_PROOF, played(a.Lead, "mix_proof", K)),
    "later lead": (Code.OPEN_PROOF, played(a.Lead, "proof")),
    "follow": (Code.MIX_PROOF, played(a.Give, "mix_proof", K)),
    "shares": (Code.SHARE_PROOF, withheld("proof")),
    "opening": (Code.OPEN_PROOF, withheld("proof")),
    "count": (Code.STATEMENT_PROOF, counted),
    "points": (Code.STATEMENT_PROOF, withheld("proof")),
    "result": (Code.RESULT_WRONG, another_result),
}  # fmt: skip


@pytest.mark.parametrize("scene", LIES)
@pytest.mark.parametrize("seat", [0, 1])
def test_one_bit_is_enough(scene: str, seat: int) -> None:
    code, lie = LIES[scene]
    cheat = at(scene, seat)
    refused_at_table(cheat, cheat.signed(lie(cheat)), code)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pile_is_not_counted_twice(seat: int) -> None:
    cheat = at("count", seat)
    refused_at_table(cheat, cheat.signed(replace(cheat.withheld, piles=cheat.withheld.piles * 2)), Code.LENGTH)


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_gives_more_cards_than_the_table_has_in_that_hand(seat: int) -> None:
    """No rules lead there, so the table is made to hold a card less than was dealt."""
    cheat = at("follow two", seat)
    signed = cheat.signed(cheat.message(a.Give(cheat.losers(2)[0])))
    held = cheat.honest.table.state.cards.held
    dealt = held[seat]
    for cards, code in ((1, Code.GIVE_ILLEGAL), (2, Code.LENGTH)):  # two are enough, but not the hand that was mixed
        held[seat] = dealt[:cards]
        refused_at_table(cheat, signed, code)
