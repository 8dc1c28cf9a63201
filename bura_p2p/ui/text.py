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
from ..rules.ruleset import Bura, FirstLead, Ruleset
from ..table import events as e
from .chips import Purse
from .faces import WORDS, Faces
from .inert import inert
from .words import (
    begun,
    cards_word,
    chips_word,
    claim_worth,
    claims_var,
    combination_word,
    joined,
    needed,
    not_played_out,
    player,
    points_word,
    rules_word,
)

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
        self._purse = Purse(seat, self._called)
        self._won: int | None = None
        self._claimant: int | None = None
        self._taker: int | None = None
        self._hinted = False
        self._held: frozenset[Card] = frozenset()
        self._trump: Suit | None = None
        self._stood: list[tuple[int, tuple[Card, ...]]] = []

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
        rules = f"{inert(event.ruleset)} rules" if self.rules is None else rules_word(self.rules)
        clock = 0 if self.rules is None else self.rules.clock
        note = f"Each move has {clock} seconds; then the cheapest card is played for who has not moved."
        return [f"You play with {joined(others)}: {rules}.", *([note] if clock else [])]

    def begun(self, event: e.HandBegun) -> list[str]:
        """A hand's heading."""
        claimant, self._claimant = self._claimant, None
        self._stood, self._held, self._taker = [], frozenset(), None
        first = f"{self._mid(event.leader, 'lead')} first"
        if event.dealer is None:
            first += self._why_first(event)
        else:
            first = f"{self._mid(event.dealer, 'deal')}{self._why_deals(event, claimant)}, and {first}"
        return ["", f"Hand {event.hand}. {self.everybody()} shuffle the deck; {first}.", *self._purse.opened(event)]

    def _mid(self, seat: int, verb: str) -> str:
        """`you lead`, `Ann leads`: in the middle of a sentence."""
        return f"you {verb}" if seat == self.seat else f"{self._called(seat)} {verb}s"

    def _why_first(self, event: e.HandBegun) -> str:
        """Why that seat leads first, where no dealer decides it."""
        if self.rules is not None and self.rules.first_lead is FirstLead.ROTATING_SEAT:
            return ", since the first lead goes round" if event.hand > 1 else ""
        if event.hand == 1 or event.leader != self._won:
            return ""
        return f", because {self._object(event.leader)} won hand {event.hand - 1}"

    def _why_deals(self, event: e.HandBegun, claimant: int | None) -> str:
        who, last = self._object(event.dealer or 0), event.hand - 1
        if event.dealer == self._won:
            return f" (because {who} won hand {last})"
        return f" (because {who} claimed in hand {last})" if event.dealer == claimant else ""

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
        kept = self._taker not in (None, event.seat) and event.seat != self.seat
        self._stood, self._taker = [(event.seat, event.cards)], None
        why = " first, for the combination in the last trick" if kept else ""
        return [f"{self.does(event.seat, 'lead')} {self.faces.row(event.cards)}{why}."]

    def announced(self, event: e.Announced) -> list[str]:
        """A combination, before a lead; the first time that this seat's is told without being asked for, how so."""
        told = f"{self.does(event.seat, 'announce')}: {combination_word(event.what, self.rules)}."
        if event.seat != self.seat or self._hinted or self.rules is None or not self.rules.announced:
            return [told]
        self._hinted = True
        return [told, "That is said for you; 'announce' tells what is, and 'help' how to change it."]

    def ceded(self, event: e.Ceded) -> list[str]:
        """The lead, left to what was announced."""
        self._taker = None
        return [f"{self.does(event.seat, 'leave')} the lead to {self._object(event.to)}."]

    def answered(self, event: e.Answered) -> list[str]:
        """An open answer; one that does not beat is given."""
        beats = self._trump is None or not self._stood or set_beats(self._trump, event.cards, self._stood[-1][1])
        if beats:
            self._stood.append((event.seat, event.cards))
        return [f"{self.does(event.seat, 'answer' if beats else 'give')} {self.faces.row(event.cards)}."]

    def gave(self, event: e.Gave) -> list[str]:
        """Face-down cards: how many, never which."""
        worth = "" if event.points is None else f", worth {points_word(event.points)} by proof"
        return [f"{self.does(event.seat, 'give')} {cards_word(event.count)} face down{worth}."]

    def taken(self, event: e.TrickTaken) -> list[str]:
        """Who took the trick, and why."""
        self._taker = event.seat
        return [f"{self.does(event.seat, 'take')} the trick: {self.why()}."]

    def why(self) -> str:
        """Why the last trick went as it did, as a clause."""
        if not self._stood:
            return "it was led before"
        *_, (seat, cards) = self._stood
        if self._trump is not None and len(self._stood) > 1:
            return self._covers(self._trump, cards, self._stood[-2][1])
        whose = "your" if seat == self.seat else f"{self._called(seat)}'s"
        return f"nothing beat {whose} {self.faces.row(cards)}"

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
        if claims_var(self.rules):
            return [f"{self.does(event.seat, 'say')} 'var'.{rest}"]
        target = "the" if self.rules is None else self.rules.target
        return [f"{self.does(event.seat, 'claim')} {target} points.{rest}"]

    def passed(self, event: e.Passed) -> list[str]:
        """No claim in the last word, or points not reached yet; who has nothing to announce is not told of."""
        if event.stage == "announce":
            return []
        if event.stage == "tally":
            return [f"{self.does(event.seat, 'have')} not reached the points yet."]
        counted = "; the points are counted" if claims_var(self.rules) else ""
        return [f"{self.does(event.seat, 'claim')} nothing{counted}."]

    def reached(self, event: e.Reached) -> list[str]:
        """The target, with the proved worth of the closed cards."""
        cards = f"the cards that were given face down are worth {points_word(event.points)} by proof"
        return [f"{self.does(event.seat, 'have')} reached the points: {cards}."]

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
        worth = claim_worth(event.claimed, right=event.winner is not None and event.reason != "claim_wrong")
        exact = event.claimed[0] == event.claimed[1]
        whose = event.winner if self._claimant is None else self._claimant
        where = f"in {self._pile(whose)}{needed(self.rules)}"
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
        pot, moved = self._purse.pot, self._purse.over(event)
        if event.winner is None:
            end = f"Nobody wins hand {event.hand}: {_NOBODY.get(event.reason, inert(event.reason))}."
        else:
            won = f"the pot of {chips_word(pot)}" if self._for_chips() else points_word(event.points)
            end = f"{self.does(event.winner, 'win')} hand {event.hand} and {won}: {self._reason(event)}."
        told = " ".join(text for text in (f"{end}{totals}", moved, self._standing(event)) if text)
        return [*self._worth(event), told]

    def _reason(self, event: e.HandOver) -> str:
        if event.reason == "bura" and self.rules is not None and self.rules.bura is Bura.MUST_WIN_TRICK:
            return "the trick with a bura in it"
        return _WHY.get(event.reason, inert(event.reason))

    def _for_chips(self) -> bool:
        return self.rules is not None and self.rules.has_pot

    def _standing(self, event: e.HandOver | e.GameOver) -> str:
        """The chips, or the match points."""
        return self._purse.standing(event.chips) if self._for_chips() else f"Score: {self.score(event.score)}."

    def game_over(self, event: e.GameOver) -> list[str]:
        """The game's end."""
        if event.winner is not None:
            end = f"{self.does(event.winner, 'win')} the match"
        elif event.stopped:
            out = not_played_out(self.rules)
            end = f"{self._stopped(event.stopped)} no further hand{out and ', so '}{out}"
        else:
            end = "The game is over"
        shared = self._purse.closed(event) if self._for_chips() else ""
        told = (f"{end}.", shared, self._standing(event), f"{self.everybody()} have signed it.")
        return [" ".join(text for text in told if text)]

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


