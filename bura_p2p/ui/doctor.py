"""`bura doctor`: what works of this computer's network, in plain words, and what to try where it does not.

Here: the command, and what each finding means for somebody who wants to host. Never: a packet (`net.checkup` looks).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

import trio

from ..net.addresses import label
from ..net.checkup import Checkup, check_up
from ..net.invite import Candidate
from ..net.portmap.outcome import INSTALL, Snag, Way, snag_of
from ..net.portmap.probe import Reply
from ..sentences import N_
from ..store import Store, has_store
from . import console
from .arguments import home_of, listen_at
from .inert import pad, wrapped
from .kept import speak_as_kept
from .machine import json_line
from .options import Home, JsonLines
from .reaching import kept_port, label_words
from .tongue import local, t

EARLIEST: Final = 1_767_225_600
"""2026-01-01: this program is younger, and so is every right clock."""
LATEST: Final = 4_102_444_800
"""2100-01-01."""
_SLACK: Final = 24 * 60 * 60
"""Seconds that the clock may be behind the last game without a word: time zones set by hand."""


class State(Enum):
    """How a finding is to be taken; `FAULT` means that nobody can host so."""

    FINE = "ok"
    HINT = "note"
    FAULT = "fault"


_STATES: Final = {State.FINE: N_("ok"), State.HINT: N_("note"), State.FAULT: N_("fault")}
STATE: Final = 6
"""Columns of a state's word, with the space after it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: `about` for programs, a sentence with the next step in it where there is one, `values`."""

    about: str
    state: State
    sentence: str
    values: dict[str, Any]


def doctor(*, port: int | None = None, json: JsonLines = False, home: Home = None) -> int:
    """Look at this computer's network, and say what works and what to try. Asks nobody but your own router.

    Ends with 0 where a friend on this network at least can join a game hosted here, else with 1.

    Parameters
    ----------
    port
        The port that you want to host at; else the one of last time.
    """
    _, wanted = listen_at(None, port)
    kept, last, running = _remembered(home_of(home))
    if not json:
        console.write_lines([t("Looking at this computer's network; that takes about five seconds ...")])
    found = trio.run(lambda: check_up(wanted or kept or 0, entropy=os.urandom))
    findings = list(diagnose(found, now=time.time(), last=last, running=running))
    for finding in findings:
        if json:
            told = {"event": finding.about, "state": finding.state.value, "sentence": finding.sentence}
            console.write_lines([json_line(told | finding.values)])
        else:
            console.write_lines(wrapped(_told(finding), indent=" " * STATE))
    return int(any(finding.state is State.FAULT for finding in findings))


def _told(finding: Finding) -> str:
    return pad(t(_STATES[finding.state]), STATE) + finding.sentence


def _remembered(folder: Path) -> tuple[int | None, float, bool]:
    """The port of last time, when the last game changed, and whether another bura is running; None and 0 without a
    store.
    """
    if not has_store(folder):
        return None, 0, False
    with Store.look(folder) as store:
        speak_as_kept(store)
        last = max((row.changed for row in store.games()), default=0)
        return kept_port(store.setting("port")), last, store.beside


def diagnose(found: Checkup, *, now: float, last: float, running: bool = False) -> Iterator[Finding]:
    """What was found, the summary last. `now` and `last`, when the last game changed, in seconds since 1970.

    `running`: another bura has the game store open, and may be the one that listens.
    """
    if running and found.port_fault is not None:
        found = replace(found, port_fault=None)
        busy = t(
            "Port: {port} is in use, it seems by the bura that is running; look again when it has ended.",
            port=found.port,
        )
        port = Finding("port", State.HINT, busy, {"port": found.port})
    else:
        port = _port(found)
    yield _clock(now, last)
    yield _addresses(found)
    yield port
    yield _router(found)
    yield from (_reply(reply) for reply in found.replies)
    yield _outside(found)
    yield _ipv6(found)
    yield _discovery(found)
    yield _summary(found)


