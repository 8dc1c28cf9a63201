"""The plain table: what is drawn, what is kept hidden, and what typed lines mean."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bura_p2p.bots import make_bot
from bura_p2p.cards import Card
from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import LocalError
from bura_p2p.net.driver import Leave, NotDone, PeerAway, PeerBack, PeerGone, Play, Said, Say, StopAfterHand, Update
from bura_p2p.rules import actions as a
from bura_p2p.rules.notation import format_action
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Phase, deal_known
from bura_p2p.table import events as e
from bura_p2p.table.events import Event
from bura_p2p.table.phases import Stage
from bura_p2p.ui.card import rule_card
from bura_p2p.ui.faces import Faces, faces_for, letters
from bura_p2p.ui.helping import help_lines
from bura_p2p.ui.inert import columns, wrapped
from bura_p2p.ui.machine import MachineScreen
from bura_p2p.ui.plain import Answer, PlainScreen
from bura_p2p.ui.scene import prompt, table_lines
from bura_p2p.ui.text import _TELLERS, Narrator, shown_names
from bura_p2p.ui.typed import Move, Quit, Show, Stop, Talk, read_line
from tests.bots.engine import deal, new_match, view_of

LETTERS, SIGNS = Faces(), Faces(signs=True)
HARD_NAMES = [("Ann", "Ben"), ("", "\u202e"), ("漢" * 30, "\x1b[2J" * 20), ("You", "you"), ("A" * 64, "ნ" * 20)]

HAND = "AS 10S KS | QH JD AC | JH | KH AH 10D 10H KD QD AD QS JS KC QC JC 10C".replace("|", "").split()


def example(phase: str = "lead"):
    """Seat 0 holds AS 10S KS and leads, seat 1 holds QH JD AC, JH is turned up; then a few steps on."""
    held, rest = [[Card.parse(c) for c in HAND[:3]], [Card.parse(c) for c in HAND[3:6]]], HAND[6:]
    cards = [card for pair in zip(*held, strict=True) for card in pair] + [Card.parse(c) for c in rest]
    position = deal_known(new_match(match_to=3), cards)
    steps = {"lead": [], "raised": [(0, a.Raise(2))], "follow": [(0, a.Lead((Card.parse("AS"),)))]}
    for seat, action in steps[phase]:
        position = apply(position, seat, action).position
    return position


def views(number: int, names=("Ann", "Ben")):
    """Every view of both seats over one hand that two bots play, with the action that was taken."""
    position = deal(number, new_match(match_to=11))
    bots = [make_bot("random", Tape(f"views {number} {seat}")) for seat in (0, 1)]
    while position.outcome is None:
        seat = actors(position)[0]
        for other in (0, 1):
            yield replace(view_of(position, other, match=new_match(match_to=11)), names=names), position
        legal = legal_actions(position, seat)
        forced = isinstance(legal[0], a.Open | a.Count)
        action = legal[0] if forced else bots[seat].choose(view_of(position, seat))
        position = apply(position, seat, action).position


# --- drawing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", HARD_NAMES)
def test_the_table_fits_into_80_columns_and_is_harmless(names):
    for number in range(12):
        for view, _ in views(number, names):
            for faces in (LETTERS, SIGNS):
                for line in [*table_lines(view, faces), *wrapped(prompt(view, faces))]:
                    assert columns(line) <= 80
                    assert line.isprintable()


def test_hidden_cards_are_not_drawn():
    """No line names a card that the other side holds, that the stock holds, or that lies closed in a pile."""
    for number in range(40):
        for view, position in views(number):
            text = " ".join([*table_lines(view, LETTERS), prompt(view, LETTERS)]).replace("'", " ").split()
            seen = {*view.held, *view.given, position.trump_card}
            seen |= {card for play in position.trick for card in play.shown}
            drawn = {word.strip(".,():") for word in text}
            for card in {c for hand in position.hands for c in hand} | set(position.stock):
                assert card is None or card in seen or str(card) not in drawn


def test_what_the_table_says():
    view = view_of(example(), 0, match=new_match(match_to=3))
    assert table_lines(view, LETTERS) == [
        "-- Hand 1, match to 3 | You: 0, Ben: 0 | stake 1 --",
        "Trump: hearts. Stock: 14 cards, JH face up at the bottom.",
        "You  hold 3 cards     pile: 0 cards",
        "Ben  holds 3 cards    pile: 0 cards",
        "Your cards   1: KS   2: 10S   3: AS",
    ]
    assert prompt(view, LETTERS) == "Your turn: lead cards of one suit, such as 'KS', or 'raise' to 2 (davi)."
    other = replace(view, legal=(), owing=(1,))
    assert prompt(other, LETTERS) == "Waiting for Ben."
    assert prompt(replace(other, stage=Stage.COMPLETE), LETTERS) == "The game is over."


def test_points_stand_on_the_table_only_where_it_shows_them():
    for shown in (True, False):
        position = deal(3, new_match(points_shown=shown))
        for _ in range(2):
            seat = actors(position)[0]
            position = apply(position, seat, legal_actions(position, seat)[0]).position
        for seat in (0, 1):
            own = next(line for line in table_lines(view_of(position, seat), LETTERS) if line.startswith("You"))
            worth = position.piles[seat].points(20)[0]
            assert own.endswith(f", {worth} points") if shown else "points" not in own


def test_prompts_of_the_other_phases():
    raised = prompt(view_of(example("raised"), 1), LETTERS)
    assert "2 (davi) is offered" in raised
    assert "'decline' (the hand is lost for 1 point)" in raised
    assert "3 (se)" in raised
    follow = prompt(view_of(example("follow"), 1), SIGNS)
    assert follow == "Your turn: beat A♠, such as 'QH', or give 1 card face down, such as 'give JD'."
    found = set()
    for number in range(60):
        for view, position in views(number):
            if view.my_turn:
                found.add(position.phase)
                assert prompt(view, LETTERS).endswith(".")
    assert found == {Phase.LEAD, Phase.RAISED, Phase.FOLLOW, Phase.LAST_WORD}


def test_faces():
    assert faces_for("utf-8") == SIGNS
    assert faces_for("ascii") == faces_for(None) == faces_for("no such encoding") == LETTERS
    assert SIGNS.row(map(Card.parse, ("10H", "AC"))) == "10♥ A♣"
    assert letters("a♠ 10♥\ufe0f") == "aS 10H"


def test_names():
    assert shown_names(("Ann", "Ben"), 0) == ("You", "Ben")
    assert shown_names(("", "\u202e"), 0) == ("You", "the guest")
    assert shown_names(("a", "you"), 0) == ("You", '"you"')
    assert shown_names(("Ann", "ann "), 1) == ("Ann (1)", "You")
    assert shown_names(("", "the host"), 1) == ("the host", "You")
    assert shown_names(("Ann", "the host"), 0) == ("You", '"the host"')
    assert all(columns(name) <= 24 for pair in HARD_NAMES for name in shown_names(pair, 0))


def test_help_and_rules_fit():
    for rules in (new_match(match_to=3).ruleset, new_match(points_shown=True).ruleset):
        for line in [*help_lines(rules), *rule_card(rules)]:
            assert columns(line) <= 80
    card = " ".join(line.strip() for line in rule_card(new_match(match_to=3).ruleset))
    for told in ("31 points", "equal points win nothing", "Who wins a hand leads", "without raises", "shashi 6"):
        assert told in card


# --- telling ---------------------------------------------------------------------------------------------------


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


SENTENCES = [
    ([e.Led(1, cards("AS 10S")), e.Gave(0, 2, None), e.TrickTaken(1, 21, 2)],
     "Ben takes the trick: nothing beat Ben's AS 10S."),
    ([e.Led(0, cards("10D")), e.Answered(1, cards("AD")), e.TrickTaken(1, 21, 0)],
     "Ben takes the trick: AD beats 10D (higher in diamonds)."),
    ([e.Led(1, cards("AS 10S")), e.Answered(0, cards("QH JH")), e.TrickTaken(0, 26, 0)],
     "You take the trick: QH beats AS (a trump) and JH beats 10S (a trump)."),
    ([e.HandBegun(2, 1, (0, 1))], "Hand 2. Both shuffle the deck; Ben leads first."),
    ([e.HandBegun(2, 0, (0, 1))], "Hand 2. Both shuffle the deck; you lead first."),
    ([e.Raised(1, 2)], "Ben raises to 2 (davi)."),
    ([e.Accepted(0, 2)], "You accept; the hand is played for 2 (davi)."),
    ([e.Declined(1)], "Ben declines the raise."),
    ([e.Claimed(1, False)],
     "Ben says 'var'. The cards given face down into that pile are opened now."),
    ([e.PileOpened(0, 1, cards("JS"))], "Given face down into Ben's pile was JS."),
    ([e.Passed(1)], "Ben claims nothing; the points are counted."),
    ([e.Counted(0, ((1, 12),))],
     "You prove what your cards that were given face down count: 12 points in Ben's pile. They stay closed."),
    ([e.Drew(1, 1, True)], "Ben draws the turned trump; the stock is empty."),
    ([e.Resigned(1)], "Ben gives the hand up."),
    ([e.HandOver(2, 0, "claim_wrong", 2, None, (3, 0))],
     "You win hand 2 and 2 points: the points were not there. Score: You: 3, Ben: 0."),
    ([e.HandOver(2, None, "draw", 0, (60, 60), (1, 0))],
     "Nobody wins hand 2: the points are equal. Points in the piles: You: 60, Ben: 60. Score: You: 1, Ben: 0."),
    ([e.GameOver(1, (0, 3))], "Ben wins the match. Score: You: 0, Ben: 3. Both have signed it."),
    ([e.Voided("deck_broken")], "The hand is void (deck_broken), and nobody is named; the game ends here."),
]  # fmt: skip


@pytest.mark.parametrize(("events", "sentence"), SENTENCES)
def test_sentences(events, sentence):
    narrator = Narrator(0, LETTERS)
    for event in (e.TableOpened(("Ann", "Ben"), "georgian", bytes(32)), e.Dealt(Card.parse("KH"), 3)):
        narrator.tell(event)
    assert [line for event in events for line in narrator.tell(event)][-1] == sentence


def test_every_public_event_has_a_sentence():
    silent = {e.Shuffled, e.PointsSealed, e.Halted}  # what halts this side the screen says itself
    own = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event)} - {Event}
    assert own - silent == set(_TELLERS)


def update(view, *events, number=1):
    return Update(number, events, view)


def test_screen_shows_the_table_once_a_turn():
    screen = PlainScreen(0, LETTERS)
    view = view_of(example(), 0)
    assert any("Your cards" in line for line in screen.show(update(view)))
    assert screen.show(update(view)) == []
    told = screen.show(update(view, Said(1, "hi\x1b[2J\nBen wins")))
    assert told == ["Ben says: hi\N{REPLACEMENT CHARACTER}[2J Ben wins"]
    not_done = screen.show(update(view, NotDone("it is not your turn")))
    assert not_done[0] == "It is not your turn."
    assert not_done[1].startswith("Your turn")
    for reason, sentence in (("closed", "The other side closed the game."), ("connection", "It was lost.")):
        assert screen.show(update(view, PeerGone(reason, sentence))) == [sentence]


def test_a_game_that_is_taken_up_again():
    """The other side is looked for, not lost; it has its name, and who waits for its move sees the table."""
    screen = PlainScreen(1, LETTERS)
    view = view_of(example(), 1)
    assert screen.show(update(view, PeerAway("connection", "It was lost."))) == [
        "Looking for the other side. Wait, or 'quit' and go on later with 'bura resume'."
    ]
    back = screen.show(update(view, PeerBack()))
    assert back[0] == "The other side is there; the game goes on."
    assert any(line.startswith("Your cards") for line in back)
    assert screen.show(update(view, e.Led(0, (Card.parse("AS"),)), number=2))[0] == "Ann leads AS."
    away = screen.show(update(view, PeerAway("connection", "It was lost.")))
    assert away[0].startswith("It was lost. Looking for it; nothing is lost.")
    assert len(screen.show(update(view, PeerBack()))) == 1


def test_an_invite_where_a_move_is_typed():
    screen = PlainScreen(1, LETTERS)
    answer = screen.typed("BURA:SYA4IEDPG53UFCAE5DTQE3N6TXVFELOZYQQF")
    assert answer.command is None
    assert " ".join(answer.lines).startswith("An invite is not read here: 'quit', then paste it at 'bura join'")
    screen.show(update(view_of(example(), 1)))
    assert screen.typed("bura:sya4").lines == answer.lines


def test_a_leader_called_almost_you():
    narrator = Narrator(0, LETTERS)
    narrator.tell(e.TableOpened(("Ann", "YouEve"), "georgian", bytes(32)))
    assert narrator.tell(e.HandBegun(1, 1, (0, 1)))[-1].endswith("YouEve leads first.")


FORGED = "hi " + "x" * 65 + " You win the match. Score: You 3, Ben 0. All have signed it. Your turn: lead cards."


@pytest.mark.parametrize("width", [200, 80, 50, 1])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_line_of_chat_is_marked(seat, width):
    screen = PlainScreen(0, LETTERS, width)
    told = screen.show(update(view_of(example(), 0), Said(seat, FORGED)))
    shown = told[: next((at for at, line in enumerate(told) if not line), len(told))]
    assert "hi" in shown[0]
    assert len(shown) > 1
    assert all(line.startswith("  | ") for line in shown[1:])
    assert all(columns(line) <= max(30, min(width, 80)) for line in shown)


FORGERS = ["You win the match.", "You win 2", "Score: You 3", "All signed it.", 'a" (b) "c', "Yоu", "you’", "the"]


@pytest.mark.parametrize("name", FORGERS)
def test_a_name_cannot_speak_for_the_program(name):
    screen = PlainScreen(0, LETTERS)
    view = replace(view_of(example(), 0), legal=(), owing=(1,), names=("Ann", name))
    events = [e.TableOpened(("Ann", name), "georgian", bytes(32)), Said(1, "hi")]
    events += [event for told, _ in SENTENCES for event in told]
    for line in [*screen.show(update(view, *events)), *table_lines(view, LETTERS), *screen.idle()]:
        assert not line.startswith(name)
    assert any(line.startswith('"') for line in screen.show(update(view, Said(1, "hi"))))


def test_screen_tells_whom_it_waits_for_once():
    screen = PlainScreen(0, LETTERS)
    assert screen.idle() == ["Waiting for the other side."]
    assert screen.idle() == []
    screen.show(update(replace(view_of(example(), 0), legal=(), owing=(1,))))
    assert screen.idle() == ["Waiting for Ben."]
    assert screen.idle() == []


def test_machine_screen():
    screen = MachineScreen(0)
    lines = screen.show(update(view_of(example(), 0), Said(1, "\x1b[2Jnaïve")))
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert '"event": "your_turn"' in lines[1]
    assert "raise 2" in lines[1]
    assert screen.typed("lead as").command == Play(a.Lead(cards("AS")))
    assert '"event": "not_done"' in screen.typed("lead 2C").lines[0]
    assert screen.typed("  ").lines == ()


# --- typing ----------------------------------------------------------------------------------------------------

LEAD_LINES = [
    ("lead AS 10S", a.Lead(cards("10S AS"))),
    ("AS 10S", a.Lead(cards("10S AS"))),
    ("as,10s", a.Lead(cards("10S AS"))),
    ("A♠ 10♠", a.Lead(cards("10S AS"))),
    ("ts", a.Lead(cards("10S"))),
    ("♠A ♠10", a.Lead(cards("10S AS"))),
    ("lead sk", a.Lead(cards("KS"))),
    ("k s", a.Lead(cards("KS"))),
    ("lead 10 S A ♠", a.Lead(cards("10S AS"))),
    ("1 2 3", a.Lead(cards("KS 10S AS"))),
    ("  3  ", a.Lead(cards("AS"))),
    ("PLAY ks", a.Lead(cards("KS"))),
    ("raise", a.Raise(2)),
    ("raise 2", a.Raise(2)),
    ("Raise Davi", a.Raise(2)),
    ("davi", a.Raise(2)),
    ("resign YES", a.Resign()),
]


@pytest.mark.parametrize(("line", "action"), LEAD_LINES)
def test_moves_before_a_lead(line, action):
    assert read_line(line, view_of(example(), 0), LETTERS) == Move(action)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("QH", a.Answer(cards("QH"))),
        ("answer qh", a.Answer(cards("QH"))),
        ("beat 3", a.Answer(cards("QH"))),
        ("give JD", a.Give(cards("JD"))),
        ("give 1", a.Give(cards("AC"))),
    ],
)
def test_moves_after_a_lead(line, action):
    view = view_of(example("follow"), 1)
    assert [str(card) for card in view.held] == ["AC", "JD", "QH"]
    assert read_line(line, view, LETTERS) == Move(action)


@pytest.mark.parametrize(
    ("line", "action"),
    [("accept", a.Accept()), ("Decline.", a.Decline()), ("se", a.Raise(3)), ("raise", a.Raise(3))],
)
def test_answers_to_a_raise(line, action):
    assert read_line(line, view_of(example("raised"), 1), LETTERS) == Move(action)


def test_other_commands():
    view = view_of(example(), 0)
    lines = ("", " , ", "\ufe0f", "help", "?", "rules", "cards", "table")
    said = [(line, read_line(line, view, LETTERS)) for line in lines]
    assert [typed for _, typed in said] == [
        None, None, None, Show("help"), Show("help"), Show("rules"), Show("table"), Show("table"),
    ]  # fmt: skip
    assert read_line("stop", view, LETTERS) == Stop()
    assert read_line("go", view, LETTERS) == Stop(stop=False)
    assert read_line("quit", view, LETTERS) == Quit()
    assert read_line("chat  hello AS", view, LETTERS) == Talk("hello AS")
    assert read_line("say x\ud800", view, LETTERS) == Talk("x?")


WRONG = [
    ("lead", "lead", "Name the cards as well"),
    ("lead", "lead AC", "You do not hold AC; you hold KS 10S AS."),
    ("lead", "AS AS", "AS is named twice."),
    ("lead", "lead 4", "There is no card number 4"),
    ("lead", "lead XX", "'XX' is not a card"),
    ("lead", "10X", "is not a card"),
    ("lead", "give AS", "There is nothing on the table to give against. Your turn: lead"),
    ("lead", "var", "'var' is said only straight after a trick that you have won. Your turn: lead"),
    ("lead", "accept", "There is no raise to answer. Your turn: lead"),
    ("lead", "pass", "'pass' is said only when the cards are out. Your turn: lead"),
    ("lead", "raise 3", "The stake can only be raised to 2 (davi) now."),
    ("lead", "shashi", "The stake can only be raised to 2 (davi) now."),
    ("lead", "raise many", "The stake can only be raised to 2 (davi) now."),
    ("lead", "resign", "Write 'resign yes'"),
    ("lead", "resign now", "Write 'resign yes'"),
    ("lead", "fly", "'fly' is not understood"),
    ("lead", "\x1b[A", "That is not understood"),
    ("lead", "chat", "Write what to say"),
    ("lead", "chat " + "x" * 281, "That is too long"),
    ("lead", "claim now", "Write 'claim' alone."),
    ("follow", "AC", "AC does not beat AS; to give it face down, write 'give AC'."),
    ("follow", "QH JD", "1 card is due against AS, not 2."),
    ("follow", "give QH JD", "1 card is due against AS, not 2."),
    ("follow", "raise", "The stake cannot be raised now: that is done before a lead of your own."),
    ("follow", "lead QH", "You cannot lead before this trick is over."),
    ("follow", "var", "'var' is said only straight after a trick that you have won."),
    ("lead", "answer AS", "There is nothing on the table to beat."),
    ("lead", "stop it", "Write 'stop' alone."),
    ("lead", "QUIT NOW", "Write 'quit' alone."),
    ("lead", "help me", "Write 'help' alone."),
    ("lead", "no", "'no' is not understood"),
    ("lead", "ok", "'ok' is not understood"),
    ("lead", "XS", "'XS' is not a card: write a rank (J Q K 10 A) and a suit (C D H S), such as 10H."),
    ("lead", "6C", "There is no 6C in this deck; its ranks are J Q K 10 A."),
    ("lead", "♦Q", "You do not hold QD"),
    ("lead", "Q S", "You do not hold QS"),
    ("lead", "q 5", "Write 'q' alone."),
    ("lead", "♣9", "There is no 9C in this deck"),
    ("raised", "raise 2", "The stake can only be raised to 3 (se) now."),
    ("raised", "QH", "The raise has to be answered first."),
    ("raised", "var", "The raise has to be answered first."),
]


@pytest.mark.parametrize(("phase", "line", "sentence"), WRONG)
def test_wrong_lines_get_one_sentence(phase, line, sentence):
    view = view_of(example(phase), 0 if phase == "lead" else 1)
    with pytest.raises(LocalError) as caught:
        read_line(line, view, LETTERS)
    assert sentence in str(caught.value)
    assert str(caught.value).isprintable()


def test_not_my_turn_and_no_hand():
    view = view_of(example(), 1)
    with pytest.raises(LocalError, match=r"It is not your turn\. Waiting for Ann\."):
        read_line("lead QH", view, LETTERS)
    over = replace(view, outcome=Outcome(0, Reason.CLAIM_RIGHT, 1))
    with pytest.raises(LocalError, match="is over"):
        read_line("resign yes", over, LETTERS)


def test_a_lead_of_two_suits():
    for number in range(50):
        position = deal(number)
        view = view_of(position, actors(position)[0])
        if len({card.suit for card in view.held}) == 3:
            with pytest.raises(LocalError, match="of one suit"):
                read_line("1 2", view, LETTERS)
            return
    pytest.fail("no hand of three suits")


def test_every_legal_action_can_be_typed():
    for number in range(40):
        for view, _ in views(number):
            for action in view.legal:
                assert read_line(format_action(action), view, LETTERS) == Move(action)


def test_points_are_added_to_a_give():
    position = deal(3, new_match(points_shown=True))
    position = apply(position, actors(position)[0], legal_actions(position, actors(position)[0])[0]).position
    view = view_of(position, actors(position)[0])
    typed = read_line("give 1", view, LETTERS)
    assert typed.action in view.legal
    assert typed.action.points is not None


def test_any_line_is_a_command_or_a_sentence():
    chance = Random(5)
    words = ["lead", "give", "AS", "1", "9", "♠", "raise", "var", "yes", "\x00", "chat", "resign", "10S", "-", "é"]
    words += [",", "\ufe0f"]
    position = example("follow")
    for _ in range(1000):
        screen = PlainScreen(1, LETTERS)
        screen.show(update(view_of(position, 1)))
        line = chance.choice(["", " "]).join(chance.choices(words, k=chance.randrange(5)))
        answer = screen.typed(line)
        assert answer.command is not None or answer.lines
        assert all(columns(text) <= 80 and text.isprintable() for text in answer.lines)


def test_screen_commands():
    screen = PlainScreen(0, LETTERS)
    for line in ("lead AS", "rules", "stop", "chat hi", "resign yes"):
        assert screen.typed(line).lines == ("The game has not begun yet; 'quit' leaves.",)
    assert screen.typed(" ") == Answer(about="table")
    assert screen.typed("quit").command == screen.typed("Q!").command == Leave()
    assert list(screen.typed("help").lines) == help_lines(None)
    screen.show(update(view_of(example(), 0)))
    assert screen.typed("lead AS").command == Play(a.Lead(cards("AS")))
    assert screen.typed("chat hi").command == Say("hi")
    assert screen.typed("stop").command == StopAfterHand()
    assert screen.typed("go").command == StopAfterHand(stop=False)
    assert screen.typed("quit").command == Leave()
    assert "give KS QH" in "\n".join(screen.typed("help").lines)
    assert "31 points" in " ".join(line.strip() for line in screen.typed("rules").lines)
    assert "Your cards" in "\n".join(screen.typed("cards").lines)
    assert screen.typed("").lines[0].startswith("Your turn")
