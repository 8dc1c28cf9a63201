"""Decks for hands that are played on the rules alone: fair ones, and such as bring about what is rare.

Here: orders of a deck, each drawn from a tape, and a plan of play where only that brings about what is wanted.
Never: a check.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bura_p2p.cards import Card, Rank, Suit, deck
from bura_p2p.rules.actions import Action, Answer, Give, Lead, Pass
from bura_p2p.rules.deal import deal_order
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Phase, Position, deal_known
from bura_p2p.rules.ruleset import Exhausted, Ruleset, Special, Win
from tests.support.oracles import covers, value


@dataclass(frozen=True)
class Deal:
    """A deck by deck position; `plan`: what is to be played one by one, if that is to be followed."""

    pack: tuple[Card, ...]
    plan: tuple[Action, ...] = ()


def fair(tape: random.Random, match: Match) -> Deal:
    """Any order, each as likely."""
    pack = list(deck(match.ruleset.deck))
    tape.shuffle(pack)
    return Deal(tuple(pack))


def biased(tape: random.Random, match: Match) -> Deal:
    """An order that brings about combinations, two at once, a short stock, or equal totals."""
    return tape.choice(list(_kinds(match.ruleset, len(match.order))))(tape, match)


def _kinds(rules: Ruleset, seats: int) -> Iterator[Callable[[random.Random, Match], Deal]]:
    """Ways to bias a deal; what stands here twice is drawn twice as often."""
    if rules.win is Win.AUTO:
        # Points that win by themselves end most hands long before the stock is out, or anything is equal.
        yield from [late, late, late, level if seats == 4 else late]
    elif rules.exhausted is Exhausted.MOST_POINTS:
        yield balanced
    # Hands that win by being held end at once when dealt: mostly they are to come with a refill.
    yield from [combinations_dealt] * 4 + [drawn_together] * (4 if rules.instant else 2)


# --- combinations ------------------------------------------------------------------------------------------


HELD = (("trumps", "trumps"), ("trumps", "aces"), ("aces", "trumps"))
HELD_OR_LED = (*HELD, ("trumps", "trumps"), ("trumps", "plain"), ("aces", "plain"), ("plain", "plain"),
               ("plain", "plain"), ("plain", "trumps"), ("plain", "aces"))  # fmt: skip
"""What two seats are dealt, as far as there are enough of each."""


def combinations_dealt(tape: random.Random, match: Match) -> Deal:
    """Two seats are dealt combinations (or what comes near), and the stock comes in runs of a suit."""
    rules = match.ruleset
    pack = list(deck(rules.deck))
    tape.shuffle(pack)
    suits = tape.sample(list(Suit), 4)
    trump, hands = suits[0], {}
    no_suit = rules.instant or (rules.specials and Special.MOLODKA not in rules.specials)
    both = tape.choice(HELD if no_suit else HELD_OR_LED)
    seats = _two(tape, match)
    for at, (seat, kind) in enumerate(zip(seats, both, strict=True)):
        hands[seat] = [card for card in pack if _is(kind, card, trump, suits[1 + at])][: rules.hand]
        pack = [card for card in pack if card not in hands[seat]]
    turned = next((card for card in pack if card.suit == trump), pack[0])
    pack.remove(turned)
    dealt = [hands[seat].pop() if hands.get(seat) else pack.pop() for seat in _deal_order(match)]
    return Deal((*dealt, turned, *_in_runs(tape, pack)))


def _two(tape: random.Random, match: Match) -> list[int]:
    """The seats for combinations: the leader more often than others, since a bura may count for it alone."""
    others = [seat for seat in match.order if seat != match.leader]
    if tape.random() < 0.6:
        return [match.leader, tape.choice(others)]
    return tape.sample(match.order, 2)


def _is(kind: str, card: Card, trump: Suit, plain: Suit) -> bool:
    match kind:
        case "trumps":
            return card.suit == trump
        case "aces":
            return card.rank is Rank.ACE
        case "plain":
            return card.suit == plain
        case _:
            return True


def _in_runs(tape: random.Random, pack: Sequence[Card]) -> list[Card]:
    """About half of the cards in any order, then the others suit by suit."""
    return sorted(pack, key=lambda card: (tape.random() < 0.5, card.suit))


def drawn_together(tape: random.Random, match: Match) -> Deal:
    """One seat is dealt a combination but for a card, and the stock holds more of its kind on top."""
    rules = match.ruleset
    pack = list(deck(rules.deck))
    tape.shuffle(pack)
    trump = tape.choice(list(Suit))
    kind = tape.choice(["trumps", "aces"])
    wanted = [card for card in pack if _is(kind, card, trump, trump)]
    seat = tape.choice(match.order)
    held, soon = wanted[: rules.hand - 1], wanted[rules.hand - 1 : rules.hand + 2]
    pack = [card for card in pack if card not in {*held, *soon}]
    turned = next((card for card in pack if card.suit == trump), pack[0])
    pack.remove(turned)
    dealt = [held.pop() if to == seat and held else pack.pop() for to in _deal_order(match)]
    at = tape.randint(0, len(match.order))
    return Deal((*dealt, turned, *pack[:at], *soon, *pack[at:]))


def _deal_order(match: Match) -> tuple[int, ...]:
    return deal_order(match.ruleset, match.order, match.leader)


# --- points ------------------------------------------------------------------------------------------------


def late(tape: random.Random, match: Match) -> Deal:
    """The cards that count most come last, and play that was found by trying leaves the stock short: nobody is to
    have the points before. Sixty tries, else as it is (two seats: none, since one always has them before).
    """
    pack = sorted(deck(match.ruleset.deck), key=lambda card: (value([card]), tape.random()))
    low = pack[: -2 * len(match.order)]
    tape.shuffle(low)
    held = len(_deal_order(match))
    turned = low.pop()
    late_pack = (*low[:held], turned, *low[held:], *pack[len(low) + 1 :])
    return _found(tape, match, late_pack, 60 if len(match.order) > 2 else 0)


def balanced(tape: random.Random, match: Match) -> Deal:
    """A fair deal, and play that was found by trying to leave the best sides equal. Sixty tries, else any."""
    return _found(tape, match, fair(tape, match).pack, 60)


PLAYED = (Lead, Answer, Give)
"""What a plan tells: the cards that are put down."""


def _found(tape: random.Random, match: Match, pack: tuple[Card, ...], tries: int) -> Deal:
    """The deal with a plan that leaves the stock short or ends with equal totals, if some try comes upon one."""
    for _ in range(tries):
        position, plan, short = deal_known(match, pack), [], False
        while position.outcome is None:
            (seat, *_) = actors(position)
            action = _tried(tape, position, seat)
            plan += [action] * isinstance(action, PLAYED)
            stock = len(position.stock)
            position = apply(position, seat, action).position
            full = all(len(position.hands[seat]) == match.ruleset.hand for seat in match.order)
            short = short or (0 < stock > len(position.stock) and not full)
        wanted = short if match.ruleset.win is Win.AUTO else position.outcome.reason in {Reason.DRAW, Reason.SPLIT}
        if wanted:
            return Deal(pack, tuple(plan))
    return Deal(pack)


def _tried(tape: random.Random, position: Position, seat: int) -> Action:
    """Nothing is said if it need not be. Where points win by themselves, single cards are led until the stock is low,
    who has more points is beaten, and mostly the cards that are worth most are put down early, so that little is won
    when the stock runs out; elsewhere anything is played.
    """
    legal = legal_actions(position, seat)
    played = [action for action in legal if isinstance(action, PLAYED)]
    if not played:
        return Pass() if Pass() in legal else legal[0]
    if position.ruleset.win is not Win.AUTO:
        return tape.choice(played)
    if position.phase is Phase.LEAD:
        low = len(position.stock) <= position.seats
        some = [action for action in played if (len(action.cards) > 1) == low]
    else:
        behind = position.piles[position.standing.seat].points(36) > position.piles[seat].points(36)
        some = [action for action in played if isinstance(action, Answer) == behind]
    some = tape.sample(some or played, min(3, len(some or played)))
    early = 1 if len(position.stock) <= 2 * position.seats else -1
    return min(some, key=lambda action: early * value(action.cards) / len(action.cards))


def level(tape: random.Random, match: Match) -> Deal:
    """Four seats, one card at a time, and each pile gets an ace, a ten, a king, a queen and a jack: 30 points.

    Source: "If all cards are played and nobody has 31, the player with the most points wins. If the best scores are
    equal, it is a draw": with four seats that is the only such end, and nobody comes upon it by chance.
    """
    while True:
        winners = [*match.order, *match.order, tape.choice(match.order)]
        tape.shuffle(winners)
        tricks = _level_tricks(tape, match, winners)
        if tricks is not None:
            return _played_as(match, tricks, winners)


def _level_tricks(tape: random.Random, match: Match, winners: Sequence[int]) -> list[dict[int, Card]] | None:
    """The cards of each trick by seat, the leader's first; or None if this try came to nothing."""
    trump, leader = tape.choice(list(Suit)), match.leader
    piles = _level_piles(tape, match, winners)
    tricks = []
    for winner in winners:
        four = [piles[winner].pop() for _ in match.order]
        pair = [(led, card) for led in four for card in four if covers(trump, card, led)]
        if winner == leader:
            pair = [(card, card) for card in four]
        if not pair:
            return None
        led, best = tape.choice(pair)
        trick = {leader: led, winner: best}
        rest = iter([card for card in four if card not in {led, best}])
        tricks.append(trick | {seat: next(rest) for seat in match.order if seat not in trick})
        leader = winner
    # The trump is what is turned up: the last card that is drawn, by whoever comes last after the sixth trick.
    last = match.order[match.order.index(winners[5]) - 1]
    return tricks if tricks[8][last].suit == trump else None


