"""What one seat is shown, and what a table says of itself, stage by stage."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.errors import LocalError
from bura_p2p.log.entry import open_entry
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.table.checks import Checked
from bura_p2p.table.phases import Stage
from bura_p2p.table.state import Counts, State, need
from bura_p2p.table.table import Table
from bura_p2p.table.view import view_of

PUBLICS = [identity.public for identity in Hall("view").identities]
CARDS = tuple(Card.parse(text) for text in ("AS", "KS", "QS"))


def idle(hall: Hall, stage: Stage) -> Hall:
    """The table waits in `stage`, and nothing is under way."""
    hall.run(lambda each: each.table.stage is stage and not any(each.mail.values()))
    assert hall.table.stage is stage
    return hall


def passing(hall: Hall, stage: Stage) -> Hall:
    """The table is in `stage`, where no player has to choose."""
    hall.run(lambda each: each.table.stage is stage)
    assert hall.table.stage is stage
    return hall


def test_before_anybody_has_said_hello() -> None:
    view = view_of(Table(PUBLICS), 0, ())
    assert (view.stage, view.position, view.legal, view.own_points, view.match) == (Stage.HELLO, None, (), None, None)
    assert view.owing == (0, 1)
    assert State(tuple(PUBLICS)).hand == 0
    assert State(tuple(PUBLICS)).playing == (0, 1)


def test_nothing_is_to_choose_while_keys_are_made() -> None:
    table = passing(Hall("view"), Stage.COMMIT).table
    assert [view_of(table, seat, CARDS).legal for seat in range(2)] == [(), ()]
    for held in ((), CARDS[:2], (*CARDS, CARDS[0])):
        assert need(view_of(table, 1, held).position).hands[1] == (None, None, None)


def test_who_is_to_choose_sees_its_cards_and_choices_and_nobody_else_does() -> None:
    hall = idle(Hall("view", players=[card_player(1), card_player(2)]), Stage.LEAD)
    (leader,) = hall.table.owing()
    own, other = (hall.sessions[seat].view() for seat in (leader, 1 - leader))
    assert own.my_turn
    assert own.held == need(own.position).hands[leader]
    assert len(own.held) == 3
    assert (other.legal, other.my_turn, len(other.held)) == ((), False, 3)
    assert need(other.position).hands[leader] == (None, None, None)
    assert view_of(hall.table, leader, own.held[:2]).legal == ()
    assert view_of(hall.table, leader, (*own.held, CARDS[0])).legal == ()


def test_what_is_forced_is_not_to_choose() -> None:
    """An announcement, sealed points: the seat's own program says them."""
    players = [card_player(seat) for seat in range(3)]
    seen = set()
    for name in ("western", "telegram"):
        hall = Hall("c 0", ruleset=find_ruleset(name), seats=3, players=players)

        def forced(each: Hall) -> bool:
            """Looked at between any two steps: nobody has a choice where all is forced."""
            table = each.table
            if table.stage in {Stage.ANNOUNCE, Stage.POINTS, Stage.SHARES}:
                seen.add(table.stage)
                for seat, session in enumerate(each.sessions):
                    if session.table.round == table.round:
                        assert view_of(table, seat, session.view().held).legal == ()
            return False

        hall.run(forced)
    assert seen == {Stage.ANNOUNCE, Stage.POINTS, Stage.SHARES}


def test_a_view_is_told_without_its_cards() -> None:
    hall = idle(Hall("view", players=[card_player(1), card_player(2)]), Stage.LEAD)
    view = hall.sessions[0].view()
    assert repr(view) == f"View(seat=0, lead, round={view.round}, {view.position!r})"
    assert not any(str(card) in repr(view) for card in view.held)
    assert not view_of(hall.table, 0, ()).claiming
    assert view_of(hall.table, 0, (), claiming=True).claiming


def test_the_score_is_that_after_the_hand() -> None:
    hall = passing(Hall("view", players=[card_player(1), card_player(2)]), Stage.RESULT)
    state = hall.table.state
    view = view_of(hall.table, 0, ())
    assert view.match == state.next_match != state.match
    assert view.outcome == state.outcome is not None
    assert view.own_points is None


