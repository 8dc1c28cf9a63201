"""Two implementations of `resume`: the package's sessions, and `again.py`, written from the text.

Real sessions are cut at any moment, each set back as far as one likes, copied and played on, or lied to. What comes
goes to a session and to its reading by the text, and both must answer byte for byte alike. More than the default:

    BURA_EXAMPLES=500 python -m pytest -n 0 tests/spec/test_again.py
"""

from __future__ import annotations

import copy
import gc
import os
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
import trio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trio.testing import memory_stream_pair

from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.crypto.elgamal import MaskedCard
from bura_p2p.crypto.group import Element
from bura_p2p.crypto.proved import ProvedCards, ProvedKey, ProvedShares
from bura_p2p.net.driver import Driver, Ending
from bura_p2p.net.link import open_link
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.session.session import Session
from bura_p2p.store import GAME, Store
from bura_p2p.table import events as e
from bura_p2p.table.view import PLAYER_STAGES
from bura_p2p.wire import limits
from bura_p2p.wire.codec import decode_link, encode_link
from bura_p2p.wire.framing import FrameReader, encode_frame
from tests.net.helpers import PATIENCE, clock
from tests.net.test_driver import make_seat, play

from . import again, judge, link
from .reader import ZERO, fields, next_head, strict, table_id

EXAMPLES = int(os.environ.get("BURA_EXAMPLES", "0"))
QUIET = {"deadline": None, "database": None, "derandomize": not EXAMPLES, "suppress_health_check": list(HealthCheck)}

SHARED = (Element, MaskedCard, ProvedCards, ProvedKey, ProvedShares, MappingProxyType)
"""What never changes: copies of sessions hold the same."""


# --- moments of real games ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A game of two, and both sessions as they stood at each of its steps."""

    identities: tuple[bytes, ...]
    moments: list[list[Session]]
    shared: dict[int, object]

    def at(self, moment: int, seat: int) -> Session:
        """A session of its own, as it stood then."""
        return copy.deepcopy(self.moments[moment][seat], dict(self.shared))


def shared() -> dict[int, object]:
    return {id(found): found for found in gc.get_objects() if isinstance(found, SHARED)}


@lru_cache
def game(name: str) -> Game:
    """`georgian`: one hand and its end; `classic`, `telegram`: into the second hand."""
    rules = find_ruleset(name)
    hall = Hall(f"again {name}", ruleset=rules, players=[card_player(1), card_player(2)])
    moments: list[list[Session]] = []

    def note(hall: Hall) -> bool:
        if hall.started:
            moments.append(copy.deepcopy(hall.sessions, shared()))
        return hall.table.round > 0 and hall.table.state.hand == 2 and hall.table.stage.value == "lead"

    hall.run(note, hands=1 if name == "georgian" else 2)
    moments.append(copy.deepcopy(hall.sessions, shared()))
    return Game(tuple(identity.public for identity in hall.identities), moments, shared())


GAMES = ("georgian", "telegram", "classic") if EXAMPLES else ("georgian", "telegram")


# --- a session beside its reading --------------------------------------------------------------------------


class Known(judge.Table):
    """The table of a session by the text, up to E13. Who speaks in a round, and the end, the session's table says:
    that is asked elsewhere, at the price of all the proofs.
    """

    def __init__(self, session: Session, identities: tuple[bytes, ...]) -> None:
        super().__init__(identities)
        self.session = session
        log = session.table.log
        self.closed = [{entry.seat: entry.body for entry in entries} for entries in log.closed]
        self.open = {seat: entry.body for seat, entry in log.open.items()}
        for spoken in self.closed:
            self.head = next_head(self.head, [spoken[seat] for seat in sorted(spoken)])
        if self.closed:
            self.table_id = table_id(next_head(ZERO, [self.closed[0][seat] for seat in sorted(self.closed[0])]))

    def stands_well(self, seat: int, b: dict[str, Any]) -> None:
        pass

    def speakers(self) -> list[int]:
        table, at = self.session.table, len(self.closed)
        return sorted(entry.seat for entry in table.log.closed[at]) if at < table.round else [*table.state.speakers()]

    def close(self) -> None:
        self.head = next_head(self.head, [self.open[seat] for seat in sorted(self.open)])
        if not self.closed:
            self.table_id = table_id(self.head)
        self.closed.append(self.open)
        self.open = {}
        self.stage = self.session.table.stage.value if len(self.closed) == self.session.table.round else "later"


