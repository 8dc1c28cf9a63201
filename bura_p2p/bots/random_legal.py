"""A bot that takes any legal action: the weakest player, and the widest test.

Here: `RandomLegal`. Never: a preference between cards.
"""

from __future__ import annotations

from ..errors import LocalError
from ..rules.actions import Action, Claim, Decline
from ..rules.ruleset import Special
from ..table.view import View
from .chance import Entropy, happens, sample

RARELY = (Claim, Decline)
"""Kinds that nearly always end a hand; taken as often as cards are, they would end every hand early."""


class RandomLegal:
    """Chooses evenly among the legal actions, claims and declines less often."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._hand = -1
        self._policy = frozenset[Special]()

    def policy(self, view: View) -> frozenset[Special]:
        """Any of the combinations, drawn anew for each hand."""
        hand = 0 if view.match is None else view.match.hand
        if hand != self._hand:
            self._hand = hand
            self._policy = frozenset(what for what in Special if happens(0.5, self._entropy))
        return self._policy

    def choose(self, view: View) -> Action:
        """One of `view.legal`. Raises `LocalError` when there is nothing to choose from."""
        if not view.legal:
            raise LocalError("There is nothing to choose now.")
        calm = [action for action in view.legal if not isinstance(action, RARELY)]
        often = calm if calm and not happens(0.2, self._entropy) else view.legal
        return sample(often, 1, self._entropy)[0]
