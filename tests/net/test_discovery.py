"""Tables on the local network: what a record must look like, and two real announcers and browsers on loopback."""

from __future__ import annotations

import socket
from ipaddress import ip_network

import pytest
import trio

from bura_p2p.net import limits
from bura_p2p.net.discovery import SERVICE, Closed, Notice, OpenTable, announced, read_table, tables_nearby
from bura_p2p.net.invite import candidate_of
from bura_p2p.rules.builtin import RULESETS
from tests.net.helpers import LOOPBACK, PATIENCE
from tests.store.helpers import child
from tests.support.multicast import multicast_works

TABLE = bytes.fromhex("6162cdef")
NEAR = (ip_network("192.168.1.0/24"), ip_network("2001:db8:5::/64"))
TEXT: dict[bytes, bytes | None] = {b"v": b"1", b"id": b"6162cdef", b"g": b"georgian"}
KEY = f"Nino-6162.{SERVICE}"

# --- records ---------------------------------------------------------------------------------------------------


def notice(name: str = "Nino", address: str = LOOPBACK, port: int = 4242) -> Notice:
    return Notice(TABLE, name, "georgian", (candidate_of(address, port),))


def read(key=KEY, port=4242, text=TEXT, addresses=("192.168.1.5",), near=NEAR) -> OpenTable | None:
    return read_table(key, port, text, addresses, near)


@pytest.mark.parametrize(
    ("name", "instance", "told"),
    [
        ("Nino", "Nino-6162", "Nino"),
        ("", "6162", ""),
        ("Нино Кахидзе", "Нино Кахидзе-6162", "Нино Кахидзе"),
        ("Nino-beef", "Nino-beef-6162", "Nino-beef"),
        ("a.b\x1b[2J\nc\u202ed", "a b [2J c d-6162", "a b [2J c d"),
        ("ნინო" * 20, "ნინო" * 3 + "ნ-6162", "ნინო" * 3 + "ნ"),
        ("...", "6162", ""),
        ("\udc80x", "x-6162", "x"),
    ],
)
def test_what_is_announced_is_harmless_and_can_be_read(name: str, instance: str, told: str) -> None:
    said = notice(name)
    assert said.instance == instance
    assert len(instance.encode()) <= limits.LAN_NAME + 5 <= 63
    table = read(f"{instance}.{SERVICE}", text={k.encode(): v.encode() for k, v in said.text.items()})
    assert table == OpenTable(f"{instance}.{SERVICE}", TABLE, told, "georgian", (candidate_of("192.168.1.5", 4242),))


def test_little_is_announced() -> None:
    said = notice().text
    assert said == {"v": "1", "id": "6162cdef", "g": "georgian"}
    longest = max(RULESETS, key=len)
    assert sum(len(f"{key}={value}") + 1 for key, value in (said | {"g": longest}).items()) < limits.LAN_TEXT
    for name in RULESETS:
        assert read(text=TEXT | {b"g": name.encode()}) is not None


def test_a_game_that_goes_on_is_marked() -> None:
    said = Notice(TABLE, "", "georgian", notice().candidates, again=True)
    assert said.text == {"v": "1", "id": "6162cdef", "g": "georgian", "r": "1"}
    found = read(f"{said.instance}.{SERVICE}", text={k.encode(): v.encode() for k, v in said.text.items()})
    assert found is not None
    assert (found.again, found.name) == (True, "")
    for other in (None, b"", b"0", b"yes", b"11", b"\xff"):
        assert read(text=TEXT | {b"r": other}) == read()


@pytest.mark.parametrize(
    "text",
    [
        {},
        TEXT | {b"v": b"2"},
        TEXT | {b"v": None},
        TEXT | {b"id": b"6162CDEF"},
        TEXT | {b"id": b"6162cde"},
        TEXT | {b"id": b"6162cdef00"},
        TEXT | {b"id": b"6162cdef\n"},
        TEXT | {b"g": b""},
        TEXT | {b"g": b"\x1b[2J"},
        TEXT | {b"g": b"georgian\n"},
        TEXT | {b"g": b"x" * 33},
        TEXT | {b"g": b"\xff\xfe"},
        TEXT | {b"g": "правила".encode()},
        TEXT | {b"g": None},
    ],
    ids=range(14),
)
def test_texts_that_no_host_sends(text: dict[bytes, bytes | None]) -> None:
    assert read(text=text) is None


