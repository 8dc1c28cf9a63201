"""Whole matches on the rules alone, with a second book of dealers, leaders, points and chips.

Here: hands in a row, livelier than single ones, with seats that leave. Never: what holds within a hand
(`invariants`).
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import resigned
from bura_p2p.rules.ruleset import Dealer, Exhausted, FirstLead, NoRaise, Ruleset
from tests.support.counts import count_turn
from tests.support.deals import biased, fair
from tests.support.invariants import check_settled, check_turn
from tests.support.walk import Turn, walk

HANDS = 10
"""The most hands of one match."""


@dataclass
class Book:
    """A match as somebody beside the table would keep it, from the words of the texts."""

    rules: Ruleset
    order: list[int]
    leader: int
    pot: int = 0
    chips: Counter[int] = field(default_factory=Counter)
    score: Counter[int] = field(default_factory=Counter)
    without_raises: bool = False
    had_it: bool = False
    dealer: int | None = None

    def open(self) -> None:
        """Before the first hand: the first leader is given, and so who must have dealt."""
        if self.rules.dealer is not Dealer.NOBODY:
            step = 1 if self.rules.first_lead is FirstLead.RIGHT_OF_DEALER else -1
            self.dealer = self._beside(self.leader, step)
        self._ante()
        self._see_raises()

    def close_hand(self, outcome: Outcome) -> None:
        """Write down how a hand ended, and what the next one begins with."""
        self._pay(outcome)
        stays = [seat for seat in self.order if seat not in outcome.left]
        if len(stays) < self.rules.players[0]:
            self.order = stays
            return
        if self.dealer is not None:
            self._deal_next(outcome, stays)
        elif self.rules.first_lead is FirstLead.ROTATING_SEAT:
            self.leader = self._first_of(stays, self._beside(self.leader, 1))
        else:
            self.leader = self.leader if outcome.winner is None else outcome.winner
            self.leader = self._first_of(stays, self.leader)
        self.order = stays
        self._see_raises()
        if not self.over:
            self._ante()

    @property
    def over(self) -> bool:
        """Source: "A match is played to 1, 3, 7 or 11 points"."""
        return bool(self.rules.match_to) and max(self.score.values(), default=0) >= self.rules.match_to

    def _pay(self, outcome: Outcome) -> None:
        """Sources: "collect the pot"; "they must pay into the pot an amount equal to whatever it already contains";
        «банк делится поровну»; "A won hand scores as many match points as the stake".
        """
        pot = self.pot
        if outcome.winner is not None:
            if self.rules.ante:
                self._move(outcome.winner, pot)
            place = self.order.index(outcome.winner)
            team = next((team for team in self.rules.teams if place in team), (place,))
            for at in team:
                self.score[self.order[at]] += outcome.points
        for seat in outcome.sharers:
            self._move(seat, pot // len(outcome.sharers))
        for seat in outcome.payers:
            self._move(seat, -pot)

    def _deal_next(self, outcome: Outcome, stays: list[int]) -> None:
        """Sources: "the player to claim victory whether correct or incorrect becomes the new dealer", "the previous
        dealer will deal again"; «по левую сторону от сдатчика», «не слева, а справа от сдающего».
        """
        claimed = outcome.payers[0] if outcome.reason is Reason.CLAIM_WRONG else self.dealer
        dealer = claimed if outcome.winner is None else outcome.winner
        assert dealer is not None
        self.dealer = self._first_of(stays, dealer)
        self.order = stays
        self.leader = self._beside(self.dealer, -1 if self.rules.first_lead is FirstLead.RIGHT_OF_DEALER else 1)

    def _ante(self) -> None:
        """Sources: "both players ante again"; "The pot remains" (then nobody antes before it is won)."""
        if self.rules.exhausted is Exhausted.VOID_POT_STAYS and self.pot:
            return
        for seat in self.order:
            self._move(seat, -self.rules.ante)

    def _see_raises(self) -> None:
        """Source: "When one side is a single point from winning the match, the first such hand is played without
        raises".
        """
        short = bool(self.rules.match_to) and max(self.score.values(), default=0) == self.rules.match_to - 1
        self.without_raises = short and not self.had_it and self.rules.no_raise is not NoRaise.NEVER
        self.had_it = self.had_it or self.without_raises

    def _move(self, seat: int, chips: int) -> None:
        self.chips[seat] += chips
        self.pot -= chips

    def _beside(self, seat: int, step: int) -> int:
        return self.order[(self.order.index(seat) + step) % len(self.order)]

    def _first_of(self, stays: list[int], seat: int) -> int:
        while seat not in stays:
            seat = self._beside(seat, 1)
        return seat


def check_book(book: Book, match: Match) -> None:
    """The engine's match says what the book says."""
    assert match.order == tuple(book.order)
    assert match.score == tuple(book.score[seat] for seat in range(len(match.score)))
    assert match.pot == book.pot
    assert match.chips == tuple(book.chips[seat] for seat in range(len(match.chips)))
    assert match.pot + sum(match.chips) == 0
    enough = len(book.order) >= book.rules.players[0]
    assert match.over == (book.over or not enough)
    if not match.over:
        assert (match.dealer, match.leader) == (book.dealer, book.leader)
        assert match.raises_allowed == (bool(book.rules.raises) and not book.without_raises)


def play_match(tape: random.Random, rules: Ruleset, seats: int, counts: Counter[str]) -> None:
    """A match until it is over, or of `HANDS` hands; counted are `matches`, `match ...` and what is in the hands."""
    order = tape.sample(range(seats), seats)
    match = Match.start(rules, order, tape.choice(order))
    book = Book(rules, order, match.leader)
    book.open()
    check_book(book, match)
    counts["matches"] += 1
    while not match.over and match.hand <= HANDS:
        counts[f"match hand of {len(match.order)} seats"] += 1
        counts["match hand without raises"] += book.without_raises
        outcome = _play(tape, match, counts)
        check_settled(match, outcome)
        counts["match seat left"] += len(outcome.left)
        match = match.settle(outcome)
        book.close_hand(outcome)
        check_book(book, match)
    counts["match won"] += match.winner is not None
    counts["match left to one seat"] += len(match.order) < rules.players[0]


def _play(tape: random.Random, match: Match, counts: Counter[str]) -> Outcome:
    """One hand, in which several may also resign in one round."""
    deal = (fair if tape.random() < 0.5 else biased)(tape, match)
    several = tape.random() < 0.1
    inner: Counter[str] = Counter()
    for turn in walk(tape, match, deal, 0.05, lively=True):
        check_turn(turn)
        count_turn(inner, turn)
        if turn.step.outcome is not None:
            counts.update({f"match {name}": number for name, number in inner.items() if name.startswith("end ")})
            return turn.step.outcome
        if several and tape.random() < 0.1:
            counts["match several resigned"] += 1
            return _several_resign(tape, match, turn)
    raise AssertionError("a hand goes on until it has an outcome")


def _several_resign(tape: random.Random, match: Match, turn: Turn) -> Outcome:
    """Two seats or more give up in one round; everybody sees the same end of it."""
    quitters = frozenset(tape.sample(match.order, tape.randint(2, len(match.order))))
    outcome = resigned(turn.step.position, quitters)
    assert all(resigned(step.position, quitters) == outcome for step in turn.steps.values())
    return outcome
