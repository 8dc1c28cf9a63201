"""Every goodbye says why: left, finished, fault; the last also where the block round the link finds the fault."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from trio.testing import memory_stream_pair

from bura_p2p.errors import PeerError
from bura_p2p.net.dial import dial
from bura_p2p.net.faults import Goodbye, Loss, PeerLost
from bura_p2p.net.link import open_link
from bura_p2p.net.offer import await_offer
from bura_p2p.wire import limits as wire_limits
from bura_p2p.wire.codec import decode_link, encode_link
from bura_p2p.wire.framing import FrameReader, encode_frame
from bura_p2p.wire.messages import Bye, EntryFrame, LinkMessage, Offer, Refuse

from .helpers import GUEST, PATIENCE, waiting_host
from .test_driver import make_seat


class FarEnd:
    """The other side of a pair of streams: says one thing, then reads to the end."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.said: list[LinkMessage | None] = []

    async def run(self, message: LinkMessage) -> None:
        await self.stream.send_all(encode_frame(encode_link(message)))
        reader = FrameReader(wire_limits.MAX_FRAME)
        with suppress(trio.BrokenResourceError):
            while not self.goodbyes and (data := await self.stream.receive_some()):
                self.said += [decode_link(payload) for payload in reader.feed(data)]
        await self.stream.aclose()

    @property
    def goodbyes(self) -> list[int]:
        return [one.reason for one in self.said if isinstance(one, Bye)]


@pytest.mark.parametrize(
    "message",
    [EntryFrame(1, b"x", bytes(64)), Refuse(0, 0, 13), Offer(2, b"x")],
    ids=["noise", "refuse", "out of order"],
)
async def test_what_ends_a_game_before_its_time_is_a_fault(tmp_path: Path, message: LinkMessage) -> None:
    left, right = memory_stream_pair()
    far = FarEnd(right)
    with trio.fail_after(PATIENCE):
        async with open_link(left) as link, trio.open_nursery() as nursery:
            seat = make_seat(tmp_path, 0, link)
            with seat.store:
                nursery.start_soon(far.run, message)
                nursery.start_soon(seat.face)
                await seat.driver.run()
    assert far.goodbyes == [Goodbye.FAULT]


async def test_an_offer_out_of_order_is_a_fault() -> None:
    left, right = memory_stream_pair()
    far = FarEnd(right)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(far.run, Refuse(0, 0, 13))
            with pytest.raises(PeerError):
                async with open_link(left) as link:
                    await await_offer(link)
    assert far.goodbyes == [Goodbye.FAULT]


async def test_a_host_that_is_cancelled_from_outside_says_goodbye() -> None:
    """The door's own task, which holds the socket, is cancelled together with the link that uses it."""
    everything = trio.CancelScope()
    invites, host_linked = [], trio.Event()

    async def host() -> None:
        with everything:
            async with waiting_host() as (door, invite):
                invites.append(invite)
                arrival = await door.guest()
                async with open_link(arrival.stream, arrival.reader):
                    host_linked.set()
                    await trio.sleep_forever()

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host)
            while not invites:  # noqa: ASYNC110  a list, with no event behind it
                await trio.sleep(0.01)
            arrival = await dial(invites[0], GUEST, entropy=os.urandom)
            async with open_link(arrival.stream, arrival.reader) as link:
                await host_linked.wait()
                everything.cancel()
                with pytest.raises(PeerLost) as lost:
                    await link.receive()
    assert (lost.value.loss, lost.value.goodbye) == (Loss.CLOSED, Goodbye.LEFT)
