"""The table in a real browser: whole games by mouse and by keyboard, for everybody, and nothing of the other's cards.

A short match by default, and two looks of each screen; BURA_TESTS=all plays to seven and looks at all four.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bura_p2p.verify import Verdict, verify_file

from .browser import chromium
from .page import Page, page_at
from .people import AXE, CARD, NARROW, PATIENCE, WIDE, Person, need_axe, play, sit_down, worth

ALL = os.environ.get("BURA_TESTS") == "all"

GAMES = 6
"""Games after which a claim must have been right once: both sides claim as soon as they can."""


@pytest.fixture(scope="module")
def browser():
    with chromium("--disable-gpu") as browser:
        yield browser


@pytest.fixture
def pages(tmp_path):
    with ExitStack() as stack:
        yield [stack.enter_context(page_at(tmp_path / name, "--name", name)) for name in ("Нино", "ლევანი")]


@contextmanager
def alone(home: Path) -> Iterator[Page]:
    """The page of somebody who plays a bot: ended in order, so that the bot's process ends with it."""
    with page_at(home, "--name", "Nino") as page:
        try:
            yield page
        finally:
            page.program.type("quit")
            page.program.process.wait(PATIENCE)


def both(browser: Any, pages: list[Page]) -> list[Person]:
    return [
        Person(browser, pages[0], 1, viewport=WIDE, locale="ru"),
        Person(browser, pages[1], 2, viewport=NARROW, locale="ka", color_scheme="dark"),
    ]


class Evening:
    """A match of two people who want all to happen soon, and what has happened in it so far.

    One wrong claim comes first. Once they are `dear`, both put what is worth most, until somebody has enough for a
    right one; before that what is worth least, so that nobody leads a bura, which ends a hand with its first card.
    """

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.raised = self.reloaded = False
        self.dear = False
        self.piles = [0, 0]
        self.down = 0
        self._heard = 0

    @property
    def reasons(self) -> set[str]:
        """How the hands ended so far."""
        return {event["reason"] for event in self.people[1].events if event["event"] == "hand_over"}

    def count(self) -> None:
        """What lies in both piles, with the cards given face down, which each knows of itself."""
        events = self.people[1].events  # whose page is never loaded again
        for event in events[self._heard :]:
            if event["event"] == "hand_begun":
                self.piles, self.down = [0, 0], 0
            elif event["event"] == "trick_taken":
                self.piles[event["seat"]] += event["shown"] + self.down
                self.down = 0
        self._heard = len(events)

    def act(self, who: Person, legal: list[str]) -> None:
        """Raise once; claim wrongly once, rightly whenever it can be; put cards otherwise."""
        self.count()
        enough, wrong = self.piles[who.table["seat"]] >= 31, "claim_wrong" not in self.reasons
        if "raise 2" in legal and not self.raised:
            self.raised = True
            who.click("#raise")
        elif "accept" in legal:
            open_to_all(who)
            who.put(legal)
        elif "claim" in legal and enough != wrong and (enough or self.reloaded):
            who.claim()
        else:
            if who.table["trick"] and not self.reloaded and who is self.people[0]:
                self.reload(who)
            move = who.put(legal, functools.partial(max if self.dear and not wrong else min, key=dearest))
            self.down += worth(move) if move.startswith("give") else 0

    def reload(self, who: Person) -> None:
        """In mid-trick the page is loaded again, and shows the same."""
        self.reloaded = True
        who.window.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        before, shown, came, log = who.table, looks(who), len(who.frames), who.find("ol.log li").all_inner_texts()
        who.window.reload()
        who.until(lambda: len(who.frames) > came + 1 and who.may())
        assert without_clock(who.table) == without_clock(before)
        assert looks(who) == shown
        assert log
        who.until(lambda: who.find("ol.log li").all_inner_texts() == log)

    def finish(self) -> None:
        play(self.people, self.act, lambda: all(who.table["over"] for who in self.people))
        for who in self.people:
            who.until(lambda who=who: who.table["over"]["verdict"])
            assert who.table["over"]["verdict"]["verdict"] == "fair"


def dearest(move: str) -> tuple[bool, int]:
    return move.startswith("give"), worth(move)


def open_to_all(who: Person) -> None:
    """Nothing that axe-core finds, where it is there: on screens that need another person."""
    if AXE.exists():
        assert who.faults_of_access() == []


def without_clock(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key != "clock"}


def looks(who: Person) -> list[str]:
    """What the table shows, in words: cards, trick, score."""
    return [
        text
        for place in (".hand", ".middle", "header .score")
        for text in [who.find(place).inner_text(), *who.find(f"{place} [aria-label]").evaluate_all(
            "(all) => all.map((one) => one.getAttribute('aria-label'))"
        )]
    ]  # fmt: skip


