"""Damaged and doctored files: every one gets a report, none is fair, and nobody honest is ever named."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

import msgpack
import pytest

from bura_p2p.conformance.hall import Hall, Player, card_player
from bura_p2p.crypto.identity import pae
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, open_entry, sign_entry
from bura_p2p.log.file import MAGIC, write_game
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table.phases import Stage
from bura_p2p.table.state import need
from bura_p2p.table.table import Table
from bura_p2p.table.view import View
from bura_p2p.ui.verdict import unknowns
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body
from bura_p2p.wire.framing import encode_frame

FLIPS, LIES, BATCHES = 500, 200, 10


def short_hand(number: int) -> Player:
    """In the first hand claims after the first own trick; gives the second up after a raise."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        wanted = a.Claim if view.match.hand == 1 else a.Raise | a.Decline
        return next((action for action in view.legal if isinstance(action, wanted)), cards(view))

    return choose


def types_in(hall: Hall) -> set[int]:
    """The message types that this game holds."""
    return {decode_body(entry.body).type for entry in hall.entries()}


@lru_cache(maxsize=1)
def honest() -> Hall:
    """A finished game of two short hands, among them a claim that opens given cards."""
    halls = (Hall(f"files {n}", players=[short_hand(0), short_hand(1)]).run(hands=2) for n in range(100))
    hall = next(hall for hall in halls if {8, 9, 11, 13, 14} <= types_in(hall))
    assert hall.table.stage is Stage.COMPLETE
    assert hall.table.state.hand == 3
    return hall


@lru_cache(maxsize=1)
def long() -> Hall:
    """A finished game of one hand that goes to the last card and to the count."""
    halls = (Hall(f"long file {n}", players=[card_player(0), card_player(1)]).run() for n in range(100))
    return next(hall for hall in halls if {5, 6, 7, 8, 10, 15} <= types_in(hall))


def test_the_honest_file_is_fair() -> None:
    """What is damaged below is sound."""
    data = honest().file()
    assert verify_file(data).verdict is Verdict.FAIR
    assert verify_file(data, [honest().file(1)]).verdict is Verdict.FAIR


@pytest.mark.parametrize("batch", range(BATCHES))
def test_one_bit(batch: int) -> None:
    """One flipped bit anywhere: malformed, and nobody is named."""
    data = honest().file()
    for number in range(batch, FLIPS, BATCHES):
        bit = Random(number).randrange(8 * len(data))
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        report = verify_file(bytes(damaged))
        assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None), number


def resigned(hall: Hall, entry: SignedEntry, generator: Random) -> SignedEntry:
    """The entry with one byte of its payload changed, signed again by its seat."""
    payload = msgpack.unpackb(entry.body, use_list=True)[-1]
    start = len(entry.body) - len(msgpack.packb(payload))
    at_ = generator.randrange(start, len(entry.body))
    body = bytearray(entry.body)
    body[at_] = generator.choice([value for value in range(256) if value != body[at_]])
    return SignedEntry(entry.seat, bytes(body), hall.identities[entry.seat].sign(pae(MEDIA_TYPE, bytes(body))))


def file_with(hall: Hall, at_: int, lie: SignedEntry) -> bytes:
    """The honest file with another entry in one place."""
    entries = list(hall.entries())
    entries[at_] = lie
    return write_game([identity.public for identity in hall.identities], entries)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_one_byte_resigned(batch: int) -> None:
    """One byte of a payload is changed and signed again: never fair, and at most its own signer is named."""
    for number in range(batch, LIES, BATCHES):
        hall = long() if number % 4 == 0 else honest()
        at_ = Random(number).randrange(len(hall.entries()))
        lie = resigned(hall, hall.entries()[at_], Random(number))
        doctored = file_with(hall, at_, lie)
        report = verify_file(doctored)
        assert report.verdict in (Verdict.FAULT, Verdict.MALFORMED, Verdict.FORKED, Verdict.UNSUPPORTED), number
        if report.culprit is not None:
            assert report.verdict is Verdict.FAULT
            assert (report.culprit.seat, report.culprit.round) == (lie.seat, decode_body(lie.body).round), number
        if number < 20:
            beside = verify_file(hall.file(), [doctored])
            assert beside.culprit is None or beside.culprit.seat == lie.seat


