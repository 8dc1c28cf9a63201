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
from ..sentences import N_
from ..table.phases import Stage
from ..table.view import View
from .chips import signed
from .faces import Faces
from .inert import WIDTH, columns, pad, wrapped
from .text import shown_names, stake_word
from .tongue import t, tn
from .words import cards_word, claims_var, combination_word, joined, points_word

KEPT: Final = N_("Your claim is kept until your turn; nobody sees it.")
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
            *_announced(view, position, names),
            *_trick(view, position, names, faces),
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
        parts = [t("Hand {hand}", hand=match.hand), t("pot {chips}", chips=match.pot)]
        parts.append(_by_name(names, match.chips, signed))
        parts += [] if match.dealer is None else [_deals(match.dealer, view.seat, names)]
    elif rules.match_to:
        parts = [t("Hand {hand}, match to {points}", hand=match.hand, points=rules.match_to)]
        parts.append(_by_name(names, match.score, str))
    else:
        parts = [t("Hand {hand}, open match", hand=match.hand), _by_name(names, match.score, str)]
    parts += [_stake(position)] if rules.raises and not rules.has_pot else []
    heading = f"-- {' | '.join(parts)}"
    return f"{heading} --" if columns(heading) + 3 <= WIDTH else heading


def _deals(dealer: int, me: int, names: Sequence[str]) -> str:
    return t("You deal") if dealer == me else t("{name} deals", name=names[dealer])


def _by_name(names: Sequence[str], numbers: Sequence[int], form: Callable[[int], str]) -> str:
    return ", ".join(f"{name}: {form(number)}" for name, number in zip(names, numbers, strict=True))


def _stake(position: Position) -> str:
    stake = t("stake {stake}", stake=stake_word(position.stake))
    if position.raise_to is not None:
        return t("{stake}, raise to {to} offered", stake=stake, to=stake_word(position.raise_to))
    return stake if position.raises_allowed else t("{stake}, no raises in this hand", stake=stake)


def _trump(position: Position, faces: Faces) -> str:
    trump, card = t("Trump: {suit}.", suit=faces.suit(position.trump)), position.trump_card
    if not position.stock or card is None:
        return f"{trump} {t('The stock is empty.')}"
    values = {"cards": cards_word(len(position.stock)), "card": faces.card(card)}
    if stock_is_dead(position):
        lies = t("Stock: {cards}, {card} face up at the bottom; too few to draw, they stay there.", **values)
    else:
        lies = t("Stock: {cards}, {card} face up at the bottom.", **values)
    return f"{trump} {lies}"


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
    held = [_holds(seat, view, position) for seat in range(len(names))]
    room = max(15, *map(columns, held))
    lines = []
    for seat, name in enumerate(names):
        pile = position.piles[seat]
        down = sum(len(give.cards) for give in pile.closed if not give.opened)
        hidden = f" ({tn('{n} face down', '{n} face down', down)})" if down else ""
        # points are the player's to count, unless the rules show them
        told = seat == view.seat and view.own_points is not None
        worth = f", {points_word(view.own_points or 0)}" if told else ""
        won = t("pile: {cards}", cards=cards_word(pile.size))
        lines.append(f"{pad(name, width)}{pad(held[seat], room)}  {won}{hidden}{worth}")
    return lines


def _holds(seat: int, view: View, position: Position) -> str:
    """What follows a name: `holds 3 cards`."""
    cards = cards_word(len(position.hands[seat]))
    return t("hold {cards}", cards=cards) if seat == view.seat else t("holds {cards}", cards=cards)


def _announced(view: View, position: Position, names: Sequence[str]) -> list[str]:
    if not position.announced:
        return []
    told = []
    for seat, announced in position.announced:
        what = combination_word(announced, position.ruleset)
        mine = seat == view.seat
        told.append(t("{what} by you", what=what) if mine else t("{what} by {name}", what=what, name=names[seat]))
    return [t("Announced before this lead: {list}.", list=", ".join(told))]


