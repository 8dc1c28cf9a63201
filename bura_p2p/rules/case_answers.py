"""What the rules answer to the questions of worked cases about tricks, claims, stakes, the deck.

Here: one function a question, each a situation to facts. Never: a rule, combinations (`case_calls`), whole hands
(`case_scripts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..cards import Card, Rank, deck
from ..errors import LocalError
from .actions import Claim, Lead, Pass
from .case_table import (
    CaseTable,
    Values,
    is_legal,
    parse_cards,
    play_action,
    played,
    settled,
    stake_action,
)
from .claims import cards_out
from .match import leader_after
from .outcome import Reason
from .phases import apply
from .points import card_points, cards_points
from .position import Phase, Play, Position, begin_hand
from .ruleset import Dealer, FirstLead, Win, Wrong
from .taking import refill


def trick_winner(table: CaseTable, situation: Values) -> Values:
    """Who takes a trick, what it is worth, and what it decides."""
    before = situation.get("taken_points_before", {})
    position, step = played(table, {**situation, "taken_points": before})
    ending = table.ending(position)
    if step.trick is None and not ending["hand_over"]:
        raise LocalError("Not everybody has played to this trick.")
    plays = situation["plays"]
    winner = ending["hand_winner"] if step.trick is None else table.name(step.trick.winner)
    points = sum(cards_points(parse_cards(play["cards"])) for play in plays)
    taken = {name: before.get(name, 0) + (points if name == winner else 0) for name in table.players}
    return {
        **ending,
        "winner": winner,
        "winning_side": _side(table, position, winner, situation.get("teams")),
        "points": points,
        "points_from_led": cards_points(parse_cards(plays[0]["cards"])),
        "next_leader": None if ending["hand_over"] else table.name(position.leader),
        "taken_points": taken,
        "hidden_from_all_but_owner": _hidden(() if step.trick is None else step.trick.plays),
        "game_over": ending["hand_over"],
        "game_winner": ending["hand_winner"],
        "refilled": not ending["hand_over"],
    }


def _hidden(plays: tuple[Play, ...]) -> list[Card]:
    return [card for play in plays if not play.face_up for card in play.cards if card is not None]


def _side(table: CaseTable, position: Position, winner: Any, teams: Any) -> Any:
    """The players of the winning side, or its name where the situation names its sides."""
    side = [table.players[seat] for seat in position.side(table.seat(winner))]
    named = teams.items() if isinstance(teams, Mapping) else ((None, team) for team in teams or ())
    told = [(name, team) for name, team in named if winner in team]
    if told and sorted(told[0][1]) != sorted(side):
        raise LocalError("These rules have other sides.")
    return told[0][0] if told and told[0][0] is not None else side


def lead_legal(table: CaseTable, situation: Values) -> Values:
    """Whether a lead is legal, and whether it ends the hand."""
    lead = Lead(parse_cards(situation["lead"]))
    position = table.position(situation["leader"], situation, lead.cards)
    step = is_legal(position, table.seat(situation["leader"]), lead)
    return {"legal": step is not None, "hand_over": step is not None and step.outcome is not None}


def answer_legal(table: CaseTable, situation: Values) -> Values:
    """Whether an answer is legal, and who stands after it (after an illegal one, who stood before)."""
    position, last = played(table, situation)
    if last.trick is not None or last.outcome is not None:
        return {"legal": False, "winner": None}
    answer = situation["answer"]
    step = is_legal(position, table.seat(answer["player"]), play_action(position, answer))
    if step is None:
        return {"legal": False, "winner": table.name(position.standing.seat)}
    standing = step.position.standing.seat if step.trick is None else step.trick.winner
    return {"legal": True, "winner": table.name(standing)}


# --- claims and the end ------------------------------------------------------------------------------------


def _declaring(table: CaseTable, situation: Values) -> Position:
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


def declare(table: CaseTable, situation: Values) -> Values:
    """Whether a claim is legal and right, and what it brings."""
    position = _declaring(table, situation)
    step = is_legal(position, table.seat(situation["claimant"]), Claim())
    after = position if step is None else step.position
    valid = after.outcome is not None and after.outcome.reason is Reason.CLAIM_RIGHT
    money = _money(table, situation, after)
    moved = money["moved"].get(situation["claimant"], 0)
    return {
        **table.ending(after),
        "legal": step is not None,
        "valid": valid,
        "claimant_receives": max(moved, 0),
        "claimant_pays": max(-moved, 0),
        "pot_after": money["pot_after"],
        "next_dealer": money["next_dealer"],
    }


def _money(table: CaseTable, situation: Values, after: Position) -> dict[str, Any]:
    """What the end of a hand does to the pot, and who deals next."""
    match = table.dealt_match(situation)
    outcome = after.outcome
    moved = {} if outcome is None else match.payments(outcome)
    following = match if outcome is None else match.settle(outcome)
    return {
        "moved": {table.players[seat]: chips for seat, chips in moved.items()},
        "pot_after": match.pot if outcome is None else match.paid(outcome).pot,
        "pot_at_next_deal": following.pot,
        "next_dealer": table.name(following.dealer),
    }


def hand_end(table: CaseTable, situation: Values) -> Values:
    """The end of the cards: a claim in the last word, or none; or cards that cannot be led any more."""
    declared = situation.get("declared")
    last = table.players[0] if declared is None else declared
    position = table.after_trick(table.position(last, situation), last)
    position = replace(position, phase=Phase.LAST_WORD, hands=((),) * len(table.players), stock=())
    after = position
    if declared is not None:
        after = apply(position, table.seat(last), Claim()).position
    elif table.rules.win in {Win.MOST_POINTS, Win.AUTO}:
        after = settled(cards_out(position).position)
    while after.outcome is None:
        speaker = after.turn[after.spoken]
        after = settled(apply(after, speaker, Pass()).position)
    ending, money = table.ending(after), _money(table, situation, after)
    return {
        **ending,
        "result": _result(table, after),
        "receives": {player: max(chips, 0) for player, chips in money["moved"].items()},
        "pot_after": money["pot_after"],
        "pot_at_next_deal": money["pot_at_next_deal"],
        "next_dealer": money["next_dealer"],
    }


def _result(table: CaseTable, after: Position) -> str:
    """`draw` or `void`: how the text of these rules calls a hand that nobody wins."""
    if after.outcome is None or after.outcome.winner is not None:
        return "win"
    if after.outcome.sharers:
        return "split"
    return "void" if table.rules.wrong is Wrong.DOUBLE_POT else "draw"


def first_leader(table: CaseTable, situation: Values) -> Values:
    """Who leads first when somebody deals; without a dealer the first at the table, or nobody can say."""
    rules = table.rules
    if rules.dealer is not Dealer.NOBODY:
        seat = leader_after(rules, range(len(table.players)), table.seat(situation["dealer"]))
        return {"leader": table.name(seat)}
    return {"leader": table.players[0] if rules.first_lead is FirstLead.ROTATING_SEAT else None}


# --- stakes ------------------------------------------------------------------------------------------------


def raise_legal(table: CaseTable, situation: Values) -> Values:
    """Whether a raise is open: to the side whose lead it is, by one, not twice in a row."""
    if "match_to" in situation and table.rules.raises:
        table = replace(table, rules=replace(table.rules, match_to=situation["match_to"]))
    told = {table.seat(player): points for player, points in (situation.get("match_score") or {}).items()}
    score = tuple(told.get(seat, 0) for seat in range(len(table.players)))
    used = bool(situation.get("hands_played_since_a_side_was_one_short", 0))
    match = table.match(situation["leader"], score=score, no_raise_used=used)
    if match.over:
        raise LocalError("This match is over.")
    last = situation.get("last_raise_by")
    position = replace(
        table.position(situation["leader"], situation),
        raises_allowed=match.raises_allowed,
        last_raiser=None if last is None else table.seat(last),
    )
    offer = situation["raise"]
    return {"legal": is_legal(position, table.seat(offer["player"]), stake_action(offer)) is not None}


def raise_result(table: CaseTable, situation: Values) -> Values:
    """What a dialogue about the stake leads to."""
    position = table.position(situation["leader"], situation)
    for step in situation["script"]:
        position = apply(position, table.seat(step["player"]), stake_action(step)).position
    return {**table.ending(position), "stake": position.stake}


# --- the deck, the stock, who sees what --------------------------------------------------------------------


def refilled(table: CaseTable, situation: Values) -> Values:
    """Who draws which cards after a trick."""
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


def visible(table: CaseTable, situation: Values) -> Values:
    """Which cards of the trick each player knows, and what these and the deck tell of its worth."""
    position, step = played(table, situation)
    plays = position.trick if step.trick is None else step.trick.plays
    knows, least = {}, {}
    for seat, player in enumerate(table.players):
        cards = [card for play in plays if play.face_up or play.seat == seat for card in play.cards]
        knows[player] = [card for card in cards if card is not None]
        hidden = sum(len(play.cards) for play in plays) - len(cards)
        others = sorted(card_points(card) for card in deck(table.rules.deck) if card not in cards)
        least[player] = cards_points(knows[player]) + sum(others[:hidden])
    return {"knows": knows, "points_at_least": least}


def deck_of(table: CaseTable, situation: Values) -> Values:
    """What the deck is made of, and what lies in the stock after the deal."""
    cards = deck(table.rules.deck)
    ranks = {card.rank for card in cards}
    return {
        "size": len(cards),
        "ranks": [rank.text for rank in ranks],
        "missing_ranks": [rank.text for rank in Rank if rank not in ranks],
        "total_points": cards_points(cards),
        "stock_after_deal": len(cards) - len(table.players) * table.rules.hand,
    }
