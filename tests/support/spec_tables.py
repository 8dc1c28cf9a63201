"""Writes what `spec.md` tells in tables from the code, and the registries that go with those tables.

    python -m tests.support.spec_tables          write the registries and the blocks of spec.md anew
    python -m tests.support.spec_tables --check  only compare; status 1 on any difference

A block of spec.md stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; nothing in it is written by hand.
Here: code to Markdown and JSON. Never: imported by the package; a sentence that is not in the code or a registry.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from itertools import dropwhile, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from bura_p2p.cards import LOWEST_RANK, Rank, Suit
from bura_p2p.conformance.hall import Hall, card_player
from bura_p2p.conformance.runner.notation import snake
from bura_p2p.crypto.masking import CARD_POINTS
from bura_p2p.net import invite, reply, timers
from bura_p2p.net import limits as net_limits
from bura_p2p.net.faults import Goodbye
from bura_p2p.rules.builtin import RULESETS
from bura_p2p.rules.outcome import Reason
from bura_p2p.table.phases import CARRIES_SHARES, DUE
from bura_p2p.ui.replay import replay_text
from bura_p2p.verify import Verdict
from bura_p2p.wire import limits
from bura_p2p.wire.codec import decode_body
from bura_p2p.wire.fields import describe_fields
from bura_p2p.wire.messages import (
    ENTRY_MESSAGES,
    FIRST_LEADERS,
    LINK_MESSAGES,
    BodyFields,
    Feature,
    FrameFields,
    PileSum,
)

from . import rule_tables
from .spec_examples import entry_example as shown_entry
from .spec_examples import link_example as shown_link
from .spec_examples import tiny_hand

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec.md"
FOLDER = ROOT / "protocol" / "registry"

Row = Sequence[object]


def load(name: str) -> dict[str, Any]:
    registry: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return registry


def table(header: Row, rows: Sequence[Row]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


# --- fields of messages ------------------------------------------------------------------------------------


def span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low}–{high}".replace("-", "−")


def kind_text(kind: dict[str, Any]) -> str:
    """A field's type and bounds in words, from its description in the registries."""
    nil = "nil or " if kind.get("nil") else ""
    match kind["type"]:
        case "uint" | "int" | "bin" | "str":
            if "sizes" in kind:
                return " or ".join([*(f"bin {size}" for size in kind["sizes"]), kind_text(kind["or"])])
            return f"{nil}{kind['type']} {span(kind['min'], kind['max'])}"
        case "array" if "fields" in kind:
            return f"[{'; '.join(field['name'] + ' ' + kind_text(field) for field in kind['fields'])}]"
        case "array" if "items" in kind:
            order = ", strictly ascending" if kind.get("ascending") else ""
            return f"{nil}array of {span(kind['min'], kind['max'])} × {kind_text(kind['items'])}{order}"
        case other:
            return f"{nil}{other}"


def fields_table(cls: type) -> str:
    fields = describe_fields(cls)
    if not fields:
        return "No fields: the payload is the empty array, one byte `90`."
    rows = [[at, f"`{field['name']}`", kind_text(field), field["about"]] for at, field in enumerate(fields)]
    return table(["#", "field", "type and range", "meaning"], rows)


def types_table(messages: dict[int, type]) -> str:
    return table(["type", "message"], [[number, f"`{snake(cls.__name__)}`"] for number, cls in messages.items()])


# --- constants with docstrings -----------------------------------------------------------------------------


def constants(module: ModuleType) -> list[tuple[str, Any, str]]:
    """Each `Final` constant of a module with the docstring that follows it."""
    body = ast.parse(inspect.getsource(module)).body
    found = []
    for node, after in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(after, ast.Expr):
            name, text = node.target.id, ast.literal_eval(after.value)
            found.append((name, getattr(module, name), " ".join(text.split())))
    return found


def constants_table(module: ModuleType, unit: str, header: str) -> str:
    rows = [
        [f"`{name.lower()}`", f"{value:g}{unit}" if unit else value, about]
        for name, value, about in constants(module)
    ]
    return table(["name", header, "meaning"], rows)


# --- registries --------------------------------------------------------------------------------------------


def stages() -> dict[str, Any]:
    return {
        "about": "Who speaks when: for every stage of a table the seats that owe one entry each, and the message "
        "types that each may choose from. Anything else is refused.",
        "stages": [
            {
                "name": stage.value,
                "speakers": due.speakers.value,
                "types": [snake(cls.__name__) for cls in due.types],
            }
            for stage, due in DUE.items()
        ],
        "carries_shares": sorted(snake(cls.__name__) for cls in CARRIES_SHARES),
    }


def reasons() -> dict[str, Any]:
    return {
        "about": "Why a hand is over: the field `reason` of a result.",
        "reasons": [{"reason": reason.value, "name": reason.label} for reason in Reason],
    }


