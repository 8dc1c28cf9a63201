"""A real miniupnpd on a home's router: PCP, NAT-PMP and UPnP, with nft rules of its own.

Here: its configuration, and what it has opened. Never: a router in Python (`tests.support.router`).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from tests.netns.worlds import Home

DAEMON = shutil.which("miniupnpd")

_RULES = """
add chain inet home miniupnpd
add rule inet home c_forward jump miniupnpd
add chain inet home prerouting_miniupnpd
add chain inet home postrouting_miniupnpd
add chain inet home c_pre { type nat hook prerouting priority dstnat; }
add rule inet home c_pre jump prerouting_miniupnpd
add rule inet home c_post jump postrouting_miniupnpd
"""
"""Its chains, called from those of the home's own table: a pinhole is no use before the policy of another table."""

_CONFIGURATION = """
ext_ifname=wan0
listening_ip=lan0
enable_natpmp={pcp}
enable_upnp={upnp}
secure_mode=yes
uuid=8d2a9c3e-8e4f-4c7e-a2a7-1d2f3a4b5c6d
upnp_table_name=home
upnp_nat_table_name=home
upnp_forward_chain=miniupnpd
upnp_nat_chain=prerouting_miniupnpd
upnp_nat_postrouting_chain=postrouting_miniupnpd
min_lifetime=120
max_lifetime=86400
allow 1024-65535 192.168.1.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
"""


@dataclass(frozen=True)
class Opening:
    """The router of `home`, with a miniupnpd that runs."""

    home: Home

    def ports(self) -> list[int]:
        """The ports that it has opened now: by translation, or through the firewall."""
        listed = self.home.router.run("nft", "list", "table", "inet", "home")
        chains = re.findall(r"chain (?:prerouting_)?miniupnpd \{(.*?)\}", listed, re.DOTALL)
        return sorted({int(port) for chain in chains for port in re.findall(r"dport (\d+)", chain)})


def opening(home: Home, folder: Path, *, pcp: bool = True, upnp: bool = True) -> Opening:
    """Start miniupnpd on the router of `home`; it ends with the world. `pcp` stands for NAT-PMP as well."""
    words = {True: "yes", False: "no"}
    configuration = folder / "miniupnpd.conf"
    configuration.write_text(_CONFIGURATION.format(pcp=words[pcp], upnp=words[upnp]))
    home.router.nft(_RULES)
    command = [str(DAEMON), "-d", "-f", str(configuration), "-P", str(folder / "miniupnpd.pid")]
    with (folder / "miniupnpd.log").open("wb") as log:
        home.router.start(*command, stdout=log, stderr=subprocess.STDOUT)
    _until_it_listens(home, 5351 if pcp else 1900)
    return Opening(home)


def _until_it_listens(home: Home, port: int) -> None:
    for _ in range(200):
        if f":{port} " in home.router.run("ss", "-lnu"):
            return
        time.sleep(0.05)
    raise TimeoutError("miniupnpd does not listen")
