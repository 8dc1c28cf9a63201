"""Host and guest over real TCP and TLS: the guest with the invite comes in, and nobody else does."""

from __future__ import annotations

import os
import socket
import ssl

import pytest
import trio
import trio.testing

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net.auth import Handshake, Role
from bura_p2p.net.dial import DialFailed, Step, dial
from bura_p2p.net.faults import Goodbye, Loss, PeerLost
from bura_p2p.net.handshake import authenticate
from bura_p2p.net.invite import Invite, Kind
from bura_p2p.net.link import open_link
from bura_p2p.net.listen import open_door
from bura_p2p.net.tls import (
    client_context,
    client_handshake,
    make_certificate,
)
from bura_p2p.wire.framing import FrameReader, encode_frame
from bura_p2p.wire.messages import Another, Chat, EntryFrame
from tests.net.helpers import (
    BIND,
    CERTIFICATE,
    GUEST,
    HOST,
    LOOPBACK,
    NOW,
    PATIENCE,
    changed,
    clock,
    closed_without_a_word,
    failed_step,
    linked,
    met,
    raw,
    secured,
    turned_away,
    waiting_host,
)
from tests.store.helpers import child


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


async def test_who_came_in_and_is_not_taken_is_told() -> None:
    """The host ends in the moment in which the guest comes; what the guest has said meanwhile cuts no word off."""
    ended: list[PeerLost] = []

    async def guest(invite: Invite, there: trio.Event) -> None:
        arrival = await dial(invite, GUEST, entropy=os.urandom)
        async with open_link(arrival.stream, arrival.reader) as link:
            await link.send(Another())
            there.set()
            try:
                await link.receive()
            except PeerLost as lost:
                ended.append(lost)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery, waiting_host() as (_, invite):
            there = trio.Event()
            nursery.start_soon(guest, invite, there)
            await there.wait()
    assert [(lost.loss, lost.goodbye) for lost in ended] == [(Loss.CLOSED, Goodbye.LEFT)]


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
        assert door.turned_away == {"authentication": 6}  # each calls twice, for it may have been the line
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

        with trio.fail_after(PATIENCE):
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
        with trio.fail_after(PATIENCE):
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
                    await door._admit(near, (invite.secret,))

            await far.send_all(b"".join(map(encode_frame, guest.start())))
            (greeting,) = reader.feed(await far.receive_some())
            (proof,) = guest.receive(greeting)
            await far.receive_stream.aclose()  # it will hear nothing more
            await far.send_all(encode_frame(proof))
        async with met(door, invite):
            pass  # the invite is still good


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
        with child(JOIN_AND_WAIT) as process, trio.fail_after(PATIENCE):
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


async def test_who_is_expected_and_comes_again_and_again_holds_one_place() -> None:
    """Nobody asks the door for what has come: the newest connection waits, and the others are closed."""
    async with waiting_host() as (door, invite):
        async with met(door, invite):
            pass
        door.expect(GUEST.public, invite.secret)
        streams = [(await dial(invite, GUEST, entropy=os.urandom)).stream for _ in range(6)]
        for stream in streams[:-1]:
            assert await closed_without_a_word(stream)
        arrival = await door.guest()
        await arrival.stream.send_all(b"last")
        assert await streams[-1].receive_some(9) == b"last"
        for stream in (arrival.stream, streams[-1]):
            await trio.aclose_forcefully(stream)
