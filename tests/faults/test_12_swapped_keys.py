"""Fault 12: two players swap cards by swapping keys.

Published: JetBrains/p2p-games, issue 4: in Preferans two players in league could exchange cards by exchanging private
keys, since a card belonged to whoever could open it. The workaround there: fix the set of keys beforehand.

Here a card belongs to the seat that it was dealt to. A hand key is committed to before there are cards, is one for
the whole hand, and every mix, opening and count is judged under the key of the entry's own seat, over the cards that
the table has in that seat's hand. Friends can tell each other their keys, as they can tell their cards; play a card
of a friend they cannot.
"""

from __future__ import annotations

from dataclasses import replace

from bura_p2p.cards import Card
from bura_p2p.conformance.stacked import cards
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.masking import HandKey, cards_from_bytes, cards_to_bytes, prove_own_key, prove_shares
from bura_p2p.crypto.shuffle import shuffle
from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import GEORGIAN
from bura_p2p.rules.ruleset import NoRaise
from bura_p2p.table import events as e
from bura_p2p.table.phases import Stage
from bura_p2p.wire import messages as m
from tests.faults.scenes import believed
from tests.faults.weakened import Edit, Weakened
from tests.support.cheat import at, both, convicts
from tests.support.rogues import Liar, Setting, caught, liar

MIX_BY_KEY = """\
    for key, held in ((cards.keys[seat], cards.held[seat]) for seat in cards.keys):
        try:
            return verify_shuffle(
                Label.HAND, place.ctx, key.X, held, message.hand, message.mix_proof, Code.MIX_PROOF
            )
        except PeerError:
            pass
    raise PeerError(Code.MIX_PROOF)
"""
OPEN_BY_KEY = """\
    for key in cards.keys.values():
        try:
            shares = masking.verify_shares(Label.OPEN, place.ctx, key, masked, openings, proof)
            break
        except PeerError:
            pass
    else:
        raise PeerError(Code.OPEN_PROOF)
"""
BY_KEY = Weakened(
    "a hand is the hand of whoever has its key",
    Edit("table.checks", "    owner = cards.keys[place.seat].X\n", MIX_BY_KEY),
    Edit(
        "table.checks",
        "    key = cards.keys[place.seat]\n"
        "    shares = masking.verify_shares(Label.OPEN, place.ctx, key, masked, openings, proof)\n",
        OPEN_BY_KEY,
    ),
)

RULES = replace(GEORGIAN, name="three", players=(2, 3), raises=(), no_raise=NoRaise.NEVER)
HANDS = ("JC QD JD", "AH 10H KS", "QC KC JS")
SETTING = Setting(RULES, HANDS, "KH", Stage.LEAD, "A")
"""A and B are in league, C is not; B has the best trumps, A is to lead."""


def card_of_a_friend(cheat: Liar, key: HandKey | None = None) -> m.Lead:
    """B's ace of trumps out of A's hand: B's cards mixed and opened with B's secret, or with `key`."""
    friend = cheat.friend("B")
    key, held = key or friend.secrets.key, list(friend.ciphers)
    best = friend.maker.read(friend.secrets, held).index(Card.parse("AH"))
    order = [best, *[at for at in range(3) if at != best]]
    outputs, proof = shuffle(Label.HAND, cheat.ctx, key.X, held, order, key.x, cheat.entropy)
    return m.Lead(
        cards_to_bytes(outputs), proof, *prove_shares(Label.OPEN, cheat.ctx, key, outputs[:1], cheat.entropy)
    )


def plays_a_card_of_a_friend() -> None:
    """What a swapped key is worth: the best card of the league is led by the one whose turn it is."""
    cheat = liar(SETTING)
    cheat.witness = cheat.seat_of("C")
    happened = believed(cheat, card_of_a_friend(cheat))
    assert e.Led(cheat.seat, cards("AH")) in happened
    assert not set(cards("AH")) & set(cards(HANDS[0]))


def test_where_keys_are_hands_keys_swap_cards() -> None:
    BY_KEY(__name__).plays_a_card_of_a_friend()


def test_a_friends_card_under_a_friends_key_is_refused() -> None:
    caught(SETTING, card_of_a_friend, Code.MIX_PROOF)


def test_a_friends_card_under_ones_own_key_is_refused() -> None:
    caught(SETTING, lambda cheat: card_of_a_friend(cheat, cheat.secrets.key), Code.MIX_PROOF)


def test_ones_own_card_under_a_friends_key_is_refused() -> None:
    """An honest mix, opened with the friend's secret: another key, so it may show whatever it shows."""

    def lie(cheat: Liar) -> m.Lead:
        honest = cheat.message(cheat.action(a.Lead))
        first = cards_from_bytes(honest.hand, 3)[:1]
        opened = prove_shares(Label.OPEN, cheat.ctx, cheat.friend("B").secrets.key, first, cheat.entropy)
        return replace(honest, openings=opened[0], proof=opened[1])

    caught(SETTING, lie, Code.OPEN_PROOF)


@both
def test_no_new_key_after_the_cards(seat: int) -> None:
    """There is no place for a second key: the seat owes a play, and a reveal is none."""
    cheat = at("lead", seat)
    key = HandKey.generate(cheat.entropy)
    proof = prove_own_key(cheat.secrets.ctx, key, cheat.entropy)
    convicts(cheat, m.Reveal(key.X.to_bytes(), proof, cheat.secrets.nonce), Code.TYPE_NOT_DUE)
