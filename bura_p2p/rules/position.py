"""A hand of bura at one moment, for any degree of knowledge.

Here: the frozen position, how one is made, how knowledge is filled in. Never: legality (`phases`), secrets,
shuffling, text. A card that the holder of this value does not know is None; the flow of a hand depends only
on what everybody at the table can see, so positions that know more and less walk through the same phases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from ..cards import Card, Suit, deck_set
from ..errors import Code, LocalError, PeerError
from .deal import deal_order, side_of, stock_positions, turn_order, turned_position
from .match import Match
from .outcome import Outcome
from .points import cards_points, points_range
from .ruleset import Instant, Ruleset, Special, Win

Slot = Card | None
"""A card, or None where it is not known."""

Hands = tuple[tuple[Slot, ...], ...]
"""What every seat holds, by seat: a multiset of slots each."""


class Phase(StrEnum):
    """What the hand is waiting for."""

    DEALING = "dealing"
    ANNOUNCE = "announce"
    LEAD = "lead"
    SEIZED = "seized"
    RAISED = "raised"
    FOLLOW = "follow"
    TALLY = "tally"
    LAST_WORD = "last_word"
    OPENING = "opening"
    COUNT = "count"
    OVER = "over"


class Play(NamedTuple):
    """What one seat put into the running trick. `beats`: it stood when put down (a lead always does)."""

    seat: int
    cards: tuple[Slot, ...]
    face_up: bool
    beats: bool
    points: int | None = None

    def __repr__(self) -> str:
        return f"Play(seat={self.seat}, {len(self.cards)} cards, face_up={self.face_up}, beats={self.beats})"

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards that everybody sees: all of an open play, none of a closed one."""
        return tuple(filter(None, self.cards)) if self.face_up else ()


@dataclass(frozen=True)
class ClosedGive:
    """The closed cards of one play. `points`: their proved sum, if shown; `opened`: since shown to all."""

    giver: int
    cards: tuple[Slot, ...]
    points: int | None = None
    opened: bool = False

    def __repr__(self) -> str:
        return f"ClosedGive(giver={self.giver}, {len(self.cards)} cards, points={self.points}, opened={self.opened})"

    @property
    def known(self) -> tuple[Card, ...] | None:
        """The cards, if this position knows them all."""
        cards = tuple(card for card in self.cards if card is not None)
        return cards if len(cards) == len(self.cards) else None


@dataclass(frozen=True)
class Pile:
    """The cards that one seat has won. `sums`: (giver, points) counted at the end, one for each giver."""

    open: tuple[Card, ...] = ()
    closed: tuple[ClosedGive, ...] = ()
    sums: tuple[tuple[int, int], ...] = ()

    @property
    def size(self) -> int:
        """How many cards lie in the pile."""
        return len(self.open) + sum(len(give.cards) for give in self.closed)

    @property
    def givers(self) -> tuple[int, ...]:
        """The seats whose closed cards in this pile are worth something not yet told, ascending."""
        return tuple(sorted({give.giver for give in self.unknown}))

    @property
    def unknown(self) -> tuple[ClosedGive, ...]:
        """The closed gives that the table cannot value: not opened, not shown with points, not counted."""
        counted = {giver for giver, _ in self.sums}
        return tuple(
            give for give in self.closed if not give.opened and give.points is None and give.giver not in counted
        )

    def of(self, giver: int) -> tuple[ClosedGive, ...]:
        """What `giver` still has to account for in this pile, in pile order."""
        return tuple(give for give in self.unknown if give.giver == giver)

    @property
    def exact(self) -> int:
        """What the pile is worth without the closed gives that the table cannot value."""
        exact = cards_points(self.open) + sum(points for _, points in self.sums)
        for give in self.closed:
            if give.points is not None:
                exact += give.points
            elif give.opened:
                exact += cards_points(give.known or ())
        return exact

    def points(self, deck_size: int) -> tuple[int, int]:
        """The least and the most that the pile can be worth, from what everybody at the table knows."""
        exact = self.exact
        low, high = points_range(deck_size, sum(len(give.cards) for give in self.unknown))
        return exact + low, exact + high


