"""Fault 11: the permutation comes from a generator that is not made for secrets.

Published: Arkin, Hill, Marks, Schmid and Walls, "How we learned to cheat at online poker" (1999): a shuffle started
from the clock, re-made from five known cards; and any number of card games that call `list.shuffle`.

A habit, so the habit is tested: no module of the package imports `random` but those that draw nothing secret (bots,
bench, conformance runner); what draws a permutation is `random_permutation`, from an entropy that is an argument and
has no default; it takes every choice equally often, and draws again what would tilt it. The attack stands here too,
against the generator that is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bura_p2p.cards import deck as deck_of
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.stacked import _shuffled_by
from bura_p2p.crypto.shuffle import random_permutation
from bura_p2p.table.phases import Stage
from tests.crypto.test_permutation import test_each_order_of_three_is_as_likely as orders_are_fair
from tests.faults.weakened import ROOT, Edit, Weakened

PACKAGE = ROOT / "bura_p2p"
PLAYFUL = {"arena", "bots", "bench", "conformance", "soak", "stats"}
"""What may use `random`: nothing secret is drawn there."""
NOT_FOR_SECRETS = {"random", "numpy", "time", "datetime"}


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in PLAYFUL)


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".", maxsplit=1)[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").split(".", maxsplit=1)[0])
    return found


# --- the attack, against a generator that starts from the clock --------------------------------------------

DAY = 86_400_000


def by_the_clock(milliseconds: int) -> list[int]:
    """The shuffle of 1999: a deck of 36, from a generator that was started with the time of day."""
    order = list(range(36))
    Random(milliseconds).shuffle(order)
    return order


def test_a_deck_by_the_clock_is_read_from_four_cards() -> None:
    """Who knows its own three cards, the trump and the time to two seconds, knows the whole deck."""
    now = 43_200_123
    deck = by_the_clock(now)
    own = {at: deck[at] for at in (0, 2, 4, 6)}
    fitting = [
        started
        for started in range(now - 1_000, now + 1_000)
        if all((order := by_the_clock(started))[at] == card for at, card in own.items()) and order
    ]
    assert fitting == [now]
    assert len(deck_of(36)) == len(deck)


# --- the habit ---------------------------------------------------------------------------------------------


def test_nothing_that_is_not_for_secrets() -> None:
    assert len(modules()) > 100
    for path in modules():
        inner = path.relative_to(PACKAGE).parts[0] in ("crypto", "log", "rules", "session", "table", "wire")
        assert not imported(path) & (NOT_FOR_SECRETS if inner else {"random", "numpy"}), path


def test_entropy_is_an_argument_without_a_default() -> None:
    found = 0
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                plain, named = [*node.args.posonlyargs, *node.args.args], node.args.kwonlyargs
                given = [None] * (len(plain) - len(node.args.defaults)) + node.args.defaults + node.args.kw_defaults
                for argument, default in zip([*plain, *named], given, strict=True):
                    assert argument.arg != "entropy" or default is None, (path, node.name)
                    found += argument.arg == "entropy"
    assert found > 20


class Words:
    """An entropy of chosen 32-bit numbers."""

    def __init__(self, words: Sequence[int]) -> None:
        self.words = list(words)

    def __call__(self, n: int) -> bytes:
        assert n == 4
        return self.words.pop(0).to_bytes(4, "big")


CHOICES = range(2, 37)


def draws_again_what_would_tilt(choices: int) -> None:
    """The last number that is taken completes a whole number of turns; every one above it is drawn again."""
    limit = 2**32 - 2**32 % choices
    rest = [0] * (choices - 2)
    highest, lowest = (random_permutation(choices, Words([word, *rest])) for word in (choices - 1, 0))
    assert random_permutation(choices, Words([limit - 1, *rest])) == highest != lowest
    if limit < 2**32:
        words = Words([limit, 2**32 - 1, 0, *rest])
        assert random_permutation(choices, words) == lowest
        assert words.words == []


@pytest.mark.parametrize("choices", CHOICES)
def test_what_would_tilt_a_choice_is_drawn_again(choices: int) -> None:
    draws_again_what_would_tilt(choices)


NO_REJECTION = Weakened(
    "every number is taken",
    Edit("crypto.shuffle", "limit = 2**32 - 2**32 % choices", "limit = 2**32"),
)
ANY_PLACE = Weakened(
    "every card changes with any place",
    Edit("crypto.shuffle", "        choices = last + 1\n", "        choices = N\n"),
)


def test_a_generator_that_takes_every_number_is_noticed() -> None:
    with pytest.raises((AssertionError, IndexError)):
        NO_REJECTION(__name__).draws_again_what_would_tilt(36)


def is_fair() -> None:
    """Each order of three as often as any other (`tests/crypto/test_permutation.py`)."""
    orders_are_fair()


def test_a_shuffle_with_any_place_is_noticed() -> None:
    is_fair()
    with pytest.raises(AssertionError):
        ANY_PLACE(__name__).is_fair()


def permutation_of(label: str, forced: bytes = b"") -> bytes:
    """The permutation that seat 1 of a game drew, where its entropy gave `forced` first when it was to draw."""
    hall = Hall(label)
    hall.run(lambda hall: _shuffled_by(hall, 0, 1) is not None)
    hall.tapes[1].force(forced)
    hall.run(lambda hall: hall.table.stage is Stage.DEAL)
    drawn = _shuffled_by(hall, 1, 1)
    assert drawn is not None
    return drawn


def test_a_sessions_permutation_is_its_entropy_and_nothing_else() -> None:
    assert permutation_of("entropy") == permutation_of("entropy")
    assert permutation_of("entropy") != permutation_of("other entropy")
    words = [*range(18, -1, -1)]
    forced = b"".join(word.to_bytes(4, "big") for word in words)
    assert permutation_of("entropy", forced) == bytes(random_permutation(20, Words(words)))
