from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.crypto import group
from bura_p2p.crypto.curve import FIELD
from bura_p2p.crypto.group import (
    IDENTITY,
    IDENTITY_MARKER,
    ORDER,
    Element,
    G,
    Provider,
    load_provider,
    multiply,
    multiply_base,
    scalar_from_bytes,
    scalar_to_bytes,
    total,
    using,
    weighted_sum,
)
from bura_p2p.errors import Code, LocalError, PeerError

PROVIDERS = ("compiled", "pure")
# SEC 2 and the usual table of small multiples of G
MULTIPLES = {
    1: "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    2: "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
    3: "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
    20: "024ce119c96e2fa357200b559b2f7dd5a5f02d5290aff74b03f3e471b273211c97",
    ORDER - 1: "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
}
scalars = st.one_of(
    st.integers(0, 40),
    st.integers(ORDER - 40, ORDER - 1),
    st.integers(0, ORDER - 1),
    st.sampled_from([1 << bit for bit in range(0, 256, 5)]),
)


@pytest.fixture(params=PROVIDERS)
def provider(request: pytest.FixtureRequest) -> object:
    with using(request.param) as active:
        yield active


def refused(code: Code, call: Callable[[], object]) -> None:
    with pytest.raises(PeerError) as caught:
        call()
    assert caught.value.code is code


@pytest.mark.parametrize(("scalar", "encoded"), MULTIPLES.items())
def test_multiples_of_the_base_point(provider: Provider, scalar: int, encoded: str) -> None:
    assert multiply_base(scalar).to_bytes().hex() == encoded
    assert multiply(scalar, G).to_bytes().hex() == encoded
    assert weighted_sum([scalar], [G]).to_bytes().hex() == encoded
    assert Element.from_bytes(bytes.fromhex(encoded)).to_bytes().hex() == encoded


def test_zero_and_identity_are_ordinary_values(provider: Provider) -> None:
    A = multiply_base(5)
    assert multiply_base(0) is IDENTITY
    assert multiply_base(ORDER) == IDENTITY
    assert multiply(0, A) == multiply(7, IDENTITY) == multiply(ORDER, A) == IDENTITY
    assert A - A == A + -A == IDENTITY
    assert A + IDENTITY == IDENTITY + A == A - IDENTITY == A
    assert -IDENTITY == IDENTITY
    assert IDENTITY + IDENTITY == IDENTITY
    assert total([]) == weighted_sum([], []) == IDENTITY
    assert weighted_sum([0, ORDER, 3], [A, A, IDENTITY]) == IDENTITY
    assert weighted_sum([1, -1], [A, A]) == IDENTITY
    assert weighted_sum([1, 1], [A, -A]) == IDENTITY
    assert weighted_sum([5, -1], [G, A]) == IDENTITY
    assert IDENTITY.is_identity
    assert not A.is_identity
    assert IDENTITY.to_bytes() == IDENTITY_MARKER == bytes(33)


def test_sums(provider: Provider) -> None:
    A, B = multiply_base(5), multiply_base(9)
    assert A + A == multiply_base(10) == weighted_sum([1, 1], [A, A])
    assert A + B == multiply_base(14) == total(iter([A, B]))
    assert multiply_base(-4) == A - B
    assert weighted_sum([2, 3, 4], [A, B, G]) == multiply_base(41)
    assert weighted_sum([2, 3, -2], [A, B, A]) == multiply_base(27)
    assert weighted_sum([ORDER + 2, -1], [A, B]) == multiply_base(1)


def test_lists_of_different_length_are_a_bug() -> None:
    with pytest.raises(ValueError, match="zip"):
        weighted_sum([1, 2], [G])
    with pytest.raises(ValueError, match="zip"):
        weighted_sum([1], [G, G])


NOT_POINTS = {
    "empty": "",
    "identity of SEC 1": "00",
    "identity marker": "00" * 33,
    "short": MULTIPLES[2][:-2],
    "long": MULTIPLES[2] + "00",
    "uncompressed": "04" + MULTIPLES[1][2:] + "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
    "hybrid": "06" + MULTIPLES[1][2:] + "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
    "uncompressed prefix, 33 bytes": "04" + MULTIPLES[1][2:],
    "hybrid prefix, 33 bytes": "06" + MULTIPLES[1][2:],
    "prefix 00": "00" + MULTIPLES[1][2:],
    "prefix 01": "01" + MULTIPLES[1][2:],
    "prefix 82": "82" + MULTIPLES[1][2:],
    "off the curve": "02" + "05".rjust(64, "0"),
    "x = 0": "02" + "00" * 32,
    "x = p": "02" + f"{FIELD:064x}",
    "x = p + 1, which reduces to a point": "02" + f"{FIELD + 1:064x}",
    "x = 2^256 - 1": "03" + "ff" * 32,
}


