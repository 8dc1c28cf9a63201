"""`protocol/games/bad/`: each file one lie, made from a sound game and signed by the seat that it names.

Here: georgian games; `bad_ruleset_games.py` has the others. Never: a lie that needs a broken proof (`deck_broken`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgpack

from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import masking
from bura_p2p.crypto.group import ORDER
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.log.file import MAGIC, write_game
from bura_p2p.rules import actions as a
from bura_p2p.session.session import Session
from bura_p2p.table.phases import Stage
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body, encode_body

from .games import Game, at, base_game, fresh, hall_of, masking_context, publics

BASE, SHORT = "good/whole-hand", "good/resigned"
Fields = tuple[Any, ...]


def flipped(data: bytes, where: int = -1) -> bytes:
    changed = bytearray(data)
    changed[where] ^= 1
    return bytes(changed)


def signed(entry: SignedEntry, fields: Fields) -> SignedEntry:
    hall, _ = base_game()
    return sign_entry(hall.identities[entry.seat], msgpack.packb(fields), entry.seat)


def instead(
    name: str, code: str, where: int, change: Callable[[Fields], Fields], mutation: str, base: str = BASE
) -> Game:
    """The base up to `where`, whose entry is changed and signed anew by its seat, who is convicted."""
    hall = hall_of(base)
    entries = hall.entries()
    fields = change(msgpack.unpackb(entries[where].body, use_list=False))
    lie = sign_entry(hall.identities[entries[where].seat], msgpack.packb(fields), entries[where].seat)
    data = write_game(publics(hall), [*entries[:where], lie])
    said = f"entry {where}: {mutation}; signed anew, the last"
    return Game(name, "", data, "fault", (lie.seat, decode_body(entries[where].body).round, code), base, said)


def payload(*path: int, to: Callable[[Any], Any]) -> Callable[[Fields], Fields]:
    """Changes one item of the payload."""

    def changed(value: Any, rest: Sequence[int]) -> Any:
        if not rest:
            return to(value)
        return (*value[: rest[0]], changed(value[rest[0]], rest[1:]), *value[rest[0] + 1 :])

    return lambda fields: (*fields[:6], changed(fields[6], path))


def said(number: int, *values: Any) -> Callable[[Fields], Fields]:
    return lambda fields: (*fields[:5], number, values)


def forms() -> list[Game]:
    """What shows without a proof: fields, version, type, order."""
    _, entries = base_game()
    commit, lead, result = 2, at(entries, 6), at(hall_of(SHORT).entries(), 16)

    def last(name: str, code: str, change: Callable[[Fields], Fields], mutation: str) -> Game:
        return instead(name, code, result, change, mutation, SHORT)

    return [
        instead("shape", "shape", commit, payload(0, to=lambda x: x[:-1]), "a commitment of 31 bytes"),
        instead("shape-more", "shape", commit, lambda f: (*f[:6], (*f[6], None)), "one field more"),
        instead("version", "version", commit, lambda f: (2, *f[1:]), "version 2"),
        instead("type-unknown", "type_unknown", commit, said(22), "type 22"),
        instead("type-unknown-odd", "type_unknown", commit, said(255), "type 255: odd, and refused all the same"),
        instead("type-not-due", "type_not_due", commit, said(10), "a pass"),
        instead("claim-illegal", "claim_illegal", lead, said(9), "a claim before any trick"),
        instead("raise-illegal", "raise_illegal", lead, said(11, 3), "a raise to 3 at a stake of 1"),
        last("resign-at-result", "type_not_due", said(17), "a resign in result"),
        last("result-winner", "result_wrong", payload(1, to=lambda x: 1 - x), "the other winner"),
        last("result-points", "result_wrong", payload(3, to=lambda x: x + 1), "a point more"),
        last("result-hand", "result_wrong", payload(0, to=lambda x: 2), "hand 2"),
    ]


def proofs() -> list[Game]:
    """Reveals, shuffles, shares, openings, mixes and sums that are not right."""
    _, entries = base_game()
    reveal, shuffle, deal, lead, give, count = (at(entries, kind) for kind in (2, 3, 4, 6, 8, 15))
    shares, order = at(entries, 5), ORDER.to_bytes(32, "big")
    return [
        instead("commitment", "commitment", reveal, payload(2, to=flipped), "another nonce"),
        instead(
            "commitment-key",
            "commitment",
            reveal,
            payload(0, to=lambda x: b"\x04" + x[1:]),
            "the key is no point, which counts later",
        ),
        instead("shuffle-length", "length", shuffle, payload(0, to=lambda x: x[:-66]), "a card less"),
        instead("shuffle-point", "point", shuffle, payload(0, to=lambda x: b"\x04" + x[1:]), "first byte 04"),
        instead("shuffle-scalar", "scalar", shuffle, payload(1, to=lambda x: order + x[32:]), "k = n"),
        instead(
            "shuffle-proof",
            "shuffle_proof",
            shuffle,
            payload(0, to=lambda x: x[66:132] + x[:66] + x[132:]),
            "two outputs exchanged",
        ),
        instead("deal-length", "length", deal, payload(0, to=lambda x: x[:-33]), "a share less"),
        instead("deal-point", "point", deal, payload(0, to=lambda x: bytes(33) + x[33:]), "a share of zeros"),
        instead("deal-share", "share_proof", deal, payload(0, to=lambda x: flipped(x, 0)), "the first share negated"),
        instead("shares-share", "share_proof", shares, payload(1, to=flipped), "another proof"),
        instead("lead-length", "length", lead, payload(2, to=lambda x: x[:33] * 4), "more openings than cards"),
        instead("lead-mix", "mix_proof", lead, payload(0, to=lambda x: x[132:] + x[:132]), "the mixed cards turned"),
        instead("lead-open", "open_proof", lead, payload(2, to=lambda x: flipped(x, 0)), "the first opening negated"),
        instead("give-mix", "mix_proof", give, payload(1, to=lambda x: flipped(x, 40)), "s_1 changed"),
        instead("give-points", "length", give, payload(2, to=lambda x: 4), "points where none are shown"),
        instead("count-sum", "statement_proof", count, payload(0, 0, 0, to=lambda x: x + 1), "a point more"),
        instead("count-piles", "length", count, payload(0, to=lambda x: (*x, x[0])), "a pile more"),
    ]


def key_proof() -> Game:
    """A key whose proof is false, committed to and revealed."""
    hall, entries = base_game()
    key, who = masking.HandKey.generate(Tape("vectors key proof")), publics(hall)
    found = list(entries[:2])
    for kind in ("commit", "reveal"):
        report = verify_file(write_game(who, found))
        for seat in (0, 1):
            ctx = masking_context(report.table_id, entries, seat)
            proof = flipped(masking.prove_own_key(ctx, key, Tape("vectors key proof"))) if seat else bytes(64)
            public = key.X.to_bytes()
            message: m.EntryMessage = m.Reveal(public, proof, bytes(32))
            if kind == "commit":
                message = m.Commit(masking.key_commitment(ctx, public, proof, bytes(32)))
            body = encode_body(1, report.table_id, report.rounds, seat, report.head, message)
            found.append(sign_entry(hall.identities[seat], body, seat))
    data = write_game(who, found[:5])
    mutation = "commits to a proof of zeros, and reveals it"
    return Game("key-proof", "", data, "fault", (0, 2, "key_proof"), BASE, mutation)


def at_stage(base: str, stage: Stage, ready: Callable[[Session], bool]) -> tuple[Hall, Session]:
    """The base's game, played until a seat that is `ready` is to speak in this stage; and that seat."""

    def here(hall: Hall) -> bool:
        if hall.table.stage is not stage or any(hall.mail.values()):
            return False
        return ready(hall.sessions[hall.table.owing()[0]])

    hall = fresh(base)
    hall.run(here, hands=hall.hands_wanted)
    return hall, hall.sessions[hall.table.owing()[0]]


