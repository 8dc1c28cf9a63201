"""A ruleset's answers in plain English: one short text for each part of the game.

Here: sentences made of the questions and their values. Never: a ruleset told by its name, a sentence that stands
for one ruleset only, layout.
"""

from __future__ import annotations

from typing import Final

from ..cards import Rank, Suit, deck
from ..rules.calls import HEIGHT
from ..rules.notation import RAISE_NAMES
from ..rules.points import ALL_POINTS, card_points
from ..rules.ruleset import (
    Bura,
    Dealer,
    Exhausted,
    FirstLead,
    GiveFace,
    Instant,
    Maliutka,
    NoRaise,
    Ruleset,
    ShortStock,
    Special,
    SpecialsWhen,
    ThreeAces,
    Tie,
    Win,
    Wrong,
)
from .words import cards_word, points_word

RANKS: Final = {rank: rank.name.lower() for rank in Rank}
"""The ranks as people call them."""

SPECIALS: Final = {
    Special.BURA: "bura (3 trumps)",
    Special.THREE_ACES: "three aces",
    Special.MOLODKA: "molodka (3 of one other suit)",
}
"""Combinations, each with what it is."""

INSTANTS: Final = {
    Instant.BURA: "bura (3 trumps)",
    Instant.MOSCOW: "Moscow (3 aces)",
    Instant.FOUR_TRUMPS: "bura (4 trumps)",
    Instant.FOUR_ACES: "4 aces",
}
"""Hands that win by being held, each with what it is."""


