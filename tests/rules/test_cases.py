"""The worked cases, and the judge of cases itself."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from bura_p2p.errors import LocalError
from bura_p2p.rules.builtin import IDS
from bura_p2p.rules.cases import QUESTIONS, check_case

FILE = Path(__file__).parents[2] / "protocol" / "rules" / "cases.yaml"
CASES: list[dict[str, Any]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
MORE: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("more_cases.yaml").read_text(encoding="utf-8"))
FRESH: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("fresh_cases.yaml").read_text(encoding="utf-8"))
ALL = [*CASES, *MORE, *FRESH]
BY_ID = {case["id"]: case for case in ALL}

ANSWERS = {
    "trick_winner": "winner winning_side points points_from_led next_leader taken_points hidden_from_all_but_owner "
                    "hand_over hand_winner pot_to game_over game_winner refilled",
    "lead_legal": "legal hand_over",
    "answer_legal": "legal winner",
    "special_leader": "leader lead lead_legal hand_over",
    "instant_win": "winner name hand_over match_points pot_to",
    "declare_legal": "legal",
    "declare_result": "legal valid hand_over hand_winner match_points claimant_receives claimant_pays pot_after "
                      "next_dealer",
    "raise_legal": "legal",
    "raise_result": "hand_over hand_winner match_points stake",
    "refill": "draws hands stock_left",
    "hand_end": "result hand_winner match_points receives pot_after pot_at_next_deal next_dealer",
    "first_leader": "leader",
    "deck": "size ranks missing_ranks total_points stock_after_deal",
    "visible": "knows points_at_least",
    "scripted_hand": "hand_winner",
}  # fmt: skip
"""What can be expected of each question (`protocol/rules/FORMAT.md`)."""


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_a_worked_case_holds(case: dict[str, Any]) -> None:
    assert check_case(case) == ()


def test_every_question_has_a_case_and_ids_are_unique() -> None:
    assert {case["question"] for case in CASES} == set(QUESTIONS)
    assert len(BY_ID) == len(ALL)
    assert {case["ruleset"] for case in ALL} == set(IDS)


def test_every_key_of_every_question_is_expected_somewhere() -> None:
    expected = {(case["question"], key) for case in ALL for key in case["expect"]}
    assert {(question, key) for question, keys in ANSWERS.items() for key in keys.split()} <= expected


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_a_case_that_expects_anything_else_fails(case: dict[str, Any]) -> None:
    """Each expected value changed, one at a time: no key is passed over."""
    for key, value in case["expect"].items():
        changed = copy.deepcopy(case)
        changed["expect"][key] = other(value)
        assert check_case(changed), key


def other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case dict():
            return {key: other(item) for key, item in value.items()} or {"B": 1}
        case list():
            return [*value, "6C"]
        case _:
            return "nobody"


def test_the_steps_of_a_script_are_judged() -> None:
    script = BY_ID["O08"]["situation"]["script"]
    for number, step in enumerate(script):
        for key, value in step.get("expect", {}).items():
            changed = copy.deepcopy(BY_ID["O08"])
            changed["situation"]["script"][number]["expect"][key] = other(value)
            assert len(check_case(changed)) == 1


def test_sixty_each_is_a_draw_with_five_cards_too() -> None:
    case = {
        "id": "X", "ruleset": "s004-5", "question": "hand_end",
        "situation": {"players": ["A", "B"], "stake": 2, "cards_left": 0, "declared": None,
                      "taken_points": {"A": 60, "B": 60}},
        "expect": {"result": "draw", "match_points": {}},
    }  # fmt: skip
    assert check_case(case) == ()


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        ((), "question", "who_is_right"),
        ((), "ruleset", "whist"),
        ((), "why", "unknown key"),
        (("situation",), "weather", "fine"),
        (("situation",), "trump", "X"),
        (("situation",), "leader", "Nobody"),
        (("situation",), "options", {"colour": 1}),
        (("situation", "plays", 0), "mood", "bad"),
        (("situation", "plays", 1), "face", "sideways"),
        (("expect",), "colour", "red"),
        (("situation",), "plays", [{"player": "Opp", "cards": ["AS"]}]),
    ],
)
def test_what_cannot_be_judged_is_an_error_never_a_pass(place: tuple[Any, ...], key: str, value: Any) -> None:
    case = copy.deepcopy(BY_ID["O06"])
    inner: Any = case
    for step in place:
        inner = inner[step]
    inner[key] = value
    with pytest.raises(LocalError):
        check_case(case)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("G04", {"when": "at_breakfast"}),
        ("G11", {"hand_size": 5}),
        ("O09", {"state": "asleep"}),
        ("O13", {"raise": {"player": "A", "to": 3, "name": "davi"}}),
        ("O11", {"script": [{"do": "sing", "player": "You"}]}),
        ("O08", {"script": [{"do": "announce", "player": "You", "what": "flush"}]}),
        ("O11", {"script": [{"do": "accept", "player": "Opp"}]}),
        ("O08", {"hands": {"You": ["AS"], "Opp": ["KS"]}}),
        ("O23", {"hands": {"A": ["AS", "AS", "7H", "8D"]}}),
    ],
)
def test_situations_that_cannot_be_judged(name: str, changes: dict[str, Any]) -> None:
    case = copy.deepcopy(BY_ID[name])
    case["situation"].update(changes)
    with pytest.raises(LocalError):
        check_case(case)


def test_options_reach_the_rules() -> None:
    case = copy.deepcopy(BY_ID["O06"])
    case["situation"]["options"] = {"points_shown": True}
    assert check_case(case) == ()


def test_nobody_has_won_a_trick_yet() -> None:
    case = copy.deepcopy(BY_ID["O09"])
    case["situation"].update({"last_trick_winner": None, "state": "before_lead"})
    assert check_case(case) == ()


def test_a_trick_that_not_everybody_has_answered_has_no_winner() -> None:
    case = copy.deepcopy(BY_ID["O06"])
    case["situation"]["plays"].pop()
    with pytest.raises(LocalError, match="Not everybody"):
        check_case(case)