def cards() -> dict[str, Any]:
    return {
        "about": "Numbers of suits and ranks, and points. A deck is every card from its lowest rank on, ordered by "
        "suit, then rank. The point of each card stands in generators.json.",
        "suits": [{"suit": suit.value, "letter": suit.letter} for suit in Suit],
        "ranks": [{"rank": rank.value, "text": rank.text, "points": CARD_POINTS[rank]} for rank in Rank],
        "decks": [{"size": size, "lowest_rank": rank.value} for size, rank in LOWEST_RANK.items()],
    }


def network() -> dict[str, Any]:
    return {
        "about": "Counts and times of a link. Which of them bind both sides is said in section 4.",
        "limits": [
            {"name": name.lower(), "value": value, "about": text} for name, value, text in constants(net_limits)
        ],
        "timers": [
            {"name": name.lower(), "seconds": value, "about": text} for name, value, text in constants(timers)
        ],
    }


def goodbyes() -> dict[str, Any]:
    return {
        "about": "Why a side says goodbye: the field `reason` of a bye. Section 9.29 says which applies.",
        "goodbyes": [{"reason": reason.value, "name": reason.name.lower()} for reason in Goodbye],
    }


def features() -> dict[str, Any]:
    seats = {feature: seat for seat, feature in FIRST_LEADERS.items()}
    return {
        "about": "Features that a hello can name (section 8). In a greet none of them is known.",
        "features": [
            {
                "feature": feature.value,
                "name": feature.label,
                "about": f"Seat {seats[feature]} is the first leader.",
            }
            for feature in Feature
        ],
    }


def verdicts() -> dict[str, Any]:
    return {
        "about": "What a check of a game file can conclude (section 15.2), with the exit code of `bura verify`.",
        "verdicts": [{"name": verdict.label, "exit_code": verdict.exit_code} for verdict in Verdict],
    }


def invite_form() -> dict[str, Any]:
    return {
        "about": "The array in an invite, and the kinds of addresses in it (section 13.3).",
        "prefix": invite.PREFIX,
        "checksum": invite.CHECKSUM,
        "fields": describe_fields(invite.FIELDS),
        "kinds": [{"kind": kind.value, "name": kind.name.lower()} for kind in invite.Kind],
    }


def reply_form() -> dict[str, Any]:
    return {
        "about": "The array in a reply code (section 13.5).",
        "prefix": reply.PREFIX,
        "checksum": invite.CHECKSUM,
        "media_type": reply.MEDIA_TYPE,
        "fields": describe_fields(reply.FIELDS),
    }


REGISTRIES: dict[str, Callable[[], dict[str, Any]]] = {
    "stages": stages,
    "reasons": reasons,
    "cards": cards,
    "network": network,
    "goodbyes": goodbyes,
    "features": features,
    "verdicts": verdicts,
    "invite": invite_form,
    "reply": reply_form,
    "questions": rule_tables.questions,
    "rulesets": rule_tables.rulesets,
    "combinations": rule_tables.combinations,
}


def registry_text(name: str) -> str:
    return json.dumps(REGISTRIES[name](), indent=1, ensure_ascii=False) + "\n"


# --- blocks of spec.md -------------------------------------------------------------------------------------


def stages_table() -> str:
    rows = [
        [f"`{row['name']}`", row["speakers"], ", ".join(f"`{name}`" for name in row["types"]) or "none"]
        for row in stages()["stages"]
    ]
    return table(["stage", "who owes an entry", "types that are due"], rows)


def refusals_table() -> str:
    rows = [
        [
            row["code"],
            f"`{row['name']}`",
            row["layer"],
            row["about"],
            "signer" if row["convicts"] else "nobody",
            row["consequence"],
        ]
        for row in load("refusals")["refusals"]
    ]
    return table(["number", "code", "layer", "refused because", "names", "consequence"], rows)


def features_table() -> str:
    rows = [[row["feature"], f"`{row['name']}`", row["about"]] for row in features()["features"]]
    return table(["number", "feature", "meaning"], rows)


def purposes_table() -> str:
    rows = [
        [f"`{row['name']}`", row["hashes_to"], f"`{row['dst']}`", row["message"]]
        for row in load("purposes")["purposes"]
    ]
    return table(["purpose", "to", "DST", "hashed message"], rows)


def labels_table() -> str:
    return table(["label", "says"], [[f"`{row['name']}`", row["says"]] for row in load("purposes")["labels"]])


def generators_table() -> str:
    registry = load("generators")
    rows: list[Row] = [["`G`", "(SEC 2)", f"`{registry['G']}`"]]
    for part in ("card_axis", "shuffle_base"):
        rows += [[f"`{row['name']}`", f"`{row['message']}`", f"`{row['point']}`"] for row in registry[part]]
    return table(["generator", "message, hex", "point, 33 bytes"], rows)


def axes_table() -> str:
    registry = cards()
    ranks = [[row["rank"], row["text"], row["points"]] for row in registry["ranks"]]
    suits = [[row["suit"], row["letter"]] for row in registry["suits"]]
    return table(["rank", "text", "points"], ranks) + "\n\n" + table(["suit", "letter"], suits)


