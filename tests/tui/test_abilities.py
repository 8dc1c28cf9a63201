"""What the terminal's table can do besides play: quick words, settings, the guided hand, a replay step by step."""

from __future__ import annotations

import json

import pytest

from bura_p2p.cards import deck as deck_of
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.notation import parse_action
from bura_p2p.ui.tui.deck import Look, boxes, card_text, told
from bura_p2p.ui.tui.dialogs import Choice
from bura_p2p.ui.tui.lesson import Lesson, table_at
from bura_p2p.ui.tui.moves import lacking
from bura_p2p.ui.tui.picture import board, keys_line, keys_text
from bura_p2p.ui.tui.replaying import Replay, steps_of
from bura_p2p.ui.tui.shared import LANGUAGES, PAGE, example, phrases, sentence, sentences
from tests.tui.states import TABLE, lobby_state, table_state, turn
from tests.tui.test_screens import asyncio_test, sitting

PLAIN = Look(colours=False)


def test_both_faces_know_the_same_phrases():
    script = (PAGE / "js" / "side.js").read_text(encoding="utf-8")
    names = json.loads(script.partition("const PHRASES = ")[2].partition(";")[0])
    assert phrases("en") == [sentences("en")[f"phrase.{name}"] for name in names]
    assert len({tuple(phrases(language)) for language in LANGUAGES}) == len(LANGUAGES)
    assert phrases("xx") == phrases("en")


@asyncio_test
async def test_quick_words_and_silence():
    async with sitting() as one:
        await one.show(table_state())
        await one.press("w")
        assert isinstance(one.app.screen, Choice)
        await one.press("down", "enter")
        assert one.done == [{"do": "say", "text": "Good luck!"}]
        await one.press("w", "up", "enter")
        assert one.done[1] == {"do": "setting", "key": "mute", "value": "yes"}
        said = [{"event": "said", "seat": seat, "text": f"Said by {seat}."} for seat in (0, 1)]
        muted = {**table_state(), "settings": {"mute": "yes"}}
        await one.show(muted)
        await one.show(muted, *said)
        await one.sees("Said by 0.")
        assert "Said by 1." not in one.text()
        await one.press("w", "up", "enter")
        assert one.done[2] == {"do": "setting", "key": "mute", "value": "no"}


@asyncio_test
async def test_settings_are_kept_for_all_faces():
    async with sitting() as one:
        await one.press("n")
        await one.sees("A colour of its own for each suit", "Letters on the cards")
        for name, value in (("four_colours", "yes"), ("letters", "cyrillic"), ("theme", "light")):
            one.app.screen.query_one(f"#{name}").value = value
        await one.press("ctrl+s")
        assert [(command["key"], command["value"]) for command in one.done] == [
            ("theme", "light"), ("four_colours", "yes"), ("letters", "cyrillic"),
        ]  # fmt: skip
        await one.show({**table_state(), "settings": {"letters": "cyrillic", "theme": "light"}})
        await one.sees("│ К♣  │ │ Д♠  │")
        assert one.app.theme == "bura-light"


def test_a_colour_for_each_suit():
    styles = {four: [str(card_text(f"A{suit}", Look(four=four)).style) for suit in "CDHS"] for four in (False, True)}
    assert len(set(styles[False])) == 2
    assert len(set(styles[True])) == 4
    for suit in "CDHS":
        assert "#" not in str(card_text(f"A{suit}", PLAIN).style)
    assert not [span for line in boxes(["AH", None], PLAIN, [0]) for span in line.spans if "#" in str(span.style)]


def test_cards_in_sentences():
    line = told("Levan leads 10♦ A♦; hearts ♥ are trump.", Look(cyrillic=True))
    assert line.plain == "Levan leads 10♦ Т♦; hearts ♥ are trump."
    assert len([span for span in line.spans if "#" in str(span.style)]) == 3


def test_keys_break_between_two_of_them():
    keys = keys_line({**TABLE, "turn": turn("lead KC", "raise 3", "claim")}, 1)
    for width in (40, 58, 78):
        lines = keys_text(keys, width).plain.splitlines()
        assert [key for line in lines for key in line.split("  ")] == keys
        assert max(map(len, lines)) <= width


# --- the guided hand ---------------------------------------------------------------------------------------------


def test_the_example_follows_the_rules():
    """Each move of it is legal, and its cards are of the deck."""
    deck = set(map(str, deck_of(RULESETS[example()["ruleset"]].deck)))
    for step in example()["steps"][:-1]:
        assert step["move"] in step["legal"]
        assert set(step["held"]) <= deck
        for move in step["legal"]:
            parse_action(move)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", range(len(example()["steps"])))
