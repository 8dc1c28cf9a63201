"""Lies when two sides meet again: words that name another game, or not the heads that they must.

The link ends and the game does not: the word is unsigned, and nobody is named.
"""

from __future__ import annotations

from dataclasses import replace

from ...errors import Code
from ...log.entry import ZERO_HASH, SignedEntry
from ...session.resume import word
from ...verify import Verdict
from ...wire import messages as m
from ..cheat import Chapter, Layer
from ..pens import OTHER_HASH
from ..rogue import Rogue
from ..scenes import LATER_LEAD

RESUME = Chapter(Layer.RESUME)


@RESUME.cheat("Resume.table_id", LATER_LEAD, Code.TABLE_WRONG, "counters unknown", verdict=Verdict.OPEN)
def word_of_another_game(liar: Rogue) -> m.Resume:
    """The word names another table."""
    return replace(word(liar.table.log), table_id=OTHER_HASH)


@RESUME.cheat("Resume.held", LATER_LEAD, Code.TABLE_WRONG, "counters unknown", verdict=Verdict.OPEN)
def word_of_a_game_with_another_hello(liar: Rogue) -> m.Resume:
    """The word is of a game that has only just begun, with another hello of seat 0 than this one's."""
    return m.Resume(ZERO_HASH, 0, (ZERO_HASH,), (m.HeldEntry(0, OTHER_HASH),))


@RESUME.cheat("Resume.heads", LATER_LEAD, Code.LENGTH, "counters unknown", verdict=Verdict.OPEN)
def word_with_a_head_less(liar: Rogue) -> m.Resume:
    """The word leaves the head of round 0 out, so that no common one need be found."""
    told = word(liar.table.log)
    return replace(told, heads=told.heads[:-1])


@RESUME.cheat("Resume.heads", LATER_LEAD, Code.LENGTH, "counters unknown", verdict=Verdict.OPEN)
def word_with_a_head_more(liar: Rogue) -> m.Resume:
    """The word names a head more than its rounds have."""
    told = word(liar.table.log)
    return replace(told, heads=(*told.heads, OTHER_HASH))


@RESUME.cheat("Resume.round", LATER_LEAD, Code.LENGTH, "counters ahead", verdict=Verdict.OPEN)
def counter_ahead_of_its_heads(liar: Rogue) -> m.Resume:
    """The word says that a thousand rounds more have passed, and names the heads of those that have."""
    told = word(liar.table.log)
    return replace(told, round=told.round + 1000)


@RESUME.cheat("Resume.round", LATER_LEAD, Code.LENGTH, "counters behind", verdict=Verdict.OPEN)
def counter_behind_its_heads(liar: Rogue) -> m.Resume:
    """The word says that nothing has passed yet, and names the heads of what has."""
    return replace(word(liar.table.log), round=0)


@RESUME.cheat("Commit.second", LATER_LEAD, Code.EQUIVOCATION, "a peer restored from an old backup",
              verdict=Verdict.EQUIVOCATION)  # fmt: skip
def played_on_from_an_old_backup(liar: Rogue) -> SignedEntry:
    """A seat that was set back to before its first word of this hand speaks again, and otherwise."""
    return liar.signed(m.Commit(OTHER_HASH), **liar.place_of(m.Commit))
