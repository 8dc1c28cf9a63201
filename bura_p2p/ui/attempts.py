"""How a guest's attempts at the addresses of an invite are told.

Here: `reach_host`, words for each step. Never: which sentence sums them up (`net.dial` has it).
"""

from __future__ import annotations

from typing import Any, Final

from ..crypto.identity import Identity
from ..net.addresses import label
from ..net.dial import Attempt, DialFailed, dial
from ..net.faults import Step
from ..net.invite import Invite
from ..net.listen import Arrival
from ..net.socks import Proxy, reply_words
from ..sentences import N_
from .place import Place
from .reaching import candidate_words
from .tongue import local, t

STEPS: Final = {
    Step.UNREACHABLE: N_("no way there"),
    Step.TIMEOUT: N_("no answer"),
    Step.REFUSED: N_("answers, and refuses"),
    Step.NO_TLS: N_("answers, and closes at once"),
    Step.OTHER_HOST: N_("somebody else answers"),
    Step.VERSION: N_("another version of bura"),
    Step.SILENT: N_("the host, but it does not go on"),
    Step.INVITE: N_("the host, but it does not take this invite"),
}
"""How far an attempt came, for people."""


async def reach_host(
    place: Place, invite: Invite, identity: Identity, *, verbose: bool, proxy: Proxy | None = None
) -> Arrival:
    """Dial as `net.dial.dial` does; with `verbose` tell which address led there, or how far each came."""
    try:
        arrival = await dial(invite, identity, entropy=place.entropy, proxy=proxy)
    except DialFailed as fault:
        if verbose:
            await place.tell("not_connected", attempts_text(fault.attempts), failure_values(fault))
        raise
    if verbose and arrival.way is not None:
        told = t("Connected by {way}.", way=candidate_words(arrival.way))
        await place.tell("path", told, {"address": str(arrival.way), "label": label(arrival.way)})
    return arrival


async def tell_proxy(place: Place, proxy: Proxy) -> None:
    """Say what is gone through, for it may take a while."""
    told = t("Going to the host through the proxy at {proxy}; through Tor that can take a minute.", proxy=proxy)
    await place.explain("proxy", told, proxy=str(proxy))


def attempts_text(attempts: tuple[Attempt, ...]) -> str:
    """A line for each address that was tried."""
    tried = [f"  {candidate_words(attempt.candidate)}: {_words(attempt)}" for attempt in attempts]
    return "\n".join([t("Tried:"), *tried] if tried else [t("This invite has no address that can be dialled.")])


def _words(attempt: Attempt) -> str:
    if attempt.code is None:
        return t(STEPS[attempt.step])
    return t("the proxy says: {words}", words=local(reply_words(attempt.code)))


def failure_values(fault: DialFailed) -> dict[str, Any]:
    """The same for programs, with the sentence that sums it up."""
    attempts = [
        {"address": str(one.candidate), "label": label(one.candidate), "step": one.step.name.lower()}
        | ({} if one.code is None else {"proxy_reply": one.code})
        for one in fault.attempts
    ]
    return {"step": fault.step.name.lower(), "sentence": local(str(fault)), "attempts": attempts}
