"""Lies about whole hands: combinations that are not held, not due, not led; ceding where nothing was announced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bura_p2p.cards import Card, Rank
from bura_p2p.crypto import masking, statements
from bura_p2p.crypto.challenge import Label, context
from bura_p2p.crypto.group import ORDER, G
from bura_p2p.crypto.masking import HandKey, MaskedCard
from bura_p2p.crypto.relation import Statement, prove
from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import CLASSIC, GEORGIAN, KOZEL, RUSSIAN, TELEGRAM
from bura_p2p.rules.outcome import Reason
from bura_p2p.rules.ruleset import Maliutka, Special
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import at, convicts
from tests.support.rogues import Liar, Setting, all_caught, caught, liar

from .test_hands import open_play

TRUMPS, ACES, ONE_SUIT = m.Combination

TWO = replace(CLASSIC, name="two", deck=20)
THREE = replace(RUSSIAN, name="three-seats", deck=20)
FOUR_CARDS = replace(KOZEL, name="four-cards", deck=20, players=(2, 4))
OUT_OF_TURN = replace(GEORGIAN, name="out-of-turn", maliutka=Maliutka.ANYTIME)
NO_MOLODKA = replace(TWO, name="no-molodka", specials=(Special.BURA, Special.THREE_ACES))
HELD_WIN = replace(TELEGRAM, name="held-win", deck=20)

NOTHING = "JS QH KC"

LEADS_LAST = Setting(THREE, (NOTHING, "AD KD QD", "QC KS 10S"), "JD", Stage.ANNOUNCE, "B")
"""B has a bura and is to speak; C has nothing; A leads."""


def announcing(rules, *hands: str, turned: str = "JD", who: str = "B") -> Setting:
    return Setting(rules, hands, turned, Stage.ANNOUNCE, who)


# --- what a liar can make --------------------------------------------------------------------------------------


def proof_of(
    cheat: Liar,
    what: int,
    cards: Sequence[MaskedCard],
    faces: Sequence[Card],
    key: HandKey | None = None,
    ctx: bytes | None = None,
    label: Label | None = None,
) -> bytes:
    """The proof that an owner of `faces` would make of `cards`, whether or not they are these, or its own."""
    key, ctx = key or cheat.secrets.key, ctx or cheat.ctx
    worth = [masking.CARD_POINTS[card.rank] for card in faces]
    match what:
        case m.Combination.TRUMPS:
            statement = statements.suit(ctx, key.X, cards, cheat.table.state.position.trump)
            witness = statements.suit_witness(key.x, faces, worth)
        case m.Combination.ACES:
            statement = statements.rank(ctx, key.X, cards, Rank.ACE, 11)
            witness = statements.rank_witness(key.x, faces)
        case _:
            statement = statements.one_suit(ctx, key.X, cards)
            witness = statements.one_suit_witness(key.x, faces, worth)
    return prove(Statement(label or statement.label, ctx, statement.equations), witness, cheat.entropy)


def faces_of(cheat: Liar) -> tuple[Card, ...]:
    """The cards of the cheat, in the order of its hand."""
    return cheat.maker.read(cheat.secrets, cheat.ciphers)


def said(cheat: Liar, what: int) -> m.Announce:
    """The proof that is honest if the hand is that."""
    return m.Announce(what, proof_of(cheat, what, cheat.ciphers, faces_of(cheat)))


def texts(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


NEAR = {
    TRUMPS: (announcing(THREE, NOTHING, "AD KD QH", "JC QC AC"), "AD KD QD"),
    ACES: (announcing(TWO, NOTHING, "AS AH KD"), "AS AH AC"),
    ONE_SUIT: (announcing(TWO, NOTHING, "JC QC AH"), "JC QC AC"),
}
"""All but one card of each combination, and the hand that is wished for."""
near = pytest.mark.parametrize("what", NEAR, ids=lambda what: what.label)

TRUE = {
    TRUMPS: LEADS_LAST,
    ACES: announcing(TWO, NOTHING, "AS AH AC"),
    ONE_SUIT: announcing(TWO, NOTHING, "JC KC AC"),
}
true = pytest.mark.parametrize("what", TRUE, ids=lambda what: what.label)


# --- hands that are another one --------------------------------------------------------------------------------


@near
def test_a_combination_that_is_nearly_held(what: int) -> None:
    """With the true cards as witness, with the cards that are wished for, and with none at all."""
    setting, wished = NEAR[what]
    lies = [
        lambda cheat: said(cheat, what),
        lambda cheat: m.Announce(what, proof_of(cheat, what, cheat.ciphers, texts(wished))),
        lambda cheat: m.Announce(what, bytes(len(said(cheat, what).proof))),
    ]
    all_caught(setting, lies, Code.STATEMENT_PROOF)


@near
def test_a_card_of_the_hand_counted_twice(what: int) -> None:
    """The two fitting cards, and a copy of one that the cheat masks anew: a true proof of other ciphertexts."""
    def lie(cheat: Liar) -> m.Announce:
        held = list(zip(faces_of(cheat), cheat.ciphers, strict=True))
        (face, card), other = [pair for pair in held if pair[0] in texts(NEAR[what][1])]
        copy = MaskedCard(card.A + G, card.B + cheat.secrets.key.X)
        faces, cards = zip((face, card), other, (face, copy), strict=True)
        return m.Announce(what, proof_of(cheat, what, cards, faces))

    caught(NEAR[what][0], lie, Code.STATEMENT_PROOF)


@pytest.mark.parametrize(("what", "hand"), [(TRUMPS, "AD KD QD"), (ONE_SUIT, "JC QC AC")], ids=str)
def test_another_seats_hand(what: int, hand: str) -> None:
    """C, who is in league and holds what B wants, lends B its key: what is proved is true of C's cards alone."""
    def lie(cheat: Liar) -> m.Announce:
        friend = cheat.seat_of("C")
        lent, theirs = cheat.hall.sessions[friend]._secrets, cheat.cards.held[friend]
        return m.Announce(what, proof_of(cheat, what, theirs, cheat.maker.read(lent, theirs), lent.key))

    caught(announcing(THREE, NOTHING, "QS KH 10S", hand), lie, Code.STATEMENT_PROOF)


