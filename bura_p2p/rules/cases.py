"""Worked rule cases: a situation, a question, and what the rules answer.

Here: the answers, computed by the engine from positions that are unknown wherever a case leaves something open.
Never: files, a rule. A key or a question that is not known here is an error, never a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..cards import Card, Rank, Suit, deck
from ..errors import LocalError, PeerError
from .actions import Accept, Action, Answer, Claim, Decline, Give, Lead, Pass, Raise
from .builtin import find_ruleset
from .deal import deal_order
from .match import Match
from .notation import RAISE_NAMES
from .outcome import Reason
from .phases import actors, apply, legal_actions
from .points import cards_points, points_range
from .position import Phase, Pile, Play, Position, begin_hand, deal_known, turn_up, with_hand
from .ruleset import Ruleset
from .step import Step, TrickResult
from .taking import refill

Values = Mapping[str, Any]
"""A mapping as read from YAML or JSON: text keys; values are text, numbers, lists and mappings."""

Find = Callable[..., Ruleset]
"""`builtin.find_ruleset`, or another that knows more rulesets."""


_STEPS: Final = "what steps of a script differ"


def check_case(case: Values, find: Find = find_ruleset) -> tuple[str, ...]:
    """One sentence for each expected value that the engine does not give; empty when the case holds.

    `case` has id, ruleset, question, situation, expect (format: `protocol/rules/README.md`). Only what is expected
    is compared. Raises `LocalError` for a case that cannot be judged: unknown keys, questions, rules, players.
    """
    _check_keys(case, {"id", "ruleset", "question", "situation", "expect", "status", "source", "note"}, "the case")
    question = _QUESTIONS.get(case["question"])
    if question is None:
        raise LocalError(f"Case {case['id']} asks '{case['question']}', which cannot be judged here.")
    situation = dict(case["situation"])
    rules = find(case["ruleset"], **situation.pop("options", {}))
    _check_keys(situation, question.keys, f"the situation of {case['id']}")
    table = _Table(rules, tuple(map(str, situation["players"])))
    facts = question.answer(table, situation)
    return (*facts.get(_STEPS, ()), *_differences(facts, case["expect"], case["id"]))


def _check_keys(values: Values, known: set[str] | frozenset[str], place: str) -> None:
    unknown = sorted(set(values) - known)
    if unknown:
        raise LocalError(f"'{unknown[0]}' in {place} is not a key that can be judged here.")


def _differences(facts: Values, expected: Values, place: str) -> list[str]:
    _check_keys(expected, set(facts), f"what {place} expects")
    found = [(key, _comparable(key, facts[key]), _comparable(key, want)) for key, want in expected.items()]
    return [f"{place}: {key} is {have}, expected {want}." for key, have, want in found if not _agrees(have, want)]


def _comparable(key: str, value: Any) -> Any:
    """Cards become text, lists of them sorted lists (they are sets); zero match points go (absent is zero)."""
    if isinstance(value, Mapping):
        return {str(name): _comparable("", item) for name, item in value.items() if item or key != "match_points"}
    if key == "draws":
        return [tuple(map(str, draw)) for draw in value]
    if isinstance(value, list | tuple) and not isinstance(value, Card):
        return sorted(map(str, value))
    return value


def _agrees(have: Any, want: Any) -> bool:
    """Equality; of mappings by player, whatever is expected (an empty mapping expects an empty one)."""
    if isinstance(have, dict) and isinstance(want, dict) and want:
        return all(key in have and have[key] == item for key, item in want.items())
    return bool(have == want)


# --- situations --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """The rules and the players of a case; seats are the players' places in the list, clockwise."""

    rules: Ruleset
    players: tuple[str, ...]

    def seat(self, player: Any) -> int:
        if player not in self.players:
            raise LocalError(f"'{player}' is not one of the players.")
        return self.players.index(player)

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.players[seat]

    def match(self, leader: Any, **changes: Any) -> Match:
        start = Match.start(self.rules, range(len(self.players)), self.seat(leader))
        return replace(start, **changes)

    def position(self, leader: Any, situation: Values, used: Sequence[Card] = ()) -> Position:
        """A hand before its first lead, unknown but for what the situation tells; `used` cards are not turned up."""
        trump = _suit(situation.get("trump", "H"))
        turned = next(card for card in deck(self.rules.deck) if card.suit == trump and card not in used)
        position = turn_up(begin_hand(self.match(leader)), turned)
        position = replace(position, stake=situation.get("stake", 1))
        for player, hand in situation.get("hands", {}).items():
            position = with_hand(position, self.seat(player), parse_cards(hand))
        return self.taken(position, situation.get("taken_points", {}))

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
            points[self.players[outcome.winner]] = outcome.points
        winner = None if outcome is None else self.name(outcome.winner)
        return {"hand_over": outcome is not None, "hand_winner": winner, "match_points": points}


