"""Why two sides that call each other may not come together, and what to try.

Here: one sentence for each case. Never: sockets, times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from ..net.faults import Step
from ..net.invite import Candidate, Kind
from ..sentences import N_
from .tongue import t


class Doubt(Enum):
    """What is likely in the way; the value is its word for programs."""

    OWN_ADDRESS = "own_address"
    THEIR_ADDRESS = "their_address"
    UNREACHABLE = "unreachable"
    REFUSING = "refusing_router"
    SYMMETRIC = "symmetric_router"


_HELPS: Final = N_(
    "What helps: a port opened by hand in either router, told to bura by --port and --public; IPv6 on both sides; "
    "another network on one side, not a mobile one; or an overlay such as Tailscale or ZeroTier on both."
)
_SENTENCES: Final = {
    Doubt.OWN_ADDRESS: N_(
        "Nothing has come through yet. Your side names only addresses within your own network; begin again with "
        "--public and your public address, which your router shows."
    ),
    Doubt.THEIR_ADDRESS: N_(
        "Nothing has come through yet. Your friend's side names only addresses within its own network; your friend "
        "begins again with --public and the public address, which the router shows."
    ),
    Doubt.UNREACHABLE: N_(
        "Nothing has come through yet. No address of your friend's side can be reached from this network at all, "
        "perhaps because only one side has IPv6."
    ),
    Doubt.REFUSING: N_(
        "Nothing has come through yet. Your friend's router turns calls away, rather than dropping them, or the "
        "public address is another."
    ),
    Doubt.SYMMETRIC: N_(
        "Nothing has come through yet, though both sides are trying. Most likely one of the two routers, or a "
        "provider, uses another port for every connection (a symmetric NAT); then there is no direct way over IPv4."
    ),
}


def doubt_of(own: Iterable[Candidate], theirs: Iterable[Candidate], steps: Mapping[Candidate, Step]) -> Doubt:
    """What the addresses that each side has named, and how far this side's calls came, give to think.

    `steps` holds those of `theirs` that were tried.
    """
    if not any(map(_from_outside, theirs)):
        return Doubt.THEIR_ADDRESS
    if not any(map(_from_outside, own)):
        return Doubt.OWN_ADDRESS
    outside = {candidate: step for candidate, step in steps.items() if _from_outside(candidate)}
    if all(step is Step.UNREACHABLE for step in outside.values()):
        return Doubt.UNREACHABLE
    if any(step is Step.REFUSED for step in outside.values()):
        return Doubt.REFUSING
    return Doubt.SYMMETRIC


def doubt_sentence(doubt: Doubt) -> str:
    """The doubt in words, and the next thing to try."""
    told = t(_SENTENCES[doubt])
    return told if doubt in (Doubt.OWN_ADDRESS, Doubt.THEIR_ADDRESS) else f"{told} {t(_HELPS)}"


def _from_outside(candidate: Candidate) -> bool:
    """Whether another network may reach this address."""
    return candidate.kind in (Kind.PUBLIC, Kind.MAPPED)
