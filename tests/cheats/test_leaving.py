"""Who has left a table of three or more: it owes nothing, it says nothing that counts, and it stops nobody."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from bura_p2p.conformance.hall import Hall, Player, card_player
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.masking import card_at, joint_key, own_share, unmask
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.log.entry import open_entry
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import CLOSED, RUSSIAN
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import SEALING, Rogue, fork, frame, picture
from tests.support.forging import forge_entry
from tests.support.rogues import carry

from .test_order import SAMPLES

OPEN = replace(RUSSIAN, name="open", deck=20)
SEALED = replace(SEALING, name="sealed")
SHUT = replace(CLOSED, name="shut", deck=20)
LEAVER = 1


class Company(Hall):
    """Three seats, each of which can keep back its entry, or say another."""

    def __init__(self, label: str, rules=OPEN) -> None:
        super().__init__(label, ruleset=rules, seats=3, players=[card_player(seat) for seat in range(3)])
        publics = [identity.public for identity in self.identities]
        self.sessions = [
            Rogue(seat=seat, identity=self.identities[seat], identities=publics, ruleset=rules,
                  name=f"player {seat}", entropy=Tape(f"{label} company {seat}"))
            for seat in range(3)
        ]  # fmt: skip


@cache
def _deserted(stage: Stage) -> Hall:
    """The leaver resigned in hand 1; hand 2 has come to `stage`, and nothing is under way."""
    hall = Company("deserted")
    hall.run(lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()), hands=2)
    hall.note(LEAVER, hall.sessions[LEAVER].play(a.Resign()))
    if stage is Stage.RESULT:  # which comes in hand 1 too
        hall.run(lambda hall: hall.table.state.hand == 2 and hall.table.stage is Stage.LEAD, hands=2)
    for session in hall.sessions:
        session.keeps_back(None if stage is Stage.LEAD else stage)
    hall.run(lambda hall: waiting(hall, stage), hands=2)
    assert waiting(hall, stage)
    return hall


def waiting(hall: Hall, stage: Stage, hand: int = 2) -> bool:
    return hall.table.state.hand == hand and hall.table.stage is stage and not any(hall.mail.values())


def passed_over(effects: Effects) -> bool:
    """Nothing is said, kept, or shown (what the muted seats make again for themselves is theirs)."""
    return not (effects.send or effects.entries or effects.events)


def deserted(stage: Stage = Stage.LEAD) -> Hall:
    hall = fork(_deserted(stage))
    hall.players = [card_player(seat) for seat in range(3)]
    return hall


def goes_on(hall: Hall) -> None:
    """Those who stay play their hand to its end, and their file is fair."""
    for session in hall.sessions:
        session.keeps_back(None)
    for seat in (0, 2):
        if hall.sessions[seat].withheld is not None and seat in hall.sessions[seat].table.owing():
            hall.note(seat, hall.sessions[seat].say(hall.sessions[seat].withheld))
    hall.run(hands=2)
    assert hall.table.stage is Stage.COMPLETE
    assert hall.file(0) == hall.file(2)
    assert verify_file(hall.file()).verdict is Verdict.FAIR


# --- entries of who has left -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SAMPLES, ids=lambda kind: kind.__name__.lower())
def test_nothing_is_due_from_who_has_left(kind: type[m.EntryMessage]) -> None:
    """Every message, on the true head: the table refuses it, the sessions do not even answer."""
    hall = deserted()
    signed = forge_entry(hall.sessions[LEAVER], SAMPLES[kind])
    table = hall.sessions[0].table
    before = picture(table)
    with pytest.raises(PeerError) as caught:
        table.apply(open_entry(signed, hall.identities[LEAVER].public))
    assert (caught.value.code, caught.value.seat, caught.value.round) == (Code.TYPE_NOT_DUE, LEAVER, table.round)
    for seat in (0, 2):
        assert passed_over(hall.sessions[seat].receive(frame(signed), LEAVER))
        assert passed_over(hall.sessions[seat].receive(frame(signed), 2 - seat))
    assert picture(table) == before


@pytest.mark.parametrize("stage", [Stage.COMMIT, Stage.DEAL, Stage.LEAD, Stage.RESULT])
def test_who_has_left_cannot_stop_those_who_stay(stage: Stage) -> None:
    """Out of turn, on a false head, for a round to come, a second body for an old place; a head, a refusal."""
    hall = deserted(stage)
    leaver, table = hall.sessions[LEAVER], hall.table
    resigned = next(e for e in reversed(leaver.entries()) if e.seat == LEAVER)
    place = decode_body(resigned.body)
    for signed in (
        forge_entry(leaver, m.Resign()),
        forge_entry(leaver, m.Commit(bytes(32)), prev=bytes(32)),
        forge_entry(leaver, m.Claim(), round=table.round + 1),
        forge_entry(leaver, m.Claim(), round=place.round, prev=place.prev),
        forge_entry(leaver, m.Claim(), round=place.round, prev=bytes(32)),
        replace(forge_entry(leaver, m.Claim()), signature=bytes(64)),
        resigned,
    ):
        for seat in (0, 2):
            assert passed_over(hall.sessions[seat].receive(frame(signed), LEAVER))
    for seat in (0, 2):
        session = hall.sessions[seat]
        assert passed_over(session.receive(m.Refuse(table.round, 0, Code.TYPE_NOT_DUE), LEAVER))
        for round_ in (table.round, table.round + 1):
            assert passed_over(session.receive_have(LEAVER, m.Have(round_, bytes(32))))
    goes_on(hall)


def test_a_file_names_who_left_and_spoke_again() -> None:
    """What the players pass over in silence convicts all the same, should it ever stand in a file."""
    hall = deserted()
    report = verify_file(hall.file(0, [forge_entry(hall.sessions[LEAVER], m.Resign())]))
    assert report.verdict is Verdict.FAULT
    assert (report.culprit.seat, report.culprit.round, report.culprit.code) == (
        LEAVER, hall.table.round, Code.TYPE_NOT_DUE,
    )  # fmt: skip


def test_entries_sent_ahead_by_who_then_left() -> None:
    """Signed while it still played, for rounds in which it plays no more: they are kept, and then passed over."""
    hall = Company("ahead")
    hall.run(lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()), hands=2)
    leaver = hall.sessions[LEAVER]
    for ahead in range(1, 40):
        early = forge_entry(leaver, m.Claim(), round=hall.table.round + ahead, prev=bytes(32))
        assert passed_over(hall.sessions[0].receive(frame(early), LEAVER))
    hall.note(LEAVER, leaver.play(a.Resign()))
    goes_on(hall)


def test_a_false_head_told_ahead_by_who_then_left() -> None:
    """Said while it still played, of the round that its own leaving opens: nobody waits for it there, or heeds it."""
    hall = Company("head ahead")
    hall.run(lambda hall: waiting(hall, Stage.LEAD, 1), hands=2)
    leader = hall.table.owing()[0]
    leaver, others = hall.sessions[leader], [seat for seat in range(3) if seat != leader]
    for seat in others:
        early = hall.sessions[seat].receive_have(leader, m.Have(hall.table.round + 1, bytes(32)))
        assert passed_over(early)
    effects = leaver.play(a.Resign())  # which comes with the true head: two heads of one seat would end the table
    hall.note(leader, replace(effects, send=tuple(x for x in effects.send if isinstance(x, m.EntryFrame))))
    hall.run(hands=2)
    assert all(hall.sessions[seat].table.stage is Stage.COMPLETE for seat in others)
    assert verify_file(hall.file(others[0])).verdict is Verdict.FAIR


def test_a_refusal_of_who_still_plays_ends_the_table() -> None:
    hall = deserted()
    hall.sessions[0].receive(m.Refuse(hall.table.round, 0, Code.TYPE_NOT_DUE), 2)
    assert hall.sessions[0].closed


# --- what who has left still has -------------------------------------------------------------------------------


def test_the_key_of_who_has_left_opens_nothing() -> None:
    """The next hand is masked under the keys of those who play: an old key is in no mask, and reads no card."""
    hall = Company("old key")
    hall.run(lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()), hands=2)
    old = hall.sessions[LEAVER]._secrets.key
    hall.note(LEAVER, hall.sessions[LEAVER].play(a.Resign()))
    hall.run(lambda hall: hall.table.state.hand == 2 and hall.table.stage is Stage.LEAD, hands=2)
    cards = hall.table.state.cards
    assert set(cards.keys) == {0, 2}
    assert cards.joint == joint_key(list(cards.keys.values()))
    shown = [card_at(unmask(card, [*cards.shares.get(at, {}).values(), own_share(old.x, card)]))
             for at, card in enumerate(cards.deck)]  # fmt: skip
    assert set(shown) == {None}


def test_a_key_that_cancels_the_key_of_who_has_left() -> None:
    """With fewer seats the second mover still owns what it shows: yG − X of another is no key of anybody's."""
    hall = deserted(Stage.REVEAL)
    other, rogue = hall.sessions[0], hall.sessions[2]
    honest = rogue.withheld
    for X in (hall.sessions[0]._secrets.key.X, rogue._secrets.key.X - hall.sessions[0]._secrets.key.X):
        signed = forge_entry(rogue, replace(honest, key=X.to_bytes()))
        twin = fork(hall).sessions[0]
        refused = twin.receive(frame(signed), 2)
        assert [message.code for message in refused.send] == [Code.COMMITMENT]
    assert not other.closed


