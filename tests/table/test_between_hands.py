"""What one hand hands on to the next: who leads, in which order, what the score says, and when it ends."""

from __future__ import annotations

from itertools import count

import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.errors import LocalError
from bura_p2p.log.entry import open_entry, sign_entry
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.table.state import need
from bura_p2p.table.table import Table
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body
from tests.support.cheat import at


def hall_of(label: str, name: str = "georgian", seats: int = 2, match_to: int = 0) -> Hall:
    rules = find_ruleset(name, match_to=match_to)
    return Hall(label, ruleset=rules, seats=seats, players=[card_player(seat) for seat in range(seats)])


def deliver(hall: Hall) -> None:
    """Carry what is under way, and play nothing."""
    while any(hall.mail.values()):
        hall.deliver_one()


def resigns(hall: Hall, seat: int) -> None:
    hall.note(seat, hall.sessions[seat].play(a.Resign()))
    deliver(hall)


def told(hall: Hall, kind: type[e.Event]) -> list[e.Event]:
    return [event for event in hall.events[0] if isinstance(event, kind)]


@pytest.mark.parametrize("label", ["a", "b", "c"])
def test_places_are_drawn_once(label: str) -> None:
    hall = hall_of(f"order {label}").run(hands=3)
    begun = told(hall, e.HandBegun)
    assert begun[0].leader == begun[0].order[0]
    assert {event.order for event in begun} == {begun[0].order}
    winners = [event.winner for event in told(hall, e.HandOver)]
    for before, event in zip(winners, begun[1:], strict=False):
        assert before is None or event.leader == before
    assert [event.hand for event in begun] == [1, 2, 3]


def test_who_wins_before_the_places_are_drawn_leads_the_next() -> None:
    as_drawn = set()
    for scene in ("commit", "reveal", "shuffle", "deal"):
        for seat in (0, 1):
            cheat = at(scene, seat)
            cheat.session.keeps_back(None)
            cheat.hall.hands_wanted = 2
            for session in cheat.hall.sessions:
                session.play_on = True
            resigns(cheat.hall, seat)
            cheat.hall.run(lambda hall: hall.table.state.hand == 2 and hall.table.stage is Stage.LEAD, hands=2)
            (over,) = told(cheat.hall, e.HandOver)
            begun = told(cheat.hall, e.HandBegun)[-1]
            assert (begun.hand, over.winner) == (2, 1 - seat)
            assert begun.leader == over.winner
            as_drawn.add(begun.leader == begun.order[0])
    assert as_drawn == {True, False}

@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 0), (3, 1)])
def test_the_hellos_name_the_first_leader(seats: int, first: int) -> None:
    as_drawn, labels = set(), count()
    while as_drawn != {True, False}:
        label = next(labels)
        players = [card_player(seat) for seat in range(seats)]
        rules = find_ruleset("western")
        hall = Hall(f"named {label}", ruleset=rules, seats=seats, players=players, first_leader=first)
        hall.run(lambda hall: hall.table.stage is Stage.LEAD)
        (begun,) = told(hall, e.HandBegun)
        assert begun.leader == first
        turn = [*begun.order, *begun.order]
        assert turn[turn.index(begun.dealer) + 1] == first
        assert hall.table.owing() == (first,)
        as_drawn.add(begun.order[0] == first)
        assert [session.view().first_leader for session in hall.sessions] == [first] * seats
        assert [session.view().wanted_leader for session in hall.sessions] == [first] * seats


def test_the_first_leader_is_told_for_the_whole_game() -> None:
    hall = hall_of("first leader told")
    hall.run(lambda hall: hall.table.stage is Stage.REVEAL)
    assert hall.sessions[0].view().first_leader is None
    hall.run(hands=3)
    begun = told(hall, e.HandBegun)
    assert {event.leader for event in begun} == {0, 1}
    assert hall.sessions[0].view().first_leader == begun[0].leader
    assert hall.sessions[0].view().wanted_leader is None


@pytest.mark.parametrize("first", [0, 1])
def test_who_wins_before_the_first_leader_leads_the_next(first: int) -> None:
    for quitter in (0, 1):
        hall = Hall(f"named and won {quitter}", players=[card_player(0), card_player(1)], first_leader=first)
        hall.run(lambda hall: hall.table.stage is Stage.COMMIT)
        hall.hands_wanted = 2
        resigns(hall, quitter)
        hall.run(lambda hall: hall.table.stage is Stage.LEAD, hands=2)
        (begun,) = told(hall, e.HandBegun)
        assert (begun.hand, begun.leader) == (2, 1 - quitter)
        assert hall.sessions[0].view().first_leader == 1 - quitter


def test_a_first_leader_who_has_left_leads_nothing() -> None:
    for label in range(3):
        players = [card_player(seat) for seat in range(3)]
        hall = Hall(f"named, gone {label}", ruleset=find_ruleset("russian"), seats=3, players=players, first_leader=1)
        hall.run(lambda hall: hall.started and hall.table.stage is Stage.HELLO)
        hall.sessions[1]._resigning = True
        hall.run(lambda hall: hall.table.stage is Stage.LEAD, hands=2)
        (begun,) = told(hall, e.HandBegun)
        assert (begun.hand, sorted(begun.order)) == (2, [0, 2])
        assert begun.leader == begun.order[0]


