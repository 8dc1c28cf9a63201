"""On one network: a host shows three words, and a guest joins by them. Real processes, and the lines between them."""

from __future__ import annotations

import json
import re
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bura_p2p.errors import LocalError
from bura_p2p.net.addresses import listening_port, local_candidates
from bura_p2p.net.discovery import SERVICE, Closed, OpenTable
from bura_p2p.net.invite import Invite, candidate_of
from bura_p2p.ui.asking import Leaving
from bura_p2p.ui.nearby import MAX_NEWS, Nearby, is_shown
from tests.support.multicast import multicast_works
from tests.support.processes import Bura, bura, hold
from tests.ui.test_asking import Typed
from tests.ui.test_feed import announced_at

BOTS = ("--bot", "greedy", "--hands", "1")
WORDS = re.compile(r"  [a-z]+ [a-z]+ [a-z]+")
WRONG = "able able able"


@contextmanager
def showing_host(home: Path, *options: str):
    """A host on loopback that shows words all the same: its process, the words, its address."""
    with bura("host", "--listen", "127.0.0.1:0", "--lan", "--name", "Ann", *options, home=home) as host:
        words = host.until(lambda line: WORDS.fullmatch(line) is not None).strip()
        address = host.until(lambda line: line.startswith("If this table")).split()[-1]
        yield host, words, address


def told(player: Bura, beginning: str) -> str:
    return player.until(lambda line: line.startswith(beginning))


def test_an_address_and_the_words(tmp_path):
    with (
        showing_host(tmp_path / "a", *BOTS) as (host, words, address),
        bura("join", "--no-lan", *BOTS, home=tmp_path / "b") as without,
        bura("join", *BOTS, home=tmp_path / "c") as guest,
    ):
        without.type(address)
        without.hang_up()
        assert without.end() == 1
        assert "not a bura invite" in without.errors
        guest.type(address)
        told(guest, "The three words")
        guest.type(WRONG)
        assert "Two more guesses count; after them" in told(guest, "Those are not the words")
        told(guest, "The three words")
        guest.type(words.upper())
        assert (host.end(), guest.end()) == (0, 0), (host.errors, guest.errors)
        assert guest.errors == ""


@pytest.mark.parametrize("quoted", [False, True])
def test_the_address_and_the_words_as_arguments(tmp_path, quoted):
    with showing_host(tmp_path / "a", *BOTS) as (host, words, address):
        with bura("join", address, *WRONG.split(), home=tmp_path / "b") as guest:
            guest.until(lambda line: line.startswith("Paste the invite of your friend, or type the number"))
            guest.type("quit")
            assert guest.end() == 1
            assert "Those are not the words" in guest.errors
        with bura("join", "--no-lan", address, *words.split(), home=tmp_path / "c") as guest:
            assert guest.end() == 2
        given = [f"{address} {words.upper()}"] if quoted else [address, *words.split()]
        with bura("join", *given, *BOTS, home=tmp_path / "d") as guest:
            assert (host.end(), guest.end()) == (0, 0), (host.errors, guest.errors)
            assert guest.errors == ""


def test_wrong_words_and_other_ones(tmp_path):
    with (
        showing_host(tmp_path / "a", *BOTS) as (host, words, address),
        bura("join", *BOTS, home=tmp_path / "b") as guest,
    ):
        for line in (f"{address} {WRONG}", f"{address} one two three", f"{address} ", "two", WRONG):
            guest.type(line)
        assert "'two' is none of the words" in told(guest, "'two'")
        assert "One more guess counts; after it" in told(guest, "Those are not the words")
        guest.type(f"{address} {WRONG}")
        told(host, "Somebody has tried wrong words three times")
        fresh = host.until(lambda line: WORDS.fullmatch(line) is not None).strip()
        assert fresh != words
        guest.type(f"{address} {words}")
        guest.type(f"{address} {fresh}")
        assert (host.end(), guest.end()) == (0, 0), (host.errors, guest.errors)
        assert guest.errors.count("Those are not the words") == 3
        assert guest.errors.count("'one' is none of the words") == 1
        assert guest.errors.count("Two more guesses count") == 2
        assert guest.errors.count("That was the third wrong guess: the host shows other words now") == 1


