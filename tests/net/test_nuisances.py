"""Strangers at the host's door, before a game and during one: none disturbs, none stays."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.net import limits, timers
from bura_p2p.net.auth import Handshake, Role
from bura_p2p.net.dial import Step
from bura_p2p.net.listen import Door
from bura_p2p.wire.framing import encode_frame
from bura_p2p.wire.messages import Chat
from tests.net.helpers import (
    BIND,
    PATIENCE,
    closed_without_a_word,
    failed_step,
    linked,
    linked_at,
    met,
    raw,
    secured,
    turned_away,
    waiting_host,
)


async def drip(door: Door) -> trio.abc.Stream:
    """A TLS hello that never ends: a byte at a time."""
    stream = await raw(door)
    try:
        for byte in b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(4000):
            await stream.send_all(bytes([byte]))
            await trio.sleep(0.02)
    except trio.BrokenResourceError:
        return stream  # dropped, as it should be
    raise AssertionError("the host let it drip for eighty seconds")


async def says(door: Door, data: bytes) -> trio.abc.Stream:
    stream = await raw(door)
    await stream.send_all(data)
    return stream


async def says_inside(door: Door, data: bytes) -> trio.abc.Stream:
    stream = await secured(door)
    await stream.send_all(data)
    return stream


def greets(**options: object) -> bytes:
    """The greeting of somebody who knows the address and its certificate, but not the invite."""
    stranger = Identity.generate(Tape("stranger"))
    settings = {"tls_bind": BIND, "secret": b"a guess", "entropy": Tape("stranger's nonce")}
    return encode_frame(Handshake(Role.GUEST, stranger, **(settings | options)).start()[0])


async def silent_inside(door: Door) -> trio.abc.Stream:
    return await secured(door)


async def gone_at_once(door: Door) -> trio.abc.Stream:
    stream = await raw(door)
    await stream.aclose()
    return await raw(door)


NUISANCES: dict[str, Callable[[Door], Awaitable[trio.abc.Stream]]] = {
    "http": lambda door: says(door, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    "random": lambda door: says(door, Tape("random")(4096)),
    "zeros": lambda door: says(door, bytes(4096)),
    "a tls alert": lambda door: says(door, b"\x15\x03\x03\x00\x02\x02\x28"),
    "nothing at all": raw,
    "gone at once": gone_at_once,
    "slow drip": drip,
    "silent after tls": silent_inside,
    "http inside": lambda door: says_inside(door, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    "zero length frame inside": lambda door: says_inside(door, bytes(4)),
    "oversize frame inside": lambda door: says_inside(door, (4097).to_bytes(4, "big") + bytes(5000)),
    "largest frame inside, of rubbish": lambda door: says_inside(door, (4096).to_bytes(4, "big") + bytes(4096)),
    "greets without the invite": lambda door: says_inside(door, greets()),
    "greets in an unknown version": lambda door: says_inside(door, greets(versions=(9,))),
    "greets with an unknown feature": lambda door: says_inside(door, greets(features=(2,))),
    "random inside": lambda door: says_inside(door, b"\x00\x00\x00\x40" + Tape("inside")(64)),
}


SHORT = 4.0
"""Seconds that a host here has for somebody: less than it usually has, and enough for whoever hurries."""


@pytest.mark.parametrize("name", NUISANCES)
async def test_nuisances_while_waiting(name: str) -> None:
    async with waiting_host(SHORT) as (door, invite):
        stream = await NUISANCES[name](door)
        async with linked_at(door, invite) as (one, other):  # while the nuisance is still there
            await one.send(Chat("hello"))
            assert await other.receive() == Chat("hello")
            # TLS itself may answer with an alert; our protocol says nothing.
            assert isinstance(stream, trio.SocketStream) or await closed_without_a_word(stream)
            await trio.aclose_forcefully(stream)


@pytest.mark.parametrize("name", ["http", "zeros", "silent after tls", "nothing at all", "oversize frame inside"])
async def test_a_nuisance_alone_is_dropped_in_time(name: str) -> None:
    begun = trio.current_time()
    async with waiting_host(SHORT) as (door, _):
        stream = await NUISANCES[name](door)
        await turned_away(door)
        with trio.fail_after(PATIENCE):
            try:
                while await stream.receive_some(1000):
                    pass
            except trio.BrokenResourceError:
                pass
        assert trio.current_time() - begun < timers.ADMISSION  # by its own patience, not by the usual one
        await trio.aclose_forcefully(stream)


async def test_nuisances_during_a_game() -> None:
    async with linked() as (host, guest, door):
        for name in ("http", "random", "zeros", "nothing at all", "gone at once"):
            assert await closed_without_a_word(await NUISANCES[name](door)), name
            await host.send(Chat(name))
            assert await guest.receive() == Chat(name)
        assert set(door.turned_away) == {"closed"}


async def test_a_second_guest_gets_nothing() -> None:
    async with waiting_host() as (door, invite), linked_at(door, invite) as (one, other):
        assert await closed_without_a_word(await raw(door))
        assert await failed_step(invite) is Step.NO_TLS
        assert await failed_step(invite, Identity.generate(Tape("third"))) is Step.NO_TLS
        await one.send(Chat("undisturbed"))
        assert await other.receive() == Chat("undisturbed")
        assert set(door.turned_away) == {"closed"}  # at once: nobody's time was out


async def test_half_open_connections_do_not_keep_the_guest_out() -> None:
    async with waiting_host(10 * PATIENCE) as (door, invite):  # they stay for longer than anybody waits here
        idle = [await raw(door) for _ in range(30)]
        async with met(door, invite):
            assert "timeout" not in door.turned_away
        assert door.turned_away["crowded"] >= 30 - limits.HALF_OPEN
        for stream in idle:
            await trio.aclose_forcefully(stream)


async def test_a_flood_of_connections_while_the_guest_comes_in() -> None:
    async with waiting_host() as (door, invite), trio.open_nursery() as nursery:

        async def flood() -> None:
            while True:
                stream = await raw(door)
                await stream.send_all(b"\x16\x03\x01")
                nursery.start_soon(closed_without_a_word, stream)
                await trio.sleep(0.005)

        nursery.start_soon(flood)
        await trio.sleep(0.2)
        async with met(door, invite):
            nursery.cancel_scope.cancel()
