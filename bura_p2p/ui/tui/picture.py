"""The table of a state as lines of styled text, for any width from 60 columns.

Here: cards, opponent, trick, stake, clock, what keys do now. Never: a widget, text that could be markup: only `Text`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import ceil
from typing import Any, Final

from rich.text import Text

from ...sentences import N_
from ..faces import SIGNS
from ..inert import columns
from ..tongue import t, tn
from ..words import cards_word
from .crowd import KINDS, name_of, rows, seats_round, tally
from .deck import FAINT, LETTERS, STRONG, WIDE, Look, backs_text, boxes, card_text, cards_text, told
from .moves import lacking
from .shared import sentence

Table = Mapping[str, Any]

ROOMY: Final = (76, 24)
"""Columns and lines of a terminal from which a trick is drawn as cards, not in one line."""

_LEFT: Final = 20
"""Columns of what stands left of the trick and of one's own cards, where there is room."""


def board(
    table: Table,
    width: int,
    chosen: Sequence[int],
    seconds: float | None,
    *,
    stays: bool = False,
    roomy: bool = False,
    look: Look | None = None,
) -> Text:
    """The whole table. `chosen`: which of the held cards are selected; `seconds`: left on the clock now, or None;
    `stays`: whether a taken trick is shown although the next one has begun; `roomy`: tricks as cards.
    """
    look = look or Look()
    if table["seats"] > 2 and table["over"] is None:
        return Text("\n").join(_crowd(table, width, chosen, seconds, stays=stays, look=look))
    lines = [_player(table, seat, width, look) for seat in range(table["seats"]) if seat != table["seat"]]
    facts = _facts(table, seconds, look)
    me = _player(table, table["seat"], width, look)
    if table["over"] is not None:
        players = [*lines, me] if table["seats"] == 2 else rows(table, (), width, look)
        return Text("\n").join([*players, _joined(facts), Text(), *_over(table, look)])
    if roomy:
        lines += [Text(), *_beside(facts, _drawn(table, look, stays=stays)), Text(), me]
    else:
        lines += [_joined(facts), me, *_written(table, look, stays=stays)]
    lines += _own(table, chosen, width, look, indent=_LEFT if roomy else 2)
    return Text("\n").join([*lines, *_notes(table, look)])


def _crowd(
    table: Table, width: int, chosen: Sequence[int], seconds: float | None, *, stays: bool, look: Look
) -> list[Text]:
    """The whole table of more than two."""
    plays, sentence = _lying(table, stays=stays)
    lines = [*rows(table, plays, width, look), _joined(_facts(table, seconds, look))]
    lines.append(told(f"  {sentence}", look, "italic"))
    return [*lines, *_own(table, chosen, width, look, indent=2), *_notes(table, look)]


def headline(table: Table, width: int) -> Text:
    """Which game it is, and how it stands, in one line."""
    match = table["match"]
    parts = ["Bura", table["rules_title"]]
    right = ""
    if match is not None:
        last = table["over"] is not None and table["result"] is not None  # the match already tells the coming one
        parts.append(t("hand {hand}", hand=table["result"]["hand"] if last else match["hand"]))
        order = [table["seat"], *seats_round(table)[:-1]]
        score = " : ".join(tally(match, seat) for seat in order)
        if len(order) > 2:  # the others' stand beside their names
            score = f"{t('score') if match['chips'] is None else t('chips')} {tally(match, table['seat'])}"
        right = t("{score} (to {points})", score=score, points=match["target"]) if match["target"] else score
    left = " · ".join(part for part in parts if part)
    room = width - columns(right) - 3
    left = left if columns(left) <= room else f"{left[: room - 1]}…"
    return Text(f" {left}{' ' * (room - columns(left) + 1)}{right} ", "bold reverse")


def prompt_text(table: Table, chosen: Sequence[int], look: Look, language: str = "") -> Text:
    """What may be done now, and how the chosen cards go with it."""
    turn = table["turn"]
    if not turn["mine"]:
        return told(f"  {turn['prompt']}", look)
    lack = lacking(turn["legal"], [table["held"][number] for number in chosen])
    if lack is None:
        return told(f"» {turn['prompt']}", look, look.signal)
    begun, rest = sentence("turn.yours", language), sentence(lack[0], language, n=lack[1])
    return Text("» ").append(begun, look.signal).append(f" {rest}")


def _player(table: Table, seat: int, width: int, look: Look) -> Text:
    """A player on the left; on the right what that player has won."""
    count, mine, owes = table["counts"][seat], seat == table["seat"], seat in table["turn"]["owing"]
    line = Text("» " if owes and table["over"] is None else "  ")
    line.append(name_of(table, seat), STRONG)
    if not mine:
        line.append("  ").append_text(backs_text(count, look)).append(f"  {cards_word(count)}" if width >= 80 else "")
    right = _won(table, seat)
    gap = min(width, 78) - columns(line.plain) - columns(right.plain) - 1
    return line.append(" " * max(gap, 3)).append_text(right)


