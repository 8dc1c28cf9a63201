"""The rules as the text tells them, against the package's engine: whole matches of bare cards, any ruleset.

Every shipped ruleset with its options, and rulesets that nobody plays: random answers that make a game. In the
default run some tens of matches; `BURA_SPEC_MATCHES=20000` plays more.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

import pytest

from bura_p2p.cards import Card, deck
from bura_p2p.errors import LocalError, PeerError
from bura_p2p.rules import actions as a
from bura_p2p.rules import ruleset as r
from bura_p2p.rules.builtin import CHOICES, RULESETS, with_option
from bura_p2p.rules.deal import deal_order, turned_position
from bura_p2p.rules.match import Match
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Phase, Position, deal_known
from bura_p2p.table.phases import STAGE_OF_PHASE

from .bare import Bare
from .reader import Refused

MATCHES = int(os.environ.get("BURA_SPEC_MATCHES", "80"))
HANDS = 4

KINDS = {
    a.Lead: "lead", a.Answer: "answer", a.Give: "give", a.Claim: "claim", a.Pass: "pass", a.Raise: "raise",
    a.Accept: "accept", a.Decline: "decline", a.Open: "open", a.Count: "count", a.Resign: "resign",
    a.Announce: "announce", a.Cede: "cede",
}  # fmt: skip


def plain(cards: Any) -> list[tuple[int, int]]:
    return [(card.suit.value, card.rank.value) for card in cards]


def told(bare: Bare, seat: int, action: a.Action) -> None:
    """The same thing, said to the reader."""
    match action:
        case a.Lead(cards) | a.Answer(cards) | a.Give(cards):
            bare.play(seat, KINDS[type(action)], plain(cards))
        case a.Claim() if bare.stage == "tally":
            bare.play(seat, "win")
        case a.Announce(what):
            bare.play(seat, "announce", str(what))
        case a.Raise(to):
            bare.play(seat, "raise", to)
        case _:
            bare.play(seat, KINDS[type(action)])


def fault_of(done: Callable[[], Any]) -> str:
    with pytest.raises(PeerError) as caught:
        done()
    return caught.value.code.label


# --- decks that hold something -----------------------------------------------------------------------------


def combined(random: Random, rules: r.Ruleset, seats: int, leader_first: tuple[int, ...]) -> list[Card]:
    """A deck in which hands are combinations more often than by chance."""
    cards = list(deck(rules.deck))
    random.shuffle(cards)
    turned = cards.pop()
    hands: dict[int, list[Card]] = {}
    for seat in random.sample(range(seats), seats):
        wanted = random.choice(("trumps", "aces", "suit", *["any"] * random.choice((1, 9))))
        suit = turned.suit if wanted == "trumps" else random.choice(cards).suit
        fitting = [
            card for card in cards if wanted == "any" or (card.rank == 8 if wanted == "aces" else card.suit == suit)
        ]
        rest = [card for card in cards if card not in fitting]
        hands[seat] = (fitting + rest)[: rules.hand]
        cards = [card for card in cards if card not in hands[seat]]
    order = list(dict.fromkeys(leader_first))
    dealt = [hands[order.index(seat)].pop() for seat in leader_first]
    return [*dealt, turned, *cards]


# --- rulesets ----------------------------------------------------------------------------------------------


def option_values(option: str) -> list[Any]:
    return {
        "match_to": [0, 1, 3, 7, 11], "points_shown": [False, True], "maliutka": ["turn", "anytime"],
        "give_face": ["up", "down"], "clock": [0, 20], "first_lead": ["left", "right"], "ante": [1, 5, 1000],
        "three_aces": ["lead", "takes_pot"], "molodka": [True, False], "special_sets": ["pre_lead", "in_trick"],
    }[option]  # fmt: skip


def shipped(random: Random) -> r.Ruleset:
    rules = random.choice(list(RULESETS.values()))
    for option in CHOICES[rules.name]:
        try:
            rules = with_option(rules, option, random.choice(option_values(option)))
        except LocalError:
            continue
    return rules


def made_up(random: Random) -> r.Ruleset:
    """A ruleset with some answers exchanged for random ones, of those that make a game."""
    rules = replace(shipped(random), name="ours")
    answers: dict[str, Any] = {
        **{name: list(kind) for name, kind in (
            ("short_stock", r.ShortStock), ("give_face", r.GiveFace), ("specials_when", r.SpecialsWhen),
            ("three_aces", r.ThreeAces), ("bura", r.Bura), ("maliutka", r.Maliutka), ("win", r.Win),
            ("wrong", r.Wrong), ("exhausted", r.Exhausted), ("tie", r.Tie), ("dealer", r.Dealer),
            ("first_lead", r.FirstLead), ("no_raise", r.NoRaise),
        )},
        "players": [(2, 2), (2, 6), (3, 4), (4, 4), (2, 3)], "deck": [20, 32, 36], "hand": [1, 2, 3, 4, 5],
        "target": [None, 1, 20, 31, 61], "lead": [(1,), (1, 2), (1, 2, 3), (1, 3)], "points_shown": [False, True],
        "specials": [(), tuple(r.Special), (r.Special.BURA,), (r.Special.THREE_ACES, r.Special.MOLODKA)],
        "instant": [(), (r.Instant.BURA,), (r.Instant.FOUR_ACES, r.Instant.FOUR_TRUMPS), (r.Instant.MOSCOW,)],
        "raises": [(), (2, 3), (2, 3, 4, 5, 6)], "match_to": [0, 3], "ante": [0, 1, 999],
        "teams": [(), ((0, 2), (1, 3)), ((0, 1), (2, 3)), ((0,), (1, 2, 3)), ((1,), (0,))],
    }  # fmt: skip
    for _ in range(random.choice((1, 4, 12))):
        names = random.sample(sorted(answers), random.choice((1, 2, 3)))
        changed = {name: random.choice(answers[name]) for name in names}
        try:
            rules = replace(rules, **changed)
        except LocalError:
            continue
    return rules


# --- a match, side by side ---------------------------------------------------------------------------------


@dataclass
class Both:
    """The engine's match and the reader's, in step."""

    random: Random
    rules: r.Ruleset
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        few, most = self.rules.players
        order = list(range(self.random.randint(few, most)))
        self.random.shuffle(order)
        leader = self.random.choice(order)
        self.match = Match.start(self.rules, order, leader)
        self.bare = Bare(self.rules.canonical_bytes(), order, leader)

    def run(self) -> None:
        for _ in range(HANDS):
            self.hand()
            if self.match.over:
                return

    def hand(self) -> None:
        match = self.match
        dealt = deal_order(self.rules, match.order, match.leader)
        assert turned_position(self.rules, len(match.order)) == len(dealt) == self.bare.turned
        bare = self.bare
        assert (tuple(bare.order), bare.leader, bare.dealer) == (match.order, match.leader, match.dealer)
        assert (tuple(bare.chips), bare.pot) == (match.chips, match.pot)
        cards = combined(self.random, self.rules, len(match.order), dealt)
        position = deal_known(match, cards)
        self.bare.deal(plain(cards))
        while position.phase is not Phase.OVER:
            position = self.step(position)
        self.settle(position)

    def step(self, position: Position) -> Position:
        bare, random = self.bare, self.random
        assert bare.stage == STAGE_OF_PHASE[position.phase].value
        assert [seat for seat in bare.speakers() if seat not in bare.waiting] == list(actors(position))
        assert [len(hand) for hand in bare.h.held] == [len(hand) for hand in position.hands]
        if bare.stage == "raised":
            assert (bare.h.stake, bare.h.offer) == (position.stake, position.raise_to)
        for seat in () if bare.waiting else position.order:
            assert bare.worth_of_side(seat) == position.side_points(seat)
        self.seen[bare.stage] += 1
        seat = random.choice(actors(position))
        self.refused(position, seat)
        action = self.chosen(position, seat)
        told(bare, seat, action)
        return apply(position, seat, action).position

    def chosen(self, position: Position, seat: int) -> a.Action:
        legal = legal_actions(position, seat)
        if self.random.random() < 0.005 or not legal:
            return a.Resign()
        kinds = sorted({type(action) for action in legal}, key=lambda kind: kind.__name__)
        for rare in (a.Claim, a.Decline, a.Raise):
            if rare in kinds and len(kinds) > 1 and self.random.random() < 0.85 and position.phase is not Phase.TALLY:
                kinds.remove(rare)
        kind = self.random.choice(kinds)
        self.seen[kind.__name__] += 1
        return self.random.choice([action for action in legal if type(action) is kind])

    def refused(self, position: Position, seat: int) -> None:
        """Something at random, which one refuses as the other does."""
        held = [card for card in position.hands[seat] if card is not None]
        if position.phase in (Phase.OPENING, Phase.COUNT, Phase.TALLY, Phase.ANNOUNCE) or not held:
            return
        cards = tuple(self.random.sample(held, self.random.randint(1, len(held))))
        tries: list[a.Action] = [a.Claim(), a.Raise(self.random.randint(2, 6)), a.Cede()]
        plays = {Phase.FOLLOW: [a.Answer(cards), a.Give(cards)]}
        tries += plays.get(position.phase, [a.Lead(cards)])
        for action in tries:
            if type(action) is a.Give and position.gives_tell:
                continue
            self.same_refusal(position, seat, action)

    def same_refusal(self, position: Position, seat: int, action: a.Action) -> None:
        kind = KINDS[type(action)]
        due = kind in {"lead": ("lead", "claim", "raise", "cede"), "seized": ("lead", "claim"), "raised": ("raise",),
                       "follow": ("answer", "give", "claim"), "last_word": ("claim",)}[self.bare.stage]  # fmt: skip
        if not due:
            return
        with suppress(PeerError):
            apply(position, seat, action)
            return
        fault = fault_of(partial(apply, position, seat, action))
        with pytest.raises(Refused, match=fault):
            told(self.bare, seat, action)
        self.seen[fault] += 1

    def settle(self, position: Position) -> None:
        bare, outcome = self.bare, position.outcome
        assert outcome is not None
        end = bare.result
        assert end is not None
        self.seen[end.reason] += 1
        assert (end.winner, end.reason, end.points) == (outcome.winner, outcome.reason.label, outcome.points)
        assert tuple(sorted(end.left)) == outcome.left
        paid = self.match.paid(outcome)
        assert (tuple(bare.score), tuple(bare.chips), bare.pot) == (paid.score, paid.chips, paid.pot)
        self.match = self.match.settle(outcome)
        assert bare.over == self.match.over
        if not self.match.over:
            assert bare.following()[2] == self.match.leader
            bare.after_result(dict.fromkeys(bare.playing(), True))


def played(make, number: int) -> Counter[str]:
    random = Random(number)
    both = Both(random, make(random))
    try:
        both.run()
    except Exception as error:
        raise AssertionError((number, both.rules)) from error
    return both.seen


ENDINGS = {
    "bura", "combination", "reached", "claim_right", "claim_wrong", "declined", "resigned", "void", "cards_out",
    "draw", "split", "dead",
}  # fmt: skip


@pytest.mark.parametrize("make", [shipped, made_up])
def test_matches(make) -> None:
    seen: Counter[str] = Counter()
    for number in range(MATCHES):
        seen += played(make, number)
    missing = ENDINGS - set(seen)
    assert missing <= {"void", "draw", "split"} | ({"dead", "declined", "reached"} if MATCHES < 200 else set())
    assert {"announce", "seized", "raised", "tally", "last_word", "opening", "count"} <= set(seen)


