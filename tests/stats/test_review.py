"""A look back: marks where a judge that sees the same knows better, and nothing where the hand is not known."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

import pytest

from bura_p2p.bots import greedy
from bura_p2p.bots.thought import Thought
from bura_p2p.cards import Card, Rank, deck
from bura_p2p.conformance.hall import card_player
from bura_p2p.rules import actions as a
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.game_reader import parse_game
from bura_p2p.rules.match import Match
from bura_p2p.rules.phases import apply
from bura_p2p.rules.points import cards_points
from bura_p2p.rules.position import Pile, Position, deal_known
from bura_p2p.stats.decisions import Decision, Unknown, decisions_of
from bura_p2p.stats.judges import ExpertJudge, PointJudge
from bura_p2p.stats.review import Values, review
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
    """Knows what it was told."""

    def __init__(self, odds: Mapping[a.Action, float]) -> None:
        self.odds = odds

    def evaluate(self, view: View, chosen: a.Action) -> Values:
        return Values({action: self.odds.get(action, 0.5) for action in view.legal}, margin=0.1)


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
@pytest.mark.parametrize("maker", [PointJudge, lambda entropy: ExpertJudge(entropy, Thought(hands=8))])
def test_judges_value_legal_actions_of_every_kind_of_choice(rules, maker):
    hall, _ = played(rules)
    judge, again = maker(chance(1)), maker(chance(1))
    valued = 0
    for one in decisions_of(hall.file(), 0, notes(hall, 0)):
        values = judge.evaluate(one.view, one.chosen)
        assert set(values.by_action) <= set(one.view.legal)
        assert values == again.evaluate(one.view, one.chosen)  # the same chance, the same word
        if values.unit == "odds":
            assert all(0 <= odds <= 1 for odds in values.by_action.values())
        valued += one.chosen in values.by_action
    assert valued > 3


def test_more_than_two_are_judged_by_points():
    rules = find_ruleset("telegram")
    cards = list(deck(36))
    Random(3).shuffle(cards)
    position = deal_known(Match.start(rules, (0, 1, 2), 0), cards)
    while position.phase.value == "announce":
        position = apply(position, position.announcers[position.spoken], a.Pass()).position
    view = view_of(position, 0)
    values = ExpertJudge(chance(1), Thought(hands=8)).evaluate(view, view.legal[0])
    assert values.unit == "points"
    assert set(values.by_action) == set(view.legal)


def test_a_sure_claim_that_is_left_out_is_marked():
    """The leader has taken enough, and leads on, where the other side needs one more trick."""
    view = view_of(sure_claim(), 0)
    lead = min((one for one in view.legal if isinstance(one, a.Lead)), key=lambda one: cards_points(one.cards))
    found = review([Decision(1, 9, 9, lead, view)], ExpertJudge(chance(3), Thought(hands=200)))
    assert [(mark.best, mark.value, mark.unit) for mark in found.marks] == [(a.Claim(), 1.0, "odds")]


def sure_claim() -> Position:
    """By the classic rules the leader, to speak, has 40 points in open tens; the other has 30 points."""
    rules = find_ruleset("classic")
    tens = [card for card in deck(36) if card.rank == Rank.TEN]
    aces = [Card.parse(text) for text in ("AS", "AH", "KS", "KH")]
    cards = [card for card in deck(36) if card not in tens and card not in aces]
    Random(4).shuffle(cards)
    position = deal_known(Match.start(rules, (0, 1), 0), [*cards[:7], *tens, *aces, *cards[7:]])
    position = apply(position, 1, a.Pass()).position
    stock = [card for card in position.stock if card not in tens and card not in aces]
    return position.but(
        stock=tuple(stock), stock_positions=position.stock_positions[-len(stock) :],
        piles=(Pile(open=tuple(tens)), Pile(open=tuple(aces))), tricks_won=(2, 2),
    )  # fmt: skip


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
    hall.run()
    home, file = tmp_path / "home", tmp_path / "one.bura"
    file.write_bytes(hall.file())
    with Store.open(home) as store:
        game = hall.keep(store, practice=True)
    assert replay_command(game=game, review=True, seconds=0.06, home=home) == 0
    out = capsys.readouterr().out
    assert parse_game(out).hands
    assert "# Review of player 0's choices" in out or "# Review of \"player 0\"'s choices" in out
    assert max(columns(line) for line in out.splitlines()) <= 80
    assert replay_command(file, review=True, json=True, seconds=0.06, home=home) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (found["event"], found["seat"]) == ("review", 0)
    assert found["judged"] > 2
    assert sum(found["unknown"].values()) <= 2
    assert found["private"]
    assert "share that, not this text" in " ".join(out.replace("\n# ", " ").split())


def test_whose_choices_must_be_said_for_games_of_others(capsys, tmp_path):
    file = tmp_path / "one.bura"
    file.write_bytes(games.whole())
    with pytest.raises(UsageError, match=r"--home FOLDER; else .* --seat 0 or --seat 1"):
        replay_command(file, review=True, home=tmp_path)
    assert replay_command(file, review=True, seat=1, seconds=0.1, home=tmp_path) == 0
    out = " ".join(capsys.readouterr().out.replace("\n# ", " ").split())
    assert "Not known in" in out
    assert "share that" not in out
    for wrong in ({"seat": 2}, {"seat": 1, "seconds": 0}, {"seat": 1, "seconds": 1000}):
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
