"""Files made to convict an honest seat, and hellos that open no table: nobody is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.file import write_game
from bura_p2p.rules import actions as a
from bura_p2p.session.effects import Effects
from bura_p2p.table.phases import Stage
from bura_p2p.table.table import Table
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import (
    OTHER_HASH,
    at,
    both,
    frame,
    judged,
    led,
    place_of,
)
from tests.support.trials import again

# --- frames: files made to convict an honest seat ----------------------------------------------------------


@both
def test_genuine_entries_of_another_table(seat: int) -> None:
    """Every entry that the honest seat signed at another table, added to this game's file: nobody is named."""
    cheat = at("later lead", seat)
    stored = cheat.stored(Effects())
    second = again(cheat.hall, "second table").run()
    foreign = [entry for entry in second.entries() if entry.seat == 1 - seat]
    for entry in (*foreign[:8], *foreign[-3:]):
        report = verify_file(cheat.file([*stored, entry]))
        assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None) or report.verdict is Verdict.FORKED
        assert report.culprit is None
    report = verify_file(cheat.file(stored), [cheat.file(list(second.entries()))])
    assert (report.verdict, report.culprit) == (Verdict.OPEN, None)


@both
def test_genuine_entries_of_another_table_live(seat: int) -> None:
    """The same, sent to the honest seat: refused, not kept."""
    second = again(at("later lead", seat).hall, "second table").run()
    for entry in [entry for entry in second.entries() if entry.seat == seat][:6]:
        cheat = at("later lead", seat)
        effects = cheat.honest.receive(frame(entry))
        assert [refuse.code for refuse in effects.send] == [Code.TABLE_WRONG]
        assert effects.entries == ()


@both
def test_swapped_predecessor(seat: int) -> None:
    """The cheat puts another lead of its own before the honest answer, which then stands on an unknown head."""
    cheat, other = led(seat), at("lead", seat)
    cheat.hall.step()
    answer = cheat.honest.entries()[-1]
    assert answer.seat == 1 - seat
    leads = [act for act in other.legal if isinstance(act, a.Lead)]
    false = other.signed(other.message(leads[-1]))
    report = judged(cheat, [*other.stored(Effects()), false, answer], Verdict.FORKED)
    assert (report.exit_code, report.culprit) == (10, None)


@both
def test_swapped_predecessor_with_the_honest_file(seat: int) -> None:
    """The same file together with the honest one: the two leads stand side by side and convict their signer."""
    cheat, other = led(seat), at("lead", seat)
    cheat.hall.step()
    leads = [act for act in other.legal if isinstance(act, a.Lead)]
    false = [*other.stored(Effects()), other.signed(other.message(leads[-1])), cheat.honest.entries()[-1]]
    report = verify_file(cheat.file(false), [cheat.hall.file(1 - seat)])
    assert (report.exit_code, report.culprit.seat) == (21, seat)


@both
def test_swapped_commitment(seat: int) -> None:
    """The cheat replaces its commitment in its file: the honest reveal follows another head."""
    cheat = at("reveal", seat)
    stored = cheat.stored(Effects())
    at_ = next(i for i, e in enumerate(stored) if e.seat == seat and decode_body(e.body).type == 1)
    commitment = m.Commit(OTHER_HASH)
    false = cheat.signed(commitment, **place_of(cheat, 1))
    report = judged(cheat, [*stored[:at_], false, *stored[at_ + 1 :]], Verdict.FORKED)
    assert report.culprit is None


def test_any_entry_left_out_or_moved() -> None:
    """A file with one entry left out, or two neighbours exchanged, never names anybody."""
    hall = at("opening", 0).hall
    at_all = list(hall.entries(1))
    publics = [identity.public for identity in hall.identities]
    for number in range(len(at_all)):
        less = at_all[:number] + at_all[number + 1 :]
        report = verify_file(write_game(publics, less))
        assert report.culprit is None
        assert report.exit_code in (10, 30)
        swapped = [*at_all[:number], *reversed(at_all[number : number + 2]), *at_all[number + 2 :]]
        report = verify_file(write_game(publics, swapped))
        assert report.culprit is None
        assert report.exit_code in (10, 30)


# --- the hellos --------------------------------------------------------------------------------------------

@both
def test_optional_feature_is_ignored(seat: int) -> None:
    """An odd feature that nobody knows: the game goes on."""
    cheat = at("hello", seat)
    cheat.goes_on(replace(cheat.withheld, features=(7,)), Stage.COMMIT)
    assert not cheat.honest.closed


def test_identities_that_cannot_sit_at_a_table() -> None:
    """One identity twice, a low-order key, a key that is none: no table, and the file names nobody."""
    good = Identity.generate(Tape("good")).public
    entry = at("lead", 0).honest.entries()[0]
    low_order, none = bytes(32), b"\xff" * 32
    for bad, code in ((good, Code.IDENTITY_REPEATED), (low_order, Code.IDENTITY_KEY), (none, Code.IDENTITY_KEY)):
        with pytest.raises(PeerError) as caught:
            Table([good, bad])
        assert caught.value.code is code
        report = verify_file(write_game([good, bad], [entry]))
        assert (report.verdict, report.culprit) == (Verdict.MALFORMED, None)
