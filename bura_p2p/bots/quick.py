"""A two-seat hand of which everything is known, as numbers that change in place: for playing it out by hundreds.

Here: `Quick`, what may be done in it and what follows, `Questions`. Never: a ruleset's name, a card that nobody may
know: who makes one has imagined the hidden cards.

The rules live in `rules`; this is a second, narrow reading of them for speed, and a test holds the two together move
by move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from ..rules.ruleset import Bura, Exhausted, GiveFace, Instant, Maliutka, Ruleset, ShortStock, Special, ThreeAces, Win
from ..rules.ruleset import SpecialsWhen as When
from .bits import ACES, KEPT, POINTS, SUITS, TRUMPS, beating, covers, subsets, suited

LEAD, ANSWER, GIVE, CLAIM, PASS, CEDE, RAISE, ACCEPT, DECLINE = (kind << 36 for kind in range(9))
"""The kinds of move: one of these plus the set of cards that it puts down."""

KIND: Final = 15 << 36
CARDS: Final = (1 << 36) - 1

LEADING, SEIZED, FOLLOWING, LAST_WORD, RAISED, OVER = range(6)
"""What the hand waits for; announcing is done by itself, as every bot's policy has it."""

NOBODY: Final = -1

GIFTS: Final = {20: 3.0, 32: 1.0, 36: 0.8}
"""What a card that is given is worth, usually, by the size of the deck."""

MOLODKA, THREE_ACES, BURA = 1, 2, 3
"""Combinations by their height; 0 is none."""


@dataclass(frozen=True, eq=False)
class Questions:
    """A ruleset's answers, as the numbers that a quick hand asks for."""

    rules: Ruleset
    size: int = field(init=False)
    target: int = field(init=False)
    up: bool = field(init=False)
    told: bool = field(init=False)
    gift: float = field(init=False)
    var: bool = field(init=False)
    claims: bool = field(init=False)
    auto: bool = field(init=False)
    counted: bool = field(init=False)
    rest: bool = field(init=False)
    announced: bool = field(init=False)
    in_trick: bool = field(init=False)

    def __post_init__(self) -> None:
        rules = self.rules
        for name, value in {
            "size": rules.hand,
            "target": rules.target or 1000,
            "up": rules.give_face is GiveFace.UP,
            "told": rules.points_shown,
            "gift": GIFTS[rules.deck],
            "var": rules.win is Win.VAR_AFTER_OWN_TRICK,
            "claims": rules.win in {Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME},
            "auto": rules.win is Win.AUTO,
            "counted": rules.exhausted is Exhausted.MOST_POINTS,
            "rest": rules.short_stock is ShortStock.DRAW_REST,
            "announced": bool(rules.announced),
            "in_trick": rules.specials_when is When.IN_TRICK,
        }.items():
            object.__setattr__(self, name, value)

    @lru_cache(KEPT)  # noqa: B019 - one of these a ruleset, kept as long as the program
    def sizes(self, shortest: int) -> tuple[int, ...]:
        """How many cards may be led when the shortest hand has so many."""
        return tuple(size for size in self.rules.lead if size <= shortest)

    @lru_cache(KEPT)  # noqa: B019
    def height(self, cards: int) -> int:
        """The highest combination that these cards are when they are led or answered (see `rules.calls`)."""
        if cards.bit_count() != self.size:
            return 0
        counted = {*(self.rules.specials or self.rules.announced)}
        buras = Special.BURA in counted or self.rules.bura is Bura.WHOLE_HAND_ON_LEAD
        if buras and not cards & ~TRUMPS:
            return BURA
        if Special.THREE_ACES in counted and not cards & ~ACES:
            return THREE_ACES
        return MOLODKA if Special.MOLODKA in counted and _one_suit(cards) else 0

    @lru_cache(KEPT)  # noqa: B019
    def said(self, cards: int) -> int:
        """The highest combination that a whole hand is announced as."""
        if cards.bit_count() != self.size or not self.announced:
            return 0
        if self.rules.maliutka is Maliutka.ANYTIME:
            return MOLODKA if _one_suit(cards) and not cards & TRUMPS else 0
        return self.height(cards)

    @lru_cache(KEPT)  # noqa: B019
    def instant(self, cards: int) -> int:
        """The height of a hand that wins by being held, or 0."""
        if cards.bit_count() != self.size or not self.rules.instant:
            return 0
        kinds = {*self.rules.instant}
        if kinds & {Instant.BURA, Instant.FOUR_TRUMPS} and not cards & ~TRUMPS:
            return BURA
        return THREE_ACES if kinds & {Instant.MOSCOW, Instant.FOUR_ACES} and not cards & ~ACES else 0

    def wins_at_once(self, height: int, against: int) -> bool:
        """Whether leading such a combination ends the hand, where the other seat has announced `against`."""
        rules = self.rules
        if height == THREE_ACES:
            return rules.three_aces is ThreeAces.TAKES_POT and against != BURA
        if height != BURA or rules.bura is Bura.WHOLE_HAND_ON_LEAD:
            return height == BURA
        ends = rules.bura in {Bura.INSTANT_ON_ANNOUNCE, Bura.PLAY_ENDS_ROUND}
        return ends and rules.specials_when is When.PRE_LEAD and against != BURA


