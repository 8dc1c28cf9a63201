"""The text of whole games: parsing is the inverse of formatting, and bad text is told from good."""

from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura_p2p.cards import Card, Rank, Suit
from bura_p2p.errors import LocalError
from bura_p2p.rules import game_text, record
from bura_p2p.rules.actions import Count, Give
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.game_text import MAX_TEXT, format_game
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.record import Drawn, GameEnd, GameRecord, HandEnd, HandRecord, Move, Taken, seat_labels
from bura_p2p.rules.record_check import check_record
from bura_p2p.rules.ruleset import Ruleset
from tests.support.written import NAMES, TABLES, VARIANTS, play_game

from .hands import cards
from .samples import SAMPLES

GAMES = 3

SAMPLE = textwrap.dedent((game_text.__doc__ or "").split("\n\n", 2)[2].partition("\n- ")[0])
"""The game that the module shows."""


def test_the_sample_is_a_real_game_in_normal_form() -> None:
    assert SAMPLE.startswith("Bura 1\n")
    sample = parse_game(SAMPLE)
    assert format_game(sample).rstrip() == SAMPLE.rstrip()
    assert check_record(sample) == sample
    assert sample.players == ("Nino", "\u041b\u0435\u0432")


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=NAMES)
def test_parsing_is_the_inverse_of_formatting(rules: Ruleset, seats: int) -> None:
    for number in range(GAMES):
        game = play_game(rules, seats, number)
        text = format_game(game)
        assert parse_game(text) == game
        assert text.isascii()
        assert all(len(line) <= game_text.WIDTH or line.startswith("Player") for line in text.split("\n"))
        assert all(line.isprintable() for line in text.split("\n"))


def test_a_trick_is_a_line_with_what_was_said_before_its_lead() -> None:
    text = SAMPLE.replace("- Nino claim", "4. Nino raise 3, seat1 accept, Nino lead KD\n- seat1 resign")
    text = text.replace("= Nino wins 2 by claim_right; claimed 34 to 43", "= Nino wins 3 by resigned")
    with pytest.raises(LocalError, match="Hand 1, trick 3: 'Nino raise 3' is refused"):
        check_record(parse_game(text))
    assert format_game(parse_game(text)).rstrip() == text.rstrip()


# --- any record --------------------------------------------------------------------------------------------

NUMBERS = st.integers(-1000, record.MAX_NUMBER)


def games() -> st.SearchStrategy[GameRecord]:
    return st.integers(2, 6).flatmap(_games)


def _games(players: int) -> st.SearchStrategy[GameRecord]:
    seat = st.integers(0, players - 1)
    some = st.lists(seat, unique=True).map(tuple)
    each = st.tuples(*[NUMBERS] * players)
    item = st.one_of(
        st.builds(Move, seat, st.sampled_from(SAMPLES)),
        st.builds(Taken, seat, st.none() | NUMBERS),
        st.builds(Drawn, seat, NUMBERS, st.booleans()),
    )
    end = st.builds(
        HandEnd, st.none() | seat, st.sampled_from(Reason), NUMBERS, st.none() | st.tuples(NUMBERS, NUMBERS),
        st.none() | each, st.just(()) | each, st.just(()) | each, st.none() | NUMBERS, some,
    )  # fmt: skip
    card = st.builds(Card, st.sampled_from(Suit), st.sampled_from(Rank))
    hand = st.builds(
        HandRecord, st.just(1), st.lists(item, max_size=12).map(tuple), some, st.none() | seat, st.none() | seat,
        st.none() | NUMBERS, st.none() | card, st.none() | end,
    )  # fmt: skip
    hands = st.lists(hand, max_size=4).map(lambda all_: tuple(replace(h, number=n) for n, h in enumerate(all_, 1)))
    over = st.builds(GameEnd, st.none() | seat, st.just(()) | each, st.just(()) | each, some)
    name = st.text(max_size=record.MAX_NAME) | st.from_regex("[A-Za-z][A-Za-z0-9_-]{0,3}", fullmatch=True)
    return st.builds(
        GameRecord,
        st.tuples(*[name] * players),
        st.sampled_from([*RULESETS.values(), *VARIANTS]),
        hands,
        st.none() | over | st.just(GameEnd(void="deck_broken")),
    )


