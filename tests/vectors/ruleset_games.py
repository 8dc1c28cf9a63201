"""Sound games of every ruleset but `georgian`, with two to six seats: short, each for what only it has.

Here: constructed deals and halls. Never: a verdict.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import (
    CLASSIC,
    CLOSED,
    GEORGIAN_5,
    KOZEL,
    RUSSIAN,
    RUSSIAN_32,
    TELEGRAM,
    WESTERN,
    find_ruleset,
)

from .made import Made, claimer, playing, scripted

PAIRS = find_ruleset("georgian-pairs", give_face="down")
MALIUTKA = find_ruleset("georgian", maliutka="anytime")
TAKES_POT = find_ruleset("russian", three_aces="takes_pot", ante=5)
IN_TRICK = find_ruleset("western", special_sets="in_trick")
SMALL = replace(RUSSIAN, name="small", deck=20)
SHARED = replace(KOZEL, name="shared", deck=20, hand=5, players=(2, 2), lead=(1, 2, 3, 4, 5), instant=())


def leaving() -> Hall:
    """Seat 1 gives up before the first shuffle; the other two play on, with its chips in the pot."""
    players = [claimer(False), card_player(1), claimer(False)]
    hall = Hall("vectors leaving", ruleset=RUSSIAN, seats=3, players=players)
    hall.run(lambda each: each.sessions[1].table.round == 1, hands=2)
    hall.note(1, hall.sessions[1].play(a.Resign()))
    return hall


GAMES: dict[str, Made] = {
    "georgian-5": playing(
        "five cards, gives lie open, a wrong claim", "five", *[partial(claimer, False)] * 2, ruleset=GEORGIAN_5,
    ),
    "pairs": scripted(
        "four seats, two sides, closed gives: the partner, too, opens what it gave", "pairs", PAIRS,
        ["AS 10S KS 6C 7C", "6D 7D 8D QD 9D", "AC 10C KC 8C 9C", "JD JC QC QS JS"], "6H",
        "A lead AS 10S KS", "B give 6D 7D QD", "C give 8C 9C 10C", "D give JD JC QC", "A claim",
    ),
    "classic-bura": scripted(
        "a bura is announced, ceded to, led, and takes the pot", "classic", CLASSIC,
        ["7S 9S 6C", "AD KD QD"], "6D", "A cede", "B lead AD KD QD", "A answer 7S 9S 6C",
    ),
    "russian-aces": scripted(
        "three seats: three aces are announced over a molodka; a claim", "russian", RUSSIAN,
        ["8S 9D 6S", "7C 9C 6C", "AS AC AH"], "6H",
        "A cede", "C lead AS AC AH", "A answer 8S 9D 6S", "B answer 7C 9C 6C", "C claim",
    ),
    "russian-leaves": Made("one of three seats leaves; two play on", leaving, 2),
    "russian-takes-pot": scripted(
        "three aces take the pot, with an ante of 5", "takes pot", TAKES_POT,
        ["8S 9D 6S", "AS AC AH"], "8H", "A cede",
    ),
    "closed-opening": scripted(
        "three seats: both givers open for a claim", "closed", CLOSED,
        ["AS 10S 7S", "6D 7D QC", "10C 8C 9D"], "6H",
        "A lead AS 10S", "B give 6D QC", "C give 10C 8C", "A claim",
    ),
    "russian-32": scripted(
        "32 cards; a claim in place of an answer is wrong, and doubles the pot", "russian-32", RUSSIAN_32,
        ["8S 9D 7C", "7S 9H 10C"], "8H", "A lead 8S", "B claim",
    ),
    "kozel-aces": scripted(
        "four aces win when held", "kozel", KOZEL, ["7S 9D 6H 6S", "AS AC AD AH"], "8H",
    ),
    "western-6": playing(
        "six seats; a wrong claim before the first lead", "western", *[partial(claimer, False)] * 6, ruleset=WESTERN,
    ),
    "telegram-tells": scripted(
        "two seats: each give tells its points, the target is reached", "tells", TELEGRAM,
        ["AS 10S KS", "10C 6D 7D"], "6H", "A lead AS 10S KS", "B give 10C 6D 7D for 10",
    ),
    "telegram-sealed": scripted(
        "three seats: sums sealed for the winner of a trick, who goes on, then wins", "sealed", TELEGRAM,
        ["AS 10S 6C", "6D 7D 10C", "8D 9C QC"], "6H",
        "A lead AS 10S", "B give 6D 7D", "C give 8D 9C", "A lead KS", "B give 10C", "C give QC",
        draws="KS KC KD 7C 8C 9D",
    ),
    "in-trick-lead": scripted(
        "a molodka takes the trick; the three aces that were played to it lead next, and claim", "in trick", IN_TRICK,
        ["KS QS 7S", "AS AC AH"], "6D", "A lead KS QS 7S", "B answer AS AC AH", "B claim",
    ),
    "in-trick-bura": scripted(
        "three seats: a molodka, a bura, a higher bura in one trick", "buras", IN_TRICK,
        ["KS QS 7S", "7D 8D 9D", "AD KD QD"], "6D",
        "A lead KS QS 7S", "B answer 7D 8D 9D", "C answer AD KD QD",
    ),
    "dealer-leaves": scripted(
        "the dealer of three leaves in its turn; who comes after it deals the next hand", "dealer", SMALL,
        ["JS 10H KC", "QS JH 10C", "KS AH JC"], "QD", "A lead JS", "B answer QS", "C resign",
        then=partial(claimer, False), played=2,
    ),
    "split": scripted(
        "a made-up ruleset, five cards of 20: to the last card, 60 points each, the pot is shared", "split", SHARED,
        ["10C KD QS 10S AD", "10D JS AH KC QC"], "AS",
        "A lead QS 10S", "B answer KC AH", "A lead QD KD AD", "B answer JD 10D JS", "A lead JC 10C AC",
        "B answer QC KS AS", "B lead QH 10H", "A answer JH KH",
        draws="AC 10H QD JD JC QH JH KS KH AS",
    ),
    "maliutka": scripted(
        "a maliutka out of turn", "maliutka", MALIUTKA, ["JS QC KD", "AS 10S KS"], "JH",
        "A cede", "B lead AS 10S KS", "A give JS QC KD", "B claim",
    ),
    "maliutka-bura": scripted(
        "a bura, all trumps, is led against a maliutka out of turn", "maliutka bura", MALIUTKA,
        ["KH QH 10H", "AS 10S KS"], "JH", "A lead KH QH 10H",
    ),
}  # fmt: skip
