"""A value of this part cannot be changed behind a check's back, and holds nothing beside its fields."""

from __future__ import annotations

from bura_p2p import wire
from bura_p2p.wire import messages as m
from bura_p2p.wire.fields import AnyArray, Flag, columns_of
from tests.support.values import changeable, open_ended


def test_values_stay_what_they_were_made() -> None:
    assert changeable(wire) == set()
    assert open_ended(wire) == set()


def test_kinds_without_a_bound_are_one_kind() -> None:
    assert Flag() == Flag()
    assert AnyArray() == AnyArray()
    assert {Flag(), Flag(), AnyArray()} == {Flag(), AnyArray()}


def test_the_columns_of_a_class_are_read_once() -> None:
    assert columns_of(m.Hello) is columns_of(m.Hello)


def test_combinations_by_number_and_name() -> None:
    """The numbers of the registry `combinations`."""
    named = [(number, m.Combination(number).label) for number in range(3)]
    assert named == [(0, "trumps"), (1, "aces"), (2, "one_suit")]
    assert len(m.Combination) == 3


def test_features_by_number_and_name() -> None:
    """The numbers of the registry `features`, and the seats that they name."""
    assert [(int(feature), feature.label) for feature in m.Feature] == [(2, "seat_0_leads"), (4, "seat_1_leads")]
    assert dict(m.FIRST_LEADERS) == {0: m.Feature(2), 1: m.Feature(4)}
