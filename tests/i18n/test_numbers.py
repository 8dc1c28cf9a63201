"""Russian says 31 очко, 32 очка and 35 очков: a number that varies stands beside no noun in one fixed form.

Here: the page's sentences and the program's. Never: what else they say.
"""

from __future__ import annotations

import json
import re

from .catalogues import PACKAGE, catalogue

NOUNS = r"(очк|карт|кон|фиш|секунд|минут|игрок|сторон|раунд|взят|матч)"

COUNTED = re.compile(r"\{(n|size|players|points|target|count|hands|cards|seconds|least)\} " + NOUNS)

PAGE = json.loads((PACKAGE / "ui" / "web" / "static" / "words" / "ru.json").read_text(encoding="utf-8"))


def test_no_sentence_of_the_page_has_one_form_for_every_number():
    assert [key for key, text in PAGE.items() if isinstance(text, str) and COUNTED.search(text)] == []


def test_a_claim_of_thirty_one_points_is_said_as_russian_says_it():
    for key in ("do.claim", "claim.title", "claim.sure", "var.sure"):
        assert "{n} очко" in PAGE[key]["one"]
        assert "{n} очков" in PAGE[key]["many"]


def test_no_sentence_of_the_program_has_one_form_for_every_number():
    found = [message.string for message in catalogue("ru") if message.id and isinstance(message.string, str)]
    assert [text for text in found if COUNTED.search(text)] == []
