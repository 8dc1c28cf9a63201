"""Mutated games, and every verifier here: none differs.

`python -m tests.examples.differ --games 2000` tries more, `--lies` the whole catalogue of lies.
"""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import msgpack
import pytest

from bura_p2p.conformance.cheats import CHEATS
from bura_p2p.conformance.hall import Hall
from bura_p2p.errors import Code, PeerError
from bura_p2p.log.entry import open_entry
from bura_p2p.verify import verify_file

from .deep import another_piece, lax_signature, pieces, signed_again, wide
from .differ import main, run
from .distribution import NEVER, Found, lines
from .games import Case, Game, file_of
from .mutants import cases, catalogue
from .verifiers import ALL, missing, package, verifiers

LIAR = (
    "import sys\n"
    "for _ in sys.stdin:\n"
    '    print(\'{"result": {"ok": true, "verdict": "fair", "rounds": 1}}\', flush=True)\n'
)


NUMBERS = range(4)


def some(number: int) -> Iterator[tuple[int, Case]]:
    """25 cases, of two games and two tables with liars."""
    return islice(cases(number, 13), 25)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_hundred(number, tmp_path, capsys):
    """25 at a time, by all four; they are skipped where one of them is missing, and then the others are asked."""
    wrong, found = run(some(number), number, tmp_path)
    assert (wrong, found.games) == (0, 25), capsys.readouterr().out
    if any(map(missing, ALL)):
        pytest.skip("; ".join(f"not asked: {name}, {missing(name)}" for name in ALL if missing(name)))


def test_whoever_lies_is_found(tmp_path, capsys):
    shim = shlex.join([sys.executable, "-c", LIAR])
    arguments = ["--games", "3", "--number", "5", "--only", "package", "--shim", shim, "--keep", str(tmp_path)]
    assert main(arguments) == 1
    out = capsys.readouterr().out
    assert "3 games, 3 differences between package" in out
    data = (tmp_path / "0000" / "0.bura").read_bytes()
    assert f"package  verdict {verify_file(data).verdict.label}, " in out


def test_the_same_number_makes_the_same_cases():
    first = list(islice(cases(7, 4), 8))
    assert first == list(islice(cases(7, 4), 8))
    assert [game for game, _ in first] == [0] * 4 + [1] * 4


@pytest.mark.parametrize(("said", "verdict"), [((1, (bytes(32),)), "fault"), ((22, ()), "equivocation")])
def test_the_order_of_the_files_that_lend_is_nothing(said, verdict):
    """The right lead and a word that is not due, of one seat, for the place where the file ends: that of the lower
    bytes is judged first by every verifier here, whichever of the two files is named first.
    """
    hall = Hall("order of lenders").run()
    game = Game(hall.ruleset, tuple(hall.identities), hall.entries())
    outer = [msgpack.unpackb(entry.body, use_list=False) for entry in game.entries]
    at = next(at for at, fields in enumerate(outer) if fields[5] == 6)
    right = game.entries[at]
    wrong = game.sign(msgpack.packb((*outer[at][:5], *said)), right.seat)
    cut, *lent = (file_of(game, [*game.entries[:at], *more]) for more in ((), (right,), (wrong,)))
    with verifiers(ALL) as asked:
        told = [ask(cut, files) for ask in asked.values() for files in (lent, lent[::-1])]
    assert all(each == told[0] for each in told)
    assert (told[0]["verdict"], told[0]["seat"], told[0]["round"]) == (verdict, right.seat, outer[at][2])


def test_another_signature_of_the_same_body():
    hall = Hall("signed again")
    hall.start()
    game = Game(hall.ruleset, tuple(hall.identities), hall.entries())
    entry = game.entries[0]
    again = signed_again(game.identities[0], entry, Random(1))
    assert again.signature != entry.signature
    assert open_entry(again, game.publics[0]).body == open_entry(entry, game.publics[0]).body
    with verifiers(["single"]) as asked:
        twice = file_of(game, [entry, again])
        assert package(twice, ()) == asked["single"](twice, ())
        assert package(twice, ())["verdict"] == "malformed"


