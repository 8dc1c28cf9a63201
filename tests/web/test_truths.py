"""What the page says and shows is so: of games for practice, of choices that may be made, of numbers, of the cards.

Here: the page fed with states. Never: a game.
"""

from __future__ import annotations

import itertools

import pytest

from tests.support import six_seats as six
from tests.tui.states import lobby_state

from .browser import chromium
from .fed import Fed
from .people import NARROW, WIDE, Person
from .test_newcomer import ENDED, LED, RESULT, at_table, shown, two


@pytest.fixture(scope="module")
def browser():
    with chromium("--disable-gpu") as browser:
        yield browser


# --- practice ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tag", "ends", "sits"), [
    ("en", "this practice game ends here", "The computer sits down"),
    ("ru", "эта тренировочная игра на этом кончается", "Компьютер садится"),
    ("ka", "ეს სავარჯიშო თამაშიც აქ მთავრდება", "კომპიუტერი თქვენს მაგიდას"),
], ids=["en", "ru", "ka"])  # fmt: skip
def test_a_game_for_practice_is_not_said_to_go_on_another_time(browser, tag, ends, sits):
    with Fed.serving(lobby_state(screen="joining", practice=True)) as fed:
        who = Person(browser, fed, viewport=WIDE, locale=tag, screen="main.waiting")
        assert sits in who.find("main .busy").inner_text()
        fed.show(**{**shown(turn=six.turn("lead AS")), "practice": True})
        who.find("main.table").wait_for()
        who.click("header button")
        said = who.find("dialog p").inner_text()
        who.escape()
        fed.show(practice=False)
        who.window.wait_for_timeout(100)
        who.click("header button")
        assert who.find("dialog p").inner_text() != said
        who.escape()
        fed.show(practice=True)
        who.window.wait_for_timeout(100)
    assert ends in who.find(".banner.bad[role=alert]").inner_text()


# --- what may be done ----------------------------------------------------------------------------------------


def test_more_may_be_chosen_and_need_not(browser):
    with Fed.serving(shown(turn=six.turn("lead AS", "lead 10S", "lead AS 10S", "lead KH"))) as fed:
        who = at_table(browser, fed)
        idle = who.find(".deeds button.primary:disabled")
        before = idle.evaluate("(one) => [getComputedStyle(one).filter, getComputedStyle(one).borderColor]")
        idle.hover(force=True)
        assert idle.evaluate("(one) => [getComputedStyle(one).filter, getComputedStyle(one).borderColor]") == before
        who.click(".hand [data-card=AS]")
        who.find("#status:has-text('Confirm, or add another card of this suit.')").wait_for()
        who.click(".hand [data-card='10S']")
        who.find("#status:has-text('Confirm, or choose otherwise.')").wait_for()
        for card in ("AS", "10S", "KH"):  # which goes with no other
            who.click(f".hand [data-card='{card}']")
        who.find("#status:has-text('Confirm, or choose otherwise.')").wait_for()
        fed.show(table=two(turn=six.turn("give AS KH", "give AS 10S"), trick=[
            {"seat": 1, "kind": "lead", "cards": ["10C", "KC"], "count": 2}]))
        who.click(".hand [data-card=KH]")
        who.click(".hand [data-card=AS]")
        who.find("#status:has-text('One more card.')").wait_for()


# --- numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("claimed", "told"), [([28, 28], "28 of 31."), ([20, 22], "at most 22 of 31.")])
def test_a_lost_claim_is_told_with_its_points(browser, claimed, told):
    with Fed.serving(shown()) as fed:
        who = at_table(browser, fed)
        result = {**RESULT, "claimed": claimed}
        fed.show([ENDED], table=two(result=result))
        who.find(f"section.result .why:has-text('{told}')").wait_for()
        fed.show([LED], table=two(result=result))
        who.find(f".hand-before p:has-text('{told}')").wait_for()


ANSWERS = [
    {"about": about, "seen": 12, "expected": 6.43, "low": 12, "high": 23, "corrected": chance}
    for about, chance in (("trumps", 0.784), ("combinations", 0.0001), ("first_lead", 1.0))
]
LUCK = {"luck": "usual", "hands": 23, "answers": ANSWERS}
RECORD = {"games": 9, "hands_won": 3, "hands_lost": 4, "matches_won": 1, "matches_lost": 2, "chips": 4, "open": 1}
STATS = {
    "total": RECORD, "opponents": [{**RECORD, "name": "Levan", "practice": False}],
    "rulesets": [{**RECORD, "name": "russian"}],
}  # fmt: skip


