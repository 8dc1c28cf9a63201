"""Two drivers and nobody who plays: an hour of it, a line that falls silent, a computer that sleeps. Time is virtual.

It stands still while worker threads compute, and jumps only where a test lets it: jumping and threads do not mix.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from bura_p2p.conformance.tape import Tape
from bura_p2p.net import timers
from bura_p2p.net.again import JITTER, Redial
from bura_p2p.net.auth import Agreed
from bura_p2p.net.driver import PeerAway, PeerBack, PeerGone, Play, TimeOut
from bura_p2p.net.faults import Loss, PeerLost
from bura_p2p.net.invite import Invite
from bura_p2p.net.link import Link, open_link
from bura_p2p.net.listen import Arrival
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table.events import Event, TrickTaken
from bura_p2p.table.phases import Stage
from bura_p2p.wire import limits as wire_limits
from bura_p2p.wire.codec import decode_link
from bura_p2p.wire.framing import FrameReader
from bura_p2p.wire.messages import Chat, LinkMessage, Ping, Pong
from tests.net.helpers import BIND, GUEST, HOST, NOW, Through
from tests.net.test_driver import PUBLIC, RULES, Seat, make_seat

HOUR = 3600
TIMED = find_ruleset("georgian", match_to=0, clock=200)


# --- a line that can die without a word --------------------------------------------------------------------------


class Line:
    """What two streams of one connection share. While it is dead, whatever is sent is gone."""

    def __init__(self) -> None:
        self.dead = False
        self.frames: list[list[LinkMessage | None]] = [[], []]
        """What each end has sent."""
        self.ends = tuple(End(end, self, number) for number, end in enumerate(memory_stream_pair()))


class End(Through):
    """One end of a `Line`."""

    def __init__(self, stream: trio.abc.Stream, line: Line, number: int) -> None:
        super().__init__(stream)
        self._line = line
        self._number = number
        self._reader = FrameReader(wire_limits.MAX_FRAME)

    async def send_all(self, data: bytes) -> None:
        self._line.frames[self._number] += [decode_link(payload) for payload in self._reader.feed(data)]
        if not self._line.dead:
            await super().send_all(data)

    async def aclose(self) -> None:
        if not self._line.dead:
            await super().aclose()
        await trio.lowlevel.checkpoint()


class Noted:
    """Entropy that notes when a pause is chosen: an attempt has just failed."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._tape = Tape("idle")

    def __call__(self, size: int) -> bytes:
        if size == 2:
            self.times.append(trio.current_time())
        return self._tape(size)


@dataclass
class Finding:
    """A side's `Again`: the guest's redials nobody, with its own pauses, until the test connects the two."""

    redial: Redial | None = None
    _mended: tuple[trio.MemorySendChannel[Arrival], trio.MemoryReceiveChannel[Arrival]] = field(
        default_factory=lambda: trio.open_memory_channel[Arrival](1)
    )

    async def next(self, lost: trio.Event) -> Arrival:
        async with trio.open_nursery() as nursery:
            if self.redial is not None:
                nursery.start_soon(self.redial.next, lost)
            arrival = await self._mended[1].receive()
            nursery.cancel_scope.cancel()
        return arrival

    def mend(self, end: trio.abc.Stream, peer: bytes) -> None:
        self._mended[0].send_nowait(Arrival(end, FrameReader(wire_limits.MAX_FRAME), Agreed(peer, 1, ())))


# --- two seats in the middle of a hand ---------------------------------------------------------------------------


class Wall:
    """The time of day, asked for by threads too; it goes on while the computer sleeps, and trio's clock does not."""

    def __init__(self, time: MockClock) -> None:
        self.slept = 0.0
        self.held: threading.Event | None = None
        """While it is set to an event: a thread that asks for the time of day waits for it."""
        self.asked = threading.Event()
        self._time = time
        self._home = threading.get_ident()

    def __call__(self) -> float:
        if self.held is not None and threading.get_ident() != self._home:
            self.asked.set()
            self.held.wait()
        return NOW + self._time.current_time() + self.slept