def _trick(view: View, position: Position, names: Sequence[str], faces: Faces) -> list[str]:
    lines = []
    for number, play in enumerate(position.trick):
        down = t("{cards} face down", cards=cards_word(len(play.cards)))
        cards = faces.row(play.shown) if play.face_up else down
        if play.seat == view.seat:
            template = _LED_BY_YOU if number == 0 else _PUT_BY_YOU
        else:
            template = _LED_BY if number == 0 else _PUT_BY
        lines.append(t(template, cards=cards, name=names[play.seat]))
    return lines


_LED_BY: Final = N_("On the table: {cards}, led by {name}.")
_PUT_BY: Final = N_("On the table: {cards}, put down by {name}.")
_LED_BY_YOU: Final = N_("On the table: {cards}, led by you.")
_PUT_BY_YOU: Final = N_("On the table: {cards}, put down by you.")


def held_lines(view: View, faces: Faces) -> list[str]:
    """The own cards with the numbers by which they can be typed; below them those that were given."""
    if not view.held:
        return []
    cards = "   ".join(f"{number}: {faces.card(card)}" for number, card in enumerate(view.held, start=1))
    given = [t("You gave face down so far: {cards}.", cards=faces.row(view.given))] if view.given else []
    return [f"{t('Your cards')}   {cards}", *given]


# --- what to do now ----------------------------------------------------------------------------------------


def prompt(view: View, faces: Faces) -> str:
    """One sentence: what this player may do now, or whom the table waits for."""
    position = view.position
    if view.my_turn and position is not None:
        return _PROMPTS[position.phase](view, position, faces)
    if view.stage in (Stage.COMPLETE, Stage.VOID):
        return t("The game is over.")
    names = shown_names(view.names, view.seat)
    others = [names[seat] for seat in view.owing if seat != view.seat and seat < len(names)]
    waiting = t("Waiting for {names}.", names=joined(others)) if others else t("Waiting.")
    return f"{waiting} {t(KEPT)}" if view.claiming else waiting


def _turn(ways: Sequence[str], before: str = "") -> str:
    """`Your turn: lead …, or say 'var' …`: the ways, each a clause; `before` says what stands in between."""
    told, *more = ways
    for way in more:
        told = t("{ways}, or {last}", ways=told, last=way)
    return (
        t("Your turn, {before}: {ways}.", before=before, ways=told) if before else t("Your turn: {ways}.", ways=told)
    )


def _cheapest(position: Position, choices: Sequence[Sequence[Card]]) -> str:
    """`QS`: of `choices` the one that costs least. No example is worth typing without a thought, but none gives a
    trump or an ace away.
    """

    def cost(cards: Iterable[Card]) -> tuple[int, int, int]:
        held = tuple(cards)
        return sum(card.suit == position.trump for card in held), cards_points(held), sum(card.rank for card in held)

    return " ".join(map(str, min(choices, key=cost)))


def _such(way: str, example: str) -> str:
    """A way with an example of what can be typed for it, where there is one."""
    return t("{way}, such as '{example}'", way=way, example=example) if example else way


def _lead(view: View, position: Position, faces: Faces) -> str:
    leads = [action.cards for action in view.legal if isinstance(action, Lead)]
    if Cede() in view.legal:
        return _against(view, position, leads)
    way = t("lead {sizes}", sizes=sizes_word(position.ruleset))
    if any(len({card.suit for card in cards}) > 1 for cards in leads):
        way = t("lead {sizes}, or aces together", sizes=sizes_word(position.ruleset))
    way = _such(way, _cheapest(position, leads) if leads else "")
    return _turn([way, *_claim_ways(view, position), *_raise_ways(view)])


def sizes_word(rules: Ruleset) -> str:
    """What a lead may be: `cards of one suit`, `1 card, or 3 of one suit`."""
    if rules.lead == tuple(range(1, rules.lead[-1] + 1)):
        return t("cards of one suit") if rules.lead[-1] > 1 else cards_word(1)
    *some, last = map(str, rules.lead[1:])
    more = t("{names} or {last}", names=", ".join(some), last=last) if some else last
    return t("1 card, or {more} of one suit", more=more)


