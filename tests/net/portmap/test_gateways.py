"""Default gateways, out of what three systems print."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura_p2p.net.portmap.gateways import Gateway, find_gateways, parse_linux, parse_netstat

LINUX = """\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t0002A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
tun0\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0
tun0\t00000000\t0100080A\t0003\t0\t0\t0\t00000080\t0\t0\t0
down0\t00000000\t0103A8C0\t0002\t0\t0\t0\t00000000\t0\t0\t0
"""
LINUX6 = """\
2001067c000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 \
00000100 00000001 00000000 00000001     eth0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 \
00000400 00000003 00000000 00450003     eth0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 \
ffffffff 00000001 00000000 00200200       lo
"""
MACOS = """\
Routing tables

Internet:
Destination        Gateway            Flags               Netif Expire
default            192.168.1.1        UGScg                 en0
default            link#20            UCSIg             bridge100
127                127.0.0.1          UCS                   lo0
192.168.1.1/32     link#11            UCS                   en0      !

Internet6:
Destination                             Gateway                                 Flags               Netif Expire
default                                 fe80::1%en0                             UGcg                  en0
default                                 fe80::%utun0                            UGcIg               utun0
::1                                     ::1                                     UHL                   lo0
"""
WINDOWS = """\
===========================================================================
Interface List
 12...00 11 22 33 44 55 ......Intel(R) Wi-Fi 6
===========================================================================

IPv4 Route Table
===========================================================================
Active Routes:
Network Destination        Netmask          Gateway       Interface  Metric
          0.0.0.0          0.0.0.0      192.168.1.1    192.168.1.23     35
          0.0.0.0          0.0.0.0         On-link       10.8.0.2      5
        127.0.0.0        255.0.0.0         On-link         127.0.0.1    331
===========================================================================
Persistent Routes:
  None

IPv6 Route Table
===========================================================================
Active Routes:
 If Metric Network Destination      Gateway
 12    291 ::/0                     fe80::1
  1    331 ::1/128                  On-link
===========================================================================
"""


@pytest.mark.skipif(sys.byteorder != "little", reason="the sample is of a machine of this order")
def test_linux() -> None:
    assert parse_linux(LINUX, LINUX6) == (
        Gateway("192.168.2.1", "eth0"),
        Gateway("192.168.1.1", "wlan0"),
        Gateway("fe80::1", "eth0"),
    )


def test_macos() -> None:
    assert parse_netstat(MACOS) == (Gateway("192.168.1.1", "en0"), Gateway("fe80::1", "en0"))


def test_windows() -> None:
    assert parse_netstat(WINDOWS) == (Gateway("192.168.1.1"), Gateway("fe80::1", "12"))


def test_the_address_of_a_socket() -> None:
    assert Gateway("192.168.1.1").where() == ("192.168.1.1", 5351)
    assert Gateway("2a00::1").where() == ("2a00::1", 5351, 0, 0)
    assert Gateway("fe80::1", "12").where() == ("fe80::1", 5351, 0, 12)
    with pytest.raises(OSError, match="no interface"):
        Gateway("fe80::1", "no-such-interface").where()


WORDS = ("default", "0", "00", "::/0", "0.0.0.0", "fe80::1", "00000000", "1", "%", "\n")  # noqa: S104


@given(st.text(max_size=300), st.lists(st.sampled_from(WORDS)))
def test_other_texts_are_no_gateways_and_no_errors(text: str, words: list[str]) -> None:
    for sample in (text, " ".join(words), "\t".join(words)):
        parse_netstat(sample)
        parse_linux(sample, sample)


async def test_this_computer() -> None:
    found = await find_gateways()
    assert len(found) <= 6
    assert [gateway.version for gateway in found] == sorted(gateway.version for gateway in found)
