"""A value of this part cannot be changed behind a check's back, and holds nothing beside its fields."""

from __future__ import annotations

from bura_p2p import wire
from tests.support.values import changeable, open_ended


def test_values_stay_what_they_were_made() -> None:
    assert changeable(wire) == set()
    assert open_ended(wire) == set()