def test_three_aces_are_not_of_one_suit() -> None:
    """A proof of one suit for aces, of aces for one suit, of trumps for another suit."""
    caught(TRUE[ACES], lambda cheat: said(cheat, ONE_SUIT), Code.STATEMENT_PROOF)
    lies = [lambda cheat: said(cheat, ACES), lambda cheat: said(cheat, TRUMPS)]
    all_caught(TRUE[ONE_SUIT], lies, Code.STATEMENT_PROOF)


@pytest.mark.parametrize(("hand", "what"), [("AD KD QD 10C", TRUMPS), ("AS AH AC KD", ACES)], ids=str)
def test_four_cards_that_are_nearly_held(hand: str, what: int) -> None:
    """Hands that win by being held: four trumps but for one, four aces but for one; the leader is asked too."""
    setting = announcing(FOUR_CARDS, hand, "JS QH KC 10S", who="A")
    caught(setting, lambda cheat: said(cheat, what), Code.STATEMENT_PROOF)


# --- proofs for another place, with another label, of another form ---------------------------------------------


@true
def test_a_proof_for_another_place(what: int) -> None:
    """The right hand, proved for another round, seat, hand, head, table."""
    def elsewhere(cheat: Liar, **other: Any) -> m.Announce:
        table = cheat.table
        place = {
            "table_id": table.state.table_id, "hand": table.state.hand, "round": table.round, "seat": cheat.seat,
            "head": table.head,
        } | other  # fmt: skip
        return m.Announce(what, proof_of(cheat, what, cheat.ciphers, faces_of(cheat), ctx=context(**place)))

    lies = [
        lambda cheat: elsewhere(cheat, round=cheat.table.round - 1),
        lambda cheat: elsewhere(cheat, hand=2),
        lambda cheat: elsewhere(cheat, seat=cheat.others[0]),
        lambda cheat: elsewhere(cheat, head=bytes(32)),
        lambda cheat: elsewhere(cheat, table_id=bytes(32)),
    ]
    all_caught(TRUE[what], lies, Code.STATEMENT_PROOF)


@true
def test_a_proof_under_another_label(what: int) -> None:
    own = {TRUMPS: Label.SUIT, ACES: Label.RANK, ONE_SUIT: Label.ONE_SUIT}

    def lie(label: Label) -> Callable[[Liar], m.Announce]:
        return lambda cheat: m.Announce(what, proof_of(cheat, what, cheat.ciphers, faces_of(cheat), label=label))

    labels = {Label.POINTS, Label.OPEN, *own.values()} - {own[what]}
    all_caught(TRUE[what], map(lie, sorted(labels)), Code.STATEMENT_PROOF)


