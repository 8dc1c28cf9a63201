"""What holds in every hand of every ruleset, looked at from outside the engine.

Here: checks of one turn, one end, one settlement; each raises `AssertionError`. Never: a choice of what to play.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter

from bura_p2p.cards import Card, Rank, Suit, deck
from bura_p2p.rules.actions import Action, Announce, Answer, Claim, Lead, Pass, Raise, Resign
from bura_p2p.rules.match import Match
from bura_p2p.rules.outcome import Outcome, Reason
from bura_p2p.rules.phases import actors, legal_actions, legal_kinds
from bura_p2p.rules.position import Phase, Pile, Position
from bura_p2p.rules.ruleset import Exhausted, Ruleset, ShortStock, SpecialsWhen, Tie, Win
from bura_p2p.rules.step import Step
from tests.support.oracles import drawers, taker, value
from tests.support.walk import STRANGER, Turn

TOLD = (
    "phase", "leader", "stake", "raise_to", "last_raiser", "raises_allowed", "tricks_won", "owing", "spoken",
    "announced", "claimant", "outcome", "trump_card", "stock_positions", "order", "first",
)  # fmt: skip
"""What everybody at a table knows of a position, whatever cards they know."""

_told = attrgetter(*TOLD)

CARD_DECIDES: frozenset[type[Action]] = frozenset({Announce, Answer, Lead})
"""Kinds that the table says are open, while it is the cards of the hand that decide."""


@cache
def _whole(size: int) -> frozenset[Card]:
    return frozenset(deck(size))


def check_turn(turn: Turn) -> None:
    """Everything that holds after every action."""
    _check_cards(turn.step.position)
    _check_hands(turn)
    if turn.step.trick is not None:
        _check_trick(turn)
    elif turn.before.phase is Phase.TALLY and isinstance(turn.action, Pass):
        _check_draws(turn.before, turn.step, turn.before.leader)
    if isinstance(turn.action, Claim):
        assert turn.step.position.trick == turn.before.trick, "a claim leaves the running trick where it is"
    if isinstance(turn.action, Raise):
        _check_raise(turn)
    _check_legal(turn)
    _check_followers(turn)
    if turn.step.outcome is not None:
        check_end(turn.before, turn.step, turn.seat, turn.action)


def held_anywhere(position: Position) -> list[Card | None]:
    """Every card of a position: hands, stock, the running trick, piles."""
    cards = [card for hand in position.hands for card in hand] + list(position.stock)
    cards += [card for played in position.trick for card in played.cards]
    for pile in position.piles:
        cards += [*pile.open, *(card for give in pile.closed for card in give.cards)]
    return cards


def _check_cards(position: Position) -> None:
    cards = held_anywhere(position)
    assert len(cards) == position.ruleset.deck, "no card is lost or made"
    assert set(cards) == _whole(position.ruleset.deck), "each card of the deck is in one place"
    assert value(cards) == 120, "piles, trick, hands and stock are worth 120 together"
    assert len(position.stock) == len(position.stock_positions)
    for seat in set(range(len(position.hands))) - set(position.order):
        assert not position.hands[seat], "who has left holds nothing"
        assert not position.piles[seat].size, "who has left wins nothing"


def hands_stay_equal(rules: Ruleset, seats: int) -> bool:
    """Whether every refill leaves all hands equal: only a stock that does not divide, drawn to its end, does not."""
    return rules.short_stock is ShortStock.NO_DRAW or (rules.deck - seats * rules.hand) % seats == 0


def _check_hands(turn: Turn) -> None:
    """Hands are equal between tricks; while the stock lasts they are full."""
    after, rules = turn.step.position, turn.before.ruleset
    sizes = {len(after.hands[seat]) for seat in after.order}
    assert max(sizes) <= rules.hand
    if after.trick or (after.outcome is not None and turn.step.trick is None):
        return
    if turn.step.trick is not None and after.outcome is not None and not turn.step.draws:
        return  # the trick ended the hand before the refill
    if hands_stay_equal(rules, after.seats):
        assert len(sizes) == 1, "hands are equal after each refill"
    if rules.short_stock is ShortStock.DRAW_REST and after.stock and after.phase is not Phase.TALLY:
        assert sizes == {rules.hand}, "hands are full while there is a stock"


def _check_raise(turn: Turn) -> None:
    """Sources: "the same side can never raise twice in a row"; "declines (and loses the hand at the stake before the
    raise)": the offer that is raised back is accepted by that, and no more.
    """
    before, after = turn.before, turn.step.position
    assert before.raises_allowed
    assert before.last_raiser is None or turn.seat not in before.side(before.last_raiser)
    assert (after.stake, after.last_raiser) == (before.raise_to or before.stake, turn.seat)
    assert after.raise_to == after.stake + 1
    assert after.raise_to in before.ruleset.raises


def _check_trick(turn: Turn) -> None:
    trick, before, after = turn.step.trick, turn.before, turn.step.position
    assert trick is not None
    assert [play.seat for play in trick.plays] == list(before.turn), "everybody plays once, in turn order"
    assert {len(play.cards) for play in trick.plays} == {len(trick.plays[0].cards)}, "as many cards as were led"
    opened = [(play.seat, play.shown) for play in trick.plays]
    assert trick.winner == taker(before.trump, opened), "the set that beats what stands takes the trick"
    _check_standing(before.trump, trick.plays[0].shown, [play.shown for play in trick.plays if play.beats])
    grown = [new.size - old.size for new, old in zip(after.piles, before.piles, strict=True)]
    assert grown[trick.winner] == sum(grown) == sum(len(play.cards) for play in trick.plays), "to the winner's pile"
    assert after.tricks_won[trick.winner] == before.tricks_won[trick.winner] + 1
    assert sum(after.tricks_won) == sum(before.tricks_won) + 1
    if before.ruleset.specials_when is not SpecialsWhen.IN_TRICK:
        assert after.leader == trick.winner, "who takes the trick leads next"
    _check_refill(turn, trick.winner)


def _check_standing(trump: Suit, led: tuple[Card, ...], stood: list[tuple[Card, ...]]) -> None:
    suits = {card.suit for card in led}
    if len(suits) > 1:
        assert {card.rank for card in led} == {Rank.ACE}, "only three aces are led in several suits"
        assert len(led) == 3
        return
    assert all(card.suit in suits | {trump} for cards in stood for card in cards)


def _check_refill(turn: Turn, winner: int) -> None:
    """The winner draws first, then clockwise, one card at a time; the cards are the next of the stock."""
    before, step = turn.before, turn.step
    if not step.draws and (step.outcome is not None or step.position.phase is Phase.TALLY):
        return
    _check_draws(before, step, winner)


def _check_draws(before: Position, step: Step, winner: int) -> None:
    rules, first = before.ruleset, before.order.index(winner)
    clockwise = [*before.order[first:], *before.order[:first]]
    put_down = 0 if step.trick is None else len(step.trick.plays[0].cards)
    if before.trick:  # the last to play has not played yet in the position before
        sizes = [(seat, len(before.hands[seat]) - (put_down if seat == before.turn[-1] else 0)) for seat in clockwise]
    else:
        sizes = [(seat, len(before.hands[seat])) for seat in clockwise]
    expected = drawers(sizes, rules.hand, len(before.stock), rules.short_stock is ShortStock.DRAW_REST)
    assert [draw.seat for draw in step.draws] == expected, "who draws, and in what order"
    assert [draw.deck_position for draw in step.draws] == list(before.stock_positions[: len(expected)])
    held = {seat: list(step.position.hands[seat]) for seat in clockwise}
    for card, seat in zip(before.stock, expected, strict=False):
        assert card in held[seat], "the card drawn is in the hand that drew it"


def _check_legal(turn: Turn) -> None:
    """What was played was legal, and whoever acts next has something to do."""
    if not isinstance(turn.action, Resign | Claim):
        assert turn.action in turn.legal, "only what is listed was played"
    kinds, listed = legal_kinds(turn.before, turn.due), {type(action) for action in turn.legal}
    assert listed <= kinds
    free = CARD_DECIDES | {Resign}
    if turn.before.phase in {Phase.TALLY, Phase.ANNOUNCE}:
        free |= {Claim, Pass}
    assert kinds - free <= listed, "every kind that is open has a choice"
    assert (turn.seat == turn.due and type(turn.action) in kinds) or isinstance(turn.action, Claim)
    after = turn.step.position
    assert bool(actors(after)) == (after.outcome is None), "somebody is due until the hand is over"
    assert after.outcome == turn.step.outcome
    assert (after.phase is Phase.OVER) == (after.outcome is not None)


def _check_followers(turn: Turn) -> None:
    """A stranger and every seat follow as one who knows all cards: the cards that they lack decide nothing."""
    due = actors(turn.before)
    kinds = [legal_kinds(turn.before, seat) for seat in due]
    for who, step in turn.steps.items():
        _check_same(turn, who, step)
        before = turn.views[who]
        assert actors(before) == due
        assert [legal_kinds(before, seat) for seat in due] == kinds, "legal kinds hang on no card"
        if who is not STRANGER and who in due:
            told = legal_actions(before, who)
            known = turn.legal if who == turn.due else legal_actions(turn.before, who)
            if turn.before.phase is Phase.TALLY:
                assert set(told) >= set(known)
            else:
                assert told == known, "a seat knows what it may do"


def _check_same(turn: Turn, who: int | None, told: Step) -> None:
    true = turn.step
    if _told(true.position) != _told(told.position):
        for name in TOLD:
            assert getattr(true.position, name) == getattr(told.position, name), f"{name} hangs on no card"
    assert (true.draws, true.outcome) == (told.draws, told.outcome)
    assert (true.trick is None) == (told.trick is None)
    if true.trick is not None and told.trick is not None:
        assert true.trick.winner == told.trick.winner
        assert told.trick.points in {None, true.trick.points}
    if true.position.piles is not turn.before.piles:
        _check_piles(true.position, told.position)
    for seat, (held, seen) in enumerate(zip(true.position.hands, told.position.hands, strict=True)):
        if held is turn.before.hands[seat] and seen is turn.views[who].hands[seat]:
            continue  # looked at when it became so
        assert len(held) == len(seen)
        believed = held == seen or all(card is None or card in held for card in seen)
        assert believed, "what is believed of a hand is true"


def _check_piles(true: Position, told: Position) -> None:
    for ours, theirs in zip(true.piles, told.piles, strict=True):
        assert (ours.open, ours.size) == (theirs.open, theirs.size)
        bounds = theirs.points(told.ruleset.deck)
        assert ours.points(true.ruleset.deck) == bounds, "what a pile can be worth hangs on no card"
        assert bounds[0] <= true_points(ours) <= bounds[1]


def true_points(pile: Pile) -> int:
    """What a pile that is known whole is worth."""
    return value([*pile.open, *(card for give in pile.closed for card in give.cards)])


# --- the end of a hand -------------------------------------------------------------------------------------


def check_end(before: Position, step: Step, seat: int, action: Action) -> None:
    """Whoever won had won: by the cards as they truly lie, and at the stake that stood."""
    after, outcome = step.position, step.outcome
    assert outcome is not None
    rules = after.ruleset
    side = {s: sum(true_points(after.piles[ally]) for ally in after.side(s)) for s in after.order}
    won = 0 if outcome.winner is None else side[outcome.winner]
    stake = 0 if rules.has_pot or outcome.winner is None else before.stake
    assert outcome.points == stake, "a won hand scores the stake that was accepted, and a pot no points"
    match outcome.reason:
        case Reason.CLAIM_RIGHT | Reason.REACHED:
            assert rules.target is not None
            assert won >= rules.target
        case Reason.CLAIM_WRONG:
            _check_wrong_claim(after, outcome, side)
        case Reason.CARDS_OUT | Reason.DRAW | Reason.SPLIT:
            _check_most_points(after, outcome, side)
        case Reason.DEAD:
            assert rules.exhausted is not Exhausted.MOST_POINTS
            assert (outcome.winner, outcome.payers, outcome.sharers) == (None, (), ())
        case Reason.DECLINED:
            assert before.phase is Phase.RAISED
            assert seat not in after.side(outcome.winner or 0)
        case Reason.BURA | Reason.COMBINATION:
            assert outcome.winner is not None
            assert outcome.totals is None
        case _:
            assert isinstance(action, Resign)


def _check_wrong_claim(after: Position, outcome: Outcome, side: dict[int, int]) -> None:
    assert after.claimant is not None
    assert side[after.claimant] < (after.ruleset.target or 0), "a claim is wrong below the target"
    if after.ruleset.has_pot:
        assert (outcome.winner, outcome.payers) == (None, (after.claimant,))
    else:
        assert outcome.winner is not None
        assert after.claimant not in after.side(outcome.winner)


def _check_most_points(after: Position, outcome: Outcome, side: dict[int, int]) -> None:
    rules = after.ruleset
    assert rules.exhausted is Exhausted.MOST_POINTS
    assert outcome.totals == tuple(map(true_points, after.piles))
    left = value(card for hand in after.hands for card in hand) + value(after.stock)
    assert sum(outcome.totals) == 120 - left, "only what was never played is missing"
    best = [seat for seat in after.order if side[seat] == max(side.values())]
    sides = {after.side(seat) for seat in best}
    if len(sides) == 1:
        assert (outcome.reason, outcome.winner in best) == (Reason.CARDS_OUT, True)
    elif rules.tie is Tie.SPLIT_POT:
        assert (outcome.reason, outcome.winner, outcome.sharers) == (Reason.SPLIT, None, tuple(sorted(best)))
    else:
        assert (outcome.reason, outcome.winner) == (Reason.DRAW, None)
    if rules.win is Win.AUTO:
        assert max(side.values()) < (rules.target or 0)


def check_settled(match: Match, outcome: Outcome) -> None:
    """Chips and score are conserved by the end of a hand."""
    following = match.settle(outcome)
    assert sum(following.chips) + following.pot == 0, "chips are moved, never made"
    gained = [new - old for new, old in zip(following.score, match.score, strict=True)]
    if outcome.winner is None or match.ruleset.has_pot:
        assert not any(gained)
    else:
        assert {points for points in gained if points} <= {outcome.points}
        assert gained[outcome.winner] == outcome.points
