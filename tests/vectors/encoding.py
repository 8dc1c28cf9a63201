"""`encoding.json`: frames, strict msgpack, bodies and link messages, good and bad."""

from __future__ import annotations

from typing import Any

import msgpack

from bura_p2p.conformance.runner.notation import notation, snake
from bura_p2p.wire import limits
from bura_p2p.wire.codec import encode_link, pack
from bura_p2p.wire.fields import Items, Nullable, columns_of
from bura_p2p.wire.messages import ENTRY_MESSAGES, LINK_MESSAGES, BodyFields
from tests.wire.samples import beyond, forms, largest, smallest

from .form import bad, case, document, group

GOOD_VALUES: dict[str, Any] = {
    "nil": None, "false": False, "true": True, "0": 0, "127": 127, "128": 128, "255": 255, "256": 256,
    "65535": 65535, "65536": 65536, "2^32-1": 2**32 - 1, "2^32": 2**32, "2^53-1": 2**53 - 1,
    "-1": -1, "-32": -32, "-33": -33, "-128": -128, "-129": -129, "-2^15": -(2**15), "-2^15-1": -(2**15) - 1,
    "-2^31": -(2**31), "-2^31-1": -(2**31) - 1, "-(2^53-1)": 1 - 2**53,
    "empty str": "", "str of 31": "x" * 31, "str of 32": "x" * 32, "str of 256": "y" * 256, "str: bura": "ბურა",
    "str with a zero": "\0", "empty bin": b"", "bin of 255": b"x" * 255, "bin of 256": b"x" * 256,
    "empty array": (), "array of 15": (1,) * 15, "array of 16": (1,) * 16, "array of 64": (None,) * 64,
    "8 deep": ((((((((),),),),),),),),
}  # fmt: skip

BAD_BYTES = {
    "no byte": "", "empty map": "80", "map": "81a16101", "float 32": "ca3f800000", "float 64": "cb3ff0000000000000",
    "ext": "d40100", "ext 8 of none": "c70001", "never used": "c1", "-2^53": "d3ffe0000000000000",
    "-2^63": "d38000000000000000", "2^53": "cf0020000000000000", "2^64-1": "cfffffffffffffffff",
    "array of 65": "dc0041" + "c0" * 65,
    "9 deep": "91" * 8 + "90", "str with a surrogate": "a3eda080", "str not UTF-8": "a1ff", "str overlong": "a2c080",
    "cut": "93c0c0", "cut in a length": "dc00", "one byte behind": "c000", "two values": "c0c0",
}  # fmt: skip


def values() -> list[dict[str, Any]]:
    found = []
    for name, value in GOOD_VALUES.items():
        good = case(f"value {name}", "", {"bytes": pack(value)}, {"ok": True, "value": notation(value)})
        found.append(good)
        found += [
            bad(good, f"value {name} {at}", f"longer form {longer[:1].hex()}", "encoding", bytes=longer)
            for at, longer in enumerate(forms(value)[1:])
        ]
    found += [case(f"value {name}", name, {"bytes": data}, {"code": "encoding"}) for name, data in BAD_BYTES.items()]
    return found


def body(number: int, payload: Any, **place: Any) -> bytes:
    outer = {"version": 1, "table_id": b"\x01" * 32, "round": 7, "seat": 1, "prev": b"\x02" * 32} | place
    return bytes(msgpack.packb((*outer.values(), number, payload)))


def mutated(kind: Any, count: int) -> list[Any]:
    """A few values that are none of `kind`: what lies just outside its bounds last, other types before."""
    found = beyond(kind)
    return [True, *found[-count:]] if not isinstance(kind, Items | Nullable) else found[-count - 1 :]


def bodies() -> list[dict[str, Any]]:
    found = []
    for number, cls in ENTRY_MESSAGES.items():
        name = snake(cls.__name__)
        columns = columns_of(cls)
        least = tuple(smallest(column.kind) for column in columns)
        expect = {"ok": True, "type": name, "payload": notation(msgpack.unpackb(msgpack.packb(least)))}
        base = case(f"body {name}", "every field at its least", {"body": body(number, least)}, expect)
        found.append(base)
        if name == "result":
            found.append(owed(least))
        most = tuple(largest(column.kind) for column in columns)
        if columns and len(full := body(number, most)) < 700:
            expect = {"ok": True, "type": name, "payload": notation(msgpack.unpackb(msgpack.packb(most)))}
            found.append(case(f"body {name} most", "every field at its most", {"body": full}, expect))
        wrong = [((*least, None), "one field more")]
        wrong += [(least[:-1], "one field less")] if least else []
        for at, column in enumerate(columns):
            wrong += [
                ((*least[:at], value, *least[at + 1 :]), f"{column.name} {told(value)}")
                for value in mutated(column.kind, 2 if len(columns) > 3 else 3)
                if type(value) is not bool or name != "result" or column.name != "play_on"
            ]
        found += [
            bad(base, f"body {name} bad {n}", how, "shape", body=body(number, payload))
            for n, (payload, how) in enumerate(wrong)
            if len(msgpack.packb(payload)) < 600
        ]
    return found


def owed(least: tuple[Any, ...]) -> dict[str, Any]:
    """Chips are the only numbers that may be below 0."""
    payload = (*least[:5], (-3, 3), *least[6:])
    expect = {"ok": True, "type": "result", "payload": notation(msgpack.unpackb(msgpack.packb(payload)))}
    return case("body result owed", "chips below 0", {"body": body(16, payload)}, expect)


