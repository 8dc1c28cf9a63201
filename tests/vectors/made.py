"""How the sample games are played: players by their habits, halls by a label, hands by a script.

Here: players and halls. Never: a verdict, a lie.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bura_p2p.conformance.hall import Hall, Player, Scripted, card_player
from bura_p2p.conformance.stacked import stack, turn
from bura_p2p.rules import actions as a
from bura_p2p.rules.notation import parse_action
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.table.view import View


@dataclass(frozen=True)
class Made:
    """A sound game: what is special, the hall before it is played, how many hands."""

    comment: str
    make: Callable[[], Hall]
    hands: int = 1


def playing(
    comment: str, label: str, *players: Callable[[], Player], ruleset: Ruleset | None = None, hands: int = 1,
    first_leader: int | None = None,
) -> Made:
    def make() -> Hall:
        made = [player() for player in players]
        seats = len(players)
        return Hall(f"vectors {label}", ruleset=ruleset, seats=seats, players=made, first_leader=first_leader)

    return Made(comment, make, hands)


def scripted(
    comment: str, label: str, rules: Ruleset, hands: Sequence[str], turned: str, *script: str, draws: str = "",
    then: Callable[[], Player] | None = None, played: int = 1,
) -> Made:
    """A constructed deal: A, who leads first, holds `hands[0]`; a line of the script is `letter action`.

    `then`: who plays on when the lines are out; `played` hands in all.
    """

    def make() -> Hall:
        players = [Scripted(str(seat), then and then()) for seat in range(len(hands))]
        hall = Hall(f"vectors {label}", ruleset=rules, seats=len(hands), players=players)
        stack(hall, hands, turned, draws)
        seat_of = dict(zip("ABCDEF", turn(hall), strict=False))
        for line in script:
            who, _, said = line.partition(" ")
            players[seat_of[who]].lines.append(parse_action(said))
        return hall

    return Made(comment, make, played)


# --- players -----------------------------------------------------------------------------------------------


def first(*kinds: type[a.Action], number: int = 0) -> Player:
    """Does the first of these things that is legal, else plays cards."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        wanted = [action for kind in kinds for action in view.legal if isinstance(action, kind)]
        return wanted[0] if wanted else cards(view)

    return choose


def declining() -> Player:
    return first(a.Raise, a.Decline)


def stubborn() -> tuple[Callable[[], Player], Callable[[], Player]]:
    """One who raises, and one who claims."""
    return lambda: first(a.Raise, a.Claim, a.Accept), lambda: first(a.Claim, a.Decline)


def resigner(view: View) -> a.Action:
    return a.Resign()


def claimer(right: bool | None, number: int = 3) -> Player:
    """Claims where the closed cards decide it (None), or where it is certain to be right or wrong."""
    cards = card_player(number)

    def choose(view: View) -> a.Action:
        low, high = view.position.side_points(view.seat)
        target = view.ruleset.target or 0
        certain = True if low >= target else False if high < target else None
        return a.Claim() if a.Claim() in view.legal and certain is right else cards(view)

    return choose


def bura_leader() -> Player:
    cards = card_player(4)

    def choose(view: View) -> a.Action:
        trump = view.position.trump
        whole = [x for x in view.legal if isinstance(x, a.Lead) and len(x.cards) == 3]
        return next((x for x in whole if all(card.suit == trump for card in x.cards)), None) or cards(view)

    return choose
