"""Two drivers over streams that split, delay, merge and break, and over connections that come twice: one game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from bura_p2p.net.auth import Agreed
from bura_p2p.net.driver import Ending, PeerAway, PeerBack
from bura_p2p.net.link import open_link
from bura_p2p.net.listen import Arrival
from bura_p2p.table.events import GameOver
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import limits
from bura_p2p.wire.framing import FrameReader
from tests.net.helpers import PATIENCE
from tests.net.test_driver import PUBLIC, Seat, make_seat


class FaultyStream(trio.abc.Stream):
    """Passes bytes on in other pieces and with pauses; after `life` sent bytes the line is dead, both ways."""

    def __init__(self, stream: trio.abc.Stream, chance: Random, life: int) -> None:
        self._stream = stream
        self._chance = chance
        self._life = life

    async def send_all(self, data: bytes) -> None:
        while data:
            piece = data[: self._chance.choice((1, 3, 40, 700, 5000))]
            data = data[len(piece) :]
            if len(piece) > self._life:
                await self._stream.send_all(piece[: self._life])
                await trio.aclose_forcefully(self._stream)
                raise trio.BrokenResourceError
            self._life -= len(piece)
            await self._stream.send_all(piece)
            if self._chance.random() < 0.05:
                await trio.sleep(self._chance.random() / 100)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if self._chance.random() < 0.1:
            await trio.sleep(self._chance.random() / 200)  # what has come meanwhile is merged
        return await self._stream.receive_some(self._chance.choice((1, 17, 65_536)))

    async def aclose(self) -> None:
        await self._stream.aclose()


@dataclass
class Exchange:
    """Connects the two again whenever the guest asks, and now and then unasked."""

    chance: Random
    lives: tuple[int, int]
    unasked: float
    made: int = 0
    """Pairs of streams; the first one lives long enough for both hellos."""
    waiting: list[trio.MemorySendChannel] = field(default_factory=list)
    arrivals: list[trio.MemoryReceiveChannel] = field(default_factory=list)

    def __post_init__(self) -> None:
        for _ in PUBLIC:
            send, receive = trio.open_memory_channel(64)
            self.waiting.append(send)
            self.arrivals.append(receive)

    def pair(self) -> list[trio.abc.Stream]:
        self.made += 1
        ends = trio.testing.memory_stream_pair()
        least = 3_000 if self.made == 1 else 0
        return [FaultyStream(end, self.chance, least + self.chance.randint(*self.lives)) for end in ends]

    async def connect(self) -> None:
        for number, end in enumerate(self.pair()):
            agreed = Agreed(PUBLIC[1 - number], 1, ())
            await self.waiting[number].send(Arrival(end, FrameReader(limits.MAX_FRAME), agreed))

    async def next(self, lost: trio.Event) -> Arrival:
        """The host's side of `Again`."""
        return await self.arrivals[0].receive()


@dataclass
class Asking:
    """The guest's side of `Again`."""

    exchange: Exchange

    async def next(self, lost: trio.Event) -> Arrival:
        while True:
            patience = 1 / self.exchange.unasked if self.exchange.unasked else 3600
            with trio.move_on_after(patience):
                await lost.wait()
            await self.exchange.connect()
            return await self.exchange.arrivals[1].receive()


async def play(seats: tuple[Seat, Seat]) -> None:
    with trio.fail_after(3 * PATIENCE):
        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(seat.run)
                nursery.start_soon(seat.face)


@pytest.mark.parametrize(
    ("number", "lives", "unasked"),
    [
        (1, (3_000, 9_000), 0.0),  # cut every few entries
        (2, (100, 40_000), 0.0),
        (3, (10**9, 10**9), 20.0),  # never cut, but a new connection twenty times a second
        (4, (5_000, 30_000), 8.0),
    ],
)
async def test_a_faulty_line_changes_nothing(
    tmp_path: Path, number: int, lives: tuple[int, int], unasked: float
) -> None:
    exchange = Exchange(Random(number), lives, unasked)
    near, far = exchange.pair()
    async with open_link(near) as one, open_link(far) as other:
        seats = (
            make_seat(tmp_path, 0, one, hands=2, again=exchange),
            make_seat(tmp_path, 1, other, hands=2, again=Asking(exchange)),
        )
        with seats[0].store, seats[1].store:
            await play(seats)
            assert [seat.ending for seat in seats] == [Ending.OVER, Ending.OVER]
            files = [seat.store.export(seat.game) for seat in seats]
            assert files[0] == files[1]
            assert verify_file(files[0]).verdict is Verdict.FAIR
            assert exchange.made > 1
            for seat in seats:
                assert any(isinstance(event, GameOver) for event in seat.events)
                backs = sum(isinstance(event, PeerBack) for event in seat.events)
                aways = sum(isinstance(event, PeerAway) for event in seat.events)
                assert backs <= exchange.made
                assert not aways or backs
                assert seat.store.secrets(seat.game) == ()
