"""Two processes at two real terminals play a whole game by keys alone."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable

from bura_p2p.store import Store
from bura_p2p.verify import verify_file
from tests.tui.terminals import ROOT, Terminal, needs_tmux, terminal

pytestmark = needs_tmux

COLOURS = tuple(str(code) for code in (*range(30, 39), *range(40, 49)))
"""Codes that set a colour; a part of 38;5;N or 38;2;R;G;B begins with one of them."""

LOCAL = ("--listen", "127.0.0.1:0")


def open_lobby(one: Terminal, folder, name: str, **size: int) -> None:
    one.start("table", "--tui", "--home", str(folder / name), "--name", name, *LOCAL, **size)
    one.until("Quit")
    if size.get("lines", 24) >= 24:  # a lower one scrolls
        one.until(f"you are: {name}")


def host(one: Terminal) -> str:
    """Host a match of one point, and read the invite off the screen."""
    one.press("h")
    one.until("Points that win")
    one.type("1")
    one.press("Enter")
    screen = one.until("BURA:")
    rest = screen[screen.index("BURA:") :]
    one.press("End")
    end = one.until("leads to:")
    lines = (rest if "leads to" in rest else end[end.index("BURA:") :]).splitlines()
    return "".join(line.strip() for line in lines[: next(n for n, line in enumerate(lines) if not line.strip())])


def step(one: Terminal) -> None:
    """One look at the screen, and the key that it asks for."""
    screen = one.screen()
    if "[Esc] close" in screen:
        one.press("Escape")
    elif "[a]ccept" in screen:
        one.press("a")
    elif "[p]ass" in screen:
        one.press("p")
    elif "Your turn" in screen and "[1-" in screen:
        one.press(*([] if "▲" in screen else ["1"]), "Enter")


def play(*players: Terminal, patience: float = 300) -> None:
    """Play the lowest numbers until both see the end."""
    out = time.monotonic() + patience
    while not all("another game" in one.screen() for one in players):
        assert time.monotonic() < out, "\n".join(one.screen() for one in players)
        for one in players:
            step(one)
        time.sleep(0.1)


def sit_down(nino: Terminal, levan: Terminal) -> None:
    """Nino hosts, Levan pastes the invite, broken over lines; both see their cards."""
    invite = host(nino)
    levan.press("j")
    levan.until("Paste the invite")
    levan.paste(f"Hello!\n{invite[:70]}\n{invite[70:]}")
    levan.press("Enter")
    for one in (nino, levan):
        one.until(lambda screen: "trump" in screen and "stock" in screen and "(to 1)" in screen)


def test_a_hand_by_keys(tmp_path):
    with terminal(tmp_path, "nino") as nino, terminal(tmp_path, "levan") as levan:
        open_lobby(nino, tmp_path, "Nino")
        open_lobby(levan, tmp_path, "Levan", columns=60, lines=20)
        sit_down(nino, levan)
        play(nino, levan)
        nino.until("A stranger's check")
        for one in (nino, levan):
            one.press("x")
            one.until("[h]  Host a table")
            one.press("q")
            one.until("ended with 0")
    for name in ("Nino", "Levan"):
        with Store.open(tmp_path / name) as store:
            (game,) = store.games()
            assert game.status == "complete"
            assert verify_file(store.export(game.id)).exit_code == 0


CARD = re.compile(r"(10|[6-9AKQJ])([♣♦♥♠])")
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\\\)|[^\[\]])")
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def hidden_in(screen: str) -> set[str]:
    """The cards that only whoever sits here may see: those held, but for a trump that was turned up, and those given
    face down.
    """
    lines = screen.splitlines()
    row = next((number for number, line in enumerate(lines) if "[1]" in line), 0)
    closed = "".join(line for line in lines if "You gave face down" in line)
    held = {found[0] for found in CARD.finditer((lines[row - 2] if row else "") + closed)}
    return held - {found[0] for line in lines if "trump" in line for found in CARD.finditer(line[:22])}


def written_among(cards: set[str], file) -> set[str]:
    """Which of the cards a program has ever written, as `K♠` or as `KS`."""
    text = ESCAPE.sub(" ", file.read_text(encoding="utf-8", errors="replace"))
    words = {card: rf"(?<![A-Za-z0-9]){card[:-1]}(?:{card[-1]}|{SIGNS[card[-1]]}(?![A-Za-z0-9]))" for card in cards}
    return {card for card, word in words.items() if re.search(word, text)}


def soon(found: Callable[[], bool], patience: float = 20) -> bool:
    """Whether this comes to be; nobody moves meanwhile."""
    out = time.monotonic() + patience
    while not found():
        if time.monotonic() > out:
            return False
        time.sleep(0.1)
    return True


def test_the_other_hand_is_nowhere(tmp_path):
    """Every byte that a terminal got, before each move of a hand; the cards of one's own are found in it, so that the
    search can fail.
    """
    with terminal(tmp_path, "nino") as nino, terminal(tmp_path, "levan") as levan:
        tables = [(nino, tmp_path / "nino.bytes"), (levan, tmp_path / "levan.bytes")]
        for (one, file), name in zip(tables, ("Nino", "Levan"), strict=True):
            open_lobby(one, tmp_path, name)
            one.record(file)
        sit_down(nino, levan)
        looked = 0
        while looked < 4 and not any("[e] what was proved" in one.screen() for one, _ in tables):
            for (me, file), (other, _) in (tables, tables[::-1]):
                hidden, mine = hidden_in(other.screen()), hidden_in(me.screen())
                # a card that was put meanwhile is hidden no more, as soon as its own side has drawn that
                found = written_among(hidden, file)
                assert soon(lambda found=found, other=other: not found & hidden_in(other.screen()))
                assert soon(lambda mine=mine, file=file: mine <= written_among(mine, file))
                looked += bool(hidden)
            for one, _ in tables:
                step(one)
                time.sleep(0.8)  # until both have drawn it
        assert looked >= 4


def test_without_a_terminal_there_are_lines(tmp_path):
    """A pipe, or a dumb terminal: one sentence, then lines; nothing that moves a cursor."""
    command = [sys.executable, "-m", "bura_p2p", "play", "--ui", "tui", "--home", str(tmp_path / "pipe")]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)
    assert done.stderr.count("terminal table needs a terminal") == 1
    assert "\x1b" not in done.stdout
    assert "You leave the game" in done.stdout
    with terminal(tmp_path, "dumb") as one:
        one.start("table", "--tui", "--home", str(tmp_path / "dumb"), shell_first="TERM=dumb")
        assert "needs a terminal" in one.until("ended with 1")


def test_no_colour_where_none_is_wanted(tmp_path):
    with terminal(tmp_path, "plain") as one:
        one.start("table", "--tui", "--home", str(tmp_path / "plain"), "--name", "Nino", NO_COLOR="1")
        one.until("you are: Nino")
        one.press("t")
        one.until(lambda screen: "A♠" in screen and "[1-3]" in screen)  # cards, backs, what must not be missed
        codes = set(re.findall(r"\x1b\[([0-9;]*)m", one.screen(colours=True)))
        assert not [code for code in codes for part in code.split(";") if part in COLOURS]


def test_a_request_to_end_leaves_the_terminal_whole(tmp_path):
    with terminal(tmp_path, "asked") as one:
        one.start("table", "--tui", "--home", str(tmp_path / "asked"), "--name", "Nino")
        one.until("you are: Nino")
        one.press("p")
        one.until("Practise")
        one.press("C-s")
        one.until("trump")
        one.interrupt()
        assert "trump" not in one.until("ended with 130")
