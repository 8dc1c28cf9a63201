"""Combinations: announcing them before a lead, ceding the lead to them, and what they do to a trick.

Here: bura, three aces, molodka (maliutka), the instant hands. Never: points, claims, stakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..cards import Card, Rank, Suit
from ..errors import Code, PeerError
from .actions import Announce, Cede, Pass
from .outcome import Reason
from .points import set_beats
from .position import Phase, Play, Position
from .ruleset import Bura, Instant, Maliutka, Special, SpecialsWhen, ThreeAces
from .step import Step, end_hand, won_by

HEIGHT: Final[Mapping[str, int]] = {
    Special.BURA: 3, Special.THREE_ACES: 2, Special.MOLODKA: 1,
    Instant.MOSCOW: 2, Instant.FOUR_TRUMPS: 3, Instant.FOUR_ACES: 2,
}  # fmt: skip
"""How high a combination ranks (source: "a player with a bura takes priority, then one with three aces")."""

_TRUMPS: Final = frozenset({Special.BURA, Instant.FOUR_TRUMPS})
_ACES: Final = frozenset({Special.THREE_ACES, Instant.MOSCOW, Instant.FOUR_ACES})


def is_a(trump: Suit, cards: Sequence[Card], what: Special | Instant) -> bool:
    """Whether a whole hand of these cards is such a combination (three trumps are one suit too)."""
    if what in _TRUMPS:
        return {card.suit for card in cards} == {trump}
    if what in _ACES:
        return {card.rank for card in cards} == {Rank.ACE}
    return len({card.suit for card in cards}) == 1


def _alike(cards: Sequence[Card]) -> bool:
    """Whether these cards are of one suit or of one rank, as the cards of every combination are."""
    return len({card.suit for card in cards}) == 1 or len({card.rank for card in cards}) == 1


def combination(position: Position, cards: Sequence[Card]) -> Special | None:
    """The highest combination that these cards are when led or answered, or None."""
    rules = position.ruleset
    if len(cards) != rules.hand or not _alike(cards):
        return None
    counted = rules.specials or rules.announced
    if rules.bura is Bura.WHOLE_HAND_ON_LEAD:
        counted = (Special.BURA, *counted)
    found = [what for what in counted if is_a(position.trump, cards, what)]
    return max(found, key=lambda what: HEIGHT[what], default=None)


_PROVED: Final[Mapping[str, str]] = {**dict.fromkeys(_TRUMPS, "trumps"), **dict.fromkeys(_ACES, "aces")}


def proved_as(what: Special | Instant) -> str:
    """What a whole hand is proved to be when it is announced so: `trumps`, `aces` or `one_suit`."""
    return _PROVED.get(what, "one_suit")


def announced_as(position: Position, proved: str) -> Special | Instant:
    """The combination of these rules that a hand proved to be `proved` is. Raises `PeerError(TYPE_NOT_DUE)`."""
    for what in _callable(position):
        if proved_as(what) == proved:
            return what
    raise PeerError(Code.TYPE_NOT_DUE, f"'{proved}' is no combination of these rules")


# --- announcing --------------------------------------------------------------------------------------------


def speakers(position: Position) -> tuple[int, ...]:
    """The one seat that announces or passes next."""
    return position.announcers[position.spoken : position.spoken + 1]


def _callable(position: Position) -> tuple[Special | Instant, ...]:
    return position.ruleset.instant or position.ruleset.announced


def _fits(position: Position, known: Sequence[Card], what: Special | Instant) -> bool:
    """Whether a hand of which these cards are known may be the combination; a maliutka is never of trumps."""
    if position.ruleset.maliutka is Maliutka.ANYTIME and any(card.suit == position.trump for card in known):
        return False
    return not known or is_a(position.trump, known, what)


def announcements(position: Position, seat: int) -> tuple[Announce, ...]:
    """Every combination that `seat`'s whole hand is; nothing where its cards are not known."""
    known = tuple(filter(None, position.hands[seat]))
    if len(known) != len(position.hands[seat]) or not _alike(known):
        return ()
    return tuple([Announce(what) for what in _callable(position) if _fits(position, known, what)])


def silence(position: Position, seat: int) -> tuple[Pass, ...]:
    """To announce nothing: always a choice, but hands that win by being held are always announced."""
    held = position.ruleset.instant and announcements(position, seat)
    return () if held else (Pass(),)


def apply_announce(position: Position, seat: int, action: Announce) -> Step:
    """Say what one's hand is. Raises `PeerError(TYPE_NOT_DUE)` if these rules have no such combination, and
    LEAD_ILLEGAL if the hand cannot be it.
    """
    if action.what not in _callable(position):
        raise PeerError(Code.TYPE_NOT_DUE, f"'{action.what}' is no combination of these rules")
    if not _fits(position, tuple(filter(None, position.hands[seat])), action.what):
        raise PeerError(Code.LEAD_ILLEGAL, "the hand is another one")
    return _heard(position.but(announced=(*position.announced, (seat, action.what))))


def apply_silence(position: Position, seat: int, action: Pass) -> Step:
    """Announce nothing."""
    return _heard(position)


