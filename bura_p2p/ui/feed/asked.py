"""What clients ask about games that are not being played: verdicts, replays, files.

Here: the work in a thread, one piece at a time, and the answer to who has asked. Never: what the work is (`tools`).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import trio

from ...errors import LocalError
from ...sentences import N_
from ...stats.history import history_of
from ...stats.played import luck_of
from ...store import LUCK, OFF, Store
from ..inert import inert
from ..luck_command import luck_lines
from ..paths import shown_path
from ..reviewing import Own, mark_text, review_lines, review_of
from ..stats_command import history_lines
from ..tongue import t
from . import tools
from .feed import Client, Event, Feed
from .follower import harmless, sentence_of
from .sitting import Sitting

_BUSY: Final = {
    "verify": N_("Checking the game file."),
    "replay": N_("Reading the game, and checking each step."),
    "export": N_("Writing the game down."),
    "stats": N_("Adding up your games."),
    "luck": N_("Checking every deal, and counting."),
    "review": N_("Looking back at your choices; that takes a moment for each."),
}


class Asked:
    """Answers, one after another."""

    def __init__(self, store: Store, feed: Feed) -> None:
        self._store, self._feed = store, feed
        self._limiter = trio.CapacityLimiter(1)
        self._works: Mapping[str, Callable[[dict[str, Any]], Callable[[], Event]]] = {
            "verify": self._verify,
            "replay": self._replay,
            "export": self._export,
            "stats": self._stats,
            "luck": self._luck,
            "review": self._review,
        }

    def answer(self, client: Client | None, event: Event) -> None:
        """Tell `client` alone, or with None everybody."""
        if client is None:
            self._feed.publish([event])
        else:
            self._feed.tell(client, event)

    async def about(self, what: str, values: dict[str, Any], client: Client | None) -> None:
        """Verify, replay or export, as `values` say, and answer."""
        self._feed.publish(busy=t(_BUSY[what]))
        try:
            work = self._works[what](values)
            event = await trio.to_thread.run_sync(work, limiter=self._limiter)
        except LocalError as fault:
            event = {"event": "not_done", "text": sentence_of(str(fault))}
        finally:
            self._feed.publish(busy=None)
        self.answer(client, event)

    async def judge(self, game: int, sitting: Sitting) -> None:
        """A stranger's check of a game that has just ended, for its table."""
        name = f"game-{game}.bura"
        found = await trio.to_thread.run_sync(
            lambda: tools.verdict_of(self._store.export(game), name), limiter=self._limiter
        )
        sitting.set_over(verdict={key: value for key, value in found.items() if key != "report"})

    def _verify(self, values: dict[str, Any]) -> Callable[[], Event]:
        data, name = _bytes(values["data"]), values["name"] or "game"
        told = {"event": "verified", "text": "", "name": shown_path(name, 60)}
        return lambda: told | tools.verdict_of(data, name)

    def _replay(self, values: dict[str, Any]) -> Callable[[], Event]:
        game, seat = values["game"], None
        if game is None:
            data = _bytes(values["data"] or "")
        else:
            data, seat = self._store.export(game), self._store.game(game).seat
        notes = () if game is None else self._store.held(game)
        return lambda: {"event": "replay", "text": "", "game": game, **tools.replay_of(data, seat, notes)}

    def _stats(self, values: dict[str, Any]) -> Callable[[], Event]:
        def work() -> Event:
            history = history_of(self._store, self._store.games())
            told = {"event": "stats", "text": "", "lines": history_lines(history)}
            return told | {"data": harmless(history.to_json())}

        return work

    def _luck(self, values: dict[str, Any]) -> Callable[[], Event]:
        def work() -> Event:
            judged = luck_of(self._store, self._store.games())
            lines = luck_lines(judged.report, noting=self._store.setting(LUCK) != OFF)
            return {"event": "luck", "text": "", "lines": lines, "data": harmless(judged.report.to_json())}

        return work

    def _review(self, values: dict[str, Any]) -> Callable[[], Event]:
        game = values["game"]
        own = Own(self._store.game(game).seat, self._store.held(game))
        data, names = self._store.export(game), self._store.game(game).names

        def work() -> Event:
            found = review_of(data, own, quiet=True)
            lines = [inert(line, 400) for line in review_lines(found, names)]
            marks = [mark_text(mark) for mark in found.review.marks]
            return {**harmless(found.to_json()), "text": "", "game": game, "lines": lines, "marked": marks}

        return work

    def _export(self, values: dict[str, Any]) -> Callable[[], Event]:
        game, form = values["game"], values["form"]
        if form not in tools.FORMS:
            raise LocalError(t("A game can be had as {forms}.", forms=', '.join(tools.FORMS)))
        work = partial(tools.export_of, self._store.export(game), form, f"game-{game}")
        return lambda: {"event": "exported", "text": "", "game": game, "form": form, **work()}


def _bytes(text: str) -> bytes:
    """The bytes of a file that came as base64. Raises `LocalError`."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise LocalError(t("The file did not come whole.")) from None
