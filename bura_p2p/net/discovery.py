"""Tables on the local network: announced and found by multicast DNS (RFC 6762, 6763), with the library `zeroconf`.

What is found is what anybody on that network has sent: a hint where to ask, never trust. Each field is bounded here,
and made harmless where it is shown. No multicast, no library, another program in the way: then nothing is announced
or found, and nothing else fails.

Here: one announcement while it is wanted, a stream of tables that come and go, what a record must look like. Never: a
secret, a key, this computer's name; a connection to what was found.
"""

from __future__ import annotations

import logging
import queue
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_interface
from typing import TYPE_CHECKING, Any, Final

import trio

from ..errors import LocalError
from . import limits, timers
from .invite import Candidate, candidate_of
from .words import TABLE

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

SERVICE: Final = "_bura-p2p._tcp.local."
"""The type of the service. (Not registered with IANA.)"""
VERSION: Final = "1"
"""The version of what is announced."""

_AGAIN: Final = "1"
_TAG: Final = 4  # hex digits at the end of an instance's name
_INSTANCE: Final = re.compile(rf"(?:(.+)-)?[0-9a-f]{{{_TAG}}}", re.DOTALL)
_RULES: Final = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{limits.LAN_RULES - 1}}}")
_TTL: Final = 120  # seconds that others may remember what is announced
_LOOK: Final = 0.25  # seconds after which a thread looks whether it is still wanted

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Notice:
    """What a host tells the network: the short `table` id (4 bytes, fresh), the player's `name` ("" for none), the
    name of the `rules`, and where it listens. `again`: it waits for one player, to go on with a game.
    """

    table: bytes
    name: str
    rules: str
    candidates: tuple[Candidate, ...]
    again: bool = False

    @property
    def instance(self) -> str:
        """The name of the announcement: `<name>-<4 hex>`, or the four digits alone; at most 45 bytes."""
        name = "".join(c if c.isprintable() and c != "." else " " for c in self.name)
        bounded = " ".join(name.encode("utf-8", "ignore")[: limits.LAN_NAME].decode("utf-8", "ignore").split())
        return "-".join(part for part in (bounded, self.table.hex()[:_TAG]) if part)

    @property
    def text(self) -> dict[str, str]:
        """The key and value pairs of its TXT record."""
        return {"v": VERSION, "id": self.table.hex(), "g": self.rules} | ({"r": _AGAIN} if self.again else {})


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that somebody announces. `key` tells it from others; `table` is its id (4 bytes); `name` is what the
    host calls itself ("" for nothing): at most 40 bytes of text that are to be made harmless before they are shown;
    `rules` holds small letters, digits and hyphens; `candidates` 1 to 8 addresses of the local network. `again`: a
    game goes on there, and there is no seat for anybody else.
    """

    key: str
    table: bytes
    name: str
    rules: str
    candidates: tuple[Candidate, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Closed:
    """The table of this `key` is announced no more."""

    key: str


# --- records ---------------------------------------------------------------------------------------------------


def read_table(
    key: str,
    port: int | None,
    text: Mapping[bytes, bytes | None],
    addresses: Iterable[str],
    near: Sequence[Network],
) -> OpenTable | None:
    """The table that a record tells of, or None for anything that no host of this version sends.

    `key` is the full name of the instance. Addresses count when they are private ones, or within `near`, the networks
    that this computer is on: nothing announced leads out of the local network, or to this computer's own loopback.
    """
    match = _INSTANCE.fullmatch(key.removesuffix("." + SERVICE))
    name, rules, table = ("" if match is None else match[1] or ""), _value(text, b"g"), _value(text, b"id")
    if match is None or _value(text, b"v") != VERSION or not _RULES.fullmatch(rules):
        return None
    if not re.fullmatch(rf"[0-9a-f]{{{2 * TABLE}}}", table) or len(name.encode("utf-8", "replace")) > limits.LAN_NAME:
        return None
    found: dict[Candidate, None] = {}
    for address in addresses:
        candidate = _usable(address, port or 0, near)
        if candidate is not None and len(found) < limits.CANDIDATES:
            found[candidate] = None
    ordered = sorted(found, key=lambda candidate: not _within(candidate, near))
    again = _value(text, b"r") == _AGAIN
    return OpenTable(key, bytes.fromhex(table), name, rules, tuple(ordered), again) if ordered else None


def _value(text: Mapping[bytes, bytes | None], key: bytes) -> str:
    """A value of a TXT record; empty where it is missing or no ASCII."""
    try:
        return (text.get(key) or b"").decode("ascii")
    except UnicodeDecodeError:
        return ""


def _usable(text: str, port: int, near: Sequence[Network]) -> Candidate | None:
    try:
        address = ip_address(text)
        candidate = candidate_of(text, port)
    except (ValueError, LocalError):
        return None
    # An IPv4 address in the form of IPv6 would be this computer's own, or another network's, under another name.
    disguised = isinstance(address, IPv6Address) and address.ipv4_mapped is not None
    if disguised or address.is_link_local or (address.version == 4 and address.is_reserved):
        return None
    leads_out = (address.is_global or address.is_loopback) and not _within(candidate, near)
    return candidate if 0 < port < 2**16 and not leads_out else None


def _within(candidate: Candidate, near: Sequence[Network]) -> bool:
    address = ip_address(candidate.host)
    return any(address in network for network in near)


# --- announcing ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def announced(notice: Notice, *, interfaces: Sequence[str] | None = None) -> AsyncIterator[None]:
    """Announce a table while the block runs. Nothing here waits for the network, and nothing fails.

    `interfaces` are addresses of this computer to announce at, None for all of them. The announcement is taken back
    when the block ends; when that is by an exception, it has a moment to go out first.
    """
    over, gone = threading.Event(), trio.Event()
    _thread(gone.set, _hold, over, notice, interfaces)
    try:
        yield
    except BaseException:
        over.set()
        with trio.move_on_after(timers.TAKE_BACK, shield=True):
            await gone.wait()
        raise
    finally:
        over.set()


def _hold(over: threading.Event, notice: Notice, interfaces: Sequence[str] | None) -> None:
    """Announce until `over`; runs in a thread."""
    from zeroconf import ServiceInfo  # noqa: PLC0415  a game within one computer needs it not, and others do without

    service = _open(interfaces)
    try:
        addresses = [c.address for c in notice.candidates if isinstance(c.address, bytes)]
        info = ServiceInfo(
            SERVICE,
            f"{notice.instance}.{SERVICE}",
            addresses=addresses,
            port=notice.candidates[0].port,
            properties=notice.text,
            server=f"bura-{notice.table.hex()}.local.",  # not the name of this computer
            host_ttl=_TTL,
            other_ttl=_TTL,
        )
        service.register_service(info)
        over.wait()
    finally:
        service.close()


# --- finding ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def tables_nearby(
    *, interfaces: Sequence[str] | None = None
) -> AsyncIterator[trio.MemoryReceiveChannel[OpenTable | Closed]]:
    """Look for tables while the block runs: the channel gives each one found, again when it changes, and when it is
    closed. It never ends by itself, and stays silent where nothing can be found. `interfaces`: see `announced`.
    """
    over = threading.Event()
    send, receive = trio.open_memory_channel[OpenTable | Closed](limits.LAN_TABLES)
    token = trio.lowlevel.current_trio_token()

    def deliver(news: OpenTable | Closed) -> None:
        with suppress(trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            send.send_nowait(news)

    def tell(news: OpenTable | Closed) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(deliver, news)

    _thread(lambda: None, _watch, over, tell, interfaces)
    try:
        with send, receive:
            yield receive
    finally:
        over.set()


def _watch(
    over: threading.Event, tell: Callable[[OpenTable | Closed], None], interfaces: Sequence[str] | None
) -> None:
    """Browse until `over`; runs in a thread. The library's own thread only notes names."""
    from zeroconf import ServiceBrowser, ServiceStateChange  # noqa: PLC0415  as above

    names: queue.Queue[tuple[str, bool]] = queue.Queue(limits.LAN_NAMES)

    def note(*, name: str, state_change: ServiceStateChange, **_: object) -> None:
        with suppress(queue.Full):
            names.put_nowait((name, state_change is ServiceStateChange.Removed))

    service, near, known = _open(interfaces), _networks(interfaces), dict[str, OpenTable]()
    try:
        browser = ServiceBrowser(service, SERVICE, handlers=[note])
        while not over.is_set():
            with suppress(queue.Empty):
                _look(service, near, known, tell, *names.get(timeout=_LOOK))
        browser.cancel()
    finally:
        service.close()


