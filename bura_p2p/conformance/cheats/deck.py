"""Lies about the deck: false outputs, arguments about something else, every field of the argument."""

from __future__ import annotations

from dataclasses import replace

from ...cards import deck as deck_of
from ...crypto.challenge import Label
from ...crypto.group import G
from ...crypto.masking import MaskedCard, cards_from_bytes, cards_to_bytes, start_deck
from ...crypto.shuffle import proof_size
from ...errors import Code
from ...wire import messages as m
from ..cheat import Chapter, Layer, Make
from ..forge import Attack, forge
from ..pens import (
    ANOTHER,
    BAD_POINTS,
    BAD_SCALARS,
    POINT_FIELDS,
    POINT_LINES,
    SCALAR_FIELDS,
    SCALAR_LINES,
    deck_shuffled,
    field_of,
    plain_name,
    put,
)
from ..rogue import Rogue
from ..scenes import SECOND_SHUFFLE, SHUFFLE, SMALL_SHUFFLE

DECK = Chapter(Layer.DECK)

EQUATIONS = {
    Attack.T_1: "verifier equation t_1 attacked alone",
    Attack.T_2: "verifier equation t_2 with t̂ attacked alone",
    Attack.T_HAT: "verifier equation t_2 with t̂ attacked alone",
    Attack.T_3: "verifier equation t_3 attacked alone",
    Attack.T_4A: "verifier equation t_4A attacked alone",
    Attack.T_4B: "verifier equation t_4B attacked alone",
}
"""What each forgery covers of the list of cheats."""


# --- false decks -------------------------------------------------------------------------------------------


def _forged(attack: Attack) -> Make:
    def make(liar: Rogue) -> m.Shuffle:
        forged = forge(attack, Label.DECK, liar.ctx, liar.cards.joint, liar.cards.deck, liar.entropy)
        return m.Shuffle(forged.data, forged.proof)

    return make


for _attack in Attack:
    DECK.add(
        "Shuffle", f"equation-{_attack.equation.replace('_', '-')}".lower(),
        f"A false deck that satisfies every equation but {_attack.equation}: {_attack.value}.", SHUFFLE,
        Code.SHUFFLE_PROOF, EQUATIONS[_attack], _forged(_attack),
        source="Terelius and Wikström, Proofs of Restricted Shuffles (2010); faults 2",
    )  # fmt: skip


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.SHUFFLE_PROOF, "deck with a duplicate",
            source="faults 5: [x, y, y] for [x, y, z]")  # fmt: skip
def duplicate_card(liar: Rogue) -> m.Shuffle:
    """One card is there twice, and another is gone."""
    deck = liar.cards.deck
    return deck_shuffled(liar, [deck[1], *deck[1:]])


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.SHUFFLE_PROOF, "deck with a foreign point",
            source="faults 6: cards swapped for junk")  # fmt: skip
def foreign_point(liar: Rogue) -> m.Shuffle:
    """A point that is no card takes the place of one."""
    first, *others = liar.cards.deck
    return deck_shuffled(liar, [MaskedCard(first.A, first.B + G), *others])


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.LENGTH, "deck with a dropped card")
def dropped_card(liar: Rogue) -> m.Shuffle:
    """A card is left out, and all the others are rightly shuffled."""
    return deck_shuffled(liar, liar.cards.deck[1:])


@DECK.cheat("Shuffle.deck", SMALL_SHUFFLE, Code.LENGTH, "deck with a duplicate")
def added_card(liar: Rogue) -> m.Shuffle:
    """The whole deck and a copy of a card, rightly shuffled."""
    return deck_shuffled(liar, [*liar.cards.deck, liar.cards.deck[0]])


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.LENGTH, "deck with a dropped card")
def deck_of_one(liar: Rogue) -> m.Shuffle:
    """A deck of a single card, under an argument of the size for it."""
    return m.Shuffle(cards_to_bytes(liar.cards.deck[:1]), bytes(proof_size(1)))


