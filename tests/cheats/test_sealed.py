"""Lies about sums that only the winner of a trick can read, and about the total of them; claims that open nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from bura_p2p.cards import Card
from bura_p2p.crypto import masking, statements
from bura_p2p.crypto.challenge import Label, context
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import IDENTITY, ORDER, G, Scalar, multiply_base, weighted_sum
from bura_p2p.crypto.masking import MaskedCard
from bura_p2p.crypto.relation import Statement, prove
from bura_p2p.errors import Code
from bura_p2p.rules.builtin import CLOSED, RUSSIAN, TELEGRAM
from bura_p2p.rules.outcome import Reason
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.support.cheat import frame
from tests.support.rogues import Liar, Setting, all_caught, carry, caught, liar

from .test_hands import given

SEALED = replace(TELEGRAM, name="sealed", deck=20, instant=())
SHUT = replace(CLOSED, name="shut", deck=20)
HANDS = ("AD JS QS", "10S KH JC", "10H KC QH")
TRICK = ("A lead AD", "B give 10S", "C give 10H")

GIVEN = Setting(SEALED, HANDS, "JD", Stage.POINTS, "B", TRICK)
"""B and C have each given a ten to A's ace of trumps: 31 points, and A alone will know."""
REACHED = replace(GIVEN, stage=Stage.TALLY, who="A")
SHORT = Setting(SEALED, HANDS, "JD", Stage.TALLY, "A", (*TRICK[:2], "C give KC"))
"""The same with a king from C: 25 points, where up to 33 could lie."""
TWICE = ("A lead JS", "B give 10S", "C give KC", "A lead QS", "B give KH", "C give QH")
LATER = Setting(SEALED, HANDS, "JD", Stage.POINTS, "B", TWICE, "KD QC 10D", passes=1)
"""The second trick: B gave a ten to the first, and a king to this one."""
TAKEN = Setting(SEALED, ("JS QH KC", "QS 10H JC", "AC KH 10C"), "JD", Stage.POINTS, "C",
                ("A lead JS", "B answer QS", "C give KH"))  # fmt: skip
"""B took A's jack; C alone has given."""


