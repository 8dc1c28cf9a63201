"""Strict msgpack: the one byte form of every value, message and entry body.

Here: `pack`/`unpack_strict` and, on them, bodies of entries and messages of links. Never: frames,
signatures, or a second decoder. Source: the msgpack specification; what the library lets through beyond the
strict form is closed by the walk over the types and by comparing the re-encoding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgpack

from ..errors import Code, LocalError, PeerError
from . import limits
from .fields import Record, plain
from .messages import (
    ENTRY_MESSAGES,
    LINK_MESSAGES,
    PROTOCOL_VERSION,
    BodyFields,
    EntryMessage,
    FrameFields,
    LinkMessage,
)


def _fault_in(value: object, depth: int) -> str | None:
    """What is not allowed in a value whose arrays may still nest `depth` deep; None when all is."""
    if type(value) is int:
        return None if abs(value) <= limits.MAX_UINT else "an integer outside -(2^53-1) to 2^53-1"
    if type(value) is tuple:
        if depth == 0:
            return "arrays nested too deep"
        if len(value) > limits.MAX_ITEMS:
            return f"an array of more than {limits.MAX_ITEMS} items"
        return next((fault for item in value if (fault := _fault_in(item, depth - 1))), None)
    if value is None or type(value) in (bytes, str, bool):
        return None
    return "a type other than nil, bool, int, str, bin, array"


def pack(value: object, *, max_depth: int = limits.MAX_DEPTH) -> bytes:
    """The bytes of a value made of None, bool, int (within ±(2^53-1)), str, bytes and tuples of these.

    Raises `LocalError` for anything else: deeper than `max_depth` arrays, longer arrays than `MAX_ITEMS`,
    text that has no UTF-8 form, more than `MAX_FRAME` bytes.
    """
    fault = _fault_in(value, max_depth)
    if fault is not None:
        raise LocalError(f"This value cannot be packed: {fault}.")
    try:
        data: bytes = msgpack.packb(value)
    except UnicodeEncodeError:
        raise LocalError("This text has no UTF-8 form.") from None
    if len(data) > limits.MAX_FRAME:
        raise LocalError(f"This value takes more than {limits.MAX_FRAME} bytes.")
    return data


def unpack_strict(data: bytes, *, max_depth: int = limits.MAX_DEPTH) -> object:
    """The value of `data`, arrays as tuples: the inverse of `pack`, and of nothing else.

    Raises `PeerError` ENCODING for everything that `pack` would not have written: other types, longer
    forms, wide headers, trailing bytes, bad UTF-8, integers beyond ±(2^53-1), deep nesting, more than
    `MAX_FRAME` bytes.
    """
    if len(data) > limits.MAX_FRAME:
        raise PeerError(Code.ENCODING, f"more than {limits.MAX_FRAME} bytes")
    try:
        value: object = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            max_array_len=limits.MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
    except ValueError:  # every fault of the library on a whole buffer is one; its text may quote the bytes
        raise PeerError(Code.ENCODING, "not msgpack within the limits") from None
    # The limits of 0 still let an empty map and an empty ext through, and any number: hence the walk.
    fault = _fault_in(value, max_depth)
    if fault is not None:
        raise PeerError(Code.ENCODING, fault)
    if msgpack.packb(value) != data:
        raise PeerError(Code.ENCODING, "not the shortest form")
    return value


def _own(cls: type, payload: object) -> None:
    """The receiver's check on what this side is about to write. Raises `LocalError`."""
    try:
        Record(cls).read(payload, cls.__name__)
    except PeerError as fault:
        raise LocalError(f"This cannot be written: {fault.detail}.") from None


def encode_payload(message: EntryMessage | LinkMessage) -> tuple[object, ...]:
    """The fields of a message as the array that is packed. Raises `LocalError` for one out of its bounds."""
    payload = plain(message)
    _own(type(message), payload)
    return payload


def _number(table: Mapping[int, type[Any]], message: object) -> int:
    for number, cls in table.items():
        if type(message) is cls:
            return number
    raise LocalError(f"A {type(message).__name__} does not belong here.")


def _decode_payload(table: Mapping[int, type[Any]], number: int, payload: object) -> Any:
    cls = table.get(number)
    if cls is None:
        raise PeerError(Code.TYPE_UNKNOWN, f"type {number}")
    return Record(cls).read(payload, cls.__name__)


def decode_payload(number: int, payload: object) -> EntryMessage:
    """The entry message of type `number` from its decoded array. Raises `PeerError` TYPE_UNKNOWN or SHAPE."""
    message: EntryMessage = _decode_payload(ENTRY_MESSAGES, number, payload)
    return message


@dataclass(frozen=True, slots=True)
class Body:
    """A decoded body: where it stands, and what it says still as an array.

    `table_id` and `prev` are 32 bytes; `round` and `seat` count from 0; `type` is the message's number. The place
    is judged before the content: a body that stands right and says nothing readable convicts its signer, one that
    stands nowhere is noise.
    """

    version: int
    table_id: bytes
    round: int
    seat: int
    prev: bytes
    type: int
    payload: tuple[object, ...]

    def message(self) -> EntryMessage:
        """What the body says. Raises `PeerError` VERSION (not 1), TYPE_UNKNOWN or SHAPE."""
        if self.version != PROTOCOL_VERSION:
            raise PeerError(Code.VERSION, f"a body of version {self.version}")
        return decode_payload(self.type, self.payload)


def encode_body(
    version: int,
    table_id: bytes,
    round: int,  # noqa: A002
    seat: int,
    prev: bytes,
    message: EntryMessage,
) -> bytes:
    """The body to be signed, within `MAX_BODY` by its fields' bounds. Raises `LocalError` beyond those."""
    number = _number(ENTRY_MESSAGES, message)
    fields = BodyFields(version, table_id, round, seat, prev, number, encode_payload(message))
    _own(BodyFields, tuple(fields))
    if version != PROTOCOL_VERSION:
        raise LocalError(f"This program writes entries of version {PROTOCOL_VERSION} only.")
    return pack(tuple(fields))


def decode_body(data: bytes) -> Body:
    """The body in `data`, its payload not yet read. Raises `PeerError` ENCODING or SHAPE (of the seven fields)."""
    if len(data) > limits.MAX_BODY:
        raise PeerError(Code.ENCODING, f"a body of more than {limits.MAX_BODY} bytes")
    fields: BodyFields = Record(BodyFields).read(unpack_strict(data), "body")
    return Body(*fields)


def encode_link(message: LinkMessage) -> bytes:
    """A link message as one frame's payload, [type, [fields]]. Raises `LocalError` for one out of bounds."""
    return pack((_number(LINK_MESSAGES, message), encode_payload(message)))


def decode_link(data: bytes) -> LinkMessage | None:
    """The message in a frame's payload; None for an unknown odd type, which is to be ignored.

    Raises `PeerError` LINK_MESSAGE for anything else: not strict msgpack, not [type, [fields]], an unknown
    even type, wrong fields. (A frame is unsigned and names nobody, so the codes of entries stay apart; the
    detail begins with the inner reason.)
    """
    try:
        fields: FrameFields = Record(FrameFields).read(unpack_strict(data), "frame")
        if fields.type % 2 and fields.type not in LINK_MESSAGES:
            return None
        message: LinkMessage = _decode_payload(LINK_MESSAGES, fields.type, fields.payload)
    except PeerError as fault:
        raise PeerError(Code.LINK_MESSAGE, str(fault)) from None
    return message
