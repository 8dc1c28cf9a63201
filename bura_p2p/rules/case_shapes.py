"""What kind of value each key of a worked case has, so that no answer is sought in nonsense.

Here: kinds, and one sentence for a value of another kind. Never: which keys a question has (`cases`), a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..errors import LocalError
from .case_table import Values, check_keys

MAX_TEXT: Final = 64
"""The most characters that a name, a word or a card of a case may have."""

MAX_ITEMS: Final = 120
"""The most items of a list in a case; a script has a step for every card and then some."""

MAX_NUMBER: Final = 1_000_000
"""The largest number in a case."""

_KEYS: Final = frozenset({"id", "ruleset", "question", "situation", "expect", "status", "source", "note"})
_NEEDED: Final = ("id", "ruleset", "question", "situation", "expect")


@dataclass(frozen=True)
class _Kind:
    """A kind of value and its name in a sentence: `Its 'trump' is not …`."""

    fits: Callable[[Any], bool]
    words: str


def check_case_shape(case: object) -> None:
    """Raises `LocalError`, one sentence that names the case where it has an id, unless `case` has all its parts and
    each is of its kind; what the situation holds is left to `check_situation`.
    """
    if not isinstance(case, Mapping):
        raise LocalError("A case is a mapping with id, ruleset, question, situation and expect.")
    name = f"Case {case['id']}" if _is_word(case.get("id")) else "A case without a name"
    try:
        check_keys(case, _KEYS, "the case")
    except LocalError as fault:
        raise LocalError(f"{name} cannot be judged: {fault}") from None
    for key in _NEEDED:
        if key not in case:
            raise LocalError(f"{name} has no '{key}'.")
        kind = _MAPPING if key in {"situation", "expect"} else _WORD
        if not kind.fits(case[key]):
            raise LocalError(f"{name} cannot be judged: its '{key}' is not {kind.words}.")


def check_situation(situation: Values) -> None:
    """Raises `LocalError`, one sentence, for a known key with a value of another kind than it has."""
    for key, value in situation.items():
        kind = _KINDS.get(key)
        if kind is not None and not kind.fits(value):
            raise LocalError(f"Its '{key}' is not {kind.words}.")


def _is_word(value: Any) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and abs(value) <= MAX_NUMBER
    return isinstance(value, str) and 0 < len(value) <= MAX_TEXT


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and _is_word(value)


def _is_value(value: Any) -> bool:
    return isinstance(value, bool) or _is_word(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER


def _is_list(value: Any, item: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and len(value) <= MAX_ITEMS and all(map(item, value))


def _are_players(value: Any) -> bool:
    if _is_number(value):
        return bool(2 <= value <= 6)
    return _is_list(value, _is_word) and 2 <= len(value) <= 6 and len(set(map(str, value))) == len(value)


def _is_step(value: Any) -> bool:
    """Something that a player does: each key that is there is of its kind."""
    return isinstance(value, Mapping) and all(
        _STEP[key].fits(item) if key in _STEP else isinstance(key, str) for key, item in value.items()
    )


def _are_sides(value: Any) -> bool:
    sides = list(value.values()) if isinstance(value, Mapping) else value
    return _is_list(sides, lambda side: _is_list(side, _is_text))


def _by_player(kind: _Kind, words: str) -> _Kind:
    return _Kind(
        lambda value: isinstance(value, Mapping) and all(_is_word(key) for key in value)
        and all(map(kind.fits, value.values())),
        words,
    )  # fmt: skip


def _or_nothing(kind: _Kind) -> _Kind:
    return _Kind(lambda value: value is None or kind.fits(value), kind.words)


_WORD: Final = _Kind(_is_word, f"a word of at most {MAX_TEXT} characters")
_TEXT: Final = _Kind(_is_text, _WORD.words)
_MAPPING: Final = _Kind(lambda value: isinstance(value, Mapping), "a mapping")
_NUMBER: Final = _Kind(_is_number, f"a number from 0 to {MAX_NUMBER}")
_SIZE: Final = _Kind(lambda value: _is_number(value) and value <= 5, "a number of cards from 0 to 5")
_PLAYER: Final = _Kind(lambda value: value is None or _is_word(value), "the name of a player")
_CARDS: Final = _Kind(lambda value: _is_list(value, _is_word), "a list of cards")
_STEPS: Final = _Kind(lambda value: _is_list(value, _is_step), "a list of what players do")
_POINTS: Final = _by_player(_NUMBER, "a number for each player")
_STEP: Final[Mapping[str, _Kind]] = {
    "do": _WORD, "player": _PLAYER, "cards": _CARDS, "face": _WORD, "to": _NUMBER, "name": _WORD, "what": _WORD,
    "expect": _MAPPING,
}  # fmt: skip

_KINDS: Final[Mapping[str, _Kind]] = {
    "players": _Kind(_are_players, "a list of 2 to 6 different players, or their number"),
    **dict.fromkeys(("trump", "trump_card", "state", "when"), _TEXT),
    **dict.fromkeys(
        ("leader", "dealer", "claimant", "declared", "last_trick_winner", "trick_winner", "last_raise_by"), _PLAYER
    ),
    **dict.fromkeys(("lead", "stock", "draw_order"), _CARDS),
    **dict.fromkeys(("plays", "announce", "script"), _STEPS),
    **dict.fromkeys(("answer", "raise"), _Kind(_is_step, "what a player does")),
    "hands": _by_player(_CARDS, "a list of cards for each player"),
    "hand_sizes": _by_player(_SIZE, "a number of cards from 0 to 5 for each player"),
    **dict.fromkeys(("taken_points", "taken_points_before"), _POINTS),
    "match_score": _or_nothing(_POINTS),
    **dict.fromkeys(
        ("stake", "pot", "ante", "match_to", "cards_left", "hands_played_since_a_side_was_one_short"), _NUMBER
    ),
    "hand_size": _SIZE,
    "options": _or_nothing(_by_player(_Kind(_is_value, ""), "values by the names of options")),
    "teams": _Kind(_are_sides, "the players of each side"),
}
"""Every key of a situation."""

KEYS: Final = frozenset(_KINDS)
"""The keys whose kind is known here."""