DRIVERS = (link.NUMBER["bye"], link.NUMBER["have"])
"""What the driver says, and no session."""


class Twin:
    """One side: a session and what the text says of it."""

    def __init__(self, session: Session, identities: tuple[bytes, ...]) -> None:
        self.session = session
        table = Known(session, identities)
        table.stage = session.table.stage.value
        stored = [(entry.seat, entry.body, entry.signature) for entry in session.entries()]
        self.text = again.Seat(session.seat, table, stored)
        self.lost = False
        self.sent: list[bytes] = []

    @property
    def log(self) -> list[again.Entry]:
        return self.text.entries_from(0)

    def meet(self) -> bytes:
        said = encode_link(self.session.meet_again())
        assert said == self.text.new_link()
        return said

    def take(self, payload: bytes) -> list[bytes]:
        """What goes back."""
        wanted, code = [], None
        try:
            wanted = self.text.receive(payload)
        except again.Closed as closed:
            code = closed.code
        effects = self.session.receive(decode_link(payload))
        assert (effects.fault.code.label if effects.fault else None) == code
        self.lost |= e.Halted("secrets_lost") in effects.events
        sent = [encode_link(message) for message in effects.send]
        self.compare(wanted, sent)
        self.sent += sent
        return sent

    def compare(self, wanted: list[bytes], sent: list[bytes]) -> None:
        """First what the text wants; then what this seat owes and may sign, which only the session can make."""
        wanted = [frame for frame in wanted if strict(frame)[0] not in DRIVERS]
        assert self.session.closed == (self.text.refused or self.session.table.ended)
        assert sent[: len(wanted)] == wanted
        for frame in sent[len(wanted) :]:
            said = link.read(frame, "entry_frame")
            assert said["seat"] == self.text.own
            self.text.sign(said["body"], said["signature"])
        assert self.log == [(entry.seat, entry.body, entry.signature) for entry in self.session.entries()]
        self.text.table.stage = self.session.table.stage.value
        self.goes_on()

    def goes_on(self) -> None:
        """Who may sign does, or is asked; who may not does not."""
        owes = self.text.own in self.session.table.owing() and not self.session.closed
        if not owes or self.lost:
            return
        if self.session.table.stage in PLAYER_STAGES:
            assert bool(self.session.view().legal) == self.text.may_sign()
        else:
            assert not self.text.may_sign()


def meet(twins: list[Twin]) -> list[list[bytes]]:
    """A new link: what is on its way to each."""
    said = [twin.meet() for twin in twins]
    return [[said[1]], [said[0]]]


def exchange(twins: list[Twin], mail: list[list[bytes]], chance: Random, most: int = 10_000) -> None:
    """Carry so many messages, each way in order."""
    for _ in range(most):
        receivers = [seat for seat in (0, 1) if mail[seat]]
        if not receivers:
            return
        receiver = chance.choice(receivers)
        mail[1 - receiver] += twins[receiver].take(mail[receiver].pop(0))


def place(body: bytes) -> tuple[int, int]:
    told = fields(strict(body), "body")
    return told["round"], told["seat"]


def signed_once(entries: list[again.Entry]) -> bool:
    bodies = defaultdict(set)
    for _, body, _ in entries:
        bodies[place(body)].add(body)
    return all(len(found) == 1 for found in bodies.values())


# --- honest sides ------------------------------------------------------------------------------------------


@st.composite
def lags(draw: st.DrawFn) -> tuple[str, tuple[int, int]]:
    """A game, and the moment in which each seat stands; most often they are near each other."""
    name = draw(st.sampled_from(GAMES))
    last = len(game(name).moments) - 1
    first = draw(st.integers(0, last))
    lag = draw(st.one_of(st.integers(0, 6), st.integers(0, last)))
    moments = (first, max(0, first - lag))
    return name, moments if draw(st.booleans()) else moments[::-1]


