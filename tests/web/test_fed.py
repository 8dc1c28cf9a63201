"""What the page makes of states that no two programs bring about at will: verdicts, up to six seats."""

from __future__ import annotations

import functools
import itertools

import pytest

from bura_p2p.ui.feed.tools import verdict_of
from tests.support import six_seats as six
from tests.tools import games
from tests.tui.states import lobby_state

from .browser import chromium
from .fed import Fed
from .people import NARROW, WIDE, Person, need_axe


@pytest.fixture(scope="module")
def browser():
    with chromium("--disable-gpu") as browser:
        yield browser


def too_wide(who: Person) -> list[str]:
    """What stands out of the window, or cuts words off without saying so."""
    return who.window.evaluate("""[...document.querySelectorAll("main *, header *")]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.className || one.tagName)""")


# --- verdicts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_verdict_is_laid_out_in_sight_and_read_out(browser, size):
    found = verdict_of(games.faulty(), "evening.bura")
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=size, locale="en")
        who.find("#check-file").set_input_files({"name": "evening.bura", "mimeType": "", "buffer": b"a game"})
        who.find(".panel .busy:has-text('evening.bura')").wait_for()
        who.until(lambda: "verify" in [command["do"] for command in fed.sent])
        fed.show([{"event": "verified", "text": "", "name": "evening.bura", **found}])
        who.find("#checked:focus").wait_for()
        panel = who.find("section.panel.verdict")
        assert panel.locator("h2").inner_text() == "Somebody broke the protocol"
        facts = dict(zip(*(panel.locator(f".culprit {of}").all_inner_texts() for of in ("dt", "dd")), strict=True))
        assert facts == {
            "Signed by": found["culprit"]["name"], "Place": "Round 6: entry 'raise'", "Code": "raise_illegal",
        }  # fmt: skip
        assert who.window.evaluate("""() => {
            const box = document.getElementById("checked").getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight; }""")
        read = who.find("#live").inner_text()
        assert "evening.bura: Somebody broke the protocol." in read
        assert found["told"] in read
        for lines in found["parts"].values():  # each in one piece: no break of ours, no space before it
            shown = panel.locator(".column dd").all_text_contents()
            assert set(lines) <= set(shown)
        assert too_wide(who) == []
        who.click("section.panel.verdict .head button")
        panel.wait_for(state="detached")
        assert who.faults == []


def test_an_odd_name_of_a_file_is_no_other_one(browser):
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=WIDE, locale="en")
        for name, told in (
            ("a b.bura", "'a b.bura'"), ("-x.bura", "'-x.bura'"), ("a\u202eb'.bura", "'a\\u{202e}b\\'.bura'"),
            ("игра-1.bura", "игра-1.bura"),
        ):  # fmt: skip
            who.find("#check-file").set_input_files({"name": name, "mimeType": "", "buffer": b"a game"})
            who.find(".panel .busy").get_by_text(f"Checking {told} …", exact=True).wait_for()
            fed.show([{"event": "not_done", "text": "No."}])
            who.until(lambda: not who.find(".panel .busy").inner_text())
        assert who.faults == []


# --- six seats -----------------------------------------------------------------------------------------------

EVERY_SIZE = pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (NARROW, "dark")], ids=["wide", "narrow"])

MOVES = ("answer AS KH", "give AS 10S", "give AS KH", "give 10S KH")


def all_put() -> dict:
    """The table of six when five of them have put two cards each, and it is one's own turn."""
    shown = six.state(turn=six.turn(*MOVES))
    shown["table"]["trick"].append({"seat": 5, "kind": "give", "cards": None, "count": 2})
    return shown


@EVERY_SIZE
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_of_several_has_a_place(browser, seats, size, scheme):
    with Fed.serving(six.state(seats=seats)) as fed:
        who = Person(browser, fed, viewport=size, color_scheme=scheme, locale="en", screen="main.table")
        names = six.NAMES[1:seats]
        assert tuple(who.find(".them .who").all_inner_texts()) == names
        assert [text.split() for text in who.find(".them .tally").all_inner_texts()] == [
            ["Chips", chips] for chips in ("−3", "+2", "−4", "0", "0")[: seats - 1]
        ]
        trick = who.find(".play .by").all_inner_texts()
        assert [text.rsplit(" ", 1)[0] for text in trick] == list(names[:4])
        assert who.find(".play.stands").count() == 1
        assert who.find("#status").inner_text().strip() == f"Waiting for {six.NAMES[seats - 1]}."
        assert who.find(".them .seat.active .who").inner_text() == six.NAMES[seats - 1]
        assert too_wide(who) == []
        assert fits(who)
        assert who.faults == []


