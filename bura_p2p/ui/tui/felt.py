"""The pane of the table: the picture, the log, a line for talk, and the keys of play.

Here: what each key asks for. Never: whether it may be, which the state and the lobby say.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.events import Resize
from textual.widgets import Input, Static

from ...sentences import N_
from ..tongue import language, t
from ..words import points_word
from .bridge import Command
from .deck import Look, told
from .dialogs import Choice, Field, Form, Question, Reading
from .keys import layouts
from .log import Log
from .moves import move_of, word_move
from .picture import ROOMY, board, headline, keys_line, keys_text, prompt_text
from .shared import phrases

State = dict[str, Any]

STAYS: Final = 2.0
"""Seconds for which a taken trick is shown beside the next one."""

LOGGED: Final = 500
"""Lines of the log that are kept."""

_LOG_LINES: Final = 6
"""Lines that the log takes in a terminal of 24."""

HELP: Final = (
    N_("1-9    choose a card, or put it back; Esc chooses nothing"),
    N_("Enter  play the chosen cards: shown, or given where that is all"),
    N_("g      give the chosen cards face down where they could beat"),
    N_("r      raise the stake"),
    N_("a      accept a raise"),
    N_("d      decline it; asked once more, for the hand is lost"),
    N_("v      claim that your pile holds the points; asked once more"),
    N_("p      pass, when the cards are out"),
    N_("c      cede the lead; asked once more"),
    N_("z      resign the hand; asked once more"),
    N_("u      which combinations you announce"),
    N_("i      the rules of this table"),
    N_("e      the hand before: its result, what was proved"),
    N_("w      quick words; also: mute the other side"),
    N_("t      talk"),
    N_("PgUp   what was told before; likewise PgDn, Home and End"),
    N_("f      make this hand the last one, or not"),
    N_("o      ask the other side to move, or to give the hand up"),
    N_("m      give the other side more time"),
    N_("b      the invite, while the other side is away"),
    N_("n      another game, after the end"),
    N_("x      leave the table; asked once more while a game goes on"),
    N_("q      close the program; likewise"),
    "",
    N_("A letter is the same key in the Latin, Russian and Georgian layout."),
)


class Felt(Container, can_focus=True):
    """The table. `do` passes a command on; `update_state` shows a state. `colours`: whether any are drawn; `log`:
    whether the sentences of the game stand beside it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"choose({number - 1})", show=False) for number in range(1, 10)),
        Binding("enter", "play", show=False),
        Binding("escape", "clear", show=False),
        Binding(layouts("g"), "play(True)", show=False),
        Binding(layouts("r"), "word('raise')", show=False),
        Binding(layouts("a"), "word('accept')", show=False),
        Binding(layouts("p"), "word('pass')", show=False),
        Binding(layouts("c"), "sure('cede')", show=False),
        Binding(layouts("d"), "sure('decline')", show=False),
        Binding(layouts("v"), "sure('claim')", show=False),
        Binding(layouts("z"), "sure('resign')", show=False),
        Binding(layouts("u"), "policy", show=False),
        Binding(layouts("i"), "rules", show=False),
        Binding(layouts("e"), "result", show=False),
        Binding(layouts("w"), "phrases", show=False),
        Binding(layouts("t"), "talk", show=False),
        Binding(layouts("f"), "last_hand", show=False),
        Binding(layouts("o"), "plain('offer_end')", show=False),
        Binding(layouts("m"), "plain('more_time')", show=False),
        Binding(layouts("n"), "plain('rematch')", show=False),
        Binding(layouts("b"), "invite", show=False),
        Binding(layouts("x"), "leave", show=False),
        Binding("question_mark,f1", "help", show=False),
        *(Binding(key, f"look_back('{key}')", show=False) for key in ("pageup", "pagedown", "home", "end")),
    ]

    def __init__(self, do: Callable[[Command], None], *, colours: bool = True, log: bool = True) -> None:
        super().__init__(id="felt")
        self._do = do
        self._colours, self._logs = colours, log
        self._state: State = {}
        self._chosen: list[int] = []
        self._since = time.monotonic()
        self._result_of: tuple[Any, Any] | None = None
        self._game: Any = None
        self._lines: list[str] = []
        self._stays_until = 0.0

    def compose(self) -> ComposeResult:
        """See `Widget.compose`."""
        yield Static(id="headline", classes="head")
        with Container(id="body"):
            with VerticalScroll(id="scene", can_focus=False):
                yield Static(id="board")
            with Vertical(id="side"):
                yield Log()
        yield Static(id="prompt", classes="prompt")
        yield Input(placeholder=t("Say something; Enter sends, Esc closes"), id="talk", max_length=280, compact=True)
        yield Static(id="keys", classes="keys")

    def on_mount(self) -> None:
        """The clock goes on without messages."""
        self.query_one("#talk", Input).display = False
        self.query_one("#side").display = self._logs
        self.set_interval(1, self._draw)

    def on_resize(self, event: Resize) -> None:
        """Another width, another picture, and lines of another length."""
        self._draw()
        self.call_after_refresh(self._write_again)

    def _write_again(self) -> None:
        log = self.query_one(Log)
        log.clear()
        for line in self._lines:
            log.write(told(line, self._look))
        log.end()

    # --- what is shown ---------------------------------------------------------------------------------------

    @property
    def _look(self) -> Look:
        return Look.of(self._state.get("settings", {}), colours=self._colours)

    @property
    def table(self) -> State | None:
        """The table of the newest state."""
        return self._state.get("table")

    def update_state(self, state: State, lines: Sequence[str]) -> None:
        """Show a state, and the sentences that led to it."""
        before, self._state, self._since = self.table, state, time.monotonic()
        table = self.table
        if table is None:
            return
        log = self.query_one(Log)
        if table["game"] != self._game:
            self._game, self._result_of, self._lines = table["game"], None, []
            log.clear()
            log.end()
        self._lines = [*self._lines, *lines][-LOGGED:]
        for line in lines:
            log.write(told(line, self._look))
        self._notice(before, table)
        if before is None or before["held"] != table["held"] or not table["turn"]["mine"]:
            self._chosen = [number for number in self._chosen if before == table and number < len(table["held"])]
        self._draw()
        self._new_result(table)

    def _notice(self, before: State | None, table: State) -> None:
        """One's own turn is heard; a trick that was just taken stays a moment."""
        begins = table["turn"]["mine"] and (before is None or not before["turn"]["mine"])
        if begins and self._state["settings"].get("sounds") != "off":
            self.app.bell()
        if table["last_trick"] and before is not None and before["last_trick"] != table["last_trick"]:
            self._stays_until = time.monotonic() + STAYS
            self.set_timer(STAYS + 0.05, self._draw)

    def _seconds(self, table: State) -> float | None:
        clock = table["clock"]
        if clock is None:
            return None
        since = time.monotonic() - self._since
        if not clock["running"]:  # it stands still for so long, and no longer
            still = clock.get("still_for")
            since = 0.0 if still is None else max(0.0, since - still)
        return max(0.0, float(clock["seconds_left"]) - since)

    def _draw(self) -> None:
        table = self.table
        if table is None:
            return
        width, look = self.size.width or self.app.size.width, self._look
        scene = self.query_one("#scene").size.width or width
        roomy = scene >= ROOMY[0] and self.size.height >= ROOMY[1] - (0 if self._logs else _LOG_LINES)
        stays = time.monotonic() < self._stays_until
        picture = board(table, scene, self._chosen, self._seconds(table), stays=stays, roomy=roomy, look=look)
        keys = keys_text(keys_line(table, len(self._chosen)), width - 2)
        self.query_one("#board", Static).update(picture)
        self.query_one("#prompt", Static).update(prompt_text(table, self._chosen, look, language()))
        self.query_one("#keys", Static).update(keys)
        self._draw_headline()
        self.call_after_refresh(self._draw_headline)
        self.query_one(Log).settle()

    def _draw_headline(self) -> None:
        """How the game stands; where the picture is cut off that is said instead."""
        if self.table is not None:
            cut = self.query_one("#scene", VerticalScroll).max_scroll_y > 0
            width = self.size.width or self.app.size.width
            self.query_one("#headline", Static).update(
                Text(t(_TOO_SMALL), "bold") if cut else headline(self.table, width)
            )

    def _new_result(self, table: State) -> None:
        """A hand that has just ended is told at once, with what was proved in it."""
        result = table["result"]
        if result is None or self._result_of == (table["game"], result["hand"]):
            return
        self._result_of = (table["game"], result["hand"])
        self.action_result()

    # --- keys ------------------------------------------------------------------------------------------------

    def _tell(self, text: str) -> None:
        self.app.bell()
        self.notify(text, markup=False)

    def action_choose(self, number: int) -> None:
        """Take a card into the selection, or out of it."""
        table = self.table
        if table is None or number >= len(table["held"]):
            return
        if number in self._chosen:
            self._chosen.remove(number)
        else:
            self._chosen.append(number)
        self._draw()

    def action_clear(self) -> None:
        """Choose nothing, and say nothing."""
        if self.query_one("#talk", Input).display:
            self.close_talk()
            return
        self._chosen = []
        self._draw()

    def action_play(self, down: bool = False) -> None:
        """Play what is chosen; nothing else, so that Enter by habit does no harm."""
        table = self.table
        if table is None or not self._chosen:
            return
        move = move_of(table["turn"]["legal"], [table["held"][number] for number in self._chosen], down=down)
        if move is None:
            mine = table["turn"]["mine"]
            self._tell(t("These cards cannot be played now.") if mine else t("It is not your turn."))
            return
        self._chosen = []
        self._do({"do": "play", "move": move})

    def action_word(self, word: str) -> None:
        """A move without cards."""
        move = None if self.table is None else word_move(self.table["turn"]["legal"], word)
        if move is None:
            self._tell(t(_CANNOT[word]))
        else:
            self._do({"do": "play", "move": move})

    def action_sure(self, word: str) -> None:
        """A move that can lose a hand: asked once more."""
        table = self.table
        if table is None:
            return
        turn = table["turn"]
        move = word_move(turn["legal"], word)
        early = (word == "claim" and turn["claim_early"]) or (word == "resign" and turn["may_resign"])
        if move is None and not early:
            self._tell(t(_CANNOT[word]))
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._do({"do": "play", "move": move or word})

        self.app.push_screen(Question(_sure(word, table)), answered)

    def action_plain(self, do: str) -> None:
        """A command that is a word; the lobby says whether it makes sense."""
        self._do({"do": do})

    def action_last_hand(self) -> None:
        """Whether another hand is played after this one."""
        if self.table is not None:
            self._do({"do": "stop_after_hand", "stop": not self.table["stopping"]})

    def action_look_back(self, key: str) -> None:
        """Scroll in the log."""
        log = self.query_one(Log)
        if key == "end":
            log.end()
            return
        {"pageup": log.scroll_page_up, "pagedown": log.scroll_page_down, "home": log.scroll_home}[key](animate=False)

    def action_policy(self) -> None:
        """Which combinations are announced by themselves."""
        table = self.table
        if table is None or not table["policies"]:
            self._tell(t("These rules have nothing to announce."))
            return
        yes_no = [(t(words), value) for words, value in _YES_NO]
        fields = [
            Field(one["word"], one["title"], "yes" if one["word"] in (table["policy"] or ()) else "no", yes_no)
            for one in table["policies"]
        ]

        def answered(values: dict[str, str] | None) -> None:
            if values is not None:
                self._do({"do": "policy", "announce": [word for word, value in values.items() if value == "yes"]})

        self.app.push_screen(Form(t("What you announce, of cards drawn from now on"), fields), answered)

    def action_rules(self) -> None:
        """The rule card."""
        table = self.table
        if table is not None:
            self.app.push_screen(Reading(t("The rules of this table"), lambda: (self.table or table)["rule_card"]))

    def action_result(self) -> None:
        """The last hand."""
        result = None if self.table is None else self.table["result"]
        if result is not None:
            self.app.push_screen(Reading(t("Hand {hand}", hand=result["hand"]), result_lines(result)))

    def action_invite(self) -> None:
        """The invite by which the other side can come back."""
        waiting = self._state.get("waiting")
        if waiting is None or not waiting["message"]:
            self._tell(t("There is no invite now."))
        else:
            title = t("Send this to the other side, if it does not come back")
            self.app.push_screen(Reading(title, [waiting["message"]]))

    def action_help(self) -> None:
        """All keys."""
        self.app.push_screen(Reading(t("Keys"), help_lines()))

    def action_leave(self) -> None:
        """Back to the lobby; a game that goes on is left only when asked once more."""
        if self.table is None or self.table["over"] is not None:
            self._do({"do": "leave"})
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._do({"do": "leave"})

        text = t("Leave the game? It stays unfinished; one with a friend can be resumed from the lobby.")
        self.app.push_screen(Question(text), answered)

    def action_phrases(self) -> None:
        """A few words that need no typing, in the player's language; the other side is muted here, too."""
        settings = self._state.get("settings", {})
        muted = settings.get("mute") == "yes"
        lines = [(phrase, phrase) for phrase in phrases(language())]
        lines.append((t("(hear the other side again)") if muted else t("(mute the other side)"), ""))

        def picked(found: tuple[str, str] | None) -> None:
            if found is not None and found[1]:
                self._do({"do": "say", "text": found[1]})
            elif found is not None:
                self._do({"do": "setting", "key": "mute", "value": "no" if muted else "yes"})

        self.app.push_screen(Choice(t("Quick words"), lambda: lines), picked)

    def action_talk(self) -> None:
        """Open the line for talk."""
        talk = self.query_one("#talk", Input)
        talk.display = True
        talk.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it."""
        event.stop()
        if event.value.strip():
            self._do({"do": "say", "text": event.value})
        self.close_talk()

    def close_talk(self) -> None:
        """Close the line for talk; the keys are those of play again."""
        talk = self.query_one("#talk", Input)
        talk.value = ""
        talk.display = False
        self.focus()


_TOO_SMALL: Final = N_("Window too small!")
_YES_NO: Final = ((N_("announce it"), "yes"), (N_("keep silent"), "no"))


_CANNOT: Final = {
    "raise": N_("You cannot raise now."),
    "accept": N_("You cannot accept now."),
    "pass": N_("You cannot pass now."),
    "cede": N_("You cannot cede now."),
    "decline": N_("You cannot decline now."),
    "claim": N_("You cannot claim now."),
    "resign": N_("You cannot resign now."),
}
"""Why a key does nothing, by the word of its move."""


def _sure(word: str, table: State) -> str:
    lost = points_word(table["stake"])
    return {
        "claim": t("Claim {points} points? With fewer in your pile you lose the hand.", points=table["target"]),
        "resign": t("Give the hand up? It is lost for {points}.", points=lost),
        "decline": t("Decline the raise? The hand is lost for {points}.", points=lost),
        "cede": t("Leave the lead to what was announced?"),
    }[word]


def help_lines() -> list[str]:
    """All keys, a line for each."""
    return [t(line) if line else "" for line in HELP]


def result_lines(result: State) -> list[str]:
    """A hand's end: who won and why, what was proved, the file."""
    lines = [result["text"], ""]
    if result["proved"]:
        lines += [t("What was proved in this hand:"), *(f"- {sentence}" for sentence in result["proved"])]
    if result["file"]:
        lines += ["", t("The game file: {file}", file=result["file"])]
    return lines
