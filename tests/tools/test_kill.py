"""`kill -9` at the boundaries of a hand and at any instant: two real processes, real disks; the same game ends.

BURA_TESTS=all pytest tests/tools/test_kill.py tries every boundary of host, guest and both, before and after each
step to the disk, and 200 random instants; the default run tries a few.
"""

from __future__ import annotations

import os
import signal
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bura_p2p.log.file import read_game
from bura_p2p.store import Store
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire.codec import decode_body
from tests.support.processes import Bura, mortal_bura

OPTIONS = ("--json", "--bot", "random", "--hands", "1")

EVERY = os.environ.get("BURA_TESTS") == "all"
FIRST_WORD = 2
"""The step that stores one's hello; before it there is no game on that side."""
STEPS = range(FIRST_WORD, 60) if EVERY else (3, 9, 17, 26)
INSTANTS = 200 if EVERY else 4
BATCHES = 4
NOTHING_LEFT = "bura: No game is waiting to be taken up again in the folder "

HAND = 2.0
"""Seconds of a hand between two bots, about; of a busy machine a part of one."""
WHO = {"host": (0,), "guest": (1,), "both": (0, 1)}

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")


def run(home: Path, who: tuple[int, ...], rules: str, start: Callable[..., Bura], wound: Callable[..., None]) -> None:
    """Play one hand in which `who` dies, by how it was started or by `wound`, and is started again."""
    running = [start(0, "host", "--rules", rules, "--listen", "127.0.0.1:0", *OPTIONS)]
    try:
        running.append(start(1, "join", running[0].event("invite")["invite"], *OPTIONS))
        wound(running)
        living = set(who)
        while living:
            time.sleep(0.02)
            for seat in [seat for seat in living if running[seat].process.poll() is not None]:
                living.discard(seat)
                if running[seat].process.returncode == -signal.SIGKILL:
                    running.append(Bura("resume", *OPTIONS, home=home / str(seat)))
        for process in running:
            over = process.end() == 1 and process.errors.startswith(NOTHING_LEFT)  # it died when all was settled
            fine = over or process.process.returncode in (0, -signal.SIGKILL)
            assert fine, process.errors[-800:]
    except (AssertionError, TimeoutError) as fault:
        fault.add_note(f"{home}: {[(each.process.poll(), each.lines[-6:], each.errors) for each in running]}")
        raise
    finally:
        for process in running:
            process.close()


def judge(home: Path) -> None:
    """Both sides hold the same finished game, and nobody signed two things for one place."""
    files = [exported(home / str(seat)) for seat in (0, 1)]
    assert files[0] == files[1]
    assert verify_file(files[0]).verdict is Verdict.FAIR
    bodies = defaultdict(set)
    for entry in read_game(files[0]).entries:
        bodies[entry.seat, decode_body(entry.body).round].add(entry.body)
    assert {len(found) for found in bodies.values()} == {1}


def exported(home: Path) -> bytes:
    """The game as the store has it: who dies at the very end has written no file beside it."""
    with Store.open(home, create=False) as store:
        return store.export(store.games()[0].id)


def whole(home: Path) -> Callable[..., Bura]:
    return lambda seat, *arguments: Bura(*arguments, home=home / str(seat))


def mortal(home: Path, who: tuple[int, ...], when: str, step: int) -> Callable[..., Bura]:
    def start(seat: int, *arguments: str) -> Bura:
        place = home / str(seat)
        return mortal_bura(when, step, *arguments, home=place) if seat in who else Bura(*arguments, home=place)

    return start


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("who", WHO)
def test_the_same_game_goes_on(who: str, when: str, tmp_path: Path) -> None:
    steps = STEPS if EVERY else [STEPS[(len(who) + len(when) + turn) % len(STEPS)] for turn in (0, 2)]
    for step in steps:
        if when == "after" or step > FIRST_WORD:
            home = tmp_path / str(step)
            run(home, WHO[who], "georgian" if step % 2 else "classic", mortal(home, WHO[who], when, step), str)
            judge(home)


