"""All tests speak English, in whatever locale they run, unless they say otherwise.

Here: the environment of every process that a test starts, and this one's language. Never: a fixture of one part.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from bura_p2p.ui import tongue

os.environ["BURA_LANGUAGE"] = "en"


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A table in this process may be told another language, which is then that of the whole process."""
    yield
    if tongue.language() != "en":
        tongue.use("en")
