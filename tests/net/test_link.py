"""The link over streams in memory: order, ends, goodbyes, silence, floods. Time is the autojump clock's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import trio
from trio.testing import MemoryReceiveStream, MemorySendStream, memory_stream_pair

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net import limits, timers
from bura_p2p.net.faults import Goodbye, Loss, PeerLost
from bura_p2p.net.link import Link, LinkClosed, open_link
from bura_p2p.wire import limits as wire_limits
from bura_p2p.wire.codec import decode_link, encode_link, pack
from bura_p2p.wire.framing import FrameReader, encode_frame
from bura_p2p.wire.messages import Auth, Bye, Chat, EntryFrame, Greet, LinkMessage, Ping, Pong

Memory = trio.StapledStream[MemorySendStream, MemoryReceiveStream]


@asynccontextmanager
async def link_and_far_end() -> AsyncIterator[tuple[Link, Memory]]:
    near, far = memory_stream_pair()
    async with open_link(near) as link:
        yield link, far


def frame(message: LinkMessage) -> bytes:
    return encode_frame(encode_link(message))


def entry(size: int = 100) -> EntryFrame:
    return EntryFrame(0, b"b" * size, b"s" * 64)


async def all_from(far: Memory) -> list[LinkMessage | None]:
    """Every message until the far end's stream ends."""
    reader, messages = FrameReader(wire_limits.MAX_FRAME), []
    while data := await far.receive_some():
        messages += [decode_link(payload) for payload in reader.feed(data)]
    reader.at_end()
    return messages


async def test_both_ways_in_order(autojump_clock: trio.testing.MockClock) -> None:
    left, right = memory_stream_pair()
    lines = [Chat(f"line {number}") for number in range(200)]

    async def speak(link: Link) -> None:
        for line in lines:
            await link.send(line)

    async with open_link(left) as one, open_link(right) as other, trio.open_nursery() as nursery:
        nursery.start_soon(speak, one)
        nursery.start_soon(speak, other)
        for link in (one, other):
            assert [await link.receive() for _ in lines] == lines


