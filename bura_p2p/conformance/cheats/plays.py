"""Lies about what is played from a hand: leads and answers that the rules do not have, points that are others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ...cards import Card
from ...crypto import masking, statements
from ...crypto.challenge import Label
from ...crypto.generators import H_POINTS
from ...crypto.group import Scalar, multiply_base
from ...crypto.masking import MaskedCard
from ...crypto.relation import prove
from ...errors import Code
from ...rules import actions as a
from ...rules.points import cards_points
from ...wire import messages as m
from ..cheat import Chapter, Layer, Scene, bound
from ..pens import ANOTHER, BAD_SCALARS, SCALAR_LINES, Cards, hand_mixed, proved_shares, proved_twice, put
from ..rogue import Rogue
from ..scenes import FOLLOW, FOLLOW_SHOWN, FOLLOW_TWO, FOLLOW_TWO_SHOWN, LAST_CARD, LEAD

PLAYS = Chapter(Layer.HANDS)


# --- plays that the rules do not have ----------------------------------------------------------------------


def open_play(liar: Rogue, kind: type[m.Lead] | type[m.Answer], cards: Sequence[Card]) -> m.Lead | m.Answer:
    """A play of held cards, rightly mixed, opened and proved, whatever the rules say to it."""
    mixed, hand, mix_proof = liar.maker._mix(liar.secrets, tuple(cards))
    return kind(hand, mix_proof, *proved_shares(liar, mixed[: len(cards)], label=Label.OPEN))


@PLAYS.cheat("Lead.openings", LEAD, Code.LEAD_ILLEGAL, "lead of two suits")
def lead_of_two_suits(liar: Rogue) -> m.EntryMessage:
    """Two cards of two suits are led."""
    pair = next(pair for pair in combinations(liar.held, 2) if pair[0].suit != pair[1].suit)
    return open_play(liar, m.Lead, pair)


@PLAYS.cheat("Lead.openings", LEAD, Code.LEAD_ILLEGAL, "lead of two suits")
def lead_of_a_mixed_hand(liar: Rogue) -> m.EntryMessage:
    """All that is held is led, and it is not of one suit."""
    return open_play(liar, m.Lead, liar.held)


@PLAYS.cheat("Lead.openings", LAST_CARD, Code.LENGTH, "lead over the cap")
def lead_over_the_hand(liar: Rogue) -> m.EntryMessage:
    """The last card and a card of the stock are led, rightly opened."""
    openings, proof = proved_shares(liar, [*liar.ciphers, liar.cards.deck[-2]], label=Label.OPEN)
    return m.Lead(b"", b"", openings, proof)


@PLAYS.cheat("Answer.openings", FOLLOW, Code.ANSWER_ILLEGAL, "give of the wrong number")
def answer_that_does_not_beat(liar: Rogue) -> m.EntryMessage:
    """A card that does not beat is shown where it has to be given face down."""
    return open_play(liar, m.Answer, liar.losers(1)[0])


@PLAYS.cheat("Answer.openings", FOLLOW_TWO, Code.ANSWER_ILLEGAL, "give of the wrong number")
def two_that_do_not_beat(liar: Rogue) -> m.EntryMessage:
    """Two cards that do not beat are shown where they have to be given face down."""
    return open_play(liar, m.Answer, liar.losers(2)[0])


@PLAYS.cheat("Answer.openings", FOLLOW, Code.ANSWER_ILLEGAL, "give of the wrong number")
def two_cards_on_one(liar: Rogue) -> m.EntryMessage:
    """One card was led, and two answer it."""
    return open_play(liar, m.Answer, liar.held[:2])


@PLAYS.cheat("Answer.openings", FOLLOW_TWO, Code.ANSWER_ILLEGAL, "give of the wrong number")
def one_card_on_two(liar: Rogue) -> m.EntryMessage:
    """Two cards were led, and one answers them."""
    return open_play(liar, m.Answer, liar.held[:1])


@PLAYS.cheat("Answer.openings", FOLLOW_TWO, Code.ANSWER_ILLEGAL, "give of the wrong number")
def three_cards_on_two(liar: Rogue) -> m.EntryMessage:
    """Two cards were led, and three answer them."""
    return open_play(liar, m.Answer, liar.held)


@PLAYS.cheat("Answer", LEAD, Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")
def answer_to_nothing(liar: Rogue) -> m.EntryMessage:
    """A rightly proved answer, where the lead is due."""
    return open_play(liar, m.Answer, liar.held[:1])


@PLAYS.cheat("Lead", FOLLOW, Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")
def lead_on_a_lead(liar: Rogue) -> m.EntryMessage:
    """A rightly proved lead, where the answer is due."""
    return open_play(liar, m.Lead, liar.held[:1])


# --- points of given cards ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Giving:
    """A give of so many cards, where both are shown what it is worth."""

    count: int
    scene: Scene

    def honest(self, liar: Rogue) -> m.Give:
        """The give with its true points."""
        return liar.message(m.Give, a.Give(liar.losers(self.count)[0]))

    def given(self, give: m.Give) -> tuple[MaskedCard, ...]:
        """The cards that leave the hand."""
        return masking.cards_from_bytes(give.hand, len(give.hand) // 66)[: self.count]

    def kept(self, give: m.Give) -> tuple[MaskedCard, ...]:
        """As many cards that stay."""
        return masking.cards_from_bytes(give.hand, len(give.hand) // 66)[-self.count :]


GIVING = (Giving(1, FOLLOW_SHOWN), Giving(2, FOLLOW_TWO_SHOWN))


def points_proof(liar: Rogue, cards: Cards, said: int, faces: Sequence[Card] | None = None) -> bytes:
    """The best proof that a liar has for `said`: the true witness under the statement that is wanted."""
    faces = liar.maker.read(liar.secrets, cards) if faces is None else faces
    statement = statements.points(liar.ctx, liar.secrets.key.X, cards, said)
    return prove(statement, statements.points_witness(liar.secrets.key.x, faces), liar.entropy)


def points_of(liar: Rogue, cards: Cards) -> int:
    """What these cards of the liar's are worth together."""
    return cards_points(liar.maker.read(liar.secrets, cards))


