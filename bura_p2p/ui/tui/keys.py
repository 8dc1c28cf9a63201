"""Keys in three keyboard layouts: a letter's place on the keyboard counts, whatever it writes.

Here: the map from the Latin letters to the Russian and Georgian ones. Never: what a key does.
"""

from __future__ import annotations

from typing import Final

_LATIN: Final = "qwertyuiopasdfghjklzxcvbnm"
_RUSSIAN: Final = "йцукенгшщзфывапролдячсмить"
_GEORGIAN: Final = "ქწერტყუიოპასდფგჰჯკლზხცვბნმ"

_OTHERS: Final = {one: others for one, *others in zip(_LATIN, _RUSSIAN, _GEORGIAN, strict=True)}
_BACK: Final = {other: one for one, others in _OTHERS.items() for other in others}


def layouts(letter: str) -> str:
    """The keys that mean `letter`, as a binding lists them: `r,к,რ`."""
    return ",".join((letter, *_OTHERS[letter]))


def latin(key: str) -> str:
    """The Latin letter at the place of a letter of any of the three layouts; else the key itself."""
    return _BACK.get(key.lower(), key.lower())
