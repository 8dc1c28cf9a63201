"""The rule card: every answer of a ruleset is said, on one screen, in the words of the rule texts."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from functools import cache
from itertools import product
from typing import Any

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.options import NUMBERS, find_with_options, option_value, option_values, options_of
from bura_p2p.rules.ruleset import (
    MATCH_LENGTHS,
    QUESTIONS,
    Bura,
    Dealer,
    Exhausted,
    FirstLead,
    GiveFace,
    Instant,
    Maliutka,
    NoRaise,
    Ruleset,
    ShortStock,
    Special,
    SpecialsWhen,
    ThreeAces,
    Tie,
    Win,
    Wrong,
)
from bura_p2p.ui.card import rule_card, table_card
from bura_p2p.ui.inert import columns
from bura_p2p.ui.rule_words import summary_text
from tests.bots.engine import deal, new_match, view_of

SHIPPED, TALLEST = 27, 29
"""Lines of a card at most: as the rules ship, and with any options."""


@cache
def lines_of(rules: Ruleset) -> tuple[str, ...]:
    return tuple(rule_card(rules))


@cache
def said(rules: Ruleset) -> str:
    """The card as running text."""
    return " ".join(" ".join(lines_of(rules)).split())


@cache
def tables(name: str) -> tuple[Ruleset, ...]:
    """The rules with every combination of their options that makes a game; of numbers the ends of their range."""
    shipped, found = RULESETS[name], []
    options = options_of(shipped)
    for values in product(*(_tried(shipped, option) for option in options)):
        chosen = dict(zip(options, values, strict=True))
        if name != "georgian-pairs" or (chosen["points_shown"], chosen["give_face"]) != ("yes", "down"):
            found.append(find_with_options(name, **chosen))
    return tuple(found)


def _tried(rules: Ruleset, option: str) -> tuple[str, ...]:
    if option in NUMBERS:
        return str(NUMBERS[option][0]), str(NUMBERS[option][-1])
    return option_values(rules, option)


@pytest.mark.parametrize("name", RULESETS)
def test_a_card_fits_on_one_screen(name: str) -> None:
    assert len(rule_card(RULESETS[name])) <= SHIPPED
    for rules in tables(name):
        lines = lines_of(rules)
        assert len(lines) <= TALLEST
        assert max(map(columns, lines)) <= 80
        assert all(line == line.rstrip() and line.isascii() for line in lines)


@pytest.mark.parametrize("name", RULESETS)
def test_every_combination_of_options_has_a_card_of_its_own(name: str) -> None:
    every = tables(name)
    assert len({said(rules) for rules in every}) == len(every)


@pytest.mark.parametrize("name", RULESETS)
def test_the_options_are_listed_with_what_they_may_be(name: str) -> None:
    for rules in (RULESETS[name], *tables(name)[:20], *tables(name)[-20:]):
        listed = said(rules).split("Options ")[1].split("; ")
        assert len(listed) == len(options_of(rules))
        for option, text in zip(options_of(rules), listed, strict=True):
            assert text.startswith(f"{option} {option_value(rules, option)}")
            others = set(option_values(rules, option)) - {option_value(rules, option)}
            ends = (NUMBERS[option][0], NUMBERS[option][-1]) if option in NUMBERS else None
            assert text.endswith(f"({ends[0]} to {ends[1]})") if ends else all(other in text for other in others)


# --- no answer is left unsaid --------------------------------------------------------------------------------------

S, I = Special, Instant  # noqa: E741  two short names for two long lists
SETS = [(), (S.BURA,), (S.THREE_ACES,), (S.MOLODKA,), (S.BURA, S.MOLODKA), (S.BURA, S.THREE_ACES), tuple(Special)]
HELD = [(), (I.BURA,), (I.MOSCOW,), (I.BURA, I.MOSCOW), (I.FOUR_ACES,), (I.FOUR_TRUMPS, I.FOUR_ACES)]

ANSWERS: dict[str, list[Any]] = {
    "name": ["ours", "theirs"],
    "players": [(2, 2), (3, 3), (4, 4), (2, 3), (2, 4), (2, 5), (2, 6)],
    "deck": [20, 32, 36],
    "hand": [1, 2, 3, 4, 5],
    "target": [None, 21, 31, 61],
    "lead": [(1,), (1, 2), (1, 3), (1, 2, 3), (1, 2, 4), (1, 2, 3, 4), (1, 2, 3, 4, 5)],
    "short_stock": list(ShortStock),
    "give_face": list(GiveFace),
    "specials": SETS,
    "specials_when": list(SpecialsWhen),
    "three_aces": list(ThreeAces),
    "bura": list(Bura),
    "maliutka": list(Maliutka),
    "instant": HELD,
    "win": list(Win),
    "wrong": list(Wrong),
    "exhausted": list(Exhausted),
    "tie": list(Tie),
    "dealer": list(Dealer),
    "first_lead": list(FirstLead),
    "raises": [(), (2,), (2, 3), (2, 3, 4, 5, 6)],
    "match_to": list(MATCH_LENGTHS),
    "no_raise": list(NoRaise),
    "points_shown": [False, True],
    "teams": [(), ((0, 2), (1, 3)), ((0, 1), (2, 3))],
    "clock": [0, 1, 20, 3600],
    "ante": [0, 1, 5, 1000],
}
"""Answers to every question, one by one."""

HINGED = [
    ("specials", "specials_when", "bura"),
    ("specials", "bura"),
    ("specials", "three_aces"),
    ("dealer", "first_lead"),
    ("target", "win", "wrong"),
    ("win", "wrong", "ante"),
    ("wrong", "ante", "exhausted"),
    ("players", "teams"),
    ("hand", "lead"),
]
"""Questions whose answers hang on each other: they change together."""


def does_not_matter(rules: Ruleset) -> set[str]:
    """The questions that change nothing in these rules, so that nobody needs to hear of them."""
    idle = set()
    if rules.exhausted is not Exhausted.MOST_POINTS:
        idle.add("tie")  # nobody's points are compared
    if not rules.raises or not rules.match_to:
        idle.add("no_raise")  # there is no raise to forgo, or no match
    if rules.win in {Win.AUTO, Win.MOST_POINTS} and not (rules.has_pot and rules.players[1] > 2):
        idle.add("wrong")  # nothing is claimed, and nobody pays as for a wrong claim to leave
    return idle


def games() -> list[Ruleset]:
    """The shipped rules and some with other answers, all under a name that has no options."""
    shipped = [replace(rules, name="ours") for rules in RULESETS.values()]
    more = [replace(rules, match_to=7) for rules in shipped if not rules.has_pot]
    more += [replace(rules, specials_when=SpecialsWhen.IN_TRICK) for rules in shipped if rules.specials]
    return [*shipped, *more]


def changed(rules: Ruleset, questions: tuple[str, ...]) -> list[Ruleset]:
    """The games in which only these questions are answered otherwise (or as they were)."""
    found = []
    for answers in product(*(ANSWERS[question] for question in questions)):
        try:
            found.append(replace(rules, **dict(zip(questions, answers, strict=True))))
        except LocalError:
            continue
    return found


def test_every_answer_changes_the_card() -> None:
    reached: set[tuple[str, Any]] = set()
    for rules in games():
        for questions in [*((question,) for question in QUESTIONS), *HINGED]:
            cards: dict[str, Ruleset] = {}
            for other in changed(rules, questions):
                twin = cards.setdefault(said(other), other)
                unlike = {name for name in QUESTIONS if getattr(twin, name) != getattr(other, name)}
                assert unlike <= does_not_matter(other) | does_not_matter(twin), (rules, unlike)
            if len(cards) > 1:
                reached |= {(name, getattr(other, name)) for other in cards.values() for name in questions}
    assert {(question, answer) for question, answers in ANSWERS.items() for answer in answers} - reached == set()


def test_every_question_and_every_word_is_tried() -> None:
    assert tuple(ANSWERS) == QUESTIONS
    for name in fields(Ruleset):
        kind = type(getattr(RULESETS["classic"], name.name))
        assert not issubclass(kind, Enum) or set(ANSWERS[name.name]) == set(kind)


# --- what the rule texts say ---------------------------------------------------------------------------------------

SENTENCES: dict[str, list[str]] = {
    "georgian": [
        "Rules: Georgian, three cards. 2 players.",
        "20 cards, high to low with points: ace 11, ten 10, king 4, queen 3, jack 2; 120 in all.",
        "3 cards each; the next is turned up for trump, and it is drawn last.",
        "1 to 3 cards of one suit.",
        "Beat what was led, each card with one higher in its suit, or with a trump if it is none; or give as many.",
        "No duty to beat or follow suit.",
        "Cards lie face down: so they never beat, and open only if a claim needs them. Nobody counts for you;",
        "to a full hand, to the end of the stock.",
        "Bura, 3 trumps led at once, wins the hand on the spot.",
        "Maliutka, a hand of one other suit, is led in your own turn only.",
        "After any trick of yours you may say 'var' before the next lead: with 31 points in your pile you win the "
        "hand, with fewer you lose it.",
        "Cards out, no 'var': most points win the hand; equal points win nothing.",
        "raise it by one: davi 2, se 3, chari 4, panji 5, shashi 6. The other accepts, declines and loses the stake "
        "before, or raises back; no side raises twice in a row.",
        "A hand counts its stake. The match is open: until somebody stops.",
        "Who wins a hand leads the next, after a draw the same; the first by lot.",
    ],
    "georgian-5": [
        "36 cards, high to low with points: ace 11, ten 10, king 4, queen 3, jack 2, nine to six 0; 120 in all.",
        "1 to 5 cards of one suit.", "5 cards each", "Cards lie face up.", "Bura, 5 trumps led at once", "61 points",
    ],
    "georgian-pairs": [
        "4 players in two sides: seats 1 and 3 against 2 and 4.", "In turn beat what stands (your partner's too)",
        "61 points in your side's piles", "The player on your left accepts",
    ],
    "classic": [
        "2 players.", "it lies under the stock.",
        "A stock too short for all is left: it stays closed and is nobody's.",
        "Cards lie face up. Nobody counts for you; won cards are not seen again.",
        "Before a lead, while hands are full, the other may announce bura (3 trumps), three aces or molodka (3 of "
        "one other suit): the highest takes the lead unless the leader leads one as high.",
        "Three aces may be led together.",
        "Whoever takes a trick with an open bura in it, led or in answer, wins the pot.",
        "You may claim before your lead, instead of your answer, or in a last word after the last trick: with 31 "
        "points in your pile you win the pot, with fewer you pay into it what it holds and end the hand.",
        "Cards out, no claim: nobody wins; the pot stays, and all ante again.",
        "Each pays 1 chip (of no value) a hand; it is shared when play stops.",
        "The player on the dealer's left. Who won or claimed wrongly deals next, else the same again; the first "
        "by lot.",
    ],
    "russian": [
        "2 to 6 players, each for themselves.", "never more than the shortest hand has.",
        "the others may announce", "the highest, of equals the first, takes the lead",
        "A bura that leads wins the pot at once; if others announced one too, the one that stands does.",
        "with fewer you must double it and end the hand.", "all ante again.", "who gives up doubles it and leaves.",
    ],
    "closed": ["Cards lie face down: so they never beat, and open only if a claim needs them."],
    "russian-32": ["32 cards, high to low with points: ace 11, ten 10, king 4, queen 3, jack 2, nine to seven 0;"],
    "kozel": [
        "2 to 5 players", "4 cards each", "1 or 3 cards of one suit", "to the end of the stock.",
        "Bura (4 trumps) or 4 aces, held after the deal or a refill, wins the pot at once: in this order, of equal "
        "ones the first in turn.",
        "Nothing is claimed; when the cards are out most points win the pot; equal best ones share it (what does not "
        "divide stays).",
        "Who won deals next",
    ],
    "western": [
        "if others announced one too, the one that stands does. So does a bura in answer.",
        "must double it", "nobody wins; the pot stays, without new antes.",
        "Each pays 1 chip (of no value) for a new pot;",
    ],
    "telegram": [
        "2 to 4 players, each for themselves.", "it is drawn last.", "stay closed for ever.",
        "Your points are counted for you: who takes them is told what those are worth.",
        "Bura (3 trumps) or Moscow (3 aces), held after the deal or a refill, wins the hand at once",
        "31 points taken win the hand at once, by themselves; nothing is claimed.",
        "Cards out before that: most points win the hand; equal points win nothing.",
        "One seat further, clockwise, with every hand; the first by lot.",
        "20 seconds a move; then others may wait, offer an end, or stop.",
    ],
}  # fmt: skip
"""What the card of each ruleset says."""

UNSAID: dict[str, list[str]] = {
    "georgian": ["the pot", "announce", "claim needs them. Your", "seconds a move"],
    "classic": ["Stake", "Match", "var", "leaves", "shortest hand"],
    "kozel": ["31", "claim needs", "announce", "molodka"],
    "telegram": ["var", "Pot", "molodka", "raise"],
    "russian": ["in answer", "Stake"],
}
"""What it does not say."""


@pytest.mark.parametrize("name", RULESETS)
def test_a_card_says_what_the_rule_text_says(name: str) -> None:
    card = said(RULESETS[name])
    assert [sentence for sentence in SENTENCES[name] if sentence not in card] == []
    assert [words for words in UNSAID.get(name, []) if words in card] == []


OPTIONS: list[tuple[str, dict[str, str], str]] = [
    ("georgian", {"match_to": "7"},
     "7 points win the match. The first hand with a side one point short is played without raises."),
    ("georgian", {"match_to": "1"}, "1 point wins the match."),
    ("georgian", {"points_shown": "yes"}, "counted for you: both are told what those are worth."),
    ("georgian-5", {"points_shown": "yes"}, "Cards lie face up. Your points are counted for you."),
    ("georgian", {"maliutka": "anytime"},
     "Maliutka, a hand of one other suit, may be announced before another's lead and takes it, unless the leader "
     "leads one too or a bura. No raise then."),
    ("georgian", {"give_face": "up"}, "Cards lie face up."),
    ("georgian", {"clock": "30"}, "30 seconds a move;"),
    ("russian", {"first_lead": "right"}, "The player on the dealer's right."),
    ("russian", {"three_aces": "takes_pot"},
     "Three aces led together win the pot at once, unless another announced a bura."),
    ("russian", {"molodka": "off"}, "may announce bura (3 trumps) or three aces:"),
    ("russian", {"ante": "5"}, "Each pays 5 chips"),
    ("western", {"special_sets": "in_trick"},
     "Whoever plays bura (3 trumps), three aces or molodka (3 of one other suit) face up, led or in answer, leads "
     "next even if beaten; of several the highest, of equals the first."),
    ("western", {"special_sets": "in_trick"},
     "Once a bura is led or answered, the bura that stands in that trick wins the pot."),
    ("telegram", {"points_shown": "no"}, "Nobody counts for you;"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "sentence"), OPTIONS)
def test_options_are_told(name: str, options: dict[str, str], sentence: str) -> None:
    assert sentence in said(find_with_options(name, **options))
    assert sentence not in said(RULESETS[name])


@pytest.mark.parametrize("name", RULESETS)
def test_a_summary_is_a_line(name: str) -> None:
    for rules in tables(name):
        assert len(summary_text(rules)) <= 110
        assert "_" not in summary_text(rules)


def test_the_card_of_a_table_says_who_leads_first_where_that_is_agreed():
    match = new_match(match_to=3)
    view = view_of(deal(3, match), 0, match=match)

    def first(wanted: int | None) -> str:
        card = " ".join(" ".join(table_card(replace(view, wanted_leader=wanted))).split())
        return card[card.index("after a draw the same; ") :].partition(".")[0].partition("; ")[2]

    assert first(None) == "the first by lot"
    assert first(0) == "you lead the first hand"
    assert first(1) == "Ben leads the first hand"
    assert table_card(replace(view, ruleset=None)) == []
