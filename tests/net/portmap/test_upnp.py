"""UPnP by the real library, against a gateway on loopback."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import trio

from bura_p2p.net import timers
from bura_p2p.net.portmap.gateways import Gateway
from bura_p2p.net.portmap.mapper import Mapper
from bura_p2p.net.portmap.outcome import Snag, Way
from bura_p2p.net.portmap.probe import probe
from bura_p2p.net.portmap.spot import Terms
from bura_p2p.net.portmap.upnp import Upnp
from tests.support.igd import Igd, Wired, at_work

PORT = 4242
US = "127.0.0.1"


@contextmanager
def router(igd: Igd) -> Iterator[Upnp]:
    library = pytest.importorskip("miniupnpc", reason="the optional library miniupnpc is not installed")
    with at_work(igd) as url:
        yield Upnp(lambda: Wired(library, url))


def terms(suggested: int = PORT) -> Terms:
    return Terms(port=PORT, suggested=suggested, key=b"k", clock=trio.current_time, entropy=os.urandom)


async def asked(igd: Igd) -> Snag | int:
    """The external port that a gateway opens, or why it opens none."""
    with router(igd) as upnp:
        await upnp.ask(terms())
        assert (upnp.mapping is None) != (upnp.failure is None)
        return upnp.failure.snag if upnp.mapping is None else upnp.mapping.outside_port


async def test_a_port_is_opened_for_an_hour_and_closed() -> None:
    igd = Igd()
    with router(igd) as upnp:
        await upnp.ask(terms(5000))
        assert igd.table == {5000: (US, PORT, timers.MAP_LEASE)}
        assert upnp.mapping is not None
        assert (str(upnp.mapping.candidate), upnp.mapping.way) == ("9.8.7.6:5000", Way.UPNP)
        await upnp.ask(terms(PORT))
        assert list(igd.table) == [5000]  # renewed, not moved
        await upnp.release()
        assert igd.table == {}


async def test_a_router_that_only_knows_for_ever() -> None:
    """Error 725; what is opened so must be closed at the end, for it does not close itself."""
    igd = Igd(permanent_only=True)
    with router(igd) as upnp:
        await upnp.ask(terms())
        assert igd.table == {PORT: (US, PORT, 0)}
        assert upnp.mapping is not None
        assert upnp.mapping.until == math.inf
        await upnp.release()
        assert igd.table == {}


async def test_another_computer_keeps_its_port() -> None:
    others = {PORT: ("192.168.1.77", 80, 0)}
    igd = Igd(table=dict(others))
    with router(igd) as upnp:
        await upnp.ask(terms())
        assert upnp.mapping is not None
        assert upnp.mapping.outside_port != PORT
        await upnp.release()
    assert igd.table == others


async def test_what_a_crash_left_behind_is_taken_up() -> None:
    assert await asked(Igd(table={PORT: (US, PORT, 0)})) == PORT


@pytest.mark.parametrize(
    ("igd", "snag"),
    [
        (Igd(refuses=606), Snag.REFUSED),
        (Igd(refuses=718), Snag.TAKEN),
        (Igd(refuses=728), Snag.FULL),
        (Igd(refuses=501), Snag.FAULTY),
        (Igd(status="Disconnected"), Snag.NO_ADDRESS),
        (Igd(outside=""), Snag.SECOND_ROUTER),
        (Igd(outside="nonsense"), Snag.SECOND_ROUTER),
        (Igd(outside="10.1.2.3"), Snag.SECOND_ROUTER),
        (Igd(outside="100.64.1.2"), Snag.CARRIER_NAT),
        (Igd(garbage=b""), Snag.SILENT),
        (Igd(garbage=b"<a>" * 5000), Snag.SILENT),
    ],
    ids=repr,
)
async def test_what_goes_wrong(igd: Igd, snag: Snag) -> None:
    assert await asked(igd) is snag
    assert igd.table == {}


async def test_a_gateway_that_is_gone() -> None:
    with router(Igd()) as upnp:
        await upnp.ask(terms())
    await upnp.ask(terms())
    assert upnp.failure is not None
    assert upnp.failure.snag is Snag.SILENT
    assert upnp.mapping is not None  # it holds as long as it was granted
    await upnp.release()


async def test_without_the_library() -> None:
    upnp = Upnp(lambda: None)
    await upnp.ask(terms())
    assert upnp.failure is not None
    assert upnp.failure.snag is Snag.NO_LIBRARY
    (reply,) = await probe((), (), entropy=os.urandom, upnp=Upnp(lambda: None))
    assert (reply.answers, reply.missing) == (False, True)


async def test_nobody_waits_for_a_slow_router_and_what_it_opens_late_is_closed() -> None:
    igd = Igd(slow=0.4)
    with router(igd) as upnp:
        await upnp.find()
        with trio.move_on_after(0.1) as hurry:
            await upnp.ask(terms())
        assert hurry.cancelled_caught
        await upnp.release()
        assert igd.table == {}


async def test_upnp_is_asked_where_nothing_else_answers() -> None:
    async def own() -> tuple[()]:
        return ()

    async def deaf() -> list[Gateway]:
        return [Gateway(US, "lo", 9)]

    igd = Igd()
    with router(igd) as upnp:
        mapper = Mapper(terms(), own, find=deaf, upnp=upnp)
        await mapper.ask()
        assert [mapping.way for mapping in mapper.found.mappings] == [Way.UPNP]
        await mapper.ask()
        await mapper.release()
        assert igd.table == {}


async def test_a_probe_tells_the_address_and_opens_nothing() -> None:
    igd = Igd()
    with router(igd) as upnp:
        (reply,) = await probe((), (), entropy=os.urandom, upnp=upnp)
    assert (reply.way, reply.answers, str(reply.outside)) == (Way.UPNP, True, "9.8.7.6")
    assert igd.table == {}
