"""Every check on one entry's content, before the table takes anything from it.

Here: message by message, lengths first, then proofs, then the rules; each returns a value that says what was
proved. Never: a change of the table (that waits until the round closes).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..cards import Card, Rank
from ..crypto import masking
from ..crypto.challenge import Label
from ..crypto.masking import MaskedCard
from ..crypto.proved import ProvedCards, ProvedKey, ProvedShares
from ..crypto.shuffle import verify_shuffle
from ..errors import Code, PeerError
from ..rules import actions as a
from ..rules.builtin import check_name
from ..rules.calls import announced_as
from ..rules.phases import apply
from ..rules.ruleset import Ruleset, decode_ruleset
from ..rules.step import Step
from ..rules.tricks import may_give
from ..wire import messages as m
from . import evidence
from .state import State, need

ELEMENT = 33

KNOWN = frozenset(m.Feature)
"""The features that a hello can name here, beside those that may be ignored."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands: its seat, and the context (see `crypto.challenge.context`) of that place."""

    seat: int
    ctx: bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """Base of what the checks return."""


@dataclass(frozen=True, slots=True)
class CheckedHello(Checked):
    """A hello that fits this table. `first_leader`: the seat that it wants to lead first; None: as it is drawn."""

    hello: m.Hello
    ruleset: Ruleset
    first_leader: int | None


@dataclass(frozen=True, slots=True)
class CheckedCommit(Checked):
    """A commitment and the context that its opening will be judged in."""

    commitment: bytes
    ctx: bytes


@dataclass(frozen=True, slots=True)
class CheckedReveal(Checked):
    """An opened commitment: a key with its proof of ownership, and 32 bytes of joint randomness."""

    key: ProvedKey
    nonce: bytes


@dataclass(frozen=True, slots=True)
class CheckedShuffle(Checked):
    """A proved deck."""

    deck: ProvedCards


@dataclass(frozen=True, slots=True)
class CheckedShares(Checked):
    """Proved shares of these deck positions."""

    positions: tuple[int, ...]
    shares: ProvedShares


@dataclass(frozen=True, slots=True)
class CheckedPlay(Checked):
    """A lead, an answer or a give: `played` leave the hand, `kept` stay in this order.

    `made` is what was done and the step of the rules that it makes; None when the wire was tripped: valid openings
    that are no cards of this deck.
    """

    played: tuple[MaskedCard, ...]
    kept: tuple[MaskedCard, ...]
    made: tuple[a.Lead | a.Answer | a.Give, Step] | None


@dataclass(frozen=True, slots=True)
class CheckedAction(Checked):
    """An action without cards, and the step of the rules that it makes."""

    action: a.Claim | a.Pass | a.Raise | a.Accept | a.Decline | a.Cede
    step: Step


@dataclass(frozen=True, slots=True)
class CheckedAnnounce(Checked):
    """A proved combination, and the step of the rules that it makes."""

    action: a.Announce
    step: Step


@dataclass(frozen=True, slots=True)
class CheckedPoints(Checked):
    """The points of a give, sealed for the winner of the trick."""

    sealed: MaskedCard


@dataclass(frozen=True, slots=True)
class CheckedOpen(Checked):
    """Given cards, opened into the claimant's pile; None when the wire was tripped."""

    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class CheckedCount(Checked):
    """Proved sums, one per pile that holds this seat's closed cards, owners ascending."""

    sums: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CheckedResult(Checked):
    """The result that everybody computes, and this seat's word on playing on."""

    play_on: bool


@dataclass(frozen=True, slots=True)
class CheckedResign(Checked):
    """This seat gives the hand up."""


def check(state: State, place: Place, message: m.EntryMessage) -> Checked:
    """Judge `message`, whose type is due. Raises `PeerError` with the code alone; changes nothing."""
    return _CHECKS[type(message)](state, place, message)


def _hello(state: State, place: Place, message: m.Hello) -> CheckedHello:
    if message.identity != state.identities[place.seat]:
        raise PeerError(Code.IDENTITY_KEY, "the hello names another identity than the link or the file")
    if m.PROTOCOL_VERSION not in message.versions:
        raise PeerError(Code.VERSION, f"only version {m.PROTOCOL_VERSION} is spoken here")
    first_leader = _first_leader(message.features)
    ruleset = decode_ruleset(message.ruleset)
    check_name(ruleset)
    if message.seats != state.seats or not ruleset.seats_allowed(state.seats):
        raise PeerError(Code.RULESET_DIFFERS, "the number of seats does not fit")
    return CheckedHello(message, ruleset, first_leader)


def _first_leader(features: tuple[int, ...]) -> int | None:
    """Who is to lead first; an even feature that is not known here, and a second leader, are refused."""
    named = [seat for seat, feature in m.FIRST_LEADERS.items() if feature in features]
    if not all(feature % 2 or feature in KNOWN for feature in features):
        raise PeerError(Code.FEATURE, "an even feature is required, and this one is not known here")
    if len(named) > 1:
        raise PeerError(Code.FEATURE, "two seats cannot both lead first")
    return named[0] if named else None


