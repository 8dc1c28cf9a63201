"""Lies about hands: the mix, the cards that leave it, and what is said of closed cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.forge import Attack, forge
from bura_p2p.crypto import masking, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.generators import H_POINTS
from bura_p2p.crypto.group import ORDER, G, Scalar, multiply, multiply_base
from bura_p2p.crypto.masking import HandKey, MaskedCard
from bura_p2p.crypto.relation import prove
from bura_p2p.crypto.shuffle import proof_size, shuffle
from bura_p2p.errors import Code
from bura_p2p.rules import actions as a
from bura_p2p.rules.points import cards_points, set_beats
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire import messages as m
from tests.support.cheat import Cheat, at, both, convicts

from .test_deck import changed
from .test_keys import bad_points

SCENES = ["lead", "follow"]
plays = pytest.mark.parametrize("scene", SCENES)


def mix(
    cheat: Cheat,
    hand: Sequence[MaskedCard],
    *,
    key: HandKey | None = None,
    label: Label = Label.HAND,
    ctx: bytes | None = None,
) -> tuple[tuple[MaskedCard, ...], bytes]:
    """An honest prover's mix of `hand`, which need not be the one that is held."""
    key = key or cheat.secrets.key
    return shuffle(label, ctx or cheat.ctx, key.X, hand, range(len(hand)), key.x, cheat.entropy)


def play(cheat: Cheat, outputs: Sequence[MaskedCard], proof: bytes) -> m.Lead | m.Give:
    """Lead the first of `outputs`, rightly opened; or give the first, where an answer is due."""
    hand = masking.cards_to_bytes(outputs)
    if cheat.table.stage is Stage.FOLLOW:
        return m.Give(hand, proof, None, b"")
    key = cheat.secrets.key
    openings, opening_proof = masking.prove_shares(Label.OPEN, cheat.ctx, key, outputs[:1], cheat.entropy)
    return m.Lead(hand, proof, openings, opening_proof)


def open_play(cheat: Cheat, kind: type[m.Lead] | type[m.Answer], cards: Sequence[Card]) -> m.Lead | m.Answer:
    """A rightly mixed, opened and proved play of `cards`, whatever the rules say to it."""
    return kind(*cheat.maker._open_play(cheat.secrets, tuple(cards)))


# --- the mix -----------------------------------------------------------------------------------------------


@both
@plays
@pytest.mark.parametrize("attack", Attack, ids=lambda attack: attack.equation)
def test_each_equation_alone(seat: int, scene: str, attack: Attack) -> None:
    """A false hand whose proof satisfies all of the verifier's equations but one."""
    cheat = at(scene, seat)
    forged = forge(attack, Label.HAND, cheat.ctx, cheat.secrets.key.X, cheat.ciphers, cheat.entropy)
    assert forged.unsatisfied == {attack.equation}
    convicts(cheat, play(cheat, forged.outputs, forged.proof), Code.MIX_PROOF)


@both
@plays
@pytest.mark.parametrize("attack", [Attack.T_4A, Attack.T_4B], ids=lambda attack: attack.equation)
def test_card_imported_by_its_owner(seat: int, scene: str, attack: Attack) -> None:
    """The first card becomes a real card that is not held: by B alone, or by A alone with the owner's secret."""
    cheat = at(scene, seat)
    (held,) = cheat.maker.read(cheat.secrets, cheat.ciphers[:1])
    wanted = max(set(masking._POINT_OF) - set(cheat.held) - cheat.cards.opened - {cheat.cards.turned})
    shift = masking.card_point(wanted) - masking.card_point(held)
    x = cheat.secrets.key.x
    if attack is Attack.T_4A:
        shift = multiply(-pow(x, -1, ORDER), shift)
    forged = forge(attack, Label.HAND, cheat.ctx, cheat.secrets.key.X, cheat.ciphers, cheat.entropy, shift)
    assert cheat.maker.read(cheat.secrets, forged.outputs[:1]) == (wanted,)
    convicts(cheat, play(cheat, forged.outputs, forged.proof), Code.MIX_PROOF)


