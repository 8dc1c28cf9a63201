"""What is cancelled, or ends, at an unlucky moment leaves nothing open, and raises nothing but what it says."""

from __future__ import annotations

import gc
import os
import signal
import threading
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import trio
import trio.testing

from bura_p2p.errors import LocalError
from bura_p2p.net import timers
from bura_p2p.net.auth import Agreed
from bura_p2p.net.dial import dial
from bura_p2p.net.faults import Goodbye, Loss, PeerLost
from bura_p2p.net.invite import Invite
from bura_p2p.net.link import LinkClosed, open_link
from bura_p2p.net.listen import Arrival, Door, open_door
from bura_p2p.net.nursery import background
from bura_p2p.net.ports import listen_on, reset_when_closed
from bura_p2p.wire import limits as wire_limits
from bura_p2p.wire.framing import FrameReader

from .helpers import CERTIFICATE, GUEST, HOST, LOOPBACK, NOW, PATIENCE, Through, waiting_host
from .test_driver import PUBLIC, make_seat


class At(trio.abc.Instrument):
    """Does something before the n-th step of all tasks from now on; `came` tells whether there were so many."""

    def __init__(self, number: int, what: Callable[[], object]) -> None:
        self._left, self._what = number, what
        self.came = False

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self._left -= 1
        if self._left == 0:
            self.came = True
            self._what()


@contextmanager
def at_step(number: int, what: Callable[[], object]) -> Iterator[At]:
    at = At(number, what)
    trio.lowlevel.add_instrument(at)
    try:
        yield at
    finally:
        trio.lowlevel.remove_instrument(at)


class SlowClock:
    """Worker threads that ask for the time wait until `go_on` is set; `asked` tells that one does."""

    def __init__(self) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()
        self._home = threading.get_ident()

    def __call__(self) -> float:
        if threading.get_ident() != self._home:
            self.asked.set()
            self.go_on.wait()
        return NOW


class AtOnce:
    """The other side is found again at once, and never once more."""

    def __init__(self, arrival: Arrival) -> None:
        self._arrivals = [arrival]

    async def next(self, lost: trio.Event) -> Arrival:
        if not self._arrivals:
            await trio.sleep_forever()
        return self._arrivals.pop()


async def test_a_connection_that_a_driver_does_not_come_to_is_closed(tmp_path: Path) -> None:
    """It came while the thread worked, and the player left before that was done."""
    clock, (near, _), (fresh, theirs) = SlowClock(), *(trio.testing.memory_stream_pair() for _ in range(2))
    arrival = Arrival(fresh, FrameReader(wire_limits.MAX_FRAME), Agreed(PUBLIC[1], 1, ()))
    with trio.fail_after(PATIENCE):
        async with open_link(near) as link:
            seat = make_seat(tmp_path, 0, link, again=AtOnce(arrival), clock=clock)
            with seat.store:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(seat.run)
                    await trio.to_thread.run_sync(clock.asked.wait)
                    nursery.cancel_scope.cancel()
                    threading.Timer(0.05, clock.go_on.set).start()
        assert arrival.done.is_set()
        assert await theirs.receive_some() == b""


@contextmanager
def nothing_left_open() -> Iterator[None]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        yield
        gc.collect()
    assert [str(one.message) for one in told if issubclass(one.category, ResourceWarning)] == []


async def test_listening_that_is_cancelled_leaves_no_socket() -> None:
    number, came = 0, True
    with nothing_left_open():
        while came:
            number += 1
            with trio.CancelScope() as scope, at_step(number, scope.cancel) as at:
                for listener in await listen_on(None, 0):
                    listener.socket.close()
            came = at.came
    assert number > 2


async def test_a_dial_that_is_cancelled_leaves_no_socket() -> None:
    """At whichever step: also when the connection stands already, and the other attempts are being called off."""
    number = 0
    with nothing_left_open():
        async with waiting_host() as (door, first):
            invite = first
            while True:
                number += 1
                with trio.CancelScope() as scope, at_step(number, scope.cancel) as at:
                    arrival = await dial(invite, GUEST, entropy=os.urandom)
                    await trio.aclose_forcefully(arrival.stream)
                if not at.came:
                    break
                invite = door.invite(await door.candidates())
    assert number > 20


async def come(invite: Invite, leaving: trio.CancelScope) -> None:
    """Come in, and cancel everything at the latest when that is done."""
    with suppress(LocalError):
        arrival = await dial(invite, GUEST, entropy=os.urandom)
        await trio.aclose_forcefully(arrival.stream)
    leaving.cancel()


async def free_when_stuck(door: Door, over: trio.Event, stuck: list[int]) -> None:
    """A wait that nothing cancels would hold up the tests too."""
    with trio.move_on_after(PATIENCE):
        await over.wait()
        return
    stuck.append(1)
    door._staying.end()


