"""Lies about the game: claims and raises out of place, sums of piles, results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...crypto import statements
from ...crypto.masking import prove_points
from ...crypto.relation import prove
from ...errors import Code
from ...rules.outcome import Reason
from ...rules.points import cards_points
from ...wire import messages as m
from ..cheat import Chapter, Layer, Make, Scene, fixed
from ..pens import BAD_SCALARS, SCALAR_LINES, Cards, proved_twice, put
from ..rogue import Rogue
from ..scenes import (
    COUNT,
    FOLLOW,
    LATER_LEAD,
    LEAD,
    LEAD_AFTER_RAISE,
    LEAD_RAISING,
    LEAD_WITHOUT_RAISES,
    LED,
    RAISED,
    RAISING,
    RESULT,
    RESULT_OF_MATCH,
)

GAME = Chapter(Layer.GAME)


def plain(name: str, lie: str, scene: Scene, message: m.EntryMessage, code: Code, line: str) -> None:
    """Write down a word that carries nothing and is said where it has no place."""
    GAME.add(type(message).__name__, name, lie, scene, code, line, fixed(message))


# --- claims and raises -------------------------------------------------------------------------------------

plain("claim-before-any-trick",
      "A claim in the place of the hand's first lead, before the liar has won a trick.",
      LEAD_RAISING, m.Claim(), Code.CLAIM_ILLEGAL, "claim out of place")  # fmt: skip
plain("claim-for-an-answer",
      "A claim where a trick is to be answered, under rules that have none there.",
      FOLLOW, m.Claim(), Code.TYPE_NOT_DUE, "claim out of place")  # fmt: skip
plain("claim-against-a-raise",
      "A claim by who must answer a raise.",
      RAISED, m.Claim(), Code.TYPE_NOT_DUE, "claim while a raise is open")  # fmt: skip
plain("claim-behind-the-own-raise",
      "A claim by who has raised and must wait.",
      RAISING, m.Claim(), Code.TYPE_NOT_DUE, "claim while a raise is open")  # fmt: skip
plain("own-raise-accepted",
      "Who has raised accepts it in the other's place.",
      RAISING, m.Accept(), Code.TYPE_NOT_DUE, "out of turn")  # fmt: skip
plain("own-raise-declined",
      "Who has raised takes it back.",
      RAISING, m.Decline(), Code.TYPE_NOT_DUE, "out of turn")  # fmt: skip
plain("raise-on-the-own-raise",
      "Who has raised raises again before the other has answered.",
      RAISING, m.Raise(3), Code.TYPE_NOT_DUE, "raise twice by one side")  # fmt: skip
plain("resigned-out-of-turn",
      "Who has led gives up in the other's place.",
      LED, m.Resign(), Code.TYPE_NOT_DUE, "out of turn")  # fmt: skip
plain("claim-out-of-turn",
      "Who has led claims in the other's place.",
      LED, m.Claim(), Code.TYPE_NOT_DUE, "claim out of place")  # fmt: skip
plain("raise-for-an-answer",
      "A raise where a trick is to be answered.",
      FOLLOW, m.Raise(2), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
plain("accepted-what-nobody-raised",
      "A raise is accepted that nobody has made.",
      LEAD, m.Accept(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
plain("declined-what-nobody-raised",
      "A raise is declined that nobody has made.",
      LEAD, m.Decline(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
plain("last-word-before-the-last-trick",
      "A pass in the place of a lead, which would end the hand early.",
      LATER_LEAD, m.Pass(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
plain("raise-where-none-is-left",
      "A raise in a match that the next point decides.",
      LEAD_WITHOUT_RAISES, m.Raise(2), Code.RAISE_ILLEGAL, "raise in the no-raise hand")  # fmt: skip
plain("raise-after-an-accepted-raise",
      "The liar raised, the other accepted, and the liar raises again.",
      LEAD_AFTER_RAISE, m.Raise(3), Code.RAISE_ILLEGAL, "raise twice by one side")  # fmt: skip
plain("raise-to-the-stake-itself",
      "The liar raised, the other accepted, and it raises to the same stake.",
      LEAD_AFTER_RAISE, m.Raise(2), Code.RAISE_ILLEGAL, "raise twice by one side")  # fmt: skip

for _to in (3, 6):
    GAME.add("Raise.to", f"first-raise-to-{_to}", f"The first raise is to {_to}, where it can only be to 2.",
             LEAD_RAISING, Code.RAISE_ILLEGAL, "raise twice by one side",
             fixed(m.Raise(_to)))
for _to, _word in ((2, "what is offered already"), (4, "two steps more")):
    GAME.add("Raise.to", f"raise-back-to-{_to}", f"The raise back is to {_word}.", RAISED, Code.RAISE_ILLEGAL,
             "raise twice by one side",
             fixed(m.Raise(_to)))


# --- the count ---------------------------------------------------------------------------------------------


def _pile(liar: Rogue) -> Cards:
    return next(cards for owner in liar.others if (cards := liar.closed_for(owner)))


def lying_sum(liar: Rogue, said: int, cards: Cards) -> m.PileSum:
    """A sum with the best proof that a liar has: the true witness under the statement that is wanted."""
    faces = liar.maker.read(liar.secrets, cards)
    statement = statements.points(liar.ctx, liar.secrets.key.X, cards, said)
    return m.PileSum(said, prove(statement, statements.points_witness(liar.secrets.key.x, faces), liar.entropy))


def _count_off(step: int, *, proved: bool) -> Make:
    def make(liar: Rogue) -> m.Count:
        ((points, proof),) = liar.honest(m.Count).piles
        said = abs(points + step)
        return m.Count((lying_sum(liar, said, _pile(liar)) if proved else m.PileSum(said, proof),))

    return make


for _step, _words in ((-1, "one less"), (1, "one more"), (-11, "an ace less")):
    for _proved in (False, True):
        _how = "a proof made for it" if _proved else "the proof of the right one"
        GAME.add("Count.piles", f"count-{_words}-{'proved' if _proved else 'told'}".replace(" ", "-"),
                 f"A sum that is {_words} than the pile holds, under {_how}.", COUNT, Code.STATEMENT_PROOF,
                 "points proof off by one",
                 _count_off(_step, proved=_proved))  # fmt: skip


@GAME.cheat("Count.piles", COUNT, Code.STATEMENT_PROOF, "false score")
def count_of_a_whole_deck(liar: Rogue) -> m.Count:
    """The largest sum that the form allows, with a proof of nothing."""
    return m.Count((m.PileSum(120, bytes(128)),))


@GAME.cheat("Count.piles", COUNT, Code.STATEMENT_PROOF, "statement over the same card twice")
def count_of_one_card_twice(liar: Rogue) -> m.Count:
    """A true sum of the pile's first card and itself, in place of two cards."""
    first = _pile(liar)[0]
    card = liar.maker.read(liar.secrets, [first])
    alone = statements.points(liar.ctx, liar.secrets.key.X, [first], cards_points(card))
    said, proof = proved_twice(liar, alone, card)
    return m.Count((m.PileSum(said, proof),))


