"""What somebody new to the page is told, where something would otherwise look wrong or say nothing.

Here: the page fed with states. Never: a game, a lobby that does something.
"""

from __future__ import annotations

import functools

import pytest

from bura_p2p.ui.feed.catalogue import qr_svg
from tests.support import six_seats as six
from tests.tui.states import lobby_state

from .browser import chromium
from .fed import Fed
from .people import NARROW, WIDE, Person

GEORGIAN = {**six.table(seats=2)["match"], "hand": 2, "target": 3, "score": [0, 1], "chips": None, "pot": None}
two = functools.partial(six.table, seats=2, trick=[], match=GEORGIAN, ruleset="georgian", raises=True)

RESULT = {
    "hand": 1, "winner": 1, "reason": "claim_wrong", "text": "", "points": 1, "totals": [20, 34], "claimed": [20, 22],
    "score": [0, 1], "chips": None, "proved": ["All was proved."], "file": None, "claimant": 0,
}  # fmt: skip
ENDED = {"event": "hand_over", "hand": 1, "winner": 1, "reason": "claim_wrong", "text": ""}
LED = {"event": "led", "seat": 1, "cards": ["10C"], "text": "Levan leads."}


@pytest.fixture(scope="module")
def browser():
    with chromium("--disable-gpu") as browser:
        yield browser


def at_table(browser, fed: Fed, size=WIDE) -> Person:
    return Person(browser, fed, viewport=size, locale="en", screen="main.table")


def shown(**changes) -> dict:
    return {**six.state(seats=2), "table": two(**changes)}


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_result_says_that_the_next_hand_lies_below_and_goes_aside_without_moving_it(browser, size):
    with Fed.serving(shown()) as fed:
        who = at_table(browser, fed, size)
        fed.show([ENDED], table=two(result=RESULT, turn=six.turn("lead AS", "raise 2")))
        who.find("section.result:has-text('The next hand is dealt already')").wait_for()
        assert who.find("section.result .primary").inner_text() == "Show the new hand"
        assert "In your pile" in who.find("section.result .totals").inner_text()
        lead = {"seat": 1, "kind": "lead", "cards": ["10C"], "count": 1}
        fed.show([LED], table=two(result=RESULT, trick=[lead], turn=six.turn("give AS", "give KH", "raise 2")))
        who.find(".hand-before").wait_for()
        assert who.window.evaluate("""() => {
            const felt = document.querySelector(".felt");
            return felt.scrollHeight <= felt.clientHeight + 1; }""")
        assert who.faults == []


def test_cards_given_face_down_are_remembered_for_their_owner(browser):
    with Fed.serving(shown(given=["JD", "10C"])) as fed:
        who = at_table(browser, fed)
        pile = who.find(".them .pile")
        assert pile.get_attribute("aria-label") == "2 cards won, 1 face down"
        assert pile.locator(".count").inner_text().split() == ["2", "cards"]
        assert "You gave face down: jack of diamonds and ten of clubs." in who.find(".me .given").text_content()


def test_the_last_word_says_what_it_does(browser):
    with Fed.serving(shown(stage="last_word", turn=six.turn("claim", "pass"))) as fed:
        assert "they are counted" in at_table(browser, fed).find("#status").inner_text()


def test_a_resignation_out_of_turn_says_when_it_counts(browser):
    with Fed.serving(shown(turn=six.turn(owing=(1,)))) as fed:
        who = at_table(browser, fed)
        who.click(".bar button:last-child")
        who.click("dialog .choice:has-text('Resign')")
        assert "It is not your turn" in who.find("dialog p").first.inner_text()
        fed.show(table=two(turn=six.turn("lead AS")))
        who.find("dialog p:has-text('It is not')").wait_for(state="detached")


def test_a_game_taken_up_again_is_looked_for_before_it_is_missed(browser):
    waiting = {**dict.fromkeys(("qr", "words")), "invite": "BURA:X", "message": "m", "leads_to": [], "reach": ""}
    with Fed.serving({**shown(link=six.link("away", 1)), "waiting": {**waiting, "reply_wanted": True}}) as fed:
        who = at_table(browser, fed)
        who.find(".banner:has-text('Looking for')").wait_for()
        assert who.find(".invitation").count() == 0
        fed.show(table=two())
        who.find(".banner").wait_for(state="detached")
        fed.show(table=two(link=six.link("away", 1)))
        who.find(".banner:has-text('was lost') .invitation").wait_for()