def texts(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def cards_given(cheat: Liar) -> tuple[MaskedCard, ...]:
    """What the cheat has just given."""
    return cheat.cards.just_given(cheat.seat, cheat.table.state.taker)


def points_of(
    cheat: Liar,
    p: int,
    *,
    cards: Sequence[MaskedCard] | None = None,
    faces: Sequence[Card] | None = None,
    to: str = "A",
    r: int = 77,
    ctx: bytes | None = None,
    label: Label = Label.SEALED_POINTS,
) -> m.Points:
    """p sealed for `to`, with the best proof that a liar has for it: the true witness of `faces`."""
    cards = cards_given(cheat) if cards is None else cards
    faces = cheat.maker.read(cheat.secrets, cards) if faces is None else faces
    key, owner = cheat.secrets.key, cheat.cards.keys[cheat.seat_of(to)].X
    C = MaskedCard(multiply_base(r), weighted_sum([p, r], [H_POINTS, owner]))
    statement = statements.sealed_points(ctx or cheat.ctx, key.X, cards, owner, C)
    witness = statements.sealed_points_witness(key.x, Scalar(r), p, faces)
    statement = Statement(label, statement.ctx, statement.equations)
    return m.Points(C.to_bytes(), prove(statement, witness, cheat.entropy))


Lie = Callable[[Liar], m.EntryMessage]


def always(*messages: m.EntryMessage) -> list[Lie]:
    return [lambda cheat, message=message: message for message in messages]


# --- points ----------------------------------------------------------------------------------------------------


def test_the_honest_sum_is_taken() -> None:
    """The liar's own pen writes what is true, so what is refused below is refused for the lie."""
    cheat = liar(GIVEN)
    cheat.says(points_of(cheat, 10))
    cheat.hall.run()
    assert cheat.honest.table.state.outcome.reason is Reason.REACHED


@pytest.mark.parametrize("p", [0, 9, 11, 120])
def test_a_sum_that_is_another(p: int) -> None:
    """With the witness of the cards; with that of cards which are worth so much; for any factor."""
    lies = [lambda cheat: points_of(cheat, p), lambda cheat: points_of(cheat, p, faces=texts("AS"))]
    lies.append(lambda cheat: points_of(cheat, p, r=1))
    all_caught(GIVEN, lies, Code.STATEMENT_PROOF)


def test_a_true_proof_of_another_ciphertext() -> None:
    """The honest proof under a sum that is one point off, under one that is masked anew, under none of it."""
    honest = liar(GIVEN).withheld
    C = MaskedCard.from_bytes(honest.sealed)
    others = [MaskedCard(C.A, C.B + H_POINTS), MaskedCard(C.A + G, C.B), MaskedCard(C.B, C.A), MaskedCard(C.A, C.A)]
    all_caught(GIVEN, always(*(m.Points(other.to_bytes(), honest.proof) for other in others)), Code.STATEMENT_PROOF)


@pytest.mark.parametrize("to", ["B", "C"])
def test_a_sum_that_the_winner_cannot_read(to: str) -> None:
    """Sealed for the giver itself, and for the third at the table."""
    caught(GIVEN, lambda cheat: points_of(cheat, 10, to=to), Code.STATEMENT_PROOF)


def test_the_sum_of_other_cards() -> None:
    """Of a card that is still held, of the given card and another, of the given card before it was mixed."""
    held = lambda cheat: [cheat.ciphers[0]]  # noqa: E731
    before = lambda cheat: [c for c in cheat.dealt("B") if cheat.maker.read(cheat.secrets, [c]) == texts("10S")]  # noqa: E731
    lies = [lambda cheat, cards=cards: points_of(cheat, worth(cheat, cards(cheat)), cards=cards(cheat))
            for cards in (held, lambda cheat: [*cards_given(cheat), cheat.ciphers[0]], before)]  # fmt: skip
    all_caught(GIVEN, lies, Code.STATEMENT_PROOF)


def worth(cheat: Liar, cards: Sequence[MaskedCard]) -> int:
    return sum(masking.CARD_POINTS[card.rank] for card in cheat.maker.read(cheat.secrets, cards))


def test_the_sum_of_an_older_give() -> None:
    """The message of the first trick again; a new one for its card, for both cards together."""
    def again(cheat: Liar) -> m.Points:
        messages = [decode_body(e.body).message() for e in cheat.session.entries() if e.seat == cheat.seat]
        return next(message for message in messages if isinstance(message, m.Points))

    def older(cheat: Liar) -> m.Points:
        return points_of(cheat, 10, cards=cheat.cards.given_by(cheat.seat)[:1])

    def both(cheat: Liar) -> m.Points:
        return points_of(cheat, 14, cards=cheat.cards.given_by(cheat.seat))

    all_caught(LATER, [again, older, both], Code.STATEMENT_PROOF)
    honest = liar(LATER)
    honest.says(points_of(honest, 4))
    assert not honest.honest.closed


def test_the_sum_of_another_giver() -> None:
    """B says again what C said: a true sum, for the right winner, of cards that C gave."""
    def theirs(cheat: Liar) -> m.Points:
        return decode_body(cheat.table.log.open[cheat.seat_of("C")].body).message()

    caught(GIVEN, theirs, Code.STATEMENT_PROOF)


def test_a_sum_for_another_place_and_under_another_label() -> None:
    def elsewhere(cheat: Liar, seat: int, round_: int) -> bytes:
        table = cheat.table
        return context(table.state.table_id, 1, round_, seat, table.head)

    lies = [
        lambda cheat: points_of(cheat, 10, ctx=elsewhere(cheat, cheat.seat_of("C"), cheat.table.round)),
        lambda cheat: points_of(cheat, 10, ctx=elsewhere(cheat, cheat.seat, cheat.table.round + 1)),
        lambda cheat: points_of(cheat, 10, label=Label.POINTS),
        lambda cheat: points_of(cheat, 10, label=Label.SEALED_TOTAL),
    ]
    all_caught(GIVEN, lies, Code.STATEMENT_PROOF)


def test_the_form_of_a_sealed_sum() -> None:
    honest = liar(GIVEN).withheld
    sealed, proof = honest.sealed, honest.proof
    fields = [(sealed[:-1], proof), (sealed + b"\0", proof), (sealed, proof[:-32]), (sealed, b""), (b"", b"")]
    fields += [(sealed,), (10, proof)]
    all_caught(GIVEN, [lambda cheat, f=f: cheat.signed_raw(20, f) for f in fields], Code.SHAPE)
    none = [MaskedCard(IDENTITY, G), MaskedCard(G, IDENTITY)]
    forms = [card.to_bytes() for card in none] + [b"\x04" + sealed[1:], sealed[:33] + b"\x02" + bytes(32)]
    all_caught(GIVEN, always(*(m.Points(form, honest.proof) for form in forms)), Code.POINT)
    for value, code in ((0, Code.STATEMENT_PROOF), (ORDER, Code.SCALAR)):
        put = value.to_bytes(32, "big")
        proofs = [honest.proof[:at] + put + honest.proof[at + 32 :] for at in range(0, 192, 32)]
        all_caught(GIVEN, always(*(m.Points(honest.sealed, proof) for proof in proofs)), code)


def test_two_sums_for_one_give() -> None:
    """Another body in the same place, be it as true: the same sum with another factor."""
    cheat = liar(GIVEN)
    first, second = (cheat.signed(points_of(cheat, 10, r=r)) for r in (5, 6))
    honest = cheat.honest
    kept = honest.receive(frame(first)).entries
    late = honest.receive(frame(second))
    assert [message.code for message in late.send] == [Code.EQUIVOCATION]
    stored = [e for effects in cheat.hall.effects[cheat.witness] for e in effects.entries]
    report = verify_file(cheat.file([*stored, *kept, *late.entries]))
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, cheat.seat)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_sum_of_nothing(letter: str) -> None:
    """Who led, and who took the trick with open cards, have nothing to seal."""
    some = lambda cheat: points_of(cheat, 2, cards=cheat.ciphers[:1], to="B")  # noqa: E731
    caught(TAKEN, some, Code.TYPE_NOT_DUE, letter=letter)
    caught(GIVEN, lambda cheat: points_of(cheat, 2, cards=cheat.ciphers[:1]), Code.TYPE_NOT_DUE, letter="A",
           in_file=False)  # fmt: skip


