"""One game of the lobby, from the wish for it to its end.

Here: `Sitting`: the place at which the game is played, and what of it becomes state. Never: which game is begun, and
what comes after it (`lobby`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import trio

from ...errors import LocalError
from ...rules.ruleset import Ruleset
from ...sentences import N_
from ...store import Store
from ..inert import inert
from ..meeting import SHOWS_RULES
from ..paths import shown_path
from ..place import Place
from ..playing import kept_links, kept_proxy, kept_reply
from ..sit import Player
from ..tongue import local, t
from .advice import reach_text, windowed
from .catalogue import invitation
from .feed import Event, Feed
from .follower import Follower, harmless, sentence_of
from .screen import CommandLines, FeedPlace, FeedScreen, no_lines
from .snapshot import HERE, names_of

WAITING: Final = "waiting"
JOINING: Final = "joining"
TABLE: Final = "table"

LEFT: Final = "left"
"""Why the other side of a game that is over is away."""

PAST: Final = 200
"""Events of a table that are told again to whoever comes later."""

_PASSING: Final = frozenset({"said", "not_done", "clock_set"})
"""Events that are not told again: a state has the chat and the clock, and a refusal is for its moment."""

_NOBODY: Final[dict[str, Any]] = {
    "invite": None,
    "qr": None,
    "message": None,
    "words": None,
    "leads_to": [],
    "reply_wanted": False,
    "reach": "",
}
"""`waiting` before there is an invite."""

_TOLD: Final[dict[str, str]] = {
    "asking_router": N_("Asking your router to let a friend in."),
    "reply": N_(
        "Your friend cannot be reached straight. Send the reply code to your friend, and say when it is pasted."
    ),
    "waiting": N_("Waiting for your friend."),
}
"""What is told here in other words than in a terminal."""

_ASKS: Final[dict[str, str]] = {
    "house_rules": N_("The host plays by house rules, which do not ship with this program. Do you play by them?"),
    "reply": N_(
        "There is one more way. Send this reply code to your friend, who pastes it where the invite is shown; then "
        "go on."
    ),
}


class Sitting:
    """A game that is wanted, waited for, played or over. `entropy` and `clock` as in `Place`.

    `again` begins another game after this one, where that is for this side to do. While it is `muted` another one is
    on the screen, and nothing of this one is published. `shows` is told when its table is there; `judge` when its
    file is, at its end.
    """

    def __init__(
        self, store: Store, feed: Feed, name: str, entropy: Callable[[int], bytes], clock: Callable[[], float]
    ) -> None:
        self.scope = trio.CancelScope()
        self.lines = CommandLines()
        self.ended = False
        self.done = trio.Event()
        self.game: int | None = None
        self.invites: list[str] = []
        self.muted = False
        self.practice = False
        self.leaving = False
        self.again: Callable[[], None] | None = None
        self.judge: Callable[[Sitting], None] = lambda sitting: None
        self.shows: Callable[[Sitting], None] = lambda sitting: None
        self._store = store
        self._feed = feed
        self._follower: Follower | None = None
        self._screen: FeedScreen | None = None
        self._past: deque[Event] = deque(maxlen=PAST)
        self.place = FeedPlace(
            store=store,
            name=name,
            player=Player(self.lines),
            screen=self._sit,
            write=no_lines,
            phrase=lambda word, sentence, values: (),
            file=None,
            entropy=entropy,
            clock=clock,
            begun=self._begun,
            told=self._told,
        )

    # --- its course ------------------------------------------------------------------------------------------

    @property
    def shown(self) -> bool:
        """Whether there is a table."""
        return self._follower is not None and self._follower.view is not None

    @property
    def over(self) -> dict[str, Any] | None:
        """How the game ended, once it has."""
        return None if self._follower is None else self._follower.heard.over

    def begin(self, screen: str) -> None:
        """Show that it is waited for."""
        waiting = dict(_NOBODY) if screen == WAITING else None
        changes: dict[str, Any] = {"ask": None, "restoring": False, "practice": self.practice}
        self._feed.publish(screen=screen, waiting=waiting, table=None, **changes)

    async def run(self, play: Callable[[Place], Awaitable[int]]) -> str | None:
        """Play to the end; a sentence where that was a fault of this side."""
        fault: BaseException | None = None
        try:
            with self.scope:
                fault = await _fault_of(play(self.place))
        finally:
            self.ended = True
            self.done.set()
        return None if fault is None else fault_sentence(fault)

    @property
    def stays(self) -> bool:
        """Whether the table stays on the screen after the end: it is there, and the player has not left it."""
        left = self.leaving or (self._screen is not None and self._screen.left)
        return self.shown and not left and not self.scope.cancelled_caught

    @property
    def rules(self) -> Ruleset | None:
        """The rules in force, once they are known."""
        view = None if self._follower is None else self._follower.view
        return None if view is None else view.ruleset

    @property
    def first_leader(self) -> int | None:
        """The seat that led the first hand whose keys were all shown; None where there was none."""
        view = None if self._follower is None else self._follower.view
        return None if view is None else view.first_leader

    @property
    def past(self) -> Sequence[Event]:
        """What was told at this table, the newest last; of events without a text those that a face has words for."""
        return tuple(self._past)

    def type(self, line: str) -> None:
        """Pass a line on to the game. Raises `LocalError` where nobody takes it."""
        if self.ended:
            raise LocalError(t("This game is over."))
        if not self.lines.put(line):
            raise LocalError(t("That was a lot at once; wait a little."))

    def table(self) -> dict[str, Any] | None:
        """The `table` of a state now."""
        return None if self._follower is None else self._follower.table()

    def set_over(self, **changes: Any) -> None:
        """Something about the end has become known: a verdict, a file, a rematch that is wanted."""
        if self._follower is None or self._follower.heard.over is None:
            return
        self._follower.heard.over = {**self._follower.heard.over, **changes}
        self.publish()

    def absent(self, link: str) -> None:
        """The other side of a game that is over is there (`HERE`), or has left: `AWAY`, and `GONE` where it cannot
        come back.
        """
        follower = self._follower
        if self.over is None or follower is None or follower.view is None or follower.heard.link == link:
            return
        heard = follower.heard
        heard.link, heard.reason = link, "" if link == HERE else LEFT
        name = names_of(follower.view, heard.seats)[1 - follower.view.seat]
        heard.link_text = "" if link == HERE else t("{name} has left.", name=name)
        self.publish()

    def publish(self, events: Sequence[Event] = (), past: Sequence[Event] = (), **changes: Any) -> None:
        """A message with the table as it is now; `past` is what had happened there before."""
        if self.muted:
            return
        if self.shown:
            changes["table"] = self.table()
            self._past.extend(filter(_lasts, past))
            past = tuple(self._past) if past else ()
            self._past.extend(filter(_lasts, events))
        self._feed.publish(events, past, **changes)

    # --- from the place --------------------------------------------------------------------------------------

    def announce(self, invite: str) -> None:
        """The invite that leads here, or a newer one of the same game."""
        before = self._feed.state["waiting"] or _NOBODY
        told = {"event": "told", "word": "invite", "text": t("The invite is ready.")}
        self.publish([told], waiting={**before, **invitation(invite), "reply_wanted": True})

    def _begun(self, game: int) -> None:
        self.game = game
        if kept_reply(self.place, game) is None and kept_proxy(self.place, game) is None:
            self.invites = kept_links(self.place, game)

    def _sit(self, seat: int) -> FeedScreen:
        self._follower = Follower(seat, trio.current_time, self.game)
        self._screen = FeedScreen(seat, self._follower, self._published)
        return self._screen

    def _published(self, events: Sequence[Event], past: Sequence[Event]) -> None:
        changes: dict[str, Any] = {}
        if self.shown:
            self.shows(self)
        if self.shown and self._feed.state["screen"] != TABLE:
            changes = {"screen": TABLE, "ask": None, "restoring": False}
        if self.shown and self._follower is not None and self._follower.heard.link == HERE:
            changes["waiting"] = None
        self.publish(events, past, **changes)

    def _told(self, word: str, sentence: str, values: dict[str, Any]) -> None:
        told = local(values.get("sentence", sentence))
        text = t(_TOLD[word]) if word in _TOLD else harmless(windowed(" ".join(told.split())))
        text = text.removesuffix(f" {t(SHOWS_RULES)}")
        state, changes = self._feed.state, dict[str, Any]()
        waiting = state["waiting"]
        if word == "words" and waiting is not None:
            changes["waiting"] = {**waiting, "words": values["words"]}
        elif word in ("asking_router", "mapping") and waiting is not None:
            text = reach_text(values) if word == "mapping" else text
            changes["waiting"] = {**waiting, "reach": text}
        elif word in _ASKS:
            changes["ask"] = {"kind": word, "text": t(_ASKS[word]), "lines": self._lines(word, sentence, values)}
        elif word == "restoring" and not self.shown:
            changes["restoring"] = True
        elif word == "calling":
            changes["ask"] = None
        elif word == "game_file":
            self._keep_file(values)
            text = t("The game is kept in {file}; anybody can check it.", file=shown_path(values["file"]))
        elif word == "not_done":
            self.publish([{"event": "not_done", "text": sentence_of(text)}])
            return
        self.publish([{"event": "told", "word": word, "text": text, "values": harmless(values)}], **changes)

    def _lines(self, word: str, sentence: str, values: dict[str, Any]) -> list[str]:
        """What is asked about: a reply code, or the rule card that the sentence begins with."""
        if word == "reply":
            return [str(values["reply"])]
        lines = [inert(line) for line in sentence.splitlines()[:-1]]
        return lines or ((self._feed.state["ask"] or {}).get("lines") or [])

    def _keep_file(self, values: dict[str, Any]) -> None:
        if self._follower is None:
            return
        heard, file = self._follower.heard, shown_path(values["file"])
        if heard.result is not None:
            heard.result = {**heard.result, "file": file}
        if heard.over is not None:
            heard.over = {**heard.over, "file": file}
            self.judge(self)


def _lasts(event: Event) -> bool:
    """Whether an event is told again to whoever comes later."""
    return event["event"] not in _PASSING and bool(event["text"] or event["event"] == "held")


async def _fault_of(playing: Awaitable[int]) -> BaseException | None:
    """Play, and catch what is a fault of this side; what is nobody's but the program's is raised."""
    try:
        await playing
    except (LocalError, OSError) as alone:
        return alone
    except BaseExceptionGroup as group:
        told = group.subgroup((LocalError, OSError))
        if told is None or group.split((LocalError, OSError, trio.Cancelled))[1] is not None:
            raise
        return _first(told)
    return None


def _first(group: BaseExceptionGroup[Any]) -> BaseException:
    told: BaseException = group
    while isinstance(told, BaseExceptionGroup):
        told = told.exceptions[0]
    return told


def fault_sentence(fault: BaseException) -> str:
    """A fault of this side as one sentence."""
    if isinstance(fault, OSError) and not isinstance(fault, LocalError):
        return sentence_of(t("The system says: {fault}", fault=local(fault.strerror or str(fault))))
    return sentence_of(windowed(str(fault)))
