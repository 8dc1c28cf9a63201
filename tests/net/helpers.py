"""What the network's tests share: two identities, a certificate, a clock, a host's door and a guest on loopback."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.net.dial import DialFailed, Step, dial
from bura_p2p.net.invite import Invite
from bura_p2p.net.link import Link, open_link
from bura_p2p.net.listen import Arrival, Door, open_door
from bura_p2p.net.tls import certificate_hash, client_context, client_handshake, make_certificate

HOST = Identity.generate(Tape("host"))
GUEST = Identity.generate(Tape("guest"))
CERTIFICATE = make_certificate()
BIND = certificate_hash(CERTIFICATE[0])
NOW = 1_800_000_000.0
LOOPBACK = "127.0.0.1"

PATIENCE = 120.0
"""Seconds for what comes by itself, on a busy machine. How soon it has to come is for tests of the time itself."""


def clock() -> float:
    return NOW


class Through(trio.abc.Stream):
    """Another stream, as it is; for tests that change one thing of it."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream

    async def send_all(self, data: bytes) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return await self._stream.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self._stream.aclose()


@asynccontextmanager
async def waiting_host(patience: float = 10.0) -> AsyncIterator[tuple[Door, Invite]]:
    """A door on a free port of loopback, and its invite."""
    async with open_door(
        HOST, CERTIFICATE, entropy=os.urandom, clock=clock, host=LOOPBACK, patience=patience
    ) as door:
        yield door, door.invite(await door.candidates())


@asynccontextmanager
async def met(door: Door, invite: Invite) -> AsyncIterator[tuple[Arrival, Arrival]]:
    """The guest dials, the host takes it in: both ends, the host's first; cut in the end."""
    ends: dict[str, Arrival] = {}

    async def join() -> None:
        ends["guest"] = await dial(invite, GUEST, entropy=os.urandom)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(join)
            ends["host"] = await door.guest()
    try:
        yield ends["host"], ends["guest"]
    finally:
        for end in ends.values():
            await trio.aclose_forcefully(end.stream)


@asynccontextmanager
async def linked_at(door: Door, invite: Invite) -> AsyncIterator[tuple[Link, Link]]:
    """The same, with the links of both opened."""
    async with (
        met(door, invite) as (host, guest),
        open_link(host.stream, host.reader) as one,
        open_link(guest.stream, guest.reader) as other,
    ):
        yield one, other


@asynccontextmanager
async def linked() -> AsyncIterator[tuple[Link, Link, Door]]:
    """Host and guest on real TCP and TLS, linked."""
    async with waiting_host() as (door, invite), linked_at(door, invite) as (one, other):
        yield one, other, door


async def closed_without_a_word(stream: trio.abc.Stream) -> bool:
    """Does the other side close `stream`, having sent nothing? Closes it as well."""
    try:
        with trio.fail_after(PATIENCE):
            return await stream.receive_some(1000) == b""
    except trio.BrokenResourceError:
        return True
    finally:
        await trio.aclose_forcefully(stream)


async def raw(door: Door) -> trio.SocketStream:
    return await trio.open_tcp_stream(LOOPBACK, door.port)


async def secured(door: Door) -> trio.SSLStream[trio.SocketStream]:
    return await client_handshake(await raw(door), client_context(), BIND)


def changed(invite: Invite, **fields: object) -> Invite:
    names = ("secret", "certificate", "host", "expires", "candidates")
    return Invite(**({name: getattr(invite, name) for name in names} | fields))


async def failed_step(invite: Invite, identity: Identity = GUEST) -> Step:
    with trio.fail_after(PATIENCE), pytest.raises(DialFailed) as caught:
        await dial(invite, identity, entropy=os.urandom)
    assert str(caught.value).count("\n") == 0
    return caught.value.step


async def turned_away(door: Door) -> None:
    """Wait until the door has refused somebody."""
    with trio.fail_after(PATIENCE):
        while not door.turned_away:  # noqa: ASYNC110  a counter for people, with no event behind it
            await trio.sleep(0.01)
