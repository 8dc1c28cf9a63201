"""Rulesets as data: what is refused, the canonical form, the door by name."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.rules.builtin import GEORGIAN, RULESETS, check_name, find_ruleset, is_known
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
    ShortStock,
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
"""


def test_the_georgian_bytes_and_hash_never_change() -> None:
    assert GEORGIAN.canonical_bytes() == BYTES
    assert ruleset_hash(GEORGIAN).hex() == "266ad85e17e3cc7fdac9310683765051ac149636d638a4beda94cb1a0455b76f"


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
        (b"clock 0\n", b"clock 0\n\n"),
        (b"clock 0\n", b"clock 0\nmore 1\n"),
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


UNPLAYED: list[dict[str, Any]] = [
    {"specials": (Special.BURA,)},
    {"specials_when": SpecialsWhen.PRE_LEAD},
    {"specials_when": SpecialsWhen.IN_TRICK},
    {"three_aces": ThreeAces.TAKES_POT},
    {"bura": Bura.MUST_WIN_TRICK},
    {"bura": Bura.INSTANT_ON_ANNOUNCE},
    {"bura": Bura.PLAY_ENDS_ROUND},
    {"maliutka": Maliutka.ANYTIME},
    {"instant": (Instant.MOSCOW,)},
    {"win": Win.CLAIM_ANYTIME},
    {"win": Win.AUTO},
    {"win": Win.MOST_POINTS, "target": None},
    {"wrong": Wrong.PAY_POT},
    {"wrong": Wrong.DOUBLE_POT},
    {"wrong": Wrong.NOTHING},
    {"exhausted": Exhausted.VOID_REANTE},
    {"exhausted": Exhausted.VOID_POT_STAYS},
    {"tie": Tie.SPLIT_POT},
    {"dealer": Dealer.CLAIMANT_OR_WINNER_ELSE_SAME},
    {"first_lead": FirstLead.LEFT_OF_DEALER},
    {"first_lead": FirstLead.RIGHT_OF_DEALER},
    {"first_lead": FirstLead.ROTATING_SEAT},
    {"teams": ((0, 2), (1, 3))},
    {"clock": 20},
    {"players": (2, 3), "raises": (), "points_shown": True},
]


@pytest.mark.parametrize("changes", UNPLAYED, ids=str)
def test_values_that_are_not_played_are_refused_not_ignored(changes: dict[str, Any]) -> None:
    with pytest.raises(LocalError, match="This version cannot"):
        replace(GEORGIAN, **changes)


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


CLASSIC: dict[str, Any] = {
    "name": "classic", "players": (2, 2), "deck": 36, "hand": 3, "target": 31, "lead": (1, 2, 3),
    "short_stock": ShortStock.NO_DRAW, "give_face": GiveFace.UP,
    "specials": (Special.BURA, Special.THREE_ACES, Special.MOLODKA), "specials_when": SpecialsWhen.PRE_LEAD,
    "bura": Bura.MUST_WIN_TRICK, "win": Win.CLAIM_ANYTIME, "wrong": Wrong.PAY_POT,
    "exhausted": Exhausted.VOID_REANTE, "dealer": Dealer.CLAIMANT_OR_WINNER_ELSE_SAME,
    "first_lead": FirstLead.LEFT_OF_DEALER,
}  # fmt: skip
RUSSIAN = CLASSIC | {"players": (2, 6), "bura": Bura.INSTANT_ON_ANNOUNCE, "wrong": Wrong.DOUBLE_POT}
TELEGRAM: dict[str, Any] = {
    "name": "telegram", "players": (2, 4), "deck": 36, "hand": 3, "target": 31, "lead": (1, 2, 3),
    "short_stock": ShortStock.DRAW_REST, "give_face": GiveFace.DOWN, "instant": (Instant.BURA, Instant.MOSCOW),
    "win": Win.AUTO, "wrong": Wrong.NOTHING, "exhausted": Exhausted.MOST_POINTS,
    "first_lead": FirstLead.ROTATING_SEAT, "points_shown": True, "clock": 20,
}  # fmt: skip
KOZEL = RUSSIAN | {
    "players": (2, 5), "hand": 4, "lead": (1, 3), "target": None, "specials": (), "win": Win.MOST_POINTS,
    "instant": (Instant.FOUR_TRUMPS, Instant.FOUR_ACES), "short_stock": ShortStock.DRAW_REST,
    "exhausted": Exhausted.MOST_POINTS, "tie": Tie.SPLIT_POT,
}  # fmt: skip
PAIRS = {field.name: getattr(FIVE_CARD, field.name) for field in fields(Ruleset)} | {
    "players": (4, 4), "teams": ((0, 2), (1, 3)),
}  # fmt: skip


@pytest.mark.parametrize(
    "questions",
    [
        CLASSIC,
        RUSSIAN,
        RUSSIAN | {"give_face": GiveFace.DOWN},
        RUSSIAN | {"deck": 32},
        KOZEL,
        RUSSIAN | {"bura": Bura.PLAY_ENDS_ROUND, "exhausted": Exhausted.VOID_POT_STAYS},
        TELEGRAM,
        PAIRS,
    ],
)
def test_the_record_can_say_the_other_rulesets(questions: dict[str, Any]) -> None:
    """They are refused for what is not played yet, never for their shape."""
    with pytest.raises(LocalError, match="This version cannot play"):
        Ruleset(**questions)


def test_rulesets_are_found_by_name_and_by_id() -> None:
    assert find_ruleset("georgian") is not None
    assert find_ruleset("s004-3") == find_ruleset("georgian") == RULESETS["georgian"]
    assert find_ruleset("georgian", match_to=7).match_to == 7


@pytest.mark.parametrize(
    ("name", "options"),
    [("whist", {}), ("", {}), ("georgian", {"deck": 36}), ("georgian", {"match_to": 2}), ("georgian", {"colour": 1})],
)
def test_unknown_names_and_options_are_said(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(LocalError, match=r"^[A-Z].*\.$"):
        find_ruleset(name, **options)


def test_seats_allowed() -> None:
    assert [seats for seats in range(8) if GEORGIAN.seats_allowed(seats)] == [2]
    assert [seats for seats in range(8) if TABLE.seats_allowed(seats)] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "change", [{"deck": 36}, {"target": 30}, {"raises": ()}, {"give_face": GiveFace.UP}, {"bura": Bura.NOTHING}]
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
