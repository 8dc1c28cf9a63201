"""What lies behind every proof: cards that open to nothing, or to a card that was seen before, void the hand.

No proof that holds leads here, so the table is made to hold another card than it was dealt: its B is moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, card_player, claimer
from bura_p2p.crypto.group import Element, G
from bura_p2p.crypto.masking import MaskedCard, card_point
from bura_p2p.errors import Code
from bura_p2p.log.entry import SignedEntry, open_entry
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.table.state import need
from bura_p2p.table.table import Table
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import at, refused_at_table
from tests.support.rulesets import THREE

VOIDED = e.Voided("deck_broken")


@cache
def whole() -> Hall:
    return Hall("counts", players=[card_player(1), card_player(2)]).run()


@cache
def opened_by(givers: int) -> Hall:
    """A claim that so many seats open cards to; of three seats where there are two."""
    for number in range(40):
        players = [claimer(number + seat) for seat in range(givers + 1)]
        rules = THREE if givers == 2 else None
        hall = Hall(f"opened {number}", ruleset=rules, seats=givers + 1, players=players).run()
        if sum(1 for event in hall.events[0] if isinstance(event, e.PileOpened) and event.cards) == givers:
            return hall
    raise AssertionError("no such claim")


def turned() -> Card:
    """The trump that the whole hand turned up."""
    return next(event.trump for event in whole().events[0] if isinstance(event, e.Dealt))


def steps(hall: Hall) -> Iterator[tuple[Table, SignedEntry, m.EntryMessage]]:
    """The table before each entry of a game that was played, the entry, and what it says."""
    publics = [identity.public for identity in hall.identities]
    table = Table(publics)
    for signed in hall.entries():
        yield table, signed, decode_body(signed.body).message()
        apply(hall, table, signed)


def apply(hall: Hall, table: Table, signed: SignedEntry) -> tuple[e.Event, ...]:
    return table.apply(open_entry(signed, hall.identities[signed.seat].public))


def moved(masked: MaskedCard, by: Element) -> MaskedCard:
    """The same A, which every share is made of; another face."""
    return MaskedCard(masked.A, masked.B + by)


def from_to(before: Card, after: Card) -> Element:
    return card_point(after) - card_point(before)


def voids(hall: Hall, table: Table, signed: SignedEntry) -> tuple[e.Event, ...]:
    """The hand is void by this entry, and nobody is named."""
    events = apply(hall, table, signed)
    assert VOIDED in events
    assert (table.stage, table.state.void) == (Stage.VOID, Code.DECK_BROKEN)
    return events


def last_share(hall: Hall) -> tuple[Table, SignedEntry]:
    """Before the last entry of the deal."""
    dealing = ((table, signed) for table, signed, _ in steps(hall) if table.stage is Stage.DEAL)
    return next((table, signed) for table, signed in dealing if table.owing() == (1,))


def turn_to(table: Table, change: Callable[[Card], Element]) -> None:
    cards, before = need(table.state.cards), turned()
    at_turned = cards.turned_position
    cards.deck = [moved(card, change(before)) if at == at_turned else card for at, card in enumerate(cards.deck)]


def test_a_turned_card_that_is_none() -> None:
    table, signed = last_share(whole())
    turn_to(table, lambda _: G)
    assert voids(whole(), table, signed) == (VOIDED,)


@pytest.mark.parametrize(("text", "dealt"), [("6C", False), ("9C", False), ("10C", True)])
def test_a_turned_card_of_a_larger_deck(text: str, dealt: bool) -> None:
    assert whole().ruleset.deck == 20
    table, signed = last_share(whole())
    turn_to(table, lambda turned: from_to(turned, Card.parse(text)))
    if dealt:
        assert VOIDED not in apply(whole(), table, signed)
    else:
        voids(whole(), table, signed)


def last_lead(hall: Hall) -> tuple[Table, SignedEntry, Card]:
    """Before the lead of a hand's one card, which nobody mixes."""
    shown = [event.cards for event in hall.events[0] if isinstance(event, e.Led)]
    for table, signed, message in steps(hall):
        if isinstance(message, m.Lead) and not message.hand:
            return table, signed, shown[-1][0]
    raise AssertionError("the cards did not run out")


def opens_to(table: Table, seat: int, change: Element) -> None:
    cards = need(table.state.cards)
    (only,) = cards.held[seat]
    cards.held[seat] = (moved(only, change),)


def test_an_opened_card_that_is_none() -> None:
    table, signed, _ = last_lead(whole())
    before = table.state.counts.openings
    opens_to(table, signed.seat, G)
    assert voids(whole(), table, signed) == (VOIDED,)
    assert table.state.counts.openings == before + 1