@dataclass(frozen=True)
class Position:
    """One moment of a hand. Tuples "by seat" are indexed by seat number 0…n-1.

    `order`: seats clockwise; `leader` leads the running trick; `hands` by seat (a multiset of slots);
    `stock` in draw order with `stock_positions` (deck positions) beside it, the turned trump last; `stake`:
    the accepted stake; `raise_to`: the stake offered and not yet answered; `last_raiser`: who offered last,
    open or accepted; `owing`: seats that still have to open or count; `claimant`: who claimed; `first`: who
    led first in this hand; `spoken`: how many have announced or passed before this lead, or passed in the last
    word; `announced`: (seat, combination) before this lead, in the order of speaking; `announcers`: the seats that
    announce or pass before this lead, in turn order. A seat that has left the match is not in `order` and holds
    nothing.
    """

    ruleset: Ruleset
    order: tuple[int, ...]
    leader: int
    trump_card: Card | None
    phase: Phase
    hands: Hands
    stock: tuple[Slot, ...]
    stock_positions: tuple[int, ...]
    trick: tuple[Play, ...]
    piles: tuple[Pile, ...]
    tricks_won: tuple[int, ...]
    stake: int
    raise_to: int | None
    last_raiser: int | None
    raises_allowed: bool
    owing: tuple[int, ...]
    claimant: int | None
    outcome: Outcome | None
    first: int
    spoken: int = 0
    announced: tuple[tuple[int, Special | Instant], ...] = ()
    announcers: tuple[int, ...] = ()

    def but(self, **changes: Any) -> Position:
        """The same position with other values of some fields: `dataclasses.replace` at a quarter of its cost.

        A position checks nothing when it is made, so its fields may be copied whole. Raises `TypeError` for a name
        that is no field.
        """
        state = self.__dict__ | changes
        if len(state) > len(self.__dict__):
            raise TypeError(f"A position has no {', '.join(changes.keys() - self.__dict__.keys())}.")
        changed = object.__new__(Position)
        object.__setattr__(changed, "__dict__", state)
        return changed

    def __repr__(self) -> str:
        """Counts only: a position may know held cards, and those never stand in a log or a traceback."""
        hands, stock = [len(hand) for hand in self.hands], len(self.stock)
        return f"Position({self.phase}, leader={self.leader}, hands={hands}, stock={stock}, stake={self.stake})"

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.order)

    @property
    def trump(self) -> Suit:
        """The trump suit; raises `LocalError` before the trump is turned up."""
        if self.trump_card is None:
            raise LocalError("No trump has been turned up yet.")
        return self.trump_card.suit

    @property
    def turn(self) -> tuple[int, ...]:
        """All seats in turn order, beginning with the leader."""
        at = self.order.index(self.leader)
        return self.order[at:] + self.order[:at]

    @property
    def shortest_hand(self) -> int:
        """The number of cards in the shortest hand."""
        if len(self.order) == len(self.hands):  # nobody has left
            return min(map(len, self.hands))
        return min([len(self.hands[seat]) for seat in self.order])

    @property
    def standing(self) -> Play:
        """The play that wins the running trick so far: the last that beat. `LocalError` before a lead."""
        for play in reversed(self.trick):
            if play.beats:
                return play
        raise LocalError("Nothing has been led yet.")

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that play together with `seat`, itself included, ascending."""
        return side_of(self.ruleset, self.order, seat)

    def other_side(self, seat: int) -> int | None:
        """The seat against `seat`: of a pair the first from the hand's first leader; None where several play."""
        others = [other for other in turn_order(self.order, self.first) if other not in self.side(seat)]
        return others[0] if len(others) == 1 or self.ruleset.teams else None

    def side_points(self, seat: int) -> tuple[int, int]:
        """The least and the most that the piles of `seat`'s side can be worth, from what the table knows."""
        ranges = [self.piles[ally].points(self.ruleset.deck) for ally in self.side(seat)]
        return sum(low for low, _ in ranges), sum(high for _, high in ranges)

    @property
    def worth(self) -> int:
        """The match points that this hand brings now: the accepted stake, or none where there is a pot."""
        return 0 if self.ruleset.has_pot else self.stake

    @property
    def gives_tell(self) -> bool:
        """Whether a give carries its points for all: with two seats that show points (both know them anyway)."""
        return self.ruleset.points_shown and self.seats == 2

    @property
    def gives_seal(self) -> bool:
        """Whether a give's points are told to the winner of the trick alone: where they win, and not all see them."""
        return self.ruleset.win is Win.AUTO and not self.gives_tell

    def has_shown(self, cards: Set[Card]) -> bool:
        """Whether all have seen one of these cards, and it is in no hand: piles, trick, the undrawn trump."""
        if self.stock and self.trump_card in cards:
            return True
        for play in self.trick:
            if not cards.isdisjoint(play.shown):
                return True
        for pile in self.piles:
            if not cards.isdisjoint(pile.open):
                return True
            for give in pile.closed:
                if give.opened and not cards.isdisjoint(give.known or ()):
                    return True
        return False