@settings(max_examples=100, deadline=None)
@given(games())
def test_whatever_is_recorded_can_be_written_and_read(game: GameRecord) -> None:
    text = format_game(game)
    assert text.isascii()
    assert parse_game(text) == game


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_text_does_anything_else(text: str) -> None:
    with pytest.raises(LocalError):
        parse_game(text)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_text_is_refused_or_is_another_game(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SAMPLE)))
    cut = data.draw(st.integers(0, 12))
    put = data.draw(st.text(max_size=6) | st.sampled_from(["\n", " ", ";", ",", "#", "- ", "\n= ", "seat0", "99"]))
    text = SAMPLE[:at] + put + SAMPLE[at + cut :]
    try:
        game = parse_game(text)
    except LocalError:
        return
    assert parse_game(format_game(game)) == game


# --- what may be written otherwise -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        ("Player 0: Nino", "# two friends\n\n  # at home\nplayer 0:   Nino   # she hosts"),
        ("Player 0: Nino", 'Player 0: "Nino"'),
        ('Player 1: "\\u041b\\u0435\\u0432"', 'Player 1: "\u041b\u0435\u0432"'),
        ("Rules: georgian; match_to 3", "RULES: s004-3;match_to  3;"),
        ("Rules: georgian; match_to 3", "Rules: georgian\n ; match_to\n\t3"),
        ("Hand 1: order Nino seat1; leader Nino", "hand 1: leader seat0 ; order NINO SEAT1"),
        ("trump JH", "trump j\u2665\ufe0f"),
        ("Nino lead AS,", "nino LEAD a\u2660 ,"),
        ("1. Nino raise 2, seat1 accept, Nino", "- Nino raise davi\n- seat1 accept\n1. Nino"),
        ("claimed 34 to 43; score 2 0", "score 2 0; claimed 34 to 43"),
        ("\n", "\r\n"),
        ("\n", "\r"),
    ],
)
def test_what_people_write(usual: str, other: str) -> None:
    assert usual in SAMPLE
    assert parse_game(SAMPLE.replace(usual, other)) == parse_game(SAMPLE)


def test_facts_may_be_left_out() -> None:
    bare = SAMPLE.replace(", Nino takes 11,\n   Nino draws 1, seat1 draws 1", "").replace("takes 21", "takes")
    bare = bare.replace("; claimed 34 to 43; score 2 0", "").replace("; score 2 0", "")
    assert bare.count("takes") == 2
    assert check_record(parse_game(bare)) == parse_game(SAMPLE)


def test_known_gives_may_be_written_open() -> None:
    known = parse_game(SAMPLE.replace("give 1 closed", "give JS"))
    assert Move(1, Give(cards("JS"))) in known.hands[0].moves
    assert check_record(known) == known


