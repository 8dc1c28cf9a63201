"""The pane of the lobby: what one can begin, and the forms that ask for what it takes.

Here: the menu and its forms, from a state to commands. Never: a game, a file but the one that a person names.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...errors import LocalError
from ...sentences import N_
from ..arguments import DEFAULT_MATCH
from ..files import game_data
from ..text import raise_name
from ..tongue import language, local, t
from ..words import rules_title
from .bridge import Command
from .dialogs import Choice, Field, Form, Reading, Values
from .keys import layouts
from .shared import sentence, sentences

State = dict[str, Any]

MENU: Final = (
    ("h", "host", N_("Host a table for a friend")),
    ("j", "join", N_("Join by an invite")),
    ("l", "nearby", N_("Tables on the local network")),
    ("p", "practise", N_("Practise against a bot")),
    ("t", "teach", N_("New to Bura? A guided first hand")),
    ("g", "games", N_("Past games: resume, replay, keep the file")),
    ("c", "verify", N_("Check a game file")),
    ("s", "stats", N_("Results of all games")),
    ("k", "luck", N_("Was I dealt fairly? The luck report")),
    ("r", "rules", N_("The rules, as cards")),
    ("n", "settings", N_("Your name, and settings")),
    ("q", "quit", N_("Quit")),
)
"""The menu: a key, what it does, its words."""

GAME_KEYS: Final = {
    "r": N_("resume"),
    "p": N_("replay"),
    "k": N_("keep the file"),
    "b": N_("look back at my choices"),
}


_Go = Callable[[Values, bool], None]
"""Asks for what a form says; whether that was refused before."""


@dataclass(frozen=True)
class _Tried:
    """A form that was answered, and what was asked for by it."""

    title: str
    fields: Sequence[Field]
    values: Values
    go: _Go


class Hall(Vertical):
    """The lobby. `do` passes a command on, `teach` begins the guided hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(layouts(key), f"choose('{what}')", show=False) for key, what, _ in MENU if what != "quit"
    ]

    def __init__(self, do: Callable[[Command], None], teach: Callable[[], None]) -> None:
        super().__init__(id="hall")
        self._do, self._teach = do, teach
        self._state: State = {}
        self._busy = False
        self._tried: _Tried | None = None
        self._language = language()

    def compose(self) -> ComposeResult:
        """See `Widget.compose`."""
        yield Static(id="welcome")
        yield OptionList(*_menu(), id="menu")
        yield Static(id="note")

    def update_state(self, state: State, lines: Sequence[str]) -> None:
        """Show a state, and what led to it."""
        self._state = state
        if self._language != language():
            self._language = language()
            menu = self.query_one("#menu", OptionList)
            menu.clear_options()
            menu.add_options(_menu())
            menu.highlighted = 0
        name = state["name"] or t("no name yet")
        welcome = t("Bura {version}   you are: {name}", version=state["version"], name=name)
        self.query_one("#welcome", Static).update(Text(welcome, "bold"))
        told = [state["busy"]] if state["busy"] else lines[-3:]
        if told or self._busy:
            self._busy = bool(state["busy"])
            self.query_one("#note", Static).update(Text("\n".join(told)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click, on a line of the menu."""
        event.stop()
        if event.option_id == "quit":
            self.app.exit()
        elif event.option_id is not None:
            self.action_choose(event.option_id)

    def action_choose(self, what: str) -> None:
        """Begin what a line of the menu says."""
        if not self._state:
            return
        self._tried = None
        begin: dict[str, Callable[[], None]] = {
            "host": self._host,
            "join": self._join,
            "nearby": self._nearby,
            "practise": self._practise,
            "teach": self._teach,
            "games": self._games,
            "verify": self._verify,
            "rules": self._rules,
            "settings": self._settings,
            "stats": lambda: self._do({"do": "stats"}),
            "luck": lambda: self._do({"do": "luck"}),
        }
        begin[what]()

    def _ask(self, form: Form, then: Callable[[Values], None]) -> None:
        self.app.push_screen(form, lambda values: None if values is None else then(values))

    def _try(self, title: str, fields: Sequence[Field], go: _Go, lines: Sequence[str] = ()) -> None:
        """A form that comes back with what was typed in it, should what it asks for be refused."""

        def answered(values: Values | None) -> None:
            if values is not None:
                self._tried = _Tried(title, fields, values, go)
                go(values, bool(lines))

        self.app.push_screen(Form(title, fields, lines), answered)

    def again(self, sentence: str) -> bool:
        """The form that led to a refusal once more, with what was typed, and why; whether there is one."""
        tried, self._tried = self._tried, None
        if tried is None:
            return False
        fields = [replace(field, value=tried.values[field.name]) for field in tried.fields]
        self._try(tried.title, fields, tried.go, [sentence])
        return True

    def forget(self) -> None:
        """What was tried has come true."""
        self._tried = None

    def _refuse(self, sentence: str) -> None:
        self.app.push_screen(Reading(t("Not done"), [sentence]))

    # --- tables ----------------------------------------------------------------------------------------------

    def _host(self) -> None:
        *first, match = table_fields(self._state)
        reach = [Field(key, t(label), choices=_said(_YES_NO)) for key, label in REACH]
        form = Form(t("Host a table"), [*first, *reach, match], raise_lines(self._state))
        self._ask(form, lambda values: self._open("host", values))

    def _practise(self) -> None:
        bots = [(_bot_word(bot), bot) for bot in self._state["bots"]]
        fields = [Field("bot", t("Against"), choices=bots), *table_fields(self._state)]
        form = Form(t("Practise against a bot"), fields, raise_lines(self._state))
        self._ask(form, lambda values: self._open("practise", values))

    def _open(self, do: str, values: Values) -> None:
        try:
            self._do({"do": do, **table_values(values)})
        except LocalError as fault:
            self._refuse(local(str(fault)))

    def _join(self) -> None:
        field = Field("invite", t("Paste the invite, or the whole message:"), joins=True)
        go = lambda values, again: self._do({"do": "join", "invite": values["invite"]})  # noqa: E731
        self._try(t("Join by an invite"), [field], go)

    def _nearby_now(self) -> list[State]:
        return list(self._state["nearby"])

    def _nearby(self) -> None:
        self._do({"do": "look"})

        def options() -> list[tuple[str, str]]:
            found = self._nearby_now()
            lines = [(_near(one), one["id"]) for one in found]
            return [*lines, (t("another one, by its address"), "")]

        self.app.push_screen(Choice(t("Tables on the local network"), options), self._join_nearby)

    def _join_nearby(self, picked: tuple[str, str] | None) -> None:
        if picked is None:
            return
        known = picked[1]
        fields = [] if known else [Field("address", t("The host's address, such as 192.168.1.5:4242:"))]
        words = self._state["words"] or ""
        fields.append(Field("words", t("The three words that the host reads to you:"), words))
        at = next(({"address": one["address"]} for one in self._nearby_now() if one["id"] == known), {})

        def go(values: Values, again: bool) -> None:
            # after a refusal the list begins anew, and the table may not be found again yet: its address is
            table = {"id": known, **(at if again else {})} if known else {}
            self._do({"do": "join_nearby", **table, **values})

        self._try(t("Join a table of the local network"), fields, go)

    # --- games and files -------------------------------------------------------------------------------------

    def _games(self) -> None:
        if not self._state["games"]:
            self._refuse(t("There are no past games yet."))
            return
        games = [(game_line(game), str(game["id"])) for game in self._state["games"]]
        offers = lambda key, game: key != "r" or self._resumable(int(game or 0))  # noqa: E731
        self.app.push_screen(Choice(t("Past games"), lambda: games, GAME_KEYS, offers), self._game)

    def _resumable(self, game: int) -> bool:
        return any(one["id"] == game and one["resumable"] for one in self._state["games"])

    def _game(self, picked: tuple[str, str] | None) -> None:
        if picked is None:
            return
        what, game = picked[0], int(picked[1])
        if what == "enter":
            what = "r" if self._resumable(game) else "p"
        if what == "k":
            self.app.push_screen(
                Choice(t("Keep the game"), lambda: _said(_FORMS)), lambda form: self._export(game, form)
            )
            return
        do = {"r": "resume", "p": "replay", "b": "review"}[what]
        self._do({"do": do, "game": game})

    def _export(self, game: int, form: tuple[str, str] | None) -> None:
        if form is not None:
            self._do({"do": "export", "game": game, "form": form[1]})

    def _verify(self) -> None:
        self._ask(Form(t("Check a game file"), [Field("path", t("The file, such as game-1.bura:"))]), self._read)

    def _read(self, values: Values) -> None:
        path = Path(values["path"].strip()).expanduser()
        try:
            data = base64.b64encode(game_data(path)).decode("ascii")
        except LocalError as fault:
            self._refuse(local(str(fault)))
            return
        self._do({"do": "verify", "name": path.name[:300], "data": data})

    def _rules(self) -> None:
        lines = [(_short(f"{one['title']}: {one['summary']}"), one["id"]) for one in self._state["rulesets"]]
        self.app.push_screen(Choice(t("The rules"), lambda: lines), self._card)

    def _card(self, picked: tuple[str, str] | None) -> None:
        wanted = None if picked is None else picked[1]
        for place, one in enumerate(self._state["rulesets"]):
            if one["id"] == wanted:
                self.app.push_screen(Reading(one["title"], partial(self._card_at, place)))

    def _card_at(self, place: int) -> list[str]:
        card: list[str] = self._state["rulesets"][place]["card"]
        return card

    def _settings(self) -> None:
        now = _AS_SHIPPED | self._state["settings"]
        fields = [Field(key, t(label), now[key], _said(choices)) for key, label, choices in SETTINGS]
        fields += [
            Field("language", t("Language"), language(), _LANGUAGES),
            Field("name", t("Your name, as the other side sees it"), self._state["name"]),
        ]
        self._ask(Form(t("Settings"), fields), self._set)

    def _set(self, values: Values) -> None:
        before = _AS_SHIPPED | self._state["settings"]
        for key, _, _ in SETTINGS:
            if values[key] != before[key]:
                self._do({"do": "setting", "key": key, "value": values[key]})
        if values["language"] != language():
            self._do({"do": "setting", "key": "language", "value": values["language"]})
        if values["name"].strip() != self._state["name"]:
            self._do({"do": "name", "name": values["name"]})


_LANGUAGES: Final = (("English", "en"), ("Русский", "ru"), ("ქართული", "ka"))
_SWITCH: Final = ((N_("on"), "on"), (N_("off"), "off"))
_YES_NO: Final = ((N_("yes"), "yes"), (N_("no"), "no"))

REACH: Final = (
    ("lan", N_("Show the table to the local network")),
    ("map", N_("Ask the router for a way in, while the game goes on")),
)
"""How a friend comes to a table: the key, the words; each is yes or no."""

SETTINGS: Final = (
    ("theme", N_("Colours of the screen"), ((N_("dark"), "auto"), (N_("light"), "light"))),
    ("four_colours", N_("A colour of its own for each suit"), _YES_NO),
    ("letters", N_("Letters on the cards"), (("A K Q J", "latin"), ("Т К Д В", "cyrillic"))),
    ("sounds", N_("A bell when it is your turn"), _YES_NO),
    ("mute", N_("Mute the other side"), _YES_NO),
    ("luck", N_("Note what you were dealt, for the luck report"), _SWITCH),
    ("review", N_("Keep your own cards after a game, to look back at it"), _SWITCH),
)
"""Choices that all faces share: the key, the words, what there is to choose."""

_AS_SHIPPED: Final = {
    "theme": "auto", "four_colours": "no", "letters": "latin", "sounds": "yes", "mute": "no", "luck": "on",
    "review": "off",
}  # fmt: skip

_FORMS: Final = (
    (N_("the game file, which anybody can check"), "file"),
    (N_("the moves, as people write them"), "text"),
    (N_("all events, as JSON"), "json"),
)


def _menu() -> list[Option]:
    return [Option(Text(f"[{key}]  {t(words)}"), id=what) for key, what, words in MENU]


def _said(choices: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Choices in the language in force; what stands for itself comes back as it is."""
    return [(t(words), value) for words, value in choices]


def table_fields(state: State) -> list[Field]:
    """What a table is opened with: the rules, their options, the length of the match."""
    rules = [(_short(f"{one['title']}: {one['summary']}"), one["id"]) for one in state["rulesets"] if one["plays"]]
    return [
        Field("rules", t("Rules"), choices=rules),
        Field("options", t("Options as NAME=VALUE, with spaces between; none is fine (the rules' cards tell them)")),
        Field(
            "match",
            t("Points that win the match: 1, 3, 7, 11, or 0 to play until somebody stops"),
            empty=t("{points} if nothing is typed", points=DEFAULT_MATCH),
        ),
    ]


def raise_lines(state: State) -> list[str]:
    """What the stakes are called where they can be raised, once for all rules of a form."""
    stakes = sorted({stake for one in state["rulesets"] if one["plays"] for stake in one["raises"]})
    names = ", ".join(f"{raise_name(stake)} {stake}" for stake in stakes)
    return [t("A raise is called by the stake that it asks for: {names}.", names=names)] if stakes else []


def _bot_word(bot: str) -> str:
    """What a bot is called; one of somebody's own by its own name."""
    key = f"bot.{bot}"
    return sentence(key, language()) if key in sentences(language()) else bot


def _short(text: str, most: int = 60) -> str:
    text = text.replace("2 players. ", "")
    return text if len(text) <= most else f"{text[: most - 2].rstrip(' ;,')} …"


def table_values(values: Values) -> Command:
    """The fields of a form as a command has them. Raises `LocalError`, one sentence."""
    reach: Command = {key: values.pop(key) == "yes" for key, _ in REACH if key in values}
    pairs = [word.partition("=") for word in values.pop("options").split()]
    if not all(sign and name and value for name, sign, value in pairs):
        raise LocalError(t("An option is written as NAME=VALUE, such as clock=30."))
    match = values.pop("match").strip()
    if match and not (match.isascii() and match.isdigit() and len(match) < 5):
        raise LocalError(t("The length of a match is a number: 1, 3, 7, 11 or 0."))
    found: Command = {**values, **reach, "options": {name: value for name, _, value in pairs}}
    return found | ({"match": int(match)} if match else {})


def _near(table: State) -> str:
    return "   ".join((table["name"], rules_title(table["rules"]), table["address"]))


def game_line(game: State) -> str:
    """A past game in one line."""
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(game["when"]))
    open_ = "  " + t("(can be resumed)") if game["resumable"] else ""
    what = f"{game['opponent']}  {rules_title(game['ruleset'])}  {game['told']}"
    return f"{game['id']:>3}  {day}  {what}{open_}"