@pytest.mark.parametrize("stage", [Stage.DEAL, Stage.REVEAL, Stage.SHUFFLE])
def test_an_entry_of_an_earlier_hand(stage: Stage) -> None:
    """Shares, key and deck of hand 1, byte for byte, where those of hand 2 are due."""
    hall = deserted(stage)
    kind = {Stage.DEAL: m.Deal, Stage.REVEAL: m.Reveal, Stage.SHUFFLE: m.Shuffle}[stage]
    rogue = next(seat for seat in hall.table.owing() if hall.sessions[seat].withheld is not None)
    messages = [decode_body(entry.body).message() for entry in hall.entries() if entry.seat == rogue]
    old = next(message for message in messages if isinstance(message, kind))
    code = {Stage.DEAL: Code.LENGTH, Stage.REVEAL: Code.COMMITMENT, Stage.SHUFFLE: Code.SHUFFLE_PROOF}[stage]
    if stage is Stage.DEAL:  # two hands instead of one were dealt to others then
        owed = len(hall.table.state.cards.owed_at_deal(rogue))
        old, code = replace(old, shares=old.shares[: 33 * owed]), Code.SHARE_PROOF
    honest = hall.sessions[2 - rogue]
    refused = honest.receive(frame(forge_entry(hall.sessions[rogue], old)), rogue)
    assert [message.code for message in refused.send] == [code]
    assert verify_file(hall.file(2 - rogue, refused.entries)).culprit.seat == rogue


