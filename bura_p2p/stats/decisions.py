"""Every choice of one player in a game file, with what that player saw at the time, as far as it can be known.

Here: the walk through a file, own cards put together from what was shown later or from notes. Never: a guess. A file
does not tell from which draw a played card came, what was given face down and never opened, what was never played:
where the own hand hangs on that, a choice is there without a view, and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from ..cards import Card
from ..errors import LocalError, PeerError
from ..log.entry import SignedEntry
from ..log.file import GameFile, MalformedFile, read_game
from ..rules import actions as a
from ..rules.notation import parse_hand
from ..rules.phases import legal_actions
from ..rules.points import cards_points
from ..rules.position import with_hand
from ..sentences import Sentence
from ..store import HeldRow
from ..table import events as e
from ..table.phases import Stage
from ..table.view import PLAYER_STAGES, View, view_of
from ..verify import Replay


class Unknown(Enum):
    """Why the own hand at a choice is not known."""

    DRAWN = "cards drawn later may be among those played later"
    GIVEN = "cards were given face down and never opened"
    UNPLAYED = "cards were never played"


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice. `trick` counts from 1 in its hand, `round` is the entry's.

    `view` is what the player saw, with every legal action, or None for the reason `why`. `chosen` is the action; the
    cards of a give are None where nobody can know them.
    """

    hand: int
    trick: int
    round: int
    chosen: a.Action
    view: View | None = None
    why: Unknown | None = None

    def __repr__(self) -> str:
        """Where, not what: it may know cards that were never shown."""
        return f"Decision(hand={self.hand}, trick={self.trick}, round={self.round}, known={self.view is not None})"


@dataclass(slots=True)
class _Moment:
    """A choice as the table saw it. `cards` leave the hand, None where closed; `draws`: own ones before it."""

    hand: int
    trick: int
    view: View
    action: a.Action
    draws: int
    cards: list[Card | None] = field(default_factory=list)
    taker: int | None = None

    @property
    def slots(self) -> int:
        """How many cards were held."""
        position = self.view.position
        return 0 if position is None else len(position.hands[self.view.seat])


def decisions_of(data: bytes, seat: int, notes: Sequence[HeldRow] = ()) -> Iterator[Decision]:
    """The choices of `seat` in order, up to the file's first fault; `notes` are its own cards where they were kept.

    Slow: all the mathematics of the file is done again. Raises `LocalError` for what is no game file, or no seat.
    """
    try:
        game = read_game(data)
        replay = Replay(game.identities)
    except (MalformedFile, PeerError) as fault:
        raise LocalError(Sentence("This is not a readable game file: {fault}.", fault=fault)) from None
    if not 0 <= seat < len(game.identities):
        raise LocalError(Sentence("The game has no seat {seat}.", seat=seat))
    return _walk(game, replay, _Hand(seat, notes))


def _walk(game: GameFile, replay: Replay, hand: _Hand) -> Iterator[Decision]:
    for signed in game.entries:
        try:
            ended = _step(replay, signed, hand)
        except PeerError:
            break  # what was played before stands
        if ended:
            yield from hand.settle()
    yield from hand.settle()


def _step(replay: Replay, signed: SignedEntry, hand: _Hand) -> bool:
    """Feed one entry; whether a hand has ended by it."""
    table, seat = replay.table, hand.seat
    mine = signed.seat == seat and table.stage in PLAYER_STAGES and seat in table.owing()
    view = view_of(table, seat, ()) if mine else None
    events = replay.feed(signed)
    if view is not None:
        hand.chose(view, table.state.hand, events)
    for event in events:
        hand.hear(event, table.round)
    return any(isinstance(event, e.HandOver | e.Voided) for event in events)