def test_programs_join_by_words(tmp_path):
    with bura("host", "--listen", "127.0.0.1:0", "--lan", "--json", *BOTS, home=tmp_path / "a") as host:
        shown = host.event("words")
        assert (shown["why"], len(shown["words"].split())) == ("first", 3)
        with bura("join", "--json", *BOTS, home=tmp_path / "b") as guest:
            guest.type(shown["address"])
            assert guest.event("words_wanted")["address"] == shown["address"]
            guest.type(shown["words"])
            assert guest.event("offer")["ruleset"] == "georgian"
            assert (host.end(), guest.end()) == (0, 0)
        hold(int(shown["address"].rpartition(":")[2]))  # nobody else is to answer there
        with bura("join", "--json", home=tmp_path / "c") as late:
            late.type(f"{shown['address']} {shown['words']}")
            assert late.end() == 1
            assert late.errors.startswith("bura: Nobody answers there")


def test_leaving_at_the_words(tmp_path):
    with bura("join", "--no-lan", home=tmp_path / "a") as plain, bura("join", home=tmp_path / "b") as guest:
        plain.type("quit")
        assert plain.end() == 1
        guest.type("127.0.0.1:1")
        told(guest, "The three words")
        guest.type("quit")
        assert guest.end() == 1
        assert guest.errors == plain.errors == "bura: You leave; no game has begun.\n"


@pytest.mark.parametrize("options", [("--listen", "127.0.0.1:0"), ("--no-lan", "--no-map")])
def test_no_words_where_none_are_wanted(tmp_path, options):
    with bura("host", "--json", *options, home=tmp_path) as host:
        host.event("invite")
        host.hang_up()
        host.process.terminate()
        host.end()
    assert not [line for line in host.lines if json.loads(line)["event"] == "words"]


@asynccontextmanager
async def listed_host(home):
    """A host that the local network is shown, its words, its address."""
    here = [found.host for found in await local_candidates(1, (2,))]
    if not here or not multicast_works(here[0]):
        pytest.skip("this machine has no network on which multicast works")
    with bura("host", "--no-map", "--name", "Ann Lee", *BOTS, home=home) as host:
        words = host.until(lambda line: WORDS.fullmatch(line) is not None).strip()
        yield host, words, told(host, "If this table").split()[-1]


async def test_a_table_that_is_listed(tmp_path):
    async with listed_host(tmp_path / "a") as (host, words, address):
        with bura("join", *BOTS, home=tmp_path / "b") as guest:
            line = guest.until(lambda line: f" at {address}; rules: " in line)
            number = re.fullmatch(r"Table (\d+): Ann Lee, at .*; rules: Georgian, three cards", line)[1]
            guest.type(number)
            told(guest, "The three words")
            guest.type(words)
            assert (host.end(), guest.end()) == (0, 0), (host.errors, guest.errors)


@pytest.mark.parametrize("quoted", [False, True])
async def test_the_words_as_arguments(tmp_path, quoted):
    async with listed_host(tmp_path / "a") as (host, words, address):
        await announced_at(int(address.rpartition(":")[2]))  # within a few seconds it must be found by the guest
        given = [words.upper()] if quoted else words.split()
        with bura("join", *given, *BOTS, home=tmp_path / "b") as guest:
            line = guest.until(lambda line: line.startswith(("Table 2", "The host offers")))
            if line.startswith("Table 2"):
                guest.type(address)  # somebody else plays on this network
            assert (host.end(), guest.end()) == (0, 0), (host.errors, guest.errors)
            assert guest.errors.startswith("Looking on this network")


