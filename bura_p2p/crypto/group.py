"""The group: secp256k1 of prime order n, its elements and scalars, and who computes with them.

Here: `Element`, `Scalar`, the one door in (`Element.from_bytes`, `scalar_from_bytes`), multiplication by
secret and by public scalars, the two providers. Never: cards, hashing, coordinates in a `repr`.

The cofactor is 1, so decoding a point is its whole validation. The identity has no encoding and cannot come
in; computed, it is an ordinary value here and never an exception. Inside, a point is 65 bytes (04 ‖ x ‖ y).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Final, NewType, NoReturn, Protocol, TypeAlias, cast, final

from ..errors import Code, Failed, LocalError, PeerError
from . import curve

ORDER: Final = curve.ORDER
"""n, the prime order of the group."""

POINT_FORM: Final = "G1"
"""The check of spec.md that bytes are a point."""

SCALAR_FORM: Final = "G2"
"""The check of spec.md that bytes are a scalar."""

Scalar = NewType("Scalar", int)
"""An integer s with 0 ≤ s < `ORDER`. A plain int, so that arithmetic costs nothing extra; reduce after it."""

Entropy: TypeAlias = Callable[[int], bytes]
"""n to n fresh bytes: `os.urandom` in production, a tape in tests."""


def _malformed(code: Code, detail: str, data: bytes) -> PeerError:
    equation = POINT_FORM if code is Code.POINT else SCALAR_FORM
    return PeerError(code, detail, failed=Failed(equation, None, (("bytes", bytes(data[:33]).hex()),)))


class Provider(Protocol):
    """What computes. A point is 65 bytes, None is the identity; scalars lie in 1 … n−1; no list is empty.

    `group.py` keeps the identity, zero and unreduced scalars away from every argument.
    """

    @property
    def name(self) -> str:
        """`compiled`, `pure`, or the name of a wrapper round one of them."""

    def decompress(self, compressed: bytes) -> bytes:
        """33 bytes that begin with 02 or 03 to 65. `ValueError` when no such point exists."""

    def mul(self, scalar: int, point: bytes) -> bytes | None:
        """scalar·point, where the scalar is secret."""

    def mul_base(self, scalar: int) -> bytes | None:
        """scalar·G, where the scalar may be secret."""

    def mul_sum(self, points: Sequence[bytes], scalars: Sequence[int]) -> bytes | None:
        """Σ scalarᵢ·pointᵢ of public values, two lists of one length."""

    def add(self, points: Sequence[bytes]) -> bytes | None:
        """Σ pointᵢ."""


_MODULES: Mapping[str, str] = {"compiled": ".compiled", "pure": ".pure"}


def load_provider(name: str, modules: Mapping[str, str] = _MODULES) -> Provider:
    """The provider of that name. Raises `LocalError` if there is none, or if its library is not installed."""
    if name not in modules:
        raise LocalError(f"There is no provider '{name}'; there are {', '.join(modules)}.")
    try:
        module = import_module(modules[name], __package__)
    except ImportError:
        raise LocalError(f"The library behind the provider '{name}' is not installed.") from None
    return cast(Provider, module.provider)


def default_provider(modules: Mapping[str, str] = _MODULES) -> Provider:
    """`compiled` where its library can be imported, else `pure`."""
    try:
        return load_provider("compiled", modules)
    except LocalError:
        return load_provider("pure", modules)


_provider: Provider = default_provider()


def set_provider(provider: str | Provider) -> None:
    """Let `provider` (its name, or any object of that shape) compute from now on, in the whole process."""
    global _provider  # noqa: PLW0603 - one process computes in one way
    _provider = load_provider(provider) if isinstance(provider, str) else provider


def provider_name() -> str:
    """The name of the provider that computes now."""
    return _provider.name


@contextmanager
def using(provider: str | Provider) -> Iterator[Provider]:
    """Let `provider` compute within a block; for tests and measurements, not for several threads."""
    before = _provider
    set_provider(provider)
    try:
        yield _provider
    finally:
        set_provider(before)


@final
class Element:
    """An immutable element of the group. The only door for bytes is `from_bytes`.

    `==` and `hash` compare values; `repr` shows no coordinates. Adding and negating are not constant time.
    """

    __slots__ = ("_point",)
    _point: bytes | None

    def __init__(self) -> None:
        raise TypeError("an Element comes from Element.from_bytes or from arithmetic")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("an Element is immutable")

    @classmethod
    def from_bytes(cls, data: bytes) -> Element:
        """The point that exactly 33 bytes encode (SEC 1 compressed: 02 or 03, then x < p).

        Raises `PeerError(POINT)` for any other length or prefix, for x ≥ p and for x off the curve.
        """
        if len(data) != 33 or data[0] not in (2, 3):
            raise _malformed(Code.POINT, "a point is 33 bytes that begin with 02 or 03", data)
        try:
            return _wrap(_provider.decompress(bytes(data)))
        except ValueError:
            raise _malformed(Code.POINT, "not a point of the curve", data) from None

    def to_bytes(self) -> bytes:
        """33 bytes. The identity gives 33 zero bytes: a marker for hashing, which `from_bytes` refuses."""
        point = self._point
        if point is None:
            return IDENTITY_MARKER
        return (b"\x03" if point[64] & 1 else b"\x02") + point[1:33]

    @property
    def is_identity(self) -> bool:
        """Is this the neutral element?"""
        return self._point is None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self._point == other._point

    def __hash__(self) -> int:
        return hash(self._point)

    def __add__(self, other: Element) -> Element:
        return total((self, other))

    def __sub__(self, other: Element) -> Element:
        return total((self, -other))

    def __neg__(self) -> Element:
        point = self._point
        if point is None:
            return self
        # y is never 0 on this curve, so p − y is in range
        return _wrap(point[:33] + (curve.FIELD - int.from_bytes(point[33:], "big")).to_bytes(32, "big"))

    def __repr__(self) -> str:
        return "Element(identity)" if self._point is None else "Element(…)"


_new = object.__new__
_set_point = cast("Callable[[Element, bytes | None], None]", Element.__dict__["_point"].__set__)


def _wrap(point: bytes | None) -> Element:
    element: Element = _new(Element)
    _set_point(element, point)
    return element


IDENTITY_MARKER: Final = bytes(33)
"""What stands in a hash for the identity and for an absent base."""

IDENTITY: Final = _wrap(None)
"""The neutral element."""

_G_POINT = b"\x04" + curve.BASE_X.to_bytes(32, "big") + curve.BASE_Y.to_bytes(32, "big")

G: Final = _wrap(_G_POINT)
"""The base point (SEC 2, section 2.4.1)."""


def scalar_from_bytes(data: bytes) -> Scalar:
    """Exactly 32 bytes, big-endian, below n; zero is allowed. Raises `PeerError` (LENGTH, SCALAR)."""
    if len(data) != 32:
        raise PeerError(Code.LENGTH, "a scalar is 32 bytes")
    value = int.from_bytes(data, "big")
    if value >= ORDER:
        raise _malformed(Code.SCALAR, "a scalar is below the order", data)
    return Scalar(value)


def scalar_to_bytes(scalar: int) -> bytes:
    """32 bytes, big-endian. The scalar must be reduced."""
    return scalar.to_bytes(32, "big")


def multiply(secret: int, base: Element) -> Element:
    """secret·base by the constant-time call: for every scalar that is secret, on any base.

    The scalar is reduced first; zero and the identity give the identity (by a shorter way, which shows in time:
    a secret that may be zero with more than negligible chance does not belong here).
    """
    secret %= ORDER
    point = base._point
    if point is None or not secret:
        return IDENTITY
    if point == _G_POINT:
        return _wrap(_provider.mul_base(secret))
    return _wrap(_provider.mul(secret, point))


def multiply_base(secret: int) -> Element:
    """secret·G by the constant-time call. The scalar is reduced first; zero gives the identity."""
    secret %= ORDER
    return _wrap(_provider.mul_base(secret)) if secret else IDENTITY


def total(elements: Iterable[Element]) -> Element:
    """Σ elementᵢ; of none, the identity."""
    points = [element._point for element in elements if element._point is not None]
    if len(points) < 2:
        return _wrap(points[0]) if points else IDENTITY
    return _wrap(_provider.add(points))


def weighted_sum(scalars: Iterable[int], elements: Iterable[Element]) -> Element:
    """Σ scalarᵢ·elementᵢ of public values: NOT constant time.

    Scalars are reduced; equal elements are taken together; zeros and identities are dropped. Two lists of
    different length are a `ValueError` (a bug here, never a peer's doing: lengths are checked before).
    """
    weights: dict[bytes, int] = {}
    for scalar, element in zip(scalars, elements, strict=True):
        point = element._point
        if point is not None:
            weights[point] = weights[point] + scalar if point in weights else scalar
    base = weights.pop(_G_POINT, 0) % ORDER
    points, reduced = list[bytes](), list[int]()
    for point, weight in weights.items():
        if weight := weight % ORDER:
            points.append(point)
            reduced.append(weight)
    if not points:
        return multiply_base(base)
    rest = _provider.mul_sum(points, reduced)
    # a multiple of G from the library's table and one addition cost less than one more product
    return total((_wrap(rest), multiply_base(base))) if base else _wrap(rest)
