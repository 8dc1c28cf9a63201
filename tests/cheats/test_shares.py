"""Lies about shares and openings: other positions, other proofs, hidden cards, and the tripwire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bura_p2p.crypto import masking
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import ORDER, Element, G, multiply_base
from bura_p2p.crypto.masking import HandKey, MaskedCard
from bura_p2p.crypto.shuffle import shuffle
from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from tests.support.cheat import Cheat, at, both, convicts, frame

from .test_keys import bad_points

FORCED = {"deal": m.Deal, "shares": m.Shares, "opening": m.Open}
WRONG = {"deal": Code.SHARE_PROOF, "shares": Code.SHARE_PROOF, "opening": Code.OPEN_PROOF}
LABEL = {"deal": Label.SHARE, "shares": Label.SHARE, "opening": Label.OPEN}

everywhere = pytest.mark.parametrize("scene", FORCED)


def proved(
    cheat: Cheat,
    scene: str,
    cards: Sequence[MaskedCard],
    *,
    key: HandKey | None = None,
    label: Label | None = None,
    ctx: bytes | None = None,
) -> m.EntryMessage:
    """Honestly proved shares or openings of `cards`, which need not be the ones that are due."""
    right = (label or LABEL[scene], ctx or cheat.ctx, key or cheat.secrets.key)
    return FORCED[scene](*masking.prove_shares(*right, cards, cheat.entropy))


def due(cheat: Cheat, scene: str) -> list[MaskedCard]:
    """The ciphertexts that are due."""
    cards = cheat.cards
    if scene == "opening":
        return list(cheat.closed)
    owed = cards.owed_at_deal(cheat.seat) if scene == "deal" else cards.owed_for(cheat.table.state.draws, cheat.seat)
    return [cards.deck[position] for position in owed]


def shares_of(message: m.EntryMessage) -> bytes:
    """The points of a message, whatever they are called."""
    return message.openings if isinstance(message, m.Open) else message.shares


def with_shares(message: m.EntryMessage, shares: bytes) -> m.EntryMessage:
    """The message with other points and the same proof."""
    return replace(message, **{"openings" if isinstance(message, m.Open) else "shares": shares})


def test_what_is_due_is_known_here() -> None:
    """The list of due cards that the cheats below start from is the honest one."""
    for scene in FORCED:
        cheat = at(scene, 0)
        assert shares_of(proved(cheat, scene, due(cheat, scene))) == shares_of(cheat.withheld)


@both
@everywhere
def test_hidden_card(seat: int, scene: str) -> None:
    """A right share, rightly proved, of a card that lies hidden in the stock instead of one that is due."""
    cheat = at(scene, seat)
    cards = due(cheat, scene)
    cards[0] = cheat.cards.deck[19]
    convicts(cheat, proved(cheat, scene, cards), WRONG[scene])


def test_hidden_card_of_the_opponent() -> None:
    """The cheat's share of its own dealt card, which it alone may keep, for one that is due to the other."""
    for seat in (0, 1):
        cheat = at("deal", seat)
        cards = due(cheat, "deal")
        own = next(position for position, owner in enumerate(cheat.cards.dealt) if owner == seat)
        cards[0] = cheat.cards.deck[own]
        convicts(cheat, proved(cheat, "deal", cards), Code.SHARE_PROOF)


@both
def test_open_held_cards_instead_of_given_ones(seat: int) -> None:
    """When the pile is to be opened, cards are opened that are still in the hand."""
    cheat = at("opening", seat)
    cards = (list(cheat.ciphers) * 3)[: len(cheat.closed)]
    convicts(cheat, proved(cheat, "opening", cards), Code.OPEN_PROOF)


@both
@pytest.mark.parametrize("scene", ["deal", "opening"])
def test_two_cards_swapped(seat: int, scene: str) -> None:
    """Two right shares in the wrong order: with the old proof, and with one made for that order."""
    cheat = at(scene, seat)
    points = shares_of(cheat.withheld)
    convicts(cheat, with_shares(cheat.withheld, points[33:66] + points[:33] + points[66:]), WRONG[scene])
    cheat = at(scene, seat)
    first, second, *others = due(cheat, scene)
    convicts(cheat, proved(cheat, scene, [second, first, *others]), WRONG[scene])


@both
@everywhere
def test_one_share_is_another_point(seat: int, scene: str) -> None:
    """A single share moved by G, under the proof of the right ones."""
    cheat = at(scene, seat)
    points = shares_of(cheat.withheld)
    moved = (Element.from_bytes(points[-33:]) + G).to_bytes()
    convicts(cheat, with_shares(cheat.withheld, points[:-33] + moved), WRONG[scene])


@both
@everywhere
def test_shares_of_another_key(seat: int, scene: str) -> None:
    """All shares made and proved with a key that is not the one shown."""
    cheat = at(scene, seat)
    key = HandKey.generate(cheat.entropy)
    convicts(cheat, proved(cheat, scene, due(cheat, scene), key=key), WRONG[scene])


@both
@everywhere
def test_proof_of_the_other_label(seat: int, scene: str) -> None:
    """A share proved as an opening, an opening proved as a share."""
    cheat = at(scene, seat)
    label = Label.SHARE if scene == "opening" else Label.OPEN
    convicts(cheat, proved(cheat, scene, due(cheat, scene), label=label), WRONG[scene])


@both
@everywhere
def test_proof_for_another_place(seat: int, scene: str) -> None:
    """The right shares, proved for the other seat's place."""
    cheat = at(scene, seat)
    elsewhere = cheat.table.context(1 - seat)
    convicts(cheat, proved(cheat, scene, due(cheat, scene), ctx=elsewhere), WRONG[scene])