Lie = Callable[[Rogue, Giving], m.EntryMessage]


def in_gives(
    field: str, code: Code, line: str, *, source: str = "", of: tuple[Giving, ...] = GIVING[:1]
) -> Callable[[Lie], Lie]:
    """Write a lie about a give's points down; of two cards where that is another lie than of one."""

    def note(lie: Lie) -> Lie:
        for giving in of:
            name = lie.__name__.replace("_", "-")
            PLAYS.add(f"Give.{field}", name, lie.__doc__ or "", giving.scene, code, line,
                      bound(lie, giving), source=source)  # fmt: skip
        return lie

    return note


def _off(step: int, *, proved: bool) -> Lie:
    def lie(liar: Rogue, giving: Giving) -> m.EntryMessage:
        honest = giving.honest(liar)
        said = max(0, (honest.points or 0) + step) or 1
        proof = points_proof(liar, giving.given(honest), said) if proved else honest.points_proof
        return replace(honest, points=said, points_proof=proof)

    return lie


for _step, _words in ((-1, "one less"), (1, "one more"), (10, "ten more")):
    for _proved in (False, True):
        _lie = _off(_step, proved=_proved)
        _how = "a proof made for it" if _proved else "the true proof"
        _lie.__name__ = f"points_{_words.replace(' ', '_')}_under_{_how.replace(' ', '_')}"
        _lie.__doc__ = f"The points are {_words} than the given card is worth, under {_how}."
        in_gives("points", Code.STATEMENT_PROOF, "points proof off by one")(_lie)


