"""How an ordinary player plays: fast enough to play a hand out to its end a thousand times in a moment.

Here: a reply, a lead, a claim by simple weights, and `play_out`. Never: a look at cards that the player whose turn it
is does not see, but for which closed cards are out of play; a search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

from ..cards import Rank
from .bits import CARDS, HIGHER, KEPT, POINTS, SUITS, TRUMPS, beating, covers, singles, subsets
from .quick import (
    ACCEPT,
    ANSWER,
    CEDE,
    CLAIM,
    DECLINE,
    FOLLOWING,
    GIVE,
    LAST_WORD,
    LEAD,
    OVER,
    PASS,
    RAISE,
    RAISED,
    SEIZED,
    THREE_ACES,
    Quick,
)  # fmt: skip

STRONG, FAIR = 3.5, 0.3
"""How a hand must look to raise with it, and to stand up to a raise with it."""

AHEAD: Final = 3.1
"""What a lead of the whole target is worth among a hand's looks."""


@dataclass(frozen=True)
class Weights:
    """What a player thinks things are worth, in card points.

    `to_lead`: to win a trick beside its points; `taken`: what cards that beat a lead bring to it. In hand, beside
    their points, are worth: a trump `trump` (`late` without a stock) and `higher` for each rank, an `ace`, a `ten`.
    So much of that counts when a card is `played` to a trick, or `led`.
    """

    to_lead: float = 1.5
    taken: float = 4.0
    trump: float = 3.0
    late: float = 1.0
    higher: float = 0.5
    ace: float = 1.5
    ten: float = 0.0
    played: float = 0.7
    led: float = 0.5

    def cost(self, bit: int, stock: bool) -> float:
        """What it costs to part with a card, beside its points."""
        rank = CARDS[bit].rank
        if bit & TRUMPS:
            return (self.trump if stock else self.late) + self.higher * rank
        return self.ace if rank is Rank.ACE else self.ten if rank is Rank.TEN else 0.0


class _Costs(dict[int, float]):
    """The cost of each set of cards."""

    def __init__(self, weights: Weights, stock: bool) -> None:
        super().__init__()
        self._each = {bit: weights.cost(bit, stock) for bit in CARDS}

    def __missing__(self, cards: int) -> float:
        if len(self) > KEPT:
            self.clear()
        self[cards] = sum([self._each[bit] for bit in singles(cards)])
        return self[cards]