def parse_cards(texts: Sequence[Any]) -> tuple[Card, ...]:
    """Cards as a case writes them. Raises `LocalError`."""
    return tuple(Card.parse(str(text)) for text in texts)


def _suit(letter: str) -> Suit:
    for suit in Suit:
        if suit.letter == letter:
            return suit
    raise LocalError(f"'{letter}' is not a suit.")


def _action(position: Position, play: Values) -> Action:
    """A play of a case as an action: the first is the lead, a closed one a give."""
    _check_keys(play, {"do", "player", "cards", "face"}, "a play")
    cards, face = parse_cards(play["cards"]), play.get("face", "up")
    if face not in {"up", "down"}:
        raise LocalError(f"A card lies up or down, not '{face}'.")
    if face == "down":
        points = cards_points(cards) if position.gives_tell else None
        return Give(cards, points)
    return Answer(cards) if position.trick else Lead(cards)


def _played(table: _Table, situation: Values) -> tuple[Position, Step]:
    """The position after all plays, and the last step."""
    used = [card for play in situation["plays"] for card in parse_cards(play["cards"])]
    used += parse_cards(situation.get("answer", {}).get("cards", ()))
    position = table.position(situation["leader"], situation, used)
    step = Step(position)
    for play in situation["plays"]:
        step = apply(step.position, table.seat(play["player"]), _action(step.position, play))
    return step.position, step


def _is_legal(position: Position, seat: int, action: Action) -> Step | None:
    try:
        return apply(position, seat, action)
    except PeerError:
        return None


def _settled(position: Position) -> Position:
    """The position after everything that is owed of known closed cards has been opened or counted."""
    while position.phase in {Phase.OPENING, Phase.COUNT}:
        seat = actors(position)[0]
        position = apply(position, seat, legal_actions(position, seat)[0]).position
    return position


# --- the questions -----------------------------------------------------------------------------------------


def _trick_winner(table: _Table, situation: Values) -> Values:
    before = situation.get("taken_points_before", {})
    position, step = _played(table, {**situation, "taken_points": before})
    if step.trick is None:
        raise LocalError("Not everybody has played to this trick.")
    plays = step.trick.plays
    points = cards_points(_cards_of(step.trick))
    taken = {name: before.get(name, 0) for name in table.players}
    taken[table.players[step.trick.winner]] += points
    ending = table.ending(position)
    return {
        "winner": table.name(step.trick.winner),
        "points": points,
        "points_from_led": cards_points(plays[0].shown),
        "next_leader": None if ending["hand_over"] else table.name(position.leader),
        "taken_points": taken,
        "hidden_from_all_but_owner": [card for play in plays if not play.face_up for card in play.cards],
        "hand_over": ending["hand_over"],
        "hand_winner": ending["hand_winner"],
        "refilled": bool(step.draws),
    }


def _cards_of(trick: TrickResult) -> list[Card]:
    return [card for play in trick.plays for card in play.cards if card is not None]


def _lead_legal(table: _Table, situation: Values) -> Values:
    lead = Lead(parse_cards(situation["lead"]))
    position = table.position(situation["leader"], situation, lead.cards)
    step = _is_legal(position, table.seat(situation["leader"]), lead)
    over = step is not None and step.outcome is not None
    return {"legal": step is not None, "hand_over": over}


def _answer_legal(table: _Table, situation: Values) -> Values:
    position, _ = _played(table, situation)
    answer = situation["answer"]
    step = _is_legal(position, table.seat(answer["player"]), _action(position, answer))
    if step is None:
        return {"legal": False}
    standing = step.position.standing.seat if step.trick is None else step.trick.winner
    return {"legal": True, "winner": table.name(standing)}


def _instant_win(table: _Table, situation: Values) -> Values:
    if situation["when"] != "on_lead":
        raise LocalError(f"A win '{situation['when']}' cannot be judged here.")
    lead = Lead(parse_cards(situation["lead"]))
    position = table.position(situation["leader"], situation, lead.cards)
    after = apply(position, table.seat(situation["leader"]), lead).position
    bura = after.outcome is not None and after.outcome.reason is Reason.BURA
    ending = table.ending(after)
    return {**ending, "winner": ending["hand_winner"], "name": "bura" if bura else None}