def test_a_lesson_has_words_and_a_picture(language, step):
    table = table_at(step, sentences(language), [])
    assert sentences(language)[f"lesson.{example()['steps'][step]['key']}"]
    assert board(table, 60, (), None, look=PLAIN).plain


@asyncio_test
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_guided_hand(size):
    async with sitting(size) as one:
        await one.press("t")
        assert isinstance(one.app.screen, Lesson)
        await one.sees("Hearts are trumps, and you lead", "A♠", "Your turn.", "[1-3] choose")
        await one.press("2", "enter")
        await one.sees("That is allowed")
        await one.press("1", "enter")
        await one.sees("13 points", "A♠", "▒▒")
        await one.press("1", "enter", "2", "enter")
        await one.sees("[v] claim")
        await one.press("v", "y")
        await one.sees("34 counted")
        assert one.done == [{"do": "setting", "key": "taught", "value": "yes"}]
        await one.press("x")
        assert not isinstance(one.app.screen, Lesson)
        await one.sees("Host a table")


# --- games that were played --------------------------------------------------------------------------------------


def played() -> dict:
    """A replay of three steps, the first of them before the deal."""
    nothing = {"held": [], "last_trick": None, "trick": [], "rule_card": []}
    tables = [
        {**TABLE, **nothing, "counts": [0, 0]},
        {**TABLE, **nothing, "counts": [3, 3]},
        {**TABLE, **nothing, "counts": [2, 2], "last_trick": TABLE["last_trick"]},
    ]
    events = [("hand_begun", "Hand 1."), ("dealt", "The deal."), ("trick_taken", "You take the trick.")]
    steps = [
        {"events": [{"event": event, "text": text}], "table": table}
        for (event, text), table in zip(events, tables, strict=True)
    ]
    return {"event": "replay", "text": "", "game": 2, "steps": steps, "events": [], "names": ["Nino", "Levan"]}


def test_a_replay_begins_with_the_deal():
    assert [text for text, _ in steps_of(played())] == ["The deal.", "You take the trick."]


@asyncio_test
async def test_a_replay_step_by_step():
    async with sitting() as one:
        await one.show(lobby_state(), played())
        assert isinstance(one.app.screen, Replay)
        await one.sees("The deal.", "1 of 2", "▒▒▒▒▒")
        await one.press("right")
        await one.sees("You take the trick.", "2 of 2", "J♥")
        await one.press("right", "left")
        await one.sees("1 of 2")
        await one.press("end", "escape")
        assert not isinstance(one.app.screen, Replay)


@asyncio_test
async def test_a_game_is_kept_in_each_form():
    async with sitting() as one:
        await one.press("g", "down", "k")
        await one.sees("as people write them")
        await one.press("down", "enter")
        assert one.done == [{"do": "export", "game": 2, "form": "text"}]


@pytest.mark.parametrize(
    ("legal", "cards", "found"),
    [
        ("lead AS|lead KS|lead AS KS", "", ("pick.lead.some", 2)),
        ("lead AS|claim", "", ("pick.lead", 1)),
        ("answer AS|give KS for 4", "", ("pick.follow", 1)),
        ("give AS KS|give AS QS", "AS", ("pick.more", 1)),
        ("give AS KS|give AS QS", "AS QS", ("turn.confirm", 0)),
        ("answer AS|give KS", "QD", ("why.none", 0)),
        ("accept|decline|answer AS", "", None),
        ("pass", "", None),
    ],
)
def test_what_a_choice_lacks(legal, cards, found):
    assert lacking(legal.split("|"), cards.split()) == found


def test_counts_in_three_languages():
    assert [sentence("pick.more", "en", n=n) for n in (1, 2)] == ["One more card.", "2 more cards."]
    forms = sentences("ru")["pick.more"]
    for n, form in ((1, "one"), (3, "few"), (5, "many"), (11, "many"), (21, "one"), (22, "few")):
        assert sentence("pick.more", "ru", n=n) == forms[form].format(n=n)


@asyncio_test
async def test_a_rule_card_of_each():
    async with sitting() as one:
        await one.press("r", "down", "enter")
        await one.sees("36 cards, high to low")


@asyncio_test
async def test_a_store_that_was_moved():
    async with sitting() as one:
        await one.show(table_state(), {"event": "halted", "reason": "store_moved", "text": "Moved, or copied."})
        await one.sees("moved on purpose")
        await one.press("n")
        assert one.done == []
        await one.show(table_state(), {"event": "halted", "reason": "store_moved", "text": "Moved, or copied."})
        await one.press("y")
        assert one.done == [{"do": "leave"}, {"do": "resume", "game": TABLE["game"], "moved": True}]
