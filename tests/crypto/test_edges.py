"""The last value that is taken and the first that is refused, on either side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bura_p2p.crypto.challenge import Purpose, context, hash_to_scalar, lp, vec
from bura_p2p.crypto.group import ORDER, Element, G, scalar_from_bytes, using
from bura_p2p.crypto.masking import HandKey
from bura_p2p.errors import Code, Failed, LocalError, PeerError


def refused(decode: Callable[[bytes], object], data: bytes) -> PeerError:
    with pytest.raises(PeerError) as caught:
        decode(data)
    return caught.value


def test_short_and_long_parts_have_one_form() -> None:
    for length in (0, 1, 2, 33, 254, 255, 256, 257, 65534, 65535):
        part = b"x" * length
        assert vec(part, b"y") == b"\0\2" + length.to_bytes(2, "big") + part + b"\0\1y"
        assert lp(part) == length.to_bytes(2, "big") + part
    for refused in (lp, vec):
        with pytest.raises(LocalError):
            refused(b"x" * 65536)


def test_as_many_parts_as_two_bytes_can_count() -> None:
    assert vec(*[b""] * 65535) == bytes([255, 255]) + bytes(2 * 65535)
    with pytest.raises(LocalError):
        vec(*[b""] * 65536)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_table_id_and_a_head_are_32_bytes(length: int) -> None:
    assert context(bytes(32), 1, 2, 3, bytes(32))
    for table_id, head in ((bytes(length), bytes(32)), (bytes(32), bytes(length))):
        with pytest.raises(LocalError):
            context(table_id, 1, 2, 3, head)


@pytest.mark.parametrize("provider", ["compiled", "pure"])
def test_a_point_has_no_longer_form(provider: str) -> None:
    data = G.to_bytes()
    with using(provider):
        for longer in (data + b"\0", data[:1] + b"\0" + data[1:], data[:1] + bytes(2) + data[1:]):
            assert refused(Element.from_bytes, longer).code is Code.POINT


def test_what_is_no_point_and_no_scalar_is_shown() -> None:
    for decode, code, equation, data in (
        (Element.from_bytes, Code.POINT, "G1", b"\x05" * 33),
        (Element.from_bytes, Code.POINT, "G1", b"\x02" + b"\xff" * 32),
        (Element.from_bytes, Code.POINT, "G1", bytes(range(40))),
        (scalar_from_bytes, Code.SCALAR, "G2", b"\xff" * 32),
    ):
        fault = refused(decode, data)
        assert fault.code is code
        assert fault.failed == Failed(equation, None, (("bytes", data[:33].hex()),))
    assert refused(scalar_from_bytes, bytes(31)).failed is None


def test_every_scalar_from_one_to_the_last_is_a_hand_key() -> None:
    assert HandKey(1).X == G
    assert HandKey(ORDER - 1).X == -G
    for x in (-1, 0, ORDER, ORDER + 1):
        with pytest.raises(LocalError):
            HandKey(x)


def test_a_hand_key_takes_32_fresh_bytes_and_comes_back_from_32() -> None:
    asked: list[int] = []

    def entropy(count: int) -> bytes:
        asked.append(count)
        return b"\7" * count

    key = HandKey.generate(entropy)
    assert asked == [32]
    assert key.x == hash_to_scalar(b"\7" * 32, Purpose.HAND_KEY)
    assert HandKey.from_bytes(key.to_bytes()).x == key.x
    for length in (0, 31, 33):
        with pytest.raises(LocalError):
            HandKey.from_bytes(bytes(length - 1) + b"\1" if length else b"")
