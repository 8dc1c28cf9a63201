"""A ruleset's answers in plain words: one short text for each part of the game.

Here: sentences made of the questions and their values. Never: a ruleset told by its name, a sentence that stands
for one ruleset only, layout.
"""

from __future__ import annotations

from typing import Final

from ..cards import Rank, Suit, deck
from ..rules.calls import HEIGHT
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
from ..sentences import N_
from .text import raise_name
from .tongue import capital, t, tn
from .words import cards_word, either

RANKS: Final = {
    Rank.ACE: N_("ace"),
    Rank.TEN: N_("ten"),
    Rank.KING: N_("king"),
    Rank.QUEEN: N_("queen"),
    Rank.JACK: N_("jack"),
    Rank.NINE: N_("nine"),
    Rank.EIGHT: N_("eight"),
    Rank.SEVEN: N_("seven"),
    Rank.SIX: N_("six"),
}
"""The ranks as people call them."""

SPECIALS: Final = {
    Special.BURA: N_("bura (3 trumps)"),
    Special.THREE_ACES: N_("three aces"),
    Special.MOLODKA: N_("molodka (3 of one other suit)"),
}
"""Combinations, each with what it is."""

INSTANTS: Final = {
    Instant.BURA: N_("bura (3 trumps)"),
    Instant.MOSCOW: N_("Moscow (3 aces)"),
    Instant.FOUR_TRUMPS: N_("bura (4 trumps)"),
    Instant.FOUR_ACES: N_("4 aces"),
}
"""Hands that win by being held, each with what it is."""


def seats_text(rules: Ruleset) -> str:
    """How many play, and who with whom."""
    fewest, most = rules.players
    if rules.teams:
        one, other = (_places(team) for team in rules.teams)
        return t("{players} players in two sides: seats {one} against {other}", players=most, one=one, other=other)
    if fewest == most:
        return tn("{n} player", "{n} players", most)
    return t("{fewest} to {most} players, each for themselves", fewest=fewest, most=most)


def _places(team: tuple[int, ...]) -> str:
    *some, last = (str(place + 1) for place in team)
    return t("{names} and {last}", names=", ".join(some), last=last) if some else last


def deck_text(rules: Ruleset) -> str:
    """The deck from its highest card, with the points; the deal."""
    cards = sorted((card for card in deck(rules.deck) if card.suit is Suit.CLUBS), reverse=True)
    worth = [f"{t(RANKS[card.rank])} {card_points(card)}" for card in cards if card_points(card)]
    rest = [t(RANKS[card.rank]) for card in cards if not card_points(card)]
    worth += [t("{high} to {low} 0", high=rest[0], low=rest[-1])] if rest else []
    told = tn(
        "{n} card, high to low with points: {worth}; {total} in all.",
        "{n} cards, high to low with points: {worth}; {total} in all.",
        rules.deck,
        worth=", ".join(worth),
        total=ALL_POINTS,
    )
    if rules.short_stock is ShortStock.DRAW_REST:
        deal = t("{cards} each; the next is turned up for trump, and it is drawn last.", cards=cards_word(rules.hand))
    else:
        deal = t("{cards} each; the next is turned up for trump, and it lies under the stock.",
                 cards=cards_word(rules.hand))  # fmt: skip
    return f"{told} {deal}"


def sizes_text(sizes: tuple[int, ...]) -> str:
    """`1 card`, `1 to 3 cards`, `1 or 3 cards`."""
    if sizes == (1,):
        return cards_word(1)
    if len(sizes) > 2 and sizes == tuple(range(sizes[0], sizes[-1] + 1)):
        return tn("{few} to {n} card", "{few} to {n} cards", sizes[-1], few=sizes[0])
    some = ", ".join(map(str, sizes[:-1]))
    return tn("{some} or {n} card", "{some} or {n} cards", sizes[-1], some=some)


