"""Mappings from a router that answers on a real UDP socket, on lines that lose and beside neighbours that lie.

Time is trio's, and jumps ahead whenever everybody waits.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import trio
import trio.testing

from bura_p2p.errors import LocalError
from bura_p2p.net import limits, timers
from bura_p2p.net.invite import Candidate, candidate_of
from bura_p2p.net.portmap.gateways import Gateway
from bura_p2p.net.portmap.mapper import Found, Mapper, open_mappings
from bura_p2p.net.portmap.outcome import Snag, Way, failure_sentence, mapping_sentence, telling
from bura_p2p.net.portmap.probe import probe
from bura_p2p.net.portmap.spot import Spot, Terms
from tests.support.router import Router, serving

PORT = 4242
KEY = b"the key of this installation"


@pytest.fixture
def jumping() -> trio.testing.MockClock:
    """Jumps only when no datagram is on its way either: those of loopback are there at once."""
    return trio.testing.MockClock(autojump_threshold=0.002)


def terms(*, key: bytes = KEY, suggested: int = PORT) -> Terms:
    return Terms(port=PORT, suggested=suggested, key=key, clock=trio.current_time, entropy=os.urandom)


@asynccontextmanager
async def mapper_at(*routers: Router | Gateway, own: Sequence[Candidate] = (), **values):
    """A mapper whose default gateways are these."""
    async with AsyncExitStack() as stack:
        gateways = [
            one if isinstance(one, Gateway) else await stack.enter_async_context(serving(one)) for one in routers
        ]

        async def find() -> Sequence[Gateway]:
            return gateways

        async def addresses() -> Sequence[Candidate]:
            return own

        yield Mapper(terms(**values), addresses, find=find, upnp=None)


async def asked(router: Router, **values) -> Found:
    """What a router gives when it is asked once."""
    async with mapper_at(router, **values) as mapper:
        await mapper.ask()
        return mapper.found


def only(found: Found) -> tuple[Way, str, int]:
    (mapping,) = found.mappings
    assert found.candidates == (mapping.candidate,)
    return mapping.way, str(mapping.outside), mapping.outside_port


@pytest.mark.parametrize(
    ("speaks", "way"),
    [({"pcp", "nat-pmp"}, Way.PCP), ({"pcp"}, Way.PCP), ({"nat-pmp"}, Way.NAT_PMP)],
)
async def test_the_best_way_is_taken_and_taken_back(speaks: set[str], way: Way) -> None:
    router = Router(speaks=frozenset(speaks))
    async with mapper_at(router) as mapper:
        async with open_mappings(mapper, clock=trio.current_time) as found:
            assert only(found) == (way, "9.8.7.6", PORT)
            assert router.lines == {PORT: PORT}
            assert "9.8.7.6:4242" in mapping_sentence(found.mappings[0])
        assert router.lines == {}


async def test_the_outer_port_of_before_is_asked_for() -> None:
    assert only(await asked(Router(), suggested=5000))[2] == 5000
    assert only(await asked(Router(speaks=frozenset({"nat-pmp"})), suggested=5000))[2] == 5000
    assert only(await asked(Router(taken=frozenset({5000}))))[2] == PORT
    assert only(await asked(Router(taken=frozenset({5000})), suggested=5000))[2] == 5001


async def test_silence(jumping: trio.testing.MockClock) -> None:
    router, before = Router(speaks=frozenset()), trio.current_time()
    found = await asked(router)
    assert found.mappings == ()
    assert [failure.snag for failure in found.failures] == [Snag.SILENT]
    assert len(router.heard) == 2 * limits.MAP_TRIES  # PCP, then NAT-PMP
    assert trio.current_time() - before < 4


async def test_nobody_there_is_noticed_at_once(mock_clock: trio.testing.MockClock) -> None:
    """Time stands still: nothing is waited for."""
    async with mapper_at(Gateway("127.0.0.1", "lo", 9)) as mapper:
        await mapper.ask()
        assert [failure.snag for failure in mapper.found.failures] == [Snag.SILENT]


async def test_no_router_at_all() -> None:
    async with mapper_at() as mapper, open_mappings(mapper, clock=trio.current_time) as found:
        assert [failure.snag for failure in found.failures] == [Snag.NO_GATEWAY]


@pytest.mark.parametrize("speaks", [{"pcp"}, {"nat-pmp"}])
async def test_lost_packets(jumping: trio.testing.MockClock, speaks: set[str]) -> None:
    """Two of three datagrams are lost."""
    router = Router(speaks=frozenset(speaks), loses=lambda number: number % 3 != 2)
    assert only(await asked(router))[2] == PORT


async def test_what_a_router_says_of_another_mapping_does_not_count(jumping: trio.testing.MockClock) -> None:
    def other_nonce(answer: bytes) -> list[bytes]:
        return [answer[:24] + bytes(12) + answer[36:-4] + b"\6\6\6\6", b"", answer[:-1], answer * 30, os.urandom(60)]

    assert only(await asked(Router(speaks=frozenset({"pcp"}), spoils=other_nonce))) == (Way.PCP, "9.8.7.6", PORT)


@pytest.mark.parametrize("speaks", [{"pcp"}, {"nat-pmp"}])
async def test_what_somebody_else_says_does_not_count(speaks: set[str]) -> None:
    router = Router(speaks=frozenset(speaks), impostor=True)
    assert only(await asked(router)) == (*[Way.PCP if "pcp" in speaks else Way.NAT_PMP], "9.8.7.6", PORT)


@pytest.mark.parametrize(
    ("speaks", "code", "snag"),
    [
        ("pcp", 2, Snag.REFUSED),
        ("pcp", 7, Snag.NO_ADDRESS),
        ("pcp", 8, Snag.FULL),
        ("pcp", 11, Snag.TAKEN),
        ("pcp", 3, Snag.FAULTY),
        ("pcp", 99, Snag.FAULTY),
        ("nat-pmp", 2, Snag.REFUSED),
        ("nat-pmp", 3, Snag.NO_ADDRESS),
        ("nat-pmp", 4, Snag.FULL),
        ("nat-pmp", 99, Snag.FAULTY),
    ],
)
async def test_refusals(jumping: trio.testing.MockClock, speaks: str, code: int, snag: Snag) -> None:
    found = await asked(Router(speaks=frozenset({speaks}), refuses=code))
    assert found.mappings == ()
    failure = telling(found.failures)
    assert failure is not None
    assert failure.snag is snag
    assert failure_sentence(failure, PORT).endswith(".")


@pytest.mark.parametrize(
    ("outside", "snag"),
    [
        ("100.64.3.2", Snag.CARRIER_NAT),
        ("10.0.0.2", Snag.SECOND_ROUTER),
        ("192.168.178.20", Snag.SECOND_ROUTER),
        ("0.0.0.0", Snag.NO_ADDRESS),  # noqa: S104  nothing is bound
        ("224.0.0.1", Snag.FAULTY),
    ],
)
@pytest.mark.parametrize("speaks", [{"pcp", "nat-pmp"}, {"nat-pmp"}])
async def test_an_outer_address_that_is_none_of_the_internet(speaks: set[str], outside: str, snag: Snag) -> None:
    router = Router(speaks=frozenset(speaks), outside=outside)
    async with mapper_at(router) as mapper:
        await mapper.ask()
        failure = telling(mapper.found.failures)
        assert failure is not None
        assert (failure.snag, str(failure.outside)) == (snag, outside)
        assert mapper.found.candidates == ()
        await trio.testing.wait_all_tasks_blocked()
        assert router.lines == {}  # a port opened in vain is closed again


async def test_a_lease_is_renewed_at_half_of_it(jumping: trio.testing.MockClock) -> None:
    router = Router(longest=120)
    async with mapper_at(router) as mapper, open_mappings(mapper, clock=trio.current_time):
        await trio.sleep(3600)
        assert router.lines == {PORT: PORT}
        assert 50 <= len(router.heard) <= 65


async def test_a_lease_of_a_second_is_not_asked_for_every_second(jumping: trio.testing.MockClock) -> None:
    router = Router(longest=1)
    async with mapper_at(router) as mapper, open_mappings(mapper, clock=trio.current_time):
        await trio.sleep(400)
        assert len(router.heard) <= 400 / timers.MAP_AGAIN + 1


@pytest.mark.parametrize("speaks", [{"pcp"}, {"nat-pmp"}])
async def test_a_router_that_forgets_everything(jumping: trio.testing.MockClock, speaks: set[str]) -> None:
    router, told = Router(speaks=frozenset(speaks)), []
    async with mapper_at(router) as mapper, open_mappings(mapper, clock=trio.current_time, changed=told.append):
        router.table.clear()
        await trio.sleep(3600)
        assert router.lines == {PORT: PORT}
    assert told == []


async def test_a_router_that_takes_to_another_language(jumping: trio.testing.MockClock) -> None:
    """After an update it speaks NAT-PMP only."""
    router = Router()
    async with mapper_at(router) as mapper, open_mappings(mapper, clock=trio.current_time):
        router.table.clear()
        router.speaks = frozenset({"nat-pmp"})
        await trio.sleep(2 * timers.MAP_LEASE)
        assert [mapping.way for mapping in mapper.found.mappings] == [Way.NAT_PMP]


async def test_a_network_that_is_gone_for_a_while(jumping: trio.testing.MockClock) -> None:
    gone: list[bool] = []

    async def own() -> Sequence[Candidate]:
        if gone:
            raise LocalError("This computer has no network address.")
        return ()

    async with serving(Router()) as gateway:

        async def find() -> Sequence[Gateway]:
            return [] if gone else [gateway]

        mapper = Mapper(terms(), own, find=find)
        async with open_mappings(mapper, clock=trio.current_time):
            gone.append(True)
            await trio.sleep(3 * timers.MAP_LEASE)
            assert telling(mapper.found.failures) is not None
            gone.clear()
            await trio.sleep(timers.MAP_LEASE)
            assert len(mapper.found.mappings) == 1


async def test_a_new_address_outside_is_told(jumping: trio.testing.MockClock) -> None:
    router, told = Router(), []
    async with mapper_at(router) as mapper, open_mappings(mapper, clock=trio.current_time, changed=told.append):
        router.outside = "9.9.9.9"
        await trio.sleep(3600)
    assert [str(candidate) for found in told for candidate in found.candidates] == ["9.9.9.9:4242"]


async def test_a_mapping_holds_through_a_short_silence_and_not_through_a_long_one(
    jumping: trio.testing.MockClock,
) -> None:
    router, told = Router(longest=600), []
    async with mapper_at(router) as mapper, open_mappings(mapper, clock=trio.current_time, changed=told.append):
        speaks, router.speaks = router.speaks, frozenset()
        await trio.sleep(500)
        assert len(mapper.found.mappings) == 1
        router.speaks = speaks
        await trio.sleep(600)
        assert (len(mapper.found.mappings), told) == (1, [])
        router.speaks = frozenset()
        await trio.sleep(1200)
        assert (mapper.found.mappings, len(told)) == ((), 1)
        router.speaks = speaks
        await trio.sleep(3600)
        assert (len(mapper.found.mappings), len(told)) == (1, 2)


async def test_a_mapping_that_a_crash_left_behind_is_ours_again() -> None:
    """RFC 6887, 11.3: who shows another nonce touches nothing. So the nonce comes of a key that is kept."""
    router = Router(speaks=frozenset({"pcp"}))
    async with serving(router) as gateway:
        first, second, stranger = (Spot(gateway, None, terms(key=key)) for key in (KEY, KEY, b"another key"))
        await first.ask(1)
        await stranger.ask(1)
        assert stranger.mapping is None
        assert stranger.failure is not None
        assert stranger.failure.snag is Snag.REFUSED
        await second.ask(1)
        assert second.mapping is not None
        await second.release()
        assert router.lines == {}


async def test_no_two_routers_see_the_same_nonce() -> None:
    """RFC 6887, 11.2."""
    one, other = Router(), Router()
    async with serving(one) as first, serving(other, "127.0.0.2") as second:
        for gateway in (first, second):
            await Spot(gateway, None, terms()).ask(1)
    nonces = {entry.nonce for router in (one, other) for entry in router.table.values()}
    assert len(nonces) == 2


async def test_a_pinhole_for_ipv6() -> None:
    router = Router(speaks=frozenset({"pcp"}))
    try:
        async with serving(router, "::1") as gateway:
            spot = Spot(gateway, "::1", terms())
            await spot.ask(1)
    except OSError:
        pytest.skip("no IPv6 here")
    # the loopback address leads to nobody, and is taken back at once
    assert spot.failure is not None
    assert spot.failure.snag is Snag.SECOND_ROUTER


async def test_only_global_ipv6_addresses_want_a_pinhole() -> None:
    """Addresses that this computer does not have: nothing can be sent from them, and that is no error."""
    own = [candidate_of(host, PORT) for host in ("192.168.1.5", "fd00::5", "2a00::5", "2a00::6")]
    async with mapper_at(Gateway("::1", "lo", 9), own=own) as mapper:
        await mapper.ask()
        assert [(failure.way, failure.snag) for failure in mapper.found.failures] == [(Way.PCP, Snag.SILENT)] * 2


async def test_leaving_in_the_middle_of_the_question_takes_back_what_was_not_heard(
    jumping: trio.testing.MockClock,
) -> None:
    router = Router(speaks=frozenset({"pcp"}))
    async with mapper_at(router) as mapper:
        deaf = Router(speaks=frozenset())
        async with mapper_at(deaf) as other:
            with trio.move_on_after(0.1):
                async with open_mappings(other, clock=trio.current_time):
                    pytest.fail("nobody has answered")
            await trio.testing.wait_all_tasks_blocked()
            assert deaf.heard[-1][4:8] == bytes(4)  # a lifetime of nothing
        await mapper.ask()
        assert router.lines == {PORT: PORT}


async def test_probing_changes_nothing(jumping: trio.testing.MockClock) -> None:
    router, deaf = Router(), Router(speaks=frozenset())
    async with serving(router) as one, serving(deaf) as other:
        replies = await probe([one, other], (), entropy=os.urandom, upnp=None)
    assert [(reply.way, reply.answers, str(reply.outside)) for reply in replies] == [
        (Way.PCP, True, "None"),
        (Way.NAT_PMP, True, "9.8.7.6"),
        (Way.PCP, False, "None"),
        (Way.NAT_PMP, False, "None"),
    ]
    assert router.table == {}


def test_a_key_is_not_shown() -> None:
    assert KEY.decode() not in repr(terms())