@both
@plays
def test_card_duplicated(seat: int, scene: str) -> None:
    """The mix holds one card twice and drops another."""
    cheat = at(scene, seat)
    first, _, *others = cheat.ciphers
    convicts(cheat, play(cheat, *mix(cheat, [first, first, *others])), Code.MIX_PROOF)


@both
@plays
def test_card_imported_from_the_stock(seat: int, scene: str) -> None:
    """A card of the stock takes the place of a held one."""
    cheat = at(scene, seat)
    convicts(cheat, play(cheat, *mix(cheat, [cheat.cards.deck[18], *cheat.ciphers[1:]])), Code.MIX_PROOF)


@both
@plays
def test_card_made_up(seat: int, scene: str) -> None:
    """A card that the cheat encrypted itself takes the place of a held one."""
    cheat = at(scene, seat)
    made = MaskedCard(G, masking.card_point(max(masking._POINT_OF)) + cheat.secrets.key.X)
    convicts(cheat, play(cheat, *mix(cheat, [made, *cheat.ciphers[1:]])), Code.MIX_PROOF)


@both
def test_given_card_taken_back(seat: int) -> None:
    """A card that the cheat gave into a pile is mixed into the hand again."""
    cheat = at("later lead", seat)
    given = cheat.cards.given_by(seat)[0]
    convicts(cheat, play(cheat, *mix(cheat, [given, *cheat.ciphers[1:]])), Code.MIX_PROOF)


@both
@plays
def test_mix_of_the_opponents_hand(seat: int, scene: str) -> None:
    """The other seat's private cards, mixed under the cheat's key."""
    cheat = at(scene, seat)
    theirs = (*cheat.cards.held[1 - seat], *cheat.ciphers)[: len(cheat.ciphers)]
    convicts(cheat, play(cheat, *mix(cheat, theirs)), Code.MIX_PROOF)


@both
@plays
def test_mix_omitted(seat: int, scene: str) -> None:
    """The hand as it is: without any mix, and without a proof."""
    cheat = at(scene, seat)
    convicts(cheat, replace(play(cheat, cheat.ciphers, b""), hand=b""), Code.LENGTH)
    cheat = at(scene, seat)
    convicts(cheat, play(cheat, cheat.ciphers, b""), Code.LENGTH)


@both
@plays
def test_hand_unmixed_under_a_proof_of_another_mix(seat: int, scene: str) -> None:
    """The cards as they lay, so that each tells when it was drawn, with the proof of a real mix."""
    cheat = at(scene, seat)
    _, proof = mix(cheat, cheat.ciphers)
    convicts(cheat, play(cheat, cheat.ciphers, proof), Code.MIX_PROOF)


@both
@plays
def test_mix_of_fewer_or_more_cards(seat: int, scene: str) -> None:
    """A card kept back from the mix, and one added to it."""
    cheat = at(scene, seat)
    convicts(cheat, play(cheat, *mix(cheat, cheat.ciphers[:-1])), Code.LENGTH)
    cheat = at(scene, seat)
    convicts(cheat, play(cheat, *mix(cheat, [*cheat.ciphers, cheat.cards.deck[18]])), Code.LENGTH)


@both
@plays
def test_mix_under_another_key_label_place(seat: int, scene: str) -> None:
    """A mix under a key that is not the hand's, one proved as a deck, one for the other seat's place."""
    cheat = at(scene, seat)
    other = HandKey.generate(cheat.entropy)
    convicts(cheat, play(cheat, *mix(cheat, cheat.ciphers, key=other)), Code.MIX_PROOF)
    cheat = at(scene, seat)
    convicts(cheat, play(cheat, *mix(cheat, cheat.ciphers, label=Label.DECK)), Code.MIX_PROOF)
    cheat = at(scene, seat)
    elsewhere = cheat.table.context(1 - seat)
    convicts(cheat, play(cheat, *mix(cheat, cheat.ciphers, ctx=elsewhere)), Code.MIX_PROOF)


