"""What happens at a table is told with the same facts in all languages: cards, numbers, names."""

from __future__ import annotations

import re
from collections import Counter

from bura_p2p.ui.feed.tools import replay_of
from bura_p2p.ui.tongue import LANGUAGES
from tests.tools import games

FILES = (games.whole, games.counted, games.opened, games.shown_points, games.chips, games.resigned, games.faulty)

KINDS = {
    "table_opened", "hand_begun", "dealt", "led", "answered", "gave", "trick_taken", "raised", "accepted",
    "claimed", "pile_opened", "counted", "resigned", "hand_over", "game_over", "refused",
}  # fmt: skip


def facts(told: str, names: list[str]) -> dict[str, Counter[str]]:
    """The cards, the numbers and the names in a sentence, each as often as it is there."""
    cards = re.findall(r"\b(?:10|[6-9AKQJ])[♣♦♥♠]", told)
    for card in cards:
        told = told.replace(card, " ", 1)
    said = Counter({name: told.count(name) for name in names if name in told})
    return {"cards": Counter(cards), "numbers": Counter(re.findall(r"\d+", told)), "names": said}


def test_every_event_tells_the_same_in_all_languages():
    told, poorer = set(), []
    for file in FILES:
        for seat in (0, 1, None):
            found = replay_of(file(), seat)
            names = [name for number, name in enumerate(found["names"]) if number != seat and name]
            for event in found["events"]:
                if not event["text"]:
                    continue
                texts = event["texts"]
                told.add(event["event"])
                assert set(texts) == set(LANGUAGES)
                assert event["text"] == texts["en"]
                if any(facts(text, names) != facts(texts["en"], names) for text in texts.values()):
                    poorer.append((event["event"], texts))
    assert poorer == []
    assert told >= KINDS, KINDS - told


def test_why_a_trick_was_taken_is_told_in_all_languages():
    found = replay_of(games.whole(), 0)
    taken = [step["table"]["last_trick"] for step in found["steps"] if step["table"]["last_trick"]]
    assert taken
    for trick in taken:
        assert all(facts(text, [])["cards"] == facts(trick["text"], [])["cards"] for text in trick["texts"].values())