def _declaring(table: _Table, situation: Values) -> Position:
    claimant = situation["claimant"]
    winner = situation.get("last_trick_winner", claimant)
    position = table.position(claimant if winner is None else winner, situation)
    position = table.after_trick(position, winner)
    state = situation.get("state", "before_lead")
    if state not in {"before_lead", "led"}:
        raise LocalError(f"'{state}' is not a state of a trick.")
    if state == "led":
        led = Play(position.leader, (None,), face_up=True, beats=True)
        position = replace(position, trick=(led,), phase=Phase.FOLLOW)
    return position


def _declare(table: _Table, situation: Values) -> Values:
    step = _is_legal(_declaring(table, situation), table.seat(situation["claimant"]), Claim())
    if step is None:
        return {"legal": False}
    outcome = step.outcome
    valid = outcome is not None and outcome.reason is Reason.CLAIM_RIGHT
    return {"legal": True, "valid": valid, **table.ending(step.position)}


def _raise_legal(table: _Table, situation: Values) -> Values:
    if "match_to" in situation:
        table = replace(table, rules=replace(table.rules, match_to=situation["match_to"]))
    score = tuple(situation.get("match_score", {}).get(player, 0) for player in table.players)
    used = bool(situation.get("hands_played_since_a_side_was_one_short", 0))
    match = table.match(situation["leader"], score=score, no_raise_used=used)
    last = situation["last_raise_by"]
    position = replace(
        table.position(situation["leader"], situation),
        raises_allowed=match.raises_allowed,
        last_raiser=None if last is None else table.seat(last),
    )
    offer = situation["raise"]
    return {"legal": _is_legal(position, table.seat(offer["player"]), _stake_action(offer)) is not None}


def _stake_action(step: Values) -> Action:
    _check_keys(step, {"do", "player", "to", "name"}, "a step about the stake")
    do = step.get("do", "raise")
    if do == "raise":
        if step.get("name", RAISE_NAMES.get(step["to"])) != RAISE_NAMES.get(step["to"]):
            raise LocalError(f"A raise to {step['to']} is not called '{step['name']}'.")
        return Raise(step["to"])
    if do in {"accept", "decline"}:
        return Accept() if do == "accept" else Decline()
    raise LocalError(f"'{do}' says nothing about the stake.")


def _raise_result(table: _Table, situation: Values) -> Values:
    position = table.position(situation["leader"], situation)
    for step in situation["script"]:
        position = apply(position, table.seat(step["player"]), _stake_action(step)).position
    return {**table.ending(position), "stake": position.stake}


def _refill(table: _Table, situation: Values) -> Values:
    if situation["hand_size"] != table.rules.hand:
        raise LocalError(f"A full hand has {table.rules.hand} cards under these rules.")
    stock = parse_cards(situation["stock"])
    position = begin_hand(table.match(situation["trick_winner"]))
    hands = tuple(parse_cards(situation["hands"].get(player, ())) for player in table.players)
    position = replace(position, hands=hands, stock=stock, stock_positions=tuple(range(len(stock))))
    after, draws = refill(position)
    return {
        "draws": [[table.name(draw.seat), stock[draw.deck_position]] for draw in draws],
        "hands": dict(zip(table.players, after.hands, strict=True)),
        "stock_left": len(after.stock),
    }


def _hand_end(table: _Table, situation: Values) -> Values:
    if situation["cards_left"]:
        raise LocalError("The end of a hand with cards left cannot be judged here.")
    declared = situation.get("declared")
    last = table.players[0] if declared is None else declared
    position = table.after_trick(table.position(last, situation), last)
    position = replace(position, phase=Phase.LAST_WORD, hands=((),) * len(table.players), stock=())
    after = apply(position, table.seat(last), Pass() if declared is None else Claim()).position
    ending = table.ending(after)
    return {**ending, "result": "draw" if ending["hand_winner"] is None else "win"}


def _visible(table: _Table, situation: Values) -> Values:
    position, step = _played(table, situation)
    plays = position.trick if step.trick is None else step.trick.plays
    knows, least = {}, {}
    for seat, player in enumerate(table.players):
        cards = [card for play in plays if play.face_up or play.seat == seat for card in play.cards]
        knows[player] = [card for card in cards if card is not None]
        hidden = sum(len(play.cards) for play in plays) - len(cards)
        least[player] = cards_points(knows[player]) + points_range(table.rules.deck, hidden)[0]
    return {"knows": knows, "points_at_least": least}


