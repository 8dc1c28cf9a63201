"""A guest whom the host calls: who comes together, who is sent away, and how they find each other once more."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import trio

from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import LocalError
from bura_p2p.net import timers
from bura_p2p.net.addresses import looked_up
from bura_p2p.net.again import AtTheDoor, CallAgain
from bura_p2p.net.calls import Tempo
from bura_p2p.net.dial import DialFailed
from bura_p2p.net.faults import Step
from bura_p2p.net.invite import Candidate, Invite, Kind, candidate_of
from bura_p2p.net.link import open_link
from bura_p2p.net.listen import Arrival, Door, open_door
from bura_p2p.net.punch import OwnPort, open_port
from bura_p2p.net.reply import Reply
from bura_p2p.wire.messages import Chat
from tests.net.helpers import CERTIFICATE, GUEST, HOST, LOOPBACK, PATIENCE, changed, clock, waiting_host

Pair = tuple[Door, Invite, OwnPort]


@asynccontextmanager
async def a_pair(*, host_can_be_dialled: bool) -> AsyncIterator[Pair]:
    """A host's door and a guest's port; else the invite leads to a port that refuses."""
    with socket.socket() as unused:
        unused.bind((LOOPBACK, 0))  # bound, not listening: refuses
        shut = candidate_of(LOOPBACK, unused.getsockname()[1])
        async with waiting_host() as (door, invite), open_port() as own:
            yield door, invite if host_can_be_dialled else changed(invite, candidates=(shut,)), own


def where(own: OwnPort) -> tuple[Candidate, ...]:
    return (candidate_of(LOOPBACK, own.port),)


def hurried() -> Tempo:
    tempo = Tempo()
    tempo.hurry()
    return tempo


async def meet(pair: Pair, friend: tuple[Candidate, ...]) -> tuple[Arrival, Arrival]:
    """Both call, until they have each other: the host's end, the guest's."""
    door, invite, own = pair
    ends: dict[str, Arrival] = {}

    async def guest() -> None:
        ends["guest"] = await own.meet(invite, GUEST, entropy=os.urandom, tempo=hurried())

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest)
            nursery.start_soon(door.call, friend, hurried(), {})
            ends["host"] = await door.guest()
    return ends["host"], ends["guest"]


async def talk(host: Arrival, guest: Arrival) -> None:
    """The two ends are of one link, and it works both ways."""
    async with open_link(host.stream, host.reader) as one, open_link(guest.stream, guest.reader) as other:
        for here, there in ((one, other), (other, one)):
            await here.send(Chat("hello"))
            assert await there.receive() == Chat("hello")
    host.done.set()


@pytest.mark.parametrize("host_can_be_dialled", [True, False])
async def test_whoever_can_be_called_is(host_can_be_dialled: bool) -> None:
    async with a_pair(host_can_be_dialled=host_can_be_dialled) as pair:
        friend = () if host_can_be_dialled else where(pair[2])
        host, guest = await meet(pair, friend)
        assert (host.agreed.peer, guest.agreed.peer) == (GUEST.public, HOST.public)
        await talk(host, guest)


async def test_both_can_be_called_and_one_connection_counts() -> None:
    async with a_pair(host_can_be_dialled=True) as pair:
        host, guest = await meet(pair, where(pair[2]))
        await talk(host, guest)


async def test_a_guest_sends_strangers_away() -> None:
    async with a_pair(host_can_be_dialled=False) as pair:
        own = pair[2]
        async with await trio.open_tcp_stream(LOOPBACK, own.port) as early:
            assert await early.receive_some(100) == b""  # nobody is looked for yet
        async with trio.open_nursery() as nursery:

            async def stranger() -> None:
                stream = await trio.open_tcp_stream(LOOPBACK, own.port)
                await stream.send_all(b"HTTP/1.1 200 OK\r\n\r\n")
                async with stream:
                    with suppress(trio.BrokenResourceError):
                        while await stream.receive_some(1000):
                            pass

            nursery.start_soon(stranger)
            host, guest = await meet(pair, where(own))
            nursery.cancel_scope.cancel()
        await talk(host, guest)


async def test_a_guest_takes_no_other_host() -> None:
    async with (
        a_pair(host_can_be_dialled=False) as (_, invite, own),
        open_door(
            Identity.generate(os.urandom), CERTIFICATE, entropy=os.urandom, clock=clock, host=LOOPBACK
        ) as imposter,
    ):
        imposter.expect(GUEST.public, invite.secret)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(imposter.call, where(own), hurried(), {})
            with pytest.raises(DialFailed) as caught, trio.fail_after(PATIENCE):
                await own.meet(invite, GUEST, entropy=os.urandom, tempo=hurried())
            nursery.cancel_scope.cancel()
        assert caught.value.step is Step.OTHER_HOST


async def test_a_guest_whose_invite_is_no_good_is_told_so() -> None:
    async with a_pair(host_can_be_dialled=True) as (_, invite, own):
        used = changed(invite, secret=b"another secret ?")
        with pytest.raises(DialFailed) as caught, trio.fail_after(PATIENCE):
            await own.meet(used, GUEST, entropy=os.urandom, tempo=hurried())
        assert caught.value.step is Step.INVITE


async def test_a_host_knows_the_replies_to_its_invites() -> None:
    async with waiting_host() as (door, invite):
        assert door.has_invited(Reply.to(invite.secret, (), 0))
        assert not door.has_invited(Reply.to(bytes(16), (), 0))
        door.withdraw()
        assert not door.has_invited(Reply.to(invite.secret, (), 0))
        door.expect(GUEST.public, invite.secret)
        assert door.has_invited(Reply.to(invite.secret, (), 0))


async def test_a_reply_code_cannot_send_the_host_just_anywhere() -> None:
    """Names, loopback and what is nobody's address are not called by a host that listens to others."""
    listed = ("127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.1.1", "255.255.255.255", "printer.example.org")
    async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock) as door:
        (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)
        port = listener.socket.getsockname()[1]
        kinds = (Kind.PUBLIC, Kind.LAN)
        friend = [candidate_of(host, port)._replace(kind=kind) for host in listed for kind in kinds]
        steps: dict[Candidate, Step] = {}
        with trio.move_on_after(0.5):
            await door.call(friend, hurried(), steps)
        assert steps == {}
        await listener.aclose()


