"""One hand played at every seat at once: all cards known, each seat's own view, and a stranger's.

Here: who plays what, and how each follower hears of it. Never: what must hold (`invariants`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bura_p2p.cards import Card
from bura_p2p.rules.actions import (
    Action,
    Announce,
    Answer,
    Cede,
    Claim,
    Decline,
    Give,
    Lead,
    Pass,
    Raise,
    Resign,
)
from bura_p2p.rules.calls import combination
from bura_p2p.rules.match import Match
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Phase, Position, begin_hand, deal_known, turn_up, with_hand
from bura_p2p.rules.ruleset import Bura, GiveFace, Special, Win
from bura_p2p.rules.step import Step
from tests.support.deals import Deal
from tests.support.oracles import by_matching, value

LIVE = frozenset({Phase.ANNOUNCE, Phase.LEAD, Phase.SEIZED, Phase.FOLLOW, Phase.LAST_WORD})
"""Where a claim at any time is a claim: the hand is being played, and nobody is settling one."""

STRANGER = None
"""The follower that knows no card but those that everybody sees."""


@dataclass(frozen=True)
class Turn:
    """One action: the position before and the step, as each follower has them (by seat; `STRANGER`).

    `legal` is what the seat that was `due` could choose from; a claim may come from another one.
    """

    due: int
    seat: int
    action: Action
    bold: bool
    before: Position
    step: Step
    views: dict[int | None, Position]
    steps: dict[int | None, Step]
    legal: tuple[Action, ...]


def walk(
    tape: random.Random, match: Match, deal: Deal, boldness: float, *, lively: bool = False
) -> Iterator[Turn]:
    """Play a hand to its end; in a share `boldness` of the turns somebody claims, raises, declines or resigns.

    `lively`: raises are answered in any way, not only accepted.
    """
    known = deal_known(match, deal.pack)
    public = turn_up(begin_hand(match), deal.pack[len(match.order) * match.ruleset.hand])
    views: dict[int | None, Position] = {STRANGER: public}
    views |= {seat: _filled(public, known, seat) for seat in match.order}
    player = _Player(tape, deal.plan, boldness, tape.choice([0.15, 0.5, 0.85]), lively)
    while actors(known):
        due = tape.choice(actors(known))
        legal = legal_actions(known, due)
        seat, action, bold = player.choose(known, due, legal)
        step = apply(known, seat, action)
        steps = {who: apply(view, seat, _heard(action, who == seat)) for who, view in views.items()}
        yield Turn(due, seat, action, bold, known, step, views, steps, legal)
        known = step.position
        views = {who: told.position for who, told in steps.items()}
        for drawer in {draw.seat for draw in step.draws}:
            views[drawer] = _filled(views[drawer], known, drawer)


def _filled(view: Position, known: Position, seat: int) -> Position:
    return with_hand(view, seat, [card for card in known.hands[seat] if card is not None])


def _heard(action: Action, own: bool) -> Action:
    """What a follower hears: of another's give only how many cards, and their points where the table shows them."""
    return action if own or not isinstance(action, Give) else replace(action, cards=(None,) * len(action.cards))


@dataclass
class _Player:
    """Plays for everybody: `plan` first, then by chance, `haste` being how much it likes leads of many cards."""

    tape: random.Random
    plan: Sequence[Action]
    boldness: float
    haste: float
    lively: bool

    def choose(self, position: Position, seat: int, legal: Sequence[Action]) -> tuple[int, Action, bool]:
        """Who acts, what, and whether that is a claim, raise, decline or resignation of free will."""
        bold = self._bold(position, seat, legal) if self.tape.random() < self.boldness else None
        return bold or (seat, self._meek(position, seat, legal), False)

    def _bold(self, position: Position, seat: int, legal: Sequence[Action]) -> tuple[int, Action, bool] | None:
        anybody = position.ruleset.win is Win.CLAIM_ANYTIME and position.phase in LIVE
        if anybody and self.tape.random() < 0.7:
            return self.tape.choice(position.order), Claim(), True  # out of turn, as like as not
        kinds = (Raise, Decline) if position.phase is Phase.TALLY else (Claim, Raise, Decline)
        some = [action for action in legal if isinstance(action, kinds)]
        if not some and self.tape.random() < 0.8:
            return None  # else nearly all that is bold would be to resign
        return seat, self.tape.choice([*some, Resign()]), True

    def _meek(self, position: Position, seat: int, legal: Sequence[Action]) -> Action:
        if position.phase is Phase.TALLY:
            return _tally(position, seat)
        if position.phase is Phase.RAISED and self.lively:
            return self.tape.choice(legal)
        if self.plan and position.phase in {Phase.ANNOUNCE, Phase.LEAD, Phase.FOLLOW}:
            if position.phase is Phase.ANNOUNCE:
                return Pass() if Pass() in legal else legal[0]
            planned, *self.plan = self.plan
            if planned in legal:
                return planned
            self.plan = ()
        rest = [action for action in legal if not isinstance(action, Claim | Raise | Decline)]
        return self.tape.choice(self._liked(position, seat, rest) or rest or list(legal))

    def _liked(self, position: Position, seat: int, rest: Sequence[Action]) -> list[Action]:
        """Some of the choices, by what they are; none: any of them."""
        chance = self.tape.random()
        match position.phase:
            case Phase.ANNOUNCE:
                said = [action for action in rest if isinstance(action, Announce)]
                return said[: 1 if chance < 0.6 else 2] if chance < 0.8 else [a for a in rest if isinstance(a, Pass)]
            case Phase.LEAD | Phase.SEIZED:
                return self._liked_leads(position, rest, chance)
            case Phase.FOLLOW if chance < 0.5:
                return [action for action in rest if isinstance(action, Answer) and _beats(position, action)]
            case _:
                return []

    def _liked_leads(self, position: Position, rest: Sequence[Action], chance: float) -> list[Action]:
        leads = [action for action in rest if isinstance(action, Lead)]
        whole = [lead for lead in leads if name_of(position, lead.cards) is not None]
        if position.announced and chance < 0.3:
            return [action for action in rest if isinstance(action, Cede)]
        if chance < 0.7 and whole:
            return [*whole]
        most = max((len(lead.cards) for lead in leads), default=0)
        return [lead for lead in leads if (len(lead.cards) == most) == (self.tape.random() < self.haste)]


def name_of(position: Position, cards: tuple[Card, ...]) -> str | None:
    """The combination that these cards are when led or answered; a maliutka counts though it decides nothing."""
    what = combination(position, cards)
    if what is not None:
        return str(what)
    rules = position.ruleset
    whole = rules.bura is Bura.WHOLE_HAND_ON_LEAD and len(cards) == rules.hand
    return str(Special.MOLODKA) if whole and len({card.suit for card in cards}) == 1 else None


def _beats(position: Position, action: Answer) -> bool:
    return position.ruleset.give_face is GiveFace.DOWN or by_matching(
        position.trump, action.cards, position.standing.shown
    )


def _tally(position: Position, seat: int) -> Action:
    """What the winner's own client says by itself: it alone can tell, and proves what its closed cards are worth."""
    pile = position.piles[seat]
    closed = value(card for give in pile.unknown for card in give.cards)
    total = value(pile.open) + closed + sum(give.points or 0 for give in pile.closed)
    return Claim(closed) if total >= (position.ruleset.target or 0) else Pass()
