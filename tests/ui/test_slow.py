"""Whoever reads a feed too slowly: the newest state, and what came before it."""

from __future__ import annotations

import pytest

from bura_p2p.ui.feed.feed import PENDING, Feed


async def test_a_slow_client_gets_the_newest_state_only():
    feed = Feed()
    feed.publish(value=0)
    with feed.client() as slow, feed.client() as quick:
        for number in range(1, 1000):
            feed.publish([{"event": "told", "text": str(number)}], value=number)
            assert (await quick.next()).n <= feed.newest.n
        got = [await slow.next()]
        while got[-1].n < feed.newest.n:
            got.append(await slow.next())
        assert len(got) <= PENDING
        assert got[-1].state == {"value": 999}
        assert any(not message.events for message in got)
        numbers = [message.n for message in got]
        assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("last", [False, True])
async def test_a_slow_client_is_told_what_came_before_a_game_that_is_taken_up_again(last):
    feed = Feed()
    with feed.client() as slow:
        for number in range(PENDING - 1):
            feed.publish(value=number)
        if not last:
            await slow.next()
            feed.publish(log=[{"event": "said", "text": "earlier"}], value="again")
        feed.publish(log=[{"event": "said", "text": "before"}], value="again")
        for number in range(0 if last else PENDING):
            feed.publish([{"event": "told"}], value=number)
        got = []
        while not got or got[-1].n < feed.newest.n:
            got.append(await slow.next())
    assert [one["text"] for message in got for one in message.log] == ["before"]
