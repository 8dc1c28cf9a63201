"""How inputs are changed: bytes anywhere, fields of a packed array, codes with a right checksum.

Here: functions from bytes and a generator to bytes; any input will do. Never: what may come of it (`targets`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgpack

Change = Callable[[bytes, Random], bytes]

TELLING = (
    b"\0", b"\xff", b"\x80", b"\x7f", b"\x1b", b"\n", b"\xe2\x80\xae", b"\xcc\x88", b"\xc0", b"\xc1", b"\x90",
    b"\xdc\xff\xff", b"\xc7\0\0", b"\xca\0\0\0\0", bytes(32), bytes(33), b"\xff" * 32, b"\x02" + bytes(32),
    bytes.fromhex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
)  # fmt: skip
"""Pieces that readers stumble over: headers, marks, the order of the group, its base point, nothing at all."""

NUMBERS = (-1, 0, 1, 2, 5, 6, 7, 31, 32, 127, 128, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**53 - 1, 2**53)


def bytes_changed(data: bytes, tape: Random) -> bytes:
    """One to four small changes anywhere."""
    changed = bytearray(data)
    for _ in range(tape.choice((1, 1, 1, 2, 4))):
        at = tape.randrange(len(changed) + 1)
        more = tape.choice(TELLING) if tape.random() < 0.5 else tape.randbytes(tape.choice((1, 1, 2, 8)))
        end = min(len(changed), at + tape.choice((0, 1, 1, 2, 16)))
        match tape.randrange(6):
            case 0 if at < len(changed):
                changed[at] ^= 1 << tape.randrange(8)
            case 1:
                changed[at:at] = more
            case 2:
                changed[at : at + len(more)] = more
            case 3:
                del changed[at:end]
            case 4:
                changed[at:at] = changed[at:end] * tape.choice((1, 1, 2, 30))
            case _:
                begin = tape.randrange(len(changed) + 1)
                changed[at:end] = changed[begin : begin + end - at]
    return bytes(changed)


def value_changed(value: Any, tape: Random) -> Any:
    """Another value in the place of one of a packed array; of an array mostly one of its items."""
    if isinstance(value, tuple | list) and value and tape.random() < 0.85:
        at = tape.randrange(len(value))
        return (*value[:at], value_changed(value[at], tape), *value[at + 1 :])
    if tape.random() < 0.08:
        return tape.choice((None, True, False, 0, 1, "", b"", (), ((),), "a", bytes(32), 2**53 - 1))
    match value:
        case bool():
            return not value
        case int():
            return value + tape.choice((-1, 1)) if tape.random() < 0.5 else tape.choice(NUMBERS)
        case bytes():
            return bytes_changed(value, tape)
        case str():
            return bytes_changed(value.encode("utf-8", "replace"), tape).decode("utf-8", "replace")
        case tuple() | list():
            return tape.choice((value[1:], (*value, *value[-1:]), value[::-1], (*value, None)))
        case _:
            return tape.choice((0, b"", False, "x"))


def packed_changed(data: bytes, tape: Random) -> bytes:
    """The packed value in `data` with one part changed; bytes changed where it is none."""
    try:
        value = msgpack.unpackb(data, use_list=False, strict_map_key=False)
        if tape.random() < 0.85:
            return msgpack.packb(value_changed(value, tape))
    except (ValueError, TypeError, OverflowError, UnicodeError, RecursionError):
        pass
    return bytes_changed(data, tape)


def either(*changes: Change) -> Change:
    """One of these, by chance."""
    return lambda data, tape: tape.choice(changes)(data, tape)


def frames_changed(change: Change) -> Change:
    """For a stream of frames behind one byte: one frame changed, dropped, repeated, or moved."""

    def changed(data: bytes, tape: Random) -> bytes:
        frames = cut_frames(data[1:])
        if not frames or tape.random() < 0.1:
            return bytes_changed(data, tape)
        at = tape.randrange(len(frames))
        match tape.randrange(8):
            case 0:
                frames.insert(tape.randrange(len(frames) + 1), frames[at])
            case 1:
                del frames[at]
            case 2:
                frames.insert(tape.randrange(len(frames)), frames.pop(at))
            case 3:
                return bytes([tape.randrange(256)]) + data[1:]
            case _:
                frames[at] = change(frames[at], tape)
        return data[:1] + joined_frames(frames)

    return changed


def cut_frames(stream: bytes) -> list[bytes]:
    """The frames of a stream as far as it is one, without the reader that is fuzzed."""
    frames = []
    while len(stream) >= 4:
        end = 4 + int.from_bytes(stream[:4], "big")
        if end > len(stream):
            break
        frames.append(stream[4:end])
        stream = stream[end:]
    return frames


def joined_frames(frames: Sequence[bytes]) -> bytes:
    """The stream of these frames."""
    return b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames)


def lines_changed(data: bytes, tape: Random) -> bytes:
    """Text with a line or a word dropped, repeated, moved, taken from elsewhere in it."""
    mark = tape.choice((b"\n", b"\n", b" ", b",", b";"))
    parts = data.split(mark)
    at, other = tape.randrange(len(parts)), tape.randrange(len(parts))
    match tape.randrange(4):
        case 0:
            del parts[at]
        case 1:
            parts.insert(other, parts[at])
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case _:
            parts[at] = tape.choice((b"", b"-", b"0", b"99999", b"?", b"seat0", b"AS", b"yes", bytes(3)))
    return mark.join(parts)


class Cut:
    """Takes fields off the front of an input; behind its end there are zeros and nothing."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def left(self) -> bool:
        """Whether there is more."""
        return self._at < len(self._data)

    def raw(self, count: int) -> bytes:
        """The next `count` bytes, or fewer."""
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self, size: int = 1) -> int:
        """The next `size` bytes as a number."""
        return int.from_bytes(self.raw(size).ljust(size, b"\0"), "big")

    def sized(self) -> bytes:
        """Bytes behind one byte of length."""
        return self.raw(self.number())

    def rest(self) -> bytes:
        """Everything that is left."""
        return self.raw(len(self._data))