def kept(who: Person, folder: Path) -> bytes:
    """The game file as the page gives it."""
    who.click("section.result.over [data-do=keep]")
    with who.window.expect_download() as download:
        who.click("dialog .stack button")
    path = folder / f"kept-{who.table['seat']}.bura"
    download.value.save_as(path)
    return path.read_bytes()


@contextmanager
def killed_and_resumed(browser: Any, page: Page, evening: Evening, home: Path) -> Iterator[Person]:
    """The host's program dies; its page is opened again and goes on from the list of games."""
    nino, levan = evening.people
    page.program.process.kill()
    levan.find("main.table .banner").wait_for(timeout=PATIENCE * 1000)
    assert levan.table["link"]["state"] == "away"
    open_to_all(levan)
    nino.context.close()
    assert all("WebSocket" in fault for fault in nino.faults)
    with page_at(home) as again:
        nino = evening.people[0] = Person(browser, again, 3, viewport=WIDE, locale="ru")
        assert nino.find("li:has-text('ლევანი')").count() == 1  # not among past games too
        nino.click(".unfinished button.primary")
        for who in evening.people:
            who.until(lambda who=who: who.table and who.table["link"]["state"] == "here")
        levan.find("main.table .banner").wait_for(state="detached")
        assert nino.find("ol.log .ev-hand_begun").all_inner_texts()[0].startswith("Кон 1")
        assert nino.find("ol.log .ev-hand_over").count() == 1
        assert nino.find("ol.log .ev-trick_taken, ol.log .ev-led").count() >= 3
        assert nino.table["result"]["proved"]
        yield nino


def test_a_match_of_two(browser, pages, tmp_path):
    evening = Evening(both(browser, pages))
    nino, levan = evening.people
    sit_down(nino, levan, 7 if ALL else 3)
    play(evening.people, evening.act, lambda: "claim_wrong" in evening.reasons)
    assert max(nino.until(lambda: nino.table["result"])["score"]) == 2  # what was raised to
    play(evening.people, evening.act, lambda: nino.table["match"]["hand"] == 2 and nino.table["trick"])
    with killed_and_resumed(browser, pages[0], evening, tmp_path / "Нино") as nino:
        evening.dear = True
        for _ in range(GAMES):
            evening.finish()
            reports = [verify_file(kept(who, tmp_path)) for who in evening.people]
            assert {report.verdict for report in reports} == {Verdict.FAIR}
            assert len({report.head.hex() for report in reports} | {who.table["head"] for who in (nino, levan)}) == 1
            again_played(nino, levan)
            if "claim_right" in evening.reasons:
                break
        assert {"claim_wrong", "claim_right"} <= evening.reasons
        assert evening.raised
        assert evening.reloaded
        assert nino.faults == levan.faults == []


def again_played(nino: Person, levan: Person) -> None:
    """Both want a rematch, and get cards."""
    game = nino.table["game"]
    for who in (nino, levan):
        who.click("section.result.over [data-do=rematch]")
    for who in (nino, levan):
        who.until(lambda who=who: who.table and not who.table["over"] and who.table["held"])
    assert nino.table["game"] != game


def test_a_hand_by_keyboard_alone(browser, tmp_path):
    with alone(tmp_path) as page:
        nino = Person(browser, page, 4, viewport=NARROW, locale="en")
        keys = nino.window.keyboard
        nino.tab_to("input[name=play-match]")
        nino.until(lambda: keys.press("ArrowLeft") or nino.find("input[name=play-match][value='1']").is_checked())
        nino.tab_to("section[aria-labelledby=p-play] button.primary")
        keys.press("Enter")
        nino.find("main.table").wait_for(timeout=PATIENCE * 1000)
        nino.until(lambda: nino.table.get("over") or by_keys(nino), 3 * PATIENCE)
        nino.find("section.result.over").wait_for()
        nino.until(lambda: nino.table["over"]["verdict"])
        assert nino.table["over"]["verdict"]["headline"] == "complete and fair"
        nino.tab_to("section.result.over .row button:last-child")
        keys.press("Enter")
        nino.find("main.lobby").wait_for()
        assert nino.faults == []


def by_keys(who: Person) -> None:
    """A move by digits, C and Enter; a raise accepted, the last word passed by Tab and Enter."""
    legal, keys = who.may(), who.window.keyboard
    moves = [move for move in legal if CARD.search(move)]
    if not legal:
        return
    before = who.table["round"]
    if moves and "accept" not in legal:
        held = who.table["held"]
        for card in CARD.findall(who.chance.choice(moves)):
            keys.press(f"Digit{held.index(card) + 1}")
        keys.press("KeyC")
        who.until(lambda: who.window.evaluate("document.activeElement.id") == "confirm")
    else:
        keys.press("KeyS")
        who.tab_to("[data-do=accept]" if "accept" in legal else ".deeds .row > button")
    keys.press("Enter")
    who.moved(before)


