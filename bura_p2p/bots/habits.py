"""How an ordinary player plays: fast enough to play a hand out to its end a thousand times in a moment.

Here: a reply, a lead, a claim by simple weights, and `play_out`. Never: a look at cards that the player whose turn it
is does not see, but for which closed cards are out of play; a search.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

from ..cards import Rank
from .bits import CARDS, HIGHER, POINTS, SUITS, TRUMPS, beating, covers, singles, subsets
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
    Quick,
)  # fmt: skip

KEPT: Final = 1 << 17
"""How many answers of a kind are remembered."""

TO_LEAD: Final = 1.5
"""To win a trick beside its points."""

PLAYED, LED = 0.7, 0.5
"""How much of a card's cost counts when it answers, and when it leads."""

TAKEN: Final = 4.0
"""What cards that beat a lead bring to it, usually."""

STRONG, FAIR = 3.5, 0.3
"""How a hand must look to raise with it, and to stand up to a raise with it."""

AHEAD: Final = 3.1
"""What a lead of the whole target is worth among a hand's looks."""

_ACE: Final = 1.5
"""What an ace is worth in hand beside its points: it holds its suit."""


class _Costs(dict[int, float]):
    """What it costs to part with cards, beside their points: without a stock, or with one."""

    def __init__(self, stock: bool) -> None:
        super().__init__({bit: _cost(bit, stock) for bit in CARDS})

    def __missing__(self, cards: int) -> float:
        self[cards] = sum([self[bit] for bit in singles(cards)])
        return self[cards]


def _cost(bit: int, stock: bool) -> float:
    if bit & TRUMPS:
        return (3.0 if stock else 1.0) + CARDS[bit].rank / 2
    return _ACE if CARDS[bit].rank is Rank.ACE else 0.0


_COSTS: Final = (_Costs(stock=False), _Costs(stock=True))


@lru_cache(KEPT)
def _cheapest(held: int, count: int, stock: bool) -> tuple[int, float]:
    """The cards to give, and what they cost with their points."""
    costs, give, least = _COSTS[stock], 0, 1000.0
    for cards in subsets(held, count):
        loss = POINTS[cards] + PLAYED * costs[cards]
        if loss < least:
            give, least = cards, loss
    return give, least


@lru_cache(KEPT)
def replies(held: int, led: int, stock: bool) -> tuple[int, int, bool]:
    """The best cards that beat (0: none do), the best ones to give, and whether to beat is worth more."""
    give, least = _cheapest(held, led.bit_count(), stock)
    costs, beat, most = _COSTS[stock], 0, -1000.0
    for cards in beating(held, led):
        gain = POINTS[cards] - PLAYED * costs[cards]
        if gain > most:
            beat, most = cards, gain
    return beat, give, most + TO_LEAD + 2 * POINTS[led] + least >= 0


def reply(quick: Quick) -> int:
    """Follow what was led: the cards; whether they beat is plain from them."""
    leader, led, asked = quick.leader, quick.led, quick.asked
    seat = 1 - leader
    beat, give, worth = replies(quick.hands[seat], led, quick.drawn < len(quick.stock))
    if not beat:
        return give
    if worth:
        return beat
    lay, target = POINTS[led], asked.target
    decides = quick.shown[leader] + lay + POINTS[give] >= target or quick.shown[seat] + lay + POINTS[beat] >= target
    return beat if decides else give


@lru_cache(KEPT)
def _unbeaten(rest: int, higher: int, held: int, count: int) -> float:
    """The odds that of `held` cards out of `rest` fewer than `count` are among the `higher`."""
    if held > rest:
        held = rest
    total = comb(rest, held)
    return sum(comb(higher, hits) * comb(rest - higher, held - hits) for hits in range(count)) / total


def lead_value(cards: int, rest: int, held: int, gift: float, stock: bool) -> float:
    """What a lead promises against `held` cards out of `rest`."""
    if cards in HIGHER:
        count, higher = 1, (rest & HIGHER[cards]).bit_count()
    else:
        count = cards.bit_count()
        higher = sum([(rest & HIGHER[bit]).bit_count() for bit in singles(cards)]) // count
    odds, lay = _unbeaten(rest.bit_count(), higher, held, count), POINTS[cards]
    taken = odds * (lay + TO_LEAD + gift * count) - (1 - odds) * (lay + TAKEN * count)
    return taken - LED * _COSTS[stock][cards]


def lead(quick: Quick) -> int:
    """The cards to lead."""
    leads = quick.leads()
    if len(leads) == 1:
        return leads[0]
    leader = quick.leader
    theirs, stock = quick.hands[1 - leader], quick.drawn < len(quick.stock)
    if not stock:
        return _last_lead(quick, leads, theirs)
    rest, held, gift = theirs | quick.below[quick.drawn], theirs.bit_count(), quick.asked.gift
    best, most = 0, -1000.0
    size = quick.asked.size
    for cards in leads:
        if cards.bit_count() == size and quick.asked.height(cards) >= 2:
            return cards
        value = lead_value(cards, rest, held, gift, stock)
        if value > most:
            best, most = cards, value
    return best


def _last_lead(quick: Quick, leads: tuple[int, ...], theirs: int) -> int:
    """Without a stock the other hand is known."""
    best, most = 0, -1000.0
    for cards in leads:
        beat, give, worth = replies(theirs, cards, False)
        lay = POINTS[cards]
        if beat and worth:
            value = -lay - POINTS[beat] + PLAYED * _COSTS[False][beat]
        else:
            value = lay + POINTS[give] + TO_LEAD + PLAYED * _COSTS[False][give]
        value -= LED * _COSTS[False][cards]
        if value > most:
            best, most = cards, value
    return best


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


def habit(quick: Quick) -> int:
    """The move that an ordinary player makes now."""
    phase, asked = quick.phase, quick.asked
    if phase == FOLLOWING:
        cards = reply(quick)
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
    return LEAD | lead(quick)


def play_out(quick: Quick) -> None:
    """Play the hand to its end, both seats by habit."""
    up = quick.asked.up
    while quick.phase != OVER:
        if quick.phase == FOLLOWING:
            cards = reply(quick)
            quick.follow(cards, up or covers(cards, quick.led))
        else:
            quick.act(habit(quick))
