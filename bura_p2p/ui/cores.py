"""Game files checked one after another, or by several processes at once.

Here: which files are judged together, and who checks them. Never: a verdict, words, an order, a process that outlives
its work.

Threads would not do: the library gives up the interpreter's lock, but only for the twenty microseconds of one product
at a time, and a check spends a third of its time between those calls.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.context import SpawnContext
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias

from ..crypto.group import provider_name, set_provider
from ..errors import LocalError
from ..log.file import game_key
from ..verify import Lent, Report, verify_file
from .files import game_data

WORTH: Final = 400_000
"""Bytes of game files, half a second of work, below which other processes take longer to start than they save."""

MOST: Final = 61
"""Processes that one pool can have on every system."""

AHEAD: Final = 2
"""Jobs that each of them has: one in hand, and the next."""

Outcome: TypeAlias = Report | LocalError
"""A file's report, or why it cannot be read."""

Job: TypeAlias = tuple[Path, ...]
"""Files that are judged with each other's entries; one alone has none."""


def jobs_of(paths: Sequence[Path]) -> list[Job]:
    """Each path once, files of one game together, in the order of the first of them. One file is read at a time."""
    jobs: dict[bytes | Path, list[Path]] = {}
    for path in paths:
        key = None
        with suppress(LocalError):
            key = game_key(game_data(path))
        jobs.setdefault(path if key is None else key, []).append(path)
    return list(map(tuple, jobs.values()))


def check_job(job: Job) -> list[Outcome]:
    """The outcome for each file of a job, in its order. Files with the same bytes are checked once."""
    lent, reports = _lent(job), dict[bytes, Report]()
    outcomes: list[Outcome] = []
    for path in job:
        try:
            data = game_data(path)
        except LocalError as fault:
            outcomes.append(fault)
            continue
        digest = hashlib.sha256(data).digest()
        if digest not in reports:
            reports[digest] = verify_file(data, lent)
        outcomes.append(reports[digest])
    return outcomes


def _lent(job: Job) -> Lent:
    """What the files of a job lend each other: nothing where all are the same, as both sides' mostly are."""

    def readable() -> Iterator[bytes]:
        for path in job:
            with suppress(LocalError):
                yield game_data(path)

    if len(job) < 2 or len({hashlib.sha256(data).digest() for data in readable()}) < 2:
        return Lent()
    key = next(map(game_key, readable()), None)
    return Lent() if key is None else Lent.of(readable(), key)


def processes_for(jobs: Sequence[Job]) -> int:
    """How many processes are worth their start; 1 is this one alone."""
    if len(jobs) < 2 or sum(map(_size, jobs)) < WORTH:
        return 1
    return min(_cores(), len(jobs), MOST)


def _size(job: Job) -> int:
    with suppress(OSError):
        return sum(path.stat().st_size for path in job)
    return 0


def _cores() -> int:
    """The processors that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return os.cpu_count() or 1 if allowed is None else len(allowed(0))


def outcomes(jobs: Sequence[Job], processes: int) -> Generator[tuple[Path, Outcome], None, None]:
    """Every file of every job with its outcome, jobs in any order. This process is one of `processes`.

    Leaving early ends the others at once.
    """
    pool = _pool(processes - 1) if processes > 1 else None
    if pool is None:
        for job in jobs:
            yield from zip(job, check_job(job), strict=True)
        return
    before, shared = set(multiprocessing.active_children()), _Shared(pool, jobs)
    try:
        with _deaf_to_interrupts():
            shared.hand_out(AHEAD * (processes - 1))
        for job, found in shared.gathered():
            yield from zip(job, found, strict=True)
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Shared:
    """Jobs that other processes take from the front, and this one from the end: so it works while they start.

    A pool gets no more than it soon needs: a job once given cannot be had back, for in Python 3.11 a cancelled one
    stops the pool's own thread when a process dies.
    """

    def __init__(self, pool: ProcessPoolExecutor, jobs: Sequence[Job]) -> None:
        self._pool = pool
        self._left = deque(jobs)
        self._number = len(jobs)
        self._done: SimpleQueue[tuple[Job, Future[list[Outcome]]]] = SimpleQueue()

    def hand_out(self, number: int) -> None:
        """Give the pool so many jobs, and from then on one more for each that is done."""
        for _ in range(number):
            try:
                job = self._left.popleft()
            except IndexError:
                return
            try:
                future = self._pool.submit(check_job, job)
            except RuntimeError:  # it does no more work; BrokenProcessPool is one of these
                self._left.append(job)
                return
            future.add_done_callback(partial(self._take_back, job))

    def _take_back(self, job: Job, future: Future[list[Outcome]]) -> None:
        """In the pool's thread, which holds the pool's lock where it ends: then nothing must be given to it."""
        if not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool):
            self.hand_out(1)
        self._done.put((job, future))

    def gathered(self) -> Iterator[tuple[Job, list[Outcome]]]:
        """Every job with what was found, as it is done."""
        for _ in range(self._number):
            yield self._next()

    def _next(self) -> tuple[Job, list[Outcome]]:
        while True:
            with suppress(Empty):
                job, future = self._done.get_nowait()
                return job, _result(future, job)
            with suppress(IndexError):
                job = self._left.pop()
                return job, check_job(job)
            job, future = self._done.get()
            return job, _result(future, job)


def _pool(processes: int) -> ProcessPoolExecutor | None:
    """None where a system has no such thing."""
    context: SpawnContext = multiprocessing.get_context("spawn")
    try:
        return ProcessPoolExecutor(processes, context, _begin, (provider_name(),))
    except (ImportError, NotImplementedError, OSError):
        return None


def _result(future: Future[list[Outcome]], job: Job) -> list[Outcome]:
    """A process that died (the system may have had no memory left for it) takes no file's report along."""
    try:
        return future.result()
    except BrokenProcessPool:
        return check_job(job)


def _begin(provider: str) -> None:
    """What a new process does first: Ctrl-C is the first process's affair, and without that one this one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(LocalError):
        set_provider(provider)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that start in here do not hear Ctrl-C, which a terminal sends to all, from their first moment on.

    Here it is heard afterwards.
    """
    block = getattr(signal, "pthread_sigmask", None)
    if block is None:
        yield
        return
    before = block(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        block(signal.SIG_SETMASK, before)
