"""Seats that throw all their chance away: the smallest keys, every factor and every nonce zero, no card moved.

Everything that they send holds, so that no check may refuse it, and none may stumble over it: identities and equal
points come up wherever they can. What is theirs lies open; what an honest seat has does not, be it alone among them.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, claimer
from bura_p2p.crypto import masking
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import ORDER, Scalar
from bura_p2p.crypto.masking import HandKey, MaskedCard, card_at, own_share, unmask
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.session.secrets import HandSecrets
from bura_p2p.table.phases import Stage
from bura_p2p.table.state import need
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.hiding.weak import WeakMaker, bare_proof, session_with

KEYS = (1, ORDER - 2, 3, ORDER - 4, 5, 6)
"""By seat; no two are equal, and no two cancel."""


class Careless(WeakMaker):
    """A pen that holds everything open, and every proof true."""

    def begin_hand(self) -> HandSecrets:
        key = HandKey(KEYS[self.seat])
        return HandSecrets(
            self.state.hand, key, masking.prove_own_key(self.ctx, key, self.entropy), bytes(32), self.ctx
        )

    def shuffle(self, secrets: HandSecrets, permutation: Sequence[int]) -> m.Shuffle:
        """The deck as it came, with a proof."""
        cards = need(self.state.cards)
        deck = tuple(cards.deck)
        same = argument._Statement(Label.DECK, self.ctx, cards.joint, deck, deck)
        proof = bare_proof(same, range(len(deck)), [Scalar(0)] * len(deck))
        return m.Shuffle(masking.cards_to_bytes(deck), proof)

    def ordered(self, part: Sequence[int], faces: Sequence[Card]) -> Sequence[int]:
        return sorted(part)

    def masked(
        self, secrets: HandSecrets, held: Sequence[MaskedCard], psi: Sequence[int]
    ) -> tuple[Sequence[MaskedCard], bytes]:
        return self.masked_by(secrets, held, psi, [0] * len(held), bare_proof)


def table(name: str, seats: int, honest: int | None) -> Hall:
    """A table at which every seat but one, or every one, is careless."""
    hall = Hall(f"careless {name} {honest}", ruleset=find_ruleset(name), seats=seats,
                players=[claimer(seat) for seat in range(seats)])  # fmt: skip
    publics = [identity.public for identity in hall.identities]
    for seat in set(range(seats)) - {honest}:
        hall.sessions[seat] = session_with(Careless)(
            seat=seat, identity=hall.identities[seat], identities=publics, ruleset=hall.ruleset, name="careless",
            entropy=hall.tapes[seat],
        )  # fmt: skip
    return hall


TABLES = [("georgian", 2), ("telegram", 3), ("western", 3), ("kozel", 2)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("last", [False, True])
def test_an_honest_seat_among_careless_ones(name: str, seats: int, last: bool) -> None:
    """The game is played and fair; with all careless keys nothing of the honest seat opens but what it opened."""
    honest = seats - 1 if last else 0
    hall = table(name, seats, honest)
    hall.run(lambda hall: hall.table.stage in (Stage.LEAD, Stage.ANNOUNCE) and not any(hall.mail.values()))
    cards, league = hall.table.state.cards, [key for seat, key in enumerate(KEYS[:seats]) if seat != honest]
    stock = [masked for at, masked in enumerate(cards.deck) if at not in cards.shares]
    assert cards.held[honest]
    assert stock
    for masked in (*cards.held[honest], *stock):
        shares = [own_share(Scalar(x), masked) for x in league]
        assert {card_at(unmask(masked, tried)) for tried in ([], shares, *([share] for share in shares))} == {None}
    for seat in set(range(seats)) - {honest}:
        for masked in cards.held[seat]:
            assert card_at(unmask(masked, [own_share(Scalar(KEYS[seat]), masked)])) is not None
    hall.run()
    assert verify_file(hall.file(honest)).verdict is Verdict.FAIR


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_careless_seats_among_themselves(name: str, seats: int) -> None:
    """No card moves at all, everybody could read everything, and still it is a game by the rules."""
    hall = table(name, seats, None).run()
    assert verify_file(hall.file(0)).verdict is Verdict.FAIR