@both
@pytest.mark.parametrize("scene", ["last card", "follow last"])
def test_mix_of_a_single_card(seat: int, scene: str) -> None:
    """One card is left, and it comes with a mix of two copies, or with a proof of nothing."""
    cheat = at(scene, seat)
    outputs, proof = mix(cheat, [*cheat.ciphers, *cheat.ciphers])
    convicts(cheat, play(cheat, outputs, proof), Code.LENGTH)
    cheat = at(scene, seat)
    convicts(cheat, replace(play(cheat, cheat.ciphers, bytes(proof_size(1))), hand=b""), Code.LENGTH)


@plays
@pytest.mark.parametrize("cut", [1, 32, 33], ids=str)
def test_length_of_the_proof(scene: str, cut: int) -> None:
    """A mix proof shortened, lengthened, without its front."""
    for change in (lambda proof: proof[:-cut], lambda proof: proof + bytes(cut), lambda proof: proof[cut:]):
        cheat = at(scene, 0)
        outputs, proof = mix(cheat, cheat.ciphers)
        convicts(cheat, play(cheat, outputs, change(proof)), Code.LENGTH)


@plays
@pytest.mark.parametrize("value", [0, ORDER], ids=["zero", "order"])
def test_scalars_of_the_proof(scene: str, value: int) -> None:
    """Each scalar of a mix proof set to zero, or shifted by the order."""
    for number in range(11):
        cheat = at(scene, 1)
        outputs, proof = mix(cheat, cheat.ciphers)
        lie = changed(proof, ("", 32 * number, 32), value.to_bytes(32, "big"))
        convicts(cheat, play(cheat, outputs, lie), Code.SCALAR if value else Code.MIX_PROOF)


@bad_points
def test_encodings(point: bytes) -> None:
    """A point of a hand that is none: identity, off the curve, other forms."""
    cheat = at("lead", 0)
    lie = play(cheat, *mix(cheat, cheat.ciphers))
    convicts(cheat, replace(lie, hand=lie.hand[:33] + point + lie.hand[66:]), Code.POINT)


@both
def test_hand_in_the_old_order_with_a_valid_proof_is_allowed(seat: int) -> None:
    """Not permuting one's hand hurts only oneself."""
    cheat = at("lead", seat)
    cheat.hall.note(seat, cheat.session.say(play(cheat, *mix(cheat, cheat.ciphers))))
    cheat.hall.run()
    assert verify_file(cheat.hall.file(1 - seat)).verdict is Verdict.FAIR


# --- what is played ----------------------------------------------------------------------------------------


@both
def test_lead_of_two_suits(seat: int) -> None:
    """Two cards of two suits, rightly mixed, opened and proved."""
    cheat = at("lead", seat)
    pair = next(pair for pair in combinations(cheat.held, 2) if pair[0].suit != pair[1].suit)
    convicts(cheat, open_play(cheat, m.Lead, pair), Code.LEAD_ILLEGAL)


@both
def test_lead_of_the_whole_hand_of_two_suits(seat: int) -> None:
    """Three cards that are no three of a suit."""
    cheat = at("lead", seat)
    convicts(cheat, open_play(cheat, m.Lead, cheat.held), Code.LEAD_ILLEGAL)


@both
def test_lead_over_the_hand(seat: int) -> None:
    """More openings than cards are held."""
    cheat = at("last card", seat)
    honest = open_play(cheat, m.Lead, cheat.held)
    openings, proof = masking.prove_shares(
        Label.OPEN, cheat.ctx, cheat.secrets.key, [*cheat.ciphers, cheat.cards.deck[18]], cheat.entropy
    )
    convicts(cheat, replace(honest, openings=openings, proof=proof), Code.LENGTH)


@both
def test_answer_that_does_not_beat(seat: int) -> None:
    """Cards that do not beat are face down here; shown openly they are refused."""
    for scene, count in (("follow", 1), ("follow two", 2)):
        cheat = at(scene, seat)
        convicts(cheat, open_play(cheat, m.Answer, cheat.losers(count)[0]), Code.ANSWER_ILLEGAL)


