"""A look back: marks where a judge that sees the same knows better, and nothing where the hand is not known."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

import pytest

from bura_p2p.bots import greedy
from bura_p2p.cards import deck
from bura_p2p.conformance.hall import card_player
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.match import Match
from bura_p2p.rules.phases import apply
from bura_p2p.rules.position import deal_known
from bura_p2p.stats.decisions import Decision, Unknown, decisions_of
from bura_p2p.stats.review import Evaluating, Judge, OddsJudge, PointJudge, review
from bura_p2p.store import ON, REVIEW, Store
from bura_p2p.table.view import View
from bura_p2p.ui.arguments import UsageError
from bura_p2p.ui.inert import columns
from bura_p2p.ui.replay_command import replay_command
from bura_p2p.ui.reviewing import Own, own_part
from tests.bots.engine import view_of
from tests.stats.tables import KeptHall
from tests.stats.test_decisions import notes, played
from tests.tools import games


def chance(number: int):
    return Random(number).randbytes


class Scholar:
    """Knows what it was told, and how long it may think."""

    unit, margin = "odds", 0.1

    def __init__(self, odds: Mapping[a.Action, float]) -> None:
        self.odds = odds
        self.asked: list[View] = []

    def evaluate(self, view: View, seconds: float = 0.0) -> Mapping[a.Action, float]:
        self.asked.append(view)
        return {action: self.odds.get(action, 0.5) for action in view.legal}


def decision() -> Decision:
    """A choice of the leader in the first trick of a hand that is known."""
    rules = find_ruleset("classic")
    cards = list(deck(36))
    Random(1).shuffle(cards)
    position = deal_known(Match.start(rules, (0, 1), 0), cards)
    while position.phase.value != "lead":
        position = apply(position, 1, a.Pass()).position
    view = view_of(position, 0)
    return Decision(1, 1, 9, view.legal[0], view)


def test_a_better_action_is_marked_by_its_margin():
    one = decision()
    best = one.view.legal[1]
    scholar = Scholar({best: 0.75, one.chosen: 0.5})
    found = review([one], scholar)
    (mark,) = found.marks
    assert (mark.best, mark.value, mark.chosen, mark.unit) == (best, 0.75, 0.5, "odds")
    assert review([one], Scholar({best: 0.59, one.chosen: 0.5})).marks == []
    assert found.judged == 1
    assert isinstance(scholar, Judge)
    assert isinstance(scholar, Evaluating)
    assert review([one], OddsJudge(scholar, 0.1)).marks == [type(mark)(one, best, 0.75, 0.5, "odds")]


def test_nothing_is_said_where_nothing_is_known():
    one = decision()
    dark = Decision(1, 1, 9, one.chosen, None, Unknown.DRAWN)
    closed = Decision(1, 1, 9, a.Give((None,)), one.view)
    alone = Decision(1, 2, 9, one.chosen, type(one.view)(**{**fields(one.view), "legal": (one.chosen,)}))
    gone = Decision(1, 2, 9, a.Resign(), one.view)
    scholar = Scholar({})
    found = review([dark, closed, alone, gone], scholar)
    assert (found.judged, found.forced, found.silent, found.marks) == (0, 1, 1, [])
    assert found.unknown == {Unknown.DRAWN: 1, Unknown.GIVEN: 1}
    told = found.to_json()
    assert json.loads(json.dumps(told)) == told


def fields(view: View) -> dict[str, object]:
    return {name: getattr(view, name) for name in View.__dataclass_fields__}


@pytest.mark.parametrize("rules", ["georgian", "classic", "telegram"])
def test_points_judge_every_kind_of_choice(rules):
    """Only legal actions are valued, and the same again from the same chance."""
    hall, _ = played(rules)
    judge = PointJudge(chance(1))
    assert isinstance(judge, Judge)
    valued = 0
    for one in decisions_of(hall.file(), 0, notes(hall, 0)):
        values = judge.evaluate(one.view)
        assert set(values) <= set(one.view.legal)
        valued += len(values) > 1
    assert valued > 3


def test_a_player_at_random_is_marked_more_often_than_a_greedy_one():
    rules = find_ruleset("georgian", match_to=0)
    players = [greedy.Greedy(chance(2)).choose, card_player(3)]
    marks, judged = [0, 0], [0, 0]
    for number in range(2):
        hall = KeptHall(f"review {number}", players, rules)
        hall.run(hands=4)
        for seat in (0, 1):
            found = review(decisions_of(hall.file(), seat, notes(hall, seat)), PointJudge(chance(7)))
            marks[seat] += len(found.marks)
            judged[seat] += found.judged
    assert min(judged) >= 10
    assert marks[0] / judged[0] < marks[1] / judged[1]


def test_the_replay_carries_the_marks(capsys, tmp_path):
    hall = KeptHall("review replay", [card_player(5), card_player(6)])
    hall.run(hands=2)
    home, file = tmp_path / "home", tmp_path / "one.bura"
    file.write_bytes(hall.file())
    with Store.open(home) as store:
        game = hall.keep(store, practice=True)
    assert replay_command(game=game, review=True, home=home) == 0
    out = capsys.readouterr().out
    assert parse_game(out).hands
    assert "# Review: trick " in out
    assert "# Review of player 0's choices" in out or "# Review of \"player 0\"'s choices" in out
    assert max(columns(line) for line in out.splitlines()) <= 80
    assert replay_command(file, review=True, json=True, home=home) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["event"], found["seat"]) == ("review", 0)
    assert found["judged"] > 5
    assert sum(found["unknown"].values()) <= 2
    assert found["private"]
    assert "share that, not this text" in " ".join(out.replace("\n# ", " ").split())


def test_whose_choices_must_be_said_for_games_of_others(capsys, tmp_path):
    file = tmp_path / "one.bura"
    file.write_bytes(games.whole())
    with pytest.raises(UsageError, match="--seat 0 or --seat 1"):
        replay_command(file, review=True, home=tmp_path)
    assert replay_command(file, review=True, seat=1, home=tmp_path) == 0
    out = " ".join(capsys.readouterr().out.replace("\n# ", " ").split())
    assert "Not known in" in out
    assert "share that" not in out
    for wrong in ({"seat": 2}, {"seat": 1, "bot": "nobody"}, {"seat": 1, "seconds": 0}, {"seat": 1, "bot": "random"}):
        with pytest.raises(UsageError):
            replay_command(file, review=True, home=tmp_path, **wrong)
    with pytest.raises(UsageError, match="Name a game file"):
        replay_command(home=tmp_path)


def test_own_cards_are_kept_when_their_player_says_so(capsys, tmp_path):
    assert replay_command(keep_cards=True, home=tmp_path) == 0
    assert "all your games" in capsys.readouterr().out
    hall = KeptHall("review kept", [card_player(5), card_player(6)])
    hall.run()
    with Store.open(tmp_path) as store:
        assert store.setting(REVIEW) == ON
        hall.keep(store)
    own = own_part(tmp_path, hall.file())
    assert own is not None
    assert own.notes
    assert replay_command(keep_cards=False, forget_cards=True, home=tmp_path) == 0
    assert own_part(tmp_path, hall.file()) == Own(0)
    assert "erased" in capsys.readouterr().out
    assert own_part(tmp_path, games.whole()) is None


def test_no_game_file(capsys, tmp_path):
    file = tmp_path / "none.bura"
    file.write_bytes(b"nothing")
    assert replay_command(file, review=True, home=tmp_path) == 30
    assert "is not a readable game file" in capsys.readouterr().err
