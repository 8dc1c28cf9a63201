"""The host's desk for reply codes: what may be pasted, in how many lines, and what is said; and doubts."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from bura_p2p.net.calls import Tempo
from bura_p2p.net.dial import Attempt, DialFailed
from bura_p2p.net.faults import Step
from bura_p2p.net.invite import Candidate, Invite, Kind, candidate_of
from bura_p2p.net.punch import OwnPort, open_port
from bura_p2p.net.reply import Reply
from bura_p2p.ui.asking import InputEnded, Leaving
from bura_p2p.ui.calling import Desk, reply_desk
from bura_p2p.ui.doubts import Doubt, doubt_of, doubt_sentence
from bura_p2p.ui.place import Place
from bura_p2p.ui.playing import MAX_LINKS, keep_link, kept_links, kept_reply
from bura_p2p.ui.reaching import Entrance, Where, open_entrance
from bura_p2p.ui.replying import _may_be_called
from tests.net.helpers import GUEST, LOOPBACK, PATIENCE
from tests.ui.test_asking import Typed
from tests.ui.test_meeting import place_of_ann

NEAR = candidate_of("192.168.1.5", 4000)
FAR, FAR_TOO = candidate_of("5.5.5.5", 4000), candidate_of("6.6.6.6", 4000)
WIDE = candidate_of("2a0b::5", 4000)


class Table:
    """A host's desk, its invite, and what was said there: words for programs."""

    def __init__(self, place: Place, entrance: Entrance, invite: Invite, desk: Desk, said: list[str]) -> None:
        self.place, self.entrance, self.invite, self.desk, self.said = place, entrance, invite, desk, said

    async def type(self, *lines: str) -> list[bool]:
        return [await self.desk.heed(line) for line in lines]


@asynccontextmanager
async def a_desk(home: Path, *typed: str) -> AsyncIterator[Table]:
    said: list[str] = []

    async def write(lines: Iterable[str]) -> None:
        said.extend(lines)

    def phrase(word: str, sentence: str, values: dict[str, Any]) -> list[str]:
        return [word]

    with place_of_ann(home, time.time) as ann:
        place = replace(ann, write=write, phrase=phrase)
        place.player.lines = Typed(*typed)
        async with open_entrance(place, Where(address=LOOPBACK, port=0)) as entrance:
            invite = entrance.door.invite(entrance.candidates)
            async with reply_desk(place, entrance) as desk:
                yield Table(place, entrance, invite, desk, said)


def reply_to(invite: Invite, *candidates: Candidate, lasts: float = 60) -> str:
    return Reply.to(invite.secret, candidates or (FAR,), int(time.time() + lasts)).text()


async def says(table: Table, *words: str) -> None:
    """Wait until this is all that was said."""
    with trio.fail_after(PATIENCE):
        while len(table.said) < len(words):  # noqa: ASYNC110  a list, with no event behind it
            await trio.sleep(0.01)
    assert table.said == list(words)


async def comes(table: Table, own: OwnPort) -> None:
    """The guest is there, and the host's door has it."""
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_meet, own, replace(table.invite, candidates=()))
            arrival = await table.entrance.door.guest()
    assert arrival.agreed.peer == GUEST.public
    arrival.done.set()


async def _meet(own: OwnPort, invite: Invite) -> None:
    arrival = await own.meet(invite, GUEST, entropy=os.urandom, tempo=Tempo())
    await trio.aclose_forcefully(arrival.stream)


@pytest.mark.parametrize("width", [1000, 30])
async def test_a_pasted_code_calls_the_guest(tmp_path, width):
    """Also when a messenger has broken it over several lines, with something before it."""
    async with a_desk(tmp_path) as table, open_port() as own:
        text = reply_to(table.invite, candidate_of(LOOPBACK, own.port))
        lines = [f"Ben: {text[:width]}", *(text[at : at + width] for at in range(width, len(text), width))]
        assert all(await table.type(*lines))
        assert table.desk.reply == text
        assert table.desk.friend() == (candidate_of(LOOPBACK, own.port),)
        await comes(table, own)
        assert table.said == ["calling"]


async def test_what_is_not_for_the_desk(tmp_path):
    async with a_desk(tmp_path) as table:
        assert await table.type("", "lead AS", "quit", table.invite.text()) == [False] * 4
        assert table.said == []


