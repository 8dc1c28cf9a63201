"""Writes `protocol/conformance/`: the cases of the live peer as data, for whoever tests a client by another runner.

    python -m tests.support.live_cases          write them anew
    python -m tests.support.live_cases --check  only compare; status 1 on any difference

Here: the cases of `bura_p2p.conformance.runner`, told in words and numbers; `protocol/README.md` explains every key.
Never: a case by itself; imported by the package.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bura_p2p.conformance.cheat import Layer, Scene
from bura_p2p.conformance.runner.cases import Case, Lie, lies, rules_word
from bura_p2p.conformance.runner.honest import HONEST, Honest
from bura_p2p.conformance.runner.knocks import KNOCKS, Knock, may_say
from bura_p2p.conformance.runner.lying import is_cut, verdicts
from bura_p2p.conformance.runner.notation import snake
from bura_p2p.conformance.runner.players import PLAYERS
from bura_p2p.conformance.scenes import LEAD_RAISING, PLAIN
from bura_p2p.conformance.staging import Scenery, staged
from bura_p2p.net.faults import Goodbye
from bura_p2p.table.phases import Stage
from bura_p2p.wire.codec import encode_link
from bura_p2p.wire.framing import encode_frame
from bura_p2p.wire.messages import PROTOCOL_VERSION
from tests.vectors.form import PROTOCOL

FOLDER = PROTOCOL / "conformance"

MOST_BYTES = 256
"""Of what is written as it is said; longer, the sentence has to do."""

WORDS = {player: word for word, player in PLAYERS.items()}


def head(kind: str, about: str, cases: Iterable[Case]) -> dict[str, Any]:
    rules = {rules_word(rules): rules.canonical_bytes().decode() for case in cases for rules in case.kinds}
    return {
        "format": "bura-live 1", "kind": kind, "protocol": PROTOCOL_VERSION, "about": about, "rules": rules,
    }  # fmt: skip


def common(case: Case) -> dict[str, Any]:
    return {
        "id": case.id, "about": case.about, "classes": [role.name.lower() for role in case.roles],
        "level": case.level.value, "req": list(case.requirements),
    }  # fmt: skip


def said(word: Any) -> str:
    """What is written on the link, in hex."""
    return (word if isinstance(word, bytes) else encode_frame(encode_link(word))).hex()


def where(found: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is as usual."""
    return {key: value for key, value in found.items() if value not in (None, "", [], (), {}, False)}


# --- honest games and knocks -----------------------------------------------------------------------------------


def honest(case: Honest) -> dict[str, Any]:
    steps = {
        "rules": [rules_word(rules) for rules in case.kinds],
        "plays": case.player, "hands": case.hands, "until": sorted(case.reasons), "writes": case.style.value,
        "cuts": [stage.value for stage in case.cuts], "says": [said(word) for word in case.words],
        "answered": list(case.ponged),
    }  # fmt: skip
    return common(case) | where(steps) | {"expect": {"verdict": "fair"}}


def knock(case: Knock) -> dict[str, Any]:
    steps = {
        "invite": {name: value.hex() for name, value in case.invite.items()},
        "identity": "another" if "identity" in case.handshake else None,
        "versions": list(case.handshake.get("versions", ())), "features": list(case.handshake.get("features", ())),
        "greet": {name: value.hex() for name, value in (case.greet or {}).items()},
        "auth": case.id.removeprefix("knock-auth-other-") if case.auth else None,
        "tls": "1.2" if case.old else None,
        "instead": said(case.payload) if case.payload else None,
        "first": [said(word) for word in case.first or ()],
        "used": case.id == "knock-used-invite",
    }  # fmt: skip
    protocols = {} if case.protocols is None else {"alpn": list(case.protocols)}
    ends = {"bye": int(Goodbye.LEFT)} if case.code is None else {"close": case.code.label}
    hears = {} if case.first else {"hears": {role.name.lower(): may_say(case, role.other) for role in case.roles}}
    return common(case) | where(steps) | protocols | {"expect": ends | hears}


# --- lies ------------------------------------------------------------------------------------------------------


def scene(found: Scene, lie: Lie) -> dict[str, Any]:
    told = {
        "name": found.name, "stage": found.stage.value, "owes": found.mine, "when": found.when, "last": found.last,
        "by": found.by if found.by < 1000 else None, "rules": [rules_word(rules) for rules in lie.kinds],
        "plays": WORDS[lie.player],
    }  # fmt: skip
    return where(told) | {"owes": found.mine}


def lie(case: Lie, halls: list[Scenery]) -> dict[str, Any]:
    cheat = case.cheat
    steps = {
        "scene": cheat.begins.name, "then": cheat.scene.name if cheat.before else None,
        "says": snake(cheat.message), "field": cheat.field, "new_link": cheat.layer is Layer.RESUME and case.closes,
    }  # fmt: skip
    begun = cheat.begins.stage is not Stage.HELLO
    found = sorted(verdict.label for verdict in verdicts(cheat, begun=begun))
    ends: dict[str, Any] = {"refuse": cheat.code.label, "convicts": cheat.convicts, "verdicts": found}
    if case.closes:
        written = None if steps["new_link"] else [cheat.make(hall.liar) for hall in halls]
        steps["bytes"] = constant(written or [])
        ends = {"close": cheat.code.label} | ({"cut": True} if written and is_cut(written[0]) else {})
    return common(case) | where(steps) | {"expect": ends}


def constant(written: list[Any]) -> str | None:
    """Bytes that are the same whoever writes them, wherever."""
    first = written[0] if written else None
    same = isinstance(first, bytes) and all(each == first for each in written)
    return first.hex() if same and len(first) <= MOST_BYTES else None


# --- the files ---------------------------------------------------------------------------------------------------


def text_of(document: Mapping[str, Any]) -> str:
    """JSON in which each case is a line."""
    lines = [f"{dumped(key)}: {many(value) if isinstance(value, list) else dumped(value)}"
             for key, value in document.items()]  # fmt: skip
    return "{\n" + ",\n".join(lines) + "\n}\n"


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def many(values: list[Any]) -> str:
    return "[\n" + ",\n".join(map(dumped, values)) + "\n]"


def wanted() -> dict[Path, bytes]:
    """Every file with its right content."""
    told, halls = list(lies()), [staged(LEAD_RAISING, PLAIN, seat) for seat in (0, 1)]
    scenes = {found: each for each in told for found in (each.cheat.scene, each.cheat.begins)}
    documents = (
        head("honest", "Play so, to the end: nothing is refused, and both sides have the same fair game.", HONEST)
        | {"cases": [honest(case) for case in HONEST]},
        head("knocks", "Meet so, before any game: the link is closed, and an honest guest is let in later.", KNOCKS)
        | {"cases": [knock(case) for case in KNOCKS]},
        head("lies", "Play honestly until the scene has come, tell the lie there, and say nothing after it.", told)
        | {"scenes": [scene(found, each) for found, each in scenes.items()]}
        | {"cases": [lie(case, halls) for case in told]},
    )
    return {FOLDER / f"{document['kind']}.json": text_of(document).encode() for document in documents}


def main(arguments: list[str]) -> int:
    differing = {path: data for path, data in wanted().items() if not path.exists() or path.read_bytes() != data}
    stale = sorted(set(FOLDER.glob("*")) - set(wanted()))
    if arguments == ["--check"]:
        for path in [*differing, *stale]:
            print(f"conformance/{path.name} differs from the code: run python -m tests.support.protocol")
        return int(bool(differing or stale))
    FOLDER.mkdir(exist_ok=True)
    for path, data in differing.items():
        path.write_bytes(data)
    for path in stale:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
