"""What a player at a table does without typing: a bot's moves and policy, the hand after which no more are played."""

from __future__ import annotations

from dataclasses import replace
from threading import Event, current_thread, main_thread

import pytest
import trio

from bura_p2p.errors import LocalError
from bura_p2p.net.driver import Command, Ending, NotDone, Play, SetPolicy, StopAfterHand, Update
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import Special
from bura_p2p.table import events as e
from bura_p2p.table.view import View
from bura_p2p.ui.console import TypedLines
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.feed.screen import CommandLines
from bura_p2p.ui.plain import PlainScreen
from bura_p2p.ui.sit import Player, Story, Thinker, sit
from tests.net.helpers import PATIENCE

from .tables import scripted


class Shy:
    """Takes what comes first; announces nothing once it has seen its cards."""

    def choose(self, view: View) -> a.Action:
        return view.legal[0]

    def policy(self, view: View) -> frozenset[Special]:
        return frozenset() if view.held else frozenset({Special.BURA})


class Mute:
    """A bot that has no say in what is announced."""

    def choose(self, view: View) -> a.Action:
        return view.legal[0]


def views() -> list[View]:
    """Seat A's view before the table opens, while nothing is held, and when it is to lead."""
    tables, seat_of = scripted(find_ruleset("classic"), ["7S 9S 6C", "AD 8C AH"], "6D")
    session = tables.sessions[seat_of["A"]]
    early = session.view()
    tables.run(lambda tables: any(each.view().legal for each in tables.sessions))
    return [early, session.view()]


def test_a_bots_policy_is_passed_on_where_it_changes():
    early, turn = views()
    player = Player(TypedLines(None), Shy())
    assert player.commands(Update(1, (), early)) == [SetPolicy(frozenset({Special.BURA}))]
    assert player.commands(Update(2, (), early)) == []
    assert player.commands(Update(3, (), turn)) == [SetPolicy(frozenset())]
    assert player.commands(Update(4, (), turn)) == []


def test_a_bot_without_a_policy_and_a_person():
    _, turn = views()
    assert Player(TypedLines(None), Mute()).commands(Update(1, (), turn)) == []
    assert Player(TypedLines(None)).commands(Update(1, (), turn)) == []


def test_the_last_hand_is_said_to_be_the_last():
    _, turn = views()
    player = Player(TypedLines(None), hands=2)
    assert player.commands(Update(1, (e.HandBegun(1, 0, (0, 1)),), turn)) == []
    assert player.commands(Update(2, (e.HandBegun(2, 0, (0, 1)),), turn)) == [StopAfterHand()]


def test_a_move_that_came_while_the_other_side_was_away_is_borne():
    """However often; and one that came too late, when it is the bot's turn again. Not a second one in that turn."""
    _, turn = views()
    player, away, failed = Player(TypedLines(None), Mute()), replace(turn, legal=()), (NotDone("No."),)
    assert [player.commands(Update(number, failed, away)) for number in range(3)] == [[], [], []]
    assert player.commands(Update(4, failed, turn)) == []
    assert player.commands(Update(5, failed, replace(turn, round=turn.round + 2))) == []
    with pytest.raises(LocalError, match="not possible: No"):
        player.commands(Update(6, failed, replace(turn, round=turn.round + 2)))
    assert Player(TypedLines(None)).commands(Update(7, failed, turn)) == []


class Stuck:
    """A driver that takes no command before all its updates are read, as one does whose updates are full."""

    def __init__(self, updates: list[Update], waiting: int) -> None:
        self._updates = updates
        self._news, self.updates = trio.open_memory_channel[Update](1)
        self.commands, self._orders = trio.open_memory_channel[Command](waiting)
        self.taken: list[Command] = []

    async def run(self) -> Ending:
        with self._news:
            for update in self._updates:
                await self._news.send(update)
            with trio.move_on_after(0.2):
                async for command in self._orders:
                    self.taken.append(command)
        return Ending.LEFT


