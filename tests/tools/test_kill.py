"""`kill -9` at the boundaries of a hand: two real processes, real disks; the same game goes on and ends.

BURA_TESTS=all pytest tests/tools/test_kill.py tries every boundary of host, guest and both, before and after each
step to the disk; the default run tries a few.
"""

from __future__ import annotations

import os
import signal
import time
from collections import defaultdict
from pathlib import Path

import pytest

from bura_p2p.log.file import read_game
from bura_p2p.store import Store
from bura_p2p.verify import Verdict, verify_file
from bura_p2p.wire.codec import decode_body
from tests.support.processes import Bura, mortal_bura

OPTIONS = ("--json", "--bot", "random", "--hands", "1")

EVERY = os.environ.get("BURA_TESTS") == "all"
STEPS = range(2, 60) if EVERY else (3, 9, 17, 26)
NOTHING_LEFT = "bura: No game is waiting to be taken up again.\n"

WHO = {"host": (0,), "guest": (1,), "both": (0, 1)}

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")


def run(home: Path, who: tuple[int, ...], when: str, step: int, rules: str) -> list[bytes]:
    """Play one hand in which `who` dies at its own `step` and is started again; both sides' game files."""

    def start(seat: int, *arguments: str) -> Bura:
        place = home / str(seat)
        return mortal_bura(when, step, *arguments, home=place) if seat in who else Bura(*arguments, home=place)

    running = [start(0, "host", "--rules", rules, "--listen", "127.0.0.1:0", *OPTIONS)]
    try:
        running.append(start(1, "join", running[0].event("invite")["invite"], *OPTIONS))
        living = set(who)
        while living:
            time.sleep(0.02)
            for seat in [seat for seat in living if running[seat].process.poll() is not None]:
                living.discard(seat)
                if running[seat].process.returncode == -signal.SIGKILL:
                    running.append(Bura("resume", *OPTIONS, home=home / str(seat)))
        for process in running:
            over = process.end() == 1 and process.errors == NOTHING_LEFT  # it died when all was settled
            assert over or process.process.returncode in (0, -signal.SIGKILL), process.errors[-800:]
    finally:
        for process in running:
            process.close()
    return [exported(home / str(seat)) for seat in (0, 1)]


def exported(home: Path) -> bytes:
    """The game as the store has it: who dies at the very end has written no file beside it."""
    with Store.open(home, create=False) as store:
        return store.export(store.games()[0].id)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("who", WHO)
def test_the_same_game_goes_on(who: str, when: str, tmp_path: Path) -> None:
    steps = STEPS if EVERY else [STEPS[(len(who) + len(when) + turn) % len(STEPS)] for turn in (0, 2)]
    for step in steps:
        files = run(tmp_path / str(step), WHO[who], when, step, "georgian" if step % 2 else "classic")
        assert files[0] == files[1]
        assert verify_file(files[0]).verdict is Verdict.FAIR
        bodies = defaultdict(set)
        for entry in read_game(files[0]).entries:
            bodies[entry.seat, decode_body(entry.body).round].add(entry.body)
        assert {len(found) for found in bodies.values()} == {1}
