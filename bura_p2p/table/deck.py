"""One hand's masked cards: deck, shares, private hands, closed cards.

Here: which ciphertext lies where, who holds it, which shares are known, and the tripwire on opened cards.
Never: anybody's key, a proof's check, a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..cards import LOWEST_RANK, Card
from ..crypto.group import Element
from ..crypto.masking import MaskedCard, card_at, private, unmask
from ..crypto.proved import ProvedCards, ProvedKey, ProvedShares
from ..rules.step import Draw


@dataclass(slots=True)
class HandCards:
    """The masked cards of one hand, from the opened keys to the result.

    `deck[p]` is position p of the last proved deck; position 0 is dealt first. `dealt[p]` is the seat that
    position p is dealt to, for the first `len(dealt)` positions. `turned_position` lies face up. `keys` are those of
    the seats that play; lists by seat have an entry for each of the table's `seats`. `sealed[w]` are the sums that
    the givers of w's pile sealed for it.
    """

    seats: int
    keys: Mapping[int, ProvedKey]
    joint: Element
    deck: Sequence[MaskedCard]
    dealt: tuple[int, ...]
    turned_position: int
    shuffles: int = 0
    shares: dict[int, dict[int, Element]] = field(default_factory=dict)
    held: list[tuple[MaskedCard, ...]] = field(default_factory=list)
    trick_gives: list[tuple[int, tuple[MaskedCard, ...]]] = field(default_factory=list)
    closed: list[list[tuple[int, tuple[MaskedCard, ...]]]] = field(default_factory=list)
    sealed: list[list[MaskedCard]] = field(default_factory=list)
    opened: set[Card] = field(default_factory=set)
    turned: Card | None = None
    turned_owner: int | None = None

    def __post_init__(self) -> None:
        self.held = [() for _ in range(self.seats)]
        self.closed = [[] for _ in range(self.seats)]
        self.sealed = [[] for _ in range(self.seats)]

    def replace_deck(self, deck: ProvedCards) -> None:
        """Take a proved shuffle's output as the deck."""
        self.deck = deck
        self.shuffles += 1

    def owed_at_deal(self, seat: int) -> tuple[int, ...]:
        """Positions, ascending, that `seat` must give a share of: every other seat's cards and the turned one."""
        others = tuple(p for p, owner in enumerate(self.dealt) if owner != seat)
        return (*others, self.turned_position)

    def owed_for(self, draws: Sequence[Draw], seat: int) -> tuple[int, ...]:
        """Positions, ascending, that `seat` owes after `draws`; the turned card's shares are already public."""
        return tuple(
            sorted(
                d.deck_position for d in draws if d.seat != seat and d.deck_position != self.turned_position
            )
        )

    def add_shares(self, seat: int, positions: Sequence[int], shares: ProvedShares) -> None:
        """Record `seat`'s proved shares for `positions` (same length and order)."""
        for position, share in zip(positions, shares, strict=True):
            self.shares.setdefault(position, {})[seat] = share

    def give_out(self, draws: Sequence[Draw]) -> None:
        """Append each drawn position, as a private card, to its new owner's held cards, in draw order."""
        for draw in draws:
            known = self.shares.get(draw.deck_position, {})
            others = [share for seat, share in sorted(known.items()) if seat != draw.seat]
            self.held[draw.seat] += (private(self.deck[draw.deck_position], others),)
            if draw.deck_position == self.turned_position:
                self.turned_owner = draw.seat

    def give_out_dealt(self) -> None:
        """Give every dealt position to its owner, as `give_out` does."""
        self.give_out([Draw(owner, position) for position, owner in enumerate(self.dealt)])

    def turn_up(self, size: int) -> Card | None:
        """The card of the turned position, from all shares; None when it is no card of a deck of `size`."""
        shares = [share for _, share in sorted(self.shares[self.turned_position].items())]
        card = card_at(unmask(self.deck[self.turned_position], shares))
        self.turned = card if card is not None and in_deck(card, size) else None
        return self.turned

    def collect(self, winner: int) -> None:
        """Move the finished trick's given cards into `winner`'s pile."""
        self.closed[winner] += self.trick_gives
        self.trick_gives = []

    def closed_cards(self, giver: int, owner: int) -> tuple[MaskedCard, ...]:
        """The cards that `giver` gave into `owner`'s pile, in the order given."""
        return tuple(card for seat, cards in self.closed[owner] if seat == giver for card in cards)

    def closed_for(self, giver: int, owners: Sequence[int]) -> tuple[MaskedCard, ...]:
        """The cards that `giver` gave into the piles of `owners`: owner by owner, in the order given."""
        return tuple(card for owner in owners for card in self.closed_cards(giver, owner))

    def just_given(self, giver: int, owner: int) -> tuple[MaskedCard, ...]:
        """The cards that `giver` gave into the trick that `owner` has taken last."""
        return next(cards for seat, cards in reversed(self.closed[owner]) if seat == giver)

    def given_by(self, giver: int) -> tuple[MaskedCard, ...]:
        """Every card that `giver` has given in this hand, those of an unfinished trick last."""
        gives = [give for pile in self.closed for give in pile] + self.trick_gives
        return tuple(card for seat, cards in gives if seat == giver for card in cards)

    def piles_of(self, giver: int) -> tuple[int, ...]:
        """Owners, ascending, of the piles that hold cards given by `giver`."""
        return tuple(
            owner for owner, gives in enumerate(self.closed) if any(seat == giver for seat, _ in gives)
        )

    def recognise(
        self, seat: int, cards: Sequence[MaskedCard], shares: ProvedShares, size: int
    ) -> tuple[Card, ...] | None:
        """The faces that `seat` opened; None trips the wire: no card of this deck, or a card opened before.

        The turned trump may be opened once more, by the seat that drew it.
        """
        faces: list[Card] = []
        for masked, share in zip(cards, shares, strict=True):
            card = card_at(unmask(masked, [share]))
            if card is None or not in_deck(card, size) or card in self.opened or card in faces:
                return None
            if card == self.turned and seat != self.turned_owner:
                return None
            faces.append(card)
        return tuple(faces)


def in_deck(card: Card, size: int) -> bool:
    """Whether a deck of `size` holds `card`."""
    return card.rank >= LOWEST_RANK[size]
