"""Names in Tor, and the way through a proxy: what is said to it, and everything that it may answer instead."""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import memory_stream_pair

from bura_p2p.errors import LocalError
from bura_p2p.net import timers
from bura_p2p.net.calls import is_dialled
from bura_p2p.net.dial import DialFailed, dial
from bura_p2p.net.faults import Step
from bura_p2p.net.invite import Candidate, Invite, Kind, candidate_of
from bura_p2p.net.onion import is_onion, is_service
from bura_p2p.net.socks import Proxy, ProxyFault, ProxyRefused, conversation, reply_words
from tests.net.helpers import BIND, GUEST, HOST, LOOPBACK, PATIENCE, changed, waiting_host
from tests.support.socks import socks

# The services of Tor itself, DuckDuckGo and Debian, as they have published them.
KNOWN = (
    "2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion",
    "duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion",
    "5ekxbftvqg26oir5wle3p27ax3wksbxcecnm6oemju7bjra2pn26s3qd.onion",
)
NAME = KNOWN[0]
PROXY = Proxy(LOOPBACK, 9050)


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KNOWN)
def test_names_of_services(name: str) -> None:
    assert is_service(name)
    assert is_service(name.upper())
    assert candidate_of(name, 80) == Candidate(Kind.ONION, name, 80)
    wrong = [name[:place] + ("a" if name[place] != "a" else "b") + name[place + 1 :] for place in range(56)]
    for bad in (*wrong, "a" + name, name[1:], "www." + name, name + ".org", name.removesuffix(".onion")):
        assert not is_service(bad)


@pytest.mark.parametrize(
    "name", ["abc.onion", "facebookcorewwwi.onion", "a.ONION", f"www.{NAME}", "ß" * 28 + ".onion"]
)
def test_what_no_service_is_called(name: str) -> None:
    assert is_onion(name)
    assert not is_service(name)
    with pytest.raises(LocalError):
        candidate_of(name, 80)


@given(st.text(max_size=70) | st.binary(min_size=35, max_size=35).map(lambda data: data.hex()[:56] + ".onion"))
def test_any_name(name: str) -> None:
    assert is_service(name) <= is_onion(name)


def test_what_is_in_tor_is_never_looked_up() -> None:
    for kind in (Kind.ONION, Kind.PUBLIC, Kind.MAPPED, Kind.LAN, 99):
        assert not is_dialled(Candidate(kind, NAME, 80))
        assert not is_dialled(Candidate(kind, "abc.Onion", 80))
    assert is_dialled(Candidate(Kind.PUBLIC, "onion.example.org", 80))


# --- what is said ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("1.2.3.4", b"\x01\x01\x02\x03\x04"),
        ("2001:db8::1", b"\x04" + bytes.fromhex("20010db8") + bytes(11) + b"\x01"),
        (NAME, b"\x03\x3e" + NAME.encode()),
        ("a" * 63 + "." + "b" * 63, b"\x03\x7f" + b"a" * 63 + b"." + b"b" * 63),
    ],
)
@pytest.mark.parametrize(("kind", "bound"), [(1, bytes(4)), (4, bytes(16)), (3, b"\xff" + b"x" * 255)])
def test_byte_by_byte(host: str, said: bytes, kind: int, bound: bytes) -> None:
    words = conversation(host, 0x1234)
    assert next(words) == (b"\x05\x01\x00", 2)
    assert words.send(b"\x05\x00") == (b"\x05\x01\x00" + said + b"\x12\x34", 4)
    answer, size = words.send(bytes((5, 0, 0, kind)))
    if kind == 3:
        assert (answer, size) == (b"", 1)
        answer, size = words.send(bound[:1])
        bound = bound[1:]
    assert (answer, size) == (b"", len(bound) + 2)
    with pytest.raises(StopIteration):
        words.send(bound + b"\x00\x50")


def test_every_reply_has_words() -> None:
    told = {reply_words(code) for code in range(1, 256)}
    assert len(told) == 255


async def answered(data: bytes, *, close: bool = True) -> None:
    """Ask a proxy that says this."""
    near, far = memory_stream_pair()
    await far.send_all(data)
    if close:
        far.send_stream.close()
    await PROXY.ask(near, NAME, 80)
    assert await near.receive_some() == b"the host's"


