"""The quick phrases of the page and the terminal's table: what they are, and any of them in the language in force.

Here: phrases as the page's catalogues have them. Never: a phrase that is sent, a guess at what a text means.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from .tongue import LANGUAGES, language

CATALOGUES: Final = Path(__file__).parent / "web" / "static" / "words"
"""The page's sentences, one file a language."""

PHRASES: Final = ("hello", "luck", "well", "thanks", "moment", "again", "sorry", "bye")
"""The quick phrases, as the page's catalogues name them after `phrase.`."""


@cache
def phrases(tongue: str) -> Mapping[str, str]:
    """The quick phrases in a language of `LANGUAGES`, by name."""
    found = json.loads((CATALOGUES / f"{tongue}.json").read_text(encoding="utf-8"))
    return {name: str(found[f"phrase.{name}"]) for name in PHRASES}


@cache
def _names() -> Mapping[str, str]:
    return {text: name for tongue in reversed(LANGUAGES) for name, text in phrases(tongue).items()}


def in_own_words(text: str) -> str:
    """A line of chat as it is read here: one that is exactly a quick phrase, in whatever language, in the language in
    force; any other as it came.
    """
    name = _names().get(text)
    return text if name is None else phrases(language())[name]
