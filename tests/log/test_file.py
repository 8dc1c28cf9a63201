"""The game file: strict, bounded, and blaming nobody."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.errors import LocalError, PeerError
from bura_p2p.log.entry import Entry, SignedEntry, open_entry
from bura_p2p.log.file import FRAMING, MAGIC, GameFile, MalformedFile, OtherFile, has_room, read_game, write_game
from bura_p2p.wire import limits
from bura_p2p.wire.codec import pack
from bura_p2p.wire.framing import encode_frame

from .tables import IDENTITIES, played

KEYS = tuple(identity.public for identity in IDENTITIES[:2])
ENTRIES = tuple(played(3).entries())
DATA = write_game(KEYS, ENTRIES)
GENUINE = [entry.body for entry in ENTRIES]

FAST = settings(deadline=None, database=None, max_examples=200)


def malformed(data: bytes) -> str:
    with pytest.raises(MalformedFile) as caught:
        read_game(data)
    assert not isinstance(caught.value, PeerError)
    assert str(caught.value).endswith(".")
    return str(caught.value)


def test_what_does_not_begin_as_a_game_file_is_another_file() -> None:
    for data in (b"", b"x", MAGIC[:-1], b"B" + DATA, bytes([DATA[0] ^ 1]) + DATA[1:], MAGIC[:-1] + b"\xff"):
        with pytest.raises(OtherFile):
            read_game(data)
    for data in (MAGIC, DATA[:-1], DATA + b"\0"):
        with pytest.raises(MalformedFile) as caught:
            read_game(data)
        assert not isinstance(caught.value, OtherFile)


def test_an_open_match_ends_while_its_file_can_still_be_read():
    full = SignedEntry(0, bytes(limits.MAX_BODY), bytes(64))
    most = 3 * limits.MAX_FILE // 4 // (limits.MAX_BODY + 64 + FRAMING)
    assert has_room([full] * most)
    assert not has_room([full] * (most + 1))
    small = SignedEntry(0, b"", bytes(64))
    assert has_room([small] * (3 * limits.MAX_FILE_ENTRIES // 4))
    assert not has_room([small] * (3 * limits.MAX_FILE_ENTRIES // 4 + 1))
    assert len(DATA) <= len(MAGIC) + 75 + sum(len(e.body) + 64 + FRAMING for e in ENTRIES)


def authentic(game: GameFile) -> list[Entry] | None:
    """All entries, if each is signed by the identity that the file names for its seat."""
    try:
        return [open_entry(entry, game.identities[entry.seat]) for entry in game.entries]
    except PeerError:
        return None


def container(*frames: object) -> bytes:
    return MAGIC + b"".join(encode_frame(pack(frame)) for frame in frames)


def test_round_trip() -> None:
    game = read_game(DATA)
    assert game == GameFile(KEYS, ENTRIES)
    found = authentic(game)
    assert found is not None
    assert [entry.signed.body for entry in found] == GENUINE
    assert write_game(game.identities, game.entries) == DATA


def test_bytes_written_by_hand() -> None:
    data = write_game([b"\1" * 32, b"\2" * 32], [SignedEntry(1, b"\7", bytes(64))])
    first = bytes.fromhex("00000045" + "92" + "c420" + "01" * 32 + "c420" + "02" * 32)
    second = bytes.fromhex("00000047" + "93" + "01" + "c40107" + "c440" + "00" * 64)
    assert data == b"BURA-GAME-FILE 1" + first + second


def test_no_flipped_bit_reads_as_valid_and_authentic() -> None:
    read = 0
    small = write_game(KEYS, ENTRIES[:2])
    for bit in range(8 * len(small)):
        flipped = bytearray(small)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            game = read_game(bytes(flipped))
        except MalformedFile:
            continue
        read += 1
        assert authentic(game) is None, bit
    assert read > 1000  # most flips reach the signature, so the container alone did not do it


def test_no_byte_lost_doubled_or_swapped_reads_as_authentic_but_by_whole_entries() -> None:
    for place in range(len(DATA)):
        for changed in (
            DATA[:place] + DATA[place + 1 :],
            DATA[:place] + DATA[place : place + 1] + DATA[place:],
            DATA[:place] + DATA[place : place + 2][::-1] + DATA[place + 2 :],
        ):
            if changed == DATA:
                continue
            try:
                game = read_game(changed)
            except MalformedFile:
                continue
            assert authentic(game) is None


def test_cut_at_every_byte() -> None:
    frames = [container(KEYS)]
    for entry in ENTRIES:
        frames.append(frames[-1] + encode_frame(pack((entry.seat, entry.body, entry.signature))))
    assert frames[-1] == DATA
    whole = {len(data): count for count, data in enumerate(frames) if count}
    for cut in range(len(DATA)):
        if cut in whole:
            assert read_game(DATA[:cut]) == GameFile(KEYS, ENTRIES[: whole[cut]])
        else:
            malformed(DATA[:cut])


@pytest.mark.parametrize("tail", [b"\0", b"\n", bytes(4), b"\0\0\0\1", b"\0\0\0\1\xc0", encode_frame(b"\x80"), MAGIC])
def test_trailing_bytes(tail: bytes) -> None:
    malformed(DATA + tail)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"B", MAGIC, MAGIC[:-1] + b"2", MAGIC.lower(), b"\n" + DATA, MAGIC + bytes(4), MAGIC + b"\xff" * 4),
        container(KEYS),
        *(container(wrong, (0, b"x", bytes(64))) for wrong in [None, (), KEYS[:1], KEYS * 4]),
        *(container(wrong, (0, b"x", bytes(64))) for wrong in [(1, 2), KEYS[0], (KEYS,)]),
        container((KEYS[0], KEYS[1][:-1]), (0, b"x", bytes(64))),
        *(container(KEYS, wrong) for wrong in [None, (), (0, b"x"), (0, b"x", bytes(64), 0), KEYS]),
        *(container(KEYS, (seat, b"x", bytes(64))) for seat in [2, 5, 6, 255, None, True, b"\0"]),
        *(container(KEYS, (0, body, bytes(64))) for body in [b"", None, "x", (), bytes(limits.MAX_BODY + 1)]),
        *(container(KEYS, (0, b"x", signature)) for signature in [b"", bytes(63), bytes(65), None, "x" * 64]),
        container(KEYS) + encode_frame(b"\xdc\0\3" + pack((0, b"x", bytes(64)))[1:]),
        container(KEYS) + (limits.MAX_FRAME + 1).to_bytes(4, "big") + bytes(limits.MAX_FRAME + 1),
    ],
    ids=lambda data: f"{len(data)} bytes",
)
def test_malformed(data: bytes) -> None:
    malformed(data)


def test_order_of_entries_is_not_the_readers_matter() -> None:
    assert read_game(write_game(KEYS, ENTRIES[::-1])).entries == ENTRIES[::-1]
    assert read_game(write_game(KEYS, ENTRIES + ENTRIES)).entries == ENTRIES + ENTRIES


def test_largest_entry_and_most_seats() -> None:
    keys = [bytes([n]) * 32 for n in range(6)]
    game = read_game(write_game(keys, [SignedEntry(5, bytes(limits.MAX_BODY), bytes(64))]))
    assert len(game.entries[0].body) == limits.MAX_BODY


def test_the_writer_refuses_what_no_reader_takes() -> None:
    good = SignedEntry(0, b"x", bytes(64))
    for keys, entries in (
        ([], [good]),
        (KEYS[:1], [good]),
        (KEYS, []),
        (KEYS, [SignedEntry(2, b"x", bytes(64))]),
        (KEYS, [SignedEntry(0, b"", bytes(64))]),
        (KEYS, [SignedEntry(0, b"x", bytes(63))]),
        (KEYS, [SignedEntry(-1, b"x", bytes(64))]),
        (KEYS, [SignedEntry(0, bytes(limits.MAX_FRAME), bytes(64))]),
    ):
        with pytest.raises(LocalError):
            write_game(keys, entries)


def test_file_too_large() -> None:
    assert "larger" in malformed(MAGIC + bytes(limits.MAX_FILE))
    assert "larger" not in malformed(MAGIC + bytes(limits.MAX_FILE - len(MAGIC)))


def test_entries_are_counted_and_the_time_is_linear() -> None:
    one = encode_frame(pack((0, b"x", bytes(64))))
    begin = time.process_time()
    full = container(KEYS) + one * limits.MAX_FILE_ENTRIES
    assert len(read_game(full).entries) == limits.MAX_FILE_ENTRIES
    assert "more than 100000 entries" in malformed(full + one)
    assert time.process_time() - begin < 30


def test_memory_is_bounded_by_the_file() -> None:
    data = container(KEYS) + encode_frame(pack((0, bytes(60_000), bytes(64)))) * 100
    tracemalloc.start()
    try:
        read_game(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * len(data)


@FAST
@given(st.binary(max_size=300), st.sampled_from([b"", MAGIC, container(KEYS)]))
def test_random_bytes_only_ever_are_malformed(tail: bytes, begin: bytes) -> None:
    try:
        game = read_game(begin + tail)
    except MalformedFile:
        return
    assert write_game(game.identities, game.entries) == begin + tail


@FAST
@given(st.data())
def test_random_damage(data: st.DataObject) -> None:
    damaged = bytearray(DATA)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(DATA) - 1))] = data.draw(st.integers(0, 255))
    try:
        game = read_game(bytes(damaged))
    except MalformedFile:
        return
    assert authentic(game) is None or bytes(damaged) == DATA


def test_sentences_blame_nobody() -> None:
    for data in (DATA[:-1], DATA + b"\0", container(KEYS, (0, b"", bytes(64))), b"x"):
        assert not any(word in malformed(data) for word in ("cheat", "fault of", "signature", "player"))
