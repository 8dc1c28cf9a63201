"""The terminal table as a Textual application: one screen with a pane for each `screen` of a state.

Here: which pane is shown, what is asked, answers that are read. Never: the lobby itself, a rule, trio.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.message import Message as Posted
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import ContentSwitcher, OptionList

from ...errors import LocalError
from ...sentences import N_
from ..feed.feed import Event, Message
from ..files import free_path, keep_game
from ..inert import lay_out
from ..paths import shown_path
from ..tongue import language, local, t
from .bridge import Command
from .deck import Look
from .dialogs import WIDE, Question, Reading, lines_room
from .felt import Felt
from .findings import finding_lines
from .hall import Hall
from .keys import layouts
from .lesson import Lesson
from .porch import Porch
from .replaying import Replay, steps_of

State = dict[str, Any]

_PANES: Final = {"lobby": "hall", "waiting": "porch", "joining": "porch", "table": "felt"}
_SILENT: Final = frozenset({"not_done", "verified", "replay", "exported", "stats", "luck", "review"})
_FAULTS: Final = frozenset({"not_done", "refused"})


class Fed(Posted):
    """A message of the feed, on its way to the application."""

    def __init__(self, message: Message) -> None:
        super().__init__()
        self.fed = message


class Table(App[None]):
    """The application. `do` passes a command on; messages come by `take` once `begin` is called.

    `colours`: whether any are written. `first`: what is done at once.
    """

    CSS_PATH = "table.tcss"
    TITLE = "Bura"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(layouts("q"), "leave_program", show=False),
        Binding("ctrl+q,ctrl+c", "leave_program", show=False, priority=True),
    ]

    def __init__(
        self,
        do: Callable[[Command], None],
        begin: Callable[[], None] = lambda: None,
        *,
        colours: bool = True,
        first: Command | None = None,
    ) -> None:
        super().__init__(ansi_color=None if colours else True)
        self.set_class(not colours, "-plain")
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high")]
        self._pass_on, self._begin, self._colours = do, begin, colours
        hall, felt = Hall(self._do, self._teach), Felt(self._do, colours=colours)
        self._panes: dict[str, Hall | Porch | Felt] = {"hall": hall, "porch": Porch(self._do), "felt": felt}
        self._state: State = {}
        self._practises = (first or {}).get("do") == "practise"
        self._leaving: Question | None = None
        self._question: Question | None = None

    def _do(self, command: Command) -> None:
        if command["do"] in _BEGINS:
            self._practises = command["do"] == "practise"
        self._pass_on(command)

    def compose(self) -> ComposeResult:
        """See `App.compose`."""
        with ContentSwitcher(initial="hall", id="panes"):
            yield from self._panes.values()

    def on_ready(self) -> None:
        """The menu takes the keys first; from now on messages may come."""
        for theme in THEMES if self._colours else ():
            self.register_theme(theme)
        self._paint("")
        self.query_one("#menu", OptionList).focus()
        lay_out(lines_room(self.size.width))
        self._begin()

    def on_resize(self, event: Resize) -> None:
        """Lines have another length: those that are read now, and those that are asked for from now on."""
        lay_out(lines_room(event.size.width))
        if self._state:
            self._do({"do": "renew"})

    def on_unmount(self) -> None:
        """What follows is written to the terminal itself."""
        lay_out(None)

    def take(self, message: Message) -> None:
        """A message of the feed; safe to call from any task of this thread."""
        self.post_message(Fed(message))

    def on_fed(self, event: Fed) -> None:
        """Show a message."""
        state, before = event.fed.state, self._state.get("screen")
        self._state = state
        pane = _PANES[state["screen"]]
        self._paint(state["settings"].get("theme", ""))
        told = (*event.fed.log, *event.fed.events)
        lines = [str(one["text"]) for one in told if one.get("text") and self._is_told(one)]
        if state["screen"] != before:
            self._show(pane)
        if state["screen"] == "table":
            self._base.query_one(Hall).forget()
        self._panes[pane].update_state(state, lines)
        if isinstance(self.screen, Reading):
            self.screen.again()
        self._ask(state["ask"])
        for one in event.fed.events:
            self._answer(one)

    def _is_told(self, event: Event) -> bool:
        """Whether an event's sentence is for the log: not what somebody says who is muted."""
        muted = self._state["settings"].get("mute") == "yes"
        theirs = event["event"] == "said" and event["seat"] != (self._state["table"] or {}).get("seat")
        return event["event"] not in _SILENT and not (muted and theirs)

    def _paint(self, wanted: str) -> None:
        """The colours of the setting, where there are any."""
        name = "bura-light" if wanted == "light" else "bura"
        if self._colours and self.theme != name:
            self.theme = name

    def _teach(self) -> None:
        """The guided first hand."""

        def done() -> None:
            if self._state["settings"].get("taught") != "yes":
                self._do({"do": "setting", "key": "taught", "value": "yes"})

        self.push_screen(Lesson(self._state, done, language=language(), colours=self._colours))

    @property
    def _base(self) -> Screen[Any]:
        return self.screen_stack[0]

    def _show(self, pane: str) -> None:
        """Another pane, with nothing over it, and with the keys."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._question = None
        self._base.query_one("#panes", ContentSwitcher).current = pane
        if pane == "porch":
            self._base.query_one(Porch).fresh()
        focused = {"hall": "#menu", "porch": "#porch-lines", "felt": "#felt"}[pane]
        self._base.set_focus(self._base.query_one(focused))

    def _ask(self, ask: State | None) -> None:
        """What the game asks, once; the question goes away with its reason."""
        if ask is None:
            if self._question is not None and self._question.is_current:
                self._question.dismiss(None)
            return
        if self._question is None:
            self._question = Question(ask["text"], ["", *ask["lines"]])
            self.push_screen(self._question, self._answered)

    def _answered(self, yes: bool | None) -> None:
        self._question = None
        if yes is not None:
            self._do({"do": "answer", "yes": yes})

    def _answer(self, event: Event) -> None:
        """An answer to something that was asked from here, or a fault."""
        kind = event["event"]
        if kind in _FAULTS and event.get("text"):
            self.bell()
            if self._tries_again(event["text"]):
                return
            self.notify(event["text"], severity="warning", markup=False, timeout=8)
        elif kind == "verified":
            self.push_screen(Reading(f"{event['name']}: {event['headline']}", finding_lines(event, language())))
        elif kind in ("stats", "luck", "review"):
            self.push_screen(Reading(t(_TITLES[kind]), [*event["lines"], *event.get("marked", ())]))
        elif kind == "replay":
            self._replay(event)
        elif kind == "exported":
            self._keep(event)
        elif kind == "halted" and event.get("reason") == "store_moved":
            self._moved()

    def _tries_again(self, sentence: str) -> bool:
        """Whether a form of the lobby comes back with this sentence in it."""
        alone = self._state["screen"] == "lobby" and len(self.screen_stack) == 1
        return alone and self._base.query_one(Hall).again(sentence)

    def _replay(self, event: Event) -> None:
        steps = steps_of(event)
        if steps:
            self.push_screen(Replay(steps, Look.of(self._state["settings"], colours=self._colours)))
        else:
            self.notify(t("Nothing was played in this game."), markup=False)

    def _moved(self) -> None:
        """The store was moved, or copied: whoever has moved it can say so, and goes on."""
        game = (self._state["table"] or {}).get("game")
        text = t("Was this folder of games moved on purpose, and is no other copy of it used? Then the game goes on.")

        def answered(yes: bool | None) -> None:
            if yes and game is not None:
                self._do({"do": "leave"})
                self._do({"do": "resume", "game": game, "moved": True})

        self.push_screen(Question(text), answered)

    def _keep(self, event: Event) -> None:
        path = free_path(Path.cwd() / event["name"])
        try:
            keep_game(path, base64.b64decode(event["data"]))
        except LocalError as fault:
            self.notify(local(str(fault)), severity="warning", markup=False)
        else:
            self.notify(t("Kept as {path}", path=shown_path(path)), markup=False)

    def action_leave_program(self) -> None:
        """End, asked once more while a game goes on."""
        table = self._state.get("table")
        if self._state.get("screen", "lobby") == "lobby" or (table is not None and table["over"] is not None):
            self.exit()
        elif self._leaving is None or not self._leaving.is_attached:
            self._leaving = Question(t(_CLOSE_PRACTICE if self._practises else _CLOSE))
            self.push_screen(self._leaving, lambda yes: self.exit() if yes else None)


_BEGINS: Final = frozenset({"host", "join", "join_nearby", "practise", "resume"})
"""Commands that begin a game."""

_CLOSE: Final = N_("Close the program? A game that goes on stays unfinished; you can resume it later.")
_CLOSE_PRACTICE: Final = N_(
    "Close the program? This game is for practice: it stays unfinished, and cannot be resumed."
)

_TITLES: Final = {"stats": N_("Results of all games"), "luck": N_("The luck report"), "review": N_("Looking back")}

THEMES: Final = (
    Theme(
        name="bura", primary="#9fb8ec", secondary="#55705f", accent="#f0b35a", foreground="#e7ece8",
        background="#121815", surface="#1a221e", panel="#24302a", warning="#f0b35a", error="#f2a39b",
        success="#8ed0ab", dark=True,
    ),
    Theme(
        name="bura-light", primary="#27406f", secondary="#8fa397", accent="#8a4500", foreground="#16201b",
        background="#e4e8e3", surface="#f7f8f5", panel="#d3dbd4",
        warning="#8a4500", error="#9b1c1c", success="#1f6b45", dark=False,
    ),
)  # fmt: skip
"""The page's colours."""
