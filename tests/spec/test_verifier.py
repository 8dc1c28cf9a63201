"""The verifier written from spec.md alone, against games of this package and against its own verifier.

In the default run every ruleset once, and some forgeries a game. `BURA_SPEC_TABLES=all` plays every ruleset at every
table, `BURA_SPEC_FORGERIES=500` judges more forgeries.
"""

from __future__ import annotations

import ast
import copy
import os
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from random import Random

import msgpack
import pytest

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.errors import PeerError
from bura_p2p.log.entry import SignedEntry, open_entry, sign_entry
from bura_p2p.log.file import write_game
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import RULESETS, check_name
from bura_p2p.rules.ruleset import GiveFace, decode_ruleset
from bura_p2p.table.phases import Stage
from bura_p2p.verify import Replay, verify_file
from bura_p2p.wire.codec import encode_body

from . import judge, verdict
from .forge import forgeries
from .halls import EVERY_TABLE, USUAL, hall
from .reader import FIELD25519, LOW, Refused, pae, read_file, strict_point
from .rules import Rules

GAMES = Path(__file__).parents[2] / "protocol" / "games" / "good"

FORGERIES = int(os.environ.get("BURA_SPEC_FORGERIES", "4"))


@lru_cache(maxsize=2)
def tables(name: str) -> list[judge.Table]:
    """The reader's table before each entry of the game, and after the last."""
    played = hall(name)
    found = [judge.Table(tuple(identity.public for identity in played.identities))]
    for entry in played.entries():
        table = copy.deepcopy(found[-1])
        assert table.judge(entry.seat, entry.body, entry.signature)
        found.append(table)
    return found


def readers(table: judge.Table, entry: SignedEntry):
    """(verdict, culprit) of the reader for a game that goes on with `entry`, whose table is changed."""
    try:
        if not table.judge(entry.seat, entry.body, entry.signature):
            return "malformed", None
    except Refused as fault:
        return verdict.refused(table, entry.seat, entry.body, fault)
    return verdict.ENDINGS.get(table.stage, "open"), None


def packages(data: bytes, *others: bytes):
    report = verify_file(data, others)
    culprit = report.culprit
    return report.verdict.label, culprit and (culprit.seat, culprit.round, culprit.code.label)


def test_reader_imports_nothing_of_the_package():
    for name in ("reader", "curve", "proofs", "rules", "state", "match", "calls", "play", "judge", "verdict", "bare"):
        tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any("bura_p2p" in each or "tests" in each for each in names)


@pytest.mark.parametrize("name", USUAL)
def test_a_game(name):
    """Whole, cut between its entries, and with forged ones."""
    played = hall(name)
    table = tables(name)[-1]
    assert packages(played.file()) == (verdict.ENDINGS[table.stage], None)
    assert (table.head, table.table_id) == (played.table.head, played.table.state.table_id)
    result = msgpack.unpackb(played.entries()[-1].body)[6]
    assert (table.score, table.chips, table.pot) == (result[4], result[5], result[6])
    assert tuple(table.playing()) == played.table.state.playing
    every_cut(name)
    forged_entries(name)


def every_cut(name):
    played = hall(name)
    entries = played.entries()
    publics = [identity.public for identity in played.identities]
    for at in range(1, len(entries), 7 if EVERY_TABLE else 23):
        expected = (verdict.ENDINGS.get(tables(name)[at].stage, "open"), None)
        assert packages(write_game(publics, entries[:at])) == expected


def forged_entries(name):
    played = hall(name)
    publics = [identity.public for identity in played.identities]
    found = list(forgeries(played.entries(), played.identities, 1))
    Random(name).shuffle(found)
    for at, entry in found[:FORGERIES]:
        data = write_game(publics, [*played.entries()[:at], entry])
        assert readers(copy.deepcopy(tables(name)[at]), entry) == packages(data), (at, entry.body.hex())