def _against(view: View, position: Position, leads: Sequence[Sequence[Card]]) -> str:
    """A lead that a combination was announced against."""
    seat, what = highest(position)
    name = shown_names(view.names, view.seat)[seat]
    if wins_at_once(position, seat, what):
        ways = [t("'cede' the lead, and {name} wins the hand", name=name)]
    else:
        ways = [t("'cede' the lead to {name}", name=name)]
    if leads:
        ways.append(_such(t("lead a combination as high"), f"lead {_cheapest(position, leads)}"))
    announced = t(
        "{name} announced {what} against your lead", name=name, what=combination_word(what, position.ruleset)
    )
    return _turn([*ways, *_claim_ways(view, position)], announced)


def _seized(view: View, position: Position, faces: Faces) -> str:
    leads = [action.cards for action in view.legal if isinstance(action, Lead)]
    what = combination_word(highest(position)[1], position.ruleset)
    way = t("your {what} has the lead, lead it", what=what)
    if leads:
        way = t("{way} as '{example}'", way=way, example=f"lead {_cheapest(position, leads)}")
    return _turn([way, *_claim_ways(view, position)])


def _claim_ways(view: View, position: Position) -> list[str]:
    """To claim; where that may be done at any time, it is not said before there is a pile."""
    if Claim() not in view.legal:
        return []
    target = position.ruleset.target
    if claims_var(position.ruleset):
        return [t("say 'var' if your pile holds {target} points", target=target)]
    if not position.piles[view.seat].size:
        return []
    return [t("'claim' if your pile holds {target} points", target=target)]


def _raised(view: View, position: Position, faces: Faces) -> str:
    lost = t("'decline' (the hand is lost for {points})", points=points_word(position.stake))
    before = t("the stake {stake} is offered", stake=stake_word(position.raise_to or 0))
    return _turn(["'accept'", lost, *_raise_ways(view)], before)


def _raise_ways(view: View) -> list[str]:
    return [
        t("'raise' to {stake}", stake=stake_word(action.to)) for action in view.legal if isinstance(action, Raise)
    ]


def _follow(view: View, position: Position, faces: Faces) -> str:
    standing = position.standing.shown
    lead, count = faces.row(standing), cards_word(len(standing))
    answers = [action.cards for action in view.legal if isinstance(action, Answer)]
    beats = [cards for cards in answers if set_beats(position.trump, cards, standing)]
    gives = [action.known for action in view.legal if isinstance(action, Give)]
    down = bool(gives)
    gives = gives or [cards for cards in answers if cards not in beats]
    ways = [_such(t("beat {cards}", cards=lead), _cheapest(position, beats))] if beats else []
    if gives:
        way = t("give {cards} face down", cards=count) if down else t("give {cards} face up", cards=count)
        ways.append(_such(way, f"give {_cheapest(position, gives)}"))
    ways += _claim_ways(view, position)
    if beats:
        return _turn(ways)
    told, *more = ways
    return _turn([t("you cannot beat {cards}, so {way}", cards=lead, way=told), *more])


def _last_word(view: View, position: Position, faces: Faces) -> str:
    rules = position.ruleset
    if claims_var(rules):
        way = t("say 'var' if your pile holds {target} points", target=rules.target)
    else:
        way = t("'claim' if your pile holds {target} points", target=rules.target)
    if rules.exhausted is Exhausted.MOST_POINTS:
        pass_ = t("'pass' to have both counted")
    else:
        pass_ = t("'pass': nobody wins then, unless another claims")
    return f"{t('The cards are out.')} {_turn([way, pass_])}"


_PROMPTS: Final[dict[Phase, Callable[[View, Position, Faces], str]]] = {
    Phase.LEAD: _lead,
    Phase.SEIZED: _seized,
    Phase.RAISED: _raised,
    Phase.FOLLOW: _follow,
    Phase.LAST_WORD: _last_word,
}
"""What may be done in each phase in which a player decides."""
