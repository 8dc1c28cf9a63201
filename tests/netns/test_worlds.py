"""The worlds are what they say: who reaches whom, which port a router lets out, how much is lost."""

from __future__ import annotations

import subprocess

import pytest

from tests.netns.worlds import PLAIN, SYMMETRIC, Lan, Space, World, home, internet, same_lan

pytestmark = pytest.mark.netns

CONNECT = """
import socket
with socket.socket({family}) as s:
    s.settimeout({patience})
    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    s.bind(("", 40001))
    try:
        s.connect(({there!r}, 40000))
    except OSError as error:
        print(type(error).__name__)
    else:
        print(s.recv(100).decode())
"""

SERVE = """
import socket
with socket.create_server(("", 40000), family=socket.AF_INET6, dualstack_ipv6=True) as door:
    print("open", flush=True)
    while True:
        s, peer = door.accept()
        s.sendall(str(peer[1]).encode())
        s.close()
"""

COUNT = """
import socket
with socket.socket(type=socket.SOCK_DGRAM) as s:
    s.bind(("", 40000))
    print("open", flush=True)
    s.recv(10)  # the first comes for certain
    s.settimeout(0.5)
    got = 0
    try:
        while True:
            got += s.recv(10) == b"x"
    except TimeoutError:
        print(got)
"""

SEND = """
import socket, time
with socket.socket(type=socket.SOCK_DGRAM) as s:
    for _ in range(50):
        s.sendto(b"", ("192.168.1.11", 40000))
    for _ in range({number}):
        s.sendto(b"x", ("192.168.1.11", 40000))
        time.sleep(0.0005)
"""


def served(space: Space) -> None:
    """Tell everybody who connects to port 40000 the port they come from."""
    started = space.start("python3", "-c", SERVE, stdout=subprocess.PIPE)
    with started.stdout:
        assert started.stdout.readline() == b"open\n"


def reach(space: Space, there: str, patience: float = 5) -> str:
    """From port 40001 of `space` to port 40000 of `there`: the port seen there, or how it failed."""
    family = "socket.AF_INET6" if ":" in there else "socket.AF_INET"
    return space.python(CONNECT.format(family=family, there=there, patience=patience)).strip()


def fails(space: Space, there: str) -> bool:
    return reach(space, there, 0.5) in ("TimeoutError", "OSError")


def test_a_lan(world: World) -> None:
    lan = same_lan(world)
    served(lan.host)
    assert reach(lan.guest, "192.168.1.10") == "40001"
    assert reach(lan.guest, "fd00::10") == "40001"
    lan.cut()
    assert fails(lan.guest, "192.168.1.10")
    lan.mend()
    lan.host.move("eth0", "192.168.1.77/24")
    assert reach(lan.guest, "192.168.1.77") == "40001"


@pytest.mark.parametrize("carrier", [None, PLAIN])
def test_a_home_lets_out_and_not_in(world: World, carrier: str | None) -> None:
    net = internet(world)
    one, two = home(world, net, 1, carrier=carrier, v6=carrier is None), home(world, net, 2, v6=True)
    served(net)
    served(two.player)
    assert reach(one.player, "203.0.113.1") == "40001"
    assert fails(one.player, two.public)
    if carrier is None:
        assert reach(one.player, "2001:db8:ffff:2::1") == "40001"
        assert fails(one.player, two.v6)


def test_a_symmetric_router_changes_the_port(world: World) -> None:
    net = internet(world)
    one = home(world, net, 1, nat=SYMMETRIC)
    served(net)
    seen = {reach(one.player, "198.51.100.1") for _ in range(3)}
    assert all(port.isdigit() for port in seen)
    assert seen != {"40001"}


def test_a_lossy_line(world: World) -> None:
    lan = same_lan(world)
    lan.guest.lose(20)
    assert 250 < arrived(lan, 400) < 370
    lan.guest.lose(0)
    assert arrived(lan, 100) == 100


def arrived(lan: Lan, sent: int) -> int:
    """How many datagrams from the host reach the guest."""
    started = lan.guest.start("python3", "-c", COUNT, stdout=subprocess.PIPE)
    with started.stdout:
        assert started.stdout.readline() == b"open\n"
        lan.host.python(SEND.format(number=sent))
        return int(started.stdout.read())


def test_a_world_leaves_nothing(world: World) -> None:
    with World() as other:
        space = other.space("gone")
        started = space.start("sleep", "1000")
    assert started.wait(10) == -9
    assert space.name not in world.space("one").run("ip", "netns", "list")


def test_cutting_a_cable_keeps_the_routes(world: World) -> None:
    net = internet(world)
    one = home(world, net, 1)
    served(net)
    one.cut()
    assert fails(one.player, "198.51.100.1")
    one.mend()
    assert reach(one.player, "198.51.100.1") == "40001"
