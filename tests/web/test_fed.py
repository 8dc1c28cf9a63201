"""What the page makes of states that no two programs bring about at will: verdicts, up to six seats."""

from __future__ import annotations

import pytest

from bura_p2p.ui.feed.tools import verdict_of
from tests.tools import games
from tests.tui.states import lobby_state

from .browser import chromium
from .fed import Fed
from .people import NARROW, WIDE, Person


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
        assert fed.sent[-1]["do"] == "verify"
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
