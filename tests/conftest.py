"""All tests speak English, in whatever locale they run, unless they say otherwise; and no example has a time limit.

Here: the environment of every process that a test starts, this one's language, what hypothesis takes for granted.
Never: a fixture of one part.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from bura_p2p.ui import tongue

os.environ["BURA_LANGUAGE"] = "en"

if settings.get_current_profile_name() == "default":  # else somebody has chosen one
    # By itself hypothesis fails an example of 200 ms, and data that are drawn slowly: a busy machine is no mistake.
    settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("patient")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: much of what real programs do over real sockets is waiting."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """A table in this process may be told another language, which is then that of the whole process."""
    yield
    if tongue.language() != "en":
        tongue.use("en")