def test_a_game_that_is_read_again_says_so_before_an_invite_or_a_call(browser):
    invite = {**dict.fromkeys(("qr", "words")), "invite": "BURA:X", "message": "m", "leads_to": [], "reach": ""}
    with Fed.serving(lobby_state(screen="joining", restoring=True)) as fed:
        who = Person(browser, fed, viewport=NARROW, locale="en", screen="main.waiting")
        for waiting in (None, invite):
            fed.show(screen="waiting" if waiting else "joining", waiting=waiting)
            assert who.find("h1").inner_text() == "The game is taken up again"
            who.find("[role=status]:has-text('every entry of it checked')").wait_for()
            assert who.find(".invitation, .busy:has-text('Calling')").count() == 0
        fed.show(restoring=False, waiting={**invite, "qr": qr_svg("BURA:X")})
        who.find("h1:has-text('Waiting for your friend')").wait_for()
        who.find(".invitation").wait_for()
        code = who.find("figure.scan")
        code.get_by_role("img", name="QR code of the invite").wait_for()
        assert code.locator("figcaption").inner_text().startswith("The code is the invite as text")
        assert who.faults == []


def test_a_rematch_that_the_other_side_wants_is_told(browser):
    over = {"ended": "complete", "winner": 1, "score": [0, 1], "text": "", "verdict": None, "file": None}
    wish = {"mine": False, "theirs": False, "offered": False, "leads": 0}
    with Fed.serving(shown(over={**over, "rematch": wish}, result=RESULT)) as fed:
        who = at_table(browser, fed)
        assert "In the rematch you lead first." in who.find("section.over").inner_text()
        assert who.find("h1").text_content().endswith("Hand 1")
        fed.show(table=two(over={**over, "rematch": {**wish, "theirs": True, "offered": True}}, result=RESULT))
        who.find("section.over:has-text('Леван offers a rematch.')").wait_for()
        who.window.reload()
        for window in (who, at_table(browser, fed)):
            window.find("section.over:has-text('Леван offers a rematch.')").wait_for()
            assert window.find("section.over [data-do=rematch]").inner_text() == "Accept the rematch"
        fed.show(table=two(over={**over, "rematch": {**wish, "mine": True}}, result=RESULT))
        who.window.reload()
        who.find("section.over:has-text('Asked for a rematch; waiting for Леван.')").wait_for()
        assert who.find("section.over [data-do=rematch]").count() == 0
        fed.show(table=two(over={**over, "rematch": {**wish, "theirs": True}}, result=RESULT))  # a bot
        who.find("section.over [data-do=rematch] span:text-is('Rematch')").wait_for()


def test_a_side_that_has_left_after_the_end_is_told_to_have_left(browser):
    over = {"ended": "complete", "winner": 1, "score": [0, 1], "text": "", "verdict": None, "file": None}
    wish = {"mine": False, "theirs": False, "offered": False, "leads": 0}
    link = {"state": "away", "seat": 1, "reason": "left", "text": "Леван has left.", "choices": ["stop"]}
    with Fed.serving(shown(over={**over, "rematch": wish}, result=RESULT)) as fed:
        who = at_table(browser, fed)
        fed.show(table=two(over={**over, "rematch": wish}, result=RESULT, link=link))
        who.find("section.over:has-text('Леван has left.')").wait_for()
        assert who.find(".them .lamp.away").count() == 1
        assert who.find("section.over [data-do=rematch]").inner_text() == "Wait for Леван to come back"
        fed.show(table=two(over={**over, "rematch": {**wish, "mine": True}}, result=RESULT, link=link))
        who.find("section.over:has-text('waiting for Леван to come back.')").wait_for()
        assert who.find("section.over [data-do=away]").inner_text() == "Stop waiting"
        fed.show(table=two(over={**over, "rematch": {**wish, "mine": True}}, result=RESULT))
        who.find("section.over:has-text('Asked for a rematch; waiting for Леван.')").wait_for()
        assert who.find("section.over:has-text('has left')").count() == 0
        fed.show(table=two(over={**over, "rematch": None}, result=RESULT, link={**link, "state": "gone"}))
        who.find("section.over:has-text('Леван has left.')").wait_for()
        assert who.find(".them .lamp.away").count() == 1
        assert who.find("section.over [data-do=rematch]").count() == 0
        assert who.faults == []


@pytest.mark.parametrize(("tag", "called"), [
    ("en", "davi 2, se 3, chari 4, panji 5, shashi 6."), ("ru", "дави 2, се 3, чари 4, панджи 5, шаши 6."),
    ("ka", "დავი 2, სე 3, ჩარი 4, ფანჯი 5, შაში 6."),
])  # fmt: skip
def test_a_form_says_what_a_raise_is_called(browser, tag, called):
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=NARROW, locale=tag)
        for form in ("host", "play"):
            about = who.find(f"section[aria-labelledby=p-{form}] .about")
            assert about.inner_text().endswith(called)
            who.find(f"#{form}-rules").select_option("classic")
            assert called not in about.inner_text()


