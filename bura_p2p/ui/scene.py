"""The table as a few lines of text, and what the player may do now.

Here: lines of at most 80 columns made of one `View`. Never: a card that the view does not show, points that the rules
leave to the player's head, what has just happened (`text`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..cards import Card
from ..rules.actions import Answer, Cede, Claim, Give, Lead, Raise
from ..rules.calls import highest, wins_at_once
from ..rules.points import cards_points, set_beats
from ..rules.position import Phase, Position
from ..rules.ruleset import Exhausted, Ruleset, ShortStock
from ..table.phases import Stage
from ..table.view import View
from .chips import signed
from .faces import Faces
from .inert import WIDTH, columns, pad, wrapped
from .text import shown_names, stake_word
from .words import cards_word, claims_var, combination_word, joined, points_word

KEPT: Final = "Your claim is kept until your turn; nobody sees it."
"""What has become of a claim that was made at another moment."""


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
            *_announced(position, names),
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
    match, rules = view.match, position.ruleset
    if match is None:
        return ""
    if rules.has_pot:
        parts = [f"Hand {match.hand}", f"pot {match.pot}", _by_name(names, match.chips, signed)]
        parts += [] if match.dealer is None else [f"{names[match.dealer]} {_verb(names[match.dealer], 'deal')}"]
    else:
        kind = f"match to {rules.match_to}" if rules.match_to else "open match"
        parts = [f"Hand {match.hand}, {kind}", _by_name(names, match.score, str)]
        parts += [_stake(position)] if rules.raises else []
    heading = f"-- {' | '.join(parts)}"
    return f"{heading} --" if columns(heading) + 3 <= WIDTH else heading


def _by_name(names: Sequence[str], numbers: Sequence[int], form: Callable[[int], str]) -> str:
    return ", ".join(f"{name}: {form(number)}" for name, number in zip(names, numbers, strict=True))


def _verb(name: str, verb: str) -> str:
    return verb if name == "You" else f"{verb}s"


def _stake(position: Position) -> str:
    stake = f"stake {stake_word(position.stake)}"
    if position.raise_to is not None:
        return f"{stake}, raise to {stake_word(position.raise_to)} offered"
    return stake if position.raises_allowed else f"{stake}, no raises in this hand"


def _trump(position: Position, faces: Faces) -> str:
    trump, card = faces.suit(position.trump), position.trump_card
    if not position.stock or card is None:
        return f"Trump: {trump}. The stock is empty."
    lies = f"{cards_word(len(position.stock))}, {faces.card(card)} face up at the bottom"
    if stock_is_dead(position):
        return f"Trump: {trump}. Stock: {lies}; too few to draw, they stay there."
    return f"Trump: {trump}. Stock: {lies}."


def stock_is_dead(position: Position) -> bool:
    """Whether what is left of the stock is too short for everybody, and so is never drawn."""
    rules = position.ruleset
    if rules.short_stock is not ShortStock.NO_DRAW or not position.stock:
        return False
    played = {play.seat: len(play.cards) for play in position.trick}
    held = [len(position.hands[seat]) + played.get(seat, 0) for seat in position.order]
    return len(position.stock) < len(held) or min(held) < rules.hand


def _seats(view: View, position: Position, names: Sequence[str]) -> list[str]:
    width = max(map(columns, names)) + 2
    lines = []
    for seat, name in enumerate(names):
        pile = position.piles[seat]
        down = sum(len(give.cards) for give in pile.closed if not give.opened)
        hidden = f" ({down} face down)" if down else ""
        held = pad(f"{_verb(name, 'hold')} {cards_word(len(position.hands[seat]))}", 15)
        # points are the player's to count, unless the rules show them
        told = seat == view.seat and view.own_points is not None
        worth = f", {points_word(view.own_points or 0)}" if told else ""
        lines.append(f"{pad(name, width)}{held}  pile: {cards_word(pile.size)}{hidden}{worth}")
    return lines


def _announced(position: Position, names: Sequence[str]) -> list[str]:
    rules = position.ruleset
    said = (f"{combination_word(what, rules)} by {_object(names[seat])}" for seat, what in position.announced)
    return [f"Announced before this lead: {', '.join(said)}."] if position.announced else []


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
    if view.stage in (Stage.COMPLETE, Stage.VOID):
        return "The game is over."
    names = shown_names(view.names, view.seat)
    others = [names[seat] for seat in view.owing if seat != view.seat and seat < len(names)]
    waiting = f"Waiting for {joined(others)}." if others else "Waiting."
    return f"{waiting} {KEPT}" if view.claiming else waiting


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
    if Cede() in view.legal:
        return _against(view, position, faces, leads)
    mixed = ", or aces together" if any(len({card.suit for card in cards}) > 1 for cards in leads) else ""
    ways = [f"lead {sizes_word(position.ruleset)}{mixed}{_cheapest(position, leads)}"]
    return f"Your turn: {', or '.join([*ways, *_claim_ways(view, position), *_raise_ways(view)])}."


def sizes_word(rules: Ruleset) -> str:
    """What a lead may be: `cards of one suit`, `1 card, or 3 of one suit`."""
    if rules.lead == tuple(range(1, rules.lead[-1] + 1)):
        return "cards of one suit" if rules.lead[-1] > 1 else "1 card"
    return f"1 card, or {' or '.join(map(str, rules.lead[1:]))} of one suit"


def _against(view: View, position: Position, faces: Faces, leads: Sequence[Sequence[Card]]) -> str:
    """A lead that a combination was announced against."""
    seat, what = highest(position)
    name = shown_names(view.names, view.seat)[seat]
    prize = f", and {name} wins the hand" if wins_at_once(position, seat, what) else f" to {name}"
    ways = [f"'cede' the lead{prize}"]
    if leads:
        ways.append(f"lead a combination as high{_cheapest(position, leads, 'lead ')}")
    against = f"{name} announced {combination_word(what, position.ruleset)} against your lead"
    return f"Your turn, {against}: {', or '.join([*ways, *_claim_ways(view, position)])}."


def _seized(view: View, position: Position, faces: Faces) -> str:
    leads = [action.cards for action in view.legal if isinstance(action, Lead)]
    what = combination_word(highest(position)[1], position.ruleset)
    ways = [f"your {what} has the lead, lead it{_cheapest(position, leads, 'lead ').removeprefix(', such')}"]
    return f"Your turn: {', or '.join([*ways, *_claim_ways(view, position)])}."


def _claim_ways(view: View, position: Position) -> list[str]:
    """To claim; where that may be done at any time, it is not said before there is a pile."""
    if Claim() not in view.legal:
        return []
    target = position.ruleset.target
    if claims_var(position.ruleset):
        return [f"say 'var' if your pile holds {target} points"]
    return [f"'claim' if your pile holds {target} points"] if position.piles[view.seat].size else []


def _raised(view: View, position: Position, faces: Faces) -> str:
    lost = points_word(position.stake)
    ways = ["'accept'", f"'decline' (the hand is lost for {lost})", *_raise_ways(view)]
    return f"Your turn, the stake {stake_word(position.raise_to or 0)} is offered: {', or '.join(ways)}."


def _raise_ways(view: View) -> list[str]:
    return [f"'raise' to {stake_word(action.to)}" for action in view.legal if isinstance(action, Raise)]


def _follow(view: View, position: Position, faces: Faces) -> str:
    standing = position.standing.shown
    lead, count = faces.row(standing), cards_word(len(standing))
    answers = [action.cards for action in view.legal if isinstance(action, Answer)]
    beats = [cards for cards in answers if set_beats(position.trump, cards, standing)]
    gives = [action.known for action in view.legal if isinstance(action, Give)]
    down = bool(gives)
    gives = gives or [cards for cards in answers if cards not in beats]
    ways = [f"beat {lead}{_cheapest(position, beats)}"] if beats else []
    if gives:
        ways.append(f"give {count} face {'down' if down else 'up'}{_cheapest(position, gives, 'give ')}")
    told = ", or ".join([*ways, *_claim_ways(view, position)])
    return f"Your turn: {told}." if beats else f"Your turn: you cannot beat {lead}, so {told}."


def _last_word(view: View, position: Position, faces: Faces) -> str:
    rules = position.ruleset
    word, rest = "'var'" if claims_var(rules) else "'claim'", " to have both counted"
    if rules.exhausted is not Exhausted.MOST_POINTS:
        rest = ": nobody wins then, unless another claims"
    return f"The cards are out. Your turn: {word} if your pile holds {rules.target} points, or 'pass'{rest}."


_PROMPTS: Final[dict[Phase, Callable[[View, Position, Faces], str]]] = {
    Phase.LEAD: _lead,
    Phase.SEIZED: _seized,
    Phase.RAISED: _raised,
    Phase.FOLLOW: _follow,
    Phase.LAST_WORD: _last_word,
}
"""What may be done in each phase in which a player decides."""
