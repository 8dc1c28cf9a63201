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

from ...errors import LocalError
from .exchange import Word, line_word
from .foreign import end_of
from .process import Unusable, started, words_of
from .reports import shortened
from .results import Outcome
from .shim_ops import answer, operations

LONGEST_ANSWER: Final = 4_000_000
"""Bytes of one answer."""

HUSH: Final = 1.0
"""Seconds in which an answer may follow a line that is none; the first one may take longer: a program starts."""

QUOTED: Final = 80
"""Characters of such a line that are told."""

Answer = Mapping[str, Any]


def serve(lines: Iterable[str], out: TextIO) -> None:
    """Answer every line until there are no more. A line that is no request is answered as unsupported, one
    whose inputs are not those of its operation by an error.
    """
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
    try:
        return {"result": answer(run, given)}
    except (LocalError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
        return {"error": f"this request cannot be answered: {type(fault).__name__}"}


class Misshapen(Unusable):
    """An answer that is none; the shim can be asked again."""


class Noise(Unusable):
    """A line that is no JSON: a greeting, say, or what was meant for standard error."""


class Shim:
    """A running shim; made by `open_shim`. `said`: the last request, and the last lines since."""

    def __init__(self, process: trio.Process, errors: Path, patience: float) -> None:
        """For `open_shim` only."""
        self._process = process
        self._errors = errors
        self._patience = patience
        self._rest = b""
        self._has_answered = False
        self.said: tuple[Word, ...] = ()

    async def ask(self, op: str, given: Mapping[str, Any]) -> Answer | None:
        """The result; None where the operation is declared unsupported. Raises Unusable for anything else."""
        line = json.dumps({"op": op, "in": given}, ensure_ascii=True).encode() + b"\n"
        self.said = (line_word("request", line, sent=True),)
        if self._rest.strip():
            raise Unusable(f"it said more than one line to a request: {_quoted(self._rest)}", Outcome.UNCLEAN)
        try:
            with trio.fail_after(self._patience):
                if self._process.stdin is not None:
                    await self._process.stdin.send_all(line)
                told = _read(await self._line())
                self._has_answered = True
                return told
        except Noise as noise:
            raise await self._after(noise) from None
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            raise self._gone() from None
        except trio.TooSlowError:
            raise Unusable(f"no answer in {self._patience:g} seconds", Outcome.UNCLEAN) from None

    async def _after(self, noise: Noise) -> Unusable:
        """What is to be said of a line that is no JSON. The answer may still come behind it: whoever took such a line
        for one would take each answer for that of the next request.
        """
        with trio.move_on_after(HUSH if self._has_answered else self._patience):
            try:
                while not _begins(await self._line()):
                    pass
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return self._gone()
            self._has_answered = True
            return Misshapen(f"{noise}, before its answer", Outcome.UNCLEAN)
        return Unusable(f"{noise}, and no answer behind it", Outcome.UNCLEAN)

    async def _line(self) -> bytes:
        line = b""
        while not line.strip():
            while b"\n" not in self._rest:
                data = await self._process.stdout.receive_some(65_536) if self._process.stdout is not None else b""
                if not data or len(self._rest) > LONGEST_ANSWER:
                    raise trio.BrokenResourceError
                self._rest += data
            line, _, self._rest = self._rest.partition(b"\n")
        self.said = (*self.said[:1], *self.said[1:][-1:], line_word("answer", line, sent=False))
        return line

    def _gone(self) -> Unusable:
        return Unusable(f"the shim has ended, or answers without end: {end_of(self._errors)}", Outcome.UNCLEAN)


def _quoted(line: bytes) -> str:
    return repr(shortened(line.decode("utf-8", "replace").strip(), QUOTED))


def _begins(line: bytes) -> bool:
    """Whether a line begins as an answer does."""
    return line.lstrip().startswith(b"{")


def _read(line: bytes) -> Answer | None:
    try:
        told = json.loads(line)
    except ValueError:
        if not _begins(line):
            raise Noise(f"it said a line that is no JSON: {_quoted(line)}", Outcome.UNCLEAN) from None
        told = None  # an answer that is cut, written over several lines, or no UTF-8
    except RecursionError:  # lists within lists without end
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
