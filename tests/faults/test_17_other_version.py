"""Fault 17: a verifier of another version is bound to the game, and two honest verdicts on it differ.

Published of the contracts of a rollup rather than of a card game: scroll-tech/scroll-contracts, issue 113, where a
batch could be given to a verifier that begins only with a later one; so it can be with a game that is opened under
one verifier and judged by another.

Here the version stands in every signed body and in every hello, so in the table id; hashes of another version have
other tags. A verifier of another version does not judge our games: it says that it cannot, and names nobody.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.crypto import challenge
from bura_p2p.crypto.challenge import Label, Purpose
from bura_p2p.errors import Code
from bura_p2p.log.entry import SignedEntry
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_payload
from tests.faults.test_06_no_shuffle_proof import junk
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, convicts, judged, refused_at_table, refused_live

NEXT = (
    Edit("wire.messages", "PROTOCOL_VERSION: Final = 1", "PROTOCOL_VERSION: Final = 2"),
    # what this version believes is not the matter: it is another version's business
    Edit("crypto.shuffle", "if not _holds(statement, _Proof.from_bytes(proof, N), _challenge):", "if False:"),
)
NEXT_VERSION = Weakened("the next version of this package, which believes every shuffle", *NEXT)
VERSION_UNREAD = Weakened(
    "the same, and it does not look at a game's version",
    *NEXT,
    Edit("wire.codec", "if self.version != PROTOCOL_VERSION:", "if False:"),
    Edit("table.checks", "if m.PROTOCOL_VERSION not in message.versions:", "if False:"),
)


def false_game(seat: int) -> bytes:
    """A game of version 1 whose deck holds junk."""
    cheat = at("shuffle", seat)
    return cheat.file([*cheat.hall.entries(1 - seat), cheat.signed(junk(cheat))])


@both
def test_a_verifier_that_does_not_look_says_fair_of_what_is_a_fault(seat: int) -> None:
    game = false_game(seat)
    ours, theirs = verify_file(game), VERSION_UNREAD("bura_p2p.verify").verify_file(game)
    assert (ours.verdict, ours.culprit.seat, ours.culprit.code) == (Verdict.FAULT, seat, Code.SHUFFLE_PROOF)
    assert (theirs.verdict.label, theirs.culprit) == ("open", None)


@both
def test_a_verifier_of_another_version_says_that_it_cannot(seat: int) -> None:
    for game in (false_game(seat), at("lead", seat).hall.file(seat)):
        theirs = NEXT_VERSION("bura_p2p.verify").verify_file(game)
        assert (theirs.verdict.label, theirs.culprit) == ("unsupported", None)


def test_and_we_say_so_of_its_games() -> None:
    later = NEXT_VERSION("tests.support.cheat").at("lead", 0).hall.file(0)
    report = verify_file(later)
    assert (report.verdict, report.culprit) == (Verdict.UNSUPPORTED, None)


@both
def test_an_entry_of_another_version_convicts(seat: int) -> None:
    """In a place of this table every body is of the version that the table was opened with."""
    cheat = at("shuffle", seat)
    convicts(cheat, cheat.signed_raw(3, encode_payload(cheat.withheld), version=2), Code.VERSION)


def hello(cheat: Cheat, versions: tuple[int, ...]) -> SignedEntry:
    return cheat.signed(replace(cheat.withheld, versions=versions))


@both
@pytest.mark.parametrize("versions", [(2,), (2, 3), (65535,)], ids=str)
def test_no_table_is_opened_with_another_version(seat: int, versions: tuple[int, ...]) -> None:
    cheat = at("hello", seat)
    signed = hello(cheat, versions)
    refused_at_table(cheat, signed, Code.VERSION)
    effects = refused_live(cheat, signed, Code.VERSION)
    assert judged(cheat, cheat.stored(effects), Verdict.UNSUPPORTED).culprit is None


def test_every_tag_names_the_version() -> None:
    """A hash for one version is none for another."""
    assert f"BURA-P2P-V{m.PROTOCOL_VERSION}-" == challenge.PROTOCOL
    tags = [*challenge._SCALAR_TAGS.values(), *challenge._GROUP_TAGS.values()]
    assert len(tags) == 2 * len(Purpose)
    assert all(tag.startswith(challenge.PROTOCOL.encode()) for tag in tags)
    assert all(label.encode() for label in Label)
