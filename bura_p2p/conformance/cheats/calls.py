"""Lies about who may announce and lead: combinations of another moment, leads that were not announced, ceding."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...errors import Code
from ...table.phases import Stage
from ...wire import messages as m
from ..cheat import Chapter, Deal, Layer, Scene, bound, fixed
from ..rogue import Rogue
from ..scenes import LEAD_RAISING
from ..stacked import cards as texts
from .combinations import (
    ACES,
    FOUR_CARDS,
    HELD_WIN,
    LEADS_LAST,
    NO_MOLODKA,
    NOTHING,
    ONE_SUIT,
    OUT_OF_TURN,
    THREE,
    TRUMPS,
    TWO,
    announcing,
    dealt,
    proof_of,
    said,
)
from .plays import open_play

CALLS = Chapter(Layer.GAME)


def plain(name: str, lie: str, scene: Scene, message: m.EntryMessage, code: Code, line: str) -> None:
    """Write down a word that carries nothing and is said where it has no place."""
    CALLS.add(type(message).__name__, name, lie, scene, code, line, fixed(message))


# --- the hand of another moment ----------------------------------------------------------------------------

AGAIN: Final = dealt(
    "one suit, in the trick before", TWO, Stage.ANNOUNCE,
    Deal(("AS AC AH", "JC QC KC"), "JD", "B", ("A lead AS AC AH", "B answer JC QC KC"), "JH 10C QH 10S KH KS"),
    where=lambda liar: any(isinstance(message, m.Announce) for message in liar.messages()),
)  # fmt: skip
"""B announced a molodka in the first trick, and has drawn `10C 10S KS` since."""

DRAWN: Final = dealt(
    "one suit, drawn", TWO, Stage.ANNOUNCE,
    Deal(("KS QH JS", "JC QC JH"), "JD", "B", ("A lead KS", "B answer JH"), "QS KC"),
    where=lambda liar: len({card.suit for card in liar.held}) == 1,
)  # fmt: skip
"""B put down a heart, mixing its hand, and has drawn the third club."""


@CALLS.cheat("Announce", AGAIN, Code.STATEMENT_PROOF, "play of a card already played")
def announcement_of_an_earlier_trick(liar: Rogue) -> m.EntryMessage:
    """What was true of the hand before is said again, byte for byte."""
    return liar.said(m.Announce)


@CALLS.cheat("Announce.proof", AGAIN, Code.STATEMENT_PROOF, "play of a card already played")
def cards_of_an_earlier_trick(liar: Rogue) -> m.EntryMessage:
    """The cards that were held in the trick before are proved anew, for this place."""
    return m.Announce(ONE_SUIT, proof_of(liar, ONE_SUIT, liar.dealt, texts("JC QC KC")))


@CALLS.cheat("Announce.proof", DRAWN, Code.STATEMENT_PROOF,
             "statement over a copy from before the mix")  # fmt: skip
def copies_from_before_the_mix(liar: Rogue) -> m.EntryMessage:
    """True of what is held, but proved of the ciphertexts that the cards were before they were mixed."""
    old = dict(zip(liar.maker.read(liar.secrets, liar.dealt), liar.dealt, strict=True))
    new = dict(zip(liar.faces, liar.ciphers, strict=True))
    faces = texts("JC QC KC")
    return m.Announce(ONE_SUIT, proof_of(liar, ONE_SUIT, [old.get(card) or new[card] for card in faces], faces))


# --- where nothing is to be announced ----------------------------------------------------------------------

_NONE = (
    ("held-win", HELD_WIN, ("JC QC AC", NOTHING, "AS KS 10S"), "A", ONE_SUIT),
    ("four-cards", FOUR_CARDS, ("JC QC AC 10C", "JS QH KC 10S"), "A", ONE_SUIT),
    ("maliutka", OUT_OF_TURN, (NOTHING, "AD KD QD"), "B", TRUMPS),
    ("maliutka-aces", OUT_OF_TURN, (NOTHING, "AS AC AH"), "B", ACES),
    ("no-molodka", NO_MOLODKA, (NOTHING, "JC QC AC"), "B", ONE_SUIT),
)
for _name, _rules, _hands, _who, _what in _NONE:
    CALLS.add("Announce.what", f"combination-unknown-to-{_name}",
              f"Rightly proved, and held, under rules that do not have it ({_name.replace('-', ' ')}).",
              announcing(f"unknown to {_name}", _rules, *_hands, who=_who), Code.TYPE_NOT_DUE,
              "combination that is not one",
              bound(said, _what))  # fmt: skip

_BUSY = Deal((NOTHING, "AD KD QD", "QC KS 10S"), "JD", "A", quiet="B")
LEADER_WAITS: Final = dealt("another announces", THREE, Stage.ANNOUNCE, _BUSY, mine=False)
THIRD_WAITS: Final = dealt("not yet", THREE, Stage.ANNOUNCE, replace(_BUSY, who="C"), mine=False)


@CALLS.cheat("Announce", LEADER_WAITS, Code.TYPE_NOT_DUE,
             "announcing after seeing more than allowed")  # fmt: skip
def leader_announces(liar: Rogue) -> m.EntryMessage:
    """The leader, who speaks last and leads, announces as the others do."""
    return said(liar, ONE_SUIT)


@CALLS.cheat("Announce", THIRD_WAITS, Code.TYPE_NOT_DUE, "out of turn")
def announced_before_the_turn(liar: Rogue) -> m.EntryMessage:
    """The third seat announces in the place of the second."""
    return said(liar, ONE_SUIT)


_SPOKEN = dealt("spoken already", THREE, Stage.ANNOUNCE, replace(_BUSY, who="B", quiet="C"), mine=False)
_SPEAKS = dealt("to speak", THREE, Stage.ANNOUNCE, replace(_BUSY, who="B", quiet="C"))


@CALLS.cheat("Announce", _SPOKEN, Code.TYPE_NOT_DUE, "announcing after seeing more than allowed",
             before=(_SPEAKS, lambda liar: said(liar, TRUMPS)))  # fmt: skip
def announced_twice(liar: Rogue) -> m.EntryMessage:
    """After its announcement the liar makes another in the next one's place."""
    return said(liar, ONE_SUIT)