def _won(table: Table, seat: int) -> Text:
    pile, match = table["piles"][seat], table["match"]
    text = Text(t("pile: {cards}", cards=cards_word(pile["cards"])) if pile["cards"] else t("pile empty"))
    if pile["closed"]:
        text.append(f" ({tn('{n} face down', '{n} face down', pile['closed'])})")
    points = table["own_points"] if seat == table["seat"] else pile["points"]
    text.append("" if points is None else f" = {points}")
    if match is None:
        return text
    kind = t("chips") if match["chips"] is not None else t("score")
    return text.append(f"  {kind} ").append(tally(match, seat))


def _facts(table: Table, seconds: float | None, look: Look) -> list[Text]:
    """Trump, stock, stake, and what else hangs over the hand: a line each."""
    facts = [_trump(table, look)]
    if table["trump"] is not None:
        stock = t("stock {cards}", cards=table["stock"])
        facts.append(Text(f"{stock} ({t('closed')})" if table["stock_dead"] else stock))
    facts.append(Text(f"{t('stake')} ").append(str(table["stake"]), STRONG))
    if table["raise_to"] is not None:
        facts.append(Text(t("{stake} is offered", stake=table["raise_to"]), look.signal))
    if table["match"] is not None and table["match"]["pot"] is not None:
        facts.append(Text(t("pot {chips}", chips=table["match"]["pot"])))
    clock = table["clock"]
    if clock is not None and seconds is not None:
        minutes, rest = divmod(ceil(seconds), 60)
        facts.append(Text(f"{name_of(table, clock['seat'])} {minutes}:{rest:02}", look.signal))
    facts += [Text(t("the last hand"))] if table["stopping"] else []
    return facts + ([Text(t("resigning"))] if table["resigning"] else [])


def _trump(table: Table, look: Look) -> Text:
    if table["trump"] is None:
        return Text(t("trump: not turned"), FAINT)
    line = Text(f"{t('trump')} ").append(SIGNS[LETTERS.index(table["trump"])], look.ink(table["trump"]))
    return line if table["trump_card"] is None else line.append(" ").append_text(card_text(table["trump_card"], look))


def _joined(facts: Sequence[Text]) -> Text:
    return Text("  ").append_text(Text("   ").join(facts))


def _beside(left: Sequence[Text], right: Sequence[Text]) -> list[Text]:
    """Two columns."""
    rows = []
    for one, other in zip_longest(left, right, fillvalue=Text()):
        row = Text("  ").append_text(one)
        row.append(" " * max(1, _LEFT - columns(row.plain))).append_text(other)
        rows.append(row)
    return rows


def _lying(table: Table, *, stays: bool) -> tuple[Sequence[Mapping[str, Any]], str]:
    """The plays to show, and the sentence under them: of a trick that was just taken, else of this one."""
    last = table["last_trick"]
    if last is not None and (stays or not table["trick"]):
        return last["plays"], last["text"]
    return table["trick"], _announced(table)


def _drawn(table: Table, look: Look, *, stays: bool) -> list[Text]:
    """A trick as cards, five lines: who put them, three of cards, why it was taken."""
    plays, sentence = _lying(table, stays=stays)
    if not plays:
        return [Text(), Text(), Text(t("No card lies on the table."), FAINT), Text(), told(sentence, look)]
    lines = [Text() for _ in range(4)]
    for play in plays:
        shown = [None] * play["count"] if play["cards"] is None else play["cards"]
        title = f"{name_of(table, play['seat'])}: {t(KINDS[play['kind']])}"
        wide = max(len(shown) * WIDE - 1, columns(title)) + 3
        for line, part in zip(lines, [Text(title, FAINT), *boxes(shown, look)], strict=True):
            line.append_text(part).append(" " * (wide - columns(part.plain)))
    return [*lines, told(sentence, look, "italic")]


def _written(table: Table, look: Look, *, stays: bool) -> list[Text]:
    """A trick in one line, and a sentence to it."""
    plays, sentence = _lying(table, stays=stays)
    line = Text().append(f"  {t('on the table')}  " if plays else f"  {t('No card lies on the table.')}", FAINT)
    for number, play in enumerate(plays):
        line.append("   " if number else "").append(f"{name_of(table, play['seat'])}: ")
        shown = backs_text(play["count"], look) if play["cards"] is None else cards_text(play["cards"], look)
        line.append_text(shown)
    return [line, *([told(f"  {sentence}", look, "italic")] if sentence else [])]


def _announced(table: Table) -> str:
    said = [f"{name_of(table, one['seat'])}: {one['text']}" for one in table["announced"]]
    return t("Announced: {list}", list="; ".join(said)) if said else ""