def test_only_the_first_two_seats_can_be_named() -> None:
    hall = Hall("named third", seats=3, ruleset=find_ruleset("russian"), first_leader=2)
    with pytest.raises(LocalError):
        hall.start()


def test_a_match_ends_with_its_last_point_and_not_before() -> None:
    hall = hall_of("short match", match_to=3).run(hands=40)
    (over,) = told(hall, e.GameOver)
    scores = [event.score for event in told(hall, e.HandOver)]
    assert over.stopped == ()
    assert over.winner == max(range(2), key=over.score.__getitem__)
    assert max(over.score) >= 3
    assert all(max(score) < 3 for score in scores[:-1])
    assert over.score == scores[-1] == need(hall.table.state.match).score
    assert len(scores) > 1


@pytest.mark.parametrize("stops", [(0,), (1,), (0, 1)])
def test_who_stops_is_named_alone(stops: tuple[int, ...]) -> None:
    hall = hall_of("stops")
    while not told(hall, e.GameOver):
        for seat, session in enumerate(hall.sessions):
            session.play_on = seat not in stops
        if not hall.started:
            hall.start()
        if any(hall.mail.values()):
            sender, receiver = next(link for link, queue in hall.mail.items() if queue)
            message = hall.mail[sender, receiver].popleft()
            hall.note(receiver, hall.sessions[receiver].receive(message, sender))
            continue
        for seat, session in enumerate(hall.sessions):
            if session.view().legal:
                hall.note(seat, session.play(hall.players[seat](session.view())))
                break
    (over,) = told(hall, e.GameOver)
    assert over.stopped == stops
    assert hall.table.stage is Stage.COMPLETE


def test_partners_resign_for_both_once_places_are_drawn() -> None:
    hall = hall_of("teams", "georgian-pairs", 4)
    hall.run(lambda each: each.table.stage is Stage.LEAD and not any(each.mail.values()))
    (seat,) = hall.table.owing()
    resigns(hall, seat)
    (over,) = told(hall, e.HandOver)
    assert over.winner not in (None, *need(hall.table.state.position).side(seat))
    assert over.points > 0


def test_who_has_won_before_stays_the_winner_of_something() -> None:
    publics = [Identity.generate(Tape(f"won {number}")) for number in range(2)]
    table = Table([identity.public for identity in publics])
    rules = find_ruleset("georgian", match_to=0).canonical_bytes()

    def say(number: int, message: m.EntryMessage) -> None:
        body = encode_body(1, table.state.table_id, table.round, number, table.head, message)
        table.apply(open_entry(sign_entry(publics[number], body, number), publics[number].public))

    for number, identity in enumerate(publics):
        say(number, m.Hello(identity.public, bytes([number]) * 32, (1,), (), 2, rules, ""))
    for seats in ((1,), (0, 1)):
        for number in range(2):
            say(number, m.Resign() if number in seats else m.Commit(bytes(32)))
        for number in range(2):
            say(number, table.state.expected_result(play_on=True))
    assert table.state.hand == 3
    assert table.state.won


@pytest.mark.parametrize("seat", range(4))
def test_before_that_nobody_wins_and_nothing_counts(seat: int) -> None:
    publics = [Identity.generate(Tape(f"early {number}")) for number in range(4)]
    table = Table([identity.public for identity in publics])
    rules = find_ruleset("georgian-pairs")

    def say(number: int, message: m.EntryMessage) -> tuple[e.Event, ...]:
        body = encode_body(1, table.state.table_id, table.round, number, table.head, message)
        return table.apply(open_entry(sign_entry(publics[number], body, number), publics[number].public))

    for number, identity in enumerate(publics):
        nonce, rules_bytes, name = bytes([number]) * 32, rules.canonical_bytes(), f"player {number}"
        say(number, m.Hello(identity.public, nonce, (1,), (), 4, rules_bytes, name))
    said = [say(number, m.Resign() if number == seat else m.Commit(bytes([number]) * 32)) for number in range(4)]
    over = said[-1][-1]
    assert isinstance(over, e.HandOver)
    assert (over.winner, over.points, over.reason) == (None, 0, "void")
    assert not table.state.won
    assert table.state.expected_result(play_on=True).next_leader == 0
    assert table.stage is Stage.RESULT
    assert table.owing() == (0, 1, 2, 3)


def test_a_raise_that_is_declined_is_told() -> None:
    cheat = at("raised", 1)
    cheat.session.keeps_back(None)
    cheat.hall.note(1, cheat.session.play(a.Decline()))
    deliver(cheat.hall)
    assert told(cheat.hall, e.Declined) == [e.Declined(1)]
    (over,) = told(cheat.hall, e.HandOver)
    assert over.winner == 0
