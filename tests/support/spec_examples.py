"""The examples of `spec.md`: one whole tiny hand, and a message of every type, from the games of `protocol/`.

Here: bytes to lines, field by field, long ones shortened; sizes from the declarations. Never: a sentence of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bura_p2p.log.entry import SignedEntry
from bura_p2p.log.file import MAGIC, read_game
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.verify import Replay
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_link, pack, unpack_strict
from bura_p2p.wire.fields import describe_fields

GAMES = Path(__file__).parents[2] / "protocol" / "games" / "good"
TINY = "claim-wrong"
"""The game of appendix A: one trick, and a claim that cannot be right."""

SOURCES = (TINY, "whole-hand", "claim-opening-right", "declined", "resigned", "classic-bura", "telegram-sealed")
"""Games in which every type of entry comes, the first of them first."""

LONG = 24
"""A value of more bytes is shortened."""


def short(data: bytes) -> str:
    """Hex, of a long value the first 8 bytes and the last 4."""
    return data.hex() if len(data) <= LONG else f"{data[:8].hex()}…{data[-4:].hex()}"


@cache
def entries_of(game: str) -> tuple[SignedEntry, ...]:
    return read_game((GAMES / f"{game}.bura").read_bytes()).entries


# --- a value, field by field -------------------------------------------------------------------------------


def header(value: object) -> tuple[bytes, bytes]:
    """The strict msgpack of a value: what comes before its bytes, and its bytes."""
    packed = pack(value)
    inner = value.encode() if isinstance(value, str) else value
    if isinstance(inner, bytes):
        return packed[: len(packed) - len(inner)], inner
    return packed, b""


def line(value: object, about: str, depth: int) -> str:
    head, data = header(value)
    told = f"{'  ' * depth}{head.hex()} {short(data)}".rstrip()
    size = f", {len(data)} bytes" if len(data) > LONG else ""
    return f"{told:<46}{about}{size}"


def array(count: int, about: str, depth: int) -> str:
    told = f"{'  ' * depth}{pack((0,) * count)[: -count or None].hex()}"
    return f"{told:<46}{about}: {count}"


def lines_of(value: Any, fields: list[dict[str, Any]], depth: int) -> Iterator[str]:
    """An array of these fields, a line each; items of arrays one by one."""
    for item, field in zip(value, fields, strict=True):
        if not isinstance(item, tuple | list):
            yield line(item, field["name"], depth)
            continue
        yield array(len(item), field["name"], depth)
        for each in item:
            if isinstance(each, tuple | list):
                yield array(len(each), "item", depth + 1)
                yield from lines_of(each, field["items"]["fields"], depth + 2)
            else:
                yield line(each, "item", depth + 1)


def plain(body: bytes) -> Any:
    return unpack_strict(body)


# --- appendix A --------------------------------------------------------------------------------------------


def tiny_hand() -> str:
    """The file of the tiny hand, from its first byte to its last."""
    data = (GAMES / f"{TINY}.bura").read_bytes()
    game = read_game(data)
    replay, at = Replay(game.identities), len(MAGIC)
    lines = ["```", f"bytes 0 to {at - 1}", f"  {MAGIC.hex():<44}{MAGIC.decode()}"]
    size = int.from_bytes(data[at : at + 4], "big")
    lines += [f"bytes {at} to {at + 3 + size}: the identities", f"  {data[at : at + 4].hex():<44}length of the frame"]
    lines += [array(len(game.identities), "seats", 1)]
    lines += [f"{'  ' * 2}{pack(key)[:2].hex()} {key.hex()}  seat {seat}" for seat, key in enumerate(game.identities)]
    at += 4 + size
    for entry in game.entries:
        size = int.from_bytes(data[at : at + 4], "big")
        lines += ["", *frame(entry, data[at : at + 4], at), *followed(replay, entry)]
        at += 4 + size
    return "\n".join([*lines, "```"])


def frame(entry: SignedEntry, length: bytes, at: int) -> Iterator[str]:
    """One frame of the file: seat, body, signature, and the fields of the body."""
    body = decode_body(entry.body)
    cls = m.ENTRY_MESSAGES[body.type]
    size = int.from_bytes(length, "big")
    yield f"bytes {at} to {at + 3 + size}: round {body.round}, seat {entry.seat}: {cls.__name__.lower()}"
    yield f"  {length.hex():<44}length of the frame"
    yield f"  93{'':<42}[seat, body, signature]"
    yield line(entry.seat, "seat", 2)
    yield f"{f'    {header(entry.body)[0].hex()}':<46}body, {len(entry.body)} bytes"
    value = plain(entry.body)
    fields = describe_fields(m.BodyFields)
    yield array(len(value), "body", 3)
    yield from lines_of(value[:6], fields[:6], 4)
    yield array(len(value[6]), "payload", 4)
    yield from lines_of(value[6], describe_fields(cls), 5)
    yield line(entry.signature, "signature", 2)


def followed(replay: Replay, entry: SignedEntry) -> Iterator[str]:
    """What follows from the entry, where it closes its round."""
    before = replay.table.round
    happened = replay.feed(entry)
    for event in happened:
        yield from said(event)
    if replay.table.round > before:
        yield f"  = head after round {before}: {replay.table.head.hex()}"


def said(event: e.Event) -> Iterator[str]:
    match event:
        case e.TableOpened(table_id=table_id):
            yield f"  = table id: {table_id.hex()}"
        case e.HandBegun(order=order, leader=leader):
            yield f"  = order {' '.join(map(str, order))}; seat {leader} leads"
        case e.Dealt(trump=trump):
            yield f"  = the turned card: {trump}"
        case e.Led(cards=cards):
            yield f"  = led: {' '.join(map(str, cards))}"
        case e.TrickTaken(seat=seat, shown=shown):
            yield f"  = the trick is seat {seat}'s: {shown} points lie open in it"
        case e.Claimed():
            yield "  = settled at once: the most that the pile can hold is less than the target"
        case e.HandOver(winner=winner, score=score, claimed=(low, high)):
            told = f"the claimed pile holds {low} to {high}; score {score[0]} {score[1]}"
            yield f"  = seat {winner} wins the hand; {told}"
        case e.GameOver():
            yield "  = both sides play on no more: the game is complete"


# --- an example of every message ---------------------------------------------------------------------------


def size_of(kind: Mapping[str, Any]) -> tuple[int, int]:
    """The fewest and the most bytes of a field in strict msgpack."""
    nil = kind.get("nil", False)
    match kind["type"]:
        case "uint" | "int":
            small = min(max(0, kind["min"]), kind["max"])
            sizes = [len(pack(number)) for number in (kind["min"], small, kind["max"])]
        case "bin":
            sizes = [len(pack(bytes(size))) for size in (kind["min"], kind["max"])]
        case "str":
            sizes = [len(pack("a" * size)) for size in (kind["min"], kind["max"])]
        case "array" if "fields" in kind:
            sizes = list(sizes_of(kind["fields"]))
        case "array" if "items" in kind:
            low, high = size_of(kind["items"])
            sizes = [len(pack((0,) * count)) + count * (size - 1) for count, size in
                     ((kind["min"], low), (kind["max"], high))]  # fmt: skip
        case _:
            sizes = [1]
    return (1 if nil else min(sizes)), max(sizes)


def sizes_of(fields: list[dict[str, Any]]) -> tuple[int, int]:
    pairs = [size_of(field) for field in fields]
    return 1 + sum(low for low, _ in pairs), 1 + sum(high for _, high in pairs)


def span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def entry_example(cls: type) -> str:
    """Sizes of the body by the form, and the payload of the first such entry of the sample games."""
    low, high = sizes_of(describe_fields(cls))
    shortest = len(pack((1, bytes(32), 0, 0, bytes(32), 0)))
    told = f"Size of the body by these ranges: {span(shortest + low, shortest + 4 + high)} bytes. "
    for game in SOURCES:
        for number, entry in enumerate(entries_of(game)):
            body = decode_body(entry.body)
            if m.ENTRY_MESSAGES[body.type] is cls:
                payload = "\n".join(payload_lines(plain(entry.body)[6], cls))
                where = f"entry {number} of `good/{game}`, whose body has {len(entry.body)} bytes"
                return f"{told}The payload of {where}:\n```\n{payload}\n```"
    raise LookupError(cls.__name__)


def payload_lines(value: Any, cls: type) -> Iterator[str]:
    yield array(len(value), "payload", 0) if value else "90"
    yield from lines_of(value, describe_fields(cls), 1)


LINKS: tuple[m.LinkMessage, ...] = (
    m.Greet((1,), (), b"\x01" * 32, b"\x02" * 32, b"\x03" * 32), m.Ping(7), m.Auth(b"\x01" * 64, b"\x02" * 32),
    m.Pong(7),
    m.Offer(2, find_ruleset("georgian").canonical_bytes()), m.Chat("hello"), m.Another(),
    m.EntryFrame(1, b"\x01", b"\x02" * 64), m.OfferEnd(),
    m.Have(3, b"\x01" * 32), m.MoreTime(60), m.Refuse(3, 1, 13), m.Bye(0),
    m.Resume(b"\x01" * 32, 1, (b"\x02" * 32, bytes(32)), (m.HeldEntry(1, b"\x03" * 32),)),
)  # fmt: skip
"""One of every type, with values that are made up."""


def link_example(cls: type) -> str:
    """Sizes of the frame's payload by the form, and a frame whose values are made up."""
    low, high = sizes_of(describe_fields(cls))
    (message,) = [each for each in LINKS if type(each) is cls]
    payload = encode_link(message)
    number, value = plain(payload)
    lines = [f"{len(payload).to_bytes(4, 'big').hex():<46}length", array(2, "[type, payload]", 0)]
    lines += [line(number, "type", 1), array(len(value), "payload", 1), *lines_of(value, describe_fields(cls), 2)]
    told = f"Size of the frame's payload by these ranges: {span(low + 2, high + 2)} bytes. A frame:"
    return "\n".join([told, "```", *lines, "```"])
