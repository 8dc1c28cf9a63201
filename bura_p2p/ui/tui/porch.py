"""The pane between the lobby and the table: the invite with its QR code, or the way to somebody else's table.

Here: what a host passes on, what a guest waits for. Never: how an invite is made, where it leads.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ..invites import qr_lines
from ..playing import RESTORING
from ..tongue import t
from .bridge import Command
from .dialogs import Field, Form, Reading
from .keys import layouts

State = dict[str, Any]


class Porch(Vertical):
    """Waiting for a friend, or coming to one. `do` passes a command on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(layouts("c"), "copy", show=False),
        Binding(layouts("w"), "qr", show=False),
        Binding(layouts("r"), "reply", show=False),
        Binding("escape", "stop", show=False),
        Binding(layouts("x"), "stop", show=False),
    ]

    def __init__(self, do: Callable[[Command], None]) -> None:
        super().__init__(id="porch")
        self._do = do
        self._waiting: State | None = None
        self._told: list[str] = []

    def compose(self) -> ComposeResult:
        """See `Widget.compose`."""
        with VerticalScroll(id="porch-lines"):
            yield Static(id="waiting")
        yield Static(id="porch-keys")

    def update_state(self, state: State, lines: Sequence[str]) -> None:
        """Show a state, and what led to it."""
        self._waiting = state["waiting"]
        self._told = [*self._told, *lines][-4:]
        hosting = self._waiting is not None and self._waiting["invite"] is not None
        keys = t("[c]opy the message  [w] QR code  [r]eply code  [Up/Down] scroll  [Esc] stop waiting")
        told = [t(RESTORING)] if state["restoring"] else waiting_lines(self._waiting, self._told)
        self.query_one("#waiting", Static).update(Text("\n".join(told)))
        self.query_one("#porch-keys", Static).update(Text(keys if hosting else t("[Esc] stop"), "dim"))

    def fresh(self) -> None:
        """Another wait begins."""
        self._told = []

    def action_copy(self) -> None:
        """The whole message, to the clipboard, where the terminal lets a program put something there."""
        if self._waiting is not None and self._waiting["message"]:
            self.app.copy_to_clipboard(self._waiting["message"])
            self.notify(t("Copied, if your terminal allows it; else mark the text with the mouse."), markup=False)

    def action_qr(self) -> None:
        """The QR code of the invite."""
        if self._waiting is None or not self._waiting["invite"]:
            return
        room = self.app.size.width - 2
        code = qr_lines(self._waiting["invite"], room, getattr(sys.__stdout__, "encoding", None))
        lines = code or [t("The QR code needs a wider terminal, and one that draws blocks.")]
        self.app.push_screen(Reading("", lines, whole=True))

    def action_reply(self) -> None:
        """A reply code that the friend has sent."""
        if self._waiting is None or not self._waiting["reply_wanted"]:
            return
        form = Form(t("The reply code of your friend"), [Field("code", t("Paste it (BURA-R:...):"), joins=True)])
        self.app.push_screen(form, lambda values: None if values is None else self._do({"do": "reply", **values}))

    def action_stop(self) -> None:
        """Back to the lobby."""
        self._do({"do": "cancel"})


def waiting_lines(waiting: State | None, told: Sequence[str]) -> list[str]:
    """What is shown while nobody is there yet."""
    if waiting is None:
        return [t("Coming to the table ..."), "", *told]
    if waiting["invite"] is None:
        return [t("Making an invite ..."), "", *told]
    lines = [t("Waiting for your friend. Send this message; the invite in it is good for one game, today."), ""]
    if waiting["words"]:
        lines[1:1] = ["", t("On the same network three words do as well:  {words}", words=waiting["words"])]
    lines += [waiting["message"], "", t("The invite leads to:")]
    lines += [f"  {one['address']}  {one['label']}" for one in waiting["leads_to"]]
    lines += ["", waiting["reach"]] if waiting["reach"] else []
    return [*lines, "", *told]
