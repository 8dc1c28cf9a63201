"""The tripwire: valid openings of what is no card, or no card of this hand, void it and name nobody.

No seat can bring this about but by breaking an earlier proof, so both tables are changed first.
"""

from __future__ import annotations

import pytest

from bura_p2p.conformance.cheats.hands import PLAYED
from bura_p2p.conformance.cheats.shares import FORCED
from bura_p2p.conformance.pens import proved_shares
from bura_p2p.crypto import masking
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import G, multiply_base
from bura_p2p.crypto.masking import MaskedCard
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from tests.support.cheat import Cheat, at, both, frame


@pytest.mark.parametrize("forced", FORCED, ids=lambda forced: forced.name.lower())
def test_what_is_due_is_known_to_the_liars(forced) -> None:
    """The list of due cards that the cheats about shares start from is the honest one."""
    cheat = at(forced.scene.name, 0)
    honest, same = cheat.withheld, forced.about(cheat.session, forced.due(cheat.session))
    assert getattr(same, forced.points) == getattr(honest, forced.points)


def broken_deck(scene: str, seat: int, masked: MaskedCard) -> Cheat:
    """A cheat whose first held card is `masked` at both tables, as if an earlier proof had been broken."""
    cheat = at(scene, seat)
    for session in cheat.hall.sessions:
        held = session.table.state.cards.held
        held[seat] = (masked, *held[seat][1:])
    return cheat


def trips(cheat: Cheat, message: m.EntryMessage) -> None:
    """The entry stands, the hand is void, nobody is named and nobody speaks again."""
    effects = cheat.honest.receive(frame(cheat.signed(message)))
    assert effects.send == ()
    assert effects.events[-1] == e.Voided("deck_broken")
    assert not any(isinstance(event, e.Refused) for event in effects.events)
    assert cheat.honest.table.stage is Stage.VOID
    assert cheat.honest.closed
    assert cheat.honest.table.owing() == ()


def play_of_first(cheat: Cheat) -> m.Lead:
    """A lead of the first held ciphertext, whatever it is, with good proofs."""
    liar = cheat.session
    if len(liar.ciphers) > 1:
        return PLAYED[0].mixing(liar, liar.ciphers)
    return m.Lead(b"", b"", *proved_shares(liar, liar.ciphers, label=Label.OPEN))


@both
@pytest.mark.parametrize("scene", ["lead", "last card"])
def test_valid_opening_of_no_card(seat: int, scene: str) -> None:
    """A hand that holds a foreign point, opened rightly: void, and the opener, who is the victim, is not named."""
    X = at(scene, seat).secrets.key.X
    cheat = broken_deck(scene, seat, MaskedCard(G, multiply_base(5) + X))
    trips(cheat, play_of_first(cheat))


@both
def test_valid_opening_of_a_card_of_a_larger_deck(seat: int) -> None:
    """A six in a game of twenty cards."""
    six = min(masking._POINT_OF)
    X = at("lead", seat).secrets.key.X
    cheat = broken_deck("lead", seat, MaskedCard(G, masking.card_point(six) + X))
    trips(cheat, play_of_first(cheat))


@both
def test_card_opened_twice(seat: int) -> None:
    """A card that lies open already comes out of a hand once more."""
    start = at("later lead", seat)
    again = next(iter(start.cards.opened))
    cheat = broken_deck("later lead", seat, MaskedCard(G, masking.card_point(again) + start.secrets.key.X))
    trips(cheat, play_of_first(cheat))


@both
def test_turned_trump_played_by_who_never_drew_it(seat: int) -> None:
    """The turned trump still lies under the stock, and comes out of a hand."""
    start = at("lead", seat)
    turned = start.cards.turned
    cheat = broken_deck("lead", seat, MaskedCard(G, masking.card_point(turned) + start.secrets.key.X))
    trips(cheat, play_of_first(cheat))


@both
def test_given_cards_that_are_none(seat: int) -> None:
    """The claimant's pile opens to a foreign point."""
    cheat = at("opening", seat)
    foreign = MaskedCard(G, multiply_base(5) + cheat.secrets.key.X)
    for session in cheat.hall.sessions:
        pile = session.table.state.cards.closed[1 - seat]
        giver, cards = pile[0]
        pile[0] = (giver, (foreign, *cards[1:]))
    trips(cheat, m.Open(*proved_shares(cheat.session, cheat.closed, label=Label.OPEN)))