def lead_text(rules: Ruleset) -> str:
    """What may be led."""
    sizes = sizes_text(rules.lead)
    if rules.lead[-1] == 1:
        return f"{sizes}."
    if rules.players[1] > 2:
        return t("{sizes} of one suit, never more than the shortest hand has.", sizes=sizes)
    return t("{sizes} of one suit.", sizes=sizes)


def answer_text(rules: Ruleset) -> str:
    """What is put down on a lead, and what beats it."""
    if rules.teams:
        led = t("In turn beat what stands (your partner's too), each card with one higher in its suit, or with a "
                "trump if it is none; or give as many.")  # fmt: skip
    elif rules.players[1] > 2:
        led = t("In turn beat what stands, each card with one higher in its suit, or with a trump if it is none; or "
                "give as many.")  # fmt: skip
    else:
        led = t("Beat what was led, each card with one higher in its suit, or with a trump if it is none; or give as "
                "many.")  # fmt: skip
    return f"{led} {t('No duty to beat or follow suit.')}"


def give_text(rules: Ruleset) -> str:
    """How given cards lie, and whether they are ever seen; who keeps count."""
    if rules.give_face is GiveFace.UP:
        told = t("Your points are counted for you.") if rules.points_shown else t(_NO_COUNT)
        return f"{t('Cards lie face up.')} {told}"
    if rules.win in {Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME}:
        lie = t("Cards lie face down: so they never beat, and open only if a claim needs them.")
    else:
        lie = t("Cards lie face down: so they never beat, and stay closed for ever.")
    if not rules.points_shown:
        told = t(_NO_COUNT)
    elif rules.players[1] > 2:
        told = t("Your points are counted for you: who takes them is told what those are worth.")
    else:
        told = t("Your points are counted for you: both are told what those are worth.")
    return f"{lie} {told}"


_NO_COUNT: Final = N_("Nobody counts for you; won cards are not seen again.")


def trick_text(rules: Ruleset) -> str:
    """Who takes a trick, draws and leads; what a short stock does."""
    if rules.short_stock is ShortStock.DRAW_REST:
        return t("Whoever beat last, else the leader, takes it, draws first and leads next; all draw singly in turn "
                 "to a full hand, to the end of the stock.")  # fmt: skip
    return t("Whoever beat last, else the leader, takes it, draws first and leads next; all draw singly in turn to a "
             "full hand. A stock too short for all is left: it stays closed and is nobody's.")  # fmt: skip


# --- combinations ------------------------------------------------------------------------------------------------


def prize(rules: Ruleset) -> str:
    """What a hand is played for."""
    return t("the pot") if rules.has_pot else t("the hand")


def combinations_text(rules: Ruleset) -> str:
    """The combinations of the rules: what they are, when they are said, what they do."""
    texts = (_specials_text(rules), _instant_text(rules), _bura_text(rules), _maliutka_text(rules))
    return " ".join(text for text in texts if text)


def _specials_text(rules: Ruleset) -> str:
    if not rules.specials:
        return ""
    ranked = sorted(rules.specials, key=lambda what: HEIGHT[what], reverse=True)
    named = either([t(SPECIALS[what]) for what in ranked])
    template = _DOES[rules.specials_when is SpecialsWhen.PRE_LEAD, len(ranked) > 1, rules.players[1] > 2]
    does = t(template, sets=named)
    return " ".join(text for text in (does, _aces_text(rules), _led_bura_text(rules)) if text)


_IN_TRICK: Final = (
    N_("Whoever plays {sets} face up, led or in answer, leads next even if beaten; of several the first."),
    N_("Whoever plays {sets} face up, led or in answer, leads next even if beaten; of several the highest, of equals "
       "the first."),
)  # fmt: skip

