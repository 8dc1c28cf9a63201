"""Host and guest over real TCP and TLS: the guest with the invite comes in, and nobody else disturbs."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Awaitable, Callable

import pytest
import trio
import trio.testing

from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net import limits
from bura_p2p.net.auth import Handshake, Role
from bura_p2p.net.dial import DialFailed, Step, dial
from bura_p2p.net.faults import Goodbye, Loss, PeerLost
from bura_p2p.net.handshake import authenticate
from bura_p2p.net.invite import Candidate, Invite, Kind, candidate_of
from bura_p2p.net.link import open_link
from bura_p2p.net.listen import Door, open_door
from bura_p2p.net.tls import (
    client_context,
    client_handshake,
    make_certificate,
    server_context,
    server_handshake,
)
from bura_p2p.wire.framing import FrameReader, encode_frame
from bura_p2p.wire.messages import Chat, EntryFrame
from tests.net.helpers import (
    BIND,
    CERTIFICATE,
    GUEST,
    HOST,
    LOOPBACK,
    NOW,
    clock,
    closed_without_a_word,
    linked,
    linked_at,
    met,
    waiting_host,
)
from tests.store.helpers import child
from tests.support.tape import Tape


async def raw(door: Door) -> trio.SocketStream:
    return await trio.open_tcp_stream(LOOPBACK, door.port)


async def secured(door: Door) -> trio.SSLStream[trio.SocketStream]:
    return await client_handshake(await raw(door), client_context(), BIND)


def changed(invite: Invite, **fields: object) -> Invite:
    names = ("secret", "certificate", "host", "expires", "candidates")
    return Invite(**({name: getattr(invite, name) for name in names} | fields))


async def failed_step(invite: Invite, identity: Identity = GUEST) -> Step:
    with trio.fail_after(15), pytest.raises(DialFailed) as caught:
        await dial(invite, identity, entropy=os.urandom)
    assert str(caught.value).count("\n") == 0
    return caught.value.step


async def test_host_and_guest_meet_and_talk() -> None:
    async with linked() as (host, guest, door):
        await host.send(Chat("hello"))
        assert await guest.receive() == Chat("hello")
        await guest.send(EntryFrame(1, b"b" * 65_000, b"s" * 64))
        assert await host.receive() == EntryFrame(1, b"b" * 65_000, b"s" * 64)
        assert door.turned_away == {}


async def test_each_knows_whom_it_met() -> None:
    async with waiting_host() as (door, invite), met(door, Invite.parse(invite.text(), now=NOW)) as (host, guest):
        assert (host.agreed.peer, guest.agreed.peer) == (GUEST.public, HOST.public)
        assert host.agreed.version == guest.agreed.version == 1


async def test_a_clean_goodbye_is_told_from_a_dead_peer() -> None:
    async with linked() as (host, guest, _):
        await guest.send(Chat("last words"))
        await guest.close(Goodbye.FINISHED)
        assert await host.receive() == Chat("last words")
        with pytest.raises(PeerLost, match="closed the game") as caught:
            await host.receive()
        assert (caught.value.loss, caught.value.goodbye) == (Loss.CLOSED, Goodbye.FINISHED)
    async with (
        waiting_host() as (door, invite),
        met(door, invite) as (one, other),
        open_link(one.stream, one.reader) as host,
    ):
        await trio.aclose_forcefully(other.stream)
        with pytest.raises(PeerLost, match="was lost") as caught:
            await host.receive()
        assert caught.value.loss is Loss.CONNECTION


async def test_a_reset_connection_is_a_lost_one() -> None:
    async with waiting_host() as (door, invite), met(door, invite) as (one, other):
        assert isinstance(other.stream, trio.SSLStream)
        sock = other.stream.transport_stream.socket
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")  # RST at close
        async with open_link(one.stream, one.reader) as host:
            sock.close()
            with pytest.raises(PeerLost) as caught:
                await host.receive()
            assert caught.value.loss is Loss.CONNECTION


async def turned_away(door: Door) -> None:
    """Wait until the door has refused somebody."""
    with trio.fail_after(5):
        while not door.turned_away:  # noqa: ASYNC110  a counter for people, with no event behind it
            await trio.sleep(0.01)


async def drip(door: Door) -> trio.abc.Stream:
    """A TLS hello that never ends: a byte at a time."""
    stream = await raw(door)
    try:
        for byte in b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(400):
            await stream.send_all(bytes([byte]))
            await trio.sleep(0.02)
    except trio.BrokenResourceError:
        return stream  # dropped, as it should be
    raise AssertionError("the host let it drip for eight seconds")


async def says(door: Door, data: bytes) -> trio.abc.Stream:
    stream = await raw(door)
    await stream.send_all(data)
    return stream


async def says_inside(door: Door, data: bytes) -> trio.abc.Stream:
    stream = await secured(door)
    await stream.send_all(data)
    return stream


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
    "random inside": lambda door: says_inside(door, b"\x00\x00\x00\x40" + Tape("inside")(64)),
}


@pytest.mark.parametrize("name", NUISANCES)
async def test_nuisances_while_waiting(name: str) -> None:
    async with waiting_host(patience=1.5) as (door, invite):
        stream = await NUISANCES[name](door)
        async with linked_at(door, invite) as (one, other):  # while the nuisance is still there
            await one.send(Chat("hello"))
            assert await other.receive() == Chat("hello")
            # TLS itself may answer with an alert; our protocol says nothing.
            assert isinstance(stream, trio.SocketStream) or await closed_without_a_word(stream)
            await trio.aclose_forcefully(stream)


@pytest.mark.parametrize("name", ["http", "zeros", "silent after tls", "nothing at all", "oversize frame inside"])
async def test_a_nuisance_alone_is_dropped_in_time(name: str) -> None:
    async with waiting_host(patience=1) as (door, _):
        stream = await NUISANCES[name](door)
        await turned_away(door)
        with trio.fail_after(5):
            try:
                while await stream.receive_some(1000):
                    pass
            except trio.BrokenResourceError:
                pass
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


async def test_half_open_connections_do_not_keep_the_guest_out() -> None:
    async with waiting_host() as (door, invite):
        idle = [await raw(door) for _ in range(30)]
        start = trio.current_time()
        async with met(door, invite):
            assert trio.current_time() - start < 5
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


async def test_a_wrong_certificate() -> None:
    async with waiting_host() as (_, invite):
        assert await failed_step(changed(invite, certificate=b"c" * 32)) is Step.OTHER_HOST


async def test_somebody_else_at_the_hosts_address() -> None:
    async with open_door(
        Identity.generate(Tape("other")), make_certificate(), entropy=os.urandom, clock=clock, host=LOOPBACK
    ) as other:
        other.invite(await other.candidates())
        invite = Invite(b"s" * 16, BIND, HOST.public, int(NOW) + 60, await other.candidates())
        assert await failed_step(invite) is Step.OTHER_HOST


async def test_a_host_with_another_identity() -> None:
    async with waiting_host() as (door, invite):
        other = changed(invite, host=Identity.generate(Tape("other")).public)
        assert await failed_step(other) is Step.OTHER_HOST
        async with met(door, invite):
            pass  # the invite is still good


async def test_a_wrong_secret_leaves_the_invite_good() -> None:
    async with waiting_host() as (door, invite):
        for _ in range(3):
            assert await failed_step(changed(invite, secret=os.urandom(16))) is Step.INVITE
        assert door.turned_away == {"authentication": 3}
        async with met(door, invite):
            pass  # the invite is still good


async def test_a_guest_with_the_hosts_own_key() -> None:
    async with waiting_host() as (door, invite):
        with pytest.raises(LocalError, match="your own invite"):
            await dial(invite, HOST, entropy=os.urandom)
        stream = await secured(door)  # a client that does not look
        handshake = Handshake(
            Role.GUEST, HOST, tls_bind=BIND, secret=invite.secret, entropy=os.urandom, expected=None
        )
        await stream.send_all(b"".join(len(p).to_bytes(4, "big") + p for p in handshake.start()))
        await turned_away(door)
        assert door.turned_away == {"identity_repeated": 1}
        await trio.aclose_forcefully(stream)
        async with met(door, invite):
            pass  # the invite is still good


async def test_an_invite_that_has_expired_at_the_host() -> None:
    times = [NOW]
    async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=lambda: times[0], host=LOOPBACK) as door:
        invite = door.invite(await door.candidates(), lifetime=60)
        assert invite.expires == NOW + 60
        times[0] = NOW + 60
        with pytest.raises(LocalError, match="expired"):
            Invite.parse(invite.text(), now=times[0])
        assert await failed_step(invite) is Step.INVITE  # a guest whose clock is behind


async def test_a_new_invite_ends_the_one_before() -> None:
    async with waiting_host() as (door, old):
        new = door.invite(old.candidates)
        assert await failed_step(old) is Step.INVITE
        async with met(door, new):
            pass


async def test_without_an_invite_nobody_comes_in() -> None:
    async with waiting_host() as (door, invite):
        door.withdraw()
        assert await failed_step(invite) is Step.NO_TLS


async def test_two_guests_at_the_same_moment() -> None:
    """Both hold the invite and both are half-way in: exactly one gets the game."""
    async with waiting_host() as (door, invite):
        outcomes: list[object] = []

        async def try_it(identity: Identity) -> None:
            try:
                outcomes.append(await dial(invite, identity, entropy=os.urandom))
            except DialFailed as failed:
                outcomes.append(failed)

        with trio.fail_after(10):
            async with trio.open_nursery() as nursery:
                for number in range(4):
                    nursery.start_soon(try_it, Identity.generate(Tape(f"guest {number}")))
                arrival = await door.guest()
        assert sum(isinstance(outcome, DialFailed) for outcome in outcomes) == 3
        for outcome in [*outcomes, arrival]:
            if not isinstance(outcome, DialFailed):
                await trio.aclose_forcefully(outcome.stream)


async def test_a_guest_that_dies_at_the_last_moment_leaves_the_invite_good_or_is_lost() -> None:
    """It proves itself and resets the connection: either the host never took it in, or its link is lost at once."""
    async with waiting_host() as (door, invite):
        tcp = await raw(door)
        stream = await client_handshake(tcp, client_context(), BIND)
        handshake = Handshake(
            Role.GUEST, GUEST, tls_bind=BIND, secret=invite.secret, entropy=os.urandom, expected=HOST.public
        )
        await authenticate(stream, handshake)
        await trio.aclose_forcefully(tcp)
        with trio.fail_after(5):
            arrival = await door.guest()
            async with open_link(arrival.stream, arrival.reader) as link:
                with pytest.raises(PeerLost):
                    await link.receive()


async def test_a_guest_that_is_gone_before_it_hears_so_does_not_use_up_the_invite() -> None:
    near, far = trio.testing.memory_stream_pair()
    async with waiting_host() as (door, invite):
        guest = Handshake(
            Role.GUEST, GUEST, tls_bind=BIND, secret=invite.secret, entropy=os.urandom, expected=HOST.public
        )
        reader = FrameReader()
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def host() -> None:
                with pytest.raises(trio.BrokenResourceError):
                    await door._admit(near, invite.secret)

            await far.send_all(b"".join(map(encode_frame, guest.start())))
            (greeting,) = reader.feed(await far.receive_some())
            (proof,) = guest.receive(greeting)
            await far.receive_stream.aclose()  # it will hear nothing more
            await far.send_all(encode_frame(proof))
        async with met(door, invite):
            pass  # the invite is still good


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


async def test_no_common_version_is_told_to_both() -> None:
    async with waiting_host() as (door, invite):
        stream = await secured(door)
        handshake = Handshake(
            Role.GUEST, GUEST, tls_bind=BIND, secret=invite.secret, entropy=os.urandom, versions=(9,)
        )
        with pytest.raises(PeerError) as caught:
            await authenticate(stream, handshake)
        assert caught.value.code is Code.VERSION
        await turned_away(door)
        assert door.turned_away == {"version": 1}
        await trio.aclose_forcefully(stream)


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


JOIN_AND_WAIT = """
import os, sys, trio
from bura_p2p.net.dial import dial
from bura_p2p.net.invite import Invite
from bura_p2p.net.link import open_link
from bura_p2p.wire.messages import Chat
from tests.net.helpers import GUEST, NOW

