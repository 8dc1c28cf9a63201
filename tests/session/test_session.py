"""A seat without I/O: what it refuses to play, what it stores first, what it says when a peer errs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, card_player, random_player
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import Code, LocalError
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.session.session import Session
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.forging import forge
from tests.support.rulesets import THREE


def at_stage(stage: Stage, label: str = "stage", **options) -> Hall:
    options.setdefault("players", [card_player(1), card_player(2)])
    hall = Hall(label, **options)
    return hall.run(until=lambda hall: hall.table.stage is stage and not any(hall.mail.values()), hands=5)


def actor(hall: Hall) -> Session:
    return hall.sessions[hall.table.owing()[0]]


@pytest.mark.parametrize(
    "action",
    [
        a.Lead((Card.parse("AS"), Card.parse("AH"))),
        a.Lead(()),
        a.Answer((Card.parse("AS"),)),
        a.Give((Card.parse("AS"),)),
        a.Claim(),
        a.Pass(),
        a.Raise(4),
        a.Accept(),
        a.Decline(),
        a.Open((Card.parse("AS"),)),
        a.Count((1,)),
    ],
)
def test_an_illegal_play_is_one_sentence_and_changes_nothing(action: a.Action) -> None:
    session = actor(at_stage(Stage.LEAD))
    before = (session.table.round, session.table.head, session.view(), session.entries())
    with pytest.raises(LocalError) as caught:
        session.play(action)
    assert str(caught.value)
    assert "\n" not in str(caught.value)
    assert before == (session.table.round, session.table.head, session.view(), session.entries())


def test_nobody_plays_out_of_turn() -> None:
    hall = at_stage(Stage.LEAD)
    other = hall.sessions[1 - actor(hall).seat]
    with pytest.raises(LocalError, match="not your turn"):
        other.play(a.Lead((other.view().held[0],)))


def test_a_play_of_a_card_that_is_not_held() -> None:
    hall = at_stage(Stage.LEAD)
    session = actor(hall)
    foreign = next(card for card in hall.sessions[1 - session.seat].view().held)
    with pytest.raises(LocalError):
        session.play(a.Lead((foreign,)))


def test_resigning_out_of_turn_waits_for_the_next_place() -> None:
    hall = at_stage(Stage.LEAD)
    seat = 1 - actor(hall).seat
    hall.note(seat, hall.sessions[seat].play(a.Resign()))
    hall.run()
    over = next(event for event in hall.events[0] if isinstance(event, e.HandOver))
    assert (over.reason, over.winner, over.points) == ("resigned", 1 - seat, 1)
    assert verify_file(hall.file()).verdict is Verdict.FAIR


def test_resigning_against_a_raise_is_a_decline() -> None:
    hall = at_stage(Stage.RAISED, "raise", players=[random_player(3), random_player(4)])
    session = actor(hall)
    hall.note(session.seat, session.play(a.Resign()))
    hall.run()
    assert next(x.reason for x in hall.events[0] if isinstance(x, e.HandOver)) == "declined"


def test_secrets_come_with_or_before_the_entries_that_need_them() -> None:
    hall = Hall("secrets", players=[card_player(1), card_player(2)]).run(hands=2)
    for effects in hall.effects:
        kinds: list[str] = []
        for effect in effects:
            kinds += [kind for _, kind, _ in effect.secrets]
            sent = [message for message in effect.send if isinstance(message, m.EntryFrame)]
            assert {frame.body for frame in sent} <= {entry.body for entry in effect.entries}
            if sent and hall_type(sent[-1]) == 1:
                assert {"key", "key_proof", "nonce"} <= set(kinds)
            if sent and hall_type(sent[-1]) == 3:
                assert "permutation" in kinds
        assert [hand for effect in effects for hand in effect.erase] == [1, 2]


def hall_type(frame: m.EntryFrame) -> int:
    return decode_body(frame.body).type


def test_secrets_are_gone_when_the_hand_is_settled() -> None:
    hall = Hall("gone").run()
    for session in hall.sessions:
        assert session._secrets is None
        assert session.view().held == ()


def test_nothing_secret_in_any_repr() -> None:
    hall = at_stage(Stage.FOLLOW)
    for session in hall.sessions:
        secrets = session._secrets
        hidden = {secrets.nonce.hex(), secrets.key.to_bytes().hex(), str(secrets.key.x), repr(secrets.nonce)}
        shown = " ".join(map(repr, [session, secrets, session._maker, session._out, session.table, *hall.effects]))
        assert not [value for value in hidden if value in shown]


def test_a_refusal_closes_both_sides_and_keeps_the_evidence() -> None:
    hall = at_stage(Stage.LEAD)
    liar = actor(hall)
    honest = hall.sessions[1 - liar.seat]
    before = honest.entries()
    effects = honest.receive(forge(liar, m.Claim()))
    (refusal,) = effects.send
    assert (refusal.seat, refusal.code) == (liar.seat, Code.CLAIM_ILLEGAL)
    assert honest.closed
    assert honest.entries() == before
    assert len(effects.entries) == 1
    report = verify_file(hall.file(honest.seat, effects.entries))
    assert (report.verdict, report.culprit.seat, report.culprit.code) == (
        Verdict.FAULT,
        liar.seat,
        Code.CLAIM_ILLEGAL,
    )
    assert liar.receive(refusal).events[0].by_me is False
    assert liar.closed
    assert honest.receive(m.EntryFrame(0, b"x", bytes(64))) == Effects()
    with pytest.raises(LocalError):
        honest.play(a.Resign())


def test_noise_is_refused_but_not_kept() -> None:
    hall = at_stage(Stage.LEAD)
    honest = hall.sessions[0]
    effects = honest.receive(m.EntryFrame(1, b"noise", bytes(64)))
    assert effects.entries == ()
    assert [type(x) for x in effects.send] == [m.Refuse]


def test_an_entry_twice_is_nothing() -> None:
    hall = at_stage(Stage.LEAD)
    for signed in hall.entries():
        for session in hall.sessions:
            assert session.receive(m.EntryFrame(signed.seat, signed.body, signed.signature)) == Effects()
            assert not session.closed


def test_an_identity_sits_in_its_own_seat() -> None:
    identity = Identity.generate(Tape("me"))
    others = [Identity.generate(Tape("you")).public, Identity.generate(Tape("they")).public]
    with pytest.raises(LocalError):
        Session(
            seat=0,
            identity=identity,
            identities=others,
            ruleset=find_ruleset("georgian"),
            name="me",
            entropy=Tape("x"),
        )


def test_three_seats_hold_shares_back_until_all_tell_the_same_head() -> None:
    hall = Hall("hold", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)])
    hall.start()
    shown = []
    for _ in range(2000):
        if not hall.step():
            break
        sender, receiver, message = hall.carried[-1]
        if isinstance(message, m.EntryFrame) and hall_type(message) in (4, 5, 6, 7, 14):
            shown.append((sender, receiver))
            body = hall.sessions[sender].table.log
            assert body.round >= 0
            told = {
                s
                for s, r, x in hall.carried
                if isinstance(x, m.Have) and x.round == round_of(message) and r == sender
            }
            assert told == {0, 1, 2} - {sender}
    assert shown


def round_of(frame: m.EntryFrame) -> int:
    return decode_body(frame.body).round


def test_three_seats_a_different_head_ends_the_table() -> None:
    hall = Hall("fork", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)])
    hall.run(until=lambda hall: hall.table.round > 3)
    session = hall.sessions[0]
    effects = session.receive_have(1, m.Have(2, bytes(32)))
    assert session.closed
    assert isinstance(effects.events[0], e.Refused)


def test_three_seats_hold_at_most_thirty_two_early_entries() -> None:
    hall = Hall("flood", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)])
    hall.run(until=lambda hall: hall.table.round > 3)
    session = hall.sessions[0]
    for ahead in range(1, 33):
        assert not session.receive(forge(hall.sessions[1], m.Pass(), round=session.table.round + ahead)).send
    for ahead in (40, 40, 2):
        assert session.receive(forge(hall.sessions[1], m.Pass(), round=session.table.round + ahead)) == Effects()
    assert len(session._ahead._kept) == 32
    assert not session.closed


def test_three_seats_drop_noise_whoever_passes_it_on() -> None:
    hall = Hall("junk", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)])
    hall.run(until=lambda hall: hall.table.round > 3)
    session = hall.sessions[0]
    other = forge(hall.sessions[1], m.Pass(), table_id=bytes(32), round=session.table.round + 1)
    for noise in (m.EntryFrame(1, b"junk", bytes(64)), m.EntryFrame(0, b"junk", bytes(64)), other):
        assert session.receive(noise) == Effects()
    hall.run()
    assert {one.table.stage for one in hall.sessions} == {Stage.COMPLETE}


def test_three_seats_two_commitments_end_the_table_and_name_no_honest_seat() -> None:
    hall = Hall("two words", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)])

    def commits(hall: Hall) -> list[int]:
        frames = enumerate(hall.mail[2, 1])
        return [at for at, frame in frames if isinstance(frame, m.EntryFrame) and hall_type(frame) == 1]

    hall.run(until=commits)
    cheat = hall.sessions[2]
    (at,) = commits(hall)
    round_ = round_of(hall.mail[2, 1][at])
    hall.mail[2, 1][at] = forge(cheat, m.Commit(bytes(32)), round=round_)
    hall.run()
    for seat in (0, 1):
        named = [x.seat for x in hall.events[seat] if isinstance(x, e.Refused)]
        assert set(named) <= {None, 2}
        assert hall.sessions[seat].closed
    report = verify_file(hall.file(0), [hall.file(1)])
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, 2)


def test_no_held_card_in_any_repr() -> None:
    hall = at_stage(Stage.FOLLOW, "faces")
    for session in hall.sessions:
        view = session.view()
        gives = [a.Give((card,)) for card in view.held]
        shown = repr([view, view.position, gives, e.Held(view.held), session])
        assert not [str(card) for card in view.held if str(card) in shown]
        assert "Card(" not in shown


def test_three_seats_a_different_head_heard_before_its_round() -> None:
    hall = Hall("early fork", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)])
    hall.run(until=lambda hall: hall.table.round > 3)
    session = hall.sessions[0]
    session.receive_have(1, m.Have(session.table.round + 1, bytes(32)))
    assert not session.closed
    hall.run()
    assert session.closed
    assert [x.code for x in hall.events[0] if isinstance(x, e.Refused)] == ["forked"]


@pytest.mark.parametrize("seats", [2, 3])
def test_haves_cost_no_memory(seats: int) -> None:
    hall = Hall("haves", ruleset=THREE, seats=seats, players=[card_player(n) for n in range(seats)])
    hall.run(until=lambda hall: hall.table.round > 3)
    session = hall.sessions[0]
    for round_ in range(5000):
        session.receive_have(1, m.Have(round_ + session.table.round + 1, bytes(32)))
    assert len(session._agreement.heard) <= 65
    assert not session.closed


def test_a_card_that_cannot_be_read_ends_the_table() -> None:
    hall = at_stage(Stage.LEAD, "unreadable")
    session = actor(hall)
    cards = session.table.state.cards
    broken = cards.held[session.seat][0]
    action = a.Lead((session.view().held[0],))
    other = hall.sessions[1 - session.seat]
    hall.note(session.seat, session.play(action))
    for table_of in (session, other):  # as if a shuffle had smuggled in what is no card
        held = table_of.table.state.cards.held
        held[other.seat] = (type(broken)(broken.B, broken.A), *held[other.seat][1:])
    hall.run()
    assert other.closed
    assert [x.code for x in hall.events[other.seat] if isinstance(x, e.Refused)] == ["deck_broken"]


@pytest.mark.parametrize("stage", [Stage.LEAD, Stage.FOLLOW, Stage.RAISED])
def test_a_resignation_does_not_outlive_its_hand(stage: Stage) -> None:
    """Pressed while the other side thinks, who then ends the hand: the next hand is not given up."""
    hall = at_stage(stage, "late", players=[random_player(3), random_player(4)])
    seat = 1 - actor(hall).seat
    hall.note(seat, hall.sessions[seat].play(a.Resign()))
    other = actor(hall)
    hall.note(other.seat, other.play(a.Resign()))
    hall.run(hands=2)
    over = [event for event in hall.events[0] if isinstance(event, e.HandOver)]
    assert over[0].winner == seat
    assert [x.seat for x in hall.events[0] if isinstance(x, e.Resigned)] == [other.seat]
    assert len(over) == 2
    assert over[1].reason != "resigned"


def test_nothing_is_resigned_between_hands() -> None:
    hall = Hall("between")
    with pytest.raises(LocalError, match="no hand"):
        hall.sessions[0].play(a.Resign())


def test_a_give_names_its_cards() -> None:
    session = actor(at_stage(Stage.FOLLOW, "unnamed"))
    with pytest.raises(LocalError, match="which cards"):
        session.play(a.Give((None,)))


def test_noise_names_nobody() -> None:
    hall = at_stage(Stage.LEAD, "noise")
    for seat in (0, 1):
        session = at_stage(Stage.LEAD, "noise").sessions[0]
        effects = session.receive(m.EntryFrame(seat, b"x", bytes(64)))
        assert [x.seat for x in effects.events] == [None]
    effects = hall.sessions[0].receive(m.Refuse(3, 0, Code.SIGNATURE))
    assert [x.seat for x in effects.events] == [None]


def test_places_are_drawn_at_the_first_reveal_that_closes() -> None:
    """Everybody resigns hand 1 before its keys are shown; hand 2 is still led by lot."""
    leaders = set()
    for number in range(12):
        hall = Hall(f"places {number}", ruleset=THREE, seats=3, players=[card_player(n) for n in range(3)])
        hall.run(until=lambda hall: hall.table.stage is Stage.HELLO and hall.started)
        for session in hall.sessions:
            session._resigning = True
        hall.run(until=lambda hall: any(isinstance(x, e.HandBegun) for x in hall.events[0]), hands=2)
        begun = next(x for x in hall.events[0] if isinstance(x, e.HandBegun))
        assert begun.hand == 2
        leaders.add(begun.leader)
    assert len(leaders) > 1


@pytest.mark.parametrize(
    "change",
    [{"features": (6,)}, {"features": (2, 4)}, {"features": (2,)}, {"versions": (2,)}, {"ruleset": b"junk"},
     {"seats": 3}, {"identity": bytes(32)}],
    ids=["feature", "two leaders", "leader", "version", "ruleset", "seats", "identity"],
)
def test_a_refused_hello_names_nobody(change: dict[str, object]) -> None:
    hall = Hall("hello")
    (hello,) = [frame for frame in hall.sessions[1].start().send if isinstance(frame, m.EntryFrame)]
    hall.sessions[0].start()
    fresh = Hall("hello")
    odd = replace(decode_body(hello.body).message(), **change)
    effects = hall.sessions[0].receive(forge(fresh.sessions[1], odd))
    (refused,) = [event for event in effects.events if isinstance(event, e.Refused)]
    assert (refused.seat, refused.round, refused.by_me) == (None, 0, True)
    report = verify_file(hall.file(0, effects.entries))
    assert report.culprit is None
    assert report.exit_code in (30, 40)
    told = fresh.sessions[1].receive(effects.send[0])
    assert [event.seat for event in told.events if isinstance(event, e.Refused)] == [None]