@in_gives("hand", Code.MIX_PROOF, "points proof off by one")
def points_and_card_moved_together(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """The given card's points axis is moved before the mix, so that the points proof is true of what comes out."""
    first, *others = liar.ciphers
    outputs, proof = hand_mixed(liar, [MaskedCard(first.A, first.B + H_POINTS), *others])
    faces = liar.faces[:1]
    said = cards_points(faces) + 1
    return m.Give(masking.cards_to_bytes(outputs), proof, said, points_proof(liar, outputs[:1], said, faces))


@in_gives("points_proof", Code.STATEMENT_PROOF, "statement over the same card twice", of=GIVING[1:])
def one_given_card_counted_twice(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """Two cards are given, and the proof is about one of them twice: true of that, false of the give."""
    honest = giving.honest(liar)
    card = giving.given(honest)[0]
    face = liar.maker.read(liar.secrets, [card])
    alone = statements.points(liar.ctx, liar.secrets.key.X, [card], cards_points(face))
    said, proof = proved_twice(liar, alone, face)
    return replace(honest, points=said, points_proof=proof)


@in_gives("points_proof", Code.STATEMENT_PROOF, "statement over a copy from before the mix")
def points_of_the_copy_before_the_mix(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """The proof is about the same card as it lay before the mix, which would tell when it was drawn."""
    honest = giving.honest(liar)
    (given,) = liar.maker.read(liar.secrets, giving.given(honest))
    before = liar.ciphers[liar.faces.index(given)]
    return replace(honest, points_proof=points_proof(liar, [before], honest.points or 0))


@in_gives("points_proof", Code.STATEMENT_PROOF, "points proof off by one")
def points_of_a_card_that_stays(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """The proof and the points are true of a card that stays in the hand."""
    honest = giving.honest(liar)
    kept = giving.kept(honest)
    said = points_of(liar, kept)
    return replace(honest, points=said, points_proof=points_proof(liar, kept, said))


@in_gives("points_proof", Code.STATEMENT_PROOF, "points proof off by one", of=GIVING[1:])
def points_of_one_of_two(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """Two cards are given, and the points and the proof are those of the first alone."""
    honest = giving.honest(liar)
    first = giving.given(honest)[:1]
    said = points_of(liar, first)
    return replace(honest, points=said, points_proof=points_proof(liar, first, said))


@in_gives("points_proof", Code.STATEMENT_PROOF, "proof of another key",
          source="faults 12: cards swapped by swapping keys")
def points_proved_with_another_key(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """The proof's witness is a key that is not the one shown."""
    honest = giving.honest(liar)
    given = giving.given(honest)
    faces = liar.maker.read(liar.secrets, given)
    statement = statements.points(liar.ctx, multiply_base(9), given, honest.points or 0)
    return replace(honest, points_proof=prove(statement, statements.points_witness(Scalar(9), faces), liar.entropy))


@in_gives("points", Code.LENGTH, "points proof off by one")
def points_not_told(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """No points and no proof, at a table that shows them."""
    return replace(giving.honest(liar), points=None, points_proof=b"")


@in_gives("points", Code.LENGTH, "nil in the wrong place")
def proof_of_no_points(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """A proof of points, and no points."""
    return replace(giving.honest(liar), points=None)


@in_gives("points_proof", Code.LENGTH, "proof field emptied", source="faults 2: an empty list verifies")
def points_without_a_proof(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """The true points, and no proof of them."""
    return replace(giving.honest(liar), points_proof=b"")


@in_gives("points_proof", Code.LENGTH, "proof field shortened")
def points_proof_cut(liar: Rogue, giving: Giving) -> m.EntryMessage:
    """The proof without its last response."""
    honest = giving.honest(liar)
    return replace(honest, points_proof=honest.points_proof[:-32])


@PLAYS.cheat("Give.points", FOLLOW, Code.LENGTH, "points proof off by one")
def points_told_where_none_are_shown(liar: Rogue) -> m.EntryMessage:
    """True and proved points, at a table that does not show them."""
    giving = Giving(1, FOLLOW)
    honest = giving.honest(liar)
    given = giving.given(honest)
    said = points_of(liar, given)
    return replace(honest, points=said, points_proof=points_proof(liar, given, said))


@PLAYS.cheat("Give.points_proof", FOLLOW, Code.LENGTH, "proof field lengthened")
def proof_where_no_points_are_shown(liar: Rogue) -> m.EntryMessage:
    """A proof of nothing, at a table that does not show points."""
    return replace(Giving(1, FOLLOW).honest(liar), points_proof=bytes(128))


def _scalar(at: int, value: bytes) -> Lie:
    def lie(liar: Rogue, giving: Giving) -> m.EntryMessage:
        honest = giving.honest(liar)
        return replace(honest, points_proof=put(honest.points_proof, 32 * at, value))

    return lie


for _at, _field in enumerate(("challenge", "response of the key", "response of the rank", "response of the suit")):
    for _name, (_done, _value) in {**dict(list(BAD_SCALARS.items())[:2]),
                                   "another": ("another one", ANOTHER[32])}.items():
        _lie = _scalar(_at, _value)
        _lie.__name__ = f"points_{_field.replace(' ', '_')}_{_name}"
        _lie.__doc__ = f"The {_field} in the proof of the points is {_done}."
        in_gives(f"points_proof, {_field}", Code.SCALAR if _value[0] else Code.STATEMENT_PROOF,
                 SCALAR_LINES.get(_name, "proof field flipped"))(_lie)  # fmt: skip
