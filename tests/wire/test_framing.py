"""Frames, however the stream is split."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.wire import limits
from bura_p2p.wire.framing import HEADER, FrameReader, encode_frame

PAYLOADS = [b"\x90", b"abc", b"\0" * 300]
STREAM = b"".join(map(encode_frame, PAYLOADS))


def test_bytes_written_by_hand() -> None:
    assert encode_frame(b"ab") == b"\0\0\0\x02ab"
    assert FrameReader().feed(b"\0\0\0\x02ab") == [b"ab"]


def test_whole_then_byte_by_byte() -> None:
    assert FrameReader().feed(STREAM) == PAYLOADS
    reader = FrameReader()
    found = [frame for byte in STREAM for frame in reader.feed(bytes([byte]))]
    assert found == PAYLOADS
    assert reader.pending == 0
    reader.at_end()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_pieces_of_any_buffer_type(kind: type) -> None:
    assert FrameReader().feed(kind(STREAM)) == PAYLOADS


def test_cut_at_every_offset() -> None:
    ends = {0}
    for payload in PAYLOADS:
        ends.add(max(ends) + HEADER + len(payload))
    for cut in range(len(STREAM) + 1):
        reader = FrameReader()
        found = reader.feed(STREAM[:cut])
        assert found == PAYLOADS[: len(found)]
        assert reader.pending == cut - max(end for end in ends if end <= cut)
        if cut in ends:
            reader.at_end()
        else:
            with pytest.raises(PeerError) as caught:
                reader.at_end()
            assert caught.value.code is Code.LINK_MESSAGE
        assert found + reader.feed(STREAM[cut:]) == PAYLOADS


@settings(deadline=None, database=None, max_examples=100)
@given(st.lists(st.binary(min_size=1, max_size=50), max_size=8), st.data())
def test_any_split(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(encode_frame, payloads))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    reader = FrameReader()
    found = []
    for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += reader.feed(stream[begin:end])
    assert found == payloads


def fault(reader: FrameReader, data: bytes) -> Code:
    with pytest.raises(PeerError) as caught:
        reader.feed(data)
    with pytest.raises(PeerError) as again:
        reader.feed(b"")
    assert again.value.code is caught.value.code
    return caught.value.code


def test_zero_length_is_refused_at_its_fourth_byte() -> None:
    reader = FrameReader()
    assert reader.feed(b"\0\0\0") == []
    assert fault(reader, b"\0") is Code.FRAME_EMPTY
    assert fault(FrameReader(), encode_frame(b"x") + bytes(4) + encode_frame(b"y")) is Code.FRAME_EMPTY


@pytest.mark.parametrize("limit", [1, limits.MAX_FRAME_BEFORE_AUTH, limits.MAX_FRAME])
def test_length_is_judged_before_any_byte_of_the_frame(limit: int) -> None:
    assert FrameReader(limit).feed(limit.to_bytes(4, "big") + bytes(limit)) == [bytes(limit)]
    assert fault(FrameReader(limit), (limit + 1).to_bytes(4, "big")) is Code.FRAME_TOO_LONG
    assert fault(FrameReader(limit), b"\xff" * 4) is Code.FRAME_TOO_LONG
    assert fault(FrameReader(limit), b"\x80\0\0\0") is Code.FRAME_TOO_LONG


def test_the_bound_before_authentication_is_the_default() -> None:
    assert FrameReader().limit == limits.MAX_FRAME_BEFORE_AUTH == 4096


def test_the_bound_can_rise_between_two_frames_of_one_write() -> None:
    long = bytes(5_000)
    reader = FrameReader()
    reader.push(encode_frame(b"auth") + encode_frame(long) + b"\0")
    assert reader.pull() == b"auth"
    with pytest.raises(PeerError):
        reader.pull()
    reader.limit = limits.MAX_FRAME
    assert reader.pull() == long
    assert reader.pull() is None
    assert reader.pending == 1


def test_good_frames_before_a_bad_header_can_be_pulled() -> None:
    reader = FrameReader()
    reader.push(encode_frame(b"last word") + bytes(4))
    assert reader.pull() == b"last word"
    with pytest.raises(PeerError):
        reader.pull()


def test_own_frames_have_the_same_bounds() -> None:
    assert len(encode_frame(bytes(limits.MAX_FRAME))) == HEADER + limits.MAX_FRAME
    for payload in (b"", bytes(limits.MAX_FRAME + 1)):
        with pytest.raises(LocalError):
            encode_frame(payload)


def test_garbage_before_hello() -> None:
    for data in (b"GET / HTTP/1.1\r\n", b"SSH-2.0-OpenSSH\r\n", b"\x16\x03\x01\x02\x00\x01"):
        assert fault(FrameReader(), data) is Code.FRAME_TOO_LONG
