"""Three words over real TCP and TLS: who gets the invite, how many guesses there are, and what a stranger costs."""

from __future__ import annotations

import math
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from bura_p2p.conformance.tape import Tape
from bura_p2p.errors import Code, LocalError, PeerError
from bura_p2p.net import limits, timers
from bura_p2p.net.invite import Candidate, Invite, candidate_of
from bura_p2p.net.listen import Door, open_door
from bura_p2p.net.tls import (
    WORDS_ALPN,
    certificate_hash,
    client_context,
    first_handshake,
    make_certificate,
    server_context,
    server_handshake,
    speak,
    spoken,
)
from bura_p2p.net.words import GuestWords, HostWords, Words
from bura_p2p.net.words_in import WrongWords, invite_for
from bura_p2p.net.words_out import Why, WordsOut
from bura_p2p.wire.codec import pack
from bura_p2p.wire.framing import FrameReader, encode_frame
from tests.net.helpers import (
    BIND,
    CERTIFICATE,
    HOST,
    LOOPBACK,
    NOW,
    PATIENCE,
    changed,
    clock,
    closed_without_a_word,
    failed_step,
    met,
    waiting_host,
)

TABLE = b"abcd"
WRONG = ("able", "able", "able")


@asynccontextmanager
async def showing_host(patience: float = 10.0) -> AsyncIterator[tuple[Door, Invite, WordsOut]]:
    async with waiting_host(patience) as (door, invite):
        yield door, invite, door.show_words(invite, TABLE)


async def asked(door: Door, words: Words | None, table: bytes | None = TABLE) -> Invite:
    assert words is not None
    with trio.fail_after(PATIENCE):
        return await invite_for(
            words, await door.candidates(), table=table, entropy=os.urandom, clock=clock
        )


@pytest.mark.parametrize("table", [TABLE, None])
async def test_the_right_words_bring_the_invite_and_that_a_game(table: bytes | None) -> None:
    async with showing_host() as (door, invite, out):
        got = await asked(door, out.words, table)
        assert got == invite
        async with met(door, got):
            assert (out.wrong, door.turned_away) == (0, {})


async def test_words_may_be_used_again_until_somebody_has_come() -> None:
    """A guest whose program fell over in between types them once more."""
    async with showing_host() as (door, invite, out):
        assert await asked(door, out.words) == await asked(door, out.words) == invite
        async with met(door, invite):
            with pytest.raises(LocalError, match="Nobody answers"):
                await asked(door, out.words)


async def test_words_during_the_game_of_another() -> None:
    """A host that expects somebody back answers no words, and does not even speak their protocol."""
    async with showing_host() as (door, invite, out), met(door, invite) as (host, _):
        door.expect(host.agreed.peer, invite.secret)
        with pytest.raises(LocalError, match="takes no words now"):
            await asked(door, out.words)


async def test_a_host_that_shows_no_words() -> None:
    async with waiting_host() as (door, invite):
        with pytest.raises(LocalError, match="takes no words now"):
            await asked(door, WRONG)
        async with met(door, invite):
            pass


async def test_nobody_there() -> None:
    async with waiting_host() as (door, _):
        nobody = candidate_of(LOOPBACK, 1)
        here = await door.candidates()
    for candidates in ((nobody,), here, (Candidate(1, "no-such-name.invalid", 5),)):
        with pytest.raises(LocalError, match="Nobody answers"):
            await invite_for(WRONG, candidates, table=None, entropy=os.urandom, clock=clock)


async def test_the_first_address_that_answers_is_put_first() -> None:
    async with showing_host() as (door, invite, out):
        assert out.words is not None
        (here,) = await door.candidates()
        addresses = (candidate_of(LOOPBACK, 1), here)
        got = await invite_for(out.words, addresses, table=TABLE, entropy=os.urandom, clock=clock)
        assert got.candidates == (here,)
        there = candidate_of("127.0.0.9", door.port)
        door.show_words(changed(invite, candidates=(there,) * limits.CANDIDATES), TABLE)
        got = await invite_for(door._words.words, addresses, table=TABLE, entropy=os.urandom, clock=clock)
        assert got.candidates == (here, *((there,) * (limits.CANDIDATES - 1)))


# --- guesses ---------------------------------------------------------------------------------------------------


