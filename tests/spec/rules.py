"""From the text of spec.md, 12.1 and 12.2: a ruleset's answers, what makes a game, cards that beat.

Imports nothing of the package. Never: a position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

from .proofs import ACE, POINTS_OF, Card
from .reader import BLOCKS, LIMITS, need, rows

QUESTIONS = {row[1]: re.findall(r"`([^`]+)`", f"`{row[2]}`") for row in rows("questions")}
"""Question to the words that its answer may be, or be made of."""

NUMBERS = {
    "players": (2, 6), "deck": (20, 36), "hand": (1, 5), "target": (1, 120), "lead": (1, 5), "raises": (2, 6),
    "match_to": (0, 11), "clock": (0, 3600), "ante": (0, 1000),
}  # fmt: skip
ONE = ("deck", "hand", "match_to", "clock", "ante")
LISTS = ("specials", "instant")
LOWEST = {36: 0, 32: 1, 20: 4}
HEIGHT = {"bura": 3, "four_trumps": 3, "three_aces": 2, "moscow": 2, "four_aces": 2, "molodka": 1}
LED_BURAS = ("must_win_trick", "instant_on_announce", "play_ends_round")

_HEADER = next(line for line in BLOCKS["rulesets"].splitlines() if line.startswith("|"))
NAMES = [cell.strip("` ") for cell in _HEADER.strip("| ").split(" | ")]
COLUMNS = {name: {row[0]: row[at + 1] for row in rows("rulesets")} for at, name in enumerate(NAMES)}


class Rules:
    """A ruleset by its answers; refuses what is none (`ruleset`)."""

    def __init__(self, data: bytes) -> None:
        need(data.isascii() and len(data) <= LIMITS["max_ruleset"], "ruleset")
        lines = data.decode("ascii").split("\n")
        need(lines[0] == "bura-rules 1" and lines[-1] == "" and len(lines) == len(QUESTIONS) + 2, "ruleset")
        self.answers: dict[str, str] = {}
        for line, (question, words) in zip(lines[1:-1], QUESTIONS.items(), strict=True):
            asked, _, answer = line.partition(" ")
            need(asked == question and is_answer(question, answer, words), "ruleset")
            self.answers[question] = answer
        for holds in (self.table_makes_sense(), self.combinations_make_sense(), self.stakes_make_sense()):
            need(holds, "ruleset")
        need(self.bears_its_name(), "ruleset")

    def __getitem__(self, question: str) -> str:
        return self.answers[question]

    def number(self, question: str) -> int:
        return int(self.answers[question])

    def words(self, question: str) -> list[str]:
        return [] if self.answers[question] == "-" else self.answers[question].split(" ")

    def numbers(self, question: str) -> list[int]:
        return [int(word) for word in self.words(question)]

    @property
    def hand(self) -> int:
        return self.number("hand")

    @property
    def pot(self) -> bool:
        return self["wrong"] in ("pay_pot", "double_pot")

    @property
    def teams(self) -> list[list[int]]:
        return [[int(place) for place in team.split(",")] for team in self.words("teams")]

    # --- U1, U3 --------------------------------------------------------------------------------------------

    def table_makes_sense(self) -> bool:
        few, most = players = self.numbers("players")
        lead, raises, teams = self.numbers("lead"), self.numbers("raises"), self.teams
        places = sorted(place for team in teams for place in team)
        return (
            few <= most
            and self.number("deck") in LOWEST
            and most * self.hand < self.number("deck")
            and lead[:1] == [1]
            and lead == sorted(set(lead))
            and lead[-1] <= self.hand
            and raises == list(range(2, 2 + len(raises)))
            and (not raises or players == [2, 2] or bool(teams))
            and (not teams or (len(teams) == 2 and few == most and places == list(range(few))))
            and self.number("match_to") in (0, 1, 3, 7, 11)
        )

    def combinations_make_sense(self) -> bool:
        specials, instant, hand = self.words("specials"), self.words("instant"), self.hand
        return (
            (not specials) == (self["specials_when"] == "never")
            and (not specials or (hand == 3 and 3 in self.numbers("lead") and not instant))
            and ("bura" in specials) == (self["bura"] in LED_BURAS)
            and (self["three_aces"] == "lead" or "three_aces" in specials)
            and all(hand == (3 if word in ("bura", "moscow") else 4) for word in instant)
            and all(len(set(words)) == len(words) for words in (specials, instant))
            and (self["maliutka"] == "turn" or hand in self.numbers("lead")[1:])
            and (self["maliutka"] == "turn" or (not specials and not instant))
        )

    def stakes_make_sense(self) -> bool:
        down = self["give_face"] == "down"
        shown = self["points_shown"] == "yes" and down
        beside = self["first_lead"] in ("left_of_dealer", "right_of_dealer")
        plain = self["exhausted"] == "most_points" and self["tie"] == "draw"
        single = not self.words("teams") and not self.words("raises") and self.number("match_to") == 0
        win, ante = self["win"], self.number("ante")
        return (
            (self["target"] == "-") == (win == "most_points")
            and (win != "most_points" or self["exhausted"] == "most_points")
            and (not shown or self["players"] == "2 2" or win == "auto")
            and beside == (self["dealer"] != "nobody")
            and ((single and ante > 0) if self.pot else (plain and ante == 0))
            and (win != "auto" or (self["wrong"] == "nothing" and self["teams"] == "-"))
            and (win in ("auto", "most_points") or self["wrong"] != "nothing")
            and (win != "auto" or not self.words("raises") or self["points_shown"] == "yes" or not down)
            and (win != "var_after_own_trick" or self["specials_when"] != "in_trick")
        )

    def bears_its_name(self) -> bool:
        shipped = COLUMNS.get(self["name"])
        for question, cell in (shipped or {}).items():
            own = cell.removesuffix(" *")
            free = cell != own
            if question == "specials" and free:
                free = self[question] == own.removesuffix(" molodka")
            if question in QUESTIONS and not free and self[question] != own:
                return False
        return True

    # --- 12.2 ----------------------------------------------------------------------------------------------

    def cards(self) -> list[Card]:
        return [(suit, rank) for suit in range(4) for rank in range(LOWEST[self.number("deck")], 9)]

    def least_and_most(self, count: int) -> tuple[int, int]:
        values = sorted(POINTS_OF[rank] for _, rank in self.cards())
        return sum(values[:count]), sum(values[len(values) - count :])

    def counting(self) -> list[str]:
        """The combinations that count when played, the highest first."""
        found = self.words("specials") + ["molodka"] * (self["maliutka"] == "anytime")
        found += ["bura"] * (self["bura"] == "whole_hand_on_lead")
        return sorted(found, key=lambda word: -HEIGHT[word])

    def combination(self, trump: int, cards: Sequence[Card]) -> str | None:
        if len(cards) != self.hand:
            return None
        return next((word for word in self.counting() if is_one(trump, cards, word)), None)

    def announced(self) -> list[str]:
        """What may be announced (12.4)."""
        if self.words("instant"):
            return self.words("instant")
        if self["specials_when"] == "pre_lead":
            return self.words("specials")
        return ["molodka"] if self["maliutka"] == "anytime" else []


def is_answer(question: str, answer: str, words: list[str]) -> bool:
    if question == "name":
        return bool(re.fullmatch("[a-z][a-z0-9-]{0,31}", answer))
    if question == "teams":
        return bool(re.fullmatch(r"-|[0-5](,[0-5])*( [0-5](,[0-5])*)*", answer))
    if question in LISTS:
        return answer == "-" or all(word in words for word in answer.split(" "))
    if question not in NUMBERS:
        return answer in words
    if answer == "-":
        return question in ("target", "raises")
    low, high = NUMBERS[question]
    found = answer.split(" ")
    count = 2 if question == "players" else 1 if question in (*ONE, "target") else len(found)
    shapely = all(re.fullmatch(r"0|[1-9]\d{0,4}", number) for number in found)
    return shapely and len(found) == count and all(low <= int(number) <= high for number in found)


def is_one(trump: int, cards: Sequence[Card], word: str) -> bool:
    match HEIGHT[word]:
        case 3:
            return all(suit == trump for suit, _ in cards)
        case 2:
            return all(rank == ACE for _, rank in cards)
    return len({suit for suit, _ in cards}) == 1


def beats(trump: int, a: Card, b: Card) -> bool:
    return a[1] > b[1] if a[0] == b[0] else a[0] == trump


def set_beats(trump: int, cards: Sequence[Card], others: Sequence[Card]) -> bool:
    return len(cards) == len(others) and any(
        all(beats(trump, a, b) for a, b in zip(some, others, strict=True)) for some in permutations(cards)
    )
