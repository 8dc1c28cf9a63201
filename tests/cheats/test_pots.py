"""Lies about chips and pots: what a hand moved, told otherwise."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import msgpack
import pytest

from bura_p2p.errors import Code
from bura_p2p.rules.builtin import RUSSIAN, WESTERN
from bura_p2p.rules.match import MAX_POT
from bura_p2p.rules.outcome import Reason
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.support.cheat import frame
from tests.support.rogues import Liar, Setting, all_caught, caught, liar

OPEN = replace(RUSSIAN, name="open", deck=20, ante=5)
STAYS = replace(WESTERN, name="stays", deck=20, ante=5)
HANDS = ("AD JS QS", "10S KH JC", "10H KC QH")
TRICK = ("A lead AD", "B answer 10S", "C answer 10H")

RIGHT = Setting(OPEN, HANDS, "JD", Stage.RESULT, "B", (*TRICK, "A claim"))
"""A has won the pot of fifteen with 31 points; B signs."""
WRONG = Setting(STAYS, HANDS, "JD", Stage.RESULT, "B", (*TRICK[:1], "B answer JC", "C claim"))
"""C claimed in vain, and paid the pot of fifteen once more."""


def honest(cheat: Liar) -> m.Result:
    return cheat.withheld


def test_what_the_honest_results_say() -> None:
    won, lost = honest(liar(RIGHT)), honest(liar(WRONG))
    a, c = liar(RIGHT).seat_of("A"), liar(WRONG).seat_of("C")
    assert (won.winner, won.pot, won.chips[a], sum(won.chips)) == (a, 0, 10, 0)
    assert (lost.winner, lost.reason, lost.pot, lost.chips[c]) == (None, Reason.CLAIM_WRONG, 30, -20)


def elsewhere(chips: tuple[int, ...], seat: int, step: int) -> tuple[int, ...]:
    return tuple(held + step * (at == seat) for at, held in enumerate(chips))


CHANGES = {
    "a chip more": lambda cheat, r: {"chips": elsewhere(r.chips, cheat.seat, 1)},
    "a chip less": lambda cheat, r: {"chips": elsewhere(r.chips, cheat.others[0], -1)},
    "a chip moved": lambda cheat, r: {"chips": elsewhere(elsewhere(r.chips, cheat.seat, 1), cheat.others[0], -1)},
    "a chip from the pot": lambda cheat, r: {"chips": elsewhere(r.chips, cheat.seat, 1), "pot": max(r.pot - 1, 0)},
    "another pot": lambda cheat, r: {"pot": r.pot + 1},
    "the largest pot": lambda cheat, r: {"pot": MAX_POT},
    "no chips": lambda cheat, r: {"chips": (0,) * 3, "pot": 0},
    "one seat too many": lambda cheat, r: {"chips": (*r.chips, 0)},
    "one seat too few": lambda cheat, r: {"chips": r.chips[:2]},
    "the largest numbers": lambda cheat, r: {"chips": (2**53 - 1, 1 - 2**53, 0)},
    "seats changed about": lambda cheat, r: {"chips": (*r.chips[1:], r.chips[0])},
    "antes of the next hand": lambda cheat, r: {"chips": tuple(held - 5 for held in r.chips), "pot": r.pot + 15},
}


@pytest.mark.parametrize("setting", [RIGHT, WRONG], ids=["right", "wrong"])
def test_chips_and_pots_that_are_others(setting: Setting) -> None:
    def lie(change) -> Any:
        return lambda cheat: replace(honest(cheat), **change(cheat, honest(cheat)))

    all_caught(setting, [lie(change) for change in CHANGES.values()], Code.RESULT_WRONG)


def test_the_winner_and_who_pays_turned_round() -> None:
    """The cheat gives itself the pot, and lets another pay for the wrong claim."""
    def mine(cheat: Liar) -> m.Result:
        chips = elsewhere(tuple(-5 for _ in range(3)), cheat.seat, 15)
        return replace(honest(cheat), winner=cheat.seat, chips=chips)

    def paid_by_another(cheat: Liar) -> m.Result:
        result, payer = honest(cheat), cheat.seat_of("A")
        return replace(result, chips=elsewhere(elsewhere(result.chips, cheat.seat_of("C"), 15), payer, -15))

    caught(RIGHT, mine, Code.RESULT_WRONG)
    caught(WRONG, paid_by_another, Code.RESULT_WRONG)


def test_numbers_out_of_the_form() -> None:
    """A pot below nothing or above its bound, chips that are no numbers, a list of none."""
    def put(**change: Any) -> Any:
        return lambda cheat: cheat.signed_raw(16, tuple((vars_of(honest(cheat)) | change).values()))

    lies = [put(pot=pot) for pot in (-1, MAX_POT + 1, None, False)]
    lies += [put(chips=chips) for chips in ((), (0,) * 7, (0, 0, None), (0, 0, True), 5)]
    all_caught(RIGHT, [*lies, put(points=-1), put(score=(-1, 0, 0))], Code.SHAPE)


def vars_of(message: m.Result) -> dict[str, Any]:
    return {field.name: getattr(message, field.name) for field in fields(message)} | {"reason": int(message.reason)}


@pytest.mark.parametrize("number", [2**53, -(2**53), 2**63, -(2**63)])
@pytest.mark.parametrize("field", ["pot", "chips"])
def test_numbers_that_not_every_language_holds(field: str, number: int) -> None:
    """Beyond 2^53 − 1 either way a body is unreadable: at a table of three it is passed over, and names nobody."""
    cheat = liar(RIGHT)
    payload = tuple((vars_of(honest(cheat)) | {field: number if field == "pot" else (number, 0, 0)}).values())
    table = cheat.table
    body = msgpack.packb((1, table.state.table_id, table.round, cheat.seat, table.head, 16, payload))
    signed = cheat.sign(body)
    effects = cheat.honest.receive(frame(signed))
    assert (effects.send, effects.entries, effects.events) == ((), (), ())
    stored = [e for effects in cheat.hall.effects[cheat.witness] for e in effects.entries]
    report = verify_file(cheat.file([*stored, signed]))
    assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None)
    cheat.says(honest(cheat))
    assert cheat.honest.table.stage is Stage.COMPLETE
