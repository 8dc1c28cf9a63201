"""The fixture of every test in here: a world of its own, or a skip that says why there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.netns.worlds import World, why_not


@pytest.fixture
def world() -> Iterator[World]:
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with World() as made:
        yield made