def _own(table: Table, chosen: Sequence[int], width: int, look: Look, *, indent: int) -> list[Text]:
    """The held cards as boxes with their numbers; those of a replay may lie face down. A chosen one has a double
    frame and a mark, so that it is seen without colours.
    """
    held: list[str | None] = list(table["held"]) or [None] * table["counts"][table["seat"]]
    if not held:
        return [Text(f"  {t('You hold no cards.')}", FAINT)]
    most = max(1, (width - indent) // WIDE)
    lines = []
    for start in range(0, len(held), most):
        row = held[start : start + most]
        numbers = Text(" " * indent)
        for number in range(start, start + len(row)):
            mark = f"  [{number + 1}]{'▲' if number in chosen else ' '}  " if table["held"] else " " * WIDE
            numbers.append(mark, STRONG if number in chosen else "")
        up = [number - start for number in chosen]
        lines += [Text(" " * indent).append_text(line) for line in boxes(row, look, up)]
        lines.append(numbers)
    return lines


def _notes(table: Table, look: Look) -> list[Text]:
    """What one has given, how things stand with the other side."""
    lines = []
    if table["given"]:
        lines.append(Text(f"  {t('You gave face down:')} ").append_text(cards_text(table["given"], look)))
    link = table["link"]
    if link.get("text"):
        lines.append(told(link["text"], look, look.signal))
    if table["end_offered_by"] is not None:
        lines.append(Text(_wish(table, table["end_offered_by"]), look.signal))
    return lines


def _wish(table: Table, seat: int) -> str:
    if seat == table["seat"]:
        return t("You ask the other side to move, or to give this hand up.")
    return t("{name} asks you to move, or to give this hand up.", name=name_of(table, seat))


def _over(table: Table, look: Look) -> list[Text]:
    """How the game ended, in the place of the cards."""
    over, result = table["over"], table["result"]
    verdict = over["verdict"]
    judged = t("Checking the game file ...")
    if verdict is not None:
        judged = t("A stranger's check: {verdict}", verdict=verdict["headline"])
    lines = [told(over["text"], look, STRONG), Text(judged)]
    again = over["rematch"]
    if again is not None:
        link = table["link"]
        left = link["state"] != "here" and link["reason"] == "left"
        lines += [told(link["text"], look, STRONG)] if left else []
        lines.append(Text(_rematch(again), look.signal))
        lines += [Text(_leads_first(table, again["leads"]))] if again["leads"] is not None else []
    lines += [] if result is None else [Text(), told(result["text"], look)]
    return lines + ([Text(t("File: {file}", file=over["file"]))] if over["file"] else [])


def _leads_first(table: Table, seat: int) -> str:
    if seat == table["seat"]:
        return t("This time you lead first.")
    return t("This time {name} leads first.", name=name_of(table, seat))


def _rematch(again: Mapping[str, Any]) -> str:
    if again["mine"]:
        return t("You ask for another game; waiting for the other side.")
    if again["theirs"]:
        return t("The other side would play again: [n] begins.")
    return t("[n] asks for another game.")


def keys_line(table: Table, chosen: int) -> list[str]:
    """The keys that make sense now, most needed first."""
    words = {move.split()[0] for move in table["turn"]["legal"]}
    parts = []
    if words & {"lead", "answer", "give"} and table["held"]:
        parts.append(t("[1-{count}] choose", count=len(table["held"])))
    parts += [t("[Enter] play")] if chosen else []
    parts += [t("[g] give face down")] if chosen and {"give", "answer"} <= words else []
    parts += [t(key) for word, key in _MOVES.items() if word in words]
    claims = "claim" in words or table["turn"]["claim_early"]
    parts += [t("[v] claim")] if claims else []
    parts += _link_keys(table)
    parts += [t("[n] rematch")] if table["over"] is not None and table["over"]["rematch"] is not None else []
    parts += [t("[e] what was proved")] if table["result"] is not None else []
    parts += [t("[u] announcements")] if table["policies"] else []
    parts += [t("[z] resign")] if table["turn"]["may_resign"] else []
    talk = [] if table["game"] is None else [t("[w]ords"), t("[t]alk")]
    talk += [] if table["game"] is None or table["over"] is not None else [t("[f] stop after hand")]
    return [*parts, t("[i] rules"), *talk, t("[x] leave"), t("[?] keys")]


_MOVES: Final = {
    "raise": N_("[r]aise"),
    "accept": N_("[a]ccept"),
    "decline": N_("[d]ecline"),
    "pass": N_("[p]ass"),
    "cede": N_("[c]ede"),
}


def _link_keys(table: Table) -> list[str]:
    choices = table["link"]["choices"]
    away = table["link"]["state"] == "away"
    keys = [t("[b] invite")] if away else []
    keys += [t("[o] ask to move or give up")] if "offer_end" in choices else []
    return keys + ([t("[m]ore time")] if "more_time" in choices else [])


def keys_text(keys: Sequence[str], width: int) -> Text:
    """Keys in lines that break between two of them."""
    lines, at = [Text()], 0
    for key in keys:
        wide = columns(key)
        if at and at + 2 + wide > width:
            lines.append(Text())
            at = 0
        letter, _, words = key.partition("]")
        lines[-1].append("  " if at else "").append(f"{letter}]", STRONG).append(words, FAINT)
        at += wide + (2 if at else 0)
    return Text("\n").join(lines)
