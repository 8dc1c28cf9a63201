"""Pots that are true, and numbers of chips that not every language holds."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import msgpack
import pytest

from bura_p2p.conformance.cheats.pots import HANDS, OPEN, STAYS
from bura_p2p.rules.outcome import Reason
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.support.cheat import frame
from tests.support.rogues import Setting, liar

TRICK = ("A lead AD", "B answer 10S", "C answer 10H")

RIGHT = Setting(OPEN, HANDS, "JD", Stage.RESULT, "B", (*TRICK, "A claim"))
"""A has won the pot of fifteen with 31 points; B signs."""
WRONG = Setting(STAYS, HANDS, "JD", Stage.RESULT, "B", (*TRICK[:1], "B answer JC", "C claim"))
"""C claimed in vain, and paid the pot of fifteen once more."""


def test_what_the_honest_results_say() -> None:
    won, lost = liar(RIGHT).withheld, liar(WRONG).withheld
    a, c = liar(RIGHT).seat_of("A"), liar(WRONG).seat_of("C")
    assert (won.winner, won.pot, won.chips[a], sum(won.chips)) == (a, 0, 10, 0)
    assert (lost.winner, lost.reason, lost.pot, lost.chips[c]) == (None, Reason.CLAIM_WRONG, 30, -20)


def vars_of(message: m.Result) -> dict[str, Any]:
    return {field.name: getattr(message, field.name) for field in fields(message)} | {"reason": int(message.reason)}


@pytest.mark.parametrize("number", [2**53, -(2**53), 2**63, -(2**63)])
@pytest.mark.parametrize("field", ["pot", "chips"])
def test_numbers_that_not_every_language_holds(field: str, number: int) -> None:
    """Beyond 2^53 − 1 either way a body is unreadable: at a table of three it is passed over, and names nobody."""
    cheat = liar(RIGHT)
    payload = tuple((vars_of(cheat.withheld) | {field: number if field == "pot" else (number, 0, 0)}).values())
    table = cheat.table
    body = msgpack.packb((1, table.state.table_id, table.round, cheat.seat, table.head, 16, payload))
    signed = cheat.sign(body)
    effects = cheat.honest.receive(frame(signed))
    assert (effects.send, effects.entries, effects.events) == ((), (), ())
    stored = [e for effects in cheat.hall.effects[cheat.witness] for e in effects.entries]
    report = verify_file(cheat.file([*stored, signed]))
    assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None)
    cheat.says(cheat.withheld)
    assert cheat.honest.table.stage is Stage.COMPLETE
