"""Whole hands by script: steps that act, and steps that say what is so by then.

Here: driving a known hand through a script; seats that it does not mention pass, cede, say no var. Never: a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ..cards import Card, deck
from ..errors import LocalError
from .actions import Claim, Pass
from .case_calls import announced, call, cede_if_due, own_lead, seized_lead
from .case_table import CaseTable, Values, check_keys, lenient_action, parse_cards, settled, stake_action
from .deal import deal_order
from .outcome import Reason
from .phases import apply
from .points import cards_points
from .position import Phase, Position, deal_known
from .ruleset import Special
from .step import TrickResult

STEPS: Final = "the steps that say what is so"
"""The fact under which a script hands over what its own steps expect: (facts, expected, place) each."""


def _known_deal(table: CaseTable, situation: Values) -> Position:
    """The hand dealt from a deck that begins as the case says; the rest of the stock goes round the suits."""
    leader = table.seat(situation["leader"])
    hands = [list(parse_cards(situation["hands"][player])) for player in table.players]
    if any(len(hand) != table.rules.hand for hand in hands):
        raise LocalError(f"A deal gives {table.rules.hand} cards to each under these rules.")
    dealt = [hands[seat].pop(0) for seat in deal_order(table.rules, range(len(hands)), leader)]
    known = [*dealt, Card.parse(situation["trump_card"]), *parse_cards(situation.get("draw_order", ()))]
    rest = sorted(set(deck(table.rules.deck)) - set(known), key=lambda card: (card.rank, card.suit))
    position = deal_known(table.match(situation["leader"]), [*known, *rest])
    return replace(position, stake=table.stake(situation))


_CLAIMS: Final = frozenset({"var", "claim", "31", "61"})
"""What a script may call a declaration of points."""

_BY_COMBINATION: Final = frozenset({Reason.BURA, Reason.COMBINATION})


class _Hand:
    """A hand on its way through a script."""

    def __init__(self, table: CaseTable, position: Position) -> None:
        self.table, self.position = table, position
        self.trick: TrickResult | None = None
        self.said: dict[int, Special] = {}

    def go(self, position: Position) -> None:
        """Take over a position; hands that win by being held win."""
        position = settled(position)
        self.position = call(position, {}) if position.ruleset.instant else position

    def act(self, seat: int, action: Any) -> None:
        """One action, and the trick that it may have finished."""
        step = apply(self.position, seat, action)
        self.trick = step.trick or self.trick
        self.go(step.position)

    def announce(self, seat: int, what: Special, following: Values | None) -> None:
        """Note an announcement; when no other follows, all speak, and an announcing leader leads."""
        self.said[seat] = what
        if following is not None and following.get("do") == "announce":
            return
        self.speak()
        leader = self.position.leader
        if self.position.phase is Phase.LEAD and leader in self.said and not self._leads_itself(following):
            led = own_lead(self.position, self.said[leader])
            if led is not None:
                self.go(led)
        self.said = {}

    def _leads_itself(self, following: Values | None) -> bool:
        own = following is not None and self.table.seat(following["player"]) == self.position.leader
        return own and following is not None and following["do"] in {"play", "declare", "raise"}

    def speak(self) -> None:
        """Everybody says what was noted, or nothing."""
        self.go(call(self.position, self.said))

    def ready(self, following: Values | None) -> None:
        """Do what the seats that are not mentioned do before the next action (None: no action follows)."""
        leading = self._leads_itself(following)
        if self.position.announced and self.position.phase is Phase.LEAD and not leading:
            self.go(cede_if_due(self.position))
        if self.position.phase is Phase.SEIZED and following is not None and not self._leads_itself(following):
            self.go(seized_lead(self.position))
        while following is None and self.position.phase is Phase.LAST_WORD:
            self.act(self.position.turn[self.position.spoken], Pass())

    def step(self, step: Values) -> None:
        """One action of the script that is no announcement."""
        seat = self.table.seat(step["player"])
        if step.get("do") == "declare":
            check_keys(step, {"do", "player", "what"}, "a declaration")
            if str(step.get("what", "var")) not in _CLAIMS:
                raise LocalError(f"'{step['what']}' is announced, not declared.")
            if self.position.phase is Phase.ANNOUNCE and seat == self.position.leader:
                self.speak()
            self.act(seat, Claim())
        elif step.get("do") == "play":
            if self.position.outcome is not None and self.position.outcome.reason in _BY_COMBINATION:
                return  # the cards that a winning combination is shown with, or that are thrown in after it
            self.speak()
            self.act(seat, lenient_action(self.position, step))
        else:
            action = stake_action(step)
            self.speak()
            self.act(seat, action)


def _next_action(steps: Sequence[Values]) -> Values | None:
    return next((step for step in steps if "expect" not in step), None)


def scripted_hand(table: CaseTable, situation: Values) -> Values:
    """How a known hand goes by a script."""
    script, steps = situation["script"], []
    hand = _Hand(table, _known_deal(table, situation))
    hand.go(hand.position)
    for number, step in enumerate(script):
        if "expect" in step:
            check_keys(step, {"expect"}, f"step {number + 1}")
            hand.ready(_next_action(script[number:]))
            steps.append((_facts(table, hand.position, hand.trick), step["expect"], f"step {number + 1}"))
        elif step.get("do") == "announce":
            hand.announce(table.seat(step["player"]), announced(step), _next_action(script[number + 1 :]))
        else:
            hand.ready(step)
            hand.step(step)
    hand.ready(None)
    return {**_facts(table, hand.position, hand.trick), STEPS: steps}


def _facts(table: CaseTable, position: Position, trick: TrickResult | None) -> Values:
    plays = () if trick is None else trick.plays
    outcome = position.outcome
    return {
        **table.ending(position),
        "trick_winner": None if trick is None else table.name(trick.winner),
        "taken_points": {
            player: cards_points(pile.open) + sum(cards_points(give.known or ()) for give in pile.closed)
            for player, pile in zip(table.players, position.piles, strict=True)
        },
        "hidden_from": {
            player: [card for play in plays if not play.face_up and play.seat != seat for card in play.cards]
            for seat, player in enumerate(table.players)
        },
        "hands": dict(zip(table.players, position.hands, strict=True)),
        "leader": table.name(position.leader),
        "valid": outcome is not None and outcome.reason is Reason.CLAIM_RIGHT,
        "stake": position.stake,
    }
