"""Broken off at every boundary and taken up again: the same game goes on, and nothing is signed twice."""

from __future__ import annotations

import os
from collections import defaultdict
from functools import lru_cache
from hashlib import sha256

import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import LocalError
from bura_p2p.log.entry import ZERO_HASH
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.session.resume import rounds_told
from bura_p2p.session.session import Session
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body


class Disk:
    """What a seat has been told to store: the effects up to a moment, as a store would keep them."""

    def __init__(self, effects: list[Effects]) -> None:
        self.entries = [entry for effect in effects for entry in effect.entries]
        self.secrets: dict[tuple[int, str], bytes] = {}
        for effect in effects:
            self.secrets |= {(hand, kind): value for hand, kind, value in effect.secrets}
            self.secrets = {key: value for key, value in self.secrets.items() if key[0] not in effect.erase}


def killed(hall: Hall, seat: int, label: str, *, upto: int | None = None, moved: bool = False) -> Session:
    """`seat` starts again from its disk, with other chance than before."""
    disk = Disk(hall.effects[seat][:upto])
    return Session.restore(
        seat=seat,
        identity=hall.identities[seat],
        identities=[identity.public for identity in hall.identities],
        entropy=Tape(f"again {label} {seat}"),
        entries=disk.entries,
        secrets=[(hand, kind, value) for (hand, kind), value in disk.secrets.items()],
        moved=moved,
    )


def meet(hall: Hall) -> None:
    """Everything on its way is lost; both say how far they have come."""
    hall.mail.clear()
    for seat, session in enumerate(hall.sessions):
        hall.mail[seat, 1 - seat].append(session.meet_again())


def signed_once(hall: Hall) -> None:
    """No place has two bodies in all that the two have ever stored or sent."""
    bodies = defaultdict(set)
    for seat in (0, 1):
        for effect in hall.effects[seat]:
            for entry in effect.entries:
                bodies[entry.seat, hall_place(entry)].add(entry.body)
    assert {len(found) for found in bodies.values()} == {1}


def hall_place(entry) -> int:
    return decode_body(entry.body).round


def table(label: str, **options) -> Hall:
    rules = find_ruleset(options.pop("rules", "georgian"), **options)
    return Hall(label, ruleset=rules, players=[card_player(1), card_player(2)])


def finished(hall: Hall) -> Hall:
    hall.run(hands=2)
    assert [event for event in hall.events[0] if isinstance(event, e.GameOver)]
    assert hall.sessions[0].table.head == hall.sessions[1].table.head
    signed_once(hall)
    assert verify_file(hall.file()).verdict is Verdict.FAIR
    return hall


def begun(hall: Hall) -> bool:
    return all(session.table.round > 0 for session in hall.sessions)


@lru_cache
def messages_of(rules: str) -> int:
    """How many messages two hands take."""
    return len(table(rules, rules=rules).run(hands=2).carried)


BOUNDARIES = 1000 if os.environ.get("BURA_TESTS") == "all" else 6
"""Boundaries that each case tries; BURA_TESTS=all tries every one."""


