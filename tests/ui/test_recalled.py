"""What had happened in a game before it was taken up again: told as whoever stayed was told it.

Here: halls in memory, a follower that stayed and one that comes to a restored session. Never: a socket, a store.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest

from bura_p2p.cards import Card
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.net.driver import PeerAway, Said, Update
from bura_p2p.rules.builtin import find_ruleset
from bura_p2p.rules.ruleset import Ruleset
from bura_p2p.session.effects import Effects
from bura_p2p.session.session import Session
from bura_p2p.table import events as e
from bura_p2p.ui import tongue
from bura_p2p.ui.faces import Faces
from bura_p2p.ui.feed.follower import Follower
from bura_p2p.ui.phrases import PHRASES, in_own_words, phrases
from bura_p2p.ui.plain import PlainScreen
from bura_p2p.ui.reasons import reason_told
from bura_p2p.ui.sit import Recalling
from bura_p2p.ui.text import Narrator
from tests.session.test_resume import killed

from .tables import scripted

UNTOLD = {"held"}
"""Own draws are told when they are made, and the store keeps no note of them."""


class Stayed(Hall):
    """Two seats with a follower each, and everything that these told."""

    def __init__(self, label: str, rules: Ruleset) -> None:
        self.followers = [Follower(seat, lambda: 0.0) for seat in (0, 1)]
        self.told: list[list[dict]] = [[], []]
        self.updates: list[list[tuple[int, Update]]] = [[], []]
        super().__init__(label, ruleset=rules, seats=2, players=[card_player(seat) for seat in (0, 1)])

    def note(self, seat: int, effects: Effects) -> None:
        super().note(seat, effects)
        if effects.events:
            update = Update(len(self.told[seat]) + 1, effects.events, self.sessions[seat].view())
            self.told[seat] += self.followers[seat].follow(update)
            self.updates[seat].append((len(self.effects[seat]), update))


def recalled(session: Session) -> tuple[Follower, list[dict]]:
    """A follower that comes to a restored session, and what it is told."""
    follower = Follower(session.seat, lambda: 0.0)
    return follower, follower.recall(Update(0, tuple(chain(*session.past)), session.view()))


def played(label: str, rules: str, enough: Callable[[list[dict]], bool]) -> Stayed:
    hall = Stayed(label, find_ruleset(rules))
    hall.run(lambda hall: enough(hall.told[0]), hands=2)
    return hall


@pytest.fixture
def spoken():
    yield tongue.use
    tongue.use("en")


@pytest.mark.parametrize("language", ["en", "ka"])
def test_a_game_that_is_taken_up_again_tells_what_was_told(language, spoken):
    spoken(language)

    def enough(told: list[dict]) -> bool:
        names = [event["event"] for event in told]
        return names.count("hand_begun") == 2 and names[::-1].index("hand_begun") > 14 and "trick_taken" in names[-8:]

    hall = played("recalled", "russian", enough)
    for seat in (0, 1):
        follower, told = recalled(killed(hall, seat, "recalled"))
        lived = hall.followers[seat]
        assert [one for one in told if one["event"] not in UNTOLD] == [
            one for one in hall.told[seat] if one["event"] not in UNTOLD
        ]
        assert any(one["event"] in ("led", "gave", "answered") and one["seat"] == seat for one in told)
        assert follower.heard.result == lived.heard.result
        assert follower.heard.result["proved"]
        assert follower.heard.last_trick == lived.heard.last_trick
        assert told[-1] == {"event": "held", "cards": follower.table()["held"], "text": ""}
        table, known = follower.table(), lived.table()
        assert {**table, "turn": None, "policy": None} == {**known, "turn": None, "policy": None}


def sentences(screen: PlainScreen, updates: list[Update]) -> list[str]:
    """What a plain screen says of tricks, draws and ends, whatever pictures of the table it draws between."""
    told = [line for update in updates for line in screen.show(update)]
    return [line for line in told if any(word in line for word in (" the trick: ", "new card", "leads", " hand "))]


@pytest.mark.parametrize("rules", ["georgian", "russian"])
def test_a_plain_table_taken_up_again_gives_true_reasons(rules):
    """Wherever a hand is left: trump and trick are known again, and nothing of before is printed."""
    hall = played("plain", rules, lambda told: [one["event"] for one in told].count("hand_over") == 1)
    updates = [update for _, update in hall.updates[0]]
    stayed = PlainScreen(0, Faces())
    lived = [sentences(stayed, [update]) for update in updates]
    assert any(" beats " in line for lines in lived for line in lines)
    for at in range(4, len(updates), 3):
        session = killed(hall, 0, "plain", upto=hall.updates[0][at - 1][0])
        screen = PlainScreen(0, Faces())
        assert isinstance(screen, Recalling)
        screen.recall(Update(0, tuple(chain(*session.past)), session.view()))
        assert sentences(screen, updates[at:]) == list(chain(*lived[at:])), at


def test_who_begins_again_has_lost_no_connection():
    hall = played("looking", "georgian", lambda told: any(one["event"] == "led" for one in told))
    session = killed(hall, 0, "looking")
    follower, _ = recalled(session)
    away = Update(1, (PeerAway("connection", "The connection to the other side was lost."),), session.view())
    assert follower.follow(away)[0]["text"].startswith("Looking for the other side;")
    assert follower.follow(away)[0]["text"] == "The connection to the other side was lost."


def test_the_end_of_a_complete_game_is_not_told_twice():
    hall = played("complete", "georgian", lambda told: False)
    session = killed(hall, 0, "complete")
    follower, told = recalled(session)
    assert follower.heard.over is None
    update = Update(1, session.start().events, session.view())
    told += follower.follow(update)
    assert [one for one in told if one["event"] not in UNTOLD] == [
        one for one in hall.told[0] if one["event"] not in UNTOLD
    ]
    assert follower.heard.over == hall.followers[0].heard.over


# --- small things that a table tells -------------------------------------------------------------------------------


def test_a_bura_that_must_win_its_trick_has_one_word_everywhere():
    rules = find_ruleset("classic")
    assert reason_told("bura", rules) == "bura_trick"
    assert reason_told("bura", find_ruleset("georgian")) == reason_told("bura", None) == "bura"
    over = e.HandOver(1, 0, "bura", 1, None, (1, 0))
    tables, _ = scripted(rules, ("AS 10S KS", "6C 7C 8C"), "JH")
    view = tables.sessions[0].view()
    told = Follower(0, lambda: 0.0).follow(Update(1, (over,), view))
    assert told[0]["reason"] == "bura_trick"
    assert "the trick with a bura in it" in told[0]["text"]


def test_a_pot_that_is_shared_at_the_end_is_shared_everywhere():
    tables, _ = scripted(find_ruleset("russian"), ("AS 10S KS", "6C 7C 8C"), "JH")
    tables.run(hands=1)
    view, follower = tables.sessions[0].view(), Follower(0, lambda: 0.0)
    over = next(event for event in tables.events[0] if isinstance(event, e.GameOver))
    follower.follow(Update(1, (over,), view))
    table = follower.table()
    assert (table["match"]["chips"], table["match"]["pot"]) == (list(over.chips), 0)
    assert table["over"]["chips"] == list(over.chips)


def test_an_open_answer_that_beats_nothing_is_given():
    tables, _ = scripted(find_ruleset("russian"), ("AS 10S KS", "6C 7C 8C"), "JH")
    follower, view = Follower(0, lambda: 0.0), tables.sessions[0].view()
    jack, ace, six = map(Card.parse, ("JS", "AS", "6D"))
    dealt = e.Dealt(Card.parse("JH"), 3)
    told = follower.follow(Update(1, (dealt, e.Led(0, (jack,)), e.Answered(1, (ace,))), view))
    assert told[-1]["kind"] == "answer"
    told = follower.follow(Update(2, (e.Led(0, (jack,)), e.Answered(1, (six,))), view))
    assert told[-1]["kind"] == "give"


def test_a_result_says_whose_pile_was_counted():
    tables, _ = scripted(find_ruleset("georgian"), ("AS 10S KS", "JC QC KC"), "JH")
    follower, view = Follower(0, lambda: 0.0), tables.sessions[0].view()
    over = e.HandOver(1, 0, "claim_wrong", 1, None, (1, 0), claimed=(20, 20))
    follower.follow(Update(1, (e.Claimed(1, settled=True), over), view))
    assert follower.heard.result["claimant"] == 1
    follower.follow(Update(2, (e.HandBegun(2, 0, (0, 1)), e.HandOver(2, 0, "declined", 1, None, (2, 0))), view))
    assert follower.heard.result["claimant"] is None


# --- quick phrases -------------------------------------------------------------------------------------------------


def test_no_phrase_means_two_things():
    texts = [text for language in tongue.LANGUAGES for text in phrases(language).values()]
    assert len(texts) == len(set(texts)) == len(PHRASES) * len(tongue.LANGUAGES)


@pytest.mark.parametrize("language", tongue.LANGUAGES)
def test_a_quick_phrase_is_read_in_ones_own_language(language, spoken):
    spoken(language)
    for name in PHRASES:
        for other in tongue.LANGUAGES:
            assert in_own_words(phrases(other)[name]) == phrases(language)[name]
    for text in ("", "hello!", "Hello! ", "Hello! Спасибо!"):  # what is not exactly a phrase is somebody's own words
        assert in_own_words(text) == text


def test_a_phrase_of_the_other_side_is_shown_translated_and_an_own_one_as_it_was_said(spoken):
    spoken("ka")
    tables, _ = scripted(find_ruleset("georgian"), ("AS 10S KS", "JC QC KC"), "JH")
    follower = Follower(0, lambda: 0.0)
    follower.follow(Update(1, (Said(0, "Спасибо!"), Said(1, "Спасибо!")), tables.sessions[0].view()))
    assert [line["text"] for line in follower.table()["chat"]] == ["Спасибо!", "მადლობა!"]
    assert "მადლობა!" in Narrator(0, Faces()).said(1, "Thanks!")
    spoken("en")
    assert [line["text"] for line in follower.table()["chat"]] == ["Спасибо!", "Thanks!"]
