"""Lies about shares and openings: other cards, other proofs, and what is opened in a play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ...cards import Card
from ...crypto import masking
from ...crypto.challenge import Label
from ...crypto.masking import HandKey, MaskedCard
from ...errors import Code
from ...rules import actions as a
from ...table.state import need
from ...wire import messages as m
from ..cheat import Chapter, Layer, Scene, bound
from ..pens import (
    ANOTHER,
    BAD_POINTS,
    BAD_SCALARS,
    POINT_LINES,
    SCALAR_LINES,
    Cards,
    points_moved,
    proved_shares,
    put,
)
from ..rogue import Rogue
from ..scenes import DEAL, FOLLOW, LEAD, OPENING, SHARES

SHARING = Chapter(Layer.SHARES)


@dataclass(frozen=True)
class Forced:
    """An entry that is nothing but proved shares: in `deal` and `shares` for others' cards, in `open` of own ones."""

    kind: type[m.Deal] | type[m.Shares] | type[m.Open]
    scene: Scene
    label: Label

    @property
    def name(self) -> str:
        """The message's name."""
        return self.kind.__name__

    @property
    def points(self) -> str:
        """The field that holds the points."""
        return "openings" if self.kind is m.Open else "shares"

    @property
    def code(self) -> Code:
        """What refuses a false proof."""
        return Code.OPEN_PROOF if self.kind is m.Open else Code.SHARE_PROOF

    def due(self, liar: Rogue) -> list[MaskedCard]:
        """The masked cards that are due."""
        cards = liar.cards
        if self.kind is m.Open:
            return [card for owner in liar.others for card in liar.closed_for(owner)]
        deal = self.kind is m.Deal
        owed = cards.owed_at_deal(liar.seat) if deal else cards.owed_for(liar.table.state.draws, liar.seat)
        return [cards.deck[position] for position in owed]

    def about(self, liar: Rogue, cards: Cards, **how: Any) -> m.EntryMessage:
        """Rightly proved shares of `cards`, whatever they are."""
        return self.kind(*proved_shares(liar, cards, **{"label": self.label, **how}))

    def changed(self, liar: Rogue, change: Callable[[bytes], bytes]) -> m.EntryMessage:
        """The honest proof under other points."""
        honest: Any = liar.honest(self.kind)
        changed: m.EntryMessage = replace(honest, **{self.points: change(getattr(honest, self.points))})
        return changed


FORCED = (
    Forced(m.Deal, DEAL, Label.SHARE),
    Forced(m.Shares, SHARES, Label.SHARE),
    Forced(m.Open, OPENING, Label.OPEN),
)

Lie = Callable[[Rogue, Forced], m.EntryMessage]


def everywhere(
    field: str, code: Code | None, line: str, *, source: str = "", but: tuple[type, ...] = ()
) -> Callable[[Lie], Lie]:
    """Write a lie down for each forced entry but these; `code` is that of its proof unless it is given."""

    def note(lie: Lie) -> Lie:
        for forced in FORCED:
            if forced.kind not in but:
                name = f"{lie.__name__.replace('_', '-')}-in-{forced.name.lower()}"
                what = f"{forced.name}.{forced.points if field == 'points' else field}"
                SHARING.add(what, name, lie.__doc__ or "", forced.scene, code or forced.code, line,
                            bound(lie, forced), source=source)  # fmt: skip
        return lie

    return note


# --- other cards -------------------------------------------------------------------------------------------


