"""How much may be said: lines of chat within a window of time.

Here: counting. Never: what was said.
"""

from __future__ import annotations

from collections import deque

import trio

from . import limits, timers


class Talk:
    """At most `limits.CHAT_LINES` lines a seat within `timers.CHAT_WINDOW` seconds."""

    def __init__(self) -> None:
        self._lines: dict[int, deque[float]] = {}

    def may(self, seat: int) -> bool:
        """Whether `seat` may say one line more; if so, it is counted."""
        now = trio.current_time()
        lines = self._lines.setdefault(seat, deque())
        while lines and lines[0] <= now - timers.CHAT_WINDOW:
            lines.popleft()
        if len(lines) >= limits.CHAT_LINES:
            return False
        lines.append(now)
        return True
