"""The table as a few lines of text, and what the player may do now.

Here: lines of at most 80 columns made of one `View`. Never: a card that the view does not show, points that the rules
leave to the player's head, what has just happened (`text`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..cards import Card
from ..rules.actions import Answer, Claim, Give, Lead, Raise
from ..rules.points import cards_points
from ..rules.position import Phase, Position
from ..table.phases import Stage
from ..table.view import View
from .faces import Faces
from .inert import WIDTH, columns, pad, wrapped
from .text import shown_names, stake_word
from .words import cards_word, joined, points_word


def table_lines(view: View, faces: Faces) -> list[str]:
    """The table: match, trump, stock, hands and piles as counts, the trick, the own cards with their numbers."""
    position = view.position
    if position is None or position.trump_card is None:
        return []
    names = shown_names(view.names, view.seat)
    return [
        line
        for text in (
            _heading(view, position, names),
            _trump(position, faces),
            *_seats(view, position, names),
            *_trick(position, names, faces),
            *held_lines(view, faces),
        )
        for line in wrapped(text, indent="  ")
    ]


def glance_lines(view: View, faces: Faces) -> list[str]:
    """The table in short, for somebody who waits: trump, stock and the own cards."""
    position = view.position
    if position is None or position.trump_card is None or not view.held:
        return []
    texts = [_trump(position, faces), *held_lines(view, faces)]
    return [line for text in texts for line in wrapped(text, indent="  ")]


def _heading(view: View, position: Position, names: Sequence[str]) -> str:
    match, to = view.match, position.ruleset.match_to
    if match is None:
        return ""
    kind = f"match to {to}" if to else "open match"
    score = ", ".join(f"{name}: {points}" for name, points in zip(names, match.score, strict=True))
    stake = f"stake {stake_word(position.stake)}"
    if position.raise_to is not None:
        stake += f", raise to {stake_word(position.raise_to)} offered"
    elif not position.raises_allowed:
        stake += ", no raises in this hand"
    heading = f"-- Hand {match.hand}, {kind} | {score} | {stake}"
    return f"{heading} --" if columns(heading) + 3 <= WIDTH else heading


def _trump(position: Position, faces: Faces) -> str:
    trump, card = faces.suit(position.trump), position.trump_card
    if not position.stock or card is None:
        return f"Trump: {trump}. The stock is empty."
    left = len(position.stock)
    return f"Trump: {trump}. Stock: {cards_word(left)}, {faces.card(card)} face up at the bottom."


def _seats(view: View, position: Position, names: Sequence[str]) -> list[str]:
    width = max(map(columns, names)) + 2
    lines = []
    for seat, name in enumerate(names):
        pile = position.piles[seat]
        down = sum(len(give.cards) for give in pile.closed if not give.opened)
        hidden = f" ({down} face down)" if down else ""
        verb = "hold" if name == "You" else "holds"
        held = pad(f"{verb} {cards_word(len(position.hands[seat]))}", 15)
        # points are the player's to count, unless the table has turned them on
        told = position.ruleset.points_shown and seat == view.seat
        worth = f", {points_word(pile.points(position.ruleset.deck)[0])}" if told else ""
        lines.append(f"{pad(name, width)}{held}  pile: {cards_word(pile.size)}{hidden}{worth}")
    return lines


def _trick(position: Position, names: Sequence[str], faces: Faces) -> list[str]:
    lines = []
    for number, play in enumerate(position.trick):
        cards = faces.row(play.shown) if play.face_up else f"{cards_word(len(play.cards))} face down"
        lines.append(f"On the table: {cards}, {'led' if number == 0 else 'put down'} by {_object(names[play.seat])}.")
    return lines


def _object(name: str) -> str:
    return "you" if name == "You" else name


def held_lines(view: View, faces: Faces) -> list[str]:
    """The own cards with the numbers by which they can be typed; below them those that were given."""
    if not view.held:
        return []
    cards = "   ".join(f"{number}: {faces.card(card)}" for number, card in enumerate(view.held, start=1))
    given = [f"You gave face down so far: {faces.row(view.given)}."] if view.given else []
    return [f"Your cards   {cards}", *given]


# --- what to do now ----------------------------------------------------------------------------------------


def prompt(view: View, faces: Faces) -> str:
    """One sentence: what this player may do now, or whom the table waits for."""
    position = view.position
    if view.my_turn and position is not None:
        return _PROMPTS[position.phase](view, position, faces)
    names = shown_names(view.names, view.seat)
    others = [names[seat] for seat in view.owing if seat != view.seat and seat < len(names)]
    if view.stage in (Stage.COMPLETE, Stage.VOID):
        return "The game is over."
    return f"Waiting for {joined(others)}." if others else "Waiting."


def _cheapest(position: Position, choices: Sequence[Sequence[Card]], verb: str = "") -> str:
    """`, such as 'give QS'`: of `choices` the one that costs least. No example is worth typing without a thought,
    but none gives a trump or an ace away.
    """
    if not choices:
        return ""

    def cost(cards: Iterable[Card]) -> tuple[int, int, int]:
        held = tuple(cards)
        return sum(card.suit == position.trump for card in held), cards_points(held), sum(card.rank for card in held)

    return f", such as '{verb}{' '.join(map(str, min(choices, key=cost)))}'"


def _lead(view: View, position: Position, faces: Faces) -> str:
    leads = [action.cards for action in view.legal if isinstance(action, Lead)]
    ways = [f"lead cards of one suit{_cheapest(position, leads)}"]
    if Claim() in view.legal:
        ways.append(f"say 'var' if your pile holds {position.ruleset.target} points")
    return f"Your turn: {', or '.join([*ways, *_raise_ways(view)])}."


def _raised(view: View, position: Position, faces: Faces) -> str:
    lost = points_word(position.stake)
    ways = ["'accept'", f"'decline' (the hand is lost for {lost})", *_raise_ways(view)]
    return f"Your turn, the stake {stake_word(position.raise_to or 0)} is offered: {', or '.join(ways)}."


def _raise_ways(view: View) -> list[str]:
    return [f"'raise' to {stake_word(action.to)}" for action in view.legal if isinstance(action, Raise)]


def _follow(view: View, position: Position, faces: Faces) -> str:
    standing = position.standing.shown
    lead, count = faces.row(standing), len(standing)
    gives = [action.known for action in view.legal if isinstance(action, Give)]
    answers = [action.cards for action in view.legal if isinstance(action, Answer)]
    give = f"give {cards_word(count)} face down{_cheapest(position, gives, 'give ')}"
    if not answers:
        return f"Your turn: you cannot beat {lead}, so {give}."
    return f"Your turn: beat {lead}{_cheapest(position, answers)}, or {give}."


def _last_word(view: View, position: Position, faces: Faces) -> str:
    target = position.ruleset.target
    return f"The cards are out. Your turn: 'var' if your pile holds {target} points, or 'pass' to have both counted."


_PROMPTS: Final[dict[Phase, Callable[[View, Position, Faces], str]]] = {
    Phase.LEAD: _lead,
    Phase.RAISED: _raised,
    Phase.FOLLOW: _follow,
    Phase.LAST_WORD: _last_word,
}
"""What may be done in each phase in which a player decides."""
