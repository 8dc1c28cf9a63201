"""`bura games`: past games, checked or exported.

Here: the command. Never: how a game's row looks (`games`), a verdict.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from cyclopts import Parameter

from ..errors import LocalError, PeerError
from ..log.file import MalformedFile
from ..store import Store, has_store
from . import console, games
from .arguments import UsageError, home_of
from .checking import check_game, check_store, tell_beside
from .damage import plain
from .files import check_folder, check_target, keep_game
from .inert import columns, inert
from .kept import speak_as_kept
from .machine import json_line
from .options import Home, JsonLines, Switch
from .paths import quoted
from .replay import replay_json, replay_text
from .tongue import local, t

Form: TypeAlias = Literal["file", "text", "json"]


def games_command(
    *,
    check: Switch = False,
    export: Annotated[tuple[int, Path] | None, Parameter(negative="")] = None,
    form: Annotated[Form | None, Parameter(show_choices=False)] = None,
    json: JsonLines = False,
    home: Home = None,
) -> int:
    """Past games, the newest first. 'bura stats' adds them up.

    Parameters
    ----------
    check
        Verify every game, and the store itself.
    export
        Write the game with this number to this file, finished or not.
    form
        What --export writes: 'file', the game file that anybody can check (if nothing is said); 'text', the game as
        people write it; 'json', one object an event.
    """
    folder = home_of(home)
    if export is not None:
        return _export(folder, *export, form or "file", json=json)
    if form is not None:
        raise UsageError(t("--form says what --export writes; give that too."))
    if not has_store(folder):
        if not json:
            console.write_lines([t("No games yet.")])
        return 0
    with Store.look(folder) as store:
        speak_as_kept(store)
        worst = check_store(store) if check else 0
        rows = store.games()
        tell_beside(store)
        who = min(games.WHO, max((columns(games.who_text(row)) for row in rows), default=0))
        for row in rows:
            code, found, said = check_game(store, row) if check else (0, {}, "")
            lines = [json_line(games.game_json(row) | found)] if json else games.game_lines(row, said, who)
            console.write_lines(lines)
            worst = max(worst, code)
        if not rows and not json:
            console.write_lines([t("No games yet.")])
    return worst


def _export(folder: Path, game: int, file: Path, form: Form, *, json: bool) -> int:
    try:
        check_folder(file)
        check_target(file)
    except LocalError as fault:
        raise UsageError(local(str(fault))) from None
    with Store.look(folder) as store:
        speak_as_kept(store)
        keep_game(file, in_form(store.export(game), form))
    told = t("Game {game} is in {file}.", game=game, file=quoted(file))
    values = {"event": "game_file", "game": game, "file": str(file), "form": form}
    console.write_lines([json_line(values) if json else told])
    return 0


def in_form(data: bytes, form: Form) -> bytes:
    """A game file's bytes as they are, or the game in another form, in UTF-8. Raises `LocalError`."""
    if form == "file":
        return data
    try:
        lines = [replay_text(data)] if form == "text" else list(map(json_line, replay_json(data)))
    except (MalformedFile, PeerError) as fault:
        raise LocalError(t(
            "This is not a readable game file: {fault}.",
            fault=inert(plain(str(fault)), 300).rstrip('.'),
        )) from None
    return "".join(f"{line}\n" for line in lines).encode()