SMALL = [(1280, 720), (1024, 768), (844, 390), (360, 640)]
"""Sizes of windows between and below the two that are looked at everywhere: laptops, phones either way round."""


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_two_with_five_cards_and_everything_to_choose(browser, width, height):
    match = {"hand": 2, "target": 7, "score": [3, 2], "chips": None, "pot": None, "dealer": None}
    legal = ("answer AS 10S", "give AS KH", "raise 2", "claim")
    shown = six.state(
        seats=2, held=["AS", "10S", "KH", "QH", "JD"], counts=[5, 3], match=match, stake=2, raises=True,
        ruleset="georgian-5", turn=six.turn(*legal),
    )  # fmt: skip
    with Fed.serving(shown) as fed:
        size = {"width": width, "height": height}
        who = Person(browser, fed, viewport=size, locale="en", screen="main.table")
        assert fits(who)
        assert too_wide(who) == []
        for control in ("[data-card=AS]", "[data-card=JD]", "#raise", "#claim"):
            assert who.find(f".me {control}").bounding_box()["y"] < height


@pytest.mark.parametrize(("width", "height"), [(1280, 800), *SMALL, (390, 664)])
def test_under_a_banner_the_cards_and_the_buttons_stay_in_sight(browser, width, height):
    match = {"hand": 2, "target": 7, "score": [3, 2], "chips": None, "pot": None, "dealer": None}
    lead = {"seat": 1, "kind": "lead", "cards": ["10C", "KC"], "count": 2}
    shown = six.state(
        seats=2, held=["AS", "10S", "KH"], counts=[3, 1], match=match, raises=True, ruleset="georgian", trick=[lead],
        turn=six.turn("give AS 10S", "raise 2"), end_offered_by=1,
    )  # fmt: skip
    with Fed.serving(shown) as fed:
        size = {"width": width, "height": height}
        who = Person(browser, fed, viewport=size, locale="en", screen="main.table")
        for card in ("AS", "10S"):
            who.click(f".me [data-card='{card}']")
        for control in ("[data-card=KH]", "[data-do=give]", "#raise"):
            box = who.find(f".me {control}").bounding_box()
            assert box["y"] + box["height"] <= height
        assert fits(who)
        assert too_wide(who) == []


def fits(who: Person) -> bool:
    """Whether the table is seen whole, without scrolling."""
    return who.window.evaluate("""() => {
        const felt = document.querySelector(".felt");
        return felt.scrollHeight <= felt.clientHeight + 1 && felt.scrollWidth <= felt.clientWidth + 1; }""")


@EVERY_SIZE
def test_six_at_the_table(browser, size, scheme):
    with Fed.serving(all_put()) as fed:
        who = Person(browser, fed, viewport=size, color_scheme=scheme, locale="en", screen="main.table")
        assert who.find(".play").count() == 5
        assert fits(who)
        who.press("answer AS KH")
        who.until(lambda: fed.sent[-1] == {"do": "play", "move": "answer AS KH"})
        lamps = who.find(".them .lamp")
        fed.show(table=six.table(link=six.link("away", 2), turn=six.turn(owing=(2, 3))))
        banner = who.find("section.banner")
        banner.wait_for()
        assert "The connection to ქეთევან was lost." in banner.inner_text()
        assert lamps.evaluate_all("(all) => all.map((one) => one.className)") == [
            "lamp here", "lamp away", "lamp here", "lamp here", "lamp here",
        ]  # fmt: skip
        fed.show(table=six.table(link=six.link("away", None)))
        who.find("section.banner:has-text('one of the players')").wait_for()
        fed.show(table=six.table(raise_to=2, raised_by=4, turn=six.turn("accept", "decline")))
        who.find("#status:has-text('Bo raises to 2')").wait_for()
        fed.show(table=six.table(turn=six.turn(owing=(2, 3))))
        who.find("#status:has-text('Waiting for ქეთევან and Ana Maria de la Encarnación.')").wait_for()
        assert who.faults == []