def test_an_opened_card_of_a_larger_deck() -> None:
    table, signed, card = last_lead(whole())
    opens_to(table, signed.seat, from_to(card, Card.parse("6S")))
    voids(whole(), table, signed)


def test_a_card_that_was_opened_before() -> None:
    table, signed, card = last_lead(whole())
    cards = need(table.state.cards)
    opens_to(table, signed.seat, from_to(card, next(iter(cards.opened))))
    voids(whole(), table, signed)


@pytest.mark.parametrize("own", [False, True])
def test_the_turned_card_opens_for_whoever_drew_it(own: bool) -> None:
    table, signed, card = last_lead(whole())
    cards = need(table.state.cards)
    cards.opened.discard(turned())
    cards.turned_owner = signed.seat if own else 1 - signed.seat
    opens_to(table, signed.seat, from_to(card, turned()))
    if own:
        apply(whole(), table, signed)
        assert table.stage is not Stage.VOID
    else:
        voids(whole(), table, signed)


def opening(hall: Hall) -> tuple[Table, SignedEntry]:
    """Before the first opening that holds cards."""
    for table, signed, message in steps(hall):
        if isinstance(message, m.Open) and message.openings:
            return table, signed
    raise AssertionError("nothing was opened")


def close_to(table: Table, giver: int, change: Element) -> None:
    """The first card that `giver` gave into the claimant's pile is another one."""
    position, cards = need(table.state.position), need(table.state.cards)
    for pile in (cards.closed[owner] for owner in position.side(need(position.claimant))):
        for index, (seat, given) in enumerate(pile):
            if seat == giver:
                pile[index] = (seat, (moved(given[0], change), *given[1:]))
                return
    raise AssertionError("nothing was given there")


def test_a_given_card_that_is_none() -> None:
    hall = opened_by(1)
    table, signed = opening(hall)
    close_to(table, signed.seat, G)
    before = table.state.counts.openings
    assert voids(hall, table, signed) == (VOIDED,)
    assert table.state.counts.openings == before


def test_two_seats_that_gave_the_same_card() -> None:
    hall = opened_by(2)
    first, second = (event for event in hall.events[0] if isinstance(event, e.PileOpened) and event.cards)
    table, _ = opening(hall)
    close_to(table, second.seat, from_to(second.cards[0], first.cards[0]))
    opens = [signed for signed in hall.entries() if isinstance(decode_body(signed.body).message(), m.Open)]
    assert [event for signed in opens for event in apply(hall, table, signed)] == [VOIDED]


# --- one card alone ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scene", "kind"), [("last card", a.Lead), ("follow last", a.Give)])
def test_one_card_comes_without_a_hand_and_without_a_proof(scene: str, kind: type[a.Action]) -> None:
    cheat = at(scene, 0)
    honest = cheat.message(cheat.action(kind))
    for changed in ({"hand": bytes(66)}, {"mix_proof": bytes(290)}, {"hand": bytes(66), "mix_proof": bytes(290)}):
        refused_at_table(cheat, cheat.signed(replace(honest, **changed)), Code.LENGTH)


# --- what a hand leaves --------------------------------------------------------------------------------------


def test_nothing_of_a_hand_is_left_when_the_next_begins() -> None:
    hall = Hall("two hands", players=[card_player(3), card_player(4)])
    hall.run(lambda each: each.table.state.hand == 2 and each.table.stage is Stage.COMMIT, hands=2)
    state = hall.table.state
    assert (state.commitments, state.cards, state.draws, state.sealing) == ({}, None, (), ())
    assert (state.outcome, state.next_match) == (None, None)


@pytest.mark.parametrize("name", ["georgian", "telegram"])
def test_what_is_due_is_held_only_while_it_is_due(name: str) -> None:
    """Draws until their shares are there, givers until their points are sealed, nothing of a round before it."""
    players = [card_player(number) for number in range(3)]
    rules = find_ruleset(name) if name == "telegram" else THREE
    hall = Hall(f"due {name}", ruleset=rules, seats=3, players=players).run()
    seen = set()
    for table, _, _ in steps(hall):
        seen.add(table.stage)
        assert bool(table.state.sealing) == (table.stage is Stage.POINTS)
        if table.stage not in {Stage.POINTS, Stage.SHARES}:
            assert table.state.draws == ()
    assert Stage.SHARES in seen
    assert (Stage.POINTS in seen) == (name == "telegram")