@DECK.cheat("Shuffle.deck", SECOND_SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck",
            source="faults 16: one party, two shufflers")  # fmt: skip
def start_deck_shuffled_anew(liar: Rogue) -> m.Shuffle:
    """The shuffles before are ignored: the open deck is shuffled anew, so that the liar alone has shuffled."""
    size = len(liar.cards.deck)
    return deck_shuffled(liar, start_deck(deck_of(size), liar.cards.joint))


@DECK.cheat("Shuffle", SECOND_SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck",
            source="faults 16: one party, two shufflers")  # fmt: skip
def shuffle_before_repeated(liar: Rogue) -> m.Shuffle:
    """Another seat's deck and its argument, said again."""
    return liar.said(m.Shuffle, liar.seat - 1)


@DECK.cheat("Shuffle.deck", SECOND_SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck")
def deck_handed_back(liar: Rogue) -> m.Shuffle:
    """The deck as it came, neither shuffled nor masked anew, under the argument for another."""
    return replace(liar.honest(m.Shuffle), deck=cards_to_bytes(liar.cards.deck))


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck")
def masked_under_the_own_key(liar: Rogue) -> m.Shuffle:
    """A deck masked anew under the liar's key alone, which nobody else could open."""
    return deck_shuffled(liar, liar.cards.deck, key=liar.secrets.key.X)


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck",
            source="faults 10: one masking factor")  # fmt: skip
def output_masked_once_more(liar: Rogue) -> m.Shuffle:
    """After the argument was made one output is masked once more."""
    honest = liar.honest(m.Shuffle)
    cards = list(cards_from_bytes(honest.deck, len(liar.cards.deck)))
    cards[3] = MaskedCard(cards[3].A + G, cards[3].B + liar.cards.joint)
    return replace(honest, deck=cards_to_bytes(cards))


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck")
def outputs_swapped(liar: Rogue) -> m.Shuffle:
    """Two outputs change places after the argument was made."""
    honest = liar.honest(m.Shuffle)
    deck = honest.deck
    return replace(honest, deck=deck[66:132] + deck[:66] + deck[132:])


# --- arguments about something else ------------------------------------------------------------------------


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck")
def deck_in_another_order(liar: Rogue) -> m.Shuffle:
    """A true argument about the same cards, taken in the reverse order."""
    return deck_shuffled(liar, liar.cards.deck[::-1])


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.SHUFFLE_PROOF, "a proof for another deck",
            source="faults 9: weak Fiat–Shamir")  # fmt: skip
def argument_of_a_hand(liar: Rogue) -> m.Shuffle:
    """The right shuffle, argued under the label of hands."""
    return deck_shuffled(liar, liar.cards.deck, label=Label.HAND)


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.SHUFFLE_PROOF, "proof of another seat",
            source="faults 9: weak Fiat–Shamir")  # fmt: skip
def argument_for_another_seat(liar: Rogue) -> m.Shuffle:
    """The right shuffle, argued for another seat's place."""
    return deck_shuffled(liar, liar.cards.deck, ctx=liar.table.context(liar.others[0]))


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.LENGTH, "proof field shortened",
            source="faults 2: lists as long as the prover likes")  # fmt: skip
def argument_about_fewer_cards(liar: Rogue) -> m.Shuffle:
    """The whole deck, and an argument about all of its cards but one."""
    whole, part = (deck_shuffled(liar, cards) for cards in (liar.cards.deck, liar.cards.deck[1:]))
    return m.Shuffle(whole.deck, part.proof)


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.LENGTH, "deck with a dropped card")
def argument_about_more_cards(liar: Rogue) -> m.Shuffle:
    """The deck but for one card, and an argument about all of them."""
    whole, part = (deck_shuffled(liar, cards) for cards in (liar.cards.deck, liar.cards.deck[1:]))
    return m.Shuffle(part.deck, whole.proof)


# --- every field -------------------------------------------------------------------------------------------