_DOES: Final = {
    (True, False, False): N_(
        "Before a lead, while hands are full, the other may announce {sets}: it takes the lead unless the leader "
        "leads one too."
    ),
    (True, False, True): N_(
        "Before a lead, while hands are full, the others may announce {sets}: the first takes the lead unless the "
        "leader leads one too."
    ),
    (True, True, False): N_(
        "Before a lead, while hands are full, the other may announce {sets}: the highest takes the lead unless the "
        "leader leads one as high."
    ),
    (True, True, True): N_(
        "Before a lead, while hands are full, the others may announce {sets}: the highest, of equals the first, "
        "takes the lead unless the leader leads one as high."
    ),
    (False, False, False): _IN_TRICK[0],
    (False, False, True): _IN_TRICK[0],
    (False, True, False): _IN_TRICK[1],
    (False, True, True): _IN_TRICK[1],
}
"""What combinations do: whether they are announced before a lead, can differ, and can be several people's."""


def _aces_text(rules: Ruleset) -> str:
    if Special.THREE_ACES not in rules.specials:
        return ""
    if rules.three_aces is ThreeAces.LEAD:
        return t("Three aces may be led together.")
    if rules.specials_when is SpecialsWhen.PRE_LEAD and Special.BURA in rules.specials:
        return t("Three aces led together win {prize} at once, unless another announced a bura.", prize=prize(rules))
    return t("Three aces led together win {prize} at once.", prize=prize(rules))


def _led_bura_text(rules: Ruleset) -> str:
    """What a bura among the combinations decides."""
    announced, won = rules.specials_when is SpecialsWhen.PRE_LEAD, prize(rules)
    match rules.bura:
        case Bura.MUST_WIN_TRICK:
            return t("Whoever takes a trick with an open bura in it, led or in answer, wins {prize}.", prize=won)
        case Bura.INSTANT_ON_ANNOUNCE if announced:
            return t(_ALONE, prize=won)
        case Bura.PLAY_ENDS_ROUND if announced:
            return f"{t(_ALONE, prize=won)} {t('So does a bura in answer.')}"
        case Bura.INSTANT_ON_ANNOUNCE:
            return t("Once a bura is led, the bura that stands in that trick wins {prize}.", prize=won)
        case Bura.PLAY_ENDS_ROUND:
            return t("Once a bura is led or answered, the bura that stands in that trick wins {prize}.", prize=won)
        case _:
            return ""


_ALONE: Final = N_("A bura that leads wins {prize} at once; if others announced one too, the one that stands does.")


def _instant_text(rules: Ruleset) -> str:
    if not rules.instant:
        return ""
    ranked = sorted(rules.instant, key=lambda what: HEIGHT[what], reverse=True)
    values = {"sets": either([t(INSTANTS[what]) for what in ranked]), "prize": prize(rules)}
    if len(ranked) > 1:
        told = t("{sets}, held after the deal or a refill, wins {prize} at once: in this order, of equal ones the "
                 "first in turn.", **values)  # fmt: skip
    else:
        told = t("{sets}, held after the deal or a refill, wins {prize} at once: of several the first in turn.",
                 **values)  # fmt: skip
    return capital(told)


def _bura_text(rules: Ruleset) -> str:
    if rules.bura is not Bura.WHOLE_HAND_ON_LEAD:
        return ""
    return tn(
        "Bura, {n} trump led at once, wins {prize} on the spot.",
        "Bura, {n} trumps led at once, wins {prize} on the spot.",
        rules.hand,
        prize=prize(rules),
    )


def _maliutka_text(rules: Ruleset) -> str:
    if rules.maliutka is Maliutka.ANYTIME:
        if rules.bura is Bura.WHOLE_HAND_ON_LEAD:
            told = t("Maliutka, a hand of one other suit, may be announced before another's lead and takes it, "
                     "unless the leader leads one too or a bura.")  # fmt: skip
        else:
            told = t("Maliutka, a hand of one other suit, may be announced before another's lead and takes it, "
                     "unless the leader leads one too.")  # fmt: skip
        return f"{told} {t('No raise then.')}" if rules.raises else told
    if rules.specials or rules.instant or rules.hand == 1 or rules.hand not in rules.lead:
        return ""
    return t("Maliutka, a hand of one other suit, is led in your own turn only.")