def _commit(_state: State, place: Place, message: m.Commit) -> CheckedCommit:
    return CheckedCommit(message.commitment, place.ctx)


def _reveal(state: State, place: Place, message: m.Reveal) -> CheckedReveal:
    committed = state.commitments[place.seat]
    opened = masking.key_commitment(committed.ctx, message.key, message.proof, message.nonce)
    if opened != committed.commitment:
        failed = evidence.commitment(committed.ctx, message, committed.commitment, opened)
        raise PeerError(Code.COMMITMENT, "the key shown is not the key that was committed to", failed=failed)
    return CheckedReveal(masking.verify_own_key(committed.ctx, message.key, message.proof), message.nonce)


def _shuffle(state: State, place: Place, message: m.Shuffle) -> CheckedShuffle:
    cards = need(state.cards)
    proved = verify_shuffle(
        Label.DECK, place.ctx, cards.joint, cards.deck, message.deck, message.proof, Code.SHUFFLE_PROOF
    )
    return CheckedShuffle(proved)


def _deal(state: State, place: Place, message: m.Deal) -> CheckedShares:
    return _shares_of(state, place, need(state.cards).owed_at_deal(place.seat), message)


def _shares(state: State, place: Place, message: m.Shares) -> CheckedShares:
    return _shares_of(state, place, need(state.cards).owed_for(state.draws, place.seat), message)


def _shares_of(
    state: State, place: Place, positions: tuple[int, ...], message: m.Deal | m.Shares
) -> CheckedShares:
    cards = need(state.cards)
    masked = [cards.deck[position] for position in positions]
    key = cards.keys[place.seat]
    proved = masking.verify_shares(Label.SHARE, place.ctx, key, masked, message.shares, message.proof)
    return CheckedShares(positions, proved)


def _mix(state: State, place: Place, message: m.Lead | m.Answer | m.Give) -> tuple[MaskedCard, ...]:
    """The hand that the play is taken from: re-mixed and proved, or as it is when one card is left."""
    cards = need(state.cards)
    held = cards.held[place.seat]
    if len(held) < 2:
        if message.hand or message.mix_proof:
            raise PeerError(Code.LENGTH, "a hand of one card is not mixed")
        return held
    owner = cards.keys[place.seat].X
    return verify_shuffle(Label.HAND, place.ctx, owner, held, message.hand, message.mix_proof, Code.MIX_PROOF)


def _open_play(state: State, place: Place, message: m.Lead | m.Answer) -> CheckedPlay:
    """A lead or an answer: the first cards of the mixed hand, opened."""
    count, rest = divmod(len(message.openings), ELEMENT)
    if rest or not 1 <= count <= len(need(state.cards).held[place.seat]):
        raise PeerError(Code.LENGTH, "openings are 33 bytes for each card played")
    mixed = _mix(state, place, message)
    faces = _faces(state, place, mixed[:count], message.openings, message.proof)
    if faces is None:
        return CheckedPlay(mixed[:count], mixed[count:], None)
    action = a.Lead(faces) if isinstance(message, m.Lead) else a.Answer(faces)
    step = apply(need(state.position), place.seat, action)
    return CheckedPlay(mixed[:count], mixed[count:], (action, step))


def _faces(
    state: State, place: Place, masked: tuple[MaskedCard, ...], openings: bytes, proof: bytes
) -> tuple[Card, ...] | None:
    cards, ruleset = need(state.cards), need(state.ruleset)
    key = cards.keys[place.seat]
    shares = masking.verify_shares(Label.OPEN, place.ctx, key, masked, openings, proof)
    return cards.recognise(place.seat, masked, shares, ruleset.deck)


def _give(state: State, place: Place, message: m.Give) -> CheckedPlay:
    """Face down: the first cards of the mixed hand, as many as were led, and their points where shown."""
    position, cards = need(state.position), need(state.cards)
    if not may_give(position):
        raise PeerError(Code.GIVE_ILLEGAL, "cards are given open under these rules")
    count = len(position.standing.cards)
    if count > len(cards.held[place.seat]):  # no lead may be so large; asked all the same before the hand is cut
        raise PeerError(Code.GIVE_ILLEGAL, "fewer cards are held than were led")
    mixed = _mix(state, place, message)
    action = a.Give((None,) * count, message.points)
    _give_points(state, place, mixed[:count], message)
    step = apply(position, place.seat, action)
    return CheckedPlay(mixed[:count], mixed[count:], (action, step))


