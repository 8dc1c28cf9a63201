"""Lies about places: signatures, tables, rounds, heads, and two words for one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from ...crypto.identity import Identity
from ...errors import Code
from ...log.entry import SignedEntry, sign_entry
from ...rules import actions as a
from ...verify import Verdict
from ...wire import messages as m
from ..cheat import Chapter, Layer, Make, Scene, bound
from ..pens import OTHER_HASH
from ..rogue import Rogue
from ..scenes import LATER_LEAD, LEAD_RAISING
from .plays import open_play

ENTRY = Chapter(Layer.ENTRY)

GROUP_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""The order of Ed25519's base point."""


def noise(name: str, field: str, lie: str, code: Code, line: str, make: Make, *, scene: Scene = LEAD_RAISING,
          verdict: Verdict = Verdict.MALFORMED, source: str = "") -> None:  # fmt: skip
    """Write down an entry that does not stand in its place: it is refused, and nobody is named."""
    ENTRY.add(f"Claim.{field}", name, lie, scene, code, line, make, verdict=verdict, source=source)


# --- signatures --------------------------------------------------------------------------------------------


def _signature(change: Callable[[bytes], bytes]) -> Make:
    def make(liar: Rogue) -> SignedEntry:
        signed = liar.signed(m.Claim())
        return replace(signed, signature=change(signed.signature))

    return make


def _malleable(signature: bytes) -> bytes:
    """S + L in place of S: the same equation holds."""
    S = int.from_bytes(signature[32:], "little") + GROUP_ORDER
    return signature[:32] + S.to_bytes(32, "little")


_SIGNATURES: dict[str, tuple[str, str, Callable[[bytes], bytes]]] = {
    "bit-of-r-flipped": ("One bit of R is another.", "wrong signature", lambda s: bytes([s[0] ^ 1]) + s[1:]),
    "bit-of-s-flipped": ("One bit of S is another.", "wrong signature",
                         lambda s: s[:32] + bytes([s[32] ^ 1]) + s[33:]),
    "s-not-reduced": ("L is added to S, under which lenient verifiers accept a second signature.",
                      "non-canonical Ed25519 keys", _malleable),
    "r-of-low-order": ("R is the neutral point.", "low-order Ed25519 keys", lambda s: b"\x01" + bytes(31) + s[32:]),
    "r-not-canonical": ("R is the neutral point with a y that is not reduced.", "non-canonical Ed25519 keys",
                        lambda s: b"\xee" + b"\xff" * 30 + b"\x7f" + s[32:]),
    "all-zero": ("The signature is zero bytes.", "wrong signature", lambda s: bytes(64)),
}  # fmt: skip
for _name, (_lie, _line, _change) in _SIGNATURES.items():
    noise(f"signature-{_name}", "signature", _lie, Code.SIGNATURE, _line, _signature(_change),
          source="Chalkias, Garillot, Nikolaenko, Taming the many EdDSAs (2020)")  # fmt: skip


def _as_another(liar: Rogue) -> SignedEntry:
    signed = liar.signed(m.Claim(), seat=liar.others[0])
    return replace(signed, seat=liar.others[0])


def _by_nobody(liar: Rogue) -> SignedEntry:
    body = liar.signed(m.Claim()).body
    return sign_entry(Identity.generate(liar.entropy), body, liar.seat)


def _other_type(liar: Rogue) -> SignedEntry:
    return liar.sign(liar.signed(m.Claim()).body, "application/vnd.bura-p2p.link-guest+msgpack;v=1")


def _other_body(liar: Rogue) -> SignedEntry:
    return replace(liar.signed(m.Claim()), signature=liar.signed(m.Resign()).signature)


def _other_seat(liar: Rogue) -> SignedEntry:
    return liar.signed(m.Claim(), seat=liar.others[0])


def _no_seat(liar: Rogue) -> SignedEntry:
    seat = len(liar.others) + 1
    return replace(liar.signed(m.Claim(), seat=seat), seat=seat)


noise("another-seats-name", "signature", "An entry in another seat's name under the liar's own key.", Code.SIGNATURE,
      "other key", _as_another)  # fmt: skip
noise("key-of-nobody", "signature", "An entry of the liar's under a key that sits nowhere.", Code.SIGNATURE,
      "other key", _by_nobody)  # fmt: skip
noise("signed-as-a-link", "signature", "The right body, signed as the proof of a link.", Code.SIGNATURE,
      "other type under the same signature", _other_type)  # fmt: skip
noise("signature-of-another-body", "signature", "The liar's own signature of a resignation under a claim.",
      Code.SIGNATURE, "wrong signature", _other_body)  # fmt: skip
noise("body-of-another-seat", "seat", "The liar signs a body that says another seat's number.", Code.SEAT_WRONG,
      "wrong seat", _other_seat)  # fmt: skip
noise("seat-that-is-none", "seat", "An entry of a seat that this table does not have.", Code.SEAT_WRONG,
      "wrong seat", _no_seat)  # fmt: skip


# --- places ------------------------------------------------------------------------------------------------


def _at(**place: Any) -> Make:
    return lambda liar: liar.signed(m.Claim(), **place)


def _silent(liar: Rogue) -> SignedEntry:
    spoke = [{entry.seat for entry in entries} for entries in liar.table.log.closed]
    return liar.signed(m.Resign(), round=next(at for at, seats in enumerate(spoke) if liar.seat not in seats))


def _second_hello(liar: Rogue) -> SignedEntry:
    hello = replace(liar.said(m.Hello), nonce=OTHER_HASH)
    return liar.signed(hello, table_id=bytes(32), round=0, prev=bytes(32))


