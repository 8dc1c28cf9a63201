"""Reading the text form of a whole game.

Here: from text to a `GameRecord`, with the line of whatever is wrong. Never: how it is written (`game_text`), whether
the rules allow what is written (`record_check`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from ..errors import LocalError, PeerError
from .actions import Lead
from .builtin import IDS, RULESETS
from .game_text import FIRST_LINE, MAX_TEXT, NOBODY, WITH_TRUMP, questions
from .notation import parse_action, parse_card
from .outcome import Reason
from .record import (
    MAX_HANDS,
    MAX_ITEMS,
    MAX_PLAYERS,
    PLAIN_NAME,
    WORD,
    Drawn,
    GameEnd,
    GameRecord,
    HandEnd,
    HandRecord,
    Item,
    Move,
    Taken,
    check_name,
    seat_labels,
)  # fmt: skip
from .ruleset import FORM, QUESTIONS, Ruleset, decode_ruleset


def parse_game(text: str) -> GameRecord:
    """The inverse of `game_text.format_game`; what may be written otherwise is said there.

    Raises `LocalError` with the number of the line for any other text, and for more than `MAX_TEXT` characters. It
    does not ask whether the rules allow what is written: that is `record_check.check_record`.
    """
    if len(text) > MAX_TEXT:
        raise LocalError(f"This is too long for a game; {MAX_TEXT} characters is the most.")
    reader = _Reader()
    for line, statement in _statements(text):
        try:
            reader.read(statement)
        except LocalError as fault:
            raise LocalError(f"Line {line}: {fault}") from None
    return reader.record()


def _statements(text: str) -> list[tuple[int, str]]:
    """The statements with the lines on which they begin, counted from 1: without comments, on one line each."""
    found: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        said = line.partition("#")[0]
        if not said.strip():
            continue
        if said[0] not in " \t":
            found.append((number, []))
        elif not found:
            raise LocalError(f"Line {number}: It begins with a space, and there is no line before that it continues.")
        found[-1][1].append(said.strip())
    return [(number, " ".join(parts)) for number, parts in found]


_STATEMENT: Final = re.compile(r"(?:(bura|player|rules|hand|game)\b|([0-9]{1,4}\.|-|=)(?!\S))\s*(.*)", re.I | re.S)


class _Reader:
    """Takes in one statement after another. Its methods raise `LocalError` without the line."""

    def __init__(self) -> None:
        self.begun = False
        self.players: list[str] = []
        self.labels: Mapping[str, int] = {}
        self.ruleset: Ruleset | None = None
        self.hands: list[HandRecord] = []
        self.items: list[Item] = []
        self.leads = 0
        self.end: GameEnd | None = None

    def read(self, statement: str) -> None:
        """One statement."""
        found = _STATEMENT.fullmatch(statement)
        if found is None:
            raise LocalError(f"'{_start(statement)}' is no line of a game: Player, Rules, Hand, 1., -, =, Game.")
        keyword, mark, rest = found.groups()
        kind = keyword.lower() if keyword else mark if mark in ("-", "=") else "trick"
        _require(self.begun or kind == "bura", f"A game begins with the line '{FIRST_LINE}'.")
        _require(self.end is None, "The game has ended before this line.")
        if kind == "trick":
            self.trick(int(mark[:-1]))
        _READERS[kind](self, rest)

    def trick(self, number: int) -> None:
        """The number of a line that holds a trick."""
        _require(number == self.leads + 1, f"Trick {self.leads + 1} comes next, not {number}.")

    def first(self, text: str) -> None:
        """`Bura 1`."""
        _require(not self.begun, "There is one game in a text.")
        _require(text == FIRST_LINE.split()[1], "This is written in a form that this version does not know.")
        self.begun = True

    def player(self, text: str) -> None:
        """`Player 0: Nino`."""
        number, _, name = text.partition(":")
        due = len(self.players)
        early = self.ruleset is None and due < MAX_PLAYERS
        _require(early, f"There are at most {MAX_PLAYERS} players, and they come before the rules.")
        _require(_number(number) == due, f"Player {due} comes next.")
        self.players.append(_read_name(name.strip()))

    def rules(self, text: str) -> None:
        """`Rules: georgian; match_to 3`."""
        _require(self.ruleset is None, "The rules are there already.")
        _require(len(self.players) >= 2, "Two players at least come before the rules.")
        self.ruleset = _read_ruleset(_clauses(text.removeprefix(":")))
        names = {label.lower(): seat for seat, label in enumerate(seat_labels(self.players))}
        self.labels = names | {f"seat{seat}": seat for seat in range(len(self.players))}

    def hand(self, text: str) -> None:
        """`Hand 1: order Nino Levan; leader Nino; trump JH`."""
        _require(self.ruleset is not None, "The rules come before the first hand.")
        self._finish()
        number, _, rest = text.partition(":")
        due = len(self.hands) + 1
        _require(_number(number) == due, f"Hand {due} comes next.")
        _require(due <= MAX_HANDS, f"A game has at most {MAX_HANDS} hands.")
        told = _told(_clauses(rest), ("order", "leader", "dealer", "pot", "trump"))
        self.hands.append(HandRecord(
            due,
            order=self._seats(told.get("order", "")),
            leader=_each(self._seat, told.get("leader")),
            dealer=_each(self._seat, told.get("dealer")),
            pot=_each(_number, told.get("pot")),
            trump=_each(parse_card, told.get("trump")),
        ))  # fmt: skip

    def happened(self, text: str) -> None:
        """The items of a line."""
        _require(bool(self.hands), "A hand comes before its moves.")
        _require(self.hands[-1].end is None, "The hand has ended before this line.")
        for part in text.split(","):
            item = self._item(part.split())
            self.leads += isinstance(item, Move) and isinstance(item.action, Lead)
            self.items.append(item)
            _require(len(self.items) <= MAX_ITEMS, f"A hand has at most {MAX_ITEMS} moves and facts.")

    def hand_over(self, text: str) -> None:
        """`= Nino wins 1 by claim_right; score 1 0`."""
        _require(bool(self.hands), "A hand comes before its end.")
        _require(self.hands[-1].end is None, "The hand has ended before this line.")
        who, *rest = _clauses(text) or [""]
        told = _told(rest, ("claimed", "totals", "score", "chips", "pot", "left"))
        winner, words = self._wins(who)
        points = 0 if words[:1] == ["by"] else _number(words.pop(0) if words else "")
        _require(len(words) == 2 and words[0] == "by", "A hand is won 'by' a reason.")
        self.hands[-1] = replace(self.hands[-1], end=HandEnd(
            winner, _read_reason(words[1]), points,
            claimed=_each(_read_range, told.get("claimed")),
            totals=_each(self._by_seat, told.get("totals")),
            score=_each(self._by_seat, told.get("score")) or (),
            chips=_each(self._by_seat, told.get("chips")) or (),
            pot=_each(_number, told.get("pot")),
            left=self._seats(told.get("left", "")),
        ))  # fmt: skip

    def game_over(self, text: str) -> None:
        """`Game: Nino wins; score 3 1`, `Game: void deck_broken`."""
        _require(self.ruleset is not None, "The rules come before the end of the game.")
        who, *rest = _clauses(text.removeprefix(":")) or [""]
        words = who.lower().split()
        if len(words) == 2 and words[0] == "void":
            _require(bool(WORD.fullmatch(words[1])) and not rest, "A game is void for a reason of one word.")
            self.end = GameEnd(void=words[1])
            return
        winner, more = self._wins(who)
        _require(not more, "The end of a game says who wins, 'nobody wins', or 'void' and why.")
        told = _told(rest, ("score", "chips", "stopped"))
        score, chips = (_each(self._by_seat, told.get(key)) or () for key in ("score", "chips"))
        self.end = GameEnd(winner, score, chips, self._seats(told.get("stopped", "")))

    def record(self) -> GameRecord:
        """Everything that was read."""
        if self.ruleset is None:
            raise LocalError(f"There is no game in this text: '{FIRST_LINE}', players and rules come first.")
        self._finish()
        return GameRecord(tuple(self.players), self.ruleset, tuple(self.hands), self.end)

    def _finish(self) -> None:
        """The hand so far has no further moves."""
        if self.hands:
            self.hands[-1] = replace(self.hands[-1], items=tuple(self.items))
        self.items, self.leads = [], 0

    # --- parts of a statement -------------------------------------------------------------------------------

    def _item(self, words: list[str]) -> Item:
        _require(len(words) >= 2, "A move is a player and what is done, such as 'Nino lead AS'.")
        seat, verb, rest = self._seat(words[0]), words[1].lower(), words[2:]
        if verb == "takes" and len(rest) <= 1:
            return Taken(seat, _number(rest[0]) if rest else None)
        if verb == "draws" and rest:
            _require(rest[1:] in ([], [*WITH_TRUMP]), "Cards are drawn as in 'Nino draws 1 with the trump'.")
            return Drawn(seat, _number(rest[0]), turned=len(rest) > 1)
        return Move(seat, parse_action(" ".join(words[1:])))

    def _seat(self, word: str) -> int:
        seat = self.labels.get(word.lower())
        if seat is None:
            raise LocalError(f"'{_start(word)}' is none of the players; they are: {', '.join(self.labels)}.")
        return seat

    def _seats(self, text: str) -> tuple[int, ...]:
        seats = tuple(map(self._seat, text.split()))
        _require(len(set(seats)) == len(seats), "A player is named twice.")
        return seats

    def _by_seat(self, text: str) -> tuple[int, ...]:
        numbers = tuple(map(_number, text.split()))
        _require(len(numbers) == len(self.players), "There is a number for each player, in the order of the seats.")
        return numbers

    def _wins(self, text: str) -> tuple[int | None, list[str]]:
        words = text.split()
        _require(len(words) >= 2 and words[1].lower() == "wins", "An end says first who wins, or 'nobody wins'.")
        winner = None if words[0].lower() == NOBODY else self._seat(words[0])
        return winner, [word.lower() for word in words[2:]]


_READERS: Final[Mapping[str, Callable[[_Reader, str], None]]] = {
    "bura": _Reader.first,
    "player": _Reader.player,
    "rules": _Reader.rules,
    "hand": _Reader.hand,
    "trick": _Reader.happened,
    "-": _Reader.happened,
    "=": _Reader.hand_over,
    "game": _Reader.game_over,
}


# --- parts that are the same for every game ----------------------------------------------------------------


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise LocalError(sentence)


def _start(text: str) -> str:
    """The start of a text that was not understood, harmless."""
    return ascii(text[:40])[1:-1]


def _clauses(text: str) -> list[str]:
    return [clause for part in text.split(";") if (clause := " ".join(part.split()))]


def _told(clauses: Iterable[str], known: Sequence[str]) -> dict[str, str]:
    """Clause to value. Raises `LocalError` for one that is not known, comes twice or is empty."""
    told: dict[str, str] = {}
    for clause in clauses:
        key, _, value = clause.partition(" ")
        key = key.lower()
        _require(key in known, f"'{_start(key)}' does not belong here; what does is: {', '.join(known)}.")
        _require(bool(value) and key not in told, f"'{key}' has one value here.")
        told[key] = value
    return told


_T = TypeVar("_T")


def _each(read: Callable[[str], _T], text: str | None) -> _T | None:
    return None if text is None else read(text)


def _number(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,12}", text.strip()):
        raise LocalError(f"'{_start(text)}' is not a number.")
    return int(text)


def _read_range(text: str) -> tuple[int, int]:
    least, _, most = text.partition(" to ")
    return _number(least), _number(most or least)


def _read_reason(word: str) -> Reason:
    reasons = {reason.label: reason for reason in Reason}
    _require(word in reasons, f"'{_start(word)}' is not why a hand ends; that is: {', '.join(reasons)}.")
    return reasons[word]


def _read_name(text: str) -> str:
    name: object = text
    if text.startswith('"'):
        try:
            name = json.loads(text)
        except ValueError:
            name = None
    elif not PLAIN_NAME.fullmatch(text):
        name = None
    if not isinstance(name, str):
        raise LocalError(f"{_start(text)} is no name: write plain letters, or anything in quotes as JSON does.")
    check_name(name)
    return name


def _read_ruleset(clauses: Sequence[str]) -> Ruleset:
    _require(bool(clauses), "The rules have a name.")
    name, told = clauses[0].lower(), _told(clauses[1:], QUESTIONS[1:])
    if len(told) + 1 < len(QUESTIONS):
        name = IDS.get(name, name)
    shipped = RULESETS.get(name)
    answers = {"name": name} | ({} if shipped is None else questions(shipped)) | told
    missing = [question for question in QUESTIONS if question not in answers]
    _require(not missing, f"No rules '{_start(name)}' ship, and these do not answer: {', '.join(missing[:3])} …")
    text = "".join(f"{line}\n" for line in [FORM, *(f"{question} {answers[question]}" for question in QUESTIONS)])
    try:
        return decode_ruleset(text.encode("ascii"))
    except (PeerError, UnicodeEncodeError):
        raise LocalError("These answers make no rules: see 'bura rules' for what may be answered.") from None
