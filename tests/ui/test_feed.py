"""The feed: whole games by commands over real sockets, reloads, slow readers, and nothing that a seat may not see."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
import trio

from bura_p2p.cards import Card, deck
from bura_p2p.errors import LocalError
from bura_p2p.net.addresses import local_candidates
from bura_p2p.net.discovery import Closed, OpenTable, tables_nearby
from bura_p2p.net.driver import Said, Update
from bura_p2p.net.invite import candidate_of
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.ui.faces import SIGNS
from bura_p2p.ui.feed.commands import COMMANDS, read_command
from bura_p2p.ui.feed.feed import Feed, Message
from bura_p2p.ui.feed.follower import Follower
from bura_p2p.ui.feed.sitting import WAITING
from bura_p2p.ui.kept import keep_choices
from bura_p2p.ui.meeting import host_game
from bura_p2p.ui.reaching import Where
from tests.net.helpers import PATIENCE
from tests.support.multicast import multicast_works

from .feeds import LOOPBACK, Clicker, clicker_at, gone_after_the_end, lobby_at, play_both, sit_down, two
from .tables import scripted

CARD = re.compile(rf"(?<![A-Za-z0-9])(?:10|[6-9JQKA])[CDHS{SIGNS}](?![A-Za-z0-9])")


def cards_in(value: object) -> set[Card]:
    """The cards that plain data names, in letters or signs."""
    found = CARD.findall(json.dumps(value, ensure_ascii=False))
    letters = str.maketrans(SIGNS, "CDHS")
    return {Card.parse(text.translate(letters)) for text in found}


def seen_after(before: set[Card], events: Iterable[dict]) -> set[Card]:
    """The cards of this hand that a seat has seen, by the events that it got."""
    for event in events:
        if event["event"] == "hand_begun":
            before = set()
        elif event["event"] == "dealt":
            before = before | {Card.parse(event["trump"])}
        elif event["event"] in ("held", "led", "answered", "pile_opened"):
            before = before | set(map(Card.parse, event["cards"]))
    return before


@pytest.mark.parametrize("rules", ["georgian", "classic"])
async def test_a_whole_game_and_no_card_too_many(tmp_path, rules):
    async with two(tmp_path) as (nino, levan):
        await sit_down(nino, levan, rules=rules, **({"match": 1} if rules == "georgian" else {}))
        if rules != "georgian":  # an open match: both play one hand
            nino.do("stop_after_hand", stop=True)
        await play_both(nino, levan)
        for who in (nino, levan):
            over = who.state["table"]["over"]
            assert over["ended"] == "complete"
            judged = await who.until(lambda message: message.state["table"]["over"]["verdict"] is not None)
            over = judged.state["table"]["over"]
            assert over["verdict"]["verdict"] == "fair"
            assert over["file"].endswith("game-1.bura")
            assert judged.state["games"][0]["status"] == "complete"
        for who in (nino, levan):
            seen: set[Card] = set()
            for message in who.seen:
                seen = seen_after(seen, message.events)
                table = message.state["table"] or {}
                kept = {key: value for key, value in table.items() if key not in ("result", "over", "last_trick")}
                assert cards_in([kept, message.events]) <= seen, message.events
            assert [message.n for message in who.seen] == sorted(message.n for message in who.seen)
        if rules == "georgian":  # what was given face down, or never played, the other side was never told
            last = [last_hand(who.seen) for who in (nino, levan)]
            told = [cards_in([message.state["table"] for message in hand]) for hand in last]
            own = [held_in(hand) for hand in last]
            assert all(own[seat] <= told[seat] for seat in (0, 1))
            for seat, hand in enumerate(last):
                assert own[1 - seat] & told[seat] == own[1 - seat] & shown_in(hand)


def last_hand(messages: list[Message]) -> list[Message]:
    begun = [at for at, message in enumerate(messages) if any(one["event"] == "hand_begun" for one in message.events)]
    return messages[begun[-1] :]


def shown_in(messages: list[Message]) -> set[Card]:
    """The cards of the last hand that lay open."""
    events = [event for message in messages for event in message.events if event["event"] != "held"]
    return seen_after(set(), events)


def held_in(messages: list[Message]) -> set[Card]:
    return {Card.parse(card) for message in messages for card in message.state["table"]["held"]}


async def test_a_reload_and_a_second_tab_lose_nothing(tmp_path):
    async with two(tmp_path) as (nino, levan):
        await sit_down(nino, levan, rules="telegram")
        await nino.until(lambda message: bool(message.state["table"]["held"]))
        with nino.lobby.feed.client() as again:
            first = await again.next()
            newest = nino.lobby.feed.newest
            assert first.n == newest.n
            assert {event["event"] for event in first.log} >= {"table_opened", "hand_begun", "held"}
            assert all(event in nino.events for event in first.log)
            table, known = first.state["table"], newest.state["table"]
            assert {**table, "clock": None} == {**known, "clock": None}
            clock = await nino.until(lambda message: message.state["table"]["clock"] is not None)
            assert 0 < clock.state["table"]["clock"]["seconds_left"] <= 20
            second = Clicker(nino.lobby, again)
            nino.do("say", text="Hello \x1b[2J <b>")
            said = await second.event("said")
            assert said["said"] == "Hello \N{REPLACEMENT CHARACTER}[2J <b>"
            assert (await levan.event("said"))["seat"] == 0
            assert second.state["table"]["chat"] == [{"seat": 0, "text": said["said"]}]
        assert len(nino.lobby.feed) == 1


async def test_leaving_resuming_and_playing_once_more(tmp_path):
    async with two(tmp_path) as (nino, levan):
        await sit_down(nino, levan, match=1)
        assert not levan.state["practice"]
        await nino.until(lambda message: bool(message.state["table"]["held"]))
        known = [event for event in nino.events if event["event"] in ("table_opened", "hand_begun", "dealt")]
        nino.do("leave")
        await nino.screen("lobby")
        away = await levan.until(lambda message: message.state["table"]["link"]["state"] == "away")
        link = away.state["table"]["link"]
        assert (link["reason"], link["choices"]) == ("closed", ["wait", "stop"])
        assert link["text"] == "The other side closed the game."
        assert nino.state["games"][0]["resumable"]
        nino.do("resume", game=1)
        waiting = await nino.until(lambda message: bool((message.state["waiting"] or {}).get("invite")))
        assert waiting.state["waiting"]["qr"].startswith("<svg")
        await nino.until(lambda message: message.state["restoring"])
        assert nino.state["table"] is None
        first = await nino.until(lambda message: message.state["table"] is not None)
        assert [event for event in first.log if event["text"]] == known  # as they were told the first time
        assert first.log[-1]["event"] == "held"
        assert first.log[-1]["cards"] == first.state["table"]["held"]
        assert first.events[0]["text"].startswith("Looking for the other side;")
        for who in (nino, levan):
            await who.until(lambda message: (message.state["table"] or {}).get("link", {}).get("state") == "here")
        assert (nino.state["waiting"], nino.state["restoring"]) == (None, False)
        before = len(nino.seen)
        for who in (nino, levan):
            who.do("renew")  # the state that it is somebody's turn in has been taken already
        await play_both(nino, levan)
        told = " ".join(event["text"] for message in nino.seen[before:] for event in message.events)
        assert "Levan" in told
        assert "guest" not in told.lower()
        for who in (nino, levan):
            await who.until(lambda message: message.state["table"]["over"]["rematch"] is not None)
        levan.do("rematch")
        theirs = await nino.until(lambda message: message.state["table"]["over"]["rematch"]["theirs"])
        leads = 1 - first_leader(levan, 1)
        assert theirs.state["table"]["over"]["rematch"] == {
            "mine": False, "theirs": True, "offered": True, "leads": leads,
        }  # fmt: skip
        nino.do("rematch")
        names = ["you lead", "Nino leads"] if leads == 0 else ["Levan leads", "you lead"]
        for who, first in zip((nino, levan), names, strict=True):
            again = await who.until(lambda message: message.state["table"]["over"] is None)
            assert again.state["table"]["game"] == 2
            assert f"{first} the first hand." in " ".join(" ".join(again.state["table"]["rule_card"]).split())
            assert (await who.event("hand_begun"))["leader"] == leads
        await play_both(nino, levan)
        for who in (nino, levan):
            await who.until(lambda message: message.state["table"]["over"]["rematch"] is not None)
            assert who.state["table"]["over"]["rematch"]["leads"] == 1 - leads
        nino.do("rematch")  # and the other way round: the host asks first
        await levan.until(lambda message: message.state["table"]["over"]["rematch"]["theirs"])
        nino.do("leave")
        await levan.until(lambda message: not message.state["table"]["over"]["rematch"]["theirs"])
        await gone_after_the_end(levan, "Nino")
        levan.do("rematch")
        nino.do("host", match=1)  # the port of before is free again
        assert (await nino.invite()).startswith("BURA:")
        assert not [event for event in nino.events if event.get("word") == "port"]


def first_leader(who: Clicker, game: int) -> int:
    """Who led the first hand of a game, as its messages told it."""
    told = [message for message in who.seen if (message.state["table"] or {}).get("game") == game]
    return next(event["leader"] for message in told for event in message.events if event["event"] == "hand_begun")


async def test_verify_replay_and_export(tmp_path):
    async with two(tmp_path) as (nino, levan):
        await sit_down(nino, levan, match=1)
        await play_both(nino, levan)
        levan.do("leave")
        nino.do("leave")
        await nino.screen("lobby")
        nino.do("export", game=1)
        found = await nino.event("exported")
        data = base64.b64decode(found["data"])
        assert data == nino.lobby._store.export(1)
        nino.do("verify", name="nino\x1b.bura", data=found["data"])
        judged = await nino.event("verified")
        assert (judged["verdict"], judged["exit"]) == ("fair", 0)
        assert "\x1b" not in json.dumps(judged)
        nino.do("verify", name="x", data="?")
        assert (await nino.event("not_done"))["text"] == "The file did not come whole."
        nino.do("replay", game=1)
        replay = await nino.event("replay")
        assert (replay["names"], replay["seat"]) == (["Nino", "Levan"], 0)
        assert replay["steps"][-1]["events"][-1]["event"] == "game_over"
        assert all(not step["table"]["held"] for step in replay["steps"])
        for form, word in (("text", b"Bura 1\n"), ("json", b"\"table_opened\"")):
            nino.do("export", game=1, form=form)
            assert word in base64.b64decode((await nino.event("exported"))["data"])
        nino.do("replay", data=base64.b64encode(data[:-1]).decode())
        assert "not a readable game file" in (await nino.event("not_done"))["text"]


async def test_practice(tmp_path):
    async with clicker_at(tmp_path, "Nino") as nino:
        nino.do("practise", bot="greedy", match=1)
        await nino.screen("table")
        assert nino.state["practice"]
        assert "Greedy bot" in nino.state["table"]["names"]
        await nino.play()
        leads = 1 - first_leader(nino, 1)
        wish = {"mine": False, "theirs": True, "offered": False, "leads": leads}
        await nino.until(lambda message: message.state["table"]["over"]["rematch"] == wish)
        nino.do("rematch")
        await nino.until(lambda message: (message.state["table"] or {"over": 1})["over"] is None)
        assert (await nino.event("hand_begun"))["leader"] == leads
        nino.do("review", game=1)
        assert "slow work" in (await nino.event("not_done"))["text"]
        nino.do("leave")
        await nino.screen("lobby")
        await looked_back_at(nino)


async def looked_back_at(nino: Clicker) -> None:
    """A game against a bot of one's own: the own cards were noted, and a replay shows them."""
    live = [message for message in nino.seen if (message.state["table"] or {}).get("game") == 1]
    nino.do("replay", game=1)
    replay = await nino.event("replay")
    assert replay["own"]
    for step in replay["steps"]:
        table = step["table"]
        if table["stage"] in ("lead", "follow", "raised"):
            same = [one.state["table"] for one in live if one.state["table"]["round"] == table["round"]]
            assert table["held"] in [one["held"] for one in same]
            assert table["given"] in [one["given"] for one in same]
    nino.do("stats")
    assert (await nino.event("stats"))["data"]["total"]["games"] == 2
    nino.do("luck")
    assert (await nino.event("luck"))["lines"]
    nino.do("review", game=1)
    review = await nino.event("review")
    assert review["private"]
    assert review["lines"]


