"""From the text of spec.md: the state of a table, its rules as numbers, who speaks. See `judge.py`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .reader import POINTS_OF, ZERO, Card, Masked, Point, need, rows, vec

DUE = {row[0]: (row[1], row[2].replace("`", "").split(", ")) for row in rows("stages")}
REASON = {row[1]: int(row[0]) for row in rows("reasons")}
QUESTIONS = [
    (row[1], re.findall(r"`([^`]+)`", f"`{row[3]}`"), row[4].replace("`", "").split(" · "))
    for row in rows("questions")
]
LOWEST = {36: 0, 32: 1, 20: 4}


NUMBERS = {
    "players": (2, 6), "deck": (20, 36), "hand": (1, 5), "target": (1, 120), "lead": (1, 5), "raises": (2, 6),
    "match_to": (0, 11), "clock": (0, 3600),
}  # fmt: skip


def ruleset(data: bytes) -> dict[str, str]:
    """Section 12.1."""
    need(data.isascii(), "ruleset")
    lines = data.decode("ascii").split("\n")
    need(lines[0] == "bura-rules 1" and lines[-1] == "" and len(lines) == len(QUESTIONS) + 2, "ruleset")
    answers = {}
    for line, (name, values, played) in zip(lines[1:-1], QUESTIONS, strict=True):
        asked, _, answer = line.partition(" ")
        need(asked == name and (played == ["all"] or answer in played), "ruleset")
        if name in NUMBERS:
            low, high = NUMBERS[name]
            need(bool(re.fullmatch(r"-|(0|[1-9]\d{0,4})( [1-9]\d{0,4})*", answer)), "ruleset")
            need(all(low <= number <= high for number in numbers(answer)), "ruleset")
        elif name != "name":
            need(answer in values or answer in played, "ruleset")
        answers[name] = answer
    makes_a_game(answers)
    return answers


def keeps_its_name(answers: dict[str, str]) -> bool:
    """U3."""
    shipped = {row[1]: row[2].replace("`", "") for row in rows("questions")}
    free = ("match_to", "points_shown")
    return answers["name"] != shipped["name"] or all(
        answers[name] == answer for name, answer in shipped.items() if name not in free
    )


def numbers(answer: str) -> list[int]:
    return [] if answer == "-" else [int(number) for number in answer.split(" ")]


def makes_a_game(answers: dict[str, str]) -> None:
    """U1, U2 and the table's ranges."""
    asked = {name: numbers(answers[name]) for name in NUMBERS}
    need(bool(re.fullmatch("[a-z][a-z0-9-]{0,31}", answers["name"])), "ruleset")
    need(all(len(asked[name]) == 1 for name in ("deck", "hand", "match_to", "clock", "target")), "ruleset")
    need(len(asked["players"]) == 2 and asked["players"] == sorted(asked["players"]), "ruleset")
    need(asked["deck"][0] in LOWEST and asked["match_to"][0] in (0, 1, 3, 7, 11), "ruleset")
    need(asked["players"][1] * asked["hand"][0] < asked["deck"][0], "ruleset")
    lead, raises = asked["lead"], asked["raises"]
    need(lead[:1] == [1] and lead == sorted(set(lead)) and lead[-1] <= asked["hand"][0], "ruleset")
    need(raises == list(range(2, 2 + len(raises))), "ruleset")
    need(not raises or asked["players"] == [2, 2], "ruleset")
    shown = answers["points_shown"] == "yes" and answers["give_face"] == "down"
    need(not shown or asked["players"] == [2, 2], "ruleset")


@dataclass
class Play:
    seat: int
    open: list[Card]
    closed: list[Masked]
    worth: int | None = None


