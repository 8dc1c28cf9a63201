"""What a lobby lists: rulesets, bots, past games, an invite.

Here: plain data for faces that draw. Never: a game that goes on, opening the store.
"""

from __future__ import annotations

import io
from typing import Any, Final

import segno

from ...bots import BOTS, DEFAULT_BOT
from ...net.addresses import label
from ...net.invite import Invite
from ...rules.builtin import RULESETS
from ...rules.options import NUMBERS, option_value, option_values, options_of
from ...rules.ruleset import Ruleset
from ...stats.told import chips_of, score_of, stopped_by
from ...store import GameRow
from ..card import rule_card
from ..games import other_names, outcome_of, status_told, status_word
from ..inert import inert
from ..invites import invite_message
from ..options import SEATS, table_rules
from ..reaching import label_words
from ..rule_words import seats_text, summary_text
from ..words import rules_title

GAMES: Final = 100
"""Past games in a state, the newest first."""

QUIET: Final = 4
"""Light modules round a QR code, as the standard asks (ISO/IEC 18004)."""


def rulesets() -> list[dict[str, Any]]:
    """The rulesets that ship, as a table plays them if nothing is said; `plays`: whether a table for two can."""
    return [_ruleset(table_rules(name)) for name in RULESETS]


def _ruleset(rules: Ruleset) -> dict[str, Any]:
    return {
        "id": rules.name,
        "title": rules_title(rules.name),
        "summary": f"{seats_text(rules)}. {summary_text(rules)}",
        "seats": list(rules.players),
        "plays": rules.seats_allowed(SEATS),
        "raises": list(rules.raises),
        "options": [_option(rules, option) for option in options_of(rules)],
        "card": rule_card(rules),
    }


def _option(rules: Ruleset, option: str) -> dict[str, Any]:
    """An option, its value and the values that it may have; `range` where it is any number of one."""
    found: dict[str, Any] = {"name": option, "value": option_value(rules, option)}
    found["values"] = list(option_values(rules, option))
    found["range"] = [NUMBERS[option][0], NUMBERS[option][-1]] if option in NUMBERS else None
    return found


def bots() -> list[str]:
    """The bots by name, the one to begin with first."""
    return [DEFAULT_BOT, *(name for name in BOTS if name != DEFAULT_BOT)]


def game_entry(row: GameRow, *, resumable: bool) -> dict[str, Any]:
    """A past game; all text in it is harmless."""
    score, chips = score_of(row), chips_of(row)
    return {
        "id": row.id,
        "when": row.started,
        "seat": row.seat,
        "opponent": other_names(row),
        "ruleset": inert(row.ruleset, 32),
        "status": inert(row.status, 32),
        "status_text": status_word(row.status),
        "told": status_told(row),
        "outcome": outcome_of(row),
        "score": list(score) if len(score) == row.seats else None,
        "chips": list(chips) if len(chips) == row.seats else None,
        "stopped": list(stopped_by(row)),
        "resumable": resumable,
        "file": f"game-{row.id}.bura" if row.entries else None,
    }


def invitation(text: str) -> dict[str, Any]:
    """What a host shows: the invite, its QR code as SVG, a whole message for the friend, where it leads."""
    leads = [
        {"address": str(candidate), "label": label_words(label(candidate))}
        for candidate in Invite.parse(text, now=0).candidates
    ]
    return {"invite": text, "qr": qr_svg(text), "message": "\n".join(invite_message(text)), "leads_to": leads}


def qr_svg(text: str) -> str:
    """The QR code of `text` as an SVG document of its own, dark on light, a unit a module."""
    out = io.BytesIO()
    segno.make_qr(text, error="l").save(
        out, kind="svg", border=QUIET, xmldecl=False, dark="#000", light="#fff", omitsize=True, svgclass=None,
        lineclass=None,
    )  # fmt: skip
    return out.getvalue().decode("ascii").strip()