@pytest.mark.parametrize(("shown", "sealed"), [(True, None), (True, 7), (False, None), (False, 7)])
def test_own_points_are_told_where_the_rules_show_them(shown: bool, sealed: int | None) -> None:
    rules = find_ruleset("georgian", match_to=0, points_shown=shown)
    hall = Hall("points", ruleset=rules, players=[card_player(1), card_player(2)])
    hall.run(lambda each: sum(isinstance(event, e.TrickTaken) for event in each.events[0]) == 3)
    position = need(hall.table.state.position)
    for seat in range(2):
        pile, view = position.piles[seat], view_of(hall.table, seat, (), sealed=sealed)
        assert view.own_points == (pile.exact + (sealed or 0) if shown else None)


def test_own_points_of_a_pile_that_holds_unknown_cards() -> None:
    hall = Hall("c 0", ruleset=find_ruleset("telegram"), seats=3, players=[card_player(seat) for seat in range(3)])
    hall.run(lambda each: any(event.closed for event in each.events[0] if isinstance(event, e.TrickTaken)))
    position = need(hall.table.state.position)
    (taker,) = {event.seat for event in hall.events[0] if isinstance(event, e.TrickTaken) and event.closed}
    assert position.piles[taker].unknown
    assert view_of(hall.table, taker, ()).own_points is None
    assert view_of(hall.table, taker, (), sealed=4).own_points == position.piles[taker].exact + 4


@pytest.mark.parametrize("name", ["russian", "telegram"])
def test_who_has_left_plays_no_more_and_has_no_points(name: str) -> None:
    hall = Hall("leaves", ruleset=find_ruleset(name), seats=3)
    hall.players = [card_player(seat) for seat in range(3)]
    idle(hall, Stage.LEAD)
    (leaver,) = hall.table.owing()
    hall.note(leaver, hall.sessions[leaver].play(a.Resign()))
    stay = tuple(seat for seat in range(3) if seat != leaver)
    state = hall.sessions[leaver].table.state
    assert need(state.outcome).left == (leaver,)
    assert state.playing == stay
    for session in hall.sessions:
        session.play_on = True
    hall.run(lambda each: each.table.state.hand == 2 and each.table.stage is Stage.LEAD, hands=2)
    assert hall.table.state.playing == stay
    assert view_of(hall.table, leaver, ()).own_points is None


@pytest.mark.parametrize("match_to", [1, 7])
def test_only_a_match_that_is_over_names_no_leader(match_to: int) -> None:
    rules = find_ruleset("georgian", match_to=match_to)
    hall = passing(Hall("view", ruleset=rules, players=[card_player(1), card_player(2)]), Stage.RESULT)
    state = hall.table.state
    over = need(state.next_match).over
    assert over == (match_to == 1)
    for wish in (True, False):
        result = state.expected_result(play_on=wish)
        assert result.play_on == (wish and not over)
        assert result.next_leader == (None if over else need(state.next_match).leader)


def test_an_entry_that_is_held_already_changes_nothing() -> None:
    hall = idle(Hall("view", players=[card_player(1), card_player(2)]), Stage.LEAD)
    table = Table(PUBLICS)
    for signed in hall.entries():
        entry = open_entry(signed, PUBLICS[signed.seat])
        table.apply(entry)
        before = (table.round, table.head, table.owing())
        assert table.apply(entry) == ()
        assert (table.round, table.head, table.owing()) == before


def test_what_is_said_in_numbers_and_names() -> None:
    assert astuple(Counts()) == (0,) * 9
    assert e.HandBegun(1, 0, (0, 1)).pot == 0
    assert e.HandOver(1, 0, "var", 1, None, (1, 0)).pot == 0
    assert repr(e.Held(CARDS)) == "Held(3 cards)"
    assert e.plain((CARDS[0], b"\1\xab", Stage.LEAD, [None, 3])) == ["AS", "01ab", Stage.LEAD, [None, 3]]
    assert e.plain(CARDS[0].suit) == CARDS[0].suit.name.lower()
    assert e.Event() == e.Event()
    assert Checked() == Checked()


def test_what_a_stage_does_not_have_is_a_fault_of_the_caller() -> None:
    with pytest.raises(LocalError):
        need(None)
    assert need(0) == 0
