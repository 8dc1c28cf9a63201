"""Who must speak next, and in which words: one table of data.

Here: the stages of a game and, for each, the speakers and the message types that are due. Never: a condition
beside the table. The spec's "who speaks when" table and the tests of every wrong order come from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ..rules.position import Phase
from ..wire import messages as m


class Stage(Enum):
    """What the table waits for in the open round."""

    HELLO = "hello"
    COMMIT = "commit"
    REVEAL = "reveal"
    SHUFFLE = "shuffle"
    DEAL = "deal"
    ANNOUNCE = "announce"
    LEAD = "lead"
    SEIZED = "seized"
    RAISED = "raised"
    FOLLOW = "follow"
    POINTS = "points"
    TALLY = "tally"
    SHARES = "shares"
    LAST_WORD = "last_word"
    OPENING = "opening"
    COUNT = "count"
    RESULT = "result"
    COMPLETE = "complete"
    VOID = "void"


class Speakers(Enum):
    """Which seats owe an entry in a round."""

    ALL = "every seat that plays on"
    SHUFFLER = "the lowest seat that has not shuffled in this hand"
    ACTORS = "the seats that the rules name"
    GIVERS = "every seat that gave face down in the trick just taken"
    OWING = "every seat that owes a share for a card drawn by another"
    NOBODY = "no seat"


@dataclass(frozen=True, slots=True)
class Due:
    """A row of the table: who speaks, and the types that each speaker may choose from."""

    speakers: Speakers
    types: tuple[type[m.EntryMessage], ...]


DUE: dict[Stage, Due] = {
    Stage.HELLO: Due(Speakers.ALL, (m.Hello,)),
    Stage.COMMIT: Due(Speakers.ALL, (m.Commit, m.Resign)),
    Stage.REVEAL: Due(Speakers.ALL, (m.Reveal, m.Resign)),
    Stage.SHUFFLE: Due(Speakers.SHUFFLER, (m.Shuffle, m.Resign)),
    Stage.DEAL: Due(Speakers.ALL, (m.Deal, m.Resign)),
    Stage.ANNOUNCE: Due(Speakers.ACTORS, (m.Announce, m.Pass, m.Resign)),
    Stage.LEAD: Due(Speakers.ACTORS, (m.Lead, m.Cede, m.Claim, m.Raise, m.Resign)),
    Stage.SEIZED: Due(Speakers.ACTORS, (m.Lead, m.Claim, m.Resign)),
    Stage.RAISED: Due(Speakers.ACTORS, (m.Accept, m.Decline, m.Raise, m.Resign)),
    Stage.FOLLOW: Due(Speakers.ACTORS, (m.Answer, m.Give, m.Claim, m.Resign)),
    Stage.POINTS: Due(Speakers.GIVERS, (m.Points, m.Resign)),
    Stage.TALLY: Due(Speakers.ACTORS, (m.Win, m.Pass, m.Resign)),
    Stage.SHARES: Due(Speakers.OWING, (m.Shares, m.Resign)),
    Stage.LAST_WORD: Due(Speakers.ACTORS, (m.Claim, m.Pass, m.Resign)),
    Stage.OPENING: Due(Speakers.ACTORS, (m.Open, m.Resign)),
    Stage.COUNT: Due(Speakers.ACTORS, (m.Count, m.Resign)),
    Stage.RESULT: Due(Speakers.ALL, (m.Result,)),
    Stage.COMPLETE: Due(Speakers.NOBODY, ()),
    Stage.VOID: Due(Speakers.NOBODY, ()),
}
"""One home for "who speaks when": anything not listed for the stage is refused."""

STAGE_OF_PHASE: dict[Phase, Stage] = {
    Phase.ANNOUNCE: Stage.ANNOUNCE,
    Phase.LEAD: Stage.LEAD,
    Phase.SEIZED: Stage.SEIZED,
    Phase.RAISED: Stage.RAISED,
    Phase.FOLLOW: Stage.FOLLOW,
    Phase.TALLY: Stage.TALLY,
    Phase.LAST_WORD: Stage.LAST_WORD,
    Phase.OPENING: Stage.OPENING,
    Phase.COUNT: Stage.COUNT,
    Phase.OVER: Stage.RESULT,
}
"""The stage in which a phase of the rules waits, once every drawn card has its shares."""

CARRIES_SHARES: frozenset[type[m.EntryMessage]] = frozenset({m.Deal, m.Shares, m.Lead, m.Answer, m.Open, m.Win})
"""Types that show a share or an opening: with three or more seats they leave only when all have told one head."""
