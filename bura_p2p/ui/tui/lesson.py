"""The guided first hand: the worked example of the Georgian rules, at the same table as a real game.

Here: its steps as tables, what the teacher says. Never: a card of a real game, a lobby.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from .bridge import Command
from .deck import STRONG, Look, told
from .felt import Felt
from .keys import layouts
from .shared import example, sentences

Table = dict[str, Any]

_ME: Final = 0
_SETTLED: Final[Table] = {
    "game": None, "seat": _ME, "seats": 2, "stage": "lead", "given": [], "stock_dead": False, "leader": _ME,
    "order": [0, 1], "own_points": None, "stake": 1, "raise_to": None, "raised_by": None, "raises": False,
    "announced": [], "policies": [], "policy": None, "clock": None, "chat": [],
    "link": {"state": "here", "reason": "", "text": "", "choices": []},
    "end_offered_by": None, "stopping": False, "resigning": False, "result": None, "over": None,
}  # fmt: skip
"""What is the same in each step."""


def table_at(step: int, words: Mapping[str, Any], rule_card: list[str], before: Table | None = None) -> Table:
    """The table before the move of a step. `before`: the trick that led there."""
    now, game = example()["steps"][step], example()
    legal = list(now["legal"])
    turn = {"mine": bool(legal), "legal": legal, "owing": [_ME] if legal else [], "claiming": False}
    ended = step == len(game["steps"]) - 1
    taken = None if before is None else {**before, "text": ""}
    return {
        **_SETTLED,
        **{key: now[key] for key in ("held", "counts", "stock", "trick")},
        "names": ["", words["lesson.teacher"]],
        "round": step,
        "ruleset": game["ruleset"],
        "rules_title": words["lesson.start"],
        "rule_card": rule_card,
        "target": game["target"],
        "match": {"hand": 1, "target": 1, "score": [int(ended), 0], "chips": None, "pot": None, "dealer": None},
        "trump": game["trump_card"][-1],
        "trump_card": game["trump_card"],
        "last_trick": taken,
        "piles": [{"cards": cards, "closed": closed, "points": None} for cards, closed in now["piles"]],
        "turn": {**turn, "claim_early": False, "may_resign": False, "prompt": words["turn.yours"] if legal else ""},
    }


class _Taught(Felt):
    """The table of the lesson: left without a question."""

    def action_leave(self) -> None:
        """Back to the lobby."""
        self._do({"do": "leave"})


class Lesson(Screen[None]):
    """The guided hand. `state` is the lobby's; `done` is told when it was played to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(layouts("q"), "leave", show=False)]

    def __init__(self, state: Mapping[str, Any], done: Callable[[], None], *, language: str, colours: bool) -> None:
        super().__init__()
        self._lobby, self._done = state, done
        self._words = sentences(language)
        self._look = Look.of(state["settings"], colours=colours)
        self._step = 0

    def compose(self) -> ComposeResult:
        """See `Screen.compose`."""
        with Vertical():
            yield Static(id="coach")
            yield _Taught(self._follow, colours=self._look.colours, log=False)

    def on_mount(self) -> None:
        """The first step."""
        self.query_one(Felt).focus()
        self._deal(None)

    def action_leave(self) -> None:
        """Back to the lobby."""
        self.dismiss(None)

    def _follow(self, command: Command) -> None:
        """What the table asks for: the move of the example goes on, another one is not wrong, but not the example."""
        if command["do"] == "leave":
            self.dismiss(None)
        elif command["do"] == "play":
            now = example()["steps"][self._step]
            if command["move"] != now["move"]:
                self.notify(self._words["lesson.other"], markup=False)
                return
            self._step += 1
            self._deal(now["then"])

    def _deal(self, before: Table | None) -> None:
        key, rules = example()["steps"][self._step]["key"], example()["ruleset"]
        card: list[str] = next((one["card"] for one in self._lobby["rulesets"] if one["id"] == rules), [])
        table = table_at(self._step, self._words, card, before)
        self.query_one(Felt).update_state({**self._lobby, "table": table}, [])
        said = Text().append(f"{self._words[f'lesson.{key}.title']}\n", STRONG)
        self.query_one("#coach", Static).update(said.append_text(told(self._words[f"lesson.{key}"], self._look)))
        if key == "end":
            self._done()