def test_proof_of_an_earlier_round() -> None:
    """The proof that stood in `deal`, shown again with shares of a later round."""
    cheat = at("shares", 0)
    deal = at("deal", 0).withheld
    convicts(cheat, replace(cheat.withheld, proof=deal.proof), Code.SHARE_PROOF)


@both
@everywhere
def test_batch_shortened(seat: int, scene: str) -> None:
    """One card less, rightly proved; a list cut in the middle of a point."""
    cheat = at(scene, seat)
    cards = due(cheat, scene)
    if len(cards) > 1:
        convicts(cheat, proved(cheat, scene, cards[:-1]), Code.LENGTH)
        cheat = at(scene, seat)
        convicts(cheat, with_shares(cheat.withheld, shares_of(cheat.withheld)[:-1]), Code.LENGTH)


@both
@everywhere
def test_batch_lengthened(seat: int, scene: str) -> None:
    """One card more, rightly proved: shares that nobody may have yet."""
    cheat = at(scene, seat)
    convicts(cheat, proved(cheat, scene, [*due(cheat, scene), cheat.cards.deck[18]]), Code.LENGTH)


@both
@everywhere
@pytest.mark.parametrize("at_byte", [0, 32], ids=["challenge", "response"])
@pytest.mark.parametrize("value", [0, ORDER], ids=["zero", "order"])
def test_scalars_of_the_proof(seat: int, scene: str, at_byte: int, value: int) -> None:
    """A scalar set to zero, or shifted by the order."""
    cheat = at(scene, seat)
    proof = cheat.withheld.proof
    proof = proof[:at_byte] + value.to_bytes(32, "big") + proof[at_byte + 32 :]
    convicts(cheat, replace(cheat.withheld, proof=proof), Code.SCALAR if value else WRONG[scene])


@everywhere
@bad_points
def test_encodings(scene: str, point: bytes) -> None:
    """A share that is no point: identity, off the curve, other forms."""
    cheat = at(scene, 1)
    convicts(cheat, with_shares(cheat.withheld, point + shares_of(cheat.withheld)[33:]), Code.POINT)


# --- openings of a play ------------------------------------------------------------------------------------

PLAYS = {"lead": a.Lead, "follow": a.Answer}
plays = pytest.mark.parametrize("scene", PLAYS)


def honest_play(cheat: Cheat, scene: str) -> m.Lead | m.Answer:
    """An open play of one card; for an answer it need not beat, since the lie is found before the rules speak."""
    kind = PLAYS[scene]
    return cheat.message(kind((cheat.held[0],)))


def mixed(message: m.Lead | m.Answer) -> tuple[MaskedCard, ...]:
    """The hand in a play."""
    return masking.cards_from_bytes(message.hand, len(message.hand) // 66)


def opened(cheat: Cheat, cards: Sequence[MaskedCard]) -> dict[str, bytes]:
    """Proved openings of `cards`, as fields."""
    openings, proof = masking.prove_shares(Label.OPEN, cheat.ctx, cheat.secrets.key, cards, cheat.entropy)
    return {"openings": openings, "proof": proof}


@both
@plays
def test_opening_of_a_card_that_stays(seat: int, scene: str) -> None:
    """Not the first card of the mixed hand is opened but the second."""
    cheat = at(scene, seat)
    lie = honest_play(cheat, scene)
    convicts(cheat, replace(lie, **opened(cheat, mixed(lie)[1:2])), Code.OPEN_PROOF)


@both
@plays
def test_opening_of_the_copy_before_the_mix(seat: int, scene: str) -> None:
    """The card is opened as it lay before the mix."""
    cheat = at(scene, seat)
    convicts(cheat, replace(honest_play(cheat, scene), **opened(cheat, cheat.ciphers[:1])), Code.OPEN_PROOF)


@both
@plays
def test_opening_that_shows_another_card(seat: int, scene: str) -> None:
    """An opening moved so that a better card would appear, under the proof of the right one."""
    cheat = at(scene, seat)
    lie = honest_play(cheat, scene)
    first = mixed(lie)[0]
    wanted = masking.card_point(max(set(masking._POINT_OF) - set(cheat.held)))
    convicts(cheat, replace(lie, openings=(first.B - wanted).to_bytes()), Code.OPEN_PROOF)


@both
@plays
def test_openings_cut(seat: int, scene: str) -> None:
    """Openings that end in the middle of a point, and more openings than cards are held."""
    cheat = at(scene, seat)
    lie = honest_play(cheat, scene)
    convicts(cheat, replace(lie, openings=lie.openings + bytes(1)), Code.LENGTH)
    cheat = at(scene, seat)
    lie = honest_play(cheat, scene)
    convicts(cheat, replace(lie, openings=multiply_base(2).to_bytes() * 4), Code.LENGTH)


# --- the tripwire ------------------------------------------------------------------------------------------


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
    key = cheat.secrets.key
    held = cheat.ciphers
    hand, proof = b"", b""
    outputs: Sequence[MaskedCard] = held
    if len(held) > 1:
        order = range(len(held))
        outputs, proof = masking_shuffle(cheat, held, order)
        hand = masking.cards_to_bytes(outputs)
    openings, opening_proof = masking.prove_shares(Label.OPEN, cheat.ctx, key, outputs[:1], cheat.entropy)
    return m.Lead(hand, proof, openings, opening_proof)


def masking_shuffle(
    cheat: Cheat, held: Sequence[MaskedCard], order: Sequence[int]
) -> tuple[tuple[MaskedCard, ...], bytes]:
    """A proved mix of `held` under the cheat's key."""
    key = cheat.secrets.key
    return shuffle(Label.HAND, cheat.ctx, key.X, held, order, key.x, cheat.entropy)


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
    trips(cheat, proved(cheat, "opening", cheat.closed))
