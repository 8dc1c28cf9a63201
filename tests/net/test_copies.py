"""Two running copies of one store: only one of them may sign, and what the other has signed is heard."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
from trio.testing import memory_stream_pair

from bura_p2p.net.auth import Agreed
from bura_p2p.net.driver import Ending, PeerAway, PeerGone
from bura_p2p.net.faults import Goodbye, Loss, PeerLost
from bura_p2p.net.link import open_link
from bura_p2p.net.listen import Arrival
from bura_p2p.session.session import Session
from bura_p2p.store import GAME, MOVED
from bura_p2p.wire import limits
from bura_p2p.wire.codec import decode_link, encode_link
from bura_p2p.wire.framing import FrameReader, encode_frame
from bura_p2p.wire.messages import Bye, Chat, EntryFrame, Resume
from tests.net.helpers import GUEST, PATIENCE
from tests.net.test_driver import PUBLIC, RULES, make_seat


@dataclass
class Coming:
    """An `Again` that brings what the test sends."""

    arrivals: tuple[trio.MemorySendChannel, trio.MemoryReceiveChannel] = field(
        default_factory=lambda: trio.open_memory_channel(8)
    )

    async def next(self, lost: trio.Event) -> Arrival:
        return await self.arrivals[1].receive()

    def bring(self, stream: trio.abc.Stream, peer: int) -> Arrival:
        arrival = Arrival(stream, FrameReader(limits.MAX_FRAME), Agreed(PUBLIC[peer], 1, ()))
        self.arrivals[0].send_nowait(arrival)
        return arrival


class Bare:
    """The other end of a link, byte by byte: it answers no goodbye before it is told to."""

    def __init__(self) -> None:
        self.far, self._near = memory_stream_pair()
        self._reader = FrameReader(limits.MAX_FRAME)

    async def say(self, *messages: object) -> None:
        await self._near.send_all(b"".join(encode_frame(encode_link(message)) for message in messages))

    async def hear(self, kind: type) -> object:
        """The next message of this kind."""
        with trio.fail_after(PATIENCE):
            while True:
                while (payload := self._reader.pull()) is not None:
                    message = decode_link(payload)
                    if isinstance(message, kind):
                        return message
                data = await self._near.receive_some(65_536)
                assert data, "the link is closed"
                self._reader.push(data)

    async def hang_up(self) -> None:
        await self._near.aclose()


def guest_session() -> Session:
    return Session(
        seat=1, identity=GUEST, identities=PUBLIC, ruleset=RULES, name="Gia", entropy=lambda size: b"\x07" * size
    )


async def test_a_guest_whose_copy_has_come_signs_nothing_more_and_stays_away(tmp_path: Path) -> None:
    host = Bare()
    coming = Coming()
    async with open_link(host.far) as link:
        seat = make_seat(tmp_path, 1, link, again=coming)
        with seat.store:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.run)
                nursery.start_soon(seat.face)
                await host.hear(EntryFrame)
                await host.say(Bye(Goodbye.REPLACED))
            assert seat.ending is Ending.LOST
            assert isinstance(seat.driver.end, PeerLost)
            assert (seat.driver.end.loss, seat.driver.end.goodbye) == (Loss.ELSEWHERE, Goodbye.REPLACED)
            assert [event.reason for event in seat.events if isinstance(event, PeerGone)] == ["elsewhere"]
            assert not any(isinstance(event, PeerAway) for event in seat.events)
            assert [secret.kind for secret in seat.store.secrets(seat.game) if secret.hand == GAME] == [MOVED]
            assert seat.store.game(seat.game).status == "open"


async def test_a_host_that_hears_so_waits_as_before(tmp_path: Path) -> None:
    """It has no copy that anybody could have gone to without its knowing."""
    guest, other = Bare(), Bare()
    coming = Coming()
    async with open_link(guest.far) as link:
        seat = make_seat(tmp_path, 0, link, again=coming)
        with seat.store:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.run)
                nursery.start_soon(seat.face)
                await guest.say(*guest_session().start().send)
                await guest.say(Bye(Goodbye.REPLACED))
                coming.bring(other.far, 1)
                await other.hear(Resume)
                nursery.cancel_scope.cancel()
            assert seat.store.secrets(seat.game) == () or not any(
                secret.kind == MOVED for secret in seat.store.secrets(seat.game)
            )


@pytest.mark.parametrize("kept", [True, False], ids=["before the word", "after the word"])
async def test_what_was_signed_before_a_new_connection_came_is_heard(tmp_path: Path, kept: bool) -> None:
    """A copy that comes meanwhile is told of it, and so does not sign something else for the same place."""
    guest, copy = Bare(), Bare()
    coming = Coming()
    async with open_link(guest.far) as link, trio.open_nursery() as nursery:
        seat = make_seat(tmp_path, 0, link, again=coming)
        with seat.store:
            nursery.start_soon(seat.run)
            nursery.start_soon(seat.face)
            session = guest_session()
            await guest.say(*session.start().send)
            hello = await guest.hear(EntryFrame)
            (commit,) = session.receive(hello).send
            coming.bring(copy.far, 1)
            assert await guest.hear(Bye) == Bye(Goodbye.REPLACED)
            if kept:
                await guest.say(commit)
                await guest.hang_up()
            word = await copy.hear(Resume)
            assert word.round == (2 if kept else 1)  # with both commits the round is closed
            if not kept:
                with pytest.raises(trio.BrokenResourceError):
                    await guest.say(commit)  # too late: the copy has been told how far the game is
                await guest.hang_up()
                await copy.say(session.meet_again())
                sent = [await copy.hear(EntryFrame)]
                assert [frame.seat for frame in sent] == [0]
            nursery.cancel_scope.cancel()


async def test_what_a_side_was_just_saying_still_goes_out() -> None:
    """Its entry is stored by then: were it kept back, the copy would sign another one."""
    other = Bare()
    async with open_link(other.far) as link:
        await other.say(Bye(Goodbye.REPLACED))
        with pytest.raises(PeerLost) as end:
            await link.receive()
        assert end.value.goodbye == Goodbye.REPLACED
        await link.send(Chat("one more"))
        await link.close()
        assert await other.hear(Chat) == Chat("one more")
        with pytest.raises(PeerLost):
            await link.send(Chat("too late"))


async def test_the_newest_of_several_connections_is_greeted(tmp_path: Path) -> None:
    guest, others = Bare(), [Bare() for _ in range(3)]
    coming = Coming()
    async with open_link(guest.far) as link, trio.open_nursery() as nursery:
        seat = make_seat(tmp_path, 0, link, again=coming)
        with seat.store:
            nursery.start_soon(seat.run)
            nursery.start_soon(seat.face)
            session = guest_session()
            await guest.say(*session.start().send)
            arrivals = []
            for other in others:  # the first connection answers no goodbye, and holds up nobody
                arrivals.append(coming.bring(other.far, 1))
            await others[-1].hear(Resume)
            for other in others[:-1]:
                assert await other.hear(Bye) == Bye(Goodbye.REPLACED)
                await other.hang_up()
            await others[-1].say(session.meet_again())
            await others[-1].hear(EntryFrame)
            assert [arrival.done.is_set() for arrival in arrivals][-1] is False
            nursery.cancel_scope.cancel()