@dataclass
class Pair:
    """Both sides with the first trick behind them; each update is noted with its time."""

    seats: tuple[Seat, Seat]
    line: Line
    finding: tuple[Finding, Finding]
    attempts: Noted
    wall: Wall
    time: MockClock
    told: list[list[tuple[float, Event]]] = field(default_factory=lambda: [[], []])

    async def watch(self, number: int) -> None:
        """Play the first trick, and from then on look only."""
        seat = self.seats[number]
        await seat.face(lambda update: update.view.stage is Stage.LEAD and taken(seat))
        async for update in seat.driver.updates:
            self.told[number] += [(trio.current_time(), event) for event in update.events]

    def times(self, number: int, kind: type[Event]) -> list[float]:
        return [when for when, event in self.told[number] if isinstance(event, kind)]

    async def until(self, kind: type[Event], count: int = 1) -> None:
        """Both sides have been told of so many."""
        while any(len(self.times(number, kind)) < count for number in (0, 1)):
            await trio.lowlevel.checkpoint()

    @contextmanager
    def jumping(self) -> Iterator[None]:
        self.time.autojump_threshold = 0
        try:
            yield
        finally:
            self.time.autojump_threshold = inf

    def mend(self) -> Line:
        self.line = Line()
        for number, end in enumerate(self.line.ends):
            self.finding[number].mend(end, PUBLIC[1 - number])
        return self.line


def taken(seat: Seat) -> bool:
    return any(isinstance(event, TrickTaken) for event in seat.events)


@asynccontextmanager
async def in_the_middle(folder: Path, time: MockClock, rules: Ruleset = RULES) -> AsyncIterator[Pair]:
    line, noted, wall = Line(), Noted(), Wall(time)
    redial = Redial(Invite(b"s" * 16, BIND, HOST.public, 0, ()), GUEST, noted)
    finding = Finding(), Finding(redial)
    async with open_link(line.ends[0], clock=wall) as one, open_link(line.ends[1], clock=wall) as other:
        seats = tuple(
            make_seat(folder, number, link, rules=rules, again=finding[number], clock=wall)
            for number, link in enumerate((one, other))
        )
        pair = Pair(seats, line, finding, noted, wall, time)
        with seats[0].store, seats[1].store:
            async with trio.open_nursery() as nursery:
                for number, seat in enumerate(seats):
                    nursery.start_soon(seat.run)
                    nursery.start_soon(pair.watch, number)
                while not all(map(ready, seats)):
                    await trio.lowlevel.checkpoint()
                await trio.testing.wait_all_tasks_blocked()
                yield pair
                nursery.cancel_scope.cancel()


def ready(seat: Seat) -> bool:
    return taken(seat) and seat.updates[-1].view.stage is Stage.LEAD


def stored(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".sqlite-shm"]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


# --- what follows ------------------------------------------------------------------------------------------------


async def test_an_hour_of_nothing_costs_pings_only(tmp_path: Path, mock_clock: MockClock) -> None:
    """From each side one ping in 15 seconds and an answer to each of the other's; no write, no task, no event."""
    async with in_the_middle(tmp_path, mock_clock) as pair:
        before = [len(sent) for sent in pair.line.frames]
        disk, tasks = stored(tmp_path), trio.lowlevel.current_statistics().tasks_living
        begun = trio.current_time()
        with pair.jumping():
            for _ in range(4):
                await trio.sleep(HOUR / 4)
                assert trio.lowlevel.current_statistics().tasks_living == tasks
        assert trio.current_time() - begun == HOUR
        assert disk
        assert stored(tmp_path) == disk
        assert pair.told == [[], []]
        for sent, count in zip(pair.line.frames, before, strict=True):
            idle = sent[count:]
            assert {type(message) for message in idle} == {Ping, Pong}
            for kind in (Ping, Pong):
                number = sum(isinstance(message, kind) for message in idle)
                assert HOUR / timers.PING - 1 <= number <= HOUR / timers.PING


async def test_silence_is_noticed_in_time_and_the_clock_stands_still(tmp_path: Path, mock_clock: MockClock) -> None:
    """The stream stays open, and nothing comes. Both sides tell of a lost connection, and the guest redials."""
    async with in_the_middle(tmp_path, mock_clock, TIMED) as pair:
        set_at = trio.current_time()
        with pair.jumping():
            await trio.sleep(20)
            pair.line.dead = True
            died = trio.current_time()
            await trio.sleep(timers.SILENCE + 1)
        for number in (0, 1):
            (noticed,) = pair.times(number, PeerAway)
            assert noticed - died <= timers.SILENCE
            (away,) = [event for _, event in pair.told[number] if isinstance(event, PeerAway)]
            assert away.reason == "silent"
            assert "closed" not in away.sentence
        lost = [pair.times(number, PeerAway)[0] for number in (0, 1)]
        with pair.jumping():
            await trio.sleep(250)  # with the clock running, the time of the move would be out long ago
        assert pair.times(0, TimeOut) == pair.times(1, TimeOut) == []
        check_pauses(lost[1], pair.attempts.times)
        pair.mend()
        back = trio.current_time()
        await pair.until(PeerBack)
        assert not any(pair.times(number, PeerGone) for number in (0, 1))
        await trio.testing.wait_all_tasks_blocked()
        with pair.jumping():
            for number in (0, 1):
                await trio.sleep(TIMED.clock)
                # the time from a silence to its discovery is the mover's: nobody can say when it began
                out = pair.times(number, TimeOut)[0]
                assert out == pytest.approx(set_at + TIMED.clock + back - lost[number], abs=0.01)