def test_no_sum_where_a_sum_is_due() -> None:
    """A pass, a claim, a count, the shares that come after it."""
    proof = bytes(128)
    lies = always(m.Pass(), m.Claim(), m.Count((m.PileSum(10, proof),)), m.Shares(bytes(33), bytes(64)))
    all_caught(GIVEN, lies, Code.TYPE_NOT_DUE)


# --- giving, with points and without ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (SEALED, Code.LENGTH),  # sealed, and never told to all
        (SHUT, Code.LENGTH),  # never told at all
        (replace(RUSSIAN, name="open", deck=20), Code.GIVE_ILLEGAL),  # cards are given open
    ],
    ids=lambda item: getattr(item, "name", None),
)
def test_a_give_with_its_points(rules, code: Code) -> None:
    """True and proved; and where cards are given open, closed at all."""
    setting = Setting(rules, ("AD JS QC", *HANDS[1:]), "JD", Stage.FOLLOW, "B", ("A lead AD",))

    def told(cheat: Liar) -> m.Give:
        mixed, hand, proof = cheat.maker._mix(cheat.secrets, texts("10S"))
        key, ten = cheat.secrets.key, texts("10S")
        return m.Give(hand, proof, *masking.prove_points(cheat.ctx, key, mixed[:1], ten, cheat.entropy))

    caught(setting, told, code)
    if code is Code.GIVE_ILLEGAL:
        caught(setting, lambda cheat: replace(told(cheat), points=None, points_proof=b""), code)