async def test_mistakes(tmp_path):
    async with a_desk(tmp_path) as table:
        text = reply_to(table.invite)
        other = reply_to(replace(table.invite, secret=bytes(16)))
        for wrong in (f"{text[:-9]}?", other, reply_to(table.invite, lasts=-5)):
            assert await table.type(wrong) == [True]
        assert table.said == ["not_done"] * 3
        assert table.desk.reply is None


async def test_half_a_code(tmp_path):
    """After a moment it is said; and what does not go on with it is something else."""
    async with a_desk(tmp_path) as table:
        text = reply_to(table.invite)
        assert await table.type(text[:40]) == [True]
        await says(table, "not_whole")
        assert await table.type("lead AS 10S") == [False]
        assert table.said == ["not_whole", "not_done"]
        assert await table.type(text[:40], text) == [True, True]
        assert table.said[2:] == []
        await says(table, "not_whole", "not_done", "calling")


async def test_while_nobody_has_come(tmp_path):
    async with a_desk(tmp_path, "", "hello", "quit") as table:
        with pytest.raises(Leaving):
            await table.desk.listen()
        assert table.said == ["waiting"]
    async with a_desk(tmp_path, "hello") as table:
        with pytest.raises(InputEnded):  # who can type no more could play no card
            await table.desk.listen()
        assert table.said == ["waiting"]
        table.place.player.bot = object()
        await table.desk.listen()  # for a bot the end of the input is not the end of the waiting


async def test_a_code_is_kept_with_its_game(tmp_path):
    async with a_desk(tmp_path) as table:
        place = table.place
        game = place.store.begin_game(
            seat=0, ruleset="georgian", identities=(bytes(32), bytes(32)), names=["", ""], started=0
        )
        keep_link(place, game, table.invite.text())
        assert kept_reply(place, game) is None
        table.desk.go_on(game)
        assert table.desk.friend() == ()
        text = reply_to(table.invite)
        await table.type(text)
        assert kept_reply(place, game) == text
        keep_link(place, game, *[table.invite.text()] * 9)
        assert kept_links(place, game) == [table.invite.text()] * MAX_LINKS
        assert kept_reply(place, game) == text
        for now in (place.clock(), Reply.parse(text, now=0).expires + 1):
            again = Desk(replace(place, clock=lambda now=now: now), table.entrance, table.desk._tasks)
            again.go_on(game)
            assert again.friend() == (FAR,), "a code that was taken does not end with its time"


@pytest.mark.parametrize(
    ("own", "theirs", "steps", "doubt"),
    [
        ((NEAR, FAR), (NEAR,), {NEAR: Step.TIMEOUT}, Doubt.THEIR_ADDRESS),
        ((NEAR,), (NEAR, FAR), {FAR: Step.TIMEOUT}, Doubt.OWN_ADDRESS),
        ((FAR,), (FAR_TOO, WIDE), {FAR_TOO: Step.TIMEOUT, WIDE: Step.UNREACHABLE}, Doubt.SYMMETRIC),
        ((FAR,), (FAR_TOO, NEAR), {FAR_TOO: Step.TIMEOUT, NEAR: Step.REFUSED}, Doubt.SYMMETRIC),
        ((FAR,), (FAR_TOO,), {FAR_TOO: Step.REFUSED}, Doubt.REFUSING),
        ((FAR,), (WIDE, NEAR), {WIDE: Step.UNREACHABLE, NEAR: Step.TIMEOUT}, Doubt.UNREACHABLE),
        ((FAR._replace(kind=Kind.MAPPED),), (FAR_TOO,), {}, Doubt.UNREACHABLE),
    ],
)
def test_doubts(own, theirs, steps, doubt):
    assert doubt_of(own, theirs, steps) is doubt
    assert doubt_sentence(doubt).startswith("Nothing has come through yet")


@pytest.mark.parametrize(
    ("attempts", "may"),
    [
        ([(NEAR, Step.TIMEOUT)], True),
        ([(NEAR, Step.UNREACHABLE)], True),
        ([(NEAR, Step.REFUSED)], False),  # there is a computer of the host's, or of somebody else's
        ([(NEAR, Step.REFUSED), (FAR, Step.TIMEOUT)], True),
        ([(FAR, Step.REFUSED)], True),  # a router may say so
        ([(FAR, Step.TIMEOUT), (WIDE, Step.INVITE)], False),
        ([(FAR, Step.NO_TLS)], False),
        ([(candidate_of(LOOPBACK, 1), Step.TIMEOUT)], False),
        ([], False),
    ],
)
def test_when_a_host_is_asked_to_call_back(attempts, may):
    assert _may_be_called(DialFailed(tuple(Attempt(*attempt) for attempt in attempts))) is may
