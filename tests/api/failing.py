"""A bot that fails at every move, where a program that plays in this folder finds it."""

from __future__ import annotations

from bura_p2p import Action, View


class Fails:
    """Raises whatever it is asked."""

    def choose(self, view: View) -> Action:
        raise RuntimeError("no move")
