"""The lobby: from a command to a game and back, one game at a time, one store open.

Here: the state machine lobby, waiting or joining, table, lobby, and every command's meaning. Never: how a game is
played, a socket of a client, a state that only one client knows.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import trio

from ...errors import LocalError
from ...net.invite import REPLY_PREFIX
from ...net.reply import NOT_ONE
from ...rules.actions import Resign
from ...rules.notation import format_action, parse_action
from ...rules.ruleset import Ruleset
from ...store import LUCK, OFF, ON, REVIEW, Store
from .. import tongue
from ..arguments import is_name
from ..asking import invite_in
from ..inert import inert
from ..joining import LOOKING
from ..kept import LANGUAGE, keep_choices, kept_choices, speak_as_kept
from ..meeting import host_game, join_game
from ..nearby import is_shown
from ..place import Place
from ..reaching import Where
from ..resuming import choose_game, resumable, resume_game
from ..tongue import t
from .asked import Asked
from .catalogue import GAMES, bots, game_entry, rulesets
from .commands import read_command, wanted_rules
from .feed import Client, Event, Feed
from .follower import harmless, sentence_of
from .lan import Lan
from .practising import practise
from .rematch import Before, host_rematch, join_rematch
from .sitting import JOINING, TABLE, WAITING, Sitting
from .snapshot import AWAY, GONE, HERE

LOBBY: Final = "lobby"

_KEY: Final = re.compile("[a-z_]{1,32}")
_MOST_SETTINGS: Final = 64

_SLOW: Final = frozenset({"luck", "review"})
"""What would hold up a game."""

Play = Callable[[Place], Awaitable[int]]
"""Plays a game at a place; its exit code."""


class Lobby:
    """Everything that one player does here. `entropy` and `clock` as in `Place`; `where` a host waits, if the command
    says nothing else; `own_bot`: one as MODULE:CLASS that may be played against, besides those that ship. `run` it
    once; then `do` what clients ask.
    """

    def __init__(
        self,
        store: Store,
        *,
        where: Where,
        version: str,
        entropy: Callable[[int], bytes],
        clock: Callable[[], float],
        own_bot: str | None = None,
    ) -> None:
        speak_as_kept(store)
        self._store, self._where, self._entropy, self._clock = store, where, entropy, clock
        self._bots = [*bots(), *([] if own_bot is None else [own_bot])]
        self._sitting: Sitting | None = None
        self._next: Sitting | None = None
        self._wanted = trio.Event()
        kept = store.setting("name") or ""
        self._name = kept if is_name(kept) else ""
        self.feed = Feed(self._renew, lambda: () if self._sitting is None else self._sitting.past)
        self._lan = Lan(self.feed, entropy, clock)
        self._asked = Asked(store, self.feed)
        self.feed.publish(**self._first_state(version))

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """See to games until cancelled; the one that goes on is then left, and can be resumed."""
        async with trio.open_nursery() as tasks:
            self._tasks = tasks
            task_status.started()
            await trio.sleep_forever()

    def do(self, command: Any, client: Client | None = None) -> None:
        """Follow a command of `client`, who alone hears what is not done about it."""
        try:
            name, values = read_command(command)
            _HANDLERS[name](self, values, client)
        except LocalError as fault:
            self._asked.answer(client, {"event": "not_done", "text": sentence_of(str(fault))})

    def _first_state(self, version: str) -> dict[str, Any]:
        return {
            "screen": LOBBY,
            "name": self._name,
            "version": version,
            "settings": self._settings(),
            "rulesets": rulesets(),
            "bots": list(self._bots),
            "games": self._games(),
            "nearby": [],
            "words": None,
            "waiting": None,
            "ask": None,
            "restoring": False,
            "practice": False,
            "busy": None,
            "table": None,
        }

    def _renew(self) -> dict[str, Any]:
        """The clock of a move goes on without a message."""
        return {"table": self._sitting.table()} if self._sitting is not None and self._sitting.shown else {}

    def _games(self) -> list[dict[str, Any]]:
        place = self._new_sitting().place
        going_on = None if self._sitting is None or self._sitting.ended else self._sitting.game
        again = {row.id for row in resumable(place)} - {going_on}
        return [game_entry(row, resumable=row.id in again) for row in self._store.games()[:GAMES]]

    def _settings(self) -> dict[str, str]:
        """The choices of the faces, and the two of the store's own: what is noted of deals, and of own cards."""
        found: dict[str, str] = harmless(kept_choices(self._store))
        if tongue.is_named():
            found[LANGUAGE] = tongue.language()
        own = {LUCK: self._store.setting(LUCK) or ON, REVIEW: self._store.setting(REVIEW) or OFF}
        return found | own

    # --- one game after another ------------------------------------------------------------------------------

    def _new_sitting(self) -> Sitting:
        return Sitting(self._store, self.feed, self._name, self._entropy, self._clock)

    def _start(self, screen: str, play: Callable[[Sitting], Play], again: Callable[[], None] | None = None) -> None:
        """Begin a game. `again`: how another one of the same kind is begun, where that takes nobody's consent."""
        if self._sitting is not None and not self._sitting.ended:
            raise LocalError(t("A game is going on already; leave it first."))
        before = self._drop()
        self._lan.stop()
        sitting = self._new_sitting()
        sitting.judge = self._judge
        sitting.practice = again is not None
        self._sitting = sitting
        self.feed.publish(words=None)
        sitting.begin(screen)
        self._tasks.start_soon(self._run, sitting, play(sitting), again, before)

    async def _run(
        self, sitting: Sitting, play: Play, again: Callable[[], None] | None = None, before: Sequence[Sitting] = ()
    ) -> None:
        for one in before:
            await one.done.wait()  # the port that it waits at is then free
        fault = await sitting.run(play)
        if sitting is self._next:
            self._no_rematch(fault)
        elif sitting is self._sitting:
            if fault is not None or not sitting.stays:
                self._to_lobby(fault)
                return
            sitting.publish(games=self._games())
            self._after(sitting, again)

    def _to_lobby(self, fault: str | None = None) -> None:
        self._drop()
        events: list[Event] = [] if fault is None else [{"event": "not_done", "text": fault}]
        gone: dict[str, Any] = {"table": None, "waiting": None, "ask": None, "restoring": False}
        self.feed.publish(events, screen=LOBBY, games=self._games(), **gone)
        if self._lan.wanted:
            self._lan.start(self._tasks)

    def _drop(self) -> list[Sitting]:
        """Neither a game that is over, nor the next one between the same two, is of interest any more; those that
        come to their end now.
        """
        dropped = [one for one in (self._sitting, self._next) if one is not None]
        for one in dropped:
            one.muted = True
            one.scope.cancel()
        self._sitting = self._next = None
        return dropped

    def _playing(self) -> Sitting:
        if self._sitting is None or self._sitting.ended:
            raise LocalError(t("No game is going on."))
        return self._sitting

    def _judge(self, sitting: Sitting) -> None:
        if sitting.game is not None:
            self._tasks.start_soon(self._asked.judge, sitting.game, sitting)

    # --- another one between the same two --------------------------------------------------------------------

    def _after(self, sitting: Sitting, again: Callable[[], None] | None) -> None:
        """What can follow a game that is complete."""
        over, rules = sitting.over, sitting.rules
        if over is None or over["ended"] != "complete" or rules is None or sitting.game is None:
            return
        sitting.again = again
        if again is not None:
            sitting.set_over(rematch=_wish(sitting, theirs=True))
            return
        if not sitting.invites:
            sitting.absent(GONE)
            return
        sitting.set_over(rematch=_wish(sitting))
        row = self._store.game(sitting.game)
        before = Before(row, rules, tuple(sitting.invites), _leads_next(sitting))
        self._wanted = trio.Event()
        wanted = self._wanted
        if row.seat == 0:
            self._prepare(lambda place: host_rematch(place, before, self._again(), wanted, self._theirs, self._there))
        else:
            self._prepare(lambda place: join_rematch(place, before, wanted, self._theirs, self._there))

    def _prepare(self, play: Play) -> None:
        """Bring the next game about, while the one before is still on the screen."""
        following = self._new_sitting()
        following.muted, following.shows, following.judge = True, self._take_over, self._judge
        self._next = following
        self._tasks.start_soon(self._run, following, play)

    def _take_over(self, following: Sitting) -> None:
        if following is self._next and self._sitting is not None:
            self._sitting.muted = True
            self._sitting, self._next, following.muted = following, None, False

    def _theirs(self, there: bool) -> None:
        sitting = self._sitting
        if sitting is not None:
            sitting.set_over(rematch=_wish(sitting, mine=self._wanted.is_set(), theirs=there, offered=there))

    def _there(self, there: bool) -> None:
        if self._sitting is not None:
            self._sitting.absent(HERE if there else AWAY)

    def _no_rematch(self, fault: str | None) -> None:
        self._next = None
        if self._sitting is not None:
            self._sitting.set_over(rematch=None)
            self._sitting.absent(GONE)
            if fault is not None and self._wanted.is_set():
                self._sitting.publish([{"event": "not_done", "text": fault}])

    def rematch(self, values: dict[str, Any], client: Client | None) -> None:
        """This side would like another game."""
        sitting = self._sitting
        rematch = None if sitting is None or sitting.over is None else sitting.over["rematch"]
        if sitting is None or rematch is None or rematch["mine"]:
            raise LocalError(t("There is no other game to ask for now."))
        self._wanted.set()
        sitting.set_over(rematch={**rematch, "mine": True})
        if sitting.again is not None:
            sitting.again()

    # --- commands of the lobby -------------------------------------------------------------------------------

    def host(self, values: dict[str, Any], client: Client | None) -> None:
        """Wait for a friend."""
        rules = wanted_rules(values)
        where = replace(self._where, maps=self._where.maps and values["map"])
        nearby = values["lan"] and not where.hidden and is_shown(None, where.address)

        def play(sitting: Sitting) -> Play:
            return lambda place: host_game(place, rules, where=where, announce=sitting.announce, nearby=nearby)

        self._start(WAITING, play)

    def join(self, values: dict[str, Any], client: Client | None) -> None:
        """Come to a friend's table by an invite."""
        invite = invite_in(values["invite"], self._clock())
        self._start(JOINING, lambda sitting: lambda place: join_game(place, invite, where=self._back()))

    def join_nearby(self, values: dict[str, Any], client: Client | None) -> None:
        """Come to a table of the local network by three words; with no table named, to the only one."""
        if values["id"] is None and values["address"] is None:
            self.look(values, client)
            self._tasks.start_soon(self._join_only, values, client)
            return
        asking = self._lan.asking(values["id"], values["address"], values["words"])

        async def play(place: Place) -> int:
            return await join_game(place, await asking(), where=self._back())

        self._start(JOINING, lambda sitting: play)

    async def _join_only(self, values: dict[str, Any], client: Client | None) -> None:
        """Sit down at the only table that is found; where there is none, the words stay at hand."""
        self.feed.publish(words=values["words"], busy=t(LOOKING))
        try:
            self.join_nearby(values | {"id": await self._lan.only()}, client)
        except LocalError as fault:
            self._asked.answer(client, {"event": "not_done", "text": sentence_of(str(fault))})
        finally:
            self.feed.publish(busy=None)

    def _back(self) -> Where:
        """Where a host that cannot be reached may call back."""
        return replace(self._where, onion=None)

    def _again(self) -> Where:
        """Where a host waits for who knows where it has waited: at the same place, unless this one is fixed."""
        return self._where if self._where.port else replace(self._where, address=None, port=None)

    def practise(self, values: dict[str, Any], client: Client | None) -> None:
        """Play against a bot."""
        rules, bot = wanted_rules(values), values["bot"]
        if bot not in self._bots:  # also where it is somebody's own: a page imports nothing
            raise LocalError(t(
                "There is no bot called '{bot}'; there are: {bots}.",
                bot=inert(bot, 32), bots=', '.join(self._bots),
            ))
        self._practise(rules, bot)

    def _practise(self, rules: Ruleset, bot: str, first_leader: int | None = None) -> None:
        play = lambda place: practise(place, rules, bot, first_leader)  # noqa: E731

        def again() -> None:
            self._practise(rules, bot, None if self._sitting is None else _leads_next(self._sitting))

        self._start(JOINING, lambda sitting: play, again=again)

    def resume(self, values: dict[str, Any], client: Client | None) -> None:
        """Go on with a game that was broken off."""
        row = choose_game(self._new_sitting().place, values["game"])

        def play(sitting: Sitting) -> Play:
            return lambda place: resume_game(
                place, row, where=self._again(), announce=sitting.announce, trust=values["moved"]
            )

        self._start(JOINING if row.seat else WAITING, play)

    def look(self, values: dict[str, Any], client: Client | None) -> None:
        """List the tables of the local network, for as long as no game goes on."""
        self._lan.wanted = True
        if self._sitting is None or self._sitting.ended:
            self._lan.start(self._tasks)

    def name(self, values: dict[str, Any], client: Client | None) -> None:
        """What the other side calls this player, from the next game on."""
        name = values["name"].strip()
        if not is_name(name):
            raise LocalError(t("A name is one line of plain text, at most 64 bytes long."))
        self._store.put_setting("name", name)
        self._name = name
        self.feed.publish(name=name)

    def setting(self, values: dict[str, Any], client: Client | None) -> None:
        """Keep a choice of the faces, for all of them."""
        key, value, kept = values["key"], values["value"], kept_choices(self._store)
        if not _KEY.fullmatch(key) or (len(kept) >= _MOST_SETTINGS and key not in kept):
            raise LocalError(t("There is no such setting."))
        if key in (LUCK, REVIEW):
            self._store.put_setting(key, ON if value == ON else OFF)
        else:
            keep_choices(self._store, kept | {key: value})
        if key == LANGUAGE and tongue.spoken(value) is not None:
            self._speak(value)
        self.feed.publish(settings=self._settings())

    def speak(self, values: dict[str, Any], client: Client | None) -> None:
        """Speak a client's language, unless somebody has chosen one."""
        wanted = tongue.spoken(values["language"])
        if wanted is not None and wanted != tongue.language() and LANGUAGE not in self._settings():
            self._speak(wanted)

    def _speak(self, language: str) -> None:
        """Another language: all that is said in a state is said anew."""
        tongue.use(language)
        self.renew({}, None)

    def renew(self, values: dict[str, Any], client: Client | None) -> None:
        """Say a state anew, in lines as long as there is room for now."""
        self.feed.publish(rulesets=rulesets(), games=self._games())
        if self._sitting is not None:
            self._sitting.publish()

    def ask(self, values: dict[str, Any], client: Client | None, what: str) -> None:
        """Something about a game that is not being played."""
        if what in _SLOW and self._sitting is not None and not self._sitting.ended:
            raise LocalError(t("That is slow work; it waits until no game goes on."))
        self._tasks.start_soon(self._asked.about, what, values, client)

    # --- commands of a game ----------------------------------------------------------------------------------

    def cancel(self, values: dict[str, Any], client: Client | None) -> None:
        """Wait for nobody any more."""
        sitting = self._playing()
        if sitting.shown:
            raise LocalError(t("The game has begun; leave it, or give the hand up."))
        sitting.scope.cancel()

    def leave(self, values: dict[str, Any], client: Client | None) -> None:
        """Back to the lobby; a game that goes on stays unfinished."""
        sitting = self._sitting
        if sitting is None or sitting.ended:
            self._to_lobby()
        elif sitting.shown:
            sitting.leaving = True
            sitting.type("quit")
        else:
            sitting.scope.cancel()

    def answer(self, values: dict[str, Any], client: Client | None) -> None:
        """Yes or no to what is asked."""
        sitting, asked = self._playing(), self.feed.state["ask"]
        if asked is None:
            raise LocalError(t("Nothing is asked."))
        yes = "" if asked["kind"] == "reply" else "yes"
        sitting.type(yes if values["yes"] else "quit")
        self.feed.publish(ask=None)

    def reply(self, values: dict[str, Any], client: Client | None) -> None:
        """A reply code that a friend has sent; nothing else is typed there, be it a word that the table knows."""
        sitting, code = self._playing(), "".join(values["code"].split())
        if REPLY_PREFIX not in code.upper():
            raise LocalError(NOT_ONE)
        sitting.type(code)

    def play(self, values: dict[str, Any], client: Client | None) -> None:
        """A move, as the notation writes it."""
        action = parse_action(values["move"])
        self._typed("resign yes" if action == Resign() else format_action(action))

    def say(self, values: dict[str, Any], client: Client | None) -> None:
        """A line of chat."""
        text = " ".join(values["text"].split())
        if text:
            self._typed(f"chat {text}")

    def policy(self, values: dict[str, Any], client: Client | None) -> None:
        """What is announced by itself, of cards drawn from now on."""
        self._typed(f"announce {' '.join(' '.join(values['announce']).split()) or 'none'}")

    def _typed(self, line: str) -> None:
        sitting = self._playing()
        if self.feed.state["screen"] != TABLE:
            raise LocalError(t("The game has not begun yet."))
        sitting.type(line)


