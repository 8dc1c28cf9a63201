"""The wish for another game of the same two, where no other game is spoken of."""

from __future__ import annotations

from pathlib import Path

from trio.testing import memory_stream_pair

from bura_p2p.net.driver import PeerGone
from bura_p2p.net.link import open_link
from bura_p2p.wire.codec import encode_link
from bura_p2p.wire.framing import encode_frame
from bura_p2p.wire.messages import Another, Bye

from .test_driver import make_seat, play


async def test_the_wish_for_another_game_is_nothing_within_one(tmp_path: Path) -> None:
    """However often: the game's own end of the link comes after it as after nothing."""
    told = []
    for number, wishes in enumerate((0, 1, 2000)):
        left, right = memory_stream_pair()
        async with open_link(left) as link:
            seat = make_seat(tmp_path / str(number), 0, link)
            with seat.store:
                frames = encode_frame(encode_link(Another())) * wishes
                await right.send_all(frames + encode_frame(encode_link(Bye(0))))
                right.send_stream.close()
                await play(seat)
        told.append([type(event) for event in seat.events])
    assert told[0][-1] is PeerGone
    assert told[1] == told[2] == told[0]
