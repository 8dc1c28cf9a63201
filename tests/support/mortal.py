"""Runs `bura` in this process, and kills it with SIGKILL at its n-th step to the disk.

    python -m tests.support.mortal before|after N ARGUMENTS…

Here: a real process that dies between two system calls of the store. Never: anything else of the program changed.
`before`: what was about to be stored is lost; `after`: it is stored, and nothing of it has been sent.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bura_p2p.__main__ import main
from bura_p2p.store import Store


def mortal(when: str, at: int) -> None:
    steps, kept, kept_together = 0, Store.commit, Store.together

    def end() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    @contextmanager
    def together(self: Store) -> Iterator[None]:
        before = steps
        with kept_together(self):
            yield
        if when == "after" and before < at == steps:
            end()

    def commit(self: Store, *arguments: object, **options: object) -> None:
        nonlocal steps
        steps += 1
        if when == "before" and steps == at:
            end()
        kept(self, *arguments, **options)
        if when == "after" and steps == at and not self._connection.in_transaction:
            end()

    Store.commit, Store.together = commit, together


if __name__ == "__main__":
    mortal(sys.argv[1], int(sys.argv[2]))
    sys.argv[1:] = sys.argv[3:]
    sys.exit(main())