def test_rules_of_ones_own_answer_every_question() -> None:
    own = replace(find_ruleset("western", special_sets="in_trick"), name="s000", ante=3)
    text = format_game(GameRecord(("A", "B"), own))
    assert "specials bura three_aces molodka; specials_when in_trick" in " ".join(text.split())
    assert parse_game(text).ruleset == own
    with pytest.raises(LocalError, match="Line 4: No rules 'mine' ship, and these do not answer: deck, hand"):
        parse_game("Bura 1\nPlayer 0: A\nPlayer 1: B\nRules: mine; players 2 2\n")


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("usual", "other", "fault"),
    [
        ("Bura 1", "Bura 2", "Line 1: This is written in a form that this version does not know."),
        ("Bura 1\n", "", "Line 1: A game begins with the line 'Bura 1'."),
        ("Bura 1\n", "Bura 1\nBura 1\n", "Line 2: There is one game in a text."),
        ("Bura 1", " Bura 1", "Line 1: It begins with a space, and there is no line before that it continues."),
        ("Player 1", "Player 2", "Line 3: Player 1 comes next."),
        ("Player 0: Nino", "Player 0: Nino the first", "Line 2: Nino the first is no name: *"),
        ("Player 0: Nino", 'Player 0: "Nino" "B"', 'Line 2: "Nino" "B" is no name: *'),
        ("Player 0: Nino", 'Player 0: "Nino # 1"', 'Line 2: "Nino is no name: *'),
        ("Player 0: Nino", 'Player 0: "\\ud83d"', "Line 2: A written game has names that are text."),
        ("Player 0: Nino", f'Player 0: "{65 * "N"}"', "Line 2: A written game has names of at most 64 characters."),
        ("Player 0: Nino\n", "", "Line 2: Player 0 comes next."),
        ("Rules: georgian", "Rules: georgan", "Line 4: No rules 'georgan' ship, *"),
        ("match_to 3", "match_to 2", "Line 4: These answers make no rules: *"),
        ("match_to 3", "match_to \u0663", "Line 4: These answers make no rules: *"),
        ("match_to 3", "name western", "Line 4: 'name' does not belong here; *"),
        ("match_to 3", "match_to 3; match_to 7", "Line 4: 'match_to' has one value here."),
        ("match_to 3", "match_to", "Line 4: 'match_to' has one value here."),
        ("Rules:", "Rules: georgian\nRules:", "Line 5: The rules are there already."),
        ("Rules: georgian; match_to 3", "", "Line 6: The rules come before the first hand."),
        ("Rules: georgian; match_to 3", "Rules:", "Line 4: The rules have a name."),
        ("Hand 1", "Hand 2", "Line 6: Hand 1 comes next."),
        ("Hand 1:", "Hand one:", "Line 6: 'one' is not a number."),
        ("order Nino seat1", "order Nino Nino", "Line 6: A player is named twice."),
        ("order Nino seat1", "order Nino Levan", "Line 6: 'Levan' is none of the players; they are: nino, *"),
        ("trump JH", "trump JX", "Line 6: 'JX' is not a card: *"),
        ("trump JH", "colour JH", "Line 6: 'colour' does not belong here; what does is: order, leader, *"),
        ("2. Nino", "3. Nino", "Line 9: Trick 2 comes next, not 3."),
        ("lead 10D", "lead 10X", "Line 9: '10x' is not a card: *"),
        ("lead 10D", "plays 10D", "Line 9: 'plays 10D' is not a move: *"),
        ("lead 10D,", "lead 10D,,", "Line 9: A move is a player and what is done, such as 'Nino lead AS'."),
        ("takes 11", "takes eleven", "Line 7: 'eleven' is not a number."),
        ("Nino draws 1,", "Nino draws 1 at last,", "Line 7: Cards are drawn as in 'Nino draws 1 with the trump'."),
        ("- Nino claim", "* Nino claim", "Line 11: '* Nino claim' is no line of a game: *"),
        ("- Nino", "-- Nino", "Line 11: '-- Nino claim' is no line of a game: *"),
        ("= Nino wins 2 by", "= Nino loses 2 by", "Line 12: An end says first who wins, or 'nobody wins'."),
        ("= Nino wins 2 by claim_right", "= ", "Line 12: An end says first who wins, or 'nobody wins'."),
        ("wins 2 by claim_right", "wins 2", "Line 12: A hand is won 'by' a reason."),
        ("wins 2 by claim_right", "wins two by claim_right", "Line 12: 'two' is not a number."),
        ("by claim_right", "by luck", "Line 12: 'luck' is not why a hand ends; *"),
        ("score 2 0\n\n", "score 2\n\n", "Line 12: There is a number for each player, in the order of the seats."),
        ("score 2 0\n\n", "score 2 9999999999999\n\n", "Line 12: '9999999999999' is not a number."),
        ("\n\nGame", "\n- seat1 pass\nGame", "Line 13: The hand has ended before this line."),
        ("\n\nGame", "\n= nobody wins by draw\nGame", "Line 13: The hand has ended before this line."),
        ("Game: nobody wins", "Game: void", "Line 14: An end says first who wins, or 'nobody wins'."),
        ("Game: nobody wins", "Game: void x", "Line 14: A game is void for a reason of one word."),
        ("Game: nobody wins", "Game: nobody wins 3", "Line 14: The end of a game says who wins, *"),
        ("Game: nobody wins", "Game:", "Line 14: An end says first who wins, or 'nobody wins'."),
        ("Game:", "Game: void keys_equal\nGame:", "Line 15: The game has ended before this line."),
    ],
)
def test_bad_text_is_told_with_its_line(usual: str, other: str, fault: str) -> None:
    assert usual in SAMPLE
    with pytest.raises(LocalError) as told:
        parse_game(SAMPLE.replace(usual, other, 1))
    start, star, _ = fault.partition("*")
    assert str(told.value).startswith(start) if star else str(told.value) == fault


def test_text_that_was_not_understood_is_told_harmlessly() -> None:
    with pytest.raises(LocalError, match=r"^Line 1: '.x1b\[2J' is no line of a game"):
        parse_game("\x1b[2J")
    with pytest.raises(LocalError, match="There is no game in this text"):
        parse_game("# nothing but a remark\n\n")


