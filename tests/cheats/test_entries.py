"""Lies about places: signatures, tables, rounds, heads, two words for one place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity, pae
from bura_p2p.errors import Code
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry
from bura_p2p.rules import actions as a
from bura_p2p.session.effects import Effects
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body, encode_payload, pack
from tests.support.cheat import (
    OTHER_HASH,
    Cheat,
    at,
    both,
    convicts,
    frame,
    judged,
    led,
    names_nobody,
    place_of,
    refused_at_table,
    refused_live,
)

# --- noise: refused, and nobody is named -------------------------------------------------------------------


@both
def test_broken_signature(seat: int) -> None:
    """One bit of the signature is another."""
    cheat = at("lead", seat)
    signed = cheat.signed(m.Claim())
    broken = replace(signed, signature=bytes([signed.signature[0] ^ 1]) + signed.signature[1:])
    names_nobody(cheat, broken, Code.SIGNATURE, Verdict.MALFORMED, opens=False)


@both
def test_signature_of_another_key(seat: int) -> None:
    """The cheat signs in the name of the honest seat, with its own key and with a key of nobody."""
    for identity in (at("lead", seat).hall.identities[seat], Identity.generate(Tape("nobody"))):
        cheat = at("lead", seat)
        body = cheat.signed(m.Resign(), seat=1 - seat).body
        forged = SignedEntry(1 - seat, body, identity.sign(pae(MEDIA_TYPE, body)))
        names_nobody(cheat, forged, Code.SIGNATURE, Verdict.MALFORMED, opens=False)


@both
def test_signature_of_another_type(seat: int) -> None:
    """The right body, signed as something else than an entry."""
    cheat = at("lead", seat)
    body = cheat.signed(m.Claim()).body
    signature = cheat.hall.identities[seat].sign(pae("application/vnd.bura-p2p.link", body))
    names_nobody(cheat, SignedEntry(seat, body, signature), Code.SIGNATURE, Verdict.MALFORMED, opens=False)


@both
def test_signature_of_another_body(seat: int) -> None:
    """The signature of one entry under another."""
    cheat = at("lead", seat)
    mixed = replace(cheat.signed(m.Claim()), signature=cheat.signed(m.Resign()).signature)
    names_nobody(cheat, mixed, Code.SIGNATURE, Verdict.MALFORMED, opens=False)


@both
def test_body_of_another_seat(seat: int) -> None:
    """The cheat signs a body that says the honest seat's number."""
    cheat = at("lead", seat)
    names_nobody(cheat, cheat.signed(m.Resign(), seat=1 - seat), Code.SEAT_WRONG, Verdict.MALFORMED, opens=False)


@both
def test_seat_that_does_not_exist(seat: int) -> None:
    """An entry of a third seat at a table of two: live only, since no file can hold it."""
    cheat = at("lead", seat)
    refused_live(cheat, replace(cheat.signed(m.Claim(), seat=2), seat=2), Code.SEAT_WRONG)


@both
def test_other_table(seat: int) -> None:
    """An entry that names another table."""
    cheat = at("lead", seat)
    names_nobody(cheat, cheat.signed(m.Claim(), table_id=OTHER_HASH), Code.TABLE_WRONG, Verdict.MALFORMED)


@both
def test_other_head(seat: int) -> None:
    """An entry on a head that is not this table's."""
    cheat = at("lead", seat)
    names_nobody(cheat, cheat.signed(m.Claim(), prev=OTHER_HASH), Code.PREV_WRONG, Verdict.FORKED)


@both
@pytest.mark.parametrize("ahead", [1, 2, 1000, 2**32 - 1])
def test_round_to_come(seat: int, ahead: int) -> None:
    """An entry for a round that is not open yet."""
    cheat = at("lead", seat)
    round_ = min(cheat.table.round + ahead, 2**32 - 1)
    effects = cheat.honest.receive(frame(signed := cheat.signed(m.Claim(), round=round_)))
    assert [refuse.code for refuse in effects.send] == [Code.ROUND_WRONG]
    assert effects.entries == ()
    assert cheat.honest.closed
    report = judged(cheat, [*cheat.stored(effects), signed], Verdict.FORKED)
    assert report.culprit is None


