"""Lies of the other rulesets: false combinations, sealed sums, wins, chips; and who has left, speaking."""

from __future__ import annotations

from typing import Any

import msgpack

from bura_p2p.conformance.cheats.combinations import said as announced
from bura_p2p.conformance.cheats.plays import open_play
from bura_p2p.conformance.stacked import cards
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import masking
from bura_p2p.crypto.challenge import context
from bura_p2p.log.entry import sign_entry
from bura_p2p.log.file import write_game
from bura_p2p.rules import actions as a
from bura_p2p.session.session import Session
from bura_p2p.table.phases import Stage
from bura_p2p.verify import verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import encode_body
from tests.support.rogues import Setting, liar

from .bad_games import fields_of, flipped, instead, payload, said, unlawful
from .games import Game, at, fresh, hall_of, publics
from .ruleset_games import MALIUTKA as MALIUTKA_RULES

CLASSIC, SEALED, MALIUTKA = "good/classic-bura", "good/telegram-sealed", "good/maliutka"
POT, LEFT, SIX, PAIRS = "good/russian-32", "good/russian-leaves", "good/western-6", "good/pairs"


def place(base: str, kind: int, count: int = 0) -> int:
    return at(hall_of(base).entries(), kind, count)


def combinations() -> list[Game]:
    announce, cede, lead = place(CLASSIC, 18), place(CLASSIC, 19), place(CLASSIC, 6)
    out_of_turn = place(MALIUTKA, 18)
    return [
        instead("announce-proof", "statement_proof", announce, payload(1, to=flipped), "another proof", CLASSIC),
        instead("announce-length", "length", announce, payload(0, to=lambda x: 2), "one suit, so proved", CLASSIC),
        instead("announce-none", "type_not_due", out_of_turn, payload(0, to=lambda x: 0), "trumps", MALIUTKA),
        instead("announce-shape", "shape", announce, payload(0, to=lambda x: 3), "combination 3", CLASSIC),
        instead("cede-nothing", "type_not_due", place(POT, 6), said(19), "a cede, and nothing was announced", POT),
        instead("raise-announced", "raise_illegal", place(MALIUTKA, 19), said(11, 2), "a raise", MALIUTKA),
        instead("claim-seized", "claim_illegal", place(MALIUTKA, 6), said(9), "a claim before any trick", MALIUTKA),
        instead("cede-seized", "type_not_due", lead, said(19), "the seat that was ceded to cedes", CLASSIC),
        instead("claim-announcing", "type_not_due", announce, said(9), "a claim in place of a word", CLASSIC),
        unlawful("lead-under", CLASSIC, Stage.LEAD, "lead_illegal", "one card, under a bura", one_card),
        unlawful("lead-other", CLASSIC, Stage.SEIZED, "lead_illegal", "one card, not what was announced", one_card),
        instead("cede-proof", "shape", cede, said(19, 0), "a field", CLASSIC),
        trumps_seized(),
        unlawful("give-illegal", "good/georgian-5", Stage.FOLLOW, "give_illegal", "closed, where open", given),
    ]


def trumps_seized() -> Game:
    """Three trumps are truly proved to be of one suit; the lead that this brings shows that they are no maliutka."""
    cheat = liar(Setting(MALIUTKA_RULES, ("JS QC KD", "AH 10H KH"), "JH", Stage.ANNOUNCE, "B"))
    cheat.says(announced(cheat.session, m.Combination.ONE_SUIT))
    leader = cheat.seat_of("A")
    cheat.hall.note(leader, cheat.hall.sessions[leader].play(a.Cede()))
    cheat.settle()
    told = cheat.signed(open_play(cheat.session, m.Lead, cards("AH 10H KH")))
    culprit = (cheat.seat, cheat.honest.table.round, "lead_illegal")
    comment = "three trumps are announced as a maliutka, ceded to, and led"
    return Game("lead-seized-trumps", comment, cheat.hall.file(cheat.witness, [told]), "fault", culprit)


def one_card(session: Session) -> a.Lead:
    return a.Lead(session.view().held[:1])


def given(session: Session) -> a.Give:
    view = session.view()
    return a.Give(view.held[: len(view.position.standing.cards)])


