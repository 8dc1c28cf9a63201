"""Calling from the port that one listens on: whose port it is, how often, and what failures say."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from bura_p2p.errors import LocalError
from bura_p2p.net import timers
from bura_p2p.net.calls import Calls, Tempo
from bura_p2p.net.faults import Step
from bura_p2p.net.invite import Candidate, Kind, candidate_of
from bura_p2p.net.ports import SharedPort, Target, is_own, listen_on, number_of, own_address
from tests.net.helpers import LOOPBACK


@asynccontextmanager
async def listening(host: str | None = LOOPBACK) -> AsyncIterator[list[trio.SocketListener]]:
    listeners = await listen_on(host, 0)
    try:
        yield listeners
    finally:
        for listener in listeners:
            await listener.aclose()


needs_sharing = pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="ports cannot be shared here")


@needs_sharing
async def test_a_call_comes_from_the_port_that_one_listens_on() -> None:
    async with listening() as mine, listening() as theirs:
        port = SharedPort(mine)
        stream = await port.connect(Target(socket.AF_INET, (LOOPBACK, number_of(theirs))))
        met = await theirs[0].accept()
        assert met.socket.getpeername()[1] == port.number
        await trio.aclose_forcefully(stream)
        await trio.aclose_forcefully(met)
        # Nothing of it is left: the same two ports can meet again at once, also the other way round.
        again = await SharedPort(theirs).connect(Target(socket.AF_INET, (LOOPBACK, port.number)))
        await trio.aclose_forcefully(await mine[0].accept())
        await trio.aclose_forcefully(again)


@needs_sharing
async def test_a_shared_port_is_still_nobody_elses() -> None:
    async with listening(None) as mine:
        SharedPort(mine)
        with pytest.raises(LocalError, match="in use by another program"):
            await listen_on(None, number_of(mine))


async def test_nobody_calls_himself() -> None:
    async with listening() as mine:
        port = SharedPort(mine)
        assert await port.targets(LOOPBACK, port.number) == ()
        assert await port.targets(LOOPBACK, 9) == (Target(socket.AF_INET, (LOOPBACK, 9)),)
        assert await port.targets("::1", 9) == ()  # it listens on IPv4 only


def test_own_addresses() -> None:
    assert is_own(socket.AF_INET, LOOPBACK)
    assert not is_own(socket.AF_INET, "192.0.2.1")
    assert not is_own(socket.AF_INET, "no address")
    assert own_address("localhost") == LOOPBACK
    with pytest.raises(LocalError, match="an address of this computer"):
        own_address("far.example.org")


async def test_what_calls_come_to() -> None:
    """One address that answers, one that refuses, and some that cannot be called at all."""
    async with listening() as mine, listening() as theirs:
        with socket.socket() as unused:
            unused.bind((LOOPBACK, 0))  # bound, not listening: refuses
            good = candidate_of(LOOPBACK, number_of(theirs))
            bad = candidate_of(LOOPBACK, unused.getsockname()[1])
            nowhere = Candidate(Kind.PUBLIC, "x" * 64, 9)
            later = Candidate(99, "of-a-kind-to-come", 1)
            steps: dict[Candidate, Step] = {}
            met = trio.Event()

            async def take(stream: trio.SocketStream) -> None:
                await trio.aclose_forcefully(stream)
                met.set()

            calls = Calls(SharedPort(mine), (good, bad, nowhere, later), Tempo(), take, steps)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(calls.run)
                await met.wait()
                while len(steps) < 3:  # noqa: ASYNC110  notes for people, with no event behind them
                    await trio.sleep(0.01)
                nursery.cancel_scope.cancel()
            assert steps == {good: Step.NO_TLS, bad: Step.REFUSED, nowhere: Step.UNREACHABLE}


async def test_four_attempts_begin_in_a_second(autojump_clock: trio.testing.MockClock) -> None:
    tempo = Tempo()
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        for _ in range(41):
            nursery.start_soon(tempo.turn)
    assert trio.current_time() - begun == pytest.approx(10)


async def test_patience_and_hurry(autojump_clock: trio.testing.MockClock) -> None:
    tempo = Tempo()
    assert not tempo.brisk
    assert tempo.period == timers.CALL_PATIENT
    scope, begun = tempo.attempt(), trio.current_time()

    async def attempt() -> None:
        with scope:
            await trio.sleep_forever()
        tempo.over(scope)
        await tempo.pause(begun + timers.CALL_PATIENT)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(attempt)
        await trio.sleep(1)
        tempo.hurry()  # ends the attempt; the pause after it is not cut short: it began later
        assert tempo.brisk
        assert tempo.period == timers.CALL
    assert trio.current_time() - begun == pytest.approx(timers.CALL_PATIENT)
    await trio.sleep(timers.CALL_LASTS)
    assert not tempo.brisk


async def test_hurry_ends_a_pause(autojump_clock: trio.testing.MockClock) -> None:
    tempo = Tempo()
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tempo.pause, begun + 1000)
        await trio.sleep(2)
        tempo.hurry()
    assert trio.current_time() - begun == pytest.approx(2)


async def test_an_attempt_ends_with_its_period(autojump_clock: trio.testing.MockClock) -> None:
    tempo = Tempo()
    tempo.hurry()
    with tempo.attempt() as scope:
        await trio.sleep_forever()
    assert scope.cancelled_caught
    assert trio.current_time() == pytest.approx(timers.CALL)
