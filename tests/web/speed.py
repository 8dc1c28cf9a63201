"""How long a person waits, as medians; for an idle machine.

    python -m tests.web.speed [ROUNDS]

Here: the help, the page until it can be used, a click until its effect is on the other screen; real processes, a real
browser. Never: a test, since another program's work would decide it.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from .browser import chromium
from .page import page_at
from .people import WIDE, Person, play, sit_down

WISHES = {
    "bura --help": 0.3,
    "bura table: its link printed": 1.0,
    "bura table: its lobby drawn in a browser": 1.0,
    "a click to its effect on the other screen": 0.1,
}
"""What is measured, and the seconds that its median should stay below."""

NOTED = """() => {
  window.noted = 0;
  const seen = () => document.querySelectorAll(".trick .play").length;
  let before = seen();
  new MutationObserver(() => {
    if (seen() > before) window.noted = performance.timeOrigin + performance.now();
    before = seen();
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes the moment, in milliseconds since 1970, when another card lies in the trick."""

CLICKED = """() => {
  const button = document.querySelector(".deeds button.primary:not(:disabled)");
  const now = performance.timeOrigin + performance.now();
  button.click();
  return now;
}"""


def timed(work: Callable[[], object]) -> float:
    """Seconds that `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def help_shown() -> None:
    subprocess.run([sys.executable, "-m", "bura_p2p", "--help"], check=True, capture_output=True)


def page_up(folder: Path) -> float:
    """Seconds from the start of the program until it has printed the page's link."""
    begun = time.perf_counter()
    with page_at(folder, "--name", "Nino"):
        return time.perf_counter() - begun


def lobby_drawn(browser: Any, folder: Path) -> float:
    """Seconds from the start of the program until the lobby is there, in a new window of a browser that runs."""
    context = browser.new_context(reduced_motion="reduce")
    window = context.new_page()
    begun = time.perf_counter()
    with page_at(folder, "--name", "Nino") as page:
        window.goto(f"{page.origin}/#{page.code}")
        window.locator("main.lobby h1").wait_for()
        found = time.perf_counter() - begun
    context.close()
    return found


def clicks(people: list[Person], rounds: int) -> list[float]:
    """Seconds from the click that confirms a card to the card on the other screen, both by the same clock."""
    found: list[float] = []
    for who in people:
        who.window.evaluate(NOTED)

    def act(who: Person, legal: list[str]) -> None:
        other = people[1 - people.index(who)]
        move = next((move for move in legal if move.startswith("lead")), None)
        if move is None or len(found) >= rounds:
            who.put(legal)
            return
        other.until(lambda: not other.find(".trick .play").count())  # a finished trick stays for a moment
        other.window.evaluate("window.noted = 0")
        for card in move.split()[1:]:
            who.click(f".hand [data-card='{card}']")
        begun = who.window.evaluate(CLICKED)
        other.until(lambda: other.window.evaluate("window.noted"))
        found.append((other.window.evaluate("window.noted") - begun) / 1000)

    play(people, act, lambda: len(found) >= rounds or any(who.table["over"] for who in people))
    return found[:rounds]


def measured(rounds: int) -> dict[str, list[float]]:
    """Every time that was taken, in seconds."""
    names = list(WISHES)
    found = {names[0]: [timed(help_shown) for _ in range(rounds)]}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        homes = Path(folder)
        found[names[1]] = [page_up(homes / f"up{number}") for number in range(rounds)]
        browser = stack.enter_context(chromium("--disable-gpu"))
        found[names[2]] = [lobby_drawn(browser, homes / f"drawn{number}") for number in range(rounds)]
        pages = [stack.enter_context(page_at(homes / name, "--name", name)) for name in ("Nino", "Levan")]
        people = [Person(browser, page, number, viewport=WIDE, locale="en") for number, page in enumerate(pages)]
        sit_down(*people, 11)
        found[names[3]] = clicks(people, rounds)
    return found


def main(rounds: int) -> int:
    """Print the medians; 0 where each is as it should be."""
    slow = 0
    for what, times in measured(rounds).items():
        median = statistics.median(times)
        slow += median >= WISHES[what]
        spread = f"{min(times) * 1000:.0f} to {max(times) * 1000:.0f}, {len(times)} times"
        print(f"{median * 1000:7.0f} ms  {what}  ({spread}; wanted: < {WISHES[what] * 1000:.0f})", flush=True)
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
