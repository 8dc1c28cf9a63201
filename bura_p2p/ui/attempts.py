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
from .place import Place
from .reaching import candidate_words

STEPS: Final = {
    Step.UNREACHABLE: "no way there",
    Step.TIMEOUT: "no answer",
    Step.REFUSED: "answers, and refuses",
    Step.NO_TLS: "answers, and closes at once",
    Step.OTHER_HOST: "somebody else answers",
    Step.VERSION: "another version of bura",
    Step.SILENT: "the host, but it does not go on",
    Step.INVITE: "the host, but it does not take this invite",
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
        told = f"Connected by {candidate_words(arrival.way)}."
        await place.tell("path", told, {"address": str(arrival.way), "label": label(arrival.way)})
    return arrival


async def tell_proxy(place: Place, proxy: Proxy) -> None:
    """Say what is gone through, for it may take a while."""
    told = f"Going to the host through the proxy at {proxy}; through Tor that can take a minute."
    await place.explain("proxy", told, proxy=str(proxy))


def attempts_text(attempts: tuple[Attempt, ...]) -> str:
    """A line for each address that was tried."""
    tried = [f"  {candidate_words(attempt.candidate)}: {_words(attempt)}" for attempt in attempts]
    return "\n".join(["Tried:", *tried] if tried else ["This invite has no address that can be dialled."])


def _words(attempt: Attempt) -> str:
    return STEPS[attempt.step] if attempt.code is None else f"the proxy says: {reply_words(attempt.code)}"


def failure_values(fault: DialFailed) -> dict[str, Any]:
    """The same for programs, with the sentence that sums it up."""
    attempts = [
        {"address": str(one.candidate), "label": label(one.candidate), "step": one.step.name.lower()}
        | ({} if one.code is None else {"proxy_reply": one.code})
        for one in fault.attempts
    ]
    return {"step": fault.step.name.lower(), "sentence": str(fault), "attempts": attempts}
