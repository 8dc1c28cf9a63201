"""People at the real page in a headless Chromium: one window each, everything by its controls.

Here: a window with what came through its socket, clicks, keys, axe-core. Never: a command that no control sends.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .fed import Fed
from .page import Page

PATIENCE = 60.0
"""Seconds for what another process or the mathematics must do first, on a busy machine."""

WIDE = {"width": 1280, "height": 800}
POINTS = {"A": 11, "1": 10, "K": 4, "Q": 3, "J": 2}

NARROW = {"width": 390, "height": 844}

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"

CARD = re.compile(r"(?:10|[6-9AKQJ])[CDHS]")

RULES = """axe.run().then((found) => JSON.stringify(found.violations.map((rule) => [rule.id,
  ...rule.nodes.slice(0, 3).map((node) => `${node.target.join(" ")}: ${node.failureSummary}`)])))"""


def worth(move: str) -> int:
    """The points of the cards that a move names."""
    return sum(POINTS.get(card[0], 0) for card in CARD.findall(move))


class Person:
    """A window with the table in it. `state` is the newest one that came, `events` and `frames` are all of them."""

    def __init__(
        self, browser: Any, page: Page | Fed, number: int = 0, *, screen: str = "main.lobby", **settings: Any
    ) -> None:
        self.context = browser.new_context(reduced_motion="reduce", accept_downloads=True, **settings)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.window = self.context.new_page()
        self.chance = random.Random(number)
        self.frames: list[str] = []
        self.faults: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.window.on("websocket", lambda socket: socket.on("framereceived", self._came))
        self.window.on("console", lambda told: self._told(told.type, told.text))
        self.window.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.window.goto(f"{page.origin}/#{page.fresh()}")
        self.find(screen).wait_for()

    def _came(self, frame: Any) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        message = json.loads(text)
        self.state = self.state | message.get("state", {})
        self.events += message.get("events", ())

    def _told(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(text)

    @property
    def table(self) -> dict[str, Any]:
        return self.state.get("table") or {}

    def find(self, selector: str) -> Any:
        return self.window.locator(selector)

    def click(self, selector: str) -> None:
        """Click it. What lies under the result of a hand, which comes when its last trick has gone, is clicked when
        that has been read.
        """
        from playwright.sync_api import TimeoutError as TooLate

        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.find(selector).first.click(timeout=3000)
            except TooLate:
                if time.monotonic() > deadline:
                    raise
                if not selector.startswith("section.result"):
                    self.read_result()
            else:
                return

    def until(self, found: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Let the page go on until `found` finds something; that."""
        deadline = time.monotonic() + patience
        while not (value := found()):
            assert time.monotonic() < deadline, (self.table.get("stage"), self.table.get("turn"), self.faults)
            self.window.wait_for_timeout(50)
        return value

    def host(self, points: int) -> str:
        """Open a georgian table by the form; the invite."""
        panel = "section[aria-labelledby=p-host]"
        self.click(f"{panel} input[name=host-match][value='{points}']")
        self.click(f"{panel} details.more:has(#host-map) summary")
        self.find("#host-map").uncheck()
        self.click(f"{panel} button.primary")
        self.find("#invite-text").wait_for(state="attached", timeout=PATIENCE * 1000)
        return self.find("#invite-text").input_value()

    def join(self, invite: str) -> None:
        self.find("#invite").fill(invite)
        self.click("section[aria-labelledby=p-join] button.primary")

    def practise(self, points: int) -> None:
        panel = "section[aria-labelledby=p-play]"
        self.click(f"{panel} input[name=play-match][value='{points}']")
        self.find("#bot").select_option("greedy")
        self.click(f"{panel} button.primary")

    def read_result(self) -> None:
        """Close the result of a hand where one lies over the table."""
        going_on = self.find("section.result:not(.over) button.primary")
        if going_on.count():
            going_on.click()

    def may(self) -> list[str]:
        """The moves that may be made now: none before the page shows that it is one's turn."""
        self.read_result()
        shown = self.find("main.my-turn").count() and not self.find("section.result").count()
        return self.table["turn"]["legal"] if shown and self.table["turn"]["mine"] else []

    def put(self, legal: list[str], choose: Callable[[list[str]], str] | None = None) -> str:
        """Select cards of a move, any or the one to `choose`, and confirm it; or accept what was raised, or pass."""
        moves = [move for move in legal if CARD.search(move)]
        if "accept" in legal:
            self.click("[data-do=accept]")
        elif moves:
            move = (choose or self.chance.choice)(moves)
            self.press(move)
            return move
        else:
            self.click(".deeds .row > button")
        return ""

    def press(self, move: str) -> None:
        """Click the cards of a move and its button."""
        for card in self.find(".hand button.chosen").all():
            card.click()
        for card in CARD.findall(move):
            self.click(f".hand [data-card='{card}']")
        self.click(f".deeds [data-do={move.split(maxsplit=1)[0]}]")

    def claim(self) -> None:
        self.click("#claim")
        self.click("dialog [data-do=sure]")

    def moved(self, before: int) -> None:
        """Wait until the table has taken what was done at its round `before`."""
        self.until(lambda: self.table.get("round") != before or not self.table["turn"]["mine"])

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is there: the way of somebody without a mouse."""
        for _ in range(120):
            self.window.keyboard.press("Tab")
            if self.window.evaluate("(it) => document.activeElement.matches(it)", selector):
                return
        raise AssertionError(f"Tab does not lead to {selector}")

    def escape(self) -> None:
        self.window.keyboard.press("Escape")
        self.find("dialog[open]").wait_for(state="detached")

    def faults_of_access(self) -> list[Any]:
        """What axe-core finds on the screen as it is."""
        session = self.context.new_cdp_session(self.window)
        script = f"{'' if self.window.evaluate('Boolean(window.axe)') else AXE.read_text(encoding='utf-8')};{RULES}"
        done = session.send("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True})
        session.detach()
        return json.loads(done["result"]["value"])


def need_axe() -> None:
    if not AXE.exists():
        pytest.skip("there is no axe-core; 'npm ci --prefix tests/web' brings it")


def sit_down(nino: Person, levan: Person, points: int) -> str:
    """Nino hosts, Levan pastes the invite; that."""
    invite = nino.host(points)
    levan.join(invite)
    for who in (nino, levan):
        who.find("main.table").wait_for(timeout=PATIENCE * 1000)
    return invite


def play(people: list[Person], act: Callable[[Person, list[str]], Any], enough: Callable[[], Any]) -> None:
    """Whoever may move does `act`, until `enough`, asked after each move, which both have seen by then."""
    deadline = time.monotonic() + 3 * PATIENCE
    while not enough():
        assert time.monotonic() < deadline, [(who.table.get("stage"), who.table.get("turn")) for who in people]
        for who in people:
            legal = who.may()
            if legal:
                before = who.table["round"]
                act(who, legal)
                who.moved(before)
                if enough():
                    return
        people[0].window.wait_for_timeout(40)
        people[-1].window.wait_for_timeout(1)