class Habits:
    """A player by weights: what it leads and what it replies. Answers are remembered."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._costs = (_Costs(weights, stock=False), _Costs(weights, stock=True))
        self.replies = lru_cache(KEPT)(self._replies)
        self._cheapest = lru_cache(KEPT)(self._cheapest_of)

    def _cheapest_of(self, held: int, count: int, stock: bool) -> tuple[int, float]:
        """The cards to give, and what they cost with their points."""
        costs, played, give, least = self._costs[stock], self._weights.played, 0, 1000.0
        for cards in subsets(held, count):
            loss = POINTS[cards] + played * costs[cards]
            if loss < least:
                give, least = cards, loss
        return give, least

    def _replies(self, held: int, led: int, stock: bool) -> tuple[int, int, bool]:
        """The best cards that beat (0: none do), the best ones to give, and whether to beat is worth more."""
        give, least = self._cheapest(held, led.bit_count(), stock)
        costs, played, beat, most = self._costs[stock], self._weights.played, 0, -1000.0
        for cards in beating(held, led):
            gain = POINTS[cards] - played * costs[cards]
            if gain > most:
                beat, most = cards, gain
        return beat, give, most + self._weights.to_lead + 2 * POINTS[led] + least >= 0

    def reply(self, quick: Quick) -> int:
        """Follow what was led: the cards; whether they beat is plain from them."""
        leader, led, asked = quick.leader, quick.led, quick.asked
        seat = 1 - leader
        beat, give, worth = self.replies(quick.hands[seat], led, quick.drawn < len(quick.stock))
        if not beat:
            return give
        if worth:
            return beat
        lay, target, shown = POINTS[led], asked.target, quick.shown
        decides = shown[leader] + lay + POINTS[give] >= target or shown[seat] + lay + POINTS[beat] >= target
        return beat if decides else give

    def lead(self, quick: Quick) -> int:
        """The cards to lead."""
        leads = quick.leads()
        if len(leads) == 1:
            return leads[0]
        theirs = quick.hands[1 - quick.leader]
        if quick.drawn == len(quick.stock):
            return self._last_lead(leads, theirs)
        rest, held, asked = theirs | quick.below[quick.drawn], theirs.bit_count(), quick.asked
        best, most = 0, -1000.0
        for cards in leads:
            if cards.bit_count() == asked.size and asked.height(cards) >= THREE_ACES:
                return cards
            value = self._lead_value(cards, rest, held, asked.gift)
            if value > most:
                best, most = cards, value
        return best

    def _lead_value(self, cards: int, rest: int, held: int, gift: float) -> float:
        """What a lead promises against `held` cards out of `rest`."""
        weights = self._weights
        if cards in HIGHER:
            count, higher = 1, (rest & HIGHER[cards]).bit_count()
        else:
            count = cards.bit_count()
            higher = sum([(rest & HIGHER[bit]).bit_count() for bit in singles(cards)]) // count
        odds, lay = _unbeaten(rest.bit_count(), higher, held, count), POINTS[cards]
        taken = odds * (lay + weights.to_lead + gift * count) - (1 - odds) * (lay + weights.taken * count)
        return taken - weights.led * self._costs[True][cards]

    def _last_lead(self, leads: tuple[int, ...], theirs: int) -> int:
        """Without a stock the other hand is known."""
        weights, costs, best, most = self._weights, self._costs[False], 0, -1000.0
        for cards in leads:
            beat, give, worth = self.replies(theirs, cards, stock=False)
            lay = POINTS[cards]
            if beat and worth:
                value = -lay - POINTS[beat] + weights.played * costs[beat]
            else:
                value = lay + POINTS[give] + weights.to_lead + weights.played * costs[give]
            value -= weights.led * costs[cards]
            if value > most:
                best, most = cards, value
        return best


@lru_cache(KEPT)
def _unbeaten(rest: int, higher: int, held: int, count: int) -> float:
    """The odds that of `held` cards out of `rest` fewer than `count` are among the `higher`."""
    held = min(held, rest)
    total = comb(rest, held)
    return sum(comb(higher, hits) * comb(rest - higher, held - hits) for hits in range(count)) / total


PLAIN: Final = Habits(Weights())
"""How most people play, as far as one can tell: what `greedy` goes by."""

KEEN: Final = Habits(
    Weights(to_lead=1.32, taken=2.11, trump=5.57, late=1.29, ace=1.01, ten=0.65, played=1.13, led=0.5)
)
"""How to play better than that by habit alone: weights that won most in thousands of hands against the plain ones."""

Players = tuple[Habits, Habits]
"""Who plays by which habits, by seat."""


def claims(quick: Quick, seat: int) -> bool:
    """Whether a player takes its pile for good: what it saw, and what closed cards usually hold."""
    return quick.shown[seat] + quick.asked.gift * quick.closed[seat] >= quick.asked.target


@lru_cache(KEPT)
def looks(held: int, size: int) -> float:
    """How good a hand looks: about 3 on average, 6 is strong, whatever the size of hands."""
    trumps, high = (held & TRUMPS).bit_count(), sum([POINTS[bit] >= 10 for bit in singles(held)])
    suit = max([(held & suit).bit_count() for suit in SUITS])
    return 3 / size * (1.5 * trumps + 0.7 * high + 0.4 * (suit - 1))


def power(quick: Quick, seat: int) -> float:
    """How good a seat's hand and points look to it."""
    shown, closed, asked = quick.shown, quick.closed, quick.asked
    ahead = shown[seat] - shown[1 - seat] + asked.gift * (closed[seat] - closed[1 - seat])
    return looks(quick.hands[seat], asked.size) + AHEAD * ahead / min(asked.target, 61)


def _word(quick: Quick) -> int:
    """The answer to a raise."""
    seat = quick.actor
    strong = power(quick, seat)
    if strong >= STRONG + 1.0 and quick.may_raise(seat):
        return RAISE
    return ACCEPT if strong >= FAIR else DECLINE


def habit(quick: Quick, player: Habits) -> int:
    """The move that a player of such habits makes now."""
    phase, asked = quick.phase, quick.asked
    if phase == FOLLOWING:
        cards = player.reply(quick)
        return (ANSWER if asked.up or covers(cards, quick.led) else GIVE) | cards
    if phase == RAISED:
        return _word(quick)
    seat = quick.actor
    open_to_claims = asked.claims and (not asked.var or (quick.tricks and phase != SEIZED))
    if open_to_claims and claims(quick, seat):
        return CLAIM
    if phase == LAST_WORD:
        return PASS
    if phase == SEIZED:
        return LEAD | quick.hands[seat]
    if quick.ceiling and quick.may_raise(seat) and power(quick, seat) >= STRONG:
        return RAISE
    if quick.said and not quick.leads():
        return CEDE
    return LEAD | player.lead(quick)


def play_out(quick: Quick, players: Players) -> None:
    """Play the hand to its end, both seats by habit."""
    up = quick.asked.up
    while quick.phase != OVER:
        if quick.phase == FOLLOWING:
            cards = players[1 - quick.leader].reply(quick)
            quick.follow(cards, up or covers(cards, quick.led))
        else:
            quick.act(habit(quick, players[quick.actor]))
