"""How a link ends, and why nobody could be reached.

Here: `PeerLost`, `Goodbye`, `Loss`. Never: refusals of messages (those are `PeerError`).
"""

from __future__ import annotations

from enum import Enum, IntEnum

from ..errors import BuraError


class Goodbye(IntEnum):
    """The reasons of a `Bye`. An unknown number means no more than goodbye."""

    LEFT = 0
    FINISHED = 1
    FAULT = 2
    REPLACED = 3


class Loss(Enum):
    """What is known about a link that has ended. Why a connection broke is never known."""

    CLOSED = "closed"
    CONNECTION = "connection"
    SILENT = "silent"


_SENTENCES = {
    Loss.CLOSED: "The other side closed the game.",
    Loss.CONNECTION: "The connection to the other side was lost.",
    Loss.SILENT: "The other side has not answered for a while; the connection counts as lost.",
}


class PeerLost(BuraError):  # noqa: N818  what happened; often nobody's error
    """The other side is gone. `loss` tells on purpose (`CLOSED`, then `goodbye` is the number it gave) from not."""

    def __init__(self, loss: Loss, goodbye: int | None = None) -> None:
        super().__init__(_SENTENCES[loss])
        self.loss = loss
        self.goodbye = goodbye
