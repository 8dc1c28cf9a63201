"""The field kinds of messages and the one validator over them.

Here: `Uint`, `Int`, `Bin`, `Str`, `Flag`, `Nullable`, `Items`, `AnyArray`, `Record`; each reads a decoded value as
its exact type within its bounds, and describes itself for the registries. Never: a message, bytes, a
field's meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import pairwise
from typing import Any, Protocol, get_type_hints

from ..errors import Code, PeerError

Description = dict[str, Any]
"""A field as JSON: `type` and its bounds."""


class Kind(Protocol):
    """One field kind. `where` is the field's name, for a fault's detail; nothing of the value goes there."""

    def read(self, value: object, where: str) -> Any:
        """The value as the message holds it (arrays as tuples). Raises `PeerError` SHAPE."""
        ...

    def describe(self) -> Description:
        """The kind as JSON for the registries."""
        ...


def _refuse(where: str, want: str) -> PeerError:
    return PeerError(Code.SHAPE, f"{where} must be {want}")


@dataclass(frozen=True, slots=True)
class Uint:
    """An integer from `low` to `high`, both included; a bool is not one."""

    low: int
    high: int

    def read(self, value: object, where: str) -> int:
        """See `Kind.read`."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise _refuse(where, f"an integer from {self.low} to {self.high}")
        return value

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {"type": "uint", "min": self.low, "max": self.high}


@dataclass(frozen=True, slots=True)
class Int(Uint):
    """An integer from `low` to `high`, both included, that may be below 0."""

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {"type": "int", "min": self.low, "max": self.high}


@dataclass(frozen=True, slots=True)
class Bin:
    """Raw bytes, `low` to `high` of them."""

    low: int
    high: int

    def read(self, value: object, where: str) -> bytes:
        """See `Kind.read`."""
        if type(value) is not bytes or not self.low <= len(value) <= self.high:
            raise _refuse(where, f"{self.low} to {self.high} raw bytes")
        return value

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {"type": "bin", "min": self.low, "max": self.high}


@dataclass(frozen=True, slots=True)
class Str:
    """Text of `low` to `high` bytes in UTF-8. Compared as bytes; made harmless only where it is shown."""

    low: int
    high: int

    def read(self, value: object, where: str) -> str:
        """See `Kind.read`. A lone surrogate is left to `pack`, which alone can meet one."""
        if type(value) is not str or not self.low <= len(value.encode("utf-8", "surrogatepass")) <= self.high:
            raise _refuse(where, f"text of {self.low} to {self.high} bytes")
        return value

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {"type": "str", "min": self.low, "max": self.high}


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, value: object, where: str) -> bool:
        """See `Kind.read`."""
        if type(value) is not bool:
            raise _refuse(where, "true or false")
        return value

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {"type": "bool"}


@dataclass(frozen=True, slots=True)
class Nullable:
    """Nil, or what `kind` reads."""

    kind: Kind

    def read(self, value: object, where: str) -> Any:
        """See `Kind.read`."""
        return None if value is None else self.kind.read(value, where)

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {**self.kind.describe(), "nil": True}


def _array(value: object, low: int, high: int, where: str) -> tuple[object, ...]:
    if type(value) is not tuple or not low <= len(value) <= high:
        count = f"{low}" if low == high else f"{low} to {high}"
        raise _refuse(where, f"an array of {count} items")
    return value


@dataclass(frozen=True, slots=True)
class Items:
    """An array of `low` to `high` items of one kind; `ascending` (integers only): each above the last."""

    kind: Kind
    low: int
    high: int
    ascending: bool = False

    def read(self, value: object, where: str) -> tuple[Any, ...]:
        """See `Kind.read`."""
        items = tuple(self.kind.read(item, where) for item in _array(value, self.low, self.high, where))
        if self.ascending and any(left >= right for left, right in pairwise(items)):
            raise _refuse(where, "strictly ascending")
        return items

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {
            "type": "array",
            "min": self.low,
            "max": self.high,
            "ascending": self.ascending,
            "items": self.kind.describe(),
        }


@dataclass(frozen=True, slots=True)
class AnyArray:
    """An array whose items another field tells how to read (a payload, whose type stands before it)."""

    def read(self, value: object, where: str) -> tuple[object, ...]:
        """See `Kind.read`."""
        if type(value) is not tuple:
            raise _refuse(where, "an array")
        return value

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {"type": "array"}


@dataclass(frozen=True, slots=True)
class Record:
    """An array with one item per annotated field of `cls` (a dataclass or named tuple), in their order.

    A field is declared as `name: Annotated[python type, kind, "what it means"]`.
    """

    cls: type

    def read(self, value: object, where: str) -> Any:
        """See `Kind.read`; gives an instance of `cls`."""
        columns = columns_of(self.cls)
        items = _array(value, len(columns), len(columns), where)
        pairs = zip(columns, items, strict=True)
        return self.cls(*(column.kind.read(item, f"{where}.{column.name}") for column, item in pairs))

    def describe(self) -> Description:
        """See `Kind.describe`."""
        return {"type": "array", "fields": describe_fields(self.cls)}


@dataclass(frozen=True, slots=True)
class Column:
    """One declared field: its name, its kind, and what it means."""

    name: str
    kind: Kind
    about: str


@cache
def columns_of(cls: type) -> tuple[Column, ...]:
    """The declared fields of a message or record class, in wire order."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(Column(name, *hint.__metadata__) for name, hint in hints.items())


def describe_fields(cls: type) -> list[Description]:
    """The fields of a message or record class as JSON, in wire order."""
    return [{"name": c.name, **c.kind.describe(), "about": c.about} for c in columns_of(cls)]


def plain(message: Any) -> tuple[object, ...]:
    """A message (a dataclass) as the tuple that is packed: tuples for arrays, numbers for enumerations."""
    cls: type = type(message)
    return tuple(_plain(getattr(message, column.name)) for column in columns_of(cls))


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return tuple(_plain(item) for item in value)
    return int(value) if isinstance(value, IntEnum) else value
