"""What shows that an entry is rightly refused, or that two entries are two bodies for one place.

Here: values for whoever checks a refusal again, made after it and only then. Never: a verdict; words for people; a
secret (all of it was signed by a seat, or follows from what was).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final

from ..crypto.group import POINT_FORM, SCALAR_FORM
from ..errors import Failed, PeerError
from ..wire import messages as m
from ..wire.codec import Body

COMMITMENT: Final = "K3"
"""The commitment of a reveal is the hash that was committed to."""

RESULT: Final = "Z2"
"""A result is the one that the table computes."""

_HEAD: Final = ("version", "table_id", "round", "seat", "prev", "type")


def commitment(ctx: bytes, shown: m.Reveal, committed: bytes, opened: bytes) -> Failed:
    """`left` was committed to, `right` is the hash of what was shown."""
    parts = {"ctx": ctx, "X": shown.key, "proof": shown.proof, "nonce": shown.nonce}
    values = [(name, value.hex()) for name, value in parts.items()]
    return Failed(COMMITMENT, None, (*values, ("left", committed.hex()), ("right", opened.hex())))


def result(said: m.Result, computed: m.Result) -> Failed:
    """The fields that differ, as they were said and as the table computes them."""
    values: list[tuple[str, str]] = []
    for name in _names(said):
        one, other = getattr(said, name), getattr(computed, name)
        if one != other:
            values += [(f"{name} said", _text(one)), (f"{name} computed", _text(other))]
    return Failed(RESULT, None, tuple(values))


def in_message(fault: PeerError, message: m.EntryMessage) -> Failed | None:
    """`fault.failed`; of bytes that are no point or no scalar also the field they stand in and where, from 0."""
    failed = fault.failed
    if failed is None or failed.equation not in (POINT_FORM, SCALAR_FORM):
        return failed
    wrong = bytes.fromhex(dict(failed.values)["bytes"])
    for name, data in _byte_fields(message):
        at = next((at for at in _places(name, data, failed.equation) if data[at : at + len(wrong)] == wrong), None)
        if at is not None:
            return replace(failed, values=(("field", name), ("byte", str(at)), *failed.values))
    return failed


def _byte_fields(message: m.EntryMessage) -> Iterator[tuple[str, bytes]]:
    for name in _names(message):
        value = getattr(message, name)
        if isinstance(value, bytes):
            yield name, value
        elif name == "piles":
            yield from ((f"piles {at} proof", pile.proof) for at, pile in enumerate(value))


def _places(name: str, data: bytes, equation: str) -> range:
    """Where in a field points (33 bytes) or scalars (32 bytes) begin; a shuffle's proof has 5+2N and then 2N."""
    is_proof = name.endswith("proof")
    N, rest = divmod(len(data) - 160, 130)
    scalars = len(data) if rest else 32 * (5 + 2 * N)
    if equation == SCALAR_FORM:
        return range(0, scalars if is_proof else 0, 32)
    return range(scalars if is_proof else 0, len(data), 33)


def differing(one: Body, other: Body) -> tuple[str, ...]:
    """The names of the fields in which two bodies differ: of the body, else, of one type, of its payload."""
    found = [name for name in _HEAD if getattr(one, name) != getattr(other, name)]
    if one.type != other.type:
        return (*found, "payload")
    try:
        mine, theirs = one.message(), other.message()
    except PeerError:
        return (*found, "payload")
    return (*found, *[name for name in _names(mine) if getattr(mine, name) != getattr(theirs, name)])


def word(body: Body) -> str:
    """What an entry's type is called in spec.md, such as `lead`; a number of no type as it is."""
    known = m.ENTRY_MESSAGES.get(body.type)
    return str(body.type) if known is None else known.__name__.lower()


def _names(message: Any) -> list[str]:
    return [field.name for field in fields(message)]


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_text, value))
    return "nil" if value is None else str(value).lower()
