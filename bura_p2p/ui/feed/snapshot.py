"""A seat's view as plain data for faces that draw: the `table` of a state.

Here: `table_of`, from a `View` and what a face has heard beside it (`Heard`) to a dict that is JSON already. Never: a
card from anywhere but the view and the public events, text from a peer that is not made harmless.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final

from ...net import timers
from ...net.clock import MoveClock
from ...rules.claims import claims_anytime
from ...rules.notation import format_action
from ...rules.position import Play, Position
from ...rules.ruleset import Ruleset
from ...table.phases import Stage
from ...table.view import PLAYER_STAGES, View
from ..announcing import policy_word
from ..card import table_card
from ..faces import Faces
from ..phrases import in_own_words
from ..scene import prompt, stock_is_dead
from ..text import NAME_COLUMNS
from ..words import combination_word, player, rules_word

HERE: Final = "here"
AWAY: Final = "away"
GONE: Final = "gone"
"""How the link to the other side stands: there, to be found again, ended for good."""


@dataclass(slots=True)
class Heard:
    """What a face knows of a game beside the view: it follows from the updates, see `follower`.

    `game`: its number in the store. `seats`: how many there are, where that is known before they have names. `clock`:
    the driver's, followed. `policy`: what is announced by itself.
    """

    game: int | None = None
    seats: int = 2
    link: str = HERE
    reason: str = ""
    link_text: str = ""
    last_trick: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    over: dict[str, Any] | None = None
    chat: list[dict[str, Any]] = field(default_factory=list)
    clock: MoveClock = field(default_factory=lambda: MoveClock(0.0, timers.AWAY_BUDGET))
    end_offered_by: int | None = None
    policy: frozenset[str] | None = None
    stopping: bool = False
    resigning: bool = False


def table_of(view: View, heard: Heard, now: float) -> dict[str, Any]:
    """The `table` of a state. `now`: the moment, in the seconds of `heard.clock`."""
    return {
        "game": heard.game,
        "seat": view.seat,
        "seats": max(len(view.names), heard.seats),
        "names": names_of(view, heard.seats),
        "stage": view.stage.value,
        "round": view.round,
        "head": view.head.hex(),
        "match": _match(view, heard),
        "held": list(map(str, view.held)),
        "given": list(map(str, view.given)),
        "own_points": view.own_points,
        "turn": _turn(view),
        "clock": _clock(heard, now),
        "link": _link(view, heard),
        "end_offered_by": heard.end_offered_by,
        "last_trick": heard.last_trick,
        "result": heard.result,
        "over": heard.over,
        "chat": [_said(view.seat, line) for line in heard.chat],
        "stopping": heard.stopping,
        "resigning": heard.resigning,
        **_rules(view, heard),
        **_position(view, heard.seats),
    }


def _said(seat: int, line: Mapping[str, Any]) -> dict[str, Any]:
    """A line of chat for the player at `seat`."""
    return {**line, "text": line["text"] if line["seat"] == seat else in_own_words(line["text"])}


def names_of(view: View, seats: int) -> list[str]:
    """The players' names by seat, harmless and never empty; `seats` of them where they have said none yet."""
    return [player(view.names, seat, NAME_COLUMNS) for seat in range(max(len(view.names), seats))]


def _rules(view: View, heard: Heard) -> dict[str, Any]:
    rules = view.ruleset
    if rules is None:
        return {"ruleset": None, "rules_title": "", "rule_card": [], "target": None, "policy": None, "policies": []}
    return {
        "ruleset": rules.name,
        "rules_title": rules_word(rules),
        "rule_card": table_card(view),
        "target": rules.target,
        "policy": _policy(rules, heard),
        "policies": [
            {"word": policy_word(what, rules), "title": combination_word(what, rules)} for what in rules.announced
        ],
    }


def _policy(rules: Ruleset, heard: Heard) -> list[str] | None:
    """What is announced by itself, in the words that set it; None where these rules have nothing to choose."""
    if not rules.announced:
        return None
    return [
        policy_word(what, rules) for what in rules.announced if heard.policy is None or str(what) in heard.policy
    ]


def _match(view: View, heard: Heard) -> dict[str, Any] | None:
    """How the match stands; at its end no antes of a hand that is not played any more are in the pot."""
    match = view.match
    if match is None:
        return None
    pot, shared = match.ruleset.has_pot, (heard.over or {}).get("chips")
    return {
        "hand": match.hand,
        "target": match.ruleset.match_to or None,
        "score": list(match.score),
        "chips": (shared or list(match.chips)) if pot else None,
        "pot": (0 if shared else match.pot) if pot else None,
        "dealer": match.dealer,
    }