@pytest.mark.parametrize("who", [(0,), (1,), (0, 1), ()], ids=["host", "guest", "both", "link"])
@pytest.mark.parametrize("rules", ["classic", "georgian", "telegram"])
def test_every_boundary(rules: str, who: tuple[int, ...]) -> None:
    """Whoever dies, and after whichever message: what was under way is lost, and the game is the same."""
    last = messages_of(rules)
    for at in range(4 + len(who), last, max(1, last // BOUNDARIES)):
        hall = table(rules, rules=rules)
        hall.run(lambda hall, at=at: len(hall.carried) >= at and begun(hall), hands=2)
        for seat in who:
            hall.sessions[seat] = killed(hall, seat, str(at))
        meet(hall)
        finished(hall)


def test_the_same_bytes_are_sent_again() -> None:
    hall = table("bytes")
    hall.run(lambda hall: any(isinstance(event, e.Led) for event in hall.events[0] + hall.events[1]), hands=1)
    leader = next(seat for seat in (0, 1) if any(isinstance(event, e.Led) for event in hall.events[seat]))
    sent = [message for message in hall.mail[leader, 1 - leader] if isinstance(message, m.EntryFrame)]
    assert sent
    hall.sessions[leader] = killed(hall, leader, "bytes")
    meet(hall)
    hall.run(lambda hall: not any(hall.mail.values()))
    again = [message for sender, _, message in hall.carried if sender == leader and isinstance(message, m.EntryFrame)]
    assert sent[-1] in again


def test_nothing_is_signed_before_the_other_sides_word() -> None:
    hall = table("word")
    hall.run(lambda hall: bool(hall.sessions[0].view().legal))
    hall.sessions[0] = killed(hall, 0, "word")
    assert not hall.sessions[0].view().legal
    with pytest.raises(LocalError, match="other side is back"):
        hall.sessions[0].play(a.Lead(hall.sessions[0].view().held[:1]))
    meet(hall)
    hall.run(hands=1)
    signed_once(hall)


# --- a store that has gone back ----------------------------------------------------------------------------


def gone_back(hall: Hall, seat: int, calls: int, *, moved: bool = False) -> Hall:
    """`seat` starts from what its disk held `calls` steps ago; what it has said since, the other side knows."""
    hall.sessions[seat] = killed(hall, seat, "old", upto=len(hall.effects[seat]) - calls, moved=moved)
    hall.effects[seat] = hall.effects[seat][: len(hall.effects[seat]) - calls]
    meet(hall)
    return hall


@pytest.mark.parametrize(("calls", "moved"), [(1, False), (2, False), (5, False), (5, True)])
def test_a_store_that_has_gone_back_takes_its_own_entries_from_the_other_side(calls: int, moved: bool) -> None:
    hall = table("back")
    hall.run(lambda hall: sum(isinstance(event, e.TrickTaken) for event in hall.events[0]) == 2, hands=2)
    hall.run(lambda hall: bool(hall.sessions[1].view().legal), hands=2)
    finished(gone_back(hall, 1, calls, moved=moved))


def test_when_the_hands_key_is_gone_the_hand_can_only_be_given_up() -> None:
    hall = table("key")
    hall.run(lambda hall: bool(hall.sessions[1].view().legal), hands=1)
    commit = next(
        at for at, effect in enumerate(hall.effects[1]) if any(kind == "key" for _, kind, _ in effect.secrets)
    )
    gone_back(hall, 1, len(hall.effects[1]) - commit)
    hall.run(lambda hall: not any(hall.mail.values()), hands=1)
    assert e.Halted("secrets_lost") in hall.events[1]
    hall.note(1, hall.sessions[1].play(a.Resign()))
    hall.run(hands=1)
    assert [event.reason for event in hall.events[0] if isinstance(event, e.HandOver)] == ["resigned"]
    signed_once(hall)


def test_a_hand_can_be_given_up_when_it_is_the_others_turn_after_meeting_again() -> None:
    """Who owes nothing has signed nothing since the link came back; the other side is there all the same."""
    hall = table("waits")
    hall.run(lambda hall: bool(hall.sessions[0].view().legal), hands=1)
    waits = hall.sessions[1]
    meet(hall)
    with pytest.raises(LocalError, match="other side is back"):
        waits.play(a.Resign())
    hall.run(lambda hall: not any(hall.mail.values()) or bool(hall.sessions[0].view().legal), hands=1)
    while any(hall.mail.values()):
        hall.deliver_one()
    assert not waits.view().my_turn
    hall.note(1, waits.play(a.Resign()))
    hall.run(hands=1)
    assert [event.reason for event in hall.events[0] if isinstance(event, e.HandOver)] == ["resigned"]
    signed_once(hall)


def test_a_moved_store_signs_nothing_while_nobody_knows_more_of_it() -> None:
    hall = table("moved")
    hall.run(lambda hall: bool(hall.sessions[1].view().legal), hands=1)
    hall.sessions[1] = killed(hall, 1, "moved", moved=True)
    meet(hall)
    hall.run(lambda hall: not any(hall.mail.values()), hands=1)
    assert e.Halted("store_moved") in hall.events[1]
    with pytest.raises(LocalError):
        hall.sessions[1].play(a.Lead(hall.sessions[1].view().held[:1]))


# --- two logs that differ ----------------------------------------------------------------------------------


def test_two_copies_that_both_played_on_convict_their_owner() -> None:
    """Two running copies of one seat: whoever meets both holds two signed entries for one place."""
    hall = table("copies")
    hall.run(lambda hall: bool(hall.sessions[1].view().legal), hands=1)
    copy = killed(hall, 1, "copy")
    first, *_, last = hall.sessions[1].view().legal  # the copy may do the same
    hall.note(1, hall.sessions[1].play(first))
    hall.run(lambda hall: not any(hall.mail.values()), hands=1)
    copy.meet_again()
    copy.receive(m.Resume(copy.table.log.table_id, *_word_of(copy)))
    copy.play(last)
    hall.sessions[1] = copy
    meet(hall)
    hall.run(lambda hall: not any(hall.mail.values()), hands=1)
    refused = [event for event in hall.events[0] if isinstance(event, e.Refused)]
    assert [(event.code, event.seat, event.by_me) for event in refused] == [("equivocation", 1, True)]


def _word_of(session: Session) -> tuple:
    told = session.meet_again()
    return told.round, told.heads, ()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda word: m.Resume(bytes([1]) * 32, word.round, word.heads, word.held), "table_wrong"),
        (lambda word: m.Resume(ZERO_HASH, 0, (ZERO_HASH,), (m.HeldEntry(0, bytes([1]) * 32),)), "table_wrong"),
        (lambda word: m.Resume(ZERO_HASH, 0, (ZERO_HASH,) * 2, (m.HeldEntry(1, bytes([1]) * 32),)), "table_wrong"),
        (lambda word: m.Resume(word.table_id, word.round, word.heads[:-1], word.held), "length"),
        (lambda word: m.Resume(word.table_id, word.round, (*word.heads, bytes(32)), word.held), "length"),
    ],
)
def test_a_word_of_another_game_or_without_its_heads_ends_the_link_and_not_the_game(change, code: str) -> None:
    hall = table("other")
    hall.run(lambda hall: hall.sessions[0].table.stage is Stage.LEAD)
    hall.sessions[0].meet_again()
    effects = hall.sessions[0].receive(change(hall.sessions[1].meet_again()))
    assert effects == Effects(fault=effects.fault)
    assert effects.fault is not None
    assert (effects.fault.code.label, hall.sessions[0].closed) == (code, False)
    assert not hall.sessions[0].view().legal
    meet(hall)
    finished(hall)


def test_a_refusal_at_a_complete_table_is_nothing() -> None:
    for session in finished(table("refused too late")).sessions:
        assert session.receive(m.Refuse(session.table.round - 1, session.seat, 13)) == Effects()


def test_an_own_entry_of_a_closed_round_that_is_not_here_keeps_this_seat_from_signing() -> None:
    """A copy of the store has signed something else, or the other side lies: nothing more is signed either way."""
    hall = table("closed round")
    hall.run(lambda hall: bool(hall.sessions[0].view().legal))
    session, closed = hall.sessions[0], hall.sessions[0].table.round - 1
    while session.table.log.find(closed, 0) is None:
        closed -= 1
    for told, stays in ((b"\x01" * 32, False), (sha256(session.table.log.find(closed, 0).body).digest(), True)):
        session.meet_again()
        heads = tuple(session.table.log.head_before(round_) for round_ in rounds_told(closed))
        session.receive(m.Resume(session.table.log.table_id, closed, heads, (m.HeldEntry(0, told),)))
        assert bool(session.view().legal) is stays
