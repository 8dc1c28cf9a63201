"""What somebody would try who wants to know which card was played: by place, by algebra, by habit.

Here: distinguishers, each a function from what is public (and the opponent's secrets) to a weight per candidate.
Never: anything of `Truth`, but for the learned ones, which are shown the truth of other plays first.

A *tracer* weighs the inputs of a play: which of them is the card that was asked? A *reader* weighs the cards that a
given card may be, told those before it in the same give. A *sorter* says whether the first of several cards comes
before the last, by rank or by age. Where all weights are alike, nothing was found, and the guess is by lot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import comb, log
from typing import Protocol

from bura_p2p.cards import Card
from bura_p2p.crypto import shuffle as argument
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.generators import H_POINTS, H_RANK, H_SUIT
from bura_p2p.crypto.group import ORDER, Element, G, multiply_base, weighted_sum
from bura_p2p.crypto.masking import card_point, own_share
from bura_p2p.wire import messages as m
from tests.hiding.plays import Game, Play

Weights = Sequence[float]


def x_of(point: Element) -> bytes:
    """So that a point and its negative are one."""
    return point.to_bytes()[1:]


def points_of(data: bytes) -> list[Element]:
    return [Element.from_bytes(data[at : at + 33]) for at in range(0, len(data), 33)]


# --- what is known of a hand and of a play ------------------------------------------------------------------


@cache
def marks(game: Game) -> frozenset[bytes]:
    """Every point that a difference might land on: all of the log, the opponent's own, small multiples of bases."""
    X, Y = game.X, game.key.X
    found = [multiple(base, times) for base in (G, X, Y, X + Y, H_RANK, H_SUIT, H_POINTS) for times in range(1, 9)]
    for message in game.log:
        match message:
            case m.Deal(data, _) | m.Shares(data, _) | m.Open(data, _):
                found += points_of(data)
            case m.Lead(hand, proof, openings, _) | m.Answer(hand, proof, openings, _):
                found += [*points_of(hand), *proof_points(proof, len(hand) // 66), *points_of(openings)]
            case m.Give(hand, proof, _, _):
                found += [*points_of(hand), *proof_points(proof, len(hand) // 66)]
    for deck in game.decks:
        found += [half for card in deck for half in card]
    found += [multiply_base(r) for r in game.factors]
    return frozenset(x_of(point) for point in found)


def multiple(base: Element, times: int) -> Element:
    return weighted_sum([times], [base])


def proof_points(proof: bytes, N: int) -> list[Element]:
    return points_of(proof[32 * (5 + 2 * N) :])


@cache
def fields_of(play: Play) -> tuple[argument._Proof, list[int]] | None:
    """The proof of the mix, and its u; None where one card alone was not mixed."""
    N = len(play.inputs)
    if N < 2:
        return None
    statement = argument._Statement(Label.HAND, play.ctx, play.game.X, play.inputs, play.outputs)
    fields = argument._Proof.from_bytes(play.message.mix_proof, N)
    return fields, [int(u) for u in argument._u(argument._digest(statement, fields.c), N)]


def at_input(play: Play, slot: int) -> list[Element]:
    """All that the opponent has of an input: the card, its share, the card in the deck, and without its own mask."""
    card, draw = play.inputs[slot], play.draws[slot]
    share, before = own_share(play.game.key.x, card), play.game.before(draw)
    return [*card, share, card.B + share, *play.game.decks[-1][draw], *before]


def at_output(play: Play, place: int) -> list[Element]:
    """All that the opponent has of a played card; of an open one its opening and its face too."""
    card = play.outputs[place]
    share = own_share(play.game.key.x, card)
    found = [*card, share, card.B + share]
    if not isinstance(play.message, m.Give):
        opening = points_of(play.message.openings)[place]
        found += [opening, card.B - opening]
    return found


# --- tracers ------------------------------------------------------------------------------------------------


def by_place(play: Play) -> Weights:
    """The first card played is the first of the hand, the last the last."""
    N = len(play.inputs)
    wanted = 0.0 if play.count == 1 else play.asked * (N - 1) / (play.count - 1)
    return [-abs(slot - wanted) for slot in range(N)]


def by_last_place(play: Play) -> Weights:
    """The card drawn last is played first."""
    return [float(slot) for slot in range(len(play.inputs))]


def by_algebra(play: Play) -> Weights:
    """Something of the card after the mix, plus or less something of it before, is a point that is known."""
    known, after = marks(play.game), at_output(play, play.asked)
    return [
        sum(hits(known, new, old) for new in after for old in at_input(play, slot))
        for slot in range(len(play.inputs))
    ]  # fmt: skip


def hits(known: frozenset[bytes], one: Element, two: Element) -> int:
    return 4 * (one == two) + (x_of(one - two) in known) + (x_of(one + two) in known)


def repeated(play: Play, differences: Callable[[Play], dict[tuple[int, int], Iterable[bytes]]]) -> Weights:
    """Inputs whose difference from the asked card comes elsewhere in the game too, as the true one would."""
    seen: Counter[bytes] = Counter()
    for other in play.game.plays:
        for found in differences(other).values():
            seen.update(found)
    mine = differences(play)
    return [sum(seen[d] - 1 for d in mine.get((play.asked, slot), ())) for slot in range(len(play.inputs))]


@cache
def factors(play: Play) -> dict[tuple[int, int], tuple[bytes, ...]]:
    """For each output and input the points that the factor between them would make."""
    pairs = [(i, j) for i in range(len(play.outputs)) for j in range(len(play.inputs))]
    after, before = play.outputs, play.inputs
    return {(i, j): (x_of(after[i].A - before[j].A), x_of(after[i].B - before[j].B)) for i, j in pairs}


@cache
def commitments(play: Play) -> dict[tuple[int, int], tuple[bytes, ...]]:
    """For each output and input what would be left of c_j and ĉ_i without their nonces."""
    opened = fields_of(play)
    if opened is None:
        return {}
    fields, u = opened
    chain = (argument.h, *fields.c_hat)
    return {
        (i, j): (
            x_of(fields.c[j] - argument.SHUFFLE_BASES[i]),
            x_of(weighted_sum([1, -u[j]], [chain[i + 1], chain[i]])),
        )
        for i in range(len(u))
        for j in range(len(u))
    }


def by_factors(play: Play) -> Weights:
    """A factor that is used twice, for two cards or in two plays."""
    return repeated(play, factors)


def by_commitments(play: Play) -> Weights:
    """A commitment that is no commitment: what it hides is known, or comes twice."""
    known = marks(play.game)
    mine = commitments(play)
    twice = repeated(play, commitments)
    return [w + sum(d in known for d in mine.get((play.asked, slot), ())) for slot, w in enumerate(twice)]


def by_nonces(play: Play) -> Weights:
    """The input for which the response s' hides u by the shortest nonce."""
    opened = fields_of(play)
    if opened is None:
        return [0.0]
    fields, u = opened
    rests = [(fields.s_[play.asked] - fields.k * u_j) % ORDER for u_j in u]
    return [-float(min(rest, ORDER - rest)) for rest in rests]


# --- readers ------------------------------------------------------------------------------------------------


def lies_sorted(play: Play, told: Sequence[Card], cards: Sequence[Card]) -> Weights:
    """Cards that are given together lie in the order of their ranks: so many ways there are for each to be next."""
    lowest = told[-1].rank if told else -1
    after = play.count - len(told) - 1
    higher = Counter({card: sum(other.rank > card.rank for other in cards) for card in cards})
    return [float(comb(higher[card], after) * (card.rank >= lowest)) for card in cards]


def by_meeting(play: Play, told: Sequence[Card], cards: Sequence[Card]) -> Weights:
    """The card without the candidate's face, plus or less something of it, is a point that is known."""
    known, masked = marks(play.game), play.outputs[len(told)]
    share = own_share(play.game.key.x, masked)
    weights = []
    for card in cards:
        rest = masked.B - card_point(card)
        tried = (rest, rest - masked.A, rest + masked.A, rest - share, rest + share, rest - play.game.X)
        weights.append(float(sum(x_of(point) in known for point in tried)))
    return weights


def first_is_first(play: Play) -> bool:
    """As they would lie where the mix keeps an order."""
    return True


def first_has_lower_bytes(play: Play) -> bool:
    return play.outputs[0].to_bytes() < play.outputs[play.count - 1].to_bytes()


# --- learned ones -------------------------------------------------------------------------------------------


def bits(data: bytes) -> list[int]:
    """The lowest and the highest four bits of a number."""
    return [data[-1] >> at & 1 for at in range(4)] + [data[0] >> at & 1 for at in range(4, 8)]


def bits_of(card: MaskedCard) -> list[int]:
    """Of both halves, with the sign of y."""
    halves = [half.to_bytes() for half in card]
    return [bit for half in halves for bit in (half[0] & 1, *bits(half[1:]))]


def number_bits(value: int) -> list[int]:
    return bits((value % ORDER).to_bytes(32, "big"))


@cache
def alike(play: Play, place: int, slot: int) -> tuple[int, ...]:
    """Where bits of output `place` and of its part of the proof differ from bits of input `slot` and its part."""
    before = [*bits_of(play.inputs[slot]), *bits_of(play.game.before(play.draws[slot]))]
    after = bits_of(play.outputs[place]) * 2
    opened = fields_of(play)
    if opened is not None:
        fields, u = opened
        c = [[*c_j.to_bytes()] for c_j in (fields.c[slot], fields.c_hat[place])]
        before += [*bits(bytes(c[0])), *number_bits(u[slot] * fields.k), *number_bits(0), *bits_of(play.inputs[slot])]
        rest = fields.s_[place] - fields.k * u[slot]
        after += [*bits(bytes(c[1])), *number_bits(fields.s_[place]), *number_bits(rest)]
        after += [*number_bits(fields.s_hat[place]), *bits_of(play.outputs[place])[8:]]
    return tuple(one ^ two for one, two in zip(before, after, strict=True))


def forget() -> None:
    """Drop what was computed of plays that are judged."""
    for each in (marks, fields_of, factors, commitments, alike):
        each.cache_clear()


class Tracer(Protocol):
    """Weighs the inputs of a play."""

    def __call__(self, play: Play) -> Weights: ...


class Reader(Protocol):
    """Weighs what a given card may be, after those before it."""

    def __call__(self, play: Play, told: Sequence[Card], cards: Sequence[Card]) -> Weights: ...


def smoothed(ones: int, of: int) -> float:
    return (ones + 1) / (of + 2)


def learn_bits(plays: Sequence[Play]) -> Tracer:
    """Naive Bayes: how often each bit differs between a card and its input, and between a card and another input."""
    ones: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    of: Counter[tuple[bool, int]] = Counter()
    for play in plays:
        for slot in range(len(play.inputs)):
            same = play.truth.slots[play.asked] == slot
            row = alike(play, play.asked, slot)
            ones[same].update([at for at, bit in enumerate(row) if bit])
            of.update([(same, at) for at in range(len(row))])

    def weigh(play: Play) -> Weights:
        def ratio(at: int, bit: int) -> float:
            yes, no = (smoothed(ones[same][at], of[same, at]) for same in (True, False))
            return log(yes / no) if bit else log((1 - yes) / (1 - no))

        rows = [alike(play, play.asked, slot) for slot in range(len(play.inputs))]
        return [sum(ratio(at, bit) for at, bit in enumerate(row)) for row in rows]

    return weigh


def learn_places(plays: Sequence[Play]) -> Tracer:
    """From which place of a hand each place of a play came, by the sizes of both."""
    came: Counter[tuple[int, int, int, int]] = Counter()
    for play in plays:
        came[len(play.inputs), play.count, play.asked, play.truth.slots[play.asked]] += 1

    def weigh(play: Play) -> Weights:
        form = (len(play.inputs), play.count, play.asked)
        return [float(came[*form, slot]) for slot in range(len(play.inputs))]

    return weigh


def given_bits(play: Play, place: int) -> list[int]:
    found = bits_of(play.outputs[place])
    opened = fields_of(play)
    if opened is not None:
        fields, _ = opened
        found += [*number_bits(fields.s_[place]), *number_bits(fields.s_hat[place]), *number_bits(fields.k)]
        found += [*bits(fields.c_hat[place].to_bytes()), *number_bits(fields.s[3])]
    told = play.message.points_proof
    return found + [bit for at in range(0, len(told), 32) for bit in bits(told[at : at + 32])]


def learn_faces(plays: Sequence[Play]) -> Reader:
    """Naive Bayes: how often each bit of a given card and of its proof is set, by rank."""
    ones: defaultdict[int, Counter[int]] = defaultdict(Counter)
    of: Counter[tuple[int, int]] = Counter()
    for play in plays:
        for place, face in enumerate(play.truth.faces):
            row = given_bits(play, place)
            ones[face.rank].update([at for at, bit in enumerate(row) if bit])
            of.update([(face.rank, at) for at in range(len(row))])

    def weigh(play: Play, told: Sequence[Card], cards: Sequence[Card]) -> Weights:
        row = given_bits(play, len(told))
        weights = []
        for card in cards:
            likely = [smoothed(ones[card.rank][at], of[card.rank, at]) for at in range(len(row))]
            weights.append(sum(log(p if bit else 1 - p) for p, bit in zip(likely, row, strict=True)))
        return weights

    return weigh


def learn_ranks(plays: Sequence[Play]) -> Reader:
    """Which ranks lie at which place of a give, against how often that rank is given at all."""
    lain: Counter[tuple[int, int, int]] = Counter()
    ranks: Counter[int] = Counter()
    for play in plays:
        for place, face in enumerate(play.truth.faces):
            lain[play.count, place, face.rank] += 1
            ranks[face.rank] += 1

    def weigh(play: Play, told: Sequence[Card], cards: Sequence[Card]) -> Weights:
        return [(lain[play.count, len(told), card.rank] + 1) / (ranks[card.rank] + 1) for card in cards]

    return weigh


TRACERS: dict[str, Tracer] = {
    "the first place": by_place,
    "the last place": by_last_place,
    "known differences": by_algebra,
    "repeated factors": by_factors,
    "open commitments": by_commitments,
    "short nonces": by_nonces,
}
READERS: dict[str, Reader] = {"lie sorted": lies_sorted, "known remainders": by_meeting}
SORTERS: dict[str, Callable[[Play], bool]] = {
    "the first": first_is_first,
    "the lower bytes": first_has_lower_bytes,
}
LEARNED_TRACERS = {"learned: bits": learn_bits, "learned: places": learn_places}
LEARNED_READERS = {"learned: bits": learn_faces, "learned: places": learn_ranks}
