"""Every message, declared once: the signed entries' payloads and the messages of a link.

Here: plain frozen values with bounded fields, and their type numbers; the codec, the registries and the
spec's tables follow from these declarations. Never: a curve point, a rule, or a length that depends on the
state of a table (bounds that are sums over a state are looser here on purpose; the table checks the exact
length).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

from . import limits
from .fields import AnyArray, Bin, Flag, Int, Items, Nullable, Record, Str, Uint

PROTOCOL_VERSION: Final = 1
"""The only version of entry bodies that this package writes and reads."""

_U8 = Uint(0, 2**8 - 1)
_U16 = Uint(0, 2**16 - 1)
_U32 = Uint(0, 2**32 - 1)
_SEAT = Uint(0, limits.MAX_SEATS - 1)
_SEATS = Uint(limits.MIN_SEATS, limits.MAX_SEATS)
_HASH = Bin(32, 32)
_SIGNATURE = Bin(64, 64)
_PROOF = Bin(64, 64)  # one witness of the linear proof: challenge and response, 32 bytes each
_DECK_POINTS = Bin(33, 33 * limits.MAX_DECK_CARDS)
_HAND_POINTS = Bin(33, 33 * limits.MAX_HELD_CARDS)
_MIXED_HAND = Bin(0, 66 * limits.MAX_HELD_CARDS)
_MIX_PROOF = Bin(0, 130 * limits.MAX_HELD_CARDS + 160)
_VERSIONS = Items(_U16, 1, limits.MAX_VERSIONS, ascending=True)
_FEATURES = Items(_U16, 0, limits.MAX_FEATURES, ascending=True)
_RULESET = Bin(1, limits.MAX_RULESET)
_CHIPS = Int(-limits.MAX_UINT, limits.MAX_UINT)
_ANNOUNCEMENT = Bin(64, 64 * (limits.MAX_HELD_CARDS + 1))


class Feature(IntEnum):
    """What a hello may ask of whoever reads it (registry `features`); even: who does not know it refuses."""

    SEAT_0_LEADS = 2
    SEAT_1_LEADS = 4

    @property
    def label(self) -> str:
        """The feature's name in the registry, e.g. `seat_0_leads`."""
        return self.name.lower()


FIRST_LEADERS: Final[Mapping[int, Feature]] = MappingProxyType({0: Feature.SEAT_0_LEADS, 1: Feature.SEAT_1_LEADS})
"""The seats that a hello can name as first leader, each with the feature that does."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Round 0, every seat: who sits here, what it can do, and the rules it agrees to."""

    identity: Annotated[bytes, _HASH, "the seat's Ed25519 public key"]
    nonce: Annotated[bytes, _HASH, "fresh random bytes"]
    versions: Annotated[tuple[int, ...], _VERSIONS, "protocol versions that the seat speaks"]
    features: Annotated[tuple[int, ...], _FEATURES, "what this game uses of section 8, not all that a program could"]
    seats: Annotated[int, _SEATS, "seats of this table"]
    ruleset: Annotated[bytes, _RULESET, "the canonical bytes of the ruleset"]
    name: Annotated[str, Str(0, limits.MAX_NAME), "what the player wants to be called; shown inert"]