def test_file_from_bytes_to_verdict():
    data = hall("random").file()
    assert verdict.verdict(data)[:2] == ("fair", None)
    random = Random(1)
    for _ in range(20):
        cut = data[: random.randrange(len(data) // 4)]
        assert verdict.verdict(cut)[:2] == packages(cut)


@pytest.mark.parametrize("name", ["to the last card", "three seats"])
def test_several_files(name):
    """A cut or forged file, and what the whole one lends it."""
    played = hall(name)
    publics = [identity.public for identity in played.identities]
    entries = played.entries()[: 3 * len(publics)]  # hello, commit, reveal: no shuffle, which takes long to check
    whole = write_game(publics, entries)
    found = list(forgeries(entries, played.identities, 2))
    Random(name).shuffle(found)
    for at, entry in found[:20]:
        forged = write_game(publics, [*entries[:at], entry])
        fork = write_game(publics, [*entries[:at], entry, *entries[at + 1 :]])
        cut = write_game(publics, entries[: at + 1])
        for data, other in ((cut, whole), (cut, forged), (whole, forged), (forged, whole), (whole, fork)):
            assert verdict.verdict(data, [other])[:2] == packages(data, other)


def plays(played: Hall, seat: int, random: Random) -> Iterator[SignedEntry]:
    """Proved plays of `seat`, legal or not: any of its cards, led, answered or given."""
    session, table = played.sessions[seat], played.table
    held = session.view().held
    sets = [cards for size in range(1, len(held) + 1) for cards in combinations(held, size)]
    for cards in random.sample(sets, 1):
        for make, action in (("lead", a.Lead(cards)), ("answer", a.Answer(cards)), ("give", a.Give(cards))):
            message = getattr(session._maker, make)(session._need(), action)
            body = encode_body(1, table.state.table_id, table.round, seat, table.head, message)
            yield sign_entry(played.identities[seat], body, seat)


ILLEGAL = {"georgian": 2} | ({"western": 3, "closed": 3, "telegram": 4, "kozel": 3} if EVERY_TABLE else {})


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_plays(name):
    seats = ILLEGAL[name]
    players = [card_player(seat + 5) for seat in range(seats)]
    played = Hall("spec illegal", ruleset=RULESETS[name], seats=seats, players=players)
    publics = tuple(identity.public for identity in played.identities)
    table, replay, done, random, seen = judge.Table(publics), Replay(publics), 0, Random(7), set()

    def tried(hall_: Hall) -> bool:
        nonlocal done
        if hall_.table.stage not in (Stage.LEAD, Stage.FOLLOW) or any(hall_.mail.values()):
            return False
        for entry in hall_.entries()[done:]:
            table.judge(entry.seat, entry.body, entry.signature)
            replay.feed(entry)
            done += 1
        for entry in plays(hall_, hall_.table.owing()[0], random):
            code = code_of(copy.deepcopy(table), entry)
            assert code == package_code(replay, entry)
            seen.add(code)
        return False

    played.run(tried)
    assert {None, "type_not_due"} <= seen
    assert "lead_illegal" in seen or seats > 3  # leads of one card are always legal
    assert ("give_illegal" if RULESETS[name].give_face is GiveFace.UP else "answer_illegal") in seen


def code_of(table: judge.Table, entry: SignedEntry) -> str | None:
    try:
        table.judge(entry.seat, entry.body, entry.signature)
    except Refused as fault:
        return fault.code
    return None


def package_code(replay: Replay, entry: SignedEntry) -> str | None:
    """The package's code; its table stays as it is."""
    table = replay.table
    try:
        table._check(open_entry(entry, table.state.identities[entry.seat]))
    except PeerError as fault:
        return fault.code.label
    return None


WORDS = (
    b"-|0|1|2|3|5|7|20|32|36|yes|no|up|down|turn|anytime|winner|nothing|01|1 2|1 3|2 2|2 3|2 6|4 4|1 2 3 4|1001|"
    b"0,2 1,3|0,1 2,3|0 1|0,1|0,2  1,3|three_aces|bura|bura molodka|bura bura|molodka three_aces|moscow|four_aces|"
    b"never|pre_lead|in_trick|auto|claim_anytime|most_points|double_pot|lose_hand|nobody|rotating_seat|split_pot|draw|"
    b"left_of_dealer|right_of_dealer|claimant_or_winner_else_same|takes_pot|must_win_trick|play_ends_round|"
    b"void_reante|void_pot_stays|whole_hand_on_lead||first_hand_one_short|no_draw|draw_rest|three_aces bura molodka"
).split(b"|")


def test_rulesets():
    random, forms = Random(3), [rules.canonical_bytes() for rules in RULESETS.values()]
    agreed = [0, 0]
    for _ in range(6000):
        lines = random.choice(forms).split(b"\n")
        donor = random.choice(forms).split(b"\n")
        for at in random.sample(range(len(lines)), random.choice((1, 1, 2, 3))):
            word = random.choice(WORDS)
            lines[at] = random.choice((donor[at], b" ".join([lines[at].split(b" ")[0], word])))
        if random.random() < 0.5:
            lines[1] = b"name ours"
        data = b"\n".join(lines)
        assert accepts(Rules, Refused, data) == accepts(package_named, PeerError, data), data
        agreed[accepts(Rules, Refused, data)] += 1
    assert min(agreed) > 500


def package_named(data: bytes) -> None:
    check_name(decode_ruleset(data))


def accepts(judged, fault, data: bytes) -> bool:
    try:
        judged(data)
    except fault:
        return False
    return True


def test_signed_bytes_and_keys():
    assert pae(b"a b", b"\0\n") == b"DSSEv1 3 a b 2 \0\n"
    assert not strict_point(bytes(32))
    assert not strict_point(b"\xff" * 32)
    assert len(LOW) == 5
    for y in LOW:  # x² = (y²−1)/(dy²+1); 8·(x, y) is the neutral point (0, 1) exactly for these
        assert eight_times(y) == 1


def eight_times(y: int) -> int:
    """The y of 8·(x, y): y of the double is (y²+x²)/(1−d·x²·y²)."""
    p, d = FIELD25519, -121665 * pow(121666, -1, FIELD25519) % FIELD25519
    for _ in range(3):
        xx = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
        y = (y * y + xx) * pow(1 - d * xx * y * y, -1, p) % p
    return y


def test_the_example_reads():
    """The lines of appendix A that say what follows, from the bytes of its game."""
    from .reader import BLOCKS

    text = BLOCKS["example"]
    identities, entries = read_file((GAMES / "claim-wrong.bura").read_bytes())
    table = judge.Table(identities)
    for seat, body, signature in entries:
        closed = len(table.closed)
        assert f"round {closed}, seat {seat}: " in text
        assert table.judge(seat, body, signature)
        if len(table.closed) > closed:
            assert f"= head after round {closed}: {table.head.hex()}" in text
    assert f"= table id: {table.table_id.hex()}" in text
    assert table.stage == "complete"
    assert f"score {table.score[0]} {table.score[1]}" in text
