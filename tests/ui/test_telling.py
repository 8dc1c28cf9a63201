"""What a newcomer stumbled over: what a claim was worth, who stopped, what waits, the examples, the denials."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bura_p2p.cards import Card
from bura_p2p.errors import LocalError
from bura_p2p.net.driver import NotDone, Play, Update
from bura_p2p.rules import actions as a
from bura_p2p.rules.phases import apply, legal_actions
from bura_p2p.rules.points import cards_points
from bura_p2p.table import events as e
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.inert import columns
from bura_p2p.ui.machine import MachineScreen
from bura_p2p.ui.plain import RESIGNING, PlainScreen
from bura_p2p.ui.scene import glance_lines, prompt, table_lines
from bura_p2p.ui.text import Narrator
from bura_p2p.ui.typed import read_line
from tests.bots.engine import new_match, view_of
from tests.ui.test_plain import LETTERS, cards, example, views

OPENED = e.TableOpened(("Ann", "Ben"), "georgian", bytes(32))


def narrator(*, match_to: int = 0, names: tuple[str, ...] = ("Ann", "Ben")) -> Narrator:
    told = Narrator(0, LETTERS)
    told.tell(replace(OPENED, names=names))
    told.rules = new_match(match_to=match_to).ruleset
    return told


def over(reason: str, winner: int, claimed: tuple[int, int] | None) -> e.HandOver:
    return e.HandOver(1, winner, reason, 1, None, (1, 0), claimed)


CLAIMS = [
    (0, over("claim_right", 0, (34, 34)), "Counted: 34 points in your pile; 31 were needed."),
    (1, over("claim_right", 1, (31, 31)), "Counted: 31 points in Ben's pile; 31 were needed."),
    (0, over("claim_right", 0, (34, 55)),
     "Counted: at least 34 points in your pile; 31 were needed; the rest stays face down."),
    (1, over("claim_wrong", 0, (20, 29)),
     "Counted: at most 29 points in Ben's pile; 31 were needed; the rest stays face down."),
    (0, over("claim_wrong", 1, (1, 1)), "Counted: 1 point in your pile; 31 were needed."),
]  # fmt: skip


@pytest.mark.parametrize(("claimant", "event", "sentence"), CLAIMS)
def test_a_claim_tells_its_count_and_no_more_before(claimant, event, sentence):
    told = narrator()
    name = "You say" if claimant == 0 else "Ben says"
    assert told.tell(e.Claimed(claimant, settled=True)) == [f"{name} 'var'."]
    lines = told.tell(event)
    assert lines[0] == sentence
    assert len(lines) == 2


OPENED_CARDS = [
    (0, "QD", "Given face down into your pile was QD."),
    (0, "QD KD", "Given face down into your pile were QD KD."),
    (1, "QD KD", "Given face down into Ben's pile were QD KD."),
]


@pytest.mark.parametrize(("owner", "opened", "sentence"), OPENED_CARDS)
def test_cards_opened_for_a_claim_are_told_by_their_number(owner, opened, sentence):
    assert narrator().tell(e.PileOpened(1 - owner, owner, cards(opened))) == [sentence]


GIVEN_UP = [
    ([e.Resigned(1), over("resigned", 0, None)], "You win hand 1 and 1 point: the other side gave up."),
    ([e.Resigned(0), over("resigned", 1, None)], "Ben wins hand 1 and 1 point: you gave up."),
    ([e.Raised(1, 2), e.Resigned(0), over("declined", 1, None)], "Ben wins hand 1 and 1 point: you gave up."),
    ([e.Raised(0, 2), e.Resigned(1), over("declined", 0, None)],
     "You win hand 1 and 1 point: the other side gave up."),
    ([e.Raised(1, 2), e.Declined(0), over("declined", 1, None)],
     "Ben wins hand 1 and 1 point: the raise was declined."),
    ([e.Resigned(0), e.HandBegun(2, 1, (0, 1)), over("declined", 0, None)],
     "You win hand 1 and 1 point: the raise was declined."),
]  # fmt: skip


@pytest.mark.parametrize(("events", "sentence"), GIVEN_UP)
def test_who_gave_up_is_told_truly_and_once(events, sentence):
    told = narrator()
    assert [line for event in events for line in told.tell(event)][-1].startswith(sentence)


def test_beyond_two_seats_it_may_be_anybody():
    told = narrator(names=("Ann", "Ben", "Cleo"))
    left = e.HandOver(1, None, "resigned", 0, None, (0, 0, 0), left=(2,))
    assert "Nobody wins hand 1: somebody gave up." in told.tell(left)[-1]
    assert "Nobody wins hand 1: you gave up." in told.tell(replace(left, left=(0,)))[-1]


def test_who_won_leads_and_why():
    told = narrator()
    assert told.tell(e.HandBegun(1, 0, (0, 1)))[-1] == "Hand 1. Both shuffle the deck; you lead first."
    told.tell(over("declined", 0, None))
    expected = "Hand 2. Both shuffle the deck; you lead first, because you won hand 1."
    assert told.tell(e.HandBegun(2, 0, (0, 1)))[-1] == expected
    told.tell(replace(over("declined", 1, None), hand=2))
    assert told.tell(e.HandBegun(3, 1, (0, 1)))[-1].endswith("Ben leads first, because Ben won hand 2.")
    told.tell(replace(over("draw", 0, None), winner=None, hand=3))
    assert told.tell(e.HandBegun(4, 1, (0, 1)))[-1].endswith("Ben leads first.")


@pytest.mark.parametrize(
    ("match_to", "stopped", "sentence"),
    [
        (3, (1,), "Ben plays no further hand, so the match to 3 is not played out. "),
        (3, (0,), "You play no further hand, so the match to 3 is not played out. "),
        (0, (0, 1), "You and Ben play no further hand. "),
        (0, (), "The game is over. "),
    ],
)
def test_who_stopped(match_to, stopped, sentence):
    (line,) = narrator(match_to=match_to).tell(e.GameOver(None, (1, 0), stopped))
    assert line == f"{sentence}Score: You: 1, Ben: 0. Both have signed it."


def test_players_without_a_name_have_one_everywhere():
    told = narrator(names=("", ""))
    assert told.tell(e.Led(1, (Card.parse("AS"),))) == ["The guest leads AS."]
    assert told.score((1, 2)) == "You: 1, the guest: 2"
    assert Narrator(1, LETTERS).said(0, "hello") == "The host says: hello"
    view = replace(view_of(example(), 1), names=("", ""))
    assert prompt(view, LETTERS) == "Waiting for the host."
    assert any(line.startswith("the host  ") for line in table_lines(view, LETTERS))


# --- who waits ---------------------------------------------------------------------------------------------------


def waiting():
    return replace(view_of(example(), 1), owing=(0,))


def update(view, *events):
    return Update(1, events, view)


def test_who_waits_sees_new_cards():
    screen, view = PlainScreen(1, LETTERS), waiting()
    assert view.legal == ()
    screen.show(update(view, OPENED, e.HandBegun(1, 0, (0, 1))))
    lines = screen.show(update(view, e.Held(view.held)))
    assert lines == ["", *glance_lines(view, LETTERS)]
    assert "Your cards   1: AC   2: JD   3: QH" in lines
    assert screen.show(update(view)) == []


def test_drawn_cards_are_named():
    told = narrator()
    told.tell(e.HandBegun(1, 0, (0, 1)))
    assert told.tell(e.Held(cards("AS KS QH"))) == []
    assert told.tell(e.Held(cards("AS JD 10C"))) == ["Your new cards: JD 10C."]
    assert told.tell(e.Held(cards("AS JD QC"))) == ["Your new card: QC."]
    told.tell(e.HandBegun(2, 0, (0, 1)))
    assert told.tell(e.Held(cards("JH JD QC"))) == []


def test_a_resignation_that_waits_is_told_and_shown():
    screen, view = PlainScreen(1, LETTERS), waiting()
    screen.show(update(view))
    answer = screen.typed("resign yes")
    assert answer.command == Play(a.Resign())
    assert " ".join(answer.lines) == RESIGNING
    table = " ".join(screen.typed("table").lines)
    assert RESIGNING in table
    assert "Waiting for Ann." in table
    screen.show(update(view, NotDone("There is no hand to give up now.")))
    assert RESIGNING not in " ".join(screen.typed("table").lines)


def test_a_resignation_in_turn_is_told_by_its_event():
    screen = PlainScreen(0, LETTERS)
    screen.show(update(view_of(example(), 0)))
    assert screen.typed("resign yes").lines == ()


def test_help_and_rules_end_with_the_prompt():
    screen = PlainScreen(0, LETTERS)
    screen.show(update(view_of(example(), 0)))
    for line in ("help", "rules", "table", "?"):
        assert "Your turn: " in " ".join(screen.typed(line).lines[-2:])


def test_given_cards_have_a_line_of_their_own():
    view = replace(view_of(example(), 0), given=cards("QH"))
    assert table_lines(view, LETTERS)[-1] == "You gave face down so far: QH."
    assert table_lines(view, LETTERS)[-2].endswith("3: AS")


def test_a_heading_that_is_too_wide_ends_bare():
    view = replace(view_of(example(), 0, match=new_match(match_to=3)), names=("x" * 30, "y" * 30))
    for raise_to in (None, 2):
        position = replace(view.position, raise_to=raise_to)
        lines = table_lines(replace(view, position=position), LETTERS)
        assert all(columns(line) <= 80 for line in lines)
        assert not any(line.strip() == "--" for line in lines)


# --- examples and denials ----------------------------------------------------------------------------------------


def cost(position, held):
    return sum(card.suit == position.trump for card in held), cards_points(held)


def test_examples_can_be_typed_and_cost_least():
    for number in range(30):
        for view, position in views(number):
            quoted = prompt(view, LETTERS).split("such as '")[1:]
            for example_line in (part.split("'")[0] for part in quoted):
                move = read_line(example_line, view, LETTERS).action
                assert move in view.legal
                alike = [action for action in view.legal if type(action) is type(move)]
                shown = [action.known if isinstance(action, a.Give) else action.cards for action in alike]
                mine = move.known if isinstance(move, a.Give) else move.cards
                assert cost(position, mine) == min(cost(position, held) for held in shown)


def test_why_no_raise():
    raised = apply(apply(example("raised"), 1, a.Accept()).position, 0, legal_actions(example(), 0)[0]).position
    lead = apply(example("raised"), 1, a.Accept()).position
    top = replace(lead, stake=6, last_raiser=1)
    bare = replace(lead, raises_allowed=False)
    for position, seat, why in (
        (lead, 0, "you raised last"),
        (top, 0, "6 (shashi) is the highest stake"),
        (bare, 0, "without raises"),
        (raised, 1, "before a lead of your own"),
    ):
        with pytest.raises(LocalError, match="The stake cannot be raised now: ") as caught:
            read_line("raise", view_of(position, seat), LETTERS)
        assert why in str(caught.value)


def test_a_claim_out_of_turn():
    with pytest.raises(LocalError, match=r"It is not your turn\. 'var' is said only straight after a trick"):
        read_line("var", waiting(), LETTERS)


def test_before_the_game_a_word_stands_alone():
    answer = PlainScreen(0, LETTERS).typed("quit now")
    assert answer.command is None
    assert answer.lines == ("Write 'quit' alone.",)


# --- programs ----------------------------------------------------------------------------------------------------


def test_programs_get_help_rules_and_table_as_such():
    screen = MachineScreen(0)
    screen.show(update(view_of(example(), 0)))
    for word in ("help", "rules", "table"):
        (line,) = screen.typed(word).lines
        told = json.loads(line)
        assert told["event"] == word
        assert len(told["lines"]) > 3
    answer = screen.typed("stop")
    assert answer.command is not None
    assert json.loads(answer.lines[0]) == {"event": "noted", "lines": ["No further hand is played after this one."]}
    assert json.loads(screen.typed("fly").lines[0])["event"] == "not_done"


def test_signs_and_letters_give_the_same_hand():
    view = view_of(example(), 0)
    assert glance_lines(view, Faces(signs=True))[-1] == "Your cards   1: K♠   2: 10♠   3: A♠"
    assert Card.parse("KS") in view.held