def _clock(now: float, last: float) -> Finding:
    told = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(now))
    values = {"time": told}
    if not EARLIEST <= now < LATEST:
        sentence = t("Clock: {told} cannot be; set it, or invites will count as expired.", told=told)
        return Finding("clock", State.FAULT, sentence, values)
    if now + _SLACK < last:
        sentence = t("Clock: {told}, which is before your last game; set it if it is wrong.", told=told)
        return Finding("clock", State.HINT, sentence, values)
    return Finding("clock", State.FINE, t("Clock: {told}.", told=told), values)


def _addresses(found: Checkup) -> Finding:
    listed = [
        {"address": own.host, "label": label(own), "interface": found.interfaces.get(own.host)} for own in found.own
    ]
    values = {"addresses": listed}
    if not found.own:
        told = t("Addresses: none that a friend could reach; connect this computer to a network.")
        return Finding("addresses", State.FAULT, told, values)
    words = ", ".join(_address_words(found, own) for own in found.own)
    return Finding("addresses", State.FINE, t("Addresses: {words}.", words=words), values)


def _address_words(found: Checkup, own: Candidate) -> str:
    name = found.interfaces.get(own.host)
    leads = label_words(label(own))
    if name is None:
        return f"{own.host} ({leads})"
    return t("{host} at {name} ({leads})", host=own.host, name=name, leads=leads)


def _port(found: Checkup) -> Finding:
    values = {"port": found.port or None}
    if found.port_fault is not None:
        return Finding("port", State.FAULT, t("Port: {fault}", fault=local(found.port_fault)), values)
    if not found.port:
        told = t("Port: any free one; the first game that you host settles which.")
        return Finding("port", State.FINE, told, values)
    return Finding("port", State.FINE, t("Port: {port} is free; games wait there.", port=found.port), values)


def _router(found: Checkup) -> Finding:
    values = {"routers": [{"address": one.host, "interface": one.interface} for one in found.gateways]}
    if not found.gateways:
        told = t("Router: none; this computer has no way to the internet, and plays on its own network only.")
        return Finding("router", State.HINT, told, values)
    hosts = ", ".join(one.host for one in found.gateways)
    return Finding("router", State.FINE, t("Router: {hosts}.", hosts=hosts), values)


def _reply(reply: Reply) -> Finding:
    values = {
        "router": reply.gateway,
        "answers": reply.answers,
        "outside": None if reply.outside is None else str(reply.outside),
    }
    name = {Way.PCP: "pcp", Way.NAT_PMP: "nat-pmp", Way.UPNP: "upnp"}[reply.way]
    state = State.FINE if reply.answers else State.HINT
    return Finding(name, state, f"{reply.way.value}: {_reply_words(reply)}", values)


def _reply_words(reply: Reply) -> str:
    if reply.missing:
        return t("not tried, for its library is not installed; '{install}' brings it.", install=INSTALL)
    if not reply.answers:
        at = reply.gateway
        return t("no answer at {router}.", router=at) if at else t("no answer.")
    router = reply.gateway or t("the router")
    if reply.offline:
        return t("{router} answers, and says that it has no internet address of its own.", router=router)
    if reply.outside is None:
        return t("{router} answers; '{bura_host}' asks it to let a friend in.", router=router)
    return t(
        "{router} answers, and has the address {outside} outside; '{bura_host}' asks it for a port.",
        router=router, outside=reply.outside,
    )


