"""Lies about hands: the mix, the cards that leave it, and what is said of cards that stay closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ...crypto import masking
from ...crypto.challenge import Label
from ...crypto.group import ORDER, G, multiply
from ...crypto.masking import HandKey, MaskedCard
from ...crypto.shuffle import proof_size
from ...errors import Code
from ...wire import messages as m
from ..cheat import Chapter, Layer, Make, Scene, bound
from ..forge import Attack, forge
from ..pens import (
    BAD_POINTS,
    BAD_SCALARS,
    POINT_LINES,
    SCALAR_LINES,
    Cards,
    field_of,
    hand_mixed,
    plain_name,
    proved_shares,
    put,
)
from ..rogue import Rogue
from ..scenes import (
    FOLLOW,
    FOLLOW_LAST,
    LAST_CARD,
    LATER_LEAD,
    LEAD,
)
from .deck import EQUATIONS

HANDS = Chapter(Layer.HANDS)


# --- plays from false hands --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A play that carries a mixed hand."""

    kind: type[m.Lead] | type[m.Give]
    scene: Scene

    @property
    def name(self) -> str:
        """The message's name."""
        return self.kind.__name__

    def of(self, liar: Rogue, outputs: Cards, proof: bytes) -> m.Lead | m.Give:
        """The first of `outputs` is led, rightly opened, or given."""
        hand = masking.cards_to_bytes(outputs)
        if self.kind is m.Give:
            return m.Give(hand, proof, None, b"")
        return m.Lead(hand, proof, *proved_shares(liar, outputs[:1], label=Label.OPEN))

    def mixing(self, liar: Rogue, hand: Cards) -> m.Lead | m.Give:
        """The same from a true mix of `hand`, whatever it is."""
        return self.of(liar, *hand_mixed(liar, hand))


PLAYED = (Played(m.Lead, LEAD), Played(m.Give, FOLLOW))

Lie = Callable[[Rogue, Played], m.EntryMessage]


def in_plays(field: str, code: Code, line: str, *, source: str = "") -> Callable[[Lie], Lie]:
    """Write a lie about the mixed hand down for both kinds of play that carry one."""

    def note(lie: Lie) -> Lie:
        for played in PLAYED:
            name = f"{lie.__name__.replace('_', '-')}-{played.name.lower()}"
            HANDS.add(f"{played.name}.{field}", name, lie.__doc__ or "", played.scene, code, line,
                      bound(lie, played), source=source)  # fmt: skip
        return lie

    return note


def _forged(attack: Attack) -> Lie:
    def lie(liar: Rogue, played: Played) -> m.EntryMessage:
        forged = forge(attack, Label.HAND, liar.ctx, liar.secrets.key.X, liar.ciphers, liar.entropy)
        return played.of(liar, forged.outputs, forged.proof)

    return lie


for _attack in Attack:
    _lie = _forged(_attack)
    _lie.__name__ = f"equation_{_attack.equation}".lower()
    _lie.__doc__ = f"A false hand that satisfies every equation but {_attack.equation}: {_attack.value}."
    in_plays("hand", Code.MIX_PROOF, EQUATIONS[_attack], source="Terelius and Wikström (2010); faults 2")(_lie)


def _imported(attack: Attack) -> Lie:
    def lie(liar: Rogue, played: Played) -> m.EntryMessage:
        wanted = max(set(masking._POINT_OF) - set(liar.held))
        shift = masking.card_point(wanted) - masking.card_point(liar.faces[0])
        if attack is Attack.T_4A:
            shift = multiply(-pow(liar.secrets.key.x, -1, ORDER), shift)
        forged = forge(attack, Label.HAND, liar.ctx, liar.secrets.key.X, liar.ciphers, liar.entropy, shift)
        return played.of(liar, forged.outputs, forged.proof)

    return lie


for _attack in (Attack.T_4A, Attack.T_4B):
    _lie = _imported(_attack)
    _lie.__name__ = f"card_imported_by_its_owner_{_attack.equation}".lower()
    _lie.__doc__ = f"By its key the owner makes its first card the best of all; only {_attack.equation} is wrong."
    in_plays("hand", Code.MIX_PROOF, "mix that imports a card, using the owner's key")(_lie)


