"""Fault 10: one masking factor for the whole deck, so that differences between cards stay what they were.

Published: nowhere that could be named, but home-made mental poker does it: a player masks all cards with one
factor, "its key", and who compares the deck before and after a shuffle reads the permutation off.

No verifier can see this (the shuffle is true, its proof holds), so it is a habit of the prover that is tested: every
card gets its own r', hashed from fresh bytes, the hand key, the place, the deck and the card's number. The passive
observer below reads every card of a deck that was masked the other way, and none of ours.
"""

from __future__ import annotations

from collections.abc import Sequence

from bura_p2p.cards import Card
from bura_p2p.cards import deck as deck_of
from bura_p2p.conformance.hall import Hall
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import Element
from bura_p2p.crypto.masking import cards_from_bytes, start_deck
from bura_p2p.table.phases import Stage
from bura_p2p.wire.codec import decode_body
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import both

ONE_FACTOR = Weakened(
    "every card of a shuffle is masked with the same factor",
    Edit(
        "crypto.shuffle",
        "r_ = nonces(bound, len(e), Purpose.MASKING_FACTOR)",
        "r_ = nonces(bound, 1, Purpose.MASKING_FACTOR) * len(e)",
    ),
)


def dealt() -> Hall:
    """An honest game whose cards have just been dealt."""
    hall = Hall("one factor")
    return hall.run(lambda hall: hall.table.stage is Stage.LEAD and not any(hall.mail.values()))


def decks(hall: Hall) -> list[tuple[MaskedCard, ...]]:
    """The start deck and what each shuffle made of it: what every observer of the log has."""
    state = hall.table.state
    bodies = [decode_body(entry.body) for entry in hall.entries()]
    shuffled = [cards_from_bytes(body.message().deck, state.ruleset.deck) for body in bodies if body.type == 3]
    return [start_deck(deck_of(state.ruleset.deck), state.cards.joint), *shuffled]


def followed(before: Sequence[MaskedCard], after: Sequence[MaskedCard]) -> list[int] | None:
    """Which input each output is, if one shift takes all outputs to inputs; None if none does."""
    inputs = {card.B: position for position, card in enumerate(before)}
    for guess in before:
        shift = after[0].B - guess.B
        found = [inputs.get(card.B - shift) for card in after]
        if None not in found:
            return found
    return None


def observed(hall: Hall) -> list[Card] | None:
    """The whole deck, as read by one who only watches."""
    faces = list(deck_of(hall.table.state.ruleset.deck))
    first, *others = decks(hall)
    for after in others:
        order = followed(first, after)
        if order is None:
            return None
        faces, first = [faces[at] for at in order], after
    return faces


def is_read(seat: int) -> None:
    """What one factor gives to an observer: whoever holds what."""
    hall = dealt()
    faces = observed(hall)
    held = {faces[at] for at, owner in enumerate(hall.table.state.cards.dealt) if owner == seat}
    assert held == set(hall.sessions[seat].view().held)


@both
def test_an_observer_reads_a_deck_with_one_factor(seat: int) -> None:
    ONE_FACTOR(__name__).is_read(seat)


def test_an_observer_reads_nothing_of_ours() -> None:
    hall = dealt()
    assert observed(hall) is None
    for before, after in zip(decks(hall), decks(hall)[1:], strict=False):
        assert followed(before, after) is None


def differences(before: Sequence[MaskedCard], after: Sequence[MaskedCard], half: int) -> list[Element]:
    return [output[half] - card[half] for output in after for card in before]


def test_no_two_cards_moved_by_the_same() -> None:
    """Of two shuffles, and of the deck as it was first laid, where every A is G."""
    start, first, second = decks(dealt())
    for half in (0, 1):
        assert len(set(differences(first, second, half))) == 20 * 20
    assert len({card.A for card in start}) == 1
    assert len({card.A for card in first}) == 20
    assert len(set(differences(start, first, 1))) == 20 * 20


def test_the_same_holds_for_a_hand() -> None:
    """Every mix of a game: no difference of halves comes twice."""
    hall = Hall("one factor")
    hall.run(lambda hall: bool(hall.events[0]) and len(hall.plays) > 6)
    bodies = [decode_body(entry.body) for entry in hall.entries()]
    mixes = [body.message() for body in bodies if body.type in (6, 7, 8)]
    seen = [cards_from_bytes(mix.hand, len(mix.hand) // 66) for mix in mixes]
    halves = [half for hand in seen for card in hand for half in card]
    assert len(seen) > 3
    assert len(set(halves)) == len(halves)