def _deck(table: _Table, situation: Values) -> Values:
    cards = deck(table.rules.deck)
    ranks = {card.rank for card in cards}
    return {
        "size": len(cards),
        "ranks": [rank.text for rank in ranks],
        "missing_ranks": [rank.text for rank in Rank if rank not in ranks],
        "total_points": cards_points(cards),
        "stock_after_deal": len(cards) - len(table.players) * table.rules.hand,
    }


# --- a whole hand by script --------------------------------------------------------------------------------


def _known_deal(table: _Table, situation: Values) -> Position:
    """The hand dealt from a deck that begins as the case says; the rest of the stock is in card order."""
    leader = table.seat(situation["leader"])
    hands = [list(parse_cards(situation["hands"][player])) for player in table.players]
    dealt = [hands[seat].pop(0) for seat in deal_order(table.rules, range(len(hands)), leader)]
    known = [*dealt, Card.parse(situation["trump_card"]), *parse_cards(situation.get("draw_order", ()))]
    rest = [card for card in deck(table.rules.deck) if card not in known]
    position = deal_known(table.match(situation["leader"]), [*known, *rest])
    return replace(position, stake=situation.get("stake", 1))


def _scripted_hand(table: _Table, situation: Values) -> Values:
    position, trick = _known_deal(table, situation), None
    wrong: list[str] = []
    for number, step in enumerate(situation["script"], 1):
        if "expect" in step:
            _check_keys(step, {"expect"}, f"step {number}")
            wrong += _differences(_script_facts(table, position, trick), step["expect"], f"step {number}")
        else:
            done = apply(position, table.seat(step["player"]), _script_action(position, step))
            position, trick = _settled(done.position), done.trick or trick
    return {**table.ending(position), _STEPS: wrong}


def _script_action(position: Position, step: Values) -> Action:
    match step.get("do"):
        case "play":
            return _action(position, step)
        case "declare":
            _check_keys(step, {"do", "player", "what"}, "a declaration")
            return Claim()
        case _:
            return _stake_action(step)


def _script_facts(table: _Table, position: Position, trick: TrickResult | None) -> Values:
    plays = () if trick is None else trick.plays
    outcome = position.outcome
    return {
        **table.ending(position),
        "trick_winner": None if trick is None else table.name(trick.winner),
        "taken_points": {
            player: cards_points(pile.open) + sum(cards_points(give.known or ()) for give in pile.closed)
            for player, pile in zip(table.players, position.piles, strict=True)
        },
        "hidden_from": {
            player: [card for play in plays if not play.face_up and play.seat != seat for card in play.cards]
            for seat, player in enumerate(table.players)
        },
        "hands": dict(zip(table.players, position.hands, strict=True)),
        "leader": table.name(position.leader),
        "valid": outcome is not None and outcome.reason is Reason.CLAIM_RIGHT,
    }


@dataclass(frozen=True)
class _Question:
    answer: Callable[[_Table, Values], Values]
    keys: frozenset[str]


def _question(answer: Callable[[_Table, Values], Values], keys: str) -> _Question:
    return _Question(answer, frozenset({"players", *keys.split()}))


_QUESTIONS: Final[Mapping[str, _Question]] = {
    "trick_winner": _question(_trick_winner, "trump leader plays taken_points_before"),
    "lead_legal": _question(_lead_legal, "trump leader hands lead"),
    "answer_legal": _question(_answer_legal, "trump leader plays hands answer"),
    "instant_win": _question(_instant_win, "trump leader hands when lead stake"),
    "declare_legal": _question(_declare, "trump last_trick_winner claimant taken_points state"),
    "declare_result": _question(_declare, "claimant taken_points last_trick_winner state stake"),
    "raise_legal": _question(
        _raise_legal,
        "leader stake last_raise_by match_to match_score hands_played_since_a_side_was_one_short raise",
    ),
    "raise_result": _question(_raise_result, "leader stake script"),
    "refill": _question(_refill, "trick_winner hand_size hands stock"),
    "hand_end": _question(_hand_end, "cards_left declared taken_points stake"),
    "visible": _question(_visible, "trump leader plays"),
    "deck": _question(_deck, ""),
    "scripted_hand": _question(_scripted_hand, "trump_card leader stake hands draw_order script"),
}
"""Every question that can be judged, with the keys that its situation may have."""

QUESTIONS: Final = tuple(_QUESTIONS)
"""The names of the questions that `check_case` can judge."""