class _Hand:
    """Gathers the moments of one hand after another, and makes decisions of them when it is over."""

    def __init__(self, seat: int, notes: Sequence[HeldRow]) -> None:
        self.seat = seat
        self._notes = sorted(notes, key=lambda note: note.round)
        self._moments: list[_Moment] = []
        self._begun = 0
        self._leads = 0
        self._draws = 0

    def chose(self, view: View, hand: int, events: Sequence[e.Event]) -> None:
        """The own seat has made a choice at this view."""
        action = next((_ACTIONS[type(event)](event) for event in events if type(event) in _ACTIONS), None)
        if action is not None:
            trick = self._leads + (view.stage is not Stage.FOLLOW)
            self._moments.append(_Moment(hand, trick, view, action, self._draws, list(_cards_of(action))))

    def hear(self, event: e.Event, round_: int) -> None:
        """What else the hand brings; `round_` is the one that opens with it."""
        match event:
            case e.HandBegun():
                self._begun = round_
            case e.Led():
                self._leads += 1
            case e.Drew(seat=self.seat):
                self._draws += 1
            case e.TrickTaken(seat=taker):
                for moment in self._moments:
                    moment.taker = taker if moment.cards and moment.taker is None else moment.taker
            case e.PileOpened(seat=self.seat, owner=owner, cards=cards):
                self._opened(owner, cards)

    def _opened(self, owner: int, cards: Sequence[Card]) -> None:
        """What was given into a pile lies open: in the order in which it was given."""
        shown = iter(cards)
        for moment in self._moments:
            if moment.taker == owner and isinstance(moment.action, a.Give):
                moment.cards = [next(shown, None) for _ in moment.cards]

    def settle(self) -> Iterator[Decision]:
        """The decisions of the hand that is over; the next one begins."""
        moments = self._moments
        for at, moment in enumerate(moments):
            held, given, why = self._noted(at) or _shown(moments, at)
            view = None if why is not None else _seen(moment.view, held, given)
            chosen = _chosen(moment, view)
            yield Decision(moment.hand, moment.trick, moment.view.round, chosen, view, why)
        self._moments, self._leads, self._draws = [], 0, 0

    def _noted(self, at: int) -> tuple[list[Card], list[Card], Unknown | None] | None:
        """Held and given cards at a moment, from notes of this hand; None where they do not fit it."""
        moment = self._moments[at]
        before = [note for note in self._notes if self._begun <= note.round <= moment.view.round]
        held = _cards(before[-1].held) if before else []
        if not before or len(held) != moment.slots:
            return None
        given = _cards(before[-1].given)
        if isinstance(moment.action, a.Give) and None in moment.cards:
            self._fill(moment, held, given)
        return held, given, None

    def _fill(self, moment: _Moment, held: Sequence[Card], given: Sequence[Card]) -> None:
        """The cards of a give: what the next note has more of, or the whole hand."""
        count = len(moment.cards)
        after = next((note for note in self._notes if note.round > moment.view.round), None)
        more = _cards(after.given)[len(given) : len(given) + count] if after is not None else []
        if len(more) == count and set(more) <= set(held):
            moment.cards = list(more)
        elif count == len(held):
            moment.cards = list(held)


def _cards(text: str) -> list[Card]:
    return [card for card in parse_hand(text) if card is not None]


def _shown(moments: Sequence[_Moment], at: int) -> tuple[list[Card], list[Card], Unknown | None]:
    """The same from what the file shows: cards played before the next own draw were held, others perhaps."""
    moment = moments[at]
    earlier = [card for past in moments[:at] if isinstance(past.action, a.Give) for card in past.cards]
    soon = [card for one in moments[at:] if one.draws == moment.draws for card in one.cards]
    drawn = any(one.draws > moment.draws for one in moments[at:])
    held = [card for card in soon if card is not None]
    given = [card for card in earlier if card is not None]
    if len(soon) < moment.slots:
        return held, given, Unknown.DRAWN if drawn else Unknown.UNPLAYED
    if len(held) < len(soon) or len(given) < len(earlier):
        return held, given, Unknown.GIVEN
    return held, given, None


def _seen(view: View, held: Sequence[Card], given: Sequence[Card]) -> View | None:
    """What the player saw; None where these cards cannot have been the hand."""
    if view.position is None:
        return None
    try:
        position = with_hand(view.position, view.seat, sorted(held))
    except LocalError:
        return None
    legal = legal_actions(position, view.seat)
    return replace(view, position=position, held=tuple(sorted(held)), given=tuple(given), legal=legal)


def _chosen(moment: _Moment, view: View | None) -> a.Action:
    """The action as it stands among the legal ones of the view, whatever the order of its cards."""
    action = moment.action
    if isinstance(action, a.Give) and None not in moment.cards:
        known = [card for card in moment.cards if card is not None]
        tell = moment.view.position is not None and moment.view.position.gives_tell
        action = a.Give(tuple(known), cards_points(known) if tell else None)
    for legal in view.legal if view is not None else ():
        if legal == action:
            return legal
        same = type(legal) is type(action) and set(_cards_of(legal)) == set(moment.cards)
        if same and moment.cards:
            return legal
    return action


def _cards_of(action: a.Action) -> Sequence[Card | None]:
    return action.cards if isinstance(action, a.Lead | a.Answer | a.Give) else ()


_ACTIONS: Final[Mapping[type[e.Event], Callable[[Any], a.Action]]] = {
    e.Led: lambda event: a.Lead(event.cards),
    e.Answered: lambda event: a.Answer(event.cards),
    e.Gave: lambda event: a.Give((None,) * event.count, event.points),
    e.Raised: lambda event: a.Raise(event.to),
    e.Accepted: lambda event: a.Accept(),
    e.Declined: lambda event: a.Decline(),
    e.Claimed: lambda event: a.Claim(),
    e.Passed: lambda event: a.Pass(),
    e.Ceded: lambda event: a.Cede(),
    e.Resigned: lambda event: a.Resign(),
}
"""The choice that an event tells of."""
