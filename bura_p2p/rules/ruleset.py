"""A ruleset is data: a keyword-only record of questions, its canonical bytes and its hash.

Here: the questions, the values that tables of this version play, the encoding. Never: the literals (`builtin`),
or a decision made by a ruleset's name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from ..cards import LOWEST_RANK
from ..errors import Code, LocalError, PeerError

MAX_RULESET_BYTES: Final = 1024
"""The most bytes that a ruleset's canonical form may have."""

FORM: Final = "bura-rules 1"
"""The first line of the canonical form; another number would mean another list of questions."""

MAX_ANTE: Final = 1000
"""The most chips that a seat pays before a hand."""

MATCH_LENGTHS: Final = (0, 1, 3, 7, 11)
"""What `match_to` may be: the points that win a match; 0 is open (it goes on until somebody says no)."""


class ShortStock(StrEnum):
    """What happens when the stock is too short to fill every hand."""

    NO_DRAW = "no_draw"
    DRAW_REST = "draw_rest"


class GiveFace(StrEnum):
    """How cards that do not beat are given: `up` (all see them) or `down` (only the giver knows them)."""

    UP = "up"
    DOWN = "down"


class Special(StrEnum):
    """Combinations that seize the lead."""

    BURA = "bura"
    THREE_ACES = "three_aces"
    MOLODKA = "molodka"


class SpecialsWhen(StrEnum):
    """When a combination may be announced."""

    NEVER = "never"
    PRE_LEAD = "pre_lead"
    IN_TRICK = "in_trick"


class ThreeAces(StrEnum):
    """What three aces do."""

    LEAD = "lead"
    TAKES_POT = "takes_pot"


class Bura(StrEnum):
    """What a full hand of trumps does."""

    NOTHING = "nothing"
    WHOLE_HAND_ON_LEAD = "whole_hand_on_lead"
    MUST_WIN_TRICK = "must_win_trick"
    INSTANT_ON_ANNOUNCE = "instant_on_announce"
    PLAY_ENDS_ROUND = "play_ends_round"


class Maliutka(StrEnum):
    """When a full hand of one plain suit may be led."""

    TURN = "turn"
    ANYTIME = "anytime"


class Instant(StrEnum):
    """Hands that win as soon as they are held."""

    BURA = "bura"
    MOSCOW = "moscow"
    FOUR_TRUMPS = "four_trumps"
    FOUR_ACES = "four_aces"


class Win(StrEnum):
    """How a hand is won by points while it is being played."""

    VAR_AFTER_OWN_TRICK = "var_after_own_trick"
    CLAIM_ANYTIME = "claim_anytime"
    AUTO = "auto"
    MOST_POINTS = "most_points"


class Wrong(StrEnum):
    """What a claim without the points costs."""

    LOSE_HAND = "lose_hand"
    PAY_POT = "pay_pot"
    DOUBLE_POT = "double_pot"
    NOTHING = "nothing"


class Exhausted(StrEnum):
    """What happens when all cards are played and nobody has won."""

    MOST_POINTS = "most_points"
    VOID_REANTE = "void_reante"
    VOID_POT_STAYS = "void_pot_stays"


class Tie(StrEnum):
    """What equal best totals mean at the end of the cards."""

    DRAW = "draw"
    SPLIT_POT = "split_pot"


class Dealer(StrEnum):
    """Who deals next, where a ruleset has a dealer at all."""

    NOBODY = "nobody"
    CLAIMANT_OR_WINNER_ELSE_SAME = "claimant_or_winner_else_same"


class FirstLead(StrEnum):
    """Who leads first in the next hand. `winner`: whoever won the last hand; after a draw the same leader."""

    WINNER = "winner"
    LEFT_OF_DEALER = "left_of_dealer"
    RIGHT_OF_DEALER = "right_of_dealer"
    ROTATING_SEAT = "rotating_seat"