# --- the leader --------------------------------------------------------------------------------------------

HEARD: Final = dealt("one suit against one suit", TWO, Stage.LEAD, Deal(("JC QC AC", "KS QS 10S"), "JD", "A"))
HIGHER: Final = dealt(
    "one suit against aces", THREE, Stage.LEAD, Deal(("JC QC AC", "AS AH AD", "KS QS 10S"), "JD", "A")
)
SILENT: Final = dealt("nothing announced", TWO, Stage.LEAD, Deal(("JC QC AC", "KS QS 10H"), "JD", "A"))


@CALLS.cheat("Announce", HEARD, Code.TYPE_NOT_DUE, "announcing after seeing more than allowed")
def leader_tells_its_hand(liar: Rogue) -> m.EntryMessage:
    """Having heard everything the leader says what it holds, instead of leading it or ceding."""
    return said(liar, ONE_SUIT)


@CALLS.cheat("Lead.openings", HIGHER, Code.LEAD_ILLEGAL, "combination that is not one")
def lower_lead_than_announced(liar: Rogue) -> m.EntryMessage:
    """A molodka is led although three aces were announced."""
    return open_play(liar, m.Lead, texts("JC QC AC"))


@CALLS.cheat("Lead.openings", HEARD, Code.LEAD_ILLEGAL, "combination that is not one")
def one_card_led_against_an_announcement(liar: Rogue) -> m.EntryMessage:
    """One card is led although a combination was announced."""
    return open_play(liar, m.Lead, texts("JC"))


@CALLS.cheat("Lead.openings", HEARD, Code.LEAD_ILLEGAL, "combination that is not one")
def two_cards_led_against_an_announcement(liar: Rogue) -> m.EntryMessage:
    """Two cards are led although a combination was announced."""
    return open_play(liar, m.Lead, texts("JC QC"))


