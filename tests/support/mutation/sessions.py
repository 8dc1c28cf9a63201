"""The work to be done and its results: Cosmic Ray's session files, one per module, in `build/mutation`.

Here: making, keeping and reading them. Never: running a mutant.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from cosmic_ray.commands.init import _all_work_items
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult

from tests.support.mutation.operators import counted
from tests.support.mutation.places import FOLDER, ROOT, sources
from tests.support.mutation.running import Verdict

OUTCOMES = {
    "killed": (WorkerOutcome.NORMAL, TestOutcome.KILLED),
    "timeout": (WorkerOutcome.ABNORMAL, TestOutcome.KILLED),
    "survived": (WorkerOutcome.NORMAL, TestOutcome.SURVIVED),
    "crashed": (WorkerOutcome.EXCEPTION, TestOutcome.SURVIVED),
    "broken": (WorkerOutcome.NORMAL, TestOutcome.INCOMPETENT),
}
WORDS = {pair: word for word, pair in OUTCOMES.items()}


def _place(module: Path) -> Path:
    """The session file of a module as it is now; another one when the module changes."""
    mark = hashlib.sha256(module.read_bytes()).hexdigest()[:12]
    return FOLDER / f"{'.'.join(module.relative_to(ROOT / 'bura_p2p').with_suffix('').parts)}.{mark}.sqlite"


def prepare(part: str, *, resume: bool) -> None:
    """Session files for every module of a part: what is there stays with `resume`, else all are made anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for module in sources(part):
        place = _place(module)
        for old in FOLDER.glob(place.name.split(".")[0] + "." + module.stem + ".*.sqlite"):
            if old != place or not resume:
                old.unlink()
        if not place.exists():
            fresh = place.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            with use_db(str(fresh)) as found:
                items = _all_work_items([module.relative_to(ROOT)], {})
                found.add_work_items(item for item in items if counted(item.mutations[0]))
            os.replace(fresh, place)


def pending(part: str) -> Iterator[tuple[WorkDB, str, MutationSpec, bool]]:
    """Every mutant of a part without a kill, with the session file that waits for its result, and whether it has
    met its tests before.
    """
    for module in sources(part):
        with use_db(str(_place(module)), WorkDB.Mode.open) as found:
            results = dict(found.results)
            over = {job for job, result in results.items() if result.test_outcome is not TestOutcome.SURVIVED}
            for item in _ordered(found):
                if item.job_id not in over:
                    yield found, item.job_id, item.mutations[0], item.job_id in results


def _ordered(found: WorkDB) -> list[WorkItem]:
    return sorted(found.work_items, key=lambda item: (item.mutations[0].start_pos, item.mutations[0].operator_name))


def keep(found: WorkDB, job: str, verdict: Verdict) -> None:
    """Writes how a mutant fared."""
    worker, test = OUTCOMES[verdict.word]
    found.set_result(job, WorkResult(worker, f"{verdict.seconds:.2f} {verdict.about}", test))


def results(part: str) -> Iterator[tuple[MutationSpec, str, str]]:
    """Every mutant of a part with its word (`waiting` where it has not run), and what is said about it."""
    for module in sources(part):
        if not _place(module).exists():
            continue
        with use_db(str(_place(module)), WorkDB.Mode.open) as found:
            known = dict(found.results)
            for item in _ordered(found):
                result = known.get(item.job_id)
                word = "waiting" if result is None else WORDS[result.worker_outcome, result.test_outcome]
                yield item.mutations[0], word, "" if result is None else result.output or ""
