"""What a closed round does to the table.

Here: one function per kind of round; every entry in it has passed its checks. Each returns the events, in seat
order. Never: a check on a peer's bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..cards import deck as deck_of
from ..crypto.challenge import vec
from ..crypto.masking import joint_key, start_deck
from ..errors import Code, PeerError
from ..rules import actions as a
from ..rules.deal import deal_order, turned_position
from ..rules.match import Match, dealer_of
from ..rules.outcome import Outcome, Reason
from ..rules.phases import apply, resigned
from ..rules.points import cards_points
from ..rules.position import begin_hand, turn_up
from ..rules.step import Step, TrickResult
from . import events as e
from .checks import (
    Checked,
    CheckedAction,
    CheckedAnnounce,
    CheckedCommit,
    CheckedCount,
    CheckedHello,
    CheckedOpen,
    CheckedPlay,
    CheckedPoints,
    CheckedResign,
    CheckedResult,
    CheckedReveal,
    CheckedShares,
    CheckedShuffle,
)
from .deck import HandCards
from .phases import STAGE_OF_PHASE, Stage
from .state import Commitment, State, need

Round = Mapping[int, Checked]
"""The checked entries of a closed round, by seat, ascending."""

PLACES_LABEL = b"BURA-P2P-V1-places"


def close(state: State, entries: Round) -> list[e.Event]:
    """Apply a closed round to `state` and say what happened."""
    quitters = [seat for seat, checked in entries.items() if isinstance(checked, CheckedResign)]
    if quitters:
        return _resign(state, quitters)
    return _CLOSE[state.stage](state, entries)


def terms_differ(entries: Round, hello: CheckedHello) -> bool:
    """Whether another hello of the open round names another ruleset than `hello`, or another first leader."""
    terms = (hello.hello.ruleset, hello.first_leader)
    return any(
        isinstance(other, CheckedHello) and (other.hello.ruleset, other.first_leader) != terms
        for other in entries.values()
    )


def _hello(state: State, entries: Mapping[int, CheckedHello]) -> list[e.Event]:
    hello = entries[0]
    ruleset = hello.ruleset
    state.ruleset, state.wanted_leader = ruleset, hello.first_leader
    state.names = tuple(checked.hello.name for checked in entries.values())
    state.match = Match.start(ruleset, tuple(range(state.seats)), 0)
    _begin_hand(state)
    return [e.TableOpened(state.names, ruleset.name, state.table_id)]


def _begin_hand(state: State) -> None:
    state.position = begin_hand(need(state.match))
    state.commitments, state.cards, state.draws, state.sealing = {}, None, (), ()
    state.outcome, state.next_match = None, None
    state.stage = Stage.COMMIT


def _commit(state: State, entries: Mapping[int, CheckedCommit]) -> list[e.Event]:
    state.commitments = {seat: Commitment(c.commitment, c.ctx) for seat, c in entries.items()}
    state.stage = Stage.REVEAL
    return []


def _reveal(state: State, entries: Mapping[int, CheckedReveal]) -> list[e.Event]:
    keys = {seat: checked.key for seat, checked in entries.items()}
    state.counts.keys += len(keys)
    try:
        joint = joint_key(list(keys.values()))
    except PeerError as fault:
        return _void(state, fault.code)
    if not state.seated:
        _seat_players(state, [checked.nonce for checked in entries.values()])
    match, ruleset = need(state.match), need(state.ruleset)
    state.cards = HandCards(
        seats=state.seats,
        keys=keys,
        joint=joint,
        deck=start_deck(deck_of(ruleset.deck), joint),
        dealt=deal_order(ruleset, match.order, match.leader),
        turned_position=turned_position(ruleset, len(match.order)),
    )
    state.stage = Stage.SHUFFLE
    return [e.HandBegun(match.hand, match.leader, match.order, match.dealer, match.pot)]


def _seat_players(state: State, nonces: list[bytes]) -> None:
    """Playing places from the randomness of all, at the first reveal that closes.

    Seats in the order of SHA-256(root ‖ u8 seat). The first leads, or the seat that the hellos name, unless somebody
    has won a hand before (by a resignation ahead of this reveal) and so leads or deals already. The leader decides
    who deals.
    """
    root = hashlib.sha256(vec(PLACES_LABEL, state.table_id, *nonces)).digest()
    order = tuple(sorted(state.playing, key=lambda seat: hashlib.sha256(root + bytes([seat])).digest()))
    match, wanted = need(state.match), state.wanted_leader
    leader = match.leader if state.won else wanted if wanted in order else order[0]
    state.first_leader = leader
    state.match = replace(match, order=order, leader=leader, dealer=dealer_of(match.ruleset, order, leader))
    state.position = begin_hand(state.match)
    state.seated = True


def _shuffle(state: State, entries: Mapping[int, CheckedShuffle]) -> list[e.Event]:
    ((seat, checked),) = entries.items()
    cards = need(state.cards)
    cards.replace_deck(checked.deck)
    state.counts.shuffles += 1
    if cards.shuffles == len(state.playing):
        state.stage = Stage.DEAL
    return [e.Shuffled(seat)]


def _deal(state: State, entries: Mapping[int, CheckedShares]) -> list[e.Event]:
    cards, ruleset = need(state.cards), need(state.ruleset)
    _take_shares(state, entries)
    cards.give_out_dealt()
    turned = cards.turn_up(ruleset.deck)
    if turned is None:
        return _void(state, Code.DECK_BROKEN)
    state.position = turn_up(need(state.position), turned)
    state.stage = STAGE_OF_PHASE[state.position.phase]
    return [e.Dealt(turned, ruleset.hand)]


def _take_shares(state: State, entries: Mapping[int, CheckedShares]) -> None:
    for seat, checked in entries.items():
        need(state.cards).add_shares(seat, checked.positions, checked.shares)
        state.counts.shares += len(checked.positions)


def _shares(state: State, entries: Mapping[int, CheckedShares]) -> list[e.Event]:
    _take_shares(state, entries)
    return _hand_out(state)


def _hand_out(state: State) -> list[e.Event]:
    """Give the drawn cards to their owners; the rules go on."""
    cards, position = need(state.cards), need(state.position)
    cards.give_out(state.draws)
    seats = list(dict.fromkeys(draw.seat for draw in state.draws))
    drawn = {seat: [d.deck_position for d in state.draws if d.seat == seat] for seat in seats}
    state.draws = ()
    state.stage = STAGE_OF_PHASE[position.phase]
    return [e.Drew(seat, len(drawn[seat]), cards.turned_position in drawn[seat]) for seat in seats]


def _play(state: State, entries: Mapping[int, CheckedPlay]) -> list[e.Event]:
    ((seat, checked),) = entries.items()
    cards, counts = need(state.cards), state.counts
    counts.mixes += len(cards.held[seat]) > 1  # one card alone is not mixed
    if checked.made is None:
        counts.openings += len(checked.played)
        return _void(state, Code.DECK_BROKEN)
    action, step = checked.made
    cards.held[seat] = checked.kept
    if isinstance(action, a.Give):
        cards.trick_gives.append((seat, checked.played))
        counts.given += len(checked.played)
        counts.statements += action.points is not None
    else:
        cards.opened.update(action.cards)
        counts.openings += len(checked.played)
    return [_play_event(seat, action), *_step(state, step)]


def _play_event(seat: int, action: a.Lead | a.Answer | a.Give) -> e.Event:
    match action:
        case a.Lead(cards):
            return e.Led(seat, cards)
        case a.Answer(cards):
            return e.Answered(seat, cards)
        case a.Give(cards, points):
            return e.Gave(seat, len(cards), points)


def _step(state: State, step: Step) -> list[e.Event]:
    """Take over a step of the rules: a trick, draws, an outcome."""
    state.position = step.position
    events: list[e.Event] = []
    if step.trick is not None:
        need(state.cards).collect(step.trick.winner)
        events.append(_trick_event(step.trick))
    if step.outcome is not None:
        return [*events, *_finish(state, step.outcome)]
    state.draws = step.draws
    if step.trick is not None and step.position.gives_seal:
        state.taker = step.trick.winner
        state.sealing = tuple(sorted(play.seat for play in step.trick.plays if not play.face_up))
        if state.sealing:
            state.stage = Stage.POINTS
            return events
    return [*events, *_go_on(state)]


def _go_on(state: State) -> list[e.Event]:
    """The shares of what was drawn are due, where anybody owes one; else the rules go on."""
    state.stage = Stage.SHARES
    return [] if state.speakers() else _hand_out(state)


def _points(state: State, entries: Mapping[int, CheckedPoints]) -> list[e.Event]:
    taker = need(state.taker)
    need(state.cards).sealed[taker] += [checked.sealed for checked in entries.values()]
    state.counts.statements += len(entries)
    state.sealing = ()
    return [*(e.PointsSealed(seat, taker) for seat in entries), *_go_on(state)]


def _trick_event(trick: TrickResult) -> e.TrickTaken:
    shown = [card for play in trick.plays for card in play.shown]
    cards = sum(len(play.cards) for play in trick.plays)
    return e.TrickTaken(trick.winner, cards_points(shown), cards - len(shown))


def _action(state: State, entries: Mapping[int, CheckedAction | CheckedAnnounce]) -> list[e.Event]:
    ((seat, checked),) = entries.items()
    event = _action_event(state.stage, seat, checked.action, checked.step)
    state.counts.statements += isinstance(event, e.Announced | e.Reached)
    return [event, *_step(state, checked.step)]


def _action_event(stage: Stage, seat: int, action: a.Action, step: Step) -> e.Event:
    match action:
        case a.Claim(int() as points):
            return e.Reached(seat, points)
        case a.Claim():
            return e.Claimed(seat, step.outcome is not None)
        case a.Announce(what):
            return e.Announced(seat, str(what))
        case a.Cede():
            winner = step.position.leader if step.outcome is None else step.outcome.winner
            return e.Ceded(seat, need(winner))
        case a.Raise(to):
            return e.Raised(seat, to)
        case a.Accept():
            return e.Accepted(seat, step.position.stake)
        case a.Decline():
            return e.Declined(seat)
        case _:
            return e.Passed(seat, stage.value)


def _turn(state: State, entries: Round) -> list[e.Event]:
    """A round with one actor: a play with cards, or an action without."""
    play = {seat: checked for seat, checked in entries.items() if isinstance(checked, CheckedPlay)}
    if play:
        return _play(state, play)
    return _action(
        state, {seat: c for seat, c in entries.items() if isinstance(c, CheckedAction | CheckedAnnounce)}
    )


def _opening(state: State, entries: Mapping[int, CheckedOpen]) -> list[e.Event]:
    owner = need(need(state.position).claimant)
    events: list[e.Event] = []
    if any(checked.cards is None for checked in entries.values()):
        return _void(state, Code.DECK_BROKEN)
    shown = {seat: need(checked.cards) for seat, checked in entries.items()}
    faces = [card for opened in shown.values() for card in opened]
    if len(set(faces)) < len(faces):
        return _void(state, Code.DECK_BROKEN)
    for seat, opened in shown.items():
        state.counts.openings += len(opened)
        state.counts.given_opened += len(opened)
        events.append(e.PileOpened(seat, owner, opened))
        events += _step(state, apply(need(state.position), seat, a.Open(opened)))
    return events


def _count(state: State, entries: Mapping[int, CheckedCount]) -> list[e.Event]:
    events: list[e.Event] = []
    for seat, checked in entries.items():
        state.counts.statements += len(checked.sums)
        events.append(e.Counted(seat, checked.sums))
        sums = tuple(points for _, points in checked.sums)
        events += _step(state, apply(need(state.position), seat, a.Count(sums)))
    return events


def _resign(state: State, seats: list[int]) -> list[e.Event]:
    position = need(state.position)
    # before the places are drawn nobody has a partner yet, so nobody can be said to have won by it
    sides_drawn = state.seated or not position.ruleset.teams
    outcome = resigned(position, frozenset(seats)) if sides_drawn else Outcome(None, Reason.VOID, 0)
    return [*(e.Resigned(seat) for seat in seats), *_finish(state, outcome)]


def _finish(state: State, outcome: Outcome) -> list[e.Event]:
    match = need(state.match)
    paid = match.paid(outcome)
    state.outcome, state.next_match = outcome, match.settle(outcome)
    state.won = state.won or outcome.winner is not None
    state.stage = Stage.RESULT
    return [
        e.HandOver(
            hand=state.hand,
            winner=outcome.winner,
            reason=outcome.reason.name.lower(),
            points=outcome.points,
            totals=outcome.totals,
            score=state.next_match.score,
            claimed=outcome.claimed,
            chips=paid.chips,
            pot=paid.pot,
            left=outcome.left,
        )
    ]


def _result(state: State, entries: Mapping[int, CheckedResult]) -> list[e.Event]:
    following, played = need(state.next_match), need(state.match)
    rest = replace(played.paid(need(state.outcome)), order=state.playing).closed()
    state.counts.hands += 1
    state.match = following
    if following.over or not all(checked.play_on for checked in entries.values()):
        state.stage = Stage.COMPLETE
        stopped = () if following.over else tuple(seat for seat, checked in entries.items() if not checked.play_on)
        return [e.GameOver(following.winner, following.score, stopped, rest.chips)]
    _begin_hand(state)
    return []


def _void(state: State, code: Code) -> list[e.Event]:
    state.stage, state.void = Stage.VOID, code
    return [e.Voided(code.label)]


_CLOSE: dict[Stage, Callable[[State, Any], list[e.Event]]] = {
    Stage.HELLO: _hello,
    Stage.COMMIT: _commit,
    Stage.REVEAL: _reveal,
    Stage.SHUFFLE: _shuffle,
    Stage.DEAL: _deal,
    Stage.ANNOUNCE: _turn,
    Stage.LEAD: _turn,
    Stage.SEIZED: _turn,
    Stage.RAISED: _turn,
    Stage.FOLLOW: _turn,
    Stage.POINTS: _points,
    Stage.TALLY: _turn,
    Stage.SHARES: _shares,
    Stage.LAST_WORD: _turn,
    Stage.OPENING: _opening,
    Stage.COUNT: _count,
    Stage.RESULT: _result,
}
