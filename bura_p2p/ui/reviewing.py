"""A review in words: whose choices, who judges them, what is marked, and what nobody can know.

Here: from a game file to a `Review` and its sentences. Never: a judgement of its own, a card that was never shown and
not kept by its holder.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from ..bots.chance import Entropy
from ..log.file import read_game
from ..rules.notation import format_action
from ..sentences import N_
from ..stats.decisions import Unknown, decisions_of
from ..stats.judges import expert_judge
from ..stats.review import Judge, Mark, Review, review
from ..store import HeldRow, Store, has_store
from ..table.events import TableOpened
from .checking import Progress
from .replay import END, game_events
from .tongue import t, tn
from .words import player

SECONDS: Final = 0.3
"""How long a bot thinks about a choice, if nothing is said."""

_WHY: Final[Mapping[Unknown, str]] = {
    Unknown.DRAWN: N_("the file does not tell which cards were drawn when"),
    Unknown.GIVEN: N_("cards given face down were never opened"),
    Unknown.UNPLAYED: N_("cards held were never played"),
}


@dataclass(frozen=True, slots=True)
class Own:
    """The own part in a game: the seat, and its cards as far as they were kept."""

    seat: int
    notes: tuple[HeldRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review with whose it is.

    `private`: it rests on cards that were kept, and so may tell some that the file keeps closed.
    """

    seat: int
    review: Review
    private: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        whose = {"event": "review", "seat": self.seat, "private": self.private}
        return whose | self.review.to_json()


def own_part(folder: Path, data: bytes) -> Own | None:
    """The own part in a game file, if the game is in the store of `folder`.

    Raises `MalformedFile` for what is no game file, `LocalError` as a store does.
    """
    game = read_game(data)
    first = set(game.entries[:2])
    if first and has_store(folder):
        with Store.look(folder) as store:
            for row in store.games():
                if row.identities == game.identities and first <= set(store.entries(row.id)):
                    return Own(row.seat, store.held(row.id))
    return None


def review_of(
    data: bytes, own: Own, *, judge: Judge | None = None, seconds: float = SECONDS, quiet: bool = False
) -> Reviewed:
    """Look back at the choices of a seat, by the good bot if no other judge is named: of one game always in the same
    words. Raises `LocalError`: no game file, no such seat.
    """
    judge = judge or expert_judge(_chance(data, own.seat), seconds)
    with Progress(1, quiet=quiet, what=t("checking game files")) as meter:
        meter.tell(0)
        decisions = list(decisions_of(data, own.seat, own.notes))
    with Progress(len(decisions), quiet=quiet, what=t("judging choices")) as meter:
        return Reviewed(own.seat, review(decisions, judge, meter.tell), bool(own.notes))


def _chance(data: bytes, seat: int) -> Entropy:
    """What the judge imagines hangs on the game alone, so that asking again is answered alike."""
    root, asked = hashlib.sha256(data + bytes([seat])).digest(), count()
    return lambda n: hashlib.shake_256(root + next(asked).to_bytes(8, "big")).digest(n)


# --- words ------------------------------------------------------------------------------------------------------


def review_remarks(found: Reviewed, names: Sequence[str]) -> dict[int | str, list[str]]:
    """Remarks for a replay (`replay.replay_text`): each mark at the end of its hand, the sums at the end."""
    remarks = defaultdict[int | str, list[str]](list)
    for mark in found.review.marks:
        remarks[-mark.decision.hand].append(t("Review: {mark}.", mark=mark_text(mark)))
    remarks[END] += review_lines(found, names)
    return dict(remarks)


def mark_text(mark: Mark) -> str:
    """`trick 3: lead AS (41 % to win), better lead 10D (58 % to win)`."""
    chosen, best = format_action(mark.decision.chosen), format_action(mark.best)
    values = _value(mark, mark.chosen), _value(mark, mark.value)
    return t(
        "trick {trick}: {chosen} ({value}), better {best} ({better})",
        trick=mark.decision.trick, chosen=chosen, value=values[0], best=best, better=values[1],
    )


def _value(mark: Mark, value: float) -> str:
    if mark.unit == "odds":
        return t("{odds:.0f} % to win", odds=100 * value)
    if mark.unit == "points":
        return t("{value:+.1f} points", value=value)
    return t("{value:+.2f} on average", value=value)


def review_lines(found: Reviewed, names: Sequence[str]) -> list[str]:
    """The sums in sentences: who judged what, and what is not known."""
    one = found.review
    told = [
        tn(
            "Review of {player}'s choices by the good bot: {n} choice judged, {count} could have been better.",
            "Review of {player}'s choices by the good bot: {n} choices judged, {count} could have been better.",
            one.judged,
            player=player(names, found.seat),
            count=len(one.marks),
        )
    ]
    if one.forced:
        told.append(tn("{n} choice without an alternative.", "{n} choices without an alternative.", one.forced))
    if one.silent:
        told.append(tn("{n} choice without a judgement.", "{n} choices without a judgement.", one.silent))
    if unknown := sum(one.unknown.values()):
        whys = "; ".join(
            t("{count} because {why}", count=count, why=t(_WHY[why])) for why, count in one.unknown.most_common()
        )
        told.append(tn(
            "Not known in {n} choice, what was held or given: {whys}.",
            "Not known in {n} choices, what was held or given: {whys}.",
            unknown,
            whys=whys,
        ))
    if found.private:
        told.append(t(
            "These remarks tell cards of yours that the game file keeps closed: share that, not this text."
        ))
    return told


def names_in(data: bytes) -> tuple[str, ...]:
    """The names by seat that the file tells, as they came; empty where it has none yet. Raises as `game_events`."""
    return next((event.names for event in game_events(data) if isinstance(event, TableOpened)), ())
