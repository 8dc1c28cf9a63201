"""The table of cheats, generated: `python -m tests.cheats.table` writes it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from bura_p2p.conformance.cheat import Cheat, Layer
from bura_p2p.conformance.cheats import CHEATS

TABLE = Path(__file__).with_name("table.md")


def _row(cheat: Cheat) -> str:
    what = f"{cheat.message}: {cheat.field}" if cheat.field else cheat.message
    named = "the liar" if cheat.convicts else "nobody"
    verdict = f"{cheat.verdict.label}, names {named}"
    source = f" ({cheat.source})" if cheat.source else ""
    return f"| `{cheat.id}` | {what} | {cheat.lie}{source} | {cheat.code.label} | {verdict} |"


def table() -> str:
    """Every cheat with its message and field, its lie, the refusal and the verdict, layer by layer."""
    counts = Counter(cheat.layer for cheat in CHEATS.values())
    lines = ["# Cheats", "", f"{len(CHEATS)} distinct ones, each told by a real seat; generated from the catalogue."]
    for layer in Layer:
        lines += ["", f"## {layer} ({counts[layer]})", "", "| cheat | says | lie | refusal | verdict on the file |",
                  "| --- | --- | --- | --- | --- |"]  # fmt: skip
        lines += [_row(cheat) for cheat in CHEATS.values() if cheat.layer is layer]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
