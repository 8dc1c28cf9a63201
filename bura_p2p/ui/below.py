"""Sentences of the layers below that do not remember how they were made, recognised by their form.

Here: their templates, the system's own words, and the way from such a text to a `Sentence`. Never: a sentence of the
faces, a translation.
"""

from __future__ import annotations

import re
from typing import Final

from ..sentences import N_, Sentence

TEMPLATES: Final = (
    N_("The file is damaged: {detail}."),
    N_("The file is larger than {most} bytes."),
    N_("The file has an entry of seat {seat} at a table of {seats} seats."),
    N_("The file holds more than {most} entries."),
    N_("This game cannot be saved as a file. {fault}"),
)
"""Those of `log.file`; a test finds each of them there."""

SYSTEM: Final = (
    N_("No such file or directory"), N_("Permission denied"), N_("Operation not permitted"), N_("Is a directory"),
    N_("Not a directory"), N_("File exists"), N_("File name too long"), N_("No space left on device"),
    N_("Disk quota exceeded"), N_("Read-only file system"), N_("Too many open files"), N_("Input/output error"),
    N_("Address already in use"), N_("Network is unreachable"), N_("Connection refused"),
)  # fmt: skip
"""What the system says of a fault, where it speaks English as most do."""

_FIELD: Final = re.compile(r"\\\{(\w+)\\\}")


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(_FIELD.sub(r"(?P<\1>.+)", re.escape(template)), re.DOTALL)


_PATTERNS: Final = tuple((template, _pattern(template)) for template in TEMPLATES)


def recognised(text: str) -> Sentence | None:
    """The sentence that a text is, where it is one of these."""
    for template, pattern in _PATTERNS:
        if found := pattern.fullmatch(text):
            return Sentence(template, **found.groupdict())
    return None