@GAME.cheat("Count.piles", COUNT, Code.STATEMENT_PROOF, "points proof off by one")
def count_of_a_part(liar: Rogue) -> m.Count:
    """The true and proved sum of one card of the pile alone."""
    cards = _pile(liar)[:1]
    faces = liar.maker.read(liar.secrets, cards)
    return m.Count((m.PileSum(*prove_points(liar.ctx, liar.secrets.key, cards, faces, liar.entropy)),))


@GAME.cheat("Count.piles", COUNT, Code.LENGTH, "proof field lengthened")
def count_of_a_pile_too_many(liar: Rogue) -> m.Count:
    """The right sum, and once more for a pile that is none."""
    piles = liar.honest(m.Count).piles
    return m.Count((*piles, *piles))


@GAME.cheat("Count.piles", COUNT, Code.SHAPE, "proof field emptied",
            source="faults 2: an empty list verifies")  # fmt: skip
def count_of_no_piles(liar: Rogue) -> Any:
    """An empty list of sums, where a pile is owed."""
    return liar.signed_raw(15, ((),))


@GAME.cheat("Count.piles", COUNT, Code.STATEMENT_PROOF, "proof of another seat",
            source="faults 8: a replayed proof")  # fmt: skip
def count_for_another_seat(liar: Rogue) -> m.Count:
    """The right sum, proved for another seat's place."""
    cards, elsewhere = _pile(liar), liar.table.context(liar.others[0])
    faces = liar.maker.read(liar.secrets, cards)
    return m.Count((m.PileSum(*prove_points(elsewhere, liar.secrets.key, cards, faces, liar.entropy)),))


def _scalar(at: int, value: bytes) -> Make:
    def make(liar: Rogue) -> m.Count:
        ((points, proof),) = liar.honest(m.Count).piles
        return m.Count((m.PileSum(points, put(proof, 32 * at, value)),))

    return make