def several(items: tuple[str, ...] | list[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = items
    return f"{', '.join(most)} {word} {last}" if most else last


def seats_text(rules: Ruleset) -> str:
    """How many play, and who with whom."""
    fewest, most = rules.players
    if rules.teams:
        sides = (several([str(place + 1) for place in team]) for team in rules.teams)
        return f"{most} players in two sides: seats {' against '.join(sides)}"
    return f"{most} players" if fewest == most else f"{fewest} to {most} players, each for themselves"


def deck_text(rules: Ruleset) -> str:
    """The deck from its highest card, with the points; the deal."""
    cards = sorted((card for card in deck(rules.deck) if card.suit is Suit.CLUBS), reverse=True)
    worth = [f"{RANKS[card.rank]} {card_points(card)}" for card in cards if card_points(card)]
    rest = [RANKS[card.rank] for card in cards if not card_points(card)]
    worth += [f"{rest[0]} to {rest[-1]} 0"] if rest else []
    last = "it is drawn last" if rules.short_stock is ShortStock.DRAW_REST else "it lies under the stock"
    return (
        f"{rules.deck} cards, high to low with points: {', '.join(worth)}; {ALL_POINTS} in all. "
        f"{cards_word(rules.hand)} each; the next is turned up for trump, and {last}."
    )


def sizes_text(sizes: tuple[int, ...]) -> str:
    """`1 card`, `1 to 3 cards`, `1 or 3 cards`."""
    if sizes == (1,):
        return "1 card"
    whole = len(sizes) > 2 and sizes == tuple(range(sizes[0], sizes[-1] + 1))
    return f"{sizes[0]} to {sizes[-1]} cards" if whole else f"{several(list(map(str, sizes)), 'or')} cards"


def lead_text(rules: Ruleset) -> str:
    """What may be led."""
    suit = " of one suit" if rules.lead[-1] > 1 else ""
    capped = rules.lead[-1] > 1 and rules.players[1] > 2
    return f"{sizes_text(rules.lead)}{suit}{', never more than the shortest hand has' if capped else ''}."


def answer_text(rules: Ruleset) -> str:
    """What is put down on a lead, and what beats it."""
    led = "In turn beat what stands" if rules.players[1] > 2 else "Beat what was led"
    partner = " (your partner's too)" if rules.teams else ""
    return (
        f"{led}{partner}, each card with one higher in its suit, or with a trump if it is none; or give as many. "
        "No duty to beat or follow suit."
    )


def give_text(rules: Ruleset) -> str:
    """How given cards lie, and whether they are ever seen; who keeps count."""
    if rules.give_face is GiveFace.UP:
        told = "Your points are counted for you" if rules.points_shown else _NO_COUNT
        return f"Cards lie face up. {told}."
    claims = rules.win in {Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME}
    opened = "open only if a claim needs them" if claims else "stay closed for ever"
    taker = "who takes them is" if rules.players[1] > 2 else "both are"
    told = f"Your points are counted for you: {taker} told what those are worth" if rules.points_shown else _NO_COUNT
    return f"Cards lie face down: so they never beat, and {opened}. {told}."


_NO_COUNT: Final = "Nobody counts for you; won cards are not seen again"


def trick_text(rules: Ruleset) -> str:
    """Who takes a trick, draws and leads; what a short stock does."""
    short = (
        ", to the end of the stock"
        if rules.short_stock is ShortStock.DRAW_REST
        else ". A stock too short for all is left: it stays closed and is nobody's"
    )
    return (
        "Whoever beat last, else the leader, takes it, draws first and leads next; all draw singly in turn to a full "
        f"hand{short}."
    )


# --- combinations ------------------------------------------------------------------------------------------------


def prize(rules: Ruleset) -> str:
    """What a hand is played for."""
    return "the pot" if rules.has_pot else "the hand"


def combinations_text(rules: Ruleset) -> str:
    """The combinations of the rules: what they are, when they are said, what they do."""
    texts = (_specials_text(rules), _instant_text(rules), _bura_text(rules), _maliutka_text(rules))
    return " ".join(text for text in texts if text)


def _specials_text(rules: Ruleset) -> str:
    if not rules.specials:
        return ""
    ranked = sorted(rules.specials, key=lambda what: HEIGHT[what], reverse=True)
    named = several([SPECIALS[what] for what in ranked], "or")
    several_speak, several_sets = rules.players[1] > 2, len(ranked) > 1
    if rules.specials_when is SpecialsWhen.PRE_LEAD:
        others = "the others" if several_speak else "the other"
        best = _best(several_sets, several_speak)
        higher = "one as high" if several_sets else "one too"
        does = (
            f"Before a lead, while hands are full, {others} may announce {named}: {best} takes the lead unless the "
            f"leader leads {higher}."
        )
    else:
        best = "the highest, of equals the first" if several_sets else "the first"
        does = f"Whoever plays {named} face up, led or in answer, leads next even if beaten; of several {best}."
    return " ".join(text for text in (does, _aces_text(rules), _led_bura_text(rules)) if text)


def _best(differ: bool, alike: bool) -> str:
    """Which of several combinations counts, where they can differ and can be alike."""
    if differ:
        return "the highest, of equals the first," if alike else "the highest"
    return "the first" if alike else "it"


def _aces_text(rules: Ruleset) -> str:
    if Special.THREE_ACES not in rules.specials:
        return ""
    if rules.three_aces is ThreeAces.LEAD:
        return "Three aces may be led together."
    heard = rules.specials_when is SpecialsWhen.PRE_LEAD and Special.BURA in rules.specials
    unless = ", unless another announced a bura" if heard else ""
    return f"Three aces led together win {prize(rules)} at once{unless}."


def _led_bura_text(rules: Ruleset) -> str:
    """What a bura among the combinations decides."""
    announced = rules.specials_when is SpecialsWhen.PRE_LEAD
    match rules.bura:
        case Bura.MUST_WIN_TRICK:
            return f"Whoever takes a trick with an open bura in it, led or in answer, wins {prize(rules)}."
        case Bura.INSTANT_ON_ANNOUNCE if announced:
            return _alone_text(rules)
        case Bura.PLAY_ENDS_ROUND if announced:
            return f"{_alone_text(rules)} So does a bura in answer."
        case Bura.INSTANT_ON_ANNOUNCE:
            return f"Once a bura is led, the bura that stands in that trick wins {prize(rules)}."
        case Bura.PLAY_ENDS_ROUND:
            return f"Once a bura is led or answered, the bura that stands in that trick wins {prize(rules)}."
        case _:
            return ""


def _alone_text(rules: Ruleset) -> str:
    return f"A bura that leads wins {prize(rules)} at once; if others announced one too, the one that stands does."


def _instant_text(rules: Ruleset) -> str:
    if not rules.instant:
        return ""
    ranked = sorted(rules.instant, key=lambda what: HEIGHT[what], reverse=True)
    named = several([INSTANTS[what] for what in ranked], "or")
    order = "in this order, of equal ones the first in turn" if len(ranked) > 1 else "of several the first in turn"
    return f"{named[0].upper()}{named[1:]}, held after the deal or a refill, wins {prize(rules)} at once: {order}."


def _bura_text(rules: Ruleset) -> str:
    if rules.bura is not Bura.WHOLE_HAND_ON_LEAD:
        return ""
    return f"Bura, {rules.hand} trumps led at once, wins {prize(rules)} on the spot."


def _maliutka_text(rules: Ruleset) -> str:
    if rules.maliutka is Maliutka.ANYTIME:
        bura = " or a bura" if rules.bura is Bura.WHOLE_HAND_ON_LEAD else ""
        return (
            f"Maliutka, a hand of one other suit, may be announced before another's lead and takes it, unless the "
            f"leader leads one too{bura}{'; no raise then' if rules.raises else ''}."
        )
    if rules.specials or rules.instant or rules.hand == 1 or rules.hand not in rules.lead:
        return ""
    return "Maliutka, a hand of one other suit, is led in your own turn only."


# --- winning, paying, going on -----------------------------------------------------------------------------------


def win_text(rules: Ruleset) -> str:
    """How points win a hand, and what a wrong claim costs."""
    if rules.win is Win.MOST_POINTS:
        return f"Nothing is claimed; when the cards are out {_end_text(rules)}"
    if rules.win is Win.AUTO:
        end = f"Cards out before that: {_end_text(rules)}"
        return f"{rules.target} points taken win {prize(rules)} at once, by themselves; nothing is claimed. {end}"
    may, word = _CLAIMS[rules.win]
    pile = "your side's piles" if rules.teams else "your pile"
    return (
        f"{may}: with {rules.target} points in {pile} you win {prize(rules)}, with fewer you {_cost(rules)}. "
        f"Cards out, no {word}: {_end_text(rules)}"
    )


_CLAIMS: Final = {
    Win.VAR_AFTER_OWN_TRICK: ("After any trick of yours you may say 'var' before the next lead", "'var'"),
    Win.CLAIM_ANYTIME: (
        "You may claim before your lead, instead of your answer, or in a last word after the last trick", "claim"
    ),
}  # fmt: skip


def _cost(rules: Ruleset) -> str:
    """What `you` do after a claim without the points."""
    match rules.wrong:
        case Wrong.LOSE_HAND:
            return "lose it"
        case Wrong.PAY_POT:
            return "pay into it what it holds and end the hand"
        case Wrong.DOUBLE_POT:
            return "must double it and end the hand"
        case Wrong.NOTHING:
            return "lose nothing"


def _end_text(rules: Ruleset) -> str:
    """What the end of the cards means."""
    match rules.exhausted:
        case Exhausted.VOID_REANTE:
            return "nobody wins; the pot stays, and all ante again."
        case Exhausted.VOID_POT_STAYS:
            return "nobody wins; the pot stays, without new antes."
        case Exhausted.MOST_POINTS:
            split = rules.tie is Tie.SPLIT_POT
            equal = "equal best ones share it (what does not divide stays)" if split else "equal points win nothing"
            return f"most points win {prize(rules)}; {equal}."


def pot_text(rules: Ruleset) -> str:
    """The chips, where there is a pot."""
    if not rules.has_pot:
        return ""
    ante = "1 chip" if rules.ante == 1 else f"{rules.ante} chips"
    when = "for a new pot" if rules.exhausted is Exhausted.VOID_POT_STAYS else "a hand"
    text = f"Each pays {ante} (of no value) {when}; it is shared when play stops."
    if rules.players[1] == 2:
        return text
    cost = "doubles it" if rules.wrong is Wrong.DOUBLE_POT else "pays what it holds"
    return f"{text} Of three or more, who gives up {cost} and leaves."


def stake_text(rules: Ruleset) -> str:
    """How the stake is raised."""
    if not rules.raises:
        return ""
    names = ", ".join(f"{RAISE_NAMES[stake]} {stake}" for stake in rules.raises)
    other = "The player on your left" if rules.teams else "The other"
    return (
        f"Before leading you may raise it by one: {names}. {other} accepts, declines and loses the stake before, or "
        "raises back; no side raises twice in a row."
    )


def match_text(rules: Ruleset) -> str:
    """What a hand counts, and how far the match goes."""
    if rules.has_pot:
        return ""
    counts = "its stake" if rules.raises else "1 point"
    if not rules.match_to:
        return f"A hand counts {counts}. The match is open: until somebody stops."
    short = rules.raises and rules.no_raise is NoRaise.FIRST_HAND_ONE_SHORT
    quiet = " The first hand with a side one point short is played without raises." if short else ""
    return f"A hand counts {counts}; {points_word(rules.match_to)} {_wins(rules.match_to)} the match.{quiet}"


def _wins(count: int) -> str:
    return "wins" if count == 1 else "win"


def first_text(rules: Ruleset) -> str:
    """Who leads first, and who deals."""
    if rules.first_lead is FirstLead.WINNER:
        return "Who wins a hand leads the next, after a draw the same; the first by lot."
    if rules.first_lead is FirstLead.ROTATING_SEAT:
        return "One seat further, clockwise, with every hand; the first by lot."
    side = "left" if rules.first_lead is FirstLead.LEFT_OF_DEALER else "right"
    return f"The player on the dealer's {side}. {_dealer_text(rules)}"


def _dealer_text(rules: Ruleset) -> str:
    if rules.dealer is Dealer.NOBODY:
        return "Nobody deals."
    claims = rules.win in {Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME}
    who = "won or claimed wrongly" if claims else "won"
    return f"Who {who} deals next, else the same again; the first by lot."


def clock_text(rules: Ruleset) -> str:
    """How long a move may take, where that is bounded."""
    if not rules.clock:
        return ""
    seconds = "1 second" if rules.clock == 1 else f"{rules.clock} seconds"
    return f"{seconds} a move; then others may wait, offer an end, or stop."


# --- in one line -------------------------------------------------------------------------------------------------


def summary_text(rules: Ruleset) -> str:
    """The rules in one line: what tells them from others."""
    won = {
        Win.VAR_AFTER_OWN_TRICK: f"{rules.target} points and 'var'",
        Win.CLAIM_ANYTIME: f"{rules.target} points, claimed",
        Win.AUTO: f"{rules.target} points win by themselves",
        Win.MOST_POINTS: "most points win",
    }[rules.win]
    usual = rules.lead == tuple(range(1, rules.hand + 1))
    parts = [
        won,
        "" if usual else f"leads of {sizes_text(rules.lead)}",
        "open gives" if rules.give_face is GiveFace.UP else "closed gives",
        _BURAS[rules.bura],
        _held_summary(rules),
        "a pot" if rules.has_pot else f"raises to {rules.raises[-1]}" if rules.raises else "single hands",
    ]
    return "; ".join(part for part in parts if part)


_BURAS: Final = {
    Bura.NOTHING: "",
    Bura.WHOLE_HAND_ON_LEAD: "a bura led wins",
    Bura.MUST_WIN_TRICK: "a bura must win its trick",
    Bura.INSTANT_ON_ANNOUNCE: "a bura that leads wins",
    Bura.PLAY_ENDS_ROUND: "a bura played wins",
}


def _held_summary(rules: Ruleset) -> str:
    return f"{several([INSTANTS[what] for what in rules.instant], 'or')} held wins" if rules.instant else ""