@pytest.mark.parametrize("instance", ["Nino", "Nino-61", "Nino-616G", "-6162", "", "x" * 41 + "-6162", "Nino-6162\n"])
def test_names_that_no_host_has(instance: str) -> None:
    assert read(f"{instance}.{SERVICE}") is None


def test_a_name_is_passed_on_as_it_is_within_its_bounds() -> None:
    """Making it harmless is for whoever shows it."""
    table = read(f"\x1b[2J\n\u202e-6162.{SERVICE}")
    assert table is not None
    assert table.name == "\x1b[2J\n\u202e"


def test_more_in_a_text_than_is_known_is_let_pass() -> None:
    assert read(text=TEXT | {b"x": b"y", b"flag": None}) == read()


@pytest.mark.parametrize("port", [0, -1, 65_536, None])
def test_ports_that_are_none(port: int | None) -> None:
    assert read(port=port) is None


ADDRESSES = [
    ("192.168.1.5", True),
    ("10.9.8.7", True),  # private, though not this computer's network: a mirror of multicast DNS may stand between
    ("fd00::5", True),
    ("2001:db8:5::7", True),
    ("100.64.0.9", True),
    ("8.8.8.8", False),
    ("2606:4700::1", False),
    ("127.0.0.1", False),
    ("::1", False),
    ("0.0.0.0", False),  # noqa: S104  nobody listens there
    ("224.0.0.251", False),
    ("fe80::1", False),
    ("fe80::1%eth0", False),
    ("::ffff:127.0.0.1", False),
    ("::ffff:8.8.8.8", False),
    ("::ffff:192.168.1.5", False),
    ("169.254.169.254", False),
    ("255.255.255.255", False),
    ("example.org", False),
    ("", False),
]


@pytest.mark.parametrize(("address", "taken"), ADDRESSES)
def test_nothing_announced_leads_out_of_the_local_network(address: str, taken: bool) -> None:
    table = read(addresses=(address,))
    assert (table is not None) == taken
    assert read(addresses=(address, "192.168.1.9")) is not None


def test_a_public_address_counts_within_this_computers_own_network() -> None:
    assert read(addresses=("8.8.8.8",), near=(ip_network("8.8.8.0/24"),)) is not None


def test_addresses_are_few_and_the_nearest_first() -> None:
    table = read(addresses=[f"10.0.0.{n}" for n in range(7)] + ["192.168.1.5"] * 3 + ["10.0.1.1"])
    assert table is not None
    assert table.candidates[0] == candidate_of("192.168.1.5", 4242)
    assert len(table.candidates) == limits.CANDIDATES


# --- two programs on loopback ----------------------------------------------------------------------------------


@pytest.fixture
def here() -> tuple[str]:
    if not multicast_works(LOOPBACK):
        pytest.skip("multicast does not work on this machine's loopback")
    return (LOOPBACK,)


async def next_of(news: trio.MemoryReceiveChannel[OpenTable | Closed], key: str) -> OpenTable | Closed:
    """The next word about this table; other programs may be at it as well."""
    with trio.fail_after(PATIENCE):
        while True:
            found = await news.receive()
            if found.key == key:
                return found


async def test_a_table_comes_and_goes(here: tuple[str]) -> None:
    said = notice("Нино")
    key = f"Нино-6162.{SERVICE}"
    async with tables_nearby(interfaces=here) as news, tables_nearby(interfaces=here) as more:
        async with announced(said, interfaces=here):
            table = await next_of(news, key)
            assert table == OpenTable(key, TABLE, "Нино", "georgian", (candidate_of(LOOPBACK, 4242),))
            assert await next_of(more, key) == table
        assert await next_of(news, key) == await next_of(more, key) == Closed(key)
    await trio.sleep(0.5)  # for the threads to end, so that what they leave open is found here