def test_three_words_in_the_box_of_the_invite(browser):
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=WIDE, locale="en")
        games = who.find(".unfinished li, .games li").all_inner_texts()
        assert ["unfinished, 1 : 2" in games[0], "won 3 : 1" in games[1], len(games)] == [True, True, 2]
        who.find("#invite").fill("bus fifty fire")
        who.find("#invite-hint:has-text('Sit down')").wait_for()
        assert who.find("section[aria-labelledby=p-join] form button").is_disabled()
        who.find("#invite").fill("BURA:ABC")
        assert who.find("section[aria-labelledby=p-join] form button").is_enabled()


def test_wrong_words_can_be_typed_once_more(browser):
    near = [{"id": "ab", "name": "Levan", "rules": "georgian", "address": "192.168.1.5:4242"}]
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=WIDE, locale="en")
        who.find("section[aria-labelledby=p-join]:has-text('Looking for open tables')").wait_for()
        who.until(lambda: {"do": "look"} in fed.sent)
        fed.show(nearby=near)
        who.click("section[aria-labelledby=p-join] .list button")
        who.find("#near-words").fill("bus fifty fire")
        who.click("dialog button[type=submit]")
        who.find("dialog[open]").wait_for(state="detached")
        fed.show(screen="joining")
        fed.show([{"event": "not_done", "text": "Those are not the words."}], screen="lobby")
        who.find("dialog[open] .fault:has-text('not the words')").wait_for()
        assert who.find("#near-words").input_value() == "bus fifty fire"
        who.find("#near-words:focus").wait_for()
        who.window.keyboard.press("Enter")
        who.until(lambda: sum(command["do"] == "join_nearby" for command in fed.sent) == 2)
        assert who.faults == []


def test_three_words_of_the_command_line_are_at_hand(browser):
    near = [{"id": "ab", "name": "Levan", "rules": "georgian", "address": "192.168.1.5:4242"}]
    with Fed.serving(lobby_state(nearby=near, words="bus fifty fire")) as fed:
        who = Person(browser, fed, viewport=NARROW, locale="en")
        assert "Your three words, bus fifty fire" in who.find("section[aria-labelledby=p-join]").inner_text()
        who.click("section[aria-labelledby=p-join] .list button")
        assert who.find("#near-words").input_value() == "bus fifty fire"
        who.click("dialog button[type=submit]")
        who.until(lambda: fed.sent[-1] == {"do": "join_nearby", "id": "ab", "words": "bus fifty fire"})
        assert who.faults == []


def test_the_log_of_a_page_that_comes_later_is_at_its_end(browser):
    past = [{"event": "told", "word": "x", "text": f"Line {number}."} for number in range(90)]
    with Fed.serving(shown(), past) as fed:
        who = at_table(browser, fed)
        who.find("ol.log li:has-text('Line 89.')").wait_for()
        assert who.find("ol.log li").count() == 90
        texts = {"en": "Hand 1. You lead first.", "ru": "Кон 1. Первый ход ваш: A♥.", "ka": "ხელი 1."}
        begun = {"event": "hand_begun", "hand": 1, "leader": 0, "text": texts["en"], "texts": texts}
        led = {"event": "led", "seat": 0, "cards": ["10C"], "text": "You lead."}
        fed.show([led], log=[begun], table=two())  # a game that is taken up again
        who.until(lambda: who.find("ol.log li").all_inner_texts() == ["Hand 1. You lead first.", "You lead."])
        fed.show(settings={"language": "ru"})
        who.until(lambda: who.find("ol.log li").all_inner_texts()[0] == texts["ru"])
        assert who.find("#live").inner_text() == ""  # what was read aloud in English is gone
        fed.show(settings={"language": "ru", "letters": "cyrillic"})
        who.until(lambda: who.find("ol.log li").all_inner_texts()[0] == "Кон 1. Первый ход ваш: Т♥.")
        fed.show(settings={"language": "ka"})
        who.until(lambda: who.find("ol.log li").all_inner_texts()[0] == texts["ka"])
        fed.show([{**begun, "text": texts["ka"]}])
        who.until(lambda: who.find("#live p").all_inner_texts() == [texts["ka"]])
        fed.show(screen="lobby", table=None)
        who.find("main.lobby").wait_for()
        assert who.find("#live").inner_text() == ""  # nor does anything of a game stay that has ended
        fed.show(settings={"language": "en"}, log=past, screen="table", table=two())
        who.find("ol.log li:has-text('Line 89.')").wait_for()
        who.until(lambda: who.window.evaluate("""() => {
            const log = document.querySelector("ol.log");
            return log.scrollTop > 0 && log.scrollTop + log.clientHeight >= log.scrollHeight - 2; }"""))


