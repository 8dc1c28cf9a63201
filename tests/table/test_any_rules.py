"""Any rules that a stranger can name: every hand ends, every file is fair, and nothing else is ever raised.

A table plays what its ruleset says, and a ruleset is made by whoever offers the table: no answers that make a game
may crash the engine, keep a hand from ending, or leave an honest player without a move. More games than the default:

    BURA_EXAMPLES=500 python -m pytest -n 0 tests/table/test_any_rules.py
"""

from __future__ import annotations

import os
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bura_p2p.cards import deck
from bura_p2p.conformance.hall import Hall, Player
from bura_p2p.errors import LocalError
from bura_p2p.rules import actions as a
from bura_p2p.rules.match import Match
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.position import Phase, Position, deal_known
from bura_p2p.rules.ruleset import Ruleset, Special, decode_ruleset
from bura_p2p.table.phases import Stage
from bura_p2p.table.view import PLAYER_STAGES, View
from bura_p2p.verify import Verdict, verify_file
from tests.support.any_rules import any_rules

EXAMPLES = int(os.environ.get("BURA_EXAMPLES", "0"))
QUIET = {"deadline": None, "database": None, "derandomize": not EXAMPLES, "suppress_health_check": list(HealthCheck)}
MAX_ACTIONS = 2000


# --- the engine alone ------------------------------------------------------------------------------------------


def tally(position: Position, seat: int) -> a.Action:
    """What the winner's client says: the truth about its closed cards."""
    pile = position.piles[seat]
    closed = cards_points(card for give in pile.unknown for card in give.known or ())
    return a.Claim(closed) if pile.exact + closed >= (position.ruleset.target or 0) else a.Pass()


def play_hand(match: Match, tape: random.Random) -> Match:
    """One hand by chance, with all cards known; some seat resigns now and then."""
    cards = list(deck(match.ruleset.deck))
    tape.shuffle(cards)
    position, outcome = deal_known(match, cards), None
    for _ in range(MAX_ACTIONS):
        seat = tape.choice(actors(position))
        legal = legal_actions(position, seat)
        assert legal, f"no move in {position.phase}"
        action = tally(position, seat) if position.phase is Phase.TALLY else choose(legal, tape)
        step = apply(position, seat, a.Resign() if tape.random() < 0.01 else action)
        position, outcome = step.position, step.outcome
        if outcome is not None:
            break
    assert outcome is not None, "the hand does not end"
    assert match.paid(outcome).pot >= 0
    return match.settle(outcome)


def choose(legal, tape: random.Random) -> a.Action:
    """Evenly among the kinds, with fewer claims, so that hands get on."""
    kinds = sorted({type(action) for action in legal}, key=lambda kind: kind.__name__)
    calm = [kind for kind in kinds if kind is not a.Claim]
    kind = tape.choice(calm if calm and tape.random() < 0.9 else kinds)
    return tape.choice([action for action in legal if type(action) is kind])


@settings(max_examples=20 * EXAMPLES or 120, **QUIET)
@given(any_rules(), st.integers(0, 2**32), st.data())
def test_every_hand_of_any_rules_ends(rules: Ruleset, number: int, data: st.DataObject) -> None:
    assert decode_ruleset(rules.canonical_bytes()) == rules
    tape, seats = random.Random(number), data.draw(st.integers(*rules.players))
    match = Match.start(rules, tape.sample(range(seats), seats), tape.randrange(seats))
    for _ in range(6):
        if match.over:
            break
        match = play_hand(match, tape)
        assert sum(match.chips) + match.pot == 0


# --- full sessions ---------------------------------------------------------------------------------------------


def player(number: int) -> Player:
    """By chance, as above; a view must always have something to choose."""
    tape = random.Random(number)

    def play(view: View) -> a.Action:
        return choose(view.legal, tape)

    return play


def somebody_leaves(hall: Hall, tape: random.Random) -> None:
    """At any moment after the hellos some seat wants to give up; now and then, twice."""
    for _ in range(tape.choice((0, 0, 1, 2))):
        until = len(hall.carried) + tape.randint(1, 60 * len(hall.sessions))
        hall.run(lambda hall: len(hall.carried) > until, hands=2)  # noqa: B023
        seat = tape.randrange(len(hall.sessions))
        try:
            hall.note(seat, hall.sessions[seat].play(a.Resign()))
        except LocalError:
            continue


@settings(max_examples=EXAMPLES or 4, **QUIET)
@given(any_rules(decks=(20, 20, 32, 36)), st.integers(0, 2**32), st.data())
def test_any_rules_are_played_in_full_and_verify(rules: Ruleset, number: int, data: st.DataObject) -> None:
    seats, tape = data.draw(st.integers(*rules.players)), random.Random(number)
    hall = Hall(f"any {number}", ruleset=rules, seats=seats, players=[player(number + seat) for seat in range(seats)],
                mail_order=number)  # fmt: skip
    for session in hall.sessions:
        session.policy = frozenset(what for what in Special if tape.random() < 0.8)
    somebody_leaves(hall, tape)
    hall.run(hands=2, steps=20_000)
    stages = {session.table.stage for session in hall.sessions}
    assert not stages & PLAYER_STAGES, "an honest player has no move"
    assert stages == {Stage.COMPLETE}
    (data_,) = {hall.file(seat) for seat in range(seats)}
    report = verify_file(data_)
    assert (report.verdict, report.culprit) == (Verdict.FAIR, None)
