"""Bots: players that see a `View` and nothing else.

Never: a key, another seat's cards; chance comes from the entropy that a bot is made with, and time, for those that
think, from the clock in its `Thought`.

One of your own, in a file `careful.py` of the current folder:

    from bura_p2p import Accept, Action, Answer, Bot, Claim, Give, Lead, View, cards_points


    class Careful(Bot):
        # claims what it surely has, takes what is worth taking, and parts with what costs least

        def choose(self, view: View) -> Action:
            if Claim() in view.legal and view.position.piles[view.seat].exact >= view.ruleset.target:
                return Claim()
            return max(view.legal, key=lambda action: self.worth(view, action))

        def worth(self, view: View, action: Action) -> int:
            if isinstance(action, Answer):  # open cards, which mostly take the trick
                taken = [card for play in view.position.trick for card in play.shown]
                trumps = [card for card in action.cards if card.suit == view.position.trump]
                return cards_points([*taken, *action.cards]) - 4 * len(trumps)
            if isinstance(action, Lead | Give):
                return -cards_points(action.cards)
            return 0 if isinstance(action, Accept) else -100

`bura play --bot careful:Careful` plays against it, `bura arena careful:Careful greedy` lets it play many hands. It is
made anew for every game, in the arena for every deal, without arguments. Where it raises something, chooses what is
not legal, or thinks for more than ten seconds, the cheapest legal move is made for it, and at the end that is told.
"""

from __future__ import annotations

from .base import BOTS, DEFAULT_BOT, Bot, check_bot, make_bot
from .own import OwnBot, is_own
from .thought import Thought

__all__ = ["BOTS", "DEFAULT_BOT", "Bot", "OwnBot", "Thought", "check_bot", "is_own", "make_bot"]