for _at, _field in enumerate(("challenge", "response of the key", "response of the rank", "response of the suit")):
    for _name, (_done, _value) in list(BAD_SCALARS.items())[:2]:
        GAME.add(f"Count.piles, {_field}", f"count-{_field.replace(' ', '-')}-{_name}",
                 f"The {_field} in the proof of a sum is {_done}.", COUNT,
                 Code.SCALAR if _value[0] else Code.STATEMENT_PROOF, SCALAR_LINES[_name],
                 _scalar(_at, _value))  # fmt: skip


# --- the result --------------------------------------------------------------------------------------------

Change = Callable[[Rogue, m.Result], dict[str, Any]]


def _told(change: Change) -> Make:
    def make(liar: Rogue) -> m.Result:
        honest = liar.honest(m.Result)
        return replace(honest, **change(liar, honest))

    return make


def _first(values: tuple[int, ...], step: int) -> tuple[int, ...]:
    return (values[0] + step, *values[1:])


_RESULTS: dict[str, tuple[str, str, Change]] = {
    "another-hand": ("hand", "The result is that of the hand after this.", lambda liar, r: {"hand": r.hand + 1}),
    "no-winner": ("winner", "Somebody has won, and the liar says that nobody has; or the other way round.",
                  lambda liar, r: {"winner": 0 if r.winner is None else None}),
    "another-winner": ("winner", "Another seat is said to have won.",
                       lambda liar, r: {"winner": ((r.winner or 0) + 1) % len(r.score)}),
    "another-reason": ("reason", "The hand is said to have ended otherwise.",
                       lambda liar, r: {"reason": (r.reason + 1) % len(Reason)}),
    "a-point-more": ("points", "The hand is said to be worth a match point more.", lambda liar,
                     r: {"points": r.points + 1}),
    "another-score": ("score", "The first seat's score is one too high.", lambda liar,
                      r: {"score": _first(r.score, 1)}),
    "largest-score": ("score", "The scores are the largest that the form allows.",
                      lambda liar, r: {"score": (65535,) * len(r.score)}),
    "score-of-more-seats": ("score", "A score for a seat more than sits here.", lambda liar,
                            r: {"score": (*r.score, 0)}),
    "another-leader": ("next_leader", "Another seat is said to lead the next hand.",
                       lambda liar, r: {"next_leader": ((r.next_leader or 0) + 1) % len(r.score)}),
    "no-leader": ("next_leader", "Nobody is said to lead the next hand.",
                  lambda liar, r: {"next_leader": 0 if r.next_leader is None else None}),
    "chips-moved": ("chips", "A chip has gone from one seat to another.",
                    lambda liar, r: {"chips": (r.chips[0] + 1, r.chips[1] - 1, *r.chips[2:])}),
    "chips-from-nowhere": ("chips", "The first seat has a chip more.", lambda liar, r: {"chips": _first(r.chips, 1)}),
    "chips-of-more-seats": ("chips", "Chips for a seat more than sits here.", lambda liar,
                            r: {"chips": (*r.chips, 0)}),
    "a-chip-in-the-pot": ("pot", "The pot holds a chip more.", lambda liar, r: {"pot": r.pot + 1}),
}  # fmt: skip

for _name, (_field, _lie, _change) in _RESULTS.items():
    GAME.add(f"Result.{_field}", f"result-{_name}", _lie, RESULT, Code.RESULT_WRONG, "false score", _told(_change))


@GAME.cheat("Result", RESULT, Code.RESULT_WRONG, "false score")
def result_the_liar_wins(liar: Rogue) -> m.Result:
    """The liar declares itself the winner, in every field."""
    honest = liar.honest(m.Result)
    score = tuple(value + 3 * (seat == liar.seat) for seat, value in enumerate(honest.score))
    return replace(honest, winner=liar.seat, next_leader=liar.seat, score=score, points=3)


@GAME.cheat("Result.play_on", RESULT_OF_MATCH, Code.RESULT_WRONG, "message after the end")
def playing_on_after_the_match(liar: Rogue) -> m.Result:
    """The match is over, and the liar says that it plays another hand."""
    return replace(liar.honest(m.Result), play_on=True)


@GAME.cheat("Result.next_leader", RESULT_OF_MATCH, Code.RESULT_WRONG, "message after the end")
def leader_of_a_hand_that_will_not_be(liar: Rogue) -> m.Result:
    """The match is over, and somebody is said to lead the next hand."""
    return replace(liar.honest(m.Result), next_leader=liar.seat)


plain("resigned-when-all-is-over",
      "A hand that is over is given up instead of signed.",
      RESULT, m.Resign(), Code.TYPE_NOT_DUE, "a type in a state where it is not allowed")  # fmt: skip
