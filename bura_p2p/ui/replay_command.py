"""`bura replay`: a game as people write it, with a review of one's own choices where that is wanted.

Here: the command. Never: the notation (`replay`), a judgement (`stats.review`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ..errors import LocalError, PeerError
from ..log.file import MalformedFile
from ..store import OFF, ON, REVIEW, Store
from ..verify import Verdict
from . import console, replay
from .arguments import UsageError, home_of
from .damage import plain
from .files import game_data
from .inert import inert
from .kept import speak_as_kept
from .machine import json_line
from .options import Home, JsonLines, Switch
from .paths import quoted
from .reviewing import SECONDS, Own, Reviewed, names_in, own_part, review_of, review_remarks
from .tongue import local, t

Keep = Annotated[bool | None, Parameter(name="--keep-cards", negative="--no-keep-cards")]


def replay_command(
    file: Path | None = None,
    /,
    *,
    game: int | None = None,
    review: Switch = False,
    seat: int | None = None,
    seconds: float = SECONDS,
    keep_cards: Keep = None,
    forget_cards: Switch = False,
    json: JsonLines = False,
    home: Home = None,
) -> int:
    """Write a game down from its file, hand by hand and trick by trick.

    A numbered line is a trick, with what was said before its lead.

    '-' is what was said when no lead followed, '=' the end of a hand, '#' a remark.

    What stays closed is only counted: 'give 1 closed'.

    A player without a plain name is called by the seat: seat0, seat1 and so on.

    Programs read this text as it is (spec.md, "Notation").

    Parameters
    ----------
    file
        The game file.
    game
        The number of a past game of yours, instead of a file.
    review
        Mark the choices for which a good bot, seeing the same cards, has a better one. Your cards are known where
        they were kept: in games against bots, and since --keep-cards; else only what was shown later.
    seat
        Whose choices: 0 the host, 1 the guest; yours if nothing is said.
    seconds
        How long the bot thinks about each choice.
    keep_cards
        Keep your own cards of games to come on this computer, for reviews, or do not; they are not kept if nothing
        is said.
    forget_cards
        Erase all cards that were kept.
    """
    folder = home_of(home)
    if keep_cards is not None or forget_cards:
        return _change(folder, keep_cards, forget=forget_cards)
    data, where = _data(folder, file, game)
    try:
        reviewed = _review(folder, data, seat, seconds, quiet=json) if review else None
        _write(data, reviewed, json=json)
    except (MalformedFile, PeerError) as fault:
        why = inert(plain(str(fault))).rstrip(".")
        console.complain(t("{where} is not a readable game file: {fault}.", where=where, fault=why))
        return Verdict.MALFORMED.exit_code
    return 0


def _change(folder: Path, keep: bool | None, *, forget: bool) -> int:
    with Store.open(folder) as store:
        speak_as_kept(store)
        if keep is not None:
            store.put_setting(REVIEW, ON if keep else OFF)
        if forget:
            store.forget_deals(held=True)
        keeping = store.setting(REVIEW) == ON
    told = [t("The cards that were kept are erased.")] if forget else []
    all_games, bots = (
        t("Your own cards are kept of all your games."),
        t("Your own cards are kept of games against bots only."),
    )
    console.write_lines([*told, all_games if keeping else bots])
    return 0


def _data(folder: Path, file: Path | None, game: int | None) -> tuple[bytes, str]:
    if (file is None) == (game is None):
        raise UsageError(t("Name a game file, or one of your games with --game; '{bura_games}' lists them."))
    if file is not None:
        return game_data(file), quoted(file)
    with Store.look(folder) as store:
        speak_as_kept(store)
        return store.export(game or 0), t("Game {game}", game=game)


def _review(folder: Path, data: bytes, seat: int | None, seconds: float, *, quiet: bool) -> Reviewed:
    if not 0 < seconds <= 60:
        raise UsageError(t("--seconds takes a number up to 60."))
    own = own_part(folder, data)
    if own is None and seat is None:
        raise UsageError(t(
            "This game is not among yours in {folder}. If you played it from another folder, name that with --home "
            "FOLDER; else say whose choices are reviewed: --seat 0 or --seat 1.",
            folder=quoted(folder),
        ))
    if own is None or (seat is not None and seat != own.seat):
        own = Own(seat or 0)
    try:
        return review_of(data, own, seconds=seconds, quiet=quiet)
    except UsageError:
        raise
    except LocalError as fault:
        raise UsageError(local(str(fault))) from None


def _write(data: bytes, reviewed: Reviewed | None, *, json: bool) -> None:
    if json:
        console.write_lines(map(json_line, replay.replay_json(data)))
        if reviewed is not None:
            console.write_lines([json_line(reviewed.to_json())])
    else:
        more = None if reviewed is None else review_remarks(reviewed, names_in(data))
        console.write_lines([replay.replay_text(data, more)])