LOOKS = [(size, scheme) for size in (WIDE, NARROW) for scheme in ("light", "dark")]


class Inspector:
    """Looks at one screen after another by axe-core, in both sizes and colours (two of the four by default)."""

    def __init__(self, who: Person) -> None:
        self.who = who
        self.found: dict[str, Any] = {}
        self.screens: list[str] = []

    def look(self, screen: str, shown: str) -> None:
        """Look at what is on the screen as soon as `shown` is."""
        self.who.find(shown).first.wait_for()
        self.screens.append(screen)
        for size, scheme in LOOKS if ALL else LOOKS[::3]:
            self.who.window.set_viewport_size(size)
            self.who.window.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.who.window.wait_for_timeout(50)
            name = f"{screen} {size['width']} {scheme}"
            if faults := self.who.faults_of_access():
                self.found[name] = faults
            if self.who.window.evaluate("document.documentElement.scrollWidth > innerWidth"):
                self.found[f"{name}, too wide"] = True
        self.who.window.set_viewport_size(WIDE)

    def dialog(self, screen: str, opening: str) -> None:
        """Look at the dialog that a control opens, and close it."""
        self.who.click(opening)
        self.look(screen, "dialog[open] h2")
        self.who.escape()


def test_no_screen_shuts_anybody_out(browser, tmp_path):
    need_axe()
    with alone(tmp_path) as page:
        nino = Person(browser, page, 5, viewport=WIDE, locale="en")
        eye = Inspector(nino)
        before_the_game(nino, eye)
        at_the_table(nino, eye)
        after_the_game(nino, eye, tmp_path)
        assert eye.found == {}
        assert len(eye.screens) == 20  # what lies over the table: test_fed
        nino.window.evaluate("document.querySelector('main').append(document.createElement('button'))")
        assert "button-name" in str(nino.faults_of_access())  # so that what is not found is not there
        assert nino.faults == []


def before_the_game(who: Person, eye: Inspector) -> None:
    eye.look("lobby", "main.lobby")
    eye.dialog("how to play", "header .quiet:first-of-type")
    eye.dialog("settings", "header button:last-child")
    who.click("header button:last-child")
    who.click("dialog .row button:first-child")
    eye.look("keys", "dialog[open] dl.keys")
    who.escape()
    eye.dialog("by address", "section[aria-labelledby=p-join] .row button:last-child")
    who.host(3)
    eye.look("waiting", "main.waiting .invitation")
    who.click("header .quiet")
    who.find("main.lobby").wait_for()


def at_the_table(who: Person, eye: Inspector) -> None:
    who.practise(1)
    comes_to_move(who)
    eye.look("table", "main.table")
    for name in ("rules", "menu", "leave"):
        eye.dialog(name, {"rules": ".bar .rules", "menu": ".bar button:last-child", "leave": ".bar button"}[name])
    who.click(".bar button:last-child")
    eye.dialog("log and talk", "dialog .choice:nth-of-type(2)")
    while "claim" not in who.may():
        comes_to_move(who)
        play([who], lambda who, legal: who.put(legal), lambda: "claim" in who.may() or who.table["over"])
    eye.look("table in the middle of a hand", "main.table")
    eye.dialog("claim", "#claim")
    who.claim()
    who.until(lambda: who.table["over"] and who.table["over"]["verdict"])
    eye.look("end", "section.result.over")
    eye.dialog("export", "section.result.over [data-do=keep]")


def comes_to_move(who: Person) -> None:
    """Wait until it is one's turn, in another game where one was over before: a bot may lead a bura at once."""

    def over() -> bool:
        return bool(who.table.get("over"))

    who.until(lambda: who.find("main.table").count() and (over() or who.may()))
    while over():
        who.until(lambda: who.table["over"]["rematch"])  # before it is there, another button stands out
        who.click("section.result.over [data-do=rematch]")
        who.until(lambda: who.table and not over())
        who.until(lambda: over() or who.may())


def after_the_game(who: Person, eye: Inspector, folder: Path) -> None:
    data = kept(who, folder)
    who.click("section.result.over [data-do=replay]")
    eye.look("replay", "main.replay")
    for _ in range(12):
        who.window.keyboard.press("ArrowRight")
    eye.look("replay of a trick", "main.replay")
    who.click("header button")
    who.click("section.result.over .row button:last-child")
    who.find("main.lobby").wait_for()
    who.find("#check-file").set_input_files({"name": "kept.bura", "mimeType": "", "buffer": data})
    eye.look("verified", ".panel.verdict")
    for number, name in enumerate(("statistics", "luck"), start=1):
        eye.dialog(name, f"section[aria-labelledby=p-past] .row button:nth-of-type({number})")