OPENED = b"\x05\x00" + b"\x05\x00\x00\x01" + bytes(6)


async def test_what_follows_is_left_for_the_host() -> None:
    await answered(OPENED + b"the host's")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "closed the connection"),
        (b"\x05", "closed the connection"),
        (b"\x05\x00", "closed the connection"),
        (OPENED[:-1], "closed the connection"),
        (b"\x04\x00", "no SOCKS5 proxy"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "no SOCKS5 proxy"),
        (b"\x05\xff", "a name and a password"),
        (b"\x05\x02", "no SOCKS5 proxy"),  # not what was offered
        (b"\x05\x00\x04\x00\x00\x01", "no SOCKS5 proxy"),
        (b"\x05\x00\x05\x00\x01\x01", "no SOCKS5 proxy"),
        (b"\x05\x00\x05\x00\x00\x02" + bytes(300), "no SOCKS5 proxy"),
        (bytes(10_000), "no SOCKS5 proxy"),
    ],
)
async def test_what_is_no_proxy(data: bytes, why: str) -> None:
    with pytest.raises(ProxyFault, match=why) as caught:
        await answered(data)
    assert str(PROXY) in str(caught.value)
    assert str(caught.value).count("\n") == 0


@pytest.mark.parametrize("code", [1, 4, 5, 9, 0xF0, 255])
async def test_a_refusal(code: int) -> None:
    with pytest.raises(ProxyRefused) as caught:
        await answered(b"\x05\x00\x05" + bytes((code, 0)) + b"\x01")
    assert caught.value.code == code


@given(st.binary(max_size=400) | st.binary(max_size=300).map(OPENED[:6].__add__))
async def test_any_answer(data: bytes) -> None:
    try:
        await answered(data + b"the host's")
    except (ProxyFault, ProxyRefused):
        return
    except AssertionError:  # connected, so it says; what follows is no matter of the proxy's
        assert data.startswith(b"\x05\x00\x05\x00\x00")


@pytest.mark.parametrize(("data", "patience"), [(b"", timers.CONNECT), (b"\x05\x00", timers.PROXY)])
async def test_a_proxy_that_drips(data: bytes, patience: float, autojump_clock: trio.testing.MockClock) -> None:
    """One byte now and then, and never enough of them."""
    near, far = memory_stream_pair()

    async def drip() -> None:
        await far.send_all(data)
        while True:
            await trio.sleep(patience - 1)
            await far.send_all(b"\x05")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        begun = trio.current_time()
        with pytest.raises((ProxyFault, trio.TooSlowError)) as caught:
            await PROXY.ask(near, NAME, 80)
        assert trio.current_time() - begun == patience
        assert isinstance(caught.value, ProxyFault) == (not data)
        nursery.cancel_scope.cancel()


# --- dialling through it -----------------------------------------------------------------------------------------


def led_to(invite: Invite, *candidates: Candidate) -> Invite:
    return changed(invite, candidates=candidates)


async def test_everything_goes_through_the_proxy() -> None:
    async with waiting_host() as (door, invite):
        there = (
            *invite.candidates,  # loopback: the host's, not the proxy's
            candidate_of("192.168.1.5", 4000),
            candidate_of("5.6.7.8", 4000),
            candidate_of("2a00::1", 4000),
            candidate_of("example.org", 4000),
            Candidate(Kind.PUBLIC, "abc.onion", 4000),
            Candidate(99, "of-a-kind-to-come", 4000),
            candidate_of(NAME, 4001),
        )
        with socks({NAME: door.port}) as proxy, trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(door.guest)
                arrival = await dial(
                    led_to(invite, *there), GUEST, entropy=os.urandom, proxy=Proxy(LOOPBACK, proxy.port)
                )
            assert arrival.way == there[-1]
            await trio.aclose_forcefully(arrival.stream)
            others = {(1, "5.6.7.8", 4000), (4, "2a00::1", 4000), (3, "example.org", 4000)}
            assert proxy.asked[0] == (3, NAME, 4001)
            assert set(proxy.asked[1:]) <= others


