"""Worked rule cases: a situation, a question, and what the rules answer.

Here: the door, the comparison of what is expected with what the engine answers. Never: files, a rule. A key or a
question that is not known here is an error, never a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..cards import Card
from ..errors import LocalError, PeerError
from . import case_answers as answers
from . import case_calls as calls
from . import case_scripts as scripts
from .case_cards import check_cards
from .case_shapes import check_case_shape, check_situation
from .case_table import CaseTable, Values, check_keys
from .options import find_with_options
from .ruleset import Ruleset

Find = Callable[..., Ruleset]
"""`options.find_with_options`, or another that knows more rulesets."""

_EXACT: Final = frozenset({"match_points", "receives"})
"""Mappings in which whoever is absent gets nothing."""

_NEVER_THERE: Final = frozenset("2345")
"""Ranks that no deck here has: a case may name them as missing or not."""


def check_case(case: Values, find: Find = find_with_options) -> tuple[str, ...]:
    """One sentence for each expected value that the engine does not give; empty when the case holds.

    `case` has id, ruleset, question, situation, expect (format: `protocol/rules/FORMAT.md`). Only what is expected
    is compared. Raises `LocalError`, one sentence that names the case, for a case that cannot be judged: unknown or
    missing keys, questions, rules, players; values of another kind; nothing that is expected.
    """
    check_case_shape(case)
    try:
        return _judged(case, find)
    except KeyError as fault:
        raise LocalError(f"Case {case['id']} does not say its {fault}.") from fault
    except PeerError as fault:
        raise LocalError(f"Case {case['id']} has a situation that these rules do not allow: {fault}.") from fault
    except LocalError as fault:
        raise LocalError(f"Case {case['id']} cannot be judged: {fault}") from fault


def _judged(case: Values, find: Find) -> tuple[str, ...]:
    question = _QUESTIONS.get(case["question"])
    if question is None:
        raise LocalError(f"'{case['question']}' is not a question that is known here.")
    situation = dict(case["situation"])
    check_keys(situation, question.keys | {"options"}, "the situation")
    check_situation(situation)
    if missing := sorted(question.needed - set(situation)):
        raise LocalError(f"It does not say its '{missing[0]}'.")
    options = situation.pop("options", None) or {}
    rules = find(str(case["ruleset"]), **{str(option): value for option, value in options.items()})
    table = CaseTable(rules, _players(rules, situation))
    check_cards(table, situation)
    facts = question.answer(table, situation)
    steps = facts.get(scripts.STEPS, ())
    if not case["expect"] and not any(expected for _, expected, _ in steps):
        raise LocalError("Nothing is expected of it.")
    wrong = [line for have, want, place in steps for line in differences(have, want, f"{case['id']}, {place}")]
    shown = {key: have for key, have in facts.items() if key != scripts.STEPS}
    return (*wrong, *differences(shown, case["expect"], str(case["id"])))


def _players(rules: Ruleset, situation: Values) -> tuple[str, ...]:
    players = situation.get("players", rules.players[0])
    names = tuple("ABCDEF"[:players]) if isinstance(players, int) else tuple(map(str, players))
    if not rules.seats_allowed(len(names)):
        raise LocalError(f"The {rules.name} rules are not for {len(names)} players.")
    return names


def differences(facts: Values, expected: Values, place: str) -> list[str]:
    """What of `expected` the facts do not give, a sentence each. Raises `LocalError` for a key that is no fact."""
    check_keys(expected, set(facts), f"what {place} expects")
    found = [(key, _comparable(key, facts[key]), _comparable(key, want)) for key, want in expected.items()]
    return [
        f"{place}: {key} is {have}, expected {want}." for key, have, want in found if not _agrees(key, have, want)
    ]


def _comparable(key: str, value: Any) -> Any:
    """Cards become text, lists of them sorted lists (they are sets); where absent is zero, zeros go."""
    if isinstance(value, Mapping):
        return {str(name): _comparable("", item) for name, item in value.items() if item or key not in _EXACT}
    if key == "draws" and isinstance(value, list) and all(isinstance(draw, list) for draw in value):
        return [tuple(map(str, draw)) for draw in value]
    if key == "missing_ranks" and isinstance(value, list):
        value = [rank for rank in value if str(rank) not in _NEVER_THERE]
    if key in _EXACT and value is None:
        return {}
    if isinstance(value, list | tuple) and not isinstance(value, Card):
        return sorted(map(str, value))
    return value


def _agrees(key: str, have: Any, want: Any) -> bool:
    """Equality; of mappings by player whatever is expected of whom, and an empty one means nothing for anybody."""
    if key not in _EXACT and isinstance(have, dict) and isinstance(want, dict):
        named = all(name in have and have[name] == item for name, item in want.items())
        return named and (bool(want) or not any(have.values()))
    if isinstance(have, bool) != isinstance(want, bool):
        return False  # 1 is a number, not yes
    return bool(have == want)


@dataclass(frozen=True)
class _Question:
    """`needed` are the keys that a situation must have, `keys` all that it may have."""

    answer: Callable[[CaseTable, Values], Values]
    needed: frozenset[str]
    keys: frozenset[str]


def _question(answer: Callable[[CaseTable, Values], Values], needed: str, more: str = "") -> _Question:
    keys = frozenset(needed.split())
    return _Question(answer, keys, keys | frozenset({"players", *more.split()}))


_QUESTIONS: Final[Mapping[str, _Question]] = {
    "trick_winner": _question(
        answers.trick_winner, "players trump leader plays", "taken_points_before pot teams"
    ),
    "lead_legal": _question(answers.lead_legal, "players trump leader hands lead", "hand_sizes"),
    "answer_legal": _question(answers.answer_legal, "players trump leader plays answer", "hands"),
    "special_leader": _question(calls.special_leader, "players trump last_trick_winner hands announce"),
    "instant_win": _question(
        calls.instant_win, "players trump leader hands when", "lead announce stake pot"
    ),
    "declare_legal": _question(
        answers.declare, "players last_trick_winner claimant taken_points", "state trump"
    ),
    "declare_result": _question(
        answers.declare, "players claimant taken_points", "last_trick_winner state dealer pot stake trump"
    ),
    "raise_legal": _question(
        answers.raise_legal,
        "players leader stake raise",
        "last_raise_by match_to match_score hands_played_since_a_side_was_one_short",
    ),
    "raise_result": _question(answers.raise_result, "players leader stake script"),
    "refill": _question(answers.refilled, "players trick_winner hand_size hands stock"),
    "hand_end": _question(
        answers.hand_end, "players taken_points", "cards_left declared dealer pot ante stake"
    ),
    "first_leader": _question(answers.first_leader, "players", "dealer"),
    "visible": _question(answers.visible, "players trump leader plays"),
    "deck": _question(answers.deck_of, ""),
    "scripted_hand": _question(
        scripts.scripted_hand, "players trump_card leader hands script", "stake draw_order"
    ),
}
"""Every question that can be judged, with the keys that its situation may have."""

QUESTIONS: Final = tuple(_QUESTIONS)
"""The names of the questions that `check_case` can judge."""