def accepts(who: Person) -> None:
    """Accept what was raised before the first lead, with the result of the hand before where it is."""
    if "accept" in who.table["turn"]["legal"] and who.find("[data-do=accept]").count():
        before = who.table["round"]
        who.click("[data-do=accept]")
        who.moved(before)


def test_a_result_that_nobody_closes_covers_no_card(browser, tmp_path):
    with alone(tmp_path) as page:
        nino = Person(browser, page, 6, viewport=NARROW, locale="en")
        nino.practise(7)
        nino.until(lambda: nino.find("main.table").count() and nino.may())
        cheapest = functools.partial(min, key=dearest)  # no bura, which would end the hand with its first card
        play([nino], lambda who, legal: who.put(legal, cheapest), lambda: nino.table["last_trick"] and nino.may())
        hand = nino.table["match"]["hand"]
        nino.click(".bar button:last-child")
        nino.click("dialog .choice:nth-last-child(2)")
        nino.click("dialog [data-do=sure]")
        nino.find("section.result, .hand-before").wait_for()
        nino.until(lambda: nino.table["match"]["hand"] == hand + 1 and (nino.table["trick"] or accepts(nino)))
        nino.find("section.result").wait_for(state="detached")
        places = (".hand-before", ".hand", ".trick .cards")
        aside, *cards = [nino.find(place).first.bounding_box() for place in places]
        assert all(aside["y"] + aside["height"] <= card["y"] for card in cards)
        nino.click(".hand-before .quiet")
        assert f"hand {hand}" in nino.find("dialog[open] h2").inner_text()
        nino.escape()
        nino.put(nino.until(nino.may))
        nino.find(".hand-before").wait_for(state="detached")
        nino.click(".bar button:last-child")
        nino.click(f"dialog .choice:has-text('hand {hand}')")
        assert nino.find("dialog[open] .totals").count()
        assert nino.faults == []


SEEN = """async (cards) => {
  const parts = ["store", "words"].map((name) => import(`${location.origin}/js/${name}.js`));
  const [{ store }, { cardName }] = await Promise.all(parts);
  const copy = document.documentElement.cloneNode(true);
  copy.querySelectorAll("path").forEach((path) => path.remove());  // "7H9" is a stroke there
  const page = copy.outerHTML + document.title;
  const held = JSON.stringify(store, (key, value) => value instanceof Set ? [...value] : value);
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  const named = (text) => (card) => new RegExp(`(?<![A-Za-z0-9])${card}(?![A-Za-z0-9])`).test(text);
  return {
    page: cards.filter((card) => named(page)(card) || page.includes(cardName(card))),
    store: cards.filter(named(held)),
    kept: cards.filter(named(kept)),
  };
}"""


def seen(who: Person, cards: list[str], invite: str) -> dict[str, list[str]]:
    """Which of the cards are in the page, in what its scripts keep, in what came through its socket."""
    # random letters, which name a card once in a while, are left out
    told = "".join(json.dumps({**json.loads(frame), "token": ""}) for frame in who.frames).replace(invite, "")
    came = [card for card in cards if re.search(rf"(?<![A-Za-z0-9]){card}(?![A-Za-z0-9])", told)]
    return {**who.window.evaluate(SEEN, cards), "frames": came}


def test_the_other_hand_is_nowhere(browser, pages):
    """In the first hand, before every move; the cards of one's own are found in all places, so that it can fail."""
    people = both(browser, pages)
    invite = sit_down(*people, 1)
    looked = []

    def act(who: Person, legal: list[str]) -> None:
        people[0].until(lambda: people[0].table["round"] == people[1].table["round"])
        for me, other in (people, people[::-1]):
            assert len(other.table["held"]) == me.table["counts"][other.table["seat"]]
            hidden = {*other.table["held"], *other.table["given"]} - {other.table["trump_card"]}
            assert seen(me, sorted(hidden), invite) == {"page": [], "store": [], "kept": [], "frames": []}
            held = me.table["held"]
            assert seen(me, held, invite) == {"page": held, "store": held, "kept": [], "frames": held}
            looked.append(len(hidden))
        who.put(legal)

    play(people, act, lambda: len(looked) >= (1000 if ALL else 12) or any(who.table["over"] for who in people))
    assert looked[:2] == [3, 3]  # and later as many as the other side held and gave
    assert len(looked) >= 12 or any(who.table["over"] for who in people)
