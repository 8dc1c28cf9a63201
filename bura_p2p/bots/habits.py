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
from .bits import CARDS, HIGHER, KEPT, POINTS, SUITS, TRUMPS, beating, covers, singles, subsets, suited
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

FAR: Final = 99.0
"""Points that nobody wins in one trick."""

AHEAD: Final = 3.1
"""What a lead of the whole target is worth among a hand's looks."""


@dataclass(frozen=True)
class Weights:
    """What a player thinks things are worth, in card points.

    `to_lead`: to win a trick beside its points; `taken`: what cards that beat a lead bring to it; `reach`: to have
    the target, and `deny`: that the other side has not. In hand, beside their points, are worth: a trump `trump`
    (`late` without a stock) and `higher` for each rank, an `ace`, a `ten`; `pair`, another card of a plain suit; and
    `bura`, all trumps. So much of that counts when a card is `played` to a trick, or `led`. A hand that looks
    `strong` is raised with, and one that looks `fair` stands up to a raise.
    """

    to_lead: float = 1.5
    taken: float = 4.0
    trump: float = 3.0
    late: float = 1.0
    higher: float = 0.5
    ace: float = 1.5
    ten: float = 0.0
    pair: float = 0.0
    bura: float = 0.0
    played: float = 0.7
    led: float = 0.5
    reach: float = 40.0
    deny: float = 40.0
    strong: float = STRONG
    fair: float = FAIR

    def kept(self, bit: int, stock: bool) -> float:
        """What a card is worth in hand, beside its points."""
        rank = CARDS[bit].rank
        if bit & TRUMPS:
            return (self.trump if stock else self.late) + self.higher * rank
        return self.ace if rank is Rank.ACE else self.ten if rank is Rank.TEN else 0.0


class _Kept(dict[int, float]):
    """What each hand is worth to keep."""

    def __init__(self, weights: Weights, stock: bool) -> None:
        super().__init__()
        self._each, self._weights = {bit: weights.kept(bit, stock) for bit in CARDS}, weights

    def __missing__(self, cards: int) -> float:
        if len(self) > KEPT:
            self.clear()
        value = sum([self._each[bit] for bit in singles(cards)])
        for suit in SUITS[:-1]:
            value += self._weights.pair * max(0, (cards & suit).bit_count() - 1)
        if not cards & ~TRUMPS and cards.bit_count() > 2:
            value += self._weights.bura
        self[cards] = value
        return value