async def test_three_wrong_guesses_and_the_words_are_others() -> None:
    async with showing_host() as (door, invite, out):
        first = out.words
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(out.others, first)
                for _ in range(limits.WORDS_GUESSES):
                    assert out.words == first
                    with pytest.raises(WrongWords):
                        await asked(door, WRONG)
        assert (out.wrong, out.why) == (3, Why.GUESSED)
        assert out.words != first
        with pytest.raises(WrongWords):
            await asked(door, first)
        assert await asked(door, out.words) == invite
        async with met(door, invite):
            pass


async def test_nine_wrong_guesses_and_no_words_count_any_more() -> None:
    async with showing_host() as (door, invite, out):
        shown = {out.words}
        for _ in range(limits.WORDS_IN_ALL):
            with pytest.raises(WrongWords):
                await asked(door, WRONG)
            shown.add(out.words)
        assert out.words is None
        assert len(shown) == 4
        await out.others(WRONG)  # at once
        with pytest.raises(LocalError, match="did not listen"):
            await asked(door, WRONG)
        assert out.wrong == limits.WORDS_IN_ALL
        async with met(door, invite):
            pass  # the invite is still good


async def test_wrong_words_do_not_disturb_an_invite() -> None:
    async with showing_host() as (door, invite, _):
        with pytest.raises(WrongWords):
            await asked(door, WRONG)
        async with met(door, invite):
            pass


async def test_words_hold_for_an_hour(autojump_clock: trio.testing.MockClock) -> None:
    out = WordsOut("BURA:A", table=TABLE, tls_bind=BIND, entropy=Tape("hour"))
    first = out.words
    began = trio.current_time()
    await out.others(first)
    assert trio.current_time() - began == pytest.approx(timers.WORDS)
    assert (out.why, out.wrong) == (Why.TIME, 0)
    assert out.words not in (first, None)


async def test_words_whose_hour_is_over_do_not_count_though_nobody_looks() -> None:
    near, far = trio.testing.memory_stream_pair()
    out = WordsOut("BURA:A", table=TABLE, tls_bind=BIND, entropy=Tape("hour"))
    assert out.words is not None
    out._until = trio.current_time()
    await far.send_all(encode_frame(guest_side(out.words).ask()))
    with pytest.raises(PeerError) as caught:
        await out.hear(near, "here")
    assert caught.value.code is Code.AUTHENTICATION
    assert out.wrong == 0


# --- strangers -------------------------------------------------------------------------------------------------


def guest_side(words: Words, bind: bytes = BIND) -> GuestWords:
    return GuestWords(words, tls_bind=bind, table=TABLE, entropy=os.urandom)


async def worded(door: Door, source: str | None = None) -> trio.SSLStream[trio.SocketStream]:
    """A stranger's connection that speaks the protocol of words, from the loopback address `source`."""
    try:
        tcp = await trio.open_tcp_stream(LOOPBACK, door.port, local_address=source)
    except OSError:
        pytest.skip("this machine has one loopback address only")
    stream, shown = await first_handshake(tcp, client_context(WORDS_ALPN))
    assert (spoken(stream), shown) == (WORDS_ALPN, BIND)
    return stream


async def payload_of(stream: trio.abc.Stream) -> bytes:
    reader = FrameReader()
    while (payload := reader.pull()) is None:
        data = await stream.receive_some(4096)
        assert data
        reader.push(data)
    return payload


async def test_a_stranger_hears_nothing_before_it_asks() -> None:
    async with showing_host(patience=3) as (door, _, out):
        assert await closed_without_a_word(await worded(door))
        assert (out.wrong, door.turned_away) == (0, {"timeout": 1})


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        bytes(4),
        b"\x00\x00\x10\x01" + bytes(100),
        b"\xff" * 5000,
        encode_frame(b"\xc1"),
        encode_frame(pack((1, (1, TABLE, bytes(32))))),
        encode_frame(pack((1, (1, b"dcba", b"\x58" + b"\x66" * 31)))),
        encode_frame(pack((3, (bytes(32),)))),
    ],
    ids=["http", "empty", "long", "ones", "no msgpack", "no point", "another table", "out of order"],
)
async def test_garbage_instead_of_an_ask(data: bytes) -> None:
    async with showing_host() as (door, invite, out):
        stream = await worded(door)
        await stream.send_all(data)
        assert await closed_without_a_word(stream)
        assert out.wrong == 0
        assert sum(door.turned_away.values()) == 1
        assert await asked(door, out.words) == invite