def _one_suit(cards: int) -> bool:
    return any(not cards & ~suit for suit in SUITS)


@cache
def questions(rules: Ruleset) -> Questions:
    """The one `Questions` of a ruleset."""
    return Questions(rules)


class Quick:
    """A hand between seats 0 and 1.

    `hands`: the set that each seat holds; `stock`: bits in draw order, the turned trump last, drawn up to `drawn`,
    and `left` what is left of it as a set; `points`: what each pile is worth; `shown` of them the table can
    see, `closed` cards of it nobody but their giver knows. `led`: the set on the table. `said`: what the seat that
    does not lead has announced. `winner`: of a hand that is over, or NOBODY; `wrong`: who has claimed wrongly, or
    NOBODY. `stake`: the accepted one; `offer`: one not yet answered, or 0; `raiser`: who offered last, or NOBODY;
    `ceiling`: the highest stake that may be offered, 0 for none.
    """

    __slots__ = (
        "asked", "ceiling", "closed", "drawn", "hands", "leader", "led", "left", "offer", "phase", "points",
        "raiser", "said", "shown", "spoken", "stake", "stock", "tricks", "winner", "wrong",
    )  # fmt: skip

    def __init__(
        self, asked: Questions, hands: tuple[int, int], stock: tuple[int, ...], leader: int, *, begun: bool = False
    ) -> None:
        self.asked, self.hands, self.stock, self.drawn = asked, [*hands], stock, 0
        self.left = sum(stock)
        self.points, self.shown, self.closed = [0, 0], [0, 0], [0, 0]
        self.phase, self.leader, self.led, self.said = LEADING, leader, 0, 0
        self.tricks, self.spoken, self.winner, self.wrong = 0, 0, NOBODY, NOBODY
        self.stake, self.offer, self.raiser, self.ceiling = 1, 0, NOBODY, max(asked.rules.raises, default=0)
        if begun:
            self._before_lead(leader)

    def copy(self) -> Quick:
        """Another one, which changes by itself."""
        other = object.__new__(Quick)
        other.asked, other.hands, other.stock, other.drawn = self.asked, self.hands[:], self.stock, self.drawn
        other.left = self.left
        other.points, other.shown, other.closed = self.points[:], self.shown[:], self.closed[:]
        other.phase, other.leader, other.led, other.said = self.phase, self.leader, self.led, self.said
        other.tricks, other.spoken, other.winner, other.wrong = self.tricks, self.spoken, self.winner, self.wrong
        other.stake, other.offer, other.raiser, other.ceiling = self.stake, self.offer, self.raiser, self.ceiling
        return other

    @property
    def actor(self) -> int:
        """The seat whose turn it is."""
        if self.phase == FOLLOWING:
            return 1 - self.leader
        if self.phase == RAISED:
            return 1 - self.raiser
        return self.leader if self.phase != LAST_WORD else (self.leader + self.spoken) % 2

    def need(self, seat: int) -> float:
        """The points that a seat's pile lacks, as far as the table can tell."""
        asked = self.asked
        return asked.target - self.shown[seat] - asked.gift * self.closed[seat]

    def gain(self, seat: int) -> int:
        """What the end of the hand is worth to a seat: the stake, nothing, or less than that. A wrong claim for a pot
        is worth a hand lost: what it pays is as much the other side's as a pot that it wins.
        """
        if self.winner != NOBODY:
            return self.stake if self.winner == seat else -self.stake
        if self.wrong != NOBODY:
            return -1 if self.wrong == seat else 1
        return 0

    def may_raise(self, seat: int) -> bool:
        """Whether `seat`, whose turn it is before a lead or after a raise, may offer one more."""
        return (self.offer or self.stake) < self.ceiling and seat != self.raiser and not self.said

    # --- what may be done -----------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Every move that is open to `actor`."""
        asked, phase = self.asked, self.phase
        if phase == FOLLOWING:
            moves = self._follows()
        elif phase == LAST_WORD:
            moves = [PASS]
        elif phase == RAISED:
            return [ACCEPT, DECLINE, RAISE] if self.may_raise(1 - self.raiser) else [ACCEPT, DECLINE]
        elif phase == SEIZED:
            moves = [LEAD | self.hands[self.leader]]
        else:
            moves = [LEAD | cards for cards in self.leads()]
            if self.said:
                moves.append(CEDE)
        if asked.claims and (not asked.var or (self.tricks and phase in (LEADING, LAST_WORD))):
            moves.append(CLAIM)
        if phase == LEADING and self.may_raise(self.leader):
            moves.append(RAISE)
        return moves

    def leads(self) -> tuple[int, ...]:
        """What the leader may lead; while something is announced, only what is as high."""
        asked, held = self.asked, self.hands[self.leader]
        if self.said:
            return (held,) if asked.height(held) >= self.said else ()
        shortest = min(held.bit_count(), self.hands[1 - self.leader].bit_count())
        found = suited(held, asked.sizes(shortest))
        if not held & ~ACES and held.bit_count() > 1 and asked.height(held) == THREE_ACES:
            return (*found, held)
        return found

    def _follows(self) -> list[int]:
        held, led = self.hands[1 - self.leader], self.led
        sets = subsets(held, led.bit_count())
        if self.asked.up:
            return [ANSWER | cards for cards in sets]
        return [ANSWER | cards for cards in beating(held, led)] + [GIVE | cards for cards in sets]

    # --- what follows ---------------------------------------------------------------------------------------

    def act(self, move: int) -> None:
        """Do one of `legal()`."""
        kind, cards = move & KIND, move & CARDS
        if kind == LEAD:
            self.lead(cards)
        elif kind == CLAIM:
            self.claim(self.actor)
        elif kind == PASS:
            self._silent()
        elif kind == CEDE:
            self._cede()
        elif kind in (ANSWER, GIVE):
            self.follow(cards, kind == ANSWER)
        else:
            self.bet(kind)

    def bet(self, kind: int) -> None:
        """Raise, accept or decline."""
        seat = self.actor
        if kind == RAISE:
            self.stake, self.raiser = self.offer or self.stake, seat
            self.offer, self.phase = self.stake + 1, RAISED
        elif kind == ACCEPT:
            self.stake, self.offer, self.phase = self.offer, 0, LEADING
        else:
            self._end(1 - seat)

    def lead(self, cards: int) -> None:
        """Open a trick."""
        asked, seat = self.asked, self.leader
        self.hands[seat] ^= cards
        self.led, self.phase = cards, FOLLOWING
        if cards.bit_count() == asked.size:
            against = self.said
            if asked.wins_at_once(asked.height(cards), against):
                self._end(seat)

    def claim(self, seat: int) -> None:
        """Say that the pile holds the target."""
        if self.points[seat] >= self.asked.target:
            self._end(seat)
        else:
            self.wrong = seat
            self._end(NOBODY if self.asked.rules.has_pot else 1 - seat)

    def follow(self, cards: int, face_up: bool) -> None:
        """Put down cards on what was led; the trick goes to its winner, and the hand on."""
        asked, leader, led = self.asked, self.leader, self.led
        seat = 1 - leader
        self.hands[seat] ^= cards
        beats = face_up and covers(cards, led)
        winner = seat if beats else leader
        worth, lay = POINTS[cards], POINTS[led]
        self.points[winner] += worth + lay
        if face_up or asked.told:
            self.shown[winner] += worth + lay
        else:
            self.shown[winner] += lay
            self.closed[winner] += cards.bit_count()
        self.tricks += 1
        next_leader = winner
        if led.bit_count() == asked.size and self._combined(cards if face_up else 0, winner):
            return
        if asked.in_trick:
            next_leader = self._seized(cards if face_up else 0, winner)
        self.led = self.said = 0
        self.leader = winner
        if asked.auto and self.points[winner] >= asked.target:
            self._end(winner)
            return
        self._refill(winner)
        if self.hands[0] and self.hands[1]:
            self._before_lead(next_leader)
        elif asked.claims:
            self.phase, self.spoken = LAST_WORD, 0
        else:
            self._cards_out()

    def _combined(self, answered: int, winner: int) -> bool:
        """Whether a bura in this trick has decided the hand (see `rules.calls.hand_winner`)."""
        asked, rules = self.asked, self.asked.rules
        led, replied = asked.height(self.led) == BURA, asked.height(answered) == BURA
        if not (led or replied) or rules.bura in {Bura.NOTHING, Bura.WHOLE_HAND_ON_LEAD}:
            return False
        if rules.bura is Bura.MUST_WIN_TRICK:
            self._end(winner)
        elif led:
            against = replied and (asked.in_trick or self.said == BURA) and covers(answered, self.led)
            self._end(1 - self.leader if against else self.leader)
        elif rules.bura is Bura.INSTANT_ON_ANNOUNCE:
            return False
        else:
            self._end(1 - self.leader)
        return True

    def _seized(self, answered: int, winner: int) -> int:
        """Who leads next where combinations count in the trick: the first of the highest."""
        led, replied = self.asked.height(self.led), self.asked.height(answered)
        if not (led or replied):
            return winner
        return self.leader if led >= replied else 1 - self.leader

    def _refill(self, first: int) -> None:
        hands, stock, drawn, size = self.hands, self.stock, self.drawn, self.asked.size
        left = len(stock) - drawn
        if not left:
            return
        each, other = size - hands[first].bit_count(), size - hands[1 - first].bit_count()
        if not self.asked.rest and each + other > left:
            return
        if 0 < each == other and 2 * each <= left:
            own, others = stock[drawn], stock[drawn + 1]
            if each > 1:
                own, others = sum(stock[drawn : drawn + 2 * each : 2]), sum(stock[drawn + 1 : drawn + 2 * each : 2])
            hands[first] |= own
            hands[1 - first] |= others
            self.left ^= own | others
            self.drawn = drawn + 2 * each
            return
        self._draw_by_turns(first, [each, other])

    def _draw_by_turns(self, seat: int, missing: list[int]) -> None:
        """One card at a time, `seat` first; `missing` is its own lack, then the other seat's."""
        turn, stock = 0, self.stock
        while (missing[0] or missing[1]) and self.drawn < len(stock):
            if missing[turn]:
                card = stock[self.drawn]
                self.hands[seat] |= card
                self.left ^= card
                self.drawn += 1
                missing[turn] -= 1
            seat, turn = 1 - seat, 1 - turn

    def _before_lead(self, leader: int) -> None:
        """The next lead is due; hands that win by being held have won, and what is announced is announced."""
        self.leader, self.phase = leader, LEADING
        asked, hands = self.asked, self.hands
        if asked.rules.instant:
            own, other = asked.instant(hands[leader]), asked.instant(hands[1 - leader])
            if own or other:
                self._end(leader if own >= other else 1 - leader)
        elif asked.announced and hands[leader].bit_count() == asked.size:
            self.said = asked.said(hands[1 - leader])

    def _cede(self) -> None:
        """The lead goes to what was announced."""
        self.leader = 1 - self.leader
        said, self.said = self.said, 0
        if self.asked.wins_at_once(said, 0):
            self._end(self.leader)
        else:
            self.phase = SEIZED

    def _silent(self) -> None:
        """No claim in the last word."""
        self.spoken += 1
        if self.asked.var or self.spoken == 2:
            self._cards_out()

    def _cards_out(self) -> None:
        ahead = self.points[0] - self.points[1]
        decided = self.asked.counted and ahead
        self._end((0 if ahead > 0 else 1) if decided else NOBODY)

    def _end(self, winner: int) -> None:
        self.phase, self.winner = OVER, winner
