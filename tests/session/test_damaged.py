"""A game whose stored bytes have changed on the disk: one sentence, or a hand that can only be given up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import LocalError
from bura_p2p.log.entry import SignedEntry
from bura_p2p.session.secrets import Kind
from bura_p2p.session.session import Session
from bura_p2p.table import events as e
from bura_p2p.wire import messages as m

from .test_resume import Disk, table

Change = Callable[[SignedEntry, Random], SignedEntry]


@pytest.fixture(scope="module")
def hall() -> Hall:
    """In the middle of a hand."""
    hall = table("damaged")
    hall.run(lambda hall: any(isinstance(event, e.TrickTaken) for event in hall.events[0]), hands=1)
    return hall


def restored(hall: Hall, entries: list[SignedEntry], secrets: dict[tuple[int, str], bytes]) -> Session:
    return Session.restore(
        seat=0,
        identity=hall.identities[0],
        identities=[identity.public for identity in hall.identities],
        entropy=Tape("damaged"),
        entries=entries,
        secrets=[(hand, kind, value) for (hand, kind), value in secrets.items()],
    )


def flipped(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes((data[at] ^ 1 << chance.randrange(8),)) + data[at + 1 :]


CHANGES: dict[str, Change] = {
    "a bit": lambda entry, chance: replace(entry, body=flipped(entry.body, chance)),
    "the rest": lambda entry, chance: replace(entry, body=entry.body[: chance.randrange(len(entry.body))]),
    "the signature": lambda entry, chance: replace(entry, signature=flipped(entry.signature, chance)),
    "the seat": lambda entry, chance: replace(entry, seat=2),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("at", [0, 1, -1])
def test_a_changed_entry_is_a_sentence(hall: Hall, change: Change, at: int) -> None:
    disk = Disk(hall.effects[0])
    for number in range(8):
        entries = list(disk.entries)
        entries[at] = change(entries[at], Random(number))
        with pytest.raises(LocalError, match=r"stored log of this game does not stand|before it began"):
            restored(hall, entries, disk.secrets)


@pytest.mark.parametrize("lost", [Kind.KEY, Kind.KEY_PROOF, Kind.NONCE])
def test_a_hand_whose_secrets_are_not_whole_can_only_be_given_up(hall: Hall, lost: Kind) -> None:
    disk = Disk(hall.effects[0])
    secrets = {(hand, kind): value for (hand, kind), value in disk.secrets.items() if kind != lost}
    session = restored(hall, disk.entries, secrets)
    theirs = hall.sessions[1].meet_again()
    session.meet_again()
    assert e.Halted("secrets_lost") in session.receive(theirs).events or 0 not in session.table.owing()


def test_a_policy_that_cannot_be_read_holds_no_game_up(hall: Hall) -> None:
    disk = Disk(hall.effects[0])
    for value in (b"\xff", b"no such word", b""):
        session = restored(hall, disk.entries, disk.secrets | {(1, Kind.POLICY): value})
        assert isinstance(session.meet_again(), m.Resume)