@pytest.mark.parametrize("proof", [b"", encode_frame(b"\xc1"), encode_frame(pack((3, (bytes(32),)))), None])
async def test_whatever_follows_an_answer_is_a_guess(proof: bytes | None) -> None:
    """Silence too: how long the answer took might say something about the words."""
    async with showing_host() as (door, invite, out):
        out._patience = 0.3
        stream = await worded(door)
        await stream.send_all(encode_frame(guest_side(WRONG).ask()))
        await payload_of(stream)
        out._patience = PATIENCE  # for whoever comes after it
        if proof is None:
            await trio.aclose_forcefully(stream)
            with trio.fail_after(PATIENCE):
                while not out.wrong:  # noqa: ASYNC110  a counter for people, with no event behind it
                    await trio.sleep(0.01)
        else:
            await stream.send_all(proof)
            assert await closed_without_a_word(stream)
        assert out.wrong == 1
        assert await asked(door, out.words) == invite


async def test_a_slow_drip_holds_nobody_up() -> None:
    """Somebody else gets the invite while it still drips, and nobody has cut it off."""
    async with showing_host(patience=6.0) as (door, invite, out):
        stream, cut = await worded(door, "127.0.0.2"), trio.Event()

        async def drip() -> None:
            try:
                for byte in encode_frame(guest_side(WRONG).ask()):
                    await stream.send_all(bytes([byte]))
                    await trio.sleep(0.6)
            except trio.BrokenResourceError:
                cut.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(drip)
            await trio.sleep(0.2)
            assert await asked(door, out.words) == invite
            assert not cut.is_set()
            assert door.turned_away == {}
            await cut.wait()
            assert door.turned_away == {"timeout": 1}
            await trio.aclose_forcefully(stream)
            nursery.cancel_scope.cancel()
        assert out.wrong == 0


async def test_one_guess_at_a_time() -> None:
    """Who comes while another's proof is awaited waits for it; a second one from the same address is refused."""
    async with showing_host() as (door, invite, out):
        out._patience = 5
        slow = await worded(door, "127.0.0.2")
        await slow.send_all(encode_frame(guest_side(WRONG).ask()))
        await payload_of(slow)
        second = await worded(door, "127.0.0.2")
        await second.send_all(encode_frame(guest_side(WRONG).ask()))
        assert await closed_without_a_word(second)
        assert out.wrong == 0
        assert await asked(door, out.words) == invite  # from 127.0.0.1, after the slow one's time
        assert out.wrong == 1
        assert await closed_without_a_word(slow)


async def test_a_guess_heard_twice_is_wrong_the_second_time() -> None:
    """Somebody who has recorded a good exchange, in clear, plays it again."""
    async with showing_host() as (door, _, out):
        assert out.words is not None
        side = guest_side(out.words)
        ask = side.ask()
        stream = await worded(door)
        await stream.send_all(encode_frame(ask))
        proof = side.prove(await payload_of(stream))
        await stream.send_all(encode_frame(proof))
        assert side.open(await payload_of(stream)).startswith("BURA:")
        await closed_without_a_word(stream)
        again = await worded(door)
        await again.send_all(encode_frame(ask))
        await payload_of(again)
        await again.send_all(encode_frame(proof))
        assert await closed_without_a_word(again)
        assert out.wrong == 1


async def test_the_game_begins_while_somebody_guesses() -> None:
    async with showing_host() as (door, invite, out):
        stream = await worded(door)
        await stream.send_all(encode_frame(guest_side(WRONG).ask()))
        await payload_of(stream)
        async with met(door, invite):
            assert await closed_without_a_word(stream)
        assert out.wrong == 1


async def test_an_invite_from_a_guest_of_words_is_nothing_before_the_invite_itself() -> None:
    """The protocol of words admits nobody: a greeting in it is no ask."""
    async with showing_host() as (door, invite, out):
        stream = await worded(door)
        await stream.send_all(encode_frame(pack((1, ((1,), (), HOST.public, bytes(32), bytes(32))))))
        assert await closed_without_a_word(stream)
        assert (await failed_step(changed(invite, secret=os.urandom(16)))).name == "INVITE"
        assert out.wrong == 0


# --- false hosts and men in the middle -------------------------------------------------------------------------

OTHER = make_certificate()