# --- winning, paying, going on -----------------------------------------------------------------------------------


def win_text(rules: Ruleset) -> str:
    """How points win a hand, and what a wrong claim costs."""
    won = prize(rules)
    if rules.win is Win.MOST_POINTS:
        return t("Nothing is claimed; when the cards are out {end}", end=_end_text(rules))
    if rules.win is Win.AUTO:
        told = t("{target} points taken win {prize} at once, by themselves; nothing is claimed.", target=rules.target,
                 prize=won)  # fmt: skip
        return f"{told} {t('Cards out before that: {end}', end=_end_text(rules))}"
    if rules.win is Win.VAR_AFTER_OWN_TRICK:
        may = t("After any trick of yours you may say 'var' before the next lead:")
        out = t("Cards out, no 'var': {end}", end=_end_text(rules))
    else:
        may = t("You may claim before your lead, instead of your answer, or in a last word after the last trick:")
        out = t("Cards out, no claim: {end}", end=_end_text(rules))
    values = {"target": rules.target, "prize": won, "cost": _cost(rules)}
    if rules.teams:
        with_ = t("with {target} points in your side's piles you win {prize}, with fewer you {cost}.", **values)
    else:
        with_ = t("with {target} points in your pile you win {prize}, with fewer you {cost}.", **values)
    return f"{may} {with_} {out}"


def _cost(rules: Ruleset) -> str:
    """What `you` do after a claim without the points."""
    match rules.wrong:
        case Wrong.LOSE_HAND:
            return t("lose it")
        case Wrong.PAY_POT:
            return t("pay into it what it holds and end the hand")
        case Wrong.DOUBLE_POT:
            return t("must double it and end the hand")
        case Wrong.NOTHING:
            return t("lose nothing")


def _end_text(rules: Ruleset) -> str:
    """What the end of the cards means."""
    match rules.exhausted:
        case Exhausted.VOID_REANTE:
            return t("nobody wins; the pot stays, and all ante again.")
        case Exhausted.VOID_POT_STAYS:
            return t("nobody wins; the pot stays, without new antes.")
        case Exhausted.MOST_POINTS if rules.tie is Tie.SPLIT_POT:
            return t("most points win {prize}; equal best ones share it (what does not divide stays).",
                     prize=prize(rules))  # fmt: skip
        case Exhausted.MOST_POINTS:
            return t("most points win {prize}; equal points win nothing.", prize=prize(rules))


def pot_text(rules: Ruleset) -> str:
    """The chips, where there is a pot."""
    if not rules.has_pot:
        return ""
    if rules.exhausted is Exhausted.VOID_POT_STAYS:
        told = tn(
            "Each pays {n} chip (of no value) for a new pot; it is shared when play stops.",
            "Each pays {n} chips (of no value) for a new pot; it is shared when play stops.",
            rules.ante,
        )
    else:
        told = tn(
            "Each pays {n} chip (of no value) a hand; it is shared when play stops.",
            "Each pays {n} chips (of no value) a hand; it is shared when play stops.",
            rules.ante,
        )
    if rules.players[1] == 2:
        return told
    if rules.wrong is Wrong.DOUBLE_POT:
        return f"{told} {t('Of three or more, who gives up doubles it and leaves.')}"
    return f"{told} {t('Of three or more, who gives up pays what it holds and leaves.')}"


def stake_text(rules: Ruleset) -> str:
    """How the stake is raised."""
    if not rules.raises:
        return ""
    names = ", ".join(f"{raise_name(stake)} {stake}" for stake in rules.raises)
    if rules.teams:
        return t("Before leading you may raise it by one: {names}. The player on your left accepts, declines and "
                 "loses the stake before, or raises back; no side raises twice in a row.", names=names)  # fmt: skip
    return t("Before leading you may raise it by one: {names}. The other accepts, declines and loses the stake "
             "before, or raises back; no side raises twice in a row.", names=names)  # fmt: skip