HOUSE = replace(find_ruleset("russian"), name="our-house", deck=32, ante=2)


@pytest.mark.parametrize("yes", [True, False])
async def test_house_rules_are_asked_about(tmp_path, yes):
    async with two(tmp_path) as (nino, levan):
        nino.lobby._start(
            WAITING,
            lambda sitting: lambda place: host_game(place, HOUSE, where=LOOPBACK, announce=sitting.announce),
        )
        waiting = await nino.until(lambda message: bool((message.state["waiting"] or {}).get("invite")))
        levan.do("join", invite=waiting.state["waiting"]["message"])
        asked = await levan.until(lambda message: message.state["ask"] is not None)
        assert asked.state["ask"]["kind"] == "house_rules"
        assert asked.state["ask"]["lines"][0].startswith("Rules: our-house.")
        levan.do("answer", yes=yes)
        await levan.screen("table" if yes else "lobby")
        assert levan.state["ask"] is None


async def test_waiting_is_cancelled_and_faults_lead_back(tmp_path):
    async with clicker_at(tmp_path, "Nino") as nino:
        nino.do("host", rules="classic")
        await nino.until(lambda message: bool((message.state["waiting"] or {}).get("invite")))
        invite = nino.state["waiting"]["invite"]
        nino.do("host")
        assert (await nino.event("not_done"))["text"] == "A game is going on already; leave it first."
        nino.do("play", move="lead AS")
        assert (await nino.event("not_done"))["text"] == "The game has not begun yet."
        for code in ("quit", "resign yes", ""):  # no way round to what is typed
            nino.do("reply", code=code)
            assert "not a reply code" in (await nino.event("not_done"))["text"]
        assert nino.state["screen"] == "waiting"
        nino.do("cancel")
        await nino.screen("lobby")
        nino.do("join", invite=invite)
        await nino.screen("joining")
        fault = await nino.until(lambda message: message.state["screen"] == "lobby")
        assert [event["event"] for event in fault.events] == ["not_done"]


