"""The text of hands and actions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.errors import LocalError
from bura_p2p.rules.actions import ACTIONS, Action, Answer, Claim, Give, Lead, Raise
from bura_p2p.rules.notation import RAISE_NAMES, format_action, format_hand, parse_action, parse_hand

from .hands import cards
from .samples import SAMPLES


@pytest.mark.parametrize("action", SAMPLES, ids=str)
def test_parsing_is_the_inverse_of_formatting(action: Action) -> None:
    assert parse_action(format_action(action)) == action


def test_every_kind_has_a_sample() -> None:
    assert {type(action) for action in SAMPLES} == set(ACTIONS)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("lead AS 10S", Lead(cards("AS 10S"))),
        ("  LEAD  as   10s ", Lead(cards("AS 10S"))),
        ("give 2 closed", Give((None, None))),
        ("give 2 closed for 7", Give((None, None), 7)),
        ("give KS QH for 7", Give(cards("KS QH"), 7)),
        ("raise 2", Raise(2)),
        ("raise davi", Raise(2)),
        ("raise shashi", Raise(6)),
        ("lead a\u2660 10\u2664", Lead(cards("AS 10S"))),
        ("answer K\u2665\ufe0f q\u2666", Answer(cards("KH QD"))),
        ("claim", Claim()),
        ("claim for 17", Claim(17)),
    ],
)
def test_what_people_write(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "lead", "lead 1S", "lead ?", "lead AS; rm", "claim now", "open", "jump"),
        *("claim for", "claim for x", "raise", "raise two", "raise 2 3", "raise ²", "count", "count x"),
        *("give", "give x closed", "give KS for x", "give for 7"),
    ],
)
def test_what_is_not_a_move_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(LocalError, match=r"^['A-Z].*\.$"):
        parse_action(text)


@given(st.text(max_size=60))
def test_no_text_does_anything_else(text: str) -> None:
    try:
        action = parse_action(text)
    except LocalError:
        return
    assert parse_action(format_action(action)) == action


def test_hands() -> None:
    assert format_hand((*cards("AS 10D"), None)) == "AS 10D ?"
    assert parse_hand("AS 10D ?") == (*cards("AS 10D"), None)
    assert parse_hand(format_hand(())) == ()
    assert parse_hand("A\u2660 10\u2666 ?") == parse_hand("AS 10D ?")


def test_the_names_of_the_stakes() -> None:
    assert list(RAISE_NAMES.items()) == [(2, "davi"), (3, "se"), (4, "chari"), (5, "panji"), (6, "shashi")]