@both
def test_old_round_in_which_the_seat_was_silent(seat: int) -> None:
    """An entry for a closed round in which only the other spoke."""
    cheat = at("later lead", seat)
    spoke = [{entry.seat for entry in entries} for entries in cheat.table.log.closed]
    silent = spoke.index({1 - seat})
    signed = cheat.signed(m.Resign(), round=silent)
    effects = cheat.honest.receive(frame(signed))
    assert [refuse.code for refuse in effects.send] == [Code.ROUND_WRONG]
    assert effects.entries == ()
    assert judged(cheat, [*cheat.stored(effects), signed], Verdict.MALFORMED).culprit is None


UNREADABLE = {
    "empty array": b"\x90",
    "nothing": b"\xc0",
    "text": pack("resign"),
    "not msgpack": b"\xc1",
    "garbage": bytes(range(1, 100)),
    "bomb": b"\x91" * 60000,
    "map": b"\x80",
}


@both
@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_body(seat: int, body: bytes) -> None:
    """Bytes that are no body, validly signed: they stand in no place, so they prove nothing."""
    cheat = at("lead", seat)
    code = Code.SHAPE if body in (b"\x90", b"\xc0", pack("resign")) else Code.ENCODING
    names_nobody(cheat, cheat.sign(body), code, Verdict.MALFORMED, opens=False)


@both
@pytest.mark.parametrize("change", ["trailing", "longer form"])
def test_body_in_another_form(seat: int, change: str) -> None:
    """A good body, not in its one strict form."""
    cheat = at("lead", seat)
    body = cheat.signed(m.Claim()).body
    body = body + b"\x00" if change == "trailing" else b"\xdc\x00\x07" + body[1:]
    names_nobody(cheat, cheat.sign(body), Code.ENCODING, Verdict.MALFORMED, opens=False)


# --- a body in its right place that says nothing readable: convicts -----------------------------------------


@both
@pytest.mark.parametrize("number", [22, 100, 255])
def test_unknown_type(seat: int, number: int) -> None:
    """A type that does not exist, in the cheat's right place."""
    cheat = at("lead", seat)
    convicts(cheat, cheat.signed_raw(number, ()), Code.TYPE_UNKNOWN)


@both
@pytest.mark.parametrize("version", [0, 2, 65535])
def test_other_version(seat: int, version: int) -> None:
    """Another version than the one that was agreed on."""
    cheat = at("lead", seat)
    convicts(cheat, cheat.signed_raw(9, (), version=version), Code.VERSION)


SHAPES: dict[str, tuple[str, int, tuple[object, ...]]] = {
    "claim with a field": ("lead", 9, (1,)),
    "raise without a field": ("lead", 11, ()),
    "raise to seven": ("lead", 11, (7,)),
    "raise to one": ("lead", 11, (1,)),
    "raise to nil": ("lead", 11, (None,)),
    "raise to a truth": ("lead", 11, (True,)),
    "lead of nothing": ("lead", 6, (b"", b"", b"", bytes(64))),
    "lead of text": ("lead", 6, ("", "", "", "")),
    "lead with too long a hand": ("lead", 6, (bytes(331), b"", bytes(33), bytes(64))),
    "uncompressed key": ("reveal", 2, (b"\x04" + bytes(64), bytes(64), bytes(32))),
    "short commitment": ("commit", 1, (bytes(31),)),
    "empty shuffle proof": ("shuffle", 3, (bytes(66 * 20), b"")),
    "empty deck": ("shuffle", 3, (b"", bytes(2760))),
    "deck for more cards than exist": ("shuffle", 3, (bytes(66 * 37), bytes(2760))),
    "empty shares": ("deal", 4, (b"", bytes(64))),
    "empty share proof": ("shares", 5, (bytes(33), b"")),
    "empty openings": ("opening", 14, (b"", bytes(64))),
    "count of 121": ("count", 15, (((121, bytes(128)),),)),
    "count with a short proof": ("count", 15, (((0, bytes(127)),),)),
    "give of 56 points": ("follow shown", 8, (bytes(198), bytes(550), 56, bytes(128))),
    "result without a word": ("result", 16, (1, 0, 0, 1, (1, 0), 0)),
    "result of seven seats": ("result", 16, (1, 0, 0, 1, (0,) * 7, 0, True)),
    "result with a number for a word": ("result", 16, (1, 0, 0, 1, (1, 0), 0, 1)),
}


