"""Entries said again, and two words for one place in two files."""

from __future__ import annotations

from dataclasses import replace

from bura_p2p.crypto.identity import pae
from bura_p2p.errors import Code
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry
from bura_p2p.rules import actions as a
from bura_p2p.session.effects import Effects
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire.codec import decode_body, encode_body
from tests.support.cheat import OTHER_HASH, at, both, frame, judged, led


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
    leads = [act for act in other.legal if isinstance(act, a.Lead)]
    false = [*other.stored(Effects()), other.signed(other.message(leads[-1]))]
    true = cheat.stored(Effects())
    assert judged(cheat, false, Verdict.OPEN).culprit is None
    assert judged(cheat, true, Verdict.OPEN).culprit is None
    for first, second in ((false, true), (true, false)):
        report = verify_file(cheat.file(first), [cheat.file(second)])
        assert (report.exit_code, report.culprit.seat) == (21, seat)


