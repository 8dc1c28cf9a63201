"""Which lines of the modules that a target aims at its inputs reach.

    python -m tests.fuzz.lines TARGET FOLDER

prints two numbers: lines reached by the inputs in the folder, and lines that there are.

Here: counting, with the interpreter's own trace. Never: a run that looks for anything.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from .target import Target
from .targets import TARGETS


def reached(target: Target, inputs: Iterable[bytes]) -> tuple[int, int]:
    """Lines within functions of the aimed modules: those that ran, and all."""
    wanted: dict[str, set[int]] = {}
    for name in target.aims:
        module = importlib.import_module(f"bura_p2p.{name}")
        path = str(module.__file__)
        code = compile(inspect.getsource(module), path, "exec")
        wanted[path] = {line for inner in _functions(code) for line in _lines(inner)}
    ran: dict[str, set[int]] = {path: set() for path in wanted}

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        lines = ran.get(frame.f_code.co_filename)
        if lines is None:
            return None
        if event == "line":
            lines.add(frame.f_lineno)
        return trace

    for data in inputs:
        before = sys.gettrace()
        sys.settrace(trace)
        with suppress(Exception):  # a fault is found elsewhere; here lines are counted
            target.run(data)
        sys.settrace(before)
    return sum(len(ran[path] & wanted[path]) for path in wanted), sum(map(len, wanted.values()))


def _functions(code: CodeType) -> list[CodeType]:
    """Every function in a module's code; what runs at import is no one's to reach."""
    found = []
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found += [inner] if inner.co_flags & inspect.CO_OPTIMIZED else []
            found += _functions(inner)
    return found


def _lines(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno}


def main(name: str, folder: str) -> int:
    """Print both numbers."""
    inputs = (path.read_bytes() for path in sorted(Path(folder).iterdir()))
    print(*reached(TARGETS[name], inputs))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
