"""Lies for `hand.json`: what a seat could say in place of an entry of the hand, signed anew, and what refuses it.

Here: one change of an entry a lie. Never: a lie that needs a second proof (`relation`, `shuffle` and the games have
those), or a code computed: each is said by hand, and `hand.py` compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any, NamedTuple

import msgpack

from bura_p2p.conformance.hall import Hall
from bura_p2p.crypto.group import ORDER
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.wire.codec import decode_body

from .form import whole_bytes

Fields = tuple[Any, ...]
Change = Callable[[Fields], Fields]


class Lie(NamedTuple):
    """In place of the entry at `at`: what was changed, the entry that comes, the code that it gets, its type."""

    at: int
    mutation: str
    entry: SignedEntry
    code: str
    kind: int


def outer(index: int, to: Callable[[Any], Any]) -> Change:
    return lambda fields: (*fields[:index], to(fields[index]), *fields[index + 1 :])


def item(index: int, to: Callable[[Any], Any]) -> Change:
    """Changes one field of the payload."""
    return outer(6, lambda payload: (*payload[:index], to(payload[index]), *payload[index + 1 :]))


def said(number: int, *payload: Any) -> Change:
    return lambda fields: (*fields[:5], number, payload)


def plus_one(scalar: int) -> Callable[[bytes], bytes]:
    """One more, modulo n, in the scalar of that index."""
    at = 32 * scalar
    return lambda proof: whole_bytes(proof, at, (int.from_bytes(proof[at : at + 32], "big") + 1) % ORDER)


def too_large(proof: bytes) -> bytes:
    return whole_bytes(proof, 0, ORDER)


def negated(points: bytes) -> bytes:
    """The first point, the other one with its x."""
    return bytes([points[0] ^ 1]) + points[1:]


def zeros(points: bytes) -> bytes:
    return bytes(33) + points[33:]


def exchanged(deck: bytes) -> bytes:
    return deck[66:132] + deck[:66] + deck[132:]


OUTER: Sequence[tuple[str, str, Change]] = (
    ("another table", "table_wrong", outer(1, lambda _: b"\x05" * 32)),
    ("the round after", "round_wrong", outer(2, lambda number: number + 1)),
    ("the other seat's number", "seat_wrong", outer(3, lambda seat: 1 - seat)),
    ("another head", "prev_wrong", outer(4, lambda _: b"\x05" * 32)),
    ("version 2", "version", outer(0, lambda _: 2)),
    ("type 22", "type_unknown", outer(5, lambda _: 22)),
    ("one field more", "shape", outer(6, lambda payload: (*payload, 0))),
    ("a cede", "type_not_due", said(19)),
    ("six fields: no payload", "shape", lambda fields: fields[:6]),
)
"""One of these for every entry, in turn."""

SHARES = (
    ("a share more", "length", item(0, lambda points: points + points[:33])),
    ("the first share zeros", "point", item(0, zeros)),
    ("e = n", "scalar", item(1, too_large)),
    ("the first share negated", "share_proof", item(0, negated)),
)
PLAYS = (
    ("two openings more", "length", item(2, lambda points: points + points[:33] * 3)),
    ("s_1 of the mix: plus 1", "mix_proof", item(1, plus_one(1))),
    ("two mixed cards exchanged", "mix_proof", item(0, exchanged)),
    ("the first opening zeros", "point", item(2, zeros)),
    ("e = n", "scalar", item(3, too_large)),
    ("the first opening negated", "open_proof", item(2, negated)),
)

TYPED: dict[int, Sequence[tuple[str, str, Change]]] = {
    0: (
        ("another identity", "identity_key", item(0, lambda _: b"\x05" * 32)),
        ("versions 2 and 3", "version", item(2, lambda _: (2, 3))),
        ("feature 6", "feature", item(3, lambda _: (6,))),
        ("features 2 and 4", "feature", item(3, lambda _: (2, 4))),
        ("the ruleset without its last byte", "ruleset", item(5, lambda rules: rules[:-1])),
        ("a table of three", "ruleset_differs", item(4, lambda _: 3)),
    ),
    2: (
        ("another nonce", "commitment", item(2, lambda _: b"\x05" * 32)),
        ("a key of zeros, which counts later", "commitment", item(0, lambda _: bytes(33))),
    ),
    3: (
        ("a card less", "length", item(0, lambda deck: deck[66:])),
        ("A of the first card zeros", "point", item(0, zeros)),
        ("k = n", "scalar", item(1, too_large)),
        ("two outputs exchanged", "shuffle_proof", item(0, exchanged)),
    ),
    4: SHARES,
    5: SHARES,
    6: PLAYS,
    7: PLAYS,
    8: (
        ("points, where none are shown", "length", item(2, lambda _: 0)),
        ("s_1 of the mix: plus 1", "mix_proof", item(1, plus_one(1))),
        ("a claim", "type_not_due", said(9)),
    ),
    11: (("to 6", "raise_illegal", item(0, lambda _: 6)),),
    12: (("a claim", "type_not_due", said(9)),),
    15: (
        ("a pile more", "length", item(0, lambda piles: (*piles, *piles))),
        ("a point more", "statement_proof", item(0, lambda piles: ((piles[0][0] + 1, piles[0][1]), *piles[1:]))),
    ),
    16: (
        ("hand 2", "result_wrong", item(0, lambda hand: hand + 1)),
        ("nobody has won", "result_wrong", item(1, lambda _: None)),
        ("another reason", "result_wrong", item(2, lambda reason: reason + 1)),
        ("a match point more", "result_wrong", item(3, lambda points: points + 1)),
        ("another score", "result_wrong", item(4, lambda score: score[::-1])),
        ("chips", "result_wrong", item(5, lambda chips: (1, -1))),
        ("a pot", "result_wrong", item(6, lambda pot: 1)),
        ("the other leader", "result_wrong", item(7, lambda leader: 1 - leader)),
        ("given up, where all is over", "type_not_due", said(17)),
    ),
}  # fmt: skip
"""By type, for the first entry of it that can be changed so."""


def lies(hall: Hall) -> Iterator[Lie]:
    """In the order of the entries in whose place they come."""
    turn, seen = cycle(OUTER), set[int]()
    for at, entry in enumerate(hall.entries()):
        fields = msgpack.unpackb(entry.body, use_list=False)
        kind = decode_body(entry.body).type
        chosen = [next(turn)]
        if kind not in seen and not (kind in (6, 7, 8) and len(fields[6][0]) < 132):
            chosen += TYPED.get(kind, ())
            seen.add(kind)
        for mutation, code, change in chosen:
            body = msgpack.packb(change(fields))
            yield Lie(at, mutation, sign_entry(hall.identities[entry.seat], body, entry.seat), code, kind)
        if at % 9 == 0:
            unsigned = SignedEntry(entry.seat, body, entry.signature)
            yield Lie(at, "another body than was signed", unsigned, "signature", kind)
