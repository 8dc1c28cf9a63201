"""A game against a bot, played by a program as a person would: afterwards luck, results and a review know of it."""

from __future__ import annotations

import json

from bura_p2p.store import Store
from tests.support.processes import bura


def test_a_practice_game_is_noted_added_up_and_reviewed(tmp_path):
    home = tmp_path / "home"
    with bura("play", "--json", "--hands", "1", home=home) as me:
        while (line := me.line()) is not None:
            told = json.loads(line)
            if told.get("event") == "your_turn":
                plain = [move for move in told["legal"] if not move.startswith(("raise", "claim", "decline"))]
                me.type(plain[0])
        assert me.end() == 0
    with Store.open(home) as store:
        (game,) = store.games()
        assert [(row.game, row.hand, row.dealt) for row in store.deals()] == [(game.id, 1, 3)]
        assert store.held(game.id)
    for command in (["luck"], ["stats"], ["replay", "--game", "1", "--review", "--seconds", "0.05"]):
        with bura(*command, "--json", home=home) as asked:
            assert asked.end() == 0
            found = json.loads(asked.lines[-1])
        if command == ["luck"]:
            assert found["hands"] == 1
        elif command == ["stats"]:
            assert [one["practice"] for one in found["opponents"]] == [True]
        else:
            assert (found["event"], found["private"]) == ("review", True)