@EVERY_SIZE
def test_whole_hands_on_the_table(browser, size, scheme):
    """Five cards of each of six, and five in one's hand: the most that any rules could lay out."""
    ranks = [["AC", "10C", "KC", "QC", "JC"], None, ["AH", "10H", "KH", "QH", "JH"], None, None]
    plays = [
        {"seat": seat, "kind": "answer" if seat == 3 else "give" if seat > 1 else "lead", "cards": cards, "count": 5}
        for seat, cards in enumerate(ranks, start=1)
    ]
    held = ["AS", "10S", "KS", "QS", "JS"]
    shown = six.state(trick=plays, held=held, counts=[5, 0, 0, 0, 0, 0], turn=six.turn("give AS 10S KS QS JS"))
    with Fed.serving(shown) as fed:
        who = Person(browser, fed, viewport=size, color_scheme=scheme, locale="en", screen="main.table")
        assert fits(who)
        assert too_wide(who) == []
        boxes = [card.bounding_box() for card in who.find(".play").first.locator(".card").all()]
        assert all(right["x"] - left["x"] >= 12 for left, right in itertools.pairwise(boxes))  # its corner is seen


RESULT = {
    "hand": 3, "winner": 3, "reason": "claim_right", "text": "", "points": 1, "totals": [20, 11, 4, 34, 30, 21],
    "claimed": [31, 34], "score": [0] * 6, "chips": [-5, -3, 2, 12, -4, -2], "proved": ["All was proved. " * 20] * 3,
    "file": None,
}  # fmt: skip


@EVERY_SIZE
def test_a_result_of_six(browser, size, scheme):
    with Fed.serving(six.state()) as fed:
        who = Person(browser, fed, viewport=size, color_scheme=scheme, locale="en", screen="main.table")
        over = {"event": "hand_over", "hand": 3, "winner": 3, "reason": "claim_right", "text": ""}
        fed.show([over], table=six.table(result=RESULT, stage="result"))
        rows = who.find("section.result .standings tbody tr")
        rows.first.wait_for()
        assert rows.first.inner_text().split() == ["You", "20", "−5"]
        assert who.find("section.result .won").inner_text().split()[-2:] == ["34", "+12"]
        assert "Ana Maria" in who.find("section.result h2").inner_text()
        assert too_wide(who) == []
        who.click("section.result .proved summary")
        panel, felt = who.find("section.result").bounding_box(), who.find(".felt").bounding_box()
        assert felt["y"] <= panel["y"]
        assert panel["y"] + panel["height"] <= felt["y"] + felt["height"]


# --- what lies over the table ---------------------------------------------------------------------------------

OWN_TURN = six.turn("lead AS", "lead KH", "raise 2", "claim")
NEXT = {"hand": 4, "target": 7, "score": [1, 2], "chips": None, "pot": None, "dealer": None}
ENDED = {**RESULT, "winner": 1, "totals": [40, 80], "score": [1, 2], "chips": [0, 0]}
OVER_EVENT = {"event": "hand_over", "hand": 3, "winner": 1, "reason": "claim_right", "text": ""}

between = functools.partial(six.table, seats=2, match=NEXT, raises=True, trick=[], counts=[3, 3], ruleset="georgian")


