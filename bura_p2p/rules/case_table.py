"""The table of a worked case: players by name, positions that know what the case tells, plays as actions.

Here: how a situation becomes a position. Never: the questions (`case_answers`, `case_calls`), a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..cards import Card, Suit, deck
from ..errors import LocalError, PeerError
from .actions import Accept, Action, Answer, Decline, Give, Lead, Raise
from .calls import combination
from .match import Match, leader_after
from .notation import RAISE_NAMES
from .phases import actors, apply, legal_actions
from .points import cards_points, set_beats
from .position import Phase, Pile, Position, begin_hand, replace_hand, turn_up
from .ruleset import Dealer, GiveFace, Ruleset, Special, SpecialsWhen
from .step import Step

Values = Mapping[str, Any]
"""A mapping as read from YAML or JSON: text keys; values are text, numbers, lists and mappings."""


def check_keys(values: Values, known: set[str] | frozenset[str], place: str) -> None:
    """Raises `LocalError` for a key that is not known."""
    unknown = sorted(set(values) - known)
    if unknown:
        raise LocalError(f"'{unknown[0]}' in {place} is not a key that can be judged here.")


def parse_cards(texts: Sequence[Any]) -> tuple[Card, ...]:
    """Cards as a case writes them. Raises `LocalError`."""
    return tuple(Card.parse(str(text)) for text in texts)


def parse_suit(letter: str) -> Suit:
    """A suit by its letter. Raises `LocalError`."""
    for suit in Suit:
        if suit.letter == letter:
            return suit
    raise LocalError(f"'{letter}' is not a suit.")


@dataclass(frozen=True)
class CaseTable:
    """The rules and the players of a case; seats are the players' places in the list, clockwise."""

    rules: Ruleset
    players: tuple[str, ...]

    def seat(self, player: Any) -> int:
        """The seat of a player. Raises `LocalError`."""
        if player not in self.players:
            raise LocalError(f"'{player}' is not one of the players.")
        return self.players.index(player)

    def name(self, seat: int | None) -> str | None:
        """The player in a seat."""
        return None if seat is None else self.players[seat]

    def match(self, leader: Any, **changes: Any) -> Match:
        """A match in its first hand, led by `leader`."""
        start = Match.start(self.rules, range(len(self.players)), self.seat(leader))
        return replace(start, **changes)

    def stake(self, situation: Values) -> int:
        """The accepted stake. Raises `LocalError` for one that these rules do not have."""
        stake = situation.get("stake", 1)
        if stake not in {1, *self.rules.raises}:
            raise LocalError(f"Nobody can play for a stake of {stake} under these rules.")
        return int(stake)

    def dealt_match(self, situation: Values) -> Match:
        """The match in which the situation's dealer dealt for its pot."""
        order, leader = range(len(self.players)), 0
        if situation.get("dealer") is not None and self.rules.dealer is not Dealer.NOBODY:
            leader = leader_after(self.rules, order, self.seat(situation["dealer"]))
        rules = replace(self.rules, ante=situation.get("ante", 1)) if self.rules.has_pot else self.rules
        match = Match.start(rules, order, leader)
        return replace(match, pot=situation.get("pot", match.pot)) if self.rules.has_pot else match

    def position(self, leader: Any, situation: Values, used: Sequence[Card] = ()) -> Position:
        """A hand before a lead that everybody else lets pass, unknown but for what the situation tells.

        `used` cards are not turned up. When no trump is left for that, the stock is taken to be drawn.
        """
        trump, told = parse_suit(situation.get("trump", "H")), situation.get("hands", {})
        away = {*used, *(card for hand in told.values() for card in parse_cards(hand))}
        trumps = [card for card in deck(self.rules.deck) if card.suit == trump]
        free = [card for card in trumps if card not in away]
        position = turn_up(begin_hand(self.match(leader)), (free or trumps)[0])
        if not free:
            position = replace(position, stock=(), stock_positions=())
        position = replace(position, stake=self.stake(situation), phase=Phase.LEAD)
        position = self._with_hands(position, told, situation.get("hand_sizes", {}))
        return self.taken(position, situation.get("taken_points", {}))

    def _with_hands(self, position: Position, told: Values, sizes: Values) -> Position:
        """Hands as told; those that are not told are as long as the others (hands are equal before a lead)."""
        for player in (*told, *sizes):
            self.seat(player)
        usual = min([len(hand) for hand in told.values()], default=self.rules.hand) or self.rules.hand
        for seat, player in enumerate(self.players):
            size = sizes.get(player, len(told[player]) if player in told else min(usual, self.rules.hand))
            cards = parse_cards(told.get(player, ()))
            if len(set(cards)) != len(cards) or len(cards) > max(size, self.rules.hand):
                raise LocalError(f"{player} cannot hold these cards.")
            position = replace_hand(position, seat, (*cards, *(None,) * (size - len(cards))))
        return position

    def taken(self, position: Position, taken: Values) -> Position:
        """Piles with these points, as if they had been counted: which cards they are does not matter."""
        piles = list(position.piles)
        for player, points in taken.items():
            piles[self.seat(player)] = Pile(sums=((self.seat(player), points),))
        return replace(position, piles=tuple(piles))

    def after_trick(self, position: Position, winner: Any) -> Position:
        """The same with `winner` (None: nobody yet) having just won a trick."""
        if winner is None:
            return position
        won = tuple(int(seat == self.seat(winner)) for seat in range(len(self.players)))
        return replace(position, tricks_won=won, leader=self.seat(winner))

    def ending(self, position: Position) -> dict[str, Any]:
        """Whether and how the hand is over; match points by player, 0 for everybody who scores nothing."""
        outcome = position.outcome
        points = dict.fromkeys(self.players, 0)
        if outcome is not None and outcome.winner is not None:
            for seat in position.side(outcome.winner):
                points[self.players[seat]] = outcome.points
        winner = None if outcome is None else self.name(outcome.winner)
        return {
            "hand_over": outcome is not None,
            "hand_winner": winner,
            "match_points": points,
            "pot_to": winner if self.rules.has_pot else None,
        }


