"""Small internets in one Linux kernel: network namespaces, virtual cables, home routers with nft rules.

    pytest -m netns -n 4 --dist load --maxschedchunk 1

as root; they wait more than they work, hence four at a time.

Here: `World` and what is built in one; everything is gone when its block ends, also after a failure, and names are
unique, so that several test runs may go on beside each other. Never: the machine's own network, a packet that leaves.

Addresses are of the documentation ranges (RFC 5737, RFC 3849). Both homes use 192.168.1.0/24, as in life.
"""

from __future__ import annotations

import functools
import itertools
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.processes import Bura

PREFIX = "bura"
_NUMBERS = itertools.count(1)

NETWORKS = {1: "198.51.100", 2: "203.0.113", 3: "192.0.2"}
"""The first three numbers of the public address of each home."""
HOME_V4 = "192.168.1"
PLAYER, GATEWAY = 10, 1
"""The last number of a player's address in its home, and of the router's."""


class Refused(RuntimeError):  # noqa: N818  what the kernel or a tool says
    """A tool said no; the message is its own words."""


def tool(*command: str, text: str | None = None) -> str:
    """Run a command to its end; its output. Raises `Refused`."""
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Refused(f"{' '.join(command)}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


@functools.cache
def why_not() -> str | None:
    """Why no world can be made here, in one sentence; None where one can."""
    if sys.platform != "linux":
        return "network namespaces are a thing of Linux"
    if os.geteuid() != 0:
        return "making network namespaces takes root"
    missing = [name for name in ("ip", "nft") if shutil.which(name) is None]
    if missing:
        return f"there is no {' and no '.join(missing)} here (packages iproute2, nftables)"
    try:
        with World() as world:
            one, other = world.space("one"), world.space("other")
            world.cable(one, "eth0", other, "eth0")
            one.nft(_PROBE)
    except Refused as fault:
        return f"the kernel refuses: {fault}"
    return None


class World:
    """Namespaces that live as long as the block: `with World() as world`."""

    def __init__(self) -> None:
        self._name = f"{PREFIX}{os.getpid()}-{next(_NUMBERS)}"
        self._spaces: list[Space] = []
        self._running: list[Bura] = []
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        _sweep()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._started:
            process.kill()
            process.wait()
        for player in self._running:
            player.close()
        for space in self._spaces:
            space.end()

    def space(self, name: str) -> Space:
        """A new namespace: a computer, a router, a switch."""
        space = Space(self, f"{self._name}-{name}")
        self._spaces.append(space)
        return space

    def cable(self, one: Space, one_port: str, other: Space, other_port: str) -> None:
        """A cable between two namespaces; both its ends are up."""
        tool(
            *("ip", "link", "add", one_port, "netns", one.name, "type", "veth"),
            *("peer", "name", other_port, "netns", other.name),
        )
        one.up(one_port)
        other.up(other_port)

    def switch(self, name: str) -> Space:
        """A switch: what `plug` connects to it is on one LAN, multicast included."""
        space = self.space(name)
        space.ip("link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        space.up("br0")
        return space

    def plug(self, computer: Space, port: str, switch: Space) -> str:
        """Connect a computer's port to a switch; the name of the switch's own end."""
        far = f"p{next(_NUMBERS)}"
        self.cable(computer, port, switch, far)
        switch.ip("link", "set", far, "master", "br0")
        return far

    def own(self, process: Bura | subprocess.Popen[bytes]) -> None:
        """Note a process that ends with this world."""
        if isinstance(process, Bura):
            self._running.append(process)
        else:
            self._started.append(process)


class Space:
    """One namespace; made by `World.space`."""

    def __init__(self, world: World, name: str) -> None:
        self.name = name
        self._world = world
        tool("ip", "netns", "add", name)
        self.set("net/ipv6/conf/default/accept_dad", "0")  # addresses can be used at once
        self.up("lo")

    def __repr__(self) -> str:
        return f"Space({self.name})"

    @property
    def inside(self) -> tuple[str, ...]:
        """What to put before a command so that it runs in here."""
        return ("ip", "netns", "exec", self.name)

    def run(self, *command: str, text: str | None = None) -> str:
        """Run a command in here to its end; its output. Raises `Refused`."""
        return tool(*self.inside, *command, text=text)

    def python(self, code: str) -> str:
        """Run some Python in here to its end; its output."""
        return self.run(sys.executable, "-c", code)

    def start(self, *command: str, **options: Any) -> subprocess.Popen[bytes]:
        """Start a command in here; whatever still runs when the world ends is killed."""
        process = subprocess.Popen([*self.inside, *command], **options)
        self._world.own(process)
        return process

    def bura(self, *arguments: str, home: Path, **options: Any) -> Bura:
        """Start `bura` in here, with its pipes; it ends with the world at the latest."""
        process = Bura(*arguments, home=home, within=self.inside, **options)
        self._world.own(process)
        return process

    def ip(self, *arguments: str) -> str:
        """`ip` on this namespace."""
        return tool("ip", "-n", self.name, *arguments)

    def nft(self, rules: str) -> None:
        """Load nft rules."""
        self.run("nft", "-f", "-", text=rules)

    def set(self, key: str, value: str) -> None:
        """Set a kernel parameter, e.g. `net/ipv4/ip_forward`."""
        self.run("sh", "-c", f"echo {value} > /proc/sys/{key}")

    def forward(self) -> None:
        """Pass on what is for others: be a router."""
        self.set("net/ipv4/ip_forward", "1")
        self.set("net/ipv6/conf/all/forwarding", "1")

    def address(self, port: str, *addresses: str) -> None:
        """Give a port addresses, each with its prefix length. They can be used at once."""
        for address in addresses:
            self.ip("address", "add", address, "dev", port, *(("nodad",) if ":" in address else ()))

    def route(self, via: str, to: str = "default") -> None:
        """Send what goes `to` there by `via`."""
        self.ip("route", "replace", to, "via", via)

    def up(self, port: str) -> None:
        """Put a port into use."""
        self.ip("link", "set", port, "up")

    def down(self, port: str) -> None:
        """Pull the cable out of a port."""
        self.ip("link", "set", port, "down")

    def move(self, port: str, address: str, via: str | None = None) -> None:
        """A new address for the old ones of a port, as after a new lease; `via` is the router, if there is one."""
        self.ip("address", "flush", "dev", port, "scope", "global")
        self.address(port, address)
        self.ip("route", "replace", "default", *(("dev", port) if via is None else ("via", via)))

    def lose(self, percent: int) -> None:
        """Lose so many of the packets that come in, at random; 0 loses none any more."""
        self.nft("table inet lossy {}\ndelete table inet lossy\n")
        if percent:
            self.nft(_LOSSY.format(percent=percent))

    def lost(self) -> int:
        """How many packets that has cost so far."""
        (counted,) = re.findall(r"packets (\d+)", self.run("nft", "list", "table", "inet", "lossy"))
        return int(counted)

    def end(self) -> None:
        """Kill what runs in here, and remove it."""
        for process in tool("ip", "netns", "pids", self.name).split():
            subprocess.run(["kill", "-KILL", process], capture_output=True, check=False)
        tool("ip", "netns", "delete", self.name)


def _sweep() -> None:
    """Remove what a test run that was killed has left behind."""
    for line in tool("ip", "netns", "list").splitlines():
        name = line.split()[0]
        owner = name.removeprefix(PREFIX).partition("-")[0]
        if name.startswith(PREFIX) and owner.isdigit() and not Path(f"/proc/{owner}").exists():
            # another run may be sweeping as well
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


_ROUTER = """
table inet home {{
  chain c_post {{
    type nat hook postrouting priority srcnat;
    oifname "wan0" meta nfproto ipv4 {masquerade}
  }}
  chain c_forward {{
    type filter hook forward priority filter; policy drop;
    iifname "lan0" accept
    ct state established,related accept
    ct status dnat accept
  }}
  chain c_input {{
    type filter hook input priority filter; policy drop;
    iifname != "wan0" accept
    icmpv6 type {{ nd-neighbor-solicit, nd-neighbor-advert, nd-router-advert }} accept
    ct state established,related accept
  }}
}}
"""
"""A home router: IPv4 behind one address, IPv6 with a stateful firewall; nothing comes in uninvited."""

_LOSSY = """
table inet lossy {{
  chain c_input {{
    type filter hook input priority -300;
    iifname != "lo" numgen random mod 100 < {percent} counter drop
  }}
}}
"""

_PROBE = "table ip probe { chain c_post { type nat hook postrouting priority 100; masquerade; }; }"

PLAIN, SYMMETRIC = "masquerade", "masquerade fully-random"
"""How a router translates: keeping the port where it can, or with another port for every connection."""


@dataclass(frozen=True)
class Home:
    """One player's place. `public` is the IPv4 address that the internet sees; `v6` the player's IPv6 address.

    `router` has the ports `lan0` and `wan0`; the player's port is `eth0`. `carrier` is the provider's router, where
    it translates once more.
    """

    player: Space
    router: Space
    carrier: Space | None
    public: str
    v6: str

    def cut(self) -> None:
        """Pull the cable between player and router, at the router's end."""
        self.router.down("lan0")

    def mend(self) -> None:
        """Put it back in."""
        self.router.up("lan0")


@dataclass(frozen=True)
class Lan:
    """Two players on one LAN: `host` at 192.168.1.10, `guest` at 192.168.1.11, each with the port `eth0`.

    `ports` are the switch's ends of their cables, in this order.
    """

    host: Space
    guest: Space
    switch: Space
    ports: tuple[str, str]

    def cut(self) -> None:
        """Pull both cables."""
        for port in self.ports:
            self.switch.down(port)

    def mend(self) -> None:
        """Put them back in."""
        for port in self.ports:
            self.switch.up(port)


def same_lan(world: World) -> Lan:
    """Two computers at one switch, without a router."""
    switch = world.switch("switch")
    host, guest = world.space("host"), world.space("guest")
    ports = (world.plug(host, "eth0", switch), world.plug(guest, "eth0", switch))
    host.address("eth0", f"{HOME_V4}.10/24", "fd00::10/64")
    guest.address("eth0", f"{HOME_V4}.11/24", "fd00::11/64")
    for space in (host, guest):
        # no way out of this LAN; but multicast and the search for one's own address need a route
        space.ip("route", "add", "default", "dev", "eth0")
    return Lan(host, guest, switch, ports)


def internet(world: World) -> Space:
    """The middle, to which `home` connects."""
    space = world.space("net")
    space.forward()
    return space


def home(
    world: World,
    net: Space,
    number: int,
    *,
    nat: str = PLAIN,
    carrier: str | None = None,
    v4: bool = True,
    v6: bool = False,
    network: str | None = None,
) -> Home:
    """A home on the internet, `number` 1 to 3: a player behind a router.

    `nat` is how the router translates, `carrier` how the provider does once more (None: it does not, and the router
    has the public address itself); `v4` and `v6` are what the home has. `network` is the first three numbers of the
    public address, for a test that wants one outside the documentation ranges.
    """
    player, router = world.space(f"player{number}"), world.space(f"router{number}")
    world.cable(router, "lan0", player, "eth0")
    _make_router(router, nat)
    provider = None if carrier is None else world.space(f"carrier{number}")
    if provider is not None and carrier is not None:
        _make_router(provider, carrier)
        world.cable(provider, "lan0", router, "wan0")
    world.cable(provider or router, "wan0", net, f"home{number}")
    made = Home(player, router, provider, f"{network or NETWORKS[number]}.2", f"2001:db8:{number}::{PLAYER}")
    if v4:
        _wire_v4(made, net, f"home{number}")
    if v6:
        _wire_v6(made, net, number)
    return made


def open_home(world: World, net: Space, number: int) -> Space:
    """A player with a public IPv4 address and nothing before it: whoever dials gets through."""
    player = world.space(f"player{number}")
    world.cable(player, "eth0", net, f"home{number}")
    net.address(f"home{number}", f"{NETWORKS[number]}.1/24")
    player.address("eth0", f"{NETWORKS[number]}.2/24")
    player.route(f"{NETWORKS[number]}.1")
    return player


def _make_router(space: Space, nat: str) -> None:
    space.forward()
    space.nft(_ROUTER.format(masquerade=nat))


def _wire_v4(home: Home, net: Space, port: str) -> None:
    gateway = home.public.rpartition(".")[0] + ".1"
    net.address(port, f"{gateway}/24")
    home.router.address("lan0", f"{HOME_V4}.{GATEWAY}/24")
    home.player.address("eth0", f"{HOME_V4}.{PLAYER}/24")
    home.player.route(f"{HOME_V4}.{GATEWAY}")
    outer = home.carrier or home.router
    outer.address("wan0", f"{home.public}/24")
    outer.route(gateway)
    if home.carrier is not None:
        home.carrier.address("lan0", "100.64.0.1/24")
        home.router.address("wan0", "100.64.0.2/24")
        home.router.route("100.64.0.1")


def _wire_v6(home: Home, net: Space, number: int) -> None:
    """Each home has a /64 of its own; nothing is translated."""
    inner, outer = f"2001:db8:{number}:", f"2001:db8:ffff:{number}:"
    home.router.address("lan0", f"{inner}:{GATEWAY}/64")
    home.player.address("eth0", f"{home.v6}/64")
    home.player.route(f"{inner}:{GATEWAY}")
    net.address(f"home{number}", f"{outer}:1/64")
    home.router.address("wan0", f"{outer}:2/64")
    home.router.route(f"{outer}:1")
    net.route(f"{outer}:2", f"{inner}:/64")