@dataclass
class Hand:
    """The cards of a hand and its public position."""

    keys: list[Point]
    deck: list[Masked]
    turn: list[int]  # from the hand's leader
    shuffles: int = 0
    shown: dict[int, dict[int, Point]] = field(default_factory=dict)  # position: seat: share
    held: list[list[Masked]] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    draws: list[tuple[int, int]] = field(default_factory=list)
    turned: Card | None = None
    turned_owner: int | None = None
    turned_known: bool = False  # in its drawer's hand, for all to see
    opened: set[Card] = field(default_factory=set)
    leader: int = 0
    trick: list[Play] = field(default_factory=list)
    stands: Play | None = None
    piles: list[list[Play]] = field(default_factory=list)
    taken: bool = False
    stake: int = 1
    offer: int | None = None
    raiser: int | None = None
    claimant: int | None = None
    summed: dict[tuple[int, int], int] = field(default_factory=dict)  # (owner, giver): points


class State:
    """A table between two entries, and the questions that are asked of it."""

    def __init__(self, identities: tuple[bytes, ...]) -> None:
        self.identities = identities
        self.n = len(identities)
        self.head = ZERO
        self.table_id = ZERO
        self.closed: list[dict[int, bytes]] = []
        self.open: dict[int, bytes] = {}
        self.said: dict[int, Any] = {}
        self.stage = "hello"
        self.rules: dict[str, str] = {}
        self.order = list(range(self.n))
        self.seated = False
        self.first = 0
        self.number = 0
        self.score = [0] * self.n
        self.spent = False  # the hand without raises
        self.commits: dict[int, tuple[bytes, bytes]] = {}
        self.hand: Hand | None = None
        self.result: tuple[int | None, str, int] | None = None

    def ctx(self, seat: int) -> bytes:
        place = [number.to_bytes(4, "big") for number in (self.number, len(self.closed))]
        return vec(self.table_id, *place, bytes([seat]), self.head)

    def speakers(self) -> list[int]:
        everyone, hand = list(range(self.n)), self.hand
        who = DUE[self.stage][0]
        if who == "every seat":
            return everyone
        if hand is None or self.stage in ("complete", "void"):
            return []
        match self.stage:
            case "shuffle":
                return [hand.shuffles]
            case "lead" | "last_word":
                return [hand.leader]
            case "raised":
                return [seat for seat in everyone if seat != hand.raiser]
            case "follow":
                return [self.turn(hand.leader)[len(hand.trick)]]
            case "shares":
                return [seat for seat in everyone if self.owed(seat)]
            case _:
                return sorted({play.seat for play in self.unknown(hand.claimant)})

    def turn(self, first: int) -> list[int]:
        at = self.order.index(first)
        return self.order[at:] + self.order[:at]

    # --- rules as numbers ----------------------------------------------------------------------------------

    def ask(self, question: str) -> int:
        return int(self.rules[question])

    def cards(self) -> list[Card]:
        return [(suit, rank) for suit in range(4) for rank in range(LOWEST[self.ask("deck")], 9)]

    def least_and_most(self, count: int) -> tuple[int, int]:
        values = sorted(POINTS_OF[rank] for _, rank in self.cards())
        return sum(values[:count]), sum(values[len(values) - count :])

    def beats(self, a: Card, b: Card) -> bool:
        trump = self.h.turned[0] if self.h.turned else -1
        return a[1] > b[1] if a[0] == b[0] else a[0] == trump

    @property
    def h(self) -> Hand:
        if self.hand is None:
            raise ValueError("no hand")
        return self.hand

    @property
    def raises_allowed(self) -> bool:
        if self.rules["raises"] == "-":
            return False
        return not self.one_short()

    def one_short(self) -> bool:
        to = self.ask("match_to")
        asked = self.rules["no_raise"] == "first_hand_one_short" and to > 0 and not self.spent
        return asked and max(self.score) == to - 1

    def dealt(self) -> list[int]:
        return [self.h.turn[p % self.n] for p in range(self.n * self.ask("hand"))]

    def owed(self, seat: int) -> list[int]:
        turned = self.n * self.ask("hand")
        if self.stage == "deal":
            return [p for p, owner in enumerate(self.dealt()) if owner != seat] + [turned]
        return sorted(p for owner, p in self.h.draws if owner != seat and p != turned)

    def unknown(self, owner: int | None) -> list[Play]:
        piles = self.h.piles if owner is None else [self.h.piles[owner]]
        return [play for pile in piles for play in pile if play.closed and play.worth is None]
