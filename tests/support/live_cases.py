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
from bura_p2p.errors import Code
from bura_p2p.net.faults import Goodbye
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.table.phases import Stage
from bura_p2p.wire.codec import encode_link
from bura_p2p.wire.framing import encode_frame
from bura_p2p.wire.messages import PROTOCOL_VERSION, Offer
from tests.vectors.form import PROTOCOL

FOLDER = PROTOCOL / "conformance"

OF_ALL = ["L12", "L12a", "E17"]
"""Requirements that every lie shows which is to be refused."""

MOST_BYTES = 256
"""Of what is written as it is said; longer, the sentence has to do."""

WORDS = {player: word for word, player in PLAYERS.items()}


def head(kind: str, about: str, cases: Iterable[Case]) -> dict[str, Any]:
    """`rules`: those that no registry has."""
    used = (rules for case in cases for rules in case.kinds if rules.name not in RULESETS)
    rules = {rules_word(rules): rules.canonical_bytes().decode() for rules in used}
    return {
        "format": "bura-live 1", "kind": kind, "protocol": PROTOCOL_VERSION, "about": about, "rules": rules,
    }  # fmt: skip


def common(case: Case) -> dict[str, Any]:
    return {"id": case.id, "about": case.about, "req": list(case.requirements)} | weight(case)


def weight(case: Case) -> dict[str, Any]:
    """Its classes and level, where they are not both and must."""
    classes = [role.name.lower() for role in case.roles]
    level = case.level.value
    return ({"classes": classes} if len(classes) < 2 else {}) | ({"level": level} if level != "must" else {})


def said(word: Any) -> Any:
    """What is written on the link, in hex; of an offer the seats."""
    if isinstance(word, Offer):
        return {"offer": word.seats}
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
    protocols |= {} if case.leads is None else {"leads": case.leads}
    ends = {"bye": int(Goodbye.LEFT)} if case.code is None else {"close": case.code.label}
    ends |= {} if case.leads is None else {"refuse": Code.RULESET_DIFFERS.label}
    told = {role.name.lower(): may_say(case, role.other) for role in case.roles}
    hears = {} if case.first or case.leads is not None else {"hears": told}
    return common(case) | where(steps) | protocols | {"expect": ends | hears}


# --- lies ------------------------------------------------------------------------------------------------------


def scene(found: Scene, lie: Lie) -> dict[str, Any]:
    told = {
        "name": found.name, "stage": found.stage.value, "owes": found.mine, "when": found.when, "last": found.last,
        "by": found.by if found.by < 1000 else None, "rules": [rules_word(rules) for rules in lie.kinds],
        "plays": WORDS[lie.player],
    }  # fmt: skip
    return where(told) | {"owes": found.mine}


def lie(case: Lie, halls: list[Scenery]) -> tuple[dict[str, Any], str | None]:
    """What it has in common with others, and its bytes, where everybody says the same."""
    cheat = case.cheat
    new_link = cheat.layer is Layer.RESUME and case.closes
    found = sorted(verdict.label for verdict in verdicts(cheat, begun=cheat.begins.stage is not Stage.HELLO))
    ends: dict[str, Any] = {"refuse": cheat.code.label, "verdicts": found}
    written = [cheat.make(hall.liar) for hall in halls] if case.closes and not new_link else []
    if case.closes:
        ends = {"close": cheat.code.label} | ({"cut": True} if written and is_cut(written[0]) else {})
    steps = {
        "then": cheat.scene.name if cheat.before else None, "says": snake(cheat.message), "field": cheat.field,
        "new_link": new_link, "req": [name for name in case.requirements if case.closes or name not in OF_ALL],
    }  # fmt: skip
    return where(steps) | weight(case) | {"expect": ends}, constant(written)


def scenes(told: list[Lie]) -> list[dict[str, Any]]:
    """The moments, and the lies that are told in each, those together that differ in their sentence alone."""
    halls = [staged(LEAD_RAISING, PLAIN, seat) for seat in (0, 1)]
    moments = {found: scene(found, each) for each in told for found in (each.cheat.scene, each.cheat.begins)}
    groups: dict[Scene, dict[str, dict[str, Any]]] = {found: {} for found in moments}
    for each in told:
        common_, written = lie(each, halls)
        group = groups[each.cheat.begins].setdefault(dumped(common_), common_ | {"cases": {}})
        group["cases"][each.id] = each.about
        if written is not None:
            group.setdefault("bytes", {})[each.id] = written
    return [moment | {"lies": list(groups[found].values())} for found, moment in moments.items()]


def constant(written: list[Any]) -> str | None:
    """Bytes that are the same whoever writes them, wherever."""
    first = written[0] if written else None
    same = isinstance(first, bytes) and all(each == first for each in written)
    return first.hex() if same and len(first) <= MOST_BYTES else None


# --- the files ---------------------------------------------------------------------------------------------------


def text_of(document: Mapping[str, Any]) -> str:
    """JSON in which each case, or each group of lies, is a line."""
    lines = [f"{dumped(key)}:{many(value)}" for key, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def many(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(map(moment_of, value)) + "\n]"
    return dumped(value)


def moment_of(value: dict[str, Any]) -> str:
    told = value.get("lies")
    if not told:
        return dumped(value)
    rest = dumped({key: item for key, item in value.items() if key != "lies"})
    return rest[:-1] + ',"lies":[\n' + ",\n".join(map(dumped, told)) + "\n]}"


def wanted() -> dict[Path, bytes]:
    """Every file with its right content."""
    told = list(lies())
    documents = (
        head("honest", "Play so, to the end: nothing is refused, and both sides have the same fair game.", HONEST)
        | {"cases": [honest(case) for case in HONEST]},
        head("knocks", "Meet so, before any game: the link is closed, and an honest guest is let in later.", KNOCKS)
        | {"cases": [knock(case) for case in KNOCKS]},
        head("lies", "Play honestly until the scene has come, tell the lie there, and say nothing after it.", told)
        | {"req": OF_ALL, "scenes": scenes(told)},
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
