"""The table of a state as lines of styled text, for any width from 60 columns.

Here: cards, opponent, trick, stake, clock, what keys do now. Never: a widget, text that could be markup: only `Text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from ..chips import signed
from ..faces import SIGNS
from ..inert import columns
from ..words import cards_word, points_word

Table = Mapping[str, Any]

LETTERS: Final = "CDHS"
RED: Final = "bold red"
STRONG: Final = "bold"
FAINT: Final = "dim"
BACK: Final = "▒▒"
"""A card whose face is not seen."""


def card_text(card: str) -> Text:
    """A card of a state, `10H`, with the sign of its suit; hearts and diamonds are red."""
    suit = card[-1]
    return Text(f"{card[:-1]}{SIGNS[LETTERS.index(suit)]}", RED if suit in "DH" else STRONG)


def cards_text(cards: Iterable[str]) -> Text:
    """Cards in a row."""
    return Text(" ").join(map(card_text, cards))


def board(
    table: Table, width: int, chosen: Sequence[int], seconds: float | None, *, stays: bool = False
) -> Text:
    """The whole table. `chosen`: which of the held cards are selected; `seconds`: left on the clock now, or None;
    `stays`: whether a taken trick is shown although the next one has begun.
    """
    parts = [*_top(table, seconds), Text()]
    if table["over"] is not None:
        return Text("\n").join([*parts, *_over(table["over"])])
    parts += _trick(table, stays)
    parts += own_cards(table["held"], chosen, width) if table["held"] else [Text("You hold no cards.", FAINT)]
    return Text("\n").join([*parts, *_words(table)])


def headline(table: Table) -> str:
    """Which game it is, in one line."""
    match = table["match"]
    parts = ["Bura", table["rules_title"]]
    if match is not None:
        parts.append(f"hand {match['hand']}")
        parts += [f"match to {points_word(match['target'])}"] if match["target"] else []
    return " · ".join(part for part in parts if part)


def name_of(table: Table, seat: int) -> str:
    """A player's name; one's own seat is `You`."""
    return "You" if seat == table["seat"] else str(table["names"][seat])


def _top(table: Table, seconds: float | None) -> list[Text]:
    lines = [_player(table, seat) for seat in range(table["seats"]) if seat != table["seat"]]
    lines.append(_middle(table))
    lines.append(_player(table, table["seat"]))
    return [*lines, _stake(table, seconds)]


def _player(table: Table, seat: int) -> Text:
    count, pile, match = table["counts"][seat], table["piles"][seat], table["match"]
    line = Text("» " if seat in table["turn"]["owing"] else "  ")
    line.append(name_of(table, seat), STRONG)
    if seat != table["seat"]:
        line.append("  " + " ".join([BACK] * count) + f"  {cards_word(count)}")
    line.append(f"   pile {cards_word(pile['cards'])}")
    if pile["closed"]:
        line.append(f" ({pile['closed']} face down)")
    points = table["own_points"] if seat == table["seat"] else pile["points"]
    line.append("" if points is None else f" = {points}")
    if match is not None:
        line.append("   score ").append(str(match["score"][seat]), STRONG)
        line.append("" if match["chips"] is None else f"   chips {signed(match['chips'][seat])}")
    return line


def _middle(table: Table) -> Text:
    line = Text("  Trump ")
    if table["trump"] is None:
        return line.append("not turned yet", FAINT)
    line.append(SIGNS[LETTERS.index(table["trump"])], RED if table["trump"] in "DH" else STRONG)
    if table["trump_card"] is not None:
        line.append("  card ").append(card_text(table["trump_card"]))
    line.append(f"   stock {table['stock']}")
    return line.append(" (no longer drawn)" if table["stock_dead"] else "")


def _stake(table: Table, seconds: float | None) -> Text:
    line = Text("  Stake ").append(str(table["stake"]), STRONG)
    if table["raise_to"] is not None:
        line.append(f", {table['raise_to']} is offered", STRONG)
    match = table["match"]
    line.append("" if match is None or match["pot"] is None else f"   pot {match['pot']}")
    clock = table["clock"]
    if clock is not None and seconds is not None:
        minutes, rest = divmod(int(seconds), 60)
        line.append(f"   clock of {name_of(table, clock['seat'])} {minutes}:{rest:02}", STRONG)
    line.append("   last hand: stops after it" if table["stopping"] else "")
    return line.append("   resigns at the next turn" if table["resigning"] else "")


def _trick(table: Table, stays: bool) -> list[Text]:
    """The trick on the table; until the next one begins the finished one, with who took it and why."""
    last = table["last_trick"]
    taken = []
    if last is not None and (stays or not table["trick"]):
        taken = [_plays(table, last["plays"], "  Taken  "), Text(f"  {last['text']}", "italic")]
        if not table["trick"]:
            return taken
    announced = [Text(told)] if (told := _announced(table)) else []
    return [*taken, _plays(table, table["trick"], "  Trick  "), *announced]


def _plays(table: Table, plays: Sequence[Mapping[str, Any]], title: str) -> Text:
    line = Text(title)
    for number, play in enumerate(plays):
        line.append("    " if number else "").append(f"{name_of(table, play['seat'])}: ")
        shown = Text(" ".join([BACK] * play["count"])) if play["cards"] is None else cards_text(play["cards"])
        line.append_text(shown)
    return line if plays else line.append("none yet", FAINT)


def _announced(table: Table) -> str:
    told = [f"{name_of(table, one['seat'])}: {one['text']}" for one in table["announced"]]
    return "  Announced  " + "; ".join(told) if told else ""


def own_cards(held: Sequence[str], chosen: Sequence[int], width: int) -> list[Text]:
    """The held cards as boxes with their numbers; a chosen one has a double frame and a mark, so without colours."""
    most = max(1, (width - 2) // 8)
    rows = [list(range(len(held)))[start : start + most] for start in range(0, len(held), most)]
    return [line for row in rows for line in _boxes(held, row, frozenset(chosen))]


def _boxes(held: Sequence[str], row: Sequence[int], chosen: frozenset[int]) -> list[Text]:
    lines = [Text("  ") for _ in range(4)]
    for number in row:
        card, up = card_text(held[number]), number in chosen
        left, line, right, side, low, lower = "╔═╗║╚╝" if up else "┌─┐│└┘"
        lines[0].append(f"{left}{line * 5}{right} ")
        lines[1].append(f"{side} ").append_text(card).append(" " * (4 - columns(card.plain)) + f"{side} ")
        lines[2].append(f"{low}{line * 5}{lower} ")
        lines[3].append(f"  [{number + 1}]   " if not up else f"  [{number + 1}]▲  ", STRONG if up else "")
    return lines


def _words(table: Table) -> list[Text]:
    """What may be done now, or how things stand with the other side."""
    lines = [Text(table["turn"]["prompt"], STRONG if table["turn"]["mine"] else "")]
    if table["given"]:
        lines.append(Text("You gave face down: ").append_text(cards_text(table["given"])))
    link = table["link"]
    if link["text"]:
        lines.append(Text(link["text"], STRONG))
    if table["end_offered_by"] is not None:
        lines.append(Text(f"{name_of(table, table['end_offered_by'])}: an end of the game is offered ([o] agrees)."))
    return lines


def _over(over: Mapping[str, Any]) -> list[Text]:
    """How the game ended, in the place of the cards."""
    verdict = over["verdict"]
    told = "Checking the game file ..." if verdict is None else f"A stranger's check: {verdict['headline']}"
    lines = [Text(over["text"], STRONG), Text(told)]
    lines += [Text(f"File: {over['file']}")] if over["file"] else []
    again = over["rematch"]
    if again is not None:
        lines.append(Text(_rematch(again)))
    return lines


def _rematch(again: Mapping[str, bool]) -> str:
    if again["mine"]:
        return "You ask for another game; waiting for the other side."
    return "The other side would play again: [n] begins." if again["theirs"] else "[n] asks for another game."


def keys_line(table: Table, chosen: int) -> str:
    """The keys that make sense now."""
    words = {move.split()[0] for move in table["turn"]["legal"]}
    parts = [f"[1-{len(table['held'])}] choose"] if words & {"lead", "answer", "give"} and table["held"] else []
    parts += ["[Enter] play"] if chosen else []
    parts += ["[g] give face down"] if chosen and {"give", "answer"} <= words else []
    names = {"raise": "[r]aise", "accept": "[a]ccept", "decline": "[d]ecline", "pass": "[p]ass", "cede": "[c]ede"}
    parts += [told for word, told in names.items() if word in words]
    claims = "claim" in words or table["turn"]["claim_early"]
    parts += ["[v] claim"] if claims else []
    parts += _link_keys(table)
    parts += ["[n] rematch"] if table["over"] is not None and table["over"]["rematch"] is not None else []
    parts += ["[e] what was proved"] if table["result"] is not None else []
    parts += ["[u] announcements"] if table["policies"] else []
    parts += ["[z] resign"] if table["turn"]["may_resign"] else []
    return "  ".join([*parts, "[i] rules", "[t]alk", "[f] last hand", "[x] leave", "[?] keys"])


def _link_keys(table: Table) -> list[str]:
    choices = table["link"]["choices"]
    away = table["link"]["state"] == "away"
    told = ["[b] invite"] if away else []
    told += ["[o]ffer end"] if "offer_end" in choices else []
    return told + (["[m]ore time"] if "more_time" in choices else [])
