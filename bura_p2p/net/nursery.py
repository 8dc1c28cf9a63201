"""A nursery for background tasks that raise nothing.

Here: `background`. Never: a task that may fail; its fault would be taken for the body's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


@asynccontextmanager
async def background() -> AsyncIterator[trio.Nursery]:
    """A nursery whose tasks end with its body, and which lets the body's exception out as it is.

    trio wraps whatever leaves a nursery in a group; here only the body can raise, so that a caller may
    write `except PeerLost`.
    """
    try:
        async with trio.open_nursery() as nursery:
            try:
                yield nursery
            finally:
                nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        if len(group.exceptions) != 1:
            raise
        alone = group.exceptions[0]
        raise alone from alone.__cause__
