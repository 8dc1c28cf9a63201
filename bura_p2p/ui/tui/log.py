"""The sentences of a game beside its picture, the newest at the bottom.

Here: `Log`, which stays at its end until somebody scrolls up in it. Never: a sentence, a key.
"""

from __future__ import annotations

from textual.events import Resize
from textual.widgets import RichLog


class Log(RichLog, can_focus=False):
    """Lines that scroll. `following`: the newest line is kept in sight, however tall the lines below become."""

    def __init__(self) -> None:
        super().__init__(id="log", wrap=True, markup=False, highlight=False, min_width=20, auto_scroll=False)
        self.following = True

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Whoever scrolls up reads in peace; at the end again, what comes is followed."""
        super().watch_scroll_y(old_value, new_value)
        self.following = round(new_value) >= self.max_scroll_y

    def on_resize(self, event: Resize) -> None:
        """Fewer or more lines have room."""
        self.settle()

    def settle(self) -> None:
        """Bring the newest line into sight, when all is laid out, unless somebody reads further up."""
        if self.following:
            self.call_after_refresh(self._to_end)

    def end(self) -> None:
        """The newest line, whatever was read."""
        self.following = True
        self.settle()

    def _to_end(self) -> None:
        if self.following and round(self.scroll_y) != self.max_scroll_y:
            self.scroll_end(animate=False, immediate=True, x_axis=False)
