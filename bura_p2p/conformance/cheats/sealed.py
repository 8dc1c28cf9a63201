"""Lies about sums that only the winner of a trick can read, and about the total that it tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from ...cards import Card
from ...crypto import masking, statements
from ...crypto.challenge import Label
from ...crypto.generators import H_POINTS
from ...crypto.group import G, Scalar, multiply_base, weighted_sum
from ...crypto.masking import MaskedCard
from ...crypto.relation import Statement, prove
from ...errors import Code
from ...rules.builtin import CLOSED, RUSSIAN, TELEGRAM
from ...rules.ruleset import Ruleset
from ...table.phases import Stage
from ...wire import messages as m
from ..cheat import Chapter, Deal, Layer, Scene, bound, fixed
from ..pens import BAD_POINTS, BAD_SCALARS, POINT_LINES, SCALAR_LINES, Cards, put
from ..rogue import Rogue
from ..stacked import cards as texts
from .combinations import dealt, elsewhere
from .plays import points_of

SEALED = Chapter(Layer.HANDS)

RULES: Final = replace(TELEGRAM, name="sealed", deck=20, instant=())
HANDS: Final = ("AD JS QS", "10S KH JC", "10H KC QH")
TRICK: Final = ("A lead AD", "B give 10S", "C give 10H")
FEWER: Final = (*TRICK[:2], "C give KC")
TWICE: Final = ("A lead JS", "B give 10S", "C give KC", "A lead QS", "B give KH", "C give QH")


def _scene(name: str, stage: Stage, who: str, script: tuple[str, ...] = TRICK, *, quiet: str = "", hands: Any = HANDS,
           draws: str = "", **more: Any) -> Scene:  # fmt: skip
    return dealt(name, RULES, stage, Deal(tuple(hands), "JD", who, script, draws, quiet), **more)


GIVEN: Final = _scene("two tens given", Stage.POINTS, "B")
"""B and C have each given a ten to A's ace of trumps: 31 points, and A alone will know."""
OTHER_TOLD: Final = replace(GIVEN, name="two tens given, the other told", last=True)
REACHED: Final = _scene("the target is reached", Stage.TALLY, "A")
SHORT: Final = _scene("the target is not reached", Stage.TALLY, "A", FEWER)
"""The same with a king from C: 25 points, where up to 33 could lie."""
LATER: Final = _scene(
    "given again", Stage.POINTS, "B", TWICE, draws="KD QC 10D",
    where=lambda liar: any(isinstance(message, m.Points) for message in liar.messages()),
)  # fmt: skip
"""The second trick: B gave a ten to the first, and a king to this one."""
_TAKEN: Final[dict[str, Any]] = {
    "hands": ("JS QH KC", "QS 10H JC", "AC KH 10C"), "script": ("A lead JS", "B answer QS", "C give KH"),
    "quiet": "C", "mine": False,
}  # fmt: skip
"""B took A's jack; C alone has given."""


# --- what a liar can seal ----------------------------------------------------------------------------------


def given(liar: Rogue) -> tuple[MaskedCard, ...]:
    """What the liar has just given."""
    taker = liar.table.state.taker
    return liar.cards.just_given(liar.seat, liar.seat if taker is None else taker)


def sealing(
    liar: Rogue,
    p: int,
    *,
    cards: Cards | None = None,
    faces: Sequence[Card] | None = None,
    to: int | None = None,
    r: int = 77,
    ctx: bytes | None = None,
    label: Label = Label.SEALED_POINTS,
) -> m.Points:
    """p sealed for the taker, or for `to`, with the best proof that a liar has: the true witness of `faces`."""
    cards = given(liar) if cards is None else cards
    faces = liar.maker.read(liar.secrets, cards) if faces is None else faces
    taker = liar.table.state.taker if to is None else to
    key, owner = liar.secrets.key, liar.cards.keys[liar.seat if taker is None else taker].X
    C = MaskedCard(multiply_base(r), weighted_sum([p, r], [H_POINTS, owner]))
    statement = statements.sealed_points(ctx or liar.ctx, key.X, cards, owner, C)
    witness = statements.sealed_points_witness(key.x, Scalar(r), p, faces)
    return m.Points(C.to_bytes(), prove(Statement(label, statement.ctx, statement.equations), witness, liar.entropy))