def test_a_signature_that_is_not_strict_is_none():
    hall = Hall("lax")
    hall.start()
    game = Game(hall.ruleset, tuple(hall.identities), hall.entries())
    lax = {lax_signature(game.identities[0], game.entries[0], Random(number)) for number in range(9)}
    assert len(lax) == 2
    for entry in lax:
        with pytest.raises(PeerError) as caught:
            open_entry(entry, game.publics[0])
        assert caught.value.code is Code.SIGNATURE


def test_a_body_is_accepted_whichever_signature_it_has():
    """X3d: a file with a hole, behind it an entry and the same body signed again; another file fills the hole."""
    hall = Hall("a hole").run()
    game = Game(hall.ruleset, tuple(hall.identities), hall.entries())
    hole, behind = 6, 8  # the first shuffle; the entry after the second
    again = signed_again(game.identities[game.entries[behind].seat], game.entries[behind], Random(1))
    own = [*game.entries[:hole], *game.entries[hole + 1 :], again]
    with verifiers(["package", "single"]) as asked:
        said = [ask(file_of(game, own), [file_of(game, game.entries)]) for ask in asked.values()]
    assert said[0] == said[1]
    assert said[0]["verdict"] == "fair"


def test_much_is_tried():
    """Of the hundred: most verdicts, and nearly a third convict, by many codes."""
    found = Found()
    for number in NUMBERS:
        for _, case in some(number):
            found.add(case, package(case.data, case.others))
    assert len({verdict for verdict, _ in found.told}) >= 6, "\n".join(lines(found))
    convicted = {code: count for (verdict, code), count in found.told.items() if verdict == "fault"}
    assert sum(convicted.values()) >= 30
    assert len(convicted) >= 10


def test_the_catalogue_is_told_in_files():
    """Its lies come to their own verdict and code; what is said on a link only is in no file."""
    found = Found()
    for case in catalogue(60):
        told = package(case.data, case.others)
        cheat = CHEATS[case.what]
        assert told["verdict"] == cheat.verdict.label
        assert told.get("code", cheat.code.label) == cheat.code.label
        found.add(case, told)
    assert 10 <= found.games < len(list(CHEATS)[::60])
    assert len(found.told) >= 6


def test_each_code_has_its_place():
    """What never came is told, but for codes that no file shows."""
    found = Found(told=Counter({("fault", "point"): 2}), first=Counter({("fault", "point"): 2, ("open", ""): 1}))
    assert "point" not in found.unreached
    assert set(found.unreached) == {code.label for code in Code} - {code.label for code in NEVER} - {"point"}
    assert f"codes never reached: {', '.join(found.unreached)}" in lines(found)


def test_pieces_of_proofs():
    """Points and scalars are found by length, and another piece is another field of bytes."""
    assert pieces(bytes(66)) == [(0, 33), (33, 33)]
    assert pieces(bytes(64)) == [(0, 32), (32, 32)]
    assert len(pieces(bytes(160 + 130 * 3))) == 5 + 4 * 3
    assert pieces(bytes(160 + 130 * 3))[-1] == (160 + 130 * 3 - 33, 33)
    data = Random(1).randbytes(160 + 130 * 3)
    made = {another_piece(data, Random(number)) for number in range(100)}
    assert len(made) > 80
    assert {len(each) - len(data) for each in made} == {-33, -32, 0, 32, 33}


def test_wide_forms_say_the_same():
    value = (1, b"ab", ("x", None, True), 70_000, tuple(range(20)))
    assert wide(value, Random(1)) == msgpack.packb(value)
    forms = {wide(value, Random(number), 0.3) for number in range(50)}
    assert len(forms) > 30
    assert {msgpack.unpackb(form, use_list=False) for form in forms} == {value}
