"""Mutated games, and every verifier here: none differs. `python -m tests.examples.differ --games 2000` tries more."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from itertools import islice
from random import Random

import pytest

from bura_p2p.conformance.hall import Hall
from bura_p2p.log.entry import open_entry
from bura_p2p.verify import verify_file

from .differ import ALL, main, run
from .mutants import Game, cases, file_of, signed_again
from .verifiers import package, verifiers

LIAR = (
    "import sys\n"
    "for _ in sys.stdin:\n"
    '    print(\'{"result": {"ok": true, "verdict": "fair", "rounds": 1}}\', flush=True)\n'
)


@pytest.mark.parametrize("number", range(4))
def test_a_hundred(number, tmp_path, capsys):
    """25 at a time; the client for Node is asked where it is installed."""
    assert run(25, number, tmp_path, ALL) == 0, capsys.readouterr().out


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
    """Verdicts and codes of a hundred cases that the other tests ask about."""
    found: Counter[str] = Counter()
    for number in range(2):
        for _, case in islice(cases(number, 20), 50):
            told = package(case.data, case.others)
            found[told["verdict"]] += 1
    assert len(found) >= 6, found