# --- bounds ------------------------------------------------------------------------------------------------

HEAD = "Bura 1\nPlayer 0: A\nPlayer 1: B\nRules: georgian\n"


def test_long_texts_are_refused_unread() -> None:
    with pytest.raises(LocalError, match="This is too long for a game; 8388608 characters is the most"):
        parse_game(" " * (MAX_TEXT + 1))
    with pytest.raises(LocalError, match="Line 6: A hand has at most 1000 moves and facts"):
        parse_game(f"{HEAD}Hand 1\n- {', '.join(['A pass'] * 1001)}\n")
    with pytest.raises(LocalError, match="Line 10005: A game has at most 10000 hands"):
        parse_game(HEAD + "\n".join(f"Hand {number}" for number in range(1, 10_002)))


def test_a_game_that_no_text_can_hold_is_not_written() -> None:
    hand = HandRecord(1, (Move(0, Count((120,) * 500)),) * 1000)
    hands = tuple(replace(hand, number=number) for number in range(1, 6))
    game = GameRecord(("A" * 16, "B"), find_ruleset("georgian"), hands)
    with pytest.raises(LocalError, match="too long to be written down"):
        format_game(game)


A_HAND = HandRecord(1, (), (0, 1), 0)


@pytest.mark.parametrize(
    ("hand", "end", "fault"),
    [
        (replace(A_HAND, number=2), None, "numbers its hands from 1"),
        (replace(A_HAND, leader=2), None, "names only seats of its players"),
        (replace(A_HAND, dealer=-1), None, "names only seats of its players"),
        (replace(A_HAND, order=(0, 0)), None, "names every seat of an order once"),
        (replace(A_HAND, pot=10**12), None, "has no number beyond 999999999999"),
        (replace(A_HAND, items=(Taken(5),)), None, "names only seats of its players"),
        (replace(A_HAND, items=(Drawn(0, 10**12),)), None, "has no number beyond 999999999999"),
        (replace(A_HAND, end=HandEnd(0, Reason.DRAW, score=(1,))), None, "has a number for each seat"),
        (replace(A_HAND, end=HandEnd(0, Reason.DRAW, left=(1, 1))), None, "names who leaves once"),
        (A_HAND, GameEnd(0, (1, 2, 3)), "has a number for each seat"),
        (A_HAND, GameEnd(0, (1, 2), stopped=(1, 1)), "names who stops once"),
        (A_HAND, GameEnd(0, (1, 2), void="deck_broken"), "is void and nothing else"),
        (A_HAND, GameEnd(void="deck broken"), "is void for a reason of one word"),
    ],
)
def test_what_no_text_can_say_is_no_record(hand: HandRecord, end: GameEnd | None, fault: str) -> None:
    with pytest.raises(LocalError, match=f"^A written game {fault}"):
        GameRecord(("A", "B"), find_ruleset("georgian"), (hand,), end)


def test_other_bounds_of_a_record() -> None:
    georgian = find_ruleset("georgian")
    for players, fault in ((("A",), "has 2 to 6 players"), (("A", "\ud800"), "has names that are text")):
        with pytest.raises(LocalError, match=fault):
            GameRecord(players, georgian)
    with pytest.raises(LocalError, match="'give 6 closed' cannot be written down as a move"):
        Move(0, Give((None,) * 6))


# --- what players are called -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "labels"),
    [
        (("Nino", "Levan"), ("Nino", "Levan")),
        (("Nino", "nino"), ("seat0", "seat1")),
        (("Nobody", "seat0", "SEAT1", "A-1_b"), ("seat0", "seat1", "seat2", "A-1_b")),
        (("", "two words", "\u041b\u0435\u0432", "x" * 17, "1st"), ("seat0", "seat1", "seat2", "seat3", "seat4")),
        (("takes", "lead", "Hand"), ("takes", "lead", "Hand")),
    ],
)
def test_what_seats_are_called(players: tuple[str, ...], labels: tuple[str, ...]) -> None:
    assert seat_labels(players) == labels


@given(st.text(max_size=record.MAX_NAME), st.text(max_size=record.MAX_NAME))
def test_any_name_stands_on_one_harmless_line(first: str, second: str) -> None:
    game = GameRecord((first, second), find_ruleset("georgian"))
    text = format_game(game)
    assert text.count("\n") == 4
    assert all(line.isascii() and line.isprintable() and "#" not in line for line in text.split("\n"))
    assert parse_game(text) == game