class NoRaise(StrEnum):
    """Which hand of a match is played without raises: none, or the first with a side one point short."""

    NEVER = "never"
    FIRST_HAND_ONE_SHORT = "first_hand_one_short"


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The questions of a ruleset (names and values: `protocol/rules/README.md`). Immutable and hashable.

    `players` is (fewest, most) seats; `lead` the sizes that a lead may have, ascending; `target` the points
    to claim (None: none); `raises` the stakes above 1, ascending by one (empty: no raises); `teams` the seats
    of each side by place clockwise (empty: everybody for themselves); `clock` seconds a move (0: none);
    `ante` the chips that each seat pays into the pot before a hand (0: there is no pot);
    `points_shown`: a give carries its proved sum, so everybody can add up. A lead never has more cards than
    the shortest hand at the table: that is no question but holds in every ruleset.

    Raises `LocalError` for a combination that makes no game.
    """

    name: str
    players: tuple[int, int]
    deck: int
    hand: int
    target: int | None
    lead: tuple[int, ...]
    short_stock: ShortStock
    give_face: GiveFace
    specials: tuple[Special, ...] = ()
    specials_when: SpecialsWhen = SpecialsWhen.NEVER
    three_aces: ThreeAces = ThreeAces.LEAD
    bura: Bura = Bura.NOTHING
    maliutka: Maliutka = Maliutka.TURN
    instant: tuple[Instant, ...] = ()
    win: Win
    wrong: Wrong
    exhausted: Exhausted
    tie: Tie = Tie.DRAW
    dealer: Dealer = Dealer.NOBODY
    first_lead: FirstLead
    raises: tuple[int, ...] = ()
    match_to: int = 0
    no_raise: NoRaise = NoRaise.NEVER
    points_shown: bool = False
    teams: tuple[tuple[int, ...], ...] = ()
    clock: int = 0
    ante: int = 0

    def __post_init__(self) -> None:
        _check_shape(self)
        _check_stakes(self)
        _check_sides(self)
        _check_combinations(self)
        _check_pot(self)

    def canonical_bytes(self) -> bytes:
        """The one encoding: `FORM`, then a line `question value` for each field in order, in ASCII."""
        lines = [FORM, *(f"{name} {_write(getattr(self, name))}" for name in _READERS)]
        return "".join(f"{line}\n" for line in lines).encode("ascii")

    def seats_allowed(self, seats: int) -> bool:
        """Whether `seats` people can play this ruleset."""
        return self.players[0] <= seats <= self.players[1]

    @property
    def has_pot(self) -> bool:
        """Whether hands are played for a pot of chips: a wrong claim then pays into it."""
        return self.wrong in {Wrong.PAY_POT, Wrong.DOUBLE_POT}

    @cached_property
    def announced(self) -> tuple[Special, ...]:
        """The combinations that a seat may announce before another's lead."""
        if self.specials_when is SpecialsWhen.PRE_LEAD:
            return self.specials
        return (Special.MOLODKA,) if self.maliutka is Maliutka.ANYTIME else ()


def ruleset_hash(ruleset: Ruleset) -> bytes:
    """SHA-256 of the canonical bytes: 32 bytes."""
    return hashlib.sha256(ruleset.canonical_bytes()).digest()


def decode_ruleset(data: bytes) -> Ruleset:
    """The ruleset with exactly these canonical bytes: the inverse of `canonical_bytes`.

    Raises `PeerError(RULESET)` for anything else.
    """
    if len(data) > MAX_RULESET_BYTES:
        raise PeerError(Code.RULESET, f"a ruleset has at most {MAX_RULESET_BYTES} bytes")
    try:
        ruleset = Ruleset(**_read_lines(data.decode("ascii").split("\n")))
    except (ValueError, LocalError) as error:
        raise PeerError(Code.RULESET, "not a ruleset") from error
    if ruleset.canonical_bytes() != data:
        raise PeerError(Code.RULESET, "the ruleset is not in its one canonical form")
    return ruleset


