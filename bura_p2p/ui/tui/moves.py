"""From chosen cards to one of the legal moves.

Here: which legal move a selection means. Never: what is legal, which the state says.
"""

from __future__ import annotations

from collections.abc import Sequence

GIVE = "give"
_PLAYS = ("lead", "answer", GIVE)


def move_of(legal: Sequence[str], cards: Sequence[str], *, down: bool = False) -> str | None:
    """The legal move that plays exactly these cards; None where there is none.

    Where the cards could be shown or given face down, they are shown, unless `down`.
    """
    fitting = [move for move in legal if move.split()[0] in _PLAYS and sorted(_cards(move)) == sorted(cards)]
    given = [move for move in fitting if move.startswith(GIVE)]
    shown = [move for move in fitting if move not in given]
    wanted = given if down else shown or given
    return wanted[0] if wanted and cards else None


def word_move(legal: Sequence[str], word: str) -> str | None:
    """The legal move that begins with `word`."""
    return next((move for move in legal if move.split()[0] == word), None)


def _cards(move: str) -> list[str]:
    """The cards in a move, without the points that it may tell."""
    return move.partition(" for ")[0].split()[1:]
