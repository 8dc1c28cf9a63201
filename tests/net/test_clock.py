"""The clock of a move: it rings, stands still with the link, and makes no outcome by itself."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from bura_p2p.bots.cheapest import cheapest
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.net.clock import MoveClock
from bura_p2p.net.clockwork import Clockwork
from bura_p2p.net.driver import ClockSet, EndOffered, GiveTime, NotDone, OfferEnd, TimeOut, Update
from bura_p2p.net.link import open_link
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table.events import Led
from bura_p2p.wire.messages import Resume
from tests.net.helpers import PATIENCE
from tests.net.test_copies import Bare, Coming
from tests.net.test_driver import make_seat


def has(update: Update, kind: type) -> bool:
    return any(isinstance(event, kind) for event in update.events)


SHORT = find_ruleset("georgian", clock=1, match_to=0)


def test_a_clock_counts_one_move() -> None:
    clock = MoveClock(20, 100)
    assert clock.left(0) is None
    assert clock.move((6, 1), 1, 10)
    assert not clock.move((6, 1), 1, 15)
    assert (clock.seat, clock.left(15), clock.left(31)) == (1, 15, -1)
    assert clock.move((7, 0), 1, 40)
    assert clock.left(41) == 19
    clock.more(60)
    assert clock.left(41) == 79
    assert not clock.move(None, 1, 42)
    assert clock.left(42) is None


def test_a_clock_stands_still_with_the_link_within_a_budget() -> None:
    clock = MoveClock(20, 30)
    clock.move((6, 1), 1, 0)
    clock.stop(5)
    assert clock.left(34) is None
    assert clock.left(36) == 14  # it stood still for thirty seconds, and has run for one since
    assert (clock.shown(25), clock.shown(36)) == ((15, 10), (14, 0))
    clock.go_on(15)
    assert clock.left(15) == 15
    clock.stop(20)
    clock.go_on(60)  # of 40 seconds only the 20 that are left of the budget are given back
    assert clock.left(60) == -10
    clock.move((30, 1), 2, 100)
    clock.stop(100)
    clock.go_on(125)
    assert clock.left(125) == 20


def test_no_clock_no_time() -> None:
    clock = MoveClock(0, 30)
    assert not clock.move((6, 1), 1, 0)
    assert clock.left(99) is None


@pytest.mark.parametrize("rules", ["georgian", "classic", "kozel", "telegram", "georgian-5"])
def test_the_cheapest_is_legal_and_dares_nothing(rules: str) -> None:
    def player(view):
        action = cheapest(view)
        assert action in view.legal
        assert not isinstance(action, a.Claim | a.Raise | a.Accept | a.Resign)
        if isinstance(action, a.Lead):
            fewest = min(len(other.cards) for other in view.legal if isinstance(other, a.Lead))
            assert len(action.cards) == fewest
        return action

    hall = Hall(f"cheapest {rules}", ruleset=find_ruleset(rules), players=[player, card_player(1)])
    hall.run(hands=2)
    assert hall.table.ended


async def test_when_the_time_is_out_the_own_program_plays(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as one, open_link(right) as other:
        seats = [make_seat(tmp_path, number, link, rules=SHORT) for number, link in enumerate((one, other))]
        with seats[0].store, seats[1].store:
            async with trio.open_nursery() as nursery:
                for seat in seats:
                    nursery.start_soon(seat.run)
                with trio.fail_after(PATIENCE):
                    for seat in seats:  # nobody plays
                        await seat.face(lambda update: has(update, Led), idle=True)
                nursery.cancel_scope.cancel()
    for number, seat in enumerate(seats):
        out = [event for event in seat.events if isinstance(event, TimeOut)]
        led = [event for event in seat.events if isinstance(event, Led)]
        mover = led[0].seat
        # The other side's clock began a moment later: the card may be there before it is out.
        assert out == [TimeOut(mover)] or (number != mover and not out)
        assert [event.seat for event in led] == [mover]
        assert ClockSet(mover, 1) in seat.events, number


async def test_more_time_and_the_offer_of_an_end(tmp_path: Path) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as one, open_link(right) as other:
        rules = find_ruleset("georgian", clock=30, match_to=0)
        seats = [make_seat(tmp_path, number, link, rules=rules) for number, link in enumerate((one, other))]
        with seats[0].store, seats[1].store:
            async with trio.open_nursery() as nursery:
                for seat in seats:
                    nursery.start_soon(seat.run)
                with trio.fail_after(PATIENCE):
                    for seat in seats:
                        await seat.face(lambda update: has(update, ClockSet), idle=True)
                    timed = next(event.seat for event in seats[0].events if isinstance(event, ClockSet))
                    for command in (GiveTime(), OfferEnd()):
                        for seat in (seats[1 - timed], seats[timed]):
                            await seat.driver.commands.send(command)
                    for seat in seats:
                        await seat.face(lambda update: has(update, EndOffered), idle=True)
                nursery.cancel_scope.cancel()
    for seat in seats:
        assert ClockSet(timed, 60) in seat.events
        assert EndOffered(1 - timed) in seat.events
    assert any(isinstance(event, NotDone) for event in seats[timed].events)
    assert not any(isinstance(event, NotDone) for event in seats[1 - timed].events)


def test_a_new_link_without_the_other_sides_word_costs_the_mover_nothing() -> None:
    """Nothing can be played before that word: who keeps coming and says nothing would take the other's time."""
    clock = MoveClock(20, 30)
    clock.move((6, 1), 1, 0)
    clock.hold(5)
    assert clock.left(500) is None
    assert clock.shown(500) == (15, inf)
    clock.hold(300)  # and once more
    clock.go_on(600)
    assert clock.left(600) == 15
    clock.stop(605)
    clock.hold(615)  # away for ten seconds, then a link without a word
    clock.stop(700)
    clock.go_on(720)
    assert clock.left(720) == 10
    clock.stop(720)
    clock.go_on(730)
    assert clock.left(730) == 0  # the budget counts as before: of forty seconds away thirty are given back