@true
def test_form_and_scalars(what: int) -> None:
    """The true proof under another name (each has its own length), cut, lengthened; each scalar zero or too large."""
    proof = said(liar(TRUE[what]), what).proof
    lies = [m.Announce(other, proof) for other in m.Combination if other != what]
    lies += [m.Announce(what, changed) for changed in (proof[:-1], proof[32:], proof + bytes(32))]
    all_caught(TRUE[what], [lambda cheat, lie=lie: lie for lie in lies], Code.LENGTH)
    for value, code in ((0, Code.STATEMENT_PROOF), (ORDER, Code.SCALAR)):
        put = value.to_bytes(32, "big")
        lies = [m.Announce(what, proof[:at] + put + proof[at + 32 :]) for at in range(0, len(proof), 32)]
        all_caught(TRUE[what], [lambda cheat, lie=lie: lie for lie in lies], code)


def test_what_has_not_the_form_of_an_announcement() -> None:
    payloads = [(number, bytes(256)) for number in (3, 255, -1, -(2**53) + 1)]
    payloads += [(0, bytes(63)), (0, bytes(64 * 6 + 1)), (0,), (0, bytes(256), 0)]
    payloads += [(None, bytes(256)), (False, bytes(256))]
    lies = [lambda cheat, payload=payload: cheat.signed_raw(18, payload) for payload in payloads]
    all_caught(LEADS_LAST, lies, Code.SHAPE)


# --- the hand of another moment --------------------------------------------------------------------------------

AGAIN = Setting(
    TWO, ("AS AC AH", "JC QC KC"), "JD", Stage.ANNOUNCE, "B",
    ("A lead AS AC AH", "B answer JC QC KC"), "JH 10C QH 10S KH KS", passes=1,
)  # fmt: skip
"""B announced a molodka in the first trick, and has drawn `10C 10S KS` since."""

DRAWN = Setting(
    TWO, ("KS QH JS", "JC QC JH"), "JD", Stage.ANNOUNCE, "B", ("A lead KS", "B answer JH"), "QS KC", passes=1,
)  # fmt: skip
"""B put down a heart, mixing its hand, and has drawn the third club."""


def test_the_proof_of_an_earlier_trick() -> None:
    """What was true of the hand before is said again, byte for byte; and proved anew for this place."""
    def replayed(cheat: Liar) -> m.Announce:
        messages = [decode_body(entry.body).message() for entry in cheat.session.entries()]
        return next(message for message in messages if isinstance(message, m.Announce))

    def proved_again(cheat: Liar) -> m.Announce:
        return m.Announce(ONE_SUIT, proof_of(cheat, ONE_SUIT, cheat.dealt("B"), texts("JC QC KC")))

    all_caught(AGAIN, [replayed, proved_again], Code.STATEMENT_PROOF)


def test_the_cards_from_before_the_mix() -> None:
    """True of what is held, but proved of the ciphertexts that the cards had before they were mixed."""
    def before_mix(cheat: Liar, cards: str) -> m.Announce:
        old = dict(zip(cheat.maker.read(cheat.secrets, cheat.dealt("B")), cheat.dealt("B"), strict=True))
        new = dict(zip(faces_of(cheat), cheat.ciphers, strict=True))
        faces = texts(cards)
        hand = [old.get(card, new.get(card)) for card in faces]
        return m.Announce(ONE_SUIT, proof_of(cheat, ONE_SUIT, hand, faces))

    assert set(faces_of(liar(DRAWN))) == set(texts("JC QC KC"))
    caught(DRAWN, lambda cheat: before_mix(cheat, "JC QC KC"), Code.STATEMENT_PROOF)
    honest = liar(DRAWN)
    honest.says(said(honest, ONE_SUIT))
    assert honest.honest.table.stage is Stage.LEAD


# --- where nothing is to be announced --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "what"),
    [
        (announcing(HELD_WIN, "JC QC AC", NOTHING, "AS KS 10S", who="A"), ONE_SUIT),
        (announcing(FOUR_CARDS, "JC QC AC 10C", "JS QH KC 10S", who="A"), ONE_SUIT),
        (announcing(OUT_OF_TURN, NOTHING, "AD KD QD"), TRUMPS),
        (announcing(OUT_OF_TURN, NOTHING, "AS AC AH"), ACES),
        (announcing(NO_MOLODKA, NOTHING, "JC QC AC"), ONE_SUIT),
    ],
    ids=lambda item: item.rules.name if isinstance(item, Setting) else item.label,
)
def test_a_combination_that_these_rules_do_not_have(setting: Setting, what: int) -> None:
    """Rightly proved, and nothing at this table."""
    caught(setting, lambda cheat: said(cheat, what), Code.TYPE_NOT_DUE)


