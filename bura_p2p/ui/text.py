"""Sentences: what happened at the table, told to one seat.

Here: `Narrator`, from events to lines of English. Never: the picture of the table (`scene`), a card that the event
does not hold, a count of points that the rules leave to the player's head.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from ..cards import Card, Suit
from ..rules.notation import RAISE_NAMES
from ..rules.points import card_beats, set_beats
from ..rules.ruleset import Ruleset
from ..table import events as e
from .faces import WORDS, Faces
from .inert import inert
from .words import begun, cards_word, claim_worth, joined, needed, not_played_out, player, points_word

NAME_COLUMNS: Final = 20
"""The width of a name on the table."""


def shown_names(names: Sequence[str], me: int) -> tuple[str, ...]:
    """By seat: `You` for `me`, the harmless names of the others; one without a usable name is `the host` or so.

    A name that is taken gets its seat's number added.
    """
    plain = [player(names, seat, NAME_COLUMNS) for seat in range(len(names))]
    alike = [name.casefold() for name in plain]
    told = [f"{name} ({seat + 1})" if alike.count(alike[seat]) > 1 else name for seat, name in enumerate(plain)]
    return tuple("You" if seat == me else name for seat, name in enumerate(told))


def stake_word(stake: int) -> str:
    """`2 (davi)`; a stake without a name is its number."""
    return f"{stake} ({RAISE_NAMES[stake]})" if stake in RAISE_NAMES else str(stake)


class Narrator:
    """Tells events to the player at `seat`, remembering what lies on the table to say why a trick went as it did.

    `rules` are those in force, once they are known.
    """

    def __init__(self, seat: int, faces: Faces) -> None:
        self.seat = seat
        self.faces = faces
        self.names: tuple[str, ...] = shown_names(("",) * (2 if seat < 2 else 6), seat)
        self.rules: Ruleset | None = None
        self._won: int | None = None
        self._claimant: int | None = None
        self._held: frozenset[Card] = frozenset()
        self._trump: Suit | None = None
        self._led: tuple[int, tuple[Card, ...]] = (seat, ())
        self._answers: list[tuple[int, tuple[Card, ...]]] = []

    def tell(self, event: e.Event) -> list[str]:
        """The lines for one event; many have none."""
        teller = _TELLERS.get(type(event))
        return [] if teller is None else teller(self, event)

    def name(self, seat: int) -> str:
        """How `seat` is called at the beginning of a sentence."""
        return begun(self._called(seat))

    def _called(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else player((), seat)

    def everybody(self) -> str:
        """`Both` at a table for two, else `All`."""
        return "Both" if len(self.names) == 2 else "All"

    def does(self, seat: int, verb: str) -> str:
        """`You lead`, `Ann leads`; `verb` is the plural form."""
        if seat == self.seat:
            return f"You {verb}"
        return f"{self.name(seat)} {_THIRD.get(verb, verb + 's')}"

    def score(self, points: Sequence[int]) -> str:
        """`You: 2, Ann: 1`."""
        return ", ".join(f"{self._called(seat)}: {won}" for seat, won in enumerate(points))

    # --- one teller an event --------------------------------------------------------------------------------

    def opened(self, event: e.TableOpened) -> list[str]:
        """Who plays what."""
        self.names = shown_names(event.names, self.seat)
        others = [name for seat, name in enumerate(self.names) if seat != self.seat]
        return [f"You play with {joined(others)}: {inert(event.ruleset)} rules."]

    def begun(self, event: e.HandBegun) -> list[str]:
        """A hand's heading."""
        self._answers, self._claimant, self._held = [], None, frozenset()
        first = "you lead" if event.leader == self.seat else f"{self._called(event.leader)} leads"
        won = event.hand > 1 and event.leader == self._won
        who = "you" if event.leader == self.seat else self._called(event.leader)
        why = f", because {who} won hand {event.hand - 1}" if won else ""
        return ["", f"Hand {event.hand}. {self.everybody()} shuffle the deck; {first} first{why}."]

    def held(self, event: e.Held) -> list[str]:
        """The cards that this seat has just drawn; those of the deal stand on the table."""
        before, self._held = self._held, frozenset(event.cards)
        drawn = [card for card in event.cards if card not in before]
        return [f"Your new {'card' if len(drawn) == 1 else 'cards'}: {self.faces.row(drawn)}."] if before else []

    def dealt(self, event: e.Dealt) -> list[str]:
        """The deal, after both shuffles were proved."""
        self._trump = event.trump.suit
        return [
            f"The shuffles and the deal are proved. {cards_word(event.cards).capitalize()} each; "
            f"{self.faces.card(event.trump)} is turned up: {self.faces.suit(event.trump.suit)} are trump."
        ]

    def led(self, event: e.Led) -> list[str]:
        """A lead."""
        self._led, self._answers = (event.seat, event.cards), []
        return [f"{self.does(event.seat, 'lead')} {self.faces.row(event.cards)}."]

    def answered(self, event: e.Answered) -> list[str]:
        """An open answer."""
        self._answers.append((event.seat, event.cards))
        return [f"{self.does(event.seat, 'answer')} {self.faces.row(event.cards)}."]

    def gave(self, event: e.Gave) -> list[str]:
        """Face-down cards: how many, never which."""
        worth = "" if event.points is None else f", worth {points_word(event.points)} by proof"
        return [f"{self.does(event.seat, 'give')} {cards_word(event.count)} face down{worth}."]

    def taken(self, event: e.TrickTaken) -> list[str]:
        """Who took the trick, and why."""
        return [f"{self.does(event.seat, 'take')} the trick: {self.why()}."]

    def why(self) -> str:
        """Why the last trick went as it did, as a clause."""
        trump, (leader, led) = self._trump, self._led
        for _, cards in reversed(self._answers):
            if trump is not None and set_beats(trump, cards, led):
                return self._covers(trump, cards, led)
        whose = "your" if leader == self.seat else f"{self._called(leader)}'s"
        return f"nothing beat {whose} {self.faces.row(led)}"

    def _covers(self, trump: Suit, cards: Sequence[Card], led: Sequence[Card]) -> str:
        """Which card covers which, and whether by rank or as a trump."""
        order = next(
            tried
            for tried in permutations(cards)
            if all(card_beats(trump, card, other) for card, other in zip(tried, led, strict=True))
        )
        parts = [
            f"{self.faces.card(card)} beats {self.faces.card(other)} "
            + (f"(higher in {WORDS[card.suit]})" if card.suit == other.suit else "(a trump)")
            for card, other in zip(order, led, strict=True)
        ]
        return " and ".join(parts)

    def drew(self, event: e.Drew) -> list[str]:
        """A draw, told only when it is the turned trump, which all can see go."""
        turned = self.does(event.seat, "draw")
        return [f"{turned} the turned trump; the stock is empty."] if event.turned else []

    def raised(self, event: e.Raised) -> list[str]:
        """A raise."""
        return [f"{self.does(event.seat, 'raise')} to {stake_word(event.to)}."]

    def accepted(self, event: e.Accepted) -> list[str]:
        """An accepted raise."""
        return [f"{self.does(event.seat, 'accept')}; the hand is played for {stake_word(event.stake)}."]

    def declined(self, event: e.Declined) -> list[str]:
        """A declined raise."""
        return [f"{self.does(event.seat, 'decline')} the raise."]

    def claimed(self, event: e.Claimed) -> list[str]:
        """A claim; whether it was right is told when it is settled."""
        self._claimant = event.seat
        rest = "" if event.settled else " The cards given face down into that pile are opened now."
        return [f"{self.does(event.seat, 'say')} 'var'.{rest}"]

    def passed(self, event: e.Passed) -> list[str]:
        """No claim in the last word."""
        return [f"{self.does(event.seat, 'claim')} nothing; the points are counted."]

    def pile_opened(self, event: e.PileOpened) -> list[str]:
        """Given cards, opened for a claim."""
        return [f"Given face down into {self._pile(event.owner)} were {self.faces.row(event.cards)}."]

    def _pile(self, seat: int | None) -> str:
        if seat is None:
            return "the pile"
        return "your pile" if seat == self.seat else f"{self._called(seat)}'s pile"

    def _worth(self, event: e.HandOver) -> list[str]:
        """What a claim was worth, as everybody could see it."""
        if event.claimed is None:
            return []
        worth = claim_worth(event.claimed, right=event.reason == "claim_right")
        exact = event.claimed[0] == event.claimed[1]
        where = f"in {self._pile(self._claimant)}{needed(self.rules)}"
        return [f"Counted: {worth} {where}." if exact else f"Counted: {worth} {where}; the rest stays face down."]

    def counted(self, event: e.Counted) -> list[str]:
        """Proved sums; the cards stay closed."""
        sums = " and ".join(f"{points_word(points)} to {self._object(owner)}" for owner, points in event.sums)
        given = self.does(event.seat, "prove")
        return [f"{given} what was given face down: {sums}; the cards stay closed."]

    def _object(self, seat: int) -> str:
        return "you" if seat == self.seat else self._called(seat)

    def resigned(self, event: e.Resigned) -> list[str]:
        """A resignation."""
        return [f"{self.does(event.seat, 'give')} the hand up."]

    def hand_over(self, event: e.HandOver) -> list[str]:
        """What a claim was worth; a hand's end, why, and the score."""
        self._won = event.winner
        totals = "" if event.totals is None else f" Points in the piles: {self.score(event.totals)}."
        if event.winner is None:
            end = f"Nobody wins hand {event.hand}: {_NOBODY.get(event.reason, inert(event.reason))}."
        else:
            why = _WHY.get(event.reason, inert(event.reason))
            won = points_word(event.points)
            end = f"{self.does(event.winner, 'win')} hand {event.hand} and {won}: {why}."
        return [*self._worth(event), f"{end}{totals} Score: {self.score(event.score)}."]

    def game_over(self, event: e.GameOver) -> list[str]:
        """The game's end."""
        if event.winner is not None:
            end = f"{self.does(event.winner, 'win')} the match"
        elif event.stopped:
            out = not_played_out(self.rules)
            end = f"{self._stopped(event.stopped)} no further hand{out and ', so '}{out}"
        else:
            end = "The game is over"
        return [f"{end}. Score: {self.score(event.score)}. {self.everybody()} have signed it."]

    def _stopped(self, seats: Sequence[int]) -> str:
        if len(seats) == 1:
            return self.does(seats[0], "play")
        first, *others = sorted(seats, key=lambda seat: seat != self.seat)
        return f"{joined([self.name(first), *map(self._called, others)])} play"

    def voided(self, event: e.Voided) -> list[str]:
        """A void table."""
        return [f"The hand is void ({inert(event.code)}), and nobody is named; the game ends here."]

    def refused(self, event: e.Refused) -> list[str]:
        """A refusal, by this side or by the other."""
        if event.by_me and event.code in ("version", "feature", "ruleset"):
            what = f"The other side plays by something that this version does not know ({event.code})"
            return [f"{what}; nothing more is signed, and nobody is named."]
        if event.by_me and event.seat is None:
            what = f"What came in round {event.round} has no place in this game ({inert(event.code)})"
            return [f"{what}; nothing more is signed, and nobody can be named for it."]
        if event.by_me and event.seat is not None:
            whose = f"An entry of {self._object(event.seat)} in round {event.round}"
            what = f"{whose} broke the protocol ({inert(event.code)}); nothing more is signed"
            return [f"{what}. `bura verify` of the game file says who erred."]
        what = f"The other side refuses an entry of round {event.round} ({inert(event.code)})"
        return [f"{what}; nothing more is signed. `bura verify` of the game file tells whether it was right."]


