"""Follows one game from update to update: what a face shows beside the view, and the events as plain data.

Here: `Follower`. Never: a client, a command, a card that the view or a public event does not show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ...net.driver import (
    ClockSet,
    EndOffered,
    NotDone,
    PeerAway,
    PeerBack,
    PeerGone,
    Said,
    TimeOut,
    Update,
)
from ...rules.ruleset import Special
from ...sentences import N_
from ...table import events as e
from ...table.view import View
from ..clocks import clock_text
from ..faces import Faces
from ..inert import inert
from ..reasons import reason_told
from ..text import Narrator, shown_names
from ..tongue import LANGUAGES, capital, language, local, speaking, t
from .proofs import Proofs
from .snapshot import AWAY, GONE, HERE, Heard, names_of, table_of

CHAT_KEPT: Final = 50
"""Lines of chat in a state."""

SENTENCE: Final = 600
"""Columns of a sentence, and of any other text in an event."""

_ENDS_WISH: Final = (
    e.Led, e.Answered, e.Gave, e.Claimed, e.Passed, e.Raised, e.Accepted, e.Declined, e.Announced, e.Ceded, e.Counted,
    e.Reached, e.Resigned, e.HandOver, e.Voided, e.Refused,
)  # fmt: skip
"""Events that answer an offered end: whoever owed a move has made it, whatever that is."""

_HALTED: Final = {
    "secrets_lost": N_(
        "This game store was set back to an earlier state and has lost the keys of this hand: the hand can only be "
        "given up."
    ),
    "store_moved": N_(
        "This game store was moved or copied, and the other copy may have played on, so nothing is signed here. If "
        "the other copy is not used any more, leave this game, and resume it as moved."
    ),
}

_BACK: Final = N_("The other side is there; the game goes on.")
_LOOKING: Final = N_("Looking for the other side; the game goes on as soon as it is here.")
"""Said where a game is taken up again: nothing was lost that this program has had."""

_SETTLES: Final = (e.Resigned, e.HandBegun, e.HandOver, e.Voided, e.Refused, NotDone)
"""Events after which no resignation is kept for later."""


class Follower:
    """The game as the player at `seat` of `seats` follows it. `now` gives seconds of one clock, for moves' time."""

    def __init__(self, seat: int, now: Callable[[], float], game: int | None = None, seats: int = 2) -> None:
        self.view: View | None = None
        self.heard = Heard(game=game, seats=seats, policy=frozenset(Special))
        self._now = now
        self._narrators = {tongue: Narrator(seat, Faces(signs=True)) for tongue in LANGUAGES}
        self._proofs = Proofs()
        self._trick: list[dict[str, Any]] = []
        self._claimant: int | None = None
        self._looking = False

    def table(self) -> dict[str, Any] | None:
        """The `table` of a state now; None before the first update."""
        return None if self.view is None else table_of(self.view, self.heard, self._now())

    def follow(self, update: Update) -> list[dict[str, Any]]:
        """Take in an update; its events as plain data, each with a `text` for people, which may be empty,
        and else the same in `texts` by language, so that whoever changes the language reads all of it anew.
        """
        self.view = update.view
        for tongue, narrator in self._narrators.items():
            narrator.rules = update.view.ruleset
            if any(update.view.names):  # a game that is taken up again does not tell them anew
                with speaking(tongue):
                    narrator.names = shown_names(update.view.names, update.view.seat)
        return [self._event(event) for event in update.events]

    def recall(self, update: Update) -> list[dict[str, Any]]:
        """Take in what had happened in a game that is taken up again, and the cards that are held in it now."""
        self._looking = True
        events = (*update.events, *([e.Held(update.view.held)] if update.view.held else []))
        return self.follow(Update(update.number, events, update.view))

    def _event(self, event: e.Event) -> dict[str, Any]:
        texts = self._texts(event)
        text = texts[language()]
        told: dict[str, Any] = harmless(e.to_json(event))
        if isinstance(event, Said):
            told["said"] = told["text"]
        if isinstance(event, e.Answered):
            told["kind"] = self._answer_kind()
        if isinstance(event, e.HandOver):
            told["reason"] = inert(reason_told(self._narrator.reasons.true(event).reason, self._narrator.rules))
        if isinstance(event, e.TableOpened) and self.view is not None:
            told["names"] = names_of(self.view, self.heard.seats)
        told["text"] = text
        if text:
            told["texts"] = texts
        self._note(event, texts)
        return told

    @property
    def _narrator(self) -> Narrator:
        """The one that speaks the language in force."""
        return self._narrators[language()]

    def _texts(self, event: e.Event) -> dict[str, str]:
        """What an event is told as, by language."""
        found, looking = dict[str, str](), self._looking and isinstance(event, PeerAway | PeerBack)
        for tongue in LANGUAGES:
            with speaking(tongue):
                found[tongue] = _sought(event) if looking else self._text(event)
        self._looking = self._looking and not looking
        return found

    def _text(self, event: e.Event) -> str:
        match event:
            case Said(seat, text):
                return self._narrator.said(seat, inert(text, 280))
            case NotDone(sentence):
                return sentence_of(sentence)
            case PeerGone(_, sentence):
                return inert(local(sentence), SENTENCE)
            case PeerAway(_, sentence):
                return inert(local(sentence), SENTENCE)
            case PeerBack():
                return t(_BACK)
            case TimeOut(seat) if seat != self._narrator.seat:
                return t("The time of {name} is out.", name=self._narrator.name(seat))
            case EndOffered(seat) if seat != self._narrator.seat:
                name = self._narrator.name(seat)
                return t("{name} asks you to move, or to give this hand up.", name=name)
            case ClockSet() | TimeOut() | EndOffered():
                return clock_text(event, self._narrator)
            case e.Halted(reason):
                return t(_HALTED[reason])
            case _:
                return " ".join(line for line in self._narrator.tell(event) if line)

    # --- what stays ------------------------------------------------------------------------------------------

    def _note(self, event: e.Event, texts: dict[str, str]) -> None:
        text = texts[language()]
        if isinstance(event, e.HandBegun):
            self._proofs, self._claimant = Proofs(), None
        elif isinstance(event, e.Claimed):
            self._claimant = event.seat
        self._proofs.note(event)
        self._note_trick(event, texts)
        self._note_end(event, text)
        self._note_clock(event)
        if isinstance(event, _ENDS_WISH):
            self.heard.end_offered_by = None
        if isinstance(event, _SETTLES):
            self.heard.resigning = False
        match event:
            case EndOffered(seat):
                self.heard.end_offered_by = seat
            case Said(seat, said):
                self.heard.chat = [*self.heard.chat, {"seat": seat, "text": inert(said, 280)}][-CHAT_KEPT:]
            case PeerAway(reason, _):
                self._link(AWAY, reason, text)
            case PeerGone(reason, _):
                self._link(GONE, reason, text)
            case PeerBack():
                self._link(HERE, "", "")

    def _link(self, state: str, reason: str, text: str) -> None:
        self.heard.link, self.heard.reason, self.heard.link_text = state, inert(reason), text

    def _note_trick(self, event: e.Event, texts: dict[str, str]) -> None:
        match event:
            case e.HandBegun():
                self._trick, self.heard.last_trick = [], None
            case e.Led(seat, cards):
                self._trick = [_put(seat, "lead", list(map(str, cards)), len(cards))]
            case e.Answered(seat, cards):
                self._trick.append(_put(seat, self._answer_kind(), list(map(str, cards)), len(cards)))
            case e.Gave(seat, count):
                self._trick.append(_put(seat, "give", None, count))
            case e.TrickTaken(seat):
                text = texts[language()]
                self.heard.last_trick = {"plays": self._trick, "taken_by": seat, "text": text, "texts": texts}
                self._trick = []

    def _answer_kind(self) -> str:
        """What the last open answer was: one that does not beat is given."""
        return "answer" if self._narrator.beaten else "give"

    def _note_end(self, event: e.Event, text: str) -> None:
        match event:
            case e.HandOver():
                self.heard.result = self._result(event, text)
            case e.GameOver(winner, score, _, chips):
                self._over("complete", winner, list(score), text, list(chips))
            case e.Voided():
                self._over("void", None, [], text)
            case e.Refused():
                self._over("refused", None, [], text)

    def _result(self, event: e.HandOver, text: str) -> dict[str, Any]:
        rules = None if self.view is None else self.view.ruleset
        return {
            "hand": event.hand,
            "winner": event.winner,
            "reason": inert(reason_told(self._narrator.reasons.true(event).reason, rules)),
            "text": text,
            "points": event.points,
            "totals": None if event.totals is None else list(event.totals),
            "claimed": None if event.claimed is None else list(event.claimed),
            "claimant": self._claimant,
            "score": list(event.score),
            "chips": list(event.chips),
            "proved": self._proofs.sentences(rules),
            "file": None,
        }

    def _over(
        self, ended: str, winner: int | None, score: list[int], text: str, chips: Sequence[int] = ()
    ) -> None:
        self.heard.clock.move(None, 0, self._now())
        self.heard.over = {
            "ended": ended,
            "winner": winner,
            "score": score,
            "chips": list(chips),
            "text": text,
            "verdict": None,
            "file": None,
            "rematch": None,
        }

    # --- the clock -------------------------------------------------------------------------------------------

    def _note_clock(self, event: e.Event) -> None:
        """A clock that is set anew for the same move was given more; it stands still while the link is down, as the
        driver's does: for so long, and no longer.
        """
        clock, now, view = self.heard.clock, self._now(), self.view
        match event:
            case ClockSet(seat, seconds):
                place = (0 if view is None else view.round, seat)
                if place == clock.place:
                    clock.more(seconds)
                else:
                    clock.seconds = float(seconds)
                    clock.move(place, 0 if view is None or view.match is None else view.match.hand, now)
            case PeerAway():
                clock.stop(now)
            case PeerBack():
                clock.go_on(now)
        if clock.place is not None and view is not None and clock.place[0] != view.round:
            clock.move(None, 0, now)


def _sought(event: e.Event) -> str:
    """What the other side's absence is where a game is taken up again."""
    return t(_LOOKING if isinstance(event, PeerAway) else _BACK)


def _put(seat: int, kind: str, cards: list[str] | None, count: int) -> dict[str, Any]:
    return {"seat": seat, "kind": kind, "cards": cards, "count": count}


def harmless(value: Any) -> Any:
    """Plain data with every text in it made harmless."""
    match value:
        case str():
            return inert(value, SENTENCE)
        case dict():
            return {inert(str(name)): harmless(one) for name, one in value.items()}
        case list() | tuple():
            return [harmless(one) for one in value]
        case _:
            return value


def sentence_of(text: str) -> str:
    """A fault as a sentence: a capital letter, one full stop."""
    return inert(capital(local(text)), SENTENCE).rstrip(".") + "."