def out_of_reach(who: Person) -> list[str]:
    """What of the table can be reached by Tab, by keys or by the mouse though something lies over it."""
    found, keys = [], who.window.keyboard
    for key in ("Digit1", "KeyC", "KeyR", "KeyV", "ArrowLeft"):
        keys.press(key)
    found += who.find(".hand .chosen, dialog[open], .felt :focus:not(section.result *)").all_inner_texts()
    for selector in ("#raise", "#claim", ".hand [data-card=AS]"):
        box = who.find(selector).bounding_box()
        who.window.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        found += who.find(".hand .chosen, dialog[open]").all_inner_texts()
    for _ in range(40):
        keys.press("Tab")
        found += who.find(".felt :focus:not(section.result *)").all_inner_texts()
    return found


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_nothing_under_a_result_can_be_reached(browser, size):
    with Fed.serving(six.state(seats=2, match=NEXT, raises=True)) as fed:
        who = Person(browser, fed, viewport=size, locale="en", screen="main.table")
        fed.show([OVER_EVENT], table=between(result=ENDED, turn=OWN_TURN))
        who.find("section.result h2:focus").wait_for()
        assert out_of_reach(who) == []
        if size == WIDE:
            who.tab_to("ol.log, [role=tab]")  # what is written down stays in reach
        who.tab_to("section.result button.primary")
        who.window.keyboard.press("KeyS")
        who.find("section.result h2:focus").wait_for()
        fed.show(table=between(result=ENDED, turn=OWN_TURN, link=six.link("away", 1, choices=["wait", "stop"])))
        banner = who.find("section.result .banner")
        banner.wait_for()
        assert banner.bounding_box()["y"] > who.find(".felt").bounding_box()["y"]  # none of it is cut off
        who.click("section.result .banner button:has-text('Wait')")
        who.find(".banner:has-text('Waiting')").wait_for()
        assert fed.sent == [{"do": "speak", "language": "en"}]
        who.window.keyboard.press("Escape")
        who.find("section.result").wait_for(state="detached")
        who.find("#status:focus").wait_for()
        who.click("#raise")
        who.until(lambda: fed.sent[-1] == {"do": "play", "move": "raise 2"})
        over = {"ended": "complete", "winner": 1, "score": [1, 2], "text": "", "verdict": None, "file": None,
                "rematch": None}  # fmt: skip
        fed.show(table=between(result=ENDED, over=over))
        who.find("section.result.over h2:focus").wait_for()
        who.window.keyboard.press("Escape")
        who.window.keyboard.press("Digit1")
        assert who.find("section.result.over").count() == 1
        assert who.find(".hand .chosen").count() == 0
        assert who.faults == []


def test_a_raise_that_wants_an_answer_puts_the_result_aside(browser):
    with Fed.serving(six.state(seats=2, match=NEXT, raises=True)) as fed:
        who = Person(browser, fed, viewport=NARROW, locale="en", screen="main.table")
        fed.show([OVER_EVENT], table=between(result=ENDED))
        who.find("section.result").wait_for()
        raised = {"event": "raised", "seat": 1, "to": 2, "text": "Levan raises to 2 (davi)."}
        answer = six.turn("accept", "decline")
        fed.show([raised], table=between(result=ENDED, raise_to=2, raised_by=1, turn=answer))
        who.find(".hand-before").wait_for()
        who.click("[data-do=accept]")
        who.until(lambda: fed.sent[-1] == {"do": "play", "move": "accept"})
        assert who.faults == []


def test_the_focus_follows_from_dialog_to_dialog_and_to_a_result(browser):
    with Fed.serving(six.state(seats=2, match=NEXT, turn=OWN_TURN, raises=True)) as fed:
        who = Person(browser, fed, viewport=WIDE, locale="en", screen="main.table")
        who.find("[data-card=AS]").focus()
        who.window.keyboard.press("KeyI")
        who.find("dialog[open] .head button:focus").wait_for()
        fed.show([OVER_EVENT], table=between(result=ENDED))
        who.find("section.result").wait_for()
        who.window.wait_for_timeout(100)
        who.escape()
        who.find("section.result h2:focus").wait_for()
        who.click(".bar button:last-child")
        who.click("dialog .choice:has-text('Settings')")
        who.find("dialog.d-settings .head button:focus").wait_for()
        who.escape()
        assert who.faults == []


# --- nobody is shut out --------------------------------------------------------------------------------------


