"""Text from a peer, made harmless for a terminal line.

Here: `inert`, and lines of a width in columns. Never: HTML or another markup: whoever writes such a page escapes for
it as well, for `<`, `[` and `&` are ordinary characters here and come back as they are.
"""

from __future__ import annotations

import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from typing import Final

MARK: Final = "\N{REPLACEMENT CHARACTER}"
"""What stands for one or more characters that were taken out."""

ELLIPSIS: Final = "…"
"""What stands at the end of a text that was cut."""

MAX_COLUMNS: Final = 120
"""The width of a harmless text when nothing else is asked for: a name is shorter, a chat line may be cut."""

MAX_READ: Final = 4096
"""Characters that are looked at; the rest is cut off unseen."""

MAX_MARKS: Final = 2
"""Combining marks that one letter may carry; more of them would climb over other lines."""

_TAKEN_OUT: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_COMBINING: Final = frozenset({"Mn", "Mc", "Me"})
_SPACES: Final = frozenset({"Zs", "Zl", "Zp"})
_LINE_BREAKS: Final = frozenset("\t\n\v\f\r\x85")
# Letters and signs that show nothing; a name made of them would look like no name, or like another name.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")


def inert(text: str, width: int = MAX_COLUMNS) -> str:
    """`text` on one line of at most `width` columns, with nothing in it that moves, hides, reverses or paints.

    Controls (ESC with them), bidi overrides, zero-width and unassigned characters become one `MARK` a run, line
    breaks and runs of spaces one space; a letter keeps at most two combining marks. A text that is too wide ends
    in an ellipsis. `inert(inert(t)) == inert(t)`.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[:MAX_READ]):
        seen = shown(character)
        if seen is None:
            marks += 1
            if kept and kept[-1] not in (" ", MARK) and marks <= MAX_MARKS:
                kept.append(character)
            continue
        marks = 0
        if seen not in (" ", MARK) or kept[-1:] != [seen]:
            kept.append(seen)
    return cut("".join(kept).strip(), width)


def named(name: str, width: int = MAX_COLUMNS) -> str:
    """A peer's name as it may stand in our own sentences: at most `width` columns, empty for one that shows nothing.

    One or two words of one script stand bare. Everything else stands in quotation marks, and has none inside:
    a name that reads as a sentence of ours, or as the reader, is told from it.
    """
    plain = inert(name, width)
    if not any(character.isalnum() for character in plain):
        return ""
    if _is_plain_name(plain):
        return plain
    inside = "".join(" " if unicodedata.category(c) in ("Pi", "Pf") or c in _QUOTES else c for c in plain)
    return f'"{inert(inside, width - 2)}"'


_QUOTES: Final = frozenset("\"'`\u00b4\u2033\u201e\u201a\uff02\uff07")
_NO_NAMES: Final = frozenset({
    "you", "your", "i", "me", "nobody", "the",
    "вы", "вас", "вам", "ваш", "ваша", "ваше", "ваши", "я", "мне", "никто", "хозяин", "гость", "второй", "третий",
    "четвёртый", "четвертый", "пятый",
    "თქვენ", "თქვენი", "მე", "ჩემი", "არავინ", "მასპინძელი", "სტუმარი", "მეორე", "მესამე", "მეოთხე", "მეხუთე",
})  # fmt: skip
"""How our own sentences call the reader, and players without a name, in every language."""
_IN_NAMES: Final = frozenset("-'\u2019")


def _is_plain_name(name: str) -> bool:
    words = name.split()
    letters = [c for c in name if c.isalpha()]
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in letters}
    spelt = all(c.isalnum() or c.isspace() or c in _IN_NAMES or unicodedata.category(c) in _COMBINING for c in name)
    first = "".join(c for c in unicodedata.normalize("NFKC", words[0]) if c.isalpha())
    ours = first.casefold() in _NO_NAMES
    return spelt and len(words) <= 2 and len(scripts) <= 1 and not ours


def shown(character: str) -> str | None:
    """What is shown for one character: itself, a space, `MARK`, or None for a combining mark."""
    category = unicodedata.category(character)
    if category in _SPACES or character in _LINE_BREAKS:
        return " "
    if category in _TAKEN_OUT or character in _BLANK:
        return MARK
    return None if category in _COMBINING else character


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes: wide characters two, combining marks none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """`text`, or what of it has room in `width` columns with an ellipsis at the end."""
    if columns(text) <= width:
        return text
    room, kept = width - 1, []
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ELLIPSIS

# --- lines of a width -------------------------------------------------------------------------------------------

WIDTH: Final = 80
"""Columns of a plain terminal."""

NARROW: Final = 30
"""Columns below which no terminal is believed."""


class _Room:
    """The columns for lines where a face shows them within a picture of its own: one for the process, as its face."""

    columns: int | None = None


_within: Final = _Room()


def lay_out(columns: int | None) -> None:
    """Lay lines out for so many columns from now on; None: for the standard output."""
    _within.columns = columns


def room() -> int:
    """Columns for lines: `WIDTH`, or fewer, where a terminal at the standard output has, or `lay_out` says so."""
    if _within.columns is not None:
        return max(NARROW, min(WIDTH, _within.columns))
    if sys.stdout is None or not sys.stdout.isatty():
        return WIDTH
    return max(NARROW, min(WIDTH, shutil.get_terminal_size().columns))


_WORDS: Final = re.compile(r"( *)([^ ]+)")
_TOLD: Final = re.compile(r"( *)((['`])[^ '`]+(?: [^ '`]+)+\3[^ ]*|[^ ]+)")
"""The same, but what stands in quotes is one word: it may be something to type."""


def wrapped(
    text: str, width: int | None = None, *, indent: str = "", whole: bool = False, prose: bool = False
) -> list[str]:
    """`text` in lines of at most `width` columns (None: as many as there is `room` for), broken between words; a word
    that is wider is cut. A text that fits comes back as it is, with its runs of spaces.

    `indent` begins every line but the first. With `whole` a word that is wider stands
    uncut on a line of its own: a path, so that it can be copied. What is quoted and has room in one line, such as a
    command, is not broken either, but in `prose`.
    """
    width = room() if width is None else width
    if columns(text) <= width:
        return [text]
    lines, line, used, fresh = [], "", 0, True
    for gap, word in _WORDS.findall(text) if prose else _words(text, width, whole=whole):
        wide = columns(word)
        if not fresh and used + len(gap) + wide > width:
            lines.append(line)
            line, used, fresh = indent, columns(indent), True
        kept = "" if fresh and lines else gap
        line, used, fresh = line + kept + word, used + len(kept) + wide, False
        while used > width and not whole:
            at = max(_fit(line, width), 1 + len(indent) * bool(lines))  # one character more, however narrow
            if at >= len(line):
                break
            lines.append(line[:at])
            line = indent + line[at:]
            used = columns(line)
    return [*lines, line]


def _words(text: str, width: int, *, whole: bool) -> Iterator[tuple[str, str]]:
    """The words of a text, each with the spaces before it."""
    for gap, told, quote in _TOLD.findall(text):
        if quote and not whole and columns(told) > width:
            yield from _WORDS.findall(gap + told)
        else:
            yield gap, told


def _fit(text: str, width: int) -> int:
    """How many characters of `text` fit into `width` columns; at least one."""
    for at, character in enumerate(text):
        width -= _columns(character)
        if width < 0:
            return max(at, 1)
    return len(text)


def pad_left(text: str, width: int) -> str:
    """`text` with spaces before it up to `width` columns."""
    return " " * max(0, width - columns(text)) + text


def pad(text: str, width: int) -> str:
    """`text` with spaces up to `width` columns."""
    return text + " " * max(0, width - columns(text))