async def test_a_host_that_has_moved_is_found_again(tmp_path):
    """At another port than the invite says, and nothing is pasted; nobody else sees a table there."""
    here = [found.host for found in await local_candidates(1, (2,))]
    if not here or not multicast_works(here[0]):
        pytest.skip("this machine has no network on which multicast works")
    homes = tmp_path / "a", tmp_path / "b"
    with bura("host", "--no-map", "--no-lan", "--json", "--port", "0", home=homes[0]) as host:
        invite = host.event("invite")["invite"]
        with bura("join", invite, "--json", home=homes[1]) as guest:
            for player in (host, guest):
                player.event("table_opened")
            guest.close()
        host.close()
    hold(listening_port(Invite.parse(invite, now=0).candidates), "0.0.0.0")  # noqa: S104  so that it gets another one
    with bura("join", home=tmp_path / "c") as stranger, bura("resume", "--json", *BOTS, home=homes[1]) as guest:
        with bura("resume", "--no-map", "--json", "--port", "0", *BOTS, home=homes[0]) as host:
            fresh = host.event("invite")["leads_to"]
            assert not {way["address"] for way in fresh} & set(map(str, Invite.parse(invite, now=0).candidates))
            assert (host.end(), guest.end()) == (0, 0), (host.errors, guest.errors)
        stranger.hang_up()
        stranger.end()
        ports = tuple(f":{way['address'].rpartition(':')[2]}" for way in fresh)
        assert ports
        assert [line for line in stranger.lines if line.startswith("Table") and line.endswith(ports)] == []


# --- lines -----------------------------------------------------------------------------------------------------


def test_which_tables_are_shown():
    assert [is_shown(None, at) for at in (None, "192.168.1.5", "::", "nowhere.invalid")] == [True] * 4
    assert [is_shown(None, at) for at in ("127.0.0.1", "127.9.9.9", "localhost", "::1")] == [False] * 4
    assert [is_shown(asked, at) for asked in (True, False) for at in (None, "127.0.0.1")] == [True] * 2 + [False] * 2


