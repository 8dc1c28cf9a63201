"""Sentences: what happened at the table, told to one seat.

Here: `Narrator`, from events to lines of text. Never: the picture of the table (`scene`), a card that the event
does not hold, a count of points that the rules leave to the player's head.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from ..cards import Card, Suit
from ..rules.notation import RAISE_NAMES
from ..rules.points import card_beats, set_beats
from ..rules.ruleset import FirstLead, Ruleset
from ..sentences import N_, NN_
from ..table import events as e
from .chips import Purse
from .faces import Faces, suit_word
from .inert import inert
from .phrases import in_own_words
from .reasons import Reasons
from .tongue import t, tn
from .words import (
    begun,
    cards_word,
    chips_word,
    claim_worth,
    claims_var,
    clauses,
    combination_word,
    joined,
    named_rules,
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
    return tuple(t("You") if seat == me else name for seat, name in enumerate(told))


_STAKES: Final = {2: N_("davi"), 3: N_("se"), 4: N_("chari"), 5: N_("panji"), 6: N_("shashi")}


def raise_name(stake: int) -> str:
    """`davi`: what a raise to `stake` is called."""
    return t(_STAKES[stake]) if stake in _STAKES else RAISE_NAMES.get(stake, str(stake))


def stake_word(stake: int) -> str:
    """`2 (davi)`; a stake without a name is its number."""
    return f"{stake} ({raise_name(stake)})" if stake in RAISE_NAMES else str(stake)


class Narrator:
    """Tells events to the player at `seat`, remembering what lies on the table to say why a trick went as it did.

    `rules` are those in force, once they are known; `beaten`: whether the last open answer beat what stood;
    `reasons`: why its hands end.
    """

    def __init__(self, seat: int, faces: Faces) -> None:
        self.seat = seat
        self.faces = faces
        self.names: tuple[str, ...] = shown_names(("",) * (2 if seat < 2 else 6), seat)
        self.rules: Ruleset | None = None
        self.beaten = False
        self.reasons = Reasons(seat)
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

    def tells(self, seat: int, mine: str, other: str, /, **values: object) -> str:
        """`mine` where `seat` is this player's, else `other` with its `{name}`; both are templates."""
        if seat == self.seat:
            return t(mine, **values)
        return begun(t(other, name=self._called(seat), **values))

    def clause(self, seat: int, mine: str, other: str, /, **values: object) -> str:
        """The same in the middle of a sentence."""
        return t(mine, **values) if seat == self.seat else t(other, name=self._called(seat), **values)

    def said(self, seat: int, text: str) -> str:
        """A line of chat; `text` is harmless already. Another's quick phrase is read in one's own language."""
        text = text if seat == self.seat else in_own_words(text)
        return self.tells(seat, "You say: {text}", "{name} says: {text}", text=text)

    def score(self, points: Sequence[int]) -> str:
        """`You: 2, Ann: 1`."""
        return ", ".join(f"{self._called(seat)}: {won}" for seat, won in enumerate(points))

    # --- one teller an event --------------------------------------------------------------------------------

    def opened(self, event: e.TableOpened) -> list[str]:
        """Who plays what."""
        self.names = shown_names(event.names, self.seat)
        others = joined([name for seat, name in enumerate(self.names) if seat != self.seat])
        rules = named_rules(event.ruleset) if self.rules is None else rules_word(self.rules)
        told = [t("You play with {names}: {rules}.", names=others, rules=rules)]
        clock = 0 if self.rules is None else self.rules.clock
        if clock:
            told.append(tn(
                "Each move has {n} second; then the cheapest card is played for who has not moved.",
                "Each move has {n} seconds; then the cheapest card is played for who has not moved.",
                clock,
            ))
        return told

    def begun(self, event: e.HandBegun) -> list[str]:
        """A hand's heading."""
        claimant, self._claimant = self._claimant, None
        self._stood, self._held, self._taker = [], frozenset(), None
        self.reasons.begun()
        leads = self.clause(event.leader, "you lead first", "{name} leads first")
        if event.dealer is None:
            how = self._why_first(event, leads)
        else:
            how = t("{deals}, and {leads}", deals=self._deals(event, event.dealer, claimant), leads=leads)
        if len(self.names) == 2:
            told = t("Hand {hand}. Both shuffle the deck; {how}.", hand=event.hand, how=how)
        else:
            told = t("Hand {hand}. All shuffle the deck; {how}.", hand=event.hand, how=how)
        return ["", told, *self._purse.opened(event)]

    def _why_first(self, event: e.HandBegun, leads: str) -> str:
        """That a seat leads first, and why, where no dealer decides it."""
        if self.rules is not None and self.rules.first_lead is FirstLead.ROTATING_SEAT:
            return t("{leads}, since the first lead goes round", leads=leads) if event.hand > 1 else leads
        if event.hand == 1 or event.leader != self._won:
            return leads
        mine, other = N_("{leads}, because you won hand {hand}"), N_("{leads}, because {name} won hand {hand}")
        return self.clause(event.leader, mine, other, leads=leads, hand=event.hand - 1)

    def _deals(self, event: e.HandBegun, dealer: int, claimant: int | None) -> str:
        deals, last = self.clause(dealer, "you deal", "{name} deals"), event.hand - 1
        if dealer == self._won:
            mine, other = N_("{deals} (because you won hand {hand})"), N_("{deals} (because {name} won hand {hand})")
        elif dealer == claimant:
            mine = N_("{deals} (because you claimed in hand {hand})")
            other = N_("{deals} (because {name} claimed in hand {hand})")
        else:
            return deals
        return self.clause(dealer, mine, other, deals=deals, hand=last)

    def held(self, event: e.Held) -> list[str]:
        """The cards that this seat has just drawn; those of the deal stand on the table."""
        before, self._held = self._held, frozenset(event.cards)
        drawn = [card for card in event.cards if card not in before]
        row = self.faces.row(drawn)
        return [tn("Your new card: {cards}.", "Your new cards: {cards}.", len(drawn), cards=row)] if before else []

    def dealt(self, event: e.Dealt) -> list[str]:
        """The deal, after both shuffles were proved."""
        self._trump = event.trump.suit
        values = {"card": self.faces.card(event.trump), "suit": self.faces.suit(event.trump.suit)}
        return [tn(
            "The shuffles and the deal are proved. {n} card each; {card} is turned up: {suit} are trump.",
            "The shuffles and the deal are proved. {n} cards each; {card} is turned up: {suit} are trump.",
            event.cards,
            **values,
        )]

    def led(self, event: e.Led) -> list[str]:
        """A lead."""
        kept = self._taker not in (None, event.seat) and event.seat != self.seat
        self._stood, self._taker = [(event.seat, event.cards)], None
        row = self.faces.row(event.cards)
        if kept:
            first = t("{name} leads {cards} first, for the combination in the last trick.", cards=row,
                      name=self._called(event.seat))  # fmt: skip
            return [begun(first)]
        return [self.tells(event.seat, "You lead {cards}.", "{name} leads {cards}.", cards=row)]

    def announced(self, event: e.Announced) -> list[str]:
        """A combination, before a lead; the first time that this seat's is told without being asked for, how so."""
        what = combination_word(event.what, self.rules)
        told = self.tells(event.seat, "You announce: {what}.", "{name} announces: {what}.", what=what)
        if event.seat != self.seat or self._hinted or self.rules is None or not self.rules.announced:
            return [told]
        self._hinted = True
        return [told, t("That is said for you; 'announce' tells what is, and 'help' how to change it.")]

    def ceded(self, event: e.Ceded) -> list[str]:
        """The lead, left to what was announced."""
        self._taker = None
        if event.to == self.seat:
            return [begun(t("{name} leaves the lead to you.", name=self._called(event.seat)))]
        mine, other = N_("You leave the lead to {to}."), N_("{name} leaves the lead to {to}.")
        return [self.tells(event.seat, mine, other, to=self._called(event.to))]

    def answered(self, event: e.Answered) -> list[str]:
        """An open answer; one that does not beat is given."""
        row = self.faces.row(event.cards)
        self.beaten = (
            self._trump is None or not self._stood or set_beats(self._trump, event.cards, self._stood[-1][1])
        )
        if not self.beaten:
            return [self.tells(event.seat, "You give {cards}.", "{name} gives {cards}.", cards=row)]
        self._stood.append((event.seat, event.cards))
        return [self.tells(event.seat, "You answer {cards}.", "{name} answers {cards}.", cards=row)]

    def gave(self, event: e.Gave) -> list[str]:
        """Face-down cards: how many, never which."""
        cards = cards_word(event.count)
        if event.points is None:
            mine, other = N_("You give {cards} face down."), N_("{name} gives {cards} face down.")
            return [self.tells(event.seat, mine, other, cards=cards)]
        mine = N_("You give {cards} face down, worth {points} by proof.")
        other = N_("{name} gives {cards} face down, worth {points} by proof.")
        return [self.tells(event.seat, mine, other, cards=cards, points=points_word(event.points))]

    def taken(self, event: e.TrickTaken) -> list[str]:
        """Who took the trick, and why."""
        self._taker = event.seat
        return [
            self.tells(event.seat, "You take the trick: {why}.", "{name} takes the trick: {why}.", why=self.why())
        ]

    def why(self) -> str:
        """Why the last trick went as it did, as a clause."""
        if not self._stood:
            return t("it was led before")
        *_, (seat, cards) = self._stood
        if self._trump is not None and len(self._stood) > 1:
            return self._covers(self._trump, cards, self._stood[-2][1])
        mine, other = N_("nothing beat your {cards}"), N_("nothing beat {name}'s {cards}")
        return self.clause(seat, mine, other, cards=self.faces.row(cards))

    def _covers(self, trump: Suit, cards: Sequence[Card], led: Sequence[Card]) -> str:
        """Which card covers which, and whether by rank or as a trump."""
        order = next(
            tried
            for tried in permutations(cards)
            if all(card_beats(trump, card, other) for card, other in zip(tried, led, strict=True))
        )
        return clauses([self._cover(card, other) for card, other in zip(order, led, strict=True)])

    def _cover(self, card: Card, other: Card) -> str:
        values = {"card": self.faces.card(card), "led": self.faces.card(other)}
        if card.suit == other.suit:
            return t("{card} beats {led} (higher in {suit})", suit=suit_word(card.suit), **values)
        return t("{card} beats {led} (a trump)", **values)

    def drew(self, event: e.Drew) -> list[str]:
        """A draw, told only when it is the turned trump, which all can see go."""
        mine = N_("You draw the turned trump; the stock is empty.")
        other = N_("{name} draws the turned trump; the stock is empty.")
        return [self.tells(event.seat, mine, other)] if event.turned else []

    def raised(self, event: e.Raised) -> list[str]:
        """A raise."""
        return [
            self.tells(event.seat, "You raise to {stake}.", "{name} raises to {stake}.", stake=stake_word(event.to))
        ]

    def accepted(self, event: e.Accepted) -> list[str]:
        """An accepted raise."""
        mine = N_("You accept; the hand is played for {stake}.")
        other = N_("{name} accepts; the hand is played for {stake}.")
        return [self.tells(event.seat, mine, other, stake=stake_word(event.stake))]

    def declined(self, event: e.Declined) -> list[str]:
        """A declined raise."""
        return [self.tells(event.seat, "You decline the raise.", "{name} declines the raise.")]

    def claimed(self, event: e.Claimed) -> list[str]:
        """A claim; whether it was right is told when it is settled."""
        self._claimant = event.seat
        if claims_var(self.rules):
            told = self.tells(event.seat, "You say 'var'.", "{name} says 'var'.")
        elif self.rules is None:
            told = self.tells(event.seat, "You claim the points.", "{name} claims the points.")
        else:
            mine, other = N_("You claim {target} points."), N_("{name} claims {target} points.")
            told = self.tells(event.seat, mine, other, target=self.rules.target)
        return [told if event.settled else f"{told} {t('The cards given face down into that pile are opened now.')}"]

    def passed(self, event: e.Passed) -> list[str]:
        """No claim in the last word, or points not reached yet; who has nothing to announce is not told of."""
        if event.stage == "announce":
            return []
        if event.stage == "tally":
            mine, other = N_("You have not reached the points yet."), N_("{name} has not reached the points yet.")
        elif claims_var(self.rules):
            mine = N_("You claim nothing; the points are counted.")
            other = N_("{name} claims nothing; the points are counted.")
        else:
            mine, other = N_("You claim nothing."), N_("{name} claims nothing.")
        return [self.tells(event.seat, mine, other)]

    def reached(self, event: e.Reached) -> list[str]:
        """The target, with the proved worth of the closed cards."""
        told = self.tells(event.seat, "You have reached the points", "{name} has reached the points")
        worth = t("the cards that were given face down are worth {points} by proof", points=points_word(event.points))
        return [f"{told}: {worth}."]

    def pile_opened(self, event: e.PileOpened) -> list[str]:
        """Given cards, opened for a claim."""
        values = {"cards": self.faces.row(event.cards), "name": self._called(event.owner)}
        if event.owner == self.seat:
            one, many = NN_("Given face down into your pile was {cards}.",
                            "Given face down into your pile were {cards}.")  # fmt: skip
        else:
            one, many = NN_("Given face down into {name}'s pile was {cards}.",
                            "Given face down into {name}'s pile were {cards}.")  # fmt: skip
        return [tn(one, many, len(event.cards), **values)]

    def _worth(self, event: e.HandOver) -> list[str]:
        """What a claim was worth, as everybody could see it."""
        if event.claimed is None:
            return []
        worth = claim_worth(event.claimed, right=event.winner is not None and event.reason != "claim_wrong")
        whose = event.winner if self._claimant is None else self._claimant
        if whose is None:
            told = t("Counted: {worth} in the pile", worth=worth)
        else:
            mine, other = N_("Counted: {worth} in your pile"), N_("Counted: {worth} in {name}'s pile")
            told = self.clause(whose, mine, other, worth=worth)
        rest = "" if event.claimed[0] == event.claimed[1] else f"; {t('the rest stays face down')}"
        return [f"{told}{needed(self.rules)}{rest}."]

    def counted(self, event: e.Counted) -> list[str]:
        """Proved sums; the cards stay closed."""
        sums = clauses([
            self.clause(owner, "{points} in your pile", "{points} in {name}'s pile", points=points_word(points))
            for owner, points in event.sums
        ])
        mine = N_("You prove what your cards that were given face down count: {sums}. They stay closed.")
        other = N_("{name} proves what their cards that were given face down count: {sums}. They stay closed.")
        return [self.tells(event.seat, mine, other, sums=sums)]

    def resigned(self, event: e.Resigned) -> list[str]:
        """A resignation."""
        self.reasons.resigned(event.seat)
        return [self.tells(event.seat, "You give the hand up.", "{name} gives the hand up.")]

    def hand_over(self, event: e.HandOver) -> list[str]:
        """What a claim was worth; a hand's end, why, and the score."""
        self._won = event.winner
        totals = "" if event.totals is None else t("Points in the piles: {score}.", score=self.score(event.totals))
        pot, moved = self._purse.pot, self._purse.over(event)
        told = (self._end(event, pot), totals, moved, self._standing(event))
        return [*self._worth(event), " ".join(text for text in told if text)]

    def _end(self, event: e.HandOver, pot: int) -> str:
        values = {"hand": event.hand, "reason": self.reasons.words(event, self.rules)}
        if event.winner is None:
            return t("Nobody wins hand {hand}: {reason}.", **values)
        if self._for_chips():
            mine = N_("You win hand {hand} and the pot of {chips}: {reason}.")
            other = N_("{name} wins hand {hand} and the pot of {chips}: {reason}.")
            return self.tells(event.winner, mine, other, chips=chips_word(pot), **values)
        mine = N_("You win hand {hand} and {points}: {reason}.")
        other = N_("{name} wins hand {hand} and {points}: {reason}.")
        return self.tells(event.winner, mine, other, points=points_word(event.points), **values)

    def _for_chips(self) -> bool:
        return self.rules is not None and self.rules.has_pot

    def _standing(self, event: e.HandOver | e.GameOver) -> str:
        """The chips, or the match points."""
        if self._for_chips():
            return self._purse.standing(event.chips)
        return t("Score: {score}.", score=self.score(event.score))

    def game_over(self, event: e.GameOver) -> list[str]:
        """The game's end."""
        if event.winner is not None:
            end = self.tells(event.winner, "You win the match.", "{name} wins the match.")
        elif event.stopped:
            end = self._stopped(event.stopped)
        else:
            end = t("The game is over.")
        shared = self._purse.closed(event) if self._for_chips() else ""
        signed = t("Both have signed it.") if len(self.names) == 2 else t("All have signed it.")
        return [" ".join(text for text in (end, shared, self._standing(event), signed) if text)]

    def _stopped(self, seats: Sequence[int]) -> str:
        first, *others = sorted(seats, key=lambda seat: seat != self.seat)
        if others:
            names = joined([self._called(first), *map(self._called, others)])
            told = begun(t("{names} play no further hand", names=names))
        else:
            told = self.tells(first, "You play no further hand", "{name} plays no further hand")
        out = not_played_out(self.rules)
        return t("{told}, so {out}.", told=told, out=out) if out else f"{told}."

    def voided(self, event: e.Voided) -> list[str]:
        """A void table."""
        return [t("The hand is void ({code}), and nobody is named; the game ends here.", code=inert(event.code))]

    def refused(self, event: e.Refused) -> list[str]:
        """A refusal, by this side or by the other."""
        values = {"code": inert(event.code), "round": event.round}
        if event.by_me and event.code in ("version", "feature", "ruleset"):
            return [t("The other side plays by something that this version does not know ({code}); nothing more is "
                      "signed, and nobody is named.", **values)]  # fmt: skip
        if event.by_me and event.seat is None:
            return [t("What came in round {round} has no place in this game ({code}); nothing more is signed, and "
                      "nobody can be named for it.", **values)]  # fmt: skip
        if event.by_me and event.seat is not None:
            mine = N_("An entry of you in round {round} broke the protocol ({code}); nothing more is signed.")
            other = N_("An entry of {name} in round {round} broke the protocol ({code}); nothing more is signed.")
            what = self.clause(event.seat, mine, other, **values)
            return [f"{what} {t('`{bura_verify}` of the game file says who erred.')}"]
        return [t("The other side refuses an entry of round {round} ({code}); nothing more is signed. "
                  "`{bura_verify}` of the game file tells whether it was right.", **values)]  # fmt: skip


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
