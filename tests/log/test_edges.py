"""The last value that is taken and the first that is refused, on either side."""

from __future__ import annotations

import pytest

from bura_p2p.crypto.identity import pae
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, open_entry
from bura_p2p.log.file import FRAMING, MAGIC, MalformedFile, has_room, read_game, write_game
from bura_p2p.wire import limits
from bura_p2p.wire.codec import encode_body, pack
from bura_p2p.wire.framing import encode_frame
from bura_p2p.wire.messages import Pass

from .tables import IDENTITIES, played, speak


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


@pytest.mark.parametrize("begin", [bytes(16), MAGIC[:-1] + b"0", MAGIC[:-1] + b"2", b"C" + MAGIC[1:], b"\xff" * 16])
def test_a_file_begins_with_the_magic_and_no_other(begin: bytes) -> None:
    rest = encode_frame(pack((bytes(32), b"\1" * 32))) + encode_frame(pack((0, b"x", bytes(64))))
    assert read_game(MAGIC + rest).entries
    with pytest.raises(MalformedFile):
        read_game(begin + rest)


def test_the_room_that_a_long_entry_takes_is_counted_to_the_byte() -> None:
    keys, whole = [bytes(32), b"\1" * 32], 3 * limits.MAX_FILE // 4
    long = SignedEntry(0, bytes(limits.MAX_BODY), bytes(64))
    size = len(write_game(keys, [long, long])) - len(write_game(keys, [long]))
    assert size == limits.MAX_BODY + 64 + FRAMING
    many = [long] * (whole // size)
    last = whole - size * len(many) - 64 - FRAMING
    assert has_room([*many, SignedEntry(0, bytes(last), bytes(64))])
    assert not has_room([*many, SignedEntry(0, bytes(last + 1), bytes(64))])


@pytest.mark.parametrize("seat", [2, 3, 5])
def test_no_entry_of_a_seat_that_the_table_does_not_have(seat: int) -> None:
    log = played(3)
    body = encode_body(1, log.table_id, log.round, seat, log.head, Pass())
    with pytest.raises(PeerError) as caught:
        log.check(open_entry(signs(body, seat), IDENTITIES[0].public))
    assert (caught.value.code, caught.value.seat) == (Code.SEAT_WRONG, seat)


def test_nothing_is_held_for_a_round_that_never_is() -> None:
    log = played(3)
    held = speak(log, 0, Pass())
    assert log.find(3, 0) == held
    assert log.find(-1, 0) is log.find(4, 0) is None