async def test_only_who_asked_hears_what_was_not_done(tmp_path):
    async with clicker_at(tmp_path, "Nino") as nino:
        with nino.lobby.feed.client() as other:
            await other.next()
            nino.do("leaf")
            assert (await nino.event("not_done"))["text"] == "There is no command 'leaf'."
            nino.do("setting", key="theme", value="dark")
            message = await other.next()
            assert message.state["settings"] == {"theme": "dark", "luck": "on", "review": "off"}
            assert message.events == ()
            nino.do("setting", key="review", value="on")
            assert (await other.next()).state["settings"]["review"] == "on"
            assert nino.lobby._store.setting("review") == "on"
        nino.do("setting", key="no such key", value="")
        assert (await nino.event("not_done"))["text"] == "There is no such setting."
        keep_choices(nino.lobby._store, {f"key_{'x' * number}": "" for number in range(63)} | {"theme": "dark"})
        nino.do("setting", key="one_more", value="")
        assert (await nino.event("not_done"))["text"] == "There is no such setting."
        nino.do("setting", key="theme", value="light")  # one that is there can be changed all the same
        await nino.until(lambda message: message.state["settings"]["theme"] == "light")
        nino.do("setting", key="theme", value="\x1b[31mred\u202e")
        await nino.until(lambda message: message.state["settings"]["theme"] == "\ufffd[31mred\ufffd")
        nino.do("name", name="a\nb")
        assert "one line" in (await nino.event("not_done"))["text"]


