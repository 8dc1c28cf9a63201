"""A game file as people write a game: hand by hand, trick by trick.

Here: the public events of a file as text and as JSON objects. Never: a card that the table did not see, a verdict
(that is `verdict`), reading files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..cards import Card
from ..errors import PeerError
from ..log.file import read_game
from ..rules.notation import RAISE_NAMES, format_hand
from ..rules.ruleset import Ruleset
from ..table import events as e
from ..verify import Replay
from .inert import inert, wrapped
from .verdict import hand_why
from .words import begun, cards_word, joined, not_played_out, player, points_word


def game_events(data: bytes) -> Iterator[e.Event | PeerError]:
    """Everything that happened in a game file, in order; a fault of an entry, if there is one, comes last.

    Raises `log.file.MalformedFile` when the bytes are no game file, `PeerError` when its identities cannot sit at
    one table.
    """
    return (happened for happened, _ in _played(data))


def _played(data: bytes) -> Iterator[tuple[e.Event | PeerError, Ruleset | None]]:
    """What happened, each time with the rules in force once they are known."""
    game = read_game(data)
    replay = Replay(game.identities)
    for signed in game.entries:
        try:
            for event in replay.feed(signed):
                yield event, replay.table.state.ruleset
        except PeerError as fault:
            yield fault, replay.table.state.ruleset
            return


def replay_text(data: bytes) -> str:
    """The whole game as lines of text, at most 80 columns wide. Raises as `game_events` does."""
    scribe, told = Scribe(), list[str]()
    for happened, scribe.rules in _played(data):
        told += scribe.lines(happened)
    return "\n".join(line for text in [*told, *scribe.ending()] for line in wrapped(text, indent=FURTHER))


def replay_json(data: bytes) -> Iterator[dict[str, Any]]:
    """One JSON object an event (`table.events.to_json`), with `trick` counted from 1 where a trick is on.

    The last object is `{"event": "end", "complete": …}`, or `{"event": "refused", …}` before it when an entry is
    refused. Raises as `game_events` does.
    """
    trick, complete = 0, False
    for happened in game_events(data):
        if isinstance(happened, PeerError):
            yield {"event": "refused", "code": happened.code.label, "seat": happened.seat, "round": happened.round}
            continue
        if isinstance(happened, e.HandBegun):
            trick = 0
        trick += isinstance(happened, e.Led)
        complete = isinstance(happened, e.GameOver)
        in_trick = isinstance(happened, e.Led | e.Answered | e.Gave | e.TrickTaken)
        yield e.to_json(happened) | ({"trick": trick} if in_trick else {})
    yield {"event": "end", "complete": complete}


FURTHER: Final = "      "
"""What begins every further line of one that is too long."""


class Scribe:
    """Writes a game down: events in, lines out. It remembers names, the trick's number and how the game ended.

    `rules` are those in force, once they are known.
    """

    def __init__(self) -> None:
        self.rules: Ruleset | None = None
        self._names: tuple[str, ...] = ()
        self._trick = 0
        self._complete = False

    def lines(self, happened: e.Event | PeerError) -> list[str]:
        """The lines for what happened; some events have none."""
        if isinstance(happened, PeerError):
            self._complete = True
            stop = f"Here the game stops: the next entry is refused ({happened})."
            return ["", stop, "`bura verify` says what follows."]
        write = _WRITERS.get(type(happened))
        return [] if write is None else write(self, happened)

    def ending(self) -> list[str]:
        """What to say after the last event."""
        return [] if self._complete else ["", "The file ends here, and the game has no end in it."]

    def name(self, seat: int) -> str:
        """A player's name, made harmless; `the host` for one without, and the seat is added where two are alike."""
        plain = [player(self._names, other) for other in range(len(self._names))]
        called = player(self._names, seat)
        return called if plain.count(called) <= 1 else f"{called} (seat {seat})"

    def who(self, seat: int) -> str:
        """The same at the beginning of a sentence."""
        return begun(self.name(seat))

    def score(self, points: Sequence[int]) -> str:
        """`Anna: 2, Boris: 1`."""
        return ", ".join(f"{self.name(seat)}: {of}" for seat, of in enumerate(points))

    # --- one writer an event --------------------------------------------------------------------------------

    def opened(self, event: e.TableOpened) -> list[str]:
        """Who plays what."""
        self._names = event.names
        players = joined([self.name(seat) for seat in range(len(event.names))])
        return [f"Bura, {inert(event.ruleset)} rules: {players}"]

    def begun(self, event: e.HandBegun) -> list[str]:
        """The heading of a hand."""
        self._trick = 0
        return ["", f"Hand {event.hand}: {self.name(event.leader)} leads first"]

    def shuffled(self, event: e.Shuffled) -> list[str]:
        """A shuffle."""
        return [f"  {self.who(event.seat)} shuffles"]

    def dealt(self, event: e.Dealt) -> list[str]:
        """The deal and the turned trump."""
        return [f"  {cards_word(event.cards)} each are dealt; {event.trump} is turned up for trump"]

    def led(self, event: e.Led) -> list[str]:
        """A lead opens a trick."""
        self._trick += 1
        return [f"  Trick {self._trick}", f"    {self.who(event.seat)} leads {hand(event.cards)}"]

    def answered(self, event: e.Answered) -> list[str]:
        """An open answer."""
        return [f"    {self.who(event.seat)} answers {hand(event.cards)}"]

    def gave(self, event: e.Gave) -> list[str]:
        """A give: how many, never which."""
        worth = "" if event.points is None else f", worth {points_word(event.points)} by proof"
        return [f"    {self.who(event.seat)} gives {cards_word(event.count)} face down{worth}"]

    def taken(self, event: e.TrickTaken) -> list[str]:
        """A trick's end."""
        closed = f" and {cards_word(event.closed)} face down" if event.closed else ""
        return [f"    {self.who(event.seat)} takes it: {points_word(event.shown)} in sight{closed}"]

    def drew(self, event: e.Drew) -> list[str]:
        """A draw."""
        turned = ", the turned trump last" if event.turned else ""
        return [f"    {self.who(event.seat)} draws {cards_word(event.count)}{turned}"]

    def raised(self, event: e.Raised) -> list[str]:
        """A raise, by its name at Georgian tables."""
        called = RAISE_NAMES.get(event.to)
        return [f"  {self.who(event.seat)} raises to {event.to}" + (f" ({called})" if called else "")]

    def accepted(self, event: e.Accepted) -> list[str]:
        """An accepted raise."""
        return [f"  {self.who(event.seat)} accepts; the hand is worth {event.stake}"]

    def declined(self, event: e.Declined) -> list[str]:
        """A declined raise."""
        return [f"  {self.who(event.seat)} declines"]

    def claimed(self, event: e.Claimed) -> list[str]:
        """A claim."""
        rest = "" if event.settled else "; the cards given into that pile are opened"
        return [f"  {self.who(event.seat)} claims{rest}"]

    def passed(self, event: e.Passed) -> list[str]:
        """No claim in the last word."""
        return [f"  {self.who(event.seat)} claims nothing"]

    def pile_opened(self, event: e.PileOpened) -> list[str]:
        """Given cards, opened."""
        return [f"  {self.who(event.seat)} opens what it gave {self.name(event.owner)}: {hand(event.cards)}"]

    def counted(self, event: e.Counted) -> list[str]:
        """Proved sums; the cards stay closed."""
        start = f"  {self.who(event.seat)} proves that the cards it gave"
        return [f"{start} {self.name(owner)} are worth {points_word(points)}" for owner, points in event.sums]

    def resigned(self, event: e.Resigned) -> list[str]:
        """A resignation."""
        return [f"  {self.who(event.seat)} gives the hand up"]

    def hand_over(self, event: e.HandOver) -> list[str]:
        """A hand's end, its reason and the score."""
        totals = "" if event.totals is None else f" (piles: {self.score(event.totals)})"
        why = hand_why(event, self.rules) + totals
        if event.winner is None:
            ended = f"nobody wins, for {why}"
        else:
            ended = f"{self.name(event.winner)} wins {points_word(event.points)} by {why}"
        return [f"  Hand {event.hand}: {ended}. Score: {self.score(event.score)}"]

    def game_over(self, event: e.GameOver) -> list[str]:
        """The game's end."""
        self._complete = True
        if event.stopped:
            who = begun(joined([self.name(seat) for seat in event.stopped]))
            out = not_played_out(self.rules)
            end = f"{who} {'plays' if len(event.stopped) == 1 else 'play'} no further hand{out and '; '}{out}"
            return ["", end, f"The game ends: {self.score(event.score)}"]
        if event.winner is None:
            return ["", f"The game ends: {self.score(event.score)}"]
        return ["", f"{self.who(event.winner)} wins the match: {self.score(event.score)}"]

    def voided(self, event: e.Voided) -> list[str]:
        """A void hand."""
        self._complete = True
        return ["", f"The hand is void ({event.code}), and nobody is named"]


def hand(faces: Sequence[Card]) -> str:
    """Cards as text, in order."""
    return format_hand(faces)


_WRITERS: Final[Mapping[type[e.Event], Callable[[Scribe, Any], list[str]]]] = {
    e.TableOpened: Scribe.opened,
    e.HandBegun: Scribe.begun,
    e.Shuffled: Scribe.shuffled,
    e.Dealt: Scribe.dealt,
    e.Led: Scribe.led,
    e.Answered: Scribe.answered,
    e.Gave: Scribe.gave,
    e.TrickTaken: Scribe.taken,
    e.Drew: Scribe.drew,
    e.Raised: Scribe.raised,
    e.Accepted: Scribe.accepted,
    e.Declined: Scribe.declined,
    e.Claimed: Scribe.claimed,
    e.Passed: Scribe.passed,
    e.PileOpened: Scribe.pile_opened,
    e.Counted: Scribe.counted,
    e.Resigned: Scribe.resigned,
    e.HandOver: Scribe.hand_over,
    e.GameOver: Scribe.game_over,
    e.Voided: Scribe.voided,
}
"""Who writes which event; a test sees that every public event has a writer."""