@both
@pytest.mark.parametrize("case", SHAPES.values(), ids=SHAPES)
def test_shape(seat: int, case: tuple[str, int, tuple[object, ...]]) -> None:
    """Fields of the wrong kind, number, length or range, in the cheat's right place."""
    scene, number, payload = case
    cheat = at(scene, seat)
    convicts(cheat, cheat.signed_raw(number, payload), Code.SHAPE)


@both
def test_unreadable_out_of_place_names_nobody(seat: int) -> None:
    """The same nonsense on another head or table stands nowhere."""
    for place, code, verdict in (
        ({"prev": OTHER_HASH}, Code.PREV_WRONG, Verdict.FORKED),
        ({"table_id": OTHER_HASH}, Code.TABLE_WRONG, Verdict.MALFORMED),
    ):
        cheat = at("lead", seat)
        names_nobody(cheat, cheat.signed_raw(22, (), **place), code, verdict)


# --- replays: nothing happens ------------------------------------------------------------------------------


@both
def test_replay_of_held_entries(seat: int) -> None:
    """Every entry so far, the cheat's own and the honest seat's, once more: nothing changes, the game goes on."""
    cheat = at("later lead", seat)
    before = cheat.honest.entries()
    for signed in before:
        assert cheat.honest.receive(frame(signed)) == Effects()
    assert not cheat.honest.closed
    assert cheat.honest.entries() == before
    cheat.hall.run()
    assert verify_file(cheat.hall.file(1 - seat)).verdict is Verdict.FAIR


@both
def test_file_with_an_entry_twice(seat: int) -> None:
    """The cheat repeats an old entry, its own or the honest one's, in the file: damaged, and nobody is named."""
    cheat = at("later lead", seat)
    stored = cheat.stored(Effects())
    for repeated in (stored[0], stored[3], stored[-1]):
        assert judged(cheat, [*stored, repeated], Verdict.MALFORMED).culprit is None


@both
def test_own_old_message_in_a_new_place(seat: int) -> None:
    """The cheat's old lead, said again where a lead is due: its cards are not in the hand any more."""
    cheat = at("later lead", seat)
    old = [decode_body(e.body) for e in cheat.honest.entries() if e.seat == seat]
    message = next(body.message() for body in old if body.type in (6, 7, 8))
    if isinstance(message, m.Lead):
        convicts(cheat, message, Code.MIX_PROOF)
    else:
        convicts(cheat, message, Code.TYPE_NOT_DUE)


# --- two words for one place -------------------------------------------------------------------------------


def equivocates(cheat: Cheat, second: SignedEntry) -> None:
    """A second body for a place that is taken: refused as such, and the file convicts whoever signed both."""
    place = decode_body(second.body).round
    refused_at_table(cheat, second, Code.EQUIVOCATION)
    effects = cheat.honest.receive(frame(second))
    (refuse,) = effects.send
    assert (refuse.code, refuse.seat, refuse.round) == (Code.EQUIVOCATION, cheat.seat, place)
    assert effects.entries == (second,)
    assert cheat.honest.closed
    assert cheat.honest.receive(frame(second)) == Effects()
    report = judged(cheat, cheat.stored(effects), Verdict.EQUIVOCATION)
    assert report.exit_code == 21
    assert (report.culprit.seat, report.culprit.round) == (cheat.seat, place)


