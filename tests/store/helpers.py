"""Small things that the store's tests share: entries that decode, a begun game, a child process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto.identity import Identity
from bura_p2p.log.entry import SignedEntry, sign_entry
from bura_p2p.store import Store
from bura_p2p.wire.codec import encode_body
from bura_p2p.wire.messages import Pass

ROOT = Path(__file__).parents[2]
ME = Identity.generate(Tape("me"))
FRIEND = Identity.generate(Tape("friend"))
NOW = 1_800_000_000.0


def entry(round_: int, seat: int = 0) -> SignedEntry:
    """A well-formed signed entry of `round_`; what it says does not matter to the store."""
    body = encode_body(1, bytes(32), round_, seat, bytes(32), Pass())
    return sign_entry(ME if seat == 0 else FRIEND, body, seat)


def begin(store: Store) -> int:
    return store.begin_game(
        seat=0, ruleset="georgian", identities=(ME.public, FRIEND.public), names=("Nino", ""), started=NOW
    )


def child(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Another Python process that runs `code` with the project importable."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def bytes_on_disk(folder: Path) -> bytes:
    """Every byte of every file of the store."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


COMMIT_FOR_EVER = """
import sys
from pathlib import Path
from bura_p2p.store import Store
from tests.store.helpers import NOW, begin, entry
store = Store.open(Path(sys.argv[1]))
game = begin(store)
number = 0
while True:
    store.commit(game, [entry(number)], secrets=[(1, f"s{number}", b"x" * 50)], now=NOW)
    print(number, flush=True)  # after the commit, as sending would be
    number += 1
"""
