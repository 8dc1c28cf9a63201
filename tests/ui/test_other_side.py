"""What the feed tells of the other side: that it has left after the end, that it wants a move.

Here: two lobbies, a follower. Never: a page.
"""

from __future__ import annotations

from bura_p2p.net.driver import EndOffered, Update
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.table import events as e
from bura_p2p.ui.feed.follower import Follower

from .feeds import gone_after_the_end, play_both, sit_down, two
from .tables import scripted


async def test_who_has_left_after_the_end_is_told_to_have(tmp_path):
    """The guest leaves first: the host, who waits at its door, is told at once, and may still ask."""
    async with two(tmp_path) as (nino, levan):
        await sit_down(nino, levan, match=1)
        await play_both(nino, levan)
        for who in (nino, levan):
            await who.until(lambda message: message.state["table"]["over"]["rematch"] is not None)
        levan.do("leave")
        await gone_after_the_end(nino, "Levan")
        nino.do("rematch")
        waiting = await nino.until(lambda message: message.state["table"]["over"]["rematch"]["mine"])
        assert waiting.state["table"]["link"]["state"] == "away"
        nino.do("leave")
        await nino.screen("lobby")


def test_whatever_is_moved_answers_the_wish_that_one_moves():
    tables, _ = scripted(find_ruleset("classic"), ["7S 9S 6C", "AD 8C AH"], "6D")
    view = tables.sessions[0].view()
    for number, moved in enumerate([e.Raised(1, 2), e.Declined(1), e.Passed(1), e.Resigned(1)]):
        follower = Follower(0, lambda: 0.0)
        asked = follower.follow(Update(2 * number + 1, (EndOffered(0),), view))[0]
        assert asked["text"] == "You ask the other side to move, or to give this hand up."
        assert follower.table()["end_offered_by"] == 0
        follower.follow(Update(2 * number + 2, (moved,), view))
        assert follower.table()["end_offered_by"] is None
