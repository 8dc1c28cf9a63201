"""Table options as people write them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.rules.builtin import CHOICES, RULESETS, find_ruleset
from bura_p2p.rules.options import (
    NUMBERS,
    changed_options,
    find_with_options,
    option_value,
    option_values,
    options_of,
    parse_option,
)
from bura_p2p.rules.ruleset import ruleset_hash

EACH = [(name, option) for name in RULESETS for option in CHOICES[name]]


@pytest.mark.parametrize(("name", "option"), EACH)
def test_every_value_of_every_option_is_another_game(name: str, option: str) -> None:
    shipped = RULESETS[name]
    values = option_values(shipped, option)
    tables = [find_with_options(name, **{option: value}) for value in values]
    assert len({ruleset_hash(rules) for rules in tables}) == len(values) > 1
    assert [option_value(rules, option) for rules in tables] == list(values)
    assert shipped in tables
    assert option_value(shipped, option) in values


@pytest.mark.parametrize(("name", "option"), EACH)
def test_values_that_an_option_does_not_have_are_refused(name: str, option: str) -> None:
    for value in ("sideways", "", "-1", "5.5", "9" * 5000, "٣", None):
        with pytest.raises(LocalError, match=f"^The option '{option}' is .*[,;] not '"):
            find_with_options(name, **{option: value})


@pytest.mark.parametrize(("option", "allowed"), NUMBERS.items())
def test_the_ends_of_a_range_are_those_of_the_rules(option: str, allowed: range) -> None:
    name = next(name for name in RULESETS if option in CHOICES[name])
    for end in (allowed[0], allowed[-1]):
        assert option_value(find_with_options(name, **{option: end}), option) == str(end)
    for beyond in (allowed[0] - 1, allowed[-1] + 1):
        with pytest.raises(LocalError):
            find_ruleset(name, **{option: beyond})


def test_a_number_beside_the_usual_ones_is_listed() -> None:
    assert "25" in option_values(find_with_options("georgian", clock="25"), "clock")


def test_words_for_the_same_answer() -> None:
    for word in ("yes", "on", "true", "True", True):
        assert parse_option("points_shown", word) is True
        assert parse_option("molodka", word) == "on"
    for word in ("no", "off", "FALSE", False):
        assert parse_option("points_shown", word) is False
        assert parse_option("molodka", word) == "off"


def test_options_that_rules_do_not_have() -> None:
    for option in ("name", "deck", "colour", "first_lead"):
        with pytest.raises(LocalError, match=f"^The georgian rules have no option '{option}'; they have: match_to,"):
            find_with_options("s004-3", **{option: "x"})
    with pytest.raises(LocalError, match="no option 'ante'"):
        option_value(RULESETS["georgian"], "ante")
    with pytest.raises(LocalError, match="no option 'ante'"):
        option_values(RULESETS["georgian"], "ante")


def test_only_what_makes_a_game_is_offered() -> None:
    pairs = find_with_options("georgian-pairs", points_shown="yes")
    assert option_values(pairs, "give_face") == ("up",)
    with pytest.raises(LocalError, match="make no game"):
        find_with_options("georgian-pairs", points_shown="yes", give_face="down")


@pytest.mark.parametrize("name", RULESETS)
def test_changed_options_give_the_same_rules_again(name: str) -> None:
    assert changed_options(RULESETS[name]) == {}
    last = {option: option_values(RULESETS[name], option)[-1] for option in CHOICES[name]}
    for values in product(*([None, last[option]] for option in CHOICES[name])):
        options = {option: value for option, value in zip(CHOICES[name], values, strict=True) if value is not None}
        if name == "georgian-pairs" and {"points_shown", "give_face"} <= set(options):
            continue
        rules = find_with_options(name, **options)
        assert find_with_options(name, **changed_options(rules)) == rules


def test_rules_that_do_not_ship_have_no_options() -> None:
    own = RULESETS["georgian"]
    assert options_of(own) == CHOICES["georgian"]
    assert options_of(replace(own, name="ours")) == ()
    assert options_of(replace(own, target=30)) == ()
    assert changed_options(replace(own, target=30)) == {}