@in_plays("hand", Code.MIX_PROOF, "mix that duplicates a card")
def card_duplicated(liar: Rogue, played: Played) -> m.EntryMessage:
    """The mix holds one card twice and drops another."""
    first, _, *others = liar.ciphers
    return played.mixing(liar, [first, first, *others])


@in_plays("hand", Code.MIX_PROOF, "mix that imports a card")
def card_imported_from_the_stock(liar: Rogue, played: Played) -> m.EntryMessage:
    """A card of the stock takes the place of a held one."""
    return played.mixing(liar, [liar.cards.deck[-2], *liar.ciphers[1:]])


@in_plays("hand", Code.MIX_PROOF, "mix that imports a card, using the owner's key")
def card_made_up(liar: Rogue, played: Played) -> m.EntryMessage:
    """A card that the liar encrypted for itself takes the place of a held one."""
    made = MaskedCard(G, masking.card_point(max(masking._POINT_OF)) + liar.secrets.key.X)
    return played.mixing(liar, [made, *liar.ciphers[1:]])


@in_plays("hand", Code.MIX_PROOF, "mix that imports a card")
def hand_of_another_seat(liar: Rogue, played: Played) -> m.EntryMessage:
    """Another seat's private cards, mixed under the liar's key."""
    theirs = (*liar.cards.held[liar.others[0]], *liar.ciphers)[: len(liar.ciphers)]
    return played.mixing(liar, theirs)


@HANDS.cheat("Lead.hand", LATER_LEAD, Code.MIX_PROOF, "play of a card from a pile")
def given_card_taken_back(liar: Rogue) -> m.EntryMessage:
    """A card that the liar gave into a pile is mixed into its hand again."""
    return PLAYED[0].mixing(liar, [liar.cards.given_by(liar.seat)[0], *liar.ciphers[1:]])