def told(value: Any) -> str:
    if isinstance(value, bytes | str):
        return f"a {'bin' if isinstance(value, bytes) else 'str'} of {len(value)}"
    return f"an array of {len(value)}" if isinstance(value, tuple) else f"{value!r}"[:30].replace("None", "nil")


def outer() -> list[dict[str, Any]]:
    """The seven fields, and what only the whole body shows."""
    base = case("outer", "a pass in round 7", {"body": body(10, ())}, {"ok": True, "type": "pass", "payload": []})
    right = tuple(msgpack.unpackb(body(10, ()), use_list=False))
    found = [base]
    for at, column in enumerate(columns_of(BodyFields)):
        wrong = [
            value for value in beyond(column.kind) if not (column.name == "payload" and isinstance(value, tuple))
        ]
        found += [
            bad(
                base,
                f"outer {column.name} {n}",
                f"{column.name} {told(value)}",
                "shape",
                body=msgpack.packb((*right[:at], value, *right[at + 1 :])),
            )
            for n, value in enumerate(wrong[-3:])
        ]
    others = {
        "six fields": (right[:6], "shape"),
        "eight fields": ((*right, ()), "shape"),
        "no array": (7, "shape"),
        "of version 0": ((0, *right[1:]), "version"),
        "of version 2": ((2, *right[1:]), "version"),
        "type 22": ((*right[:5], 22, ()), "type_unknown"),
        "type 255, odd": ((*right[:5], 255, ()), "type_unknown"),
        "version 2 and type 22: the first counts": ((2, *right[1:5], 22, ()), "version"),
        "seat 6 and version 2: the outer fields come first": ((2, *right[1:3], 6, *right[4:]), "shape"),
    }
    found += [
        bad(base, f"outer {name}", name, code, body=msgpack.packb(value)) for name, (value, code) in others.items()
    ]
    return [
        *found,
        bad(base, "outer longer", "version as uint 8", "encoding", body=b"\x97\xcc\x01" + body(10, ())[2:]),
    ]


def frames() -> list[dict[str, Any]]:
    two = b"\0\0\0\x01\xc0\0\0\0\x02\xc4\0"
    base = case(
        "frames two",
        "",
        {"stream": two, "bound": limits.MAX_FRAME_BEFORE_AUTH},
        {"ok": True, "payloads": ["c0", "c400"]},
    )
    edge = limits.MAX_FRAME_BEFORE_AUTH
    return [
        base,
        case("frames none", "an empty stream", base["in"] | {"stream": b""}, {"ok": True, "payloads": []}),
        case(
            "frames edge",
            "L is the bound, which is 16 here",
            {"stream": b"\0\0\0\x10" + bytes(16), "bound": 16},
            {"ok": True, "payloads": [bytes(16)]},
        ),
        bad(base, "frames empty", "L = 0 behind a frame", "frame_empty", stream=two[:5] + bytes(4)),
        bad(base, "frames long", "L one beyond the bound", "frame_too_long", stream=(edge + 1).to_bytes(4, "big")),
        bad(base, "frames longest", "L = 2^32-1", "frame_too_long", stream=b"\xff" * 4),
        bad(base, "frames cut", "ends within a payload", "link_message", stream=two[:-1]),
        bad(base, "frames cut length", "ends within a length", "link_message", stream=two[:7]),
    ]


def links() -> list[dict[str, Any]]:
    found = []
    for cls in LINK_MESSAGES.values():
        name = snake(cls.__name__)
        message = cls(*(smallest(column.kind) for column in columns_of(cls)))
        fields = notation(msgpack.unpackb(encode_link(message))[1])
        base = case(
            f"link {name}", "", {"payload": encode_link(message)}, {"ok": True, "type": name, "payload": fields}
        )
        found.append(base)
        number, values = msgpack.unpackb(encode_link(message), use_list=False)
        wrong = [((*values, 0), "one field more"), ((True, *values[1:]), "a bool first")]
        wrong += [(values[:-1], "one field less")] if values else []
        found += [
            bad(base, f"link {name} bad {n}", how, "link_message", payload=msgpack.packb((number, payload)))
            for n, (payload, how) in enumerate(wrong)
        ]
    alone = {"link unknown odd": (13, True), "link unknown even": (16, False), "link unknown odd 255": (255, True)}
    for name, (number, ignored) in alone.items():
        expect = {"ok": True, "type": None} if ignored else {"code": "link_message"}
        found.append(case(name, "ignored" if ignored else "", {"payload": msgpack.packb((number, ()))}, expect))
    broken = {"three items": (1, (0,), 0), "no array": 1, "type 257": (257, ()), "payload no array": (1, 0)}
    for name, value in broken.items():
        found.append(case(f"link {name}", "", {"payload": msgpack.packb(value)}, {"code": "link_message"}))
    return found


def make() -> dict[str, Any]:
    return document(
        "encoding",
        "Frames, strict msgpack, bodies of entries and payloads of frames, each judged by its form alone.",
        [
            group("frames", "Cut `stream` into payloads of at most `bound` bytes (section 5).", frames()),
            group("values", "Read `bytes` as one strict value (section 6).", values()),
            group("bodies", "Read `body` by E7, then version, type and fields by E14.", bodies()),
            group("outer", "As `bodies`, each wrong in one of its seven outer fields.", outer()),
            group("links", "Read `payload` of a frame (sections 8 and 9); `type` null: ignored.", links()),
        ],
    )
