"""Commands of the package that need not import it: one process has, and forks for each of them.

Started with a socket's path and a folder it is that process, for the package in this folder; with the path and
arguments after it, it stands for one command: its streams and arguments go to the fork, signals too, and it ends as
the fork does. That saves half of what a short game costs.
Here: both. Never: an import of the package in what stands for a command; where there is no fork, it is not used.
"""

from __future__ import annotations

import array
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from threading import Thread
from typing import Any, NoReturn

MODULES = ("cli", "ui.play_command", "ui.meeting", "ui.sit", "net.driver", "store", "bots")
SERVE = "--serve"


def serve(path: str, folder: str) -> None:
    """Import, listen, fork; until it is ended."""
    sys.path.insert(0, folder)
    for name in MODULES:
        importlib.import_module(f"bura_p2p.{name}")
    main = importlib.import_module("bura_p2p.__main__").main
    gc.collect()
    gc.freeze()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    while True:
        asked, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _watch(asked, main)
        asked.close()


def _watch(asked: socket.socket, main: Any) -> NoReturn:
    """Fork once more, say who it is and how it has ended; end it when nobody asks any more."""
    text, passed, _, _ = asked.recvmsg(65536, socket.CMSG_SPACE(12))
    streams = array.array("i", passed[0][2])
    child = os.fork()
    if child == 0:
        asked.close()
        os.setsid()
        _run(json.loads(text), streams, main)
    for stream in (*streams, 0, 1, 2):
        os.close(stream)
    asked.sendall(b"%d\n" % child)
    Thread(target=_end_with, args=(asked, child), daemon=True).start()
    _, status = os.waitpid(child, 0)
    try:
        asked.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    finally:
        os._exit(0)


def _end_with(asked: socket.socket, child: int) -> None:
    asked.recv(1)
    os.kill(child, signal.SIGKILL)


def _run(job: Any, streams: array.array[int], main: Any) -> NoReturn:
    code = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
        os.chdir(job["folder"])
        sys.argv = ["bura", *job["arguments"]]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001  as the interpreter would
        traceback.print_exc()
    try:
        sys.stdout.flush()
    finally:
        os._exit(code)


def stand_for(path: str, arguments: list[str]) -> NoReturn:
    """One command."""
    link = socket.socket(socket.AF_UNIX)
    link.connect(path)
    job = json.dumps({"folder": os.getcwd(), "arguments": arguments}).encode()
    link.sendmsg([job], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])
    told = link.makefile()
    child = int(told.readline())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: os.kill(child, number))
    os.close(0)
    os.close(1)
    code = int(told.readline() or -signal.SIGKILL)
    os._exit(code if code >= 0 else 128 - code)


def start(path: str, folder: str) -> subprocess.Popen[bytes]:
    """The process that forks, ready. To be ended by whoever starts it."""
    process = subprocess.Popen([sys.executable, __file__, SERVE, path, folder], stdout=subprocess.PIPE)
    if process.stdout is None or process.stdout.readline() != b"ready\n":
        raise RuntimeError("the package cannot be imported")
    return process


if __name__ == "__main__":
    if sys.argv[1] == SERVE:
        serve(*sys.argv[2:])
    stand_for(sys.argv[1], sys.argv[2:])
