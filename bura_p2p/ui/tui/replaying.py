"""A finished game at the table, step by step.

Here: the steps of a replay as pictures, the keys that go from one to another. Never: a card that the replay lacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from ..tongue import t
from .deck import Look, told
from .keys import layouts
from .picture import ROOMY, board, headline, keys_text

Step = tuple[str, Mapping[str, Any]]
"""What happened, in sentences, and the table after it."""


def steps_of(replay: Mapping[str, Any]) -> list[Step]:
    """The steps that say something; one that says nothing changes the picture before it."""
    found: list[Step] = []
    for step in replay["steps"]:
        text = " ".join(str(one["text"]) for one in step["events"] if one.get("text") and one["event"] != "held")
        table = {**step["table"], "over": None, "link": {"state": "here", "text": "", "choices": []}, "clock": None}
        table["turn"] = {**table["turn"], "owing": []}
        if not any(one["event"] == "trick_taken" for one in step["events"]):
            table["last_trick"] = None
        if text or not found:
            found.append((text, table))
        else:
            found[-1] = (found[-1][0], {**table, "last_trick": found[-1][1]["last_trick"]})
    dealt = next((number for number, (_, table) in enumerate(found) if any(table["counts"])), 0)
    return found[dealt:]


class Replay(Screen[None]):
    """A game that was played, from step to step. `steps` as `steps_of` finds them, at least one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter", "go(1)", show=False),
        Binding("left", "go(-1)", show=False),
        Binding("home", "to(0)", show=False),
        Binding("end", "to(-1)", show=False),
        Binding(f"escape,{layouts('x')},{layouts('q')}", "close", show=False),
    ]

    def __init__(self, steps: Sequence[Step], look: Look) -> None:
        super().__init__()
        self._steps, self._look = steps, look
        self._at = 0

    def compose(self) -> ComposeResult:
        """See `Screen.compose`."""
        with Vertical():
            yield Static(id="replay-head", classes="head")
            with VerticalScroll(id="replay-scene", can_focus=False):
                yield Static(id="replay-board")
            yield Static(id="replay-text", classes="prompt")
            yield Static(id="replay-keys", classes="keys")

    def on_mount(self) -> None:
        """The first picture."""
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Another width, another picture."""
        self._draw()

    def action_go(self, by: int) -> None:
        """Some steps on, or back."""
        self.action_to(max(0, min(len(self._steps) - 1, self._at + by)))

    def action_to(self, step: int) -> None:
        """To one step; -1 is the last."""
        self._at = step % len(self._steps)
        self._draw()

    def action_close(self) -> None:
        """Back."""
        self.dismiss(None)

    def _draw(self) -> None:
        text, table = self._steps[self._at]
        width, height = self.app.size
        roomy = width >= ROOMY[0] and height >= ROOMY[1]
        place = t("{step} of {steps}", step=self._at + 1, steps=len(self._steps))
        keys = [t("[Left/Right] step"), t("[Home/End] first, last"), t("[Esc] back")]
        self.query_one("#replay-head", Static).update(headline(table, width))
        self.query_one("#replay-board", Static).update(board(table, width, (), None, roomy=roomy, look=self._look))
        self.query_one("#replay-text", Static).update(told(text, self._look))
        self.query_one("#replay-keys", Static).update(keys_text(keys, width - 2).append(f"   {place}", "dim"))