@pytest.mark.parametrize(
    "command",
    [None, [], {}, {"do": 1}, {"do": "play"}, {"do": "play", "move": 1}, {"do": "host", "match": True},
     {"do": "host", "options": {"ante": [1]}}, {"do": "join", "invite": "x" * 10_000}, {"do": "cancel", "more": 1},
     {"do": "resume", "game": 2**60}, {"do": "policy", "announce": ["bura"] * 100}],
)  # fmt: skip
def test_commands_are_read_strictly(command):
    with pytest.raises(LocalError):
        read_command(command)


def test_every_command_is_followed_by_somebody():
    from bura_p2p.ui.feed.lobby import _HANDLERS

    assert _HANDLERS.keys() == COMMANDS.keys()


def test_a_message_tells_no_cards_in_its_repr():
    message = Message(3, ({"event": "held", "cards": ["AS"]},), {"table": {"held": ["AS"]}})
    assert "AS" not in repr(message)
    assert "AS" in message.text({})


async def test_a_message_is_written_without_what_has_not_changed():
    feed, known, wrote = Feed(), dict[str, Any](), []
    feed.publish(rules=["long"], value=0)
    with feed.client() as client:
        for changes in ({"value": 1}, {"rules": ["short"]}, {}):
            feed.publish(**changes)
        async for message in client:
            wrote.append(json.loads(message.text(known))["state"])
            known = message.state
            if message.n == feed.newest.n:
                break
    assert known == {"rules": ["short"], "value": 1}
    assert wrote == [{"rules": ["long"], "value": 0}, {"value": 1}, {"rules": ["short"]}, {}]


def test_what_a_peer_says_is_harmless_everywhere():
    tables, seat_of = scripted(find_ruleset("classic"), ["7S 9S 6C", "AD 8C AH"], "6D")
    session = tables.sessions[seat_of["A"]]
    tables.run(lambda tables: any(each.view().legal for each in tables.sessions))
    evil = "\x1b]0;title\x07\u202e" + "x" * 500
    view = replace(session.view(), names=(evil, evil + "2"))
    follower = Follower(seat_of["A"], lambda: 0.0)
    opened = e.TableOpened((evil, evil), evil, bytes(32))
    events = follower.follow(Update(1, (opened, Said(1 - seat_of["A"], evil), e.Voided(evil)), view))
    text = json.dumps([events, follower.table()], ensure_ascii=False)
    assert text.isprintable()
    assert "\u202e" not in text
    assert len(text) < 20_000


