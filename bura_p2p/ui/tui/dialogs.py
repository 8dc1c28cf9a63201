"""What lies over the table for a moment: lines to read, a question, a list to choose from, a form of a few fields.

Here: `Reading`, `Question`, `Choice`, `Form`. Never: what comes of an answer, which whoever asks is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Paste
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from ...sentences import N_
from ..tongue import t
from .keys import latin

Values = dict[str, str]

WIDE: Final = 112
"""Columns from which there is room beside a dialog; the stylesheet makes it as wide as this says."""


def lines_room(width: int) -> int:
    """Columns for a line to read in a terminal of `width`: what the frame and the bar that scrolls leave."""
    return (width if width < WIDE else min(100, width * 9 // 10)) - 5


Lines = Sequence[str] | Callable[[], Sequence[str]]
"""Lines to read, or what gives them as they are now."""


class Reading(ModalScreen[None]):
    """Lines to read, as long as they may be, or where they come from, to be read `again`; Escape or Enter closes.
    `whole`: on all of the terminal, light on dark, as a code to be photographed has to be.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "close", "close")]

    def __init__(self, title: str, lines: Lines, *, whole: bool = False) -> None:
        super().__init__()
        self._title, self._lines, self._whole = title, lines, whole

    def _shown_lines(self) -> Text:
        lines = self._lines() if callable(self._lines) else self._lines
        return Text("\n".join(lines), "#ffffff on #000000" if self._whole else "")

    def again(self) -> None:
        """Show the lines as they are now."""
        if self.is_mounted and callable(self._lines):
            self.query_one("#reading", Static).update(self._shown_lines())

    def compose(self) -> ComposeResult:
        """See `Screen.compose`."""
        with Vertical(classes="whole" if self._whole else "dialog tall"):
            if self._title:
                yield Static(Text(self._title, "bold"))
            with VerticalScroll(can_focus=True):
                yield Static(self._shown_lines(), id="reading")
            yield Static(Text(t("[Up/Down] scroll  [Esc] close"), "dim"))

    def on_mount(self) -> None:
        """The lines take the keys that scroll."""
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        """Close it."""
        self.dismiss(None)


class Question(ModalScreen[bool]):
    """Yes or no, by the letter: Enter, pressed by habit, says nothing."""

    def __init__(self, text: str, lines: Sequence[str] = ()) -> None:
        super().__init__()
        self._text, self._lines = text, lines

    def compose(self) -> ComposeResult:
        """See `Screen.compose`."""
        with Vertical(classes="dialog"):
            with VerticalScroll(classes="asked"):
                yield Static(Text("\n".join([self._text, *self._lines])))
            yield Static(Text(t("[y] yes   [n] no"), "bold"), classes="below")

    def on_key(self, event: Key) -> None:
        """The letters, in each layout; Escape is no."""
        answers = {"y": True, "n": False, "escape": False}
        answer = answers.get(event.key if event.key == "escape" else latin(event.character or ""))
        if answer is not None:
            event.stop()
            self.dismiss(answer)


Picked = tuple[str, str]
"""A key, or `enter`, and what was under the bar."""


