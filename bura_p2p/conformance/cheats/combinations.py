"""Lies about whole hands: combinations that are not held, and leads taken by what was announced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from ...cards import Card, Rank
from ...crypto import masking, statements
from ...crypto.challenge import Label, context
from ...crypto.group import G
from ...crypto.masking import HandKey, MaskedCard
from ...crypto.relation import Statement, prove
from ...errors import Code
from ...rules.builtin import CLASSIC, GEORGIAN, KOZEL, RUSSIAN, TELEGRAM
from ...rules.ruleset import Maliutka, Ruleset, Special
from ...table.phases import Stage
from ...table.state import need
from ...wire import messages as m
from ..cheat import Chapter, Deal, Kind, Layer, Make, Scene, bound
from ..pens import BAD_SCALARS, SCALAR_LINES, Cards, put
from ..rogue import Rogue
from ..stacked import cards as texts

COMBINATIONS = Chapter(Layer.HANDS)

TRUMPS, ACES, ONE_SUIT = m.Combination

TWO: Final = replace(CLASSIC, name="two", deck=20)
THREE: Final = replace(RUSSIAN, name="three", deck=20)
FOUR_CARDS: Final = replace(KOZEL, name="four-cards", deck=20, players=(2, 4))
OUT_OF_TURN: Final = replace(GEORGIAN, name="out-of-turn", maliutka=Maliutka.ANYTIME)
NO_MOLODKA: Final = replace(TWO, name="no-molodka", specials=(Special.BURA, Special.THREE_ACES))
HELD_WIN: Final = replace(TELEGRAM, name="held-win", deck=20)

NOTHING: Final = "JS QH KC"


def dealt(name: str, rules: Ruleset, stage: Stage, deal: Deal, **more: Any) -> Scene:
    """The scene of a constructed hand."""
    return Scene(name, stage, (Kind(rules, len(deal.hands)),), deal=deal, **more)


def announcing(name: str, rules: Ruleset, *hands: str, who: str = "B") -> Scene:
    """`who` is to announce what it holds."""
    return dealt(name, rules, Stage.ANNOUNCE, Deal(hands, "JD", who))


# --- what a liar can prove ---------------------------------------------------------------------------------


def proof_of(
    liar: Rogue,
    what: int,
    cards: Cards,
    faces: Sequence[Card],
    *,
    key: HandKey | None = None,
    ctx: bytes | None = None,
    label: Label | None = None,
) -> bytes:
    """The proof that an owner of `faces` would make of `cards`, whether or not they are these, or its own."""
    key, ctx = key or liar.secrets.key, ctx or liar.ctx
    worth = [masking.CARD_POINTS[card.rank] for card in faces]
    match what:
        case m.Combination.TRUMPS:
            statement = statements.suit(ctx, key.X, cards, need(liar.table.state.position).trump)
            witness = statements.suit_witness(key.x, faces, worth)
        case m.Combination.ACES:
            statement = statements.rank(ctx, key.X, cards, Rank.ACE, 11)
            witness = statements.rank_witness(key.x, faces)
        case _:
            statement = statements.one_suit(ctx, key.X, cards)
            witness = statements.one_suit_witness(key.x, faces, worth)
    return prove(Statement(label or statement.label, ctx, statement.equations), witness, liar.entropy)


def said(liar: Rogue, what: int) -> m.Announce:
    """An announcement that is honest if the hand is that."""
    return m.Announce(what, proof_of(liar, what, liar.ciphers, liar.faces))


NEAR: Final = {
    TRUMPS: (announcing("nearly trumps", THREE, NOTHING, "AD KD QS", "JC QC AC"), "AD KD QD"),
    ACES: (announcing("nearly aces", TWO, NOTHING, "AS AH KD"), "AS AH AC"),
    ONE_SUIT: (announcing("nearly one suit", TWO, NOTHING, "JC QC AH"), "JC QC AC"),
}
"""All but one card of each combination, and the hand that is wished for."""

LEADS_LAST: Final = announcing("trumps", THREE, NOTHING, "AD KD QD", "QC KS 10S")

TRUE: Final = {
    TRUMPS: LEADS_LAST,
    ACES: announcing("aces", TWO, NOTHING, "AS AH AC"),
    ONE_SUIT: announcing("one suit", TWO, NOTHING, "JC QC AC"),
}
"""Each combination, held."""

Lie = Callable[[Rogue, int], m.EntryMessage]


def each(
    scenes: dict[m.Combination, Scene], field: str, code: Code, line: str, *, source: str = ""
) -> Callable[[Lie], Lie]:
    """Write a lie down for each combination."""

    def note(lie: Lie) -> Lie:
        for what, scene in scenes.items():
            name = f"{lie.__name__.replace('_', '-')}-{what.label.replace('_', '-')}"
            doc = (lie.__doc__ or "").replace("WHAT", what.label.replace("_", " "))
            COMBINATIONS.add(f"Announce.{field}, {what.label}", name, doc, scene, code, line,
                             bound(lie, what), source=source)  # fmt: skip
        return lie

    return note


NEARLY: Final = {what: scene for what, (scene, _) in NEAR.items()}


# --- hands that are another one ----------------------------------------------------------------------------


@each(NEARLY, "proof", Code.STATEMENT_PROOF, "combination that is not one")
def nearly_held(liar: Rogue, what: int) -> m.EntryMessage:
    """All cards but one are WHAT, proved with the true cards as witness."""
    return said(liar, what)


@each(NEARLY, "proof", Code.STATEMENT_PROOF, "combination that is not one")
def wished_for(liar: Rogue, what: int) -> m.EntryMessage:
    """All cards but one are WHAT, proved with the cards that are wished for as witness."""
    return m.Announce(what, proof_of(liar, what, liar.ciphers, texts(NEAR[m.Combination(what)][1])))


@each(NEARLY, "proof", Code.STATEMENT_PROOF, "response scalar set to 0")
def proved_by_zeros(liar: Rogue, what: int) -> m.EntryMessage:
    """All cards but one are WHAT, under a proof of zero bytes."""
    return m.Announce(what, bytes(len(said(liar, what).proof)))


@each(NEARLY, "proof", Code.STATEMENT_PROOF, "statement over the same card twice")
def a_card_counted_twice(liar: Rogue, what: int) -> m.EntryMessage:
    """Two cards are WHAT, and a copy of one of them, masked anew, makes the third: true of other ciphertexts."""
    held = list(zip(liar.faces, liar.ciphers, strict=True))
    wished = texts(NEAR[m.Combination(what)][1])
    (face, card), other = [pair for pair in held if pair[0] in wished]
    copy = MaskedCard(card.A + G, card.B + liar.secrets.key.X)
    return m.Announce(what, proof_of(liar, what, [card, other[1], copy], [face, other[0], face]))


_SUM = dealt("club and heart, diamonds trump", THREE, Stage.ANNOUNCE,
             Deal(("JS QS 10H", "AD KC QH", "JC QC AC"), "JD", "B"))


@COMBINATIONS.cheat("Announce.proof", _SUM, Code.STATEMENT_PROOF, "suits proved by a sum")
def suits_proved_by_a_sum(liar: Rogue) -> m.EntryMessage:
    """A club, a heart and a diamond: on the suit axis their sum is that of three diamonds, and only that is true."""
    diamonds = texts("AD KD QD")
    order = sorted(range(3), key=lambda at: str(liar.faces[at].suit))
    cards = [liar.ciphers[at] for at in order]
    return m.Announce(TRUMPS, proof_of(liar, TRUMPS, cards, diamonds))


for _what, _hand in ((TRUMPS, "AD KD QD"), (ONE_SUIT, "JC QC AC")):
    _scene = announcing(f"a friend holds {_what.label}", THREE, NOTHING, "QS KH 10S", _hand)

    def _borrowed(liar: Rogue, what: int = _what) -> m.EntryMessage:
        friend = next(seat for seat in liar.others if liar.league[seat]._secrets and _fits(liar, seat, what))
        lent, theirs = need(liar.league[friend]._secrets), liar.cards.held[friend]
        return m.Announce(what, proof_of(liar, what, theirs, liar.maker.read(lent, theirs), key=lent.key))

    COMBINATIONS.add("Announce.proof", f"hand-of-a-friend-{_what.label.replace('_', '-')}",
                     f"A friend holds {_what.label.replace('_', ' ')} and lends its key: true of its cards alone.",
                     _scene, Code.STATEMENT_PROOF, "proof of another seat", _borrowed, insider=True)  # fmt: skip


def _fits(liar: Rogue, seat: int, what: int) -> bool:
    suits = {card.suit for card in liar.league[seat]._held}
    return len(suits) == 1 and (what != TRUMPS or suits == {need(liar.table.state.position).trump})


for _name, _scene, _what in (
    ("aces-as-one-suit", TRUE[ACES], ONE_SUIT),
    ("one-suit-as-aces", TRUE[ONE_SUIT], ACES),
    ("one-suit-as-trumps", TRUE[ONE_SUIT], TRUMPS),
):
    COMBINATIONS.add("Announce.what", _name,
                     f"What is announced is another combination than is held: {_name.replace('-', ' ')}.", _scene,
                     Code.STATEMENT_PROOF, "combination that is not one",
                     bound(said, _what))  # fmt: skip

for _what, _hand in ((TRUMPS, "AD KD QD 10C"), (ACES, "AS AH AC KD")):
    COMBINATIONS.add("Announce.proof, four cards", f"four-{_what.label}-but-for-one",
                     f"Four {_what.label}, which win by being held, but for one card.",
                     announcing(f"nearly four {_what.label}", FOUR_CARDS, _hand, "JS QH KC 10S", who="A"),
                     Code.STATEMENT_PROOF,
                     "combination that is not one", bound(said, _what))  # fmt: skip


# --- proofs for another place, of another form -------------------------------------------------------------


def elsewhere(liar: Rogue, **other: Any) -> bytes:
    """The context of another place than the liar's."""
    table = liar.table
    place: dict[str, Any] = {
        "table_id": table.state.table_id, "hand": table.state.hand, "round": table.round, "seat": liar.seat,
        "head": table.head,
    } | other  # fmt: skip
    return context(**place)


