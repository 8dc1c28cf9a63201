"""From chosen cards to one of the legal moves.

Here: which legal move a selection means, and what it lacks. Never: what is legal, which the state says.
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


def lacking(legal: Sequence[str], cards: Sequence[str]) -> tuple[str, int] | None:
    """What the page's sentences call the next step towards a move with cards, and the count in that sentence: None
    where the legal moves are of another kind.
    """
    moves = [move for move in legal if move.split()[0] in _PLAYS]
    if not moves or {move.split()[0] for move in legal} & {"accept", "cede"}:
        return None
    sizes = sorted({len(_cards(move)) for move in moves})
    if not cards:
        key = "pick.lead" if moves[0].startswith("lead") else "pick.follow"
        return f"{key}.some" if len(sizes) > 1 else key, sizes[-1]
    if any(sorted(_cards(move)) == sorted(cards) for move in moves):
        return "turn.confirm", 0
    more = next((size - len(cards) for size in sizes if size > len(cards)), None)
    return ("why.none", 0) if more is None else ("pick.more", more)


def _cards(move: str) -> list[str]:
    """The cards in a move, without the points that it may tell."""
    return move.partition(" for ")[0].split()[1:]