noise("another-table", "table_id", "An entry that names another table.", Code.TABLE_WRONG, "wrong table",
      _at(table_id=OTHER_HASH))  # fmt: skip
noise("no-table", "table_id", "An entry that names no table, as only hellos do.", Code.TABLE_WRONG, "wrong table",
      _at(table_id=bytes(32)))  # fmt: skip
noise("another-head", "prev", "An entry on a head that is not this table's.", Code.PREV_WRONG, "wrong prev",
      _at(prev=OTHER_HASH), verdict=Verdict.FORKED)  # fmt: skip
noise("head-before-last", "prev", "An entry on the head before the last round.", Code.PREV_WRONG, "wrong prev",
      lambda liar: liar.signed(m.Claim(), prev=liar.table.log.head_before(liar.table.round - 1)),
      verdict=Verdict.FORKED)  # fmt: skip
noise("round-to-come", "round", "An entry for the round after this.", Code.ROUND_WRONG, "wrong round",
      lambda liar: liar.signed(m.Claim(), round=liar.table.round + 1), verdict=Verdict.FORKED)  # fmt: skip
noise("last-round-of-all", "round", "An entry for the last round that a number can name.", Code.ROUND_WRONG,
      "wrong round", _at(round=2**32 - 1), verdict=Verdict.FORKED)  # fmt: skip
noise("old-round-in-which-it-was-silent", "round", "An entry for a closed round in which only others spoke.",
      Code.ROUND_WRONG, "wrong round", _silent, scene=LATER_LEAD)  # fmt: skip
ENTRY.add("Hello.nonce", "second-hello", "Another hello of the same seat: it names no table, so it proves nothing.",
          LEAD_RAISING, Code.TABLE_WRONG, "two entries for one place", _second_hello,
          verdict=Verdict.MALFORMED)  # fmt: skip
def _unknown(place: dict[str, Any], liar: Rogue) -> SignedEntry:
    return liar.signed_raw(22, (), **place)


for _name, _place, _code, _verdict in (
    ("on-another-head", {"prev": OTHER_HASH}, Code.PREV_WRONG, Verdict.FORKED),
    ("at-another-table", {"table_id": OTHER_HASH}, Code.TABLE_WRONG, Verdict.MALFORMED),
):
    ENTRY.add("body.type", f"unknown-type-{_name}",
              f"A type that does not exist, {_name.replace('-', ' ')}: it stands nowhere.",
              LEAD_RAISING, _code, "wrong prev" if _verdict is Verdict.FORKED else "wrong table",
              partial(_unknown, _place), verdict=_verdict)  # fmt: skip


# --- two words for one place -------------------------------------------------------------------------------


def two_words(name: str, lie: str, second: Callable[[Rogue, SignedEntry], SignedEntry],
              message: str = "Lead") -> None:
    """Write down a second body for a place in which the liar has just led."""

    def make(liar: Rogue) -> tuple[SignedEntry, SignedEntry]:
        first = liar.signed(liar.message(m.Lead, next(act for act in liar.legal if isinstance(act, a.Lead))))
        return first, second(liar, first)

    ENTRY.add(f"{message}.second", name, lie, LEAD_RAISING, Code.EQUIVOCATION, "two entries for one place", make,
              verdict=Verdict.EQUIVOCATION)  # fmt: skip


def _another_lead(liar: Rogue, first: SignedEntry) -> SignedEntry:
    return liar.signed(open_play(liar, m.Lead, liar.held[-1:]))


def _mixed_anew(liar: Rogue, first: SignedEntry) -> SignedEntry:
    return liar.signed(liar.message(m.Lead, next(act for act in liar.legal if isinstance(act, a.Lead))))


two_words("two-leads", "After a lead another one, of another card, for the same place.", _another_lead)
two_words("same-lead-mixed-anew", "The same card is led twice, with two mixes: each is honest, and both are not.",
          _mixed_anew)
two_words("lead-and-resignation", "After a lead a resignation for the same place.",
          lambda liar, first: liar.signed(m.Resign()), "Resign")  # fmt: skip
two_words("lead-and-claim", "After a lead a claim for the same place.", lambda liar, first: liar.signed(m.Claim()),
          "Claim")
two_words("lead-and-raise", "After a lead a raise for the same place.", lambda liar, first: liar.signed(m.Raise(2)),
          "Raise")
two_words("second-word-on-another-head", "After a lead a resignation for the same round, on another head.",
          lambda liar, first: liar.signed(m.Resign(), prev=OTHER_HASH), "Resign")  # fmt: skip
two_words("second-word-unreadable", "After a lead a body of no known type for the same place.",
          lambda liar, first: liar.signed_raw(22, ()), "body")  # fmt: skip

def _resigned_at(liar: Rogue, kind: type[m.EntryMessage]) -> SignedEntry:
    return liar.signed(m.Resign(), **liar.place_of(kind))


_OLD: tuple[type[m.EntryMessage], ...] = (m.Commit, m.Reveal, m.Shuffle, m.Deal)
for _kind in _OLD:
    ENTRY.add(f"{_kind.__name__}.second", f"second-word-for-an-old-{_kind.__name__.lower()}",
              f"Long after its {_kind.__name__.lower()} the liar signs a resignation for that place.", LATER_LEAD,
              Code.EQUIVOCATION, "two entries for one place",
              bound(_resigned_at, _kind),
              verdict=Verdict.EQUIVOCATION)  # fmt: skip