async def sentence(*candidates: Candidate, code: int = 4) -> DialFailed:
    invite = Invite(b"s" * 16, BIND, HOST.public, 0, candidates)
    with socks({NAME: 1}, code) as proxy, trio.fail_after(PATIENCE), pytest.raises(DialFailed) as caught:
        await dial(invite, GUEST, entropy=os.urandom, proxy=Proxy(LOOPBACK, proxy.port))
    return caught.value


@pytest.mark.parametrize(
    ("code", "step", "says"),
    [
        (1, Step.UNREACHABLE, "something failed (code 1)"),
        (4, Step.UNREACHABLE, "no way to that host (code 4)"),
        (5, Step.REFUSED, "refused (code 5)"),
        (6, Step.TIMEOUT, "too long (code 6)"),
        (0xF0, Step.UNREACHABLE, "no such onion service can be found (code 240)"),
        (77, Step.UNREACHABLE, "(code 77)"),
    ],
)
async def test_a_proxy_that_refuses(code: int, step: Step, says: str) -> None:
    fault = await sentence(candidate_of(KNOWN[1], 1), code=code)
    assert fault.step is step
    assert says in str(fault)
    assert [attempt.code for attempt in fault.attempts] == [code]


async def test_nobody_listens_behind_the_service() -> None:
    assert "refused (code 5)" in str(await sentence(candidate_of(NAME, 1), candidate_of("5.6.7.8", 1)))


async def test_an_invite_that_no_proxy_could_follow() -> None:
    fault = await sentence(candidate_of("192.168.1.5", 1), candidate_of(LOOPBACK, 1))
    assert "no address that a proxy could lead to" in str(fault)
    assert fault.attempts == ()


async def dialled(port: int) -> None:
    invite = Invite(b"s" * 16, BIND, HOST.public, 0, (candidate_of(NAME, 1), candidate_of("5.6.7.8", 1)))
    with trio.fail_after(PATIENCE):
        await dial(invite, GUEST, entropy=os.urandom, proxy=Proxy(LOOPBACK, port))


async def test_a_proxy_that_is_not_there() -> None:
    with socket.socket() as unused:
        unused.bind((LOOPBACK, 0))  # bound, not listening: refuses
        with pytest.raises(ProxyFault, match="is Tor running there"):
            await dialled(unused.getsockname()[1])


async def garbage(stream: trio.SocketStream) -> None:
    await stream.send_all(os.urandom(3000).replace(b"\x05", b"\x04"))


async def another_version(stream: trio.SocketStream) -> None:
    await stream.receive_some()
    await stream.send_all(b"\x00\x5a" + bytes(6))  # SOCKS4


async def flood(stream: trio.SocketStream) -> None:
    await stream.receive_some()
    await stream.send_all(OPENED[:6] + bytes(6) + b"\x16\x03\x03" * 10_000)


@pytest.mark.parametrize("does", [garbage, another_version])
async def test_what_answers_is_no_proxy(does: Callable[[trio.SocketStream], Awaitable[None]]) -> None:
    (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, does, [listener])
        with pytest.raises(ProxyFault, match=r"no SOCKS5 proxy|closed the connection"):
            await dialled(listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


async def test_a_proxy_that_connects_to_itself() -> None:
    (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, flood, [listener])
        with pytest.raises(DialFailed) as caught:
            await dialled(listener.socket.getsockname()[1])
        assert caught.value.step is Step.NO_TLS
        nursery.cancel_scope.cancel()


async def test_without_a_proxy_what_is_in_tor_is_left_out() -> None:
    alone = Invite(b"s" * 16, BIND, HOST.public, 0, (candidate_of(NAME, 1),))
    with pytest.raises(DialFailed, match=r"through Tor only: start Tor .* '--socks 127\.0\.0\.1:9050'") as caught:
        await dial(alone, GUEST, entropy=os.urandom)
    assert caught.value.attempts == ()
    with socket.socket() as unused:
        unused.bind((LOOPBACK, 0))
        here = candidate_of(LOOPBACK, unused.getsockname()[1])
        with pytest.raises(DialFailed, match=r"no game is waiting there.* through Tor as well"):
            await dial(changed(alone, candidates=(*alone.candidates, here)), GUEST, entropy=os.urandom)
