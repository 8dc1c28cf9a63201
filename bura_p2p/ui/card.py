"""What a player may read at any time: the commands of the plain table, and the rules on one screen.

Here: text made of a ruleset's answers. Never: what has happened, a ruleset told by its name.
"""

from __future__ import annotations

from typing import Final

from ..rules.notation import RAISE_NAMES
from ..rules.ruleset import Bura, Exhausted, GiveFace, NoRaise, Ruleset
from .inert import wrapped

HELP: Final = """\
What can be typed (cards are 'AS', '10h', or their numbers; C D H S are clubs,
diamonds, hearts, spades):
  AS 10S, or 1 2       lead these cards, or answer with them where they beat
  give KS QH           give cards face down
  var, or claim        claim the points: after a trick won, before the next lead
  raise, or davi       raise the stake: davi 2, se 3, chari 4, panji 5, shashi 6
  accept, decline      answer a raise ('raise' raises back)
  pass                 claim nothing when the cards are out
  resign yes           give this hand up
  table, rules, help   show the table, the rules, this
  chat hello           say something to the other side
  stop                 play no further hand after this one ('go' takes it back)
  quit                 leave now; the game stays unfinished"""
"""The commands, in lines of at most 80 columns."""


def rule_card(rules: Ruleset) -> list[str]:
    """The rules in force, in lines of at most 80 columns."""
    return [line for rule in _rules(rules) for line in wrapped(rule, indent="  ")]


def _rules(rules: Ruleset) -> list[str]:
    ranks = "ace, ten, king, queen, jack" + (", nine, eight, seven, six" if rules.deck == 36 else "")
    said = [
        f"Rules: {rules.name}. A deck of {rules.deck}, {rules.hand} cards in hand; from the highest: {ranks}.",
        "Worth: ace 11, ten 10, king 4, queen 3, jack 2; the whole deck 120.",
        f"Lead {_sizes(rules.lead)} of one suit. The other side puts down as many: to beat, each led card with a "
        "higher one of its suit or with a trump, all or nothing; or to give.",
        _given(rules),
        "Who takes the trick leads next. Hands are filled from the stock, the winner first; the turned trump is the "
        "last card of it.",
    ]
    if rules.target is not None:
        said.append(
            "Who has just taken a trick may say 'var', before leading again: with at least "
            f"{rules.target} points in the pile the hand is won, with fewer it is lost.{_counting(rules)}"
        )
    if rules.exhausted is Exhausted.MOST_POINTS:
        said.append("When the cards are out and nobody has claimed, more points win; equal points win nothing.")
    if rules.bura is Bura.WHOLE_HAND_ON_LEAD:
        said.append(f"Bura: {rules.hand} trumps, a whole hand, led at once on your own lead win on the spot.")
    if rules.raises:
        names = ", ".join(f"{RAISE_NAMES[stake]} {stake}" for stake in rules.raises)
        said.append(
            f"Before leading you may raise the stake by one: {names}. The other side accepts, declines (and "
            "loses the hand at the stake before) or raises back; nobody raises twice in a row."
        )
    to = f"goes to {rules.match_to}" if rules.match_to else "is open: it goes on until somebody says stop"
    said.append(f"The match {to}; a hand counts its stake. Who wins a hand leads the next.")
    if rules.raises and rules.match_to and rules.no_raise is NoRaise.FIRST_HAND_ONE_SHORT:
        said.append("The first hand in which a side lacks one point to win the match is played without raises.")
    return said


def _counting(rules: Ruleset) -> str:
    return "" if rules.points_shown else " Nobody counts for you: remember what you have won."


def _sizes(sizes: tuple[int, ...]) -> str:
    return "one card" if sizes == (1,) else f"1 to {sizes[-1]} cards"


def _given(rules: Ruleset) -> str:
    if rules.give_face is GiveFace.UP:
        return "Given cards lie face up."
    known = "; what they are worth together is proved" if rules.points_shown else ""
    return f"Given cards lie face down and stay so{known}."