def _read_lines(lines: list[str]) -> dict[str, Any]:
    if len(lines) != len(_READERS) + 2 or lines[0] != FORM or lines[-1]:
        raise ValueError("not the list of questions")
    answers = {}
    for line, (name, reader) in zip(lines[1:-1], _READERS.items(), strict=True):
        question, _, value = line.partition(" ")
        if question != name:
            raise ValueError("a question is out of place")
        answers[name] = reader(value)
    return answers


# --- the encoding of one value: a word, a number, a list of either; "-" is nothing -------------------------


def _write(value: Any) -> str:
    match value:
        case None | ():
            return "-"
        case bool():
            return "yes" if value else "no"
        case tuple() if isinstance(value[0], tuple):
            return " ".join(",".join(str(seat) for seat in team) for team in value)
        case tuple():
            return " ".join(str(item) for item in value)
        case _:
            return str(value)


def _integer(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise ValueError("not a number")
    return int(text)


def _yes_no(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise ValueError("neither yes nor no")
    return text == "yes"


def _pair(text: str) -> tuple[int, int]:
    fewest, most = text.split(" ")
    return _integer(fewest), _integer(most)


def _optional(read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text == "-" else read(text)


def _several(read: Callable[[str], Any], separator: str = " ") -> Callable[[str], tuple[Any, ...]]:
    return lambda text: () if text == "-" else tuple(read(item) for item in text.split(separator))


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "name": str,
    "players": _pair,
    "deck": _integer,
    "hand": _integer,
    "target": _optional(_integer),
    "lead": _several(_integer),
    "short_stock": ShortStock,
    "give_face": GiveFace,
    "specials": _several(Special),
    "specials_when": SpecialsWhen,
    "three_aces": ThreeAces,
    "bura": Bura,
    "maliutka": Maliutka,
    "instant": _several(Instant),
    "win": Win,
    "wrong": Wrong,
    "exhausted": Exhausted,
    "tie": Tie,
    "dealer": Dealer,
    "first_lead": FirstLead,
    "raises": _several(_integer),
    "match_to": _integer,
    "no_raise": NoRaise,
    "points_shown": _yes_no,
    "teams": _several(_several(_integer, ",")),
    "clock": _integer,
    "ante": _integer,
}
"""Every question and the reader of its value, in canonical order (the order of the record's fields)."""


# --- what makes a game -------------------------------------------------------------------------------------

_NAME: Final = re.compile("[a-z][a-z0-9-]{0,31}")


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise LocalError(f"These rules make no game: {sentence}.")


def _check_shape(rules: Ruleset) -> None:
    _require(bool(_NAME.fullmatch(rules.name)), "a name is a letter and up to 31 letters a-z, digits, hyphens")
    _require(2 <= rules.players[0] <= rules.players[1] <= 6, "2 to 6 people play")
    _require(rules.deck in LOWEST_RANK, "a deck has 20, 32 or 36 cards")
    _require(1 <= rules.hand <= 5, "a hand has 1 to 5 cards")
    _require(rules.players[1] * rules.hand < rules.deck, "the deck must leave a card to turn up")
    _require(rules.target is None or 1 <= rules.target <= 120, "a target is 1 to 120 points")
    _require(rules.lead[:1] == (1,) and _ascending(rules.lead) and rules.lead[-1] <= rules.hand,
             "leads have 1 card, or more up to a whole hand")  # fmt: skip
    _require(
        (rules.target is None) == (rules.win is Win.MOST_POINTS),
        "a win by claim needs a target, most points none",
    )


def _check_stakes(rules: Ruleset) -> None:
    steps = rules.raises == tuple(range(2, 2 + len(rules.raises)))
    _require(steps and len(rules.raises) <= 5, "stakes rise from 2 by single steps, to 6 at most")
    _require(rules.match_to in MATCH_LENGTHS, "a match is open (0) or goes to 1, 3, 7 or 11 points")
    _require(0 <= rules.clock <= 3600, "a clock has at most 3600 seconds")


def _ascending(numbers: tuple[int, ...]) -> bool:
    return all(low < high for low, high in pairwise(numbers))


def _check_sides(rules: Ruleset) -> None:
    if rules.teams:
        places = sorted(place for team in rules.teams for place in team)
        whole = rules.players[0] == rules.players[1] and places == list(range(rules.players[0]))
        _require(whole and len(rules.teams) == 2, "the two sides name every place once")
    _require(not rules.raises or rules.players == (2, 2) or bool(rules.teams), "raises need exactly two sides")
    shown = rules.points_shown and rules.give_face is GiveFace.DOWN
    _require(not shown or rules.players == (2, 2) or rules.win is Win.AUTO,
             "closed points are shown to two, or where the points win by themselves")  # fmt: skip


_LED_BURAS: Final = frozenset({Bura.MUST_WIN_TRICK, Bura.INSTANT_ON_ANNOUNCE, Bura.PLAY_ENDS_ROUND})


def _check_combinations(rules: Ruleset) -> None:
    _require(bool(rules.specials) == (rules.specials_when is not SpecialsWhen.NEVER),
             "combinations have a time, and a time has combinations")  # fmt: skip
    _require(not rules.specials or (rules.hand == 3 and 3 in rules.lead), "combinations are of three cards")
    _require(len(set(rules.specials)) == len(rules.specials), "a combination is named once")
    _require((Special.BURA in rules.specials) == (rules.bura in _LED_BURAS), "a bura is a combination, or is not")
    _require(rules.maliutka is Maliutka.TURN or (rules.hand > 1 and not (rules.specials or rules.instant)),
             "a maliutka out of turn is the only combination, and of several cards")  # fmt: skip
    _require(rules.maliutka is Maliutka.TURN or rules.hand in rules.lead, "a maliutka can be led")
    sizes = {3 if hand in {Instant.BURA, Instant.MOSCOW} else 4 for hand in rules.instant}
    _require(sizes <= {rules.hand} and not (rules.instant and rules.specials), "instant hands are whole hands")
    _require(len(set(rules.instant)) == len(rules.instant), "an instant hand is named once")
    _require(rules.three_aces is ThreeAces.LEAD or Special.THREE_ACES in rules.specials,
             "three aces are a combination, or take nothing")  # fmt: skip


def _check_pot(rules: Ruleset) -> None:
    dealt = rules.first_lead in {FirstLead.LEFT_OF_DEALER, FirstLead.RIGHT_OF_DEALER}
    _require(dealt == (rules.dealer is not Dealer.NOBODY), "who leads beside the dealer needs one")
    _require(rules.has_pot or (rules.exhausted is Exhausted.MOST_POINTS and rules.tie is Tie.DRAW),
             "a pot that stays or is split needs a pot")  # fmt: skip
    _require(not (rules.has_pot and (rules.teams or rules.match_to or rules.raises)),
             "a pot is played for by single seats, without a match")  # fmt: skip
    _require(rules.has_pot == (rules.ante > 0) and rules.ante <= MAX_ANTE,
             f"a pot needs an ante of 1 to {MAX_ANTE} chips, and an ante a pot")  # fmt: skip
    _require(rules.win is not Win.AUTO or (rules.wrong is Wrong.NOTHING and not rules.teams),
             "points that win by themselves are a single seat's, and never claimed wrongly")  # fmt: skip
    seen = rules.points_shown or rules.give_face is GiveFace.UP
    _require(rules.win is not Win.AUTO or not rules.raises or seen,
             "who alone knows that the points are reached cannot raise first")  # fmt: skip
    _require(rules.win is not Win.VAR_AFTER_OWN_TRICK or rules.specials_when is not SpecialsWhen.IN_TRICK,
             "who says var has taken the trick, and leads next")  # fmt: skip
    _require(rules.win is not Win.MOST_POINTS or rules.exhausted is Exhausted.MOST_POINTS,
             "where most points win, they decide when the cards are out")  # fmt: skip
    _require(rules.win not in {Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME} or rules.wrong is not Wrong.NOTHING,
             "a wrong claim costs something")  # fmt: skip


QUESTIONS: Final = tuple(field.name for field in fields(Ruleset))
"""The names of all questions, in canonical order."""