def sums() -> list[Game]:
    points, win, tells = place(SEALED, 20), place(SEALED, 21), place("good/telegram-tells", 8)
    return [
        instead("points-sealed", "statement_proof", points, payload(0, to=lambda x: x[33:] + x[:33]),
                "the two points exchanged", SEALED),
        instead("points-point", "point", points, payload(0, to=lambda x: bytes(33) + x[33:]), "C_1 of zeros", SEALED),
        instead("points-proof", "statement_proof", points, payload(1, to=flipped), "another proof", SEALED),
        instead("points-pass", "type_not_due", points, said(10), "a pass", SEALED),
        instead("win-points", "statement_proof", win, payload(0, to=lambda x: x + 1), "a point more", SEALED),
        instead("win-proof", "statement_proof", win, payload(1, to=flipped), "another proof", SEALED),
        win_too_early(),
        instead("tell-more", "statement_proof", tells, payload(2, to=lambda x: x + 1), "a point more",
                "good/telegram-tells"),
        instead("tell-nothing", "length", tells, lambda f: (*f[:6], (*f[6][:2], None, b"")), "no points told",
                "good/telegram-tells"),
        instead("open-piles", "length", place(PAIRS, 14), payload(0, to=lambda x: x[:-33]), "a card less", PAIRS),
        instead("open-proof", "open_proof", place(PAIRS, 14), payload(1, to=flipped), "another proof", PAIRS),
    ]  # fmt: skip


def win_too_early() -> Game:
    """A true sum, truly proved, that does not reach the target: in place of the pass."""
    hall = fresh(SEALED)
    hall.run(lambda each: each.table.stage is Stage.POINTS)
    seat = hall.table.state.taker
    secrets = hall.sessions[seat]._need()
    hall.run(lambda each: each.table.stage is Stage.SHARES)
    entries = hall_of(SEALED).entries()
    passed = at(entries, 20, 1) + 1
    before = verify_file(write_game(publics(hall), entries[:passed]))
    ctx = context(before.table_id, 1, before.rounds, seat, before.head)
    sealed = hall.sessions[seat].table.state.cards.sealed[seat]
    win = m.Win(*masking.prove_sealed_total(ctx, secrets.key, sealed, Tape("vectors early")))
    body = encode_body(1, before.table_id, before.rounds, seat, before.head, win)
    lie = sign_entry(hall.identities[seat], body, seat)
    data = write_game(publics(hall), [*entries[:passed], lie])
    culprit = (seat, before.rounds, "points_illegal")
    return Game("win-too-early", "", data, "fault", culprit, SEALED, "a win with its true sum, which is too little")


def money() -> list[Game]:
    result = place(POT, 16)

    def last(name: str, change: Any, mutation: str, code: str = "result_wrong", base: str = POT) -> Game:
        return instead(name, code, place(base, 16), change, mutation, base)

    return [
        last("result-chips", payload(5, to=lambda x: (x[0] + 1, x[1] - 1)), "a chip moved"),
        last("result-pot", payload(6, to=lambda x: x - 1), "a chip less in the pot"),
        last("result-pot-shape", payload(6, to=lambda x: -1), "a pot below 0", "shape"),
        last("result-pot-most", payload(6, to=lambda x: 1_000_001), "a pot above its bound", "shape"),
        last("result-leader", payload(7, to=lambda x: 1 - x), "the other leader"),
        last("result-reason", payload(2, to=lambda x: 0), "a right claim"),
        last("result-six", payload(5, to=lambda x: (*x[1:], x[0])), "chips by other seats", base=SIX),
        last("result-dealer", payload(7, to=lambda x: 1 - x), "the other leader", base="good/dealer-leaves"),
        last("result-draw", payload(1, to=lambda x: 0), "a winner", base="good/draw"),
        last("result-split", payload(5, to=lambda x: (x[0] + 1, x[1] - 1)), "a chip moved", base="good/split"),
        left_speaks(),
        instead("result-owed", "shape", result, payload(0, to=lambda x: -1), "hand -1", POT),
    ]  # fmt: skip


def left_speaks() -> Game:
    """The seat that has left commits to a key for the next hand."""
    hall, entries = hall_of(LEFT), hall_of(LEFT).entries()
    again = place(LEFT, 1, 3)
    fields = fields_of(entries[again])
    lie = sign_entry(hall.identities[1], msgpack.packb((*fields[:3], 1, *fields[4:])), 1)
    data = write_game(publics(hall), [*entries[:again], lie])
    culprit = (1, fields[2], "type_not_due")
    return Game("left-speaks", "", data, "fault", culprit, LEFT, "seat 1, who has left, commits")


def bad() -> list[Game]:
    return [*combinations(), *sums(), *money()]