def cut_and_met(name: str, moments: tuple[int, int], cuts: list[int], chance: Random) -> list[Twin]:
    """Both meet, and are cut again after so many messages each time; in the end everything arrives."""
    found = game(name)
    twins = [Twin(found.at(moment, seat), found.identities) for seat, moment in enumerate(moments)]
    held = [entry for twin in twins for entry in twin.log]
    for most in cuts:
        exchange(twins, meet(twins), chance, most)
    exchange(twins, meet(twins), chance)
    assert twins[0].log == twins[1].log
    assert {body for _, body, _ in held} <= {body for _, body, _ in twins[0].log}
    told = [link.read(frame, "entry_frame") for twin in twins for frame in twin.sent]
    assert signed_once([*held, *[tuple(entry.values()) for entry in told]])
    return twins


@settings(max_examples=EXAMPLES or 70, **QUIET)
@given(lags(), st.lists(st.integers(0, 9), max_size=3), st.integers(0, 99))
def test_cut_at_any_moment_and_set_back_as_far_as_one_likes(
    where: tuple[str, tuple[int, int]], cuts: list[int], chance: int
) -> None:
    cut_and_met(*where, cuts, Random(chance))


def test_who_went_back_finds_it_out_and_nobody_else() -> None:
    found = game("georgian")
    last = len(found.moments) - 1
    for first, second in ((last, last), (last, last // 2), (last // 2, last), (2, last // 2), (0, 0)):
        before = [{place(body) for _, body, _ in Twin(found.at(moment, 0), found.identities).log}
                  for moment in (first, second)]  # fmt: skip
        twins = cut_and_met("georgian", (first, second), [], Random(1))
        known = [{place for place in before[1 - seat] if place[1] == seat} for seat in (0, 1)]
        own = [{place for place in before[seat] if place[1] == seat} for seat in (0, 1)]
        for seat in (0, 1):
            assert twins[seat].text.went_back == bool(known[seat] - own[seat])


# --- a copy that has signed something else -----------------------------------------------------------------


@settings(max_examples=EXAMPLES or 30, **QUIET)
@given(lags(), st.booleans(), st.integers(0, 99))
def test_logs_that_differ_convict_who_signed_twice(
    where: tuple[str, tuple[int, int]], other: bool, chance: int
) -> None:
    """One seat is played on by a copy of an earlier moment; the other side may hold what it had said instead."""
    name, (moment, victims) = where
    found, twice = game(name), int(other)
    moment = next((at for at in range(moment, -1, -1) if found.moments[at][twice].view().legal), 0)
    fork = found.at(moment, twice)
    if not fork.view().legal:
        return
    at = fork.table.round
    fork.play(a.Resign())
    sessions = [fork, found.at(victims, 1 - twice)]
    twins = sorted((Twin(session, found.identities) for session in sessions), key=lambda twin: twin.text.own)
    known = twins[1 - twice].text.spoken(at, twice) is not None
    exchange(twins, meet(twins), Random(chance))
    refusals = [frame for twin in twins for frame in twin.sent if strict(frame)[0] == link.NUMBER["refuse"]]
    assert bool(refusals) == known
    for frame in refusals:
        said = link.read(frame, "refuse")
        assert (said["round"], said["seat"], said["code"]) == (at, twice, again.CODE["equivocation"])
    if not known:
        assert twins[0].log == twins[1].log


# --- lies --------------------------------------------------------------------------------------------------

HASHES = st.binary(min_size=32, max_size=32)


@st.composite
def lies(draw: st.DrawFn) -> tuple[str, tuple[int, int], bytes]:
    """Who listens, who speaks, and a `resume` of any content; much of it is true, or it would say nothing."""
    name, moments = draw(lags())
    found = game(name)
    if draw(st.booleans()):  # it is the listener's turn, if it ever is before
        turns = [at for at in range(moments[0] + 1) if found.moments[at][0].view().legal]
        moments = (turns[-1] if turns else moments[0], moments[1])
    speaker = Twin(found.at(moments[1], 1), found.identities).text
    listener = Twin(found.at(moments[0], 0), found.identities).text
    true = speaker.heads()
    near = st.integers(max(0, listener.round - 5), listener.round + 5)
    far = st.sampled_from([2**31, 2**32 - 1, draw(st.integers(0, 2**32 - 1))])
    told = draw(st.one_of(st.just(speaker.round), near, near, far))
    lying = draw(st.sampled_from([0, 0, 1, 3]))
    heads = [true[at] if at < len(true) and draw(st.integers(0, 5)) >= lying else draw(HASHES)
             for at in again.named(told)]  # fmt: skip
    match draw(st.integers(0, 9)):
        case 0:
            heads = heads[:-1] or [ZERO, ZERO]
        case 1:
            heads = [*heads, draw(HASHES)][:34]
    rounds = [at for at in (told, told + 1, told - 1) if at >= 0]
    places = [(seat, at) for at in rounds for seat in (0, 1) if listener.hash_at(at, seat)]
    known = [(seat, listener.hash_at(at, seat)) for seat, at in places]
    false = st.tuples(st.sampled_from([0, 0, 1, 5]), HASHES)
    held = draw(st.lists(st.one_of(*[st.sampled_from(known)] * bool(known), false), max_size=4))
    tables = st.sampled_from([speaker.table.table_id] * 4 + [ZERO, b"\x07" * 32])
    return name, moments, link.frame("resume", draw(tables), told, tuple(heads), tuple(held))


@settings(max_examples=EXAMPLES or 110, **QUIET)
@given(lies(), st.integers(0, 12))
def test_whatever_is_said_both_answer_alike(lie: tuple[str, tuple[int, int], bytes], entries: int) -> None:
    """After it, the entries that an honest other side would send; then a new link, and the truth. Only who has gone
    back and was lied to signs twice: that is not promised.
    """
    name, moments, word = lie
    found = game(name)
    twins = [Twin(found.at(moment, seat), found.identities) for seat, moment in enumerate(moments)]
    twin = twins[0]
    twin.meet()
    twin.take(word)
    if twin.text.word is not None:
        for entry in twins[1].text.entries_from(twin.text.round)[:entries]:
            twin.take(link.frame("entry_frame", *entry))
    once = signed_once([*twin.log, *twins[1].log])
    assert once or moments[0] < moments[1]
    assert not (once and twin.text.refused)
    if not twin.text.refused:
        exchange(twins, meet(twins), Random(entries))
        assert (twins[0].log == twins[1].log) == once


# --- what the driver adds: the order on a link -------------------------------------------------------------

ENTRY = link.frame("entry_frame", 0, b"b", bytes(64))
WORD = link.frame("resume", ZERO, 0, (ZERO,), ())
ORDER: dict[str, tuple[list[bytes], str | None]] = {
    "an entry first": ([ENTRY], "link_order"),
    "a refusal first": ([link.frame("refuse", 0, 0, 1)], "link_order"),
    "an offer": ([link.frame("offer", 2, b"x")], "link_order"),
    "an offer after it": ([WORD, link.frame("offer", 2, b"x")], "link_order"),
    "resume twice": ([WORD, WORD], "link_order"),
    "talk, have, offer_end, more_time first": (
        [link.frame("chat", "x"), link.frame("have", 0, ZERO), link.frame("offer_end"), link.frame("more_time", 5),
         link.frame("ping", 1), link.frame("pong", 1), WORD],
        None,
    ),
}  # fmt: skip


def closing(text: again.Seat, frames: list[bytes]) -> str | None:
    try:
        for frame in frames:
            text.receive(frame)
    except again.Closed as closed:
        return closed.code
    return None


@pytest.mark.parametrize("case", ORDER)
async def test_order_on_a_link(tmp_path: Path, case: str) -> None:
    """A driver and the text, which both hold their hello only, hear these frames."""
    frames, code = ORDER[case]
    left, right = memory_stream_pair()
    async with open_link(left) as opened:
        seat = make_seat(tmp_path, 0, opened, resuming=True)
        seat.session.start()
        text = Twin(seat.session, tuple(seat.session.table.state.identities)).text
        text.new_link()
        assert closing(text, frames) == code
        with seat.store:
            for frame in frames:
                await right.send_all(encode_frame(frame))
            await trio.testing.wait_all_tasks_blocked()
            right.send_stream.close()
            await play(seat)
        assert seat.ending is Ending.LOST
        assert getattr(getattr(seat.driver.end, "code", None), "label", None) == code


@pytest.mark.parametrize("number", [0, 1])
async def test_who_comes_back_does_not_wait_for_the_other(tmp_path: Path, number: int) -> None:
    """Its `resume` comes to a far end that says nothing."""
    left, right = memory_stream_pair()
    async with open_link(left) as opened:
        seat = make_seat(tmp_path, number, opened, resuming=True)
        seat.session.start()
        text = Twin(seat.session, tuple(seat.session.table.state.identities)).text
        with seat.store:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play, seat)
                with trio.fail_after(PATIENCE):
                    assert FrameReader(limits.MAX_FRAME).feed(await right.receive_some(70_000)) == [text.new_link()]
                await right.aclose()


@asynccontextmanager
async def at_its_end(folder: Path, found: Game) -> AsyncIterator[tuple[trio.abc.Stream, Store, int]]:
    """A driver of seat 0 whose game is complete, on a new link: its far end, its store, the game's number there."""
    left, right = memory_stream_pair()
    with Store.open(folder) as store:
        number = store.begin_game(
            seat=0, ruleset="georgian", identities=found.identities, names=("", ""), started=clock()
        )
        async with open_link(left) as opened:
            driver = Driver(
                session=found.at(len(found.moments) - 1, 0), store=store, game=number, link=opened, peer_seat=1,
                clock=clock, resuming=True,
            )  # fmt: skip
            with trio.fail_after(PATIENCE):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(driver.run)
                    nursery.start_soon(read_all, driver)
                    yield right, store, number


async def test_a_complete_game_is_told_to_who_lacks_its_end(tmp_path: Path) -> None:
    """By a driver: its word, the entries, `have`; then both have everything."""
    found = game("georgian")
    last = len(found.moments) - 1
    lacking = next(at for at in range(last, 0, -1) if not found.moments[at][1].table.ended)
    word = Twin(found.at(lacking, 1), found.identities).meet()
    text = Twin(found.at(last, 0), found.identities).text
    wanted = [text.new_link(), *text.receive(word)]
    assert [link.NUMBER["resume"], link.NUMBER["have"]] == [strict(wanted[at])[0] for at in (0, -1)]
    assert len(wanted) > 2
    async with at_its_end(tmp_path, found) as (far, _, _):
        await far.send_all(encode_frame(word))
        reader, heard = FrameReader(limits.MAX_FRAME), []
        while len(heard) < len(wanted):
            heard += reader.feed(await far.receive_some(70_000))
        assert heard == wanted
        have = link.frame("have", text.round, text.table.head)
        await far.send_all(encode_frame(have))
    text.receive(have)
    assert text.told_all


async def test_another_word_on_the_end_counts_for_nothing(tmp_path: Path) -> None:
    """The other side says that it has another end: this one waits a while and goes, and can be asked again."""
    found = game("georgian")
    twin = Twin(found.at(len(found.moments) - 1, 1), found.identities)
    async with at_its_end(tmp_path, found) as (far, store, number):
        store.commit(number, secrets=[(GAME, "kept", b"secret")], now=clock())
        await far.send_all(encode_frame(twin.meet()))
        for round_, head in ((twin.text.round, bytes(32)), (twin.text.round - 1, twin.text.table.head)):
            await far.send_all(encode_frame(link.frame("have", round_, head)))
    with Store.open(tmp_path) as store:
        assert [secret.kind for secret in store.secrets(number)] == ["kept"]


async def read_all(driver: Driver) -> None:
    async for _ in driver.updates:
        pass