def test_a_give_without_its_points() -> None:
    """Two seats, and points that both see: nothing is sealed, everything is told with the give."""
    setting = Setting(SEALED, HANDS[:2], "JD", Stage.FOLLOW, "B", ("A lead AD",))

    def silent(cheat: Liar) -> m.Give:
        _, hand, proof = cheat.maker._mix(cheat.secrets, texts("10S"))
        return m.Give(hand, proof, None, b"")

    caught(setting, silent, Code.LENGTH)
    off = lambda cheat: replace(silent(cheat), points=9, points_proof=bytes(128))  # noqa: E731
    caught(setting, off, Code.STATEMENT_PROOF)
    assert len(given(silent(liar(setting)), 1)) == 1


# --- the total -------------------------------------------------------------------------------------------------


def win(cheat: Liar, p: int, sealed: Sequence[MaskedCard] | None = None, ctx: bytes | None = None,
        label: Label = Label.SEALED_TOTAL) -> m.Win:  # fmt: skip
    """A total of p, with the best proof that a liar has for it."""
    sealed = cheat.cards.sealed[cheat.seat] if sealed is None else sealed
    statement = statements.sealed_total(ctx or cheat.ctx, cheat.secrets.key.X, sealed, p)
    made = prove(Statement(label, ctx or cheat.ctx, statement.equations), [cheat.secrets.key.x], cheat.entropy)
    return m.Win(p, made)


def test_the_honest_total_wins() -> None:
    cheat = liar(REACHED)
    assert cheat.withheld.points == 20
    cheat.says(win(cheat, 20))
    outcome = cheat.honest.table.state.outcome
    assert (outcome.winner, outcome.reason, outcome.claimed) == (cheat.seat, Reason.REACHED, (31, 31))


@pytest.mark.parametrize("setting", [REACHED, SHORT], ids=["reached", "short"])
@pytest.mark.parametrize("p", [0, 19, 21, 22, 120])
def test_a_total_that_is_another(setting: Setting, p: int) -> None:
    """Above and below the true one, whether or not the true one would do."""
    caught(setting, lambda cheat: win(cheat, p), Code.STATEMENT_PROOF)


def test_a_true_total_below_the_target() -> None:
    """Rightly proved, and not enough."""
    assert liar(SHORT).withheld == m.Pass()
    caught(SHORT, lambda cheat: win(cheat, 14), Code.POINTS_ILLEGAL)


def test_a_total_of_other_sums() -> None:
    """One of the sums twice, three times, one alone; and sums that the cheat has sealed for itself."""
    def own(cheat: Liar) -> MaskedCard:
        return MaskedCard(multiply_base(9), weighted_sum([6, 9], [H_POINTS, cheat.secrets.key.X]))

    def told(cheat: Liar) -> list[MaskedCard]:
        """The ten, then the king."""
        sums = cheat.cards.sealed[cheat.seat]
        return sorted(sums, key=lambda C: -masking.read_sealed_points(cheat.secrets.key, C))

    lies = [
        lambda cheat: win(cheat, 20, [told(cheat)[0]] * 2),
        lambda cheat: win(cheat, 24, [*told(cheat), told(cheat)[0]]),
        lambda cheat: win(cheat, 20, [*told(cheat), own(cheat)]),
    ]
    all_caught(SHORT, lies, Code.STATEMENT_PROOF)