def _look(
    service: Zeroconf,
    near: Sequence[Network],
    known: dict[str, OpenTable],
    tell: Callable[[OpenTable | Closed], None],
    name: str,
    removed: bool,
) -> None:
    """See what became of one name, and tell what is new."""
    found = None if removed else _resolved(service, name, near)
    if found is None:
        if known.pop(name, None) is not None:
            tell(Closed(name))
    elif known.get(name) != found and (name in known or len(known) < limits.LAN_TABLES):
        known[name] = found
        tell(found)


def _resolved(service: Zeroconf, name: str, near: Sequence[Network]) -> OpenTable | None:
    from zeroconf import IPVersion, ServiceInfo  # noqa: PLC0415  as above

    try:
        info: ServiceInfo = ServiceInfo(SERVICE, name)
        complete = info.load_from_cache(service) or info.request(service, timers.RESOLVE * 1000)
        if not complete or len(info.text) > limits.LAN_TEXT:
            return None
        return read_table(name, info.port, info.properties, info.parsed_addresses(IPVersion.All), near)
    except Exception:  # noqa: BLE001  a stranger's record, whatever the library makes of it
        return None


# --- threads and sockets ---------------------------------------------------------------------------------------


def _thread(ended: Callable[[], object], work: Callable[..., None], *arguments: Any) -> None:
    """Run `work` in a thread of its own that holds nothing up; `ended` is called in trio's thread afterwards."""
    token = trio.lowlevel.current_trio_token()

    def run() -> None:
        try:
            work(*arguments)
        except Exception:  # noqa: BLE001, S110  no multicast, no library: then there is no discovery
            pass
        finally:
            with suppress(trio.RunFinishedError):
                token.run_sync_soon(ended)

    threading.Thread(target=run, daemon=True, name=f"discovery{work.__name__}").start()


