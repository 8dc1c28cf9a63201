"""Rulesets as data: what is refused, the canonical form, the door by name."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.rules.builtin import (
    CHOICES,
    GEORGIAN,
    IDS,
    RULESETS,
    check_name,
    find_ruleset,
    is_known,
)
from bura_p2p.rules.ruleset import (
    MATCH_LENGTHS,
    MAX_RULESET_BYTES,
    QUESTIONS,
    Bura,
    Dealer,
    Exhausted,
    FirstLead,
    GiveFace,
    Instant,
    Maliutka,
    Ruleset,
    Special,
    SpecialsWhen,
    ThreeAces,
    Tie,
    Win,
    Wrong,
    decode_ruleset,
    ruleset_hash,
)

from .hands import FIVE_CARD, NO_DRAW, SHOWN, TABLE

BYTES = b"""bura-rules 1
name georgian
players 2 2
deck 20
hand 3
target 31
lead 1 2 3
short_stock draw_rest
give_face down
specials -
specials_when never
three_aces lead
bura whole_hand_on_lead
maliutka turn
instant -
win var_after_own_trick
wrong lose_hand
exhausted most_points
tie draw
dealer nobody
first_lead winner
raises 2 3 4 5 6
match_to 0
no_raise first_hand_one_short
points_shown no
teams -
clock 0
ante 0
"""


def test_the_georgian_bytes_and_hash_never_change() -> None:
    assert GEORGIAN.canonical_bytes() == BYTES
    assert ruleset_hash(GEORGIAN).hex() == "141ca76ff40f51103d542ad4691652672935e6f80bffd150d08f582a0a9b1f77"


def test_the_canonical_form_lists_the_fields_of_the_record_in_order() -> None:
    lines = BYTES.decode().splitlines()[1:]
    assert tuple(line.split(" ")[0] for line in lines) == QUESTIONS == tuple(field.name for field in fields(Ruleset))


@pytest.mark.parametrize("rules", [GEORGIAN, SHOWN, FIVE_CARD, TABLE, NO_DRAW], ids=lambda rules: rules.name)
def test_decoding_is_the_inverse_of_encoding(rules: Ruleset) -> None:
    assert decode_ruleset(rules.canonical_bytes()) == rules


def test_options_change_the_hash() -> None:
    every = [
        find_ruleset("georgian", match_to=to, points_shown=shown) for to in MATCH_LENGTHS for shown in (False, True)
    ]
    assert len({ruleset_hash(rules) for rules in every}) == 10


def test_any_changed_byte_is_refused_or_other_rules() -> None:
    for at in range(len(BYTES)):
        for value in {*b"\n -0123456789abcyz\x00\x7f\xff", BYTES[at] ^ 1, BYTES[at] ^ 0x20} - {BYTES[at]}:
            changed = BYTES[:at] + bytes([value]) + BYTES[at + 1 :]
            rules = decoded(changed)
            assert rules is None or (rules != GEORGIAN and rules.canonical_bytes() == changed)


def decoded(data: bytes) -> Ruleset | None:
    """The rules, or None for a refusal with the one code; whatever else is raised fails the test."""
    try:
        return decode_ruleset(data)
    except PeerError as error:
        if error.code is not Code.RULESET:
            raise
        return None


@pytest.mark.parametrize("cut", [0, 1, 12, 13, 100, len(BYTES) - 1])
def test_cut_bytes_are_refused(cut: int) -> None:
    refused(BYTES[:cut])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"deck 20", b"deck 020"),
        (b"deck 20", b"deck  20"),
        (b"deck 20", b"deck +20"),
        (b"deck 20", "deck ٢٠".encode()),
        (b"deck 20\n", b"deck 20\r\n"),
        (b"deck 20", b"deck 24"),
        (b"deck 20\nhand 3", b"hand 3\ndeck 20"),
        (b"players 2 2", b"players 2"),
        (b"players 2 2", b"players 2 2 2"),
        (b"players 2 2", b"players 2 7"),
        (b"points_shown no", b"points_shown No"),
        (b"points_shown no", b"points_shown 0"),
        (b"give_face down", b"give_face side"),
        (b"ante 0\n", b"ante 0\n\n"),
        (b"ante 0\n", b"ante 0\nmore 1\n"),
        (b"clock 0\n", b""),
        (b"bura-rules 1", b"bura-rules 2"),
        (b"georgian", b"Georgian"),
        (b"georgian", b"geor\x1b[2Jgian"),
        (b"georgian", b"-"),
        (b"georgian", b"g" * 33),
        (b"georgian", b"g" * MAX_RULESET_BYTES),
        (b"raises 2 3 4 5 6", b"raises 2 2"),
        (b"target 31", b"target 999999999999999999999"),
    ],
)
def test_what_is_not_the_one_form_is_refused(old: bytes, new: bytes) -> None:
    assert old in BYTES
    refused(BYTES.replace(old, new))


@given(st.binary(max_size=1100))
def test_noise_is_refused(data: bytes) -> None:
    refused(data)


def refused(data: bytes) -> None:
    with pytest.raises(PeerError) as caught:
        decode_ruleset(data)
    assert caught.value.code is Code.RULESET


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_ruleset_comes_through_the_door_for_peers(name: str) -> None:
    rules = find_ruleset(name)
    assert decode_ruleset(rules.canonical_bytes()) == rules
    assert is_known(rules)
    check_name(rules)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "two words"},
        {"players": (1, 2), "raises": ()},
        {"players": (3, 2), "raises": ()},
        {"players": (2, 7), "raises": ()},
        {"deck": 52},
        {"hand": 0},
        {"hand": 6},
        {"players": (2, 6), "hand": 4, "raises": ()},
        {"target": 0},
        {"target": 121},
        {"target": None},
        {"lead": ()},
        {"lead": (2, 3)},
        {"lead": (1, 3, 2)},
        {"lead": (1, 1)},
        {"lead": (1, 4)},
        {"raises": (3,)},
        {"raises": (2, 4)},
        {"raises": (2, 3, 4, 5, 6, 7)},
        {"players": (2, 3)},
        {"match_to": 5},
        {"match_to": -1},
        {"clock": -1},
    ],
    ids=str,
)
def test_what_makes_no_game_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(LocalError, match="These rules make no game"):
        replace(GEORGIAN, **changes)


CROSSED: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"specials": ()}),
    ("classic", {"specials_when": SpecialsWhen.NEVER}),
    ("classic", {"hand": 4}),
    ("classic", {"specials": (Special.BURA, Special.BURA)}),
    ("classic", {"bura": Bura.NOTHING}),
    ("classic", {"bura": Bura.WHOLE_HAND_ON_LEAD}),
    ("classic", {"maliutka": Maliutka.ANYTIME}),
    ("classic", {"instant": (Instant.BURA,)}),
    ("classic", {"dealer": Dealer.NOBODY}),
    ("classic", {"first_lead": FirstLead.WINNER}),
    ("classic", {"wrong": Wrong.LOSE_HAND}),
    ("classic", {"match_to": 3}),
    ("classic", {"raises": (2,)}),
    ("classic", {"specials": (Special.BURA,), "three_aces": ThreeAces.TAKES_POT}),
    ("kozel", {"hand": 3}),
    ("kozel", {"instant": (Instant.FOUR_ACES, Instant.FOUR_ACES)}),
    ("kozel", {"target": 31}),
    ("classic", {"ante": 0}),
    ("classic", {"ante": 1001}),
    ("georgian", {"ante": 1}),
    ("georgian", {"hand": 1, "lead": (1,), "maliutka": Maliutka.ANYTIME}),
    ("georgian", {"lead": (1, 2), "maliutka": Maliutka.ANYTIME}),
    ("kozel", {"exhausted": Exhausted.VOID_REANTE}),
    ("telegram", {"players": (4, 4), "teams": ((0, 2), (1, 3))}),
    ("telegram", {"wrong": Wrong.LOSE_HAND}),
    ("telegram", {"players": (2, 2), "raises": (2,), "points_shown": False}),
    ("telegram", {"tie": Tie.SPLIT_POT}),
    ("telegram", {"exhausted": Exhausted.VOID_REANTE}),
    ("telegram", {"win": Win.VAR_AFTER_OWN_TRICK, "wrong": Wrong.LOSE_HAND}),
    ("georgian", {"wrong": Wrong.NOTHING}),
    ("georgian", {"teams": ((0, 2), (1, 3))}),
    ("georgian-pairs", {"teams": ((0, 2), (1,))}),
    ("georgian-pairs", {"teams": ()}),
    ("georgian", {"players": (2, 3), "raises": (), "points_shown": True}),
]


@pytest.mark.parametrize(("name", "changes"), CROSSED, ids=str)
def test_answers_that_do_not_fit_each_other_make_no_game(name: str, changes: dict[str, Any]) -> None:
    with pytest.raises(LocalError, match="These rules make no game"):
        replace(RULESETS[name], **changes)


def test_every_id_and_every_choice_names_a_ruleset() -> None:
    assert sorted(IDS.values()) == sorted(RULESETS) == sorted(CHOICES)
    assert len({ruleset_hash(rules) for rules in RULESETS.values()}) == 10


OPTIONS: list[tuple[str, str, Any, str, Any]] = [
    ("s001-open", "first_lead", "right", "first_lead", FirstLead.RIGHT_OF_DEALER),
    ("s001-open", "first_lead", "left", "first_lead", FirstLead.LEFT_OF_DEALER),
    ("s001-closed", "three_aces", "takes_pot", "three_aces", ThreeAces.TAKES_POT),
    ("s001-32", "molodka", False, "specials", (Special.BURA, Special.THREE_ACES)),
    ("s001-32", "molodka", "off", "specials", (Special.BURA, Special.THREE_ACES)),
    ("s001-32", "molodka", "on", "specials", (Special.BURA, Special.THREE_ACES, Special.MOLODKA)),
    ("s002", "special_sets", "in_trick", "specials_when", SpecialsWhen.IN_TRICK),
    ("s004-3", "maliutka", "anytime", "maliutka", Maliutka.ANYTIME),
    ("s004-5", "give_face", "down", "give_face", GiveFace.DOWN),
    ("s004-5pairs", "match_to", 11, "match_to", 11),
    ("s003", "clock", 30, "clock", 30),
    ("s002", "ante", 5, "ante", 5),
]


@pytest.mark.parametrize(("name", "option", "value", "question", "answer"), OPTIONS)
def test_options_answer_questions(name: str, option: str, value: Any, question: str, answer: Any) -> None:
    rules = find_ruleset(name, **{option: value})
    assert getattr(rules, question) == answer
    assert decode_ruleset(rules.canonical_bytes()) == rules
    with pytest.raises(LocalError):
        find_ruleset(name, **{option: "sideways"} if isinstance(value, str) else {option: -1})


def test_rulesets_are_found_by_name_and_by_id() -> None:
    assert find_ruleset("georgian") is not None
    assert find_ruleset("s004-3") == find_ruleset("georgian") == RULESETS["georgian"]
    assert find_ruleset("georgian", match_to=7).match_to == 7


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("whist", {}),
        ("", {}),
        ("georgian", {"deck": 36}),
        ("s003", {"match_to": 3}),
        ("georgian", {"match_to": 2}),
        ("georgian", {"colour": 1}),
    ],
)
def test_unknown_names_and_options_are_said(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(LocalError, match=r"^[A-Z].*\.$"):
        find_ruleset(name, **options)


def test_seats_allowed() -> None:
    assert [seats for seats in range(8) if GEORGIAN.seats_allowed(seats)] == [2]
    assert [seats for seats in range(8) if TABLE.seats_allowed(seats)] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "change",
    [{"deck": 36}, {"target": 30}, {"raises": ()}, {"first_lead": FirstLead.ROTATING_SEAT}, {"bura": Bura.NOTHING}],
)
def test_a_changed_ruleset_cannot_take_a_shipped_name(change):
    changed = replace(GEORGIAN, **change)
    assert not is_known(changed)
    with pytest.raises(PeerError) as caught:
        check_name(changed)
    assert caught.value.code is Code.RULESET
    renamed = replace(changed, name="ours")
    check_name(renamed)
    assert not is_known(renamed)
    for options in ({}, {"match_to": 7}, {"points_shown": True}):
        check_name(find_ruleset("georgian", **options))
        assert is_known(find_ruleset("georgian", **options))
