"""What a driver's tasks put into its inbox, beside commands and new connections.

Here: plain values. Never: what follows from them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import PeerError
from ..wire.messages import LinkMessage
from .clockwork import Place
from .faults import PeerLost
from .link import Link


class NoHello:
    """The time for the other side's hello is over."""


@dataclass(frozen=True, slots=True)
class NoWord:
    """The time for the other side's word on a new link is over."""

    link: Link


@dataclass(frozen=True, slots=True)
class Tick:
    """Time to look at the clock of this move."""

    place: Place


@dataclass(frozen=True, slots=True)
class Heard:
    """What came over `link`: a message, or its end."""

    link: Link
    item: LinkMessage | PeerLost | PeerError


@dataclass(frozen=True, slots=True)
class Joined:
    """A new link to the game stands."""

    link: Link
