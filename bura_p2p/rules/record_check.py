"""Whether a written game is one that the rules allow, and everything that follows from its moves.

Here: replaying a record through the engine, as somebody who sees no hidden card. Never: text (`game_text`,
`game_reader`), a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..errors import LocalError, PeerError
from .actions import Lead, Resign
from .deal import turned_position
from .game_text import begin_clauses, end_clauses, format_item, game_end_clauses
from .match import Match, dealer_of
from .outcome import Outcome
from .phases import apply, resigned
from .points import cards_points
from .position import Phase, begin_hand, turn_up
from .record import Drawn, GameEnd, GameRecord, HandEnd, HandRecord, Item, Move, Taken, seat_labels
from .step import Step


def check_record(record: GameRecord) -> GameRecord:
    """The same game with every fact that follows from its moves written down.

    Raises `LocalError`, one sentence that names the place, at the first move that the rules refuse, and for anything
    written that does not follow from the moves. Given cards may be written open or closed; that a hand holds what it
    plays nobody can check who does not know the deal, but no card is played twice. Several seats that resign in one
    round stand one after the other. Draws after a trick are filled in when a move follows it.
    """
    labels = seat_labels(record.players)
    match = Match.start(record.ruleset, range(len(record.players)), 0)
    hands: list[HandRecord] = []
    seated, chips = False, match.chips
    for hand in record.hands:
        if hands and hands[-1].end is None:
            raise LocalError(f"Hand {hand.number} begins before hand {hand.number - 1} has ended.")
        if match.over:
            raise LocalError(f"Hand {hand.number} begins after the match has been won.")
        begun = bool(hand.order) or hand.trump is not None
        if begun and not seated:
            match, seated = _seat_players(match, hand), True
        told, outcome = _Hand(labels, match, hand, begun).replayed()
        hands.append(told)
        if outcome is not None:
            before, match = match, match.settle(outcome)
            chips = replace(before.paid(outcome), order=match.order).closed().chips
    if record.end is None or record.end.void is not None:
        return replace(record, hands=tuple(hands))
    if not hands or hands[-1].end is None:
        raise LocalError("The end of the game: The last hand has not ended.")
    return replace(record, hands=tuple(hands), end=_game_end(record.end, match, chips, labels))


def _seat_players(match: Match, hand: HandRecord) -> Match:
    """The match with the places that the first hand names: they are drawn only when it begins."""
    order = hand.order or match.order
    leader = match.leader if hand.leader is None else hand.leader
    if sorted(order) != sorted(match.order) or leader not in order:
        raise LocalError(f"Hand {hand.number}: The order names every player once, and the leader is one of them.")
    return replace(match, order=order, leader=leader, dealer=dealer_of(match.ruleset, order, leader))


def _differ(place: str, written: Mapping[str, str], real: Mapping[str, str]) -> None:
    """Raises `LocalError` for the first clause that is written and is not so."""
    for key, value in written.items():
        if value != real.get(key):
            name = f"{key} " if key else ""
            fact = f"'{name}{real[key]}'" if key in real else "nothing of the kind"
            raise LocalError(f"{place}: The text says '{name}{value}', but by the rules it is {fact}.")


class _Hand:
    """One hand on its way through the engine."""

    def __init__(self, labels: tuple[str, ...], match: Match, hand: HandRecord, begun: bool) -> None:
        self.labels, self.match, self.hand, self.begun = labels, match, hand, begun
        self.position = begin_hand(match)
        self.outcome: Outcome | None = None
        self.quitters: list[int] = []
        self.told: list[Item] = []
        self.due: list[Taken | Drawn] = []
        self.tricks = 0

    @property
    def place(self) -> str:
        """Where the hand is."""
        return f"Hand {self.hand.number}" + (f", trick {self.tricks}" if self.tricks else "")

    def replayed(self) -> tuple[HandRecord, Outcome | None]:
        """The hand with all facts, and its outcome if it has one."""
        begin = self._begin()
        for item in self.hand.items:
            if isinstance(item, Move):
                self._move(item)
            else:
                self._fact(item)
        if self.quitters:
            self.outcome = self._resigned()
        self.told += [fact for fact in self.due if isinstance(fact, Taken)]
        return replace(begin, items=tuple(self.told), end=self._end()), self.outcome

    def _begin(self) -> HandRecord:
        match, hand = self.match, self.hand
        pot = match.pot if match.ruleset.has_pot else None
        real = HandRecord(hand.number, (), match.order, match.leader, match.dealer, pot, hand.trump)
        _differ(self.place, begin_clauses(hand, self.labels), begin_clauses(real, self.labels))
        if hand.trump is not None:
            try:
                self.position = turn_up(self.position, hand.trump)
            except PeerError as fault:
                raise LocalError(f"{self.place}: '{hand.trump}' cannot be turned up: {fault.detail}.") from None
        return real if self.begun else hand

    def _refuse(self, item: Item, why: str) -> LocalError:
        return LocalError(f"{self.place}: '{format_item(item, self.labels)}' is refused: {why}.")

    def _move(self, move: Move) -> None:
        if self.outcome is not None:
            raise self._refuse(move, "the hand is over")
        if isinstance(move.action, Resign):
            self._resign(move)
            return
        if self.quitters:
            raise self._refuse(move, "the hand was given up")
        if self.position.phase is Phase.DEALING:
            raise self._refuse(move, "no trump has been turned up")
        self.told += [*self.due, move]
        self.tricks += isinstance(move.action, Lead)
        try:
            step = apply(self.position, move.seat, move.action)
        except PeerError as fault:
            raise self._refuse(move, fault.detail or fault.code.label) from None
        self.position, self.outcome, self.due = step.position, step.outcome, self._facts(step)

    def _resign(self, move: Move) -> None:
        if move.seat in self.quitters or move.seat not in self.position.order:
            raise self._refuse(move, "this seat plays no more")
        self.told += [*(fact for fact in self.due if isinstance(fact, Taken)), move]
        self.due = []
        self.quitters.append(move.seat)

    def _resigned(self) -> Outcome:
        return resigned(self.position, frozenset(self.quitters))

    def _facts(self, step: Step) -> list[Taken | Drawn]:
        """What everybody sees to follow from a step."""
        facts: list[Taken | Drawn] = []
        if step.trick is not None:
            shown = [card for play in step.trick.plays for card in play.shown]
            facts.append(Taken(step.trick.winner, cards_points(shown)))
        turned = turned_position(self.match.ruleset, len(self.match.order))
        for seat in dict.fromkeys(draw.seat for draw in step.draws):
            drawn = [draw.deck_position for draw in step.draws if draw.seat == seat]
            facts.append(Drawn(seat, len(drawn), turned in drawn))
        return facts

    def _fact(self, fact: Taken | Drawn) -> None:
        """A fact that is written down: the next one that is due, or one after it."""
        for at, due in enumerate(self.due):
            if fact in (due, _unsaid(due)):
                self.told += self.due[: at + 1]
                self.due = self.due[at + 1 :]
                return
        real = " and ".join(f"'{format_item(due, self.labels)}'" for due in self.due) or "nothing of the kind"
        raise LocalError(
            f"{self.place}: The text says '{format_item(fact, self.labels)}', but by the rules it is {real}."
        )

    def _end(self) -> HandEnd | None:
        written, outcome = self.hand.end, self.outcome
        if outcome is None:
            if written is not None:
                raise LocalError(f"{self.place}: The text ends the hand, but by the rules it goes on.")
            return None
        paid, has_pot = self.match.paid(outcome), self.match.ruleset.has_pot
        real = HandEnd(
            outcome.winner, outcome.reason, outcome.points, outcome.claimed, outcome.totals, paid.score,
            paid.chips if has_pot else (), paid.pot if has_pot else None, outcome.left,
        )  # fmt: skip
        if written is not None:
            _differ(self.place, end_clauses(written, self.labels), end_clauses(real, self.labels))
        return real


def _unsaid(fact: Taken | Drawn) -> Taken | Drawn:
    """The fact without what may be left out of it."""
    return replace(fact, points=None) if isinstance(fact, Taken) else fact


def _game_end(written: GameEnd, match: Match, chips: tuple[int, ...], labels: tuple[str, ...]) -> GameEnd:
    """The end of the game, checked and with everything that follows."""
    place = "The end of the game"
    if match.over and written.stopped:
        raise LocalError(f"{place}: Nobody stops a match that is over.")
    if not match.over and not written.stopped:
        raise LocalError(f"{place}: The match goes on, and nobody has stopped it.")
    real = GameEnd(match.winner, match.score, chips if match.ruleset.has_pot else (), written.stopped)
    _differ(place, game_end_clauses(written, labels), game_end_clauses(real, labels))
    return real