@dataclass(frozen=True, slots=True)
class Commit:
    """Every seat, first round of a hand: the commitment to its hand key."""

    commitment: Annotated[bytes, _HASH, "hash of key, proof and nonce of the reveal that follows"]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Every seat, second round of a hand: its hand key, with proof that it owns it."""

    key: Annotated[bytes, Bin(33, 33), "the hand key, a compressed point"]
    proof: Annotated[bytes, _PROOF, "proof of ownership, in the context of the commit round"]
    nonce: Annotated[bytes, _HASH, "fresh random bytes; those of the first reveal that closes fix places and leader"]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One seat after the other: the deck, permuted and masked anew."""

    deck: Annotated[bytes, Bin(66, 66 * limits.MAX_DECK_CARDS), "the masked cards, 66 bytes each"]
    proof: Annotated[bytes, Bin(1, 130 * limits.MAX_DECK_CARDS + 160), "the shuffle argument"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Every seat: its shares for the cards of the others' first hands and for the turned trump."""

    shares: Annotated[bytes, _DECK_POINTS, "one compressed point per position owed, positions ascending"]
    proof: Annotated[bytes, _PROOF, "one proof for all of them"]


@dataclass(frozen=True, slots=True)
class Shares:
    """Every seat that owes any: its shares for the cards that the others have just drawn."""

    shares: Annotated[bytes, _DECK_POINTS, "one compressed point per position owed, positions ascending"]
    proof: Annotated[bytes, _PROOF, "one proof for all of them"]


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader's play: the mixed hand, whose first cards are opened."""

    hand: Annotated[bytes, _MIXED_HAND, "the hand mixed anew, 66 bytes a card; empty when it holds one card"]
    mix_proof: Annotated[bytes, _MIX_PROOF, "the shuffle argument; empty when the hand holds one card"]
    openings: Annotated[bytes, _HAND_POINTS, "one compressed point per card led"]
    proof: Annotated[bytes, _PROOF, "one proof for all openings"]


@dataclass(frozen=True, slots=True)
class Answer:
    """Cards played face up in answer to a lead: the mixed hand, whose first cards are opened."""

    hand: Annotated[bytes, _MIXED_HAND, "the hand mixed anew, 66 bytes a card; empty when it holds one card"]
    mix_proof: Annotated[bytes, _MIX_PROOF, "the shuffle argument; empty when the hand holds one card"]
    openings: Annotated[bytes, _HAND_POINTS, "one compressed point per card of the answer"]
    proof: Annotated[bytes, _PROOF, "one proof for all openings"]


@dataclass(frozen=True, slots=True)
class Give:
    """Cards played face down: the mixed hand, whose first cards leave it closed."""

    hand: Annotated[bytes, _MIXED_HAND, "the hand mixed anew, 66 bytes a card; empty when it holds one card"]
    mix_proof: Annotated[bytes, _MIX_PROOF, "the shuffle argument; empty when the hand holds one card"]
    points: Annotated[
        int | None,
        Nullable(Uint(0, limits.MAX_GIVE_POINTS)),
        "what the given cards are worth together, where the table shows points; else nil",
    ]
    points_proof: Annotated[bytes, Bin(0, 128), "proof of the points; empty where points is nil"]


@dataclass(frozen=True, slots=True)
class Claim:
    """The seat says that its pile has reached the target."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat has nothing to say where it must speak: no claim, no combination, no target reached."""


@dataclass(frozen=True, slots=True)
class Raise:
    """The seat raises the stake."""

    to: Annotated[int, Uint(2, 6), "the stake proposed"]


@dataclass(frozen=True, slots=True)
class Accept:
    """The seat plays on at the stake proposed."""


@dataclass(frozen=True, slots=True)
class Decline:
    """The seat gives the hand up rather than play at the stake proposed."""


@dataclass(frozen=True, slots=True)
class Open:
    """A giver opens its closed cards of the claimant's pile."""

    openings: Annotated[bytes, _DECK_POINTS, "one compressed point per closed card, in pile order"]
    proof: Annotated[bytes, _PROOF, "one proof for all openings"]


class PileSum(NamedTuple):
    """What one seat's given cards in one pile are worth, proved without opening them."""

    points: Annotated[int, Uint(0, limits.MAX_PILE_POINTS), "the sum of those cards"]
    proof: Annotated[bytes, Bin(128, 128), "proof of the sum"]


@dataclass(frozen=True, slots=True)
class Count:
    """A giver tells what its closed cards are worth, pile by pile."""

    piles: Annotated[
        tuple[PileSum, ...],
        Items(Record(PileSum), 1, limits.MAX_SEATS),
        "one per pile that holds closed cards of this seat, by the pile's owner ascending",
    ]


@dataclass(frozen=True, slots=True)
class Result:
    """Every seat: how the hand ended, signed by all, and whether the seat plays another."""

    hand: Annotated[int, _U32, "the hand's number, from 1"]
    winner: Annotated[int | None, Nullable(_SEAT), "the winner's seat, or nil"]
    reason: Annotated[int, _U8, "why the hand ended (registry of reasons)"]
    points: Annotated[int, _U8, "match points won by it"]
    score: Annotated[
        tuple[int, ...],
        Items(_U16, limits.MIN_SEATS, limits.MAX_SEATS),
        "match points of each seat after this hand",
    ]
    chips: Annotated[
        tuple[int, ...],
        Items(_CHIPS, limits.MIN_SEATS, limits.MAX_SEATS),
        "chips of each seat after this hand, before new antes; below 0 is owed; all 0 where there is no pot",
    ]
    pot: Annotated[int, Uint(0, limits.MAX_POT), "what is left in the pot after this hand, before new antes"]
    next_leader: Annotated[int | None, Nullable(_SEAT), "who leads the next hand first, or nil"]
    play_on: Annotated[bool, Flag(), "whether this seat plays another hand"]


@dataclass(frozen=True, slots=True)
class Resign:
    """The seat gives the hand up; takes the place of any entry that it owes."""


class Combination(IntEnum):
    """What a whole hand is proved to be (registry `combinations`)."""

    TRUMPS = 0
    ACES = 1
    ONE_SUIT = 2

    @property
    def label(self) -> str:
        """The combination's name in the registry, e.g. `one_suit`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Announce:
    """Before a lead: the seat's whole hand is a combination; no card is shown."""

    what: Annotated[int, Uint(0, 2), "which combination (registry of combinations)"]
    proof: Annotated[bytes, _ANNOUNCEMENT, "proof that the hand is that"]


@dataclass(frozen=True, slots=True)
class Cede:
    """The leader leaves the lead to the highest combination that was announced."""


@dataclass(frozen=True, slots=True)
class Points:
    """A giver tells the winner of the trick, and nobody else, what its given cards are worth."""

    sealed: Annotated[bytes, Bin(66, 66), "the points, encrypted to the winner's hand key"]
    proof: Annotated[bytes, Bin(192, 192), "proof that they are those of the cards given"]


@dataclass(frozen=True, slots=True)
class Win:
    """The winner of the trick has reached the target: what its closed cards are worth together."""

    points: Annotated[int, Uint(0, limits.MAX_PILE_POINTS), "the sum of everything sealed for this seat"]
    proof: Annotated[bytes, _PROOF, "proof of the sum"]


EntryMessage = (
    Hello | Commit | Reveal | Shuffle | Deal | Shares | Lead | Answer | Give
    | Claim | Pass | Raise | Accept | Decline | Open | Count | Result | Resign
    | Announce | Cede | Points | Win
)  # fmt: skip
"""What a signed entry can carry."""

ENTRY_MESSAGES: Mapping[int, type[EntryMessage]] = MappingProxyType(
    {
        0: Hello,
        1: Commit,
        2: Reveal,
        3: Shuffle,
        4: Deal,
        5: Shares,
        6: Lead,
        7: Answer,
        8: Give,
        9: Claim,
        10: Pass,
        11: Raise,
        12: Accept,
        13: Decline,
        14: Open,
        15: Count,
        16: Result,
        17: Resign,
        18: Announce,
        19: Cede,
        20: Points,
        21: Win,
    }
)
"""Type number to message, for signed entries. A number that is not here is refused, even or odd."""


@dataclass(frozen=True, slots=True)
class Greet:
    """First message of a link, both ways: what this side speaks, and who it says it is."""

    versions: Annotated[tuple[int, ...], _VERSIONS, "protocol versions that this side speaks"]
    features: Annotated[tuple[int, ...], _FEATURES, "optional features that this side speaks"]
    identity: Annotated[bytes, _HASH, "Ed25519 public key of this side"]
    nonce: Annotated[bytes, _HASH, "fresh random bytes"]
    mac: Annotated[bytes, _HASH, "HMAC of this greeting under the invite's secret"]


@dataclass(frozen=True, slots=True)
class Auth:
    """Second message of a link, both ways: proof of the identity and of the invite."""

    signature: Annotated[bytes, _SIGNATURE, "Ed25519 signature over the link's handshake"]
    mac: Annotated[bytes, _HASH, "HMAC of the handshake under the invite's secret"]


@dataclass(frozen=True, slots=True)
class Offer:
    """The host says which table it offers."""

    seats: Annotated[int, _SEATS, "seats of the table"]
    ruleset: Annotated[bytes, _RULESET, "the canonical bytes of the ruleset"]


@dataclass(frozen=True, slots=True)
class EntryFrame:
    """A signed entry, of any seat, as the very bytes that were signed."""

    seat: Annotated[int, _SEAT, "whose entry it is"]
    body: Annotated[bytes, Bin(1, limits.MAX_BODY), "the body, as signed"]
    signature: Annotated[bytes, _SIGNATURE, "Ed25519 signature over the body's pre-authentication encoding"]


@dataclass(frozen=True, slots=True)
class Have:
    """This side has closed every round before `round` and arrived at `head`."""

    round: Annotated[int, _U32, "the round that is open here"]
    head: Annotated[bytes, _HASH, "the head before it"]


class HeldEntry(NamedTuple):
    """An entry of the open round that this side holds."""

    seat: Annotated[int, _SEAT, "whose entry it is"]
    body_hash: Annotated[bytes, _HASH, "SHA-256 of its body"]


@dataclass(frozen=True, slots=True)
class Resume:
    """First message of a link to a game that has begun, both ways: how far this side has come."""

    table_id: Annotated[bytes, _HASH, "which game; zero bytes before every hello is in"]
    round: Annotated[int, _U32, "the round that is open here"]
    heads: Annotated[
        tuple[bytes, ...],
        Items(_HASH, 1, limits.MAX_HEADS),
        "the heads before that round and before those 1, 2, 4, 8 … rounds earlier, down to round 0",
    ]
    held: Annotated[
        tuple[HeldEntry, ...],
        Items(Record(HeldEntry), 0, limits.MAX_SEATS),
        "the entries of the open round held here, by seat ascending",
    ]


@dataclass(frozen=True, slots=True)
class Refuse:
    """Explains, unsigned, that an entry was refused; the entry itself is the evidence."""

    round: Annotated[int, _U32, "the round of the refused entry"]
    seat: Annotated[int, _SEAT, "the seat of the refused entry"]
    code: Annotated[int, _U8, "why (registry of refusals); an unknown number is shown as such"]


@dataclass(frozen=True, slots=True)
class Bye:
    """This side closes the link on purpose."""

    reason: Annotated[int, _U8, "why; an unknown number means no more than goodbye"]


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a `Pong` with the same number."""

    n: Annotated[int, _U32, "any number"]


@dataclass(frozen=True, slots=True)
class Pong:
    """Answers a `Ping`."""

    n: Annotated[int, _U32, "the number of the ping"]


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of talk beside the game; never part of it, shown inert."""

    text: Annotated[str, Str(1, limits.MAX_CHAT), "the line"]


@dataclass(frozen=True, slots=True)
class OfferEnd:
    """The side that waits would rather end the hand; the other may give it up. Nothing follows from it by itself."""


@dataclass(frozen=True, slots=True)
class Another:
    """This side would like another game of the same two, on the terms of the one before; it means so on this link."""


@dataclass(frozen=True, slots=True)
class MoreTime:
    """The side that waits gives the other more time for this move."""

    seconds: Annotated[int, Uint(1, limits.MAX_MORE_TIME), "how much"]


LinkMessage = (
    Greet | Auth | Offer | EntryFrame | Have | Refuse | Bye | Ping | Pong | Chat
    | Resume | OfferEnd | MoreTime | Another
)  # fmt: skip
"""What a frame of a link can carry."""

LINK_MESSAGES: Mapping[int, type[LinkMessage]] = MappingProxyType(
    {
        0: Greet,
        1: Ping,
        2: Auth,
        3: Pong,
        4: Offer,
        5: Chat,
        6: EntryFrame,
        7: OfferEnd,
        8: Have,
        9: MoreTime,
        10: Refuse,
        11: Another,
        12: Bye,
        14: Resume,
    }
)
"""Type number to message, for links. Any other number: even, close the link; odd, ignore the frame."""


class BodyFields(NamedTuple):
    """The array that is signed."""

    version: Annotated[int, _U16, "version of this form; 1"]
    table_id: Annotated[bytes, _HASH, "hash of all hellos; zero bytes in round 0"]
    round: Annotated[int, _U32, "the round, counted from 0"]
    seat: Annotated[int, _SEAT, "the seat that speaks"]
    prev: Annotated[bytes, _HASH, "the head before this round; zero bytes in round 0"]
    type: Annotated[int, _U8, "the message's type number"]
    payload: Annotated[tuple[object, ...], AnyArray(), "the message's fields in their order"]


class FrameFields(NamedTuple):
    """The array that a frame of a link holds."""

    type: Annotated[int, _U8, "the message's type number"]
    payload: Annotated[tuple[object, ...], AnyArray(), "the message's fields in their order"]
