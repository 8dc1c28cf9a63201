"""The guest's ways to fail, each with its own word, and the one that works among them."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from functools import partial

import pytest
import trio
import trio.testing

from bura_p2p.errors import PeerError
from bura_p2p.net.auth import Handshake, Role
from bura_p2p.net.dial import Step
from bura_p2p.net.handshake import authenticate
from bura_p2p.net.invite import Candidate, Invite, Kind, candidate_of
from bura_p2p.net.tls import (
    server_context,
    server_handshake,
)
from tests.net.helpers import (
    BIND,
    CERTIFICATE,
    HOST,
    LOOPBACK,
    changed,
    failed_step,
    met,
    waiting_host,
)


async def test_dialling_takes_the_address_that_works() -> None:
    async with waiting_host() as (door, invite):
        (good,) = invite.candidates
        with socket.socket() as unused:
            unused.bind((LOOPBACK, 0))  # bound, not listening: refuses
            bad = (
                candidate_of(LOOPBACK, unused.getsockname()[1]),
                candidate_of("192.0.2.1", 9),  # documentation: nobody there
                Candidate(Kind.ONION, "abcdef.onion", 1),
                Candidate(99, "of-a-kind-to-come", 1),
            )
            async with met(door, changed(invite, candidates=(*bad, good))):
                pass


async def test_dialling_a_port_where_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind((LOOPBACK, 0))
        candidate = candidate_of(LOOPBACK, unused.getsockname()[1])
        invite = Invite(b"s" * 16, BIND, HOST.public, 0, (candidate,))
        assert await failed_step(invite) is Step.REFUSED


async def test_a_name_that_cannot_be_looked_up_is_passed_over() -> None:
    """No invite that was read holds one; the resolver's own rules may be narrower still."""
    for name in ("a..b", "x" * 64, "x" * 64 + ".org"):
        candidate = Candidate(Kind.PUBLIC, name, 80)
        assert await failed_step(Invite(b"s" * 16, BIND, HOST.public, 0, (candidate,))) is Step.UNREACHABLE
        async with waiting_host() as (door, invite):
            both = changed(invite, candidates=(candidate, *invite.candidates))
            async with met(door, both):
                pass


async def test_dialling_an_invite_without_addresses() -> None:
    assert await failed_step(Invite(b"s" * 16, BIND, HOST.public, 0, ())) is Step.UNREACHABLE


async def test_dialling_a_server_that_is_no_bura() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)

    async def web(stream: trio.SocketStream) -> None:
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, web, [listener])
        candidate = candidate_of(LOOPBACK, listener.socket.getsockname()[1])
        assert await failed_step(Invite(b"s" * 16, BIND, HOST.public, 0, (candidate,))) is Step.NO_TLS
        nursery.cancel_scope.cancel()


async def test_dialling_a_host_that_says_nothing_after_tls() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)

    async def held_up(stream: trio.SocketStream) -> None:
        await server_handshake(stream, server_context(*CERTIFICATE))
        await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, held_up, [listener])
        candidate = candidate_of(LOOPBACK, listener.socket.getsockname()[1])
        assert await failed_step(Invite(b"s" * 16, BIND, HOST.public, 0, (candidate,))) is Step.SILENT
        nursery.cancel_scope.cancel()


async def test_dialling_a_host_of_another_version() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)

    async def newer(stream: trio.SocketStream) -> None:
        tls = await server_handshake(stream, server_context(*CERTIFICATE))
        handshake = Handshake(Role.HOST, HOST, tls_bind=BIND, secret=b"s" * 16, entropy=os.urandom, versions=(9,))
        with pytest.raises(PeerError):
            await authenticate(tls, handshake)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, newer, [listener])
        candidate = candidate_of(LOOPBACK, listener.socket.getsockname()[1])
        assert await failed_step(Invite(b"s" * 16, BIND, HOST.public, 0, (candidate,))) is Step.VERSION
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("most", "to_host"), [(0, True), (100, True), (359, True), (0, False), (100, False), (359, False), (700, False)]
)
async def test_a_line_that_breaks_while_two_meet(most: int, to_host: bool) -> None:
    """A host that refuses closes without a word too: only by calling again can a guest tell one from the other."""
    async with waiting_host() as (door, invite), trio.open_nursery() as nursery:
        (there,) = invite.candidates
        calls: list[int] = []

        async def relay(stream: trio.SocketStream) -> None:
            calls.append(0)
            limit = most if len(calls) == 1 else None
            async with (
                stream,
                await trio.open_tcp_stream(there.host, there.port) as host,
                trio.open_nursery() as both,
            ):
                both.start_soon(passed, stream, host, limit if to_host else None, both.cancel_scope)
                both.start_soon(passed, host, stream, None if to_host else limit, both.cancel_scope)

        (listener,) = await nursery.start(partial(trio.serve_tcp, relay, 0, host=LOOPBACK))
        async with met(door, changed(invite, candidates=(candidate_of(LOOPBACK, port_of(listener)),))):
            assert len(calls) == 2
        nursery.cancel_scope.cancel()


async def passed(
    source: trio.SocketStream, sink: trio.SocketStream, most: int | None, done: trio.CancelScope
) -> None:
    """What comes of one goes to the other, to its end or until so many bytes have gone."""
    left = sys.maxsize if most is None else most
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        while left and (data := await source.receive_some(min(left, 65536))):
            left -= len(data)
            await sink.send_all(data)
    done.cancel()


def port_of(listener: trio.SocketListener) -> int:
    return int(listener.socket.getsockname()[1])