def _heard(position: Position) -> Step:
    """One more has spoken; when all have, the leader does, or a hand that wins by being held has won."""
    spoken = position.spoken + 1
    if spoken < len(position.announcers):
        return Step(position.but(spoken=spoken))
    position = position.but(spoken=spoken, phase=Phase.LEAD)
    if position.ruleset.instant and position.announced:
        seat, what = highest(position)
        return end_hand(position, won_by(position, seat, _reason(what)))
    return Step(position)


def _reason(what: Special | Instant) -> Reason:
    return Reason.BURA if what in _TRUMPS else Reason.COMBINATION


def highest(position: Position) -> tuple[int, Special | Instant]:
    """The highest combination that was announced, of equal ones the first in turn order."""
    return max(position.announced, key=lambda said: HEIGHT[said[1]])


# --- the leader's word -------------------------------------------------------------------------------------


def may_cede(position: Position, seat: int) -> bool:
    """Whether anything was announced against the leader."""
    return bool(position.announced)


def apply_cede(position: Position, seat: int, action: Cede) -> Step:
    """The highest announcer leads its cards next, or wins where such a hand wins by being announced."""
    winner, what = highest(position)
    if wins_at_once(position, winner, what):
        return end_hand(position, won_by(position, winner, _reason(what)))
    return Step(position.but(leader=winner, phase=Phase.SEIZED))


def wins_at_once(position: Position, seat: int, what: Special | Instant | None) -> bool:
    """Whether `seat`, leading or being ceded this combination, has won: a bura that nobody else announced where
    it ends the hand, three aces where they take the pot.
    """
    rules = position.ruleset
    if what == Special.THREE_ACES:
        return rules.three_aces is ThreeAces.TAKES_POT and not _buras(position, but=seat)
    if what != Special.BURA:
        return False
    if rules.bura is Bura.WHOLE_HAND_ON_LEAD:
        return True
    ends = rules.bura in {Bura.INSTANT_ON_ANNOUNCE, Bura.PLAY_ENDS_ROUND}
    return ends and rules.specials_when is SpecialsWhen.PRE_LEAD and not _buras(position, but=seat)


def _buras(position: Position, but: int | None = None) -> frozenset[int]:
    return frozenset(seat for seat, what in position.announced if what == Special.BURA and seat != but)


def check_lead(position: Position, cards: Sequence[Card]) -> None:
    """Raises `PeerError(LEAD_ILLEGAL)` for a lead that is not of one suit nor three aces, or is lower than what
    was announced; a seized lead is exactly what was announced.
    """
    fault = lead_fault(position, cards)
    if fault is not None:
        raise PeerError(Code.LEAD_ILLEGAL, fault)


def lead_fault(position: Position, cards: Sequence[Card]) -> str | None:
    """Why these cards, as many as may be led, are no lead now (see `check_lead`); None if they are."""
    one_suit = len(cards) == 1 or len({card.suit for card in cards}) == 1
    if one_suit and not position.announced:
        return None
    # Of the combinations only three aces are of several suits, and those may be led.
    what = combination(position, cards) if one_suit or cards[0].rank is Rank.ACE else None
    if what is None and not one_suit:
        return "a lead is of one suit"
    if not position.announced:
        return None
    _, said = highest(position)
    if position.phase is Phase.SEIZED:
        plain = position.ruleset.maliutka is Maliutka.TURN or cards[0].suit != position.trump
        if len(cards) != position.ruleset.hand or not is_a(position.trump, cards, said) or not plain:
            return "the announced combination is to be led"
    elif what is None or HEIGHT[what] < HEIGHT[said]:
        return "a higher combination was announced"
    return None


# --- in the trick ------------------------------------------------------------------------------------------


def hand_winner(position: Position, trick: Sequence[Play], winner: int) -> int | None:
    """Who has won the hand by a bura in this trick, which `winner` has taken; or None.

    Sources: "When a bura is played, the winner of that trick wins the hand"; "The Bura that wins the trick wins
    the pot": the one that stands among the buras. One that was led counts only with those announced against it.
    """
    rules = position.ruleset
    if len(trick[0].cards) != rules.hand:
        return None
    buras = [play for play in trick if combination(position, play.shown) == Special.BURA]
    if not buras or rules.bura not in {Bura.MUST_WIN_TRICK, Bura.INSTANT_ON_ANNOUNCE, Bura.PLAY_ENDS_ROUND}:
        return None
    if rules.bura is Bura.MUST_WIN_TRICK:
        return winner
    led = buras[0] is trick[0]
    if led and rules.specials_when is SpecialsWhen.PRE_LEAD:
        buras = [play for play in buras if play is trick[0] or play.seat in _buras(position)]
    elif not led and rules.bura is Bura.INSTANT_ON_ANNOUNCE:
        return None
    standing = buras[0]
    for play in buras[1:]:
        if set_beats(position.trump, play.shown, standing.shown):
            standing = play
    return standing.seat


def next_leader(position: Position, trick: Sequence[Play], winner: int) -> int:
    """Who leads after this trick: its winner, or where combinations count in it the first of the highest."""
    if position.ruleset.specials_when is not SpecialsWhen.IN_TRICK:
        return winner
    played = [(play.seat, combination(position, play.shown)) for play in trick]
    found = [(seat, HEIGHT[what]) for seat, what in played if what is not None]
    return max(found, key=lambda item: item[1])[0] if found else winner
