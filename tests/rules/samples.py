"""One action of each kind and form."""

from __future__ import annotations

from bura_p2p.rules.actions import (
    Accept,
    Action,
    Announce,
    Answer,
    Cede,
    Claim,
    Count,
    Decline,
    Give,
    Lead,
    Open,
    Pass,
    Raise,
    Resign,
)
from bura_p2p.rules.ruleset import Instant, Special

from .hands import cards

SAMPLES: tuple[Action, ...] = (
    Lead(cards("AS")),
    Lead(cards("AS 10S 6S")),
    Answer(cards("QH KS")),
    Give(cards("KS QH")),
    Give(cards("KS"), 4),
    Give((None,)),
    Give((None, None), 7),
    Claim(),
    Claim(17),
    Pass(),
    Raise(2),
    Raise(6),
    Accept(),
    Decline(),
    Open(cards("JS")),
    Count((0,)),
    Count((4, 120)),
    Resign(),
    Announce(Special.BURA),
    Announce(Instant.FOUR_ACES),
    Cede(),
)
