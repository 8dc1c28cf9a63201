"""Lies in the bytes of an entry: other forms than the one strict form, and fields that are not what they must be.

Bytes that are no body stand in no place, whoever signed them, so they prove nothing; a body that stands in its right
place and says nothing readable convicts its signer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgpack

from ...errors import Code
from ...log.entry import SignedEntry
from ...verify import Verdict
from ...wire import messages as m
from ...wire.codec import pack
from ..cheat import Chapter, Layer, Make, Scene
from ..rogue import Rogue
from ..scenes import COMMIT, COUNT, DEAL, FOLLOW_SHOWN, LEAD_RAISING, OPENING, RESULT, REVEAL, SHARES, SHUFFLE
from .combinations import LEADS_LAST
from .sealed import GIVEN, REACHED

ENCODING = Chapter(Layer.ENCODING)

FIELDS: Final = ("version", "table_id", "round", "seat", "prev", "type", "payload")


# --- forms that are not the strict one ---------------------------------------------------------------------


def _part(field: str, form: Callable[[Any], bytes], head: bytes = b"\x97") -> Make:
    """A claim whose `field` is written in another form."""

    def make(liar: Rogue) -> SignedEntry:
        values = liar.body(9, ())
        parts = [form(value) if name == field else pack(value) for name, value in zip(FIELDS, values, strict=True)]
        return liar.sign(head + b"".join(parts))

    return make


def _wide(code: int, size: int) -> Callable[[int], bytes]:
    return lambda number: bytes([code]) + number.to_bytes(size, "big")


_FORMS: dict[str, tuple[str, str, str, Make]] = {
    "round-as-uint8": ("round", "The round is written in two bytes where one holds it.", "non-shortest forms",
                       _part("round", _wide(0xCC, 1))),
    "round-as-uint16": ("round", "The round is written in three bytes.", "non-shortest forms",
                        _part("round", _wide(0xCD, 2))),
    "round-as-uint32": ("round", "The round is written in five bytes.", "non-shortest forms",
                        _part("round", _wide(0xCE, 4))),
    "round-as-uint64": ("round", "The round is written in nine bytes.", "non-shortest forms",
                        _part("round", _wide(0xCF, 8))),
    "round-as-int8": ("round", "The round is written as a number with a sign.", "non-shortest forms",
                      _part("round", _wide(0xD0, 1))),
    "round-as-int64": ("round", "The round is written as a long number with a sign.", "non-shortest forms",
                       _part("round", _wide(0xD3, 8))),
    "round-as-float": ("round", "The round is a floating-point number.", "float",
                       _part("round", lambda n: bytes(msgpack.packb(float(n))))),
    "round-as-short-float": ("round", "The round is a short floating-point number.", "float",
                             _part("round", lambda n: bytes(msgpack.packb(float(n), use_single_float=True)))),
    "head-in-bin16": ("prev", "The head's header is wider than its length needs.", "wide headers",
                      _part("prev", lambda b: b"\xc5\x00\x20" + b)),
    "head-in-bin32": ("prev", "The head's header is the widest.", "wide headers",
                      _part("prev", lambda b: b"\xc6\x00\x00\x00\x20" + b)),
    "head-as-text": ("prev", "The head is text that is no UTF-8.", "bad UTF-8",
                     _part("prev", lambda b: b"\xd9\x02\xc3\x28")),
    "head-as-ext": ("prev", "The head is an extension.", "ext", _part("prev", lambda b: b"\xc7\x20\x01" + b)),
    "head-as-empty-ext": ("prev", "The head is an extension of no bytes.", "empty ext",
                          _part("prev", lambda b: b"\xc7\x00\x01")),
    "payload-as-map": ("payload", "The payload is a map.", "map", _part("payload", lambda p: b"\x81\x00\x00")),
    "payload-as-empty-map": ("payload", "The payload is an empty map.", "empty map",
                             _part("payload", lambda p: b"\x80")),
    "payload-as-array16": ("payload", "The payload's header is wider than it needs.", "wide headers",
                           _part("payload", lambda p: b"\xdc\x00\x00")),
    "payload-as-array32": ("payload", "The payload's header is the widest.", "wide headers",
                           _part("payload", lambda p: b"\xdd" + bytes(4))),
    "payload-too-deep": ("payload", "The payload nests deeper than any message.", "depth bombs",
                         _part("payload", lambda p: b"\x91" * 8 + b"\x90")),
    "payload-too-long": ("payload", "The payload has more items than any array.", "length bombs",
                         _part("payload", lambda p: b"\xdc\x00\x41" + b"\xc0" * 65)),
    "payload-promised": ("payload", "The payload promises four thousand million items.", "length bombs",
                         _part("payload", lambda p: b"\xdd" + b"\xff" * 4)),
    "payload-number-too-large": ("payload", "The payload holds a number that not every language holds.",
                                 "length bombs",
                                 _part("payload", lambda p: b"\x91\xcf" + (2**53).to_bytes(8, "big"))),
    "payload-number-too-low": ("payload", "The payload holds a number too far below zero.", "length bombs",
                               _part("payload", lambda p: b"\x91\xd3" + (-(2**53)).to_bytes(8, "big", signed=True))),
    "body-as-array16": ("body", "The body's own header is wider than it needs.", "wide headers",
                        _part("", bytes, b"\xdc\x00\x07")),
    "trailing-byte": ("body", "A byte stands behind the body.", "trailing bytes",
                      lambda liar: liar.sign(liar.signed(m.Claim()).body + b"\x00")),
    "second-body": ("body", "A second body stands behind the body.", "trailing bytes",
                    lambda liar: liar.sign(2 * liar.signed(m.Claim()).body)),
    "not-msgpack": ("body", "A byte that msgpack never uses.", "non-shortest forms", lambda liar: liar.sign(b"\xc1")),
    "map-for-a-body": ("body", "An empty map in place of the body.", "empty map", lambda liar: liar.sign(b"\x80")),
    "depth-bomb": ("body", "Sixty thousand arrays within each other.", "depth bombs",
                   lambda liar: liar.sign(b"\x91" * 60_000)),
    "length-bomb": ("body", "A header that promises four thousand million items.", "length bombs",
                    lambda liar: liar.sign(b"\xdd" + b"\xff" * 4)),
}  # fmt: skip
for _name, (_field, _lie, _line, _make) in _FORMS.items():
    ENCODING.add(f"body.{_field}", _name, _lie, LEAD_RAISING, Code.ENCODING, _line, _make, verdict=Verdict.MALFORMED)

_BODIES: dict[str, tuple[str, str, Make]] = {
    "empty-array": ("An empty array in place of the body.", "nil in the wrong place",
                    lambda liar: liar.sign(b"\x90")),
    "nil": ("Nil in place of the body.", "nil in the wrong place", lambda liar: liar.sign(b"\xc0")),
    "text": ("A word in place of the body.", "nil in the wrong place", lambda liar: liar.sign(pack("resign"))),
    "table-nil": ("The table's id is nil.", "nil in the wrong place", _part("table_id", lambda b: b"\xc0")),
    "round-nil": ("The round is nil.", "nil in the wrong place", _part("round", lambda n: b"\xc0")),
    "round-below-zero": ("The round is a number below zero.", "",
                         _part("round", lambda n: b"\xff")),
    "head-too-short": ("The head is a byte short.", "", _part("prev", lambda b: pack(b[:-1]))),
    "seat-too-high": ("The seat is a number that no table has.", "", _part("seat", lambda n: b"\x06")),
    "payload-nil": ("The payload is nil.", "nil in the wrong place", _part("payload", lambda p: b"\xc0")),
}  # fmt: skip
for _name, (_lie, _line, _make) in _BODIES.items():
    ENCODING.add("body", f"body-{_name}", _lie, LEAD_RAISING, Code.SHAPE, _line, _make, verdict=Verdict.MALFORMED)


# --- in the right place, and not readable ------------------------------------------------------------------

def _raw(number: int, payload: tuple[object, ...] = (), **place: Any) -> Make:
    return lambda liar: liar.signed_raw(number, payload, **place)


for _number in (22, 100, 255):
    ENCODING.add("body.type", f"type-{_number}", f"A message of type {_number}, which does not exist.", LEAD_RAISING,
                 Code.TYPE_UNKNOWN,
                 "", _raw(_number))  # fmt: skip
for _version in (0, 2, 65535):
    ENCODING.add("body.version", f"version-{_version}", f"A body of version {_version}, which was not agreed on.",
                 LEAD_RAISING, Code.VERSION,
                 "", _raw(9, version=_version))  # fmt: skip

P64, P128, P192 = bytes(64), bytes(128), bytes(192)

_SHAPES: dict[str, tuple[Scene, int, tuple[object, ...], str]] = {
    "claim-with-a-field": (LEAD_RAISING, 9, (1,), "A claim carries a field."),
    "resign-with-a-field": (LEAD_RAISING, 17, (None,), "A resignation carries a field."),
    "raise-without-a-field": (LEAD_RAISING, 11, (), "A raise says no stake."),
    "raise-to-seven": (LEAD_RAISING, 11, (7,), "A raise to more than there is."),
    "raise-to-one": (LEAD_RAISING, 11, (1,), "A raise to the stake that stands from the start."),
    "raise-to-nil": (LEAD_RAISING, 11, (None,), "A raise to nil."),
    "raise-to-a-truth": (LEAD_RAISING, 11, (True,), "A raise to true, which some languages take for one."),
    "lead-of-nothing": (LEAD_RAISING, 6, (b"", b"", b"", P64), "A lead that opens no card."),
    "lead-of-text": (LEAD_RAISING, 6, ("", "", "", ""), "A lead whose fields are text."),
    "lead-with-a-long-hand": (LEAD_RAISING, 6, (bytes(331), b"", bytes(33), P64),
                              "A lead with a hand longer than any."),
    "lead-with-a-short-proof": (LEAD_RAISING, 6, (bytes(198), bytes(550), bytes(33), bytes(63)),
                                "A lead with a short proof."),
    "commitment-cut": (COMMIT, 1, (bytes(31),), "A commitment that is a byte short."),
    "commitment-as-text": (COMMIT, 1, ("0" * 32,), "A commitment that is text."),
    "key-uncompressed": (REVEAL, 2, (b"\x04" + P64, P64, bytes(32)), "A whole uncompressed point as the key."),
    "nonce-empty": (REVEAL, 2, (bytes(33), P64, b""), "A nonce of no bytes."),
    "key-proof-lengthened": (REVEAL, 2, (bytes(33), bytes(96), bytes(32)),
                             "A proof of ownership with a response more."),
    "shuffle-without-a-proof": (SHUFFLE, 3, (bytes(66 * 20), b""), "A shuffle with an empty argument."),
    "deck-empty": (SHUFFLE, 3, (b"", bytes(2760)), "A shuffle of no cards."),
    "deck-of-37": (SHUFFLE, 3, (bytes(66 * 37), bytes(2760)), "A shuffle of more cards than there are."),
    "deal-empty": (DEAL, 4, (b"", P64), "A deal without shares."),
    "deal-without-a-proof": (DEAL, 4, (bytes(132), b""), "A deal without a proof."),
    "shares-empty": (SHARES, 5, (b"", P64), "Shares that are none."),
    "shares-without-a-proof": (SHARES, 5, (bytes(33), b""), "Shares without a proof."),
    "openings-empty": (OPENING, 14, (b"", P64), "An opening of nothing."),
    "count-of-121": (COUNT, 15, (((121, P128),),), "A sum above that of a whole deck."),
    "count-with-a-short-proof": (COUNT, 15, (((0, bytes(127)),),), "A sum with a short proof."),
    "count-below-zero": (COUNT, 15, (((-1, P128),),), "A sum below zero."),
    "give-of-56-points": (FOLLOW_SHOWN, 8, (bytes(198), bytes(550), 56, P128),
                          "A give worth more than five cards can be."),
    "give-with-a-long-proof": (FOLLOW_SHOWN, 8, (bytes(198), bytes(550), 5, bytes(160)),
                               "A give with a proof longer than any."),
    "result-without-a-word": (RESULT, 16, (1, 0, 0, 1, (1, 0), (0, 0), 0, 0),
                              "A result that does not say whether one plays on."),
    "result-of-seven-seats": (RESULT, 16, (1, 0, 0, 1, (0,) * 7, (0, 0), 0, 0, True),
                              "A result with a score for seven."),
    "result-of-no-seats": (RESULT, 16, (1, 0, 0, 1, (), (0, 0), 0, 0, True), "A result with a score for nobody."),
    "result-with-a-number-for-a-word": (RESULT, 16, (1, 0, 0, 1, (1, 0), (0, 0), 0, 0, 1),
                                        "A result that plays on with a one."),
    "result-with-a-pot-below-zero": (RESULT, 16, (1, 0, 0, 1, (1, 0), (0, 0), -1, 0, True),
                                     "A result with less than nothing in the pot."),
    "result-with-chips-of-nil": (RESULT, 16, (1, 0, 0, 1, (1, 0), (None, 0), 0, 0, True),
                                 "A result with nil for chips."),
    "result-with-points-below-zero": (RESULT, 16, (1, 0, 0, -1, (1, 0), (0, 0), 0, 0, True),
                                      "A result worth less than nothing."),
    "announcement-of-a-fourth-kind": (LEADS_LAST, 18, (3, bytes(256)),
                                      "A combination of a number that there is none for."),
    "announcement-below-zero": (LEADS_LAST, 18, (-1, bytes(256)), "A combination of a number below zero."),
    "announcement-of-nil": (LEADS_LAST, 18, (None, bytes(256)), "A combination of nil."),
    "announcement-of-a-truth": (LEADS_LAST, 18, (False, bytes(256)), "A combination of false."),
    "announcement-too-short": (LEADS_LAST, 18, (0, bytes(63)), "A combination with a proof shorter than any."),
    "announcement-too-long": (LEADS_LAST, 18, (0, bytes(64 * 6 + 1)), "A combination with a proof longer than any."),
    "announcement-without-a-proof": (LEADS_LAST, 18, (0,), "A combination without a proof."),
    "announcement-with-a-field-more": (LEADS_LAST, 18, (0, bytes(256), 0), "A combination with a field more."),
    "sealed-sum-cut": (GIVEN, 20, (bytes(65), P192), "A sealed sum that is a byte short."),
    "sealed-sum-empty": (GIVEN, 20, (b"", b""), "A sealed sum of no bytes."),
    "sealed-sum-told": (GIVEN, 20, (10, P192), "A sum in the open where a sealed one is due."),
    "sealed-sum-with-a-short-proof": (GIVEN, 20, (bytes(66), bytes(160)), "A sealed sum with a response less."),
    "sealed-sum-without-a-proof": (GIVEN, 20, (bytes(66),), "A sealed sum without a proof."),
    "total-below-zero": (REACHED, 21, (-1, P64), "A total below zero."),
    "total-of-121": (REACHED, 21, (121, P64), "A total above that of a whole deck."),
    "total-of-a-huge-number": (REACHED, 21, (2**53 - 1, P64), "A total of the largest number of all."),
    "total-of-nil": (REACHED, 21, (None, P64), "A total of nil."),
    "total-of-a-truth": (REACHED, 21, (True, P64), "A total of true."),
    "total-with-a-short-proof": (REACHED, 21, (20, bytes(63)), "A total with a short proof."),
    "total-without-a-proof": (REACHED, 21, (20,), "A total without a proof."),
}  # fmt: skip

for _name, (_scene, _number, _payload, _lie) in _SHAPES.items():
    _nil = "nil" in _name or "truth" in _name
    ENCODING.add(f"{m.ENTRY_MESSAGES[_number].__name__}.payload", _name, _lie, _scene, Code.SHAPE,
                 "nil in the wrong place" if _nil else "",
                 _raw(_number, _payload))  # fmt: skip