def lie(hall: Hall, session: Session, message: m.EntryMessage) -> SignedEntry:
    """`message` in the seat's own place, with nothing looked at."""
    table = session.table
    body = encode_body(1, table.state.table_id, table.round, session.seat, table.head, message)
    return sign_entry(hall.identities[session.seat], body, session.seat)


def unlawful(
    name: str, base: str, stage: Stage, code: str, mutation: str, cards: Callable[[Session], a.Action | None]
) -> Game:
    """A play with all its proofs that the rules forbid: the cheat proves any of its cards."""
    hall, session = at_stage(base, stage, lambda each: cards(each) is not None)
    action = cards(session)
    assert action is not None
    told = lie(hall, session, session._maker.play(session._secrets, action))
    culprit = (session.seat, session.table.round, code)
    return Game(name, "", hall.file(session.seat, [told]), "fault", culprit, base, f"{mutation}; the last entry")


def two_suits(session: Session) -> a.Lead | None:
    held = session.view().held
    return next((a.Lead((held[0], card)) for card in held[1:] if card.suit != held[0].suit), None)


def too_low(session: Session) -> a.Answer | None:
    """One open card that does not beat the one that stands."""
    view = session.view()
    legal = [x.cards for x in view.legal if isinstance(x, a.Answer)]
    alone = len(view.position.standing.shown) == 1
    return next((a.Answer((card,)) for card in view.held if alone and (card,) not in legal), None)