def _leads_next(sitting: Sitting) -> int | None:
    """Who leads first in another game after this one: who did not in this one."""
    return None if sitting.first_leader is None else 1 - sitting.first_leader


def _wish(sitting: Sitting, *, mine: bool = False, theirs: bool = False, offered: bool = False) -> dict[str, Any]:
    """Who wants another game after this one; a bot always does, and has not `offered` it."""
    return {"mine": mine, "theirs": theirs, "offered": offered, "leads": _leads_next(sitting)}


def _line(line: str) -> Callable[[Lobby, dict[str, Any], Client | None], None]:
    """A command that is one line and nothing else."""
    return lambda lobby, values, client: lobby._typed(line)


_HANDLERS: Final[Mapping[str, Callable[[Lobby, dict[str, Any], Client | None], None]]] = {
    "host": Lobby.host,
    "join": Lobby.join,
    "join_nearby": Lobby.join_nearby,
    "practise": Lobby.practise,
    "resume": Lobby.resume,
    "look": Lobby.look,
    "cancel": Lobby.cancel,
    "leave": Lobby.leave,
    "answer": Lobby.answer,
    "reply": Lobby.reply,
    "play": Lobby.play,
    "say": Lobby.say,
    "stop_after_hand": lambda lobby, values, client: lobby._typed("stop" if values["stop"] else "go"),
    "policy": Lobby.policy,
    "offer_end": _line("offer end"),
    "more_time": _line("more time"),
    "rematch": Lobby.rematch,
    "name": Lobby.name,
    "setting": Lobby.setting,
    "renew": Lobby.renew,
    "speak": Lobby.speak,
    "verify": lambda lobby, values, client: lobby.ask(values, client, "verify"),
    "replay": lambda lobby, values, client: lobby.ask(values, client, "replay"),
    "export": lambda lobby, values, client: lobby.ask(values, client, "export"),
    "review": lambda lobby, values, client: lobby.ask(values, client, "review"),
    "stats": lambda lobby, values, client: lobby.ask(values, client, "stats"),
    "luck": lambda lobby, values, client: lobby.ask(values, client, "luck"),
}
"""Who follows which command."""