def other_giver(liar: Rogue) -> int:
    """The seat that gave too."""
    return next(seat for seat in liar.others if seat != liar.table.state.taker)


# --- a sum that is another ---------------------------------------------------------------------------------

for _p, _words in ((0, "nothing"), (9, "one point less"), (11, "one point more"), (120, "a whole deck")):
    SEALED.add("Points.sealed", f"sealed-{_words.replace(' ', '-')}",
               f"A ten was given, and {_words} is sealed, proved with the true card as witness.",
               GIVEN, Code.STATEMENT_PROOF, "points proof off by one", bound(sealing, _p))  # fmt: skip


@SEALED.cheat("Points.sealed", GIVEN, Code.STATEMENT_PROOF, "points proof off by one")
def sealed_with_a_wished_for_witness(liar: Rogue) -> m.Points:
    """An ace's points are sealed, proved with an ace as witness."""
    return sealing(liar, 11, faces=texts("AS"))


_OTHERS: dict[str, tuple[str, Callable[[MaskedCard], MaskedCard]]] = {
    "a-point-up": ("one point higher", lambda C: MaskedCard(C.A, C.B + H_POINTS)),
    "another-factor": ("of another factor", lambda C: MaskedCard(C.A + G, C.B)),
    "halves-exchanged": ("with its halves exchanged", lambda C: MaskedCard(C.B, C.A)),
    "one-half-twice": ("that is one half twice", lambda C: MaskedCard(C.A, C.A)),
}
for _name, (_words, _change) in _OTHERS.items():

    def _resealed(liar: Rogue, change: Callable[[MaskedCard], MaskedCard] = _change) -> m.Points:
        honest = liar.honest(m.Points)
        return m.Points(change(MaskedCard.from_bytes(honest.sealed)).to_bytes(), honest.proof)

    SEALED.add("Points.sealed", f"sealed-{_name}", f"The true proof under a ciphertext {_words}.", GIVEN,
               Code.STATEMENT_PROOF, "proof swapped between cards", _resealed)  # fmt: skip


@SEALED.cheat("Points.sealed", GIVEN, Code.STATEMENT_PROOF, "proof of another key")
def sealed_for_the_giver(liar: Rogue) -> m.Points:
    """The right points, sealed for the giver itself, so that the winner cannot read them."""
    return sealing(liar, 10, to=liar.seat)


@SEALED.cheat("Points.sealed", GIVEN, Code.STATEMENT_PROOF, "proof of another key")
def sealed_for_the_third(liar: Rogue) -> m.Points:
    """The right points, sealed for the third at the table."""
    return sealing(liar, 10, to=other_giver(liar))


@SEALED.cheat("Points.proof", GIVEN, Code.STATEMENT_PROOF, "points proof off by one")
def points_of_a_held_card_sealed(liar: Rogue) -> m.Points:
    """The points of a card that is still held, in place of those of the given one."""
    cards = liar.ciphers[:1]
    return sealing(liar, points_of(liar, cards), cards=cards)


@SEALED.cheat("Points.proof", GIVEN, Code.STATEMENT_PROOF, "points proof off by one")
def a_held_card_sealed_too(liar: Rogue) -> m.Points:
    """The points of the given card and of one that is still held."""
    cards = [*given(liar), liar.ciphers[0]]
    return sealing(liar, points_of(liar, cards), cards=cards)


@SEALED.cheat("Points.proof", GIVEN, Code.STATEMENT_PROOF,
              "statement over a copy from before the mix")  # fmt: skip
def copy_from_before_the_mix_sealed(liar: Rogue) -> m.Points:
    """The points of the given card, proved of it as it lay before it was mixed."""
    (face,) = liar.maker.read(liar.secrets, given(liar))
    return sealing(liar, 10, cards=[card for card in liar.dealt if liar.maker.read(liar.secrets, [card]) == (face,)])


@SEALED.cheat("Points", LATER, Code.STATEMENT_PROOF, "proof of another hand",
              source="faults 8: a replayed proof")  # fmt: skip
def sealed_sum_again(liar: Rogue) -> m.Points:
    """What was sealed of the trick before is said again, byte for byte."""
    return liar.said(m.Points)


