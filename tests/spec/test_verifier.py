"""The verifier written from spec.md alone, against games of this package and against its own verifier."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from bura_p2p.errors import PeerError
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.log.file import write_game
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import GEORGIAN, check_name, find_ruleset
from bura_p2p.rules.ruleset import decode_ruleset
from bura_p2p.table.phases import Stage
from bura_p2p.verify import verify_file
from bura_p2p.wire.codec import encode_body
from tests.support.hall import Hall, card_player
from tests.support.rulesets import THREE

from . import judge
from .forge import forgeries
from .reader import FIELD25519, LOW, Refused, need, pae, rows, strict_point
from .state import keeps_its_name, ruleset

HALLS = {
    "random": lambda: Hall("spec random").run(hands=2),
    "to the last card": lambda: Hall("spec cards", players=[card_player(1), card_player(2)]).run(),
    "points shown": lambda: Hall("spec points", ruleset=find_ruleset("georgian", points_shown=True)).run(),
    "a match": lambda: Hall("spec match", ruleset=find_ruleset("georgian", match_to=3)).run(hands=9),
    "three seats": lambda: Hall("spec three", ruleset=THREE, seats=3).run(),
}


@cache
def hall(name: str) -> Hall:
    return HALLS[name]()


@cache
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
        return judge.refused(table, entry.seat, entry.body, fault)
    return judge.ENDINGS.get(table.stage, "open"), None


def packages(data: bytes, *others: bytes):
    report = verify_file(data, others)
    culprit = report.culprit
    return report.verdict.label, culprit and (culprit.seat, culprit.round, culprit.code.label)


def test_reader_imports_nothing_of_the_package():
    for name in ("reader", "state", "play", "judge"):
        tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any("bura_p2p" in each or "tests" in each for each in names)


@pytest.mark.parametrize("name", HALLS)
def test_whole_games(name):
    played = hall(name)
    table = tables(name)[-1]
    assert packages(played.file()) == (judge.ENDINGS[table.stage], None)
    assert (table.head, table.table_id) == (played.table.head, played.table.state.table_id)
    assert tuple(table.score) == played.table.state.match.score


def test_file_from_bytes_to_verdict():
    data = hall("random").file()
    assert judge.verdict(data)[:2] == ("fair", None)
    random = Random(1)
    for _ in range(20):
        cut = data[: random.randrange(len(data) // 4)]
        assert judge.verdict(cut)[:2] == packages(cut)


@pytest.mark.parametrize("name", HALLS)
def test_every_cut_between_entries(name):
    played = hall(name)
    entries = played.entries()
    publics = [identity.public for identity in played.identities]
    for at in range(1, len(entries), 4):
        expected = (judge.ENDINGS.get(tables(name)[at].stage, "open"), None)
        assert packages(write_game(publics, entries[:at])) == expected


@pytest.mark.parametrize("name", HALLS)
def test_forged_entries(name):
    played = hall(name)
    publics = [identity.public for identity in played.identities]
    found = list(forgeries(played.entries(), played.identities, 1))
    Random(name).shuffle(found)
    for at, entry in found[:20]:
        data = write_game(publics, [*played.entries()[:at], entry])
        assert readers(copy.deepcopy(tables(name)[at]), entry) == packages(data), (at, entry.body.hex())


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
            assert judge.verdict(data, [other])[:2] == packages(data, other)


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


def test_illegal_plays():
    played = Hall("spec illegal", players=[card_player(5), card_player(6)])
    publics = tuple(identity.public for identity in played.identities)
    table, done, random, seen = judge.Table(publics), 0, Random(7), set()

    def tried(hall_: Hall) -> bool:
        nonlocal done
        entries = hall_.entries()
        for entry in entries[done:]:
            table.judge(entry.seat, entry.body, entry.signature)
        done = len(entries)
        playing = hall_.table.stage in (Stage.LEAD, Stage.FOLLOW) and not any(hall_.mail.values())
        for entry in plays(hall_, hall_.table.owing()[0], random) if playing else ():
            verdict = readers(copy.deepcopy(table), entry)
            assert verdict == packages(write_game(publics, [*entries, entry]))
            seen.add(verdict[1] and verdict[1][2])
        return False

    played.run(tried)
    assert {None, "lead_illegal", "answer_illegal", "type_not_due"} <= seen


def test_rulesets():
    random, form = Random(3), GEORGIAN.canonical_bytes()
    words = b"-|0|1|2|3|5|7|20|32|36|yes|no|up|down|turn|winner|nothing|01|1 2|1 3|2 2|2 3|2 6|1 2 3 4| ".split(b"|")
    agreed = [0, 0]
    for _ in range(3000):
        lines = form.split(b"\n")
        for at in random.sample(range(len(lines)), random.choice((1, 1, 2))):
            lines[at] = b" ".join([lines[at].split(b" ")[0], random.choice(words)])
        if random.random() < 0.5:
            lines[1] = b"name ours"
        data = b"\n".join(lines)
        assert accepts(named, Refused, data) == accepts(package_named, PeerError, data), data
        agreed[accepts(named, Refused, data)] += 1
    assert min(agreed) > 50


def named(data: bytes) -> None:
    need(keeps_its_name(ruleset(data)), "ruleset")


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
    """Appendix A holds two hellos and two commits."""
    assert rows("entry hello")[0][1] == "identity"
    from .reader import BLOCKS, next_head, table_id

    lines = BLOCKS["example"].split()
    body = [bytes.fromhex(lines[at + 1]) for at, word in enumerate(lines) if word == "body"]
    key = [bytes.fromhex(lines[at + 1]) for at, word in enumerate(lines) if word == "identity"]
    signature = [bytes.fromhex(lines[at + 1]) for at, word in enumerate(lines) if word == "signature"]
    table = judge.Table((key[0], key[1]))
    for at in range(4):
        assert table.judge(at % 2, body[at], signature[at])
    assert table.stage == "reveal"
    first = next_head(bytes(32), body[:2])
    assert f"head after round 0  {first.hex()}" in BLOCKS["example"]
    assert f"table id            {table_id(first).hex()}" in BLOCKS["example"]
    assert f"head after round 1  {table.head.hex()}" in BLOCKS["example"]
