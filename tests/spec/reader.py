"""From the text of spec.md: its tables, frames, strict msgpack, fields, signatures, heads, the table id, the file.

Written from spec.md and reading its tables; imports nothing of the package it stands against. Never: points
(`curve.py`), proofs (`proofs.py`), rules, stages (`judge.py`).
"""
from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TEXT = (Path(__file__).parents[2] / "spec.md").read_text("utf-8")
BLOCKS = {m[1]: m[2] for m in re.finditer(r"<!-- begin ([a-z_ ]+) -->\n(.*?)<!-- end \1 -->", TEXT, re.DOTALL)}
ZERO = bytes(32)


class Refused(Exception):  # noqa: N818  the text's own word
    """An entry is refused with `code`; `well` says whether it stands well (E13)."""

    def __init__(self, code: str, *, well: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.well = well


class Malformed(Exception):  # noqa: N818
    """X1."""


def need(holds: bool, code: str) -> None:
    if not holds:
        raise Refused(code)


def rows(block: str) -> list[list[str]]:
    """The cells of the last table of a block, without its header, code marks taken off."""
    lines = [line for line in BLOCKS[block].splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("| ").split(" | ")] for line in lines[2:]]


def read_number(text: str, pattern: str) -> int:
    """The hexadecimal number that the pattern finds in the text."""
    return int(re.search(pattern, text, re.MULTILINE)[1], 16)  # type: ignore[index]


LIMITS = {row[0]: int(row[1]) for row in rows("limits")}
TYPES = {int(row[0]): row[1] for row in rows("entry types")}
FIRST = {int(row[0]): int(row[1].split("_")[1]) for row in rows("features")}
"""Features by number, with the seat that each names as first leader."""


# --- sections 5 and 6 --------------------------------------------------------------------------------------


def frames(data: bytes) -> Iterator[bytes]:
    while data:
        length = int.from_bytes(data[:4], "big")
        if not 1 <= length <= LIMITS["max_frame"] or len(data) < 4 + length:
            raise Malformed
        yield data[4 : 4 + length]
        data = data[4 + length :]


def strict(data: bytes) -> Any:
    need(len(data) <= LIMITS["max_frame"], "encoding")
    try:
        value = msgpack.unpackb(data, use_list=False, raw=False, strict_map_key=True)
    except Exception:  # noqa: BLE001
        raise Refused("encoding") from None
    need(allowed(value, LIMITS["max_depth"]), "encoding")
    need(msgpack.packb(value, use_bin_type=True) == data, "encoding")
    return value


def allowed(value: Any, depth: int) -> bool:
    if type(value) is tuple:
        return depth > 0 and len(value) <= LIMITS["max_items"] and all(allowed(item, depth - 1) for item in value)
    if type(value) is int:
        return abs(value) <= LIMITS["max_uint"]
    return value is None or type(value) in (bool, str, bytes)


def fits(value: Any, kind: str) -> bool:
    """Whether a value has a type and range as the tables of the text write them."""
    if " or " in kind and "[" not in kind:
        return any(fits(value, one) for one in kind.split(" or "))
    if kind == "nil":
        return value is None
    if kind == "bool":
        return type(value) is bool
    if kind == "array":
        return type(value) is tuple
    if kind.startswith("["):
        items = [item.split(" ", 1)[1] for item in kind[1:-1].split("; ")]
        return type(value) is tuple and len(value) == len(items) and all(map(fits, value, items))
    if match := re.fullmatch(r"array of (\S+) × (.+?)(, strictly ascending)?", kind):
        return (
            type(value) is tuple
            and within(len(value), match[1])
            and all(fits(item, match[2]) for item in value)
            and (not match[3] or list(value) == sorted(set(value)))
        )
    name, span = kind.split(" ")
    match name:
        case "uint" | "int":
            return type(value) is int and within(value, span)
        case "bin":
            return type(value) is bytes and within(len(value), span)
        case "str":
            return type(value) is str and within(len(value.encode()), span)
    raise ValueError(kind)


def within(number: int, span: str) -> bool:
    low, _, high = span.replace("−", "-").partition("–")
    return int(low) <= number <= int(high or low)


def fields(value: Any, block: str) -> dict[str, Any]:
    """The fields of an array by name (E7, E14)."""
    kinds = rows(block) if "|" in BLOCKS[block] else []
    need(type(value) is tuple and len(value) == len(kinds), "shape")
    need(all(fits(item, row[2]) for item, row in zip(value, kinds, strict=True)), "shape")
    return {row[1]: item for item, row in zip(value, kinds, strict=True)}


# --- section 7 ---------------------------------------------------------------------------------------------


def lp(x: bytes) -> bytes:
    return len(x).to_bytes(2, "big") + x


def vec(*parts: bytes) -> bytes:
    return len(parts).to_bytes(2, "big") + b"".join(map(lp, parts))


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


MEDIA_TYPE = re.search(r"PAE\(T, body\) with T = `([^`]+)`", TEXT)[1].encode()  # type: ignore[index]
Y8 = read_number(TEXT, r"^y8 = ([0-9a-f]{64})$")
FIELD25519 = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
LOW = {0, 1, FIELD25519 - 1, Y8, FIELD25519 - Y8}


def pae(kind: bytes, body: bytes) -> bytes:
    return b" ".join([b"DSSEv1", str(len(kind)).encode(), kind, str(len(body)).encode(), body])


def strict_point(encoded: bytes) -> bool:
    y = int.from_bytes(encoded, "little") % 2**255
    return len(encoded) == 32 and y < FIELD25519 and y not in LOW


def strict_key(encoded: bytes) -> bool:
    """A strict point that lies on the curve: (y²−1)/(d·y²+1) is a square, and 0 has no odd root."""
    y, d = int.from_bytes(encoded, "little") % 2**255, -121665 * pow(121666, -1, FIELD25519)
    xx = (y * y - 1) * pow(d * y * y + 1, -1, FIELD25519) % FIELD25519
    return strict_point(encoded) and pow(xx, (FIELD25519 - 1) // 2, FIELD25519) == 1


def signed(key: bytes, body: bytes, signature: bytes) -> None:
    need(strict_key(key), "identity_key")
    s = int.from_bytes(signature[32:], "little")
    need(len(signature) == 64 and strict_point(signature[:32]) and s < L, "signature")
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, pae(MEDIA_TYPE, body))
    except InvalidSignature:
        raise Refused("signature") from None


def next_head(head: bytes, bodies: Iterable[bytes]) -> bytes:
    return sha(vec(head, *bodies))


def table_id(head: bytes) -> bytes:
    return sha(vec(b"BURA-P2P-V1-table", head))


# --- section 15.1 ------------------------------------------------------------------------------------------


def read_file(data: bytes) -> tuple[tuple[bytes, ...], list[tuple[int, bytes, bytes]]]:
    """(identities, entries): X1."""
    if not data.startswith(b"BURA-GAME-FILE 1") or len(data) > LIMITS["max_file"]:
        raise Malformed
    try:
        first, *rest = [strict(frame) for frame in frames(data[16:])]
        need(fits(first, "array of 2–6 × bin 32") and len(set(first)) == len(first), "shape")
        need(all(map(strict_key, first)), "identity_key")
        entries = [tuple(fields(item, "link entry_frame").values()) for item in rest]
    except (Refused, ValueError):
        raise Malformed from None
    if not entries or len(entries) > LIMITS["max_file_entries"] or any(entry[0] >= len(first) for entry in entries):
        raise Malformed
    return first, entries