@pytest.mark.parametrize("name", NOT_POINTS)
def test_one_door_for_points(provider: Provider, name: str) -> None:
    refused(Code.POINT, lambda: Element.from_bytes(bytes.fromhex(NOT_POINTS[name])))


def test_one_door_for_scalars() -> None:
    assert scalar_from_bytes(bytes(32)) == 0
    assert scalar_from_bytes(scalar_to_bytes(ORDER - 1)) == ORDER - 1
    assert scalar_to_bytes(258) == bytes(30) + b"\x01\x02"
    refused(Code.SCALAR, lambda: scalar_from_bytes(scalar_to_bytes(ORDER)))
    refused(Code.SCALAR, lambda: scalar_from_bytes(b"\xff" * 32))
    for size in (0, 31, 33):
        refused(Code.LENGTH, lambda size=size: scalar_from_bytes(bytes(size)))  # type: ignore[misc]


def test_elements_are_values() -> None:
    A = multiply_base(5)
    assert Element.from_bytes(A.to_bytes()) == A
    assert hash(A) == hash(Element.from_bytes(A.to_bytes()))
    assert A != -A
    assert A.to_bytes() != A
    assert len({A, multiply_base(5), -A}) == 2
    assert {A.to_bytes()[1:]} == {(-A).to_bytes()[1:]}
    with pytest.raises(AttributeError):
        A._point = None
    with pytest.raises(AttributeError):
        A.anything = 1
    with pytest.raises(TypeError):
        Element()


def test_repr_shows_no_coordinates() -> None:
    A = multiply_base(5)
    assert repr(A) == "Element(…)"
    assert repr(IDENTITY) == "Element(identity)"


@settings(max_examples=40, deadline=None)
@given(st.lists(scalars, min_size=1, max_size=4), st.lists(scalars, min_size=4, max_size=4))
def test_both_providers_agree(weights: list[int], logs: list[int]) -> None:
    results = []
    for name in PROVIDERS:
        with using(name):
            points = [multiply_base(log) for log in logs[: len(weights)]]
            products = [multiply(weight, point) for weight, point in zip(weights, points, strict=True)]
            summed = weighted_sum(weights, points)
            assert summed == total(products)
            expected = sum(weight * log for weight, log in zip(weights, logs, strict=False))
            assert summed == multiply_base(expected)
            results.append([element.to_bytes() for element in (*points, *products, summed, -summed)])
    assert results[0] == results[1]


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.sampled_from([2, 3]))
def test_both_providers_take_the_same_bytes_for_points(x: bytes, prefix: int) -> None:
    verdicts = []
    for name in PROVIDERS:
        with using(name):
            try:
                verdicts.append(-Element.from_bytes(bytes([prefix]) + x))
            except PeerError as error:
                verdicts.append(error.code)  # type: ignore[arg-type]
    assert verdicts[0] == verdicts[1]


def test_choosing_a_provider() -> None:
    before = group.provider_name()
    assert before == "compiled"
    with using("pure") as active:
        assert group.provider_name() == active.name == "pure"
        with using(load_provider("compiled")):
            assert group.provider_name() == "compiled"
        assert group.provider_name() == "pure"
    assert group.provider_name() == before
    with pytest.raises(RuntimeError), using("pure"):
        raise RuntimeError
    assert group.provider_name() == before
    with pytest.raises(LocalError, match="no provider 'gpu'"):
        group.set_provider("gpu")


def test_a_missing_library_is_a_sentence_and_pure_takes_over() -> None:
    absent = {"compiled": ".no_such_library", "pure": ".pure"}
    with pytest.raises(LocalError, match="not installed"):
        load_provider("compiled", absent)
    assert group.default_provider(absent).name == "pure"
    assert group.default_provider().name == "compiled"


def test_the_package_works_without_the_compiled_library() -> None:
    program = (
        "import sys; sys.modules['btclib_secp256k1'] = None\n"
        "from bura_p2p.crypto import group, masking, shuffle\n"
        "print(group.provider_name(), group.multiply_base(20).to_bytes().hex())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pure", MULTIPLES[20]]