def _changed(field: str, value: bytes | None = None) -> Make:
    def make(liar: Rogue) -> m.Shuffle:
        start, size = field_of(field, len(liar.cards.deck))
        honest = liar.honest(m.Shuffle)
        return replace(honest, proof=put(honest.proof, start, ANOTHER[size] if value is None else value))

    return make


for _field in (*SCALAR_FIELDS, *POINT_FIELDS):
    DECK.add(
        f"Shuffle.proof, {_field}", f"{plain_name(_field)}-another",
        f"{_field} of the argument is another good value.", SHUFFLE, Code.SHUFFLE_PROOF, "proof field flipped",
        _changed(_field),
    )  # fmt: skip

for _field in SCALAR_FIELDS:
    for _name, (_done, _value) in list(BAD_SCALARS.items())[:2]:
        DECK.add(
            f"Shuffle.proof, {_field}", f"{plain_name(_field)}-{_name}",
            f"{_field} of the argument is {_done}.", SHUFFLE, Code.SHUFFLE_PROOF if _name == "zero" else Code.SCALAR,
            SCALAR_LINES[_name],
            _changed(_field, _value),
        )  # fmt: skip


def _point_in_deck(start: int, point: bytes) -> Make:
    def make(liar: Rogue) -> m.Shuffle:
        honest = liar.honest(m.Shuffle)
        return replace(honest, deck=put(honest.deck, start, point))

    return make


for _name, (_what, _point) in BAD_POINTS.items():
    for _at, _half in enumerate("AB"):
        DECK.add(
            f"Shuffle.deck, {_half}", f"{_half.lower()}-{_name}", f"{_half} of the first card is {_what}.", SHUFFLE,
            Code.POINT, POINT_LINES[_name], _point_in_deck(33 * _at, _point),
        )  # fmt: skip
    for _field in ("c_1", "ĉ_N"):
        DECK.add(
            f"Shuffle.proof, {_field}", f"{plain_name(_field)}-{_name}",
            f"{_field} of the argument is {_what}.", SHUFFLE, Code.POINT, POINT_LINES[_name],
            _changed(_field, _point),
        )  # fmt: skip


# --- lengths -----------------------------------------------------------------------------------------------


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.LENGTH, "proof field shortened",
            source="faults 2: an empty list verifies")  # fmt: skip
def chain_cut(liar: Rogue) -> m.Shuffle:
    """The argument without the last link of its chain."""
    honest = liar.honest(m.Shuffle)
    return replace(honest, proof=honest.proof[:-33])


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.LENGTH, "proof field shortened")
def challenge_cut(liar: Rogue) -> m.Shuffle:
    """The argument without its challenge."""
    honest = liar.honest(m.Shuffle)
    return replace(honest, proof=honest.proof[32:])


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.LENGTH, "proof field emptied",
            source="faults 2: an empty list verifies")  # fmt: skip
def argument_of_one_byte(liar: Rogue) -> m.Shuffle:
    """The shortest argument that the form allows."""
    return replace(liar.honest(m.Shuffle), proof=bytes(1))


@DECK.cheat("Shuffle.proof", SHUFFLE, Code.LENGTH, "proof field shortened")
def last_byte_cut(liar: Rogue) -> m.Shuffle:
    """The argument without its last byte."""
    honest = liar.honest(m.Shuffle)
    return replace(honest, proof=honest.proof[:-1])


@DECK.cheat("Shuffle.proof", SMALL_SHUFFLE, Code.LENGTH, "proof field lengthened")
def argument_lengthened(liar: Rogue) -> m.Shuffle:
    """The argument, and one card's worth of zero bytes after it."""
    honest = liar.honest(m.Shuffle)
    return replace(honest, proof=honest.proof + bytes(130))


@DECK.cheat("Shuffle.deck", SHUFFLE, Code.LENGTH, "deck with a dropped card")
def half_a_card_cut(liar: Rogue) -> m.Shuffle:
    """The deck ends in the middle of a card."""
    honest = liar.honest(m.Shuffle)
    return replace(honest, deck=honest.deck[:-33])