_PLACES: dict[str, tuple[str, Callable[[Rogue], dict[str, Any]]]] = {
    "round": ("proof of another hand", lambda liar: {"round": liar.table.round - 1}),
    "hand": ("proof of another hand", lambda liar: {"hand": 2}),
    "seat": ("proof of another seat", lambda liar: {"seat": liar.others[0]}),
    "head": ("proof of another table", lambda liar: {"head": bytes(32)}),
    "table": ("proof of another table", lambda liar: {"table_id": bytes(32)}),
}

for _name, (_line, _place) in _PLACES.items():

    def _proved_elsewhere(liar: Rogue, place: Callable[[Rogue], dict[str, Any]] = _place) -> m.EntryMessage:
        ctx = elsewhere(liar, **place(liar))
        return m.Announce(ONE_SUIT, proof_of(liar, ONE_SUIT, liar.ciphers, liar.faces, ctx=ctx))

    COMBINATIONS.add("Announce.proof", f"announced-for-another-{_name}",
                     f"The right hand, proved for another {_name}.",
                     TRUE[ONE_SUIT], Code.STATEMENT_PROOF, _line, _proved_elsewhere,
                     source="faults 8: a replayed proof")  # fmt: skip


@each(TRUE, "proof", Code.STATEMENT_PROOF, "proof of another key", source="faults 9: weak Fiat–Shamir")
def announced_under_another_label(liar: Rogue, what: int) -> m.EntryMessage:
    """The right hand, WHAT, proved under the label of openings."""
    return m.Announce(what, proof_of(liar, what, liar.ciphers, liar.faces, label=Label.OPEN))