@pytest.mark.parametrize("letter", ["A", "C"])
def test_announcing_out_of_turn(letter: str) -> None:
    """The leader announces too, and the third before the second."""
    caught(LEADS_LAST, lambda cheat: said(cheat, ONE_SUIT), Code.TYPE_NOT_DUE, letter=letter)


def test_announcing_twice() -> None:
    """After the honest announcement the cheat speaks again, in the next one's place."""
    caught(LEADS_LAST, lambda cheat: said(cheat, ONE_SUIT), Code.TYPE_NOT_DUE,
           before=lambda cheat: cheat.says(said(cheat, TRUMPS)))  # fmt: skip


def test_announcing_where_the_lead_is_due() -> None:
    """The leader has heard everything, and says what it holds instead of leading or ceding."""
    caught(HEARD, lambda cheat: said(cheat, ONE_SUIT), Code.TYPE_NOT_DUE)


# --- the leader ------------------------------------------------------------------------------------------------

HEARD = Setting(TWO, ("JC QC AC", "KS QS 10S"), "JD", Stage.LEAD, "A")
"""A has a molodka, and so has B, which has announced it."""
HIGHER = Setting(THREE, ("JC QC AC", "AS AH AD", "KS QS 10S"), "JD", Stage.LEAD, "A")
"""A has a molodka; B has announced three aces, C a molodka."""
SILENT = Setting(TWO, ("JC QC AC", "KS QS 10H"), "JD", Stage.LEAD, "A")
"""Nobody has announced anything."""


def test_a_lead_lower_than_what_was_announced() -> None:
    """A molodka on three aces; one card, two cards, on a molodka."""
    caught(HIGHER, lambda cheat: open_play(cheat, m.Lead, texts("JC QC AC")), Code.LEAD_ILLEGAL)
    lies = [lambda cheat, cards=cards: open_play(cheat, m.Lead, texts(cards)) for cards in ("JC", "JC QC")]
    all_caught(HEARD, lies, Code.LEAD_ILLEGAL)
    equal = liar(HEARD)
    equal.says(open_play(equal, m.Lead, texts("JC QC AC")))
    assert equal.honest.table.stage is Stage.FOLLOW


def test_ceding_where_nothing_was_announced() -> None:
    """Under rules that know it, and (an everyday hand) under rules that do not."""
    caught(SILENT, lambda cheat: m.Cede(), Code.TYPE_NOT_DUE)
    for seat in (0, 1):
        convicts(at("lead", seat), m.Cede(), Code.TYPE_NOT_DUE)


def test_ceding_and_leading_all_the_same() -> None:
    """The lead is the announcer's now: the one who ceded leads, cedes again, claims."""
    lies = [lambda cheat: open_play(cheat, m.Lead, texts("JC QC AC")), lambda cheat: m.Cede()]
    lies.append(lambda cheat: m.Claim())
    all_caught(HIGHER, lies, Code.TYPE_NOT_DUE, before=lambda cheat: cheat.says(m.Cede()))


def test_another_than_the_highest_leads() -> None:
    """C announced too, but B higher: C takes the lead that was ceded to B."""
    caught(SEIZED, lambda cheat: open_play(cheat, m.Lead, texts("KS QS 10S")), Code.TYPE_NOT_DUE, letter="C")


def test_raising_against_what_was_announced() -> None:
    """Where hands are raised: not while a combination stands against the leader."""
    setting = Setting(OUT_OF_TURN, (NOTHING, "JC QC AC"), "JD", Stage.LEAD, "A")
    caught(setting, lambda cheat: m.Raise(2), Code.RAISE_ILLEGAL)


# --- the announcer ---------------------------------------------------------------------------------------------

SEIZED = replace(HIGHER, stage=Stage.SEIZED, who="B", script=("A cede",))
"""The lead was ceded to B's three aces."""
PLAIN = Setting(OUT_OF_TURN, (NOTHING, "JC QC AC"), "JD", Stage.SEIZED, "B", ("A cede",))
"""The same, for a maliutka, where points are claimed after a trick of one's own."""


@pytest.mark.parametrize(("setting", "cards"), [(SEIZED, "AS"), (PLAIN, "JC"), (PLAIN, "JC AC")],
                         ids=["an ace", "a card", "two cards"])  # fmt: skip
def test_another_lead_than_was_announced(setting: Setting, cards: str) -> None:
    """Part of it is not it."""
    caught(setting, lambda cheat: open_play(cheat, m.Lead, texts(cards)), Code.LEAD_ILLEGAL)


