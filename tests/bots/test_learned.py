"""What the good bot knows from experience: the files, the sum, and what it sees of a moment."""

from __future__ import annotations

import json
import subprocess
from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bura_p2p.bots import make_bot
from bura_p2p.bots.bits import bit_of, bits_of
from bura_p2p.bots.expert import claim_odds, coded
from bura_p2p.bots.learned import LEAK, Values, learned
from bura_p2p.bots.memory import Memory
from bura_p2p.bots.recall import Recall
from bura_p2p.bots.sampler import Sampler
from bura_p2p.bots.sight import INPUTS, Sight
from bura_p2p.bots.wager import Stakes
from bura_p2p.cards import Card, Suit, deck
from bura_p2p.conformance.tape import Tape
from bura_p2p.rules.actions import Decline, Lead
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.phases import actors, apply, legal_actions
from bura_p2p.rules.position import Position, deal_known
from bura_p2p.rules.ruleset import Ruleset, Special

from .engine import forced, table_match, view_of
from .learn.__main__ import SHAPE, compiled, compiler, kind, packed

LEARNED = [RULESETS["georgian"], RULESETS["classic"]]

Moment = tuple[Position, int, int | None, dict[int, list[int]]]
"""A position, whose turn it is, the move made, and for the watched seat what it sees after each move."""


def shuffled(rules: Ruleset, number: int, change: dict[Suit, Suit] | None = None) -> list[Card]:
    """The deck of deal `number`, suits changed over."""
    found = list(deck(rules.deck))
    Random(number).shuffle(found)
    return [Card((change or {}).get(card.suit, card.suit), card.rank) for card in found]


def hand_of(rules: Ruleset, number: int, change: dict[Suit, Suit] | None = None) -> Iterator[Moment]:
    """A hand between two careless players, seat 0 being watched."""
    position, recall = deal_known(table_match(rules, 2, number), shuffled(rules, number, change)), Recall()
    bot = make_bot("greedy", Tape(f"learned {number}"))
    while position.outcome is None:
        seat = actors(position)[0]
        action = forced(position, legal_actions(position, seat), frozenset(Special))
        move = None
        if action is None:
            view, seen = view_of(position, seat), dict[int, list[int]]()
            action = bot.choose(view)
            memory = Memory(view)
            if seat == 0:
                recall.look(memory)
                sampler = Sampler(memory, recall)
                sight = Sight(sampler, claim_odds(sampler))
                moves = [coded(legal, memory) for legal in view.legal if not isinstance(legal, Decline)]
                seen = {move: sight.after(move) for move in moves}
                if isinstance(action, Lead):
                    recall.look(memory, bits_of(action.cards, memory.trump))
            move = coded(action, memory)
            yield position, seat, move, seen
        position = apply(position, seat, action).position


# --- files and sums ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", LEARNED, ids=lambda rules: rules.name)
def test_what_ships_fits_its_inputs(rules: Ruleset) -> None:
    values = learned(rules)
    assert values is not None
    assert len(values.rows) == INPUTS
    assert all(abs(values.of(inputs)) < 4 for *_, seen in hand_of(rules, 3) for inputs in seen.values())


def test_other_answers_need_other_experience() -> None:
    assert learned(RULESETS["telegram"]) is None
    assert learned(find_ruleset("georgian", points_shown=True)) is None
    assert learned(find_ruleset("georgian", match_to=11)) is learned(RULESETS["georgian"])


def test_the_sum() -> None:
    """Two inputs of three, two units, one unit."""
    values = Values([(1.0, 0.5), (9.0, 9.0), (2.0, -4.0)], (0.5, 0.0), [(2.0, 10.0)], (1.0,), (3.0,), 0.25)
    wide = (3.5, -3.5 * LEAK)
    assert values.of([0, 2]) == pytest.approx(0.25 + 3 * (1 + 2 * wide[0] + 10 * wide[1]))


def test_a_file_holds_what_was_learned() -> None:
    """To half the 32,767th part of the greatest weight of its kind."""
    chance = Random(1)
    net = array("f", [chance.uniform(-1, 1) for _ in range(sum(SHAPE))])
    line, _, body = packed(RULESETS["classic"], net.tobytes()).partition(b"\n")
    about, found, at = json.loads(line), array("h", body), 0
    assert about["answers"]["deck"] == [36]
    for count, scale in zip(SHAPE, about["scales"], strict=True):
        part = range(at, at + count)
        assert all(abs(scale * found[each] - net[each]) <= scale / 2 + 1e-6 for each in part)
        at += count


def test_experience_is_of_hands_whose_end_ends_no_match() -> None:
    assert Stakes().far(6)
    assert Stakes(3, 9).far(1)
    assert not Stakes(2, 9).far(1)
    assert not Stakes(9, 4).far(2)


# --- what is seen ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", LEARNED, ids=lambda rules: rules.name)
def test_an_input_is_told_once(rules: Ruleset) -> None:
    for number in range(10):
        for *_, seen in hand_of(rules, number):
            for inputs in seen.values():
                assert len({*inputs}) == len(inputs)
                assert 0 <= min(inputs) <= max(inputs) < INPUTS


@pytest.mark.parametrize("rules", LEARNED, ids=lambda rules: rules.name)
def test_names_of_plain_suits_do_not_matter(rules: Ruleset) -> None:
    """At the first choice, that is: later ones are other players' chances."""
    for number in range(20):
        trump = deal_known(table_match(rules, 2, number), shuffled(rules, number)).trump
        one, two, three = (suit for suit in Suit if suit != trump)
        turns = [next(hand_of(rules, number, change)) for change in ({}, {one: two, two: three, three: one})]
        found = [sorted(map(sorted, seen.values())) for *_, seen in turns]
        assert found[0] == found[1]


@pytest.mark.skipif(compiler() is None, reason="no C compiler here")
@pytest.mark.parametrize("rules", LEARNED, ids=lambda rules: rules.name)
def test_what_learns_sees_the_same(rules: Ruleset, tmp_path: Path) -> None:
    """Input by input, over whole hands: `learn.c` reads rules, cards and words as the bot does."""
    lines, expected = list[str](), list[list[int]]()
    for number in range(25):
        moments = list(hand_of(rules, number))
        trump = moments[0][0].trump
        dealt = [bit_of(card, trump).bit_length() - 1 for card in shuffled(rules, number)]
        lines.append(" ".join(map(str, ["G", 0, number % 2, *dealt])))
        for _, _, made, seen in moments:
            lines += [f"V {move}" for move in seen]
            expected += [sorted(inputs) for inputs in seen.values()]
            lines.append(f"M {made}")
    command = [str(compiled(tmp_path, "-O0")), kind(rules), "trace"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    assert [sorted(map(int, line.split())) for line in done.stdout.splitlines()] == expected