def _give_points(state: State, place: Place, given: tuple[MaskedCard, ...], message: m.Give) -> None:
    """A give carries a points proof exactly where everybody is shown its points."""
    if not need(state.position).gives_tell:
        if message.points is not None or message.points_proof:
            raise PeerError(Code.LENGTH, "no points are shown with a give here")
        return
    if message.points is None:
        raise PeerError(Code.LENGTH, "the points of every give are shown here")
    key = need(state.cards).keys[place.seat]
    masking.verify_points(place.ctx, key, given, message.points, message.points_proof)


def _open(state: State, place: Place, message: m.Open) -> CheckedOpen:
    position = need(state.position)
    closed = need(state.cards).closed_for(place.seat, position.side(need(position.claimant)))
    faces = _faces(state, place, closed, message.openings, message.proof)
    if faces is not None:
        apply(position, place.seat, a.Open(faces))
    return CheckedOpen(faces)


def _count(state: State, place: Place, message: m.Count) -> CheckedCount:
    cards = need(state.cards)
    owners = cards.piles_of(place.seat)
    if len(message.piles) != len(owners):
        raise PeerError(Code.LENGTH, "one sum for each pile that holds cards given by this seat")
    for at, (owner, (points, proof)) in enumerate(zip(owners, message.piles, strict=True)):
        closed = cards.closed_cards(place.seat, owner)
        try:
            masking.verify_points(place.ctx, cards.keys[place.seat], closed, points, proof)
        except PeerError as fault:
            raise fault.item(at) from None
    sums = tuple(points for points, _ in message.piles)
    apply(need(state.position), place.seat, a.Count(sums))
    return CheckedCount(tuple(zip(owners, sums, strict=True)))


def _announce(state: State, place: Place, message: m.Announce) -> CheckedAnnounce:
    """A whole hand that is a combination: proved card by card, none of them shown."""
    position, cards = need(state.position), need(state.cards)
    what = announced_as(position, m.Combination(message.what).label)
    key, held = cards.keys[place.seat], cards.held[place.seat]
    match message.what:
        case m.Combination.TRUMPS:
            masking.verify_suit(place.ctx, key, held, position.trump, message.proof)
        case m.Combination.ACES:
            masking.verify_rank(place.ctx, key, held, Rank.ACE, message.proof)
        case _:
            masking.verify_one_suit(place.ctx, key, held, message.proof)
    action = a.Announce(what)
    return CheckedAnnounce(action, apply(position, place.seat, action))


def _points(state: State, place: Place, message: m.Points) -> CheckedPoints:
    """What this seat has just given, sealed for the winner of the trick, who speaks next."""
    cards, winner = need(state.cards), need(state.taker)
    given, keys = cards.just_given(place.seat, winner), cards.keys
    return CheckedPoints(
        masking.verify_sealed_points(
            place.ctx, keys[place.seat], given, keys[winner], message.sealed, message.proof
        )
    )


def _win(state: State, place: Place, message: m.Win) -> CheckedAction:
    """The target is reached: the sum of what was sealed for this seat, proved."""
    cards = need(state.cards)
    sealed = cards.sealed[place.seat]
    masking.verify_sealed_total(place.ctx, cards.keys[place.seat], sealed, message.points, message.proof)
    action = a.Claim(message.points)
    return CheckedAction(action, apply(need(state.position), place.seat, action))


def _action(state: State, place: Place, message: m.EntryMessage) -> CheckedAction:
    action = a.Raise(message.to) if isinstance(message, m.Raise) else _PLAIN[type(message)]()
    return CheckedAction(action, apply(need(state.position), place.seat, action))


def _result(state: State, _place: Place, message: m.Result) -> CheckedResult:
    expected = state.expected_result(play_on=message.play_on)
    if message != expected:
        failed = evidence.result(message, expected)
        raise PeerError(Code.RESULT_WRONG, "the result is not the one that the log gives", failed=failed)
    return CheckedResult(message.play_on)


def _resign(_state: State, _place: Place, _message: m.Resign) -> CheckedResign:
    return CheckedResign()


_PLAIN: dict[type[m.EntryMessage], type[a.Claim | a.Pass | a.Accept | a.Decline | a.Cede]] = {
    m.Claim: a.Claim,
    m.Pass: a.Pass,
    m.Accept: a.Accept,
    m.Decline: a.Decline,
    m.Cede: a.Cede,
}

_CHECKS: dict[type[m.EntryMessage], Callable[[State, Place, Any], Checked]] = {
    m.Hello: _hello,
    m.Commit: _commit,
    m.Reveal: _reveal,
    m.Shuffle: _shuffle,
    m.Deal: _deal,
    m.Shares: _shares,
    m.Lead: _open_play,
    m.Answer: _open_play,
    m.Give: _give,
    m.Claim: _action,
    m.Pass: _action,
    m.Raise: _action,
    m.Accept: _action,
    m.Decline: _action,
    m.Open: _open,
    m.Count: _count,
    m.Result: _result,
    m.Resign: _resign,
    m.Announce: _announce,
    m.Cede: _action,
    m.Points: _points,
    m.Win: _win,
}