def test_a_total_for_another_place_and_under_another_label() -> None:
    """What was proved for another round (in which the same sums lay there), seat, or as another statement."""
    place = lambda cheat, seat, round_: context(cheat.table.state.table_id, 1, round_, seat, cheat.table.head)  # noqa: E731
    lies = [
        lambda cheat: win(cheat, 20, ctx=place(cheat, cheat.seat, cheat.table.round - 1)),
        lambda cheat: win(cheat, 20, ctx=place(cheat, cheat.others[0], cheat.table.round)),
        lambda cheat: win(cheat, 20, label=Label.SHARE),
        lambda cheat: win(cheat, 20, label=Label.SEALED_POINTS),
    ]
    all_caught(REACHED, lies, Code.STATEMENT_PROOF)


def test_the_form_of_a_total() -> None:
    proof = liar(REACHED).withheld.proof
    fields = [(-1, proof), (121, proof), (2**53 - 1, proof), (1 - 2**53, proof), (None, proof), (True, proof),
              (20, proof[:-1]), (20, proof + b"\0"), (20,)]  # fmt: skip
    all_caught(REACHED, [lambda cheat, f=f: cheat.signed_raw(21, f) for f in fields], Code.SHAPE)
    for value, code in ((0, Code.STATEMENT_PROOF), (ORDER, Code.SCALAR)):
        put = value.to_bytes(32, "big")
        all_caught(REACHED, always(m.Win(20, put + proof[32:]), m.Win(20, proof[:32] + put)), code)


@pytest.mark.parametrize("letter", ["B", "C"])
def test_the_total_of_another_seat(letter: str) -> None:
    """A giver says what it knows that the winner has, or that it has won itself."""
    false = lambda cheat: win(cheat, 20, cheat.cards.sealed[cheat.seat_of("A")])  # noqa: E731
    caught(REACHED, false, Code.TYPE_NOT_DUE, letter=letter)


def test_winning_before_the_sums_are_told() -> None:
    """In the place of the givers' sums; and a claim, which these rules do not have, in the winner's own."""
    caught(GIVEN, lambda cheat: m.Win(20, bytes(64)), Code.TYPE_NOT_DUE, letter="A")
    all_caught(REACHED, always(m.Claim(), m.Count((m.PileSum(20, bytes(128)),))), Code.TYPE_NOT_DUE)


# --- allowed ---------------------------------------------------------------------------------------------------


def test_passing_although_the_points_are_reached() -> None:
    """Nobody else can know. It gains nothing: a win is worth the same later, and until then others can win.

    (Where the stake could rise in between it would gain: so no ruleset has both raises and sealed sums.)
    """
    cheat = liar(REACHED)
    cheat.says(m.Pass())
    cheat.hall.run()
    assert cheat.honest.table.stage is Stage.COMPLETE
    assert verify_file(cheat.hall.file(cheat.witness)).verdict is Verdict.FAIR


LEAGUE = replace(GIVEN, league="C")
"""B and C, in league, have both still to tell."""


@pytest.mark.parametrize("factors", [(5, ORDER - 5), (5, 5)], ids=["cancel", "equal"])
def test_givers_in_league_cannot_keep_the_winner_from_telling(factors: tuple[int, int]) -> None:
    """B and C choose their factors together: they cancel, or both sums are the same bytes."""
    cheat = liar(LEAGUE)
    for who, r in zip((cheat, cheat.friend("C")), factors, strict=True):
        who.says(points_of(who, 10, r=r))
    winner = cheat.seat_of("A")
    state = cheat.hall.sessions[winner].table.state
    first, second = state.cards.sealed[winner]
    assert (first == second) if factors == (5, 5) else (first.A + second.A == IDENTITY)
    assert (state.outcome.reason, state.outcome.claimed) == (Reason.REACHED, (31, 31))
    cheat.hall.run()
    assert verify_file(cheat.hall.file(winner)).verdict is Verdict.FAIR


# --- forks -----------------------------------------------------------------------------------------------------


