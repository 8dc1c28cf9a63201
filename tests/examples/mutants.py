"""Short games, played by chance, and what can be done to their files.

Here: games whose keys are known, and changes of them, each drawn by a generator. Never: a verdict.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import msgpack

from bura_p2p.conformance.hall import Hall, Player, card_player, claimer, raiser, random_player
from bura_p2p.crypto.identity import Identity, pae
from bura_p2p.errors import PeerError
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, sign_entry
from bura_p2p.log.file import MAGIC
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import RULESETS, find_ruleset
from bura_p2p.rules.ruleset import Ruleset, decode_ruleset
from bura_p2p.table.phases import Stage
from bura_p2p.table.view import View
from bura_p2p.verify import Replay
from bura_p2p.wire.codec import encode_payload
from tests.crypto import edwards
from tests.fuzz.mutation import bytes_changed, packed_changed, value_changed
from tests.spec.forge import WORDS, others

VARIANTS: Sequence[Ruleset] = (
    *RULESETS.values(), *RULESETS.values(),
    *(find_ruleset("georgian", **options) for options in (
        {"match_to": 0}, {"match_to": 1}, {"match_to": 3}, {"maliutka": "anytime"}, {"points_shown": True},
    )),
    find_ruleset("georgian-pairs", give_face="down"), find_ruleset("western", special_sets="in_trick"),
    find_ruleset("russian", three_aces="takes_pot"), find_ruleset("russian", ante=1000),
)  # fmt: skip

ANSWERS = [
    sorted({each.canonical_bytes().decode("ascii").splitlines()[at] for each in VARIANTS} | set(more))
    for at, more in enumerate(
        [()] * 3 + [("deck 20", "deck 32")] + [("hand 1", "hand 2", "hand 4")] + [()] * 23
    )
]
"""To each line of the canonical form, all that some variant has there."""

LIGHT = ((9, ()), (10, ()), (10, ()), (12, ()), (13, ()), (17, ()), (17, ()), (11, (2,)), (11, (3,)), (19, ()))
"""Words that may be due and need no proof: claim, pass, accept, decline, resign, raise, cede."""

LENT = 8
"""So many files at most lend to a case: more than may (X3a)."""


@dataclass(frozen=True)
class Game:
    """A game, and the keys of all its seats."""

    rules: Ruleset
    identities: tuple[Identity, ...]
    entries: tuple[SignedEntry, ...]

    @property
    def publics(self) -> list[bytes]:
        return [identity.public for identity in self.identities]

    def sign(self, body: bytes, seat: int) -> SignedEntry:
        return sign_entry(self.identities[seat % len(self.identities)], body, seat)


@dataclass(frozen=True)
class Case:
    """A file, and those that lend to it; `what` says what was done."""

    what: str
    data: bytes
    others: tuple[bytes, ...] = ()


# --- games -------------------------------------------------------------------------------------------------


def restless(number: int) -> Player:
    """A player of chance of some kind, that gives up now and then."""
    random = Random(number)
    player = random.choice((random_player, random_player, card_player, claimer, raiser))(number)
    if player.__module__ and random.random() < 0.3:
        player = random_player(number)

    def choose(view: View) -> a.Action:
        try:
            chosen = player(view)
        except (PeerError, TypeError, AttributeError, LookupError):
            chosen = random_player(number)(view)
        return a.Resign() if random.random() < 0.04 else chosen

    return choose


def made_up(random: Random) -> Ruleset:
    """Rules that nobody plays: those of a variant with some questions answered anew, so that they make a game.

    Mostly with a deck of twenty, for shuffles are most of what a check costs.
    """
    rules = random.choice(VARIANTS)
    rules = answered_anew(rules, {1: "name made-up"}) or rules
    for _ in range(random.choice((10, 40, 160))):
        at = random.sample(range(2, len(ANSWERS)), random.choice((1, 1, 2)))  # many answers need another with them
        rules = answered_anew(rules, {each: random.choice(ANSWERS[each]) for each in at}) or rules
    return (answered_anew(rules, {3: "deck 20"}) if random.random() < 0.8 else None) or rules


def answered_anew(rules: Ruleset, answers: Mapping[int, str]) -> Ruleset | None:
    """The rules with these lines of the canonical form, if they make a game."""
    lines = rules.canonical_bytes().decode("ascii").splitlines()
    for at, answer in answers.items():
        lines[at] = answer
    try:
        return decode_ruleset(joined(lines))
    except PeerError:
        return None


def joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def played(label: str, random: Random) -> Game:
    """One hand of some rules, seldom two, with two seats more often than more."""
    rules = made_up(random) if random.random() < 0.7 else random.choice(VARIANTS)
    fewest, most = rules.players
    seats = fewest if random.random() < 0.7 else random.randint(fewest, min(most, 4 if random.random() < 0.9 else 6))
    players = [restless(random.randrange(2**32)) for _ in range(seats)]
    hall = Hall(label, ruleset=rules, seats=seats, players=players).run(hands=random.choice((1, 1, 1, 2)))
    return Game(rules, tuple(hall.identities), hall.entries())


# --- files -------------------------------------------------------------------------------------------------


def framed(payloads: Sequence[bytes]) -> bytes:
    return MAGIC + b"".join(len(payload).to_bytes(4, "big") + payload for payload in payloads)


def payloads(publics: Sequence[bytes], entries: Sequence[SignedEntry]) -> list[bytes]:
    return [msgpack.packb(publics), *(msgpack.packb((entry.seat, entry.body, entry.signature)) for entry in entries)]


def file_of(game: Game, entries: Sequence[SignedEntry]) -> bytes:
    return framed(payloads(game.publics, entries))


def signed_again(identity: Identity, entry: SignedEntry, random: Random) -> SignedEntry:
    """Another valid signature of the same body: RFC 8032 with a nonce of our own."""
    private = identity.secret
    half = hashlib.sha512(private).digest()[:32]
    secret = int.from_bytes(half, "little") & (2**254 - 8) | 2**254
    nonce = random.randrange(1, edwards.L)
    commitment = edwards.encode(edwards.times(nonce, edwards.BASE))
    message = pae(MEDIA_TYPE, entry.body)
    challenge = int.from_bytes(hashlib.sha512(commitment + identity.public + message).digest(), "little")
    response = (nonce + challenge * secret) % edwards.L
    return replace(entry, signature=commitment + response.to_bytes(32, "little"))


# --- changes of one body -----------------------------------------------------------------------------------


def fields_of(entry: SignedEntry) -> tuple[object, ...]:
    found: tuple[object, ...] = msgpack.unpackb(entry.body, use_list=False)
    return found


def another_body(entry: SignedEntry, random: Random) -> bytes:
    """The body with one thing changed: a field, another message, a byte."""
    fields = fields_of(entry)
    for _ in range(20):
        match random.randrange(8):
            case 0 | 1:
                body = value_packed(random.choice(list(others(fields, random))))
            case 2 | 3:
                body = value_packed(value_changed(fields, random))
            case 4:
                body = value_packed((*fields[:6], value_changed(fields[6], random)))
            case 5 | 6:
                body = value_packed((*fields[:5], *random.choice(WORDS)))
            case _:
                body = bytes_changed(entry.body, random)
        if body and body != entry.body:
            return body
    return entry.body + b"\0"


def value_packed(value: object) -> bytes:
    try:
        return bytes(msgpack.packb(value))
    except (OverflowError, ValueError, TypeError, UnicodeError):
        return b""


def forged(game: Game, entry: SignedEntry, random: Random) -> SignedEntry:
    """Another entry in the place of this one, mostly truly signed by its seat."""
    seat = entry.seat
    match random.randrange(12):
        case 0:
            return replace(entry, signature=bytes_changed(entry.signature, random)[:64].ljust(64, b"\0"))
        case 1:
            return replace(entry, body=bytes_changed(entry.body, random) or b"\0")
        case 2:
            other = random.randrange(len(game.identities))
            return replace(game.sign(entry.body, other), seat=random.choice((seat, other)))
        case 3:
            other = random.randrange(len(game.identities))
            fields = fields_of(entry)
            return game.sign(msgpack.packb((*fields[:3], other, *fields[4:])), other)
        case 4:
            return signed_again(game.identities[seat], entry, random)
        case _:
            return game.sign(another_body(entry, random), seat)


# --- changes of a list of entries --------------------------------------------------------------------------

Entries = list[SignedEntry]
Change = Callable[[Game, Game, Entries, Random], Entries]


def dropped(_game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        if len(entries) > 1:
            del entries[random.randrange(len(entries))]
    return entries


def doubled(_game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    at = random.randrange(len(entries))
    entries.insert(random.choice((at, at + 1, len(entries), random.randrange(len(entries) + 1))), entries[at])
    return entries


def swapped(_game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    at = random.randrange(len(entries))
    other = random.choice((max(at - 1, 0), random.randrange(len(entries))))
    entries[at], entries[other] = entries[other], entries[at]
    return entries


def shuffled(_game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    begin = random.randrange(len(entries))
    end = random.randrange(begin, len(entries)) + 1
    piece = entries[begin:end]
    random.shuffle(piece)
    return [*entries[:begin], *piece, *entries[end:]]


def cut(_game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    return entries[: random.randrange(1, len(entries) + 1)]


def replaced(game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    at = random.randrange(len(entries))
    entries[at] = forged(game, entries[at], random)
    return entries[: at + 1] if random.random() < 0.5 else entries


def two_bodies(game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    at = random.randrange(len(entries))
    entry = forged(game, entries[at], random)
    entries.insert(random.choice((at, at + 1, at + 1, len(entries), random.randrange(len(entries) + 1))), entry)
    return entries


def twice_signed(game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    at = random.randrange(len(entries))
    again = signed_again(game.identities[entries[at].seat % len(game.identities)], entries[at], random)
    if random.random() < 0.3:
        entries[at] = again
    else:
        entries.insert(random.choice((at, at + 1, len(entries))), again)
    return entries


def foreign(game: Game, other: Game, entries: Entries, random: Random) -> Entries:
    """Entries of another table, as they are or signed by these keys, for that table or for this."""
    entry = random.choice(other.entries)
    fields = fields_of(entry)
    seat = entry.seat % len(game.identities)
    if random.random() < 0.7:
        own = fields_of(random.choice(entries))
        if len(own) == len(fields) == 7 and random.random() < 0.7:
            fields = (*fields[:1], own[1], own[2], seat, own[4], *fields[5:])
        entry = game.sign(msgpack.packb(fields), seat)
    at = random.randrange(len(entries) + 1)
    return [*entries[:at], replace(entry, seat=seat), *entries[at + random.choice((0, 1)) :]]


def walked(game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    """The beginning of the game; then words that need no secret, each signed where it is due."""
    replay, taken = Replay(game.publics), []
    for entry in entries[: random.randrange(2, len(entries) + 1) if len(entries) > 2 else len(entries)]:
        try:
            replay.feed(entry)
        except PeerError:
            break
        taken.append(entry)
    for _ in range(random.choice((1, 1, 2, 4, 8, 16))):
        table = replay.table
        seat = random.choice(table.owing() or range(len(game.identities)))
        if random.random() < 0.05:
            seat = random.randrange(len(game.identities))
        words = random.choice((WORDS, LIGHT))
        word = random.choice(words)
        if table.stage is Stage.RESULT and random.random() < 0.8:
            told = table.state.expected_result(play_on=random.random() < 0.3)
            word = (16, encode_payload(told))
        entry = game.sign(msgpack.packb((1, table.state.table_id, table.round, seat, table.head, *word)), seat)
        taken.append(entry)
        try:
            replay.feed(entry)
        except PeerError:
            if random.random() < 0.5:
                return taken
            taken.pop()
    return taken


CHANGES: Sequence[Change] = (
    dropped, doubled, swapped, shuffled, cut, replaced, replaced, replaced, replaced, two_bodies, two_bodies,
    twice_signed, foreign, walked, walked,
)  # fmt: skip


def changed(game: Game, other: Game, random: Random) -> tuple[str, Entries]:
    """The entries of the game with one or two things done, and what."""
    names, entries = [], list(game.entries)
    for _ in range(random.choice((1, 1, 1, 2))):
        change = random.choice(CHANGES)
        try:
            entries = change(game, other, entries, random) or entries
        except (ValueError, msgpack.exceptions.ExtraData):  # a body that is nothing any more
            continue
        names.append(change.__name__)
    return " ".join(names) or "nothing", entries


# --- cases -------------------------------------------------------------------------------------------------


def of_entries(game: Game, other: Game, random: Random) -> Case:
    what, entries = changed(game, other, random)
    return Case(what, file_of(game, entries))


def of_files(game: Game, other: Game, random: Random) -> Case:
    """Several files, of this game and others."""
    names, files = [], []
    for _ in range(random.choice((2, 2, 2, 3, LENT))):
        match random.randrange(8):
            case 0:
                what, data = "whole", file_of(game, game.entries)
            case 1:
                what, data = "another table", file_of(other, other.entries)
            case 2:
                what, data = "raw", bytes_changed(file_of(game, game.entries), random)
            case 3:
                kept = [entry for entry in game.entries if random.random() < 0.8] or list(game.entries)
                what, data = "some", file_of(game, kept)
            case _:
                what, entries = changed(game, other, random)
                data = file_of(game, entries)
        names.append(what)
        files.append(data)
    return Case(" + ".join(names), files[0], tuple(files[1:]))


def of_bytes(game: Game, _other: Game, random: Random) -> Case:
    return Case("bytes", bytes_changed(file_of(game, game.entries), random))


def of_frames(game: Game, _other: Game, random: Random) -> Case:
    frames = payloads(game.publics, game.entries)
    at = random.choice((0, random.randrange(len(frames))))
    frames[at] = packed_changed(frames[at], random)
    return Case(f"frame {at}", framed(frames))


def of_identities(game: Game, _other: Game, random: Random) -> Case:
    publics = game.publics
    at, other = random.randrange(len(publics)), random.randrange(len(publics))
    match random.randrange(5):
        case 0:
            publics[at], publics[other] = publics[other], publics[at]
        case 1:
            publics[at] = publics[other]
        case 2:
            publics[at] = bytes_changed(publics[at], random)[:32].ljust(32, b"\0")
        case 3:
            publics.insert(at, Random(random.random()).randbytes(32))
        case _:
            publics.append(game.identities[0].public)
    return Case("identities", framed(payloads(publics, game.entries)))


def of_rules(game: Game, _other: Game, random: Random) -> Case:
    """Nothing but hellos, for other rules."""
    lines = game.rules.canonical_bytes().decode("ascii").splitlines()
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(1, len(lines))
        question = lines[at].partition(" ")[0]
        lines[at] = random.choice((*ANSWERS[at], f"{question} {random.choice(ODD)}"))
    ruleset = joined(lines)
    if random.random() < 0.1:
        ruleset = bytes_changed(ruleset, random)
    entries = []
    for entry in game.entries[: len(game.identities)]:
        fields = fields_of(entry)
        payload = fields[6]
        assert isinstance(payload, tuple)
        entries.append(game.sign(msgpack.packb((*fields[:6], (*payload[:5], ruleset, *payload[6:]))), entry.seat))
    return Case("rules", file_of(game, entries))


ODD = (
    "-", "0", "1", "2", "3", "5", "6", "7", "11", "31", "60", "120", "121", "1000", "1001", "3600", "3601", "99999",
    "100000", "00", "01", "2 2", "2 6", "3 3", "4 4", "6 2", "1 2", "1 3", "1 2 3 4", "2 3", "3 2 1", "1 1", "2 3 4",
    "2 4", "0,1 2,3", "0,2 1,3", "1,3 0,2", "0 1", "0,1,2 3", "0,0 1,2", "3,1 2,0", "bura", "molodka", "three_aces",
    "bura molodka three_aces", "molodka molodka", "moscow", "bura moscow", "moscow bura", "four_aces four_trumps",
    "anytime", "turn", "auto", "most_points", "claim_anytime", "never", "in_trick", "pre_lead", "yes", "no", "a-",
    "georgian", "classic", "western", "telegram", "kozel", "other", "A", "a" * 32, "a" * 33, "", " ", "1 ", "1  2",
)  # fmt: skip

KINDS: Sequence[tuple[Callable[[Game, Game, Random], Case], int]] = (
    (of_entries, 50), (of_files, 30), (of_frames, 4), (of_bytes, 4), (of_identities, 3), (of_rules, 9),
)  # fmt: skip


def case(game: Game, other: Game, random: Random) -> Case:
    (make,) = random.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])
    return make(game, other, random)


def cases(number: int, a_game: int) -> Iterator[tuple[int, Case]]:
    """(number of the game, case) without end: so many of each game, the first as it was played."""
    other = played(f"differ {number}", Random(f"differ {number}"))
    for each in range(2**32):
        random = Random(f"differ {number} {each}")
        game = played(f"differ {number} {each}", random)
        yield each, Case("nothing", file_of(game, game.entries))
        for _ in range(a_game - 1):
            yield each, case(game, other, random)
        other = game
