"""Shims: a process that answers one JSON object a line with one JSON object a line.

Here: our own shim, and the client of anybody's. Never: an operation (`shim_ops`), or what an answer should be.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TextIO

import trio

from .foreign import end_of
from .process import Unusable, started, words_of
from .results import Outcome
from .shim_ops import answer, operations

LONGEST_ANSWER: Final = 4_000_000
"""Bytes of one answer."""

Answer = Mapping[str, Any]


def serve(lines: Iterable[str], out: TextIO) -> None:
    """Answer every line until there are no more. A line that is no request is answered as unsupported."""
    known = operations()
    for line in lines:
        if line.strip():
            out.write(json.dumps(_reply(known, line), ensure_ascii=True) + "\n")
            out.flush()


def _reply(known: Mapping[str, Any], line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
        run, given = known[request["op"]], request["in"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {"unsupported": True}
    return {"result": answer(run, given)}


class Misshapen(Unusable):
    """An answer that is none; the shim can be asked again."""


class Shim:
    """A running shim; made by `open_shim`."""

    def __init__(self, process: trio.Process, errors: Path, patience: float) -> None:
        """For `open_shim` only."""
        self._process = process
        self._errors = errors
        self._patience = patience
        self._rest = b""

    async def ask(self, op: str, given: Mapping[str, Any]) -> Answer | None:
        """The result; None where the operation is declared unsupported. Raises Unusable for anything else."""
        line = json.dumps({"op": op, "in": given}, ensure_ascii=True).encode() + b"\n"
        try:
            with trio.fail_after(self._patience):
                if self._process.stdin is not None:
                    await self._process.stdin.send_all(line)
                return _read(await self._line())
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise self._gone() from None
        except trio.TooSlowError:
            raise Unusable(f"no answer in {self._patience:g} seconds", Outcome.UNCLEAN) from None

    async def _line(self) -> bytes:
        while b"\n" not in self._rest:
            data = await self._process.stdout.receive_some(65_536) if self._process.stdout is not None else b""
            if not data or len(self._rest) > LONGEST_ANSWER:
                raise trio.BrokenResourceError
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _gone(self) -> Unusable:
        return Unusable(f"the shim has ended, or answers without end: {end_of(self._errors)}", Outcome.UNCLEAN)


def _read(line: bytes) -> Answer | None:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):  # no JSON; or lists within lists without end
        told = None
    if not isinstance(told, dict):
        raise Misshapen("the answer is no JSON object", Outcome.UNCLEAN)
    if told.get("unsupported") is True:
        return None
    result = told.get("result")
    if isinstance(result, dict) and "ok" not in result and isinstance(result.get("code"), str):
        return result | {"ok": False}  # as the vectors write it
    if not isinstance(result, dict) or not isinstance(result.get("ok"), bool):
        raise Misshapen("the answer has no result that says ok or not", Outcome.UNCLEAN)
    return result


@asynccontextmanager
async def open_shim(command: str, folder: Path, patience: float) -> AsyncIterator[Shim]:
    """Start a shim; it is gone after the block. Raises Unusable where it cannot be started."""
    async with started(words_of(command, {}), folder, "shim") as (process, errors):
        yield Shim(process, errors, patience)
