"""How a link ends, and why nobody could be reached.

Here: `PeerLost`, `Goodbye`, `Loss`, `Step`. Never: refusals of messages (those are `PeerError`).
"""

from __future__ import annotations

from enum import Enum, IntEnum

from ..errors import BuraError
from ..sentences import N_


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
    ELSEWHERE = "elsewhere"


_SENTENCES = {
    Loss.CLOSED: N_("The other side closed the game."),
    Loss.CONNECTION: N_("The connection to the other side was lost."),
    Loss.SILENT: N_("The other side has not answered for a while; the connection counts as lost."),
    Loss.ELSEWHERE: N_(
        "The other side goes on with a copy of this game store that runs elsewhere, so nothing more is signed here;"
        " use one copy only."
    ),
}


class PeerLost(BuraError):  # noqa: N818  what happened; often nobody's error
    """The other side is gone. `loss` tells on purpose (`CLOSED`, then `goodbye` is the number it gave) from not."""

    def __init__(self, loss: Loss, goodbye: int | None = None) -> None:
        super().__init__(_SENTENCES[loss])
        self.loss = loss
        self.goodbye = goodbye


class Step(IntEnum):
    """How far an attempt came, ascending."""

    UNREACHABLE = 0
    TIMEOUT = 1
    REFUSED = 2
    NO_TLS = 3
    OTHER_HOST = 4
    VERSION = 5
    SILENT = 6
    INVITE = 7


def step_of_os(error: OSError) -> Step:
    """What a failed connection says; trio wraps the system's own error, of one address or of several of a name."""
    cause = error.__cause__
    errors = cause.exceptions if isinstance(cause, BaseExceptionGroup) else (cause or error, error)
    if any(isinstance(one, ConnectionRefusedError) for one in errors):
        return Step.REFUSED
    return Step.TIMEOUT if any(isinstance(one, TimeoutError) for one in errors) else Step.UNREACHABLE
