"""Values at and beyond the bounds of every field kind, and an msgpack writer of its own that knows every form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from bura_p2p.wire.fields import (
    AnyArray,
    Bin,
    Column,
    Flag,
    Int,
    Items,
    Kind,
    Nullable,
    Record,
    Str,
    Uint,
    columns_of,
)
from bura_p2p.wire.limits import MAX_UINT
from bura_p2p.wire.messages import ENTRY_MESSAGES, LINK_MESSAGES

MESSAGES: list[type] = [*ENTRY_MESSAGES.values(), *LINK_MESSAGES.values()]


def size(kind: Any, count: int) -> Any:
    """A value of `kind` with `count` as its number, length or number of items."""
    match kind:
        case Uint():
            return count
        case Bin():
            return b"\x5a" * count
        case Str():
            return "x" * count
        case Items(inner, _, _, True):
            return tuple(smallest(inner) + i for i in range(count))
        case Items(inner):
            return (largest(inner),) * count
    raise TypeError(kind)


def smallest(kind: Kind) -> Any:
    match kind:
        case Nullable():
            return None
        case Flag():
            return False
        case AnyArray():
            return ()
        case Record(cls):
            return cls(*(smallest(column.kind) for column in columns_of(cls)))
    return size(kind, kind.low)  # type: ignore[attr-defined]


def largest(kind: Kind) -> Any:
    match kind:
        case Nullable(inner):
            return largest(inner)
        case Flag():
            return True
        case AnyArray():
            return ((), 1)
        case Record(cls):
            return cls(*(largest(column.kind) for column in columns_of(cls)))
    return size(kind, kind.high)  # type: ignore[attr-defined]


def beyond(kind: Kind) -> list[Any]:
    """Packable values that are no value of `kind`: just outside its bounds, or of every other type."""
    other: list[Any] = [None, True, 0, -1, b"", "", (), ((),), "x" * 40, b"x" * 40, MAX_UINT]
    if isinstance(kind, Nullable):
        return [value for value in beyond(kind.kind) if value is not None]
    if isinstance(kind, Flag | AnyArray | Record):
        wrong = {Flag: bool, AnyArray: tuple, Record: tuple}[type(kind)]
        return [value for value in other if type(value) is not wrong]
    exact = {Uint: int, Int: int, Bin: bytes, Str: str, Items: tuple}[type(kind)]
    values = [value for value in other if type(value) is not exact]
    if isinstance(kind, Uint):
        near = {-1, kind.low - 1, kind.high + 1}
        return [*values, *(n for n in sorted(near) if abs(n) <= MAX_UINT and not kind.low <= n <= kind.high)]
    if kind.low > 0:  # type: ignore[attr-defined]
        values.append(size(kind, kind.low - 1))  # type: ignore[attr-defined]
    values.append(size(kind, kind.high + 1))  # type: ignore[attr-defined]
    if isinstance(kind, Items):
        rest = size(replace(kind, ascending=False), kind.low)[1:]
        values += [(wrong, *rest) for wrong in beyond(kind.kind)]
        if kind.ascending:
            values += [(3, 3), (4, 3), (0, 1, 1)]
    return values


def values(kind: Kind) -> st.SearchStrategy[Any]:
    match kind:
        case Uint(low, high):
            return st.integers(low, high)
        case Bin(low, high):
            return st.binary(min_size=low, max_size=min(high, low + 60)) | st.integers(low, high).map(bytes)
        case Str(low, high):
            text = st.text(st.characters(exclude_categories=["Cs"]), min_size=low, max_size=high)
            return text.filter(lambda t: low <= len(t.encode()) <= high)
        case Flag():
            return st.booleans()
        case Nullable(inner):
            return st.none() | values(inner)
        case Items(inner, low, high, True):
            return st.sets(values(inner), min_size=low, max_size=high).map(lambda found: tuple(sorted(found)))
        case Items(inner, low, high):
            return st.lists(values(inner), min_size=low, max_size=high).map(tuple)
        case Record(cls):
            return st.builds(cls, *(values(column.kind) for column in columns_of(cls)))
    raise TypeError(kind)


def fields(cls: type) -> list[tuple[int, Column]]:
    return list(enumerate(columns_of(cls)))


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_UINT, MAX_UINT) | st.binary(max_size=40) | TEXT,
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=12,
)
"""Packable values, seldom deeper than the limit."""


def headers(fix: bytes, wide: list[tuple[int, int]], count: int) -> list[bytes]:
    found = [fix] if fix else []
    return found + [bytes([tag]) + count.to_bytes(width, "big") for tag, width in wide if count < 256**width]


def forms(value: Any) -> list[bytes]:
    """Every msgpack form of a value with its parts in shortest form; the first is the shortest."""
    match value:
        case None:
            return [b"\xc0"]
        case bool():
            return [b"\xc3" if value else b"\xc2"]
        case int():
            fix = bytes([value % 256]) if -32 <= value < 128 else b""
            signed = [(0xD0, 1), (0xD1, 2), (0xD2, 4), (0xD3, 8)]
            fitting = [(tag, width) for tag, width in signed if -(256**width) <= 2 * value < 256**width]
            if value < 0:
                longer = [bytes([tag]) + value.to_bytes(width, "big", signed=True) for tag, width in fitting]
                return [fix, *longer] if fix else longer
            return headers(fix, [(0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8), *fitting], value)
        case bytes():
            return [head + value for head in headers(b"", [(0xC4, 1), (0xC5, 2), (0xC6, 4)], len(value))]
        case str():
            raw = value.encode()
            fix = bytes([0xA0 + len(raw)]) if len(raw) < 32 else b""
            return [head + raw for head in headers(fix, [(0xD9, 1), (0xDA, 2), (0xDB, 4)], len(raw))]
    inner = b"".join(forms(item)[0] for item in value)
    fix = bytes([0x90 + len(value)]) if len(value) < 16 else b""
    return [head + inner for head in headers(fix, [(0xDC, 2), (0xDD, 4)], len(value))]


def replaced(value: Any, path: tuple[int, ...], part: bytes) -> bytes:
    """The shortest form of `value`, but with `part` for the item at `path`."""
    if not path:
        return part
    items = [replaced(item, path[1:], part) if i == path[0] else forms(item)[0] for i, item in enumerate(value)]
    return forms(tuple(value))[0][: -len(b"".join(forms(item)[0] for item in value)) or None] + b"".join(items)


def nodes(value: Any, path: tuple[int, ...] = ()) -> list[tuple[tuple[int, ...], Any]]:
    found = [(path, value)]
    if isinstance(value, tuple):
        for i, item in enumerate(value):
            found += nodes(item, (*path, i))
    return found
