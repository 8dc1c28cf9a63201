"""Chips and the pot in words: who paid what, what the pot holds, who owes; wide names at a table for chips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.ui.chips import Purse, signed
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.inert import columns, wrapped
from bura_p2p.ui.scene import glance_lines, prompt, table_lines
from bura_p2p.ui.text import Narrator

from .tables import scripted
from .test_plain import HARD_NAMES


def narrator(name: str, seat: int = 0, **options: object) -> Narrator:
    told = Narrator(seat, Faces())
    told.rules = find_ruleset(name, **options)
    told.tell(e.TableOpened(("Ann", "Ben"), name, bytes(32)))
    return told


def begun(hand: int, pot: int, dealer: int = 1) -> e.HandBegun:
    return e.HandBegun(hand, 1 - dealer, (0, 1), dealer, pot)


def over(reason: str, chips: tuple[int, int], pot: int, winner: int | None = None, hand: int = 1) -> e.HandOver:
    claimed = (20, 20) if reason == "claim_wrong" else None
    return e.HandOver(hand, winner, reason, 0, None, (0, 0), claimed, chips, pot)


def test_a_wrong_claim_and_who_deals_next():
    told = narrator("russian")
    assert told.tell(begun(1, 2))[1:] == [
        "Hand 1. Both shuffle the deck; Ben deals, and you lead first.", "Each pays 1 chip: the pot holds 2 chips.",
    ]  # fmt: skip
    assert told.tell(e.Claimed(0, settled=True)) == ["You claim 31 points."]
    lines = told.tell(over("claim_wrong", (-3, -1), 4))
    assert lines == [
        "Counted: 20 points in your pile; 31 were needed.",
        "Nobody wins hand 1: the points were not there. You pay 2 chips: the pot, 2 before, holds 4 now. "
        "Chips: You owe 3, Ben owes 1.",
    ]
    lines = told.tell(begun(2, 6, dealer=0))
    assert lines[1].endswith("you deal (because you claimed in hand 1), and Ben leads first.")
    assert lines[2] == "Each pays 1 chip: the pot holds 6 chips."
    (line,) = told.tell(over("bura", (2, -2), 0, winner=0, hand=2))
    assert line.startswith("You win hand 2 and the pot of 6 chips: bura, a whole hand of trumps. Chips: You have 2, ")
    assert told.tell(begun(3, 2, dealer=0))[1].endswith("you deal (because you won hand 2), and Ben leads first.")


def test_a_pot_that_is_split():
    told = narrator("kozel", seat=1, ante=3)
    told.tell(begun(1, 6))
    (line,) = told.tell(over("split", (0, 0), 0))
    assert line == (
        "Nobody wins hand 1: the points are equal, and the pot is shared. Ann gets 3 chips and you get 3 chips. "
        "Chips: Ann is even, You are even."
    )
    (line,) = told.tell(e.GameOver(None, (0, 0), (0, 1), (0, 0)))
    assert line == "You and Ann play no further hand. Chips: Ann is even, You are even. Both have signed it."


def test_a_pot_that_stays_and_is_shared_at_the_end():
    told = narrator("western")
    told.tell(begun(1, 2))
    (line,) = told.tell(over("dead", (-1, -1), 2))
    assert "the cards are out, and nobody has claimed. The pot of 2 chips stays." in line
    assert told.tell(begun(2, 2))[2] == "The pot of 2 chips has stayed; nobody pays anew."
    told.tell(over("dead", (-1, -1), 2, hand=2))
    (line,) = told.tell(e.GameOver(None, (0, 0), (1,), (0, 0)))
    assert "Nobody has won the pot, so it is shared: you get 1 chip and Ben gets 1 chip." in line


def test_the_trick_with_a_bura_wins():
    told = narrator("classic")
    told.tell(begun(1, 2))
    (line,) = told.tell(over("bura", (1, -1), 0, winner=0))
    assert line.startswith("You win hand 1 and the pot of 2 chips: the trick with a bura in it.")


def test_a_purse_that_came_late_says_less():
    purse = Purse(0, lambda seat: ("You", "Ben")[seat])
    assert purse.opened(begun(4, 6)) == ["The pot holds 6 chips."]
    assert purse.over(over("claim_wrong", (-8, -2), 10)) == ""
    assert purse.closed(e.GameOver(None, (0, 0), (), (0, 0))) == ""
    assert purse.standing((3, -3)) == "Chips: You have 3, Ben owes 3."
    assert [signed(number) for number in (2, 0, -2)] == ["+2", "0", "-2"]


def test_what_does_not_divide():
    purse = Purse(0, lambda seat: ("You", "Ben", "the second guest")[seat])
    purse.opened(e.HandBegun(1, 0, (0, 1, 2), 2, 3))
    event = e.HandOver(1, None, "split", 0, None, (0, 0, 0), chips=(0, -1, 0), pot=1)
    told = "You get 1 chip and the second guest gets 1 chip; 1 chip that cannot be divided stays."
    assert purse.over(event) == told


def test_first_leads_that_go_round():
    told = narrator("telegram")
    assert told.tell(e.HandBegun(1, 0, (0, 1)))[-1].endswith("; you lead first.")
    told.tell(e.HandOver(1, 1, "reached", 1, None, (0, 1), (33, 33)))
    assert told.tell(e.HandBegun(2, 1, (0, 1)))[-1].endswith("; Ben leads first, since the first lead goes round.")


def test_a_clock_is_told_of_as_a_rule():
    told = Narrator(0, Faces())
    told.rules = find_ruleset("telegram")
    lines = told.tell(e.TableOpened(("Ann", "Ben"), "telegram", bytes(32)))
    assert "Each move has 20 seconds" in lines[-1]
    assert len(narrator("classic").tell(e.TableOpened(("Ann", "Ben"), "classic", bytes(32)))) == 1


def test_points_that_are_reached_by_proof():
    told = narrator("telegram", points_shown=False)
    assert told.tell(e.PointsSealed(0, 1)) == []
    assert told.tell(e.Passed(1, "tally")) == ["Ben has not reached the points yet."]
    (line,) = told.tell(e.Reached(1, 12))
    assert line == "Ben has reached the points: the cards that were given face down are worth 12 points by proof."
    lines = told.tell(e.HandOver(1, 1, "reached", 1, None, (0, 1), (33, 33)))
    assert lines[0] == "Counted: 33 points in Ben's pile; 31 were needed."


@pytest.mark.parametrize("names", HARD_NAMES)
@pytest.mark.parametrize("script", [[], ["A cede"]])
def test_wide_and_hard_names(names, script):
    tables, _ = scripted(find_ruleset("classic"), ["7S 9S 6C", "AD AC AH"], "6D", "", script)
    tables.run(lambda tables: len(tables.plays) == len(script) and any(s.view().legal for s in tables.sessions))
    for seat in (0, 1):
        view = replace(tables.sessions[seat].view(), names=names)
        shown = [*table_lines(view, Faces()), *wrapped(prompt(view, Faces())), *glance_lines(view, Faces())]
        assert any("Announced before this lead" in line for line in shown)
        assert all(columns(line) <= 80 and line.isprintable() for line in shown)