@SEALED.cheat("Points.proof", LATER, Code.STATEMENT_PROOF, "play of a card already played")
def card_of_an_older_give_sealed(liar: Rogue) -> m.Points:
    """The card given in the trick before, in place of the one just given."""
    return sealing(liar, 10, cards=liar.cards.given_by(liar.seat)[:1])


@SEALED.cheat("Points.proof", LATER, Code.STATEMENT_PROOF, "play of a card already played")
def both_gives_sealed(liar: Rogue) -> m.Points:
    """The cards of both gives together, in place of those just given."""
    return sealing(liar, 14, cards=liar.cards.given_by(liar.seat))


@SEALED.cheat("Points", OTHER_TOLD, Code.STATEMENT_PROOF, "proof of another seat")
def sum_of_another_giver(liar: Rogue) -> m.Points:
    """What another giver sealed: a true sum, for the right winner, of cards that it gave."""
    return liar.said(m.Points, other_giver(liar))


# --- proofs for another place, of another form -------------------------------------------------------------


@SEALED.cheat("Points.proof", GIVEN, Code.STATEMENT_PROOF, "proof of another seat",
              source="faults 8: a replayed proof")  # fmt: skip
def sealed_for_another_seats_place(liar: Rogue) -> m.Points:
    """The right sum, proved for another giver's place."""
    return sealing(liar, 10, ctx=elsewhere(liar, seat=other_giver(liar)))


@SEALED.cheat("Points.proof", GIVEN, Code.STATEMENT_PROOF, "proof of another hand",
              source="faults 8: a replayed proof")  # fmt: skip
def sealed_for_another_round(liar: Rogue) -> m.Points:
    """The right sum, proved for the round to come."""
    return sealing(liar, 10, ctx=elsewhere(liar, round=liar.table.round + 1))


for _label in (Label.POINTS, Label.SEALED_TOTAL):
    SEALED.add("Points.proof", f"sealed-under-{_label.value}",
               f"The right sum, proved under the label '{_label.value}'.", GIVEN,
               Code.STATEMENT_PROOF, "proof of another key", partial(sealing, p=10, label=_label),
               source="faults 9: weak Fiat–Shamir")  # fmt: skip

for _name, (_what, _bytes) in BAD_POINTS.items():
    for _at, _half in enumerate("AB"):

        def _no_point(liar: Rogue, at: int = 33 * _at, value: bytes = _bytes) -> m.Points:
            honest = liar.honest(m.Points)
            return replace(honest, sealed=put(honest.sealed, at, value))

        SEALED.add(f"Points.sealed, {_half}", f"sealed-{_half.lower()}-{_name}",
                   f"{_half} of the sealed sum is {_what}.", GIVEN, Code.POINT,
                   POINT_LINES[_name], _no_point)  # fmt: skip

_WITNESSES = ("challenge", "response of the key", "response of the factor", "response of the points",
              "response of the rank", "response of the suit")  # fmt: skip
for _at, _field in enumerate(_WITNESSES):
    for _name, (_done, _value) in list(BAD_SCALARS.items())[:2]:

        def _scalar(liar: Rogue, at: int = 32 * _at, value: bytes = _value) -> m.Points:
            honest = liar.honest(m.Points)
            return replace(honest, proof=put(honest.proof, at, value))

        SEALED.add(f"Points.proof, {_field}", f"sealed-{_field.replace(' ', '-')}-{_name}",
                   f"The {_field} in the proof of a sealed sum is {_done}.",
                   GIVEN, Code.SCALAR if _value[0] else Code.STATEMENT_PROOF, SCALAR_LINES[_name],
                   _scalar)  # fmt: skip


# --- where nothing is to be sealed -------------------------------------------------------------------------


def _of_nothing(liar: Rogue) -> m.Points:
    return sealing(liar, points_of(liar, liar.ciphers[:1]), cards=liar.ciphers[:1], to=liar.others[0])


SEALED.add("Points", "sum-of-who-led", "Who led the trick, and gave nothing, seals a sum.",
           _scene("a trick taken, led", Stage.POINTS, "A", **_TAKEN),
           Code.TYPE_NOT_DUE, "out of turn", _of_nothing)  # fmt: skip