def check_pauses(lost: float, times: list[float]) -> None:
    """One attempt at once; then pauses of 0.5 s, twice as long each, at most 30 s, and a fifth more or less."""
    assert times[0] == lost
    pauses = [after - before for before, after in pairwise(times)]
    assert len(pauses) > 8
    for number, pause in enumerate(pauses):
        mean = min(timers.RETRY_FIRST * 2**number, timers.RETRY_LAST)
        assert (1 - JITTER) * mean <= pause <= (1 + JITTER) * mean


async def test_a_cut_is_noticed_at_once(tmp_path: Path, mock_clock: MockClock) -> None:
    async with in_the_middle(tmp_path, mock_clock) as pair:
        for end in pair.line.ends:
            await end.aclose()
        await pair.until(PeerAway)
        assert {event.reason for _, event in pair.told[0] if isinstance(event, PeerAway)} == {"connection"}
        pair.mend()
        await pair.until(PeerBack)
        assert mock_clock.current_time() == trio.current_time()


async def test_who_leaves_in_the_middle_of_a_step_on_the_second_link(tmp_path: Path, mock_clock: MockClock) -> None:
    """The link goes with its task, before the thread is done with what is then to be sent: no fault to tell of."""
    async with in_the_middle(tmp_path, mock_clock) as pair:
        for end in pair.line.ends:
            await end.aclose()
        await pair.until(PeerAway)
        pair.mend()
        await pair.until(PeerBack)
        (mover,) = [seat for seat in pair.seats if seat.updates[-1].view.legal]
        pair.wall.held = threading.Event()
        await mover.driver.commands.send(Play(mover.player(mover.updates[-1].view)))
        await trio.to_thread.run_sync(pair.wall.asked.wait)
        pair.line.dead = True  # else the other side's goodbye may come first
        mock_clock.rate = 20
        threading.Timer(0.05, pair.wall.held.set).start()
    assert [seat.ending for seat in pair.seats] == [None, None]


async def test_a_computer_that_has_slept_does_not_wait_for_the_silence(tmp_path: Path, mock_clock: MockClock) -> None:
    """Also on the second link, which the driver has opened itself."""
    async with in_the_middle(tmp_path, mock_clock) as pair:
        for count in (1, 2):
            with pair.jumping():
                await trio.sleep(60)
            pair.line.dead = True
            pair.wall.slept += HOUR
            woken = trio.current_time()
            with pair.jumping():
                await trio.sleep(timers.PING / 3 + timers.AWAKE + 1)
            for number in (0, 1):
                assert len(pair.times(number, PeerAway)) == count
                assert pair.times(number, PeerAway)[-1] - woken <= timers.PING / 3 + timers.AWAKE < timers.SILENCE
            pair.mend()
            await pair.until(PeerBack, count)
            await trio.testing.wait_all_tasks_blocked()


# --- the link alone ----------------------------------------------------------------------------------------------


async def both(
    wall: Callable[[], float], line: Line, meanwhile: Callable[[Link, Link], object]
) -> tuple[Link, Link]:
    async with open_link(line.ends[0], clock=wall) as one, open_link(line.ends[1], clock=wall) as other:
        await meanwhile(one, other)
        return one, other


async def test_after_a_sleep_a_link_that_still_stands_goes_on(autojump_clock: MockClock) -> None:
    wall, line = Wall(autojump_clock), Line()

    async def sleep_often(one: Link, other: Link) -> None:
        for _ in range(20):
            wall.slept += HOUR
            await trio.sleep(50)
        await one.send(Chat("still here"))
        assert await other.receive() == Chat("still here")
        assert one.end is other.end is None

    await both(wall, line, sleep_often)


@pytest.mark.parametrize("ahead", [-HOUR, -20, 0, 5, timers.SLEPT])
async def test_a_clock_that_is_set_is_no_sleep(autojump_clock: MockClock, ahead: float) -> None:
    wall, line = Wall(autojump_clock), Line()

    async def set_the_clock(one: Link, other: Link) -> None:
        await trio.sleep(21)
        wall.slept += ahead
        line.dead = True
        died = trio.current_time()
        with pytest.raises(PeerLost) as caught:
            await one.receive()
        assert caught.value.loss is Loss.SILENT
        assert timers.SILENCE - timers.PING <= trio.current_time() - died <= timers.SILENCE

    await both(wall, line, set_the_clock)
