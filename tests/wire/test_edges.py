"""What the checks behind the first check are for, and what a refusal says."""

from __future__ import annotations

import pytest

from bura_p2p.errors import Code, PeerError
from bura_p2p.wire.codec import decode_body, pack, unpack_strict
from bura_p2p.wire.fields import Items, Uint
from bura_p2p.wire.framing import FrameReader


@pytest.mark.parametrize(
    "data",
    ["8101c0", "8201c002c0", "de000101c0", "d40100", "c7010100", "c702010000"],
    ids=["map of 1", "map of 2", "wide map", "ext of 1", "wide ext of 1", "ext of 2"],
)
def test_the_library_builds_no_map_and_no_extension(data: str) -> None:
    with pytest.raises(PeerError) as caught:
        unpack_strict(bytes.fromhex(data))
    assert (caught.value.code, caught.value.detail) == (Code.ENCODING, "not msgpack within the limits")


@pytest.mark.parametrize("data", ["80", "c70001"], ids=["map", "ext"])
def test_an_empty_one_is_built_and_then_refused(data: str) -> None:
    with pytest.raises(PeerError) as caught:
        unpack_strict(bytes.fromhex(data))
    assert caught.value.code is Code.ENCODING
    assert "a type other than" in caught.value.detail


def test_a_refusal_says_how_many_items_there_may_be() -> None:
    for low, high, said in ((2, 2, "an array of 2 items"), (2, 6, "an array of 2 to 6 items")):
        with pytest.raises(PeerError) as caught:
            Items(Uint(0, 9), low, high).read((1,), "x")
        assert caught.value.detail == f"x must be {said}"
    with pytest.raises(PeerError) as caught:
        decode_body(pack(()))
    assert caught.value.detail == "body must be an array of 7 items"


def test_before_the_first_byte_nothing_is_pending() -> None:
    reader = FrameReader()
    assert reader.pending == 0
    assert reader.pull() is None
    reader.at_end()