class Told:
    """As much of a place as a list of tables needs: what is told is kept."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, dict[str, object]]] = []
        self.entropy, self.clock = bytes, lambda: 1.8e9

    async def tell(self, word: str, sentence: str, values: dict[str, object]) -> None:
        self.told.append((word, sentence, values))


def table(name: str = "Nino", key: str = "a", port: int = 4242) -> OpenTable:
    return OpenTable(f"{key}.{SERVICE}", b"abcd", name, "georgian", (candidate_of("192.168.1.5", port),))


async def listed(*found: OpenTable | Closed) -> list[tuple[str, str, dict[str, object]]]:
    place = Told()
    nearby = Nearby(place, Typed())
    for one in found:
        await nearby.note(one)
    return place.told


async def test_tables_keep_their_numbers():
    told_ = await listed(table(), table(key="b", name=""), Closed(f"a.{SERVICE}"), table(port=9), table(key="c"))
    assert [sentence for _, sentence, _ in told_] == [
        "Table 1: Nino, at 192.168.1.5:4242; rules: Georgian, three cards",
        "Table 2: a player without a name, at 192.168.1.5:4242; rules: Georgian, three cards",
        "Table 1 is open no more.",
        "Table 1: Nino, at 192.168.1.5:9; rules: Georgian, three cards",
        "Table 3: Nino, at 192.168.1.5:4242; rules: Georgian, three cards",
    ]
    assert told_[0][::2] == (
        "table",
        {"number": 1, "name": "Nino", "rules": "georgian", "address": "192.168.1.5:4242", "id": "61626364"},
    )
    assert told_[2][::2] == ("table_closed", {"number": 1})


@pytest.mark.parametrize("name", ["\x1b[2J", "\u202eoniN", "a\nTable 9: x", "x" * 40, "Your friend's, type quit"])
async def test_a_hostile_name_is_shown_harmlessly(name):
    ((_, sentence, values),) = await listed(table(name))
    assert sentence.isprintable()
    assert str(values["name"]).isprintable()
    assert sentence.startswith("Table 1: ")
    assert sentence.endswith(", at 192.168.1.5:4242; rules: Georgian, three cards")
    assert len(sentence) < 110


async def test_a_game_that_goes_on_is_no_table():
    """Neither when it comes nor when it goes; the numbers stay those of the tables."""
    going = replace(table("", "g"), again=True)
    told = await listed(going, Closed(going.key), table(), Closed(table().key))
    assert [(word, values["number"]) for word, _, values in told] == [("table", 1), ("table_closed", 1)]


async def test_a_flood_of_tables_does_not_flood_the_screen():
    flood = [one for _ in range(MAX_NEWS) for one in (table(), Closed(f"a.{SERVICE}"))]
    assert len(await listed(*flood)) == MAX_NEWS


async def test_names_that_come_and_go_without_end_are_not_all_remembered():
    nearby = Nearby(Told(), Typed())
    for number in range(3000):
        await nearby.note(table(key=f"t{number}"))
        await nearby.note(Closed(f"t{number}.{SERVICE}"))
    assert len(nearby._numbers) == 999  # a number that can be typed has three digits


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("9", "no table 9"),
        ("table 9 amber cliff tower", "no table 9"),
        ("1 amber", "three words"),
        ("1. amber cliff zzz", "'zzz' is none"),
        ("192.168.1.5:0", "HOST:PORT"),
        ("192.168.1.5:99999 amber", "HOST:PORT"),
        ("[fe80::1]:5", "Nobody can reach"),
        ("0.0.0.0:5", "Nobody can reach"),
        ("-bad-:5", "neither an address"),
        ("192.168.1.5", "HOST:PORT"),
        ("[2001:db8::5]", "HOST:PORT"),
        ("amber, cliff zzz", "'zzz' is none"),
    ],
)
async def test_choices_that_lead_nowhere(line, says):
    nearby = Nearby(Told(), Typed())
    await nearby.note(table())
    with pytest.raises(LocalError, match=says) as caught:
        await nearby.invite(line)
    assert "\n" not in str(caught.value)


async def test_words_alone_mean_a_table_only_where_there_is_one():
    with pytest.raises(LocalError, match="as in '1 amber cliff TOWER', or the address"):
        await Nearby(Told(), Typed()).invite("amber, cliff TOWER")


async def test_words_that_come_with_the_command(autojump_clock):
    place = Told()
    nearby = Nearby(place, Typed("quit"))
    with pytest.raises(LocalError, match="'zzz' is none"):
        await nearby.of_words("amber cliff zzz")
    with pytest.raises(LocalError, match=r"No table was found .* \(amber cliff tower\)"):
        await nearby.of_words("amber, cliff TOWER")
    await nearby.note(table())
    await nearby.note(table(key="b"))
    with pytest.raises(LocalError, match="Several tables are open"):
        await nearby.of_words("amber-cliff-tower")
    assert [word for word, _, _ in place.told] == ["table", "table"]  # neither was tried


async def test_words_that_were_not_tried_are_those_of_the_table_named_next(autojump_clock):
    place = Told()
    nearby = Nearby(place, Typed("quit"))
    with pytest.raises(LocalError, match="No table was found"):
        await nearby.of_words("amber cliff tower")
    with pytest.raises(LocalError, match="Nobody answers there"):
        await nearby.invite("127.0.0.1:9")
    assert place.told == []
    with pytest.raises(Leaving):
        await nearby.invite("127.0.0.1:9")
    assert place.told[-1][0] == "words_wanted"


@pytest.mark.parametrize("line", ["hello", "0", "1234", "234ABCDE", "BURA", "yes please", "12:34:56", "host:port"])
async def test_lines_that_choose_nothing(line):
    assert await Nearby(Told(), Typed()).invite(line) is None


@pytest.mark.parametrize(("typed", "fault"), [("quit", Leaving), ("", LocalError), (None, LocalError)])
async def test_what_may_be_said_instead_of_words(typed, fault):
    place = Told()
    nearby = Nearby(place, Typed(*([] if typed is None else [typed])))
    await nearby.note(table())
    with pytest.raises(fault):
        await nearby.invite("1")
    assert place.told[-1][0] == "words_wanted"