@each(TRUE, "what", Code.LENGTH, "combination that is not one")
def announced_under_another_name(liar: Rogue, what: int) -> m.EntryMessage:
    """The true proof of WHAT under the name of another combination, whose proofs have another length."""
    return m.Announce((what + 1) % 3, said(liar, what).proof)


@each(TRUE, "proof", Code.LENGTH, "proof field shortened", source="faults 2: lists of any length")
def announcement_cut(liar: Rogue, what: int) -> m.EntryMessage:
    """The true proof of WHAT without its last response."""
    return m.Announce(what, said(liar, what).proof[:-32])


@each(TRUE, "proof", Code.LENGTH, "proof field lengthened")
def announcement_lengthened(liar: Rogue, what: int) -> m.EntryMessage:
    """The true proof of WHAT and a response more."""
    return m.Announce(what, said(liar, what).proof + bytes(32))


def _with(start: int, value: bytes) -> Make:
    def make(liar: Rogue) -> m.EntryMessage:
        return m.Announce(TRUMPS, put(said(liar, TRUMPS).proof, start, value))

    return make


for _at, _field in enumerate(("challenge", "response of the key", "response of the rank", "response of the points")):
    for _name, (_done, _value) in list(BAD_SCALARS.items())[:2]:
        COMBINATIONS.add(f"Announce.proof, {_field}", f"trumps-{_field.replace(' ', '-')}-{_name}",
                         f"The {_field} in the proof of trumps is {_done}.", LEADS_LAST,
                         Code.SCALAR if _value[0] else Code.STATEMENT_PROOF, SCALAR_LINES[_name],
                         _with(32 * _at, _value))  # fmt: skip