# --- resigning -------------------------------------------------------------------------------------------------


def test_resigning_twice() -> None:
    """Once one has left there is no hand to give up; nor twice in one hand, before it has ended."""
    hall = Company("twice")
    hall.run(lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()), hands=2)
    leaver = hall.sessions[LEAVER]
    if LEAVER not in hall.table.owing():
        hall.note(LEAVER, leaver.play(a.Resign()))
        assert leaver.play(a.Resign()).send == ()  # kept, and kept
    else:
        hall.note(LEAVER, leaver.play(a.Resign()))
    hall.run(lambda hall: hall.table.state.hand == 2 and not any(hall.mail.values()), hands=2)
    with pytest.raises(LocalError, match="no hand to give up"):
        leaver.play(a.Resign())
    resigned = [entry for entry in hall.entries() if decode_body(entry.body).type == 17]
    assert [entry.seat for entry in resigned] == [LEAVER]


def claimer(seat: int) -> Player:
    """Plays cards, and claims as soon as that is open."""
    cards = card_player(seat)
    return lambda view: a.Claim() if a.Claim() in view.legal and any(view.position.tricks_won) else cards(view)


@pytest.mark.parametrize(
    ("rules", "stage"),
    [
        *((OPEN, stage) for stage in (Stage.REVEAL, Stage.DEAL, Stage.ANNOUNCE, Stage.LAST_WORD)),
        *((SEALED, stage) for stage in (Stage.POINTS, Stage.TALLY)),
        (SHUT, Stage.OPENING),
    ],
    ids=lambda item: getattr(item, "name", item).lower(),
)
def test_leaving_anywhere(rules: Ruleset, stage: Stage) -> None:
    """Whatever stage of the hand it is: nobody wins that hand, who leaves signs no result, and the file is fair."""
    for number in range(20):
        hall = Company(f"anywhere {stage.value} {number}", rules)
        if stage is Stage.OPENING:
            hall.players = [claimer(seat) for seat in range(3)]
        hall.sessions[LEAVER].keeps_back(stage)
        hall.run(lambda hall: waiting(hall, stage, 1) and LEAVER in hall.table.owing())
        if hall.table.stage is stage:
            break
    hall.note(LEAVER, hall.sessions[LEAVER].say(m.Resign()))
    hall.run()
    outcome = hall.table.state.outcome
    assert (outcome.winner, outcome.reason, outcome.left) == (None, Reason.RESIGNED, (LEAVER,))
    assert [sorted(entry.seat for entry in hall.table.log.closed[-1])] == [[0, 2]]
    assert hall.table.stage is Stage.COMPLETE
    assert verify_file(hall.file()).verdict is Verdict.FAIR