async def main():
    arrival = await dial(Invite.parse(sys.stdin.readline(), now=NOW), GUEST, entropy=os.urandom)
    async with open_link(arrival.stream, arrival.reader) as link:
        await link.send(Chat("here"))
        try:
            await link.receive()
        except Exception as error:
            print(error, flush=True)

trio.run(main)
"""


@pytest.mark.parametrize("dies", ["guest", "host"])
async def test_a_killed_process_is_told_from_one_that_closes(dies: str) -> None:
    async with waiting_host() as (door, invite):
        with child(JOIN_AND_WAIT) as process, trio.fail_after(30):
            assert process.stdin is not None
            process.stdin.write(invite.text() + "\n")
            process.stdin.flush()
            arrival = await door.guest()
            async with open_link(arrival.stream, arrival.reader) as link:
                assert await link.receive() == Chat("here")
                if dies == "guest":
                    process.kill()
                    with pytest.raises(PeerLost) as caught:
                        await link.receive()
                    assert caught.value.loss is Loss.CONNECTION
                else:
                    await link.close()
            out, err = await trio.to_thread.run_sync(process.communicate)
            assert (out, err) == ("" if dies == "guest" else "The other side closed the game.\n", "")


async def test_a_port_whose_ipv6_half_is_taken() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    with socket.socket(socket.AF_INET6) as other:
        try:
            other.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            other.bind(("::", 0))
            other.listen()
        except OSError:
            pytest.skip("no IPv6 here")
        port = other.getsockname()[1]
        with pytest.raises(LocalError, match=f"Port {port} is in use"):
            async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock, port=port):
                pass


async def test_loopback_is_only_offered_when_asked_for() -> None:
    async with waiting_host() as (door, _):
        assert [(c.kind, c.host, c.port) for c in await door.candidates()] == [(Kind.LOOPBACK, LOOPBACK, door.port)]
    async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock) as door:
        try:
            candidates = await door.candidates()
        except LocalError as nothing:
            assert "network" in str(nothing)  # noqa: PT017  a computer without a network
        else:
            assert Kind.LOOPBACK not in {candidate.kind for candidate in candidates}
        stream = await raw(door)  # though it listens there, too
        await stream.aclose()


async def test_a_port_in_use_is_one_sentence() -> None:
    async with waiting_host() as (door, _):
        with pytest.raises(LocalError, match=f"Port {door.port} is in use"):
            async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock, host=LOOPBACK, port=door.port):
                pass


@pytest.mark.parametrize("host", ["192.0.2.1", "example.org", "nonsense nonsense"])
async def test_an_address_that_is_not_ours_is_one_sentence(host: str) -> None:
    with pytest.raises(LocalError):
        async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock, host=host):
            pass


async def test_no_secret_in_any_repr() -> None:
    async with waiting_host() as (door, invite):
        shown = repr(door) + str(door) + repr(invite)
        assert invite.secret.hex() not in shown
        assert repr(invite.secret)[2:-1] not in shown


def test_the_guests_context_is_not_a_trusting_one_by_accident() -> None:
    assert client_context().verify_mode is ssl.CERT_NONE  # the pin is compared by hand: see client_handshake
