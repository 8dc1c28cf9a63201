"""What the terminal's table and the page in the browser have in common, read from the page's files.

Here: the worked example of the guided hand, the sentences that go with it, the quick phrases. Never: a second copy.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from .. import phrases as quick

PAGE: Final = Path(__file__).parent.parent / "web" / "static"

LANGUAGES: Final = ("en", "ru", "ka")


@cache
def sentences(language: str) -> Mapping[str, Any]:
    """The page's sentences by key; English for a language that there is not."""
    name = language if language in LANGUAGES else LANGUAGES[0]
    found: Mapping[str, Any] = json.loads((PAGE / "words" / f"{name}.json").read_text(encoding="utf-8"))
    return found


def sentence(key: str, language: str, **values: object) -> str:
    """The page's sentence of a key; one with several forms takes that of `n`."""
    found = sentences(language)[key]
    if isinstance(found, dict):
        found = found.get(_form(int(str(values["n"])), language), found["other"])
    return str(found).format(**values)


def _form(n: int, language: str) -> str:
    """Which form of a sentence goes with a count: what `Intl.PluralRules` says, for whole numbers."""
    if language != "ru":
        return "one" if n == 1 else "other"
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def phrases(language: str) -> list[str]:
    """The quick phrases in a language."""
    return list(quick.phrases(language if language in LANGUAGES else LANGUAGES[0]).values())


@cache
def example() -> Mapping[str, Any]:
    """The worked example: `steps`, each with what is held, what lies there, what is legal and the move to make."""
    found: Mapping[str, Any] = json.loads((PAGE / "lesson.json").read_text(encoding="utf-8"))
    return found