def begin_hand(match: Match) -> Position:
    """The hand that `match` has come to, before the deal: every card unknown. `LocalError` if over."""
    if match.over:
        raise LocalError("This match is over.")
    rules, seats = match.ruleset, len(match.score)
    positions = stock_positions(rules, len(match.order))
    return Position(
        ruleset=rules,
        order=match.order,
        leader=match.leader,
        trump_card=None,
        phase=Phase.DEALING,
        hands=tuple((None,) * rules.hand if seat in match.order else () for seat in range(seats)),
        stock=(None,) * len(positions),
        stock_positions=positions,
        trick=(),
        piles=(Pile(),) * seats,
        tricks_won=(0,) * seats,
        stake=1,
        raise_to=None,
        last_raiser=None,
        raises_allowed=match.raises_allowed,
        owing=(),
        claimant=None,
        outcome=None,
        first=match.leader,
    )


def before_lead(position: Position, leader: int) -> Position:
    """The same position waiting for the lead of `leader`, or first for what is announced before it."""
    announcers = _announcers(position, leader)
    phase = Phase.ANNOUNCE if announcers else Phase.LEAD
    return position.but(phase=phase, leader=leader, spoken=0, announced=(), announcers=announcers)


def _announcers(position: Position, leader: int) -> tuple[int, ...]:
    """Who announces or passes before a lead of `leader`: where hands win by being held, all with full hands, the
    leader first; where combinations seize the lead and all hands are full, all but the leader.
    """
    rules, turn = position.ruleset, turn_order(position.order, leader)
    if rules.instant:
        return tuple(seat for seat in turn if len(position.hands[seat]) == rules.hand)
    return turn[1:] if rules.announced and position.shortest_hand == rules.hand else ()


def turn_up(position: Position, card: Card) -> Position:
    """The deal is done and `card` lies under the stock: the leader may begin.

    Raises `PeerError(DECK_BROKEN)` for a card that the deck does not have, `LocalError` after the deal.
    """
    if position.phase is not Phase.DEALING:
        raise LocalError("The trump has been turned up already.")
    if card not in deck_set(position.ruleset.deck):
        raise PeerError(Code.DECK_BROKEN, "the turned card is not of this deck")
    position = position.but(trump_card=card, stock=(*position.stock[:-1], card))
    return before_lead(position, position.leader)


def with_hand(position: Position, seat: int, cards: Iterable[Card]) -> Position:
    """The same position with the cards that `seat` holds filled in.

    Raises `LocalError` unless they are as many different cards as that hand has slots, and agree with known
    slots.
    """
    filled, held = tuple(cards), position.hands[seat]
    if len(filled) != len(held) or len(set(filled)) != len(filled):
        raise LocalError(f"Seat {seat} holds {len(held)} different cards, not these.")
    if not set(filled).issuperset(filter(None, held)):
        raise LocalError(f"Seat {seat} is known to hold other cards than these.")
    return replace_hand(position, seat, filled)


def replace_hand(position: Position, seat: int, cards: Sequence[Slot]) -> Position:
    """The same position with another content of one hand."""
    return position.but(hands=other_hand(position, seat, cards))


def other_hand(position: Position, seat: int, cards: Sequence[Slot]) -> Hands:
    """All hands, by seat, with another content of one."""
    return (*position.hands[:seat], tuple(cards), *position.hands[seat + 1 :])


def deal_known(match: Match, cards: Sequence[Card]) -> Position:
    """A hand dealt from a deck that is known whole: `cards` by deck position, a permutation of the deck.

    Raises `LocalError` for anything else.
    """
    rules, seats = match.ruleset, len(match.order)
    if len(cards) != rules.deck or set(cards) != deck_set(rules.deck):
        raise LocalError(f"A deal needs each of the {rules.deck} cards once.")
    position = begin_hand(match)
    hands: list[list[Card]] = [[] for _ in match.score]
    for at, seat in enumerate(deal_order(rules, match.order, match.leader)):
        hands[seat].append(cards[at])
    stock = tuple([cards[at] for at in position.stock_positions])
    return turn_up(position.but(hands=tuple(map(tuple, hands)), stock=stock), cards[turned_position(rules, seats)])
