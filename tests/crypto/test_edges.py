"""The last value that is taken and the first that is refused, on either side."""

from __future__ import annotations

import pytest

from bura_p2p.crypto.challenge import context, lp, vec
from bura_p2p.errors import LocalError


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
