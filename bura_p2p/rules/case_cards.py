"""Where the cards of a worked case lie: each is of the deck, and in one place.

Here: contradictions between what a situation tells. Never: what may be played, a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..cards import Card, deck
from ..errors import LocalError
from .case_table import CaseTable, Values, parse_cards

_STOCK = "the stock"


def check_cards(table: CaseTable, situation: Values) -> None:
    """Raises `LocalError` where a situation names a card that the deck does not have, or one card in two places, or
    a hand longer than hands are (than it is told to be).

    What is asked about (`lead`, `answer`) may be any cards of the deck, where its player's hand is told: whether they
    are in it is part of the question.
    """
    for player in (*situation.get("hands", ()), *situation.get("hand_sizes", ())):
        _check_length(table, situation, player)
    lies: dict[Card, str] = {}
    for place, texts in _places(situation):
        cards = parse_cards(texts)
        _check_list(table, place, cards)
        for card in cards:
            if lies.setdefault(card, place) != place:
                raise LocalError(f"{card} is in two places: {lies[card]} and {place}.")
    for texts in _asked(situation).values():
        _check_list(table, "what is asked about", parse_cards(texts))


def _check_length(table: CaseTable, situation: Values, player: Any) -> None:
    table.seat(player)
    full = table.rules.hand
    most = situation.get("hand_sizes", {}).get(player, full)
    if most > full or len(situation.get("hands", {}).get(player, ())) > most:
        raise LocalError(f"{player} cannot hold more than {min(most, full)} cards.")


def _check_list(table: CaseTable, place: str, cards: Sequence[Card]) -> None:
    for card in cards:
        if card not in deck(table.rules.deck):
            raise LocalError(f"{card} is no card of this deck of {table.rules.deck}.")
    if len(set(cards)) != len(cards):
        raise LocalError(f"A card is named twice: {place}.")


def _places(situation: Values) -> Iterator[tuple[str, Sequence[Any]]]:
    """Every list of cards that a situation tells, and where they lie (a play was in its player's hand)."""
    hands = situation.get("hands", {})
    for player, cards in hands.items():
        yield f"with {player}", cards
    for play in situation.get("plays", ()):
        yield f"with {play['player']}", play["cards"]
    for player, cards in _asked(situation).items():
        if player not in hands:
            yield f"with {player}", cards
    for key in ("stock", "draw_order"):
        yield _STOCK, situation.get(key, ())
    if "trump_card" in situation:
        yield "turned up", [situation["trump_card"]]


def _asked(situation: Values) -> dict[Any, Sequence[Any]]:
    """The cards that a case asks about, by the player who would play them."""
    asked = {}
    if situation.get("lead"):
        asked[situation["leader"]] = situation["lead"]
    if situation.get("answer"):
        asked[situation["answer"]["player"]] = situation["answer"]["cards"]
    return asked
