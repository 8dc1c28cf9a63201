"""Writes `protocol/schema.cddl` from the declarations of the messages.

    python -m tests.support.schema          write it anew
    python -m tests.support.schema --check  only compare; status 1 on any difference

Here: fields to CDDL (RFC 8610). Never: a bound that is not in the code; imported by the package.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bura_p2p.conformance.runner.notation import snake
from bura_p2p.net import invite, reply
from bura_p2p.wire.fields import describe_fields
from bura_p2p.wire.messages import (
    ENTRY_MESSAGES,
    LINK_MESSAGES,
    PROTOCOL_VERSION,
    BodyFields,
    EntryFrame,
    FrameFields,
)

SCHEMA = Path(__file__).parents[2] / "protocol" / "schema.cddl"

HEAD = """\
; The messages of bura_p2p, protocol version 1, in CDDL (RFC 8610). Written by a program; data under CC0 1.0.
;
; CDDL speaks of CBOR. Here the bytes are msgpack in the strict form of section 6 of spec.md: read int as its
; integers, bstr as bin, tstr as str (.size counts its UTF-8 bytes), and every array as a msgpack array. What no
; schema says: that an array ascends strictly (said in a remark), the lengths that follow from a table's state, and
; max_items and max_depth, which bind what stands here as any too.
"""


def name_of(cls: type) -> str:
    return snake(cls.__name__).replace("_", "-")


def size(kind: Mapping[str, Any]) -> str:
    low, high = kind["min"], kind["max"]
    return f"{low}" if low == high else f"({low}..{high})"


def cddl(kind: Mapping[str, Any]) -> str:
    """The type of a field, from its description in the registries."""
    nil = " / nil" if kind.get("nil") else ""
    match kind["type"]:
        case "uint" | "int":
            low, high = kind["min"], kind["max"]
            return (f"{low}" if low == high else f"{low}..{high}") + nil
        case "bin" | "str" if "sizes" in kind:
            return " / ".join([*(f"bstr .size {each}" for each in kind["sizes"]), cddl(kind["or"])])
        case "bin" | "str":
            return f"{'bstr' if kind['type'] == 'bin' else 'tstr'} .size {size(kind)}{nil}"
        case "array" if "fields" in kind:
            named = ", ".join(f"{field['name']}: {cddl(field)}" for field in kind["fields"])
            return f"[{named}]"
        case "array" if "items" in kind:
            return f"[{kind['min']}*{kind['max']} {grouped(cddl(kind['items']))}]{nil}"
        case "array":
            return "[* any]"
    return f"{kind['type']}{nil}"


def grouped(text: str) -> str:
    return f"({text})" if " / " in text else text


def record(name: str, fields: list[dict[str, Any]]) -> Iterator[str]:
    """A rule for an array of these fields, a line each, with what they mean."""
    if not fields:
        yield f"{name} = []"
        return
    yield f"{name} = ["
    for field in fields:
        note = ", strictly ascending" if field.get("ascending") else ""
        yield f"  {field['name']}: {cddl(field)}, ; {field['about']}{note}"
    yield "]"


def choice(name: str, names: list[str]) -> Iterator[str]:
    yield f"{name} = {names[0]}"
    yield from (f"  / {each}" for each in names[1:])


def bodies() -> Iterator[str]:
    yield from ["; --- signed bodies (sections 7 and 9) ---", ""]
    yield from choice("body", [f"{name_of(cls)}-body" for cls in ENTRY_MESSAGES.values()])
    yield ""
    columns = {field["name"]: cddl(field) for field in describe_fields(BodyFields)}
    other = ("version", "type", "payload")
    place = ", ".join(f"{name}: {kind}" for name, kind in columns.items() if name not in other)
    yield f"place = (version: {PROTOCOL_VERSION}, {place})"
    yield ""
    yield from record("outer", describe_fields(BodyFields))
    for number, cls in ENTRY_MESSAGES.items():
        yield from ["", f"{name_of(cls)}-body = [place, type: {number}, payload: {name_of(cls)}]"]
        yield from record(name_of(cls), describe_fields(cls))


def frames() -> Iterator[str]:
    yield from ["", "; --- frames of a link (sections 5 and 9) ---", ""]
    yield from choice("frame", [f"{name_of(cls)}-frame" for cls in LINK_MESSAGES.values()])
    yield ""
    yield from record("any-frame", describe_fields(FrameFields))
    for number, cls in LINK_MESSAGES.items():
        yield from ["", f"{name_of(cls)}-frame = [type: {number}, payload: {name_of(cls)}]"]
        yield from record(name_of(cls), describe_fields(cls))


def files() -> Iterator[str]:
    yield from ["", "; --- the frames of a game file (section 15.1): identities, then entries ---", ""]
    yield "identities = [2*6 bstr .size 32]"
    yield f"file-entry = {name_of(EntryFrame)}"
    yield from ["", "; --- payloads of codes (sections 13.3 and 13.5) ---", ""]
    yield from record("invite", describe_fields(invite.FIELDS))
    yield ""
    yield from record("reply", describe_fields(reply.FIELDS))


def text() -> str:
    return HEAD + "\n" + "\n".join([*bodies(), *frames(), *files()]) + "\n"


def main(arguments: list[str]) -> int:
    differs = not SCHEMA.exists() or SCHEMA.read_text("utf-8") != text()
    if arguments == ["--check"]:
        if differs:
            print("schema.cddl differs from the code: run python -m tests.support.schema")
        return int(differs)
    if differs:
        SCHEMA.write_bytes(text().encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
