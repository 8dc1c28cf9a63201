"""What a person at a page or a drawn table is told in the place of advice for the command line.

Here: sentences that name no command and no option. Never: how a router was asked, what went wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...net.portmap.outcome import Snag
from ...sentences import N_
from ..tongue import t

_SNAGS: Final[Mapping[Snag, str]] = {
    Snag.CARRIER_NAT: N_("Your provider shares one internet address among many customers."),
    Snag.SECOND_ROUTER: N_("A second router, or your provider's, stands between yours and the internet."),
    Snag.NO_ADDRESS: N_("Your router has no internet address of its own."),
    Snag.NO_GATEWAY: N_("This computer has no router to ask; is it connected to a network?"),
}
_CLOSED: Final = N_("Your router opens no way in for a friend from outside.")
"""Any other snag."""

_SWITCH: Final = N_("If its settings have a switch for UPnP or NAT-PMP, turn it on and invite again.")
_ELSEWHERE: Final = N_(
    "A friend in the same network comes in all the same. One from elsewhere may get a reply code to send you, which "
    "you paste here; if that does not help, let your friend invite you."
)

_INSTEAD: Final[Mapping[str, str]] = {
    N_("The invite has expired, and nobody came with it; '{bura_host}' makes a new one."): N_(
        "The invite has expired, and nobody came with it; invite again for a new one."
    ),
    N_("Nobody has called, and the reply code has expired; '{bura_join}' makes a new one."): N_(
        "Nobody has called, and the reply code has expired; join again for a new one."
    ),
    N_("This reply code has expired; your friend's 'bura join' makes a new one."): N_(
        "This reply code has expired; your friend gets a new one by joining again."
    ),
}


def windowed(text: str) -> str:
    """A sentence in the language in force; where it tells what to type, what to do instead."""
    return next((t(instead) for typed, instead in _INSTEAD.items() if t(typed) == text), text)


def reach_text(values: Mapping[str, Any]) -> str:
    """What the routers did (`reaching.mapping_values`), and what to do where they opened nothing for IPv4."""
    mappings, failures = values["mappings"], values["failures"]
    told = [_opened(one) for one in mappings]
    if not all(one["pinhole"] for one in mappings):
        return " ".join(told)
    if values["direct"]:
        return " ".join([*told, t("This computer has an internet address of its own.")])
    snags = [Snag(one["why"]) for one in failures if ":" not in one["router"]]
    if snags:
        snag = min(snags, key=list(Snag).index)
        told.append(t(_SNAGS.get(snag, _CLOSED)))
        told += [] if snag in _SNAGS else [t(_SWITCH)]
        told += [] if snag is Snag.NO_GATEWAY else [t(_ELSEWHERE)]
    return " ".join(told)


def _opened(mapping: Mapping[str, Any]) -> str:
    if mapping["pinhole"]:
        return t("Your router lets a friend in at {candidate} (by {way}).",
                 candidate=mapping["address"], way=mapping["way"])  # fmt: skip
    return t("Your router opened {candidate} for a friend outside (by {way}).",
             candidate=mapping["address"], way=mapping["way"])  # fmt: skip