async def test_tables_nearby_are_listed(tmp_path):
    async with clicker_at(tmp_path, "Nino") as nino:
        lan = nino.lobby._lan
        for number in range(40):
            where = (candidate_of("192.168.1.5", 4242),)
            lan.note(OpenTable(f"key{number}", bytes([number]) * 4, "Levan\x1b", "georgian", where))
        message = await nino.until(lambda message: len(message.state["nearby"]) == 32)
        assert message.state["nearby"][1] == {
            "id": "01010101", "name": '"Levan\N{REPLACEMENT CHARACTER}"', "rules": "georgian",
            "address": "192.168.1.5:4242",
        }  # fmt: skip
        lan.note(Closed("key0"))
        lan.note(Closed("key99"))
        await nino.until(lambda message: len(message.state["nearby"]) == 31)
        nino.do("join_nearby", id="ffffffff", words="a b c")
        assert (await nino.event("not_done"))["text"] == "This table is open no more."
        nino.do("join_nearby", address="192.168.1.5", words="a b c")
        assert "HOST:PORT" in (await nino.event("not_done"))["text"]


def test_every_card_of_a_deck_is_found_by_the_test_itself():
    assert cards_in([" ".join(map(str, deck(36)))]) == set(deck(36))


async def test_three_words_lead_to_a_table(tmp_path):
    async with (
        lobby_at(tmp_path / "nino", "Nino", Where(port=0)) as lobby,
        clicker_at(tmp_path / "levan", "Levan") as levan,
    ):
        with lobby.feed.client() as client:
            nino = Clicker(lobby, client)
            nino.do("host", map=False)
            await nino.until(lambda message: bool((message.state["waiting"] or {}).get("words")))
            waiting = nino.state["waiting"]
            at = f"127.0.0.1:{waiting['leads_to'][0]['address'].rpartition(':')[2]}"
            levan.do("join_nearby", address=at, words="aaa bbb ccc")
            assert "none of the words" in (await levan.event("not_done"))["text"]
            levan.do("join_nearby", address=at, words=waiting["words"].upper())
            await levan.screen("table")
            await nino.screen("table")


async def test_a_program_that_ends_says_so_to_the_other_side(tmp_path):
    async with clicker_at(tmp_path / "levan", "Levan") as levan:
        async with clicker_at(tmp_path / "nino", "Nino") as nino:
            await sit_down(nino, levan)
        await levan.until(lambda message: message.state["table"]["link"]["state"] == "away")
        assert levan.state["table"]["link"]["text"] == "The other side closed the game."


async def test_three_words_alone_lead_to_the_only_table(tmp_path):
    here = [found.host for found in await local_candidates(1, (2,))]
    if not here or not multicast_works(here[0]):
        pytest.skip("this machine has no network on which multicast works")
    async with (
        lobby_at(tmp_path / "nino", "Nino", Where(port=0)) as lobby,
        clicker_at(tmp_path / "levan", "Levan") as levan,
    ):
        lan = levan.lobby._lan
        lan._looking = trio.CancelScope()  # only what is noted here is found
        with lobby.feed.client() as client:
            nino = Clicker(lobby, client)
            nino.do("host", map=False)
            await nino.until(lambda message: bool((message.state["waiting"] or {}).get("words")))
            waiting = nino.state["waiting"]
            for number in range(2):
                where = (candidate_of("127.0.0.1", 9),)
                lan.note(OpenTable(f"key{number}", bytes([number]) * 4, "", "georgian", where))
            levan.do("join_nearby", words=waiting["words"])
            busy = await levan.until(lambda message: message.state["busy"] is not None)
            assert busy.state["words"] == waiting["words"]
            assert "Several tables are open" in (await levan.event("not_done"))["text"]
            lan.note(Closed("key0"))
            lan.note(Closed("key1"))
            levan.do("join_nearby", words=waiting["words"])
            assert "No table was found" in (await levan.event("not_done"))["text"]
            assert levan.state["words"] == waiting["words"]
            lan.note(await announced_at(int(waiting["leads_to"][0]["address"].rpartition(":")[2])))
            levan.do("join_nearby", words=waiting["words"])
            assert (await levan.screen("table"))["words"] is None


async def announced_at(port: int) -> OpenTable:
    """The table that is shown on this network with this port."""
    with trio.fail_after(PATIENCE):
        async with tables_nearby() as news:
            async for found in news:
                if isinstance(found, OpenTable) and any(one.port == port for one in found.candidates):
                    return found
    raise AssertionError(f"no table of port {port}")