class Habits:
    """A player by weights: what it leads and what it replies. Answers are remembered."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._kept = (_Kept(weights, stock=False), _Kept(weights, stock=True))
        self.replies = lru_cache(KEPT)(self._replies)
        self.behind = lru_cache(KEPT)(self._behind)
        self.fits = lru_cache(KEPT)(self._fits)

    def _replies(
        self, held: int, led: int, stock: bool, mine: float = FAR, theirs: float = FAR
    ) -> tuple[int, int, bool]:
        """The best cards that beat (0: none do), the best ones to give, and whether to beat is worth more.

        `mine` and `theirs`: the points that the one who replies, and the leader, need.
        """
        kept, weights, lay = self._kept[stock], self.weights, POINTS[led]
        played, whole = weights.played, kept[held]
        give, least, beat, most = 0, 1000.0, 0, -1000.0
        for cards in subsets(held, led.bit_count()):
            loss = POINTS[cards] + played * (whole - kept[held ^ cards])
            if lay + POINTS[cards] >= theirs:
                loss += weights.deny
            if loss < least:
                give, least = cards, loss
        for cards in beating(held, led):
            gain = POINTS[cards] - played * (whole - kept[held ^ cards])
            if lay + POINTS[cards] >= mine:
                gain += weights.reach
            if gain > most:
                beat, most = cards, gain
        return beat, give, most + weights.to_lead + 2 * lay + least >= 0

    def _fits(self, held: int, led: int, put: int, stock: bool, beats: bool) -> tuple[bool, float]:
        """Whether so a player beats or gives, and how much worse these cards are than the ones it would choose."""
        beat, give, worth = self.replies(held, led, stock)
        kept, played = self._kept[stock], self.weights.played
        if beats:
            loss = POINTS[beat] - POINTS[put] + played * (kept[held ^ beat] - kept[held ^ put])
        else:
            loss = POINTS[put] - POINTS[give] + played * (kept[held ^ give] - kept[held ^ put])
        return beats == bool(beat and worth), loss

    def reply(self, quick: Quick) -> int:
        """Follow what was led: the cards; whether they beat is plain from them."""
        leader, led = quick.leader, quick.led
        seat, far = 1 - leader, 22 * led.bit_count()
        mine, theirs = quick.need(seat), quick.need(leader)
        beat, give, worth = self.replies(
            quick.hands[seat], led, quick.drawn < len(quick.stock), mine if mine <= far else FAR,
            theirs if theirs <= far else FAR,
        )  # fmt: skip
        return beat if beat and worth else give

    def lead(self, quick: Quick) -> int:
        """The cards to lead."""
        leads = quick.leads()
        if len(leads) == 1:
            return leads[0]
        seat = quick.leader
        theirs, held, asked = quick.hands[1 - seat], quick.hands[seat], quick.asked
        if quick.drawn == len(quick.stock):
            return self._last_lead(leads, held, theirs)
        rest, count, mine, their = theirs | quick.left, theirs.bit_count(), quick.need(seat), quick.need(1 - seat)
        kept, part, best, most = self._kept[True], self.weights.led, 0, -1000.0
        for cards in leads:
            if cards.bit_count() == asked.size and asked.height(cards) >= THREE_ACES:
                return cards
            value = self._promise(cards, rest, count, asked.gift, mine, their) + part * kept[held ^ cards]
            if value > most:
                best, most = cards, value
        return best

    def _promise(self, cards: int, rest: int, held: int, gift: float, mine: float, theirs: float) -> float:
        """What a lead promises against `held` cards out of `rest`; `mine`, `theirs`: the points that either needs."""
        weights = self.weights
        if cards in HIGHER:
            count, higher = 1, (rest & HIGHER[cards]).bit_count()
        else:
            count = cards.bit_count()
            higher = sum([(rest & HIGHER[bit]).bit_count() for bit in singles(cards)]) // count
        odds, lay = unbeaten(rest.bit_count(), higher, held, count), POINTS[cards]
        won, lost = lay + weights.to_lead + gift * count, lay + weights.taken * count
        if lay + gift * count >= mine:
            won += weights.reach
        if lost >= theirs:
            lost += weights.deny
        return odds * won - (1 - odds) * lost

    def _behind(self, held: int, put: int, rest: int, sizes: tuple[int, ...], gift: float) -> float:
        """By how many points a lead looks worse than the best one, far from any target."""
        kept, part, count = self._kept[True], self.weights.led, held.bit_count()
        values = {
            cards: self._promise(cards, rest, count, gift, FAR, FAR) + part * kept[held ^ cards]
            for cards in suited(held, sizes)
        }
        return max(values.values()) - values[put] if put in values else 0.0

    def _last_lead(self, leads: tuple[int, ...], held: int, theirs: int) -> int:
        """Without a stock the other hand is known."""
        weights, kept, best, most = self.weights, self._kept[False], 0, -1000.0
        for cards in leads:
            beat, give, worth = self.replies(theirs, cards, False)
            lay = POINTS[cards]
            if beat and worth:
                value = -lay - POINTS[beat] + weights.played * (kept[theirs] - kept[theirs ^ beat])
            else:
                value = lay + POINTS[give] + weights.to_lead + weights.played * (kept[theirs] - kept[theirs ^ give])
            value += weights.led * kept[held ^ cards]
            if value > most:
                best, most = cards, value
        return best


@lru_cache(KEPT)
def unbeaten(rest: int, higher: int, held: int, count: int) -> float:
    """The odds that of `held` cards out of `rest` fewer than `count` are among the `higher`."""
    held = min(held, rest)
    total = comb(rest, held)
    return sum(comb(higher, hits) * comb(rest - higher, held - hits) for hits in range(count)) / total


PLAIN: Final = Habits(Weights())
"""How most people play, as far as one can tell: what `greedy` goes by."""

KEEN: Final = Habits(
    Weights(
        to_lead=1.65, taken=2.45, trump=6.07, late=1.29, higher=0.77, ace=1.01, ten=0.8, pair=-0.61,
        played=1.44, led=1.71, deny=6.0, strong=2.66, fair=-1.55,
    )
)  # fmt: skip
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


def ahead(quick: Quick, seat: int) -> float:
    """By how much its points make a seat's hand look better to it."""
    shown, closed, asked = quick.shown, quick.closed, quick.asked
    points = shown[seat] - shown[1 - seat] + asked.gift * (closed[seat] - closed[1 - seat])
    return AHEAD * points / min(asked.target, 61)


def power(quick: Quick, seat: int) -> float:
    """How good a seat's hand and points look to it."""
    return looks(quick.hands[seat], quick.asked.size) + ahead(quick, seat)


def _word(quick: Quick, player: Habits) -> int:
    """The answer to a raise."""
    seat = quick.actor
    strong = power(quick, seat)
    if strong >= player.weights.strong + 1.0 and quick.may_raise(seat):
        return RAISE
    return ACCEPT if strong >= player.weights.fair else DECLINE


def habit(quick: Quick, player: Habits) -> int:
    """The move that a player of such habits makes now."""
    phase, asked = quick.phase, quick.asked
    if phase == FOLLOWING:
        cards = player.reply(quick)
        return (ANSWER if asked.up or covers(cards, quick.led) else GIVE) | cards
    if phase == RAISED:
        return _word(quick, player)
    seat = quick.actor
    open_to_claims = asked.claims and (not asked.var or (quick.tricks and phase != SEIZED))
    if open_to_claims and claims(quick, seat):
        return CLAIM
    if phase == LAST_WORD:
        return PASS
    if phase == SEIZED:
        return LEAD | quick.hands[seat]
    if quick.ceiling and quick.may_raise(seat) and power(quick, seat) >= player.weights.strong:
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
