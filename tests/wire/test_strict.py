"""Strict msgpack: one byte form per value, and nothing else gets in. Runs against both builds of the library."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.wire import limits
from bura_p2p.wire.codec import pack, unpack_strict

from .samples import PLAIN, forms, nodes, replaced

MAX = 2**53 - 1
FAST = settings(deadline=None, database=None, max_examples=150)

EDGES: list[Any] = [
    *(None, True, False, 0, 1, 127, 128, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, MAX),
    *(-1, -32, -33, -128, -129, -32_768, -32_769, -(2**31), -(2**31) - 1, -MAX),
    *("", "x" * 31, "x" * 32, "y" * 255, "y" * 256, "z" * 65_535, "ბურა", "\0", "😀"),
    *(b"", b"x" * 255, b"x" * 256, b"y" * 65_535, b"z" * 65_536),
    *((), (1,) * 15, (1,) * 16, (None,) * 64, ((), ((),))),
]


def refused(data: bytes) -> PeerError:
    with pytest.raises(PeerError) as caught:
        unpack_strict(data)
    assert caught.value.code is Code.ENCODING
    assert caught.value.detail
    return caught.value


def nested(depth: int) -> tuple[Any, ...]:
    value: tuple[Any, ...] = ()
    for _ in range(depth - 1):
        value = (value,)
    return value


def type_exact(left: Any, right: Any) -> bool:
    if type(left) is not type(right) or left != right:
        return False
    return not isinstance(left, tuple) or all(type_exact(a, b) for a, b in zip(left, right, strict=True))


@pytest.mark.parametrize("value", EDGES, ids=lambda value: repr(value)[:20])
def test_edges_have_one_form(value: Any) -> None:
    shortest, *longer = forms(value)
    assert pack(value) == shortest
    assert type_exact(unpack_strict(shortest), value)
    for data in longer:
        refused(data)


@FAST
@given(PLAIN)
def test_round_trip(value: Any) -> None:
    data = pack(value)
    assert data == forms(value)[0]
    assert type_exact(unpack_strict(data), value)
    refused(data + b"\xc0")
    for cut in range(len(data)):
        refused(data[:cut])


@FAST
@given(PLAIN, st.data())
def test_one_longer_form_anywhere_is_refused(value: Any, data: st.DataObject) -> None:
    path, node = data.draw(st.sampled_from(nodes(value)))
    for longer in forms(node)[1:]:
        refused(replaced(value, path, longer))


FORBIDDEN = {
    "float32": "ca3f800000",
    "float64": "cb3ff0000000000000",
    "nan": "cb7ff8000000000000",
    "float that is whole": "cb0000000000000000",
    "empty map": "80",
    "map": "810101",
    "map16": "de0000",
    "map32": "df00000000",
    "map of arrays": "819001",
    "empty ext": "c70005",
    "empty ext16": "c8000005",
    "empty ext32": "c90000000005",
    "empty timestamp": "c700ff",
    "fixext1": "d40501",
    "fixext16": "d805" + "00" * 16,
    "timestamp": "d6ff00000000",
    "never used": "c1",
    "-1 as int8": "d0ff",
    "-128 as int16": "d1ff80",
    "-32768 as int32": "d2ffff8000",
    "-2^31 as int64": "d3ffffffff80000000",
    "1 as int8": "d001",
    "-2^53": "d3ffe0000000000000",
    "-2^63": "d38000000000000000",
    "2^53": "cf0020000000000000",
    "2^64-1": "cf" + "ff" * 8,
    "bad UTF-8": "a1ff",
    "overlong UTF-8": "a2c080",
    "surrogate": "a3eda080",
    "beyond Unicode": "a4f4908080",
    "cut UTF-8": "a1c3",
    "empty": "",
    "only a header": "c420",
    "str header in bin's place": "d9",
    "array32 bomb": "ddffffffff",
    "array16 bomb": "dcffff",
    "map32 bomb": "dfffffffff",
    "bin32 bomb": "c6ffffffff",
    "str32 bomb": "dbffffffff",
    "ext32 bomb": "c9ffffffff05",
    "65 items": "dc0041" + "c0" * 65,
    "depth bomb": "91" * 60_000,
    "depth bomb that ends": "91" * 900 + "90",
    "9 arrays": "91" * 8 + "90",
    "9 arrays at the end": "92c0" * 8 + "90",
    "two values": "c0c0",
    "comma of nil": "90c0",
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_forbidden(name: str) -> None:
    data = bytes.fromhex(FORBIDDEN[name])
    refused(data)
    if len(data) < 70:  # inside an array too
        refused(b"\x91" + data)
        refused(b"\x92\xc0" + data)
        refused(b"\x93" + data + b"\xc0\xc0")


def test_depth() -> None:
    value = nested(limits.MAX_DEPTH)
    assert unpack_strict(pack(value)) == value
    wide = ((1, value[0][0]), 2)
    assert unpack_strict(pack(wide)) == wide
    refused(b"\x91" + pack(value))
    assert unpack_strict(b"\xc0", max_depth=0) is None
    with pytest.raises(PeerError):
        unpack_strict(b"\x90", max_depth=0)
    assert unpack_strict(b"\x91\x90", max_depth=2) == ((),)
    with pytest.raises(PeerError):
        unpack_strict(b"\x91\x91\x90", max_depth=2)


def test_size() -> None:
    whole = b"\xc5" + (limits.MAX_BODY).to_bytes(2, "big") + bytes(limits.MAX_BODY)
    assert unpack_strict(whole) == bytes(limits.MAX_BODY)
    body = bytes(limits.MAX_FRAME - 5)
    assert unpack_strict(pack(body)) == body
    refused(b"\xc6" + (limits.MAX_FRAME - 4).to_bytes(4, "big") + body + b"\0")
    with pytest.raises(LocalError):
        pack(body + b"\0")


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [
        *(-(2**53), 2**53, 2**70, 1.0, {}, [1], bytearray(b"x"), memoryview(b"x"), Text("x"), {1}, object()),
        *("\ud800", ("a\udfff",), Code.SHAPE, nested(9), (1,) * 65, ((1.5,),), (None, (-(2**60),))),
    ],
    ids=lambda value: repr(value)[:20].split(" at ")[0],
)
def test_pack_refuses_what_is_not_a_wire_value(value: Any) -> None:
    with pytest.raises(LocalError):
        pack(value)


@settings(deadline=None, database=None, max_examples=600)
@given(st.binary(max_size=60))
def test_random_bytes(data: bytes) -> None:
    try:
        value = unpack_strict(data)
    except PeerError as fault:
        seen = fault.code
    else:
        assert pack(value) == data == forms(value)[0]
        return
    assert seen is Code.ENCODING


def test_every_two_byte_input() -> None:
    for n in range(65_536):
        data = n.to_bytes(2, "big")
        try:
            value = unpack_strict(data)
        except PeerError:
            continue
        assert forms(value)[0] == data


def test_detail_never_quotes_the_peer() -> None:
    assert "secret" not in str(refused(b"\xa6secret\xff"))
    assert "secret" not in str(refused(b"\x81\xa6secret\x01"))


@pytest.mark.skipif("MSGPACK_PUREPYTHON" in os.environ, reason="this is that run")
def test_the_library_in_pure_python_agrees() -> None:
    """Where no compiled build of msgpack exists, its fallback decodes; this module must hold there too."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:cov", __file__]
    environment = {**os.environ, "MSGPACK_PUREPYTHON": "1"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
