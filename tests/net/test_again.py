"""Finding the host again: the pauses between attempts, and addresses that were sighted meanwhile."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest
import trio
import trio.testing

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.net import limits, timers
from bura_p2p.net.again import JITTER, Redial, Sightings
from bura_p2p.net.dial import Step
from bura_p2p.net.invite import Candidate, Invite, candidate_of
from bura_p2p.net.listen import open_door
from tests.net.helpers import (
    BIND,
    CERTIFICATE,
    GUEST,
    HOST,
    LOOPBACK,
    NOW,
    PATIENCE,
    changed,
    failed_step,
    met,
    waiting_host,
)


def at(number: int) -> Candidate:
    return candidate_of("192.168.1.5", number)


def lost() -> trio.Event:
    event = trio.Event()
    event.set()
    return event


class Noted:
    """Entropy that notes when a pause is chosen: an attempt has just failed."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._tape = Tape("redial")

    def __call__(self, size: int) -> bytes:
        if size == 2:
            self.times.append(trio.current_time())
        return self._tape(size)


NOWHERE = Invite(b"s" * 16, BIND, HOST.public, 0, ())


async def test_pauses_grow_and_stay_bounded(autojump_clock: trio.testing.MockClock) -> None:
    noted = Noted()
    with trio.move_on_after(600):
        await Redial(NOWHERE, GUEST, noted).next(lost())
    pauses = [after - before for before, after in pairwise(noted.times)]
    meant = [min(timers.RETRY_FIRST * 2**number, timers.RETRY_LAST) for number in range(len(pauses))]
    assert len(pauses) > 20
    for pause, mean in zip(pauses, meant, strict=True):
        assert (1 - JITTER) * mean <= pause <= (1 + JITTER) * mean
    assert len({round(pause, 3) for pause in pauses[-10:]}) > 5  # they are not all the same


async def test_what_is_sighted_is_dialled_soon(autojump_clock: trio.testing.MockClock) -> None:
    """Not after half a minute; and a flood of news makes no flood of attempts."""
    noted, sighted = Noted(), Sightings()

    async def flood() -> None:
        for number in range(30_000):
            await trio.sleep(0.01)
            sighted.note([Candidate(99, f"nobody-{number}", 1)])

    async with trio.open_nursery() as nursery:
        nursery.start_soon(Redial(NOWHERE, GUEST, noted, sighted=sighted).next, lost())
        await trio.sleep(200)
        before = len(noted.times)
        sighted.note([Candidate(99, "of-a-kind-to-come", 1)])
        await trio.sleep(2 * timers.RETRY_FIRST)
        assert len(noted.times) == before + 1
        await flood()
        assert len(noted.times) - before < 300 / timers.RETRY_FIRST + 5
        nursery.cancel_scope.cancel()


async def test_a_host_that_has_moved_is_found_where_it_was_sighted() -> None:
    async with waiting_host() as (door, invite), waiting_host() as (stranger, _):
        sighted = Sightings()
        redial = Redial(changed(invite, candidates=()), GUEST, os.urandom, sighted=sighted)
        stranger.withdraw()
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(door.guest)
                nursery.start_soon(tell, sighted, stranger.port, door.port)
                arrival = await redial.next(lost())
            assert arrival.way == candidate_of("127.0.0.1", door.port)
            await trio.aclose_forcefully(arrival.stream)


async def tell(sighted: Sightings, *ports: int) -> None:
    for port in ports:
        await trio.sleep(0.3)
        sighted.note([candidate_of("127.0.0.1", port)])


def test_sightings_are_bounded_and_the_newest_come_first() -> None:
    sighted = Sightings()
    assert sighted.candidates == ()
    for number in range(1, 100, 3):
        sighted.note([at(number), at(number + 1), at(number + 2)])
    assert len(sighted.candidates) == limits.CANDIDATES
    sighted.note([at(91)])
    assert sighted.candidates[0] == at(91)
    assert len(set(sighted.candidates)) == limits.CANDIDATES


@pytest.mark.parametrize("number", [1, 8])
def test_the_first_of_several_stays_the_first(number: int) -> None:
    sighted = Sightings()
    there = [at(port) for port in range(1, number + 1)]
    sighted.note(there)
    assert list(sighted.candidates) == there


async def test_the_games_own_guest_comes_back_however_old_the_invite_is() -> None:
    """An invite expires for who has not been let in yet: a game may last longer than a day."""
    times = [NOW]
    async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=lambda: times[0], host=LOOPBACK) as door:
        invite = door.invite(await door.candidates(), lifetime=60)
        async with met(door, invite):
            door.expect(GUEST.public, invite.secret)
        times[0] = invite.expires + 86_400
        assert await failed_step(invite, Identity.generate(os.urandom)) is Step.INVITE
        for _ in range(2):
            with trio.fail_after(PATIENCE):
                guest = await Redial(invite, GUEST, os.urandom).next(lost())
                host = await door.guest()
            assert (host.agreed.peer, guest.agreed.peer) == (GUEST.public, HOST.public)
            for end in (host, guest):
                await trio.aclose_forcefully(end.stream)