_THIRD: Final = {"pass": "passes", "have": "has"}

_WHY: Final[Mapping[str, str]] = {
    "claim_right": "the points were there",
    "claim_wrong": "the points were not there",
    "declined": "the raise was declined",
    "bura": "bura, a whole hand of trumps",
    "reached": "the points were reached",
    "combination": "a whole hand of aces",
    "cards_out": "more points when the cards were out",
    "resigned": "the other side gave up",
}

_NOBODY: Final[Mapping[str, str]] = {
    "claim_wrong": "the points were not there",
    "draw": "the points are equal",
    "split": "the points are equal, and the pot is shared",
    "dead": "the cards are out, and nobody has claimed",
    "resigned": "somebody gave up",
    "void": "all gave up",
}

_TELLERS: Final[Mapping[type[e.Event], Callable[[Narrator, Any], list[str]]]] = {
    e.TableOpened: Narrator.opened,
    e.HandBegun: Narrator.begun,
    e.Dealt: Narrator.dealt,
    e.Led: Narrator.led,
    e.Announced: Narrator.announced,
    e.Ceded: Narrator.ceded,
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
    e.Reached: Narrator.reached,
    e.PileOpened: Narrator.pile_opened,
    e.Counted: Narrator.counted,
    e.Resigned: Narrator.resigned,
    e.HandOver: Narrator.hand_over,
    e.GameOver: Narrator.game_over,
    e.Voided: Narrator.voided,
    e.Refused: Narrator.refused,
}
"""Who tells which event."""
