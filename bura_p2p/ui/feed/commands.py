"""Commands as a client sends them: which there are, and what each carries.

Here: reading one strictly. Never: what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...bots import DEFAULT_BOT
from ...errors import LocalError
from ...rules.ruleset import Ruleset
from ..inert import inert
from ..options import SEATS, table_rules
from ..tongue import t

TEXT: Final = 8192
"""Characters of a text in a command, but for a file."""

FILE: Final = 4 * 2**20
"""Characters of a game file in a command, in base64: three megabytes. Longer ones are for `bura verify`."""

ITEMS: Final = 64
"""Items of a list or an object in a command."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a command. `fits` says whether a value may stand there; one that is not `needed` may be left out."""

    fits: Callable[[Any], bool]
    needed: bool = True
    default: Any = None


def _text(most: int = TEXT) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) <= most


def _whole(value: Any) -> bool:
    return type(value) is int and abs(value) < 2**53


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= ITEMS and all(map(_text(64), value))


def _options(value: Any) -> bool:
    fits = isinstance(value, dict) and len(value) <= ITEMS
    return fits and all(_text(64)(name) and (_whole(one) or _text(64)(one)) for name, one in value.items())


def _maybe(fits: Callable[[Any], bool], default: Any = None) -> Field:
    return Field(lambda value: value is None or fits(value), needed=False, default=default)


_TABLE: Final[Mapping[str, Field]] = {
    "rules": _maybe(_text(64), "georgian"),
    "options": _maybe(_options),
    "match": _maybe(_whole),
}

COMMANDS: Final[Mapping[str, Mapping[str, Field]]] = {
    "host": {**_TABLE, "lan": _maybe(_truth, True), "map": _maybe(_truth, True)},
    "join": {"invite": Field(_text())},
    "join_nearby": {"id": _maybe(_text(64)), "address": _maybe(_text(300)), "words": Field(_text(200))},
    "practise": {"bot": _maybe(_text(200), DEFAULT_BOT), **_TABLE},
    "resume": {"game": Field(_whole), "moved": _maybe(_truth, False)},
    "look": {},
    "cancel": {},
    "leave": {},
    "answer": {"yes": Field(_truth)},
    "reply": {"code": Field(_text())},
    "play": {"move": Field(_text(64))},
    "say": {"text": Field(_text(1000))},
    "stop_after_hand": {"stop": Field(_truth)},
    "policy": {"announce": Field(_texts)},
    "offer_end": {},
    "more_time": {},
    "rematch": {},
    "name": {"name": Field(_text(200))},
    "setting": {"key": Field(_text(32)), "value": Field(_text(200))},
    "renew": {},
    "speak": {"language": Field(_text(16))},
    "verify": {"name": _maybe(_text(300), "game"), "data": Field(_text(FILE))},
    "replay": {"game": _maybe(_whole), "data": _maybe(_text(FILE))},
    "review": {"game": Field(_whole)},
    "stats": {},
    "luck": {},
    "export": {"game": Field(_whole), "form": _maybe(_text(8), "file")},
}
"""Every command with its fields."""


def wanted_rules(values: Mapping[str, Any]) -> Ruleset:
    """The rules of a command that begins a game. Raises `LocalError`."""
    options = [f"{name}={value}" for name, value in (values["options"] or {}).items()]
    rules = table_rules(values["rules"], options, match=values["match"])
    if not rules.seats_allowed(SEATS):
        raise LocalError(t("The {rules} rules are not for two players, and tables are for two.", rules=rules.name))
    return rules


def read_command(command: Any) -> tuple[str, dict[str, Any]]:
    """The name of a command and its values, all fields filled in. Raises `LocalError`, one sentence."""
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        raise LocalError(t("A command is an object that says what to do."))
    name = command["do"]
    fields = COMMANDS.get(name)
    if fields is None:
        raise LocalError(t("There is no command '{name}'.", name=inert(name, 32)))
    strange = next((key for key in command if key != "do" and key not in fields), None)
    if strange is not None:
        raise LocalError(t("The command '{name}' has no '{strange}'.", name=name, strange=inert(str(strange), 32)))
    values = {}
    for key, field in fields.items():
        value = command.get(key)
        if (value is None and field.needed) or not field.fits(value):
            raise LocalError(t("The command '{name}' lacks a fitting '{key}'.", name=name, key=key))
        values[key] = field.default if value is None else value
    return name, values