@both
def test_answer_with_the_wrong_number(seat: int) -> None:
    """Two cards on one, three on one, one on two, three on two."""
    for scene, counts in (("follow", (2, 3)), ("follow two", (1, 3))):
        for count in counts:
            cheat = at(scene, seat)
            assert not set_beats(cheat.table.state.position.trump, cheat.held[:count], cheat.standing)
            convicts(cheat, open_play(cheat, m.Answer, cheat.held[:count]), Code.ANSWER_ILLEGAL)


@both
def test_lead_where_an_answer_is_due(seat: int) -> None:
    """A rightly proved lead instead of an answer, and an answer instead of a lead."""
    cheat = at("follow", seat)
    convicts(cheat, open_play(cheat, m.Lead, cheat.held[:1]), Code.TYPE_NOT_DUE)
    cheat = at("lead", seat)
    convicts(cheat, open_play(cheat, m.Answer, cheat.held[:1]), Code.TYPE_NOT_DUE)


# --- points of given cards ---------------------------------------------------------------------------------

SHOWN = {"follow shown": 1, "follow two shown": 2}
shown = pytest.mark.parametrize(("scene", "count"), SHOWN.items(), ids=SHOWN)


def honest_give(cheat: Cheat, count: int) -> m.Give:
    """A give with its points."""
    return cheat.message(a.Give(cheat.losers(count)[0]))