def left_the_house(cheat: Liar, letter: str, kind: type) -> bool:
    """Whether a message of this type of that seat was ever carried or is on its way."""
    seat = cheat.seat_of(letter)
    on_its_way = [message for (sender, _), queue in cheat.hall.mail.items() if sender == seat for message in queue]
    sent = [message for sender, _, message in cheat.hall.carried if sender == seat] + on_its_way
    return any(isinstance(message, m.EntryFrame) and isinstance(decode_body(message.body).message(), kind)
               for message in sent if isinstance(message, m.EntryFrame) and message.seat == seat)  # fmt: skip


def test_a_total_is_held_back_until_all_tell_one_head() -> None:
    """B tells A one sum and C another: A, which has won on its head, shows nothing, and both stop, naming nobody."""
    cheat = liar(GIVEN)
    hall, a, b, c = cheat.hall, *(cheat.seat_of(letter) for letter in "ABC")
    for to, r in ((a, 5), (c, 6)):
        hall.mail[b, to].append(frame(cheat.signed(points_of(cheat, 10, r=r))))
        carry(hall, (b, to))
    assert hall.sessions[a].table.stage is Stage.RESULT
    assert any(isinstance(decode_body(e.body).message(), m.Win) for e in hall.sessions[a].entries())
    carry(hall, (a, c))
    assert not left_the_house(cheat, "A", m.Win)
    for seat in (a, c):
        assert hall.sessions[seat].closed
        assert [(event.code, event.seat) for event in hall.events[seat][-1:]] == [("forked", None)]
    report = verify_file(hall.file(a), [hall.file(c)])
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, b)


def test_a_total_waits_for_the_word_of_every_seat() -> None:
    """B says honestly what it gave, but not where it stands: the total waits, and leaves with B's word."""
    cheat = liar(GIVEN)
    hall, a, b = cheat.hall, cheat.seat_of("A"), cheat.seat
    effects = cheat.session.say(points_of(cheat, 10))
    words = [message for message in effects.send if isinstance(message, m.Have)]
    hall.note(b, replace(effects, send=tuple(message for message in effects.send if message not in words)))
    while any(hall.mail.values()):
        hall.deliver_one()
        for link, queue in hall.mail.items():
            if link[0] == b:
                words += [message for message in queue if isinstance(message, m.Have)]
                hall.mail[link] = type(queue)(message for message in queue if not isinstance(message, m.Have))
    assert hall.sessions[a].table.stage is Stage.RESULT
    assert not left_the_house(cheat, "A", m.Win)
    hall.note(a, hall.sessions[a].receive_have(b, words[0]))
    assert left_the_house(cheat, "A", m.Win)


# --- claims ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "led", "reason"),
    [
        (("AD 10D KD", "QS JS JC", "QC QH JH"), "AD 10D KD", Reason.CLAIM_RIGHT),
        (("JD QS KS", "JS QC KC", "JC QH KH"), "JD", Reason.CLAIM_WRONG),
    ],
    ids=["right", "wrong"],
)
def test_a_claim_that_open_cards_decide_opens_nothing(hands: tuple[str, ...], led: str, reason: Reason) -> None:
    """The lowest that can lie there is enough, or the highest is not: nobody has to show what it gave."""
    count = len(led.split())
    gives = [f"{who} give {' '.join(hand.split()[:count])}" for who, hand in zip("BC", hands[1:], strict=True)]
    cheat = liar(Setting(SHUT, hands, "10C", Stage.LEAD, "A", (f"A lead {led}", *gives)))
    cheat.says(m.Claim())
    cheat.hall.run()
    state = cheat.honest.table.state
    assert (state.outcome.winner is not None, state.outcome.reason) == (reason is Reason.CLAIM_RIGHT, reason)
    assert state.counts.given_opened == 0
    types = {decode_body(entry.body).type for entry in cheat.honest.entries()}
    assert not {14, 15} & types
    assert verify_file(cheat.hall.file(cheat.witness)).verdict is Verdict.FAIR
