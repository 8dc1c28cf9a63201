r"""The one text form of a whole game: ASCII, at most 80 columns wide but for a long name.

Here: formatting. Never: reading (`game_reader`), whether the rules allow what is written (`record_check`).

    Bura 1
    Player 0: Nino
    Player 1: "\u041b\u0435\u0432"
    Rules: georgian; match_to 3

    Hand 1: order Nino seat1; leader Nino; trump JH
    1. Nino raise 2, seat1 accept, Nino lead AS, seat1 give 1 closed, Nino takes 11,
       Nino draws 1, seat1 draws 1
    2. Nino lead 10D, seat1 answer AD, seat1 takes 21, seat1 draws 1, Nino draws 1
    3. seat1 lead 10C, Nino answer AC, Nino takes 21, Nino draws 1, seat1 draws 1
    - Nino claim
    = Nino wins 2 by claim_right; claimed 34 to 43; score 2 0

    Game: nobody wins; score 2 0; stopped seat1

- A statement begins in the first column; a line that begins with a space continues the one before. `#` begins a
  comment that ends with its line. Letters of either case; empty lines mean nothing.
- A seat is called by its player's name where that is up to 16 plain letters, digits, `-`, `_` and nobody else's name,
  else `seat0`, `seat1` … (always understood). Any other name stands in quotes, as a JSON string.
- `Rules` names a ruleset that ships and the questions that are answered differently, or answers every question.
- A numbered line is a trick, with what was said before its lead; `-` is what was said with no lead to follow; `=` is
  the end of the hand. Moves are those of `notation`; `takes` (with the points of the open cards) and `draws` (with
  the number of cards, and `with the trump`) are facts that follow from them and may be left out.
- Lists by seat (`score`, `chips`, `totals`) have a number for each player, in the order of the seats.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ..errors import LocalError
from .actions import Answer, Give, Lead
from .builtin import RULESETS
from .notation import format_action
from .record import GameEnd, GameRecord, HandEnd, HandRecord, Item, Move, Taken, is_plain, seat_labels
from .ruleset import Ruleset

FIRST_LINE: Final = "Bura 1"
"""How the text of a game begins; another number would mean another form."""

MAX_TEXT: Final = 2**23
"""The most characters of a game's text."""

WIDTH: Final = 80
"""Columns that lines are folded to."""

_INDENT: Final = "   "

NOBODY: Final = "nobody"
"""Who wins a hand that nobody wins."""

WITH_TRUMP: Final = ("with", "the", "trump")
"""What follows the number of cards that were drawn when the turned trump is one of them."""


def format_game(record: GameRecord) -> str:
    """The text of a game, ASCII, with a line break at its end. Raises `LocalError` beyond `MAX_TEXT`."""
    hands = [line for hand in record.hands for line in ["", *hand_lines(record, hand)]]
    last = end_lines(record)
    text = "\n".join([*head_lines(record), *hands, *([""] if last else []), *last, ""])
    if len(text) > MAX_TEXT:
        raise LocalError(f"This game is too long to be written down; {MAX_TEXT} characters is the most.")
    return text


def head_lines(record: GameRecord) -> list[str]:
    """The lines before the first hand: who plays what."""
    players = [f"Player {seat}: {_quoted(name)}" for seat, name in enumerate(record.players)]
    return [FIRST_LINE, *players, *_fold("Rules:", ruleset_clauses(record.ruleset), ";")]


def hand_lines(record: GameRecord, hand: HandRecord) -> list[str]:
    """The lines of one hand of `record`."""
    labels = seat_labels(record.players)
    begun = [f"{key} {value}" for key, value in begin_clauses(hand, labels).items()]
    lines = _fold(f"Hand {hand.number}{':' * bool(begun)}", begun, ";")
    for mark, items in _grouped(hand.items):
        lines += _fold(mark, [format_item(item, labels) for item in items], ",")
    if hand.end is not None:
        lines += _fold("=", _joined(end_clauses(hand.end, labels)), ";")
    return lines


def end_lines(record: GameRecord) -> list[str]:
    """The lines after the last hand; none while the game goes on."""
    if record.end is None:
        return []
    if record.end.void is not None:
        return [f"Game: void {record.end.void}"]
    return _fold("Game:", _joined(game_end_clauses(record.end, seat_labels(record.players))), ";")


def ruleset_clauses(ruleset: Ruleset) -> list[str]:
    """`georgian`, `match_to 3` …: the name, and the answers by which it differs from the shipped one, or all."""
    own, shipped = questions(ruleset), RULESETS.get(ruleset.name)
    known = {"name": ruleset.name} if shipped is None else questions(shipped)
    return [ruleset.name, *(f"{question} {value}" for question, value in own.items() if known.get(question) != value)]


