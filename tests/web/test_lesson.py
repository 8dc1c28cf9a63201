"""The guided first hand on the page: each step is seen whole, in every language.

Here: the page fed with a lobby; its lesson has no program behind it. Never: a game.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tui.states import lobby_state

from .browser import chromium
from .fed import Fed
from .people import NARROW, WIDE, Person

STATIC = Path(__file__).resolve().parents[2] / "bura_p2p" / "ui" / "web" / "static"
STEPS = json.loads((STATIC / "lesson.json").read_text("utf-8"))["steps"]

HIDDEN = """() => {
  const table = document.querySelector(".felt");
  const felt = table.getBoundingClientRect();
  const parts = ".coach, .coach h2, .coach p, .coach button, .hand li, .deeds button, .status";
  const out = [...document.querySelectorAll(parts)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < felt.top || box.bottom > felt.bottom || box.left < felt.left || box.right > felt.right; });
  const scrolls = table.scrollHeight > table.clientHeight + 1 ? ["scrolls"] : [];
  return [...out.map((one) => one.outerHTML.slice(0, 60)), ...scrolls];
}"""
"""What of a step is not to be seen without scrolling."""


@pytest.fixture(scope="module")
def browser():
    with chromium("--disable-gpu") as browser:
        yield browser


@pytest.mark.parametrize("language", ["en", "ru", "ka"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_each_step_is_seen_whole(browser, size, language):
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=size, locale=language)
        who.click(".hero .learn")
        for step in STEPS:
            who.find(f".coach:has-text('{title(step['key'], language)}')").wait_for()
            who.window.wait_for_timeout(50)
            assert who.window.evaluate(HIDDEN) == [], step["key"]
            if step["move"] == "claim":
                who.claim()
            elif step["move"] is not None:
                who.find("main.my-turn").wait_for()
                who.press(step["move"])
        assert who.find(".coach .row button").count() == 2
        assert who.faults == []


def title(key: str, language: str) -> str:
    words = json.loads((STATIC / "words" / f"{language}.json").read_text("utf-8"))
    return words[f"lesson.{key}.title"]
