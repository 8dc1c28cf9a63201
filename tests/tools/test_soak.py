"""`bura soak`: its schedule, its judgement, a few games, and copies of the program in which it finds the mistake.

More: `bura soak --minutes 60`.
"""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
import trio

from bura_p2p.cli import run
from bura_p2p.conformance.hall import Hall
from bura_p2p.net.auth import Role
from bura_p2p.session.secrets import Kind as Secret
from bura_p2p.soak.command import summary
from bura_p2p.soak.health import MOST_MEMORY, WARM, Footprint, Health, measured
from bura_p2p.soak.judging import closed_store, found_again, judged, secrets_now
from bura_p2p.soak.plan import TABLES, Game, Kind, games
from bura_p2p.soak.progress import Finding, Progress
from bura_p2p.store import Store
from tests.conformance.copies import weakened
from tests.faults.test_06_no_shuffle_proof import NO_PROOF
from tests.faults.weakened import ROOT, Edit

KEPT = Edit("store.store", "kept = [row for row in rows if not gone(row[0], row[1])]", "kept = rows")
"""The secrets of a hand stay in the store."""


def first(number: int, kind: Kind, case: str = "", role: Role | None = None) -> Game:
    return next(
        game for game in games(number)
        if game.kind is kind and (game.case is None or game.case.id == case) and game.role is role
    )  # fmt: skip


def program(folder: Path) -> str:
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); from bura_p2p.__main__ import main; sys.exit(main())"
    return shlex.join([sys.executable, "-c", code])


def soak(capsys, *arguments: str) -> tuple[int, dict]:
    code = run(["soak", "--json", *arguments])
    return code, json.loads(capsys.readouterr().out)


# --- the schedule --------------------------------------------------------------------------------------------------


def test_a_number_draws_the_same_games() -> None:
    told = [game.described() for game in islice(games(3), 80)]
    assert told == [game.described() for game in islice(games(3), 80)]
    assert told[30:] == [game.described() for game in islice(games(3, 30), 50)]
    assert told != [game.described() for game in islice(games(4), 80)]


def test_the_games_are_of_all_kinds_and_rules() -> None:
    found = list(islice(games(0), 4 * 9))
    assert {game.kind for game in found} == set(Kind)
    for kind in (Kind.STAY, Kind.KILL):
        assert {game.rules.name for game in found if game.kind is kind} == {rules.name for rules in TABLES}
    assert len(TABLES) == 9
    cases = [(game.case.id, game.role) for game in islice(games(0), 400) if game.case and game.role]
    assert len(set(cases)) == len(cases) == 200
    assert all(game.kills for game in found if game.kind is Kind.KILL)


# --- judgement -----------------------------------------------------------------------------------------------------


def test_both_files_must_be_fair_and_alike() -> None:
    one, other = Hall("soak").run(hands=1), Hall("soak again").run(hands=1)
    early = Hall("soak").run(until=lambda hall: hall.table.round > 3)
    assert judged((one.file(0), one.file(1))) == ""
    assert judged((one.file(0), other.file(1))).startswith("the heads differ")
    assert "the file of the guest is malformed" in judged((one.file(0), one.file(1)[:-9]))
    assert "the file of the host is open" in judged((early.file(0), one.file(1)))


def test_secrets_that_are_left_are_found(tmp_path: Path) -> None:
    home, secret = tmp_path / "home", bytes(range(7, 39))
    with Store.open(home) as store:
        game = store.begin_game(
            seat=0, ruleset="georgian", identities=[b"\1" * 32, b"\2" * 32], names=["", ""], started=1.0
        )
        store.commit(game, secrets=[(1, Secret.KEY, secret), (1, Secret.NONCE, b"\3" * 32)], now=2.0)
    assert closed_store(home) == ""
    assert secrets_now(home, tmp_path / "copy") == [secret]
    assert not (tmp_path / "copy").exists()
    assert "still holds a secret" in found_again(home, [secret])
    with Store.open(home) as store:
        store.finish(game, "complete", now=3.0)
    assert secrets_now(home, tmp_path / "copy") == []
    assert found_again(home, [secret]) == ""


