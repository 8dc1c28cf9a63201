"""What the rules answer to the questions of worked cases about combinations.

Here: announcements driven to the lead that they bring about. Never: a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..cards import Card, Suit, deck
from ..errors import LocalError
from .actions import Announce, Answer, Cede, Give, Lead, Pass
from .calls import announcements, combination, is_a
from .case_table import CaseTable, Values, check_keys, is_legal, parse_cards, parse_suit
from .phases import apply, legal_actions
from .position import Phase, Position, before_lead
from .ruleset import Bura, Instant, Special, ThreeAces

WHATS = {**{str(special): special for special in Special}, "maliutka": Special.MOLODKA}
"""What a case can have announced, by name (Georgian tables call a whole hand of one plain suit a maliutka)."""


def announced(step: Values) -> Special:
    """The combination that a step announces. Raises `LocalError`."""
    check_keys(step, {"do", "player", "what"}, "an announcement")
    if step["what"] not in WHATS:
        raise LocalError(f"'{step['what']}' is no combination.")
    return WHATS[step["what"]]


def sayings(table: CaseTable, steps: Sequence[Values]) -> dict[int, Special]:
    """What each seat announces by these steps; of two announcements of one seat the first."""
    return {table.seat(step["player"]): announced(step) for step in reversed(steps)}


def with_said_hands(table: CaseTable, situation: Values, said: dict[int, Special]) -> Values:
    """The situation with the hands of who announces where they are not told: any cards that are what was said."""
    if table.rules.instant:
        return situation  # what wins by being held is known by the hands alone
    hands, trump = dict(situation["hands"]), parse_suit(situation["trump"])
    told = {card for cards in (*hands.values(), situation.get("lead", ())) for card in parse_cards(cards)}
    for seat, what in said.items():
        free = [card for card in deck(table.rules.deck) if card not in told]
        groups = [[card for card in free if card.suit == suit] for suit in Suit if suit != trump]
        if what is not Special.MOLODKA:
            groups = [[card for card in free if is_a(trump, [card], what)]]
        cards = next((group[: table.rules.hand] for group in groups if len(group) >= table.rules.hand), None)
        if cards is not None and table.players[seat] not in hands:
            hands[table.players[seat]] = list(map(str, cards))
            told.update(cards)
    return {**situation, "hands": hands}


def call(position: Position, said: dict[int, Special]) -> Position:
    """Everybody before the leader has spoken: what was said where it is legal, else nothing.

    Hands that win by being held are announced by themselves wherever they are known.
    """
    while position.phase is Phase.ANNOUNCE:
        seat = position.announcers[position.spoken]
        step = None
        if position.ruleset.instant:
            held = announcements(position, seat)
            step = apply(position, seat, held[0] if held else Pass())
        elif seat in said:
            step = is_legal(position, seat, Announce(said[seat]))
        position = (step or apply(position, seat, Pass())).position
    return position


def whole_hand(position: Position, seat: int) -> tuple[Card, ...]:
    """The cards that `seat` is known to hold."""
    return tuple(card for card in position.hands[seat] if card is not None)


def own_lead(position: Position, what: Special) -> Position | None:
    """The leader leads what it announced, or None where it may not."""
    cards = whole_hand(position, position.leader)
    full = len(cards) == position.ruleset.hand and is_a(position.trump, cards, what)
    counted = what in (position.ruleset.specials or (Special.BURA, Special.MOLODKA))
    step = is_legal(position, position.leader, Lead(cards)) if full and counted else None
    return None if step is None else step.position


def seized_lead(position: Position) -> Position:
    """Who was ceded the lead leads its cards, where they are known."""
    cards = whole_hand(position, position.leader)
    return apply(position, position.leader, Lead(cards)).position if cards else position


@dataclass(frozen=True)
class _Called:
    """Where announcements have led: the position, who leads, which cards (None: any), whether it may."""

    position: Position
    leader: int
    lead: tuple[Card, ...] | None = None
    legal: bool = True


def _called(table: CaseTable, situation: Values, entitled: Any, said: dict[int, Special]) -> _Called:
    start = table.position(entitled, situation)
    position = call(before_lead(start, start.leader), said)
    leader = table.seat(entitled)
    if position.phase is not Phase.LEAD:
        winner = leader if position.outcome is None else position.outcome.winner
        return _Called(position, leader if winner is None else winner)
    if leader in said:
        led = own_lead(position, said[leader])
        if led is not None:
            return _Called(led, leader, whole_hand(position, leader), legal=True)
    if not position.announced:
        lead = whole_hand(position, leader) if leader in said else None
        return _Called(position, leader, lead, legal=not said)
    ceded = apply(position, leader, Cede()).position
    if ceded.outcome is not None and ceded.outcome.winner is not None:
        winner = ceded.outcome.winner
        return _Called(ceded, winner, whole_hand(position, winner), legal=True)
    return _Called(seized_lead(ceded), ceded.leader, whole_hand(ceded, ceded.leader), legal=True)


def special_leader(table: CaseTable, situation: Values) -> Values:
    """Who leads after what was announced, and what."""
    said = sayings(table, situation["announce"])
    called = _called(table, with_said_hands(table, situation, said), situation["last_trick_winner"], said)
    return {
        "leader": table.name(called.leader),
        "lead": called.lead,
        "lead_legal": called.legal,
        "hand_over": called.position.outcome is not None,
    }


# --- hands that win at once --------------------------------------------------------------------------------


def instant_win(table: CaseTable, situation: Values) -> Values:
    """Whether somebody wins at once by a combination: held, announced or led."""
    when = situation["when"]
    if when not in {"after_deal", "after_refill", "on_lead", "on_announce"}:
        raise LocalError(f"'{when}' is no moment of a hand.")
    used = parse_cards(situation.get("lead", ()))
    said = sayings(table, situation.get("announce", ()))
    situation = with_said_hands(table, situation, said)
    start = table.position(situation["leader"], situation, used)
    if when == "on_lead" and not table.rules.instant:
        position = call(before_lead(start, start.leader), said)
        after = apply(position, table.seat(situation["leader"]), Lead(used)).position
    else:
        said = {**(_held(table, start) if when.startswith("after") else {}), **said}
        after = _called(table, situation, situation["leader"], said).position
    after = _played_out(after, on_lead=when == "on_lead")
    ending = table.ending(after)
    return {**ending, "winner": ending["hand_winner"], "name": _name(table, start, after, used)}


def _held(table: CaseTable, position: Position) -> dict[int, Special]:
    """What wins by being held is announced by itself: a bura, and three aces where they take the pot."""
    rules = table.rules
    counted = [Special.BURA] if rules.bura is Bura.INSTANT_ON_ANNOUNCE else []
    counted += [Special.THREE_ACES] if rules.three_aces is ThreeAces.TAKES_POT else []
    hands = {seat: whole_hand(position, seat) for seat in position.order}
    held = {seat: combination(position, cards) for seat, cards in hands.items()}
    return {seat: what for seat, what in held.items() if what is not None and what in counted}


def _played_out(position: Position, *, on_lead: bool) -> Position:
    """A bura led against another that was announced, or that has to win its trick: every hand is put down whole,
    so the trick plays itself, where all cards are known.
    """
    against = any(what == Special.BURA and seat != position.leader for seat, what in position.announced)
    led = position.phase is Phase.FOLLOW and combination(position, position.trick[0].shown) is Special.BURA
    while led and (against or on_lead) and position.phase is Phase.FOLLOW:
        seat = position.turn[len(position.trick)]
        cards = whole_hand(position, seat)
        if len(cards) != position.ruleset.hand:
            return position
        choices = legal_actions(position, seat)
        plays = [action for action in choices if isinstance(action, Answer | Give)]
        position = apply(position, seat, Answer(cards) if Answer(cards) in choices else plays[0]).position
    return position


def _name(table: CaseTable, start: Position, after: Position, led: Sequence[Card]) -> str | None:
    """What the winner won by."""
    if after.outcome is None or after.outcome.winner is None:
        return None
    cards = whole_hand(start, after.outcome.winner) or tuple(led)
    if is_a(start.trump, cards, Special.BURA):
        return "bura"
    if Instant.MOSCOW in table.rules.instant:
        return "moscow"
    return "four_aces" if table.rules.hand == 4 else "three_aces"


def cede_if_due(position: Position) -> Position:
    """The leader cedes to what was announced, where it can."""
    if position.phase is Phase.LEAD and position.announced:
        return apply(position, position.leader, Cede()).position
    return position

