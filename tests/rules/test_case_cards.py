"""Cases that contradict themselves: a card twice, a card of no deck, a hand too long, a key that is missing."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from bura_p2p.errors import LocalError
from bura_p2p.rules.cases import check_case

FRESH: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("fresh_cases.yaml").read_text(encoding="utf-8"))
BY_ID = {case["id"]: case for case in FRESH}
OPTIONAL = {
    "pot", "taken_points_before", "teams", "options", "hand_sizes", "stake", "dealer", "state", "ante", "match_to",
    "match_score", "hands_played_since_a_side_was_one_short", "last_raise_by", "declared", "cards_left", "draw_order",
}  # fmt: skip
"""Keys that a situation may leave out, whatever is asked."""


@pytest.mark.parametrize(
    ("name", "changes", "sentence"),
    [
        ("FT01", {"plays": [{"player": "A", "cards": ["6C"]}, {"player": "B", "cards": ["6C"]}]}, "in two places"),
        ("FT10", {"plays": [{"player": "A", "cards": ["9S", "9S"]}, {"player": "B", "cards": ["KS"]}]}, "twice"),
        ("FT75", {"plays": [{"player": "A", "cards": ["9S"]}, {"player": "B", "cards": ["AS"]}]}, "this deck of 20"),
        ("FT39", {"trump": "X"}, "not a suit"),
        ("FL14", {"lead": ["6S"]}, "this deck of 32"),
        ("FL01", {"lead": ["KS", "KS"]}, "twice"),
        ("FL01", {"hands": {"A": ["KS", "QS", "6D"], "B": ["KS", "7S", "8S"]}}, "in two places"),
        ("FL01", {"hands": {"A": ["KS", "QS", "6D", "7D"]}}, "more than 3"),
        ("FL08", {"hand_sizes": {"A": 4, "B": 1}}, "more than 3"),
        ("FL08", {"hands": {"B": ["7H", "8H"]}}, "more than 1"),
        ("FA01", {"answer": {"player": "B", "cards": ["AD", "AD"]}}, "twice"),
        ("FA02", {"answer": {"player": "B", "cards": ["KS"]}}, "in two places"),
        ("FA15", {"hands": {"B": ["10S", "6D", "KS"]}}, "in two places"),
        ("FS02", {"hands": {"A": ["10H", "JH", "8H"], "B": ["KH", "QH", "8H"]}}, "in two places"),
        ("FI22", {"hands": {"A": ["AH", "KH", "6H"]}}, "this deck of 20"),
        ("FI22", {"hands": {"Nobody": ["AH", "KH", "QH"]}}, "not one of the players"),
        ("FF01", {"stock": ["QC", "KS"]}, "in two places"),
        ("FF01", {"stock": ["QC", "QC"]}, "twice"),
        ("FF01", {"hands": {"A": ["KS", "6C", "7C", "8C"], "B": []}}, "more than 3"),
        ("FV01", {"plays": [{"player": "A", "cards": ["AS", "1S"]}]}, "not a card"),
        ("FZ01", {"trump_card": "AS"}, "in two places"),
        ("FZ01", {"draw_order": ["10C", "10C"]}, "twice"),
        ("FZ01", {"draw_order": ["10C", "6H"]}, "in two places"),
        ("FZ07", {"trump_card": "9H"}, "this deck of 20"),
        ("FR12", {"stake": 7}, "a stake of 7"),
        ("FZ07", {"stake": 0}, "a stake of 0"),
        ("FX14", {"match_score": {"AC": 1}}, "not one of the players"),
        ("FX14", {"match_score": {"A": 3, "B": 0}}, "match is over"),
        ("FZ02", {"script": [{"do": "declare", "player": "A", "what": "bura"}]}, "announced, not declared"),
    ],
)
def test_a_contradiction_is_an_error_that_names_the_case(name: str, changes: dict[str, Any], sentence: str) -> None:
    case = copy.deepcopy(BY_ID[name])
    case["situation"].update(changes)
    with pytest.raises(LocalError, match=f"Case {name} .*{sentence}"):
        check_case(case)


@pytest.mark.parametrize(
    ("name", "free"),
    [
        ("FT43", ""), ("FL01", ""), ("FA01", "hands"), ("FS01", ""), ("FI01", ""), ("FD01", "trump"),
        ("FR03", "last_trick_winner"), ("FX12", ""), ("FY01", ""), ("FF01", ""), ("FP01", ""), ("FV01", ""),
        ("FZ01", ""),
    ],
)  # fmt: skip
def test_what_is_needed_is_missed_by_name(name: str, free: str) -> None:
    for key in set(BY_ID[name]["situation"]) - OPTIONAL - {free}:
        case = copy.deepcopy(BY_ID[name])
        del case["situation"][key]
        with pytest.raises(LocalError, match=f"Case {name} .*{key}"):
            check_case(case)


def raising(player: str, to: int) -> dict[str, Any]:
    return {"do": "raise", "player": player, "to": to}


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("FZ23", [{"do": "announce", "player": "B", "what": "maliutka"}, raising("A", 2)]),
        ("FY06", [raising("D", 2), {"do": "accept", "player": "C"}]),
        ("FY06", [raising("D", 2), {"do": "accept", "player": "B"}]),
        ("FY01", [raising("A", 2), {"do": "accept", "player": "B"}, raising("A", 3)]),
        ("FY01", [raising("A", 2), raising("B", 4)]),
        ("FY01", [raising("B", 2)]),
        ("FZ10", [{"do": "declare", "player": "A", "what": "var"}]),
        ("FZ10", [{"do": "play", "player": "B", "cards": ["AD"]}]),
        ("FZ10", [{"do": "play", "player": "A", "cards": ["AD"]}]),
        ("FZ12", [{"do": "declare", "player": "A"}]),
        ("FZ16", [{"do": "announce", "player": "B", "what": "molodka"},
                  {"do": "play", "player": "A", "cards": ["7C"]}]),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_cannot_happen_in_a_script(name: str, script: list[dict[str, Any]]) -> None:
    case = copy.deepcopy(BY_ID[name])
    case["situation"]["script"] = script
    with pytest.raises(LocalError, match=f"Case {name} has a situation that these rules do not allow"):
        check_case(case)


def test_a_card_that_is_asked_about_need_not_be_held() -> None:
    for name in ("FL05", "FA04"):
        assert check_case(BY_ID[name]) == ()
