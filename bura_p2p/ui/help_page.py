"""The page that `--help` shows: plain lines in the language in force, as wide as the terminal.

Here: `HelpPage`, the words that the command library adds of its own. Never: what a command or an option says of
itself, which stands where it is written, in English, and is translated here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ..sentences import N_
from .inert import columns, pad, wrapped
from .output import write_lines
from .tongue import as_it_stands, t

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions

WIDEST: Final = 100
"""Columns of the widest lines that are still read easily."""

NARROWEST: Final = 40

INDENT: Final = "  "

MOST_LABEL: Final = 24
"""Columns of the widest name of an option that has its text beside it."""

LANGUAGE: Final = N_("The language of this command: en, ru or ka; else the one that you chose, or your computer's.")

_TITLES: Final = (N_("Commands"), N_("Parameters"), N_("Arguments"))

_OWN: Final = (N_("Display this message and exit."), N_("Display application version."))
"""What the command library says."""

_KINDS: Final = {
    "STR": N_("TEXT"), "INT": N_("NUMBER"), "FLOAT": N_("NUMBER"), "PATH": N_("PATH"), "CHOICE": N_("WORD"),
    "OPTIONS": N_("OPTIONS"), "COMMAND": N_("COMMAND"),
    "ARGS": N_("ARGUMENTS"),
}  # fmt: skip
"""What the command library calls a value, and how people do."""

_UNTOLD: Final = ("True", "False")
"""Values that a switch has when nothing is said."""


class HelpPage:
    """Writes the page to standard output, a part at a time as the command library has them."""

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """How the command is typed."""
        words = " ".join(_plain(usage).split()).removeprefix("Usage: ")
        self._write(console, [t("Usage: {words}", words=_named(words))], indent=INDENT)

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """What the command does, a paragraph at a time."""
        for paragraph in paragraphs(_plain(description)):
            self._write(console, [as_it_stands(paragraph)])

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Commands or options, each with its text beside it, or below it where its name is long."""
        if not panel.entries:
            return
        rows = [(_label(entry), _text(entry)) for entry in panel.entries]
        if panel.format == "parameter" and panel.title == "Parameters":
            rows.append((f"--language {t('WORD')}", t(LANGUAGE)))
        beside = [columns(label) for label, _ in rows if columns(label) <= MOST_LABEL]
        room = _room(console)
        column = min(max(beside, default=0), room // 3) + 2 * len(INDENT)
        lines = [f"{as_it_stands(_plain(panel.title))}:"]
        for label, text in rows:
            lines += _row(label, text, column, room)
        write_lines([*lines, ""])

    def _write(self, console: Console, texts: Iterable[str], indent: str = "") -> None:
        told = [wrapped(text, _room(console), indent=indent, prose=True) for text in texts]
        write_lines([*(line for lines in told for line in lines), ""])


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line: the sentences that catalogues have."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def _row(label: str, text: str, column: int, room: int) -> list[str]:
    """A name and its text, in two columns."""
    beside = wrapped(text, room - column, prose=True)
    if columns(label) > column - 2 * len(INDENT):
        return [INDENT + label, *(" " * column + line for line in beside)]
    first, *rest = beside
    return [f"{pad(INDENT + label, column)}{first}".rstrip(), *(" " * column + line for line in rest)]


def _room(console: Console) -> int:
    return max(NARROWEST, min(WIDEST, console.width))


def _plain(text: Any) -> str:
    """The text of what the command library would paint."""
    found = getattr(text, "primary_renderable", text)
    return str(getattr(found, "plain", found) or "")


def _label(entry: HelpEntry) -> str:
    return _named(", ".join(entry.display_labels_with_metavar))


def _named(words: str) -> str:
    """With what values are called in the language in force."""
    return re.sub(r"[A-Z]+", lambda found: t(_KINDS[found[0]]) if found[0] in _KINDS else found[0], words)


def _text(entry: HelpEntry) -> str:
    text = " ".join(map(as_it_stands, paragraphs(_plain(entry.description))))
    default = entry.default
    if default is None or default in _UNTOLD:
        return text
    return f"{text} {t('[if not given: {value}]', value=default.removesuffix('.0'))}".strip()