@pytest.mark.parametrize("who", ["host", "guest"] if EVERY else ["guest"])
def test_before_the_first_word_there_is_no_game(who: str, tmp_path: Path) -> None:
    """Who dies then has nothing to take up. The host waits as for any hello, and its game stays unfinished; a guest
    was offered nothing.
    """
    start = mortal(tmp_path, WHO[who], "before", FIRST_WORD)
    host = start(0, "host", "--listen", "127.0.0.1:0", *OPTIONS)
    running = [host, start(1, "join", host.event("invite")["invite"], *OPTIONS)]
    try:
        (dead,) = WHO[who]
        assert running[dead].end() == -signal.SIGKILL
        assert running[1 - dead].end() == (10 if dead else 1)
        again = Bura("resume", *OPTIONS, home=tmp_path / str(dead))
        running.append(again)
        assert again.end() == 1
        assert again.errors == f"{NOTHING_LEFT}'{tmp_path / str(dead)}'; name another with --home.\n"
    finally:
        for process in running:
            process.close()


@pytest.mark.parametrize("step", [1, FIRST_WORD] if EVERY else [FIRST_WORD])
def test_a_guest_comes_again_with_the_same_invite(step: int, tmp_path: Path) -> None:
    """It dies when it has read the offer, before its first word: the host holds its own, and waits for it alone."""
    host = Bura("host", "--listen", "127.0.0.1:0", *OPTIONS, home=tmp_path / "0")
    running = [host]
    try:
        invite = host.event("invite")["invite"]
        running.append(mortal(tmp_path, (1,), "before", step)(1, "join", invite, *OPTIONS))
        assert running[1].end() == -signal.SIGKILL
        running.append(Bura("join", invite, *OPTIONS, home=tmp_path / "1"))
        assert [host.end(), running[2].end()] == [0, 0], running[2].errors
        judge(tmp_path)
    finally:
        for process in running:
            process.close()


@pytest.mark.parametrize("said", [False, True] if EVERY else [False])
@pytest.mark.parametrize("renewed", [False, True])
def test_a_game_of_one_hello_goes_on(renewed: bool, said: bool, tmp_path: Path) -> None:
    """The host dies with its first word stored, and nothing offered; or, where the guest has `said` its own first
    word as well, without having read it. It comes back, and so does the guest, with its invite or the host's new one.
    A stranger who knows the invite gets nothing.
    """
    end = ("host", "--listen", "127.0.0.1:0", *OPTIONS)
    host = Bura(*end, home=tmp_path / "0") if said else mortal(tmp_path, (0,), "after", FIRST_WORD)(0, *end)
    running = [host]
    try:
        invite = host.event("invite")["invite"]
        running.append(mortal(tmp_path, (1,), "after", FIRST_WORD)(1, "join", invite, *OPTIONS))
        assert running[1].end() == (-signal.SIGKILL if said else 1)
        if said:
            host.process.kill()
        assert host.end() == -signal.SIGKILL
        running.append(Bura("resume", *OPTIONS, home=tmp_path / "0"))
        fresh = running[2].event("invite")["invite"]
        running.append(Bura("join", invite, *OPTIONS, home=tmp_path / "2"))
        assert running[3].end() == 1
        running.append(Bura("join", fresh if renewed else invite, *OPTIONS, home=tmp_path / "1"))
        assert [running[2].end(), running[4].end()] == [0, 0], running[4].errors
        judge(tmp_path)
    finally:
        for process in running:
            process.close()


@pytest.mark.parametrize("batch", range(BATCHES))
def test_at_any_instant(batch: int, tmp_path: Path) -> None:
    """The same at random instants of a hand, from the moment in which its table is open."""
    for number in range(batch, INSTANTS, BATCHES):
        generator, home = Random(number), tmp_path / str(number)
        who = generator.choice([*WHO.values()])

        def wound(running: list[Bura], who: tuple[int, ...] = who, generator: Random = generator) -> None:
            for player in running:
                player.event("table_opened")
            for seat in who:
                time.sleep(generator.uniform(0, HAND))
                running[seat].process.kill()

        run(home, who, generator.choice(["georgian", "classic"]), whole(home), wound)
        judge(home)