def match_text(rules: Ruleset) -> str:
    """What a hand counts, and how far the match goes."""
    if rules.has_pot:
        return ""
    counts = t("A hand counts its stake.") if rules.raises else t("A hand counts 1 point.")
    if not rules.match_to:
        return f"{counts} {t('The match is open: until somebody stops.')}"
    won = tn("{n} point wins the match.", "{n} points win the match.", rules.match_to)
    short = rules.raises and rules.no_raise is NoRaise.FIRST_HAND_ONE_SHORT
    quiet = t("The first hand with a side one point short is played without raises.") if short else ""
    return " ".join(text for text in (counts, won, quiet) if text)


def first_text(rules: Ruleset, first: str = "") -> str:
    """Who leads first, and who deals. `first`: a clause that says who begins the first hand; empty: it is drawn."""
    first = first or t("the first by lot")
    if rules.first_lead is FirstLead.WINNER:
        return t("Who wins a hand leads the next, after a draw the same; {first}.", first=first)
    if rules.first_lead is FirstLead.ROTATING_SEAT:
        return t("One seat further, clockwise, with every hand; {first}.", first=first)
    left = rules.first_lead is FirstLead.LEFT_OF_DEALER
    leads = t("The player on the dealer's left.") if left else t(
        "The player on the dealer's right."
    )
    return f"{leads} {_dealer_text(rules, first)}"


def _dealer_text(rules: Ruleset, first: str) -> str:
    if rules.dealer is Dealer.NOBODY:
        return t("Nobody deals.")
    if rules.win in {Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME}:
        return t("Who won or claimed wrongly deals next, else the same again; {first}.", first=first)
    return t("Who won deals next, else the same again; {first}.", first=first)


def clock_text(rules: Ruleset) -> str:
    """How long a move may take, where that is bounded."""
    if not rules.clock:
        return ""
    return tn(
        "{n} second a move; then others may wait, offer an end, or stop.",
        "{n} seconds a move; then others may wait, offer an end, or stop.",
        rules.clock,
    )


# --- in one line -------------------------------------------------------------------------------------------------


def summary_text(rules: Ruleset) -> str:
    """The rules in one line: what tells them from others."""
    won = t(_WON[rules.win], target=rules.target)
    usual = rules.lead == tuple(range(1, rules.hand + 1))
    if rules.has_pot:
        played = t("a pot")
    else:
        played = t("raises to {stake}", stake=rules.raises[-1]) if rules.raises else t("single hands")
    parts = [
        won,
        "" if usual else t("leads of {sizes}", sizes=sizes_text(rules.lead)),
        t("open gives") if rules.give_face is GiveFace.UP else t("closed gives"),
        t(_BURAS[rules.bura]) if rules.bura in _BURAS else "",
        _held_summary(rules),
        played,
    ]
    return "; ".join(part for part in parts if part)


_WON: Final = {
    Win.VAR_AFTER_OWN_TRICK: N_("{target} points and 'var'"),
    Win.CLAIM_ANYTIME: N_("{target} points, claimed"),
    Win.AUTO: N_("{target} points win by themselves"),
    Win.MOST_POINTS: N_("most points win"),
}

_BURAS: Final = {
    Bura.WHOLE_HAND_ON_LEAD: N_("a bura led wins"),
    Bura.MUST_WIN_TRICK: N_("a bura must win its trick"),
    Bura.INSTANT_ON_ANNOUNCE: N_("a bura that leads wins"),
    Bura.PLAY_ENDS_ROUND: N_("a bura played wins"),
}


def _held_summary(rules: Ruleset) -> str:
    return t("{sets} held wins", sets=either([t(INSTANTS[what]) for what in rules.instant])) if rules.instant else ""