def _outside(found: Checkup) -> Finding:
    """Whether IPv4 comes in at all, as far as the routers told."""
    told = [reply.outside for reply in found.replies if reply.outside is not None]
    snags = {snag_of(address) for address in told}
    offline = any(reply.offline for reply in found.replies)
    values = {"outside": [str(address) for address in dict.fromkeys(told)], "carrier_nat": _carrier(snags, offline)}
    if None in snags:
        sentence = t("IPv4 outside: {address}, an address of the internet.", address=told[0])
        return Finding("outside", State.FINE, sentence, values)
    if snags or offline:
        shown = (
            t("{address}, which is none of the internet", address=told[0]) if told else t("none of your router's own")
        )
        sentence = (
            t(
                "IPv4 outside: {shown}. Your provider uses carrier NAT, or there is a second router: nobody outside"
                " can come in by IPv4. Ask your provider for an address of your own, use IPv6 on both sides, let "
                "your friend host, or take an overlay network such as Tailscale.",
                shown=shown,
            )
        )
        return Finding("outside", State.HINT, sentence, values)
    if any(label(own) == "internet" for own in found.own):
        sentence = t("IPv4 outside: this computer has an internet address itself.")
        return Finding("outside", State.FINE, sentence, values)
    sentence = (
        t(
            "IPv4 outside: not known, since no router tells. Switch on UPnP, NAT-PMP or PCP in your router's "
            "settings, or forward the port by hand and host with --public HOST:PORT. Where the settings show an "
            "outer address that begins with 10., 192.168., 172.16. to 172.31. or 100.64. to 100.127., your provider"
            " uses carrier NAT."
        )
    )
    return Finding("outside", State.HINT, sentence, values)


def _carrier(snags: set[Snag | None], offline: bool) -> bool | None:
    """Whether there is carrier NAT (or a second router); None where nobody tells."""
    if None in snags:
        return False
    return True if snags or offline else None


def _ipv6(found: Checkup) -> Finding:
    wide = [own.host for own in found.own if label(own) == "internet-ipv6"]
    opens = any(reply.answers and reply.gateway and ip_address(reply.gateway).version == 6 for reply in found.replies)
    values = {"ipv6": wide, "pinhole": opens}
    if not wide:
        return Finding("ipv6", State.HINT, t("IPv6: no internet address; not every provider has it."), values)
    if opens:
        sentence = t("IPv6: {address}, and the router can let a friend in there (PCP).", address=wide[0])
        return Finding("ipv6", State.FINE, sentence, values)
    sentence = t(
        "IPv6: {address}. Whether your router lets a friend in there it does not tell; if not, allow incoming TCP "
        "to this computer and port in its IPv6 firewall.",
        address=wide[0],
    )
    return Finding("ipv6", State.FINE, sentence, values)


def _discovery(found: Checkup) -> Finding:
    values = {"multicast": found.multicast, "library": found.discovery}
    if not found.multicast:
        told = t("Local discovery: no multicast socket to be had; on this network send the invite instead.")
        return Finding("mdns", State.HINT, told, values)
    if not found.discovery:
        told = t("Local discovery: the library zeroconf is not installed; on this network send the invite instead.")
        return Finding("mdns", State.HINT, told, values)
    return Finding("mdns", State.FINE, t("Local discovery: possible (mDNS)."), values)


def _summary(found: Checkup) -> Finding:
    reach = _reach(found)
    return Finding(
        "summary", State.FAULT if reach == "nobody" else State.FINE, t(_SUMMARIES[reach]), {"reach": reach}
    )


def _reach(found: Checkup) -> str:
    """Who can join a game hosted here, as far as it can be known: `nobody`, `lan`, `maybe`, `internet`."""
    if not found.own or found.port_fault is not None:
        return "nobody"
    open_ipv4 = any(reply.outside is not None and snag_of(reply.outside) is None for reply in found.replies)
    if open_ipv4 or any(label(own) == "internet" for own in found.own):
        return "internet"
    return "maybe" if any(label(own) == "internet-ipv6" for own in found.own) else "lan"


_SUMMARIES: Final = {
    "nobody": N_("Nobody can join a game hosted here before that is put right. Joining a friend's game may work."),
    "lan": N_(
        "A friend on this network can join a game hosted here. One outside probably cannot: see above, or let your "
        "friend host; joining works from everywhere."
    ),
    "maybe": N_(
        "A friend on this network can join a game hosted here, and one outside who has IPv6, if your router lets "
        "them in."
    ),
    "internet": N_("A friend can join a game hosted here, also one outside if the router opens the port."),
}