plain("ceded-to-nobody", "The lead is ceded although nobody has announced anything.",
      SILENT, m.Cede(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
plain("ceded-where-nobody-can", "The lead is ceded under rules that do not know it.",
      LEAD_RAISING, m.Cede(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip

_ACES: Final = Deal(("JC QC AC", "AS AH AD", "KS QS 10S"), "JD", "A", ("A cede",))
CEDED: Final = dealt("the lead is ceded", THREE, Stage.SEIZED, _ACES, mine=False)
NOT_HIGHEST: Final = dealt("another has the lead", THREE, Stage.SEIZED, replace(_ACES, who="C"), mine=False)
SEIZED: Final = dealt("the lead is seized", THREE, Stage.SEIZED, replace(_ACES, who="B"))
PLAIN: Final = dealt(
    "the lead is seized by a maliutka", OUT_OF_TURN, Stage.SEIZED, Deal((NOTHING, "JC QC AC"), "JD", "B", ("A cede",))
)


@CALLS.cheat("Lead", CEDED, Code.TYPE_NOT_DUE, "out of turn")
def led_after_ceding(liar: Rogue) -> m.EntryMessage:
    """Who has ceded the lead leads all the same."""
    return open_play(liar, m.Lead, texts("JC QC AC"))


plain("ceded-twice", "The lead is ceded a second time.",
      CEDED, m.Cede(), Code.TYPE_NOT_DUE, "out of turn")  # fmt: skip
plain("claim-after-ceding", "Who has ceded the lead claims.",
      CEDED, m.Claim(), Code.TYPE_NOT_DUE, "claim out of place")  # fmt: skip


@CALLS.cheat("Lead", NOT_HIGHEST, Code.TYPE_NOT_DUE, "out of turn")
def led_by_another_than_the_highest(liar: Rogue) -> m.EntryMessage:
    """Who announced less takes the lead that was ceded to the highest."""
    return open_play(liar, m.Lead, texts("KS QS 10S"))


@CALLS.cheat("Raise", dealt("announced against the leader", OUT_OF_TURN, Stage.LEAD,
             Deal((NOTHING, "JC QC AC"), "JD", "A")), Code.RAISE_ILLEGAL, "raise in the no-raise hand")  # fmt: skip
def raised_against_an_announcement(liar: Rogue) -> m.EntryMessage:
    """The leader raises while a combination stands against it."""
    return m.Raise(2)


# --- the announcer -----------------------------------------------------------------------------------------


@CALLS.cheat("Lead.openings", SEIZED, Code.LEAD_ILLEGAL, "combination that is not one")
def part_of_the_aces_led(liar: Rogue) -> m.EntryMessage:
    """Three aces took the lead away, and one of them is led."""
    return open_play(liar, m.Lead, texts("AS"))


@CALLS.cheat("Lead.openings", PLAIN, Code.LEAD_ILLEGAL, "combination that is not one")
def part_of_the_maliutka_led(liar: Rogue) -> m.EntryMessage:
    """A maliutka took the lead away, and two cards of it are led."""
    return open_play(liar, m.Lead, texts("JC AC"))


@CALLS.cheat("Answer", PLAIN, Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")
def answered_where_the_lead_is_due(liar: Rogue) -> m.EntryMessage:
    """The announced cards come as an answer."""
    return open_play(liar, m.Answer, texts("JC QC AC"))


@CALLS.cheat("Announce", PLAIN, Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")
def announced_instead_of_led(liar: Rogue) -> m.EntryMessage:
    """What took the lead away is announced again."""
    return said(liar, ONE_SUIT)


plain("claim-on-a-seized-lead", "A claim before a trick of one's own, where the lead was taken away.",
      PLAIN, m.Claim(), Code.CLAIM_ILLEGAL, "claim out of place")  # fmt: skip
plain("raise-on-a-seized-lead", "A raise where the announced cards are to be led.",
      PLAIN, m.Raise(2), Code.TYPE_NOT_DUE, "raise in the no-raise hand")  # fmt: skip
plain("pass-on-a-seized-lead", "A pass where the announced cards are to be led.",
      PLAIN, m.Pass(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
plain("cede-on-a-seized-lead", "The lead that was taken away is ceded again.",
      PLAIN, m.Cede(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
plain("claim-between-the-announcements", "A claim in the place of an announcement.",
      LEADS_LAST, m.Claim(), Code.TYPE_NOT_DUE, "claim out of place")  # fmt: skip

_THREE_TRUMPS: Final = Deal((NOTHING, "AD KD QD"), "JD", "B", ("A cede",))
"""B holds three trumps, which are of one suit, but no maliutka; when it says so, A cedes."""
BLUFF: Final = dealt("trumps told as a maliutka", OUT_OF_TURN, Stage.ANNOUNCE, _THREE_TRUMPS)
BLUFFED: Final = dealt("trumps to be led as a maliutka", OUT_OF_TURN, Stage.SEIZED, _THREE_TRUMPS)


@CALLS.cheat("Lead.openings", BLUFFED, Code.LEAD_ILLEGAL, "combination that is not one",
             before=(BLUFF, lambda liar: said(liar, ONE_SUIT)))  # fmt: skip
def trumps_announced_as_a_maliutka(liar: Rogue) -> m.EntryMessage:
    """One suit untold hides that it is trump; the lead that it brings does not."""
    return open_play(liar, m.Lead, texts("AD KD QD"))


SHOWN_TRUMP: Final = dealt(
    "holds the trump that all have seen", OUT_OF_TURN, Stage.ANNOUNCE,
    Deal(("AS KS QS", "10C KH QH"), "JD", "B",
         ("A lead AS KS QS", "B give 10C KH QH", "A lead AC KC QC", "B give JH JC 10H", "A lead AH", "B give JS"),
         "AC JH KC JC QC 10H AH AD 10S KD QD JS 10D"),
    where=lambda liar: liar.cards.turned_owner == liar.seat,
)  # fmt: skip


@CALLS.cheat("Announce", SHOWN_TRUMP, Code.LEAD_ILLEGAL, "combination that is not one")
def one_suit_by_who_is_seen_to_hold_a_trump(liar: Rogue) -> m.EntryMessage:
    """Rightly proved to be of one suit, by who has drawn the turned trump: then it is trumps, and no maliutka."""
    return said(liar, ONE_SUIT)
