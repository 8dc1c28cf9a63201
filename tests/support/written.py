"""Games for the tests of their text: played by a tape on the rules alone, and written down while they are played.

Here: the play, and a scribe of its own, so that what follows from the moves has a second home. Never: text.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from bura_p2p.cards import Card, Rank, deck
from bura_p2p.rules.actions import Action, Announce, Answer, Claim, Give, Lead, Resign
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.deal import turn_order
from bura_p2p.rules.match import Match, dealer_of
from bura_p2p.rules.outcome import Outcome
from bura_p2p.rules.phases import actors, apply, legal_actions, resigned
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.position import Phase, Position, deal_known
from bura_p2p.rules.record import Drawn, GameEnd, GameRecord, HandEnd, HandRecord, Item, Move, Taken
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.rules.step import Step

VARIANTS = (
    find_ruleset("western", special_sets="in_trick"),
    find_ruleset("russian", three_aces="takes_pot", first_lead="right", ante=5),
    find_ruleset("closed", molodka="off"),
    find_ruleset("georgian", match_to=3),
    find_ruleset("georgian", points_shown=True),
    find_ruleset("georgian", maliutka="anytime"),
    find_ruleset("georgian-pairs", give_face="down", match_to=1),
    find_ruleset("telegram", points_shown=False),
    replace(find_ruleset("georgian"), name="at-home", hand=2, lead=(1, 2)),
)
TABLES = [
    (rules, seats)
    for rules in (*RULESETS.values(), *VARIANTS)
    for seats in range(rules.players[0], rules.players[1] + 1)
]
"""Every ruleset that ships, and some variants, at tables of every size."""

NAMES = [f"{rules.name}{'' if rules in RULESETS.values() else '-option'}-{seats}" for rules, seats in TABLES]


def play_game(rules: Ruleset, seats: int, number: int, hands: int = 3) -> GameRecord:
    """A game of at most `hands` hands, with every fact; the last hand, or the game, may be broken off."""
    tape = random.Random(f"{rules.name} {seats} {number}")
    match = Match.start(rules, range(seats), 0)
    written: list[HandRecord] = []
    chips, seated = match.chips, False
    while len(written) < hands and not match.over:
        hand = _not_begun(tape, match)
        if hand is None:
            if not seated:
                match, seated = _seat(tape, match), True
            hand = _play_hand(tape, match)
        written.append(hand[0])
        if hand[1] is None:
            break
        before, match = match, match.settle(hand[1])
        chips = replace(before.paid(hand[1]), order=match.order).closed().chips
    open_ = written[-1].end is None or (not match.over and tape.random() < 0.2)
    stopped = () if match.over else tuple(sorted(tape.sample(match.order, tape.randint(1, len(match.order)))))
    end = None if open_ else GameEnd(match.winner, match.score, chips if rules.has_pot else (), stopped)
    names = tape.sample(["Nino", "Levan", "nino", "\u041b\u0435\u0432", "seat1", "a b", "", "#1", 'say "hi"'], seats)
    return GameRecord(tuple(names), rules, tuple(written), end)


def moves_only(record: GameRecord) -> GameRecord:
    """The game without the facts that follow: moves, places, the turned cards, how the game ended.

    What was drawn after the last move stays: a hand can be given up, or broken off, before or after that.
    """

    def bare(hand: HandRecord) -> HandRecord:
        acts = [at for at, item in enumerate(hand.items) if isinstance(item, Move) and item.action != Resign()]
        last = acts[-1] if acts else 0
        kept = [item for at, item in enumerate(hand.items) if at > last or isinstance(item, Move)]
        return HandRecord(hand.number, tuple(kept), hand.order, hand.leader, trump=hand.trump)

    return replace(record, hands=tuple(map(bare, record.hands)))


def _seat(tape: random.Random, match: Match) -> Match:
    order = tuple(tape.sample(match.order, len(match.order)))
    leader = tape.choice(order)
    return replace(match, order=order, leader=leader, dealer=dealer_of(match.ruleset, order, leader))


def _not_begun(tape: random.Random, match: Match) -> tuple[HandRecord, Outcome] | None:
    """Now and then somebody gives a hand up before it begins."""
    if tape.random() > 0.05:
        return None
    seat = tape.choice(match.order)
    outcome = resigned(_known(tape, match), frozenset({seat}))
    return HandRecord(match.hand, (Move(seat, Resign()),), end=_end(match, outcome)), outcome


def _known(tape: random.Random, match: Match) -> Position:
    """A deal, sometimes one in which aces or the cards of a suit lie together."""
    pack = list(deck(match.ruleset.deck))
    tape.shuffle(pack)
    if tape.random() < 0.5:
        seats = len(match.order)
        together = sorted(pack, key=lambda card: (card.rank is not Rank.ACE, card.suit))
        at = tape.randrange(4)
        pack = [together[(at + 3 * (k % seats) + k // seats) % len(together)] for k in range(len(together))]
        pack = list(dict.fromkeys([*pack, *together]))
    return deal_known(match, pack)


def _play_hand(tape: random.Random, match: Match) -> tuple[HandRecord, Outcome | None]:
    position, items = _known(tape, match), list[Item]()
    trump = position.trump_card
    outcome: Outcome | None = None
    breaks_off = tape.random() < 0.05
    while outcome is None and not (breaks_off and tape.random() < 0.1):
        if tape.random() < 0.01:
            quitters = tape.sample(match.order, tape.choice([1, 1, len(match.order)]))
            items += [Move(seat, Resign()) for seat in sorted(quitters)]
            outcome = resigned(position, frozenset(quitters))
            break
        seat = tape.choice(actors(position))
        action = _choose(tape, position, seat, legal_actions(position, seat))
        step = apply(position, seat, action)
        items += [Move(seat, _seen(action)), *_facts(match, step)]
        position, outcome = step.position, step.outcome
    pot = match.pot if match.ruleset.has_pot else None
    end = None if outcome is None else _end(match, outcome)
    return HandRecord(match.hand, tuple(items), match.order, match.leader, match.dealer, pot, trump, end), outcome


def _choose(tape: random.Random, position: Position, seat: int, legal: Sequence[Action]) -> Action:
    if position.phase is Phase.TALLY and any(isinstance(action, Claim) for action in legal):
        closed = [card for give in position.piles[seat].unknown for card in give.known or ()]
        return Claim(cards_points(closed)) if tape.random() < 0.8 else Claim()
    said = [action for action in legal if isinstance(action, Announce)]
    long = [a for a in legal if isinstance(a, Lead | Answer) and len(a.cards) >= 2]
    calm = [action for action in legal if not isinstance(action, Claim)]
    for some, share in ((said, 0.8), (long, 0.4), (calm, 0.95)):
        if some and tape.random() < share:
            return tape.choice(some)
    return tape.choice(legal)


def _seen(action: Action) -> Action:
    return Give((None,) * len(action.cards), action.points) if isinstance(action, Give) else action


def _facts(match: Match, step: Step) -> list[Item]:
    """Who took the trick and who drew what: cards go round from the winner, the turned trump last."""
    facts: list[Item] = []
    if step.trick is not None:
        opened: list[Card] = [card for play in step.trick.plays for card in play.shown]
        facts.append(Taken(step.trick.winner, cards_points(opened)))
    drawn = [draw.seat for draw in step.draws]
    stock_out = bool(drawn) and not step.position.stock
    if drawn:
        clockwise = turn_order(match.order, drawn[0])
        facts += [Drawn(s, drawn.count(s), stock_out and s == drawn[-1]) for s in clockwise if s in drawn]
    return facts


def _end(match: Match, outcome: Outcome) -> HandEnd:
    paid, pots = match.paid(outcome), match.ruleset.has_pot
    return HandEnd(
        outcome.winner, outcome.reason, outcome.points, outcome.claimed, outcome.totals, paid.score,
        paid.chips if pots else (), paid.pot if pots else None, outcome.left,
    )  # fmt: skip