def _level_piles(tape: random.Random, match: Match, winners: Sequence[int]) -> dict[int, list[Card]]:
    """Four cards for each trick that a seat wins, 30 points for each seat."""
    piles: dict[int, list[Card]] = {seat: [] for seat in match.order}
    for rank in Rank:
        for seat, suit in zip(match.order, tape.sample(list(Suit), 4), strict=True):
            if rank >= Rank.JACK:
                piles[seat].append(Card(suit, rank))
    small = [card for card in deck(36) if card.rank < Rank.JACK]
    tape.shuffle(small)
    for seat, pile in piles.items():
        pile += [small.pop() for _ in range(4 * winners.count(seat) - len(pile))]
        tape.shuffle(pile)
    return piles


def _played_as(match: Match, tricks: Sequence[dict[int, Card]], winners: Sequence[int]) -> Deal:
    """The deck in which every seat draws what it is to play, three tricks ahead."""
    leaders = [next(iter(trick)) for trick in tricks]

    def clockwise(at: int) -> list[int]:
        first = match.order.index(leaders[at])
        return [*match.order[first:], *match.order[:first]]

    def action(at: int, seat: int) -> Action:
        kind = Lead if seat == leaders[at] else Answer if seat == winners[at] else Give
        return kind((tricks[at][seat],))

    dealt = [tricks[at][seat] for at in range(3) for seat in clockwise(0)]
    drawn = [tricks[at][seat] for at in range(3, 9) for seat in clockwise(at - 2)]
    plan = tuple(action(at, seat) for at in range(9) for seat in clockwise(at))
    return Deal((*dealt, drawn[-1], *drawn[:-1]), plan)