def test_what_has_no_place_when_the_lead_is_seized() -> None:
    """A claim under rules that have it after an own trick; a raise, an answer, a pass, another announcement."""
    caught(PLAIN, lambda cheat: m.Claim(), Code.CLAIM_ILLEGAL)
    lies = [lambda cheat, lie=lie: lie for lie in (m.Raise(2), m.Pass(), m.Cede())]
    lies += [lambda cheat: open_play(cheat, m.Answer, texts("JC QC AC")), lambda cheat: said(cheat, ONE_SUIT)]
    all_caught(PLAIN, lies, Code.TYPE_NOT_DUE)


def test_claims_between_the_announcements() -> None:
    """Even where one claims at any time: its place is the lead, the answer, the last word."""
    caught(LEADS_LAST, lambda cheat: m.Claim(), Code.TYPE_NOT_DUE)
    caught(LEADS_LAST, lambda cheat: m.Claim(), Code.TYPE_NOT_DUE, letter="A")


BLUFF = announcing(OUT_OF_TURN, NOTHING, "AD KD QD")
"""B holds three trumps, which are of one suit, but no maliutka."""


def bluff(cheat: Liar) -> None:
    """The trumps are proved to be of one suit, which nobody can tell from a maliutka; the leader cedes."""
    cheat.says(said(cheat, ONE_SUIT))
    leader = cheat.seat_of("A")
    cheat.hall.note(leader, cheat.hall.sessions[leader].play(a.Cede()))
    cheat.settle()
    assert cheat.honest.table.stage is Stage.SEIZED


def test_trumps_announced_as_a_maliutka_cannot_be_led() -> None:
    """One suit untold hides that it is trump; the lead that it brings does not, and no lead is left."""
    leads = [lambda cheat, c=cards: open_play(cheat, m.Lead, texts(c)) for cards in ("AD KD QD", "AD", "AD KD")]
    all_caught(BLUFF, leads, Code.LEAD_ILLEGAL, before=bluff)


def test_trumps_announced_as_a_maliutka_lose() -> None:
    """What is left to the bluffer is to resign; saying nothing leaves a file that says who owes the lead."""
    cheat = liar(BLUFF)
    bluff(cheat)
    assert cheat.session.view().legal == ()
    report = verify_file(cheat.hall.file(cheat.witness))
    assert (report.verdict, report.owing, report.waits_for) == (Verdict.OPEN, (cheat.seat,), "seized")
    cheat.hall.note(cheat.seat, cheat.session.play(a.Resign()))
    cheat.hall.run()
    outcome = cheat.honest.table.state.outcome
    assert (outcome.winner, outcome.reason) == (cheat.seat_of("A"), Reason.RESIGNED)
    assert verify_file(cheat.hall.file(cheat.witness)).verdict is Verdict.FAIR


SHOWN_TRUMP = Setting(
    OUT_OF_TURN, ("AS KS QS", "10C KH QH"), "JD", Stage.ANNOUNCE, "B",
    ("A lead AS KS QS", "B give 10C KH QH", "A lead AC KC QC", "B give JH JC 10H", "A lead AH", "B give JS"),
    "AC JH KC JC QC 10H AH AD 10S KD QD JS 10D", passes=3,
)  # fmt: skip
"""B has drawn the turned trump, as all have seen, and holds three trumps."""


def test_one_suit_by_who_is_seen_to_hold_a_trump() -> None:
    """Rightly proved, but then it is trumps, and no maliutka: nobody need be asked to cede."""
    caught(SHOWN_TRUMP, lambda cheat: said(cheat, ONE_SUIT), Code.LEAD_ILLEGAL)


# --- allowed ---------------------------------------------------------------------------------------------------


def test_announcing_less_and_nothing_is_allowed() -> None:
    """Three trumps are of one suit too, and nobody need say what it holds: both hurt only oneself."""
    for message in (lambda cheat: said(cheat, ONE_SUIT), lambda cheat: m.Pass()):
        cheat = liar(LEADS_LAST)
        cheat.says(message(cheat))
        assert not cheat.honest.closed
        assert cheat.honest.table.stage is not Stage.ANNOUNCE or cheat.honest.table.owing() == (cheat.seat_of("C"),)


def test_keeping_back_a_hand_that_wins_by_being_held() -> None:
    """Nobody can know that it was held. It wins nothing later: it was broken by the first card that was put down."""
    setting = announcing(FOUR_CARDS, "JS QH KC 10S", "AD KD QD 10D")
    cheat = liar(setting)
    cheat.says(m.Pass())
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    assert cheat.honest.table.state.outcome.reason is not Reason.BURA