_THIRD: Final = {"pass": "passes"}

_WHY: Final[Mapping[str, str]] = {
    "claim_right": "the points were there",
    "claim_wrong": "the points were not there",
    "declined": "the raise was declined",
    "bura": "bura, a whole hand of trumps",
    "cards_out": "more points when the cards were out",
    "resigned": "the other side gave up",
}

_NOBODY: Final[Mapping[str, str]] = {"draw": "the points are equal", "void": "all gave up"}

_TELLERS: Final[Mapping[type[e.Event], Callable[[Narrator, Any], list[str]]]] = {
    e.TableOpened: Narrator.opened,
    e.HandBegun: Narrator.begun,
    e.Dealt: Narrator.dealt,
    e.Led: Narrator.led,
    e.Answered: Narrator.answered,
    e.Gave: Narrator.gave,
    e.TrickTaken: Narrator.taken,
    e.Drew: Narrator.drew,
    e.Held: Narrator.held,
    e.Raised: Narrator.raised,
    e.Accepted: Narrator.accepted,
    e.Declined: Narrator.declined,
    e.Claimed: Narrator.claimed,
    e.Passed: Narrator.passed,
    e.PileOpened: Narrator.pile_opened,
    e.Counted: Narrator.counted,
    e.Resigned: Narrator.resigned,
    e.HandOver: Narrator.hand_over,
    e.GameOver: Narrator.game_over,
    e.Voided: Narrator.voided,
    e.Refused: Narrator.refused,
}
"""Who tells which event."""
