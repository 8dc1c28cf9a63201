"""A written game is checked by playing it again: real ones pass and are filled in, others are refused."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bura_p2p.cards import Card
from bura_p2p.errors import LocalError
from bura_p2p.rules.actions import Claim, Give, Lead, Pass, Resign
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.game_text import format_game
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.record import Drawn, GameRecord, HandRecord, Move, Taken
from bura_p2p.rules.record_check import check_record
from bura_p2p.rules.ruleset import Ruleset
from tests.support.written import NAMES, TABLES, moves_only, play_game

from .samples import SAMPLES

GAMES = 4

TEXT = """\
Bura 1
Player 0: A
Player 1: B
Rules: georgian; match_to 3

Hand 1: order A B; leader A; trump JH
1. A lead AS, B give 1 closed, A takes 11, A draws 1, B draws 1
2. A lead 10D, B answer AD, B takes 21, B draws 1, A draws 1
3. B raise 2, A accept, B lead 10C, A answer AC, A takes 21, A draws 1,
   B draws 1
- A claim
= A wins 2 by claim_right; claimed 34 to 43; score 2 0

Hand 2: order A B; leader A; trump QS
- B resign
= A wins 1 by resigned; score 3 0

Game: A wins; score 3 0
"""

POT = """\
Bura 1
Player 0: A
Player 1: B
Player 2: C
Rules: russian; ante 2

Hand 1: order A C B; leader A; dealer B; pot 6; trump 6H
- C pass, B announce molodka, A cede, B resign
= nobody wins by resigned; score 0 0 0; chips -2 -8 -2; pot 12; left B

Hand 2: order A C; leader C; dealer A; pot 16; trump 7H
- C claim
= nobody wins by claim_wrong; claimed 0; score 0 0 0; chips -4 -8 -20; pot 32