def sizes_table() -> str:
    """The least and the most bytes of bodies, by type, in two games of chance and two to the last card."""
    halls = [Hall("spec sizes 1"), Hall("spec sizes 2")]
    halls += [Hall(f"spec sizes {at}", players=[card_player(at), card_player(at + 1)]) for at in (3, 5)]
    found: dict[int, list[int]] = {}
    for hall in halls:
        for entry in hall.run(hands=3).entries():
            found.setdefault(decode_body(entry.body).type, []).append(len(entry.body))
    rows = [
        [f"`{snake(ENTRY_MESSAGES[number].__name__)}`", span(min(sizes), max(sizes))]
        for number, sizes in sorted(found.items())
    ]
    return table(["message", "bytes"], rows)


def verdicts_table() -> str:
    return table(["verdict", "exit code"], [[f"`{verdict.label}`", verdict.exit_code] for verdict in Verdict])


def enum_table(kind: type[Enum], header: str) -> str:
    return table(["number", header], [[member.value, f"`{member.name.lower()}`"] for member in kind])


def reply_vector() -> str:
    """One reply code, with all that it is made of."""
    candidate = invite.Candidate(invite.Kind.PUBLIC, bytes([203, 0, 113, 5]), 4242)
    secret, expires = b"s" * 16, 1893456000
    text = reply.Reply.to(secret, [candidate], expires).text()
    made_of = f"the invite's secret 16 bytes 0x{secret[:1].hex()}, `expires` {expires}, one candidate `public`"
    return f"Vector: {made_of} {candidate.host} port {candidate.port}: `{text}`."


def written_game() -> str:
    """What `bura replay` writes of a sample game, without its remarks."""
    data = (SPEC.parent / "protocol/games/good/claim-wrong.bura").read_bytes()
    lines = [line for line in replay_text(data).split("\n") if not line.startswith("#")]
    return "\n".join(["```", *dropwhile(lambda line: not line, lines)]).rstrip() + "\n```"


BLOCKS: dict[str, Callable[[], str]] = {
    "limits": lambda: constants_table(limits, "", "value"),
    "network limits": lambda: constants_table(net_limits, "", "value"),
    "timers": lambda: constants_table(timers, " s", "time"),
    "body": lambda: fields_table(BodyFields),
    "frame": lambda: fields_table(FrameFields),
    "entry types": lambda: types_table(dict(ENTRY_MESSAGES)),
    "link types": lambda: types_table(dict(LINK_MESSAGES)),
    **{f"entry {snake(cls.__name__)}": partial(fields_table, cls) for cls in ENTRY_MESSAGES.values()},
    **{f"link {snake(cls.__name__)}": partial(fields_table, cls) for cls in LINK_MESSAGES.values()},
    "pile sum": lambda: fields_table(PileSum),
    "invite": lambda: fields_table(invite.FIELDS),
    "reply": lambda: fields_table(reply.FIELDS),
    "address kinds": lambda: enum_table(invite.Kind, "kind"),
    "goodbyes": lambda: enum_table(Goodbye, "reason"),
    "features": features_table,
    "stages": stages_table,
    "purposes": purposes_table,
    "labels": labels_table,
    "generators": generators_table,
    "axes": axes_table,
    "questions": lambda: table(["line", "question", "values"], rule_tables.questions_rows()),
    "rulesets": lambda: table(["", *[f"`{name}`" for name in RULESETS]], rule_tables.rulesets_rows()),
    "combinations": lambda: table(["number", "proved", "said so, with its height"], rule_tables.combinations_rows()),
    "georgian": rule_tables.georgian_text,
    "reasons": lambda: enum_table(Reason, "reason"),
    "refusals": refusals_table,
    "verdicts": verdicts_table,
    "example": tiny_hand,
    **{f"shown entry {snake(cls.__name__)}": partial(shown_entry, cls) for cls in ENTRY_MESSAGES.values()},
    **{f"shown link {snake(cls.__name__)}": partial(shown_link, cls) for cls in LINK_MESSAGES.values()},
    "sizes": sizes_table,
    "reply vector": reply_vector,
    "written game": written_game,
}

_BLOCK = re.compile(r"<!-- begin ([a-z_ ]+) -->\n(.*?)<!-- end \1 -->", re.DOTALL)


def blocks_in(text: str) -> dict[str, str]:
    """The blocks of a text by name, as they stand there."""
    return {match[1]: match[2].strip("\n") for match in _BLOCK.finditer(text)}


def filled(text: str) -> str:
    """The text with every block written anew."""
    return _BLOCK.sub(lambda match: f"<!-- begin {match[1]} -->\n{BLOCKS[match[1]]()}\n<!-- end {match[1]} -->", text)


def wanted() -> dict[Path, str]:
    """Every file that this module writes, with its right content."""
    texts = {FOLDER / f"{name}.json": registry_text(name) for name in REGISTRIES}
    return texts | {SPEC: filled(SPEC.read_text("utf-8"))}


def main(arguments: list[str]) -> int:
    differing = {
        path: text for path, text in wanted().items() if not path.exists() or path.read_text("utf-8") != text
    }
    if arguments == ["--check"]:
        for path in differing:
            print(f"{path.name} differs from the code: run python -m tests.support.spec_tables")
        return int(bool(differing))
    for path, text in differing.items():
        path.write_bytes(text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
