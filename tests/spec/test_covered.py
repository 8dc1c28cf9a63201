"""Demands of spec.md that no other test shows.

Here: one test for each of them. Never: what vectors, games, cheats or tests of a layer show already (anchors.toml).
"""

from __future__ import annotations

import os
import ssl
from pathlib import Path

import pytest
import trio
from trio.testing import open_stream_to_socket_listener

from bura_p2p.conformance.hall import Hall
from bura_p2p.log.entry import by_place, sign_entry
from bura_p2p.net import tls
from bura_p2p.net.faults import Goodbye, PeerLost
from bura_p2p.net.link import Link
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body
from tests.net.helpers import CERTIFICATE
from tests.support.processes import bura
from tests.ui.test_meeting import at_a_silent_host, offered

# --- 13: what a link says -----------------------------------------------------------------------------------


async def goodbye(link: Link) -> int | None:
    with pytest.raises(PeerLost) as lost:
        await link.receive()
    return lost.value.goodbye


async def test_a_guest_that_plays_no_such_table_says_so(tmp_path):
    async with at_a_silent_host(tmp_path) as (guest, link):
        await offered(link, find_ruleset("russian"), 3)
        assert await goodbye(link) == Goodbye.LEFT
        assert await trio.to_thread.run_sync(guest.end) == 1


@pytest.mark.parametrize("rules", [b"bura-rules 1\n", find_ruleset("russian").canonical_bytes() + b"\n", b"x"])
async def test_a_guest_that_is_offered_no_rules_says_so(tmp_path, rules):
    """It refuses no entry, for there is none, and it names no fault: it does not play such a table."""
    async with at_a_silent_host(tmp_path) as (guest, link):
        await link.send(m.Offer(2, rules))
        assert await goodbye(link) == Goodbye.LEFT
        assert await trio.to_thread.run_sync(guest.end) == 1


async def test_a_guest_without_the_game_that_goes_on_says_so(tmp_path):
    async with at_a_silent_host(tmp_path) as (guest, link):
        await link.send(m.Resume(b"\x05" * 32, 1, (b"\x05" * 32, bytes(32)), ()))
        assert await goodbye(link) == Goodbye.LEFT
        assert await trio.to_thread.run_sync(guest.end) == 1
        assert "a game that this game store does not have" in guest.errors


@pytest.mark.parametrize("name", [None, "example.org", "bura.invalid"])
async def test_a_host_looks_at_no_server_name(name):
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    agreed: list[str | None] = []

    async def serve() -> None:
        stream = await tls.server_handshake(await listener.accept(), tls.server_context(*CERTIFICATE))
        agreed.append(stream.selected_alpn_protocol())
        await trio.aclose_forcefully(stream)

    async with listener, trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        stream = trio.SSLStream(await open_stream_to_socket_listener(listener), plain(), server_hostname=name)
        await stream.do_handshake()
        await trio.aclose_forcefully(stream)
    assert agreed == ["bura/1"]


def plain() -> ssl.SSLContext:
    context = tls.client_context()
    context.check_hostname = False
    return context


# --- 11.10, 15.1 --------------------------------------------------------------------------------------------


def test_who_multiplies_in_changing_time_says_so(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text('import sys\nsys.modules["btclib_secp256k1"] = None\n')
    without = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.getcwd()])}
    with bura("play", home=tmp_path / "home", environment=without) as play:
        play.until(lambda line: "every sum is done in plain Python" in line)
        play.hang_up()
        play.end()


def test_evidence_stands_in_its_place():
    """Behind the accepted entry of its place, else in its own place of the open round (X8)."""
    hall = Hall("spec evidence").run()
    entries = hall.entries()
    first = decode_body(entries[3].body)
    body = encode_body(1, first.table_id, first.round, 1, first.prev, m.Commit(bytes(32)))
    lie = sign_entry(hall.identities[1], body, 1)
    assert by_place([*entries, lie]) == (*entries[:4], lie, *entries[4:])
