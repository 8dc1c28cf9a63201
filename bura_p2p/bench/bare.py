"""The bare cost of a piece of mathematics: its library calls alone, on random inputs.

Here: a provider that notes which calls are made, and their replay straight on the libraries (that of the group, and
that of signatures where a game file is checked), without hashing, encoding or this package between. Never: timing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ..crypto.group import ORDER, Element, Provider, load_provider, multiply_base, provider_name, using

POOL = 128
"""How many random points and scalars the replay draws its inputs from."""


class Call(NamedTuple):
    """One call: the provider's method and how many points it takes, or `signature` and how many bytes were signed."""

    kind: str
    size: int


class Recorder:
    """A provider that computes as `inner` does and notes every call in `calls`, in order."""

    def __init__(self, inner: Provider) -> None:
        self.inner = inner
        self.calls: list[Call] = []

    @property
    def name(self) -> str:
        """The inner provider's name."""
        return self.inner.name

    def decompress(self, compressed: bytes) -> bytes:
        """As the inner provider."""
        self.calls.append(Call("decompress", 1))
        return self.inner.decompress(compressed)

    def mul(self, scalar: int, point: bytes) -> bytes | None:
        """As the inner provider."""
        self.calls.append(Call("mul", 1))
        return self.inner.mul(scalar, point)

    def mul_base(self, scalar: int) -> bytes | None:
        """As the inner provider."""
        self.calls.append(Call("mul_base", 1))
        return self.inner.mul_base(scalar)

    def mul_sum(self, points: Sequence[bytes], scalars: Sequence[int]) -> bytes | None:
        """As the inner provider."""
        self.calls.append(Call("mul_sum", len(points)))
        return self.inner.mul_sum(points, scalars)

    def add(self, points: Sequence[bytes]) -> bytes | None:
        """As the inner provider."""
        self.calls.append(Call("add", len(points)))
        return self.inner.add(points)


def recorded(work: Callable[[Callable[[], Any]], object]) -> tuple[Call, ...]:
    """The calls that a piece of work makes.

    `work` is given a function that opens a context (`with record(): …`); only what runs inside is noted.
    """
    recorder = Recorder(load_provider(provider_name()))
    work(lambda: using(recorder))
    return tuple(recorder.calls)


@dataclass(frozen=True)
class Bare:
    """A list of library calls with random inputs of the recorded kinds and lengths, ready to run."""

    program: tuple[tuple[Callable[..., object], tuple[Any, ...]], ...]

    def __call__(self) -> None:
        """Make every call, in order."""
        for function, arguments in self.program:
            function(*arguments)

    @classmethod
    def of(cls, calls: Iterable[Call]) -> Bare | None:
        """The bare form of `calls`; None where the compiled library is not installed."""
        try:
            ecdh, keys = import_module("btclib_secp256k1.ecdh"), import_module("btclib_secp256k1.keys")
        except ImportError:
            return None
        pool = _Pool()
        makers: dict[str, Callable[[int], tuple[Callable[..., object], tuple[Any, ...]]]] = {
            "decompress": lambda size: (keys.reserialize, (pool.compressed(), False)),
            "mul": lambda size: (ecdh.shared_point, (*pool.points(1), *pool.scalars(1), False)),
            "mul_base": lambda size: (keys.pubkey_from_prvkey, (*pool.scalars(1), False)),
            "mul_sum": lambda size: (keys.pubkey_tweak_mul_sum, (pool.points(size), pool.scalars(size), False)),
            "signature": lambda size: (pool.key.public_key().verify, (pool.key.sign(bytes(size)), bytes(size))),
            "add": lambda size: (keys.pubkey_sum, (pool.points(size), False)),
        }
        return cls(tuple(makers[call.kind](call.size) for call in calls))


class _Pool:
    """Random points in both encodings and random scalars, handed out in turn."""

    def __init__(self) -> None:
        self._at = 0
        self.key = Ed25519PrivateKey.generate()
        self._scalars = [1 + int.from_bytes(os.urandom(40), "big") % (ORDER - 1) for _ in range(POOL)]
        elements = [multiply_base(scalar) for scalar in self._scalars]
        self._compressed = [element.to_bytes() for element in elements]
        self._points = [_uncompressed(element) for element in elements]

    def _next(self) -> int:
        self._at += 1
        return self._at % POOL

    def compressed(self) -> bytes:
        return self._compressed[self._next()]

    def points(self, count: int) -> list[bytes]:
        return [self._points[self._next()] for _ in range(count)]

    def scalars(self, count: int) -> list[int]:
        return [self._scalars[self._next()] for _ in range(count)]


def _uncompressed(element: Element) -> bytes:
    return load_provider(provider_name()).decompress(element.to_bytes())
