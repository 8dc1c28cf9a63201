"""Paths as people read and type them, whatever a file is called.

Here: a path in a sentence, before a colon, after a command. Never: opening a file, text from a peer (`inert`).
"""

from __future__ import annotations

import os
import re
import shlex
from typing import Final

from .inert import MAX_MARKS, MAX_READ, columns, cut, inert, shown

_WINDOWS: Final = os.name == "nt"
_PLAIN: Final = re.compile(r"(?!-)(?:[A-Za-z]:)?[\w.\\/~+@%,=-]+" if _WINDOWS else r"(?!-)[\w./~+@%,=-]+")
_LIVE: Final = re.compile(r"^-|[\"$`\\!]")
"""What a shell does not leave alone between two double quotes, and what begins like an option."""
_SHORT: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def shown_path(path: object, width: int = 400) -> str:
    """A path as it stands for itself, before a colon: bare where it is plain, else `quoted`."""
    text = str(path)
    plain = _PLAIN.fullmatch(text) and columns(text) <= width and inert(text, width) == text
    return text if plain else quoted(text, width)


def quoted(path: object, width: int = 400) -> str:
    """A path as it stands in a sentence: in quotes, harmless, and as no other one looks. What would not be seen is
    written as programmers write it: `\\n`, `\\x1b`, `\\u202e`; a byte that is no text as `\\x80` to `\\xff`.
    """
    text = str(path)[:MAX_READ]
    mark = '"' if "'" in text and '"' not in text else "'"
    return f"{mark}{cut(_escaped(text, mark), width)}{mark}"


def typed_path(path: object, inside: str = "") -> str:
    """A path as it can be typed after a command. `inside`: the mark between two of which the command stands in a
    sentence; another one is taken then, if one does.
    """
    text = str(path)
    if inside == "'" and not _PLAIN.fullmatch(text) and not _LIVE.search(text) and _escaped(text, '"') == text:
        return f'"{text}"'
    if _WINDOWS:
        return text if _PLAIN.fullmatch(text) else f'"{text}"'  # `&` would end the command, `(` begin another
    text = f"./{text}" if text.startswith("-") else text
    told = _escaped(text, "'")
    return shlex.quote(text) if told in (text, text.replace("'", "\\'")) else f"$'{told}'"


def _escaped(text: str, mark: str) -> str:
    """`text` as it stands between two of `mark`: with escapes for that, for what shows nothing or takes no room of
    its own, and for a backslash where names may hold one.
    """
    odd = mark if _WINDOWS else f"{mark}\\"
    told, marks, before = list[str](), MAX_MARKS, ""
    for character in text:
        combines = shown(character) is None
        marks = marks + 1 if combines else MAX_MARKS * (character == " ")
        strange = marks > MAX_MARKS if combines else shown(character) != character or character == before == " "
        told.append(_escape(character) if strange else f"\\{character}" if character in odd else character)
        before = character
    return "".join(told)


def _escape(character: str) -> str:
    number = ord(character)
    if 0xDC80 <= number <= 0xDCFF:  # a byte that the system's encoding could not read
        return f"\\x{number - 0xDC00:02x}"
    form = f"\\x{number:02x}" if number < 0x80 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
    return _SHORT.get(character, form)