# --- plays as actions --------------------------------------------------------------------------------------


def play_action(position: Position, play: Values) -> Action:
    """A play of a case as an action: the first is the lead, a closed one a give."""
    check_keys(play, {"do", "player", "cards", "face"}, "a play")
    cards, face = parse_cards(play["cards"]), play.get("face", "up")
    if face not in {"up", "down"}:
        raise LocalError(f"A card lies up or down, not '{face}'.")
    if face == "down":
        return Give(cards, cards_points(cards) if position.gives_tell else None)
    return Answer(cards) if position.trick else Lead(cards)


def lenient_action(position: Position, play: Values) -> Action:
    """The same where a case tells what happened: cards that do not beat lie as these rules have them lie."""
    action = play_action(position, play)
    closed = position.ruleset.give_face is GiveFace.DOWN
    if isinstance(action, Answer) and closed and not set_beats(
        position.trump, action.cards, position.standing.shown
    ):
        return play_action(position, {**play, "face": "down"})
    if isinstance(action, Give) and not closed and not set_beats(
        position.trump, action.known, position.standing.shown
    ):
        return Answer(action.known)
    return action


def stake_action(step: Values) -> Action:
    """A step about the stake as an action. Raises `LocalError`."""
    check_keys(step, {"do", "player", "to", "name"}, "a step about the stake")
    do = step.get("do", "raise")
    if do == "raise":
        if step.get("name", RAISE_NAMES.get(step["to"])) != RAISE_NAMES.get(step["to"]):
            raise LocalError(f"A raise to {step['to']} is not called '{step['name']}'.")
        return Raise(step["to"])
    if do in {"accept", "decline"}:
        return Accept() if do == "accept" else Decline()
    raise LocalError(f"'{do}' says nothing about the stake.")


def played(table: CaseTable, situation: Values) -> tuple[Position, Step]:
    """The position after all plays (or the end of the hand among them), and the last step."""
    plays, answer = situation["plays"], situation.get("answer", {})
    used = [card for play in plays for card in parse_cards(play["cards"])] + list(
        parse_cards(answer.get("cards", ()))
    )
    position = table.position(situation["leader"], _before_plays(table, situation), used)
    step = Step(replace(position, announced=_announced(table, position, plays)))
    for play in plays:
        if step.outcome is None:
            step = apply(step.position, table.seat(play["player"]), lenient_action(step.position, play))
    return settled(step.position), step


def _before_plays(table: CaseTable, situation: Values) -> Values:
    """The situation with the hands as they were before the plays."""
    hands = {player: list(map(str, hand)) for player, hand in situation.get("hands", {}).items()}
    for play in situation["plays"]:
        if play["player"] in hands:
            held = hands[play["player"]]
            held += [str(card) for card in play["cards"] if str(card) not in held]
    return {**situation, "hands": hands} if hands else situation


def _announced(table: CaseTable, position: Position, plays: Sequence[Values]) -> tuple[tuple[int, Special], ...]:
    """A bura that is played open to a led bura was announced (a silent one would not count, so would not be told)."""
    if table.rules.specials_when is not SpecialsWhen.PRE_LEAD or not plays:
        return ()
    open_plays = [play for play in plays if play.get("face", "up") == "up"]
    buras = [
        play for play in open_plays if combination(position, parse_cards(play["cards"])) is Special.BURA
    ]
    if plays[0] not in buras:
        return ()
    return tuple((table.seat(play["player"]), Special.BURA) for play in buras[1:])


def is_legal(position: Position, seat: int, action: Action) -> Step | None:
    """The step of an action, or None where it is illegal."""
    try:
        return apply(position, seat, action)
    except PeerError:
        return None


def settled(position: Position) -> Position:
    """The position after everything that is owed without a choice: closed cards, points that are reached."""
    while position.phase in {Phase.OPENING, Phase.COUNT, Phase.TALLY}:
        seat = actors(position)[0]
        position = apply(position, seat, legal_actions(position, seat)[0]).position
    return position
