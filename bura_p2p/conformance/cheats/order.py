"""Lies about whose turn it is and for what: one of each kind; every message in every state is generated elsewhere."""

from __future__ import annotations

from typing import Final

from ...crypto.group import G
from ...errors import Code
from ...wire import messages as m
from ..cheat import Chapter, Layer, Scene, fixed
from ..scenes import COMMIT, COUNT, DEAL, LEAD, LED, REVEAL, SECOND_SHUFFLE, SHARES, SHUFFLE

ORDER = Chapter(Layer.ORDER)

POINT: Final = G.to_bytes()
ALLOWED: Final = "a type in a state where it is not allowed"


def untimely(name: str, lie: str, scene: Scene, message: m.EntryMessage, line: str = ALLOWED) -> None:
    """Write down a message that is well formed and has no place here: refused by its type, before any proof."""
    ORDER.add(type(message).__name__, name, lie, scene, Code.TYPE_NOT_DUE, line, fixed(message))


_LEAD = m.Lead(POINT * 6, bytes(550), POINT, bytes(64))
_DEAL = m.Deal(POINT * 4, bytes(64))
_RESULT = m.Result(1, 0, 0, 1, (1, 0), (0, 0), 0, 0, play_on=False)

untimely("reveal-before-the-commitments", "A key is shown before any was committed to.", COMMIT,
         m.Reveal(POINT, bytes(64), bytes(32)))
untimely("deal-before-the-keys", "Shares are given before there are keys.", COMMIT, _DEAL)
untimely("commit-again", "A second commitment, where the first is to be opened.", REVEAL, m.Commit(bytes(32)))
untimely("shuffle-before-the-keys", "A deck is shuffled before its keys are known.", REVEAL,
         m.Shuffle(POINT * 40, bytes(2760)))
untimely("deal-before-the-shuffle", "Shares of a deck that the liar has still to shuffle.", SHUFFLE, _DEAL)
untimely("reveal-again", "Another key, after the first shuffle under the old ones.", SECOND_SHUFFLE,
         m.Reveal(POINT, bytes(64), bytes(32)))
untimely("shuffle-again", "A second shuffle, where the shares are due: the deck is fixed once all have shuffled.",
         DEAL, m.Shuffle(POINT * 40, bytes(2760)))
untimely("lead-before-the-deal", "A card is led before the cards are dealt.", DEAL, _LEAD)
untimely("shares-not-drawn", "Shares of cards that nobody has drawn.", LEAD, m.Shares(POINT, bytes(64)))
untimely("opening-unclaimed", "Given cards are opened although nobody has claimed.", LEAD, m.Open(POINT, bytes(64)))
untimely("count-before-the-end", "Sums are told while there are cards to play.", LEAD,
         m.Count((m.PileSum(0, bytes(128)),)))
untimely("result-before-the-end", "A result is signed while there are cards to play.", LEAD, _RESULT)
untimely("total-unasked", "A total is told under rules that ask for none.", LEAD, m.Win(31, bytes(64)))
untimely("sum-unasked", "A sum is sealed under rules that ask for none.", LEAD, m.Points(POINT * 2, bytes(192)))
untimely("give-to-nothing", "A card is given where the lead is due.", LEAD, m.Give(POINT * 6, bytes(550), None, b""))
untimely("lead-for-shares", "A card is led before all have drawn.", SHARES, _LEAD)
untimely("result-for-a-count", "A result is signed before the sums are told.", COUNT, _RESULT)
untimely("lead-again", "Who has led leads again in the other's place.", LED, _LEAD, "out of turn")
untimely("own-lead-answered", "Who has led answers its own lead.", LED,
         m.Answer(POINT * 6, bytes(550), POINT, bytes(64)), "out of turn")
untimely("give-to-the-own-lead", "Who has led gives to its own lead.", LED, m.Give(POINT * 6, bytes(550), None, b""),
         "out of turn")