def rules() -> list[Game]:
    lead, answer = "lead_illegal", "answer_illegal"
    return [
        unlawful("lead-illegal", BASE, Stage.LEAD, lead, "two suits led", two_suits),
        unlawful("answer-illegal", BASE, Stage.FOLLOW, answer, "it does not beat", too_low),
    ]


def two_bodies() -> list[Game]:
    hall, entries = base_game()
    who, other = publics(hall), signed(entries[3], fields := (*fields_of(entries[3])[:6], (bytes(32),)))
    on_other_head = signed(entries[3], (*fields[:4], bytes(32), *fields[5:]))
    raw = msgpack.packb((*fields[:5], 200, ()))
    unreadable = sign_entry(hall.identities[1], raw, 1)
    culprit = (1, 1, "equivocation")
    return [
        Game(
            "equivocation",
            "",
            write_game(who, [*entries[:4], other]),
            "equivocation",
            culprit,
            BASE,
            "first 4 entries; another commit",
        ),
        Game(
            "equivocation-late",
            "",
            write_game(who, [*entries[:6], other]),
            "equivocation",
            culprit,
            BASE,
            "first 6 entries; another commit of round 1",
        ),
        Game(
            "equivocation-other-head",
            "",
            write_game(who, [*entries[:4], on_other_head]),
            "equivocation",
            culprit,
            BASE,
            "another commit, on another head",
        ),
        Game(
            "equivocation-type",
            "the second body is of no type",
            write_game(who, [*entries[:4], unreadable]),
            "equivocation",
            culprit,
            BASE,
            "a body of type 200 in the place",
        ),
    ]


def fields_of(entry: SignedEntry) -> Fields:
    found: Fields = msgpack.unpackb(entry.body, use_list=False)
    return found