async def test_a_host_within_its_computer_calls_nobody_outside() -> None:
    """Tor may lead to it, and nothing shall leave the computer past Tor."""
    friend = [candidate_of(host, 4242) for host in ("192.0.2.1", "192.168.1.5", "5.6.7.8", "2a00::1")]
    async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock, host=LOOPBACK) as door:
        steps: dict[Candidate, Step] = {}
        with trio.move_on_after(0.5):
            await door.call(friend, hurried(), steps)
        assert steps == {}


async def test_a_name_goes_out_as_addresses() -> None:
    here = Candidate(Kind.MAPPED, "localhost", 4242)
    found = await looked_up(here)
    assert found
    assert {(one.kind, one.port, type(one.address)) for one in found} == {(Kind.MAPPED, 4242, bytes)}
    assert await looked_up(found[0]) == (found[0],)
    with pytest.raises(LocalError, match="cannot be looked up"):
        await looked_up(Candidate(Kind.MAPPED, "x" * 64, 4242))


async def test_they_find_each_other_again() -> None:
    """The link breaks; both call once more, from the same two ports, without another code."""
    async with a_pair(host_can_be_dialled=False) as pair:
        door, invite, own = pair
        host, guest = await meet(pair, where(own))
        door.expect(GUEST.public, invite.secret)
        at_the_door = AtTheDoor(door, lambda: where(own))
        calling = CallAgain(own, invite, GUEST, os.urandom)
        for _ in range(2):
            await trio.aclose_forcefully(host.stream)
            host.done.set()
            with pytest.raises((trio.BrokenResourceError, AssertionError)):
                assert await guest.stream.receive_some(1) != b""
            await guest.stream.aclose()
            host, guest = await both_again(at_the_door, calling)
        await talk(host, guest)


async def both_again(at_the_door: AtTheDoor, calling: CallAgain) -> tuple[Arrival, Arrival]:
    lost = trio.Event()
    lost.set()
    ends: dict[str, Arrival] = {}

    async def guest() -> None:
        ends["guest"] = await calling.next(lost)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest)
            ends["host"] = await at_the_door.next(lost)
    return ends["host"], ends["guest"]


async def test_a_silent_connection_is_kept_until_the_other_side_ends_it(tmp_path: Path) -> None:
    """Closing it would not reach the host, and neither would what comes after it (`_Patient`)."""
    async with a_pair(host_can_be_dialled=False) as pair:
        host, guest = await meet(pair, where(pair[2]))
        await guest.stream.aclose()
        await guest.stream.aclose()
        with trio.move_on_after(0.3):
            await host.stream.receive_some(1)
            pytest.fail("it was closed")
        host.done.set()
        await trio.aclose_forcefully(host.stream)


async def test_a_guest_that_stops_waiting_leaves_nothing() -> None:
    async with a_pair(host_can_be_dialled=False) as (_, invite, own):
        with trio.move_on_after(0.2):
            await own.meet(invite, GUEST, entropy=os.urandom, tempo=hurried())
            pytest.fail("there was nobody")
        async with await trio.open_tcp_stream(LOOPBACK, own.port) as late:
            with trio.fail_after(timers.ADMISSION / 2):
                assert await late.receive_some(100) == b""
