"""Sentences of the layers below that do not remember how they were made, recognised by their form.

Here: their templates, and the way from such a text to a `Sentence`. Never: a sentence of the faces, a translation.
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
