"""A game file as people write a game: hand by hand, trick by trick.

Here: the public events of a file as text (the notation, with remarks) and as JSON objects. Never: a card that the
table did not see, a verdict (that is `verdict`), reading files.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..errors import PeerError
from ..log.file import read_game
from ..rules.game_text import end_lines, hand_lines, head_lines
from ..rules.record import GameRecord, seat_labels
from ..rules.ruleset import Ruleset
from ..table import events as e
from ..verify import Replay
from .inert import WIDTH, wrapped
from .recorder import Recorder
from .tongue import local, t
from .verdict import hand_why, stopped_words
from .words import begun, chips_word, joined, named_rules, player, points_word


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


def replay_text(data: bytes, more: Mapping[int | str, Sequence[str]] | None = None) -> str:
    """The whole game in the notation (`rules.game_text`), with remarks in words; `parse_game` reads it as it is.

    `more` remarks by place (see `HEAD`) follow those. At most 80 columns wide, but for a long name. Raises as
    `game_events` does.
    """
    scribe, recorder = Scribe(), Recorder()
    for happened, rules in _played(data):
        scribe.rules = recorder.ruleset = rules
        scribe.hear(happened)
        if not isinstance(happened, PeerError):
            recorder.hear(happened)
    scribe.ending()
    for place, texts in (more or {}).items():
        scribe.remarks[place] += [line for text in texts for line in remark(text)]
    return "\n\n".join("\n".join(lines) for lines in _parts(recorder.record(), scribe.remarks) if lines)


def _parts(record: GameRecord | None, remarks: Mapping[int | str, list[str]]) -> Iterator[list[str]]:
    """The head, every hand and the end as lines of the notation; a game that never began has only remarks."""
    if record is None:
        yield [*remarks[HEAD], *remarks[END]]
        return
    yield [*remarks[HEAD], *head_lines(record)]
    for hand in record.hands:
        yield [*remarks[hand.number], *hand_lines(record, hand), *remarks[-hand.number]]
    yield [*end_lines(record), *remarks[END]]


def remark(text: str) -> list[str]:
    """A comment of the notation, on as many lines of at most 80 columns as it needs."""
    return [f"# {line}" for line in wrapped(text, WIDTH - 2, indent="  ")]


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


HEAD: Final = 0
END: Final = "end"
"""Places of remarks: the beginning and the end of a game; `n` is the beginning of hand n, `-n` its end."""


class Scribe:
    """Says in words how hands and games begin and end: events in, remarks out.

    `rules` are those in force, once they are known. `remarks` by place are lines of the notation.
    """

    def __init__(self) -> None:
        self.rules: Ruleset | None = None
        self.remarks: defaultdict[int | str, list[str]] = defaultdict(list)
        self._names: tuple[str, ...] = ()
        self._complete = False

    def hear(self, happened: e.Event | PeerError) -> None:
        """Take in what happened; most of it needs no remark."""
        if isinstance(happened, PeerError):
            self._complete = True
            self._say(END, t("Here the game stops: the next entry is refused ({fault}).", fault=local(happened)))
            self._say(END, t("`{bura_verify}` says what follows."))
        elif type(happened) in _WRITERS:
            _WRITERS[type(happened)](self, happened)

    def ending(self) -> None:
        """There are no more events."""
        if not self._complete:
            self._say(END, t("The file ends here, and the game has no end in it."))

    def _say(self, place: int | str, text: str) -> None:
        self.remarks[place] += remark(text)

    def name(self, seat: int) -> str:
        """A player's name, made harmless; `the host` for one without. What the moves call the seat is added where
        that is something else.
        """
        called = player(self._names, seat)
        label = seat_labels(self._names)[seat] if seat < len(self._names) else called
        return called if label == called else f"{called} ({label})"

    def score(self, points: Sequence[int]) -> str:
        """`Anna: 2, Boris: 1`."""
        return ", ".join(f"{self.name(seat)}: {of}" for seat, of in enumerate(points))

    # --- one writer an event --------------------------------------------------------------------------------

    def opened(self, event: e.TableOpened) -> None:
        """Who plays what."""
        self._names = event.names
        players = joined([self.name(seat) for seat in range(len(event.names))])
        self._say(HEAD, t("Bura ({rules}): {players}", rules=named_rules(event.ruleset), players=players))

    def begun(self, event: e.HandBegun) -> None:
        """The heading of a hand."""
        values: dict[str, object] = {"hand": event.hand, "leader": self.name(event.leader)}
        if event.dealer is None:
            told = t("Hand {hand}: {leader} leads first", **values)
        else:
            told = t("Hand {hand}: {dealer} deals, {leader} leads first", dealer=self.name(event.dealer), **values)
        pot = f"; {t('the pot holds {chips}', chips=chips_word(event.pot))}" if event.pot else ""
        self._say(event.hand, told + pot)

    def hand_over(self, event: e.HandOver) -> None:
        """A hand's end, its reason and the score."""
        totals = "" if event.totals is None else f" ({t('piles: {score}', score=self.score(event.totals))})"
        values: dict[str, object] = {"hand": event.hand, "reason": hand_why(event, self.rules) + totals}
        if event.winner is None:
            ended = t("Hand {hand}: nobody wins, for {reason}.", **values)
        elif self._has_pot:
            ended = t("Hand {hand}: {name} wins the pot by {reason}.", name=self.name(event.winner), **values)
        else:
            won = points_word(event.points)
            ended = t(
                "Hand {hand}: {name} wins {points} by {reason}.", name=self.name(event.winner), points=won, **values
            )
        self._say(-event.hand, f"{ended} {self._standing(event)}")

    @property
    def _has_pot(self) -> bool:
        return self.rules is not None and self.rules.has_pot

    def _standing(self, event: e.HandOver | e.GameOver) -> str:
        if self._has_pot:
            return t("Chips: {chips}", chips=self.score(event.chips))
        return t("Score: {score}", score=self.score(event.score))

    def game_over(self, event: e.GameOver) -> None:
        """The game's end."""
        self._complete = True
        if event.winner is not None:
            name, score = self.name(event.winner), self.score(event.score)
            self._say(END, begun(t("{name} wins the match: {score}", name=name, score=score)))
            return
        if event.stopped:
            self._say(END, begun(stopped_words([self.name(seat) for seat in event.stopped], self.rules)))
        self._say(END, f"{t('The game ends.')} {self._standing(event)}")

    def voided(self, event: e.Voided) -> None:
        """A void hand."""
        self._complete = True
        self._say(END, t("The hand is void ({code}), and nobody is named", code=event.code))


_WRITERS: Final[Mapping[type[e.Event], Callable[[Scribe, Any], None]]] = {
    e.TableOpened: Scribe.opened,
    e.HandBegun: Scribe.begun,
    e.HandOver: Scribe.hand_over,
    e.GameOver: Scribe.game_over,
    e.Voided: Scribe.voided,
}
"""Who remarks on which event."""