def test_results_shut_nobody_out(browser):
    """What lies over the table: the result, the strip that it becomes, the end with its verdict; of two, and six."""
    need_axe()
    result = {**RESULT, "winner": 1, "totals": [40, 80], "score": [0, 1], "chips": [-5, 5]}
    two = functools.partial(six.table, seats=2, match={**six.table(seats=2)["match"], "score": [0, 1]})
    judged = verdict_of(games.faulty(), "evening.bura")
    over = {
        "ended": "complete", "winner": 1, "score": [0, 1], "text": "", "verdict": judged, "file": None,
        "rematch": {"mine": False, "theirs": False, "offered": False},
    }  # fmt: skip
    ended = {"event": "hand_over", "hand": 3, "winner": 1, "reason": "claim_right", "text": ""}
    led = {"event": "led", "seat": 1, "cards": ["10C", "9C"], "text": "Levan leads."}
    found = {}
    with Fed.serving(six.state(seats=2)) as fed:
        who = Person(browser, fed, viewport=WIDE, locale="en", screen="main.table")

        def look(screen: str, shown: str) -> None:
            who.find(shown).first.wait_for()
            for size in (WIDE, NARROW):
                for scheme in ("light", "dark"):
                    who.window.set_viewport_size(size)
                    who.window.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                    who.window.wait_for_timeout(50)
                    if faults := [*who.faults_of_access(), *too_wide(who)]:
                        found[f"{screen} {size['width']} {scheme}"] = faults

        fed.show([ended], table=two(result=result, stage="result"))
        look("result", "section.result:not(.over)")
        fed.show([led], table=two(result=result))
        look("strip", ".hand-before")
        told = who.find(".hand-before p").inner_text()
        assert told.endswith(" wins hand 3. The claim was right: the points were there.")
        who.find("section.result").wait_for(state="detached")
        fed.show(table=two(result=result, over=over))
        who.click("section.over details.verdict summary")
        look("end", "section.result.over .findings")
        fed.show(table=six.table(game=2))
        look("six", ".many")
        fed.show([ended], table=six.table(game=2, result=RESULT, stage="result"))
        look("result of six", "section.result .standings")
        assert found == {}
        assert who.faults == []


# --- motion --------------------------------------------------------------------------------------------------

FLYING = "document.getAnimations().filter((one) => one.effect.target.matches('.card')).length"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_go_where_they_lie(browser, motion):
    """A led card comes from the hand, a finished trick goes to the pile, and nothing is left in the air."""
    lead = {"seat": 0, "kind": "lead", "cards": ["AS"], "count": 1}
    give = {"seat": 1, "kind": "give", "cards": None, "count": 1}
    empty = [{"cards": 0, "closed": 0, "points": None}] * 2
    won = [{"cards": 2, "closed": 1, "points": None}, empty[1]]
    two = functools.partial(six.table, seats=2, trick=[], piles=empty)
    moves = motion == "no-preference"
    with Fed.serving(six.state(seats=2, trick=[], piles=empty, counts=[3, 3])) as fed:
        who = Person(browser, fed, viewport=WIDE, locale="en", screen="main.table")
        who.window.emulate_media(reduced_motion=motion)
        who.window.wait_for_timeout(100)
        led = {"event": "led", "seat": 0, "cards": ["AS"], "text": "You lead."}
        fed.show([led], table=two(held=["10S", "KH"], counts=[2, 3], trick=[lead]))
        who.find(".play [data-card=AS]").wait_for()
        assert bool(who.window.evaluate(FLYING)) == moves
        who.until(lambda: not who.window.evaluate(FLYING), 5)
        taken = {"plays": [lead, give], "taken_by": 0, "text": "You take it."}
        end = [{"event": "gave", "seat": 1, "count": 1, "text": ""}, {"event": "trick_taken", "seat": 0, "text": ""}]
        who.window.evaluate("""() => {
            window.copies = 0;
            new MutationObserver((all) => all.forEach((one) => { window.copies += one.addedNodes.length; }))
                .observe(document.getElementById("air"), { childList: true }); }""")
        fed.show(end, table=two(held=["10S", "KH"], counts=[2, 2], piles=won, last_trick=taken))
        who.find(".trick.done").wait_for()
        who.find(".trick.done").wait_for(state="detached")
        assert who.window.evaluate("window.copies") == (2 if moves else 0)
        who.until(lambda: not who.window.evaluate("document.getElementById('air').childElementCount"), 5)
        assert who.find(".trick .card").count() == 0
        assert who.faults == []