@both
def test_two_leads(seat: int) -> None:
    """The cheat has led, and sends another lead for the same place; and a resignation; and a claim."""
    for second in (m.Resign(), m.Claim(), m.Raise(2)):
        cheat = led(seat)
        equivocates(cheat, cheat.signed(second, **place_of(cheat, 6)))
    other = at("lead", seat)
    cheat = led(seat)
    leads = [act for act in other.session.view().legal if isinstance(act, a.Lead)]
    equivocates(cheat, other.signed(other.message(leads[-1])))


@both
def test_the_same_play_mixed_anew(seat: int) -> None:
    """The very same card led, with another mix: honest in itself, and still a second word."""
    cheat, other = led(seat), at("lead", seat)
    other.entropy(64)
    equivocates(cheat, other.signed(other.message(other.action(a.Lead))))


@both
@pytest.mark.parametrize("kind", [1, 2, 3, 4], ids=["commit", "reveal", "shuffle", "deal"])
def test_second_word_in_a_closed_round(seat: int, kind: int) -> None:
    """Long after, another entry for a round that is closed."""
    cheat = at("later lead", seat)
    equivocates(cheat, cheat.signed(m.Resign(), **place_of(cheat, kind)))


@both
def test_second_word_on_another_head(seat: int) -> None:
    """Two bodies for one place convict whatever their head is, and whatever the second one says."""
    cheat = led(seat)
    round_ = place_of(cheat, 6)["round"]
    equivocates(cheat, cheat.signed(m.Resign(), round=round_, prev=OTHER_HASH))
    cheat = led(seat)
    equivocates(cheat, cheat.signed_raw(22, (), round=round_))


@both
def test_second_hello_names_nobody(seat: int) -> None:
    """A hello names no table, and an honest player signs one for every table: it cannot be held against anyone."""
    for victim in (0, 1):
        cheat = at("lead", seat)
        body = encode_body(
            1, bytes(32), 0, victim, bytes(32), decode_body(cheat.honest.entries()[victim].body).message()
        )
        hello = replace(decode_body(body).message(), nonce=OTHER_HASH)
        body = encode_body(1, bytes(32), 0, victim, bytes(32), hello)
        signature = cheat.hall.identities[victim].sign(pae(MEDIA_TYPE, body))
        signed = SignedEntry(victim, body, signature)
        effects = cheat.honest.receive(frame(signed))
        assert [refuse.code for refuse in effects.send] == [Code.TABLE_WRONG]
        assert effects.entries == ()
        assert judged(cheat, [*cheat.stored(effects), signed], Verdict.MALFORMED).culprit is None


@both
def test_two_files_name_the_equivocator(seat: int) -> None:
    """The cheat's own file holds another lead: alone it is forked or open; with the honest one it convicts."""
    cheat, other = led(seat), at("lead", seat)
    leads = [act for act in other.session.view().legal if isinstance(act, a.Lead)]
    false = [*other.stored(Effects()), other.signed(other.message(leads[-1]))]
    true = cheat.stored(Effects())
    assert judged(cheat, false, Verdict.OPEN).culprit is None
    assert judged(cheat, true, Verdict.OPEN).culprit is None
    for first, second in ((false, true), (true, false)):
        report = verify_file(cheat.file(first), [cheat.file(second)])
        assert (report.exit_code, report.culprit.seat) == (21, seat)


def test_the_shapes_are_wrong_only_in_one_thing() -> None:
    """The right payloads of the same types are taken by the codec."""
    cheat = at("lead", 0)
    assert encode_payload(m.Raise(2)) == (2,)
    assert decode_body(cheat.signed(m.Raise(2)).body) == decode_body(cheat.signed_raw(11, (2,)).body)
