"""A damaged file and an unfinished one, for people: no term of the layers below, in any language.

Here: files of whole games, cut and changed. Never: what programs are told, but that it keeps the terms.
"""

from __future__ import annotations

import re

import pytest

from bura_p2p.log.file import read_game
from bura_p2p.table.phases import Stage
from bura_p2p.ui import tongue
from bura_p2p.ui.verdict import report_json, report_text
from bura_p2p.verify import Report, Verdict, verify_file
from tests.tools import games


def read(report: Report, language: str) -> str:
    tongue.use(language)
    try:
        return " ".join(report_text(report, "f").split())
    finally:
        tongue.use("en")


def cut() -> Report:
    return verify_file(games.whole()[:-7])


def flipped(entry: int) -> Report:
    data = bytearray(games.whole())
    at = data.index(read_game(bytes(data)).entries[entry].signature)
    data[at + 3] ^= 1
    return verify_file(bytes(data))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The file is cut off: its last entry is not whole."),
        ("ru", "Файл оборван: последняя запись в нём не целая."),
        ("ka", "ფაილი ჩამოჭრილია: მისი ბოლო ჩანაწერი არასრულია."),
    ],
)
def test_a_cut_file(language, told):
    report = cut()
    assert report.verdict is Verdict.MALFORMED
    assert told in read(report, language)
    assert report_json(report, "f")["reason"] == "The file is damaged: the stream ended within a frame."


@pytest.mark.parametrize(
    ("language", "first", "later"),
    [
        ("en", "A byte in the first entry is not what was signed", "A byte in an entry after round"),
        ("ru", "Байт в первой записи не тот, что был подписан", "Байт в записи после раунда"),
        ("ka", "პირველ ჩანაწერში ბაიტი ის არ არის, რაც ხელმოწერილი იყო", "შემდეგ ჩანაწერში ბაიტი ის არ არის"),
    ],
)
def test_a_flipped_byte(language, first, later):
    for entry, told in ((0, first), (9, later)):
        report = flipped(entry)
        assert report.verdict is Verdict.MALFORMED
        shown = read(report, language)
        assert told in shown
        assert "signature" not in shown
        assert "signature: the signature does not fit" in report_json(report, "f")["reason"]


@pytest.mark.parametrize("language", ["ru", "ka"])
def test_nothing_english_is_left_wherever_a_byte_is_wrong(language):
    whole = games.whole()
    for at in [*range(0, 120, 3), *range(120, len(whole), len(whole) // 60)]:
        damaged = bytearray(whole)
        damaged[at] ^= 0x41
        report = verify_file(bytes(damaged))
        assert report.verdict in (Verdict.MALFORMED, Verdict.UNSUPPORTED)
        lines = read(report, language).split(": ", 2)[1:]
        assert not re.search(r"[A-Za-z]{4,} [a-z]{3,}", " ".join(lines)), (at, lines)


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage not in (Stage.COMPLETE, Stage.VOID)])
def test_what_a_game_waits_for_is_said_in_words(stage):
    report = Report(Verdict.OPEN, "why", owing=(0,), waits_for=stage.value, rounds=3)
    told = read(report, "en")
    assert "the game waits for the host (seat 0): " in told
    assert stage is Stage.HELLO or f"(seat 0): {stage.value.replace('_', ' ')}." not in told
    russian = read(report, "ru").split("ожидается: ")[1].split(" — ")[0]
    assert re.fullmatch("[а-яё ]+", russian)
