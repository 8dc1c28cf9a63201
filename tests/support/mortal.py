"""Runs `bura` in this process, and kills it with SIGKILL at its n-th step to the disk.

    python -m tests.support.mortal before|after N ARGUMENTS…

Here: a real process that dies between two system calls of the store. Never: anything else of the program changed.
`before`: what was about to be stored is lost; `after`: it is stored, and nothing of it has been sent.
"""

from __future__ import annotations

import os
import signal
import sys

from bura_p2p.__main__ import main
from bura_p2p.store import Store


def mortal(when: str, at: int) -> None:
    steps, kept = 0, Store.commit

    def commit(self: Store, *arguments: object, **options: object) -> None:
        nonlocal steps
        steps += 1
        if when == "before" and steps == at:
            os.kill(os.getpid(), signal.SIGKILL)
        kept(self, *arguments, **options)
        if when == "after" and steps == at:
            os.kill(os.getpid(), signal.SIGKILL)

    Store.commit = commit


if __name__ == "__main__":
    mortal(sys.argv[1], int(sys.argv[2]))
    sys.argv[1:] = sys.argv[3:]
    sys.exit(main())