async def test_frames_split_byte_by_byte(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        for byte in frame(Chat("one")) + frame(entry()) + frame(Chat("two")):
            await far.send_all(bytes([byte]))
            await trio.testing.wait_all_tasks_blocked()
        assert [await link.receive() for _ in range(3)] == [Chat("one"), entry(), Chat("two")]


async def test_many_frames_in_one_write(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(b"".join(frame(Chat(str(number))) for number in range(40)))
        assert [await link.receive() for _ in range(40)] == [Chat(str(number)) for number in range(40)]


async def test_the_largest_entry(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(frame(entry(wire_limits.MAX_BODY)))
        assert await link.receive() == entry(wire_limits.MAX_BODY)


async def test_bytes_that_came_with_the_handshake(autojump_clock: trio.testing.MockClock) -> None:
    near, far = memory_stream_pair()
    reader = FrameReader(wire_limits.MAX_FRAME)
    whole = frame(Chat("early")) + frame(entry())
    reader.push(whole[:20])
    async with open_link(near, reader) as link:
        await far.send_all(whole[20:])
        assert [await link.receive(), await link.receive()] == [Chat("early"), entry()]


async def test_goodbye_is_told_from_a_cut(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(frame(Bye(Goodbye.FINISHED)))
        with pytest.raises(PeerLost, match="closed the game") as caught:
            await link.receive()
        assert (caught.value.loss, caught.value.goodbye) == (Loss.CLOSED, Goodbye.FINISHED)
    async with link_and_far_end() as (link, far):
        await far.aclose()
        with pytest.raises(PeerLost, match="connection to the other side was lost") as caught:
            await link.receive()
        assert (caught.value.loss, caught.value.goodbye) == (Loss.CONNECTION, None)


async def test_cut_inside_a_frame(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(frame(entry())[:-1])
        await far.aclose()
        with pytest.raises(PeerLost) as caught:
            await link.receive()
        assert caught.value.loss is Loss.CONNECTION


async def test_an_unknown_goodbye_means_no_more_than_goodbye(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(frame(Bye(77)))
        with pytest.raises(PeerLost) as caught:
            await link.receive()
        assert (caught.value.loss, caught.value.goodbye) == (Loss.CLOSED, 77)


async def test_what_came_before_the_end_is_delivered(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(frame(entry()) + frame(Chat("gg")) + frame(Bye(1)))
        await far.aclose()
        await trio.sleep(1)
        assert [await link.receive(), await link.receive()] == [entry(), Chat("gg")]
        for _ in range(2):
            with pytest.raises(PeerLost) as caught:
                await link.receive()
            assert caught.value.loss is Loss.CLOSED


async def test_sending_to_a_lost_peer(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.aclose()
        await trio.sleep(1)
        with pytest.raises(PeerLost):
            await link.send(Chat("anybody?"))
        assert isinstance(link.end, PeerLost)


async def test_silence(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        start = trio.current_time()
        with pytest.raises(PeerLost, match="not answered") as caught:
            await link.receive()
        assert caught.value.loss is Loss.SILENT
        assert trio.current_time() - start == pytest.approx(timers.SILENCE)
        reader = FrameReader(wire_limits.MAX_FRAME)
        asked = [decode_link(payload) for payload in reader.feed(await far.receive_some())]
        assert asked[:2] == [Ping(1), Ping(2)]


async def test_pings_keep_a_quiet_link_alive(autojump_clock: trio.testing.MockClock) -> None:
    left, right = memory_stream_pair()
    async with open_link(left) as one, open_link(right) as other:
        await trio.sleep(3600)
        await one.send(Chat("still here"))
        assert await other.receive() == Chat("still here")


async def test_a_peer_that_reads_nothing(autojump_clock: trio.testing.MockClock) -> None:
    near, far = trio.testing.lockstep_stream_pair()
    async with open_link(near) as link:
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def keep_alive() -> None:
                with suppress(trio.BrokenResourceError):
                    while True:
                        await far.send_all(frame(Pong(1)))
                        await trio.sleep(5)

            async def send_much() -> None:
                for _ in range(2 * limits.QUEUE):
                    await link.send(entry(1000))

            with pytest.raises(PeerLost) as caught:
                await send_much()
            assert trio.current_time() == pytest.approx(timers.SEND)
            await near.aclose()
        assert caught.value.loss in (Loss.SILENT, Loss.CONNECTION)


async def test_a_flood_of_pings_grows_nothing(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(b"".join(frame(Ping(number)) for number in range(50_000)) + frame(Chat("after")))
        assert await link.receive() == Chat("after")
        answers = FrameReader(wire_limits.MAX_FRAME).feed(await far.receive_some(2**24))
        assert 0 < len(answers) <= 50_000
        assert link._outbox.statistics().current_buffer_used <= limits.QUEUE


async def test_a_full_inbox_stops_the_reading(autojump_clock: trio.testing.MockClock) -> None:
    near, far = trio.testing.lockstep_stream_pair()
    taken = 0
    async with open_link(near) as link, trio.open_nursery() as nursery:

        @nursery.start_soon
        async def flood() -> None:
            nonlocal taken
            while True:
                await far.send_all(frame(Chat("x")))
                taken += 1

        await trio.sleep(10)
        assert taken <= limits.QUEUE + 2
        for _ in range(100):
            assert await link.receive() == Chat("x")
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (bytes(4), Code.FRAME_EMPTY),
        (b"\xff\xff\xff\xff", Code.FRAME_TOO_LONG),
        ((wire_limits.MAX_FRAME + 1).to_bytes(4, "big"), Code.FRAME_TOO_LONG),
        (b"GET / HTTP/1.1\r\n\r\n", Code.FRAME_TOO_LONG),
        (encode_frame(b"\xc0"), Code.LINK_MESSAGE),
        (encode_frame(pack((200, ()))), Code.LINK_MESSAGE),
        (encode_frame(pack((5, ("",)))), Code.LINK_MESSAGE),
        (encode_frame(pack((5, ("a", 1)))), Code.LINK_MESSAGE),
        (encode_frame(encode_link(Chat("x")) + b"\x00"), Code.LINK_MESSAGE),
        (frame(Greet((1,), (), bytes(32), bytes(32), bytes(32))), Code.LINK_ORDER),
        (frame(Auth(bytes(64), bytes(32))), Code.LINK_ORDER),
    ],
)
async def test_refused_bytes(autojump_clock: trio.testing.MockClock, data: bytes, code: Code) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(frame(Chat("good")) + data)
        assert await link.receive() == Chat("good")
        with pytest.raises(PeerError) as caught:
            await link.receive()
        assert caught.value.code is code
        with pytest.raises(PeerError):
            await link.send(Chat("x"))
    assert await all_from(far) == [Bye(Goodbye.FAULT)]


async def test_an_unknown_odd_type_is_ignored(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await far.send_all(encode_frame(pack((201, (1, "x")))) + frame(Chat("known")))
        assert await link.receive() == Chat("known")


async def test_leaving_says_goodbye_after_everything_sent(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await link.send(entry())
        await link.send(Chat("bye"))
    assert await all_from(far) == [entry(), Chat("bye"), Bye(Goodbye.LEFT)]


async def test_close_with_a_reason(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        await link.close(Goodbye.FINISHED)
        await link.close(Goodbye.LEFT)
        with pytest.raises(LocalError):
            await link.send(Chat("x"))
        with pytest.raises((LocalError, PeerLost)):
            await link.receive()
    assert await all_from(far) == [Bye(Goodbye.FINISHED)]


async def test_a_cancelled_game_says_goodbye(autojump_clock: trio.testing.MockClock) -> None:
    near, far = memory_stream_pair()
    with trio.CancelScope() as scope:
        async with open_link(near) as link:
            await link.send(Chat("x"))
            scope.cancel()
            await trio.sleep_forever()
    assert scope.cancelled_caught
    assert await all_from(far) == [Chat("x"), Bye(Goodbye.LEFT)]


async def test_closing_takes_little_time_though_the_peer_is_stuck(autojump_clock: trio.testing.MockClock) -> None:
    near, _far = trio.testing.lockstep_stream_pair()
    start = trio.current_time()
    async with open_link(near) as link:
        for _ in range(limits.QUEUE):
            await link.send(entry())
    assert trio.current_time() - start <= 2 * timers.FAREWELL


async def test_closing_reads_on_until_the_peer_closes(autojump_clock: trio.testing.MockClock) -> None:
    """Unread bytes at a close would reset a TCP connection, and the reset may overtake the goodbye."""
    near, far = memory_stream_pair()
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def peer() -> None:
            await trio.sleep(1)
            await far.send_all(frame(entry()) * 300)
            await far.aclose()

        start = trio.current_time()
        async with open_link(near):
            pass
        assert trio.current_time() - start == pytest.approx(1)


async def test_a_link_that_was_replaced_is_dropped_though_the_peer_keeps_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The block that opened it may last as long as the game."""
    async with link_and_far_end() as (link, far):
        start = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.close, Goodbye.REPLACED)
            assert await all_from(far) == [Bye(Goodbye.REPLACED)]
            assert trio.current_time() - start <= timers.FAREWELL
        with pytest.raises(LinkClosed):
            await link.send(Chat("x"))


async def test_the_bodys_own_fault_comes_out_as_it_is(autojump_clock: trio.testing.MockClock) -> None:
    with pytest.raises(KeyError, match="mine"):
        async with link_and_far_end():
            raise KeyError("mine")


async def test_a_message_out_of_bounds_is_not_sent(autojump_clock: trio.testing.MockClock) -> None:
    async with link_and_far_end() as (link, far):
        with pytest.raises(LocalError):
            await link.send(Chat("x" * 281))
        await link.send(Chat("x"))
    assert await all_from(far) == [Chat("x"), Bye(Goodbye.LEFT)]