IN_SIGHT = "(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"


@pytest.mark.parametrize(("tag", "sign"), [("en", "."), ("ru", ","), ("ka", ",")])
def test_tables_have_one_decimal_sign_and_whole_words(browser, tag, sign):
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=NARROW, locale=tag)
        fed.show([{"event": "luck", "text": "", "data": LUCK}])
        who.find("dialog.d-luck td").first.wait_for()
        cells = who.find("dialog tbody td").all_inner_texts()
        assert {mark for cell in cells for mark in cell if mark in ".,"} == {sign}
        whole = """(all) => all.every((one) => one.scrollWidth <= one.clientWidth + 1
            && getComputedStyle(one).overflowWrap !== "anywhere" && getComputedStyle(one).hyphens !== "auto")"""
        for kind in ("luck", "stats"):
            if kind == "stats":
                who.escape()
                fed.show([{"event": "stats", "text": "", "data": STATS, "lines": []}])
                who.find("dialog.d-stats td").first.wait_for()
                heads = who.find("dialog thead th").all_inner_texts()
                assert all(head == head.lower() for head in heads)
            assert who.find("dialog thead th").evaluate_all(whole)
            assert who.find("dialog .scroll").evaluate_all(IN_SIGHT)


# --- cards ---------------------------------------------------------------------------------------------------

BOXES = """() => [...document.querySelectorAll(".hand svg.face")].map((card) => {
    const frame = card.getBoundingClientRect(), unit = frame.width / 100;
    return [...card.querySelectorAll("path")].map((one) => {
        const box = one.getBoundingClientRect();
        return [(box.left - frame.left) / unit, (box.top - frame.top) / unit,
                (box.right - frame.left) / unit, (box.bottom - frame.top) / unit]; }); })"""


def test_no_pip_runs_into_another_and_no_index_into_the_edge(browser):
    for held in (["6C", "7H", "8S", "9D", "9C"], ["10C", "10H", "9S", "AS", "QD"]):
        with Fed.serving(shown(held=held, counts=[5, 5])) as fed:
            who = at_table(browser, fed)
            for card, paths in zip(held, who.window.evaluate(BOXES), strict=True):
                assert all(left > 4 and right < 96 for left, _, right, _ in paths), card
                if card[0] in "AQ":
                    continue
                for one, other in itertools.combinations(paths, 2):
                    wide = min(one[2], other[2]) - max(one[0], other[0])
                    high = min(one[3], other[3]) - max(one[1], other[1])
                    assert min(wide, high) < 1, (card, one, other)


# --- a replay ------------------------------------------------------------------------------------------------

TAKEN = "You take the trick: A♠ beats 10♠ (higher in spades), K♥ beats Q♥ (higher in hearts)."
MARK = {"round": 30, "hand": 1, "trick": 1, "chosen": "lead AS", "chosen_value": 0.4, "best": "lead KH",
        "best_value": 0.6, "unit": "odds"}  # fmt: skip


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1280, 720), (1024, 768), (390, 844), (844, 390)])
def test_the_cards_stay_in_sight_in_a_replay(browser, width, height):
    lead = {"seat": 0, "kind": "lead", "cards": ["AS", "10S"], "count": 2}
    answer = {"seat": 1, "kind": "give", "cards": ["QC", "JC"], "count": 2}
    table = two(last_trick={"plays": [lead, answer], "taken_by": 0, "text": TAKEN}, counts=[3, 3])
    step = {"events": [{"event": "trick_taken", "seat": 0, "text": TAKEN}], "table": table}
    replay = {"event": "replay", "text": "", "game": 1, "own": True, "seat": 0, "steps": [step] * 3}
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport={"width": width, "height": height}, locale="en")
        fed.show([replay])
        who.find("main.replay .hand .card").first.wait_for()
        assert in_sight(who)
        who.click(".controls > button")
        fed.show([{"event": "review", "text": "", "game": 1, "judged": 20, "marks": [MARK] * 14}])
        who.find(".review .chip").first.wait_for()
        assert in_sight(who)
        assert who.faults == []


def in_sight(who: Person) -> bool:
    """Whether the felt is seen whole, and the own cards lie within it."""
    return who.window.evaluate("""() => {
        const felt = document.querySelector(".felt"), room = felt.getBoundingClientRect();
        const cards = [...document.querySelectorAll(".replay .hand .card")].map((one) => one.getBoundingClientRect());
        return felt.scrollHeight <= felt.clientHeight + 1 && cards.length > 0
            && cards.every((card) => card.bottom <= room.bottom && card.top >= room.top); }""")
