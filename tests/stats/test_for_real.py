"""A game against a bot, played by a program as a person would: afterwards luck, results and a review know of it."""

from __future__ import annotations

import json
from pathlib import Path

from bura_p2p.store import Store
from tests.support.processes import bura


def turns_of(home: Path) -> int:
    """How often it was this player's turn in a hand that it played: never, where the bot has led a bura at once."""
    turns = 0
    with bura("play", "--json", "--hands", "1", home=home) as me:
        while (line := me.line()) is not None:
            told = json.loads(line)
            if told.get("event") == "your_turn":
                turns += 1
                plain = [move for move in told["legal"] if not move.startswith(("raise", "claim", "decline"))]
                me.type(plain[0])
        assert me.end() == 0
    return turns


def test_a_practice_game_is_noted_added_up_and_reviewed(tmp_path):
    home = next(home for number in range(9) if turns_of(home := tmp_path / str(number)))
    with Store.open(home) as store:
        (game,) = store.games()
        assert [(row.game, row.hand, row.dealt) for row in store.deals()] == [(game.id, 1, 3)]
        assert store.held(game.id)
    reviewed, look_back = [], ["replay", "--game", "1", "--review", "--seconds", "0.05"]
    for command in (["luck"], ["stats"], look_back, look_back):
        with bura(*command, "--json", home=home) as asked:
            assert asked.end() == 0
            found = json.loads(asked.lines[-1])
        if command == ["luck"]:
            assert found["hands"] == 1
        elif command == ["stats"]:
            assert [one["practice"] for one in found["opponents"]] == [True]
        else:
            assert (found["event"], found["private"]) == ("review", True)
            reviewed.append(found)
    assert reviewed[0] == reviewed[1]  # who asks again is told the same
