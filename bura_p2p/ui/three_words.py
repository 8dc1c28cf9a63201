"""Whether a text is the three words of a host, which is often pasted where an invite is asked for.

Here: `host_words`, `looks_like_words`, and `at_address` for those behind the host's address. Never: whose words they
are, or whether they count (`net.words_in`).
"""

from __future__ import annotations

import re
from typing import Final

from ..errors import LocalError
from ..net import limits
from ..net.words import read_words

_NOTHING_ELSE: Final = re.compile(r"[A-Za-z\s,.;'\"-]*")
_THREE: Final = re.compile(r"[\s'\"]*[A-Za-z]{3,12}(?:[\s,-]+[A-Za-z]{3,12}){2}[\s'\".]*")


ADDRESS: Final = re.compile(r"\s*(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})(?:\s+(.*))?")
"""Where a host is, as its screen shows it: HOST:PORT, and what was typed behind it."""


def host_words(text: str) -> str | None:
    """The three words of the list with one space between, where `text` holds nothing else; else None."""
    if len(text) > limits.WORDS_TEXT or not _NOTHING_ELSE.fullmatch(text):
        return None
    try:
        return " ".join(read_words(text))
    except LocalError:
        return None


def looks_like_words(text: str) -> bool:
    """Whether `text` may be meant as a host's three words: they are, or would be but for a slip of the fingers."""
    return host_words(text) is not None or (len(text) <= limits.WORDS_TEXT and _THREE.fullmatch(text) is not None)


def at_address(text: str) -> tuple[str, str] | None:
    """The address, HOST:PORT, and what stands behind it for the host's three words; None where a text is no such
    two.
    """
    found = ADDRESS.fullmatch(text)
    if found is None or not looks_like_words(found[3] or ""):
        return None
    return f"{found[1]}:{found[2]}", found[3]
