"""`bura luck`: is the shuffle rigged? One's own dealt cards against chance, over all games of the store.

Here: the command and its words. Never: a number of its own (those are `stats.luck`'s), the other side's cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from ..errors import LocalError
from ..rules.builtin import find_ruleset
from ..sentences import N_
from ..stats.chance import LEAST
from ..stats.luck import Answer, Luck, LuckReport
from ..stats.played import Judged, luck_of
from ..store import LUCK, OFF, ON, GameRow, Store, has_store
from . import console
from .arguments import UsageError, home_of
from .checking import Progress, tell_beside
from .inert import inert, pad, pad_left, room, wrapped
from .kept import speak_as_kept
from .machine import json_line
from .options import Home, Json, Switch
from .tongue import local, t, tn

_WIDTHS: Final = (7, 6, 10, 12, 9, 11)
"""Columns of the numbers in the table."""

_NAME: Final = 15
"""Columns of what is counted, before them."""

_NARROW: Final = (6, 5, 10, 11, 8, 10)
"""The same below the name, in a terminal that is too narrow for both."""

FEW: Final = 100
"""Hands below which only gross unfairness would show."""

_ABOUT: Final = {
    "trumps": N_("trumps"),
    "aces": N_("aces"),
    "tens": N_("tens"),
    "combinations": N_("combinations"),
    "first_lead": N_("led hand 1"),
}
"""What the questions are called in the table."""

Keep = Annotated[bool | None, Parameter(name="--keep", negative="--no-keep")]


def luck(
    *,
    against: str | None = None,
    rules: str | None = None,
    keep: Keep = None,
    forget: Switch = False,
    json: Json = False,
    home: Home = None,
) -> int:
    """What you were dealt in all your games, against what chance deals: the answer to 'the shuffle is rigged'.

    Every deal that is counted is proved again from its game file.

    No card is kept for this, only how many of a dealt hand were good ones.

    Parameters
    ----------
    against
        Only games with the player of this name, or whose key begins so.
    rules
        Only games by these rules.
    keep
        Note what you are dealt in games to come, or do not; it is noted if nothing is said.
    forget
        Erase all that has been noted.
    """
    folder = home_of(home)
    if keep is not None or forget:
        return _change(folder, keep, forget=forget)
    if not has_store(folder):
        console.write_lines([json_line({"hands": 0, "luck": Luck.NOTHING.value}) if json else t("No games yet.")])
        return 0
    with Store.look(folder) as store:
        speak_as_kept(store)
        tell_beside(store)
        rows = _chosen(store.games(), against, rules)
        judged, noting = _judged(store, rows, quiet=json), store.setting(LUCK) != OFF
    for fault in judged.faults:
        console.complain(f"bura: {inert(local(fault), 600)}")
    if json:
        console.write_lines([json_line(judged.report.to_json() | {"noting": noting, "part": bool(against or rules)})])
    else:
        told = luck_lines(judged.report, noting=noting, part=bool(against or rules))
        console.write_lines(line for text in told for line in wrapped(text, indent="  ", whole=True))
    return 1 if judged.faults else 0


def _change(folder: Path, keep: bool | None, *, forget: bool) -> int:
    with Store.open(folder) as store:
        speak_as_kept(store)
        if keep is not None:
            store.put_setting(LUCK, ON if keep else OFF)
        if forget:
            store.forget_deals(luck=True)
        noting = store.setting(LUCK) != OFF
    forgotten = [t("What was noted is erased.")] if forget else []
    now = t("What you are dealt is noted, as numbers.") if noting else t("Nothing is noted of what you are dealt.")
    console.write_lines([*forgotten, now])
    return 0


def _chosen(rows: Sequence[GameRow], against: str | None, rules: str | None) -> list[GameRow]:
    """The games asked for. Raises `UsageError` where there are none like that."""
    chosen = [row for row in rows if _is_against(row, against)]
    if not chosen and against is not None:
        raise UsageError(t(
            "There is no game with '{against}'; '{bura_stats}' tells with whom you played.",
            against=inert(against, 40),
        ))
    if rules is None:
        return chosen
    try:
        name = find_ruleset(rules).name
    except LocalError as fault:
        raise UsageError(local(str(fault))) from None
    return [row for row in chosen if row.ruleset == name]


def _is_against(row: GameRow, against: str | None) -> bool:
    """Whether the other side has this name, or a key that begins so: eight digits at the least."""
    if against is None:
        return True
    others = [(row.names[seat], row.identities[seat].hex()) for seat in range(row.seats) if seat != row.seat]
    wanted = against.strip().casefold()
    return any(name.casefold() == wanted or (len(wanted) >= 8 and key.startswith(wanted)) for name, key in others)


def _judged(store: Store, rows: Sequence[GameRow], *, quiet: bool) -> Judged:
    with Progress(len(rows), quiet=quiet) as meter:
        return luck_of(store, rows, meter.tell)


# --- words ------------------------------------------------------------------------------------------------------


def luck_lines(report: LuckReport, *, noting: bool = True, part: bool = False) -> list[str]:
    """The report for people. `noting`: deals of games to come are noted; `part`: not all games were asked for."""
    if report.luck is Luck.NOTHING:
        how = t("It is from now on.") if noting else t("Nothing is: '{bura_luck} --keep' changes that.")
        return [f"{t('Nothing has been noted yet of what you were dealt.')} {how}"]
    hands, games = tn("{n} hand", "{n} hands", report.hands), tn("{n} game", "{n} games", report.games)
    head = t("Your cards as they were dealt: {hands}, {games}:", hands=hands, games=games)
    heads = (t("seen"), t("of"), t("expected"), t("usual"), "p", t("corrected"))
    rows = [*_line("", heads), *(line for answer in report.answers for line in _row(answer))]
    return [head, "", *rows, "", *_words(report), *_limits(report, noting=noting, part=part)]


def _line(name: str, cells: Sequence[str]) -> list[str]:
    """A name and what stands in its row; in a narrow terminal below it."""
    narrow = room() < _NAME + sum(_WIDTHS)
    row = "".join(pad_left(cell, width) for cell, width in zip(cells, _NARROW if narrow else _WIDTHS, strict=True))
    return [line for line in (name, row) if line] if narrow else [pad(name, _NAME) + row]


def _row(answer: Answer) -> list[str]:
    usual = t("{low} to {high}", low=answer.low, high=answer.high)
    name = t(_ABOUT[answer.about]) if answer.about in _ABOUT else answer.about
    chances = p_text(answer.p), p_text(answer.corrected)
    cells = (str(answer.seen), str(answer.out_of), f"{answer.expected:.1f}", usual, *chances)
    return _line(name, cells)


def p_text(p: float) -> str:
    """A probability in a few digits: `0.65`, `0.0031`, `2e-07`, `<1e-60`."""
    if p <= LEAST:
        return f"<{LEAST:.0e}"
    return f"{p:.2f}" if p >= 0.1 else f"{p:.2g}" if p >= 0.0001 else f"{p:.0e}"


def _words(report: LuckReport) -> list[str]:
    if report.luck is Luck.USUAL:
        told = [t("Nothing here is out of the usual: chance alone deals like this.")]
        if report.hands < FEW:
            told.append(tn(
                "But of {n} hand only gross unfairness would show.",
                "But of {n} hands only gross unfairness would show.",
                report.hands,
            ))
        return [" ".join(told)]
    how = _how_rare(report)
    if report.luck is Luck.UNUSUAL:
        often = t("Whoever looks twenty times will see such a thing about once.")
        return [f"{t('Something here is unusual.')} {how} {often}"]
    return [
        f"{t('Something here is more than unusual.')} {how}",
        t(
            "Every shuffle was proved, so look elsewhere first: were games left out, or is this program on your "
            "computer not what you think it is? Keep the game files; anybody can check them."
        ),
    ]


def _how_rare(report: LuckReport) -> str:
    times, questions = _times(report.least), len(report.answers)
    if questions < 2:
        return t("Chance alone is so far out one time in {times}.", times=times)
    return tn(
        "Chance alone is so far out one time in {times}, the {n} question taken together.",
        "Chance alone is so far out one time in {times}, all {n} questions taken together.",
        questions,
        times=times,
    )


def _times(p: float) -> str:
    return f"{round(1 / p):,}" if p > 1e-9 else t("more than a thousand million")


def _limits(report: LuckReport, *, noting: bool, part: bool) -> list[str]:
    """What the numbers are, and what nobody can know."""
    told = [
        "",
        t(
            "Each of these decks was shuffled by both sides, and the proofs were checked again just now. 'usual' "
            "holds 95 of 100 such rows of hands; p is how often chance is at least so far out, on either side; "
            "'corrected' makes up for asking several questions."
        ),
        t(
            "Counted are the cards that you held when a hand began; how many come later depends on the play. What "
            "the other side was dealt nobody here knows: it would show only in what you lack."
        ),
    ]
    if part:
        told.append(t("A part that was chosen after a look at the whole is one question more."))
    if report.unnoted:
        told.append(tn(
            "{n} hand of these games was dealt and not noted.",
            "{n} hands of these games were dealt and not noted.",
            report.unnoted,
        ))
    if not noting:
        told.append(t("Nothing more is noted now; '{bura_luck} --keep' changes that."))
    return told