def given(lie: m.Give, count: int) -> tuple[MaskedCard, ...]:
    """The cards that are given."""
    return masking.cards_from_bytes(lie.hand, len(lie.hand) // 66)[:count]


def points_proof(cheat: Cheat, cards: Sequence[MaskedCard], said: int) -> bytes:
    """The best proof that a liar has: the true witness under the statement that is wanted."""
    values = cheat.maker.read(cheat.secrets, cards)
    return false_points(cheat, cards, values, said)


def false_points(cheat: Cheat, cards: Sequence[MaskedCard], values: Sequence[Card], said: int) -> bytes:
    """A proof that `cards` are worth `said`, from the witness of `values`."""
    statement = statements.points(cheat.ctx, cheat.secrets.key.X, cards, said)
    return prove(statement, statements.points_witness(cheat.secrets.key.x, values), cheat.entropy)


@both
@shown
@pytest.mark.parametrize("step", [-1, 1, 11])
def test_points_off(seat: int, scene: str, count: int, step: int) -> None:
    """Points a little wrong: under the proof of the right ones, and under one made for the wrong ones."""
    cheat = at(scene, seat)
    honest = honest_give(cheat, count)
    said = honest.points + step
    if not 0 <= said <= 55:
        said = honest.points - step
    convicts(cheat, replace(honest, points=said), Code.STATEMENT_PROOF)
    cheat = at(scene, seat)
    honest = honest_give(cheat, count)
    if said <= 11 * count:
        proof = points_proof(cheat, given(honest, count), said)
        convicts(cheat, replace(honest, points=said, points_proof=proof), Code.STATEMENT_PROOF)


@both
@shown
def test_points_and_cards_moved_together(seat: int, scene: str, count: int) -> None:
    """The points axis of a given card is moved before the mix, so that the points proof would be true of it."""
    cheat = at(scene, seat)
    moved = [MaskedCard(cheat.ciphers[0].A, cheat.ciphers[0].B + H_POINTS), *cheat.ciphers[1:]]
    outputs, proof = mix(cheat, moved)
    values = cheat.maker.read(cheat.secrets, cheat.ciphers[:count])
    said = cards_points(values) + 1
    lie = m.Give(masking.cards_to_bytes(outputs), proof, said, false_points(cheat, outputs[:count], values, said))
    convicts(cheat, lie, Code.MIX_PROOF)


@both
@shown
def test_points_not_told(seat: int, scene: str, count: int) -> None:
    """Where the table shows points: none told; told without a proof; too short, too long a proof."""
    for change in (
        {"points": None, "points_proof": b""},
        {"points": None},
        {"points_proof": b""},
        {"points_proof": bytes(127)},
        {"points_proof": bytes(96)},
    ):
        cheat = at(scene, seat)
        convicts(cheat, replace(honest_give(cheat, count), **change), Code.LENGTH)


@both
def test_points_told_where_none_are_shown(seat: int) -> None:
    """A true and proved sum, and a proof without a sum, at a table that does not show points."""
    cheat = at("follow", seat)
    honest = honest_give(cheat, 1)
    cards = given(honest, 1)
    worth = cards_points(cheat.maker.read(cheat.secrets, cards))
    convicts(cheat, replace(honest, points=worth, points_proof=points_proof(cheat, cards, worth)), Code.LENGTH)
    cheat = at("follow", seat)
    convicts(cheat, replace(honest_give(cheat, 1), points_proof=bytes(128)), Code.LENGTH)


@both
def test_points_of_the_same_card_twice(seat: int) -> None:
    """Two cards are given, and the proof is about one of them twice: true of that, false of the give."""
    cheat = at("follow two shown", seat)
    honest = honest_give(cheat, 2)
    first = given(honest, 2)[0]
    values = cheat.maker.read(cheat.secrets, [first, first])
    said = cards_points(values)
    proof = twice(cheat, first, values)
    convicts(cheat, replace(honest, points=said, points_proof=proof), Code.STATEMENT_PROOF)


def twice(cheat: Cheat, card: MaskedCard, values: Sequence[Card]) -> bytes:
    """A proof about a card and itself, which the package's own builder refuses to state: built by hand."""
    honest = statements.points(cheat.ctx, cheat.secrets.key.X, [card], cards_points(values[:1]))
    first, second = honest.equations
    x_A, H_rank, H_suit = second.bases
    target = second.target + second.target
    doubled = replace(honest, equations=(first, replace(second, target=target, bases=(x_A + x_A, H_rank, H_suit))))
    return prove(doubled, statements.points_witness(cheat.secrets.key.x, values), cheat.entropy)


@both
@shown
def test_points_of_the_copy_before_the_mix(seat: int, scene: str, count: int) -> None:
    """The proof is about the same cards as they lay before the mix; and about other cards of the hand."""
    cheat = at(scene, seat)
    honest = honest_give(cheat, count)
    values = cheat.losers(count)[0]
    faces = cheat.maker.read(cheat.secrets, cheat.ciphers)
    before = [cheat.ciphers[faces.index(card)] for card in values]
    proof = points_proof(cheat, before, honest.points)
    convicts(cheat, replace(honest, points_proof=proof), Code.STATEMENT_PROOF)


@both
@shown
def test_points_of_cards_that_stay(seat: int, scene: str, count: int) -> None:
    """The proof is true of the cards that stay in the hand."""
    cheat = at(scene, seat)
    honest = honest_give(cheat, count)
    hand = masking.cards_from_bytes(honest.hand, 3)
    kept = hand[-count:]
    said = cards_points(cheat.maker.read(cheat.secrets, kept))
    proof = points_proof(cheat, kept, said)
    convicts(cheat, replace(honest, points=said, points_proof=proof), Code.STATEMENT_PROOF)


@both
@shown
@pytest.mark.parametrize("value", [0, ORDER], ids=["zero", "order"])
def test_scalars_of_the_points_proof(seat: int, scene: str, count: int, value: int) -> None:
    """Each scalar of the points proof set to zero, or shifted by the order."""
    for number in range(4):
        cheat = at(scene, seat)
        honest = honest_give(cheat, count)
        proof = changed(honest.points_proof, ("", 32 * number, 32), value.to_bytes(32, "big"))
        convicts(cheat, replace(honest, points_proof=proof), Code.SCALAR if value else Code.STATEMENT_PROOF)


@both
@shown
def test_points_proved_with_another_key(seat: int, scene: str, count: int) -> None:
    """A points proof whose witness is another key."""
    cheat = at(scene, seat)
    honest = honest_give(cheat, count)
    values = cheat.losers(count)[0]
    statement = statements.points(cheat.ctx, multiply_base(9), given(honest, count), honest.points)
    proof = prove(statement, statements.points_witness(Scalar(9), values), cheat.entropy)
    convicts(cheat, replace(honest, points_proof=proof), Code.STATEMENT_PROOF)
