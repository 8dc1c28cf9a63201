"""What a player may read at any time: the commands of the plain table, and the rules on one screen.

Here: text made of a ruleset's answers. Never: what has happened, a ruleset told by its name.
"""

from __future__ import annotations

from typing import Final

from ..rules.ruleset import Bura, GiveFace, Ruleset

HELP: Final = """\
What can be typed (capitals do not matter; cards are 'AS', '10h', or their numbers)
  AS 10S, or 1 2       lead these cards, or answer with them where they beat
  give KS QH           give cards face down
  var                  claim the points, before a lead and after a trick won ('claim')
  raise, or davi       raise the stake by one: davi 2, se 3, chari 4, panji 5, shashi 6
  accept, decline      answer a raise ('raise' raises back)
  pass                 claim nothing when the cards are out
  resign yes           give this hand up
  table, rules, help   show the table, the rules, this
  chat hello           say something to the other side
  stop                 play no further hand after this one ('go' takes it back)
  quit                 leave now; the game stays unfinished"""
"""The commands, in lines of at most 80 columns."""


def rule_card(rules: Ruleset) -> list[str]:
    """The rules in force, a sentence a line or two."""
    ranks = "ace, ten, king, queen, jack" + (", nine, eight, seven, six" if rules.deck == 36 else "")
    lines = [
        f"Rules: {rules.name}. {rules.deck} cards; {rules.hand} in hand; from the highest: {ranks}.",
        "Worth: ace 11, ten 10, king 4, queen 3, jack 2; the deck 120.",
        f"Lead {_sizes(rules.lead)} of one suit. The other side puts down as many: to beat,",
        "  each led card by a higher one of its suit or by a trump, all or nothing; or to give.",
        _given(rules),
        "Who takes the trick leads next. Hands are filled from the stock, the winner first;",
        "  the turned trump is the last card.",
    ]
    if rules.target is not None:
        lines.append(f"Who has just taken a trick may say 'var' with {rules.target} points in the pile: right, and")
        lines.append("  the hand is won; wrong, and it is lost. Else more points win when the cards are out.")
    if rules.bura is Bura.WHOLE_HAND_ON_LEAD:
        lines.append(f"Bura: {rules.hand} trumps led at once win the hand on the spot.")
    if rules.raises:
        lines.append(f"Before a lead the stake may be raised by one, up to {rules.raises[-1]}; who declines loses")
        lines.append("  the hand at the stake before; nobody raises twice in a row.")
    to = f"goes to {rules.match_to}" if rules.match_to else "is open: it goes on until somebody says stop"
    return [*lines, f"The match {to}; a hand counts its stake."]


def _sizes(sizes: tuple[int, ...]) -> str:
    return "one card" if sizes == (1,) else f"1 to {sizes[-1]} cards"


def _given(rules: Ruleset) -> str:
    if rules.give_face is GiveFace.UP:
        return "Given cards lie face up."
    known = "; what they are worth together is proved" if rules.points_shown else ""
    return f"Given cards lie face down and stay so{known}."
