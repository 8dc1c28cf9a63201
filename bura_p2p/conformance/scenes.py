"""The moments in which a lie can be told.

Here: when each has come, and what brings it about at a table in memory. Never: a lie.
"""

from __future__ import annotations

from dataclasses import replace

from ..rules.builtin import CLASSIC, GEORGIAN, RUSSIAN, TELEGRAM, find_ruleset
from ..rules.ruleset import Maliutka
from ..table.phases import Stage
from ..table.state import need
from .cheat import Kind, Scene, Where
from .hall import claimer, raiser
from .rogue import Rogue

PLAIN = Kind(find_ruleset("georgian", match_to=0))
"""The Georgian rules: twenty cards, cards given face down, raises."""
LARGE = Kind(CLASSIC)
"""Thirty-six cards, cards given open, a pot, combinations that are announced."""
SHOWN = Kind(find_ruleset("georgian", match_to=0, points_shown=True))
"""The Georgian rules where the points of every give are shown."""
TOLD = Kind(replace(TELEGRAM, name="told", deck=20, instant=()))
"""Points that both see with every give."""
THREE = Kind(replace(RUSSIAN, name="open-three", deck=20), 3)
"""Three seats, cards given open."""
SEALING = Kind(replace(TELEGRAM, name="sealing", deck=20, instant=(), points_shown=False))
"""Sums that only the winner of a trick can read, and a total that it tells."""
SEIZING = Kind(replace(GEORGIAN, name="seizing", hand=2, lead=(1, 2), maliutka=Maliutka.ANYTIME))
"""Whole hands of two of a suit that take the lead away."""

EVERYWHERE = (PLAIN, LARGE, THREE)


# --- what else must hold -----------------------------------------------------------------------------------


def _tricks(liar: Rogue) -> bool:
    return any(need(liar.table.state.position).tricks_won)


def _first_lead(liar: Rogue) -> bool:
    return not _tricks(liar) and len({card.suit for card in liar.held}) > 1 and not _announced(liar)


def _announced(liar: Rogue) -> bool:
    return bool(need(liar.table.state.position).announced)


def _later_lead(liar: Rogue) -> bool:
    return _tricks(liar) and len(liar.held) == 3 and bool(liar.given)


def _whole_against(count: int) -> Where:
    """An answer to so many cards, with a whole hand that need not beat them."""
    def where(liar: Rogue) -> bool:
        return len(liar.standing) == count and len(liar.held) == 3 and bool(liar.losers(count))

    return where


def _one_held(liar: Rogue) -> bool:
    return len(liar.held) == 1


def _owes_two(liar: Rogue) -> bool:
    return any(len(liar.closed_for(owner)) > 1 for owner in liar.others)


def _my_lead_stands(liar: Rogue) -> bool:
    trick = need(liar.table.state.position).trick
    return bool(trick) and trick[0].seat == liar.seat


AT_FIRST = "no trick has been taken, nothing is announced, and it holds cards of two suits or more"
LATER = "a trick has been taken, it holds three cards, and has given cards face down in this hand"
ONE_HELD = "it holds one card"
AGAINST_ONE = "one card was led, it holds three, and one of them does not beat it"
AGAINST_TWO = "two cards were led, it holds three, and two of them do not beat those"
OWES_TWO = "two cards or more that it gave lie closed in one pile of the other side"

# --- everyday moments --------------------------------------------------------------------------------------

HELLO = Scene("hello", Stage.HELLO, EVERYWHERE)
COMMIT = Scene("commit", Stage.COMMIT, EVERYWHERE)
COMMIT_LAST = Scene("commit after the others", Stage.COMMIT, EVERYWHERE, last=True)
REVEAL = Scene("reveal", Stage.REVEAL, EVERYWHERE)
REVEAL_LAST = Scene("reveal after the others", Stage.REVEAL, EVERYWHERE, last=True)
SHUFFLE = Scene("shuffle", Stage.SHUFFLE, EVERYWHERE)
SECOND_SHUFFLE = Scene("shuffle after another", Stage.SHUFFLE, EVERYWHERE, from_seat=1)
SMALL_SHUFFLE = Scene(
    "shuffle of a smaller deck", Stage.SHUFFLE, (PLAIN, THREE), lambda liar: len(liar.cards.deck) < 36,
    when="the deck has fewer than 36 cards",
)  # fmt: skip
DEAL = Scene("deal", Stage.DEAL, EVERYWHERE)
LEAD = Scene("lead", Stage.LEAD, EVERYWHERE, _first_lead, by=9, when=AT_FIRST)
LEAD_RAISING = Scene("lead, raises open", Stage.LEAD, (PLAIN,), _first_lead, by=6, when=AT_FIRST)
LED = Scene("led", Stage.FOLLOW, (PLAIN, THREE), _my_lead_stands, mine=False, when="its own lead is to be answered")
LATER_LEAD = Scene("later lead", Stage.LEAD, (PLAIN,), _later_lead, when=LATER)
LAST_CARD = Scene("last card", Stage.LEAD, (PLAIN, THREE), _one_held, when=ONE_HELD)
FOLLOW = Scene("follow", Stage.FOLLOW, (PLAIN, SEALING), _whole_against(1), by=19, when=AGAINST_ONE)
FOLLOW_TWO = Scene("follow two", Stage.FOLLOW, (PLAIN,), _whole_against(2), by=19, when=AGAINST_TWO)
FOLLOW_LAST = Scene("follow last", Stage.FOLLOW, (PLAIN,), _one_held, when=ONE_HELD)
FOLLOW_SHOWN = Scene("follow shown", Stage.FOLLOW, (SHOWN, TOLD), _whole_against(1), by=19, when=AGAINST_ONE)
FOLLOW_TWO_SHOWN = Scene("follow two shown", Stage.FOLLOW, (SHOWN,), _whole_against(2), by=19, when=AGAINST_TWO)
SHARES = Scene("shares", Stage.SHARES, EVERYWHERE)
LAST_WORD = Scene("last word", Stage.LAST_WORD, (PLAIN, LARGE))
OPENING = Scene("opening", Stage.OPENING, (PLAIN,), _owes_two, others=claimer, when=OWES_TWO)
COUNT = Scene("count", Stage.COUNT, (PLAIN,), _owes_two, when=OWES_TWO)
RESULT = Scene("result", Stage.RESULT, EVERYWHERE)
RESULT_OF_MATCH = Scene("result of match", Stage.RESULT, (Kind(find_ruleset("georgian", match_to=1)),))

# --- raises, combinations, sealed sums at tables of two --------------------------------------------------

RAISED = Scene("raised", Stage.RAISED, (PLAIN,), others=raiser)
RAISING = Scene("raising", Stage.RAISED, (PLAIN,), mine=False, liar=raiser)
LEAD_AFTER_RAISE = Scene(
    "lead after raise", Stage.LEAD, (PLAIN,), lambda liar: need(liar.table.state.position).stake == 2, liar=raiser,
    when="its raise to 2 has been accepted",
)  # fmt: skip
LEAD_WITHOUT_RAISES = Scene("lead without raises", Stage.LEAD, RESULT_OF_MATCH.kinds)
ANNOUNCE = Scene("announce", Stage.ANNOUNCE, (SEIZING,))
SEIZED = Scene("seized", Stage.SEIZED, (SEIZING,))
POINTS = Scene("points", Stage.POINTS, (SEALING,))
TALLY = Scene("tally", Stage.TALLY, (SEALING,))