async def test_who_comes_later_finds_it_too(here: tuple[str]) -> None:
    async with announced(Notice(b"late", "", "russian", (candidate_of(LOOPBACK, 1),)), interfaces=here):
        await trio.sleep(2)
        async with tables_nearby(interfaces=here) as news:
            table = await next_of(news, f"6c61.{SERVICE}")
            assert isinstance(table, OpenTable)
            assert (table.name, table.rules, table.table) == ("", "russian", b"late")


async def test_the_announcement_is_taken_back_when_the_program_is_interrupted(here: tuple[str]) -> None:
    said = Notice(b"stop", "Stop", "georgian", (candidate_of(LOOPBACK, 7),))
    key = f"Stop-7374.{SERVICE}"
    async with tables_nearby(interfaces=here) as news:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012  it comes while the table is announced
            async with announced(said, interfaces=here):
                await next_of(news, key)
                raise KeyboardInterrupt
        assert await next_of(news, key) == Closed(key)


async def test_hostile_neighbours(here: tuple[str], capfd: pytest.CaptureFixture[str]) -> None:
    """Records of all kinds of nonsense, and packets that are none: the honest table is found, nothing is printed."""
    from zeroconf import IPVersion, ServiceInfo, Zeroconf

    def nonsense() -> Zeroconf:
        service = Zeroconf(list(here), ip_version=IPVersion.V4Only)
        for number, (instance, text, port) in enumerate(
            [
                ("no tag", {"v": "1", "id": "00000000", "g": "georgian"}, 1),
                ("x" * 58 + "-0001", {"v": "1", "id": "00000001", "g": "georgian"}, 1),
                ("evil-0002", {"v": "1", "id": "00000002", "g": "\x1b[2J" * 40}, 1),
                ("evil-0003", {f"k{n}": "v" * 200 for n in range(20)}, 1),
                ("evil-0004", {"v": "1", "id": "00000004", "g": "georgian"}, 0),
            ]
        ):
            info = ServiceInfo(
                SERVICE,
                f"{instance}.{SERVICE}",
                addresses=[socket.inet_aton(LOOPBACK)],
                port=port,
                properties=text,
                server=f"evil-{number}.local.",
            )
            service.register_service(info, cooperating_responders=True)
        return service

    said = Notice(b"good", "Good", "georgian", (candidate_of(LOOPBACK, 9),))
    seen: list[OpenTable | Closed] = []
    async with tables_nearby(interfaces=here) as news, announced(said, interfaces=here):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as junk:
            junk.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(LOOPBACK))
            for data in (b"", b"\xff" * 1400, b"\x00\x00\x84\x00\xff\xff\xff\xff" + b"\xc0\x0c" * 600):
                junk.sendto(data, ("224.0.0.251", 5353))
        service = await trio.to_thread.run_sync(nonsense)
        try:
            with trio.fail_after(PATIENCE):
                while not any(found.key.startswith("Good-") for found in seen):
                    seen.append(await news.receive())
            with trio.move_on_after(1):
                while True:
                    seen.append(await news.receive())
        finally:
            await trio.to_thread.run_sync(service.close)
    assert not [found for found in seen if found.key.startswith(("evil", "no tag", "x"))]
    assert capfd.readouterr() == ("", "")


WITHOUT = """
import sys, trio, warnings
{}
warnings.simplefilter("ignore", ResourceWarning)  # the library leaves a socket open where an interface is missing
from bura_p2p.net.discovery import Notice, announced, tables_nearby
from bura_p2p.net.invite import candidate_of

async def main():
    said = Notice(b"none", "None", "georgian", (candidate_of("127.0.0.1", 9),))
    async with tables_nearby(interfaces={}) as news, announced(said, interfaces={}):
        with trio.move_on_after(0.5):
            print(await news.receive())
    print("quiet")

trio.run(main)
"""


@pytest.mark.parametrize(
    ("before", "interfaces"),
    [("sys.modules['zeroconf'] = None", None), ("", ("192.0.2.77",)), ("", ("fd00::77",))],
    ids=["no library", "no such interface", "no such IPv6 interface"],
)
async def test_where_it_does_not_work_nothing_fails(before: str, interfaces: tuple[str, ...] | None) -> None:
    with child(WITHOUT.format(before, interfaces, interfaces)) as process:
        out, err = await trio.to_thread.run_sync(process.communicate)
    assert (out, err, process.returncode) == ("quiet\n", "", 0)


