"""Fault 16: one party counted as two shufflers, who then alone knows the order of the deck.

Published: nowhere that could be named, but home-made mental poker does it: shuffles are counted, not who
made them, or one identity may sit twice.

Here the seat that shuffles is named by the table: the lowest that has not shuffled in this hand. A second shuffle by
the same seat, in the other's place, is refused and convicts; in the other's name it has no signature; and one
identity cannot sit in two seats.
"""

from __future__ import annotations

from bura_p2p.cards import deck as deck_of
from bura_p2p.crypto.identity import pae
from bura_p2p.crypto.shuffle import random_permutation
from bura_p2p.errors import Code
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, open_entry
from bura_p2p.table.phases import Stage
from bura_p2p.table.table import Table
from bura_p2p.verify import Replay, Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body
from tests.crypto.refusals import refused
from tests.faults.scenes import believed
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import Cheat, at, both, frame

SHUFFLER = "return (self.playing[need(self.cards).shuffles],)"
COUNTED = {
    0: Weakened("two shuffles are wanted, whoever makes them", Edit("table.state", SHUFFLER, "return (0,)")),
    1: Weakened("two shuffles are wanted, whoever makes them", Edit("table.state", SHUFFLER, "return (1,)")),
}
TWO_SEATS = Weakened(
    "nobody asks whether two seats are one identity",
    Edit("table.table", "if len(set(identities)) != len(identities):", "if False:"),
)


def shuffles_twice(seat: int) -> None:
    """What a count is worth: both permutations are the cheat's, so it sees through every card."""
    cheat = at("shuffle", seat)
    order = list(range(20))
    for _ in range(2):
        assert cheat.table.owing() == (seat,)
        permutation = random_permutation(20, cheat.entropy)
        order = [order[at] for at in permutation]
        believed(cheat, cheat.maker.shuffle(cheat.secrets, permutation), mute=Stage.SHUFFLE)
    cheat.session.keeps_back(None)
    cheat.session._advance()
    cheat.hall.note(seat, cheat.session._out.take())
    cheat.hall.run(lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()))
    faces = [deck_of(20)[at] for at in order]
    theirs = {faces[at] for at, owner in enumerate(cheat.cards.dealt) if owner == 1 - seat}
    assert set(cheat.honest.view().held) == theirs


@both
def test_where_shuffles_are_counted_one_party_makes_both(seat: int) -> None:
    COUNTED[seat](__name__).shuffles_twice(seat)


def second_shuffle(seat: int) -> tuple[Cheat, list[SignedEntry], SignedEntry]:
    """The log up to where the *other* seat is to shuffle, and a good shuffle by the cheat for that round."""
    cheat = at("shuffle", 0)
    if seat == 0:
        cheat.hall.note(0, cheat.session.say(cheat.withheld))
    entries = list(cheat.hall.entries(0))
    replay = Replay([identity.public for identity in cheat.hall.identities])
    for entry in entries:
        replay.feed(entry)
    assert replay.table.owing() == (1 - seat,)
    message = cheat.withheld  # good enough: whose turn it is comes before what is said
    table = replay.table
    body = encode_body(m.PROTOCOL_VERSION, table.state.table_id, table.round, seat, table.head, message)
    signature = cheat.hall.identities[seat].sign(pae(MEDIA_TYPE, body))
    fault = refused(
        Code.TYPE_NOT_DUE, table.apply, open_entry(SignedEntry(seat, body, signature), identity_of(cheat, seat))
    )
    assert (fault.seat, fault.round) == (seat, table.round)
    return cheat, entries, SignedEntry(seat, body, signature)


def identity_of(cheat: Cheat, seat: int) -> bytes:
    return cheat.hall.identities[seat].public


@both
def test_a_shuffle_in_the_others_place_convicts(seat: int) -> None:
    cheat, entries, signed = second_shuffle(seat)
    report = verify_file(cheat.file([*entries, signed]))
    assert report.verdict is Verdict.FAULT
    assert (report.culprit.seat, report.culprit.code) == (seat, Code.TYPE_NOT_DUE)


def test_live_it_comes_too_late_or_too_early_and_changes_nothing() -> None:
    """An honest seat shuffles at once when it is its turn; what then comes for that round is noise."""
    cheat, _, signed = second_shuffle(0)
    while any(cheat.hall.mail.values()):
        cheat.hall.deliver_one()
    before = cheat.honest.entries()
    assert cheat.honest.table.state.cards.shuffles == 2
    effects = cheat.honest.receive(frame(signed))
    assert [Code(message.code) for message in effects.send] == [Code.ROUND_WRONG]
    assert effects.entries == ()
    assert cheat.honest.entries() == before
    assert verify_file(cheat.file(list(before))).culprit is None


def test_in_the_others_name_it_has_no_signature() -> None:
    cheat = at("shuffle", 1)
    body = cheat.signed(cheat.withheld, seat=0).body
    forged = SignedEntry(0, body, cheat.hall.identities[1].sign(pae(MEDIA_TYPE, body)))
    effects = cheat.honest.receive(frame(forged))
    assert [Code(message.code) for message in effects.send] == [Code.SIGNATURE]
    assert effects.entries == ()


def sits_twice() -> None:
    """A table at which one identity has two of three seats."""
    publics = [identity.public for identity in at("hello", 0).hall.identities]
    Table([publics[0], publics[1], publics[1]])


def test_one_identity_sits_once() -> None:
    TWO_SEATS(__name__).sits_twice()
    refused(Code.IDENTITY_REPEATED, sits_twice)