def test_a_process_that_grows_is_found() -> None:
    health, small = Health(), Footprint(10**7, 10, 10, 3)
    assert [health.grown(small) for _ in range(WARM + 5)] == [""] * (WARM + 5)
    assert health.grown(Footprint(10**7 + 2 * MOST_MEMORY, 10, 10, 3)).startswith("memory 10000000 -> ")
    assert health.grown(Footprint(10**7, 99, 10, 3)) == "files 10 -> 99"
    assert health.grown(Footprint(None, None, 99, 99)) == "tasks 10 -> 99, threads 3 -> 99"

    async def now() -> Footprint:
        return measured()

    assert trio.run(now).tasks > 0


def test_the_exit_code_is_the_verdict() -> None:
    progress = Progress()
    assert progress.exit_code == 1  # nothing was played
    progress.games["stay"] += 1
    assert progress.exit_code == 0
    progress.interrupted = True
    assert progress.exit_code == 130
    progress.findings.append(Finding(next(games(0)), "a fault", "here", "again"))
    assert progress.exit_code == 1


# --- games ---------------------------------------------------------------------------------------------------------


def test_the_summary_agrees_with_itself() -> None:
    progress = Progress()
    progress.games.update(stay=2, lie=3)
    progress.rules.update(closed=1, georgian=1)
    assert summary(progress, 61.0) == [
        "1 minute: 5 games, 3 lies, 0 cuts, 0 kills; nothing found.",
        "Games by ruleset, but for those with lies: closed 1, georgian 1.",
    ]


def test_two_peers_that_stay(capsys, tmp_path: Path) -> None:
    code, told = soak(capsys, "--games", "1", "--keep", str(tmp_path / "kept"))
    assert (code, told["findings"], told["games"]) == (0, [], {"stay": 1})
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_secrets_that_stay_after_a_kill_are_found(capsys, tmp_path: Path) -> None:
    copy, game = weakened(tmp_path / "copy", [KEPT]), first(0, Kind.KILL)
    chosen = ("--first", str(game.index), "--games", "1", "--program", program(copy))
    code, told = soak(capsys, *chosen, "--keep", str(tmp_path / "kept"))
    (finding,) = told["findings"]
    assert (code, "secret" in finding["what"].lower()) == (1, True), finding
    kept = tmp_path / "kept" / game.label
    assert json.loads((kept / "game.json").read_text(encoding="utf-8")) == finding
    assert finding["again"] == f"bura soak --number 0 --first {game.index} --games 1"


def test_a_lie_that_is_taken_is_found(capsys, tmp_path: Path) -> None:
    copy, game = weakened(tmp_path / "copy", NO_PROOF.edits), first(0, Kind.LIE, "deck-equation-t-1", Role.GUEST)
    code = run([
        "soak", "--games", "1", "--first", str(game.index), "--keep", str(tmp_path), "--program", program(copy),
    ])  # fmt: skip
    told = capsys.readouterr()
    assert code == 1
    assert "signed on" in told.out
    assert f"Game {game.label}: deck-equation-t-1: fail: it took the lie" in told.err
    assert (tmp_path / game.label / "deck-equation-t-1").is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for one process")
def test_an_interrupted_one_tells_what_was_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bura_p2p", "soak", "--minutes", "9", "--language", "ru"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Враждебная игра")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert out.splitlines()[-1] == "Прервано; вот что было сыграно."
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--minutes", "0"], "--minutes takes a number of minutes above 0."),
        (["--games", "0"], "--first takes a number from 0, and --games one from 1."),
        (["--first", "-1"], "--first takes a number from 0, and --games one from 1."),
        (["--program", "'"], "--program takes a command, such as 'python -m bura_p2p'."),
    ],
)
def test_what_makes_no_sense(arguments: list[str], sentence: str, capsys) -> None:
    assert run(["soak", *arguments]) == 2
    assert capsys.readouterr().err == f"bura: {sentence}\n"


def test_a_folder_that_cannot_be(capsys, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run(["soak", "--keep", str(tmp_path / "file" / "below")]) == 1
    assert capsys.readouterr().err.startswith("bura: The folder ")
