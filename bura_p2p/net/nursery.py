"""A nursery for background tasks that raise nothing.

Here: `background`. Never: a task that may fail; its fault would be taken for the body's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from ..errors import BuraError


@asynccontextmanager
async def background() -> AsyncIterator[trio.Nursery]:
    """A nursery whose tasks end with its body, and which lets the body's exception out as it is.

    trio wraps whatever leaves a nursery in a group; here only the body can raise, so that a caller may
    write `except PeerLost`. So it may where all is cancelled in the same moment. Of several faults of this package or
    of the system the first one counts; where another is among them, the group is raised.
    """
    try:
        async with trio.open_nursery() as nursery:
            try:
                yield nursery
            finally:
                nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        _, faults = group.split(trio.Cancelled)
        some = () if faults is None else faults.exceptions
        if len(some) > 1 and not all(isinstance(one, (BuraError, OSError)) for one in some):
            raise
        alone = (some or group.exceptions)[0]
        raise alone from alone.__cause__
