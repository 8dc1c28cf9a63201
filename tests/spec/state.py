"""From the text of spec.md: the state of a table, and who speaks (sections 10, 11.5, 12.3). See `judge.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .curve import Point
from .proofs import Card, Masked
from .reader import ZERO, rows, vec
from .rules import Rules

DUE = {row[0]: (row[1], row[2].replace("`", "").split(", ")) for row in rows("stages")}
REASON = {row[1]: int(row[0]) for row in rows("reasons")}


@dataclass
class Play:
    """What a seat put into a trick; `worth`: the points of closed cards, where the table knows them."""

    seat: int
    open: list[Card]
    closed: list[Masked]
    worth: int | None = None


@dataclass
class End:
    """How a hand ended (12.8)."""

    winner: int | None
    reason: str
    points: int = 0
    payers: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    sharers: list[int] = field(default_factory=list)


@dataclass
class Hand:
    """The cards of a hand and its public position; lists are by seat, whether or not it plays on."""

    keys: dict[int, Point]
    joint: Point
    deck: list[Masked]
    held: list[list[Masked]]
    piles: list[list[Play]]
    sealed: list[list[Masked]]
    leader: int
    shuffles: int = 0
    shown: dict[int, dict[int, Point]] = field(default_factory=dict)  # position: seat: share
    stock: list[int] = field(default_factory=list)
    draws: list[tuple[int, int]] = field(default_factory=list)
    turned: Card | None = None
    turned_owner: int | None = None
    turned_known: bool = False  # in its drawer's hand, for all to see
    opened: set[Card] = field(default_factory=set)
    trick: list[Play] = field(default_factory=list)
    stands: Play | None = None
    last: list[Play] = field(default_factory=list)  # the trick taken last
    taker: int | None = None  # its winner
    after: int = 0  # who leads after it
    tally: bool = False
    spoken: int = 0
    said: list[tuple[int, str]] = field(default_factory=list)  # announced before this lead
    stake: int = 1
    offer: int | None = None
    raiser: int | None = None
    claimant: int = 0

    @property
    def trump(self) -> int:
        return self.turned[0] if self.turned else -1


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
        self.answers: Rules | None = None
        self.order = list(range(self.n))
        self.leads_first: list[int] = []  # the first leader, where the hellos name one
        self.seated = False
        self.won = False
        self.leader = 0
        self.dealer: int | None = None
        self.number = 0
        self.score = [0] * self.n
        self.chips = [0] * self.n
        self.pot = 0
        self.spent = False  # the hand without raises
        self.commits: dict[int, tuple[bytes, bytes]] = {}
        self.hand: Hand | None = None
        self.result: End | None = None

    def ctx(self, seat: int) -> bytes:
        place = [number.to_bytes(4, "big") for number in (self.number, len(self.closed))]
        return vec(self.table_id, *place, bytes([seat]), self.head)

    @property
    def rules(self) -> Rules:
        if self.answers is None:
            raise ValueError("no rules")
        return self.answers

    @property
    def h(self) -> Hand:
        if self.hand is None:
            raise ValueError("no hand")
        return self.hand

    # --- seats ---------------------------------------------------------------------------------------------

    def playing(self) -> list[int]:
        left = self.result.left if self.result else []
        return sorted(seat for seat in self.order if seat not in left)

    def turn(self, first: int) -> list[int]:
        at = self.order.index(first)
        return self.order[at:] + self.order[:at]

    def side(self, seat: int) -> list[int]:
        place = self.order.index(seat)
        team = next((team for team in self.rules.teams if place in team), [place])
        return sorted(self.order[each] for each in team)

    def other_side(self, seat: int) -> int | None:
        """The other side's seat (12.3); None where there are three sides or more."""
        others = [other for other in self.turn(self.leader) if other not in self.side(seat)]
        return others[0] if self.rules.teams or len(others) == 1 else None

    def full_hands(self) -> bool:
        return all(len(self.h.held[seat]) == self.rules.hand for seat in self.order)

    def callers(self) -> list[int]:
        """12.4: who announces or passes."""
        turn = self.turn(self.h.leader)
        if self.rules.words("instant"):
            return [seat for seat in turn if len(self.h.held[seat]) == self.rules.hand]
        return turn[1:] if self.rules.announced() and self.full_hands() else []

    # --- who speaks ----------------------------------------------------------------------------------------

    def speakers(self) -> list[int]:
        match DUE[self.stage][0]:
            case "every seat that plays on":
                return self.playing()
            case "the lowest seat that has not shuffled in this hand":
                return [self.playing()[self.h.shuffles]]
            case "every seat that gave face down in the trick just taken":
                return sorted(play.seat for play in self.h.last if play.closed)
            case "every seat that owes a share for a card drawn by another":
                return [seat for seat in self.playing() if self.owed(seat)]
            case "the seats that the rules name":
                return self.named()
        return []

    def named(self) -> list[int]:
        hand = self.h
        match self.stage:
            case "announce":
                return [self.callers()[hand.spoken]]
            case "lead" | "seized" | "tally":
                return [hand.leader]
            case "raised":
                own = self.side(hand.leader if hand.raiser is None else hand.raiser)
                return [next(seat for seat in self.turn(hand.leader) if seat not in own)]
            case "follow":
                return [self.turn(hand.leader)[len(hand.trick)]]
            case "last_word":
                return [self.turn(hand.leader)[hand.spoken]]
        owners = self.side(hand.claimant) if self.stage == "opening" else range(self.n)
        return sorted({play.seat for owner in owners for play in self.unknown(owner)})

    def unknown(self, owner: int) -> list[Play]:
        return [play for play in self.h.piles[owner] if play.closed and play.worth is None]

    # --- positions of the deck (11.6) ----------------------------------------------------------------------

    @property
    def turned(self) -> int:
        return len(self.order) * self.rules.hand

    def dealt(self) -> list[int]:
        return self.turn(self.leader) * self.rules.hand

    def owed(self, seat: int) -> list[int]:
        if self.stage == "deal":
            return [p for p, owner in enumerate(self.dealt()) if owner != seat] + [self.turned]
        return sorted(p for owner, p in self.h.draws if owner != seat and p != self.turned)

    # --- 12.3 ----------------------------------------------------------------------------------------------

    @property
    def tells(self) -> bool:
        return self.rules["points_shown"] == "yes" and len(self.order) == 2

    @property
    def seals(self) -> bool:
        return self.rules["win"] == "auto" and not self.tells

    @property
    def raises_allowed(self) -> bool:
        return self.rules["raises"] != "-" and not self.one_short()

    def one_short(self) -> bool:
        to = self.rules.number("match_to")
        asked = self.rules["no_raise"] == "first_hand_one_short" and to > 0 and not self.spent
        return asked and max(self.score) == to - 1