Game: nobody wins; score 0 0 0; chips 12 -8 -4; stopped A C
"""


@pytest.mark.parametrize("text", [TEXT, POT])
def test_real_games_pass(text: str) -> None:
    game = parse_game(text)
    assert check_record(game) == game
    assert format_game(game) == text


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=NAMES)
def test_played_games_pass_and_follow_from_their_moves(rules: Ruleset, seats: int) -> None:
    for number in range(GAMES):
        game = play_game(rules, seats, number)
        assert check_record(game) == game
        assert check_record(_without_end(moves_only(game))) == _without_end(game)
        if game.end is not None:
            bare = replace(game.end, score=(), chips=())
            assert check_record(replace(moves_only(game), end=bare)) == game


def _without_end(game: GameRecord) -> GameRecord:
    return replace(game, end=None)


@pytest.mark.parametrize(
    ("usual", "other", "fault"),
    [
        ("leader A; trump QS", "leader B; trump QS", "Hand 2: The text says 'leader B', but by the rules it *"),
        ("order A B; leader A; trump QS", "order B A; trump QS",
         "Hand 2: The text says 'order B A', but by the rules it is 'order A B'."),
        ("trump QS", "dealer A; trump QS",
         "Hand 2: The text says 'dealer A', but by the rules it is nothing of the kind."),
        ("trump QS", "pot 2; trump QS", "Hand 2: The text says 'pot 2', but by the rules it is nothing of the kind."),
        ("order A B; leader A; trump JH", "order A; leader A; trump JH",
         "Hand 1: The order names every player once, and the leader is one of them."),
        ("trump JH", "trump 6H", "Hand 1: '6H' cannot be turned up: the turned card is not of this deck."),
        ("; trump JH", "", "Hand 1: 'A lead AS' is refused: no trump has been turned up."),
        ("A lead AS", "B lead AS", "Hand 1, trick 1: 'B lead AS' is refused: no lead is due."),
        ("A lead AS", "A lead JH", "Hand 1, trick 1: 'A lead JH' is refused: a card was seen elsewhere before."),
        ("A lead 10D", "A lead AS", "Hand 1, trick 2: 'A lead AS' is refused: a card was seen elsewhere before."),
        ("A lead 10D", "A lead 10D AH", "Hand 1, trick 2: 'A lead 10D AH' is refused: a lead is of one suit."),
        ("B answer AD", "B answer KD", "Hand 1, trick 2: 'B answer KD' is refused: cards that do not beat *"),
        ("B give 1 closed", "B give 2 closed", "Hand 1, trick 1: 'B give 2 closed' is refused: 1 cards are due."),
        ("B give 1 closed", "B give 1 closed for 2", "Hand 1, trick 1: 'B give 1 closed for 2' is refused: a give *"),
        ("B raise 2", "B raise 3", "Hand 1, trick 2: 'B raise 3' is refused: a raise to 3 is not open now."),
        ("A accept", "B accept", "Hand 1, trick 2: 'B accept' is refused: no accept is due."),
        ("1. A lead", "1. A claim, A lead", "Hand 1: 'A claim' is refused: no claim is open now."),
        ("- A claim", "- A claim for 2", "Hand 1, trick 3: 'A claim for 2' is refused: *"),
        ("A takes 11", "B takes 11",
         "Hand 1, trick 1: The text says 'B takes 11', but by the rules it is 'A takes 11' and 'A draws 1' and *"),
        ("A takes 11", "A takes 13", "Hand 1, trick 1: The text says 'A takes 13', *"),
        ("A draws 1, B", "A draws 2, B",
         "Hand 1, trick 1: The text says 'A draws 2', but by the rules it is 'A draws 1' and 'B draws 1'."),
        ("B draws 1\n2", "B draws 1 with the trump\n2", "Hand 1, trick 1: The text says 'B draws 1 with *"),
        ("B draws 1, A draws 1", "A draws 1, B draws 1",
         "Hand 1, trick 2: The text says 'B draws 1', but by the rules it is nothing of the kind."),
        ("A claim\n", "A claim, B pass\n", "Hand 1, trick 3: 'B pass' is refused: the hand is over."),
        ("- A claim\n", "", "Hand 1, trick 3: The text ends the hand, but by the rules it goes on."),
        ("A wins 2 by", "A wins 1 by", "Hand 1, trick 3: The text says 'A wins 1 by claim_right', but *"),
        ("A wins 2 by claim_right", "A wins 2 by bura", "Hand 1, trick 3: The text says 'A wins 2 by bura', *"),
        ("34 to 43", "34", "Hand 1, trick 3: The text says 'claimed 34', but by the rules it is 'claimed 34 to 43'."),
        ("score 2 0", "score 1 0", "Hand 1, trick 3: The text says 'score 1 0', but by the rules it is 'score 2 0'."),
        ("score 2 0", "score 2 0; left B", "Hand 1, trick 3: The text says 'left B', but by the rules *"),
        ("score 2 0", "score 2 0; pot 0", "Hand 1, trick 3: The text says 'pot 0', but by the rules it is nothing *"),
        ("B resign", "B resign, B resign", "Hand 2: 'B resign' is refused: this seat plays no more."),
        ("B resign", "B resign, A pass", "Hand 2: 'A pass' is refused: the hand was given up."),
        ("= A wins 1 by resigned; score 3 0\n\nGame: A wins; score 3 0", "Game: A wins; score 3 0", None),
        ("= A wins 2 by claim_right; claimed 34 to 43; score 2 0\n", "", None),
        ("Game: A wins", "Game: B wins", "The end of the game: The text says 'B wins', but by *"),
        ("Game: A wins; score 3 0", "Game: A wins; score 3 1", "The end of the game: The text says 'score 3 1', *"),
        ("Game: A wins", "Game: A wins; chips 0 0", "The end of the game: The text says 'chips 0 0', *"),
        ("Game: A wins", "Game: A wins; stopped B", "The end of the game: Nobody stops a match that is over."),
        ("Game:", "Hand 3: trump QS\nGame:", "Hand 3 begins after the match has been won."),
        ("match_to 3", "match_to 7", "The end of the game: The match goes on, and nobody has stopped it."),
        ("match_to 3", "match_to 1", "Hand 1, trick 2: 'B raise 2' is refused: *"),
        ("- B resign\n= A wins 1 by resigned; score 3 0", "- A pass", "Hand 2: 'A pass' is refused: *"),
        ("- B resign\n= A wins 1 by resigned; score 3 0", "", "The end of the game: The last hand has not ended."),
        ("- A claim\n= A wins 2 by claim_right; claimed 34 to 43; score 2 0", "",
         "Hand 2 begins before hand 1 has ended."),
        ("Rules: georgian; match_to 3", "Rules: georgian-pairs", "The georgian-pairs rules are not for 2 seats."),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_is_told_with_its_place(usual: str, other: str, fault: str | None) -> None:
    assert usual in TEXT
    changed = parse_game(TEXT.replace(usual, other, 1))
    if fault is None:
        assert check_record(changed) == parse_game(TEXT)  # what follows may be left out
        return
    with pytest.raises(LocalError) as told:
        check_record(changed)
    start, star, _ = fault.partition("*")
    assert str(told.value).startswith(start) if star else str(told.value) == fault


@pytest.mark.parametrize(
    ("usual", "other", "fault"),
    [
        ("dealer B; pot 6", "dealer A; pot 6", "Hand 1: The text says 'dealer A', but by the rules it *"),
        ("pot 16", "pot 12", "Hand 2: The text says 'pot 12', but by the rules it is 'pot 16'."),
        ("order A C;", "order A C B;", "Hand 2: The text says 'order A C B', but by the rules it is 'order A C'."),
        ("chips -2 -8 -2", "chips -2 -2 -2", "Hand 1: The text says 'chips -2 -2 -2', but by the rules it is *"),
        ("pot 12", "pot 6", "Hand 1: The text says 'pot 6', but by the rules it is 'pot 12'."),
        ("; left B", "; left C", "Hand 1: The text says 'left C', but by the rules it is 'left B'."),
        ("announce molodka", "announce moscow", "Hand 1: 'B announce moscow' is refused: 'moscow' is no *"),
        ("A cede", "A lead 6S", "Hand 1, trick 1: 'A lead 6S' is refused: a higher combination was announced."),
        ("chips 12 -8 -4", "chips -4 -8 -20", "The end of the game: The text says 'chips -4 -8 -20', but *"),
        ("- C claim", "- B claim", "Hand 2: 'B claim' is refused: no claim is due."),
        ("- C claim", "- B resign", "Hand 2: 'B resign' is refused: this seat plays no more."),
    ],
)
def test_pots_and_combinations_are_checked_too(usual: str, other: str, fault: str) -> None:
    assert usual in POT
    with pytest.raises(LocalError) as told:
        check_record(parse_game(POT.replace(usual, other, 1)))
    start, star, _ = fault.partition("*")
    assert str(told.value).startswith(start) if star else str(told.value) == fault


def test_a_hand_given_up_before_it_began_leaves_the_places_open() -> None:
    text = POT.replace("Hand 1:", "Hand 1\n- A resign, B resign, C resign\n= nobody wins by void\n\nHand 2:", 1)
    text = text.replace("Hand 2: order A C;", "Hand 3: order A C;").replace("pot 6;", "pot 12;")
    with pytest.raises(LocalError, match="Hand 2: The text says 'chips -2 -8 -2'"):
        check_record(parse_game(text))
    first = parse_game(text).hands[:2]
    begun = (first[0], replace(first[1], end=None))
    told = check_record(GameRecord(("A", "B", "C"), parse_game(text).ruleset, begun))
    assert told.hands[0].order == ()
    assert told.hands[0].leader is None
    assert told.hands[1].dealer == 1
    assert told.hands[1].end is not None
    assert (told.hands[1].end.chips, told.hands[1].end.pot) == ((-4, -16, -4), 24)


def test_a_broken_off_game_is_checked_as_far_as_it_goes() -> None:
    lines = TEXT.partition("\n\nHand 2")[0].replace(",\n   ", ", ").splitlines()
    for end in range(4, len(lines) + 1):
        game = parse_game("\n".join(lines[:end]))
        told = check_record(game)
        assert told.hands[:-1] == game.hands[:-1]
        assert told.end is None
    started = check_record(parse_game("\n".join(lines[:6])))
    assert started.hands == (HandRecord(1, order=(0, 1), leader=0, trump=Card.parse("JH")),)


def test_a_void_game_ends_anywhere() -> None:
    text = TEXT.partition("- A claim")[0]
    game = parse_game(f"{text}Game: void deck_broken\n")
    assert check_record(game) == game
    assert format_game(game).endswith("\n\nGame: void deck_broken\n")


def mutations(game: GameRecord, at: int) -> list[GameRecord]:
    """The game with one item of its first hand left out, repeated, or done by another seat."""
    hand = game.hands[0]
    item = hand.items[at]
    others = [replace(item, seat=seat) for seat in range(len(game.players)) if seat != item.seat]
    changed = [[], [item, item], *([other] for other in others)]
    if isinstance(item, Move) and isinstance(item.action, Lead | Give):
        changed.append([Move(item.seat, Claim() if isinstance(item.action, Lead) else Pass())])
    lists = [(*hand.items[:at], *new, *hand.items[at + 1 :]) for new in changed]
    return [replace(game, hands=(replace(hand, items=items),)) for items in lists]


@pytest.mark.parametrize(("rules", "seats"), TABLES[:30:3], ids=NAMES[:30:3])
def test_a_changed_game_is_refused_or_ends_otherwise(rules: Ruleset, seats: int) -> None:
    """No other game passes for this one: what is left out is filled in, and everything else is refused."""
    game = next(_first_hands(rules, seats))
    for at, item in enumerate(game.hands[0].items):
        for number, changed in enumerate(mutations(game, at)):
            try:
                told = check_record(changed)
            except LocalError:
                continue
            if number == 0 and isinstance(item, Taken | Drawn):
                assert told == game
            else:
                assert isinstance(item, Move), "facts are nobody else's, and come once"
                assert told == changed, "only another order of what seats say at once is left"
                assert told.hands[0].end is not None
                assert told.hands[0].end == game.hands[0].end


@pytest.mark.parametrize(("rules", "seats"), TABLES[::4], ids=NAMES[::4])
def test_nonsense_is_refused_and_does_nothing_else(rules: Ruleset, seats: int) -> None:
    tape = random.Random(f"nonsense {rules.name} {seats}")
    for number in range(12):
        game = play_game(rules, seats, number)
        hands = []
        for hand in game.hands:
            items = list(hand.items)
            for _ in range(tape.randint(1, 3)):
                strange = Move(tape.randrange(seats), tape.choice(SAMPLES))
                items.insert(tape.randint(0, len(items)), tape.choice([strange, *hand.items]))
            if tape.random() < 0.2:
                tape.shuffle(items)
            hands.append(replace(hand, items=tuple(items)))
        try:
            told = check_record(replace(game, hands=tuple(hands)))
        except LocalError:
            continue
        assert check_record(told) == told


def _first_hands(rules: Ruleset, seats: int):  # type: ignore[no-untyped-def]
    """First hands that were played to an end, of some length."""
    for number in range(200):
        hand = play_game(rules, seats, number).hands[0]
        resigned = any(isinstance(move.action, Resign) for move in hand.moves)
        if hand.end is not None and len(hand.items) > 25 and not resigned and hand.end.reason is not Reason.VOID:
            yield replace(play_game(rules, seats, number), hands=(hand,), end=None)