@pytest.mark.parametrize(("tag", "told"), [
    ("ru", "Программа закрыта. Ничего не потеряно"), ("ka", "პროგრამა დახურულია. არაფერი დაკარგულა"),
])  # fmt: skip
def test_the_end_of_the_program_stays_told_in_the_language_of_the_page(browser, tag, told):
    """Also at the table: then no move is left that could be made, and nobody is said to be there."""
    with Fed.serving(shown(turn=six.turn("lead AS", "raise 2"))) as fed, Fed.serving(lobby_state()) as other:
        who = Person(browser, fed, viewport=WIDE, locale=tag, screen="main.table")
        lobby = Person(browser, other, viewport=NARROW, locale=tag)
        who.find(".hand [data-card=AS]").click()
        who.find("[data-do=lead]").wait_for()
    for window in (who, lobby):
        window.find(f".banner.bad[role=alert]:has-text('{told}')").wait_for()
    assert who.find(".me .row button").count() == 0
    assert who.find(".lamp.off").count() == who.find(".lamp").count() > 0
    assert who.find("main.my-turn").count() == 0
    lobby.window.wait_for_timeout(200)
    assert lobby.find(".toast").inner_text() == ""


def test_a_link_that_was_used_already_is_told_to_be(browser):
    with Fed.serving(lobby_state()) as fed:
        code = fed.fresh()
        Person(browser, fed).window.close()
        first, second = (browser.new_context(locale="en").new_page() for _ in range(2))
        for window in (first, second):
            window.goto(f"{fed.origin}/#{code}")
            window.locator("main").wait_for()
        second.locator("main.opening:has-text('This link was used already; press Enter')").wait_for()
        second.wait_for_timeout(300)
        assert "used already" in second.locator("main.opening").inner_text()
        second.reload()
        second.locator("main.opening:has-text('Press Enter where bura runs')").wait_for()


def test_who_is_asked_to_move_can_say_to_be_here_and_the_asking_is_one_thing_to_both(browser):
    with Fed.serving(shown(end_offered_by=1, turn=six.turn("lead AS"))) as fed:
        who = at_table(browser, fed)
        banner = who.find(".banner")
        assert "Леван asks you to move, or to give this hand up." in banner.inner_text()
        banner.locator("[data-do=here]").click()
        banner.wait_for(state="detached")
        who.until(lambda: {"do": "say", "text": "I am here"} in fed.sent)
        fed.show(table=two(end_offered_by=1, turn=six.turn("lead AS", "raise 2")))
        who.find("#raise").wait_for()
        assert banner.count() == 0
        once_more = {"event": "end_offered", "seat": 1, "text": ""}
        fed.show([once_more], table=two(end_offered_by=1, turn=six.turn("lead AS")))
        banner.wait_for()
        link = {"state": "here", "seat": None, "reason": "", "text": "", "choices": ["wait", "offer_end", "stop"]}
        fed.show(table=two(end_offered_by=0, turn=six.turn(owing=(1,)), link=link))
        who.find(".banner:has-text('You asked Леван to move, or to give this hand up.')").wait_for()
        assert banner.locator("button").count() == 0
        who.click("header.bar button:last-child")
        who.find("#dialog button:has-text('Ask Леван to move or give up')").wait_for()
        assert who.faults == []


def test_phrases_pause_where_one_more_would_be_dropped(browser):
    with Fed.serving(shown()) as fed:
        who = at_table(browser, fed)
        who.click("#tab-chat")
        # in one go, for what was said ten seconds ago does not count any more
        who.window.evaluate("for (let n = 0; n < 10; n++) document.querySelector('.phrases button').click()")
        who.find(".phrases button:disabled").first.wait_for()
        who.until(lambda: sum(command["do"] == "say" for command in fed.sent) == 10)
        who.find(".phrases button:not(:disabled)").first.wait_for()
        assert who.faults == []


@pytest.mark.parametrize("tag", ["en", "ru", "ka"])
def test_table_options_are_read_whole(browser, tag):
    with Fed.serving(lobby_state()) as fed:
        who = Person(browser, fed, viewport=WIDE, locale=tag)
        for panel in who.find(".panel details.more").all():
            panel.locator("summary").click()
        assert who.window.evaluate("""() => {
            const selects = [...document.querySelectorAll(".panel details.more select")];
            return selects.filter((one) => {
                const widths = [...one.options].map((option) => {
                    const told = Object.assign(document.createElement("span"), { textContent: option.text });
                    told.style.cssText = "position: absolute; white-space: pre";
                    told.style.font = getComputedStyle(one).font;
                    document.body.append(told);
                    const { width } = told.getBoundingClientRect();
                    told.remove();
                    return width; });
                return Math.max(...widths) + 44 > one.clientWidth; }).map((one) => one.id); }""") == []
