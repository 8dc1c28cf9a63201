"""From the text of spec.md, 15.2: what a stranger concludes from one file, and from several. See `judge.py`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from .judge import Table
from .reader import Malformed, Refused, fields, read_file, signed, strict

Entry = tuple[int, bytes, bytes]
Verdict = tuple[str, tuple[int, int, str] | None]
DROPPED = {"table_wrong", "round_wrong", "round_wrong_later", "seat_wrong", "prev_wrong"}


def verdict(data: bytes, others: Sequence[bytes] = ()) -> tuple[str, tuple[int, int, str] | None, Table | None]:
    """Section 15.2: verdict, (seat, round, code) where it convicts, the table."""
    try:
        identities, entries = read_file(data)
    except Malformed:
        return "malformed", None, None
    table = Table(identities)
    lent = borrowed(table, identities, entries, others)
    found = own(table, entries)
    if lent and (found is None or found[0] == "forked"):
        found = mend(table, entries, lent, found)
    found = found or (ENDINGS.get(table.stage, "open"), None)
    if found[0] not in ("fault", "equivocation", "malformed", "unsupported"):
        found = two_bodies(table, sorted([*entries, *lent], key=place_of)) or found
    return *found, table


ENDINGS = {"complete": "fair", "void": "void", "result": "unsigned_result"}


def borrowed(
    table: Table, identities: tuple[bytes, ...], entries: list[Entry], others: Sequence[bytes]
) -> list[Entry]:
    alike: list[list[Entry]] = []
    for data in others:
        with suppress(Malformed):
            same, lent = read_file(data)
            if (same, first_body(lent)) == (identities, first_body(entries)):
                alike.append(list(takewhile(lambda entry: authentic(table, *entry) is not None, lent)))
    found = dict.fromkeys(entry for lent in alike for entry in lent)
    return sorted((entry for entry in found if entry not in entries), key=lambda entry: entry[1:])


def first_body(entries: list[Entry]) -> bytes | None:
    """Of seat 0."""
    return next((body for seat, body, _ in entries if seat == 0), None)


def own(table: Table, entries: list[Entry]) -> Verdict | None:
    for seat, body, signature in entries:
        try:
            if not table.judge(seat, body, signature):
                return "malformed", None
        except Refused as fault:
            return refused(table, seat, body, fault)
    return None


def mend(table: Table, entries: list[Entry], lent: list[Entry], found: Verdict | None) -> Verdict | None:
    """X3."""
    taken = accepted(table)
    at_hand = [entry for entry in [*entries, *lent] if entry[1] not in taken]
    refusal = lend(table, sorted(at_hand, key=place_of))
    if refusal is not None or found is None:
        return refusal
    taken = accepted(table)
    return found if any(body not in taken for _, body, _ in entries) else None


def accepted(table: Table) -> set[bytes]:
    return {body for spoken in (*table.closed, table.open) for body in spoken.values()}


def place_of(entry: Entry) -> tuple[int, int]:
    seat, body, _ = entry
    try:
        return fields(strict(body), "body")["round"], seat
    except Refused:
        return 2**53, seat


def lend(table: Table, lent: list[Entry]) -> Verdict | None:
    for seat, body, signature in lent:
        try:
            if authentic(table, seat, body, signature) is not None:
                table.judge(seat, body, signature)
        except Refused as fault:
            if table.closed and (fault.well or fault.code not in DROPPED):
                return refused(table, seat, body, fault)
    return None


def authentic(table: Table, seat: int, body: bytes, signature: bytes) -> dict[str, Any] | None:
    """E5 to E8."""
    try:
        signed(table.identities[seat], body, signature)
        found = fields(strict(body), "body")
    except Refused:
        return None
    return found if found["seat"] == seat else None


def two_bodies(table: Table, entries: list[Entry]) -> Verdict | None:
    """X4."""
    bodies: dict[tuple[int, int], bytes] = {}
    for seat, body, signature in entries:
        found = authentic(table, seat, body, signature)
        if found is None or found["table_id"] != table.table_id or not found["round"]:
            continue
        if bodies.setdefault((found["round"], seat), body) != body:
            return "equivocation", (seat, found["round"], "equivocation")
    return None


def refused(table: Table, seat: int, body: bytes, fault: Refused) -> tuple[str, tuple[int, int, str] | None]:
    if fault.code == "round_wrong_later" or (fault.code == "prev_wrong" and table.closed):
        return "forked", None
    if fault.code == "equivocation":
        return "equivocation", (seat, strict(body)[2], fault.code)
    if not fault.well or fault.code == "prev_wrong":
        return "malformed", None
    if not table.closed:
        return "unsupported" if fault.code in ("version", "feature", "ruleset") else "malformed", None
    return "fault", (seat, len(table.closed), fault.code)