def begin_clauses(hand: HandRecord, labels: Sequence[str]) -> dict[str, str]:
    """What is written down of a hand's beginning: clause to value."""
    return _stated({
        "order": _named(hand.order, labels) or None,
        "leader": None if hand.leader is None else labels[hand.leader],
        "dealer": None if hand.dealer is None else labels[hand.dealer],
        "pot": None if hand.pot is None else str(hand.pot),
        "trump": None if hand.trump is None else str(hand.trump),
    })  # fmt: skip


def end_clauses(end: HandEnd, labels: Sequence[str]) -> dict[str, str]:
    """What is written down of a hand's end: clause to value; the clause `` says who wins."""
    worth = f" {end.points}" if end.points else ""
    return _stated({
        "": f"{_winner(end.winner, labels)}{worth} by {end.reason.label}",
        "claimed": None if end.claimed is None else " to ".join(map(str, dict.fromkeys(end.claimed))),
        "totals": None if end.totals is None else _row(end.totals),
        "score": _row(end.score) or None,
        "chips": _row(end.chips) or None,
        "pot": None if end.pot is None else str(end.pot),
        "left": _named(end.left, labels) or None,
    })  # fmt: skip


def game_end_clauses(end: GameEnd, labels: Sequence[str]) -> dict[str, str]:
    """What is written down of a game's end that is not void: clause to value; the clause `` says who wins."""
    return _stated({
        "": _winner(end.winner, labels),
        "score": _row(end.score) or None,
        "chips": _row(end.chips) or None,
        "stopped": _named(end.stopped, labels) or None,
    })  # fmt: skip


def format_item(item: Item, labels: Sequence[str]) -> str:
    """`Nino lead AS`, `Nino takes 11`, `Nino draws 1 with the trump`."""
    who = labels[item.seat]
    match item:
        case Move(_, action):
            return f"{who} {format_action(action)}"
        case Taken(_, points):
            return f"{who} takes" + ("" if points is None else f" {points}")
        case _:
            return " ".join([who, "draws", str(item.count), *(WITH_TRUMP if item.turned else ())])


def _grouped(items: Sequence[Item]) -> Iterator[tuple[str, Sequence[Item]]]:
    """The items of each line: a trick with all that was said before its lead, and what is left over."""
    begin, end, trick = 0, 0, 0
    for at, item in enumerate(items):
        if isinstance(item, Move) and isinstance(item.action, Lead):
            if trick:
                yield f"{trick}.", items[begin:end]
                begin = end
            trick, end = trick + 1, at + 1
        elif trick and (not isinstance(item, Move) or isinstance(item.action, Answer | Give)):
            end = at + 1
    if trick:
        yield f"{trick}.", items[begin:end]
    if end < len(items):
        yield "-", items[end:]


def _fold(head: str, parts: Sequence[str], separator: str) -> list[str]:
    """`head` and the parts, in lines of at most `WIDTH` columns that break between parts where they can."""
    lines, line = list[str](), head
    for number, part in enumerate(parts, 1):
        piece = part + (separator if number < len(parts) else "")
        if len(line) + 1 + len(piece) > WIDTH and line != head:
            lines.append(line)
            line = _INDENT + piece
        else:
            line += " " + piece
    return [folded for whole in [*lines, line] for folded in _wrapped(whole)]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=2 * _INDENT, break_long_words=False, break_on_hyphens=False)


def _quoted(name: str) -> str:
    if is_plain(name):
        return name
    return json.dumps(name).replace("#", "\\u0023").replace("\x7f", "\\u007f")


def _stated(clauses: Mapping[str, str | None]) -> dict[str, str]:
    return {key: value for key, value in clauses.items() if value is not None}


def _joined(clauses: Mapping[str, str]) -> list[str]:
    return [f"{key} {value}".lstrip() for key, value in clauses.items()]


def _named(seats: Iterable[int], labels: Sequence[str]) -> str:
    return " ".join(labels[seat] for seat in seats)


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _winner(seat: int | None, labels: Sequence[str]) -> str:
    return f"{NOBODY if seat is None else labels[seat]} wins"


def questions(ruleset: Ruleset) -> dict[str, str]:
    """Question to answer, as in the canonical form of rules."""
    lines = ruleset.canonical_bytes().decode("ascii").splitlines()[1:]
    return {question: value for question, _, value in (line.partition(" ") for line in lines)}
