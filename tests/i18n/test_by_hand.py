"""Two people at one table, one in Russian and one in Georgian, over the real transport: what they read and type."""

from __future__ import annotations

import re

import pytest

from bura_p2p.ui.inert import columns
from bura_p2p.verify import Verdict, verify_file
from tests.support.processes import Bura, bura
from tests.support.program import PROGRAM

YOUR_TURN = {"ru": "Ваш ход", "ka": "თქვენი სვლაა"}
HEADING = {"ru": "-- Кон", "ka": "-- გათამაშება"}
OWN = {"var": {"ru": "вар", "ka": "ვარ"}, "pass": {"ru": "пас", "ka": "პასი"}, "give": {"ru": "сброс", "ka": "ვატან"}}


def decided(prompt: str, language: str) -> str:
    """What the prompt suggests, in the words of the language; 'var' as soon as it is offered."""
    if "'var'" in prompt:
        return OWN["var"][language]
    if "'pass'" in prompt:
        return OWN["pass"][language]
    suggested = re.search(r"'((?:[a-z]+ )?(?:10|[6-9AJQK])[CDHS][^']*)'", prompt)
    assert suggested is not None, prompt
    verb, _, cards = suggested[1].partition(" ")
    return f"{OWN[verb][language]} {cards}" if verb in OWN else suggested[1]


def play(player: Bura, language: str) -> None:
    """Play to the end of the output; other lines between are read as they come."""
    table: list[str] = []
    while (line := player.line()) is not None:
        if line.startswith(HEADING[language]) or table:
            table.append(line)
        text = " ".join(table)
        if YOUR_TURN[language] in text and text.endswith("."):
            table = []
            try:
                player.type(decided(text[text.index(YOUR_TURN[language]) :], language))
            except OSError:
                return


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A match of one point, played to its end: the host in Russian, the guest in Georgian."""
    from threading import Thread

    folder = tmp_path_factory.mktemp("languages")
    host_options = ("--listen", "127.0.0.1:0", "--name", "Анна", "--match", "1", "--language", "ru")
    with bura("host", *host_options, home=folder / "anna") as host:
        invite = host.until(lambda line: line.startswith("BURA:"))
        spoken = {"BURA_LANGUAGE": "ka"}
        with bura("join", "-", "--name", "ნინო", home=folder / "nino", environment=spoken) as guest:
            guest.type(invite)
            threads = [Thread(target=play, args=pair, daemon=True) for pair in ((host, "ru"), (guest, "ka"))]
            for thread in threads:
                thread.start()
            codes = host.process.wait(240), guest.process.wait(240)
            for thread in threads:
                thread.join(120)
            yield folder, host, guest, codes


def test_both_play_to_the_end(evening):
    folder, host, guest, codes = evening
    assert codes == (0, 0), (host.lines[-9:], guest.lines[-9:], host.errors, guest.errors)
    files = [(folder / who / "games" / "game-1.bura").read_bytes() for who in ("anna", "nino")]
    assert [verify_file(data).verdict for data in files] == [Verdict.FAIR] * 2


def test_each_reads_the_own_language(evening):
    _, host, guest, _ = evening
    russian, georgian = " ".join(host.lines), " ".join(guest.lines)
    for told in ("Ждём вашего друга", "Колоду тасуют оба", "Ваш ход", "Оба это подписали", "Игра сохранена"):
        assert told in russian
    for told in ("დასტას ორივე ურევს", "თქვენი სვლაა", "ორივემ მოაწერა ხელი", "თამაში შენახულია"):
        assert told in georgian
    assert "ნინო" in russian
    assert "Анна" in georgian
    for text in (russian, georgian):
        assert not re.search(r"\b(the|your|you|cards|points|waiting)\b", text, re.IGNORECASE)
    for player in (host, guest):
        wide = [line for line in player.lines if columns(line) > 80]
        assert all(line.startswith(("BURA:", f"  {PROGRAM} verify ")) for line in wide)
        assert player.errors == ""


@pytest.mark.parametrize(
    ("language", "fair", "unknown"),
    [("ru", "окончена, всё честно", "узнать нельзя"), ("ka", "დასრულებულია და სამართლიანია", "ვერ გავიგებთ")],
)
def test_the_game_is_checked_and_written_down_in_each(evening, language, fair, unknown):
    folder, *_ = evening
    file = str(folder / "anna" / "games" / "game-1.bura")
    with bura("verify", file, "--language", language, home=folder / "none") as check:
        assert check.end() == 0
        assert any(fair in line for line in check.lines)
        assert any(unknown in line for line in check.lines)
    with bura("replay", file, "--language", language, home=folder / "none") as replay:
        assert replay.end() == 0
        assert any(line.startswith("# ") and HEADING[language].removeprefix("-- ") in line for line in replay.lines)
    with bura("verify", file, "--json", "--language", language, home=folder / "none") as check:
        assert check.end() == 0
        assert '"verdict": "fair"' in check.lines[0]
        assert "The game is complete and every check holds." in check.lines[0]


def test_a_language_that_there_is_not(tmp_path):
    with bura("games", "--language", "xx", home=tmp_path) as games:
        assert games.end() == 2
        assert "--language" in games.errors
