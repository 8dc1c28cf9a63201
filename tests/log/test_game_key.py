"""What files of one game have in common, whoever wrote them and wherever they were cut."""

from __future__ import annotations

import hashlib

from bura_p2p.crypto.challenge import vec
from bura_p2p.log.entry import SignedEntry
from bura_p2p.log.file import GameFile, game_key, read_game, write_game
from bura_p2p.wire import limits
from bura_p2p.wire.codec import pack
from bura_p2p.wire.framing import encode_frame

from .tables import IDENTITIES, played

KEYS = tuple(identity.public for identity in IDENTITIES[:2])
ENTRIES = tuple(played(3).entries())
HELLO = ENTRIES[0].body
KEY = hashlib.sha256(vec(*KEYS, HELLO)).digest()


def keys_of(entries: tuple[SignedEntry, ...], identities: tuple[bytes, ...] = KEYS) -> bytes | None:
    """The key of a file, which is the same for the game and for the file's bytes."""
    data = write_game(identities, entries)
    assert read_game(data).key == game_key(data)
    return game_key(data)


def test_the_key_is_of_the_identities_and_the_first_body_of_seat_0() -> None:
    assert ENTRIES[0].seat == 0
    assert keys_of(ENTRIES) == KEY
    assert keys_of(ENTRIES[:1]) == KEY  # cut anywhere
    assert keys_of(ENTRIES[1::-1]) == KEY  # the other side's hello first
    assert keys_of(tuple(entry for entry in ENTRIES if entry.seat)) == hashlib.sha256(vec(*KEYS, b"")).digest()


def test_other_people_or_another_hello_are_another_game() -> None:
    other = SignedEntry(0, HELLO[:-1] + b"?", bytes(64))
    assert keys_of((other, *ENTRIES[1:])) == hashlib.sha256(vec(*KEYS, other.body)).digest() != KEY
    assert keys_of((ENTRIES[0], other)) == KEY  # the first counts
    assert keys_of(ENTRIES, KEYS[::-1]) == hashlib.sha256(vec(*KEYS[::-1], HELLO)).digest() != KEY


def test_a_body_too_long_to_be_hashed_still_gives_a_key() -> None:
    largest = bytes(limits.MAX_BODY)
    key = hashlib.sha256(vec(*KEYS, largest)).digest()
    for body in (largest, largest + b"\0", largest + b"\1"):
        assert GameFile(KEYS, (SignedEntry(0, body, bytes(64)),)).key == key


def test_the_beginning_of_a_file_is_enough() -> None:
    data, first = write_game(KEYS, ENTRIES), len(write_game(KEYS, ENTRIES[:1]))
    assert game_key(data[:first] + bytes(4)) == KEY  # damage behind the hello
    assert game_key(data[: first - 1]) == hashlib.sha256(vec(*KEYS, b"")).digest()


def test_what_is_malformed_before_the_hello_has_no_key() -> None:
    begin = write_game(KEYS, ENTRIES)[: 16 + 4 + 69]
    assert game_key(begin) is not None
    for rest in (bytes(4), encode_frame(b"\xc0"), encode_frame(pack((2, HELLO, bytes(64))))):
        assert game_key(begin + rest) is None
    for data in (b"", b"?" + begin, begin[:16] + encode_frame(b"\xc0"), begin[:16]):
        assert game_key(data) is None