def _open(interfaces: Sequence[str] | None) -> Zeroconf:
    """The library's service, on IPv4 and IPv6 or on what there is; it logs nothing that a stranger has sent."""
    from zeroconf import InterfaceChoice, IPVersion, Zeroconf  # noqa: PLC0415  as above

    log = logging.getLogger("zeroconf")
    log.addHandler(logging.NullHandler())
    log.propagate = False
    chosen = InterfaceChoice.All if interfaces is None else list(interfaces)
    try:
        service = Zeroconf(chosen, ip_version=_version(interfaces))
    except Exception:  # noqa: BLE001  several kinds, where a family is missing
        service = Zeroconf(chosen, ip_version=IPVersion.V4Only)
    if service.loop is not None:
        service.loop.call_soon_threadsafe(service.loop.set_exception_handler, lambda *_: None)
    return service


def _version(interfaces: Sequence[str] | None) -> Any:
    from zeroconf import IPVersion  # noqa: PLC0415  as above

    versions = {4, 6} if interfaces is None else {ip_address(interface).version for interface in interfaces}
    return IPVersion.All if versions == {4, 6} else IPVersion.V4Only if versions == {4} else IPVersion.V6Only


def _networks(interfaces: Sequence[str] | None) -> list[Network]:
    """The networks that this computer is on, or those of `interfaces` only; loopback only where it is asked for."""
    import ifaddr  # noqa: PLC0415  comes with zeroconf

    found: list[Network] = []
    for adapter in ifaddr.get_adapters():
        for held in adapter.ips:
            text = held.ip if isinstance(held.ip, str) else held.ip[0]
            wanted = not ip_address(text).is_loopback if interfaces is None else text in interfaces
            if wanted:
                found.append(ip_interface(f"{text}/{held.network_prefix}").network)
    return found