async def test_who_keeps_coming_without_a_word_takes_nobodys_time(tmp_path: Path, mock_clock: MockClock) -> None:
    """The other side makes a new connection, and keeps back its word for longer than the clock allows a move. Time
    stands still until it is there.
    """
    left, right = memory_stream_pair()
    async with open_link(left) as one, open_link(right) as other:
        again = Coming(), Coming()
        seats = [
            make_seat(tmp_path, number, link, rules=SHORT, again=again[number])
            for number, link in enumerate((one, other))
        ]
        with seats[0].store, seats[1].store:
            async with trio.open_nursery() as nursery:
                for seat in seats:
                    nursery.start_soon(seat.run)
                for seat in seats:
                    await seat.face(lambda update: has(update, ClockSet), idle=True)
                mover = next(event.seat for event in seats[0].events if isinstance(event, ClockSet))
                nursery.start_soon(lambda: seats[mover].face(idle=True))
                mute = Bare()
                again[mover].bring(mute.far, 1 - mover)
                await wait_all_tasks_blocked()
                mock_clock.rate = 10
                await mute.hear(Resume)
                await trio.sleep(2 * SHORT.clock)
                nursery.cancel_scope.cancel()
            assert not any(isinstance(event, TimeOut | Led) for event in seats[mover].events)


async def test_time_given_after_the_time_was_out_runs_out_as_well(autojump_clock: MockClock) -> None:
    """Who waits is told each time; and not twice for what was given before it was out."""
    told: list[float] = []

    async def ring(place: tuple[int, int]) -> None:
        if works.is_out(place):
            told.append(trio.current_time() - begun)

    async with trio.open_nursery() as nursery:
        works, begun = Clockwork(nursery, ring), trio.current_time()
        works._clock.seconds = 20
        works._clock.move((6, 1), 1, begun)
        works._set_alarm((6, 1))
        works.more(1, 5)
        await trio.sleep(30)
        assert told == [25]
        works.more(1, 10)
        works.more(1, 5)
        await trio.sleep(100)
        assert told == [25, 40]
        nursery.cancel_scope.cancel()