@HANDS.cheat("Lead", LATER_LEAD, Code.MIX_PROOF, "play of a card already played")
def hand_of_an_earlier_play(liar: Rogue) -> m.EntryMessage:
    """The hand of an earlier play is led from once more, with its argument, so that its card comes again."""
    play = next(each for each in liar.messages() if isinstance(each, m.Lead | m.Answer | m.Give))
    return PLAYED[0].of(liar, masking.cards_from_bytes(play.hand, len(play.hand) // 66), play.mix_proof)


# --- false mixes -------------------------------------------------------------------------------------------


@in_plays("hand", Code.LENGTH, "proof field emptied", source="faults 2: an empty list verifies")
def mix_omitted(liar: Rogue, played: Played) -> m.EntryMessage:
    """Neither a mixed hand nor an argument."""
    return replace(played.of(liar, liar.ciphers, b""), hand=b"")


@in_plays("mix_proof", Code.LENGTH, "proof field emptied", source="faults 6: no shuffle proof at all")
def mix_without_an_argument(liar: Rogue, played: Played) -> m.EntryMessage:
    """The hand, and no argument about it."""
    return played.of(liar, liar.ciphers, b"")


@in_plays("hand", Code.MIX_PROOF, "a proof for another deck")
def hand_unmixed(liar: Rogue, played: Played) -> m.EntryMessage:
    """The cards as they lay, so that each tells when it was drawn, under the argument of a real mix."""
    return played.of(liar, liar.ciphers, hand_mixed(liar, liar.ciphers)[1])


@in_plays("hand", Code.LENGTH, "deck with a dropped card")
def card_kept_back(liar: Rogue, played: Played) -> m.EntryMessage:
    """A held card stays out of the mix."""
    return played.mixing(liar, liar.ciphers[:-1])


@in_plays("hand", Code.LENGTH, "mix that imports a card")
def card_added(liar: Rogue, played: Played) -> m.EntryMessage:
    """A card of the stock comes to those that are held."""
    return played.mixing(liar, [*liar.ciphers, liar.cards.deck[-2]])


@in_plays("mix_proof", Code.MIX_PROOF, "proof of another key", source="faults 12: cards swapped by swapping keys")
def mix_under_another_key(liar: Rogue, played: Played) -> m.EntryMessage:
    """A true mix under a key that is not the hand's."""
    return played.of(liar, *hand_mixed(liar, liar.ciphers, key=HandKey.generate(liar.entropy)))


@in_plays("mix_proof", Code.MIX_PROOF, "proof of another key", source="faults 9: weak Fiat–Shamir")
def mix_argued_as_a_deck(liar: Rogue, played: Played) -> m.EntryMessage:
    """The right mix, argued under the label of decks."""
    return played.of(liar, *hand_mixed(liar, liar.ciphers, label=Label.DECK))


@in_plays("mix_proof", Code.MIX_PROOF, "proof of another seat", source="faults 9: weak Fiat–Shamir")
def mix_for_another_seat(liar: Rogue, played: Played) -> m.EntryMessage:
    """The right mix, argued for another seat's place."""
    return played.of(liar, *hand_mixed(liar, liar.ciphers, ctx=liar.table.context(liar.others[0])))


@HANDS.cheat("Lead.hand", LAST_CARD, Code.LENGTH, "mix that duplicates a card")
def two_copies_of_the_last_card(liar: Rogue) -> m.EntryMessage:
    """One card is left, and it comes with a mix of two copies."""
    return PLAYED[0].mixing(liar, [*liar.ciphers, *liar.ciphers])


@HANDS.cheat("Lead.mix_proof", LAST_CARD, Code.LENGTH, "proof field lengthened")
def argument_about_the_last_card(liar: Rogue) -> m.EntryMessage:
    """One card is left, and it comes with an argument about nothing."""
    return replace(PLAYED[0].of(liar, liar.ciphers, bytes(proof_size(1))), hand=b"")


@HANDS.cheat("Give.hand", FOLLOW_LAST, Code.LENGTH, "mix that duplicates a card")
def two_copies_of_the_last_card_given(liar: Rogue) -> m.EntryMessage:
    """One card is left, and two copies of it are mixed and given from."""
    return PLAYED[1].mixing(liar, [*liar.ciphers, *liar.ciphers])


# --- forms of a mix ----------------------------------------------------------------------------------------


def _proof_changed(change: Callable[[bytes], bytes]) -> Lie:
    def lie(liar: Rogue, played: Played) -> m.EntryMessage:
        outputs, proof = hand_mixed(liar, liar.ciphers)
        return played.of(liar, outputs, change(proof))

    return lie


_CUTS: tuple[tuple[str, str, str, Callable[[bytes], bytes]], ...] = (
    ("mix_last_byte_cut", "The argument without its last byte.", "shortened", lambda proof: proof[:-1]),
    ("mix_challenge_cut", "The argument without its challenge.", "shortened", lambda proof: proof[32:]),
    ("mix_chain_cut", "The argument without the last link of its chain.", "shortened", lambda proof: proof[:-33]),
    ("mix_lengthened", "Zero bytes stand behind the argument.", "lengthened", lambda proof: proof + bytes(32)),
)
for _id, _doc, _how, _change in _CUTS:
    _lie = _proof_changed(_change)
    _lie.__name__, _lie.__doc__ = _id, _doc
    in_plays("mix_proof", Code.LENGTH, f"proof field {_how}", source="faults 2: lists of any length")(_lie)


def _scalar_in_mix(field: str, value: bytes) -> Make:
    def make(liar: Rogue) -> m.EntryMessage:
        start, _ = field_of(field, len(liar.ciphers))
        outputs, proof = hand_mixed(liar, liar.ciphers)
        return PLAYED[0].of(liar, outputs, put(proof, start, value))

    return make


for _field in ("k", "s_1", "s_2", "s_3", "s_4", "ŝ_1", "ŝ_N", "s'_1", "s'_N"):
    for _name, (_done, _value) in list(BAD_SCALARS.items())[:2]:
        HANDS.add(
            f"Lead.mix_proof, {_field}", f"mix-{plain_name(_field)}-{_name}",
            f"{_field} of the mix's argument is {_done}.", LEAD, Code.SCALAR if _value[0] else Code.MIX_PROOF,
            SCALAR_LINES[_name], _scalar_in_mix(_field, _value),
        )  # fmt: skip


def _point_in_hand(point: bytes) -> Make:
    def make(liar: Rogue) -> m.EntryMessage:
        honest = PLAYED[0].mixing(liar, liar.ciphers)
        return replace(honest, hand=put(honest.hand, 33, point))

    return make


for _name, (_what, _bytes) in BAD_POINTS.items():
    HANDS.add("Lead.hand", f"mixed-card-{_name}", f"B of the first mixed card is {_what}.", LEAD, Code.POINT,
              POINT_LINES[_name], _point_in_hand(_bytes))  # fmt: skip