class Choice(ModalScreen[Picked | None]):
    """A list that may grow while it is looked at. `options`: (what is shown, the value) of each line; `keys`: letters
    that mean something else than Enter, and `offers` whether one is named for a value: it is taken all the same, and
    whoever is told says why not.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "close")]

    def __init__(
        self,
        title: str,
        options: Callable[[], Sequence[tuple[str, str]]],
        keys: Mapping[str, str] | None = None,
        offers: Callable[[str, str], bool] = lambda key, value: True,
    ) -> None:
        super().__init__()
        self._title, self._options, self._keys, self._offers = title, options, dict(keys or {}), offers
        self._shown: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        """See `Screen.compose`."""
        with Vertical(classes="dialog tall"):
            yield Static(Text(self._title, "bold"))
            yield OptionList(id="choices")
            yield Static(self._keys_text(""), id="offered")

    def on_mount(self) -> None:
        """Fill the list, now and later."""
        self._fill()
        self.query_one(OptionList).focus()
        self.set_interval(0.5, self._fill)

    def _fill(self) -> None:
        options = list(self._options())
        if options == self._shown:
            return
        choices = self.query_one(OptionList)
        at, self._shown = choices.highlighted or 0, options
        choices.clear_options()
        choices.add_options([Option(Text(words, no_wrap=True, overflow="ellipsis")) for words, _ in options])
        choices.highlighted = min(at, len(options) - 1) if options else None

    def _keys_text(self, value: str) -> Text:
        told = "  ".join(f"[{key}] {t(words)}" for key, words in self._keys.items() if self._offers(key, value))
        return Text(t("[Enter] this one  {keys}  [Esc] back", keys=told), "dim")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another line, and what can be done with it."""
        event.stop()
        self.query_one("#offered", Static).update(self._keys_text(self._shown[event.option_index][1]))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        event.stop()
        self.dismiss(("enter", self._shown[event.option_index][1]))

    def on_key(self, event: Key) -> None:
        """The other keys, in each layout."""
        key, at = latin(event.character or ""), self.query_one(OptionList).highlighted
        if key in self._keys and at is not None:
            event.stop()
            self.dismiss((key, self._shown[at][1]))

    def action_cancel(self) -> None:
        """None of them."""
        self.dismiss(None)


@dataclass(frozen=True)
class Field:
    """A field of a form. `choices`: (what is shown, the value); without any it is typed. `joins`: what is pasted over
    several lines is one value. `empty`: what stands in a typed one where nothing is typed.
    """

    name: str
    label: str
    value: str = ""
    choices: Sequence[tuple[str, str]] = ()
    joins: bool = False
    empty: str = ""

    @property
    def is_short(self) -> bool:
        """Whether what is chosen fits beside the label."""
        return bool(self.choices) and all(len(words) <= _SHORT for words, _ in self.choices)


_SHORT: Final = 14


class JoiningInput(Input):
    """A line that takes pasted text of several lines as one."""

    def on_paste(self, event: Paste) -> None:
        """Lines are joined by spaces; a mail program's breaks inside an invite are seen to where it is read."""
        event.prevent_default()
        event.stop()
        self.insert_text_at_cursor(" ".join(event.text.split()))


class Form(ModalScreen[Values | None]):
    """A few fields; Enter in a typed one goes on to the next, and in the last one is the answer, as Ctrl-S."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "cancel"),
        Binding("ctrl+s", "send", "go", priority=True),
    ]

    def __init__(self, title: str, fields: Sequence[Field], lines: Sequence[str] = ()) -> None:
        super().__init__()
        self._title, self._fields, self._lines = title, fields, lines

    def compose(self) -> ComposeResult:
        """See `Screen.compose`."""
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(Text(self._title, "bold"))
            for line in self._lines:
                yield Static(Text(line))
            for field in self._fields:
                label = Static(Text(field.label), classes="label")
                if field.is_short:
                    yield Horizontal(label, _widget(field), classes="line field")
                else:
                    yield Vertical(label, _widget(field), classes="field")
            yield Static(Text(t(_HOW), "dim"), classes="below")

    def on_mount(self) -> None:
        """The last typed field takes the keys first, where there is one; it is mostly the only one."""
        last = self._fields[-1]
        self.query_one(f"#{last.name}").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field."""
        event.stop()
        if event.input.id == self._fields[-1].name:
            self.action_send()
        else:
            self.focus_next()

    def action_send(self) -> None:
        """The answer."""
        self.dismiss({field.name: self._value(field) for field in self._fields})

    def action_cancel(self) -> None:
        """No answer."""
        self.dismiss(None)

    def _value(self, field: Field) -> str:
        if field.choices:
            return str(self.query_one(f"#{field.name}", Select).value)
        return self.query_one(f"#{field.name}", Input).value


_HOW: Final = N_("[Tab] next field  [Enter] in the last, or [Ctrl-S]: go  [Esc] back")


def _widget(field: Field) -> Input | Select[str]:
    if field.choices:
        chosen = field.value or field.choices[0][1]
        return Select(field.choices, value=chosen, allow_blank=False, id=field.name, compact=True)
    kind = JoiningInput if field.joins else Input
    return kind(field.value, placeholder=field.empty, id=field.name, compact=True)
