"""Constructed deals through full sessions: the last seat's permutation is chosen so that the deck lies as wanted.

Here: a deck from hands and draws, and the bytes of chance that shuffle it so. Never: a shortcut round the real code:
every mask, proof and share is made as always, only the last shuffler's chance is not chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..cards import Card
from ..cards import deck as deck_of
from ..errors import LocalError
from ..rules.deal import deal_order, stock_positions, turned_position
from ..rules.match import Match
from ..session.secrets import Kind
from ..table.state import need
from .hall import Hall


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `AS 10H`."""
    return tuple(map(Card.parse, text.split()))


def deck_for(match: Match, hands: Sequence[str], turned: str, draws: str = "") -> tuple[Card, ...]:
    """The deck, by position: `hands` in turn order from the leader, the turned card, the stock in draw order; what is
    not named lies anywhere in the rest of the stock. Raises `LocalError` for a card that is named twice.
    """
    rules, seats = match.ruleset, len(match.order)
    laid: dict[int, Card] = {turned_position(rules, seats): Card.parse(turned)}
    dealt = deal_order(rules, match.order, match.leader)
    turn = list(dict.fromkeys(dealt))
    for seat, held in zip(turn, hands, strict=True):
        places = [at for at, owner in enumerate(dealt) if owner == seat]
        laid |= dict(zip(places, cards(held), strict=True))
    laid |= dict(zip(stock_positions(rules, seats), cards(draws), strict=False))
    if len(set(laid.values())) != len(laid):
        raise LocalError("A card is dealt twice.")
    rest = [card for card in deck_of(rules.deck) if card not in laid.values()]
    return tuple(laid[at] if at in laid else rest.pop() for at in range(rules.deck))


def _bytes_of(permutation: Sequence[int]) -> bytes:
    """What `random_permutation` must draw to give `permutation`: its Fisher-Yates, run backwards."""
    order, drawn = list(range(len(permutation))), []
    for last in range(len(order) - 1, 0, -1):
        other = order.index(permutation[last])
        order[last], order[other] = order[other], order[last]
        drawn.append(other.to_bytes(4, "big"))
    return b"".join(drawn)


def _shuffled_by(hall: Hall, seat: int, hand: int) -> bytes | None:
    """The permutation that `seat` stored for this hand."""
    stored = [secret for effects in hall.effects[seat] for secret in effects.secrets]
    return next((value for at, kind, value in stored if at == hand and kind == Kind.PERMUTATION), None)


def stack(hall: Hall, hands: Sequence[str], turned: str, draws: str = "", *, hand: int = 1) -> Hall:
    """Run `hall` up to the last shuffle of `hand`, and make that one lay the deck so. `hands`: see `deck_for`."""
    *earlier, last = hall.table.state.playing
    hall.run(lambda hall: _shuffled_by(hall, earlier[-1], hand) is not None, hands=max(hand, hall.hands_wanted))
    match = need(hall.table.state.match)
    order = list(deck_of(match.ruleset.deck))
    for seat in earlier:
        order = [order[at] for at in _shuffled_by(hall, seat, hand) or ()]
    wanted = deck_for(match, hands, turned, draws)
    hall.tapes[last].force(_bytes_of([order.index(card) for card in wanted]))
    return hall


def turn(hall: Hall) -> tuple[int, ...]:
    """The seats in turn order from the hand's first leader."""
    match = need(hall.table.state.match)
    at = match.order.index(match.leader)
    return (*match.order[at:], *match.order[:at])
