"""How the tests say that bytes are refused, and every way in which one field of a proof can be wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bura_p2p.crypto.group import ORDER
from bura_p2p.errors import Code, PeerError

SCALAR = 32
POINT = 33


def refused(code: Code, call: Callable[..., object], *arguments: object, **named: object) -> PeerError:
    """`call` must raise `PeerError(code)`."""
    with pytest.raises(PeerError) as caught:
        call(*arguments, **named)
    assert caught.value.code is code, caught.value
    return caught.value


def wrong_lengths(data: bytes, unit: int) -> Iterator[bytes]:
    """Emptied, shortened and lengthened, by a byte and by a whole unit, at either end."""
    yield b""
    for size in (1, unit):
        yield data[:-size]
        yield data[size:]
        yield data + bytes(size)
        yield bytes(size) + data
        yield data + data[-size:]
    yield data + data


def wrong_scalars(data: bytes, at: int, code: Code) -> Iterator[tuple[bytes, Code]]:
    """The 32 bytes at `at`: zeroed, off by one, negated, each byte flipped, at and beyond the order."""
    value = int.from_bytes(data[at : at + SCALAR], "big")

    def put(field: bytes) -> bytes:
        return data[:at] + field + data[at + SCALAR :]

    others = {0, (value + 1) % ORDER, (value - 1) % ORDER, -value % ORDER} - {value}
    yield from ((put(other.to_bytes(SCALAR, "big")), code) for other in sorted(others))
    for byte in (0, 15, 31):
        flipped = bytearray(data[at : at + SCALAR])
        flipped[byte] ^= 0x01
        if int.from_bytes(flipped, "big") < ORDER:
            yield put(bytes(flipped)), code
    yield put(ORDER.to_bytes(SCALAR, "big")), Code.SCALAR
    yield put(b"\xff" * SCALAR), Code.SCALAR
    if value + ORDER < 1 << 256:
        yield put((value + ORDER).to_bytes(SCALAR, "big")), Code.SCALAR


def wrong_points(data: bytes, at: int, code: Code, other: bytes) -> Iterator[tuple[bytes, Code]]:
    """The 33 bytes at `at`: negated, another point, the identity marker, other forms, off the curve."""
    field = data[at : at + POINT]

    def put(changed: bytes) -> bytes:
        return data[:at] + changed + data[at + POINT :]

    yield put(bytes([field[0] ^ 1]) + field[1:]), code
    yield put(other), code
    yield put(bytes(POINT)), Code.POINT
    for prefix in (0, 1, 4, 5, 6, 7, 0x82):
        yield put(bytes([prefix]) + field[1:]), Code.POINT
    yield put(field[:1] + (5).to_bytes(32, "big")), Code.POINT
    yield put(field[:1] + b"\xff" * 32), Code.POINT
