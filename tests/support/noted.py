"""Runs `bura` in this process, and notes every address that it looks up, connects or sends to, or listens at.

    python -m tests.support.noted FILE ARGUMENTS…

Here: Python's own audit events, a line for each into FILE. Never: anything of the program changed.
"""

from __future__ import annotations

import sys

from bura_p2p.__main__ import main

EVENTS = {
    "socket.connect": 1,
    "socket.sendto": 1,
    "socket.sendmsg": 1,
    "socket.bind": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyname": 0,
    "socket.gethostbyaddr": 0,
}
"""Where among an event's arguments the address begins."""


def note_into(path: str) -> None:
    file = open(path, "a", encoding="utf-8", buffering=1)  # noqa: SIM115  to the end of the process

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        if event in EVENTS:
            told = arguments[EVENTS[event] :]
            address = told[0] if isinstance(told[0], tuple) else told
            file.write(f"{event} {' '.join(map(str, address[:2]))}\n")

    sys.addaudithook(heard)


if __name__ == "__main__":
    note_into(sys.argv[1])
    sys.argv[1:] = sys.argv[2:]
    sys.exit(main())
