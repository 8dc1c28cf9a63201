"""A sensible bot: remembers what lay open, weighs each move by points, and dares a little.

Here: how it values leads, answers, gives, claims and raises. Never: another seat's cards (see `memory`), or a
plan longer than one trick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from ..cards import Card, Rank
from ..errors import LocalError
from ..rules.actions import Accept, Action, Answer, Cede, Claim, Decline, Give, Lead, Pass, Raise
from ..rules.points import cards_points, set_beats
from ..rules.position import Phase
from ..rules.tricks import is_bura
from ..table.view import View
from .chance import Entropy, happens
from .memory import Memory

HANDS_TRIED: Final = 24
"""Hands of the other side that are imagined for each lead."""

BOLDNESS: Final = 0.04
"""How often it raises, or stands up to a raise, without the cards for it."""

_SURE, _LIKELY, _STRONG, _FAIR = 1.0, 0.1, 5.0, 0.0


class Greedy:
    """Takes the move that promises the most points now; claims when sure, or when the odds tempt it."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def choose(self, view: View) -> Action:
        """One of `view.legal`. Raises `LocalError` when there is nothing to choose from."""
        if not view.legal:
            raise LocalError("There is nothing to choose now.")
        memory = Memory(view)
        chosen = _CHOICES[memory.position.phase](self, memory)
        return chosen if chosen in view.legal else view.legal[0]

    # --- before a lead --------------------------------------------------------------------------------------

    def _lead(self, memory: Memory) -> Action:
        legal = memory.view.legal
        if Claim() in legal and self._claims(memory):
            return Claim()
        leads = [action for action in legal if isinstance(action, Lead)]
        if not leads:
            return Cede()
        bura = next((lead for lead in leads if is_bura(memory.position, lead.cards)), None)
        raises = [action for action in legal if isinstance(action, Raise)]
        strong = bura is not None or strength(memory) >= _STRONG or happens(BOLDNESS, self._entropy)
        if raises and strong:
            return raises[0]
        if bura is not None:
            return bura
        hands = [memory.other_hand(self._entropy) for _ in range(HANDS_TRIED)]
        return max(leads, key=lambda lead: lead_value(memory, lead.cards, hands))

    def _claims(self, memory: Memory) -> bool:
        """Sure, or likely enough for its mood: some claims will be wrong, as people's are."""
        odds = memory.odds_of(memory.target, self._entropy)
        if odds >= _SURE:
            return True
        return odds >= _LIKELY and happens(odds, self._entropy)

    def _last_word(self, memory: Memory) -> Action:
        """Claim a sure target; else the count decides, and a pile behind may as well try its luck."""
        odds = memory.odds_of(memory.target, self._entropy)
        behind = memory.probably <= memory.theirs
        return Claim() if odds >= _SURE or (behind and odds > 0.5) else Pass()

    # --- an answer to a raise -------------------------------------------------------------------------------

    def _raised(self, memory: Memory) -> Action:
        power = strength(memory)
        raises = [action for action in memory.view.legal if isinstance(action, Raise)]
        if raises and power >= _STRONG + 0.5:
            return raises[0]
        return Accept() if power >= _FAIR or happens(BOLDNESS, self._entropy) else Decline()

    # --- an answer to a lead --------------------------------------------------------------------------------

    def _follow(self, memory: Memory) -> Action:
        return max(memory.view.legal, key=lambda action: follow_value(memory, action))


_CHOICES: Final[dict[Phase, Callable[[Greedy, Memory], Action]]] = {
    Phase.LEAD: Greedy._lead,
    Phase.SEIZED: Greedy._lead,
    Phase.RAISED: Greedy._raised,
    Phase.FOLLOW: Greedy._follow,
    Phase.LAST_WORD: Greedy._last_word,
}


def keep_value(memory: Memory, card: Card) -> float:
    """What it costs to part with a card, beside its points: trumps win tricks, aces hold a suit."""
    if card.suit == memory.trump:
        return 3.0 + card.rank / 2 - (2.0 if not memory.position.stock else 0.0)
    return 1.5 if card.rank is Rank.ACE else 0.0


def strength(memory: Memory) -> float:
    """How good the hand looks from here: about 3 on average, 6 is strong."""
    held = memory.view.held
    trumps = [card for card in held if card.suit == memory.trump]
    high = sum(card.rank >= Rank.TEN for card in held)
    suits = max((sum(card.suit == other.suit for card in held) for other in held), default=0)
    ahead = (memory.probably - memory.theirs) / 10
    return 1.5 * len(trumps) + 0.7 * high + 0.4 * (suits - 1) + ahead


def beaten_by(memory: Memory, led: Sequence[Card], hand: Sequence[Card]) -> tuple[Card, ...] | None:
    """The first cards of `hand` that beat `led`, or None."""
    for cards in combinations(hand, len(led)):
        if set_beats(memory.trump, cards, led):
            return cards
    return None


def lead_value(memory: Memory, led: Sequence[Card], hands: Sequence[Sequence[Card]]) -> float:
    """The points that a lead promises, over the imagined `hands` of the other side."""
    own, total = cards_points(led), 0.0
    for hand in hands:
        beat = beaten_by(memory, led, hand)
        if beat is not None:
            total -= swing(memory.theirs, own + cards_points(beat), memory.target)
        else:
            lowest = sorted(cards_points([card]) for card in hand)[: len(led)]
            total += swing(memory.surely, own + sum(lowest), memory.target) + 1.0
    return total / max(1, len(hands)) - 0.5 * sum(keep_value(memory, card) for card in led)


def follow_value(memory: Memory, action: Action) -> float:
    """The points that an answer or a give brings or costs, and what leaves the hand with it."""
    match action:
        case Answer(cards) if set_beats(memory.trump, cards, memory.led):
            won = swing(memory.surely, cards_points(memory.led) + cards_points(cards), memory.target) + 2.0
        case Answer(cards):
            won = -swing(memory.theirs, cards_points(memory.led) + cards_points(cards), memory.target)
        case Give():
            cards = action.known
            won = -swing(memory.theirs, cards_points(memory.led) + cards_points(cards), memory.target)
        case _:
            return float("-inf")
    return won - 0.7 * sum(keep_value(memory, card) for card in cards)


def swing(before: int, points: int, target: int) -> float:
    """What `points` more are worth to a pile of `before`: reaching the target counts as much as a hand."""
    return points + (40.0 if before < target <= before + points else 0.0)
