"""Two processes at two real terminals play a whole game by keys alone."""

from __future__ import annotations

import time

from bura_p2p.store import Store
from bura_p2p.verify import verify_file
from tests.tui.terminals import Terminal, needs_tmux, terminal

pytestmark = needs_tmux

LOCAL = ("--listen", "127.0.0.1:0")


def open_lobby(one: Terminal, folder, name: str, **size: int) -> None:
    one.start("table", "--tui", "--home", str(folder / name), "--name", name, *LOCAL, **size)
    one.until(f"you are: {name}")


def host(one: Terminal) -> str:
    """Host a match of one point, and read the invite off the screen."""
    one.press("h")
    one.until("Host a table")
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
        one.press("1", "Enter")


def play(*players: Terminal, patience: float = 100) -> None:
    """Play the lowest numbers until both see the end."""
    out = time.monotonic() + patience
    while not all("another game" in one.screen() for one in players):
        assert time.monotonic() < out, "\n".join(one.screen() for one in players)
        for one in players:
            step(one)
        time.sleep(0.1)


def test_a_hand_by_keys(tmp_path):
    with terminal(tmp_path, "nino") as nino, terminal(tmp_path, "levan") as levan:
        open_lobby(nino, tmp_path, "Nino")
        open_lobby(levan, tmp_path, "Levan", columns=60)
        invite = host(nino)
        levan.press("j")
        levan.until("Paste the invite")
        levan.paste(f"Hello!\n{invite[:70]}\n{invite[70:]}")
        levan.press("Enter")
        for one in (nino, levan):
            one.until(lambda screen: "Trump" in screen and "stock" in screen)
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
