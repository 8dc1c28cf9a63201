"""What can be done to the files of short games.

Here: changes of a game's entries and files, each drawn by a generator. Never: the games (`games`), a verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

import msgpack

from bura_p2p.conformance.cheats import CHEATS
from bura_p2p.errors import PeerError
from bura_p2p.log.entry import SignedEntry
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Replay
from bura_p2p.wire.codec import encode_payload
from bura_p2p.wire.limits import MAX_BODY
from tests.fuzz.mutation import bytes_changed, packed_changed, value_changed
from tests.spec.forge import WORDS, others

from .deep import (
    another_field,
    another_form,
    another_hello,
    another_place,
    fields_of,
    lax_signature,
    packed,
    signed_again,
    wide,
)
from .games import ANSWERS, Case, Game, caught, file_of, framed, joined, payloads, played
from .unlawful import league, trial, written

LIGHT = ((9, ()), (10, ()), (10, ()), (12, ()), (13, ()), (17, ()), (17, ()), (11, (2,)), (11, (3,)), (19, ()))
"""Words that may be due and need no proof: claim, pass, accept, decline, resign, raise, cede."""

LENT = 8
"""So many files at most lend to a case: more than may (X3a)."""


# --- changes of one body -----------------------------------------------------------------------------------


def another_body(entry: SignedEntry, random: Random) -> bytes:
    """The body with one thing changed: a field, another message, a byte."""
    fields = fields_of(entry)
    for _ in range(20):
        match random.randrange(8):
            case 0 | 1:
                body = packed(random.choice(list(others(fields, random))))
            case 2 | 3:
                body = packed(value_changed(fields, random))
            case 4:
                body = packed((*fields[:6], value_changed(fields[6], random)))
            case 5 | 6:
                body = packed((*fields[:5], *random.choice(WORDS)))
            case _:
                body = bytes_changed(entry.body, random)
        if body and body != entry.body:
            return body
    return entry.body + b"\0"


def forged(game: Game, entry: SignedEntry, random: Random) -> SignedEntry:
    """Another entry in the place of this one, mostly truly signed by its seat."""
    seat = entry.seat
    match random.randrange(17):
        case 16:
            return lax_signature(game.identities[seat], entry, random)
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
        case 5 | 6:
            return game.sign(another_place(game, entry, random) or b"\0", seat)
        case 7:
            return game.sign(another_form(entry, random) or b"\0", seat)
        case 8 | 9 | 10 | 11:
            return game.sign(another_field(entry, random) or b"\0", seat)
        case _:
            return game.sign(another_body(entry, random), seat)


def of_a_type(entries: Entries, random: Random) -> int:
    """The place of an entry, each type of message as often as any other."""
    types: dict[object, list[int]] = {}
    for at, entry in enumerate(entries):
        fields = fields_of(entry)
        types.setdefault(fields[5] if len(fields) > 5 else None, []).append(at)
    return random.choice(random.choice(list(types.values())))


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


def deepened(game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    """A field of one message is another, in a body that stands well; messages of every type as often."""
    at = of_a_type(entries, random)
    entry = entries[at]
    body = b""
    for _ in range(10):
        hello = fields_of(entry)[5] == 0
        body = another_hello(game, entry, random) if hello else another_field(entry, random)
        if body not in (b"", entry.body):
            break
    entries[at] = game.sign(body or b"\0", entry.seat)
    return entries[: at + 1] if random.random() < 0.7 else entries


def misplaced(game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    at = random.randrange(len(entries))
    change = random.choice((another_place, lambda _game, entry, tape: another_form(entry, tape)))
    entry = game.sign(change(game, entries[at], random) or b"\0", entries[at].seat)
    return [*entries[:at], entry, *entries[at + random.choice((0, 1)) :]]


def lied(game: Game, _other: Game, entries: Entries, random: Random) -> Entries:
    """A lie with everything proved; alone behind what came before, or with what came after."""
    if not game.lies:
        return entries
    lie = random.choice(game.lies)
    match random.randrange(5):
        case 0:
            return [*lie.before, lie.entry, *entries[len(lie.before) :]]
        case 1:
            return [*entries, lie.entry]
        case _:
            return [*lie.before, lie.entry]


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


CHANGES: Sequence[tuple[Change, int]] = (
    (dropped, 2), (doubled, 1), (swapped, 2), (shuffled, 1), (cut, 2), (replaced, 6), (deepened, 14), (misplaced, 5),
    (lied, 12), (two_bodies, 3), (twice_signed, 1), (foreign, 2), (walked, 3),
)  # fmt: skip


def changed(game: Game, other: Game, random: Random) -> tuple[str, Entries]:
    """The entries of the game with one or two things done, and what."""
    names, entries = [], list(game.entries)
    changes = random.choices(
        [change for change, _ in CHANGES], [weight for _, weight in CHANGES], k=random.choice((1, 1, 1, 1, 2))
    )
    for change in changes:
        with suppress(ValueError, IndexError, msgpack.exceptions.ExtraData):  # a body that is nothing any more
            entries = change(game, other, entries, random) or entries
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


def of_limits(game: Game, _other: Game, random: Random) -> Case:
    """One frame more, at a bound of what a file may hold or just beyond it: where it is beyond, no round counts."""
    entry = game.entries[-1]
    seat, body, signature = entry.seat, entry.body, entry.signature
    other: object = random.choice((
        (seat, bytes(MAX_BODY + random.choice((0, 1))), signature),
        (seat, b"", signature), (seat, body, signature[:63]), (seat, body, signature + b"\0"),
        (len(game.identities) - random.choice((0, 1)), body, signature), (-1, body, signature),
        (seat, body), (seat, body, signature, None), (seat, body.hex(), signature), None, (), True, seat,
    ))  # fmt: skip
    return Case("limits", framed([*payloads(game.publics, game.entries), packed(other)]))


def of_bytes(game: Game, _other: Game, random: Random) -> Case:
    data = file_of(game, game.entries)
    match random.randrange(4):
        case 0:
            return Case("cut", data[: random.randrange(len(data))])
        case 1:
            return Case("longer", data + bytes(random.choice((1, 2, 3, 4, 5))))
        case _:
            return Case("bytes", bytes_changed(data, random))


def of_frames(game: Game, _other: Game, random: Random) -> Case:
    frames = payloads(game.publics, game.entries)
    at = random.choice((0, random.randrange(len(frames))))
    if random.random() < 0.3:
        frames[at] = wide(msgpack.unpackb(frames[at], use_list=False), random, random.choice((0.2, 1)))
    else:
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


def of_league(game: Game, _other: Game, random: Random) -> Case:
    """Keys that are shown by agreement."""
    hellos = tuple(entry for entry in game.entries if fields_of(entry)[2] == 0)
    if len(hellos) < len(game.identities):
        return Case("nothing", file_of(game, game.entries))
    what, entries = league(game.identities, hellos, random)
    return Case(what, file_of(game, entries))


def of_hellos(game: Game, _other: Game, random: Random) -> Case:
    """One hello, or all of them, say another thing; what follows is as it was."""
    count = len([entry for entry in game.entries if fields_of(entry)[2] == 0])
    chosen = random.choice((range(count), range(count), [random.randrange(count)]))
    number = random.random()
    entries = list(game.entries)
    for at in chosen:
        body = another_hello(game, entries[at], Random(number))
        entries[at] = game.sign(body or b"\0", entries[at].seat)
    return Case("hellos", file_of(game, entries))


def of_rules(game: Game, _other: Game, random: Random) -> Case:
    """Nothing but hellos, for other rules."""
    lines = game.rules.canonical_bytes().decode("ascii").splitlines()
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(1, len(lines))
        question = lines[at].partition(" ")[0]
        lines[at] = random.choice((*ANSWERS[at], f"{question} {random.choice(ODD)}"))
    if random.random() < 0.15:
        lines = lines_changed(lines, random)
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


def lines_changed(lines: list[str], random: Random) -> list[str]:
    """A head of another form, a line more or less, lines in another order, other ends of lines."""
    at = random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            head = random.choice(("bura-rules 2", "bura-rules", "Bura-rules 1", "bura-rules 1 ", ""))
            return [head, *lines[1:]]
        case 1:
            return [*lines[:at], *lines[at + 1 :]]
        case 2:
            return [*lines[:at], random.choice((lines[at], "", "bonus 1")), *lines[at:]]
        case 3:
            other = random.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
            return lines
        case 4:
            return [f"{line}\r" for line in lines]
        case _:
            return [*lines[:at], f"{lines[at]}\t", *lines[at + 1 :]]


ODD = (
    "-", "0", "1", "2", "3", "5", "6", "7", "11", "31", "60", "120", "121", "1000", "1001", "3600", "3601", "99999",
    "100000", "00", "01", "2 2", "2 6", "3 3", "4 4", "6 2", "1 2", "1 3", "1 2 3 4", "2 3", "3 2 1", "1 1", "2 3 4",
    "2 4", "0,1 2,3", "0,2 1,3", "1,3 0,2", "0 1", "0,1,2 3", "0,0 1,2", "3,1 2,0", "bura", "molodka", "three_aces",
    "bura molodka three_aces", "molodka molodka", "moscow", "bura moscow", "moscow bura", "four_aces four_trumps",
    "anytime", "turn", "auto", "most_points", "claim_anytime", "never", "in_trick", "pre_lead", "yes", "no", "a-",
    "georgian", "classic", "western", "telegram", "kozel", "other", "A", "a" * 32, "a" * 33, "", " ", "1 ", "1  2",
)  # fmt: skip

KINDS: Sequence[tuple[Callable[[Game, Game, Random], Case], int]] = (
    (of_entries, 62), (of_files, 18), (of_frames, 3), (of_limits, 1), (of_bytes, 2), (of_identities, 2),
    (of_league, 4), (of_hellos, 4), (of_rules, 8),
)  # fmt: skip


def case(game: Game, other: Game, random: Random) -> Case:
    (make,) = random.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])
    return make(game, other, random)


def of_a_lie(game: Game, other: Game, random: Random) -> Case:
    """A lie of the catalogue as it is, more often than with something done to its file."""
    lie = random.choice(game.lies)
    if random.random() < 0.7:
        return Case(lie.what, file_of(game, [*lie.before, lie.entry]))
    return of_files(game, other, random) if random.random() < 0.3 else of_entries(game, other, random)


def cases(number: int, a_game: int) -> Iterator[tuple[int, Case]]:
    """(number of the game, case) without end: so many of each game, the first as it was played, every third of a
    table at which lies of the catalogue can be told.
    """
    other = played(f"differ {number}", Random(f"differ {number}"))
    for each in range(2**32):
        random = Random(f"differ {number} {each}")
        game = played(f"differ {number} {each}", random)
        liars = caught(random)
        yield each, Case("nothing", file_of(game, game.entries))
        for at in range(1, a_game):
            lies = at % 3 == 0 and liars.lies
            yield each, of_a_lie(liars, game, random) if lies else case(game, other, random)
        other = game


def catalogue(step: int = 1) -> Iterator[Case]:
    """Every lie of the catalogue, or each `step`-th, that can stand in a file; what is said to two seats, in two."""
    for cheat in list(CHEATS.values())[::step]:
        found = trial(cheat)
        files = [framed(payloads(found.publics, entries)) for entries in written(found)]
        if files:
            yield Case(cheat.id, files[0], tuple(files[1:]))