@asynccontextmanager
async def false_host(talk) -> AsyncIterator[tuple[Candidate, ...]]:
    """Somebody with another certificate who speaks the protocol of words: `talk` is what it does."""
    context = server_context(*OTHER)
    speak(context, WORDS_ALPN)

    async def serve(tcp: trio.SocketStream) -> None:
        await talk(await server_handshake(tcp, context))

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield (candidate_of(LOOPBACK, listener.socket.getsockname()[1]),)
        nursery.cancel_scope.cancel()


async def test_a_man_in_the_middle() -> None:
    """It passes everything on between guest and host, each in its own TLS: to no avail, and it costs a guess."""
    async with showing_host() as (door, _, out):
        assert out.words is not None

        async def relay(near: trio.abc.Stream) -> None:
            far = await worded(door)
            async with far, trio.open_nursery() as nursery:
                nursery.start_soon(passed_on, near, far)
                await passed_on(far, near)
                nursery.cancel_scope.cancel()

        async with false_host(relay) as addresses:
            with pytest.raises(WrongWords):
                await invite_for(out.words, addresses, table=TABLE, entropy=os.urandom, clock=clock)
        assert out.wrong == 1


async def passed_on(one: trio.abc.Stream, other: trio.abc.Stream) -> None:
    try:
        while data := await one.receive_some(4096):
            await other.send_all(data)
    except trio.BrokenResourceError:
        return


def false_talk(words: Words, text: str, *, honest: bool):
    """A false host that knows `words`, and gives `text` whether the guest's proof is right or not."""

    async def talk(stream: trio.abc.Stream) -> None:
        bind = certificate_hash(OTHER[0])
        side = HostWords(words, tls_bind=bind, table=TABLE, entropy=os.urandom)
        await stream.send_all(encode_frame(side.answer(await payload_of(stream))))
        proof = await payload_of(stream)
        if honest:
            side.check(proof)
        await stream.send_all(encode_frame(side.gift(text)))

    return talk


@pytest.mark.parametrize(
    ("knows", "text", "says"),
    [
        (WRONG, "BURA:AAAA", "does not know the words"),
        (("axis", "axis", "axis"), Invite(bytes(16), BIND, HOST.public, int(NOW) + 60, ()).text(), "does not know"),
        (("axis", "axis", "axis"), "BURA:AAAA", "cut off or mistyped"),
        (("axis", "axis", "axis"), "A" * 3000, "not a bura invite"),
    ],
    ids=["other words", "an invite of another host", "a cut invite", "no invite"],
)
async def test_a_false_host(knows: Words, text: str, says: str) -> None:
    async with false_host(false_talk(knows, text, honest=False)) as addresses:
        with pytest.raises(LocalError, match=says) as caught:
            await invite_for(("axis",) * 3, addresses, table=TABLE, entropy=os.urandom, clock=clock)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [b"\x00\x00\x10\x01", encode_frame(b"\xc1"), encode_frame(pack((2, (bytes(32),))))])
async def test_a_false_host_that_talks_garbage(data: bytes) -> None:
    async def talk(stream: trio.abc.Stream) -> None:
        await stream.send_all(data)
        await stream.receive_some(4096)

    async with false_host(talk) as addresses:
        with pytest.raises(LocalError, match="does not know the words"):
            await invite_for(WRONG, addresses, table=TABLE, entropy=os.urandom, clock=clock)


async def test_what_answers_is_no_bura() -> None:
    async def greet(stream: trio.SocketStream) -> None:
        await stream.send_all(b"220 mail.example.org\r\n")

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host=LOOPBACK)
        nursery.start_soon(trio.serve_listeners, greet, [listener])
        there = candidate_of(LOOPBACK, listener.socket.getsockname()[1])
        with pytest.raises(LocalError, match="Nobody answers"):
            await invite_for(WRONG, (there,), table=None, entropy=os.urandom, clock=clock)
        nursery.cancel_scope.cancel()


async def test_both_families() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        async with open_door(HOST, CERTIFICATE, entropy=os.urandom, clock=clock, host="::1") as door:
            invite = door.invite(await door.candidates())
            out = door.show_words(invite, TABLE)
            assert await asked(door, out.words) == invite
    except LocalError:
        pytest.skip("no IPv6 here")


def test_the_chances() -> None:
    """What the readme says of guessing: nine guesses against thirty bits."""
    assert limits.WORDS_IN_ALL / 2**30 < 1e-8
    assert math.ceil(limits.WORDS_IN_ALL / limits.WORDS_GUESSES) == 3
