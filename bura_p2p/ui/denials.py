"""Why a move that was understood cannot be made now, in one sentence.

Here: sentences made of a view and an action. Never: what was typed (`typed`), what is legal (the rules say).
"""

from __future__ import annotations

from typing import Final

from ..cards import Card
from ..rules import actions as a
from ..rules.calls import highest, lead_fault
from ..rules.position import Phase, Position
from ..rules.ruleset import Ruleset, Win
from ..rules.tricks import lead_sizes
from ..sentences import N_
from ..table.view import View
from .scene import sizes_word
from .text import shown_names, stake_word
from .tongue import t
from .words import combination_word


def denial(action: a.Action, view: View) -> str:
    """Why an action that was understood cannot be taken now, as one sentence."""
    position = view.position
    phase = None if position is None else position.phase
    if phase is Phase.RAISED:
        return t("The raise has to be answered first.")
    if phase is Phase.LAST_WORD and isinstance(action, a.Lead | a.Answer | a.Give):
        return t("The cards are out.")
    if phase is Phase.FOLLOW and isinstance(action, a.Lead):
        return t("You cannot lead before this trick is over.")
    if isinstance(action, a.Lead) and position is not None and phase in (Phase.LEAD, Phase.SEIZED):
        return _no_lead(action.cards, view, position)
    if isinstance(action, a.Claim):
        return no_claim(view.ruleset)
    if isinstance(action, a.Pass) and view.ruleset is not None and view.ruleset.win not in _CLAIMS:
        return t("There is nothing to pass on by these rules.")
    return t(_DENIALS.get(type(action), _NOT_NOW))


_CLAIMS: Final = frozenset({Win.VAR_AFTER_OWN_TRICK, Win.CLAIM_ANYTIME})

_NOT_NOW: Final = N_("That is not possible now.")
_DENIALS: Final[dict[type[a.Action], str]] = {
    a.Pass: N_("'pass' is said only when the cards are out."),
    a.Accept: N_("There is no raise to answer."),
    a.Decline: N_("There is no raise to answer."),
    a.Cede: N_("Nothing was announced against your lead."),
    a.Answer: N_("There is nothing on the table to beat."),
    a.Give: N_("There is nothing on the table to give against."),
}
"""Why an action is not open, outside the phases that it belongs to."""


def no_claim(rules: Ruleset | None) -> str:
    """Why nothing can be claimed now."""
    match None if rules is None else rules.win:
        case Win.AUTO if rules is not None:
            return t("Nothing is claimed by these rules: {target} points win by themselves.", target=rules.target)
        case Win.MOST_POINTS:
            return t("Nothing is claimed by these rules: most points win when the cards are out.")
        case Win.CLAIM_ANYTIME:
            return t("There is nothing to claim before the deal, or when a hand is over.")
        case _:
            return t("'var' is said only straight after a trick that you have won.")


def _no_lead(cards: tuple[Card, ...], view: View, position: Position) -> str:
    """Why these cards cannot be led."""
    if len(cards) not in lead_sizes(position):
        sizes = sizes_word(position.ruleset)
        return t("A lead is {sizes} by these rules, not {count}.", sizes=sizes, count=len(cards))
    if position.phase is Phase.SEIZED:
        return t("You have announced your whole hand, and that is what you lead.")
    if position.announced:
        seat, what = highest(position)
        name = shown_names(view.names, view.seat)[seat]
        return t(
            "{name} announced {what}: lead a combination as high, or 'cede' the lead.",
            name=name, what=combination_word(what, position.ruleset),
        )
    if lead_fault(position, cards) is not None:
        return t("A lead is of one suit: lead cards of the same suit, or one card alone.")
    return t("That cannot be led now.")


# --- raises ------------------------------------------------------------------------------------------------------


def no_raise(view: View) -> str:
    """Why the player whose turn it is cannot raise, as a clause."""
    position = view.position
    if position is None or not position.ruleset.raises:
        return t("these rules have no raises")
    if not position.raises_allowed:
        return t("this hand is played without raises, for a side lacks one point to win the match")
    if position.announced:
        return t("not while something is announced")
    stake = position.raise_to or position.stake
    if stake + 1 not in position.ruleset.raises:
        return t("{stake} is the highest stake", stake=stake_word(stake))
    if position.phase not in (Phase.LEAD, Phase.RAISED):
        return t("that is done before a lead of your own")
    return t("you raised last, and the next raise is the other side's")