def damaged() -> list[Game]:
    """Files that convict nobody."""
    hall, entries = base_game()
    who, whole = publics(hall), write_game(publics(hall), entries[:6])
    first, commit = fields_of(entries[0]), entries[3]
    fields = fields_of(commit)

    def file(name: str, verdict: str, entry: SignedEntry, count: int, mutation: str) -> Game:
        return Game(name, "", write_game(who, [*entries[:count], entry]), verdict, None, BASE, mutation)

    def outer(index: int, value: Any) -> SignedEntry:
        return signed(commit, (*fields[:index], value, *fields[index + 1 :]))

    def hello(index: int, value: Any, of: int = 0) -> SignedEntry:
        said = fields_of(entries[of])
        return signed(entries[of], (*said[:6], (*said[6][:index], value, *said[6][index + 1 :])))

    ruleset = first[6][5]
    bent = SignedEntry(1, commit.body, flipped(commit.signature))
    return [
        Game("magic", "", b"bura" + whole[4:], "malformed", None, BASE, "another magic"),
        Game("cut", "", whole[:-1], "malformed", None, BASE, "first 6 entries, the last byte missing"),
        Game("no-entry", "", whole[: len(MAGIC) + 4 + 69], "malformed", None, BASE, "identities alone"),
        Game("empty-frame", "", whole + bytes(4), "malformed", None, BASE, "a frame of no bytes at the end"),
        file("signature", "malformed", bent, 3, "one bit of a signature"),
        file("other-seat", "malformed", SignedEntry(0, commit.body, commit.signature), 3, "the cover seat changed"),
        file("seat-in-body", "malformed", outer(3, 0), 3, "the seat in the body changed, signed anew"),
        file("outer-shape", "malformed", signed(commit, fields[:6]), 3, "six outer fields: noise"),
        file("twice", "malformed", entries[3], 4, "an entry twice"),
        file("table-wrong", "malformed", outer(1, bytes(32)), 3, "another table"),
        closed_round(),
        file("table-wrong-first", "malformed", hello_of_another_table(), 0, "a hello that names a table"),
        file("hello-head", "malformed", hello_on_a_head(), 0, "a hello on a head: no fork"),
        file("hello-seats", "malformed", hello(4, 3), 0, "a hello for three seats"),
        file("hello-identity", "malformed", hello(0, bytes(32)), 0, "another identity in the hello"),
        file("second-hello", "malformed", hello(1, bytes(32)), 1, "a second hello of seat 0"),
        file("hello-version", "unsupported", hello(2, (2, 3)), 0, "versions 2 and 3"),
        file("hello-feature", "unsupported", hello(3, (6,)), 0, "feature 6"),
        file("hello-two-leaders", "unsupported", hello(3, (2, 4)), 0, "features 2 and 4"),
        file("hello-leader", "malformed", hello(3, (4,), of=1), 1, "feature 4 in one hello, and not in the other"),
        file("hello-ruleset", "unsupported", hello(5, ruleset[:-1]), 0, "the ruleset without its last byte"),
        file("hello-name", "unsupported", hello(5, ruleset.replace(b"target 31", b"target 30")), 0, "georgian to 30"),
    ]


def hello_of_another_table() -> SignedEntry:
    _, entries = base_game()
    fields = fields_of(entries[0])
    return signed(entries[0], (fields[0], b"\x05" * 32, *fields[2:]))


def hello_on_a_head() -> SignedEntry:
    _, entries = base_game()
    fields = fields_of(entries[0])
    return signed(entries[0], (*fields[:4], b"\x05" * 32, *fields[5:]))


def closed_round() -> Game:
    """A seat signs for a closed round in which only the other one spoke."""
    hall, entries = base_game()
    lead = at(entries, 6)
    other = 1 - entries[lead].seat
    number = decode_body(entries[lead].body).round
    body = encode_body(1, hall.table.state.table_id, number, other, decode_body(entries[lead].body).prev, m.Pass())
    data = write_game(publics(hall), [*entries[: lead + 2], sign_entry(hall.identities[other], body, other)])
    return Game("closed-round", "", data, "malformed", None, BASE, "a pass of the other seat in the leader's round")


def behind_the_end() -> Game:
    """The game is over, and a seat commits all the same."""
    hall = hall_of(SHORT)
    body = encode_body(1, hall.table.state.table_id, hall.table.round, 0, hall.table.head, m.Commit(bytes(32)))
    data = write_game(publics(hall), [*hall.entries(), sign_entry(hall.identities[0], body, 0)])
    culprit = (0, hall.table.round, "type_not_due")
    return Game("behind-the-end", "", data, "fault", culprit, SHORT, "a commit behind the last result")


def bad() -> list[Game]:
    return [behind_the_end(), *forms(), *proofs(), key_proof(), *rules(), *two_bodies(), *damaged()]
