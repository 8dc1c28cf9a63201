"""Cases that make no sense: one sentence that names the case, whatever stands in it; never a pass."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.rules.case_shapes import KEYS
from bura_p2p.rules.cases import _QUESTIONS, check_case

from .test_cases import BY_ID

NONSENSE = [
    None, True, -1, 0, 1, 3, 10**9, 2.5, "", "A", "You", "H", "AS", "x" * 99, [], ["AS"], ["AS", "AS"], [[]], [1], {},
    {"A": 1}, {"A": ["AS"]}, {1: 2}, {"player": "A"}, "up", "down", "raise", "s003", "s001-kozel", "bura",
    [{"player": "A", "cards": ["AS"]}], {"name": "x"},
]  # fmt: skip


def test_every_key_of_every_question_has_a_kind() -> None:
    assert frozenset().union(*(question.keys for question in _QUESTIONS.values())) | {"options"} == KEYS


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if at:
        yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*at, key))


def inside(value: Any, at: tuple[Any, ...]) -> Any:
    for key in at:
        value = value[key]
    return value


def spoiled(random: Random) -> dict[str, Any]:
    """A case in which one to three values are gone, doubled, swapped for another case's or for nonsense."""
    cases = list(BY_ID.values())
    case: dict[str, Any] = copy.deepcopy(random.choice(cases))
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.choice(list(places(case)) or [("id",)])
        outer, key = inside(case, at[:-1]), at[-1]
        how = random.random()
        if how < 0.2 and key in (outer if isinstance(outer, dict) else range(len(outer))):
            del outer[key]
        elif how < 0.3 and isinstance(outer, list):
            outer.append(copy.deepcopy(outer[key]))
        elif how < 0.5:
            other = random.choice(cases)
            outer[key] = copy.deepcopy(inside(other, random.choice(list(places(other)))))
        else:
            outer[key] = copy.deepcopy(random.choice(NONSENSE))
    return case


def refusal(case: dict[str, Any]) -> str | None:
    """Why a case cannot be judged, or None; whatever else is raised fails the test."""
    try:
        check_case(case)
    except LocalError as fault:
        return str(fault)
    return None


def test_spoiled_cases_are_judged_or_refused_in_one_sentence() -> None:
    random = Random("spoiled cases")
    cases = [spoiled(random) for _ in range(6000)]
    refused = [(case, sentence) for case in cases if (sentence := refusal(case)) is not None]
    assert len(refused) > 2000
    for case, sentence in refused:
        assert sentence.endswith(".")
        assert "\n" not in sentence
        named = isinstance(case.get("id"), str) and 0 < len(case["id"]) <= 64
        assert sentence.startswith(f"Case {case['id']} " if named else "")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"why": 1}, "Case O06 cannot be judged: 'why' in the case is not a key"),
        ({"question": "who_is_right"}, "'who_is_right' is not a question"),
        ({"question": ["deck"]}, "its 'question' is not a word"),
        ({"ruleset": "whist"}, "There are no rules called 'whist'"),
        ({"situation": []}, "its 'situation' is not a mapping"),
        ({"expect": {}}, "Nothing is expected"),
        ({"expect": None}, "its 'expect' is not a mapping"),
        ({"id": None}, "A case without a name cannot be judged: its 'id'"),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(LocalError) as caught:
        check_case({**BY_ID["O06"], **changes})
    assert words in str(caught.value)


@pytest.mark.parametrize("key", ["id", "ruleset", "question", "situation", "expect"])
def test_no_part_may_be_missing(key: str) -> None:
    case = {name: value for name, value in BY_ID["O06"].items() if name != key}
    with pytest.raises(LocalError, match=f"has no '{key}'"):
        check_case(case)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("players", 7, "2 to 6 different players"),
        ("players", ["You", "You"], "2 to 6 different players"),
        ("players", 4, "not for 4 players"),
        ("plays", {"player": "Opp"}, "'plays' is not a list"),
        ("hand_sizes", {"You": 10**9}, "'hand_sizes' in the situation is not a key"),
        ("taken_points_before", {"You": 10**9}, "a number for each player"),
        ("options", {"clock": "soon"}, "a number from 0 to 3600"),
        ("options", {"name": "x"}, "no option 'name'"),
        ("options", ["clock"], "values by the names of options"),
    ],
)
def test_values_of_another_kind_are_refused(key: str, value: Any, words: str) -> None:
    case = copy.deepcopy(BY_ID["O06"])
    case["situation"][key] = value
    with pytest.raises(LocalError) as caught:
        check_case(case)
    assert words in str(caught.value)
    assert str(caught.value).startswith("Case O06 cannot be judged: ")


def test_huge_hands_are_refused() -> None:
    case = next(case for case in BY_ID.values() if "hand_sizes" in case["situation"])
    case = copy.deepcopy(case)
    case["situation"]["hand_sizes"] = dict.fromkeys(case["situation"]["hand_sizes"], 10**9)
    with pytest.raises(LocalError, match="from 0 to 5"):
        check_case(case)


def test_a_number_is_not_yes() -> None:
    case = copy.deepcopy(next(case for case in BY_ID.values() if case["expect"].get("legal") is True))
    case["expect"]["legal"] = 1
    assert check_case(case)