def undone(hall: Hall) -> bytes | None:
    """The file of a loser, who goes back to a lead and claims in its place; None where it lacked the points there."""
    loser, publics = 1 - (verify_file(hall.file()).winner or 0), [identity.public for identity in hall.identities]
    table, kept = Table(publics), list[SignedEntry]()

    def say(message: m.EntryMessage) -> None:
        body = encode_body(1, table.state.table_id, table.round, loser, table.head, message)
        kept.append(sign_entry(hall.identities[loser], body, loser))
        table.apply(open_entry(kept[-1], publics[loser]))

    for entry in hall.entries():
        position = table.state.position
        if table.stage is Stage.LEAD and table.owing() == (loser,) and need(position).side_points(loser)[0] >= 31:
            say(m.Claim())
            say(table.state.expected_result(play_on=False))
            return write_game(publics, kept)
        kept.append(entry)
        table.apply(open_entry(entry, publics[entry.seat]))
    return None


def test_another_end_in_place_of_the_one_that_was_heard() -> None:
    """A loser shows a file in which it has won and the winner does not sign: alone it says how little that is, beside
    the winner's file it convicts whoever made it.
    """
    one_hand = find_ruleset("georgian", match_to=1)
    players = [[card_player(number), card_player(-number)] for number in range(4, 100)]
    halls = (Hall(f"undone {n}", ruleset=one_hand, players=two).run() for n, two in enumerate(players))
    hall, shown = next((hall, shown) for hall in halls if (shown := undone(hall)) is not None)
    winner, report = verify_file(hall.file()).winner, verify_file(shown)
    assert (report.verdict, report.owing, report.culprit) == (Verdict.UNSIGNED_RESULT, (winner,), None)
    assert report.hands[-1].winner == 1 - need(winner)
    assert any("other ones in their place" in unknown for unknown in unknowns(report))
    for data, beside in ((shown, hall.file()), (hall.file(), shown)):
        both = verify_file(data, [beside])
        assert both.verdict is Verdict.EQUIVOCATION
        assert need(both.culprit).seat == 1 - need(winner)


def test_no_number_of_harmless_files_hides_two_words() -> None:
    """Whoever has signed two things brings as many files as it likes before the two that tell."""
    entries, publics = honest().entries(), [identity.public for identity in honest().identities]
    at_ = next(n for n, entry in enumerate(entries) if entry.seat == 1 and decode_body(entry.body).type == 16)
    body = decode_body(entries[at_].body)
    stops = replace(body.message(), play_on=False)
    other = encode_body(1, body.table_id, body.round, 1, body.prev, stops)
    shown = write_game(publics, [*entries[:at_], sign_entry(honest().identities[1], other, 1)])
    assert verify_file(shown).verdict is Verdict.FAIR, "a game that has ended with its first hand"
    harmless = [write_game(publics, entries[:count]) for count in range(2, 14)]
    for data, beside in ((shown, honest().file()), (honest().file(), shown)):
        report = verify_file(data, [*harmless, beside])
        assert (report.verdict, need(report.culprit).seat) == (Verdict.EQUIVOCATION, 1)


def test_cut_after_every_entry() -> None:
    """A file that ends early is open, whoever cut it; after the last result but one it lacks a signature."""
    entries = honest().entries()
    publics = [identity.public for identity in honest().identities]
    for count in range(1, len(entries)):
        report = verify_file(write_game(publics, entries[:count]))
        assert report.verdict in (Verdict.OPEN, Verdict.UNSIGNED_RESULT)
        assert (report.exit_code, report.culprit) == (10, None)
        assert report.owing


def test_cut_at_any_byte() -> None:
    """A file cut in the middle of an entry is malformed; at its edge it is open; nobody is named."""
    data = honest().file()
    for number in range(60):
        report = verify_file(data[: Random(number).randrange(len(data))])
        assert report.verdict in (Verdict.MALFORMED, Verdict.OPEN, Verdict.UNSIGNED_RESULT)
        assert report.culprit is None


def test_bytes_added() -> None:
    """Anything behind the last entry, or before the first, is no game file."""
    data = honest().file()
    for damaged in (data + b"\x00", data + encode_frame(b"\xc0"), b"\x00" + data, data + data, MAGIC + data):
        report = verify_file(damaged)
        assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 100, 5000])
def test_garbage(size: int) -> None:
    """Random bytes, alone and behind the magic line."""
    for number in range(20):
        data = Random(number).randbytes(size)
        for garbage in (data, MAGIC + data, MAGIC + encode_frame(data or b"\x00")):
            report = verify_file(garbage)
            assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None)


def test_seats_exchanged() -> None:
    """The identities of the two seats exchanged: no signature fits."""
    publics = [identity.public for identity in honest().identities]
    report = verify_file(write_game(publics[::-1], honest().entries()))
    assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None)


def test_only_one_sides_entries() -> None:
    """A file without any entry of one seat is open, and says that this seat owes its hello."""
    publics = [identity.public for identity in honest().identities]
    for seat in range(2):
        report = verify_file(write_game(publics, [e for e in honest().entries() if e.seat == seat]))
        assert report.exit_code in (10, 30)
        assert report.culprit is None