@pytest.mark.parametrize("waiting", [0, 1, 16])
def test_who_reads_the_updates_never_waits_for_the_driver(waiting):
    _, turn = views()
    began = [Update(number, (e.HandBegun(number, 0, (0, 1)),), turn) for number in range(1, 40)]
    driver, written, played = Stuck(began, waiting), [], Player(CommandLines(), hands=2)

    async def write(lines) -> None:
        written.extend(lines)

    async def play() -> None:
        with trio.fail_after(PATIENCE):
            await sit(driver, PlainScreen(0, Faces()), played, write, Story())

    trio.run(play)
    assert driver.taken == [StopAfterHand()] * (waiting + 2)  # those that had room, the next, and the newest
    assert written


# --- a bot that thinks -----------------------------------------------------------------------------------------


class Slow:
    """Thinks until it is told to stop, in the order of being asked."""

    def __init__(self, *, thinks: bool = True) -> None:
        self.enough, self.asked, self.together = Event(), [], 0
        self._busy = 0
        if not thinks:
            self.enough.set()

    def choose(self, view: View) -> a.Action:
        assert current_thread() is not main_thread()
        self.asked.append(view.round)
        self._busy += 1
        self.together = max(self.together, self._busy)
        self.enough.wait(PATIENCE)
        self._busy -= 1
        return view.legal[-1]


def thought_of(bot: Slow, *looks: tuple[View, int], patience: float) -> list[Play]:
    """What a bot plays when these views come one after the other, each when so much has been played in all; then for
    `patience` seconds. It has been asked when the first has come.
    """
    played: list[Play] = []
    moved, moves = trio.open_memory_channel[Play](10)

    async def play(order: Play) -> None:
        await moved.send(order)

    async def run() -> None:
        thinker = Thinker(bot, play)
        async with trio.open_nursery() as nursery:
            for view, count in looks:
                thinker.look(view, nursery)
                await trio.sleep(0.05)  # the loop turns while the bot thinks
                with trio.fail_after(PATIENCE):
                    while not bot.asked:  # noqa: ASYNC110  a list, with no event behind it
                        await trio.sleep(0.01)
                with trio.fail_after(PATIENCE):
                    while len(played) < count:
                        played.append(await moves.receive())
            with trio.move_on_after(patience):
                async for more in moves:
                    played.append(more)
            nursery.cancel_scope.cancel()

    trio.run(run)
    return played


def test_a_bot_is_asked_once_a_round():
    _, turn = views()
    bot = Slow(thinks=False)
    assert thought_of(bot, (turn, 1), (turn, 1), (turn, 1), patience=0.2) == [Play(turn.legal[-1])]
    assert bot.asked == [turn.round]


def test_a_thought_is_thrown_away_when_the_turn_is_over():
    """The hand ends some other way, or the whole game: nobody waits for the thought, and nothing is played."""
    _, turn = views()
    bot = Slow()
    assert thought_of(bot, (turn, 0), (replace(turn, legal=()), 0), patience=0.2) == []
    bot.enough.set()


def test_a_bot_is_asked_anew_when_its_turn_comes_back():
    """The link was cut just when it moved: the move came to nothing, and the other side is back."""
    _, turn = views()
    bot = Slow(thinks=False)
    assert len(thought_of(bot, (turn, 1), (replace(turn, legal=()), 1), (turn, 2), patience=0)) == 2
    assert bot.asked == [turn.round, turn.round]


def test_the_next_thought_waits_for_one_that_was_thrown_away():
    _, turn = views()
    bot, later = Slow(), replace(turn, round=turn.round + 2)
    assert thought_of(bot, (turn, 0), (replace(turn, legal=()), 0), (later, 0), patience=0.1) == []
    assert (bot.asked, bot.together) == ([turn.round], 1)
    bot.enough.set()
