"""The table for programs: one JSON object a line, moves typed as `rules.notation` writes them.

Here: `MachineScreen`. Never: a card that the view does not show, sentences for people beside the faults.
"""

from __future__ import annotations

import json
from typing import Any

from ..net.driver import NotDone, Update
from ..rules.notation import format_action
from ..table.events import to_json
from ..table.view import View
from .faces import Faces
from .plain import Answer, PlainScreen


def json_line(words: dict[str, Any]) -> str:
    """One object on one line, in ASCII: whatever a peer wrote in it moves no terminal."""
    return json.dumps(words, ensure_ascii=True)


class MachineScreen:
    """Events as `table.events.to_json` writes them; `your_turn` with every legal action, once a round."""

    def __init__(self, seat: int) -> None:
        self.view: View | None = None
        self._plain = PlainScreen(seat, Faces())
        self._asked = -1

    def show(self, update: Update) -> list[str]:
        """The events of an update, then `your_turn` where a choice has become due."""
        self.view = self._plain.view = update.view
        lines = [json_line(to_json(event)) for event in update.events]
        if update.view.my_turn and update.view.round != self._asked:
            self._asked = update.view.round
            lines.append(json_line(self._turn(update.view)))
        return lines

    def _turn(self, view: View) -> dict[str, Any]:
        return {
            "event": "your_turn",
            "round": view.round,
            "held": [str(card) for card in view.held],
            "legal": [format_action(action) for action in view.legal],
        } | ({} if view.own_points is None else {"own_points": view.own_points})

    def idle(self) -> list[str]:
        """Nothing: a program knows how to wait."""
        return []

    def typed(self, line: str | None) -> Answer:
        """A command; what was asked for comes back as `{"event": "help", "lines": […]}` (or `rules`, `table`,
        `policy`; `noted` beside a command that takes effect later), and a mistake as a `not_done` object.
        """
        answer = self._plain.typed(line)
        if (line is not None and not line.strip()) or not answer.lines:
            return Answer(answer.command)
        if answer.about:
            told = {"event": answer.about, "lines": list(answer.lines)}
        else:
            told = to_json(NotDone(" ".join(answer.lines)))
        return Answer(answer.command, (json_line(told),), answer.about)