def test_all_at_once_and_all_but_one() -> None:
    """All: nobody leaves and the hand is void. All but one: there is no table any more, and the pot is the last's."""
    for quitters, reason, left in (((0, 1, 2), Reason.VOID, ()), ((0, 1), Reason.RESIGNED, (0, 1))):
        hall = Company("at once")
        for session in hall.sessions:
            session.keeps_back(Stage.COMMIT)
        hall.run(lambda hall: all(s.table.stage is Stage.COMMIT and s.withheld for s in hall.sessions))
        for seat, session in enumerate(hall.sessions):
            hall.note(seat, session.say(m.Resign() if seat in quitters else session.withheld))
        hall.run(hands=1)
        outcome = hall.table.state.outcome
        assert (outcome.winner, outcome.reason, outcome.left) == (None, reason, left)
        assert verify_file(hall.file()).verdict is Verdict.FAIR


# --- forks -----------------------------------------------------------------------------------------------------


def test_leaving_to_one_and_staying_to_another() -> None:
    """The leaver resigns to seat 0 and commits to seat 2: the two stand on different heads, and both stop."""
    hall = Company("fork")
    hall.sessions[LEAVER].keeps_back(Stage.COMMIT)
    hall.run(lambda hall: hall.sessions[LEAVER].withheld is not None and not any(hall.mail.values()), hands=2)
    rogue = hall.sessions[LEAVER]
    hall.mail[LEAVER, 0].append(frame(forge_entry(rogue, m.Resign())))
    hall.mail[LEAVER, 2].append(frame(forge_entry(rogue, rogue.withheld)))
    carry(hall, (LEAVER, 0))
    carry(hall, (LEAVER, 2))
    assert hall.sessions[0].table.stage is Stage.RESULT
    assert hall.sessions[2].table.stage is Stage.REVEAL
    carry(hall, (0, 2))
    for seat in (0, 2):
        assert hall.sessions[seat].closed
        assert [(event.code, event.seat) for event in hall.events[seat][-1:]] == [("forked", None)]
    report = verify_file(hall.file(0), [hall.file(2)])
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, LEAVER)