@everywhere("points", None, "share for another position")
def hidden_card(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """A right share, rightly proved, of a card that lies hidden in the stock, in place of one that is due."""
    return forced.about(liar, [liar.cards.deck[-1], *forced.due(liar)[1:]])


@SHARING.cheat("Deal.shares", DEAL, Code.SHARE_PROOF, "share for a hidden card of the opponent's")
def own_dealt_card(liar: Rogue) -> m.EntryMessage:
    """The share of a card dealt to the liar itself, which would show it to all, in place of one that is due."""
    own = next(at for at, owner in enumerate(liar.cards.dealt) if owner == liar.seat)
    return FORCED[0].about(liar, [liar.cards.deck[own], *FORCED[0].due(liar)[1:]])


@SHARING.cheat("Open.openings", OPENING, Code.OPEN_PROOF, "share for another position")
def held_cards_opened(liar: Rogue) -> m.EntryMessage:
    """Cards that are still held are opened in place of those that were given."""
    count = len(FORCED[2].due(liar))
    return FORCED[2].about(liar, (list(liar.ciphers) * count)[:count])


@everywhere("points", None, "two cards swapped in a batch", but=(m.Shares,))
def two_shares_swapped(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """Two right shares change places, under the proof of the right order."""
    return forced.changed(liar, lambda points: points[33:66] + points[:33] + points[66:])


@everywhere("proof", None, "proof swapped between cards", but=(m.Shares,))
def proof_of_another_order(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """Two cards change places, and the proof is true of that order."""
    first, second, *others = forced.due(liar)
    return forced.about(liar, [second, first, *others])


@everywhere("points", None, "share for another position")
def share_moved(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """One share is moved by G, under the proof of the right ones: the other would read another card."""
    return forced.changed(liar, lambda points: points[:-33] + points_moved(points[-33:]))


@everywhere("points", None, "share for another position", source="faults 12: cards swapped by swapping keys")
def shares_of_another_key(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """All shares are made, and proved, with a key that is not the one shown."""
    return forced.about(liar, forced.due(liar), key=HandKey.generate(liar.entropy))


# --- other proofs ------------------------------------------------------------------------------------------


@everywhere("proof", None, "proof swapped between cards", source="faults 18: a base that is not hashed")
def proof_of_the_other_label(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """A share is proved as an opening, an opening as a share."""
    label = Label.SHARE if forced.label is Label.OPEN else Label.OPEN
    return forced.about(liar, forced.due(liar), label=label)


@everywhere("proof", None, "proof of another seat", source="faults 8: a replayed proof")
def proof_for_another_seat(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """The right shares, proved for another seat's place."""
    return forced.about(liar, forced.due(liar), ctx=liar.table.context(liar.others[0]))


@SHARING.cheat("Shares.proof", SHARES, Code.SHARE_PROOF, "proof of another hand")
def proof_of_the_deal_again(liar: Rogue) -> m.Shares:
    """The proof that stood in the deal, under the shares of a later round."""
    return replace(liar.honest(m.Shares), proof=liar.said(m.Deal).proof)


def _scalar(start: int, value: bytes) -> Lie:
    def lie(liar: Rogue, forced: Forced) -> m.EntryMessage:
        honest: Any = liar.honest(forced.kind)
        changed: m.EntryMessage = replace(honest, proof=put(honest.proof, start, value))
        return changed

    return lie


for _start, _what in ((0, "challenge"), (32, "response")):
    for _name, (_done, _value) in list(BAD_SCALARS.items())[:2]:
        _lie = _scalar(_start, _value)
        _lie.__name__, _lie.__doc__ = f"{_what}_{_name}", f"The {_what} of the proof is {_done}."
        everywhere(f"proof, {_what}", Code.SCALAR if _value[0] else None, SCALAR_LINES[_name])(_lie)
    _lie = _scalar(_start, ANOTHER[32])
    _lie.__name__, _lie.__doc__ = f"{_what}_another", f"The {_what} of the proof is another good value."
    everywhere(f"proof, {_what}", None, "proof field flipped")(_lie)


# --- forms -------------------------------------------------------------------------------------------------


@everywhere("points", Code.LENGTH, "batch shortened", but=(m.Shares,), source="faults 2: lists of any length")
def batch_shortened(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """One card less than is due, rightly proved."""
    return forced.about(liar, forced.due(liar)[:-1])


@everywhere("points", Code.LENGTH, "batch shortened", but=(m.Shares,))
def point_cut(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """The list ends in the middle of a point."""
    return forced.changed(liar, lambda points: points[:-1])


@everywhere("points", Code.LENGTH, "share for a hidden card of the opponent's")
def batch_lengthened(liar: Rogue, forced: Forced) -> m.EntryMessage:
    """One card more than is due, rightly proved: what nobody may have yet."""
    return forced.about(liar, [*forced.due(liar), liar.cards.deck[-2]])


def _point(point: bytes) -> Lie:
    return lambda liar, forced: forced.changed(liar, lambda points: point + points[33:])


for _name, (_what, _bytes) in BAD_POINTS.items():
    _lie = _point(_bytes)
    _lie.__name__, _lie.__doc__ = f"share_{_name}", f"The first share is {_what}."
    everywhere("points", Code.POINT, POINT_LINES[_name])(_lie)


# --- openings of a play ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """A play whose cards are opened."""

    kind: type[m.Lead] | type[m.Answer]
    scene: Scene

    def honest(self, liar: Rogue) -> m.Lead | m.Answer:
        """One card, as honesty would play it; an answer need not beat, for the rules are asked last."""
        action = a.Lead if self.kind is m.Lead else a.Answer
        return liar.message(self.kind, action((liar.held[0],)))


SHOWN = (Shown(m.Lead, LEAD), Shown(m.Answer, FOLLOW))

Play = Callable[[Rogue, Shown], m.EntryMessage]


def in_plays(code: Code, line: str) -> Callable[[Play], Play]:
    """Write a lie about openings down for both kinds of play that show cards."""

    def note(lie: Play) -> Play:
        for shown in SHOWN:
            kind = shown.kind.__name__
            SHARING.add(f"{kind}.openings", f"{lie.__name__.replace('_', '-')}-{kind.lower()}", lie.__doc__ or "",
                        shown.scene, code, line, bound(lie, shown))  # fmt: skip
        return lie

    return note


def mixed(play: m.Lead | m.Answer) -> tuple[MaskedCard, ...]:
    """The hand that a play carries."""
    return masking.cards_from_bytes(play.hand, len(play.hand) // 66)


def opened_as(liar: Rogue, play: m.Lead | m.Answer, cards: Cards) -> m.Lead | m.Answer:
    """The play with rightly proved openings of `cards` instead of those of its first ones."""
    openings, proof = proved_shares(liar, cards, label=Label.OPEN)
    return replace(play, openings=openings, proof=proof)


def shown_as(play: m.Lead | m.Answer, card: Card) -> m.Lead | m.Answer:
    """The play with an opening that would show `card`, under the proof of the right one."""
    return replace(play, openings=(mixed(play)[0].B - masking.card_point(card)).to_bytes())


@in_plays(Code.OPEN_PROOF, "share for another position")
def card_that_stays_opened(liar: Rogue, shown: Shown) -> m.EntryMessage:
    """Not the first card of the mixed hand is opened but the second, which stays."""
    play = shown.honest(liar)
    return opened_as(liar, play, mixed(play)[1:2])


@in_plays(Code.OPEN_PROOF, "statement over a copy from before the mix")
def copy_from_before_the_mix_opened(liar: Rogue, shown: Shown) -> m.EntryMessage:
    """The card is opened as it lay before the mix, which would tell when it was drawn."""
    return opened_as(liar, shown.honest(liar), liar.ciphers[:1])


@in_plays(Code.OPEN_PROOF, "opening that yields no card of the deck")
def card_that_is_not_held_shown(liar: Rogue, shown: Shown) -> m.EntryMessage:
    """The opening is moved so that the best card that is not held would appear, under the proof of the right one."""
    return shown_as(shown.honest(liar), max(set(masking._POINT_OF) - set(liar.held)))


@in_plays(Code.OPEN_PROOF, "opening that yields no card of the deck")
def opening_moved_off_the_deck(liar: Rogue, shown: Shown) -> m.EntryMessage:
    """The opening is moved by G, so that no card would appear, under the proof of the right one."""
    play = shown.honest(liar)
    return replace(play, openings=points_moved(play.openings))


@in_plays(Code.OPEN_PROOF, "opening of a card opened before")
def turned_card_shown(liar: Rogue, shown: Shown) -> m.EntryMessage:
    """The opening is moved so that the turned trump would appear, which all have seen under the stock."""
    return shown_as(shown.honest(liar), need(liar.cards.turned))


@in_plays(Code.LENGTH, "batch shortened")
def openings_end_within_a_point(liar: Rogue, shown: Shown) -> m.EntryMessage:
    """A byte stands after the last opening."""
    play = shown.honest(liar)
    return replace(play, openings=play.openings + bytes(1))


@in_plays(Code.LENGTH, "lead over the cap")
def more_openings_than_cards(liar: Rogue, shown: Shown) -> m.EntryMessage:
    """One opening more than cards are held."""
    return replace(shown.honest(liar), openings=ANOTHER[33] * (len(liar.held) + 1))
