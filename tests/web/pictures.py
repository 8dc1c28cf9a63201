"""The pictures of the README, made from the real thing: two programs that play over the real protocol.

    python -m tests.web.pictures

Here: two people at their pages and one at a terminal, until there is something to see. Never: a card that was chosen
for its looks, a state that no game has made. The cards are dealt anew each time; the names are always the same.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from bura_p2p.store import Store
from bura_p2p.ui.feed.lobby import Lobby
from bura_p2p.ui.reaching import Where
from bura_p2p.ui.tui.app import Table
from bura_p2p.ui.tui.bridge import Desk

from .browser import chromium
from .page import Tab, page_at
from .people import NARROW, PATIENCE, WIDE, Person, play, sit_down, worth
from .png import smaller
from .test_two_pages import begun
from .test_two_pages import play as play_tab

FOLDER = Path(__file__).resolve().parents[2] / ".pictures"

PICTURES = {
    "table.png": "the table in a browser, on a laptop",
    "phone.png": "the same on a phone's width, dark, in Georgian",
    "proved.png": "what was proved in a hand",
    "terminal.png": "the table in a terminal",
}
"""Every picture, and what it shows."""

MOST, MOST_OF_ALL = 150_000, 500_000
"""Bytes of one picture, and of all."""


class Album:
    """Two people at their pages, and their pictures. In the first hand Nino puts what is worth most, Levan least."""

    def __init__(self, nino: Person, levan: Person, folder: Path) -> None:
        self.people = self.nino, self.levan = nino, levan
        self.folder = folder
        self.taken: set[str] = set()
        self._points, self._down, self._heard = [0, 0], 0, 0

    def save(self, name: str, who: Person, **part: Any) -> None:
        who.window.wait_for_timeout(300)
        who.window.screenshot(path=self.folder / name, **part)
        self.taken.add(name)

    def first_hand(self, who: Person, legal: list[str]) -> None:
        """Nino claims as soon as it is right."""
        self._count()
        if who is self.nino and "claim" in legal and self._points[who.table["seat"]] >= 31:
            who.claim()
            return
        move = who.put(legal, lambda moves: (max if who is self.nino else min)(moves, key=worth))
        self._down += worth(move) if move.startswith("give") else 0

    def _count(self) -> None:
        events = self.nino.events[self._heard :]
        self._heard += len(events)
        for event in events:
            if event["event"] == "trick_taken":
                self._points[event["seat"]] += event["shown"] + self._down
                self._down = 0

    def second_hand(self, who: Person, legal: list[str]) -> None:
        """Each, when the other has led and something can be done about it: the choice is made, and seen."""
        name = "table.png" if who is self.nino else "phone.png"
        beating = [move for move in legal if move.startswith("answer")]
        if name not in self.taken and who.table["trick"] and 4 <= who.table["stock"] < 12 and beating:
            who.window.wait_for_timeout(1800)  # the trick before goes from the table
            for card in beating[0].split()[1:]:
                who.click(f".hand [data-card='{card}']")
            who.window.mouse.move(5, 5)
            self.save(name, who)
        who.put(legal)

    def proved(self) -> None:
        """The end of a hand, with what was proved in it."""
        panel = self.nino.find("section.result")
        panel.locator(".proved summary").click()
        panel.locator("h2").focus()
        box = panel.bounding_box()
        room = {"x": box["x"] - 12, "y": box["y"] - 12, "width": box["width"] + 24, "height": box["height"] + 24}
        self.save("proved.png", self.nino, clip=room)


def pages_of(stack: ExitStack, homes: Path, folder: Path) -> None:
    """The pictures of the page."""
    browser = stack.enter_context(chromium("--disable-gpu", "--force-color-profile=srgb"))
    pages = [stack.enter_context(page_at(homes / name, "--name", name)) for name in ("Nino", "Levan")]
    dark = {"viewport": NARROW, "locale": "ka", "color_scheme": "dark", "device_scale_factor": 1.5}
    nino = Person(browser, pages[0], 1, viewport=WIDE, locale="en", color_scheme="light")
    album = Album(nino, Person(browser, pages[1], 2, **dark), folder)
    sit_down(*album.people, 11)
    play(list(album.people), album.first_hand, lambda: nino.table["result"])
    nino.find("section.result").wait_for()
    album.proved()
    play(list(album.people), album.second_hand, lambda: len(album.taken) == 3 or nino.table["over"])


# --- the terminal ------------------------------------------------------------------------------------------------


class Sitter:
    """Somebody at the real application, drawn into memory, and its real lobby."""

    def __init__(self, app: Table, pilot: Any) -> None:
        self.app, self.pilot = app, pilot

    @property
    def state(self) -> dict[str, Any]:
        return self.app._state

    async def until(self, found: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + PATIENCE
        while not (value := found()):
            if time.monotonic() > deadline:
                raise TimeoutError(self.state.get("screen"))
            await self.pilot.pause(0.05)
        return value

    async def move(self) -> bool:
        """Make a move; whether the picture can be taken now, before it."""
        table = await self.until(lambda: self.state["table"]["turn"]["mine"] and self.state["table"])
        await self.pilot.pause(2.2)  # the trick before goes from the table
        if len(self.app.screen_stack) > 1:
            await self.pilot.press("escape")
        words = {move.split()[0]: move for move in reversed(table["turn"]["legal"])}
        word = next((word for word in ("accept", "answer", "give", "lead") if word in words), "pass")
        cards = words[word].partition(" for ")[0].split()[1:] if word in words else []
        await self.pilot.press(*(str(table["held"].index(card) + 1) for card in cards))
        if word == "answer" and 4 <= table["stock"] < 12:
            await self.pilot.pause(0.3)
            return True
        await self.pilot.press(*({"accept": "a", "pass": "p", "give": "g"}.get(word, "enter"),))
        await self.until(lambda: self.state["table"]["round"] != table["round"])
        return False


async def terminal_of(home: Path, sit: Callable[[str], None]) -> str:
    """The terminal in the middle of a game, as a drawing. `sit` brings the friend who comes by an invite."""
    with Store.open(home) as store:
        store.put_setting("name", "Nino")
        where = Where(address="127.0.0.1", port=0, maps=False)
        desk = Desk(lambda: Lobby(store, where=where, version="", entropy=os.urandom, clock=time.time))
        app = Table(desk.do, lambda: desk.start(app.take, app.exit))
        try:
            async with app.run_test(size=(80, 24), notifications=True) as pilot:
                nino = Sitter(app, pilot)
                await nino.until(lambda: nino.state.get("screen"))
                await pilot.press("h", "7", "enter")
                sit(await nino.until(lambda: (nino.state["waiting"] or {}).get("invite")))
                await nino.until(lambda: nino.state["table"] and nino.state["table"]["held"])
                while not await nino.move():
                    pass
                return app.export_screenshot(title="bura table --tui")
        finally:
            await desk.stop()


def play_on(tab: Tab) -> None:
    """Any card, until nobody is there."""
    with suppress(AssertionError, OSError):
        play_tab(tab, lambda table: False)


def terminal_picture(homes: Path, folder: Path) -> None:
    """The picture of the terminal: its own drawing, as a browser shows it."""
    with ExitStack() as stack:
        page = stack.enter_context(page_at(homes / "other", "--name", "Levan"))
        tab, _ = begun(page, stack)

        def sit(invite: str) -> None:
            tab.send({"do": "join", "invite": invite})
            threading.Thread(target=play_on, args=(tab,), daemon=True).start()

        drawing = asyncio.run(terminal_of(homes / "terminal", sit))
    with chromium("--force-color-profile=srgb") as browser:
        window = browser.new_page(viewport={"width": 1000, "height": 700})
        window.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: 960px }}</style>{drawing}")
        window.locator("svg").screenshot(path=folder / "terminal.png", omit_background=True)


def main(folder: Path = FOLDER) -> int:
    """Make all of them anew; 1 where one could not be made, as it happens when the cards do not fall so."""
    folder.mkdir(exist_ok=True)
    for name in PICTURES:
        (folder / name).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as homes:
        with ExitStack() as stack:
            pages_of(stack, Path(homes), folder)
        terminal_picture(Path(homes), folder)
    for name, what in PICTURES.items():
        if (folder / name).exists():
            (folder / name).write_bytes(smaller((folder / name).read_bytes()))
        size = (folder / name).stat().st_size if (folder / name).exists() else 0
        print(f"{size:>8,}  {name}  {what}" + ("" if 0 < size <= MOST else "  <- not as it should be"))
    return 0 if all((folder / name).exists() for name in PICTURES) else 1


if __name__ == "__main__":
    sys.exit(main())