SEALED.add("Points", "sum-of-who-took", "Who took the trick with open cards seals a sum for another.",
           _scene("a trick taken, taken", Stage.POINTS, "B", **_TAKEN),
           Code.TYPE_NOT_DUE, "out of turn", _of_nothing)  # fmt: skip
SEALED.add("Points", "sum-of-the-winner", "The winner seals a sum in the place of its givers.",
           _scene("two tens taken", Stage.POINTS, "A", quiet="BC", mine=False), Code.TYPE_NOT_DUE, "out of turn",
           _of_nothing)  # fmt: skip


# --- giving, with points and without -----------------------------------------------------------------------


def _follow(name: str, rules: Ruleset, count: int = 3) -> Scene:
    hands = ("AD JS QC", "10S KH JC", "10H KC QH")[:count]
    return dealt(name, rules, Stage.FOLLOW, Deal(hands, "JD", "B", ("A lead AD",)))


def _give(liar: Rogue, *, told: bool) -> m.Give:
    ten = texts("10S")
    outputs, hand, proof = liar.maker._mix(liar.secrets, ten)
    points = masking.prove_points(liar.ctx, liar.secrets.key, outputs[:1], ten, liar.entropy) if told else (None, b"")
    return m.Give(hand, proof, *points)


OPEN: Final = replace(RUSSIAN, name="open", deck=20)
SHUT: Final = replace(CLOSED, name="shut", deck=20)

for _name, _rules, _told, _words, _code in (
    ("sealed", RULES, True, "True points are told to all where they are to be sealed for the winner", Code.LENGTH),
    ("shut", SHUT, True, "True points are told where nobody is shown any", Code.LENGTH),
    ("open", OPEN, True, "A card is given face down, with its points, where cards are given open", Code.GIVE_ILLEGAL),
    ("open-silently", OPEN, False, "A card is given face down where cards are given open", Code.GIVE_ILLEGAL),
):
    SEALED.add("Give.points" if _told else "Give", f"give-with-points-{_name}" if _told else f"give-{_name}",
               f"{_words}.",
               _follow(f"follow, {_name}", _rules), _code, "points proof off by one",
               partial(_give, told=_told))  # fmt: skip


# --- the total ---------------------------------------------------------------------------------------------


def winning(liar: Rogue, p: int, sealed: Cards | None = None, *, ctx: bytes | None = None,
            label: Label = Label.SEALED_TOTAL) -> m.Win:  # fmt: skip
    """A total of p, with the best proof that a liar has for it."""
    sealed = liar.cards.sealed[liar.seat] if sealed is None else sealed
    statement = statements.sealed_total(ctx or liar.ctx, liar.secrets.key.X, sealed, p)
    made = prove(Statement(label, ctx or liar.ctx, statement.equations), [liar.secrets.key.x], liar.entropy)
    return m.Win(p, made)


for _p, _words in ((0, "nothing"), (19, "one point less"), (21, "one point more"), (120, "a whole deck")):
    SEALED.add("Win.points", f"total-of-{_words.replace(' ', '-')}",
               f"The total is {_words}, where the target is reached.", REACHED,
               Code.STATEMENT_PROOF, "points proof off by one", bound(winning, _p))  # fmt: skip
SEALED.add("Win.points", "total-that-would-do", "A total that would win is told, where the true one would not.",
           SHORT, Code.STATEMENT_PROOF,
           "points proof off by one", lambda liar: winning(liar, 20))  # fmt: skip


@SEALED.cheat("Win", SHORT, Code.POINTS_ILLEGAL, "claim out of place")
def true_total_below_the_target(liar: Rogue) -> m.Win:
    """The total is true and proved, and not enough."""
    return winning(liar, 14)


def told_to(liar: Rogue) -> list[MaskedCard]:
    """What was sealed for the liar, the largest first."""
    sums = liar.cards.sealed[liar.seat]
    return sorted(sums, key=lambda C: -(masking.read_sealed_points(liar.secrets.key, C) or 0))


@SEALED.cheat("Win.proof", SHORT, Code.STATEMENT_PROOF, "statement over the same card twice")
def total_of_one_sum_twice(liar: Rogue) -> m.Win:
    """The larger of two sums is counted twice, and the other not at all."""
    return winning(liar, 20, [told_to(liar)[0]] * 2)