async def leave_when_admitted(steps: int, stuck: list[int]) -> None:
    """Somebody has proved the invite; so many steps of all tasks later the door is left."""
    over, leaving = trio.Event(), trio.CancelScope()
    at = At(steps, leaving.cancel)

    def clock() -> float:
        if invited:
            trio.lowlevel.add_instrument(at)
        return NOW

    async with trio.open_nursery() as nursery:
        with leaving:
            async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock, host=LOOPBACK) as door:
                invited = False
                invite = door.invite(await door.candidates())
                invited = True
                nursery.start_soon(free_when_stuck, door, over, stuck)
                nursery.start_soon(come, invite, leaving)
                await trio.sleep_forever()
        trio.lowlevel.remove_instrument(at)
        over.set()


async def test_a_door_that_is_left_while_somebody_comes_in_closes() -> None:
    """At whichever step, also at the last one of the authentication: nobody takes that guest any more."""
    stuck = list[int]()
    for steps in range(1, 10):
        for _ in range(8):  # tasks of one moment run in any order
            await leave_when_admitted(steps, stuck)
        assert stuck == []


async def test_a_connection_that_is_gone_already_is_no_fault() -> None:
    """macOS refuses options of one that its other end has reset: no stranger may end a host's listening by that."""
    sock = trio.socket.socket()
    sock.close()
    reset_when_closed(sock)


class Noted(Through):
    """Notes when it is closed."""

    closed: float | None = None

    async def aclose(self) -> None:
        if self.closed is None:
            self.closed = trio.current_time()
        await super().aclose()


async def test_a_goodbye_is_read_also_where_the_block_ends_meanwhile(autojump_clock: trio.testing.MockClock) -> None:
    """A driver closes a link that it has found again, and the task that holds it sees that first."""
    near, far = trio.testing.memory_stream_pair()
    stream = Noted(near)
    async with trio.open_nursery() as nursery:
        async with open_link(stream) as link:
            nursery.start_soon(link.close, Goodbye.FINISHED)
            with pytest.raises(LinkClosed):
                await link.receive()
            nursery.start_soon(close_after, far, timers.FAREWELL / 2)
        assert stream.closed == trio.current_time() == timers.FAREWELL / 2


def test_a_second_interrupt_ends_the_goodbye() -> None:
    """While this side takes leave of somebody who does not answer, Ctrl-C once more: it is not waited for silence."""
    ended: list[float] = []

    async def main() -> None:
        near, _ = trio.testing.memory_stream_pair()
        try:
            async with trio.open_nursery() as nursery, open_link(near):
                nursery.start_soon(interrupt)
        finally:
            ended.append(trio.current_time())

    async def interrupt() -> None:
        await trio.sleep(timers.FAREWELL / 2)
        signal.raise_signal(signal.SIGINT)

    clock = trio.testing.MockClock(autojump_threshold=0)
    with pytest.RaisesGroup(KeyboardInterrupt):
        trio.run(main, restrict_keyboard_interrupt_to_checkpoints=True, clock=clock)
    assert ended[0] <= 3 * timers.FAREWELL


async def close_after(stream: trio.abc.Stream, seconds: float) -> None:
    await trio.sleep(seconds)
    await stream.aclose()


async def nested() -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep_forever)
        await trio.sleep_forever()


async def fails() -> None:
    try:
        await trio.sleep_forever()
    finally:
        raise LocalError("too late")


async def fail_when_cancelled(task: Callable[[], Awaitable[None]], scope: trio.CancelScope) -> None:
    async with background() as nursery:
        nursery.start_soon(task)
        await trio.testing.wait_all_tasks_blocked()
        scope.cancel()
        raise PeerLost(Loss.CONNECTION)


@pytest.mark.parametrize("task", [trio.sleep_forever, nested, fails])
async def test_the_fault_of_a_block_is_alone_also_when_all_is_cancelled(task: Callable[[], Awaitable[None]]) -> None:
    """Whoever waits for a `PeerLost` has it, whatever ends in the same moment."""
    with trio.fail_after(PATIENCE), trio.CancelScope() as scope, pytest.raises(PeerLost):
        await fail_when_cancelled(task, scope)


async def wait_when_cancelled(scope: trio.CancelScope) -> None:
    async with background() as nursery:
        nursery.start_soon(nested)
        scope.cancel()
        await trio.sleep_forever()


async def test_a_cancel_leaves_a_block_alone_as_well() -> None:
    with trio.fail_after(PATIENCE), trio.CancelScope() as scope, pytest.raises(trio.Cancelled):
        await wait_when_cancelled(scope)


async def test_two_faults_of_which_one_is_nobodys_stay_together() -> None:
    async def breaks() -> None:
        raise ZeroDivisionError

    with pytest.RaisesGroup(ZeroDivisionError, PeerLost, flatten_subgroups=True):
        async with background() as nursery:
            nursery.start_soon(breaks)
            raise PeerLost(Loss.CONNECTION)