def _position(view: View, seats: int) -> dict[str, Any]:
    """The cards on the table; before the deal there are none."""
    position = view.position
    if position is None or position.trump_card is None:
        return _bare(view, max(len(view.names), seats))
    return {
        "trump": position.trump.letter,
        "trump_card": str(position.trump_card),
        "stock": len(position.stock),
        "stock_dead": stock_is_dead(position),
        "leader": position.leader,
        "order": list(position.order),
        "counts": list(map(len, position.hands)),
        "trick": [play_of(play, number == 0) for number, play in enumerate(position.trick)],
        "piles": _piles(view, position),
        "announced": [
            {"seat": seat, "what": str(what), "text": combination_word(what, view.ruleset)}
            for seat, what in position.announced
        ],
        "stake": position.stake,
        "raise_to": position.raise_to,
        "raised_by": position.last_raiser,
        "raises": position.raises_allowed,
    }


def _bare(view: View, seats: int) -> dict[str, Any]:
    return {
        "trump": None,
        "trump_card": None,
        "stock": 0,
        "stock_dead": False,
        "leader": None if view.match is None else view.match.leader,
        "order": list(range(seats)) if view.match is None else list(view.match.order),
        "counts": [0] * seats,
        "trick": [],
        "piles": [{"cards": 0, "closed": 0, "points": None}] * seats,
        "announced": [],
        "stake": 1,
        "raise_to": None,
        "raised_by": None,
        "raises": view.match is not None and view.match.raises_allowed,
    }


def play_of(play: Play, leads: bool) -> dict[str, Any]:
    """What one seat put down; the cards are None where they lie face down."""
    kind = "lead" if leads else "answer" if play.face_up and play.beats else "give"
    shown = [str(card) for card in play.shown] if play.face_up else None
    return {"seat": play.seat, "kind": kind, "cards": shown, "count": len(play.cards)}


def _piles(view: View, position: Position) -> list[dict[str, Any]]:
    """Points are the player's to count, unless the rules show a seat its own."""
    return [
        {
            "cards": pile.size,
            "closed": sum(len(give.cards) for give in pile.closed if not give.opened),
            "points": view.own_points if seat == view.seat else None,
        }
        for seat, pile in enumerate(position.piles)
    ]


def _turn(view: View) -> dict[str, Any]:
    position = view.position
    early = position is not None and not view.my_turn and claims_anytime(position, view.seat)
    return {
        "mine": view.my_turn,
        "legal": list(map(format_action, view.legal)),
        "owing": list(view.owing),
        "claiming": view.claiming,
        "claim_early": early,
        "may_resign": may_resign(view),
        "prompt": prompt(view, Faces(signs=True)),
    }


def may_resign(view: View) -> bool:
    """Whether there is a hand to give up."""
    return view.match is not None and view.outcome is None and view.stage not in (Stage.COMPLETE, Stage.VOID)


def _clock(heard: Heard, now: float) -> dict[str, Any] | None:
    shown = heard.clock.shown(now)
    if shown is None:
        return None
    left, still = shown
    return {
        "seat": heard.clock.seat,
        "seconds_left": round(max(left, 0.0), 1),
        "running": not still,
        "still_for": round(still, 1) if isfinite(still) else None,
    }


def _link(view: View, heard: Heard) -> dict[str, Any]:
    return {
        "state": heard.link,
        "seat": 1 - view.seat if heard.link != HERE and max(len(view.names), heard.seats) == 2 else None,
        "reason": heard.reason,
        "text": heard.link_text,
        "choices": _choices(view, heard.link),
    }


def _choices(view: View, link: str) -> list[str]:
    """What can be done about the other side: an end is offered, and time given, to who is there and owes a move."""
    if link == GONE or view.stage in (Stage.COMPLETE, Stage.VOID):
        return ["stop"]
    if link == AWAY:
        return ["wait", "stop"]
    if not _waits(view, view.owing):
        return []
    return ["wait", "offer_end", *(["more_time"] if view.ruleset is not None and view.ruleset.clock else []), "stop"]


def _waits(view: View, owing: Sequence[int]) -> bool:
    return view.stage in PLAYER_STAGES and any(seat != view.seat for seat in owing)