@SEALED.cheat("Win.proof", SHORT, Code.STATEMENT_PROOF, "statement over the same card twice")
def total_of_a_sum_too_many(liar: Rogue) -> m.Win:
    """Both sums are counted, and the larger one once more."""
    return winning(liar, 24, [*told_to(liar), told_to(liar)[0]])


@SEALED.cheat("Win.proof", SHORT, Code.STATEMENT_PROOF,
              "mix that imports a card, using the owner's key")  # fmt: skip
def total_with_an_own_sum(liar: Rogue) -> m.Win:
    """Both sums, and a third that the liar has sealed for itself."""
    own = MaskedCard(multiply_base(9), weighted_sum([6, 9], [H_POINTS, liar.secrets.key.X]))
    return winning(liar, 20, [*told_to(liar), own])


@SEALED.cheat("Win.proof", REACHED, Code.STATEMENT_PROOF, "proof of another seat",
              source="faults 8: a replayed proof")  # fmt: skip
def total_for_another_seat(liar: Rogue) -> m.Win:
    """The right total, proved for another seat's place."""
    return winning(liar, 20, ctx=elsewhere(liar, seat=liar.others[0]))


@SEALED.cheat("Win.proof", REACHED, Code.STATEMENT_PROOF, "proof of another hand",
              source="faults 8: a replayed proof")  # fmt: skip
def total_for_another_round(liar: Rogue) -> m.Win:
    """The right total, proved for the round before."""
    return winning(liar, 20, ctx=elsewhere(liar, round=liar.table.round - 1))


for _label in (Label.SHARE, Label.SEALED_POINTS):
    SEALED.add("Win.proof", f"total-under-{_label.value}",
               f"The right total, proved under the label '{_label.value}'.", REACHED,
               Code.STATEMENT_PROOF, "proof of another key", partial(winning, p=20, label=_label),
               source="faults 9: weak Fiat–Shamir")  # fmt: skip

for _at, _field in enumerate(("challenge", "response")):
    for _name, (_done, _value) in list(BAD_SCALARS.items())[:2]:

        def _scalar_of_total(liar: Rogue, at: int = 32 * _at, value: bytes = _value) -> m.Win:
            return m.Win(20, put(winning(liar, 20).proof, at, value))

        SEALED.add(f"Win.proof, {_field}", f"total-{_field}-{_name}",
                   f"The {_field} in the proof of a total is {_done}.", REACHED,
                   Code.SCALAR if _value[0] else Code.STATEMENT_PROOF, SCALAR_LINES[_name],
                   _scalar_of_total)  # fmt: skip

SEALED.add("Win", "total-of-a-giver", "A giver tells the total that it knows the winner to have.",
           _scene("the target is reached by another", Stage.TALLY, "B", quiet="A", mine=False), Code.TYPE_NOT_DUE,
           "out of turn",
           lambda liar: winning(liar, 20, liar.cards.sealed[liar.table.owing()[0]]))  # fmt: skip
SEALED.add("Win", "total-before-the-sums", "The winner tells a total before the givers have sealed theirs.",
           _scene("two tens, not told", Stage.POINTS, "A", quiet="BC", mine=False), Code.TYPE_NOT_DUE, "out of turn",
           fixed(m.Win(20, bytes(64))))  # fmt: skip
_UNTIMELY: tuple[tuple[m.EntryMessage, str, Scene, str], ...] = (
    (m.Claim(), "A claim where the winner's total is due.", REACHED, "total"),
    (m.Count((m.PileSum(20, bytes(128)),)), "A count where the winner's total is due.", REACHED, "total"),
    (m.Pass(), "A pass where a sealed sum is due.", GIVEN, "sum"),
    (m.Claim(), "A claim where a sealed sum is due.", GIVEN, "sum"),
    (m.Shares(bytes(33), bytes(64)), "Shares of cards to come where a sealed sum is due.", GIVEN, "sum"),
)
for _message, _lie, _place, _due in _UNTIMELY:
    _kind = type(_message).__name__
    SEALED.add(_kind, f"{_kind.lower()}-for-a-{_due}", _lie, _place, Code.TYPE_NOT_DUE,
               "a type in a state where it is not allowed", fixed(_message))  # fmt: skip
