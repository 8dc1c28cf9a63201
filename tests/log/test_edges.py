"""The last value that is taken and the first that is refused, on either side."""

from __future__ import annotations

import pytest

from bura_p2p.crypto.identity import pae
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, open_entry
from bura_p2p.log.file import MAGIC, MalformedFile, read_game
from bura_p2p.wire import limits
from bura_p2p.wire.codec import encode_body, pack
from bura_p2p.wire.framing import encode_frame
from bura_p2p.wire.messages import Pass

from .tables import IDENTITIES


def signs(body: bytes, seat: int) -> SignedEntry:
    return SignedEntry(seat, body, IDENTITIES[0].sign(pae(MEDIA_TYPE, body)))


def test_a_body_of_the_most_bytes_opens() -> None:
    body = pack((1, bytes(32), 3, 0, bytes(32), 0, (b"",)))
    body = pack((1, bytes(32), 3, 0, bytes(32), 0, (bytes(limits.MAX_BODY - len(body) - 1),)))
    assert len(body) == limits.MAX_BODY
    assert open_entry(signs(body, 0), IDENTITIES[0].public).body.round == 3


@pytest.mark.parametrize(("said", "cover"), [(0, 1), (1, 0), (5, 4)])
def test_body_and_cover_name_one_seat(said: int, cover: int) -> None:
    body = encode_body(1, bytes(32), 3, said, bytes(32), Pass())
    assert open_entry(signs(body, said), IDENTITIES[0].public).body.seat == said
    with pytest.raises(PeerError) as caught:
        open_entry(signs(body, cover), IDENTITIES[0].public)
    assert caught.value.code is Code.SEAT_WRONG


@pytest.mark.parametrize("length", [31, 33])
def test_an_identity_in_a_file_is_32_bytes(length: int) -> None:
    entry = encode_frame(pack((0, b"x", bytes(64))))
    assert read_game(MAGIC + encode_frame(pack((bytes(32), b"\1" * 32))) + entry).identities[0] == bytes(32)
    with pytest.raises(MalformedFile):
        read_game(MAGIC + encode_frame(pack((bytes(length), b"\1" * 32))) + entry)
