"""The one text form of hands and actions; parsing is the inverse of formatting.

Here: text. Never: layout, languages, legality.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ..cards import Card
from ..errors import LocalError
from ..sentences import Sentence
from .actions import (
    Accept,
    Action,
    Announce,
    Answer,
    Cede,
    Claim,
    Count,
    Decline,
    Give,
    Lead,
    Open,
    Pass,
    Raise,
    Resign,
)  # fmt: skip
from .ruleset import Instant, Special

RAISE_NAMES: Final[Mapping[int, str]] = {2: "davi", 3: "se", 4: "chari", 5: "panji", 6: "shashi"}
"""What Georgian tables call the stakes."""

_PLAIN: Final[Mapping[str, Action]] = {
    "claim": Claim(), "pass": Pass(), "accept": Accept(), "decline": Decline(), "resign": Resign(), "cede": Cede(),
}  # fmt: skip

_UNKNOWN = "?"


_SIGNS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")


def parse_card(text: str) -> Card:
    """One card: `AS`, `10h`, also with the sign of its suit. Raises `LocalError`."""
    return Card.parse(text.translate(_SIGNS))


def format_hand(cards: Sequence[Card | None]) -> str:
    """Cards in the given order: `AS 10D ?` (`?` is an unknown one); an empty hand is empty text."""
    return " ".join(_UNKNOWN if card is None else str(card) for card in cards)


def parse_hand(text: str) -> tuple[Card | None, ...]:
    """The inverse of `format_hand`. Raises `LocalError`."""
    return tuple(None if word == _UNKNOWN else parse_card(word) for word in text.split())


def format_action(action: Action) -> str:
    """`lead AS 10S`, `give KS`, `give 2 closed for 7`, `raise 2`, `count 4 0`, `claim for 17`, `claim` …"""
    match action:
        case Lead(cards) | Answer(cards) | Open(cards):
            return f"{type(action).__name__.lower()} {format_hand(cards)}"
        case Give(cards, points):
            shown = format_hand(action.known) if action.known else f"{len(cards)} closed"
            return f"give {shown}" + ("" if points is None else f" for {points}")
        case Raise(to):
            return f"raise {to}"
        case Announce(what):
            return f"announce {what}"
        case Claim(int() as points):
            return f"claim for {points}"
        case Count(sums):
            return f"count {' '.join(map(str, sums))}"
        case _:
            return type(action).__name__.lower()


def parse_action(text: str) -> Action:
    """The inverse of `format_action`; letters of either case, any spaces. Raises `LocalError`."""
    verb, *words = text.lower().split() or [""]
    if verb in _PLAIN and not words:
        return _PLAIN[verb]
    reader = _READERS.get(verb)
    if reader is None or not words:
        raise LocalError(
            Sentence(
                "'{text}' is not a move: write lead, answer, give or open with cards, raise with a stake, count "
                "with sums, announce with a combination, or claim, pass, accept, decline, cede, resign.",
                text=text.strip()[:40],
            )
        )
    return reader(words)


def _cards(words: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, words))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise LocalError(Sentence("'{word}' is not a number.", word=word[:8]))
    return int(word)


def _give(words: Sequence[str]) -> Give:
    points = None
    if len(words) > 2 and words[-2] == "for":
        *words, _, number = words
        points = _number(number)
    if len(words) == 2 and words[1] == "closed":
        return Give((None,) * min(_number(words[0]), 5), points)
    return Give(_cards(words), points)


def _raise(words: Sequence[str]) -> Raise:
    if len(words) > 1:
        raise LocalError(Sentence("A raise names one stake, such as 'raise 2'."))
    named = {name: to for to, name in RAISE_NAMES.items()}
    return Raise(named.get(words[0]) or _number(words[0]))


def _claim(words: Sequence[str]) -> Claim:
    if len(words) != 2 or words[0] != "for":
        raise LocalError(Sentence("A claim is 'claim', or 'claim for' the points of the closed cards."))
    return Claim(_number(words[1]))


def _announce(words: Sequence[str]) -> Announce:
    for kind in (Special, Instant):
        if len(words) == 1 and words[0] in set(kind):
            return Announce(kind(words[0]))
    raise LocalError(Sentence(
        "'{words}' is not a combination: {some}, …",
        words=' '.join(words)[:32], some=', '.join([*Special, *Instant][:3]),
    ))


_READERS: Final[Mapping[str, Callable[[Sequence[str]], Action]]] = {
    "announce": _announce,
    "claim": _claim,
    "lead": lambda words: Lead(_cards(words)),
    "answer": lambda words: Answer(_cards(words)),
    "open": lambda words: Open(_cards(words)),
    "give": _give,
    "raise": _raise,
    "count": lambda words: Count(tuple(map(_number, words))),
}
